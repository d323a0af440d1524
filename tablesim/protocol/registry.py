"""Names of games and players, and where each is to be found.

Built-in names stand here as text, so that only what is used is imported.  Other packages add theirs
by entry points of the groups ``tablesim.games`` and ``tablesim.players``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ..errors import TablesimError, UnknownName, did_you_mean
from .player import Player
from .state import Game


@cache
def _installed(group: str) -> tuple[tuple[str, str], ...]:
    """Name and place of all entry points of a group; looking takes milliseconds."""
    return tuple((entry.name, entry.value) for entry in entry_points(group=group))


class Registry:
    """Things by name, imported when they are asked for.

    Parameters
    ----------
    kind
        What they are, in the singular: ``"game"``; the group of entry points is
        ``"tablesim.games"``.
    built_in
        Name to ``"module:attribute"``.
    """

    def __init__(self, kind: str, built_in: Mapping[str, str]) -> None:
        self.kind = kind
        self.built_in = dict(built_in)

    def places(self) -> dict[str, str]:
        """Return name to ``"module:attribute"``, sorted by name.

        Raises
        ------
        TablesimError
            If two have one name.
        """
        found = dict(self.built_in)
        for name, place in _installed(f"tablesim.{self.kind}s"):
            other = found.setdefault(name, place)
            if other != place:
                raise TablesimError(f"two {self.kind}s are named {name!r}: {other} and {place}")
        return dict(sorted(found.items()))

    def load(self, name: str) -> Any:
        """Return the thing of this name.

        Raises
        ------
        UnknownName
            If nothing has this name.
        TablesimError
            If two have it, or it cannot be imported.
        """
        places = self.places()
        if name not in places:
            near = did_you_mean(name, places) or f"; there are {', '.join(places) or 'none'}"
            raise UnknownName(f"there is no {self.kind} {name!r}{near}")
        module, _, attribute = places[name].partition(":")
        try:
            return getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            raise TablesimError(
                f"the {self.kind} {name!r} cannot be loaded from {places[name]}: {error}"
            ) from error


GAMES = Registry(
    "game",
    {
        "guardians": "tablesim.games.guardians:GAME",
        "number_fields": "tablesim.games.number_fields:GAME",
        "unforged": "tablesim.games.unforged.game:GAME",
        "wild_patterns": "tablesim.games.wild_patterns:GAME",
        "xwing": "tablesim.games.xwing.game:GAME",
    },
)
"""All games: each attribute is a :class:`~tablesim.protocol.state.Game`."""

PLAYERS = Registry(
    "player",
    {
        "random": "tablesim.players.random:player",
        "search": "tablesim.players.search:player",
    },
)
"""Players for every game: each attribute makes a player for a game."""


def game(name: str) -> Game[Any]:
    """Return a game by name.

    Raises
    ------
    UnknownName
        If there is none of that name.
    """
    found: Game[Any] = GAMES.load(name)
    return found


def player(name: str, game: Game[Any]) -> Player:
    """Return a player for a game by name: one of the game's own, or one that plays every game.

    Raises
    ------
    UnknownName
        If there is none of that name.
    """
    own = game.players()
    general = PLAYERS.places()
    if name in own and name in general:
        raise TablesimError(
            f"two players are named {name!r}: one of {game.name}'s own and {general[name]}"
        )
    if name in own:
        return own[name](game)
    if name not in general:
        near = did_you_mean(name, {*own, *general})
        known = ", ".join(sorted({*own, *general}))
        raise UnknownName(f"{game.name} has no player {name!r}{near or f'; there are {known}'}")
    made: Player = PLAYERS.load(name)(game)
    return made
