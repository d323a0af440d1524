"""The conformance suite, over seats, options and seeds, and what only a grid game must show."""

import sys
from pathlib import Path

import pytest
import shapely

from tablesim.games.wild_patterns import GAME
from tablesim.protocol import play
from tablesim.testing import conformance

TRIALS = [
    (2, 1, {}),
    (4, 2, {"decks": "hard", "claims": "race", "alertness": "600", "stall_limit": 12}),
    (3, 3, {"claims": "ask", "strict": False, "piles": "3+4 5+6", "stall_limit": 12}),
]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("seats", "seed", "options"), TRIALS, ids=str)
def test_conforms(seats, seed, options, check):
    check(conformance.trial(GAME, seats, seed, **options))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_conforms_with_other_seeds(seed):
    seats = 2 + seed % 5
    options = [
        {},
        {"claims": "ask"},
        {"claims": "race", "alertness": "500", "decks": "hard", "v_must_run_out": True},
        {"strict": False, "pattern_symmetry": "D4", "removed_per_deck": 3},
        {"decks": "beginner", "pattern_symmetry": "none", "first_player": seats - 1},
        {"decks": "hard", "hard_end": "decks_empty", "piles": "3+4+5+6 V"},
        {"excluded": "3", "removed_per_deck": 4, "stall_limit": 60},
    ][seed % 7]
    conformance.check(GAME, seats, seed, **options)


def test_no_geometry_is_asked_during_play():
    """Between ``new()`` and ``result()`` no function of shapely runs, however it is reached."""
    state = GAME.new(2)
    home = str(Path(shapely.__file__).parent)
    calls = []

    def watch(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(home):
            calls.append(frame.f_code.co_name)

    players = ["greedy", "random"]
    sys.setprofile(watch)
    try:
        record = play(GAME, players, seed=3, limit=250)
        record.final.result()
        in_play = len(calls)
        state.svg()
    finally:
        sys.setprofile(None)
    assert in_play == 0
    assert len(calls) > 0  # the picture asks geometry: the watch works
