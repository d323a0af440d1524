"""The kernel: convex parts, clipping, nearest segments."""

import math
import random

import pytest
import shapely

from tablesim.geometry import Convex, gap_of_parts
from tablesim.geometry.convex import (
    clip,
    edges,
    nearest,
    overlapping,
    separation,
    signed_separation,
    without_repeats,
)

from .oracles import any_hull, pose_in

NEAR = pytest.approx
UNIT = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


def ring(rng, spread=100.0):
    return pose_in(rng, spread).to_world(any_hull(rng).parts[0].points)


def test_edges_look_outward_and_have_unit_normals():
    rng = random.Random(1)
    for _ in range(100):
        points = ring(rng)
        for nx, ny, d in edges(points):
            assert math.hypot(nx, ny) == NEAR(1)
            values = [nx * x + ny * y - d for x, y in points]
            assert max(values) == NEAR(0, abs=1e-9) and min(values) < 0
    assert edges(((1.0, 1.0),)) == ()
    assert len(edges(((0.0, 0.0), (3.0, 4.0)))) == 2


def test_squares_that_share_an_edge_or_a_corner_do_not_overlap():
    """XW-156: boundary contact is no overlap."""
    for dx, dy in [(2, 0), (2, 1), (0, 2), (2, 2), (-2, 2)]:
        moved = tuple((x + dx, y + dy) for x, y in UNIT)
        assert not overlapping(UNIT, moved)
        assert nearest(UNIT, moved)[0] == 0
        assert separation(UNIT, moved) == 0


def test_a_hull_inside_another_overlaps_it():
    inner = tuple((0.5 + x / 4, 0.5 + y / 4) for x, y in UNIT)
    assert overlapping(UNIT, inner) and overlapping(inner, UNIT)
    assert separation(UNIT, inner) == NEAR(-1.0)  # 0.5 from the edge, 0.5 thick


def test_overlap_agrees_with_shapely():
    rng = random.Random(2)
    seen = [0, 0]
    for _ in range(2000):
        a, b = ring(rng, 60), ring(rng, 60)
        area = shapely.Polygon(a).intersection(shapely.Polygon(b)).area
        seen[area > 0] += 1
        assert overlapping(a, b) == overlapping(b, a) == (area > 1e-12)
    assert min(seen) > 300


def test_nearest_segments_have_the_length_they_claim():
    rng = random.Random(3)
    for _ in range(1000):
        a, b = ring(rng, 200), ring(rng, 200)
        pa, pb = shapely.Polygon(a), shapely.Polygon(b)
        if pa.distance(pb) < 1e-9:
            continue
        distance, segments = nearest(a, b)
        assert distance == NEAR(pa.distance(pb), abs=1e-10)
        for p, q in segments:
            assert math.dist(p, q) == NEAR(distance, abs=2e-8)
            assert pa.distance(shapely.Point(p)) < 1e-9
            assert pb.distance(shapely.Point(q)) < 1e-9


def test_points_and_segments_are_parts_too():
    point, line = ((0.0, 5.0),), ((-10.0, 0.0), (10.0, 0.0))
    assert nearest(point, line) == (5.0, [((0.0, 5.0), (0.0, 0.0))])
    assert nearest(line, point)[1][0] == ((0.0, 0.0), (0.0, 5.0))
    assert nearest(((0.0, 0.0),), ((3.0, 4.0),))[0] == 5
    crossing = ((0.0, -5.0), (0.0, 5.0))
    assert overlapping(line, crossing)
    assert not overlapping(line, ((0.0, 1.0), (0.0, 5.0)))


def test_segments_on_one_line_are_as_far_apart_as_their_ends():
    """Rounding puts the ends of one a little to both sides of the other's line."""
    rng = random.Random(4)
    wrong = []
    for _ in range(2000):
        pose = pose_in(rng, 100)
        a, b = pose.to_world([(0, 0), (10, 0)]), pose.to_world([(30, 0), (50, 0)])
        found = gap_of_parts((Convex(a),), (Convex(b),)).distance
        if found != NEAR(20, abs=1e-9):
            wrong.append((a, b, found))
    assert not wrong, f"{len(wrong)} of 2000, first {wrong[0]}"


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (Convex(((0.0, 0.0),), 3), Convex(((10.0, 0.0),), 4), 3),
        (Convex(((0.0, 0.0),), 3), Convex(((0.0, 0.0),), 4), -7),
        (Convex(UNIT), Convex(((1.0, 3.0),), 0.5), 0.5),
        (Convex(UNIT), Convex(((1.0, 1.5),), 0.25), -0.75),
        (Convex(UNIT), Convex(((1.0, 2.0),), 0.25), -0.25),
        (Convex(UNIT), Convex(((5.0, 6.0),), 4.0), 1.0),
        (Convex(((0.0, 0.0), (4.0, 0.0)), 1.0), Convex(((2.0, 3.0),), 1.0), 1.0),
    ],
)
def test_signed_separation_in_closed_form(a, b, expected):
    assert signed_separation(a, b) == NEAR(expected)
    assert signed_separation(b, a) == NEAR(expected)


def test_clipping_agrees_with_shapely():
    rng = random.Random(5)
    for _ in range(500):
        a, b = ring(rng, 50), ring(rng, 50)
        want = shapely.Polygon(a).intersection(shapely.Polygon(b))
        found = clip(a, edges(b))
        if want.area > 1e-6:
            assert shapely.Polygon(found).area == NEAR(want.area, abs=1e-8)
            assert shapely.Polygon(found).hausdorff_distance(want) < 1e-6
        elif len(found) > 2:
            assert shapely.Polygon(found).area < 1e-6


def test_clipping_a_segment_and_a_point():
    plane = [(1.0, 0.0, 2.0)]
    assert clip([(0, 0), (4, 0)], plane) == [(0, 0), (2.0, 0.0)]
    assert clip([(4, 0), (0, 0)], plane) == [(2.0, 0.0), (0, 0)]
    assert clip([(2, 0)], plane) == [(2, 0)]
    assert clip([(2.5, 0)], plane) == [] and clip([(2.5, 0)], plane, slack=0.5) == [(2.5, 0)]
    assert clip([(3, 0), (4, 0)], plane) == []


def test_clipping_to_a_line_through_corners_keeps_contact():
    assert clip(UNIT, [(1.0, 0.0, 0.0)]) == [(0.0, 0.0), (0.0, 2.0)]
    assert clip(UNIT, [(1.0, 0.0, -1e-9)]) == []


def test_repeated_corners_go():
    p, q, r = (0.0, 0.0), (1.0, 0.0), (1.0, 1.0)
    assert without_repeats([p, p, q, r, r]) == (p, q, r)
    assert without_repeats([p, q, r, p]) == (p, q, r) or len(without_repeats([p, q, r, p])) == 3
    assert without_repeats([p, p]) == (p,) and without_repeats([p]) == (p,)


def holds(part, point):
    """Whether a part contains a point, up to 1e-9."""
    shape = [shapely.Point, shapely.LineString, shapely.Polygon][min(len(part.points), 3) - 1]
    shape = shape(part.points if len(part.points) > 1 else part.points[0])
    return shape.distance(shapely.Point(point)) <= part.radius + 1e-9


def test_the_witness_of_an_overlap_lies_in_both():
    rng = random.Random(6)
    seen = 0
    for _ in range(1500):
        two = [
            rng.choice(
                [
                    Convex(ring(rng, 30)),
                    Convex((pose_in(rng, 30).point,), rng.choice([0.0, rng.uniform(5, 30)])),
                    Convex((pose_in(rng, 60).point, pose_in(rng, 60).point)),
                ]
            )
            for _ in range(2)
        ]
        found = gap_of_parts(two[:1], two[1:])
        if found.distance == 0:
            seen += 1
            assert found.a == found.b or math.dist(found.a, found.b) < 1e-9
            assert holds(two[0], found.a) and holds(two[1], found.b), f"{two} {found}"
    assert seen > 300


def test_the_witness_of_a_point_in_a_polygon_is_the_point():
    square, point = Convex(UNIT), Convex(((0.25, 0.5),))
    assert gap_of_parts([square], [point]).b == (0.25, 0.5)
    assert gap_of_parts([point], [square]).a == (0.25, 0.5)
