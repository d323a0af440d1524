"""Openings: which set-up wins more often, everything else alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from ..table import Table
from .engine import Engine
from .ladder import Standing
from .matches import Matches, Pairing


def openings(
    tables: Mapping[str, Table],
    games: int = 100,
    *,
    seat: int = 0,
    against: Table | None = None,
    players: tuple[str, str] = ("greedy", "greedy"),
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    **engine: Unpack[Engine],
) -> tuple[Standing, ...]:
    """Begin many games of X-Wing with each of several set-ups, and return how each did.

    All of them have the same dice and the same opponent.

    Parameters
    ----------
    tables
        By a name for each, the table before the first round: the ships of the seat, with their
        pilots, and the asteroids.
    games
        How many are played with each.
    seat
        Whose set-up it is.
    against
        The table with the ships of the other seat; None leaves squad and places to the game and
        to the other player.
    players
        Who plays on after the set-up, by seat.
    seed
        Decides all games.
    options
        What else differs from the defaults of the game.
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    ValueError
        If a ship has no pilot, a squad is not legal, or there is nothing to play.
    IllegalMove
        If a set-up is not allowed: with the rule.
    """
    from ..games.xwing.game.openings import Opening

    pairings = []
    for name, table in tables.items():
        own = Opening(name, table, players[seat])
        other = Opening(f"against {name}", _foes(table, against), players[1 - seat])
        chosen = {**other.options(1 - seat), **own.options(seat), **(options or {})}
        pairings.append(Pairing((own, other) if seat == 0 else (other, own), chosen))
    study = Matches("xwing", tuple(pairings), games, seed)
    tallies = study.run(**engine)
    return tuple(
        Standing(name, games, tally.wins(seat)) for name, tally in zip(tables, tallies, strict=True)
    )


def _foes(table: Table, against: Table | None) -> Table:
    """Return the other side's ships among the asteroids of the set-up that is tried."""
    bare = table.remove(*(piece.id for piece in table.pieces))
    return bare if against is None else bare.add(*against.pieces)
