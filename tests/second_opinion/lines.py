"""Center lines of templates in extended precision, and the bases that ride them."""

import numpy as np

from ..geometry.oracles import RADII
from . import plane
from .plane import LONG


class Line:
    """The center line of a template (XW-152): complex numbers; it goes on straight at both ends."""

    def __init__(self, kind, side, speed):
        self.side = -1j if side == "right" else 1j
        if kind == "straight":
            self.radius, self.length, self.turn = None, LONG(40 * speed), LONG(0)
        else:
            self.radius = LONG(RADII[kind][speed - 1])
            self.turn = LONG(45 if kind == "bank" else 90)
            self.length = self.radius * self.turn * plane.DEGREE
        self.last = self.at(self.length)
        self.way = plane.turn(self.turn if self.side == 1j else -self.turn)

    def at(self, s):
        """Points of the line, at lengths from its start."""
        s = np.asarray(s, dtype=LONG)
        if self.radius is None:
            return s + 0j
        arc = np.clip(s, 0, self.length) / self.radius
        curve = self.radius * (np.sin(arc) + self.side * (1 - np.cos(arc)))
        way = np.cos(arc) + self.side * np.sin(arc)
        return curve + np.minimum(s, 0) + np.maximum(s - self.length, 0) * way

    def behind(self, points):
        """How far points are from the line, and where on it the nearest one is."""
        before = np.minimum(points.real, 0)
        found = [(np.abs(points - before), before)]
        beyond = np.maximum(plane.dot(points - self.last, self.way), 0)
        found.append((np.abs(points - self.last - beyond * self.way), self.length + beyond))
        if self.radius is None:
            between = np.clip(points.real, 0, self.length)
            found.append((np.abs(points - between), between))
        else:
            spoke = points - self.side * self.radius
            angle = np.arctan2(spoke.real, -(spoke * np.conj(self.side)).real)
            inside = (angle >= 0) & (angle <= self.turn * plane.DEGREE)
            off = np.where(inside, np.abs(np.abs(spoke) - self.radius), np.inf)
            found.append((off, angle * self.radius))
        off, where = (np.stack(np.broadcast_arrays(*v)) for v in zip(*found, strict=True))
        first = off.argmin(axis=0)[None]
        return (np.take_along_axis(v, first, axis=0)[0] for v in (off, where))

    def poses(self, depth, travel):
        """The centers and the unit vectors of bases after some travels, from where they start.

        The rear guide is looked for on the line behind the front one, by bisection and secants.
        """
        front = self.at(travel)
        far, near = travel - LONG(1.6) * depth, travel - LONG(0.2) * depth
        for _ in range(6):
            middle = (far + near) / 2
            short = np.abs(front - self.at(middle)) < depth
            far, near = np.where(short, far, middle), np.where(short, middle, near)
        for _ in range(6):
            far, near = self._closer(front, depth, far, near)
        rear = self.at(far)
        return LONG(depth) / 2 + (front + rear) / 2, (front - rear) / depth

    def _closer(self, front, depth, far, near):
        """A secant's step towards where the line is a depth away from the front guide."""
        long, short = (np.abs(front - self.at(s)) - depth for s in (far, near))
        step = long / np.where(long == short, 1, long - short) * (near - far)
        return far + np.where(long == short, 0, step), far
