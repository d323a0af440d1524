"""What can go wrong, in a handful of kinds.

Every message names the offending value, the place it stands, and what would be right.
Wrong *kinds* of argument (a string for a pose) are plain :class:`TypeError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

MOST_MISTAKES = 100
"""So many mistakes of one file are told; whoever mends them reads the file again."""

_LONGEST = 60
"""Letters of a word that may be a known one with a slip; longer ones are none."""

_NEAR = 3
"""So many known words are told of which a word is a part."""

_RULES = re.compile(r"([A-Z]+-\d+[a-z]?(?:, [A-Z]+-\d+[a-z]?)*): ")


class TablesimError(Exception):
    """The root of all errors that a user can cause."""


class GeometryError(TablesimError, ValueError):
    """A shape, pose or path that does not exist on the plane (NaN, a bow tie)."""


class NotAMove(TablesimError, ValueError):
    """A text that is not the notation of any move, for instance ``"tunr left 2"``."""


class IllegalMove(TablesimError, ValueError):
    """A step that the rules do not allow now.

    Attributes
    ----------
    step
        The notation of the move, or the chance outcome as text.
    why
        The reason, with the rule before it: ``"GO-12: (3, 4) is taken"``.
    position
        The state as text.
    by
        The name of the player who chose it, where a game was played.
    """

    by: str = ""

    def __init__(self, step: str, why: str, position: str = "") -> None:
        self.step = step
        self.why = why
        self.position = position
        super().__init__(step, why, position)

    @property
    def rule(self) -> str:
        """The numbers of the rules that forbid it, or an empty string.

        >>> IllegalMove("d4", "GO-15, GO-18: the stone would have no liberty").rule
        'GO-15, GO-18'
        >>> IllegalMove("d4", "the game is over").rule
        ''
        """
        found = _RULES.match(self.why)
        return found[1] if found else ""

    def __str__(self) -> str:
        place = f"\n{self.position}" if self.position else ""
        return f"{self.step!r} is illegal: {self.why}{place}"


class UnknownName(TablesimError, LookupError):
    """A name that nothing bears: a piece that is not on the table, a game that is not installed."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake of a file: where it stands and what would be right.

    Attributes
    ----------
    message
        What stands there and what would be right, in one sentence.
    line, column
        Where, counted from 1.
    path
        The key path, for instance ``"piece[1].heading"``.
    warning
        True when the file can be used all the same.
    """

    message: str
    line: int = 1
    column: int = 1
    path: str = ""
    warning: bool = False

    @property
    def said(self) -> str:
        """The message, with the key path before it."""
        return f"{self.path}: {self.message}" if self.path else self.message

    def at(self, source: str) -> str:
        """Return ``SOURCE:LINE:COLUMN: path: message``, as editors and compilers write it.

        >>> Mistake("expected a number, got 'north'", 4, 11, "piece[0].heading").at("shot.toml")
        "shot.toml:4:11: piece[0].heading: expected a number, got 'north'"
        """
        word = "warning: " if self.warning else ""
        return f"{source}:{self.line}:{self.column}: {word}{self.said}"


class BadData(TablesimError, ValueError):
    """A file that cannot be used, with every mistake in it.

    Attributes
    ----------
    mistakes
        All mistakes, in the order of their places.
    source
        The name of the file, or ``"<text>"``.
    """

    def __init__(self, mistakes: Iterable[Mistake], source: str = "<text>") -> None:
        self.mistakes = tuple(sorted(mistakes, key=lambda m: (m.line, m.column, m.message)))
        self.source = source
        super().__init__("\n".join(mistake.at(source) for mistake in self.mistakes))

    def __reduce__(self) -> tuple[type[BadData], tuple[tuple[Mistake, ...], str]]:
        """Travel whole from one process to another, where the text alone would not do."""
        return type(self), (self.mistakes, self.source)


def expect(value: object, kind: type | tuple[type, ...], right: str) -> None:
    """Check of what kind an argument is.

    Parameters
    ----------
    value, kind
        The argument, and what it may be an instance of.
    right
        What would be right, in words.

    Raises
    ------
    TypeError
        If it is of another kind.

    >>> expect(3, str, "an id is text")
    Traceback (most recent call last):
    ...
    TypeError: an id is text, got 3
    """
    if not isinstance(value, kind):
        raise TypeError(f"{right}, got {value!r:.60}")


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known word, or an empty string.

    A word that is a part of known ones, as ``luke`` of ``luke-skywalker``, means these.

    >>> did_you_mean("headng", ["heading", "at"])
    "; did you mean 'heading'?"
    >>> did_you_mean("luke", ["academy-pilot", "luke-skywalker"])
    "; did you mean 'luke-skywalker'?"
    >>> did_you_mean("zzz", ["heading", "at"])
    ''
    """
    text = str(word)
    if len(text) > _LONGEST:
        return ""
    words = [other for other in known if len(other) <= _LONGEST]
    near = difflib.get_close_matches(text, words, 1) or [
        other for other in words if text.casefold() in re.split("[-_ ]", other.casefold())
    ]
    return f"; did you mean {' or '.join(map(repr, near[:_NEAR]))}?" if near else ""
