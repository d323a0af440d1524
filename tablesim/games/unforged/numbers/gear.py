"""Special ammunition and armor, as ``templates/unforged/`` states them (UF-101, UF-109)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ...datafile import Section, read
from ..components import default_folder
from .profiles import STATS, Effect
from .skills import Rules
from .values import Change
from .weapons import Missile, count_or_none, read_range, rules_of


@dataclass(frozen=True, slots=True)
class Ammunition:
    """Special rounds (UF-101).

    Attributes
    ----------
    id, name
        Our name for them, and what they are in words.
    fits
        The families of weapons that take them.
    change
        What they do to the Strength of the weapon.
    range, accuracy
        The range in inches and the accuracy that the weapon has with them; None: its own.
    price, each
        Their points, and whether that is for every round, not for the weapon.
    rules
        The special rules that the weapon has with them.
    """

    id: str
    name: str
    fits: tuple[str, ...]
    change: Change
    range: int | None
    accuracy: int | None
    price: int
    each: bool
    rules: Rules = field(hash=False)


@dataclass(frozen=True, slots=True)
class Armor:
    """Armor (UF-109): it counts against damage, not in tests (UF-22).

    Attributes
    ----------
    id, name
        Our name for it, and what it is in words.
    price
        Its points.
    effects
        What it changes (HR-104).
    rules
        The special rules that it gives.
    """

    id: str
    name: str
    price: int
    effects: tuple[Effect, ...]
    rules: Rules = field(hash=False)


def loaded(weapon: Missile, rounds: Ammunition) -> Missile:
    """Return the weapon with special rounds in it (UF-101, HR-99).

    Raises
    ------
    ValueError
        If the rounds do not fit.

    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> slug = loaded(missiles()["shotgun"], ammunition()["slug"])
    >>> str(slug.strength), slug.range_fixed, slug.accuracy, slug.emits
    ('8', 20, 4, '')
    """
    if weapon.family not in rounds.fits or weapon.strength is None:
        fits = ", ".join(rounds.fits)
        raise ValueError(f"UF-101: {rounds.id} fits {fits}, not the {weapon.id}")
    changed = replace(
        weapon,
        strength=weapon.strength.changed(rounds.change),
        rules=MappingProxyType({**weapon.rules, **rounds.rules}),
    )
    if rounds.range is None:
        return changed
    return replace(
        changed,
        range_fixed=rounds.range,
        accuracy=rounds.accuracy or weapon.accuracy,
        emits="",
    )


@cache
def ammunition(folder: Path | None = None) -> Mapping[str, Ammunition]:
    """Read ``ammunition.toml``: special rounds by id.

    >>> ammunition()["copper-cone"].price
    5
    """

    def one(id_: str, row: Section) -> Ammunition:
        return Ammunition(
            id_,
            name=row.text("name"),
            fits=row.words("fits"),
            change=_change(row, "strength"),
            range=read_range(row)[2] or None,
            accuracy=count_or_none(row, "accuracy"),
            price=row.count("price"),
            each=row.text("per", ("round", "weapon")) == "round",
            rules=rules_of(row, on="weapons"),
        )

    def reader(top: Section) -> Mapping[str, Ammunition]:
        top.text("source")
        return top.sections(one)

    return read((folder or default_folder()) / "ammunition.toml", reader)


@cache
def armors(folder: Path | None = None) -> Mapping[str, Armor]:
    """Read ``armor.toml``: armor by id.

    >>> [(effect.stat, str(effect.change)) for effect in armors()["heavy-mech"].effects]
    [('M', '6'), ('S', 'x4'), ('T', '+10')]
    """

    def one(id_: str, row: Section) -> Armor:
        with row.section("changes").checked() as changes:
            effects = [Effect(s, _change(changes, s)) for s in STATS if changes.has(s)]
        return Armor(
            id_, row.text("name"), row.count("price"), tuple(effects), rules_of(row, on="models")
        )

    def reader(top: Section) -> Mapping[str, Armor]:
        top.text("source")
        return top.sections(one)

    return read((folder or default_folder()) / "armor.toml", reader)


def _change(row: Section, key: str) -> Change:
    try:
        return Change.parse(row.text(key))
    except ValueError as error:
        raise row.wrong(key, str(error)) from None
