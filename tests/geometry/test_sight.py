"""Crossed lines against many sampled ones."""

import math
import random

import numpy as np
import pytest
import shapely

from tablesim.geometry import Disc, Family, Gap, Outline, Placed, Pose, Rect, crossing, gap

from .oracles import LARGE, SMALL, any_hull, polygon, pose_in, star

NEAR = pytest.approx
LOW = Placed(SMALL, Pose(0, 0, 90))
HIGH = Placed(SMALL, Pose(0, 200, 90))
BETWEEN = gap(LOW, HIGH)


def box(x0, y0, x1, y1):
    """Return an axis-aligned rectangle by its sides."""
    return Placed(Rect(x1 - x0, y1 - y0), Pose((x0 + x1) / 2, (y0 + y1) / 2, 0))


def length_inside(line, obstacle):
    """Return the length of a line inside an obstacle, of a disc by its chord."""
    if isinstance(obstacle.footprint, Disc):
        (ax, ay), (bx, by) = line
        size = math.dist(*line)
        ux, uy = (bx - ax) / size, (by - ay) / size
        cx, cy = obstacle.pose.x - ax, obstacle.pose.y - ay
        square = obstacle.footprint.radius**2 - (cx * uy - cy * ux) ** 2
        if square <= 0:
            return 0.0
        middle, half = cx * ux + cy * uy, math.sqrt(square)
        return max(0.0, min(size, middle + half) - max(0.0, middle - half))
    inside = shapely.intersection(shapely.LineString(line), polygon(obstacle))
    along = shapely.intersection(shapely.LineString(line), polygon(obstacle).boundary)
    return max(0.0, inside.length - along.length)


def clearance(line, obstacle):
    line = shapely.LineString(line)
    if isinstance(obstacle.footprint, Disc):
        center = shapely.Point(obstacle.pose.point)
        return max(0.0, line.distance(center) - obstacle.footprint.radius)
    return line.distance(polygon(obstacle))


def any_obstacle(rng, spread):
    make = rng.choice(
        [
            lambda: Rect(rng.uniform(2, 40), rng.uniform(2, 40)),
            lambda: Disc(rng.uniform(2, 25)),
            lambda: any_hull(rng, 25),
            lambda: star(rng, 30, hole=rng.random() < 0.5),
        ]
    )
    return Placed(make(), pose_in(rng, spread))


def scene(rng):
    """Two bases and obstacles about them; half of the time the bases stand parallel."""
    a = Placed(rng.choice([SMALL, LARGE]), Pose(-110, rng.uniform(-20, 20), 0))
    heading = rng.choice([0, 90, 180, rng.uniform(0, 360)])
    kind = rng.choice([SMALL, LARGE, LARGE, Disc(20)])
    b = Placed(kind, Pose(110, rng.uniform(-20, 20), heading))
    frame = pose_in(rng, 300)
    obstacles = [any_obstacle(rng, 70) for _ in range(rng.randint(1, 4))]
    return [Placed(s.footprint, frame.then(s.pose)) for s in (a, b, *obstacles)]


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=pytest.mark.slow)])
def test_crossings_agree_with_sampled_lines(count):
    """XW-167: all, some or none of the shortest lines."""
    rng = random.Random(71)
    seen = {}
    for _ in range(count):
        a, b, *obstacles = scene(rng)
        between = gap(a, b)
        found = crossing(between, obstacles)
        seen[found.blocked] = seen.get(found.blocked, 0) + 1
        blocked, crossed = [], set()
        for family in between.families:
            steps = 60 if family.width > 1e-6 else 1
            for share in np.linspace(0.5 / steps, 1 - 0.5 / steps, steps):
                hits = {
                    i
                    for i, obstacle in enumerate(obstacles)
                    if length_inside(family.at(share), obstacle) > 1e-7
                }
                blocked.append(bool(hits))
                crossed |= hits
        where = f"{a} {b} {obstacles} {found}"
        if found.blocked == "all":
            assert all(blocked), where
            inside = {i for i, o in enumerate(obstacles) if length_inside(found.line, o) > 1e-7}
            assert inside <= set(found.crossed), where
            assert found.clearance < 0
        else:
            # The line that is offered is really free, whatever the samples say.
            assert all(length_inside(found.line, o) < 1e-6 for o in obstacles), where
            assert found.blocked == "some" or not any(blocked), where
            assert found.blocked == "none" or found.crossed, where
            assert crossed <= set(found.crossed), where
            least = min(clearance(found.line, o) for o in obstacles)
            assert found.clearance == NEAR(least, abs=1e-9), where
            assert found.clearance >= 0
        assert math.dist(*found.line) == NEAR(between.distance, abs=2e-8)
    assert min(seen.get(k, 0) for k in ("all", "some", "none")) > 0.05 * count


@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_the_clearance_of_a_blocked_line_is_the_least_change_that_frees_it(count):
    """A sideways shift, or the length of the crossing, whichever is less."""
    rng = random.Random(72)
    checked = 0
    while checked < count:
        a, b, *obstacles = scene(rng)
        if any(isinstance(o.footprint, Outline) for o in obstacles):
            continue
        found = crossing(gap(a, b), obstacles)
        if found.blocked != "all":
            continue
        checked += 1
        (ax, ay), (bx, by) = found.line
        size = math.dist(*found.line)
        inside = sum(length_inside(found.line, o) for o in obstacles)
        assert -found.clearance <= inside + 1e-9
        if -found.clearance < inside - 1e-6:
            free = []
            for sign in (1, -1):
                step = sign * (-found.clearance + 1e-7)
                ex, ey = step * (by - ay) / size, -step * (bx - ax) / size
                line = ((ax + ex, ay + ey), (bx + ex, by + ey))
                free.append(all(length_inside(line, o) < 1e-3 for o in obstacles))
            assert any(free)


def test_TV30_the_attacker_picks_a_free_line():
    """XW-167: x -30..0 leaves lines at x > 0; x -25..25 leaves none."""
    left = crossing(BETWEEN, [box(-30, 95, 0, 105)])
    assert left.blocked == "some" and left.crossed == (0,)
    assert left.line[0][0] == NEAR(20) and left.clearance == NEAR(20)
    full = crossing(BETWEEN, [box(-25, 95, 25, 105)])
    assert full.blocked == "all" and full.crossed == (0,)
    assert full.clearance == NEAR(-5, abs=1e-6)


def test_of_two_shifts_that_are_equally_small_the_first_line_takes_its_own():
    """The same line every time, whatever stands as far over the one end as over the other."""
    first, last = ((0.0, 0.0), (0.0, 100.0)), ((1.0, 0.0), (1.0, 100.0))
    for family, x in ((Family(first, last), 0), (Family(last, first), 1)):
        between = Gap(100.0, *family.first, (family,))
        found = crossing(between, [box(-4.5, 40, 5.5, 60)])
        assert found.blocked == "all" and found.clearance == NEAR(-4.5, abs=1e-8)
        assert found.line == ((x, 0), (x, 100))


def test_running_along_an_edge_is_no_crossing():
    """XW-167: only an obstacle's interior counts."""
    assert crossing(BETWEEN, [box(20, 95, 40, 105)]).blocked == "none"
    assert crossing(BETWEEN, [box(20, 95, 40, 105)]).clearance == NEAR(20 + 20, abs=21)
    edge = crossing(BETWEEN, [box(-40, 95, 20, 105)])
    assert edge.blocked == "some" and edge.line[0][0] == NEAR(20)
    assert edge.clearance == NEAR(0, abs=1e-9)
    flush = crossing(BETWEEN, [box(-10, 20, 10, 30), box(-10, 170, 10, 180)])
    assert flush.blocked == "some"
    assert crossing(BETWEEN, [box(-10, 0, 10, 20), box(-10, 180, 10, 200)]).blocked == "none"


def test_two_obstacles_that_meet_leave_a_line_along_their_border():
    halves = [box(-30, 95, 0, 105), box(0, 95, 30, 105)]
    assert crossing(BETWEEN, halves).blocked == "some"
    assert crossing(BETWEEN, halves).line[0][0] == NEAR(0, abs=1e-6)
    overlapping = [box(-30, 95, 0.001, 105), box(0, 95, 30, 105)]
    found = crossing(BETWEEN, overlapping)
    assert found.blocked == "all"


def test_the_parts_of_one_obstacle_leave_no_line_between_them():
    """Triangles of one outline meet along edges that lie inside it."""
    corner = [(-30, 0), (0, 0), (0, 5), (30, 5), (30, 10), (-30, 10)]
    assert crossing(BETWEEN, [Placed(Outline(corner), Pose(0, 95))]).blocked == "all"


def test_a_window_in_a_concave_obstacle_is_seen_through():
    fork = [(-30, 0), (30, 0), (30, 10), (-30, 10)]
    ring = Outline(
        [(-40, -20), (40, -20), (40, 20), (-40, 20)],
        [fork_hole := [(-30, -10), (30, -10), (30, 10), (-30, 10)]],
    )
    assert fork_hole and crossing(BETWEEN, [Placed(ring, Pose(0, 100))]).blocked == "all"
    gate = Outline([(-30, 0), (30, 0), (30, 30), (5, 30), (5, 10), (-5, 10), (-5, 30), (-30, 30)])
    assert crossing(BETWEEN, [Placed(gate, Pose(0, 90))]).blocked == "all"
    doors = [Placed(Outline(fork), Pose(-36, 95)), Placed(Outline(fork), Pose(36, 95))]
    seen = crossing(BETWEEN, doors)
    assert seen.blocked == "some" and seen.line[0][0] == NEAR(0, abs=1e-6)
    assert seen.clearance == NEAR(6)
    assert seen.crossed == (0, 1)


@pytest.mark.parametrize("width", [1e-1, 1e-3, 1e-6])
def test_narrow_windows_are_seen(width):
    doors = [box(-30, 95, 3, 105), box(3 + width, 95, 30, 105)]
    found = crossing(BETWEEN, doors)
    assert found.blocked == "some"
    assert 3 <= found.line[0][0] <= 3 + width
    assert found.clearance == NEAR(width / 2, abs=1e-8)


def test_discs_block_by_their_true_width():
    for x, blocked in ((0, "some"), (25.0001, "none"), (24.9999, "some")):
        assert crossing(BETWEEN, [Placed(Disc(5), Pose(x, 100))]).blocked == blocked
    assert crossing(BETWEEN, [Placed(Disc(20.001), Pose(0, 100))]).blocked == "all"
    assert crossing(BETWEEN, [Placed(Disc(20), Pose(0, 100))]).blocked == "some"
    # A disc that reaches over the end of the lines blocks by what is between the bases.
    assert crossing(BETWEEN, [Placed(Disc(5), Pose(0, 16))]).crossed == (0,)
    assert crossing(BETWEEN, [Placed(Disc(5), Pose(0, 14))]).blocked == "none"


def test_C10_what_is_behind_either_base_does_not_obstruct():
    """Case C10: beyond the target, and under the attacker."""
    between = gap(LOW, Placed(SMALL, Pose(0, 150, 90)))
    assert crossing(between, [box(-10, 200, 10, 220)]).blocked == "none"
    assert crossing(between, [box(-10, -20, 10, -10)]).blocked == "none"


def test_no_obstacle_and_no_line():
    assert crossing(BETWEEN, []).blocked == "none"
    assert crossing(BETWEEN, []).clearance == math.inf
    contact = gap(LOW, Placed(SMALL, Pose(0, 40, 90)))
    assert crossing(contact, [box(-50, 0, 50, 40)]).blocked == "none"


def test_a_single_line_has_no_choice():
    one = Gap(100.0, (0.0, 0.0), (0.0, 100.0), (Family(*[((0.0, 0.0), (0.0, 100.0))] * 2),))
    found = crossing(one, [box(-5, 40, 15, 60)])
    assert found.blocked == "all" and found.clearance == NEAR(-5, abs=1e-6)
    thin = crossing(one, [box(-50, 40, 50, 42)])
    assert thin.clearance == NEAR(-2, abs=1e-6)
    beside = crossing(one, [box(1, 40, 15, 60)])
    assert beside.blocked == "none" and beside.clearance == NEAR(1)


def test_indices_name_the_obstacles_that_were_given():
    rocks = [box(100, 0, 120, 20), box(-25, 50, 25, 60), box(-25, 100, 25, 110), box(90, 1, 95, 9)]
    assert crossing(BETWEEN, rocks).crossed == (1, 2)
