"""What ``templates/guardians/`` holds, read and checked.

Every table of the files says where it is from: ``source``, and ``house = true`` where the known
pages of the rulebook do not say it and the value is a house rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ...resources import folder
from ..datafile import Section, read

MONSTERS: Final = ("1", "2", "3", "4", "5")
"""The monsters by their eyes (SK-3)."""

MOST_SEATS: Final = 4
"""Fighters come in four colors (SK-4)."""


@dataclass(frozen=True, slots=True)
class BoardData:
    """The board (SK-1), how many of its rows are filled (SK-7), and the mine spaces (SK-10)."""

    columns: int
    rows: int
    filled: int
    mine_spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TokenData:
    """How many monsters there are of each value, how many ships, and what a half counts (SK-2)."""

    monsters: tuple[int, ...]
    ships: int
    half_value: int


@dataclass(frozen=True, slots=True)
class Setting:
    """The default of an option, what it means, the rule that leaves it open, and its source."""

    default: int | str | bool
    meaning: str
    rule: str
    house: bool
    source: str


SHIP_ENTRIES: Final = ("pair", "single")
ROCKET_GAINS: Final = ("none", "owner")

KINDS: Final[Mapping[str, type | tuple[str, ...]]] = {
    "first_player": int,
    "directions": int,
    "ship_entry": SHIP_ENTRIES,
    "repair_cost": int,
    "rocket_cost": int,
    "rocket_gain": ROCKET_GAINS,
    "upgrades": bool,
    "upgrade_cost": int,
    "turn_limit": int,
}
"""The options of ``options.toml``: a type, or the words to choose from."""


def default_folder() -> Path:
    """Return where the data files of the game are."""
    return folder("templates") / "guardians"


@cache
def board(place: Path | None = None) -> BoardData:
    """Return the board.

    Parameters
    ----------
    place
        Where the data files are; those of the game if None.

    Raises
    ------
    BadData
        If the file is wrong, there is no column for each fighter, or the formation leaves no room.

    >>> board().columns, board().rows, board().mine_spaces[0]
    (6, 10, '0,2')
    """
    return read((place or default_folder()) / "board.toml", _read_board)


@cache
def tokens(place: Path | None = None) -> TokenData:
    """Return the invaders in the box; see :func:`board`.

    >>> data = tokens()
    >>> sum(data.monsters) + 2 * data.ships
    66
    """
    return read((place or default_folder()) / "tokens.toml", _read_tokens)


@cache
def settings(place: Path | None = None) -> Mapping[str, Setting]:
    """Return the defaults of all options by name; see :func:`board`.

    >>> settings()["rocket_cost"].house
    True
    """
    return read((place or default_folder()) / "options.toml", _read_settings)


def _read_board(top: Section) -> BoardData:
    with top.section("board").checked() as part:
        columns, rows = part.count("columns"), part.count("rows")
        if columns < MOST_SEATS:
            raise part.wrong("columns", f"expected a column for each fighter, got {columns}")
        part.text("source")
    with top.section("formation").checked() as part:
        filled = part.count("rows")
        if not 0 < filled < rows - 1:
            raise part.wrong("rows", f"expected 1 to {rows - 2} of {rows} rows, got {filled}")
        part.text("source")
    with top.section("mine").checked() as part:
        # At set-up the mine stands free: above the fighters, below the formation.
        free = [f"{x},{y}" for y in range(1, rows - filled) for x in range(columns)]
        spaces = _mine_spaces(part, free)
        part.flag("house")
        part.text("source")
    return BoardData(columns, rows, filled, spaces)


def _mine_spaces(part: Section, free: Collection[str]) -> tuple[str, ...]:
    spaces = part.texts("spaces", free)
    if not spaces:
        raise part.wrong("spaces", "expected at least one space for the mine, got none")
    return spaces


def _read_tokens(top: Section) -> TokenData:
    with top.section("monsters").checked() as part:
        monsters = tuple(part.count(value) for value in MONSTERS)
    with top.section("ships").checked() as part:
        ships, half_value = part.count("count"), part.count("half_value")
        if half_value <= len(monsters):
            raise part.wrong("half_value", f"expected more than any monster, got {half_value}")
    with top.section("box").checked() as part:
        total = part.count("total")
        found = sum(monsters) + 2 * ships
        if found != total:
            raise part.wrong("total", f"monsters and halves are {found} tokens, not {total}")
        part.text("source")
    return TokenData(monsters, ships, half_value)


def _read_settings(top: Section) -> Mapping[str, Setting]:
    def setting(name: str, part: Section) -> Setting:
        kind = KINDS.get(name)
        default: int | str | bool
        if kind is None:
            raise top.wrong(name, f"unknown option; known: {', '.join(KINDS)}")
        if kind is bool:
            default = part.flag("default")
        elif kind is int:
            default = part.count("default")
        else:
            assert isinstance(kind, tuple)
            default = part.text("default", kind)
        words = part.text("meaning"), part.text("rule")
        return Setting(default, *words, part.flag("house"), part.text("source"))

    found = top.sections(setting)
    for name in KINDS:
        if name not in found:
            raise top.wrong(name, "missing; every option has a default")
    return found
