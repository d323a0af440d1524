"""Sectors and beams: what a base has before it, beside it or behind it, analytic and unbounded."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ..errors import GeometryError
from .convex import TIE, HalfPlane
from .footprint import Part
from .oval import Oval
from .pose import Point, Pose, unit
from .region import Region


@dataclass(frozen=True, slots=True)
class Sector:
    """An angle in the coordinates of a base, wrapping round where it has to.

    Attributes
    ----------
    start
        The bearing of its first edge, in degrees from the heading, counter-clockwise.
    width
        Its opening in degrees, more than 0 and at most 360.
    apex
        Where its edges meet, in base coordinates.

    Raises
    ------
    GeometryError
        If the width is not in (0, 360].

    >>> Sector.around(0, 40.45)
    Sector(start=-40.45, width=80.9, apex=(0.0, 0.0))
    """

    start: float
    width: float
    apex: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.start) and 0.0 < self.width <= 360.0):
            raise GeometryError(
                f"a sector opens by more than 0 and at most 360 degrees, got {self.width}"
            )

    @classmethod
    def around(cls, bearing: float, half_angle: float) -> Sector:
        """Return the sector that opens by a half angle to both sides of a bearing."""
        return cls(bearing - half_angle, 2 * half_angle)

    def at(self, pose: Pose) -> PlacedSector:
        """Return the sector on the table, carried by a base at a pose."""
        return PlacedSector(self, pose)


@dataclass(frozen=True, slots=True)
class PlacedSector(Region):
    """A sector on the table.

    Attributes
    ----------
    sector, pose
        What is carried where.
    wedges, corners, rays
        See :class:`Region`; the one corner is the apex.
    """

    sector: Sector
    pose: Pose
    wedges: tuple[tuple[HalfPlane, ...], ...] = field(init=False, repr=False, compare=False)
    corners: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    rays: tuple[Point, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        width = self.sector.width
        start = self.pose.heading + self.sector.start
        apex = self.pose.to_world([self.sector.apex])[0]
        put = object.__setattr__
        put(self, "corners", (apex,))
        put(self, "rays", () if width == 360.0 else (unit(start), unit(start + width)))
        if width == 360.0:
            put(self, "wedges", ((),))
        elif width <= 180.0:
            put(self, "wedges", (_wedge(apex, start, width),))
        else:
            half = width / 2
            put(self, "wedges", (_wedge(apex, start, half), _wedge(apex, start + half, half)))

    @property
    def apex(self) -> Point:
        """Where its edges meet."""
        return self.corners[0]

    def part_margin(self, part: Part) -> float:
        """Return the margin of one convex part; see :meth:`Region.margin`."""
        width = self.sector.width
        if len(self.wedges) == 1:
            return Region.part_margin(self, part)
        end = self.pose.heading + self.sector.start + width
        return _push_into(_wedge(self.apex, end, 360.0 - width), part)

    def outline(self, reach: float) -> tuple[Point, ...]:
        """Return the corners of a polygon that shows the sector out to a distance and beyond."""
        width = self.sector.width
        start = self.pose.heading + self.sector.start
        count = max(2, math.ceil(width / 15.0))
        rim = [
            Pose(*self.apex, start + width * i / count).forward(1.01 * reach).point
            for i in range(count + 1)
        ]
        return tuple(rim[:-1]) if width == 360.0 else (self.apex, *rim)


@dataclass(frozen=True, slots=True)
class Beam:
    """A strip straight ahead, without an end.

    Attributes
    ----------
    width
        Its full width, half to each side of the heading.
    start
        How far ahead of the origin it begins.

    Raises
    ------
    GeometryError
        If the width is not a positive number.

    >>> Beam(width=16, start=20).at(Pose(0, 0)).contains((100, 8))
    True
    """

    width: float
    start: float = 0.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.start) and math.isfinite(self.width) and self.width > 0):
            raise GeometryError(f"a beam needs a positive width, got {self.width}")

    def at(self, pose: Pose) -> PlacedBeam:
        """Return the beam on the table, carried by a base at a pose."""
        return PlacedBeam(self, pose)


@dataclass(frozen=True, slots=True)
class PlacedBeam(Region):
    """A beam on the table.

    Attributes
    ----------
    beam, pose
        What is carried where.
    wedges, corners, rays
        See :class:`Region`; the two corners are where the beam begins.
    """

    beam: Beam
    pose: Pose
    wedges: tuple[tuple[HalfPlane, ...], ...] = field(init=False, repr=False, compare=False)
    corners: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    rays: tuple[Point, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        half, start = self.beam.width / 2, self.beam.start
        right, left = self.pose.to_world([(start, -half), (start, half)])
        ux, uy = self.pose.direction
        planes = tuple(
            (nx, ny, nx * x + ny * y)
            for (nx, ny), (x, y) in (((uy, -ux), right), ((-uy, ux), left), ((-ux, -uy), right))
        )
        put = object.__setattr__
        put(self, "wedges", (planes,))
        put(self, "corners", (right, left))
        put(self, "rays", ((ux, uy), (ux, uy)))

    @property
    def _rim_wedges(self) -> tuple[tuple[HalfPlane, ...], ...]:
        """The wedge, grown towards the base: an edge that the beam begins at belongs to its rim."""
        right, left, (nx, ny, d) = self.wedges[0]
        return ((right, left, (nx, ny, d + TIE)),)

    def outline(self, reach: float) -> tuple[Point, ...]:
        """Return the corners of a polygon that shows the beam out to a distance and beyond."""
        right, left = self.corners
        (ux, uy), _ = self.rays
        far = [(x + 1.01 * reach * ux, y + 1.01 * reach * uy) for x, y in (right, left)]
        return right, far[0], far[1], left


def _wedge(apex: Point, start: float, width: float) -> tuple[HalfPlane, ...]:
    (sx, sy), (ex, ey) = unit(start), unit(start + width)
    first = (sy, -sx, sy * apex[0] - sx * apex[1])
    if width == 180.0:
        return (first,)
    return first, (-ey, ex, ex * apex[1] - ey * apex[0])


def _push_into(hole: tuple[HalfPlane, ...], part: Part) -> float:
    """Return the length of the shortest shift that takes a part into a convex wedge.

    Negative: it lies inside already, by that much.
    """
    needs = [(nx, ny, _reach(part, nx, ny) - d) for nx, ny, d in hole]
    worst = max(need for _, _, need in needs)
    if worst <= 0 or len(needs) == 1:
        return worst
    (n1x, n1y, m1), (n2x, n2y, m2) = needs
    cosine = n1x * n2x + n1y * n2y
    if m1 >= 0 and m1 * cosine >= m2:  # the shift that satisfies the first satisfies both
        return m1
    if m2 >= 0 and m2 * cosine >= m1:
        return m2
    sine = n1x * n2y - n1y * n2x
    return math.hypot(m1 * n2y - m2 * n1y, m2 * n1x - m1 * n2x) / abs(sine)


def _reach(part: Part, nx: float, ny: float) -> float:
    """Return how far from the origin a part reaches along a unit vector."""
    if isinstance(part, Oval):
        return nx * part.center[0] + ny * part.center[1] + part.half_width((nx, ny))
    return max([nx * x + ny * y for x, y in part.points]) + part.radius
