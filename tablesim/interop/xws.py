"""Squads from and to XWS, the JSON format that squad builders share (version 1).

A file that names a ship, a pilot or a slot that there is not is refused, with every mistake in its
place.  An upgrade that this engine does not play stays with its ship, takes no part in the game,
and is written back; a warning says so.  As the format asks, points are not read, and what other
programs keep under ``vendor`` is not written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import BadData, Mistake, did_you_mean
from ..files import write_whole
from ..games.xwing.game import cards, squads
from ..games.xwing.game.squads import Entry, side
from ..table.check import Path as KeyPath
from ..table.check import shown
from . import xws_words
from .json_text import Document, parse
from .xws_words import SIDES, words

GAME = "xwing"
"""The game whose squads these are."""

LIMIT = 1_000_000
"""Bytes that a squad file may have; real ones have a few thousand."""

_KEYS = ("faction", "pilots", "name", "description", "version", "obstacles", "points", "vendor")
# Points and vendor are not to be relied on, says the format; multisection_id is of huge ships.
_PILOT_KEYS = ("name", "id", "ship", "upgrades", "points", "multisection_id", "vendor")


@dataclass(frozen=True, slots=True)
class SquadShip:
    """One ship of a squad.

    Attributes
    ----------
    entry
        The ship as the game plays it.
    left_out
        Upgrades that the game does not play: slot and XWS name of each.
    """

    entry: Entry
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Squad:
    """A squad with all that an XWS file says of it.

    Attributes
    ----------
    faction
        ``"rebel"``, ``"imperial"`` or ``"scum"``.
    ships
        Its ships, in the order of the file.
    name, description
        What its player calls it.
    obstacles
        The obstacles that it brings, by their XWS ids.
    warnings
        What is not played or not known, in its place; of no account in comparisons.
    """

    faction: str
    ships: tuple[SquadShip, ...]
    name: str = ""
    description: str = ""
    obstacles: tuple[str, ...] = ()
    warnings: tuple[Mistake, ...] = field(default=(), compare=False, repr=False)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The squad as the game plays it."""
        return tuple(ship.entry for ship in self.ships)

    @property
    def text(self) -> str:
        """The squad as the options ``rebel`` and ``imperial`` of the game take it."""
        return squads.text(self.entries)

    @property
    def asteroids(self) -> tuple[str, ...]:
        """Those of its obstacles whose shapes are known, by the ids of our templates."""
        known = words().obstacles
        return tuple(known[id] for id in self.obstacles if id in known)

    def why_illegal(self, points: int = 100) -> tuple[str, ...]:
        """Return everything that is wrong with what is played of it (XW-94 to XW-96, XW-101)."""
        return squads.why_illegal(self.entries, points)


def load(path: str | Path) -> Squad:
    """Read a squad from an XWS file.

    Raises
    ------
    BadData
        If the file cannot be used: with every mistake in it, each with line and column.
    OSError
        If it cannot be read at all.
    """
    with Path(path).open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        raise BadData([Mistake(f"the file is larger than {LIMIT:,} bytes; no squad is")], str(path))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise BadData([Mistake(message, line, column)], str(path)) from None
    return loads(text, source=str(path))


def loads(text: str, *, source: str = "<text>") -> Squad:
    """Read a squad from XWS text.

    Parameters
    ----------
    text
        JSON with the keys ``faction`` and ``pilots``; each pilot has ``name`` (or ``id``) and
        ``ship``, and perhaps ``upgrades`` by slot.
    source
        What to call it in messages.

    Returns
    -------
    Squad
        With `warnings` for all that is not played.  Whether it is legal, :meth:`Squad.why_illegal`
        tells.

    Raises
    ------
    BadData
        If the text cannot be used: with every mistake in it, each with line and column.

    >>> squad = loads('''{"faction": "rebel", "pilots": [
    ...     {"name": "lukeskywalker", "ship": "xwing", "upgrades": {"amd": ["r2d2"]}}]}''')
    >>> squad.text
    'x-wing/luke-skywalker + r2-d2'
    >>> loads('{"faction": "rebel", "pilots": [{"name": "lukeskywalkr", "ship": "xwing"}]}')
    Traceback (most recent call last):
    ...
    tablesim.errors.BadData: <text>:1:42: pilots[0].name: no pilot 'lukeskywalkr' of xwing; did ...
    """
    reader = _Reader(parse(text, source))
    squad = reader.squad()
    if any(not mistake.warning for mistake in reader.mistakes):
        raise BadData(reader.mistakes, source)
    return squad


def dumps(squad: Squad) -> str:
    r"""Return a squad as XWS text.

    The points are those that the data state; they are left out where an upgrade is not known.

    >>> print(dumps(squad_of("tie-fighter/mauler-mithel + marksmanship", name="One")), end="")
    {
      "faction": "imperial",
      "name": "One",
      "points": 20,
      "version": "1.0.0",
      "pilots": [
        {
          "name": "maulermithel",
          "ship": "tiefighter",
          "upgrades": {
            "ept": [
              "marksmanship"
            ]
          }
        }
      ]
    }
    """
    said = {"name": squad.name, "description": squad.description}
    whole = not any(ship.left_out for ship in squad.ships)
    total = sum(entry.points for entry in squad.entries)
    data = {
        "faction": words().faction(squad.faction),
        **{key: value for key, value in said.items() if value},
        **({"points": total} if whole else {}),
        "version": words().version,
        "pilots": [_pilot(ship) for ship in squad.ships],
        **({"obstacles": list(squad.obstacles)} if squad.obstacles else {}),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _pilot(ship: SquadShip) -> dict[str, Any]:
    entry = ship.entry
    upgrades: dict[str, list[str]] = {}
    for slot, name in (*((card.slot, card.xws) for card in entry.equipped), *ship.left_out):
        upgrades.setdefault(words().slot(slot), []).append(name)
    return {
        "name": entry.card.xws,
        "ship": cards.ship_card(entry.kind).xws,
        **({"upgrades": upgrades} if upgrades else {}),
    }


def save(squad: Squad, path: str | Path) -> Path:
    """Write an XWS file whole or not at all, and return its path.

    Raises
    ------
    OSError
        If the place cannot be written; a file that was there stays as it was.
    """
    return write_whole(Path(path), dumps(squad))


def squad_of(
    text: str, *, name: str = "", description: str = "", obstacles: Sequence[str] = ()
) -> Squad:
    """Return a squad that is written as the game's options write it.

    Parameters
    ----------
    text
        For instance ``"x-wing/luke-skywalker + r2-d2, x-wing/rookie-pilot"``.
    name, description
        What to call it.
    obstacles
        The obstacles that it brings: our ids, for instance ``"asteroid-1"``.

    Raises
    ------
    ValueError
        If it names a thing that there is not, or its ships are of several factions (XW-1).
    """
    entries = squads.parse(text)
    sides = sorted({side(entry.card.faction) for entry in entries})
    if len(sides) > 1:
        raise ValueError(f"XW-1: a squad is of one faction, this is of {' and '.join(sides)}")
    ids = {kind: id for id, kind in words().obstacles.items()}
    for kind in obstacles:
        if kind not in ids:
            near = did_you_mean(kind, ids) or f"; there are {', '.join(ids)}"
            raise ValueError(f"XWS has no word for the obstacle {kind!r}{near}")
    brought = tuple(ids[kind] for kind in obstacles)
    return Squad(sides[0], tuple(map(SquadShip, entries)), name, description, brought)


def options(forces: Sequence[Squad]) -> dict[str, str]:
    """Return the options of the game that stand for one or two squads.

    A Rebel squad plays seat 0 and an Imperial one seat 1 (A-31); a squad whose seat is taken, or
    that is of neither, plays the seat that is left, the first of both first.

    Raises
    ------
    ValueError
        If there are more than two.

    >>> scum, rebel = squad_of("y-wing/kavil"), squad_of("x-wing/rookie-pilot")
    >>> options([scum, rebel])
    {'rebel': 'x-wing/rookie-pilot', 'imperial': 'y-wing/kavil'}
    """
    seats = ("rebel", "imperial")
    if len(forces) > len(seats):
        raise ValueError(f"the game is for two squads, not for {len(forces)}")
    rest = list(forces)
    seated: dict[str, Squad] = {}
    for seat in seats:
        own = next((squad for squad in rest if squad.faction == seat), None)
        if own is not None:
            seated[seat] = own
            rest.remove(own)
    free = [seat for seat in seats if seat not in seated]
    seated |= dict(zip(free, rest, strict=False))
    return {seat: seated[seat].text for seat in seats if seat in seated}


class _Reader:
    """Turns a document into a squad, and collects every mistake on the way."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.mistakes: list[Mistake] = []

    def squad(self) -> Squad:
        data = self.document.data
        if not isinstance(data, dict):
            self.report((), f"expected an XWS squad {{...}}, got {_shown(data)}")
            return Squad("", ())
        if "container" in data and "pilots" not in data:
            self.report(("container",), "these are several squads; take one out of the container")
            return Squad("", ())
        self.keys((), data, _KEYS, ("faction", "pilots"))
        self.version(data)
        faction = self.faction(data)
        return Squad(
            faction,
            tuple(self.ships(data, faction)),
            name=self.text(("name",), data) or "",
            description=self.text(("description",), data) or "",
            obstacles=tuple(self.obstacles(data)),
            warnings=tuple(sorted(self.mistakes, key=lambda m: (m.line, m.column))),
        )

    def report(
        self, path: KeyPath, message: str, *, on_key: bool = False, warning: bool = False
    ) -> None:
        self.mistakes.append(self.document.mistake(path, message, on_key=on_key, warning=warning))

    def keys(
        self, path: KeyPath, data: Mapping[str, Any], known: Sequence[str], needed: Iterable[str]
    ) -> None:
        for key in data:
            if key not in known:
                near = did_you_mean(key, known)
                message = f"unknown key {shown(key)}, which is not read{near}"
                self.report((*path, key), message, on_key=True, warning=True)
        for key in needed:
            if key not in data:
                self.report(path, f"missing key {key!r}")

    def text(self, path: KeyPath, data: Mapping[str, Any]) -> str | None:
        """Return the text of a key; None if there is none."""
        key = str(path[-1])
        return self.word(path, data[key], "text") if key in data else None

    def word(self, path: KeyPath, value: object, what: str) -> str | None:
        """Return a value if it is text that a file can hold."""
        if not isinstance(value, str):
            self.report(path, f"expected {what}, got {_shown(value)}")
            return None
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            self.report(path, f"{shown(value)} holds half a character, which no file can")
        return value

    def version(self, data: Mapping[str, Any]) -> None:
        version = self.text(("version",), data)
        if version is not None and version.split(".")[0] not in ("0", "1"):
            message = f"version {shown(version)} is not of the first edition, whose versions are 1."
            self.report(("version",), f"{message}x.y, for instance {words().version}")

    def faction(self, data: Mapping[str, Any]) -> str:
        word = self.text(("faction",), data)
        if word is not None and word not in words().factions:
            near = did_you_mean(word, words().factions) or f"; known: {', '.join(SIDES)}"
            self.report(("faction",), f"no faction {shown(word)}{near}")
        return words().factions.get(word or "", "")

    def list_of(self, path: KeyPath, data: Mapping[str, Any], what: str) -> Iterator[Any]:
        """Yield the path and value of each item of a list, if it is one."""
        value = data.get(str(path[-1]), [])
        if not isinstance(value, list):
            self.report(path, f"expected a list of {what}, got {_shown(value)}")
            return
        yield from (((*path, number), item) for number, item in enumerate(value))

    def ships(self, data: Mapping[str, Any], faction: str) -> Iterator[SquadShip]:
        if data.get("pilots") == []:
            self.report(("pilots",), "a squad has at least one pilot")
        for path, pilot in self.list_of(("pilots",), data, "pilots"):
            if not isinstance(pilot, dict):
                self.report(path, f"expected a pilot {{...}}, got {_shown(pilot)}")
                continue
            key = "id" if "id" in pilot else "name"
            self.keys(path, pilot, _PILOT_KEYS, (key, "ship"))
            kind = self.ship(path, pilot)
            name = self.text((*path, key), pilot)
            played, left_out = self.upgrades(path, pilot)
            if kind is not None and name is not None and faction:
                id = self.pilot((*path, key), kind, name, faction)
                if id is not None:
                    yield SquadShip(Entry(kind, id, played), left_out)

    def ship(self, path: KeyPath, pilot: Mapping[str, Any]) -> str | None:
        word = self.text((*path, "ship"), pilot)
        if word is None:
            return None
        known = xws_words.ships()
        if word not in known:
            near = did_you_mean(word, known) or ", or it is a huge one"
            self.report((*path, "ship"), f"no small or large ship {shown(word)}{near}")
        return known.get(word)

    def pilot(self, path: KeyPath, kind: str, name: str, faction: str) -> str | None:
        known = xws_words.pilots(kind)
        ship = cards.ship_card(kind).xws
        if (name, faction) in known:
            id = known[name, faction].id
            for missing in cards.not_played(kind, id):
                self.report(path, f"{missing} is not played here (XW-239)", warning=True)
            return id
        others = [other for pilot, other in known if pilot == name]
        if others:
            message = (
                f"{name!r} of {ship} flies for {' or '.join(others)}, not for {faction} (XW-1)"
            )
        else:
            names = list(dict.fromkeys(pilot for pilot, _ in known))
            near = did_you_mean(name, names) or f"; it has {', '.join(names)}"
            message = f"no pilot {shown(name)} of {ship}{near}"
        self.report(path, message)
        return None

    def upgrades(
        self, path: KeyPath, pilot: Mapping[str, Any]
    ) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """Return the upgrades that are played, and slot and name of those that are not."""
        bars = pilot.get("upgrades", {})
        path = (*path, "upgrades")
        if not isinstance(bars, dict):
            self.report(path, f"expected upgrades by slot {{...}}, got {_shown(bars)}")
            return (), ()
        played: list[str] = []
        left_out: list[tuple[str, str]] = []
        for word in bars:
            slot = words().slots.get(word)
            if slot is None:
                near = did_you_mean(word, words().slots) or f"; known: {', '.join(words().slots)}"
                self.report((*path, word), f"no slot {shown(word)}{near}", on_key=True)
                continue
            for place, item in self.list_of((*path, word), bars, "upgrades"):
                name = self.word(place, item, "the name of an upgrade")
                if name is None:
                    continue
                if (slot, name) in xws_words.upgrades():
                    played.append(xws_words.upgrades()[slot, name])
                else:
                    left_out.append((slot, name))
                    self.not_played(place, slot, name)
        return tuple(played), tuple(left_out)

    def not_played(self, path: KeyPath, slot: str, name: str) -> None:
        known = xws_words.upgrades()
        near = did_you_mean(name, [other for own, other in known if own == slot])
        elsewhere = [own for own, other in known if other == name]
        hint = near or "".join(f"; {words().slot(own)!r} has one of that name" for own in elsewhere)
        message = f"the {slot} upgrade {shown(name)} is not played here (XW-239)"
        self.report(path, f"{message}{hint}", warning=True)

    def obstacles(self, data: Mapping[str, Any]) -> Iterator[str]:
        known = (*words().obstacles, *words().no_shape)
        for path, item in self.list_of(("obstacles",), data, "obstacles"):
            id = self.word(path, item, "the id of an obstacle")
            if id is None:
                continue
            if id not in known:
                near = did_you_mean(id, known) or f"; known: {', '.join(known)}"
                self.report(path, f"no obstacle {shown(id)}{near}")
            elif id in words().no_shape:
                message = f"the shape of {id!r} is not known here: it cannot be placed (XW-169)"
                self.report(path, message, warning=True)
            yield id


def _shown(value: object) -> str:
    """Return a JSON value as a message shows it."""
    return "null" if value is None else shown(value)
