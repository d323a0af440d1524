"""The game does what every game must do; random games on real terrain keep their invariants."""

import pytest

from tablesim.games.unforged.game import GAME
from tablesim.games.unforged.game.board import misplaced
from tablesim.games.unforged.game.scenarios import scenarios
from tablesim.protocol import play
from tablesim.testing import conformance

SMALL = {"scenario": "break-out", "rounds": 2}


@pytest.mark.slow
@pytest.mark.parametrize("check", conformance.CHECKS)
def test_unforged_conforms(check):
    """A game of two rounds on the smallest field."""
    check(conformance.trial(GAME, 2, 1, **SMALL))


def sound(record):
    """No base overlaps another, nobody is in a wall or in the air, wounds and points add up."""
    start = dict(record.start.invariants())
    for state in record.states():
        assert not misplaced(state), (misplaced(state), str(state))
        assert dict(state.invariants()) == start, str(state)
    result = record.result
    lost = [0, 0]
    for fighter, troop in zip(state.fighters, state.troops, strict=True):
        lost[fighter.seat] += troop.price if fighter.fate else 0
    held = state.held
    assert result.scores == (lost[1] + held[0], lost[0] + held[1])
    return record


def games(count, first=0):
    names = list(scenarios())
    return [
        (seed, {"scenario": names[seed % len(names)], "turn_mode": "AB"[seed // 3 % 2]})
        for seed in range(first, first + count)
    ]


@pytest.mark.parametrize(("seed", "options"), games(2))
def test_a_random_game_of_two_rounds(seed, options):
    sound(play(GAME, ["random"] * 2, seed=seed, options={**options, "rounds": 2}))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "options"), games(20, 100))
def test_random_games_on_real_terrain(seed, options):
    """Ten against ten, to the end."""
    sound(play(GAME, ["random"] * 2, seed=seed, options=options))


@pytest.mark.deep
@pytest.mark.parametrize(("seed", "options"), games(300, 1000))
def test_many_random_games_on_real_terrain(seed, options):
    sound(play(GAME, ["random"] * 2, seed=seed, options=options))
