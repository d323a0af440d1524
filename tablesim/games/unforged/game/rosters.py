"""The armies of a game, by name or by the text of an army file (UF-36)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from ..numbers.armies import Army, army, read_army

if TYPE_CHECKING:
    from pathlib import Path

    from ..options import Options
    from .state import Settings


class _Text:
    """The text of an army, to be read like a file: so a transcript holds all that it needs."""

    name = "army"

    def __init__(self, text: str) -> None:
        self._text = text

    def read_text(self, encoding: str) -> str:
        """Return the text."""
        return self._text


def armies(settings: Settings) -> tuple[Army, Army]:
    """Return the armies of both seats.

    Raises
    ------
    UnknownName
        If there is no army of a name.
    BadData
        If an army is illegal: with every reason, and its line.
    """
    return _army(settings.army_1, settings.rulings), _army(settings.army_2, settings.rulings)


@lru_cache(maxsize=64)
def _army(said: str, rulings: Options) -> Army:
    if "\n" in said:
        return read_army(cast("Path", _Text(said)), rulings)
    return army(said, rulings)
