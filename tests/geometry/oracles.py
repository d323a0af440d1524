"""Second methods for the geometry tests, written without the code they check."""

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from tablesim.geometry import Disc, Footprint, Hull, Outline, Placed, Pose, Rect, Straight, Turn
from tablesim.geometry.path import Motion, Phase

SMALL, LARGE = Rect(40, 40), Rect(80, 80)
BASES = {"small": SMALL, "medium": Rect(60, 60), "large": LARGE}
RADII = {"bank": (80.0, 130.0, 180.0), "turn": (35.0, 62.5, 90.0)}
HALF_ARC = {"small": 40.45, "large": 42.025}
FREE_AREA = 1e-11
"""Intersections of less area are the noise of floats (a corner 3e-6 deep has this area)."""

Array = NDArray[np.float64]


def template(kind: str, side: str, speed: int) -> Straight | Turn:
    """Return the center line of a template (XW-152)."""
    if kind == "straight":
        return Straight(40.0 * speed)
    angle = 45.0 if kind == "bank" else 90.0
    return Turn(RADII[kind][speed - 1], angle if side == "left" else -angle)


TEMPLATES = [("straight", "", speed) for speed in range(1, 6)] + [
    (kind, side, speed)
    for kind in ("bank", "turn")
    for side in ("left", "right")
    for speed in (1, 2, 3)
]


def line_at(path: Straight | Turn, s: Array) -> tuple[Array, Array]:
    """Return points of the center line, which goes on straight at both ends."""
    if isinstance(path, Straight):
        return s, np.zeros_like(s)
    angle = math.radians(abs(path.angle))
    length = path.radius * angle
    turn = np.clip(s, 0, length) / path.radius
    beyond, before = np.maximum(s - length, 0), np.minimum(s, 0)
    x = path.radius * np.sin(turn) + beyond * math.cos(angle) + before
    y = path.radius * (1 - np.cos(turn)) + beyond * math.sin(angle)
    return x, math.copysign(1, path.angle) * y


def guided_poses(
    path: Straight | Turn, depth: float, travel: Array
) -> tuple[Array, Array, Array, Array]:
    """Return x, y, heading in radians and rear guide of a two-guide motion, by bisection.

    Walks back from the front guide in small steps to the first point at the base's depth.
    """
    fx, fy = line_at(path, travel)
    near = travel.copy()
    far = travel - depth  # on a curve the chord is shorter than the line
    step = depth / 64
    open_ = np.ones_like(travel, dtype=bool)
    while True:
        rx, ry = line_at(path, far)
        open_ = np.hypot(fx - rx, fy - ry) < depth * (1 - 1e-15)
        if not open_.any():
            break
        near = np.where(open_, far, near)
        far = np.where(open_, far - step, far)
    for _ in range(60):
        middle = (near + far) / 2
        rx, ry = line_at(path, middle)
        short = np.hypot(fx - rx, fy - ry) < depth
        near, far = np.where(short, middle, near), np.where(short, far, middle)
    rx, ry = line_at(path, far)
    return depth / 2 + (fx + rx) / 2, (fy + ry) / 2, np.arctan2(fy - ry, fx - rx), far


class Skid(NamedTuple):
    """A motion on no template: straight or along a circle, turning at a rate of its own.

    Speed, turning rates and their changes are constant, so that its bounds are what it does.
    """

    length: float
    speed: float
    course: float
    bend: float
    spin: float

    @property
    def phases(self) -> tuple[Phase]:
        """The one phase."""
        acceleration = self.speed * abs(self.bend)
        return (Phase(0.0, self.length, self.speed, abs(self.spin), acceleration, 0.0),)

    def motion(self, u: float) -> Motion:
        """Return pose and velocities after a travel."""
        now, turn, way = self.course + self.bend * u, self.spin * u, self.speed * u
        half = self.bend * u / 2  # a chord is as long as the arc times sin(half) / half
        chord, mean = way * (math.sin(half) / half if half else 1.0), self.course + half
        return Motion(
            chord * math.cos(mean),
            chord * math.sin(mean),
            math.cos(turn),
            math.sin(turn),
            self.speed * math.cos(now),
            self.speed * math.sin(now),
            self.spin,
        )

    def pose(self, u: float) -> Pose:
        """Return the pose after a travel."""
        now = self.motion(u)
        return Pose(now.x, now.y, math.degrees(self.spin * u))


def any_skid(rng: random.Random) -> Skid:
    """Return a motion on which no term is small for a base of some 40, or some of them are zero."""
    bend, spin = rng.choice([0.0, rng.uniform(-0.05, 0.05)]), rng.uniform(-0.05, 0.05)
    speed, spin = rng.choice([(1.0, spin), (1.0, 0.0), (0.0, spin)])
    return Skid(rng.uniform(5, 60), speed, rng.uniform(0, 6.3), bend, spin)


def corners(shape: Placed) -> Array:
    """Return the corners of a placed shape, by a rotation matrix of our own."""
    angle = math.radians(shape.pose.heading)
    c, s = math.cos(angle), math.sin(angle)
    ring = np.array(shape.footprint.parts[0].points)
    return ring @ np.array([[c, s], [-s, c]]) + [shape.pose.x, shape.pose.y]


def polygon(shape: Placed) -> shapely.Polygon:
    """Return a placed shape without round parts as a polygon, by a rotation of our own."""
    angle = math.radians(shape.pose.heading)
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    where = [shape.pose.x, shape.pose.y]
    own = shape.footprint.polygon
    rings = [np.array(ring.coords) @ turn + where for ring in (own.exterior, *own.interiors)]
    return shapely.Polygon(rings[0], rings[1:])


def distance(a: Placed, b: Placed) -> float:
    """Return the distance of two shapes by shapely, of discs by their centers."""
    discs = [s.footprint.radius if isinstance(s.footprint, Disc) else 0.0 for s in (a, b)]
    shapes = [
        shapely.Point(s.pose.point) if isinstance(s.footprint, Disc) else polygon(s) for s in (a, b)
    ]
    return max(0.0, shapely.distance(*shapes) - sum(discs))


def wedge(apex: tuple[float, float], start: float, width: float, size: float = 2000.0) -> object:
    """Return a sector as a polygon that is large beside everything else."""
    count = max(1, math.ceil(width / 60))
    angles = [math.radians(start + width * i / count) for i in range(count + 1)]
    rim = [(apex[0] + size * math.cos(t), apex[1] + size * math.sin(t)) for t in angles]
    return shapely.Polygon([apex, *rim])


def reach_of_overlap(a: Array, b: Array) -> float:
    """Return the penetration depth of two convex rings: minus the distance if they are apart.

    The boundary of the hull of all differences of corners is where they just touch.
    """
    hull = shapely.MultiPoint((a[:, None, :] - b[None, :, :]).reshape(-1, 2)).convex_hull
    origin = shapely.Point(0, 0)
    size = shapely.distance(hull.exterior, origin)
    return size if shapely.contains(hull, origin) else -size


class Scan:
    """The free travels of a guided motion, found by looking at very many of them."""

    def __init__(
        self,
        path: Straight | Turn,
        depth: float,
        base: Footprint,
        start: Pose,
        blockers: Sequence[Placed],
    ) -> None:
        self.path, self.depth, self.base, self.start = path, depth, base, start
        self.discs = [b for b in blockers if isinstance(b.footprint, Disc)]
        self.polygons = [polygon(b) for b in blockers if not isinstance(b.footprint, Disc)]
        for found in self.polygons:
            shapely.prepare(found)
        self.length = path.length + depth

    def world(self, travel: Array) -> tuple[Array, Array, Array]:
        x, y, turn, _ = guided_poses(self.path, self.depth, travel)
        h = math.radians(self.start.heading)
        c, s = math.cos(h), math.sin(h)
        return self.start.x + x * c - y * s, self.start.y + x * s + y * c, turn + h

    def rings(self, travel: Array) -> Array:
        """Return the corners of the base at each travel (of a disc: its center)."""
        x, y, turn = self.world(travel)
        own = np.array(self.base.parts[0].points)
        c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
        px, py = own[None, :, 0], own[None, :, 1]
        return np.stack([x[:, None] + px * c - py * s, y[:, None] + px * s + py * c], axis=-1)

    def free(self, travel: Array) -> NDArray[np.bool_]:
        rings = self.rings(travel)
        radius = self.base.radius if isinstance(self.base, Disc) else 0.0
        shapes = shapely.points(rings[:, 0]) if radius else shapely.polygons(rings)
        result = np.ones(len(travel), dtype=bool)
        for disc in self.discs:
            apart = shapely.distance(shapes, shapely.Point(disc.pose.point))
            result &= apart >= disc.footprint.radius + radius - 1e-9
        for obstacle in self.polygons:
            if radius:
                result &= shapely.distance(shapes, obstacle) >= radius - 1e-9
                continue
            maybe = np.flatnonzero(result & shapely.intersects(obstacle, shapes))
            area = shapely.area(shapely.intersection(shapes[maybe], obstacle))
            result[maybe[area > FREE_AREA]] = False
        return result

    def last_free(self, hints: Sequence[float] = (), step: float = 0.5) -> float | None:
        """Return the greatest free travel to 1e-6 (None if there is none), given places to look."""
        grid = np.unique(np.clip([*np.arange(0, self.length, step), self.length, *hints], 0, None))
        grid = grid[grid <= self.length]
        free = np.flatnonzero(self.free(grid))
        if not len(free):
            return None
        if free[-1] == len(grid) - 1:
            return self.length
        low, high = grid[free[-1]], grid[free[-1] + 1]
        while high - low > 1e-6:
            middle = np.linspace(low, high, 17)
            found = np.flatnonzero(self.free(middle[:-1]))[-1]
            low, high = middle[found], middle[found + 1]
        return float(low)


def pose_in(rng: random.Random, size: float) -> Pose:
    return Pose(rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-400, 400))


def any_hull(rng: random.Random, size: float = 40.0) -> Hull:
    count = rng.randint(3, 9)
    return Hull([(rng.uniform(-size, size), rng.uniform(-size, size)) for _ in range(count)])


def star(rng: random.Random, size: float = 40.0, *, hole: bool = False) -> Outline:
    """Return a concave outline round the origin, if asked with a hole in its middle."""
    count = rng.randint(5, 11)
    ring = [
        (r * math.cos(t), r * math.sin(t))
        for i in range(count)
        for r, t in [(rng.uniform(0.4, 1.0) * size, 2 * math.pi * (i + rng.random() / 2) / count)]
    ]
    inner = 0.1 * size
    holes = [[(inner, 0.0), (0.0, inner), (-inner, 0.0), (0.0, -inner)]] if hole else []
    return Outline(ring if rng.random() < 0.5 else ring[::-1], holes)


def placed_pairs(
    rng: random.Random, count: int, kinds: tuple[str, str], spread: float = 120.0
) -> Iterator[tuple[Placed, Placed]]:
    """Yield random pairs of two kinds of shapes, near enough that some overlap."""
    make = {
        "rect": lambda: Rect(rng.uniform(10, 90), rng.uniform(10, 90)),
        "disc": lambda: Disc(rng.uniform(2, 40)),
        "hull": lambda: any_hull(rng),
        "star": lambda: star(rng),
        "holed": lambda: star(rng, 70.0, hole=True),
    }
    for _ in range(count):
        a, b = (Placed(make[kind](), pose_in(rng, spread)) for kind in kinds)
        yield a, b
