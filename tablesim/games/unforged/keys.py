"""What an UNFORGED position file may say beyond what every position file may say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...table.catalogue import KeySpec, TableSpec
from .components import FLAGS, TRAITS

POSTURES = ("standing", "down")
"""Whether a model stands or lies (UF-78)."""

_POINT = KeySpec(list, "A point, [x, y].", items=KeySpec(float, "A coordinate."), size=(2, 2))


def piece_keys(melee: tuple[str, ...]) -> Mapping[str, KeySpec]:
    """Return the keys of a model: where it stands, how it is, what it is worth.

    Parameters
    ----------
    melee
        The ids of the weapons that strike.
    """
    return MappingProxyType(
        {
            "level": KeySpec(
                float, "The height of the ground, floor or roof that it stands on.", length=True
            ),
            "posture": KeySpec(str, "Whether it stands or is down (UF-78).", choices=POSTURES),
            "height": KeySpec(
                float, "The height of the figure, if not that of its size.", above=0, length=True
            ),
            "move": KeySpec(int, "Its Move, if not that of its profile.", minimum=0),
            "strength": KeySpec(int, "Its Strength, if not that of its profile."),
            "toughness": KeySpec(int, "Its Toughness, if not that of its profile."),
            "combat": KeySpec(int, "Its Combat, if not that of its profile.", minimum=0),
            "weapon": KeySpec(str, "The melee weapon that is ready (HR-103).", choices=melee),
            "flight": KeySpec(bool, "Whether it flies (UF-72)."),
            "unit": KeySpec(bool, "Whether it is a unit of several figures (UF-71)."),
        }
    )


_FLAG_DOCS = {
    "blocks_sight": "Whether it hides what is behind it; true unless said.",
    "blocks_move": "Whether it bars the way; true unless said.",
    "climbable": "Whether its sides can be climbed; true unless said.",
    "standable": "Whether one can stand on its top; true unless said.",
}
_TRAIT_DOCS = {
    "area": "True if it never hides, and being inside it is touching it (UG-5).",
    "obstacle": "True if crossing it counts as crossing an obstacle (UG-26).",
    "big_ruin": "True if its storeys count as big (UF-52).",
}

TERRAIN_KEYS: Mapping[str, KeySpec] = MappingProxyType(
    {
        **{flag: KeySpec(bool, _FLAG_DOCS[flag]) for flag in FLAGS},
        **{trait: KeySpec(bool, _TRAIT_DOCS[trait]) for trait in TRAITS},
        "part_of": KeySpec(
            str,
            "The piece that this solid belongs to, if it is not one of its own.",
            size=(1, None),
        ),
        "storeys": KeySpec(
            list,
            "Rooms and levels inside of it (UG-5).",
            items=KeySpec(
                dict,
                "One room or level.",
                table=TableSpec(
                    {
                        "outline": KeySpec(
                            list,
                            "The corners of the room, from the terrain's own place.",
                            items=_POINT,
                            size=(3, None),
                            length=True,
                            required=True,
                        ),
                        "floor": KeySpec(float, "Its floor.", length=True, required=True),
                        "ceiling": KeySpec(float, "Its ceiling.", length=True, required=True),
                    }
                ),
            ),
        ),
    }
)


def _model(doc: str) -> KeySpec:
    return KeySpec(str, doc, names="piece", required=True)


_ATTACK = MappingProxyType(
    {"by": _model("The model that attacks."), "on": _model("The model attacked.")}
)
_ID = MappingProxyType({"id": _model("The model.")})
_PAIR = MappingProxyType({"a": _model("One model."), "b": _model("The other one.")})
_ANGLE = KeySpec(float, "A direction: degrees, counter-clockwise from +x.", required=True)


def _place(doc: str) -> KeySpec:
    return KeySpec((str, list), doc, items=_POINT.items, size=(1, 3), length=True, required=True)


QUESTIONS: Mapping[str, Mapping[str, KeySpec]] = MappingProxyType(
    {
        "cover": MappingProxyType(
            {"by": _model("The model that looks."), "on": _model("The model looked at.")}
        ),
        "sight": _PAIR,
        "range": _PAIR,
        "sector": MappingProxyType(
            {
                "of": _model("The model whose sector it is."),
                "seen_from": _model("The model that stands in it."),
            }
        ),
        "engaged": _PAIR,
        "shot": MappingProxyType(
            {
                **_ATTACK,
                "weapon": KeySpec(str, "What is fired, for instance a crossbow.", required=True),
            }
        ),
        "strike": _ATTACK,
        "path": MappingProxyType(
            {
                **_ID,
                "points": KeySpec(
                    (str, list),
                    "The way from corner to corner, [[x, y], ...], a third number is a level;"
                    " or as text, 'x,y x,y,level'.",
                    items=KeySpec(list, "A corner.", items=_POINT.items, size=(2, 3)),
                    length=True,
                    required=True,
                ),
            }
        ),
        "reach": _ID,
        "area": MappingProxyType(
            {
                "weapon": KeySpec(str, "An area weapon, or its area, as '3/5'.", required=True),
                "at": _place("Where: a model, or a place [x, y] or [x, y, level]."),
                "by": KeySpec(str, "The model that fires.", names="piece"),
            }
        ),
        "scatter": MappingProxyType(
            {
                "aim": _place("The model or the place aimed at."),
                "raw": KeySpec(int, "What the die shows, 0 to 9.", minimum=0, required=True),
                "angle": _ANGLE,
                "die": KeySpec(str, "The die.", choices=("D10", "D6", "D3")),
            }
        ),
        "push": MappingProxyType(
            {
                **_ID,
                "angle": _ANGLE,
                "distance": KeySpec(
                    float, "How far, in inches.", above=0, required=True, length=True
                ),
            }
        ),
    }
)
"""What may be asked about a table: the methods of the judge and their parameters."""
