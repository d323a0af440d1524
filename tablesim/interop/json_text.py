"""JSON with the place of every value, so that mistakes can be told where they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import BadData, Mistake
from ..table.check import Path, path_text

_DEPTH = 8
"""Places are kept so deep: no format that is read here goes deeper."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON text that was read.

    Attributes
    ----------
    data
        What it says, as plain Python values.
    values, keys
        Where each value, and the key before it, begins: offsets in the text.  Only of what lies
        at most eight keys deep.
    text
        The text itself.
    """

    data: Any
    values: dict[Path, int]
    keys: dict[Path, int]
    text: str

    def mistake(
        self, path: Path, message: str, *, on_key: bool = False, warning: bool = False
    ) -> Mistake:
        """Return a mistake with its place: that of the value, or of the key before it."""
        at = self.keys.get(path) if on_key else None
        line, column = _place(self.text, self.values[path] if at is None else at)
        return Mistake(message, line, column, path_text(path), warning)


def parse(text: str, source: str) -> Document:
    r"""Read a JSON text.

    Parameters
    ----------
    text
        JSON; a byte order mark is fine.
    source
        What to call it in messages.

    Raises
    ------
    BadData
        If it is no JSON, or an object says a key twice.

    >>> document = parse('{"pilots":\n [{"ship": 3}]}', "<text>")
    >>> document.mistake(("pilots", 0, "ship"), "expected a text, got 3").at("a.xws")
    'a.xws:2:12: pilots[0].ship: expected a text, got 3'
    """
    text = text.removeprefix("\ufeff")
    try:
        data = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        mistake = Mistake(f"this is not JSON: {error.msg}", error.lineno, error.colno)
        raise BadData([mistake], source) from None
    except (ValueError, RecursionError) as error:
        raise BadData([Mistake(f"this is not JSON: {error}")], source) from None
    document = Document(data, {}, {}, text)
    twice = []
    for path, start, is_key in _places(text):
        places = document.keys if is_key else document.values
        if path in places and is_key:
            line, column = _place(text, start)
            twice.append(Mistake("this key stands there twice", line, column, path_text(path)))
        places[path] = start
    if twice:
        raise BadData(twice, source)
    return document


def _places(text: str) -> Iterator[tuple[Path, int, bool]]:
    """Yield the path of each key and value of a text that is JSON, and where it begins."""
    inside: list[str | int | None] = []  # for each open list or object where in it; None: a key
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word == ":":
            continue
        if word == ",":
            here = inside[-1]
            inside[-1] = here + 1 if isinstance(here, int) else None
        elif word in ("]", "}"):
            inside.pop()
        elif inside and inside[-1] is None:
            inside[-1] = json.loads(word)
            if len(inside) <= _DEPTH:
                yield _path(inside), token.start(), True
        else:
            if len(inside) <= _DEPTH:
                yield _path(inside), token.start(), False
            if word in ("[", "{"):
                inside.append(0 if word == "[" else None)


def _path(inside: list[str | int | None]) -> Path:
    return tuple(part for part in inside if part is not None)


def _place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")
