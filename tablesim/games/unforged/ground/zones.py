"""The zones in which enemies strike, as polygons for searching (UG-22, HR-60)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ....geometry import Convex, Point
from ..models import Model
from .decks import Deck, Floats, grown
from .melee import melee_radius, placed, sight_walls, zone_radius
from .surfaces import Arena

WIDER = 1e-4
"""Searched zones are wider by this, so that a way round one does not graze it."""


@dataclass(frozen=True)
class Zone:
    """The zone of one enemy on one level.

    Attributes
    ----------
    area
        Where the center of the mover is in it.
    halts
        Whether a move that comes into it is over (HR-60).
    """

    area: BaseGeometry
    halts: bool

    @cached_property
    def inside(self) -> BaseGeometry:
        """The area by a hair narrower: ways along its rim do not enter it."""
        inside = self.area.buffer(-WIDER / 4)
        shapely.prepare(inside)
        return inside

    @cached_property
    def sides(self) -> Floats:
        """The sides of its border, each as a row x0, y0, x1, y1."""
        found = []
        for part in shapely.get_parts(self.area):
            for ring in (part.exterior, *part.interiors):
                p = shapely.get_coordinates(ring)
                found.append(np.hstack([p[:-1], p[1:]]))
        return np.vstack(found) if found else np.empty((0, 4))

    @cached_property
    def corners(self) -> tuple[Floats, Floats, Floats]:
        """Its corners, with those before and after them."""
        p = np.vstack([np.empty((0, 2)), *(self.sides[:, :2],)])
        before = [np.empty((0, 2))]
        after = [np.empty((0, 2))]
        for part in shapely.get_parts(self.area):
            for ring in (part.exterior, *part.interiors):
                own = shapely.get_coordinates(ring)[:-1]
                before.append(np.roll(own, 1, axis=0))
                after.append(np.roll(own, -1, axis=0))
        return p, np.vstack(before), np.vstack(after)

    def holds(self, point: Point) -> bool:
        """Whether a place is in it."""
        return bool(shapely.intersects_xy(self.inside, *point))

    def allows(self, point: Point, lines: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Return which straight ways from a point do not leave it once they are in it.

        Parameters
        ----------
        point
            Where all of them begin.
        lines
            The ways, as lines.
        """
        if self.holds(point):
            return np.asarray(shapely.covers(self.inside, lines))
        meets = np.asarray(shapely.intersects(self.inside, lines))
        if self.halts or not meets.any():
            return ~meets
        ends = shapely.get_point(lines[meets], -1)
        stays = np.asarray(shapely.intersects(self.inside, ends))
        outside = shapely.difference(lines[meets], self.inside)
        allowed = ~meets
        allowed[meets] = stays & (shapely.get_num_geometries(outside) == 1)
        return allowed


def zones_on(arena: Arena, mover: Model, deck: Deck, waived: tuple[str, ...]) -> list[Zone]:
    """Return the zones that count for a mover on a deck, one for each enemy.

    Parameters
    ----------
    arena
        The table.
    mover
        The model.
    deck
        Where it walks; on each of its levels a zone reaches as far as it does there.
    waived
        The ids of the enemies whose melee it leaves: they do not hold it (UF-88).
    """
    contact = arena.options.contact
    found = []
    for enemy in arena.others(mover) if contact != "free" else ():
        if mover.foe(enemy) and enemy.standing and enemy.id not in waived:
            areas = list(_areas(arena, enemy, mover, deck))
            if areas:
                found.append(Zone(shapely.union_all(areas), contact == "halt"))
    return found


def _areas(arena: Arena, enemy: Model, mover: Model, deck: Deck) -> Iterator[BaseGeometry]:
    """Yield where an enemy strikes on a deck, level by level."""
    faces = deck.faces
    for level, face in faces:
        radius = zone_radius(arena, enemy, mover, level)
        if radius is not None:
            area = _area(arena, enemy, mover, level, radius + WIDER)
            # Faces that meet overlap by a hair, so that no gap is left between two levels.
            yield area.intersection(face.buffer(WIDER)) if len(faces) > 1 else area


def _area(arena: Arena, enemy: Model, mover: Model, level: float, radius: float) -> BaseGeometry:
    """Return where the center of a mover is within reach, in front, and not behind a wall."""
    (x, y), (fx, fy) = enemy.center, enemy.front
    behind = {"centre": 0.0, "any_part": mover.radius, "whole": -mover.radius}
    offset = behind[arena.options.sector_test] + WIDER
    near, far = -offset, 2 * radius
    front = [(near, far), (near, -far), (far, -far), (far, far)]
    half = shapely.Polygon([(x + a * fx - b * fy, y + a * fy + b * fx) for a, b in front])
    area = grown(Convex((enemy.center,)), radius).intersection(half)
    shadows = _shadows(arena, enemy, max(enemy.top, level + mover.height), radius)
    return area.difference(shadows)


def melee_area(arena: Arena, enemy: Model, mover: Model, level: float) -> BaseGeometry:
    """Return where on a level a model that may face as it likes is in melee with an enemy (UG-27).

    That is where it can strike, where it can be struck, and where both turn their backs.
    """
    here = placed(mover, enemy.center, level)
    heads = max(enemy.top, here.top)
    radius = melee_radius(arena, enemy, mover, level) or 0.0
    behind = [_shadows(arena, viewer, heads, radius) for viewer in (here, enemy)]
    strikes = zone_radius(arena, here, enemy, enemy.level) or 0.0
    struck = zone_radius(arena, enemy, mover, level) if enemy.standing else None
    middle = shapely.Point(enemy.center)
    found = [middle.buffer(strikes, quad_segs=32).difference(behind[0])]
    if struck is not None:
        found.append(_area(arena, enemy, mover, level, struck))
    if arena.options.rear_to_rear and enemy.standing:
        backs = middle.buffer(radius, quad_segs=32).difference(shapely.union_all(behind))
        found.append(backs.difference(_area(arena, enemy, mover, level, radius)))
    return shapely.union_all(found)


def _shadows(arena: Arena, viewer: Model, heads: float, radius: float) -> BaseGeometry:
    """Return what walls that rise above the eye of a model hide from where it stands."""
    shadows = [
        _shadow(part, viewer.center, radius)
        for solid in sight_walls(arena, viewer, heads)
        for part in solid.shape.parts
        if isinstance(part, Convex)
    ]
    return shapely.union_all(shadows)


def _shadow(part: Convex, eye: Point, radius: float) -> BaseGeometry:
    """Return what a wall hides from a point, up to beyond a radius."""
    hull = shapely.Polygon(part.points) if not part.radius else _disc(part)
    points = shapely.get_coordinates(hull)
    away = points - np.array(eye)
    size = np.hypot(away[:, 0], away[:, 1])
    if not size.all() or shapely.intersects_xy(hull, *eye):
        return shapely.Polygon()
    far = np.array(eye) + away * (4 * radius / np.minimum(size, radius))[:, None]
    return shapely.MultiPoint(np.vstack([points, far])).convex_hull


def _disc(part: Convex) -> shapely.Polygon:
    (center,) = part.points
    return shapely.Point(center).buffer(part.radius, quad_segs=16)


def within_reach(arena: Arena, mover: Model, point: Point, level: float) -> bool:
    """Whether any enemy is near enough to a place for melee to be looked at."""
    for enemy in arena.others(mover):
        far = max(enemy.reach, mover.reach, enemy.size.reach, mover.size.reach)
        room = math.dist(point, enemy.center) - enemy.radius - mover.radius
        if mover.foe(enemy) and room <= far + 1.0 and abs(level - enemy.level) <= far + 1.0:
            return True
    return False
