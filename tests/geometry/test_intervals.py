"""Unions of intervals: every operation against membership of single numbers."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.geometry import intervals

few = settings(max_examples=200, deadline=None, derandomize=True, database=None)
# Even ends and steps of one: odd numbers lie between the ends, even ones may lie on them.
even = st.integers(-15, 15).map(lambda n: 2 * n)
closed = st.lists(st.tuples(even, even).map(sorted).map(tuple), max_size=5)
LINE = range(-80, 81)


def holds(union, x):
    return any(lo <= x <= hi for lo, hi in union)


def tidy(union):
    """Whether a union is written as few intervals in ascending order."""
    return all(lo <= hi for lo, hi in union) and all(a[1] < b[0] for a, b in pairwise(union))


@few
@given(closed, closed)
def test_without_keeps_what_no_open_interval_contains(whole, taken):
    left = intervals.without(intervals.joined(whole), taken)
    for x in LINE:
        assert holds(left, x) == (holds(whole, x) and not any(lo < x < hi for lo, hi in taken))


def test_without_leaves_the_point_between_two_that_only_meet():
    assert intervals.without([(0, 10)], [(0, 5), (5, 10)]) == ((0, 0), (5, 5), (10, 10))
    assert intervals.without([(3, 3)], [(3, 9)]) == ((3, 3),)
    assert intervals.without([(3, 3)], [(2, 9)]) == ()
    assert intervals.without([(0, 1)], [(5, -5)]) == ((0, 1),)  # an empty one takes nothing


@few
@given(closed, closed)
def test_common_holds_what_both_hold(a, b):
    both = intervals.common(a, b)
    assert tidy(both)
    for x in LINE:
        assert holds(both, x) == (holds(a, x) and holds(b, x))


@few
@given(closed, st.integers(0, 10))
def test_widened_holds_all_sums(union, by):
    wide = intervals.widened(union, by)
    assert tidy(wide)
    for x in LINE:
        assert holds(wide, x) == any(holds(union, x + step) for step in range(-by, by + 1))


@few
@given(closed)
def test_joined_is_the_same_set(union):
    found = intervals.joined(union)
    assert tidy(found)
    for x in LINE:
        assert holds(found, x) == holds(union, x)


@pytest.mark.parametrize(
    ("loose", "tight", "want"),
    [
        ([(-1.05, 5.05)], [(-1, 5)], ((-1, 5),)),  # both ends are near
        ([(-1.05, 5.05)], [(-1, 2), (4, 5)], ((-1, 5),)),  # what lies between them stays
        ([(-1.15, 5.05)], [(-1, 5)], ((-1.15, 5),)),  # too far to move
        ([(-0.05, 0.05)], [], ((-0.05, 0.05),)),  # free within the tolerance alone
        ([(-1, 1), (4, 6)], [(-0.95, 1), (4, 5.95)], ((-0.95, 1), (4, 5.95))),
        ([], [], ()),
    ],
)
def test_tightened_moves_ends_that_are_near(loose, tight, want):
    assert intervals.tightened(loose, tight, by=0.1) == want
