"""The picture of what is reached: the union of what is seen from each corner on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from ..errors import GeometryError
from .corners import Hooks, core, tangents
from .elevation import FULL, Array, Elevation, Profile
from .network import Tolls
from .pose import Point

if TYPE_CHECKING:
    from .reach import Node, Reach

_STEP = math.radians(5)
"""Between two rays where nothing happens: a round border is drawn 0.1 % of its radius inside."""

_ROLL = math.radians(15)
"""Between two points of a circle from which rays go out."""

_BESIDE = 1e-7
"""How far beside a corner the two rays run that pass it, in radians."""

_KINK = math.radians(20)
"""By how much the border of what is drawn must turn at a point for rays to go there."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Terrain with fine polygons for its round corners, inside them, for pictures only.

    Attributes
    ----------
    elevation
        The heights.
    kinks
        The points where its borders turn sharply.
    blocked
        What has round corners: rays find its borders only in points.
    """

    elevation: Elevation
    kinks: Array
    blocked: shapely.Geometry

    @classmethod
    def of(
        cls,
        grown: Sequence[tuple[tuple[Point, ...], float]],
        elevation: Elevation,
        corners: Sequence[Point],
    ) -> Drawn:
        """Return an elevation together with cores that are grown by radii."""
        fine = [shapely.buffer(core(points), radius, quad_segs=8) for points, radius in grown]
        rings = [shapely.get_coordinates(polygon.exterior)[-1:0:-1] for polygon in fine]
        parts = [(tuple((x, y) for x, y in ring.tolist()), math.inf) for ring in rings]
        blocked = shapely.union_all(fine)
        borders = shapely.get_parts(shapely.get_rings(blocked))
        kinks = [_turning(shapely.get_coordinates(ring)[:-1]) for ring in borders]
        points = np.array(corners, dtype=float).reshape(-1, 2)
        return cls(
            Elevation([*elevation.parts, *parts], elevation.slack),
            np.concatenate([points, *kinks]),
            blocked,
        )


def _turning(ring: Array) -> Array:
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    turn = np.arctan2(after[:, 1], after[:, 0]) - np.arctan2(before[:, 1], before[:, 0])
    return ring[np.abs((turn + math.pi) % FULL - math.pi) > _KINK]


def drawn(reach: Reach) -> shapely.Geometry:
    """Return what is reached as a polygon or several; see :attr:`Reach.polygon`.

    From each corner rays go out until the budget is spent or something blocks.
    """
    ground = reach.ground
    span = _span(reach)
    places = [p for p in reach.places(_ROLL) if reach.budget - p.cost > ground.slack]
    if not places:
        return shapely.Polygon()
    left = [min(reach.budget - place.cost, span) for place in places]
    fans = [_angles(reach, place, rest) for place, rest in zip(places, left, strict=True)]
    counts = [len(fan) for fan in fans]
    start = np.array([place.point for place in places]).repeat(counts, axis=0)
    angles, lengths = np.concatenate(fans), np.array(left).repeat(counts)
    steps = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ways = ground.drawn.elevation.profiles(start, start + steps * lengths[:, None], whole=True)
    whose = np.arange(len(places)).repeat(counts).tolist()
    far = [
        _extent(ground.tolls, way or (), left[i], places[i].height, reach.budget - places[i].cost)
        for i, way in zip(whose, ways, strict=True)
    ]
    ends = start + steps * np.array(far)[:, None]
    stars = [shapely.Polygon(ring) for ring in np.split(ends, np.cumsum(counts)[:-1])]
    parts = shapely.get_parts(shapely.get_parts(shapely.make_valid(np.array(stars))))
    seen = shapely.union_all(parts[shapely.area(parts) > 0])
    return shapely.difference(seen, ground.drawn.blocked)


def _span(reach: Reach) -> float:
    """Return the greatest length of a ray."""
    if reach.ground.area is not None:
        x0, y0, x1, y1 = reach.ground.area.bounds
        return min(reach.budget, math.hypot(x1 - x0, y1 - y0))
    if reach.budget < math.inf:
        return reach.budget
    raise GeometryError("what is reached has no bounds: give a budget, or the ground an area")


def _angles(reach: Reach, place: Node, rest: float) -> Array:
    """Return the directions of rays from a place.

    Evenly, on both sides of each corner, and to where the budget ends on a border.
    """
    ground = reach.ground
    hooks = ground.hooks
    hooks = hooks.take(np.flatnonzero(hooks.radius > 0))
    here = Hooks.free(np.full((len(hooks.side), 2), place.point))
    _, touch, keep = tangents(here, hooks, ground.slack)
    steps = np.concatenate([ground.drawn.kinks, touch[keep]]) - place.point
    steps = steps[np.hypot(*steps.T) <= rest]
    events = np.arctan2(steps[:, 1], steps[:, 0])
    evenly = np.arange(0, FULL, _STEP)
    ends = list(ground.elevation.cuts(place.point, rest) | ground.rounds.cuts(place.point, rest))
    return np.unique(np.concatenate([events - _BESIDE, events + _BESIDE, ends, evenly]) % FULL)


def _extent(tolls: Tolls, way: Profile, length: float, height: float, budget: float) -> float:
    """Return how far along a ray a budget reaches, and at most its length."""
    costs = {height: 0.0}
    for k, (begin, levels) in enumerate(way):
        costs = {
            level: min([cost + tolls.step(last, level) for last, cost in costs.items()])
            for level in levels
        }
        if not costs or begin + min(costs.values()) > budget:
            return begin
        least = min(costs.values())
        end = way[k + 1][0] if k + 1 < len(way) else length
        if budget - least < end:
            return budget - least
    return length
