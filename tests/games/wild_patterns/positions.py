"""Positions to test with, and short words for them."""

from tablesim.games.wild_patterns import GAME, Stage, WildPatterns
from tablesim.games.wild_patterns.board import BOARD, layout_of
from tablesim.games.wild_patterns.moves import parse
from tablesim.games.wild_patterns.variant import Variant

FULL_ROWS = "BRKBR/KBRKB/RKBRK/...../....."
"""The layout of TV-T-2."""

CARELESS = "BRKB./KBRK./RKBR./BR.K./....."
"""Hardly any pattern lies on it."""


def variant(seats=2, **options):
    return Variant(seats, **GAME.settle(options))


def position(
    rows=FULL_ROWS,
    hands=(("3-01",), ("3-03",)),
    *,
    seat=0,
    lock=None,
    left=None,
    scored=None,
    idle=0,
    turn=1,
    **options,
):
    """A position at the start of a turn; cards that are not named lie in their piles.

    ``left`` gives the cards of some piles by name; ``{}`` means that all others are empty.
    """
    how = variant(len(hands), **options)
    hands = tuple(tuple(sorted(hand)) for hand in hands)
    scored = tuple(tuple(sorted(pile)) for pile in scored or ((),) * len(hands))
    gone = {card for group in (*hands, *scored) for card in group}
    if left is None:
        bags = tuple(tuple(card for card in bag if card not in gone) for bag in how.bags)
    else:
        bags = tuple(tuple(sorted(left.get(name, ()))) for name in how.pile_names)
    cell = -1 if lock is None else BOARD.cell(lock)
    return WildPatterns(
        how, layout_of(rows), cell, bags, hands, scored, Stage.TURN, seat, turn, idle=idle
    )


def cell(x, y):
    """The name of a cell that the specification calls (x, y)."""
    return BOARD.labels[x + 5 * y]


def do(state, *texts):
    """The state after some moves, by their notation, and outcomes, as tuples."""
    for text in texts:
        step = parse(text, state.variant.pile_names) if isinstance(text, str) else text
        state = state.apply(step)
    return state


def notations(state):
    return [move.notation() for move in state.legal_moves()]


def draws(state):
    return [text for text in notations(state) if text.startswith("draw")]


def shifts(state):
    return [text for text in notations(state) if "-" in text and " " not in text]


def start(seats=2, rows=FULL_ROWS, **options):
    """The state after the layout was laid."""
    return GAME.new(seats, **options).apply((rows,))
