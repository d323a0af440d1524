"""Moves: what a seat decides."""

from __future__ import annotations

from typing import Protocol, Self


class Move(Protocol):
    """A decision, as a value: hashable, ordered, with a text of its own.

    There is nothing to inherit from.  An enumeration with these methods is a good kind of move, and
    so is a ``@dataclass(frozen=True, slots=True, order=True)``; several such classes in one game
    need an ``__lt__`` that also tells the kinds apart.  A move is no tuple: that is what an outcome
    of chance is.
    """

    def notation(self) -> str:
        """Return the move as text, one line; ``Game.parse`` reads it back."""
        ...

    def __lt__(self, other: Self, /) -> bool:
        """Return True if ``legal_moves()`` lists this move before the other."""
        ...
