"""Gaps of polygons, beams, rims and crossings in batches: what the scalar functions give."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.games.xwing.catalogue import catalogue
from tablesim.geometry import (
    Beam,
    Compound,
    Disc,
    Ellipse,
    Hull,
    Outline,
    Placed,
    Pose,
    Rect,
    Sector,
    batch,
    crossing,
    gap,
    gap_within,
    separation,
)
from tablesim.geometry.batch.crossings import _cut_disc
from tablesim.geometry.batch.rings import rings

from .oracles import LARGE, SMALL
from .test_batch import headings, lies_in, offsets, pairs, quarters, rectangles, rects, row, steps

NEAR = 1e-9
many = settings(max_examples=50)
few = settings(max_examples=20)

numbers = st.floats(-30, 30).map(lambda x: round(x, 6))
corners = st.lists(st.tuples(numbers, numbers), min_size=3, max_size=9)


def hull(points):
    try:
        found = Hull(points)
    except GeometryError:  # all on one line
        return Hull([(0, 0), (20, 0), (3, 15)])
    return found if found.polygon.area > 1e-3 else Hull([(0, 0), (20, 0), (3, 15)])


hulls = st.one_of(corners.map(hull), st.sampled_from(list(catalogue().obstacles.values())))
L_SHAPE = Outline([(0, 0), (30, 0), (30, 30), (15, 8), (0, 30)])
CROWN = Compound((Rect(20, 20), Disc(13)))
unions = st.sampled_from([L_SHAPE, CROWN, catalogue().guided_bases["small"]])
shapes = st.one_of(hulls, hulls, unions, rects, st.builds(Disc, st.sampled_from([10.0, 16.0])))


def place(thing):
    shape, pose = thing
    return Placed(shape, pose)


# Polygons


@many
@given(shapes, shapes, pairs())
def test_separations_of_polygons_are_those_of_one_pair(a, b, poses):
    """XW-162, XW-169: any things, unions of convex parts among them, gaps as well as depths."""
    found = batch.separation(a, row(poses[0]), b, row(poses[1]))
    assert found == pytest.approx(separation(Placed(a, poses[0]), Placed(b, poses[1])), abs=NEAR)


@many
@given(shapes, shapes, pairs())
def test_nearest_points_of_polygons_and_all_shortest_segments(a, b, poses):
    found = batch.gap(a, row(poses[0]), b, row(poses[1]))
    one = gap(Placed(a, poses[0]), Placed(b, poses[1]))
    assert found.distance == pytest.approx(one.distance, abs=NEAR)
    if one.distance < 1e-5:
        return
    assert math.dist(found.a, found.b) == pytest.approx(one.distance, abs=1e-8)
    if len(one.families) == 1:
        width = one.families[0].width
        assert math.hypot(*found.shift) == pytest.approx(width, abs=1e-4 if width < 1e-3 else 1e-7)
        if width > 1e-3:
            assert found.a + found.shift / 2 == pytest.approx(one.a, abs=1e-7)
            assert found.b + found.shift / 2 == pytest.approx(one.b, abs=1e-7)


@few
@given(shapes, shapes, pairs(), st.builds(Pose, steps, steps, headings))
def test_gaps_of_polygons_bear_exchange_and_motion(a, b, poses, motion):
    p, q = poses
    here = batch.separation(a, row(p), b, row(q))
    exact = 1e-9 if abs(p.x) + abs(p.y) < 1e5 else 1e-8
    moved = [row(motion.then(v)) for v in poses]
    assert batch.separation(b, row(q), a, row(p)) == pytest.approx(here, abs=exact)
    assert batch.separation(a, moved[0], b, moved[1]) == pytest.approx(here, abs=exact)


@pytest.mark.parametrize("count", [500, pytest.param(100_000, marks=pytest.mark.slow)])
def test_gaps_of_polygons_are_those_of_shapely(count):
    rng = np.random.default_rng(7)
    rock = catalogue().obstacles["asteroid-4"]
    poses, others = (rng.uniform((-90, -90, -720), (90, 90, 720), (count, 3)) for _ in range(2))
    one, other = rectangles(SMALL, poses), rectangles(rock, others)
    found = batch.separation(SMALL, poses, rock, others)
    assert np.abs(np.maximum(found, 0.0) - shapely.distance(one, other)).max() < 1e-9
    assert np.array_equal(found < -1e-9, shapely.area(shapely.intersection(one, other)) > 1e-15)


def test_bases_as_rectangles_and_as_polygons_are_equal():
    rng = np.random.default_rng(8)
    poses = rng.uniform((-90, -90, 0), (90, 90, 360), (200, 3))
    poses[::2, 2] = 90.0 * rng.integers(0, 4, 100)
    square = Hull(LARGE.parts[0].points)
    for exact, other in zip(
        batch.gap(SMALL, (0, 0, 90), LARGE, poses),
        batch.gap(SMALL, (0, 0, 90), square, poses),
        strict=True,
    ):
        if exact.ndim == 1:
            assert other == pytest.approx(exact, abs=1e-12)
        else:  # the segments may be named from either end
            assert np.array_equal(np.isnan(exact), np.isnan(other))


def test_ellipses_are_not_measured_in_batches():
    with pytest.raises(GeometryError, match=r"ellipses .*Ellipse"):
        batch.gap(SMALL, (0, 0, 0), Ellipse(40, 20), (0, 0, 0))


# Beams and rims


beams = st.builds(Beam, st.sampled_from([14.0, 15.76, 40.0]), st.sampled_from([0.0, 20.0, -5.0]))
regions = st.one_of(
    beams,
    st.builds(Sector.around, quarters, st.sampled_from([40.45, 42.025, 47.975, 49.55, 90.0])),
)


@many
@given(beams, st.one_of(rects, st.builds(Disc, st.sampled_from([3.0, 16.0]))), pairs())
def test_margins_of_beams_are_those_of_one_pair(beam, base, poses):
    """XW-237: the bullseye, inside and outside."""
    found = batch.margin(beam, row(poses[0]), base, row(poses[1]))
    assert found == pytest.approx(beam.at(poses[0]).margin(Placed(base, poses[1])), abs=NEAR)


@many
@given(st.sampled_from([SMALL, LARGE]), rects, regions, pairs(), st.booleans())
def test_aims_are_those_of_one_pair(a, b, region, poses, rim):
    """XW-63, XW-166: arc, range in arc and all its segments, also from the edge of the arc."""
    if isinstance(region, Beam) and region.width > 16:
        region = Beam(16.0, 20.0)
    one, other, there = Placed(a, poses[0]), Placed(b, poses[1]), region.at(poses[0])
    found = batch.aim(a, row(poses[0]), b, row(poses[1]), region, slack=1e-6, rim=rim)
    margin = there.margin(other)
    assert found.margin == pytest.approx(margin, abs=NEAR)
    assert found.separation == pytest.approx(separation(one, other), abs=NEAR)
    if abs(abs(margin) - 1e-6) < 1e-8:
        return  # in or out, by rounding
    parts = there.rim(one) if rim else one.parts
    expected = gap_within(parts, other, there, 1e-6) if margin >= -1e-6 else None
    assert bool(found.within) is (expected is not None)
    expected = expected or gap(one, other)
    near = NEAR if abs(margin) > 1e-5 else 1e-6
    assert found.gaps.distance == pytest.approx(expected.distance, abs=near)
    width = max(family.width for family in expected.families)
    if separation(one, other) > 1e-4 and width > 1e-3 and abs(margin) > 1e-3:
        assert math.hypot(*found.gaps.shift) == pytest.approx(width, abs=1e-6)
        for share in (0.0, 1.0):
            assert lies_in(one, found.gaps.a + share * found.gaps.shift) <= 1e-8
            assert lies_in(other, found.gaps.b + share * found.gaps.shift) <= 1e-8


def test_a_beam_must_begin_in_the_base():
    with pytest.raises(GeometryError, match=r"apex .* must lie in .*\(21.0, 8.0\)"):
        batch.aim(SMALL, (0, 0, 0), SMALL, (9, 9, 9), Beam(16.0, 21.0))


# Crossings


@st.composite
def scenes(draw):
    """Two bases, and some obstacles about the way between them, many of them along the axes."""
    h = draw(st.one_of(quarters, st.floats(0, 360)))
    x = draw(offsets)
    first = Pose(x, -x, h)
    turn = draw(st.one_of(st.sampled_from([0, 90, 180, 45]), st.floats(0, 360)))
    second = first.then(Pose(draw(st.floats(40, 200)), draw(steps) / 3, turn))
    spots = st.tuples(st.floats(-60, 220), st.floats(-90, 90))
    turns = st.one_of(st.sampled_from([0, 45, 90]), st.floats(0, 360))
    things = draw(st.lists(st.tuples(shapes, spots, turns), max_size=4))
    return first, second, [(shape, first.then(Pose(*at, by))) for shape, at, by in things]


@many
@given(scenes())
def test_crossings_are_those_of_one_gap(scene):
    """XW-167: all, some or none of the shortest lines, and by how much."""
    p, q, things = scene
    one = gap(Placed(SMALL, p), Placed(LARGE, q))
    found = batch.gap(SMALL, row(p), LARGE, row(q))
    if one.distance < 1e-6:
        return
    expected = crossing(one, [place(thing) for thing in things])
    obstacles, rows = [shape for shape, _ in things], [row(pose) for _, pose in things]
    all_ = batch.crossing(found, obstacles, rows)
    if abs(expected.clearance) > 1e-7:  # else by rounding
        assert batch.BLOCKED[all_.blocked] == expected.blocked
        assert batch.obstructed(found, obstacles, rows) == all_.blocked
    assert all_.clearance == pytest.approx(expected.clearance, abs=1e-7)


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.slow)])
def test_single_lines_are_blocked_where_polygons_are_entered(count):
    """XW-167, by shapely, which shares nothing: a line inside of a polygon has a length there."""
    rng = np.random.default_rng(9)
    rocks = list(catalogue().obstacles.values())[:3]
    poses, others = (rng.uniform((0, 0, 0), (300, 300, 360), (count, 3)) for _ in range(2))
    spots = [rng.uniform((0, 0, 0), (300, 300, 360), (count, 3)) for _ in rocks]
    found = batch.gap(SMALL, poses, SMALL, others)
    apart = found.separation > 1e-3
    gaps = batch.Gaps(*(v[apart] for v in found))
    spots = [spot[apart] for spot in spots]
    lines = shapely.linestrings(np.stack([gaps.a, gaps.b], axis=1))
    inside = [
        shapely.length(shapely.intersection(lines, rectangles(rock, spot)))
        for rock, spot in zip(rocks, spots, strict=True)
    ]
    crossed = batch.crossing(gaps, rocks, spots)
    assert np.array_equal(crossed.blocked == 2, np.max(inside, axis=0) > 1e-6)
    assert 0.05 < (crossed.blocked == 2).mean() < 0.5
    clear = crossed.blocked == 0
    away = np.min(
        [shapely.distance(lines, rectangles(r, s)) for r, s in zip(rocks, spots, strict=True)], 0
    )
    assert np.abs(crossed.clearance - away)[clear].max() < 1e-9


def test_parallel_sides_are_crossed_by_shares():
    """XW-167: a line of the attacker's choice, among equally short ones."""
    found = batch.gap(SMALL, (0, 0, 90), SMALL, (0, 200, 90))
    blocks = [(0, 100, 0), (-15, 100, 0), (-25, 100, 0), (25, 100, 0)]
    wall = Rect(50, 10)
    assert [batch.BLOCKED[i] for i in batch.obstructed(found, [wall], [blocks])] == [
        "all",
        "some",
        "some",
        "some",
    ]
    both = batch.crossing(found, [wall, wall], [blocks[2], blocks[3]])
    assert (batch.BLOCKED[both.blocked], both.clearance) == ("some", 0.0)  # a hair between them
    none = batch.crossing(found, [], [])
    assert (none.blocked, none.clearance) == (0, math.inf)


def test_where_bases_touch_or_overlap_there_is_no_line():
    found = batch.gap(SMALL, (0, 0, 0), SMALL, [(40, 0, 0), (20, 0, 0)])
    crossed = batch.crossing(found, [Rect(99, 99)], [(20, 0, 0)])
    assert crossed.blocked.tolist() == [0, 0] and np.isinf(crossed.clearance).all()


def test_obstacles_need_a_pose_each():
    found = batch.gap(SMALL, (0, 0, 0), SMALL, (90, 0, 0))
    with pytest.raises(GeometryError, match="2 obstacles need as many poses, got 1"):
        batch.obstructed(found, [SMALL, SMALL], [(0, 0, 0)])
    with pytest.raises(GeometryError, match="too many"):
        batch.obstructed(found, [SMALL] * 22, [np.zeros((5, 3))] * 22)
    assert batch.obstructed(found, [SMALL] * 40, [(0, 0, 0)] * 40) == 0


def corridors(count):
    """Two bases side by side, or the one turned, with up to four things in the way between them."""
    rng = np.random.default_rng(12)
    kinds = [L_SHAPE, CROWN, Rect(4, 9), Disc(5), *list(catalogue().obstacles.values())[:2]]
    for _ in range(count):
        turn = float(rng.choice([0, 90, 33]))
        second = Pose(rng.uniform(100, 160), rng.uniform(-30, 30), turn)
        things = [
            (
                kinds[rng.integers(len(kinds))],
                Pose(rng.uniform(15, 110), rng.uniform(-45, 45), rng.uniform(0, 360)),
            )
            for _ in range(rng.integers(1, 5))
        ]
        yield Pose(0, 0, 0), second, things


def test_crossings_in_corridors_are_those_of_one_gap():
    """XW-167: free windows between several things, and things of several parts."""
    for p, q, things in corridors(200):
        one = gap(Placed(SMALL, p), Placed(LARGE, q))
        expected = crossing(one, [place(thing) for thing in things])
        obstacles, rows = [shape for shape, _ in things], [row(pose) for _, pose in things]
        found = batch.gap(SMALL, row(p), LARGE, row(q))
        all_ = batch.crossing(found, obstacles, rows)
        assert all_.clearance == pytest.approx(expected.clearance, abs=1e-7)
        assert batch.BLOCKED[all_.blocked] == expected.blocked
        assert batch.obstructed(found, obstacles, rows) == all_.blocked


@pytest.mark.parametrize("unit", [1.0, 1 / 25.4, 1e-3, 1e3])
def test_discs_cut_by_the_ends_of_the_lines_are_crossed_in_any_unit(unit):
    """XW-167: in mm and in inches, before and beyond either end, as of one gap."""
    base, disc = Rect(40 * unit, 40 * unit), Disc(5 * unit)
    here, there = Pose(0, 0), Pose(100 * unit, 0)
    one = gap(Placed(base, here), Placed(base, there))
    found = batch.gap(base, row(here), base, row(there))
    for x in (15.5, 18, 20, 22, 78, 80, 84.5):
        for y in (-22, -16, 0, 10, 24):
            spot = Pose(x * unit, y * unit)
            expected = crossing(one, [Placed(disc, spot)])
            all_ = batch.crossing(found, [disc], [row(spot)])
            assert batch.BLOCKED[all_.blocked] == expected.blocked
            assert all_.clearance == pytest.approx(expected.clearance, rel=1e-9, abs=NEAR * unit)


@pytest.mark.parametrize("radius", [1.9, 1.7, 1.6, 2.0])
def test_a_disc_from_before_a_line_to_its_very_end_is_cut_by_its_beginning(radius):
    """XW-167: whatever rounding says about the end: a last digit more or less, or none."""
    (ring,) = rings(Disc(np.nextafter(radius, 2)))
    along = -np.random.default_rng(15).uniform(0.5, 0.6, (1, 400))
    half = np.sqrt(ring.radius**2 - along[0] ** 2)
    reach = along[0] + ring.radius
    for size in (np.nextafter(reach, 0), reach, np.nextafter(reach, 9)):
        low, high = _cut_disc(ring, along, np.zeros_like(along), size)
        assert low == pytest.approx(-half) and high == pytest.approx(half)


def test_beams_are_left_on_both_sides():
    """XW-237: bases turned any way about the corners that a beam begins at, and beside it."""
    rng = np.random.default_rng(13)
    beam, pose = Beam(15.76, 20.0), Pose(3, 4, 30)
    spots = rng.uniform((-40, -60, 0), (60, 60, 360), (200, 3))
    for spot in spots.tolist():
        other = pose.then(Pose(*spot))
        expected = beam.at(pose).margin(Placed(SMALL, other))
        assert batch.margin(beam, row(pose), SMALL, row(other)) == pytest.approx(expected, abs=NEAR)


@pytest.mark.parametrize("middle", [0, 90, 180, 270])
def test_rims_of_arcs_to_any_side(middle):
    """XW-166: from the edge of an arc to the left as from that to the right."""
    rng = np.random.default_rng(14)
    arc, pose = Sector.around(middle, 42.0), Pose(3, 4, 30)
    for spot in rng.uniform((40, -40, 0), (90, 40, 360), (20, 3)).tolist():
        other = pose.then(Pose(0, 0, middle)).then(Pose(*spot))
        there, target = arc.at(pose), Placed(SMALL, other)
        expected = gap_within(there.rim(Placed(LARGE, pose)), target, there, 1e-6)
        found = batch.aim(LARGE, row(pose), SMALL, row(other), arc, slack=1e-6, rim=True)
        if abs(found.margin) > 1e-3 and expected is not None:
            assert found.gaps.distance == pytest.approx(expected.distance, abs=NEAR)
