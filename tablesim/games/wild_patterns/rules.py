"""The rules, in the order of the rulebook; each function names those that it states.

They speak of cells as masks, of layouts as in :mod:`.board`, and of cards by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...grid import bits, components, spread
from .board import BOARD, FULL, NEAR, labels
from .cards import Card, Cards, Pattern, mark_of
from .data import box

# The layout, T-14


def lone_tiles(tiles: int) -> int:
    """Return the tiles that no other tile touches with a side (T-14a)."""
    return sum(1 << cell for cell in bits(tiles) if not NEAR[cell] & tiles)


def fault(tiles: int) -> str | None:
    """Return what is wrong with a layout, None if it is legal (T-14).

    >>> fault(0b11_00000)
    >>> fault(0b10_00001)
    'T-14: no tile has another at its side: a1 b2'
    """
    figures = components(BOARD, tiles)
    if len(figures) <= 1:
        return None
    if lone := lone_tiles(tiles):
        alone = "no tile has" if lone == tiles else "these tiles do not have"
        return f"T-14: {alone} another at its side: {labels(lone)}"
    return f"T-14: the tiles form {len(figures)} figures: {', '.join(map(labels, figures))}"


# A turn, T-15 to T-22


def landings(tiles: int, source: int) -> int:
    """Return the cells to which a tile may go (T-19).

    It is lifted off, so that no path is needed; what is left may fall into several figures, and all
    of them must be joined again.  It may not be put back (that would be the forbidden pass).
    """
    left = tiles & ~(1 << source)
    found = FULL & ~tiles
    for figure in components(BOARD, left):
        found &= spread(BOARD, figure)
    return found


def may_hold_more(hand: Cards) -> bool:
    """Whether a hand has room for another card (T-17, T-18)."""
    return len(hand) < box().hand_limit


def must_draw(hand: Cards) -> bool:
    """Whether a player may only draw (T-16, T-20)."""
    return not hand


# Patterns, T-23 to T-26


def present(hand: Cards, layout: int, patterns: Mapping[str, Pattern]) -> Cards:
    """Return the cards of a hand whose pattern is on the board (T-25)."""
    return tuple([card for card in hand if patterns[card].lies_on(layout)])


# The end, T-29 to T-32


def points(scored: Cards, hand: Cards, cards: Mapping[str, Card]) -> int:
    """Return the total of a player (T-29, T-30).

    Cards in hand cost by their mark alone, so hidden ones can be counted.
    """
    won = sum(cards[card].value for card in scored)
    return won - sum(box().penalties[mark_of(card)] for card in hand)


def winners(
    totals: Sequence[int], scored: Sequence[Cards], cards: Mapping[str, Card]
) -> tuple[int, ...]:
    """Return who wins: the highest total (T-31), then more cards of higher value (T-32).

    V cards rank by their value, cards in hand do not count, and those that are still equal share
    the victory.
    """
    piles = [ranking(cards[card].value for card in pile) for pile in scored]
    standing = list(zip(totals, piles, strict=True))
    best = max(standing)
    return tuple(seat for seat, one in enumerate(standing) if one == best)


def ranking(values: Iterable[int]) -> tuple[int, ...]:
    """Return values to compare: more of the highest wins, then more of the next, and so on (T-32).

    >>> ranking([3, 4, 5, 6]) > ranking([4, 4, 4, 6])
    True
    """
    return tuple(sorted(values, reverse=True))
