"""The odds of a throw, exactly (DS.9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from . import data
from .settings import PIPS


@cache
def throws() -> tuple[tuple[int, Fraction], ...]:
    """Return what the dice can show together, each sum with its probability (DS-1).

    >>> dict(throws())[7]
    Fraction(1, 6)
    """
    ways = {0: 1}
    for _ in range(data.counts().dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for pips in PIPS:
                more[total + pips] = more.get(total + pips, 0) + count
        ways = more
    every = sum(ways.values())
    return tuple((total, Fraction(count, every)) for total, count in sorted(ways.items()))


@cache
def chance_to_succeed(
    need: int, *, spare: int = 0, defended: bool = False, added: int = 0
) -> Fraction:
    """Return the probability that a throw succeeds.

    Parameters
    ----------
    need
        The total that is needed before any defense: number and blockers for an attack (DS-14),
        number less blockers for an upgrade (DS-26).
    spare
        How many life pieces the thrower would add, 0 to 3 (DS-18).
    defended
        Whether the owner of the field throws first (DS-16).
    added
        How many life pieces the owner adds to his throw (DS-18).

    Raises
    ------
    ValueError
        If more life pieces are added than the rules allow, or to a throw that is not made.

    >>> chance_to_succeed(8), chance_to_succeed(8, spare=1), chance_to_succeed(8, defended=True)
    (Fraction(5, 12), Fraction(7, 12), Fraction(455, 1296))
    """
    most = data.counts().most_lives
    for name, lives in (("spare", spare), ("added", added)):
        if not 0 <= lives <= most:
            raise ValueError(f"{name}: expected 0 to {most} life pieces (DS-18), got {lives}")
    if not defended:
        if added:
            raise ValueError(f"{added} life pieces are added to a defense that is not thrown")
        return sum((p for total, p in throws() if total + spare >= need), Fraction(0))
    return sum(
        (p * chance_to_succeed(max(need, total + added), spare=spare) for total, p in throws()),
        Fraction(0),
    )
