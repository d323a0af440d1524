"""Panic, fear and terror (UF-54 to UF-59; HR-40, HR-41, HR-44, HR-45)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablesim.games.unforged.numbers.psychology import (
    Reaction,
    causes_fear,
    dread,
    ordeal,
    panic_number,
    panicked,
    shaken,
)
from tablesim.games.unforged.numbers.skills import parse_rules
from tablesim.games.unforged.numbers.tables import tables
from tablesim.games.unforged.options import options

DEFAULTS = options()


def rules(*texts):
    return parse_rules(texts, on="models")


@pytest.mark.parametrize(
    ("kind", "number", "own", "chance"),
    [
        ("panic", 5, (), "4/10"),
        ("panic", 5, ("veteran",), "5/10"),
        ("panic", 5, ("cowardly",), "3/10"),
        ("panic", 5, ("veteran", "cowardly"), "4/10"),
        ("panic", 5, ("fearless",), "4/10"),
        ("panic", 8, (), "1/10"),
        ("panic", 8, ("cowardly",), "0"),
        ("fear", 4, (), "5/10"),
        ("fear", 4, ("fearless",), "6/10"),
        ("fear", 4, ("veteran",), "5/10"),
        ("fear", 4, ("stubborn",), "3/4"),
        ("terror", 4, (), "1/4"),
        ("terror", 4, ("fearless",), "1/4"),
        ("terror", 4, ("cowardly",), "16/100"),
        ("terror", 4, ("stubborn",), "1/4"),
        ("terror", 4, ("fear 3",), "1/2"),
        ("terror", 4, ("fearless", "fear 3"), "6/10"),
        ("terror", 4, ("stubborn", "fear 3"), "3/4"),
    ],
)
def test_TV_13_pass_chances(kind, number, own, chance):
    """TV-13: UF-54, UF-55, UF-56, UF-58, UF-59, UF-110, UF-112, UF-116, UF-117."""
    test = ordeal(kind, number, rules(*own), DEFAULTS)
    assert test.chance == Fraction(chance)
    # The same by rolling every pair of faces as the rules of rerolling say.
    passed = sum(
        test.passes(second if test.rerolled(first) else first)
        for first, second in product(range(10), repeat=2)
    )
    assert Fraction(passed, 100) == test.chance


def test_TV_13_who_is_immune():
    """TV-13: UF-56, UF-58, UF-59, UF-123."""
    assert ordeal("fear", 4, rules("fear 2"), DEFAULTS) is None
    assert ordeal("fear", 4, rules("terror 2"), DEFAULTS) is None
    assert ordeal("terror", 4, rules("terror 2"), DEFAULTS) is None
    assert ordeal("panic", 5, rules("fear 2"), DEFAULTS) is not None
    for kind in ("panic", "fear", "terror"):
        assert ordeal(kind, 4, rules("stupidity"), DEFAULTS) is None
    assert causes_fear(rules("terror 4")) and causes_fear(rules("fear 4"))
    assert not causes_fear(rules("fearless"))


def test_UF_54_the_number_must_be_exceeded_on_any_die():
    """UF-54."""
    test = ordeal("panic", 3, {}, DEFAULTS, kind_of_die="D6")
    assert [test.passes(raw) for raw in (6, 7)] == [False, True]
    assert test.chance == Fraction(3, 10)


def test_UF_56_58_what_a_causer_demands():
    """UF-56; UF-58: the number is the causer's, terror instead of fear."""
    assert dread(rules("fear 3")) == ("fear", 3)
    assert dread(rules("terror 5", "fear 3")) == dread(rules("terror 5")) == ("terror", 5)
    assert dread(rules("veteran")) is None


def test_HR_45_panic_because_of_terror():
    """HR-45: both sides: only the fear part is rerolled, or both."""
    every = options(terror_reroll_scope="all")
    chances = {
        (): ("4/10", "16/100"),
        ("stubborn",): ("64/100", "16/100"),
        ("stubborn", "fear 3"): ("64/100", "64/100"),
        ("veteran",): ("5/10", "25/100"),
    }
    for own, (part, both) in chances.items():
        panic = [ordeal("panic", 5, rules(*own), o, by_terror=True) for o in (DEFAULTS, every)]
        assert [test.chance for test in panic] == [Fraction(part), Fraction(both)]
        assert ordeal("panic", 5, rules(*own), every).chance == Fraction(part)


def test_UF_55_57_HR_41_numbers_of_panic():
    """UF-55, UF-57; HR-41: both sides."""
    causes = ("fire", "comrade", "terror", "fear")
    assert [panic_number(cause, DEFAULTS) for cause in causes] == [5, 5, 5, 8]
    other = options(panic_comrade=8)
    assert [panic_number(cause, other) for cause in causes] == [5, 8, 5, 8]
    with pytest.raises(ValueError, match="causes no panic; what does: fire"):
        panic_number("rain", DEFAULTS)
    assert tables().panic_radius == 12


def test_HR_40_what_failed_panic_does():
    """HR-40: all four sides of panic_result."""
    assert panicked(4, DEFAULTS) == Reaction(4, loses="phase")
    assert panicked(4, DEFAULTS, in_melee=True) == Reaction(effect=shaken())
    assert panicked(4, DEFAULTS, down=True) == Reaction()
    assert panicked(-1, DEFAULTS).inches == 0
    rout = options(panic_result="rout")
    assert panicked(4, rout) == Reaction(8, loses="phase", off_edge=True)
    assert panicked(4, rout, in_melee=True) == Reaction(effect=shaken())
    assert panicked(4, options(panic_result="pinned"), in_melee=True) == Reaction(loses="turn")
    assert panicked(4, options(panic_result="none"), in_melee=True) == Reaction()
