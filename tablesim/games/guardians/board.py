"""The board in integers: cells, rows, columns, lines of flight and of fire.

A cell is ``x + COLUMNS * y``, a set of cells an int with their bits; off the board is cell -1.
The lines come from the rays of a :class:`~tablesim.grid.Grid`, once; play asks only tables.
"""

from __future__ import annotations

from typing import Final

from ...grid import EIGHTHS, Grid, from_polygons, mask_of
from . import data

_DATA = data.board()

COLUMNS: Final = _DATA.columns
ROWS: Final = _DATA.rows
"""The size of the board (SK-1)."""

GRID: Final[Grid] = from_polygons(
    [
        [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        for y in map(float, range(ROWS))
        for x in map(float, range(COLUMNS))
    ],
    [f"{x},{y}" for y in range(ROWS) for x in range(COLUMNS)],
    directions=EIGHTHS,
)
"""The board with its geometry; cells are called ``"x,y"``."""

CELLS: Final = len(GRID)
LABELS: Final = GRID.labels
TOP: Final = COLUMNS * (ROWS - 1)
"""The first cell of the top row."""

BIT: Final = (*GRID.bit, 0)
"""The bit of each cell; ``BIT[-1]``, of what is off the board, is 0."""

COLUMN: Final = tuple(mask_of(range(x, CELLS, COLUMNS)) for x in range(COLUMNS))
"""The cells of each column."""

ROW: Final = tuple(mask_of(range(y * COLUMNS, (y + 1) * COLUMNS)) for y in range(ROWS))
"""The cells of each row."""

ABOVE: Final = tuple(mask_of(GRID.rays[cell][GRID.directions.index(90)]) for cell in range(CELLS))
"""The cells that a shot from each cell runs through (SK-14, SK-15)."""

MINE_SPACES: Final = tuple(sorted(map(GRID.cell, _DATA.mine_spaces)))
"""Where the mine enters (SK-10)."""

MINE_MASK: Final = mask_of(MINE_SPACES)
"""The same as a mask."""

FORMATION: Final = tuple(
    x + COLUMNS * y for y in reversed(range(ROWS - _DATA.filled, ROWS)) for x in range(COLUMNS)
)
"""The cells that are filled at set-up, in their order (SK-7)."""


class _Line(dict[int, int]):
    """How far one gets from a cell on one line, by what stands on it; filled when asked."""

    def __init__(self, cell: int, heading: float) -> None:
        super().__init__()
        ways = (GRID.directions.index(way % 360) for way in (heading, heading + 180))
        self.rays = tuple(GRID.rays[cell][way] for way in ways)
        self.mask = mask_of(c for ray in self.rays for c in ray)

    def __missing__(self, blockers: int) -> int:
        reached = 0
        for ray in self.rays:
            for cell in ray:
                if blockers & BIT[cell]:
                    break
                reached |= BIT[cell]
        self[blockers] = reached
        return reached


def _lines(*headings: float) -> tuple[tuple[tuple[int, _Line], ...], ...]:
    lines = [[_Line(cell, heading) for heading in headings] for cell in range(CELLS)]
    return tuple(tuple((line.mask, line) for line in through) for through in lines)


_LINES: Final = {4: _lines(0, 90), 8: _lines(0, 45, 90, 135)}


def destinations(cell: int, occupied: int, directions: int = 8) -> int:
    """Return where a fighter can fly: straight on, over empty spaces only (SK-12, SK-13).

    Parameters
    ----------
    cell
        Where it stands; not among the cells that are returned.
    occupied
        The cells with an invader, a fighter or the mine.
    directions
        8, or 4 without diagonals.

    >>> destinations(0, 0).bit_count()
    19
    """
    reached = 0
    for mask, line in _LINES[directions][cell]:
        reached |= line[occupied & mask]
    return reached


def first_above(cell: int, occupied: int) -> int:
    """Return the first occupied cell straight above a cell, -1 if there is none (SK-15).

    >>> first_above(2, BIT[14] | BIT[20] | BIT[9]), first_above(2, 0)
    (14, -1)
    """
    hit = ABOVE[cell] & occupied
    return (hit & -hit).bit_length() - 1
