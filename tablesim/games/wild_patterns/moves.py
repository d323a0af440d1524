"""What a seat can decide: to draw, to move a tile, and to lay cards or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import NotAMove
from .board import BOARD, CELLS, LABELS
from .cards import HIDDEN, Cards, cards
from .data import box

Key = tuple[int | str, ...]


class WildMove:
    """Any decision; draws are listed first, then tiles by where they stand, then claims."""

    __slots__ = ()

    @property
    def key(self) -> Key:
        """What moves are sorted by."""
        raise NotImplementedError

    def notation(self) -> str:
        """Return the move as text."""
        raise NotImplementedError

    def __lt__(self, other: WildMove) -> bool:
        return self.key < other.key


@dataclass(frozen=True, slots=True)
class DrawCard(WildMove):
    """Draw a card from a pile (T-17).

    >>> DrawCard("5").notation()
    'draw 5'
    """

    pile: str

    @property
    def key(self) -> Key:  # noqa: D102
        return 0, self.pile

    def notation(self) -> str:  # noqa: D102
        return f"draw {self.pile}"


@dataclass(frozen=True, slots=True)
class MoveTile(WildMove):
    """Move a tile from one cell to another (T-19).

    >>> MoveTile(14, 0).notation()
    'e3-a1'
    """

    source: int
    target: int

    @property
    def key(self) -> Key:  # noqa: D102
        return 1, self.source, self.target

    def notation(self) -> str:  # noqa: D102
        return f"{LABELS[self.source]}-{LABELS[self.target]}"


@dataclass(frozen=True, slots=True)
class Claim(WildMove):
    """Lay some cards whose patterns are on the board, or none (T-23, T-24, T-27).

    >>> Claim(("3-02", "4-03")).notation(), Claim().notation()
    ('claim 3-02 4-03', 'decline')
    """

    cards: Cards = ()

    @property
    def key(self) -> Key:  # noqa: D102
        return 2, *self.cards

    def notation(self) -> str:  # noqa: D102
        return " ".join(("claim", *self.cards)) if self.cards else "decline"


SHIFTS = tuple(tuple(MoveTile(a, b) for b in range(CELLS)) for a in range(CELLS))
"""``SHIFTS[source][target]``: every move of a tile, made once."""

_WIDTH = box().columns
_IN_ROW = (1 << _WIDTH) - 1
_ROWS = tuple(
    tuple(
        tuple(
            tuple(shifts[first + i] for i in range(_WIDTH) if targets >> i & 1)
            for targets in range(_IN_ROW + 1)
        )
        for first in range(0, CELLS, _WIDTH)
    )
    for shifts in SHIFTS
)
"""For each source, row of the board, and set of targets in that row: the moves there."""


def shifts_to(targets: Sequence[int], lock: int) -> list[WildMove]:
    """Return the moves of tiles to sets of cells, sorted.

    Parameters
    ----------
    targets
        For each cell where its tile may go; the empty set where no tile is.
    lock
        The cell of the tile that may not move (T-21).
    """
    found: list[WildMove] = []
    for source, rows in enumerate(_ROWS):
        cells = targets[source]
        if cells and source != lock:
            for row in rows:
                found += row[cells & _IN_ROW]
                cells >>= _WIDTH
    return found


def parse(text: str, piles: tuple[str, ...]) -> WildMove:
    """Return the move that a text means.

    Parameters
    ----------
    text
        ``"draw 5"``, ``"e3-a1"``, ``"claim 3-02 4-03"`` or ``"decline"``.
    piles
        The names of the piles that there are.

    Raises
    ------
    NotAMove
        If it is none of these.
    """
    word, _, rest = text.partition(" ")
    found: WildMove | None = None
    if word == "draw" and rest in piles:
        found = DrawCard(rest)
    elif word == "decline":
        found = Claim()
    elif word == "claim":
        named = tuple(sorted(set(rest.split(" "))))
        if all(card in cards() or card in HIDDEN.values() for card in named):
            found = Claim(named)
    else:
        source, _, target = text.partition("-")
        if source in LABELS and target in LABELS:
            found = SHIFTS[BOARD.cell(source)][BOARD.cell(target)]
    # Only the notation itself is understood: a card named twice, or a space too many, is not.
    if found is None or found.notation() != text:
        raise NotAMove(
            f"expected for instance 'draw {piles[0]}', 'e3-a1', 'claim 3-02 4-03' or 'decline', "
            f"got {text!r}"
        )
    return found
