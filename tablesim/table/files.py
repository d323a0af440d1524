"""Position files: read with every mistake in one go, written whole or not at all.

Lengths of a file may be in other units than its game's.  A table holds them in the game's unit and
remembers the file's; :mod:`tablesim.table.units` says why nothing is lost on the way back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import MOST_MISTAKES, BadData, GeometryError, Mistake, UnknownName
from ..files import write_whole
from . import keys, toml
from .catalogue import Cases, Catalogue, NoGame, TableSpec, catalogue, known_games
from .check import Path as KeyPath
from .check import check_table, path_text, shown
from .piece import Piece, Question, Terrain
from .table import Table
from .units import to_file, to_game

_TRANSCRIPT = re.compile(r'\ufeff?\s*\{\s*"transcript"')
"""How a transcript begins, which is taken for a position by mistake."""

LIMIT = 5_000_000
"""Bytes that a position file may have; real ones have a few thousand."""


def load(path: str | Path) -> Table:
    """Read a table from a position file.

    Parameters
    ----------
    path
        A TOML file in UTF-8.

    Raises
    ------
    BadData
        If the file cannot be used: with every mistake in it, each with line and column.
    OSError
        If it cannot be read at all.
    """
    source = str(path)
    path = Path(path)
    if path.is_dir():
        raise BadData([Mistake("this is a folder; a position file is wanted")], source)
    with path.open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        message = f"the file is larger than {LIMIT:,} bytes; no position file is"
        raise BadData([Mistake(message)], source)
    return loads(_decoded(raw, source), source=source)


def _decoded(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").removeprefix("\ufeff")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise BadData([Mistake(message, line, column)], source) from None


def loads(text: str, *, source: str = "<text>") -> Table:
    r"""Read a table from the text of a position file.

    Parameters
    ----------
    text
        TOML; a byte order mark and Windows line ends are fine.
    source
        What to call it in messages.

    Returns
    -------
    Table
        With `warnings` for what the file should perhaps say otherwise: a base outside the area.

    Raises
    ------
    BadData
        If the text cannot be used: with every mistake in it, each with line and column.

    >>> loads('format = 1\ntitel = "A shot"\narea = [900, "900"]')
    Traceback (most recent call last):
    ...
    tablesim.errors.BadData: <text>:2:1: titel: unknown key 'titel'; did you mean 'title'?
    <text>:3:14: area[1]: expected a number, got '900'
    """
    if not text.strip("\ufeff \t\r\n"):
        message = f"the file is empty; a position file begins with 'format = {keys.FORMAT}'"
        raise BadData([Mistake(message)], source)
    if _TRANSCRIPT.match(text):
        message = "this looks like the transcript of a game, which replay takes"
        raise BadData([Mistake(f"{message}; a position file is TOML")], source)
    document = toml.parse(text, source)
    version = document.data.get("format")
    if isinstance(version, int) and version > keys.FORMAT:
        message = f"format {shown(version)} is newer than {keys.FORMAT}, the newest known here"
        place = document.place(("format",))
        raise BadData([Mistake(f"{message}: update tablesim", *place, "format")], source)
    return _Reader(document, source).table()


def dumps(table: Table) -> str:
    """Return a table as the text of a position file.

    Reading it gives an equal table, and writing that gives the same text.

    >>> print(dumps(Table(area=(36, 36), units="in")), end="")
    format = 1
    units = "in"
    area = [36.0, 36.0]
    """
    game = table.catalogue
    length = partial(to_file, file_unit=table.units, game_unit=game.unit)
    return toml.dumps(keys.convert(table.data(), keys.position(game), length))


def save(table: Table, path: str | Path) -> Path:
    """Write a position file and return its path.

    Raises
    ------
    OSError
        If the place cannot be written; a file that was there stays as it was.
    """
    return write_whole(Path(path), dumps(table))


class _Reader:
    """Turns a document into a table, and collects every mistake on the way."""

    def __init__(self, document: toml.Document, source: str) -> None:
        self.document = document
        self.data = document.data
        self.source = source
        self.mistakes: list[Mistake] = []
        self.bad: set[KeyPath] = set()
        self.known_game = True
        self.game = self._find_game()
        self.things = keys.things(self.game)
        self.position = keys.position(self.game)

    def table(self) -> Table:
        self._check()
        self._check_ids()
        things = dict(self._build())
        if self.known_game:
            for path, thing in things.items():
                if not isinstance(thing, Question):
                    self._ask_game(path, thing)
        if self.mistakes:
            raise BadData(self.mistakes, self.source)
        own = {k: v for k, v in self.data.items() if k not in self.things and k != "format"}
        table = Table(**self._converted(own, self.position)).add(*things.values())
        pieces = zip((path for path in things if path[0] == "piece"), table.pieces, strict=True)
        return table._with(
            warnings=tuple(
                w for path, piece in pieces for w in self._outside(path, piece, table.area)
            )
        )

    def _report(self, path: KeyPath, message: str, *, on_key: bool = False) -> None:
        line, column = self.document.place(path, on_key=on_key)
        self.mistakes.append(Mistake(message, line, column, path_text(path)))
        self._spoil(path)

    def _spoil(self, path: KeyPath) -> None:
        """Remember that this value, and all that it is part of, cannot be used."""
        self.bad.update(path[: n + 1] for n in range(len(path)))

    def _find_game(self) -> Catalogue:
        name = self.data.get("game")
        if isinstance(name, str):
            try:
                return catalogue(name)
            except UnknownName as error:
                self._report(("game",), str(error))
                self.known_game = False
        elif name is None and self._speaks_of_a_game():
            known = ", ".join(known_games())
            message = (
                f"missing key 'game': kinds, bases and questions belong to one; known: {known}"
            )
            self._report((), message)
            self.known_game = False
        return NoGame()

    def _speaks_of_a_game(self) -> bool:
        things = [item for name in ("piece", "terrain") for _, item in self._items(name)]
        return "question" in self.data or any({"kind", "base"} & item.keys() for item in things)

    def _check(self) -> None:
        """Report what does not keep to the declarations."""
        for number, problem in enumerate(check_table(self.data, self.position, self._names())):
            if number == MOST_MISTAKES:  # what comes after is not known to be sound
                self._report(problem.path, f"more mistakes follow: these are the first {number}")
                raise BadData(self.mistakes, self.source)
            if self.known_game or problem.error is not UnknownName:
                self._report(problem.path, problem.message, on_key=problem.on_key)
            else:  # of a game that nobody knows, no word can be judged, nor used
                self._spoil(problem.path)

    def _items(self, name: str) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        items = self.data.get(name)
        for i, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, dict):
                yield (name, i), item

    def _names(self) -> dict[str, str]:
        """Return what everything with an id is: a piece, or terrain."""
        return {
            item["id"]: what
            for what in ("terrain", "piece")
            for _, item in self._items(what)
            if isinstance(item.get("id"), str)
        }

    def _check_ids(self) -> None:
        """Report every further thing with an id that is taken."""
        taken: dict[str, KeyPath] = {}
        for name in ("piece", "terrain"):
            for path, item in self._items(name):
                id = item.get("id")
                if isinstance(id, str) and (first := taken.setdefault(id, path)) != path:
                    line, _ = self.document.place((*first, "id"))
                    message = f"two things are called {id!r}; the first stands in line {line}"
                    self._report((*path, "id"), message)

    def _build(self) -> Iterator[tuple[KeyPath, Piece | Terrain | Question]]:
        """Yield every thing that can be made; report why the others cannot."""
        for name, spec in self.things.items():
            for path, item in self._items(name):
                if (sound := self._sound(path, item)) is None:
                    continue
                try:
                    # First with the numbers of the file, so that a message speaks in them.
                    keys.thing_of(name, keys.convert(sound, spec, float))
                    yield path, keys.thing_of(name, self._converted(sound, spec))
                except GeometryError as error:
                    shape = next((k for k in ("outline", "footprint") if k in item), "at")
                    self._report((*path, shape), str(error))
                except ValueError as error:
                    self._report((*path, "top"), str(error))

    def _sound(self, path: KeyPath, item: dict[str, Any]) -> dict[str, Any] | None:
        """Return a thing without its bad keys, so that one mistake does not hide another.

        None if not enough is left to make a thing of.
        """
        if path not in self.bad:
            return item
        spec = self.things[str(path[0])]
        if isinstance(spec, Cases):
            return None
        sound = {k: v for k, v in item.items() if k in spec.keys and (*path, k) not in self.bad}
        if sum(key in sound for key in spec.one_of) != 1:
            return None
        return {"id": "?", "at": [0.0, 0.0], **sound}

    def _ask_game(self, path: KeyPath, thing: Piece | Terrain) -> None:
        """Report what only the game can see."""
        for message in self.game.check(thing.on(self.game)):
            key, colon, rest = message.partition(": ")
            if colon and key in thing.stated:
                self._report((*path, key), rest)
            else:
                self._report(path, message)

    def _converted(self, data: Mapping[str, Any], spec: TableSpec | Cases) -> dict[str, Any]:
        stated = "units" in self.data and ("units",) not in self.bad
        units = self.data["units"] if stated else self.game.unit
        length = partial(to_game, file_unit=units, game_unit=self.game.unit)
        converted: dict[str, Any] = keys.convert(data, spec, length)
        return converted

    def _outside(self, path: KeyPath, piece: Piece, area: tuple[float, float]) -> Iterator[Mistake]:
        """Yield a warning if a base stands over the edge of the table."""
        left, low, right, high = piece.placed.bounds
        over = max(-left, -low, right - area[0], high - area[1])
        if over > 1e-9 * max(area):  # a base that stands flush is not outside by rounding
            line, column = self.document.place((*path, "at"))
            message = f"{piece.id!r} stands {over:.4g} {self.game.unit}".rstrip() + " over the edge"
            yield Mistake(message, line, column, path_text((*path, "at")), warning=True)
