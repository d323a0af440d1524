"""The conformance suite on the default forces, on large squads, and on the wider game."""

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
SETTINGS = {"default": {}, "large": LARGE, "wider": WIDER, "mission": {"mission": "breakthrough"}}


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_the_default_forces_conform(check):
    check(conformance.trial(GAME, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed"),
    [("default", 2), ("default", 3), ("mission", 0), ("mission", 1), ("wider", 0), ("large", 0)],
)
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


@pytest.mark.deep
def test_a_thousand_random_games():
    """XW-38, XW-156, XW-222: no base overlaps another after a move, no card is lost."""
    for seed in range(1000):
        record = play(GAME, ["random", "random"], seed=f"deep {seed}")
        for state in record.states():
            assert dict(state.invariants()) == dict(record.start.invariants())
            assert_sound(state)
        assert record.result is not None


def assert_sound(state):
    """No two bases overlap; no ship has more shields than printed, or less than no tokens."""
    table = board.table(board.board(state))
    bases = [piece.placed for piece in table.pieces]
    for i, one in enumerate(bases):
        for other in bases[:i]:
            assert depth(one, other) <= 2e-6  # poses are snapped to 1e-7
    for ship in state.ships:
        assert 0 <= ship.shields <= ship.full_shields
        assert min(ship.focus, ship.evade, ship.stress, ship.hidden) >= 0
        assert ship.fate or ship.doomed or ship.damage < ship.hull or state.agenda


def test_dice_have_eight_faces():
    """XW-200, XW-201."""
    count = faces("attack").count
    assert [count(face) for face in ("hit", "crit", "focus", "blank")] == [3, 1, 2, 2]
    assert len(faces("defense")) == 8
