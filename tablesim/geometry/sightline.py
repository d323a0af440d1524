"""Where a straight line in space runs through solids, and where it only touches them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import shapely

from ..errors import GeometryError
from .convex import edges
from .intervals import Interval
from .pose import Point
from .terrain import Relief, Spot

GRAZE = 1e-9
"""A line that enters a solid by no more than this, along it or across it, only touches it."""

_OPPOSITE = {"left": "right", "right": "left", "above": "below", "below": "above"}
_BACKWARDS = {"left": "right", "right": "left", "behind": "ahead", "ahead": "behind"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a line that lies in a solid or touches it.

    Attributes
    ----------
    prism
        The index of the solid.
    start, end
        From where to where, as shares of the way along the line; equal for a single point.
    side
        ``"inside"`` if the line runs through the solid.  Else it only touches it, and the solid
        lies to its ``"left"`` or ``"right"``, ``"above"`` or ``"below"`` it, ``"behind"`` its
        start or ``"ahead"`` of its end; ``"beside"`` a line that goes straight up or down.
    """

    prism: int
    start: float
    end: float
    side: str

    @property
    def entered(self) -> bool:
        """Whether the line runs through the solid, not only along it."""
        return self.side == "inside"

    @property
    def reversed(self) -> Stretch:
        """The same stretch, of the line in the other direction."""
        side = _BACKWARDS.get(self.side, self.side)
        return Stretch(self.prism, 1.0 - self.end, 1.0 - self.start, side)


@dataclass(frozen=True, slots=True)
class Sightline:
    """How a straight line stands to the solids of a relief.

    Attributes
    ----------
    stretches
        Where it meets them, in order along the line.
    seams
        Where it runs between two solids that it touches on opposite sides: nobody sees through.
        Each is made of the two touching stretches.
    """

    stretches: tuple[Stretch, ...]
    seams: tuple[tuple[Stretch, Stretch], ...]

    @property
    def blocked(self) -> bool:
        """Whether the line enters a solid, or a seam of two."""
        return bool(self.seams) or any(stretch.entered for stretch in self.stretches)


def sightline(relief: Relief, a: Spot, b: Spot, *, skip: Collection[int] = ()) -> Sightline:
    """Return where the straight line from one point in space to another meets solids.

    A level line exactly at the top or the bottom of a solid touches it.  The line back gives the
    same stretches, to the last bit: the ends are put in order first.

    Parameters
    ----------
    relief
        The solids.
    a, b
        The ends; they may coincide.
    skip
        Owners whose prisms take no part.

    Raises
    ------
    GeometryError
        If a coordinate is not finite.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> relief = Relief([Prism(Placed(Rect(6, 2), Pose(5, 0)), 1, 2)])
    >>> sightline(relief, (0, 0, 0), (10, 0, 4)).stretches
    (Stretch(prism=0, start=0.25, end=0.5, side='inside'),)
    >>> sightline(relief, (0, 1, 1.5), (10, 1, 1.5)).stretches
    (Stretch(prism=0, start=0.2, end=0.8, side='right'),)
    """
    if not all(map(math.isfinite, (*a, *b))):
        raise GeometryError(f"a line needs finite ends, got {a} and {b}")
    swapped = tuple(b) < tuple(a)
    line = _Line.between(b, a) if swapped else _Line.between(a, b)
    keep = relief.without(skip)
    met: dict[int, list[_Met]] = {}
    for part in line.near(relief):
        found = line.meets(relief, part) if keep[part] else None
        if found:
            met.setdefault(int(relief.prism[part]), []).append(found)
    stretches = [s for prism, found in met.items() for s in _of_prism(relief, prism, found, line)]
    seams = [
        (one, other)
        for one, other in combinations(stretches, 2)
        if max(one.start, other.start) <= min(one.end, other.end) + line.slack
        and _opposite(relief, line, (one.side, other.side), met[one.prism] + met[other.prism])
    ]
    if swapped:
        stretches = [stretch.reversed for stretch in stretches]
        seams = [(one.reversed, other.reversed) for one, other in seams]
    return Sightline(
        tuple(sorted(stretches, key=lambda s: (s.start, s.end, s.prism))), tuple(seams)
    )


class _Met(NamedTuple):
    """Where a line meets one convex part, and on which side that lies."""

    part: int
    start: float
    end: float
    side: str


def _of_prism(relief: Relief, prism: int, found: list[_Met], line: _Line) -> Iterator[Stretch]:
    """Yield the stretches of one solid; between two of its parts the line runs inside."""
    entered = [(m.start, m.end) for m in found if m.side == "inside"]
    touched = [m for m in found if m.side != "inside"]
    for one, other in combinations(touched, 2):
        start, end = max(one.start, other.start), min(one.end, other.end)
        if start <= end + line.slack and _opposite(relief, line, (one.side, other.side), found):
            entered.append((min(start, end), max(start, end)))
    whole = _joined(entered, line.slack)
    for start, end in whole:
        yield Stretch(prism, start, end, "inside")
    for side in sorted({m.side for m in touched}):
        spans = [(m.start, m.end) for m in touched if m.side == side]
        for start, end in _joined(spans, line.slack):
            if not any(a - line.slack <= start and end <= b + line.slack for a, b in whole):
                yield Stretch(prism, start, end, side)


def _opposite(relief: Relief, line: _Line, sides: tuple[str, str], parts: list[_Met]) -> bool:
    """Whether nothing passes between what lies on two sides of a line."""
    if sides == ("beside", "beside"):
        return line.is_surrounded(relief, [met.part for met in parts])
    return _OPPOSITE.get(sides[0]) == sides[1]


def _joined(intervals: Iterable[Interval], slack: float) -> list[Interval]:
    """Return the same set as few intervals, over gaps that are only rounding."""
    result: list[Interval] = []
    for start, end in sorted(intervals):
        if result and start <= result[-1][1] + slack:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


_Span = tuple[float, float, str]
"""From, to, and on which side of the line a part lies there."""


class _Line(NamedTuple):
    """A line in space.

    Attributes
    ----------
    origin, way
        Where it begins, and the vector to its end.
    run
        Its length on the plane.
    slack
        The share of its way that is as long as ``GRAZE``.
    """

    origin: Spot
    way: Spot
    run: float
    slack: float

    @classmethod
    def between(cls, a: Spot, b: Spot) -> _Line:
        way = b[0] - a[0], b[1] - a[1], b[2] - a[2]
        size = math.hypot(*way)
        return cls(a, way, math.hypot(way[0], way[1]), GRAZE / size if size > GRAZE else 0.0)

    def near(self, relief: Relief) -> list[int]:
        """Return the parts that it may meet on the plane."""
        (x, y, _), (dx, dy, _) = self.origin, self.way
        upright = self.run <= GRAZE
        plan = shapely.Point(x, y) if upright else shapely.LineString([(x, y), (x + dx, y + dy)])
        found = relief.tree.query(plan, predicate="dwithin", distance=2 * GRAZE)
        return sorted(found.tolist())

    def meets(self, relief: Relief, part: int) -> _Met | None:
        """Return where the line meets a part, if it does."""
        height = self._in_height(float(relief.bottom[part]), float(relief.top[part]))
        rings = len(relief.rings.first)
        if height is None:
            return None
        if part < rings:
            plan = self._in_ring(relief.rings.ring(part))
        else:
            center, p, q = (v[part - rings].tolist() for v in relief.ovals)
            plan = self._in_oval(center, p, q)
        if plan is None:
            return None
        start, end = max(plan[0], height[0], 0.0), min(plan[1], height[1], 1.0)
        if end < start - self.slack:
            return None
        side = height[2]
        if end <= start + self.slack:
            start = end = min(max((start + end) / 2, 0.0), 1.0)
            side = self._side_of_point(start, float(relief.bottom[part]), float(relief.top[part]))
        return _Met(part, start, end, side if plan[2] == "inside" else plan[2])

    def _in_height(self, bottom: float, top: float) -> _Span | None:
        """Return where the line is as high as a part, and how that lies there."""
        z, rise = self.origin[2], self.way[2]
        if abs(rise) <= GRAZE:
            if z < bottom - GRAZE or z > top + GRAZE:
                return None
            return 0.0, 1.0, _side_of_level(z, bottom, top)
        one, other = (bottom - z) / rise, (top - z) / rise
        return min(one, other), max(one, other), "inside"

    def _side_of_point(self, share: float, bottom: float, top: float) -> str:
        """Return where a part lies whose plan the line crosses, but which it meets in one point."""
        if share <= self.slack:
            return "behind"
        if share >= 1.0 - self.slack:
            return "ahead"
        z = self.origin[2] + share * self.way[2]
        return "below" if z > (bottom + top) / 2 else "above"

    def _in_ring(self, corners: list[Point]) -> _Span | None:
        """Return where the line runs over a convex polygon, and how that lies there."""
        (ox, oy, _), (dx, dy, _), run = self.origin, self.way, self.run
        if run <= GRAZE:
            planes = edges(tuple((x - ox, y - oy) for x, y in corners))
            return _of_point(max(-d for _, _, d in planes))
        ux, uy = dx / run, dy / run
        along = [(x - ox) * ux + (y - oy) * uy for x, y in corners]
        across = [(y - oy) * ux - (x - ox) * uy for x, y in corners]
        left, right = max(across), min(across)
        if right > GRAZE or left < -GRAZE:
            return None
        if left <= GRAZE or right >= -GRAZE:
            met = [t for t, s in zip(along, across, strict=True) if abs(s) <= GRAZE]
            side = "right" if left <= GRAZE else "left"
        else:
            met = [t for t, s in zip(along, across, strict=True) if s == 0.0]
            for i, s in enumerate(across):
                before = across[i - 1]
                if s * before < 0.0:
                    met.append(along[i] + (along[i - 1] - along[i]) * (s / (s - before)))
            side = "inside"
        return min(met) / run, max(met) / run, side

    def _in_oval(self, center: Point, p: Point, q: Point) -> _Span | None:
        """Return where the line runs over a disc or an ellipse, and how that lies there."""
        (ox, oy, _), (dx, dy, _), run = self.origin, self.way, self.run
        cx, cy = center[0] - ox, center[1] - oy
        size = p[0] * q[1] - p[1] * q[0]
        if run <= GRAZE:
            away = math.hypot(q[1] * cx - q[0] * cy, p[0] * cy - p[1] * cx) / size
            return _of_point((away - 1.0) * math.hypot(*q))
        ux, uy = dx / run, dy / run
        along, across = cx * ux + cy * uy, cy * ux - cx * uy
        (pt, ps), (qt, qs) = ((x * ux + y * uy, y * ux - x * uy) for x, y in (p, q))
        reach = math.hypot(ps, qs)
        if abs(across) > reach + GRAZE:
            return None
        share = min(max(-across / reach, -1.0), 1.0)
        middle = along + share * (ps * pt + qs * qt) / reach
        if abs(across) >= reach - GRAZE:
            return middle / run, middle / run, "left" if across > 0.0 else "right"
        half = size / reach * math.sqrt(1.0 - share * share)
        return (middle - half) / run, (middle + half) / run, "inside"

    def is_surrounded(self, relief: Relief, parts: list[int]) -> bool:
        """Whether a line straight up lies in the inside of the union of some parts."""
        cornered = [part for part in parts if part < len(relief.rings.first)]
        whole = shapely.union_all([shapely.Polygon(relief.rings.ring(part)) for part in cornered])
        spot = shapely.Point(self.origin[:2])
        return bool(whole.contains(spot)) and whole.boundary.distance(spot) > GRAZE


def _side_of_level(z: float, bottom: float, top: float) -> str:
    """Return where a part lies of a level line."""
    if z >= top - GRAZE:
        return "below"
    return "above" if z <= bottom + GRAZE else "inside"


def _of_point(outside: float) -> _Span | None:
    """Return where a line straight up runs, given by how much it is outside of a part."""
    if outside > GRAZE:
        return None
    return 0.0, 1.0, "beside" if outside >= -GRAZE else "inside"
