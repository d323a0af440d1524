"""Ellipses: the parts of oval bases, exact in whatever is asked of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from .pose import Point


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse, one of the two kinds of convex parts (the other: :class:`Convex`).

    Attributes
    ----------
    center
        Its middle.
    axis
        The unit vector along its longer axis.
    a, b
        The longer and the shorter half axis.
    radius
        The radius of the largest disc that rolls round inside it, ``b * b / a``: the ellipse is a
        convex core that is grown by this, as other parts are by theirs.
    """

    center: Point
    axis: Point
    a: float
    b: float
    radius: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", self.b * self.b / self.a)

    @classmethod
    def through(cls, center: Point, p: Point, q: Point) -> Oval:
        """Return the ellipse of the points ``center + cos(t) * p + sin(t) * q``.

        >>> oval = Oval.through((0, 0), (3, 2), (3, -2))
        >>> round(oval.a**2, 9), round(oval.b**2, 9)
        (18.0, 8.0)
        """
        (px, py), (qx, qy) = p, q
        t = math.atan2(2 * (px * qx + py * qy), px * px + py * py - qx * qx - qy * qy) / 2
        c, s = math.cos(t), math.sin(t)
        x, y = px * c + qx * s, py * c + qy * s
        a = math.hypot(x, y)
        return cls(center, (x / a, y / a), a, math.hypot(qx * c - px * s, qy * c - py * s))

    def at(self, center: Point, turn: Point) -> Oval:
        """Return the same ellipse about another centre, turned by a unit vector."""
        (x, y), (c, s) = self.axis, turn
        return Oval(center, (x * c - y * s, x * s + y * c), self.a, self.b)

    def half_width(self, direction: Point) -> float:
        """Return how far it reaches from its centre in the direction of a unit vector.

        >>> Oval((5, 0), (1, 0), 3, 2).half_width((0, -1))
        2.0
        """
        along, across = self._turned(direction)
        return math.hypot(self.a * along, self.b * across)

    def support(self, direction: Point) -> Point:
        """Return its farthest point in the direction of a unit vector.

        >>> Oval((5, 0), (1, 0), 3, 2).support((1, 0))
        (8.0, 0.0)
        """
        along, across = self._turned(direction)
        reach = math.hypot(self.a * along, self.b * across)
        return self._point(self.a * self.a * along / reach, self.b * self.b * across / reach)

    def disc(self, direction: Point) -> tuple[Point, float]:
        """Return the largest disc inside that touches it from within at a support point.

        Its centre lies on the longer axis, where the normal of the ellipse at that point meets it.

        >>> Oval((0, 0), (1, 0), 4, 2).disc((1, 0))
        ((3.0, 0.0), 1.0)
        """
        along, across = self._turned(direction)
        reach = math.hypot(self.a * along, self.b * across)
        shift = (self.a * self.a - self.b * self.b) * along / reach
        return self._point(shift, 0.0), self.b * self.b / reach

    def chord(self, normal: Point, limit: float) -> tuple[Point, Point] | None:
        """Return the stretch inside of the line ``normal . p == limit``; None if it misses."""
        (x, y), (nx, ny) = self.center, normal
        reach = self.half_width(normal)
        share = (limit - nx * x - ny * y) / reach
        if abs(share) > 1.0:
            return None
        px, py = self.support(normal)
        mx, my = x + share * (px - x), y + share * (py - y)
        half = self.a * self.b / reach * math.sqrt(1.0 - share * share)
        return (mx - half * ny, my + half * nx), (mx + half * ny, my - half * nx)

    def contains(self, point: Point) -> bool:
        """Whether a point lies inside or on the border, without any tolerance."""
        return math.hypot(*self.to_circle(point)) <= 1.0

    def to_circle(self, point: Point) -> Point:
        """Return a point in coordinates in which the ellipse is the unit circle."""
        x, y = self._turned((point[0] - self.center[0], point[1] - self.center[1]))
        return x / self.a, y / self.b

    def from_circle(self, point: Point) -> Point:
        """Return the point that :meth:`to_circle` takes to this one."""
        return self._point(self.a * point[0], self.b * point[1])

    def circled(self, other: Oval) -> Oval:
        """Return another ellipse in coordinates in which this one is the unit circle."""
        x, y = center = self.to_circle(other.center)
        p, q = (self.to_circle(other.from_circle(end)) for end in ((1.0, 0.0), (0.0, 1.0)))
        return Oval.through(center, (p[0] - x, p[1] - y), (q[0] - x, q[1] - y))

    def feet(self, point: Point) -> tuple[Point, ...]:
        """Return the points of its border where the distance of a point is stationary.

        The nearest one and the farthest one are among them; from a point in the middle of a long
        ellipse there are four.

        >>> [round(x, 9) for x, y in Oval((0, 0), (1, 0), 3, 2).feet((5, 0))]
        [3.0, -3.0]
        """
        a, b = self.a, self.b
        own_x, own_y = self._turned((point[0] - self.center[0], point[1] - self.center[1]))
        ends = math.copysign(a, own_x), math.copysign(b, own_y)
        angles = _normal_angles(abs(a * own_x), abs(b * own_y), a * a - b * b)
        return tuple(self._point(ends[0] * math.cos(t), ends[1] * math.sin(t)) for t in angles)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y."""
        (x, y), across, up = self.center, self.half_width((1.0, 0.0)), self.half_width((0.0, 1.0))
        return x - across, y - up, x + across, y + up

    def _turned(self, vector: Point) -> Point:
        """Return a vector along and across the longer axis."""
        (x, y), (c, s) = vector, self.axis
        return x * c + y * s, y * c - x * s

    def _point(self, along: float, across: float) -> Point:
        """Return a point that is given along and across the longer axis, from the centre."""
        (x, y), (c, s) = self.center, self.axis
        return x + along * c - across * s, y + along * s + across * c


def _normal_angles(ax: float, by: float, squares: float) -> list[float]:
    """Return the parameters at which the normal of an ellipse goes through a point.

    Parameters
    ----------
    ax, by
        The coordinates of the point, neither negative, each times its half axis.
    squares
        The difference of the squared half axes, not negative.
    """

    def slope(angle: float) -> float:
        """Half the derivative of the squared distance along the border."""
        s, c = math.sin(angle), math.cos(angle)
        return ax * s - by * c - squares * s * c

    quarter = math.pi / 2
    if by == 0.0:
        off = math.acos(ax / squares) if ax < squares else 0.0
        return [off, math.pi, *([-off, 0.0] if off else [])]
    if ax == 0.0:
        off = math.asin(by / squares) if by < squares else quarter
        return [quarter, -off, *([off - math.pi, -quarter] if off < quarter else [])]
    angles = [_root(slope, 0.0, quarter), _root(slope, -quarter, -math.pi)]
    # Inside of the evolute there are two more, on either side of its own normal direction.
    between = -math.atan2(math.cbrt(by), math.cbrt(ax))
    if slope(between) > 0.0:
        angles += [_root(slope, -quarter, between), _root(slope, 0.0, between)]
    return angles


def _root(function: Callable[[float], float], below: float, above: float) -> float:
    """Return the place between two others where a function turns positive, to the last digit."""
    while True:
        middle = (below + above) / 2
        if middle in (below, above):
            return middle
        if function(middle) < 0.0:
            below = middle
        else:
            above = middle
