"""Ways over terrain: shortest ones, and all that is reached with climbing."""

from __future__ import annotations

import heapq
import math
import random
from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray

from ..geometry import Hull, Placed, Point, Pose, Rect
from ..geometry.terrain import Prism
from ..geometry.travel import Ground
from .cases import Case

Floats = NDArray[np.float64]

_SIZE = 48.0
_GRAPH = "visibility graph, shapely"

_ROOM = 24.0
_BUDGET = 8.0
_CLIMB = 2.0
_STEP = 0.05
_RIM = 2
"""How many cells a step of the grid goes at most."""


# Shortest ways


def _rocks(count: int) -> list[Placed]:
    """Return convex pieces that keep apart."""
    rng = random.Random("rocks")
    found: list[Placed] = []
    while len(found) < count:
        shape = Hull([(rng.uniform(-2.5, 2.5), rng.uniform(-2.5, 2.5)) for _ in range(7)])
        rock = Placed(shape, Pose(rng.uniform(3, _SIZE - 3), rng.uniform(3, _SIZE - 3)))
        if all(rock.polygon.distance(other.polygon) > 0.1 for other in found):
            found.append(rock)
    return found


def _trips(rocks: list[Placed], count: int) -> list[tuple[Point, Point]]:
    """Return starts near one edge of the table and goals near the other, on free ground."""
    rng, solid = random.Random("trips"), shapely.union_all([rock.polygon for rock in rocks])

    def free(low: float, high: float) -> Point:
        while True:
            point = rng.uniform(low, high), rng.uniform(1, _SIZE - 1)
            if not shapely.intersects_xy(solid, *point):
                return point

    return [(free(0.5, 8), free(_SIZE - 8, _SIZE - 0.5)) for _ in range(count)]


class Plain:
    """A visibility graph as one writes it with shapely: all pairs of corners, one by one a line.

    The packages that do this need another numpy or a later Python than we do.
    """

    def __init__(self, rocks: list[Placed]) -> None:
        solid = shapely.union_all([rock.polygon for rock in rocks])
        self._free = shapely.box(0, 0, _SIZE, _SIZE).difference(solid)
        shapely.prepare(self._free)
        self._corners = np.unique(shapely.get_coordinates(solid), axis=0)
        one, other = np.triu_indices(len(self._corners), 1)
        self._links: list[list[tuple[int, float]]] = [[] for _ in self._corners]
        seen, length = self._seen(self._corners[one], self._corners[other])
        for i, j, far in zip(one[seen].tolist(), other[seen].tolist(), length[seen], strict=True):
            self._links[i].append((j, far))
            self._links[j].append((i, far))

    def _seen(self, a: Floats, b: Floats) -> tuple[NDArray[np.bool_], Floats]:
        lines = shapely.linestrings(np.stack([a, b], axis=1))
        return np.asarray(shapely.covers(self._free, lines)), np.asarray(shapely.length(lines))

    def shortest(self, start: Point, goal: Point) -> float:
        """Return the length of the shortest way."""
        corners = np.vstack([self._corners, [goal]])
        first, away = self._seen(np.broadcast_to(start, corners.shape), corners)
        last, rest = self._seen(self._corners, np.broadcast_to(goal, self._corners.shape))
        best = [math.inf] * len(corners)
        heap = [(float(away[i]), i) for i in np.flatnonzero(first).tolist()]
        heapq.heapify(heap)
        while heap:
            cost, i = heapq.heappop(heap)
            if i == len(self._corners):
                return cost
            if cost < best[i]:
                best[i] = cost
                for j, far in self._links[i]:
                    if cost + far < best[j]:
                        heapq.heappush(heap, (cost + far, j))
                if last[i]:
                    heapq.heappush(heap, (cost + float(rest[i]), len(self._corners)))
        return math.inf


def build_case(inputs: int = 2) -> Case:
    """One table, made ready so that shortest ways are found on it."""
    rocks = _rocks(50)
    (start, goal), *_ = _trips(rocks, 1)

    def ours(_table: int) -> Ground:
        ground = _ground(rocks)
        _ = ground.network  # it is made when first asked for
        return ground

    def rival(_: int) -> Plain:
        return Plain(rocks)

    def agree(a: object, b: object) -> bool:
        assert isinstance(a, Ground) and isinstance(b, Plain)
        return abs(a.path(start, goal).cost - b.shortest(start, goal)) < 1e-9

    return Case("ways made ready, 50 pieces", 150.0, ours, rival, _GRAPH, inputs, agree)


def way_case(inputs: int = 20) -> Case:
    """One shortest way across a table that is ready."""
    rocks = _rocks(50)
    trips = _trips(rocks, inputs)
    ground, plain = _ground(rocks), cache(lambda: Plain(rocks))

    def ours(i: int) -> float:
        return ground.path(*trips[i]).cost

    def rival(i: int) -> float:
        return plain().shortest(*trips[i])

    def agree(a: object, b: object) -> bool:
        return isinstance(a, float) and isinstance(b, float) and abs(a - b) < 1e-9

    return Case("one shortest way", 5.0, ours, rival, _GRAPH, inputs, agree)


def _ground(rocks: list[Placed]) -> Ground:
    return Ground(shapely.box(0, 0, _SIZE, _SIZE), rocks)


# Reach, with climbing


def reach_case(*, new: bool = False, inputs: int = 6) -> Case:
    """One area that 8 inches reach among 20 pieces that are climbed.

    The table is ready, or new each time: then all its corners have to be found first.
    """
    area, faces = shapely.box(0, 0, _ROOM, _ROOM), _faces()
    rng = random.Random("starts")
    starts = [(rng.uniform(8, 16), rng.uniform(8, 16)) for _ in range(inputs)]
    ready, heights = Ground(area, faces=faces, climb=_CLIMB), _heights(faces)

    def ours(i: int) -> float:
        ground = Ground(area, faces=faces, climb=_CLIMB) if new else ready
        return float(shapely.area(ground.reach(starts[i], _BUDGET).polygon))

    def rival(i: int) -> float:
        return _grid_area(_heights(faces) if new else heights, starts[i])

    def agree(a: object, b: object) -> bool:
        # Sixteen directions take up to 2.7 % more than a straight way.
        return isinstance(a, float) and isinstance(b, float) and 0.9 * a < b < 1.01 * a

    name = "reach of 8, climbing, new table" if new else "reach of 8, climbing 20 pieces"
    bar = 150.0 if new else 60.0
    return Case(name, bar, ours, rival, "grid of 0.05, numpy", inputs, agree)


def _faces() -> list[Prism]:
    """Return pieces that are climbed, some of them over one another."""
    rng, found = random.Random("faces"), []
    for _ in range(20):
        shape = Rect(rng.uniform(1, 4), rng.uniform(1, 4))
        pose = Pose(rng.uniform(2, _ROOM - 2), rng.uniform(2, _ROOM - 2), rng.uniform(0, 360))
        found.append(Prism(Placed(shape, pose), 0.0, rng.uniform(0.5, 3)))
    return found


def _grid_area(height: Floats, start: Point) -> float:
    """Return the area of the cells that steps to sixteen neighbors reach within the budget.

    Dijkstra's search, with all cells at once of which none can improve another one: those whose
    costs differ by less than the least step.
    """
    width = height.shape[1]
    height = height.ravel()
    moves = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if math.gcd(i, j) == 1]
    shift = np.array([i * width + j for i, j in moves])
    length = _STEP * np.hypot(*np.array(moves).T)
    row, column = (_RIM + round(x / _STEP) for x in start)
    waiting = np.array([row * width + column])
    cost = np.full(height.shape, np.inf)
    cost[waiting] = 0.0
    while len(waiting):
        now = cost[waiting] < cost[waiting].min() + _STEP
        cells, waiting = waiting[now][:, None], waiting[~now]
        to = cells + shift
        total = cost[cells] + length + _CLIMB * np.maximum(height[to] - height[cells], 0.0)
        better = (total <= _BUDGET) & (total < cost[to])
        np.minimum.at(cost, to[better], total[better])
        waiting = np.unique(np.concatenate([waiting, to[better]]))
    return float(np.count_nonzero(cost < np.inf)) * _STEP * _STEP


def _heights(faces: list[Prism]) -> Floats:
    """Return the heights of the cells of the table, with a rim that is too high to climb."""
    count = round(_ROOM / _STEP) + 1
    at = _STEP * np.arange(count)
    height = np.zeros((count, count))
    for face in faces:
        polygon = face.shape.polygon
        x0, y0, x1, y1 = polygon.bounds
        rows, columns = (slice(*np.searchsorted(at, ends)) for ends in ((x0, x1), (y0, y1)))
        cells = height[rows, columns]
        on = shapely.contains_xy(polygon, *np.meshgrid(at[rows], at[columns], indexing="ij"))
        cells[on] = np.maximum(cells[on], face.top)
    return np.pad(height, _RIM, constant_values=_BUDGET)
