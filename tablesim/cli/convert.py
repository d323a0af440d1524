"""``tablesim convert``: positions from and to the files of other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadData, Mistake
from .access import trying
from .command import Command, UsageError, file_name
from .output import Outputs
from .source import located, read

if TYPE_CHECKING:
    from ..table import Table

_IN = (".toml", ".json", ".vsav", ".csv", ".parquet")
_OUT = (".toml", ".geojson", ".csv", ".parquet")
_ROWS = (".csv", ".parquet")


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="IN", type=file_name, help=f"what to read: {', '.join(_IN)}"
    )
    parser.add_argument(
        "out", metavar="OUT", type=file_name, help=f"what to write: {', '.join(_OUT)}"
    )
    parser.add_argument("--game", help="the game of a .csv, which does not say it")


def run(args: argparse.Namespace) -> int:
    """Read a position in one form and write it in another."""
    source, target = args.file.suffix.lower(), args.out.suffix.lower()
    _check(args.file, _IN)
    _check(args.out, _OUT)
    if args.game and source not in _ROWS:
        raise UsageError(f"--game is for a .csv; {args.file.name} says its game itself")
    named = _read(args.file, source, args.game)
    with Outputs() as outputs:
        outputs.add(args.out, _writer(args, named, target))
    pieces = sum(len(table.pieces) for table in named.values())
    terrain = sum(len(table.terrain) for table in named.values())
    print(f"{args.out}: written, pieces {pieces}, obstacles {terrain}")
    return 0


def _check(path: Path, endings: tuple[str, ...]) -> None:
    if path.suffix.lower() not in endings:
        known = ", ".join(endings)
        raise UsageError(f"'{path}' is of no form that is known here: expected one of {known}")


def _read(path: Path, ending: str, game: str | None) -> dict[str, Table]:
    """Return the positions of a file by name, and tell what was left out."""
    if ending == ".toml":
        return {"": read(path)}
    from ..interop import tables, tts, vassal

    with trying("read", path):
        if ending == ".csv" and game is None:
            return _rows_of_no_game(path)
        if ending in _ROWS:
            return tables.load(path, game=game)
        imported = (tts if ending == ".json" else vassal).load(path)
    if imported.notes:
        print(located(imported.notes, imported.source), file=sys.stderr)
    return {"": imported.table}


def _rows_of_no_game(path: Path) -> dict[str, Table]:
    """Return the positions of a .csv; if they are of a game, say how to tell it."""
    from ..interop import tables

    try:
        return tables.load(path)
    except BadData as error:
        hint = Mistake("a .csv does not say its game: if it has one, say it with --game")
        raise BadData([hint, *error.mistakes], error.source) from None


def _writer(
    args: argparse.Namespace, named: dict[str, Table], ending: str
) -> Callable[[Path], object]:
    from ..interop import geojson, tables

    if ending in _ROWS:
        return partial(tables.save, named if len(named) > 1 else next(iter(named.values())))
    if len(named) > 1:
        names = ", ".join(named)
        raise UsageError(f"{args.file} holds several positions ({names}); {args.out} holds one")
    (table,) = named.values()
    return table.save if ending == ".toml" else partial(geojson.save, table)


COMMAND = Command(
    "convert",
    "read positions from other programs' files, or write theirs",
    """Read: position files (.toml), saves of Tabletop Simulator (.json) and of VASSAL (.vsav) with
X-Wing tables, rows of pieces (.csv, .parquet).  Written: position files, GeoJSON, rows.  What was
left out is told with its place.

examples:
  tablesim convert save.json table.toml
  tablesim convert game.vsav table.toml
  tablesim convert shot.toml shot.geojson
  tablesim convert rows.csv table.toml --game xwing""",
    _options,
    run,
)
