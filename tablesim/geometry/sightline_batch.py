"""Which of very many lines in space are blocked, yes or no."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from ..errors import GeometryError
from .sightline import GRAZE, sightline
from .terrain import Floats, Indices, Relief

Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]

_CHUNK = 512
"""How many lines are held against all parts at once: the tables stay in the fast memory."""

_ROUNDING = 2e-6
"""What single precision may be off, as a share of the largest number."""

_CLEAR = 2 * GRAZE
"""A line that enters a part by more than this enters it, whatever way it is computed."""


def blocked(
    relief: Relief, starts: ArrayLike, ends: ArrayLike, *, skip: Collection[int] = ()
) -> Bools:
    """Return which of many lines are blocked, as :func:`~.sightline.sightline` would one by one.

    Lines that clearly enter something or come near nothing are told by tables of numbers; the few
    that only touch something are asked one by one.

    Parameters
    ----------
    relief, skip
        As there.
    starts, ends
        Points in space, shape (n, 3); one of a kind is taken for all.

    Raises
    ------
    GeometryError
        If a coordinate is not finite.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> relief = Relief([Prism(Placed(Rect(6, 2), Pose(5, 0)), 1, 2)])
    >>> blocked(relief, (0, 0, 1.5), [(10, 0, 1.5), (10, 6, 1.5), (10, 0, 2.5)])
    array([ True, False,  True])
    """
    one, other = (np.atleast_2d(np.asarray(v, dtype=np.float64)) for v in (starts, ends))
    a, b = np.broadcast_arrays(one, other)
    for values in (one, other):
        if not np.isfinite(values).all():
            wrong = values[~np.isfinite(values).all(axis=1)][0]
            raise GeometryError(f"a line needs finite ends, got {wrong}")
    outlines = _Outlines.of(relief, relief.without(skip))
    result = np.zeros(len(a), dtype=np.bool_)
    for first in range(0, len(a) if len(outlines.part) else 0, _CHUNK):
        lines = _Lines.between(a[first : first + _CHUNK], b[first : first + _CHUNK])
        entered, unsure = _entering(relief, outlines, lines)
        for i in np.flatnonzero(unsure & ~entered).tolist():
            ends_of = (tuple(v[first + i].tolist()) for v in (a, b))
            entered[i] = sightline(relief, *ends_of, skip=skip).blocked
        result[first : first + _CHUNK] = entered
    return result


class _Outlines(NamedTuple):
    """The parts that take part, each in a rectangle of any heading, and in a box along the axes.

    Attributes
    ----------
    part
        The index of each part in the relief; long ones come first, they block the most.
    middle
        The middle of all, on the plane; the rest is about there.
    center, p, q
        The rectangles: their centers and half sides, shape (2, k).
    least, most
        The least and the greatest x, y and height of each, shape (3, k).

    Single precision is enough to find what is near, and twice as fast.
    """

    part: Indices
    middle: Floats
    center: Singles
    p: Singles
    q: Singles
    least: Singles
    most: Singles

    @classmethod
    def of(cls, relief: Relief, keep: Bools) -> _Outlines:
        shapes = relief.tree.geometries
        part = np.flatnonzero(keep)
        part = part[np.argsort(-shapely.length(shapes)[part], kind="stable")]
        ringed = len(relief.rings.first)
        boxes = shapely.get_coordinates(shapely.oriented_envelope(shapes[:ringed]))
        a, b, c = (boxes.reshape(-1, 5, 2)[:, i] for i in range(3))
        center = np.concatenate([(a + c) / 2, relief.ovals.center])[part]
        p = np.concatenate([(b - a) / 2, relief.ovals.p])[part]
        q = np.concatenate([(c - b) / 2, relief.ovals.q])[part]
        bounds = shapely.bounds(shapes)[part]
        middle = bounds.reshape(-1, 2).mean(axis=0) if len(part) else np.zeros(2)
        least = np.vstack([(bounds[:, :2] - middle).T, relief.bottom[part]])
        most = np.vstack([(bounds[:, 2:] - middle).T, relief.top[part]])
        tables = (center - middle).T, p.T, q.T, least, most
        return cls(part, middle, *(np.ascontiguousarray(v, dtype=np.float32) for v in tables))


class _Lines(NamedTuple):
    """Lines in space: where they begin, their vectors, lengths on the plane and in space."""

    origin: Floats
    way: Floats
    run: Floats
    size: Floats

    @classmethod
    def between(cls, a: Floats, b: Floats) -> _Lines:
        way = b - a
        run = np.hypot(way[:, 0], way[:, 1])
        return cls(a, way, run, np.hypot(run, way[:, 2]))

    @property
    def turn(self) -> Floats:
        """Unit vectors on the plane along the lines; of lines straight up, zero."""
        return self.way[:, :2] / np.where(self.run > 0.0, self.run, 1.0)[:, None]


def _near(outlines: _Outlines, lines: _Lines) -> tuple[Indices, Indices]:
    """Return pairs of line and outline whose boxes meet, the outline on both sides of the line."""
    shift = np.append(outlines.middle, 0.0)
    start, end = ((v - shift).astype(np.float32) for v in (lines.origin, lines.origin + lines.way))
    extent = max(float(np.abs(v).max()) for v in (start, end, outlines.least, outlines.most))
    slack = np.float32(10 * GRAZE + _ROUNDING * extent)
    ux, uy = lines.turn.T.astype(np.float32)
    left = np.stack([-uy, ux], axis=1)
    off = (start[:, :2] * left).sum(axis=1, keepdims=True)
    away = np.abs(left @ outlines.center - off)
    meets = away <= np.abs(left @ outlines.p) + np.abs(left @ outlines.q) + slack
    low, high = np.minimum(start, end) - slack, np.maximum(start, end) + slack
    for axis in range(3):
        meets &= low[:, axis, None] <= outlines.most[axis]
        meets &= high[:, axis, None] >= outlines.least[axis]
    return np.divmod(np.flatnonzero(meets), len(outlines.part))


def _entering(relief: Relief, outlines: _Outlines, lines: _Lines) -> tuple[Bools, Bools]:
    """Return which lines clearly enter a part, and which may do so or touch one."""
    line, which = _near(outlines, lines)
    part = outlines.part[which]
    entered, unsure = np.zeros((2, len(lines.run)), dtype=np.bool_)
    first = np.ones(len(line), dtype=np.bool_)
    first[1:] = line[1:] != line[:-1]
    # One part of each line first: most are blocked by it, and need no look at the others.
    for turn in (first, ~first):
        now = np.flatnonzero(turn & ~entered[line])
        depth = _depth(relief, part[now], lines, line[now])
        entered[line[now[depth > _CLEAR]]] = True
        unsure[line[now[depth >= -_CLEAR]]] = True
    upright = lines.run <= GRAZE
    return entered & ~upright, unsure | upright


def _depth(relief: Relief, part: Indices, lines: _Lines, line: Indices) -> Floats:
    """Return how far lines run through parts, or how far those lie on both sides of them if less.

    It is positive if a line enters a part, and negative if it misses it.
    """
    cornered = part < len(relief.rings.first)
    start, end = np.empty(len(line)), np.empty(len(line))
    depth = np.empty(len(line))
    for some, span in ((cornered, _ring_span), (~cornered, _oval_span)):
        if some.any():
            start[some], end[some], depth[some] = span(relief, part[some], lines, line[some])
    z, rise = lines.origin[line, 2], lines.way[line, 2]
    below, above = relief.bottom[part] - z, relief.top[part] - z
    level = np.abs(rise) <= GRAZE
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = below / rise, above / rise
    start = np.maximum(np.where(level, 0.0, np.minimum(one, other)), np.maximum(start, 0.0))
    end = np.minimum(np.where(level, 1.0, np.maximum(one, other)), np.minimum(end, 1.0))
    depth = np.minimum(depth, (end - start) * lines.size[line])
    return np.where(level, np.minimum(depth, np.minimum(-below, above)), depth)


_Spans = tuple[Floats, Floats, Floats]
"""From where to where lines run through parts, and how far those lie on both sides of them."""


def _ring_span(relief: Relief, part: Indices, lines: _Lines, line: Indices) -> _Spans:
    rings = relief.rings.take(part)
    of = np.repeat(line, rings.length)
    x, y = (rings.corners - lines.origin[of, :2]).T
    ux, uy = lines.turn[of].T
    along, across = x * ux + y * uy, y * ux - x * uy
    left, right = (f.reduceat(across, rings.first) for f in (np.maximum, np.minimum))
    then = across[rings.after]
    with np.errstate(divide="ignore", invalid="ignore"):
        met = along + (along[rings.after] - along) * (across / (across - then))
    crosses = (across <= 0.0) != (then <= 0.0)
    start = np.minimum.reduceat(np.where(crosses, met, np.inf), rings.first)
    end = np.maximum.reduceat(np.where(crosses, met, -np.inf), rings.first)
    depth = np.minimum(left, -right)
    touching = np.abs(depth) <= _CLEAR  # where a line only touches there is no crossing to trust
    run = np.maximum(lines.run[line], GRAZE)
    start, end = (np.where(touching, way, v / run) for way, v in ((0.0, start), (1.0, end)))
    return start, end, depth


def _oval_span(relief: Relief, part: Indices, lines: _Lines, line: Indices) -> _Spans:
    center, p, q = relief.ovals.take(part - len(relief.rings.first))
    (cx, cy), (ux, uy) = (center - lines.origin[line, :2]).T, lines.turn[line].T
    along, across = cx * ux + cy * uy, cy * ux - cx * uy
    (pt, ps), (qt, qs) = (
        (v[:, 0] * ux + v[:, 1] * uy, v[:, 1] * ux - v[:, 0] * uy) for v in (p, q)
    )
    reach = np.maximum(np.hypot(ps, qs), GRAZE)
    share = np.clip(-across / reach, -1.0, 1.0)
    middle = along + share * (ps * pt + qs * qt) / reach
    half = np.abs(pt * qs - ps * qt) / reach * np.sqrt(1.0 - share * share)
    run = np.maximum(lines.run[line], GRAZE)
    return (middle - half) / run, (middle + half) / run, reach - np.abs(across)
