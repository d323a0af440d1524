"""What the boxes of the players hold: component limits (XW-222)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ...datafile import Section, read
from ..catalogue import catalogue
from ..components import default_folder
from . import cards
from .squads import Entry


@cache
def core_set(folder: Path | None = None) -> Mapping[str, int]:
    """Read ``core_set.toml``: how many ships and cards of each kind lie in one box (XW-103).

    Ships have their id, ship cards are ``ship/pilot``, upgrade cards have their id.

    Raises
    ------
    BadData
        If the file cannot be used, or counts a thing that there is not.

    >>> core_set()["tie-fighter"], core_set()["x-wing/luke-skywalker"], core_set()["r2-d2"]
    (2, 1, 1)
    """
    pilots = catalogue().pilots
    known = (
        *pilots,
        *(f"{kind}/{pilot}" for kind, own in pilots.items() for pilot in own),
        *cards.upgrades(),
    )

    def reader(top: Section) -> Mapping[str, int]:
        top.text("source")
        top.text("attribution")
        with top.section("components").checked() as section:
            return MappingProxyType(
                {name: section.count(name) for name in known if section.has(name)}
            )

    return read((folder or default_folder()) / "core_set.toml", reader)


def why_lacking(squads: Iterable[Iterable[Entry]], boxes: int) -> tuple[str, ...]:
    """Return what the squads of all sides need that so many core sets do not hold (XW-222).

    Parameters
    ----------
    squads
        The squads that share the boxes.
    boxes
        How many core sets there are.

    >>> from .squads import parse
    >>> why_lacking([parse("tie-fighter/dark-curse + determination + determination")], 1)
    ('XW-222: 2 determination are needed, 1 core set holds 1',)
    """
    needed: Counter[str] = Counter()
    for squad in squads:
        for entry in squad:
            needed.update((entry.kind, f"{entry.kind}/{entry.pilot}", *entry.upgrades))
    sets = "1 core set holds" if boxes == 1 else f"{boxes} core sets hold"
    held = {name: boxes * core_set().get(name, 0) for name in needed}
    return tuple(
        f"XW-222: {count} {name} are needed, {sets} {held[name]}"
        for name, count in needed.items()
        if count > held[name]
    )
