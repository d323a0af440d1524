"""Slides along a line against looking at many places with a library that knows nothing of them."""

import math
import random

import numpy as np
import pytest
import shapely

from tablesim.geometry import (
    Disc,
    Ellipse,
    Hull,
    Outline,
    Placed,
    Pose,
    Rect,
    Straight,
    Strip,
    intervals,
    separation,
)
from tablesim.geometry.slide import beyond, blocked

from .oracles import (
    LARGE,
    SMALL,
    any_hull,
    corners,
    polygon,
    pose_in,
    reach_of_overlap,
    star,
)

NEAR = pytest.approx
KINDS = {
    "rect": lambda rng: Rect(rng.uniform(5, 60), rng.uniform(5, 60)),
    "disc": lambda rng: Disc(rng.uniform(3, 30)),
    "hull": any_hull,
    "star": star,
}


def separated(a, b):
    """The gap of two convex shapes, or minus their depth, by a second method."""
    rings, radii = [], 0.0
    for shape in (a, b):
        round_ = isinstance(shape.footprint, Disc)
        rings.append(np.array([shape.pose.point]) if round_ else corners(shape))
        radii += shape.footprint.radius if round_ else 0.0
    if all(len(ring) == 1 for ring in rings):
        return math.dist(rings[0][0], rings[1][0]) - radii
    return -reach_of_overlap(*rings) - radii


def corners_of(shape):
    """The outline of a placed shape without holes, as an array."""
    return np.array(polygon(shape).exterior.coords)


def at(shape, direction, shift):
    x, y = shape.pose.point
    there = Pose(x + shift * direction[0], y + shift * direction[1], shape.pose.heading)
    return Placed(shape.footprint, there)


def convex_pairs(seed, count):
    rng = random.Random(seed)
    kinds = ["rect", "disc", "hull"]
    for _ in range(count):
        shape, other = (Placed(KINDS[rng.choice(kinds)](rng), pose_in(rng, 80)) for _ in "ab")
        yield rng, shape, Pose(0, 0, rng.uniform(0, 360)).direction, other


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("overlap", [0.0, 1e-6, 3.0, -4.0])
def test_the_ends_are_where_convex_shapes_just_overlap(overlap, count):
    """At each end the gap is minus the overlap, a little farther in it is less, outside more."""
    met = 0
    for rng, shape, direction, other in convex_pairs(f"ends {overlap}", count):

        def away(shift, shape=shape, direction=direction, other=other):
            return separated(at(shape, direction, shift), other) + overlap

        found = list(blocked(shape, direction, other, overlap))
        if not found:  # the signed gap is convex along a line: thirds find its least
            low, high = -400.0, 400.0
            for _ in range(80):
                a, b = low + (high - low) / 3, high - (high - low) / 3
                low, high = (low, b) if away(a) < away(b) else (a, high)
            assert away((low + high) / 2) >= -1e-9
            continue
        met += 1
        ((lo, hi),) = found
        assert away(lo) == NEAR(0, abs=1e-9) and away(hi) == NEAR(0, abs=1e-9)
        inside = rng.uniform(lo, hi)
        assert away(inside) < 1e-9
        for outside in (lo - rng.uniform(0, 50), hi + rng.uniform(0, 50)):
            assert away(outside) > -1e-9
    assert count / 5 < met < count


@pytest.mark.parametrize("count", [20, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["rect", "star"])
def test_the_intervals_of_concave_outlines_hold_what_overlaps(kind, count):
    """Every tenth of a millimeter, by the area of the intersection."""
    rng = random.Random(f"concave {kind}")
    shifts = np.linspace(-90, 90, 1801)
    for _ in range(count):
        shape = Placed(KINDS[kind](rng), pose_in(rng, 40))
        other = Placed(star(rng, 60, hole=True), pose_in(rng, 40))
        direction = Pose(0, 0, rng.uniform(0, 360)).direction
        taken = list(blocked(shape, direction, other))
        inside = np.any([(lo < shifts) & (shifts < hi) for lo, hi in taken] or [shifts > 1e9], 0)
        near = np.any([np.abs(shifts - end) < 0.05 for pair in taken for end in pair] or [False], 0)
        ring = corners_of(shape)
        moved = shapely.polygons(ring[None] + shifts[:, None, None] * np.array(direction))
        overlap = shapely.area(shapely.intersection(moved, polygon(other))) > 1e-9
        assert not (overlap & ~inside).any()
        assert not (inside & ~overlap & ~near).any()


@pytest.mark.parametrize("heading", [0, 90, 359.999, -190, 720, 33.3])
def test_shapes_that_slide_along_each_other_do_not_overlap(heading):
    """Within the tolerance, whichever way the two are turned on the table."""
    pose = Pose(300, -200, heading)
    wall = Placed(SMALL, pose.then(Pose(0, 40, 0)))
    past = Placed(SMALL, pose)
    assert list(blocked(past, pose.direction, wall, 1e-6)) == []
    deeper = Placed(SMALL, pose.then(Pose(0, 2e-6, 0)))
    ((lo, hi),) = blocked(deeper, pose.direction, wall, 1e-6)
    assert (lo, hi) == (NEAR(-40, abs=1e-5), NEAR(40, abs=1e-5))


def test_a_grown_shape_is_met_at_its_sides_and_round_its_corners():
    post = Placed(Rect(10, 10), Pose(100, 0))
    for y, far in ((0, 25 + 3), (22, 25 + 3), (27, 25 + math.sqrt(5)), (28.5, None)):
        taken = list(blocked(Placed(SMALL, Pose(0, y)), (1.0, 0.0), post, -3.0))
        assert taken == ([] if far is None else [(NEAR(100 - far), NEAR(100 + far))])


def test_discs_deeper_than_their_radius():
    """A small disc that lies deep inside: only the depth counts."""
    block = Placed(Rect(100, 100), Pose(0, 0))
    pin = Placed(Disc(2), Pose(0, 20))
    assert list(blocked(pin, (1.0, 0.0), block, 31.0)) == [(NEAR(-21), NEAR(21))]
    assert list(blocked(pin, (1.0, 0.0), block, 32.0)) == []
    assert list(blocked(pin, (1.0, 0.0), Placed(Disc(3), Pose(5, 20)), 5.0)) == []


@pytest.mark.parametrize("overlap", [0.0, 2.0, -4.0])
def test_ellipses_slide_like_fine_polygons(overlap):
    """The polygon lies inside the ellipse, nowhere farther from it than its sagitta."""
    rng = random.Random(f"oval {overlap}")
    turns = np.linspace(0, 2 * math.pi, 160, endpoint=False)
    met = 0
    for _ in range(25):
        a, b = rng.uniform(20, 50), rng.uniform(8, 20)
        where = pose_in(rng, 60)
        fine = Hull(np.column_stack([a * np.cos(turns), b * np.sin(turns)]).tolist())
        other = Placed(KINDS[rng.choice(["rect", "disc", "hull"])](rng), pose_in(rng, 60))
        direction = Pose(0, 0, rng.uniform(0, 360)).direction
        oval, rough = Placed(Ellipse(2 * a, 2 * b), where), Placed(fine, where)
        for one, two, three in ((oval, rough, other), (other, other, None)):
            still = three or oval
            taken = list(blocked(one, direction, still, overlap))
            near = list(blocked(two, direction, three or rough, overlap - 0.01))
            assert len(taken) <= len(near) == len(taken) or not taken
            for (lo, hi), (low, high) in zip(taken, near, strict=True):
                met += 1
                assert low - 1e-9 <= lo and hi <= high + 1e-9  # within the grown polygon
                for end in (lo, hi):
                    assert separation(at(one, direction, end), still) == NEAR(-overlap, abs=1e-9)
    assert met > 10


def test_a_round_ellipse_slides_like_a_disc():
    for shape, other in ((Ellipse(30, 30), Rect(40, 20)), (Rect(40, 20), Ellipse(30, 30))):
        disc, still = (Disc(15) if isinstance(s, Ellipse) else s for s in (shape, other))
        for aside in (0, 20, 24.9, 25.1):
            direction = Pose(0, 0, 17).direction
            where = Pose(5, -3, 40), Pose(80, aside, 40)
            one = list(blocked(Placed(shape, where[0]), direction, Placed(other, where[1])))
            two = list(blocked(Placed(disc, where[0]), direction, Placed(still, where[1])))
            assert one == [NEAR(pair, abs=1e-9) for pair in two]


def test_the_template_of_a_roll_slides_like_its_strip():
    """A card that slides across its own length."""
    strip = Strip(Straight(40), 20, Pose(20, 0, 0))
    rock = Placed(Hull([(30, 25), (50, 18), (45, 40)]), Pose(0, 0))
    card = Placed(Rect(40, 20), Pose(40, 0))
    ((lo, hi),) = blocked(card, (0.0, 1.0), rock)
    for end in (lo, hi):
        moved = Strip(strip.path, strip.width, Pose(20, end, 0))
        assert moved.clearance(rock) == NEAR(0, abs=1e-12)


def test_the_parts_of_an_outline_are_taken_one_by_one():
    fork = Outline([(0, 0), (70, 0), (70, 60), (60, 60), (60, 10), (10, 10), (10, 60), (0, 60)])
    peg = Placed(Rect(20, 20), Pose(35, 40))
    taken = sorted(blocked(peg, (1.0, 0.0), Placed(fork, Pose(0, 0))))
    assert intervals.joined(taken) == ((NEAR(-45), NEAR(-15)), (NEAR(15), NEAR(45)))


@pytest.mark.parametrize("overlap", [0.0, 1e-6, 2.0, -5.0])
def test_beyond_is_where_a_shape_sticks_out_of_a_box(overlap):
    rng = random.Random(f"box {overlap}")
    box = (-50.0, -80.0, 120.0, 60.0)
    for _ in range(300):
        shape = Placed(rng.choice([SMALL, LARGE, Disc(16)]), pose_in(rng, 90))
        direction = Pose(0, 0, rng.choice([0, 90, 180, 270, rng.uniform(0, 360)])).direction
        taken = list(beyond(shape, direction, box, overlap))
        for _ in range(20):
            shift = rng.uniform(-300, 300)
            x0, y0, x1, y1 = at(shape, direction, shift).bounds
            out = max(box[0] - x0, box[1] - y0, x1 - box[2], y1 - box[3]) - overlap
            if abs(out) > 1e-9:
                assert any(lo < shift < hi for lo, hi in taken) == (out > 0)


def test_beyond_along_a_border():
    """A base flush with an edge slides along it, however it was turned there."""
    for heading in (0, 90, 180, 270):
        base = Placed(SMALL, Pose(50, 50, heading).then(Pose(0, 30)))
        taken = beyond(base, Pose(0, 0, heading).direction, (0, 0, 100, 100), 1e-6)
        assert sorted(taken) == [(-math.inf, NEAR(-30, abs=2e-6)), (NEAR(30, abs=2e-6), math.inf)]
    assert list(beyond(Placed(SMALL, Pose(0, 50)), (0.0, 1.0), (0, 0, 100, 100))) == [
        (-math.inf, math.inf),
        (-math.inf, -30),
        (30, math.inf),
    ]


def test_the_second_method_is_that_of_the_kernel():
    rng = random.Random(7)
    for _ in range(50):
        a, b = Placed(any_hull(rng), pose_in(rng, 60)), Placed(Disc(9), pose_in(rng, 60))
        assert separated(a, b) == NEAR(separation(a, b), abs=1e-9)


def test_far_beyond_all_tables_a_slide_meets_nothing_and_does_not_break():
    """At 1e12 a float knows places to 1e-4: no corner is the farthest to within a tie."""
    one = Placed(Rect(40, 40), Pose(452, 452, 96))
    for x, y, heading in ((-1e12, 640, 262), (1e12, 1e12, 33), (0, -1e11, 1)):
        there = Placed(Rect(40, 40), Pose(x, y, heading))
        assert list(blocked(one, (0.6, 0.8), there, -0.5)) == []


@pytest.mark.parametrize("overlap", [-50.0, -5.0, 5.0])
def test_ellipses_slide_by_what_is_far_away(overlap):
    """A round ellipse past a disc: blocked as far as the radii, less the overlap."""
    round_, disc = Placed(Ellipse(20, 20), Pose(-90, 0)), Placed(Disc(5), Pose(0, 0))
    ((lo, hi),) = blocked(round_, (1.0, 0.0), disc, overlap)
    assert (lo, hi) == pytest.approx((90 - 15 + overlap, 90 + 15 - overlap), abs=1e-9)
