"""Drift: walk up to 3 in any direction, then the wind blows everybody 1 in any direction.

Whoever is nearest to the middle after the last gust wins.  Neither the moves nor what chance may
do can be listed.
"""

from dataclasses import dataclass
from enum import Enum
from math import cos, hypot, isfinite, radians, sin
from random import Random
from typing import Any

import shapely

from tablesim.errors import NotAMove
from tablesim.protocol import CHANCE, OVER, Game, Outcome, Result, Sampled, State
from tablesim.protocol.positions import reading
from tablesim.scene import Mark, Scene

REACH = 3.0
GUST = 1.0

Point = tuple[float, float]


def snapped(x: float, y: float) -> Point:
    # Sines differ in the last digit from machine to machine; adding 0 turns -0.0 into 0.0.
    return round(x, 9) + 0.0, round(y, 9) + 0.0


@dataclass(frozen=True, slots=True, order=True)
class Walk:
    """Walk by so much to the right and up."""

    right: float
    up: float

    def notation(self) -> str:
        return f"walk {self.right!r} {self.up!r}"


SAMPLE = tuple(
    sorted(
        {
            Walk(*snapped(length * cos(radians(angle)), length * sin(radians(angle))))
            for length in (0, 1, 2, 3)
            for angle in range(0, 360, 45)
        }
    )
)


class Wind(Sampled):
    """A direction in degrees."""

    def sample(self, rng: Random) -> Outcome:
        return (round(360 * rng.random(), 6) % 360,)

    def why_impossible(self, outcome: Outcome) -> str | None:
        match outcome:
            case (float(angle),) if 0 <= angle < 360:
                return None
        return f"expected one direction from 0.0 to 360.0, got {list(outcome)}"


class Reason(Enum):
    CALM = "the wind has dropped"


@dataclass(frozen=True)
class Drift(State[Walk]):
    at: tuple[Point, ...]
    gusts: int
    seat: int = 0
    """Whose walk it is; after the last seat's walk the wind blows."""

    @property
    def to_move(self) -> int:
        if self.gusts == 0:
            return OVER
        return CHANCE if self.seat == len(self.at) else self.seat

    @property
    def complete_moves(self) -> bool:
        return False

    def legal_moves(self) -> tuple[Walk, ...]:
        return SAMPLE if self.to_move >= 0 else ()

    def why_illegal(self, move: Walk) -> str | None:
        if self.to_move < 0:
            return "DRIFT-1: nobody may walk now"
        length = hypot(move.right, move.up)
        return None if length <= REACH + 1e-8 else f"DRIFT-2: {length:g} is more than {REACH:g}"

    def chance(self) -> Wind:
        return Wind()

    def after(self, step: Any) -> "Drift":
        at = list(self.at)
        if isinstance(step, Walk):
            x, y = at[self.seat]
            at[self.seat] = snapped(x + step.right, y + step.up)
            return Drift(tuple(at), self.gusts, self.seat + 1)
        dx, dy = GUST * cos(radians(step[0])), GUST * sin(radians(step[0]))
        return Drift(tuple(snapped(x + dx, y + dy) for x, y in at), self.gusts - 1)

    def result(self) -> Result | None:
        if self.gusts:
            return None
        scores = tuple(-round(hypot(x, y), 6) for x, y in self.at)
        best = max(scores)
        return Result(Reason.CALM, scores, tuple(s for s, n in enumerate(scores) if n == best))

    def encode(self) -> dict[str, Any]:
        return {"at": [list(point) for point in self.at], "gusts": self.gusts, "seat": self.seat}

    def invariants(self) -> dict[str, int]:
        return {"walkers": len(self.at)}

    def scene(self) -> Scene:
        walkers = [
            Mark(shapely.Point(point).buffer(0.5), "base", seat, str(seat))
            for seat, point in enumerate(self.at)
        ]
        return Scene((Mark(shapely.Point(0, 0), "end"), *walkers), str(self), desc=str(self))

    def __str__(self) -> str:
        places = "  ".join(f"({x:.2f}, {y:.2f})" for x, y in self.at)
        return f"{places}  gusts to come: {self.gusts}"


class DriftGame(Game[Drift]):
    name = "drift"
    seats = range(1, 5)

    def start(self, seats: int, **options: Any) -> Drift:
        return Drift(tuple((4.0 * seat, 3.0) for seat in range(seats)), gusts=5)

    def parse(self, state: Drift, text: str) -> Walk:
        try:
            word, right, up = text.split(" ")
            walk = Walk(float(right), float(up))
        except ValueError:
            raise NotAMove(f"expected for instance 'walk 1.5 -2.0', got {text!r}") from None
        if word != "walk" or not (isfinite(walk.right) and isfinite(walk.up)):
            raise NotAMove(f"expected walk and two finite numbers, got {text!r}")
        return walk

    def decode(self, data: Any) -> Drift:
        with reading("drift"):
            return Drift(tuple((x, y) for x, y in data["at"]), data["gusts"], data["seat"])

    def bound(self, state: Drift) -> int:
        return state.gusts * (len(state.at) + 1)


DRIFT = DriftGame()
