"""A straight way over the table, as a base meets it: what bears it, what bars it, and where.

Everything on a straight way is a stretch of it.  A convex part bars a base where its center is
nearer than the radius: from where it enters the part grown by the radius to where it leaves it.
These ends have closed forms: circles about the corners and edges moved outwards, so that nothing
round is ever replaced by a polygon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ....geometry import Convex, Disc, Part, Placed, Point, Pose
from ....geometry.convex import signed_separation
from ....geometry.intervals import Interval
from ..models import Model
from ..rules import INCH
from ..terrain import Solid
from .surfaces import Arena, Surface

SHARP = 1e-4
"""Ends of stretches that a tolerance moves by less than this are real ends."""

EDGE = "the table edge"
"""What bars a base at the end of the table."""


def stretch(part: Part, start: Point, direction: Point, grow: float = 0.0) -> Interval | None:
    """Return where a straight line lies in a convex part that is grown by a length.

    Parameters
    ----------
    part
        The part.
    start, direction
        A point of the line and the unit vector along it.
    grow
        By how much the part is grown.

    Returns
    -------
    Interval or None
        The distances from the start, before it negative; None if the line misses the part.

    >>> square = Convex(((2, -1), (4, -1), (4, 1), (2, 1)))
    >>> stretch(square, (0, 0), (1, 0)), stretch(square, (0, 0), (1, 0), grow=0.5)
    ((2.0, 4.0), (1.5, 4.5))
    """
    if not isinstance(part, Convex):
        return _valley(
            lambda t: _apart(part, start, direction, t) - grow, _scale(part, start) + grow
        )
    (x, y), (ux, uy) = start, direction
    reach = part.radius + grow
    offs = [(py - y) * ux - (px - x) * uy for px, py in part.points]  # to the left
    if min(offs) > reach or max(offs) < -reach:
        return None
    local = [
        ((px - x) * ux + (py - y) * uy, off)
        for (px, py), off in zip(part.points, offs, strict=True)
    ]
    ends = []
    for along, off in local:
        if abs(off) <= reach:
            half = math.sqrt((reach - off) * (reach + off))
            ends += [along - half, along + half]
    n = len(local)
    for i, (ax, ay) in enumerate(local if n > 1 else ()):
        bx, by = local[(i + 1) % n]
        size = math.hypot(bx - ax, by - ay)
        if size and by != ay:
            ox, oy = reach * (by - ay) / size, reach * (ax - bx) / size
            share = (-ay - oy) / (by - ay)
            if -_HAIR <= share * size <= size + _HAIR:
                ends.append(ax + ox + share * (bx - ax))
    return (min(ends), max(ends)) if ends else None


_HAIR = 1e-10
"""Rounding at the ends of edges."""


def _apart(part: Part, start: Point, direction: Point, t: float) -> float:
    point = start[0] + t * direction[0], start[1] + t * direction[1]
    return signed_separation(Convex((point,)), part)


def _scale(part: Part, start: Point) -> float:
    x0, y0, x1, y1 = part.bounds
    return math.dist(start, ((x0 + x1) / 2, (y0 + y1) / 2)) + math.dist((x0, y0), (x1, y1))


def _valley(value: Callable[[float], float], reach: float) -> Interval | None:
    """Return where a function with a single valley is at most 0; it is not beyond the reach."""
    lo, hi = -2 * reach, 2 * reach
    left, right = lo, hi
    while right - left > _HAIR:
        third = (right - left) / 3
        if not left < left + third < right - third < right:  # far out no floats lie between
            break
        if value(left + third) < value(right - third):
            right -= third
        else:
            left += third
    deepest = (left + right) / 2
    if value(deepest) > 0.0:
        return None
    return _root(value, deepest, lo), _root(value, deepest, hi)


def _root(value: Callable[[float], float], inner: float, outer: float) -> float:
    while abs(outer - inner) > _HAIR:
        middle = (inner + outer) / 2
        if middle in (inner, outer):  # far out no float lies between
            break
        inner, outer = (middle, outer) if value(middle) <= 0.0 else (inner, middle)
    return inner


@dataclass(frozen=True, slots=True)
class Bar:
    """A thing that a base cannot go into, on a straight way.

    Attributes
    ----------
    what
        The id of the piece or model, or :data:`EDGE`.
    bottom, top
        Between which heights it bars the way.
    touch
        The stretch on which the base touches it or is in it.
    deep
        The stretch on which it is in it by more than the tolerance.
    """

    what: str
    bottom: float
    top: float
    touch: Interval
    deep: Interval

    def overlaps(self, low: float, high: float) -> bool:
        """Whether it bars something between two heights; what only touches it passes."""
        return self.top > low + INCH.limit and self.bottom < high - INCH.limit


@dataclass(frozen=True, slots=True)
class Bearing:
    """A stretch of a straight way on which a surface bears the center of a base.

    Attributes
    ----------
    surface
        The surface.
    start, end
        The stretch; both ends belong to it.
    """

    surface: Surface
    start: float
    end: float

    def covers(self, t: float) -> bool:
        """Whether it bears at a distance, its ends included."""
        return self.start - INCH.limit <= t <= self.end + INCH.limit

    def goes_on(self, t: float) -> bool:
        """Whether it still bears just beyond a distance."""
        return self.start - INCH.limit <= t < self.end - INCH.limit


class Line:
    """A straight way of one base over the table.

    Parameters
    ----------
    arena
        The table.
    mover
        The model whose base it is; only its base and height count, not where it stands.
    start
        Where it begins.
    direction
        The unit vector along it.
    length
        How long it is.
    beyond
        How much farther it is looked at, to see where a climb or a fall comes out.
    """

    def __init__(
        self,
        arena: Arena,
        mover: Model,
        start: Point,
        direction: Point,
        length: float,
        *,
        beyond: float = 0.0,
    ) -> None:
        self.arena = arena
        self.mover = mover
        self.start = start
        self.direction = direction
        self.length = length
        self.step = arena.numbers.step
        self.shift = arena.numbers.shift_radii * mover.radius
        self.far = far = length + 3 * self.shift + beyond
        self._near = Placed(Disc(far / 2 + _HAIR), Pose(*self.at(far / 2)))

    @classmethod
    def between(cls, arena: Arena, mover: Model, start: Point, end: Point) -> Line:
        """Return the straight way from one point to another one."""
        length = math.dist(start, end)
        (ax, ay), (bx, by) = start, end
        return cls(arena, mover, start, ((bx - ax) / length, (by - ay) / length), length)

    def at(self, t: float) -> Point:
        """Return the point at a distance from the start."""
        return self.start[0] + t * self.direction[0], self.start[1] + t * self.direction[1]

    @cached_property
    def solids(self) -> list[Solid]:
        """The solids that may matter."""
        return self.arena.solids_near(self._near, self.mover.radius + self.arena.numbers.touch)

    @cached_property
    def _surfaces(self) -> list[Surface]:
        return self.arena.surfaces_near(self._near, self.mover.radius)

    @cached_property
    def bearings(self) -> list[Bearing]:
        """What bears the center, and where."""
        found: list[Bearing] = []
        for surface in self._surfaces:
            if surface.shape is None:
                found.append(Bearing(surface, -math.inf, math.inf))
            else:
                found += [Bearing(surface, *span) for span in self.across(surface.shape)]
        return found

    def across(self, shape: Placed) -> list[Interval]:
        """Return the stretches on which the center is over a shape, its border included."""
        spans = []
        for part in shape.parts:
            loose = stretch(part, self.start, self.direction, INCH.contact)
            if loose is not None:
                exact = stretch(part, self.start, self.direction) or loose
                lo = exact[0] if exact[0] - loose[0] < SHARP else loose[0]
                hi = exact[1] if loose[1] - exact[1] < SHARP else loose[1]
                # What bears the center where the way begins or ends does so up to there (UG-19), at
                # however flat an angle the way runs along its border.
                lo = min(lo, 0.0) if loose[0] <= 0.0 else lo
                hi = max(hi, self.length) if loose[1] >= self.length else hi
                spans.append((lo, hi))
        spans.sort()
        merged: list[Interval] = []
        for lo, hi in spans:
            if merged and lo <= merged[-1][1] + INCH.contact:
                merged[-1] = (merged[-1][0], max(hi, merged[-1][1]))
            else:
                merged.append((lo, hi))
        return merged

    @cached_property
    def bars(self) -> list[Bar]:
        """What bars the base, and where: solids, the bases of others, the edge of the table."""
        found = [
            bar
            for solid in self.solids
            if solid.blocks_move
            for part in solid.shape.parts
            for bar in self._bars(solid.piece, solid.bottom, solid.top, part)
        ]
        for surface in self._surfaces:
            for part in surface.shape.parts if surface.shape and surface.floor else ():
                found += self._bars(surface.piece, surface.level, surface.level, part)
        for other in self.arena.others(self.mover):
            if not self.passes(other):
                (part,) = other.base.parts
                # One steps onto a solid that is low enough, never onto a head (UG-20).
                found += self._bars(other.id, other.level, other.top + self.step, part)
        return [*found, *self._edges()]

    def passes(self, other: Model) -> bool:
        """Whether the base may cross that of another model (HR-58)."""
        options = self.arena.options
        return options.pass_enemies if self.mover.foe(other) else options.pass_friends

    def _bars(self, what: str, bottom: float, top: float, part: Part) -> Iterator[Bar]:
        radius = self.mover.radius
        deep = stretch(part, self.start, self.direction, radius - INCH.overlap)
        if deep is not None and deep[1] > deep[0]:
            touch = stretch(part, self.start, self.direction, radius) or deep
            yield Bar(what, bottom, top, touch, deep)

    def _edges(self) -> Iterator[Bar]:
        """Yield the stretches on which the base sticks out of the table."""
        radius, far = self.mover.radius, self.far
        for p, u, size in zip(self.start, self.direction, self.arena.area, strict=True):
            for room, rate in ((size - radius - p, u), (p - radius, -u)):
                if abs(rate) * far > INCH.overlap:
                    touch, deep = room / rate, (room + INCH.overlap) / rate
                    ahead = rate > 0.0
                    yield Bar(
                        EDGE,
                        -math.inf,
                        math.inf,
                        (touch, math.inf) if ahead else (-math.inf, touch),
                        (deep, math.inf) if ahead else (-math.inf, deep),
                    )
                elif room < -INCH.overlap:
                    always = (-math.inf, math.inf)
                    yield Bar(EDGE, -math.inf, math.inf, always, always)

    # What happens at a distance

    def level_beyond(self, t: float, level: float) -> float | None:
        """Return the level just beyond a distance; None if there is a drop (UG-20).

        Of several surfaces it is the highest that a step reaches.
        """
        low, high = level - self.step - INCH.limit, level + self.step + INCH.limit
        found = [b.surface.level for b in self.bearings if b.goes_on(t)]
        return max((z for z in found if low <= z <= high), default=None)

    def surface(self, t: float, level: float) -> Surface | None:
        """Return the highest surface at a distance that is not above a level."""
        under = [b.surface for b in self.bearings if b.covers(t)]
        below = [s for s in under if s.level <= level + INCH.limit]
        return max(below, key=lambda s: s.level, default=None)

    def next_change(self, t: float) -> float:
        """Return where the surfaces under the center change next beyond a distance."""
        ends = [end for b in self.bearings for end in (b.start, b.end) if end > t + INCH.limit]
        return min(ends, default=math.inf)

    def barred(self, t: float, low: float, high: float) -> tuple[float, Bar] | None:
        """Return the first thing ahead between two heights, and where the base touches it.

        Parameters
        ----------
        t
            From where on.
        low, high
            The heights between which the base and the figure are.
        """
        ahead = [
            (max(t, bar.touch[0]), bar)
            for bar in self.bars
            if bar.deep[1] > t and bar.overlaps(low, high)
        ]
        return min(ahead, key=lambda found: found[0], default=None)

    def inside(self, t: float, low: float, high: float) -> Bar | None:
        """Return what the base would be in at a distance, between two heights; None if free."""
        for bar in self.bars:
            if bar.deep[0] < t < bar.deep[1] and bar.overlaps(low, high):
                return bar
        return None
