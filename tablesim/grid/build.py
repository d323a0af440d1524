"""Boards from polygons: squares, hexagons, and any cells that do not overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity

from ..errors import GeometryError
from ..geometry.pose import Point, normalized
from .compiled import Grid, compile_grid
from .corners import contacts, number
from .rays import shifts, trace

EIGHTHS = tuple(45.0 * k for k in range(8))
"""The directions of a board of squares: to the right, then counter-clockwise."""

SIXTHS = tuple(60.0 * k for k in range(6))
"""The directions of a board of hexagons, which stand on a corner."""

_NEAR = 1e-6
"""The usual tolerance, as a share of the width of a cell."""


def square(
    rows: int, columns: int, size: float = 1.0, *, wrap: tuple[bool, bool] = (False, False)
) -> Grid:
    """Return a board of squares.

    Cell ``column + columns * row`` has its lower left corner at ``(column * size, row * size)`` and
    is called as in chess: letters for columns, numbers for rows from the bottom.

    Parameters
    ----------
    rows, columns
        How many.
    size
        The side of a square.
    wrap
        Whether the board goes on at the left where it ends at the right, and at the bottom where
        it ends at the top.

    Raises
    ------
    ValueError
        If there is no row or no column.

    >>> board = square(10, 6)
    >>> board.labels[0], board.labels[1], board.labels[6], board.labels[-1]
    ('a1', 'b1', 'a2', 'f10')
    >>> square(1, 4, wrap=(True, False)).rays[2][0]
    (3, 0, 1)
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"a board has at least one row and one column, got {rows} x {columns}")
    boxes = [
        shapely.box(x * size, y * size, (x + 1) * size, (y + 1) * size)
        for y in range(rows)
        for x in range(columns)
    ]
    labels = [f"{_letters(x)}{y + 1}" for y in range(rows) for x in range(columns)]
    periods = ((columns * size, 0.0), (0.0, rows * size))
    wrapped = [period for period, asked in zip(periods, wrap, strict=True) if asked]
    return from_polygons(boxes, labels, directions=EIGHTHS, wrap=wrapped)


def _letters(column: int) -> str:
    """Return ``a`` to ``z``, then ``aa``, ``ab`` and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


def hexes(radius: int, size: float = 1.0) -> Grid:
    """Return a board of hexagons that is a hexagon itself.

    The cells stand on a corner, row by row from the bottom.  They are called by the steps from the
    middle: ``q`` to the right and ``r`` up to the right, written ``"q,r"``.  The board touches the
    axes from above and from the right.

    Parameters
    ----------
    radius
        How many rings of cells lie around the one in the middle.
    size
        The side of a hexagon.

    Raises
    ------
    ValueError
        If the radius is negative.

    >>> board = hexes(4)
    >>> len(board), sum(len(near) for near in board.neighbors) // 2
    (61, 156)
    >>> [board.labels[i] for i in board.rays[board.cell("2,0")][1]]
    ['2,1', '2,2']
    """
    if radius < 0:
        raise ValueError(f"the radius of a board is 0 or more, got {radius}")
    steps = [
        (q, r)
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    half = size * math.sqrt(3) / 2
    outline = [(half, -size / 2), (half, size / 2), (0.0, size)]
    outline += [(-x, -y) for x, y in outline]
    left, low = (2 * radius + 1) * half, (1.5 * radius + 1) * size
    cells = [
        [(left + half * (2 * q + r) + x, low + 1.5 * size * r + y) for x, y in outline]
        for q, r in steps
    ]
    return from_polygons(cells, [f"{q},{r}" for q, r in steps], directions=SIXTHS)


def from_polygons(
    polygons: Iterable[shapely.Polygon | Iterable[Point]],
    labels: Iterable[str] | None = None,
    *,
    directions: Iterable[float] = (),
    wrap: Sequence[Point] = (),
    tolerance: float | None = None,
) -> Grid:
    """Return a board of any cells.

    Parameters
    ----------
    polygons
        The cells as polygons or as rings of points; they may have holes and need not be connected.
    labels
        What people call them; their numbers if not given.
    directions
        Headings in degrees for which rays are wanted.
    wrap
        One or two translations that carry the board onto its own continuation.
    tolerance
        Up to which distance points count as one; if it is not given, a millionth of the width
        of a cell.

    Raises
    ------
    GeometryError
        If a cell is no valid polygon or is smaller than the tolerance, two cells overlap by more
        than it, or translations do not lead anywhere.
    ValueError
        If there is no cell, or labels are not one different word for each.

    >>> brick = [(0, 0), (2, 0), (2, 1), (0, 1)]
    >>> upper = [[(x + dx, y + 1) for x, y in brick] for dx in (-1, 1)]
    >>> from_polygons([brick, *upper]).neighbors
    ((1, 2), (0, 2), (0, 1))
    """
    cells = [_checked(i, cell) for i, cell in enumerate(polygons)]
    if not cells:
        raise ValueError("a board has at least one cell, got none")
    names = _checked_labels(labels, len(cells))
    if tolerance is None:
        tolerance = _NEAR * math.sqrt(float(np.median(shapely.area(cells))))
    periods = _checked_wrap(wrap)
    copies = [
        affinity.translate(cell, *shift)
        for shift in shifts(periods, [1] * len(periods))
        for cell in cells
    ]
    _refuse_overlaps(copies, names, tolerance)
    corners = number(copies, tolerance)
    own = corners.of_first(len(cells))
    snapped = tuple(
        shapely.Polygon(ring[0], ring[1:])
        for ring in ([[own.points[c] for c in r] for r in rings] for rings in own.rings)
    )
    centers = _centers(snapped)
    headings = tuple(normalized(float(d)) for d in directions)
    return compile_grid(
        polygons=snapped,
        labels=names,
        corners=own,
        centers=centers,
        contacts=_on_board(contacts(corners), len(cells)),
        directions=headings,
        rays=trace(np.array(snapped, dtype=object), centers, headings, periods, tolerance),
        tolerance=tolerance,
        wrap=periods,
    )


def _checked(i: int, cell: shapely.Polygon | Iterable[Point]) -> shapely.Polygon:
    if isinstance(cell, shapely.Polygon):
        polygon, points = cell, shapely.get_coordinates(cell).tolist()
    else:
        polygon, points = None, [(float(x), float(y)) for x, y in cell]
    if not np.isfinite(points).all():
        raise GeometryError(f"cell {i} needs finite coordinates, got {points}")
    if polygon is None:
        if len(points) < 3:
            raise GeometryError(f"cell {i} needs at least three points, got {points}")
        polygon = shapely.Polygon(points)
    if not polygon.is_valid:
        raise GeometryError(f"cell {i} is no polygon: {shapely.is_valid_reason(polygon)}")
    if polygon.area <= 0:
        raise GeometryError(f"cell {i} encloses no area: {polygon}")
    return polygon


def _checked_labels(labels: Iterable[str] | None, count: int) -> tuple[str, ...]:
    names = tuple(map(str, range(count))) if labels is None else tuple(labels)
    if len(names) != count:
        raise ValueError(f"{count} cells need {count} labels, got {len(names)}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"two cells are called {twice!r}; labels must differ")
    return names


def _checked_wrap(wrap: Sequence[Point]) -> tuple[Point, ...]:
    periods = tuple((float(x), float(y)) for x, y in wrap)
    if len(periods) == 1:
        leads = math.hypot(*periods[0]) > 0
    elif len(periods) == 2:
        (ax, ay), (bx, by) = periods
        leads = ax * by != ay * bx
    else:
        leads = not periods
    if not leads:
        raise GeometryError(
            f"a board wraps by one translation, or by two in different directions, got {periods}"
        )
    return periods


def _refuse_overlaps(
    copies: Sequence[shapely.Polygon], names: tuple[str, ...], tolerance: float
) -> None:
    """Raise an error if a cell overlaps another, or a copy of one, by more than the tolerance."""
    shapes: NDArray[np.object_] = np.array(copies, dtype=object)
    own = shapes[: len(names)]
    a, b = shapely.STRtree(shapes).query(own, predicate="dwithin", distance=tolerance)
    a, b = a[a < b], b[a < b]
    common = shapely.intersection(shapes[a], shapes[b])
    # What two cells have in common is a sliver; this is how thick it is on the average.
    length = shapely.length(common)
    thick = np.divide(2 * shapely.area(common), length, out=np.zeros(len(a)), where=length > 0)
    if len(thick) and thick.max() > tolerance:
        worst = int(thick.argmax())
        pair = " and ".join(repr(names[i % len(names)]) for i in (a[worst], b[worst]))
        raise GeometryError(
            f"cells {pair} overlap: they have an area of {common[worst].area:g} in common"
        )


def _on_board(
    touching: tuple[list[set[int]], list[set[int]]], count: int
) -> tuple[list[set[int]], list[set[int]]]:
    """Return the contacts of the cells of the board, copies taken for the cells that they copy."""
    neighbors, diagonals = (
        [{j % count for j in cells} - {i} for i, cells in enumerate(sets[:count])]
        for sets in touching
    )
    return neighbors, [d - n for d, n in zip(diagonals, neighbors, strict=True)]


def _centers(polygons: Sequence[shapely.Polygon]) -> tuple[Point, ...]:
    """Return the centroid of each cell, or a point inside where the centroid is not."""
    centroids = shapely.centroid(polygons)
    inside = shapely.contains_properly(polygons, centroids)
    points = np.where(inside, centroids, shapely.point_on_surface(polygons))
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(points))
