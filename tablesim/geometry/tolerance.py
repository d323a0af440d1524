"""The tolerances of a game, in its own unit, and the comparisons that use them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tolerance:
    """By how much floats may lie before a verdict changes.

    The engine knows no unit: a game brings one value of this class in its own.

    Attributes
    ----------
    overlap
        Two *given* shapes overlap if they penetrate each other by more than this.
    contact
        Two shapes that do not overlap touch if their gap is at most this.
    limit
        Limits include a length that exceeds them by no more than this.
    table
        What nobody can see on a real table: closer calls are called "too close to call".

    >>> mm = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)
    >>> mm.overlaps(1e-7), mm.touches(0.0, 1e-7), mm.within(100.000000001, 100)
    (False, True, True)
    """

    overlap: float
    contact: float
    limit: float
    table: float

    def overlaps(self, depth: float) -> bool:
        """Whether shapes that penetrate by ``depth`` overlap."""
        return depth > self.overlap

    def touches(self, gap: float, depth: float) -> bool:
        """Whether shapes with this gap and penetration depth are in contact without overlap."""
        return depth <= self.overlap and gap <= self.contact

    def within(self, length: float, limit: float) -> bool:
        """Whether a length is at most a limit, the limit included."""
        return length <= limit + self.limit

    def too_close(self, margin: float | None) -> bool:
        """Whether a margin is too small to be told on a real table."""
        return margin is not None and abs(margin) < self.table
