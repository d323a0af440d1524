"""The player that looks ahead: it plays the game out from every move, many times.

Of all moves the better half goes on to the next round, so that most of the thinking is spent where
it is hard to choose (sequential halving).  In a round all moves are tried on the same guesses of
what the seat cannot see; the luck is another each time, since luck that is good after one move may
be bad after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from ..protocol import CHANCE, OVER, Game, Player, Result, State, registry

PLAYOUTS = 200
"""How often the player called ``search`` plays the game out before it chooses."""

_MARGIN = 0.5
"""What the greatest lead in points is worth beside a victory."""


@dataclass(frozen=True)
class SearchPlayer:
    """Chooses the move after which it does best in games played out by a simple player.

    It never learns what is hidden: each game starts from a guess that ``Game.guess`` draws from its
    view.  Where the moves cannot be listed, it chooses among those that the game proposes.

    Attributes
    ----------
    game
        What is played.
    playouts
        How many games it plays out, at most, before it chooses.  There is no clock, so that the
        same question has the same answer on every machine.
    policy
        Who plays all seats in these games: a name, or a player without a memory.  Empty takes the
        game's own ``greedy``, or ``random`` if it has none.

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
    standing = _candidates(moves, playouts, mind.choose(view, moves, rng), rng)
    rounds = _rounds(len(standing))
    worth = dict.fromkeys(standing, 0.0)
    for _ in range(rounds):
        for _ in range(playouts // (rounds * len(standing))):
            world = game.guess(view, seat, rng)
            for move in standing:
                end = play_out(world.apply(move, check=False), mind, Random(rng.random()))
                worth[move] += value(end, seat)
        standing.sort(key=worth.__getitem__, reverse=True)
        del standing[(len(standing) + 1) // 2 :]
    return standing[0]


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


def play_out(state: State[Any], policy: Player, rng: Random) -> Result:
    """Play a game to its end, all seats and chance, and return how it ended."""
    while (seat := state.to_move) != OVER:
        step: Any
        if seat == CHANCE:
            step = state.chance().sample(rng)
        else:
            step = policy.choose(state.seen_by(seat), state.legal_moves(), rng)
        state = state.apply(step, check=False)
    result = state.result()
    if result is None:
        raise ValueError(f"the game is over without a result: {state}")
    return result


def value(result: Result, seat: int) -> float:
    """Return what an end is worth to a seat: its share of the victory, and less its lead in points.

    The lead counts by its size beside the points themselves, so that it means the same in a game
    of tens and in one of thousands.

    >>> from enum import Enum
    >>> reason = Enum("Reason", "END").END
    >>> round(value(Result(reason, (30, 10), (0,)), 0), 3)
    1.244
    >>> round(value(Result(reason, (30, 10), (0,)), 1), 3)
    -0.244
    """
    scores, winners = result.scores, result.winners
    share = 1 / len(winners) if seat in winners else 0.0
    best = max((score for other, score in enumerate(scores) if other != seat), default=0.0)
    lead = (scores[seat] - best) / (1 + abs(scores[seat]) + abs(best))
    return share + _MARGIN * lead
