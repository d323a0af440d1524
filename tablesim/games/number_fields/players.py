"""The greedy player (DS-37)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, TypeVar

from . import rules
from .moves import ATTEMPT, DEFEND, Move, add_lives
from .odds import chance_to_succeed
from .stage import NOBODY, Stage
from .state import NumberFields

T = TypeVar("T")

_TAKEN = Fraction(3, 2)
"""How much more a field is worth that an opponent loses."""

_UPGRADE = Fraction(1, 2)
_BIG = 8
"""A number worth three lives."""


class GreedyPlayer:
    """Goes where the number times the chance to get it is greatest, and looks no further.

    It always tries and always defends, never adds lives to a defense, and adds a life to a throw
    that is one short; two or three only for a field of 8 or more or for the victory, and the last
    one for the victory alone.  Equals are decided by its stream.
    """

    deterministic = True

    def choose(self, view: NumberFields, moves: Sequence[Move], rng: Random) -> Move:
        """Return the move of the seat that is to move."""
        match view.stage:
            case Stage.MOVE:
                return _best(moves, lambda move: worth(view, move), rng)
            case Stage.ATTEMPT:
                return ATTEMPT
            case Stage.DEFEND:
                return DEFEND
            case Stage.DEFENSE_LIVES:
                return add_lives(0)
            case Stage.LIVES:
                return moves[1] if _is_worth_lives(view, moves[1].lives) else moves[0]
            case Stage.TAKE_BLOCKER:
                return _best(moves, lambda move: -_loss(view, move), rng)
            case _:
                return _best(moves, lambda _: 0, rng)


def greedy(game: Any) -> GreedyPlayer:
    """Return a greedy player for the game."""
    return GreedyPlayer()


def worth(s: NumberFields, move: Move) -> Fraction:
    """Return what the greedy player expects of a destination (DS-37)."""
    cell = s.settings.index[move.cell]
    if cell == rules.here(s) or not rules.may_try(s, cell):
        return Fraction(0)
    number, blockers, owner = s.settings.numbers[cell], s.blockers[cell], s.owners[cell]
    if owner == s.seat:
        return _UPGRADE if blockers < s.settings.counts.spots - 1 else Fraction(0)
    defended = owner != NOBODY and rules.is_in(s, owner)
    return _expected(number, blockers, owner != NOBODY, defended)


@cache
def _expected(number: int, blockers: int, taken: bool, defended: bool) -> Fraction:
    expected = number * chance_to_succeed(number + blockers, spare=1, defended=defended)
    return expected * _TAKEN if taken else expected


def _is_worth_lives(s: NumberFields, lives: int) -> bool:
    """Whether the greedy player adds what he is short (DS-37)."""
    number, conquers = s.settings.numbers[rules.here(s)], s.owners[rules.here(s)] != s.seat
    if conquers and rules.points(s, s.seat) + number >= rules.target(s):
        return True
    return lives < s.lives[s.seat] and (lives == 1 or number >= _BIG)


def _loss(s: NumberFields, move: Move) -> int:
    """Return the points that go with a blocker."""
    cell = s.settings.index[move.cell]
    return s.settings.numbers[cell] if s.blockers[cell] == 1 else 0


def _best(moves: Sequence[T], merit: Callable[[T], Any], rng: Random) -> T:
    """Return one of the best, each of them with the same probability."""
    merits = [merit(move) for move in moves]
    best = max(merits)
    good = [move for move, value in zip(moves, merits, strict=True) if value == best]
    return good[int(rng.random() * len(good))]
