"""An agenda for games with many kinds of decisions: what is to be done, the next thing first.

The state of such a game holds a list of tasks.  The parts of its rules register, by the name of a
task, what the rules do by themselves (a step), what a seat decides (a decision) and what chance
decides (an accident).  After every decision the rules go on by themselves as far as they can.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from .chance import Chance, Outcome
from .move import Move
from .state import CHANCE, OVER, State


class Task(Protocol):
    """One thing that is to be done."""

    @property
    def name(self) -> str:
        """What, a name that a rulebook knows."""


class Planned(Protocol):
    """A state with an agenda."""

    @property
    def agenda(self) -> Sequence[Any]:
        """The tasks, the next one first."""

    def popped(self) -> Self:
        """Return the state without its first task."""

    def lapsed(self, task: Any) -> bool:
        """Whether a task has become idle, for instance because whoever had to do it is gone."""


S = TypeVar("S", bound=Planned)
T = TypeVar("T", bound=Task)
M = TypeVar("M", bound=Move)


class Decision(ABC, Generic[S, T, M]):
    """A decision of a seat.

    Attributes
    ----------
    kinds
        The classes of moves that answer it.
    asks
        The rule and what is asked, for whoever answers something else: ``"XW-14: set a dial"``.
    """

    kinds: ClassVar[tuple[type[Any], ...]]
    asks: ClassVar[str]

    @abstractmethod
    def seat(self, state: S, task: T) -> int:
        """Return who decides."""

    def samples(self, state: S, task: T) -> bool:
        """Return whether the moves are only a sample of endless ones."""
        return False

    @abstractmethod
    def moves(self, state: S, task: T) -> Iterable[M]:
        """Return all moves that may be legal, or a sample of them; ``why`` sorts them out."""

    @abstractmethod
    def why(self, state: S, task: T, move: M) -> str | None:
        """Return why a move of one of the kinds is illegal, with the rule before it; or None."""

    @abstractmethod
    def take(self, state: S, task: T, move: M) -> S:
        """Return the state after a legal move; the task is off the agenda already."""


class Accident(ABC, Generic[S, T]):
    """A decision of chance."""

    @abstractmethod
    def chance(self, state: S, task: T) -> Chance:
        """Return what is decided."""

    @abstractmethod
    def take(self, state: S, task: T, outcome: Outcome) -> S:
        """Return the state after an outcome; the task is off the agenda already."""


class Rulebook(Generic[S, T, M]):
    """All that can stand on an agenda of one game, by name.

    Attributes
    ----------
    steps
        What the rules do by themselves: a function of the state without the task, and the task.
    decisions, accidents
        What seats decide, and what chance decides.
    outlives
        Tasks that are done even when they have lapsed.
    """

    def __init__(self) -> None:
        self.steps: dict[str, Callable[[S, T], S]] = {}
        self.decisions: dict[str, Decision[S, T, M]] = {}
        self.accidents: dict[str, Accident[S, T]] = {}
        self.outlives: set[str] = set()

    def step(
        self, name: str, *, outlives: bool = False
    ) -> Callable[[Callable[[S, T], S]], Callable[[S, T], S]]:
        """Register what the rules do by themselves under a name."""

        def register(function: Callable[[S, T], S]) -> Callable[[S, T], S]:
            self.steps[name] = function
            if outlives:
                self.outlives.add(name)
            return function

        return register

    def decision(self, name: str) -> Callable[[type[Decision[S, T, M]]], type[Decision[S, T, M]]]:
        """Register a decision under a name."""

        def register(kind: type[Decision[S, T, M]]) -> type[Decision[S, T, M]]:
            self.decisions[name] = kind()
            return kind

        return register

    def accident(
        self, name: str, *, outlives: bool = False
    ) -> Callable[[type[Accident[S, T]]], type[Accident[S, T]]]:
        """Register a decision of chance under a name."""

        def register(kind: type[Accident[S, T]]) -> type[Accident[S, T]]:
            self.accidents[name] = kind()
            if outlives:
                self.outlives.add(name)
            return kind

        return register

    @property
    def names(self) -> tuple[str, ...]:
        """All tasks that can stand on an agenda."""
        return (*self.waits, *self.steps)

    @property
    def waits(self) -> tuple[str, ...]:
        """The tasks that wait for a seat or for chance."""
        return (*self.decisions, *self.accidents)

    def mover(self, state: S) -> int:
        """Return who decides what the first task asks."""
        task = state.agenda[0]
        asked = self.decisions.get(task.name)
        return CHANCE if asked is None else asked.seat(state, task)

    def complete(self, state: S) -> bool:
        """Whether the listed moves are all there are."""
        task = state.agenda[0] if state.agenda else None
        asked = self.decisions.get(task.name) if task else None
        return task is None or asked is None or not asked.samples(state, task)

    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return the legal moves, sorted; or a sample where they are endless."""
        task = state.agenda[0]
        asked = self.decisions[task.name]
        found = {move for move in asked.moves(state, task) if asked.why(state, task, move) is None}
        return tuple(sorted(found))

    def why_illegal(self, state: S, move: M) -> str | None:
        """Return why a move is illegal now, or None."""
        task = state.agenda[0]
        asked = self.decisions[task.name]
        return asked.why(state, task, move) if isinstance(move, asked.kinds) else asked.asks

    def chance(self, state: S) -> Chance:
        """Return what chance decides."""
        task = state.agenda[0]
        return self.accidents[task.name].chance(state, task)

    def after(self, state: S, done: M | Outcome) -> S:
        """Return the state after a decision, and after all that follows from it by itself."""
        task = state.agenda[0]
        if isinstance(done, tuple):
            return self.run(self.accidents[task.name].take(state.popped(), task, done))
        return self.run(self.decisions[task.name].take(state.popped(), task, done))

    def run(self, state: S) -> S:
        """Do what can be done without anybody."""
        while state.agenda:
            task = state.agenda[0]
            if state.lapsed(task) and task.name not in self.outlives:
                state = state.popped()
                continue
            automatic = self.steps.get(task.name)
            if automatic is None:
                return state
            state = automatic(state.popped(), task)
        return state


class AgendaState(State[M]):
    """A state that keeps an agenda.

    A game writes a frozen dataclass without slots, with the fields ``agenda``, ``decided`` (None
    until the game is over) and ``events``.

    Attributes
    ----------
    nobody
        What is said to a move where no seat decides, with its rule.
    """

    nobody: ClassVar[str]

    if TYPE_CHECKING:
        # Fields of the dataclass.
        @property
        def agenda(self) -> tuple[Any, ...]:
            """What is to be done, the next thing first."""

        @property
        def decided(self) -> object:
            """How the game ended; None before."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook[Any, Any, M]:
        """All that can stand on the agenda."""

    @abstractmethod
    def but(self, **changes: Any) -> Self:
        """Return the state with some fields changed."""

    @abstractmethod
    def lapsed(self, task: Any) -> bool:
        """Whether a task has become idle, for instance because whoever had to do it is gone."""

    def push(self, *tasks: Any) -> Self:
        """Return the state with tasks that come before all others, the first one first."""
        return self.but(agenda=(*tasks, *self.agenda))

    def popped(self) -> Self:
        """Return the state without its first task."""
        return self.but(agenda=self.agenda[1:])

    @property
    def to_move(self) -> int:
        """Who decides what the first task asks."""
        return OVER if self.decided else self.rulebook.mover(self)

    @property
    def complete_moves(self) -> bool:
        """False where the first task asks for one of endlessly many things."""
        return self.rulebook.complete(self)

    def legal_moves(self) -> tuple[M, ...]:  # noqa: D102
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[M, ...]:
        return self.rulebook.legal_moves(self) if self.to_move >= 0 else ()

    def why_illegal(self, move: M) -> str | None:  # noqa: D102
        return self.nobody if self.to_move < 0 else self.rulebook.why_illegal(self, move)

    def chance(self) -> Chance:  # noqa: D102
        return self.rulebook.chance(self) if self.to_move == CHANCE else super().chance()

    def after(self, step: Any) -> Self:  # noqa: D102
        done: Self = self.rulebook.after(self.but(events=()), step)
        return done
