"""Footprints: what is accepted, what is refused, and how they are placed."""

import math
import random

import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Footprint, Hull, Outline, Placed, Pose, Rect

from .oracles import any_hull, polygon, star

NEAR = pytest.approx
SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
L_SHAPE = [(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)]


def parts_union(footprint):
    return shapely.union_all([shapely.Polygon(part.points) for part in footprint.parts])


def parts_area(footprint):
    return sum(shapely.Polygon(part.points).area for part in footprint.parts)


@pytest.mark.parametrize("bad", [0, -1, math.nan, math.inf])
def test_sizes_must_be_positive_numbers(bad):
    for make in (lambda: Rect(bad, 10), lambda: Rect(10, bad), lambda: Disc(bad)):
        with pytest.raises(GeometryError, match="positive"):
            make()


def test_a_rectangle_is_deep_along_its_heading():
    """XW-151: corners at half the size to both sides of the center."""
    placed = Placed(Rect(depth=60, width=20), Pose(100, 50, 90))
    assert placed.bounds == (90, 20, 110, 80)
    assert set(placed.corners) == {(90, 20), (110, 20), (110, 80), (90, 80)}
    assert placed.footprint.reach == NEAR(math.hypot(30, 10))


def test_corners_run_counter_clockwise():
    rng = random.Random(1)
    shapes = [Rect(3, 50), Hull(SQUARE), Outline(SQUARE[::-1]), any_hull(rng), star(rng)]
    for footprint in shapes:
        for part in Placed(footprint, Pose(5, 6, 123)).parts:
            assert shapely.LinearRing(part.points).is_ccw


def test_bounds_of_a_turned_disc_are_exact():
    assert Placed(Disc(16), Pose(10, 20, 33)).bounds == (-6, 4, 26, 36)
    assert Placed(Disc(16), Pose(10, 20, 33)).corners == ((10, 20),)


def test_a_hull_drops_points_inside_and_on_its_edges():
    hull = Hull([*SQUARE, (5, 5), (5, 0), (10, 5), (0, 0)])
    assert sorted(hull.parts[0].points) == sorted((float(x), float(y)) for x, y in SQUARE)


def test_equal_hulls_are_equal_whatever_the_order_of_their_points():
    assert Hull(SQUARE) == Hull(SQUARE[::-1]) == Hull(SQUARE[2:] + SQUARE[:2])
    assert hash(Hull(SQUARE)) == hash(Hull(SQUARE[::-1]))


@pytest.mark.parametrize(
    "line", [[(0, 0), (1, 1), (2, 2)], [(0, 0), (10, 0), (3, 0)], [(5, 5), (5, 5), (5, 5)]]
)
@pytest.mark.parametrize("make", [Hull, Outline])
def test_collinear_points_enclose_nothing(make, line):
    with pytest.raises(GeometryError):
        make(line)


@pytest.mark.parametrize("make", [Hull, Outline])
@pytest.mark.parametrize("few", [[], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (0, 0)]])
def test_two_points_are_too_few(make, few):
    with pytest.raises(GeometryError, match="three"):
        make(few)


@pytest.mark.parametrize("make", [Hull, Outline])
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_coordinates_must_be_finite(make, bad):
    with pytest.raises(GeometryError, match="finite"):
        make([*SQUARE[:3], (0, bad)])


@pytest.mark.parametrize(
    "ring",
    [
        [(0, 0), (10, 0), (0, 10), (10, 10)],  # bow tie
        [(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)],  # touches its own edge
        [(0, 0), (20, 0), (10, 0), (10, 10)],  # spike
    ],
)
def test_an_outline_must_not_cross_or_touch_itself(ring):
    with pytest.raises(GeometryError, match="cross itself"):
        Outline(ring)


@pytest.mark.parametrize(
    "hole",
    [
        [(20, 20), (30, 20), (30, 30)],  # outside
        [(5, 5), (15, 5), (15, 8)],  # across the edge
        [(0, 0), (10, 0), (10, 10), (0, 10)],  # all of it
    ],
)
def test_a_hole_must_lie_inside(hole):
    with pytest.raises(GeometryError):
        Outline(SQUARE, [hole])


def test_two_holes_must_not_overlap():
    with pytest.raises(GeometryError):
        Outline(SQUARE, [[(1, 1), (6, 1), (6, 6), (1, 6)], [(5, 5), (9, 5), (9, 9), (5, 9)]])


def test_a_closed_ring_may_repeat_its_first_corner():
    assert Outline([*SQUARE, SQUARE[0]]) == Outline(SQUARE)
    assert len(Outline([*SQUARE, SQUARE[0]]).parts[0].points) == 4


@pytest.mark.parametrize("ring", [SQUARE, L_SHAPE, [(0, 0), (9, 0), (3, 4)]])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_corner_given_twice_counts_once(ring, at):
    """Digitized outlines repeat corners; no part of the shape may be lost by it."""
    twice = [*ring[: at + 1], *ring[at:]]
    assert parts_area(Outline(twice)) == NEAR(shapely.Polygon(ring).area)


@pytest.mark.parametrize("ring", [SQUARE, L_SHAPE])
def test_flat_corners_change_nothing(ring):
    flat = []
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        flat += [p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)]
    assert parts_area(Outline(flat)) == NEAR(shapely.Polygon(ring).area)
    if ring is SQUARE:
        assert len(Outline(flat).parts) == 1


@pytest.mark.parametrize("turn", [1, -1])
def test_parts_cover_the_outline_and_no_hole(turn):
    hole = [(2, 2), (8, 2), (8, 8), (2, 8)][::turn]
    outline = Outline(L_SHAPE[::turn], [hole])
    want = shapely.Polygon(L_SHAPE, [hole])
    assert parts_union(outline).symmetric_difference(want).area == NEAR(0, abs=1e-9)
    assert parts_area(outline) == NEAR(want.area)
    assert outline.polygon.equals(want)


def test_parts_of_random_outlines_are_convex_and_tile_them():
    rng = random.Random(7)
    for i in range(150):
        outline = star(rng, 50, hole=i % 2 == 0)
        assert parts_area(outline) == NEAR(outline.polygon.area, abs=1e-9)
        for part in outline.parts:
            piece = shapely.Polygon(part.points)
            assert piece.convex_hull.area == NEAR(piece.area, abs=1e-9)
            assert piece.difference(outline.polygon).area == NEAR(0, abs=1e-9)
        assert outline.reach == NEAR(max(math.hypot(*p) for p in outline.ring))


def test_a_hole_that_touches_the_ring_in_one_corner_is_kept():
    outline = Outline(SQUARE, [[(0, 0), (4, 2), (2, 4)]])
    assert parts_area(outline) == NEAR(100 - 6)


def test_a_placed_polygon_is_the_rotated_one():
    rng = random.Random(8)
    for _ in range(50):
        placed = Placed(star(rng, 40, hole=True), Pose(300, -200, rng.uniform(-400, 400)))
        assert placed.polygon.symmetric_difference(polygon(placed)).area == NEAR(0, abs=1e-8)
        assert placed.bounds == NEAR(polygon(placed).bounds, abs=1e-10)
        for part in placed.parts:
            assert shapely.Polygon(part.points).difference(polygon(placed)).area < 1e-8


def test_shapes_hand_themselves_to_others_as_geojson():
    placed = Placed(Outline(L_SHAPE, [[(2, 2), (8, 2), (8, 8)]]), Pose(1, 2, 90))
    assert shapely.geometry.shape(placed).equals(placed.polygon)


def test_a_disc_for_the_eye_lies_inside_the_disc():
    drawn = Placed(Disc(50), Pose(10, 0)).polygon
    assert max(math.dist(p, (10, 0)) for p in drawn.exterior.coords) <= 50 + 1e-12
    assert drawn.area == NEAR(math.pi * 2500, rel=1e-3)


def test_a_shape_of_several_parts_has_no_single_ring():
    with pytest.raises(GeometryError, match="parts"):
        _ = Placed(Outline(L_SHAPE), Pose(0, 0)).corners


def test_every_shape_is_a_footprint_and_a_value():
    for shape in (Rect(1, 2), Disc(3), Hull(SQUARE), Outline(L_SHAPE)):
        assert isinstance(shape, Footprint)
        assert hash(shape) == hash(shape)
        with pytest.raises(AttributeError):
            shape.reach = 5
    assert Rect(4, 4) != Disc(2)
