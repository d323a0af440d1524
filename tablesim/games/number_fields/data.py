"""What stands in ``templates/number_fields/``: counts, boards and the options of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ... import resources
from ...errors import BadData, did_you_mean
from ...protocol import Option
from ..datafile import Section, read
from .board import Board

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of the rulebook.

    Attributes
    ----------
    seats
        How many may play (DS-2).
    dice
        How many dice are thrown (DS-1).
    blockers, lives
        What each player begins with (DS-6).
    target_of_two, less_for_each_further
        The points to win (DS-8).
    spots
        How many blockers a field can hold (DS-3, DS-15).
    steps
        How far a piece goes (DS-11).
    most_lives
        How many lives can be added to one throw (DS-18).
    """

    seats: range
    dice: int
    blockers: int
    lives: int
    target_of_two: int
    less_for_each_further: int
    spots: int
    steps: int
    most_lives: int

    def target(self, players: int) -> int:
        """Return the points to win (DS-8).

        >>> [counts().target(players) for players in (2, 3, 4)]
        [45, 40, 35]
        """
        return self.target_of_two - self.less_for_each_further * (players - 2)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, and whether its default is our own.

    Attributes
    ----------
    option
        Default, meaning and what may be chosen.
    house
        True where the rulebook says nothing, False where it can be read in two ways.
    """

    option: Option
    house: bool


_CHOICES: Mapping[str, Sequence[Any]] = {
    "straight_only": (False, True),
    "full_field_immune": (True, False),
    "failed_upgrade": ("stay", "corner"),
    "first_player": range(4),
    "setup_order": ("clockwise", "reverse"),
    "eliminated": ("remove", "stay"),
    "last_player_wins": (True, False),
    "target_fixed": (True, False),
    "turn_limit": range(1, 100_001),
}
"""What may be chosen; of the option that is not here, the board, there is no list."""


def folder() -> Path:
    """Return where the data files are."""
    return resources.folder("templates") / "number_fields"


@cache
def counts() -> Counts:
    """Return the numbers of the rulebook."""
    return read(folder() / "rules.toml", read_counts)


@cache
def boards() -> Mapping[str, Board]:
    """Return the boards that have names."""
    return read(folder() / "boards.toml", read_boards)


@cache
def choices() -> Mapping[str, Choice]:
    """Return what may be chosen before a game, by name."""
    return read(folder() / "options.toml", read_choices)


@lru_cache(maxsize=32)
def board(words: str) -> Board:
    """Return a board by its name, or by its rows.

    Raises
    ------
    BadData
        If there is none of that name, or the rows make no board (DS-5).
    """
    named = boards()
    if words in named:
        return named[words]
    try:
        return Board.parse(words, least_sum=counts().target(2))
    except BadData as error:
        if " " in words or "/" in words:
            raise
        near = did_you_mean(words, named) or f"; known: {', '.join(named)}"
        raise BadData(error.mistakes, f"<no board is named {words[:40]!r}{near}>") from None


def read_counts(top: Section) -> Counts:
    """Read ``rules.toml``, and check that the box holds what the players need (DS-1)."""
    top.text("source")
    with top.section("box").checked() as box:
        few, many, dice = (box.count(k) for k in ("fewest_players", "most_players", "dice"))
        if not 2 <= few <= many:
            raise box.wrong("most_players", f"expected 2 or more players, got {few} to {many}")
        with top.section("player").checked() as player:
            blockers, lives = player.count("blockers"), player.count("lives")
        for key, each in (("blockers", blockers), ("lives", lives)):
            if box.count(key) != many * each:
                raise box.wrong(key, f"expected {each} for each of {many}, got {box.count(key)}")
    with top.section("target").checked() as target:
        points, less = target.count("points_of_two"), target.count("less_for_each_further")
    with top.section("field").checked() as field:
        spots = field.count("spots")
    with top.section("piece").checked() as piece:
        steps = piece.count("steps")
    with top.section("throw").checked() as throw:
        most_lives = throw.count("most_lives")
    return Counts(
        range(few, many + 1), dice, blockers, lives, points, less, spots, steps, most_lives
    )


def read_boards(top: Section) -> Mapping[str, Board]:
    """Read ``boards.toml``, and check every board (DS-5)."""
    return top.sections(_board)


def _board(_: str, section: Section) -> Board:
    section.flag("house")
    section.text("rule")
    section.text("source")
    try:
        return Board.parse(section.text("cells"), least_sum=counts().target(2))
    except BadData as error:
        message = "; ".join(mistake.message for mistake in error.mistakes)
        raise section.wrong("cells", message) from None


def read_choices(top: Section) -> Mapping[str, Choice]:
    """Read ``options.toml``; every option of the program must be there, and no other."""
    made = {"board": _choice(top, "board", None)}
    made |= {name: _choice(top, name, values) for name, values in _CHOICES.items()}
    return MappingProxyType(made)


def _choice(top: Section, name: str, values: Sequence[Any] | None) -> Choice:
    with top.section(name).checked() as section:
        default: Any
        if values is None:
            default = section.text("default")
        elif isinstance(values[0], bool):
            default = section.flag("default")
        elif isinstance(values[0], int):
            default = section.count("default")
        else:
            default = section.text("default", values)
        option = Option(default, section.text("meaning"), values, section.text("rule"))
        try:
            option.require(name, default)
        except ValueError as error:
            raise section.wrong("default", str(error)) from None
        return Choice(option, section.flag("house"))
