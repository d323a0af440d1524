"""What upright solids look like from an eye: points whose hull is the image of each.

An eye at ``(x, y, z)`` looks at a place on the plane, a distance ``D`` away.  A point that lies
``t`` ahead of the eye, ``s`` to the left of its line and at a height ``h`` has its image on the
upright plane through that place, which faces the eye: ``a = s * D / t`` across that plane and
``b = z + (h - z) * D / t`` high.  The image of a convex solid is convex: the hull of the images of
its corners, once it is cut to what lies between the eye and the target plane.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .terrain import Floats, Indices, Ovals, Rings

Bools = NDArray[np.bool_]

HELD = 1e-9
"""An eye is in or on a prism if it lies outside by no more than this share of its distance."""

_NEAR = 1e-7
"""What is nearer to the eye than this share of its distance is cut off: images end somewhere."""

_LEVEL = 1 - 1e-9
"""What begins no nearer than this share of the distance lies in the target plane or behind it."""

_COLUMNS = 96
"""Into how many strips a round image is cut."""


class Frames(NamedTuple):
    """How some eyes look at their targets.

    Attributes
    ----------
    origin, height
        Where each eye is, on the plane, shape (n, 2), and above it, shape (n,).
    distance
        How far its target is, on the plane, shape (n,).
    ahead
        The unit vector towards the target, shape (n, 2).
    """

    origin: Floats
    height: Floats
    distance: Floats
    ahead: Floats

    @classmethod
    def between(cls, eye: Floats, at: Floats) -> Frames:
        """Return the frames of eyes, shape (n, 3), and targets, shape (n, 2)."""
        origin = eye[:, :2]
        way = at - origin
        distance = np.hypot(way[:, 0], way[:, 1])
        ahead = way / np.where(distance > 0.0, distance, 1.0)[:, None]
        return cls(origin, eye[:, 2], distance, ahead)

    def seen_rings(self, rings: Rings, frame: Indices) -> Rings:
        """Return rings in coordinates ``(t, s)``, each in a frame of its own."""
        of = np.repeat(frame, rings.length)
        return rings._replace(corners=self._turned(rings.corners - self.origin[of], of))

    def seen_ovals(self, ovals: Ovals, frame: Indices) -> Ovals:
        """Return ovals in coordinates ``(t, s)``, each in a frame of its own."""
        vectors = ovals.center - self.origin[frame], ovals.p, ovals.q
        return Ovals(*(self._turned(vector, frame) for vector in vectors))

    def _turned(self, vectors: Floats, frame: Indices) -> Floats:
        (x, y), (ux, uy) = vectors.T, self.ahead[frame].T
        turned = np.empty_like(vectors)
        turned[:, 0], turned[:, 1] = x * ux + y * uy, y * ux - x * uy
        return turned


class Bodies(NamedTuple):
    """Convex upright solids, all with corners or all round, each as seen in one frame.

    Attributes
    ----------
    frame, prism
        In which frame, and which prism it belongs to, shape (k,).
    bottom, top
        Its heights, shape (k,).
    shape
        What it covers on the plane, in coordinates ``(t, s)``.
    """

    frame: Indices
    prism: Indices
    bottom: Floats
    top: Floats
    shape: Rings | Ovals

    def take(self, which: Indices) -> Bodies:
        """Return some of them."""
        frame, prism, bottom, top, shape = self
        return Bodies(frame[which], prism[which], bottom[which], top[which], shape.take(which))


class Points(NamedTuple):
    """Points of images: of which body, ascending, and where, shape (m,)."""

    body: Indices
    a: Floats
    b: Floats


def holding(bodies: Bodies, frames: Frames) -> Bools:
    """Return which bodies have the eye in them or on them."""
    slack = HELD * frames.distance[bodies.frame]
    height = frames.height[bodies.frame]
    level = (bodies.bottom - slack <= height) & (height <= bodies.top + slack)
    if not level.any():
        return level
    shape = bodies.shape
    held: Bools
    if isinstance(shape, Ovals):
        x, y = _circled(shape, shape.center)
        held = (np.hypot(x, y) - 1.0) * np.hypot(*shape.q.T) <= slack
    else:
        t, s = shape.corners.T
        tn, sn = shape.corners[shape.after].T
        outside = np.repeat(slack, shape.length) * np.hypot(tn - t, sn - s)
        held = np.logical_and.reduceat(t * sn - s * tn >= -outside, shape.first)
    return level & held


def image_points(bodies: Bodies, frames: Frames, half: Floats) -> Points:
    """Return points on the images of bodies; the image of each is their hull.

    Parameters
    ----------
    bodies, frames
        The bodies, and the frames that they are seen in.
    half
        Half the width of the window of each frame; what lies far beyond it may be left out.
    """
    if isinstance(bodies.shape, Ovals):
        return _oval_points(bodies, bodies.shape, frames, half)
    return _ring_points(bodies, bodies.shape, frames)


def _ring_points(bodies: Bodies, rings: Rings, frames: Frames) -> Points:
    """Return the images of all corners that bodies have between the eye and the target plane."""
    body = np.repeat(np.arange(len(rings.length)), rings.length)
    if not len(body):
        return Points(body, np.zeros(0), np.zeros(0))
    far = frames.distance[bodies.frame]
    t, s = rings.corners.T
    begins, ends = np.minimum.reduceat(t, rings.first), np.maximum.reduceat(t, rings.first)
    between = ((begins < _LEVEL * far) & (ends > _NEAR * far))[body]
    far = far[body]
    near = _NEAR * far
    kept = np.flatnonzero(between & (t >= near) & (t <= far))
    found = [(body[kept], t[kept], s[kept])]
    for plane in (near, far):
        beyond = t > plane
        cut = np.flatnonzero(between & (beyond != beyond[rings.after]))
        if len(cut):
            then, level = rings.after[cut], plane[cut]
            share = (level - t[cut]) / (t[then] - t[cut])
            found.append((body[cut], level, s[cut] + share * (s[then] - s[cut])))
    if len(found) > 1:
        body, t, s = (np.concatenate(column) for column in zip(*found, strict=True))
    else:
        body, t, s = found[0]
    return _seen(bodies, frames, body, t, s)


def _seen(bodies: Bodies, frames: Frames, body: Indices, t: Floats, s: Floats) -> Points:
    """Return the images of points on the plane at the bottoms and the tops of their bodies."""
    frame = bodies.frame[body]
    eye, scale = frames.height[frame], frames.distance[frame] / t
    a = s * scale
    low, high = (eye + (height[body] - eye) * scale for height in (bodies.bottom, bodies.top))
    order = np.argsort(np.concatenate([body, body]), kind="stable")
    both = order % len(body)
    return Points(body[both], a[both], np.concatenate([low, high])[order])


def _oval_points(bodies: Bodies, ovals: Ovals, frames: Frames, half: Floats) -> Points:
    """Return points on the images of cylinders.

    Where each line of sight enters and leaves is exact; then these points are moved outwards a
    little, so that the area of their hull is that of the image, to less than a millionth of the
    window.
    """
    far = frames.distance[bodies.frame]
    near = _NEAR * far
    seen, slope, even = _lines_of_sight(ovals, near, far, 1.5 * half[bodies.frame] / far)
    far, near, eye = far[seen, None], near[seen, None], frames.height[bodies.frame[seen], None]
    ends = np.stack(_stretch(ovals.take(seen), slope))
    depth = np.clip(ends, near, far)
    heights = np.stack([bodies.bottom[seen], bodies.top[seen]])[:, None, :, None]
    b = eye + (heights - eye) * (far / depth)  # by height, end, body and line
    a = np.broadcast_to(slope * far, b.shape)
    moves = even & (depth == ends)
    a, b = (np.moveaxis(_moved_out(values, moves), 2, 0).ravel() for values in (a, b))
    return Points(np.repeat(seen, 4 * slope.shape[1]), a, b)


def _lines_of_sight(
    ovals: Ovals, near: Floats, far: Floats, limit: Floats
) -> tuple[Indices, Floats, Bools]:
    """Return slopes of lines over ovals, from one side of what is seen of them to the other.

    Seen from the eye, an oval is as wide as its tangents, or as the stretch of it on the target
    plane if that cuts it.  Between these, and within the window, lines are laid at the angles of
    a regular polygon, so they are dense where the border is steep.

    Returns
    -------
    seen
        Which ovals are seen at all, shape (k,).
    slope
        The slopes, ascending, shape (k, m).
    even
        Which of them are of the regular polygon: two more run where the target plane cuts.
    """
    slopes = _outermost_slopes(ovals, near, far)
    missing = np.isnan(slopes)
    lowest = np.clip(np.where(missing, np.inf, slopes).min(axis=0), -limit, limit)
    highest = np.clip(np.where(missing, -np.inf, slopes).max(axis=0), -limit, limit)
    seen = np.flatnonzero(lowest < highest)
    low, high = lowest[seen, None], highest[seen, None]
    turn = -np.cos(np.linspace(0.0, math.pi, _COLUMNS + 1))
    regular = (low + high) / 2 + (high - low) / 2 * turn
    cuts = np.where(missing, lowest, slopes)[4:, seen].T
    slope = np.concatenate([regular, np.clip(cuts, low, high)], axis=1)
    order = np.argsort(slope, axis=1, kind="stable")
    return seen, np.take_along_axis(slope, order, axis=1), order < len(turn)


def _moved_out(values: Floats, moves: Bools) -> Floats:
    """Return coordinates of points on arcs, moved so that chords enclose what the arcs do.

    An arc of a circle of which each step turns by ``x`` needs a radius larger by ``x ** 2 / 12``.
    Points that must not move hold their neighbors, too.
    """
    within = moves[..., :-2] & moves[..., 1:-1] & moves[..., 2:]
    step = values[..., 1:] - values[..., :-1]
    moved = values.copy()
    moved[..., 1:-1] -= np.where(within, (step[..., 1:] - step[..., :-1]) / 12, 0.0)
    return moved


def _circled(ovals: Ovals, vectors: Floats) -> tuple[Floats, Floats]:
    """Return vectors in coordinates in which the ovals are unit circles."""
    (px, py), (qx, qy), (x, y) = ovals.p.T, ovals.q.T, vectors.T
    size = px * qy - py * qx
    return (qy * x - qx * y) / size, (px * y - py * x) / size


def _stretch(ovals: Ovals, slope: Floats) -> tuple[Floats, Floats]:
    """Return where lines ``s = slope * t``, shape (k, m), enter ovals and leave them."""
    cx, cy = (v[:, None] for v in _circled(ovals, ovals.center))
    (ax, ay), (bx, by) = (_circled(ovals, np.tile(v, (len(slope), 1))) for v in np.eye(2))
    ux, uy = ax[:, None] + slope * bx[:, None], ay[:, None] + slope * by[:, None]
    square, inner, off = ux * ux + uy * uy, ux * cx + uy * cy, ux * cy - uy * cx
    root = np.sqrt(np.maximum(square - off * off, 0.0))
    return (inner - root) / square, (inner + root) / square


def _outermost_slopes(ovals: Ovals, near: Floats, far: Floats) -> Floats:
    """Return slopes of lines, the outermost ones that meet ovals between two planes among them.

    Returns
    -------
    slopes
        Shape (6, k): of the two tangents from the origin, and of the ends of the stretches on the
        near and the far plane; NaN where there is none.
    """
    (tc, sc), (tp, sp), (tq, sq) = ovals.center.T, ovals.p.T, ovals.q.T
    slopes = []
    with np.errstate(invalid="ignore", divide="ignore"):
        x, y = _circled(ovals, ovals.center)
        square = x * x + y * y
        for root in (-np.sqrt(square - 1.0), np.sqrt(square - 1.0)):
            fx, fy = (-x - root * y) / square, (-y + root * x) / square
            t, s = tc + fx * tp + fy * tq, sc + fx * sp + fy * sq
            slopes.append(np.where((t >= near) & (t <= far), s / t, np.nan))
        reach = np.hypot(tp, tq)  # how far ahead of its center an oval goes
        for plane in (near, far):
            share = (plane - tc) / reach
            middle = sc + share * (tp * sp + tq * sq) / reach
            half = (tp * sq - tq * sp) / reach * np.sqrt(1.0 - share * share)
            slopes += [(middle - half) / plane, (middle + half) / plane]
    return np.array(slopes)
