"""What shortest ways bend round: corners, and circles about corners; and the straight ways between.

A way that cannot be shortened is straight but where it goes round a corner, and there the corner
lies wholly on one side of the way.  For a base of some radius the corner is a circle: the way
meets it as a tangent and follows it for a while.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .convex import edges
from .elevation import (
    ANGLE,
    FULL,
    Array,
    Elevation,
    Indices,
    Levels,
    Objects,
    Profile,
    Wedge,
    circle_cut,
    dots,
    lines,
)
from .pose import Point

NO_CONE = ((0.0, 0.0), (0.0, 0.0))

SEPARATE = 8.0
"""Points closer than this many times the slack are one."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A point that ways bend round, or the center of a circle that they follow.

    Attributes
    ----------
    at
        Where.
    radius
        Of the circle; 0 for a point.
    cone
        The two unit vectors between which lies what is gone round; both zero for any way.
    levels
        The heights at which a way may pass a point (a circle has its own on every stretch).
    """

    at: Point
    radius: float
    cone: tuple[Point, Point]
    levels: Levels


@dataclass(frozen=True, slots=True)
class Pinch:
    """A point where high ground meets high ground, with low ground on two sides or more.

    Attributes
    ----------
    at
        Where.
    cone
        What a straight way through the point must keep on one side; None if none passes.
    """

    at: Point
    cone: tuple[Point, Point] | None


def corners_at(at: Point, radius: float, wedges: Sequence[Wedge]) -> list[Corner]:
    """Return what shortest ways bend round at a point: nothing, one corner, or two.

    Between two heights only the narrow side is gone round, on the height of the wide one: at the
    foot of a corner that juts out, on top of one that recedes.  To cross the border just there
    would be no cheaper than beside it, and a straight line is shorter.

    Where high ground meets high ground in the point it is one: a way passes below it on the wide
    side, if there is one, or else over it.
    """
    saddle = _saddle(wedges)
    if saddle is not None:
        below = _round(at, radius, wedges, saddle)
        over = [w.height for w in wedges if saddle <= w.height < math.inf]
        cone, gap = _hull(wedges, math.inf)
        bends = over and _width(gap) > math.pi + ANGLE
        top = Corner(at, radius, cone, tuple(sorted(set(over)))) if bends else None
        return [c for c in (below, top) if c is not None]
    if any(w.height == math.inf for w in wedges):
        found = _round(at, radius, wedges, math.inf)
        return [found] if found else []
    if len(wedges) != 2:
        return [Corner(at, radius, NO_CONE, _heights(wedges))] if len(wedges) > 2 else []
    narrow, wide = sorted(wedges, key=lambda w: w.width)
    if narrow.width >= math.pi - ANGLE:
        return []
    return [Corner(at, radius, _cone(narrow.start, narrow.width), (wide.height,))]


def pinch(at: Point, wedges: Sequence[Wedge]) -> Pinch | None:
    """Return the pinch at a point, or None if there is none."""
    saddle = _saddle(wedges)
    if saddle is None:
        return None
    cone, gap = _hull(wedges, saddle)
    return Pinch(at, cone if _width(gap) >= math.pi - ANGLE else None)


def _saddle(wedges: Sequence[Wedge]) -> float | None:
    """Return the height over which one passes from low ground to low ground through a point."""
    heights = [w.height for w in wedges]
    n = len(heights)
    summits = [h for i, h in enumerate(heights) if heights[i - 1] < h > heights[(i + 1) % n]]
    return sorted(summits)[-2] if len(summits) > 1 else None


def _round(at: Point, radius: float, wedges: Sequence[Wedge], limit: float) -> Corner | None:
    """Return the corner that is gone round below a height, on the wide side; None if none is."""
    cone, gap = _hull(wedges, limit)
    return Corner(at, radius, cone, _heights(gap)) if _width(gap) > math.pi + ANGLE else None


def _hull(wedges: Sequence[Wedge], limit: float) -> tuple[tuple[Point, Point], list[Wedge]]:
    """Return the cone about all that reaches a height, and the widest gap in it."""
    first = next((i for i, w in enumerate(wedges) if w.height >= limit), None)
    if first is None:
        return NO_CONE, [*wedges]
    gaps: list[list[Wedge]] = [[]]
    for wedge in [*wedges[first:], *wedges[:first]]:
        if wedge.height >= limit:
            gaps.append([])
        else:
            gaps[-1].append(wedge)
    gap = max(gaps, key=_width)
    return (_cone(gap[0].start + _width(gap), FULL - _width(gap)) if gap else NO_CONE), gap


def _width(wedges: Sequence[Wedge]) -> float:
    return sum(w.width for w in wedges)


def _cone(start: float, width: float) -> tuple[Point, Point]:
    end = start + width
    return (math.cos(start), math.sin(start)), (math.cos(end), math.sin(end))


def _heights(wedges: Sequence[Wedge]) -> Levels:
    return tuple(sorted({w.height for w in wedges}))


class Hooks(NamedTuple):
    """Corners with the side on which a way passes them: arrays of equal length.

    ``side`` is 1 if the center of a circle lies on the left of the way, -1 on the right, and 0
    for a point, which may lie on either; ``corner`` is an index, -1 for no corner.
    """

    at: Array
    radius: Array
    side: Array
    right: Array
    left: Array
    corner: Indices

    @classmethod
    def of(cls, corners: Sequence[Corner]) -> Hooks:
        """Return the hooks of some corners: one of a point, two of a circle."""
        rows = [
            (*c.at, c.radius, side, *c.cone[0], *c.cone[1])
            for c in corners
            for side in ((1.0, -1.0) if c.radius else (0.0,))
        ]
        table = np.array(rows, dtype=float).reshape(-1, 8)
        index = [i for i, c in enumerate(corners) for _ in range(2 if c.radius else 1)]
        return cls(
            table[:, :2],
            table[:, 2],
            table[:, 3],
            table[:, 4:6],
            table[:, 6:],
            np.array(index, dtype=np.intp),
        )

    @classmethod
    def free(cls, points: Array) -> Hooks:
        """Return points that a way may begin or end at in any direction."""
        n, none = len(points), np.zeros((len(points), 2))
        return cls(points, np.zeros(n), np.zeros(n), none, none, np.full(n, -1, dtype=np.intp))

    def take(self, which: Indices) -> Hooks:
        """Return some of them."""
        return Hooks._make([column[which] for column in self])


def tangents(one: Hooks, other: Hooks, slack: float) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return the straight ways from hooks to hooks, and which of them bend as they may.

    Returns
    -------
    start, end, keep
        Where each leaves the first and reaches the second, ``(n, 2)``; and whether it exists and
        keeps both cones on their sides.

    >>> circle = Corner((0.0, 0.0), 3.0, NO_CONE, ())
    >>> ways = tangents(Hooks.free(np.array([(5.0, 0.0)] * 2)), Hooks.of([circle]), 1e-9)
    >>> [(round(x, 6), round(y, 6)) for x, y in ways[1].tolist()]
    [(1.8, 2.4), (1.8, -2.4)]
    """
    between = other.at - one.at
    distance = np.hypot(between[:, 0], between[:, 1])
    shift = other.side * other.radius - one.side * one.radius
    exists = np.abs(shift) <= distance + slack
    distance = np.maximum(distance, 1e-300)
    across = np.clip(shift / distance, -1, 1)
    along = np.sqrt((1 - across) * (1 + across))
    ex, ey = (between / distance[:, None]).T
    step = np.stack([along * ex + across * ey, along * ey - across * ex], axis=1)
    normal = np.stack([-step[:, 1], step[:, 0]], axis=1)
    start = one.at - (one.side * one.radius)[:, None] * normal
    end = other.at - (other.side * other.radius)[:, None] * normal
    blur = ANGLE + 4 * slack / np.maximum(distance * along, slack)
    keep = exists & _on_one_side(one, step, blur) & _on_one_side(other, step, blur)
    return start, end, keep


def _on_one_side(hooks: Hooks, step: Array, blur: Array) -> NDArray[np.bool_]:
    a = step[:, 0] * hooks.right[:, 1] - step[:, 1] * hooks.right[:, 0]
    b = step[:, 0] * hooks.left[:, 1] - step[:, 1] * hooks.left[:, 0]
    on_left = np.minimum(a, b) >= -blur
    on_right = np.maximum(a, b) <= blur
    return (on_left & (hooks.side >= 0)) | (on_right & (hooks.side <= 0))


def squeezed(start: Array, end: Array, pinches: Sequence[Pinch], slack: float) -> Indices:
    """Return the ways that pass between two sides of a pinch, by their indices."""
    if not pinches:
        return np.zeros(0, dtype=np.intp)
    tree = shapely.STRtree([shapely.Point(p.at) for p in pinches])
    way, which = tree.query(lines(start, end), predicate="dwithin", distance=4 * slack)
    at = np.array([p.at for p in pinches])[which]
    ends = np.minimum(*[np.hypot(*(at - e[way]).T) for e in (start, end)])
    cones = [p.cone for p in pinches]
    hooks = Hooks.of([Corner(p.at, 0.0, p.cone or NO_CONE, ()) for p in pinches]).take(which)
    step = end[way] - start[way]
    length = np.hypot(step[:, 0], step[:, 1])
    step /= np.maximum(length, slack)[:, None]
    fits = _on_one_side(hooks, step, np.full(len(way), ANGLE))
    fits &= np.array([cones[i] is not None for i in which.tolist()], dtype=bool)
    caught: Indices = way[~fits & (ends > SEPARATE * slack)]
    return caught


class Rounds:
    """Blocked parts with round corners: convex cores, each grown by a radius.

    Parameters
    ----------
    parts
        The corners of each core (one for a disc) and the radius.
    slack
        By how much a way may cut into them.
    """

    def __init__(self, parts: Sequence[tuple[tuple[Point, ...], float]], slack: float) -> None:
        self.parts = tuple(parts)
        self.slack = slack
        groups: dict[float, list[Core]] = {}
        for points, radius in parts:
            groups.setdefault(radius, []).append(core(points))
        self._trees = [(radius, shapely.STRtree(cores)) for radius, cores in groups.items()]
        self._boxes = shapely.STRtree(
            [shapely.buffer(shapely.box(*core(p).bounds), radius) for p, radius in parts]
        )

    def blocks(self, geometries: Objects) -> NDArray[np.bool_]:
        """Return which points or lines come closer to a core than its radius."""
        found = np.zeros(len(geometries), dtype=bool)
        for radius, tree in self._trees:
            hit = tree.query(geometries, predicate="dwithin", distance=radius - self.slack)
            found[hit[0]] = True
        return found

    def cuts(self, at: Point, radius: float) -> set[float]:
        """Return the directions at which a circle meets the borders of the parts."""
        (x, y), found = at, set[float]()
        blur = self.slack / radius
        near = shapely.box(x - radius, y - radius, x + radius, y + radius)
        for i in self._boxes.query(near).tolist():
            points, grown = self.parts[i]
            for nx, ny, d in edges(points):
                share = (d + grown - nx * x - ny * y) / radius
                found |= circle_cut(math.atan2(ny, nx), share, blur)
            for px, py in points:
                far = math.hypot(px - x, py - y)
                if far > 0:
                    share = (radius**2 + far**2 - grown**2) / (2 * radius * far)
                    found |= circle_cut(math.atan2(py - y, px - x), share, blur)
        return found


Core = shapely.Point | shapely.LineString | shapely.Polygon


def core(points: tuple[Point, ...]) -> Core:
    """Return the point, line or polygon of some corners."""
    if len(points) == 1:
        return shapely.Point(points[0])
    return shapely.LineString(points) if len(points) == 2 else shapely.Polygon(points)


def on_circle(at: Point, radius: float, direction: float) -> Point:
    """Return the point of a circle in a direction from its center."""
    return at[0] + radius * math.cos(direction), at[1] + radius * math.sin(direction)


@dataclass(frozen=True, slots=True)
class Ring:
    """The circle about a corner: what a base meets that rolls round it.

    Attributes
    ----------
    at, radius
        The circle.
    cuts
        The directions, rising from 0, at which a stretch begins.
    levels
        The heights of the stretches; none where it is blocked.
    blur
        Directions that differ by less, in radians, are the same.
    """

    at: Point
    radius: float
    cuts: tuple[float, ...]
    levels: tuple[Levels, ...]
    blur: float

    def arc(self, start: float, turn: float, side: int) -> Profile | None:
        """Return the heights along an arc, or None if it is blocked.

        Parameters
        ----------
        start
            The direction from the center at which it begins.
        turn
            By how much it turns, 0 or more.
        side
            1 counter-clockwise, -1 clockwise.
        """
        low = (start if side > 0 else start - turn) % FULL
        found: list[tuple[float, float, Levels]] = []
        n, k = len(self.cuts), bisect_right(self.cuts, low) - 1
        begin = low
        while begin < low + turn:
            end = (self.cuts[(k + 1) % n] if k % n + 1 < n else FULL) + FULL * (k // n)
            last = min(end, low + turn)
            if last - begin > self.blur:
                if not self.levels[k % n]:
                    return None
                found.append((begin - low, last - low, self.levels[k % n]))
            begin, k = end, k + 1
        if side > 0:
            return tuple((first * self.radius, levels) for first, _, levels in found)
        return tuple(((turn - last) * self.radius, levels) for _, last, levels in reversed(found))

    def point(self, direction: float) -> Point:
        """Return the point of the circle in a direction."""
        return on_circle(self.at, self.radius, direction)

    def direction(self, point: Point) -> float:
        """Return the direction of a point from the center, from 0 to a full turn."""
        return math.atan2(point[1] - self.at[1], point[0] - self.at[0]) % FULL


def rings(corners: Sequence[Corner], rounds: Rounds, elevation: Elevation) -> dict[int, Ring]:
    """Return the circles of those corners that have one, by the index of the corner."""
    cuts = {
        i: [0.0, *sorted((rounds.cuts(c.at, c.radius) | elevation.cuts(c.at, c.radius)) - {0.0})]
        for i, c in enumerate(corners)
        if c.radius
    }
    middles = [
        on_circle(corners[i].at, corners[i].radius, (a + b) / 2)
        for i, found in cuts.items()
        for a, b in pairwise([*found, FULL])
    ]
    points = np.array(middles).reshape(-1, 2)
    blocked = rounds.blocks(dots(points)).tolist()
    free = [() if b else h for b, h in zip(blocked, elevation.levels(points), strict=True)]
    made, done = {}, 0
    for i, found in cuts.items():
        levels, done = free[done : done + len(found)], done + len(found)
        keep = [k for k in range(len(found)) if k == 0 or levels[k] != levels[k - 1]]
        at, radius = corners[i].at, corners[i].radius
        blur = ANGLE + SEPARATE * elevation.slack / radius
        begins, heights = tuple(found[k] for k in keep), tuple(levels[k] for k in keep)
        made[i] = Ring(at, radius, begins, heights, blur)
    return made
