"""Gaps from many bases to the parts of others that lie in a sector or a beam of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...errors import GeometryError
from ..convex import TIE, HalfPlane
from ..footprint import Placed, Rect
from ..pose import Point, Pose, unit
from ..region import gap_within as scalar
from ..sector import Beam, Sector
from .gaps import Box, Gaps, in_arrays, nearest, spread_boxes
from .near import Bools, Near, Place, chosen, on_table
from .poses import Floats, Seen, in_chunks
from .sectors import margins


def gap_within(
    a: Rect,
    at: ArrayLike,
    b: Rect,
    to: ArrayLike,
    sector: Sector | Beam,
    *,
    slack: float = 0.0,
    rim: bool = False,
) -> Gaps:
    """Return the gaps from bases to the parts of others that lie in a sector of theirs.

    Parameters
    ----------
    a, at
        The base to measure from, which carries the sector, and its poses, shape ``(..., 3)``.
    b, to
        The base to measure to, and its poses; only its points in the sector count.
    sector
        The sector or beam; its apex, or its beginning, must lie in ``a``.
    slack
        A base that reaches into the sector by no more than this, or misses it by no more, is
        measured to as if the sector were wider by as much.
    rim
        Whether to measure from those stretches of the outline of ``a`` alone that lie in the
        sector.

    Returns
    -------
    Gaps
        The separation is never negative.  All is not a number where no point of ``b`` lies in the
        sector.  A sector that opens by more than 180 degrees gives no shifts.  Bases that overlap
        are asked one by one: a million of them take their time.

    Raises
    ------
    GeometryError
        If a base is no rectangle, the apex does not lie in ``a``, or no stretch of its outline in
        the sector, something is no array of finite poses, or they cannot be broadcast.

    >>> arc, square = Sector.around(0, 40.45), Rect(40, 40)
    >>> found = gap_within(square, (0, 0, 90), square, [(105.2, 80, 90), (0, -90, 0)], arc)
    >>> found.separation.round(3)
    array([103.152,     nan])
    """
    shot = _Shot.of(a, b, sector, slack, rim)
    reach = margins(sector, shot.other)

    def kernel(*columns: Floats) -> tuple[Floats, ...]:
        seen = Seen.of(*columns)
        free = nearest(shot.one, shot.other, seen)
        found, shift = shot.measured(seen, free, reach(seen))
        result = on_table(found, shift, seen, columns)
        shot.correct(result, columns, free)
        return result

    return in_arrays(in_chunks(kernel, (at, to), 7))


class Aims(NamedTuple):
    """How many bases stand to a sector of others, and to those who carry it.

    Attributes
    ----------
    margin
        How far each reaches into the sector, or by how much it misses it: see :func:`margin`.
    separation
        The gap base to base, wherever it is; negative: how deep they are in each other.
    gaps
        The gap to what lies in the sector; where nothing does, base to base.
    within
        Which it is.
    """

    margin: Floats
    separation: Floats
    gaps: Gaps
    within: Bools


def aim(
    a: Rect,
    at: ArrayLike,
    b: Rect,
    to: ArrayLike,
    sector: Sector | Beam,
    *,
    slack: float = 0.0,
    rim: bool = False,
) -> Aims:
    """Return all that :func:`margin`, :func:`separation` and :func:`gap_within` say, in one go.

    Parameters and errors are those of :func:`gap_within`.

    >>> arc, square = Sector.around(0, 40.45), Rect(40, 40)
    >>> found = aim(square, (0, 0, 90), square, [(105.2, 80, 90), (0, -90, 0)], arc)
    >>> found.gaps.separation.round(3), found.within
    (array([103.152,  50.   ]), array([ True, False]))
    """
    shot = _Shot.of(a, b, sector, slack, rim)
    reach = margins(sector, shot.other)

    def kernel(*columns: Floats) -> tuple[Floats, ...]:
        seen = Seen.of(*columns)
        margin, free = reach(seen), nearest(shot.one, shot.other, seen)
        found, shift = shot.measured(seen, free, margin)
        inside = list(on_table(found, shift, seen, columns))
        shot.correct(inside, columns, free)
        missed = (margin < -slack) | np.isnan(inside[0])
        closest, ways = spread_boxes(free, shot.one, shot.other, seen)
        outside = on_table(closest, ways, seen, columns)
        gaps = (np.where(missed, p, q) for p, q in zip(outside, inside, strict=True))
        return margin, free.separation, ~missed, *gaps

    found = in_chunks(kernel, (at, to), 10)
    return Aims(found[0], found[1], in_arrays(found[3:]), found[2] == 1.0)


class _Border(NamedTuple):
    """The border of a sector or beam in the frame of who carries it.

    Attributes
    ----------
    rays
        Where its rays begin, and their unit vectors; none if it is the whole plane.
    planes
        Its half-planes.
    convex
        Whether what lies inside must be in all of them, or in one.
    """

    rays: tuple[tuple[Point, Point], ...]
    planes: tuple[HalfPlane, ...]
    convex: bool

    @classmethod
    def of(cls, sector: Sector | Beam, slack: float) -> _Border:
        """Return the border, moved outwards by a slack."""
        if isinstance(sector, Beam):
            side, start = sector.width / 2 + slack, sector.start - slack
            planes = (0.0, -1.0, side), (0.0, 1.0, side), (-1.0, 0.0, -start)
            ahead = (1.0, 0.0)
            return cls((((start, -side), ahead), ((start, side), ahead)), planes, True)
        if sector.width == 360.0:
            return cls((), (), True)
        (x, y), half = sector.apex, sector.width / 2
        (mx, my), (_, sine) = unit(sector.start + half), unit(half)
        back = slack / sine
        x, y = x - back * mx, y - back * my
        (sx, sy), (ex, ey) = unit(sector.start), unit(sector.start + sector.width)
        first, second = (sy, -sx, sy * x - sx * y), (-ey, ex, ex * y - ey * x)
        rays = ((x, y), (sx, sy)), ((x, y), (ex, ey))
        return cls(rays, (first, second), sector.width <= 180.0)

    def seen_from(self, center: Point) -> _Border:
        """Return the border in coordinates about another point."""
        cx, cy = center
        return _Border(
            tuple(((x - cx, y - cy), way) for (x, y), way in self.rays),
            tuple((nx, ny, d - nx * cx - ny * cy) for nx, ny, d in self.planes),
            self.convex,
        )

    def contains(self, x: Floats, y: Floats) -> Bools:
        """Return which points lie inside or on the border; those that are no number do not."""
        if not self.planes:
            return ~np.isnan(x)
        inside = [nx * x + ny * y <= d for nx, ny, d in self.planes]
        joined = np.logical_and if self.convex else np.logical_or
        return np.asarray(joined.reduce(inside))


_Start = tuple[Point, Box]
"""What is measured from: a box about a point."""


class _Shot(NamedTuple):
    """What to measure, from one base to another within a sector.

    Attributes
    ----------
    a, b, sector, slack, rim
        As they were given.
    starts
        The boxes to measure from.
    """

    a: Rect
    b: Rect
    sector: Sector | Beam
    slack: float
    rim: bool
    starts: tuple[_Start, ...]

    @classmethod
    def of(cls, a: Rect, b: Rect, sector: Sector | Beam, slack: float, rim: bool) -> _Shot:
        """Check what is given."""
        for shape in (a, b):
            if not isinstance(shape, Rect):
                raise GeometryError(f"a round base has no sides to measure from, got {shape}")
        one = Box.of(a)
        begins = [(sector.start, sector.width / 2)] if isinstance(sector, Beam) else [sector.apex]
        for x, y in begins:
            if abs(x) > one.x or abs(y) > one.y:
                raise GeometryError(f"the apex of the sector must lie in {a}, got {(x, y)}")
        starts = tuple(_rim(a, sector)) if rim else (((0.0, 0.0), one),)
        if not starts:
            raise GeometryError(f"no stretch of the outline of {a} lies in {sector}")
        return cls(a, b, sector, slack, rim, starts)

    @property
    def one(self) -> Box:
        """The base that is measured from."""
        return Box.of(self.a)

    @property
    def other(self) -> Box:
        """The base that is measured to."""
        return Box.of(self.b)

    def measured(self, seen: Seen, free: Near, margin: Floats) -> tuple[Near, Place]:
        """Return the gaps within the sector; no number where there are none.

        Those that graze the sector are asked again, of one that is wider by the slack.
        """
        found, shift = self._in(_Border.of(self.sector, 0.0), seen, free)
        again = np.flatnonzero(np.abs(margin) <= self.slack)
        if self.slack and again.size:
            wider = _Border.of(self.sector, self.slack)
            near, way = self._in(wider, seen.taken(again), free.taken(again))
            for whole, part in zip((*found, *shift), (*near, *way), strict=True):
                whole[again] = part
        return found, shift

    def _in(self, border: _Border, seen: Seen, free: Near) -> tuple[Near, Place]:
        """Return the least of the gaps within a border from all that is measured from."""
        results = [self._from(start, border, seen, free) for start in self.starts]
        best, shift = results[0]
        for found, way in results[1:]:
            # A corner of the rim ends two sides: of equal gaps, that with more segments counts.
            least = np.fmin(found.separation, best.separation)
            more = np.hypot(*way) > np.hypot(*shift)
            taken = (best.separation > least + TIE) | np.isnan(best.separation)
            taken |= more & (found.separation <= least + TIE)
            best = found.where(taken, best)._replace(separation=least)
            shift = chosen(taken, way, shift)
        return best, shift

    def _from(self, start: _Start, border: _Border, seen: Seen, free: Near) -> tuple[Near, Place]:
        center, one = start
        if self.rim:
            border = border.seen_from(center)
            seen = seen._replace(x=seen.x - center[0], y=seen.y - center[1])
            free = nearest(one, self.other, seen)
        found = _cut(border, one, self.other, seen, free)
        planes = border.planes
        shift: Place | None = None
        if border.convex:
            found, shift = spread_boxes(found, one, self.other, seen, planes)
        if self.rim:
            d, ax, ay, bx, by = found
            found = Near(d, ax + center[0], ay + center[1], bx + center[0], by + center[1])
        return found, shift or (np.zeros_like(free.ax), np.zeros_like(free.ay))

    def correct(self, result: Sequence[Floats], columns: tuple[Floats, ...], free: Near) -> None:
        """Write over the gaps of bases that overlap: they are asked one by one."""
        for i in np.flatnonzero(free.separation < -TIE).tolist():
            poses = [column[i].item() for column in columns]
            for column, value in zip(result, self._one_by_one(poses), strict=True):
                column[i] = value

    def _one_by_one(self, poses: list[float]) -> list[float]:
        pose, other = Pose(*poses[:3]), Placed(self.b, Pose(*poses[3:]))
        region, shape = self.sector.at(pose), Placed(self.a, pose)
        start = region.rim(shape) if self.rim else shape.parts
        found = scalar(start, other, region, self.slack)
        if found is None:
            return [np.nan] * 7
        (a, b), (last, _) = found.families[0].first, found.families[0].last
        return [found.distance, *a, *b, last[0] - a[0], last[1] - a[1]]


def _rim(a: Rect, sector: Sector | Beam) -> list[_Start]:
    """Return the stretches of a base's outline that lie in a sector, as boxes without a width."""
    pieces = sector.at(Pose(0.0, 0.0)).rim(Placed(a, Pose(0.0, 0.0)))
    ends = [piece.points for piece in pieces]
    return [
        (((px + qx) / 2, (py + qy) / 2), Box(abs(qx - px) / 2, abs(qy - py) / 2, 0.0))
        for (px, py), (qx, qy) in ends
    ]


def _cut(border: _Border, one: Box, other: Box, seen: Seen, free: Near) -> Near:
    """Return the nearest points of which that of the other box lies within a border.

    If the nearest one of all does, it is that.  Otherwise it lies on a ray, because the part of
    the border that is in the box is nearer than what is behind it; and there it is where the ray
    enters the box, because the way to a box that holds the apex only grows along the ray.  (From
    the rim alone the way may shrink at first to one of its sides; to the nearest one it does not.)
    """
    inside = border.contains(free.bx, free.by)
    best = Near(
        np.where(inside, np.maximum(free.separation, 0.0), np.nan),
        *(np.where(inside, v, np.nan) for v in free[1:]),
    )
    for start, ray in border.rays:
        met = _entered(start, ray, one, other, seen)
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
