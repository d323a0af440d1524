"""Center lines, the two-guide motion, and the bounds that back-off relies on."""

import json
import math
import random
from pathlib import Path

import numpy as np
import pytest

from tablesim.errors import GeometryError
from tablesim.geometry import Guided, Pose, Straight, Turn

from .oracles import BASES, RADII, TEMPLATES, guided_poses, line_at, template

NEAR = pytest.approx
REFERENCE = json.loads((Path(__file__).parent / "data" / "reference.json").read_text())
COUNTS = [150, pytest.param(3000, marks=pytest.mark.slow)]


def any_motion(rng, steepest=90):
    if rng.random() < 0.5:
        path = template(*rng.choice(TEMPLATES))
        return Guided(path, rng.choice([40.0, 60.0, 80.0]))
    path = Turn(rng.uniform(5, 200), rng.choice([-1, 1]) * rng.uniform(1, steepest))
    return Guided(path, rng.uniform(5, 150))


def angle_between(a, b):
    return abs((a - b + 180) % 360 - 180)


# --- center lines --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bank", "turn"])
@pytest.mark.parametrize("speed", [1, 2, 3])
def test_lengths_of_curved_templates(kind, speed):
    """XW-152: the arc length is R pi / 4 or R pi / 2."""
    want = RADII[kind][speed - 1] * math.pi / (4 if kind == "bank" else 2)
    assert template(kind, "left", speed).length == NEAR(want, rel=1e-15)


def test_points_and_directions_of_a_turn_are_those_of_a_circle():
    rng = random.Random(51)
    for _ in range(300):
        turn = Turn(rng.uniform(5, 200), rng.uniform(-179, 179))
        s = rng.uniform(0, turn.length)
        x, y = line_at(turn, np.array([s, s + 1e-6, s - 1e-6]))
        found = turn.at(s)
        assert found.point == NEAR((x[0], y[0]), abs=1e-10)
        if 1e-5 < s < turn.length - 1e-5:
            want = math.degrees(math.atan2(y[1] - y[2], x[1] - x[2]))
            assert angle_between(found.heading, want) < 1e-4


def test_quarter_turns_end_without_rounding():
    assert Turn(35, 90).at(Turn(35, 90).length) == Pose(35, 35, 90)
    assert Turn(62.5, -90).at(Turn(62.5, -90).length) == Pose(62.5, -62.5, 270)


def test_parts_of_paths():
    turn = Turn(80, -45)
    assert turn.upto(turn.length / 3).radius == 80
    assert turn.upto(turn.length / 3).angle == NEAR(-15)
    assert turn.upto(1e9) == turn and turn.upto(-5).length == 0
    assert Straight(80).upto(30) == Straight(30) and Straight(80).upto(99) == Straight(80)
    assert turn.mirrored() == Turn(80, 45) and Straight(5).mirrored() == Straight(5)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Straight(-1),
        lambda: Straight(math.nan),
        lambda: Straight(math.inf),
        lambda: Turn(0, 45),
        lambda: Turn(-3, 45),
        lambda: Turn(math.nan, 45),
        lambda: Turn(35, 180),
        lambda: Turn(35, -200),
        lambda: Turn(35, math.nan),
        lambda: Guided(Straight(40), 0),
        lambda: Guided(Turn(35, 90), math.nan),
    ],
)
def test_impossible_paths_are_refused(make):
    with pytest.raises(GeometryError):
        make()


# --- end poses -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [40.0, 60.0, 80.0])
@pytest.mark.parametrize("name", TEMPLATES)
def test_end_poses_in_closed_form(name, size):
    """XW-153: the table of final poses (forward and left of the start pose)."""
    kind, side, speed = name
    a, c = size / 2, math.sqrt(0.5)
    if kind == "straight":
        forward, aside, turned = 40 * speed + size, 0, 0
    elif kind == "bank":
        r = RADII[kind][speed - 1]
        forward, aside, turned = a + (r + a) * c, r - (r - a) * c, 45
    else:
        r = RADII[kind][speed - 1]
        forward, aside, turned = r + a, r + a, 90
    sign = -1 if side == "right" else 1
    end = Guided(template(*name), size).end
    assert end.point == NEAR((forward, sign * aside), abs=1e-9)
    assert angle_between(end.heading, sign * turned) < 1e-12


@pytest.mark.parametrize("case", REFERENCE["ends"], ids=lambda c: f"{c['base']}-{c['template']}")
def test_end_poses_agree_with_the_reference_table(case):
    """XW-153, to the three decimals of the table."""
    depth = BASES[case["base"]].depth
    end = Pose(0, 0, 90).then(Guided(template(*case["template"]), depth).end)
    assert end.point == NEAR(tuple(case["end"][:2]), abs=6e-4)
    assert angle_between(end.heading, case["end"][2]) < 1e-9


def test_the_end_is_the_pose_at_the_whole_length():
    rng = random.Random(52)
    for _ in range(300):
        motion = any_motion(rng)
        assert motion.pose(motion.length) == motion.end
        before = motion.pose(math.nextafter(motion.length, 0))
        assert before.point == NEAR(motion.end.point, abs=1e-7)
        assert angle_between(before.heading, motion.end.heading) < 1e-6
        assert motion.rear(motion.length) == NEAR(motion.path.length, abs=1e-7)


def test_the_start_is_the_pose_at_no_travel():
    rng = random.Random(53)
    for _ in range(300):
        motion = any_motion(rng)
        assert motion.pose(0) == Pose(0, 0, 0) or motion.pose(0).point == NEAR((0, 0), abs=1e-12)
        assert motion.rear(0) == NEAR(-motion.depth)


# --- in between ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_poses_agree_with_guides_placed_by_bisection(count):
    """XW-154: front and rear middle on the center line, at one base length."""
    rng = random.Random(54)
    worst = 0.0
    for _ in range(count):
        motion = any_motion(rng)
        u = np.array([rng.uniform(0, motion.length) for _ in range(30)])
        x, y, turn, w = guided_poses(motion.path, motion.depth, u)
        for i, travel in enumerate(u):
            pose = motion.pose(travel)
            off = math.hypot(pose.x - x[i], pose.y - y[i])
            off += math.radians(angle_between(pose.heading, math.degrees(turn[i]))) * motion.depth
            worst = max(worst, off)
            assert motion.rear(travel) == NEAR(w[i], abs=1e-6)
    assert worst <= 1e-9


def test_the_guides_stay_on_the_center_line_at_one_distance():
    """XW-154, straight from the definition."""
    rng = random.Random(55)
    for _ in range(400):
        motion = any_motion(rng)
        u = rng.uniform(0, motion.length)
        pose = motion.pose(u)
        front = pose.forward(motion.depth / 2).point
        rear = pose.forward(-motion.depth / 2).point
        w = motion.rear(u)
        (fx, rx), (fy, ry) = line_at(motion.path, np.array([u, w]))
        assert front == NEAR((fx + motion.depth / 2, fy), abs=1e-9)
        assert rear == NEAR((rx + motion.depth / 2, ry), abs=1e-9)
        assert w < u


@pytest.mark.parametrize("case", REFERENCE["samples"], ids=lambda c: f"{c['base']}{c['template']}")
def test_A7_poses_agree_with_a_public_table(case):
    """XW-154: 48 in-between poses; the table is rounded, so within 0.005."""
    motion = Guided(template(*case["template"]), BASES[case["base"]].depth)
    low, high = 0.0, motion.length
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if motion.rear(middle) < case["rear"] - motion.depth else (low, middle)
        )
    pose = Pose(0, 0, 90).then(motion.pose(low))
    x, y, heading = case["pose"]
    # The reference itself gives the rear guide to 5e-5.
    assert pose.point == NEAR((x, y), abs=2e-4)
    assert angle_between(pose.heading, heading) < 2e-4
    half = motion.depth / math.sqrt(2)
    x, y, heading = case["table"]
    off = math.dist(pose.point, (x, y)) + half * math.radians(angle_between(pose.heading, heading))
    assert off < 0.0065


def test_velocities_agree_with_finite_differences():
    rng = random.Random(56)
    for _ in range(600):
        motion = any_motion(rng)
        phase = rng.choice(motion.phases)
        room = phase.end - phase.start
        if room < 1e-3:
            continue
        u = rng.uniform(phase.start + 0.1 * room, phase.end - 0.1 * room)
        h = min(1e-4, 0.05 * room)
        here, before, after = motion.motion(u), motion.motion(u - h), motion.motion(u + h)
        scale = 1e-5 + 10 * h * h * (1 + phase.acceleration + phase.spin_change) ** 3
        assert (after.x - before.x) / (2 * h) == NEAR(here.vx, abs=scale)
        assert (after.y - before.y) / (2 * h) == NEAR(here.vy, abs=scale)
        turned = math.atan2(
            before.hx * after.hy - before.hy * after.hx, before.hx * after.hx + before.hy * after.hy
        )
        assert turned / (2 * h) == NEAR(here.spin, abs=scale)
        assert math.hypot(here.hx, here.hy) == NEAR(1, abs=1e-12)


def test_velocities_do_not_jump_between_phases():
    rng = random.Random(57)
    for _ in range(200):
        motion = any_motion(rng)
        for phase in motion.phases[1:]:
            a, b = motion.motion(phase.start - 1e-9), motion.motion(phase.start + 1e-9)
            slack = 1e-5 + 1e-8 * (phase.acceleration + phase.spin_change)
            assert tuple(a) == NEAR(tuple(b), abs=slack)


@pytest.mark.parametrize("count", COUNTS)
def test_phase_bounds_are_never_exceeded(count):
    """XW-157: back-off may only skip what these bounds cover."""
    rng = random.Random(58)
    for _ in range(count):
        motion = any_motion(rng)
        assert motion.phases[0].start == 0 and motion.phases[-1].end == motion.length
        for one, other in zip(motion.phases, motion.phases[1:], strict=False):
            assert one.end == other.start
        for phase in motion.phases:
            room = phase.end - phase.start
            if room < 1e-6:
                continue
            # Both ends are where the bounds are tight.
            for share in [1e-3, 0.02, 0.98, 0.999, *np.linspace(0.05, 0.95, 12)]:
                u, h = phase.start + share * room, min(1e-4 * room, 1e-4)
                here, a, b = motion.motion(u), motion.motion(u - h), motion.motion(u + h)
                noise = 1e-6 + 1e-11 / h
                assert math.hypot(here.vx, here.vy) <= phase.speed * (1 + 1e-9)
                assert abs(here.spin) <= phase.spin * (1 + 1e-9) + 1e-12
                acceleration = math.hypot(b.vx - a.vx, b.vy - a.vy) / (2 * h)
                assert acceleration <= phase.acceleration * (1 + 1e-5) + noise
                assert abs(b.spin - a.spin) / (2 * h) <= phase.spin_change * (1 + 1e-5) + noise


def test_phase_bounds_are_no_wider_than_they_need_to_be():
    """XW-157: with wider ones the walk would be as right, but slow.

    The speed of the center is bounded by the mean of those of the guides; of the other three each
    is a sum of sizes of terms that partly cancel.
    """
    for name in TEMPLATES[5:]:
        for depth in (40.0, 80.0):
            motion = Guided(template(*name), depth)
            for phase in motion.phases:
                room = phase.end - phase.start
                h, spins, changes, bends, rears = 1e-5 * room, [], [], [], []
                for u in phase.start + room * np.array([1e-4, 0.5, 1 - 1e-4]):
                    a, b = motion.motion(u - h), motion.motion(u + h)
                    rears.append((motion.rear(u + h) - motion.rear(u - h)) / (2 * h))
                    spins.append(abs(a.spin))
                    changes.append(abs(b.spin - a.spin) / (2 * h))
                    bends.append(math.hypot(b.vx - a.vx, b.vy - a.vy) / (2 * h))
                mean = (1 + max(rears)) / 2
                assert mean * (1 - 1e-3) <= phase.speed <= 1.2 * mean
                assert phase.spin <= 6 * max(spins) and phase.acceleration <= 9 * max(bends)
                assert phase.spin_change <= 10 * max(changes) + 1e-6


def test_no_corner_is_faster_than_the_specification_says():
    """XW-157: 1.55 du on a small base and 2.76 du on a large one, turn 1 being the worst."""
    fastest = {}
    for name, size, limit in (("small", 40, 1.55), ("large", 80, 2.76)):
        for words in TEMPLATES:
            motion = Guided(template(*words), size)
            for u in np.linspace(0, motion.length, 700):
                m = motion.motion(u)
                for cx in (-size / 2, size / 2):
                    for cy in (-size / 2, size / 2):
                        rx, ry = cx * m.hx - cy * m.hy, cx * m.hy + cy * m.hx
                        speed = math.hypot(m.vx - m.spin * ry, m.vy + m.spin * rx)
                        fastest[name] = max(fastest.get(name, (0, "")), (speed, words[0]))
        assert fastest[name][0] <= limit + 0.005
        assert fastest[name] == (NEAR(limit, abs=0.01), "turn")


def test_mirrored_paths_give_mirrored_motions():
    rng = random.Random(59)
    for _ in range(300):
        motion = any_motion(rng)
        other = Guided(motion.path.mirrored(), motion.depth)
        u = rng.uniform(0, motion.length)
        a, b = motion.motion(u), other.motion(u)
        assert (b.x, -b.y, b.hx, -b.hy, b.vx, -b.vy, -b.spin) == NEAR(tuple(a), abs=1e-12)


def test_TV9_TV10_poses_on_the_template():
    """XW-154, in the frame of the rules."""
    rows = [
        (("turn", "right", 1), 41, (10.6954, 35.3458, -32.3282), -1.5542),
        (("turn", "right", 1), 50, (15.4115, 41.0069, -47.0012), 7.4228),
        (("turn", "right", 2), 80, (28.2625, 68.3119, -54.6757), 39.2838),
        (("bank", "right", 1), 60, (11.9235, 56.9538, -28.4943), 19.5712),
        (("bank", "left", 3), 100, (-18.4757, 96.8758, 25.4516), 59.9172),
    ]
    for name, u, (x, y, h), w in rows:
        motion = Guided(template(*name), 40)
        pose = Pose(0, 0, 90).then(motion.pose(u))
        assert pose.point == NEAR((x, y), abs=6e-5)
        assert angle_between(pose.heading, h + 90) < 6e-5
        assert motion.rear(u) == NEAR(w, abs=6e-5)


@pytest.mark.parametrize(("radius", "angle", "depth"), [(10, 170, 40), (20, -150, 60)])
def test_a_base_that_cannot_ride_a_turn_without_a_jump_is_refused(radius, angle, depth):
    """Past a quarter turn the rear guide may have to leap from the line to the arc."""
    try:
        motion = Guided(Turn(radius, angle), depth)
    except GeometryError:
        return
    rears = [motion.rear(u) for u in np.linspace(0, motion.length, 4001)]
    assert max(np.abs(np.diff(rears))) < 5


@pytest.mark.parametrize(("s", "length"), [(-1, 0), (0, 0), (0.4, 0.4), (9, 9), (80, 40)])
def test_a_part_of_a_line_is_as_long_as_it_is_asked_for(s, length):
    assert Straight(40).upto(s) == Straight(length)
