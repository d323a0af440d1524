"""The agenda of UNFORGED: steps that the rules do, decisions of a seat, and chance.

Each part of the rules registers its steps here by name.
"""

from __future__ import annotations

from typing import Final

from ....protocol import agenda
from .moves import Move
from .state import Skirmish, Task

RULEBOOK: Final = agenda.Rulebook[Skirmish, Task, Move]()

step, decision, accident = RULEBOOK.step, RULEBOOK.decision, RULEBOOK.accident

Accident = agenda.Accident[Skirmish, Task]
"""A decision of chance."""


class Decision(agenda.Decision[Skirmish, Task, Move]):
    """A decision of a seat; of whose model it is, unless it says otherwise."""

    def seat(self, state: Skirmish, task: Task) -> int:
        """Return who decides."""
        return state.fighters[task.model].seat
