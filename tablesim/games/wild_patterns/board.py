"""The board and what lies on it, as one integer (T-1, T-2).

A *layout* has one bit for each cell in each of four planes: blue, red and black tiles, and no tile.
A pattern is a set of such bits, and lies on the board where the layout has all of them.
Sets of cells alone are masks, as everywhere (:mod:`tablesim.grid.masks`).
"""

from __future__ import annotations

from ...grid import bits, read, square
from .data import COLORS, box

BOARD = square(box().rows, box().columns)
"""The board: 5 x 5 cells, named a1 to e5 from the lower left."""

CELLS = len(BOARD)
FULL = BOARD.full
NEAR = BOARD.near_mask
LABELS = BOARD.labels

NOWHERE = -1
"""Instead of a cell: the lock on no tile (T-13), no tile laid."""

PLANES = {sign: 1 << CELLS * plane for plane, sign in enumerate(f"{COLORS}.")}
"""The bit of the first cell in each plane; ``<< cell`` gives that of another cell."""

NO_LAYOUT = 0
"""Before the tiles are laid."""

_EMPTY = CELLS * len(COLORS)
_SWAP = tuple(1 << CELLS * plane | 1 << _EMPTY for plane in range(len(COLORS)))
"""For each color, the bits that change in the first cell when such a tile comes or goes."""


def layout_of(rows: str) -> int:
    """Return a layout from rows of letters, the top row first.

    Raises
    ------
    ValueError
        If the rows do not fit the board, or there is another letter; the tiles are not counted.

    >>> layout = layout_of("BRKBR/KBRKB/RKBRK/...../.....")
    >>> rows_of(layout), occupied(layout).bit_count(), sign_at(layout, 14)
    ('BRKBR/KBRKB/RKBRK/...../.....', 15, 'K')
    """
    signs = read(BOARD, rows)
    if odd := set(signs.values()) - set(COLORS):
        raise ValueError(f"a tile is one of {', '.join(COLORS)}, got {sorted(odd)[0]!r}")
    return sum(PLANES[signs.get(cell, ".")] << cell for cell in range(CELLS))


def rows_of(layout: int) -> str:
    """Return a layout as rows of letters, in one line; see :func:`layout_of`."""
    assert BOARD.lines is not None
    signs: dict[int | None, str] = {}
    for color in COLORS:
        signs |= dict.fromkeys(bits(layout // PLANES[color] & FULL), color)
    return "/".join("".join([signs.get(cell, ".") for cell in line]) for line in BOARD.lines)


def occupied(layout: int) -> int:
    """Return the cells with a tile."""
    return FULL ^ layout >> _EMPTY


def plane_of(layout: int, cell: int) -> int:
    """Return the number of the plane in which a cell has its bit: 0 to 2 for colors, 3 for none."""
    column = layout >> cell
    return next(plane for plane in range(len(PLANES)) if column >> CELLS * plane & 1)


def sign_at(layout: int, cell: int) -> str:
    """Return the letter of the tile on a cell, ``.`` if there is none."""
    return f"{COLORS}."[plane_of(layout, cell)]


def shifted(layout: int, source: int, target: int) -> int:
    """Return the layout after a tile has gone from one cell to an empty one."""
    both = _SWAP[plane_of(layout, source)]
    return layout ^ both << source ^ both << target


def labels(cells: int) -> str:
    """Return the names of some cells: ``"a1 b2"``."""
    return " ".join(LABELS[cell] for cell in bits(cells))
