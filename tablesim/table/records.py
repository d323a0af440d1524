"""Positions as rows and as arrays: what pandas, numpy and spreadsheets work with.

pandas is not needed, nor imported: a data frame is known by what it can do.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import GeometryError, UnknownName, expect
from ..geometry.pose import Pose
from . import keys
from .catalogue import Catalogue, KeySpec, TableSpec
from .check import check, refuse
from .piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .table import Table

Record = dict[str, Any]
"""One piece as plain values by column."""


def records(table: Table) -> list[Record]:
    """Return a row for each piece; see :meth:`Table.records`."""
    return [_record(piece) for piece in table.pieces]


def _record(piece: Piece) -> Record:
    x, y = piece.pose.point
    shape = "kind" not in piece.stated and "base" not in piece.stated
    return {
        "id": piece.id,
        "kind": piece.kind,
        "base": piece.base,
        **({"footprint": plain(piece.stated["footprint"])} if shape else {}),
        "seat": piece.seat,
        "x": x,
        "y": y,
        "heading": piece.pose.heading,
        **plain(piece.state),
    }


def plain(value: Any) -> Any:
    """Return a value that a thing states as plain JSON values.

    >>> plain({"edges": ("left", "top")})
    {'edges': ['left', 'top']}
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return plain(keys.footprint_data(value))


def rows_of(rows: Any) -> Iterator[Record]:
    """Yield rows as Python's own values, without their empty cells; pandas gives a data frame.

    Raises
    ------
    TypeError
        If they are no rows, or one of them is none.
    """
    if hasattr(rows, "to_dict"):
        rows = rows.to_dict("records")
    if not isinstance(rows, Iterable) or isinstance(rows, str | Mapping):
        raise TypeError(f"rows are a list of mappings of columns to values, got {rows!r:.60}")
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TypeError(
                f"row {number}: a row is a mapping of columns to values, got {row!r:.60}"
            )
        cells = {key: _said(value) for key, value in row.items()}
        yield {key: value for key, value in cells.items() if not _missing(value)}


def pieces_of(rows: Any, game: Catalogue) -> list[Piece]:
    """Return the pieces that rows state; see :meth:`Table.from_records`."""
    specs = keys.things(game)["piece"]
    assert isinstance(specs, TableSpec)
    found = []
    for number, said in enumerate(rows_of(rows)):
        try:
            found.append(_piece(said, game, specs.keys))
        except (UnknownName, GeometryError, ValueError, TypeError) as error:
            raise type(error)(f"row {number}: {error}") from None
    return found


def _piece(said: Record, game: Catalogue, specs: Mapping[str, KeySpec]) -> Piece:
    id = said.pop("id", None)
    if id is None:
        raise ValueError("a piece needs an id")
    at = said.pop("x", None), said.pop("y", None)
    if None in at:
        raise ValueError(f"piece {id!r} needs a place: x and y")
    kind, base = said.get("kind"), said.get("base")
    if kind is not None and base is not None and game.kinds.get(kind, base) == base:
        del said["base"]  # what the game says of this kind
    if "footprint" in said:
        refuse(f"piece {id!r}", check(said["footprint"], specs["footprint"], path=("footprint",)))
        said["footprint"] = keys.footprint_of(said["footprint"])
    return Piece(id, at=at, **{key: _whole(value, specs.get(key)) for key, value in said.items()})


def _missing(value: Any) -> bool:
    """Whether a cell is empty: None, NaN, or what pandas has for it."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return True
    pandas = sys.modules.get("pandas")  # whoever has such a cell has imported it
    return pandas is not None and any(value is empty for empty in (pandas.NA, pandas.NaT))


def _said(value: Any) -> Any:
    """Return a cell as Python's own value, where it is one of numpy."""
    return value.tolist() if hasattr(value, "tolist") else value


def _whole(value: Any, spec: KeySpec | None) -> Any:
    """Return a whole number as one: a column with empty cells holds floats."""
    whole = spec is not None and int in spec.types and float not in spec.types
    return int(value) if whole and isinstance(value, float) and value.is_integer() else value


def poses(table: Table, ids: Iterable[str] | None) -> NDArray[np.float64]:
    """Return poses as an array; see :meth:`Table.poses`."""
    import numpy as np

    found = [table[id].pose for id in _ids(table, ids)]
    rows = [(pose.x, pose.y, pose.heading) for pose in found]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 3)


def posed(table: Table, array: ArrayLike, ids: Iterable[str] | None) -> dict[str, Pose]:
    """Return the pose of each thing of an array; see :meth:`Table.with_poses`."""
    import numpy as np

    names = _ids(table, ids)
    try:
        rows = np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"poses are an array of numbers, got {array!r:.60}") from None
    if rows.shape != (len(names), 3):
        raise ValueError(
            f"poses are an array of shape ({len(names)}, 3): x, y and heading of each; "
            f"got {rows.shape}"
        )
    found: dict[str, Pose] = {}
    for id, (x, y, heading) in zip(names, rows.tolist(), strict=True):
        expect(id, str, "an id is text")
        if id in found:
            raise ValueError(f"{id!r} is given two poses")
        try:
            found[id] = Pose(x, y, heading)
        except GeometryError as error:
            raise GeometryError(f"{id!r}: {error}") from None
    return found


def _ids(table: Table, ids: Iterable[str] | None) -> Sequence[str]:
    if ids is None:
        return [piece.id for piece in table.pieces]
    if isinstance(ids, str) or not isinstance(ids, Iterable):
        raise TypeError(f"ids are a list of texts, got {ids!r:.60}")
    return list(ids)
