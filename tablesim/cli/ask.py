"""``tablesim ask``: questions about a position, answered with margin, reason and picture."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .access import check_place
from .command import Command, UsageError, add_file, add_json, add_picture, add_policy
from .output import Outputs, print_json
from .questions import as_words, ask_all, from_words, what_to_ask
from .source import read_judged

if TYPE_CHECKING:
    from ..games.xwing.odds import Odds
    from ..studies import Confidence
    from ..table import Judge, Question, Table
    from ..verdict import Verdict


class _Answer(NamedTuple):
    """What was asked, what came of it, where it is drawn, and how sure it is."""

    question: Question
    verdict: Verdict
    picture: Path | None
    confidence: Confidence | None
    odds: Odds | None


def _options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="METHOD NAME",
        help="one question, as 'attack luke academy'; without it, all questions of the file",
    )
    add_json(parser)
    add_picture(parser)
    add_policy(parser)
    parser.add_argument(
        "--odds", action="store_true", help="also the exact odds of each attack, by all its dice"
    )
    add_errors(parser)


def add_errors(parser: argparse.ArgumentParser) -> None:
    """Add how exactly things stand, and how many positions are drawn."""
    errors = parser.add_argument_group(
        "placement errors", "also tell how often a table would read it so; that is no ruling"
    )
    errors.add_argument(
        "--error-mm",
        type=_error,
        metavar="MM",
        help="how exactly each piece was placed, along x and along y: one sigma in millimetres",
    )
    errors.add_argument(
        "--error-deg",
        type=_error,
        metavar="DEG",
        help="how exactly it was turned: one sigma in degrees; without one of the two it is 0",
    )
    errors.add_argument(
        "--samples",
        type=partial(_whole, least=1),
        metavar="N",
        help="how many positions to draw (2000)",
    )
    errors.add_argument(
        "--seed", type=partial(_whole, least=0), metavar="N", help="which ones to draw (0)"
    )


def _error(text: str) -> float:
    """Read an error: a number, zero or more."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError(f"expected a number, zero or more, got {text!r}")
    return value


def _whole(text: str, least: int) -> int:
    """Read a whole number that is not too small, and fits into 64 bits."""
    if not (text.isascii() and text.isdigit() and least <= int(text) < 2**64):
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} on, got {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Answer one question, or all of the file."""
    table, judge = read_judged(args.file, args.policy)
    if not (args.words or table.questions):
        raise UsageError(what_to_ask(table, args.file))
    if args.picture:
        check_place(args.picture)
    answers = _answers(args, table, judge)
    with Outputs() as outputs:
        for answer in answers:
            if answer.picture:
                save = partial(answer.verdict.save, theme=args.theme, whole=args.whole)
                outputs.add(answer.picture, save)
    if not args.json:
        blocks = [_block(table, answer, asked=not args.words) for answer in answers]
        print("\n\n".join(blocks))
    elif args.words:
        print_json(file=str(args.file), **_data(answers[0]))
    else:
        print_json(file=str(args.file), answers=[_data(answer) for answer in answers])
    return 0


def _answers(args: argparse.Namespace, table: Table, judge: Judge) -> list[_Answer]:
    found: Sequence[tuple[Question, Verdict]]
    if args.words:
        question = from_words(table, args.words)
        found = [(question, judge.ask(question))]
    else:
        found = ask_all(judge, table, args.file)
    pictures = _pictures(args.picture, len(found))
    return [
        _Answer(
            question, verdict, picture, _confidence(args, table, question), _odds(args, verdict)
        )
        for (question, verdict), picture in zip(found, pictures, strict=True)
    ]


def _confidence(args: argparse.Namespace, table: Table, question: Question) -> Confidence | None:
    """Return how sure the answer is, if placement errors are given."""
    if args.error_mm is None and args.error_deg is None:
        if args.samples is not None or args.seed is not None:
            raise UsageError("--samples and --seed are of use only with --error-mm or --error-deg")
        return None
    from ..api import confidence
    from .gaming import bar

    samples = args.samples or 2000
    with bar("samples", samples) as shown:
        return confidence(
            table,
            question.ask,
            mm=args.error_mm or 0.0,
            deg=args.error_deg or 0.0,
            samples=samples,
            seed=args.seed or 0,
            policies=dict(args.policy),
            progress=lambda done, _: shown.update(done - shown.n),
            **dict[str, Any](question.parameters),
        )


def _odds(args: argparse.Namespace, verdict: Verdict) -> Odds | None:
    """Return the odds of an attack, if they are asked for; nothing else has any."""
    ask = getattr(verdict, "odds", None)
    if not args.odds:
        return None
    if ask is None:
        if args.words:
            raise UsageError(f"--odds are those of an attack, not of {args.words[0]!r}")
        return None
    found: Odds | None = ask()
    return found


def _pictures(path: Path | None, count: int) -> list[Path | None]:
    """Return where each answer is drawn: numbered before the ending if there are several."""
    if path is None or count == 1:
        return [path] * count
    return [path.with_stem(f"{path.stem}-{n}") for n in range(1, count + 1)]


def _block(table: Table, answer: _Answer, *, asked: bool) -> str:
    """Return an answer in words, below its question if that was not said on the command line."""
    question, verdict, picture, confidence, odds = answer
    lines = [verdict.answer, verdict.detail, *([str(odds)] if odds else ())]
    lines += confidence.lines if confidence else ()
    if picture:
        lines.append(f"picture: {picture}")
    if asked:
        head = as_words(question, table.catalogue.questions[question.ask])
        lines = [head, *(f"  {line}" for line in lines)]
    return "\n".join(lines)


def _data(answer: _Answer) -> dict[str, Any]:
    question, verdict, picture, confidence, odds = answer
    data = {"question": {"ask": question.ask, **question.parameters}, **verdict.to_json()}
    if odds:
        data["odds"] = odds.to_json()
    if confidence:
        data["confidence"] = confidence.to_json()
    if picture:
        data["picture"] = str(picture)
    return data


COMMAND = Command(
    "ask",
    "answer the questions of a position file, or one question",
    """Without further words the questions of the file are answered.  With words, one question:
its method, then the names that the method needs, in their order; further parameters as
NAME=VALUE.  A file without questions makes the command say what may be asked.
With several questions, --picture OUT.svg writes OUT-1.svg, OUT-2.svg, ...

examples:
  tablesim ask shot.toml
  tablesim ask shot.toml attack luke academy --picture shot.svg
  tablesim ask shot.toml attack luke academy arc=front --policy attack_range=closest
  tablesim ask shot.toml attack luke academy --error-mm 0.5 --error-deg 0.5
  tablesim ask shot.toml attack luke academy --odds
  tablesim ask shot.toml maneuver luke turn left 2 --json""",
    _options,
    run,
)
