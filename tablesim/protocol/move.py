"""Moves: what a seat decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, Self


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


@dataclass(frozen=True, slots=True)
class WordMove:
    """A move whose text begins with a word of its own; a game has a subclass for each decision.

    Attributes
    ----------
    word
        The first word.
    """

    word: ClassVar[str] = ""

    def words(self) -> tuple[str, ...]:
        """Return what follows the first word of its text."""
        return ()

    def notation(self) -> str:
        """Return the move as text; ``Game.parse`` reads it back."""
        return " ".join((self.word, *self.words()))

    def __lt__(self, other: WordMove) -> bool:
        return self.notation() < other.notation()
