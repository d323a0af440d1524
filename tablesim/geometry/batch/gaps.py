"""Gaps and nearest points of many pairs of boxes and discs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError
from ..convex import TIE
from ..footprint import Disc, Rect
from .poses import Floats, Seen, in_chunks

Base = Rect | Disc
"""What can be measured in batches."""

Bools = NDArray[np.bool_]
_Place = tuple[Floats, Floats]


class Box(NamedTuple):
    """A rectangle about the pose, grown by a radius: half its depth, half its width, the radius."""

    x: float
    y: float
    radius: float

    @classmethod
    def of(cls, base: Base) -> Box:
        """Return a base as such.

        Raises
        ------
        GeometryError
            If it is neither a rectangle nor a disc.
        """
        if isinstance(base, Rect):
            return cls(base.depth / 2, base.width / 2, 0.0)
        if isinstance(base, Disc):
            return cls(0.0, 0.0, base.radius)
        raise GeometryError(f"only rectangles and discs are measured in batches, got {base}")


class Gaps(NamedTuple):
    """Gaps of many pairs of shapes.

    Attributes
    ----------
    separation
        The lengths: where shapes overlap, minus the depth by which they penetrate each other.
    a, b
        Nearest points, one of each shape, shape ``(..., 2)``; of several pairs that are equally
        near, one.  Not a number where shapes overlap: they have no shortest segment.
    """

    separation: Floats
    a: Floats
    b: Floats

    @property
    def distance(self) -> Floats:
        """The gaps: zero where shapes touch or overlap."""
        return np.maximum(self.separation, 0.0)


def separation(a: Base, at: ArrayLike, b: Base, to: ArrayLike) -> Floats:
    """Return the gaps between bases, or minus the depths by which they penetrate each other.

    Parameters
    ----------
    a, b
        The bases.
    at, to
        Their poses, shapes ``(..., 3)``.

    Returns
    -------
    ndarray
        The lengths, in the shape that both arrays of poses are broadcast to.

    Raises
    ------
    GeometryError
        If a base is neither a rectangle nor a disc, something is no array of finite poses, or
        they cannot be broadcast.

    >>> square = Rect(40, 40)
    >>> separation(square, (0, 0, 0), square, [(140, 10, 90), (39, 0, 180), (23, 24, 405)])
    array([100.        ,  -1.        , -15.05025253])
    """
    one, other = Box.of(a), Box.of(b)

    def kernel(*columns: Floats) -> tuple[Floats]:
        return (_separation(one, other, Seen.of(*columns)),)

    found: Floats = in_chunks(kernel, (at, to), 1)[0]
    return found


def gap(a: Base, at: ArrayLike, b: Base, to: ArrayLike) -> Gaps:
    """Return the gaps between bases with their nearest points.

    Parameters and errors are those of :func:`separation`.

    >>> found = gap(Rect(40, 40), (0, 0, 0), Disc(5), [(100, 100, 0), (0, -26, 0), (1, 1, 0)])
    >>> found.separation.round(3)
    array([108.137,   1.   , -24.   ])
    >>> found.b.round(3)
    array([[ 96.464,  96.464],
           [  0.   , -21.   ],
           [    nan,     nan]])
    """
    one, other = Box.of(a), Box.of(b)

    def kernel(*columns: Floats) -> tuple[Floats, ...]:
        seen = Seen.of(*columns)
        return on_table(nearest(one, other, seen), seen, columns)

    return in_arrays(in_chunks(kernel, (at, to), 5))


def in_arrays(found: Floats) -> Gaps:
    """Return the five results of a kernel as gaps."""
    return Gaps(found[0], np.moveaxis(found[1:3], 0, -1), np.moveaxis(found[3:5], 0, -1))


class Near(NamedTuple):
    """Separations and nearest points in the frame of the first shape."""

    separation: Floats
    ax: Floats
    ay: Floats
    bx: Floats
    by: Floats

    def where(self, condition: Bools, other: Near) -> Near:
        """Return these where a condition holds, others elsewhere."""
        return Near(*(np.where(condition, p, q) for p, q in zip(self, other, strict=True)))


def on_table(near: Near, seen: Seen, columns: tuple[Floats, ...]) -> Near:
    """Return the same with points of the table; the columns begin with the first shape's pose."""
    (x, y), (hx, hy) = columns[:2], (seen.ahead_x, seen.ahead_y)
    distance, ax, ay, bx, by = near
    return Near(
        distance,
        x + ax * hx - ay * hy,
        y + ax * hy + ay * hx,
        x + bx * hx - by * hy,
        y + bx * hy + by * hx,
    )


class _Face(NamedTuple):
    """The side of a box that looks to another one, along one axis of the box.

    Attributes
    ----------
    sign
        On which end of the axis it is.
    size, half
        How far it is from the center, and half its length.
    apart
        How far before it the other box begins, negative if behind; a corner begins it.
    corner
        Where along the side that corner is, from the middle.
    square
        The square of the distance from the side to the corner; infinite if that is behind it.
    """

    sign: Floats
    size: float
    half: float
    apart: Floats
    corner: Floats
    square: Floats

    @classmethod
    def of(cls, sign: Floats, size: float, half: float, apart: Floats, corner: Floats) -> _Face:
        """Measure the distance of the corner."""
        beyond = np.maximum(np.abs(corner) - half, 0.0)
        square = np.where(apart >= -TIE, apart * apart + beyond * beyond, np.inf)
        return cls(sign, size, half, apart, corner, square)

    @property
    def ends(self) -> tuple[_Place, _Place]:
        """The nearest point of the side, and the corner: along the axis, and along the side."""
        side = self.sign * self.size
        point = np.clip(self.corner, -self.half, self.half)
        return (side, point), (side + self.sign * self.apart, self.corner)


def _faces(one: Box, other: Box, seen: Seen) -> Iterator[_Face]:
    """Yield the two sides of one box, then the two of the other, that look to each other.

    The nearest points of two boxes are a point of one of those sides and the corner that begins
    before it, for the sides that have the other box before them: they are the sides of the sum of
    the one and the mirrored other.  Of parallel sides, that sum has one in two halves.  The signs
    of zeros say which half is whose, as if the boxes were turned by a trifle.
    """
    c, s = seen.c, seen.s
    upright, across, turn = np.abs(c), np.abs(s), c * s
    tall, flat = np.copysign(across, turn), np.copysign(upright, turn)
    yield from _own_faces(one, other, (seen.x, seen.y), (upright, across, tall, flat))
    back = -seen.x * c - seen.y * s, seen.x * s - seen.y * c
    yield from _own_faces(other, one, back, (upright, across, -tall, -flat))


def _own_faces(
    box: Box, other: Box, center: tuple[Floats, Floats], turned: tuple[Floats, ...]
) -> Iterator[_Face]:
    """Yield the two sides of a box that look to another, which is at a center and turned so.

    ``turned`` are |c| and |s| of its heading, s with the sign of c s, and c with that sign.
    """
    x, y = center
    upright, across, tall, flat = turned
    sign = np.copysign(1.0, x)
    apart = np.abs(x) - (upright * other.x + across * other.y + box.x)
    corner = y - sign * (tall * other.x - flat * other.y)
    yield _Face.of(sign, box.x, box.y, apart, corner)
    sign = np.copysign(1.0, y)
    apart = np.abs(y) - (across * other.x + upright * other.y + box.y)
    corner = x - sign * (flat * other.x - tall * other.y)
    yield _Face.of(sign, box.y, box.x, apart, corner)


def _separation(one: Box, other: Box, seen: Seen) -> Floats:
    faces = list(_faces(one, other, seen))
    square = reduce(np.minimum, [face.square for face in faces])
    return _signed(faces, square) - (one.radius + other.radius)


def _signed(faces: list[_Face], square: Floats) -> Floats:
    """Return the distances with these squares, or minus the depth where no side parts the two."""
    apart = reduce(np.maximum, [face.apart for face in faces])
    return np.where(apart > 0.0, np.sqrt(square), apart)


def nearest(one: Box, other: Box, seen: Seen) -> Near:
    """Return separations and nearest points; no number for the points of what overlaps."""
    faces = list(_faces(one, other, seen))
    mine, point, corner = _nearest_to_sides(*faces[:2])
    theirs, other_point, other_corner = _nearest_to_sides(*faces[2:])
    a = _chosen(mine <= theirs, point, seen.from_own(*other_corner))
    b = _chosen(mine <= theirs, corner, seen.from_own(*other_point))
    core = _signed(faces, np.minimum(mine, theirs))
    return _grown(Near(core, *a, *b), one.radius, other.radius)


def _nearest_to_sides(first: _Face, second: _Face) -> tuple[Floats, _Place, _Place]:
    """Return the square of the distance from two sides of a box to the corners before them.

    With it, in the frame of the box, the nearest point of a side, and the corner.
    """
    (side, along), (out, beside) = first.ends
    (other_side, other_along), (other_out, other_beside) = second.ends
    nearer = first.square <= second.square
    point = _chosen(nearer, (side, along), (other_along, other_side))
    corner = _chosen(nearer, (out, beside), (other_beside, other_out))
    return np.minimum(first.square, second.square), point, corner


def _chosen(condition: Bools, one: _Place, other: _Place) -> _Place:
    return np.where(condition, one[0], other[0]), np.where(condition, one[1], other[1])


def _grown(core: Near, at_a: float, at_b: float) -> Near:
    """Return what boxes are apart that are grown by radii."""
    apart, ax, ay, bx, by = core
    separation = apart - (at_a + at_b)
    if at_a or at_b:
        size = np.where(apart > 0.0, apart, 1.0)
        ux, uy = (bx - ax) / size, (by - ay) / size
        ax, ay, bx, by = ax + at_a * ux, ay + at_a * uy, bx - at_b * ux, by - at_b * uy
    met = separation < -TIE
    return Near(separation, *(np.where(met, np.nan, v) for v in (ax, ay, bx, by)))
