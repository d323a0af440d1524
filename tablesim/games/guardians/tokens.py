"""Tokens: their signs and values, and paying with them.

On the board a token is a code, the place of its sign in :data:`SIGNS`: two halves of one ship that
lie side by side are ``[`` and ``]``, a half whose other half is lost is ``(`` or ``)``.  That says
which halves belong together (SK-21) as exactly as numbered ships would: an intact left half always
has its own right half beside it.

Before a player, and out of the game, all halves are alike: tokens are counts of :data:`VALUES`.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Final

from . import data

SIGNS: Final = ".12345[]()"
"""The sign of each code (SK-5)."""

EMPTY: Final = 0
LEFT, RIGHT, LONE_LEFT, LONE_RIGHT = range(6, 10)
"""The codes of halves: of an intact ship, and of a damaged one."""

OTHER_HALF: Final = {LEFT: 1, RIGHT: -1}
"""For each half of an intact ship: how many cells to the right the other one lies."""

DAMAGED: Final = {LEFT: LONE_LEFT, RIGHT: LONE_RIGHT}
"""What a half becomes when it loses the other one (SK-17)."""

IN_STACK: Final = "12345[]"
"""The signs of the tokens in the stack, in the order of its counts."""

VALUES: Final = (1, 2, 3, 4, 5, data.tokens().half_value)
"""The value of each kind of token (SK-3, SK-18)."""

HALF: Final = 5
"""The kind of a ship's half."""

KIND: Final = (-1, 0, 1, 2, 3, 4, HALF, HALF, HALF, HALF)
"""The kind of each code."""

Counts = tuple[int, ...]
"""How many tokens there are of each kind."""

NO_TOKENS: Final[Counts] = (0,) * len(VALUES)


def worth(tokens: Counts) -> int:
    """Return what tokens count together.

    >>> worth((1, 0, 0, 0, 2, 1))
    21
    """
    return sum(map(mul, tokens, VALUES))


def plus(counts: Counts, kind: int, number: int = 1) -> Counts:
    """Return counts with more of one kind, or less.

    >>> plus((1, 0, 0, 0, 2, 1), 4)
    (1, 0, 0, 0, 3, 1)
    """
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def gain(owned: tuple[Counts, ...], seat: int, kind: int, number: int = 1) -> tuple[Counts, ...]:
    """Return the tokens of all seats, with more of a kind for one, or less.

    >>> gain((NO_TOKENS, NO_TOKENS), 1, 0)
    ((0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0))
    """
    return (*owned[:seat], plus(owned[seat], kind, number), *owned[seat + 1 :])


def values(tokens: Counts) -> tuple[int, ...]:
    """Return the value of each token, the highest first.

    >>> values((1, 0, 0, 0, 2, 0))
    (5, 5, 1)
    """
    listed: list[int] = []
    for kind in reversed(range(len(VALUES))):
        listed += [VALUES[kind]] * tokens[kind]
    return tuple(listed)


def counts(listed: tuple[int, ...]) -> Counts:
    """Return how many tokens there are of each kind, from their values.

    >>> counts((5, 5, 1))
    (1, 0, 0, 0, 2, 0)
    """
    return tuple(map(listed.count, VALUES))


def lowest(tokens: Counts) -> int:
    """Return the kind of the token of least value, -1 if there is none (SK-19).

    >>> lowest((0, 1, 0, 0, 1, 1))
    1
    """
    return next((kind for kind, number in enumerate(tokens) if number), -1)


@lru_cache(maxsize=4096)
def payments(tokens: Counts, cost: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to pay a price, sorted; no change is given (SK-33).

    A payment is worth at least the price, and no token of it could stay behind.  It is written
    as values, the highest first.

    >>> payments(counts((5, 4, 2)), 10), payments(counts((5, 4)), 10)
    (((5, 4, 2),), ())
    """
    found: list[tuple[int, ...]] = []

    def pay(paid: tuple[int, ...], owed: int, kind: int, left: int) -> None:
        # Values fall, so what is paid first is needed if what is paid last is.
        if owed <= 0:
            found.append(paid)
            return
        if left:
            pay((*paid, VALUES[kind]), owed - VALUES[kind], kind, left - 1)
        if kind:
            pay(paid, owed, kind - 1, tokens[kind - 1])

    pay((), cost, HALF, tokens[HALF])
    return tuple(sorted(found))


def cheapest(tokens: Counts, cost: int) -> tuple[int, ...]:
    """Return the payment that loses least: the smallest total, then the fewest tokens (SK-33).

    Of several such payments it is the first of :func:`payments`; who owns less than the price pays
    everything.

    >>> [cheapest(counts(t), 10) for t in ((5, 5, 4, 3), (10, 5, 4, 2), (3, 2))]
    [(5, 5), (10,), (3, 2)]
    """
    return min(
        payments(tokens, cost), key=lambda paid: (sum(paid), len(paid)), default=values(tokens)
    )


def without(tokens: Counts, paid: tuple[int, ...]) -> Counts:
    """Return tokens after a payment.

    >>> without((1, 0, 0, 0, 2, 0), (5, 5))
    (1, 0, 0, 0, 0, 0)
    """
    return tuple(a - b for a, b in zip(tokens, counts(paid), strict=True))


def together(tokens: Counts, more: Counts) -> Counts:
    """Return the tokens of two heaps.

    >>> together((1, 0, 0, 0, 2, 0), (0, 1, 0, 0, 1, 0))
    (1, 1, 0, 0, 3, 0)
    """
    return tuple(a + b for a, b in zip(tokens, more, strict=True))
