"""The parts that several pictures share: the setting, bands and arcs, lines and their lengths."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.base import BaseGeometry

from ....geometry import Placed, PlacedBeam, PlacedSector, Pose, Segment
from ....scene import Bounds, Mark, Scene
from ....table import Piece, picture

if TYPE_CHECKING:
    from ..verdicts import XWingVerdict

Arc = PlacedSector | PlacedBeam

_ROOM = 25.0
"""Millimetres around what belongs to the question."""


def setting(verdict: XWingVerdict, without: Collection[str]) -> list[Mark]:
    """Return the mat and everything that does not belong to the question, faintly."""
    table = verdict.position
    marks = [Mark(shapely.box(0, 0, *table.area), "mat", faint=True)]
    marks += [picture.obstacle(t, faint=True) for t in table.terrain if t.id not in without]
    for piece in table.pieces:
        if piece.id not in without:
            marks += picture.base(piece, faint=True)
    return marks


def things(verdict: XWingVerdict, ids: Iterable[str]) -> list[Mark]:
    """Return pieces and obstacles by id."""
    table = verdict.position
    marks: list[Mark] = []
    for id in ids:
        thing = table[id]
        if isinstance(thing, Piece):
            marks += picture.base(thing)
        else:
            marks.append(picture.obstacle(thing))
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


def bands(base: Placed, arc: Arc, edges: tuple[float, ...], side: int | None) -> Iterator[Mark]:
    """Yield the range bands in an arc: true offsets of the base, cut by the arc."""
    cone = shapely.Polygon(arc.outline(3 * edges[-1]))
    inner: BaseGeometry = base.polygon
    for number, edge in enumerate(edges, 1):
        outer = base.polygon.buffer(edge, quad_segs=48)
        title = f"range {number} in the arc"
        band = shapely.intersection(shapely.difference(outer, inner), cone)
        yield Mark(band, "band", side=side, label=str(number), title=title)
        rim = shapely.intersection(outer.exterior, cone)
        yield Mark(shapely.line_merge(rim), "band-edge", side=side)
        inner = outer


def arc_edges(arc: Arc, reach: float, side: int | None) -> Iterator[Mark]:
    """Yield the lines of an arc."""
    for border in borders(arc, 1.2 * reach)[:2]:
        yield Mark(shapely.LineString(border), "arc-edge", side=side)


def borders(arc: Arc, reach: float) -> list[Segment]:
    """Return the two lines of an arc out to a distance, and the front of one that has a front."""
    if not arc.rays:
        return []
    found: list[Segment] = []
    starts = (arc.corners[0], arc.corners[-1])
    for (x, y), (ux, uy) in zip(starts, arc.rays, strict=True):
        found.append(((x, y), (x + reach * ux, y + reach * uy)))
    return found + ([starts] if starts[0] != starts[1] else [])


def frame_around(shapes: Iterable[BaseGeometry]) -> Bounds:
    """Return the part of the table around some shapes."""
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes))
    room = max(_ROOM, 0.12 * max(x1 - x0, y1 - y0))
    return float(x0 - room), float(y0 - room), float(x1 + room), float(y1 + room)


def framed(
    verdict: XWingVerdict, marks: Iterable[Mark], ids: Iterable[str], *shapes: BaseGeometry
) -> Scene:
    """Return the picture, framed on the things and shapes that the question is about."""
    table = verdict.position
    return Scene(
        marks=tuple(marks),
        headline=verdict.answer,
        detail=verdict.detail,
        frame=frame_around([*(table[id].polygon for id in ids), *shapes]),
        unit="mm",
        desc=str(table),
    )
