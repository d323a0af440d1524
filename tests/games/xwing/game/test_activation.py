"""Planning and activation: dials, order, stress, bumps, fleeing, asteroids (XW-14 to XW-43)."""

import pytest

from tablesim.games.xwing.game import GAME
from tablesim.protocol import UNKNOWN

from .scenes import (
    ACADEMY,
    BEAST,
    BLACK,
    CURSE,
    LUKE,
    RED,
    ROOKIE,
    asked,
    battle,
    flights,
    go,
    kinds,
    skip,
    texts,
    why,
)

APART = ((300.0, 300.0, 90.0), (600.0, 600.0, 270.0))


def test_dials_are_set_for_every_ship_and_then_revealed():
    """XW-14, XW-22."""
    state = battle(places=APART)
    assert asked(state) == "set dial"
    state = go(state, "dial rookie-pilot straight 2")
    assert state.ships[0].dial == "straight 2"
    state = go(state, "dial academy-pilot straight 2")
    assert "reveals" in kinds(state)
    assert state.ships[1].flown == "straight 2"


def test_xw_29_the_dial_lies_faceup_afterwards():
    """XW-29: what was flown is open to both, and no dial is left facedown."""
    state = go(
        battle(places=APART), "dial rookie-pilot straight 2", "dial academy-pilot straight 2"
    )
    assert state.ships[1].dial == ""
    assert [state.seen_by(seat).ships[1].flown for seat in (0, 1)] == ["straight 2"] * 2


def test_dials_are_secret():
    """XW-14, XW-15: the owner sees them, the other seat does not, nor in the log."""
    state = go(battle(places=APART), "dial rookie-pilot turn left 2")
    assert state.seen_by(0).ships[0].dial == "turn left 2"
    assert state.seen_by(1).ships[0].dial == UNKNOWN
    assert "turn left 2" not in str(state.seen_by(1).events)
    assert "turn left 2" not in str(state.seen_by(1))


def test_only_maneuvers_of_the_dial():
    """XW-17: and only for the ship that is asked for."""
    state = battle(places=APART)
    assert why(state, "dial rookie-pilot turn left 1").startswith("XW-17")
    assert why(state, "dial academy-pilot straight 2").startswith("XW-14")
    assert why(state, "pass").startswith("XW-14")
    assert len(texts(state)) == 15  # XW-203
    assert len(texts(go(state, "dial rookie-pilot straight 1"))) == 16


def test_tv_42_activation_goes_up_in_skill():
    """XW-13."""
    places = ((100, 300, 90), (300, 300, 90), (500, 600, 270), (700, 600, 270))
    state = battle(f"{LUKE}, {ROOKIE}", f"{CURSE}, {ACADEMY}", places)
    state = flights(state, *["straight 2"] * 4)
    order = []
    while state.phase == "activation":
        order += [dict(e.details)["ship"] for e in state.events if e.kind == "reveals"]
        state = go(state, "pass")
    order += [dict(e.details)["ship"] for e in state.events if e.kind == "reveals"]
    assert order == ["academy-pilot", "rookie-pilot", "dark-curse", "luke-skywalker"]


def test_tv_43_initiative_activates_first_among_equals():
    """XW-31."""
    state = flights(battle(RED, BLACK, APART), "straight 2", "straight 2")
    assert (asked(state), state.active) == ("act", 1)
    assert state.ships[1].id == "black-squadron-pilot"


def test_the_owner_orders_ships_of_equal_skill():
    """XW-31."""
    places = (*APART, (700.0, 600.0, 270.0))
    state = flights(battle(ROOKIE, f"{ACADEMY}, {ACADEMY}", places), *["straight 2"] * 3)
    assert texts(state) == ["activate academy-pilot-1", "activate academy-pilot-2"]
    assert why(state, "activate rookie-pilot").startswith("XW-13")
    state = go(state, "activate academy-pilot-2")
    assert state.ships[2].flown == "straight 2"


def test_tv_38_the_opponent_picks_for_a_stressed_ship():
    """XW-33, A-24: any entry that is not red."""
    state = battle(places=APART).ship(1, stress=1)
    state = flights(state, "straight 1", "koiogran 3")
    assert asked(state) == "override"
    assert state.to_move == 0
    assert len(texts(state)) == 16 - 2
    assert why(state, "fly koiogran 4").startswith("XW-33")
    assert why(state, "fly straight 1").startswith("XW-17")
    state = go(state, "fly straight 2")
    assert state.ships[1].flown == "straight 2"
    assert state.ships[1].stress == 0


def test_tv_38_a_green_maneuver_takes_one_stress_before_the_action():
    """XW-34, XW-30."""
    one = flights(battle(places=APART).ship(1, stress=1), "straight 1", "straight 2")
    assert one.ships[1].stress == 0
    assert asked(one) == "act"
    two = flights(battle(places=APART).ship(1, stress=2), "straight 1", "straight 2")
    assert two.ships[1].stress == 1
    assert two.active == 0  # the academy pilot may not act (XW-32); it is the rookie's turn


def test_tv_39_red_gives_stress_and_no_action():
    """XW-28, XW-30; and no negative stress after two green ones."""
    state = flights(battle(places=APART), "straight 1", "koiogran 3")
    assert state.ships[1].stress == 1
    assert state.active == 0
    white = flights(battle(places=APART), "straight 1", "straight 4")
    assert white.ships[1].stress == 0
    assert asked(white) == "act"
    assert white.active == 1
    green = flights(state.ship(1, stress=0), "straight 1", "straight 2")
    assert green.ships[1].stress == 0


def test_tv_27_fleeing():
    """XW-36, XW-158: any part beyond the border; exactly on it is inside."""
    state = battle(places=((450, 840, 90), (450, 450, 270)))
    state = skip(flights(state, "straight 1", "straight 2"), "set dial")
    assert state.ships[0].fate == "fled"
    assert str(state.result()).startswith("seat 1 wins")
    stays = battle(places=((450, 800, 90), (450, 400, 270)))
    stays = skip(flights(stays, "straight 1", "straight 2"), "set dial")
    assert stays.ships[0].fate == ""
    assert stays.ships[0].place == (450.0, 880.0, 90.0)


def test_tv_26_an_overlapping_koiogran_is_a_red_straight():
    """XW-38, XW-40, XW-41: it does not turn, is stressed, and has no action."""
    places = ((450, 650, 90), (450, 440, 90))
    state = flights(battle(ROOKIE, ACADEMY, places).ship(0, stress=0), "straight 1", "koiogran 4")
    academy = state.ships[1]
    assert academy.place == (450.0, 610.0, 90.0)
    assert academy.stress == 1
    assert "overlaps" in kinds(state)
    assert asked(state) == "act"
    assert state.active == 0


def test_xw_40_who_overlaps_has_no_action():
    """XW-40."""
    places = ((450, 590, 90), (450, 440, 90))
    state = flights(battle(places=places), "straight 1", "straight 3")
    assert state.ships[1].place == (450.0, 550.0, 90.0)
    assert state.active == 0


def test_tv_19_passing_through_costs_nothing():
    """XW-37."""
    places = ((450, 500, 90), (450, 440, 90))
    state = flights(battle(places=places), "straight 1", "straight 2")
    assert state.ships[1].place == (450.0, 560.0, 90.0)
    assert asked(state) == "act"
    assert state.active == 1


ROCK = (("asteroid-4", 600.0, 480.0, 0.0),)


@pytest.mark.parametrize(
    ("die", "hidden", "faceup"), [("hit", 1, 0), ("crit", 0, 1), ("focus", 0, 0), ("blank", 0, 0)]
)
def test_xw_211_an_asteroid_hurts_and_takes_the_action(die, hidden, faceup):
    """XW-211."""
    state = flights(battle(places=APART).but(rocks=ROCK), "straight 1", "straight 2")
    assert asked(state) == "asteroid"
    state = go(state, (die,))
    if faceup:
        state = go(state, ("structural-damage",))
    academy = state.ships[1]
    assert (academy.hidden, len(academy.faceup)) == (hidden, faceup)
    assert state.active == 0  # no action


def test_xw_211_one_roll_for_many_asteroids():
    """XW-211."""
    rocks = (*ROCK, ("asteroid-5", 600.0, 540.0, 0.0))
    state = flights(battle(places=APART).but(rocks=rocks), "straight 1", "straight 2")
    state = go(state, ("blank",))
    assert state.active == 0


def test_tv_49_a_free_focus_and_a_focus_action():
    """XW-46, XW-47: Night Beast's free action, then another action, but not the same."""
    state = flights(battle(ROOKIE, BEAST, APART), "straight 1", "straight 2")
    state = go(state, "pass")  # the rookie
    assert texts(state) == ["act focus", "pass"]
    assert why(state, "act evade").startswith("XW-46")
    state = go(state, "act focus")
    assert state.ships[1].focus == 1
    assert asked(state) == "act"
    assert why(state, "act focus").startswith("XW-47")
    state = go(state, "act evade")
    assert state.ships[1].evade == 1


def test_night_beast_needs_a_green_maneuver():
    """XW-204."""
    state = flights(battle(ROOKIE, BEAST, APART), "straight 1", "straight 4")
    state = go(state, "pass")
    assert "act evade" in texts(state)


def test_xw_218_a_free_action_after_an_overlap():
    """XW-218."""
    places = ((450, 520, 90), (450, 440, 90))
    state = flights(battle(ROOKIE, BEAST, places), "straight 1", "straight 2")
    state = go(state, "pass")
    assert texts(state) == ["act focus", "pass"]  # rookie is at 600 now; no overlap
    blocked = battle(ROOKIE, BEAST, ((450, 480, 90), (450, 440, 90)))
    blocked = flights(blocked, "straight 1", "straight 2")
    blocked = go(blocked, "pass")  # rookie at 560 touches what comes from behind
    assert "overlaps" in kinds(blocked)
    assert texts(blocked) == ["act focus", "pass"]
    assert asked(go(blocked, "act focus")) != "act"


def test_r2_d2_gives_back_a_shield():
    """XW-10, XW-205: after a green maneuver, up to the shield value, if the owner likes."""
    state = battle(f"{LUKE} + r2-d2", ACADEMY, APART).ship(0, shields=1)
    state = go(flights(state, "straight 1", "straight 2"), "pass")
    assert texts(state) == ["pass", "use r2-d2"]
    assert go(state, "use r2-d2").ships[0].shields == 2
    assert go(state, "pass").ships[0].shields == 1
    full = battle(f"{LUKE} + r2-d2", ACADEMY, APART)
    full = go(flights(full, "straight 1", "straight 2"), "pass")
    assert asked(full) == "act"


def test_a_guess_fits_what_is_seen():
    """XW-15: any entry may lie there."""
    from random import Random

    state = go(battle(places=APART), "dial rookie-pilot turn left 2")
    found = {GAME.guess(state, 1, Random(n)).ships[0].dial for n in range(60)}
    assert len(found) == 15
