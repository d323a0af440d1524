"""Cards: upgrades, damage cards, and what pilots can do, as ``templates/xwing/`` states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ...datafile import Section, read
from ..catalogue import catalogue
from ..components import default_folder
from ..odds import ATTACK_FACES
from ..ships import FACTIONS, SLOTS, Pilot, Ship
from .effects import EFFECTS, Effect

MOMENTS = (
    "next attack",
    "combat",
    "skill",
    "turns",
    "bar",
    "mute",
    "explode",
    "munitions",
    "stress",
    "red",
    "overlap",
)
"""When a damage card does something that is no plain number; see ``damage_deck.toml``."""

ANY = "any"
"""What stands for a repair that needs no die."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade card (XW-102, XW-205).

    Attributes
    ----------
    id, name, xws
        Our name for it, the printed name, and its name in the XWS squad format.
    slot, points, unique
        What it takes of the upgrade bar and of the squad, and whether it is unique (XW-96).
    faction
        The only faction that may carry it; None for all.
    weapon
        Whether it is a secondary weapon, of the same id in ``weapons.toml``.
    effects
        What it does.
    """

    id: str
    name: str
    xws: str
    slot: str
    points: int
    unique: bool
    faction: str | None
    weapon: bool
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class DamageCard:
    """A damage card (XW-102, XW-206); the attributes are the keys of ``damage_deck.toml``."""

    id: str
    name: str
    count: int
    trait: str
    worth: int
    attack: int
    agility: int
    repair: tuple[str, ...]
    when: str


@dataclass(frozen=True, slots=True)
class Ability:
    """What a pilot card says in words: its effects."""

    effects: tuple[Effect, ...] = ()


@cache
def upgrades(folder: Path | None = None) -> Mapping[str, Upgrade]:
    """Read ``upgrades.toml``: the upgrades by id.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> upgrades()["proton-torpedoes"].points
    4
    """

    def reader(top: Section) -> Mapping[str, Upgrade]:
        top.text("source")
        top.text("attribution")
        return top.sections(_upgrade)

    return read((folder or default_folder()) / "upgrades.toml", reader)


def _upgrade(id_: str, row: Section) -> Upgrade:
    weapon = row.has("weapon") and row.flag("weapon")
    if weapon and id_ not in catalogue().weapons:
        raise row.wrong("weapon", f"weapons.toml has no {id_!r}")
    return Upgrade(
        id_,
        name=row.text("name"),
        xws=row.text("xws"),
        slot=row.text("slot", SLOTS),
        points=row.count("points"),
        unique=row.flag("unique"),
        faction=row.text("faction", FACTIONS) if row.has("faction") else None,
        weapon=weapon,
        effects=_effects(row),
    )


@cache
def damage_deck(folder: Path | None = None) -> Mapping[str, DamageCard]:
    """Read ``damage_deck.toml``: the kinds of damage cards by id.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> sum(card.count for card in damage_deck().values())
    33
    """

    def reader(top: Section) -> Mapping[str, DamageCard]:
        top.text("source")
        return top.sections(_damage_card)

    return read((folder or default_folder()) / "damage_deck.toml", reader)


def _damage_card(id_: str, row: Section) -> DamageCard:
    def number(key: str, default: int) -> int:
        return row.count(key) if row.has(key) else default

    return DamageCard(
        id_,
        name=row.text("name"),
        count=row.count("count"),
        trait=row.text("trait", ("pilot", "ship")),
        worth=number("worth", 1),
        attack=number("attack", 0),
        agility=number("agility", 0),
        repair=row.texts("repair", (*ATTACK_FACES, ANY)) if row.has("repair") else (),
        when=row.text("when", MOMENTS) if row.has("when") else "",
    )


@cache
def deck() -> tuple[str, ...]:
    """Return all damage cards, sorted: the bag that the deck starts as (XW-11)."""
    return tuple(sorted(card.id for card in damage_deck().values() for _ in range(card.count)))


@cache
def abilities(folder: Path | None = None) -> Mapping[str, Mapping[str, Ability]]:
    """Read ``abilities.toml``: what pilots can do, by ship and pilot.

    Raises
    ------
    BadData
        If the file cannot be used, or names a ship or a pilot that there is not.

    >>> abilities()["x-wing"]["biggs-darklighter"].effects
    (DrawFire(near=1, far=1),)
    """

    def of_ship(ship: str, section: Section) -> Mapping[str, Ability]:
        def ability(pilot: str, row: Section) -> Ability:
            if pilot not in catalogue().pilots.get(ship, {}):
                raise row.wrong("", f"no pilot {pilot!r} of {ship!r} in pilots.toml")
            return Ability(_effects(row))

        return section.sections(ability)

    def reader(top: Section) -> Mapping[str, Mapping[str, Ability]]:
        top.text("source")
        top.text("attribution")
        return top.sections(of_ship)

    return read((folder or default_folder()) / "abilities.toml", reader)


def _effects(row: Section) -> tuple[Effect, ...]:
    if not row.has("effects"):
        return ()

    def effect(name: str, parameters: Section) -> Effect:
        if name not in EFFECTS:
            raise parameters.wrong("", f"no effect {name!r}; known: {', '.join(EFFECTS)}")
        made: Effect = EFFECTS[name].read(parameters)
        return made

    return tuple(row.section("effects").sections(effect).values())


_NOTHING = Ability()


def ability(ship: str, pilot: str) -> Ability:
    """Return what a pilot can do; nothing where the data say nothing."""
    return abilities().get(ship, MappingProxyType({})).get(pilot, _NOTHING)


def pilot_card(ship: str, pilot: str) -> Pilot:
    """Return a ship card."""
    return catalogue().pilots[ship][pilot]


def ship_card(ship: str) -> Ship:
    """Return a type of ship."""
    return catalogue().ships[ship]


UNPLAYED = ("coordinate", "jam", "reinforce", "reload")
"""The actions that stand in action bars but that this engine does not play (XW-239)."""


def not_played(ship: str, pilot: str) -> tuple[str, ...]:
    """Return what a card says that this engine does not play, in words (XW-239).

    >>> not_played("a-wing", "tycho-celchu")
    ('the ability of Tycho Celchu',)
    """
    card = pilot_card(ship, pilot)
    silent = card.unique and not ability(ship, pilot).effects
    found = [f"the ability of {card.name}"] if silent else []
    found += [f"the action {action}" for action in ship_card(ship).actions if action in UNPLAYED]
    return tuple(found)
