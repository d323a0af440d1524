"""A shot explained: what was measured, drawn with the lengths that nearly turned the answer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.base import BaseGeometry

from ....geometry import Convex, Placed, Segment, gap_of_parts
from ....scene import Mark, Scene
from ....table import picture
from ....verdict import Margin, listed
from ..verdicts import band_margins, into
from .parts import Arc, borders
from .shots import attack_scene

if TYPE_CHECKING:
    from ..verdicts import Attack

_NEAR = 30.0
"""A length beyond this many millimetres could not turn an answer at any table."""

_CLOSE_UP = 24.0
"""How many times a length the frame of its close-up is."""

_LEAST_CLOSE_UP = 12.0
"""No close-up shows less than this many millimetres."""

_SAME = 1e-6
"""A drawn length that differs from the margin by more than this would tell another story."""


def explained_scene(shot: Attack, *, closeup: bool = False) -> Scene:
    """Return the picture of a shot with the lengths that decide it; a close-up of the least."""
    scene = attack_scene(shot)
    found = sorted(_lengths(shot), key=lambda pair: abs(pair[1].value))
    frame = scene.frame
    if closeup and found:
        frame = _close_up(found[0][0])
    if frame is None:  # attack_scene frames every shot
        raise AssertionError("a shot without a frame")
    x0, y0, x1, y1 = frame
    tick = 0.008 * max(x1 - x0, y1 - y0)
    marks = [picture.dimension(segment, str(margin), tick) for segment, margin in found]
    if shot.distance > 0:
        marks += [_nearest(shot, i) for i in (0, 1)]
    return replace(scene, frame=frame) + tuple(marks)


def _close_up(segment: Segment) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = segment
    half = max(_CLOSE_UP * math.dist(*segment), _LEAST_CLOSE_UP) / 2
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - half, y - half, x + half, y + half


def _nearest(shot: Attack, i: int) -> Mark:
    """Return one end of the measuring line, named."""
    whose = (shot.by, shot.on)[i]
    what = "nearest point of" if i == 0 or not shot.in_arc else "nearest point in arc of"
    return Mark(shapely.Point(shot.segment[i]), "end", title=f"{what} {whose}")


def _lengths(shot: Attack) -> Iterator[tuple[Segment, Margin]]:
    """Yield what decides a shot, as a line on the table and in words."""
    target = shot.position.piece(shot.on).placed
    arc = Margin(f"the {shot.arc} arc", shot.arc_margin, "mm")
    yield from _drawn(_to_arc(shot.sector, target, reach=4 * shot.edges[-1]), arc)
    if shot.distance > 0 and shot.in_arc:
        weapon, known = shot.weapon, (shot.distance, shot.edges)
        bands = weapon.margins(*known) if weapon else band_margins(known[0], shot.band, known[1])
        for margin in bands:
            yield from _drawn(_to_band(shot, margin), margin)
        rocks = listed(shot.obstructed_by) or "all obstacles"
        yield from _drawn(_to_rock(shot), into(rocks, shot.clearance))


def _drawn(segment: Segment | None, margin: Margin) -> Iterator[tuple[Segment, Margin]]:
    """Yield a length if it is near, and if the line on the table is the length in words."""
    if segment is None or not 1e-9 < abs(margin.value) < _NEAR:
        return
    if abs(math.dist(*segment) - abs(margin.value)) < _SAME:
        yield segment, margin


def _to_arc(arc: Arc, target: Placed, reach: float) -> Segment | None:
    """Return the line from the arc to a target outside, or to its farthest point inside."""
    if not arc.rays:
        return None
    if arc.margin(target) < 0:
        lines = [gap_of_parts((Convex(line),), target.parts) for line in borders(arc, reach)]
        nearest = min(lines, key=lambda found: found.distance)
        return nearest.a, nearest.b
    planes = arc.wedges[0]
    points = [p for part in target.parts if isinstance(part, Convex) for p in part.points]
    depths = [max((d - nx * x - ny * y, (x, y)) for x, y in points) for nx, ny, d in planes]
    (deep, (x, y)), (nx, ny, _) = min(zip(depths, planes, strict=True))
    return (x + deep * nx, y + deep * ny), (x, y)


def _to_band(shot: Attack, margin: Margin) -> Segment:
    """Return the stretch of the measuring line between its end and the edge of a band."""
    (ax, ay), (bx, by) = shot.segment
    share = (margin.limit or 0.0) / shot.distance
    return (bx, by), (ax + share * (bx - ax), ay + share * (by - ay))


def _to_rock(shot: Attack) -> Segment | None:
    """Return the gap from the measuring line to a rock; or the stretch that lies in it."""
    line = Convex(shot.segment)
    rocks = {t.id: t for t in shot.position.terrain}
    if shot.clearance >= 0:
        gaps = [gap_of_parts((line,), rock.placed.parts) for rock in rocks.values()]
        nearest = min(gaps, key=lambda found: found.distance, default=None)
        return None if nearest is None else (nearest.a, nearest.b)
    shadow = shapely.union_all([rocks[id].polygon for id in shot.obstructed_by])
    cut = shapely.intersection(shapely.LineString(shot.segment), shadow)
    if cut.geom_type == "LineString" and abs(cut.length + shot.clearance) < _SAME:
        (x0, y0), (x1, y1) = shapely.get_coordinates(cut).tolist()
        return (x0, y0), (x1, y1)
    return _shift(shot, shadow)


def _shift(shot: Attack, shadow: BaseGeometry) -> Segment | None:
    """Return the shortest way sideways that takes the line out of a rock."""
    (ax, ay), (bx, by) = shot.segment
    size = math.dist(*shot.segment)
    dx, dy = (bx - ax) / size, (by - ay) / size
    for x, y in shapely.get_coordinates(shadow):
        along, off = (x - ax) * dx + (y - ay) * dy, (y - ay) * dx - (x - ax) * dy
        if 0 <= along <= size and abs(abs(off) + shot.clearance) < _SAME:
            return (ax + along * dx, ay + along * dy), (float(x), float(y))
    return None
