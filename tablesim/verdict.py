"""Answers that can be defended: with a margin, a reason and a picture."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from .scene import Drawable

JSON = dict[str, Any]
"""A mapping of plain JSON values."""

Outcome = dict[str, str]
"""What a table would read, without lengths: a word for each aspect of a question."""


@dataclass(frozen=True, slots=True)
class Margin:
    """How far a measured length is from the limit that it is judged by.

    Attributes
    ----------
    what
        The limit in words, for instance ``"range 2"``.
    value
        How far the length is on the yes side; negative on the no side.
    unit
        The unit of ``value`` and ``limit``.
    limit
        The limit itself, where it is a number; None for a line or an edge.
    yes, no
        The words that stand between the length and the limit, on either side.

    >>> str(Margin("range 2", 6.03, "mm", 200.0)), str(Margin("the front arc", -0.8, "mm"))
    ('6.03 mm inside range 2', '0.8 mm outside the front arc')
    >>> str(Margin("rock-4", 2, "mm", yes="clear of", no="into"))
    '2 mm clear of rock-4'
    """

    what: str
    value: float
    unit: str
    limit: float | None = None
    yes: str = "inside"
    no: str = "outside"

    def __str__(self) -> str:
        word = self.yes if self.value >= 0 else self.no
        return f"{length(abs(self.value), self.unit)} {word} {self.what}"


def length(value: float, unit: str) -> str:
    """Return a length in words, with as many digits as it takes to tell it from zero.

    >>> length(194.03, "mm"), length(0.0123, "mm"), length(1e-7, "mm"), length(0, "mm")
    ('194.03 mm', '0.012 mm', '1e-07 mm', '0 mm')
    """
    size = abs(value)
    if size >= 0.1 or size < 1e-12:
        return f"{value:.2f}".rstrip("0").rstrip(".") + f" {unit}"
    return f"{value:.2g} {unit}"


def listed(names: tuple[str, ...]) -> str:
    """Return names as a person lists them: a, b and c."""
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True, slots=True)
class Quantum:
    """The steps to which the places of a table are rounded, as on a board of whole pixels.

    Attributes
    ----------
    length
        The step of x and of y, in the unit of the table.
    degrees
        The step of headings.
    """

    length: float
    degrees: float

    def slack(self, lever: float) -> float:
        """Return by how much the rounding may change a length between two things.

        Each stands up to half a step off in x and in y, and is turned by up to half a step.

        Parameters
        ----------
        lever
            How far from the centers of the two, added up, the length is measured: so much does a
            turn by one radian move it.

        >>> round(Quantum(0.354, 1.0).slack(2 * 28.3), 2)
        0.99
        """
        return math.sqrt(2) * self.length + math.radians(self.degrees / 2) * lever


class Verdict(Drawable):
    """The answer to one question about one table.

    Subclasses are frozen values; what they measured stands in their own fields.

    Attributes
    ----------
    unit
        The unit of all lengths.
    table_tolerance
        Below this margin the verdict is too close to call on a real table.
    """

    unit: ClassVar[str] = "mm"
    table_tolerance: ClassVar[float] = 0.5

    @property
    @abstractmethod
    def answer(self) -> str:
        """The answer in one sentence."""

    @property
    @abstractmethod
    def margins(self) -> tuple[Margin, ...]:
        """Every length that is near a limit that matters."""

    @property
    @abstractmethod
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules that decided, for instance ``("XW-63", "XW-166")``."""

    @property
    @abstractmethod
    def policy(self) -> Mapping[str, Any]:
        """The readings and constants that the answer rests on."""

    @abstractmethod
    def details(self) -> JSON:
        """Return what was measured, as plain JSON values."""

    def outcome(self) -> Outcome:
        """Return what a table would read: a word for each aspect, without lengths.

        Studies count these words.  Unless a verdict says otherwise it is the answer itself, which
        serves where answers name no lengths.
        """
        return {"answer": self.answer}

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """The words of an aspect that a map shows, the strongest first; of others it shows all."""
        return {}

    @property
    def deciding(self) -> Margin | None:
        """The margin that decides: the smallest in size."""
        return min(self.margins, key=lambda m: abs(m.value), default=None)

    @property
    def margin(self) -> float | None:
        """The value of the deciding margin; None if nothing is near a limit that matters."""
        deciding = self.deciding
        return None if deciding is None else deciding.value

    @property
    def quantum(self) -> Quantum | None:
        """The steps to which the places of the table are rounded; None if they are exact."""
        return None

    @property
    def lever(self) -> float:
        """How far from the centers of two things, added up, lengths are measured."""
        return 0.0

    @property
    def uncertainty(self) -> float:
        """By how much a margin may be off because places are rounded; 0 if they are not.

        To first order: where a line grazes the edge of a base, it may be off by more.
        """
        return self.quantum.slack(self.lever) if self.quantum else 0.0

    @property
    def too_close(self) -> bool:
        """True if nobody could tell this on a real table, or from places that are so rounded."""
        margin = self.margin
        return margin is not None and abs(margin) < max(self.table_tolerance, self.uncertainty)

    @property
    def detail(self) -> str:
        """The second line: the deciding margin, the policy and the rules."""
        said = [] if self.deciding is None else [str(self.deciding)]
        if self.too_close:
            said.append(f"too close to call {self._why_too_close()}")
        said += self.policy_words()
        return " · ".join([*said, ", ".join(self.rules)] if self.rules else said)

    def _why_too_close(self) -> str:
        quantum, off = self.quantum, self.uncertainty
        if quantum is None or self.margin is None or abs(self.margin) >= off:
            return "on a table"
        steps = f"{length(quantum.length, self.unit)} and {quantum.degrees:g}°"
        return f"from places that are rounded to {steps}: up to {length(off, self.unit)} off"

    def policy_words(self) -> tuple[str, ...]:
        """Return the policy in words, for the second line."""
        return tuple(f"{key}={value}" for key, value in self.policy.items())

    def to_json(self) -> JSON:
        """Return the whole verdict as plain JSON values."""
        return {
            "answer": self.answer,
            "margin": self.margin,
            "margins": [
                {"what": m.what, "value": m.value, "unit": m.unit, "limit": m.limit}
                for m in self.margins
            ],
            "too_close": self.too_close,
            "uncertainty": self.uncertainty,
            "rules": list(self.rules),
            "policy": dict(self.policy),
            **self.details(),
        }

    def __str__(self) -> str:
        return f"{self.answer}\n{self.detail}"
