"""Verdicts on ships: a shot, a back-off; gaps and shots in bulk."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity

from ..api import Piece, Table, Terrain, judge
from ..games.xwing.bulk import attacks
from ..games.xwing.judge import Judge
from ..geometry import Guided, Placed, Pose, Rect, Straight, Turn, back_off, batch
from .cases import Case

Floats = NDArray[np.float64]

SMALL = Rect(40.0, 40.0)
_HALF_ANGLE = 40.45
_STEP = 1.0
_PATHS: list[Straight | Turn] = [
    Straight(160.0),
    Turn(35.0, 90.0),
    Turn(62.5, -90.0),
    Turn(90.0, 90.0),
    Turn(80.0, -45.0),
    Turn(130.0, 45.0),
    Turn(180.0, -45.0),
]


# One attack verdict


def _duels(count: int) -> list[Table]:
    """Return tables with two ships and six asteroids, the target somewhere in front."""
    rng = random.Random("duels")
    tables = []
    for _ in range(count):
        bearing, far = rng.uniform(-50, 50), rng.uniform(80, 330)
        at = Pose(450, 300, 90 + bearing).forward(far).point
        rocks = [
            Terrain(
                f"rock-{i}",
                kind=f"asteroid-{i}",
                at=(rng.uniform(250, 650), rng.uniform(380, 620)),
                heading=rng.uniform(0, 360),
            )
            for i in range(1, 7)
        ]
        tables.append(
            Table(game="xwing").add(
                Piece("a", base="small", at=(450, 300), heading=90),
                Piece("b", base="small", at=at, heading=rng.uniform(0, 360)),
                *rocks,
            )
        )
    return tables


def attack_case(inputs: int = 60) -> Case:
    """One attack verdict: arc, range in arc, margins, obstruction by six asteroids."""
    tables = _duels(inputs)
    judges: list[Judge] = [judge(table) for table in tables]

    def ours(i: int) -> tuple[bool, float]:
        shot = judges[i].attack("a", "b")
        return shot.in_arc, shot.distance if shot.in_arc else 0.0

    def rival(i: int) -> tuple[bool, float]:
        table = tables[i]
        return shapely_attack(table["a"].pose, table["b"].pose, table.terrain)

    return Case("one attack verdict", 0.2, ours, rival, "naive shapely", inputs, _same_shot)


def _same_shot(ours: object, theirs: object) -> bool:
    return bool(
        isinstance(ours, tuple)
        and isinstance(theirs, tuple)
        and ours[0] == theirs[0]
        and abs(ours[1] - theirs[1]) < 1e-6
    )


def _shapely_base(pose: Pose) -> shapely.Polygon:
    square = affinity.rotate(shapely.box(-20, -20, 20, 20), pose.heading, origin=(0, 0))
    return affinity.translate(square, pose.x, pose.y)


def shapely_attack(pose: Pose, on: Pose, rocks: Iterable[Terrain]) -> tuple[bool, float]:
    """Judge a shot as one does with shapely: build polygons, clip, measure, cross."""
    attacker, target = _shapely_base(pose), _shapely_base(on)
    rim = [pose.turned(d).forward(2000.0).point for d in (-_HALF_ANGLE, 0.0, _HALF_ANGLE)]
    in_arc = target.intersection(shapely.Polygon([pose.point, *rim]))
    if in_arc.is_empty:
        return False, 0.0
    line = shapely.shortest_line(attacker, in_arc)
    blocked = [line.crosses(rock.polygon) for rock in rocks]
    return True, line.length + 0.0 * sum(blocked)


# One back-off


def back_off_case(inputs: int = 40) -> Case:
    """One back-off of a small base that meets another one."""

    def ours(i: int) -> float:
        guided, blocker = _bumps(inputs)[i]
        return back_off(guided, SMALL, Pose(0, 0, 0), [blocker]).travel

    def rival(i: int) -> float:
        return _scan_and_bisect(*_bumps(inputs)[i])

    def agree(a: object, b: object) -> bool:
        return isinstance(a, float) and isinstance(b, float) and abs(a - b) < 1e-3

    return Case("one back-off", 0.5, ours, rival, "scan and bisect, shapely", inputs, agree)


@cache
def _bumps(count: int) -> list[tuple[Guided, Placed]]:
    rng = random.Random("bumps")
    found: list[tuple[Guided, Placed]] = []
    while len(found) < count:
        guided = Guided(rng.choice(_PATHS), 40.0)
        end = guided.end
        at = Pose(end.x + rng.uniform(-40, 40), end.y + rng.uniform(-40, 40), rng.uniform(0, 360))
        blocker = Placed(SMALL, at)
        result = back_off(guided, SMALL, Pose(0, 0, 0), [blocker])
        # A rival that scans by a millimetre must not be given windows that it steps over.
        if not result.complete and result.travel > 0 and _one_window(guided, blocker):
            found.append((guided, blocker))
    return found


def _one_window(guided: Guided, blocker: Placed) -> bool:
    free = [not _meets(guided, blocker, 0.25 * i) for i in range(math.ceil(4 * guided.length))]
    return sum(a != b for a, b in itertools.pairwise(free)) == 1


def _meets(guided: Guided, blocker: Placed, u: float) -> bool:
    shared = _shapely_base(guided.pose(u)).intersection(blocker.polygon)
    return bool(shared.area > 1e-9)


def _scan_and_bisect(guided: Guided, blocker: Placed) -> float:
    """Step back from the end by a millimetre until free, then halve."""
    u = guided.length
    while u > 0 and _meets(guided, blocker, u):
        u -= _STEP
    free, blocked = max(u, 0.0), u + _STEP
    for _ in range(24):
        middle = (free + blocked) / 2
        if _meets(guided, blocker, middle):
            blocked = middle
        else:
            free = middle
    return free


# Many back-offs


class _Fleet(NamedTuple):
    """Ships that fly one template, each into a blocker; the first ones into bumps of above."""

    guided: Guided
    bumps: list[Placed]
    starts: batch.Floats
    blockers: batch.Floats


def bulk_back_off_case(count: int = 4096, bumps: int = 40) -> Case:
    """Many back-offs along each of some templates; the rival does the first few of them."""

    def ours(i: int) -> batch.Floats:
        guided, _, starts, blockers = _fleets(count, bumps)[i]
        return batch.back_off(guided, SMALL, starts, SMALL, blockers[:, None]).travel

    def rival(i: int) -> batch.Floats:
        fleet = _fleets(count, bumps)[i]
        return np.array([_scan_and_bisect(fleet.guided, blocker) for blocker in fleet.bumps])

    def agree(a: object, b: object) -> bool:
        travels, few = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
        return bool((np.abs(travels[: len(few)] - few) < 1e-3).all())

    return Case(
        "back-offs in bulk",
        150.0,
        ours,
        rival,
        "scan and bisect, shapely",
        len(_PATHS),
        agree,
        units=lambda travels: np.asarray(travels).size,
        by_ratio=True,
    )


@cache
def _fleets(count: int, bumps: int) -> list[_Fleet]:
    rng = np.random.default_rng(1)
    fleets = []
    for path in _PATHS:
        guided = Guided(path, SMALL.depth)
        known = [blocker for other, blocker in _bumps(bumps) if other == guided]
        end = batch.end(guided, (0, 0, 0))
        others = batch.then(end, rng.uniform((-40, -40, 0), (40, 40, 360), (count, 3)))
        others = others[batch.separation(SMALL, end, SMALL, others) < -1e-6]
        ways = np.concatenate([batch.poses_of(blocker.pose for blocker in known), others])
        starts = rng.uniform((0, 0, 0), (900, 900, 360), ways.shape)
        fleets.append(_Fleet(guided, known, starts, batch.then(starts, ways)))
    return fleets


# In bulk


def gaps_case(count: int = 100_000) -> Case:
    """Gaps of many pairs of bases; the rival builds their polygons."""
    poses, others = _scattered(count)

    def ours(_: int) -> Floats:
        return np.maximum(batch.separation(SMALL, poses, SMALL, others), 0.0)

    def rival(_: int) -> Floats:
        return np.asarray(shapely.distance(_squares(poses), _squares(others)))

    name = "gaps of bases, in bulk"
    return Case(name, 10.0, ours, rival, "polygons, shapely", 1, _close, _last, by_ratio=True)


def attacks_case(count: int = 50_000) -> Case:
    """Attack verdicts of many pairs: arc, range in arc, band, margins; the rival cuts polygons."""
    poses, others = _scattered(count)
    apart = batch.separation(SMALL, poses, SMALL, others) > 0.0
    poses, others = poses[apart], others[apart]
    asked: Judge = judge(
        Table(game="xwing").add(
            Piece("a", base="small", at=(0, 0)), Piece("b", base="small", at=(99, 0))
        )
    )

    def ours(_: int) -> Floats:
        found = attacks(asked, "a", "b", {"a": poses, "b": others})
        return np.stack([np.where(found.in_arc, v, 0) for v in (found.band, found.distance)])

    def rival(_: int) -> Floats:
        return _cut_shots(poses, others)

    name = "attack verdicts, in bulk"
    return Case(name, 10.0, ours, rival, "cut polygons, shapely", 1, _close, _last, by_ratio=True)


def _close(ours: object, theirs: object) -> bool:
    a, b = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    return a.shape == b.shape and bool(np.allclose(a, b, atol=1e-9))


def _last(result: object) -> int:
    """Return how many pairs a result is about: its last axis runs over them."""
    shape: tuple[int, ...] = np.shape(np.asarray(result))
    return shape[-1]


def _scattered(count: int) -> tuple[Floats, Floats]:
    """Return poses in pairs, all over a square as wide as the ruler is long."""
    rng = np.random.default_rng(1)
    first, second = (rng.uniform((0, 0, 0), (300, 300, 360), (count, 3)) for _ in "ab")
    return first, second


def _squares(poses: Floats) -> NDArray[np.object_]:
    turns = np.radians(poses[:, 2:] + np.array([45.0, 135.0, 225.0, 315.0]))
    reach = SMALL.reach
    corners = poses[:, None, :2] + reach * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    return np.asarray(shapely.polygons(corners))


def _cut_shots(poses: Floats, others: Floats) -> Floats:
    """Return band and range in arc of shots, zero out of arc, as one does with shapely's arrays."""
    turns = np.radians(poses[:, 2:] + np.array([-_HALF_ANGLE, 0.0, _HALF_ANGLE]))
    rim = poses[:, None, :2] + 2000.0 * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    arcs = shapely.polygons(np.concatenate([poses[:, None, :2], rim], axis=1))
    parts = shapely.intersection(arcs, _squares(others))
    in_arc = ~shapely.is_empty(parts)
    distance = np.where(in_arc, shapely.distance(_squares(poses), parts), 0.0)
    band = np.searchsorted(np.array([100.0, 200.0, 300.0]) + 1e-8, distance) + 1
    return np.stack([np.where(in_arc, band, 0), distance])
