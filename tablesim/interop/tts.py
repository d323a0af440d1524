"""X-Wing positions from saves of Tabletop Simulator (JSON).

A save holds every object with its ``Transform`` in units of its own, on a left-handed plane: x to
the right, z away, turns clockwise from above.  Ships and obstacles are told by type and nickname;
``templates/xwing/tts.toml`` says how, and what a length is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import BadData, Mistake, UnknownName, did_you_mean
from ..games.datafile import Section, read
from ..games.xwing.components import default_folder
from ..table import Table
from ..table.check import Path as KeyPath
from ..table.check import shown
from .json_text import Document, parse
from .saves import REFUSED, Collector, Imported, Names, decoded, read_bytes

GAME = "xwing"

_LEVEL = 5.0
"""Degrees by which a thing may be tilted and still lie flat."""


@dataclass(frozen=True, slots=True)
class Mod:
    """How one mod keeps places.

    Attributes
    ----------
    units_per_mm
        Its units in a millimetre.
    heading
        Of a thing that is not turned, in degrees.
    modes
        Words in the game mode or name of its saves.
    """

    units_per_mm: float
    heading: float
    modes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What ``tts.toml`` says: the mat, types and tags of things, mods and names, the quantum."""

    mat: tuple[float, float]
    types: tuple[str, ...]
    tags: tuple[str, ...]
    mods: Mapping[str, Mod]
    names: Names
    quantum: Mapping[str, float]


@cache
def words(folder: Path | None = None) -> Words:
    """Read ``tts.toml``.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> words().mods["tts-xwing"].units_per_mm
    0.036125
    """

    def mod(_: str, section: Section) -> Mod:
        modes = section.words("modes") if section.has("modes") else ()
        return Mod(section.positive("units_per_mm"), section.number("heading_deg"), modes)

    def reader(top: Section) -> Words:
        top.text("source")
        with top.section("quantum").checked() as part:
            quantum = {"length": part.positive("length_mm"), "degrees": part.positive("degrees")}
        with top.section("mods").checked() as part:
            mods = part.sections(mod)
        width, depth = top.numbers("mat_mm", 2)
        types, tags = top.words("types"), top.words("tags")
        return Words((width, depth), types, tags, mods, Names.read(top), quantum)

    return read((folder or default_folder()) / "tts.toml", reader)


def load(path: str | Path, **options: Any) -> Imported:
    """Read a save; options and errors as of :func:`loads`, and OSError if it cannot be read."""
    return loads(decoded(read_bytes(Path(path)), str(path)), source=str(path), **options)


def loads(
    text: str,
    *,
    mod: str | None = None,
    area: tuple[float, float] | None = None,
    source: str = "<text>",
) -> Imported:
    """Read the text of a save.

    Parameters
    ----------
    text
        JSON, as Tabletop Simulator writes it.
    mod
        Which mod's units are meant, a table of ``tts.toml``; None goes by the words of the save.
    area
        Width and depth of the mat in mm, whose middle is the origin of the save; None takes three
        feet.
    source
        What to call it in messages.

    Returns
    -------
    Imported
        The table, and notes: what lies beside the mat, cannot be told, or is tilted.

    Raises
    ------
    BadData
        If it is no save.
    UnknownName
        If there is no such mod.

    >>> text = '''{"ObjectStates": [{"Name": "Custom_Model", "Nickname": "Luke Skywalker",
    ...   "Transform": {"posX": 0.0, "posZ": -3.6125, "rotY": 180.0}}]}'''
    >>> loads(text).table["luke-skywalker"].pose
    Pose(x=457.2, y=357.2, heading=90.0)
    """
    document = parse(text, source)
    save = document.data
    if not isinstance(save, dict) or not isinstance(save.get("ObjectStates"), list):
        message = 'this is no save of Tabletop Simulator, which is {"ObjectStates": [...], ...}'
        raise BadData([Mistake(message)], source)
    found = Collector(Table(GAME, area=area or words().mat, quantum=dict(words().quantum)), source)
    _Reader(document, _mod(mod, save), found).read()
    return found.imported()


def _mod(name: str | None, save: Mapping[str, Any]) -> Mod:
    known = words().mods
    if name is not None:
        if name not in known:
            hint = did_you_mean(name, known) or f"; known: {', '.join(known)}"
            raise UnknownName(f"no mod {name!r}{hint}")
        return known[name]
    said = f"{save.get('GameMode', '')} {save.get('SaveName', '')}"
    meant = (mod for mod in known.values() if any(mode in said for mode in mod.modes))
    return next(meant, next(iter(known.values())))


class _Reader:
    """Goes through the objects of a save."""

    def __init__(self, document: Document, mod: Mod, found: Collector) -> None:
        self.document = document
        self.mod = mod
        self.found = found

    def read(self) -> None:
        others: Counter[str] = Counter()
        for number, thing in enumerate(self.document.data["ObjectStates"]):
            path: KeyPath = ("ObjectStates", number)
            if not isinstance(thing, dict):
                self.note(path, f"expected an object {{...}}, got {shown(thing)}")
            elif not self.known(path, thing):
                others[_text(thing, "Name") or "no type"] += 1
        if others:
            listed = ", ".join(f"{count} of {name}" for name, count in sorted(others.items()))
            self.note(("ObjectStates",), f"left out, neither ship nor obstacle: {listed}")

    def note(self, path: KeyPath, message: str) -> None:
        self.found.notes.append(self.document.mistake(path, message, warning=True))

    def known(self, path: KeyPath, thing: Mapping[str, Any]) -> bool:
        """Place an object if it is a ship or an obstacle; return False if it is neither."""
        tags = thing.get("Tags")
        tagged = isinstance(tags, list) and any(tag in words().tags for tag in tags)
        if not tagged and _text(thing, "Name") not in words().types:
            return False
        name = _text(thing, "Nickname")
        obstacle, ship = words().names.obstacle([name]), words().names.ship([name])
        if obstacle is None and ship is None:
            if tagged:
                self.note(path, f"{shown(name)} is the name of no ship, pilot or obstacle")
            return tagged
        place = self.place(path, thing)
        if place is None:
            return True
        at, heading = place
        if self.found.off(at):
            where = f"({at[0]:.0f}, {at[1]:.0f}) mm"
            self.note(path, f"{shown(name)} lies beside the mat, at {where}: left out")
            return True
        try:
            if obstacle is not None:
                self.found.obstacle(obstacle, at, heading)
            elif ship is not None:
                self.found.ship(*ship, at, heading)
        except REFUSED as error:
            self.note(path, f"{shown(name)} cannot be placed: {error}")
        return True

    def place(
        self, path: KeyPath, thing: Mapping[str, Any]
    ) -> tuple[tuple[float, float], float] | None:
        """Return where an object lies, None and a note if that is not said."""
        name = shown(_text(thing, "Nickname"))
        transform = thing.get("Transform")
        said = transform if isinstance(transform, dict) else {}
        numbers = [_number(said.get(key)) for key in ("posX", "posZ", "rotY")]
        if None in numbers:
            self.note(path, f"{name} is left out: its Transform needs numbers posX, posZ and rotY")
            return None
        x, z, turn = (float(number or 0.0) for number in numbers)
        tilt = max(map(_tilt, (said.get("rotX"), said.get("rotZ"))))
        if tilt > _LEVEL:
            self.note(path, f"{name} is tilted by {tilt:.0f}°: its place is that of its middle")
        width, depth = self.found.table.area
        k = self.mod.units_per_mm
        # What a float of 32 bits adds beyond the quantum is noise.
        at = round(x / k + width / 2, 6), round(z / k + depth / 2, 6)
        return at, round(self.mod.heading - turn, 6) % 360.0


def _text(thing: Mapping[str, Any], key: str) -> str:
    value = thing.get(key)
    return value if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    """Return a number that is one, and small enough for a table."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        return None
    return float(value)


def _tilt(value: object) -> float:
    """Return by how many degrees an angle differs from 0."""
    return abs(math.remainder(_number(value) or 0.0, 360.0))
