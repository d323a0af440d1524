"""Melee without a table: dice, Defence, wounds, pushes, leaving (UF-75, UF-79 to UF-88)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.games.unforged.components import SIZES
from tablesim.games.unforged.numbers.dice import die
from tablesim.games.unforged.numbers.profiles import Body, Effect, Profile
from tablesim.games.unforged.numbers.psychology import shaken
from tablesim.games.unforged.numbers.strikes import (
    Blow,
    Combatant,
    Damage,
    Hits,
    behind_obstacle,
    entering,
    leave_tests,
    strike,
)
from tablesim.games.unforged.numbers.tables import tables
from tablesim.games.unforged.numbers.values import Change
from tablesim.games.unforged.numbers.weapons import melee
from tablesim.games.unforged.options import options

DEFAULTS = options()
FIST, SWORD, HAMMER, GREAT, PLASMA = (
    melee()[id_] for id_ in ("fist", "sword", "great-hammer", "great-sword", "plasma-spear")
)


def fighter(combat=4, weapon=FIST, size="normal", *, strength=3, toughness=5, effects=(), **kind):
    return Combatant(Body(Profile(4, strength, toughness, combat), size, effects), weapon, **kind)


SOLDIER, TOUGH = fighter(2), fighter(4, toughness=8)


@pytest.mark.parametrize(
    ("spent", "obstacles", "dice"),
    [(3.9, 0, 3), (4.0, 0, 3), (4.0 + 9e-7, 0, 3), (4.1, 0, 1), (6.0, 1, 0)],
)
def test_TV_19_moving_in(spent, obstacles, dice):
    """TV-19: UF-75; HR-66: Combat 2, Move 4."""
    mover = fighter(2, modifiers=entering(spent, 4, obstacles=obstacles))
    assert mover.dice(DEFAULTS) == dice


def test_TV_19_behind_an_obstacle():
    """TV-19: UF-75; a second obstacle costs a second die."""
    assert fighter(2, modifiers=behind_obstacle()).dice(DEFAULTS) == 3
    assert fighter(4, modifiers=entering(2, 4, obstacles=2)).dice(DEFAULTS) == 3


@pytest.mark.parametrize(
    ("weapon", "size", "combat", "two_handed", "dice"),
    [
        (HAMMER, "normal", 4, False, 2),
        (HAMMER, "normal", 4, True, 3),
        (HAMMER, "small", 3, False, 1),
        (HAMMER, "large", 4, False, 3),
        (HAMMER, "large", 4, True, 4),
        (HAMMER, "huge", 4, False, 4),
        (GREAT, "normal", 4, False, 3),
        (GREAT, "normal", 4, True, 4),
    ],
)
def test_TV_19_heavy_weapons(weapon, size, combat, two_handed, dice):
    """TV-19: UF-104, UF-105; HR-66, HR-15: both sides: the Defence falls with the dice."""
    user = fighter(combat, weapon, size, two_handed=two_handed)
    assert user.dice(DEFAULTS) == user.defence(DEFAULTS) == dice
    assert user.defence(options(dice_penalty_hits_defence=False)) == combat


def test_TV_19_plasma_spear():
    """TV-19: UF-108: one die only, the Defence stays."""
    assert fighter(4, PLASMA).dice(DEFAULTS) == 1 and fighter(4, PLASMA).defence(DEFAULTS) == 4
    assert fighter(4, PLASMA, modifiers=(1,), extra_dice=1).dice(DEFAULTS) == 1
    assert fighter(1, PLASMA, modifiers=(-1,)).dice(DEFAULTS) == 0


def test_HR_66_the_order_of_penalties():
    """HR-66: a heavy weapon leaves one die, moving in may take it."""
    user = fighter(2, HAMMER, "small", modifiers=(-1,))
    assert user.dice(DEFAULTS) == 0 and user.defence(DEFAULTS) == 0
    assert fighter(0).dice(DEFAULTS) == 0
    assert fighter(2, modifiers=(-1, -1, -1)).dice(DEFAULTS) == 0


def test_TV_9_defence_after_a_double_move():
    """TV-9: HR-15; UF-29: both sides; what is gained raises no Defence."""
    ran = fighter(4, modifiers=entering(8, 4))
    assert ran.defence(DEFAULTS) == 3
    assert ran.defence(options(dice_penalty_hits_defence=False)) == 4
    assert fighter(4, modifiers=entering(2, 4)).defence(DEFAULTS) == 4
    assert fighter(4, modifiers=entering(2, 4, obstacles=1)).defence(DEFAULTS) == 3


def test_TV_9_failed_fear():
    """TV-9: UF-57; HR-44: Combat and Defence become 1."""
    scared = fighter(4, effects=(shaken(),))
    assert scared.dice(DEFAULTS) == scared.defence(DEFAULTS) == 1


def test_UF_29_HR_101_pistol():
    """UF-106; HR-101: one die more, no Defence."""
    assert fighter(4, extra_dice=1).dice(DEFAULTS) == 5
    assert fighter(4, extra_dice=1).defence(DEFAULTS) == 4


@pytest.mark.parametrize("defence", range(9))
def test_TV_20_chance_of_each_die(defence):
    """TV-20: UF-81; HR-14: a 0 is never a hit, not even against Defence 0."""
    target = replace(fighter(defence, effects=()), body=Body(Profile(4, 3, 5, defence)))
    attack = strike(fighter(1), target, DEFAULTS)
    shown = [attack.hits([raw]) for raw in range(10)]
    assert sum(hits.dealt for hits in shown) == 9 - defence
    assert [hits.taken for hits in shown] == [1] + [0] * 9


def test_UF_81_dice_are_counted():
    """UF-81: against Defence 4 the dice 0, 4, 5, 9 hit twice, and once the striker."""
    attack = strike(fighter(4), fighter(4), DEFAULTS)
    assert attack.hits([0, 4, 5, 9]) == Hits(2, 1, 0)
    with pytest.raises(ValueError, match="rolls 4 combat dice"):
        attack.hits([1, 2])


@pytest.mark.parametrize("how", ["rear", "down", "lame"])
def test_TV_20_all_hit_without_a_roll(how):
    """TV-20: UF-24, UF-78, UF-80; HR-74: from the rear, or against a model that is down."""
    lame = (Effect("M", Change(plus=-5)),) if how == "lame" else ()
    target = fighter(4, down=how == "down", effects=lame)
    attack = strike(fighter(3), target, DEFAULTS, rear=how == "rear")
    assert attack.rolled == 0 and attack.hits([]) == Hits(3, 0, 0)


def test_UF_24_a_model_that_cannot_move_is_not_down():
    """UF-23, UF-24: Move 0 is no automatic hit."""
    stuck = fighter(4, effects=(Effect("M", Change(plus=-4)),))
    assert strike(fighter(3), stuck, DEFAULTS).rolled == 3


def test_HR_73_threshold():
    """HR-73: both sides: the Defence, or the dice that the target rolls now."""
    target = fighter(4, modifiers=(1,))
    assert strike(SOLDIER, target, DEFAULTS).over == 4
    assert strike(SOLDIER, target, options(threshold="current_dice")).over == 5


def test_HR_74_zeros():
    """HR-74: the opponent's row, weapon and Strength; both sides of zeros_need_reach."""
    hammerer = fighter(4, HAMMER, "large", strength=5)
    small = fighter(3, SWORD, "small", toughness=4)
    attack = strike(small, hammerer, DEFAULTS, answers=False)
    assert (attack.back.die.name, attack.back.damage, attack.back.toughness) == ("D6", 11, 4)
    assert attack.back.push == 8  # HR-75: the opponent pushes
    none = strike(small, hammerer, options(zeros_need_reach=True), answers=False)
    assert none.back is None and none.hits([0, 0, 0]) == Hits(0, 0, 0)
    assert strike(small, hammerer, options(zeros_need_reach=True)).back == attack.back


ARMED = """\
D6 D6 D3 D3
D10 D10 D6 D3
D6 D10 D10 D6
D3 D6 D10 D10"""
UNARMED = """\
D3 D3 D3 D3
D6 D6 D3 D3
D6 D10 D10 D6
D3 D6 D10 D10"""
WOUNDS = {"D10": 14, "D6": 10, "D3": 6}  # tenths of TV-21


@pytest.mark.parametrize(("weapon", "table"), [(SWORD, ARMED), (FIST, UNARMED)])
def test_TV_21_size_tables(weapon, table):
    """TV-21: UF-82, UF-83; HR-72: all three sides of size_die; expected wounds of four dice."""
    strength = 3 if weapon is FIST else 1
    for striker, row in zip(SIZES, table.splitlines(), strict=True):
        for target, name in zip(SIZES, row.split(), strict=True):
            pair = (
                fighter(4, weapon, striker, strength=strength),
                fighter(4, weapon, target, strength=strength),
            )
            attack = strike(*pair, DEFAULTS)
            assert attack.die.name == "D10" and attack.blow.die.name == name
            assert attack.blow.damage == 3
            assert 4 * Fraction(1, 2) * attack.blow.chance == Fraction(WOUNDS[name], 10)
            by_hit = strike(*pair, options(size_die="hit"))
            assert by_hit.die.name == name and by_hit.blow.die.name == "D10"
            hits = 4 * by_hit.die.over(4)
            assert hits == {"D10": 2, "D6": Fraction(8, 10), "D3": 0}[name]
            assert hits * by_hit.blow.chance == hits * Fraction(7, 10)
            both = strike(*pair, options(size_die="both"))
            assert both.die.name == both.blow.die.name == name


def test_TV_21_hit_dice_against_defence_2():
    """TV-21: HR-72: expected hits of four dice against Defence 2."""
    expected = {"D10": Fraction(28, 10), "D6": 2, "D3": Fraction(12, 10)}
    assert {name: 4 * die(name).over(2) for name in expected} == expected


def test_UF_82_weapon_and_own_strength_add_up():
    """UF-82: and they must exceed Toughness, not reach it."""
    attack = strike(fighter(4, SWORD), fighter(4, toughness=9), DEFAULTS)
    assert attack.blow.damage == 5
    assert [attack.blow.wounds(raw) for raw in (4, 5)] == [False, True]
    assert attack.blow.result([4, 5, 9, 0]) == Damage(2, 2)


def test_UF_26_toughness_of_0_or_less_is_always_wounded():
    """UF-26, UF-25: a total of 0 exceeds -1."""
    weak = fighter(4, effects=(Effect("T", Change(plus=-6)),))
    assert strike(SOLDIER, weak, DEFAULTS).blow.chance == 1
    limp = fighter(4, effects=(Effect("S", Change(plus=-5)),))
    assert strike(limp, SOLDIER, DEFAULTS).blow.damage == -2


PUSH = {
    "small": (0, 0, 0, 0),
    "normal": (4, 2, 1, 0),
    "large": (8, 4, 2, 1),
    "huge": (16, 8, 4, 2),
}


def test_TV_24_pushes():
    """TV-24: UF-85, UF-86; HR-78: all of the table, summed, 16 at most."""
    for striker, row in PUSH.items():
        for target, inches in zip(SIZES, row, strict=True):
            hit = strike(fighter(4, size=striker), fighter(4, size=target), DEFAULTS).blow
            assert hit.push == inches
            for failed in range(8):
                assert hit.pushed(failed) == min(16, failed * inches)
    normal, small, huge = (fighter(4, size=size) for size in ("normal", "small", "huge"))
    assert strike(normal, normal, DEFAULTS).blow.pushed(3) == 6
    assert strike(huge, small, DEFAULTS).blow.pushed(2) == 16
    assert strike(normal, huge, DEFAULTS).blow.pushed(5) == 0


def test_TV_36_poison():
    """TV-36: UF-120; HR-105: 1s wound beside the normal hits; not from the rear; UF-111."""
    assassin = fighter(3, rules={"poison": 1})
    attack = strike(assassin, fighter(4), DEFAULTS)
    assert attack.hits([1, 1, 7]) == Hits(1, 0, 2)
    assert 3 * Fraction(sum(attack.hits([raw, 9, 9]).poisoned for raw in range(10)), 10) == (
        Fraction(3, 10)
    )
    assert strike(assassin, fighter(4), DEFAULTS, rear=True).hits([]).poisoned == 0
    immune = fighter(4, rules={"immunity": 1})
    assert strike(assassin, immune, DEFAULTS).hits([1, 1, 1]).poisoned == 0
    # A 1 that hits, against Defence 0, does both.
    assert strike(assassin, fighter(0), DEFAULTS).hits([1, 0, 0]) == Hits(1, 2, 1)


def test_HR_105_poison_on_damage_dice():
    """HR-105: the other side of poison_die: a 1 on a damage die wounds, and pushes nothing."""
    other = options(poison_die="damage")
    attack = strike(fighter(3, rules={"poison": 1}), fighter(4, toughness=9), other)
    assert not attack.poison and attack.hits([1, 1, 7]).poisoned == 0
    assert attack.blow.result([0, 1, 2, 3]) == Damage(2, 2)  # D6: two faces of 1
    plain = strike(fighter(3), fighter(4, toughness=9), other)
    assert plain.blow.result([0, 1, 2, 3]) == Damage(0, 4)


def test_UF_120_poisoned_weapons():
    """UF-120, UF-101: an army's own weapon may be poisoned, its fist is not."""
    dagger = replace(SWORD, rules={"poison": 1})
    assert fighter(3, dagger).poisons(SOLDIER) and not fighter(3).poisons(SOLDIER)


@pytest.mark.parametrize(
    ("leaver", "toughness", "preventers", "wounded"),
    [
        ("normal", 5, ["small"], 0),
        ("normal", 5, ["normal"], Fraction(1, 10)),
        ("normal", 5, ["large"], Fraction(4, 10)),
        ("normal", 5, ["huge"], Fraction(1, 10)),
        ("small", 2, ["large"], Fraction(3, 10)),
        ("small", 3, ["large"], 0),
        ("large", 5, ["normal"], 0),
        ("large", 5, ["large"], Fraction(1, 10)),
        ("large", 5, ["huge"], Fraction(4, 10)),
        ("normal", 5, ["normal", "normal"], Fraction(19, 100)),
    ],
)
def test_TV_26_leaving_melee(leaver, toughness, preventers, wounded):
    """TV-26: UF-88; HR-80, HR-81."""
    body = Body(Profile(4, 3, toughness, 4), leaver)
    unhurt = Fraction(1)
    for test in leave_tests(body, preventers, DEFAULTS):
        unhurt *= test.chance
    assert 1 - unhurt == wounded


def test_HR_80_hardest_only():
    """HR-80: both sides of leave_tests."""
    body = Body(Profile(4, 3, 5, 4))
    crowd = ["normal", "large", "small"]
    assert [test.die.name for test in leave_tests(body, crowd, DEFAULTS)] == ["D6", "D10"]
    hardest = options(leave_tests="hardest_only")
    assert [test.die.name for test in leave_tests(body, crowd, hardest)] == ["D10"]
    assert leave_tests(body, ["small"], hardest) == ()


def test_HR_81_row_huge_repeats_row_large():
    """HR-81: kept as printed."""
    leave = tables().leave
    assert [leave["large"][s] for s in SIZES] == [leave["huge"][s] for s in SIZES]


@given(
    st.integers(1, 8),
    st.integers(0, 8),
    st.tuples(st.sampled_from(SIZES), st.sampled_from(SIZES)),
    st.sampled_from(sorted(melee())),
    st.sampled_from([(), (1,), (-1,), (-1, -1), (1, -1)]),
)
def test_dice_and_defence_stay_in_bounds(combat, strength, sizes, id_, modifiers):
    """UF-29; HR-14, HR-15, HR-66: properties of any fighter."""
    size, other = sizes
    weapon = melee()[id_]
    user = Combatant(Body(Profile(4, strength, 5, combat), size), weapon, modifiers=modifiers)
    dice, defence = user.dice(DEFAULTS), user.defence(DEFAULTS)
    assert 0 <= dice <= combat + modifiers.count(1) and 0 <= defence <= combat
    more = replace(user, body=Body(Profile(4, strength, 5, combat + 1), size))
    assert more.dice(DEFAULTS) >= dice and more.defence(DEFAULTS) >= defence
    hit = strike(user, fighter(4, size=other), DEFAULTS).blow
    assert hit.chance >= replace(hit, toughness=hit.toughness + 1).chance
    assert hit.chance <= replace(hit, damage=hit.damage + 1).chance


def test_UF_84_one_wound_for_each_successful_die():
    """UF-84: against every pair of faces by hand."""
    blow = Blow(die("D6"), 3, 5, 2)
    faces = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6]
    for pair in product(range(10), repeat=2):
        wounds = sum(faces[raw] + 3 > 5 for raw in pair)
        assert blow.result(pair) == Damage(wounds, 2 - wounds)
