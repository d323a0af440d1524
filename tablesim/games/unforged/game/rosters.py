"""The armies of a game, by name or by the text of an army file (UF-36)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..numbers.armies import Army, army, parse_army

if TYPE_CHECKING:
    from ..options import Options
    from .state import Settings


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
        return parse_army(said, rulings)
    return army(said, rulings)
