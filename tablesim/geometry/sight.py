"""Which obstacles cross the shortest segments between two shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .convex import HalfPlane, Segment, clip, edges
from .footprint import Convex, Part, Placed
from .measure import Family, Gap, gap_of_parts
from .parting import chord, seen_from, support

GRAZE = 1e-9
"""A segment that enters an obstacle by no more than this only grazes it."""

_Interval = tuple[float, float, int]
"""From, to (across the segments), and the index of the obstacle."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """How obstacles stand to the shortest segments of a gap.

    Attributes
    ----------
    blocked
        ``"all"``, ``"some"`` or ``"none"`` of the equally short segments cross an obstacle.
    line
        The segment that somebody takes who wants a clear one: the clearest, or the one that is
        freed by the smallest shift; of two equal ones the first.
    clearance
        The distance of that segment to the nearest obstacle.  Negative: it crosses one; minus
        the lesser of the sideways shift that frees it and the length of the crossing.
        Infinite if there is no obstacle.
    crossed
        The indices of the obstacles that cross that segment if all are blocked, else of those
        that cross any.
    """

    blocked: str
    line: Segment
    clearance: float
    crossed: tuple[int, ...]


def crossing(gap: Gap, obstacles: Sequence[Placed]) -> Crossing:
    """Return which obstacles the shortest segments of a gap pass through.

    A segment is crossed if it passes through the inside of an obstacle; running along an edge
    is no crossing.  All segments of equal length are looked at, not one of them.  Where the two
    shapes touch there is no segment to cross.

    >>> from tablesim.geometry import Pose, Rect, gap
    >>> square = Rect(40, 40)
    >>> between = gap(Placed(square, Pose(0, 0, 90)), Placed(square, Pose(0, 200, 90)))
    >>> crossing(between, [Placed(Rect(10, 30), Pose(-15, 100, 90))]).blocked
    'some'
    >>> crossing(between, [Placed(Rect(10, 50), Pose(0, 100, 90))]).blocked
    'all'
    """
    if gap.distance <= GRAZE or not obstacles:
        return Crossing("none", (gap.a, gap.b), math.inf, ())
    found = [_family_crossing(family, obstacles) for family in gap.families]
    best = max(found, key=lambda c: c.clearance)
    states = {c.blocked for c in found}
    blocked = states.pop() if len(states) == 1 else "some"
    if blocked == "all":
        return Crossing("all", best.line, best.clearance, best.crossed)
    crossed = tuple(sorted({i for c in found for i in c.crossed}))
    return Crossing(blocked, best.line, best.clearance, crossed)


def _family_crossing(family: Family, obstacles: Sequence[Placed]) -> Crossing:
    shadows = _shadows(family, obstacles)
    width = family.width
    free = _free(shadows, width)
    crossing_any = tuple(sorted({i for lo, hi, i in shadows if lo < width and hi > 0.0}))
    if width == 0.0:
        crossing_any = tuple(sorted({i for lo, hi, i in shadows if lo < 0.0 < hi}))
    if not free:
        t, shift = _least_shift(shadows, width)
        line = family.at(t / width if width else 0.0)
        on_line = tuple(sorted({i for lo, hi, i in shadows if lo < t < hi} or set(crossing_any)))
        inside = sum(_length_inside(line, obstacles[i]) for i in on_line)
        return Crossing("all", line, -min(shift, inside), on_line)
    t = max((_clearest(window, shadows) for window in free), key=lambda found: found[1])[0]
    line = family.at(t / width if width else 0.0)
    clear = _distance(line, obstacles)
    return Crossing("some" if crossing_any else "none", line, clear, crossing_any)


def _distance(line: Segment, obstacles: Sequence[Placed]) -> float:
    """Return the distance of a segment to the nearest obstacle, measuring only those near it."""
    (ax, ay), (bx, by) = line
    size = math.dist(*line)
    bounds = []
    for obstacle in obstacles:
        x, y = obstacle.pose.point
        # Whatever an obstacle is, it stays within its reach round its pose.
        t = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / size, 0.0), size) / size
        away = math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
        bounds.append((away - obstacle.footprint.reach, obstacle))
    best = math.inf
    part = (Convex(line),)
    for least, obstacle in sorted(bounds, key=lambda bound: bound[0]):
        if least > best:
            break
        best = min(best, gap_of_parts(part, obstacle.parts).distance)
    return best


def _shadows(family: Family, obstacles: Sequence[Placed]) -> list[_Interval]:
    """Project what lies between the ends of the segments onto the line across them.

    0 is the first segment, the family's width the last.  Shadows of parts of one obstacle that
    meet are one shadow: a line along their common edge runs inside.
    """
    (ax, ay), (bx, by) = family.first
    size = math.hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / size, (by - ay) / size
    ex, ey = dy, -dx
    (lx, ly), _ = family.last
    if (lx - ax) * ex + (ly - ay) * ey < 0:
        ex, ey = -ex, -ey
    slab: list[HalfPlane] = [(dx, dy, size), (-dx, -dy, 0.0)]
    found: list[_Interval] = []
    for index, obstacle in enumerate(obstacles):
        along = dx * (obstacle.pose.x - ax) + dy * (obstacle.pose.y - ay)
        if not -obstacle.footprint.reach <= along <= size + obstacle.footprint.reach:
            continue
        spans = []
        for part in obstacle.parts:
            span = _span(seen_from(part, (ax, ay)), slab, (ex, ey))
            if span and span[1] - span[0] > 2 * GRAZE:
                spans.append(span)
        found += [(lo + GRAZE, hi - GRAZE, index) for lo, hi in _merged(spans)]
    return found


def _span(
    part: Part, slab: list[HalfPlane], across: tuple[float, float]
) -> tuple[float, float] | None:
    """Return the extent of a part within the slab; None if it does not enter it."""
    ex, ey = across
    points = _outermost(part, slab, across)
    if not points:
        return None
    nx, ny, _ = slab[0]
    along = [nx * x + ny * y for x, y in points]
    if max(along) - min(along) <= GRAZE:
        return None
    sideways = [ex * x + ey * y for x, y in points]
    return min(sideways), max(sideways)


def _outermost(
    part: Part, slab: list[HalfPlane], across: tuple[float, float]
) -> Sequence[tuple[float, float]]:
    """Return points of a part within the slab, among them its outermost ones on all sides."""
    if isinstance(part, Convex) and not part.radius:
        return clip(part.points, slab)
    (ex, ey), (nx, ny, _) = across, slab[0]
    ends = [support(part, turn) for turn in ((ex, ey), (-ex, -ey), (nx, ny), (-nx, -ny))]
    points = [(x, y) for x, y in ends if all(mx * x + my * y <= d for mx, my, d in slab)]
    for mx, my, d in slab:
        points += chord(part, (mx, my), d) or ()
    return points


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    result: list[tuple[float, float]] = []
    for lo, hi in sorted(spans):
        if result and lo <= result[-1][1] + GRAZE:
            result[-1] = (result[-1][0], max(hi, result[-1][1]))
        else:
            result.append((lo, hi))
    return result


def _free(shadows: list[_Interval], width: float) -> list[tuple[float, float]]:
    """Return the closed stretches of ``[0, width]`` that no open shadow covers."""
    free, at = [], 0.0
    for lo, hi, _ in sorted(shadows):
        if lo >= width and lo > at:
            break
        if lo >= at:
            free.append((at, min(lo, width)))
        at = max(at, hi)
        if at > width:
            return free
    free.append((at, width))
    return free


def _clearest(window: tuple[float, float], shadows: list[_Interval]) -> tuple[float, float]:
    """Return the place in a free stretch that is farthest from all shadows, and how far."""
    lo, hi = window
    left = max((h for _, h, _ in shadows if h <= lo + GRAZE), default=-math.inf)
    right = min((low for low, _, _ in shadows if low >= hi - GRAZE), default=math.inf)
    if math.isinf(left) and math.isinf(right):
        t = (lo + hi) / 2
    elif math.isinf(left):
        t = lo
    elif math.isinf(right):
        t = hi
    else:
        t = min(max((left + right) / 2, lo), hi)
    return t, min(t - left, right - t)


def _least_shift(shadows: list[_Interval], width: float) -> tuple[float, float]:
    """Return the outermost segment that is freed by the smaller shift, and that shift."""
    low, high = 0.0, width
    for _ in shadows:  # grow over overlapping shadows until nothing changes
        low = min([lo for lo, hi, _ in shadows if hi > low] + [low])
        high = max([hi for lo, hi, _ in shadows if lo < high] + [high])
    return (0.0, -low) if -low <= high - width else (width, high - width)


def _length_inside(line: Segment, obstacle: Placed) -> float:
    """Return the length of a segment inside an obstacle."""
    (ax, ay), (bx, by) = line
    size = math.dist(*line)
    total = 0.0
    dx, dy = (bx - ax) / size, (by - ay) / size
    for part in obstacle.parts:
        if isinstance(part, Convex) and not part.radius:
            inside: Sequence[tuple[float, float]] = clip(line, edges(part.points))
        else:
            border = chord(part, (dy, -dx), dy * ax - dx * ay) or ()
            start = dx * ax + dy * ay
            inside = clip(border, [(dx, dy, start + size), (-dx, -dy, -start)])
        total += math.dist(inside[0], inside[-1]) if len(inside) > 1 else 0.0
    return total
