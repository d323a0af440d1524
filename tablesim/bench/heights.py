"""What solids hide: cover, views, lines of sight in bulk."""

from __future__ import annotations

import math
import random

import numpy as np
import shapely
from numpy.typing import NDArray

from ..geometry import Hull, Placed, Point, Pose, Rect
from ..geometry.cover import hidden, hidden_shares
from ..geometry.sightline_batch import blocked
from ..geometry.terrain import Prism, Relief, Spot
from ..geometry.visibility import Visibility
from .cases import Case
from .rays import Rays, disc_spots

Floats = NDArray[np.float64]

_RADIUS = 0.63
_EYE = 1.4
_RAYS_ERROR = 0.02
"""So much the share of a thousand rays may be off."""


def blocks(rng: random.Random, count: int) -> list[Prism]:
    """Return convex pieces as tables have them: blocks, thin walls, rocks; the more, the wider."""
    size = table_size(count)
    found = []
    for owner in range(count):
        kind = rng.random()
        shape: Rect | Hull
        if kind < 0.4:
            shape = Rect(rng.uniform(1, 5), rng.uniform(1, 5))
        elif kind < 0.75:
            shape = Rect(rng.uniform(2, 7), rng.uniform(0.1, 0.4))
        else:
            shape = Hull([(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(7)])
        pose = Pose(rng.uniform(0, size), rng.uniform(0, size), rng.uniform(0, 360))
        found.append(Prism(Placed(shape, pose), 0.0, rng.uniform(0.35, 5), owner))
    return found


def table_size(count: int) -> float:
    """Return how wide a table for so many pieces is: 48 inches for a hundred."""
    return 4.8 * math.sqrt(count)


# Cover

COVER_BARS = {10: (0.3, 0.02), 100: (1.0, 0.12)}
"""Pieces on the table, and how long one query may take: alone, and of many at once."""


def _questions(pieces: int, count: int) -> tuple[list[Prism], list[tuple[Spot, Point]]]:
    """Return a table and pairs of an eye, outside of all pieces, and a target in its view."""
    rng = random.Random(f"cover {pieces}")
    prisms, size = blocks(rng, pieces), table_size(pieces)
    solid = shapely.union_all([prism.shape.polygon for prism in prisms])
    found: list[tuple[Spot, Point]] = []
    while len(found) < count:
        x, y = rng.uniform(0, size), rng.uniform(0, size)
        away, turn = rng.uniform(2, min(size, 14)), rng.uniform(0, 2 * math.pi)
        at = x + away * math.cos(turn), y + away * math.sin(turn)
        if not shapely.intersects_xy(solid, x, y) and shapely.intersects(
            solid, shapely.LineString([(x, y), at])
        ):
            found.append(((x, y, _EYE), at))
    return prisms, found


def cover_case(pieces: int, inputs: int = 60) -> Case:
    """One hidden share, exact and with its blockers at hand; the rival knows it to 0.02."""
    prisms, asked = _questions(pieces, inputs)
    relief, rays, spots = Relief(prisms), Rays(prisms), disc_spots(_RADIUS)

    def ours(i: int) -> float:
        eye, at = asked[i]
        return hidden(relief, [eye], at, 0.0, _RADIUS).share

    def rival(i: int) -> float:
        return rays.share(*asked[i], 0.0, spots)

    name = f"cover among {pieces} pieces"
    return Case(name, COVER_BARS[pieces][0], ours, rival, "1,000 rays, numpy", inputs, _near)


def bulk_cover_case(pieces: int, count: int = 400) -> Case:
    """Many hidden shares at once; rays gain nothing from being sent together."""
    prisms, asked = _questions(pieces, count)
    relief, rays, spots = Relief(prisms), Rays(prisms), disc_spots(_RADIUS)
    eyes, targets = (np.array(column) for column in zip(*asked, strict=True))

    def ours(_: int) -> Floats:
        return hidden_shares(relief, eyes, targets, 0.0, _RADIUS)

    def rival(_: int) -> Floats:
        return np.array([rays.share(eye, at, 0.0, spots) for eye, at in asked])

    name = f"cover among {pieces} pieces, in bulk"
    bar = COVER_BARS[pieces][1]
    return Case(name, bar, ours, rival, "1,000 rays, numpy", 1, _near, units=_size)


def _near(ours: object, theirs: object) -> bool:
    apart = np.abs(np.asarray(ours, dtype=float) - np.asarray(theirs, dtype=float))
    return bool((apart < _RAYS_ERROR).all())


def _size(result: object) -> int:
    return np.asarray(result).size


# What is seen from a point


def view_case(*, new: bool = False, inputs: int = 20) -> Case:
    """All that is seen from a point of a table that is ready, or of a new one.

    The rival unites the shadows of all sides that face the point.
    """
    rng = random.Random("views")
    outlines = [prism.shape for prism in blocks(rng, 100)]
    box = (0.0, 0.0, table_size(100), table_size(100))
    shapes = shapely.orient_polygons([outline.polygon for outline in outlines])
    sides = np.concatenate([_sides(shape) for shape in shapes])
    solid, points = shapely.union_all(shapes), list[Point]()
    while len(points) < inputs:
        x, y = rng.uniform(0, box[2]), rng.uniform(0, box[3])
        if not shapely.intersects_xy(solid, x, y):
            points.append((x, y))
    ready = Visibility(outlines, box)

    def ours(i: int) -> float:
        table = Visibility(outlines, box) if new else ready
        return table.polygon(points[i]).area

    def rival(i: int) -> float:
        return float(shapely.area(_lit(sides, points[i], box)))

    def agree(a: object, b: object) -> bool:
        return isinstance(a, float) and isinstance(b, float) and abs(a - b) < 1e-6

    name = "one view of a new table" if new else "one view among 100 pieces"
    bar = 25.0 if new else 0.3
    return Case(name, bar, ours, rival, "shadows, shapely", inputs, agree)


def _sides(shape: shapely.Polygon) -> Floats:
    """Return the sides of a ring, shape (n, 2, 2)."""
    corners = np.array(shape.exterior.coords)
    return np.stack([corners[:-1], corners[1:]], axis=1)


def _lit(sides: Floats, point: Point, box: tuple[float, float, float, float]) -> shapely.Geometry:
    """Return the table without the shadows of all sides that face a point, right to left."""
    away = sides - np.array(point)
    (ax, ay), (bx, by) = away[:, 0].T, away[:, 1].T
    a, b = away[ax * by - ay * bx < 0.0].swapaxes(0, 1)
    a_way, b_way = (v / np.hypot(*v.T)[:, None] for v in (a, b))
    middle = a_way + b_way
    middle /= np.hypot(*middle.T)[:, None]
    far = 2 * (box[2] + box[3])
    rings = np.stack([a, far * a_way, far * middle, far * b_way, b], axis=1) + np.array(point)
    return shapely.box(*box).difference(shapely.union_all(shapely.polygons(rings)))


# Lines of sight


def sight_case(count: int = 5000) -> Case:
    """Which of many lines are blocked; the rival tells no heights, so all lines lie low."""
    rng = np.random.default_rng(1)
    prisms, size = blocks(random.Random("sight"), 100), table_size(100)
    relief = Relief(prisms)
    starts, ends = (
        np.column_stack([rng.uniform(0, size, (count, 2)), np.full(count, 0.3)]) for _ in "ab"
    )
    solid = shapely.union_all([prism.shape.polygon for prism in prisms])
    shapely.prepare(solid)

    def ours(_: int) -> NDArray[np.bool_]:
        return blocked(relief, starts, ends)

    def rival(_: int) -> NDArray[np.bool_]:
        lines = shapely.linestrings(np.stack([starts[:, :2], ends[:, :2]], axis=1))
        return np.asarray(shapely.intersects(solid, lines))

    def agree(a: object, b: object) -> bool:
        return bool(np.array_equal(np.asarray(a), np.asarray(b)))

    name = "line of sight, 100 pieces, in bulk"
    return Case(name, 0.002, ours, rival, "prepared union, on the plane", 1, agree, units=_size)
