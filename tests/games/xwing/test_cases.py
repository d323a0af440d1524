"""Faults that other programs of this kind had, each as a small input with its right answer.

Headings in this file are written h = 0 along +y and clockwise, as the cases state them.
"""

import math

import pytest

import tablesim as ts

from . import boards
from .boards import MIDDLE, attack, fly, judge, rock, xw

near = pytest.approx


def ship(id, x=0.0, y=0.0, h=0.0, what="small", **state):
    """A ship with a clockwise heading."""
    return boards.ship(id, x, y, -h, what, **state)


def is_at(pose, x, y, h, tolerance=1e-8):
    """Whether a pose is (x, y, h), h clockwise."""
    return boards.close(pose, (x, y, -h), tolerance)


A1 = {
    1: ("straight 5", "small", ("small", 0, 210, 0), (0, 170, 0)),
    2: ("turn right 2", "small", ("small", 95, 70, 30), (42.699949148, 75.805089250, 70.464945464)),
    3: (
        "turn right 1",
        "large",
        ("small", 110, 60, 10),
        (30.579337945, 49.214265750, 49.861059188),
    ),
    4: (
        "bank right 3",
        "small",
        ("large", 60, 185, 20),
        (35.256770678, 125.116114680, 35.988081121),
    ),
}


def contact(move, id):
    """The signed gap to a ship at the exact end pose, by another library."""
    base = move.position["me"].moved(move.end).polygon
    other = move.position[id].polygon
    inside = base.intersection(other).area
    return base.distance(other), inside


@pytest.mark.parametrize("case", A1)
@pytest.mark.parametrize("side", [1, -1], ids=["as stated", "mirrored"])
def test_A1_bumped_ship_is_not_left_on_the_other_ship(case, side):
    text, what, (size, x, y, h), (ex, ey, eh) = A1[case]
    if side < 0:
        text = text.replace("right", "left")
    move = fly(text, ship("b", side * x, y, side * h, what=size), what=what)
    assert is_at(move.end, side * ex, ey, side * eh), xw(move.end)
    gap, inside = contact(move, "b")
    assert gap <= 1e-9 and inside <= 1e-7
    assert move.touching == ("b",)


def test_A1_moved_as_a_rigid_body():
    start = boards.ship("me", 500, 300, -137)
    there = start.pose.then(ts.Pose(70, -95, -30))  # 70 ahead, 95 to the right
    blocker = ts.Piece("b", base="small", at=there.point, heading=there.heading)
    assert xw(there)[:2] == near((478.261283550, 184.015396681), abs=1e-8)
    move = judge(start, blocker, area=(4000, 4000)).maneuver("me", "turn right 2")
    assert is_at(move.end, 520.470180685, 215.438372081, 207.464945464)


def test_A2_no_visible_gap_after_a_bump():
    move = fly("straight 5", ship("b", 0, 210))
    assert move.end.y - MIDDLE == near(170, abs=1e-9)
    assert judge(*move.table.pieces).range("me", "b").distance <= 1e-9


def test_A3_several_blockers():
    move = fly("straight 3", ship("b1", 0, 150), ship("b2", 30, 115))
    assert is_at(move.end, 0, 75, 0)
    assert move.touching == ("b2",) and move.overlapped == ("b1",)
    assert move.table.gap("me", "b1").distance == near(35)


def test_A4_narrow_window():
    move = fly("straight 4", ship("b1", 0, 209.3), ship("b2", 0, 129.2))
    assert is_at(move.end, 0, 169.3, 0) and move.touching == ("b1",)
    assert move.table.gap("me", "b2").distance == near(0.1, abs=1e-9)


def test_A6_exact_touch_is_no_bump_without_guides():
    move = fly("straight 2", ship("b", 0, 60, 180, what="large"))
    assert is_at(move.end, 0, 120, 0) and move.completed and move.touching == ("b",)
    assert "without guides" in move.detail
    move = fly("straight 5", ship("b", 0, 200))
    assert is_at(move.end, 0, 240, 0) and move.completed


def test_A6_with_guides_it_is_a_bump():
    move = fly("straight 2", ship("b", 0, 60, 180, what="large"), guides=True)
    assert not move.completed and move.overlapped == ("b",)
    assert is_at(move.end, 0, 0, 0)
    assert "with guides" in move.detail


def test_A7_middle_of_the_move_rides_both_edge_middles():
    large = rear_at_template_start(fly("turn right 1", what="large"), 40)
    assert is_at(large, 35.968736425, 57.5, 64.055520228)
    x, y = large.forward(40).point
    assert (x - MIDDLE, y - MIDDLE) == near((71.937473, 75), abs=1e-5)
    small = rear_at_template_start(fly("turn right 1"), 20)
    assert is_at(small, 11.428571429, 36.413036133, 34.849904579)


def rear_at_template_start(move, half):
    """The pose at which the middle of the rear edge reaches the template, by bisection."""
    low, high = 0.0, move.whole
    for _ in range(60):
        u = (low + high) / 2
        low, high = (u, high) if move.course.pose(u).forward(-half).y < MIDDLE + half else (low, u)
    return move.course.pose(low)


def test_A9_tallon_that_bumps_gets_no_further_turn():
    move = fly("tallon right 2", ship("b", 95, 70, 30))
    assert is_at(move.end, 42.699949148, 75.805089250, 70.464945464)


def test_A9_tallon_that_fits_has_three_ends():
    ends = fly("tallon right 2").ends
    assert sorted(round(xw(end.pose)[1], 9) for end in ends) == [72.5, 82.5, 92.5]
    for end in ends:
        assert xw(end.pose)[0] == near(82.5) and abs(xw(end.pose)[2]) == near(180)


def test_A10_koiogran_that_bumps_is_a_straight():
    move = fly("koiogran 4", ship("b", 0, 210))
    assert is_at(move.end, 0, 170, 0)


@pytest.mark.parametrize(("y", "fled"), [(20.0, False), (19.99, True)])
def test_A12_preview_and_move_agree(y, fled):
    table = ts.Table(game="xwing", area=(914.4, 914.4))
    table = table.add(ts.Piece("me", base="small", at=(300, y + 80), heading=90))
    j = ts.judge(table)
    preview, move = j.reach("me")["reverse straight 1"], j.maneuver("me", "reverse straight 1")
    assert preview == move and preview.table == move.table
    assert move.fled is fled and ("me" in move.table) is not fled
    assert move.border == near(y - 20, abs=1e-9)
    if not fled:
        west, south, east, north = move.table["me"].placed.bounds
        border = min(west, south, 914.4 - east, 914.4 - north)
        assert border == near(move.border, abs=1e-9)


@pytest.mark.parametrize(("y", "legal"), [(56.568542, True), (60, False)])
def test_A14_large_ship_may_stick_out_of_the_zone(y, legal):
    """XW-225."""
    me = ts.Piece("me", base="large", at=(300, y), heading=45, seat=0)
    verdict = ts.judge(ts.Table(game="xwing", area=(914.4, 914.4)).add(me)).deploy("me")
    assert verdict.legal is legal
    assert verdict.zone_margin == near(0 if legal else -3.431458, abs=1e-6)


def test_B1_thin_contact_with_an_obstacle():
    assert fly("turn left 3", rock("r", -20.143, -19.143, 89.857, 90.857)).obstacles == ("r",)
    stone = rock("r", 19, 25, -3, 3)
    overlap = judge(ship("me"), stone).range("me", "r")
    assert overlap.overlapping and overlap.depth == near(1)
    assert fly("stationary", stone).obstacles == ("r",)


def test_B3_starting_on_an_obstacle_is_no_hit():
    move = fly("straight 2", rock("r", -4, 4, -22, -14))
    assert judge(ship("me"), rock("r", -4, 4, -22, -14)).range("me", "r").overlapping
    assert move.obstacles == () and "XW-211" not in move.rules


def test_B4_tallon_end_that_was_chosen():
    stone = rock("r", 81.5, 83.5, 62.6, 64.6)
    clear = {
        fly("tallon right 2", stone, at=at).end.y - MIDDLE: fly(
            "tallon right 2", stone, at=at
        ).obstacles
        == ()
        for at in ("front", "middle", "back")
    }
    assert {round(y, 6): free for y, free in clear.items()} == {
        92.5: True,
        82.5: False,
        72.5: False,
    }


def test_B5_rotated_obstacle():
    stone = rock("r", -30, 30, -5, 5, at=(0, 100), heading=90)
    measured = judge(ship("a", 40, 100), stone).range("a", "r")
    assert measured.distance == near(15) and not measured.overlapping
    assert (
        judge(ship("a", 40, 100), rock("r", -30, 30, -5, 5, at=(0, 100)))
        .range("a", "r")
        .overlapping
    )


@pytest.mark.parametrize(
    ("target", "base", "edge", "whole", "bands"),
    [
        (("small", 237, 252, 197), 291.055, 307.847, 305.943, (3, None)),
        (("large", 193, 200, 255), 195.208, 214.344, 212.443, (2, 3)),
        (("large", -132, 83, 92), 76.540, 114.197, 112.307, (1, 2)),
    ],
)
def test_C1_range_in_arc_is_not_range_base_to_base(target, base, edge, whole, bands):
    what, *pose = target
    pair = ship("a"), ship("b", *pose, what=what)
    shot = attack(*pair)
    assert (shot.base_distance, shot.distance) == near((base, whole), abs=1e-3)
    assert shot.band == bands[1] and judge(*pair).range("a", "b").band == bands[0]
    assert attack(*pair, attack_from="arc_edge").distance == near(edge, abs=1e-3)
    assert attack(*pair, attack_range="closest").distance == near(base, abs=1e-3)
    assert "range in arc" in shot.detail and "from the whole base" in shot.detail


def test_C3_arc_of_large_bases():
    pair = ship("a", what="large"), ship("b", 269, 223, 68, what="large")
    shot = attack(*pair)
    assert shot.in_arc and shot.band == 3 and shot.distance == near(269.391, abs=1e-3)
    assert attack(*pair, attack_from="arc_edge").distance == near(272.021, abs=1e-3)
    assert not judge(*pair, arc="flycasual").attack("a", "b").in_arc


@pytest.mark.parametrize(
    ("x", "y", "arcs", "margin"),
    [
        (28, 100, "1e-measured", -0.12),
        (28, 100, "tts-2x", -1.0),
        (27.4, 100, "1e-measured", 0.48),
        (27.4, 100, "tts-2x", -0.4),
    ],
)
def test_C5_bullseye(x, y, arcs, margin):
    a = ship("a", what="m12-l-kimogila-fighter")
    shot = judge(a, ship("b", x, y, 90), arc=arcs).attack("a", "b", arc="bullseye")
    assert shot.in_arc is (margin > 0) and shot.arc_margin == near(margin, abs=1e-9)
    assert arcs in shot.detail


def test_C5_bullseye_does_not_work_backwards():
    a = ship("a", what="m12-l-kimogila-fighter")
    assert not attack(a, ship("b", 0, -100), arc="bullseye").in_arc


def test_C6_contact_and_overlap():
    touch = judge(ship("a"), ship("b", 0, 40))
    assert touch.range("a", "b").distance == 0 and touch.range("a", "b").touching
    assert touch.range("a", "b").band == 1
    assert not touch.attack("a", "b").legal and touch.attack("a", "b").touching
    assert touch.attack("a", "b").svg() and touch.range("a", "b").svg()
    over = judge(ship("a"), ship("b", 0, 39.9))
    r = over.range("a", "b")
    assert r.overlapping and not r.touching and r.distance == 0 and r.depth == near(0.1)
    assert "0.1 mm, which is no legal position" in r.answer
    assert not over.attack("a", "b").legal and over.attack("a", "b").svg()


def test_C7_exact_band_edges():
    for y, band in ((140, 1), (340, 3), (340.04, None)):
        assert attack(ship("a"), ship("b", 0, y)).band == band
    assert attack(ship("a"), ship("b", 0, 340.04)).margin == near(-0.04)
    shot = attack(ship("a"), ship("b", 0, 140.0000001))
    assert shot.band == 2 and shot.margin == near(1e-7, rel=0.01) and shot.too_close
    assert "too close to call on a table" in str(shot)


def test_C10_obstacle_behind_the_target_or_under_the_attacker():
    pair = ship("a"), ship("b", 0, 150)
    assert attack(*pair, rock("r", -10, 10, 200, 220)).obstructed == "none"
    under = attack(*pair, rock("r", -10, 10, -20, -10))
    assert under.obstructed == "none"
    assert all(
        math.isclose(p[1], MIDDLE + y) for p, y in zip(under.segment, (20, 130), strict=True)
    )


INCHES = """
format = 1
game = "xwing"
units = "in"
area = [36.0, 36.0]

[[piece]]
id = "a"
base = "small"
at = [20.0, 12.5]
heading = 77.0

[[piece]]
id = "b"
base = "large"
at = [24.25, 17.0]
heading = 200.0

[[terrain]]
id = "rock"
kind = "asteroid-4"
at = [22.0, 15.0]
"""


def test_D7_the_same_poses_in_inches_and_in_millimeters():
    """Case D7: identical bands, and margins within 1e-9."""
    inches = ts.loads(INCHES)
    pieces = [
        ts.Piece("a", base="small", at=(20 * 25.4, 12.5 * 25.4), heading=77),
        ts.Piece("b", base="large", at=(24.25 * 25.4, 17 * 25.4), heading=200),
        ts.Terrain("rock", kind="asteroid-4", at=(22 * 25.4, 15 * 25.4)),
    ]
    metric = ts.Table(game="xwing", area=(36 * 25.4, 36 * 25.4)).add(*pieces)
    for question in (
        lambda table: ts.judge(table).attack("a", "b"),
        lambda table: ts.judge(table).range("a", "rock"),
        lambda table: ts.judge(table).maneuver("a", "bank right 3"),
        lambda table: ts.judge(table).barrel_roll("b", "left"),
    ):
        one, other = question(inches), question(metric)
        assert one.answer == other.answer
        assert [m.what for m in one.margins] == [m.what for m in other.margins]
        for a, b in zip(one.margins, other.margins, strict=True):
            assert a.value == near(b.value, abs=1e-9)
    assert ts.judge(inches).attack("a", "b").band == ts.judge(metric).attack("a", "b").band
