"""Gaps and nearest points of many pairs of shapes: boxes and discs by closed formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...errors import GeometryError
from ..convex import TIE, HalfPlane
from ..footprint import Disc, Footprint, Rect
from .near import Near, Place, chosen, grown, on_table
from .poses import Floats, Seen, in_chunks
from .rings import nearest_parts, rings, spread

Base = Rect | Disc
"""What bases are."""

FLUSH = 1e-6
"""Sides may be parallel if the sine of the angle between them is less."""


class Box(NamedTuple):
    """A rectangle about the pose, grown by a radius: half its depth, half its width, the radius."""

    x: float
    y: float
    radius: float

    @classmethod
    def of(cls, base: Footprint) -> Box:
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
        raise GeometryError(f"only rectangles and discs are bases, got {base}")

    @property
    def corners(self) -> Place:
        """Its corners, shapes ``(4, 1)``."""
        signs = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]])
        return signs[:, :1] * self.x, signs[:, 1:] * self.y


class Gaps(NamedTuple):
    """Gaps of many pairs of shapes.

    Attributes
    ----------
    separation
        The lengths: where shapes overlap, minus the depth by which they penetrate each other.
    a, b
        Nearest points, one of each shape, shape ``(..., 2)``; where several pairs are equally
        near, the first of them.  Not a number where shapes overlap: they have no shortest segment.
    shift
        What takes the first of the shortest segments to the last one, shape ``(..., 2)``; zero
        where there is only one.
    """

    separation: Floats
    a: Floats
    b: Floats
    shift: Floats

    @property
    def distance(self) -> Floats:
        """The gaps: zero where shapes touch or overlap."""
        return np.maximum(self.separation, 0.0)


def separation(a: Footprint, at: ArrayLike, b: Footprint, to: ArrayLike) -> Floats:
    """Return the gaps between shapes, or minus the depths by which they penetrate each other.

    Parameters
    ----------
    a, b
        The shapes.  Two rectangles or discs are measured several times faster than others.
    at, to
        Their poses, shapes ``(..., 3)``.

    Returns
    -------
    ndarray
        The lengths, in the shape that both arrays of poses are broadcast to.

    Raises
    ------
    GeometryError
        If a shape has an elliptic part, something is no array of finite poses, or they cannot be
        broadcast.

    >>> square = Rect(40, 40)
    >>> separation(square, (0, 0, 0), square, [(140, 10, 90), (39, 0, 180), (23, 24, 405)])
    array([100.        ,  -1.        , -15.05025253])
    """
    if isinstance(a, Base) and isinstance(b, Base):
        boxes = Box.of(a), Box.of(b)

        def kernel(*columns: Floats) -> tuple[Floats]:
            return (_separation(*boxes, Seen.of(*columns)),)
    else:
        parts = rings(a), rings(b)

        def kernel(*columns: Floats) -> tuple[Floats]:
            return (nearest_parts(*parts, Seen.of(*columns))[0].separation,)

    found: Floats = in_chunks(kernel, (at, to), 1)[0]
    return found


def gap(a: Footprint, at: ArrayLike, b: Footprint, to: ArrayLike) -> Gaps:
    """Return the gaps between shapes with all their shortest segments.

    Parameters and errors are those of :func:`separation`.  Of shapes that are not convex, the
    segments are those of one pair of their convex parts.

    >>> found = gap(Rect(40, 40), (0, 0, 0), Disc(5), [(100, 100, 0), (0, -26, 0), (1, 1, 0)])
    >>> found.separation.round(3)
    array([108.137,   1.   , -24.   ])
    >>> found.b.round(3)
    array([[ 96.464,  96.464],
           [  0.   , -21.   ],
           [    nan,     nan]])
    >>> gap(Rect(40, 40), (0, 0, 0), Rect(40, 40), (140, 10, 90)).shift + 0.0
    array([ 0., 30.])
    """
    if isinstance(a, Base) and isinstance(b, Base):
        one, other = Box.of(a), Box.of(b)

        def kernel(*columns: Floats) -> tuple[Floats, ...]:
            seen = Seen.of(*columns)
            return on_table(
                *spread_boxes(nearest(one, other, seen), one, other, seen), seen, columns
            )
    else:
        parts = rings(a), rings(b)

        def kernel(*columns: Floats) -> tuple[Floats, ...]:
            seen = Seen.of(*columns)
            return on_table(*nearest_parts(*parts, seen), seen, columns)

    return in_arrays(in_chunks(kernel, (at, to), 7))


def in_arrays(found: Floats) -> Gaps:
    """Return the seven results of a kernel as gaps."""
    return Gaps(found[0], *(np.moveaxis(found[i : i + 2], 0, -1) for i in (1, 3, 5)))


def spread_boxes(
    near: Near, one: Box, other: Box, seen: Seen, planes: Sequence[HalfPlane] = ()
) -> tuple[Near, Place | None]:
    """Return the first of the shortest segments of boxes, and the shifts to the last if any moves.

    The ends of the segments must not leave some half-planes.
    """
    if one.radius or other.radius:
        return near, None
    flush = (np.minimum(np.abs(seen.c), np.abs(seen.s)) < FLUSH) & (near.separation > TIE)
    at = np.flatnonzero(flush)
    if not at.size:
        return near, None
    corners = seen.taken(at).from_own(*other.corners)
    return spread(near, at, one.corners, corners, planes)


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
    def ends(self) -> tuple[Place, Place]:
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
    a = chosen(mine <= theirs, point, seen.from_own(*other_corner))
    b = chosen(mine <= theirs, corner, seen.from_own(*other_point))
    core = _signed(faces, np.minimum(mine, theirs))
    return grown(Near(core, *a, *b), one.radius, other.radius)


def _nearest_to_sides(first: _Face, second: _Face) -> tuple[Floats, Place, Place]:
    """Return the square of the distance from two sides of a box to the corners before them.

    With it, in the frame of the box, the nearest point of a side, and the corner.
    """
    (side, along), (out, beside) = first.ends
    (other_side, other_along), (other_out, other_beside) = second.ends
    nearer = first.square <= second.square
    point = chosen(nearer, (side, along), (other_along, other_side))
    corner = chosen(nearer, (out, beside), (other_beside, other_out))
    return np.minimum(first.square, second.square), point, corner
