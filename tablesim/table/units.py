"""Lengths of a file in other units than its game's, there and back without loss."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Context, Decimal
from types import MappingProxyType

UNITS: Mapping[str, Decimal] = MappingProxyType(
    {"mm": Decimal(1), "cm": Decimal(10), "in": Decimal("25.4")}
)
"""How many millimetres each unit is."""

_EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)


def per_mm(unit: str) -> float:
    """Return how many of a unit are one millimetre; of no unit, 1.

    >>> per_mm("mm"), round(per_mm("in"), 6)
    (1.0, 0.03937)
    """
    return float(1 / UNITS[unit]) if unit else 1.0


def to_game(number: float | Decimal, file_unit: str, game_unit: str) -> float:
    """Return a length of a file in the unit of the game.

    The product is formed in decimals and rounded to a float once.

    >>> to_game(Decimal("35.4"), "in", "mm")
    899.16
    """
    if file_unit == game_unit or not game_unit:
        return float(number)
    return float(_scaled(number, UNITS[file_unit], UNITS[game_unit]))


def to_file(length: float, file_unit: str, game_unit: str) -> float | Decimal:
    """Return a length of the game as the shortest number that a file must state for it.

    :func:`to_game` makes exactly the same float of it again: 17 digits always suffice, since they
    lie closer together than floats do.  So a table comes back from its file bit by bit, and what
    people wrote (up to 15 digits) comes back as they wrote it, however often it is saved.

    >>> to_file(899.16, "in", "mm")
    Decimal('35.4')
    """
    if file_unit == game_unit or not game_unit:
        return float(length)
    near = _scaled(length, UNITS[game_unit], UNITS[file_unit])
    for digits in range(1, 17):
        short = Context(prec=digits, rounding=ROUND_HALF_EVEN).plus(near)
        if to_game(short, file_unit, game_unit) == length:
            return short
    return Context(prec=17, rounding=ROUND_HALF_EVEN).plus(near)


def _scaled(number: float | Decimal, times: Decimal, over: Decimal) -> Decimal:
    return _EXACT.divide(_EXACT.multiply(Decimal(number), times), over)
