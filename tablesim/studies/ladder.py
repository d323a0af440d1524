"""Ladders: which player is the stronger one, over many games with seats swapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from ..protocol import Game, Player, names_of
from ..rates import wilson
from .engine import Engine
from .matches import Matches, Pairing


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player, or one force, did.

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

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "rate": self.rate, "low": low, "high": high}

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
    **engine: Unpack[Engine],
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
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    ValueError
        If the games cannot be shared out evenly, and as :func:`tablesim.protocol.play`.
    """
    seats = len(players)
    if games < 1 or not seats or games % seats:
        known = f"expected a multiple of {seats}" if seats else "say who plays"
        raise ValueError(f"{seats} players cannot all sit alike often in {games} games: {known}")
    turns = [[(seat + n) % seats for seat in range(seats)] for n in range(seats)]
    pairings = [Pairing([players[who] for who in order], options or {}) for order in turns]
    study = Matches(game, tuple(pairings), games // seats, seed)
    tallies = study.run(**engine)
    won = [0.0] * seats
    for order, tally in zip(turns, tallies, strict=True):
        for seat, who in enumerate(order):
            won[who] += tally.wins(seat)
    return tuple(
        Standing(*row) for row in zip(names_of(players), [games] * seats, won, strict=True)
    )
