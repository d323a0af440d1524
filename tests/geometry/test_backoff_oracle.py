"""Back-off against a scan that knows nothing of it (XW-155, XW-157).

The scan looks at a pose every half millimeter with shapely, then between the last free one and
the first blocked one above it; its guides are placed by bisection.  The answer under test is
added to the places where it looks, so that windows narrower than its step are judged too.
"""

import math
import random

import numpy as np
import pytest

from tablesim.geometry import Disc, Guided, Placed, Pose, Rect, Straight, back_off, separation

from .oracles import (
    LARGE,
    SMALL,
    TEMPLATES,
    Scan,
    any_hull,
    pose_in,
    star,
    template,
)

OTHERS = {
    "bases": lambda rng: rng.choice([SMALL, SMALL, LARGE]),
    "discs": lambda rng: Disc(rng.uniform(3, 35)),
    "hulls": lambda rng: any_hull(rng, 35),
    "outlines": lambda rng: star(rng, rng.uniform(20, 60), hole=rng.random() < 0.5),
}


def bump(rng, kind, base=None):
    """Return a motion, a base, a start, and 1 to 3 blockers of which one is in its way."""
    base = base or rng.choice([SMALL, SMALL, LARGE])
    depth = 2 * base.radius if isinstance(base, Disc) else base.depth
    motion = Guided(template(*rng.choice(TEMPLATES)), depth)
    start = pose_in(rng, 500)
    while True:
        blockers = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            near = start.then(motion.pose(rng.uniform(0.4, 1.05) * motion.length))
            where = near.then(pose_in(rng, 45))
            blockers.append(Placed(OTHERS[kind](rng), where))
        here = Placed(base, start)
        end = Placed(base, start.then(motion.end))
        if any(separation(here, b) < 0.1 for b in blockers):
            continue
        if any(separation(end, b) < -1e-3 for b in blockers):
            return motion, base, start, blockers


def corner_error(scan, travel, pose, base):
    ring = scan.rings(np.array([travel]))[0]
    points = base.parts[0].points
    return max(math.dist(p, q) for p, q in zip(ring, pose.to_world(points), strict=True))


def check(motion, base, start, blockers):
    """Return the corner error of one back-off against the scan."""
    found = back_off(motion, base, start, blockers)
    where = f"{motion}, {base}, {start}, {blockers}: {found}"
    scan = Scan(motion.path, motion.depth, base, start, blockers)
    u = found.travel
    assert not found.complete, where
    assert found.residual >= -1e-9, where
    if u > 0:
        assert found.residual <= 1e-9 and found.contacts, where
    hints = [u + d for d in (-1e-4, -1e-6, 0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1)]
    want = scan.last_free(hints)
    assert want is not None, where
    error = corner_error(scan, want, found.pose, base)
    assert error <= 2e-4, f"off by {error}, scan says {want}, {where}"
    return error


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("bases", 110),
        ("discs", 40),
        ("hulls", 30),
        ("outlines", 15),
        pytest.param("bases", 1000, marks=pytest.mark.slow),
        pytest.param("discs", 300, marks=pytest.mark.slow),
        pytest.param("hulls", 300, marks=pytest.mark.slow),
        pytest.param("outlines", 200, marks=pytest.mark.slow),
    ],
)
def test_random_bumps_end_where_a_fine_scan_says(kind, count):
    rng = random.Random(f"bump {kind}")
    for _ in range(count):
        check(*bump(rng, kind))


@pytest.mark.parametrize("kind", ["bases", "discs", "outlines"])
@pytest.mark.parametrize("count", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_random_bumps_of_round_bases_end_where_a_fine_scan_says(kind, count):
    rng = random.Random(f"round {kind}")
    for _ in range(count):
        check(*bump(rng, kind, Disc(rng.choice([12.5, 16.0, 25.0]))))


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=pytest.mark.slow)])
def test_crowded_paths_end_where_a_fine_scan_says(count):
    """Many small blockers leave many small windows."""
    rng = random.Random("crowd")
    for _ in range(count):
        base = rng.choice([SMALL, LARGE])
        motion = Guided(template(*rng.choice(TEMPLATES)), base.depth)
        start = pose_in(rng, 300)
        blockers = [Placed(Rect(6, 6), start.then(motion.end))]
        while len(blockers) < 9:
            near = motion.pose(rng.uniform(0.2, 1) * motion.length)
            other = Placed(
                Rect(rng.uniform(2, 9), rng.uniform(2, 9)),
                start.then(near.then(pose_in(rng, base.reach))),
            )
            if separation(Placed(base, start), other) > 0.5:
                blockers.append(other)
        check(motion, base, start, blockers)


def test_a_scan_finds_what_is_known_in_closed_form():
    """The oracle itself: a straight into a square."""
    scan = Scan(Straight(120), 40, SMALL, Pose(0, 0, 90), [Placed(SMALL, Pose(0, 150))])
    assert scan.last_free() == pytest.approx(110, abs=2e-6)
    free = Scan(Straight(120), 40, SMALL, Pose(0, 0, 90), [Placed(SMALL, Pose(0, 350))])
    assert free.last_free() == 160
