"""Penetration, and the last free pose of a motion in cases that can be written down."""

import math
import random

import pytest
import shapely

from tablesim.geometry import (
    Disc,
    Ellipse,
    Guided,
    Hull,
    Outline,
    Placed,
    Pose,
    Rect,
    Straight,
    Turn,
    back_off,
    depth,
    separation,
)
from tablesim.geometry.collide import _Walk

from .oracles import (
    LARGE,
    SMALL,
    any_hull,
    any_skid,
    corners,
    distance,
    placed_pairs,
    polygon,
    pose_in,
    reach_of_overlap,
)

NEAR = pytest.approx
COUNTS = [1500, pytest.param(10_000, marks=pytest.mark.slow)]
UP = Pose(0, 0, 90)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", ["rect", "hull"])
def test_depths_agree_with_the_hull_of_differences(kind, count):
    """XW-156: the depth is the shortest shift that parts the two."""
    deep = 0
    for a, b in placed_pairs(random.Random(61), count, (kind, kind), spread=50):
        want = reach_of_overlap(corners(a), corners(b))
        assert separation(a, b) == NEAR(-want, abs=1e-9)
        assert depth(a, b) == NEAR(max(0, want), abs=1e-9)
        deep += want > 0
    assert 0.3 * count < deep < count


def test_depths_of_discs_agree_with_shapely():
    for a, b in placed_pairs(random.Random(62), 1500, ("hull", "disc"), spread=40):
        center, r = shapely.Point(b.pose.point), b.footprint.radius
        ring = polygon(a)
        off = shapely.distance(ring.exterior, center)
        want = r + off if ring.contains(center) else r - off
        assert separation(a, b) == NEAR(-want, abs=1e-9)
        assert separation(b, a) == NEAR(-want, abs=1e-9)


def test_depths_in_closed_form():
    at = Placed(SMALL, Pose(0, 0))
    assert separation(at, Placed(SMALL, Pose(39.9, 5))) == NEAR(-0.1)
    assert separation(at, Placed(SMALL, Pose(40, 40))) == 0
    assert separation(at, Placed(SMALL, Pose(0, 0))) == -40
    assert separation(at, Placed(LARGE, Pose(0, 0))) == -60
    assert separation(Placed(Disc(3), Pose(0, 0)), Placed(Disc(4), Pose(0, 0))) == -7
    assert separation(at, Placed(Disc(5), Pose(0, 0))) == -25


def test_the_shift_by_the_depth_parts_and_a_shorter_one_does_not():
    rng = random.Random(63)
    for a, b in placed_pairs(rng, 40, ("rect", "hull"), spread=30):
        found = depth(a, b)
        if found < 1e-3:
            continue
        free = 0
        for i in range(120):
            step = math.radians(3 * i)
            moved = Pose(
                b.pose.x + found * math.cos(step) * 0.999,
                b.pose.y + found * math.sin(step) * 0.999,
                b.pose.heading,
            )
            free += polygon(a).intersection(polygon(Placed(b.footprint, moved))).area < 1e-12
        assert free == 0


def test_a_shape_in_the_hole_of_another_does_not_overlap_it():
    frame = Outline(
        [(-50, -50), (50, -50), (50, 50), (-50, 50)],
        [[(-30, -30), (30, -30), (30, 30), (-30, 30)]],
    )
    ring = Placed(frame, Pose(7, 8, 20))
    assert separation(ring, Placed(Rect(60, 60), Pose(7, 8, 20))) == NEAR(0, abs=1e-12)
    assert separation(ring, Placed(Rect(59, 59), Pose(7, 8, 20))) == NEAR(0.5)
    assert separation(ring, Placed(Disc(31), Pose(7, 8))) == NEAR(-1)
    assert depth(ring, Placed(Disc(29), Pose(7, 8))) == 0


# --- back-off ------------------------------------------------------------------------------


def test_a_free_motion_is_complete():
    found = back_off(Guided(Turn(35, -90), 40), SMALL, UP, [])
    assert found.complete and found.residual == math.inf and found.contacts == ()
    assert found.pose.point == NEAR((55, 55)) and found.pose.heading == NEAR(0, abs=1e-12)
    far = back_off(Guided(Straight(40), 40), SMALL, UP, [Placed(SMALL, Pose(0, 200))])
    assert far.complete and far.residual == NEAR(80) and far.contacts == ()


def test_a_straight_bump_in_closed_form():
    for heading in (0, 90, 37.2, 359.999, -190, 720):
        start = Pose(123, -45, heading)
        blocker = Placed(SMALL, start.forward(150))
        found = back_off(Guided(Straight(120), 40), SMALL, start, [blocker])
        assert found.pose.point == NEAR(start.forward(110).point, abs=1e-9)
        assert found.travel == NEAR(110, abs=1e-9)
        assert not found.complete and found.contacts == (0,)
        assert abs(found.residual) <= 1e-9


def test_a_ship_that_is_never_free_stays():
    """XW-155: if only u = 0 is free, the ship stays where it was."""
    wall = Placed(Rect(400, 400), Pose(0, 220, 0))
    found = back_off(Guided(Straight(120), 40), SMALL, UP, [wall])
    assert found.pose.point == NEAR((0, 0), abs=1e-9) and found.travel == NEAR(0, abs=1e-9)
    assert not found.complete and found.contacts == (0,)
    for path in (Turn(35, 90), Turn(80, -45)):
        held = back_off(Guided(path, 40), SMALL, UP, [wall])
        assert held.pose.point == NEAR((0, 0), abs=1e-8)


def test_a_start_that_overlaps_is_reported_by_a_negative_residual():
    found = back_off(Guided(Straight(120), 40), SMALL, UP, [Placed(Rect(400, 400), Pose(0, 200))])
    assert found.travel == 0 and not found.complete
    assert found.residual == NEAR(-20) and found.pose.point == (0, 0)


def test_the_end_pose_is_judged_like_a_given_pose():
    """XW-157: 1e-6 of overlap is allowed where nothing had to be solved."""
    motion = Guided(Straight(80), 40)
    for deep, complete in ((0, True), (9e-7, True), (1.1e-6, False)):
        found = back_off(motion, SMALL, UP, [Placed(SMALL, Pose(0, 160 - deep))])
        assert found.complete is complete
        assert found.contacts == (0,)
        if not complete:
            assert found.pose.y == NEAR(120 - deep, abs=1e-9)


def test_who_is_as_far_as_the_tolerance_is_still_in_contact():
    """XW-156: the limit belongs to it, in lengths that are exact, wherever the motion ends."""
    motion, beyond = Guided(Straight(80), 40), math.nextafter(160.5, 161)
    for y, contacts in ((160.5, (0,)), (beyond, ())):
        found = back_off(motion, SMALL, Pose(0, 0), [Placed(SMALL, Pose(y, 0))], contact=0.5)
        assert found.complete and found.contacts == contacts
        assert found.residual == y - 160


def test_only_what_is_touched_at_the_end_counts_as_touched():
    """Case A3."""
    others = [
        Placed(SMALL, Pose(0, 150)),
        Placed(SMALL, Pose(30, 115)),
        Placed(SMALL, Pose(-99, 75)),
    ]
    found = back_off(Guided(Straight(120), 40), SMALL, UP, others)
    assert found.contacts == (1,)


def test_a_blocker_behind_and_beside_the_path_does_not_hold_the_ship():
    """XW-37: ships that are passed through do not matter."""
    others = [
        Placed(SMALL, Pose(0, 60)),
        Placed(SMALL, Pose(-41, 120)),
        Placed(SMALL, Pose(41, 120)),
    ]
    found = back_off(Guided(Straight(80), 40), SMALL, UP, others)
    assert found.complete and found.contacts == ()


@pytest.mark.parametrize("heading", [0, 37.3, 359.9999999999])
@pytest.mark.parametrize("given", [0.0, 1e-10, 5e-8, 9e-7])
def test_who_is_given_to_be_flush_with_another_slides_along_it(given, heading):
    """XW-156, XW-157: what counts as contact at the start does so on the way as well."""
    start = Pose(300, 200, heading)
    wall = Placed(Rect(300, 40), start.then(Pose(60, given - 40)))
    ahead = Placed(SMALL, start.then(Pose(130, 3, 20)))
    motion = Guided(Straight(120), 40)
    free = back_off(motion, SMALL, start, [ahead])
    found = back_off(motion, SMALL, start, [wall, ahead])
    assert not found.complete and found.contacts == (0, 1)
    assert found.travel == NEAR(free.travel, abs=1e-9) and found.residual == NEAR(-given, abs=1e-9)
    disc = Placed(Disc(15), start.then(Pose(0, 35 - given)))
    assert back_off(motion, SMALL, start, [disc, ahead]).travel == NEAR(free.travel, abs=1e-9)
    deeper = Placed(Rect(300, 40), start.then(Pose(60, 2e-6 - 40)))
    assert back_off(motion, SMALL, start, [deeper, ahead]).travel == 0


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_the_order_of_the_blockers_does_not_matter(order):
    others = [
        Placed(SMALL, Pose(95, 70, 60)),
        Placed(SMALL, Pose(40, 118, 80)),
        Placed(LARGE, Pose(-90, 90, 10)),
    ]
    want = back_off(Guided(Turn(62.5, -90), 40), SMALL, UP, others)
    found = back_off(Guided(Turn(62.5, -90), 40), SMALL, UP, [others[i] for i in order])
    assert found.pose.point == NEAR(want.pose.point, abs=1e-9)
    assert sorted(order[i] for i in found.contacts) == sorted(want.contacts)


@pytest.mark.parametrize("width", [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8])
@pytest.mark.parametrize("heading", [90, 0, 17.3, 359.999])
def test_A4_a_planted_window_between_two_blockers_is_found(width, heading):
    """XW-157: no free window is stepped over, however narrow."""
    start = Pose(100, 50, heading)
    others = [Placed(SMALL, start.forward(209.3)), Placed(SMALL, start.forward(129.3 - width))]
    found = back_off(Guided(Straight(160), 40), SMALL, start, others)
    assert found.travel == NEAR(169.3, abs=1e-9)
    assert 0 in found.contacts and found.residual >= -1e-9


@pytest.mark.parametrize("width", [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
@pytest.mark.parametrize(
    ("path", "size"),
    [
        (Turn(35, -90), 40),
        (Turn(35, 90), 80),
        (Turn(62.5, 90), 40),
        (Turn(80, -45), 80),
        (Turn(180, 45), 40),
    ],
)
def test_A4_a_planted_window_on_a_curve_is_found(path, size, width):
    """Two blockers leave the base free for exactly ``width`` of its travel."""
    motion, base = Guided(path, size), Rect(size, size)
    rng = random.Random(f"{path}{size}")
    met = 0
    for _ in range(4):
        top = rng.uniform(0.5, 0.9) * motion.length
        # One stands before the middle of the front edge where the base comes to ``top``, one
        # behind the middle of the rear edge where it is ``width`` farther back.
        first = Placed(Rect(30, 8), motion.pose(top).forward(size / 2 + 15))
        second = Placed(Rect(30, 8), motion.pose(top - width).forward(-size / 2 - 15))
        found = back_off(motion, base, Pose(0, 0), [first, second])
        if found.complete:
            continue
        met += 1
        assert found.travel == NEAR(top, abs=1e-9)
        assert 0 in found.contacts and found.residual >= -1e-9
    assert met >= 3


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("base", [SMALL, Rect(60, 8), Disc(15), Ellipse(50, 20)])
def test_no_stretch_that_is_skipped_holds_a_free_place(base, count):
    """XW-157: at every travel from where the bounds are asked, on motions that exhaust them."""
    rng, skipped = random.Random(f"skid {base}"), 0
    blockers = [Rect(30, 6), Rect(2, 1), Disc(1), Disc(40), Ellipse(30, 8), any_hull(rng, 15)]
    for _ in range(count):
        skid = any_skid(rng)
        u = rng.uniform(0.1, 1) * skid.length
        near = Pose(rng.uniform(-40, 40), rng.uniform(-40, 40), rng.uniform(0, 360))
        blocker = Placed(rng.choice(blockers), skid.pose(u).then(near))
        walk = _Walk(skid, base, Pose(0, 0), [blocker], 0.0)
        step = walk._blocked_stretch(u, skid.phases[0])
        assert (step == 0) or separation(Placed(base, skid.pose(u)), blocker) < 0
        back = min(step, u)
        skipped += back > 0
        for share in (0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1 - 1e-6) if back else ():
            there = Placed(base, skid.pose(u - share * back))
            assert separation(there, blocker) < 1e-9, (skid, u, blocker, share * back)
    assert skipped > count / 5


def test_a_disc_that_reaches_deep_into_a_turning_base_is_met_exactly():
    """The far side of a turning base is faster than its near corner."""
    cases = [
        (Turn(80, -45), 13.504736186479047, Pose(83.64868038671983, -10.251889434489897)),
        (Turn(80, -45), 9.80397090367136, Pose(82.6501395105368, -6.667958836360327)),
    ]
    for path, radius, where in cases:
        found = back_off(Guided(path, 40), SMALL, Pose(0, 0), [Placed(Disc(radius), where)])
        assert not found.complete
        assert found.residual == NEAR(0, abs=1e-9)
        assert found.contacts == (0,)


def test_round_bases_meet_in_closed_form():
    base = Disc(16)
    motion = Guided(Straight(100), 32)
    found = back_off(motion, base, Pose(0, 0), [Placed(Disc(20), Pose(120, 12))])
    assert found.pose.x == NEAR(120 - math.sqrt(36**2 - 12**2), abs=1e-9)
    wall = back_off(motion, base, Pose(0, 0), [Placed(Rect(10, 300), Pose(120, 0))])
    assert wall.pose.x == NEAR(120 - 5 - 16, abs=1e-9)
    corner = back_off(motion, base, Pose(0, 0), [Placed(Rect(10, 10), Pose(120, 17, 0))])
    assert corner.pose.x == NEAR(115 - math.sqrt(16**2 - 12**2), abs=1e-9)


def test_a_blocker_of_many_corners_and_one_that_swallows_the_path():
    ring = [(math.cos(t / 20 * math.pi) * 50, math.sin(t / 20 * math.pi) * 50) for t in range(40)]
    found = back_off(
        Guided(Straight(160), 40), SMALL, Pose(0, 0), [Placed(Hull(ring), Pose(220, 0))]
    )
    assert found.pose.x == NEAR(220 - 50 * math.cos(math.asin(0)) - 20, abs=0.2)
    assert abs(found.residual) <= 1e-9
    inside = back_off(
        Guided(Straight(40), 40), SMALL, Pose(0, 0), [Placed(Hull(ring), Pose(95, 0))]
    )
    assert inside.pose.x == NEAR(95 - 50 - 20, abs=0.2)


def test_the_same_query_gives_the_same_bits():
    rng = random.Random(64)
    for _ in range(20):
        others = [Placed(any_hull(rng), Pose(rng.uniform(20, 90), rng.uniform(60, 140)))]
        one = back_off(Guided(Turn(62.5, -90), 40), SMALL, UP, others)
        two = back_off(Guided(Turn(62.5, -90), 40), SMALL, UP, list(others))
        assert one == two


def test_scan_and_separation_agree_about_distance():
    for a, b in placed_pairs(random.Random(65), 200, ("rect", "disc"), spread=150):
        if distance(a, b) > 0:
            assert separation(a, b) == NEAR(distance(a, b), abs=1e-9)
    assert pose_in(random.Random(1), 5) == pose_in(random.Random(1), 5)


@pytest.mark.parametrize("radius", [0.3, 0.5, 4.0])
def test_a_small_disc_deep_inside_is_left_in_one_go(radius):
    """XW-38: wherever in the base the disc lies at first, the base ends just short of it."""
    disc = Placed(Disc(radius), Pose(0, 60))
    for length in (10, 20, 30):  # it ends 40 beyond its card
        found = back_off(Guided(Straight(length), 40), SMALL, UP, [disc])
        assert found.pose.y == NEAR(60 - radius - 20, abs=1e-8)
