"""Moving over terrain: what blocks, what is climbed, and the shortest way.

A way costs its length on the plane and a toll for every change of height: so much for each unit
climbed, so much for each unit dropped.  A toll depends on the two heights and not on where the
edge between them is crossed, so a shortest way is straight but where it goes round a corner, and
the corners, each on the heights at which a way can bend there, are all that has to be searched.
The answer is exact up to the rounding of floats: there is no grid and no sampling, and the round
corners of grown pieces stay circles.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from ..errors import GeometryError
from .corners import (
    NO_CONE,
    SEPARATE,
    Corner,
    Hooks,
    Pinch,
    Ring,
    Rounds,
    corners_at,
    pinch,
    rings,
    squeezed,
)
from .elevation import SHORT, Array, Elevation, Levels, Profile, Wedge, dots, lines
from .footprint import Convex, Outline, Placed
from .network import Network, Tolls
from .oval import Oval
from .pose import Point
from .reach import Reach, Route, finite
from .stars import Drawn
from .terrain import Prism

Shape = Placed | shapely.Polygon
"""What covers a part of the plane: a placed footprint, or any polygon, with holes if need be."""

_DETOUR = 1.25
"""Most ways are not much longer than straight: the search begins with this share of it."""

_Part = tuple[tuple[Point, ...], float]


@dataclass(frozen=True)
class Ground:
    """Where something moves: what it goes round, what it climbs, and what that costs.

    Its border belongs to free ground: a base may stand and move flush against a piece.  Pieces
    that touch or overlap are one: a point does not pass between them, and does not get between
    faces that touch without climbing, though it may start or end where they do.  A base of some
    radius passes a gap of just twice the radius; so does a point where a round piece merely
    touches another one, that gap being 0.

    Where several faces lie over one another the highest one is the ground; on the border of a
    face one stands at its foot.

    Parameters
    ----------
    area
        The table; None for a plane without end.
    impassable
        What no part of the base may enter.  Discs and polygons; they are grown by the radius
        exactly, with round corners.
    faces
        What is climbed: solids of straight edges that are filled down to the ground, ``bottom``
        or not.  The center of the base decides on which one it stands.
    radius
        Of the base; 0 for a point.
    climb, drop
        The toll for each unit of height, up and down.

    Raises
    ------
    GeometryError
        If a toll or the radius is negative or not finite, a polygon is not valid, the table or a
        face is round, a face lies below the ground, or a piece has an oval part.

    >>> from tablesim.geometry import Pose, Rect
    >>> wall = Prism(Placed(Rect(0.5, 100), Pose(4.25, 0)), 0, 2)
    >>> route = Ground(faces=[wall]).path((1, 0), (8, 0))
    >>> route.cost, [leg.kind for leg in route.legs]
    (11.0, ['walk', 'climb', 'walk', 'drop', 'walk'])
    >>> blocked = Ground(impassable=[Placed(Rect(2, 2), Pose(0, 0))], radius=1)
    >>> round(blocked.path((-3, 0), (3, 0)).cost, 6)
    7.85459
    """

    area: Shape | None = None
    impassable: Sequence[Shape] = ()
    faces: Sequence[Prism] = ()
    radius: float = 0.0
    climb: float = 2.0
    drop: float = 0.0
    tolls: Tolls = field(init=False, repr=False, compare=False)
    slack: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("radius", "climb", "drop"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise GeometryError(f"{name} must be a finite number of 0 or more, got {value}")
        put = object.__setattr__
        put(self, "impassable", tuple(self.impassable))
        put(self, "faces", tuple(self.faces))
        put(self, "tolls", Tolls(self.climb, self.drop))
        straight: list[Shape] = [*(face.shape for face in self.faces)]
        straight += [] if self.area is None else [self.area]
        _check(self.impassable, straight)
        for face in self.faces:
            if face.top < 0:
                raise GeometryError(f"a face lies at height 0 or above, got top = {face.top}")
        boxes = [shape.bounds for shape in [*self.impassable, *straight]]
        size = max((abs(x) for box in boxes for x in box), default=0.0)
        put(self, "slack", 1e-9 + 4 * math.ulp(1.0) * size)

    def path(self, start: Point, goal: Point) -> Route:
        """Return the shortest way between two points.

        Returns
        -------
        Route
            Of infinite cost and without legs if there is no way, or if one of the points does
            not lie on free ground.

        Raises
        ------
        GeometryError
            If a coordinate is not finite.
        """
        route = Route(math.inf)
        ends = finite([start, goal])
        if all(self.levels(ends)):
            (ax, ay), (bx, by) = ends.tolist()
            straight = math.hypot(bx - ax, by - ay)
            for budget in (_DETOUR * straight, math.inf):
                route = Reach(self, (ax, ay), budget, toward=(bx, by)).route((bx, by))
                if route.cost < math.inf:
                    break
        return route

    def reach(self, start: Point, budget: float = math.inf) -> Reach:
        """Return all that can be reached from a point.

        Parameters
        ----------
        start
            Where the center of the base is.
        budget
            The greatest cost; without one, everything that is connected.

        Raises
        ------
        GeometryError
            If a coordinate is not finite, or the budget is negative.
        """
        return Reach(self, start, budget)

    def levels(self, points: Array) -> list[Levels]:
        """Return the heights at which the base may stand at each point, ``(n, 2)``; none: blocked.

        There are several on the border of a face.
        """
        found = self.elevation.levels(points)
        geometries = dots(points)
        blocked = self.rounds.blocks(geometries)
        if self.area is not None:
            blocked |= shapely.distance(_polygon(self.area), geometries) > self.slack
        for i in np.flatnonzero(blocked).tolist():
            found[i] = ()
        return found

    def ways(self, start: Array, end: Array) -> list[Profile | None]:
        """Return the heights along straight ways, None for one that is blocked.

        Parameters
        ----------
        start, end
            Points, ``(n, 2)``, that lie in the area.
        """
        found = self.elevation.profiles(start, end)
        blocked = self.rounds.blocks(lines(start, end))
        blocked[squeezed(start, end, self._pinches, self.slack)] = True
        for i in np.flatnonzero(blocked).tolist():
            found[i] = None
        return found

    @cached_property
    def parts(self) -> tuple[list[_Part], list[_Part]]:
        """What blocks: polygons that stay as they are, and cores that are grown by a radius."""
        flat: list[_Part] = []
        grown: list[_Part] = []
        pieces: list[Shape] = list(self.impassable)
        if self.area is not None:
            pieces += _frame(_polygon(self.area), self.radius)
        for piece in pieces:
            for points, own in _convex_parts(piece):
                radius = own + self.radius
                round_ = radius > SHORT * self.slack
                (grown if round_ else flat).append((points, radius if round_ else math.inf))
        return flat, grown

    @cached_property
    def elevation(self) -> Elevation:
        """The heights, with what blocks as a height without end unless it has round corners."""
        parts = self.parts[0] + [(ring, face.top) for face in self.faces for ring in _rings(face)]
        return Elevation(parts, self.slack)

    @cached_property
    def rounds(self) -> Rounds:
        """What blocks and has round corners."""
        return Rounds(self.parts[1], self.slack)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """What ways bend round."""
        found = [c for at, wedges in self.surroundings for c in corners_at(at, 0.0, wedges)]
        for radius in dict.fromkeys(radius for _, radius in self.rounds.parts):
            cores = [points for points, grown in self.rounds.parts if grown == radius]
            solid = Elevation([(c, math.inf) for c in cores if len(c) > 1], self.slack)
            for at in self._apart((p for points in cores for p in points), radius):
                wedges = solid.wedges(at)
                alone = [Corner(at, radius, NO_CONE, ())]
                found += corners_at(at, radius, wedges) if len(wedges) > 1 else alone
        return tuple(found)

    @cached_property
    def drawn(self) -> Drawn:
        """What pictures of reached ground are made on."""
        return Drawn.of(self.parts[1], self.elevation, [at for at, _ in self.surroundings])

    @cached_property
    def rings(self) -> dict[int, Ring]:
        """The circles of those corners that have one, by the index of the corner."""
        return rings(self.corners, self.rounds, self.elevation)

    @cached_property
    def hooks(self) -> Hooks:
        """The corners with the sides on which ways pass them."""
        return Hooks.of(self.corners)

    @cached_property
    def network(self) -> Network:
        """The ways between the corners; made when first asked for."""
        return Network.of(self)

    @cached_property
    def surroundings(self) -> list[tuple[Point, list[Wedge]]]:
        """The heights round the corners of all parts, and round the crossings of their edges."""
        outlines = [ring for face in self.faces for ring in _outlines(face)]
        rings = [*(ring for ring, _ in self.parts[0]), *outlines]
        corners = [*(p for ring in rings for p in ring), *_crossings(outlines)]
        return [(at, self.elevation.wedges(at)) for at in self._apart(corners)]

    @cached_property
    def _pinches(self) -> list[Pinch]:
        found = [pinch(at, wedges) for at, wedges in self.surroundings]
        return [p for p in found if p is not None]

    def _apart(self, points: Iterable[Point], radius: float = 0.0) -> list[Point]:
        """Return points without those that coincide with an earlier one or are off the table.

        The circles about those that are left reach the table.
        """
        at = np.array(list(dict.fromkeys(points)), dtype=float).reshape(-1, 2)
        if self.area is not None:
            far = shapely.distance(_polygon(self.area), dots(at))
            at = at[far <= radius + self.slack]
        near = shapely.STRtree(dots(at)).query(
            dots(at), predicate="dwithin", distance=SEPARATE * self.slack
        )
        again = near[0][near[1] < near[0]]
        return [(x, y) for x, y in np.delete(at, again, axis=0).tolist()]


def _polygon(shape: Shape) -> shapely.Polygon:
    return shape.polygon if isinstance(shape, Placed) else shape


def _check(impassable: Sequence[Shape], straight: Sequence[Shape]) -> None:
    for shape in [*impassable, *straight]:
        if isinstance(shape, shapely.Polygon):
            if not shape.is_valid or shape.is_empty:
                why = shapely.is_valid_reason(shape) if shape else "it is empty"
                raise GeometryError(f"terrain needs a valid polygon, but {why}: {shape}")
        elif any(isinstance(part, Oval) for part in shape.parts):
            raise GeometryError(f"no way round an oval is known: give its polygon, not {shape}")
    for shape in straight:
        if isinstance(shape, Placed) and any(part.radius for part in shape.parts):
            raise GeometryError(
                f"tables and faces have straight edges: give the polygon of {shape}"
            )


def _convex_parts(shape: Shape) -> list[_Part]:
    if isinstance(shape, shapely.Polygon):
        holes = [_ring(hole) for hole in shape.interiors]
        return [(part.points, 0.0) for part in Outline(_ring(shape.exterior), holes).parts]
    return [(part.points, part.radius) for part in shape.parts if isinstance(part, Convex)]


def _rings(face: Prism) -> list[tuple[Point, ...]]:
    return [ring for ring, _ in _convex_parts(face.shape)]


def _outlines(face: Prism) -> list[list[Point]]:
    polygon = face.shape.polygon
    return [_ring(ring) for ring in (polygon.exterior, *polygon.interiors)]


def _ring(ring: shapely.LinearRing) -> list[Point]:
    return [(x, y) for x, y in shapely.get_coordinates(ring)[:-1].tolist()]


def _frame(area: shapely.Polygon, radius: float) -> list[shapely.Polygon]:
    """Return what lies just off the table, as pieces that block."""
    x0, y0, x1, y1 = area.bounds
    width = 0.1 * max(x1 - x0, y1 - y0) + 2 * radius
    outside = shapely.box(x0 - width, y0 - width, x1 + width, y1 + width).difference(area)
    return list(shapely.get_parts(outside))


def _crossings(outlines: Sequence[Sequence[Point]]) -> list[Point]:
    """Return where edges of different rings cross."""
    ends = [(*p, *q, i) for i, ring in enumerate(outlines) for p, q in pairwise([*ring, ring[0]])]
    table = np.array(ends, dtype=float).reshape(-1, 5)
    one, other = np.triu_indices(len(table), 1)
    different = table[one, 4] != table[other, 4]
    p, q = table[one[different]], table[other[different]]
    u, v, w = p[:, 2:4] - p[:, :2], q[:, 2:4] - q[:, :2], q[:, :2] - p[:, :2]
    across = _cross(u, v)
    with np.errstate(divide="ignore", invalid="ignore"):
        s, t = _cross(w, v) / across, _cross(w, u) / across
    meet = (s > 0) & (s < 1) & (t > 0) & (t < 1)
    return [(x, y) for x, y in (p[meet, :2] + s[meet, None] * u[meet]).tolist()]


def _cross(a: Array, b: Array) -> NDArray[np.float64]:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
