"""Positions as tables of rows: CSV for spreadsheets, Parquet for programs.

A row is a piece, as :meth:`Table.records` gives it, before it the name of its position if there
are several.  Lengths are in the unit of the game.  Lists and shapes are written as JSON in their
cell.  A table of rows holds pieces alone: no terrain, no questions, and only Parquet the game and
its area.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import BadData, Mistake, TablesimError
from ..files import write_whole
from ..table import KeySpec, Piece, Table, TableSpec
from ..table.check import shown
from ..table.keys import things
from ..table.records import pieces_of
from .saves import REFUSED, decoded, read_bytes

POSITION = "position"
"""The column that names the position of a row."""

ENDINGS = (".csv", ".parquet")

Positions = Mapping[str, Table]
"""Tables by name."""

_ABOUT = b"tablesim"
"""The key of the metadata of a Parquet file that holds game and area."""

_PLACES = {"x": float, "y": float}

_MEANT = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list [...]",
    dict: "a table {...}",
}
"""What a cell holds that is no text."""


def save(positions: Table | Positions, path: str | Path) -> Path:
    """Write a table, or several by name, whole or not at all, and return the path.

    Parameters
    ----------
    positions
        Tables of one game.
    path
        Where to write: ``.csv`` or ``.parquet``.

    Raises
    ------
    ValueError
        If the ending is neither, or the tables are not of one game.
    TablesimError
        If pyarrow, which Parquet takes, is not installed.
    OSError
        If the place cannot be written; a file that was there stays as it was.
    """
    target = Path(path)
    plain = _ending(target) == ".csv"
    return write_whole(target, dumps(positions) if plain else _parquet(positions))


def load(path: str | Path, *, game: str | None = None, **words: Any) -> dict[str, Table]:
    """Read the positions of a file.

    Parameters
    ----------
    path
        A ``.csv`` or ``.parquet`` file.
    game, **words
        As of :class:`Table`, for all positions; what a Parquet file says of it need not be said.

    Returns
    -------
    dict
        Tables by name; a file without names holds one, called ``""``.

    Raises
    ------
    BadData
        If the file cannot be used: with the line and the column of each wrong cell.
    UnknownName, ValueError
        If there is no such game, or the ending is neither.
    TablesimError
        If pyarrow, which Parquet takes, is not installed.
    OSError
        If the file cannot be read at all.
    """
    source, raw = str(path), read_bytes(Path(path))
    if _ending(Path(path)) == ".csv":
        return loads(decoded(raw, source), game=game, source=source, **words)
    source += "#rows"  # its places are rows, not lines of text
    rows, about = _rows_of_parquet(raw, source)
    said = {"game": game, **words}
    given = {key: value for key, value in said.items() if value is not None}
    numbered = [(number, row) for number, row in enumerate(rows, 1)]
    return _positions(numbered, source, **{**about, **given})


def dumps(positions: Table | Positions) -> str:
    r"""Return a table, or several by name, as CSV.

    >>> from tablesim.table import Piece
    >>> table = Table("xwing").add(Piece("luke", kind="x-wing", at=(450, 300), heading=90))
    >>> dumps(table)
    'id,kind,base,seat,x,y,heading\nluke,x-wing,small,,450.0,300.0,90.0\n'
    """
    rows, _ = _rows(positions)
    text = io.StringIO()
    writer = csv.DictWriter(text, _columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _written(value) for key, value in row.items()} for row in rows)
    return text.getvalue()


def loads(
    text: str, *, game: str | None = None, source: str = "<text>", **words: Any
) -> dict[str, Table]:
    r"""Read the positions of a CSV text, whose first line names the columns; see :func:`load`.

    >>> loads("id,kind,x,y\nluke,x-wing,450,300", game="xwing")[""]["luke"].pose.point
    (450.0, 300.0)
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        lines = [(reader.line_num, cells) for cells in reader if cells]
    except csv.Error as error:
        raise BadData([Mistake(f"this is no CSV: {error}", reader.line_num)], source) from None
    if not lines:
        raise BadData([Mistake("the file is empty; the first line names the columns")], source)
    (line, columns), *rest = lines
    twice = {column for column in columns if columns.count(column) > 1}
    if twice:
        message = f"the column {shown(min(twice))} stands there twice"
        raise BadData([Mistake(message, line)], source)
    wrong = [
        Mistake(f"expected {len(columns)} cells, as in the first line, got {len(cells)}", line)
        for line, cells in rest
        if len(cells) != len(columns)
    ]
    if wrong:
        raise BadData(wrong, source)
    rows = [(line, dict(zip(columns, cells, strict=True))) for line, cells in rest]
    return _positions(rows, source, game=game, **words)


# ---- out ------------------------------------------------------------------------------------


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"{path.name!r}: expected a name that ends in .csv or .parquet")
    return ending


def _rows(positions: Table | Positions) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the rows of all positions, and what the tables say of themselves alike."""
    named = {"": positions} if isinstance(positions, Table) else dict(positions)
    tables = list(named.values())
    kinds = {(table.game, table.area, table.unit) for table in tables}
    if len(kinds) > 1:
        listed = ", ".join(sorted(map(str, kinds)))
        raise ValueError(f"positions in one file share game and area, got {listed}")
    rows = [
        {**({POSITION: name} if name else {}), **row}
        for name, table in named.items()
        for row in table.records()
    ]
    about = [{"game": table.game, "area": list(table.area)} for table in tables[:1]]
    return rows, about[0] if about else {}


def _columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    usual = dict.fromkeys(("id", "kind", "base", "seat", "x", "y", "heading"))
    columns = usual | {key: None for row in rows for key in row}
    first = [key for key in columns if key == POSITION]
    return [*first, *(key for key in columns if key != POSITION)]


def _written(value: Any) -> Any:
    """Return a value as a cell: lists and shapes as JSON."""
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return "" if value is None else value


def _parquet(positions: Table | Positions) -> bytes:
    arrow, parquet = _pyarrow()
    rows, about = _rows(positions)
    columns = {
        column: [
            json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
            for value in (row.get(column) for row in rows)
        ]
        for column in _columns(rows)
    }
    table = arrow.table(columns).replace_schema_metadata({_ABOUT: json.dumps(about)})
    buffer = io.BytesIO()
    parquet.write_table(table, buffer)
    return buffer.getvalue()


def _pyarrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        message = "Parquet needs pyarrow, which is not installed: pip install 'tablesim[batch]'"
        raise TablesimError(message) from None


# ---- in -------------------------------------------------------------------------------------


def _rows_of_parquet(raw: bytes, source: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    arrow, parquet = _pyarrow()
    try:
        table = parquet.read_table(io.BytesIO(raw))
        about = json.loads((table.schema.metadata or {}).get(_ABOUT, b"{}"))
        rows: list[dict[str, Any]] = table.to_pylist()
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise BadData([Mistake(f"this is no Parquet file: {error}")], source) from None
    try:
        Table(**about)
    except REFUSED as error:
        message = f"what the file says of its table cannot be: {error}"
        raise BadData([Mistake(message)], source) from None
    return rows, about


def _positions(
    rows: Iterable[tuple[int, dict[str, Any]]],
    source: str,
    *,
    game: str | None = None,
    **words: Any,
) -> dict[str, Table]:
    """Return the tables that numbered rows state."""
    empty = Table(game, **words)
    specs = things(empty.catalogue)["piece"]
    assert isinstance(specs, TableSpec)
    wrong: list[Mistake] = []
    named: dict[str, list[tuple[int, Piece]]] = {}
    for line, row in rows:
        try:
            read = {key: _cell(key, value, specs.keys.get(key)) for key, value in row.items()}
            pieces = named.setdefault(str(read.pop(POSITION, None) or ""), [])
            pieces += ((line, piece) for piece in pieces_of([read], empty.catalogue))
        except REFUSED as error:
            wrong.append(Mistake(str(error).removeprefix("row 0: "), line))
    if wrong:
        raise BadData(wrong, source)
    if not named:
        return {"": empty}
    return {name: _table(empty, pieces, source) for name, pieces in named.items()}


def _table(empty: Table, pieces: Sequence[tuple[int, Piece]], source: str) -> Table:
    """Return a table with some pieces on it, which may name one another."""
    try:
        return empty.add(*(piece for _, piece in pieces))
    except REFUSED as error:
        message = str(error)
    # The message names the piece; of two with one name it is the later one.
    lines = [line for line, piece in pieces if repr(piece.id) in message]
    raise BadData([Mistake(message, lines[-1] if lines else pieces[0][0])], source)


def _cell(key: str, value: Any, spec: KeySpec | None) -> Any:
    """Return the value of a cell: what is text in the file may be a number, a list or a shape.

    Raises
    ------
    ValueError
        If it is none of what its column may hold.
    """
    if value == "":
        return None
    types = spec.types if spec else (_PLACES.get(key, str),)
    if not isinstance(value, str) or str in types:
        return value
    try:
        read = json.loads(value, parse_int=_number, parse_constant=str)
    except (ValueError, RecursionError):
        read = value
    if isinstance(read, str):
        raise ValueError(f"{key}: expected {_MEANT[types[0]]}, got {shown(value)}")
    return read


def _number(digits: str) -> float:
    """Return a whole number, as a float if it has more digits than any length."""
    return int(digits) if len(digits) < 20 else float(digits)
