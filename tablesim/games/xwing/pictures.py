"""What the pictures of the verdicts show.  Everything drawn was measured by the verdict itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.base import BaseGeometry

from ...geometry import Placed, PlacedBeam, PlacedSector, gap
from ...scene import Bounds, Mark, Scene
from ...table import Piece, picture
from ...verdict import length

if TYPE_CHECKING:
    from .moves import Move, Reach
    from .slides import Slide
    from .verdicts import Arcs, Attack, Deploy, Range, XWingVerdict

Arc = PlacedSector | PlacedBeam

_ROOM = 25.0
"""Millimetres around what belongs to the question."""


def range_scene(verdict: Range) -> Scene:
    """Return two things with the measuring line between them."""
    things = (verdict.a, verdict.b)
    line = _measuring(verdict.segment, length(verdict.distance, "mm"))
    return _scene(verdict, [*_setting(verdict, things), *_things(verdict, things), *line], things)


def attack_scene(verdict: Attack) -> Scene:
    """Return attacker, arc, bands, target, obstacles and the measuring line."""
    table = verdict.position
    ships = (verdict.by, verdict.on)
    line = shapely.LineString(verdict.segment)
    rocks = [t.id for t in table.terrain if t.id in verdict.obstructed_by]
    words = length(verdict.distance, "mm") + ("" if verdict.in_arc else " (out of arc)")
    marks = [
        *_setting(verdict, (*ships, *rocks)),
        *_bands(
            table[verdict.by].placed, verdict.sector, verdict.edges, table.piece(verdict.by).seat
        ),
        *_arc_edges(verdict.sector, verdict.edges[-1], table.piece(verdict.by).seat),
        *_things(verdict, (*rocks, *ships)),
        *_measuring(verdict.segment, words),
    ]
    return _scene(verdict, marks, (*ships, *rocks), line)


def arcs_scene(verdict: Arcs) -> Scene:
    """Return the arcs of a ship with a line to everybody it can shoot."""
    table = verdict.position
    ship = table.piece(verdict.id)
    shown = {shot.arc: shot for shot in verdict.shots}
    targets = [shot.on for shot in verdict.shots if shot.legal]
    marks = _setting(verdict, (verdict.id, *targets))
    for shot in shown.values():
        marks += _bands(ship.placed, shot.sector, shot.edges, ship.seat)
        marks += _arc_edges(shot.sector, shot.edges[-1], ship.seat)
    marks += _things(verdict, (verdict.id, *targets))
    for shot in verdict.shots:
        if shot.legal:
            marks += _measuring(shot.segment, length(shot.distance, "mm"))
    return _scene(verdict, marks, (verdict.id, *(shot.on for shot in verdict.shots)))


def deploy_scene(verdict: Deploy) -> Scene:
    """Return the zone with the ship in it."""
    table = verdict.position
    x0, y0, x1, y1 = _strip(verdict)
    seat = table.piece(verdict.id).seat
    title = f"range 1 of the {verdict.edge} edge"
    zone = Mark(shapely.box(x0, y0, x1, y1), "zone", side=seat, label="range 1", title=title)
    things = (verdict.id, *verdict.overlapped)
    return _scene(verdict, [*_setting(verdict, things), zone, *_things(verdict, things)], things)


def move_scene(verdict: Move) -> Scene:
    """Return start, template, end, and what the ship touched on the way."""
    table, course = verdict.position, verdict.course
    ship = table.piece(verdict.id)
    met = tuple(dict.fromkeys((*verdict.overlapped, *verdict.touching, *verdict.obstacles)))
    marks = _setting(verdict, (verdict.id, *met))
    if course is not None:
        strip = course.strip()
        said = verdict.maneuver.notation()
        marks.append(Mark(strip.polygon, "template", side=ship.seat, title=f"template: {said}"))
        marks.append(Mark(strip.centre_line, "guide"))
    marks += _things(verdict, met)
    marks += picture.ghost(ship, verdict.start, "start")
    if not verdict.completed:
        marks += picture.ghost(ship, verdict.intended, "intended")
    end = ship.moved(verdict.end)
    marks += picture.base(end)
    marks += _contacts(verdict, end.placed)
    shown = [Placed(ship.placed.footprint, p) for p in (verdict.start, verdict.intended)]
    return _scene(verdict, marks, met, end.polygon, *(s.polygon for s in shown))


def reach_scene(verdict: Reach) -> Scene:
    """Return the fan of all end poses, each with the maneuver that leads there."""
    ship = verdict.position.piece(verdict.id)
    marks = _setting(verdict, (verdict.id,))
    shapes = []
    for move in verdict:
        end = ship.moved(move.end)
        shapes.append(end.polygon)
        said = move.maneuver.notation() + ("" if move.completed else " (bumps)")
        role = "ghost" if move.legal and not move.fled else "blocked"
        marks.append(Mark(end.polygon, role, side=ship.seat, label=_short(move), title=said))
        marks += picture.facing(ship, move.end, faint=True)
    marks += _things(verdict, (verdict.id,))
    return _scene(verdict, marks, (verdict.id,), *shapes)


def slide_scene(verdict: Slide) -> Scene:
    """Return the ship, the template, and the ends of every stretch of legal places."""
    ship = verdict.position.piece(verdict.id)
    met = [id for id in verdict.in_the_way if id in verdict.position]
    marks = _setting(verdict, (verdict.id, *met))
    shapes: list[BaseGeometry] = [verdict.base.polygon, verdict.strip.polygon]
    strip = verdict.strip
    if verdict.intervals:
        strip = verdict.template(verdict.intervals[0][1])
    marks.append(Mark(strip.polygon, "template", side=ship.seat, title="template"))
    marks += _things(verdict, met)
    if not verdict.intervals:
        blocked = Mark(verdict.base.polygon, "blocked", side=ship.seat, label="not free")
        marks.append(blocked)
    for lo, hi in verdict.intervals:
        ends = [ship.moved(verdict.base.pose.forward(s)) for s in dict.fromkeys((lo, hi))]
        swept = shapely.union_all([end.polygon for end in ends]).convex_hull
        marks.append(Mark(swept, "clear", title=f"legal: {lo:.2f} to {hi:.2f} mm"))
        shapes.append(swept)
        for end, slide in zip(ends, (lo, hi), strict=False):
            words = f"{slide:+.2f} mm" if verdict.play else "end"
            marks += picture.ghost(ship, end.pose, words)
    marks += _things(verdict, (verdict.id,))
    return _scene(verdict, marks, (verdict.id, *met), *shapes)


def _short(move: Move) -> str:
    """Return the few letters that stand for a maneuver in a crowded picture."""
    maneuver = move.maneuver
    letters = "".join(word[0].upper() for word in maneuver.bearing.split())
    return f"{maneuver.speed}{letters}{(maneuver.side or '')[:1].upper()}"


def _strip(verdict: Deploy) -> tuple[float, ...]:
    from . import rules
    from .catalogue import catalogue

    strip = catalogue().ruler.edges[0]
    return rules.edge_strip(verdict.position.area, verdict.edge, strip)


def _setting(verdict: XWingVerdict, without: Collection[str]) -> list[Mark]:
    """Return the mat and everything that does not belong to the question, faintly."""
    table = verdict.position
    marks = [Mark(shapely.box(0, 0, *table.area), "mat", faint=True)]
    marks += [picture.obstacle(t, faint=True) for t in table.terrain if t.id not in without]
    for piece in table.pieces:
        if piece.id not in without:
            marks += picture.base(piece, faint=True)
    return marks


def _things(verdict: XWingVerdict, ids: Iterable[str]) -> list[Mark]:
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


def _measuring(segment: tuple[tuple[float, float], ...], label: str) -> Iterator[Mark]:
    """Yield a measuring line with its length and its two end points."""
    if segment[0] != segment[1]:
        yield Mark(shapely.LineString(segment), "measure", label=label, title=label)
    for point in segment:
        yield Mark(shapely.Point(point), "end")


def _bands(base: Placed, arc: Arc, edges: tuple[float, ...], side: int | None) -> Iterator[Mark]:
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


def _arc_edges(arc: Arc, reach: float, side: int | None) -> Iterator[Mark]:
    """Yield the lines of an arc."""
    if arc.rays:
        starts = (arc.corners[0], arc.corners[-1])
        for (x, y), (ux, uy) in zip(starts, arc.rays, strict=True):
            far = (x + 1.2 * reach * ux, y + 1.2 * reach * uy)
            yield Mark(shapely.LineString([(x, y), far]), "arc-edge", side=side)


def _contacts(verdict: Move, base: Placed) -> Iterator[Mark]:
    """Yield the points of contact at the end of a move."""
    for id in verdict.touching:
        found = gap(base, verdict.position[id].placed)
        yield Mark(shapely.Point(found.a), "contact", label="touch", title=f"touches {id}")


def _scene(
    verdict: XWingVerdict, marks: Iterable[Mark], ids: Iterable[str], *shapes: BaseGeometry
) -> Scene:
    """Return the picture, framed on the things and shapes that the question is about."""
    table = verdict.position
    focus = [*(table[id].polygon for id in ids), *shapes]
    x0, y0, x1, y1 = shapely.total_bounds(focus)
    room = max(_ROOM, 0.12 * max(x1 - x0, y1 - y0))
    frame: Bounds = (float(x0 - room), float(y0 - room), float(x1 + room), float(y1 + room))
    return Scene(
        marks=tuple(marks),
        headline=verdict.answer,
        detail=verdict.detail,
        frame=frame,
        unit="mm",
        desc=str(table),
    )
