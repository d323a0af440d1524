"""The rival of cover: rays in numpy to a thousand spots of the target, against what is near."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray

from ..geometry import Point
from ..geometry.terrain import Prism, Spot

Floats = NDArray[np.float64]

COUNT = 1000
"""How many rays are sent to a target."""


def disc_spots(radius: float) -> Floats:
    """Return spots that are evenly spread over a disc, shape (n, 2): across, and up from its foot.

    They lie on a spiral whose turns are those of a sunflower.
    """
    k = np.arange(COUNT)
    away = radius * np.sqrt((k + 0.5) / COUNT)
    angle = k * math.pi * (3.0 - math.sqrt(5.0))
    return np.stack([away * np.cos(angle), radius + away * np.sin(angle)], axis=1)


def upright_spots(radius: float, height: float) -> Floats:
    """Return spots in the cells of a grid on an upright rectangle, shape (n, 2)."""
    a, b = np.meshgrid((np.arange(25) + 0.5) / 12.5 - 1.0, (np.arange(40) + 0.5) / 40.0)
    return np.stack([radius * a.ravel(), height * b.ravel()], axis=1)


class Rays:
    """Solids in arrays of numpy, and rays among them.

    Parameters
    ----------
    prisms
        The solids, each of one convex ring; discs are taken as their polygons.
    """

    def __init__(self, prisms: Iterable[Prism]) -> None:
        solids = list(prisms)
        shapes = shapely.orient_polygons([solid.shape.polygon for solid in solids])
        self._tree = shapely.STRtree(shapes)
        self._sides = [_sides(shape) for shape in shapes]
        self._heights = np.array([(solid.bottom, solid.top) for solid in solids]).reshape(-1, 2)

    def share(self, eye: Spot, at: Point, floor: float, spots: Floats) -> float:
        """Return the share of spots on the upright plane through a target that rays do not reach.

        Parameters
        ----------
        eye, at
            The eye in space and the place of the target on the plane.
        floor
            The height that the target stands on.
        spots
            Where rays end, shape (n, 2): how far across from ``at``, how far above ``floor``.
        """
        ux, uy = at[0] - eye[0], at[1] - eye[1]
        size = math.hypot(ux, uy)
        left = np.array((-uy, ux)) / size
        ends = np.array(at) + spots[:, :1] * left
        rim = np.array(at) + np.array([[-1.0], [1.0]]) * np.abs(spots[:, 0]).max() * left
        near = self._tree.query(shapely.Polygon([eye[:2], *rim]), predicate="intersects")
        if not len(near):
            return 0.0
        way = np.column_stack([ends - eye[:2], floor + spots[:, 1] - eye[2]])
        enter, leave = self._levels(near, eye[2], way[:, 2:])
        one, other = self._within(near, eye[:2], way[:, :2])
        met = np.maximum(enter, one) < np.minimum(leave, other)
        return float(met.any(axis=1).mean())

    def _levels(self, near: NDArray[np.intp], eye: float, rise: Floats) -> tuple[Floats, Floats]:
        """Return between which shares of its length each ray is as high as each solid."""
        with np.errstate(divide="ignore", invalid="ignore"):
            both = (self._heights[near] - eye) / rise[..., None]
        return np.fmax(both.min(axis=2), 0.0), np.fmin(both.max(axis=2), 1.0)

    def _within(
        self, near: NDArray[np.intp], eye: tuple[float, float], way: Floats
    ) -> tuple[Floats, Floats]:
        """Return between which shares of its length each ray is on the inner side of all sides."""
        sides = [self._sides[i] for i in near.tolist()]
        first = np.cumsum([0, *(len(s) for s in sides[:-1])])
        corner, out = np.split(np.concatenate(sides), 2, axis=1)
        before = ((corner - eye) * out).sum(axis=1)
        speed = way @ out.T
        with np.errstate(divide="ignore", invalid="ignore"):
            crossed = before / speed
        enters = np.where(speed < 0.0, crossed, np.where((speed == 0.0) & (before < 0.0), 2.0, 0.0))
        leaves = np.where(speed > 0.0, crossed, 1.0)
        return (
            np.maximum.reduceat(enters, first, axis=1),
            np.minimum.reduceat(leaves, first, axis=1),
        )


def _sides(shape: shapely.Polygon) -> Floats:
    """Return the sides of a ring: a corner, and the vector out of the ring, shape (n, 4)."""
    corners = np.array(shape.exterior.coords)
    along = np.diff(corners, axis=0)
    return np.column_stack([corners[:-1], along[:, 1], -along[:, 0]])
