"""Exact odds of strikes, shots and whole exchanges, by enumeration of every die.

The chances are fractions.  One die is enumerated with the rules themselves,
``Strike.hits`` and ``Blow.result`` of :mod:`~tablesim.games.unforged.numbers.strikes`, so that odds
and play cannot disagree; equal dice are then convolved in whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .dice import RAW
from .shots import Shot, blow
from .strikes import Blow, Strike

if TYPE_CHECKING:
    from ..options import Options
    from .profiles import Body
    from .weapons import Missile


class Tally(NamedTuple):
    """What an attack came to.

    Attributes
    ----------
    wounds, failed
        Hits on the target whose damage die wounded, and whose did not (UF-82, UF-85, UF-94).
    poisoned
        Wounds of the target by poison on combat dice (UF-120).
    own_wounds, own_failed
        In melee, the zeros of the striker: those that wounded him, and those that did not (UF-81).
    friends
        Of a shot into melee, hits on friends of the shooter; their damage is not in it (UF-89).
    """

    wounds: int = 0
    failed: int = 0
    poisoned: int = 0
    own_wounds: int = 0
    own_failed: int = 0
    friends: int = 0

    @property
    def hits(self) -> int:
        """Hits on the target."""
        return self.wounds + self.failed

    @property
    def lost(self) -> int:
        """All wounds of the target."""
        return self.wounds + self.poisoned


@dataclass(frozen=True)
class Odds:
    """An attack in exact chances.

    Attributes
    ----------
    blow
        What a hit on the target does.
    back
        What a zero does to the striker; None where it does nothing, and for shots.
    outcomes
        The chance of every tally that can happen.
    """

    blow: Blow
    back: Blow | None
    outcomes: Mapping[Tally, Fraction]

    def chance(self, of: Callable[[Tally], bool]) -> Fraction:
        """Return the chance of all tallies that something holds for."""
        return sum((p for tally, p in self.outcomes.items() if of(tally)), Fraction(0))

    def mean(self, of: Callable[[Tally], int]) -> Fraction:
        """Return the mean of something over all tallies."""
        return sum((p * of(tally) for tally, p in self.outcomes.items()), Fraction(0))

    def spread(self, of: Callable[[Tally], int]) -> Mapping[int, Fraction]:
        """Return the chance of every value of something, for instance of ``hits``."""
        found: dict[int, Fraction] = {}
        for tally, chance in self.outcomes.items():
            value = of(tally)
            found[value] = found.get(value, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @property
    def wounds(self) -> Mapping[int, Fraction]:
        """The chance of every number of wounds of the target."""
        return self.spread(lambda tally: tally.lost)

    @property
    def own_wounds(self) -> Mapping[int, Fraction]:
        """The chance of every number of wounds of the striker."""
        return self.spread(lambda tally: tally.own_wounds)

    @property
    def pushes(self) -> Mapping[int, Fraction]:
        """The chance of every push of the target, in inches (UF-86)."""
        return self.spread(lambda tally: self.blow.pushed(tally.failed))

    @property
    def own_pushes(self) -> Mapping[int, Fraction]:
        """The chance of every push of the striker, in inches (HR-75)."""
        back = self.back
        return self.spread(lambda tally: back.pushed(tally.own_failed) if back else 0)

    def kills(self, wounds: int = 1) -> Fraction:
        """Return the chance that a target with so many wounds loses all of them (UF-84)."""
        return self.chance(lambda tally: tally.lost >= wounds)

    def dies(self, wounds: int = 1) -> Fraction:
        """Return the chance that a striker with so many wounds loses all of them."""
        return self.chance(lambda tally: tally.own_wounds >= wounds)

    def to_json(self) -> dict[str, object]:
        """Return means and chances as plain JSON values; chances as exact fractions."""

        def texts(spread: Mapping[int, Fraction]) -> dict[str, str]:
            return {str(value): str(chance) for value, chance in spread.items()}

        return {
            "hits": float(self.mean(lambda tally: tally.hits)),
            "wounds": texts(self.wounds),
            "own_wounds": texts(self.own_wounds),
            "pushes_in": texts(self.pushes),
            "own_pushes_in": texts(self.own_pushes),
        }

    def __str__(self) -> str:
        means = {
            "hits": self.mean(lambda tally: tally.hits),
            "wounds": self.mean(lambda tally: tally.lost),
            "wounds on the striker": self.mean(lambda tally: tally.own_wounds),
        }
        said = ", ".join(f"{float(mean):.3f} {what}" for what, mean in means.items())
        return f"{said} on average; {float(self.kills()):.1%} to wound"


@lru_cache(maxsize=4096)
def strike_odds(strike: Strike) -> Odds:
    """Return the exact odds of a strike (UF-79 to UF-86).

    >>> from tablesim.games.unforged.numbers.dice import die
    >>> hit, back = Blow(die("D6"), 3, 5, 2), Blow(die("D6"), 3, 8, 2)
    >>> odds = strike_odds(Strike(4, 2, die("D10"), hit, back, poison=False))
    >>> str(odds.kills()), float(odds.mean(lambda tally: tally.hits))
    ('131439/160000', 2.8)
    """
    one: Counter[Tally] = Counter()
    single = replace(strike, dice=1)
    for combat, damage in product(RAW, RAW):
        hits = single.hits((combat,) * single.rolled)
        dealt = strike.blow.result((damage,) * hits.dealt)
        taken = strike.back.result((damage,) * hits.taken) if strike.back else (0, 0)
        one[Tally(*dealt, hits.poisoned, *taken)] += 1
    return Odds(strike.blow, strike.back, _repeated(one, strike.dice))


@lru_cache(maxsize=4096)
def shot_odds(shot: Shot) -> Odds:
    """Return the exact odds of a shot (UF-89 to UF-94).

    >>> from tablesim.games.unforged.numbers.dice import die
    >>> from tablesim.games.unforged.numbers.shots import ToHit
    >>> odds = shot_odds(Shot(6, ToHit(7), Blow(die("D10"), 10, 9, 4)))
    >>> float(odds.kills())
    0.882351
    """
    one: Counter[Tally] = Counter()
    single = replace(shot, dice=1)
    for aimed, damage in product(RAW, RAW):
        hits = single.hits((aimed,) * single.rolled)
        dealt = shot.blow.result((damage,) * hits.hits)
        one[Tally(*dealt, friends=hits.friends)] += 1
    return Odds(shot.blow, None, _repeated(one, shot.dice))


def _repeated(one: Mapping[Tally, int], dice: int) -> Mapping[Tally, Fraction]:
    """Return the chances of the sum of so many independent dice, given the weights of one."""
    ways: dict[Tally, int] = {Tally(): 1}
    for _ in range(dice):
        more: Counter[Tally] = Counter()
        for tally, number in ways.items():
            for added, weight in one.items():
                more[Tally(*map(int.__add__, tally, added))] += number * weight
        ways = more
    total = sum(one.values()) ** dice
    return MappingProxyType({tally: Fraction(ways[tally], total) for tally in sorted(ways)})


def volley(attacks: Iterable[Odds]) -> Mapping[int, Fraction]:
    """Return the chance of every number of wounds of a target after several attacks on it.

    The attacks are independent: whoever attacks later does so whatever the others did.

    >>> from tablesim.games.unforged.numbers.dice import die
    >>> from tablesim.games.unforged.numbers.shots import ToHit
    >>> musket = shot_odds(Shot(1, ToHit(4), Blow(die("D10"), 8, 12, 1)))
    >>> {wounds: str(chance) for wounds, chance in volley([musket, musket]).items()}
    {0: '49/100', 1: '21/50', 2: '9/100'}
    """
    total = {0: Fraction(1)}
    for attack in attacks:
        more: dict[int, Fraction] = {}
        for (before, p), (added, q) in product(total.items(), attack.wounds.items()):
            more[before + added] = more.get(before + added, Fraction(0)) + p * q
        total = more
    return dict(sorted(total.items()))


def wound_chance(
    weapon: Missile, shooter: Body, target: Body, options: Options, *, outer: bool = False
) -> Fraction:
    """Return the chance that one hit of a missile weapon wounds, its Strength rolled too (HR-98).

    Parameters
    ----------
    weapon
        What is fired.
    shooter, target
        Both bodies.
    options
        The house rulings.
    outer
        Whether the target is hit by the outer part of a region (UF-102).

    >>> from tablesim.games.unforged.options import options
    >>> from tablesim.games.unforged.numbers.profiles import Body, Profile
    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> soldier = Body(Profile(4, 3, 5, 2))
    >>> str(wound_chance(missiles()["shotgun"], soldier, soldier, options()))
    '41/50'
    """
    dice = weapon.strength.dice if weapon.strength else None
    rolls: Mapping[int, Fraction] = {0: Fraction(1)} if dice is None else dice.chances()
    return sum(
        (
            chance * blow(weapon, shooter, target, options, rolled=rolled, outer=outer).chance
            for rolled, chance in rolls.items()
        ),
        Fraction(0),
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pooled exchange: equal models with one wound each (UF-126).

    Attributes
    ----------
    models
        How many there are.
    dice
        How many combat dice each of them rolls.
    wound, own
        The chances that one die costs the other side a model, and the own side.
    """

    models: int
    dice: int
    wound: Fraction
    own: Fraction = Fraction(0)

    @classmethod
    def of(cls, models: int, strike: Strike, *, zeros: bool = True) -> Side:
        """Return the side of models that all strike alike.

        Parameters
        ----------
        models
            How many there are.
        strike
            The attack of one of them on one of the others.
        zeros
            Whether zeros count against them (UF-81, HR-111).
        """
        single = strike_odds(replace(strike, dice=1))
        return cls(models, strike.dice, single.kills(), single.dies() if zeros else Fraction(0))


def pooled(first: Side, second: Side) -> tuple[float, float]:
    """Return the chances that the first side wins, and that the second does (UF-126, HR-111).

    The sides strike by turns, all models of a side together, their dice and wounds pooled, until
    one side has none left.  What is missing to 1 is the chance that both fall together, or that
    neither can hurt the other.  The sums are in floating point, good to about 1e-12.

    Parameters
    ----------
    first, second
        The side that strikes first, and the other.

    >>> duelist = Side(1, 1, Fraction(1, 2))
    >>> [round(chance, 9) for chance in pooled(duelist, duelist)]
    [0.666666667, 0.333333333]
    """
    sides = (first, second)

    @cache
    def wins(winner: int, left: tuple[int, int]) -> tuple[float, float]:
        """Return a side's chance to win, before a volley of the first, and of the second side."""
        if not all(left):
            won = float(left[winner] > 0)
            return won, won
        stays, others = [], []
        for striker in (0, 1):
            stay = other = 0.0
            for after, chance in _volley(sides[striker], left, striker).items():
                if after == left:
                    stay = chance
                else:
                    other += chance * wins(winner, after)[1 - striker]
            stays.append(stay)
            others.append(other)
        ends = 1 - stays[0] * stays[1]
        if not ends:
            return 0.0, 0.0
        # Volleys without effect lead back here: two equations for the two chances, solved.
        return (
            (others[0] + stays[0] * others[1]) / ends,
            (others[1] + stays[1] * others[0]) / ends,
        )

    start = first.models, second.models
    return wins(0, start)[0], wins(1, start)[0]


def _volley(side: Side, left: tuple[int, int], striker: int) -> Mapping[tuple[int, int], float]:
    """Return the chances of the models left on both sides after one volley."""
    models, others = left[striker], left[1 - striker]
    dice = models * side.dice
    p, q = float(side.wound), float(side.own)
    found: dict[tuple[int, int], float] = {}
    for killed in range(dice + 1):
        for fallen in range(dice + 1 - killed):
            nothing = dice - killed - fallen
            ways = comb(dice, killed) * comb(dice - killed, fallen)
            chance = ways * p**killed * q**fallen * (1 - p - q) ** nothing
            pair = max(0, models - fallen), max(0, others - killed)
            after = pair if striker == 0 else (pair[1], pair[0])
            found[after] = found.get(after, 0.0) + chance
    return found
