"""Boards of cells: shapes on the plane, compiled once into integers to play on.

Games read the tables of a :class:`Grid` and work on sets of cells as integers
(:mod:`~tablesim.grid.masks`); no geometry is asked while they are played.  The grid leads back
to the plane for drawing, pointing and measuring.
"""

from .build import EIGHTHS, SIXTHS, from_polygons, hexes, square
from .compiled import Grid
from .masks import (
    CellSet,
    bits,
    components,
    flood,
    is_connected,
    mask_of,
    outline,
    read,
    spread,
    text,
)
from .symmetry import placements, symmetries

__all__ = [
    "EIGHTHS",
    "SIXTHS",
    "CellSet",
    "Grid",
    "bits",
    "components",
    "flood",
    "from_polygons",
    "hexes",
    "is_connected",
    "mask_of",
    "outline",
    "placements",
    "read",
    "spread",
    "square",
    "symmetries",
    "text",
]
