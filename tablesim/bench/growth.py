"""How the time of one thing grows: with pieces, blockers, obstacles, samples, workers.

Beside the curves stand the limits of the machine that bulk kernels run into.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..api import Piece, Table, Terrain, confidence, example, judge
from ..games.xwing.bulk import attacks
from ..geometry import Guided, Rect, Turn, batch
from ..geometry.cover import hidden, looks
from ..geometry.terrain import Relief
from ..studies import processes
from .heights import blocks, table_size

SMALL = Rect(40.0, 40.0)
_COUNT = 20_000
_EYE, _RADIUS = 1.4, 0.63


class Growth(NamedTuple):
    """One point of a curve.

    Attributes
    ----------
    what
        What is done.
    size
        How much of what there is: ``"10 pieces"``.
    time
        For one, in milliseconds.
    """

    what: str
    size: str
    time: float

    def __str__(self) -> str:
        rate = f"{1e3 / self.time:,.0f}" if self.time else "-"
        return f"{self.what:34} {self.size:>18} {self.time:>12.6f} ms {rate:>12} /s"


def curves(*, quick: bool = False) -> Iterator[Growth]:
    """Time all curves, and yield their points as they come in.

    Parameters
    ----------
    quick
        Only the first points, for tests.
    """
    take = 1 if quick else None
    yield from (_cover(pieces) for pieces in (10, 30, 100, 300)[:take])
    yield from (_covers(pieces) for pieces in (10, 30, 100, 300)[:take])
    yield from (_back_offs(blockers) for blockers in (1, 3, 10)[:take])
    yield from (_attacks(rocks) for rocks in (0, 1, 3, 6)[:take])
    yield from (_samples(10**n) for n in (4, 5, 6, 7)[:take])
    yield from (_workers(count) for count in (1, 2)[:take])
    yield from limits()


def _timed(what: str, size: str, call: Callable[[], object], count: int) -> Growth:
    """Return the best of three runs, after one that warms up."""
    call()
    best = min(_seconds(call) for _ in range(3))
    return Growth(what, size, best / count * 1e3)


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _scene(pieces: int, count: int) -> tuple[Relief, batch.Floats, batch.Floats]:
    rng = random.Random(pieces)
    relief, size = Relief(blocks(rng, pieces)), table_size(pieces)
    eyes = np.array([(rng.uniform(0, size), rng.uniform(0, size), _EYE) for _ in range(count)])
    return relief, eyes, eyes[:, :2] + np.array([(8.0, 3.0)])


def _cover(pieces: int) -> Growth:
    relief, eyes, targets = _scene(pieces, 60)
    pairs = [
        (tuple(eye), tuple(at)) for eye, at in zip(eyes.tolist(), targets.tolist(), strict=True)
    ]

    def call() -> None:
        for eye, at in pairs:
            hidden(relief, [eye], at, 0.0, _RADIUS)

    return _timed("cover, one by one", f"{pieces} pieces", call, len(pairs))


def _covers(pieces: int) -> Growth:
    relief, eyes, targets = _scene(pieces, 1000)
    return _timed(
        "cover, in bulk",
        f"{pieces} pieces",
        lambda: looks(relief, eyes, targets, 0.0, _RADIUS),
        len(eyes),
    )


def _back_offs(blockers: int) -> Growth:
    rng = np.random.default_rng(blockers)
    guided = Guided(Turn(62.5, 90.0), SMALL.depth)
    starts = rng.uniform((0, 0, 0), (900, 900, 360), (_COUNT, 3))
    steps = rng.uniform((-40, -40, 0), (40, 40, 360), (_COUNT, blockers, 3))
    others = batch.then(batch.end(guided, starts)[:, None], steps)
    return _timed(
        "back-offs, in bulk",
        f"{blockers} blockers",
        lambda: batch.back_off(guided, SMALL, starts, SMALL, others),
        _COUNT,
    )


def _attacks(rocks: int) -> Growth:
    rng = np.random.default_rng(rocks)
    table = Table(game="xwing").add(
        Piece("a", base="small", at=(450, 300), heading=90),
        Piece("b", base="small", at=(450, 500), heading=270),
        *(
            Terrain(f"rock-{n}", kind=f"asteroid-{n}", at=(350 + 40 * n, 400), heading=33 * n)
            for n in range(1, rocks + 1)
        ),
    )
    poses = {
        thing.id: batch.poses_of([thing.pose]) + rng.normal(0, 5, (_COUNT, 3))
        for thing in (*table.pieces, *table.terrain)
    }
    asked = judge(table)
    return _timed(
        "attacks, in bulk, all shaken",
        f"{rocks} obstacles",
        lambda: attacks(asked, "a", "b", poses),
        _COUNT,
    )


def _samples(count: int) -> Growth:
    table = example("disputed-shot")
    return _timed(
        "confidence, a sample",
        f"{count:,} samples",
        lambda: confidence(table, "attack", "luke", "academy", samples=count),
        count,
    )


def _workers(count: int) -> Growth:
    table, samples = example("disputed-shot"), 2_000_000
    with processes(count) as pool:
        return _timed(
            "confidence, a sample",
            f"{count} workers",
            lambda: confidence(table, "attack", "luke", "academy", samples=samples, executor=pool),
            samples,
        )


def limits() -> Iterator[Growth]:
    """Yield what the machine needs at least for a gap of two bases.

    It reads six numbers and writes one, and takes some sixty operations on numbers.
    """
    pairs, operations = 2_000_000, 60
    source, target = np.ones(7 * pairs), np.empty(7 * pairs)
    yield _timed(
        "limit: to read and write a pair", "56 bytes", lambda: np.copyto(target, source), pairs
    )
    chunk, out = np.full(batch.CHUNK, 1.5), np.empty(batch.CHUNK)

    def work() -> None:
        for _ in range(operations):
            np.multiply(chunk, chunk, out=out)

    yield _timed("limit: to calculate with a pair", f"{operations} operations", work, batch.CHUNK)
