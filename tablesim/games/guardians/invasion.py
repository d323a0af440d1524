"""What the invaders do: they are removed, advance, meet mine and fighters, and are reinforced.

SK-21 to SK-33, except what seats decide.  Every function takes a state and returns the next one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...protocol import Draw, Event
from ...protocol.chance import Face
from .board import BIT, COLUMN, COLUMNS, LABELS, ROW, TOP
from .phases import Phase
from .tokens import (
    DAMAGED,
    EMPTY,
    HALF,
    IN_STACK,
    KIND,
    LEFT,
    LONE_LEFT,
    LONE_RIGHT,
    OTHER_HALF,
    RIGHT,
    SIGNS,
    Counts,
    plus,
    together,
    without,
    worth,
)
from .tokens import values as token_values

if TYPE_CHECKING:
    from .state import Guardians


@lru_cache(maxsize=4096)
def event(kind: str, seat: int | None, rules: tuple[str, ...], **details: Face) -> Event:
    """Return an event; equal ones are made once."""
    return Event(kind, seat, rules, tuple(details.items()))


def without_invader(state: Guardians, cell: int) -> tuple[bytes, int]:
    """Return ``board`` and ``invaders`` without that of a cell.

    The other half of an intact ship is damaged by it, and stays (SK-17, SK-25, SK-32).
    """
    board = bytearray(state.board)
    code = board[cell]
    board[cell] = EMPTY
    if code in OTHER_HALF:
        other = cell + OTHER_HALF[code]
        board[other] = DAMAGED[board[other]]
    return bytes(board), state.invaders ^ BIT[cell]


def column_cleared(state: Guardians, removed: int) -> Guardians:
    """If the last invader of a column was removed, advance (SK-22); first test the end (SK-23).

    Parameters
    ----------
    state
        The position after one action removed invaders.
    removed
        The cells where they were: several emptied columns make one advance, columns that were
        empty before make none.
    """
    invaders = state.invaders
    if not invaders and not any(state.stack):
        return end(state, "SK-23")
    if removed & (removed - 1) == 0:
        cleared = not COLUMN[(removed.bit_length() - 1) % COLUMNS] & invaders
    else:
        cleared = any(removed & column and not invaders & column for column in COLUMN)
    return advance(state) if cleared else state


def advance(state: Guardians) -> Guardians:
    """Step all invaders down at once (SK-24), and let them meet what is there (SK-25, SK-26).

    Then the planet is lost (SK-27), or the fleet is (SK-38), or reinforcements arrive (SK-28), in
    seven rows at most (SK-42).
    """
    state = state.noting(
        event("advance", None, ("SK-22", "SK-24")),
        board=state.board[COLUMNS:] + bytes(COLUMNS),
        invaders=state.invaders >> COLUMNS,
    )
    state = meet(state)
    if state.invaders & ROW[0]:
        return end(state, "SK-27", "SK-37")
    if any(state.stack):
        return state.but(filling=0)
    return state if state.invaders else end(state, "SK-38")


def meet(state: Guardians) -> Guardians:
    """Let invaders act on the mine and on the fighters in whose spaces they are (SK-25, SK-26)."""
    if state.invaders & BIT[state.mine]:
        state = explode(state, "SK-25")
    for seat, cell in enumerate(state.fighters):
        if state.invaders & BIT[cell]:
            state = destroy(state, seat)
    return state


def explode(state: Guardians, rule: str) -> Guardians:
    """Take the mine and the invader in its space out of the game; nobody scores (SK-25, SK-32)."""
    cell = state.mine
    code = state.board[cell]
    noted = event("explosion", None, (rule,), at=LABELS[cell], token=SIGNS[code])
    board, invaders = without_invader(state, cell)
    out = plus(state.out, KIND[code])
    return state.noting(noted, board=board, invaders=invaders, mine=-1, out=out)


def destroy(state: Guardians, seat: int) -> Guardians:
    """Take a fighter off the board; its owner pays the repair, or all he has (SK-26, SK-33)."""
    cell, owned = state.fighters[seat], state.tokens[seat]
    state = state.noting(
        event("destroyed", seat, ("SK-26", "SK-33"), at=LABELS[cell]),
        fighters=(*state.fighters[:seat], -1, *state.fighters[seat + 1 :]),
    )
    if worth(owned) >= state.settings.repair_cost:
        return state.but(owing=(*state.owing, seat))
    return repair(state, seat, token_values(owned))


def repair(state: Guardians, seat: int, paid: tuple[int, ...]) -> Guardians:
    """Let a seat pay tokens for its fighter; they leave the game (SK-33)."""
    noted = event("repair", seat, ("SK-33",), paid=_sum_text(paid))
    return discard(state, seat, paid).noting(noted)


def discard(state: Guardians, seat: int, paid: tuple[int, ...]) -> Guardians:
    """Take tokens of a seat out of the game; no change is given (SK-33)."""
    before = state.tokens[seat]
    left = without(before, paid)
    gone = tuple(a - b for a, b in zip(before, left, strict=True))
    return state.but(
        tokens=(*state.tokens[:seat], left, *state.tokens[seat + 1 :]),
        out=together(state.out, gone),
    )


def _sum_text(paid: tuple[int, ...]) -> str:
    return "+".join(map(str, paid)) or "nothing"


def draw(state: Guardians) -> Draw:
    """Return the draw from the stack for the next space of the top row (SK-28).

    In the last space there is no room for a ship, so that only monsters are drawn (SK-29).
    """
    return _draw(drawable(state))


@lru_cache(maxsize=4096)
def _draw(stack: Counts) -> Draw:
    # The counts of a last space end before the halves.
    return Draw(tuple("".join(map(str.__mul__, IN_STACK, stack))))


def drawable(state: Guardians) -> Counts:
    """Return what may come on the next space, as counts of the stack; empty if nothing can."""
    last = state.filling == COLUMNS - 1 and state.settings.ship_entry == "pair"
    allowed = state.stack[:HALF] if last else state.stack
    return allowed if any(allowed) else ()


def reinforce(state: Guardians, sign: str) -> Guardians:
    """Lay a token from the stack on the next space of the top row (SK-28).

    What it meets there acts as in an advance (SK-30); a column that stays empty in the end causes
    no second advance (SK-31), but a board that stays empty is the end (SK-38).
    """
    code = SIGNS.index(sign)
    if code < LEFT:
        state = lay(state, code)
    elif state.settings.ship_entry == "pair":
        state = lay(state, LEFT, RIGHT)
    else:
        state = lay_single_half(state, LONE_LEFT if code == LEFT else LONE_RIGHT)
    state = meet(state)
    if not state.invaders and not any(state.stack):
        return end(state, "SK-38")  # the mine took the last one of all
    return state if drawable(state) else state.but(filling=COLUMNS)


def lay(state: Guardians, *codes: int) -> Guardians:
    """Lay tokens from the stack side by side: a monster, or both halves of a ship (SK-29)."""
    space, stack = state.filling, state.stack
    for code in codes:
        stack = plus(stack, IN_STACK.index(SIGNS[code]), -1)
    cell, after = TOP + space, space + len(codes)
    return state.noting(
        event(
            "reinforce",
            None,
            ("SK-28",) if len(codes) == 1 else ("SK-28", "SK-29"),
            at=LABELS[cell],
            token="".join(SIGNS[code] for code in codes),
        ),
        board=state.board[:cell] + bytes(codes) + state.board[TOP + after :],
        invaders=state.invaders | ROW[-1] & (BIT[cell] | BIT[cell + len(codes) - 1]),
        stack=stack,
        filling=after,
    )


def lay_single_half(state: Guardians, code: int) -> Guardians:
    """Lay a half alone; a right half beside a lone left one makes a ship (SK-29, "single")."""
    cell = TOP + state.filling
    pairs = code == LONE_RIGHT and state.filling > 0 and state.board[cell - 1] == LONE_LEFT
    board = bytearray(state.board)
    board[cell] = RIGHT if pairs else code
    if pairs:
        board[cell - 1] = LEFT
    kind = HALF if code == LONE_LEFT else HALF + 1
    return state.noting(
        event("reinforce", None, ("SK-28", "SK-29"), at=LABELS[cell], token=SIGNS[board[cell]]),
        board=bytes(board),
        invaders=state.invaders | BIT[cell],
        stack=plus(state.stack, kind, -1),
        filling=state.filling + 1,
    )


def end(state: Guardians, *cited: str) -> Guardians:
    """End the game at once; nothing else that was begun goes on (SK-37, SK-38)."""
    noted = event("end", None, cited)
    return state.noting(noted, phase=Phase.OVER, owing=(), filling=COLUMNS)
