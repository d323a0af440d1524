"""What is seen from a point: the free ground cut into triangles once, then looked through.

Sight spreads from the triangle of the viewer through the sides that are free, in a cone between two
rays that narrows at every corner it passes, until it ends at walls.  So a view costs what it sees,
not what stands on the table, and its corners are those of the walls to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from ..errors import GeometryError
from .footprint import Placed
from .pose import Point

CLOSED = 1e-9
"""Things that are nearer to each other than this touch, and nothing is seen between them."""

_CLOSED_SQUARE = CLOSED * CLOSED
_WALL = -1


class _Side(NamedTuple):
    """A side of a triangle, counter-clockwise, and what a view through it comes to.

    Attributes
    ----------
    start, end
        Its corners.
    beyond
        The third corner of the triangle on its other side.
    right, left
        The sides of that triangle to the right and to the left of that corner, as one looks
        through; walls have none.
    """

    start: Point
    end: Point
    beyond: Point
    right: int
    left: int


class Visibility:
    """All that can be seen on a table, from any point of it.

    It is a matter of the plane: pieces are as high as can be.  Pieces that touch leave no slit
    between them, and what can only be seen along a line without any width is not seen.

    Parameters
    ----------
    outlines
        The pieces that hide what is behind them.  Round ones count by their polygon for drawing.
    box
        The table: least x, least y, greatest x, greatest y.

    Raises
    ------
    GeometryError
        If the table has no extent.

    >>> from tablesim.geometry import Pose, Rect
    >>> wall = Placed(Rect(2, 2), Pose(5, 0))
    >>> visibility = Visibility([wall], box=(-10, -10, 10, 10))
    >>> round(visibility.polygon((0, 0)).area, 6)
    379.0
    >>> visibility.sees((0, 0), (10, 0)), visibility.sees((0, 0), (4, 4))
    (False, True)
    """

    def __init__(self, outlines: Sequence[Placed], box: Sequence[float]) -> None:
        x0, y0, x1, y1 = box
        if not (math.isfinite(x0 + y0 + x1 + y1) and x0 < x1 and y0 < y1):
            raise GeometryError(f"a table needs an extent, got {tuple(box)}")
        self._outlines = tuple(outlines)
        self._table = shapely.box(x0, y0, x1, y1)
        table, *pieces = _welded([self._table, *(outline.polygon for outline in outlines)])
        free = shapely.get_parts(shapely.difference(table, shapely.union_all(pieces)))
        cut = shapely.constrained_delaunay_triangles(free[shapely.area(free) > 0.0])
        triangles = shapely.orient_polygons(shapely.get_parts(cut))
        self._tree = shapely.STRtree(triangles)
        self._sides = _sides(triangles)

    def polygon(self, point: Point) -> shapely.Polygon | shapely.MultiPolygon:
        """Return all that is seen from a point.

        Returns
        -------
        Polygon
            A ring without holes, counter-clockwise.  From a corner where pieces meet and leave
            free ground on several sides, one polygon for each of them.

        Raises
        ------
        GeometryError
            If the point lies inside a piece, or off the table.
        """
        x, y = point
        rings = [self._ring((x, y), chain) for chain in self._around((x, y))]
        views = [shapely.Polygon(np.array(ring)) for ring in rings if len(ring) > 2]
        return views[0] if len(views) == 1 else shapely.MultiPolygon(views)

    def sees(self, a: Point, b: Point) -> bool:
        """Whether two points see each other; the borders of what is seen are seen.

        Raises
        ------
        GeometryError
            If one of them lies inside a piece, or off the table.
        """
        near, far = sorted((a, b))  # the same answer both ways, to the last digit
        self._triangles_at(far)
        return bool(self.polygon(near).distance(shapely.Point(far)) <= CLOSED)

    def _triangles_at(self, point: Point) -> list[int]:
        """Return the triangles that a point lies in or touches."""
        where = shapely.Point(point)
        finite = math.isfinite(point[0] + point[1])
        found = self._tree.query(where, predicate="dwithin", distance=CLOSED) if finite else ()
        if not len(found):
            raise GeometryError(f"nothing is seen from {point}: it lies {self._inside(where)}")
        return [int(i) for i in found]

    def _inside(self, where: shapely.Point) -> str:
        for i, outline in enumerate(self._outlines):
            if outline.polygon.intersects(where):
                return f"inside of piece {i}, {outline.footprint} at {outline.pose}"
        return f"off the table {self._table.bounds}"

    def _around(self, point: Point) -> Iterator[list[int]]:
        """Yield the sides that the view from a point begins with, in chains counter-clockwise.

        They are the border of the triangles at the point, without the walls that it stands on:
        one closed chain, or as many open ones as there is free ground on different sides of it.
        """
        triangles = self._triangles_at(point)
        inner = {3 * t + k for t in triangles for k in range(3)}
        after: dict[Point, int] = {}
        for i in inner:
            side = self._sides[i]
            if side.right == _WALL:
                kept = _distance(point, side) > CLOSED
            else:
                kept = (side.right // 3) not in triangles
            if kept:
                after[side.start] = i
        ends = {self._sides[i].end for i in after.values()}
        while after:
            start = next((p for p in after if p not in ends), next(iter(after)))
            chain = []
            while start in after:
                chain.append(after.pop(start))
                start = self._sides[chain[-1]].end
            yield chain

    def _ring(self, point: Point, chain: list[int]) -> list[Point]:
        """Return the corners of the view through a chain of sides."""
        ring: list[Point] = []
        if self._sides[chain[-1]].end != self._sides[chain[0]].start:
            ring.append(point)  # it stands at a wall
        for i in chain:
            self._look(point, i, ring)
        return [p for i, p in enumerate(ring) if p != ring[i - 1]]

    def _look(self, viewer: Point, first: int, ring: list[Point]) -> None:
        """Add to a ring what is seen through a side, counter-clockwise.

        In the loop, a cone is known by the corners that bound it, as seen from the viewer.  It is
        open if it is wider than nothing at the farther of the two.
        """
        sides, (x, y) = self._sides, viewer
        (ax, ay), (bx, by) = sides[first].start, sides[first].end
        waiting = [(first, ax - x, ay - y, bx - x, by - y)]
        while waiting:
            i, rx, ry, lx, ly = waiting.pop()
            start, end, (cx, cy), right, left = sides[i]
            if right == _WALL:
                ring.append(_hit(viewer, (rx, ry), start, end))
                ring.append(_hit(viewer, (lx, ly), start, end))
                continue
            cx -= x
            cy -= y
            least = _CLOSED_SQUARE * (cx * cx + cy * cy)
            width = rx * cy - ry * cx
            square = width * width
            from_right = width > 0.0 and (
                square > least or square > _CLOSED_SQUARE * (rx * rx + ry * ry)
            )
            width = cx * ly - cy * lx
            square = width * width
            from_left = width > 0.0 and (
                square > least or square > _CLOSED_SQUARE * (lx * lx + ly * ly)
            )
            if from_left:
                waiting.append((left, cx, cy, lx, ly) if from_right else (left, rx, ry, lx, ly))
            if from_right:
                waiting.append((right, rx, ry, cx, cy) if from_left else (right, rx, ry, lx, ly))


def _hit(viewer: Point, ray: Point, start: Point, end: Point) -> Point:
    """Return where a ray meets a wall, exactly on it: its corners stay what they are."""
    (x, y), (rx, ry), (ax, ay), (bx, by) = viewer, ray, start, end
    before = rx * (ay - y) - ry * (ax - x)
    after = rx * (by - y) - ry * (bx - x)
    if before >= 0.0:
        return start
    if after <= 0.0:
        return end
    share = before / (before - after)
    return ax + share * (bx - ax), ay + share * (by - ay)


def _distance(point: Point, side: _Side) -> float:
    (ax, ay), (bx, by) = side.start, side.end
    dx, dy, px, py = bx - ax, by - ay, point[0] - ax, point[1] - ay
    share = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0)
    return math.hypot(px - share * dx, py - share * dy)


def _welded(shapes: list[shapely.Polygon]) -> list[shapely.Polygon]:
    """Return shapes of which those that all but touch share their corners there.

    Pieces that are placed flush at an angle are apart by the last digits of a float.
    """
    tree = shapely.STRtree(shapes)
    for i, j in tree.query(shapes, predicate="dwithin", distance=CLOSED).T:
        if i < j:
            shapes[j] = shapely.snap(shapes[j], shapes[i], CLOSED)
            shapes[i] = shapely.snap(shapes[i], shapes[j], CLOSED)
    return shapes


def _sides(triangles: NDArray[np.object_]) -> list[_Side]:
    """Return the sides of triangles, three of each, each with what lies beyond it."""
    coordinates = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    corners: list[Point] = [(x, y) for x, y in coordinates.reshape(-1, 2).tolist()]
    count = len(corners)
    following = [i + 1 if i % 3 < 2 else i - 2 for i in range(count)]
    where = {(corners[i], corners[following[i]]): i for i in range(count)}
    found = []
    for i in range(count):
        start, end = corners[i], corners[following[i]]
        other = where.get((end, start), _WALL)
        if other == _WALL:
            found.append(_Side(start, end, end, _WALL, _WALL))
        else:
            right = following[other]
            left = following[right]
            found.append(_Side(start, end, corners[left], right, left))
    return found
