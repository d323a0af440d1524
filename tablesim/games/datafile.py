"""Reading the data files in ``templates/``: TOML, checked key by key.

A reader asks a :class:`Section` for the keys it knows; what it did not ask for is a mistake.
Mistakes name the file, the line, the key and what would be right.
"""

from __future__ import annotations

import math
import re
import tomllib
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import BadData, Mistake, did_you_mean
from ..table.toml import syntax_mistake

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from ..geometry.pose import Point

T = TypeVar("T")


def read(path: Path, reader: Callable[[Section], T]) -> T:
    """Read a whole file.

    Parameters
    ----------
    path
        A TOML file.
    reader
        Makes something of the top section of the file.

    Raises
    ------
    BadData
        If the file is not TOML, misses a key, has one that is not known, or a wrong value.
    """
    return parse(path.read_text(encoding="utf-8"), path.name, reader)


def parse(text: str, name: str, reader: Callable[[Section], T]) -> T:
    """Read the text of a whole file.

    Parameters
    ----------
    text
        TOML.
    name
        What to call it in messages.
    reader
        Makes something of the top section of the file.

    Raises
    ------
    BadData
        As :func:`read`.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData([syntax_mistake(text, error)], name) from None
    with Section(name, text, values).checked() as top:
        return reader(top)


class Section:
    """One table of a file, read key by key.

    Attributes
    ----------
    path
        The keys that lead to it, for instance ``("x-wing",)``; empty for the top of the file.
    """

    def __init__(
        self, file: str, text: str, values: Mapping[str, Any], path: tuple[str, ...] = ()
    ) -> None:
        self.path = path
        self._file = file
        self._text = text
        self._values = values
        self._asked: set[str] = set()

    @contextmanager
    def checked(self) -> Iterator[Section]:
        """Complain at the end about the keys nobody asked for."""
        yield self
        for key in self._values:
            if key not in self._asked:
                hint = did_you_mean(key, self._asked)
                raise self.wrong(key, f"unknown key{hint or '; known: ' + _list(self._asked)}")

    def wrong(self, key: str, message: str) -> BadData:
        """Return the error that says what is wrong with a key (empty: with the table)."""
        path = (*self.path, key) if key else self.path
        line = _line(self._text, path)
        return BadData([Mistake(message, line, path=".".join(path))], self._file)

    def has(self, key: str) -> bool:
        """Whether a key that may be left out is there."""
        self._asked.add(key)
        return key in self._values

    def _get(self, key: str, kind: type[T], what: str) -> T:
        self._asked.add(key)
        if key not in self._values:
            raise self.wrong(key, f"missing; expected {what}")
        value = self._values[key]
        if kind is float and type(value) is int:
            value = float(value)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.wrong(key, f"expected {what}, got {value!r}")
        return value

    def _check_number(self, key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, f"expected a positive number, got {value!r}")
        if not (math.isfinite(value) and value > 0):
            raise self.wrong(key, f"expected a positive number, got {value}")
        return float(value)

    def _check_choice(self, key: str, value: object, choices: Collection[str]) -> str:
        if not isinstance(value, str) or value not in choices:
            hint = did_you_mean(value, choices)
            raise self.wrong(key, f"unknown {value!r}{hint or '; known: ' + _list(choices)}")
        return value

    def positive(self, key: str) -> float:
        """Return a number above zero."""
        return self._check_number(key, self._get(key, float, "a positive number"))

    def positives(self, key: str) -> tuple[float, ...]:
        """Return a list of numbers above zero, at least one."""
        numbers = self._get(key, list, "a list of positive numbers")
        if not numbers:
            raise self.wrong(key, "expected a list of positive numbers, got an empty one")
        return tuple(self._check_number(key, number) for number in numbers)

    def number(self, key: str) -> float:
        """Return any finite number."""
        value = self._get(key, float, "a number")
        if not math.isfinite(value):
            raise self.wrong(key, f"expected a finite number, got {value}")
        return value

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        """Return a list of so many finite numbers."""
        return self._row(key, self._get(key, list, f"a list of {count} numbers"), count)

    def points(self, key: str) -> tuple[Point, ...]:
        """Return a list of points, ``[[x, y], ...]``."""
        return self._points(key, self._get(key, list, "a list of points [x, y]"))

    def rings(self, key: str) -> tuple[tuple[Point, ...], ...]:
        """Return a list of lists of points."""
        rows = self._get(key, list, "a list of rings [[x, y], ...]")
        return tuple(self._points(key, row) for row in rows)

    def _points(self, key: str, rows: object) -> tuple[Point, ...]:
        if not isinstance(rows, list):
            raise self.wrong(key, f"expected a list of points [x, y], got {rows!r}")
        found = (self._row(key, row, 2) for row in rows)
        return tuple((x, y) for x, y in found)

    def _row(self, key: str, row: object, count: int) -> tuple[float, ...]:
        numbers = row if isinstance(row, list) else []
        sound = all(type(n) in (int, float) and math.isfinite(n) for n in numbers)
        if len(numbers) != count or not sound:
            raise self.wrong(key, f"expected {count} numbers, got {row!r}")
        return tuple(map(float, numbers))

    def positive_map(self, key: str, names: Collection[str]) -> Mapping[str, float]:
        """Return one positive number for each of the names."""
        with self.section(key).checked() as inner:
            return MappingProxyType({name: inner.positive(name) for name in names})

    def number_map(self, key: str) -> Mapping[str, float]:
        """Return names and any finite numbers."""
        with self.section(key).checked() as inner:
            numbers = {name: inner._get(name, float, "a number") for name in inner._values}
            for name, number in numbers.items():
                if not math.isfinite(number):
                    raise inner.wrong(name, f"expected a finite number, got {number}")
            return MappingProxyType(numbers)

    def count(self, key: str) -> int:
        """Return a whole number, zero or more."""
        value = self._get(key, int, "a whole number")
        if value < 0:
            raise self.wrong(key, f"expected zero or more, got {value}")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false."""
        return self._get(key, bool, "true or false")

    def text(self, key: str, choices: Collection[str] | None = None) -> str:
        """Return a text that is not empty, one of the choices if there are any."""
        value = self._get(key, str, "a text")
        if not value.strip():
            raise self.wrong(key, "expected a text, got an empty one")
        return value if choices is None else self._check_choice(key, value, choices)

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, at least one, none of them empty or there twice."""
        values = self._get(key, list, "a list of texts")
        if not values or any(not isinstance(value, str) or not value for value in values):
            raise self.wrong(key, f"expected a list of texts, got {values!r}")
        return self.texts(key, values)

    def plain(self, key: str) -> bool | int | float | str:
        """Return a text, a finite number, or true or false."""
        self._asked.add(key)
        value = self._values.get(key)
        if not isinstance(value, bool | int | float | str) or not _finite(value):
            raise self.wrong(key, f"expected a text, a number, true or false, got {value!r}")
        return value

    def texts(
        self, key: str, choices: Collection[str], *, repeats: bool = False
    ) -> tuple[str, ...]:
        """Return a list of some of the choices, each at most once unless it may repeat."""
        values = self._get(key, list, "a list of texts")
        texts = tuple(self._check_choice(key, value, choices) for value in values)
        if not repeats and len(set(texts)) < len(texts):
            raise self.wrong(key, f"names one of its texts twice: {_list(texts)}")
        return texts

    def section(self, key: str) -> Section:
        """Return the table of a key."""
        values = self._get(key, dict, "a table")
        return Section(self._file, self._text, values, (*self.path, key))

    def sections(self, reader: Callable[[str, Section], T]) -> Mapping[str, T]:
        """Read all tables that were not asked for yet, and report the mistakes of all of them.

        Parameters
        ----------
        reader
            Makes something of a key and its table.
        """
        made: dict[str, T] = {}
        mistakes: list[Mistake] = []
        for key in self._values:
            if key in self._asked:
                continue
            try:
                with self.section(key).checked() as inner:
                    made[key] = reader(key, inner)
            except BadData as error:
                mistakes += error.mistakes
        if mistakes:
            raise BadData(mistakes, self._file)
        return MappingProxyType(made)


def _finite(value: bool | float | str) -> bool:
    return isinstance(value, str) or math.isfinite(value)


def _list(words: Collection[str]) -> str:
    return ", ".join(sorted(words))


def _line(text: str, path: tuple[str, ...]) -> int:
    r"""Return the line of a key, or of the nearest table around it, or 1.

    >>> _line("[a]\nb = 1\n[c]\nb = { d = 2 }\n", ("c", "b", "d"))
    4
    """
    found = 0, 1
    header: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        start = re.match(r'\s*(?:\[(?P<table>[^\]]+)\]|(?P<key>[\w."-]+)\s*=)', line)
        if start is None:
            continue
        keys = _keys(start["table"] or start["key"])
        if start["table"]:
            header = here = keys
        else:
            here = (*header, *keys)
        if here == path[: len(here)] and len(here) > found[0]:
            found = len(here), number
    return found[1]


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([\w-]+)', dotted))
