"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...protocol.positions import (
    among,
    distinct,
    each,
    keyed,
    listed,
    named,
    reading,
    several,
    told,
    within,
    wrong,
)
from .board import BIT, COLUMNS, FORMATION, LABELS, ROW, ROWS, TOP
from .invasion import drawable
from .phases import Phase
from .rules import AFTER_A_ROCKET, BEST_LEVEL, may_shoot_again
from .state import Guardians, Settings
from .tokens import (
    DAMAGED,
    HALF,
    IN_STACK,
    OTHER_HALF,
    SIGNS,
    VALUES,
    Counts,
    counts,
    values,
    worth,
)
from .view import FIGHTERS, MINE, rows

KEYS: Final = (
    *("settings", "phase", "turn", "seat", "rows", "stack", "tokens", "out", "rockets"),
    *("levels", "markers", "shots", "owing", "filling"),
)

_PHASES: Final = {phase.name.lower(): phase for phase in Phase}

_CODES: Final = bytes(max(0, SIGNS.find(chr(sign))) for sign in range(256))
"""The code for each sign; that of an empty cell where no invader stands."""


def encode(state: Guardians) -> dict[str, Any]:
    """Return a state as plain JSON values.

    ``rows`` shows all that stands on the board; a fighter that is not there is not on the board.
    """
    return {
        "settings": told(state.settings, Settings.__slots__),
        "phase": state.phase.name.lower(),
        **told(state, ("turn", "seat")),
        "rows": rows(state),
        "stack": "".join(sign * n for sign, n in zip(IN_STACK, state.stack, strict=True)),
        "tokens": [list(values(owned)) for owned in state.tokens],
        "out": list(values(state.out)),
        "rockets": _seats(state.rockets),
        "levels": list(state.levels),
        "markers": _seats(state.markers),
        **told(state, ("shots", "owing", "filling")),
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def decode(data: Any, settle: Callable[[Mapping[str, Any], int], Settings]) -> Guardians:
    """Return the state that :func:`encode` wrote.

    Parameters
    ----------
    data
        The JSON values.
    settle
        Makes checked settings of a mapping and a number of seats.

    Raises
    ------
    BadData
        If the data are not those of a possible state.
    """
    with reading("guardians"):
        state = _read(keyed("", data, KEYS), settle)
        _check(state)
        return state


def _read(
    data: Mapping[str, Any], settle: Callable[[Mapping[str, Any], int], Settings]
) -> Guardians:
    tokens = each("tokens", data["tokens"], _heap)
    players = range(len(tokens))
    with within("settings"):
        settings = settle(data["settings"], len(tokens))
    board, fighters, mine = _board(data["rows"], len(tokens))
    return Guardians(
        settings=settings,
        phase=named("phase", data["phase"], _PHASES),
        turn=among("turn", data["turn"], range(settings.turn_limit + 1)),
        seat=among("seat", data["seat"], players),
        board=board,
        invaders=sum(BIT[cell] for cell, code in enumerate(board) if code),
        fighters=fighters,
        mine=mine,
        stack=_stack(data["stack"]),
        tokens=tokens,
        out=_heap("out", data["out"]),
        rockets=_mask("rockets", data["rockets"], players),
        levels=several("levels", data["levels"], range(1, BEST_LEVEL + 1), len(tokens)),
        markers=_mask("markers", data["markers"], players),
        shots=among("shots", data["shots"], range(AFTER_A_ROCKET + 1)),
        owing=_some("owing", data["owing"], players),
        filling=among("filling", data["filling"], range(COLUMNS + 1)),
    )


def _some(key: str, seats: Any, players: range) -> tuple[int, ...]:
    some = several(key, seats, players)
    distinct(key, some)
    return some


def _mask(key: str, seats: Any, players: range) -> int:
    if seats != sorted(_some(key, seats, players)):
        wrong(key, f"expected seats in order, got {seats!r}")
    return sum(1 << seat for seat in seats)


def _heap(key: str, tokens: Any) -> Counts:
    heap = several(key, tokens, VALUES)
    if tokens != sorted(tokens, reverse=True):
        wrong(key, f"expected values from high to low, got {tokens!r}")
    return counts(heap)


def _stack(text: Any) -> Counts:
    found = tuple(map(str(text).count, IN_STACK))
    if "".join(sign * n for sign, n in zip(IN_STACK, found, strict=True)) != text:
        wrong("stack", f"expected signs {IN_STACK} in this order, got {text!r}")
    return found


def _board(texts: Any, seats: int) -> tuple[bytes, tuple[int, ...], int]:
    for row in listed("rows", texts, ROWS, f"texts of {COLUMNS} signs"):
        if type(row) is not str or len(row) != COLUMNS:
            wrong("rows", f"expected texts of {COLUMNS} signs, got {row!r:.80}")
    line = "".join(reversed(texts))
    known = SIGNS + FIGHTERS[:seats] + MINE
    if not set(line) <= set(known):
        cell, sign = next((n, sign) for n, sign in enumerate(line) if sign not in known)
        wrong("rows", f"{sign!r} on {LABELS[cell]} is none of {known}")
    for sign in known[len(SIGNS) :]:
        if line.count(sign) > 1:
            wrong("rows", f"{sign!r} is on the board more than once")
    board = line.encode().translate(_CODES)
    return board, tuple(map(line.find, FIGHTERS[:seats])), line.find(MINE)


def _check(state: Guardians) -> None:
    """Complain if no game can be at this point."""
    for cell, code in enumerate(state.board):
        if code in OTHER_HALF and not _is_whole(state, cell, cell + OTHER_HALF[code]):
            wrong(
                "rows",
                f"the other half of {SIGNS[code]!r} on {LABELS[cell]} is missing; "
                f"write {SIGNS[DAMAGED[code]]!r} for a damaged ship",
            )
    if state.invaders & ROW[0] and state.phase is not Phase.OVER:
        wrong("rows", "an invader is in the lowest row, so the phase must be 'over'")
    _check_phase(state)
    _check_interruptions(state)


def _is_whole(state: Guardians, cell: int, other: int) -> bool:
    """Whether the other half of a ship lies in the same row, and is turned to this one."""
    same_row = other // COLUMNS == cell // COLUMNS
    return same_row and OTHER_HALF.get(state.board[other]) == cell - other


def _check_phase(state: Guardians) -> None:
    phase, is_there = state.phase, state.fighters[state.seat] >= 0
    name = phase.name.lower()
    if state.owing or state.filling != COLUMNS:
        if phase not in {Phase.SHOOT, Phase.MINE, Phase.TURN_ENDS}:
            wrong("phase", f"nothing can interrupt {name!r}")
    elif phase is Phase.TURN_ENDS:
        wrong("phase", "'turn_ends' is only for what owing or filling interrupt")
    elif phase in {Phase.UPGRADE, Phase.MOVE, Phase.SHOOT} and not is_there:
        wrong("rows", f"seat {state.seat} has no fighter that could act")
    elif phase is Phase.SHOOT and state.shots and not may_shoot_again(state):
        wrong("shots", f"seat {state.seat} has none left after {state.shots}")
    elif phase is Phase.MINE and state.mine < 0:
        wrong("rows", "there is no mine to move")
    if phase in {Phase.PLACE_FIGHTER, Phase.RETURN} and is_there:
        wrong("rows", f"the fighter of seat {state.seat} is on the board already")
    if phase <= Phase.PLACE_MINE and state.mine >= 0:
        wrong("rows", f"there is no mine on the board in {name!r}")
    if phase is Phase.FORMATION and (state.occupied() or sum(state.stack[:HALF]) < len(FORMATION)):
        wrong("phase", "the formation needs an empty board, and monsters in the stack")


def _check_interruptions(state: Guardians) -> None:
    for seat in state.owing:
        can_pay = worth(state.tokens[seat]) >= state.settings.repair_cost
        if state.fighters[seat] >= 0 or not can_pay:
            wrong("owing", f"the fighter of seat {seat} is there, or it cannot pay")
    if state.settings.ship_entry == "pair" and state.stack[HALF] != state.stack[HALF + 1]:
        wrong("stack", "as many left as right halves (SK-29)")
    taken = state.board[TOP + state.filling :].strip(b"\0")
    if state.filling != COLUMNS and (taken or not drawable(state)):
        wrong("filling", "nothing can be laid there")
