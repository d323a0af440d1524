"""Finding the few shapes of many that a question is about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
        # Of the some hundred boxes of a table, plain comparisons take less time than a tree.
        boxes = np.array([shape.bounds for shape in shapes], dtype=np.float64).reshape(-1, 4)
        self._x0, self._y0, self._x1, self._y1 = np.ascontiguousarray(boxes.T)

    def near(self, shape: Placed, within: float = 0.0) -> tuple[int, ...]:
        """Return the shapes whose boxes come within a distance of a shape's box."""
        x0, y0, x1, y1 = shape.bounds
        return self.meeting((x0 - within, y0 - within, x1 + within, y1 + within))

    def along(self, segment: Segment) -> tuple[int, ...]:
        """Return the shapes whose boxes meet the box of a segment."""
        (ax, ay), (bx, by) = segment
        return self.meeting((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))

    def meeting(self, box: tuple[float, float, float, float]) -> tuple[int, ...]:
        """Return the shapes whose boxes meet a box: least x and y, greatest x and y."""
        x0, y0, x1, y1 = box
        meets = (self._x0 <= x1) & (self._x1 >= x0) & (self._y0 <= y1) & (self._y1 >= y0)
        return tuple(np.flatnonzero(meets).tolist())
