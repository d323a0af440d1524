"""Position files as the command line reads them, and mistakes shown in their place."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Mistake
from .access import trying
from .command import UsageError

if TYPE_CHECKING:
    from ..table import Judge, Table

_WIDTH = 100
"""Of a longer line only the part around the mistake is shown."""


def read(path: Path) -> Table:
    """Read a position file, and tell its warnings.

    Raises
    ------
    UsageError
        If it cannot be read at all.
    BadData
        If it cannot be used.
    """
    from ..table import load

    with trying("read", path):
        table = load(path)
    if table.warnings:
        print(located(table.warnings, str(path)), file=sys.stderr)
    return table


def read_judged(path: Path, policies: Iterable[tuple[str, object]]) -> tuple[Table, Judge]:
    """Read a position file, and return its table and the judge of its game.

    Raises
    ------
    UsageError, BadData
        As :func:`read`, and if the file states no game.
    UnknownName
        If there is no such policy, or the game has no judge.
    """
    from ..api import judge

    table = read(path)
    if table.game is None:
        raise UsageError(f'{path} states no game, so no rules answer; add game = "xwing"')
    return table, judge(table, **dict(policies))


def located(mistakes: Iterable[Mistake], source: str) -> str:
    """Return mistakes as text: each with its place, the line itself, and a caret below the place.

    Parameters
    ----------
    mistakes
        What is wrong.
    source
        The path of the file; without a file of that name, no lines are shown.

    >>> print(located([Mistake("unknown key 'headng'", 4, 1, "piece[0].headng")], "<text>"))
    <text>:4:1: piece[0].headng: unknown key 'headng'
    """
    lines = _lines(Path(source))
    return "\n".join(text for mistake in mistakes for text in _shown(mistake, source, lines))


def _lines(path: Path) -> list[str]:
    from ..table.files import LIMIT

    if not path.is_file():  # a pipe can be read only once
        return []
    try:
        with path.open("rb") as file:
            raw = file.read(LIMIT)
    except OSError:
        return []
    return raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n")


def _shown(mistake: Mistake, source: str, lines: list[str]) -> Iterator[str]:
    yield mistake.at(source)
    line = lines[mistake.line - 1] if mistake.line <= len(lines) else ""
    if not line.strip():
        return
    place = mistake.column - 1
    begin = max(0, place - _WIDTH // 2) if len(line) > _WIDTH else 0
    # What a terminal would obey or swallow is shown as a sign; tabs keep their width in both lines.
    seen = "".join(char if char.isprintable() or char == "\t" else "\ufffd" for char in line)
    yield f"    {seen[begin : begin + _WIDTH]}"
    yield "    " + "".join("\t" if char == "\t" else " " for char in seen[begin:place]) + "^"
