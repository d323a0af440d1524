"""Laws that hold for every position: symmetry, mirror images, rigid motions, contact."""

import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablesim.geometry import (
    Disc,
    Guided,
    Placed,
    Pose,
    Rect,
    Sector,
    Tolerance,
    back_off,
    crossing,
    depth,
    gap,
    gap_within,
    separation,
)

from .oracles import LARGE, SMALL, TEMPLATES, any_hull, star, template

NEAR = pytest.approx
MM = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)

few = settings(max_examples=60, deadline=None, derandomize=True, database=None)
headings = st.one_of(st.sampled_from([0.0, 90.0, 359.999, -190.0, 720.0]), st.floats(-720, 720))
poses = st.builds(Pose, st.floats(-200, 200), st.floats(-200, 200), headings)
motions = st.builds(Pose, st.floats(-1000, 1000), st.floats(-1000, 1000), headings)
sizes = st.floats(5, 90)
footprints = st.one_of(
    st.sampled_from([SMALL, LARGE]),
    st.builds(Rect, sizes, sizes),
    st.builds(Disc, st.floats(2, 40)),
    st.integers(0, 500).map(lambda seed: any_hull(random.Random(seed))),
    st.integers(0, 500).map(lambda seed: star(random.Random(seed), 40, hole=seed % 2 == 0)),
)
shapes = st.builds(Placed, footprints, poses)
bases = st.builds(Placed, st.sampled_from([SMALL, LARGE]), poses)
arcs = st.builds(Sector, st.floats(-360, 360), st.floats(5, 355))
names = st.sampled_from(TEMPLATES)


def moved(shape, motion):
    return Placed(shape.footprint, motion.then(shape.pose))


def mirrored(pose):
    return Pose(pose.x, -pose.y, -pose.heading)


def mirror(base):
    """Mirror a base; only for shapes that are their own mirror image."""
    return Placed(base.footprint, mirrored(base.pose))


@few
@given(shapes, shapes)
def test_gaps_are_symmetric(a, b):
    there, back = gap(a, b), gap(b, a)
    assert there.distance == NEAR(back.distance, abs=1e-12)
    assert separation(a, b) == NEAR(separation(b, a), abs=1e-12)
    assert there.families and back.families
    if there.distance > 1e-6:
        assert max(f.width for f in there.families) == NEAR(
            max(f.width for f in back.families), abs=1e-5
        )


@few
@given(shapes, shapes, motions)
def test_gaps_do_not_depend_on_where_the_table_stands(a, b, motion):
    assert gap(moved(a, motion), moved(b, motion)).distance == NEAR(gap(a, b).distance, abs=1e-9)
    want = separation(a, b)
    assert separation(moved(a, motion), moved(b, motion)) == NEAR(want, abs=1e-9)


@few
@given(bases, bases)
def test_gaps_of_mirror_images(a, b):
    assert gap(mirror(a), mirror(b)).distance == NEAR(gap(a, b).distance, abs=1e-9)
    assert separation(mirror(a), mirror(b)) == NEAR(separation(a, b), abs=1e-9)


@few
@given(shapes, shapes)
def test_a_gap_of_zero_means_overlap_or_contact(a, b):
    signed, distance = separation(a, b), gap(a, b).distance
    assert (distance == 0) == (signed <= 0) or abs(signed) < 1e-12
    if signed > 0:
        assert distance == NEAR(signed, abs=1e-12)
    assert depth(a, b) == max(0.0, -signed)


@few
@given(shapes, shapes, st.floats(0, 300))
def test_moving_apart_along_the_shortest_line_widens_the_gap_by_the_shift(a, b, shift):
    found = gap(a, b)
    assume(found.distance > 1e-3)
    assume(len(a.parts) == len(b.parts) == 1)  # of concave shapes only for convex hulls
    ux, uy = ((q - p) / found.distance for p, q in zip(found.a, found.b, strict=True))
    away = Placed(b.footprint, Pose(b.pose.x + shift * ux, b.pose.y + shift * uy, b.pose.heading))
    assert gap(a, away).distance == NEAR(found.distance + shift, abs=1e-6)


@few
@given(shapes, shapes, st.floats(-50, 50), st.floats(-50, 50))
def test_no_shift_changes_a_gap_by_more_than_its_length(a, b, dx, dy):
    other = Placed(b.footprint, Pose(b.pose.x + dx, b.pose.y + dy, b.pose.heading))
    size = math.hypot(dx, dy) + 1e-9
    assert abs(gap(a, other).distance - gap(a, b).distance) <= size
    if len(a.parts) == len(b.parts) == 1:
        assert abs(separation(a, other) - separation(a, b)) <= size


@few
@given(bases, shapes, arcs, motions)
def test_sectors_do_not_depend_on_where_the_table_stands(a, b, arc, motion):
    here, there = arc.at(a.pose), arc.at(motion.then(a.pose))
    margin = here.margin(b)
    assert there.margin(moved(b, motion)) == NEAR(margin, abs=1e-9)
    assume(abs(margin) > 1e-6)
    one = gap_within(a.parts, b, here)
    two = gap_within(moved(a, motion).parts, moved(b, motion), there)
    assert (one is None) == (two is None) == (margin < 0)
    if one and two:
        assert one.distance == NEAR(two.distance, abs=1e-9)
        assert one.distance >= gap(a, b).distance - 1e-9


@few
@given(bases, shapes, st.floats(5, 170), st.floats(1, 100))
def test_a_wider_sector_never_misses_more(a, b, width, more):
    narrow, wide = (Sector.around(10, w / 2).at(a.pose) for w in (width, width + more))
    assert wide.margin(b) >= narrow.margin(b) - 1e-9
    one, two = gap_within(a.parts, b, narrow), gap_within(a.parts, b, wide)
    if one and two:
        assert two.distance <= one.distance + 1e-9


@few
@given(names, st.sampled_from([SMALL, LARGE]), st.lists(bases, min_size=1, max_size=3), motions)
def test_back_off_does_not_depend_on_where_the_table_stands(name, base, others, motion):
    """XW-155, and the mirror image of the same bump."""
    path, start = template(*name), Pose(0, -60, 90)
    others = [b for b in others if separation(Placed(base, start), b) > 1e-3]
    guided = Guided(path, base.depth)
    want = back_off(guided, base, start, others)
    found = back_off(guided, base, motion.then(start), [moved(b, motion) for b in others])
    flipped = back_off(
        Guided(path.mirrored(), base.depth), base, mirrored(start), [mirror(b) for b in others]
    )
    end = Placed(base, start.then(guided.end))
    assume(all(abs(separation(end, b) + 1e-6) > 1e-9 for b in others))
    for other, pose in ((found, motion.then(want.pose)), (flipped, mirrored(want.pose))):
        assert other.complete == want.complete
        # A grazing contact turns an error of the gap into a longer one of the travel.
        assert other.travel == NEAR(want.travel, abs=1e-6)
        assert other.pose.point == NEAR(pose.point, abs=1e-6)
        assert other.residual == NEAR(want.residual, abs=1e-9)
    assert want.residual >= -1e-6 and 0 <= want.travel <= guided.length
    if not want.complete and want.travel > 0:
        assert abs(want.residual) <= 1e-9 and want.contacts


@few
@given(names, bases, bases)
def test_one_more_blocker_never_lets_a_ship_go_farther(name, one, two):
    guided, start = Guided(template(*name), 40), Pose(0, -60, 90)
    free = [b for b in (one, two) if separation(Placed(SMALL, start), b) > 1e-3]
    assume(len(free) == 2)
    alone = back_off(guided, SMALL, start, free[:1])
    both = back_off(guided, SMALL, start, free)
    assert both.travel <= alone.travel + 1e-9


@few
@given(bases, bases, shapes, motions)
def test_crossings_do_not_depend_on_where_the_table_stands(a, b, rock, motion):
    here, there = gap(a, b), gap(moved(a, motion), moved(b, motion))
    assume(here.distance > 1)
    one, two = crossing(here, [rock]), crossing(there, [moved(rock, motion)])
    assume(abs(one.clearance) > 1e-5)
    assert one.blocked == two.blocked and one.crossed == two.crossed
    assert two.clearance == NEAR(one.clearance, abs=1e-5)


@few
@given(bases, bases, shapes)
def test_crossings_are_the_same_from_the_other_side(a, b, rock):
    one, two = crossing(gap(a, b), [rock]), crossing(gap(b, a), [rock])
    assume(gap(a, b).distance > 1)
    assume(abs(one.clearance) > 1e-5)
    assert one.blocked == two.blocked and one.crossed == two.crossed


def test_flush_bases_touch_and_never_overlap():
    """XW-156: 1,000 bases edge to edge, also shifted, turned round, and of two sizes."""
    rng = random.Random(81)
    for _ in range(1000):
        one, other = rng.choice([(SMALL, SMALL), (SMALL, LARGE), (LARGE, SMALL), (LARGE, LARGE)])
        reach = (one.depth + other.depth) / 2
        pose = Pose(rng.uniform(-1000, 1000), rng.uniform(-1000, 1000), rng.uniform(-720, 720))
        aside = rng.choice([0.0, reach, rng.uniform(-reach, reach)])
        side, turn = rng.choice([0, 90, 180, 270]), rng.choice([0, 90, 180, 270])
        there = pose.turned(side).then(Pose(reach, aside, turn))
        a, b = Placed(one, pose), Placed(other, there)
        found = gap(a, b).distance
        assert MM.touches(found, depth(a, b)) and not MM.overlaps(depth(a, b))
        assert found < 1e-10 and depth(a, b) < 1e-10


def test_bases_that_miss_or_overlap_by_a_little_are_told_apart():
    """XW-156: 1e-6 of overlap, 1e-4 of gap."""
    rng = random.Random(82)
    for _ in range(300):
        pose = Pose(rng.uniform(-1000, 1000), rng.uniform(-1000, 1000), rng.uniform(-720, 720))
        aside = rng.uniform(-30, 30)
        for off, touches, overlaps in (
            (1.1e-4, False, False),
            (0.9e-4, True, False),
            (-0.9e-6, True, False),
            (-1.1e-6, False, True),
        ):
            a, b = Placed(SMALL, pose), Placed(SMALL, pose.then(Pose(40 + off, aside, 90)))
            found = gap(a, b).distance
            assert MM.touches(found, depth(a, b)) is touches
            assert MM.overlaps(depth(a, b)) is overlaps


def test_ships_that_bumped_touch_by_the_rule_for_given_poses():
    """XW-157: what back-off leaves is a contact, also after the table has been snapped."""
    rng = random.Random(83)
    bumps = 0
    while bumps < 60:
        guided = Guided(template(*rng.choice(TEMPLATES)), 40)
        start = Pose(rng.uniform(0, 900), rng.uniform(0, 900), rng.uniform(0, 360))
        other = Placed(LARGE, start.then(guided.end).then(Pose(30, rng.uniform(-30, 30), 33)))
        if separation(Placed(SMALL, start), other) < 0:
            continue
        found = back_off(guided, SMALL, start, [other])
        if found.complete or found.travel == 0:
            continue
        bumps += 1
        for pose in (found.pose, found.pose.snapped()):
            ship = Placed(SMALL, pose)
            assert MM.touches(gap(ship, other).distance, depth(ship, other))
