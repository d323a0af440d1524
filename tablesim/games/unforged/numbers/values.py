"""The arithmetic of the rulebook: rounding up, and changes that act on one value together."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CHANGE = re.compile(r"x(?P<times>\d+)|/(?P<over>[1-9]\d*)|(?P<plus>[+-]\d+)|(?P<becomes>\d+)")


def round_up(value: Fraction | int) -> int:
    """Return a fraction rounded up, towards plus infinity (UF-14, HR-6).

    >>> round_up(Fraction(5, 2)), round_up(Fraction(101, 10)), round_up(Fraction(-1, 2))
    (3, 11, 0)
    """
    return math.ceil(value)


def half(value: int) -> int:
    """Return half of a value, rounded up (UF-14).

    >>> half(5), half(4), half(-1)
    (3, 2, 0)
    """
    return round_up(Fraction(value, 2))


@dataclass(frozen=True, slots=True)
class Change:
    """What an effect does to a value (UF-15, HR-6).

    Attributes
    ----------
    becomes
        What replaces the value; None if it stays.
    times
        What it is multiplied by.
    plus
        What is added, negative for a loss.
    """

    becomes: int | None = None
    times: Fraction = Fraction(1)
    plus: int = 0

    @classmethod
    def parse(cls, text: str) -> Change:
        """Read ``"+2"``, ``"-1"``, ``"x4"``, ``"/2"`` or ``"6"``.

        Raises
        ------
        ValueError
            If it is none of these.

        >>> Change.parse("x4").times, Change.parse("-1").plus, Change.parse("6").becomes
        (Fraction(4, 1), -1, 6)
        """
        found = _CHANGE.fullmatch(text)
        if found is None:
            raise ValueError(f"no change {text!r}; write '+2', '-1', 'x4', '/2', or '6' to replace")
        if found["becomes"]:
            return cls(becomes=int(found["becomes"]))
        if found["plus"]:
            return cls(plus=int(found["plus"]))
        return cls(times=Fraction(int(found["times"] or 1), int(found["over"] or 1)))

    def __str__(self) -> str:
        if self.becomes is not None:
            return str(self.becomes)
        if self.times != 1:
            return f"x{self.times}" if self.times.denominator == 1 else f"/{1 / self.times}"
        return f"{self.plus:+d}"

    def lowers(self, value: int) -> bool:
        """Whether the change alone makes a value less.

        >>> Change(becomes=1).lowers(4), Change(becomes=6).lowers(4)
        (True, False)
        """
        return stack(value, (self,)) < value


def stack(
    value: int, changes: Iterable[Change], *, least: int | None = None, most: int | None = None
) -> int:
    """Return a value after all changes that act on it together.

    They act in this order, whatever the order they are given in: replace, multiply, add, round up
    once, keep within the limits (UF-15, HR-6).  Of several replacements the lowest holds.

    Parameters
    ----------
    value
        Before the changes.
    changes
        What acts on it.
    least, most
        The limits, if there are any.

    >>> stack(4, [Change(plus=1), Change(times=Fraction(2))])
    9
    """
    changes = tuple(changes)
    total: Fraction | int = value
    if changes:
        total = min((c.becomes for c in changes if c.becomes is not None), default=value)
        total = prod((c.times for c in changes if c.times != 1), start=total)
        total += sum(c.plus for c in changes)
    result = round_up(total)
    if least is not None:
        result = max(result, least)
    return result if most is None else min(result, most)
