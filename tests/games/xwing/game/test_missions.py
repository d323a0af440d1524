"""The hooks for missions, and the example that uses them (XW-91, XW-224)."""

from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.missions import missions
from tablesim.games.xwing.game.state import Task

from .scenes import again, flights, go, skip

PLACES = ((450, 840, 90), (100, 100, 0), (700, 300, 90), (700, 500, 90), (700, 700, 90))


def breakthrough(places=PLACES):
    state = GAME.new(mission="breakthrough")
    for number, place in enumerate(places):
        state = state.ship(number, place=tuple(map(float, place)))
    return again(state.but(order=()), Task("round"))


def flown(state, *dials):
    return skip(flights(state, *dials), "set dial")


def test_a_mission_sets_forces_and_rounds():
    state = breakthrough()
    mission = missions()["breakthrough"]
    assert state.settings.rebel == mission.rebel
    assert state.settings.rounds == mission.rounds
    assert GAME.decode(state.encode()) == state


def test_across_the_far_edge_is_an_escape():
    """XW-36, XW-224."""
    state = flown(breakthrough(), "straight 2", *["straight 2"] * 4)
    assert state.ships[0].fate == "escaped"
    assert state.result().reason.name == "MISSION"
    assert state.result().winners == (0,)


def test_across_another_edge_is_no_escape():
    state = breakthrough(((50, 450, 180), *PLACES[1:]))
    state = flown(state, "straight 2", *["straight 2"] * 4)
    assert state.ships[0].fate == "fled"
    assert state.result() is None


def test_destroying_everything_is_not_enough():
    """XW-224."""
    state = breakthrough()
    for number in (2, 3, 4):
        state = state.ship(number, hidden=2)
    hits = [Task("suffer", number, ("hit",)) for number in (2, 3, 4)]
    state = again(state, *hits, "round")
    while state.to_move == -1:
        state = go(state, state.chance().outcomes()[0][0])
    assert not state.flying(1)
    assert state.result() is None


def test_the_imperials_win_when_nobody_can_escape():
    state = breakthrough()
    state = again(
        state.ship(0, shields=0, hidden=2).ship(1, shields=0, hidden=2),
        Task("suffer", 0, ("hit",)),
        Task("suffer", 1, ("hit",)),
        "round",
    )
    while state.to_move == -1:
        state = go(state, state.chance().outcomes()[0][0])
    assert state.result().reason.name == "FAILED"
    assert state.result().winners == (1,)
