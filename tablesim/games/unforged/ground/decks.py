"""Where the center of a base may be, as polygons, and where it may change levels (UG-19 to UG-23).

These are for searching: round corners are polygons about the circles, so that a deck promises
nothing that a base has no room for.  What a search finds is judged by the exact rules afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ....geometry import Convex, Disc, Part, Placed, Point, Pose, unit
from ..components import Size
from ..models import Model
from ..rules import INCH
from .lines import Bar, Line
from .surfaces import Arena, Surface
from .tracing import climb, drop
from .ways import Leg, Reason

Floats = NDArray[np.float64]

FINE = math.radians(11.25)
"""Round corners are polygons whose sides turn by no more than this."""

SLACK = 1e-7
"""Decks are wider by this than exact: a tenth of what the exact rules forgive."""


def grown(part: Part, radius: float) -> shapely.Polygon:
    """Return a polygon about a convex part grown by a radius: its straight sides are exact.

    >>> square = Convex(((0, 0), (2, 0), (2, 2), (0, 2)))
    >>> [round(x, 3) for x in grown(square, 1).bounds]
    [-1.0, -1.0, 3.0, 3.0]
    """
    if not isinstance(part, Convex):
        x0, y0, x1, y1 = part.bounds
        return grown(Convex(((x0, y0), (x1, y0), (x1, y1), (x0, y1))), radius)
    reach = part.radius + radius
    ring = part.points
    n = len(ring)
    turns = [_heading(ring[i], ring[(i + 1) % n]) - math.pi / 2 for i in range(n)] if n > 1 else []
    corners: list[Point] = []
    for i, (x, y) in enumerate(ring):
        first = turns[i - 1] if turns else 0.0
        turn = (turns[i] - first) % math.tau if turns else math.tau
        sides = max(1, math.ceil(turn / FINE - 1e-9))
        half = turn / sides / 2
        for k in range(sides):
            angle, far = first + half * (2 * k + 1), reach / math.cos(half)
            corners.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    return shapely.Polygon(corners)


def _heading(a: Point, b: Point) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


@dataclass(frozen=True)
class Deck:
    """Surfaces that one walks between without a climb or a drop, and where a center may be on them.

    Attributes
    ----------
    surfaces
        The surfaces, each at most a step from another one that it meets.
    free
        Where the center of the base may be.
    """

    surfaces: tuple[Surface, ...]
    free: BaseGeometry

    @cached_property
    def sight(self) -> BaseGeometry:
        """The same, by a hair wider: segments between its corners lie in it."""
        sight: BaseGeometry = self.free.buffer(SLACK / 2, join_style="mitre")
        shapely.prepare(sight)
        return sight

    @cached_property
    def rings(self) -> list[Floats]:
        """The borders, each closed, with what is free on the left."""
        polygons = [p for p in shapely.get_parts(self.free) if isinstance(p, shapely.Polygon)]
        return [
            shapely.get_coordinates(ring)
            for polygon in polygons
            for oriented in (shapely.orient_polygons(polygon),)
            for ring in (oriented.exterior, *oriented.interiors)
        ]

    @cached_property
    def sides(self) -> Floats:
        """The sides of the borders, each as a row x0, y0, x1, y1."""
        found = [np.hstack([ring[:-1], ring[1:]]) for ring in self.rings]
        return np.vstack(found) if found else np.empty((0, 4))

    @cached_property
    def corners(self) -> tuple[Floats, Floats, Floats]:
        """The corners that ways may bend at, with the corners before and after them."""
        inward, before, after = [], [], []
        for ring in self.rings:
            p = ring[:-1]
            a, b = np.roll(p, 1, axis=0), np.roll(p, -1, axis=0)
            bends = _cross(p - a, b - p) < -1e-12
            inward.append(p[bends])
            before.append(a[bends])
            after.append(b[bends])
        if not inward:
            empty = np.empty((0, 2))
            return empty, empty, empty
        return np.vstack(inward), np.vstack(before), np.vstack(after)

    @cached_property
    def pockets(self) -> Floats:
        """The corners that no way bends at."""
        found = []
        for ring in self.rings:
            p = ring[:-1]
            a, b = np.roll(p, 1, axis=0), np.roll(p, -1, axis=0)
            found.append(p[_cross(p - a, b - p) > 1e-9])
        return np.vstack(found) if found else np.empty((0, 2))

    @property
    def levels(self) -> tuple[float, float]:
        """The lowest and the highest level."""
        levels = [surface.level for surface in self.surfaces]
        return min(levels), max(levels)

    @cached_property
    def faces(self) -> list[tuple[float, BaseGeometry]]:
        """Its levels, the highest first, each with where one walks on it."""
        found, rest = [], self.free
        for level in sorted({surface.level for surface in self.surfaces}, reverse=True):
            shapes = [s.shape for s in self.surfaces if s.level == level]
            if None not in shapes:
                own = shapely.union_all([_face(shape) for shape in shapes if shape])
                found.append((level, rest.intersection(own)))
                rest = rest.difference(own)
            else:
                found.append((level, rest))
        return found


def _cross(a: Floats, b: Floats) -> Floats:
    found: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return found


@dataclass(frozen=True, slots=True)
class Hop:
    """A change of levels at one place of an edge.

    Attributes
    ----------
    leg
        The climb, vault or drop.
    start, end
        The indices of the decks that it joins.
    side, place
        The edge that it belongs to, and the number of its place along it.
    """

    leg: Leg
    start: int
    end: int
    side: int
    place: int


class Decks:
    """The decks of one battlefield for bases of one size, no other models on it.

    Parameters
    ----------
    arena
        The table without models.
    mover
        A model of that size.
    """

    def __init__(self, arena: Arena, mover: Model) -> None:
        self.arena = arena
        self.mover = mover
        groups = self._groups()
        self.decks = [deck for group in groups for deck in self._decks(group)]
        self._parted = len(self.decks) > len(groups)
        self._hops: dict[tuple[int, int], tuple[Hop, ...]] = {}
        self._vaults: dict[tuple[Point, float, Point], Leg | None] = {}

    def deck_at(self, point: Point, level: float) -> int | None:
        """Return the index of the deck that bears a model; None if it is in the air."""
        surface = self.arena.surface_at(point, level)
        for i, deck in enumerate(self.decks):
            if surface in deck.surfaces:
                return i
        return None

    def _groups(self) -> list[tuple[Surface, ...]]:
        """Return the surfaces that steps join, the ground first."""
        groups: list[list[Surface]] = []
        for surface in self.arena.surfaces:
            joined = [g for g in groups if any(self._joined(surface, other) for other in g)]
            merged = [other for g in joined for other in g] + [surface]
            groups = [g for g in groups if g not in joined]
            groups.append(merged)
        groups.sort(key=lambda g: all(s.shape is not None for s in g))
        return [tuple(g) for g in groups]

    def _joined(self, a: Surface, b: Surface) -> bool:
        if abs(a.level - b.level) > self.arena.numbers.step + INCH.limit:
            return False
        if a.shape is None or b.shape is None:
            return True
        return float(shapely.distance(a.shape.polygon, b.shape.polygon)) <= INCH.contact

    def _decks(self, group: Sequence[Surface]) -> list[Deck]:
        """Return the decks of surfaces that steps join: no two of one deck lie above each other."""
        decks: list[dict[Surface, BaseGeometry]] = []
        for surface in group:
            free = self._free_on(surface, group)
            fits = (d for d in decks if not any(self._above(surface, free, *o) for o in d.items()))
            deck = next(fits, None)
            if deck is None:
                decks.append(deck := {})
            deck[surface] = free
        return [Deck(tuple(deck), shapely.union_all(list(deck.values()))) for deck in decks]

    def _above(self, a: Surface, room: BaseGeometry, b: Surface, other: BaseGeometry) -> bool:
        step = self.arena.numbers.step + INCH.limit
        return abs(a.level - b.level) > step and room.intersection(other).area > INCH.overlap

    def _free_on(self, surface: Surface, group: Sequence[Surface]) -> BaseGeometry:
        """Return where the center may be on one surface (UG-20)."""
        margin = self.mover.radius - SLACK
        width, depth = self.arena.area
        if width < 2 * margin or depth < 2 * margin:
            return shapely.Polygon()
        room: BaseGeometry = shapely.box(margin, margin, width - margin, depth - margin)
        if surface.shape is not None:
            face = _face(surface.shape).buffer(SLACK, join_style="mitre")
            room = room.intersection(face)
        step, level = self.arena.numbers.step, surface.level
        above = [
            s.shape.polygon
            for s in group
            if s.shape is not None and INCH.limit < s.level - level <= step + INCH.limit
        ]
        bars = [grown(part, margin) for part in self._bars(level)]
        return room.difference(shapely.union_all([*above, *bars]))

    def _bars(self, level: float) -> Iterator[Part]:
        """Yield what bars a figure that stands on a level."""
        low = level + self.arena.numbers.step + INCH.limit
        high = level + self.mover.height - INCH.limit
        for solid in self.arena.battlefield.solids:
            if solid.blocks_move and solid.top > low and solid.bottom < high:
                yield from solid.shape.parts
        for surface in self.arena.surfaces:
            if surface.floor and surface.shape is not None and low < surface.level < high:
                yield from surface.shape.parts

    # Where levels change

    @cached_property
    def _brims(self) -> list[tuple[_Place, ...]]:
        """The places where sides are climbed and dropped from, side by side (UG-23)."""
        found, known = [], set()
        solids = self.arena.battlefield.solids
        shapes = [solid.shape for solid in solids if solid.blocks_move or solid.standable]
        shapes += [s.shape for s in self.arena.surfaces if s.shape is not None and s.floor]
        for shape in shapes:
            for places in _brims(shape, self.arena.numbers.sample):
                where = tuple(round(x, 6) for place, _ in places for x in place)
                if where not in known:  # what stands on another solid shares its sides
                    known.add(where)
                    found.append(tuple(places))
        return found

    def hops(self, center: Point, within: float) -> Iterator[Hop]:
        """Yield the changes of levels at places of edges that are near a point."""
        for side, places in enumerate(self._brims):
            for k, (place, out) in enumerate(places):
                if math.dist(place, center) <= within + self.mover.radius:
                    found = self._hops.get((side, k))
                    if found is None:
                        legs = [*self._ups(place, out), *self._downs(place, out)]
                        legs += self._steps(place, out) if self._parted else ()
                        found = tuple(self._joining(legs, side, k))
                        self._hops[side, k] = found
                    yield from found

    def _joining(self, legs: Iterable[Leg], side: int, k: int) -> Iterator[Hop]:
        for leg in legs:
            start = self.deck_at(leg.start, leg.start_level)
            end = self.deck_at(leg.end, leg.end_level)
            if start is not None and end is not None:
                yield Hop(leg, start, end, side, k)

    def _ups(self, place: Point, out: Point) -> Iterator[Leg]:
        """Yield the climbs and vaults over a place of an edge, from outside."""
        r = self.mover.radius
        foot = place[0] + r * out[0], place[1] + r * out[1]
        inwards = -out[0], -out[1]
        for level in self._levels(foot):
            shorter: Leg | None = None
            for length in (r, 4 * r):  # so that the way ends on top, or behind what is thin
                line = Line(self.arena, self.mover, foot, inwards, length)
                barred = self._at_once(line, level)
                leg = climb(line, 0.0, level, barred) if barred else None
                if leg is None or isinstance(leg, Reason) or leg == shorter:
                    break
                yield leg
                if leg.kind == "vault":
                    break
                shorter = leg

    def _levels(self, point: Point) -> set[float]:
        """Return the levels on which a base has room at a place."""
        return {
            surface.level
            for surface in self.arena.under(point)
            for deck in self.decks
            if surface in deck.surfaces and shapely.intersects_xy(deck.sight, *point)
        }

    def _at_once(self, line: Line, level: float) -> Bar | None:
        """Return what bars a base at once on a way; None if nothing does."""
        barred = line.barred(0.0, level + line.step, level + self.mover.height)
        return barred[1] if barred and barred[0] <= INCH.contact else None

    def _downs(self, place: Point, out: Point) -> Iterator[Leg]:
        """Yield the drops over a place of an edge."""
        line = Line(self.arena, self.mover, place, out, 0.0)  # a drop looks as far as it shifts
        levels, step = self._levels(place), self.arena.numbers.step + INCH.limit
        for level in levels:
            if any(level < other <= level + step for other in levels):
                continue  # where sides are flush, one stands on the higher of two tops (UG-20)
            beyond = line.level_beyond(0.0, level)
            leg = drop(line, 0.0, level) if beyond is None else None
            if isinstance(leg, Leg):
                yield leg

    def _steps(self, place: Point, out: Point) -> Iterator[Leg]:
        """Yield the steps over a place of an edge, either way, that lead from deck to deck."""
        for direction in (out, (-out[0], -out[1])):
            line = Line(self.arena, self.mover, place, direction, self.mover.radius)
            for level in self._levels(place):
                beyond = line.level_beyond(0.0, level)
                if beyond is not None and self.deck_at(place, beyond) != self.deck_at(place, level):
                    yield Leg("walk", place, level, place, beyond)

    def vault(self, leg: Leg, end: Point) -> Leg | None:
        """Return the vault from the foot of another one aslant to a place; None if there is none.

        What is wider aslant than a base may have to be paid for, or be too wide (UG-21).
        """
        key = leg.start, leg.start_level, end
        if key not in self._vaults:
            line = Line.between(self.arena, self.mover, leg.start, end)
            barred = self._at_once(line, leg.start_level)
            found = climb(line, 0.0, leg.start_level, barred) if barred else None
            if not isinstance(found, Leg) or math.dist(found.end, end) > INCH.contact:
                self._vaults[key] = None
            else:
                self._vaults[key] = replace(found, end=end)
        return self._vaults[key]


_Place = tuple[Point, Point]
"""A place of an edge, and the unit vector that leads out there."""


def _face(shape: Placed) -> shapely.Polygon:
    """Return what a shape covers; a disc as a polygon with corners at the places of its brim."""
    if isinstance(shape.footprint, Disc):
        return shapely.Point(shape.pose.point).buffer(shape.footprint.radius, quad_segs=64)
    return shape.polygon


def _brims(shape: Placed, spacing: float) -> Iterator[list[_Place]]:
    """Yield the sampled places of each side of a shape, or of the one side of a disc."""
    if isinstance(shape.footprint, Disc):
        # Where the sides of the polygon about the grown disc touch it: there is room for a foot.
        (x, y), r = shape.pose.point, shape.footprint.radius
        step = max(1, min(4, int(spacing / (r * FINE))))
        turns = [unit(math.degrees(k * FINE)) for k in range(0, round(math.tau / FINE), step)]
        yield [((x + r * ux, y + r * uy), (ux, uy)) for ux, uy in turns]
        return
    polygon = shapely.orient_polygons(shape.polygon)
    for ring in (polygon.exterior, *polygon.interiors):
        for (ax, ay), (bx, by) in pairwise(ring.coords):
            size = math.hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / size, (by - ay) / size
            inset = min(INCH.table, size / 4)
            count = max(1, math.ceil((size - 2 * inset) / spacing))
            steps = [inset + k * (size - 2 * inset) / count for k in range(count + 1)]
            yield [((ax + t * ux, ay + t * uy), (uy, -ux)) for t in steps]


def decks_for(arena: Arena, mover: Model) -> Decks:
    """Return the decks for a model; they are kept for all of its size on the same battlefield."""
    bare = arena.with_models(())
    return _kept(bare, mover.radius, mover.height)


@lru_cache(maxsize=16)
def _kept(bare: Arena, radius: float, height: float) -> Decks:
    size = Size("any", Disc(radius), height, 0.0)
    return Decks(bare, Model("", None, size, Pose(0, 0), 0.0, height))
