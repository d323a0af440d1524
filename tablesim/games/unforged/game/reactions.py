"""What actions trigger (UF-62 to UF-64): who tests first, psychology (UF-54 to UF-59), the end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple
from typing import Final

from ....protocol import Outcome, Roll
from ..ground.lines import EDGE
from ..numbers.dice import RAW
from ..numbers.psychology import (
    Ordeal,
    Reaction,
    causes_fear,
    dread,
    ordeal,
    panic_number,
    panicked,
)
from ..numbers.tables import tables
from ..rules import INCH
from .board import board, settled
from .damage import remove
from .fighters import Lasting
from .moves import ACCEPT, REROLL, Accept, Move, Next, Reroll
from .state import Reason, Skirmish, Task, Trigger
from .tasks import Accident, Decision, accident, decision, step

CITED: Final = {"panic": "UF-55", "fear": "UF-56", "terror": "UF-58"}
"""The rule of each test."""

WHY: Final = {
    "fire": "fire from {}",
    "comrade": "loss of a comrade",
    "terror": "terror of {}",
    "fear": "fear of {}",
    "terror fear": "terror of {}",
    "charge": "its charge on {}",
    "charged": "a charge by {}",
}
"""Why a test is taken, as the log says it of a cause."""


def finish(state: Skirmish, reason: Reason) -> Skirmish:
    """Return the state at the end of the game (HR-1)."""
    state = state.but(
        decided=reason, agenda=(), waiting=(), raised=(), active=-1, shunned=(), targeted=()
    )
    zero, one = state.scores()
    return state.note("game over", "HR-1", why=reason.value, points=f"{zero}-{one}")


@step("react")
def react(state: Skirmish, task: Task) -> Skirmish:
    """UF-62: what an action has triggered is resolved at once; who has no models left loses."""
    if len(state.left) < 2:
        return finish(state, Reason.WIPED_OUT)
    state = _dreading(state)
    if not state.raised:
        return state
    raised = tuple(astuple(trigger) for trigger in state.raised)
    return state.but(raised=()).push(Task("triggers", data=(-1, *raised)), task)


def _dreading(state: Skirmish) -> Skirmish:
    """UF-55, HR-43: who is near a terror-causer tests for panic, once a round for each of them."""
    causers = [n for n in state.present() if "terror" in state.troops[n].rules]
    here, radius = board(state), tables().panic_radius
    for causer in causers if state.round else ():
        x, y, *_ = state.place(causer)
        for number in list(state.present()):
            fighter = state.fighters[number]
            braves = causer in fighter.braved or "terror" in state.troops[number].rules
            if not braves and INCH.within(here.gap(causer, number), radius):
                state = state.fighter(number, braved=(*fighter.braved, causer))
                exceed = panic_number("terror", state.rulings)
                state = state.raising(Trigger(number, "panic", exceed, causer, x, y, "terror"))
    return state


# Order


@step("triggers")
def triggers(state: Skirmish, task: Task) -> Skirmish:
    """UF-63, HR-47: an owner orders own tests; of both sides the first player names the first.

    Then the sides alternate.
    """
    last, *rows = task.data
    waiting = [trigger for trigger in (Trigger(*row) for row in rows) if _due(state, trigger)]
    if not waiting:
        return state
    chooser, candidates = _choice(state, int(last), waiting)
    named = {(trigger.model, trigger.what): trigger for trigger in reversed(candidates)}
    if len(named) == 1:
        return _resolved(state, candidates[0], waiting)
    return state.push(Task("order", data=(chooser, last, *map(astuple, waiting))))


def _due(state: Skirmish, trigger: Trigger) -> bool:
    """Whether a test is still to be taken: by a model that is there, or may rise."""
    fate = state.fighters[trigger.model].fate
    return fate == ("lying" if trigger.what == "regenerate" else "")


def _choice(state: Skirmish, last: int, waiting: list[Trigger]) -> tuple[int, list[Trigger]]:
    """Return who names the next test, and among which."""
    seats = {state.fighters[trigger.model].seat for trigger in waiting}
    if last < 0 and len(seats) == 2:
        return state.priority, waiting
    seat = 1 - last if 1 - last in seats else next(iter(seats))
    return seat, [trigger for trigger in waiting if state.fighters[trigger.model].seat == seat]


def _resolved(state: Skirmish, first: Trigger, waiting: list[Trigger]) -> Skirmish:
    """Return the state with one test to take now, and the others after all that it triggers."""
    rest = list(waiting)
    rest.remove(first)
    seat = state.fighters[first.model].seat
    later = Task("triggers", data=(seat, *map(astuple, rest)))
    return state.push(_task(first), Task("react"), later)


def _task(trigger: Trigger) -> Task:
    if trigger.what not in CITED:
        return Task(trigger.what, trigger.model)
    return Task("test mind", trigger.model, astuple(trigger)[1:])


@decision("order")
class Order(Decision):
    """UF-63: which of several tests comes first."""

    kinds = (Next,)
    asks = "UF-63: which test comes first is to be said"

    def seat(self, state: Skirmish, task: Task) -> int:  # noqa: D102
        return int(task.data[0])

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [_next(state, trigger) for trigger in self._candidates(state, task)]

    @staticmethod
    def _candidates(state: Skirmish, task: Task) -> list[Trigger]:
        _, last, *rows = task.data
        return _choice(state, int(last), [Trigger(*row) for row in rows])[1]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        moves = self.moves(state, task)
        if move in moves:
            return None
        waiting = ", ".join(sorted({" ".join(m.words()) for m in moves}))
        return f"UF-63: the tests that may come first are {waiting}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        first = next(t for t in self._candidates(state, task) if _next(state, t) == move)
        return _resolved(state, first, [Trigger(*row) for row in task.data[2:]])


def _next(state: Skirmish, trigger: Trigger) -> Next:
    return Next(state.fighters[trigger.model].id, trigger.what)


# Psychology


def fears(state: Skirmish, number: int, causer: int, why: str) -> Trigger | None:
    """Return the fear or terror test of a model before another one (UF-56, UF-58); None for none.

    Parameters
    ----------
    state
        The state.
    number, causer
        Who tests, and of whom.
    why
        ``"charge"`` if it wants to move into melee itself, ``"charged"`` if the other one did.
    """
    asked = dread(state.troops[causer].rules)
    if asked is None or ordeal(*asked, state.troops[number].rules, state.rulings) is None:
        return None
    x, y, *_ = state.place(causer)
    return Trigger(number, *asked, causer, x, y, why)


def _ordeal(state: Skirmish, task: Task) -> Ordeal | None:
    what, exceed, _, _, _, why = task.data[:6]
    return ordeal(
        str(what),
        int(exceed),
        state.troops[task.model].rules,
        state.rulings,
        by_terror=str(why).startswith("terror"),
    )


@step("test mind")
def test_mind(state: Skirmish, task: Task) -> Skirmish:
    """UF-54: a psychology test, unless the model is immune; panic does nothing to who is down."""
    what = str(task.data[0])
    down_already = what == "panic" and not state.fighters[task.model].standing
    if down_already or _ordeal(state, task) is None:
        why = "it is down" if down_already else "it is immune"
        return state.note(f"takes no {what} test", CITED[what], task.model, why=why)
    return state.push(Task("mind", task.model, (*task.data, 0)))


@accident("mind")
class Mind(Accident):
    """UF-54: the modified roll must exceed a number; rerolls by UF-58, UF-59 and UF-13."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number, raw = task.model, int(outcome[0])
        test, rerolls = _ordeal(state, task), int(task.data[-1])
        assert test is not None
        passed = test.passes(raw)
        state = state.note(
            f"{'passes' if passed else 'fails'} a {test.kind} test",
            f"UF-54 {CITED[test.kind]}",
            number,
            why=why_tested(state, task),
            die=f"{raw}{test.modifier:+d}" if test.modifier else raw,
            needs=f"more than {test.number}",
        )
        again = Task("mind", number, (*task.data[:-1], rerolls + 1))
        if passed:
            forced_again = test.must_reroll and not rerolls
            return state.push(again) if forced_again else state
        may = test.may_reroll and rerolls < 2 and state.fighters[number].stubborn
        return state.push(Task("reroll", number, task.data)) if may else _failed(state, task)


def why_tested(state: Skirmish, task: Task) -> str:
    """Return why a test is taken, for the log."""
    cause, why = int(task.data[2]), str(task.data[5])
    return WHY[why].format(state.fighters[cause].id if cause >= 0 else "")


@decision("reroll")
class RerollTest(Decision):
    """UF-59, UF-13: a Stubborn model may reroll; a second time costs the permission (HR-112)."""

    kinds = (Reroll, Accept)
    asks = "UF-59: a failed test may be rerolled"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [REROLL, ACCEPT]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        return None

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        if isinstance(move, Accept):
            return _failed(state, task)
        *said, rerolls = task.data
        if rerolls:
            state = state.fighter(task.model, stubborn=False)
            state = state.note("gives up its rerolls", "UF-13", task.model)
        state = state.note("rerolls", "UF-59", task.model)
        return state.push(Task("mind", task.model, (*said, rerolls + 1)))


def _failed(state: Skirmish, task: Task) -> Skirmish:
    return _panics(state, task) if task.data[0] == "panic" else _cowers(state, task)


def _cowers(state: Skirmish, task: Task) -> Skirmish:
    """UF-57, HR-44, HR-46: Combat 1 for a turn, a panic test, and not a step closer."""
    number = task.model
    what, _, causer, x, y, why = task.data[:6]
    state = shake(state, number, "UF-57")
    if why == "charge":
        state = state.but(shunned=(*state.shunned, int(causer)))
    source = "terror fear" if what == "terror" else "fear"
    exceed = panic_number("fear", state.rulings)
    return state.push(Task("test mind", number, ("panic", exceed, causer, x, y, source)))


def shake(state: Skirmish, number: int, rules: str) -> Skirmish:
    """Return the state where the Combat of a model is 1 for one turn (UF-57, HR-44)."""
    return _lasting(state, number, "shaken").note("is shaken", rules, number)


def _lasting(state: Skirmish, number: int, name: str) -> Skirmish:
    kept = tuple(effect for effect in state.fighters[number].lasting if effect.name != name)
    return state.fighter(number, lasting=(*kept, Lasting(name, state.lasts())))


def _panics(state: Skirmish, task: Task) -> Skirmish:
    """HR-40: what a failed panic test does."""
    number = task.model
    _, _, causer, _, _, why = task.data[:6]
    # Who is frightened of a charge falls back before there is a melee with the charger (HR-46).
    foes = set(board(state).engaged(number)) - ({causer} if "fear" in str(why) else set())
    move = state.value(number, "M")
    result = panicked(move, state.rulings, in_melee=bool(foes))
    if result.effect is not None:
        state = shake(state, number, "HR-40")
    if result.loses:
        state = state.spent(number).without(number, "act", "depart")
    if result.loses == "turn":
        state = _lasting(state, number, "pinned").note("is pinned", "HR-40", number)
    return _fall_back(state, number, Trigger(number, *task.data[:6]), result)


def _fall_back(state: Skirmish, number: int, cause: Trigger, result: Reaction) -> Skirmish:
    """Return the state where a model has run straight away from something (HR-40).

    It neither climbs nor drops, keeps out of the zones of enemies, and looks away from the cause.
    The zone of who charges it is none yet (HR-46).
    """
    if not result.inches:
        return state
    here = board(state)
    model = here.models[number]
    charger = cause.cause if "fear" in cause.why else -1
    dx, dy = model.center[0] - cause.x, model.center[1] - cause.y
    away = math.degrees(math.atan2(dy, dx)) if dx or dy else model.pose.heading + 180.0
    fled = here.forced(number, away % 360.0, result.inches, climbs=False, beside=charger)
    state = state.fighter(number, place=settled(*fled.end, fled.level, away % 360.0))
    what = "falls back" if fled.travel > INCH.limit else "has nowhere to fall back to"
    state = state.note(what, "HR-40", number, inches=round(fled.travel, 2))
    at_edge = fled.stop is not None and fled.stop.text.startswith(EDGE)
    return remove(state, number, "HR-40") if result.off_edge and at_edge else state


def frightened(state: Skirmish, mover: int, met: Iterable[int]) -> Skirmish:
    """Return the state where all whom a model has come into melee with test for fear (HR-46)."""
    if not causes_fear(state.troops[mover].rules):
        return state
    found = (fears(state, number, mover, "charged") for number in met)
    return state.raising(*(trigger for trigger in found if trigger is not None))
