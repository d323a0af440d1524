"""From integers back to the plane: outlines, pieces on a table, pictures, and rows of text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import shapely

from ..errors import GeometryError
from ..geometry.footprint import Convex, Disc, Footprint
from ..geometry.pose import Point
from ..scene import Mark, Scene
from ..table import Piece, Table
from .masks import bits

if TYPE_CHECKING:
    from .compiled import Grid

_DISC = 0.7
"""The radius of a piece without a footprint, as a share of the clearance of its cell."""

_SPARSE = 3
"""A text that has more than so many places for each cell does not show a board."""


def polygon(grid: Grid, cells: int | Iterable[int]) -> shapely.Polygon | shapely.MultiPolygon:
    """Return the outline of some cells, see :meth:`Grid.polygon`."""
    chosen = set(bits(cells) if isinstance(cells, int) else cells)
    if not chosen:
        return shapely.Polygon()
    # Cells of a grid share their corners exactly, which is all that this fast union asks for.
    union = shapely.coverage_union_all([grid.polygons[cell] for cell in sorted(chosen)])
    return cast("shapely.Polygon | shapely.MultiPolygon", union)


def piece(
    grid: Grid,
    cell: int,
    id: str,
    *,
    at: Point,
    footprint: Footprint | None = None,
    **words: Any,
) -> Piece:
    """Return a piece that stands within a cell, see :meth:`Grid.piece`."""
    shape = Disc(_DISC * grid.clearance[cell]) if footprint is None else footprint
    made = Piece(id, at=at, footprint=shape, **words)
    if not stands_within(grid, made, cell):
        raise GeometryError(
            f"piece {id!r} at {made.pose.point} sticks out of cell {grid.labels[cell]!r}"
        )
    return made


def stands_within(grid: Grid, piece: Piece, cell: int) -> bool:
    """Whether a piece reaches no further out of a cell than the tolerance."""
    area = grid.polygons[cell]
    room = area.buffer(grid.tolerance, join_style="mitre")
    for part in piece.placed.parts:
        if not isinstance(part, Convex):
            if not room.covers(piece.polygon):
                return False
            continue
        hull = shapely.MultiPoint(part.points).convex_hull
        if not room.covers(hull):
            return False
        if part.radius > area.boundary.distance(hull) + grid.tolerance:
            return False
    return True


def table(grid: Grid, pieces: Iterable[Piece], *, title: str, units: str) -> Table:
    """Return a table with the coordinates of the board, see :meth:`Grid.table`."""
    x0, y0, x1, y1 = map(float, shapely.total_bounds(grid.polygons))
    if min(x0, y0) < -grid.tolerance:
        raise GeometryError(
            f"a table begins at the origin; the board begins at ({x0:g}, {y0:g}): move its cells"
        )
    return Table(area=(x1, y1), title=title, units=units).add(*pieces)


def mark(
    grid: Grid, cells: int | Iterable[int], role: str, *, inset: float = 0.0, **words: Any
) -> Mark:
    """Return a mark on some cells, see :meth:`Grid.mark`."""
    chosen = tuple(bits(cells) if isinstance(cells, int) else cells)
    shape = polygon(grid, chosen)
    if inset:
        width = inset * min(grid.clearance[cell] for cell in chosen)
        shape = shape.buffer(-width, join_style="mitre")
    return Mark(shape, role, **words)


def scene(grid: Grid, marks: Iterable[Mark], **words: Any) -> Scene:
    """Return a picture of the board, see :meth:`Grid.scene`."""
    cells = [
        Mark(shape, "cell", title=label)
        for shape, label in zip(grid.polygons, grid.labels, strict=True)
    ]
    return Scene((*cells, *marks), **words)


def lines(grid: Grid) -> tuple[tuple[int | None, ...], ...] | None:
    """Return the cells as they stand in a text, see :attr:`Grid.lines`."""
    column = _ranks([x for x, _ in grid.centers], grid.tolerance)
    row = _ranks([y for _, y in grid.centers], grid.tolerance)
    width, height = max(column) + 1, max(row) + 1
    if width * height > _SPARSE * len(grid):
        return None
    at = {place: cell for cell, place in enumerate(zip(column, row, strict=True))}
    return tuple(tuple(at.get((x, y)) for x in range(width)) for y in reversed(range(height)))


def _ranks(values: list[float], tolerance: float) -> list[int]:
    """Return of each value how many smaller ones there are, those within the tolerance as one."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for a, b in pairwise(order):
        ranks[b] = ranks[a] + (values[b] - values[a] > tolerance)
    return ranks
