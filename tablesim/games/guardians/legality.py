"""Which moves are legal: listed from tables for speed, and judged one by one with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from . import moves
from .board import BIT, COLUMNS, LABELS, MINE_MASK, MINE_SPACES, ROW, destinations
from .moves import Kind, Move
from .phases import Phase
from .tokens import Counts, counts, worth

if TYPE_CHECKING:
    from .state import Guardians

# The list


def legal_moves(state: Guardians) -> tuple[Move, ...]:
    """Return the legal moves, sorted; none unless a seat decides."""
    if state.owing:
        return moves.paying(Kind.PAY, state.tokens[state.owing[0]], state.settings.repair_cost)
    if state.filling != COLUMNS:
        return ()
    return _LISTS[state.phase](state)


def _placements(state: Guardians) -> tuple[Move, ...]:
    return moves.to_cells(Kind.PLACE_FIGHTER, ROW[0] & ~state.occupied())


def _mine_placements(state: Guardians) -> tuple[Move, ...]:
    return moves.to_cells(Kind.PLACE_MINE, MINE_MASK & ~state.occupied())


def _returns(state: Guardians) -> tuple[Move, ...]:
    return moves.to_cells(Kind.RETURN_FIGHTER, ROW[0] & ~state.occupied())


def _upgrades(state: Guardians) -> tuple[Move, ...]:
    owned, cost = state.tokens[state.seat], state.settings.upgrade_cost
    return (moves.NO_UPGRADE, *moves.paying(Kind.UPGRADE, owned, cost))


def _flights(state: Guardians) -> tuple[Move, ...]:
    cell = state.fighters[state.seat]
    reached = destinations(cell, state.occupied(), state.settings.directions)
    return moves.flights(reached | BIT[cell])


def _shots(state: Guardians) -> tuple[Move, ...]:
    seat, shots = state.seat, state.shots
    if shots == 0:
        owned, cost = state.tokens[seat], state.settings.rocket_cost
        if not state.rockets >> seat & 1 or worth(owned) < cost:
            return _SHOOT_ONLY
        listed: tuple[Move, ...] = _SHOOT_ONLY
        for row, cells in enumerate(ROW):
            if state.invaders & cells:
                listed += moves.paying(Kind.ROCKET, owned, cost, row)
        return listed
    return _SHOOT_OR_STOP if shots < state.levels[seat] else _EXTRA_OR_STOP


def _mine_moves(state: Guardians) -> tuple[Move, ...]:
    fighters = state.fighter_mask()
    if state.mine % COLUMNS == COLUMNS - 1:
        entries = moves.to_cells(Kind.MINE_ENTER, MINE_MASK & ~fighters)
        return (moves.MINE_STAY, *entries)
    return _STAY_ONLY if fighters & BIT[state.mine + 1] else _STAY_OR_RIGHT


_SHOOT_ONLY: Final = (moves.SHOOT,)
_SHOOT_OR_STOP: Final = (moves.SHOOT, moves.STOP_SHOOTING)
_EXTRA_OR_STOP: Final = (moves.EXTRA_SHOT, moves.STOP_SHOOTING)
_STAY_ONLY: Final = (moves.MINE_STAY,)
_STAY_OR_RIGHT: Final = (moves.MINE_STAY, moves.MINE_RIGHT)


def _nothing(state: Guardians) -> tuple[Move, ...]:
    return ()


_LISTS: Final[tuple[Callable[[Guardians], tuple[Move, ...]], ...]] = (
    _nothing,  # in the order of the phases
    _placements,
    _mine_placements,
    _returns,
    _upgrades,
    _flights,
    _shots,
    _mine_moves,
    _nothing,
    _nothing,
)

# The reasons

_ASKED: Final[Mapping[Phase, tuple[Kind, ...]]] = {
    Phase.PLACE_FIGHTER: (Kind.PLACE_FIGHTER,),
    Phase.PLACE_MINE: (Kind.PLACE_MINE,),
    Phase.RETURN: (Kind.RETURN_FIGHTER,),
    Phase.UPGRADE: (Kind.NO_UPGRADE, Kind.UPGRADE),
    Phase.MOVE: (Kind.MOVE,),
    Phase.SHOOT: (Kind.SHOOT, Kind.EXTRA_SHOT, Kind.STOP_SHOOTING, Kind.ROCKET),
    Phase.MINE: (Kind.MINE_STAY, Kind.MINE_RIGHT, Kind.MINE_ENTER),
}
"""What may be decided in each phase."""

_RULE: Final[Mapping[Phase, str]] = {
    Phase.PLACE_FIGHTER: "SK-8: the fighters are placed",
    Phase.PLACE_MINE: "SK-9: the mine is placed",
    Phase.RETURN: "SK-34: the destroyed fighter returns first",
    Phase.UPGRADE: "SK-36: before step 1 the fighter may be improved",
    Phase.MOVE: "SK-12: step 1 is to move the fighter or to stay",
    Phase.SHOOT: "SK-15: step 2 is to shoot",
    Phase.MINE: "SK-32: step 3 is to move the mine or not",
}


def why_illegal(state: Guardians, move: Move) -> str | None:
    """Return None if the move is legal, else the reason with its rule."""
    if state.owing:
        if move.kind is not Kind.PAY:
            return f"SK-33: seat {state.owing[0]} pays for its fighter first"
        return _why_not_paid(state, move, state.owing[0], state.settings.repair_cost)
    if state.to_move < 0:
        return "no seat has to decide now"
    kind = move.kind
    if kind not in _ASKED[state.phase]:
        words = " or ".join(asked.word for asked in _ASKED[state.phase])
        return f"{_RULE[state.phase]}: expected {words}, got {kind.word}"
    return _WHY[kind](state, move)


def _why_not_placed(state: Guardians, move: Move) -> str | None:
    rule = "SK-34" if move.kind is Kind.RETURN_FIGHTER else "SK-8"
    if not ROW[0] & BIT[move.at]:
        return f"{rule}: {LABELS[move.at]} is not in the lowest row"
    return _why_taken(state, move.at, rule)


def _why_taken(state: Guardians, cell: int, rule: str) -> str | None:
    return f"{rule}: {LABELS[cell]} is not empty" if state.occupied() & BIT[cell] else None


def _why_no_mine_there(state: Guardians, move: Move) -> str | None:
    if move.at not in MINE_SPACES:
        return f"SK-9: {LABELS[move.at]} is no mine space; {_spaces()} are"
    return _why_taken(state, move.at, "SK-9")


def _spaces() -> str:
    return " ".join(LABELS[cell] for cell in MINE_SPACES)


def _why_not_improved(state: Guardians, move: Move) -> str | None:
    return _why_not_paid(state, move, state.seat, state.settings.upgrade_cost)


def _why_not_flown(state: Guardians, move: Move) -> str | None:
    cell = state.fighters[state.seat]
    if move.at == cell:
        return None
    taken = state.occupied()
    directions = state.settings.directions
    if destinations(cell, taken, directions) & BIT[move.at]:
        return None
    if taken & BIT[move.at]:
        return f"SK-13: {LABELS[move.at]} is not empty"
    if destinations(cell, 0, directions) & BIT[move.at]:
        return f"SK-13: something stands between {LABELS[cell]} and {LABELS[move.at]}"
    how = "or diagonal " if directions == 8 else ""
    return f"SK-12: no straight {how}line leads from {LABELS[cell]} to {LABELS[move.at]}"


def _why_not_shot(state: Guardians, move: Move) -> str | None:
    level = state.levels[state.seat]
    if state.shots < level:
        return None
    return f"SK-36: a fighter of level {level} has no more than {level} shots"


def _why_no_extra_shot(state: Guardians, move: Move) -> str | None:
    if not state.markers >> state.seat & 1:
        return "SK-36: the upgrade marker is gone, or not in play"
    if state.shots < state.levels[state.seat]:
        return "SK-36: the shots of the fighter's level come first"
    return None


def _why_not_stopped(state: Guardians, move: Move) -> str | None:
    return None if state.shots else "SK-15: the first shot is compulsory"


def _why_no_rocket(state: Guardians, move: Move) -> str | None:
    if not state.rockets >> state.seat & 1:
        return "SK-35: the rocket is used up"
    if state.shots:
        return "SK-35: a rocket replaces the shots, it does not follow them"
    if not ROW[move.at] & state.invaders:
        return f"SK-35: there is no invader in row {move.at}"
    return _why_not_paid(state, move, state.seat, state.settings.rocket_cost)


def _why_not_paid(state: Guardians, move: Move, seat: int, cost: int) -> str | None:
    rule = {Kind.ROCKET: "SK-35", Kind.UPGRADE: "SK-36"}.get(move.kind, "SK-33")
    wanted, paid = counts(move.paid), sum(move.paid)
    said = "+".join(map(str, move.paid)) or "nothing"
    if _lacks(state.tokens[seat], wanted):
        return f"{rule}: seat {seat} does not own {said}"
    if paid < cost:
        return f"{rule}: {said} is {paid}, but the price is {cost}"
    spare = min(move.paid)
    if paid - spare >= cost:
        return f"{rule}: without the {spare} {said} is still enough for {cost}"
    return None


def _lacks(owned: Counts, wanted: Counts) -> bool:
    return any(has < want for has, want in zip(owned, wanted, strict=True))


def _why_mine_not_right(state: Guardians, move: Move) -> str | None:
    if state.mine % COLUMNS == COLUMNS - 1:
        return "SK-32: beyond the right edge the mine enters again: expected mine_enter"
    if state.fighter_mask() & BIT[state.mine + 1]:
        return f"SK-32: a fighter stands on {LABELS[state.mine + 1]}"
    return None


def _why_mine_not_entered(state: Guardians, move: Move) -> str | None:
    if state.mine % COLUMNS != COLUMNS - 1:
        return f"SK-32: the mine on {LABELS[state.mine]} is not at the right edge"
    if move.at not in MINE_SPACES:
        return f"SK-32: {LABELS[move.at]} is no mine space; {_spaces()} are"
    if state.fighter_mask() & BIT[move.at]:
        return f"SK-32: a fighter stands on {LABELS[move.at]}"
    return None


def _always(state: Guardians, move: Move) -> None:
    """Nothing stands against it."""


_WHY: Final[Mapping[Kind, Callable[[Guardians, Move], str | None]]] = {
    Kind.PLACE_FIGHTER: _why_not_placed,
    Kind.PLACE_MINE: _why_no_mine_there,
    Kind.RETURN_FIGHTER: _why_not_placed,
    Kind.NO_UPGRADE: _always,
    Kind.UPGRADE: _why_not_improved,
    Kind.MOVE: _why_not_flown,
    Kind.SHOOT: _why_not_shot,
    Kind.EXTRA_SHOT: _why_no_extra_shot,
    Kind.STOP_SHOOTING: _why_not_stopped,
    Kind.ROCKET: _why_no_rocket,
    Kind.MINE_STAY: _always,
    Kind.MINE_RIGHT: _why_mine_not_right,
    Kind.MINE_ENTER: _why_mine_not_entered,
}
