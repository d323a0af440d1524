"""Sliding a shape along a straight line: exactly where it overlaps another, in closed form."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .convex import edges, pairs
from .footprint import Convex, Placed
from .intervals import Interval
from .pose import Point

_PARALLEL = 1e-12
"""The sine of an angle between a direction and an edge that is zero up to rounding."""


def blocked(
    shape: Placed, direction: Point, other: Placed, overlap: float = 0.0
) -> Iterator[Interval]:
    """Yield the open intervals of the shift along a direction in which two shapes overlap.

    Parameters
    ----------
    shape
        The shape that slides, at shift 0.
    direction
        A unit vector.
    other
        The shape that stands still.
    overlap
        Shapes that slide along each other and penetrate sideways by no more do not overlap.

    >>> from tablesim.geometry import Pose, Rect
    >>> square = Rect(40, 40)
    >>> list(blocked(Placed(square, Pose(0, 0)), (0.0, 1.0), Placed(square, Pose(30, 100))))
    [(60.0, 140.0)]
    """
    for one, still in pairs(shape.parts, other.parts):
        if one.radius and not still.radius:
            lo, hi = _round(still, one.points[0], one.radius - overlap, direction)
        elif still.radius and not one.radius:  # seen from the shape that slides, the disc does
            back = (-direction[0], -direction[1])
            lo, hi = _round(one, still.points[0], still.radius - overlap, back)
        elif one.radius:
            apart = one.radius + still.radius - overlap
            lo, hi = _disc_on_line(still.points[0], apart, one.points[0], direction)
        else:
            lo, hi = _polygons(one, still, direction, overlap)
        if lo < hi:
            yield lo, hi


def span(shape: Placed, direction: Point, box: tuple[float, ...]) -> Interval:
    """Return the shifts along a direction that keep a shape in a box; from > to if none does.

    Parameters
    ----------
    shape
        The shape that slides, at shift 0.
    direction
        A unit vector.
    box
        Least x, least y, greatest x, greatest y.
    """
    x0, y0, x1, y1 = shape.bounds
    lo, hi = -math.inf, math.inf
    for rate, least, most in (
        (direction[0], box[0] - x0, box[2] - x1),
        (direction[1], box[1] - y0, box[3] - y1),
    ):
        if rate == 0.0:
            if least > 0.0 or most < 0.0:
                return math.inf, -math.inf
            continue
        ends = sorted((least / rate, most / rate)) if least <= most else (math.inf, -math.inf)
        lo, hi = max(lo, ends[0]), min(hi, ends[1])
    return lo, hi


def _polygons(one: Convex, still: Convex, direction: Point, overlap: float) -> Interval:
    """Every edge that could part the two allows a half-line of shifts; overlap is the rest."""
    dx, dy = direction
    lo, hi = -math.inf, math.inf
    for nx, ny, d in edges(one.points):
        ahead = min(nx * x + ny * y for x, y in still.points) - d
        lo, hi = _cut(lo, hi, ahead, -(nx * dx + ny * dy), overlap)
    for nx, ny, d in edges(still.points):
        ahead = min(nx * x + ny * y for x, y in one.points) - d
        lo, hi = _cut(lo, hi, ahead, nx * dx + ny * dy, overlap)
    return lo, hi


def _cut(lo: float, hi: float, at_zero: float, rate: float, overlap: float = 0.0) -> Interval:
    """Cut an interval to where ``at_zero + rate * shift < 0``."""
    if abs(rate) < _PARALLEL:
        return (lo, hi) if at_zero < -overlap else (math.inf, -math.inf)
    root = -at_zero / rate
    return (lo, min(hi, root)) if rate > 0 else (max(lo, root), hi)


def _round(still: Convex, centre: Point, radius: float, direction: Point) -> Interval:
    """Return where a sliding disc overlaps a polygon: the hull of the stretches of its pieces.

    The polygon grown by the radius is convex, and the union of a disc about each corner, and of
    the polygon with a strip of the radius along each edge.
    """
    ring = still.points
    stretches = [_disc_on_line(corner, radius, centre, direction) for corner in ring]
    n = len(ring)
    for i, (nx, ny, _) in enumerate(edges(ring)):
        (ax, ay), (bx, by) = ring[i], ring[(i + 1) % n]
        ox, oy = radius * nx, radius * ny
        strip = Convex(((ax + ox, ay + oy), (bx + ox, by + oy), (bx, by), (ax, ay)))
        stretches.append(_point_in(strip, centre, direction))
    stretches.append(_point_in(still, centre, direction))
    met = [(lo, hi) for lo, hi in stretches if lo < hi]
    if not met:
        return math.inf, -math.inf
    return min(lo for lo, _ in met), max(hi for _, hi in met)


def _point_in(still: Convex, point: Point, direction: Point) -> Interval:
    lo, hi = -math.inf, math.inf
    for nx, ny, d in edges(still.points):
        at_zero = nx * point[0] + ny * point[1] - d
        lo, hi = _cut(lo, hi, at_zero, nx * direction[0] + ny * direction[1])
    return lo, hi


def _disc_on_line(middle: Point, radius: float, point: Point, direction: Point) -> Interval:
    """Return where a point that slides along a line is inside a disc."""
    px, py = middle[0] - point[0], middle[1] - point[1]
    along = px * direction[0] + py * direction[1]
    off = px * direction[1] - py * direction[0]
    if abs(off) >= radius:
        return math.inf, -math.inf
    half = math.sqrt(radius * radius - off * off)
    return along - half, along + half
