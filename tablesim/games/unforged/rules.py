"""The measuring rules of UNFORGED, each with its number, on plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...geometry import Tolerance
from .models import Model
from .options import Options

INCH = Tolerance(overlap=1e-6, contact=1e-6, limit=1e-6, table=0.02)
"""The tolerances of the game in inches: eps is 1e-6; nobody sees half a millimetre on a table."""


def plan_gap(a: Model, b: Model) -> float:
    """Return the distance of two bases on the plane; 0 if they overlap there."""
    return max(0.0, math.dist(a.center, b.center) - (a.radius + b.radius))


def gap(a: Model, b: Model, options: Options) -> float:
    """Return the distance of two models, base to base, in inches (UF-41, UG-2, HR-24, HR-8).

    It is measured in space, or on the plane only if the options say so.
    """
    height = 0.0 if options.gap_mode == "plan" else a.level - b.level
    return _rounded(math.hypot(plan_gap(a, b), height), options)


def _rounded(distance: float, options: Options) -> float:
    """Return a measured distance, rounded up only if the options say so (UF-14, HR-8)."""
    return float(math.ceil(distance - INCH.limit)) if options.round_measurements else distance


def front_margin(of: Model, other: Model, options: Options) -> float:
    """Return by how much a model is in the front of another; negative: in its rear (UG-3, HR-25).

    The front is the half plane before the middle of the base; its border belongs to it.  A model
    is where its center is, unless the options ask for any part of its base or for all of it.
    """
    (x, y), (cx, cy), (fx, fy) = other.center, of.center, of.front
    ahead = (x - cx) * fx + (y - cy) * fy
    parts = {"centre": 0.0, "any_part": other.radius, "whole": -other.radius}
    return ahead + parts[options.sector_test]


def in_front(of: Model, other: Model, options: Options) -> bool:
    """Whether a model is in the front of another (UF-39, UF-40, UG-3)."""
    return front_margin(of, other, options) >= -INCH.limit


GRADES = ("EXPOSED", "PARTIAL", "COVER", "HIDDEN", "NO_LOS")
"""The grades of cover, from none to no line of sight (UF-47 to UF-50)."""

HALF = 0.5 + 1e-6
"""More than half of the raised base: exactly half is no cover (UF-49, HR-34)."""


def grade(share: float, *, los: bool, terrain: bool, tolerance: float) -> str:
    """Return the grade of a target's cover (UF-48 to UF-50, UG-13).

    Parameters
    ----------
    share
        The hidden share of its raised base.
    los
        Whether there is a line of sight at all.
    terrain
        Whether terrain lies between, or is touched.
    tolerance
        The share that may show of a base that counts as hidden (HR-33).

    >>> grade(0.5, los=True, terrain=True, tolerance=0.02)
    'PARTIAL'
    """
    if not los:
        return "NO_LOS"
    if share >= 1.0 - tolerance:
        return "HIDDEN"
    if share > HALF:
        return "COVER"
    return "PARTIAL" if terrain else "EXPOSED"


@dataclass(frozen=True, slots=True)
class Band:
    """What a drop of some height asks for (UF-68 to UF-71, UF-87, HR-53).

    Attributes
    ----------
    test
        The die of the Toughness test, ``"D6"`` or ``"D10"``; empty if there is none.
    halved
        Whether the Toughness is halved, rounded up.
    ends
        Whether the drop ends the move.
    lost
        ``"removed"`` or ``"wound"`` if no test can save the model; empty otherwise.
    limit
        The height up to which this holds; infinite for the last band.
    """

    test: str = ""
    halved: bool = False
    ends: bool = False
    lost: str = ""
    limit: float = math.inf


def drop_band(height: float, move: int, *, unit: bool = False, pushed: bool = False) -> Band:
    """Return what a drop asks for, by the band table of the specification (UF-68 to UF-71, UF-87).

    Parameters
    ----------
    height
        Of the drop, in inches; a step is no drop.
    move
        The Move M of the model.
    unit
        Whether it is a unit (UF-71).
    pushed
        Whether it is pushed over the edge (UF-87), instead of dropping by its own choice.

    >>> drop_band(2.5, 4).test, drop_band(5, 4).test, drop_band(8.5, 4).lost
    ('D6', 'D10', 'removed')
    """
    for band in _bands(move, unit=unit, pushed=pushed):
        if INCH.within(height, band.limit):
            return band
    raise AssertionError("the last band has no limit")


def _bands(move: int, *, unit: bool, pushed: bool) -> tuple[Band, ...]:
    if pushed:
        return (
            Band("D6", limit=move),
            Band("D10", limit=2 * move),
            Band("D10", halved=True),
        )
    half = math.ceil(move / 2)
    if unit:
        return (
            Band("D10", limit=half),
            Band("D10", halved=True, ends=True, limit=move),
            Band(lost="wound", ends=True, limit=2 * move),
            Band(lost="removed", ends=True),
        )
    return (
        Band(limit=half),
        Band("D6", ends=True, limit=move),
        Band("D10", ends=True, limit=2 * move),
        Band(lost="removed", ends=True),
    )
