"""What chance decides besides the draw of a card: the first layout, and what seats notice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import ClassVar, TypeVar

from ...protocol import Chance, Outcome, Sampled
from ...protocol.chance import Chances
from .board import CELLS, PLANES, layout_of, occupied, rows_of
from .data import box
from .rules import fault

T = TypeVar("T")


class FirstLayout(Sampled):
    """The tiles laid at random, all legal layouts alike (T-10); the outcome is its rows.

    >>> FirstLayout().why_impossible(("BRKBR/KBRKB/...../RKBRK/.....",))
    'T-14: the tiles form 2 figures: a2 b2 c2 d2 e2, a4 b4 c4 d4 e4 a5 b5 c5 d5 e5'
    """

    stream: ClassVar[str] = "layout"

    def sample(self, rng: Random) -> Outcome:
        """Return one layout: cells are drawn until they hang together, then colors are dealt."""
        tiles = [color for color, number in box().tiles.items() for _ in range(number)]
        while True:
            cells = shuffled(list(range(CELLS)), rng)[: len(tiles)]
            if not fault(sum(1 << cell for cell in cells)):
                break
        layout = sum(
            PLANES[color] << cell
            for color, cell in zip(shuffled(tiles, rng), sorted(cells), strict=True)
        )
        layout += sum(PLANES["."] << cell for cell in range(CELLS) if cell not in cells)
        return (rows_of(layout),)

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        if len(outcome) != 1 or not isinstance(outcome[0], str):
            return f"T-10: expected the rows of a layout, got {list(outcome)}"
        rows = outcome[0]
        try:
            layout = layout_of(rows)
        except ValueError as error:
            return f"T-10: {error}"
        if rows_of(layout) != rows:
            return f"T-10: write {rows_of(layout)!r}, not {rows!r}"
        if any(rows.count(color) != number for color, number in box().tiles.items()):
            wanted = ", ".join(f"{number} {color}" for color, number in box().tiles.items())
            return f"T-2: expected {wanted}, got {rows!r}"
        return fault(occupied(layout))


def shuffled(things: list[T], rng: Random) -> list[T]:
    """Return things in random order; of the generator only ``random()`` is used."""
    mixed = list(things)
    for i in range(len(mixed)):
        j = i + int(rng.random() * (len(mixed) - i))
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@dataclass(frozen=True, slots=True)
class Notice(Chance):
    """Which cards of a hand a seat looks at in time (T-43); the outcome is their places in it.

    Cards whose pattern is not on the board are looked at like the others, so that nothing tells
    how many there are.

    Attributes
    ----------
    cards
        How many cards the hand has.
    alertness
        Per mille at which each of them is noticed.

    >>> [(places, str(p)) for places, p in Notice(2, 900).outcomes()]
    [((), '1/100'), ((0,), '9/100'), ((1,), '9/100'), ((0, 1), '81/100')]
    """

    stream: ClassVar[str] = "notice"
    cards: int
    alertness: int

    @property
    def size(self) -> int:  # noqa: D102
        return len(self.outcomes())

    def outcomes(self) -> Chances:  # noqa: D102
        chance = Fraction(self.alertness, 1000)
        listed = [
            (places, chance**number * (1 - chance) ** (self.cards - number))
            for number in range(self.cards + 1)
            for places in combinations(range(self.cards), number)
        ]
        return tuple((places, probability) for places, probability in listed if probability)

    def sample(self, rng: Random) -> Outcome:  # noqa: D102
        return tuple(
            place for place in range(self.cards) if int(rng.random() * 1000) < self.alertness
        )

    def why_impossible(self, outcome: Outcome) -> str | None:  # noqa: D102
        # 0, 0.0 and False are equal, but would not be written alike.
        whole = all(type(place) is int for place in outcome)
        if not whole or outcome not in dict(self.outcomes()):
            return f"T-43: expected some of the places 0 to {self.cards - 1}, got {list(outcome)}"
        return None
