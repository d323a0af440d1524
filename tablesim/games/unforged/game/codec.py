"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, fields
from random import Random
from typing import Any, Final

from ....errors import BadData, Mistake
from ....protocol import CHANCE
from ....protocol.shapes import misfit
from .board import misplaced
from .fighters import PHASES, Fighter, Lasting, Troop, When
from .scenarios import OPPOSITE
from .state import Reason, Settings, Skirmish, Task, Trigger
from .tasks import RULEBOOK

FATES: Final = ("", "lying", "removed")
EFFECTS: Final = ("shaken", "pinned")
PLAIN: Final = ("round", "phase", "priority", "active")
LISTS: Final = ("edges", "waiting", "shunned", "targeted", "held")
CHOSEN: Final = ("scenario", "table", "army_1", "army_2", "rounds")
_NEW: Final = Fighter("", 0, "", 0)
_FIGHTER: Final = tuple(field.name for field in fields(Fighter))
_STATED: Final = ("id", "seat", "recruit", "wounds")
_SETTLED: Final = frozenset({"settings", "events"})
"""What is not read of a position as it stands there."""


def encode(state: Skirmish) -> dict[str, Any]:
    """Return a state as plain JSON values; of a model only what is not as usual."""
    settings = state.settings
    return {
        "settings": {name: getattr(settings, name) for name in CHOSEN} | settings.rulings.chosen(),
        **{name: getattr(state, name) for name in PLAIN},
        **{name: list(getattr(state, name)) for name in LISTS},
        "fighters": [_fighter_data(fighter) for fighter in state.fighters],
        "agenda": [[task.name, task.model, _lists(task.data)] for task in state.agenda],
        "raised": [list(astuple(trigger)) for trigger in state.raised],
        "decided": state.decided and state.decided.name.lower(),
    }


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _fighter_data(fighter: Fighter) -> dict[str, Any]:
    said = {name: getattr(fighter, name) for name in _FIGHTER}
    said["lasting"] = tuple((effect.name, *effect.until) for effect in fighter.lasting)
    return {
        name: _lists(value)
        for name, value in said.items()
        if name in _STATED or value != getattr(_NEW, name)
    }


def decode(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Skirmish:
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
    return BadData([Mistake(f"not a position of unforged: {message}")])


def _read(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Skirmish:
    known = ("settings", *PLAIN, *LISTS, "fighters", "agenda", "raised", "decided")
    _only(data, known, "the position")
    plain: dict[str, Any] = {name: data[name] for name in PLAIN}
    plain |= {name: tuple(data[name]) for name in LISTS}
    return Skirmish(
        settings=settle(data["settings"]),
        **plain,
        fighters=tuple(_fighter(fighter) for fighter in data["fighters"]),
        agenda=tuple(Task(name, model, _tuples(more)) for name, model, more in data["agenda"]),
        raised=tuple(Trigger(*row) for row in data["raised"]),
        decided=Reason[data["decided"].upper()] if data["decided"] is not None else None,
    )


def _only(data: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise ValueError(f"{what}: unknown {unknown[0]!r}; known: {', '.join(known)}")


def _fighter(data: Mapping[str, Any]) -> Fighter:
    _only(data, _FIGHTER, f"model {data.get('id')!r}")
    values = {name: _tuples(value) for name, value in data.items()}
    for name, value in values.items():
        usual = getattr(_NEW, name)
        if usual is not None and type(value) is not type(usual):
            raise ValueError(f"model {data['id']!r}: {name}: expected {usual!r}, got {value!r}")
    if values.get("place") is not None:
        x, y, level, facing = values["place"]
        values["place"] = (float(x), float(y), float(level), float(facing))
    if values.get("rises") is not None:
        values["rises"] = When(*values["rises"])
    rows = values.get("lasting", ())
    values["lasting"] = tuple(Lasting(name, When(*until)) for name, *until in rows)
    return Fighter(**values)


def _check(state: Skirmish) -> None:
    """Raise ``ValueError`` if no game can be at this point."""
    if why := misfit(state, skip=_SETTLED):
        raise ValueError(why)
    for fighter in state.fighters:
        _among(f"model {fighter.id!r}: seat", fighter.seat, (0, 1))
        lines = [recruit.id for recruit in state.armies[fighter.seat].recruits]
        _among(f"model {fighter.id!r}: recruit", fighter.recruit, lines)
    for fighter, troop in zip(state.fighters, state.troops, strict=True):
        _check_fighter(fighter, troop)
    if len({fighter.id for fighter in state.fighters}) < len(state.fighters):
        raise ValueError("fighters: two have the same id")
    _among("phase", state.phase, ("set-up", *PHASES))
    _among("priority", state.priority, (0, 1))
    _among("round", state.round, range(state.settings.rounds + 1))
    for edge in state.edges:
        _among("edges", edge, ("", *OPPOSITE))
    numbers = range(-1, len(state.fighters))
    for number in (state.active, *state.waiting, *state.shunned, *state.targeted):
        _among("the number of a model", number, numbers)
    if (state.decided is None) != bool(state.agenda):
        raise ValueError("a game that goes on has an agenda, and only such a one")
    for task in state.agenda:
        _among("agenda", task.name, RULEBOOK.names)
        _among("agenda, the model", task.model, numbers)
    if state.agenda:
        _among("agenda, the first", state.agenda[0].name, RULEBOOK.waits)
    if misplaced(state):
        raise ValueError(f"UG-22: {misplaced(state)[0]} stands where none can")
    _check_question(state)


def _check_fighter(fighter: Fighter, troop: Troop) -> None:
    what = f"model {fighter.id!r}"
    _among(f"{what}: wounds", fighter.wounds, range(troop.recruit.wounds + 1))
    _among(f"{what}: fate", fighter.fate, FATES)
    _among(f"{what}: ready", (fighter.weapon, fighter.both), troop.grips)
    ends = [effect.until for effect in fighter.lasting]
    for effect in fighter.lasting:
        _among(f"{what}: lasting", effect.name, EFFECTS)
    for when in (*ends, *([fighter.rises] if fighter.rises else [])):
        _among(f"{what}: a phase", when.phase, PHASES)
    if (fighter.wounds == 0) != bool(fighter.fate):
        raise ValueError(f"{what}: {fighter.wounds} wounds, but its fate is {fighter.fate!r}")


def _check_question(state: Skirmish) -> None:
    """Raise ``ValueError`` unless what is asked can be answered, and the answer be carried out."""
    if state.decided is not None:
        return
    try:
        if state.to_move == CHANCE:
            state.apply(state.chance().sample(Random(0)))
        elif moves := state.legal_moves():
            state.apply(moves[0])
        else:
            raise ValueError("nothing answers it")
    except (AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"agenda: {state.agenda[0]} cannot be done here: {error}") from error


def _among(what: str, value: Any, known: Any) -> None:
    if value not in known:
        listed = known if isinstance(known, range) else ", ".join(map(repr, known))
        raise ValueError(f"{what}: expected one of {listed}, got {value!r}")
