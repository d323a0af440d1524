"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, fields
from typing import Any, Final

from ....protocol.positions import (
    among,
    distinct,
    each,
    keyed,
    listed,
    lists,
    named,
    reading,
    require_agenda,
    require_shapes,
    told,
    tuples,
    unusual,
    within,
    wrong,
)
from ...edges import EDGES
from .board import misplaced
from .fighters import PHASES, Fighter, Lasting, Troop, When
from .state import Reason, Settings, Skirmish, Task, Trigger

FATES: Final = ("", "lying", "removed")
EFFECTS: Final = ("shaken", "pinned")
CHOSEN: Final = ("scenario", "table", "army_1", "army_2", "rounds")
_PLAIN: Final = (
    *("round", "phase", "priority", "active"),
    *("edges", "waiting", "shunned", "targeted", "held"),
)
_KEYS: Final = ("settings", *_PLAIN, "fighters", "agenda", "raised", "decided")
_REASONS: Final = {reason.name.lower(): reason for reason in Reason}
_NEW: Final = Fighter("", 0, "", 0)
_STATED: Final = ("id", "seat", "recruit", "wounds")
_FIGHTER: Final = tuple(field.name for field in fields(Fighter))
_TRIGGER: Final = tuple(field.name for field in fields(Trigger))


def encode(state: Skirmish) -> dict[str, Any]:
    """Return a state as plain JSON values; of a model only what is not as usual."""
    settings = state.settings
    return {
        "settings": told(settings, CHOSEN) | settings.rulings.chosen(),
        **told(state, _PLAIN),
        "fighters": [_fighter_data(fighter) for fighter in state.fighters],
        "agenda": [[task.name, task.model, lists(task.data)] for task in state.agenda],
        "raised": [list(astuple(trigger)) for trigger in state.raised],
        "decided": state.decided and state.decided.name.lower(),
    }


def _fighter_data(fighter: Fighter) -> dict[str, Any]:
    said = unusual(fighter, _NEW, _STATED)
    if fighter.lasting:
        said["lasting"] = [[effect.name, *effect.until] for effect in fighter.lasting]
    return said


def decode(data: Any, settle: Callable[[Mapping[str, Any]], Settings]) -> Skirmish:
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
    with reading("unforged"):
        state = _read(keyed("", data, _KEYS), settle)
        _check(state)
        return state


def _read(data: Mapping[str, Any], settle: Callable[[Mapping[str, Any]], Settings]) -> Skirmish:
    with within("settings"):
        settings = settle(data["settings"])
    decided = data["decided"]
    return Skirmish(
        settings=settings,
        **{name: tuples(data[name]) for name in _PLAIN},
        fighters=each("fighters", data["fighters"], _fighter),
        agenda=each("agenda", data["agenda"], _task),
        raised=each("raised", data["raised"], _trigger),
        decided=None if decided is None else named("decided", decided, _REASONS),
    )


def _fighter(key: str, data: Any) -> Fighter:
    values = tuples(keyed(key, data, _STATED, _FIGHTER))
    if values.get("place") is not None:
        x, y, level, facing = values["place"]
        values["place"] = (float(x), float(y), float(level), float(facing))
    if values.get("rises") is not None:
        values["rises"] = When(*values["rises"])
    rows = values.get("lasting", ())
    values["lasting"] = tuple(Lasting(name, When(*until)) for name, *until in rows)
    return Fighter(**values)


def _task(key: str, data: Any) -> Task:
    name, model, more = listed(key, data, 3, "values, a name, a model and what else it says")
    return Task(name, model, tuples(more))


def _trigger(key: str, data: Any) -> Trigger:
    return Trigger(*listed(key, data, len(_TRIGGER), f"values, {', '.join(_TRIGGER)}"))


def _check(state: Skirmish) -> None:
    """Complain if no game can be at this point."""
    require_shapes(state)
    for fighter in state.fighters:
        what = f"model {fighter.id!r}"
        among(f"{what}: seat", fighter.seat, (0, 1))
        lines = [recruit.id for recruit in state.armies[fighter.seat].recruits]
        among(f"{what}: recruit", fighter.recruit, lines)
    for fighter, troop in zip(state.fighters, state.troops, strict=True):
        _check_fighter(fighter, troop)
    distinct("fighters", (fighter.id for fighter in state.fighters))
    among("phase", state.phase, ("set-up", *PHASES))
    among("priority", state.priority, (0, 1))
    among("round", state.round, range(state.settings.rounds + 1))
    for edge in state.edges:
        among("edges", edge, ("", *EDGES))
    numbers = range(-1, len(state.fighters))
    among("active", state.active, numbers)
    for key in ("waiting", "shunned", "targeted"):
        for number in getattr(state, key):
            among(key, number, numbers)
    for task in state.agenda:
        among("agenda, the model", task.model, numbers)
    if there := misplaced(state):
        wrong("fighters", f"UG-22: {there[0]} stands where none can")
    require_agenda(state, carried_out=True)


def _check_fighter(fighter: Fighter, troop: Troop) -> None:
    what = f"model {fighter.id!r}"
    among(f"{what}: wounds", fighter.wounds, range(troop.recruit.wounds + 1))
    among(f"{what}: fate", fighter.fate, FATES)
    among(f"{what}: ready", (fighter.weapon, fighter.both), troop.grips)
    ends = [effect.until for effect in fighter.lasting]
    for effect in fighter.lasting:
        among(f"{what}: lasting", effect.name, EFFECTS)
    for when in (*ends, *([fighter.rises] if fighter.rises else [])):
        among(f"{what}: a phase", when.phase, PHASES)
    if (fighter.wounds == 0) != bool(fighter.fate):
        wrong(what, f"{fighter.wounds} wounds, but its fate is {fighter.fate!r}")
