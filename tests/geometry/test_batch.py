"""Batches give, pose by pose, what the scalar functions and what polygons give."""

import math
import tracemalloc

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import (
    Disc,
    Ellipse,
    Guided,
    Placed,
    Pose,
    Rect,
    Sector,
    Straight,
    Tolerance,
    batch,
    containment,
    gap,
    gap_within,
    separation,
    unit,
)

from .oracles import HALF_ARC, LARGE, SMALL, TEMPLATES, template

MM = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)
EDGES = (100.0, 200.0, 300.0)
ARC = Sector.around(0.0, HALF_ARC["small"])
NEAR = 1e-9

many = settings(max_examples=300)
few = settings(max_examples=100)

quarters = st.sampled_from([-90.0, 0.0, 90.0, 180.0, 270.0, 359.999, 360.0, 720.0, -190.0, 45.0])
headings = st.one_of(quarters, st.floats(-720, 720), st.sampled_from([1e17, -36000270.0]))
steps = st.one_of(st.integers(-160, 160).map(float), st.floats(-300, 300))
offsets = st.sampled_from([0.0, 0.0, 0.0, 500.0, -1e6, 1e6])
sizes = st.one_of(st.sampled_from([20.0, 40.0, 80.0]), st.floats(0.5, 120))
rects = st.builds(Rect, sizes, sizes)
bases = st.one_of(rects, rects, st.builds(Disc, st.sampled_from([16.0, 20.0, 0.5])))
widths = st.one_of(
    st.sampled_from([45.0, 80.9, 90.0, 179.999, 180.0, 180.001, 270.0, 360.0]),
    st.floats(1, 359),
)
starts = st.one_of(quarters, st.floats(-360, 360))
sectors = st.builds(Sector, starts, widths)


@st.composite
def pairs(draw):
    """Two poses not far from each other, perhaps far from the origin."""
    x, y = draw(offsets), draw(offsets)
    first = Pose(x + draw(steps), y + draw(steps), draw(headings))
    turn = draw(
        st.one_of(st.just(first.heading), headings, headings.map(lambda h: first.heading + h))
    )
    return first, Pose(first.x + draw(steps), first.y + draw(steps), turn)


def row(pose):
    return pose.x, pose.y, pose.heading


def lies_in(shape, point):
    """How far a point lies outside a base, without the code of the batches."""
    x, y = shape.pose.to_local(point)
    if isinstance(shape.footprint, Disc):
        return max(0.0, math.hypot(x, y) - shape.footprint.radius)
    depth, width = shape.footprint.depth / 2, shape.footprint.width / 2
    return math.hypot(max(abs(x) - depth, 0.0), max(abs(y) - width, 0.0))


# Gaps


@many
@given(bases, bases, pairs())
def test_separations_are_those_of_one_pair(a, b, poses):
    """XW-38, XW-156: to 1e-9, gaps as well as depths."""
    found = batch.separation(a, row(poses[0]), b, row(poses[1]))
    one, other = Placed(a, poses[0]), Placed(b, poses[1])
    assert found == pytest.approx(separation(one, other), abs=NEAR)


@many
@given(bases, bases, pairs())
def test_nearest_points_lie_on_both_and_are_as_far_apart(a, b, poses):
    one, other = Placed(a, poses[0]), Placed(b, poses[1])
    found = batch.gap(a, row(poses[0]), b, row(poses[1]))
    assert found.distance == pytest.approx(gap(one, other).distance, abs=NEAR)
    if found.separation < -1e-8:
        assert np.isnan(found.a).all() and np.isnan(found.b).all()
    else:
        assert math.dist(found.a, found.b) == pytest.approx(float(found.distance), abs=1e-8)
        assert lies_in(one, found.a) <= 1e-8 and lies_in(other, found.b) <= 1e-8


@few
@given(rects, rects, headings, st.sampled_from([0, 90, 180, 270]), st.floats(-90, 90), offsets)
def test_sides_that_are_flush_touch(a, b, heading, turn, along, far):
    """Parallel sides in contact: neither a gap nor a depth, whatever the heading (A13)."""
    ahead = a.depth / 2 + (b.depth if turn % 180 == 0 else b.width) / 2
    first = Pose(far, far, heading)
    second = first.then(Pose(ahead, along, turn))
    reach = a.width / 2 + (b.width if turn % 180 == 0 else b.depth) / 2
    beside = max(0.0, abs(along) - reach)
    found = batch.gap(a, row(first), b, row(second))
    assert found.separation == pytest.approx(beside, abs=1e-9 if not far else 1e-8)
    assert math.dist(found.a, found.b) == pytest.approx(beside, abs=1e-8)


def test_sides_along_the_axes_are_flush_without_any_rounding():
    others = [(40, y, h) for y in (-40, -3, 0, 40) for h in (0, 90, -180, 450, 36000270)]
    assert (batch.separation(SMALL, (0, 0, 360), SMALL, others) == 0.0).all()


def rectangles(shape, poses):
    """Return the polygons of a rectangle at many poses."""
    corners = np.array(shape.parts[0].points)
    c, s = (f(np.radians(poses[:, 2:])) for f in (np.cos, np.sin))
    x, y = corners.T
    placed = poses[:, :1] + c * x - s * y, poses[:, 1:2] + s * x + c * y
    return shapely.polygons(np.stack(placed, axis=-1))


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_gaps_are_those_of_polygons(count):
    """XW-38, XW-65: two methods that share nothing, for distances as well as for depths."""
    rng = np.random.default_rng(2)
    poses, others = (rng.uniform((-200, -200, -720), (200, 200, 720), (count, 3)) for _ in range(2))
    found = batch.gap(SMALL, poses, LARGE, others)
    one, other = rectangles(SMALL, poses), rectangles(LARGE, others)
    assert np.abs(found.distance - shapely.distance(one, other)).max() < 1e-9
    deep = np.flatnonzero(found.separation < -1e-3)
    assert count / 40 < len(deep) < count / 2
    # A shift by a trifle more than the depth parts them in some direction; by less, in none.
    quarters = np.arange(0, 360, 90)
    turns = np.radians(np.hstack([v[deep, 2:] + quarters for v in (poses, others)]))
    for share, parts in ((0.999, False), (1.001, True)):
        way = -found.separation[deep] * share
        moved = [
            rectangles(
                LARGE, others[deep] + np.stack([way * np.cos(t), way * np.sin(t), 0 * way], 1)
            )
            for t in turns.T
        ]
        assert (shapely.disjoint(one[deep], moved).any(axis=0) == parts).all()


@few
@given(bases, bases, pairs(), st.builds(Pose, steps, steps, headings))
def test_gaps_bear_exchange_mirror_and_motion(a, b, poses, motion):
    p, q = poses
    here = batch.separation(a, row(p), b, row(q))
    exact = 1e-9 if abs(p.x) + abs(p.y) < 1e5 else 1e-8
    mirrored = [(x, -y, -h) for x, y, h in (row(p), row(q))]
    moved = [row(motion.then(v)) for v in poses]
    assert batch.separation(b, row(q), a, row(p)) == pytest.approx(here, abs=exact)
    assert batch.separation(a, mirrored[0], b, mirrored[1]) == pytest.approx(here, abs=exact)
    assert batch.separation(a, moved[0], b, moved[1]) == pytest.approx(here, abs=exact)


# Sectors


@many
@given(sectors, bases, pairs())
def test_margins_are_those_of_one_pair(sector, base, poses):
    """XW-63, XW-164: to 1e-9, inside and outside, for narrow and wide sectors."""
    check_margin(sector, base, poses)


@few
@given(starts, widths, st.tuples(st.floats(-50, 50), st.floats(-50, 50)), bases, pairs())
def test_margins_of_sectors_with_an_apex_elsewhere(start, width, apex, base, poses):
    check_margin(Sector(start, width, apex), base, poses)


def check_margin(sector, base, poses):
    found = batch.margin(sector, row(poses[0]), base, row(poses[1]))
    if sector.width == 180.0:  # a half plane: how far the deepest point is behind its line
        apex = poses[0].to_world([sector.apex])[0]
        nx, ny = unit(poses[0].heading + sector.start + 90)
        parts = Placed(base, poses[1]).parts
        (expected,) = (
            max(nx * (x - apex[0]) + ny * (y - apex[1]) for x, y in part.points) + part.radius
            for part in parts
        )
    else:
        expected = sector.at(poses[0]).margin(Placed(base, poses[1]))
    # The corner where a narrow hole ends moves much if its sides, far out, move by a rounding.
    narrow = math.sin(math.radians(sector.width / 2)) if 180 < sector.width < 360 else 1.0
    assert found == pytest.approx(expected, abs=NEAR / narrow, rel=1e-12)


@few
@given(st.floats(5, 355), bases, pairs())
def test_wider_sectors_are_reached_into_no_less(width, base, poses):
    p, q = map(row, poses)
    margins = [
        batch.margin(Sector.around(0, w / 2), p, base, q) for w in (width, width + 2, width + 4.9)
    ]
    assert margins[0] <= margins[1] + 1e-9 and margins[1] <= margins[2] + 1e-9


@pytest.mark.parametrize("turn", [0, 90, 180, 990])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("half", [40.45, 42.025, 90.0, 139.55])
def test_a_side_along_the_edge_of_an_arc_is_in_it(half, side, turn):
    """XW-165: the boundary counts; a base whose side lies along it has margin 0."""
    carrier = Pose(450, 300, 77)
    edge = carrier.turned(side * half)
    beside = [row(edge.then(Pose(60, side * (20 + by), turn))) for by in (0, 1, -1)]
    found = batch.margin(Sector.around(0, half), row(carrier), SMALL, beside)
    assert found == pytest.approx([0, -1, 1], abs=1e-9)


# The attack range


@many
@given(rects, rects, sectors, pairs())
def test_gaps_within_sectors_are_those_of_one_pair(a, b, sector, poses):
    """XW-65, XW-166: the attack range, to 1e-9; not a number out of arc."""
    one, other = Placed(a, poses[0]), Placed(b, poses[1])
    region = sector.at(poses[0])
    edge = region.margin(other)
    slack = 1e-6
    found = batch.gap_within(a, row(poses[0]), b, row(poses[1]), sector, slack=slack)
    expected = gap_within(one.parts, other, region, slack)
    if abs(abs(edge) - slack) < 1e-8:
        return  # in or out, by rounding
    if expected is None:
        assert np.isnan([*np.atleast_1d(found.separation), *found.a, *found.b]).all()
        return
    assert found.separation == pytest.approx(expected.distance, abs=NEAR if edge > slack else 1e-7)
    if separation(one, other) > 0:
        assert math.dist(found.a, found.b) == pytest.approx(expected.distance, abs=1e-7)
        assert lies_in(one, found.a) <= 1e-8 and lies_in(other, found.b) <= 1e-8


def wedges(poses, half, apart=5000.0):
    """Return convex sectors as triangles that are long enough."""
    turns = np.radians(poses[:, 2:] + [-half, half])
    ends = poses[:, None, :2] + apart * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    return shapely.polygons(np.concatenate([poses[:, None, :2], ends], axis=1))


@pytest.mark.parametrize("count", [1000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_arcs_and_attack_ranges_are_those_of_cut_polygons(count):
    """XW-63, XW-166: by polygon clipping, which shares nothing with the closed forms."""
    rng = np.random.default_rng(5)
    poses, others = (rng.uniform((0, 0, -720), (600, 600, 720), (count, 3)) for _ in range(2))
    one, other = rectangles(SMALL, poses), rectangles(LARGE, others)
    region = wedges(poses, HALF_ARC["small"])
    margin = batch.margin(ARC, poses, LARGE, others)
    assert np.abs(np.maximum(-margin, 0) - shapely.distance(region, other)).max() < 1e-9
    found = batch.gap_within(SMALL, poses, LARGE, others, ARC)
    assert np.array_equal(np.isnan(found.separation), margin < 0)
    ahead = margin > 1e-3
    assert count / 5 < ahead.sum() < count / 2
    parts = shapely.intersection(region[ahead], other[ahead])
    off = found.separation[ahead] - shapely.distance(one[ahead], parts)
    assert np.abs(off).max() < 1e-9


@pytest.mark.parametrize(("miss", "counts"), [(5e-7, True), (2e-6, False)])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("half", [40.45, 90.0, 139.55])
def test_what_misses_the_arc_by_a_trifle_is_measured(half, side, miss, counts):
    """XW-165, XW-166: within the slack the range is that of an arc as much wider."""
    carrier, sector = Pose(450, 300, 77), Sector.around(0, half)
    beside = carrier.turned(side * half).then(Pose(120, side * (miss + 20 * 2**0.5), 45))
    found = batch.gap_within(SMALL, row(carrier), SMALL, row(beside), sector, slack=1e-6)
    one, other = Placed(SMALL, carrier), Placed(SMALL, beside)
    expected = gap_within(one.parts, other, sector.at(carrier), 1e-6)
    assert (expected is not None) is counts
    if counts:
        assert found.separation == pytest.approx(expected.distance, abs=1e-9)
    else:
        assert np.isnan(found.separation)
    alone = batch.gap_within(SMALL, row(carrier), SMALL, row(beside), sector)
    assert np.isnan(alone.separation)


def test_a_side_on_the_edge_of_an_arc_is_measured_to():
    """XW-165: without any slack, where no float is rounded."""
    others = [(120, -20, turn) for turn in (0, 90, 180, 270, -360)]
    found = batch.gap_within(SMALL, (0, 0, 0), SMALL, others, Sector(0, 90))
    assert (found.separation == 80).all() and (found.b == (100, 0)).all()
    mirrored = [(x, -y, -turn) for x, y, turn in others]
    found = batch.gap_within(SMALL, (0, 0, 0), SMALL, mirrored, Sector(-90, 90))
    assert (found.separation == 80).all() and (found.b == (100, 0)).all()


@pytest.mark.parametrize("turn", [0, 90, 180, 990])
@pytest.mark.parametrize("tilt", [0.0, 1e-13, -1e-13, 1e-9, -1e-9])
@pytest.mark.parametrize("off", [0.0, 1e-13, -1e-13, 9e-7, -9e-7])
def test_a_side_along_the_edge_of_an_arc_counts_whole_whatever_rounding_says(off, tilt, turn):
    """XW-165, XW-166: the range is to its near end, by both functions."""
    sector = Sector.around(0, 40.45)
    for carrier in (Pose(450, 300, 77), Pose(0, 0, 359.9999999999), Pose(-1e6, 1e6, 137.3)):
        beside = carrier.turned(40.45).then(Pose(160, 20 + off, turn + tilt))
        found = batch.gap_within(SMALL, row(carrier), SMALL, row(beside), sector, slack=1e-6)
        corner = carrier.turned(40.45).forward(140).point
        near = lies_in(Placed(SMALL, carrier), corner)
        assert found.separation == pytest.approx(near, abs=2e-6)
        parts = Placed(SMALL, carrier).parts
        alone = gap_within(parts, Placed(SMALL, beside), sector.at(carrier), 1e-6)
        assert alone.distance == pytest.approx(near, abs=2e-6)


@pytest.mark.parametrize("heading", [0, 90, 180, 270])
def test_bases_that_touch_in_the_arc_do_so_in_one_point_of_both_in_it(heading):
    """XW-166: without a length no segment can be moved, within an arc as without one."""
    carrier = Pose(3, 4, heading)
    others = np.array([row(carrier.then(Pose(40, y))) for y in (0, 10, -7.5, 40, -40)])
    free = batch.gap(SMALL, row(carrier), SMALL, others)
    for rim in (False, True):
        found = batch.aim(SMALL, row(carrier), SMALL, others, Sector(-45, 90), rim=rim)
        assert found.within.all() and found.gaps.separation == pytest.approx(0, abs=NEAR)
        for gaps in (free, found.gaps):
            assert gaps.b == pytest.approx(gaps.a, abs=NEAR) and not gaps.shift.any()
        for at, point in zip(others, found.gaps.a, strict=True):
            assert lies_in(Placed(SMALL, carrier), point) <= NEAR
            assert lies_in(Placed(SMALL, Pose(*at)), point) <= NEAR
            x, y = carrier.to_local(tuple(point))
            assert abs(y) <= x + NEAR


def test_a_rim_needs_a_stretch_of_the_outline():
    with pytest.raises(GeometryError, match=r"no stretch of the outline of Rect.* lies in Sector"):
        batch.aim(SMALL, (0, 0, 0), SMALL, (90, 0, 0), Sector(-45, 90, (20.0, 0.0)), rim=True)


def test_the_apex_must_lie_in_the_base():
    with pytest.raises(GeometryError, match=r"apex .* must lie in .*\(30.0, 0.0\)"):
        batch.gap_within(SMALL, (0, 0, 0), SMALL, (9, 9, 9), Sector(0, 90, (30.0, 0.0)))
    with pytest.raises(GeometryError, match="round base"):
        batch.gap_within(SMALL, (0, 0, 0), Disc(3), (9, 9, 9), ARC)


# Limits


@few
@given(
    st.lists(st.one_of(st.sampled_from([0.0, 100.0, 200.0, 300.0, 100 + 1e-8]), st.floats(0, 500)))
)
def test_bands_are_those_of_one_length(lengths):
    """XW-65, XW-163: upper edges belong to their band."""
    found = batch.band(lengths, EDGES, slack=MM.limit)
    for length, number, margin in zip(lengths, *found, strict=True):
        inside = [n for n, edge in enumerate(EDGES, 1) if MM.within(length, edge)]
        assert number == min(inside, default=4)
        nearest = min(abs(length - edge) for edge in EDGES[:3])
        assert abs(margin) == pytest.approx(nearest if number < 4 else length - 300, abs=1e-9)
        assert margin >= -MM.limit if number < 4 else margin < 0


def test_what_is_no_number_is_in_no_band():
    found = batch.band([math.nan, math.inf], EDGES)
    assert found.number.tolist() == [4, 4]


@pytest.mark.parametrize("edges", [(), (100, 100), (200, 100)])
def test_a_ruler_has_rising_edges(edges):
    with pytest.raises(GeometryError, match="rising"):
        batch.band([1.0], edges)


@few
@given(bases, pairs())
def test_containments_are_those_of_one_base(base, poses):
    """XW-38, XW-158: inside and outside, over one edge and over a corner."""
    for area in ((0, 0, 900, 900), (-100, -50, 30, 1e6)):
        found = batch.containment(base, row(poses[0]), area)
        assert found == pytest.approx(containment(Placed(base, poses[0]), area), abs=NEAR)


# Poses


@pytest.mark.parametrize("depth", [40.0, 60.0, 80.0])
@pytest.mark.parametrize("name", TEMPLATES)
def test_ends_are_those_of_one_maneuver(name, depth):
    """XW-153: every template for every base, from many poses."""
    guided = Guided(template(*name), depth)
    starts = [Pose(x, y, h) for x, y in ((0, 0), (1e6, -1e6)) for h in (0, 33.3, 90, 359.999)]
    found = batch.end(guided, batch.poses_of(starts))
    for start, reached in zip(starts, found, strict=True):
        expected = start.then(guided.end)
        assert reached[:2] == pytest.approx(expected.point, abs=NEAR)
        assert (reached[2] - expected.heading + 180) % 360 - 180 == pytest.approx(0, abs=NEAR)
        assert 0 <= reached[2] < 360


@few
@given(pairs())
def test_steps_are_those_of_one_pose(poses):
    found = batch.then(*map(row, poses))
    expected = poses[0].then(poses[1])
    assert found[:2] == pytest.approx(expected.point, abs=NEAR, rel=1e-14)
    assert abs((found[2] - expected.heading + 180) % 360 - 180) < 1e-9
    assert 0 <= found[2] < 360


def test_headings_of_very_many_turns():
    for heading in (1e17, -1e300, -1e-20):
        pose = row(Pose(3, 4, heading))
        for step in ((5, 6, 33.3), (5, 6, heading)):
            expected = batch.then(pose, row(Pose(*step)))
            assert batch.then((3, 4, heading), step) == pytest.approx(expected, abs=1e-12)
        there = batch.separation(SMALL, pose, LARGE, (90, 70, 33.3))
        assert batch.separation(SMALL, (3, 4, heading), LARGE, (90, 70, 33.3)) == there


# Arrays


def test_poses_are_broadcast_like_numbers():
    rng = np.random.default_rng(3)
    column = rng.uniform(-200, 200, (70, 1, 3))
    line = rng.uniform(-200, 200, (90, 3))
    found = batch.gap(SMALL, column, LARGE, line)
    assert found.separation.shape == (70, 90) and found.a.shape == found.b.shape == (70, 90, 2)
    for i, j in ((0, 0), (69, 89), (45, 50), (46, 3)):  # on both sides of the borders of chunks
        alone = batch.gap(SMALL, column[i, 0], LARGE, line[j])
        assert alone.separation.shape == () and alone.a.shape == (2,)
        assert alone.separation == found.separation[i, j]
        assert np.array_equal(alone.a, found.a[i, j], equal_nan=True)


def test_no_poses_give_no_results():
    assert batch.separation(SMALL, np.empty((0, 3)), SMALL, (0, 0, 0)).shape == (0,)
    assert batch.end(Guided(Straight(40), 40), np.empty((2, 0, 3))).shape == (2, 0, 3)
    assert batch.poses_of([]).shape == (0, 3)


@pytest.mark.parametrize(
    ("poses", "message"),
    [
        ([(1, 2)], r"shape \(\.\.\., 3\), got \(1, 2\)"),
        (5.0, r"shape \(\.\.\., 3\), got \(\)"),
        ([(0, 0, 0), (0, math.nan, 0)], r"finite numbers, got .*nan.* at \(1,\)"),
        (
            np.where(np.arange(18).reshape(2, 3, 3) == 16, math.inf, 5),
            r"\[5.*inf.*5.*\] at \(1, 2\)",
        ),
        (np.zeros((4, 3)), "do not go together"),
    ],
)
def test_what_are_no_poses_is_named(poses, message):
    with pytest.raises(GeometryError, match=message):
        batch.separation(SMALL, poses, SMALL, np.zeros((3, 3)))


def test_what_is_not_measured_in_batches_is_named():
    with pytest.raises(GeometryError, match=r"ellipses .*Ellipse"):
        batch.separation(Ellipse(40, 20), (0, 0, 0), SMALL, (0, 0, 0))


def test_memory_does_not_grow_with_the_pairs():
    """A table of 100,000 pairs of 100 and 1,000 poses: its results, and 1 MB.

    With numpy before 2.3 it is 2 MB.
    """
    rng = np.random.default_rng(4)
    column, line = rng.uniform(0, 400, (100, 1, 3)), rng.uniform(500, 900, (1000, 3))
    tracemalloc.start()
    try:
        found = batch.gap_within(SMALL, column, SMALL, line, ARC, slack=1e-6)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - 7 * found.separation.nbytes < 2.5e6
