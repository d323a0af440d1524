"""Exact odds of one attack: every roll of both sides, with tokens and locks, by enumeration.

Probabilities are fractions.  Both players use their tokens as well as they can: the attacker
rerolls what does not hit and turns focus results into hits, the defender turns them into evades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path
from types import MappingProxyType

from ..datafile import Section, read
from .components import default_folder

ATTACK_FACES = ("hit", "crit", "focus", "blank")
DEFENSE_FACES = ("evade", "focus", "blank")

Roll = tuple[int, ...]
"""How many dice show each face, in the order of the faces."""

Distribution = Mapping[Roll, Fraction]


@dataclass(frozen=True, slots=True)
class Dice:
    """The chance of each face of both dice (XW-200, XW-201).

    Attributes
    ----------
    attack, defense
        One fraction for each of ``ATTACK_FACES`` and ``DEFENSE_FACES``.
    """

    attack: tuple[Fraction, ...]
    defense: tuple[Fraction, ...]


@cache
def dice(folder: Path | None = None) -> Dice:
    """Read ``dice.toml``.

    >>> [str(share) for share in dice().attack]
    ['3/8', '1/8', '1/4', '1/4']
    """

    def reader(top: Section) -> Dice:
        top.text("source")
        with top.section("attack").checked() as section:
            attack = _shares(section.texts("faces", ATTACK_FACES, repeats=True), ATTACK_FACES)
        with top.section("defense").checked() as section:
            defense = _shares(section.texts("faces", DEFENSE_FACES, repeats=True), DEFENSE_FACES)
        return Dice(attack, defense)

    return read((folder or default_folder()) / "dice.toml", reader)


def _shares(faces: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(faces.count(kind), len(faces)) for kind in kinds)


@cache
def rolls(count: int, shares: tuple[Fraction, ...]) -> Distribution:
    """Return the chance of every result of some equal dice.

    Parameters
    ----------
    count
        How many dice.
    shares
        The chance of each face of one of them.

    >>> str(rolls(2, dice().attack)[2, 0, 0, 0])
    '9/64'
    """
    found: dict[Roll, Fraction] = {}
    for roll in _splits(count, len(shares)):
        chance = Fraction(factorial(count))
        for number, share in zip(roll, shares, strict=True):
            chance *= share**number / factorial(number)
        found[roll] = chance
    return MappingProxyType(found)


def _splits(count: int, kinds: int) -> Iterable[Roll]:
    """Yield all ways to write a count as an ordered sum of so many numbers."""
    if kinds == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _splits(count - first, kinds - 1):
            yield (first, *rest)


@dataclass(frozen=True)
class Odds:
    """The outcome of an attack in exact chances.

    Attributes
    ----------
    attack_dice, defense_dice
        How many dice are rolled.
    uncanceled
        The chance of every pair of hits and critical hits that are left (XW-79).
    """

    attack_dice: int
    defense_dice: int
    uncanceled: Mapping[tuple[int, int], Fraction]

    @property
    def damage(self) -> Mapping[int, Fraction]:
        """The chance of each number of damage points, from 0 (XW-81).

        >>> str(odds(3, 3).damage[0]), str(odds(2, 2).damage[0])
        ('1093/2048', '151/256')
        """
        total: dict[int, Fraction] = {n: Fraction(0) for n in range(self.attack_dice + 1)}
        for (hits, crits), chance in self.uncanceled.items():
            total[hits + crits] += chance
        return MappingProxyType(total)

    @property
    def expected(self) -> Fraction:
        """The mean number of damage points.

        >>> str(odds(3, 3).expected), str(odds(2, 2).expected)
        ('345/512', '65/128')
        """
        return sum((n * chance for n, chance in self.damage.items()), Fraction(0))

    @property
    def hit(self) -> Fraction:
        """The chance that the attack hits at all (XW-80)."""
        return 1 - self.damage[0]

    def at_least(self, points: int) -> Fraction:
        """Return the chance of so much damage or more."""
        return sum((c for n, c in self.damage.items() if n >= points), Fraction(0))

    def to_json(self) -> dict[str, object]:
        """Return dice, mean and chances as plain JSON values; chances as exact fractions."""
        return {
            "attack_dice": self.attack_dice,
            "defense_dice": self.defense_dice,
            "expected": float(self.expected),
            "damage": {str(points): str(chance) for points, chance in self.damage.items()},
        }

    def __str__(self) -> str:
        said = ", ".join(f"{n}: {float(c):.1%}" for n, c in self.damage.items() if c)
        dice_said = f"{self.attack_dice} attack dice against {self.defense_dice} defense dice"
        return f"{dice_said}: {float(self.expected):.3f} damage on average ({said})"


def odds(
    attack_dice: int,
    defense_dice: int,
    *,
    focus: bool = False,
    lock: bool = False,
    defender_focus: bool = False,
    evades: int = 0,
) -> Odds:
    """Return the exact odds of one attack.

    Parameters
    ----------
    attack_dice, defense_dice
        How many are rolled; less than none is none (XW-71, A-16).
    focus, lock
        Whether the attacker has a focus token (XW-75) and a target lock (XW-74) to spend.
    defender_focus
        Whether the defender has a focus token (XW-76).
    evades
        How many evade tokens the defender has (XW-77).

    >>> float(odds(3, 2, focus=True, lock=True).hit) > float(odds(3, 2).hit)
    True
    """
    attack_dice, defense_dice = max(attack_dice, 0), max(defense_dice, 0)
    attacks = _attacks(attack_dice, focus, lock)
    defenses = _defenses(defense_dice, defender_focus, evades if attack_dice else 0)
    found: dict[tuple[int, int], Fraction] = {}
    for (hits, crits), chance in attacks.items():
        for evaded, other in defenses.items():
            left_hits = max(hits - evaded, 0)  # XW-79: all hits before any critical hit
            left_crits = max(crits - max(evaded - hits, 0), 0)
            key = left_hits, left_crits
            found[key] = found.get(key, Fraction(0)) + chance * other
    return Odds(attack_dice, defense_dice, MappingProxyType(dict(sorted(found.items()))))


@cache
def _attacks(count: int, focus: bool, lock: bool) -> Mapping[tuple[int, int], Fraction]:
    """Return the chance of every pair of hits and critical hits after XW-74 and XW-75."""
    found: dict[tuple[int, int], Fraction] = {}
    for roll, chance in rolls(count, dice().attack).items():
        hits, crits, focused, blanks = roll
        again = (blanks + (0 if focus else focused)) if lock else 0
        kept = (hits, crits, focused if focus or not lock else 0)
        for more, other in rolls(again, dice().attack).items():
            turned = kept[2] + more[2] if focus else 0
            key = kept[0] + more[0] + turned, kept[1] + more[1]
            found[key] = found.get(key, Fraction(0)) + chance * other
    return MappingProxyType(found)


@cache
def _defenses(count: int, focus: bool, evades: int) -> Mapping[int, Fraction]:
    """Return the chance of every number of evade results after XW-76 and XW-77."""
    found: dict[int, Fraction] = {}
    for (evaded, focused, _), chance in rolls(count, dice().defense).items():
        key = evaded + (focused if focus else 0) + evades
        found[key] = found.get(key, Fraction(0)) + chance
    return MappingProxyType(found)
