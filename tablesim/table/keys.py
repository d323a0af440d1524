"""Which keys a position file may have: declared once, read by checker, writer and schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from ..geometry.footprint import Disc, Ellipse, Footprint, Hull, Outline, Rect
from .catalogue import Cases, Catalogue, KeySpec, TableSpec
from .piece import Piece, Question, Terrain
from .units import UNITS

FORMAT = 1
"""The version of the format that this package reads and writes."""

_NUMBER = KeySpec(float, "A coordinate.")
_POINT = KeySpec(list, "A point, [x, y].", items=_NUMBER, size=(2, 2))
_RING = KeySpec(
    list,
    "The corners of a simple polygon in order, [[x, y], ...].",
    items=_POINT,
    size=(3, None),
    length=True,
)
_HOLES = KeySpec(list, "Rings cut out of the outline.", items=_RING, length=True)
_SIZE = KeySpec(float, "A size.", above=0)
_ID = KeySpec(str, "The name on this table; no other thing has it.", size=(1, None), required=True)
_HEADING = KeySpec(float, "Where the front looks: degrees, counter-clockwise from +x.")


def _at(*, required: bool) -> KeySpec:
    doc = "Where the center is, [x, y] from the lower left corner."
    return KeySpec(list, doc, items=_NUMBER, size=(2, 2), length=True, required=required)


FOOTPRINT = TableSpec(
    {
        "disc": KeySpec(float, "The radius of a round base.", above=0, length=True),
        "ellipse": KeySpec(
            list,
            "Length (along the heading) and width of an oval base.",
            items=_SIZE,
            size=(2, 2),
            length=True,
        ),
        "rect": KeySpec(
            list, "Depth (along the heading) and width.", items=_SIZE, size=(2, 2), length=True
        ),
        "hull": KeySpec(
            list, "Points whose convex hull it is.", items=_POINT, size=(3, None), length=True
        ),
        "outline": _RING,
        "holes": _HOLES,
    },
    one_of=("disc", "ellipse", "rect", "hull", "outline"),
    needs={"holes": "outline"},
)
"""The forms of ``footprint = {...}``, in the thing's own coordinates (x ahead, y to the left)."""

QUANTUM = TableSpec(
    {
        "length": KeySpec(float, "The step of x and of y.", above=0, length=True, required=True),
        "degrees": KeySpec(float, "The step of headings.", minimum=0, required=True),
    }
)
"""``quantum = {length = 0.354, degrees = 1.0}``: places that were read off a board of pixels."""

_FOOTPRINT = KeySpec(dict, "A shape: {disc = r}, {rect = [depth, width]}, ...", table=FOOTPRINT)


def footprint_data(footprint: Footprint) -> dict[str, Any]:
    """Return a footprint as a file states it.

    Raises
    ------
    TypeError
        If files know no form for it.

    >>> footprint_data(Rect(40, 20))
    {'rect': (40, 20)}
    """
    match footprint:
        case Disc(radius=radius):
            return {"disc": radius}
        case Ellipse(length=length, width=width):
            return {"ellipse": (length, width)}
        case Rect(depth=depth, width=width):
            return {"rect": (depth, width)}
        case Hull(corners=corners):
            return {"hull": corners}
        case Outline(ring=ring, holes=holes):
            return {"outline": ring, **({"holes": holes} if holes else {})}
    known = "a Disc, an Ellipse, a Rect, a Hull or an Outline"
    raise TypeError(f"a footprint is {known}, got {footprint!r}")


def footprint_of(data: Mapping[str, Any]) -> Footprint:
    """Return the footprint that a file states; the reverse of :func:`footprint_data`.

    Raises
    ------
    GeometryError
        If there is no such shape.

    >>> footprint_of({"disc": 16.0}).radius
    16.0
    """
    if "disc" in data:
        return Disc(data["disc"])
    if "ellipse" in data:
        return Ellipse(*data["ellipse"])
    if "rect" in data:
        return Rect(*data["rect"])
    if "hull" in data:
        return Hull(data["hull"])
    return Outline(data["outline"], data.get("holes", ()))


def _named(doc: str, names: Mapping[str, Any]) -> KeySpec:
    return KeySpec(str, doc, choices=tuple(names))


def _piece(game: Catalogue) -> TableSpec:
    keys = {
        "id": _ID,
        "kind": _named("What it is in its game.", game.kinds),
        "base": _named("A bare base of the game.", game.bases),
        "footprint": _FOOTPRINT,
        "seat": KeySpec(int, "Who owns it: 0, 1, ...", minimum=0),
        "at": _at(required=True),
        "heading": _HEADING,
    }
    return TableSpec({**keys, **game.piece_keys}, one_of=("kind", "base", "footprint"))


def _terrain(game: Catalogue) -> TableSpec:
    keys = {
        "id": _ID,
        "kind": _named("An obstacle of the game.", game.obstacles),
        "outline": _RING,
        "holes": _HOLES,
        "footprint": _FOOTPRINT,
        "at": _at(required=False),
        "heading": _HEADING,
        "bottom": KeySpec(float, "The height at which it begins.", length=True),
        "top": KeySpec(float, "The height at which it ends.", length=True),
    }
    return TableSpec(
        {**keys, **game.terrain_keys},
        one_of=("kind", "outline", "footprint"),
        needs={"kind": "at", "footprint": "at", "holes": "outline"},
    )


def things(game: Catalogue) -> dict[str, TableSpec | Cases]:
    """Return the keys of each ``[[piece]]``, ``[[terrain]]`` and ``[[question]]`` of a game."""
    asked = {ask: TableSpec(parameters) for ask, parameters in game.questions.items()}
    return {"piece": _piece(game), "terrain": _terrain(game), "question": Cases("ask", asked)}


_DOCS = {
    "piece": "A piece on the table.",
    "terrain": "A thing on the table that is no piece.",
    "question": "A question to the judge.",
}


def position(game: Catalogue) -> TableSpec:
    """Return the keys of a whole position file of a game."""
    keys = {
        "format": KeySpec(
            int, "The version of this format: format = 1.", minimum=FORMAT, required=True
        ),
        "game": KeySpec(str, "The game.", choices=(game.game,), required=bool(game.game)),
        "title": KeySpec(str, "What the position is about."),
        "units": KeySpec(str, "The unit of all lengths in this file.", choices=tuple(UNITS)),
        "area": KeySpec(
            list, "Width and depth of the table.", items=_SIZE, size=(2, 2), length=True
        ),
        "quantum": KeySpec(
            dict, "The steps to which the places in this file are rounded.", table=QUANTUM
        ),
        **game.table_keys,
    }
    lists = {
        key: KeySpec(list, _DOCS[key], items=KeySpec(dict, _DOCS[key], table=table))
        for key, table in things(game).items()
    }
    return TableSpec({**keys, **lists})


def data_of(thing: Piece | Terrain | Question) -> dict[str, Any]:
    """Return a thing as its table of a file, lengths still in the unit of the game.

    >>> from tablesim.table import Piece
    >>> data_of(Piece("luke", kind="x-wing", at=(450, 300), focus=1))
    {'id': 'luke', 'kind': 'x-wing', 'at': (450.0, 300.0), 'focus': 1}
    """
    if isinstance(thing, Question):
        return {"ask": thing.ask, **thing.parameters}
    data = {"id": thing.id, **thing.stated}
    if "footprint" in data:
        data["footprint"] = footprint_data(data["footprint"])
    return data


def thing_of(name: str, data: Mapping[str, Any]) -> Piece | Terrain | Question:
    """Return the thing of a ``[[piece]]``, ``[[terrain]]`` or ``[[question]]`` without mistakes.

    Raises
    ------
    GeometryError
        If there is no such shape.
    ValueError
        If the top of terrain lies below its bottom.
    """
    said = dict(data)
    if name == "question":
        return Question(said.pop("ask"), **said)
    if "footprint" in said:
        said["footprint"] = footprint_of(said["footprint"])
    return Piece(**said) if name == "piece" else Terrain(**said)


def convert(
    value: Any,
    spec: KeySpec | TableSpec | Cases,
    length: Callable[[Any], Any],
    *,
    inside: bool = False,
) -> Any:
    """Return data with every length replaced and the keys in the order of their declaration.

    Parameters
    ----------
    value
        Data that keeps to `spec`.
    spec
        Its declaration.
    length
        What to make of a length.
    inside
        True inside of a list that is a length as a whole.
    """
    if isinstance(spec, Cases):
        tag = value[spec.tag]
        rest = {key: item for key, item in value.items() if key != spec.tag}
        return {spec.tag: tag, **convert(rest, spec.tables[tag], length)}
    if isinstance(spec, TableSpec):
        known = ((key, item) for key, item in spec.keys.items() if key in value)
        return {key: convert(value[key], item, length, inside=inside) for key, item in known}
    inside = inside or spec.length
    if isinstance(value, list | tuple):
        return [convert(item, spec.items or spec, length, inside=inside) for item in value]
    if isinstance(value, Mapping):
        if spec.table is not None:
            return convert(value, spec.table, length, inside=inside)
        return {key: convert(item, spec, length, inside=inside) for key, item in value.items()}
    if inside and isinstance(value, int | float | Decimal):
        return length(value)
    return float(value) if isinstance(value, Decimal) else value
