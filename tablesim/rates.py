"""How sure a counted rate is."""

from __future__ import annotations

import math

_Z = 1.959963984540054
"""The normal distribution holds 95 % within so many standard deviations."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson's score for a rate.

    Parameters
    ----------
    successes
        How often it happened; a shared victory may count as a part.
    trials
        Of how many times, at least one.

    >>> [round(limit, 4) for limit in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    rate, weight = successes / trials, _Z * _Z / trials
    middle = (rate + weight / 2) / (1 + weight)
    half = _Z * math.sqrt((rate * (1 - rate) + weight / 4) / trials) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
