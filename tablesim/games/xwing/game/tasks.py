"""The agenda of X-Wing: steps that the rules do, decisions of a seat, and chance.

Each part of the rules registers its steps here by name.
"""

from __future__ import annotations

from typing import Final

from ....protocol import agenda
from .moves import Move
from .state import Battle, Task

RULEBOOK: Final = agenda.Rulebook[Battle, Task, Move]()

step, decision, accident = RULEBOOK.step, RULEBOOK.decision, RULEBOOK.accident

Accident = agenda.Accident[Battle, Task]
"""A decision of chance."""


class Decision(agenda.Decision[Battle, Task, Move]):
    """A decision of a seat; of whose ship it is, unless it says otherwise."""

    def seat(self, state: Battle, task: Task) -> int:
        """Return who decides."""
        return state.ships[task.ship].seat
