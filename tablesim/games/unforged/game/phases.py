"""The round and its three phases (UF-6, UF-66): what begins and ends them, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .board import board
from .fighters import PHASES, When
from .moves import Activate, Move
from .reactions import finish
from .scenarios import scored
from .state import Reason, Skirmish, Task, Trigger
from .tasks import Decision, decision, step

ACTS: Final = {"move": "move", "melee": "fight", "shooting": "fire"}
"""What a model does that is activated in each phase."""


@step("round")
def begin_round(state: Skirmish, task: Task) -> Skirmish:
    """UF-6: a new round, or the end of the game where the rounds are used up (HR-1)."""
    if state.round == state.settings.rounds:
        return finish(state, Reason.ROUNDS)
    state = state.but(round=state.round + 1).note("round", "UF-6", number=state.round + 1)
    phases = (
        task
        for phase in PHASES
        for task in (
            Task("begin phase", data=(phase,)),
            Task("react"),
            Task("turns", data=(state.priority,)),
            *([Task("random movers"), Task("react")] if phase == "move" else []),
            Task("end phase"),
        )
    )
    return state.push(*phases, Task("round end"), Task("round"))


@step("begin phase")
def begin_phase(state: Skirmish, task: Task) -> Skirmish:
    """UF-64, UF-65, UF-66: what ends now, then tests, then the models that may act.

    What lasts until the Melee phase begins has ended with the phase before it.
    """
    state = state.but(phase=str(task.data[0]), active=-1, shunned=(), targeted=())
    state = state.note("phase", "UF-66", name=state.phase)
    if state.phase == "move":
        state = _begin_move(state)
    return state.but(waiting=tuple(n for n in state.present() if may_act(state, n)))


def _begin_move(state: Skirmish) -> Skirmish:
    """UF-64: the Move phase opens the round; effects end (HR-3), lying models may rise (UF-122)."""
    fighters = tuple(
        fighter.but(
            lasting=() if state.rulings.start_of_move_expiry == "all" else fighter.lasting,
            braved=(),
            shot=False,
            rolled=-1,
        )
        for fighter in state.fighters
    )
    lying = (
        Trigger(number, "regenerate")
        for number, fighter in enumerate(fighters)
        if fighter.fate == "lying"
    )
    return state.but(fighters=fighters, raised=(*state.raised, *lying))


def may_act(state: Skirmish, number: int) -> bool:
    """Whether a model may be activated in this phase (UF-78, UF-77, HR-40, HR-50)."""
    fighter, troop = state.fighters[number], state.troops[number]
    strays = state.phase == "move" and moves_at_random(state, number)
    helpless = troop.body(fighter).helpless(state.rulings)
    return fighter.standing and not fighter.under("pinned") and not strays and not helpless


def moves_at_random(state: Skirmish, number: int) -> bool:
    """Whether a model moves only at random: where the phase ends (UF-77)."""
    troop = state.troops[number]
    return troop.dice is not None and troop.dice.random and "stupidity" not in troop.rules


@step("turns")
def turns(state: Skirmish, task: Task) -> Skirmish:
    """UF-60, HR-48, HR-50: one model after the other, the sides in turn (A) or in blocks (B).

    A null activation is one, too; the phase ends where nobody left could do anything.
    """
    state = state.but(active=-1, shunned=(), targeted=())
    waiting = [n for n in state.waiting if may_act(state, n)]
    if not any(could_act(state, number) for number in waiting):
        return state.but(waiting=())
    turn = int(task.data[0])
    own = [n for n in waiting if state.fighters[n].seat == turn]
    seat = turn if own else 1 - turn
    then = seat if state.rulings.turn_mode == "B" else 1 - seat
    state = state.but(waiting=tuple(waiting)).push(Task("turns", data=(then,)))
    candidates = own or waiting
    if len(candidates) == 1:
        return activate(state, candidates[0])
    return state.push(Task("pick", data=(seat,)))


def could_act(state: Skirmish, number: int) -> bool:
    """Whether a model could do anything in this phase."""
    if state.phase == "move":
        return True
    if state.phase == "melee":
        return bool(reached(state, number))
    return bool(state.troops[number].missiles) and not board(state).engaged(number)


def reached(state: Skirmish, number: int) -> list[int]:
    """Return the enemies that a model can strike (UF-79)."""
    if "fight" in state.body(number).barred(state.rulings):
        return []
    foes = state.present(1 - state.fighters[number].seat)
    here = board(state)
    return [other for other in foes if here.strikes(number, other)]


@decision("pick")
class Pick(Decision):
    """UF-60: the seat picks one of its models that have not acted in this phase."""

    kinds = (Activate,)
    asks = "UF-60: a model is to be activated"

    def seat(self, state: Skirmish, task: Task) -> int:  # noqa: D102
        return int(task.data[0])

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Activate(state.fighters[n].id) for n in self._own(state, task)]

    @staticmethod
    def _own(state: Skirmish, task: Task) -> list[int]:
        return [n for n in state.waiting if state.fighters[n].seat == task.data[0]]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Activate)
        own = self._own(state, task)
        if state.number(move.name) in own:
            return None
        names = ", ".join(state.fighters[n].id for n in own)
        return f"UF-60, HR-50: {move.name} cannot act now; what can: {names}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Activate)
        return activate(state, state.number(move.name))


def activate(state: Skirmish, number: int) -> Skirmish:
    """Return the state in which a model acts."""
    state = state.spent(number).but(active=number, shunned=(), targeted=())
    return state.push(Task(ACTS[state.phase], number), Task("react"))


@step("end phase")
def end_phase(state: Skirmish, task: Task) -> Skirmish:
    """UF-7, UF-78: effects of one turn end, and who fell a turn ago stands up (HR-71)."""
    now = When(state.round, state.phase)
    state = state.but(active=-1, waiting=(), shunned=(), targeted=())
    for number, fighter in enumerate(state.fighters):
        over = [effect for effect in fighter.lasting if effect.until == now]
        if over:
            kept = tuple(effect for effect in fighter.lasting if effect not in over)
            state = state.fighter(number, lasting=kept)
            for effect in over:
                state = state.note("effect ends", "UF-7", number, effect=effect.name)
        if state.phase == "melee" and fighter.modifiers:
            state = state.fighter(number, modifiers=())
        if fighter.rises == now and "stand" not in state.body(number).barred(state.rulings):
            state = state.fighter(number, rises=None).note("stands up", "UF-78", number)
    return state


@step("round end")
def end_round(state: Skirmish, task: Task) -> Skirmish:
    """UF-61: who acted first now acts second; points of the scenario (HR-1)."""
    state = scored(state)
    first = 1 - state.priority
    return state.but(priority=first).note("priority swaps", "UF-61", seat=first)


def may_stray(state: Skirmish, number: int) -> bool:
    """Whether a model moves at random at the end of this Move phase (UF-77)."""
    fighter = state.fighters[number]
    return fighter.standing and not fighter.under("pinned") and moves_at_random(state, number)
