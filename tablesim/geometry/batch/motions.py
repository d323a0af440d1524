"""Where bases are in the middle of a maneuver: one template, many starts and travels."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...errors import GeometryError
from ..path import Guided, Straight, Turn
from .poses import Floats, in_chunks, stepped


class Motions(NamedTuple):
    """Bases in the middle of a maneuver: a :class:`~tablesim.geometry.path.Motion` of arrays."""

    x: Floats
    y: Floats
    hx: Floats
    hy: Floats
    vx: Floats
    vy: Floats
    spin: Floats

    @property
    def step(self) -> tuple[Floats, Floats, Floats]:
        """The steps from the start poses: x ahead, y to the left, and the turn in degrees."""
        return self.x, self.y, np.degrees(np.arctan2(self.hy, self.hx))


def pose(guided: Guided, starts: ArrayLike, travel: ArrayLike) -> Floats:
    """Return where bases are that have come some way along one template.

    Parameters
    ----------
    guided
        The template and the depth of the base.
    starts
        The poses that they start from, shape ``(..., 3)``.
    travel
        How far they have come, as in :meth:`~tablesim.geometry.Guided.pose`: from 0 to the length
        of the motion.  Less is taken as the start, more as the end.

    Returns
    -------
    ndarray
        Poses, shape ``(..., 3)``, with headings in ``[0, 360)``.

    Raises
    ------
    GeometryError
        If the starts are no array of finite poses, a travel is not a number, or they cannot be
        broadcast.

    >>> from tablesim.geometry import Straight
    >>> pose(Guided(Straight(80), 40), (0, 0, 90), [0, 50, 120]).round(9)
    array([[  0.,   0.,  90.],
           [  0.,  50.,  90.],
           [  0., 120.,  90.]])
    """
    lengths = np.asarray(travel, dtype=np.float64)
    if np.isnan(lengths).any():
        at = tuple(int(i) for i in np.argwhere(np.isnan(lengths))[0])
        raise GeometryError(f"a travel must be a number, got nan at {at}")
    end = guided.end

    def kernel(x: Floats, y: Floats, heading: Floats, u: Floats) -> tuple[Floats, ...]:
        done = u >= guided.length
        on_way = motions(guided, np.clip(u, 0.0, guided.length)).step
        step = (
            np.where(done, last, now)
            for last, now in zip((end.x, end.y, end.heading), on_way, strict=True)
        )
        return stepped(x, y, heading, *step)

    return np.moveaxis(in_chunks(kernel, (starts,), 3, (lengths,)), 0, -1)


def motions(guided: Guided, travel: Floats) -> Motions:
    """Return poses and velocities after travels, in the frame of the start pose.

    The same as :meth:`~tablesim.geometry.Guided.motion`, for travels from 0 to the length.
    """
    path, depth = guided.path, guided.depth
    if isinstance(path, Straight):
        one, none = np.ones_like(travel), np.zeros_like(travel)
        return Motions(travel, none, one, none, one, none, none)
    side = math.copysign(1.0, path.angle)
    (fx, fy, tfx, tfy), (rx, ry, trx, try_) = _guides(path, depth, travel)
    hx, hy = (fx - rx) / depth, (fy - ry) / depth
    rear_speed = (hx * tfx + hy * tfy) / (hx * trx + hy * try_)
    vx, vy = rear_speed * trx, rear_speed * try_
    return Motions(
        (depth + fx + rx) / 2,
        side * (fy + ry) / 2,
        hx,
        side * hy,
        (tfx + vx) / 2,
        side * (tfy + vy) / 2,
        side * (hx * (tfy - vy) - hy * (tfx - vx)) / depth,
    )


_Guide = tuple[Floats, Floats, Floats, Floats]
"""A point of the center line, and the tangent there."""


def _guides(path: Turn, depth: float, travel: Floats) -> tuple[_Guide, _Guide]:
    """Place the front and the rear guide on the center line of a turn to the left.

    The rear one is on the line before the template, or on the arc: there, seen from the center of
    the arc, it lags behind the front guide by an angle that the three sides of their triangle tell.
    """
    radius, angle = path.radius, math.radians(abs(path.angle))
    theta = np.minimum(travel / radius, angle)
    beyond = np.maximum(travel - path.length, 0.0)
    c, s = np.cos(theta), np.sin(theta)
    fx, fy = radius * s + beyond * c, radius * (1.0 - c) + beyond * s
    before = fx * fx + fy * fy <= depth * depth
    line = np.where(before, fx - np.sqrt(np.maximum(depth * depth - fy * fy, 0.0)), 0.0)
    far = np.hypot(radius, beyond)
    cosine = (radius * radius + far * far - depth * depth) / (2.0 * radius * far)
    lag = np.arccos(np.clip(cosine, -1.0, 1.0)) - np.arctan2(beyond, radius)
    phi = np.where(before, 0.0, theta - lag)
    cr, sr = np.cos(phi), np.sin(phi)
    return (fx, fy, c, s), (line + radius * sr, radius * (1.0 - cr), cr, sr)
