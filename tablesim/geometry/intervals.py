"""Sets of numbers as unions of closed intervals: the places along a line that are free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Interval = tuple[float, float]
"""A closed interval, from and to; both ends may be equal."""


def without(whole: Sequence[Interval], blocked: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return what is left of closed intervals when open ones are taken out.

    Two open intervals that only meet leave the point between them.

    >>> without([(-20, 20)], [(-5, 5), (5, 8), (15, 30)])
    ((-20, -5), (5, 5), (8, 15))
    """
    kept = tuple(whole)
    for lo, hi in blocked:
        pieces = []
        for a, b in kept:
            if hi <= a or lo >= b or lo >= hi:
                pieces.append((a, b))
                continue
            if a <= lo:
                pieces.append((a, lo))
            if hi <= b:
                pieces.append((hi, b))
        kept = tuple(pieces)
    return kept


def common(a: Sequence[Interval], b: Sequence[Interval]) -> tuple[Interval, ...]:
    """Return what two unions of closed intervals have in common.

    >>> common([(0, 10)], [(-5, 2), (10, 12)])
    ((0, 2), (10, 10))
    """
    return joined(
        (max(lo, low), min(hi, high))
        for lo, hi in a
        for low, high in b
        if max(lo, low) <= min(hi, high)
    )


def widened(intervals: Sequence[Interval], by: float) -> tuple[Interval, ...]:
    """Return all sums of a number of some intervals and one of ``[-by, by]``.

    >>> widened([(-10, -8), (5, 10)], 10)
    ((-20, 20),)
    """
    return joined((lo - by, hi + by) for lo, hi in intervals)


def joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return the same set as few intervals in ascending order.

    >>> joined([(5, 8), (0, 2), (2, 3)])
    ((0, 3), (5, 8))
    """
    result: list[Interval] = []
    for lo, hi in sorted(intervals):
        if result and lo <= result[-1][1]:
            result[-1] = (result[-1][0], max(hi, result[-1][1]))
        else:
            result.append((lo, hi))
    return tuple(result)


def tightened(
    intervals: Sequence[Interval], tight: Sequence[Interval], by: float
) -> tuple[Interval, ...]:
    """Return intervals with every end moved inwards to that of tight ones, if it is so near.

    Parameters
    ----------
    intervals
        What is free within some tolerance.
    tight
        What is free without it.
    by
        The farthest that an end is moved.

    >>> tightened([(-1.01, 5.01), (8, 9)], [(-1, 2), (3, 4)], by=0.1)
    ((-1, 5.01), (8, 9))
    """
    result = []
    for lo, hi in intervals:
        inner = common([(lo, hi)], tight) or ((lo, hi),)
        first, last = inner[0][0], inner[-1][1]
        result.append((first if first - lo <= by else lo, last if hi - last <= by else hi))
    return tuple(result)
