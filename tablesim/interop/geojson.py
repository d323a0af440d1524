"""Tables and answers as GeoJSON, for geopandas, QGIS and others.

The standard means longitude and latitude; here coordinates are plane, in the unit of the table,
which the collection states as ``"units"``.  Round shapes become fine polygons: what is measured
on them is for the eye, verdicts come from the judge.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from ..files import write_whole
from ..scene import Drawable, Scene
from ..table import Piece, Table, Terrain
from ..table.records import plain

JSON = dict[str, Any]


def collection(picture: Table | Drawable) -> JSON:
    """Return a table, or the picture of a verdict, as a ``FeatureCollection``.

    Parameters
    ----------
    picture
        A table gives a feature for its mat, and one for each piece and each obstacle, with all
        that it states.  Anything else that draws itself (verdicts, scenes, games) gives one for
        each mark of its picture: arcs, bands, the measuring line.

    Raises
    ------
    ValueError
        If a coordinate is not finite.

    >>> import tablesim as ts
    >>> found = collection(ts.example("disputed-shot"))
    >>> [feature["properties"]["id"] for feature in found["features"]][:3]
    ['mat', 'luke', 'academy']
    """
    if isinstance(picture, Table):
        title, unit = picture.title, picture.unit
        features = list(_things(picture))
    else:
        scene = picture.scene()
        title, unit = scene.headline, scene.unit
        features = list(_marks(scene))
    about = {"title": title, "units": unit}
    said = {key: value for key, value in about.items() if value}
    return {"type": "FeatureCollection", **said, "features": features}


def dumps(picture: Table | Drawable) -> str:
    """Return a table or a picture as the text of a GeoJSON file; see :func:`collection`."""
    return json.dumps(collection(picture), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def save(picture: Table | Drawable, path: str | Path) -> Path:
    """Write a GeoJSON file whole or not at all, and return its path; see :func:`collection`.

    Raises
    ------
    OSError
        If the place cannot be written; a file that was there stays as it was.
    """
    return write_whole(Path(path), dumps(picture))


def _things(table: Table) -> Iterator[JSON]:
    yield _feature(shapely.box(0, 0, *table.area), {"id": "mat", "role": "mat"})
    for piece in table.pieces:
        yield _feature(piece.polygon, {**_stated(piece), "role": "piece", "base": piece.base})
    for terrain in table.terrain:
        yield _feature(terrain.polygon, {**_stated(terrain), "role": "terrain"})


def _stated(thing: Piece | Terrain) -> JSON:
    """Return what a thing states, its shape apart."""
    shape = ("footprint", "outline", "holes", "at", "heading")
    said = {key: value for key, value in thing.stated.items() if key not in shape}
    x, y = thing.pose.point
    return {"id": thing.id, **plain(said), "x": x, "y": y, "heading": thing.pose.heading}


def _marks(scene: Scene) -> Iterator[JSON]:
    for number, mark in enumerate(scene.marks):
        if not np.isfinite(shapely.get_coordinates(mark.shape)).all():
            raise ValueError(f"marks[{number}] ({mark.role}) has a coordinate that is no number")
        words = {"label": mark.label, "title": mark.title}
        properties = {
            "role": mark.role,
            "side": mark.side,
            **{key: value for key, value in words.items() if value},
            "faint": mark.faint,
        }
        yield _feature(mark.shape, properties)


def _feature(shape: Any, properties: JSON) -> JSON:
    """Return a feature; outlines run counter-clockwise, as the standard asks."""
    if shapely.get_dimensions(shape) == 2:
        shape = shapely.orient_polygons(shape)
    geometry = json.loads(shapely.to_geojson(shape))
    kept = {key: value for key, value in properties.items() if value is not None}
    return {"type": "Feature", "properties": kept, "geometry": geometry}
