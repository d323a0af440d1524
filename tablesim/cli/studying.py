"""What the studies of the command line share: who does them, and what they leave behind."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .access import check_place
from .command import UsageError, add_json, add_picture, count, file_name, rows_file
from .output import Outputs, print_json

if TYPE_CHECKING:
    from pathlib import Path

    from ..scene import Picture
    from ..studies import Columns


class Found(NamedTuple):
    """What came of a study.

    Attributes
    ----------
    lines
        In words.
    data
        As plain JSON values.
    columns
        As rows.
    picture
        As a picture; None of a kind that has none.
    """

    lines: Sequence[str]
    data: dict[str, Any]
    columns: Columns
    picture: Picture | None = None


def add_study(parser: argparse.ArgumentParser, *, drawn: bool = True) -> None:
    """Add what every study takes: who does it, and what it leaves behind.

    Parameters
    ----------
    parser
        The parser of one kind of study.
    drawn
        Whether that kind has a picture.
    """
    engine = parser.add_argument_group("who does it", "the result is the same with all of them")
    who = engine.add_mutually_exclusive_group()
    who.add_argument(
        "--workers", metavar="N", type=count, help="so many processes (one for each core)"
    )
    who.add_argument(
        "--cluster", metavar="ADDRESS", help="the workers of a dask scheduler: tcp://HOST:8786"
    )
    engine.add_argument(
        "--keep",
        metavar="FILE",
        type=file_name,
        help="keep what is done in this file; if it is there, go on from it",
    )
    parser.add_argument(
        "-o",
        dest="out",
        metavar="ROWS",
        type=rows_file,
        help="write the rows: .csv, .parquet or .npz",
    )
    add_json(parser)
    if drawn:
        add_picture(parser)
    else:
        parser.set_defaults(picture=None)


def report(args: argparse.Namespace, unit: str, study: Callable[..., Found]) -> int:
    """Do a study, tell what came of it, and return the exit code.

    Parameters
    ----------
    args
        The words, with those of :func:`add_study`.
    unit
        What is counted, in the plural.
    study
        Does it, given ``executor``, ``keep`` and ``progress``.

    Raises
    ------
    UsageError
        If a file cannot be written, or a number does not fit.
    """
    with _kept(args.keep):
        return _report(args, _done(args, unit, study))


def _report(args: argparse.Namespace, found: Found) -> int:
    written = {"rows": args.out, "picture": args.picture}
    with Outputs() as outputs:
        if args.out:
            outputs.add(args.out, found.columns.save)
        if args.picture:
            assert found.picture is not None, "only kinds with a picture take --picture"
            save = partial(found.picture.save, theme=args.theme, whole=args.whole)
            outputs.add(args.picture, save)
    said = {what: str(path) for what, path in written.items() if path}
    if args.json:
        print_json(**found.data, **said)
    else:
        print("\n".join([*found.lines, *(f"{what}: {path}" for what, path in said.items())]))
    return 0


def _done(args: argparse.Namespace, unit: str, study: Callable[..., Found]) -> Found:
    from ..studies import cluster, processes
    from .gaming import bar

    if args.workers == 0:
        raise UsageError("--workers takes a whole number from 1 on, got 0")
    for path in (args.keep, args.out, args.picture):
        if path:
            check_place(path)
    engine = cluster(args.cluster) if args.cluster else processes(args.workers)
    with engine as executor, bar(unit) as shown:

        def progress(done: int, total: int) -> None:
            shown.total = total
            shown.update(done - shown.n)

        try:
            return study(executor=executor, keep=args.keep, progress=progress)
        except ValueError as error:
            if type(error) is not ValueError:  # it has a kind, and says more than its text
                raise
            raise UsageError(str(error)) from None


@contextmanager
def _kept(path: Path | None) -> Iterator[None]:
    """Say how to go on if the study is ended, also while its processes end or its files appear."""
    try:
        yield
    except KeyboardInterrupt:
        if path and path.exists():
            print(f"\nwhat is done is kept in {path}: say the same again", file=sys.stderr)
        raise
