"""Sliding a shape along a straight line: exactly where it overlaps another.

Two shapes overlap when the origin lies in the difference of the two: the set of all vectors from a
point of the one to a point of the other.  Of two convex parts that set is convex, so that a
straight slide crosses it in one interval, whose ends have a closed form unless one is an ellipse.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from .convex import TIE, HalfPlane, edges, pairs
from .footprint import Convex, Part, Placed
from .intervals import Interval
from .oval import Oval
from .parting import parting
from .pose import Point

_NEVER: Interval = (math.inf, -math.inf)

_HALVINGS = 56
"""From the size of two shapes to the last digits of a float."""


def blocked(
    shape: Placed, direction: Point, other: Placed, overlap: float = 0.0
) -> Iterator[Interval]:
    """Yield the open intervals of the shift along a direction at which two shapes overlap.

    Parameters
    ----------
    shape
        The shape that slides, at shift 0.
    direction
        A unit vector.
    other
        The shape that stands still.
    overlap
        Only shapes that penetrate each other by more than this overlap; negative: shapes overlap
        already when their gap is less than minus this.

    >>> from tablesim.geometry import Pose, Rect
    >>> square = Rect(40, 40)
    >>> list(blocked(Placed(square, Pose(0, 0)), (0.0, 1.0), Placed(square, Pose(30, 100))))
    [(60.0, 140.0)]
    """
    for one, still in pairs(shape.parts, other.parts):
        if isinstance(one, Oval) or isinstance(still, Oval):
            lo, hi = _sought(one, still, direction, overlap)
        else:
            reach = one.radius + still.radius - overlap
            crossed = _grown if reach > 0.0 else _shrunk
            lo, hi = crossed(one, still, direction, reach)
        if lo < hi:
            yield lo, hi


def beyond(
    shape: Placed, direction: Point, box: tuple[float, ...], overlap: float = 0.0
) -> Iterator[Interval]:
    """Yield the open intervals of the shift along a direction at which a shape sticks out of a box.

    Parameters
    ----------
    shape
        The shape that slides, at shift 0.
    direction
        A unit vector.
    box
        Least x, least y, greatest x, greatest y.
    overlap
        By how much it may stick out; negative: how far inside it must stay.

    >>> from tablesim.geometry import Pose, Rect
    >>> list(beyond(Placed(Rect(40, 40), Pose(50, 50)), (1.0, 0.0), (0, 0, 100, 100)))
    [(-inf, -30.0), (30.0, inf)]
    """
    x0, y0, x1, y1 = shape.bounds
    dx, dy = direction
    for rate, inside in (
        (dx, x0 - box[0]),
        (dy, y0 - box[1]),
        (-dx, box[2] - x1),
        (-dy, box[3] - y1),
    ):
        lo, hi = _cut((-math.inf, math.inf), rate, -inside - overlap)
        if lo < hi:
            yield lo, hi


def _cut(stretch: Interval, rate: float, limit: float) -> Interval:
    """Cut a stretch of shifts to where ``rate * shift < limit``."""
    lo, hi = stretch
    if rate == 0.0:
        return stretch if limit > 0.0 else _NEVER
    root = limit / rate
    return (lo, min(hi, root)) if rate > 0.0 else (max(lo, root), hi)


def _sides(one: Convex, still: Convex) -> Iterator[HalfPlane]:
    """Yield the half-planes whose common part is the difference of two parts without radii."""
    normals = [(nx, ny) for nx, ny, _ in edges(still.points)]
    normals += [(-nx, -ny) for nx, ny, _ in edges(one.points)]
    for nx, ny in normals:
        ahead = max([nx * x + ny * y for x, y in still.points])
        yield nx, ny, ahead - min([nx * x + ny * y for x, y in one.points])


def _shrunk(one: Convex, still: Convex, direction: Point, reach: float) -> Interval:
    """Return where the slide is deeper than ``-reach`` inside the difference of two parts."""
    stretch, sides = (-math.inf, math.inf), list(_sides(one, still))
    for nx, ny, d in sides:
        stretch = _cut(stretch, nx * direction[0] + ny * direction[1], d + reach)
    return stretch if sides else _NEVER


def _grown(one: Convex, still: Convex, direction: Point, reach: float) -> Interval:
    """Return where the slide is nearer than ``reach`` to the difference of two parts.

    The border of the grown difference consists of arcs about its corners, and of its sides moved
    outwards.  Taking the arcs about all differences of corners adds circles inside it only.
    """
    dx, dy = direction
    corners = [(qx - px, qy - py) for px, py in one.points for qx, qy in still.points]
    found = []
    for x, y in corners:
        along, off = x * dx + y * dy, x * dy - y * dx
        if abs(off) < reach:
            half = math.sqrt(reach * reach - off * off)
            found += [along - half, along + half]
    for nx, ny, d in _sides(one, still):
        rate = nx * dx + ny * dy
        if rate != 0.0:
            shift = (d + reach) / rate
            heights = [nx * x + ny * y for x, y in corners]
            top = max(heights)  # which is d, but for rounding far out
            ends = zip(corners, heights, strict=True)
            side = [ny * x - nx * y for (x, y), height in ends if height >= top - TIE]
            if min(side) <= shift * (ny * dx - nx * dy) <= max(side):
                found.append(shift)
    return (min(found), max(found)) if found else _NEVER


def _sought(one: Part, still: Part, direction: Point, overlap: float) -> Interval:
    """Return the same for parts of which one is an ellipse, by halving.

    The signed gap of two convex parts has one valley along a line: its slope leads into it, and on
    either side of it lies one end.
    """
    dx, dy = direction
    (x0, y0, x1, y1), (p0, q0, p1, q1) = one.bounds, still.bounds
    middle = ((p0 + p1 - x0 - x1) * dx + (q0 + q1 - y0 - y1) * dy) / 2
    far = math.hypot(x1 - x0, y1 - y0) + math.hypot(p1 - p0, q1 - q0) + abs(overlap)

    def look(shift: float) -> tuple[float, float]:
        """Return the gap beyond the overlap, and its slope."""
        apart, (nx, ny) = parting(_shifted(one, shift * dx, shift * dy), still)
        return apart + overlap, -(nx * dx + ny * dy)

    def end(outside: float, inside: float) -> float:
        for _ in range(_HALVINGS):
            shift = (outside + inside) / 2
            outside, inside = (outside, shift) if look(shift)[0] < 0.0 else (shift, inside)
        return outside

    low, high = middle - far, middle + far
    for _ in range(_HALVINGS):
        shift = (low + high) / 2
        apart, slope = look(shift)
        if apart < 0.0:
            return end(middle - far, shift), end(middle + far, shift)
        low, high = (shift, high) if slope < 0.0 else (low, shift)
    return _NEVER


def _shifted(part: Part, dx: float, dy: float) -> Part:
    if isinstance(part, Oval):
        return part.at((part.center[0] + dx, part.center[1] + dy), (1.0, 0.0))
    return Convex(tuple([(x + dx, y + dy) for x, y in part.points]), part.radius)
