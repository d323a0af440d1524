"""Characteristics, their tests, Defence and low Toughness (UF-18 to UF-33)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.games.unforged.numbers.dice import NAMES, die
from tablesim.games.unforged.numbers.gear import armors
from tablesim.games.unforged.numbers.profiles import (
    STATS,
    Body,
    Effect,
    Profile,
    Test,
    drained,
    examples,
    hardiness_rolls,
    height_test,
    printed_price,
    regenerated,
    saved,
)
from tablesim.games.unforged.numbers.values import Change
from tablesim.games.unforged.options import options
from tablesim.games.unforged.rules import drop_band

DEFAULTS = options()
SOLDIER = Profile.parse("M4 S3 T5 C2")


def change(stat, text, **kind):
    return Effect(stat, Change.parse(text), **kind)


def wearing(profile, armor):
    return Body(profile, effects=armors()[armor].effects)


def test_UF_38_example_profiles():
    """UF-38, UF-18."""
    assert {str(example.profile): example.printed for example in examples().values()} == {
        "M4 S3 T5 C2": 6,
        "M4 S3 T8 C4": 20,
    }
    assert printed_price(SOLDIER) == 6 and printed_price(Profile(4, 3, 5, 3)) is None
    body = Body(SOLDIER)
    assert [body.value(stat, DEFAULTS) for stat in STATS] == [4, 3, 5, 2]


@pytest.mark.parametrize(
    "text", ["", "4 3 5 2", "M4 S3 T5", "M4 S3 T5 C-1", "M4S3T5C2", "MD4 S3 T5 C2"]
)
def test_what_is_no_profile_is_refused(text):
    with pytest.raises(ValueError, match="write for instance"):
        Profile.parse(text)


def test_UF_20_HR_11_move_in_dice():
    """UF-20; HR-11: a number for prices and limits, the rolled one in play; both sides."""
    wild = Profile.parse("M2D10R S5 T6 C3")
    assert str(wild) == "M2D10R S5 T6 C3"
    assert wild.number("M", DEFAULTS) == 9
    assert wild.number("M", options(random_move_value="max")) == 18
    assert Body(wild.rolled(7)).value("M", DEFAULTS) == 7
    assert wild.unbalanced(DEFAULTS) is None
    assert wild.unbalanced(options(random_move_value="max")) == ("M", "T")


@pytest.mark.parametrize(
    ("values", "legal"),
    [
        ((9, 5, 3, 2), True),
        ((4, 3, 5, 2), True),
        ((4, 3, 8, 4), True),
        ((20, 10, 10, 8), True),
        ((4, 4, 2, 1), True),
        ((4, 4, 4, 1), False),
        ((9, 4, 4, 4), False),
        ((4, 3, 9, 4), False),
    ],
)
def test_TV_3_ratio_limit(values, legal):
    """TV-3: UF-21; HR-18: on the naked profile."""
    profile = Profile(*values)
    assert (profile.unbalanced(DEFAULTS) is None) is legal
    # Whatever armor does to it: the limit looks at the profile alone.
    assert (wearing(profile, "heavy-mech").profile.unbalanced(DEFAULTS) is None) is legal


@given(st.tuples(*[st.integers(1, 20)] * 4))
def test_UF_21_means_no_value_more_than_twice_the_next(values):
    """UF-21: in any order, against all pairs by hand."""
    a, b, c, d = sorted(values, reverse=True)
    legal = a <= 2 * b and b <= 2 * c and c <= 2 * d
    for order in ((a, b, c, d), (d, b, a, c), values):
        assert (Profile(*order).unbalanced(DEFAULTS) is None) is legal


def test_TV_6_power_armor_and_mech():
    """TV-6: UF-15; HR-7: both sides; UF-67, UF-68."""
    body = wearing(Profile(4, 3, 5, 2), "power-armor")
    assert body.value("M", DEFAULTS) == 5
    assert body.pool(DEFAULTS) == 10 and body.pool(options(derived_multiplier="literal")) == 9
    assert drop_band(3, body.value("M", DEFAULTS)).limit == 3
    assert wearing(SOLDIER, "heavy-mech").value("S", DEFAULTS) == 12


def test_UF_71_units_have_half_the_pool():
    """UF-71, UF-4."""
    assert Body(SOLDIER, unit=True).pool(DEFAULTS) == 4 and Body(SOLDIER).pool(DEFAULTS) == 8


def test_UF_19_items_leave_the_starting_range():
    """UF-19."""
    assert wearing(Profile(4, 5, 10, 4), "heavy-mech").value("T", DEFAULTS) == 20


@pytest.mark.parametrize(
    ("value", "chances"),
    [
        (5, {"D10": 6, "D6": 9, "D3": 10}),
        (6, {"D10": 7, "D6": 10, "D3": 10}),
        (9, {"D10": 10, "D6": 10, "D3": 10}),
        (0, {"D10": 1, "D6": 1, "D3": 1}),
        (-1, {"D10": 0, "D6": 0, "D3": 0}),
    ],
)
def test_TV_7_chances_of_tests(value, chances):
    """TV-7: UF-30, UF-31, UF-32, UF-33."""
    for name, tenths in chances.items():
        test = Test(value, die(name))
        assert test.chance == Fraction(tenths, 10)
        assert test.chance == Fraction(sum(test.passes(raw) for raw in range(10)), 10)
        assert test.immune is (tenths == 10)


def test_TV_7_armor_counts_against_damage_only():
    """TV-7: UF-22: a soldier in power armor."""
    body = wearing(SOLDIER, "power-armor")
    assert body.value("T", DEFAULTS) == 11
    assert body.test("T", die("D10"), DEFAULTS).value == 5


def test_UF_22_magic_and_rules_that_say_so_count_in_tests():
    """UF-22."""
    body = Body(SOLDIER, effects=(change("T", "+2", magical=True), change("T", "+1", tested=True)))
    assert body.test("T", die("D10"), DEFAULTS).value == 8
    assert body.with_effects([change("T", "-4")]).test("T", die("D10"), DEFAULTS).value == 8


def test_HR_10_move_tests():
    """HR-10; UF-22: both sides."""
    body = Body(Profile(6, 3, 5, 4))
    assert body.test("M", die("D10"), DEFAULTS).value == 6
    assert body.test("M", die("D10"), options(move_test_stat="strength")).value == 3


def test_UF_23_24_low_move():
    """UF-23, UF-24; HR-17."""
    fine, stuck, lame = (Body(SOLDIER, effects=(change("M", m),)) for m in ("-3", "-4", "-5"))
    assert fine.barred(DEFAULTS) == frozenset() and not stuck.helpless(DEFAULTS)
    assert stuck.barred(DEFAULTS) == {"turn", "move", "charge", "stand"}
    assert lame.barred(DEFAULTS) == {"turn", "move", "charge", "stand", "fight"}
    assert lame.helpless(DEFAULTS)


def test_UF_24_25_no_test_succeeds_on_a_negative_characteristic():
    """UF-24, UF-25; HR-16: both sides of neg_stat_test_scope."""
    lame, weak = (Body(SOLDIER, effects=(change(s, "-6"),)) for s in ("M", "S"))
    for body, doomed in ((lame, "M"), (weak, "S")):
        assert body.test(doomed, die("D10"), DEFAULTS).chance == 0
        assert body.test("T", die("D10"), DEFAULTS).chance == Fraction(6, 10)
        everywhere = options(neg_stat_test_scope="all")
        assert all(body.test(stat, die("D3"), everywhere).chance == 0 for stat in STATS)
    # A Move test that uses Strength is one on the Move all the same (HR-10).
    assert lame.test("M", die("D3"), options(move_test_stat="strength")).chance == 0
    # Halving a negative value does not make it one that a 0 could pass.
    barely = Body(SOLDIER, effects=(change("S", "-4"),))
    assert barely.test("S", die("D10"), DEFAULTS, halved=True).chance == 0


def test_UF_25_strength_of_0_or_less_lowers_damage():
    """UF-25."""
    assert Body(SOLDIER, effects=(change("S", "-5"),)).value("S", DEFAULTS) == -2


@pytest.mark.parametrize(
    ("toughness", "wounds", "left", "gentle"),
    [
        (0, 1, None, (1, 1)),
        (0, 2, (1, 1), (1, 1)),
        (-1, 2, None, (1, 1)),
        (-1, 3, (1, 1), (1, 1)),
        (-2, 3, None, (1, 1)),
        (-2, 2, None, None),
        (4, 1, (4, 1), (4, 1)),
    ],
)
def test_TV_8_low_toughness(toughness, wounds, left, gentle):
    """TV-8: UF-26; HR-12: both sides of low_T_survival."""
    assert drained(toughness, wounds, DEFAULTS) == left
    assert drained(toughness, wounds, options(low_T_survival="W >= 1 - T")) == gentle


def test_UF_27_hardiness():
    """UF-27; HR-13: one roll for each point up to 1; a single failure kills."""
    assert [hardiness_rolls(t) for t in (5, 1, 0, -1, -2)] == [1, 1, 1, 2, 3]
    passed = sum(saved(pair, 6) for pair in product(range(10), repeat=2))
    assert Fraction(passed, 100) == Fraction(4, 10) ** 2


def test_UF_28_regeneration():
    """UF-28, UF-122; HR-106: first Toughness up to 1, then it rises, and never beyond."""
    toughness, rises = -2, False
    steps = []
    while not rises:
        toughness, rises = regenerated(toughness, 9, 7)
        steps.append(toughness)
    assert steps == [-1, 0, 1]
    assert regenerated(5, 7, 7) == (5, True)
    assert sum(regenerated(5, raw, 7)[1] for raw in range(10)) == 3
    assert regenerated(-1, 6, 7) == (-1, False)


def test_TV_9_defence():
    """TV-9: UF-29; HR-14, HR-15."""
    plain = Body(Profile(4, 4, 5, 4))
    cases = [((), 4)]
    cases += [(change("C", "+3"), 4), (change("C", "+3", magical=True), 7)]
    cases += [(change("C", "+6", magical=True), 8), (change("C", "-2"), 2), (change("C", "-6"), 0)]
    cases += [(change("C", "1"), 1)]
    for effect, defence in cases:
        body = plain.with_effects([effect] if effect else [])
        assert body.defence(DEFAULTS) == defence, effect
    assert plain.defence(DEFAULTS, penalty=1) == 3


def test_UF_29_limits_come_last():
    """UF-29; HR-6: what exceeds 8 still outweighs a penalty, since all act together."""
    body = Body(Profile(4, 4, 5, 8), effects=(change("C", "+3", magical=True),))
    assert body.defence(DEFAULTS) == 8 and body.defence(DEFAULTS, penalty=2) == 8


@pytest.mark.parametrize(
    ("height", "how", "chance"),
    [
        (2, {}, 1),
        (2.5, {}, Fraction(9, 10)),
        (4, {}, Fraction(9, 10)),
        (5, {}, Fraction(6, 10)),
        (8, {}, Fraction(6, 10)),
        (8.5, {}, "removed"),
        (1, {"pushed": True}, Fraction(9, 10)),
        (4, {"pushed": True}, Fraction(9, 10)),
        (5, {"pushed": True}, Fraction(6, 10)),
        (8.5, {"pushed": True}, Fraction(4, 10)),
        (2, {"unit": True}, Fraction(6, 10)),
        (3, {"unit": True}, Fraction(4, 10)),
        (5, {"unit": True}, "wound"),
        (8.5, {"unit": True}, "removed"),
    ],
)
def test_TV_18_chances_of_falls(height, how, chance):
    """TV-18: UF-68, UF-69, UF-71, UF-87; HR-53, HR-56: Move 4, Toughness 5."""
    body = Body(Profile(4, 4, 5, 4), unit="unit" in how)
    band = drop_band(height, body.value("M", DEFAULTS), **how)
    if band.test:
        test = body.test("T", die(band.test), DEFAULTS, halved=band.halved)
        assert test.chance == chance
    else:
        assert (band.lost or 1) == chance


def test_TV_18_half_of_5_is_free():
    """TV-18: UF-14: with Move 5 a drop of 3 inches is free."""
    band = drop_band(3, 5)
    assert not band.test and not band.lost


def test_TV_32_height_test():
    """TV-32: UF-123; HR-109: a number of its own, not the Move."""
    assert height_test().chance == Fraction(6, 10)


@given(st.integers(-3, 12), st.sampled_from(NAMES))
def test_UF_30_higher_values_never_hurt(value, name):
    """UF-30: monotone in the value, and in the die."""
    lower, higher = Test(value, die(name)), Test(value + 1, die(name))
    assert lower.chance <= higher.chance
    assert Test(value, die("D10")).chance <= Test(value, die("D6")).chance
    assert Test(value, die("D6")).chance <= Test(value, die("D3")).chance
