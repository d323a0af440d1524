"""The game's own player, and a random game to be timed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from .board import BIT, COLUMN, COLUMNS, ROW, first_above
from .moves import Kind, Move
from .phases import Phase, Reason
from .tokens import KIND, OTHER_HALF, VALUES, cheapest, lowest

if TYPE_CHECKING:
    from .state import Guardians

STEAL: Final = 1.5
"""What a stolen token is worth in proportion to a shot one (SK-43)."""

INTACT: Final = 0.2
"""What a hit on an intact ship is worth (SK-43)."""

DANGER: Final = 100.0
"""What it costs to let invaders of the row above the lowest step down (SK-43)."""

DEAR: Final = VALUES[-2:]
"""The values that the mine shall not destroy (SK-43)."""


class Greedy:
    """Looks one move ahead; what it holds equal it leaves to chance (SK-43).

    The specification says nothing of the upgrade variant: there it never improves its fighter, and
    shoots again if that gains something.
    """

    deterministic = True

    def choose(self, view: Guardians, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move that does not lose the game at once, if there is one."""
        safe = [move for move in moves if not loses(view, move)] or moves
        scores = [self.score(view, move) for move in safe]
        top = max(scores)
        best = [move for move, score in zip(safe, scores, strict=True) if score == top]
        return best[int(rng.random() * len(best))]

    def score(self, view: Guardians, move: Move) -> float:
        """Return how good a move looks; only moves of one decision are compared."""
        seat = view.seat
        match move.kind:
            case Kind.MOVE | Kind.RETURN_FIGHTER:
                return shot_score(view, seat, move.at)
            case Kind.SHOOT | Kind.EXTRA_SHOT:
                # Compared with the rocket (below) or with stopping (0).
                gain = shot_score(view, seat, view.fighters[seat])
                return gain - INTACT / 2 if view.shots else 0.0
            case Kind.ROCKET:
                return self.rocket_score(view, move)
            case Kind.PAY:
                owner = view.owing[0]
                return float(move.paid == cheapest(view.tokens[owner], view.settings.repair_cost))
            case Kind.MINE_RIGHT | Kind.MINE_ENTER:
                cell = view.mine + 1 if move.kind is Kind.MINE_RIGHT else move.at
                code = view.board[cell]
                return -1.0 if code and VALUES[KIND[code]] in DEAR else 1.0
            case Kind.UPGRADE:
                return -1.0
        return 0.0

    def rocket_score(self, view: Guardians, move: Move) -> float:
        """Rate a rocket: the last resort, on row 1, if every shot would lose."""
        paid = cheapest(view.tokens[view.seat], view.settings.rocket_cost)
        return -1.0 if move.at == 1 and move.paid == paid else -2.0


def loses(view: Guardians, move: Move) -> bool:
    """Whether a move loses the planet before anything else can happen."""
    if view.phase not in {Phase.SHOOT, Phase.MINE} or view.owing:
        return False
    result = view.apply(move, check=False).result()
    return result is not None and result.reason is Reason.PLANET_LOST


def shot_score(view: Guardians, seat: int, cell: int) -> float:
    """Return what a seat's shot from a cell is worth (SK-43)."""
    others = sum(BIT[c] for other, c in enumerate(view.fighters) if other != seat)
    hit = first_above(cell, view.invaders | others | BIT[view.mine])
    if hit < 0 or hit == view.mine:
        return 0.0
    code = view.board[hit]
    if not code:
        kind = lowest(view.tokens[view.fighters.index(hit)])
        return STEAL * VALUES[kind] if kind >= 0 else 0.0
    left = view.invaders & ~BIT[hit]
    is_last = not left & COLUMN[hit % COLUMNS]
    danger = DANGER if is_last and left & ROW[1] else 0.0
    return (INTACT if code in OTHER_HALF else float(VALUES[KIND[code]])) - danger


def greedy(game: Any) -> Greedy:
    """Return a greedy player."""
    return Greedy()
