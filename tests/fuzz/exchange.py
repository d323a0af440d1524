"""Files of other programs: squads, saves, rows and boards."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tablesim as ts
from tablesim.interop import tables, xws
from tablesim.interop.board import from_pixels, to_pixels
from tablesim.table import files

from .check import json_of, require, require_numbers, text_of


def squad(raw: bytes) -> None:
    squad = xws.loads(text_of(raw))
    squad.why_illegal()
    require(xws.loads(xws.dumps(squad)).text == squad.text, "the squad does not come back")


def imported(load: Callable[[Any], Any], given: Any) -> None:
    found = load(given)
    require(all(note.warning and note.message for note in found.notes), "a note says nothing")
    require(files.loads(found.table.dumps()) == found.table, "the table does not come back")


def rows(raw: bytes) -> None:
    """Read a CSV, and write it again."""
    named = tables.loads(text_of(raw), game="xwing")
    require(tables.loads(tables.dumps(named), game="xwing") == named, "the rows do not come back")


def parquet(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        path.write_bytes(raw)
        named = tables.load(path)
        require(path.read_bytes() == raw, "the file was changed")
        tables.dumps(named)


def parquets() -> list[bytes]:
    return [tables._parquet(table) for table in (ts.example("disputed-shot"), ts.example("ruin"))]


def board(raw: bytes) -> None:
    """Read a board of pixels, and write it again."""
    data = json_of(raw)
    if not isinstance(data, dict):
        return
    words = {key: data[key] for key in ("px_per_mm", "degrees", "game") if key in data}
    table = from_pixels(data.get("rows", []), size=data.get("size"), **words)
    words.pop("game", None)
    require_numbers(to_pixels(table, **words), "the board")


BOARD = {
    "rows": [
        {"id": "luke", "kind": "x-wing", "x": 1000, "y": 2018, "heading": 0, "seat": 0},
        {"id": "vader", "kind": "tie-advanced", "x": 1200, "y": 400, "heading": 180, "stress": 1},
    ],
    "size": [2583, 2583],
    "px_per_mm": 2.825,
    "degrees": 1,
}
