"""Actions: once a round, barrel rolls, locks, and those of the wider game (XW-44 to XW-58)."""

import pytest

from tablesim.games.xwing.game.state import Task

from .scenes import (
    ACADEMY,
    CURSE,
    LUKE,
    ROOKIE,
    again,
    asked,
    battle,
    flights,
    go,
    skip,
    texts,
    volley,
    why,
)

APART = ((300.0, 300.0, 90.0), (600.0, 600.0, 270.0))


def acting(state=None, dial="straight 2"):
    """The academy pilot, or whoever has the lowest skill, after its maneuver."""
    state = battle(places=APART) if state is None else state
    return flights(state, "straight 1", dial)


def test_focus_and_evade_give_a_token():
    """XW-49, XW-50; to decline is allowed (XW-48)."""
    state = acting()
    assert go(state, "act focus").ships[1].focus == 1
    assert go(state, "act evade").ships[1].evade == 1
    assert "pass" in texts(state)
    assert go(state, "pass").ships[1].focus == 0


def test_only_actions_of_the_bar():
    """XW-44, XW-202."""
    state = acting()
    assert why(state, "act target-lock rookie-pilot").startswith("XW-44")
    rookie = go(state, "pass")
    assert why(rookie, "act evade").startswith("XW-44")
    assert why(rookie, "act barrel-roll left 0.0").startswith("XW-44")
    assert why(rookie, "act hyperspace").startswith("XW-44")
    assert why(rookie, "act focus luke").startswith("XW-44")


def test_a_barrel_roll_keeps_the_heading_and_slides():
    """XW-51, XW-53, XW-160, XW-161: 80 sideways, any slide from -20 to 20; no stress."""
    state = acting()
    x, y, heading = state.ships[1].place
    assert not state.complete_moves
    listed = [text for text in texts(state) if "barrel-roll right" in text]
    assert listed == [f"act barrel-roll right {s}" for s in ("-20.0", "0.0", "20.0")]
    rolled = go(state, "act barrel-roll right 12.5").ships[1]
    assert rolled.place == (x - 80, y - 12.5, heading)
    assert rolled.stress == 0
    assert why(state, "act barrel-roll right 20.1").startswith("XW-161")
    assert why(state, "act barrel-roll up 0.0").startswith("XW-51")


def test_a_barrel_roll_must_not_end_on_a_ship():
    """XW-52, TV-13: what is left of the slides is an interval."""
    state = battle(places=((680.0, 485.0 - 40 - 5, 90.0), (600.0, 600.0, 270.0)))
    state = acting(state)
    listed = [text for text in texts(state) if "barrel-roll left" in text]
    assert listed[-1] != "act barrel-roll left 20.0"
    assert why(state, "act barrel-roll left 20.0").startswith("XW-161")


def test_a_barrel_roll_must_not_leave_the_area():
    """XW-216."""
    state = acting(battle(places=((300, 300, 90), (50, 600, 270))))
    assert not [text for text in texts(state) if "barrel-roll right" in text]
    assert why(state, "act barrel-roll right 0.0").startswith("XW-52, XW-216")


@pytest.mark.parametrize(("gap", "legal"), [(300.0, True), (300.01, False)])
def test_tv_44_a_lock_in_any_direction_at_range_3(gap, legal):
    """XW-54: behind is fine."""
    state = battle(places=((450, 600, 90), (450, 600 - 40 - gap, 90)), round=1)
    state = again(state, Task("act", 0, ("",)), "combat", "end", "round")
    assert ("act target-lock academy-pilot" in texts(state)) == legal
    if legal:
        assert go(state, "act target-lock academy-pilot").ships[0].lock == 1
    else:
        assert why(state, "act target-lock academy-pilot").startswith("XW-54")


def test_tv_45_a_second_lock_replaces_the_first():
    """XW-56, XW-57."""
    places = ((450, 300, 90), (400, 440, 270), (500, 440, 270))
    state = battle(ROOKIE, f"{ACADEMY}, {CURSE}", places).ship(0, lock=1)
    state = go(flights(state, "straight 1", "straight 5", "straight 5"), "pass")
    assert asked(state) == "act"
    state = go(state, "act target-lock dark-curse")
    assert state.ships[0].lock == 2


def test_no_lock_on_a_friend_or_nobody():
    """XW-54."""
    places = ((450, 300, 90), (300, 300, 90), (450, 540, 270))
    state = battle(f"{ROOKIE}, {LUKE}", ACADEMY, places)
    state = go(flights(state, "straight 1", "straight 1", "straight 5"), "pass")
    assert why(state, "act target-lock luke-skywalker").startswith("XW-54")
    assert why(state, "act target-lock nobody").startswith("XW-54")


def test_a_18_a_lock_goes_with_its_ship():
    """XW-57."""
    places = ((450, 300, 90), (450, 840, 90), (700, 440, 270))
    state = battle(ROOKIE, f"{ACADEMY}, {CURSE}", places).ship(0, lock=1)
    state = flights(state, "straight 1", "straight 5", "straight 2")
    assert state.ships[1].fate == "fled"
    assert state.ships[0].lock == -1


def test_xw_32_no_action_under_stress():
    """XW-32."""
    state = again(battle(places=APART), Task("act", 1, ("",))).ship(1, stress=1)
    assert texts(state) == ["pass"]
    assert why(state, "act focus").startswith("XW-32")


def test_cards_with_an_action():
    """XW-45, XW-205: R2-F2 makes more agile until the round ends."""
    state = battle(f"{LUKE} + r2-f2", ACADEMY, APART)
    state = go(flights(state, "straight 1", "straight 2"), "pass", "act use r2-f2")
    assert state.ships[0].agility == 3
    assert state.ships[0].focus == 0
    assert again(state, "end", "round").ships[0].agility == 2
    plain = go(flights(battle(LUKE, ACADEMY, APART), "straight 1", "straight 2"), "pass")
    assert why(plain, "act use r2-f2").startswith("XW-45")


# The wider game


def test_xw_234_boost():
    """XW-234: A-wings boost: straight or banks; not off the area."""
    state = battle("a-wing/prototype-pilot", ACADEMY, ((300, 300, 90), (600, 800, 270)))
    state = flights(state, "straight 2", "straight 2")
    state = go(state, "pass") if state.active == 1 else state
    x, y, heading = state.ships[0].place
    assert "act boost bank left" in texts(state)
    assert go(state, "act boost straight").ships[0].place == (x, y + 80, heading)
    assert why(state, "act boost turn").startswith("XW-44")
    edge = state.ship(0, place=(300.0, 850.0, 90.0))
    assert why(edge, "act boost straight").startswith("XW-234")


def test_xw_235_cloak_and_decloak():
    """XW-235: agility +2, no attack; decloaking comes at the start of the next Activation."""
    places = ((450, 300, 90), (450, 600, 270))
    state = battle(ROOKIE, "tie-phantom/sigma-squadron-pilot", places)
    state = go(flights(state, "straight 1", "straight 2"), "pass", "act cloak")
    phantom = state.ships[1]
    assert phantom.cloaked
    assert phantom.agility == 4
    state = go(state.ship(0, place=(700.0, 300.0, 90.0)), "dial rookie-pilot straight 1")
    state = go(state, "dial sigma-squadron-pilot straight 2")
    assert asked(state) == "decloak"
    assert not state.complete_moves
    assert why(state, "act focus").startswith("XW-235")
    assert why(state, "act decloak straight 99.0").startswith("XW-161")
    x, y, heading = state.ships[1].place
    out = go(state, "act decloak left 0.0").ships[1]
    assert not out.cloaked
    assert (x, y, heading) == (450.0, 480.0, 270.0)
    assert out.place == (570.0, 480.0, 270.0)  # 120 to its left
    assert go(state, "pass").ships[1].cloaked


def test_xw_235_a_cloaked_ship_does_not_attack():
    """XW-235."""
    state = battle(ROOKIE, "tie-phantom/sigma-squadron-pilot").ship(1, cloaked=True)
    assert volley(state).to_move == 0
    assert skip(go(volley(state), "hold rookie-pilot"), "set dial").round == 2


def test_xw_236_slam():
    """XW-236: A second maneuver of the same speed, stress by its color, and no attack."""
    places = ((300, 100, 90), (600, 800, 270))
    state = battle("k-wing/guardian-squadron-pilot", ACADEMY, places)
    state = flights(state, "straight 2", "straight 2")
    while state.active != 0:
        state = go(state, "pass")
    assert "act slam" in texts(state)
    state = go(state, "act slam")
    assert asked(state) == "slam"
    assert why(state, "fly straight 1").startswith("XW-236")
    state = go(state, "fly straight 2")
    ship = state.ships[0]
    assert ship.place == (300.0, 340.0, 90.0)
    assert ship.disarmed
    assert ship.done == ("slam",)
    assert asked(state) == "set dial"  # no action after it


def test_xw_236_disabled_weapons_do_not_fire():
    """XW-236."""
    state = volley(battle().ship(0, disarmed=True))
    assert state.to_move == 1
    assert not skip(state, "set dial").ships[0].disarmed


def test_xw_238_a_mobile_arc_turns():
    """XW-238."""
    places = ((450, 300, 90), (700, 540, 270))
    state = battle("lancer-class-pursuit-craft/ketsu-onyo", ACADEMY, places)
    state = go(flights(state, "straight 1", "straight 2"), "pass")
    assert state.ships[0].arc == "front"
    assert "act rotate-arc front" not in texts(state)
    assert why(state, "act rotate-arc front").startswith("XW-238")
    assert go(state, "act rotate-arc left").ships[0].arc == "left"


def test_xw_231_a_tallon_roll_has_three_places():
    """XW-231."""
    places = ((300, 300, 90), (700, 800, 270))
    state = battle("t-70-x-wing/blue-squadron-novice", ACADEMY, places)
    state = flights(state, "tallon left 3", "straight 2")
    state = go(state, "pass")
    assert texts(state) == ["end back", "end front", "end middle"]
    assert why(state, "end side").startswith("XW-231")
    ends = {at: go(state, f"end {at}").ships[0].place for at in ("back", "front", "middle")}
    assert len(set(ends.values())) == 3


def test_xw_231_a_place_that_is_taken_is_not_offered():
    """XW-231."""
    places = ((300, 300, 90), (700, 800, 270))
    state = battle("t-70-x-wing/blue-squadron-novice", ACADEMY, places)
    free = go(flights(state, "tallon left 3", "straight 2"), "pass")
    x, y, _ = go(free, "end back").ships[0].place
    taken = free.ship(1, place=(x, y + 31.0, 0.0))
    assert texts(taken) != texts(free)
    assert why(taken, "end back").startswith("XW-231")


def test_xw_239_what_is_not_played_is_said():
    """XW-239."""
    places = ((300, 100, 90), (600, 800, 270))
    state = battle(ROOKIE, "alpha-class-star-wing/nu-squadron-pilot", places)
    state = flights(state, "straight 1", "straight 2")
    while state.active != 1:
        state = go(state, "pass")
    assert why(state, "act reload").startswith("XW-239")
