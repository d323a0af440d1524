"""What stands between a viewer and a target: in the fan from an eye to a disc, at their height."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..errors import GeometryError
from .convex import clip, edges
from .footprint import Convex, Part
from .oval import Oval
from .pose import Point
from .terrain import Floats, Prism

_CORNERS = 1024
"""Of the polygon inside an ellipse: it is too small by less than 1e-5 of the longer half axis."""

Heights = tuple[float, float]
"""From where to where something stands."""


def between(
    prism: Prism,
    eye: Point,
    at: Point,
    radius: float,
    *,
    viewer: Heights,
    target: Heights,
    base: float | None = None,
) -> float:
    """Return by how much a solid stands between a viewer and a target; negative: it does not.

    The fan is the hull of the eye and the target's disc.  Over it two planes run from the viewer
    to the target, along their floors and along their tops; behind the viewer and beyond the
    target they go on level.  A solid stands between where its inside meets the inside of the fan,
    rises above the plane of the floors and begins below that of the tops.  As these are sloped
    along the fan only, that is a slab across it.

    Parameters
    ----------
    prism
        The solid; of several convex parts, the one that stands in deepest counts.
    eye, at, radius
        The eye on the plane, and the target's disc.
    viewer, target
        The floor and the top of each.
    base
        For a solid that the viewer or the target stands on: the radius of the viewer's disc about
        the eye.  What lies under that disc or under the target's does not count then.

    Returns
    -------
    depth
        The length of the shortest shift on the plane that takes the solid out of the slab of the
        fan; with a base, how far it comes out from under the discs if that is less.  If it does
        not stand between, minus its distance from there; if it is too low or too high everywhere,
        minus the least height by which it is.

    Raises
    ------
    GeometryError
        If a number is not finite, or a radius is not positive.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> low = Prism(Placed(Rect(1, 8), Pose(6, 0)), 0, 0.5)
    >>> between(low, (0, 0), (12, 0), 3, viewer=(0, 1.6), target=(0, 1.6)) > 0
    True
    >>> between(low, (0, 0), (12, 0), 3, viewer=(6, 7.6), target=(0, 1.6))
    -4.5
    """
    numbers = (*eye, *at, radius, *viewer, *target, 1.0 if base is None else base)
    if not all(map(math.isfinite, numbers)):
        raise GeometryError(f"a fan needs finite numbers, got {numbers}")
    if radius <= 0.0 or (base is not None and base <= 0.0):
        raise GeometryError(f"a radius must be positive, got {radius} and {base}")
    fan = _Fan.of(eye, at, radius)
    slab = _slab(prism, viewer, target, fan.distance)
    if isinstance(slab, float):
        return slab
    parts = [_turned(part, eye, at) for part in prism.shape.parts]
    return max(fan.depth(part, slab, base) for part in parts)


_Slab = tuple[float, float]
"""From where to where along the fan; infinite where it goes on to the end."""


def _slab(prism: Prism, viewer: Heights, target: Heights, distance: float) -> _Slab | float:
    """Return where in a fan a solid has the right height; if nowhere, minus the least that fails.

    On the way from the viewer (0) to the target (1), both its heights above the floors and its
    depths below the tops are linear.
    """
    above = prism.top - viewer[0], prism.top - target[0]
    below = viewer[1] - prism.bottom, target[1] - prism.bottom
    places = [0.0, 1.0, *_zeros(*above), *_zeros(*below)]
    places += _zeros(above[0] - below[0], above[1] - below[1])
    rooms = {p: min(_at(above, p), _at(below, p)) for p in places}
    if max(rooms.values()) <= 0.0:
        return max(rooms.values())
    if distance == 0.0:
        return -math.inf, math.inf
    starts = [p for (a, b) in (above, below) if a <= 0.0 for p in _zeros(a, b)]
    ends = [p for (a, b) in (above, below) if b <= 0.0 for p in _zeros(a, b)]
    return (
        max((p * distance for p in starts), default=-math.inf),
        min((p * distance for p in ends), default=math.inf),
    )


def _zeros(a: float, b: float) -> list[float]:
    """Return where a linear function with these values at 0 and 1 is zero between them."""
    return [a / (a - b)] if min(a, b) <= 0.0 <= max(a, b) and a != b else []


def _at(values: tuple[float, float], place: float) -> float:
    """Return a linear function with these values at 0 and 1."""
    return values[0] + place * (values[1] - values[0])


def _turned(part: Part, eye: Point, at: Point) -> Convex:
    """Return a part as seen from the eye: ahead, and to the left; an ellipse as a fine polygon."""
    if isinstance(part, Oval):
        angles = (2.0 * math.pi * i / _CORNERS for i in range(_CORNERS))
        part = Convex(tuple(part.from_circle((math.cos(t), math.sin(t))) for t in angles))
    dx, dy = at[0] - eye[0], at[1] - eye[1]
    size = math.hypot(dx, dy)
    ux, uy = (dx / size, dy / size) if size else (1.0, 0.0)
    away = [(x - eye[0], y - eye[1]) for x, y in part.points]
    return Convex(tuple((x * ux + y * uy, y * ux - x * uy) for x, y in away), part.radius)


class _Fan(NamedTuple):
    """The hull of the origin and a disc straight ahead.

    Attributes
    ----------
    distance, radius
        Of the disc.
    touch
        Where a side touches the disc, on the left; None if the origin lies in the disc.
    """

    distance: float
    radius: float
    touch: Point | None

    @classmethod
    def of(cls, eye: Point, at: Point, radius: float) -> _Fan:
        distance = math.dist(eye, at)
        if distance <= radius:
            return cls(distance, radius, None)
        side = math.sqrt((distance - radius) * (distance + radius))
        return cls(distance, radius, (side * side / distance, side * radius / distance))

    def depth(self, part: Convex, slab: _Slab, base: float | None) -> float:
        """Return how deep a part stands in a slab of the fan; negative: how far it is away."""
        whole = self._body(slab)
        depth = -_separation(part, whole)
        if base is None or depth <= 0.0:
            return depth
        # What is outside of the target's disc is inside the triangle of the sides.
        triangle = self._triangle(slab)
        if len(triangle) < 3:
            return 0.0
        depth = -_separation(part, _Body(triangle, _normals(triangle), None))
        return min(depth, self._beside_bases(part, triangle, base)) if depth > 0.0 else depth

    def _body(self, slab: _Slab) -> _Body:
        """Return what the fan has in a slab."""
        corners = [
            (t, side * self._half_width(t)) for t in slab if math.isfinite(t) for side in (1, -1)
        ]
        normals = [
            (side, 0.0) for side, t in zip((-1.0, 1.0), slab, strict=True) if math.isfinite(t)
        ]
        if self.touch:
            if slab[0] == -math.inf:
                corners.append((0.0, 0.0))
            along, across = self.radius / self.distance, math.hypot(*self.touch) / self.distance
            normals += [(-along, across), (-along, -across)]
        return _Body(corners, normals, _Arc((self.distance, 0.0), self.radius, slab))

    def _half_width(self, t: float) -> float:
        if self.touch and t <= self.touch[0]:
            return t * self.touch[1] / self.touch[0]
        off = t - self.distance
        return math.sqrt(max(0.0, self.radius * self.radius - off * off))

    def _triangle(self, slab: _Slab) -> list[Point]:
        if self.touch is None:
            return []
        (t, s), planes = self.touch, [(-1.0, 0.0, -slab[0]), (1.0, 0.0, slab[1])]
        return clip([(0.0, 0.0), (t, -s), (t, s)], [p for p in planes if math.isfinite(p[2])])

    def _beside_bases(self, part: Convex, triangle: list[Point], base: float) -> float:
        """Return how far a part comes out from under both discs within a triangle.

        Outside of the one disc or the other the distance is convex, so it is greatest in a
        corner, or on an edge in a place that is equally far from both.
        """
        points = part.points if not part.radius else _circle(part)
        kept = clip(points, edges(tuple(triangle)))
        places = list(kept)
        for p, q in zip(kept, kept[1:] + kept[:1], strict=True):
            shares = _equally_far(p, q, self.distance, base - self.radius)
            places += [(p[0] + x * (q[0] - p[0]), p[1] + x * (q[1] - p[1])) for x in shares]
        disc = (self.distance, 0.0)
        return max(
            (min(math.hypot(*p) - base, math.dist(p, disc) - self.radius) for p in places),
            default=0.0,
        )


def _circle(part: Convex) -> list[Point]:
    """Return a fine polygon inside a round part."""
    (x, y), *_ = part.points
    angles = (2.0 * math.pi * i / _CORNERS for i in range(_CORNERS))
    return [(x + part.radius * math.cos(t), y + part.radius * math.sin(t)) for t in angles]


def _equally_far(p: Point, q: Point, distance: float, more: float) -> list[float]:
    """Return shares of the way from one point to another where a point may be equally far.

    That is where its distance from the origin exceeds that from the disc's center by ``more``.
    Squared twice, the equation is quadratic; what it has too many does no harm.
    """
    dx, dy, x = q[0] - p[0], q[1] - p[1], p[0] - distance
    lean, off = 2.0 * distance * dx, 2.0 * distance * p[0] - distance * distance - more * more
    a = 4.0 * more * more * (dx * dx + dy * dy) - lean * lean
    b = 8.0 * more * more * (x * dx + p[1] * dy) - 2.0 * lean * off
    c = 4.0 * more * more * (x * x + p[1] * p[1]) - off * off
    root = math.sqrt(max(0.0, b * b - 4.0 * a * c))
    found = [(-b + sign * root) / (2.0 * a) for sign in (1, -1)] if a else [-c / b] if b else []
    return [share for share in found if 0.0 < share < 1.0]


class _Arc(NamedTuple):
    """A disc, of which only what lies in a slab belongs to a body."""

    center: Point
    radius: float
    slab: _Slab


class _Body(NamedTuple):
    """A convex body: corners, the normals of its straight sides, and perhaps a disc cut to a slab.

    Where the disc's border enters the slab there are corners.
    """

    corners: list[Point]
    normals: list[Point]
    arc: _Arc | None

    def support(self, turns: Floats) -> Floats:
        """Return how far it reaches in the direction of unit vectors, shape (m, 2)."""
        reach = np.full(len(turns), -np.inf)
        if self.corners:
            reach = (turns @ np.array(self.corners).T).max(axis=1)
        if self.arc:
            (x, y), radius, (low, high) = self.arc
            tip = x + radius * turns[:, 0]
            round_ = turns @ np.array([x, y]) + radius
            reach = np.where((tip >= low) & (tip <= high), np.maximum(reach, round_), reach)
        return reach


def _normals(ring: list[Point]) -> list[Point]:
    return [(nx, ny) for nx, ny, _ in edges(tuple(ring))]


def _separation(part: Convex, body: _Body) -> float:
    """Return the gap between a part and a body, or minus the shortest shift that parts them.

    Either is the greatest separation in any direction, and that is square to a side of one of
    the two, or runs between two corners, or between a corner and the center of the arc.
    """
    corners = np.array(part.points)
    fixed = [(-nx, -ny) for nx, ny, _ in edges(part.points)] + body.normals
    others = [*body.corners, *([body.arc.center] if body.arc else [])]
    vectors = (corners[:, None, :] - np.array(others)[None, :, :]).reshape(-1, 2)
    size = np.hypot(vectors[:, 0], vectors[:, 1])
    turns = vectors[size > 0.0] / size[size > 0.0, None]
    if fixed:
        turns = np.concatenate([turns, np.array(fixed)])
    if not len(turns):
        turns = np.array([(1.0, 0.0)])  # a point in the middle of a disc: any will do
    nearest = (turns @ corners.T).min(axis=1)
    return float((nearest - body.support(turns)).max()) - part.radius
