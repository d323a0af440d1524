"""Where a model may go: a cheap sample of endless places (UG-22, UG-23).

Listed are, as far as the straight way there may be gone:

* turns on the spot: towards the nearest enemy, and to the eight compass points;
* a grid about the model, as wide as its pool, of some 40 places;
* of the nearest enemies: eight places in contact with each, and four at the reach of the weapon;
* places beside terrain, on the side away from the nearest enemy;
* places on roofs and floors: their middles and edges, with and without a Move test;
* the markers of the scenario.

At each place the model faces the nearest enemy.  ``why_illegal`` knows every other way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import shapely
import shapely.ops
from shapely.geometry.base import BaseGeometry

from ....geometry import Placed, Point
from ..ground.movement import CLIMB, FLOWN_CLIMB, TESTED_CLIMB
from ..models import Model
from .board import Board, board
from .moves import Corner, Go, Leave, Move, Stay
from .scenarios import markers
from .state import Skirmish

COMPASS: Final = tuple(45.0 * way for way in range(8))
"""The compass points, in degrees."""

GRID: Final = 3
"""How many steps of the grid lie between the model and the farthest place that it may come to."""

NEAREST: Final = 3
"""Of how many enemies the places about them are listed."""

ROOM: Final = 0.02
"""How far from contact places are kept, so that rounding does not make bases overlap."""

CLOSE: Final = 0.25
"""How far from terrain places beside it are, in inches."""


def destinations(state: Skirmish, number: int, inches: float | None) -> Iterator[Move]:
    """Yield the turns and moves of a model.

    Parameters
    ----------
    state
        The state.
    number
        The model.
    inches
        How many it may spend, if not twice its Move.
    """
    here = board(state)
    model = here.models[number]
    foes = _by_distance(state, here, number)
    facing = _towards(model.center, foes, model.pose.heading)
    yield from (Stay(angle) for angle in dict.fromkeys((facing, *COMPASS)))
    pool = float(state.body(number).pool(state.rulings)) if inches is None else inches
    if pool > 0.0:
        kind = Leave if here.engaged(number) else Go
        for spot in _walks(state, number, foes, pool):
            in_doubt = here.stroll(number, spot, pool) is None
            if in_doubt and here.is_barred(number, spot, pool=inches):
                continue
            towards = _towards(spot, foes, facing)
            yield kind((spot,), towards)
            if kind is Leave and _near(spot, foes):
                yield Go((spot,), towards)
        for corner, climb in _climbs(here, model, pool):
            if not here.is_barred(number, corner, climb=climb, pool=inches):
                yield kind((corner,), _towards((corner[0], corner[1]), foes, facing), climb=climb)


def _walks(state: Skirmish, number: int, foes: list[Model], pool: float) -> list[Point]:
    """Return places to walk to: those that a quick look does not rule out."""
    here = board(state)
    model = here.models[number]
    spots = [*_grid(model, pool), *_about(model, foes), *_beside(here, model, foes)]
    near = [
        spot
        for spot in dict.fromkeys(_rounded(spot) for spot in (*spots, *markers(state)))
        if 0.0 < math.dist(spot, model.center) <= pool
    ]
    here.strolls(number, near, pool)
    return [spot for spot in near if here.stroll(number, spot, pool) is not False]


def _climbs(here: Board, model: Model, pool: float) -> Iterator[tuple[Corner, bool]]:
    """Yield places to climb or drop to that the pool may suffice for, without and with a test."""
    for corner, rise, far in _above(here, model):
        rates = (FLOWN_CLIMB,) if model.flight else (CLIMB, TESTED_CLIMB) if rise > 0.0 else (0.0,)
        for rate in rates:
            if far + rate * max(rise, 0.0) <= pool:
                yield corner, rate == TESTED_CLIMB


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def _by_distance(state: Skirmish, here: Board, number: int) -> list[Model]:
    """Return the enemies, the nearest first."""
    center = here.models[number].center
    foes = [here.models[foe] for foe in state.present(1 - state.fighters[number].seat)]
    return sorted(foes, key=lambda foe: (math.dist(center, foe.center), foe.id))


def _towards(point: Point, foes: Iterable[Model], otherwise: float) -> float:
    """Return the direction of the nearest enemy, in whole degrees."""
    nearest = min(foes, key=lambda foe: math.dist(point, foe.center), default=None)
    if nearest is None or nearest.center == point:
        return otherwise
    dx, dy = nearest.center[0] - point[0], nearest.center[1] - point[1]
    return float(round(math.degrees(math.atan2(dy, dx))) % 360)


def _grid(model: Model, pool: float) -> Iterator[Point]:
    x, y = model.center
    step = max(1.0, pool / GRID)
    for i in range(-GRID, GRID + 1):
        for j in range(-GRID, GRID + 1):
            dx, dy = i * step, j * step
            far = math.hypot(dx, dy)
            if far > pool:  # the corners of the grid come in to the rim
                dx, dy = dx * (pool - ROOM) / far, dy * (pool - ROOM) / far
            yield x + dx, y + dy


def _about(model: Model, foes: list[Model]) -> Iterator[Point]:
    """Yield places about the nearest enemies: in contact, and at the reach of the weapon."""
    for foe in foes[:NEAREST]:
        (x, y), touch = foe.center, model.radius + foe.radius + ROOM
        ahead = math.degrees(math.atan2(model.center[1] - y, model.center[0] - x))
        rings = [(touch, COMPASS), (touch + max(0.0, model.reach - 2 * ROOM), COMPASS[::2])]
        for radius, turns in rings:
            for turn in turns:
                angle = math.radians(ahead + turn)
                yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def _beside(here: Board, model: Model, foes: list[Model]) -> Iterator[Point]:
    """Yield places behind terrain, seen from the nearest enemy."""
    if not foes:
        return
    for piece in here.field.terrain.pieces.values():
        shape = piece.solids[0].shape
        (x, y), (fx, fy) = shape.pose.point, foes[0].center
        far = math.dist((x, y), (fx, fy))
        if far:
            out = shape.footprint.reach + model.radius + CLOSE
            yield x + (x - fx) / far * out, y + (y - fy) / far * out


def _above(here: Board, model: Model) -> Iterator[tuple[Corner, float, float]]:
    """Yield places on what one can stand on above a model or below it: middles and edges.

    With each comes how much higher it is, and how far at least one has to go to its side.
    """
    arena = here.arena(model.seat or 0)
    x, y = model.center
    for surface in arena.surfaces:
        rise = surface.level - model.level
        if surface.shape is None or abs(rise) <= arena.numbers.step:
            continue
        x0, y0, x1, y1 = surface.shape.bounds
        side = math.dist((x, y), (min(max(x, x0), x1), min(max(y, y0), y1)))
        inner = _inner(surface.shape, model.radius + CLOSE)
        if inner.is_empty:
            continue
        near, _ = shapely.ops.nearest_points(inner, shapely.Point(x, y))
        for point in (inner.representative_point(), near):
            corner = (*_rounded((point.x, point.y)), surface.level)
            yield corner, rise, max(0.0, side - model.radius)


@lru_cache(maxsize=1024)
def _inner(shape: Placed, inwards: float) -> BaseGeometry:
    """Return where on a roof a base is clear of its edges."""
    return shape.polygon.buffer(-inwards)


def _near(spot: Point, foes: list[Model]) -> bool:
    return any(math.dist(spot, foe.center) <= foe.radius + 3.0 for foe in foes[:NEAREST])
