"""``tablesim replay``: a game that was played, as words, as pictures, as a film, as a page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import write_whole
from .command import (
    PART,
    THEMES,
    Command,
    UsageError,
    add_json,
    count,
    file_name,
    film_file,
    number,
)
from .output import Outputs, print_json

if TYPE_CHECKING:
    from ..protocol import Record, State

_MOMENTS = 6
"""Of a strip, unless something else is said."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="GAME.jsonl", type=file_name, help="a transcript")
    parser.add_argument(
        "--step", type=count, metavar="N", help="only the position after so many steps"
    )
    parser.add_argument(
        "--state", action="store_true", help="print that position as JSON, as perft takes it"
    )
    parser.add_argument(
        "-o",
        dest="out",
        metavar="OUT",
        type=film_file,
        help="draw it: .svg is a strip of moments, or the one of --step; .gif a film; .html a page"
        " that plays it",
    )
    parser.add_argument(
        "--moments",
        type=count,
        metavar="N",
        help=f"how many moments are drawn at most (a strip: {_MOMENTS}, a film: all)",
    )
    parser.add_argument(
        "--fps", type=number, metavar="N", default=2.0, help="moments in a second of a film"
    )
    parser.add_argument("--theme", choices=THEMES, default="light", help="colors of the picture")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Replay a game without any generator, and show it."""
    from .gaming import read_record

    _check(args)
    record = read_record(args.file, unfinished=args.file.suffix == PART)
    if args.step is not None and args.step > len(record.steps):
        raise UsageError(
            f"{args.file} has {len(record.steps)} steps: expected --step 0 to "
            f"{len(record.steps)}, got {args.step}"
        )
    if args.out:
        with Outputs() as outputs:
            outputs.add(args.out, partial(_draw, args, record))
    drawn = {"picture": str(args.out)} if args.out else {}
    if args.json:
        print_json(file=str(args.file), **_data(args, record), **drawn)
    elif args.out:
        print(f"picture: {args.out}")
    else:
        print(_words(args, record))
    return 0


def _check(args: argparse.Namespace) -> None:
    ending = args.out.suffix.lower() if args.out else ""
    if args.moments is not None and (args.out is None or args.step is not None):
        raise UsageError("--moments says how many are drawn: add -o OUT, and leave out --step")
    if args.moments == 0:
        raise UsageError("--moments takes 1 or more, got 0")
    if args.moments and ending == ".html":
        raise UsageError(f"{args.out} takes every moment: leave out --moments")
    if ending in (".gif", ".html") and args.step is not None:
        raise UsageError(f"{args.out} would be a film of one moment: draw --step to an .svg")
    if args.state and (args.step is None or args.json or args.out):
        raise UsageError("--state prints the position of --step N, and nothing else")
    if not 0 < args.fps <= 50:
        raise UsageError(f"--fps takes a number up to 50, got {args.fps:g}")


def _draw(args: argparse.Namespace, record: Record, path: Path) -> None:
    from ..render import save
    from ..render.animate import gif, moments, strip
    from .gaming import bar

    if args.step is not None:
        save(record.game.scene(_after(record, args.step)), path, theme=args.theme)
    elif path.suffix.lower() == ".html":
        _page(record, path)
    elif path.suffix.lower() == ".svg":
        headline = f"{record.game.name}: {record.result or 'broken off'}"
        scenes = moments(record, args.moments or _MOMENTS)
        save(strip(scenes, headline=headline), path, theme=args.theme)
    else:
        scenes = moments(record, args.moments)
        with bar("moments", len(scenes)) as shown:
            gif(scenes, path, fps=args.fps, theme=args.theme, progress=lambda _: shown.update())


def _page(record: Record, path: Path) -> None:
    from ..explore.front import replay_page
    from ..explore.replayer import replay_data
    from .gaming import bar

    with bar("moments", len(record.steps) + 1) as shown:
        data = replay_data(record, progress=lambda _: shown.update())
    write_whole(path, replay_page(data))


def _after(record: Record, step: int) -> State[Any]:
    """Return the position after so many steps."""
    return next(state for n, state in enumerate(record.states()) if n == step)


def _words(args: argparse.Namespace, record: Record) -> str:
    from ..protocol import playthrough
    from ..protocol.state import canonical

    if args.step is None:
        return playthrough(record).removesuffix("\n")
    state = _after(record, args.step)
    return canonical(state.encode()) if args.state else "\n".join(_moment(record, args.step, state))


def _moment(record: Record, step: int, state: State[Any]) -> Iterator[str]:
    from ..protocol import CHANCE
    from ..protocol.state import step_text

    yield f"# {step} of {len(record.steps)}"
    yield from map(str, state.events)
    yield str(state)
    if step < len(record.steps):
        who = "chance" if state.to_move == CHANCE else f"seat {state.to_move}"
        yield f"next: {who}, {step_text(record.steps[step])}"
    else:
        yield str(record.result or "broken off")


def _data(args: argparse.Namespace, record: Record) -> dict[str, Any]:
    from .gaming import told

    if args.step is not None:
        state = _after(record, args.step)
        events = [dict(event.to_json()) for event in state.events]
        now = {"step": args.step, "to_move": state.to_move, "events": events}
        return {**told(record), **now, "state": state.encode()}
    return {**told(record), "log": list(record.log())}


COMMAND = Command(
    "replay",
    "show a game that was played, in words or pictures",
    """Every step is checked against the rules: a transcript that was edited or cut off is refused,
with the line.  A game that is still played (GAME.jsonl.part) is shown as far as it went.

examples:
  tablesim replay game.jsonl
  tablesim replay game.jsonl --step 12
  tablesim replay game.jsonl -o strip.svg --moments 9
  tablesim replay game.jsonl -o game.gif --fps 4
  tablesim replay game.jsonl -o game.html""",
    _options,
    run,
)
