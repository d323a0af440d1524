"""What a way over the table is: its legs, what it costs, and why it may not be gone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from ....geometry import Point
from ....verdict import Margin
from ..rules import Band
from .surfaces import Surface

Kind = Literal["walk", "climb", "drop", "vault", "link"]

Corner = tuple[float, ...]
"""A corner of a way as people state it: x and y, and the level if it matters."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a way that is gone in one manner (UG-21).

    Attributes
    ----------
    kind
        ``"walk"`` along a surface, ``"climb"`` up to another one, ``"drop"`` down to one,
        ``"vault"`` up and down over something, ``"link"`` by stairs or a ladder.
    start, start_level, end, end_level
        Where the center of the base is before and after it.
    rise, fall
        How far it goes up, and then down.
    over
        The ids of the pieces that it climbs or vaults.
    charged
        How much of the way on the plane is paid for: all of a walk, of climbs and drops only what
        is not free (UG-21, HR-57); the price of a link.
    cost
        What it takes from the pool.
    """

    kind: Kind
    start: Point
    start_level: float
    end: Point
    end_level: float
    rise: float = 0.0
    fall: float = 0.0
    over: tuple[str, ...] = ()
    charged: float = 0.0
    cost: float = 0.0

    @property
    def length(self) -> float:
        """Its length on the plane."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a way may not be gone.

    Attributes
    ----------
    text
        In words: what is in the way, and how much is missing.
    rule
        The number of the rule.
    at, level
        Where.
    missing
        How many inches are missing, or too many; 0 where it is not a matter of inches.
    what
        The id of what is in the way, if anything is.
    """

    text: str
    rule: str
    at: Point
    level: float
    missing: float = 0.0
    what: str = ""

    def __str__(self) -> str:
        """Return it as a sentence's part, with the place and the rule.

        >>> print(Reason("guard is in the way", "UG-22", (3, 4), 0))
        guard is in the way at (3, 4), level 0 (UG-22)
        """
        (x, y), z = self.at, self.level
        place = f"({_short(x)}, {_short(y)}), level {_short(z)}"
        return f"{self.text} at {place} ({self.rule})"


def _short(value: float) -> str:
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".")


def inches(value: float) -> str:
    """Return a length in words.

    >>> inches(0.5), inches(0.00312)
    ('0.5 in', '0.0031 in')
    """
    return f"{_short(value)} in" if abs(value) >= 0.1 or not value else f"{value:.2g} in"


@dataclass(frozen=True, slots=True)
class Test:
    """A test that a way asks for.

    Attributes
    ----------
    kind
        ``"move"`` to climb at the lower price (UF-70) or to drop into melee (UF-76);
        ``"toughness"`` for a drop (UF-69).
    die
        The die of a Toughness test; empty for a Move test.
    halved
        Whether the Toughness is halved.
    why
        ``"climb"``, ``"drop"`` or ``"drop into melee"``.
    at, level
        Where it is taken: for a drop, where it lands.
    height
        Of the drop.
    rule
        The number of the rule.
    """

    __test__ = False

    kind: Literal["move", "toughness"]
    die: str
    halved: bool
    why: str
    at: Point
    level: float
    height: float
    rule: str


@dataclass(frozen=True, slots=True)
class Fall:
    """A drop or a fall.

    Attributes
    ----------
    edge
        Where the center of the base leaves what it stood on.
    landing, level
        Where it comes down.
    height
        How far it falls.
    band
        What a fall of that height asks for (HR-53).
    """

    edge: Point
    landing: Point
    level: float
    height: float
    band: Band


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was judged (UG-22).

    Attributes
    ----------
    model
        The id of the model that would go it.
    legs
        Its legs as far as it can be gone at all.
    pool, spent
        How many inches it has, and how many it takes.
    reasons
        Why it is not legal, in the order in which they arise; empty if it is.
    end, level, surface
        Where it ends: the center of the base, the height, what bears it there.
    heading
        Where the model faces at its end, in degrees.
    margins
        How far the closest calls are from changing.
    tests
        The tests that it takes, in their order.
    falls
        Its drops.
    lost
        ``"removed"`` or ``"wound"`` if a drop is so deep that no test helps (UF-69, UF-71).
    obstacles
        The ids of the pieces that it crosses as obstacles (UG-26).
    engaged
        The ids of the enemies that the model is in melee with at the end (UG-27).
    left
        The ids of the enemies whose melee it leaves (UF-88).
    climb_test
        Whether a passed Move test was reckoned with (UF-70).
    """

    model: str
    legs: tuple[Leg, ...]
    pool: float
    spent: float
    reasons: tuple[Reason, ...]
    end: Point
    level: float
    surface: Surface | None
    heading: float
    margins: tuple[Margin, ...] = ()
    tests: tuple[Test, ...] = ()
    falls: tuple[Fall, ...] = ()
    lost: str = ""
    obstacles: tuple[str, ...] = ()
    engaged: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    climb_test: bool = False

    @property
    def legal(self) -> bool:
        """Whether it may be gone."""
        return not self.reasons

    @property
    def length(self) -> float:
        """Its length on the plane."""
        return math.fsum(leg.length for leg in self.legs)

    @property
    def climbs(self) -> bool:
        """Whether it goes up anything."""
        return any(leg.rise for leg in self.legs)

    def doubled(self, move: int) -> bool:
        """Whether it takes more than the Move, as a charge with double move does (UF-75)."""
        return self.spent > move + 1e-6
