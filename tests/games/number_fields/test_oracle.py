"""Two programs, written differently, play the same game: counts, and every step of random games."""

import json
from pathlib import Path
from random import Random

import pytest

from tablesim.games.number_fields import GAME
from tablesim.protocol import CHANCE, OVER, perft
from tablesim.protocol.perft import cases

from . import oracle
from .oracle import Oracle

PERFT = Path(__file__).parents[2] / "perft" / "number_fields.perft"
CASES = list(cases(GAME, PERFT.read_text(), source=PERFT.name))
FAST = 8_000

VARIANTS = (
    {},
    {"straight_only": True, "failed_upgrade": "corner", "first_player": 1},
    {"full_field_immune": False, "eliminated": "stay", "setup_order": "reverse"},
    {"last_player_wins": False, "target_fixed": False, "turn_limit": 60},
    {"board": "S 12 12 . / 2 . 12 S / 11 12 12 12", "last_player_wins": False},
    {"board": "S 2 2 12 12 12 12", "eliminated": "stay", "full_field_immune": False},
)


def plain(state):
    return json.loads(json.dumps(state.encode()))


def texts(state):
    if state.to_move == CHANCE:
        return [outcome for outcome, _ in state.chance().outcomes()]
    return [move.notation() for move in state.legal_moves()]


def both_play(seats, seed, options):
    """Play at random with both, and compare all moves and positions on the way."""
    rng = Random(f"{seed}/oracle")
    state = GAME.new(seats=seats, **options)
    other = Oracle(plain(state))
    # With few lives things happen that a whole game seldom sees.
    other.d["lives"] = [25 if seed % 3 == 0 else 1 + seed % 5] * seats
    state = GAME.decode(other.d)
    while state.to_move != OVER:
        steps = texts(state)
        assert steps == other.steps()
        step = steps[int(rng.random() * len(steps))]
        state = state.apply(step if isinstance(step, tuple) else GAME.parse(state, step))
        other = other.after(step)
        assert plain(state) == other.d
    assert other.steps() == []


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_play_the_same_game(seats, options):
    for seed in range(4):
        both_play(seats, seed, options)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_play_many_games(seats, options):
    for seed in range(4, 104):
        both_play(seats, seed, options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_perft(case):
    for depth, nodes in case.nodes.items():
        if nodes <= FAST:
            assert perft(case.state, depth) == nodes
            assert oracle.perft(Oracle(plain(case.state)), depth) == nodes


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_perft_deep(case):
    for depth, nodes in case.nodes.items():
        if nodes > FAST:
            assert perft(case.state, depth) == nodes


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_perft_deep_by_the_oracle(case):
    for depth, nodes in case.nodes.items():
        if FAST < nodes <= 200_000:
            assert oracle.perft(Oracle(plain(case.state)), depth) == nodes
