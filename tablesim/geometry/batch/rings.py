"""Convex polygons at many poses: what parts two of them, and all their shortest segments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...errors import GeometryError
from ..convex import TIE, HalfPlane, edges
from ..footprint import Convex, Footprint
from .near import Near, Place, chosen, grown
from .poses import Floats, Indices, Seen

TRIFLE = 1e-12
"""By so much, in radians, the second of two polygons counts as turned: no sides are parallel."""

_LEVEL = 1e-9
"""A border whose slope to some segments is less runs along them."""

_SAME = 1e-9
"""Corners that are nearer to each other than this are one: the side between them has no direction.
"""


class Side(NamedTuple):
    """A side of a ring: its start, its direction, its length, and its outward half-plane."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    plane: HalfPlane


class Ring(NamedTuple):
    """A convex part in its own coordinates.

    Attributes
    ----------
    x, y
        The corners, shape ``(k, 1)``: one for a disc, else counter-clockwise.
    sides
        The sides, from each corner to the next; none of a disc.
    radius
        By how much it is grown on all sides.
    """

    x: Floats
    y: Floats
    sides: tuple[Side, ...]
    radius: float

    @classmethod
    def of(cls, part: Convex) -> Ring:
        """Return a part as such."""
        points = part.points
        kept = [p for i, p in enumerate(points) if not i or math.dist(p, points[i - 1]) > _SAME]
        if len(kept) > 1 and math.dist(kept[0], kept[-1]) <= _SAME:
            kept.pop()
        sides = []
        ends = kept[1:] + kept[:1]
        for (ax, ay), (bx, by), plane in zip(kept, ends, edges(tuple(kept)), strict=False):
            size = math.dist((ax, ay), (bx, by))
            sides.append(Side(ax, ay, (bx - ax) / size, (by - ay) / size, size, plane))
        x, y = np.array(kept).T
        return cls(x[:, None], y[:, None], tuple(sides), part.radius)

    def seen(self, seen: Seen) -> Place:
        """Return the corners in the frame that is looked from, shapes ``(k, n)``."""
        return seen.from_own(self.x, self.y)


def rings(shape: Footprint) -> tuple[Ring, ...]:
    """Return the convex parts of a shape.

    Raises
    ------
    GeometryError
        If it has an elliptic part.
    """
    parts = [part for part in shape.parts if isinstance(part, Convex)]
    if len(parts) < len(shape.parts):
        raise GeometryError(f"ellipses are not measured in batches, got {shape}")
    return tuple(Ring.of(part) for part in parts)


def nearest_parts(a: Sequence[Ring], b: Sequence[Ring], seen: Seen) -> tuple[Near, Place]:
    """Return separations and first nearest points of two unions of parts, and shifts to the last.

    All is that of the pair of parts that are nearest to each other, or deepest in each other.
    """
    (near, shift), *others = (_segments(one, other, seen) for one in a for other in b)
    for found, way in others:
        nearer = found.separation < near.separation
        near, shift = found.where(nearer, near), chosen(nearer, way, shift)
    return near, shift


def _segments(one: Ring, other: Ring, seen: Seen) -> tuple[Near, Place]:
    """Return separations, first nearest points, and the shifts to the last, of two parts."""
    near = _nearest(one, other, seen)
    at = np.flatnonzero(near.separation > TIE)
    if one.radius or other.radius:
        at = at[:0]
    return spread(near, at, (one.x, one.y), other.seen(seen.taken(at)))


def _nearest(one: Ring, other: Ring, seen: Seen) -> Near:
    """Return separations and nearest points of two parts.

    The sides of the sum of the one and the mirrored other are each a side of one of them, at the
    corner of the other that begins before it.  Where sides are parallel that corner is the one of
    two that would be if the other were turned by a trifle.
    """
    if not one.sides and not other.sides:
        x, y = one.x[0, 0], one.y[0, 0]
        bx, by = (v[0] for v in other.seen(seen))
        here = np.full_like(bx, x), np.full_like(by, y)
        return grown(Near(np.hypot(bx - x, by - y), *here, bx, by), one.radius, other.radius)
    apart, square, point, corner = _to_sides(one, other.seen(seen), -TRIFLE)
    back = _to_sides(other, seen.to_own(one.x, one.y), TRIFLE)
    nearer = square <= back[1]
    a = chosen(nearer, point, seen.from_own(*back[3]))
    b = chosen(nearer, corner, seen.from_own(*back[2]))
    apart = np.maximum(apart, back[0])
    core = np.where(apart > 0.0, np.sqrt(np.minimum(square, back[1])), apart)
    return grown(Near(core, *a, *b), one.radius, other.radius)


def _to_sides(ring: Ring, corners: Place, turn: float) -> tuple[Floats, Floats, Place, Place]:
    """Return how a ring's sides stand to the corners of another, which are seen from it.

    Returns
    -------
    apart, square, point, corner
        How far the side that parts them best does so; the square of the least distance of a side
        to the corner before it, and where those two are.
    """
    x, y = corners
    columns = np.arange(x.shape[1])
    apart, square = (np.full(x.shape[1], v) for v in (-np.inf, np.inf))
    point = corner = np.zeros_like(apart), np.zeros_like(apart)
    for side in ring.sides:
        nx, ny, limit = side.plane
        first = np.argmin(x * (nx + turn * side.ux) + y * (ny + turn * side.uy), axis=0)
        cx, cy = x[first, columns], y[first, columns]
        apart = np.maximum(apart, cx * nx + cy * ny - limit)
        dx, dy = cx - side.x, cy - side.y
        along = np.clip(dx * side.ux + dy * side.uy, 0.0, side.length)
        px, py = side.x + along * side.ux, side.y + along * side.uy
        distance = (cx - px) ** 2 + (cy - py) ** 2
        nearer = distance < square
        square = np.where(nearer, distance, square)
        point = chosen(nearer, (px, py), point)
        corner = chosen(nearer, (cx, cy), corner)
    return apart, square, point, corner


# Several shortest segments


def spread(
    near: Near, at: Indices, a: Place, b: Place, planes: Sequence[HalfPlane] = ()
) -> tuple[Near, Place]:
    """Return the first of the shortest segments, and the shifts that take it to the last.

    Parameters
    ----------
    near
        One of the segments each, in the frame of the first shape.
    at
        Where there may be more than one: of those that are no longer than rounding, none.
    a, b
        There, the corners of both convex shapes, shapes ``(k, n)``, or ``(k, 1)`` where all are
        the same.
    planes
        Half-planes that the second ends must not leave.
    """
    shift = np.zeros_like(near.ax), np.zeros_like(near.ay)
    if not at.size:
        return near, shift
    length, ax, ay, bx, by = (v[at] for v in near)
    ux, uy = (bx - ax) / length, (by - ay) / length
    place = by * ux - bx * uy  # of the segment, across its direction
    (low, high), (back, start) = _ends(a, ux, uy, ax, ay), _ends(b, -ux, -uy, bx, by)
    low, high = np.maximum(low, -start), np.minimum(high, -back)
    for nx, ny, limit in planes:
        slope = ny * ux - nx * uy
        with np.errstate(divide="ignore", invalid="ignore"):
            border = place + (limit - nx * bx - ny * by) / slope
        low = np.where(slope < -_LEVEL, np.maximum(low, border), low)
        high = np.where(slope > _LEVEL, np.minimum(high, border), high)
    several = np.flatnonzero(high - low > TIE)
    at, ux, uy = at[several], ux[several], uy[several]
    to_first, way = (low - place)[several], (high - low)[several]
    found = Near(*(v.copy() for v in near))
    for x, y in ((found.ax, found.ay), (found.bx, found.by)):
        x[at] -= to_first * uy
        y[at] += to_first * ux
    shift[0][at], shift[1][at] = -way * uy, way * ux
    return found, shift


def _ends(corners: Place, ux: Floats, uy: Floats, px: Floats, py: Floats) -> Place:
    """Return from where to where, across a direction, a shape is as far in it as a point of it."""
    x, y = corners
    beyond = x * ux + y * uy - (px * ux + py * uy)
    across = y * ux - x * uy
    # Of a shape that is cut, a corner may be farther that does not count: then nothing does.
    farthest = (beyond >= -TIE) & (beyond.max(axis=0) <= TIE)
    low = np.where(farthest, across, np.inf).min(axis=0)
    return low, np.where(farthest, across, -np.inf).max(axis=0)
