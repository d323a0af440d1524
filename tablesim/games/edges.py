"""The four edges of a table, at which sides deploy: strips along them, and places seen from them.

An area is its width and depth, a box its least x and y and its greatest ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..geometry.pose import Point

Area = tuple[float, float]
Box = tuple[float, float, float, float]

EDGES: Final = ("bottom", "top", "left", "right")
"""As files and moves name them; the origin is the lower left corner."""

OPPOSITE: Final = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}

INWARD: Final = {"bottom": 90.0, "top": 270.0, "left": 0.0, "right": 180.0}
"""Where one at an edge looks to look into the area, in degrees."""


def strip(area: Area, edge: str, deep: float) -> Box:
    """Return the strip of a depth along an edge.

    >>> strip((900.0, 600.0), "top", 100.0)
    (0.0, 500.0, 900.0, 600.0)
    """
    width, depth = area
    return {
        "bottom": (0.0, 0.0, width, deep),
        "top": (0.0, depth - deep, width, depth),
        "left": (0.0, 0.0, deep, depth),
        "right": (width - deep, 0.0, width, depth),
    }[edge]


def length_of(area: Area, edge: str) -> float:
    """Return how long an edge is."""
    return area[0] if edge in ("bottom", "top") else area[1]


def point_at(area: Area, edge: str, along: float, far: float) -> Point:
    """Return the point so far along an edge, and so far into the area from there.

    >>> point_at((900.0, 600.0), "right", 200.0, 50.0)
    (850.0, 200.0)
    """
    width, depth = area
    return {
        "bottom": (along, far),
        "top": (along, depth - far),
        "left": (far, along),
        "right": (width - far, along),
    }[edge]


def distance_from(area: Area, edge: str, box: Sequence[float]) -> float:
    """Return how far the side of a box is from the edge that it is turned to; negative: beyond it.

    >>> distance_from((900.0, 600.0), "top", (100.0, 550.0, 140.0, 590.0))
    10.0
    """
    x0, y0, x1, y1 = box
    width, depth = area
    return {"bottom": y0, "top": depth - y1, "left": x0, "right": width - x1}[edge]
