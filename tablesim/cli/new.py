"""``tablesim new``: a commented position file to begin with."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from ..errors import UnknownName, did_you_mean
from ..files import write_whole
from ..resources import folder
from .command import Command, UsageError, position_file
from .output import Outputs


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"the game: {', '.join(_templates())}")
    parser.add_argument(
        "-o", dest="out", metavar="FILE", type=position_file, required=True, help="where to write"
    )
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def run(args: argparse.Namespace) -> int:
    """Write the first position file of a game."""
    known = _templates()
    if args.game not in known:
        hint = did_you_mean(args.game, known) or f"; there are some of {', '.join(known)}"
        raise UnknownName(f"no position files of a game {args.game!r}{hint}")
    if args.out.exists() and not args.force:
        raise UsageError(f"{args.out} is there already; --force replaces it")
    with Outputs() as outputs:
        outputs.add(args.out, partial(write_whole, content=known[args.game].read_bytes()))
    print(f"{args.out}: written; next: tablesim ask {args.out}")
    return 0


def _templates() -> dict[str, Path]:
    """Return the file that each game begins with."""
    return {path.stem: path for path in sorted((folder("templates") / "new").glob("*.toml"))}


COMMAND = Command(
    "new",
    "write a commented position file to begin with",
    """example:
  tablesim new xwing -o shot.toml""",
    _options,
    run,
)
