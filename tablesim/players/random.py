"""The player that chooses at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class RandomPlayer:
    """Chooses among the listed moves, each with the same probability.

    >>> RandomPlayer().choose(None, ["left", "right"], Random(1))
    'left'
    """

    deterministic = True

    def choose(self, view: Any, moves: Sequence[T], rng: Random) -> T:
        """Return any of the moves."""
        return moves[int(rng.random() * len(moves))]


def player(game: Any) -> RandomPlayer:
    """Return a random player for a game; any game will do."""
    return RandomPlayer()
