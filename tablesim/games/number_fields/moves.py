"""The moves: what a player can say (DS-36).

There is one object for each move, made once and compared by identity, so that looking a move up
costs nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final

from ...errors import NotAMove, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


class Kind(Enum):
    """What is decided by a move."""

    CORNER = "corner"
    MOVE = "move"
    ATTEMPT = "attempt"
    LEAVE = "leave"
    DEFEND = "defend"
    NO_DEFENSE = "no_defense"
    ADD_LIVES = "add_lives"
    TAKE_BLOCKER = "take_blocker"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """One move; made by the functions of this module, never directly.

    Attributes
    ----------
    kind
        What it decides.
    cell
        The label of the field that it names, empty for none.
    lives
        How many lives it adds.
    text
        Its notation.
    """

    kind: Kind
    cell: str
    lives: int
    text: str

    def notation(self) -> str:
        """Return the move as text."""
        return self.text

    def __lt__(self, other: Move) -> bool:
        return self.text < other.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[Kind, str, int]]:
        # Pickled and copied, it is still the one object of its kind.
        return _move, (self.kind, self.cell, self.lives)


@cache
def _move(kind: Kind, cell: str, lives: int, /) -> Move:
    detail = cell or (str(lives) if kind is Kind.ADD_LIVES else "")
    return Move(kind, cell, lives, f"{kind.value} {detail}".rstrip())


def corner(cell: str) -> Move:
    """Put the moving piece on a start field (DS-7, DS-20, DS-21).

    >>> corner("a1") is corner("a1"), corner("a1").notation()
    (True, 'corner a1')
    """
    return _move(Kind.CORNER, cell, 0)


def move(cell: str) -> Move:
    """Move the piece to a field; to the field on which it stands: stay (DS-11)."""
    return _move(Kind.MOVE, cell, 0)


ATTEMPT: Final = _move(Kind.ATTEMPT, "", 0)
"""Try to conquer or to upgrade the field (DS-13)."""

LEAVE: Final = _move(Kind.LEAVE, "", 0)
"""Leave the field as it is (DS-13)."""

DEFEND: Final = _move(Kind.DEFEND, "", 0)
"""Throw the dice before the attacker does (DS-16)."""

NO_DEFENSE: Final = _move(Kind.NO_DEFENSE, "", 0)
"""Let the attacker throw (DS-16)."""


def add_lives(lives: int) -> Move:
    """Add life pieces to one's throw, or none (DS-18)."""
    return _move(Kind.ADD_LIVES, "", lives)


def take_blocker(cell: str) -> Move:
    """Take a blocker from a field of one's own, for the next moving piece (DS-24)."""
    return _move(Kind.TAKE_BLOCKER, cell, 0)


_ON_CELLS = {kind.value: kind for kind in (Kind.CORNER, Kind.MOVE, Kind.TAKE_BLOCKER)}
_ALONE = {move.text: move for move in (ATTEMPT, LEAVE, DEFEND, NO_DEFENSE)}
_NUMBER = re.compile(r"0|[1-9][0-9]?")
_FORMS = (
    *(f"{word} FIELD" for word in _ON_CELLS),
    *_ALONE,
    f"{Kind.ADD_LIVES.value} NUMBER",
)


def parse(text: str, cells: Collection[str]) -> Move:
    """Return the move that a text means.

    Parameters
    ----------
    text
        A notation.
    cells
        The labels of the fields of the board.

    Raises
    ------
    NotAMove
        If it is the notation of no move on this board.

    >>> parse("add_lives 2", ())
    <add_lives 2>
    >>> parse("move c33", ("c3", "d4"))
    Traceback (most recent call last):
    ...
    tablesim.errors.NotAMove: 'move c33': the board has no field 'c33'; did you mean 'c3'?
    """
    if text in _ALONE:
        return _ALONE[text]
    word, _, rest = text.partition(" ")
    if word in _ON_CELLS:
        if rest not in cells:
            near = did_you_mean(rest, cells)
            raise NotAMove(f"{text!r}: the board has no field {rest!r}{near}")
        return _move(_ON_CELLS[word], rest, 0)
    if word == Kind.ADD_LIVES.value and _NUMBER.fullmatch(rest):
        return add_lives(int(rest))
    raise NotAMove(f"expected one of {', '.join(_FORMS)}; got {text!r}")
