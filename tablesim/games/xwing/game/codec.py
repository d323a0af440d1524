"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from ....errors import NotAMove
from ....protocol import UNKNOWN
from ....protocol.positions import (
    among,
    distinct,
    each,
    keyed,
    listed,
    named,
    reading,
    require_agenda,
    require_shapes,
    several,
    told,
    tuples,
    unusual,
    within,
    wrong,
)
from ...edges import EDGES
from ..catalogue import catalogue
from ..keys import ARC_DIRECTIONS
from ..maneuvers import Maneuver
from . import cards
from .ships import Ship
from .state import Battle, Reason, Rock, Settings, Shot, Task

PHASES: Final = ("set-up", "planning", "activation", "combat", "end")
FATES: Final = ("", "destroyed", "fled", "escaped")
_PLAIN: Final = (
    *("initiative", "round", "phase", "active"),
    *("edges", "deck", "discards", "order"),
)
_KEYS: Final = ("settings", *_PLAIN, "rocks", "ships", "agenda", "shot", "decided")
_REASONS: Final = {reason.name.lower(): reason for reason in Reason}
_NEW: Final = Ship("", 0, "", "")
_STATED: Final = ("id", "seat", "kind", "pilot")
_SHIP: Final = tuple(field.name for field in fields(Ship))
_SHOT: Final = tuple(field.name for field in fields(Shot))


def encode(state: Battle) -> dict[str, Any]:
    """Return a state as plain JSON values; of a ship only what is not as usual."""
    return {
        "settings": asdict(state.settings),
        **told(state, (*_PLAIN, "rocks")),
        "ships": [unusual(ship, _NEW, _STATED) for ship in state.ships],
        "agenda": [[task.name, task.ship, list(task.data)] for task in state.agenda],
        "shot": state.shot and told(state.shot, _SHOT),
        "decided": state.decided and [state.decided[0].name.lower(), list(state.decided[1])],
    }


def decode(data: Any, settle: Callable[[Mapping[str, Any]], Settings]) -> Battle:
    """Return the state that :func:`encode` wrote.

    Parameters
    ----------
    data
        The JSON values.
    settle
        Makes checked settings of a mapping.

    Raises
    ------
    BadData
        If the data are not those of a possible state.
    """
    with reading("xwing"):
        state = _read(keyed("", data, _KEYS), settle)
        _check(state)
        return state


def _read(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Battle:
    with within("settings"):
        settings = settle(data["settings"])
    shot, decided = data["shot"], data["decided"]
    return Battle(
        settings=settings,
        **{name: tuples(data[name]) for name in _PLAIN},
        rocks=each("rocks", data["rocks"], _rock),
        ships=each("ships", data["ships"], _ship),
        agenda=each("agenda", data["agenda"], _task),
        shot=None if shot is None else Shot(**tuples(keyed("shot", shot, _SHOT))),
        decided=None if decided is None else _decided(decided),
    )


def _rock(key: str, data: Any) -> Rock:
    kind, x, y, heading = listed(key, data, 4, "values, a kind, x, y and a heading")
    return kind, float(x), float(y), float(heading)


def _task(key: str, data: Any) -> Task:
    name, ship, more = listed(key, data, 3, "values, a name, a ship and what else it says")
    return Task(name, ship, tuples(more))


def _decided(data: Any) -> tuple[Reason, tuple[int, ...]]:
    reason, winners = listed("decided", data, 2, "values, a reason and the winners")
    return named("decided", reason, _REASONS), several("decided", winners, (0, 1))


def _ship(key: str, data: Any) -> Ship:
    values = tuples(keyed(key, data, _STATED, _SHIP))
    if values.get("place") is not None:
        x, y, heading = values["place"]
        values["place"] = (float(x), float(y), float(heading))
    return Ship(**values)


def _check(state: Battle) -> None:
    """Complain if no game can be at this point."""
    require_shapes(state)
    for ship in state.ships:
        _check_ship(state, ship)
    distinct("ships", (ship.id for ship in state.ships))
    among("phase", state.phase, PHASES)
    among("initiative", state.initiative, (0, 1))
    for edge in state.edges:
        among("edges", edge, EDGES)
    for rock in state.rocks:
        among("rocks", rock[0], catalogue().obstacles)
    numbers = range(-1, len(state.ships))
    among("active", state.active, numbers)
    for number in state.order:
        among("order", number, numbers)
    for task in state.agenda:
        among("agenda, the ship", task.ship, numbers)
    _check_cards(state)
    require_agenda(state, carried_out=False)


def _check_ship(state: Battle, ship: Ship) -> None:
    what = f"ship {ship.id!r}"
    among(f"{what}: kind", ship.kind, catalogue().pilots)
    among(f"{what}: pilot", ship.pilot, catalogue().pilots[ship.kind])
    among(f"{what}: seat", ship.seat, (0, 1))
    among(f"{what}: fate", ship.fate, FATES)
    among(f"{what}: arc", ship.arc, ("", *ARC_DIRECTIONS))
    among(f"{what}: lock", ship.lock, range(-1, len(state.ships)))
    for name in ship.upgrades:
        among(f"{what}: upgrades", name, cards.upgrades())
    for name in (*ship.faceup, *ship.facedown):
        among(f"{what}: damage", name, cards.damage_deck())
    for text in (ship.dial, ship.flown):
        if text not in ("", UNKNOWN):
            try:
                Maneuver.parse(text)
            except NotAMove as error:
                wrong(what, str(error))
    if not 0 <= ship.shields <= ship.full_shields:
        wrong(f"{what}: shields", f"{ship.shields}, of {ship.full_shields}")


def _check_cards(state: Battle) -> None:
    """XW-11, XW-222: every damage card is somewhere, once."""
    found = Counter((*state.deck, *state.discards))
    for ship in state.ships:
        found.update((*ship.faceup, *ship.facedown))
    if found != Counter(cards.deck()):
        wrong("deck", "it, discards and ships do not have the cards of the damage deck")
    if state.deck_size < 0:
        wrong("deck", "more hidden cards than unseen ones")
