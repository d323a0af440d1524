"""Moves: every decision of a seat, its text, and tables of moves that are made once.

==================  =====  ====================================================
``place_fighter``   SK-8   ``place_fighter 1,0``
``place_mine``      SK-9   ``place_mine 0,3``
``return_fighter``  SK-34  ``return_fighter 2,0``
``upgrade``         SK-36  ``upgrade 5+5``
``no_upgrade``      SK-36
``move``            SK-12  ``move 1,4``; the fighter's own cell means to stay
``shoot``           SK-15
``extra_shot``      SK-36  discards the upgrade marker and shoots once more
``stop_shooting``   SK-36
``rocket``          SK-35  ``rocket 8 5+5``: on the row y = 8
``pay``             SK-33  ``pay 5+4+2``, the highest value first
``mine_stay``       SK-32
``mine_right``      SK-32
``mine_enter``      SK-32  ``mine_enter 0,3``
==================  =====  ====================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from ...errors import NotAMove
from .board import BIT, CELLS, LABELS
from .tokens import VALUES, Counts, payments


class Kind(IntEnum):
    """What is decided, in the order in which moves are listed."""

    PLACE_FIGHTER = 0
    PLACE_MINE = 1
    RETURN_FIGHTER = 2
    NO_UPGRADE = 3
    UPGRADE = 4
    MOVE = 5
    SHOOT = 6
    EXTRA_SHOT = 7
    STOP_SHOOTING = 8
    ROCKET = 9
    PAY = 10
    MINE_STAY = 11
    MINE_RIGHT = 12
    MINE_ENTER = 13

    @property
    def word(self) -> str:
        """The word that its notation begins with."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision of a seat.

    Attributes
    ----------
    kind
        What is decided.
    at
        The cell that is named, or the row of a rocket; -1 if there is none.
    paid
        The values of the tokens that are paid, the highest first.

    >>> Move(Kind.ROCKET, 8, (5, 5)).notation()
    'rocket 8 5+5'
    """

    kind: Kind
    at: int = -1
    paid: tuple[int, ...] = ()

    def notation(self) -> str:
        """Return the move as text; :func:`parse` reads it back."""
        words = [self.kind.word]
        if self.at >= 0:
            words.append(str(self.at) if self.kind is Kind.ROCKET else LABELS[self.at])
        if self.paid:
            words.append("+".join(map(str, self.paid)))
        return " ".join(words)


AT_CELLS: Final = (
    Kind.PLACE_FIGHTER,
    Kind.PLACE_MINE,
    Kind.RETURN_FIGHTER,
    Kind.MOVE,
    Kind.MINE_ENTER,
)
"""The kinds that name a cell."""

PAYING: Final = (Kind.PAY, Kind.UPGRADE, Kind.ROCKET)
"""The kinds that name tokens."""

SHOOT, EXTRA_SHOT, STOP_SHOOTING, NO_UPGRADE, MINE_STAY, MINE_RIGHT = (
    Move(kind)
    for kind in (
        Kind.SHOOT,
        Kind.EXTRA_SHOT,
        Kind.STOP_SHOOTING,
        Kind.NO_UPGRADE,
        Kind.MINE_STAY,
        Kind.MINE_RIGHT,
    )
)

_AT: Final = {kind: tuple(Move(kind, cell) for cell in range(CELLS)) for kind in AT_CELLS}
_KNOWN: Final = {
    move.notation(): move
    for moves in (*_AT.values(), [Move(kind) for kind in Kind if kind not in (*AT_CELLS, *PAYING)])
    for move in moves
}
_VALUE: Final = f"(?:{'|'.join(map(str, VALUES))})"
_PAYING: Final = re.compile(
    rf"(?:(?P<word>pay|upgrade)|rocket (?P<row>[0-9])) (?P<paid>{_VALUE}(?:\+{_VALUE}){{0,99}})"
)


def parse(text: str) -> Move:
    """Return the move that a text means.

    Raises
    ------
    NotAMove
        If the text is the notation of no move.

    >>> parse("move 1,4") is to_cells(Kind.MOVE, 1 << 25)[0]
    True
    >>> parse("pay 4+5")
    Traceback (most recent call last):
        ...
    tablesim.errors.NotAMove: 'pay 4+5' is no move: tokens are written from high to low: 5+4
    """
    known = _KNOWN.get(text)
    if known is not None:
        return known
    match = _PAYING.fullmatch(text)
    if match is None:
        raise NotAMove(_unknown(text))
    paid = tuple(map(int, match["paid"].split("+")))
    ordered = tuple(sorted(paid, reverse=True))
    if paid != ordered:
        right = "+".join(map(str, ordered))
        raise NotAMove(f"{text!r} is no move: tokens are written from high to low: {right}")
    if match["word"]:
        return Move(Kind[match["word"].upper()], paid=paid)
    return Move(Kind.ROCKET, int(match["row"]), paid)


def _unknown(text: str) -> str:
    shown = repr(text[:40])
    kind = next((kind for kind in Kind if kind.word == text.partition(" ")[0]), None)
    if kind is None:
        return f"{shown} is no move: expected one of {', '.join(k.word for k in Kind)}"
    if kind in AT_CELLS:
        return f"{shown} is no move: expected a cell, such as '{kind.word} {LABELS[0]}'"
    if kind in PAYING:
        row = " 8" if kind is Kind.ROCKET else ""
        return f"{shown} is no move: expected tokens, such as '{kind.word}{row} 5+5'"
    return f"{shown} is no move: nothing follows {kind.word!r}"


_GROUP: Final = 10
"""Masks are read by so many bits at once."""


def _subsets(moves: Iterable[Move]) -> tuple[tuple[Move, ...], ...]:
    """Return, for each set of moves as a mask, the moves in order."""
    table: list[tuple[Move, ...]] = [()]
    for move in moves:
        table += [(*before, move) for before in table]
    return tuple(table)


_FLIGHTS: Final = tuple(
    _subsets(_AT[Kind.MOVE][first : first + _GROUP]) for first in range(0, CELLS, _GROUP)
)


def flights(mask: int) -> tuple[Move, ...]:
    """Return ``move`` to each cell of a set, in order: six look-ups, whatever the set.

    >>> [move.notation() for move in flights(0b100001)]
    ['move 0,0', 'move 5,0']
    """
    found: tuple[Move, ...] = ()
    for table in _FLIGHTS:
        found += table[mask & (1 << _GROUP) - 1]
        mask >>= _GROUP
    return found


@lru_cache(maxsize=256)
def to_cells(kind: Kind, mask: int) -> tuple[Move, ...]:
    """Return the moves of a kind to the cells of a set, in order."""
    return tuple(move for cell, move in enumerate(_AT[kind]) if mask & BIT[cell])


@lru_cache(maxsize=4096)
def paying(kind: Kind, tokens: Counts, cost: int, row: int = -1) -> tuple[Move, ...]:
    """Return the moves of a kind for each way to pay a price."""
    return tuple(Move(kind, row, paid) for paid in payments(tokens, cost))
