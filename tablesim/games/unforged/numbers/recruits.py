"""What an army is made of: models, their gear, and what they cost (UF-34 to UF-37)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...datafile import Section, read
from ..components import default_folder
from .gear import Ammunition, Armor
from .profiles import STATS, Body, Effect, Profile, printed_price
from .skills import NO_RULES, Rules
from .strikes import Combatant
from .weapons import Melee, Missile, Weapon, melee

if TYPE_CHECKING:
    from ..options import Options


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """What an army may cost and hold, and what a profile costs.

    Attributes
    ----------
    base, free, per_point, least
        The price of a profile with just the free characteristics, these, the points for each step
        from them, and the lowest price (UF-34, UF-35).
    ranges
        The lowest and highest starting value of each characteristic (UF-19).
    points, specials, special_points, fewest, most
        Points of a team, its number of specials and their points, and its number of ordinary models
        (UF-36).
    hands
        How many hands a model has (HR-23).
    """

    base: int
    free: Mapping[str, int]
    per_point: Mapping[str, int]
    least: int
    ranges: Mapping[str, tuple[int, int]]
    points: int
    specials: int
    special_points: int
    fewest: int
    most: int
    hands: int

    def price(self, profile: Profile, options: Options) -> int:
        """Return the price of a profile, however low (UF-34, HR-11, HR-19).

        >>> from tablesim.games.unforged.options import options
        >>> soldier = Profile.parse("M4 S3 T5 C2")
        >>> limits().price(soldier, options())
        6
        """
        printed = printed_price(profile) if options.price_mode == "printed" else None
        if printed is not None:
            return printed
        steps = profile.numbers(options)
        return self.base + sum(self.per_point[s] * (steps[s] - self.free[s]) for s in STATS)


@cache
def limits(folder: Path | None = None) -> Limits:
    """Read ``army.toml``.

    >>> limits().points, limits().ranges["C"]
    (200, (1, 8))
    """

    def counts(section: Section) -> dict[str, int]:
        with section.checked():
            return {stat: section.count(stat) for stat in STATS}

    def span(section: Section) -> tuple[int, int]:
        with section.checked():
            return section.count("from"), section.count("to")

    def reader(top: Section) -> Limits:
        top.text("source")
        with top.section("price").checked() as price:
            base, least = price.count("base"), price.count("least")
            free, per_point = counts(price.section("free")), counts(price.section("per-point"))
        with top.section("range").checked() as spans:
            ranges = {stat: span(spans.section(stat)) for stat in STATS}
        names = ("points", "specials", "special_points", "fewest", "most")
        with top.section("team").checked() as section:
            team = {name: section.count(name) for name in names}
        hands = top.count("hands")
        return Limits(base, free, per_point, least, ranges, hands=hands, **team)

    return read((folder or default_folder()) / "army.toml", reader)


@dataclass(frozen=True, slots=True)
class Recruit:
    """One line of an army: equal models with equal gear.

    Attributes
    ----------
    id, name
        Our name for them, and what they are called.
    profile
        Their characteristics.
    count
        How many there are.
    size
        The size of their bases.
    wounds
        How many wounds each can take.
    special, unit
        Whether they are specials (UF-36), and units of several figures (UF-4).
    weapons, armors, ammunition
        What they carry.
    rounds
        How many pieces they have of what is bought by the piece (HR-94).
    own_rules
        The special rules that are their own, not those of armor.
    extra
        Points for what has no price (HR-21).
    """

    id: str
    name: str
    profile: Profile
    count: int = 1
    size: str = "normal"
    wounds: int = 1
    special: bool = False
    unit: bool = False
    weapons: tuple[Weapon, ...] = ()
    armors: tuple[Armor, ...] = ()
    ammunition: tuple[Ammunition, ...] = ()
    rounds: Mapping[str, int] = field(default_factory=dict, hash=False)
    own_rules: Rules = field(default_factory=lambda: NO_RULES, hash=False)
    extra: int = 0

    @property
    def rules(self) -> Rules:
        """Their special rules, those of their armor among them (HR-104)."""
        found = dict(self.own_rules)
        for armor in self.armors:
            found |= armor.rules
        return found

    @property
    def body(self) -> Body:
        """Their characteristics with armor (UF-109)."""
        effects = tuple(effect for armor in self.armors for effect in armor.effects)
        return Body(self.profile, self.size, effects, self.unit)

    @property
    def melee(self) -> tuple[Melee, ...]:
        """The weapons they strike with; the first is ready at the start (HR-103)."""
        own = tuple(weapon for weapon in self.weapons if isinstance(weapon, Melee))
        return own or (melee()["fist"],)

    @property
    def missiles(self) -> tuple[Missile, ...]:
        """The weapons they shoot and throw."""
        return tuple(weapon for weapon in self.weapons if isinstance(weapon, Missile))

    def gear_price(self) -> int:
        """Return the price of all that one of them carries (UF-37, HR-21, HR-94, HR-102)."""
        total = sum(armor.price for armor in self.armors) + self.extra
        for weapon in self.weapons:
            pieces = self.rounds.get(weapon.id)
            if isinstance(weapon, Missile) and weapon.price_each is not None and pieces is not None:
                total += pieces * weapon.price_each
            else:
                total += weapon.price or 0
        for rounds in self.ammunition:
            fitting = sum(weapon.family in rounds.fits for weapon in self.missiles)
            number = self.rounds.get(rounds.id, 0) if rounds.each else fitting
            total += rounds.price * number
        return total

    def price(self, options: Options) -> int:
        """Return the price of one of them (UF-34, UF-35, UF-37, HR-20)."""
        numbers, gear = limits(), self.gear_price()
        naked = numbers.price(self.profile, options)
        if options.min_price_scope == "total":
            return max(numbers.least, naked + gear)
        return max(numbers.least, naked) + gear

    def capped_price(self, options: Options) -> int:
        """Return what counts against the cap of a special (UF-36, HR-22)."""
        gear = 0 if options.special_cap_includes_gear else self.gear_price()
        return self.price(options) - gear

    def hands_used(self, weapon: Melee, *, two_handed: bool = False, pistol: bool = False) -> int:
        """Return how many hands something takes: a power fist has one for itself (UF-107)."""
        gloved = any("power-fist" in other.rules for other in self.melee if other is not weapon)
        return 1 + two_handed + pistol + gloved

    def combatant(
        self,
        *,
        weapon: Melee | None = None,
        two_handed: bool = False,
        modifiers: tuple[int, ...] = (),
        effects: Iterable[Effect] = (),
        down: bool = False,
    ) -> Combatant:
        """Return one of them in melee; a pistol adds its die if a hand is free (UF-106, HR-101).

        Parameters
        ----------
        weapon
            The weapon that is ready; the first one if None.
        two_handed
            Whether both hands hold it.
        modifiers
            What is added to the combat dice (UF-75).
        effects
            What acts on it besides its armor.
        down
            Whether it is knocked over.

        Raises
        ------
        ValueError
            If it has not hands enough.
        """
        weapon = weapon or self.melee[0]
        hands = limits().hands
        if self.hands_used(weapon, two_handed=two_handed) > hands:
            raise ValueError(f"UF-107: the {self.id} has no two hands for the {weapon.id}")
        pistols = [missile.melee_dice for missile in self.missiles if missile.melee_dice]
        fits = self.hands_used(weapon, two_handed=two_handed, pistol=True) <= hands
        return Combatant(
            self.body.with_effects(effects),
            weapon,
            two_handed=two_handed,
            extra_dice=max(pistols) if pistols and fits else 0,
            modifiers=modifiers,
            down=down,
            rules=self.rules,
        )
