"""Pictures of ships that move: one maneuver, its way step by step, the whole dial, the slides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.base import BaseGeometry

from ....geometry import Placed, Pose, gap, separation
from ....scene import Mark, Scene
from ....table import picture
from ....verdict import length

if TYPE_CHECKING:
    from ..maneuvers import Maneuver
    from ..moves import Fan, Move, Reach
    from ..slides import Slide
    from ..verdicts import Attack

_GRADES = {"green": "easy", "white": "usual", "red": "hard"}
"""The role of an end pose by the color of its maneuver (XW-20)."""

_LETTERS = {
    "straight": "S",
    "bank": "B",
    "turn": "T",
    "koiogran": "K",
    "segnor": "Sg",
    "tallon": "Ta",
    "stationary": "St",
    "reverse straight": "RS",
    "reverse bank": "RB",
}
"""What stands for a bearing in a crowded picture.

Letters and not arrows: few fonts beside our own have all the arrows.
"""

_CLOSE = 2.0
"""Ships nearer than this many millimetres to where a maneuver ends belong to the question."""


def move_scene(verdict: Move) -> Scene:
    """Return start, template, end, and what the ship touched on the way."""
    table, course = verdict.position, verdict.course
    ship = table.piece(verdict.id)
    intended = Placed(ship.placed.footprint, verdict.intended)
    close = [
        piece.id
        for piece in table.pieces
        if piece.id != ship.id and separation(intended, piece.placed) < _CLOSE
    ]
    met = tuple(dict.fromkeys((*close, *verdict.touching, *verdict.obstacles)))
    marks = picture.setting(verdict.position, (verdict.id, *met))
    if course is not None:
        strip = course.strip()
        said = verdict.maneuver.notation()
        marks.append(Mark(strip.polygon, "template", side=ship.seat, title=f"template: {said}"))
        marks.append(Mark(strip.centre_line, "guide"))
    marks += picture.things(verdict.position, met)
    marks += picture.ghost(ship, verdict.start, "start")
    if not verdict.completed:
        marks += picture.ghost(ship, verdict.intended, "intended")
    end = ship.moved(verdict.end)
    marks += picture.base(end)
    marks += _contacts(verdict, end.placed)
    start = ship.moved(verdict.start)
    return picture.framed(
        verdict, verdict.position, marks, met, end.polygon, start.polygon, intended.polygon
    )


def steps_scene(verdict: Move, n: int) -> Scene:
    """Return a maneuver step by step: ghosts at equal travels, their guides on the center line."""
    ship = verdict.position.piece(verdict.id)
    course = verdict.course
    scene = move_scene(verdict)
    if course is None:
        return scene
    extra: list[Mark] = []
    for i in range(n + 1):
        travel = verdict.travel * i / n
        pose = course.pose(travel)
        if 0 < i < n:
            extra += picture.ghost(ship, pose, f"{travel:.0f} mm")
        extra.append(_guides(pose, course.guided.depth, travel))
    dots = "dots: the guides, front and back, which both ride the center line of the template"
    return replace(scene, note=dots) + tuple(extra)


def film_scenes(verdict: Move, n: int) -> tuple[Scene, ...]:
    """Return a maneuver as a filmstrip: start, equal travels, and the end, in one frame."""
    ship, course = verdict.position.piece(verdict.id), verdict.course
    scene = move_scene(verdict)
    if course is None:
        return (scene,)
    depth = course.guided.depth
    shapes = [ship.moved(course.pose(verdict.travel * i / n)).polygon for i in range(n + 1)]
    end = ship.moved(verdict.end)
    met = tuple(dict.fromkeys((*verdict.overlapped, *verdict.touching, *verdict.obstacles)))
    seen = [verdict.position[id].polygon for id in met]
    shapes += [*seen, course.strip().polygon, end.polygon]
    frame = picture.frame_around(shapes, verdict.position)
    ground = [
        *picture.setting(verdict.position, (verdict.id, *met)),
        *picture.things(verdict.position, met),
        Mark(course.strip().polygon, "template", side=ship.seat),
        Mark(course.strip().centre_line, "guide"),
    ]
    film = []
    for i in range(n + 1):
        travel = verdict.travel * i / n
        there = end if i == n else ship.moved(course.pose(travel))
        marks = [*ground, *picture.base(there), _guides(course.pose(travel), depth, travel)]
        if i:
            marks += picture.ghost(ship, verdict.start, "start")
        if i == n:
            marks += _contacts(verdict, end.placed)
        words = f"{length(round(travel, 1), 'mm')} of {length(round(verdict.whole, 1), 'mm')}"
        film.append(replace(scene, marks=tuple(marks), headline=words, detail="", frame=frame))
    return tuple(film)


def _guides(pose: Pose, depth: float, travel: float) -> Mark:
    """Return the two points of a base that ride the center line: front and back guides."""
    front, back = pose.forward(depth / 2).point, pose.forward(-depth / 2).point
    title = f"guides after {length(travel, 'mm')}"
    return Mark(shapely.MultiPoint([front, back]), "guide", title=title)


def reach_scene(verdict: Reach) -> Scene:
    """Return the fan of all end poses, each with the maneuver that leads there."""
    return _fan(verdict, {})


def fan_scene(verdict: Fan) -> Scene:
    """Return the fan of all end poses, each with whom the ship could shoot from there."""
    scene = _fan(verdict.reach, verdict.shots)
    note = f"{scene.note} · below: whom it could then shoot, at which range"
    return replace(scene, headline=verdict.answer, detail=verdict.detail, note=note)


def _fan(reach: Reach, shots: Mapping[Maneuver, tuple[Attack, ...]]) -> Scene:
    ship = reach.position.piece(reach.id)
    targets = dict.fromkeys(shot.on for found in shots.values() for shot in found)
    marks = picture.setting(reach.position, (reach.id, *targets))
    marks += _templates(reach)
    ends = []
    for move in reach:
        end = ship.moved(move.end)
        ends.append(end.polygon)
        barred = not move.legal or move.fled
        role = "barred" if barred else _GRADES.get(move.colour or "", "usual")
        shape = _crossed(end.polygon) if barred else end.polygon
        said = _short(move)
        words = "\n".join([said, *_tags(move, shots.get(move.maneuver, ()))])
        marks.append(Mark(shape, role, side=ship.seat, label=words, title=move.answer))
        marks += picture.facing(ship, move.end, faint=True)
        if move.legal and not move.completed:
            marks += [replace(mark, label="") for mark in _contacts(move, end.placed)]
    marks += picture.things(reach.position, (reach.id, *targets))
    return replace(
        picture.framed(reach, reach.position, marks, (reach.id, *targets), *ends), note=_note(reach)
    )


def _note(reach: Reach) -> str:
    """Return what the signs of a fan mean."""
    bearings = {maneuver.bearing for maneuver in reach.moves}
    said = [f"{letter} {bearing}" for bearing, letter in _LETTERS.items() if bearing in bearings]
    parts = [f"speed, then {', '.join(said)}; L left, R right"]
    if any(move.colour for move in reach):
        parts.append("G green (long dashes), W white (short), R red (dash and dot)")
    if any(not move.legal or move.fled for move in reach):
        parts.append("crossed out: not allowed, or off the table")
    if any(move.legal and not move.completed for move in reach):
        parts.append("ring: bumps")
    return " · ".join(parts)


def _templates(reach: Reach) -> Iterator[Mark]:
    """Yield the center line of each template, faintly; of straight ones only the longest."""
    lines: dict[tuple[str, str | None, int], shapely.LineString] = {}
    for move in reach:
        if move.course is None:
            continue
        line = move.course.strip().centre_line
        straight = len(line.coords) == 2
        way = "back" if move.course.reverse else "ahead"
        kind = move.maneuver
        key = (
            (way, kind.side, 0) if straight else (f"{way} {line.length:.3f}", kind.side, kind.speed)
        )
        if key not in lines or line.length > lines[key].length:
            lines[key] = line
    for line in lines.values():
        yield Mark(line, "guide", faint=True)


def _crossed(base: shapely.Polygon) -> BaseGeometry:
    """Return a base that is crossed out."""
    a, b, c, d = shapely.get_coordinates(shapely.minimum_rotated_rectangle(base))[:4].tolist()
    return shapely.GeometryCollection(
        [base, shapely.LineString([a, c]), shapely.LineString([b, d])]
    )


def _tags(move: Move, shots: tuple[Attack, ...]) -> Iterator[str]:
    """Yield what is to be said of an end pose, each in a line."""
    if move.legal and move.fled:
        yield "flees"
    if move.legal and not move.completed:
        yield "bumps"
    if move.legal and move.obstacles:
        yield "hits a rock"
    for shot in shots:
        yield f"{shot.on} {shot.band}"


def _short(move: Move) -> str:
    """Return the few letters that stand for a maneuver and its color."""
    maneuver = move.maneuver
    side = (maneuver.side or "")[:1].upper()
    said = f"{maneuver.speed}{_LETTERS[maneuver.bearing]}{side}"
    return f"{said} {move.colour[0].upper()}" if move.colour else said


def slide_scene(verdict: Slide) -> Scene:
    """Return the ship, the template, and the ends of every stretch of legal places."""
    ship = verdict.position.piece(verdict.id)
    met = [id for id in verdict.in_the_way if id in verdict.position]
    marks = picture.setting(verdict.position, (verdict.id, *met))
    shapes: list[BaseGeometry] = [verdict.base.polygon, verdict.strip.polygon]
    strip = verdict.strip
    if verdict.intervals:
        strip = verdict.template(verdict.intervals[0][1])
    marks.append(Mark(strip.polygon, "template", side=ship.seat, title="template"))
    marks += picture.things(verdict.position, met)
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
    marks += picture.things(verdict.position, (verdict.id,))
    return picture.framed(verdict, verdict.position, marks, (verdict.id, *met), *shapes)


def _contacts(verdict: Move, base: Placed) -> Iterator[Mark]:
    """Yield the points of contact at the end of a move."""
    for id in verdict.touching:
        found = gap(base, verdict.position[id].placed)
        yield Mark(shapely.Point(found.a), "contact", label="touch", title=f"touches {id}")
