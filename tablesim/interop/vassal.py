r"""X-Wing positions from saves of VASSAL (``.vsav``), as far as places go.

A save is a zip whose member ``savedGame`` is text, hidden by an exclusive or: commands, parted by
the escape character.  A piece comes as ``+/id/type/state``: type and state are lists of its traits,
each of which holds the rest of the list as one item, down to the picture with its place in pixels.
``templates/xwing/vassal.toml`` says by which words a piece is a ship or an obstacle.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import BadData, Mistake
from ..games.datafile import Section, read
from ..games.xwing.components import default_folder
from ..table import Table
from ..table.check import shown
from .board import PX_PER_MM, UP
from .saves import LIMIT, REFUSED, Collector, Imported, Names, decoded, read_bytes

GAME = "xwing"
MEMBER = "savedGame"
"""The file in the zip that holds the game."""

_MAGIC = "!VCSK"
_BEGIN = "begin_save"
_ESCAPE = "\x1b"
_MOST_TRAITS = 500
"""On one piece; real ones have about a hundred."""

_MOST_HEADINGS = 36_000
"""That a piece can be turned to; real ones have up to 360."""

_DEEPEST = 20
"""Lists of commands within lists; real saves have two or three."""


@dataclass(frozen=True, slots=True)
class Words:
    """What ``vassal.toml`` says.

    Attributes
    ----------
    ship, obstacle
        The words in the state of a piece that tell what it is.
    properties
        The properties that may name it.
    names
        Further names.
    origin, size
        The upper left corner of the mat, and its width and height, in pixels of the map.
    """

    ship: str
    obstacle: str
    properties: tuple[str, ...]
    names: Names
    origin: tuple[float, float]
    size: tuple[float, float]


@cache
def words(folder: Path | None = None) -> Words:
    """Read ``vassal.toml``.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> words().ship
    'this_is_a_ship'
    """

    def reader(top: Section) -> Words:
        top.text("source")
        (x, y), (width, height) = top.numbers("origin_px", 2), top.numbers("mat_px", 2)
        ship, obstacle = top.text("ship"), top.text("obstacle")
        names = Names.read(top)
        return Words(ship, obstacle, top.words("names"), names, (x, y), (width, height))

    return read((folder or default_folder()) / "vassal.toml", reader)


def load(path: str | Path, **options: Any) -> Imported:
    """Read a save; options and errors as of :func:`loads`, and OSError if it cannot be read."""
    return loads(read_bytes(Path(path)), source=f"{path}#{MEMBER}", **options)


def loads(
    raw: bytes,
    *,
    size: tuple[float, float] | None = None,
    px_per_mm: float = PX_PER_MM,
    source: str = "<bytes>",
) -> Imported:
    """Read the content of a save.

    Parameters
    ----------
    raw
        The zip.
    size
        Width and height of the mat in pixels; None takes three feet.
    px_per_mm
        The scale of its map.
    source
        What to call it in messages.

    Returns
    -------
    Imported
        The table, whose ``quantum`` is a pixel and a degree, and notes on what was left out.

    Raises
    ------
    BadData
        If it is no save.
    ValueError
        If the scale is not positive.
    """
    if not 0 < px_per_mm < float("inf"):
        raise ValueError(f"px_per_mm = {px_per_mm}: expected a number above zero")
    text = revealed(_member(raw, source), source)
    if not text.startswith(_BEGIN):
        raise BadData([Mistake(f"the save holds no saved game, which starts {_BEGIN}")], source)
    quantum = {"length": 1 / px_per_mm, "degrees": 1.0}
    width, height = size or words().size
    area = width / px_per_mm, height / px_per_mm
    found = Collector(Table(GAME, area=area, quantum=quantum), source)
    _Reader(found, px_per_mm).read(text)
    return found.imported()


def _member(raw: bytes, source: str) -> str:
    """Return the text of the hidden game."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as file, file.open(MEMBER) as member:
            content = member.read(LIMIT + 1)
    except KeyError:
        message = f"the zip holds no {MEMBER!r}: it is no save of VASSAL"
        raise BadData([Mistake(message)], source) from None
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError) as error:
        raise BadData([Mistake(f"this is no zip that can be read: {error}")], source) from None
    except (RuntimeError, NotImplementedError, ValueError) as error:  # a password, a rare packing
        raise BadData([Mistake(f"the zip cannot be unpacked: {error}")], source) from None
    if len(content) > LIMIT:
        raise BadData([Mistake(f"unpacked it is larger than {LIMIT:,} bytes")], source)
    return decoded(content, source)


def revealed(text: str, source: str = "<text>") -> str:
    """Return the text that a save hides: two hex digits of a key, then those of each byte.

    Raises
    ------
    BadData
        If it is not hidden in that way.

    >>> revealed("!VCSK0168606f65")
    'iand'
    """
    if not text.startswith(_MAGIC):
        raise BadData([Mistake(f"expected a text that begins with {_MAGIC}")], source)
    try:
        key, *content = bytes.fromhex(text[len(_MAGIC) :].strip())
    except ValueError as error:
        raise BadData([Mistake(f"after {_MAGIC} come hex digits: {error}")], source) from None
    return decoded(bytes(byte ^ key for byte in content), source)


def hidden(text: str, key: int = 0) -> str:
    """Return a text as a save hides it; the reverse of :func:`revealed`.

    >>> revealed(hidden("begin_save", 77))
    'begin_save'
    """
    return f"{_MAGIC}{key:02x}{bytes(byte ^ key for byte in text.encode()).hex()}"


def split(text: str, delimiter: str) -> list[str]:
    r"""Return the items of a list of VASSAL, in which a backslash hides the delimiter.

    >>> split(r"a,b\,c,'it''s'", ",")
    ['a', 'b,c', "it''s"]
    """
    items = re.split(rf"(?<!\\){re.escape(delimiter)}", text)
    shown_items = (item.replace(f"\\{delimiter}", delimiter) for item in items)
    return [
        item[1:-1] if len(item) > 1 and item[0] == item[-1] == "'" else item for item in shown_items
    ]


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a game, those within others as well, in their order."""
    waiting = [(text, 0)]
    while waiting:
        command, depth = waiting.pop()
        parts = split(command, _ESCAPE) if _ESCAPE in command and depth < _DEEPEST else [command]
        if len(parts) == 1:
            yield parts[0]
        else:
            waiting += ((part, depth + 1) for part in reversed(parts))


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of VASSAL, as its traits describe it.

    Attributes
    ----------
    state
        All that changes, as the save writes it.
    properties
        What its traits call by name.
    name
        Its common name.
    turn
        Degrees, counter-clockwise, by which its picture is turned.
    place
        x and y in pixels of the map, None if it is not on a map.
    """

    state: str
    properties: Mapping[str, str]
    name: str
    turn: float
    place: tuple[float, float] | None

    @classmethod
    def read(cls, type: str, state: str) -> Token:
        r"""Read the type and the state of a piece.

        Raises
        ------
        ValueError
            If a number is none.

        >>> type = "rotate;1;;\tmark;What\\\tpiece;;;a.png;Asteroid 1"
        >>> token = Token.read(type, "45.0\tthis_is_an_asteroid\\\tTable;100;200;7")
        >>> token.name, token.turn, token.place, token.properties["What"]
        ('Asteroid 1', 45.0, (100.0, 200.0), 'this_is_an_asteroid')
        """
        properties: dict[str, str] = {}
        name, turn, place = "", 0.0, None
        for kind, now in _traits(type, state):
            tag, _, rest = kind.partition(";")
            if tag == "rotate":
                turn += _angle(rest, now)
            elif tag == "PROP":
                properties[split(rest, ";")[0]] = now
            elif tag == "mark":
                properties |= dict(zip(split(rest, ","), split(now, ","), strict=False))
            elif tag == "piece":
                name = split(kind, ";")[-1]
                on, x, y = (*split(now, ";"), "", "", "")[:3]
                place = None if on in ("", "null") else (float(x), float(y))
        return cls(state, properties, name, turn, place)


def _traits(type: str, state: str) -> Iterator[tuple[str, str]]:
    """Yield the type and the state of each trait of a piece, from the outside in."""
    for _ in range(_MOST_TRAITS):
        (kind, *inner), (now, *within) = split(type, "\t"), split(state, "\t")
        yield kind, now
        if not inner:
            return
        type, state = inner[0], within[0] if within else ""


def _angle(kind: str, state: str) -> float:
    """Return by how much a trait turns: freely, or to one of so many headings, clockwise."""
    count = int(split(kind, ";")[0])
    if not 1 <= count <= _MOST_HEADINGS:
        raise ValueError(f"expected 1 to {_MOST_HEADINGS:,} headings, got {shown(count)}")
    return float(state) if count == 1 else -(int(state) % count) * 360.0 / count


class _Reader:
    """Goes through the pieces of a game."""

    def __init__(self, found: Collector, px_per_mm: float) -> None:
        self.found = found
        self.scale = px_per_mm

    def read(self, text: str) -> None:
        others = 0
        for number, command in enumerate(commands(text), 1):
            if not command.startswith("+/"):
                continue
            parts = split(command, "/")
            if len(parts) < 4:
                self.note(number, "a piece without type and state is left out")
            elif words().ship in parts[3]:
                self.place(number, parts[2], parts[3], "ship")
            elif words().obstacle in parts[3]:
                self.place(number, parts[2], parts[3], "obstacle")
            elif parts[2] != "stack":
                others += 1
        if others:
            self.note(0, f"left out, neither ship nor obstacle: {others} of the pieces")

    def note(self, number: int, message: str) -> None:
        path = f"command {number}" if number else MEMBER
        self.found.notes.append(Mistake(message, path=path, warning=True))

    def place(self, number: int, type: str, state: str, what: str) -> None:
        """Place a ship or an obstacle, or note why it cannot be placed."""
        try:
            token = Token.read(type, state)
        except ValueError as error:
            self.note(number, f"a piece that cannot be read is left out: {error}")
            return
        said = [token.properties.get(key, "") for key in words().properties] + [token.name]
        name = shown(next(filter(None, said), ""))
        ship, obstacle = words().names.ship(said), words().names.obstacle(said)
        if token.place is None:
            self.note(number, f"{name} is on no map: left out")
        elif (ship if what == "ship" else obstacle) is None:
            self.note(number, f"{name} is no {what} that is known here: left out")
        else:
            self.put(number, name, token, ship if what == "ship" else None, obstacle)

    def put(
        self,
        number: int,
        name: str,
        token: Token,
        ship: tuple[str, str | None] | None,
        obstacle: str | None,
    ) -> None:
        """Place a ship, or else an obstacle, unless it lies beside the mat."""
        assert token.place is not None
        x, y = (place - origin for place, origin in zip(token.place, words().origin, strict=True))
        at = x / self.scale, self.found.table.area[1] - y / self.scale
        if self.found.off(at):
            self.note(number, f"{name} lies beside the mat, at ({x:g}, {y:g}) px: left out")
            return
        try:
            if ship is not None:
                self.found.ship(*ship, at, token.turn + UP)
            elif obstacle is not None:
                self.found.obstacle(obstacle, at, token.turn + UP)
        except REFUSED as error:
            self.note(number, f"{name} cannot be placed: {error}")
