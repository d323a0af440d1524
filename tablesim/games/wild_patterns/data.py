"""What ``templates/wild_patterns/`` says of the box and of the options (cards: :mod:`.cards`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...protocol import Option
from ...resources import folder
from ..datafile import Section, read

COLORS = "BRK"
"""The letters of the colors: blue, red, black (T-2)."""

MARKS = "3456V"
"""The marks on the backs of the cards (T-3)."""

_CHOICES: Mapping[str, tuple[str, ...] | range] = {
    "decks": ("normal", "beginner", "hard"),
    "removed_per_deck": range(5),
    "first_player": range(6),
    "pattern_symmetry": ("C4", "D4", "none"),
    "claims": ("auto", "ask", "race"),
    "hard_end": ("hand_empty", "decks_empty"),
    "stall_limit": range(10_001),
}
"""What the program has rules for, where an option is not any text, or yes or no."""

_FREE = ("excluded", "piles", "alertness")
_FLAGS = ("strict", "v_must_run_out")


def default_folder() -> Path:
    """Return where the data files are."""
    return folder("templates") / "wild_patterns"


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box, and the numbers of the rules.

    Attributes
    ----------
    rows, columns
        The board (T-1).
    tiles
        How many tiles there are of each color (T-2).
    seats
        How many may play.
    hand_limit
        How many cards a hand holds (T-18).
    cards
        How many cards there are of each mark (T-3).
    penalties
        What a card left in hand costs, by its mark (T-30).
    house
        What of this the rulebook does not say.
    """

    rows: int
    columns: int
    tiles: Mapping[str, int]
    seats: range
    hand_limit: int
    cards: Mapping[str, int]
    penalties: Mapping[str, int]
    house: tuple[str, ...]


def read_box(place: Path) -> Box:
    """Return what ``game.toml`` in a folder says.

    Raises
    ------
    BadData
        If the file is wrong.

    >>> box = read_box(default_folder())
    >>> box.rows * box.columns, dict(box.tiles), sum(box.cards.values())
    (25, {'B': 5, 'R': 5, 'K': 5}, 63)
    """
    return read(place / "game.toml", _box)


def _box(top: Section) -> Box:
    top.text("source")
    with top.section("board").checked() as board:
        rows, columns = _at_least(board, "rows", 1), _at_least(board, "columns", 1)
    with top.section("tiles").checked() as tiles:
        of_color = {color: _at_least(tiles, color, 1) for color in COLORS}
    if sum(of_color.values()) >= rows * columns:
        raise top.wrong("tiles", f"{sum(of_color.values())} tiles leave no cell of the board free")
    with top.section("seats").checked() as seats:
        house = ("seats",) if seats.flag("house") else ()
        least, most = _at_least(seats, "least", 1), _at_least(seats, "most", 1)
    with top.section("hand").checked() as hand:
        limit = _at_least(hand, "limit", 1)
    cards, penalties = {}, {}
    with top.section("marks").checked() as marks:
        for mark in MARKS:
            with marks.section(mark).checked() as entry:
                cards[mark], penalties[mark] = entry.count("cards"), entry.count("penalty")
    return Box(rows, columns, of_color, range(least, most + 1), limit, cards, penalties, house)


def _at_least(section: Section, key: str, least: int) -> int:
    value = section.count(key)
    if value < least:
        raise section.wrong(key, f"expected at least {least}, got {value}")
    return value


@dataclass(frozen=True, slots=True)
class Choice:
    """An option and where its default comes from.

    Attributes
    ----------
    option
        The option.
    house
        True if the rulebook is silent and the default is our own.
    """

    option: Option
    house: bool


def read_options(place: Path) -> Mapping[str, Choice]:
    """Return the options that ``options.toml`` in a folder describes, by name.

    Raises
    ------
    BadData
        If the file is wrong, or names other options than those that the program has.

    >>> claims = read_options(default_folder())["claims"]
    >>> claims.option.default, claims.option.choices, claims.house
    ('auto', ('auto', 'ask', 'race'), True)
    """
    return read(place / "options.toml", _options)


def _options(top: Section) -> Mapping[str, Choice]:
    top.text("source")
    known = (*_CHOICES, *_FREE, *_FLAGS)
    found = top.sections(_choice)
    for name in found:
        if name not in known:
            raise top.wrong(name, f"unknown option; known: {', '.join(sorted(known))}")
    for name in known:
        if name not in found:
            raise top.wrong("", f"the option {name} is missing")
    return found


def _choice(name: str, entry: Section) -> Choice:
    choices = _CHOICES.get(name)
    default: Any
    if isinstance(choices, tuple):
        default = entry.text("default", choices)
    elif isinstance(choices, range):
        default = entry.count("default")
        if default not in choices:
            raise entry.wrong("default", f"expected 0 to {choices[-1]}, got {default}")
    elif name in _FLAGS:
        default = entry.flag("default")
    else:
        default = entry.text("default")
    option = Option(default, entry.text("meaning"), choices, entry.text("rule"))
    return Choice(option, entry.flag("house"))


@cache
def box() -> Box:
    """Return the box of the game's own data files."""
    return read_box(default_folder())


@cache
def options() -> Mapping[str, Choice]:
    """Return the options of the game's own data files."""
    return read_options(default_folder())
