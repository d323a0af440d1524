"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended and who won.

    Attributes
    ----------
    reason
        Why it ended: a member of the game's own enumeration, whose value is a short text.
    scores
        The points of each seat as the game counts them.
    winners
        The seats that won, in order: several if they share the victory, none if nobody won.
        The rules decide it, not always by points.

    >>> class Reason(Enum):
    ...     TARGET = "somebody reached 100"
    >>> result = Result(Reason.TARGET, (40, 103, 40), (1,))
    >>> str(result)
    'seat 1 wins 40-103-40: somebody reached 100'
    >>> result.ranks
    (2, 1, 2)
    """

    reason: Enum
    scores: tuple[float, ...]
    winners: tuple[int, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat: winners are first, the others follow by points; ties share."""
        standing = [(seat in self.winners, score) for seat, score in enumerate(self.scores)]
        return tuple(1 + sum(other > mine for other in standing) for mine in standing)

    def to_json(self) -> Mapping[str, Any]:
        """Return reason, scores and winners as plain JSON values."""
        return {
            "reason": str(self.reason.value),
            "scores": list(self.scores),
            "winners": list(self.winners),
        }

    def __str__(self) -> str:
        match self.winners:
            case ():
                who = "nobody wins"
            case (seat,):
                who = f"seat {seat} wins"
            case seats:
                who = f"seats {', '.join(map(str, seats))} share the victory"
        between = "-" if min(self.scores, default=0) >= 0 else " to "  # not "10--1"
        scores = between.join(f"{score:g}" for score in self.scores)
        return f"{who} {scores}: {self.reason.value}"
