"""``tablesim report``: a position and its answers as one HTML file to send on."""

from __future__ import annotations

import argparse
from functools import partial

from ..files import write_whole
from .command import Command, UsageError, add_file, add_policy, file_name
from .output import Outputs
from .questions import ask_all
from .source import read


def _options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "-o", dest="out", metavar="OUT.html", type=file_name, required=True, help="where to write"
    )
    add_policy(parser)


def run(args: argparse.Namespace) -> int:
    """Answer the questions of a file, and write all of it as a page."""
    from ..api import judge
    from ..explore.report import report

    if args.out.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"'{args.out}' is no report: expected a name that ends in .html")
    table = read(args.file)
    answers = []
    if table.questions or args.policy:
        answers = ask_all(judge(table, **dict(args.policy)), table, args.file)
    # A pipe can be read only once; of a file, the comments are kept.
    text = args.file.read_text(encoding="utf-8-sig") if args.file.is_file() else None
    page = report(table, answers, text=text, name=args.file.stem)
    with Outputs() as outputs:
        outputs.add(args.out, partial(write_whole, content=page))
    count = f"{len(answers)} {'answer' if len(answers) == 1 else 'answers'}"
    print(f"report: {args.out}, {count}")
    return 0


COMMAND = Command(
    "report",
    "write a position and its answers as one HTML file",
    """The page holds the pictures, the margins, the rule numbers and the position file itself.
It needs no network, no script and no other file.

example:
  tablesim report shot.toml -o shot.html --policy attack_range=closest""",
    _options,
    run,
)
