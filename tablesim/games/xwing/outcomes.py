"""What a table would read off each verdict, in words without lengths.

Two positions have the same outcome if nobody could tell their answers apart but by the lengths in
them.  Each verdict has one word for each aspect of its question, so that studies can count them.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from ...verdict import Outcome, Verdict, listed
from . import rules
from .moves import Move, Reach
from .slides import Slide
from .verdicts import Arcs, Attack, Deploy, Lock, Range, Threats

if TYPE_CHECKING:
    from ...table import Table


LINES = {"none": "clear", "some": "a clear line to pick", "all": "obstructed"}
"""XW-65, XW-214: how many of the shortest lines are obstructed, in words."""


@singledispatch
def outcome(verdict: Verdict) -> Outcome:
    """Return the outcome of a verdict of the X-Wing judge: a word for each aspect.

    >>> import tablesim as ts
    >>> judge = ts.judge(ts.example("disputed-shot"))
    >>> judge.attack("luke", "academy").outcome()
    {'shot': 'in arc at range 2', 'obstacles': 'obstructed'}
    >>> judge.attack("academy", "luke").outcome()
    {'shot': 'in arc at range 2', 'obstacles': 'obstructed'}
    """
    raise TypeError(f"no outcome of a {type(verdict).__name__}")


@outcome.register
def _(verdict: Range) -> Outcome:
    if verdict.overlapping:
        return {"range": "overlap"}
    if verdict.touching:
        return {"range": "touching"}
    return {"range": band_words(verdict.band, verdict.edges)}


@outcome.register
def _(verdict: Lock) -> Outcome:
    if verdict.overlapping:
        return {"lock": "overlap"}
    return {"lock": "legal" if verdict.legal else "not legal"}


@outcome.register
def _(verdict: Attack) -> Outcome:
    return {
        "shot": _shot(verdict),
        "obstacles": LINES[verdict.obstructed] if verdict.legal else "no shot",
    }


@outcome.register
def _(verdict: Arcs) -> Outcome:
    return {shot.on: _shot(shot) for shot in verdict.shots}


@outcome.register
def _(verdict: Threats) -> Outcome:
    legal = [shot for shot in verdict.shots if shot.legal]
    return {
        "threat": ships(len(legal)),
        "nearest": band_words(legal[0].band, legal[0].edges) if legal else "nobody",
        **{shot.by: _shot(shot) for shot in verdict.shots},
    }


@outcome.register
def _(verdict: Deploy) -> Outcome:
    inside = verdict.zone_margin >= -rules.MM.overlap
    return {
        "zone": "inside" if inside else "outside",
        "ships": f"overlaps {listed(verdict.overlapped)}" if verdict.overlapped else "clear",
    }


@outcome.register
def _(verdict: Move) -> Outcome:
    return {
        "start": _start(verdict.position, verdict.id),
        "end": _end(verdict),
        "border": "flees" if verdict.fled else "stays inside",
        "obstacles": f"hits {listed(verdict.obstacles)}" if verdict.obstacles else "clear",
    }


@outcome.register
def _(verdict: Reach) -> Outcome:
    return {move.maneuver.notation(): _flown(move) for move in verdict}


@outcome.register
def _(verdict: Slide) -> Outcome:
    return {
        "start": _start(verdict.position, verdict.id),
        "action": "legal" if verdict.legal else "not legal",
    }


def scales(verdict: Verdict) -> dict[str, tuple[str, ...]]:
    """Return the words of each aspect that a map shows, the strongest first.

    >>> import tablesim as ts
    >>> scales(ts.judge(ts.example("disputed-shot")).attack("luke", "academy"))["shot"]
    ('in arc at range 1', 'in arc at range 2', 'in arc at range 3')
    """
    match verdict:
        case Lock():
            return {"lock": ("legal",)}
        case Range():
            return {"range": ("touching", *_bands(verdict.edges))}
        case Attack():
            return {"shot": _shots(verdict), "obstacles": tuple(LINES.values())}
        case Threats():
            counts = tuple(ships(n) for n in range(len(verdict.shots), 0, -1))
            nearest = {band for shot in verdict.shots for band in _bands(shot.edges)}
            own = {shot.by: _shots(shot) for shot in verdict.shots}
            return {"threat": counts, "nearest": tuple(sorted(nearest)), **own}
        case Deploy():
            return {"zone": ("inside",)}
    return {}


def _bands(edges: tuple[float, ...]) -> tuple[str, ...]:
    return tuple(band_words(n, edges) for n in range(1, len(edges) + 1))


def _shots(shot: Attack) -> tuple[str, ...]:
    return tuple(f"in arc at {band}" for band in _bands(shot.edges))


def ships(count: int) -> str:
    """Return how many ships there are, in words."""
    return "nobody" if count == 0 else "1 ship" if count == 1 else f"{count} ships"


def band_words(band: int | None, edges: tuple[float, ...]) -> str:
    """Return a section of the ruler in words; None is beyond it."""
    return f"beyond range {len(edges)}" if band is None else f"range {band}"


FORBIDDEN = ("touching", "overlap", "on an obstacle", "out of arc")
"""What forbids a shot at any range, in the order in which it is said."""


def _shot(shot: Attack) -> str:
    """Return what a ruler and a token say of a shot: the first thing that forbids it, or its range.

    A shot that is not legal although nothing measured forbids it lacks a foe or a token.
    """
    forbidden = (
        shot.touching,
        shot.overlapping,
        rules.MM.overlaps(-shot.rock_clearance),
        not shot.in_arc,
    )
    for word, holds in zip(FORBIDDEN, forbidden, strict=True):
        if holds:
            return word
    return ranged(shot.band, shot.edges, shot.in_range, shot.legal)


def ranged(band: int | None, edges: tuple[float, ...], in_range: bool, legal: bool) -> str:
    """Return what a ruler says of a shot in arc; ``legal`` whether nothing else forbids it."""
    if not in_range:
        return f"in arc, {band_words(band, edges)}" + (" (not of its card)" * bool(band))
    return f"in arc at range {band}" if legal else "not legal"


def _end(move: Move) -> str:
    if not move.legal:
        return "not legal"
    return "fits" if move.completed else f"bumps {listed(move.overlapped)}"


def _flown(move: Move) -> str:
    """Return all about a maneuver in a few words."""
    said = [_end(move), *(["flees"] * move.fled), *(["hits an obstacle"] * bool(move.obstacles))]
    return ", ".join(said)


def _start(table: Table, id: str) -> str:
    """Return whether a ship stands clear of the others, as bases on a real table do (XW-156)."""
    ship = table.piece(id)
    over = [
        p.id for p in table.pieces if p is not ship and rules.overlapping(ship.placed, p.placed)
    ]
    return f"overlaps {listed(tuple(over))}" if over else "clear"
