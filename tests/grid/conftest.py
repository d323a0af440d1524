"""Boards by hand and by chance, with the polygons they were made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from hypothesis import strategies as st
from shapely import affinity

from tablesim.grid import EIGHTHS, SIXTHS, Grid, from_polygons, hexes, square


@dataclass(frozen=True)
class Board:
    """A grid and the polygons that went into it, which the tests ask independently."""

    grid: Grid
    polygons: tuple[shapely.Polygon, ...]

    def __repr__(self) -> str:
        return f"Board({self.grid!r}, at {self.grid.centers[0]})"


def moved(polygons, angle, shift, directions=(), wrap=()):
    """Return a board of polygons turned about the origin and then shifted."""
    shapes = [affinity.rotate(p, angle, origin=(0, 0)) for p in polygons]
    shapes = [affinity.translate(p, *shift) for p in shapes]
    periods = [affinity.rotate(shapely.Point(v), angle, origin=(0, 0)).coords[0] for v in wrap]
    grid = from_polygons(shapes, directions=[angle + d for d in directions], wrap=periods)
    return Board(grid, tuple(shapes))


def voronoi(count, seed):
    """Return the cells of scattered points in a square, about one unit wide each."""
    side = count**0.5
    points = np.random.default_rng(seed).uniform(0, side, (count, 2))
    box = shapely.box(0, 0, side, side)
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(points), extend_to=box))
    return [cell & box for cell in cells]


angles = st.sampled_from((0.0, 90.0)) | st.floats(0, 360)
shifts = st.sampled_from(((0.0, 0.0),)) | st.tuples(*[st.floats(-1e6, 1e6)] * 2)


@st.composite
def plain(draw):
    """Cells of a whole board and its directions."""
    kind = draw(st.sampled_from(("square", "hex", "voronoi")))
    if kind == "square":
        return square(draw(st.integers(1, 5)), draw(st.integers(2, 6))).polygons, EIGHTHS
    if kind == "hex":
        return hexes(draw(st.integers(1, 3))).polygons, SIXTHS
    return voronoi(draw(st.integers(4, 25)), draw(st.integers(0, 10**6))), (10.0, 130.0, 250.0)


@st.composite
def boards(draw, holes=True):
    """Boards of all kinds, turned and shifted, some with cells taken out."""
    cells, directions = draw(plain())
    if holes:
        gone = draw(st.sets(st.integers(0, len(cells) - 1), max_size=len(cells) // 3))
        cells = [cell for i, cell in enumerate(cells) if i not in gone]
    return moved(cells, draw(angles), draw(shifts), directions)
