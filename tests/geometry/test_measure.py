"""Gaps against shapely, and the families of equally short segments."""

import math
import random

import pytest
import shapely

from tablesim.geometry import Disc, Outline, Placed, Pose, Rect, gap

from .oracles import SMALL, distance, placed_pairs, polygon, star

NEAR = pytest.approx
COUNTS = [2000, pytest.param(10_000, marks=pytest.mark.slow)]


def within(shape, point, by):
    """Whether a point belongs to a shape, up to a length."""
    if isinstance(shape.footprint, Disc):
        return math.dist(shape.pose.point, point) <= shape.footprint.radius + by
    return shapely.distance(polygon(shape), shapely.Point(point)) <= by


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(
    "kinds",
    [("rect", "rect"), ("rect", "disc"), ("disc", "disc"), ("hull", "hull"), ("hull", "disc")],
)
def test_gaps_agree_with_shapely(kinds, count):
    """XW-162: the least distance of the closed shapes."""
    pairs = list(placed_pairs(random.Random(11), count, kinds))
    discs = [
        [s.footprint.radius if k == "disc" else 0.0 for s in pair]
        for k, pair in zip(kinds, zip(*pairs, strict=True), strict=True)
    ]
    shapes = [
        [shapely.Point(s.pose.point) if k == "disc" else polygon(s) for s in pair]
        for k, pair in zip(kinds, zip(*pairs, strict=True), strict=True)
    ]
    apart = shapely.distance(*shapes)
    wanted = [max(0.0, d - ra - rb) for d, ra, rb in zip(apart, *discs, strict=True)]
    found = [gap(a, b) for a, b in pairs]
    worst = max(abs(f.distance - w) for f, w in zip(found, wanted, strict=True))
    assert worst <= 1e-9
    assert 0.05 * count < sum(w == 0 for w in wanted) < 0.9 * count
    for (a, b), f in zip(pairs, found, strict=True):
        assert math.dist(f.a, f.b) == NEAR(f.distance, abs=1e-9)
        assert within(a, f.a, 1e-9) and within(b, f.b, 1e-9)


@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "kinds", [("star", "star"), ("holed", "rect"), ("holed", "disc"), ("star", "hull")]
)
def test_gaps_of_concave_outlines_agree_with_shapely(kinds, count):
    for a, b in placed_pairs(random.Random(12), count, kinds):
        found = gap(a, b)
        assert found.distance == NEAR(distance(a, b), abs=1e-9)
        assert gap(b, a).distance == found.distance
        assert within(a, found.a, 1e-9) and within(b, found.b, 1e-9)
        assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-9)


def test_a_shape_in_a_hole_is_measured_to_the_rim_of_the_hole():
    frame = Placed(
        Outline(
            [(-50, -50), (50, -50), (50, 50), (-50, 50)],
            [[(-30, -30), (30, -30), (30, 30), (-30, 30)]],
        ),
        Pose(200, 100, 30),
    )
    assert gap(frame, Placed(Rect(20, 20), Pose(200, 100, 30))).distance == NEAR(20)
    assert gap(frame, Placed(Disc(10), Pose(200, 100))).distance == NEAR(20)
    assert gap(frame, Placed(Disc(30), Pose(200, 100))).distance == NEAR(0, abs=1e-12)
    assert len(gap(frame, Placed(Rect(20, 20), Pose(200, 100, 30))).families) >= 4


def test_flush_edges_have_a_family_as_wide_as_they_face_each_other():
    """XW-167: all shortest lines between parallel edges count."""
    for heading in (0, 90, 17.3, 359.999, -190, 720):
        frame = Pose(40, -70, heading)
        a = Placed(SMALL, frame)
        b = Placed(SMALL, frame.then(Pose(140, 10, 180)))
        found = gap(a, b)
        assert found.distance == NEAR(100, abs=1e-9)
        assert len(found.families) == 1
        family = found.families[0]
        assert family.width == NEAR(30, abs=1e-6)
        locals_ = sorted(frame.to_local(p) for p in (family.first[0], family.last[0]))
        assert [p for pair in locals_ for p in pair] == NEAR([20, -10, 20, 20], abs=1e-6)
        for share in (0, 0.25, 0.5, 1):
            assert math.dist(*family.at(share)) == NEAR(100, abs=1e-7)
        assert family.middle == family.at(0.5)
        assert math.dist(found.a, family.middle[0]) < 1e-9


@pytest.mark.parametrize(("shift", "common"), [(0, 40), (10, 30), (-25, 15), (40, 0)])
def test_edges_that_touch_do_so_along_all_that_they_have_in_common(shift, common):
    """XW-156: contact is a family of segments without length; a corner on a corner is one."""
    for heading in (0, 90, 180, 270):
        frame = Pose(40, -70, heading)
        found = gap(Placed(SMALL, frame), Placed(SMALL, frame.then(Pose(40, shift))))
        assert found.distance == 0 and len(found.families) == 1
        family = found.families[0]
        assert family.width == NEAR(common, abs=1e-12)
        ends = sorted(frame.to_local(p)[1] for p in (family.first[0], family.last[0]))
        assert ends == NEAR([max(-20, shift - 20), min(20, shift + 20)], abs=1e-12)
        assert all(math.dist(*family.at(share)) == 0 for share in (0, 0.5, 1))


def test_a_corner_that_faces_an_edge_has_one_shortest_line():
    found = gap(Placed(SMALL, Pose(0, 0)), Placed(SMALL, Pose(140, 0, 45)))
    assert found.distance == NEAR(120 - 20 * math.sqrt(2))
    assert [family.width for family in found.families] == [NEAR(0, abs=1e-9)]
    assert found.a == NEAR((20, 0)) and found.b == NEAR((140 - 20 * math.sqrt(2), 0))


def test_edges_that_are_parallel_up_to_rounding_keep_their_family():
    a = Placed(SMALL, Pose(0, 0, 0))
    assert gap(a, Placed(SMALL, Pose(140, 0, 1e-10))).families[0].width == NEAR(40, abs=1e-3)
    assert gap(a, Placed(SMALL, Pose(140, 0, 1e-3))).families[0].width == NEAR(0, abs=1e-3)


def test_a_concave_shape_may_have_two_families():
    fork = Outline([(0, 0), (10, 0), (10, 50), (60, 50), (60, 0), (70, 0), (70, 60), (0, 60)])
    bar = Placed(Rect(10, 200), Pose(35, -30, 90))
    found = gap(Placed(fork, Pose(0, 0)), bar)
    assert found.distance == NEAR(25)
    wide = [family for family in found.families if family.width > 1e-6]
    assert [family.width for family in wide] == [NEAR(10), NEAR(10)]
    ends = {point for family in wide for point in (family.first[0], family.last[0])}
    assert all(f.first[0] in ends for f in found.families)  # the others are ends of these


def test_discs_are_measured_by_their_radii():
    """Case D3: edge to edge, never center to center; D4 in the same way."""
    assert gap(Placed(Disc(25), Pose(0, 0)), Placed(Disc(16), Pose(300, 400))).distance == 459
    found = gap(Placed(Disc(13.5), Pose(0, 0)), Placed(Disc(13.5), Pose(0, 103)))
    assert found.distance == 76
    assert found.a == (0, 13.5) and found.b == (0, 89.5)


def test_no_distance_is_negative_and_overlaps_have_a_common_point():
    rng = random.Random(13)
    for a, b in placed_pairs(rng, 500, ("rect", "disc"), spread=20):
        found = gap(a, b)
        assert found.distance >= 0
        if found.distance == 0:
            assert math.dist(found.a, found.b) <= 1e-9


def test_a_nested_disc_is_at_distance_zero():
    a, b = Placed(Disc(50), Pose(0, 0)), Placed(Disc(1), Pose(3, 4))
    found = gap(a, b)
    assert found.distance == 0
    assert within(a, found.a, 1e-9) and within(b, found.b, 1e-9)


def test_families_of_random_outlines_have_equal_length():
    rng = random.Random(14)
    for _ in range(100):
        a = Placed(star(rng), Pose(0, 0, rng.uniform(0, 360)))
        b = Placed(star(rng, hole=True), Pose(150, 20, rng.uniform(0, 360)))
        found = gap(a, b)
        for family in found.families:
            for share in (0, 0.5, 1):
                assert math.dist(*family.at(share)) == NEAR(found.distance, abs=2e-8)
