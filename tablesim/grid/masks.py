"""Sets of cells as integers: bit ``i`` is cell ``i``.

The functions are what play runs on; :class:`CellSet` wraps one such integer for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import GeometryError, UnknownName

if TYPE_CHECKING:
    from .compiled import Grid
    from .corners import Ring


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of a set, in order.

    >>> list(bits(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of some cells.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def spread(grid: Grid, mask: int) -> int:
    """Return all neighbors of the cells of a set; cells of the set only if they are neighbors.

    >>> from tablesim.grid import square
    >>> list(bits(spread(square(5, 5), 1 << 12)))
    [7, 11, 13, 17]
    """
    found = 0
    for near_octet in grid.near_octets:
        found |= near_octet[mask & 0xFF]
        mask >>= 8
    return found


def flood(grid: Grid, seed: int, mask: int) -> int:
    """Return the cells of a set that can be reached from others in it, step by step.

    Parameters
    ----------
    grid
        The board.
    seed
        Where the flood begins; part of the set.
    mask
        The set that it stays in.

    >>> from tablesim.grid import square
    >>> list(bits(flood(square(1, 5), 0b1, 0b11011)))
    [0, 1]
    """
    near = grid.near_mask
    found = todo = seed
    while todo:
        low = todo & -todo
        new = near[low.bit_length() - 1] & mask & ~found
        found |= new
        todo ^= low | new
    return found


def components(grid: Grid, mask: int) -> list[int]:
    """Return the connected parts of a set, that with the lowest cell first.

    >>> from tablesim.grid import square
    >>> [bin(part) for part in components(square(1, 5), 0b11011)]
    ['0b11', '0b11000']
    """
    parts = []
    while mask:
        part = flood(grid, mask & -mask, mask)
        parts.append(part)
        mask ^= part
    return parts


def is_connected(grid: Grid, mask: int) -> bool:
    """Whether each cell of a set can be reached from each other one; true of the empty set."""
    return flood(grid, mask & -mask, mask) == mask


def outline(grid: Grid, mask: int) -> tuple[Ring, ...]:
    """Return the rings of corners around a set: counter-clockwise, and clockwise around its holes.

    Parts that meet only in a corner have rings of their own.

    >>> from tablesim.grid import square
    >>> [len(ring) for ring in outline(square(3, 3), 0b111_101_111)]
    [12, 4]
    """
    borders = grid.borders

    def is_inside(a: int, b: int) -> bool:
        return (a, b) in borders and bool(mask >> borders[a, b][0] & 1)

    open_borders = {
        border: None for border in borders if is_inside(*border) and not is_inside(*border[::-1])
    }
    rings = []
    while open_borders:
        a, b = first = next(iter(open_borders))
        ring = []
        while True:
            ring.append(a)
            del open_borders[a, b]
            # The next border of this cell, or, if another cell of the set lies behind it, of that.
            c = borders[a, b][1]
            while (b, c) != first and (b, c) not in open_borders:
                c = borders[c, b][1]
            a, b = b, c
            if (a, b) == first:
                break
        rings.append(tuple(ring))
    return tuple(rings)


def text(grid: Grid, signs: Mapping[int, str], empty: str = ".") -> str:
    """Return a board as rows of signs, the top row first.

    Parameters
    ----------
    grid
        A board whose cells stand in rows.
    signs
        One character for each cell that has something to show.
    empty
        The character for the other cells.

    Raises
    ------
    GeometryError
        If the cells of the board do not stand in rows.

    >>> from tablesim.grid import square
    >>> print(text(square(2, 3), {0: "B", 4: "R"}))
    .R.
    B..
    """
    return "\n".join(
        "".join(" " if cell is None else signs.get(cell, empty) for cell in line).rstrip()
        for line in _lines(grid)
    )


def read(grid: Grid, rows: str | Sequence[str], empty: str = ".") -> dict[int, str]:
    """Return the signs on a board from rows of text, the inverse of :func:`text`.

    Parameters
    ----------
    grid
        A board whose cells stand in rows.
    rows
        The rows, the top row first; in one text they are separated by line breaks or ``/``.
    empty
        The character for cells that show nothing.

    Raises
    ------
    GeometryError
        If the cells of the board do not stand in rows.
    ValueError
        If the rows do not fit the board.

    >>> from tablesim.grid import square
    >>> read(square(2, 3), ".R./B..")
    {4: 'R', 0: 'B'}
    """
    said = rows.replace("/", "\n").split("\n") if isinstance(rows, str) else list(rows)
    lines = _lines(grid)
    if len(said) != len(lines):
        raise ValueError(f"the board has {len(lines)} rows, got {len(said)}: {said}")
    signs = {}
    for number, (row, line) in enumerate(zip(said, lines, strict=True), 1):
        padded = row.rstrip().ljust(len(line))
        for cell, sign in zip(line, padded, strict=False):
            if (cell is None) != (sign == " "):
                break
            if cell is not None and sign != empty:
                signs[cell] = sign
        else:
            if len(padded) == len(line):
                continue
        shown = "".join(" " if cell is None else empty for cell in line)
        raise ValueError(f"row {number}: {row!r} does not fit the board, whose row is {shown!r}")
    return signs


def _lines(grid: Grid) -> tuple[tuple[int | None, ...], ...]:
    if grid.lines is None:
        raise GeometryError("the cells of this board do not stand in rows; use their labels")
    return grid.lines


@dataclass(frozen=True, slots=True, repr=False)
class CellSet:
    """A set of cells for people: to look at, to go through, and to reckon with.

    ``|``, ``&``, ``-``, ``^``, ``~`` and ``<=`` mean what they mean for sets; the right side may be
    any cells.

    Attributes
    ----------
    grid
        The board.
    mask
        The integer with the bits of the cells.

    Raises
    ------
    ValueError
        If the integer has bits beyond the cells of the board.

    >>> from tablesim.grid import square
    >>> board = square(3, 3)
    >>> corner = CellSet.of(board, "a1", "b1", "a2")
    >>> list(corner), corner.labels, 4 in corner
    ([0, 1, 3], ('a1', 'b1', 'a2'), False)
    >>> ~corner & CellSet(board, board.within(0, 2))
    #..
    .#.
    ..#
    >>> print(corner | {8})
    ..#
    #..
    ##.
    """

    grid: Grid
    mask: int

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= self.grid.full:
            raise ValueError(f"a set on {self.grid!r} has no other bits, got {self.mask:#x}")

    @classmethod
    def of(cls, grid: Grid, *cells: int | str) -> CellSet:
        """Return the set of some cells, given by number or by label.

        Raises
        ------
        UnknownName
            If the board has no such cell.
        """
        numbers = [grid.cell(cell) if isinstance(cell, str) else cell for cell in cells]
        for cell in numbers:
            if not 0 <= cell < len(grid):
                raise UnknownName(f"{grid!r} has no cell {cell}")
        return cls(grid, mask_of(numbers))

    @property
    def labels(self) -> tuple[str, ...]:
        """What the cells are called."""
        return tuple(self.grid.labels[cell] for cell in self)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and cell >= 0 and bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: Iterable[int]) -> CellSet:
        return CellSet(self.grid, self.mask | self._mask_of(other))

    def __and__(self, other: Iterable[int]) -> CellSet:
        return CellSet(self.grid, self.mask & self._mask_of(other))

    def __sub__(self, other: Iterable[int]) -> CellSet:
        return CellSet(self.grid, self.mask & ~self._mask_of(other))

    def __xor__(self, other: Iterable[int]) -> CellSet:
        return CellSet(self.grid, self.mask ^ self._mask_of(other))

    def __invert__(self) -> CellSet:
        return CellSet(self.grid, self.grid.full & ~self.mask)

    def __le__(self, other: Iterable[int]) -> bool:
        return not self.mask & ~self._mask_of(other)

    def __repr__(self) -> str:
        if self.grid.lines is None:
            return f"CellSet({', '.join(self.labels)})"
        return text(self.grid, dict.fromkeys(self, "#"))

    def _mask_of(self, other: Iterable[int]) -> int:
        if not isinstance(other, CellSet):
            return mask_of(other)
        if other.grid is not self.grid:
            raise ValueError(f"sets of different boards: {self.grid!r} and {other.grid!r}")
        return other.mask
