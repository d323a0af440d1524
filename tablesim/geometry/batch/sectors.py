"""How far many bases reach into sectors and beams, or by how much they miss them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..pose import unit
from ..sector import Beam, Sector
from .gaps import Base, Box
from .poses import Floats, Seen, in_chunks


def margin(sector: Sector | Beam, of: ArrayLike, base: Base, at: ArrayLike) -> Floats:
    """Return how far bases reach into sectors, or by how much they miss them.

    Parameters
    ----------
    sector, of
        The sector or beam, and the poses of those who carry it, shape ``(..., 3)``.
    base, at
        The base that may lie in it, and its poses.

    Returns
    -------
    ndarray
        Lengths like :meth:`~tablesim.geometry.PlacedSector.margin`: negative for what lies
        outside, infinite if the sector is the whole plane.

    Raises
    ------
    GeometryError
        If the base is neither a rectangle nor a disc, something is no array of finite poses, or
        they cannot be broadcast.

    >>> from tablesim.geometry import Disc
    >>> margin(Sector.around(0, 45), (0, 0, 0), Disc(1), [(10, 0, 0), (-3, 4, 0)]).round(6)
    array([ 8.071068, -3.949747])
    """
    measure = margins(sector, Box.of(base))

    def kernel(*columns: Floats) -> tuple[Floats]:
        return (measure(Seen.of(*columns)),)

    found: Floats = in_chunks(kernel, (of, at), 1)[0]
    return found


def margins(sector: Sector | Beam, box: Box) -> Callable[[Seen], Floats]:
    """Return what measures boxes that are seen by those who carry a sector or beam."""
    if isinstance(sector, Beam):
        return partial(_into_beam, sector, box)
    if sector.width == 360.0:
        return lambda seen: np.full_like(seen.x, np.inf)
    wide = sector.width > 180.0
    wedge = _Wedge.of(sector, wide)
    measure = _out_of_hole if wide else _reach_into

    def margin_of(seen: Seen) -> Floats:
        turned = seen.turned(wedge.bearing)
        return measure(wedge, box, turned._replace(x=turned.x - wedge.x, y=turned.y - wedge.y))

    return margin_of


def _into_beam(beam: Beam, box: Box, seen: Seen) -> Floats:
    """Return the margins for a beam: the ways out of its sides, and back over its beginning.

    What parts the two may also be one of the box's own sides, behind which the beam begins.  If
    it is outside, a corner of one of the two is nearest to the other.
    """
    half, (x, y, c, s) = beam.width / 2, seen[:4]
    x = x - beam.start
    upright, across = np.abs(c), np.abs(s)
    deep, wide = upright * box.x + across * box.y, across * box.x + upright * box.y
    ahead, left = x * c + y * s, y * c - x * s  # the way from the beginning, along the box's axes
    ways = (
        half + wide - np.abs(y),
        x + deep,
        np.copysign(1.0, c) * ahead + box.x + across * half,
        np.copysign(1.0, -s) * left + box.y + upright * half,
    )
    inside = reduce(np.minimum, ways)
    square = np.full_like(x, np.inf)
    for px in (-box.x, box.x):
        for py in (-box.y, box.y):
            before = np.maximum(py * s - px * c - x, 0.0)
            beside = np.maximum(np.abs(y + px * s + py * c) - half, 0.0)
            square = np.minimum(square, before * before + beside * beside)
    for side in (-half, half):
        out_x = np.maximum(np.abs(side * s - ahead) - box.x, 0.0)
        out_y = np.maximum(np.abs(side * c - left) - box.y, 0.0)
        square = np.minimum(square, out_x * out_x + out_y * out_y)
    return np.where(inside >= 0.0, inside, -np.sqrt(square)) + box.radius


class _Wedge(NamedTuple):
    """A convex sector, or the hole that a wide one leaves, seen along its middle.

    Attributes
    ----------
    bearing
        Of its middle, from the heading of who carries it.
    x, y
        Its apex, in a frame that looks along the middle.
    c, s
        The unit vector of half its opening.
    """

    bearing: float
    x: float
    y: float
    c: float
    s: float

    @classmethod
    def of(cls, sector: Sector, hole: bool) -> _Wedge:
        half = sector.width / 2
        bearing = sector.start + half + (180.0 if hole else 0.0)
        (c, s), (x, y) = unit(bearing), sector.apex
        return cls(bearing, x * c + y * s, y * c - x * s, *unit(180.0 - half if hole else half))


def _reach_into(wedge: _Wedge, box: Box, seen: Seen) -> Floats:
    """Return the margins for a convex sector; the boxes are seen from its apex, along its middle.

    A box can leave by each ray, and backwards over the apex by each of its own sides that looks
    back between the rays.  What is negative parts them: then their distance is that of a ray and
    the corner that is nearest to it, or of the apex and the box.
    """
    x, y, c, s, _, _ = seen
    wide, high = x * wedge.s, y * wedge.c
    first = wide + high + _span(box, wedge.s * c + wedge.c * s, wedge.c * c - wedge.s * s)
    second = wide - high + _span(box, wedge.s * c - wedge.c * s, wedge.c * c + wedge.s * s)
    ahead, left = x * c + y * s, y * c - x * s  # the way from the apex, along the box's own axes
    upright, across = np.abs(c), np.abs(s)
    inside = np.minimum(first, second)
    for size, out, looks in (
        (box.x, np.copysign(1.0, c) * ahead, upright * wedge.c >= across * wedge.s),
        (box.y, np.copysign(1.0, -s) * left, across * wedge.c >= upright * wedge.s),
    ):
        inside = np.where(looks, np.minimum(inside, size + out), inside)
    apex_x = np.maximum(np.abs(ahead) - box.x, 0.0)
    apex_y = np.maximum(np.abs(left) - box.y, 0.0)
    square = apex_x * apex_x + apex_y * apex_y
    for depth, side in ((first, -1.0), (second, 1.0)):
        square = np.minimum(square, _square_to_ray(wedge, box, seen, depth, side))
    return np.where(inside >= 0.0, inside, -np.sqrt(square)) + box.radius


def _span(box: Box, along: Floats, across: Floats) -> Floats:
    """Return how far a box reaches in a direction, given along its depth and its width."""
    return np.abs(along) * box.x + np.abs(across) * box.y


def _square_to_ray(wedge: _Wedge, box: Box, seen: Seen, depth: Floats, side: float) -> Floats:
    """Return the squares of distances from a ray to the corner that is deepest behind it.

    Infinite where that corner is inside the ray's line: it is not outside on this side.
    """
    x, y, c, s, _, _ = seen
    rx, ry = wedge.c, side * wedge.s
    nx, ny = wedge.s, -side * wedge.c  # inwards: the deepest corner is the extreme one there
    px, py = nx * c + ny * s, ny * c - nx * s
    tx, ty = rx * c + ry * s, ry * c - rx * s
    along = x * rx + y * ry
    along = along + np.copysign(tx, tx * px) * box.x + np.copysign(ty, ty * py) * box.y
    before = np.minimum(along, 0.0)
    return np.where(depth <= 0.0, depth * depth + before * before, np.inf)


def _out_of_hole(hole: _Wedge, box: Box, seen: Seen) -> Floats:
    """Return the margins for a wide sector: the shortest shifts that take boxes into its hole."""
    x, y, c, s, _, _ = seen
    back, high = -x * hole.s, y * hole.c
    first = back - high + _span(box, hole.s * c + hole.c * s, hole.c * c - hole.s * s) + box.radius
    second = back + high + _span(box, hole.s * c - hole.c * s, hole.c * c + hole.s * s) + box.radius
    # One shift straight over a ray will do if it brings the box behind the other ray, too;
    # otherwise the box ends in the corner of the hole.
    greater, lesser = np.maximum(first, second), np.minimum(first, second)
    corner = np.hypot((first + second) / (2.0 * hole.s), (first - second) / (2.0 * hole.c))
    cosine = hole.s * hole.s - hole.c * hole.c
    return np.where((greater <= 0.0) | (greater * cosine >= lesser), greater, corner)
