"""Moves whose text is a few words: how they are written and read back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from ..errors import NotAMove, did_you_mean

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST = 80
_FARTHEST = 1e6


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


W = TypeVar("W", bound=WordMove)


def read(text: str, readers: Mapping[str, Callable[..., W]]) -> W:
    """Return the move that a text means.

    Parameters
    ----------
    text
        Words with a blank between them.
    readers
        What makes a move of the words that follow the first one, by that word.  A reader says by
        a ``ValueError`` or ``TypeError`` that they are wrong, by ``NotAMove`` also why.

    Raises
    ------
    NotAMove
        If the text is the notation of no move.
    """
    word, *rest = text.split(" ")
    reader = readers.get(word)
    if reader is None:
        hint = did_you_mean(word, readers) or f"; they begin with {', '.join(readers)}"
        raise NotAMove(f"{text!r}: no move begins with {word!r}{hint}")
    try:
        move = reader(*rest)
    except (TypeError, ValueError) as error:
        why = f": {error}" if isinstance(error, NotAMove) else ""
        raise NotAMove(f"{text!r} is no {word!r} move{why}; see the table of moves") from None
    if move.notation() != text:
        raise NotAMove(f"{text!r}: write {move.notation()!r}")
    return move


def name(text: str) -> str:
    """Return a word that is a name: small letters, digits and single dashes.

    Raises
    ------
    ValueError
        If it is none.
    """
    if not _NAME.fullmatch(text) or len(text) > _LONGEST:
        raise ValueError(f"no name {text!r}")
    return text


def number(text: str) -> float:
    """Return a word that is a number no table is too small for.

    Raises
    ------
    ValueError
        If it is none.
    """
    value = float(text) + 0.0  # no -0.0
    if not math.isfinite(value) or abs(value) > _FARTHEST:
        raise ValueError(f"no number of a table {text!r}")
    return value
