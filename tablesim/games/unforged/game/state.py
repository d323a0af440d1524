"""The state: one moment of the game, as a value, and what it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ....protocol import Event, Face, Result
from ....protocol.agenda import Rulebook
from ....protocol.cast import CastState
from ..options import Options
from .fighters import PHASES, Fighter, Place, Troop, When
from .moves import Move

if TYPE_CHECKING:
    from ....scene import Scene
    from ..numbers.armies import Army
    from ..numbers.profiles import Body
    from .scenarios import Scenario


class Reason(Enum):
    """How the game ended."""

    WIPED_OUT = "the other side has no models left"
    ROUNDS = "the rounds are used up; points decide"


@dataclass(frozen=True, slots=True)
class Settings:
    """What was chosen before the game; see :meth:`UnforgedGame.options`.

    Attributes
    ----------
    scenario, table
        Their names.
    army_1, army_2
        The armies of seat 0 and seat 1: names, or the text of army files.
    rounds
        How many rounds are played.
    rulings
        The house rulings.
    """

    scenario: str
    table: str
    army_1: str
    army_2: str
    rounds: int
    rulings: Options


Data = tuple["Face | Data", ...]
"""Plain values in tuples, as JSON can write them."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that is to be done: a step of the rules, a decision, or chance.

    Attributes
    ----------
    name
        What, a name of the :data:`~tablesim.games.unforged.game.tasks.RULEBOOK`.
    model
        The number of the model that it is about; -1 for none.
    data
        What else it needs to know.
    """

    name: str
    model: int = -1
    data: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Trigger:
    """A test that somebody has to take at once (UF-62), written on the agenda as plain values.

    Attributes
    ----------
    model
        The number of the model.
    what
        What it is: ``"panic"``, ``"fear"``, ``"terror"``, ``"regenerate"``, ``"stumble"``.
    number
        What a psychology test must exceed (UF-54); 0 for others.
    cause
        The number of the model that causes it; -1 for none.
    x, y
        Where the cause is, or was.
    why
        Why it is taken: ``"fire"``, ``"comrade"``, ``"terror"``, ``"fear"``, ``"charge"``.
    """

    model: int
    what: str
    number: int = 0
    cause: int = -1
    x: float = 0.0
    y: float = 0.0
    why: str = ""

    @property
    def plain(self) -> tuple[Face, ...]:
        """The values in order, for the data of a task."""
        return self.model, self.what, self.number, self.cause, self.x, self.y, self.why


@dataclass(frozen=True, repr=False)
class Skirmish(CastState[Move]):
    """One moment of the game.

    Attributes
    ----------
    settings
        What was chosen before the game.
    fighters
        All models of both seats, those that are removed among them.
    agenda
        What is to be done, the next thing first.
    edges
        The edge at which the strip of each seat lies; empty before it is chosen (HR-1).
    round
        The number of the round; 0 during set-up.
    phase
        ``"set-up"``, ``"move"``, ``"melee"``, ``"shooting"``.
    priority
        The seat that acts first in this round (UF-60, UF-61).
    waiting
        The models that have not been activated in this phase (HR-50); those to deploy at set-up.
    active
        The model that acts; -1 for none.
    shunned
        The enemies that the active model may not approach (HR-46).
    targeted
        Whom the active model has attacked from afar: each tests for panic once (HR-42).
    raised
        The tests that the last action has caused, before they are ordered (UF-62, UF-63).
    held
        The points that each seat has won by what its scenario asks for.
    decided
        How the game ended; None before.
    events
        What the last step did.
    """

    nobody: ClassVar[str] = "UF-60: it is no seat's turn to decide"
    member: ClassVar[str] = "model"
    unchanging: ClassVar[tuple[str, ...]] = (
        *CastState.unchanging,
        *("scenario", "armies", "troops"),
    )

    settings: Settings
    fighters: tuple[Fighter, ...]
    agenda: tuple[Task, ...]
    edges: tuple[str, str] = ("", "")
    round: int = 0
    phase: str = "set-up"
    priority: int = 0
    waiting: tuple[int, ...] = ()
    active: int = -1
    shunned: tuple[int, ...] = ()
    targeted: tuple[int, ...] = ()
    raised: tuple[Trigger, ...] = ()
    held: tuple[int, int] = (0, 0)
    decided: Reason | None = None
    events: tuple[Event, ...] = field(default=(), compare=False)

    # What follows from the settings

    @property
    def rulings(self) -> Options:
        """The house rulings."""
        return self.settings.rulings

    @cached_property
    def scenario(self) -> Scenario:
        """What is played for."""
        from .scenarios import scenarios

        return scenarios()[self.settings.scenario]

    @cached_property
    def armies(self) -> tuple[Army, Army]:
        """The armies of both seats."""
        from .rosters import armies

        return armies(self.settings)

    @cached_property
    def troops(self) -> tuple[Troop, ...]:
        """What never changes of each model, by its number."""
        lines = {
            (seat, recruit.id): Troop(recruit, self.rulings)
            for seat, army in enumerate(self.armies)
            for recruit in army.recruits
        }
        return tuple(lines[fighter.seat, fighter.recruit] for fighter in self.fighters)

    # Changing it

    def but(self, **changes: Any) -> Skirmish:
        """Return the state with some fields changed; with the same models, on the same board."""
        new = super().but(**changes)
        if "fighters" not in changes and "_board" in self.__dict__:
            new.__dict__["_board"] = self.__dict__["_board"]
        return new

    def fighter(self, number: int, **changes: Any) -> Skirmish:
        """Return the state with one model changed."""
        fighters = list(self.fighters)
        fighters[number] = fighters[number].but(**changes)
        return self.but(fighters=tuple(fighters))

    def lapsed(self, task: Task) -> bool:
        """Whether the model of a task can do nothing any more."""
        return task.model >= 0 and bool(self.fighters[task.model].fate)

    def without(self, number: int, *names: str) -> Skirmish:
        """Return the state without the tasks of some names that a model still had to do."""
        kept = (task for task in self.agenda if task.model != number or task.name not in names)
        return self.but(agenda=tuple(kept))

    def raising(self, *triggers: Trigger) -> Skirmish:
        """Return the state with more tests to take (UF-62)."""
        return self.but(raised=(*self.raised, *triggers))

    def spent(self, number: int) -> Skirmish:
        """Return the state where a model is not activated in this phase any more."""
        return self.but(waiting=tuple(n for n in self.waiting if n != number))

    # Asking it

    @property
    def cast(self) -> tuple[Fighter, ...]:
        """The models."""
        return self.fighters

    def present(self, seat: int | None = None) -> Iterator[int]:
        """Yield the numbers of the models on the table, of one seat or of both, those down too."""
        return (
            number
            for number, fighter in enumerate(self.fighters)
            if fighter.place is not None and not fighter.fate and seat in (None, fighter.seat)
        )

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have models on the table, those that may regenerate among them (HR-1)."""
        seats = {fighter.seat for fighter in self.fighters if fighter.fate != "removed"}
        return tuple(sorted(seats))

    def place(self, number: int) -> Place:
        """Return where a model is that is on the table."""
        place = self.fighters[number].place
        assert place is not None, f"{self.fighters[number].id} is not on the table"
        return place

    def body(self, number: int) -> Body:
        """Return the characteristics of a model with all that acts on them now."""
        return self.troops[number].body(self.fighters[number])

    def value(self, number: int, stat: str) -> int:
        """Return a characteristic of a model as it is now."""
        return self.body(number).value(stat, self.rulings)

    def lasts(self) -> When:
        """Return the end of an effect of one turn that begins now (UF-7).

        It is the end of the phase before the same phase of the next round.
        """
        before = PHASES[PHASES.index(self.phase) - 1]
        return When(self.round + (self.phase != "move"), before)

    @property
    def rulebook(self) -> Rulebook[Any, Task, Move]:
        """All that can stand on the agenda."""
        from .tasks import RULEBOOK

        return RULEBOOK

    def result(self) -> Result | None:
        """Return how the game ended: more points win, or who alone has models left (HR-1)."""
        if self.decided is None:
            return None
        scores, left = self.scores(), self.left
        if self.decided is Reason.WIPED_OUT and len(left) == 1:
            return Result(self.decided, scores, left)
        most = max(scores)
        return Result(self.decided, scores, tuple(s for s in (0, 1) if scores[s] == most))

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat: enemy models removed, and what the scenario gives (HR-1).

        Models that lie on the table to regenerate count as removed (HR-106).
        """
        lost = [0, 0]
        for number, fighter in enumerate(self.fighters):
            if fighter.fate:
                lost[fighter.seat] += self.troops[number].price
        return lost[1] + self.held[0], lost[0] + self.held[1]

    def encode(self) -> dict[str, Any]:  # noqa: D102
        from .codec import encode

        return encode(self)

    def invariants(self) -> Mapping[str, int]:
        """Return what never changes: models and points; and what is always 0: impossible places."""
        from .board import misplaced

        return {
            "models": len(self.fighters),
            "points": sum(troop.price for troop in self.troops),
            "models where none can be": len(misplaced(self)),
            "wounds out of bounds": sum(
                not (0 <= fighter.wounds <= troop.recruit.wounds)
                or (fighter.wounds == 0) != bool(fighter.fate)
                for fighter, troop in zip(self.fighters, self.troops, strict=True)
            ),
        }

    def scene(self) -> Scene:  # noqa: D102
        from .scenery import scene

        return scene(self)

    def __str__(self) -> str:
        from .view import text

        return text(self)

    def __getstate__(self) -> dict[str, Any]:
        # What was worked out stays behind: it is long, and partly cannot be sent.
        return {name: self.__dict__[name] for name in _FIELDS}

    def __repr__(self) -> str:
        task = self.agenda[0].name if self.agenda else "over"
        models = ", ".join(f"{f.id} {f.place}" for f in self.fighters if f.place is not None)
        return f"<unforged: round {self.round}, {self.phase}, {task}: {models}>"


_FIELDS: Final = tuple(each.name for each in fields(Skirmish))

__all__ = ["Data", "Fighter", "Place", "Reason", "Settings", "Skirmish", "Task", "Trigger"]
