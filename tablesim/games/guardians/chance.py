"""The starting formation: a layout that chance makes, far too many to list."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ...protocol import Outcome, Sampled
from . import data
from .tokens import Counts


@dataclass(frozen=True, slots=True, repr=False)
class Formation(Sampled):
    """Monsters on the starting spaces, in the order in which they are laid (SK-7).

    Setting halves aside, and shuffling them into the stack afterwards, comes to the same as drawing
    among the monsters.

    Attributes
    ----------
    monsters
        How many there are of each value.
    spaces
        How many are laid.

    >>> formation = Formation((1, 0, 0, 0, 1), 2)
    >>> formation.why_impossible(("5", "1")), formation.why_impossible(("5", "5"))
    (None, "SK-7: the formation has 2 of '5', but there are 1")
    """

    stream: ClassVar[str] = "bag"
    monsters: Counts
    spaces: int

    def sample(self, rng: Random) -> Outcome:
        """Return one layout; all orders of the tokens are equally likely."""
        heap = [
            sign for sign, n in zip(data.MONSTERS, self.monsters, strict=True) for _ in range(n)
        ]
        for at in range(self.spaces):
            other = at + int(rng.random() * (len(heap) - at))
            heap[at], heap[other] = heap[other], heap[at]
        return tuple(heap[: self.spaces])

    def why_impossible(self, outcome: Outcome) -> str | None:
        """Return None if the tokens suffice for this layout, else the reason."""
        if len(outcome) != self.spaces:
            return f"SK-7: the formation has {self.spaces} monsters, not {len(outcome)}"
        for sign in outcome:
            if sign not in data.MONSTERS:
                return f"SK-7: {sign!r} is no monster: {', '.join(data.MONSTERS)}"
        for sign, number in zip(data.MONSTERS, self.monsters, strict=True):
            laid = outcome.count(sign)
            if laid > number:
                return f"SK-7: the formation has {laid} of {sign!r}, but there are {number}"
        return None

    def __repr__(self) -> str:
        return f"Formation({self.monsters}, {self.spaces})"
