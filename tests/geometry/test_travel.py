"""Shortest ways over terrain: known cases, borders, touching pieces, heights, mistakes."""

import cmath
import itertools
import math

import numpy as np
import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Ellipse, Placed, Pose, Rect
from tablesim.geometry.terrain import Prism
from tablesim.geometry.travel import Ground

from .travel_oracles import VIEWS, Plain, box, face, outline, ring

NEAR = pytest.approx


views = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)

SMALL = 0.62992
"""The radius of a 32 mm base in inches."""

DIAMOND = [(5, 0), (10, 5), (5, 10), (0, 5)]
KNOWN = {
    "D1": ({"walls": [ring(3, 2, 6, 7)]}, (3, 5), (8, 5), 5 + math.sqrt(8)),
    "D2": ({"walls": [DIAMOND]}, (-2, 5), (12, 5), 2 * math.hypot(7, 5)),
    "D4 free drop": ({"faces": [(ring(4, -50, 4.5, 50), 2)]}, (1, 0), (8, 0), 11),
    "D4 drop": ({"faces": [(ring(4, -50, 4.5, 50), 2)], "drop": 1.0}, (1, 0), (8, 0), 13),
    "D5 round": ({"faces": [(ring(4, -3, 4.5, 3), 2)]}, (1, 0), (8, 0), 9.352412916),
    "D5 over": ({"faces": [(ring(4, -3, 4.5, 3), 1)]}, (1, 0), (8, 0), 9),
    "D5 short": ({"faces": [(ring(4, -1, 4.5, 1), 1)]}, (1, 0), (8, 0), 7.302332605),
    "TV-17": (
        {"walls": [ring(2.9, -1, 3.1, 1)], "radius": SMALL},
        (0, 0),
        (6, 0),
        2 * math.sqrt(2.9**2 + 1 - SMALL**2)
        + 2 * SMALL * (math.atan(1 / 2.9) + math.asin(SMALL / math.hypot(2.9, 1)))
        + 0.2,
    ),
}


@views
@pytest.mark.parametrize("name", KNOWN)
def test_known_costs_do_not_depend_on_the_view(name, view):
    scene, a, b, cost = KNOWN[name]
    route = view.ground(**scene).path(view.point(a), view.point(b))
    within = 1e-9 if abs(view.shift[0]) < 1e6 else 1e-8
    assert route.cost == NEAR(cost * view.scale, abs=within * view.scale, rel=0)
    assert math.fsum(leg.cost for leg in route.legs) == NEAR(route.cost, rel=1e-12)
    assert view.ground(**scene).path(view.point(b), view.point(a)).cost == NEAR(
        route.cost, abs=within * view.scale
    )


def test_D1_the_way_leads_by_the_corners_of_the_box():
    legs = Ground(impassable=[box(3, 2, 6, 7)]).path((3, 5), (8, 5)).legs
    assert [leg.end for leg in legs] == [(3, 7), (6, 7), (8, 5)]


def test_D4_the_legs_say_what_is_climbed_and_dropped():
    route = Ground(faces=[face(4, -50, 4.5, 50, 2)], drop=1).path((1, 0), (8, 0))
    assert [
        (leg.kind, leg.start, leg.from_height, leg.to_height, leg.cost) for leg in route.legs
    ] == [
        ("walk", (1, 0), 0, 0, 3),
        ("climb", (4, 0), 0, 2, 4),
        ("walk", (4, 0), 2, 2, NEAR(0.5)),
        ("drop", (4.5, 0), 2, 0, 2),
        ("walk", (4.5, 0), 0, 0, 3.5),
    ]
    assert route.length == 7


def test_D4_the_example_of_the_rules_costs_eight_with_the_drop_out_of_what_is_left():
    """UG-21: walk 3, climb 2 for 4, and 1 is left for the drop (TV-16)."""
    legs = Ground(faces=[face(3, -50, 3.0001, 50, 2)]).path((0, 0), (3.0001, 0)).legs
    assert [leg.kind for leg in legs] == ["walk", "climb", "walk", "drop"]
    assert sum(leg.cost for leg in legs) == NEAR(7.0001)


def test_TV_17_the_base_rolls_round_the_corners():
    """UG-20: the wall is grown by the base, with round corners (6.8833)."""
    route = Ground(impassable=[box(2.9, -1, 3.1, 1)], radius=0.62992).path((0, 0), (6, 0))
    assert route.cost == NEAR(6.8833, abs=1e-4)
    walk, roll, along, *_ = route.legs
    assert walk.cost == NEAR(math.sqrt(3.06757**2 - 0.62992**2), abs=1e-5)
    assert abs(roll.turn) == NEAR(30.8755, abs=1e-4)
    assert roll.center in {(2.9, 1), (2.9, -1)}
    assert along.cost == NEAR(0.2)


def test_a_disc_is_gone_round_on_its_circle():
    ground = Ground(impassable=[Placed(Disc(2), Pose(0, 0))], radius=1)
    lag = 2 * math.acos(3 / 5)
    assert ground.path((-5, 0), (5, 0)).cost == NEAR(2 * 4 + 3 * (math.pi - lag), abs=1e-12)
    flush = ground.path((-3, 0), (3, 0))
    assert flush.cost == NEAR(3 * math.pi, abs=1e-12)
    assert [leg.kind for leg in flush.legs] == ["walk"]
    assert abs(flush.legs[0].turn) == NEAR(180)


def test_a_tangent_to_a_disc_does_not_bend():
    ground = Ground(impassable=[Placed(Disc(2), Pose(0, 0))])
    assert ground.path((-5, 2), (5, 2)).cost == NEAR(10, abs=1e-9)


# Free ground has its border; what touches is one piece.

TOUCHING = {
    "corner to corner": ([ring(0, 0, 1, 1), ring(1, 1, 2, 2)], (0.4, 1.6), (1.6, 0.4)),
    "edge to edge": ([ring(0, 0, 1, 1), ring(1, 0, 2, 1)], (1, -1), (1, 2)),
    "part of an edge": ([ring(0, 0, 1, 1), ring(1, 0.5, 2, 3)], (1, -1), (1, 4)),
    "corner to edge": ([ring(0, 0, 4, 1), [(2, 1), (3, 2), (1, 2)]], (0.5, 1.5), (3.5, 1.5)),
    "three": ([ring(0, 0, 1, 1), ring(1, 0, 2, 1), ring(0.5, 1, 1.5, 2)], (1, -1), (1, 3)),
    "thin corners": (
        [[(0, 0), (10, 2), (10, 3)], [(0, 0), (-10, -2), (-10, -3)]],
        (-1, 0.1),
        (1, -0.1),
    ),
}


@views
@pytest.mark.parametrize("name", TOUCHING)
def test_A11_a_point_does_not_pass_between_pieces_that_touch(name, view):
    walls, a, b = TOUCHING[name]
    cost = view.ground(walls).path(view.point(a), view.point(b)).cost / view.scale
    grown = [shapely.Polygon(wall).buffer(1e-6, join_style="mitre") for wall in walls]
    assert cost == NEAR(Plain([shapely.union_all(grown)]).shortest(a, b), abs=1e-4)
    assert cost > math.dist(a, b) + 0.1


@views
def test_a_base_passes_a_gap_of_its_width_and_no_narrower_one(view):
    for gap, passes in ((1.0, True), (1 - 1e-6, False), (1 + 1e-6, True)):
        ground = view.ground(
            [ring(0, -9, 1, 0), ring(0, gap, 1, 9)], area=ring(-5, -9, 6, 9), radius=0.5
        )
        cost = ground.path(view.point((-2, gap / 2)), view.point((3, gap / 2))).cost
        assert cost == (NEAR(5 * view.scale, rel=1e-8) if passes else math.inf)


@views
def test_nothing_passes_between_a_wall_and_the_edge_of_the_table(view):
    table = ring(0, 0, 10, 7)
    shut = view.ground([ring(3, 0, 6, 7)], area=table)
    assert shut.path(view.point((0, 0)), view.point((8, 0))).cost == math.inf
    ajar = view.ground([ring(3, 0, 6, 6)], area=table)
    over = 3 + math.hypot(3, 6) + math.hypot(2, 6)
    assert ajar.path(view.point((0, 0)), view.point((8, 0))).cost == NEAR(
        over * view.scale, rel=1e-8
    )
    tip = view.ground([[(5, 0), (7, 3), (3, 3)]], area=ring(0, 0, 10, 3.5))
    way = tip.path(view.point((1, 0)), view.point((9, 0))).cost
    assert way == NEAR(2 * (math.hypot(2, 3) + 2) * view.scale, rel=1e-8)


def test_a_base_keeps_to_the_table_and_stands_flush_with_its_edge():
    ground = Ground(shapely.box(0, 0, 10, 10), [box(4, 0, 6, 7.9)], radius=1)
    assert ground.path((1, 1), (9, 1)).cost < math.inf
    assert ground.path((0.9, 1), (9, 1)).cost == math.inf
    shut = Ground(shapely.box(0, 0, 10, 10), [box(4, 0, 6, 8.001)], radius=1)
    assert shut.path((1, 1), (9, 1)).cost == math.inf
    hump = Ground(shapely.box(0, 0, 10, 10), [Placed(Disc(4), Pose(5, -1))], radius=1)
    lag = math.acos(5 / math.hypot(4, 4)) + math.asin(4 / math.hypot(4, 4))
    arc = 5 * 2 * (math.pi / 2 - lag)
    assert hump.path((1, 3), (9, 3)).cost == NEAR(2 * math.sqrt(4**2 + 4**2 - 5**2) + arc)


def test_a_table_with_a_bay_is_walked_round_its_corner():
    bay = shapely.Polygon([(0, 0), (10, 0), (10, 10), (6, 10), (6, 4), (4, 4), (4, 10), (0, 10)])
    assert Ground(bay).path((2, 8), (8, 8)).cost == NEAR(2 * math.hypot(2, 4) + 2)
    assert Ground(bay).path((5, 8), (8, 8)).cost == math.inf


@views
def test_a_yard_has_no_way_out(view):
    polygon = shapely.Polygon(view.ring(ring(0, 0, 10, 10)), [view.ring(ring(3, 3, 7, 7))])
    ground = Ground(impassable=[polygon])
    inside, outside = view.point((4, 4)), view.point((-1, 5))
    assert ground.path(inside, view.point((7, 7))).cost == NEAR(view.scale * math.sqrt(18))
    assert ground.path(inside, outside).cost == math.inf
    assert ground.path(outside, view.point((11, 5))).cost == NEAR(
        view.scale * (10 + 2 * math.sqrt(26))
    )


@pytest.mark.parametrize("start", [(3, 2), (3, 7), (6, 2), (4.5, 2), (6, 4), (3, 5)])
def test_D1_one_may_start_and_end_on_any_edge_and_vertex(start):
    ground, plain = Ground(impassable=[box(3, 2, 6, 7)]), Plain([shapely.box(3, 2, 6, 7)])
    for goal in [(8, 5), (3, 7), (6, 7), (4.5, 7), (0, 0), start]:
        assert ground.path(start, goal).cost == NEAR(plain.shortest(start, goal), abs=1e-9)
        assert ground.path(goal, start).cost == NEAR(plain.shortest(start, goal), abs=1e-9)


def test_there_is_no_way_from_inside_a_piece_or_off_the_table():
    ground = Ground(shapely.box(0, 0, 10, 10), [box(3, 2, 6, 7), box(6, 2, 8, 7)])
    for bad in [(4, 4), (6, 4), (11, 5), (-1e-6, 5), (1e9, 0)]:
        assert ground.path(bad, (1, 1)).cost == math.inf
        assert ground.path((1, 1), bad) == ground.path(bad, bad)
        assert ground.path((1, 1), bad).legs == ()
    assert ground.path((1, 1), (1, 1)).cost == 0


# Heights.


def test_one_stands_on_top_inside_and_at_the_foot_on_the_border():
    ground = Ground(faces=[face(0, 0, 4, 4, 3)], drop=1)
    assert ground.path((2, 2), (3, 2)).cost == 1
    assert ground.path((2, 2), (6, 2)).cost == 4 + 3
    assert ground.path((6, 2), (2, 2)).cost == 4 + 6
    assert ground.path((4, 2), (2, 2)).cost == 2 + 6
    assert ground.path((0, 0), (0, 4)).cost == 4
    assert ground.path((2, 0), (0, 2)).cost == 4
    assert [leg.kind for leg in ground.path((2, 2), (4, 2)).legs] == ["walk", "drop"]


def test_the_highest_face_counts_and_stairs_cost_what_they_rise():
    stairs = [face(0, 0, 9, 4, 1), face(1, 0, 9, 4, 2), face(2, 0, 9, 4, 3)]
    assert Ground(faces=stairs).path((-1, 2), (3, 2)).cost == 4 + 6
    assert Ground(faces=stairs[::-1]).path((3, 2), (-1, 2)).cost == 4


@views
def test_between_roofs_that_touch_one_need_not_go_down(view):
    level = view.ground(faces=[(ring(0, 0, 2, 4), 3), (ring(2, 0, 4, 4), 3)], drop=1.0)
    step = view.ground(faces=[(ring(0, 0, 2, 4), 3), (ring(2, 0, 4, 4), 2)], drop=1.0)
    a, b = view.point((1, 2)), view.point((3, 2))
    assert level.path(a, b).cost == NEAR(2 * view.scale)
    assert step.path(a, b).cost == NEAR(3 * view.scale)
    assert step.path(b, a).cost == NEAR(4 * view.scale)
    seam = level.path(view.point((2, 1)), view.point((2, 3)))
    assert seam.cost == NEAR(2 * view.scale)
    assert {leg.from_height for leg in seam.legs} == {3 * view.scale}


@views
def test_where_roofs_touch_in_a_corner_one_passes_on_top_and_not_below(view):
    ground = view.ground(faces=[(ring(0, 0, 2, 2), 3), (ring(2, 2, 4, 4), 1)], drop=1.0)
    low = ground.path(view.point((1.5, 2.5)), view.point((2.5, 1.5)))
    over = math.sqrt(2) + 2 * 1 + 1
    assert low.cost == NEAR(over * view.scale, rel=1e-8)
    top = ground.path(view.point((1.5, 1.5)), view.point((2.5, 2.5)))
    assert top.cost == NEAR((math.sqrt(2) + 2) * view.scale, rel=1e-8)


def test_a_roof_is_walked_round_its_inner_corner_and_a_cross_round_where_its_arms_meet():
    angle = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)]
    roof = Ground(faces=[Prism(outline(angle), 0, 5)], drop=5)
    assert roof.path((5, 1), (1, 5)).cost == NEAR(2 * math.hypot(3, 1))
    cross = Ground(faces=[face(0, 2, 6, 4, 5), face(2, 0, 4, 6, 5)], drop=5)
    assert cross.path((5.5, 3.5), (3.5, 5.5)).cost == NEAR(2 * math.hypot(1.5, 0.5))


def test_a_tower_on_a_roof_is_gone_round_on_the_roof():
    ground = Ground(faces=[face(0, 0, 10, 10, 2), face(4, 4, 6, 6, 5)])
    route = ground.path((3, 5), (7, 5))
    assert route.cost == NEAR(2 * math.sqrt(2) + 2)
    assert {leg.from_height for leg in route.legs} == {2}


def test_from_a_corner_on_a_roof_to_one_at_its_foot_and_back():
    angle = [(0, 0), (20, 0), (20, 2), (2, 2), (2, 6), (0, 6)]
    wall = shapely.box(-9, -4, 7, -1)
    ground = Ground(None, [wall], [Prism(outline(angle), 0, 3)], drop=1)
    plain = Plain([wall], [(shapely.Polygon(angle), 3)], drop=1)
    for a, b in (((1.9, 5.9), (6.5, -5)), ((6.5, -5), (1.9, 5.9))):
        route = ground.path(a, b)
        assert route.cost == NEAR(plain.shortest(a, b), abs=1e-9)
        assert {(2, 2), (7, -1), (7, -4)} < {leg.end for leg in route.legs}


def test_the_least_height_over_a_wall_with_a_low_part_is_found():
    wall = [face(4, -9, 5, -1, 4), face(4, -1, 5, 1, 1), face(4, 1, 5, 9, 4)]
    route = Ground(faces=wall, drop=1).path((0, 3), (9, 3))
    assert route.cost == NEAR(math.hypot(4, 2) + 1 + math.hypot(4, 2) + 3)


def test_a_wall_on_a_roof_is_gone_round_on_the_roof():
    ground = Ground(impassable=[box(4, 2, 5, 8)], faces=[face(0, 0, 10, 10, 5)], radius=0.5)
    route = ground.path((3, 5), (6, 5))
    assert {(leg.kind, leg.from_height) for leg in route.legs} == {("walk", 5)}
    assert sum(leg.center is not None for leg in route.legs) == 2


def test_rolling_round_a_corner_pays_for_the_edges_it_crosses():
    step = face(-5, 0, 5, 5, 0.25)
    ground = Ground(impassable=[Placed(Disc(2), Pose(0, 0))], faces=[step], radius=1, drop=1)
    assert ground.path((0, -3), (0, 3)).cost == NEAR(3 * math.pi + 0.5)
    assert ground.path((0, 3), (0, -3)).cost == NEAR(3 * math.pi + 0.25)
    first, climb, second = ground.path((0, -3), (0, 3)).legs
    assert (first.kind, climb.kind, second.kind) == ("walk", "climb", "walk")
    assert climb.start == climb.end == NEAR((math.copysign(3, climb.start[0]), 0), abs=1e-9)
    assert [first.cost, second.cost] == NEAR([1.5 * math.pi] * 2)


def place(leg, share):
    """Return where one is after some share of a leg, as its numbers have it."""
    start, end = complex(*leg.start), complex(*leg.end)
    if leg.center is None:
        return start + share * (end - start)
    center = complex(*leg.center)
    return center + (start - center) * cmath.exp(1j * share * math.radians(leg.turn))


def length(leg):
    """Return how long a leg is on the plane."""
    if leg.center is None:
        return math.dist(leg.start, leg.end)
    return math.dist(leg.start, leg.center) * abs(math.radians(leg.turn))


@pytest.mark.parametrize(("radius", "view"), [(0.0, "plain"), (0.4, "all")])
def test_the_legs_of_a_way_join_and_each_runs_on_its_height(radius, view):
    """Round corners, over stairs, and up or down in the very place where it ends."""
    view, heights = VIEWS[view], []
    stairs = [(ring(0, 0, 9, 9), 1), (ring(3, 0, 9, 9), 2), (ring(3, 4, 6, 9), 3)]
    stairs.append((ring(7.2, 0, 9, 3), 2.5))  # its edge is crossed on the round corner
    ground = view.ground([ring(2, 2, 7, 5)], stairs, radius=radius, drop=1.0)
    spots = [view.point(p) for p in [(1, 4), (8, 4), (4, 1), (5, 7), (3, 7), (9, 7)]]
    for start, goal in itertools.permutations(spots, 2):
        at, legs = start, ground.path(start, goal).legs
        for leg in legs:
            walks, end = leg.kind == "walk", place(leg, 1)
            assert leg.start == NEAR(at, abs=1e-8)
            assert length(leg) == NEAR(leg.cost if walks else 0, abs=1e-8)
            assert leg.end == NEAR((end.real, end.imag), abs=1e-8)
            assert walks is (leg.from_height == leg.to_height)
            if walks and leg.cost > 1e-6:
                middle = place(leg, 0.5)
                assert leg.from_height in ground.levels(np.array([(middle.real, middle.imag)]))[0]
            at = leg.end
        assert at == NEAR(goal, abs=1e-8)
        assert all(a.to_height == b.from_height for a, b in itertools.pairwise(legs))
        heights.append(len({leg.from_height for leg in legs}))
    assert sum(count > 1 for count in heights) > 15


# Mistakes.


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Ground(radius=-1), "radius must be a finite number of 0 or more, got -1"),
        (lambda: Ground(climb=math.nan), "climb must be"),
        (lambda: Ground(drop=math.inf), "drop must be"),
        (lambda: Ground(faces=[Prism(box(0, 0, 1, 1), -3, -2)]), "top = -2"),
        (lambda: Ground(faces=[Prism(Placed(Disc(1), Pose(0, 0)), 0, 2)]), "straight edges"),
        (lambda: Ground(Placed(Disc(1), Pose(0, 0))), "straight edges"),
        (lambda: Ground(impassable=[Placed(Ellipse(3, 2), Pose(0, 0))]), "oval"),
        (lambda: Ground(impassable=[shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])]), "valid"),
        (lambda: Ground(shapely.Polygon()), "valid polygon, but it is empty"),
        (lambda: Ground().path((0, math.nan), (1, 1)), "finite coordinates"),
        (lambda: Ground().reach((0, 0), -1), "budget is a number of 0 or more, got -1"),
    ],
)
def test_mistakes_are_named(make, words):
    with pytest.raises(GeometryError, match=words):
        make()


def test_an_oval_is_gone_round_by_its_polygon():
    oval = Placed(Ellipse(6, 4), Pose(0, 0))
    assert Ground(impassable=[oval.polygon]).path((-4, 0), (4, 0)).cost > 8


def test_equal_grounds_are_equal():
    assert Ground(impassable=[box(0, 0, 1, 1)]) == Ground(
        impassable=[Placed(Rect(1, 1), Pose(0.5, 0.5))]
    )
