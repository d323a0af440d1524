"""The rules: set-up, the three steps of a turn, the end.

What the invaders do stands in ``invasion``.  Every step is a function from a state to the next one;
which steps are legal says ``legality``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from .board import BIT, COLUMNS, FORMATION, LABELS, ROW, first_above
from .chance import Formation
from .invasion import (
    column_cleared,
    discard,
    end,
    event,
    explode,
    reinforce,
    repair,
    without_invader,
)
from .moves import Kind, Move
from .phases import Phase
from .tokens import (
    HALF,
    KIND,
    OTHER_HALF,
    SIGNS,
    VALUES,
    Counts,
    gain,
    lowest,
    plus,
    worth,
)

if TYPE_CHECKING:
    from .state import Guardians

AFTER_A_ROCKET: Final = 4
"""Shots that are taken as fired: more than level 3 and an upgrade marker allow (SK-36)."""

BEST_LEVEL: Final = 3
"""The highest digit of a fighter (SK-4)."""


# Set-up (SK-6 to SK-11)


def formation(state: Guardians) -> Formation:
    """Fill the four top rows with monsters; halves go back into the stack (SK-6, SK-7)."""
    return Formation(state.stack[:HALF], len(FORMATION))


def lay_formation(state: Guardians, signs: tuple[str, ...]) -> Guardians:
    """Lay the formation row by row from the top, left to right (SK-7)."""
    board = bytearray(state.board)
    stack = state.stack
    for cell, sign in zip(FORMATION, signs, strict=True):
        board[cell] = SIGNS.index(sign)
        stack = plus(stack, KIND[board[cell]], -1)
    return state.noting(
        event("setup", None, ("SK-6", "SK-7"), invaders=len(FORMATION)),
        board=bytes(board),
        invaders=sum(BIT[cell] for cell in FORMATION),
        stack=stack,
        phase=Phase.PLACE_FIGHTER,
    )


def place_fighter(state: Guardians, move: Move) -> Guardians:
    """Put the fighter of each seat in turn on the lowest row; then comes the mine (SK-8)."""
    following = (state.seat + 1) % len(state.fighters)
    is_last = following == state.settings.first_player
    return state.noting(
        event("setup", state.seat, ("SK-8",), fighter=LABELS[move.at]),
        fighters=moved_to(state, move.at),
        phase=Phase.PLACE_MINE if is_last else Phase.PLACE_FIGHTER,
        seat=state.seat if is_last else following,
    )


def place_mine(state: Guardians, move: Move) -> Guardians:
    """Let the seat that placed its fighter last place the mine; the first one begins (SK-9)."""
    return state.noting(
        event("setup", state.seat, ("SK-9",), mine=LABELS[move.at]),
        mine=move.at,
        phase=Phase.TURN_ENDS,
    )


def moved_to(state: Guardians, cell: int) -> tuple[int, ...]:
    """Return the cells of all fighters, with that of the seat on a cell."""
    seat = state.seat
    return (*state.fighters[:seat], cell, *state.fighters[seat + 1 :])


# The turn (SK-12 to SK-20, SK-32 to SK-36)


def begin_turn(state: Guardians) -> Guardians:
    """Pass the turn to the left neighbor, until the turns are used up (SK-40)."""
    settings = state.settings
    if state.turn == settings.turn_limit:
        return end(state, "SK-40")
    seat = (state.seat + 1) % len(state.fighters)
    phase = Phase.MOVE if state.fighters[seat] >= 0 else Phase.RETURN
    state = state.but(turn=state.turn + 1, seat=seat, shots=0, phase=phase)
    return before_step_1(state) if settings.upgrades and phase is Phase.MOVE else state


def before_step_1(state: Guardians) -> Guardians:
    """Ask a seat of the variant that can pay whether it improves its fighter (SK-36)."""
    asked = (
        state.settings.upgrades
        and state.levels[state.seat] < BEST_LEVEL
        and worth(state.tokens[state.seat]) >= state.settings.upgrade_cost
    )
    return state.but(phase=Phase.UPGRADE if asked else Phase.MOVE)


def return_fighter(state: Guardians, move: Move) -> Guardians:
    """Put a destroyed fighter back on the lowest row; the turn goes on (SK-34)."""
    noted = event("return", state.seat, ("SK-34",), to=LABELS[move.at])
    return before_step_1(state.noting(noted, fighters=moved_to(state, move.at)))


def upgrade(state: Guardians, move: Move) -> Guardians:
    """Raise the fighter by one level for tokens, or not (SK-36)."""
    state = state.but(phase=Phase.MOVE)
    if move.kind is Kind.NO_UPGRADE:
        return state
    seat = state.seat
    levels = plus(state.levels, seat)
    noted = event("upgrade", seat, ("SK-36",), level=levels[seat], paid=_text(move.paid))
    return discard(state, seat, move.paid).noting(noted, levels=levels)


def move_fighter(state: Guardians, move: Move) -> Guardians:
    """Do step 1: fly straight to another space, or stay (SK-12, SK-13)."""
    cell = state.fighters[state.seat]
    if move.at == cell:
        return state.but(phase=Phase.SHOOT)
    noted = event("move", state.seat, ("SK-12",), by=LABELS[cell], to=LABELS[move.at])
    return state.noting(noted, fighters=moved_to(state, move.at), phase=Phase.SHOOT)


def step_2(state: Guardians, move: Move) -> Guardians:
    """Do step 2: shoot, or fire the rocket instead (SK-15, SK-35, SK-36)."""
    match move.kind:
        case Kind.ROCKET:
            return rocket(state.but(shots=AFTER_A_ROCKET), move)
        case Kind.STOP_SHOOTING:
            return state.but(phase=Phase.MINE)
        case Kind.EXTRA_SHOT:
            state = state.but(markers=state.markers & ~(1 << state.seat))
    return shoot(state.but(shots=state.shots + 1))


def shoot(state: Guardians) -> Guardians:
    """Shoot straight up, at the first object above the fighter (SK-14, SK-15)."""
    hit = first_above(state.fighters[state.seat], state.occupied())
    if hit < 0:
        return state.noting(event("shot", state.seat, ("SK-15",), hit="nothing"))
    if state.board[hit]:
        return hit_invader(state, hit)
    if hit == state.mine:
        return state.noting(event("shot", state.seat, ("SK-20",), hit="mine", at=LABELS[hit]))
    return hit_fighter(state, hit)


def hit_invader(state: Guardians, hit: int) -> Guardians:
    """Take a monster or a damaged ship; the hit half of an intact ship is out (SK-16 to SK-18)."""
    seat, code = state.seat, state.board[hit]
    kind = KIND[code]
    where = LABELS[hit]
    board, invaders = without_invader(state, hit)
    if code in OTHER_HALF:
        noted = event("shot", seat, ("SK-17",), hit="ship", at=where)
        out = plus(state.out, kind)
        state = state.noting(noted, board=board, invaders=invaders, out=out)
    else:
        word, rule = ("monster", "SK-16") if kind < HALF else ("damaged ship", "SK-18")
        noted = event("shot", seat, (rule,), hit=word, at=where)
        gained = event("gain", seat, (rule,), value=VALUES[kind])
        tokens = gain(state.tokens, seat, kind)
        state = state.noting(noted, gained, board=board, invaders=invaders, tokens=tokens)
    return column_cleared(state, BIT[hit])


def hit_fighter(state: Guardians, hit: int) -> Guardians:
    """Take the lowest token of the fighter's owner, if he has one (SK-19)."""
    owner = state.fighters.index(hit)
    noted = event("shot", state.seat, ("SK-19",), hit="fighter", at=LABELS[hit])
    kind = lowest(state.tokens[owner])
    if kind < 0:
        return state.noting(noted)
    taken = event("steal", state.seat, ("SK-19",), owner=owner, value=VALUES[kind])
    tokens = gain(gain(state.tokens, owner, kind, -1), state.seat, kind)
    return state.noting(noted, taken, tokens=tokens)


def rocket(state: Guardians, move: Move) -> Guardians:
    """Take all invaders of a row out of the game, intact ships completely (SK-35)."""
    seat = state.seat
    removed = state.invaders & ROW[move.at]
    noted = event("rocket", seat, ("SK-35",), row=move.at, paid=_text(move.paid))
    state = discard(state, seat, move.paid).noting(noted, rockets=state.rockets & ~(1 << seat))
    first = move.at * COLUMNS
    row = state.board[first : first + COLUMNS]
    for code in filter(None, row):
        if state.settings.rocket_gain == "owner":
            state = state.but(tokens=gain(state.tokens, seat, KIND[code]))
        else:
            state = state.but(out=plus(state.out, KIND[code]))
    board = state.board[:first] + bytes(COLUMNS) + state.board[first + COLUMNS :]
    return column_cleared(state.but(board=board, invaders=state.invaders ^ removed), removed)


def pay(state: Guardians, move: Move) -> Guardians:
    """Let the owner of a destroyed fighter pay for the repair (SK-33)."""
    seat, *others = state.owing
    return repair(state.but(owing=tuple(others)), seat, move.paid)


def move_mine(state: Guardians, move: Move) -> Guardians:
    """Do step 3: leave the mine, move it to the right, or let it enter again (SK-32)."""
    state = state.but(phase=Phase.TURN_ENDS)
    if move.kind is Kind.MINE_STAY:
        return state
    cell = state.mine + 1 if move.kind is Kind.MINE_RIGHT else move.at
    state = state.noting(event("mine", state.seat, ("SK-32",), to=LABELS[cell]), mine=cell)
    if state.board[cell]:
        return column_cleared(explode(state, "SK-32"), BIT[cell])
    return state


# What comes next


_STEPS: Final[Mapping[Phase, Callable[[Guardians, Any], Guardians]]] = {
    Phase.FORMATION: lay_formation,
    Phase.PLACE_FIGHTER: place_fighter,
    Phase.PLACE_MINE: place_mine,
    Phase.RETURN: return_fighter,
    Phase.UPGRADE: upgrade,
    Phase.MOVE: move_fighter,
    Phase.SHOOT: step_2,
    Phase.MINE: move_mine,
}


def after(state: Guardians, step: Any) -> Guardians:
    """Return the state after a legal step: a repair, a draw, or what the phase asks for."""
    if state.owing:
        state = pay(state, step)
    elif state.filling != COLUMNS:
        state = reinforce(state, step[0])
    else:
        state = _STEPS[state.phase](state, step)
    return go_on(state)


def go_on(state: Guardians) -> Guardians:
    """Go on to the next decision, unless repairs or reinforcements come first."""
    if state.phase < Phase.SHOOT or state.owing or state.filling != COLUMNS:
        return state
    phase = state.phase
    if phase is Phase.SHOOT and state.shots and not may_shoot_again(state):
        phase = Phase.MINE
    if phase is Phase.MINE and state.mine < 0:
        phase = Phase.TURN_ENDS  # after an explosion step 3 falls away (SK-32)
    if phase is Phase.TURN_ENDS:
        return begin_turn(state)
    return state if phase is state.phase else state.but(phase=phase)


def may_shoot_again(state: Guardians) -> bool:
    """Whether a shot is left: as many as the level says, one for the marker (SK-36)."""
    seat, shots = state.seat, state.shots
    level = state.levels[seat]
    has_marker = state.markers >> seat & 1
    return state.fighters[seat] >= 0 and (shots < level or bool(shots == level and has_marker))


def winners(tokens: tuple[Counts, ...]) -> tuple[int, ...]:
    """Return who won: most points, then most halves, then most tokens, else shared (SK-38, 39)."""
    standing = [(worth(owned), owned[HALF], sum(owned)) for owned in tokens]
    return tuple(seat for seat, mine in enumerate(standing) if mine == max(standing))


def _text(paid: tuple[int, ...]) -> str:
    return "+".join(map(str, paid))
