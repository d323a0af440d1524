"""Finding the few shapes of many that a question is about."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from .convex import Segment
from .footprint import Placed


class Index:
    """A spatial index over placed shapes.

    It answers with candidates by their bounding boxes, never too few; the caller measures.

    Parameters
    ----------
    shapes
        The shapes; answers are their indices.

    >>> from tablesim.geometry import Disc, Pose
    >>> index = Index([Placed(Disc(1), Pose(x, 0)) for x in range(0, 100, 10)])
    >>> index.near(Placed(Disc(1), Pose(42, 0)), within=8)
    (4, 5)
    """

    def __init__(self, shapes: Sequence[Placed]) -> None:
        self._tree = shapely.STRtree([shapely.box(*shape.bounds) for shape in shapes])

    def near(self, shape: Placed, within: float = 0.0) -> tuple[int, ...]:
        """Return the shapes whose boxes come within a distance of a shape's box."""
        x0, y0, x1, y1 = shape.bounds
        return self._query(x0 - within, y0 - within, x1 + within, y1 + within)

    def along(self, segment: Segment) -> tuple[int, ...]:
        """Return the shapes whose boxes meet the box of a segment."""
        (ax, ay), (bx, by) = segment
        return self._query(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def _query(self, x0: float, y0: float, x1: float, y1: float) -> tuple[int, ...]:
        return tuple(sorted(int(i) for i in self._tree.query(shapely.box(x0, y0, x1, y1))))
