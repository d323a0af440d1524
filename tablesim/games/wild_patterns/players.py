"""The game's own player: greedy (T-46)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import lcm
from random import Random

import numpy as np
from numpy.typing import NDArray

from ...grid import bits
from .board import CELLS, PLANES, occupied, plane_of
from .cards import cards, patterns
from .fast import destinations
from .moves import Claim, DrawCard, MoveTile, WildMove
from .state import WildPatterns

_ENOUGH = 3
"""With so many cards in hand it moves."""

_WHOLE = lcm(*range(1, CELLS + 1))
"""A whole pattern, so that every share of one is a whole number."""

_EMPTY = len(PLANES) - 1


class Greedy:
    """Looks one move ahead (T-46).

    It draws the highest card up to 5 while it has fewer than three, else it completes as much as a
    move can complete, else it comes as near to a pattern as a move can come.
    """

    deterministic = True

    def choose(self, view: WildPatterns, moves: Sequence[WildMove], rng: Random) -> WildMove:
        """Return one of the best moves."""
        claims = [move for move in moves if isinstance(move, Claim)]
        if claims:
            return max(claims, key=lambda claim: len(claim.cards))
        draws = [move for move in moves if isinstance(move, DrawCard)]
        if draws and len(view.hands[view.to_move]) < _ENOUGH:
            return max(draws, key=_eagerness)
        shifts = [move for move in moves if isinstance(move, MoveTile)]
        if not view.variant.strict and not view.broken:
            targets = destinations(occupied(view.layout))
            shifts = [move for move in shifts if targets[move.source] >> move.target & 1]
        scores = worth(view, shifts)
        best = np.flatnonzero(scores == scores.max())
        return shifts[int(best[int(rng.random() * len(best))])]


def _eagerness(draw: DrawCard) -> tuple[int, str]:
    """Return what piles are sorted by: the largest mark up to 5, then 6, then V."""
    highest = max(draw.pile)  # "+" < "3" < "V"
    return {"V": 0, "6": 1}.get(highest, 2), highest


def worth(view: WildPatterns, shifts: Sequence[MoveTile]) -> NDArray[np.int64]:
    """Return how good each move of a tile is for the seat that moves.

    Ten for each point of a card that it completes, and the share of the pattern that is there of
    the card that is then nearest to completion; in units of 1 / 26771144400.
    """
    source = np.array([shift.source for shift in shifts])
    target = np.array([shift.target for shift in shifts])
    plane = CELLS * np.array([plane_of(view.layout, shift.source) for shift in shifts])
    empty = CELLS * _EMPTY
    before = _as_bits(view.layout)
    won = np.zeros(len(shifts), dtype=np.int64)
    nearest = np.zeros(len(shifts), dtype=np.int64)
    for card in view.hands[view.to_move]:
        demands = _demands(card, view.variant.pattern_symmetry)
        size = int(demands[0].sum())
        met = (demands @ before)[:, None] + (
            demands[:, plane + target]
            - demands[:, plane + source]
            + demands[:, empty + source]
            - demands[:, empty + target]
        )
        most = met.max(axis=0)
        won += np.where(most == size, 10 * cards()[card].value * _WHOLE, 0)
        nearest = np.maximum(nearest, np.where(most < size, most * (_WHOLE // size), 0))
    return won + nearest


def _as_bits(number: int) -> NDArray[np.int64]:
    row = np.zeros(CELLS * len(PLANES), dtype=np.int64)
    row[list(bits(number))] = 1
    return row


@cache
def _demands(card: str, symmetry: str) -> NDArray[np.int64]:
    """Return the ways in which a pattern can lie, one a row, and 1 for each bit that it needs."""
    return np.array([_as_bits(place) for place in patterns(symmetry)[card].places])
