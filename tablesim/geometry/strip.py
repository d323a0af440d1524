"""The cardboard of a template, lying on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import shapely

from .convex import HalfPlane, clip, farthest, signed_separation, without_repeats
from .footprint import Convex, Part, Placed
from .measure import gap_of_parts
from .oval import Oval
from .parting import chord
from .path import Straight, Turn
from .pose import Point, Pose
from .sector import Sector

_DRAWN_STEP = 1.5
"""Degrees between the points of a drawn arc."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The cardboard of a template: a path with a width, lying on the table.

    Attributes
    ----------
    path
        Its centre line.
    width
        Its width, half to each side.
    pose
        Where the path begins and which way it leaves.
    """

    path: Straight | Turn
    width: float
    pose: Pose

    @property
    def polygon(self) -> shapely.Polygon:
        """The strip as the outside sees it, for drawing."""
        half = self.width / 2
        length = self.path.length
        count = 1
        if isinstance(self.path, Turn):
            count = max(2, math.ceil(abs(self.path.angle) / _DRAWN_STEP))
        stops = [self.path.at(length * i / count) for i in range(count + 1)]
        ring = [stop.to_world([(0.0, -half)])[0] for stop in stops]
        ring += [stop.to_world([(0.0, half)])[0] for stop in reversed(stops)]
        return shapely.Polygon(self.pose.to_world(ring))

    @property
    def centre_line(self) -> shapely.LineString:
        """The centre line, for drawing."""
        count = 1 if isinstance(self.path, Straight) else 60
        stops = [self.path.at(self.path.length * i / count).point for i in range(count + 1)]
        return shapely.LineString(self.pose.to_world(stops))

    def clearance(self, shape: Placed) -> float:
        """Return the gap between the strip and a shape, or minus how deep they overlap.

        Exact: curved edges are circles here, not polygons.  The depth is the least of the
        lengths by which the shape reaches over the outer, the inner and the two short edges.

        >>> from tablesim.geometry import Placed, Pose, Rect
        >>> strip = Strip(Turn(35, 90), 20, Pose(0, 0))
        >>> strip.clearance(Placed(Rect(10, 10), Pose(0, 35)))
        17.928932188134524
        """
        if self.path.length == 0:
            return math.inf
        return min(self._part_clearance(part) for part in shape.parts)

    def _part_clearance(self, part: Part) -> float:
        half = self.width / 2
        if isinstance(self.path, Straight):
            end = self.path.length
            ring = self.pose.to_world([(0, -half), (end, -half), (end, half), (0, half)])
            return signed_separation(Convex(ring), part)
        side = math.copysign(1.0, self.path.angle)
        centre = self.pose.to_world([(0.0, side * self.path.radius)])[0]
        outer, inner = self.path.radius + half, max(self.path.radius - half, 0.0)
        start = -90.0 * side if side > 0 else 90.0 - abs(self.path.angle)
        wedge = Sector(start, abs(self.path.angle)).at(Pose(*centre, self.pose.heading))
        reach = _radii_within(part, centre, wedge.wedges[0])
        ends = min(
            gap_of_parts((part,), (Convex(self._end(s)),)).distance for s in (0.0, self.path.length)
        )
        if reach is None:
            return ends
        least, most = reach
        if least < outer and most > inner:
            return -min(outer - least, most - inner, max(wedge.part_margin(part), 0.0))
        return min(ends, least - outer if least >= outer else inner - most)

    def _end(self, s: float) -> tuple[Point, Point]:
        """Return a short edge of the strip."""
        half = self.width / 2
        left, right = self.path.at(s).to_world([(0.0, half), (0.0, -half)])
        world = self.pose.to_world([left, right])
        return world[0], world[1]


def _radii_within(
    part: Part, centre: Point, wedge: tuple[HalfPlane, ...]
) -> tuple[float, float] | None:
    """Return the least and greatest distance from the wedge's apex to a part cut by the wedge."""
    if isinstance(part, Convex) and not part.radius:
        points = clip(part.points, wedge)
        if not points:
            return None
        cut = Convex(without_repeats(points))
        least = gap_of_parts((Convex((centre,)),), (cut,)).distance
        return least, farthest(centre, points)
    feet = _feet(part, centre)
    seen = [p for p in feet if all(nx * p[0] + ny * p[1] <= d for nx, ny, d in wedge)]
    if _covers(part, centre):
        seen.append(centre)
    for nx, ny, d in wedge:  # where the border crosses the wedge's edges
        ends = chord(part, (nx, ny), d) or ()
        seen += clip(ends, [plane for plane in wedge if plane[:2] != (nx, ny)])
    if not seen:
        return None
    radii = [math.dist(centre, p) for p in seen]
    return min(radii), max(radii)


def _feet(part: Part, point: Point) -> tuple[Point, ...]:
    """Return where circles about a point touch a disc or an ellipse."""
    if isinstance(part, Oval):
        return part.feet(point)
    ((x, y),), r = part.points, part.radius
    away = math.dist((x, y), point)
    if away == 0.0:
        return ()
    ux, uy = r * (x - point[0]) / away, r * (y - point[1]) / away
    return (x - ux, y - uy), (x + ux, y + uy)


def _covers(part: Part, point: Point) -> bool:
    if isinstance(part, Oval):
        return part.contains(point)
    return math.dist(part.points[0], point) <= part.radius
