"""Gaps from many bases to the parts of others that lie in a sector of theirs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...errors import GeometryError
from ..convex import TIE
from ..footprint import Placed, Rect
from ..pose import Point, Pose, unit
from ..region import gap_within as scalar
from ..sector import Sector
from .gaps import Bools, Box, Gaps, Near, in_arrays, nearest, on_table
from .poses import Floats, Seen, in_chunks


def gap_within(
    a: Rect, at: ArrayLike, b: Rect, to: ArrayLike, sector: Sector, *, slack: float = 0.0
) -> Gaps:
    """Return the gaps from bases to the parts of others that lie in a sector of theirs.

    Parameters
    ----------
    a, at
        The base to measure from, which carries the sector, and its poses, shape ``(..., 3)``.
    b, to
        The base to measure to, and its poses; only its points in the sector count.
    sector
        The sector; its apex must lie in ``a``.
    slack
        A base of which no point lies in the sector, but that misses it by no more than this, is
        measured to as if the sector were wider by as much.

    Returns
    -------
    Gaps
        The separation is never negative.  All is not a number where no point of ``b`` lies in the
        sector.  Bases that overlap are asked one by one: a million of them take their time.

    Raises
    ------
    GeometryError
        If a base is no rectangle, the apex does not lie in ``a``, something is no array of finite
        poses, or they cannot be broadcast.

    >>> arc, square = Sector.around(0, 40.45), Rect(40, 40)
    >>> found = gap_within(square, (0, 0, 90), square, [(105.2, 80, 90), (0, -90, 0)], arc)
    >>> found.separation.round(3)
    array([103.152,     nan])
    """
    for shape in (a, b):
        if not isinstance(shape, Rect):
            raise GeometryError(f"a round base has no sides to measure from, got {shape}")
    one, other = Box.of(a), Box.of(b)
    if abs(sector.apex[0]) > one.x or abs(sector.apex[1]) > one.y:
        raise GeometryError(f"the apex of the sector must lie in {a}, got {sector.apex}")
    borders = [_Border.of(sector, by) for by in ((0.0, slack) if slack else (0.0,))]

    def kernel(*columns: Floats) -> tuple[Floats, ...]:
        seen = Seen.of(*columns)
        free = nearest(one, other, seen)
        found = _cut(borders[0], one, other, seen, free)
        for border in borders[1:]:
            none = np.isnan(found.separation)
            found = _cut(border, one, other, seen, free).where(none, found)
        result = on_table(found, seen, columns)
        for i in np.flatnonzero(free.separation < -TIE).tolist():
            poses = [v[i].item() for v in columns]
            values = _one_by_one(a, Pose(*poses[:3]), Placed(b, Pose(*poses[3:])), sector, slack)
            for column, value in zip(result, values, strict=True):
                column[i] = value
        return result

    return in_arrays(in_chunks(kernel, (at, to), 5))


def _one_by_one(a: Rect, pose: Pose, b: Placed, sector: Sector, slack: float) -> list[float]:
    found = scalar(Placed(a, pose).parts, b, sector.at(pose), slack)
    return [found.distance, *found.a, *found.b] if found else [np.nan] * 5


class _Border(NamedTuple):
    """The border of a sector in the frame of who carries it.

    Attributes
    ----------
    apex
        Where its rays begin.
    rays
        The unit vectors of its two rays; none if the sector is the whole plane.
    convex
        Whether what lies inside must be on the right side of both rays, or of one.
    """

    apex: Point
    rays: tuple[Point, ...]
    convex: bool

    @classmethod
    def of(cls, sector: Sector, slack: float) -> _Border:
        """Return the border, moved outwards by a slack."""
        x, y = sector.apex
        if sector.width == 360.0:
            return cls((x, y), (), True)
        half = sector.width / 2
        (mx, my), (_, sine) = unit(sector.start + half), unit(half)
        back = slack / sine
        rays = unit(sector.start), unit(sector.start + sector.width)
        return cls((x - back * mx, y - back * my), rays, sector.width <= 180.0)

    def contains(self, x: Floats, y: Floats) -> Bools:
        """Return which points lie inside or on the border; those that are no number do not."""
        if not self.rays:
            return ~np.isnan(x)
        (sx, sy), (ex, ey) = self.rays
        dx, dy = x - self.apex[0], y - self.apex[1]
        first, second = sx * dy - sy * dx >= 0.0, ey * dx - ex * dy >= 0.0
        return first & second if self.convex else first | second


def _cut(border: _Border, one: Box, other: Box, seen: Seen, free: Near) -> Near:
    """Return the nearest points of which that of the other box lies within a border.

    If the nearest one of all does, it is that.  Otherwise it lies on a ray, because the part of
    the border that is in the box is nearer than what is behind it; and there it is where the ray
    enters the box, because the way to a box that holds the apex only grows along the ray.
    """
    inside = border.contains(free.bx, free.by)
    best = Near(
        np.where(inside, np.maximum(free.separation, 0.0), np.nan),
        *(np.where(inside, v, np.nan) for v in free[1:]),
    )
    for ray in border.rays:
        met = _entered(border.apex, ray, one, other, seen)
        best = met.where((met.separation < best.separation) | np.isnan(best.separation), best)
    return best


def _entered(apex: Point, ray: Point, one: Box, other: Box, seen: Seen) -> Near:
    """Return the points where a ray enters a box, and those of the other that are nearest to them.

    No number where it misses.
    """
    (ox, oy), (dx, dy) = apex, ray
    px, py = seen.to_own(ox, oy)
    vx, vy = dx * seen.c + dy * seen.s, dy * seen.c - dx * seen.s
    start, end = np.zeros_like(px), np.full_like(px, np.inf)
    for p, v, half in ((px, vx, other.x), (py, vy, other.y)):
        size = np.copysign(half, v)
        # A ray along a side, 0 / 0, lies between the sides: fmax and fmin pass over no number.
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            start, end = np.fmax(start, (-size - p) / v), np.fmin(end, (size - p) / v)
    way = np.where(start <= end, start, np.nan)
    bx, by = ox + way * dx, oy + way * dy
    ax, ay = np.clip(bx, -one.x, one.x), np.clip(by, -one.y, one.y)
    fx, fy = bx - ax, by - ay
    return Near(np.sqrt(fx * fx + fy * fy), ax, ay, bx, by)
