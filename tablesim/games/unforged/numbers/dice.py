"""The dice of UNFORGED: faces, throws written as text, exact chances, directions and rerolls.

Chance always shows raw faces, 0 to 9; what a face counts for depends on the die that the rules ask
for and stands in ``templates/unforged/dice.toml``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ....errors import UnknownName, expect
from ....protocol import Chance
from ...datafile import Section, read
from ..components import default_folder
from .values import round_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    from ....protocol import Outcome
    from ....protocol.chance import Chances
    from ..options import Options

RAW = tuple(range(10))
"""The raw faces of a die (UF-8)."""

NAMES = ("D10", "D6", "D3")
"""The dice that rules ask for."""

_DICE = re.compile(r"(\d*)(D10|D6|D3)(?:x(\d+))?([+-]\d+)?(R?)")


@dataclass(frozen=True, slots=True)
class Die:
    """A die that a rule asks for: what each raw face counts for (UF-8, UF-9, UF-10).

    Attributes
    ----------
    name
        ``"D10"``, ``"D6"`` or ``"D3"``.
    faces
        The value of each raw face, ten numbers.
    """

    name: str
    faces: tuple[int, ...]

    def value(self, raw: int) -> int:
        """Return what a raw face counts for.

        Raises
        ------
        ValueError
            If the die has no such face.

        >>> die("D6").value(7), die("D3").value(7), die("D10").value(7)
        (4, 3, 7)
        """
        if raw not in RAW:
            raise ValueError(f"a die shows 0 to 9, not {raw!r}")
        return self.faces[raw]

    @property
    def highest(self) -> int:
        """The highest value."""
        return max(self.faces)

    @property
    def mean(self) -> Fraction:
        """The mean value (HR-11).

        >>> [str(die(name).mean) for name in NAMES]
        ['9/2', '27/10', '9/5']
        """
        return Fraction(sum(self.faces), len(self.faces))

    def over(self, limit: int) -> Fraction:
        """Return the chance of more than a limit.

        >>> str(die("D10").over(4)), str(die("D6").over(2))
        ('1/2', '1/2')
        """
        return Fraction(sum(value > limit for value in self.faces), len(self.faces))

    def up_to(self, limit: int) -> Fraction:
        """Return the chance of a limit or less."""
        return 1 - self.over(limit)


@cache
def dice(folder: Path | None = None) -> Mapping[str, Die]:
    """Read ``dice.toml``: the dice by name."""

    def one(name: str, section: Section) -> Die:
        if name not in NAMES:
            raise section.wrong("", f"unknown die; known: {', '.join(NAMES)}")
        faces = section.text("faces")
        if not re.fullmatch(r"[0-9]{10}", faces):
            raise section.wrong("faces", f"expected ten digits, got {faces!r}")
        return Die(name, tuple(map(int, faces)))

    def reader(top: Section) -> Mapping[str, Die]:
        top.text("source")
        found = top.sections(one)
        for name in NAMES:
            if name not in found:
                raise top.wrong("", f"the {name} is missing")
        return found

    return read((folder or default_folder()) / "dice.toml", reader)


def die(name: str) -> Die:
    """Return a die by its name, for instance ``"D6"``.

    Raises
    ------
    UnknownName
        If there is no such die.
    """
    known = dice()
    expect(name, str, "a die is text, for instance 'D6'")
    if name not in known:
        raise UnknownName(f"no die {name!r}; there are {', '.join(known)}")
    return known[name]


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that are thrown and added up, as rules write them: ``"2D10"``, ``"D6x2"``, ``"2D10R"``.

    Attributes
    ----------
    count
        How many.
    die
        Which.
    times, plus
        What the sum is multiplied by, and what is added then (UF-12, UF-15).
    random
        Whether each die also shows a direction, the suffix ``R`` (UF-20).
    """

    count: int
    die: Die
    times: int = 1
    plus: int = 0
    random: bool = False

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read dice.

        Raises
        ------
        ValueError
            If the text is something else.

        >>> [str(Dice.parse(text)) for text in ("2D10", "D6x2", "D6+1", "2D10R")]
        ['2D10', 'D6x2', 'D6+1', '2D10R']
        """
        found = _DICE.fullmatch(text)
        if found is None or found[1] == "0" or found[3] == "0":
            raise ValueError(
                f"no dice {text!r}; write for instance '2D10', 'D6x2', 'D6+1', '2D10R'"
            )
        count, name, times, plus, random = found.groups()
        return cls(int(count or 1), die(name), int(times or 1), int(plus or 0), bool(random))

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        times = "" if self.times == 1 else f"x{self.times}"
        plus = f"{self.plus:+d}" if self.plus else ""
        return f"{count}{self.die.name}{times}{plus}{'R' * self.random}"

    def total(self, raws: Sequence[int]) -> int:
        """Return what a throw comes to: modifiers act on the values, not on the faces (UF-12).

        Raises
        ------
        ValueError
            If it is not one raw face for each die.

        >>> Dice.parse("D6+1").total([7])
        5
        """
        if len(raws) != self.count:
            raise ValueError(f"{self} needs {self.count} faces, got {list(raws)}")
        return sum(map(self.die.value, raws)) * self.times + self.plus

    @property
    def mean(self) -> Fraction:
        """The mean total."""
        return self.count * self.die.mean * self.times + self.plus

    @property
    def most(self) -> int:
        """The highest total."""
        return self.count * self.die.highest * self.times + self.plus

    def chances(self) -> Mapping[int, Fraction]:
        """Return the exact chance of every total.

        >>> {total: str(chance) for total, chance in Dice.parse("D3+1").chances().items()}
        {1: '1/10', 2: '3/10', 3: '3/10', 4: '3/10'}
        """
        return _chances(self)

    def over(self, limit: int) -> Fraction:
        """Return the chance of more than a limit."""
        return sum((p for total, p in self.chances().items() if total > limit), Fraction(0))


@lru_cache(maxsize=64)
def _chances(thrown: Dice) -> Mapping[int, Fraction]:
    ways = Counter({0: 1})
    for _ in range(thrown.count):
        more: Counter[int] = Counter()
        for total, number in ways.items():
            for face in thrown.die.faces:
                more[total + face] += number
        ways = more
    all_ways = len(RAW) ** thrown.count
    return MappingProxyType(
        {
            total * thrown.times + thrown.plus: Fraction(ways[total], all_ways)
            for total in sorted(ways)
        }
    )


def typical(move: Dice, options: Options) -> int:
    """Return what a characteristic given in dice counts as where a number is needed (HR-11)."""
    return move.most if options.random_move_value == "max" else round_up(move.mean)


class Tip(NamedTuple):
    """A direction die: the raw face, and where its tip points in degrees (UF-11)."""

    raw: int
    angle: float


@dataclass(frozen=True, slots=True)
class TipRoll(Chance):
    """A throw of direction dice; the outcome is ``(raw, angle, raw, angle, ...)`` (UF-11, HR-4).

    The angle does not depend on the face, and every angle is as likely as any other.

    Attributes
    ----------
    count
        How many dice.
    ways
        How many directions there are, the first one along +x; None for every angle.

    >>> TipRoll(1, ways=8).size, TipRoll(2).size
    (80, None)
    """

    stream: ClassVar[str] = "direction"
    count: int = 1
    ways: int | None = None

    @classmethod
    def of(cls, count: int, options: Options) -> TipRoll:
        """Return the throw that the options ask for (HR-4).

        >>> from tablesim.games.unforged.options import options
        >>> TipRoll.of(1, options(direction_dist="16_way")).ways
        16
        """
        word = options.direction_dist
        return cls(count, None if word == "uniform" else int(word.removesuffix("_way")))

    @property
    def size(self) -> int | None:  # noqa: D102
        return None if self.ways is None else (len(RAW) * self.ways) ** self.count

    def outcomes(self) -> Chances:  # noqa: D102
        if self.ways is None:
            raise ValueError(f"the outcomes of {self!r} cannot be listed: sample them")
        one = [(raw, 360.0 * way / self.ways) for raw in RAW for way in range(self.ways)]
        chance = Fraction(1, len(one) ** self.count)
        return tuple(
            (tuple(number for tip in tips for number in tip), chance)
            for tips in product(one, repeat=self.count)
        )

    def sample(self, rng: Random) -> Outcome:  # noqa: D102
        shown: list[int | float] = []
        for _ in range(self.count):
            shown.append(int(rng.random() * len(RAW)))
            turn = rng.random()
            shown.append(360.0 * (turn if self.ways is None else int(turn * self.ways) / self.ways))
        return tuple(shown)

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        if len(outcome) != 2 * self.count:
            return f"a throw of {list(outcome)}: expected {self.count} times a face and an angle"
        for raw, angle in zip(outcome[::2], outcome[1::2], strict=True):
            if type(raw) is not int or raw not in RAW:
                return f"a throw of {list(outcome)}: {raw!r} is no face, 0 to 9"
            if type(angle) is not float or not 0 <= angle < 360:
                return f"a throw of {list(outcome)}: {angle!r} is no angle, 0.0 to below 360"
            if self.ways and angle not in {360.0 * way / self.ways for way in range(self.ways)}:
                return f"a throw of {list(outcome)}: {angle} is none of {self.ways} directions"
        return None

    @staticmethod
    def tips(outcome: Outcome) -> tuple[Tip, ...]:
        """Return the dice of an outcome.

        >>> TipRoll.tips((3, 90.0))
        (Tip(raw=3, angle=90.0),)
        """
        pairs = zip(outcome[::2], outcome[1::2], strict=True)
        return tuple(Tip(int(raw), float(angle)) for raw, angle in pairs)


def displacement(tips: Sequence[Tip], kind: Die) -> tuple[float, float]:
    """Return the sum of random moves, in inches: one straight move (UF-20, HR-68).

    Parameters
    ----------
    tips
        The direction dice.
    kind
        The die that says what their faces count for.

    >>> x, y = displacement([Tip(3, 0.0), Tip(4, 90.0)], die("D10"))
    >>> round(x, 9), round(y, 9)
    (3.0, 4.0)
    """
    legs = [(kind.value(tip.raw), math.radians(tip.angle)) for tip in tips]
    return (
        math.fsum(length * math.cos(angle) for length, angle in legs),
        math.fsum(length * math.sin(angle) for length, angle in legs),
    )


@dataclass(frozen=True, slots=True)
class Throw:
    """Raw dice, and what has been rerolled of them with one permission (UF-13, HR-112).

    Attributes
    ----------
    raws
        The faces that stand.
    chosen
        Which dice the permission rerolls, by their places; empty if it has not been used.
    rerolls
        How often they were: after the second time the permission is gone for the game.
    """

    raws: tuple[int, ...]
    chosen: tuple[int, ...] = ()
    rerolls: int = 0

    def choices(self) -> tuple[tuple[int, ...], ...]:
        """Return what may be rerolled now: one die or all, and then only the same once more.

        >>> Throw((4, 0)).choices()
        ((0,), (1,), (0, 1))
        """
        if self.rerolls == 0:
            everything = tuple(range(len(self.raws)))
            singles = tuple((place,) for place in everything)
            return (*singles, everything) if len(singles) > 1 else singles
        return (self.chosen,) if self.rerolls == 1 else ()

    def again(self, chosen: tuple[int, ...], raws: tuple[int, ...]) -> Throw:
        """Return the throw after a reroll; the new faces stand even if they are worse.

        Raises
        ------
        ValueError
            If those dice may not be rerolled now, or it is not one face for each of them.

        >>> Throw((4, 0)).again((1,), (7,)).raws
        (4, 7)
        """
        if chosen not in self.choices():
            allowed = ", ".join(map(str, self.choices())) or "none any more"
            raise ValueError(f"UF-13: dice {chosen} may not be rerolled; what may: {allowed}")
        if len(raws) != len(chosen):
            raise ValueError(f"a reroll of {len(chosen)} dice needs as many faces, got {raws}")
        shown = list(self.raws)
        for place, raw in zip(chosen, raws, strict=True):
            shown[place] = raw
        return replace(self, raws=tuple(shown), chosen=chosen, rerolls=self.rerolls + 1)


def choice_dice(tacticians: tuple[bool, bool]) -> tuple[Die, Die]:
    """Return the dice of both players for a choice roll (UF-16, UF-17).

    Parameters
    ----------
    tacticians
        Which of them has a model with *Master tactician* that counts (HR-9).

    >>> [kind.name for kind in choice_dice((True, False))]
    ['D10', 'D6']
    """
    first, second = tacticians
    weak = {True: "D6", False: "D10"}
    return die(weak[second and not first]), die(weak[first and not second])


def choice_winner(kinds: tuple[Die, Die], raws: tuple[int, int]) -> int | None:
    """Return who chooses, 0 or 1; None for a tie, which is rolled again (UF-16, HR-5)."""
    mine, other = (kind.value(raw) for kind, raw in zip(kinds, raws, strict=True))
    return None if mine == other else int(other > mine)


def choice_chance(kinds: tuple[Die, Die]) -> Fraction:
    """Return the chance that the first player chooses, ties rolled again (UF-16, HR-5).

    >>> str(choice_chance(choice_dice((True, False))))
    '7/10'
    """
    winners = Counter(choice_winner(kinds, (a, b)) for a, b in product(RAW, repeat=2))
    return Fraction(winners[0], winners[0] + winners[1])


def straying(values: Sequence[int], *, each: bool = False) -> tuple[int, ...]:
    """Return which dice of a stupid model send it astray; none if its owner moves it (UF-123).

    The highest value decides: an odd one sends the model where that die points, an even one, 0
    included, leaves it to its owner (HR-107).  Where several dice show it, the owner picks one.

    Parameters
    ----------
    values
        What the dice count for.
    each
        Whether the Move of the model is itself given in D6 or D3: then every die is a move of its
        own, and every odd one of them goes astray.

    >>> straying([4, 7]), straying([8, 7]), straying([0]), straying([3, 4, 1], each=True)
    ((1,), (), (), (0, 2))
    """
    if each:
        return tuple(place for place, value in enumerate(values) if value % 2)
    highest = max(values)
    if highest % 2 == 0:
        return ()
    return tuple(place for place, value in enumerate(values) if value == highest)
