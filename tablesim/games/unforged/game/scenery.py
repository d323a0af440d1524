"""What people see: the position as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import shapely
from shapely.geometry.base import BaseGeometry

from ....scene import Bounds, Mark, Scene
from ....table import picture
from .board import table as table_of
from .scenarios import field, markers, strip
from .sketches import sketches
from .view import headline, model_text, short, text

if TYPE_CHECKING:
    from .state import Skirmish

ROOM: Final = 3.0
"""How much of the table is shown around what matters, in inches."""

LEAST: Final = 16.0
"""A picture shows so many inches of the table at least, each way."""

_SIGNS: Final = "W wounds, L level, +n or -n combat dice"


def scene(state: Skirmish) -> Scene:
    """Return the picture: the table with heights, all models, and what is done or may be done.

    See :func:`~tablesim.games.unforged.game.sketches.sketches` for the latter.
    """
    table = table_of(state)
    drawn = table.scene()
    marks = [*_ground(state, drawn.marks), *_strips(state), *_markers(state)]
    for piece in table.pieces:
        number = state.number(piece.id)
        base, *facing = picture.base(piece, faint=not state.fighters[number].standing)
        label = "\n".join(filter(None, (piece.id, short(state, number))))
        marks += [replace(base, label=label, title=model_text(state, number)), *facing]
    found = list(sketches(state))
    notes = [sketch.note for sketch in found if sketch.note]
    close = [mark.shape for sketch in found if sketch.close for mark in sketch.marks]
    return replace(
        drawn,
        marks=(*marks, *(mark for sketch in found for mark in sketch.marks)),
        headline=headline(state),
        detail="; ".join(map(str, state.events[-2:])),
        frame=_frame(close) if close else None,
        desc=text(state),
        note="; ".join(dict.fromkeys((*notes, *([_SIGNS] if table.pieces else ())))),
    )


def _frame(shapes: list[BaseGeometry]) -> Bounds:
    """Return the part of the table around what matters, with some of what is near."""
    x0, y0, x1, y1 = map(float, shapely.total_bounds(shapes))
    dx = max(ROOM, LEAST / 2 - (x1 - x0) / 2)
    dy = max(ROOM, LEAST / 2 - (y1 - y0) / 2)
    return x0 - dx, y0 - dy, x1 + dx, y1 + dy


def _ground(state: Skirmish, drawn: Iterable[Mark]) -> Iterator[Mark]:
    """Yield the table without models; a piece of one height alone has it behind its name."""
    pieces = field(state.settings.table).terrain.pieces
    tops = {id: {solid.top for solid in piece.solids} for id, piece in pieces.items()}
    single = {id: min(found) for id, found in tops.items() if len(found) == 1}
    for mark in drawn:
        if mark.role == "obstacle" and mark.label in single:
            yield replace(mark, label=f"{mark.label} {single[mark.label]:g} in")
        elif mark.role == "contour":
            known = mark.title.split(", ")[0] in single
            yield replace(mark, label="") if known else mark
        elif mark.role in ("mat", "zone", "obstacle"):
            yield mark


def _strips(state: Skirmish) -> Iterator[Mark]:
    """Yield the strips, as long as they matter (HR-1)."""
    if (state.round and not state.scenario.breakthrough) or not all(state.edges):
        return
    for seat, edge in enumerate(state.edges):
        title = f"the strip of seat {seat}"
        yield Mark(shapely.box(*strip(state, edge)), "zone", side=seat, label=title, title=title)


def _markers(state: Skirmish) -> Iterator[Mark]:
    """Yield the places to hold."""
    for count, point in enumerate(markers(state), 1):
        ring = shapely.Point(point).buffer(state.scenario.marker_reach, quad_segs=32)
        yield Mark(ring, "clear", title=f"marker {count}", faint=True)
        yield Mark(shapely.Point(point).buffer(0.4), "mark", label=str(count))
