"""``tablesim sheet``: what a game has to print, at exactly 1:1."""

from __future__ import annotations

import argparse
from functools import partial

from ..files import write_whole
from .command import Command, UsageError, file_name
from .output import Outputs


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game, for instance xwing")
    parser.add_argument(
        "-o", dest="out", metavar="OUT.pdf", type=file_name, required=True, help="where to write"
    )
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="the paper to print on (a4)"
    )
    parser.add_argument(
        "--theme",
        choices=("print", "light"),
        default="print",
        help="print is black and white, light has colors (print)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheets of a game."""
    from ..render import sheet

    if args.out.suffix.lower() != ".pdf":
        raise UsageError(f"'{args.out}' is no sheet: expected a name that ends in .pdf")
    content = sheet.pdf(args.game, paper=args.paper, theme=args.theme)
    with Outputs() as outputs:
        outputs.add(args.out, partial(write_whole, content=content))
    print(f"sheets: {args.out}; print at 100 % (actual size), then measure the scale at the foot")
    return 0


COMMAND = Command(
    "sheet",
    "write templates, rulers, bases, boards and cards to print at 1:1",
    """Every page bears a scale of 100 mm and of 4 inches: a print is right if the scale is.

examples:
  tablesim sheet xwing -o xwing.pdf
  tablesim sheet unforged -o unforged.pdf --paper letter
  tablesim sheet wild_patterns -o cards.pdf --theme light""",
    _options,
    run,
)
