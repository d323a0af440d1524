"""``tablesim bench``: how fast it is, beside rivals in the same run."""

from __future__ import annotations

import argparse

from .command import Command, UsageError, add_json
from .output import print_json


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="*", metavar="WORD", help="only what has such a word in it")
    parser.add_argument("--repeat", type=int, default=5, help="rounds, the best counts (default 5)")
    parser.add_argument(
        "--growth",
        action="store_true",
        help="how times grow with pieces, samples and workers, beside the machine's limits",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Time everything, or what some words name."""
    from .. import bench

    if args.repeat < 1:
        raise UsageError(f"--repeat takes 1 or more, got {args.repeat}")
    if args.growth:
        return _growth(args)
    cases = bench.all_cases()
    if args.cases:
        cases = [case for case in cases if any(word in case.name for word in args.cases)]
        if not cases:
            known = ", ".join(repr(case.name) for case in bench.all_cases())
            raise UsageError(f"nothing is called {' or '.join(args.cases)}; there are {known}")
    timings = bench.run(cases, repeat=args.repeat)
    if args.json:
        print_json(machine=bench.machine(), timings=[timing.to_json() for timing in timings])
        return 0
    print(", ".join(f"{what} {which}" for what, which in bench.machine().items()), flush=True)
    for line in bench.report(timings):
        print(line, flush=True)
    return 0


def _growth(args: argparse.Namespace) -> int:
    from .. import bench

    if args.cases:
        raise UsageError("--growth takes no words: it times all curves")
    points = bench.curves()
    if args.json:
        print_json(machine=bench.machine(), growth=[point._asdict() for point in points])
        return 0
    for point in points:
        print(point, flush=True)
    return 0


COMMAND = Command(
    "bench",
    "time the engine beside its rivals",
    """Ratios hold when the speed of a machine does not. For example:

  tablesim bench
  tablesim bench back-off --repeat 20
  tablesim bench --growth
""",
    _options,
    run,
)
