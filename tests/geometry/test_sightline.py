"""Lines in space through solids: intervals, touches, seams, symmetry, and very many at once."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import Compound, Disc, Ellipse, Outline, Placed, Pose, Rect
from tablesim.geometry.sightline import sightline
from tablesim.geometry.sightline_batch import blocked
from tablesim.geometry.terrain import Prism, Relief

from .sight_oracles import any_prism, any_scene, box, poly, rings_of

NEAR = pytest.approx


def met(relief, a, b):
    return [(s.prism, s.start, s.end, s.side) for s in sightline(relief, a, b).stretches]


# --- One solid ------------------------------------------------------------------------------------

BLOCK = Relief([box(2, -1, 8, 1, 1, 2)])


@pytest.mark.parametrize(
    ("a", "b", "start", "end", "side"),
    [
        ((0, 0, 1.5), (10, 0, 1.5), 0.2, 0.8, "inside"),
        ((0, 0, 2), (10, 0, 2), 0.2, 0.8, "below"),
        ((0, 0, 1), (10, 0, 1), 0.2, 0.8, "above"),
        ((0, 1, 1.5), (10, 1, 1.5), 0.2, 0.8, "right"),
        ((0, -1, 1.5), (10, -1, 1.5), 0.2, 0.8, "left"),
        ((0, 1, 2), (10, 1, 2), 0.2, 0.8, "right"),
        ((0, 0, 1.5), (2, 0, 1.5), 1, 1, "ahead"),
        ((8, 0, 1.5), (9, 0, 1.5), 0, 0, "behind"),
        ((5, 0, 2), (9, 0, 6), 0, 0, "behind"),
        ((5, 0, 0), (5, 0, 4), 0.25, 0.5, "inside"),
        ((8, 0, 0), (8, 0, 4), 0.25, 0.5, "beside"),
        ((5, 0, 2), (5, 0, 4), 0, 0, "behind"),
        ((5, 0, 0), (5, 0, 1), 1, 1, "ahead"),
        ((0, 0, 0), (4, 0, 4), 0.5, 0.5, "below"),  # over the upper edge at x = 2
        ((10, 0, 3), (6, 0, 1), 0.5, 1, "inside"),
        ((1, 2, 1.5), (3, 0, 1.5), 0.5, 1, "inside"),
        ((0, 3, 1.5), (4, -1, 1.5), 0.5, 1, "inside"),
        ((1, 0, 1.5), (3, 2, 1.5), 0.5, 0.5, "right"),  # past the corner (2, 1)
    ],
)
def test_one_block(a, b, start, end, side):
    """What is touched is told from what is entered, and on which side it lies."""
    assert met(BLOCK, a, b) == [(0, NEAR(start, abs=1e-12), NEAR(end, abs=1e-12), side)]
    assert sightline(BLOCK, a, b).blocked == (side == "inside")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((0, 0, 2.000001), (10, 0, 2.000001)),
        ((0, 1.000001, 1.5), (10, 1.000001, 1.5)),
        ((0, 0, 0), (10, 0, 0.9)),
        ((0, 0, 1.5), (1.999999, 0, 1.5)),
        ((0, 0, 1), (1, 0, 4)),
    ],
)
def test_near_misses(a, b):
    assert met(BLOCK, a, b) == []


def test_a_millionth_decides():
    for y, side in ((1 - 1e-6, "inside"), (1.0, "right")):
        assert met(BLOCK, (0, y, 1.5), (10, y, 1.5))[0][3] == side
    for z, side in ((2 - 1e-6, "inside"), (2.0, "below")):
        assert met(BLOCK, (0, 0, z), (10, 0, z))[0][3] == side


def test_flat_solids_are_not_met():
    """A22: ground of no height never hides, whether a line runs in it or through it."""
    relief = Relief([box(3, -2, 6, 2, 0, 0)])
    assert met(relief, (0, 0, 0), (10, 0, 0)) == []
    assert met(relief, (0, 0, 1), (10, 0, -1)) == []


def test_lines_need_finite_ends():
    with pytest.raises(GeometryError, match="finite ends"):
        sightline(BLOCK, (0, 0, math.nan), (1, 1, 1))
    with pytest.raises(GeometryError, match="finite ends"):
        blocked(BLOCK, (0, 0, 0), [(1, 1, 1), (1, math.inf, 1)])


def test_nothing_is_met_on_an_empty_table():
    assert met(Relief([]), (0, 0, 0), (1, 1, 1)) == []
    assert blocked(Relief([]), (0, 0, 0), [(1, 1, 1)] * 3).tolist() == [False] * 3


# --- Holes, corners, courtyards -------------------------------------------------------------------

COURT = Relief(
    [
        poly(
            [(0, 0), (10, 0), (10, 10), (0, 10)],
            0,
            3,
            holes=[[(3, 3), (7, 3), (7, 7), (3, 7)]],
        )
    ]
)


def test_A17_a_hole_is_open():
    assert met(COURT, (4, 5, 1), (6, 5, 1)) == []
    found = met(COURT, (-10, 5, 1), (20, 5, 1))
    assert [s[1:] for s in found] == [
        (NEAR(10 / 30), NEAR(13 / 30), "inside"),
        (NEAR(17 / 30), NEAR(20 / 30), "inside"),
    ]
    assert met(COURT, (3, 3.5, 1), (3, 6.5, 1)) == [(0, 0, 1, "left")]


def test_seams_of_parts_are_inside():
    """The parts of one solid meet in edges that lie within it; no line runs between them."""
    rng = random.Random(8)
    for _ in range(40):
        prism = any_prism(rng, 10, 0)
        ring, *holes = rings_of(prism)
        polygon = shapely.Polygon(ring, holes)
        for part in prism.shape.parts:
            for p, q in itertools.pairwise((*part.points, part.points[0])):
                middle = shapely.Point((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
                if polygon.boundary.distance(middle) < 1e-6:
                    continue
                z = (prism.bottom + prism.top) / 2
                found = met(Relief([prism]), (*p, z), (*q, z))
                assert [s[3] for s in found] == ["inside"]
                assert found[0][1:3] == NEAR((0, 1), abs=1e-9)
                upright = met(Relief([prism]), (*middle.coords[0], -9), (*middle.coords[0], 99))
                assert [s[3] for s in upright] == ["inside"]


def test_a_line_between_arms_of_one_solid_is_inside_only_where_they_meet():
    """On its left from 1 to 3, on its right somewhere else or over a part of that."""
    for begin, end, inner in ((4, 5, None), (2, 5, (2, 3)), (0.5, 1.5, (1, 1.5)), (3, 5, (3, 3))):
        arms = [(1, 0, 3, 3), (begin, -3, end, 0)]
        behind = [(-2, 2, 3, 3), (-2, -3, -1, 3), (-2, -3, end, -2)]  # where they hang together
        rings = [[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in arms + behind]
        solid = Placed(Compound(tuple(map(Outline, rings))), Pose(0, 0))
        found = met(Relief([Prism(solid, 0, 2)]), (0, 0, 1), (10, 0, 1))
        wanted = [(1, 3, "left"), (begin, end, "right")]
        wanted += [(*inner, "inside")] if inner else []
        assert sorted(s[1:] for s in found) == [
            (NEAR(first / 10), NEAR(last / 10), side) for first, last, side in sorted(wanted)
        ]


# --- Two solids -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prisms", "a", "b"),
    [
        # abutting walls, the line along their common face
        ([box(2, 0, 4, 1, 0, 3), box(2, -1, 4, 0, 0, 3)], (0, 0, 1), (10, 0, 1)),
        # one on the other, the line between them
        ([box(2, -1, 4, 1, 0, 2), box(2, -1, 4, 1, 2, 4)], (0, 0, 2), (10, 0, 2)),
        # corner to corner
        ([box(4, 0, 5, 1, 0, 3), box(5, -1, 6, 0, 0, 3)], (0, -0.5, 1), (10, 0.5, 1)),
        # straight down between two that meet
        ([box(2, 0, 4, 1, 0, 3), box(2, -1, 4, 0, 0, 3)], (3, 0, 9), (3, 0, 1)),
        # rising through a slit of no height: over one edge, under the other
        ([box(5, -1, 6, 1, 0, 1), box(4, -1, 5, 1, 1, 2)], (4, 0, 0.5), (6, 0, 1.5)),
    ],
)
def test_A11_nothing_passes_between_two_that_touch(prisms, a, b):
    """A11: touched on opposite sides over the same place is entered, as a pair."""
    relief = Relief(prisms)
    found = sightline(relief, a, b)
    assert found.blocked
    ((one, other),) = found.seams
    assert {one.prism, other.prism} == {0, 1}
    for prism in prisms:
        assert not sightline(Relief([prism]), a, b).blocked
    assert blocked(relief, a, b).tolist() == [True]


def test_two_on_the_same_side_leave_the_line_free():
    relief = Relief([box(2, 0, 4, 1, 0, 3), box(3, 0, 5, 1, 0, 3), box(6, -1, 7, 0, 0, 3)])
    found = sightline(relief, (0, 0, 1), (10, 0, 1))
    assert [s.side for s in found.stretches] == ["left", "left", "right"]
    assert not found.blocked and found.seams == ()


def test_a_gap_of_a_millionth_is_a_gap():
    for gap, free in ((1e-6, True), (0.0, False)):
        relief = Relief([box(2, 0, 4, 1, 0, 3), box(2, -1, 4, -gap, 0, 3)])
        assert sightline(relief, (0, -gap / 2, 1), (10, -gap / 2, 1)).blocked is not free


def test_pieces_are_left_out_by_owner():
    relief = Relief([box(2, -1, 4, 1, 0, 3, 5), box(6, -1, 7, 1, 0, 3, 6)])
    found = sightline(relief, (0, 0, 1), (10, 0, 1), skip=[5])
    assert [s.prism for s in found.stretches] == [1]
    assert not blocked(relief, (0, 0, 1), (10, 0, 1), skip=[5, 6])[0]


# --- Against exact rational numbers ---------------------------------------------------------------


def exact(sides, a, b):
    """Return where a line meets a box, and whether it enters it, in rational numbers."""
    low, high, inner = Fraction(0), Fraction(1), True
    for (least, most), p, q in zip(sides, a, b, strict=True):
        if p == q:
            if not least <= p <= most:
                return None
            inner &= least < p < most
            continue
        one, other = sorted(Fraction(edge - p, q - p) for edge in (least, most))
        low, high = max(low, one), min(high, other)
    if low > high:
        return None
    return low, high, inner and low < high


@pytest.mark.parametrize("count", [1000, pytest.param(20000, marks=pytest.mark.slow)])
def test_lattice_lines_agree_with_rational_numbers(count):
    """On a lattice most lines graze something: exactly the same answers, interval by interval."""
    rng = random.Random(17)
    seen = {True: 0, False: 0, None: 0}
    for _ in range(count):
        sides = [sorted(rng.sample(range(6), 2)) for _ in range(3)]
        (x0, x1), (y0, y1), (z0, z1) = sides
        relief = Relief([box(x0, y0, x1, y1, z0, z1)])
        a, b = (tuple(rng.randint(0, 5) for _ in range(3)) for _ in range(2))
        if a == b:
            continue
        wanted, found = exact(sides, a, b), sightline(relief, a, b).stretches
        seen[wanted and wanted[2]] += 1
        if wanted is None:
            assert found == (), (sides, a, b)
            continue
        (stretch,) = found
        assert stretch.entered == wanted[2], (sides, a, b)
        assert stretch.start == NEAR(float(wanted[0]), abs=1e-12), (sides, a, b)
        assert stretch.end == NEAR(float(wanted[1]), abs=1e-12), (sides, a, b)
    assert min(seen.values()) > count / 20


def inside(prism, points):
    """Return which points in space lie clearly in a prism, and which clearly outside."""
    ring, *holes = rings_of(prism)
    polygon = shapely.Polygon(ring, holes)
    spots = shapely.points(points[:, :2])
    away = np.minimum(
        shapely.distance(polygon.boundary, spots),
        np.minimum(np.abs(points[:, 2] - prism.bottom), np.abs(points[:, 2] - prism.top)),
    )
    held = shapely.contains(polygon, spots)
    held &= (points[:, 2] > prism.bottom) & (points[:, 2] < prism.top)
    return held, away > 1e-6


def test_intervals_agree_with_points_on_the_line():
    rng = random.Random(18)
    for _ in range(60):
        scene = any_scene(rng, 5)
        relief = scene.relief()
        a, b = scene.eye, (*scene.at, rng.uniform(0, 3))
        shares = np.linspace(0, 1, 400)
        points = np.array(a) + shares[:, None] * (np.array(b) - np.array(a))
        for i, prism in enumerate(scene.prisms):
            spans = [s for s in sightline(relief, a, b).stretches if s.prism == i and s.entered]
            mine = np.zeros(len(shares), dtype=bool)
            for span in spans:
                mine |= (shares >= span.start) & (shares <= span.end)
            held, clear = inside(prism, points)
            assert (mine == held)[clear].all()


# --- Round solids ---------------------------------------------------------------------------------


def test_cylinders_are_round():
    relief = Relief([Prism(Placed(Disc(3), Pose(10, 4)), 0, 2)])
    (found,) = sightline(relief, (0, 4, 1), (20, 4, 1)).stretches
    assert (found.start, found.end) == NEAR((7 / 20, 13 / 20), abs=1e-12)
    (found,) = sightline(relief, (0, 2.2, 1), (20, 2.2, 1)).stretches
    assert (found.start, found.end) == NEAR((7.6 / 20, 12.4 / 20), abs=1e-12)
    assert met(relief, (0, 1, 1), (20, 1, 1)) == [(0, NEAR(0.5), NEAR(0.5), "left")]
    assert met(relief, (0, 7, 1), (20, 7, 1)) == [(0, NEAR(0.5), NEAR(0.5), "right")]
    assert met(relief, (0, 0.999999, 1), (20, 0.999999, 1)) == []
    assert met(relief, (10, 7, 0), (10, 7, 9))[0][3] == "beside"
    assert met(relief, (10, 6.9, -1), (10, 6.9, 9))[0][3] == "inside"


@given(
    st.floats(0, 360),
    st.floats(-30, 30),
    st.floats(-30, 30),
    st.floats(-30, 30),
    st.floats(-30, 30),
)
def test_ovals_agree_with_fine_polygons(heading, x0, y0, x1, y1):
    oval = Placed(Ellipse(12, 7), Pose(1, 2, heading))
    ring = shapely.Polygon(
        [
            (1 + x * math.cos(h) - y * math.sin(h), 2 + x * math.sin(h) + y * math.cos(h))
            for h in [math.radians(heading)]
            for t in np.linspace(0, 2 * math.pi, 3000, endpoint=False)
            for x, y in [(6 * math.cos(t), 3.5 * math.sin(t))]
        ]
    )
    line = shapely.LineString([(x0, y0), (x1, y1)])
    found = sightline(Relief([Prism(oval, 0, 2)]), (x0, y0, 1), (x1, y1, 1)).stretches
    length = sum(s.end - s.start for s in found if s.entered) * line.length
    # A chord that the polygon cuts off is at most this long.
    assert length == NEAR(line.intersection(ring).length, abs=0.03)


# --- Symmetry and batches -------------------------------------------------------------------------


def any_line(rng, size):
    """Return a line: at random, on a lattice, level, upright, or of no length."""
    kind = rng.random()
    if kind < 0.4:
        a, b = ([rng.uniform(0, size), rng.uniform(0, size), rng.uniform(0, 4)] for _ in range(2))
    else:
        a, b = (
            [rng.randint(0, int(size)), rng.randint(0, int(size)), rng.randint(0, 4)] for _ in "ab"
        )
    if 0.8 < kind < 0.9:
        b[rng.randrange(2)] = a[0]
    if kind > 0.9:
        b[2] = a[2]
    if kind > 0.97:
        b[:2] = a[:2]
    return tuple(map(float, a)), tuple(map(float, b))


def lattice_scene(rng, size):
    """Return boxes, corners and discs on a lattice: they touch, and lines graze them."""
    prisms = []
    for i in range(25):
        x, y, z = rng.randint(0, size), rng.randint(0, size), rng.choice([0, 0, 0, 1, 2])
        kind = rng.random()
        if kind < 0.2:
            shape = Placed(Disc(rng.randint(1, 2)), Pose(x, y))
        elif kind < 0.4:
            corner = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]
            shape = Placed(Outline(corner), Pose(x, y, 90 * rng.randint(0, 3)))
        else:
            shape = Placed(Rect(2 * rng.randint(1, 2), 2), Pose(x, y, 90 * rng.randint(0, 1)))
        prisms.append(Prism(shape, z, z + rng.randint(1, 3), i))
    return Relief(prisms)


@pytest.mark.parametrize("count", [1000, pytest.param(10000, marks=pytest.mark.slow)])
def test_a_sees_b_if_b_sees_a(count):
    """The same stretches both ways, to the last bit; and the same from the batch."""
    rng = random.Random(19)
    relief = lattice_scene(rng, 14)
    lines = [any_line(rng, 14) for _ in range(count)]
    there = [sightline(relief, a, b) for a, b in lines]
    back = [sightline(relief, b, a) for a, b in lines]
    for one, other, (a, b) in zip(there, back, lines, strict=True):
        assert one.blocked == other.blocked
        first, second = (one, other) if a <= b else (other, one)
        if a != b:
            assert {s.reversed for s in first.stretches} == set(second.stretches)
            assert {(p.reversed, q.reversed) for p, q in first.seams} == set(second.seams)
    mine = [line.blocked for line in there]
    starts, ends = zip(*lines, strict=True)
    assert blocked(relief, starts, ends).tolist() == mine
    assert blocked(relief, ends, starts).tolist() == mine
    assert 0.1 < np.mean(mine) < 0.9
    assert sum(any(not s.entered for s in line.stretches) for line in there) > 0.1 * count
    assert any(line.seams for line in there)


@pytest.mark.parametrize("pieces", [1, 10, 100])
def test_many_lines_at_once(pieces):
    rng = random.Random(20 + pieces)
    scene = any_scene(rng, pieces)
    size = 5 * math.sqrt(pieces) + 4
    lines = [any_line(rng, size) for _ in range(150)]
    starts, ends = zip(*lines, strict=True)
    mine = [sightline(scene.relief(), a, b).blocked for a, b in lines]
    assert blocked(scene.relief(), starts, ends).tolist() == mine


def test_many_lines_at_once_that_begin_or_end_near_ovals():
    """An oval that lies aslant is entered and left elsewhere than right beside its middle."""
    rng = random.Random(24)
    ovals = [
        Prism(
            Placed(shape, Pose(rng.uniform(4, 12), rng.uniform(4, 12), rng.uniform(0, 360))), 0, 2
        )
        for shape in [Ellipse(6, 1), Ellipse(5, 2), Ellipse(4, 0.5), Disc(1)]
    ]
    relief = Relief(ovals)
    spots = [(rng.uniform(2, 14), rng.uniform(2, 14), rng.choice([1, 3])) for _ in range(300)]
    found = [sightline(relief, a, b).blocked for a, b in itertools.pairwise(spots)]
    assert blocked(relief, spots[:-1], spots[1:]).tolist() == found
    assert 0.2 < np.mean(found) < 0.8


@pytest.mark.parametrize("shift", [(0.0, 0.0), (1e6, -1e6)])
def test_far_from_the_origin_lines_are_the_same(shift):
    rng = random.Random(23)
    scene = any_scene(rng, 10)
    moved = scene.moved(lambda p: (p[0] + shift[0], p[1] + shift[1])).relief()
    lines = [any_line(rng, 20) for _ in range(200)]
    for a, b in lines:
        if a[:2] == b[:2]:
            continue
        one = sightline(scene.relief(), a, b)
        other = sightline(moved, *((p[0] + shift[0], p[1] + shift[1], p[2]) for p in (a, b)))
        assert one.blocked == other.blocked
