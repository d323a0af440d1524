"""Gaps, nearest points, and the families of equally short segments that join them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import GeometryError
from .convex import TIE, Segment, common_point, nearest, overlapping, pairs
from .footprint import Convex, Part, Placed
from .oval import Oval
from .parting import parting, support
from .pose import Point


@dataclass(frozen=True, slots=True)
class Family:
    """Equally short segments, moved in parallel from the first to the last.

    Attributes
    ----------
    first, last
        The outermost segments, each from the one shape to the other; equal if there is only one.
    """

    first: Segment
    last: Segment

    @property
    def width(self) -> float:
        """How far the segment can be moved sideways."""
        return math.dist(self.first[0], self.last[0])

    @property
    def middle(self) -> Segment:
        """The segment half way between the outermost ones."""
        return self.at(0.5)

    def at(self, share: float) -> Segment:
        """Return the segment at a share of the way from the first to the last."""
        (a0, b0), (a1, b1) = self.first, self.last
        return _between(a0, a1, share), _between(b0, b1, share)


def _between(p: Point, q: Point, share: float) -> Point:
    return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])


@dataclass(frozen=True, slots=True)
class Gap:
    """The shortest distance between two shapes.

    Attributes
    ----------
    distance
        Zero if they touch or overlap.
    a, b
        Nearest points, one of each shape (the middle ones where there are several).
    families
        All segments of that length; more than one family only for shapes that are not convex.

    >>> from tablesim.geometry import Pose, Placed, Rect
    >>> square = Rect(40, 40)
    >>> found = gap(Placed(square, Pose(0, 0)), Placed(square, Pose(140, 10)))
    >>> found.distance, found.a, found.families[0].width
    (100.0, (20.0, 5.0), 30.0)
    """

    distance: float
    a: Point
    b: Point
    families: tuple[Family, ...]


def gap(a: Placed, b: Placed) -> Gap:
    """Return the gap between two placed shapes.

    Discs are measured by their radii, polygons by their corners and edges, ellipses by their
    normals: the result is exact up to rounding.
    """
    return gap_of_parts(a.parts, b.parts)


def gap_of_parts(a: Sequence[Part], b: Sequence[Part]) -> Gap:
    """Return the gap between two unions of convex parts.

    Parameters
    ----------
    a, b
        At least one part each.

    Raises
    ------
    GeometryError
        If one of them has no part.
    """
    if not a or not b:
        raise GeometryError("there is no gap to nothing: a shape without parts")
    best = math.inf
    found: list[tuple[float, Family]] = []
    for one, other in pairs(a, b):
        if len(a) * len(b) > 1 and _lower_bound(one, other) > best + TIE:
            continue
        distance, family = _part_gap(one, other)
        best = min(best, distance)
        found.append((distance, family))
    families = tuple(family for distance, family in found if distance <= best + TIE)
    p, q = families[0].middle
    return Gap(best, p, q, families)


def _lower_bound(a: Part, b: Part) -> float:
    """Return a length that the gap of two parts cannot fall below, cheaply."""
    ax0, ay0, ax1, ay1 = a.bounds
    bx0, by0, bx1, by1 = b.bounds
    return max(bx0 - ax1, ax0 - bx1, by0 - ay1, ay0 - by1)


def _part_gap(a: Part, b: Part) -> tuple[float, Family]:
    if isinstance(a, Oval) or isinstance(b, Oval):
        return _part_gap(*_without_ovals(a, b))
    radii = a.radius + b.radius
    if not overlapping(a.points, b.points):
        core, segments = nearest(a.points, b.points)
        if core > radii:
            family = _family(segments)
            if radii:
                family = Family(
                    _shortened(family.first, a.radius, b.radius),
                    _shortened(family.last, a.radius, b.radius),
                )
            return core - radii, family
        if radii == 0.0:  # contact in a point or along an edge
            return 0.0, _family(segments)
    p = common_point(a, b)
    return 0.0, Family((p, p), (p, p))


def _without_ovals(a: Part, b: Part) -> tuple[Convex, Convex]:
    """Return two parts of which each ellipse is replaced by its point that is nearest."""
    apart, (ux, uy) = parting(a, b)
    if apart <= 0.0:
        point = Convex((_shared_point(a, b),))
        return point, point
    one = Convex((support(a, (ux, uy)),)) if isinstance(a, Oval) else a
    other = Convex((support(b, (-ux, -uy)),)) if isinstance(b, Oval) else b
    return one, other


def _shared_point(a: Part, b: Part) -> Point:
    """Return a point of both of two parts that overlap or touch, one of them an ellipse.

    In coordinates in which the ellipse is a circle about the origin, it is the point of the
    other that is nearest to there.
    """
    oval, other = (a, b) if isinstance(a, Oval) else (b, a)
    assert isinstance(oval, Oval)
    if isinstance(other, Convex) and other.radius:
        return _part_gap(Convex(other.points), oval)[1].first[1]
    origin = Convex(((0.0, 0.0),))
    if isinstance(other, Oval):
        return oval.from_circle(_part_gap(origin, oval.circled(other))[1].first[1])
    circled = Convex(tuple(oval.to_circle(p) for p in other.points))
    return oval.from_circle(_part_gap(origin, circled)[1].first[1])


def _family(segments: list[Segment]) -> Family:
    """Return the outermost of some parallel segments of equal length."""
    if len(segments) == 1:
        return Family(segments[0], segments[0])
    (ax, ay), (bx, by) = segments[0]
    tx, ty = ay - by, bx - ax  # across the segments
    if tx == ty == 0.0:  # contact: along the points themselves
        spread = max(segments, key=lambda s: math.dist(s[0], (ax, ay)))[0]
        tx, ty = spread[0] - ax, spread[1] - ay
    across = [(p[0] * tx + p[1] * ty) for p, _ in segments]
    return Family(segments[across.index(min(across))], segments[across.index(max(across))])


def _shortened(segment: Segment, at_a: float, at_b: float) -> Segment:
    """Cut the radii of round ends off a segment between their centres."""
    (ax, ay), (bx, by) = segment
    size = math.dist(*segment)
    ux, uy = (bx - ax) / size, (by - ay) / size
    return (ax + at_a * ux, ay + at_a * uy), (bx - at_b * ux, by - at_b * uy)
