"""Penetration, overlap and contact, and how far a moving base has to back off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .convex import HalfPlane, edges, nearest, overlapping, pairs, signed_separation
from .footprint import Convex, Footprint, Part, Placed
from .oval import Oval
from .parting import parting
from .path import Guided, Motion, Phase
from .pose import Point, Pose

SOLVED = 1e-10
"""A back-off ends where the signed gap is zero to this."""


def separation(a: Placed, b: Placed) -> float:
    """Return the gap between two shapes, or minus the depth by which they penetrate each other.

    The depth is the length of the shortest shift that parts them (of shapes of several convex
    parts: of the pair of parts that is deepest in each other).

    >>> from tablesim.geometry import Rect
    >>> square = Rect(40, 40)
    >>> separation(Placed(square, Pose(0, 0)), Placed(square, Pose(39.9, 5)))
    -0.10000000000000142
    """
    return min(signed_separation(one, other) for one, other in pairs(a.parts, b.parts))


def depth(a: Placed, b: Placed) -> float:
    """Return how deep two shapes penetrate each other; 0 if they do not.

    The same as :func:`separation` where that is negative, but quick where shapes are apart.
    """
    p, q = a.pose, b.pose
    if math.hypot(q.x - p.x, q.y - p.y) > a.footprint.reach + b.footprint.reach:
        return 0.0
    return max(0.0, *(_part_depth(one, other) for one, other in pairs(a.parts, b.parts)))


def _part_depth(a: Part, b: Part) -> float:
    if a.radius or b.radius:
        return -signed_separation(a, b)
    if isinstance(a, Convex) and isinstance(b, Convex) and not overlapping(a.points, b.points):
        return 0.0
    return -signed_separation(a, b)


def nearest_of(shape: Placed, others: Sequence[Placed]) -> tuple[float, int | None]:
    """Return the least separation of a shape from some others, and which one it is.

    Returns
    -------
    separation, index
        Infinity and None if there are no others.

    >>> from tablesim.geometry import Disc
    >>> nearest_of(Placed(Disc(1), Pose(0, 0)), [Placed(Disc(1), Pose(x, 0)) for x in (9, -5)])
    (3.0, 1)
    """
    x, y = shape.pose.point
    bounds = sorted(
        (math.hypot(o.pose.x - x, o.pose.y - y) - o.footprint.reach - shape.footprint.reach, i)
        for i, o in enumerate(others)
    )
    best: tuple[float, int | None] = (math.inf, None)
    for least, i in bounds:
        if least > best[0]:
            break
        best = min(best, (separation(shape, others[i]), i), key=lambda found: found[0])
    return best


def containment(shape: Placed, box: Sequence[float]) -> float:
    """Return how far a shape lies inside a box; negative: the shortest shift that brings it in.

    Parameters
    ----------
    shape
        The shape.
    box
        Least x, least y, greatest x, greatest y.

    >>> from tablesim.geometry import Disc
    >>> containment(Placed(Disc(1), Pose(-2, -3)), (0, 0, 100, 100))
    -5.0
    """
    x0, y0, x1, y1 = shape.bounds
    across, along = min(x0 - box[0], box[2] - x1), min(y0 - box[1], box[3] - y1)
    if across < 0.0 and along < 0.0:
        return -math.hypot(across, along)
    return min(across, along)


@dataclass(frozen=True, slots=True)
class BackOff:
    """Where a guided motion ends.

    Attributes
    ----------
    pose
        The final pose on the table, at full precision.
    travel
        The travel ``u`` of the final pose.
    complete
        True if the whole path was travelled.
    contacts
        The indices of the blockers in contact at the final pose.
    residual
        The least signed gap to any blocker at the final pose: the certificate that it is free.
    """

    pose: Pose
    travel: float
    complete: bool
    contacts: tuple[int, ...]
    residual: float


def back_off(
    guided: Guided,
    footprint: Footprint,
    start: Pose,
    blockers: Sequence[Placed],
    *,
    overlap: float = 1e-6,
    contact: float = 1e-4,
) -> BackOff:
    """Return the last pose along a guided motion at which a base overlaps no blocker.

    The end pose is judged like any pose that is given, with the tolerance ``overlap``.  If it is
    not free, the search walks back from there.  At a travel where the base overlaps a blocker,
    bounds on speed and acceleration give a stretch in which it still must; only that stretch is
    skipped, so no free place is stepped over, however narrow.  The steps shrink quadratically
    towards the contact, which is met to ``SOLVED``.  A blocker that the start pose, which is given
    as well, overlaps by no more than the tolerance may be overlapped as much on the way: who
    stands flush with another slides along it, whatever the last digits say.

    Parameters
    ----------
    guided
        The motion.
    footprint
        The moving base.
    start
        Its pose on the table at travel 0.
    blockers
        What it may touch but not overlap.
    overlap, contact
        Tolerances for poses that are given; see :class:`~tablesim.geometry.Tolerance`.

    >>> from tablesim.geometry import Rect, Straight
    >>> square = Rect(40, 40)
    >>> found = back_off(Guided(Straight(120), 40), square, Pose(0, 0, 90),
    ...                  [Placed(square, Pose(0, 150))])
    >>> found.pose, found.complete, found.contacts
    (Pose(x=0.0, y=110.0, heading=90.0), False, (0,))
    """
    end = Placed(footprint, start.then(guided.end))
    depths = [-separation(end, blocker) for blocker in blockers]
    if all(found <= overlap for found in depths):
        return _ended(end.pose, guided.length, True, depths, contact)
    walk = _Walk(guided, footprint, start, blockers, overlap)
    travel = walk.last_free()
    pose = start.then(guided.pose(travel))
    final = Placed(footprint, pose)
    depths = [-separation(final, blocker) for blocker in blockers]
    return _ended(pose, travel, False, depths, contact)


def _ended(
    pose: Pose, travel: float, complete: bool, depths: list[float], contact: float
) -> BackOff:
    touched = tuple(i for i, found in enumerate(depths) if -found <= contact)
    residual = min((-found for found in depths), default=math.inf)
    return BackOff(pose, travel, complete, touched, residual)


class _Walk:
    """The search back along a motion, in the frame of the start pose."""

    def __init__(
        self,
        guided: Guided,
        footprint: Footprint,
        start: Pose,
        blockers: Sequence[Placed],
        overlap: float,
    ) -> None:
        self.guided = guided
        self.own = footprint.parts
        self.normals = [edges(p.points) if isinstance(p, Convex) else () for p in self.own]
        self.reach = footprint.reach
        self.blockers = [
            (*local, self._given(*local, overlap))
            for blocker in blockers
            for local in (_local(part, start) for part in blocker.parts)
        ]

    def _given(self, part: Part, bound: _Bound, overlap: float) -> float:
        """Return how deep in a blocker the base is at the start, if that counts as contact."""
        x, y, size = bound
        if math.hypot(x, y) > size + self.reach:
            return 0.0
        deep = -min(signed_separation(own, part) for own in self.own)
        return deep if 0.0 < deep <= overlap else 0.0

    def last_free(self) -> float:
        """Return the greatest travel at which the base overlaps no blocker; 0 if none is."""
        u = self.guided.length
        for phase in reversed(self.guided.phases):
            while u > phase.start:
                step = self._blocked_stretch(u, phase)
                if step == 0.0:
                    return u
                u = max(u - step, phase.start)
        return 0.0

    def _blocked_stretch(self, u: float, phase: Phase) -> float:
        """Return a length below ``u`` in which the base surely overlaps; 0 if free at ``u``."""
        motion = self.guided.motion(u)
        for own, normals in zip(self.own, self.normals, strict=True):
            base = _placed(own, motion)
            course = _Course(normals, motion, phase, u)
            for part, (cx, cy, size), given in self.blockers:
                if math.hypot(cx - motion.x, cy - motion.y) > size + self.reach:
                    continue
                if isinstance(base, Convex) and isinstance(part, Convex):
                    step = _stretch(base, part, course, given)
                else:
                    step = _oval_stretch(base, part, course, given, self.reach)
                if step > 0.0:
                    return step
        return 0.0


_Bound = tuple[float, float, float]


def _local(part: Part, start: Pose) -> tuple[Part, _Bound]:
    """Return a part in the frame of the start pose, and a circle round it."""
    if isinstance(part, Oval):
        c, s = start.direction
        center = start.to_local(part.center)
        return part.at(center, (c, -s)), (*center, part.a)
    points = tuple(start.to_local(p) for p in part.points)
    cx = sum(x for x, _ in points) / len(points)
    cy = sum(y for _, y in points) / len(points)
    size = max(math.hypot(x - cx, y - cy) for x, y in points) + part.radius
    return Convex(points, part.radius), (cx, cy, size)


def _placed(own: Part, motion: Motion) -> Part:
    x, y, c, s = motion.x, motion.y, motion.hx, motion.hy
    if isinstance(own, Oval):
        px, py = own.center
        return own.at((x + px * c - py * s, y + px * s + py * c), (c, s))
    points = tuple([(x + px * c - py * s, y + px * s + py * c) for px, py in own.points])
    return Convex(points, own.radius)


class _Course(NamedTuple):
    """How a part of the moving base moves at one travel.

    Attributes
    ----------
    normals
        The edges of the part, in its own coordinates.
    motion, phase, travel
        The motion of the base now, the bounds on it, and where on its way it is.
    """

    normals: tuple[HalfPlane, ...]
    motion: Motion
    phase: Phase
    travel: float


def _stretch(base: Convex, part: Convex, course: _Course, given: float) -> float:
    """Return a length of travel back in which two parts surely overlap by more than is given.

    It is 0 if they do not now.

    Convex shapes are apart as soon as one edge of either has the whole other shape before it.
    So they overlap as long as every edge has some corner of the other behind it, and a
    corner's distance from an edge is bounded by its value, its slope and its curvature.
    """
    if base.radius + part.radius:
        return _round_stretch(base, part, course, given)
    standing = _stretch_of_standing_edges(base, part, course, given)
    return min(standing, _stretch_of_own_edges(part, course, given)) if standing else 0.0


def _stretch_of_standing_edges(base: Convex, part: Convex, course: _Course, given: float) -> float:
    """Return how far back no edge of the blocker parts the two."""
    x, y, _, _, vx, vy, spin = course.motion
    acceleration = course.phase.acceleration
    curve = course.phase.spin_change + course.phase.spin**2
    least = math.inf
    for nx, ny, d in edges(part.points):
        best = 0.0
        for px, py in base.points:
            value = nx * px + ny * py - d + given
            if value < -SOLVED:
                rx, ry = px - x, py - y
                slope = nx * (vx - spin * ry) + ny * (vy + spin * rx)
                best = max(best, _safe(value, slope, acceleration + curve * math.hypot(rx, ry)))
        if best == 0.0:
            return 0.0
        least = min(least, best)
    return least


def _stretch_of_own_edges(part: Convex, course: _Course, given: float) -> float:
    """Return how far back no edge of the moving base, which turns with it, parts the two."""
    x, y, hx, hy, vx, vy, spin = course.motion
    phase = course.phase
    curve = phase.spin_change + phase.spin**2
    way = phase.speed * (course.travel - phase.start)
    fixed = phase.acceleration + 2 * phase.spin * phase.speed
    least = math.inf
    for lx, ly, d in course.normals:
        nx, ny = lx * hx - ly * hy, lx * hy + ly * hx
        best = 0.0
        for qx, qy in part.points:
            rx, ry = qx - x, qy - y
            value = nx * rx + ny * ry - d + given
            if value < -SOLVED:
                slope = spin * (nx * ry - ny * rx) - nx * vx - ny * vy
                bend = fixed + curve * (math.hypot(rx, ry) + way)
                best = max(best, _safe(value, slope, bend))
        if best == 0.0:
            return 0.0
        least = min(least, best)
    return least


def _safe(value: float, slope: float, bend: float) -> float:
    """Return how far back a negative function surely stays negative.

    Parameters
    ----------
    value, slope
        The function and its derivative here; the value is negative.
    bend
        A bound on the size of its second derivative.
    """
    root = math.sqrt(slope * slope - 2 * bend * value)
    if slope <= 0.0:
        return -2 * value / (root - slope) if root > slope else math.inf
    return (slope + root) / bend if bend else math.inf


def _round_stretch(base: Convex, part: Convex, course: _Course, given: float) -> float:
    """Return the same for parts of which one is round.

    The distance of the cores is at most that of the two points which are nearest now.
    """
    motion, phase = course.motion, course.phase
    # A center that lies in the other shape coincides with a point of it.
    qx, qy = part.points[0]
    px, py = base.points[0] if len(base.points) == 1 else (qx, qy)
    apart = 0.0
    if not overlapping(base.points, part.points):
        apart, segments = nearest(base.points, part.points)
        (px, py), (qx, qy) = segments[0]
    value = apart - base.radius - part.radius + given
    if value >= -SOLVED:
        return 0.0
    rx, ry = px - motion.x, py - motion.y
    vx, vy = motion.vx - motion.spin * ry, motion.vy + motion.spin * rx
    bend = phase.acceleration + (phase.spin_change + phase.spin**2) * math.hypot(rx, ry)
    speed = math.hypot(vx, vy)
    if apart < -value:  # deep inside: the direction says nothing
        return _safe(value, -speed, bend)
    slope = ((px - qx) * vx + (py - qy) * vy) / apart
    return _safe(value, slope, bend + speed * speed / apart)


def _oval_stretch(base: Part, part: Part, course: _Course, given: float, reach: float) -> float:
    """Return the same for parts of which one is an ellipse.

    They surely overlap until the fastest point of the base has come as far as they are deep in
    each other; and as long as the discs do that touch their ellipses from within where they are
    deepest.  The former is slow near the contact, the latter quick, but good only there.
    """
    apart, (ux, uy) = parting(base, part)
    deeper = -apart - given
    if deeper <= SOLVED:
        return 0.0
    step = deeper / (course.phase.speed + course.phase.spin * reach)
    inner = _within(base, (ux, uy)), _within(part, (-ux, -uy))
    return max(step, _round_stretch(*inner, course, given))


def _within(part: Part, direction: Point) -> Convex:
    """Return a part, or the disc that touches it from within where it is farthest."""
    if isinstance(part, Convex):
        return part
    center, radius = part.disc(direction)
    return Convex((center,), radius)
