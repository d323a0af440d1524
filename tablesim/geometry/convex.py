"""Measuring between two convex parts: the small kernel under every verdict.

Plain floats in plain loops: bases have four corners, and at that size this is several times
faster than any call across a library's border, and exact to the last digits.
A part is a disc (one point and a radius), a segment (two points), or a counter-clockwise
polygon; see :class:`~tablesim.geometry.footprint.Convex`.  Ellipses are left to
:mod:`~tablesim.geometry.parting`, which needs more time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .footprint import Convex, Part
from .oval import Oval
from .parting import parting
from .pose import Point

Segment = tuple[Point, Point]
HalfPlane = tuple[float, float, float]
"""``(nx, ny, d)``: the points with ``nx * x + ny * y <= d``; the normal has length 1."""

TIE = 1e-8
"""Segments that differ in length by less are equally short: edges are parallel up to rounding."""

_TIE_SQUARE = TIE * TIE

_SHORT = 0.01
"""An edge is short if it has less than this share of the longest one's length."""


@lru_cache(maxsize=4096)
def edges(points: tuple[Point, ...]) -> tuple[HalfPlane, ...]:
    """Return the outward half-planes of a part's edges (both sides of a segment, none of a point).

    The direction of an edge that is short beside the others may be little more than rounding.  Its
    half-plane is moved outwards until the whole part lies in it, whatever its direction.

    >>> edges(((0, 0), (2, 0), (0, 2)))[0]
    (0.0, -1.0, 0.0)
    """
    n = len(points)
    if n == 1:
        return ()
    found = []
    sizes = []
    for i, (ax, ay) in enumerate(points):
        bx, by = points[(i + 1) % n]
        dx, dy = bx - ax, by - ay
        size = math.hypot(dx, dy)
        if size:
            nx, ny = dy / size, -dx / size
            found.append((nx, ny, nx * ax + ny * ay))
            sizes.append(size)
    short = _SHORT * max(sizes, default=0.0)
    if min(sizes, default=0.0) < short:
        for i, (nx, ny, _) in enumerate(found):
            if sizes[i] < short:
                found[i] = nx, ny, max([nx * x + ny * y for x, y in points])
    return tuple(found)


def separation(a: tuple[Point, ...], b: tuple[Point, ...]) -> float:
    """Return the greatest separation of two hulls along the normals of their edges.

    Negative: they overlap, and this is minus the length of the shortest shift that parts them.
    Otherwise they do not overlap, and their distance is at least this.

    >>> separation(((0, 0), (2, 0), (2, 2), (0, 2)), ((1.5, 0), (3, 0), (3, 2), (1.5, 2)))
    -0.5
    """
    best = -math.inf
    for one, other in ((a, b), (b, a)):
        for nx, ny, d in edges(one):
            least = min([nx * x + ny * y for x, y in other]) - d
            best = max(best, least)
    return best


def overlapping(a: tuple[Point, ...], b: tuple[Point, ...]) -> bool:
    """Whether two hulls overlap; stops at the first edge that parts them."""
    if len(a) == 1 and len(b) == 1:
        return False
    # A segment has no inside: on one line with another, rounding must not make them cross.
    slack = TIE if len(a) == 2 or len(b) == 2 else 0.0
    for one, other in ((a, b), (b, a)):
        for nx, ny, d in edges(one):
            limit = d - slack
            for x, y in other:
                if nx * x + ny * y < limit:
                    break
            else:
                return False
    return True


def nearest(a: tuple[Point, ...], b: tuple[Point, ...]) -> tuple[float, list[Segment]]:
    """Return the distance of two hulls that do not overlap, and the segments that attain it.

    The nearest points of two convex shapes are a corner of one and a point of an edge of the
    other.  Parallel edges give two or more such pairs: the ends of a family of equal segments.

    Returns
    -------
    distance, segments
        Each segment runs from ``a`` to ``b``.
    """
    if len(a) == 1 and len(b) == 1:
        return math.dist(a[0], b[0]), [(a[0], b[0])]
    best = cut = math.inf
    hits: list[tuple[float, Point, Point]] = []
    for corners, ring, swapped in ((a, b, False), (b, a, True)):
        n = len(ring)
        if n == 1:
            continue
        for i in range(n if n > 2 else 1):
            ax, ay = ring[i]
            bx, by = ring[i + 1] if i + 1 < n else ring[0]
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy or 1.0  # corners may coincide: then all of it is zero
            for p in corners:
                ex, ey = p[0] - ax, p[1] - ay
                inner = dx * ey - dy * ex
                if n > 2 and inner > 0.0 and inner * inner > _TIE_SQUARE * square:
                    continue  # clearly on the inner side of this edge: another one is nearer
                t = (ex * dx + ey * dy) / square
                if t <= 0.0:
                    qx, qy = ax, ay
                elif t >= 1.0:
                    qx, qy = bx, by
                else:
                    qx, qy = ax + t * dx, ay + t * dy
                fx, fy = p[0] - qx, p[1] - qy
                distance = fx * fx + fy * fy
                if distance <= cut:
                    if distance < best:
                        best = distance
                        cut = (math.sqrt(best) + TIE) ** 2
                    q = (qx, qy)
                    hits.append((distance, q, p) if swapped else (distance, p, q))
    return math.sqrt(best), [(p, q) for distance, p, q in hits if distance <= cut]


def signed_separation(a: Part, b: Part) -> float:
    """Return the gap between two parts, or minus the depth by which they penetrate each other.

    The depth is the length of the shortest shift that leaves them without overlap.

    >>> signed_separation(Convex(((0, 0),), 3), Convex(((10, 0),), 4))
    3.0
    >>> signed_separation(Convex(((0, 0),), 3), Convex(((5, 0),), 4))
    -2.0
    """
    if isinstance(a, Oval) or isinstance(b, Oval):
        return parting(a, b).separation
    radii = a.radius + b.radius
    if overlapping(a.points, b.points):
        return separation(a.points, b.points) - radii
    return nearest(a.points, b.points)[0] - radii


def clip(points: Sequence[Point], planes: Sequence[HalfPlane], slack: float = 0.0) -> list[Point]:
    """Return the part of a convex hull that lies in all the half-planes; empty if none does.

    Parameters
    ----------
    points
        One point, two, or a counter-clockwise ring.
    planes
        The half-planes.
    slack
        By how much every half-plane is widened.

    >>> clip([(0, 0), (2, 0), (2, 2), (0, 2)], [(1.0, 0.0, 0.5)])
    [(0, 0), (0.5, 0.0), (0.5, 2.0), (0, 2)]
    """
    kept = list(points)
    for nx, ny, d in planes:
        if not kept:
            break
        limit = d + slack
        depths = [limit - nx * x - ny * y for x, y in kept]
        if min(depths) >= 0.0:
            continue
        result: list[Point] = []
        n = len(kept)
        for i in range(n):
            p, q = kept[i], kept[(i + 1) % n]
            dp, dq = depths[i], depths[(i + 1) % n]
            if dp >= 0.0:
                result.append(p)
            if (dp > 0.0 > dq or dp < 0.0 < dq) and (n > 2 or i == 0):
                t = dp / (dp - dq)
                result.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        kept = result
    return kept


def without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a ring without corners that coincide with the one before."""
    n = len(points)
    kept = tuple(p for i, p in enumerate(points) if n == 1 or p != points[i - 1])
    return kept or (points[0],)


def farthest(point: Point, points: Sequence[Point]) -> float:
    """Return the greatest distance of a point to some points."""
    return max(math.dist(point, p) for p in points)


def common_point(a: Convex, b: Convex) -> Point:
    """Return a point of both of two parts that overlap or touch, inside where there is room.

    Of two single points at least one has a radius.
    """
    if len(a.points) == 1 and len(b.points) == 1:
        ratio = a.radius / (a.radius + b.radius)
        (ax, ay), (bx, by) = a.points[0], b.points[0]
        return ax + ratio * (bx - ax), ay + ratio * (by - ay)
    if a.radius or b.radius:
        disc, other = (a, b) if a.radius else (b, a)
        if overlapping(disc.points, other.points):
            return disc.points[0]
        return nearest(disc.points, other.points)[1][0][1]
    # Points and segments are cut and do not cut: they have no edges at their ends.
    one, other = sorted((a, b), key=lambda part: min(len(part.points), 3))
    planes = edges(other.points)
    if len(other.points) == 2:  # of a segment, one side: cutting at both leaves nothing certain
        nx, ny, d = planes[0]
        (ax, ay), (bx, by) = one.points
        from_a, from_b = nx * ax + ny * ay - d, nx * bx + ny * by - d
        t = from_a / (from_a - from_b)
        return ax + t * (bx - ax), ay + t * (by - ay)
    common = clip(one.points, planes) or list(nearest(a.points, b.points)[1][0])
    return sum(x for x, _ in common) / len(common), sum(y for _, y in common) / len(common)


def pairs(a: Sequence[Part], b: Sequence[Part]) -> Iterator[tuple[Part, Part]]:
    """Yield every part of one shape with every part of the other."""
    for one in a:
        for other in b:
            yield one, other
