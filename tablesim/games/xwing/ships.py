"""Ships, their dials, and their pilots, as ``templates/xwing/`` states them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...errors import did_you_mean
from ..datafile import Section, read
from .components import SIDES, ManeuverSet
from .maneuvers import Maneuver

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

COLORS = MappingProxyType({"G": "green", "W": "white", "R": "red"})
"""The colors of a dial (XW-20) by the letter that stands for them in ``ships.toml``."""

FACTIONS = ("rebel", "imperial", "scum", "resistance", "first-order")
ACTIONS = (
    "focus",
    "target-lock",
    "evade",
    "barrel-roll",
    "boost",
    "cloak",
    "slam",
    "rotate-arc",
    "coordinate",
    "jam",
    "reinforce",
    "reload",
)
ARCS = ("front", "rear", "auxiliary-180", "mobile", "turret", "bullseye")
"""Where the primary weapon of a ship may fire (XW-63, XW-237)."""

SLOTS = (
    "elite",
    "system",
    "cannon",
    "turret",
    "torpedo",
    "missile",
    "crew",
    "bomb",
    "astromech",
    "salvaged-astromech",
    "illicit",
    "tech",
)
"""What an upgrade bar may show (XW-101), in the order of the data."""

VALUES = ("attack", "agility", "hull", "shields")
_OTHER_SIDE = {"left": "right", "right": "left", None: None}


@dataclass(frozen=True, slots=True)
class Ship:
    """A type of ship (XW-202, part 11.5).

    Attributes
    ----------
    id, name, xws
        Our name for it, the printed name, and its name in the XWS squad format.
    base
        The size of its base, for instance ``"small"``.
    factions
        Which factions have pilots for it.
    attack, agility, hull, shields
        The printed values.
    actions
        Its action bar (XW-44).
    arcs
        Where its primary weapon may fire.
    dial
        The maneuvers it has and their colors, slow ones first (XW-17, XW-203).
    """

    id: str
    name: str
    xws: str
    base: str
    factions: tuple[str, ...]
    attack: int
    agility: int
    hull: int
    shields: int
    actions: tuple[str, ...]
    arcs: tuple[str, ...]
    dial: Mapping[Maneuver, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Pilot:
    """A ship card (XW-101, XW-204).

    Attributes
    ----------
    id, name, xws
        Our name for it (unique within a ship), the printed name, and its name in the XWS format.
    ship, faction
        The id of its ship, and its faction.
    skill, points
        Pilot skill and squad points; None where the card has none of its own.
    unique
        Whether a player may have it only once (XW-96).
    slots
        Its upgrade bar: a slot for each upgrade that it may carry.
    attack, agility, hull, shields
        The values of the card: those of the ship, but for the few cards that print others.
    """

    id: str
    name: str
    xws: str
    ship: str
    faction: str
    skill: int | None
    points: int | None
    unique: bool
    slots: tuple[str, ...]
    attack: int
    agility: int
    hull: int
    shields: int


def read_ships(folder: Path, sizes: Collection[str], known: ManeuverSet) -> Mapping[str, Ship]:
    """Read ``ships.toml``.

    Parameters
    ----------
    folder
        Where the data files are.
    sizes
        The known sizes of bases.
    known
        The known templates and bearings.

    Raises
    ------
    BadData
        If the file cannot be used.
    """

    def ship(id_: str, section: Section) -> Ship:
        return Ship(
            id_,
            name=section.text("name"),
            xws=section.text("xws"),
            base=section.text("base", sizes),
            factions=section.texts("factions", FACTIONS),
            **{value: section.count(value) for value in VALUES},
            actions=section.texts("actions", ACTIONS),
            arcs=section.texts("arcs", ARCS),
            dial=_dial(section, known),
        )

    def reader(top: Section) -> Mapping[str, Ship]:
        top.text("source")
        top.text("attribution")
        return top.sections(ship)

    return read(folder / "ships.toml", reader)


def _dial(section: Section, known: ManeuverSet) -> Mapping[Maneuver, str]:
    head, *rows = (line.split() for line in section.text("dial").strip().splitlines())
    columns = [_column(section, word, known) for word in head[1:]]
    dial: dict[Maneuver, str] = {}
    for row in rows:
        if len(row) != len(head) or not row[0].isdecimal():
            raise section.wrong(
                "dial", f"expected a speed and {len(columns)} colors, got {' '.join(row)!r}"
            )
        for (bearing, sides), letter in zip(columns, row[1:], strict=True):
            if letter == "-":
                continue
            for maneuver in (Maneuver(bearing, int(row[0]), side) for side in sides):
                problem = _entry_problem(maneuver, letter, dial, known)
                if problem:
                    raise section.wrong("dial", f"{maneuver.notation()!r}: {problem}")
                dial[maneuver] = COLORS[letter]
    for maneuver in dial:
        other = Maneuver(maneuver.bearing, maneuver.speed, _OTHER_SIDE[maneuver.side])
        if other not in dial:
            raise section.wrong("dial", f"{maneuver.notation()!r} without {other.notation()!r}")
    return MappingProxyType(dial)


def _entry_problem(
    maneuver: Maneuver, letter: str, dial: Mapping[Maneuver, str], known: ManeuverSet
) -> str:
    if letter not in COLORS:
        return f"unknown color {letter!r}; known: {', '.join(COLORS)}, and - for none"
    if maneuver.speed not in known.speeds(maneuver.bearing):
        return f"no such template; {maneuver.bearing} has speeds {known.speeds(maneuver.bearing)}"
    return "stands there twice" if maneuver in dial else ""


def _column(section: Section, word: str, known: ManeuverSet) -> tuple[str, Sequence[str | None]]:
    """Return the bearing of a column of a dial, and the sides that it stands for."""
    columns: dict[str, tuple[str, Sequence[str | None]]] = {}
    for name, bearing in known.bearings.items():
        column = name.replace(" ", "-")
        columns[column] = name, (SIDES if bearing.sided else (None,))
        if bearing.sided:
            columns |= {f"{column}-{side}": (name, (side,)) for side in SIDES}
    if word not in columns:
        hint = did_you_mean(word, columns)
        raise section.wrong(
            "dial", f"unknown bearing {word!r}{hint or '; known: ' + ', '.join(columns)}"
        )
    return columns[word]


def read_pilots(folder: Path, ships: Mapping[str, Ship]) -> Mapping[str, Mapping[str, Pilot]]:
    """Read ``pilots.toml``: the pilots by ship and id.

    Raises
    ------
    BadData
        If the file cannot be used, or a ship or faction has no pilot, or a pilot no ship.
    """

    def of_ship(id_: str, section: Section) -> Mapping[str, Pilot]:
        if id_ not in ships:
            raise section.wrong("", f"no ship {id_!r}; known: {', '.join(ships)}")
        ship = ships[id_]
        pilots = section.sections(lambda name, row: _pilot(name, row, ship))
        for faction in ship.factions:
            if all(pilot.faction != faction for pilot in pilots.values()):
                raise section.wrong("", f"no pilot of the faction {faction!r}")
        return pilots

    def reader(top: Section) -> Mapping[str, Mapping[str, Pilot]]:
        top.text("source")
        top.text("attribution")
        pilots = top.sections(of_ship)
        for ship in ships:
            if ship not in pilots:
                raise top.wrong(ship, "missing; every ship has pilots")
        return pilots

    return read(folder / "pilots.toml", reader)


def _pilot(id_: str, row: Section, ship: Ship) -> Pilot:
    return Pilot(
        id_,
        name=row.text("name"),
        xws=row.text("xws"),
        ship=ship.id,
        faction=row.text("faction", ship.factions),
        skill=row.count("skill") if row.has("skill") else None,
        points=row.count("points") if row.has("points") else None,
        unique=row.flag("unique"),
        slots=row.texts("slots", SLOTS, repeats=True),
        **{value: row.count(value) if row.has(value) else getattr(ship, value) for value in VALUES},
    )
