"""The display list as plain JSON values: what the browser draws, in the units of the table.

Paths are SVG path data in table coordinates, y **up**; the browser turns them over.  They are
rounded to what no eye can see, so nothing may be measured in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..geometry import Footprint, Placed, Pose
from ..render.layout import frame_of
from ..render.style import look, order
from ..scene import Mark, Scene
from ..table import Piece, Table, Terrain, picture
from ..table.units import per_mm
from ..verdict import JSON
from .looks import hatches

FINE_MM = 0.01
"""Paths are rounded and simplified to this many millimeters of the table."""

_OBSTACLE = look("obstacle").layer
"""Marks below this layer are drawn below the things of the table."""


def ordered(found: Iterable[Mark]) -> list[Mark]:
    """Return marks in the order of drawing, without those that have nothing to show."""
    return sorted((mark for mark in found if not mark.shape.is_empty), key=_order)


def marks(found: Iterable[Mark], unit_mm: float) -> list[JSON]:
    """Return marks as JSON values, in the order of drawing.

    Parameters
    ----------
    found
        The marks of a scene.
    unit_mm
        Units of the table in one millimeter, as in :class:`~tablesim.scene.Scene`.

    >>> square = Mark(shapely.box(0, 0, 2, 1), "base", side=1, label="drum")
    >>> marks([square], 1.0)[0]["area"]
    'M2 0L2 1L0 1L0 0Z'
    """
    return [mark_json(mark, unit_mm) for mark in ordered(found)]


def things(table: Table) -> list[JSON]:
    """Return terrain and pieces of a table: their outlines, and where they stand."""
    fine = FINE_MM * per_mm(table.unit)
    terrain = [_thing(thing, fine) for thing in table.terrain]
    return terrain + [_thing(thing, fine) for thing in table.pieces]


def extra(scene: Scene, table: Table) -> list[Mark]:
    """Return the marks of a scene without those of the table itself, which the board draws."""
    own = {(mark.role, mark.shape) for mark in table.scene().marks}
    return [mark for mark in scene.marks if (mark.role, mark.shape) not in own]


def frame(scene: Scene) -> list[float]:
    """Return the part of the table that a scene shows: least x, least y, greatest x, greatest y."""
    return list(frame_of(scene))


def mark_json(mark: Mark, unit_mm: float) -> JSON:
    """Return one mark as JSON values; see :func:`marks`."""
    fine = FINE_MM * unit_mm
    shape = mark.shape
    if shapely.get_num_coordinates(shape) > 40:
        shape = shapely.simplify(shape, fine)
    said = {
        "role": mark.role,
        "side": mark.side,
        "faint": mark.faint,
        "low": _order(mark)[1] < _OBSTACLE,
        "title": mark.title,
        "hatches": hatches(mark.role),
        **_paths(shape, fine),
    }
    if mark.label.strip():
        said["label"] = mark.label
        said["box"] = [float(value) for value in shape.bounds]
        said["spot"] = _spot(shape)
    return {key: value for key, value in said.items() if value or key == "side"}


def _order(mark: Mark) -> tuple[int, int]:
    drawn = look(mark.role, mark.side, mark.faint)
    return order(drawn, faint=mark.faint, area=bool(shapely.get_dimensions(mark.shape) == 2))


def _paths(shape: BaseGeometry, fine: float) -> JSON:
    """Return areas and lines as path data, and single points as they are."""
    found: dict[str, str] = {"area": "", "line": ""}
    dots: list[list[float]] = []
    for part in _parts(shape):
        if part.geom_type == "Polygon":
            for ring in shapely.get_rings(part):
                found["area"] += _path(shapely.get_coordinates(ring)[:-1], fine) + "Z"
        elif part.geom_type == "Point":
            dots += shapely.get_coordinates(part).tolist()
        else:
            found["line"] += _path(shapely.get_coordinates(part), fine)
    return {**found, "dots": dots}


def _parts(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    """Yield the polygons, lines and points of a shape, however deeply it nests them."""
    for part in shapely.get_parts(shape):
        if hasattr(part, "geoms"):
            yield from _parts(part)
        elif not part.is_empty:
            yield part


def _path(points: np.ndarray, fine: float) -> str:
    """Return the path data of an open curve."""
    digits = max(0, math.ceil(-math.log10(fine)))
    numbers = (np.round(points, digits) + 0.0).ravel().tolist()  # + 0.0 turns -0.0 into 0.0
    return ("M" + "L".join(["%.9g %.9g"] * (len(numbers) // 2))) % tuple(numbers)


def _spot(shape: BaseGeometry) -> list[float]:
    """Return the point that a label belongs to: of the greatest part, its middle."""
    most = max(_parts(shape), key=lambda part: (part.area, part.length))
    point = most
    if most.geom_type == "Polygon":
        point = most.centroid if most.contains(most.centroid) else most.point_on_surface()
    elif isinstance(most, shapely.LineString):
        point = shapely.line_interpolate_point(most, 0.5, normalized=True)
    found: list[float] = shapely.get_coordinates(point)[0].tolist()
    return found


def _thing(thing: Piece | Terrain, fine: float) -> JSON:
    pose = thing.pose
    footprint = thing.placed.footprint
    said: JSON = {
        "id": thing.id,
        "what": thing.word,
        "title": picture.words(thing),
        "x": pose.x,
        "y": pose.y,
        "heading": pose.heading,
        "area": _outline(footprint, fine),
        "front": Placed(footprint, Pose(0, 0)).bounds[2],
    }
    if isinstance(thing, Piece):
        said["facing"] = _facing(footprint, fine)
        said["side"] = thing.seat
        said["state"] = {
            key: value for key, value in thing.state.items() if isinstance(value, str | float | int)
        }
    return said


@lru_cache(maxsize=256)
def _outline(footprint: Footprint, fine: float) -> str:
    return str(_paths(Placed(footprint, Pose(0, 0)).polygon, fine)["area"])


@lru_cache(maxsize=256)
def _facing(footprint: Footprint, fine: float) -> str:
    bare = Piece("?", footprint=footprint, at=(0, 0))
    return "".join(
        str(_paths(mark.shape, fine)["area"]) for mark in picture.facing(bare, Pose(0, 0))
    )
