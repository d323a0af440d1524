"""``tablesim perft``: how many ways a game can go, to compare two programs of its rules."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .command import Command, UsageError, add_json, add_option, count
from .output import print_json

if TYPE_CHECKING:
    from ..protocol import State


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument(
        "--depth", type=count, required=True, metavar="N", help="how many steps, chance included"
    )
    parser.add_argument(
        "--divide", action="store_true", help="count below each first step on its own"
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="from this position (JSON), not from the start"
    )
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    add_option(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count, and say how long it took."""
    if args.divide and args.depth == 0:
        raise UsageError("--divide needs a --depth of 1 or more")
    state = _state(args)
    began = perf_counter()
    try:
        counts = _divided(state, args.depth) if args.depth else {}
    except RecursionError:
        raise UsageError(f"--depth {args.depth} is more than can be counted") from None
    nodes = sum(counts.values()) if args.depth else 1
    seconds = perf_counter() - began
    if args.json:
        divided = {"divide": counts} if args.divide else {}
        print_json(game=args.game, depth=args.depth, nodes=nodes, **divided)
        return 0
    for step, number in counts.items() if args.divide else ():
        print(f"{step}: {number}")
    print(f"{args.game}, depth {args.depth}: {nodes} ways, {seconds:.2f} s")
    return 0


def _state(args: argparse.Namespace) -> State[Any]:
    from ..protocol import registry
    from .gaming import begin, chosen, position

    game = registry.game(args.game)
    if args.position is None:
        usual = 2 if 2 in game.seats else game.seats[0]
        seats = usual if args.seats is None else args.seats
        return begin(game, seats, chosen(game, args.option))
    if args.seats is not None or args.option:
        raise UsageError("--position says all about the game: leave out --seats and --option")
    return position(game, args.position)


def _divided(state: State[Any], depth: int) -> dict[str, int]:
    """Return the count below each first step, as ``protocol.divide`` does, with progress."""
    from ..protocol.perft import branches, perft
    from ..protocol.state import step_text
    from .gaming import bar

    steps = branches(state)
    counts = {}
    with bar("steps", len(steps)) as progress:
        for step in steps:
            counts[step_text(step)] = perft(state.apply(step, check=False), depth - 1)
            progress.update()
    return counts


COMMAND = Command(
    "perft",
    "count the ways a game can go, to compare programs of its rules",
    """Moves and chance are steps alike.  Chance with more than 36 outcomes gives just one, the one
that the digest of the position decides.

examples:
  tablesim perft guardians --depth 3
  tablesim perft number_fields --depth 2 --divide --seats 3
  tablesim perft guardians --depth 1 --position "$(tablesim replay g.jsonl --step 9 --state)\"""",
    _options,
    run,
)
