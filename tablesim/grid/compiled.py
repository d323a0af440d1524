"""A board, compiled: integers for playing, shapes for drawing, pointing and measuring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import shapely

from ..errors import UnknownName, did_you_mean
from ..geometry.footprint import Footprint
from ..geometry.pose import Point
from . import back
from .corners import Corners, Ring
from .rays import Rays

if TYPE_CHECKING:
    from ..scene import Mark, Scene
    from ..table import Piece, Table


@dataclass(frozen=True, eq=False, repr=False)
class Grid:
    """The cells of a board and all that play asks of them, worked out once and shared.

    A cell is a number from 0, a set of cells is an int with their bits.  Playing reads the tables;
    the methods lead back to the plane.  Grids are made by :func:`~tablesim.grid.square`,
    :func:`~tablesim.grid.hexes` and :func:`~tablesim.grid.from_polygons`, and are equal only to
    themselves.

    Attributes
    ----------
    polygons
        The cells; corners that are meant to be one are exactly one.
    labels
        What people call the cells.
    corners, rings
        The numbered corners, and of each cell the corners around it, then those around its holes.
    centers
        A point deep in each cell: its centroid, where that lies in it.
    clearance
        The radius of the greatest disc around the center that stays in the cell.
    neighbors
        For each cell those that share a piece of border with it, in order.
    diagonals
        For each cell those that share only corners with it, in order.
    directions
        The headings of the rays, in degrees counter-clockwise from +x.
    rays
        ``rays[i][d]`` are the cells that a line from the center of cell ``i`` in direction ``d``
        runs through, the nearest first: deeper than the tolerance, so that a line through a corner
        enters neither side.  It goes on beyond gaps in the board.  On a wrapped board it ends
        before the first cell that it would meet again.
    distance
        ``distance[i][j]`` is the least number of steps between neighbors; ``len(grid)``, which is
        more than any, where no way leads.
    bit
        ``1 << i`` for each cell.
    near_mask
        The neighbors of each cell as a set of bits.
    full
        The set of all cells.
    tolerance
        Up to which distance points count as one, in the unit of the board.
    wrap
        The translations that carry the board onto its own continuation; empty for most boards.

    >>> from tablesim.grid import square
    >>> board = square(5, 5)
    >>> c3 = board.cell("c3")
    >>> c3, [board.labels[i] for i in board.neighbors[c3]]
    (12, ['c2', 'b3', 'd3', 'c4'])
    >>> [board.labels[i] for i in board.rays[c3][board.directions.index(45)]]
    ['d4', 'e5']
    >>> board.distance[c3][board.cell("a1")]
    4
    """

    polygons: tuple[shapely.Polygon, ...]
    labels: tuple[str, ...]
    corners: tuple[Point, ...]
    rings: tuple[tuple[Ring, ...], ...]
    centers: tuple[Point, ...]
    clearance: tuple[float, ...]
    neighbors: tuple[tuple[int, ...], ...]
    diagonals: tuple[tuple[int, ...], ...]
    directions: tuple[float, ...]
    rays: Rays
    distance: tuple[tuple[int, ...], ...]
    bit: tuple[int, ...]
    near_mask: tuple[int, ...]
    full: int
    tolerance: float
    wrap: tuple[Point, ...]

    def __len__(self) -> int:
        return len(self.polygons)

    def __repr__(self) -> str:
        return f"<Grid: {len(self)} cells, {self.labels[0]} to {self.labels[-1]}>"

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {label: cell for cell, label in enumerate(self.labels)}

    def cell(self, label: str) -> int:
        """Return the number of a cell.

        Raises
        ------
        UnknownName
            If no cell bears the label.

        >>> from tablesim.grid import square
        >>> square(10, 6).cell("g10")
        Traceback (most recent call last):
        ...
        tablesim.errors.UnknownName: no cell is called 'g10'; did you mean 'f10'?
        """
        try:
            return self._numbers[label]
        except KeyError:
            near = did_you_mean(label, self._numbers)
            raise UnknownName(f"no cell is called {label!r}{near}") from None

    def within(self, cell: int, steps: int) -> int:
        """Return the set of cells that are at most so many steps away, the cell itself included.

        >>> from tablesim.grid import square
        >>> square(5, 5).within(12, 3).bit_count()
        21
        """
        return sum(self.bit[i] for i, away in enumerate(self.distance[cell]) if away <= steps)

    @cached_property
    def near_octets(self) -> tuple[tuple[int, ...], ...]:
        """For each eight cells in a row and each of their 256 sets, all neighbors of the set."""
        tables = []
        for first in range(0, len(self), 8):
            table = [0]
            for near in self.near_mask[first : first + 8]:
                table += [near | others for others in table]
            tables.append(tuple(table))
        return tuple(tables)

    @cached_property
    def borders(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """For each piece of border, as two corners: the cell to its left, and its next corner."""
        return {
            (a, b): (cell, c)
            for cell, rings in enumerate(self.rings)
            for ring in rings
            for (a, b), (_, c) in pairwise(pairwise((*ring, *ring[:2])))
        }

    @cached_property
    def lines(self) -> tuple[tuple[int | None, ...], ...] | None:
        """The cells as they stand in a text, the top row first; None for gaps in the board.

        None altogether for boards so irregular that a text would not show them.
        """
        return back.lines(self)

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(self.polygons)

    def cell_at(self, point: Point) -> int | None:
        """Return the cell at a point of the board, or None beside the board.

        A point within the tolerance of a border belongs to the lowest number of the cells there.

        >>> from tablesim.grid import square
        >>> board = square(5, 5)
        >>> board.cell_at((2.5, 2.1)), board.cell_at((3.0, 2.5)), board.cell_at((9, 9))
        (12, 12, None)
        """
        found = self._tree.query(shapely.Point(point), predicate="dwithin", distance=self.tolerance)
        return min(map(int, found), default=None)

    def polygon(self, cells: int | Iterable[int]) -> shapely.Polygon | shapely.MultiPolygon:
        """Return the outline of some cells, given as a set of bits or one by one.

        >>> from tablesim.grid import square
        >>> square(5, 5).polygon(0b11).area
        2.0
        """
        return back.polygon(self, cells)

    def piece(
        self,
        id: str,
        cell: int,
        *,
        at: Point | None = None,
        heading: float = 0.0,
        footprint: Footprint | None = None,
        seat: int | None = None,
        **state: object,
    ) -> Piece:
        """Return a piece that stands within a cell.

        Parameters
        ----------
        id, heading, seat, **state
            As of :class:`~tablesim.table.Piece`.
        cell
            Where it stands.
        at
            Where in the cell; its center if it is not given.
        footprint
            Its shape; a disc of 0.7 of the clearance of the cell if it is not given.

        Raises
        ------
        GeometryError
            If it would stick out of the cell.

        >>> from tablesim.grid import square
        >>> square(5, 5).piece("mine", 7, seat=0).pose.point
        (2.5, 1.5)
        """
        place = self.centers[cell] if at is None else at
        return back.piece(
            self, cell, id, at=place, heading=heading, footprint=footprint, seat=seat, **state
        )

    def table(self, pieces: Iterable[Piece] = (), *, title: str = "", units: str = "mm") -> Table:
        """Return a table with the coordinates of the board and pieces of :meth:`piece` on it.

        Raises
        ------
        GeometryError
            If the board reaches to the left of the origin or below it, where no table is.

        >>> from tablesim.grid import square
        >>> board = square(5, 5, size=40)
        >>> table = board.table([board.piece("a", 0), board.piece("b", 3)])
        >>> table.gap("a", "b").distance
        92.0
        """
        return back.table(self, pieces, title=title, units=units)

    def mark(
        self,
        cells: int | Iterable[int],
        role: str,
        *,
        side: int | None = None,
        label: str = "",
        title: str = "",
        inset: float = 0.0,
    ) -> Mark:
        """Return a mark on some cells, given as a set of bits or one by one.

        Parameters
        ----------
        cells, role, side, label, title
            As of :class:`~tablesim.scene.Mark`, with cells for its shape.
        inset
            How far it stays inside their outline, as a share of their least clearance.
        """
        return back.mark(self, cells, role, inset=inset, side=side, label=label, title=title)

    def scene(self, marks: Iterable[Mark] = (), **words: Any) -> Scene:
        """Return a picture of the board with marks on it.

        Parameters
        ----------
        marks
            What stands on the board.
        **words
            ``headline``, ``detail``, ``desc`` and so on of :class:`~tablesim.scene.Scene`.

        >>> from tablesim.grid import square
        >>> board = square(5, 5)
        >>> len(board.scene([board.mark([12], "tile", side=0, label="B")]).marks)
        26
        """
        return back.scene(self, marks, **words)


def compile_grid(
    *,
    polygons: tuple[shapely.Polygon, ...],
    labels: tuple[str, ...],
    corners: Corners,
    centers: tuple[Point, ...],
    contacts: tuple[list[set[int]], list[set[int]]],
    directions: tuple[float, ...],
    rays: Rays,
    tolerance: float,
    wrap: tuple[Point, ...],
) -> Grid:
    """Return the grid of cells whose geometry is known."""
    neighbors, diagonals = (tuple(tuple(sorted(cells)) for cells in sets) for sets in contacts)
    bit = tuple(1 << cell for cell in range(len(polygons)))
    middles = shapely.points(centers)
    return Grid(
        polygons=polygons,
        labels=labels,
        corners=corners.points,
        rings=corners.rings,
        centers=centers,
        clearance=tuple(shapely.distance(middles, shapely.boundary(polygons)).tolist()),
        neighbors=neighbors,
        diagonals=diagonals,
        directions=directions,
        rays=rays,
        distance=tuple(_steps(cell, neighbors) for cell in range(len(polygons))),
        bit=bit,
        near_mask=tuple(sum(bit[i] for i in cells) for cells in neighbors),
        full=sum(bit),
        tolerance=tolerance,
        wrap=wrap,
    )


def _steps(start: int, neighbors: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the number of steps to each cell, breadth first."""
    away = {start: 0}
    queue = [start]
    for cell in queue:  # grows while it is walked
        for near in neighbors[cell]:
            if near not in away:
                away[near] = away[cell] + 1
                queue.append(near)
    return tuple(away.get(cell, len(neighbors)) for cell in range(len(neighbors)))
