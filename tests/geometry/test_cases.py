"""Test vectors of the rules (TV) and cases from public bug reports (A, B, C), by name.

Rules write h with 0 = +y, counter-clockwise: heading = h + 90.  The cases write h clockwise:
heading = 90 - h.
"""

import json
import math
from pathlib import Path

import pytest
import shapely

from tablesim.geometry import (
    Guided,
    Hull,
    Outline,
    Placed,
    Pose,
    Rect,
    Sector,
    Straight,
    Strip,
    Tolerance,
    back_off,
    crossing,
    depth,
    gap,
    gap_within,
    separation,
)

from .oracles import BASES, HALF_ARC, LARGE, SMALL, template

NEAR = pytest.approx
MM = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)
REFERENCE = json.loads((Path(__file__).parent / "data" / "reference.json").read_text())
A, B = REFERENCE["back_off"], REFERENCE["range_arc"]
UP = Pose(0, 0, 90)


def clockwise(x, y, h=0.0):
    """Return a pose as the cases write it."""
    return Pose(x, y, 90 - h)


def ccw(x, y, h=0.0):
    """Return a pose as the rules write it."""
    return Pose(x, y, h + 90)


def ship(x, y, h=0.0, base=SMALL, frame=ccw):
    return Placed(base, frame(x, y, h))


def box(x0, x1, y0, y1):
    return Placed(Hull([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), Pose(0, 0))


def same(pose, want, places=1e-9):
    assert pose.point == NEAR(want.point, abs=places)
    assert abs((pose.heading - want.heading + 180) % 360 - 180) < places


def fly(name, *others, base=SMALL, start=UP):
    """Return the back-off of a ship that flies a template."""
    return back_off(Guided(template(*name), base.depth), base, start, others)


def end_of(name, start=UP, base=SMALL):
    return start.then(Guided(template(*name), base.depth).end)


def front(shape, name="small"):
    return Sector.around(0, HALF_ARC[name]).at(shape.pose)


def band(distance):
    return next((i for i in (1, 2, 3) if MM.within(distance, 100 * i)), None)


STRAIGHT = {n: ("straight", "", n) for n in range(1, 6)}

# --- A: moving and bumping -----------------------------------------------------------------

A1 = [
    (STRAIGHT[5], SMALL, [((0, 210, 0), SMALL)], (0, 170, 0)),
    (
        ("turn", "right", 2),
        SMALL,
        [((95, 70, 30), SMALL)],
        (42.699949148, 75.805089250, 70.464945464),
    ),
    (
        ("turn", "right", 1),
        LARGE,
        [((110, 60, 10), SMALL)],
        (30.579337945, 49.214265750, 49.861059188),
    ),
    (
        ("bank", "right", 3),
        SMALL,
        [((60, 185, 20), LARGE)],
        (35.256770678, 125.116114680, 35.988081121),
    ),
]
FRAMES = [Pose(0, 0, 0), Pose(500, 300, 137), Pose(-1000, 1000, -190), Pose(900, 3, 359.999)]


def check_bump(found, ship_, others, want):
    same(found.pose, want, 2e-9)
    assert not found.complete and abs(found.residual) <= 1e-9
    assert min(separation(ship_, b) for b in others) >= -1e-9
    assert min(gap(ship_, b).distance for b in others) <= 1e-9


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("mirror", [False, True])
def test_A1_no_bumped_ship_is_left_standing_on_another(number, frame, mirror):
    """XW-155, XW-157: also mirrored and moved as a whole."""
    name, base, blockers, want = A1[number - 1]
    sign = -1 if mirror else 1
    if mirror and name[1]:
        name = (name[0], "left", name[2])

    def place(x, y, h):
        return frame.then(clockwise(sign * x, y, sign * h))

    others = [Placed(kind, place(*pose)) for pose, kind in blockers]
    found = fly(name, *others, base=base, start=place(0, 0, 0))
    check_bump(found, Placed(base, found.pose), others, place(*want))


def test_A1_2_moved_to_a_place_in_plain_numbers():
    other = ship(478.261283551, 184.015396681, 167, frame=clockwise)
    found = fly(("turn", "right", 2), other, start=clockwise(500, 300, 137))
    same(found.pose, clockwise(520.470180685, 215.438372081, 207.464945464), 5e-9)


def test_A2_no_gap_is_left_after_a_bump():
    other = ship(0, 210, frame=clockwise)
    found = fly(STRAIGHT[5], other)
    assert found.pose.y == NEAR(170, abs=1e-9)
    assert gap(Placed(SMALL, found.pose), other).distance <= 1e-9


def test_A3_several_blockers():
    """XW-39: only what is touched at the end counts."""
    first, second = ship(0, 150), ship(30, 115)
    found = fly(STRAIGHT[3], first, second)
    same(found.pose, clockwise(0, 75))
    assert found.contacts == (1,)
    assert gap(Placed(SMALL, found.pose), first).distance == NEAR(35, abs=1e-9)


def test_A4_narrow_window():
    """XW-157: a window 0.1 wide, 80 above the next free pose."""
    first, second = ship(0, 209.3), ship(0, 129.2)
    found = fly(STRAIGHT[4], first, second)
    same(found.pose, clockwise(0, 169.3))
    assert found.contacts == (0,)
    assert gap(Placed(SMALL, found.pose), second).distance == NEAR(0.1, abs=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
def test_A6_exact_touch_at_the_end_is_no_bump(frame):
    """XW-156: with guides off, a shared edge is contact and not overlap."""
    start = frame.then(UP)
    past = fly(STRAIGHT[2], Placed(LARGE, frame.then(clockwise(0, 60, 180))), start=start)
    assert past.complete and past.contacts == (0,)
    same(past.pose, frame.then(clockwise(0, 120)))
    five = fly(STRAIGHT[5], Placed(SMALL, frame.then(clockwise(0, 200))), start=start)
    assert five.complete and five.contacts == (0,)
    same(five.pose, frame.then(clockwise(0, 240)))


def test_A7_two_guides_in_mid_move():
    """XW-154: rear middle at the start of the template."""
    for base, pose in (
        (LARGE, (35.968736425, 57.5, 64.055520228)),
        (SMALL, (11.428571429, 36.413036133, 34.849904579)),
    ):
        motion = Guided(template("turn", "right", 1), base.depth)
        low, high = 0.0, motion.length
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if motion.rear(middle) < 0 else (low, middle)
        found = UP.then(motion.pose(low))
        same(found, clockwise(*pose), 2e-9)
        if base is LARGE:
            assert found.forward(40).point == NEAR((71.937473, 75), abs=1e-6)


def test_A9_1_a_move_that_is_not_completed_gets_no_extra_turn():
    found = fly(("turn", "right", 2), ship(95, 70, 30, frame=clockwise))
    assert not found.complete
    assert 90 - found.pose.heading == NEAR(70.464945464, abs=1e-8)


@pytest.mark.parametrize("case", A, ids=lambda c: f"{c['base']}-{c['template']}")
def test_back_off_agrees_with_the_reference_table(case):
    """XW-155: 24 bumps of every template, to the nine decimals of the table."""
    others = [Placed(BASES[b["base"]], Pose(*b["pose"])) for b in case["blockers"]]
    found = fly(case["template"], *others, base=BASES[case["base"]])
    same(found.pose, Pose(*case["pose"]), 2e-9)
    assert [i in found.contacts for i in range(len(others))] == case["touching"]


# --- B: obstacles --------------------------------------------------------------------------


def test_B1_1_a_thin_contact_with_the_template_is_seen():
    rock = box(-20.143, -19.143, 89.857, 90.857)
    strip = Strip(template("turn", "left", 3), 20, UP.forward(20))
    assert strip.clearance(rock) < 0
    assert strip.polygon.intersects(rock.polygon)
    end = Placed(SMALL, end_of(("turn", "left", 3)))
    assert gap(Placed(SMALL, UP), rock).distance == NEAR(69.857)
    assert gap(end, rock).distance == NEAR(69.857)


def test_B1_2_the_whole_base_counts():
    assert depth(ship(0, 0), box(19, 25, -3, 3)) == NEAR(1)
    card = Placed(Rect(34, 34), UP)
    assert gap(card, box(19, 25, -3, 3)).distance == NEAR(2)


def test_B5_a_turned_obstacle_is_tested_as_it_lies():
    ring = [(-30, -5), (30, -5), (30, 5), (-30, 5)]
    for footprint in (Outline(ring), Hull(ring), Rect(60, 10)):
        rock = Placed(footprint, Pose(0, 100, 90))
        assert rock.bounds == NEAR((-5, 70, 5, 130))
        assert gap(rock, ship(40, 100)).distance == NEAR(15)
        flat = Placed(footprint, Pose(0, 100, 0))
        area = flat.polygon.intersection(ship(40, 100).polygon).area
        assert area == NEAR(100)


def test_B7_bases_are_exactly_as_large_as_they_are():
    """XW-151."""
    assert gap(ship(0, 0, base=LARGE), ship(-60.05, 35)).distance == NEAR(0.05, abs=1e-12)


# --- C: range and arc ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "base", "from_edge", "from_base"),
    [
        (ship(237, 252, 197, frame=clockwise), 291.055, 307.847, 305.943),
        (ship(193, 200, 255, LARGE, clockwise), 195.208, 214.344, 212.443),
        (ship(-132, 83, 92, LARGE, clockwise), 76.540, 114.197, 112.307),
    ],
)
def test_C1_range_of_bases_and_range_in_arc(target, base, from_edge, from_base):
    """XW-162, XW-166: three numbers that differ (those in arc are known to 1e-3)."""
    attacker = ship(0, 0)
    arc = front(attacker)
    assert gap(attacker, target).distance == NEAR(base, abs=6e-4)
    assert gap_within(attacker.parts, target, arc).distance == NEAR(from_base, abs=1e-3)
    assert gap_within(arc.rim(attacker), target, arc).distance == NEAR(from_edge, abs=1e-3)


def test_C3_large_bases_have_their_own_arc():
    """XW-164: 42.025 degrees; at 40 the target would be out."""
    attacker = ship(0, 0, base=LARGE)
    target = ship(269, 223, 68, LARGE, clockwise)
    arc = front(attacker, "large")
    assert arc.margin(target) > 0
    assert gap_within(attacker.parts, target, arc).distance == NEAR(269.391, abs=6e-4)
    assert gap_within(arc.rim(attacker), target, arc).distance == NEAR(272.021, abs=6e-4)
    assert Sector.around(0, 40).at(attacker.pose).margin(target) < 0


def test_C6_contact_and_overlap():
    """XW-156: distance 0 and no crash; an overlap is a depth, never a negative range."""
    a, b, c = ship(0, 0), ship(0, 40), ship(0, 39.9)
    assert gap(a, b).distance == 0 and MM.touches(0, depth(a, b))
    assert not MM.overlaps(depth(a, b))
    assert gap(a, c).distance == 0 and depth(a, c) == NEAR(0.1)
    assert MM.overlaps(depth(a, c))
    assert gap_within(a.parts, b, front(a)).distance == 0
    assert gap_within(a.parts, c, front(a)).distance == 0
    assert crossing(gap(a, c), [box(-5, 5, 10, 30)]).blocked == "none"


@pytest.mark.parametrize("frame", FRAMES)
def test_C7_exact_band_edges(frame):
    """XW-163: upper limits are inclusive, also after a rotation."""
    attacker = Placed(SMALL, frame.then(UP))
    for y, want in ((140, 1), (140.0000001, 2), (240, 2), (340, 3), (340.04, None), (339.96, 3)):
        target = Placed(SMALL, frame.then(clockwise(0, y)))
        found = gap(attacker, target).distance
        assert found == NEAR(y - 40, abs=1e-9) and band(found) == want
        assert band(gap_within(attacker.parts, target, front(attacker)).distance) == want
    assert MM.too_close(100 - 100.0000001)


def test_C10_obstacles_behind_either_base():
    """XW-167: the line runs between the nearest points only."""
    between = gap(ship(0, 0), ship(0, 150))
    assert crossing(between, [box(-10, 10, 200, 220)]).blocked == "none"
    assert crossing(between, [box(-10, 10, -20, -10)]).blocked == "none"
    assert between.a[1] == 20


@pytest.mark.parametrize("case", B, ids=lambda c: f"{c['attacker']}-{c['target_pose']}")
def test_ranges_and_arcs_agree_with_the_reference_table(case):
    """XW-162, XW-165, XW-166; the table's own arc is wider by some 3e-5 degrees."""
    attacker = Placed(BASES[case["attacker"]], UP)
    target = Placed(BASES[case["target"]], Pose(*case["target_pose"]))
    arc = front(attacker, case["attacker"])
    assert gap(attacker, target).distance == NEAR(case["gap"], abs=6e-7)
    for parts, want in (
        (attacker.parts, case["in_arc_from_base"]),
        (arc.rim(attacker), case["in_arc_from_edge"]),
    ):
        found = gap_within(parts, target, arc)
        if want is None:
            assert found is None and arc.margin(target) < 0
        else:
            assert found.distance == NEAR(want, abs=5e-4) and arc.margin(target) > 0


# --- TV: the vectors of the rules ----------------------------------------------------------

ENDS = [
    ("TV1", STRAIGHT[2], (0, 0, 0), SMALL, (0, 120, 0)),
    ("TV1", STRAIGHT[5], (0, 0, 0), SMALL, (0, 240, 0)),
    ("TV2", ("bank", "right", 1), (0, 0, 0), SMALL, (37.5736, 90.7107, -45)),
    ("TV2", ("bank", "right", 2), (0, 0, 0), SMALL, (52.2183, 126.0660, -45)),
    ("TV2", ("bank", "right", 3), (0, 0, 0), SMALL, (66.8629, 161.4214, -45)),
    ("TV3", ("turn", "right", 1), (0, 0, 0), SMALL, (55, 55, -90)),
    ("TV3", ("turn", "right", 2), (0, 0, 0), SMALL, (82.5, 82.5, -90)),
    ("TV3", ("turn", "right", 3), (0, 0, 0), SMALL, (110, 110, -90)),
    ("TV4", ("bank", "left", 1), (0, 0, 0), SMALL, (-37.5736, 90.7107, 45)),
    ("TV4", ("turn", "left", 2), (0, 0, 0), SMALL, (-82.5, 82.5, 90)),
    ("TV5", ("turn", "left", 2), (100, 200, 90), SMALL, (17.5, 117.5, 180)),
    ("TV5", ("bank", "right", 3), (300, 300, 30), SMALL, (277.1943, 473.2265, -15)),
    ("TV7", STRAIGHT[1], (0, 0, 0), LARGE, (0, 120, 0)),
    ("TV7", ("bank", "right", 1), (0, 0, 0), LARGE, (51.7157, 124.8528, -45)),
    ("TV7", ("turn", "right", 3), (0, 0, 0), LARGE, (130, 130, -90)),
]


@pytest.mark.parametrize(("vector", "name", "start", "base", "want"), ENDS)
def test_TV1_to_TV7_end_poses(vector, name, start, base, want):
    """XW-153."""
    assert vector
    same(end_of(name, ccw(*start), base), ccw(*want), 6e-5)


@pytest.mark.parametrize(("speed", "y"), [(3, 160), (4, 200)])
def test_TV6_a_koiogran_turns_round_on_its_end(speed, y):
    same(end_of(STRAIGHT[speed]).turned(180), ccw(0, y, 180))


def test_TV8_template_areas():
    """XW-152: polygons for the eye within 0.5 %."""
    for name, area in (
        (STRAIGHT[2], 1600),
        (("turn", "left", 1), 1099.557),
        (("bank", "right", 2), 2042.035),
    ):
        assert Strip(template(*name), 20, UP).polygon.area == NEAR(area, rel=5e-3)


def roll(start, side, d1, d2, size=40.0):
    """Return the end of a barrel roll and its template (XW-160); side 1 is right."""
    across = size / 2 + 20
    line = start.then(Pose(d1, -side * (size / 2), -90 * side))
    return start.then(Pose(d1 + d2, -side * 2 * across, 0)), Strip(Straight(40), 20, line)


def test_TV11_TV12_barrel_rolls():
    """XW-160: the template lies between both bases, flush with their sides."""
    for (d1, d2), want in (
        ((0, 0), (80, 0)),
        ((10, 10), (80, 20)),
        ((-10, -10), (80, -20)),
        ((10, -10), (80, 0)),
    ):
        end, strip = roll(UP, 1, d1, d2)
        same(end, ccw(*want))
        for pose in (UP, end):
            assert strip.clearance(Placed(SMALL, pose)) == NEAR(0, abs=1e-9)
        assert strip.polygon.bounds == NEAR((20, d1 - 10, 60, d1 + 10))
    end, _ = roll(ccw(100, 100, 90), -1, 5, 0)
    same(end, ccw(95, 20, 90))


def test_TV13_slides_of_a_barrel_roll():
    """XW-161: s = 5 touches, beyond overlaps."""
    other = ship(80, 45)
    for s, free in ((-20, True), (0, True), (5, True), (5.001, False), (20, False)):
        end = Placed(SMALL, roll(UP, 1, s / 2, s / 2)[0])
        assert MM.overlaps(depth(end, other)) is not free
        assert MM.touches(gap(end, other).distance, depth(end, other)) is (s == 5)
    block = ship(80, 0)
    for s in range(-20, 21):
        assert MM.overlaps(depth(Placed(SMALL, roll(UP, 1, s / 2, s / 2)[0]), block))
        assert not MM.overlaps(depth(Placed(SMALL, roll(UP, -1, s / 2, s / 2)[0]), block))


def test_XW170_barrel_roll_of_a_large_base():
    """XW-170: The long edge of the template against the side: 100 sideways."""
    end, _ = roll(UP, 1, 0, 0, 80)
    assert end.point == (120, 0)  # across the short edge; the long edge takes 20 off
    strip = Strip(Straight(40), 20, Pose(50, -20, 90))
    for shape in (ship(0, 0, base=LARGE), ship(100, 40, base=LARGE)):
        assert strip.clearance(shape) == NEAR(0, abs=1e-12)


def test_TV14_bands():
    """XW-163."""
    for y, want in ((140, 1), (140.01, 2), (240, 2), (240.01, 3), (340, 3), (340.01, None)):
        assert band(gap(ship(0, 0), ship(0, y)).distance) == want
    assert gap(ship(0, 0), ship(100, 120)).distance == 100


def test_TV15_closest_and_in_arc():
    """XW-166."""
    attacker, target = ship(0, 0), ship(105.2, 80)
    closest = gap(attacker, target).distance
    in_arc = gap_within(attacker.parts, target, front(attacker)).distance
    assert closest == NEAR(76.492, abs=6e-4) and band(closest) == 1
    assert in_arc == NEAR(103.152, abs=6e-4) and band(in_arc) == 2


def test_TV16_the_edge_of_the_arc():
    """XW-164, XW-165."""
    attacker = ship(0, 0)
    arc = front(attacker)
    found = gap_within(attacker.parts, ship(122.29, 100), arc)
    assert found.distance == NEAR(129.488, abs=6e-4)
    for x, y in ((122.32, 100), (105.3, 80), (100, 0), (0, -140)):
        assert gap_within(attacker.parts, ship(x, y), arc) is None
        assert arc.margin(ship(x, y)) < 0
    limit = 20 + 120 * math.tan(math.radians(40.45))
    assert arc.margin(ship(limit, 100)) == NEAR(0, abs=1e-9)
    assert gap_within(attacker.parts, ship(limit + 1e-7, 100), arc, 1e-6) is not None


def test_TV17_a_corner_ahead():
    """XW-162."""
    attacker, target = ship(0, 0), ship(0, 140, 45)
    found = gap(attacker, target)
    assert found.distance == NEAR(120 - 20 * math.sqrt(2), abs=1e-12)
    assert front(attacker).margin(target) > 0


BUMPS = [
    ("TV18", STRAIGHT[3], [(0, 150, 0)], (0, 110, 0), None, (0,)),
    ("TV20", STRAIGHT[2], [(0, 60, 0), (0, 130, 0)], (0, 20, 0), 20, (0,)),
    ("TV21", STRAIGHT[1], [(0, 45, 0)], (0, 5, 0), 5, (0,)),
    ("TV22", STRAIGHT[2], [(0, 130, 45)], (0, 110 - 20 * math.sqrt(2), 0), None, (0,)),
    ("TV23", ("turn", "right", 2), [(90, 90, 0)], (47.3270, 77.3115, -74.9641), 102.3170, (0,)),
    ("TV23", ("turn", "right", 2), [(60, 100, 0)], (25.4429, 66.1847, -51.2576), 76.2714, (0,)),
    ("TV24", ("bank", "right", 2), [(60, 140, 0)], (30.7612, 101.7307, -39.1594), 109.6179, (0,)),
    ("TV24", ("bank", "right", 2), [(40, 130, -45)], (21.9889, 89.5241, -32.7684), 94.4288, (0,)),
    ("TV25", ("turn", "right", 1), [(45, 45, 0)], (2.5838, 18.4714, -7.4228), 19.2614, (0,)),
    ("TV25", ("turn", "left", 3), [(-110, 125, 0)], (-69.3530, 105.2860, 76.3911), 140.1632, (0,)),
    ("TV26", STRAIGHT[4], [(0, 210, 0)], (0, 170, 0), 170, (0,)),
]


@pytest.mark.parametrize("row", BUMPS, ids=lambda row: row[0])
def test_TV18_to_TV26_back_off(row):
    """XW-154 to XW-157, XW-38, XW-39; the vectors allow an overlap of some 1e-4."""
    _, name, others, want, travel, touched = row
    found = fly(name, *(ship(*other) for other in others))
    same(found.pose, ccw(*want), 2e-4)
    assert found.contacts == touched and not found.complete
    if travel is not None:
        assert found.travel == NEAR(travel, abs=2e-4)


def test_TV19_a_ship_that_is_passed_through():
    """XW-37."""
    found = fly(STRAIGHT[2], ship(0, 60))
    assert found.complete and found.pose == ccw(0, 120)


def test_TV21_a_ship_that_already_touches():
    """XW-156: touching on the far side, no overlap."""
    found = fly(STRAIGHT[1], ship(0, 40))
    assert found.complete and found.contacts == (0,)
    same(found.pose, ccw(0, 80))


def test_TV27_the_edge_of_the_area():
    """XW-158: 450, 800 and straight 1 ends exactly at the edge."""
    inside = Placed(SMALL, end_of(STRAIGHT[1], ccw(450, 800)))
    beyond = Placed(SMALL, end_of(STRAIGHT[1], ccw(450, 840)))
    assert inside.bounds[3] == 900 and beyond.bounds[3] == 940
    assert shapely.box(0, 0, 900, 900).covers(inside.polygon)


def test_TV28_deployment_depths():
    """XW-159: the strip of 100."""
    for pose, top in (
        (ccw(450, 80), 100),
        (ccw(450, 80.01), 100.01),
        (ccw(450, 71.7157, 45), 100),
        (ccw(450, 71.73, 45), 100.0143),
    ):
        assert Placed(SMALL, pose).bounds[3] == NEAR(top, abs=1e-4)
    assert Placed(SMALL, ccw(450, 20 * math.sqrt(2), 45)).bounds[1] == NEAR(0, abs=1e-12)


def test_TV29_a_single_line_and_two_rocks():
    """XW-167."""
    found = gap(ship(0, 0), ship(60, 160))
    assert found.distance == NEAR(121.655, abs=6e-4)
    assert (found.a, found.b) == (NEAR((20, 20)), NEAR((40, 140)))
    assert crossing(found, [Placed(Rect(10, 10), ccw(30, 80))]).blocked == "all"
    assert crossing(found, [Placed(Rect(10, 10), ccw(60, 80))]).blocked == "none"


def test_TV30_a_family_of_lines():
    """XW-167: the attacker picks."""
    found = gap(ship(0, 0), ship(0, 200))
    assert crossing(found, [box(-30, 0, 95, 105)]).blocked == "some"
    assert crossing(found, [box(-25, 25, 95, 105)]).blocked == "all"
