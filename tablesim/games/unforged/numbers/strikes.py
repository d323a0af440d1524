"""Melee in numbers: combat dice, Defence, damage dice, wounds and pushes (UF-75, UF-79 to UF-88).

A :class:`Combatant` is a model as it stands in a melee; :func:`strike` makes of two of them a
:class:`Strike`, which turns raw dice into hits, wounds and pushes.  Who reaches whom is measured
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..rules import INCH
from .dice import Die, die
from .profiles import Body, Test
from .skills import NO_RULES, Rules, immune
from .tables import tables
from .weapons import Melee

if TYPE_CHECKING:
    from ..options import Options


class Damage(NamedTuple):
    """What damage dice did: how many wounded, and how many failed and push."""

    wounds: int
    failed: int


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit before its damage die is rolled (UF-82, UF-94).

    Attributes
    ----------
    die
        The damage die.
    damage
        What is added to it.
    toughness
        What the sum must exceed to wound.
    push
        By how many inches a failed die pushes (UF-85, UF-94).
    poison
        Whether a 1 on the die wounds by itself (HR-105, ``poison_die="damage"``).
    """

    die: Die
    damage: int
    toughness: int
    push: int
    poison: bool = False

    def wounds(self, raw: int) -> bool:
        """Whether a raw face of the damage die wounds."""
        value = self.die.value(raw)
        return value + self.damage > self.toughness or (self.poison and value == 1)

    @property
    def chance(self) -> Fraction:
        """The chance that it wounds.

        >>> str(Blow(die("D6"), 3, 5, 2).chance)
        '1/2'
        """
        return Fraction(sum(map(self.wounds, range(10))), 10)

    def result(self, raws: Iterable[int]) -> Damage:
        """Return what damage dice do, one for each hit (UF-82, UF-84, UF-85)."""
        wounding = [self.wounds(raw) for raw in raws]
        return Damage(wounding.count(True), wounding.count(False))

    def pushed(self, failed: int) -> int:
        """Return how far failed damage dice of one attack push, in inches (UF-86, HR-78).

        >>> Blow(die("D10"), 3, 5, 16).pushed(2)
        16
        """
        return min(tables().most_push, failed * self.push)


def entering(spent: float, move: int, *, obstacles: int = 0) -> tuple[int, ...]:
    """Return the modifiers to the combat dice of a model that moved into melee (UF-75).

    Parameters
    ----------
    spent
        The inches spent on the move.
    move
        Its Move.
    obstacles
        How many obstacles it crossed.

    >>> entering(4.0, 4), entering(6.0, 4, obstacles=1)
    ((1,), (-1, -1))
    """
    numbers = tables()
    own = numbers.walked_in if INCH.within(spent, move) else numbers.ran_in
    return (own, *(numbers.obstacle for _ in range(obstacles)))


def behind_obstacle() -> tuple[int, ...]:
    """Return the modifier of a defender who strikes across an obstacle without moving (UF-75)."""
    return (tables().behind_obstacle,)


@dataclass(frozen=True, slots=True)
class Combatant:
    """A model in melee.

    Attributes
    ----------
    body
        Its characteristics.
    weapon
        The melee weapon that is ready (HR-103).
    two_handed
        Whether it uses both hands on it (UF-104).
    extra_dice
        Combat dice that a pistol adds (UF-106, HR-101).
    modifiers
        What is added to its combat dice in this melee phase (UF-75).
    down
        Whether it is knocked over (UF-78).
    rules
        Its special rules.
    """

    body: Body
    weapon: Melee
    two_handed: bool = False
    extra_dice: int = 0
    modifiers: tuple[int, ...] = ()
    down: bool = False
    rules: Rules = field(default_factory=lambda: NO_RULES, hash=False)

    def _heavy(self, options: Options) -> int:
        """Return the dice lost to a heavy weapon: one die is always left (UF-104, HR-66)."""
        penalty = self.weapon.penalty(self.body.size, two_handed=self.two_handed)
        return min(penalty, max(0, self.body.value("C", options) - 1))

    def _lost(self, options: Options) -> tuple[int, int]:
        """Return the dice before the losses of this melee, and these, at most so many (HR-66)."""
        gained = self.extra_dice + sum(n for n in self.modifiers if n > 0)
        before = max(0, self.body.value("C", options) - self._heavy(options) + gained)
        return before, min(before, -sum(n for n in self.modifiers if n < 0))

    def dice(self, options: Options) -> int:
        """Return how many combat dice it rolls (UF-75, UF-81, UF-104, UF-108, HR-66).

        >>> from tablesim.games.unforged.options import options
        >>> from tablesim.games.unforged.numbers.profiles import Profile
        >>> from tablesim.games.unforged.numbers.weapons import melee
        >>> Combatant(Body(Profile(4, 3, 5, 4)), melee()["great-hammer"]).dice(options())
        2
        """
        before, lost = self._lost(options)
        left = before - lost
        return min(left, 1) if "single-die" in self.weapon.rules else left

    def defence(self, options: Options) -> int:
        """Return its Defence; fewer combat dice lower it, if they do (UF-29, UF-108, HR-15)."""
        if not options.dice_penalty_hits_defence:
            return self.body.defence(options)
        return self.body.defence(options, penalty=self._heavy(options) + self._lost(options)[1])

    def table_die(self, size: str) -> Die:
        """Return the die of its size table against an opponent of a size (UF-83)."""
        table = tables().unarmed if self.weapon.unarmed else tables().armed
        return table[self.body.size][size]

    def poisons(self, other: Combatant) -> bool:
        """Whether its blows poison another model (UF-111, UF-120)."""
        poisonous = "poison" in self.rules or "poison" in self.weapon.rules
        return poisonous and not immune(other.rules, "poison")

    def blow(self, other: Combatant, options: Options) -> Blow:
        """Return what one of its hits on another model does (UF-82, UF-83, UF-85, HR-72)."""
        size = other.body.size
        return Blow(
            die("D10") if options.size_die == "hit" else self.table_die(size),
            self.weapon.damage(self.body, options),
            other.body.value("T", options),
            tables().push[self.body.size][size],
            poison=options.poison_die == "damage" and self.poisons(other),
        )


class Hits(NamedTuple):
    """What combat dice did: hits on the opponent and on the striker, and wounds by poison."""

    dealt: int
    taken: int
    poisoned: int


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack in melee before any die is rolled (UF-79 to UF-86).

    Attributes
    ----------
    dice
        How many combat dice.
    over
        What a die must exceed to hit; None if all hit and none is rolled (UF-24, UF-78, UF-80).
    die
        The combat die.
    blow
        What a hit does to the opponent.
    back
        What a zero does to the striker; None if it does nothing (HR-74).
    poison
        Whether a 1 on a combat die wounds by itself (UF-120, HR-105).
    """

    dice: int
    over: int | None
    die: Die
    blow: Blow
    back: Blow | None
    poison: bool

    @property
    def rolled(self) -> int:
        """How many combat dice are rolled."""
        return 0 if self.over is None else self.dice

    def hits(self, raws: Sequence[int]) -> Hits:
        """Return what combat dice do (UF-80, UF-81, UF-120, HR-74).

        Parameters
        ----------
        raws
            One raw face for each die that is rolled.

        Raises
        ------
        ValueError
            If these are not as many as are rolled.
        """
        if len(raws) != self.rolled:
            raise ValueError(f"the strike rolls {self.rolled} combat dice, got {list(raws)}")
        if self.over is None:
            return Hits(self.dice, 0, 0)
        values = [self.die.value(raw) for raw in raws]
        dealt = sum(value > self.over for value in values)
        taken = 0 if self.back is None else values.count(0)
        return Hits(dealt, taken, values.count(1) if self.poison else 0)


def strike(
    striker: Combatant,
    target: Combatant,
    options: Options,
    *,
    rear: bool = False,
    answers: bool = True,
) -> Strike:
    """Return an attack of one model on another in melee (UF-79 to UF-83).

    Parameters
    ----------
    striker, target
        Both as they stand.
    options
        The house rulings.
    rear
        Whether the striker stands in the rear sector of the target (UF-80).
    answers
        Whether the target could strike back where it stands; asked only if zeros need it (HR-74).

    >>> from tablesim.games.unforged.options import options
    >>> from tablesim.games.unforged.numbers.profiles import examples
    >>> from tablesim.games.unforged.numbers.weapons import melee
    >>> soldier, tough = (
    ...     Combatant(Body(example.profile), melee()["fist"]) for example in examples().values()
    ... )
    >>> attack = strike(tough, soldier, options())
    >>> attack.dice, attack.over, attack.blow.die.name, attack.blow.damage, attack.blow.toughness
    (4, 2, 'D6', 3, 5)
    """
    over = target.dice(options) if options.threshold == "current_dice" else target.defence(options)
    zeros = answers or not options.zeros_need_reach
    return Strike(
        striker.dice(options),
        None if rear or target.down or target.body.helpless(options) else over,
        die("D10") if options.size_die == "damage" else striker.table_die(target.body.size),
        striker.blow(target, options),
        target.blow(striker, options) if zeros else None,
        poison=options.poison_die == "combat" and striker.poisons(target),
    )


def leave_tests(body: Body, preventers: Iterable[str], options: Options) -> tuple[Test, ...]:
    """Return the Toughness tests of a model that leaves melee (UF-88, HR-80, HR-81).

    Parameters
    ----------
    body
        The leaver.
    preventers
        The sizes of all enemies that can strike it.
    options
        The house rulings.

    >>> from tablesim.games.unforged.options import options
    >>> from tablesim.games.unforged.numbers.profiles import Profile
    >>> tests = leave_tests(Body(Profile(4, 3, 5, 2)), ["small", "normal", "large"], options())
    >>> [(test.value, test.die.name) for test in tests]
    [(5, 'D6'), (5, 'D10')]
    """
    row = tables().leave[body.size]
    tests = [body.test("T", kind, options) for kind in map(row.__getitem__, preventers) if kind]
    if options.leave_tests == "hardest_only":
        return (min(tests, key=lambda test: test.chance),) if tests else ()
    return tuple(tests)
