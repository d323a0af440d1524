"""Unbounded areas of the table that a base carries with it, as half-planes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..errors import GeometryError
from .convex import HalfPlane, clip, edges, without_repeats
from .footprint import Convex, Part, Placed
from .measure import Gap, gap_of_parts
from .oval import Oval
from .parting import chord, reach_into
from .pose import Point


class Region:
    """A closed, unbounded area: what sectors and beams are on the table.

    Attributes
    ----------
    wedges
        Its convex pieces, each as half-planes; one without any half-plane is the whole plane.
    corners
        The corners of its border, in order.
    rays
        The unit vectors along which its border runs off from the first and from the last corner;
        none for the whole plane.
    """

    __slots__ = ()
    wedges: tuple[tuple[HalfPlane, ...], ...]
    corners: tuple[Point, ...]
    rays: tuple[Point, ...]

    def contains(self, point: Point) -> bool:
        """Whether a point lies in the closed region, without any tolerance.

        >>> from tablesim.geometry import Pose, Sector
        >>> Sector.around(0, 45).at(Pose(0, 0, 90)).contains((10, 10))
        True
        """
        x, y = point
        return any(all(nx * x + ny * y <= d for nx, ny, d in wedge) for wedge in self.wedges)

    def margin(self, shape: Placed) -> float:
        """Return how far a shape reaches into the region, or by how much it misses it.

        Returns
        -------
        float
            Positive: the length of the shortest shift that takes the whole shape out of the
            region.  Negative: minus the distance between the two.  Infinite for the whole plane.
            (Of a shape of several convex parts, the part that reaches farthest in counts.)

        >>> from tablesim.geometry import Disc, Placed, Pose, Sector
        >>> Sector.around(0, 45).at(Pose(0, 0)).margin(Placed(Disc(1), Pose(10, 0)))
        8.071067811865476
        """
        return max(self.part_margin(part) for part in shape.parts)

    def part_margin(self, part: Part) -> float:
        """Return the margin of one convex part; see :meth:`margin`."""
        if not self.rays:
            return math.inf
        (planes,) = self.wedges
        if isinstance(part, Oval):
            return reach_into(self.corners, _ways_out(planes, self.rays), part)
        # How deep the part reaches behind each edge; all must be given up to leave by that edge.
        depths = [max([d - nx * x - ny * y for x, y in part.points]) for nx, ny, d in planes]
        inside = min(depths)
        if part.radius:
            return part.radius + (inside if inside >= 0 else -self._distance(part.points))
        if not clip(part.points, planes):
            return -self._distance(part.points)
        # In a half plane the rays lead along the border only: the way into it counts as well.
        ahead = [(-planes[0][0], -planes[0][1])] if len(planes) == 1 else []
        for nx, ny, d in edges(part.points):
            # An edge of the part can part them only if all ways into the region lead away from it.
            if all(nx * x + ny * y >= 0 for x, y in (*self.rays, *ahead)):
                inside = min(inside, d - min([nx * x + ny * y for x, y in self.corners]))
        return max(inside, 0.0)

    def _distance(self, points: tuple[Point, ...]) -> float:
        """Return the distance from a convex region to a hull outside it."""
        best = math.inf
        ends = zip((self.corners[0], self.corners[-1]), self.rays, strict=True)
        for (cx, cy), (ux, uy) in ends:
            for x, y in points:
                t = max(0.0, (x - cx) * ux + (y - cy) * uy)
                best = min(best, math.hypot(x - cx - t * ux, y - cy - t * uy))
        if len(points) > 1 or len(self.corners) > 1:
            best = min(best, gap_of_parts((Convex(self.corners),), (Convex(points),)).distance)
        return best

    def cut(self, shape: Placed) -> tuple[Convex, ...]:
        """Return the convex pieces of a shape without round parts that lie in the region."""
        pieces = []
        for part in _not_round(shape):
            for wedge in self.wedges:
                points = clip(part.points, wedge)
                if points:
                    pieces.append(Convex(without_repeats(points)))
        return tuple(pieces)

    @property
    def _rim_wedges(self) -> tuple[tuple[HalfPlane, ...], ...]:
        """The wedges that cut an outline."""
        return self.wedges

    def rim(self, shape: Placed) -> tuple[Convex, ...]:
        """Return the stretches of a shape's outline that lie in the region, as segments.

        Raises
        ------
        GeometryError
            If the shape is round: its outline has no segments.
        """
        pieces = []
        for part in _not_round(shape):
            ring = part.points
            for i, p in enumerate(ring):
                side = (p, ring[(i + 1) % len(ring)])
                for wedge in self._rim_wedges:
                    points = clip(side, wedge)
                    if len(points) == 2 and points[0] != points[1]:
                        pieces.append(Convex((points[0], points[1])))
        return tuple(pieces)


def _ways_out(planes: Sequence[HalfPlane], rays: Sequence[Point]) -> list[Point]:
    """Return the directions in which a convex region ends: its borders' normals and one between."""
    normals = [(nx, ny) for nx, ny, _ in planes[1::-1]]
    if len(normals) == 1:
        return normals
    x = sum(nx for nx, _ in normals) - sum(rx for rx, _ in rays)
    y = sum(ny for _, ny in normals) - sum(ry for _, ry in rays)
    size = math.hypot(x, y)
    return [normals[0], (x / size, y / size), normals[1]]


def _not_round(shape: Placed) -> list[Convex]:
    parts = [part for part in shape.parts if isinstance(part, Convex) and not part.radius]
    if len(parts) < len(shape.parts):
        raise GeometryError(f"a round base has no sides to measure from, got {shape.footprint}")
    return parts


def gap_within(a: Sequence[Part], b: Placed, region: Region, slack: float = 0.0) -> Gap | None:
    """Return the gap from one shape to the part of another that lies in a region.

    Parameters
    ----------
    a
        The parts to measure from.
    b
        The shape to measure to; only its points in the region count.
    region
        The region, closed.
    slack
        What reaches into the region by no more than this, or misses it by no more, is measured to
        as if all borders lay farther out by as much.  So a side that lies along a border counts
        whole, whatever the last digits say.

    Returns
    -------
    Gap or None
        None if no point of ``b`` lies in the region.

    >>> from tablesim.geometry import Placed, Pose, Rect, Sector
    >>> square = Rect(40, 40)
    >>> shooter = Placed(square, Pose(0, 0, 90))
    >>> arc = Sector.around(0, 40.45).at(shooter.pose)
    >>> round(gap_within(shooter.parts, Placed(square, Pose(105.2, 80, 90)), arc).distance, 3)
    103.152
    """
    grazes = slack > 0.0 and not _pieces(a, b, region, -slack)
    pieces = _pieces(a, b, region, slack if grazes else 0.0)
    return gap_of_parts(a, pieces) if pieces else None


def _pieces(a: Sequence[Part], b: Placed, region: Region, slack: float) -> list[Convex]:
    """Return what lies of a shape in a region with its borders moved outwards."""
    pieces: list[Convex] = []
    for part in b.parts:
        for wedge in region.wedges:
            if isinstance(part, Oval) or part.radius:
                pieces.extend(_round_pieces(a, part, wedge, slack))
            else:
                points = clip(part.points, wedge, slack)
                if points:
                    pieces.append(Convex(without_repeats(points)))
    return pieces


def _round_pieces(
    a: Sequence[Part],
    disc: Part,
    wedge: tuple[HalfPlane, ...],
    slack: float,
) -> list[Convex]:
    """Return stand-ins for a disc or an ellipse cut by a wedge that are exactly as near to ``a``.

    If the point of the whole that is nearest to a part of ``a`` lies in the wedge, it is as near
    as any of what is cut.  Otherwise the nearest one lies on the wedge's edges, within the whole.
    """
    pieces = []
    for part in a:
        x, y = gap_of_parts((part,), (disc,)).b
        if all(nx * x + ny * y <= d + slack for nx, ny, d in wedge):
            pieces.append(Convex(((x, y),)))
    for nx, ny, d in wedge:
        side = chord(disc, (nx, ny), d + slack)
        if side:
            points = clip(side, [plane for plane in wedge if plane != (nx, ny, d)], slack)
            if points:
                pieces.append(Convex(without_repeats(points)))
    return pieces
