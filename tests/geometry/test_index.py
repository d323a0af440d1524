"""The index never leaves out a shape that matters."""

import random

import pytest

from tablesim.geometry import Disc, Index, Placed, Pose, Rect, gap
from tablesim.geometry.convex import nearest

from .oracles import any_hull, pose_in, star


def shapes(rng, count):
    make = [
        lambda: Rect(rng.uniform(1, 80), rng.uniform(1, 80)),
        lambda: Disc(rng.uniform(1, 40)),
        lambda: any_hull(rng),
        lambda: star(rng),
    ]
    return [Placed(rng.choice(make)(), pose_in(rng, 400)) for _ in range(count)]


def test_nothing_within_the_distance_is_left_out():
    rng = random.Random(1)
    many = shapes(rng, 120)
    index = Index(many)
    for probe in shapes(rng, 40):
        within = rng.choice([0.0, rng.uniform(0, 200)])
        found = index.near(probe, within)
        assert list(found) == sorted(set(found))
        assert {i for i, s in enumerate(many) if gap(probe, s).distance <= within} <= set(found)
        assert len(found) < len(many)


def test_a_shape_at_exactly_the_distance_is_found():
    index = Index([Placed(Disc(10), Pose(120, 0)), Placed(Rect(20, 20), Pose(-140, 0))])
    assert index.near(Placed(Disc(10), Pose(0, 0)), within=100) == (0,)
    assert index.near(Placed(Disc(10), Pose(0, 0)), within=120) == (0, 1)
    assert index.near(Placed(Disc(10), Pose(0, 0)), within=99.999) == ()


def test_nothing_along_a_segment_is_left_out():
    rng = random.Random(2)
    many = shapes(rng, 120)
    index = Index(many)
    for _ in range(60):
        line = (pose_in(rng, 300).point, pose_in(rng, 300).point)
        met = {
            i
            for i, s in enumerate(many)
            if any(nearest(line, p.points)[0] <= p.radius for p in s.parts)
        }
        assert met <= set(index.along(line))


def test_a_box_that_only_touches_is_met():
    index = Index([Placed(Rect(2, 2), Pose(1, 1)), Placed(Rect(2, 2), Pose(5, 1))])
    assert index.meeting((2, 2, 4, 9)) == (0, 1)
    assert index.meeting((2, 2.001, 4, 9)) == ()
    assert Index([]).meeting((0, 0, 1, 1)) == ()


@pytest.mark.parametrize("segment", [((5, 0), (5, 50)), ((5, 50), (5, 0)), ((5, 0), (5, 0))])
def test_upright_and_empty_segments_have_a_box(segment):
    assert Index([Placed(Disc(5), Pose(0, 0))]).along(segment) == (0,)


def test_an_empty_index_answers_nothing():
    assert Index([]).near(Placed(Disc(5), Pose(0, 0)), 1e6) == ()
    assert Index([]).along(((0, 0), (1, 1))) == ()
