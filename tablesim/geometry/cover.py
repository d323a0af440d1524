"""How much of a target its surroundings hide: shares of an upright disc, with those who hide it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from ..errors import GeometryError
from .collide import separation
from .footprint import Disc, Placed
from .pose import Point, Pose
from .shadows import TOUCH, Images, Views, areas_in_discs, images, shares, unions
from .sightline import sightline
from .terrain import Floats, Relief, Spot

Skip = Collection[int] | Sequence[Collection[int]]
"""Owners whose prisms take no part; in bulk also those of each question, equally many."""

_CHUNK = 1024
"""How many questions are answered at once: memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """The image of one convex part on the target plane.

    Attributes
    ----------
    prism, owner
        Whose it is: the index of the prism in its relief, and the piece.
    shape
        The image as a shapely polygon, in coordinates of the target plane: how far to the left of
        the target as the eye sees it, and how high above the table.
    """

    prism: int
    owner: int
    shape: shapely.Polygon


@dataclass(frozen=True)
class Shadows:
    """What hides the upright plane through a target that faces an eye.

    Attributes
    ----------
    eye, at
        The eye in space and the place of the target on the plane.
    shadows
        The images within the window that was asked for, and some way beyond it.
    inside
        The owners of prisms that hold the eye.
    """

    eye: Spot
    at: Point
    shadows: tuple[Shadow, ...]
    inside: tuple[int, ...]

    @cached_property
    def shape(self) -> shapely.Geometry:
        """The union of all images."""
        return shapely.union_all([shadow.shape for shadow in self.shadows])

    def free(self, half_width: float, low: float, high: float) -> float:
        """Return the area that is seen of a rectangle about the target.

        Parameters
        ----------
        half_width
            Half its width across the line of sight.
        low, high
            Between which heights it stands.
        """
        window = shapely.box(-half_width, low, half_width, high)
        return float(shapely.difference(window, self.shape).area)


def cast(
    relief: Relief,
    eye: Spot,
    at: Point,
    *,
    half_width: float,
    low: float,
    high: float,
    skip: Collection[int] = (),
    plumb: float = 0.0,
) -> Shadows:
    """Return the images of solids on the plane through a target, in a window about it.

    Parameters
    ----------
    relief
        The solids.
    eye, at
        The eye in space and the place of the target on the plane.
    half_width, low, high
        The window: half its width, and between which heights it lies.
    skip
        Owners whose prisms take no part.
    plumb
        An eye that is no farther from the target than this, on the plane, looks straight up or
        down: the whole window is hidden if a solid lies between the eye and ``low``.

    Raises
    ------
    GeometryError
        If a number is not finite or the window is empty.

    >>> from tablesim.geometry import Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> wall = Prism(Placed(Rect(1, 9), Pose(4.5, 0)), 0, 1.5)
    >>> cast(Relief([wall]), (0, 0, 2), (10, 0), half_width=1, low=0, high=2).free(1, 0, 2)
    2.0
    """
    views = _views(eye, at, half_width, low, high)
    return _shadows(relief, eye, at, images(relief, views, relief.without(skip), plumb), 0)


def free_areas(
    relief: Relief,
    eyes: ArrayLike,
    targets: ArrayLike,
    *,
    half_width: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    skip: Skip = (),
    plumb: float = 0.0,
) -> Floats:
    """Return the area that each of some eyes sees of an upright rectangle that faces it.

    The same as :func:`cast` and :meth:`Shadows.free` one by one, in one go.

    Parameters
    ----------
    relief, skip, plumb
        As for :func:`hidden_shares`.
    eyes, targets
        Shapes (n, 3) and (n, 2); one of a kind is taken for all.
    half_width, low, high
        Half the width of each rectangle, and between which heights it stands: shape (n,), or one
        number for all.

    Raises
    ------
    GeometryError
        If a number is not finite or the window is empty.

    >>> from tablesim.geometry import Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> relief = Relief([Prism(Placed(Rect(1, 9), Pose(4.5, 0)), 0, 1.5)])
    >>> free_areas(relief, [(0, 0, 2), (0, 0, 20)], (10, 0), half_width=1, low=0, high=2)
    array([2., 4.])
    """
    views = _views(eyes, targets, half_width, low, high)
    free = np.zeros(len(views.half))

    def of(some: NDArray[np.intp]) -> Views:
        return Views(*(values[some] for values in views))

    for some, chunk, found in _in_chunks(relief, len(free), of, skip, plumb):
        free[some] = _free_areas(found, chunk)
    return free


def _free_areas(found: Images, views: Views) -> Floats:
    """Return how much of the window of each view no image covers."""
    window = shapely.box(-views.half, views.low, views.half, views.high)
    solid = shapely.area(found.shape) > 0.0
    view, first, count = np.unique(found.view[solid], return_index=True, return_counts=True)
    if len(view):
        united = unions(found.shape[solid], first, count)
        window[view] = shapely.difference(window[view], united)
    return np.asarray(shapely.area(window))


@dataclass(frozen=True, slots=True)
class Blocker:
    """A piece that hides a part of a disc.

    Attributes
    ----------
    owner
        The piece.
    share
        The share of the disc that it hides alone.
    marginal
        The share that would be seen if it were not there.
    """

    owner: int
    share: float
    marginal: float


@dataclass(frozen=True)
class Hidden:
    """How much of an upright disc is hidden from where most of it is seen.

    Attributes
    ----------
    share
        The hidden share of the disc, 0 to 1: the least over the eyes.
    eye
        The index of the eye that has it; the first of several.
    each
        The share for every eye.
    near
        Whether an image reaches the disc at all; touching its rim counts.
    shadows
        What that eye sees on the plane of the disc.
    floor, radius
        The disc stands on this height.
    relief, skip
        What was asked.
    """

    share: float
    eye: int
    each: tuple[float, ...]
    near: bool
    shadows: Shadows
    floor: float
    radius: float
    relief: Relief = field(repr=False)
    skip: frozenset[int] = field(repr=False)

    @property
    def inside(self) -> tuple[int, ...]:
        """The owners of prisms that hold the eye."""
        return self.shadows.inside

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """The pieces that hide a part of the disc, by the share that each hides alone."""
        shadows = self.shadows.shadows
        found = []
        for owner in {shadow.owner for shadow in shadows}:
            alone = self._share([s.shape for s in shadows if s.owner == owner])
            if alone > TOUCH:
                others = self._share([s.shape for s in shadows if s.owner != owner])
                found.append(Blocker(owner, alone, min(max(0.0, self.share - others), alone)))
        return tuple(sorted(found, key=lambda blocker: (-blocker.share, blocker.owner)))

    def _share(self, shapes: list[shapely.Polygon]) -> float:
        union = np.array([shapely.union_all(shapes)], dtype=np.object_)
        height = np.array([self.floor + self.radius])
        return float(areas_in_discs(union, height, np.array([self.radius]))[0])

    @cached_property
    def first(self) -> int | None:
        """The piece that the line from the eye to the middle of the disc enters first, if any."""
        target = (*self.shadows.at, self.floor + self.radius)
        line = sightline(self.relief, self.shadows.eye, target, skip=self.skip)
        ahead = [s for s in line.stretches if s.entered and s.start > TOUCH]
        return self.relief.prisms[ahead[0].prism].owner if ahead else None

    @cached_property
    def touched(self) -> tuple[int, ...]:
        """The pieces that the base meets where it lies flat, rising above it; contact counts.

        What it stands on, and what hangs above it, is not among them.
        """
        base = Placed(Disc(self.radius), Pose(*self.shadows.at))
        found = {
            prism.owner
            for prism in self.relief.prisms
            if prism.owner not in self.skip
            and prism.bottom <= self.floor < prism.top
            and separation(base, prism.shape) <= TOUCH * self.radius
        }
        return tuple(sorted(found))


def hidden(
    relief: Relief,
    eyes: Sequence[Spot],
    at: Point,
    floor: float,
    radius: float,
    *,
    skip: Collection[int] = (),
    plumb: float = 0.0,
) -> Hidden:
    """Return how much of a disc, raised upright and facing the eye, is hidden.

    The share is exact up to rounding, with cylinders between up to a millionth.  What holds an
    eye hides nothing up to where a line leaves it; what lies in the plane of the disc or behind it
    hides nothing.

    Parameters
    ----------
    relief
        The solids.
    eyes
        One or several points in space; the one that sees most counts.
    at, floor, radius
        The disc: its place on the plane, the height that it stands on, its radius.
    skip
        Owners whose prisms take no part.
    plumb
        An eye that is no farther from the target than this, on the plane, looks straight up or
        down: all is hidden if a solid lies between it and the floor, else nothing is.

    Raises
    ------
    GeometryError
        If there is no eye, a number is not finite, or the radius is not positive.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> wall = Prism(Placed(Rect(2, 5), Pose(9, 2.5)), 0, 6, owner=3)
    >>> found = hidden(Relief([wall]), [(0, 0, 1.4)], (12, 0), 0, 0.63)
    >>> round(found.share, 9), found.near, [blocker.owner for blocker in found.blockers]
    (0.5, True, [3])
    """
    if not len(eyes):
        raise GeometryError("nobody looks: at least one eye is needed")
    views = _of_discs(eyes, at, floor, radius)
    found = images(relief, views, relief.without(skip), plumb)
    measured = shares(found, views.low + views.half, views.half)
    best = int(measured.hidden.argmin())
    return Hidden(
        float(measured.hidden[best]),
        best,
        tuple(measured.hidden.tolist()),
        bool(measured.near[found.view == best].any()),
        _shadows(relief, eyes[best], at, found, best),
        floor,
        radius,
        relief,
        frozenset(skip),
    )


class Looks(NamedTuple):
    """What many eyes see of many discs.

    Attributes
    ----------
    share
        The hidden share of each, 0 to 1.
    near
        Whether an image reaches the disc at all; touching its rim counts.
    """

    share: Floats
    near: NDArray[np.bool_]


def looks(
    relief: Relief,
    eyes: ArrayLike,
    targets: ArrayLike,
    floors: ArrayLike,
    radii: ArrayLike,
    *,
    skip: Skip = (),
    plumb: float = 0.0,
) -> Looks:
    """Return how much of many discs is hidden from many eyes.

    The same as :func:`hidden` of one eye, one by one.  Beside arguments and results the memory is
    that for the images of a thousand questions, some MB, however many there are.

    Parameters
    ----------
    relief, plumb
        As there.
    skip
        As there; or for each of n pairs of its own, shape (n, k).
    eyes, targets
        Shapes (..., 3) and (..., 2), broadcast against each other: ``eyes[:, None]`` and
        ``targets`` ask for every eye with every target.
    floors, radii
        Numbers, or arrays that are broadcast with them.

    Raises
    ------
    GeometryError
        If a number is not finite or a radius is not positive.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> wall = Prism(Placed(Rect(2, 5), Pose(9, 2.5)), 0, 6)
    >>> eyes, targets = np.array([(0, 0, 1.4), (0, 0, 9)]), [(12, 0), (12, 3), (12, -3)]
    >>> looks(Relief([wall]), eyes[:, None], targets, 0, 0.63).share
    array([[0.5, 1. , 0. ],
           [0.5, 1. , 0. ]])
    """
    given = [np.asarray(v, dtype=np.float64) for v in (eyes, targets, floors, radii)]
    points = [
        values.shape[values.ndim - n :] for values, n in zip(given, (1, 1, 0, 0), strict=True)
    ]
    outer = [v.shape[: v.ndim - len(point)] for v, point in zip(given, points, strict=True)]
    shape = np.broadcast_shapes((1,), *outer)
    whole = [np.broadcast_to(v, shape + point) for v, point in zip(given, points, strict=True)]
    share, near = np.zeros(math.prod(shape)), np.zeros(math.prod(shape), dtype=np.bool_)

    def of(some: NDArray[np.intp]) -> Views:  # what was broadcast is not laid out whole
        return _of_discs(*(values[np.unravel_index(some, shape)] for values in whole))

    for some, views, found in _in_chunks(relief, len(share), of, skip, plumb):
        measured = shares(found, views.low + views.half, views.half)
        share[some] = measured.hidden
        near[some[found.view[measured.near]]] = True
    asked = np.broadcast_shapes(*outer)
    return Looks(share.reshape(asked), near.reshape(asked))


def hidden_shares(
    relief: Relief,
    eyes: ArrayLike,
    targets: ArrayLike,
    floors: ArrayLike,
    radii: ArrayLike,
    *,
    skip: Skip = (),
    plumb: float = 0.0,
) -> Floats:
    """Return the hidden shares of :func:`looks`, at least one; its parameters and errors are these.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.terrain import Prism
    >>> wall = Prism(Placed(Rect(2, 5), Pose(9, 2.5)), 0, 6)
    >>> hidden_shares(Relief([wall]), (0, 0, 1.4), [(12, 0), (12, 3), (12, -3)], 0, 0.63)
    array([0.5, 1. , 0. ])
    """
    return np.atleast_1d(looks(relief, eyes, targets, floors, radii, skip=skip, plumb=plumb).share)


def _in_chunks(
    relief: Relief,
    count: int,
    of: Callable[[NDArray[np.intp]], Views],
    skip: Skip,
    plumb: float,
) -> Iterator[tuple[NDArray[np.intp], Views, Images]]:
    """Yield which questions are answered at once, the views of these, and their images."""
    keep = relief.without(skip)
    for start in range(0, count, _CHUNK):
        some = np.arange(start, min(start + _CHUNK, count))
        views = of(some)
        yield some, views, images(relief, views, keep if keep.ndim == 1 else keep[some], plumb)


def _of_discs(eyes: ArrayLike, targets: ArrayLike, floors: ArrayLike, radii: ArrayLike) -> Views:
    """Return the views of discs, each in a window of its own size."""
    low, half = (np.asarray(v, dtype=np.float64) for v in (floors, radii))
    return _views(eyes, targets, half, low, low + 2 * half)


def _views(*given: ArrayLike) -> Views:
    """Return views by the fields of :class:`Views`, as many as the longest says."""
    values = [np.asarray(v, dtype=np.float64) for v in given]
    inner = [value.shape[value.ndim - own :] for value, own in zip(values, _INNER, strict=True)]
    outer = [value.shape[: value.ndim - own] for value, own in zip(values, _INNER, strict=True)]
    (count,) = np.broadcast_shapes((1,), *outer)
    views = Views(
        *(np.broadcast_to(v, (count, *own)) for v, own in zip(values, inner, strict=True))
    )
    _check(views)
    return views


_INNER = (1, 1, 0, 0, 0)
"""How many dimensions the values of one view have: its eye, its target, its window."""


def _check(views: Views) -> None:
    for name, values in zip(("an eye", "a target", "a width", "a height"), views, strict=False):
        if not np.isfinite(values).all():
            wrong = values[~np.isfinite(values)][0]
            raise GeometryError(f"{name} needs finite numbers, got {wrong}")
    if not (views.half > 0.0).all():
        raise GeometryError(f"a radius must be a positive number, got {views.half.min()}")
    if not (views.high > views.low).all():
        raise GeometryError(f"a window must be higher than {views.low.max()}, where it begins")


def _shadows(relief: Relief, eye: Spot, at: Point, found: Images, view: int) -> Shadows:
    """Return the images of one view as values, those that have an area."""
    chosen = (found.view == view) & (shapely.area(found.shape) > 0.0)
    shadows = tuple(
        Shadow(prism, relief.prisms[prism].owner, shape)
        for prism, shape in zip(found.prism[chosen].tolist(), found.shape[chosen], strict=True)
    )
    inside = {relief.prisms[prism].owner for of, prism in found.inside.tolist() if of == view}
    return Shadows(eye, at, shadows, tuple(sorted(inside)))
