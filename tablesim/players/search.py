"""The player that looks ahead: it plays on from every move, many times.

It begins with what a simple player would do, and leaves that only for a move that is better by more
than the standard error.  Of the others the better half goes on to the next round, so that most of
the thinking is spent where it is hard to choose (sequential halving).  In a round all moves are
tried on the same guesses of what the seat cannot see; the luck is another each time, since luck
that is good after one move may be bad after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, ClassVar

from ..protocol import CHANCE, OVER, Game, Player, State, registry

PLAYOUTS = 100
"""How often the player called ``search`` plays on before it chooses."""

HORIZON = 5
"""So many steps for each seat it plays on, where the game counts points on the way."""


@dataclass(frozen=True)
class SearchPlayer:
    """Chooses the move after which it does best, or what a simple player would do.

    It never learns what is hidden: it plays on from guesses that ``Game.guess`` draws from its
    view.  If the game counts points on the way (``State.scores``), it looks only some steps ahead:
    what a move does shows soon, and the rest of the game is noise.  Where the moves cannot be
    listed, it chooses among those that the game proposes and that of the simple player.

    Attributes
    ----------
    game
        What is played.
    playouts
        How often it plays on, at most, before it chooses.  There is no clock, so that the same
        question has the same answer on every machine.
    policy
        The simple player, who then plays all seats: a name, or a player without a memory.  Empty
        takes the game's own ``greedy``, or ``random`` if it has none.

    Raises
    ------
    ValueError
        If there is not one playout to make.
    UnknownName
        If the game has no player of that name.
    """

    game: Game[Any]
    playouts: int = PLAYOUTS
    policy: str | Player = ""
    deterministic: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.playouts < 1:
            raise ValueError(f"a search needs 1 playout or more, not {self.playouts}")
        if not self.policy:
            own = "greedy" in self.game.players()
            object.__setattr__(self, "policy", "greedy" if own else "random")
        _made(self.policy, self.game)  # an unknown name is refused here, not at the first move

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """Return the move that did best; of the stream it takes one number."""
        luck = rng.random()
        if len(moves) == 1:
            return moves[0]
        # A game that is taken up, or from which a move is taken back, asks its old questions again.
        return _best(self, view, tuple(moves), luck)


def player(game: Game[Any]) -> SearchPlayer:
    """Return a search player for a game, with the budget that ``tablesim play`` gives it."""
    return SearchPlayer(game)


@lru_cache(maxsize=4096)
def _best(search: SearchPlayer, view: State[Any], moves: tuple[Any, ...], luck: float) -> Any:
    """Return the best move: this depends on nothing but the arguments."""
    game, playouts = search.game, search.playouts
    mind = _made(search.policy, game)
    rng, seat = Random(luck), view.to_move
    first, *others = _candidates(moves, playouts, mind.choose(view, moves, rng), rng)
    if not others:
        return first
    rounds = _rounds(1 + len(others))
    found: dict[Any, list[tuple[float, float]]] = {move: [] for move in (first, *others)}
    for _ in range(rounds):
        for _ in range(playouts // (rounds * (1 + len(others)))):
            world = game.guess(view, seat, rng)
            for move in (first, *others):
                then = world.apply(move, check=False)
                found[move].append(prospect(play_on(then, mind, Random(rng.random())), seat))
        worth = _worth(found)
        others.sort(key=lambda move: fmean(worth[move]), reverse=True)
        del others[max(1, len(others) // 2) :]
    return others[0] if _is_better(worth[others[0]], worth[first]) else first


def _worth(found: Mapping[Any, list[tuple[float, float]]]) -> dict[Any, list[float]]:
    """Return what came of each move, time by time: the greatest lead counts as a victory does.

    So it means the same in a game of tens of points and in one of thousands.
    """
    greatest = max(abs(lead) for ends in found.values() for _, lead in ends) or 1.0
    return {move: [share + lead / greatest for share, lead in ends] for move, ends in found.items()}


def _is_better(some: Sequence[float], others: Sequence[float]) -> bool:
    """Whether some numbers are greater than others by more than the standard error.

    >>> _is_better([3, 4, 5], [1, 2, 3]), _is_better([0, 4, 8], [1, 2, 3])
    (True, False)
    """
    if min(len(some), len(others)) < 2:
        return False
    error = sqrt(variance(some) / len(some) + variance(others) / len(others))
    return fmean(some) - fmean(others) > error


def _made(policy: str | Player, game: Game[Any]) -> Player:
    return registry.player(policy, game) if isinstance(policy, str) else policy


def _rounds(count: int) -> int:
    """Return how often a number of moves is halved until one is left."""
    return max(1, (count - 1).bit_length())


def _candidates(moves: Sequence[Any], playouts: int, first: Any, rng: Random) -> list[Any]:
    """Return the moves that are tried: all, or as many as the playouts are enough for.

    >>> _candidates("abcdefgh", 6, "c", Random(1))
    ['c', 'b', 'g']
    """
    others = [move for move in moves if move != first]
    most = len(others) + 1
    while most > 1 and most * _rounds(most) > playouts:
        most -= 1
    while len(others) + 1 > most:
        others.pop(int(rng.random() * len(others)))
    return [first, *others]


def play_on(state: State[Any], policy: Player, rng: Random) -> State[Any]:
    """Return where a game leads: to its end, or to the horizon if it counts points on the way."""
    scores, steps = state.scores(), 0
    horizon = float("inf") if scores is None else HORIZON * len(scores)
    while (seat := state.to_move) != OVER and steps < horizon:
        step: Any
        if seat == CHANCE:
            step = state.chance().sample(rng)
        else:
            step = policy.choose(state.seen_by(seat), state.legal_moves(), rng)
        state = state.apply(step, check=False)
        steps += 1
    return state


def prospect(state: State[Any], seat: int) -> tuple[float, float]:
    """Return what a position promises a seat: its share of the victory, and its lead in points.

    Before the end, all seats have an equal share.  Who has no rival leads by all its points.

    Raises
    ------
    ValueError
        If the game is over without a result, or neither over nor one that counts points.
    """
    result = state.result()
    scores = state.scores() if result is None else result.scores
    if scores is None:
        raise ValueError(f"neither points nor a result say what this is worth: {state}")
    if result is None:
        share = 1 / len(scores)
    else:
        share = 1 / len(result.winners) if seat in result.winners else 0.0
    best = max((score for other, score in enumerate(scores) if other != seat), default=0.0)
    return share, scores[seat] - best
