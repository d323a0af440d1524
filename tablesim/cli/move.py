"""``tablesim move``: where a maneuver ends, and the table after it."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_file, add_json, add_picture, add_policy, position_file
from .output import Outputs, print_json
from .source import read_judged

if TYPE_CHECKING:
    from ..table import Question, Table


def _options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("id", metavar="ID", help="the ship or model that moves")
    parser.add_argument(
        "maneuver",
        nargs="+",
        metavar="MANEUVER",
        help="as 'turn left 2'; in unforged the way from corner to corner, as '10,5 12,5,3'",
    )
    parser.add_argument(
        "-o",
        dest="after",
        metavar="AFTER",
        type=position_file,
        help="write the table after the move as a position file",
    )
    parser.add_argument(
        "--at",
        metavar="PLACE",
        default="middle",
        help="where at the end of the template, for a tallon roll: middle, front or back",
    )
    add_json(parser)
    add_picture(parser)
    add_policy(parser)


def _question(table: Table, args: argparse.Namespace) -> Question:
    """Return the question of the game about a move: a maneuver, or a way over the ground."""
    from ..table import Question

    words = " ".join(args.maneuver)
    if "maneuver" in table.catalogue.questions:
        return Question("maneuver", id=args.id, text=words, at=args.at)
    return Question("path", id=args.id, points=words)


def run(args: argparse.Namespace) -> int:
    """Judge a maneuver, and write what comes of it."""
    table, judge = read_judged(args.file, args.policy)
    move: Any = judge.ask(_question(table, args))
    if args.after and not move.legal:
        raise UsageError(f"{args.after} is not written: {move.answer}")
    written = {"after": args.after, "picture": args.picture}
    said = {what: str(path) for what, path in written.items() if path}
    with Outputs() as outputs:
        if args.after:
            outputs.add(args.after, move.table.save)
        if args.picture:
            outputs.add(args.picture, partial(move.save, theme=args.theme, whole=args.whole))
    if args.json:
        print_json(file=str(args.file), **move.to_json(), **said)
    else:
        print("\n".join([move.answer, move.detail, *(f"{k}: {v}" for k, v in said.items())]))
    return 0


COMMAND = Command(
    "move",
    "judge where a maneuver ends, and write the table after it",
    """A maneuver that is not legal is answered, too; only -o then refuses to write.

examples:
  tablesim move shot.toml luke turn left 2
  tablesim move shot.toml luke koiogran 4 -o after.toml --picture move.svg""",
    _options,
    run,
)
