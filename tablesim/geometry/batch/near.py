"""Separations and nearest points, in the frame of the first of two shapes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..convex import TIE
from .poses import Floats, Indices, Seen

Bools = NDArray[np.bool_]
Place = tuple[Floats, Floats]
"""Coordinates of points, one each."""


class Near(NamedTuple):
    """Separations and nearest points in the frame of the first shape."""

    separation: Floats
    ax: Floats
    ay: Floats
    bx: Floats
    by: Floats

    def taken(self, at: Indices) -> Near:
        """Return some of them."""
        return Near(*(v[at] for v in self))

    def where(self, condition: Bools, other: Near) -> Near:
        """Return these where a condition holds, others elsewhere."""
        return Near(*(np.where(condition, p, q) for p, q in zip(self, other, strict=True)))


def on_table(
    near: Near, shift: Place | None, seen: Seen, columns: tuple[Floats, ...]
) -> tuple[Floats, ...]:
    """Return the same with points and shifts of the table, as columns: those of gaps.

    The columns that are given begin with the first shape's pose.
    """
    (x, y), (hx, hy) = columns[:2], (seen.ahead_x, seen.ahead_y)
    distance, ax, ay, bx, by = near
    moves: Place = (np.zeros_like(distance),) * 2
    if shift:
        moves = shift[0] * hx - shift[1] * hy, shift[0] * hy + shift[1] * hx
    return (
        distance,
        x + ax * hx - ay * hy,
        y + ax * hy + ay * hx,
        x + bx * hx - by * hy,
        y + bx * hy + by * hx,
        *moves,
    )


def chosen(condition: Bools, one: Place, other: Place) -> Place:
    """Return points of one kind where a condition holds, of another elsewhere."""
    return np.where(condition, one[0], other[0]), np.where(condition, one[1], other[1])


def grown(core: Near, at_a: float, at_b: float) -> Near:
    """Return what boxes are apart that are grown by radii."""
    apart, ax, ay, bx, by = core
    separation = apart - (at_a + at_b)
    if at_a or at_b:
        size = np.where(apart > 0.0, apart, 1.0)
        ux, uy = (bx - ax) / size, (by - ay) / size
        ax, ay, bx, by = ax + at_a * ux, ay + at_a * uy, bx - at_b * ux, by - at_b * uy
    met = separation < -TIE
    return Near(separation, *(np.where(met, np.nan, v) for v in (ax, ay, bx, by)))
