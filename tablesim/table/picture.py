"""How pieces and terrain look in every picture: the marks that tables and verdicts share."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..geometry.convex import Segment
from ..geometry.footprint import Placed
from ..geometry.pose import Pose
from ..scene import Bounds, Mark, Scene
from .piece import Piece, Terrain
from .units import per_mm

if TYPE_CHECKING:
    from ..verdict import Verdict
    from .table import Table

_ROOM = 25.0
"""Millimetres around what belongs to the question."""

_MARGIN = 5.0
"""Millimetres around what stands beside it."""

_GROWTH = 1.3
"""How much larger a picture may become by what stands beside the question."""


def words(thing: Piece | Terrain) -> str:
    """Return a thing in words: what it is and where it stands.

    >>> words(Piece("luke", kind="x-wing", at=(450, 300), heading=90))
    'luke (x-wing) at (450, 300), heading 90°'
    """
    what = thing.kind or (thing.base if isinstance(thing, Piece) else None)
    pose = thing.pose
    kind = f" ({what})" if what else ""
    return f"{thing.id}{kind} at ({pose.x:g}, {pose.y:g}), heading {pose.heading:g}°"


def base(piece: Piece, *, faint: bool = False) -> tuple[Mark, ...]:
    """Return the base of a piece with its id, and the little triangle at its front."""
    mark = Mark(
        piece.polygon, "base", side=piece.seat, label=piece.id, title=words(piece), faint=faint
    )
    return (mark, *facing(piece, piece.pose, faint=faint))


def ghost(piece: Piece, pose: Pose, label: str) -> tuple[Mark, ...]:
    """Return the outline of a piece where it was or might have been."""
    there = piece.moved(pose)
    mark = Mark(there.polygon, "ghost", side=piece.seat, label=label, title=f"{piece.id}: {label}")
    return (mark, *facing(piece, pose, faint=True))


def facing(piece: Piece, pose: Pose, *, faint: bool = False) -> tuple[Mark, ...]:
    """Return the triangle that shows where the front of a piece is."""
    _, _, front, _ = Placed(piece.placed.footprint, Pose(0, 0)).bounds
    if front <= 0:
        return ()
    tip = [(0.88 * front, 0.0), (0.4 * front, 0.2 * front), (0.4 * front, -0.2 * front)]
    return (Mark(shapely.Polygon(pose.to_world(tip)), "facing", side=piece.seat, faint=faint),)


def obstacle(terrain: Terrain, *, faint: bool = False) -> Mark:
    """Return an obstacle with its id."""
    return Mark(terrain.polygon, "obstacle", label=terrain.id, title=words(terrain), faint=faint)


def setting(table: Table, without: Collection[str]) -> list[Mark]:
    """Return the mat and everything that does not belong to the question, faintly.

    Parameters
    ----------
    table
        The table.
    without
        The ids of what belongs to the question.
    """
    marks = [Mark(shapely.box(0, 0, *table.area), "mat", faint=True)]
    marks += [obstacle(t, faint=True) for t in table.terrain if t.id not in without]
    for piece in table.pieces:
        if piece.id not in without:
            marks += base(piece, faint=True)
    return marks


def things(table: Table, ids: Iterable[str]) -> list[Mark]:
    """Return pieces and obstacles by id."""
    marks: list[Mark] = []
    for id in ids:
        thing = table[id]
        if isinstance(thing, Piece):
            marks += base(thing)
        else:
            marks.append(obstacle(thing))
    return marks


def measuring(segment: Segment, label: str) -> Iterator[Mark]:
    """Yield a measuring line with its length and its two end points."""
    if segment[0] != segment[1]:
        yield Mark(shapely.LineString(segment), "measure", label=label, title=label)
    for point in segment:
        yield Mark(shapely.Point(point), "end")


def dimension(segment: Segment, label: str, tick: float) -> Mark:
    """Return a length as a draftsman writes it: a line between two strokes.

    Where there is no room between the strokes, the line runs up to them from outside.
    """
    (x0, y0), (x1, y1) = segment
    along = Pose(x0, y0, math.degrees(math.atan2(y1 - y0, x1 - x0)))
    size = math.dist(*segment)
    lines = [[(s, -tick), (s, tick)] for s in (0.0, size)]
    if size > 3 * tick:
        lines.append([(0.0, 0.0), (size, 0.0)])
    else:
        lines += [[(-4 * tick, 0.0), (0.0, 0.0)], [(size, 0.0), (size + 4 * tick, 0.0)]]
    shape = shapely.MultiLineString([along.to_world(line) for line in lines])
    return Mark(shape, "dimension", label=label, title=label)


def frame_around(shapes: Iterable[BaseGeometry], table: Table) -> Bounds:
    """Return the part of a table around some shapes, in its unit.

    What else its edge would cut is taken in whole, the cheapest first, as long as the picture
    does not grow by more than `_GROWTH`: half a base at the edge is a riddle.

    >>> import tablesim as ts
    >>> table = ts.Table(units="mm").add(
    ...     ts.Piece("a", footprint=ts.Disc(20), at=(300, 300)),
    ...     ts.Piece("b", footprint=ts.Disc(20), at=(345, 300)),
    ... )
    >>> frame_around([table["a"].polygon], table)
    (255.0, 255.0, 370.0, 345.0)
    """
    mm = per_mm(table.unit)
    about = _grown(shapely.total_bounds(list(shapes)), 0.0)
    frame = _grown(about, max(_ROOM * mm, 0.12 * max(about[2] - about[0], about[3] - about[1])))
    limit = _GROWTH * shapely.box(*frame).area
    others = np.array([thing.polygon for thing in (*table.pieces, *table.terrain)])
    while True:
        window = shapely.box(*frame)
        cut = others[shapely.intersects(window, others) & ~shapely.covers(window, others)]
        wider = (_joined(frame, _grown(shape.bounds, _MARGIN * mm)) for shape in cut)
        sizes = {shapely.box(*bounds).area: bounds for bounds in wider}
        if not sizes or min(sizes) > limit:
            return frame
        frame = sizes[min(sizes)]


def _grown(bounds: Iterable[float], by: float) -> Bounds:
    x0, y0, x1, y1 = map(float, bounds)
    return x0 - by, y0 - by, x1 + by, y1 + by


def _joined(a: Bounds, b: Bounds) -> Bounds:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def framed(
    verdict: Verdict,
    table: Table,
    marks: Iterable[Mark],
    ids: Iterable[str],
    *shapes: BaseGeometry,
) -> Scene:
    """Return the picture of a verdict, framed on the things and shapes that it is about.

    Parameters
    ----------
    verdict, table
        The answer, and the table that was asked about.
    marks
        What is shown.
    ids, shapes
        What must lie inside the frame.
    """
    return Scene(
        marks=tuple(marks),
        headline=verdict.answer,
        detail=verdict.detail,
        frame=frame_around([*(table[id].polygon for id in ids), *shapes], table),
        unit=table.unit,
        per_mm=per_mm(table.unit),
        desc=str(table),
    )
