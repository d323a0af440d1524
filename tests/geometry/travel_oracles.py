"""Second methods for ways over terrain: plain searches on shapely shapes, and a fine grid."""

import heapq
import itertools
import math
from dataclasses import dataclass

import numpy as np
import shapely

from tablesim.geometry import Outline, Placed, Pose, Rect
from tablesim.geometry.terrain import Prism
from tablesim.geometry.travel import Ground

ASIDE = 1e-7
"""How far beside a way the ground is looked at, to see both sides of an edge it runs along."""


def box(x0, y0, x1, y1):
    """Return an axis-aligned rectangle by its sides."""
    return Placed(Rect(x1 - x0, y1 - y0), Pose((x0 + x1) / 2, (y0 + y1) / 2))


def outline(ring):
    """Return a polygon that stands where its corners say."""
    return Placed(Outline(ring), Pose(0, 0))


def face(x0, y0, x1, y1, height):
    """Return a box that is climbed."""
    return Prism(box(x0, y0, x1, y1), 0, height)


def any_polygon(rng, x, y, size):
    """Return a polygon of three to six corners about a point."""
    turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(3, 6)))
    ring = [
        (x + math.cos(t) * s, y + math.sin(t) * s)
        for t, s in ((t, size * rng.uniform(0.4, 1)) for t in turns)
    ]
    polygon = shapely.Polygon(ring)
    flat = not polygon.is_valid or polygon.area < 0.05 * size * size
    return any_polygon(rng, x, y, size) if flat else polygon


def any_polygons(rng, count, width, size, apart=0.05):
    """Return polygons on a square table that keep some distance."""
    found = []
    while len(found) < count:
        x, y = (rng.uniform(size, width - size) for _ in range(2))
        polygon = any_polygon(rng, x, y, rng.uniform(0.4, 1) * size)
        if all(polygon.distance(other) > apart for other in found):
            found.append(polygon)
    return found


def any_point(rng, width, blocked=(), radius=0.0):
    """Return a point of a square table that keeps a distance from all of some polygons."""
    while True:
        x, y = rng.uniform(0, width), rng.uniform(0, width)
        if all(polygon.distance(shapely.Point(x, y)) > radius for polygon in blocked):
            return x, y


class Plain:
    """Shortest ways by trying every straight line between all corners and crossings.

    ``walls`` and ``faces`` (polygon, height) are plain shapely; nothing is pruned.
    """

    def __init__(self, walls=(), faces=(), climb=2.0, drop=0.0):
        self.walls, self.faces = list(walls), list(faces)
        self.climb, self.drop = climb, drop
        rings = [p.boundary for p in self.walls] + [p.boundary for p, _ in self.faces]
        self.rings = [line for ring in rings for line in shapely.get_parts(ring)]
        places = {c for ring in self.rings for c in ring.coords}
        for a, b in itertools.combinations(self.rings, 2):
            places |= {tuple(c) for c in shapely.get_coordinates(a.intersection(b)).tolist()}
        self.nodes = [(p, level) for p in sorted(places) for level in self.around(p)]

    def height(self, x, y):
        point = shapely.Point(x, y)
        return max((h for polygon, h in self.faces if polygon.contains(point)), default=0.0)

    def around(self, point):
        """Return all heights that meet at a point."""
        x, y = point
        turns = (0.1 + k * math.pi / 90 for k in range(180))
        return {self.height(x + 1e-5 * math.cos(t), y + 1e-5 * math.sin(t)) for t in turns}

    def blocked(self, line):
        return any(
            wall.intersection(line).length > 1e-9 and line.relate_pattern(wall, "T********")
            for wall in self.walls
        )

    def toll(self, low, high):
        return self.climb * (high - low) if high > low else self.drop * (low - high)

    def cost(self, one, other):
        """Return the cost of the straight way between two places, each with its height."""
        (p, low), (q, high) = one, other
        length = math.dist(p, q)
        if length < 1e-9:
            return self.toll(low, high)
        line = shapely.LineString([p, q])
        if self.blocked(line):
            return math.inf
        cuts = {0.0, length}
        for ring in self.rings:
            meets = shapely.get_coordinates(line.intersection(ring))
            cuts |= {float(np.hypot(x - p[0], y - p[1])) for x, y in meets}
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        costs = {low: 0.0}
        for a, b in itertools.pairwise(sorted(cuts)):
            if b - a > 1e-6:
                x, y = p[0] + ux * (a + b) / 2, p[1] + uy * (a + b) / 2
                sides = [self.height(x - s * uy, y + s * ux) for s in (ASIDE, -ASIDE)]
                costs = {h: min(c + self.toll(last, h) for last, c in costs.items()) for h in sides}
        return length + min(c + self.toll(last, high) for last, c in costs.items())

    def shortest(self, start, goal):
        """Return the least cost between two points, each on the lowest ground there."""
        ends = [(p, min(self.around(p))) for p in (start, goal)]
        nodes = [*ends, *self.nodes]
        known, heap, done = {0: 0.0}, [(0.0, 0)], set()
        while heap:
            cost, i = heapq.heappop(heap)
            if i == 1:
                return cost
            if i in done:
                continue
            done.add(i)
            for j, node in enumerate(nodes):
                if j not in done:
                    total = cost + self.cost(nodes[i], node)
                    if total < known.get(j, math.inf):
                        known[j] = total
                        heapq.heappush(heap, (total, j))
        return math.inf


def grid_costs(ground, start, step, width, budget):
    """Return the costs of the cells of a square grid that steps to sixteen neighbors reach.

    Each is the cost of a way that exists: cells near a wall are not used, and a step near a face
    is charged as if it went over it.  Walls and faces must keep apart by more than two steps.
    """
    n = round(width / step)
    cells = np.stack(np.meshgrid(*[np.arange(n + 1) * step] * 2, indexing="ij"), axis=-1)
    dots = shapely.points(cells)
    near = step * math.sqrt(5) / 2 + 1e-6
    blocked = shapely.distance(ground.area.boundary, dots) < ground.radius
    height, peak = np.zeros(dots.shape), np.zeros(dots.shape)
    for wall in ground.impassable:
        blocked |= shapely.distance(wall, dots) <= near + ground.radius
    for piece in ground.faces:
        polygon = piece.shape.polygon
        height[shapely.contains(polygon, dots)] = piece.top
        peak[shapely.distance(polygon, dots) <= near] = piece.top
    moves = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if math.gcd(dx, dy) == 1]
    first = round(start[0] / step), round(start[1] / step)
    costs, heap = {first: 0.0}, [(0.0, first)]
    while heap:
        cost, (i, j) = heapq.heappop(heap)
        if cost > costs[i, j]:
            continue
        for dx, dy in moves:
            x, y = i + dx, j + dy
            if not (0 <= x <= n and 0 <= y <= n) or blocked[x, y]:
                continue
            top = max(peak[i, j], peak[x, y])
            up, down = top - height[i, j], top - height[x, y]
            total = cost + step * math.hypot(dx, dy) + ground.climb * up + ground.drop * down
            if total <= budget and total < costs.get((x, y), math.inf):
                costs[x, y] = total
                heapq.heappush(heap, (total, (x, y)))
    return {(i * step, j * step): cost for (i, j), cost in costs.items()}


def ring(x0, y0, x1, y1):
    """Return the corners of an axis-aligned rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


@dataclass(frozen=True)
class View:
    """A scene seen otherwise: mirrored, turned, shifted, or in another unit."""

    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    mirrored: bool = False

    def point(self, p):
        x, y = p[0], -p[1] if self.mirrored else p[1]
        c, s = math.cos(self.turn), math.sin(self.turn)
        dx, dy = self.shift
        return self.scale * (c * x - s * y) + dx, self.scale * (s * x + c * y) + dy

    def ring(self, points):
        return [self.point(p) for p in points]

    def ground(self, walls=(), faces=(), area=None, radius=0.0, **tolls):
        """Return the ground of walls (rings) and faces (rings with heights)."""
        return Ground(
            area and shapely.Polygon(self.ring(area)),
            [outline(self.ring(wall)) for wall in walls],
            [Prism(outline(self.ring(r)), 0, h * self.scale) for r, h in faces],
            radius * self.scale,
            **tolls,
        )


VIEWS = {
    "plain": View(),
    "mirrored": View(mirrored=True),
    "turned": View(turn=0.7),
    "shifted": View(shift=(1000, -700)),
    "mm": View(scale=25.4),
    "all": View(turn=0.7, shift=(1000, -700), scale=25.4, mirrored=True),
    "far": View(turn=0.7, shift=(1e6, -1e6)),
}
