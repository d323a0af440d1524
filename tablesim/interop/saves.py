"""What the readers of saves share: names of ships and obstacles, and the table that comes of them.

Virtual tables know pictures and models, not ships: a thing is known by the words on it.  What
nobody can tell stays away from the table, and a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..errors import BadData, Mistake, TablesimError
from ..games.datafile import Section
from ..games.xwing.catalogue import catalogue
from ..table import Piece, Table, Terrain

LIMIT = 128_000_000
"""Bytes that a save may have, also when it is unpacked; real ones have a few million."""

_STYLE = re.compile(r"\[/?(?:[0-9a-fA-F]{6}|[bius]|sup|sub|-)\]")
_PARTS = re.compile(r"[:|()\n,#]+")


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read of a save.

    Attributes
    ----------
    table
        The ships and obstacles that could be told, with the ``quantum`` of their places.
    notes
        What was left out or is not sure: each with its place in the save, and why.
    source
        What the notes call the save.
    """

    table: Table
    notes: tuple[Mistake, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Names:
    """By which words on it a thing is known.

    Attributes
    ----------
    ships, obstacles
        Further words for our kinds, besides their own names.
    """

    ships: Mapping[str, str]
    obstacles: Mapping[str, str]

    @classmethod
    def read(cls, top: Section) -> Names:
        """Read the tables ``ships`` and ``obstacles`` of a data file: our kind, its words."""
        known = catalogue()

        def table(key: str, kinds: Iterable[str]) -> Mapping[str, str]:
            words: dict[str, str] = {}
            with top.section(key).checked() as section:
                for kind in kinds:
                    if section.has(kind):
                        words |= dict.fromkeys(map(canonical, section.words(kind)), kind)
            return MappingProxyType(words)

        return cls(table("ships", known.ships), table("obstacles", known.obstacles))

    def obstacle(self, words: Iterable[str]) -> str | None:
        """Return the kind of an obstacle that bears some words."""
        return next((self.obstacles[w] for w in _said(words) if w in self.obstacles), None)

    def ship(self, words: Sequence[str]) -> tuple[str, str | None] | None:
        """Return the kind and the pilot of a ship that bears some words, None if they name none.

        >>> Names({}, {}).ship(["[ff0000]Luke Skywalker[-] (1)"])
        ('x-wing', 'luke-skywalker')
        >>> Names({}, {}).ship(["Y-Wing", "Red 2"]), Names({}, {}).ship(["Damage deck"])
        (('y-wing', None), None)
        """
        said = list(_said(words))
        known = {**_ships(), **self.ships}
        kinds = [known[word] for word in said if word in known]
        for word in said:
            flown = _pilots().get(word, {})
            for kind, pilot in flown.items():
                if kind in kinds or (not kinds and len(flown) == 1):
                    return kind, pilot
        return (kinds[0], None) if kinds else None


def canonical(text: str) -> str:
    """Return the letters and digits of a name in lower case, without its colors.

    >>> canonical("[ff0000]T65 X-Wing[-]")
    't65xwing'
    """
    return "".join(filter(str.isalnum, _STYLE.sub("", text).casefold()))


def _said(words: Iterable[str]) -> Iterable[str]:
    """Yield each text as a whole, then its parts."""
    for text in words:
        parts = _PARTS.split(_STYLE.sub("", text))
        yield from filter(None, dict.fromkeys(map(canonical, (text, *parts))))


@cache
def _ships() -> Mapping[str, str]:
    ships = catalogue().ships.values()
    return {canonical(word): ship.id for ship in ships for word in (ship.id, ship.name, ship.xws)}


@cache
def _pilots() -> Mapping[str, Mapping[str, str]]:
    """Return the ships that each pilot flies, with the id of the pilot there."""
    found: dict[str, dict[str, str]] = {}
    for ship, pilots in catalogue().pilots.items():
        for pilot in pilots.values():
            for word in (pilot.id, pilot.name, pilot.xws):
                found.setdefault(canonical(word), {}).setdefault(ship, pilot.id)
    return found


@dataclass(slots=True)
class Collector:
    """Gathers what a reader finds, in the order of the save."""

    table: Table
    source: str
    notes: list[Mistake] = field(default_factory=list)

    def ship(self, kind: str, pilot: str | None, at: tuple[float, float], heading: float) -> None:
        """Add a ship, named by its pilot or its kind.

        Raises
        ------
        TablesimError, ValueError
            If it cannot stand there.
        """
        piece = Piece(self._free(pilot or kind), kind=kind, at=at, heading=heading)
        self.table = self.table.add(piece if pilot is None else piece.changed(pilot=pilot))

    def obstacle(self, kind: str, at: tuple[float, float], heading: float) -> None:
        """Add an obstacle; errors as of :meth:`ship`."""
        self.table = self.table.add(Terrain(self._free(kind), kind=kind, at=at, heading=heading))

    def off(self, at: tuple[float, float]) -> bool:
        """Whether a place is not on the table: trays and reserves lie beside it."""
        width, depth = self.table.area
        return not (0 <= at[0] <= width and 0 <= at[1] <= depth)

    def _free(self, name: str) -> str:
        number, free = 1, name
        while free in self.table:
            number += 1
            free = f"{name}-{number}"
        return free

    def imported(self) -> Imported:
        """Return what was found."""
        return Imported(self.table, tuple(self.notes), self.source)


def read_bytes(path: Path) -> bytes:
    """Read a save that is not too large.

    Raises
    ------
    BadData
        If it is too large, or a folder.
    OSError
        If it cannot be read at all.
    """
    if path.is_dir():
        raise BadData([Mistake("this is a folder; a file is wanted")], str(path))
    with path.open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        raise BadData([Mistake(f"the file is larger than {LIMIT:,} bytes; no save is")], str(path))
    return raw


def decoded(raw: bytes, source: str) -> str:
    """Return the text of a file in UTF-8.

    Raises
    ------
    BadData
        If it is none, with the place of the first wrong byte.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise BadData([Mistake(message, line, column)], source) from None


REFUSED = (TablesimError, ValueError, TypeError)
"""What a table raises for a thing that cannot stand on it."""
