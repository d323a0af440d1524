"""``tablesim ask``: questions about a position, answered with margin, reason and picture."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_file, add_json, add_picture, add_policy
from .output import Outputs, print_json
from .questions import as_words, ask_all, from_words, what_to_ask
from .source import read_judged

if TYPE_CHECKING:
    from ..games.xwing.judge import Judge
    from ..table import Question, Table
    from ..verdict import Verdict

    Answer = tuple[Question, Verdict, Path | None]
    """What was asked, what came of it, and where it is drawn."""


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


def run(args: argparse.Namespace) -> int:
    """Answer one question, or all of the file."""
    table, judge = read_judged(args.file, args.policy)
    if not (args.words or table.questions):
        raise UsageError(what_to_ask(table, args.file))
    answers = _answers(args, table, judge)
    with Outputs() as outputs:
        for _, verdict, picture in answers:
            if picture:
                outputs.add(picture, partial(verdict.save, theme=args.theme, whole=args.whole))
    if not args.json:
        blocks = [_block(table, answer, asked=not args.words) for answer in answers]
        print("\n\n".join(blocks))
    elif args.words:
        print_json(file=str(args.file), **_data(answers[0]))
    else:
        print_json(file=str(args.file), answers=[_data(answer) for answer in answers])
    return 0


def _answers(args: argparse.Namespace, table: Table, judge: Judge) -> list[Answer]:
    if args.words:
        question = from_words(table, args.words)
        return [(question, judge.ask(question), args.picture)]
    found = ask_all(judge, table, args.file)
    pictures = _pictures(args.picture, len(found))
    return [(*answer, picture) for answer, picture in zip(found, pictures, strict=True)]


def _pictures(path: Path | None, count: int) -> list[Path | None]:
    """Return where each answer is drawn: numbered before the ending if there are several."""
    if path is None or count == 1:
        return [path] * count
    return [path.with_stem(f"{path.stem}-{n}") for n in range(1, count + 1)]


def _block(table: Table, answer: Answer, *, asked: bool) -> str:
    """Return an answer in words, below its question if that was not said on the command line."""
    question, verdict, picture = answer
    lines = [verdict.answer, verdict.detail, *([f"picture: {picture}"] if picture else [])]
    if asked:
        head = as_words(question, table.catalogue.questions[question.ask])
        lines = [head, *(f"  {line}" for line in lines)]
    return "\n".join(lines)


def _data(answer: Answer) -> dict[str, Any]:
    question, verdict, picture = answer
    data = {"question": {"ask": question.ask, **question.parameters}, **verdict.to_json()}
    return {**data, "picture": str(picture)} if picture else data


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
  tablesim ask shot.toml maneuver luke turn left 2 --json""",
    _options,
    run,
)
