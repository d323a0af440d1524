"""Sections of a ruler and areas along the axes: what many lengths and bases lie within."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError
from .gaps import Base, Box
from .poses import Floats, in_chunks, units


class Bands(NamedTuple):
    """The sections of a ruler that many lengths lie in.

    Attributes
    ----------
    number
        From 1; one more than there are sections for what is beyond the ruler, or not a number.
    margin
        How far each length is inside its section, from the nearest edge that ends a section;
        beyond the ruler, minus the way back.
    """

    number: NDArray[np.intp]
    margin: Floats


def band(distance: ArrayLike, edges: Sequence[float], *, slack: float = 0.0) -> Bands:
    """Return the sections of a ruler that lengths lie in, and how far they are from their edges.

    Parameters
    ----------
    distance
        The lengths.
    edges
        Where the sections end, in rising order; each belongs to the section that ends there.
    slack
        By how much a length may exceed an edge and still belong to it.

    Raises
    ------
    GeometryError
        If there are no edges, or they do not rise.

    >>> band([0, 100, 130, 305], (100, 200, 300))
    Bands(number=array([1, 1, 2, 4]), margin=array([100.,   0.,  30.,  -5.]))
    """
    ends = np.asarray(edges, dtype=np.float64)
    if ends.ndim != 1 or not ends.size or not (np.diff(ends) > 0).all():
        raise GeometryError(f"a ruler needs edges in rising order, got {edges}")
    length = np.asarray(distance, dtype=np.float64)
    number = np.searchsorted(ends + slack, length) + 1
    upper = np.append(ends, ends[-1])[number - 1] - length
    lower = length - np.append(-np.inf, ends)[number - 1]
    return Bands(number, np.where(number > ends.size, upper, np.minimum(upper, lower)))


def containment(base: Base, at: ArrayLike, area: Sequence[float]) -> Floats:
    """Return how far bases lie inside an area; negative: the shortest shifts that bring them in.

    Parameters
    ----------
    base, at
        The base, and its poses of shape ``(..., 3)``.
    area
        Least x, least y, greatest x, greatest y.

    Raises
    ------
    GeometryError
        If the base is neither a rectangle nor a disc, or the poses are no finite poses.

    >>> from tablesim.geometry import Rect
    >>> containment(Rect(40, 40), [(20, 50, 90), (17, 16, 0)], (0, 0, 100, 100))
    array([ 0., -5.])
    """
    box = Box.of(base)
    x0, y0, x1, y1 = area

    def kernel(x: Floats, y: Floats, heading: Floats) -> tuple[Floats]:
        c, s = (np.abs(v) for v in units(heading))
        half_x = c * box.x + s * box.y + box.radius
        half_y = s * box.x + c * box.y + box.radius
        across = np.minimum(x - half_x - x0, x1 - x - half_x)
        along = np.minimum(y - half_y - y0, y1 - y - half_y)
        both = (across < 0.0) & (along < 0.0)
        return (np.where(both, -np.hypot(across, along), np.minimum(across, along)),)

    found: Floats = in_chunks(kernel, (at,), 1)[0]
    return found
