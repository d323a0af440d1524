"""Maneuver templates as curves, and the motion of a base held between its guides.

A path starts at the origin and runs along +x.  A base rides it as pieces do on a table: the
middles of its front and of its rear edge both stay on the centre line, which continues straight
at both ends (a chord, not a tangent).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, Protocol

from ..errors import GeometryError
from .pose import Point, Pose


class Path(Protocol):
    """The centre line of a template."""

    @property
    def length(self) -> float:
        """Its length along the centre line."""

    def at(self, s: float) -> Pose:
        """Return the point after a length ``s``, and the direction of the line there."""

    def upto(self, s: float) -> Path:
        """Return the part from the start to ``s``."""

    def mirrored(self) -> Path:
        """Return the same path bent to the other side."""


@dataclass(frozen=True, slots=True)
class Straight:
    """A straight path.

    >>> Straight(80).at(30)
    Pose(x=30.0, y=0.0, heading=0.0)
    """

    length: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.length) and self.length >= 0):
            raise GeometryError(f"a path needs a length of 0 or more, got {self.length}")
        object.__setattr__(self, "length", float(self.length))

    def at(self, s: float) -> Pose:
        """Return the point after a length ``s``."""
        return Pose(s, 0.0)

    def upto(self, s: float) -> Straight:
        """Return the part from the start to ``s``."""
        return Straight(min(max(s, 0.0), self.length))

    def mirrored(self) -> Straight:
        """Return the path itself: it has no side."""
        return self


@dataclass(frozen=True, slots=True)
class Turn:
    """A circular path.

    Attributes
    ----------
    radius
        The radius of the centre line.
    angle
        By how much it turns in degrees: positive to the left, negative to the right, less than
        180 either way.

    >>> Turn(35, 90).at(Turn(35, 90).length)
    Pose(x=35.0, y=35.0, heading=90.0)
    """

    radius: float
    angle: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.radius) and self.radius > 0):
            raise GeometryError(f"a turn needs a positive radius, got {self.radius}")
        if not abs(self.angle) < 180:
            raise GeometryError(f"a turn turns by less than 180 degrees, got {self.angle}")

    @property
    def length(self) -> float:
        """The length of the centre line."""
        return self.radius * math.radians(abs(self.angle))

    def at(self, s: float) -> Pose:
        """Return the point after a length ``s``, and the direction there."""
        whole = self.length
        angle = self.angle if s == whole else math.degrees(s / self.radius)
        turn = Pose(0.0, 0.0, abs(angle))
        c, sine = turn.direction
        side = math.copysign(1.0, self.angle)
        return Pose(self.radius * sine, side * self.radius * (1 - c), side * abs(angle))

    def upto(self, s: float) -> Turn:
        """Return the part from the start to ``s``."""
        share = min(max(s / self.length, 0.0), 1.0) if self.length else 1.0
        return Turn(self.radius, self.angle * share)

    def mirrored(self) -> Turn:
        """Return the same turn to the other side."""
        return Turn(self.radius, -self.angle)


class Motion(NamedTuple):
    """A base in the middle of a maneuver, in the frame of its start pose.

    Attributes
    ----------
    x, y
        The centre of the base.
    hx, hy
        The unit vector of its heading.
    vx, vy, spin
        How they change with the travel: the velocity of the centre, and the turning rate in
        radians.
    """

    x: float
    y: float
    hx: float
    hy: float
    vx: float
    vy: float
    spin: float


class Phase(NamedTuple):
    """A stretch of a guided motion in which both guides ride smooth curves, with its bounds.

    Attributes
    ----------
    start, end
        The travel at which it begins and ends.
    speed, spin
        Upper bounds on the speed of the centre and on the turning rate.
    acceleration, spin_change
        Upper bounds on how fast these two change.
    """

    start: float
    end: float
    speed: float
    spin: float
    acceleration: float
    spin_change: float


@dataclass(frozen=True, slots=True)
class Guided:
    """The motion of a base along a template that stays between both pairs of its guides.

    The travel ``u`` says where on the centre line the middle of the front edge is: 0 at the
    start, ``length`` where the rear edge has come to the template's far end.

    Attributes
    ----------
    path
        The centre line of the template; it begins at the middle of the front edge.
    depth
        The size of the base along its heading.
    phases
        The smooth stretches of the motion, in order.

    >>> Guided(Straight(80), depth=40).pose(50)
    Pose(x=50.0, y=0.0, heading=0.0)
    """

    path: Straight | Turn
    depth: float
    phases: tuple[Phase, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.depth) and self.depth > 0):
            raise GeometryError(f"a base needs a positive depth, got {self.depth}")
        path = self.path
        if isinstance(path, Turn) and _too_tight(path, self.depth):
            raise GeometryError(
                f"a base of depth {self.depth} cannot ride a turn of radius {path.radius} and "
                f"{path.angle} degrees: its rear guide would have to jump"
            )
        object.__setattr__(self, "phases", _phases(self))

    @property
    def length(self) -> float:
        """The travel of the whole maneuver: the template and one base."""
        return self.path.length + self.depth

    @property
    def end(self) -> Pose:
        """The final pose in closed form, in the frame of the start pose."""
        path_end = self.path.at(self.path.length)
        return Pose(self.depth / 2, 0.0).then(path_end).forward(self.depth / 2)

    def pose(self, u: float) -> Pose:
        """Return the pose after a travel, in the frame of the start pose.

        Parameters
        ----------
        u
            The travel, from 0 to ``length``.
        """
        if u >= self.length:
            return self.end
        motion = self.motion(u)
        return Pose(motion.x, motion.y, math.degrees(math.atan2(motion.hy, motion.hx)))

    def rear(self, u: float) -> float:
        """Return where on the centre line the middle of the rear edge is (negative: before it)."""
        if isinstance(self.path, Straight):
            return u - self.depth
        return _guides(self.path, self.depth, u).w

    def motion(self, u: float) -> Motion:
        """Return pose and velocities after a travel, in the frame of the start pose."""
        half = self.depth / 2
        if isinstance(self.path, Straight):
            return Motion(u, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0)
        guides = _guides(self.path, self.depth, u)
        (fx, fy), (rx, ry) = guides.front, guides.rear
        (tfx, tfy), (trx, try_) = guides.front_tangent, guides.rear_tangent
        hx, hy = (fx - rx) / self.depth, (fy - ry) / self.depth
        along = hx * trx + hy * try_
        rear_speed = (hx * tfx + hy * tfy) / along
        dx, dy = tfx - rear_speed * trx, tfy - rear_speed * try_
        side = 1.0 if self.path.angle >= 0 else -1.0
        return Motion(
            half + (fx + rx) / 2,
            side * (fy + ry) / 2,
            hx,
            side * hy,
            (tfx + rear_speed * trx) / 2,
            side * (tfy + rear_speed * try_) / 2,
            side * (hx * dy - hy * dx) / self.depth,
        )


def _too_tight(path: Turn, depth: float) -> bool:
    """Whether the line behind the front guide comes back to it before it is a base away.

    Seen from a front guide beyond the template, the arc recedes only over half a circle.
    """
    return math.radians(abs(path.angle)) + math.atan2(depth, path.radius) > math.pi


class _Guides(NamedTuple):
    """Both guide points on the centre line of a turn to the left, and the tangents there."""

    w: float
    front: Point
    front_tangent: Point
    rear: Point
    rear_tangent: Point


def _guides(path: Turn, depth: float, u: float) -> _Guides:
    """Place the guides at travel ``u``: the rear one is the last point at the base's depth behind.

    Three closed forms for the rear guide: on the line before the template; on the arc with the
    front guide on it too; on the arc with the front guide on the line after it.
    """
    radius, angle = path.radius, math.radians(abs(path.angle))
    beyond = u - path.length
    theta = min(u / radius, angle)
    s, c = math.sin(theta), math.cos(theta)
    fx, fy = radius * s, radius * (1 - c)
    if beyond > 0:
        fx, fy = fx + beyond * c, fy + beyond * s
    if fx * fx + fy * fy <= depth * depth:
        w = fx - math.sqrt(depth * depth - fy * fy)
        return _Guides(w, (fx, fy), (c, s), (w, 0.0), (1.0, 0.0))
    if beyond > 0:
        far = math.hypot(radius, beyond)
        lag = math.acos(max(-1.0, (radius**2 + far**2 - depth**2) / (2 * radius * far)))
        phi = min(angle + math.atan2(beyond, radius) - lag, angle)
    else:
        phi = theta - 2 * math.asin(depth / (2 * radius))
    sr, cr = math.sin(phi), math.cos(phi)
    return _Guides(radius * phi, (fx, fy), (c, s), (radius * sr, radius * (1 - cr)), (cr, sr))


def _phases(guided: Guided) -> tuple[Phase, ...]:
    path, depth = guided.path, guided.depth
    if isinstance(path, Straight):
        return (Phase(0.0, guided.length, 1.0, 0.0, 0.0, 0.0),)
    entered = _rear_enters(path, depth)
    borders = sorted({0.0, min(entered, path.length), max(entered, path.length), guided.length})
    return tuple(_bounds(path, depth, lo, hi, entered) for lo, hi in pairwise(borders) if hi > lo)


def _rear_enters(path: Turn, depth: float) -> float:
    """Return the travel at which the rear guide reaches the start of the template."""
    radius, angle = path.radius, math.radians(abs(path.angle))
    if depth <= 2 * radius * math.sin(angle / 2):
        return 2 * radius * math.asin(depth / (2 * radius))
    s, c = math.sin(angle), math.cos(angle)
    ex, ey = radius * s, radius * (1 - c)
    along = ex * c + ey * s
    return path.length - along + math.sqrt(along * along - ex * ex - ey * ey + depth * depth)


def _bounds(path: Turn, depth: float, lo: float, hi: float, entered: float) -> Phase:
    """Bound the motion on one phase.

    With heading h, tangents t and curvatures k of the two guides, differentiating the condition
    that they stay at one distance twice gives the rear guide's speed w' = h.tf / h.tr and

        w''  = (depth spin^2 + kf h.nf - kr w'^2 h.nr) / h.tr
        spin' = (kf - kr w'^2 - w'' ...) / depth, each term at most its size,

    so that a lower bound c on h.tr bounds everything else.  c is least at the end of a phase
    with the rear guide on the line before the template, and at the start of one with only the
    rear guide on the arc.
    """
    radius = path.radius
    front_on_arc, rear_on_arc = hi <= path.length, lo >= entered
    if front_on_arc and rear_on_arc:  # a rigid turn about the centre of the arc
        rate = 1 / radius
        return Phase(lo, hi, 1.0, rate, rate, 0.0)
    if rear_on_arc:
        beyond = lo - path.length
        sine = min(1.0, (depth**2 - beyond**2) / (2 * radius * depth))
    else:
        sine = min(1.0, _guides(path, depth, min(hi, entered)).front[1] / depth)
    c = math.sqrt(max(1 - sine * sine, 1e-12))
    kf, kr = (1 / radius if front_on_arc else 0.0), (1 / radius if rear_on_arc else 0.0)
    w = 1 / c
    spin = (1 + w * sine) / depth
    w_change = (spin**2 * depth + kf + kr * w * w) / c
    spin_change = (kf + kr * w * w + w_change) / depth
    acceleration = (kf + kr * w * w + w_change) / 2
    return Phase(lo, hi, (1 + w) / 2, spin, acceleration, spin_change)
