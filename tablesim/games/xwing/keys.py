"""What an X-Wing position file may say beyond what every position file may say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...table.catalogue import KeySpec
from ..edges import EDGES
from .components import SIDES
from .ships import ARCS

ARC_DIRECTIONS = ("front", "rear", "left", "right")
"""Where a mobile arc may look (XW-237)."""


def piece_keys(pilots: tuple[str, ...]) -> Mapping[str, KeySpec]:
    """Return the keys of a ship: its card, its tokens, its damage.

    Parameters
    ----------
    pilots
        The ids of all pilots.
    """
    return MappingProxyType(
        {
            "pilot": KeySpec(str, "Who flies the ship.", choices=pilots),
            "shields": KeySpec(int, "Shield tokens left; all if it is not said.", minimum=0),
            "damage": KeySpec(int, "Damage cards.", minimum=0),
            "focus": KeySpec(int, "Focus tokens.", minimum=0),
            "evade": KeySpec(int, "Evade tokens.", minimum=0),
            "stress": KeySpec(int, "Stress tokens.", minimum=0),
            "lock": KeySpec(str, "The ship that this one has locked.", names="piece"),
            "cloaked": KeySpec(bool, "Whether the ship is cloaked (XW-235)."),
            "arc": KeySpec(str, "Where its mobile arc looks.", choices=ARC_DIRECTIONS),
        }
    )


TABLE_KEYS: Mapping[str, KeySpec] = MappingProxyType(
    {
        "edges": KeySpec(
            list,
            "Which edge each seat owns, seat 0 first (XW-6).",
            items=KeySpec(str, "An edge.", choices=EDGES),
        ),
        "initiative": KeySpec(int, "The seat that has initiative (XW-88).", minimum=0),
    }
)


def _ship(doc: str) -> KeySpec:
    return KeySpec(str, doc, names="piece", required=True)


_ID = MappingProxyType({"id": _ship("The ship.")})


def questions(weapons: tuple[str, ...]) -> Mapping[str, Mapping[str, KeySpec]]:
    """Return what may be asked about a table: the methods of the judge and their parameters.

    Parameters
    ----------
    weapons
        The ids of all secondary weapons.
    """
    return MappingProxyType(
        {
            "attack": MappingProxyType(
                {
                    "by": _ship("The ship that fires."),
                    "on": _ship("The ship that is fired at."),
                    "arc": KeySpec(
                        str, "The arc to fire from, instead of all it has.", choices=ARCS
                    ),
                    "weapon": KeySpec(
                        str, "The secondary weapon to fire, not the primary one.", choices=weapons
                    ),
                }
            ),
            "range": MappingProxyType(
                {
                    "a": KeySpec(str, "One ship or obstacle.", names="thing", required=True),
                    "b": KeySpec(str, "The other one.", names="thing", required=True),
                }
            ),
            "arcs": _ID,
            "threats": _ID,
            "lock": MappingProxyType(
                {"by": _ship("The ship that locks."), "on": _ship("The ship that is locked.")}
            ),
            "deploy": _ID,
            "maneuver": MappingProxyType(
                {
                    **_ID,
                    "text": KeySpec(str, "The maneuver, as 'turn left 2'.", required=True),
                    "at": KeySpec(str, "Where at the end of the template, for a tallon roll."),
                }
            ),
            "reach": _ID,
            "barrel_roll": MappingProxyType(
                {**_ID, "side": KeySpec(str, "To which side.", choices=SIDES, required=True)}
            ),
            "boost": MappingProxyType(
                {**_ID, "how": KeySpec(str, "The template, as 'bank left'.", required=True)}
            ),
            "decloak": MappingProxyType(
                {**_ID, "how": KeySpec(str, "'left', 'right' or 'straight'.", required=True)}
            ),
            "drop": MappingProxyType(
                {**_ID, "speed": KeySpec(int, "Of the straight template.", minimum=1)}
            ),
        }
    )
