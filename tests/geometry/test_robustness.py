"""Far from the origin, nearly parallel, and with edges as short as rounding: lengths stay right."""

import math
import random

import pytest

from tablesim.geometry import (
    Convex,
    Disc,
    Gap,
    Guided,
    Hull,
    Placed,
    Pose,
    Rect,
    Sector,
    Strip,
    Turn,
    back_off,
    crossing,
    gap,
    gap_of_parts,
    gap_within,
    separation,
)
from tablesim.geometry.convex import edges

from .oracles import SMALL, TEMPLATES, any_hull, distance, star, template

NEAR = pytest.approx
FAR = Pose(2.0**20, -(2.0**20))  # about a million; adding it to dyadic numbers loses nothing


def chipped(size):
    """Return a square of which two corners are cut off by edges of about a size."""
    ring = [(-20, -20), (20, -20), (20, 20), (20 - size, 20 + size / 2)]
    return Hull([*ring, (-20, 20), (-20 - size / 3, 20 - size)])


def needle(width):
    return Hull([(-30, -width), (30, 0), (-30, width)])


def dyadic(rng, size):
    x, y = (round(rng.uniform(-size, size) * 1024) / 1024 for _ in range(2))
    return Pose(x, y, rng.choice([0, 90, 45, 30, 1e-7, 90 + 1e-9, rng.uniform(0, 360)]))


def any_shape(rng):
    return rng.choice(
        [
            lambda: Rect(40, rng.choice([40, 80])),
            lambda: Disc(rng.randint(3, 40)),
            lambda: any_hull(rng),
            lambda: star(rng),
            lambda: chipped(10 ** -rng.uniform(5, 15)),
            lambda: needle(10 ** -rng.uniform(3, 9)),
        ]
    )()


def far(shape):
    pose = shape.pose
    return Placed(shape.footprint, Pose(pose.x + FAR.x, pose.y + FAR.y, pose.heading))


def scenes(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        yield (
            rng,
            Placed(any_shape(rng), dyadic(rng, 80)),
            Placed(any_shape(rng), dyadic(rng, 120)),
        )


def test_gaps_and_depths_a_million_away():
    for _, a, b in scenes("gap", 300):
        assert gap(far(a), far(b)).distance == NEAR(gap(a, b).distance, abs=2e-9)
        assert separation(far(a), far(b)) == NEAR(separation(a, b), abs=2e-9)


def test_arcs_a_million_away():
    for rng, a, b in scenes("arc", 200):
        arc = Sector(rng.uniform(0, 360), rng.choice([80.9, 90, 180, 270]))
        here, there = arc.at(a.pose), arc.at(far(a).pose)
        margin = here.margin(b)
        assert there.margin(far(b)) == NEAR(margin, abs=4e-9)
        if margin > 1e-6:
            near = gap_within(a.parts, b, here).distance
            assert gap_within(far(a).parts, far(b), there).distance == NEAR(near, abs=4e-9)


def test_templates_and_back_off_a_million_away():
    for rng, a, b in scenes("move", 60):
        name = rng.choice(TEMPLATES)
        near = Strip(template(*name), 20, a.pose).clearance(b)
        assert Strip(template(*name), 20, far(a).pose).clearance(far(b)) == NEAR(near, abs=4e-9)
        if separation(a, b) > 0.1:
            motion = Guided(template(*name), 40)
            found = back_off(motion, a.footprint, a.pose, [b])
            again = back_off(motion, a.footprint, far(a).pose, [far(b)])
            assert again.complete == found.complete
            assert again.travel == NEAR(found.travel, abs=1e-4)
            assert found.complete or found.travel == 0 or abs(again.residual) < 2e-9


@pytest.mark.parametrize("heading", [0, 45])
def test_obstacles_flush_with_the_lines_a_million_away(heading):
    """XW-167: along an edge is no crossing, wherever the table begins."""
    rng = random.Random(heading)
    frame = Pose(0, 0, heading)
    for _ in range(150):
        a, b, *rocks = (
            Placed(
                Rect(40, rng.choice([40, 80])),
                frame.then(Pose(10 * rng.randint(-9, 9), 10 * rng.randint(-9, 9), 90)),
            )
            for _ in range(5)
        )
        near = crossing(gap(a, b), rocks)
        found = crossing(gap(far(a), far(b)), [far(rock) for rock in rocks])
        assert found.blocked == near.blocked
        if math.isfinite(near.clearance):
            assert found.clearance == NEAR(near.clearance, abs=1e-7)


@pytest.mark.parametrize("size", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-30])
@pytest.mark.parametrize("where", [Pose(0, 0, 33), Pose(900, 700, 33), Pose(1e6, 1e6, 33)])
def test_short_edges_do_no_harm(size, where):
    """A cut corner of a hundredth of nothing measures like an uncut one."""
    a, plain = Placed(chipped(size), where), Placed(SMALL, where)
    rng = random.Random(3)
    for _ in range(20):
        offset = Pose(rng.uniform(-60, 60), rng.uniform(-60, 60), rng.uniform(0, 360))
        b = Placed(rng.choice([SMALL, Disc(9)]), where.then(offset))
        slack = 2 * size + 2e-9
        assert separation(a, b) == NEAR(separation(plain, b), abs=slack)
        assert gap(a, b).distance == NEAR(gap(plain, b).distance, abs=slack)
        strip = Strip(Turn(62.5, 90), 20, where.then(offset))
        assert strip.clearance(a) == NEAR(strip.clearance(plain), abs=slack)


def test_the_half_planes_of_short_edges_hold_the_whole_part():
    """Their directions may be mere rounding; what they cut off must not be."""
    corner = 1e6 + 20.0
    ring = ((1e6 - 20, 0.0), (corner, 0.0), (math.nextafter(corner, 2e6), 3e-10), (1e6, 30.0))
    for nx, ny, d in edges(ring):
        assert max(nx * x + ny * y for x, y in ring) <= d + 2e-9
    doubled = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    assert len(edges(doubled)) == 3


def test_corners_that_coincide_are_measured_as_one():
    doubled = Convex(((0.0, 0.0), (10.0, 0.0), (10.0, 0.0), (0.0, 10.0)))
    dot = Convex(((13.0, -4.0),))
    assert gap_of_parts((doubled,), (dot,)).distance == 5.0
    assert gap_of_parts((dot,), (doubled,)).a == (13.0, -4.0)


@pytest.mark.parametrize("tilt", [0.0, 1e-12, 1e-10, 1e-8, 1e-6])
def test_nearly_parallel_sides(tilt):
    """The gap is that of shapely; the family is as wide as the sides, or a single segment."""
    a = Placed(Rect(40, 400), Pose(0, 0, 90))
    b = Placed(Rect(40, 300), Pose(30, 140, 90 + math.degrees(tilt)))
    found = gap(a, b)
    assert found.distance == NEAR(distance(a, b), abs=1e-12)
    (family,) = found.families
    assert family.width == NEAR(300 if tilt * 300 < 1e-8 else 0, abs=1e-3)
    for segment in (family.first, family.middle, family.last):
        assert math.dist(*segment) == NEAR(found.distance, abs=2e-8)


@pytest.mark.parametrize("distance", [0.0, 1e-16, 1e-13, 1e-10])
def test_shapes_in_contact_have_no_line_between_them(distance):
    """Touching by rounding or exactly, the answer is the same."""
    at = Gap(distance, (3.0, 4.0), (3.0, 4.0 + distance), ())
    rock = Placed(SMALL, Pose(3, 4))
    assert crossing(at, [rock]).blocked == "none"
    assert crossing(at, [rock]).clearance == math.inf
