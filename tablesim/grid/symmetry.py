"""Turns, mirrors and shifts of a board, as cells that take the places of cells.

Like compiling, this is asked once, when a game is set up; what comes out are integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from ..geometry.pose import unit
from .compiled import Grid

Permutation = tuple[int, ...]
"""``p[i]`` is the cell that takes the place of cell ``i``."""

_Plane = NDArray[np.complex128]
"""Points as complex numbers: to multiply is to turn, to conjugate is to mirror."""

_SLACK = 4.0
"""Turned points may be off by so many tolerances: both they and their images are merged corners."""


def symmetries(grid: Grid, *, mirrors: bool = True) -> tuple[Permutation, ...]:
    """Return the turns and mirrors that carry a board onto itself, the identity among them.

    Parameters
    ----------
    grid
        The board, as it is drawn: how it wraps is of no account.
    mirrors
        False for turns alone.

    Returns
    -------
    tuple
        Permutations of the cells, in order.

    >>> from tablesim.grid import hexes, square
    >>> len(symmetries(square(5, 5))), len(symmetries(square(10, 6))), len(symmetries(hexes(2)))
    (8, 4, 12)
    >>> symmetries(square(1, 3), mirrors=False)
    ((0, 1, 2), (2, 1, 0))
    """
    corners = _plane(grid.corners)
    corners -= corners.mean()
    radius = np.abs(corners)
    slack = _SLACK * grid.tolerance
    far = int(radius.argmax())  # the farthest corner tells the angle best
    found = set()
    for image in corners[np.abs(radius - radius[far]) <= slack]:
        for mirrored in (False, True) if mirrors else (False,):
            start = np.conj(corners) if mirrored else corners
            turn = image / start[far]
            places = _places(corners, start * (turn / abs(turn)), slack)
            permutation = _carried(grid, places, mirrored)
            if permutation is not None:
                found.add(permutation)
    return tuple(sorted(found))


def placements(
    grid: Grid, cells: Sequence[int], *, turns: Iterable[float] = (0.0,), mirrors: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Return where a pattern of cells can lie on a board.

    It is shifted, turned and perhaps mirrored so that its cells fall on cells, center on center.

    Parameters
    ----------
    grid
        A board of equal cells.
    cells
        The pattern, as it lies somewhere on the board.
    turns
        By how many degrees it may be turned.
    mirrors
        Whether it may also be turned over.

    Returns
    -------
    tuple
        The cells of each placement in the order of those of the pattern, without repetition.

    >>> from tablesim.grid import EIGHTHS, square
    >>> board = square(5, 5)
    >>> corner = [board.cell(label) for label in ("a2", "a1", "b1")]
    >>> len(placements(board, corner)), len(placements(board, corner, turns=EIGHTHS[::2]))
    (16, 64)
    """
    centers = _plane(grid.centers)
    pattern = centers[list(cells)] - centers[cells[0]]
    shapes = (pattern, np.conj(pattern)) if mirrors else (pattern,)
    found = set()
    for turn in turns:
        for shape in shapes:
            images = centers[:, None] + shape * complex(*unit(turn))
            places = _places(centers, images.ravel(), _SLACK * grid.tolerance)
            rows = places.reshape(images.shape)
            found |= {tuple(row) for row in rows[(rows >= 0).all(axis=1)].tolist()}
    return tuple(sorted(found))


def _plane(points: Sequence[tuple[float, float]]) -> _Plane:
    x, y = np.array(points).T
    plane: _Plane = x + 1j * y
    return plane


def _places(points: _Plane, images: _Plane, slack: float) -> NDArray[np.intp]:
    """Return which point lies at each image, -1 where none does."""
    tree = shapely.STRtree(np.asarray(shapely.points(points.real, points.imag)))
    image, point = tree.query(
        shapely.points(images.real, images.imag), predicate="dwithin", distance=slack
    )
    places = np.full(len(images), -1)
    places[image] = point
    return places


def _carried(grid: Grid, places: NDArray[np.intp], mirrored: bool) -> Permutation | None:
    """Return the cells onto which cells are carried with their corners, if all are."""
    permutation = []
    for rings in grid.rings:
        borders = [
            (int(places[a]), int(places[b]))
            for ring in rings
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        ]
        onto = {grid.borders.get(border[::-1] if mirrored else border) for border in borders}
        cells = {None if there is None else there[0] for there in onto}
        cell = cells.pop()
        if cells or cell is None:
            return None
        permutation.append(cell)
    return tuple(permutation)
