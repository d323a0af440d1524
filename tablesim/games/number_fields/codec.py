"""Positions from JSON, and whether they can occur."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...protocol.positions import among, keyed, listed, named, reading, several, within, wrong
from ...protocol.shapes import COUNTS
from . import data as box
from . import rules
from .board import START
from .settings import Settings
from .stage import NOBODY, OFF, Reason, Stage
from .state import NumberFields

_KEYS = (
    *("seats", "options", "stage", "turn", "seat", "pieces", "fields", "supply", "lives"),
    *("need", "total", "reason"),
)
_STAGES = {stage.value: stage for stage in Stage}
_REASONS = {reason.value: reason for reason in Reason}
_ATTACK = {Stage.DEFEND, Stage.DEFENSE_THROW, Stage.DEFENSE_LIVES, Stage.THROW, Stage.LIVES}
_MADE = {Stage.DEFENSE_LIVES, Stage.LIVES}
"""Stages in which a throw has been made and is not yet compared."""


def decode(data: Any, settle: Callable[[Mapping[str, Any], int], Settings]) -> NumberFields:
    """Return the position that ``NumberFields.encode`` wrote.

    Parameters
    ----------
    data
        The JSON values.
    settle
        Makes checked settings of a mapping and a number of seats.

    Raises
    ------
    BadData
        If it is no position, or one that cannot occur: with the key and what would be right.
    """
    with reading("number_fields"):
        position = _read(keyed("", data, _KEYS), settle)
        _check_pieces(position)
        _check_end(position)
        _check_attack(position)
        return position


def _read(
    data: Mapping[str, Any], settle: Callable[[Mapping[str, Any], int], Settings]
) -> NumberFields:
    seats = among("seats", data["seats"], box.counts().seats)
    with within("options"):
        settings = settle(data["options"], seats)
    counts, cells, players = settings.counts, settings.index, range(seats)
    owners, blockers = _fields(data["fields"], settings)
    pieces = several("pieces", data["pieces"], (None, *cells), seats)
    reason = data["reason"]
    return NumberFields(
        settings=settings,
        stage=named("stage", data["stage"], _STAGES),
        turn=among("turn", data["turn"], range(settings.turn_limit + 1)),
        seat=among("seat", data["seat"], players),
        pieces=tuple(OFF if piece is None else cells[piece] for piece in pieces),
        owners=owners,
        blockers=blockers,
        supply=several("supply", data["supply"], range(counts.blockers + 1), seats),
        lives=several("lives", data["lives"], range(counts.lives + 1), seats),
        need=among("need", data["need"], range(100)),
        total=among("total", data["total"], range(100)),
        reason=None if reason is None else named("reason", reason, _REASONS),
    )


def _fields(held: Any, settings: Settings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who owns each field, and with how many blockers."""
    cells = settings.index
    owners, blockers = [NOBODY] * len(cells), [0] * len(cells)
    numbered = [label for label, cell in cells.items() if settings.numbers[cell] != START]
    for label, pair in keyed("fields", held, (), numbered).items():
        key, cell = f"fields.{label}", cells[label]
        seat, count = listed(key, pair, 2, "numbers, a seat and its blockers")
        owners[cell] = among(key, seat, range(settings.seats))
        blockers[cell] = among(key, count, COUNTS)
        if not 1 <= count <= settings.counts.spots:
            wrong(key, f"DS-3: expected 1 to {settings.counts.spots} blockers, got {count}")
    return tuple(owners), tuple(blockers)


def _check_pieces(s: NumberFields) -> None:
    """Check that nothing is too much or missing (DS-7, DS-10, DS-25, DS-31)."""
    for name, total in s.invariants().items():
        if total != (right := s.settings.counts.blockers):
            wrong("supply", f"DS-25: expected {right} {name}, got {total}")
    for seat, piece in enumerate(s.pieces):
        if s.stage is Stage.SETUP:
            if (piece != OFF) != (seat in _before(s)) or (
                piece != OFF and s.settings.numbers[piece]
            ):
                wrong("pieces", f"DS-7: not so in the set-up, when seat {s.seat} is to choose")
        elif rules.is_in(s, seat):
            may_lack = seat == s.seat and s.stage in {Stage.TAKE_BLOCKER, Stage.CORNER, Stage.OVER}
            if piece == OFF and not may_lack:
                wrong("pieces", f"DS-10: expected a field, seat {seat} has a moving piece")
        elif piece != OFF:
            wrong("pieces", f"DS-31: expected null, seat {seat} has no lives")
        elif s.settings.eliminated == "remove" and seat in s.owners and s.stage is not Stage.OVER:
            wrong("fields", f"DS-31: seat {seat} has no lives, but a field")
    if s.stage is Stage.SETUP and (s.turn or set(s.owners) != {NOBODY} or not all(s.lives)):
        wrong("stage", "DS-7: in the set-up no turn is played, no field taken, no life lost")
    if s.stage is not Stage.SETUP and not s.turn:
        wrong("turn", "expected 1 or more after the set-up")
    if s.stage not in {Stage.SETUP, Stage.OVER} and not rules.is_in(s, s.seat):
        wrong("seat", f"DS-31: seat {s.seat} is out of the game")
    if s.stage is Stage.TAKE_BLOCKER and (rules.here(s) != OFF or s.supply[s.seat]):
        wrong("stage", "DS-24: a blocker is taken by who has none in supply and no moving piece")
    if s.stage is Stage.CORNER and rules.here(s) == OFF and not s.supply[s.seat]:
        wrong("supply", f"DS-20: seat {s.seat} needs a blocker in supply")


def _before(s: NumberFields) -> set[int]:
    """Return who has put down his piece when the active player is to choose a corner (DS-7)."""
    seats, first = s.settings.seats, s.settings.first_player
    if s.settings.setup_order == "clockwise":
        return {(first + n) % seats for n in range((s.seat - first) % seats)}
    return {(first - 1 - n) % seats for n in range((first - 1 - s.seat) % seats)}


def _check_end(s: NumberFields) -> None:
    """Check that the game is over when it is (DS-32, DS-33, DS-35)."""
    if (s.reason is None) != (s.stage is not Stage.OVER):
        wrong("reason", "expected a reason when the game is over, and only then")
    best = max(
        rules.points(s, seat) for seat in range(s.settings.seats) if s.lives[seat] or seat == s.seat
    )
    ends = {
        Reason.TARGET: rules.points(s, s.seat) >= rules.target(s),
        Reason.LAST_PLAYER: rules.is_decided(s),
        Reason.TURN_LIMIT: s.turn == s.settings.turn_limit,
    }
    if s.reason is not None and not ends[s.reason]:
        wrong("reason", f"the game has not ended by {s.reason.value}")
    if s.reason is None and rules.is_decided(s):
        wrong("lives", "DS-32: with these lives the game is over")
    if s.reason is not Reason.TARGET and best >= rules.target(s):
        wrong("fields", f"DS-33: with {best} points the game is over")


def _check_attack(s: NumberFields) -> None:
    """Check what is needed and what was thrown (DS-14..18, DS-26)."""
    if s.stage not in _ATTACK:
        if s.need or s.total:
            wrong("need", "expected need and total 0, nothing is tried")
        if s.stage is Stage.ATTEMPT and not rules.may_try(s, rules.here(s)):
            wrong("stage", "DS-13: there is nothing to try for on this field")
        return
    if not rules.may_try(s, rules.here(s)):
        wrong("stage", "DS-15, DS-29: this field cannot be thrown for")
    is_asked = s.stage in {Stage.DEFEND, Stage.DEFENSE_THROW, Stage.DEFENSE_LIVES}
    if is_asked and not rules.has_defender(s):
        wrong("stage", "DS-16: this field has no defender")
    owner, counts = s.owners[rules.here(s)], s.settings.counts
    dice = range(counts.dice, 6 * counts.dice + 1)
    need = rules.needed(s)
    was_raised = not is_asked and owner not in {NOBODY, s.seat}
    most = max(need, dice[-1] + counts.most_lives) if was_raised else need
    if not need <= s.need <= most:
        wrong("need", f"DS-14, DS-16, DS-26: expected {need} to {most}, got {s.need}")
    if (s.total in dice) != (s.stage in _MADE) or (s.total and s.stage not in _MADE):
        wrong("total", f"DS-18: {s.total} is not what two dice show at {s.stage.value}")
    if s.stage is Stage.LIVES:
        most = min(counts.most_lives, s.lives[s.seat])
        if not 1 <= s.need - s.total <= most:
            wrong("total", f"DS-18: expected to be 1 to {most} short, got {s.need} and {s.total}")
