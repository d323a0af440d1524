"""``tablesim check``: is a position file right, and if not, where and why."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadData, Mistake
from .access import refusal
from .command import Command, UsageError, add_json, file_name
from .output import print_json
from .questions import ask_all
from .source import located

if TYPE_CHECKING:
    from ..table import Table

_THINGS = {"xwing": ("ship", "obstacle"), "unforged": ("model", "terrain piece")}
"""What a game calls its pieces and terrain."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", type=file_name, help="position files (TOML)"
    )
    parser.add_argument(
        "--schema",
        metavar="GAME",
        help="check nothing, but print the JSON Schema of the position files of a game",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check files, or print a schema; return 2 if any file is wrong."""
    if args.schema is not None:
        if args.files:
            raise UsageError(f"--schema GAME stands alone; leave out {args.files[0]}")
        from ..table import json_schema

        print(json.dumps(json_schema(args.schema), indent=2))
        return 0
    if not args.files:
        raise UsageError("say which files, or --schema GAME")
    checked = [(path, *_checked(path)) for path in args.files]
    if args.json:
        print_json(files=[_data(*one) for one in checked])
    else:
        for one in checked:
            _tell(*one)
    return 0 if all(table for _, table, _ in checked) else 2


def _checked(path: Path) -> tuple[Table | None, tuple[Mistake, ...]]:
    """Return the table of a file, or None if it is wrong, and what is to be said about the file."""
    from ..api import judge
    from ..table import load

    try:
        table = load(path)
        if table.questions:  # that their words are right, only the judge can tell
            ask_all(judge(table), table, path)
    except OSError as error:
        return None, (Mistake(f"cannot be read: {refusal(error, path)}"),)
    except BadData as error:
        return None, error.mistakes
    return table, table.warnings


def _tell(path: Path, table: Table | None, mistakes: tuple[Mistake, ...]) -> None:
    if mistakes:
        print(located(mistakes, str(path)), file=sys.stderr, flush=True)
    if table is None:
        print(f"{path}: {_count(len(mistakes), 'mistake')}", file=sys.stderr, flush=True)
        return
    piece, terrain = _THINGS.get(table.game or "", ("piece", "obstacle"))
    said = [
        _count(len(table.pieces), piece),
        _count(len(table.terrain), terrain),
        _count(len(table.questions), "question"),
        *([_count(len(mistakes), "warning")] if mistakes else []),
    ]
    print(f"{path}: ok, {', '.join(said)}", flush=True)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _data(path: Path, table: Table | None, mistakes: tuple[Mistake, ...]) -> dict[str, Any]:
    counts = (
        {
            "game": table.game,
            "pieces": len(table.pieces),
            "terrain": len(table.terrain),
            "questions": len(table.questions),
        }
        if table
        else {}
    )
    said = [
        {
            "message": mistake.message,
            "line": mistake.line,
            "column": mistake.column,
            "path": mistake.path,
            "warning": mistake.warning,
        }
        for mistake in mistakes
    ]
    return {"file": str(path), "ok": table is not None, **counts, "mistakes": said}


COMMAND = Command(
    "check",
    "check position files, and show every mistake in its place",
    """Every mistake is shown as FILE:LINE:COLUMN with the line itself.
The schema lets an editor check and complete while one types.

examples:
  tablesim check shot.toml
  tablesim check positions/*.toml
  tablesim check --schema xwing > xwing.schema.json""",
    _options,
    run,
)
