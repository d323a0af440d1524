"""TOML with the place of every value, and a writer for what position files need.

``tomllib`` reads the values; it does not say where they stand.  So a second, much simpler pass
walks over the same text: since the text is known to be valid, it need not judge anything, only
find where keys and values begin.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from ..errors import BadData, Mistake
from .check import Path

Place = tuple[int, int]
"""Line and column, counted from 1."""

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_WORD = re.compile(r"\S*")
_WRONG = {
    "Invalid value": "expected a value, got {got}: a text stands in straight quotes, a list in [ ]",
    "Expected newline": "the line should end here, got {got}",
    "Illegal character '\\n'": "a text ends in the line in which it begins; a quote is missing",
    "Cannot overwrite": "this key stands here for the second time",
    "Cannot declare": "{said}; where there may be several things, each has two brackets: [[piece]]",
    "Invalid statement": "expected KEY = VALUE or [[piece]], got {got}",
    "Expected '='": "expected KEY = VALUE, got {got} after the key",
}
"""What to say instead of what ``tomllib`` says, which knows no more than where it gave up."""

_COMMA = ": several numbers stand in [ ]; a number has a point, not a comma"
"""What is meant by a comma where there can be none: ``at = 4, 5``, ``heading = 4,5``."""

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r'[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})|"(?:[^"\\]|\\.)*"|\'[^\']*\'',
    re.DOTALL,
)
_BARE = re.compile(r"[^\s,\]}#]+(?: [\d:.]+[^\s,\]}#]*)?")
_DOTTED = re.compile(
    rf"((?:{_KEY.pattern})(?:[ \t]*\.[ \t]*(?:{_KEY.pattern})){{20}})"
    r'|#[^\n]*+|[A-Za-z0-9_-]++|"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\''
    r'|"(?:[^"\\]|\\.)*+"?|\'[^\']*+\'?',
    re.DOTALL,
)
"""A key of more than twenty parts; else what such a key cannot stand in, strings without an end
included.  tomllib takes hours for a key of ten thousand."""

_DEPTH = 12
"""Places are kept so deep: no format that is read here goes deeper."""

_WIDTH = 88
"""Longer lists are written one item a line."""


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a TOML text, and where it stands.

    Attributes
    ----------
    data
        What ``tomllib`` reads, with decimals for floats: nothing that was written is lost.
    values, keys
        The place of each value, and of the key that it belongs to.
    """

    data: dict[str, Any]
    values: Mapping[Path, Place]
    keys: Mapping[Path, Place]

    def place(self, path: Path, *, on_key: bool = False) -> Place:
        """Return where a value (or its key) begins; of one very deep inside, what it is in."""
        places = self.keys if on_key else self.values
        return next(places[path[:n]] for n in range(len(path), -1, -1) if path[:n] in places)


def parse(text: str, source: str = "<text>") -> Document:
    r"""Read a TOML text.

    Parameters
    ----------
    text
        The text; a byte order mark and Windows line ends are fine.
    source
        What to call it in messages.

    Raises
    ------
    BadData
        With the place of the first error of syntax: beyond it, nothing can be read.

    >>> document = parse('[[piece]]\nat = [450, 300]')
    >>> document.place(("piece", 0, "at", 1))
    (2, 12)
    """
    raw = text.removeprefix("\ufeff")
    text = raw.replace("\r\n", "\n")  # as tomllib does it: once, so not "\r\r\n"
    for match in _DOTTED.finditer(text):
        if match[1]:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            raise BadData([Mistake("a key has up to twenty parts", line, column)], source)
    try:
        data = tomllib.loads(raw, parse_float=_decimal)
        walk = _Walk(text)
    except RecursionError:
        raise BadData([Mistake("lists and tables are nested too deeply")], source) from None
    except ValueError as error:
        raise BadData([syntax_mistake(text, error)], source) from None
    return Document(data, walk.values, walk.keys)


def _decimal(text: str) -> Decimal | float:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent that not even decimals have
        return float(text)


def syntax_mistake(text: str, error: ValueError) -> Mistake:
    """Return what is wrong with a text, where, and what would be right.

    Parameters
    ----------
    text
        The text.
    error
        What ``tomllib`` raised.

    >>> try:
    ...     tomllib.loads("game = xwing")
    ... except tomllib.TOMLDecodeError as error:
    ...     print(syntax_mistake("game = xwing", error).at("shot.toml"))
    shot.toml:1:8: expected a value, got 'xwing': a text stands in straight quotes, a list in [ ]
    """
    message = str(error)
    if (at := _AT.search(message)) is None:
        return Mistake(message)
    said = message[: at.start()]
    lines = text.split("\n")
    line, column = (int(at[1]), int(at[2])) if at[1] else (len(lines), len(lines[-1]) + 1)
    found = _WORD.match(lines[line - 1], column - 1)
    got = repr(found[0][:40]) if found and found[0] else "nothing"
    better = (right for begin, right in _WRONG.items() if said.startswith(begin))
    right = next(better, "{said}") + _COMMA * got.startswith("',")
    return Mistake(right.format(said=said, got=got), line, column)


class _Walk:
    """Finds where the keys and values of a valid TOML text begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.values: dict[Path, Place] = {(): (1, 1)}
        self.keys: dict[Path, Place] = {(): (1, 1)}
        self.counts: dict[Path, int] = {}
        table: Path = ()
        at = self._skip(0)
        while at < len(text):
            if text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._skip(at)

    def _skip(self, at: int, blank: re.Pattern[str] = _BLANK) -> int:
        match = blank.match(self.text, at)
        return match.end() if match else at

    def _place(self, at: int) -> Place:
        line = bisect_right(self.starts, at)
        return line, at - self.starts[line - 1] + 1

    def _note(self, path: Path, key: int, value: int) -> None:
        if len(path) > _DEPTH:
            return
        self.keys.setdefault(path, self._place(key))
        self.values.setdefault(path, self._place(value))

    def _dotted(self, at: int) -> tuple[int, list[tuple[str, int]]]:
        """Read ``a . "b" . c``; return where it ends, and its parts with their places."""
        parts = []
        while True:
            at = self._skip(at, _SPACE)
            match = _KEY.match(self.text, at)
            assert match is not None, "the text is valid"
            parts.append((_unquoted(match[0]), at))
            at = self._skip(match.end(), _SPACE)
            if self.text[at] != ".":
                return at, parts
            at += 1

    def _header(self, at: int) -> tuple[int, Path]:
        brackets = 2 if self.text.startswith("[[", at) else 1
        end, parts = self._dotted(at + brackets)
        path: Path = ()
        for i, (part, where) in enumerate(parts):
            path = (*path, part)
            self._note(path, where, at)
            last = i == len(parts) - 1
            if last and brackets == 2:
                self.counts[path] = self.counts.get(path, 0) + 1
            # Below an array of tables, a name means its latest table.
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self._note(path, at, at)
        return end + brackets, path

    def _pair(self, at: int, table: Path) -> int:
        end, parts = self._dotted(at)
        value = self._skip(end + 1, _SPACE)
        path = table
        for part, where in parts[:-1]:
            path = (*path, part)
            self._note(path, where, where)
        last, where = parts[-1]
        path = (*path, last)
        self._note(path, where, value)
        return self._value(value, path)

    def _value(self, at: int, path: Path) -> int:
        """Walk over a value that begins at ``at``; return where it ends."""
        first = self.text[at]
        if first == "[":
            return self._list(at, path)
        if first == "{":
            return self._inline(at, path)
        match = (_STRING if first in "\"'" else _BARE).match(self.text, at)
        assert match is not None, "the text is valid"
        return match.end()

    def _list(self, at: int, path: Path) -> int:
        at, i = self._skip(at + 1), 0
        while self.text[at] != "]":
            self._note((*path, i), at, at)
            at = self._skip(self._value(at, (*path, i)))
            if self.text[at] == ",":
                at = self._skip(at + 1)
            i += 1
        return at + 1

    def _inline(self, at: int, path: Path) -> int:
        at = self._skip(at + 1)
        while self.text[at] != "}":
            at = self._skip(self._pair(at, path))
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1


def _unquoted(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key


def dumps(data: Mapping[str, Any]) -> str:
    """Write data as TOML: plain values first, then each list of tables as ``[[key]]``.

    Parameters
    ----------
    data
        Texts, booleans, integers, floats, decimals, and lists and mappings of them.

    Raises
    ------
    TypeError
        If TOML has no form for a value.

    >>> print(dumps({"title": "A", "piece": [{"id": "luke", "at": [450.0, 300.0]}]}), end="")
    title = "A"
    <BLANKLINE>
    [[piece]]
    id = "luke"
    at = [450.0, 300.0]
    """
    blocks = [_pairs({k: v for k, v in data.items() if not _is_tables(v)})]
    for key, tables in data.items():
        if _is_tables(tables):
            blocks += [f"[[{_key(key)}]]\n{_pairs(table)}" for table in tables]
    return "\n".join(block for block in blocks if block)


def _is_tables(value: object) -> bool:
    if not isinstance(value, list | tuple) or not value:
        return False
    return all(isinstance(item, Mapping) for item in value)


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_written(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _written(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case float():
            return repr(float(value))
        case Decimal():
            return _decimal_text(value)
        case list() | tuple():
            return _list_text(value)
        case Mapping():
            pairs = ", ".join(f"{_key(k)} = {_written(v)}" for k, v in value.items())
            return f"{{{pairs}}}"
    raise TypeError(f"TOML has no form for {value!r}")


def _list_text(items: Iterable[object]) -> str:
    written = [_written(item) for item in items]
    line = f"[{', '.join(written)}]"
    if len(line) <= _WIDTH:
        return line
    return "[\n" + "".join(f"    {item},\n" for item in written) + "]"


def _decimal_text(value: Decimal) -> str:
    """Write all digits of a decimal, and a point, so that it is read as one."""
    short = repr(float(value))
    if Decimal(short) == value:
        return short
    text = format(value, "f")
    return text if "." in text else f"{text}.0"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _text(text: str) -> str:
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 or char in "\u2028\u2029\ufeff":
        return f"\\u{ord(char):04X}"
    return char
