"""Sectors: wrapping, margins, and what of a shape lies inside, against clipping and search."""

import math
import random

import numpy as np
import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import (
    Beam,
    Convex,
    Disc,
    Outline,
    Placed,
    Pose,
    Rect,
    Sector,
    gap,
    gap_within,
)

from .oracles import (
    BASES,
    HALF_ARC,
    LARGE,
    SMALL,
    any_hull,
    corners,
    distance,
    polygon,
    pose_in,
    star,
    wedge,
)

NEAR = pytest.approx
COUNTS = [600, pytest.param(10_000, marks=pytest.mark.slow)]
HEADINGS = [0, 90, 359.999, -190, 720, 33.3]


def any_sector(rng, *, wide=None):
    """A sector that often is one of the arcs of the game, sometimes anything."""
    wide = rng.random() < 0.3 if wide is None else wide
    if wide:
        width = rng.choice([180 + rng.random(), 270.0, rng.uniform(181, 330)])
    else:
        width = rng.choice([80.9, 84.05, 180.0, 99.1, rng.uniform(1, 179.5)])
    apex = rng.choice([(0.0, 0.0), (20.0, 0.0), (rng.uniform(-20, 20), rng.uniform(-20, 20))])
    return Sector(rng.uniform(-500, 500), width, apex)


def as_polygon(placed):
    return wedge(placed.apex, placed.pose.heading + placed.sector.start, placed.sector.width)


def test_a_placed_sector_is_told_by_what_is_carried_where():
    placed = Sector(-45, 90).at(Pose(1, 2, 30))
    assert repr(placed) == f"PlacedSector(sector={placed.sector!r}, pose={placed.pose!r})"
    assert placed == Sector(-45, 90).at(Pose(1, 2, 30)) != Sector(-45, 90).at(Pose(1, 2, 31))


# --- containment ---------------------------------------------------------------------------


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("width", [1, 80.9, 180, 180.001, 270, 359.9])
def test_a_sector_contains_the_bearings_between_its_edges(heading, width):
    rng = random.Random(int(width))
    for _ in range(60):
        start = rng.choice([-width / 2, 350 - heading, rng.uniform(-720, 720)])
        pose = Pose(12, -7, heading)
        placed = Sector(start, width).at(pose)
        bearing = rng.uniform(0, 360)
        inside = (bearing - heading - start) % 360 <= width
        edge = min(
            (bearing - heading - start) % 360, abs((bearing - heading - start) % 360 - width)
        )
        if 1e-9 < edge < 360 - 1e-9:
            far = pose.turned(bearing - heading).forward(rng.uniform(1, 900)).point
            assert placed.contains(far) == inside


def test_edges_and_apex_belong_to_the_sector():
    placed = Sector(0, 90).at(Pose(5, 5, 90))
    for point in [(5, 5), (5, 50), (-50, 5), (-1, 6)]:
        assert placed.contains(point)
    assert not placed.contains((5.000001, 50))


def test_a_full_circle_holds_everything():
    placed = Sector(-30, 360).at(Pose(0, 0))
    assert placed.contains((-1e6, 3)) and placed.margin(Placed(SMALL, Pose(9, 9))) == math.inf
    assert placed.cut(Placed(SMALL, Pose(9, 9)))[0].points == Placed(SMALL, Pose(9, 9)).corners


def test_the_apex_is_carried_by_the_base():
    placed = Sector(-45, 90, apex=(20, 0)).at(Pose(100, 100, 90))
    assert placed.apex == (100, 120)
    assert placed.rays == (
        NEAR((math.sqrt(0.5), math.sqrt(0.5))),
        NEAR((-math.sqrt(0.5), math.sqrt(0.5))),
    )


@pytest.mark.parametrize("width", [0, -10, 360.0001, math.nan, math.inf])
def test_widths_outside_a_circle_are_refused(width):
    with pytest.raises(GeometryError):
        Sector(0, width)
    with pytest.raises(GeometryError):
        Sector(math.nan, 90)


@pytest.mark.parametrize(("base", "half"), [(SMALL, 17.051), (LARGE, 36.048)])
def test_arc_edges_cross_the_front_edge_where_they_are_printed(base, half):
    """XW-164: 17.05 (small) and 36.05 (large) from the middle of the front edge."""
    name = "small" if base is SMALL else "large"
    shape = Placed(base, Pose(0, 0, 90))
    rim = Sector.around(0, HALF_ARC[name]).at(shape.pose).rim(shape)
    assert len(rim) == 1
    xs = sorted(x for x, _ in rim[0].points)
    assert xs == [NEAR(-half, abs=1e-3), NEAR(half, abs=1e-3)]
    assert {y for _, y in rim[0].points} == {base.depth / 2}


# --- the gap within a sector ---------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("stretch", ["base", "rim"])
def test_gaps_within_a_sector_agree_with_clipping(stretch, wide, count):
    """XW-165, XW-166: from the whole base and from the stretch of its edge in the arc."""
    rng = random.Random(21)
    seen = hits = 0
    for _ in range(count):
        attacker = Placed(rng.choice([SMALL, LARGE]), pose_in(rng, 200))
        make = rng.choice([lambda: SMALL, lambda: LARGE, lambda: any_hull(rng)])
        target = Placed(make(), pose_in(rng, 300))
        sector = any_sector(rng, wide=wide).at(attacker.pose)
        area = as_polygon(sector)
        inside = shapely.intersection(polygon(target), area)
        source = polygon(attacker)
        parts = attacker.parts
        if stretch == "rim":
            parts = sector.rim(attacker)
            source = shapely.intersection(source.exterior, area)
            assert sum(math.dist(*p.points) for p in parts) == NEAR(source.length, abs=1e-8)
        if source.is_empty or source.length < 1e-6:
            continue
        found = gap_within(parts, target, sector)
        margin = sector.margin(target)
        if abs(margin) < 1e-6:
            continue
        assert (found is not None) == (margin > 0) == (not inside.is_empty)
        seen += 1
        if found:
            hits += 1
            assert found.distance == NEAR(shapely.distance(source, inside), abs=1e-9)
            assert shapely.distance(inside, shapely.Point(found.b)) < 1e-6
            assert shapely.distance(source, shapely.Point(found.a)) < 1e-6
            assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-9)
    assert 0.15 * seen < hits < seen


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_gaps_to_concave_outlines_within_a_sector_agree_with_clipping(count):
    rng = random.Random(22)
    for _ in range(count):
        attacker = Placed(SMALL, pose_in(rng, 200))
        target = Placed(star(rng, 60, hole=True), pose_in(rng, 250))
        sector = any_sector(rng).at(attacker.pose)
        inside = shapely.intersection(polygon(target), as_polygon(sector))
        if abs(sector.margin(target)) < 1e-6:
            continue
        found = gap_within(attacker.parts, target, sector)
        assert (found is None) == inside.is_empty
        if found:
            assert found.distance == NEAR(shapely.distance(polygon(attacker), inside), abs=1e-9)
        pieces = [p.points for p in sector.cut(target) if len(p.points) > 2]
        assert sum(shapely.Polygon(p).area for p in pieces) == NEAR(inside.area, abs=1e-6)


def sampled_disc(placed, sector, count=4000):
    """Points of the rim of a disc cut by a sector: arcs, edges and corners."""
    (cx, cy), r = placed.pose.point, placed.footprint.radius
    t = np.linspace(0, 2 * math.pi, count)
    circle = np.stack([cx + r * np.cos(t), cy + r * np.sin(t)], axis=1)
    ax, ay = sector.apex
    rows = [circle]
    for ux, uy in sector.rays:
        along = (cx - ax) * ux + (cy - ay) * uy
        off = (cx - ax) * uy - (cy - ay) * ux
        if abs(off) < r:
            half = math.sqrt(r * r - off * off)
            lo, hi = max(0.0, along - half), along + half
            if hi > 0:
                s = np.linspace(lo, hi, count)
                rows.append(np.stack([ax + s * ux, ay + s * uy], axis=1))
    points = np.concatenate(rows)
    turn = np.degrees(np.arctan2(points[:, 1] - ay, points[:, 0] - ax))
    turn -= sector.pose.heading + sector.sector.start
    away = np.hypot(points[:, 0] - ax, points[:, 1] - ay)
    slack = np.degrees(1e-9 / np.maximum(away, 1e-9))
    return points[((turn + slack) % 360 <= sector.sector.width + 2 * slack)]


def check_disc(parts, source, target, sector):
    found = gap_within(parts, target, sector)
    points = sampled_disc(target, sector)
    if abs(sector.margin(target)) < 1e-6:
        return
    assert (found is None) == (len(points) == 0)
    if found:
        overlap = shapely.distance(source, shapely.Point(target.pose.point)) == 0
        least = shapely.distance(source, shapely.points(points)).min()
        if overlap:  # the rim alone says too much where one holds the other
            assert found.distance <= least + 1e-9
            return
        # A step along the circle is at most 0.063 long, and flat where the least lies inside it.
        assert least - 0.07 <= found.distance <= least + 1e-9
        assert math.dist(found.b, target.pose.point) <= target.footprint.radius + 1e-9
        assert math.dist(found.a, found.b) == NEAR(found.distance, abs=1e-9)


@pytest.mark.parametrize("count", [300, pytest.param(3000, marks=pytest.mark.slow)])
def test_gaps_to_discs_within_a_sector_agree_with_sampling(count):
    rng = random.Random(23)
    for _ in range(count):
        attacker = Placed(rng.choice([SMALL, LARGE]), pose_in(rng, 100))
        target = Placed(Disc(rng.uniform(5, 40)), pose_in(rng, 200))
        check_disc(attacker.parts, polygon(attacker), target, any_sector(rng).at(attacker.pose))


def test_the_witness_of_contact_with_a_cut_disc_lies_in_both():
    """The disc is cut to a chord, and the chord ends at the circle."""
    bar = Placed(Rect(200, 10), Pose(0, 0, 90))  # along the y axis
    disc = Placed(Disc(10), Pose(0, 60))
    found = gap_within(bar.parts, disc, Sector(-90, 180).at(Pose(1, 0)))
    assert found.distance == 0
    for point in (found.a, found.b):
        assert math.dist(point, (0, 60)) <= 10 + 1e-9 and abs(point[0]) <= 5 + 1e-9


def test_a_gap_to_a_disc_from_a_shape_of_several_parts():
    """The part that is nearest to the whole disc need not be nearest to what the sector leaves."""
    posts = (Convex(((-10.0, 0.0),)), Convex(((12.0, 0.0),)))
    disc = Placed(Disc(5), Pose(0, 0))
    right = Sector(-90, 180).at(Pose(1, 0))
    assert gap_within(posts, disc, right).distance == NEAR(7)


def test_gaps_to_discs_from_concave_outlines_within_a_sector_agree_with_sampling():
    rng = random.Random(24)
    for _ in range(150):
        attacker = Placed(star(rng, 60), pose_in(rng, 60))
        target = Placed(Disc(rng.uniform(5, 40)), pose_in(rng, 150))
        check_disc(attacker.parts, polygon(attacker), target, any_sector(rng).at(attacker.pose))


def test_a_disc_that_contains_the_apex_and_the_shooter():
    shooter = Placed(Disc(5), Pose(0, 0))
    found = gap_within(shooter.parts, Placed(Disc(50), Pose(0, 10)), Sector(0, 90).at(shooter.pose))
    assert found.distance == 0


def test_slack_takes_a_corner_that_misses_by_no_more_than_it():
    shooter = Placed(SMALL, Pose(0, 0))
    sector = Sector.around(0, 45).at(shooter.pose)
    target = Placed(SMALL, Pose(100, 120 + 2e-7))  # its corner (120, 100) would be inside
    corner = Placed(SMALL, Pose(100, 140 + 2e-7))  # its corner (120, 120 + 2e-7) just misses
    assert gap_within(shooter.parts, target, sector) is not None
    assert gap_within(shooter.parts, corner, sector) is None
    assert gap_within(shooter.parts, corner, sector, 1e-8) is None
    found = gap_within(shooter.parts, corner, sector, 1e-6)
    assert found.distance == NEAR(math.hypot(100, 100), abs=1e-5)
    disc = Placed(Disc(10), Pose(100, 100 + 10 * math.sqrt(2) + 2e-7))
    assert gap_within(shooter.parts, disc, sector) is None
    assert gap_within(shooter.parts, disc, sector, 1e-6) is not None


def test_slack_changes_nothing_for_what_is_inside():
    rng = random.Random(25)
    for _ in range(200):
        a = Placed(SMALL, pose_in(rng, 100))
        b = Placed(LARGE, pose_in(rng, 300))
        sector = Sector.around(0, 40.45).at(a.pose)
        if plain := gap_within(a.parts, b, sector):
            assert gap_within(a.parts, b, sector, 1e-6) == plain


def test_a_target_wholly_inside_is_measured_as_if_there_were_no_sector():
    rng = random.Random(26)
    for _ in range(100):
        a = Placed(SMALL, pose_in(rng, 100))
        b = Placed(rng.choice([SMALL, Disc(15), star(rng)]), a.pose.forward(rng.uniform(120, 300)))
        sector = Sector.around(0, 80).at(a.pose)
        assert gap_within(a.parts, b, sector).distance == NEAR(gap(a, b).distance, abs=1e-12)


# --- margins -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_margins_up_to_180_degrees_agree_with_the_hull_of_differences(count):
    """The signed distance of the origin to the boundary of {sector - shape}."""
    rng = random.Random(27)
    signs = set()
    for _ in range(count):
        shape = Placed(any_hull(rng) if rng.random() < 0.7 else LARGE, pose_in(rng, 80))
        sector = any_sector(rng, wide=False).at(pose_in(rng, 60))
        ring = corners(shape)
        far = np.array(as_polygon(sector).exterior.coords)
        hull = shapely.MultiPoint((far[:, None] - ring[None]).reshape(-1, 2)).convex_hull
        origin = shapely.Point(0, 0)
        size = shapely.distance(hull.exterior, origin)
        want = size if shapely.contains(hull, origin) else -size
        assert sector.margin(shape) == NEAR(want, abs=1e-8)
        signs.add(want > 0)
    assert signs == {True, False}


def outside(sector, ring, shifts):
    """For each shift, whether all corners leave a sector of more than 180 degrees."""
    moved = ring[None] + shifts[:, None]
    turn = np.degrees(np.arctan2(moved[..., 1] - sector.apex[1], moved[..., 0] - sector.apex[0]))
    inside = (turn - sector.pose.heading - sector.sector.start) % 360 < sector.sector.width
    return ~inside.any(axis=1)


def units(low=0.0, high=2 * math.pi, count=9001):
    turn = np.linspace(low, high, count)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


UNITS = units()


def best_units(leaves, size):
    """Return directions very close to one in which a shift a bit longer than ``size`` leaves."""
    tried, excess = UNITS, 0.02
    for spread, then in ((0.3, 1e-3), (0.06, 1e-4), (0.02, 6e-6), (0.005, 0.0)):
        found = tried[leaves(tried * size * (1 + excess))]
        x, y = found[len(found) // 2]
        turn, excess = math.atan2(y, x), then
        tried = units(turn - spread, turn + spread, 40_001)
    return tried


@pytest.mark.parametrize("count", [25, pytest.param(200, marks=pytest.mark.slow)])
def test_margins_above_180_degrees_flip_where_they_say(count):
    """No shift a little shorter than the margin leaves the sector, and a little longer one does."""
    rng = random.Random(28)
    signs = set()
    for _ in range(count):
        shape = Placed(any_hull(rng, 20), pose_in(rng, 40))
        sector = any_sector(rng, wide=True).at(pose_in(rng, 40))
        margin = sector.margin(shape)
        signs.add(margin > 0)
        ring = corners(shape)

        def leaves(shifts, sector=sector, ring=ring):
            return outside(sector, ring, shifts)

        def stays(shifts, leaves=leaves):
            return ~leaves(shifts)

        flips = leaves if margin > 0 else stays
        size = abs(margin)
        assert not flips(UNITS * size * (1 - 1e-6)).any()
        assert flips(best_units(flips, size) * size * (1 + 1e-6)).any()
    assert signs == {True, False}


@pytest.mark.parametrize("count", [3, pytest.param(40, marks=pytest.mark.slow)])
def test_margins_of_discs_flip_where_they_say(count):
    rng = random.Random(29)
    signs = set()
    for _ in range(count):
        shape = Placed(Disc(rng.uniform(3, 30)), pose_in(rng, 50))
        sector = any_sector(rng).at(pose_in(rng, 40))
        margin = sector.margin(shape)
        signs.add(margin > 0)
        area = as_polygon(sector)

        def leaves(shifts, area=area, shape=shape):
            centers = shapely.points(np.add(shifts, shape.pose.point))
            return shapely.distance(area, centers) >= shape.footprint.radius - 1e-9

        def stays(shifts, leaves=leaves):
            return ~leaves(shifts)

        flips = leaves if margin > 0 else stays
        size = abs(margin)
        assert not flips(UNITS * (size * (1 - 1e-6) - 1e-8)).any()
        assert flips(best_units(flips, size) * (size * (1 + 1e-6) + 1e-8)).any()
    assert signs == {True, False}


def test_margins_of_discs_in_closed_form():
    sector = Sector.around(0, 45).at(Pose(0, 0))
    assert sector.margin(Placed(Disc(1), Pose(10, 0))) == NEAR(1 + 5 * math.sqrt(2))
    assert sector.margin(Placed(Disc(1), Pose(-3, 0))) == NEAR(-2)
    assert sector.margin(Placed(Disc(1), Pose(-1, 0))) == NEAR(0, abs=1e-12)
    half = Sector(-90, 180).at(Pose(0, 0))
    assert half.margin(Placed(Disc(4), Pose(-1, 77))) == NEAR(3)
    assert half.margin(Placed(Disc(4), Pose(7, 77))) == NEAR(11)
    wide = Sector(-135, 270).at(Pose(0, 0))
    assert wide.margin(Placed(Disc(1), Pose(-10, 0))) == NEAR(1 - 5 * math.sqrt(2))
    assert wide.margin(Placed(Disc(1), Pose(2, 0))) == NEAR(2 + math.sqrt(2))


def test_the_margin_is_continuous_at_180_degrees():
    rng = random.Random(30)
    for _ in range(200):
        shape = Placed(any_hull(rng, 20), pose_in(rng, 60))
        pose = pose_in(rng, 60)
        values = [Sector(-w / 2, w).at(pose).margin(shape) for w in (180 - 1e-9, 180.0, 180 + 1e-9)]
        assert values[0] == NEAR(values[1], abs=1e-7) == values[2] or (
            max(values) - min(values) < 1e-7
        )


def test_the_margin_says_whether_a_target_is_in_arc():
    """XW-165: some point of the base in the closed sector."""
    rng = random.Random(31)
    for _ in range(500):
        name = rng.choice(["small", "large"])
        a = Placed(BASES[name], pose_in(rng, 100))
        b = Placed(rng.choice([SMALL, LARGE, Disc(20)]), pose_in(rng, 300))
        sector = Sector.around(rng.choice([0, 180]), HALF_ARC[name]).at(a.pose)
        margin = sector.margin(b)
        if abs(margin) > 1e-9:
            assert (gap_within(a.parts, b, sector) is not None) == (margin > 0)
        if margin < 0:
            apart = shapely.distance(
                as_polygon(sector),
                shapely.Point(b.pose.point) if isinstance(b.footprint, Disc) else polygon(b),
            ) - (b.footprint.radius if isinstance(b.footprint, Disc) else 0)
            assert -margin == NEAR(apart, abs=1e-9)


def test_the_margin_of_a_concave_shape_is_that_of_its_farthest_part():
    fork = Outline([(0, 0), (10, 0), (10, 50), (60, 50), (60, 0), (70, 0), (70, 60), (0, 60)])
    sector = Sector(0, 180).at(Pose(0, 0))  # everything above the x axis
    assert sector.margin(Placed(fork, Pose(0, -65))) == NEAR(-5)
    assert sector.margin(Placed(fork, Pose(0, -50))) == NEAR(10)


@pytest.mark.parametrize("start", [-40.45, 319.55, 679.55])
def test_equal_angles_give_equal_sectors(start):
    target = Placed(SMALL, Pose(150, 140, 20))
    want = Sector(-40.45, 80.9).at(Pose(0, 0)).margin(target)
    assert Sector(start, 80.9).at(Pose(0, 0)).margin(target) == NEAR(want, abs=1e-9)
    assert Sector(start, 80.9).at(Pose(0, 0, 720)).margin(target) == NEAR(want, abs=1e-9)


def test_mirrored_sectors_have_mirrored_margins():
    rng = random.Random(32)
    for _ in range(300):
        sector, pose = any_sector(rng), pose_in(rng, 50)
        rect = Rect(30, 50)
        where = pose_in(rng, 120)
        mirror = Sector(
            -sector.start - sector.width, sector.width, (sector.apex[0], -sector.apex[1])
        )
        want = sector.at(pose).margin(Placed(rect, where))
        found = mirror.at(Pose(pose.x, -pose.y, -pose.heading)).margin(
            Placed(rect, Pose(where.x, -where.y, -where.heading))
        )
        assert found == NEAR(want, abs=1e-9)


def test_distance_of_the_oracle_itself():
    assert distance(Placed(SMALL, Pose(0, 0)), Placed(Disc(10), Pose(0, 40))) == NEAR(10)


@pytest.mark.parametrize(("x", "margin"), [(1, 11), (15, 25), (40, 50), (-9, 1), (-12, -2)])
def test_a_half_plane_is_left_only_across_its_border(x, margin):
    """A base whose sides are parallel to the border of an arc of 180 degrees (auxiliary arcs)."""
    arc = Sector.around(0, 90).at(Pose(0, 0, 0))
    assert arc.margin(Placed(Rect(20, 20), Pose(x, 0, 0))) == pytest.approx(margin)


def test_the_outline_of_a_beam_is_a_strip():
    """XW-237: as wide as the beam, from where it begins to a hundredth beyond the reach."""
    drawn = shapely.Polygon(Beam(15.0, 20.0).at(Pose(3, 4, 30)).outline(100.0))
    assert drawn.is_valid and drawn.area == pytest.approx(15.0 * 101.0)
