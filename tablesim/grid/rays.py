"""Rays: the cells that a straight line from the center of a cell runs through, in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import shapely
from numpy.typing import NDArray

from ..geometry.pose import Point, unit

Shapes = NDArray[np.object_]
Rays = tuple[tuple[tuple[int, ...], ...], ...]
"""For each cell and each direction the cells on the ray, the nearest first."""


def shifts(wrap: Sequence[Point], counts: Sequence[int]) -> list[Point]:
    """Return by how much the copies of a wrapped board are shifted, the board itself first.

    Parameters
    ----------
    wrap
        Translations that carry the board onto its own continuation: none, one or two.
    counts
        How many copies to either side, for each of them.
    """
    steps = sorted(product(*(range(-n, n + 1) for n in counts)), key=lambda s: [abs(k) for k in s])
    return [
        (
            sum((k * v[0] for k, v in zip(step, wrap, strict=True)), 0.0),
            sum((k * v[1] for k, v in zip(step, wrap, strict=True)), 0.0),
        )
        for step in steps
    ]


def trace(
    polygons: Shapes,
    centers: Sequence[Point],
    directions: Sequence[float],
    wrap: Sequence[Point],
    tolerance: float,
) -> Rays:
    """Return the rays of a board.

    A ray runs through a cell if it gets deeper into it than the tolerance, so that a line
    through a corner or along a border enters neither side.  On a wrapped board a ray ends before
    the first cell that it would meet again.

    Parameters
    ----------
    polygons, centers
        The cells and where their rays begin.
    directions
        Headings in degrees, counter-clockwise from +x.
    wrap
        As in :func:`shifts`.
    tolerance
        How deep a ray must get.
    """
    x0, y0, x1, y1 = shapely.total_bounds(polygons)
    diagonal = reach = math.hypot(x1 - x0, y1 - y0)
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    todo = list(product(range(len(centers)), range(len(directions))))
    while todo:
        copies = shifts(wrap, _counts(wrap, reach + diagonal))
        starts = np.array([centers[cell] for cell, _ in todo])
        ways = np.array([unit(directions[d]) for _, d in todo]) * reach
        hits = _crossed(polygons, starts, ways, copies, tolerance)
        again = []
        for ray, on_ray in zip(todo, hits, strict=True):
            cells = [cell for _, cell in on_ray]
            end = _met_again(cells) if wrap else None
            has_left = not wrap or not on_ray or on_ray[-1][0] < reach - diagonal
            if end is None and not has_left:
                again.append(ray)
                continue
            found[ray] = tuple(c for c in dict.fromkeys(cells[:end]) if c != ray[0])
        todo, reach = again, 2 * reach
    return tuple(
        tuple(found[cell, d] for d in range(len(directions))) for cell in range(len(centers))
    )


def _counts(wrap: Sequence[Point], reach: float) -> list[int]:
    """Return how many copies to either side cover everything within reach of the board."""
    if len(wrap) < 2:
        return [math.ceil(reach / math.hypot(*v)) for v in wrap]
    (ax, ay), (bx, by) = wrap
    area = abs(ax * by - ay * bx)
    return [math.ceil(reach * math.hypot(*other) / area) for other in ((bx, by), (ax, ay))]


def _met_again(cells: Sequence[int]) -> int | None:
    """Return where on a ray a cell comes that was met before."""
    met: set[int] = set()
    for i, cell in enumerate(cells):
        if cell in met:
            return i
        met.add(cell)
    return None


def _crossed(
    polygons: Shapes,
    starts: NDArray[np.float64],
    ways: NDArray[np.float64],
    copies: Sequence[Point],
    tolerance: float,
) -> list[list[tuple[float, int]]]:
    """Return for each line the distances at which it enters cells, and these, in order."""
    # A line through a shifted copy of the board is a line shifted back through the board itself.
    shifted = (starts[:, None] - np.array(copies)).reshape(-1, 2)
    ends = shifted + np.repeat(ways, len(copies), axis=0)
    x0, y0, x1, y1 = shapely.total_bounds(polygons)
    near = (np.maximum(shifted, ends) >= (x0, y0)) & (np.minimum(shifted, ends) <= (x1, y1))
    kept = np.flatnonzero(near.all(axis=1))
    shifted, ends = shifted[kept], ends[kept]
    lines = np.asarray(shapely.linestrings(np.stack((shifted, ends), axis=1)))
    which, cell = shapely.STRtree(polygons).query(lines, predicate="intersects")
    pieces, source = shapely.get_parts(
        shapely.intersection(lines[which], polygons[cell]), return_index=True
    )
    is_line = shapely.get_type_id(pieces) == shapely.GeometryType.LINESTRING
    pieces, source = pieces[is_line], source[is_line]
    which, cell = which[source], cell[source]
    first, last = (shapely.get_coordinates(shapely.get_point(pieces, end)) for end in (0, -1))
    middles = shapely.points((first + last) / 2)
    depth = shapely.distance(middles, shapely.boundary(polygons[cell]))
    from_start = np.stack((first, last)) - shifted[which]
    entry = np.hypot(from_start[..., 0], from_start[..., 1]).min(axis=0)
    hits: list[list[tuple[float, int]]] = [[] for _ in starts]
    for hit in np.flatnonzero(depth > tolerance):
        hits[kept[which[hit]] // len(copies)].append((float(entry[hit]), int(cell[hit])))
    return [sorted(on_line) for on_line in hits]
