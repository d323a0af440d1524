"""Scenes with heights, and second methods for what they hide; none uses the code it checks."""

import math
import random
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tablesim.geometry import Disc, Hull, Outline, Placed, Pose, Rect
from tablesim.geometry.terrain import Prism, Relief

HERE = Pose(0, 0)


def poly(ring, bottom, top, owner=0, holes=()):
    return Prism(Placed(Outline(ring, holes), HERE), bottom, top, owner)


def box(*sides_and_heights):
    """Return an upright box: x0, y0, x1, y1, bottom, top, and its owner if it matters."""
    x0, y0, x1, y1, bottom, top, *owner = sides_and_heights
    return poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], bottom, top, *owner)


@dataclass(frozen=True)
class Scene:
    """Prisms, an eye, and a base: a question about cover."""

    prisms: tuple
    eye: tuple = (0.0, 0.0, 1.0)
    at: tuple = (10.0, 0.0)
    floor: float = 0.0
    radius: float = 0.5

    def relief(self):
        return Relief(self.prisms)

    def moved(self, change):
        """Return the scene after a motion of the plane: ``change`` takes points to points."""
        return replace(
            self,
            prisms=tuple(_changed(p, change) for p in self.prisms),
            eye=(*change(self.eye[:2]), self.eye[2]),
            at=change(self.at),
        )

    def scaled(self, k):
        grown = tuple(
            replace(
                _changed(p, lambda q: (q[0] * k, q[1] * k), k), bottom=p.bottom * k, top=p.top * k
            )
            for p in self.prisms
        )
        eye, at = tuple(v * k for v in self.eye), tuple(v * k for v in self.at)
        return Scene(grown, eye, at, self.floor * k, self.radius * k)


def _changed(prism, change, scale=1.0):
    if isinstance(prism.shape.footprint, Disc):
        spot = Pose(*change(prism.shape.pose.point))
        shape = Placed(Disc(prism.shape.footprint.radius * scale), spot)
        return replace(prism, shape=shape)
    ring, *holes = rings_of(prism)
    footprint = Outline([change(p) for p in ring], [[change(p) for p in hole] for hole in holes])
    return replace(prism, shape=Placed(footprint, HERE))


def rings_of(prism):
    """Return the rings of a prism without round parts on the table, from its outline alone."""
    polygon = prism.shape.footprint.polygon
    angle = math.radians(prism.shape.pose.heading)
    c, s, (x, y) = math.cos(angle), math.sin(angle), prism.shape.pose.point
    return [
        [(x + px * c - py * s, y + px * s + py * c) for px, py in ring.coords[:-1]]
        for ring in (polygon.exterior, *polygon.interiors)
    ]


def turned(angle):
    c, s = math.cos(angle), math.sin(angle)
    return lambda p: (p[0] * c - p[1] * s, p[0] * s + p[1] * c)


def shifted(dx, dy):
    return lambda p: (p[0] + dx, p[1] + dy)


def mirrored(p):
    return p[0], -p[1]


def any_prism(rng, size, owner):
    """Return a piece as tables have them: a block, wall, corner or courtyard; some float."""
    x, y = rng.uniform(0, size), rng.uniform(0, size)
    kind = rng.random()
    if kind < 0.35:
        shape = Rect(rng.uniform(1, 5), rng.uniform(1, 5))
    elif kind < 0.65:
        shape = Rect(rng.uniform(2, 7), rng.uniform(0.1, 0.4))
    elif kind < 0.8:
        a, b, c = rng.uniform(2, 5), rng.uniform(2, 5), rng.uniform(0.3, 1.2)
        shape = Outline([(0, 0), (a, 0), (a, c), (c, c), (c, b), (0, b)])
    elif kind < 0.9:
        a, b = rng.uniform(1.5, 3), rng.uniform(0.3, 1)
        hole = [(-a + b, -a + b), (a - b, -a + b), (a - b, a - b), (-a + b, a - b)]
        shape = Outline([(-a, -a), (a, -a), (a, a), (-a, a)], [hole])
    else:
        shape = Hull([(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(7)])
    bottom = rng.uniform(0.3, 3) if rng.random() < 0.15 else 0.0
    top = bottom + rng.choice([rng.uniform(0.35, 3), rng.uniform(0.35, 7)])
    return Prism(Placed(shape, Pose(x, y, rng.uniform(0, 360))), bottom, top, owner)


def any_scene(rng, count, size=None):
    """Return a random scene; the fewer the pieces, the smaller the table."""
    size = size or 5 * math.sqrt(count) + 4
    prisms = tuple(any_prism(rng, size, i) for i in range(count))
    eye = rng.uniform(0, size), rng.uniform(0, size), rng.choice([1.0, 1.4, 2.5, 6.0])
    away, turn = rng.uniform(1, min(14, size)), rng.uniform(0, 2 * math.pi)
    at = eye[0] + away * math.cos(turn), eye[1] + away * math.sin(turn)
    return Scene(prisms, eye, at, rng.choice([0.0, 0.0, 0.0, 3.0]), rng.uniform(0.5, 1.0))


def partly_hidden(seed, count, pieces):
    """Yield random scenes of which the second method hides a part, but not all."""
    rng = random.Random(seed)
    while count:
        scene = any_scene(rng, pieces)
        share = strip_share(scene)
        if 1e-9 < share < 1 - 1e-9:
            count -= 1
            yield scene, share


# --- Strips: between two events, every border is a straight line or the circle -----------------

_FAR_UP = 1e4


def strip_share(scene):
    """Return the hidden share from the plan alone: by strips of the target plane, without hulls.

    Along an edge on the plane the inverse of the depth is linear in the place across the target
    plane.  So between the directions of two corners each solid is seen between straight lines.
    """
    edges, distance = _edges_in_frame(scene)
    r, middle = scene.radius, scene.floor + scene.radius
    events = {-r, r}
    for _, a, b in edges:
        for t, s in (a, b):
            if t > 0:
                events.add(s * distance / t)
        if (a[0] - distance) * (b[0] - distance) < 0:
            events.add(a[1] + (distance - a[0]) / (b[0] - a[0]) * (b[1] - a[1]))
    events = sorted(e for e in events if -r <= e <= r)
    area = 0.0
    for low, high in pairwise(events):
        if high - low > 1e-15 * r:
            solids = _lines_in_strip(scene, edges, distance, low, high)
            area += _strip_area(solids, low, high, middle, r)
    return area / (math.pi * r * r)


def _edges_in_frame(scene):
    ex, ey, _ = scene.eye
    dx, dy = scene.at[0] - ex, scene.at[1] - ey
    distance = math.hypot(dx, dy)
    ux, uy = dx / distance, dy / distance

    def local(p):
        x, y = p[0] - ex, p[1] - ey
        return x * ux + y * uy, y * ux - x * uy

    edges = []
    for prism in scene.prisms:
        for ring in rings_of(prism):
            own = [local(p) for p in ring]
            edges += [(prism, own[i - 1], own[i]) for i in range(len(own))]
    return edges, distance


def _lines_in_strip(scene, edges, distance, low, high):
    """Return, for each stretch of a solid, its border lines ``(height at low, height at high)``."""
    slope = (low + high) / 2 / distance
    crossings = {}
    for prism, (ta, sa), (tb, sb) in edges:
        fa, fb = sa - slope * ta, sb - slope * tb
        if (fa < 0) != (fb < 0):
            t = ta + fa / (fa - fb) * (tb - ta)
            if t > 0:
                crossings.setdefault(id(prism), (prism, []))[1].append((t, (ta, sa), (tb, sb)))
    solids = []
    for prism, found in crossings.values():
        if prism.top <= prism.bottom:
            continue
        found.sort(key=lambda crossing: crossing[0])
        ends = list(found)
        if len(ends) % 2:
            holds = prism.bottom <= scene.eye[2] <= prism.top
            ends = ends[1:] if holds else [None, *ends]
        for enters, leaves in zip(ends[::2], ends[1::2], strict=True):
            if enters and enters[0] >= distance * (1 - 1e-9):
                continue
            inverse = [_inverse_depths(end, distance, low, high) for end in (enters, leaves)]
            solids.append(
                [
                    tuple(
                        max(
                            -_FAR_UP, min(_FAR_UP, scene.eye[2] + (z - scene.eye[2]) * distance * i)
                        )
                        for i in pair
                    )
                    for pair in inverse
                    for z in (prism.bottom, prism.top)
                ]
            )
    return solids


def _inverse_depths(end, distance, low, high):
    """Return one over the depth of an edge in the directions of both ends of a strip."""
    if end is None:
        return _FAR_UP, _FAR_UP
    t, (ta, sa), (tb, sb) = end
    if t > distance:
        return 1 / distance, 1 / distance
    found = []
    for a in (low, high):
        k = a / distance
        # The edge is n . p = c; the line p = t (1, k) meets it at t = c / (n . (1, k)).
        nt, ns = sb - sa, ta - tb
        c = nt * ta + ns * sa
        found.append((nt + ns * k) / c)
    return tuple(found)


def _strip_area(solids, low, high, middle, r):
    lines = {line for solid in solids for line in solid}
    width = high - low
    cuts = {0.0, 1.0}
    ordered = sorted(lines)
    for i, (a0, a1) in enumerate(ordered):
        for b0, b1 in ordered[:i]:
            turn = (a0 - b0) - (a1 - b1)
            if turn:
                cuts.add((a0 - b0) / turn)
        cuts |= set(_circle_cuts(a0 - middle, a1 - middle, low, width, r))
    cuts = sorted(c for c in cuts if 0 <= c <= 1)
    area = 0.0
    for u, v in pairwise(cuts):
        m = (u + v) / 2
        round_ = math.sqrt(max(0.0, r * r - (low + m * width) ** 2))
        spans = []
        for solid in solids:
            values = [(a + m * (b - a), (a, b)) for a, b in solid]
            spans.append((min(values), max(values)))
        spans.sort(key=lambda span: span[0][0])
        at = None
        for bottom, top in spans:
            if at is not None and bottom[0] <= at[1][0]:
                at = (at[0], max(at[1], top))
                continue
            area += _piece(at, (u, v), (low, width), (middle, r, round_))
            at = (bottom, top)
        area += _piece(at, (u, v), (low, width), (middle, r, round_))
    return area


def _circle_cuts(a0, a1, low, width, r):
    """Return where a line through two heights over a strip meets the circle."""
    rise = a1 - a0
    a, b, c = rise**2 + width**2, a0 * rise + low * width, a0**2 + low**2 - r * r
    square = b * b - a * c
    if square < 0:
        return []
    return [(-b - math.sqrt(square)) / a, (-b + math.sqrt(square)) / a]


def _piece(span, cuts, strip, circle):
    """Return the area between two borders within the circle, from one cut to the next."""
    if span is None:
        return 0.0
    (u, v), (low, width), (middle, r, round_) = cuts, strip, circle
    (bottom, one), (top, other) = span
    if top <= middle - round_ or bottom >= middle + round_:
        return 0.0
    arc = _under_arc(low + u * width, low + v * width, r)
    upper = (middle * (v - u) * width + arc) if top >= middle + round_ else None
    lower = (middle * (v - u) * width - arc) if bottom <= middle - round_ else None
    if upper is None:
        upper = (other[0] + (u + v) / 2 * (other[1] - other[0])) * (v - u) * width
    if lower is None:
        lower = (one[0] + (u + v) / 2 * (one[1] - one[0])) * (v - u) * width
    return upper - lower


def _under_arc(a, b, r):
    def whole(x):
        x = max(-r, min(r, x))
        y = math.sqrt((r - x) * (r + x))
        return (x * y + r * r * math.atan2(x, y)) / 2

    return whole(b) - whole(a)


# --- Rays ---------------------------------------------------------------------------------------


def ray_share(scene, count=300):
    """Return the share of points, one in each cell of a polar grid, that rays do not reach."""
    spots = np.random.default_rng(1).random((2, count, count))
    radius = np.sqrt((np.arange(count)[:, None] + spots[0]) / count) * scene.radius
    angle = (np.arange(count)[None, :] + spots[1]) / count * 2 * math.pi
    a = (radius * np.cos(angle)).ravel()
    b = (radius * np.sin(angle)).ravel() + scene.floor + scene.radius
    return float(_hit(scene, a, b).mean())


def _hit(scene, a, b):
    edges, distance = _edges_in_frame(scene)
    hit = np.zeros(len(a), dtype=bool)
    for prism in scene.prisms:
        own = [(p, q) for solid, p, q in edges if solid is prism]
        hit |= _rays_in_prism(prism, own, scene.eye[2], distance, (a, b))
    return hit


def _rays_in_prism(prism, edges, eye, distance, rays):
    """Return which rays ``(t, a t / D, eye + (b - eye) t / D)`` with t in (0, D) meet a prism."""
    a, b = rays
    slope, rise = a / distance, (b - eye) / distance
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (prism.bottom - eye) / rise, (prism.top - eye) / rise
    enters, leaves = np.minimum(one, other), np.minimum(np.maximum(one, other), distance)
    enters = np.where(np.isnan(enters), 0.0, np.maximum(enters, 0.0))
    depths = []
    for (ta, sa), (tb, sb) in edges:
        fa, fb = sa - slope * ta, sb - slope * tb
        with np.errstate(divide="ignore", invalid="ignore"):
            t = ta + fa / (fa - fb) * (tb - ta)
        depths.append(np.where(((fa < 0) != (fb < 0)) & (t > 0), t, np.inf))
    table = np.sort(np.stack(depths), axis=0)
    odd = np.isfinite(table).sum(axis=0) % 2 == 1
    inside = prism.bottom <= eye <= prism.top
    shifted_table = np.vstack([np.zeros((1, len(a))), table])
    padded = np.vstack([table, np.full((1, len(a)), np.inf)])
    table = np.where(odd, shifted_table, padded)
    if inside:  # what holds the eye hides nothing up to where a ray leaves it
        table[:2, odd] = np.inf
    hit = np.zeros(len(a), dtype=bool)
    for start, end in zip(table[::2], table[1::2], strict=False):
        hit |= np.maximum(start, enters) < np.minimum(end, leaves)
    return hit


def rectangle_share(scene, half, height, count):
    """Return the share of points of a rectangle, one in each cell of a grid, that rays miss."""
    spots = np.random.default_rng(2).random((2, count, count))
    a = (((np.arange(count)[:, None] + spots[0]) / count) * 2 - 1).ravel() * half
    b = ((np.arange(count)[None, :] + spots[1]) / count).ravel() * height + scene.floor
    return float(_hit(scene, a, b).mean())
