"""What area weapons cover: bounded zones whose borders are straight lines and arcs of circles.

A zone is known by the pieces of its border alone, each with the inside on its left, and in no
particular order.  The distance to a zone is the least of those to its pieces; a point lies inside
if the border turns once about it; and areas are sums over the pieces.  So nothing round is
approximated by a polygon, and a circle that the walls of a room cut off is no harder than a whole
one.  Within this module points are complex numbers in the frame of the zone.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely import affinity

from ..errors import GeometryError
from .footprint import Placed
from .pose import Point, Pose

_HERE = Pose(0, 0)
_FULL = 2 * math.pi
_DRAWN_STEP = math.pi / 128
"""The angle between two corners of a drawn arc; nothing is decided on them."""

_SLACK = 1e-9
"""A line that ends so near to a circle, as a share of its length, ends on it."""

_LOOKS = (0.3, 0.7)
"""The shares of a piece's length at which we look on which side of something it lies."""

_GRAZE = 1e-9
"""What a room and a circle have in common is nothing if it is no deeper than this."""

_Points = NDArray[np.complex128]
_Floats = NDArray[np.float64]


class _Line(NamedTuple):
    """A straight piece of a border.

    Attributes
    ----------
    start, end
        From where to where it runs.
    """

    start: complex
    end: complex

    def at(self, share: float) -> complex:
        """Return the point at a share of its length."""
        return self.start + share * (self.end - self.start)

    def part(self, first: float, last: float) -> _Line:
        """Return the stretch between two shares of its length."""
        return _Line(
            self.at(first) if first > 0.0 else self.start, self.at(last) if last < 1.0 else self.end
        )

    def distance(self, points: _Points) -> _Floats:
        """Return how far points are from it."""
        d = self.end - self.start
        share = np.clip(((points - self.start) * d.conjugate()).real / abs(d) ** 2, 0.0, 1.0)
        return np.abs(points - self.start - share * d)

    def turned(self, points: _Points) -> _Floats:
        """Return the angle by which one turns who follows it with the eye from each point."""
        return np.angle((self.end - points) * (self.start - points).conjugate())

    def swept(self, point: complex) -> float:
        """Return the area between it and a point; negative if that lies on its right."""
        return ((self.start - point).conjugate() * (self.end - point)).imag / 2

    def crossings(self, center: complex, radius: float) -> tuple[float, ...]:
        """Return the shares of its length at which it, or its extension, crosses a circle."""
        d = self.end - self.start
        size = abs(d)
        along = (center - self.start) * d.conjugate() / size
        off = abs(along.imag)
        if off > radius:
            return ()
        half = math.sqrt((radius - off) * (radius + off))
        return (along.real - half) / size, (along.real + half) / size

    def drawn(self) -> list[complex]:
        """Return its points for drawing, without the last one."""
        return [self.start]


class _Arc(NamedTuple):
    """A piece of a border that turns to the left about a center.

    Attributes
    ----------
    center, radius
        Its circle.
    start
        Where on the circle it begins, in radians.
    angle
        The angle of the whole arc, in radians.
    """

    center: complex
    radius: float
    start: float
    angle: float

    def at(self, share: float) -> complex:
        """Return the point at a share of its length."""
        return self.center + cmath.rect(self.radius, self.start + share * self.angle)

    def part(self, first: float, last: float) -> _Arc:
        """Return the stretch between two shares of its length."""
        start = self.start + first * self.angle
        return _Arc(self.center, self.radius, start, (last - first) * self.angle)

    def distance(self, points: _Points) -> _Floats:
        """Return how far points are from it."""
        v = points - self.center
        beside = (np.angle(v) - self.start) % _FULL <= self.angle
        ends = np.minimum(np.abs(points - self.at(0.0)), np.abs(points - self.at(1.0)))
        return np.where(beside, np.abs(np.abs(v) - self.radius), ends)

    def turned(self, points: _Points) -> _Floats:
        """Return the angle by which one turns who follows it with the eye from each point.

        Seen from the center that is the angle of the arc.  From within the circle, the difference
        of the two lines of sight to each end is less than a quarter turn; from without, so is that
        of the lines to the end and to the center.
        """
        to_center = (self.center - points) / self.radius
        inside = np.abs(to_center) < 1.0
        first, last = (
            np.angle((to_center + spin) * np.where(inside, spin, to_center).conjugate())
            for spin in (cmath.rect(1.0, self.start), cmath.rect(1.0, self.start + self.angle))
        )
        return np.where(inside, self.angle, 0.0) + last - first

    def swept(self, point: complex) -> float:
        """Return the area between it and a point; negative if that lies on its right."""
        a, b = (cmath.rect(self.radius, self.start + t) for t in (0.0, self.angle))
        beside = ((self.center - point).conjugate() * (b - a)).imag
        return (self.radius**2 * self.angle + beside) / 2

    def crossings(self, center: complex, radius: float) -> tuple[float, ...]:
        """Return the shares of its length at which it crosses another circle."""
        to_other = center - self.center
        apart = abs(to_other)
        if not abs(radius - self.radius) < apart < radius + self.radius:
            return ()
        cosine = (apart**2 + self.radius**2 - radius**2) / (2 * apart * self.radius)
        middle, half = cmath.phase(to_other), math.acos(min(max(cosine, -1.0), 1.0))
        return tuple((t - self.start) % _FULL / self.angle for t in (middle - half, middle + half))

    def drawn(self) -> list[complex]:
        """Return its points for drawing, without the last one."""
        count = max(1, math.ceil(self.angle / _DRAWN_STEP))
        return [self.at(i / count) for i in range(count)]


_Piece = _Line | _Arc


def _split(piece: _Piece, center: complex, radius: float) -> Iterator[_Piece]:
    """Yield a piece in stretches of which each lies all inside or all outside of a circle."""
    cuts = [share for share in piece.crossings(center, radius) if 0.0 < share < 1.0]
    for first, last in pairwise(sorted({0.0, *cuts, 1.0})):
        yield piece.part(first, last)


def _depth(stretch: _Piece, center: complex, radius: float) -> float:
    """Return how deep a piece that does not cross a circle lies in it; negative: outside of it.

    It may touch the circle at one place, so that we look at two.
    """
    return max((radius - abs(stretch.at(share) - center) for share in _LOOKS), key=abs)


@dataclass(frozen=True, slots=True)
class Zone:
    """A bounded area on the table: a template at a place, a room, what a room leaves of a circle.

    Attributes
    ----------
    border
        The pieces of its border in the frame of the pose.
    outline
        The same as a polygon with drawn arcs, in the frame of the pose.
    pose
        Where it is.

    >>> Fan(radius=8, opening=60).at(Pose(0, 0)).signed((10, 0))
    2.0
    """

    border: tuple[_Piece, ...]
    outline: shapely.Polygon | shapely.MultiPolygon = field(repr=False)
    pose: Pose

    @classmethod
    def of(cls, room: Placed) -> Zone:
        """Return all of a room, which may have any corners and holes.

        Raises
        ------
        GeometryError
            If the room has a round part.

        >>> from tablesim.geometry import Rect
        >>> Zone.of(Placed(Rect(6, 6), Pose(3, 3))).signed((10, 3))
        4.0
        """
        if any(part.radius for part in room.parts):
            raise GeometryError(f"a room needs straight walls, got {room.footprint}")
        outline = room.footprint.polygon
        return cls(_walls(outline), outline, room.pose)

    def signed(self, point: Point) -> float:
        """Return the distance of a point from the zone; negative: how deep it lies inside.

        Infinite if there is no zone, where nothing is left of a circle.
        """
        return float(self.signed_many([point])[0])

    def signed_many(self, points: ArrayLike) -> _Floats:
        """Return the distance of many points, as :meth:`signed` does of one.

        Parameters
        ----------
        points
            An array of shape (n, 2).

        Returns
        -------
        array of shape (n,)

        >>> Circle(2).at(Pose(1, 1)).signed_many([(1, 1), (4, 5)]).tolist()
        [-2.0, 3.0]
        """
        local = self._local(points)
        far = np.full(len(local), math.inf)
        turned = np.zeros(len(local))
        for piece in self.border:
            far = np.minimum(far, piece.distance(local))
            turned += piece.turned(local)
        return np.where(turned > math.pi, -far, far)

    def depth_of(self, center: Point, radius: float) -> float:
        """Return how deep a round base lies in the zone.

        Returns
        -------
        float
            Positive: the zone covers some of it; 0: the two only touch; negative: minus the gap.
            It lies wholly inside from twice its radius on.

        >>> Circle(3).at(Pose(0, 0)).depth_of((3.25, 0), 0.5)
        0.25
        """
        return radius - self.signed(center)

    @property
    def area(self) -> float:
        """How large it is."""
        middle = self.border[0].at(0.5) if self.border else 0j  # near by, or digits are lost
        return sum((piece.swept(middle) for piece in self.border), 0.0)

    def share_under(self, center: Point, radius: float) -> float:
        """Return how much of a round base the zone covers, from 0 to 1.

        It is exact: what the border leaves of the disc ends at the pieces of the border inside of
        the disc, and at the arcs of the disc before which the other ones pass.

        Raises
        ------
        GeometryError
            If the radius is not a positive number.

        >>> round(Bar(length=24, width=1).at(Pose(0, 0)).share_under((0, 0.0), 0.25), 12)
        0.5
        """
        radius = _positive("the radius of a base", radius)
        middle = self._local([center])
        at = complex(middle[0])
        covered = 0.0
        for piece in self.border:
            for stretch in _split(piece, at, radius):
                if _depth(stretch, at, radius) > 0.0:
                    covered += stretch.swept(at)
                else:
                    covered += radius**2 / 2 * float(stretch.turned(middle)[0])
        return min(max(covered / (math.pi * radius**2), 0.0), 1.0)

    @property
    def polygon(self) -> shapely.Polygon | shapely.MultiPolygon:
        """The zone on the table with drawn arcs, for pictures and set operations.

        Where walls stop what spreads from a point, the picture shows this polygon's intersection
        with what is seen from there.
        """
        (c, s), pose = self.pose.direction, self.pose
        return affinity.affine_transform(self.outline, (c, -s, s, c, pose.x, pose.y))

    def _local(self, points: ArrayLike) -> _Points:
        xy = np.asarray(points, dtype=float).reshape(-1, 2)
        if not np.isfinite(xy).all():
            raise GeometryError(f"a point needs finite coordinates, got {points!r}")
        local: _Points = (xy[:, 0] - self.pose.x) + 1j * (xy[:, 1] - self.pose.y)
        return local * complex(*self.pose.direction).conjugate()


class Template:
    """The shape of an area weapon in its own coordinates: x ahead, y to the left.

    Attributes
    ----------
    border
        The pieces of its border, in order, counter-clockwise.
    """

    __slots__ = ()
    border: tuple[_Piece, ...]

    def at(self, pose: Pose) -> Zone:
        """Return the zone that it covers, carried by a pose."""
        return Zone(self.border, _drawn(self.border), pose)


@lru_cache(maxsize=256)
def _drawn(border: tuple[_Piece, ...]) -> shapely.Polygon:
    """Return a polygon with the corners of a border that is in order."""
    points = [point for piece in border for point in piece.drawn()]
    return shapely.Polygon([(p.real, p.imag) for p in points])


@dataclass(frozen=True, slots=True)
class Circle(Template):
    """A disc about the pose.

    Raises
    ------
    GeometryError
        If the radius is not a positive number.

    >>> Circle(2).at(Pose(10, 0)).signed((13, 4))
    3.0
    """

    radius: float
    border: tuple[_Piece, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        radius = _positive("the radius of a circle", self.radius)
        object.__setattr__(self, "border", (_Arc(0j, radius, -math.pi, _FULL),))

    def within(self, room: Placed, center: Point) -> Zone:
        """Return what the walls of a room leave of the circle about a point.

        What the two have in common without any extent (a corner, a side that touches the circle
        from outside) does not count.

        Raises
        ------
        GeometryError
            If the room has a round part.

        >>> from tablesim.geometry import Rect
        >>> left = Circle(2).within(Placed(Rect(6, 6), Pose(3, 3)), center=(0, 3))
        >>> round(left.area / Circle(2).at(Pose(0, 3)).area, 12), left.signed((-1, 3))
        (0.5, 1.0)
        """
        pose = Pose(*center)
        shape = affinity.translate(Zone.of(room).polygon, -pose.x, -pose.y)
        walls = Zone(_walls(shape), shape, _HERE)
        (circle,) = self.border
        cuts = {0.0, 1.0}
        border: list[_Piece] = []
        for wall in walls.border:
            border += [w for w in _split(wall, 0j, self.radius) if self._holds(w)]
            for share in wall.crossings(0j, self.radius):
                if -_SLACK < share < 1.0 + _SLACK:
                    cuts.add((cmath.phase(wall.at(share)) + math.pi) / _FULL)
        arcs = [circle.part(first, last) for first, last in pairwise(sorted(cuts))]
        looks = np.array([arc.at(share) for arc in arcs for share in _LOOKS])
        sides = walls.signed_many(np.c_[looks.real, looks.imag]).reshape(-1, len(_LOOKS))
        border += [arc for arc, side in zip(arcs, sides, strict=True) if _is_in(side)]
        common = shapely.get_parts(shapely.intersection(_drawn(self.border), shape))
        outline = shapely.MultiPolygon([part for part in common if part.area > 0.0])
        return Zone(tuple(border), outline, pose)

    def _holds(self, wall: _Piece) -> bool:
        """Whether a stretch of a wall lies inside of the circle, which it does not cross.

        The circle only grazes the wall of a room that lies on the other side of it.
        """
        depth = _depth(wall, 0j, self.radius)
        return depth > 0.0 and (depth > _GRAZE or wall.swept(0j) > 0.0)


def _is_in(looks: _Floats) -> bool:
    """Whether a piece lies in an area whose border it does not cross, by two distances."""
    return bool(max(looks, key=abs) < -_GRAZE)


@dataclass(frozen=True, slots=True)
class Bar(Template):
    """A rectangle straight ahead of the pose: a beam with an end.

    Raises
    ------
    GeometryError
        If a size is not a positive number.

    >>> Bar(length=24, width=1).at(Pose(0, 0)).signed((27, 4.5))
    5.0
    """

    length: float
    width: float
    border: tuple[_Piece, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        x = _positive("the length of a bar", self.length)
        y = _positive("the width of a bar", self.width) / 2
        corners = complex(0, -y), complex(x, -y), complex(x, y), complex(0, y)
        object.__setattr__(self, "border", _ring(corners))


@dataclass(frozen=True, slots=True)
class Teardrop(Template):
    """The hull of a small disc at the pose, which touches it, and a large one at the far end.

    Attributes
    ----------
    length
        From the tip to the far end.
    wide, narrow
        The diameters of the two discs.

    Raises
    ------
    GeometryError
        If a size is not a positive number, or one disc holds the other.

    >>> round(Teardrop(length=8, wide=2.5, narrow=0.5).at(Pose(0, 0)).area, 4)
    12.4182
    """

    length: float
    wide: float
    narrow: float
    border: tuple[_Piece, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        length = _positive("the length of a teardrop", self.length)
        far = _positive("the wide diameter of a teardrop", self.wide) / 2
        near = _positive("the narrow diameter of a teardrop", self.narrow) / 2
        apart = length - far - near
        if apart <= abs(far - near):
            raise GeometryError(
                f"a teardrop must be longer than each of its discs, got length {self.length} "
                f"with diameters {self.wide} and {self.narrow}"
            )
        # The two sides touch both discs in the directions at this angle on either side.
        angle = math.acos((near - far) / apart)
        tail = _Arc(complex(near, 0), near, angle, _FULL - 2 * angle)
        head = _Arc(complex(length - far, 0), far, -angle, 2 * angle)
        right, left = _Line(tail.at(1.0), head.at(0.0)), _Line(head.at(1.0), tail.at(0.0))
        object.__setattr__(self, "border", (tail, right, head, left))


@dataclass(frozen=True, slots=True)
class Fan(Template):
    """A sector of a circle with its apex at the pose.

    Attributes
    ----------
    radius
        How far it reaches.
    opening
        Its whole angle in degrees, half to each side of the heading.

    Raises
    ------
    GeometryError
        If the radius is not positive, or the opening is not between 0 and 360 degrees.

    >>> round(Fan(radius=8, opening=60).at(Pose(0, 0)).signed((4, 2.88)), 6)
    0.494153
    """

    radius: float
    opening: float
    border: tuple[_Piece, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        radius = _positive("the radius of a fan", self.radius)
        if not 0.0 < self.opening < 360.0:
            raise GeometryError(
                f"a fan opens by more than 0 and less than 360 degrees, got {self.opening}"
            )
        opening = math.radians(self.opening)
        rim = _Arc(0j, radius, -opening / 2, opening)
        border = (_Line(0j, rim.at(0.0)), rim, _Line(rim.at(1.0), 0j))
        object.__setattr__(self, "border", border)


def _positive(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0):
        raise GeometryError(f"{name} must be a positive number, got {value}")
    return float(value)


def _ring(corners: Sequence[complex]) -> tuple[_Line, ...]:
    """Return the sides of a closed ring."""
    return tuple(
        _Line(p, q) for p, q in zip(corners, (*corners[1:], corners[0]), strict=True) if p != q
    )


def _walls(area: shapely.Polygon | shapely.MultiPolygon) -> tuple[_Line, ...]:
    """Return the sides of polygons and of their holes, with the inside on their left."""
    return tuple(
        side
        for polygon in shapely.get_parts(shapely.orient_polygons(area))
        for ring in (polygon.exterior, *polygon.interiors)
        for side in _ring([complex(x, y) for x, y in ring.coords[:-1]])
    )
