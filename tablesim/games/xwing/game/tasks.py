"""The agenda: steps that the rules do, decisions of a seat, and chance.

Each part of the rules registers its steps here by name.  The agenda of a state is a list of such
names with their ships; what can be done without anybody is done at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from ....protocol import CHANCE, Outcome
from ....protocol.chance import Chance
from .moves import Move
from .state import Battle, Task

Step = Callable[[Battle, Task], Battle]
"""What the rules do by themselves; the state it gets has its task taken off the agenda."""

STEPS: Final[dict[str, Step]] = {}
DECISIONS: Final[dict[str, Decision]] = {}
CHANCES: Final[dict[str, Accident]] = {}
OUTLIVES: Final[set[str]] = set()
"""The tasks that are done even when their ship is gone."""


class Decision(ABC):
    """A decision of a seat.

    Attributes
    ----------
    kinds
        The classes of moves that answer it.
    asks
        The rule and what is asked, for whoever answers something else: ``"XW-14: set a dial"``.
    """

    kinds: ClassVar[tuple[type[Move], ...]]
    asks: ClassVar[str]

    def seat(self, state: Battle, task: Task) -> int:
        """Return who decides."""
        return state.ships[task.ship].seat

    def samples(self, state: Battle, task: Task) -> bool:
        """Return whether the moves are only a sample of endless ones."""
        return False

    @abstractmethod
    def moves(self, state: Battle, task: Task) -> Iterable[Move]:
        """Return all moves that may be legal, or a sample of them; ``why`` sorts them out."""

    @abstractmethod
    def why(self, state: Battle, task: Task, move: Move) -> str | None:
        """Return why a move of one of the kinds is illegal, with the rule before it; or None."""

    @abstractmethod
    def take(self, state: Battle, task: Task, move: Move) -> Battle:
        """Return the state after a legal move; the task is off the agenda already."""


class Accident(ABC):
    """A decision of chance."""

    @abstractmethod
    def chance(self, state: Battle, task: Task) -> Chance:
        """Return what is decided."""

    @abstractmethod
    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:
        """Return the state after an outcome; the task is off the agenda already."""


def step(name: str, *, outlives: bool = False) -> Callable[[Step], Step]:
    """Register what the rules do by themselves under a name."""

    def register(function: Step) -> Step:
        STEPS[name] = function
        if outlives:
            OUTLIVES.add(name)
        return function

    return register


def decision(name: str) -> Callable[[type[Decision]], type[Decision]]:
    """Register a decision under a name."""

    def register(kind: type[Decision]) -> type[Decision]:
        DECISIONS[name] = kind()
        return kind

    return register


def accident(name: str, *, outlives: bool = False) -> Callable[[type[Accident]], type[Accident]]:
    """Register a decision of chance under a name."""

    def register(kind: type[Accident]) -> type[Accident]:
        CHANCES[name] = kind()
        if outlives:
            OUTLIVES.add(name)
        return kind

    return register


def mover(state: Battle) -> int:
    """Return who decides what the first task asks."""
    task = state.agenda[0]
    asked = DECISIONS.get(task.name)
    return CHANCE if asked is None else asked.seat(state, task)


def complete(state: Battle) -> bool:
    """Whether the listed moves are all there are."""
    task = state.agenda[0] if state.agenda else None
    asked = DECISIONS.get(task.name) if task else None
    return task is None or asked is None or not asked.samples(state, task)


def legal_moves(state: Battle) -> tuple[Move, ...]:
    """Return the legal moves, sorted; or a sample where they are endless."""
    task = state.agenda[0]
    asked = DECISIONS[task.name]
    found = {move for move in asked.moves(state, task) if asked.why(state, task, move) is None}
    return tuple(sorted(found))


def why_illegal(state: Battle, move: Move) -> str | None:
    """Return why a move is illegal now, or None."""
    task = state.agenda[0]
    asked = DECISIONS[task.name]
    if not isinstance(move, asked.kinds):
        return asked.asks
    return asked.why(state, task, move)


def chance(state: Battle) -> Chance:
    """Return what chance decides."""
    task = state.agenda[0]
    return CHANCES[task.name].chance(state, task)


def after(state: Battle, done: Move | Outcome) -> Battle:
    """Return the state after a decision, and after all that follows from it by itself."""
    task = state.agenda[0]
    if isinstance(done, tuple):
        return run(CHANCES[task.name].take(state.popped(), task, done))
    return run(DECISIONS[task.name].take(state.popped(), task, done))


def run(state: Battle) -> Battle:
    """Do what can be done without anybody."""
    while state.agenda:
        task = state.agenda[0]
        if task.ship >= 0 and state.ships[task.ship].fate and task.name not in OUTLIVES:
            state = state.popped()
            continue
        automatic = STEPS.get(task.name)
        if automatic is None:
            return state
        state = automatic(state.popped(), task)
    return state
