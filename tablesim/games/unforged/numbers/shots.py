"""Shooting in numbers: what is needed to hit, damage, pushes, scatter, sweeps (UF-89 to UF-100).

What was measured comes in as an :class:`Aim`; nothing here knows a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..rules import INCH
from .dice import Die, die
from .profiles import Body, Test
from .strikes import Blow
from .tables import GRADES, tables
from .values import half
from .weapons import Missile, Ranges

if TYPE_CHECKING:
    from ..options import Options
    from .skills import Rules


@dataclass(frozen=True, slots=True)
class Aim:
    """What was measured of a shot.

    Attributes
    ----------
    distance
        From the shooter to the target, in inches.
    grade
        The cover of the target: one of ``GRADES``, or ``"NO_LOS"``.
    rear
        Whether the target is in the rear sector of the shooter (UF-90).
    melee
        Whether the target is in melee (UF-89).
    """

    distance: float
    grade: str
    rear: bool = False
    melee: bool = False


def why_not(weapon: Missile, ranges: Ranges, aim: Aim, *, into_melee: bool = False) -> str | None:
    """Return why a weapon cannot be fired at a target, with the rule; None if it can.

    Parameters
    ----------
    weapon, ranges
        What is fired, and its distances in these hands.
    aim
        What was measured.
    into_melee
        Whether the rules of the army allow shots into melee (UF-89, HR-82).

    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> why_not(missiles()["machine-gun"], Ranges(12, 24, None), Aim(10, "EXPOSED"))
    'UF-95: the machine-gun cannot fire closer than 12", the target is at 10"'
    """
    numbers = tables()
    away = f'the target is at {aim.distance:.6g}"'
    if aim.grade not in GRADES:
        return "UF-91: the shooter does not see the target"
    if aim.distance < ranges.nearest - INCH.limit:
        return f'UF-95: the {weapon.id} cannot fire closer than {ranges.nearest:g}", {away}'
    if ranges.most is not None and not INCH.within(aim.distance, ranges.most):
        return f'UF-101: the {weapon.id} reaches {ranges.most:g}" at most, {away}'
    if aim.rear and not INCH.within(aim.distance, numbers.rear_most):
        return f'UF-90: into the own rear {numbers.rear_most:g}" at most, {away}'
    if aim.melee and not into_melee:
        return "UF-89: the target is in melee, and its enemies may not shoot into one"
    if _word(ranges, aim) == "never":
        return f'UF-91: beyond {ranges.auto:g}" a hidden target cannot be hit, {away}'
    return None


def sniper_levels(weapon: Missile, rules: Rules) -> int:
    """Return the levels of *Sniper* of a weapon and of its user together (UF-96).

    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> sniper_levels(missiles()["musket"], {"sniper": 2})
    2
    """
    return weapon.rules.get("sniper", 0) + rules.get("sniper", 0)


def _word(ranges: Ranges, aim: Aim) -> str:
    """Return the entry of the table of UF-91."""
    table = tables().within if INCH.within(aim.distance, ranges.auto) else tables().beyond
    return table[aim.grade]


class HitChances(NamedTuple):
    """The chances of one die: it hits the target, a friend of the shooter, or nobody."""

    hit: Fraction
    friend: Fraction
    miss: Fraction


@dataclass(frozen=True, slots=True)
class ToHit:
    """What a die must show (UF-91, UF-92).

    Attributes
    ----------
    need
        The least raw face that hits; None: it hits without a roll.
    friend
        The least raw face that hits a friend where it misses; None: none does (UF-89, HR-83).
    """

    need: int | None
    friend: int | None = None

    def hits(self, raw: int) -> bool:
        """Whether a raw face hits the target; a 0 has no meaning of its own (HR-93)."""
        return self.need is None or raw >= self.need

    def hits_friend(self, raw: int) -> bool:
        """Whether a raw face hits a friend of the shooter in the melee (UF-89)."""
        return not self.hits(raw) and self.friend is not None and raw >= self.friend

    @property
    def chances(self) -> HitChances:
        """The exact chances of one die.

        >>> [str(chance) for chance in ToHit(6, friend=4).chances]
        ['2/5', '1/5', '2/5']
        """
        hit = Fraction(sum(map(self.hits, range(10))), 10)
        friend = Fraction(sum(map(self.hits_friend, range(10))), 10)
        return HitChances(hit, friend, 1 - hit - friend)


def to_hit(weapon: Missile, ranges: Ranges, aim: Aim, *, snipers: int = 0) -> ToHit:
    """Return what a weapon needs to hit a target (UF-89 to UF-92, UF-96, HR-83, HR-93).

    Parameters
    ----------
    weapon, ranges
        What is fired, and its distances in these hands.
    aim
        What was measured.
    snipers
        The levels of *Sniper* of weapon and shooter together.

    Raises
    ------
    ValueError
        If the target cannot be hit, or the weapon hits what its region covers instead.

    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> crossbow = missiles()["crossbow"], Ranges(0, 16, None)
    >>> to_hit(*crossbow, Aim(12, "COVER")).need, to_hit(*crossbow, Aim(12, "EXPOSED")).need
    (5, None)
    """
    if weapon.accuracy is None:
        raise ValueError(f"the {weapon.id} hits what its region covers, without a roll")
    why = why_not(weapon, ranges, aim, into_melee=True)
    if why:
        raise ValueError(why)
    word = _word(ranges, aim)
    clear = _need(weapon.accuracy, word, snipers, rear=aim.rear, melee=False)
    if not aim.melee:
        return ToHit(clear)
    # A friend is hit by what would have hit, or needed no roll, without the melee (HR-83).
    need = _need(weapon.accuracy, word, snipers, rear=aim.rear, melee=True)
    return ToHit(need, friend=clear or 0)


def _need(accuracy: int, word: str, snipers: int, *, rear: bool, melee: bool) -> int | None:
    """Return the least face that hits: table, rear sector, melee, sniper, in this order."""
    penalty = None if word == "auto" else -int(word)
    if rear and penalty is None:
        penalty = 0
    if melee:
        penalty = 0 if penalty is None else penalty - tables().into_melee
    if penalty is None or (snipers > penalty and not rear):
        return None
    return accuracy + max(0, penalty - snipers)


def blow(
    weapon: Missile,
    shooter: Body,
    target: Body,
    options: Options,
    *,
    rolled: int = 0,
    outer: bool = False,
) -> Blow:
    """Return what a hit of a missile weapon does (UF-94, UF-102, HR-79, HR-86, HR-97).

    Parameters
    ----------
    weapon
        What is fired.
    shooter, target
        Both bodies.
    options
        The house rulings.
    rolled
        What the dice of its Strength came to, if it has such dice (HR-98).
    outer
        Whether the target is hit by the outer part of a region, with half the Strength (UF-102).

    >>> from tablesim.games.unforged.options import options
    >>> from tablesim.games.unforged.numbers.profiles import Profile
    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> soldier = Body(Profile(4, 3, 5, 2))
    >>> hit = blow(missiles()["musket"], soldier, soldier, options())
    >>> hit.damage, hit.die.name, hit.push
    (8, 'D10', 1)
    """
    numbers = tables()
    row = numbers.push[weapon.push_row] if weapon.push_row else numbers.gun_push[weapon.gun_size]
    damage = weapon.damage(shooter, options, rolled=rolled)
    by_size = options.shooting_die == "size_table"
    return Blow(
        numbers.armed[shooter.size][target.size] if by_size else die("D10"),
        half(damage) if outer else damage,
        target.value("T", options),
        row[target.size],
    )


def stun_test(weapon: Missile, target: Body, options: Options) -> Test:
    """Return the test of a model hit by a weapon that stuns; a failure knocks it down (UF-103).

    Raises
    ------
    ValueError
        If the weapon does not stun.

    >>> from tablesim.games.unforged.options import options
    >>> from tablesim.games.unforged.numbers.profiles import Profile
    >>> from tablesim.games.unforged.numbers.weapons import missiles
    >>> soldier = Body(Profile(4, 3, 5, 2))
    >>> str(stun_test(missiles()["stun-grenade"], soldier, options()).chance)
    '3/5'
    """
    if not weapon.stuns:
        raise ValueError(f"the {weapon.id} does not stun (UF-103)")
    return target.test("T", die(weapon.stuns), options)


class ShotHits(NamedTuple):
    """What the dice of a shot did: hits on the target, and on friends in its melee."""

    hits: int
    friends: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot before any die is rolled (UF-93, UF-94).

    Attributes
    ----------
    dice
        How many dice.
    to_hit
        What each of them needs.
    blow
        What a hit does.
    """

    dice: int
    to_hit: ToHit
    blow: Blow

    @property
    def rolled(self) -> int:
        """How many to-hit dice are rolled: none where all hit."""
        return 0 if self.to_hit.need is None else self.dice

    def hits(self, raws: Sequence[int]) -> ShotHits:
        """Return what the to-hit dice do.

        Raises
        ------
        ValueError
            If it is not one raw face for each die that is rolled.
        """
        if len(raws) != self.rolled:
            raise ValueError(f"the shot rolls {self.rolled} dice, got {list(raws)}")
        if self.to_hit.need is None:
            return ShotHits(self.dice, 0)
        hits = sum(map(self.to_hit.hits, raws))
        return ShotHits(hits, sum(map(self.to_hit.hits_friend, raws)))


def shot(
    weapon: Missile,
    shooter: Body,
    target: Body,
    aim: Aim,
    options: Options,
    *,
    dice: int | None = None,
    snipers: int = 0,
) -> Shot:
    """Return a shot of one model at another.

    Parameters
    ----------
    weapon
        What is fired.
    shooter, target
        Both bodies.
    aim
        What was measured.
    options
        The house rulings.
    dice
        How many dice of a burst are used; all of them if None (UF-97).
    snipers
        The levels of *Sniper* of weapon and shooter together (UF-96).

    Raises
    ------
    ValueError
        If the target cannot be hit, or the weapon has not so many dice.
    """
    dice = weapon.dice if dice is None else dice
    if not 1 <= dice <= weapon.dice:
        raise ValueError(f"UF-93: the {weapon.id} has 1 to {weapon.dice} dice, not {dice}")
    needed = to_hit(weapon, weapon.ranges(shooter, options), aim, snipers=snipers)
    return Shot(dice, needed, blow(weapon, shooter, target, options))


def scatter_die(ranges: Ranges, aim: Aim) -> Die | None:
    """Return the direction die of an area weapon; None: it lands where it is aimed (UF-100, HR-90).

    Raises
    ------
    ValueError
        If a hidden target is beyond the range.

    >>> kind = scatter_die(Ranges(0, 6, 12), Aim(8, "PARTIAL"))
    >>> kind.name if kind else None
    'D6'
    """
    if INCH.within(aim.distance, ranges.auto):
        return None
    if aim.grade not in tables().scatter:
        raise ValueError(f'UF-91: beyond {ranges.auto:g}" a target that is {aim.grade} is no aim')
    return tables().scatter[aim.grade]


def sweep(gaps: Sequence[float], dice: int) -> tuple[bool, ...]:
    """Return which dice of a sweep along a row of models have a target (UF-97, HR-89).

    The first die has the first model.  Before every other one the aim shifts; it has a target if
    it comes as far as the next model, which counts from the base of the last one.

    Parameters
    ----------
    gaps
        From each model of the row to the next, in inches.
    dice
        How many.

    >>> sweep([3.0, 3.0, 3.0], 6)
    (True, False, True, False, True, False)
    """
    found = [True]
    left = list(gaps)
    shifted = 0.0
    while len(found) < dice:
        shifted += tables().sweep_step
        reached = bool(left) and INCH.within(left[0], shifted)
        if reached:
            left.pop(0)
            shifted = 0.0
        found.append(reached)
    return tuple(found)


def may_shoot(phase: str, rules: Rules, options: Options, *, shot_in_move: bool = False) -> bool:
    """Whether special rules let a model shoot in a phase (UF-98, HR-88).

    Parameters
    ----------
    phase
        ``"move"`` or ``"shooting"``.
    rules
        The special rules of the model.
    options
        The house rulings.
    shot_in_move
        Whether it has shot in the Move phase of this round.
    """
    if phase == "move":
        return "quick-shooter" in rules
    return phase == "shooting" and (options.quick_shooter_twice or not shot_in_move)
