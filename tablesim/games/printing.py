"""What the games with boards of cells share for printing: how large a cell is on paper."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ..resources import folder
from ..scene import Mark, Scene
from .datafile import Section, read


def part(game: str, name: str, marks: Iterable[Mark]) -> Scene:
    """Return a thing to print, whose marks are in cells of the board of a game.

    Raises
    ------
    BadData
        If ``print.toml`` of the game cannot be used.

    >>> part("guardians", "a tile", ()).per_mm == 1 / cell_mm("guardians")
    True
    """
    return Scene(tuple(marks), headline=name, unit="cells", per_mm=1 / cell_mm(game))


@cache
def cell_mm(game: str) -> float:
    """Return the side of a cell on paper, in mm, as ``print.toml`` of a game states it.

    Raises
    ------
    BadData
        If the file cannot be used.
    """

    def size(top: Section) -> float:
        top.flag("house")
        top.text("source")
        return top.positive("cell_mm")

    return read(folder("templates") / game / "print.toml", size)
