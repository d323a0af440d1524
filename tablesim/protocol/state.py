"""States and games: what every game of tablesim can be asked."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar

from ..errors import IllegalMove, UnknownName, did_you_mean
from ..scene import Drawable, Scene
from .chance import Chance, Face, Outcome
from .move import Move
from .result import Result
from .shapes import outsider

if TYPE_CHECKING:
    from .player import Player

CHANCE: Final = -1
"""``to_move`` where chance decides."""

OVER: Final = -2
"""``to_move`` where the game is over."""

UNKNOWN: Final = "?"
"""What stands in a view instead of another seat's secret."""

JSON = Mapping[str, Any]
"""A mapping of plain JSON values."""

M = TypeVar("M", bound=Move)
S_co = TypeVar("S_co", bound="State[Any]", covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that the last step did, for the log.

    Attributes
    ----------
    kind
        A word: ``"capture"``.
    seat
        Whose doing it is; None where it is nobody's.
    rules
        The numbers of the rules that were applied.
    details
        What else is worth telling, by name: values that JSON can write, or things that the log
        writes as their text, for instance a place.

    >>> event = Event("capture", 1, ("GO-16",), (("by", "d4"), ("stones", 3)))
    >>> str(event)
    'seat 1: capture, by d4, stones 3 (GO-16)'
    >>> event.to_json()
    {'ev': 'capture', 'seat': 1, 'by': 'd4', 'stones': 3, 'rules': ['GO-16']}
    """

    kind: str
    seat: int | None = None
    rules: tuple[str, ...] = ()
    details: tuple[tuple[str, object], ...] = ()

    def to_json(self) -> JSON:
        """Return one record of the log as plain JSON values."""
        who = {} if self.seat is None else {"seat": self.seat}
        details = {name: v if isinstance(v, Face) else str(v) for name, v in self.details}
        return {"ev": self.kind, **who, **details, "rules": list(self.rules)}

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {self.seat}: "
        words = ", ".join([self.kind, *(f"{name} {value}" for name, value in self.details)])
        return who + words + (f" ({', '.join(self.rules)})" if self.rules else "")


class State(Drawable, Generic[M]):
    """One moment of a game, as a value: it is compared, hashed and never changed.

    A game writes a frozen dataclass with what its rules need, and no generator, no shuffled order
    and no history.  ``to_move`` and ``events`` may be fields or properties; ``events`` is kept out
    of comparison (``field(default=(), compare=False)``) and of ``encode``.
    """

    if TYPE_CHECKING:
        # No descriptor at run time, so that a dataclass may have a field of this name.
        @property
        def to_move(self) -> int:
            """Who decides: a seat 0, 1, ..., or ``CHANCE``, or ``OVER``."""

        @property
        def events(self) -> tuple[Event, ...]:
            """What the last step did, for the log."""
    else:
        events = ()

    @property
    def complete_moves(self) -> bool:
        """True if ``legal_moves`` lists all; False where the choice is endless and it samples."""
        return True

    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """Return the legal moves, sorted and without repeats; empty unless a seat decides.

        Where the choice is endless (any point of a disc), this is a finite sample that the game
        documents, and ``complete_moves`` is False.
        """

    @abstractmethod
    def why_illegal(self, move: M) -> str | None:
        """Return None if the move is legal, else the reason, with its rule before it.

        This is the truth, also where ``legal_moves`` is a sample.  The form of a reason is
        ``"GO-12: (3, 4) is taken"``.
        """

    def chance(self) -> Chance:
        """Return what chance must decide.

        Raises
        ------
        ValueError
            If it is not chance's turn.
        """
        raise ValueError(f"chance has nothing to decide here: to_move is {self.to_move}")

    def apply(self, step: M | Outcome, /, *, check: bool = True) -> Self:
        """Return the state after one step: a move of the seat, or an outcome of chance.

        Parameters
        ----------
        step
            The move, or the outcome as a tuple.
        check
            False skips the test for legality; use it only for steps known to be legal.

        Raises
        ------
        IllegalMove
            If the step is not allowed. This state stays as it is, in every case.
        """
        if check:
            why = self._why_not(step)
            if why is not None:
                raise IllegalMove(step_text(step), why, str(self))
        return self.after(step)

    def _why_not(self, step: M | Outcome) -> str | None:
        mover = self.to_move
        if mover >= 0:
            if isinstance(step, tuple):
                return f"seat {mover} decides now: expected a move, not an outcome of chance"
            return self.why_illegal(step)
        if mover == CHANCE:
            if isinstance(step, tuple):
                return self.chance().why_impossible(step)
            return "chance decides now: expected an outcome, a tuple of values"
        return "the game is over"

    @abstractmethod
    def after(self, step: Any) -> Self:
        """Return the state after a step that is known to be legal; ``apply`` calls it."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return how the game ended; None until it is over."""

    def scores(self) -> tuple[float, ...] | None:
        """Return the points of each seat so far, as ``Result.scores`` will count them.

        A search looks as far ahead as it needs, and judges by them.  None, which a game without
        points inherits, makes it play every game to the end.
        """
        return None

    def seen_by(self, seat: int) -> Self:
        """Return what a seat may know: a state with ``UNKNOWN`` for the secrets of others.

        The seat that moves has the same legal moves in its view.  A game without secrets inherits
        this; others must hide ``events``, too.
        """
        return self

    @abstractmethod
    def encode(self) -> JSON:
        """Return the state as plain JSON values; ``Game.decode`` reads it back exactly."""

    def invariants(self) -> Mapping[str, int]:
        """Return what no step of the game may change, by name: tiles, cards, tokens in all."""
        return {}


class Game(ABC, Generic[S_co]):
    """The rules of one game; an object without data of its own.

    Attributes
    ----------
    name
        What people type.
    rules_version
        Goes up when the same steps lead to something else: older transcripts are then refused.
    seats
        How many may play.
    """

    name: ClassVar[str]
    rules_version: ClassVar[int] = 1
    seats: ClassVar[range]

    def options(self) -> Mapping[str, Option]:
        """Return what may be chosen before the game, by name."""
        return {}

    def new(self, seats: int = 2, **options: Any) -> S_co:
        """Return the state before the first step; chance in the set-up is chance to come.

        Parameters
        ----------
        seats
            How many play.
        options
            See :meth:`options`; what is not given has its default.

        Raises
        ------
        ValueError
            If the number of seats or the value of an option is not allowed.
        UnknownName
            If an option is unknown.
        """
        if type(seats) is not int or seats not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            allowed = f"{few} to {many}" if many > few else f"{few}"
            raise ValueError(f"{self.name} is for {allowed} seats, not for {seats!r}")
        return self.start(seats, **self.settle(options))

    def settle(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, those not given at their defaults.

        Raises
        ------
        ValueError
            If the value of an option is not allowed.
        UnknownName
            If an option is unknown.
        """
        known = self.options()
        for name, value in options.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"; it has {', '.join(known) or 'none'}"
                raise UnknownName(f"{self.name} has no option {name!r}{hint}")
            known[name].require(name, value)
        return {name: options.get(name, option.default) for name, option in known.items()}

    @abstractmethod
    def start(self, seats: int, **options: Any) -> S_co:
        """Return the state before the first step; ``new`` calls it with checked arguments."""

    @abstractmethod
    def parse(self, state: Any, text: str) -> Move:
        """Return the move that a text means; whether it is legal is for ``apply`` to say.

        Raises
        ------
        NotAMove
            If the text is the notation of no move.
        """

    @abstractmethod
    def decode(self, data: JSON) -> S_co:
        """Return the state that ``encode`` wrote.

        Raises
        ------
        BadData
            If the data are not those of a state.
        """

    def scene(self, state: Any, seat: int | None = None) -> Scene:
        """Return the picture of a state; of what one seat sees, if a seat is given."""
        view: State[Any] = state if seat is None else state.seen_by(seat)
        return view.scene()

    @abstractmethod
    def bound(self, state: Any) -> int:
        """Return a number of steps that no game from this state exceeds, chance counted."""

    def guess(self, view: Any, seat: int, rng: Random) -> S_co:
        """Return a state that a seat cannot tell from this one: its secrets are drawn anew.

        A search fills in by it what a seat does not know; given a full state, it takes no heed of
        what is really hidden there.  A game without secrets inherits this.
        """
        guessed: S_co = view
        return guessed

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the players that only this game has, by name: each makes one for a game."""
        return {}

    def __eq__(self, other: object) -> bool:
        # It has no data, so the rules are the same in every process of a simulation.
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen before a game.

    Attributes
    ----------
    default
        Its value where nothing is said; JSON can write it.
    meaning
        What it changes, in one sentence.
    choices
        What is allowed: a tuple of values or a range; None is anything of the default's type.
    rule
        The number of the rule that leaves it open.
    force
        The seat whose squad or army it is; None for all else.
    """

    default: Any
    meaning: str
    choices: Sequence[Any] | None = None
    rule: str = ""
    force: int | None = None

    def require(self, name: str, value: Any) -> None:
        """Raise ``ValueError`` unless the value is allowed.

        >>> Option(100, "points to win", range(10, 1001)).require("target", 5)
        Traceback (most recent call last):
            ...
        ValueError: option target: expected 10 to 1000, got 5
        """
        if self.choices is not None:
            why = outsider(value, self.choices)
        else:
            kind = type(self.default)
            why = None if type(value) is kind else f"expected {kind.__name__}, got {value!r:.80}"
        if why:
            raise ValueError(f"option {name}: {why}")


def step_text(step: Any) -> str:
    """Return a step as text: the notation of a move, or the values of an outcome.

    >>> step_text((3, 5))
    '[3, 5]'
    """
    if isinstance(step, tuple):
        return json.dumps(list(step), ensure_ascii=False)
    return str(step.notation()) if hasattr(step, "notation") else repr(step)


def canonical(data: JSON) -> str:
    """Return JSON values as the one text that stands for them: sorted keys, no spaces.

    >>> canonical({"b": 1.5, "a": [True, None]})
    '{"a":[true,null],"b":1.5}'
    """
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(state: State[Any]) -> str:
    """Return the SHA-256 of a state's canonical text, in hexadecimal."""
    return hashlib.sha256(canonical(state.encode()).encode()).hexdigest()
