"""``tablesim study confidence``, ``map`` and ``dials``: many positions around one."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from .ask import add_errors
from .command import Command, UsageError, add_file, add_policy, number
from .questions import from_words
from .source import read_judged
from .studying import Found, add_study, report


def _question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="+", metavar="METHOD NAME", help="the question, as 'attack luke academy'"
    )


def _confidence_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    _question(parser)
    add_errors(parser)
    add_policy(parser)
    add_study(parser)


def confidence(args: argparse.Namespace) -> int:
    """Count what a table would read, given placement errors."""
    from ..api import confidence as study
    from ..studies import Columns

    table, _ = read_judged(args.file, args.policy)
    question = from_words(table, args.words)
    if args.error_mm is None and args.error_deg is None:
        raise UsageError("say how exactly things stand: --error-mm MM, --error-deg DEG, or both")

    def found(**engine: Any) -> Found:
        sure = study(
            table,
            question.ask,
            mm=args.error_mm or 0.0,
            deg=args.error_deg or 0.0,
            samples=args.samples or 100_000,
            seed=args.seed or 0,
            policies=dict(args.policy),
            **engine,
            **dict[str, Any](question.parameters),
        )
        rows = (
            {"aspect": aspect, "word": word, **share.to_json()}
            for aspect, seen in sure.shares.items()
            for word, share in seen.items()
        )
        return Found([sure.verdict.answer, *sure.lines], sure.to_json(), Columns.of(rows), sure)

    return report(args, "samples", found)


def _map_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("id", metavar="ID", help="what moves over the table")
    _question(parser)
    parser.add_argument(
        "--step",
        type=number,
        metavar="LENGTH",
        help="the side of a cell in the unit of the table (a 64th of its longer side)",
    )
    add_policy(parser)
    add_study(parser)


def map_(args: argparse.Namespace) -> int:
    """Ask a question wherever on the table one thing might stand."""
    from ..api import judge
    from ..studies import survey_map as study

    table, _ = read_judged(args.file, args.policy)
    table[args.id]  # if it was left out, the first word of the question stands in its place
    question = from_words(table, args.words)

    def found(**engine: Any) -> Found:
        shown = study(
            partial(judge, **dict(args.policy)), table, args.id, question, step=args.step, **engine
        )
        return Found(str(shown).splitlines(), shown.to_json(), shown.columns(), shown)

    return report(args, "cells", found)


def _ends_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("id", metavar="SHIP", help="the ship")
    add_policy(parser)
    add_study(parser)


def ends(args: argparse.Namespace) -> int:
    """Fly every maneuver of a dial."""
    from ..studies import ends as study
    from ..studies.columns import in_lines
    from ..table import Question

    table, judge = read_judged(args.file, args.policy)
    if table.game != "xwing":
        raise UsageError(f"dials are flown in xwing, not in {table.game}")

    def found(**_: Any) -> Found:
        reach: Any = judge.ask(Question("reach", id=args.id))
        rows = study(reach)
        data = {"ship": args.id, "ends": list(rows.rows)}
        return Found([reach.answer, *in_lines(rows, 1)], data, rows, reach)

    return report(args, "maneuvers", found)


def _dials_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("ships", nargs=2, metavar="SHIP", help="the two ships")
    add_policy(parser)
    add_study(parser)


def dials(args: argparse.Namespace) -> int:
    """Let two ships fly every pair of maneuvers."""
    from ..api import judge
    from ..studies import dials as study
    from ..studies.columns import in_lines

    table, _ = read_judged(args.file, args.policy)

    def found(**engine: Any) -> Found:
        both = study(partial(judge, **dict(args.policy)), table, *args.ships, **engine)
        lines = [str(both)]
        for ship, name in enumerate(both.ships):
            lines += [
                "",
                f"{name}, over all maneuvers of the other:",
                *in_lines(both.summary(ship)),
            ]
        return Found(lines, both.to_json(), both.columns(), both)

    return report(args, "maneuvers", found)


CONFIDENCE = Command(
    "study confidence",
    "how often a table would read a verdict so, given placement errors",
    """As ask --error-mm, for many more samples: 100,000 unless it is said.  It is no ruling.

example:
  tablesim study confidence shot.toml attack luke academy --error-mm 0.5 --samples 1000000""",
    _confidence_options,
    confidence,
)

MAP = Command(
    "study map",
    "the answer to a question wherever on the table one thing might stand",
    """The thing keeps its heading; in UNFORGED it stands on the highest that bears it.

examples:
  tablesim study map shot.toml luke attack academy luke --step 10 --picture threat.svg
  tablesim study map ruin.toml guard cover scout guard --picture cover.svg -o cover.csv""",
    _map_options,
    map_,
)

ENDS = Command(
    "study ends",
    "where every maneuver of a ship ends, as rows",
    """Bumps, rocks and the border count; nobody else moves.

example:
  tablesim study ends shot.toml luke -o ends.csv --picture fan.svg""",
    _ends_options,
    ends,
)

DIALS = Command(
    "study dials",
    "what two ships could do to each other after every pair of maneuvers",
    """The lower skill moves first, the other one bumps it where it ends; nobody else moves.

example:
  tablesim study dials shot.toml luke academy --picture dials.svg -o pairs.csv""",
    _dials_options,
    dials,
)
