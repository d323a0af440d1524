"""How far two convex parts are apart, whatever they are: by their farthest points alone.

The difference of two parts, all ``a - b``, is convex too, and how far it reaches beyond the origin
in a direction is how far the parts reach beyond one another there.  The direction in which that is
least parts them best.  This is what ellipses are measured by; discs and polygons have shorter ways.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from .footprint import Convex, Part
from .oval import Oval
from .pose import Point

_DIGITS = 1e-15
"""What the last digits of a float are, beside its size."""


class Parting(NamedTuple):
    """The direction that parts two parts best.

    Attributes
    ----------
    separation
        The gap, or minus the length of the shortest shift that parts the two.
    normal
        The unit vector of that shortest line, from the first part to the second.
    """

    separation: float
    normal: Point


def parting(a: Part, b: Part) -> Parting:
    """Return how far two parts are apart, and in which direction.

    >>> parting(Oval((0, 0), (1, 0), 4, 2), Convex(((10, 0),), 1))
    Parting(separation=5.0, normal=(1.0, 0.0))
    """
    origin, other = middle(a), middle(b)
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    size = math.hypot(dx, dy)
    x, y = (dx / size, dy / size) if size else (1.0, 0.0)
    turns = [(x, y), (-y, x), (-x, -y), (y, -x), (x, y)]
    body = _difference(seen_from(a, origin), seen_from(b, origin))
    found = _least(body, turns, size + _size(a) + _size(b))
    return Parting(-found.reach - a.radius - b.radius, found.turn)


def reach_into(corners: Sequence[Point], turns: Sequence[Point], part: Part) -> float:
    """Return how far a part reaches into an unbounded area; negative: by how much it misses it.

    Parameters
    ----------
    corners
        The corners of the area's border.
    turns
        Unit vectors less than half a turn apart, counter-clockwise: the area ends in the
        directions from the first to the last of them.
    part
        The part.
    """
    origin = corners[0]
    area = Convex(tuple((x - origin[0], y - origin[1]) for x, y in corners))
    size = math.dist(origin, middle(part)) + _size(area) + _size(part)
    return _least(_difference(area, seen_from(part, origin)), turns, size).reach + part.radius


def _size(part: Part) -> float:
    """Return how far a part reaches from its middle."""
    if isinstance(part, Oval):
        return part.a
    x, y = middle(part)
    return part.radius + max(math.hypot(px - x, py - y) for px, py in part.points)


def middle(part: Part) -> Point:
    """Return a point in the middle of a part."""
    if isinstance(part, Oval):
        return part.center
    n = len(part.points)
    return sum(x for x, _ in part.points) / n, sum(y for _, y in part.points) / n


def support(part: Part, direction: Point) -> Point:
    """Return the point of a part that is farthest in the direction of a unit vector.

    >>> support(Convex(((0, 0), (2, 0), (0, 2)), radius=1), (1.0, 0.0))
    (3.0, 0.0)
    """
    if isinstance(part, Oval):
        return part.support(direction)
    (x, y), (ux, uy) = _farthest(part.points, direction), direction
    return x + part.radius * ux, y + part.radius * uy


def chord(part: Part, normal: Point, limit: float) -> tuple[Point, Point] | None:
    """Return the stretch of the line ``normal . p == limit`` inside of a disc or an ellipse.

    >>> chord(Convex(((0, 0),), radius=5), (0.0, 1.0), 3.0)
    ((-4.0, 3.0), (4.0, 3.0))
    """
    if isinstance(part, Oval):
        return part.chord(normal, limit)
    ((x, y),), (nx, ny) = part.points, normal
    off = limit - nx * x - ny * y
    if abs(off) > part.radius:
        return None
    half = math.sqrt(part.radius * part.radius - off * off)
    mx, my = x + off * nx, y + off * ny
    return (mx - half * ny, my + half * nx), (mx + half * ny, my - half * nx)


def _farthest(points: Sequence[Point], direction: Point) -> Point:
    ux, uy = direction
    return max(points, key=lambda p: ux * p[0] + uy * p[1])


def seen_from(part: Part, origin: Point) -> Part:
    """Return a part in coordinates about an origin near it, so that no digits are lost to sums."""
    x, y = origin
    if isinstance(part, Oval):
        return part.at((part.center[0] - x, part.center[1] - y), (1.0, 0.0))
    return Convex(tuple([(px - x, py - y) for px, py in part.points]), part.radius)


class _Look(NamedTuple):
    """What is seen of a convex body in one direction.

    Attributes
    ----------
    turn
        The direction, a unit vector.
    point
        The body's farthest point there.
    reach
        How far that point is along the direction.
    slope
        How fast that grows as the direction turns counter-clockwise.
    """

    turn: Point
    point: Point
    reach: float
    slope: float


def _reach(look: _Look) -> float:
    return look.reach


_Body = Callable[[Point], _Look]
"""A convex body, known by what is seen of it in every direction."""


def _difference(a: Part, b: Part) -> _Body:
    """Return the difference of the cores of two parts, those that are grown by their radii."""

    def look(turn: Point) -> _Look:
        ux, uy = turn
        ax, ay = _core(a, turn)
        bx, by = _core(b, (-ux, -uy))
        x, y = ax - bx, ay - by
        return _Look(turn, (x, y), x * ux + y * uy, y * ux - x * uy)

    return look


def _core(part: Part, direction: Point) -> Point:
    if isinstance(part, Oval):
        (x, y), (ux, uy) = part.support(direction), direction
        return x - part.radius * ux, y - part.radius * uy
    return part.points[0] if len(part.points) == 1 else _farthest(part.points, direction)


def _least(body: _Body, turns: Sequence[Point], size: float) -> _Look:
    """Return the direction in which a body reaches least, from the first of some to the last.

    Where the origin lies outside of the body, the directions with a negative reach are less than
    half a turn, and on them the reach has a single valley.  Otherwise it may have many.  The size
    says how large the numbers are from which the reach comes, and so what its last digits are.
    """
    looks = [body(turn) for turn in turns]
    best = min(looks, key=_reach)
    if best.reach >= 0.0:
        return _least_of_many(body, looks, size)
    for p, q in pairwise(looks):
        if (_falls(p) and not _falls(q)) or (_rises(q) and not _rises(p)):
            return min(_valley(body, p, q, size), best, key=_reach)
    return best


def _falls(look: _Look) -> bool:
    """Whether the valley lies ahead, counter-clockwise."""
    return look.reach < 0.0 and look.slope < 0.0


def _rises(look: _Look) -> bool:
    return look.reach < 0.0 and look.slope > 0.0


def _valley(body: _Body, p: _Look, q: _Look, size: float) -> _Look:
    """Return the bottom of the valley between two directions.

    Corners of the body make a kink there, which the normal of the chord meets; smooth borders
    have a smooth bottom, which the secant of the slopes meets.  The steps take turns.
    """
    smooth = False
    while True:
        smooth = not smooth and p.reach < 0.0 and q.reach < 0.0
        turn = (_secant(p, q) if smooth else None) or _normal(p, q)
        if turn is None:
            break
        look = body(turn)
        if smooth and _is_bottom(look, p, q):
            return look
        if _falls(look) or (look.reach >= 0.0 and q.reach < 0.0):
            p = look
        else:
            q = look
    ends = p, q, body(_bottom_of_chord(p, q))
    enough = min(look.reach for look in ends) + _DIGITS * size
    return min((look for look in ends if look.reach <= enough), key=lambda look: abs(look.slope))


def _is_bottom(look: _Look, p: _Look, q: _Look) -> bool:
    """Whether a slope is zero to the last digits of a direction, as slopes grow between two."""
    turned = p.turn[0] * q.turn[1] - p.turn[1] * q.turn[0]
    return abs(look.slope) * turned <= _DIGITS * (q.slope - p.slope)


def _bottom_of_chord(p: _Look, q: _Look) -> Point:
    """Return the direction in which a body reaches least that has nothing beyond its chord."""
    (px, py), (qx, qy) = p.point, q.point
    size = math.hypot(qx - px, qy - py)
    ux, uy = ((qy - py) / size, (px - qx) / size) if size else p.turn
    if py * ux - px * uy > 0.0:
        return -px / math.hypot(px, py), -py / math.hypot(px, py)
    if qy * ux - qx * uy < 0.0:
        return -qx / math.hypot(qx, qy), -qy / math.hypot(qx, qy)
    return ux, uy


def _least_of_many(body: _Body, looks: Sequence[_Look], size: float) -> _Look:
    """Return the least reach of a body round the origin: split until no arc can hold a lesser."""
    best = min(looks, key=_reach)
    enough = 10 * _DIGITS * size
    order = count()
    arcs = [(_bound(p, q), next(order), p, q) for p, q in pairwise(looks)]
    heapq.heapify(arcs)
    while arcs:
        bound, _, p, q = heapq.heappop(arcs)
        if bound >= best.reach - enough:
            break
        turn = _normal(p, q)
        if turn is None:
            continue
        look = body(turn)
        if look.reach < 0.0:  # the origin lies outside after all
            arc = (look, q) if look.slope < 0.0 else (p, look)
            return _valley(body, *arc, size)
        best = min(best, look, key=_reach)
        for arc in ((p, look), (look, q)):
            heapq.heappush(arcs, (_bound(*arc), next(order), *arc))
    return best


def _bound(p: _Look, q: _Look) -> float:
    """Return what a body reaches at least in all directions between two: as far as its chord."""
    turn = _normal(p, q)
    if turn is None:
        return max(_least_along(look.point, p.turn, q.turn) for look in (p, q))
    return min(_least_along(p.point, p.turn, turn), _least_along(q.point, turn, q.turn))


def _least_along(point: Point, first: Point, last: Point) -> float:
    """Return how far a point reaches at least in all directions between two."""
    x, y = point
    if _between(first, (-x, -y), last) is not None:
        return -math.hypot(x, y)
    return min(x * first[0] + y * first[1], x * last[0] + y * last[1])


def _normal(p: _Look, q: _Look) -> Point | None:
    """Return the direction in which a chord is seen from outside; None if it is not between."""
    dx, dy = q.point[0] - p.point[0], q.point[1] - p.point[1]
    return _between(p.turn, (dy, -dx), q.turn)


def _secant(p: _Look, q: _Look) -> Point | None:
    """Return the direction in which the slope is zero if it grows evenly between two others."""
    (px, py), (qx, qy) = p.turn, q.turn
    mean = q.slope * px - p.slope * qx, q.slope * py - p.slope * qy
    return _between(p.turn, mean, q.turn)


def _between(first: Point, vector: Point, last: Point) -> Point | None:
    """Return the direction of a vector, or None if it is not clearly between two others."""
    size = math.hypot(*vector)
    if size == 0.0:
        return None
    x, y = vector[0] / size, vector[1] / size
    after, before = first[0] * y - first[1] * x, x * last[1] - y * last[0]
    return (x, y) if after > _DIGITS and before > _DIGITS else None
