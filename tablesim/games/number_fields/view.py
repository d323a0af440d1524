"""Positions in words, as text, as pictures, and on a real table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import shapely

from ...geometry.footprint import Disc
from ...scene import Mark, Scene
from ..printing import part
from . import data, rules
from .board import START, Board
from .stage import NOBODY, OFF, OWNER, Reason, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...geometry.pose import Point
    from ...table import Table
    from .state import NumberFields

_RADIUS: Final = 0.105
"""The radius of blockers and pieces, as a share of the side of a field."""

_SPOT = 0.32
"""How far the spots of blockers and pieces lie from the center of a field, to each side."""

_PRINT = 0.2
"""Half the side of the square that bears a number."""

_START = 0.36
"""Half the width of what bears the word of a start field, which has no spots beside it."""

_EDGE = 0.2
"""The width of the border that bears letters and numbers."""

_SPOTS = ((-_SPOT, _SPOT), (_SPOT, _SPOT), (-_SPOT, -_SPOT), (_SPOT, -_SPOT))
_PLACES = ((0.0, -_SPOT), (_SPOT, 0.0), (0.0, _SPOT), (-_SPOT, 0.0))
"""Where the moving pieces of the seats stand, between the spots."""


# Words.


def headline(s: NumberFields) -> str:
    """Return what is going on, in one line."""
    if s.reason is not None:
        return f"After turn {s.turn}: {_ending(s)}"
    if s.stage is Stage.SETUP:
        return f"Set-up: seat {s.seat} chooses a corner"
    label = "" if rules.here(s) == OFF else s.settings.layout.labels[rules.here(s)]
    deciding = s.owners[rules.here(s)] if s.stage.decides == OWNER else s.seat
    short = s.need - s.total
    words = {
        Stage.MOVE: f"seat {s.seat} moves from {label}",
        Stage.ATTEMPT: f"seat {s.seat} may try for {label}",
        Stage.DEFEND: f"seat {deciding} may defend {label} against {s.need}",
        Stage.DEFENSE_THROW: f"seat {s.seat} attacks {label}, its owner throws first",
        Stage.DEFENSE_LIVES: f"seat {deciding} has thrown {s.total} for {label} and may add lives",
        Stage.THROW: f"seat {s.seat} throws for {label} and needs {s.need}",
        Stage.LIVES: f"seat {s.seat} has thrown {s.total} for {label} and is {short} short",
        Stage.TAKE_BLOCKER: f"seat {s.seat} is out of blockers and takes one back",
        Stage.CORNER: f"seat {s.seat} chooses a corner",
    }
    return f"Turn {s.turn}: {words[s.stage]}"


def _ending(s: NumberFields) -> str:
    won = rules.winners(s)
    if len(won) > 1:
        who = f"seats {' and '.join(map(str, won))} share the victory"
    else:
        who = f"seat {won[0]} wins" if won else "nobody wins"
    if s.reason is Reason.TARGET:
        return f"{who} with {rules.points(s, s.seat)} points of {rules.target(s)}"
    why = "nobody else is left" if s.reason is Reason.LAST_PLAYER else "no turns are left"
    return f"{who}, {why}"


def standing(s: NumberFields, seat: int) -> str:
    """Return what a seat has, in one line."""
    has = f"seat {seat}: {rules.points(s, seat)} points, {s.lives[seat]} lives"
    if not rules.is_in(s, seat):
        return f"{has}, out"
    return f"{has}, {s.supply[seat]} blockers"


def text(s: NumberFields) -> str:
    """Return the board in rows: number, then owner and blockers as ``1x3``, then pieces.

    >>> from . import GAME
    >>> print(GAME.new(seats=2).apply(GAME.parse(GAME.new(), "corner a5")))
    Set-up: seat 1 chooses a corner; target 45
    5  S @0  3  5   3  S
    4  3     6  8   6  3
    3  5     8  10  8  5
    2  3     6  8   6  3
    1  S     3  5   3  S
       a     b  c   d  e
    seat 0: 0 points, 25 lives, 14 blockers
    seat 1: 0 points, 25 lives, 15 blockers
    """
    lines = s.settings.layout.lines
    rows = [
        [str(len(lines) - n), *(_words(s, cell) for cell in line)] for n, line in enumerate(lines)
    ]
    rows.append(["", *s.settings.layout.columns])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    board = [
        "  ".join(word.ljust(size) for word, size in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    seats = [standing(s, seat) for seat in range(s.settings.seats)]
    return "\n".join([f"{headline(s)}; target {rules.target(s)}", *board, *seats])


def _words(s: NumberFields, cell: int | None) -> str:
    """Return a field in a few characters."""
    if cell is None:
        return "."
    number, owner = s.settings.numbers[cell], s.owners[cell]
    words = ["S" if number == START else str(number)]
    if owner != NOBODY:
        words.append(f"{owner}x{s.blockers[cell]}")
    standing_here = [str(seat) for seat, piece in enumerate(s.pieces) if piece == cell]
    if standing_here:
        words.append("@" + "".join(standing_here))
    return " ".join(words)


# Pictures.


def scene(s: NumberFields) -> Scene:
    """Return the picture: numbers and spots, fields in the hue of their owners, what is tried."""
    layout = s.settings.layout
    marks = [*_printed(layout), *_owned(s), *_discs(s)]
    if s.stage in _TRIED:
        marks.append(layout.grid.mark((rules.here(s),), "mark", side=s.seat, inset=0.04))
    seats = [standing(s, seat) for seat in range(s.settings.seats)]
    return layout.grid.scene(
        marks,
        headline=headline(s),
        detail="; ".join([f"target {rules.target(s)}", *seats]),
        frame=(-_EDGE, -_EDGE, len(layout.columns) + 0.1, len(layout.rows) + 0.1),
        unit="field",
        desc=text(s),
    )


_TRIED = {
    *(Stage.ATTEMPT, Stage.DEFEND, Stage.DEFENSE_THROW, Stage.DEFENSE_LIVES),
    *(Stage.THROW, Stage.LIVES),
}


@lru_cache(maxsize=8)
def _printed(layout: Board) -> tuple[Mark, ...]:
    """Return what is printed on a board: spots, numbers, and the names of rows and columns."""
    centers = list(zip(layout.grid.centers, layout.numbers, strict=True))
    spots = [
        _circle((x + dx, y + dy), _RADIUS)
        for (x, y), number in centers
        if number != START
        for dx, dy in _SPOTS
    ]
    numbers = [
        Mark(
            shapely.box(x - wide, y - _PRINT, x + wide, y + _PRINT),
            "band",
            label="start" if number == START else f"{number}",
        )
        for (x, y), number in centers
        for wide in (_START if number == START else _PRINT,)
    ]
    letters = [
        Mark(shapely.box(x, -_EDGE, x + 1, 0), "band", label=letter, faint=True)
        for x, letter in enumerate(layout.columns)
    ]
    rows = [
        Mark(shapely.box(-_EDGE, y, 0, y + 1), "band", label=f"{y + 1}", faint=True)
        for y in range(len(layout.rows))
    ]
    return (Mark(shapely.MultiPolygon(spots), "cell", faint=True), *numbers, *letters, *rows)


def _owned(s: NumberFields) -> Iterator[Mark]:
    """Yield a frame around each field that belongs to somebody."""
    layout = s.settings.layout
    for cell, owner in enumerate(s.owners):
        if owner != NOBODY:
            title = f"{layout.labels[cell]}: seat {owner} with {s.blockers[cell]} blockers"
            yield layout.grid.mark((cell,), "zone", side=owner, title=title, inset=0.08)


def _circle(center: Point, radius: float) -> shapely.Polygon:
    return shapely.Point(center).buffer(radius, quad_segs=6)


def _discs(s: NumberFields) -> Iterator[Mark]:
    """Yield blockers, the first on each field with its seat, and moving pieces."""
    named: set[int] = set()
    for cell, owner, spot in _blockers(s):
        label = "" if cell in named else str(owner)
        named.add(cell)
        disc = _circle(spot, _RADIUS)
        yield Mark(disc, "tile", owner, label, f"blocker of seat {owner}")
    for seat, _, spot in _pieces(s):
        disc = _circle(spot, _RADIUS)
        yield Mark(disc, "base", seat, str(seat), f"moving piece of seat {seat}")


def _blockers(s: NumberFields) -> Iterator[tuple[int, int, Point]]:
    """Yield field, owner and spot of each blocker."""
    centers = s.settings.layout.grid.centers
    for cell, owner in enumerate(s.owners):
        for dx, dy in _SPOTS[: s.blockers[cell]]:
            yield cell, owner, (centers[cell][0] + dx, centers[cell][1] + dy)


def _pieces(s: NumberFields) -> Iterator[tuple[int, int, Point]]:
    """Yield seat, field and place of each moving piece."""
    centers = s.settings.layout.grid.centers
    for seat, cell in enumerate(s.pieces):
        if cell != OFF:
            dx, dy = _PLACES[seat]
            yield seat, cell, (centers[cell][0] + dx, centers[cell][1] + dy)


# The table.


def table(s: NumberFields) -> Table:
    """Return blockers and moving pieces on a table whose unit is the side of a field.

    >>> from . import GAME
    >>> state = GAME.new(seats=2)
    >>> for corner in ("corner a1", "corner e1"):
    ...     state = state.apply(GAME.parse(state, corner))
    >>> round(state.table().gap("piece-0", "piece-1").distance, 3)
    4.122
    """
    grid, shape = s.settings.layout.grid, Disc(_RADIUS)
    blockers = [
        grid.piece(f"blocker-{n}", cell, at=spot, footprint=shape, seat=owner)
        for n, (cell, owner, spot) in enumerate(_blockers(s), 1)
    ]
    pieces = [
        grid.piece(f"piece-{seat}", cell, at=spot, footprint=shape, seat=seat)
        for seat, cell, spot in _pieces(s)
    ]
    return grid.table([*blockers, *pieces], title=headline(s))


# Paper.


def parts() -> Iterator[Scene]:
    """Yield what there is to print: the boards that have names, pieces, blockers (DS-1 to DS-6).

    >>> len(list(parts())) == len(data.boards()) + 4 * (1 + 15)
    True
    """
    for name, board in data.boards().items():
        yield part("number_fields", name, (*board.grid.scene().marks, *_printed(board)))
    box = data.counts()
    disc = _circle((0.0, 0.0), _RADIUS)
    for seat in range(box.seats[-1]):
        # The second mark bears the label, whose size suits so small a disc.
        number = Mark(disc, "cell", label=f"{seat}")
        yield part("number_fields", f"piece of seat {seat}", (Mark(disc, "mark", seat), number))
        for _ in range(box.blockers):
            marks = Mark(disc, "tile", seat), number
            yield part("number_fields", f"blocker of seat {seat}", marks)
