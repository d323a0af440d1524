"""The words of the XWS squad format, as ``templates/xwing/`` states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..games.datafile import Section, read
from ..games.xwing.catalogue import catalogue
from ..games.xwing.components import default_folder
from ..games.xwing.game import cards
from ..games.xwing.game.squads import side
from ..games.xwing.ships import SLOTS, Pilot

SIDES = ("rebel", "imperial", "scum")
"""The factions of XWS: who flies with another faction is not told apart."""

UNPRINTED = ("modification", "title")
"""Slots that stand on no upgrade bar."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the format calls things; ``xws.toml``.

    Attributes
    ----------
    version
        The version of the format that is written.
    factions, slots
        Our faction or slot for each word that may be read.
    obstacles
        Our obstacle for each of its ids.
    no_shape
        The ids of obstacles whose shapes nobody here knows.
    """

    version: str
    factions: Mapping[str, str]
    slots: Mapping[str, str]
    obstacles: Mapping[str, str]
    no_shape: tuple[str, ...]

    def faction(self, ours: str) -> str:
        """Return the word that is written for a faction."""
        return next(word for word, faction in self.factions.items() if faction == ours)

    def slot(self, ours: str) -> str:
        """Return the word that is written for a slot."""
        return next(word for word, slot in self.slots.items() if slot == ours)


@cache
def words(folder: Path | None = None) -> Words:
    """Read ``xws.toml``.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> words().slots["amd"], words().slot("elite"), words().obstacles["coreasteroid0"]
    ('astromech', 'ept', 'asteroid-5')
    """

    def table(top: Section, key: str, names: tuple[str, ...]) -> Mapping[str, str]:
        with top.section(key).checked() as section:
            return MappingProxyType({word: name for name in names for word in section.words(name)})

    def reader(top: Section) -> Words:
        top.text("source")
        with top.section("obstacles").checked() as section:
            obstacles = {section.text(kind): kind for kind in catalogue().obstacles}
        with top.section("no_shape").checked() as section:
            no_shape = section.words("obstacles")
        return Words(
            top.text("version"),
            table(top, "factions", SIDES),
            table(top, "slots", (*SLOTS, *UNPRINTED)),
            MappingProxyType(obstacles),
            no_shape,
        )

    return read((folder or default_folder()) / "xws.toml", reader)


@cache
def ships() -> Mapping[str, str]:
    """Return the id of each ship by its XWS name."""
    return MappingProxyType({ship.xws: ship.id for ship in catalogue().ships.values()})


@cache
def pilots(ship: str) -> Mapping[tuple[str, str], Pilot]:
    """Return the pilots of a ship by XWS name and side."""
    found = catalogue().pilots[ship].values()
    return MappingProxyType({(pilot.xws, side(pilot.faction)): pilot for pilot in found})


@cache
def upgrades() -> Mapping[tuple[str, str], str]:
    """Return the id of each upgrade that is played, by slot and XWS name."""
    found = cards.upgrades().values()
    return MappingProxyType({(card.slot, card.xws): card.id for card in found})
