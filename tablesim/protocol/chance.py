"""Chance: what dice, bags and other accidents may do at one point of a game.

A state never holds a generator.  It stops, says by a :class:`Chance` what must be decided, and goes
on when it is given an outcome: by the driver, which samples it; by a search, which tries them all;
or by a test, which names it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import ClassVar

Face = str | int | float
"""One value that chance can show; JSON can write it."""

Outcome = tuple[Face, ...]
"""What chance did.  Where the order means nothing, the values are sorted."""

Chances = tuple[tuple[Outcome, Fraction], ...]
"""Every outcome with its probability; they sum to exactly 1."""


class Chance(ABC):
    """What chance must decide.

    Attributes
    ----------
    stream
        The name of the driver's stream that decides it: each purpose has its own, so that a game
        with one more draw from a bag throws the same dice.
    """

    __slots__ = ()
    stream: ClassVar[str]

    @property
    @abstractmethod
    def size(self) -> int | None:
        """The number of different outcomes; None where nobody could list them."""

    @abstractmethod
    def outcomes(self) -> Chances:
        """Return every outcome with its exact probability, in a fixed order.

        Raises
        ------
        ValueError
            If they are endless or too many to list (``size`` is None).
        """

    @abstractmethod
    def sample(self, rng: Random) -> Outcome:
        """Return one outcome; of the generator only ``random()`` is used.

        Python promises that ``random()`` gives the same numbers in every version.
        """

    @abstractmethod
    def why_impossible(self, outcome: Outcome) -> str | None:
        """Return None if chance can do this, else the reason."""


@dataclass(frozen=True, slots=True)
class Roll(Chance):
    """A throw of equal dice.

    Attributes
    ----------
    count
        How many dice.
    faces
        The faces of one die; a face may stand there more than once.

    >>> attack = Roll(2, ("hit", "hit", "miss"))
    >>> [(values, str(p)) for values, p in attack.outcomes()]
    [(('hit', 'hit'), '4/9'), (('hit', 'miss'), '4/9'), (('miss', 'miss'), '1/9')]
    >>> Roll(3, (1, 2, 3, 4)).size
    20
    >>> attack.why_impossible(("miss", "hit"))
    "the values of a roll are sorted: write ['hit', 'miss']"
    """

    stream: ClassVar[str] = "dice"
    count: int
    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"cannot roll {self.count} dice")
        if not self.faces:
            raise ValueError("a die with no faces cannot be rolled")

    @property
    def size(self) -> int:  # noqa: D102
        return comb(len(set(self.faces)) + self.count - 1, self.count)

    def outcomes(self) -> Chances:  # noqa: D102
        return _rolls(self.count, self.faces)

    def sample(self, rng: Random) -> Outcome:  # noqa: D102
        faces, sides = self.faces, len(self.faces)
        if self.count == 1:
            return (faces[int(rng.random() * sides)],)
        return tuple(sorted([faces[int(rng.random() * sides)] for _ in range(self.count)]))

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        return _why_odd(outcome, self.count, self.faces, "roll")


@dataclass(frozen=True, slots=True)
class Draw(Chance):
    """A draw from a bag, or from a shuffled deck: the order in the bag means nothing.

    Attributes
    ----------
    bag
        What is in it, each thing as often as it is there.
    count
        How many are drawn, without putting any back.

    >>> draw = Draw(("ace", "king", "king"), 2)
    >>> [(values, str(p)) for values, p in draw.outcomes()]
    [(('ace', 'king'), '2/3'), (('king', 'king'), '1/3')]
    >>> draw.why_impossible(("ace", "ace"))
    "a draw of ['ace', 'ace']: the bag has 1 of 'ace'"
    """

    stream: ClassVar[str] = "bag"
    bag: tuple[Face, ...]
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.count <= len(self.bag):
            raise ValueError(f"cannot draw {self.count} from a bag of {len(self.bag)}")

    @property
    def size(self) -> int:  # noqa: D102
        if self.count == 1:
            return len(set(self.bag))
        ways = [1] + [0] * self.count  # ways[k]: different draws of k among the things so far
        for number in Counter(self.bag).values():
            ways = [sum(ways[max(0, k - number) : k + 1]) for k in range(self.count + 1)]
        return ways[self.count]

    def outcomes(self) -> Chances:  # noqa: D102
        return _draws(tuple(sorted(Counter(self.bag).items())), self.count)

    def sample(self, rng: Random) -> Outcome:  # noqa: D102
        if self.count == 1:
            return (self.bag[int(rng.random() * len(self.bag))],)
        bag, drawn = list(self.bag), []
        for _ in range(self.count):
            at = int(rng.random() * len(bag))
            drawn.append(bag[at])
            bag[at] = bag[-1]
            bag.pop()
        return tuple(sorted(drawn))

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        why = _why_odd(outcome, self.count, self.bag, "draw")
        if why is None and self.count > 1:
            has = Counter(self.bag)
            for face, number in Counter(outcome).items():
                if number > has[face]:
                    return f"a draw of {list(outcome)}: the bag has {has[face]} of {face!r}"
        return why


@dataclass(frozen=True, slots=True)
class Pick(Chance):
    """One of several options, by equal or by given weights.

    Attributes
    ----------
    options
        The options, all different.
    weights
        A whole number for each option, not negative; empty means that all are equal.

    >>> Pick(("seen", "missed"), (700, 300)).outcomes()
    ((('seen',), Fraction(7, 10)), (('missed',), Fraction(3, 10)))
    """

    stream: ClassVar[str] = "pick"
    options: tuple[Face, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError("there is nothing to pick from")
        if len(set(self.options)) < len(self.options):
            raise ValueError(f"an option stands twice in {self.options}: give it a weight")
        if self.weights and (
            len(self.weights) != len(self.options) or min(self.weights) < 0 or not any(self.weights)
        ):
            raise ValueError(f"{self.weights} are no weights for {len(self.options)} options")

    @property
    def size(self) -> int:  # noqa: D102
        return sum(weight > 0 for weight in self.weights) if self.weights else len(self.options)

    def outcomes(self) -> Chances:  # noqa: D102
        weights = self.weights or (1,) * len(self.options)
        total = sum(weights)
        return tuple(
            ((option,), Fraction(weight, total))
            for option, weight in zip(self.options, weights, strict=True)
            if weight
        )

    def sample(self, rng: Random) -> Outcome:  # noqa: D102
        if not self.weights:
            return (self.options[int(rng.random() * len(self.options))],)
        at = int(rng.random() * sum(self.weights))
        for option, weight in zip(self.options, self.weights, strict=True):
            at -= weight
            if at < 0:
                return (option,)
        raise AssertionError("unreachable: random() is below 1")

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        why = _why_odd(outcome, 1, self.options, "pick")
        if why is None and self.weights and not self.weights[self.options.index(outcome[0])]:
            return f"a pick of {list(outcome)}: its weight is 0"
        return why


class Sampled(Chance):
    """Chance that nobody can list: a direction, or one of very many layouts.

    A game writes a subclass with ``sample`` and ``why_impossible``.
    """

    __slots__ = ()
    stream: ClassVar[str] = "sampled"

    @property
    def size(self) -> None:
        """None: there is no list."""
        return None

    def outcomes(self) -> Chances:
        """Raise ``ValueError``: there is no list.

        Raises
        ------
        ValueError
            Always.
        """
        raise ValueError(f"the outcomes of {self!r} cannot be listed: sample them")

    def __repr__(self) -> str:
        # Playthroughs show it, so it may not contain an address.
        return f"{type(self).__name__}()"


def _why_odd(outcome: Outcome, count: int, faces: tuple[Face, ...], kind: str) -> str | None:
    """Return what is wrong with the form of an outcome: its length, its values, their order."""
    if len(outcome) != count:
        return f"a {kind} of {list(outcome)}: expected {count} value{'s' * (count != 1)}"
    # 1, 1.0 and True are equal, but would not be written alike.
    known = {(type(face), face) for face in faces}
    for face in outcome:
        if (type(face), face) not in known:
            return f"a {kind} of {list(outcome)}: {face!r} is none of {list(dict.fromkeys(faces))}"
    ordered = sorted(outcome)
    if list(outcome) != ordered:
        return f"the values of a {kind} are sorted: write {ordered}"
    return None


@lru_cache(maxsize=256)
def _rolls(count: int, faces: tuple[Face, ...]) -> Chances:
    """Multinomial probabilities of all sorted throws."""
    sides = Counter(faces)
    total = len(faces) ** count
    listed = []
    for values in combinations_with_replacement(sorted(sides), count):
        shown = Counter(values)
        orders = factorial(count) // prod(factorial(k) for k in shown.values())
        ways = orders * prod(sides[face] ** k for face, k in shown.items())
        listed.append((values, Fraction(ways, total)))
    return tuple(listed)


@lru_cache(maxsize=256)
def _draws(bag: tuple[tuple[Face, int], ...], count: int) -> Chances:
    """Hypergeometric probabilities of all sorted draws."""
    partial: list[tuple[Outcome, int]] = [((), 1)]
    for face, number in bag:
        partial = [
            (drawn + (face,) * k, ways * comb(number, k))
            for drawn, ways in partial
            for k in range(min(number, count - len(drawn)), -1, -1)
        ]
    total = comb(sum(number for _, number in bag), count)
    return tuple((drawn, Fraction(ways, total)) for drawn, ways in partial if len(drawn) == count)
