"""The conformance suite on the default forces, on large squads, and on the wider game."""

import itertools
import json

import pytest

from tablesim.games.xwing.game import GAME, board
from tablesim.games.xwing.game.phases import faces
from tablesim.geometry import depth
from tablesim.protocol import play
from tablesim.testing import conformance

LARGE = {
    "rebel": "x-wing/luke-skywalker + r2-d2 + proton-torpedoes + marksmanship, "
    "x-wing/biggs-darklighter + r2-f2 + proton-torpedoes, x-wing/rookie-pilot",
    "imperial": "tie-fighter/mauler-mithel + determination, tie-fighter/dark-curse, "
    "tie-fighter/night-beast, tie-fighter/black-squadron-pilot + marksmanship, "
    "tie-fighter/academy-pilot, tie-fighter/academy-pilot",
    "points": 150,
    "asteroids": 6,
}
WIDER = {
    "rebel": "lancer-class-pursuit-craft/ketsu-onyo, aggressor/ig-88a",
    "imperial": "tie-phantom/sigma-squadron-pilot, alpha-class-star-wing/nu-squadron-pilot, "
    "tie-fighter/academy-pilot",
    "asteroids": 2,
}
SETTINGS = {
    "default": {},
    "strict": {"strict_rolls": True, "boxes": 1},
    "large": LARGE,
    "wider": WIDER,
    "mission": {"mission": "breakthrough"},
}


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_the_default_forces_conform(check):
    check(conformance.trial(GAME, seed=1))


SLOW = [("default", 2), ("default", 3), ("mission", 0), ("mission", 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [*SLOW, ("strict", 0), ("wider", 0), ("large", 0)])
def test_all_settings_conform(name, seed):
    conformance.check(GAME, seed=seed, **SETTINGS[name])


@pytest.mark.parametrize("name", SETTINGS)
def test_random_games_end_and_never_break_an_invariant(name):
    """XW-38, XW-156, XW-222: no base overlaps another, no card is lost."""
    for seed in range(6 if name == "default" else 1):
        record = play(GAME, ["random", "random"], seed=seed, options=SETTINGS[name])
        start = dict(record.start.invariants())
        for state in record.states():
            assert dict(state.invariants()) == start
            assert_sound(state)
        assert record.result is not None


@pytest.mark.parametrize(
    "games", [pytest.param(100, marks=pytest.mark.slow), pytest.param(1000, marks=pytest.mark.deep)]
)
def test_many_random_games(games):
    """XW-38, XW-156, XW-222: no base overlaps another after a move, no card is lost."""
    deepest, positions = 0.0, 0
    for seed in range(games):
        record = play(GAME, ["random", "random"], seed=f"deep {seed}")
        for state in record.states():
            assert dict(state.invariants()) == dict(record.start.invariants())
            deepest = max(deepest, assert_sound(state))
            positions += 1
        assert record.result is not None
    print(json.dumps({"games": games, "positions": positions, "deepest overlap": deepest}))


def assert_sound(state):
    """No two bases overlap; shields, tokens, locks, the deck, hulls and points are in order.

    Return the depth of the deepest overlap.
    """
    table = board.table(board.board(state))
    pairs = itertools.combinations([piece.placed for piece in table.pieces], 2)
    deepest = max((depth(one, other) for one, other in pairs), default=0.0)
    assert deepest <= 2e-6  # poses are snapped to 1e-7
    for ship in state.ships:
        assert 0 <= ship.shields <= ship.full_shields
        assert min(ship.focus, ship.evade, ship.stress, ship.hidden) >= 0
        assert ship.lock < 0 or not state.ships[ship.lock].fate
        assert ship.fate or ship.doomed or ship.damage < ship.hull or state.to_move < 0
    assert state.deck_size >= 0
    for seat, points in enumerate(state.scores()):
        assert 0 <= points <= sum(ship.points for ship in state.ships if ship.seat != seat)
    return deepest


def test_dice_have_eight_faces():
    """XW-200, XW-201."""
    count = faces("attack").count
    assert [count(face) for face in ("hit", "crit", "focus", "blank")] == [3, 1, 2, 2]
    assert len(faces("defense")) == 8
