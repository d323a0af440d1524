"""Rounding and stacking (UF-14, UF-15; HR-6)."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.games.unforged.numbers.values import Change, half, round_up, stack

changes = st.one_of(
    st.builds(Change, becomes=st.integers(0, 12)),
    st.builds(Change, times=st.fractions(Fraction(1, 4), 4, max_denominator=4)),
    st.builds(Change, plus=st.integers(-6, 6)),
)


def test_TV_6_fractions_round_up():
    """TV-6: UF-14; HR-6."""
    assert half(5) == 3
    assert round_up(Fraction(101, 10)) == 11
    assert half(-1) == 0


def test_TV_6_multiplications_come_before_additions():
    """TV-6: UF-15; HR-6: Move 4 doubled with +1 is 9, in either order."""
    double, more = Change.parse("x2"), Change.parse("+1")
    assert stack(4, [double, more]) == stack(4, [more, double]) == 9


def test_UF_15_additions_are_summed():
    """UF-15: +1 from a second weapon and +3 from a rule used once."""
    assert stack(2, [Change(plus=1), Change(plus=3)]) == 6


def test_HR_6_the_whole_order():
    """HR-6: replace, multiply, add, round up once, and only then the limits."""
    all_of_them = [Change.parse(text) for text in ("+1", "/2", "7")]
    assert stack(2, all_of_them) == 5  # 7 / 2 + 1 = 4.5
    assert stack(2, all_of_them, most=4) == 4
    assert stack(0, [Change(plus=-3)], least=0) == 0
    assert stack(3, [Change(times=Fraction(1, 2)), Change(times=Fraction(1, 2))]) == 1


def test_HR_6_of_two_replacements_the_lower_holds_in_either_order():
    """HR-6."""
    assert stack(4, [Change(becomes=6), Change(becomes=1)]) == 1
    assert stack(4, [Change(becomes=1), Change(becomes=6)]) == 1


@given(st.integers(-20, 20), st.lists(changes, max_size=5), st.randoms())
def test_HR_6_no_order_matters_and_the_steps_agree(value, several, rng):
    """HR-6; UF-15: effects are simultaneous; against the steps by hand."""
    mixed = list(several)
    rng.shuffle(mixed)
    set_to = [c.becomes for c in several if c.becomes is not None]
    by_hand = Fraction(min(set_to) if set_to else value)
    for change in several:
        by_hand *= change.times
    by_hand += sum(c.plus for c in several)
    assert stack(value, several) == stack(value, mixed) == math.ceil(by_hand)


@given(changes)
def test_a_change_reads_what_it_writes(change):
    if change.times.numerator == 1 or change.times.denominator == 1:
        assert Change.parse(str(change)) == change


@pytest.mark.parametrize("text", ["", "2+", "x", "/0", "one", "+2 ", "--1"])
def test_what_is_no_change_is_refused(text):
    with pytest.raises(ValueError, match="write '\\+2'"):
        Change.parse(text)


def test_what_lowers():
    assert Change(plus=-1).lowers(4) and Change(becomes=1).lowers(4)
    assert Change(times=Fraction(1, 2)).lowers(4)
    assert not Change(becomes=6).lowers(4) and not Change(plus=1).lowers(4)
    assert not Change(becomes=1).lowers(1)
