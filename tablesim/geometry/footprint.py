"""Shapes of bases and obstacles, in their own coordinates and placed on the table.

Every footprint is a union of convex parts, each the hull of a few points grown by a radius, or an
ellipse: a rectangle is one part of four points, a disc one part of one point, a star is several.
All measuring works on those parts, so that nothing round is ever approximated by a polygon.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import shapely
from shapely import affinity

from ..errors import GeometryError
from .oval import Oval
from .pose import Point, Pose, unit

_DRAWN_SEGMENTS = 64
"""Segments of a quarter circle in the polygons for the eye; nothing is decided on them."""


@dataclass(frozen=True, slots=True)
class Convex:
    """The convex hull of a few points, grown by a radius.

    Attributes
    ----------
    points
        One point (a disc), two (a segment), or a counter-clockwise convex ring.
    radius
        By how much the hull is grown on all sides.
    """

    points: tuple[Point, ...]
    radius: float = 0.0

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y."""
        xs, ys, r = [x for x, _ in self.points], [y for _, y in self.points], self.radius
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


Part = Convex | Oval
"""What footprints are made of."""


@runtime_checkable
class Footprint(Hashable, Protocol):
    """The shape of a thing in its own coordinates: x ahead, y to the left, origin at the pose."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The convex parts whose union the footprint is."""

    @property
    def reach(self) -> float:
        """The greatest distance of any of its points from the origin."""

    @property
    def polygon(self) -> shapely.Polygon:
        """The shape as the outside sees it, for drawing and set operations."""


def _positive(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0):
        raise GeometryError(f"{name} must be a positive number, got {value}")
    return float(value)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle centred on the pose.

    Attributes
    ----------
    depth
        Size along the heading, from the rear edge to the front edge.
    width
        Size across the heading.

    >>> Rect(depth=40, width=20).parts[0].points
    ((20.0, -10.0), (20.0, 10.0), (-20.0, 10.0), (-20.0, -10.0))
    """

    depth: float
    width: float
    parts: tuple[Convex, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        x = _positive("the depth of a rectangle", self.depth) / 2
        y = _positive("the width of a rectangle", self.width) / 2
        object.__setattr__(self, "parts", (Convex(((x, -y), (x, y), (-x, y), (-x, -y))),))
        object.__setattr__(self, "reach", math.hypot(x, y))

    @property
    def polygon(self) -> shapely.Polygon:
        """The rectangle in its own coordinates."""
        return shapely.Polygon(self.parts[0].points)


@dataclass(frozen=True, slots=True)
class Disc:
    """A round base centred on the pose.

    >>> Disc(16).reach
    16.0
    """

    radius: float
    parts: tuple[Convex, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        radius = _positive("the radius of a disc", self.radius)
        object.__setattr__(self, "parts", (Convex(((0.0, 0.0),), radius),))
        object.__setattr__(self, "reach", radius)

    @property
    def polygon(self) -> shapely.Polygon:
        """A fine polygon inside the disc, for the eye only."""
        return shapely.Point(0, 0).buffer(self.radius, quad_segs=_DRAWN_SEGMENTS)


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An oval base centred on the pose.

    Attributes
    ----------
    length
        Size along the heading.
    width
        Size across the heading.

    >>> Ellipse(length=105, width=70).reach
    52.5
    """

    length: float
    width: float
    parts: tuple[Oval, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        x = _positive("the length of an ellipse", self.length) / 2
        y = _positive("the width of an ellipse", self.width) / 2
        axis = (1.0, 0.0) if x >= y else (0.0, 1.0)
        part = Oval((0.0, 0.0), axis, max(x, y), min(x, y))
        object.__setattr__(self, "parts", (part,))
        object.__setattr__(self, "reach", part.a)

    @property
    def polygon(self) -> shapely.Polygon:
        """A fine polygon inside the ellipse, for the eye only."""
        circle = shapely.Point(0, 0).buffer(1.0, quad_segs=_DRAWN_SEGMENTS)
        return affinity.scale(circle, self.length / 2, self.width / 2, origin=(0, 0))


def _ring(points: Iterable[Point], what: str) -> tuple[Point, ...]:
    """Return finite points, a corner that is given twice only once."""
    ring = tuple((float(x), float(y)) for x, y in points)
    if any(not math.isfinite(x + y) for x, y in ring):
        raise GeometryError(f"{what} needs finite coordinates, got {ring}")
    ring = tuple(p for i, p in enumerate(ring) if p != ring[(i + 1) % len(ring)])
    if len(ring) < 3:
        raise GeometryError(f"{what} needs at least three different points, got {len(ring)}")
    return ring


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _counter_clockwise(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if area > 0 else ring[::-1]


def _without_flat_corners(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    n = len(ring)
    return tuple(p for i, p in enumerate(ring) if _cross(ring[i - 1], p, ring[(i + 1) % n]) != 0)


@dataclass(frozen=True, slots=True)
class Hull:
    """The convex hull of some points.

    Raises
    ------
    GeometryError
        If there are fewer than three points, or all lie on one line.

    >>> Hull([(0, 0), (10, 0), (10, 10), (5, 5)]).parts[0].points
    ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
    """

    corners: tuple[Point, ...]
    parts: tuple[Convex, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    def __init__(self, corners: Iterable[Point]) -> None:
        ring = _ring(corners, "a hull")
        hull = shapely.MultiPoint(ring).convex_hull
        if not isinstance(hull, shapely.Polygon):
            raise GeometryError(f"a hull needs points that do not lie on one line, got {ring}")
        points = _from_lowest(_counter_clockwise(_open_ring(hull.exterior)))
        object.__setattr__(self, "corners", points)
        object.__setattr__(self, "parts", (Convex(points),))
        object.__setattr__(self, "reach", max(math.hypot(*p) for p in points))

    @property
    def polygon(self) -> shapely.Polygon:
        """The hull in its own coordinates."""
        return shapely.Polygon(self.corners)


def _open_ring(ring: shapely.LinearRing) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in ring.coords[:-1])


def _from_lowest(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    """Begin a ring at its least point, so that equal hulls compare equal."""
    first = ring.index(min(ring))
    return ring[first:] + ring[:first]


@dataclass(frozen=True, slots=True)
class Outline:
    """A simple polygon, convex or not, that may have holes.

    Attributes
    ----------
    ring
        The corners in order, either way round, without the first one again at the end.
    holes
        Rings that are cut out.

    Raises
    ------
    GeometryError
        If the ring crosses itself, encloses nothing, or a hole does not lie inside it.

    >>> Outline([(0, 0), (10, 0), (0, 10), (10, 10)])
    Traceback (most recent call last):
    ...
    tablesim.errors.GeometryError: an outline must not cross itself: Self-intersection[5 5]
    >>> len(Outline([(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)]).parts) > 1
    True
    """

    ring: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()
    parts: tuple[Convex, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    def __init__(self, ring: Iterable[Point], holes: Sequence[Iterable[Point]] = ()) -> None:
        points = _ring(ring, "an outline")
        cut = tuple(_ring(hole, "a hole") for hole in holes)
        polygon = shapely.Polygon(points, cut)
        if not polygon.is_valid:
            why = shapely.is_valid_reason(polygon)
            raise GeometryError(f"an outline must not cross itself: {why}")
        if polygon.area <= 0:
            raise GeometryError(f"an outline must enclose an area, got {points}")
        put = object.__setattr__
        put(self, "ring", points)
        put(self, "holes", cut)
        put(self, "parts", _convex_parts(points, polygon))
        put(self, "reach", max(math.hypot(*p) for p in points))

    @property
    def polygon(self) -> shapely.Polygon:
        """The outline in its own coordinates."""
        return shapely.Polygon(self.ring, self.holes)


def _convex_parts(ring: tuple[Point, ...], polygon: shapely.Polygon) -> tuple[Convex, ...]:
    points = _without_flat_corners(_counter_clockwise(ring))
    n = len(points)
    if not polygon.interiors and all(
        _cross(points[i - 1], p, points[(i + 1) % n]) > 0 for i, p in enumerate(points)
    ):
        return (Convex(points),)
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    rings = [_open_ring(shapely.get_exterior_ring(triangle)) for triangle in triangles]
    return tuple(Convex(_counter_clockwise(ring)) for ring in rings)


@dataclass(frozen=True, slots=True)
class Compound:
    """Several footprints in one piece, for instance a base with its guides.

    >>> len(Compound((Rect(40, 40), Disc(25))).parts)
    2
    """

    pieces: tuple[Footprint, ...]
    parts: tuple[Part, ...] = field(init=False, repr=False, compare=False)
    reach: float = field(init=False, repr=False, compare=False)

    polygon: shapely.Polygon = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        polygon = shapely.union_all([piece.polygon for piece in self.pieces])
        if not isinstance(polygon, shapely.Polygon) or polygon.is_empty:
            raise GeometryError(f"the pieces of a compound must hang together, got {self.pieces}")
        parts = tuple(part for piece in self.pieces for part in piece.parts)
        put = object.__setattr__
        put(self, "parts", parts)
        put(self, "reach", max(piece.reach for piece in self.pieces))
        put(self, "polygon", polygon)


@dataclass(frozen=True, slots=True)
class Placed:
    """A footprint at a pose: what stands on the table.

    Attributes
    ----------
    footprint, pose
        What stands where.
    parts
        The convex parts in table coordinates.

    >>> Placed(Rect(40, 40), Pose(100, 0, 90)).corners
    ((120.0, 20.0), (80.0, 20.0), (80.0, -20.0), (120.0, -20.0))
    """

    footprint: Footprint
    pose: Pose
    parts: tuple[Part, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pose = self.pose
        x, y = pose.x, pose.y
        c, s = unit(pose.heading)
        parts = tuple(
            [
                Convex(
                    tuple([(x + px * c - py * s, y + px * s + py * c) for px, py in part.points]),
                    part.radius,
                )
                if isinstance(part, Convex)
                else part.at(pose.to_world([part.center])[0], (c, s))
                for part in self.footprint.parts
            ]
        )
        object.__setattr__(self, "parts", parts)

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of a shape of one convex part, counter-clockwise (round: its centre).

        Raises
        ------
        GeometryError
            If the shape has several parts.
        """
        if len(self.parts) != 1:
            raise GeometryError(f"a shape of {len(self.parts)} parts has no single ring of corners")
        (part,) = self.parts
        return part.points if isinstance(part, Convex) else (part.center,)

    @property
    def polygon(self) -> shapely.Polygon:
        """The shape on the table as a shapely polygon, for drawing and set operations."""
        return _polygon(self.footprint, self.pose)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y; exact, also of round shapes."""
        x0, y0, x1, y1 = zip(*[part.bounds for part in self.parts], strict=True)
        return min(x0), min(y0), max(x1), max(y1)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The polygon as GeoJSON, so that shapely and geopandas take the shape directly."""
        return dict(self.polygon.__geo_interface__)


@lru_cache(maxsize=4096)
def _polygon(footprint: Footprint, pose: Pose) -> shapely.Polygon:
    c, s = unit(pose.heading)
    return affinity.affine_transform(footprint.polygon, (c, -s, s, c, pose.x, pose.y))
