"""Answers that can be defended: with a margin, a reason and a picture."""

from __future__ import annotations

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
    def deciding(self) -> Margin | None:
        """The margin that decides: the smallest in size."""
        return min(self.margins, key=lambda m: abs(m.value), default=None)

    @property
    def margin(self) -> float | None:
        """The value of the deciding margin; None if nothing is near a limit that matters."""
        deciding = self.deciding
        return None if deciding is None else deciding.value

    @property
    def too_close(self) -> bool:
        """True if nobody could tell this on a real table."""
        margin = self.margin
        return margin is not None and abs(margin) < self.table_tolerance

    @property
    def detail(self) -> str:
        """The second line: the deciding margin, the policy and the rules."""
        said = [] if self.deciding is None else [str(self.deciding)]
        if self.too_close:
            said.append("too close to call on a table")
        said += self.policy_words()
        return " · ".join([*said, ", ".join(self.rules)] if self.rules else said)

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
            "rules": list(self.rules),
            "policy": dict(self.policy),
            **self.details(),
        }

    def __str__(self) -> str:
        return f"{self.answer}\n{self.detail}"
