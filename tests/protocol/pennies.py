"""Pennies: both lay a penny face down, then both are shown; seat 0 wins those that are alike."""

from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any

import shapely

from tablesim.errors import NotAMove
from tablesim.protocol import OVER, UNKNOWN, Game, Result, State
from tablesim.protocol.positions import reading
from tablesim.scene import Mark, Scene


class Penny(Enum):
    HEAD = "head"
    TAIL = "tail"

    def notation(self) -> str:
        return self.value

    def __lt__(self, other: "Penny") -> bool:
        return self.value < other.value


class Reason(Enum):
    ROUNDS = "all rounds are played"


@dataclass(frozen=True)
class Pennies(State[Penny]):
    rounds: int
    won: tuple[int, int] = (0, 0)
    hidden: str = ""
    """Seat 0's penny, face down, while seat 1 chooses."""

    @property
    def to_move(self) -> int:
        if self.rounds == 0:
            return OVER
        return 1 if self.hidden else 0

    def legal_moves(self) -> tuple[Penny, ...]:
        return tuple(Penny) if self.rounds else ()

    def why_illegal(self, move: Penny) -> str | None:
        return None if self.rounds else "PENNIES-1: all rounds are played"

    def after(self, step: Any) -> "Pennies":
        if not self.hidden:
            return Pennies(self.rounds, self.won, step.value)
        alike = step.value == self.hidden
        won = (self.won[0] + alike, self.won[1] + (not alike))
        return Pennies(self.rounds - 1, won)

    def seen_by(self, seat: int) -> "Pennies":
        if seat == 1 and self.hidden:
            return Pennies(self.rounds, self.won, UNKNOWN)
        return self

    def result(self) -> Result | None:
        if self.rounds:
            return None
        best = max(self.won)
        return Result(Reason.ROUNDS, self.won, tuple(s for s in (0, 1) if self.won[s] == best))

    def encode(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "won": list(self.won), "hidden": self.hidden}

    def scene(self) -> Scene:
        penny = shapely.Point(0, 0).buffer(1)
        return Scene((Mark(penny, "base", 0, self.hidden),), str(self), desc=str(self))

    def __str__(self) -> str:
        return f"{self.won[0]}-{self.won[1]}, face down: {self.hidden or 'none'}"


class PenniesGame(Game[Pennies]):
    name = "pennies"
    seats = range(2, 3)

    def start(self, seats: int, **options: Any) -> Pennies:
        return Pennies(5)

    def parse(self, state: Pennies, text: str) -> Penny:
        try:
            return Penny(text)
        except ValueError:
            raise NotAMove(f"expected head or tail, got {text!r}") from None

    def decode(self, data: Any) -> Pennies:
        with reading("pennies"):
            won = (data["won"][0], data["won"][1])
            return Pennies(data["rounds"], won, data["hidden"])

    def bound(self, state: Pennies) -> int:
        return 2 * state.rounds

    def guess(self, view: Pennies, seat: int, rng: Random) -> Pennies:
        if seat == 0 or not view.hidden:
            return view
        return Pennies(view.rounds, view.won, "head" if rng.random() < 0.5 else "tail")


PENNIES = PenniesGame()
