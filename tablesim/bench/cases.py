"""What is timed, and how: ours and its rival in turn, in the same run."""

from __future__ import annotations

import contextlib
import math
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from ..verdict import JSON

PATIENCE = 10.0
"""After so many seconds no more rounds of a case begin."""


@dataclass(frozen=True)
class Case:
    """One thing that is timed.

    Attributes
    ----------
    name
        What is done.
    bar
        What we aim at: the time for one in milliseconds, or how often it fits into the rival's.
    ours, rival
        Do it for one input.
    rival_name
        How the rival does it.
    inputs
        What both are given in turn.
    agree
        Says whether two results mean the same.
    units
        How much was done, by the result; the time is that for one unit.
    by_ratio
        Whether the bar is a ratio, not a time.
    """

    name: str
    bar: float
    ours: Callable[[int], object]
    rival: Callable[[int], object]
    rival_name: str
    inputs: int
    agree: Callable[[object, object], bool]
    units: Callable[[object], int] = lambda _: 1
    by_ratio: bool = False


@dataclass(frozen=True)
class Timing:
    """What came out: milliseconds for one, and how often ours fits into the rival's."""

    case: Case
    ours: float
    rival: float

    @property
    def ratio(self) -> float:
        """How many times as long the rival takes."""
        return self.rival / self.ours

    def to_json(self) -> JSON:
        """Return the timing as plain JSON values, times in milliseconds."""
        return {
            "name": self.case.name,
            "bar": self.case.bar,
            "ours": self.ours,
            "rival": self.rival,
            "rival_name": self.case.rival_name,
            "ratio": self.ratio,
        }


def run(cases: Iterable[Case], *, repeat: int = 5) -> Iterator[Timing]:
    """Time every case and its rival in turn, and yield the best of some rounds.

    Parameters
    ----------
    cases
        What to time.
    repeat
        How many rounds; within each, ours and the rival take turns.  What takes long, as whole
        games do, gets fewer: none begins after :data:`PATIENCE`.

    Raises
    ------
    AssertionError
        If a rival gives another answer: then there is nothing to compare.
    """
    for case in cases:
        for i in range(case.inputs):
            ours, theirs = case.ours(i), case.rival(i)
            if not case.agree(ours, theirs):
                raise AssertionError(f"{case.name}, input {i}: {ours!r}, but the rival: {theirs!r}")
        rounds: list[tuple[float, float]] = []
        end = time.perf_counter() + PATIENCE
        while not rounds or (len(rounds) < repeat and time.perf_counter() < end):
            rounds.append((_once(case.ours, case), _once(case.rival, case)))
        best_ours, best_rival = (min(column) for column in zip(*rounds, strict=True))
        yield Timing(case, best_ours * 1e3, best_rival * 1e3)


def _once(call: Callable[[int], object], case: Case) -> float:
    start = time.perf_counter()
    units = sum(case.units(call(i)) for i in range(case.inputs))
    return (time.perf_counter() - start) / units


def machine() -> dict[str, str]:
    """Return what the times are of: the processor, Python and the libraries that count."""
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return {
        "processor": f"{name}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "shapely": version("shapely"),
    }


def report(timings: Iterable[Timing]) -> Iterator[str]:
    """Yield a table of timings, line by line, as they come in."""
    yield f"{'what':36} {'bar':>9} {'ours':>10} {'rival':>10} {'ratio':>7}  rival"
    for timing in timings:
        case = timing.case
        yield (
            f"{case.name:36} {_figures(case.bar):>6} {'x ' if case.by_ratio else 'ms'} "
            f"{_figures(timing.ours):>7} ms {_figures(timing.rival):>7} ms "
            f"{timing.ratio:>6.1f}x  {case.rival_name}"
        )


def _figures(value: float) -> str:
    """Return a positive number with three figures, without an exponent.

    >>> _figures(0.00123), _figures(0.5), _figures(1234.5)
    ('0.00123', '0.500', '1234')
    """
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"
