"""Positions as plain JSON values: written, read back, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...errors import BadData, Mistake
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


def encode(state: Guardians) -> dict[str, Any]:
    """Return a state as plain JSON values.

    ``rows`` shows all that stands on the board; a fighter that is not there is not on the board.
    """
    chosen = state.settings
    settings = {name: getattr(chosen, name) for name in Settings.__slots__}
    return {
        "settings": settings | {"monster_counts": list(chosen.monster_counts)},
        "phase": state.phase.name.lower(),
        "turn": state.turn,
        "seat": state.seat,
        "rows": rows(state),
        "stack": "".join(sign * n for sign, n in zip(IN_STACK, state.stack, strict=True)),
        "tokens": [list(values(owned)) for owned in state.tokens],
        "out": list(values(state.out)),
        "rockets": _seats(state.rockets),
        "levels": list(state.levels),
        "markers": _seats(state.markers),
        "shots": state.shots,
        "owing": list(state.owing),
        "filling": state.filling,
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def decode(data: Mapping[str, Any], settle: Any) -> Guardians:
    """Return the state that :func:`encode` wrote.

    Parameters
    ----------
    data
        The JSON values.
    settle
        Makes checked :class:`~tablesim.games.guardians.state.Settings` of a mapping and a number of
        seats.

    Raises
    ------
    BadData
        If the data are not those of a possible state.
    """
    try:
        state = _Reader(data, settle).state()
        _check(state)
    except KeyError as error:
        raise _bad(f"the key {error} is missing") from None
    except (TypeError, ValueError, AttributeError, LookupError, OverflowError) as error:
        raise _bad(str(error)) from error
    return state


def _bad(message: str) -> BadData:
    return BadData([Mistake(f"not a position of guardians: {message}")])


KEYS: Final = [
    "settings",
    "phase",
    "turn",
    "seat",
    "rows",
    "stack",
    "tokens",
    "out",
    "rockets",
    "levels",
    "markers",
    "shots",
    "owing",
    "filling",
]


_PHASES: Final = {phase.name.lower(): phase for phase in Phase}

_CODES: Final = bytes(max(0, SIGNS.find(chr(sign))) for sign in range(256))
"""The code for each sign; that of an empty cell where no invader stands."""


class _Reader:
    """Reads the keys one by one; what is wrong raises an error of Python's."""

    def __init__(self, data: Mapping[str, Any], settle: Any) -> None:
        self.data = data
        unknown = sorted(set(data) - set(KEYS))
        if unknown:
            raise ValueError(f"unknown {unknown[0]!r}; known: {', '.join(KEYS)}")
        self.tokens = tuple(self._heap(heap) for heap in data["tokens"])
        self.seats = len(self.tokens)
        self.settings: Settings = settle(data["settings"], self.seats)

    def state(self) -> Guardians:
        data = self.data
        board, fighters, mine = self._board()
        return Guardians(
            settings=self.settings,
            phase=self._phase(),
            turn=self._number("turn", self.settings.turn_limit),
            seat=self._number("seat", self.seats - 1),
            board=board,
            invaders=sum(BIT[cell] for cell, code in enumerate(board) if code),
            fighters=fighters,
            mine=mine,
            stack=self._stack(),
            tokens=self.tokens,
            out=self._heap(data["out"]),
            rockets=self._mask("rockets"),
            levels=self._levels(),
            markers=self._mask("markers"),
            shots=self._number("shots", AFTER_A_ROCKET),
            owing=self._some_seats("owing"),
            filling=self._number("filling", COLUMNS),
        )

    def _phase(self) -> Phase:
        word = self.data["phase"]
        if word not in _PHASES:
            raise ValueError(f"phase: expected one of {', '.join(_PHASES)}, got {word!r}")
        return _PHASES[word]

    def _number(self, key: str, most: int) -> int:
        value = self.data[key]
        if type(value) is not int or not 0 <= value <= most:
            raise ValueError(f"{key}: expected 0 to {most}, got {value!r}")
        return value

    def _some_seats(self, key: str) -> tuple[int, ...]:
        listed = self.data[key]
        ordered = sorted(set(listed)) if key != "owing" else list(dict.fromkeys(listed))
        if listed != ordered or any(type(s) is not int or not 0 <= s < self.seats for s in listed):
            raise ValueError(f"{key}: expected some of the {self.seats} seats, got {listed!r}")
        return tuple(listed)

    def _mask(self, key: str) -> int:
        return sum(1 << seat for seat in self._some_seats(key))

    def _levels(self) -> tuple[int, ...]:
        levels = self.data["levels"]
        right = [type(level) is int and 1 <= level <= BEST_LEVEL for level in levels]
        if type(levels) is not list or len(levels) != self.seats or not all(right):
            raise ValueError(f"levels: expected 1 to {BEST_LEVEL} for each seat, got {levels!r}")
        return tuple(levels)

    def _heap(self, listed: Any) -> Counts:
        right = type(listed) is list and all(type(v) is int and v in VALUES for v in listed)
        if not right or listed != sorted(listed, reverse=True):
            raise ValueError(f"expected values {VALUES} from high to low, got {listed!r}")
        return counts(tuple(listed))

    def _stack(self) -> Counts:
        text = self.data["stack"]
        found = tuple(map(text.count, IN_STACK))
        if "".join(sign * n for sign, n in zip(IN_STACK, found, strict=True)) != text:
            raise ValueError(f"stack: expected signs {IN_STACK} in this order, got {text!r}")
        return found

    def _board(self) -> tuple[bytes, tuple[int, ...], int]:
        listed = self.data["rows"]
        if len(listed) != ROWS or any(len(row) != COLUMNS for row in listed):
            raise ValueError(f"rows: expected {ROWS} texts of {COLUMNS} signs, got {listed!r}")
        line = "".join(reversed(listed))
        known = SIGNS + FIGHTERS[: self.seats] + MINE
        if not set(line) <= set(known):
            cell, sign = next((n, sign) for n, sign in enumerate(line) if sign not in known)
            raise ValueError(f"rows: {sign!r} on {LABELS[cell]} is none of {known}")
        for sign in known[len(SIGNS) :]:
            if line.count(sign) > 1:
                raise ValueError(f"rows: {sign!r} is on the board more than once")
        board = line.encode().translate(_CODES)
        return board, tuple(map(line.find, FIGHTERS[: self.seats])), line.find(MINE)


def _check(state: Guardians) -> None:
    """Raise ``ValueError`` if no game can be at this point."""
    for cell, code in enumerate(state.board):
        if code in OTHER_HALF and not _is_whole(state, cell, cell + OTHER_HALF[code]):
            raise ValueError(
                f"rows: the other half of {SIGNS[code]!r} on {LABELS[cell]} is missing; "
                f"write {SIGNS[DAMAGED[code]]!r} for a damaged ship"
            )
    if state.invaders & ROW[0] and state.phase is not Phase.OVER:
        raise ValueError("rows: an invader is in the lowest row, so the phase must be 'over'")
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
            raise ValueError(f"phase: nothing can interrupt {name!r}")
    elif phase is Phase.TURN_ENDS:
        raise ValueError("phase: 'turn_ends' is only for what owing or filling interrupt")
    elif phase in {Phase.UPGRADE, Phase.MOVE, Phase.SHOOT} and not is_there:
        raise ValueError(f"rows: seat {state.seat} has no fighter that could act")
    elif phase is Phase.SHOOT and state.shots and not may_shoot_again(state):
        raise ValueError(f"shots: seat {state.seat} has none left after {state.shots}")
    elif phase is Phase.MINE and state.mine < 0:
        raise ValueError("rows: there is no mine to move")
    if phase in {Phase.PLACE_FIGHTER, Phase.RETURN} and is_there:
        raise ValueError(f"rows: the fighter of seat {state.seat} is on the board already")
    if phase <= Phase.PLACE_MINE and state.mine >= 0:
        raise ValueError(f"rows: there is no mine on the board in {name!r}")
    if phase is Phase.FORMATION and (state.occupied() or sum(state.stack[:HALF]) < len(FORMATION)):
        raise ValueError("phase: the formation needs an empty board, and monsters in the stack")


def _check_interruptions(state: Guardians) -> None:
    for seat in state.owing:
        can_pay = worth(state.tokens[seat]) >= state.settings.repair_cost
        if state.fighters[seat] >= 0 or not can_pay:
            raise ValueError(f"owing: the fighter of seat {seat} is there, or it cannot pay")
    if state.settings.ship_entry == "pair" and state.stack[HALF] != state.stack[HALF + 1]:
        raise ValueError("stack: as many left as right halves (SK-29)")
    taken = state.board[TOP + state.filling :].strip(b"\0")
    if state.filling != COLUMNS and (taken or not drawable(state)):
        raise ValueError("filling: nothing can be laid there")
