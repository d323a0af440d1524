"""The parts that several pictures share: arcs and the range bands in them."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from ....geometry import Placed, PlacedBeam, PlacedSector, Segment
from ....scene import Mark

Arc = PlacedSector | PlacedBeam


def bands(base: Placed, arc: Arc, edges: tuple[float, ...], side: int | None) -> Iterator[Mark]:
    """Yield the range bands in an arc: true offsets of the base, cut by the arc."""
    cone = shapely.Polygon(arc.outline(3 * edges[-1]))
    inner: BaseGeometry = base.polygon
    for number, edge in enumerate(edges, 1):
        outer = base.polygon.buffer(edge, quad_segs=48)
        title = f"range {number} in the arc"
        band = shapely.intersection(shapely.difference(outer, inner), cone)
        yield Mark(band, "band", side=side, label=str(number), title=title)
        rim = shapely.intersection(outer.exterior, cone)
        yield Mark(shapely.line_merge(rim), "band-edge", side=side)
        inner = outer


def arc_edges(arc: Arc, reach: float, side: int | None) -> Iterator[Mark]:
    """Yield the lines of an arc."""
    for border in borders(arc, 1.2 * reach)[:2]:
        yield Mark(shapely.LineString(border), "arc-edge", side=side)


def borders(arc: Arc, reach: float) -> list[Segment]:
    """Return the two lines of an arc out to a distance, and the front of one that has a front."""
    if not arc.rays:
        return []
    found: list[Segment] = []
    starts = (arc.corners[0], arc.corners[-1])
    for (x, y), (ux, uy) in zip(starts, arc.rays, strict=True):
        found.append(((x, y), (x + reach * ux, y + reach * uy)))
    return found + ([starts] if starts[0] != starts[1] else [])
