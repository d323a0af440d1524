"""Damage cards, the deck, destruction (XW-82 to XW-87, XW-206, XW-222)."""

from collections import Counter

import pytest

from tablesim.games.xwing.game import cards
from tablesim.games.xwing.game.state import Task

from .scenes import (
    ACADEMY,
    BLACK,
    LUKE,
    ROOKIE,
    again,
    asked,
    battle,
    flights,
    go,
    kinds,
    texts,
    volley,
    why,
)

APART = ((300.0, 300.0, 90.0), (600.0, 600.0, 270.0))


def dealt(card, *, rebel=ROOKIE, then=("round",), **ship):
    """A rookie without shields that has just got a faceup card."""
    state = battle(rebel, ACADEMY, APART).ship(0, shields=0, **ship)
    state = again(state.but(round=1), Task("suffer", 0, ("crit",)), *then)
    assert asked(state) == "faceup card"
    return go(state, (card,))


def test_tv_46_the_deck():
    """XW-206: 33 cards, 14 kinds, 8 pilot and 25 ship."""
    deck = cards.damage_deck().values()
    assert len(cards.deck()) == 33
    assert len(deck) == 14
    traits = Counter()
    for card in deck:
        traits[card.trait] += card.count
    assert traits == {"pilot": 8, "ship": 25}
    assert cards.damage_deck()["direct-hit"].count == 7


def test_tv_46_the_discards_become_the_deck():
    """XW-84: what lies hidden on ships is noted first, so that no card is there twice."""
    gone = ("direct-hit",) * 5
    deck = list(cards.deck())
    for card in gone:
        deck.remove(card)
    hidden = tuple(deck[:2])
    state = battle(f"{LUKE}", ACADEMY, APART).ship(0, shields=0, hidden=2)
    state = state.but(deck=hidden, discards=gone, round=1)
    state = again(state, Task("suffer", 0, ("crit",)), "round")
    assert asked(state) == "look"
    state = go(state, tuple(sorted(hidden)))
    assert state.ships[0].facedown == tuple(sorted(hidden))
    assert asked(state) == "faceup card"
    assert state.deck == gone
    assert state.discards == ()


def test_xw_222_without_any_card_damage_is_counted():
    """XW-222."""
    state = battle(ROOKIE, ACADEMY, APART).ship(0, shields=0)
    state = state.but(deck=(), discards=(), round=1)
    state = again(state, Task("suffer", 0, ("crit",)), "round")
    assert state.ships[0].counters == 1
    assert state.ships[0].damage == 1


def test_xw_85_a_destroyed_ship_leaves_everything():
    """XW-85: its cards go to the discards, shown, its tokens to the supply; facedown may be any."""
    state = battle(f"{ROOKIE}, {ROOKIE}", ACADEMY, (*APART, (100, 100, 90)))
    state = state.ship(0, shields=0, hidden=2, focus=1, stress=2, faceup=(), lock=1)
    state = again(state.but(round=1), Task("suffer", 0, ("hit",)), "round")
    assert asked(state) == "show hidden cards"
    assert state.ships[0].hidden == 3
    state = go(state, ("blinded-pilot", "direct-hit", "direct-hit"))
    gone = state.ships[0]
    assert (gone.fate, gone.focus, gone.stress, gone.lock, gone.hidden) == (
        "destroyed",
        0,
        0,
        -1,
        0,
    )
    assert state.discards == ("blinded-pilot", "direct-hit", "direct-hit")
    assert len(state.deck) == 30
    assert state.invariants()["damage cards"] == 33


def test_direct_hit_counts_two_faceup_and_one_facedown():
    """XW-206, A-20."""
    assert dealt("direct-hit").ships[0].damage == 2
    assert battle().ship(0, facedown=("direct-hit",)).ships[0].damage == 1


@pytest.mark.parametrize(("die", "damage"), [("hit", 2), ("crit", 1), ("focus", 1)])
def test_minor_explosion(die, damage):
    """XW-206: at once one die; a hit (not a critical hit) hurts; then facedown."""
    state = dealt("minor-explosion")
    assert asked(state) == "explosion"
    ship = go(state, (die,)).ships[0]
    assert (ship.damage, ship.facedown, ship.faceup) == (damage, ("minor-explosion",), ())


def test_thrust_control_fire():
    """XW-206."""
    ship = dealt("thrust-control-fire").ships[0]
    assert (ship.stress, ship.facedown) == (1, ("thrust-control-fire",))


def test_munitions_failure():
    """XW-206: the owner picks if there is more than one; nothing happens without a weapon."""
    none = dealt("munitions-failure").ships[0]
    assert none.facedown == ("munitions-failure",)
    one = dealt("munitions-failure", rebel=f"{LUKE} + proton-torpedoes + r2-d2").ships[0]
    assert one.upgrades == ("r2-d2",)


def test_munitions_failure_is_the_choice_of_the_owner():
    """XW-206: a B-wing with two different weapons."""
    bomber = "b-wing/blue-squadron-pilot + mangler-cannon + proton-torpedoes"
    state = dealt("munitions-failure", rebel=bomber)
    assert texts(state) == ["discard mangler-cannon", "discard proton-torpedoes"]
    assert why(state, "discard r2-d2").startswith("XW-206")
    assert go(state, "discard mangler-cannon").ships[0].upgrades == ("proton-torpedoes",)


def test_determination_shrugs_off_pilot_cards():
    """XW-205: the pilot trait only."""
    rebel = f"{LUKE} + determination"
    state = dealt("injured-pilot", rebel=rebel)
    assert state.ships[0].damage == 0
    assert state.discards == ("injured-pilot",)
    assert dealt("direct-hit", rebel=rebel).ships[0].damage == 2


def test_an_injured_pilot_has_no_determination():
    """XW-206."""
    rebel = f"{LUKE} + determination"
    state = dealt("blinded-pilot", rebel=rebel, faceup=("injured-pilot",))
    assert state.ships[0].faceup == ("injured-pilot", "blinded-pilot")


def test_damaged_cockpit_counts_from_the_next_round():
    """XW-206, A-22."""
    ship = dealt("damaged-cockpit").ships[0]
    assert ship.skill(1) == 2
    assert ship.skill(2) == 0


def test_damaged_engine_reddens_turns():
    """XW-206, XW-21: and a stressed ship may then not fly them (XW-33)."""
    state = battle(places=APART).ship(1, faceup=("damaged-engine",))
    red = flights(state, "straight 1", "turn left 2")
    assert red.ships[1].stress == 1
    stressed = flights(state.ship(1, stress=1), "straight 1", "turn left 2")
    assert asked(stressed) == "override"
    assert not [text for text in texts(stressed) if "turn" in text]


def test_damaged_sensor_array_takes_the_bar_but_not_the_repair():
    """XW-206."""
    state = battle(places=APART).ship(1, faceup=("damaged-sensor-array",))
    state = flights(state, "straight 1", "straight 2")
    assert texts(state) == ["act repair damaged-sensor-array", "pass"]
    assert why(state, "act focus").startswith("XW-206")
    state = go(state, "act repair damaged-sensor-array")
    assert go(state, ("crit",)).ships[1].faceup == ("damaged-sensor-array",)
    assert go(state, ("hit",)).ships[1].facedown == ("damaged-sensor-array",)


@pytest.mark.parametrize(
    ("card", "faces"),
    [
        ("structural-damage", ["hit"]),
        ("weapon-malfunction", ["hit", "crit"]),
    ],
)
def test_repairs(card, faces):
    """XW-206: 3 of 8, or 4 of 8."""
    state = battle(places=APART).ship(1, faceup=(card,))
    state = go(flights(state, "straight 1", "straight 2"), f"act repair {card}")
    for die in ("hit", "crit", "focus", "blank"):
        assert (go(state, (die,)).ships[1].facedown == (card,)) == (die in faces)


def test_structural_damage_lowers_agility_not_below_0():
    """XW-206."""
    ship = battle().ship(0, faceup=("structural-damage",)).ships[0]
    assert ship.agility == 1
    assert ship.but(faceup=("structural-damage",) * 3).agility == 0


def test_console_fire():
    """XW-206: at the start of Combat, one roll for each; an action puts it out without a die."""
    state = battle().ship(1, faceup=("console-fire",))
    burning = volley(state)
    assert asked(burning) == "console fire"
    assert go(burning, ("hit",)).ships[1].damage == 2
    assert go(burning, ("crit",)).ships[1].damage == 1
    away = battle(places=APART).ship(1, faceup=("console-fire",))
    state = go(flights(away, "straight 1", "straight 2"), "act repair console-fire")
    assert state.ships[1].facedown == ("console-fire",)


def test_minor_hull_breach():
    """XW-206: after each red maneuver, not after others."""
    state = battle(places=APART).ship(1, faceup=("minor-hull-breach",))
    assert asked(flights(state, "straight 1", "straight 2")) == "act"
    red = flights(state, "straight 1", "koiogran 3")
    assert asked(red) == "hull breach"
    assert go(red, ("hit",)).ships[1].damage == 2
    assert go(red, ("focus",)).ships[1].damage == 1


def test_stunned_pilot():
    """XW-206: one damage after a maneuver that overlapped a ship."""
    places = ((450, 590, 90), (450, 440, 90))
    state = battle(places=places).ship(1, faceup=("stunned-pilot",))
    assert flights(state, "straight 1", "straight 3").ships[1].damage == 2
    assert flights(state, "straight 1", "straight 5").ships[1].damage == 1


def test_stunned_pilot_on_an_asteroid():
    """XW-206: its base, not only the template; the die of XW-211 is rolled for either."""
    rock = (("asteroid-4", 600.0, 480.0, 0.0),)
    state = battle(places=APART).ship(1, faceup=("stunned-pilot",)).but(rocks=rock)
    on = flights(state, "straight 1", "straight 2")
    assert asked(on) == "asteroid"
    assert go(on, ("blank",)).ships[1].damage == 2
    over = flights(state, "straight 1", "straight 5")
    assert asked(over) == "asteroid"
    assert go(over, ("blank",)).ships[1].damage == 1


def test_xw_221_a_doomed_ship_gets_surplus_cards():
    """XW-221: XW-87, A-30."""
    state = battle("x-wing/red-squadron-pilot", BLACK).ship(0, shields=0, hidden=2)
    state = go(volley(state), "shoot black-squadron-pilot red-squadron-pilot")
    state = go(state, ("crit", "hit", "hit"), ("blank", "blank"))
    assert asked(state) == "faceup card"
    assert kinds(state).count("doomed: may still attack") == 1
    state = go(state, ("structural-damage",))
    assert "doomed: may still attack" not in kinds(state)
    red = state.ships[0]
    assert red.doomed
    assert red.damage == 5
    assert red.agility == 1
