"""Pig: throw a die as often as you dare; a 1 costs what you threw since your turn began."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import shapely

from tablesim.errors import NotAMove
from tablesim.protocol import CHANCE, OVER, Event, Game, Option, Result, Roll, State
from tablesim.protocol.positions import reading
from tablesim.scene import Mark, Scene

DIE = Roll(1, (1, 2, 3, 4, 5, 6))


class Choice(Enum):
    HOLD = "hold"
    ROLL = "roll"

    def notation(self) -> str:
        return self.value

    def __lt__(self, other: "Choice") -> bool:
        return self.value < other.value


class Reason(Enum):
    TARGET = "the target is reached"
    TURNS = "the turns are used up"


@dataclass(frozen=True)
class Pig(State[Choice]):
    target: int
    turns: int
    """Turns that are left."""
    banked: tuple[int, ...]
    seat: int = 0
    thrown: int = 0
    """What the seat has thrown in this turn."""
    rolling: bool = False
    events: tuple[Event, ...] = field(default=(), compare=False)

    @property
    def to_move(self) -> int:
        if self.turns == 0 or max(self.banked) >= self.target:
            return OVER
        return CHANCE if self.rolling else self.seat

    def legal_moves(self) -> tuple[Choice, ...]:
        return tuple(move for move in Choice if self.why_illegal(move) is None)

    def why_illegal(self, move: Choice) -> str | None:
        if self.to_move < 0:
            return "PIG-1: it is no seat's turn"
        if move is Choice.HOLD and not self.thrown:
            return "PIG-2: a turn begins with a throw"
        return None

    def chance(self) -> Roll:
        return DIE

    def after(self, step: Any) -> "Pig":
        if step is Choice.ROLL:
            return Pig(self.target, self.turns, self.banked, self.seat, self.thrown, True)
        if step is Choice.HOLD:
            return self.next_turn(self.thrown, "banked", "PIG-4")
        if step == (1,):
            return self.next_turn(0, "lost", "PIG-3")
        return Pig(self.target, self.turns, self.banked, self.seat, self.thrown + step[0])

    def next_turn(self, won: int, what: str, rule: str) -> "Pig":
        banked = list(self.banked)
        banked[self.seat] += won
        event = Event(what, self.seat, (rule,), (("points", self.thrown),))
        seat = (self.seat + 1) % len(banked)
        return Pig(self.target, self.turns - 1, tuple(banked), seat, events=(event,))

    def result(self) -> Result | None:
        if self.to_move != OVER:
            return None
        best = max(self.banked)
        winners = tuple(seat for seat, points in enumerate(self.banked) if points == best)
        reason = Reason.TARGET if best >= self.target else Reason.TURNS
        return Result(reason, self.banked, winners)

    def encode(self) -> dict[str, Any]:
        names = ("target", "turns", "banked", "seat", "thrown", "rolling")
        return {name: getattr(self, name) for name in names} | {"banked": list(self.banked)}

    def scene(self) -> Scene:
        bars = [shapely.box(seat, 0, seat + 0.8, 1 + n) for seat, n in enumerate(self.banked)]
        marks = [Mark(bar, "base", seat, f"{self.banked[seat]}") for seat, bar in enumerate(bars)]
        return Scene(tuple(marks), str(self), unit="points", desc=str(self))

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.banked))}, seat {self.seat} has thrown {self.thrown}"


class PigGame(Game[Pig]):
    name = "pig"
    seats = range(2, 11)

    def options(self) -> dict[str, Option]:
        return {
            "target": Option(100, "points to win", range(10, 1001)),
            "turns": Option(200, "turns of all seats together", range(1, 1001)),
        }

    def start(self, seats: int, **options: Any) -> Pig:
        return Pig(options["target"], options["turns"], (0,) * seats)

    def parse(self, state: Pig, text: str) -> Choice:
        try:
            return Choice(text)
        except ValueError:
            raise NotAMove(f"expected hold or roll, got {text!r}") from None

    def decode(self, data: Any) -> Pig:
        with reading("pig"):
            return Pig(**{**data, "banked": tuple(data["banked"])})

    def bound(self, state: Pig) -> int:
        # In one turn nobody can throw more often than it takes to pass the target by twos.
        return state.turns * (state.target + 2)


PIG = PigGame()
