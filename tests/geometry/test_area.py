"""Area templates, against the textbook formulas of each and against very fine polygons."""

import functools
import itertools
import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Ellipse, Hull, Outline, Placed, Pose, Rect
from tablesim.geometry.area import Bar, Circle, Fan, Teardrop, Zone

from .oracles import star

NEAR = pytest.approx
HERE = Pose(0, 0)
FRAMES = [HERE, Pose(0, 0, 40.107), Pose(1000, -700, 200), Pose(1e6, -1e6, 123.4)]
few = settings(max_examples=80, deadline=None, derandomize=True, database=None)
DROP = Teardrop(length=8, wide=2.5, narrow=0.5)
FAN = Fan(radius=8, opening=60)
TEMPLATES = [DROP, FAN, Fan(5, 200), Fan(4, 359), Bar(24, 1), Circle(2.5), Teardrop(6, 1, 3)]
NORMAL = 32 / 25.4 / 2
"""The radius of a normal base in inches (UG-1)."""


def formula(template, x, y):
    """Return the signed distance of a template by a formula for its kind alone."""
    if isinstance(template, Circle):
        return math.hypot(x, y) - template.radius
    if isinstance(template, Bar):
        dx, dy = abs(x - template.length / 2) - template.length / 2, abs(y) - template.width / 2
        return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)
    if isinstance(template, Teardrop):
        ra, rb = template.narrow / 2, template.wide / 2
        x, y, size = x - ra, abs(y), template.length - ra - rb
        k = (ra - rb) / size
        s = math.sqrt(1 - k * k)
        t = s * x - k * y
        if t < 0:
            return math.hypot(x, y) - ra
        return math.hypot(x - size, y) - rb if t > s * size else k * x + s * y - ra
    w, r, y = math.radians(template.opening / 2), template.radius, abs(y)
    along = min(max(x * math.cos(w) + y * math.sin(w), 0), r)
    to_side = math.hypot(x - along * math.cos(w), y - along * math.sin(w))
    if math.atan2(y, x) > w:
        return to_side
    return max(math.hypot(x, y) - r, -to_side)


@functools.cache
def fine(template, corners):
    """Return a template as a polygon whose corners lie on its border (arcs: many of them)."""

    def arc(cx, radius, start, end):
        t = np.linspace(start, end, corners)
        return np.stack([cx + radius * np.cos(t), radius * np.sin(t)], axis=1)

    if isinstance(template, Circle):
        return shapely.Polygon(arc(0, template.radius, 0, 2 * math.pi)[:-1])
    if isinstance(template, Bar):
        y = template.width / 2
        return shapely.box(0, -y, template.length, y)
    if isinstance(template, Teardrop):
        ra, rb = template.narrow / 2, template.wide / 2
        discs = [arc(ra, ra, 0, 2 * math.pi), arc(template.length - rb, rb, 0, 2 * math.pi)]
        return shapely.MultiPoint(np.concatenate(discs)).convex_hull
    w = math.radians(template.opening / 2)
    return shapely.Polygon(np.concatenate([[(0, 0)], arc(0, template.radius, -w, w)]))


def distances(polygon, points):
    """Return the signed distances of points from a polygon, by shapely."""
    points = shapely.points(points)
    size = shapely.distance(polygon.boundary, points)
    return np.where(shapely.contains(polygon, points), -size, size)


# The cases ----------------------------------------------------------------------------------------


def test_TV15_the_teardrop():
    """UG-15: two discs and their hull; hits are measured from the edge of the base (UG-18)."""
    zone = DROP.at(HERE)
    assert zone.area == NEAR(12.4182, abs=5e-5)
    assert zone.polygon.bounds == NEAR((0, -1.25, 8, 1.25), abs=1e-3)
    for x, width in [(1, 0.7396), (2, 1.0510), (4, 1.6738), (6, 2.2966)]:
        side = width / 2
        assert zone.signed((x, side - 3e-5)) < 0 < zone.signed((x, side + 3e-5))
    for point, size in [((4, 1.2), 0.3588), ((4, 1.5), 0.6552)]:
        assert zone.signed(point) == NEAR(size, abs=5e-5)
    hit = {p: zone.depth_of(p, NORMAL) > 0 for p in [(4, 1.2), (4, 1.5), (8.5, 0), (8.7, 0)]}
    assert list(hit.values()) == [True, False, True, False]


@pytest.mark.parametrize("pose", FRAMES)
def test_C2_the_rim_of_the_fan(pose):
    zone = FAN.at(pose)
    for point, size in [
        ((4, 2.88), 0.494153),
        ((4, 2.9), 0.511474),
        ((-0.6, 0), 0.6),
        ((-0.4, 0), 0.4),
        ((8.4, 0), 0.4),
        ((8.6, 0), 0.6),
    ]:
        (placed,) = pose.to_world([point])
        assert zone.signed(placed) == NEAR(size, abs=5e-7)
        assert (zone.depth_of(placed, 0.5) >= 0) is (size <= 0.5)


def test_C4_tangent_circles_touch():
    zone = Circle(4).at(HERE)
    assert zone.depth_of((6, 0), 2) == 0
    assert zone.depth_of((6.0000001, 0), 2) == NEAR(-1e-7, abs=1e-15)
    assert zone.depth_of((2, 0), 2) == 4, "wholly inside, and touching the rim from within"


def test_TV14_circles_of_a_grenade():
    """A normal base at 1.0 lies in the inner circle, at 2.0 in the outer one, at 2.2 in none."""
    inner, outer = Circle(0.5).at(HERE), Circle(1.5).at(HERE)
    found = [
        (inner.depth_of((d, 0), NORMAL) > 0, outer.depth_of((d, 0), NORMAL) > 0)
        for d in (1.0, 2.0, 2.2)
    ]
    assert found == [(True, True), (False, True), (False, False)]
    room = Placed(Rect(6, 6), HERE)
    enclosed = Circle(2.5).within(room, HERE.point)
    assert enclosed.depth_of((3.129921 - 1e-6, 0), NORMAL) > 0
    assert enclosed.depth_of((3.129921 + 1e-6, 0), NORMAL) < 0


def test_TV14_a_storey_of_a_big_ruin():
    """UG-14: all of a small room; of a large one what a disc of diameter 9 reaches."""
    small = Zone.of(Placed(Rect(6, 6), HERE))
    assert small.depth_of((2.9, -2.9), NORMAL) > 0
    large = Placed(Rect(20, 20), Pose(10, 10))
    assert Circle(4.5).within(large, (10, 10)).area == NEAR(math.pi * 4.5**2, abs=1e-12)
    corner = Circle(4.5).within(large, (0, 0))
    assert corner.area == NEAR(math.pi * 4.5**2 / 4, abs=1e-12)
    assert corner.depth_of((-0.6, 1), NORMAL) > 0 > corner.depth_of((-0.7, 1), NORMAL)


# Distances and areas ------------------------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("pose", FRAMES)
def test_the_distance_is_that_of_the_formula(template, pose):
    rng = random.Random(1)
    points = [(rng.uniform(-4, 27), rng.uniform(-5, 5)) for _ in range(300)]
    points += itertools.product([-3, 0, 0.25, 4, 6.75, 8, 24], [-2.5, -0.5, 0, 0.5, 2.5, 8])
    expected = [formula(template, x, y) for x, y in points]
    zone = template.at(pose)
    found = zone.signed_many(pose.to_world(points))
    assert found == NEAR(np.array(expected), abs=1e-12 if abs(pose.x) < 1e5 else 1e-8)
    assert zone.signed(pose.to_world(points)[7]) == found[7]


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(
    ("corners", "digits"), [(20_000, 1e-7), pytest.param(200_000, 1e-9, marks=pytest.mark.slow)]
)
def test_distance_and_area_are_those_of_a_very_fine_polygon(template, corners, digits):
    rng = np.random.default_rng(2)
    points = rng.uniform((-4, -5), (12, 5), (40, 2))
    polygon, zone = fine(template, corners), template.at(HERE)
    assert zone.area == NEAR(polygon.area, rel=digits)
    assert zone.signed_many(points) == NEAR(distances(polygon, points), abs=digits)
    assert shapely.symmetric_difference(zone.polygon, fine(template, 2000)).area < 1e-3 * zone.area


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("pose", FRAMES)
def test_area_and_picture_move_with_the_zone(template, pose):
    zone = template.at(pose)
    assert zone.area == template.at(HERE).area
    assert zone.polygon.area == NEAR(zone.area, rel=1e-3)
    (x, y), *_ = pose.to_world([(0.2, 0)])
    assert shapely.distance(zone.polygon, shapely.Point(x, y)) < 1e-8 or zone.signed((x, y)) > 0


@given(
    st.sampled_from(TEMPLATES),
    st.floats(-5, 30),
    st.floats(-9, 9),
    st.floats(-1, 1),
    st.floats(-1, 1),
)
@few
def test_the_distance_is_even_and_changes_no_faster_than_the_point(template, x, y, dx, dy):
    zone = template.at(HERE)
    there = zone.signed((x, y))
    assert zone.signed((x, -y)) == NEAR(there, abs=1e-12)
    assert abs(zone.signed((x + dx, y + dy)) - there) <= math.hypot(dx, dy) + 1e-12


def test_many_points_of_none_and_points_that_are_none():
    zone = DROP.at(HERE)
    assert zone.signed_many(np.empty((0, 2))).shape == (0,)
    with pytest.raises(GeometryError, match="finite coordinates"):
        zone.signed((math.nan, 0))


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Circle(0), "the radius of a circle must be a positive number, got 0"),
        (lambda: Bar(-1, 1), "the length of a bar"),
        (lambda: Bar(1, math.inf), "the width of a bar"),
        (lambda: Teardrop(8, 2, math.nan), "the narrow diameter of a teardrop"),
        (lambda: Teardrop(2.5, 2.5, 0.5), "a teardrop must be longer than each of its discs"),
        (lambda: Fan(8, 360), "less than 360 degrees, got 360"),
        (lambda: Fan(8, math.nan), "less than 360 degrees, got nan"),
        (lambda: Circle(1).at(HERE).share_under((0, 0), 0), "the radius of a base"),
        (lambda: Zone.of(Placed(Disc(3), HERE)), "a room needs straight walls"),
        (lambda: Circle(1).within(Placed(Ellipse(3, 2), HERE), (0, 0)), "straight walls"),
    ],
)
def test_sizes_that_are_none_are_refused(make, what):
    with pytest.raises(GeometryError, match=what):
        make()


# Shares -------------------------------------------------------------------------------------------


def lens(a, b, apart):
    """Return the area that two circles have in common, by the textbook."""
    if apart >= a + b:
        return 0.0
    if apart <= abs(a - b):
        return math.pi * min(a, b) ** 2
    p = (apart**2 + a**2 - b**2) / (2 * apart)
    q = apart - p
    return sum(
        r * r * math.acos(t / r) - t * math.sqrt(max(r * r - t * t, 0)) for r, t in ((a, p), (b, q))
    )


@given(st.floats(0.05, 5), st.floats(0.05, 5), st.floats(0, 11), st.floats(-180, 180))
@few
def test_the_share_under_a_circle_is_the_lens(a, b, apart, angle):
    pose = Pose(3, -2, 10)
    share = Circle(a).at(pose).share_under(Pose(3, -2, angle).forward(apart).point, b)
    assert share == NEAR(lens(a, b, apart) / (math.pi * b * b), abs=1e-9)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_share_is_that_of_fine_polygons(template):
    """With n corners in a circle polygons are wrong by 7 / n**2 of its area."""
    rng = random.Random(3)
    polygon, zone = fine(template, 20_000), template.at(HERE)
    partly = 0
    for _ in range(15):
        x, y, radius = rng.uniform(-1, 9), rng.uniform(-3, 3), rng.choice([0.3, NORMAL, 2])
        base = fine(Circle(radius), 20_000)
        base = shapely.transform(base, lambda c, at=(x, y): c + at)
        expected = shapely.intersection(base, polygon).area / base.area
        share = zone.share_under((x, y), radius)
        assert share == NEAR(expected, abs=1e-7)
        partly += 0 < share < 1
    assert partly > 1


@pytest.mark.parametrize("pose", FRAMES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_the_share_is_all_or_nothing_where_the_distance_says_so(template, pose):
    rng = random.Random(4)
    zone = template.at(pose)
    seen = set()
    for _ in range(100):
        (center,) = pose.to_world([(rng.uniform(-2, 9), rng.uniform(-3, 3))])
        radius = rng.uniform(0.05, 1)
        depth, share = zone.depth_of(center, radius), zone.share_under(center, radius)
        if depth <= 0 or depth >= 2 * radius:
            assert share == NEAR(0 if depth <= 0 else 1, abs=1e-12)
            seen.add(round(share))
        else:
            assert 0 < share < 1 or min(depth, 2 * radius - depth) < 1e-6
            seen.add("part")
    assert seen == {0, 1, "part"}


def test_the_share_in_symmetric_places_is_exact():
    assert Bar(24, 1).at(HERE).share_under((0, 0), 0.5) == NEAR(0.5, abs=1e-15)
    assert FAN.at(HERE).share_under((0, 0), 0.5) == NEAR(1 / 6, abs=1e-15)
    assert Fan(5, 200).at(HERE).share_under((0, 0), 4) == NEAR(200 / 360, abs=1e-15)
    assert Bar(4, 2).at(HERE).share_under((4, 1), 0.5) == NEAR(0.25, abs=1e-15)
    assert Circle(1).at(HERE).share_under((0, 0), 1) == 1
    assert Circle(1).at(HERE).share_under((0, 0), 2) == NEAR(0.25, abs=1e-15)
    assert Circle(1).at(HERE).share_under((2, 0), 1) == 0


def test_a_zone_is_printed_without_its_picture():
    """The polygon of a round zone has hundreds of corners; the border says all that counts."""
    for zone in (FAN.at(HERE), Circle(2).within(Placed(Rect(6, 6), Pose(3, 3)), (0, 3))):
        assert "POLYGON" not in repr(zone) and "outline" not in repr(zone)
        assert repr(zone.border) in repr(zone) and repr(zone.pose) in repr(zone)


# Rooms --------------------------------------------------------------------------------------------


def rooms(seed):
    rng = random.Random(seed)
    kinds = [
        lambda: Rect(rng.uniform(2, 9), rng.uniform(2, 9)),
        lambda: Hull([(0, 0), (5, 0), (4, 4), (1, 3)]),
        lambda: star(rng, 5),
        lambda: star(rng, 6, hole=True),
        lambda: Outline([(0, 0), (6, 0), (6, 6), (5, 6), (5, 1), (1, 1), (1, 6), (0, 6)]),
    ]
    pose = Pose(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0, 360))
    center = (rng.uniform(-3, 3), rng.uniform(-3, 3))
    return Placed(rng.choice(kinds)(), pose), center, rng.uniform(0.5, 6)


@pytest.mark.parametrize("seed", range(24))
def test_a_circle_in_a_room_is_what_both_polygons_have_in_common(seed):
    room, center, radius = rooms(seed)
    zone = Circle(radius).within(room, center)
    circle = shapely.transform(fine(Circle(radius), 20_000), lambda c: c + center)
    common = shapely.intersection(circle, room.polygon)
    assert zone.area == NEAR(common.area, abs=1e-6)
    assert zone.polygon.area == NEAR(common.area, abs=2e-3 * radius**2)
    if common.area == 0:
        assert zone.signed(center) == math.inf and zone.share_under(center, 1) == 0
        return
    points = np.random.default_rng(seed).uniform(-9, 9, (200, 2))
    assert zone.signed_many(points) == NEAR(distances(common, points), abs=1e-6)
    for x, y in points[:10]:
        base = shapely.transform(fine(Circle(1.5), 20_000), lambda c, at=(x, y): c + at)
        expected = shapely.intersection(base, common).area / (math.pi * 1.5**2)
        assert zone.share_under((x, y), 1.5) == NEAR(expected, abs=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_a_base_touches_what_is_left_if_a_point_of_both_lies_in_it(seed):
    """The nearest of very many points that lie in the circle and in a convex room."""
    rng = np.random.default_rng(seed)
    radius, room = 2.5, Placed(Hull([(0, 0), (5, 0), (4, 4), (1, 3)]), Pose(0.3 * seed - 2, -1, 20))
    zone = Circle(radius).within(room, (0, 0))
    many = rng.uniform(-radius, radius, (100_000, 2))
    many = many[np.hypot(*many.T) <= radius]
    many = many[shapely.contains_xy(room.polygon, many)]
    for point in rng.uniform(-5, 5, (20, 2)):
        nearest = np.hypot(*(many - point).T).min() if len(many) else math.inf
        assert max(zone.signed(point), 0) <= nearest + 1e-12
        assert nearest <= max(zone.signed(point), 0) + 0.08


def test_a_room_that_holds_the_circle_or_lies_within_it_or_apart():
    room = Placed(Rect(6, 6), Pose(3, 3))
    whole = Circle(2).within(room, (3, 3))
    assert whole.area == NEAR(4 * math.pi, abs=1e-12) and whole.signed((3, 3)) == NEAR(-2)
    touching = Circle(3).within(room, (3, 3))
    assert touching.area == NEAR(9 * math.pi, abs=1e-12)
    all_of_it = Circle(20).within(room, (3, 3))
    assert all_of_it.area == NEAR(36, abs=1e-12) and all_of_it.signed((3, 1)) == NEAR(-1)
    corners = Circle(math.hypot(3, 3)).within(room, (3, 3))
    assert corners.area == NEAR(36, abs=1e-12)
    for center in [(-5, 3), (-2, 3), (8, 8)]:
        apart = Circle(2).within(room, center)
        assert apart.signed((3, 3)) == math.inf and apart.area == 0 and apart.polygon.is_empty
    in_hole = Placed(
        Outline([(0, 0), (9, 0), (9, 9), (0, 9)], [[(2, 2), (7, 2), (7, 7), (2, 7)]]), HERE
    )
    assert Circle(1).within(in_hole, (4, 4)).area == 0
    assert Circle(5).within(in_hole, (4.5, 4.5)).signed((4.5, 4.5)) == NEAR(2.5)


def test_walls_cut_a_circle_where_they_stand_and_not_beyond_their_ends():
    """Lines through the walls about the inner corner, (3, 3), would cut the circle in the room."""
    room = Placed(Outline([(0, 0), (6, 0), (6, 3), (3, 3), (3, 6), (0, 6)]), HERE)
    assert len(Circle(1.5).within(room, (1, 3)).border) == 2  # a wall, an arc
    # A circle begins on the left of its center, and where that lies in the room it is cut as well.
    assert len(Circle(1.5).within(room, (3, 1)).border) == 3
    assert len(Circle(1.5).within(room, (3, 3)).border) == 4
    assert len(Circle(1.5).within(room, (1.6, 1.6)).border) == 1


@pytest.mark.parametrize("pose", FRAMES)
def test_a_circle_in_a_room_moves_with_it(pose):
    digits = 1e-9 if abs(pose.x) < 1e5 else 1e-7
    room = Outline([(0, 0), (6, 0), (6, 6), (5, 6), (5, 1), (1, 1), (1, 6), (0, 6)])
    here = Circle(3).within(Placed(room, HERE), (2, 2))
    there = Circle(3).within(Placed(room, pose), pose.to_world([(2, 2)])[0])
    points = [(0.5, 0.5), (3, 3), (5.5, 4), (-2, 1), (9, 9)]
    assert there.area == NEAR(here.area, abs=digits)
    assert there.signed_many(pose.to_world(points)) == NEAR(here.signed_many(points), abs=digits)


def test_a_larger_circle_never_covers_less():
    for seed in range(20):
        room, center, _ = rooms(seed)
        zones = [Circle(r).within(room, center) for r in (0.5, 1, 2, 4, 8, 20)]
        whole = Zone.of(room)
        for (x, y), (a, b) in itertools.product(
            [(0, 0), (2, 1), (-4, 5)], itertools.pairwise(zones)
        ):
            assert a.area <= b.area + 1e-12 and a.signed((x, y)) >= b.signed((x, y)) - 1e-12
            assert a.share_under((x, y), 1) <= b.share_under((x, y), 1) + 1e-12
        assert zones[-1].area == NEAR(whole.area, abs=1e-9)
        assert zones[-1].signed((1, 1)) == NEAR(whole.signed((1, 1)), abs=1e-9)
