"""How high the ground is: convex parts with tops, and what a straight way meets of them.

The highest part at a place decides, and where there is none the height is 0.  A part of infinite
height cannot be stood on.  On the border between two heights either may be used: that is how a
point walks along the foot of a wall, along the rim of a roof, and yet never between two walls
that touch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from .convex import edges
from .pose import Point

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Objects = NDArray[np.object_]

FULL = 2 * math.pi

ANGLE = 1e-9
"""Directions that differ by less, in radians, are the same: edges are parallel up to rounding."""

SHORT = 64.0
"""Stretches shorter than this many times the slack are not told from a single point."""

Levels = tuple[float, ...]
"""The heights that a way may have on one stretch, in rising order: one, or two along a border;
none where it is blocked."""

Profile = tuple[tuple[float, Levels], ...]
"""The stretches of a way: where each begins, as a length from the start, and its heights."""

LEVEL: Profile = ((0.0, (0.0,)),)
"""A way on the bare ground."""


@dataclass(frozen=True, slots=True)
class Wedge:
    """What lies about a point between two directions: its first one, its width, its height."""

    start: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Contacts:
    """Where ways meet parts: arrays of equal length, one entry for a way and a part that meet.

    Attributes
    ----------
    way, part
        Their indices.
    first, last
        From where to where, as lengths from the start of the way.
    side
        0 where the way runs inside the part, 1 and -1 where it runs along an edge and the part
        lies on its left or on its right.
    """

    way: Indices
    part: Indices
    first: Array
    last: Array
    side: NDArray[np.int8]


class Elevation:
    """Convex parts, each with the height of its top.

    Parameters
    ----------
    parts
        Counter-clockwise convex rings and their heights, ``math.inf`` for what blocks.
    slack
        The length below which differences are rounding.

    >>> elevation = Elevation([(((0, 0), (4, 0), (4, 4), (0, 4)), 3.0)], slack=1e-9)
    >>> elevation.levels(np.array([(2.0, 2.0), (4.0, 2.0), (5.0, 2.0)]))
    [(3.0,), (0.0, 3.0), (0.0,)]
    >>> elevation.profiles(np.array([(-1.0, 2.0)]), np.array([(5.0, 2.0)]))
    [((0.0, (0.0,)), (1.0, (3.0,)), (5.0, (0.0,)))]
    """

    def __init__(self, parts: Sequence[tuple[tuple[Point, ...], float]], slack: float) -> None:
        self.parts = tuple(parts)
        self.slack = slack
        self.heights = np.array([height for _, height in parts], dtype=float)
        self._centers = np.array([np.mean(ring, axis=0) for ring, _ in parts]).reshape(-1, 2)
        planes = [edges(ring) for ring, _ in parts]
        most = max((len(p) for p in planes), default=0)
        never = (0.0, 0.0, math.inf)  # a half-plane that holds everything
        padded = [[*p, *[never] * (most - len(p))] for p in planes]
        self._planes = np.array(padded, dtype=float).reshape(len(parts), most, 3)
        rings = [np.array(ring) for ring, _ in parts]
        self._tree = shapely.STRtree(
            [shapely.box(*(r.min(0) - 4 * slack), *(r.max(0) + 4 * slack)) for r in rings]
        )

    def __len__(self) -> int:
        return len(self.heights)

    def levels(self, points: Array) -> list[Levels]:
        """Return the heights at each point, ``(n, 2)``: one inside a part, several on borders."""
        which, part = self._tree.query(dots(points))
        offsets = self._offsets(points[which], part)
        top = offsets.max(axis=1, initial=-math.inf)
        inside = top < -self.slack
        floor = np.zeros(len(points))
        np.maximum.at(floor, which[inside], self.heights[part[inside]])
        found: list[Levels] = [_finite({height}) for height in floor.tolist()]
        for i in set(which[~inside & (top <= 2 * self.slack)].tolist()):
            x, y = points[i].tolist()
            found[i] = _finite({wedge.height for wedge in self.wedges((x, y))})
        return found

    def _offsets(self, points: Array, part: Indices) -> Array:
        """Return how far outside each half-plane of a part the points lie, ``(n, most)``."""
        planes = self._planes[part]
        x, y = points[:, 0, None], points[:, 1, None]
        offsets: Array = planes[..., 0] * x + planes[..., 1] * y - planes[..., 2]
        return offsets

    def wedges(self, point: Point) -> list[Wedge]:
        """Return the heights round a point, counter-clockwise; neighbours differ.

        >>> elevation = Elevation([(((0, 0), (4, 0), (4, 4), (0, 4)), 3.0)], slack=1e-9)
        >>> [(round(math.degrees(w.width)), w.height) for w in elevation.wedges((0, 0))]
        [(90, 3.0), (270, 0.0)]
        """
        near = self._tree.query(shapely.Point(point))
        offsets = self._offsets(np.array([point]).repeat(len(near), axis=0), near)
        floor, touching, turns = 0.0, [], {0.0}
        for part, offset in zip(near.tolist(), offsets.tolist(), strict=True):
            height = float(self.heights[part])
            if max(offset) < -self.slack:
                floor = max(floor, height)
            elif max(offset) <= 2 * self.slack:
                planes = self._planes[part].tolist()
                active = [
                    (nx, ny)
                    for (nx, ny, _), f in zip(planes, offset, strict=True)
                    if f >= -4 * self.slack
                ]
                touching.append((active, height))
                for nx, ny in active:
                    turns |= {math.atan2(nx, -ny) % FULL, math.atan2(-nx, ny) % FULL}
        found: list[Wedge] = []
        for start, end in pairwise([*sorted(turns), FULL]):
            if end - start <= ANGLE:
                continue
            ux, uy = math.cos((start + end) / 2), math.sin((start + end) / 2)
            held = [h for active, h in touching if all(nx * ux + ny * uy < 0 for nx, ny in active)]
            found.append(Wedge(start, end - start, max([floor, *held])))
        return _merged(found)

    def cuts(self, at: Point, radius: float) -> set[float]:
        """Return the directions at which a circle meets the lines of the edges of parts near it."""
        (x, y), found = at, set[float]()
        near = self._tree.query(shapely.box(x - radius, y - radius, x + radius, y + radius))
        for nx, ny, d in self._planes[near].reshape(-1, 3).tolist():
            share = (d - nx * x - ny * y) / radius
            found |= circle_cut(math.atan2(ny, nx), share, self.slack / radius)
        return found

    def contacts(self, start: Array, end: Array) -> Contacts:
        """Return where straight ways meet parts; ``start`` and ``end`` are ``(n, 2)``.

        A way is cut by the half-planes of the part.  It is inside if the middle of what is left
        lies deeper than the slack, and along an edge if it stays near the part without that.
        """
        way, part = self._tree.query(lines(start, end), predicate="intersects")
        step = end[way] - start[way]
        length = np.hypot(step[:, 0], step[:, 1])
        step /= np.maximum(length, 1e-300)[:, None]
        offset = self._offsets(start[way], part)
        rate = self._planes[part, :, 0] * step[:, :1] + self._planes[part, :, 1] * step[:, 1:]
        near_first, near_last = _chords(offset - 2 * self.slack, rate, length)
        first, last = _chords(offset, rate, length)
        depth = -(offset + rate * ((first + last) / 2)[:, None]).max(axis=1, initial=-math.inf)
        inside = (last > first) & (depth > self.slack)
        keep = inside | (near_last - near_first > SHORT * self.slack)
        off = self._centers[part] - start[way]
        left = step[:, 0] * off[:, 1] - step[:, 1] * off[:, 0] > 0
        side = np.where(inside, 0, np.where(left, 1, -1)).astype(np.int8)
        return Contacts(
            way[keep],
            part[keep],
            np.where(inside, first, near_first)[keep],
            np.where(inside, last, near_last)[keep],
            side[keep],
        )

    def profiles(self, start: Array, end: Array, whole: bool = False) -> list[Profile | None]:
        """Return the heights along straight ways, or None for a way that is blocked.

        A way too short to have a height of its own has no stretches.

        Parameters
        ----------
        start, end
            Arrays of shape ``(n, 2)``.
        whole
            Whether a blocked way is wanted too, as far as it goes.
        """
        length = np.hypot(*(end - start).T).tolist()
        short = SHORT * self.slack
        found: list[Profile | None] = [LEVEL if size > short else () for size in length]
        if not len(self):
            return found
        met = self.contacts(start, end)
        height = self.heights[met.part]
        blocked = np.zeros(len(start), dtype=bool)
        if not whole:
            blocked[met.way[(met.side == 0) & (height == math.inf)]] = True
            for way in np.flatnonzero(blocked).tolist():
                found[way] = None
        use = np.flatnonzero(~blocked[met.way])
        use = use[np.argsort(met.way[use], kind="stable")]
        columns = (met.way, met.first, met.last, height, met.side)
        rows = zip(*[column[use].tolist() for column in columns], strict=True)
        for way, group in groupby(rows, key=lambda row: row[0]):
            profile = _profile([row[1:] for row in group], length[way], short)
            stopped = not whole and any(not levels for _, levels in profile)
            found[way] = None if stopped else profile
        return found


def circle_cut(direction: float, share: float, blur: float) -> set[float]:
    """Return the directions whose component along another one is a share, if there are any.

    A share that exceeds 1 by no more than the blur counts as 1: a tangent.

    >>> [round(math.degrees(turn)) for turn in sorted(circle_cut(0.0, 0.5, 0.0))]
    [60, 300]
    """
    if abs(share) > 1 + blur:
        return set()
    # The arc cosine doubles the digits that are lost near 1, and a tangent is the common case.
    turn = 0.0 if share > 1 - 1e-12 else math.acos(max(share, -1.0))
    return {(direction - turn) % FULL, (direction + turn) % FULL}


def lines(start: Array, end: Array) -> Objects:
    """Return straight ways as shapely lines."""
    return np.asarray(shapely.linestrings(np.stack([start, end], axis=1)), dtype=object)


def dots(points: Array) -> Objects:
    """Return points, ``(n, 2)``, as shapely points."""
    return np.asarray(shapely.points(points), dtype=object)


def _chords(offset: Array, rate: Array, length: Array) -> tuple[Array, Array]:
    """Cut ways by half-planes, ``offset + rate * s <= 0``; empty if last < first."""
    with np.errstate(divide="ignore", invalid="ignore"):
        s = -offset / rate
    first = np.where(rate < 0, s, 0.0).max(axis=1, initial=0.0)
    last = np.where(rate > 0, s, math.inf).min(axis=1, initial=math.inf)
    outside = ((rate == 0) & (offset > 0)).any(axis=1)
    return first, np.where(outside, -1.0, np.minimum(last, length))


def _profile(met: list[tuple[float, float, float, int]], length: float, short: float) -> Profile:
    cuts = sorted({0.0, length, *[s for row in met for s in row[:2]]})
    found: list[tuple[float, Levels]] = []
    begin = 0.0
    for first, last in pairwise(cuts):
        if last - first <= short:
            continue
        middle = (first + last) / 2
        left = right = 0.0
        for s0, s1, height, side in met:
            if s0 < middle < s1:
                if side >= 0 and height > left:
                    left = height
                if side <= 0 and height > right:
                    right = height
        low, high = (left, right) if left < right else (right, left)
        if high < math.inf:
            levels: Levels = (low, high) if low < high else (low,)
        else:
            levels = (low,) if low < math.inf else ()
        if not found or found[-1][1] != levels:
            found.append((begin if not found else first, levels))
    return tuple(found)


def _finite(heights: set[float]) -> Levels:
    return tuple(sorted(h for h in heights if h < math.inf))


def _merged(wedges: list[Wedge]) -> list[Wedge]:
    found: list[Wedge] = []
    for wedge in wedges:
        if found and found[-1].height == wedge.height:
            found[-1] = Wedge(found[-1].start, found[-1].width + wedge.width, wedge.height)
        else:
            found.append(wedge)
    if len(found) > 1 and found[0].height == found[-1].height:
        last = found.pop()
        found[0] = Wedge(last.start, last.width + found[0].width, last.height)
    return found
