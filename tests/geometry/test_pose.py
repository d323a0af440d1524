"""Poses: angles, exact quarter turns, and the algebra of steps."""

import math
import random

import pytest

from tablesim.errors import GeometryError
from tablesim.geometry import Pose, normalized, unit

NEAR = pytest.approx


@pytest.mark.parametrize(
    ("given", "kept"),
    [(0, 0), (359.999, 359.999), (-190, 170), (720, 0), (-360, 0), (1e9, 280), (-1e-20, 0)],
)
def test_headings_wrap_into_one_turn(given, kept):
    assert normalized(given) == kept
    assert Pose(0, 0, given).heading == kept


def test_every_heading_lies_below_360():
    rng = random.Random(1)
    small = [-math.ulp(0.0), -1e-300, math.nextafter(360, 0), math.nextafter(360, 361), -1e-14]
    for degrees in small + [rng.uniform(-1e6, 1e6) for _ in range(2000)]:
        assert 0 <= Pose(0, 0, degrees).heading < 360


@pytest.mark.parametrize("turns", [-9, -1, 0, 1, 7])
def test_quarter_turns_are_exact(turns):
    expected = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    for quarter, direction in enumerate(expected):
        degrees = 360 * turns + 90 * quarter
        assert unit(degrees) == direction
        assert Pose(3, 4, degrees).forward(10).point == (
            3 + 10 * direction[0],
            4 + 10 * direction[1],
        )


def test_unit_vectors_agree_with_complex_powers():
    rng = random.Random(2)
    for _ in range(500):
        degrees = rng.uniform(-1000, 1000)
        z = complex(0, 1) ** (degrees / 90)
        assert unit(degrees) == NEAR((z.real, z.imag), abs=1e-12)
        assert math.hypot(*unit(degrees)) == NEAR(1, abs=1e-15)


def test_four_quarter_steps_lead_back_without_any_error():
    pose = Pose(0.1, 0.7, 90)
    for _ in range(4):
        pose = pose.then(Pose(10, 5, 90))
    assert pose == Pose(0.1, 0.7, 90) or pose.point == NEAR((0.1, 0.7), abs=1e-14)
    assert pose.heading == 90


def test_steps_are_associative_and_have_inverses():
    rng = random.Random(3)

    def any_pose():
        return Pose(rng.uniform(-500, 500), rng.uniform(-500, 500), rng.uniform(-900, 900))

    for _ in range(300):
        a, b, c = any_pose(), any_pose(), any_pose()
        left, right = a.then(b).then(c), a.then(b.then(c))
        assert left.point == NEAR(right.point, abs=1e-9)
        assert math.cos(math.radians(left.heading - right.heading)) == NEAR(1, abs=1e-12)
        back = Pose(*a.to_local((0, 0)), -a.heading)
        assert a.then(back).point == NEAR((0, 0), abs=1e-9)
        assert back.then(a).point == NEAR((0, 0), abs=1e-9)


def test_local_and_world_points_are_inverse_and_keep_distances():
    rng = random.Random(4)
    for _ in range(300):
        pose = Pose(rng.uniform(-900, 900), rng.uniform(-900, 900), rng.uniform(0, 360))
        p, q = [(rng.uniform(-99, 99), rng.uniform(-99, 99)) for _ in range(2)]
        wp, wq = pose.to_world([p, q])
        assert pose.to_local(wp) == NEAR(p, abs=1e-10)
        assert math.dist(wp, wq) == NEAR(math.dist(p, q), abs=1e-10)
        assert pose.then(Pose(*p)).point == NEAR(wp, abs=1e-10)


def test_a_positive_turn_is_counter_clockwise_and_left_is_positive_y():
    pose = Pose(0, 0, 0).turned(90)
    assert pose.direction == (0, 1)
    assert pose.to_world([(0, 1)])[0] == (-1, 0)
    assert Pose(1, 1, 350).turned(20) == Pose(1, 1, 10)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_poses_refuse_what_is_not_finite(bad, place):
    values = [1.0, 2.0, 3.0]
    values[place] = bad
    with pytest.raises(GeometryError, match="finite"):
        Pose(*values)


def test_infinities_that_cancel_are_refused_too():
    with pytest.raises(GeometryError):
        Pose(math.inf, -math.inf, 0)


def test_snapping_is_idempotent_and_moves_little():
    rng = random.Random(5)
    for _ in range(500):
        pose = Pose(rng.uniform(-2000, 2000), rng.uniform(-2000, 2000), rng.uniform(0, 360))
        snapped = pose.snapped()
        assert snapped.snapped() == snapped
        assert snapped.point == NEAR(pose.point, abs=0.51e-7)
        assert snapped.heading == NEAR(pose.heading, abs=0.51e-9)
    assert Pose(0, 0, 360 - 1e-10).snapped().heading == 0
    assert str(Pose(-1e-9, -1e-9).snapped()) == str(Pose(0, 0))


def test_poses_are_values():
    pose = Pose(1, 2, 3)
    assert pose == Pose(1.0, 2.0, 363) and hash(pose) == hash(Pose(1, 2, 363))
    with pytest.raises(AttributeError):
        pose.x = 5


def test_poses_refuse_integers_that_no_float_can_hold():
    with pytest.raises(GeometryError, match="a float can hold"):
        Pose(1, 10**400)


@pytest.mark.parametrize("wrong", ["north", None, [1], {}])
def test_what_is_no_number_is_named(wrong):
    with pytest.raises(TypeError, match=r"a pose needs numbers, got \(1, 2, "):
        Pose(1, 2, wrong)
