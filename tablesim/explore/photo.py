"""A photo of the table: from a few points of known place to its plane, and how exact that is.

A camera shows a plane by a projective map.  Four points fix one; with more of them the map is
fitted to what was clicked, and what does not fit tells how exactly places can be read off.  Places
in a picture ("spots") are in its pixels, x to the right and y down from the upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..errors import TablesimError
from ..geometry import Placed, Point, Pose
from ..table import Table
from ..verdict import JSON, length

Array = npt.NDArray[np.float64]

FEWEST, MOST = 4, 20
"""How many points a plane is fitted to; four always fit, whatever is wrong with them."""

PIXELS = 64_000_000
"""How many pixels a picture may have: decoded, each takes four bytes."""

SIDE = 16_384
"""How many pixels wide or high it may be."""

CERTAINTY = 0.95
"""How often an error stays within the bounds that :class:`Plane` states."""

_FLAT = 0.01
"""Three points count as lying in line if their triangle is flatter than this."""

_LITTLE = 4
"""So few numbers tell little of their own error: bounds are wide for that reason alone."""

_ROUNDS = 100
"""Gauss and Newton need about five."""


class PhotoError(TablesimError, ValueError):
    """A picture that cannot be shown, or points that no camera shows so."""


# Pictures, by their first bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """What the beginning of a picture file says.

    Attributes
    ----------
    kind
        ``"image/png"`` or ``"image/jpeg"``.
    width, height
        As stored, in pixels; a camera may have noted that it is to be turned.
    """

    kind: str
    width: int
    height: int


def picture(head: bytes) -> Picture:
    r"""Return what a picture is, before anybody unpacks it.

    Parameters
    ----------
    head
        The file, or its first megabyte.

    Raises
    ------
    PhotoError
        If it is neither PNG nor JPEG, is broken at its beginning, or is too large.

    >>> size = (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
    >>> picture(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + size + bytes(9))
    Picture(kind='image/png', width=640, height=480)
    """
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        found = Picture("image/png", *_png_size(head))
    elif head.startswith(b"\xff\xd8\xff"):
        found = Picture("image/jpeg", *_jpeg_size(head))
    else:
        raise PhotoError(f"a photo is a PNG or a JPEG file; this one begins with {head[:8]!r}")
    width, height = found.width, found.height
    if not (width and height):
        raise PhotoError(f"the picture is broken: it says that it has {width} x {height} pixels")
    if max(width, height) > SIDE or width * height > PIXELS:
        raise PhotoError(
            f"the picture has {width} x {height} pixels; up to {PIXELS / 1e6:.0f} million are "
            f"taken, and up to {SIDE} a side"
        )
    return found


def _png_size(head: bytes) -> tuple[int, int]:
    """Return the size that the first chunk states, which is 13 bytes and a checksum long."""
    if head[8:16] != b"\0\0\0\x0dIHDR" or len(head) < 33:
        raise PhotoError("the picture is broken: a PNG file begins with an IHDR chunk")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _jpeg_size(head: bytes) -> tuple[int, int]:
    """Return the size that the frame header states; it stands before the first scan."""
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker, size = head[at + 1], int.from_bytes(head[at + 2 : at + 4], "big")
        if marker == 0xFF:  # a byte that fills
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = (int.from_bytes(head[at + k : at + k + 2], "big") for k in (5, 7))
            return width, height
        elif size < 2 or marker in (0xD9, 0xDA):
            break
        else:
            at += 2 + size
    raise PhotoError("the picture is broken: a JPEG file states its size before its first scan")


# The plane


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane of a table in a picture; :func:`rectify` finds it.

    Attributes
    ----------
    spots, places
        The points in the picture and on the table: pixels, and the unit of the table.
    shown
        The map from the table to the picture, 3 x 3, positive before the camera.
    seen
        Its inverse, from the picture to the table.
    """

    spots: Array
    places: Array
    shown: Array
    seen: Array

    def place(self, spot: Point) -> Point:
        """Return where on the table a spot of the picture is.

        >>> corners = [(0, 0), (900, 0), (900, 900), (0, 900)]
        >>> plane = rectify([(0, 450), (450, 450), (450, 0), (0, 0)], corners)
        >>> tuple(round(c, 9) for c in plane.place((225, 0)))
        (450.0, 900.0)
        """
        return _point(_mapped(self.seen, np.array([spot], float)))

    def spot(self, place: Point) -> Point:
        """Return where in the picture a place of the table is."""
        return _point(_mapped(self.shown, np.array([place], float)))

    @cached_property
    def misses(self) -> Array:
        """How far each point is off: from its known place to where it was clicked, n x 2."""
        return _mapped(self.seen, self.spots) - self.places

    @property
    def rms(self) -> float:
        """The root of the mean square of the misses, in the unit of the table."""
        return float(np.sqrt(np.mean(np.sum(self.misses**2, axis=1))))

    @property
    def free(self) -> int:
        """How many numbers were measured beyond those that fix the map: two for each more point."""
        return 2 * (len(self.spots) - FEWEST)

    @cached_property
    def sigma(self) -> float | None:
        """The error of one click in x or in y, in pixels, as the misses show it.

        None for four points: they fit any error, so that they show none.
        """
        if not self.free:
            return None
        missed = _mapped(self.shown, self.places) - self.spots
        return float(np.sqrt(np.sum(missed**2) / self.free))

    def error(self, place: Point) -> float | None:
        """Return by how much a place that is read off may be wrong, in any one direction.

        What is read off is clicked as inexactly as the points were, and the map is as inexact as
        they left it there: far from all points it is worse.  To first order, for independent
        errors of the clicks, :data:`CERTAINTY` of all readings stay within it.  None if the points
        do not show it.

        Parameters
        ----------
        place
            The place on the table, before the camera.
        """
        if self.sigma is None:
            return None
        unit, view, covariance = self._centered
        at = np.array([place], float)
        by_view = _by_view(view, _mapped(unit, at))[0]
        spread = np.eye(2) + by_view @ covariance @ by_view.T
        to_table = np.linalg.inv(_by_place(self.shown, at)[0])
        worst = float(np.linalg.eigvalsh(to_table @ spread @ to_table.T)[-1])
        return _student(self.free) * self.sigma * math.sqrt(worst)

    def worst(self, area: Point, size: Point) -> float | None:
        """Return the greatest error at the corners of that part of a table that a picture shows.

        Parameters
        ----------
        area
            Width and depth of the table.
        size
            Width and height of the picture, in pixels.

        Raises
        ------
        PhotoError
            If the picture shows nothing of the table.
        """
        corners = self._visible(area, size)
        if not corners:
            raise PhotoError("by these points the picture shows nothing of the table")
        errors = [self.error(corner) for corner in corners]
        return max((error for error in errors if error is not None), default=None)

    def _visible(self, area: Point, size: Point) -> list[Point]:
        """Return the table, cut along the four edges of the picture.

        With w > 0 before the camera, "right of the left edge" is u w >= 0, and "left of the right
        edge" (width - u) w >= 0: both are linear, and together they say w >= 0 themselves.
        """
        (width, depth), (wide, high) = area, size
        u, v, w = self.shown
        ring = [(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]
        for edge in (u, wide * w - u, v, high * w - v):
            ring = list(_cut(ring, edge))
        return ring

    @cached_property
    def _centered(self) -> tuple[Array, Array, Array]:
        """The table around the points, its map to the picture, and the covariance of that.

        The covariance is that of its first eight numbers, for clicks with an error of one pixel.
        """
        unit = _normal(self.places)
        view = self.shown @ np.linalg.inv(unit)
        jacobian = _by_view(view, _mapped(unit, self.places)).reshape(-1, 8)
        scale = np.linalg.norm(jacobian, axis=0)
        inverse = np.linalg.inv((jacobian / scale).T @ (jacobian / scale))
        return unit, view, np.asarray(inverse / np.outer(scale, scale))


def rectify(spots: Sequence[Point], places: Sequence[Point]) -> Plane:
    """Return the plane whose picture comes nearest to the points, by least squares in pixels.

    Parameters
    ----------
    spots
        Where the points are in the picture, in pixels: x to the right, y down.
    places
        Where they are on the table, in its unit: x to the right, y up.

    Raises
    ------
    PhotoError
        If there are not 4 to 20 of them, if three of any four lie in line, or if no camera above
        the table sees them so, for instance because two of them were mistaken for each other.

    >>> corners = [(0, 0), (900, 0), (900, 900), (0, 900)]
    >>> plane = rectify([(0, 400), (400, 400), (300, 100), (100, 100)], corners)
    >>> [round(c, 6) for c in plane.place((200, 200))], plane.sigma
    ([450.0, 450.0], None)
    """
    if not FEWEST <= len(spots) == len(places) <= MOST:
        raise PhotoError(
            f"a plane takes {FEWEST} to {MOST} points of known place, got {len(spots)} spots in "
            f"the picture and {len(places)} places"
        )
    seen, known = _points(spots, "in the picture"), _points(places, "on the table")
    if not any(map(_apart, combinations(seen.tolist(), 4), combinations(known.tolist(), 4))):
        raise PhotoError("of any four of the points three lie in line: take corners of the mat")
    picture_unit, table_unit = _normal(seen), _normal(known)
    view = _fitted(_mapped(table_unit, known), _mapped(picture_unit, seen))
    shown = np.linalg.inv(picture_unit) @ view @ table_unit
    back = np.linalg.inv(table_unit) @ np.linalg.inv(view) @ picture_unit
    if np.linalg.det(shown) > 0:  # y is down in the picture and up on the table
        raise PhotoError("the points show the table as in a mirror: were they taken in order?")
    return Plane(seen, known, shown, back)


def quantum(table: Table, error: float) -> JSON:
    """Return the steps of a table whose places were read off with an error of half a step.

    A heading is read off along an edge of a base: both its ends are so inexact.

    Parameters
    ----------
    table
        The table; the shortest base on it, or in the stock of its game, is decisive.
    error
        By how much a place may be wrong, in the unit of the table.

    >>> quantum(Table(game="xwing"), 0.5)
    {'length': 1.0, 'degrees': 2.03}
    """
    stock = (Placed(base, Pose(0, 0, 0)) for base in table.catalogue.bases.values())
    shapes = [*stock, *(piece.moved(Pose(0, 0, 0)).placed for piece in table.pieces)]
    sides = [x1 - x0 for x0, _, x1, _ in (shape.bounds for shape in shapes)]
    turn = math.degrees(math.atan(math.sqrt(2) * error / min(sides))) if sides else 0.0
    return {"length": float(f"{2 * error:.3g}"), "degrees": float(f"{2 * turn:.3g}")}


def words(plane: Plane, error: float | None, unit: str) -> str:
    """Return in a sentence or two how exact a plane is.

    Parameters
    ----------
    plane
        The plane.
    error
        By how much a place may be wrong; None if the points do not show it.
    unit
        The unit of the table.
    """
    if error is None:
        return (
            "Four points always fit, so they do not show how exact they are: set a fifth one, "
            "and verdicts will say how far the photo can be trusted."
        )
    more = " More points would tell it better." if plane.free <= _LITTLE else ""
    return (
        f"The {len(plane.spots)} points miss by {length(plane.rms, unit)} (root mean square). "
        f"A place read off is right within {length(error, unit)}, {CERTAINTY:.0%} of the time."
        f"{more}"
    )


def _points(points: Sequence[Point], where: str) -> Array:
    found = np.array(points, float)
    if found.ndim != 2 or found.shape[1] != 2 or not np.all(np.abs(found) <= 1e6):
        raise PhotoError(f"points {where} are pairs of numbers up to a million, got {points!r:.80}")
    return found


def _apart(*fours: Sequence[Point]) -> bool:
    """Whether no three of four points lie in line, in the picture and on the table."""
    return all(_height(*three) >= _FLAT for four in fours for three in combinations(four, 3))


def _height(a: Point, b: Point, c: Point) -> float:
    """Return the least height of a triangle over its longest side."""
    longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
    twice = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    return twice / longest / longest if longest else 0.0


def _normal(points: Array) -> Array:
    """Return the map that brings points around the origin, at a mean distance of 1."""
    x, y = points.mean(axis=0)
    scale = 1 / np.linalg.norm(points - (x, y), axis=1).mean()
    return np.array([[scale, 0, -scale * x], [0, scale, -scale * y], [0, 0, 1]])


def _fitted(places: Array, spots: Array) -> Array:
    """Return the map that comes nearest, for points around the origin.

    Their mean lies between them, so it is before the camera if they are: the map can be written
    with a 1 in its last corner.  The linear equations give a map that is exact for four points;
    from there Gauss and Newton go to the least sum of squares in the picture.
    """
    ones, zeros = np.ones((len(places), 1)), np.zeros((len(places), 3))
    u, v = spots[:, :1], spots[:, 1:]
    ahead = np.hstack([places, ones])
    left = np.vstack(
        [np.hstack([ahead, zeros, -u * places]), np.hstack([zeros, ahead, -v * places])]
    )
    view = _with_one(np.linalg.lstsq(left, np.vstack([u, v])[:, 0], rcond=None)[0])
    cost = _cost(view, places, spots)
    if not math.isfinite(cost):
        raise PhotoError("no camera sees the points so: were they taken in order, around the mat?")
    for _ in range(_ROUNDS):
        missed = (spots - _mapped(view, places)).ravel()
        jacobian = _by_view(view, places).reshape(-1, 8)
        step = np.linalg.lstsq(jacobian, missed, rcond=None)[0]
        tries = (_with_one(view.ravel()[:8] + step / 2**halved) for halved in range(12))
        better = next((t for t in tries if _cost(t, places, spots) < cost), None)
        if better is None:
            break
        view, cost = better, _cost(better, places, spots)
    return view


def _cost(view: Array, places: Array, spots: Array) -> float:
    """Return the sum of squares; infinite if a point is not before the camera."""
    if np.min(places @ view[2, :2] + view[2, 2]) <= 1e-9:
        return math.inf
    return float(np.sum((_mapped(view, places) - spots) ** 2))


def _with_one(eight: Array) -> Array:
    return np.append(eight, 1.0).reshape(3, 3)


def _mapped(view: Array, points: Array) -> Array:
    """Return points, n x 2, under a projective map."""
    there = points @ view[:, :2].T + view[:, 2]
    return np.asarray(there[:, :2] / there[:, 2:])


def _by_view(view: Array, points: Array) -> Array:
    """Return how the images of points change with the first eight numbers of a map, n x 2 x 8."""
    there = points @ view[:, :2].T + view[:, 2]
    u, v = _mapped(view, points).T
    ahead = np.column_stack([points, np.ones(len(points))]) / there[:, 2:]
    found = np.zeros((len(points), 2, 8))
    found[:, 0, 0:3] = found[:, 1, 3:6] = ahead
    found[:, 0, 6:8] = -u[:, None] * ahead[:, :2]
    found[:, 1, 6:8] = -v[:, None] * ahead[:, :2]
    return found


def _by_place(view: Array, points: Array) -> Array:
    """Return how the images of points change with the points, n x 2 x 2."""
    w = points @ view[2, :2] + view[2, 2]
    images = _mapped(view, points)
    return np.asarray((view[:2, :2] - images[:, :, None] * view[2, :2]) / w[:, None, None])


def _cut(ring: list[Point], edge: Array) -> Iterator[Point]:
    """Yield the corners of that part of a convex ring where ``edge`` . (x, y, 1) >= 0."""
    a, b, c = (float(number) for number in edge)
    sides = [a * x + b * y + c for x, y in ring]
    for i, (p, s) in enumerate(zip(ring, sides, strict=True)):
        (qx, qy), t = ring[i - 1], sides[i - 1]
        if (s < 0) != (t < 0):
            share = t / (t - s)
            yield qx + share * (p[0] - qx), qy + share * (p[1] - qy)
        if s >= 0:
            yield p


def _point(points: Array) -> Point:
    return float(points[0, 0]), float(points[0, 1])


def _student(free: int) -> float:
    """Return how many standard errors hold with :data:`CERTAINTY`: Student's t, free even.

    For even degrees of freedom its integral is a finite sum in s = t / sqrt(free + t^2).
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        s = (low + high) / 2
        terms = (math.comb(2 * j, j) * ((1 - s * s) / 4) ** j for j in range(free // 2))
        low, high = (s, high) if s * sum(terms) < CERTAINTY else (low, s)
    return low * math.sqrt(free / (1 - low * low))
