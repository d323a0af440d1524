"""Ladders: which player is the stronger one, over many games with seats swapped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..protocol import Game, Player, play, registry
from ..rates import wilson


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did.

    Attributes
    ----------
    player
        Its name.
    games
        How many it played.
    wins
        How many it won; of a victory that several share, each has its part.

    >>> str(Standing("greedy", 100, 70.5))
    'greedy won 70.5 of 100, 61 % to 79 %'
    """

    player: str
    games: int
    wins: float

    @property
    def rate(self) -> float:
        """The part of its games that it won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the true rate lies, with 95 % confidence (Wilson)."""
        return wilson(self.wins, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.player} won {self.wins:g} of {self.games}, {low:.0%} to {high:.0%}".replace(
            "%", " %"
        )


def ladder(
    game: Game[Any] | str,
    players: Sequence[str | Player],
    games: int = 100,
    *,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Standing, ...]:
    """Let players meet in many games and return how each did, in their order.

    The players move up one seat from game to game, and the chance of the game has the same seed
    until everybody has sat everywhere: nobody has the better seat or the better dice.

    Parameters
    ----------
    game
        The game, or its name.
    players
        Who plays: names or players, as many as there are seats.
    games
        How many games: a multiple of the number of players.
    seed
        Decides all games.
    options
        As in :func:`tablesim.protocol.play`.
    progress
        Called with the number of games that are over, after each of them.

    Raises
    ------
    ValueError
        If the games cannot be shared out evenly, and as :func:`tablesim.protocol.play`.
    """
    game = registry.game(game) if isinstance(game, str) else game
    seats = len(players)
    if games < 1 or not seats or games % seats:
        raise ValueError(f"{seats} players cannot all sit alike often in {games} games")
    wins, names = [0.0] * seats, [""] * seats
    for n in range(games):
        order = [(seat + n) % seats for seat in range(seats)]
        seated = [players[who] for who in order]
        record = play(game, seated, seed=f"{seed}/{n // seats}", options=options)
        winners = record.result.winners if record.result else ()
        for seat in winners:
            wins[order[seat]] += 1 / len(winners)
        for seat, who in enumerate(order):
            names[who] = record.players[seat]
        if progress is not None:
            progress(n + 1)
    return tuple(Standing(name, games, won) for name, won in zip(names, wins, strict=True))
