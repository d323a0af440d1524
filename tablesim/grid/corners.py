"""Numbered corners: which cells share a border, and which only a point.

Floats never agree: borders that are meant to be one differ in their last digits as soon as a board
is turned or computed.  So corners that lie nearer than the tolerance become one number, corners
on another cell's border are put into it, and from there on everything is a matter of integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from ..errors import GeometryError
from ..geometry.pose import Point

Ring = tuple[int, ...]
"""The corner numbers around an area, counter-clockwise, or clockwise around a hole in it."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Cells in terms of numbered corners.

    Attributes
    ----------
    points
        Where each corner is.
    rings
        Of each cell the ring around it, then one ring for each hole in it.
    """

    points: tuple[Point, ...]
    rings: tuple[tuple[Ring, ...], ...]

    def of_first(self, count: int) -> Corners:
        """Return the corners of the first cells alone; their numbers stay, for they come first."""
        rings = self.rings[:count]
        used = 1 + max(corner for cell in rings for ring in cell for corner in ring)
        return Corners(self.points[:used], rings)


def number(polygons: Sequence[shapely.Polygon], tolerance: float) -> Corners:
    """Return cells with corners that are numbered by nearness.

    Parameters
    ----------
    polygons
        The cells, valid and without overlap.
    tolerance
        Up to which distance points count as one.

    Raises
    ------
    GeometryError
        If a cell is so small that nothing is left of it.
    """
    oriented = shapely.orient_polygons(np.array(polygons, dtype=object), exterior_cw=False)
    rings, ring_of_point = [], []
    owners: list[int] = []
    for cell, polygon in enumerate(oriented):
        for ring in (polygon.exterior, *polygon.interiors):
            rings.append(shapely.get_coordinates(ring)[:-1])
            owners.append(cell)
            ring_of_point.append(len(rings[-1]))
    points = np.concatenate(rings)
    ids = _merged(points, tolerance)
    numbered = [_tidy(ring) for ring in np.split(ids, np.cumsum(ring_of_point)[:-1])]
    complete = _with_corners_on_borders(numbered, points, tolerance)
    cells: list[list[Ring]] = [[] for _ in polygons]
    for cell, ring in zip(owners, complete, strict=True):
        if len(ring) >= 3:
            cells[cell].append(ring)
        elif not cells[cell]:
            raise GeometryError(
                f"cell {cell} is no wider than the tolerance {tolerance:g}: {polygons[cell]}"
            )
    return _compact(points, cells)


def _merged(points: NDArray[np.float64], tolerance: float) -> NDArray[np.intp]:
    """Return for each point the first of the points that are one with it."""
    shapes = np.asarray(shapely.points(points))
    near = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=tolerance)
    first = np.arange(len(points))
    while True:  # each point takes the least number around it, until nothing changes
        before = first.copy()
        np.minimum.at(first, near[0], before[near[1]])
        if np.array_equal(first, before):
            return first


def _tidy(ring: NDArray[np.intp]) -> list[int]:
    """Return a ring without corners that follow themselves."""
    return [int(b) for a, b in zip(np.roll(ring, 1), ring, strict=True) if a != b]


def _with_corners_on_borders(
    rings: Sequence[Sequence[int]], points: NDArray[np.float64], tolerance: float
) -> list[Ring]:
    """Return rings that also name the corners of other cells that lie on them (T-joints)."""
    edges = np.array([pair for ring in rings for pair in pairwise([*ring, *ring[:1]])])
    corners = np.unique(edges)
    a, b = points[edges[:, 0]], points[edges[:, 1]]
    tree = shapely.STRtree(np.asarray(shapely.linestrings(np.stack((a, b), axis=1))))
    which, edge = tree.query(
        shapely.points(points[corners]), predicate="dwithin", distance=tolerance
    )
    corner = corners[which]
    between = (corner != edges[edge, 0]) & (corner != edges[edge, 1])
    on_edge: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for c, e in zip(corner[between], edge[between], strict=True):
        on_edge[int(e)].append((float(np.dot(points[c] - a[e], b[e] - a[e])), int(c)))
    complete, e = [], 0
    for ring in rings:
        full: list[int] = []
        for start in ring:
            full += [start, *(c for _, c in sorted(on_edge[e]))]
            e += 1
        complete.append(tuple(full))
    return complete


def _compact(points: NDArray[np.float64], cells: Sequence[Sequence[Ring]]) -> Corners:
    """Return the corners that are in use, numbered in the order of their first use."""
    numbers: dict[int, int] = {}
    rings = tuple(
        tuple(tuple(numbers.setdefault(c, len(numbers)) for c in ring) for ring in cell)
        for cell in cells
    )
    return Corners(tuple((float(points[c][0]), float(points[c][1])) for c in numbers), rings)


def contacts(corners: Corners) -> tuple[list[set[int]], list[set[int]]]:
    """Return the neighbors and the diagonals of each cell.

    Neighbors share a piece of border (two corners in a row), diagonals nothing but corners.
    """
    at_corner: dict[int, set[int]] = defaultdict(set)
    at_border: dict[frozenset[int], set[int]] = defaultdict(set)
    for cell, rings in enumerate(corners.rings):
        for ring in rings:
            for a, b in pairwise((*ring, ring[0])):
                at_corner[a].add(cell)
                at_border[frozenset((a, b))].add(cell)
    neighbors: list[set[int]] = [set() for _ in corners.rings]
    diagonals: list[set[int]] = [set() for _ in corners.rings]
    for cells in at_border.values():
        for cell in cells:
            neighbors[cell] |= cells - {cell}
    for cells in at_corner.values():
        for cell in cells:
            diagonals[cell] |= cells - {cell}
    return neighbors, [d - n for d, n in zip(diagonals, neighbors, strict=True)]
