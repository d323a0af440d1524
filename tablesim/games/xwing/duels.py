"""Two ships and their dials: what each could shoot after every pair of maneuvers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...errors import TablesimError
from ...table import Piece
from .catalogue import catalogue
from .game.shots import odds_of
from .judge import Judge
from .maneuvers import Maneuver
from .moves import Move
from .verdicts import Attack


class Meeting(NamedTuple):
    """Two ships after a maneuver of each.

    Attributes
    ----------
    first, second
        The maneuver of the ship that moves first, and that of the other one, which finds it at
        the end of its own; None if the first one is not allowed or fled, so that nobody is left.
    shots
        The attack of the first on the second, and the other way round; None where one of the two
        has left the area or did not move.
    """

    first: Move
    second: Move | None
    shots: tuple[Attack, Attack] | None


def in_order(judge: Judge, a: str, b: str) -> tuple[str, str]:
    """Return two ships in the order in which they move (XW-13): the lower skill first.

    Of equals seat 0 moves first, as if it had the initiative (XW-31); of one seat, the one that is
    named first.

    Raises
    ------
    UnknownName
        If one of them is not on the table.
    TablesimError
        If one has no dial, both are the same, or it is another game.

    >>> import tablesim as ts
    >>> in_order(ts.judge(ts.example("disputed-shot")), "luke", "academy")
    ('academy', 'luke')
    """
    if judge.table.game != "xwing":
        raise TablesimError(f"dials are flown in xwing, not in {judge.table.game}")
    pieces = [judge.table.piece(id) for id in (a, b)]
    if a == b:
        raise TablesimError(f"two ships fly against one another, got {a!r} twice")
    for piece in pieces:
        if piece.kind is None:
            raise TablesimError(f"{piece.id} is a bare base, which has no dial; give it a kind")
    first, second = sorted(pieces, key=lambda piece: (_skill(piece), piece.seat or 0))
    return first.id, second.id


def _skill(piece: Piece) -> int:
    """Return the skill of a pilot; a ship without one is the least skilled of its kind."""
    pilots = catalogue().pilots[piece.kind or ""]
    named = pilots.get(str(piece.state.get("pilot")))
    return (named and named.skill) or min((p.skill for p in pilots.values() if p.skill), default=1)


def meetings(judge: Judge, first: str, maneuver: Maneuver, second: str) -> Iterator[Meeting]:
    """Yield what comes of one maneuver of a ship and every maneuver of another that moves later.

    Parameters
    ----------
    judge
        The judge of the table before both.
    first, maneuver
        Who moves first, and how.
    second
        Who moves after it, with each entry of its dial.
    """
    move = judge.maneuver(first, maneuver.notation())
    if not move.legal or move.fled:
        yield from (Meeting(move, None, None) for _ in dial(judge, second))
        return
    after = Judge(move.table, **judge.policies)
    for other in after.reach(second):
        if not other.legal or other.fled:
            yield Meeting(move, other, None)
            continue
        there = Judge(other.table, **judge.policies)
        yield Meeting(move, other, (there.attack(first, second), there.attack(second, first)))


def dial(judge: Judge, id: str) -> tuple[Maneuver, ...]:
    """Return the maneuvers of a ship's dial, in its order."""
    kind = judge.table.piece(id).kind
    return tuple(catalogue().ship(kind or "").dial)


def damage(shot: Attack) -> float:
    """Return the mean number of damage points of a shot (XW-81); 0 if it is not legal.

    >>> import tablesim as ts
    >>> round(damage(ts.judge(ts.example("disputed-shot")).attack("luke", "academy")), 3)
    0.499
    """
    found = odds_of(shot)
    return 0.0 if found is None else float(found.expected)
