"""What is settled before a game: board, players and options, and the tables that follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from ...protocol import Roll
from . import data, moves
from .board import Board
from .moves import Move

PIPS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Settings:
    """Players and options of one game; made by :func:`settle`.

    Attributes
    ----------
    seats
        How many play.
    board
        The board by its name or by its rows; :attr:`layout` is what it means.
    straight_only, full_field_immune, failed_upgrade, first_player, setup_order, eliminated,
    last_player_wins, target_fixed, turn_limit
        The options, see ``templates/number_fields/options.toml``.

    Raises
    ------
    ValueError
        If the player who begins does not play.
    BadData
        If the board is none (DS-5).
    """

    seats: int
    board: str
    straight_only: bool
    full_field_immune: bool
    failed_upgrade: str
    first_player: int
    setup_order: str
    eliminated: str
    last_player_wins: bool
    target_fixed: bool
    turn_limit: int

    def __post_init__(self) -> None:
        if self.first_player >= self.seats:
            raise ValueError(
                f"option first_player: expected 0 to {self.seats - 1}, got {self.first_player}"
            )
        data.board(self.board)

    def __reduce__(self) -> tuple[Callable[..., Settings], tuple[Any, ...]]:
        return _settle, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def options(self) -> dict[str, Any]:
        """All options by name, as ``Game.new`` takes them."""
        return {field.name: getattr(self, field.name) for field in fields(self)[1:]}

    @cached_property
    def layout(self) -> Board:
        """The board."""
        return data.board(self.board)

    @cached_property
    def counts(self) -> data.Counts:
        """The numbers of the rulebook."""
        return data.counts()

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each field, 0 for start fields (DS-3, DS-4)."""
        return self.layout.numbers

    @cached_property
    def index(self) -> dict[str, int]:
        """Label to the number of the field in all tuples."""
        return self.layout.index

    @cached_property
    def corners(self) -> tuple[Move, ...]:
        """The moves that put a piece on a start field (DS-7)."""
        return self.layout.corners

    @cached_property
    def ways(self) -> tuple[tuple[Move, ...], ...]:
        """The moves of a piece from each field (DS-11)."""
        return self.layout.ways(self.counts.steps, straight=self.straight_only)

    @cached_property
    def gifts(self) -> tuple[tuple[Move, ...], ...]:
        """What a defender with 0, 1, 2, ... lives can add to his throw (DS-18)."""
        most = self.counts.most_lives
        added = tuple(moves.add_lives(lives) for lives in range(most + 1))
        return tuple(added[: lives + 1] for lives in range(self.counts.lives + 1))

    @cached_property
    def helps(self) -> tuple[tuple[Move, ...], ...]:
        """What an attacker who is 0, 1, 2, ... short can add: nothing, or just that (DS-18)."""
        most = self.counts.most_lives
        return tuple((moves.add_lives(0), moves.add_lives(short)) for short in range(most + 1))

    @cached_property
    def throw(self) -> Roll:
        """The two dice (DS-1)."""
        return Roll(self.counts.dice, PIPS)


@lru_cache(maxsize=64)
def _settle(*values: Any) -> Settings:
    return Settings(*values)


def settle(seats: int, **options: Any) -> Settings:
    """Return the settings of a game; equal ones are one object, so that tables are made once.

    Parameters
    ----------
    seats
        How many play.
    options
        All options, by name.
    """
    return _settle(seats, *(options[field.name] for field in fields(Settings)[1:]))
