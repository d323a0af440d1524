"""Oval bases, measured against methods that know nothing of normals and supports.

Three of them: the border sampled and the best sample refined; polygons of 20,000 corners inside
and outside of the ellipse, between which every true length must lie; and discs, of which circles
are the limit.
"""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import (
    Beam,
    Compound,
    Convex,
    Disc,
    Ellipse,
    Guided,
    Hull,
    Oval,
    Placed,
    Pose,
    Rect,
    Sector,
    Straight,
    Strip,
    Turn,
    back_off,
    containment,
    crossing,
    depth,
    gap,
    gap_within,
    separation,
)
from tablesim.geometry.parting import parting, support
from tablesim.geometry.slide import blocked

from .oracles import SMALL, TEMPLATES, any_hull, polygon, pose_in, star, template

NEAR = pytest.approx
OVAL = Ellipse(105, 70)
CORNERS = 20_000

few = settings(max_examples=60, deadline=None, derandomize=True, database=None)
headings = st.one_of(st.sampled_from([0.0, 90.0, 359.999, -190.0, 720.0]), st.floats(-720, 720))
poses = st.builds(Pose, st.floats(-90, 90), st.floats(-90, 90), headings)
motions = st.builds(Pose, st.floats(-1000, 1000), st.floats(-1000, 1000), headings)
lengths = st.floats(4, 120)
ovals = st.builds(Placed, st.builds(Ellipse, lengths, lengths), poses)
others = st.builds(
    Placed,
    st.one_of(
        st.builds(Rect, lengths, lengths),
        st.builds(Disc, st.floats(2, 40)),
        st.builds(Ellipse, lengths, lengths),
        st.integers(0, 200).map(lambda seed: any_hull(random.Random(seed))),
        st.integers(0, 200).map(lambda seed: star(random.Random(seed), 40, hole=seed % 2 == 0)),
    ),
    poses,
)
arcs = st.builds(Sector, st.floats(-360, 360), st.floats(5, 355))


def border(shape, angles):
    """Return the points of a placed ellipse at some parameters."""
    x = shape.footprint.length / 2 * np.cos(angles)
    y = shape.footprint.width / 2 * np.sin(angles)
    h = math.radians(shape.pose.heading)
    return np.stack(
        [
            shape.pose.x + x * math.cos(h) - y * math.sin(h),
            shape.pose.y + x * math.sin(h) + y * math.cos(h),
        ],
        axis=-1,
    )


def refined(function, low, high, count=CORNERS):
    """Return the least value of a function of arrays: sampled, then closer about every valley."""
    at = np.linspace(low, high, count)
    found = function(at)
    step = (high - low) / (count - 1)
    valleys = np.flatnonzero((found <= np.roll(found, 1)) & (found <= np.roll(found, -1)))
    deep = [i for i in valleys if found[i] < found.min() + 0.1]
    assert deep
    return min(_closer(function, at[i] - step, at[i] + step) for i in deep[:8])


def _closer(function, low, high):
    while True:
        at = np.linspace(low, high, 41)
        found = function(at)
        best = int(np.argmin(found))
        if high - low < 1e-9:
            return float(found[best])
        low, high = at[max(best - 1, 0)], at[min(best + 1, 40)]


def distance_to(shape, points):
    """Return the distance of points to a shape without ellipses, by shapely alone."""
    if isinstance(shape.footprint, Disc):
        return shapely.distance(shapely.Point(shape.pose.point), shapely.points(points)) - (
            shape.footprint.radius
        )
    return shapely.distance(polygon(shape), shapely.points(points))


def rings(shape, count):
    """Return the corners of a polygon inside the ellipse and of one outside of it."""
    center = np.array(shape.pose.point)
    inside = border(shape, np.linspace(0, 2 * math.pi, count, endpoint=False))
    return inside, center + (inside - center) / math.cos(math.pi / count)


def between(shape, measure):
    """Return what a length must lie between: measured on the polygons inside and outside."""
    return sorted(measure(shapely.Polygon(ring)) for ring in rings(shape, CORNERS))


def between_hulls(shape, measure):
    """Return the same by the kernel itself, for polygons of 200 corners."""
    return sorted(measure(Placed(Hull(ring), Pose(0, 0))) for ring in rings(shape, 200))


def moved(shape, motion):
    return Placed(shape.footprint, motion.then(shape.pose))


def mirrored(shape):
    pose = shape.pose
    return Placed(shape.footprint, Pose(pose.x, -pose.y, -pose.heading))


# Gaps and nearest points


@pytest.mark.parametrize(("x", "y", "want"), [(0, 100, 49.0), (100, 0, 31.5), (60, 60, 26.022131)])
@pytest.mark.parametrize("frame", [Pose(0, 0), Pose(500, 300, 137), Pose(-70, 3, 270)])
def test_D4_an_oval_base_is_no_circle(x, y, want, frame):
    """Case D4: an oval base of 105 x 70 and a round one of 32."""
    oval, disc = Placed(OVAL, frame), Placed(Disc(16), frame.then(Pose(x, y)))
    for found in (gap(oval, disc), gap(disc, oval)):
        assert found.distance == NEAR(want, abs=5e-7)
        assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-10)
    if want != 26.022131:
        assert gap(oval, disc).distance == NEAR(want, abs=1e-10)


@pytest.mark.parametrize("kind", ["disc", "rect", "hull"])
def test_gaps_agree_with_a_sampled_border(kind):
    rng = random.Random(kind)
    make = {
        "disc": lambda: Disc(rng.uniform(2, 40)),
        "rect": lambda: Rect(rng.uniform(2, 90), rng.uniform(2, 90)),
        "hull": lambda: any_hull(rng),
    }[kind]
    checked = 0
    while checked < 40:
        oval = Placed(Ellipse(rng.uniform(3, 150), rng.uniform(3, 150)), pose_in(rng, 90))
        other = Placed(make(), pose_in(rng, 90))
        found = gap(oval, other)
        if found.distance < 1e-3:
            continue
        checked += 1
        want = refined(lambda t, a=oval, b=other: distance_to(b, border(a, t)), 0, 2 * math.pi)
        assert found.distance == NEAR(want, abs=1e-10)
        assert on_border(oval, found.a) and math.dist(found.a, found.b) == NEAR(want, abs=1e-10)
        assert distance_to(other, np.array([found.a]))[0] == NEAR(want, abs=1e-10)
        assert separation(other, oval) == NEAR(want, abs=1e-10)


def on_border(shape, point):
    x, y = shape.pose.to_local(point)
    share = math.hypot(2 * x / shape.footprint.length, 2 * y / shape.footprint.width)
    return abs(share - 1) < 1e-12


def test_gaps_of_two_ellipses_agree_with_sampled_borders():
    rng = random.Random("two")
    checked = 0
    while checked < 40:
        a, b = (
            Placed(Ellipse(rng.uniform(3, 150), rng.uniform(3, 150)), pose_in(rng, 90))
            for _ in range(2)
        )
        found = gap(a, b)
        if found.distance < 1e-3:
            continue
        checked += 1
        assert found.distance == NEAR(sampled_gap(a, b), abs=1e-10)
        assert on_border(a, found.a) and on_border(b, found.b)
        assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-10)


def sampled_gap(a, b):
    """Look at all pairs of points, then closer and closer about the best one."""
    s = t = math.pi
    width, count = math.pi, 721
    while width > 1e-9:
        one, other = (np.linspace(at - width, at + width, count) for at in (s, t))
        p, q = border(a, one), border(b, other)
        apart = np.hypot(p[:, None, 0] - q[None, :, 0], p[:, None, 1] - q[None, :, 1])
        i, j = np.unravel_index(np.argmin(apart), apart.shape)
        s, t = one[i], other[j]
        width, count = 8 * width / count, 61
    return float(apart[i, j])


def test_a_segment_is_measured_like_a_polygon():
    side = Convex(((50.0, -80.0), (90.0, 100.0)))
    oval = Placed(Ellipse(60, 30), Pose(3, 4, 50))
    line = shapely.LineString(side.points)
    want = refined(
        lambda t: shapely.distance(line, shapely.points(border(oval, t))), 0, 2 * math.pi
    )
    assert parting(oval.parts[0], side).separation == NEAR(want, abs=1e-10)


@few
@given(ovals, others)
def test_gaps_are_symmetric_and_have_one_family(a, b):
    there, back = gap(a, b), gap(b, a)
    assert there.distance == NEAR(back.distance, abs=1e-11)
    assert separation(a, b) == NEAR(separation(b, a), abs=1e-11)
    if there.distance > 1e-6 and len(b.parts) == 1:
        assert there.a == NEAR(back.b, abs=1e-7) and there.b == NEAR(back.a, abs=1e-7)
        assert [family.width for family in there.families] == [0.0]


@few
@given(ovals, others, motions)
def test_lengths_do_not_depend_on_where_the_table_stands(a, b, motion):
    there = moved(a, motion), moved(b, motion)
    assert gap(*there).distance == NEAR(gap(a, b).distance, abs=1e-10)
    assert separation(*there) == NEAR(separation(a, b), abs=1e-10)


@pytest.mark.parametrize("shift", [(2.0**20, 0), (0, -(2.0**20)), (-3e6, 1e6)])
def test_far_from_the_origin_no_digit_is_lost(shift):
    """Of coordinates that are exact there as well, the last bit of the result is the same."""
    rng = random.Random(58)

    def at(x, y, part):
        if isinstance(part, Oval):
            return part.at((part.center[0] + x, part.center[1] + y), (1.0, 0.0))
        return Convex(tuple((px + x, py + y) for px, py in part.points), part.radius)

    for _ in range(40):
        c, s = rng.choice([(1.0, 0.0), (0.6, 0.8)])
        a = Oval((rng.randrange(-9, 9), rng.randrange(-9, 9)), (c, s), 6.0, rng.uniform(1, 6))
        x, y = rng.randrange(-20, 20), rng.randrange(-20, 20)
        square = Convex(((x, y), (x + 6, y), (x + 6, y + 4), (x, y + 4)))
        b = rng.choice([square, Convex(((x, y),), 2.5), Oval((x, y), (s, -c), 7.0, 3.0)])
        assert parting(at(*shift, a), at(*shift, b)) == parting(a, b)


@few
@given(ovals, st.builds(Placed, st.builds(Ellipse, lengths, lengths), poses))
def test_lengths_of_mirror_images(a, b):
    assert separation(mirrored(a), mirrored(b)) == NEAR(separation(a, b), abs=1e-10)


@few
@given(st.floats(2, 60), poses, others, motions)
def test_an_ellipse_with_equal_axes_is_a_disc(radius, pose, other, motion):
    round_one, disc = Placed(Ellipse(2 * radius, 2 * radius), pose), Placed(Disc(radius), pose)
    assert separation(round_one, other) == NEAR(separation(disc, other), abs=1e-10)
    assert gap(round_one, other).distance == NEAR(gap(disc, other).distance, abs=1e-10)
    assert round_one.bounds == NEAR(disc.bounds, abs=1e-10)
    for region in (Sector(20, 77).at(motion), Sector(0, 300).at(motion), Beam(9, 5).at(motion)):
        assert region.margin(round_one) == NEAR(region.margin(disc), abs=1e-10)


@few
@given(poses, others)
def test_a_very_thin_ellipse_is_a_segment(pose, other):
    assume(not isinstance(other.footprint, Ellipse))
    thin = Placed(Ellipse(80, 1e-6), pose)
    segment = Convex(pose.to_world([(-40, 0), (40, 0)]))
    want = min(separation_of(segment, part) for part in other.parts)
    assume(abs(want) > 1e-3)
    assert separation(thin, other) == NEAR(want, abs=1e-6)


def separation_of(segment, part):
    return parting(segment, part).separation


# Overlap


def reach(shape, turn):
    """Return how far a shape reaches in directions, from its definition."""
    u = np.stack([np.cos(turn), np.sin(turn)])
    footprint = shape.footprint
    at = np.array(shape.pose.point) @ u
    h = turn - math.radians(shape.pose.heading)
    if isinstance(footprint, Ellipse):
        x, y = footprint.length / 2 * np.cos(h), footprint.width / 2 * np.sin(h)
        return at + np.hypot(x, y)
    if isinstance(footprint, Disc):
        return at + footprint.radius
    return (np.array(shape.parts[0].points) @ u).max(axis=0)


@pytest.mark.parametrize("kind", ["disc", "rect", "hull", "ellipse"])
def test_depths_are_the_shortest_shift_that_parts_them(kind):
    """Shallow and deep, even about one centre, where there are several nearly as short."""
    rng = random.Random(f"depth {kind}")
    make = {
        "disc": lambda: Disc(rng.uniform(2, 40)),
        "rect": lambda: Rect(rng.uniform(2, 90), rng.uniform(2, 90)),
        "hull": lambda: any_hull(rng),
        "ellipse": lambda: Ellipse(rng.uniform(3, 150), rng.uniform(3, 150)),
    }[kind]
    checked = 0
    while checked < 60:
        spread = rng.choice([0.0, 1e-9, 1.0, 40.0])
        a = Placed(Ellipse(rng.uniform(3, 150), rng.uniform(3, 150)), pose_in(rng, spread))
        b = Placed(make(), pose_in(rng, spread))
        found = separation(a, b)
        if found > -1e-6:
            continue
        checked += 1
        want = refined(lambda t, a=a, b=b: reach(a, t) + reach(b, t + math.pi), 0, 2 * math.pi)
        assert -found == NEAR(want, abs=1e-10)
        assert depth(a, b) == -found and gap(a, b).distance == 0.0
        ux, uy = parting(a.parts[0], b.parts[0]).normal
        away = Pose(b.pose.x - found * ux, b.pose.y - found * uy, b.pose.heading)
        assert separation(a, Placed(b.footprint, away)) == NEAR(0, abs=1e-9)


@few
@given(ovals, others)
def test_shapes_that_overlap_name_a_point_of_both(a, b):
    assume(len(b.parts) == 1 and separation(a, b) < -1e-6)
    point = gap(a, b).a
    assert gap(a, b).b == point
    dot = Placed(Disc(1e-9), Pose(*point))
    assert separation(a, dot) < 1e-9 and separation(b, dot) < 1e-9


@few
@given(others)
def test_contact_has_no_gap(other):
    """An ellipse pushed against a shape along the line of the gap touches it."""
    oval = Placed(Ellipse(70, 30), Pose(220, 10, 33))
    found = gap(oval, other)
    x, y = (q - p for p, q in zip(found.a, found.b, strict=True))
    near = Placed(oval.footprint, Pose(220 + x, 10 + y, 33))
    assert separation(near, other) == NEAR(0, abs=1e-10) or len(other.parts) > 1
    assert gap(near, other).distance == NEAR(0, abs=1e-10)


def test_ellipses_in_compounds_and_far_from_the_origin():
    """Parts are measured where they are; digits that the table has not are not lost."""
    cloud = Compound((Ellipse(60, 30), Rect(20, 50)))
    found = gap(Placed(cloud, Pose(0, 0)), Placed(Disc(5), Pose(60, 0)))
    assert found.distance == NEAR(25, abs=1e-12)
    far = Pose(1e6, -1e6, 0)
    a, b = moved(Placed(OVAL, Pose(0, 0, 20)), far), moved(Placed(OVAL, Pose(90, 60, 80)), far)
    near = separation(Placed(OVAL, Pose(0, 0, 20)), Placed(OVAL, Pose(90, 60, 80)))
    assert separation(a, b) == NEAR(near, abs=1e-9)


# Arcs and regions


@few
@given(ovals, st.one_of(arcs, st.builds(Beam, st.floats(1, 60), st.floats(-10, 50))), poses)
def test_margins_lie_between_those_of_polygons(oval, arc, pose):
    region = arc.at(pose)
    low, high = between_hulls(oval, region.margin)
    assert low - 1e-9 <= region.margin(oval) <= high + 1e-9
    assert high - low < 0.05 or arc.width > 300  # a narrow gap between its ends is far to go to


@few
@given(st.builds(Placed, st.sampled_from([SMALL, OVAL, Disc(16)]), poses), ovals, arcs)
def test_gaps_in_arc_lie_between_those_of_polygons(shooter, target, arc):
    assume(separation(shooter, target) > 1)
    region = arc.at(shooter.pose)
    margin = region.margin(target)
    assume(abs(margin) > 1e-4)
    found = gap_within(shooter.parts, target, region)
    assert (found is None) == (margin < 0)
    if found is None:
        return
    rim = [
        shooter.pose.turned(arc.start + arc.width * i / 60).forward(3000).point for i in range(61)
    ]
    cone = shapely.Polygon([shooter.pose.point, *rim])
    if isinstance(shooter.footprint, Disc):
        base, radius = shapely.Point(shooter.pose.point), 16.0
    else:
        ring = rings(shooter, CORNERS)[0] if shooter.footprint == OVAL else None
        base, radius = (polygon(shooter) if ring is None else shapely.Polygon(ring)), 0.0
    low, high = between(target, lambda shape: shapely.distance(base, shape & cone) - radius)
    assert low - 2e-6 <= found.distance <= high + 1e-9
    assert region.margin(Placed(Disc(1e-6), Pose(*found.b))) > -1e-6
    assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-9)


@few
@given(st.builds(Placed, st.sampled_from([SMALL, OVAL]), poses), ovals, arcs, motions)
def test_gaps_in_arc_do_not_depend_on_where_the_table_stands(a, b, arc, motion):
    here, there = arc.at(a.pose), arc.at(motion.then(a.pose))
    margin = here.margin(b)
    assert there.margin(moved(b, motion)) == NEAR(margin, abs=1e-9)
    assume(margin > 1e-3)
    one, two = (
        gap_within(a.parts, b, here),
        gap_within(moved(a, motion).parts, moved(b, motion), there),
    )
    assert one.distance == NEAR(two.distance, abs=1e-9)
    assert one.distance >= gap(a, b).distance - 1e-10


def test_a_round_base_has_no_sides_to_measure_from():
    arc = Sector.around(0, 45).at(Pose(0, 0))
    for footprint in (OVAL, Disc(16)):
        with pytest.raises(GeometryError, match="no sides"):
            arc.rim(Placed(footprint, Pose(0, 0)))


# Templates, lines, boards


@few
@given(ovals, st.sampled_from(TEMPLATES), poses)
def test_template_clearance_lies_between_those_of_polygons(oval, name, pose):
    strip = Strip(template(*name), 20, pose)
    found = strip.clearance(oval)
    low, high = between_hulls(oval, strip.clearance)
    assert low - 1e-9 <= found <= high + 1e-9 and high - low < 0.05


@pytest.mark.parametrize("seed", range(25))
def test_clear_templates_are_as_far_as_a_fine_polygon_says(seed):
    """The strip outlined by shapely, with the arc as fine as the ellipse."""
    rng = random.Random(seed)
    path = Turn(rng.uniform(30, 120), rng.uniform(-120, 120))
    strip = Strip(path, 20, Pose(0, 0, rng.uniform(0, 360)))
    oval = Placed(Ellipse(rng.uniform(3, 60), rng.uniform(3, 60)), pose_in(rng, 90))
    found = strip.clearance(oval)
    stops = [path.at(path.length * i / 4000) for i in range(4001)]
    ring = [stop.to_world([(0, -10)])[0] for stop in stops]
    ring += [stop.to_world([(0, 10)])[0] for stop in reversed(stops)]
    area = shapely.Polygon(strip.pose.to_world(ring))
    low, high = between(oval, area.distance)
    if found > 1e-3:
        assert low - 1e-5 <= found <= high + 1e-5
    else:
        assert low < 1e-3 + 1e-5


@few
@given(ovals, poses, poses)
def test_lines_through_an_ellipse(oval, start, end):
    """XW-167: a single line is crossed if a stretch of it lies inside."""
    a, b = Placed(Disc(1e-3), start), Placed(Disc(1e-3), end)
    assume(math.dist(start.point, end.point) > 1)
    between_them = gap(a, b)
    found = crossing(between_them, [oval])
    line = shapely.LineString([between_them.a, between_them.b])
    low, high = between(oval, lambda shape: shapely.length(shape & line))
    if low > 1e-2:
        assert found.blocked == "all" and found.crossed == (0,)
        assert -found.clearance <= high + 1e-6
    elif high == 0.0:
        assert found.blocked == "none"
        low, high = between(oval, line.distance)
        assert low - 1e-9 <= found.clearance <= high + 1e-9


def test_an_ellipse_between_two_bases_shades_its_width():
    lines = gap(Placed(SMALL, Pose(0, 0, 90)), Placed(SMALL, Pose(0, 200, 90)))

    def blocked(x, y, heading):
        return crossing(lines, [Placed(Ellipse(60, 30), Pose(x, y, heading))]).blocked

    assert blocked(0, 100, 0) == "all"
    assert blocked(0, 100, 90) == "some"
    assert (blocked(35.0001, 100, 90), blocked(34.9999, 100, 90)) == ("none", "some")
    # Of an oval about the end of the lines, only the slice counts that is between the bases.
    half = 15 * math.sqrt(1 - (15 / 30) ** 2)
    assert (blocked(20 + half + 1e-4, 5, 90), blocked(20 + half - 1e-4, 5, 90)) == ("none", "some")
    assert blocked(0, -10 - 1e-4, 90) == "none"


@few
@given(ovals)
def test_bounds_are_the_extent_of_the_border(oval):
    ring = border(oval, np.linspace(0, 2 * math.pi, CORNERS))
    low, high = ring.min(axis=0), ring.max(axis=0)
    assert oval.bounds == NEAR((*low, *high), abs=2e-6)
    inside = containment(oval, (-200, -200, 200, 200))
    assert inside == NEAR(min(200 + low.min(), 200 - high.max()), abs=2e-6)
    assert oval.polygon.area == NEAR(
        math.pi / 4 * oval.footprint.length * oval.footprint.width, rel=1e-3
    )
    assert oval.corners == (oval.pose.point,)


# Back-off


def overlaps_all_the_way(motion, footprint, start, blockers, found):
    """Whether the base overlaps a blocker wherever it is looked at beyond its final pose."""
    for u in np.linspace(found.travel, motion.length, 400)[1:]:
        base = Placed(footprint, start.then(motion.pose(float(u))))
        if min(separation(base, b) for b in blockers) > 1e-9:
            return False
    return True


@pytest.mark.parametrize("role", ["mover", "blocker", "both"])
@pytest.mark.parametrize("count", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_back_off_ends_in_contact_and_steps_over_nothing(role, count):
    """XW-155, XW-157, for oval bases that move and that stand in the way."""
    rng = random.Random(f"ovals {role}")

    def oval():
        return Ellipse(rng.uniform(12, 90), rng.uniform(12, 90))

    checked = 0
    while checked < count:
        base = rng.choice([SMALL, Disc(16)]) if role == "blocker" else oval()
        size = Placed(base, Pose(0, 0)).bounds
        path = template(*rng.choice(TEMPLATES))
        try:
            motion = Guided(path, size[2] - size[0])
        except GeometryError:  # too long a base for so tight a turn
            continue
        start = pose_in(rng, 300)
        blockers = [
            Placed(
                oval() if role != "mover" else rng.choice([SMALL, Disc(9), any_hull(rng, 30)]),
                start.then(motion.pose(rng.uniform(0.4, 1.05) * motion.length)).then(
                    pose_in(rng, 40)
                ),
            )
            for _ in range(rng.choice([1, 2]))
        ]
        here = Placed(base, start)
        if any(separation(here, b) < 0.1 for b in blockers):
            continue
        found = back_off(motion, base, start, blockers)
        if found.complete:
            continue
        checked += 1
        assert found.travel > 0 and found.contacts
        assert abs(found.residual) <= 1e-9
        assert overlaps_all_the_way(motion, base, start, blockers, found)


def test_a_narrow_window_before_an_ellipse_is_found():
    """Case A4 with ovals: 0.1 of room between two of them."""
    motion, start = Guided(Straight(160), 40), Pose(0, 0, 90)
    oval = Ellipse(40, 60)
    blockers = [Placed(oval, Pose(0, 209.3, 90)), Placed(oval, Pose(0, 129.2, 90))]
    found = back_off(motion, oval, start, blockers)
    assert (found.pose.x, found.pose.y) == NEAR((0, 169.3), abs=1e-9)
    assert found.contacts == (0,)


def test_back_off_of_circles_is_that_of_discs():
    rng = random.Random("circles")
    for _ in range(25):
        motion = Guided(template(*rng.choice(TEMPLATES)), 32)
        at = motion.end.then(pose_in(rng, 20))
        disc = back_off(motion, Disc(16), Pose(0, 0), [Placed(SMALL, at)])
        circle = back_off(motion, Ellipse(32, 32), Pose(0, 0), [Placed(SMALL, at)])
        assert circle.travel == NEAR(disc.travel, abs=1e-7)
        standing = back_off(motion, Disc(16), Pose(0, 0), [Placed(Disc(20), at)])
        circle = back_off(motion, Disc(16), Pose(0, 0), [Placed(Ellipse(40, 40), at)])
        assert circle.travel == NEAR(standing.travel, abs=1e-7)


def test_thin_ellipses_back_off_too():
    motion = Guided(Turn(90, 90), 60)
    needle = Ellipse(60, 0.5)
    wall = Placed(Rect(40, 40), motion.end)
    found = back_off(motion, needle, Pose(0, 0), [wall])
    assert abs(found.residual) <= 1e-10
    assert overlaps_all_the_way(motion, needle, Pose(0, 0), [wall], found)


# Slides


@few
@given(ovals, others, st.floats(0, 360), st.sampled_from([0.0, 1e-6, 1.0, -2.5]))
def test_slides_end_where_the_shapes_are_as_deep_as_is_allowed(oval, other, turn, overlap):
    """XW-160: where a base that slides along its template may stand."""
    direction = Pose(0, 0, turn).direction

    def apart(shift):
        x, y = oval.pose.point
        there = Pose(x + shift * direction[0], y + shift * direction[1], oval.pose.heading)
        return separation(Placed(oval.footprint, there), other)

    stretches = list(blocked(oval, direction, other, overlap))
    for first, last in stretches:
        assert apart((first + last) / 2) < -overlap
        if len(other.parts) == 1:
            assert (apart(first), apart(last)) == NEAR((-overlap, -overlap), abs=1e-9)
    for shift in np.linspace(-300, 300, 61):
        if not any(first < shift < last for first, last in stretches):
            assert apart(float(shift)) >= -overlap - 1e-9


# The ellipse itself


@few
@given(ovals, poses)
def test_feet_are_where_the_distance_is_stationary(oval, pose):
    (part,) = oval.parts
    point = pose.point
    feet = part.feet(point)
    assert len(feet) in (2, 4)
    ring = border(oval, np.linspace(0, 2 * math.pi, CORNERS))
    apart = np.hypot(*(ring - point).T)
    found = [math.dist(foot, point) for foot in feet]
    step = np.hypot(*np.diff(ring, axis=0).T).max()  # a point on the border may lie between two
    assert min(found) == NEAR(apart.min(), abs=step) and min(found) <= apart.min() + 1e-12
    assert max(found) == NEAR(apart.max(), abs=1e-4) and max(found) >= apart.max() - 1e-12
    turns = np.sign(np.diff(apart))
    assume(np.abs(np.diff(apart)).min() > 1e-9)
    extremes = np.count_nonzero(turns != np.roll(turns, 1))
    assert len(feet) == extremes or abs(extremes - len(feet)) == 2  # two that nearly coincide


@pytest.mark.parametrize(
    ("point", "count"), [((0, 0), 4), ((1, 0), 4), ((0, 1), 4), ((9, 0), 2), ((0, 9), 2)]
)
def test_feet_of_points_on_an_axis(point, count):
    part = Oval((0, 0), (1, 0), 3, 2)
    feet = part.feet(point)
    assert len(feet) == count
    apart = [math.dist(foot, point) for foot in feet]
    want = refined(
        lambda t: np.hypot(3 * np.cos(t) - point[0], 2 * np.sin(t) - point[1]), 0, 2 * math.pi
    )
    assert min(apart) == NEAR(want, abs=1e-10)


@few
@given(ovals, st.floats(0, 360))
def test_the_disc_inside_touches_and_stays_inside(oval, turn):
    (part,) = oval.parts
    u = Pose(0, 0, turn).direction
    (x, y), radius = part.disc(u)
    foot = support(part, u)
    assert (x + radius * u[0], y + radius * u[1]) == NEAR(foot, abs=1e-10)
    rim = [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in np.linspace(0, 6.3, 200)]
    assert all(math.hypot(*part.to_circle(p)) <= 1 + 1e-9 for p in rim)


@pytest.mark.parametrize(("length", "width"), [(0, 5), (5, -1), (math.nan, 5), (5, math.inf)])
def test_sizes_must_be_positive_numbers(length, width):
    with pytest.raises(GeometryError, match="of an ellipse must be a positive number"):
        Ellipse(length, width)


def test_ellipses_are_values():
    assert Ellipse(30, 20) == Ellipse(30, 20) != Ellipse(20, 30)
    assert len({Ellipse(30, 20), Ellipse(30.0, 20)}) == 1
    wide = Placed(Ellipse(20, 30), Pose(0, 0))
    assert wide.bounds == (-10, -15, 10, 15)
    assert Ellipse(20, 30).reach == 15
    assert Ellipse(20, 30).polygon.bounds == NEAR((-10, -15, 10, 15))
