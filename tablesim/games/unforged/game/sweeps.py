"""Sweeps: a burst that goes from model to model (UF-97, HR-89)."""

from __future__ import annotations

from collections.abc import Iterable

from ....geometry import Pose, unit
from ..models import Model
from ..numbers.tables import tables
from ..rules import INCH, gap
from .board import board
from .fights import away
from .moves import HOLD, Hold, Move, Shift
from .shooting import Arm, fired
from .state import Skirmish, Task
from .tasks import Decision, decision, step


@step("sweep")
def sweep(state: Skirmish, task: Task) -> Skirmish:
    """UF-97, HR-89: the aim shifts as long as there are dice, and somebody to shift to."""
    if task.data[3] and _swept(state, task):
        return state.push(Task("shift", task.model, task.data))
    return state


def _aimed_at(state: Skirmish, task: Task) -> Model:
    """Return the last model where it was aimed at: it may be gone or pushed since (UF-97)."""
    last, (x, y, level, facing) = task.data[2], task.data[6:]
    size = state.troops[last].size
    pose = Pose(x, y, facing)
    return Model(state.fighters[last].id, None, size, pose, level, size.height, standing=False)


def _swept(state: Skirmish, task: Task) -> list[int]:
    """Return the models that the dice that are left may reach."""
    by, (last, left, shifted, line) = task.model, task.data[2:6]
    here, far = board(state), tables().sweep_step * (shifted + left)
    origin = _aimed_at(state, task)
    return [
        n
        for n in state.present()
        if n not in (by, last)
        and INCH.within(gap(origin, here.models[n], state.rulings), far)
        and (line < 0.0 or _on_line(origin, here.models[n], line))
        and here.look(by, n).los
    ]


def _on_line(origin: Model, other: Model, angle: float) -> bool:
    """Whether a line from the middle of one base meets another base (HR-89, ``sweep_line``)."""
    (x, y), (ox, oy) = origin.center, other.center
    c, s = unit(angle)
    along, across = (ox - x) * c + (oy - y) * s, (oy - y) * c - (ox - x) * s
    return along > 0.0 and INCH.within(abs(across), other.radius)


@decision("shift")
class Shifting(Decision):
    """UF-97: the aim shifts by 2 inches towards a model; if it comes there, it gets a die."""

    kinds = (Shift, Hold)
    asks = "UF-97: the sweep goes on towards a model, or ends"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [HOLD, *(Shift(state.fighters[n].id) for n in _swept(state, task))]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        moves = list(self.moves(state, task))
        known = ", ".join(one.name for one in moves if isinstance(one, Shift))
        return None if move in moves else f"UF-97: the sweep may come to {known}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        if isinstance(move, Hold):
            return state
        assert isinstance(move, Shift)
        weapon, rounds, last, left, shifted, line, *place = task.data
        target, number = state.number(move.name), task.model
        origin = _aimed_at(state, task)
        if state.rulings.sweep_line and line < 0.0:
            line = away(state, target, origin.center)
        far = tables().sweep_step * (shifted + 1)
        if not INCH.within(gap(origin, board(state).models[target], state.rulings), far):
            state = state.note("sweeps over nothing", "UF-97", number, towards=move.name)
            missed = (weapon, rounds, last, left - 1, shifted + 1, line, *place)
            return state.push(Task("sweep", number, missed))
        here = state.place(target)
        then = Task("sweep", number, (weapon, rounds, target, left - 1, 0, line, *here))
        return fired(state.push(then), number, target, Arm(weapon, rounds), 1)
