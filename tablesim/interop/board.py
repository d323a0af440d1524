"""Tables from and to boards of whole pixels, as virtual tables keep them.

Such a board has its origin in the upper left corner, y grows downwards, places are whole pixels
and headings whole degrees.  A table that comes from it states these steps as its ``quantum``, so
that every verdict says what the rounding leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..table import Table

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
    width, height = size
    table = Table.from_records(
        (_placed(row, height, px_per_mm) for row in rows),
        game=game,
        area=(width / px_per_mm, height / px_per_mm),
        quantum={"length": 1 / px_per_mm, "degrees": degrees},
        **words,
    )
    if table.unit != "mm":
        raise ValueError(f"px_per_mm is for games that count in mm; {game} counts in {table.unit}")
    return table


def _placed(row: Mapping[str, Any], height: float, scale: float) -> dict[str, Any]:
    placed = dict(row)
    if placed.get("x") is not None:
        placed["x"] = placed["x"] / scale
    if placed.get("y") is not None:
        placed["y"] = (height - placed["y"]) / scale
    placed["heading"] = (placed.get("heading") or 0.0) + UP
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


def _check(step: float, name: str = "px_per_mm") -> None:
    if not 0 < step < float("inf"):
        raise ValueError(f"{name} = {step}: expected a number above zero")
