"""Tables from and to boards of whole pixels, as virtual tables keep them.

Such a board has its origin in the upper left corner, y grows downwards, places are whole pixels
and headings whole degrees.  A table that comes from it states these steps as its ``quantum``, so
that every verdict says what the rounding leaves open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from ..table import Table
from ..table.check import GREATEST
from ..table.records import Record, rows_of

PX_PER_MM = 2.825
"""The scale of the boards of XWVassal: a small base of 40 mm is 113 pixels wide."""

UP = 90.0
"""Our heading of a ship that looks to the top of the board, where boards count from."""


def from_pixels(
    rows: Iterable[Mapping[str, Any]],
    *,
    size: tuple[float, float],
    px_per_mm: float = PX_PER_MM,
    degrees: float = 1.0,
    game: str = "xwing",
    **words: Any,
) -> Table:
    """Return a table with a piece for each row of a board.

    Parameters
    ----------
    rows
        As for :meth:`Table.from_records`, but ``x`` and ``y`` are pixels from the upper left
        corner and ``heading`` is in degrees, counter-clockwise from the top of the board.
    size
        Width and height of the board in pixels.
    px_per_mm
        Its scale.
    degrees
        The step of its headings.
    game, **words
        As for :class:`Table`.  The game must count in millimetres.

    Raises
    ------
    UnknownName, ValueError, TypeError
        As :meth:`Table.from_records`, and if the scale is not positive.

    >>> luke = {"id": "luke", "kind": "x-wing", "x": 1000, "y": 2018, "heading": 0}
    >>> table = from_pixels([luke], size=(2583, 2583))
    >>> table["luke"].pose
    Pose(x=353.98230088495575, y=200.0, heading=90.0)
    >>> table.quantum
    Quantum(length=0.35398230088495575, degrees=1.0)
    """
    _check(px_per_mm)
    _check(degrees, "degrees")
    width, height = _size(size)
    table = Table.from_records(
        [_placed(row, height, px_per_mm) for row in rows_of(rows)],
        game=game,
        area=(width / px_per_mm, height / px_per_mm),
        quantum={"length": 1 / px_per_mm, "degrees": degrees},
        **words,
    )
    if table.unit != "mm":
        raise ValueError(f"px_per_mm is for games that count in mm; {game} counts in {table.unit}")
    return table


def _placed(row: Record, height: float, scale: float) -> Record:
    """Return a row in the measures of a table; what is no number there is left to be refused."""
    x, y, heading = row.get("x"), row.get("y"), row.get("heading", 0.0)
    placed = dict(row)
    if _is_number(x):
        placed["x"] = x / scale
    if _is_number(y):
        placed["y"] = (height - y) / scale
    placed["heading"] = heading + UP if _is_number(heading) else heading
    return placed


def to_pixels(
    table: Table, *, px_per_mm: float = PX_PER_MM, degrees: float = 1.0
) -> list[dict[str, Any]]:
    """Return a row for each piece of a table, as a board keeps it; undoes :func:`from_pixels`.

    Parameters
    ----------
    table
        A table whose game counts in millimetres.
    px_per_mm, degrees
        As for :func:`from_pixels`.

    Returns
    -------
    list of dict
        As :meth:`Table.records`, but ``x`` and ``y`` are the nearest whole pixels from the upper
        left corner, and ``heading`` is the nearest step, counter-clockwise from the top: 0 to 360.

    Raises
    ------
    ValueError
        If the scale or the step is not positive.
    """
    _check(px_per_mm)
    _check(degrees, "degrees")
    height = round(table.area[1] * px_per_mm)
    return [
        {
            **row,
            "x": round(row["x"] * px_per_mm),
            "y": round(height - row["y"] * px_per_mm),
            "heading": round((row["heading"] - UP) / degrees) * degrees % 360.0,
        }
        for row in table.records()
    ]


def _check(step: object, name: str = "px_per_mm") -> None:
    if isinstance(step, bool) or not isinstance(step, int | float):
        raise TypeError(f"{name} takes a number, got {step!r:.60}")
    if not 1 / GREATEST <= step <= GREATEST:
        raise ValueError(f"{name} = {step}: expected a number above zero, up to {GREATEST:g}")


def _size(size: object) -> tuple[float, float]:
    pair = tuple(size) if isinstance(size, Iterable) and not isinstance(size, str) else ()
    if len(pair) != 2 or not all(map(_is_number, pair)):
        raise TypeError(f"size takes width and height in pixels, got {size!r:.60}")
    return pair


def _is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a number that a float holds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max
