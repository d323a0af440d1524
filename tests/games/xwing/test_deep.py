"""The full counts behind docs/accuracy.md, through the judge; `make deep` runs them.

Each prints what it found as one line of JSON (with `-n 0`; workers keep it for the test report),
and fails beyond its bound.  A sample of each runs with the other tests.
"""

import math
import random

import numpy as np
import pytest

import tablesim as ts
from tablesim.games.xwing.catalogue import catalogue
from tablesim.geometry import separation

from ...geometry.oracles import Scan, reach_of_overlap
from .test_arcs import HEADINGS, SHIPS, Clipped, around

XWING = catalogue()
HALF = {"small": 20.0, "large": 40.0}


def counts(sample, full):
    return pytest.mark.parametrize(
        "count", [sample, pytest.param(full, marks=pytest.mark.deep, id=f"full-{full}")]
    )


# ---- bumps --------------------------------------------------------------------------------------


def bumped(rng):
    """Return the verdict on a random maneuver that bumps; nobody overlaps anybody at first."""
    size = rng.choice(["small", "small", "large"])
    bearing, top = rng.choice(
        [("straight", 5), ("bank left", 3), ("bank right", 3)] * 2
        + [("turn left", 3), ("turn right", 3), ("koiogran", 5)]
    )
    text = f"{bearing} {rng.randint(1, top)}"
    me = ts.Piece("me", base=size, at=(1500, 1500), heading=rng.uniform(-400, 400))
    free = ts.judge(ts.Table(game="xwing", area=(3000, 3000)).add(me)).maneuver("me", text)
    while True:
        table = free.position
        for i in range(rng.choice([1, 1, 2, 3])):
            along = rng.uniform(0.4, 1.05) * free.whole
            there = free.course.pose(min(along, free.whole)).then(
                ts.Pose(rng.uniform(-45, 45), rng.uniform(-45, 45), rng.uniform(0, 360))
            )
            what = rng.choice(["small", "small", "large"])
            table = table.add(ts.Piece(f"b{i}", base=what, at=there.point, heading=there.heading))
        if any(separation(table["me"].placed, b.placed) < 0.1 for b in table.pieces[1:]):
            continue
        move = ts.judge(table).maneuver("me", text)
        if not move.completed and move.room < -1e-3:
            return move


@counts(60, 10_000)
def test_bumps_end_where_an_independent_scan_says(count, report):
    """XW-38, XW-39, XW-155, XW-157: corners within 2e-4, and the gap at the end within 1e-9."""
    rng = random.Random("deep bumps")
    corner = gap = 0.0
    for _ in range(count):
        move = bumped(rng)
        ship, motion = move.position["me"], move.course.guided
        blockers = [piece.placed for piece in move.position.pieces[1:]]
        scan = Scan(motion.path, motion.depth, ship.placed.footprint, move.course.start, blockers)
        hints = [move.travel + d for d in (-1e-4, -1e-6, 0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1)]
        want = scan.last_free(hints)
        assert want is not None, move
        ring = scan.rings(np.array([want]))[0]
        there = move.end.to_world(ship.placed.footprint.parts[0].points)
        corner = max(corner, *(math.dist(p, q) for p, q in zip(ring, there, strict=True)))
        assert corner <= 2e-4, move
        if move.travel > 0:
            ended = ship.moved(move.end).placed
            gap = max(gap, abs(min(separation(ended, blocker) for blocker in blockers)))
            assert gap <= 1e-9 and move.touching, move
    report("bumps", count, worst_corner_mm=corner, worst_gap_mm=gap)


# ---- gaps ---------------------------------------------------------------------------------------


def square(size, pose):
    """The corners of a base by complex numbers."""
    turn = complex(math.cos(math.radians(pose.heading)), math.sin(math.radians(pose.heading)))
    return complex(pose.x, pose.y) + turn * HALF[size] * np.array(
        [1 - 1j, 1 + 1j, -1 + 1j, -1 - 1j]
    )


def corner_distance(a, b):
    """The least distance of the corners of one square to the sides of another, both ways."""
    best = math.inf
    for corners, ring in ((a, b), (b, a)):
        p, q = ring, np.roll(ring, -1)
        side = q - p
        share = np.clip(((corners[:, None] - p) * side.conj()).real / np.abs(side) ** 2, 0, 1)
        best = min(best, float(np.abs(corners[:, None] - p - share * side).min()))
    return best


@counts(1500, 100_000)
def test_gaps_agree_with_corners_and_sides(count, report):
    """XW-156, XW-162, XW-163: base to base, or how deep, within 1e-9; and who overlaps whom."""
    rng = random.Random("deep gaps")
    worst = 0.0
    overlaps = 0
    for i in range(count):
        sizes = rng.choice(["small", "large"]), rng.choice(["small", "large"])
        poses = [
            ts.Pose(rng.uniform(300, 800), rng.uniform(300, 800), rng.uniform(-400, 400))
            for _ in "ab"
        ]
        if i % 10 == 0:  # side by side, where distances are small and edges are parallel
            beside = ts.Pose(rng.uniform(30, 90), rng.uniform(-60, 60), 90 * rng.randint(0, 3))
            poses[1] = poses[0].then(beside)
        table = ts.Table(game="xwing", area=(1100, 1100)).add(
            *(
                ts.Piece(id, base=size, at=pose.point, heading=pose.heading)
                for id, size, pose in zip("ab", sizes, poses, strict=True)
            )
        )
        found = ts.judge(table).range("a", "b")
        rings = [square(size, pose) for size, pose in zip(sizes, poses, strict=True)]
        deep = reach_of_overlap(*(np.column_stack([ring.real, ring.imag]) for ring in rings))
        overlaps += bool(deep > 1e-6)
        assert found.overlapping is bool(deep > 1e-6), found
        if deep > 0:
            errors = (found.distance, abs(found.depth - deep))
        else:
            errors = (abs(found.distance - corner_distance(*rings)), found.depth)
        worst = max(worst, *map(float, errors))
        assert worst <= 1e-9, found
    assert overlaps > count / 200
    report("gaps", count, worst_mm=worst, overlapping=overlaps)


# ---- in arc -------------------------------------------------------------------------------------


def shot_and_clipping(rng, arc, policy):
    """Ask about one random pair, and clip it; None if it is a matter of rounding."""
    (size, name), heading = arc, rng.choice([*HEADINGS, rng.uniform(-400, 400)])
    kind, state = SHIPS[size, name]
    constants = rng.choice(list(XWING.arcs))
    target = rng.choice(["small", "large"])
    me = ts.Piece("a", kind=kind, at=(700, 650), heading=heading, **state)
    local = around(rng, size, target)
    pose = me.pose.then(local)
    other = ts.Piece("b", base=target, at=pose.point, heading=pose.heading)
    table = ts.Table(game="xwing", area=(1400, 1300)).add(me, other)
    judged = ts.judge(table, arc=constants, attack_from=policy)
    shot = judged.attack("a", "b", arc=name.split()[0])
    want = Clipped(size, name, XWING.arcs[constants], target, local, attack_from=policy)
    return (shot, want) if abs(want.margin) > 1e-6 else None


@pytest.mark.parametrize("policy", ["base", "arc_edge"])
@counts(300, 20_000)
def test_ranges_in_arc_agree_with_clipping(policy, count, report):
    """XW-63, XW-164 to XW-166, XW-237: every arc and every set, within 1e-9."""
    rng = random.Random(f"deep arcs {policy}")
    worst, inside = {"worst_in_arc_mm": 0.0, "worst_miss_mm": 0.0}, 0
    arcs = list(SHIPS)
    for i in range(count):
        found = shot_and_clipping(rng, arcs[i % len(arcs)], policy)
        if found is None:
            continue
        shot, want = found
        assert shot.in_arc is (want.margin > 0), shot
        if shot.in_arc:
            inside += 1
            name, error = "worst_in_arc_mm", abs(shot.distance - want.distance)
        else:
            name, error = "worst_miss_mm", abs(-shot.arc_margin - want.away)
        worst[name] = max(worst[name], error)
        assert error <= 1e-9, shot
    assert 0.2 * count < inside < 0.9 * count
    report(f"in arc, from {policy}", count, **worst, in_arc=inside)
