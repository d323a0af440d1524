"""Attacks: steps, dice, order of changes, results (XW-59 to XW-87)."""

import pytest

from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.combat import left_after

from .scenes import (
    ACADEMY,
    BIGGS,
    BLACK,
    CURSE,
    LUKE,
    MAULER,
    RED,
    ROOKIE,
    again,
    asked,
    battle,
    go,
    kinds,
    skip,
    texts,
    volley,
    why,
)


def rookie_shoots(**academy):
    state = battle().ship(1, **academy)
    return go(volley(state), "shoot rookie-pilot academy-pilot")


def test_tv_31_the_example_of_pages_14_and_15():
    """XW-69 to XW-82: four dice with lock and focus; two evades cancel two hits."""
    state = battle().ship(0, focus=1, lock=1).ship(1, evade=1)
    state = go(volley(state), "shoot rookie-pilot academy-pilot")
    assert state.chance().count == 4
    state = go(state, ("blank", "crit", "focus", "hit"))
    state = go(state, "reroll blank", ("hit",), "spend focus")
    assert sorted(die.rstrip("*") for die in state.shot.attack) == ["crit", "hit", "hit", "hit"]
    assert state.chance().count == 3
    state = go(state, ("blank", "evade", "focus"))
    assert texts(state) == ["done", "spend evade"]
    state = go(state, "spend evade")
    assert state.ships[1].evade == 0
    assert asked(state) == "faceup card"
    assert state.ships[1].hidden == 1  # normal damage before critical damage (XW-81)
    survives = go(state, ("structural-damage",))
    assert survives.ships[1].damage == 2
    assert survives.ships[1].fate == ""
    dies = go(state, ("direct-hit",))
    assert dies.ships[1].fate == "destroyed"


def test_tv_32_a_shield_takes_a_critical_point():
    """XW-79, XW-82: HIT, CRIT, FOCUS against BLANK, EVADE and two shields."""
    state = go(volley(battle().ship(0, stress=0)), "hold rookie-pilot")
    state = go(state, "shoot academy-pilot rookie-pilot")
    assert state.chance().count == 3
    state = go(state, ("crit", "focus", "hit"))
    assert state.chance().count == 2
    state = go(state, ("blank", "evade"))
    rookie = state.ships[0]
    assert (rookie.shields, rookie.damage, rookie.faceup) == (1, 0, ())


@pytest.mark.parametrize(("evades", "left"), [(1, (1, 1)), (2, (0, 1)), (3, (0, 0)), (4, (0, 0))])
def test_tv_33_evades_cancel_hits_before_critical_hits(evades, left):
    """XW-79."""
    assert left_after(2, 1, evades) == left


def test_tv_34_shields_first():
    """XW-81, XW-82: one shield takes the hit, both critical points are faceup cards."""
    state = battle(LUKE, MAULER).ship(0, shields=1)
    state = go(volley(state), "hold luke-skywalker", "shoot mauler-mithel luke-skywalker")
    assert state.chance().count == 4  # Mauler at range 1
    state = go(state, ("blank", "crit", "crit", "hit"), ("blank", "blank"))
    state = go(state, ("damaged-engine",), ("stunned-pilot",))
    luke = state.ships[0]
    assert (luke.shields, luke.faceup, luke.hidden) == (0, ("damaged-engine", "stunned-pilot"), 0)


@pytest.mark.parametrize(("y", "attack", "defense"), [(440, 4, 3), (540, 3, 3), (640, 3, 4)])
def test_tv_35_dice_by_range(y, attack, defense):
    """XW-69, XW-70: one more attack die at range 1, one more defense die at range 3."""
    state = battle(places=((450, 300, 90), (450, y, 270)))
    state = go(volley(state), "shoot rookie-pilot academy-pilot")
    assert state.chance().count == attack
    state = go(state, ("blank",) * attack)
    assert state.chance().count == defense


def test_tv_35_a_weapon_malfunction_takes_a_die():
    """XW-206."""
    state = battle(places=((450, 300, 90), (450, 640, 270))).ship(0, faceup=("weapon-malfunction",))
    assert go(volley(state), "shoot rookie-pilot academy-pilot").chance().count == 2


def test_tv_36_no_die_is_rerolled_twice():
    """XW-72, XW-74: what the lock rerolled is barred, and the lock is gone."""
    state = battle().ship(0, lock=1, focus=1)
    state = go(volley(state), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "blank", "hit", "hit"))
    state = go(state, "reroll blank blank", ("blank", "crit"))
    assert state.ships[0].lock == -1
    assert texts(state) == ["done", "spend focus"]
    later = state.ship(0, lock=1)  # as if another effect rerolled
    assert texts(later) == ["done", "reroll hit", "reroll hit hit", "spend focus"]


def test_rerolls_name_dice_that_lie_there():
    """XW-74."""
    state = go(volley(battle().ship(0, lock=1)), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "blank", "hit", "hit"))
    assert "XW-74" in why(state, "reroll focus")
    assert "XW-74" in why(state, "reroll blank blank blank")
    assert why(state, "reroll blank hit") is None


def test_a_lock_on_another_ship_rerolls_nothing():
    """XW-74: only the lock on the defender."""
    places = ((450, 300, 90), (400, 440, 270), (500, 440, 270))
    state = volley(battle(ROOKIE, f"{ACADEMY}, {ACADEMY}", places).ship(0, lock=2, focus=1))
    state = go(state, "shoot rookie-pilot academy-pilot-1", ("blank",) * 3)
    assert texts(state) == ["done", "spend focus"]
    assert why(state, "reroll blank").startswith("XW-72, XW-74")


def killing():
    """Black (with initiative) can shoot a Red Squadron Pilot with one hull point left."""
    return battle(RED, BLACK).ship(0, shields=0, hidden=2)


def test_tv_37_equal_skill_may_still_attack():
    """XW-87: Red is doomed, attacks, and is then removed."""
    state = go(volley(killing()), "shoot black-squadron-pilot red-squadron-pilot")
    state = go(state, ("blank", "blank", "hit"), ("blank", "blank"))
    red = state.ships[0]
    assert red.doomed
    assert red.fate == ""
    assert asked(state) == "choose attack"
    assert state.to_move == 0
    state = go(state, "shoot red-squadron-pilot black-squadron-pilot")
    state = go(state, ("blank",) * 4, ("blank",) * 3)
    assert state.ships[0].fate == "destroyed"
    assert "XW-87" in [rule for event in state.events for rule in event.rules]


def test_xw_221_surplus_damage_is_dealt_to_a_doomed_ship():
    """XW-221: Red has one point left and takes two cards."""
    state = go(volley(killing()), "shoot black-squadron-pilot red-squadron-pilot")
    before = state.ships[0].hidden
    state = go(state, ("blank", "hit", "hit"), ("blank", "blank"))
    red = state.ships[0]
    assert red.doomed and red.fate == "" and red.hidden == before + 2


def test_xw_219_a_ship_may_hold_several_tokens():
    """XW-219: two of each are held, and all go in the End phase."""
    state = again(battle().ship(0, focus=2, evade=2), "end", "round")
    assert battle().ship(0, focus=2, evade=2).ships[0].focus == 2
    assert (state.ships[0].focus, state.ships[0].evade) == (0, 0)


def test_xw_99_larger_areas():
    """XW-99: a larger area may be agreed on, and ships are placed to its edges."""
    state = GAME.new(points=150, width=1200, depth=1000)
    assert (state.settings.width, state.settings.depth) == (1200, 1000)


def test_tv_37_a_lower_skill_is_removed_at_once():
    """XW-85, XW-86: PS 6 kills PS 2, which never attacks."""
    state = battle(ROOKIE, CURSE).ship(0, shields=0, hidden=2)
    state = go(volley(state), "shoot dark-curse rookie-pilot")
    state = go(state, ("blank", "blank", "hit"), ("blank", "blank"))
    assert state.ships[0].fate == "destroyed"
    assert not state.ships[0].doomed


def test_tv_37_who_has_attacked_is_removed_at_once():
    """XW-87."""
    state = battle(RED, BLACK).ship(1, hidden=2)
    state = go(volley(state), "hold black-squadron-pilot")
    state = go(state, "shoot red-squadron-pilot black-squadron-pilot")
    state = go(state, ("hit",) * 4, ("blank",) * 3)
    assert state.ships[1].fate == "destroyed"


def test_tv_47_the_last_ships_go_together():
    """XW-92, A-19: the doomed last ship kills the last enemy; initiative decides."""
    state = killing().ship(1, hidden=2)
    state = go(volley(state), "shoot black-squadron-pilot red-squadron-pilot")
    state = go(state, ("blank", "blank", "hit"), ("blank", "blank"))
    state = go(state, "shoot red-squadron-pilot black-squadron-pilot")
    state = go(state, ("hit",) * 4, ("blank",) * 3)
    while state.to_move == -1:
        state = state.apply(state.chance().outcomes()[0][0])
    assert str(state.result()).startswith("seat 1 wins")
    assert state.result().reason.name == "TOGETHER"


def test_tv_42_combat_goes_down_in_skill():
    """XW-13, XW-59."""
    places = ((300, 300, 90), (500, 300, 90), (300, 440, 270), (500, 440, 270))
    state = volley(battle(f"{LUKE}, {ROOKIE}", f"{CURSE}, {ACADEMY}", places))
    order = []
    while asked(state) == "choose attack":
        (hold,) = [text for text in texts(state) if text.startswith("hold")]
        order.append(hold.removeprefix("hold "))
        state = go(state, hold)
    assert order == ["luke-skywalker", "dark-curse", "rookie-pilot", "academy-pilot"]


def test_tv_43_initiative_attacks_first_among_equals():
    """XW-60."""
    assert volley(battle(RED, BLACK)).to_move == 1


def test_own_ships_of_equal_skill_attack_in_any_order():
    """XW-60."""
    places = ((450, 300, 90), (400, 440, 270), (500, 440, 270))
    state = go(volley(battle(ROOKIE, f"{ACADEMY}, {ACADEMY}", places)), "hold rookie-pilot")
    holds = [text for text in texts(state) if text.startswith("hold")]
    assert holds == ["hold academy-pilot-1", "hold academy-pilot-2"]


def test_only_the_ship_whose_turn_it_is_attacks():
    """XW-59, XW-60."""
    state = volley(battle())
    assert "XW-60" in why(state, "shoot academy-pilot rookie-pilot")
    assert "XW-60" in why(state, "hold academy-pilot")
    assert "XW-62" in why(state, "shoot rookie-pilot rookie-pilot")
    assert "XW-62" in why(state, "shoot rookie-pilot nobody")


def test_ships_that_touch_do_not_attack_each_other():
    """XW-42: they pass the phase without being asked."""
    state = volley(battle(places=((450, 300, 90), (450, 340, 270))))
    assert asked(state) == "set dial"
    assert state.round == 2


def test_out_of_arc_is_no_target():
    """XW-62, XW-63."""
    places = ((450, 300, 90), (450, 440, 270), (450, 160, 90))
    state = volley(battle(ROOKIE, f"{ACADEMY}, {ACADEMY}", places))
    assert texts(state) == ["hold rookie-pilot", "shoot rookie-pilot academy-pilot-1"]
    assert "arc" in why(state, "shoot rookie-pilot academy-pilot-2")


def test_xw_73_the_defender_spends_after_the_roll_in_any_order():
    """XW-73, XW-76, XW-77, A-17: several evade tokens, and focus, in any order."""
    state = go(rookie_shoots(evade=2, focus=1), ("hit",) * 4)
    state = go(state, ("blank", "focus", "focus"), "spend evade", "spend focus", "spend evade")
    assert state.ships[1].fate == ""
    assert state.ships[1].damage == 0
    assert (state.ships[1].evade, state.ships[1].focus) == (0, 0)


def test_spending_without_effect_is_allowed():
    """A-17: a focus token without a focus result."""
    state = go(volley(battle().ship(0, focus=1)), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "hit", "hit", "hit"))
    assert why(state, "spend focus") is None
    assert "XW-77" in why(state, "spend evade")


def test_xw_75_focus_turns_every_focus_result():
    """XW-75."""
    state = go(volley(battle().ship(0, focus=1)), "shoot rookie-pilot academy-pilot")
    state = go(state, ("blank", "focus", "focus", "hit"), "spend focus")
    assert state.shot.attack == ("blank", "hit", "hit", "hit")


def test_dark_curse_denies_focus_and_rerolls():
    """XW-204."""
    state = battle(ROOKIE, CURSE).ship(0, focus=1, lock=1)
    state = go(volley(state), "hold dark-curse", "shoot rookie-pilot dark-curse")
    state = go(state, ("blank", "focus", "hit", "hit"))
    assert asked(state) == "defense dice"  # nothing may be changed


def test_dark_curse_with_an_injured_pilot_denies_nothing():
    """XW-206."""
    state = battle(ROOKIE, CURSE).ship(0, focus=1).ship(1, faceup=("injured-pilot",))
    state = go(volley(state), "hold dark-curse", "shoot rookie-pilot dark-curse")
    state = go(state, ("blank", "focus", "hit", "hit"))
    assert texts(state) == ["done", "spend focus"]


def test_luke_turns_one_focus_into_an_evade_once():
    """XW-204."""
    state = go(volley(battle(LUKE, ACADEMY)), "hold luke-skywalker")
    state = go(state, "shoot academy-pilot luke-skywalker", ("hit", "hit", "hit"))
    state = go(state, ("focus", "focus"))
    assert texts(state) == ["done", "use luke-skywalker"]
    state = go(state, "use luke-skywalker")
    assert state.ships[0].shields == 0  # one of three was evaded, and he is not asked again
    assert state.ships[0].hidden == 0


def test_mauler_has_no_extra_die_at_range_2():
    """XW-204."""
    state = battle(LUKE, MAULER, ((450, 300, 90), (450, 441, 270)))
    state = go(volley(state), "hold luke-skywalker", "shoot mauler-mithel luke-skywalker")
    assert state.chance().count == 2


def test_biggs_draws_the_fire():
    """XW-204, A-21: friends at range 1 of him, where he could be chosen instead."""
    places = ((420, 300, 90), (480, 300, 90), (450, 440, 270))
    state = volley(battle(f"{BIGGS}, {ROOKIE}", ACADEMY, places))
    state = go(state, "hold biggs-darklighter", "hold rookie-pilot")
    assert texts(state) == ["hold academy-pilot", "shoot academy-pilot biggs-darklighter"]
    assert why(state, "shoot academy-pilot rookie-pilot").startswith("XW-204")
    away = state.ship(0, place=(420.0, 100.0, 90.0))
    assert why(away, "shoot academy-pilot rookie-pilot") is None  # farther than range 1
    touching = state.ship(0, place=(450.0, 400.0, 90.0))
    assert why(touching, "shoot academy-pilot rookie-pilot") is None  # he cannot be chosen


def test_biggs_with_the_erratum_draws_fire_in_one_round():
    """A-21: chosen at the start of a Combat phase, once a game."""
    places = ((420, 300, 90), (480, 300, 90), (450, 440, 270))
    state = battle(f"{BIGGS}, {ROOKIE}", ACADEMY, places, late_biggs=True)
    state = volley(state)
    assert texts(state) == ["pass", "use biggs-darklighter"]
    assert why(state, "use rookie-pilot").startswith("XW-204")
    passed = go(state, "pass", "hold biggs-darklighter", "hold rookie-pilot")
    assert why(passed, "shoot academy-pilot rookie-pilot") is None
    used = go(state, "use biggs-darklighter", "hold biggs-darklighter", "hold rookie-pilot")
    assert why(used, "shoot academy-pilot rookie-pilot").startswith("XW-204")
    later = volley(used.but(round=2))
    assert asked(later) == "choose attack"  # he is not asked again
    later = go(later, "hold biggs-darklighter", "hold rookie-pilot")
    assert why(later, "shoot academy-pilot rookie-pilot") is None


def test_wedge_lowers_agility():
    """XW-70, XW-71: a card of the wider game, by data alone."""
    state = go(volley(battle("x-wing/wedge-antilles")), "shoot wedge-antilles academy-pilot")
    assert go(state, ("blank",) * 4).chance().count == 2


def armed(*upgrades, lock=1, y=540, focus=0):
    rebel = " + ".join([LUKE, *upgrades])
    state = battle(rebel, ACADEMY, ((450, 300, 90), (450, y, 270)))
    return volley(state.ship(0, lock=lock, focus=focus))


def test_torpedoes_need_range_and_lock():
    """XW-58, XW-207."""
    shot = "shoot luke-skywalker academy-pilot proton-torpedoes"
    assert why(armed("proton-torpedoes"), shot) is None
    assert "XW-58" in why(armed("proton-torpedoes", lock=-1), shot)
    assert "XW-207" in why(armed("proton-torpedoes", y=440), shot)
    assert "XW-207" in why(armed("r2-d2"), shot)


def test_torpedoes_spend_lock_and_card_and_make_a_critical_hit():
    """XW-205, XW-208, XW-209."""
    state = armed("proton-torpedoes", y=640, focus=1)
    state = go(state, "shoot luke-skywalker academy-pilot proton-torpedoes")
    assert state.chance().count == 4
    assert state.ships[0].lock == -1
    assert state.ships[0].upgrades == ()
    state = go(state, ("blank", "blank", "focus", "focus"))
    assert texts(state) == ["done", "spend focus", "use proton-torpedoes"]
    state = go(state, "use proton-torpedoes", "spend focus")
    assert state.shot.attack == ("blank", "blank", "crit", "hit")
    assert state.chance().count == 3  # no defense die more at range 3 (XW-208)


def test_marksmanship_lasts_for_the_round():
    """XW-205."""
    state = armed("marksmanship", lock=-1)
    plain = go(state, "shoot luke-skywalker academy-pilot", ("focus",) * 3)
    assert asked(plain) == "defense dice"
    state = state.ship(0, done=("marksmanship",))
    state = go(state, "shoot luke-skywalker academy-pilot", ("focus",) * 3)
    state = go(state, "use marksmanship")
    assert state.shot.attack == ("crit", "hit", "hit")


def test_xw_214_an_asteroid_gives_a_die():
    """XW-214."""
    state = battle(places=((450, 300, 90), (450, 540, 270))).but(
        rocks=(("asteroid-4", 450.0, 420.0, 0.0),)
    )
    state = go(volley(state), "shoot rookie-pilot academy-pilot", ("blank",) * 3)
    assert state.chance().count == 4


def test_xw_212_nobody_attacks_from_an_asteroid():
    """XW-212."""
    state = battle().but(rocks=(("asteroid-4", 450.0, 300.0, 0.0),))
    state = volley(state)
    assert state.to_move == 1  # the rookie passes; but it can be attacked
    assert why(state, "shoot academy-pilot rookie-pilot") is None


def test_a_15_no_dice_no_attack():
    """XW-71: a Blinded Pilot rolls none, and sees again."""
    state = volley(battle().ship(0, faceup=("blinded-pilot",)))
    state = go(state, "shoot rookie-pilot academy-pilot")
    assert state.ships[0].facedown == ("blinded-pilot",)
    assert state.ships[0].faceup == ()
    assert asked(state) == "choose attack"
    assert state.to_move == 1
    assert state.ships[0].damage == 1


def test_the_next_attack_is_that_of_every_blinded_pilot():
    """XW-206: two such cards cost one attack, not two."""
    state = volley(battle().ship(0, faceup=("blinded-pilot", "blinded-pilot")))
    state = go(state, "shoot rookie-pilot academy-pilot")
    assert (state.ships[0].faceup, state.ships[0].facedown) == ((), ("blinded-pilot",) * 2)


def test_a_blinded_pilot_that_holds_stays_blind():
    state = go(volley(battle().ship(0, faceup=("blinded-pilot",))), "hold rookie-pilot")
    assert state.ships[0].faceup == ("blinded-pilot",)


def test_tv_50_the_end_phase_takes_focus_and_evade():
    """XW-35, XW-57, XW-90."""
    state = volley(battle().ship(1, evade=1, focus=2, stress=1, lock=0))
    state = skip(state, "set dial")
    academy = state.ships[1]
    assert (academy.evade, academy.focus, academy.stress, academy.lock) == (0, 0, 1, 0)


def test_a_miss_is_told():
    """XW-80."""
    state = go(rookie_shoots(), ("blank",) * 4, ("blank",) * 3)
    assert kinds(state) == ["rolls", "misses"]
