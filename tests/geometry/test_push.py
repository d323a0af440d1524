"""Pushes and flights, against bisection on the gap and against looking at very many places."""

import itertools
import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import (
    Compound,
    Disc,
    Ellipse,
    Hull,
    Outline,
    Placed,
    Pose,
    Rect,
    containment,
    gap,
    separation,
)
from tablesim.geometry.push import Contact, flight, leaves, scattered, slide_disc
from tablesim.geometry.slide import beyond, blocked

from .oracles import any_hull, pose_in, star

NEAR = pytest.approx
HERE = Pose(0, 0)
FRAMES = [HERE, Pose(0, 0, 40.107), Pose(1000, -700, 200), Pose(1e6, -1e6, 123.4)]
few = settings(max_examples=80, deadline=None, derandomize=True, database=None)
NORMAL = 32 / 25.4 / 2
"""The radius of a normal base in inches (UG-1)."""


def block(x0, y0, x1, y1, pose=HERE):
    return Placed(Hull([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), pose)


def any_piece(rng, size=6.0):
    make = [
        lambda: Rect(rng.uniform(0.2, size), rng.uniform(0.2, size)),
        lambda: Disc(rng.uniform(0.1, size / 2)),
        lambda: Ellipse(rng.uniform(0.5, size), rng.uniform(0.5, size)),
        lambda: any_hull(rng, size / 2),
        lambda: star(rng, size / 2, hole=True),
        lambda: Compound((Rect(size / 2, 1), Disc(size / 4))),
    ]
    return rng.choice(make)()


def scene(seed, count=5):
    """Return pieces and discs round a base at the origin that is free at first."""
    rng = random.Random(seed)
    radius = rng.uniform(0.2, 1.5)
    base = Placed(Disc(radius), HERE)
    obstacles = [Placed(any_piece(rng), pose_in(rng, 12)) for _ in range(count)]
    discs = [(pose_in(rng, 12).point, rng.uniform(0.2, 1.5)) for _ in range(2)]
    return (
        radius,
        [o for o in obstacles if separation(base, o) > 0],
        [(c, r) for c, r in discs if math.hypot(*c) > r + radius],
        rng.uniform(-180, 180),
    )


def shifted(center, radius, angle, travel):
    return Placed(Disc(radius), Pose(*center, angle).forward(travel))


def bisected(radius, angle, length, shapes, steps=400):
    """Return the first travel at which the gap to a shape falls to zero, by looking and halving."""
    marks = [length * i / steps for i in range(steps + 1)]

    def depth(travel):
        base = shifted((0, 0), radius, angle, travel)
        return max((-separation(base, shape) for shape in shapes), default=-math.inf)

    high = next((mark for mark in marks if depth(mark) > 0), None)
    if high is None:
        return length
    low = high - length / steps
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if depth(middle) > 0 else (middle, high)
    return low


# The cases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pose", FRAMES)
def test_D8_a_push_ends_at_a_base_at_a_corner_or_at_a_face(pose):
    center, digits = pose.point, 1e-9 if abs(pose.x) < 1e5 else 1e-8

    def push(*obstacles, **others):
        return slide_disc(center, 0.5, pose.heading, 4, obstacles, **others)

    other = pose.to_world([(3, 0.6)])[0]
    at_base = push(discs=[(other, 0.5)])
    assert (at_base.what, at_base.index) == ("disc", 0)
    assert at_base.travel == NEAR(2.2, abs=digits)
    assert at_base.end == NEAR(pose.to_world([(2.2, 0)])[0], abs=digits)
    assert math.dist(at_base.end, other) == NEAR(1, abs=digits)
    at_corner = push(block(3, 0.3, 5, 5, pose))
    assert (at_corner.what, at_corner.travel) == ("obstacle", NEAR(2.6, abs=digits))
    assert at_corner.point == NEAR(pose.to_world([(3, 0.3)])[0], abs=digits)
    at_face = push(block(3, -4, 5, 4, pose))
    assert at_face.travel == NEAR(2.5, abs=digits)
    assert push(block(3, 0.6, 5, 4, pose)) == Contact(4, NEAR(pose.forward(4).point, abs=digits))


@pytest.mark.parametrize("pose", FRAMES)
def test_D7_a_push_off_a_roof_and_one_against_its_wall(pose):
    roof, model = block(0, -2, 4, 2, pose), pose.to_world([(3.5, 0)])[0]
    assert leaves(model, pose.heading, 2, roof) == NEAR(0.5, abs=1e-8)
    wall, ground = block(4, -2, 8, 2, pose), pose.to_world([(3, 0)])[0]
    assert slide_disc(ground, 0.5, pose.heading, 2, [wall]).travel == NEAR(0.5, abs=1e-8)


def test_TV25_the_push_off_the_roof():
    """UG-28: the center leaves at x = 4; a wall on the roof at 3.9 stops it before."""
    roof = block(0, -3, 4, 3)
    out = leaves((3, 0), 0, 4, roof)
    assert out == 1.0
    assert 3 + out + NORMAL == NEAR(4.629921, abs=1e-6)
    stopped = slide_disc((3, 0), NORMAL, 0, 4, [block(3.9, -3, 4, 3)])
    assert stopped.end == NEAR((3.270079, 0), abs=1e-6)
    assert leaves((3, 0), 0, stopped.travel, roof) is None


# Touching, overlapping, grazing -------------------------------------------------------------------


@pytest.mark.parametrize("pose", FRAMES)
@pytest.mark.parametrize(
    "shape",
    [
        Rect(2, 20),
        Disc(4),
        Ellipse(2, 8),
        Ellipse(8, 3),
        Outline([(-1, -9), (1, -9), (1, 9), (0, 0), (-1, 9)]),
    ],
)
def test_what_is_touched_stops_only_what_goes_into_it(shape, pose):
    half = shape.polygon.bounds[2]
    piece = Placed(shape, pose.then(Pose(2 + half, 0)))
    for turn, travel in [(0, 0), (60, 0), (-89, 0), (91, 3), (180, 3), (-135, 3)]:
        found = slide_disc(pose.point, 2, pose.heading + turn, 3, [piece])
        assert found.travel == NEAR(travel, abs=1e-8), turn
        assert (found.what == "nothing") is (travel == 3)
    for turn in (90, -90):
        along = slide_disc(pose.point, 2, pose.heading + turn, 3, [piece])
        assert along.what == "nothing"


def test_a_touching_base_stops_only_a_push_into_it():
    touching = [((1.0, 0.0), 0.5)]
    assert slide_disc((0, 0), 0.5, 10, 2, discs=touching).travel == 0
    assert slide_disc((0, 0), 0.5, 90, 2, discs=touching).what == "nothing"
    assert slide_disc((0, 0), 0.5, 180, 2, discs=touching).travel == 2


@pytest.mark.parametrize("turn", [90.0, 100.0, 180.0, 260.0, 270.0])
def test_what_is_overlapped_lets_out_but_not_further_in(turn):
    wall = block(0.3, -9, 4, 9)
    assert slide_disc((0, 0), 0.5, turn, 5, [wall]).what == "nothing"
    assert slide_disc((0, 0), 0.5, turn + 180, 5, [wall]).travel == (5 if turn % 180 == 90 else 0)
    assert slide_disc((0, 0), 0.5, 0, 5, [wall]).travel == 0


def test_between_two_walls_that_leave_just_its_width_a_base_passes():
    walls = [block(2, 0.5, 8, 3), block(2, -3, 8, -0.5)]
    assert slide_disc((0, 0), 0.5, 0, 12, walls).what == "nothing"
    stopped = slide_disc((0, 0), 0.5 + 1e-6, 0, 12, walls)
    assert stopped.travel == NEAR(2 - math.sqrt(1e-6), abs=1e-6)


def test_the_first_of_several_at_once_is_named_and_no_push_is_no_contact():
    wall = block(3, -4, 5, 4)
    found = slide_disc((0, 0), 0.5, 0, 4, [wall, wall], discs=[((3.5, 0), 0.5)])
    assert (found.what, found.index) == ("obstacle", 0)
    assert slide_disc((2.5, 0), 0.5, 0, 0, [wall]) == Contact(0, (2.5, 0))


def test_the_edge_of_the_table_stops_the_base():
    box = (0, 0, 10, 8)
    assert slide_disc((5, 5), 1, 0, 9, box=box) == Contact(4, (9, 5), "edge", None, (10, 5))
    assert slide_disc((9, 5), 1, 90, 2, box=box).what == "nothing", "along the edge"
    assert slide_disc((9, 5), 1, 0, 2, box=box).travel == 0
    assert slide_disc((9.5, 5), 1, 180, 2, box=box).what == "nothing", "back onto the table"
    assert slide_disc((9.5, 5), 1, 30, 2, box=box).travel == 0
    both = slide_disc((5, 5), 1, 0, 9, [block(8, 0, 9, 9)], box=box)
    assert (both.what, both.travel) == ("obstacle", 2)


@pytest.mark.parametrize("length", [-1, math.nan, math.inf])
def test_a_push_needs_a_length(length):
    with pytest.raises(GeometryError, match="a length that is not negative"):
        slide_disc((0, 0), 1, 0, length)
    with pytest.raises(GeometryError, match="a length that is not negative"):
        leaves((0, 0), 0, length, block(0, 0, 1, 1))
    with pytest.raises(GeometryError, match="a length that is not negative"):
        scattered((0, 0), length, 0)


def test_a_base_needs_a_radius_and_a_place():
    with pytest.raises(GeometryError, match="radius"):
        slide_disc((0, 0), 0, 0, 1)
    with pytest.raises(GeometryError, match="finite"):
        slide_disc((0, math.nan), 1, 0, 1)


# Against other methods ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_push_ends_where_the_gap_does(seed):
    radius, obstacles, discs, angle = scene(seed)
    shapes = [*obstacles, *(Placed(Disc(r), Pose(*c)) for c, r in discs)]
    found = slide_disc((0, 0), radius, angle, 20, obstacles, discs=discs)
    assert found.travel == NEAR(bisected(radius, angle, 20, shapes), abs=1e-9)
    assert found.end == NEAR(shifted((0, 0), radius, angle, found.travel).pose.point, abs=1e-12)
    if found.what != "nothing":
        touched = shapes[found.index + (len(obstacles) if found.what == "disc" else 0)]
        base = shifted((0, 0), radius, angle, found.travel)
        assert separation(base, touched) == NEAR(0, abs=1e-9)
        assert math.dist(found.point, found.end) == NEAR(radius, abs=1e-8)
        assert gap(Placed(Disc(1e-9), Pose(*found.point)), touched).distance < 1e-8


@pytest.mark.parametrize(
    "scenes",
    [pytest.param(200, marks=pytest.mark.slow), pytest.param(20_000, marks=pytest.mark.deep)],
)
def test_a_push_ends_where_the_gap_does_many(scenes):
    for seed in range(1000, 1000 + scenes):
        radius, obstacles, discs, angle = scene(seed, 6)
        shapes = [*obstacles, *(Placed(Disc(r), Pose(*c)) for c, r in discs)]
        found = slide_disc((0, 0), radius, angle, 20, obstacles, discs=discs)
        expected = bisected(radius, angle, 20, shapes, 100)
        assert found.travel <= expected + 1e-9
        if found.travel < expected - 1e-9:  # a shallow touch between two looks
            assert blocked_from(radius, angle, shapes) == NEAR(found.travel, abs=1e-9)


def blocked_from(radius, angle, shapes, box=None):
    """Return the least travel at which something is overlapped, from the intervals of a slide."""
    base, direction = Placed(Disc(radius), HERE), Pose(0, 0, angle).direction
    found = [blocked(base, direction, shape) for shape in shapes]
    found += [beyond(base, direction, box)] if box else []
    return min([lo for lo, hi in itertools.chain(*found) if hi > 0], default=math.inf)


@given(st.integers(0, 10**6))
@few
def test_a_push_ends_where_the_intervals_of_a_slide_begin(seed):
    radius, obstacles, discs, angle = scene(seed)
    shapes = [*obstacles, *(Placed(Disc(r), Pose(*c)) for c, r in discs)]
    box = (-15, -9, 11, 13)
    found = slide_disc((0, 0), radius, angle, 20, obstacles, discs=discs, box=box)
    assert found.travel == NEAR(min(20, blocked_from(radius, angle, shapes, box)), abs=1e-9)
    assert containment(shifted((0, 0), radius, angle, found.travel), box) > -1e-9


@given(st.integers(0, 10**6), st.sampled_from(FRAMES[1:3]))
@few
def test_moving_or_mirroring_all_changes_nothing(seed, pose):
    radius, obstacles, discs, angle = scene(seed)
    here = slide_disc((0, 0), radius, angle, 15, obstacles, discs=discs)
    moved = slide_disc(
        pose.point,
        radius,
        pose.heading + angle,
        15,
        [Placed(o.footprint, pose.then(o.pose)) for o in obstacles],
        discs=[(pose.to_world([c])[0], r) for c, r in discs],
    )
    assert (moved.what, moved.travel) == (here.what, NEAR(here.travel, abs=1e-9))
    assert moved.end == NEAR(pose.to_world([here.end])[0], abs=1e-9)
    mirrored = slide_disc((0, 0), radius, -angle, 15, discs=[((x, -y), r) for (x, y), r in discs])
    assert mirrored.travel == slide_disc((0, 0), radius, angle, 15, discs=discs).travel


@given(st.integers(0, 10**6), st.floats(0, 20), st.floats(0, 20))
@few
def test_a_longer_push_never_ends_nearer(seed, one, other):
    radius, obstacles, discs, angle = scene(seed)
    short, long = (
        slide_disc((0, 0), radius, angle, length, obstacles, discs=discs)
        for length in sorted((one, other))
    )
    assert short.travel <= long.travel
    if short.what != "nothing":
        assert long == short
    fewer = slide_disc((0, 0), radius, angle, max(one, other), obstacles[1:], discs=discs)
    assert fewer.travel >= long.travel


# Leaving a face -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pose", FRAMES)
def test_a_hole_in_a_roof_counts_and_its_border_does_not(pose):
    ring = [(0, 0), (10, 0), (10, 10), (0, 10)]
    roof = Placed(Outline(ring, [[(4, 4), (6, 4), (6, 6), (4, 6)]]), pose)

    def out(x, y, angle, length):
        return leaves(pose.to_world([(x, y)])[0], pose.heading + angle, length, roof)

    assert out(1, 5, 0, 9) == NEAR(3, abs=1e-8)
    assert out(1, 4, 0, 8) is None, "along the border of the hole"
    assert out(1, 4, 0, 12) == NEAR(9, abs=1e-8)
    assert out(0, 0, 90, 10) is None, "along the border of the roof"
    assert out(5, 5, 0, 9) == 0, "over the hole"
    assert out(4, 5, 0, 1) == NEAR(0, abs=1e-8) and out(4, 5, 180, 4) is None
    assert out(11, 5, 180, 5) == 0, "beside the roof"
    assert out(2, 2, 45, 9) == NEAR(2 * math.sqrt(2), abs=1e-8)


@pytest.mark.parametrize("seed", range(25))
def test_a_face_is_left_where_a_line_leaves_it(seed):
    """The stretch of the line in the face, by shapely; of a round one by its equation."""
    rng = random.Random(seed)
    face = Placed(star(rng, 5, hole=True) if seed % 2 else any_hull(rng, 5), pose_in(rng, 3))
    for _ in range(20):
        start, angle = pose_in(rng, 4).point, rng.uniform(0, 360)
        found = leaves(start, angle, 6, face)
        if not face.polygon.intersects(shapely.Point(start)):
            assert found == 0
            continue
        line = shapely.LineString([start, Pose(*start, angle).forward(6).point])
        inside = shapely.get_parts(shapely.intersection(line, face.polygon))
        first = min(inside, key=lambda part: part.distance(shapely.Point(start)))
        assert (6 if found is None else found) == NEAR(first.length, abs=1e-9)


@given(st.floats(-180, 180), st.floats(0, 0.99), st.floats(-180, 180))
@few
def test_a_round_face_is_left_at_its_rim(turn, share, angle):
    oval = Placed(Ellipse(6, 4), Pose(1, 2, 30))
    x, y = 3 * share * math.cos(turn), 2 * share * math.sin(turn)
    start = oval.pose.to_world([(x, y)])[0]
    out = leaves(start, angle, 20, oval)
    px, py = oval.pose.to_local(Pose(*start, angle).forward(out).point)
    assert (px / 3) ** 2 + (py / 2) ** 2 == NEAR(1, abs=1e-9)


# Flights ------------------------------------------------------------------------------------------


def test_scatter_goes_in_any_direction_and_never_backwards():
    assert scattered((3, 4), 0, 77) == (3, 4)
    assert scattered((0, 0), 2, 30) == NEAR((math.sqrt(3), 1), abs=1e-12)


@pytest.mark.parametrize("pose", FRAMES)
def test_A11_no_flight_between_pieces_that_touch(pose):
    corner = [block(4, 0, 5, 1, pose), block(5, -1, 6, 0, pose)]
    seam = [block(4, 0, 5, 9, pose), block(4, -9, 5, 0, pose)]

    def fly(walls, y=0.0, end=10.0):
        return flight(*pose.to_world([(0, y), (end, y)]), walls)

    assert fly(corner).travel == NEAR(5, abs=1e-7) and fly(corner).what == "obstacle"
    assert fly(seam).travel == NEAR(4, abs=1e-7) and fly(seam).index == 0
    assert fly(corner[:1]).what == "nothing", "along a face"
    assert fly(corner, end=4.5).what == "nothing", "along a face, not as far as the other"
    assert fly(seam[:1], y=0.5).travel == NEAR(4, abs=1e-8)
    assert fly(seam[:1], y=0.5, end=4).what == "nothing", "down at the foot of the wall"


@pytest.mark.parametrize("pose", FRAMES)
def test_a_flight_passes_faces_on_both_sides_one_after_the_other(pose):
    """Only where the two stand side by side is there no way between them, from there on."""
    left = block(2, 0, 4, 3, pose)
    for begin, end, met in [(5, 6, None), (0, 1, None), (3, 6, 3), (1, 3, 2), (4, 6, 4)]:
        for walls in itertools.permutations([left, block(begin, -3, end, 0, pose)]):
            found = flight(*pose.to_world([(-1, 0), (9, 0)]), walls)
            assert (found.what == "nothing") is (met is None), (begin, end)
            assert found.travel == NEAR(10 if met is None else 1 + met, abs=1e-7)


@pytest.mark.parametrize("pose", FRAMES)
def test_a_flight_along_the_inner_seam_of_a_piece_is_stopped(pose):
    cross = [
        (1, 0),
        (2, 0),
        (2, 1),
        (3, 1),
        (3, 2),
        (2, 2),
        (2, 3),
        (1, 3),
        (1, 2),
        (0, 2),
        (0, 1),
        (1, 1),
    ]
    piece = Placed(Outline(cross), pose)
    ends = [(-1, 1), (1.5, -1), (1, -1), (-1, -1), (2, -1), (-1, 4), (4, 1)]
    for (ax, ay), (bx, by) in itertools.permutations(ends, 2):
        line = shapely.LineString([(ax, ay), (bx, by)])
        inside = shapely.intersection(line, shapely.Polygon(cross).buffer(-1e-6))
        found = flight(*pose.to_world([(ax, ay), (bx, by)]), [piece])
        assert (found.what == "nothing") is inside.is_empty
        if not inside.is_empty:
            travel = shapely.Point(ax, ay).distance(shapely.intersection(line, inside.buffer(1e-5)))
            assert found.travel == NEAR(travel, abs=1e-4)


@pytest.mark.parametrize("seed", range(30))
def test_a_flight_ends_where_its_line_enters_a_piece(seed):
    rng = random.Random(seed)
    pieces = [Placed(any_piece(rng), pose_in(rng, 12)) for _ in range(6)]
    start, to = pose_in(rng, 12).point, pose_in(rng, 12).point
    point = Placed(Disc(1e-12), Pose(*start))
    pieces = [p for p in pieces if separation(point, p) > 0]
    found = flight(start, to, pieces)
    angle = math.degrees(math.atan2(to[1] - start[1], to[0] - start[0]))
    direction = Pose(*start, angle).direction
    slides = [blocked(point, direction, p) for p in pieces]
    entry = min([lo for lo, hi in itertools.chain(*slides) if hi > 0], default=math.inf)
    assert found.travel == NEAR(min(entry, math.dist(start, to)), abs=1e-9)
    assert found.end == NEAR(to if found.what == "nothing" else found.point, abs=1e-12)


def test_a_flight_off_the_table_is_told():
    found = flight((5, 5), (5, 12), [], box=(0, 0, 10, 10))
    assert found == Contact(5, (5, 10), "edge", None, (5, 10))
    assert flight((5, 5), (5, 10), [], box=(0, 0, 10, 10)).what == "nothing"
    assert flight((5, 5), (5, 5), [block(4, 4, 6, 6)]) == Contact(0, (5, 5))
