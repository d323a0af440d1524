"""The game: what can be chosen, how it begins, and how its texts are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...protocol import Game, Option, Player
from . import codec, data, moves, players
from .moves import Move
from .settings import settle
from .stage import NOBODY, OFF, Stage
from .state import NumberFields

_MOST_STEPS = 9
"""In one turn: move, attempt, defend, two throws with lives, take a blocker, corner."""


class NumberFieldsGame(Game[NumberFields]):
    """Danspil's game of number fields, blockers and life pieces.

    >>> state = GAME.new(seats=2)
    >>> [move.notation() for move in state.legal_moves()]
    ['corner a1', 'corner a5', 'corner e1', 'corner e5']
    >>> state = state.apply(GAME.parse(state, "corner a1"))
    >>> state.apply(GAME.parse(state, "corner c3"))
    Traceback (most recent call last):
    ...
    tablesim.errors.IllegalMove: 'corner c3' is illegal: DS-4, DS-7: c3 is no start field; ...
    """

    name = "number_fields"
    seats = data.counts().seats

    def options(self) -> Mapping[str, Option]:
        """Return what may be chosen before the game, by name."""
        return {name: choice.option for name, choice in data.choices().items()}

    def start(self, seats: int, **options: Any) -> NumberFields:
        """Return the position before the first corner is chosen (DS-6, DS-7).

        Raises
        ------
        ValueError
            If the board is none, or the player who begins does not play.
        """
        settings = settle(seats, **options)
        counts, cells = settings.counts, len(settings.numbers)
        is_clockwise = settings.setup_order == "clockwise"
        return NumberFields(
            settings=settings,
            stage=Stage.SETUP,
            turn=0,
            seat=settings.first_player if is_clockwise else (settings.first_player - 1) % seats,
            pieces=(OFF,) * seats,
            owners=(NOBODY,) * cells,
            blockers=(0,) * cells,
            supply=(counts.blockers,) * seats,
            lives=(counts.lives,) * seats,
        )

    def parse(self, state: NumberFields, text: str) -> Move:
        """Return the move that a text means, see :func:`.moves.parse`."""
        return moves.parse(text, state.settings.layout.labels)

    def decode(self, data: Any) -> NumberFields:
        """Return the position that ``encode`` wrote."""
        return codec.decode(data, lambda options, seats: settle(seats, **self.settle(options)))

    def bound(self, state: NumberFields) -> int:
        """Return a number of steps that no game from this position exceeds (DS-35)."""
        turns = state.settings.turn_limit - max(state.turn, 1) + 1
        return state.settings.seats + _MOST_STEPS * turns

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the players that only this game has."""
        return {"greedy": players.greedy}


GAME = NumberFieldsGame()
