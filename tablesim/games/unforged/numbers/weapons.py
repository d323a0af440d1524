"""Weapons, as ``templates/unforged/weapons.toml`` states them (UF-101 to UF-108).

A weapon is a :class:`Melee` or a :class:`Missile`; what it is worth in somebody's hands is asked
with the :class:`~tablesim.games.unforged.numbers.profiles.Body` of that model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ...datafile import Section, read
from ..components import SIZES, default_folder
from .dice import NAMES, Dice
from .profiles import Body
from .skills import NO_RULES, Rules, parse_rules
from .tables import tables
from .values import Change

if TYPE_CHECKING:
    from ..options import Options

_RANGE = re.compile(r"(?P<times>\d+)xS|(?:(?P<nearest>\d+)-)?(?P<far>\d+)")
_KINDS = ("melee", "thrown", "gun", "big")
_AREA = re.compile(r"\d+(/(\d+|storey))?")


@dataclass(frozen=True, slots=True)
class Strength:
    """The Strength of a weapon in relation to its user's (UF-101).

    Attributes
    ----------
    ways
        What it makes of the Strength of the user; of several the greatest counts (HR-96).
    dice
        Dice that are the Strength instead; None for most weapons.
    """

    ways: tuple[Change, ...] = ()
    dice: Dice | None = None

    @classmethod
    def parse(cls, text: str) -> Strength:
        """Read ``"user"``, ``"+2"``, ``"12"``, ``"+6 or x2"``, ``"D6x2"``.

        Raises
        ------
        ValueError
            If it is none of these.

        >>> str(Strength.parse("+6 or x2")), Strength.parse("12").fixed
        ('+6 or x2', True)
        """
        if text == "user":
            return cls((Change(),))
        if "D" in text:
            return cls(dice=Dice.parse(text))
        return cls(tuple(map(Change.parse, text.split(" or "))))

    def __str__(self) -> str:
        if self.dice is not None:
            return str(self.dice)
        return " or ".join("user" if way == Change() else str(way) for way in self.ways)

    @property
    def fixed(self) -> bool:
        """Whether the user's own Strength means nothing (UF-101)."""
        return self.dice is not None or all(way.becomes is not None for way in self.ways)

    def changed(self, change: Change) -> Strength:
        """Return the Strength with special ammunition: a fixed one replaces it, others add."""
        if change.becomes is not None:
            return Strength((change,))
        return replace(self, ways=tuple(replace(w, plus=w.plus + change.plus) for w in self.ways))

    def value(self, body: Body, options: Options, *, rolled: int = 0) -> int:
        """Return the damage value in the hands of a model (UF-101, HR-87, HR-96).

        Parameters
        ----------
        body
            The user.
        options
            The house rulings.
        rolled
            What its dice came to, for a weapon whose Strength is dice.

        >>> from tablesim.games.unforged.options import options
        >>> from tablesim.games.unforged.numbers.profiles import Profile
        >>> strong = Body(Profile(4, 8, 5, 2))
        >>> Strength.parse("+6 or x2").value(strong, options())
        16
        """
        if self.dice is not None:
            return rolled
        return max(self._way(way, body, options) for way in self.ways)

    @staticmethod
    def _way(way: Change, body: Body, options: Options) -> int:
        if way.becomes is not None:
            return way.becomes + way.plus
        return body.multiple("S", way.times, options) + way.plus


@dataclass(frozen=True, slots=True)
class Melee:
    """A weapon for melee (UF-101).

    Attributes
    ----------
    id, name
        Our name for it, and what it is in words.
    strength
        Its Strength.
    unarmed
        Whether the table of unarmed damage is its own (UF-83).
    reach_times, reach_fixed
        Its reach: a factor of the reach of the base, or a number of inches instead (UG-24).
    price
        Its points; None if it has none (HR-21).
    rules
        Its special rules.
    """

    id: str
    name: str
    strength: Strength
    unarmed: bool
    reach_times: float
    reach_fixed: float | None
    price: int | None
    rules: Rules = field(hash=False)

    def reach(self, base_reach: float) -> float:
        """Return how far it strikes, in inches (UF-46, UG-24).

        Parameters
        ----------
        base_reach
            The reach of the bare base.

        >>> melee()["spear"].reach(0.5), melee()["pike"].reach(0.5)
        (2.0, 8.0)
        """
        return self.reach_times * base_reach if self.reach_fixed is None else self.reach_fixed

    def damage(self, body: Body, options: Options) -> int:
        """Return what it adds to a damage die (UF-82, HR-95, HR-96).

        >>> from tablesim.games.unforged.options import options
        >>> from tablesim.games.unforged.numbers.profiles import Profile
        >>> melee()["sword"].damage(Body(Profile(4, 3, 5, 2)), options())
        5
        """
        own = body.value("S", options) if self.strength.fixed and options.add_user_S else 0
        return self.strength.value(body, options) + own

    def penalty(self, size: str, *, two_handed: bool = False) -> int:
        """Return the combat dice that it costs a user with a base of that size (UF-104, UF-105).

        >>> melee()["great-hammer"].penalty("normal"), melee()["great-sword"].penalty("small")
        (2, 2)
        """
        if "heavy" not in self.rules:
            return 0
        return max(0, tables().heavy[size] - two_handed - ("balanced" in self.rules))


class Ranges(NamedTuple):
    """The distances of a missile weapon in somebody's hands; inches.

    Attributes
    ----------
    nearest
        Closer than this it cannot fire (UF-95).
    auto
        The range: up to here it can hit without a roll (UF-91).
    most
        The longest distance; None if there is none (HR-84).
    """

    nearest: float
    auto: float
    most: float | None


@dataclass(frozen=True, slots=True)
class Missile:
    """A gun, bow, or thrown weapon (UF-101).

    Attributes
    ----------
    id, name
        Our name for it, and what it is in words.
    kind
        ``"thrown"``, ``"gun"`` or ``"big"``.
    family
        What ammunition asks for, for instance ``"rifle"``; empty for none.
    strength
        Its Strength; None for one that does not wound.
    stuns
        The die of the Toughness test that everybody hit must pass, or be knocked down; empty for
        others (UF-103).
    range_times, range_fixed
        Its range: a factor of the user's Strength, or inches; both 0 for an emitted shape.
    nearest
        Closer than this it cannot fire, in inches (UF-95).
    most
        The longest distance, as a factor of the range; None if there is none (HR-84).
    accuracy
        What its die must show or more; None for area weapons, which always hit what they cover.
    area, inner
        The diameters of the region and of the part with full Strength, as ``"3/5"``; empty for
        weapons that hit one model (UF-51, UF-102).
    emits
        The name of the shape that it emits; empty for others (UF-53).
    push_row
        The size of base that its push counts as, in melee's table; empty for the table of guns.
    price, price_each
        Its points, None if it has none (HR-21); and those of one piece, None unless it can be
        bought by the piece (HR-94, HR-102).
    melee_dice
        Combat dice that it adds in melee (UF-106).
    rules
        Its special rules.
    """

    id: str
    name: str
    kind: str
    family: str
    strength: Strength | None
    stuns: str
    range_times: int
    range_fixed: int
    nearest: int
    most: int | None
    accuracy: int | None
    area: str
    inner: str
    emits: str
    push_row: str
    price: int | None
    price_each: int | None
    melee_dice: int
    rules: Rules = field(hash=False)

    @property
    def gun_size(self) -> str:
        """Its row in the table of pushes: thrown weapons use that of small guns (HR-86)."""
        return "big" if self.kind == "big" else "small"

    @property
    def dice(self) -> int:
        """The most dice it rolls in a turn (UF-93, UF-97)."""
        return self.rules.get("burst", 1)

    def ranges(self, body: Body, options: Options) -> Ranges:
        """Return its distances in the hands of a model (UF-95, UF-99, HR-84, HR-92).

        >>> from tablesim.games.unforged.options import options
        >>> from tablesim.games.unforged.numbers.profiles import Profile
        >>> missiles()["bow"].ranges(Body(Profile(4, 3, 5, 2)), options())
        Ranges(nearest=0, auto=12, most=24)
        """
        auto = self.range_fixed
        if self.range_times:
            auto = max(0, body.multiple("S", self.range_times, options))
        return Ranges(self.nearest, auto, None if self.most is None else self.most * auto)

    def damage(self, body: Body, options: Options, *, rolled: int = 0) -> int:
        """Return what it adds to a damage die; the user's Strength only where it says so (UF-94).

        Raises
        ------
        ValueError
            If it does not wound.
        """
        if self.strength is None:
            raise ValueError(f"the {self.id} does no damage (UF-103)")
        return self.strength.value(body, options, rolled=rolled)


Weapon = Melee | Missile


def rules_of(section: Section, *, on: str) -> Rules:
    """Read the key ``rules`` of a section: special rules by name; none if it is not there.

    Raises
    ------
    BadData
        If there is no such rule for these.
    """
    if not section.has("rules"):
        return NO_RULES
    try:
        return parse_rules(section.words("rules"), on=on)
    except ValueError as error:
        raise section.wrong("rules", str(error)) from None


@cache
def weapons(folder: Path | None = None) -> Mapping[str, Weapon]:
    """Read ``weapons.toml``: all weapons by id.

    >>> len(weapons()), weapons()["crossbow"].name
    (27, 'Crossbow')
    """

    def reader(top: Section) -> Mapping[str, Weapon]:
        top.text("source")
        return read_weapons(top)

    return read((folder or default_folder()) / "weapons.toml", reader)


def melee(folder: Path | None = None) -> Mapping[str, Melee]:
    """Return the weapons for melee, by id, the fist first."""
    return {id_: w for id_, w in weapons(folder).items() if isinstance(w, Melee)}


def missiles(folder: Path | None = None) -> Mapping[str, Missile]:
    """Return the weapons that shoot or are thrown, by id."""
    return {id_: w for id_, w in weapons(folder).items() if isinstance(w, Missile)}


def read_weapons(section: Section) -> Mapping[str, Weapon]:
    """Read tables of weapons: ``[melee.*]``, ``[thrown.*]``, ``[gun.*]``, ``[big.*]`` (UF-101).

    Raises
    ------
    BadData
        If a weapon cannot be read, or two have one id.
    """

    def of_kind(kind: str, inner: Section) -> Mapping[str, Weapon]:
        def weapon(id_: str, row: Section) -> Weapon:
            if kind not in _KINDS:
                raise row.wrong("", f"unknown kind {kind!r}; known: {', '.join(_KINDS)}")
            return _melee(id_, row) if kind == "melee" else _missile(id_, kind, row)

        return inner.sections(weapon)

    found: dict[str, Weapon] = {}
    for kind, made in section.sections(of_kind).items():
        for id_, weapon in made.items():
            if id_ in found:
                again = section.section(kind)
                raise again.wrong(id_, f"{id_!r} stands under another kind already")
            found[id_] = weapon
    return MappingProxyType(found)


def _melee(id_: str, row: Section) -> Melee:
    return Melee(
        id_,
        name=row.text("name"),
        strength=_strength(row),
        unarmed=row.has("unarmed") and row.flag("unarmed"),
        reach_times=row.positive("reach") if row.has("reach") else 1.0,
        reach_fixed=row.positive("reach_in") if row.has("reach_in") else None,
        price=count_or_none(row, "price"),
        rules=rules_of(row, on="weapons"),
    )


def _missile(id_: str, kind: str, row: Section) -> Missile:
    times, nearest, far = read_range(row)
    thrown = tables().thrown_most if kind == "thrown" else None
    return Missile(
        id_,
        name=row.text("name"),
        kind=kind,
        family=row.text("family") if row.has("family") else "",
        strength=_strength(row) if row.has("strength") else None,
        stuns=row.text("stuns", NAMES) if row.has("stuns") else "",
        range_times=times,
        range_fixed=far,
        nearest=nearest,
        most=row.count("most") if row.has("most") else thrown,
        accuracy=count_or_none(row, "accuracy"),
        area=_area(row, "area"),
        inner=_area(row, "inner"),
        emits=row.text("emits", ("teardrop", "beam", "fan")) if row.has("emits") else "",
        push_row=row.text("push_row", SIZES) if row.has("push_row") else "",
        price=count_or_none(row, "price"),
        price_each=count_or_none(row, "price_each"),
        melee_dice=row.count("melee_dice") if row.has("melee_dice") else 0,
        rules=rules_of(row, on="weapons"),
    )


def count_or_none(row: Section, key: str) -> int | None:
    """Read a whole number; None if the key is not there."""
    return row.count(key) if row.has(key) else None


def _strength(row: Section) -> Strength:
    try:
        return Strength.parse(row.text("strength"))
    except ValueError as error:
        raise row.wrong("strength", str(error)) from None


def read_range(row: Section) -> tuple[int, int, int]:
    """Read the key ``range``: factor of Strength, nearest and far end; zeros if it is not there."""
    if not row.has("range"):
        return 0, 0, 0
    text = row.text("range")
    found = _RANGE.fullmatch(text)
    if found is None:
        raise row.wrong("range", f"expected a range as '16', '12-24' or '2xS', got {text!r}")
    times, nearest, far = (int(number or 0) for number in found.group("times", "nearest", "far"))
    if not times and nearest >= far:
        raise row.wrong("range", f"expected the nearer end first, got {text!r}")
    return times, nearest, far


def _area(row: Section, key: str) -> str:
    if not row.has(key):
        return ""
    text = row.text(key)
    if not _AREA.fullmatch(text):
        raise row.wrong(key, f"expected diameters as '3/5', '3/storey' or '1', got {text!r}")
    return text
