"""Wounds, removal, knock-down, and the Toughness tests that lead to them (UF-18, UF-30, UF-78)."""

from __future__ import annotations

from ....protocol import Outcome, Roll
from ..numbers.dice import RAW, die
from ..numbers.profiles import regenerated
from ..numbers.psychology import panic_number
from ..numbers.tables import tables
from ..rules import INCH
from .board import board
from .fighters import When
from .state import Skirmish, Task, Trigger
from .tasks import Accident, accident


def wound(
    state: Skirmish, number: int, count: int, rules: str, *, by: int = -1, fire: bool = False
) -> Skirmish:
    """Return the state where a model has taken wounds; the last one removes it (UF-18, UF-84).

    A campaign reads the injuries off the events (UF-124).

    Parameters
    ----------
    state
        Before.
    number, count
        The model, and how many wounds.
    rules
        The rules that cause them, for the log.
    by
        The model that dealt them; -1 for none.
    fire
        Whether they come of fire, after which nothing regenerates (UF-122, HR-102).
    """
    fighter = state.fighters[number]
    if not count or fighter.fate == "removed":
        return state
    if fighter.fate == "lying":
        # It has no wound left to lose, but fire destroys it (HR-106).
        return remove(state, number, "HR-106", by=by) if fire else state
    left = max(0, fighter.wounds - count)
    state = state.note("wounded", rules, number, wounds=count, left=left)
    if left:
        return state.fighter(number, wounds=left)
    if "regeneration" in state.troops[number].rules and not fire:
        changes = {"wounds": 0, "fate": "lying", "rises": None, "lasting": (), "modifiers": ()}
        state = state.fighter(number, **changes).spent(number)
        return state.note("lies on the table", "UF-122", number)
    return remove(state, number, "UF-84", by=by)


def remove(state: Skirmish, number: int, rules: str, *, by: int = -1) -> Skirmish:
    """Return the state without a model; comrades near by must test for panic (UF-55, HR-40)."""
    x, y, *_ = state.place(number if by < 0 or state.fighters[by].place is None else by)
    comrades = _comrades_near(state, number)
    state = state.fighter(
        number, fate="removed", place=None, wounds=0, rises=None, lasting=(), modifiers=()
    )
    state = state.spent(number).note("removed", rules, number, points=state.troops[number].price)
    number_to_exceed = panic_number("comrade", state.rulings)
    return state.raising(
        *(Trigger(n, "panic", number_to_exceed, by, x, y, "comrade") for n in comrades)
    )


def _comrades_near(state: Skirmish, number: int) -> list[int]:
    here, radius = board(state), tables().panic_radius
    return [
        other
        for other in state.present(state.fighters[number].seat)
        if other != number and INCH.within(here.gap(number, other), radius)
    ]


def knock_down(state: Skirmish, number: int, rules: str) -> Skirmish:
    """Return the state where a model has fallen: it stands up one turn later (UF-78, HR-70)."""
    fighter = state.fighters[number]
    if fighter.fate or fighter.rises is not None:
        return state
    late = state.rulings.standup == "end_next_shooting"
    rises = When(state.round + 1, "shooting") if late else state.lasts()
    state = state.fighter(number, rises=rises).spent(number)
    return state.note("falls down", rules, number)


def shove(state: Skirmish, number: int, test: tuple[str, bool], then: str, rules: str) -> Skirmish:
    """Return the state where a model has a Toughness test to take next.

    Parameters
    ----------
    state
        Before.
    number
        The model.
    test
        The die, and whether the Toughness is halved.
    then
        What a failure does: ``"wound"``, ``"down"``, ``"wound down"``, ``"stay"`` (a wound, and it
        does not leave).
    rules
        For the log.
    """
    kind, halved = test
    asked = state.body(number).test("T", die(kind), state.rulings, halved=halved)
    if asked.immune:
        return state.note("cannot fail", "UF-31", number, needs=asked.value, die=kind)
    return state.push(Task("toughness", number, (kind, halved, then, rules)))


@accident("toughness")
class Toughness(Accident):
    """UF-30: a Toughness test; a failure wounds unless the rule says otherwise."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number = task.model
        kind, halved, then, rules = task.data
        test = state.body(number).test("T", die(kind), state.rulings, halved=halved)
        raw = int(outcome[0])
        passed = test.passes(raw)
        state = state.note(
            "passes a Toughness test" if passed else "fails a Toughness test",
            f"UF-30 {rules}",
            number,
            die=f"{kind} {test.die.value(raw)}",
            needs=f"{test.value} or less",
        )
        return state if passed else suffer(state, number, str(then), str(rules))


def suffer(state: Skirmish, number: int, then: str, rules: str) -> Skirmish:
    """Return the state after a failed test; see :func:`shove`."""
    if then == "stay":
        state = state.without(number, "travel").note("stays in melee", "HR-80", number)
    if then != "down":
        state = wound(state, number, 1, rules)
    return knock_down(state, number, rules) if "down" in then else state


@accident("regenerate", outlives=True)
class Regenerate(Accident):
    """UF-122, UF-28, HR-106: a lying model rises on its number, with one wound."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number, raw = task.model, int(outcome[0])
        target = state.troops[number].rules["regeneration"]
        _, rises = regenerated(state.value(number, "T"), raw, target)
        if not rises:
            return state.note("goes on lying", "UF-122", number, die=raw, needs=target)
        state = state.fighter(number, fate="", wounds=1)
        if state.phase == "move":
            state = state.but(waiting=(*state.waiting, number))
        return state.note("rises", "UF-122", number, die=raw, needs=target)
