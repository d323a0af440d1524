"""Profiles, what acts on them, and characteristic tests (UF-18 to UF-33).

A :class:`Profile` is what an army list prints; a :class:`Body` is a profile with everything that
acts on it at one instant: armor, magic, fear.  Both are values; nothing here rolls a die.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ...datafile import Section, read
from ..components import default_folder
from .dice import Dice, Die, die, typical
from .tables import tables
from .values import Change, half, round_up, stack

if TYPE_CHECKING:
    from ..options import Options

STATS = ("M", "S", "T", "C")
"""Move, Strength, Toughness, Combat (UF-18)."""

_PROFILE = re.compile(r"M(\S+) S(\d+) T(\d+) C(\d+)")


@dataclass(frozen=True, slots=True)
class Profile:
    """The four characteristics of a model as it was bought (UF-18).

    Attributes
    ----------
    move
        Inches a turn, or dice (UF-20).
    strength, toughness, combat
        What it adds to damage dice, what damage must exceed, and its number of combat dice.
    """

    move: int | Dice
    strength: int
    toughness: int
    combat: int

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read a profile: ``"M4 S3 T5 C2"``, ``"M2D10R S4 T5 C3"``.

        Raises
        ------
        ValueError
            If the text is no profile.

        >>> str(Profile.parse("M2D10R S4 T5 C3"))
        'M2D10R S4 T5 C3'
        """
        found = _PROFILE.fullmatch(text)
        if found is None:
            raise ValueError(f"no profile {text!r}; write for instance 'M4 S3 T5 C2'")
        move = int(found[1]) if found[1].isdecimal() else Dice.parse(found[1])
        return cls(move, *map(int, found.groups()[1:]))

    def __str__(self) -> str:
        return f"M{self.move} S{self.strength} T{self.toughness} C{self.combat}"

    def rolled(self, move: int) -> Profile:
        """Return the profile with the Move that was rolled for this round (UF-20, HR-11)."""
        return replace(self, move=move)

    def number(self, stat: str, options: Options) -> int:
        """Return a characteristic; a Move in dice by its typical value (HR-11).

        >>> from tablesim.games.unforged.options import options
        >>> Profile.parse("M2D10 S4 T5 C3").number("M", options())
        9
        """
        if stat == "M":
            return self.move if isinstance(self.move, int) else typical(self.move, options)
        return {"S": self.strength, "T": self.toughness, "C": self.combat}[stat]

    def numbers(self, options: Options) -> Mapping[str, int]:
        """Return all characteristics by letter."""
        return {stat: self.number(stat, options) for stat in STATS}

    def unbalanced(self, options: Options) -> tuple[str, str] | None:
        """Return two naked characteristics, the first more than twice the second (UF-21, HR-18).

        The second is the next largest one; None if there are none: the profile is legal.

        >>> from tablesim.games.unforged.options import options
        >>> Profile.parse("M9 S5 T3 C2").unbalanced(options())
        >>> Profile.parse("M4 S3 T9 C4").unbalanced(options())
        ('T', 'M')
        """
        numbers = self.numbers(options)
        order = sorted(STATS, key=lambda stat: -numbers[stat])
        for larger, smaller in pairwise(order):
            if numbers[larger] > 2 * numbers[smaller]:
                return larger, smaller
        return None


@dataclass(frozen=True, slots=True)
class Example:
    """A profile that the rulebook prints as an example (UF-38).

    Attributes
    ----------
    name, profile
        What it is called, and its characteristics.
    printed
        The price printed beside it (HR-19).
    """

    name: str
    profile: Profile
    printed: int


@cache
def examples(folder: Path | None = None) -> Mapping[str, Example]:
    """Read ``profiles.toml``: the example profiles by id.

    >>> str(examples()["tough-guy"].profile), examples()["tough-guy"].printed
    ('M4 S3 T8 C4', 20)
    """

    def one(_: str, section: Section) -> Example:
        try:
            profile = Profile.parse(section.text("profile"))
        except ValueError as error:
            raise section.wrong("profile", str(error)) from None
        return Example(section.text("name"), profile, section.count("printed"))

    def reader(top: Section) -> Mapping[str, Example]:
        top.text("source")
        return top.sections(one)

    return read((folder or default_folder()) / "profiles.toml", reader)


@dataclass(frozen=True, slots=True)
class Effect:
    """A change of one characteristic.

    Attributes
    ----------
    stat
        Which one: ``"M"``, ``"S"``, ``"T"`` or ``"C"``.
    change
        What happens to it.
    magical
        Whether it comes of magic: then it counts in tests and for the Defence (UF-22, UF-29).
    tested
        Whether its rule says that it counts in tests (UF-22).
    """

    stat: str
    change: Change
    magical: bool = False
    tested: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A characteristic test: roll the required value or less (UF-30).

    Attributes
    ----------
    value
        What is required; below 0 nothing succeeds (UF-33).
    die
        The die that is rolled.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name
    value: int
    die: Die

    def passes(self, raw: int) -> bool:
        """Whether a raw face succeeds; with a value of 0 only a 0 does (UF-30, UF-32, UF-33)."""
        return self.die.value(raw) <= self.value

    @property
    def immune(self) -> bool:
        """Whether it cannot fail: then no die is rolled (UF-31)."""
        return self.value >= self.die.highest

    @property
    def chance(self) -> Fraction:
        """The chance to pass.

        >>> from tablesim.games.unforged.numbers.dice import die
        >>> str(Test(5, die("D10")).chance), str(Test(0, die("D3")).chance)
        ('3/5', '1/10')
        """
        return self.die.up_to(self.value)


def height_test() -> Test:
    """Return the test of a stupid model that would climb or drop (UF-123).

    Its number is its own, whatever the Move of the model; a failure knocks it down (HR-109).

    >>> str(height_test().chance)
    '3/5'
    """
    return Test(tables().height_test, die("D10"))


MOVE_BARS = frozenset({"turn", "move", "charge", "stand"})
"""What a Move of 0 bars; forced moves still happen (UF-23, HR-17)."""


@dataclass(frozen=True, slots=True)
class Body:
    """A model's characteristics with all that acts on them now.

    Attributes
    ----------
    profile
        As it was bought, or with the Move rolled for this round.
    size
        The size of its base.
    effects
        What acts on it: armor, magic, fear.
    unit
        Whether it is a unit of several figures (UF-4).
    """

    profile: Profile
    size: str = "normal"
    effects: tuple[Effect, ...] = ()
    unit: bool = False

    def with_effects(self, effects: Iterable[Effect]) -> Body:
        """Return the body with more effects."""
        return replace(self, effects=(*self.effects, *effects))

    def _changes(self, stat: str) -> list[Change]:
        return [effect.change for effect in self.effects if effect.stat == stat]

    def value(self, stat: str, options: Options) -> int:
        """Return a characteristic as it is now, whatever it was changed by (UF-15, UF-19).

        >>> from tablesim.games.unforged.options import options
        >>> armor = Effect("T", Change(plus=6))
        >>> Body(Profile(4, 3, 5, 2), effects=(armor,)).value("T", options())
        11
        """
        return stack(self.profile.number(stat, options), self._changes(stat))

    def tested(self, stat: str, options: Options) -> int:
        """Return a characteristic as tests use it: the original one and magic (UF-22, HR-10).

        A negative Move or Strength makes it one that no test succeeds on (UF-24, UF-25, HR-16).
        """
        used = "S" if stat == "M" and options.move_test_stat == "strength" else stat
        everything = options.neg_stat_test_scope == "all"
        for other in ("M", "S"):
            value = self.value(other, options)
            if value < 0 and (everything or other in (stat, used)):
                return value
        counting = [e.change for e in self.effects if e.stat == used and (e.magical or e.tested)]
        return stack(self.profile.number(used, options), counting)

    def test(self, stat: str, kind: Die, options: Options, *, halved: bool = False) -> Test:
        """Return the test of a characteristic (UF-22, UF-30).

        Parameters
        ----------
        stat
            The characteristic.
        kind
            The die that the rule asks for.
        halved
            Whether the rule halves the tested value (UF-71, UF-87).
        """
        value = self.tested(stat, options)
        return Test(half(value) if halved and value > 0 else value, kind)

    def defence(self, options: Options, *, penalty: int = 0) -> int:
        """Return what a combat die against it must exceed (UF-29, HR-14, HR-44).

        The original Combat, lowered by every negative change, raised by magic only.

        Parameters
        ----------
        penalty
            By how many combat dice it is short just now, where that counts (HR-15).
        """
        combat = self.profile.combat
        counting = [
            effect.change
            for effect in self.effects
            if effect.stat == "C" and (effect.magical or effect.change.lowers(combat))
        ]
        return stack(
            combat, (*counting, Change(plus=-penalty)), least=0, most=tables().most_defence
        )

    def multiple(self, stat: str, factor: Fraction | int, options: Options) -> int:
        """Return a characteristic times a factor, for an allowance or a range (HR-7).

        >>> from tablesim.games.unforged.options import options
        >>> boosted = Body(Profile(4, 3, 5, 2), effects=(Effect("M", Change(plus=1)),))
        >>> boosted.multiple("M", 2, options())
        10
        >>> boosted.multiple("M", 2, options(derived_multiplier="literal"))
        9
        """
        if options.derived_multiplier == "literal":
            changes = (*self._changes(stat), Change(times=Fraction(factor)))
            return stack(self.profile.number(stat, options), changes)
        return round_up(self.value(stat, options) * Fraction(factor))

    def pool(self, options: Options) -> int:
        """Return the inches it may spend on a move: twice its Move, a unit once (UF-67, UF-71)."""
        return self.value("M", options) if self.unit else self.multiple("M", 2, options)

    def barred(self, options: Options) -> frozenset[str]:
        """Return what its Move keeps it from (UF-23, UF-24, HR-17).

        With 0 it stands where it is; below 0 it is down, and cannot fight either.
        """
        move = self.value("M", options)
        if move > 0:
            return frozenset()
        return MOVE_BARS if move == 0 else MOVE_BARS | {"fight"}

    def helpless(self, options: Options) -> bool:
        """Whether its Move is below 0: it is down, and all dice against it hit (UF-24)."""
        return self.value("M", options) < 0


def drained(toughness: int, wounds: int, options: Options) -> tuple[int, int] | None:
    """Return Toughness and wounds of a model whose Toughness was lowered (UF-26, HR-12).

    At 0 or less it takes one automatic wound for each point up to 1; None if that removes it.

    Parameters
    ----------
    toughness
        What it has come to.
    wounds
        What is left.

    >>> from tablesim.games.unforged.options import options
    >>> drained(0, 2, options()), drained(-1, 2, options()), drained(3, 1, options())
    ((1, 1), None, (3, 1))
    """
    lost = max(0, 1 - toughness)
    lives = wounds > lost or (options.low_T_survival == "W >= 1 - T" and wounds == lost)
    return (toughness + lost, max(1, wounds - lost)) if lives else None


def hardiness_rolls(toughness: int) -> int:
    """Return how many saves against the last wound must all succeed (UF-27, HR-13).

    >>> hardiness_rolls(3), hardiness_rolls(0), hardiness_rolls(-2)
    (1, 1, 3)
    """
    return max(1, 1 - toughness)


def saved(raws: Iterable[int], target: int) -> bool:
    """Whether Hardiness saves a model: no die is below the target; D10 (UF-27, HR-13)."""
    return all(raw >= target for raw in raws)


def regenerated(toughness: int, raw: int, target: int) -> tuple[int, bool]:
    """Return Toughness, and whether the model rises, after one roll (UF-28, UF-122, HR-106).

    A success first restores a Toughness below 1 by one point; the model rises when it is 1 or more.

    Parameters
    ----------
    toughness
        Before the roll.
    raw
        The raw face of the D10.
    target
        What it must show or more.

    >>> regenerated(-1, 7, 7), regenerated(0, 7, 7), regenerated(5, 6, 7)
    ((0, False), (1, True), (5, False))
    """
    if raw < target:
        return toughness, False
    restored = toughness if toughness >= 1 else toughness + 1
    return restored, restored >= 1


def printed_price(profile: Profile) -> int | None:
    """Return the price that the rulebook prints for a profile, if it does (HR-19)."""
    for example in examples().values():
        if example.profile == profile:
            return example.printed
    return None
