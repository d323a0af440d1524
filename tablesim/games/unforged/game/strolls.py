"""Straight walks on the ground, judged many at once where there is no doubt.

Listing the moves of a model asks about many places.  Most of them are reached by a straight walk
that keeps clear of everything, or plainly bars itself: by a base in the way, a wall too high, the
edge of the table.  Seeing this takes far less than judging a way leg by leg.  What is in doubt is
left to the judge of ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely
from numpy.typing import NDArray

from ..ground.surfaces import GROUND
from ..rules import INCH

if TYPE_CHECKING:
    from ....geometry import Point
    from ..ground.surfaces import Arena
    from ..models import Model
    from ..options import Options
    from ..terrain import Battlefield

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

CLEAR: Final = 0.01
"""How much farther than touching a walk keeps from everything.

Round things are polygons here; this is more than they are off by.
"""


def strolls(arena: Arena, model: Model, ends: Sequence[Point], pool: float) -> list[bool | None]:
    """Return which straight walks of a model from where it stands are legal (UG-22).

    Parameters
    ----------
    arena
        The table as the model meets it.
    model
        The model; it is in no melee.
    ends
        Where the walks end, on the ground.
    pool
        How many inches it may spend.

    Returns
    -------
    list of bool or None
        None where it takes a closer look.
    """
    places = np.asarray(ends, dtype=float).reshape(-1, 2)
    surface = arena.surface_at(model.center, model.level)
    able = model.standing and (model.move or 0) > 0
    if not able or surface is None or surface.piece != GROUND or model.level != surface.level:
        return [None] * len(places)
    start = np.asarray(model.center)
    fine, hopeless = _inside(arena, model, places)
    fine &= np.hypot(*(places - start).T) <= pool
    for other in arena.others(model):
        gaps = _distances(start, places, other.center)
        fine &= gaps > _room(arena.options, model, other)
        if _bars(arena.options, model, other):
            hopeless |= gaps < model.radius + other.radius - CLEAR
    lines = shapely.linestrings(np.stack([np.broadcast_to(start, places.shape), places], axis=1))
    terrain, height = arena.battlefield, round(model.height, 9)
    walls = _walls(terrain, arena.numbers.step, height)
    fine &= ~shapely.dwithin(walls, lines, model.radius + CLEAR)
    barriers = _barriers(terrain, pool if model.flight else pool / 2, height)
    hopeless |= shapely.dwithin(barriers, lines, model.radius - CLEAR)
    return [
        True if good else False if bad else None
        for good, bad in zip(fine.tolist(), hopeless.tolist(), strict=True)
    ]


def _inside(arena: Arena, model: Model, places: Floats) -> tuple[Flags, Flags]:
    """Return at which places a base is inside the table, and at which it surely is not."""
    low, high = model.radius, np.asarray(arena.area) - model.radius
    out = np.maximum(low - places, places - high).max(axis=1)
    return out <= 0.0, out > CLEAR


def _bars(options: Options, model: Model, other: Model) -> bool:
    """Whether a base on the ground surely bars the way of another one (HR-58)."""
    passes = options.pass_enemies if model.foe(other) else options.pass_friends
    return not passes and other.level < model.top and not model.flight


def _room(options: Options, model: Model, other: Model) -> float:
    """Return how far from another model a walk has to keep: out of an enemy's reach (UG-22)."""
    touch = model.radius + other.radius + CLEAR
    if not model.foe(other) or not other.standing or options.contact == "free":
        return touch
    return touch + max(other.reach, other.size.reach) + (1.0 if options.round_measurements else 0.0)


def _distances(start: Floats, ends: Floats, center: Point) -> Floats:
    """Return the distances of a point from the segments from one start to many ends."""
    along, to = ends - start, np.asarray(center) - start
    squares = np.maximum((along**2).sum(axis=1), 1e-300)
    share = np.clip((along @ to) / squares, 0.0, 1.0)
    gaps: Floats = np.hypot(*(to - share[:, None] * along).T)
    return gaps


@lru_cache(maxsize=64)
def _walls(terrain: Battlefield, step: float, height: float) -> shapely.Geometry:
    """Return all that stops or lifts a figure of some height on the ground."""
    shapes = [
        solid.shape.polygon
        for solid in terrain.solids
        if (solid.blocks_move and solid.top > step + INCH.limit and solid.bottom < height)
        or (solid.standable and 0.0 < solid.top <= step + INCH.limit)
    ]
    found = shapely.union_all(shapes)
    shapely.prepare(found)
    return found


@lru_cache(maxsize=64)
def _barriers(terrain: Battlefield, highest: float, height: float) -> shapely.Geometry:
    """Return all that no figure on the ground gets over, if it climbs so high at most."""
    shapes = [
        solid.shape.polygon
        for solid in terrain.solids
        if solid.blocks_move
        and solid.bottom < INCH.limit
        and (not solid.climbable or solid.top > highest + INCH.limit)
    ]
    found = shapely.union_all(shapes)
    shapely.prepare(found)
    return found
