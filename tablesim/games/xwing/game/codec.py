"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from ....errors import BadData, Mistake, NotAMove
from ....protocol import CHANCE, UNKNOWN
from ....protocol.shapes import misfit
from ..catalogue import catalogue
from ..keys import ARC_DIRECTIONS, EDGES
from ..maneuvers import Maneuver
from . import cards
from .ships import Ship
from .state import Battle, Reason, Settings, Shot, Task
from .tasks import RULEBOOK

PHASES: Final = ("set-up", "planning", "activation", "combat", "end")
FATES: Final = ("", "destroyed", "fled", "escaped")
PLAIN: Final = ("initiative", "round", "phase", "active")
LISTS: Final = ("edges", "deck", "discards", "order")
_NEW: Final = Ship("", 0, "", "")
_SETTLED: Final = frozenset({"settings", "events"})
"""What is not read of a position as it stands there."""


def encode(state: Battle) -> dict[str, Any]:
    """Return a state as plain JSON values; of a ship only what is not as usual."""
    shot = state.shot
    return {
        "settings": asdict(state.settings),
        **{name: getattr(state, name) for name in PLAIN},
        **{name: list(getattr(state, name)) for name in LISTS},
        "rocks": [list(rock) for rock in state.rocks],
        "ships": [_ship_data(ship) for ship in state.ships],
        "agenda": [[task.name, task.ship, list(task.data)] for task in state.agenda],
        "shot": None if shot is None else {n: _json(getattr(shot, n)) for n in _SHOT},
        "decided": state.decided and [state.decided[0].name.lower(), list(state.decided[1])],
    }


_SHOT: Final = tuple(field.name for field in fields(Shot))
_SHIP: Final = tuple(field.name for field in fields(Ship))


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _ship_data(ship: Ship) -> dict[str, Any]:
    said = {name: getattr(ship, name) for name in _SHIP}
    return {
        name: _json(value)
        for name, value in said.items()
        if name in ("id", "seat", "kind", "pilot") or value != getattr(_NEW, name)
    }


def decode(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Battle:
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
    try:
        state = _read(data, settle)
        _check(state)
    except KeyError as error:
        raise _bad(f"the key {error} is missing") from None
    except (TypeError, ValueError, AttributeError, LookupError, OverflowError) as error:
        raise _bad(str(error)) from error
    return state


def _bad(message: str) -> BadData:
    return BadData([Mistake(f"not a position of xwing: {message}")])


def _read(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Battle:
    known = ("settings", *PLAIN, *LISTS, "rocks", "ships", "agenda", "shot", "decided")
    _only(data, known, "the position")
    shot, decided = data["shot"], data["decided"]
    if shot is not None:
        _only(shot, _SHOT, "shot")
        shot = Shot(**{name: _value(value) for name, value in shot.items()})
    if decided is not None:
        decided = (Reason[decided[0].upper()], tuple(decided[1]))
    plain: dict[str, Any] = {name: data[name] for name in PLAIN}
    plain |= {name: tuple(data[name]) for name in LISTS}
    return Battle(
        settings=settle(data["settings"]),
        **plain,
        rocks=tuple((kind, float(x), float(y), float(h)) for kind, x, y, h in data["rocks"]),
        ships=tuple(_ship(ship) for ship in data["ships"]),
        agenda=tuple(Task(name, ship, tuple(more)) for name, ship, more in data["agenda"]),
        shot=shot,
        decided=decided,
    )


def _only(data: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise ValueError(f"{what}: unknown {unknown[0]!r}; known: {', '.join(known)}")


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _ship(data: Mapping[str, Any]) -> Ship:
    _only(data, _SHIP, f"ship {data.get('id')!r}")
    values = {name: _value(value) for name, value in data.items()}
    for name, value in values.items():
        usual = getattr(_NEW, name)
        if name != "place" and type(value) is not type(usual):
            raise ValueError(f"ship {data['id']!r}: {name}: expected {usual!r}, got {value!r}")
    if values.get("place") is not None:
        x, y, heading = values["place"]
        values["place"] = (float(x), float(y), float(heading))
    return Ship(**values)


def _check(state: Battle) -> None:
    """Raise ``ValueError`` if no game can be at this point."""
    if why := misfit(state, skip=_SETTLED):
        raise ValueError(why)
    for ship in state.ships:
        _check_ship(state, ship)
    if len({ship.id for ship in state.ships}) < len(state.ships):
        raise ValueError("ships: two have the same id")
    _among("phase", state.phase, PHASES)
    for edge in state.edges:
        _among("edges", edge, EDGES)
    for rock in state.rocks:
        _among("rocks", rock[0], catalogue().obstacles)
    numbers = range(-1, len(state.ships))
    for number in (state.active, *state.order, *(task.ship for task in state.agenda)):
        _among("number of a ship", number, numbers)
    if state.initiative not in (0, 1):
        raise ValueError(f"initiative: expected 0 or 1, got {state.initiative!r}")
    if (state.decided is None) != bool(state.agenda):
        raise ValueError("a game that goes on has an agenda, and only such a one")
    for task in state.agenda:
        _among("agenda", task.name, RULEBOOK.names)
    if state.agenda:
        _among("agenda, the first", state.agenda[0].name, RULEBOOK.waits)
    _check_cards(state)
    _check_question(state)


def _check_ship(state: Battle, ship: Ship) -> None:
    _among(f"ship {ship.id!r}: kind", ship.kind, catalogue().pilots)
    _among(f"ship {ship.id!r}: pilot", ship.pilot, catalogue().pilots[ship.kind])
    _among(f"ship {ship.id!r}: seat", ship.seat, (0, 1))
    _among(f"ship {ship.id!r}: fate", ship.fate, FATES)
    _among(f"ship {ship.id!r}: arc", ship.arc, ("", *ARC_DIRECTIONS))
    _among(f"ship {ship.id!r}: lock", ship.lock, range(-1, len(state.ships)))
    for name in ship.upgrades:
        _among(f"ship {ship.id!r}: upgrades", name, cards.upgrades())
    for name in (*ship.faceup, *ship.facedown):
        _among(f"ship {ship.id!r}: damage", name, cards.damage_deck())
    for text in (ship.dial, ship.flown):
        if text not in ("", UNKNOWN):
            try:
                Maneuver.parse(text)
            except NotAMove as error:
                raise ValueError(f"ship {ship.id!r}: {error}") from None
    if not 0 <= ship.shields <= ship.full_shields:
        raise ValueError(f"ship {ship.id!r}: shields: {ship.shields}, of {ship.full_shields}")


def _check_cards(state: Battle) -> None:
    """XW-11, XW-222: every damage card is somewhere, once."""
    found = Counter((*state.deck, *state.discards))
    for ship in state.ships:
        found.update((*ship.faceup, *ship.facedown))
    if found != Counter(cards.deck()):
        raise ValueError("deck, discards and ships do not have the cards of the damage deck")
    if state.deck_size < 0:
        raise ValueError("more hidden cards than unseen ones")


def _check_question(state: Battle) -> None:
    """Raise ``ValueError`` unless what is asked can be answered."""
    try:
        if state.to_move == CHANCE:
            answers = state.chance().size != 0
        else:
            answers = state.decided is not None or bool(state.legal_moves())
    except (AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"agenda: {state.agenda[0]} cannot be done here: {error!r}") from error
    if not answers:
        raise ValueError(f"agenda: nothing answers {state.agenda[0]}")


def _among(what: str, value: Any, known: Any) -> None:
    if value not in known:
        listed = known if isinstance(known, range) else ", ".join(map(repr, known))
        raise ValueError(f"{what}: expected one of {listed}, got {value!r}")
