"""``tablesim draw``: the table as a picture."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from .command import Command, UsageError, add_file, add_look, picture_file
from .output import Outputs
from .source import read

if TYPE_CHECKING:
    from ..scene import Bounds
    from ..table import Table


def _options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help="show the part around these things")
    parser.add_argument(
        "-o",
        dest="out",
        metavar="OUT",
        type=picture_file,
        required=True,
        help="where to draw: .svg, .png, or .pdf at true scale",
    )
    add_look(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the table, or the part of it around some things."""
    from ..render import save

    if args.ids and args.whole:
        raise UsageError(f"--whole shows everything; leave out {' '.join(args.ids)}")
    table = read(args.file)
    scene = table.scene()
    if args.ids:
        scene = replace(scene, frame=_around(table, args.ids))
    with Outputs() as outputs:
        outputs.add(args.out, lambda path: save(scene, path, theme=args.theme, whole=args.whole))
    print(f"picture: {args.out}")
    return 0


def _around(table: Table, ids: list[str]) -> Bounds:
    """Return the part of the table around some things, with a third of its size to each side."""
    lefts, lows, rights, highs = zip(*(table[id].placed.bounds for id in ids), strict=True)
    left, low, right, high = min(lefts), min(lows), max(rights), max(highs)
    room = max(right - left, high - low) / 3
    return left - room, low - room, right + room, high + room


COMMAND = Command(
    "draw",
    "draw the table of a position file",
    """The picture of an answer is drawn by tablesim ask ... --picture OUT.

examples:
  tablesim draw shot.toml -o shot.svg
  tablesim draw shot.toml luke academy -o shot.pdf --theme print""",
    _options,
    run,
)
