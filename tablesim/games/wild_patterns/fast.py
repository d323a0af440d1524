"""The moves of all tiles at once, as fast as Python allows.

:func:`.rules.landings` says the same for one tile, and is what this is compared with in the tests.
"""

from __future__ import annotations

from functools import lru_cache

from ...grid import mask_of
from .board import CELLS, FULL, NEAR
from .data import box

_WIDTH = box().columns
_NOT_FIRST = FULL & ~mask_of(range(0, CELLS, _WIDTH))
_NOT_LAST = FULL & ~mask_of(range(_WIDTH - 1, CELLS, _WIDTH))


@lru_cache(maxsize=1 << 12)
def destinations(tiles: int) -> tuple[int, ...]:
    """Return for each cell where its tile may go, for tiles that form one figure (T-19).

    Where no tile is, it is the empty set.  The lock is of no account here.

    The tiles are visited depth first.  When a tile is lifted off, those visited after it fall into
    subtrees; a subtree falls off if it touches nothing that was visited before the tile.  The tile
    must join all that has fallen off and the rest.  If nothing falls off, it may go to any free
    cell that touches another tile: one that it does not touch itself, or that two tiles touch.
    """
    up, down = tiles << _WIDTH, tiles >> _WIDTH
    left, right = (tiles & _NOT_FIRST) >> 1, (tiles & _NOT_LAST) << 1
    vertical, horizontal = up | down, left | right
    free = FULL & ~tiles
    touched = (vertical | horizontal) & free
    touched_twice = (vertical & horizontal | up & down | left & right) & free
    found = [0] * CELLS
    unseen = tiles

    def visit(bit: int, before: int) -> tuple[int, int]:
        """Visit a tile; return its subtree, and all neighbors of that."""
        nonlocal unseen
        unseen ^= bit
        cell = bit.bit_length() - 1
        near = NEAR[cell]
        subtree, around = bit, near
        fallen, joining = 0, free
        while todo := near & unseen:
            part, near_part = visit(todo & -todo, before | bit)
            subtree |= part
            around |= near_part
            if not near_part & before:
                fallen |= part
                joining &= near_part
        if not fallen:
            joining = touched & ~near | touched_twice
        elif rest := tiles ^ bit ^ fallen:
            joining &= (
                rest << _WIDTH | rest >> _WIDTH | (rest & _NOT_FIRST) >> 1 | (rest & _NOT_LAST) << 1
            )
        found[cell] = joining
        return subtree, around

    visit(tiles & -tiles, 0)
    return tuple(found)
