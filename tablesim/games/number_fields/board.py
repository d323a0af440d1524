"""Boards: numbers, start fields, and where a piece can go from each field (DS-3..5, DS-11)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ...errors import BadData, Mistake
from ...grid import Grid, bits, from_polygons, is_connected, square
from . import moves
from .moves import Move

START: Final = 0
"""What stands for a number on a start field, which carries none (DS-4)."""

NUMBERS: Final = range(2, 13)
"""The numbers that two dice can show (DS-5)."""

_WORDS = {str(number): number for number in NUMBERS}
_ACROSS = (0.0, 90.0, 180.0, 270.0)
_ROWS = re.compile(r"[/\n]")


@dataclass(frozen=True)
class Board:
    """A board, given by its rows; equal boards have equal rows.

    Attributes
    ----------
    rows
        Words, the top row first: ``S`` for a start field, ``.`` for no field, else a number.

    >>> board = Board.parse("S 3 5 3 S/3 6 8 6 3/5 8 10 8 5/3 6 8 6 3/S 3 5 3 S")
    >>> board.labels[12], board.numbers[12], sum(board.numbers)
    ('c3', 10, 110)
    >>> len(board.within(0, 3)), len(board.within(12, 3))
    (10, 21)
    """

    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, text: str, *, least_sum: int = 0) -> Board:
        """Return the board that rows of words describe.

        Parameters
        ----------
        text
            The rows, the top row first, separated by line breaks or slashes.
        least_sum
            What its numbers must sum to at least, so that somebody can win.

        Raises
        ------
        BadData
            If it does not fulfil DS-5, with everything that is wrong.
        """
        rows = tuple(tuple(row.split()) for row in _ROWS.split(text.strip()))
        wrong = _mistakes(rows, least_sum)
        if not wrong:
            board = cls(rows)
            if is_connected(board.grid, board.grid.full):
                return board
            wrong = ["the fields do not hang together: a piece could not reach them all"]
        raise BadData([Mistake(f"DS-5: {message}") for message in wrong], "<board>")

    @cached_property
    def grid(self) -> Grid:
        """The fields as cells of the plane, each of size 1, compiled once."""
        whole = square(len(self.rows), len(self.rows[0]))
        kept = [i for i, word in enumerate(self._words) if word != "."]
        return from_polygons(
            [whole.polygons[i] for i in kept],
            [whole.labels[i] for i in kept],
            directions=_ACROSS,
        )

    @property
    def _words(self) -> list[str]:
        """All words in the order of cells: the bottom row first."""
        return [word for row in reversed(self.rows) for word in row]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the fields are called, as in chess."""
        return self.grid.labels

    @cached_property
    def lines(self) -> tuple[tuple[int | None, ...], ...]:
        """The fields as they stand in the rows; None where there is none."""
        whole = square(len(self.rows), len(self.rows[0])).labels
        width = len(self.rows[0])
        starts = range(len(whole) - width, -1, -width)
        return tuple(
            tuple(self.index.get(label) for label in whole[start : start + width])
            for start in starts
        )

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The letters of the columns."""
        return tuple(label[:-1] for label in square(1, len(self.rows[0])).labels)

    @cached_property
    def index(self) -> dict[str, int]:
        """Label to the number of the field in all tuples."""
        return {label: cell for cell, label in enumerate(self.labels)}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each field, ``START`` for start fields."""
        return tuple(START if w == "S" else int(w) for w in self._words if w != ".")

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The start fields (DS-4)."""
        return tuple(cell for cell, number in enumerate(self.numbers) if number == START)

    @cached_property
    def corners(self) -> tuple[Move, ...]:
        """The moves that put a piece on a start field (DS-7)."""
        return tuple(sorted(moves.corner(self.labels[cell]) for cell in self.starts))

    def within(self, cell: int, steps: int, *, straight: bool = False) -> tuple[int, ...]:
        """Return where a piece can go, its own field included (DS-11).

        Parameters
        ----------
        cell, steps
            From where, and over how many sides of fields at most.
        straight
            Whether all steps must have one direction.
        """
        if not straight:
            return tuple(bits(self.grid.within(cell, steps)))
        away = self.grid.distance[cell]
        # A ray goes on beyond gaps of the board; a piece does not: there the way is longer.
        reached = [
            to
            for ray in self.grid.rays[cell]
            for step, to in enumerate(ray[:steps], 1)
            if away[to] == step
        ]
        return tuple(sorted([cell, *reached]))

    def ways(self, steps: int, *, straight: bool = False) -> tuple[tuple[Move, ...], ...]:
        """Return the moves from each field, sorted (DS-11)."""
        return tuple(
            tuple(
                sorted(
                    moves.move(self.labels[to])
                    for to in self.within(cell, steps, straight=straight)
                )
            )
            for cell in range(len(self.grid))
        )


def _mistakes(rows: tuple[tuple[str, ...], ...], least_sum: int) -> list[str]:
    """Return what is wrong with the words of a board (DS-5)."""
    wrong = []
    if len({len(row) for row in rows}) > 1 or not rows[0]:
        wrong.append(f"expected rows of equal length, got {[len(row) for row in rows]} words")
    words = [word for row in rows for word in row if word not in {"S", "."}]
    strange = [word for word in words if word not in _WORDS]
    for word in strange:
        wrong.append(f"expected S, . or a number from 2 to 12, got {word[:20]!r}")
    total = sum(_WORDS.get(word, 0) for word in words)
    if total < least_sum and not strange:
        wrong.append(f"expected numbers that sum to {least_sum} at least, got {total}")
    if not any("S" in row for row in rows):
        wrong.append("expected at least one start field S, got none")
    return wrong
