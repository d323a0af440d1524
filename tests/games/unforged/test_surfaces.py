"""What bears a model, and what a straight way meets: UG-19, UG-20."""

import math

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tablesim.games.unforged.ground.lines import EDGE, Line, stretch
from tablesim.games.unforged.ground.surfaces import GROUND, apart, why_no_ground
from tablesim.geometry import Convex, Disc, Ellipse, Outline, Placed, Pose
from tablesim.geometry.convex import signed_separation

from .arenas import R, arena, box, model, outline

TOWER = box("tower", (10, 10, 14, 14), 5)
SLAB = box("deck", (20, 10, 26, 16), 2, bottom=1.9)


def test_ug_19_ground_roofs_and_floors():
    """UG-19: the ground, tops that one can stand on, floors of storeys."""
    room = ((30, 10), (36, 10), (36, 16), (30, 16))
    place = arena(
        TOWER, SLAB, box("wall", (0, 20, 9, 21), 2, standable=False), rooms=[("ruin", room, 3, 6)]
    )
    found = {(surface.piece, surface.level) for surface in place.surfaces}
    assert found == {(GROUND, 0), ("tower", 5), ("deck", 2), ("ruin", 3)}


@pytest.mark.parametrize(
    ("point", "level", "piece"),
    [
        ((12, 12), 5, "tower"),
        ((14, 12), 5, "tower"),  # its border belongs to it
        ((14.001, 12), 5, None),  # in the air
        ((12, 12), 4.8, "tower"),  # within a step
        ((12, 12), 2, None),
        ((23, 13), 0, GROUND),  # below the deck
        ((23, 13), 2, "deck"),
        ((40, 40), 0.2, GROUND),
    ],
)
def test_ug_19_what_bears_a_model(point, level, piece):
    """UG-19: the center decides, on the level that is stood on."""
    surface = arena(TOWER, SLAB).surface_at(point, level)
    assert (surface and surface.piece) == piece


def test_other_models_do_not_change_the_ground():
    """Surfaces are found on a table with other models as on one that was made with them."""
    mover, place = model("m", 5, 5), arena(TOWER, SLAB)
    moved, made = place.with_models((mover,)), arena(TOWER, SLAB, mover)
    assert moved.models == made.models == (mover,)
    assert moved.surfaces == made.surfaces
    assert list(moved.under((12, 12))) == list(made.under((12, 12)))
    assert moved.solids_near(mover.base, 9.0) == made.solids_near(mover.base, 9.0) != []


@pytest.mark.parametrize(
    ("point", "level", "expected"),
    [((12, 12), 9, 5), ((12, 12), 5, 5), ((12, 12), 4.9, 0), ((23, 13), 3, 2), ((5, 5), 9, 0)],
)
def test_ug_28_highest_surface_below(point, level, expected):
    """UG-28: the highest surface that is not above a level."""
    assert arena(TOWER, SLAB).highest_below(point, level).level == expected


def test_there_is_nothing_below_the_ground():
    assert arena(TOWER).highest_below((12, 12), -1) is None


@pytest.mark.parametrize(("x", "stands"), [(12, True), (13.9, True), (14.1, False)])
def test_hr_57_the_middle_of_a_base_bears_it(x, stands):
    """HR-57, UG-19: the rest of it may hang over."""
    why = why_no_ground(arena(TOWER), (x, 12), 5, R, 2)
    assert why is None if stands else why.startswith("UG-19: nothing bears a model at level 5")


# Stretches of straight lines

coordinates = st.floats(-10, 10, allow_nan=False)
points = st.tuples(coordinates, coordinates)
angles = st.floats(0, 360)


def direction(angle):
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


def parts_of(kind, x, y, size):
    shapes = {
        "disc": Disc(size),
        "oval": Ellipse(3 * size, size),
        "box": Outline([(-size, -1), (size, -1), (size, 1), (-size, 1)]),
        "triangle": Outline([(0, 0), (2 * size, 0.5), (0.3, size)]),
    }
    return Placed(shapes[kind], Pose(x, y, 40 * size)).parts


@given(
    kind=st.sampled_from(["disc", "oval", "box", "triangle"]),
    at=points,
    size=st.floats(0.3, 4),
    start=points,
    angle=angles,
    grow=st.floats(0, 1.5),
)
def test_ug_20_stretches_against_measured_distances(*, kind, at, size, start, angle, grow):
    """The ends of a stretch are as far from the part as it is grown; between them it is nearer."""
    (part,) = parts_of(kind, *at, size)
    u = direction(angle)

    def distance(t):
        point = start[0] + t * u[0], start[1] + t * u[1]
        return signed_separation(Convex((point,)), part)

    found = stretch(part, start, u, grow)
    samples = [distance(t / 2) for t in range(-60, 61)]
    if found is None:
        assert min(samples) > grow - 1e-9
        return
    lo, hi = found
    assert lo <= hi
    for end, sign in ((lo, -1), (hi, 1)):
        if hi - lo > 1e-3 and grow > 0:
            assert distance(end) == pytest.approx(grow, abs=1e-7)
        assert distance(end + sign * 1e-3) > grow - 1e-9
    assert distance((lo + hi) / 2) <= grow + 1e-7


@given(points, angles, st.integers(-1000000, 1000000), st.integers(-1000000, 1000000))
def test_stretches_far_from_the_origin(start, angle, dx, dy):
    """Coordinates up to 1e6 cost no more than their rounding."""
    ring = ((-1.0, -2.0), (3.0, -2.0), (2.0, 4.0))
    u = direction(angle)
    near = stretch(Convex(ring), start, u, R)
    moved = tuple((x + dx, y + dy) for x, y in ring)
    far = stretch(Convex(moved), (start[0] + dx, start[1] + dy), u, R)
    if near is None or far is None or near[1] - near[0] < 1e-2:
        assert near is None or near[1] - near[0] < 1e-2
        return
    assert far == pytest.approx(near, abs=1e-6)


# What bears and bars on a way


def test_ug_20_a_way_along_the_very_edge_of_a_roof_is_borne():
    """The center may go along the border of what bears it, also if rounding puts it beside."""
    turned = [(20 + 4 * math.cos(a), 20 + 4 * math.sin(a)) for a in (0.3, 1.9, 3.4, 4.9)]
    place = arena(outline("roof", turned, 3))
    for a, b in zip(turned, turned[1:] + turned[:1], strict=True):
        line = Line.between(place, model("m", *a, 3), a, b)
        spans = line.across(place.battlefield.solids[0].shape)
        assert len(spans) == 1
        assert spans[0] == pytest.approx((0, line.length), abs=1e-6)


def barred(line, height=1.5):
    """Return how far a base gets on a way on the ground, and what bars it; None if nothing does."""
    found = line.barred(0, 0.25, height)
    return found if found is not None and found[0] < line.length - 1e-9 else None


def test_ug_20_tangent_ways_are_free():
    """A base that only touches a wall, a base or the edge of the table goes on."""
    wall, other = box("wall", (10, 10, 20, 11), 2), model("o", 15, 20)
    place = arena(wall, other)
    mover = model("m", 0, 0)
    for y, inward in ((10 - R, 1), (11 + R, -1), (20 - 2 * R, 1), (R, -1)):
        assert barred(Line.between(place, mover, (5, y), (25, y))) is None
        aside = y + inward * 1e-5
        assert barred(Line.between(place, mover, (5, aside), (25, aside))) is not None


@pytest.mark.parametrize(
    ("bottom", "top", "bars"),
    [(0, 0.25, False), (0, 0.26, True), (1.5748, 3, True), (1.5749, 3, False)],
)
def test_ug_20_heights_that_only_touch_do_not_bar(bottom, top, bars):
    """Bars count between a step above the feet and the top of the figure, both open."""
    mover = model("m", 5, 10)
    place = arena(box("b", (10, 5, 11, 15), top, bottom))
    line = Line.between(place, mover, (5, 10), (15, 10))
    assert (barred(line, mover.height) is not None) == bars


@given(
    st.tuples(st.floats(R, 12 - R), st.floats(R, 9 - R)),
    st.tuples(st.floats(-5, 17), st.floats(-5, 14)),
)
def test_ug_20_the_table_bars_at_its_edge(start, end):
    """The base stays on the table: the first place where it sticks out is the first barred one."""
    assume(start != end)
    line = Line.between(arena(area=(12, 9)), model("m", 0, 0), start, end)
    found = barred(line)
    inner = shapely.box(R, R, 12 - R, 9 - R)
    whole = shapely.LineString([start, end])
    if inner.buffer(-1e-5).contains(shapely.Point(end)):
        assert found is None
    elif inner.buffer(1e-3).disjoint(shapely.Point(end)):
        assert found[1].what == EDGE
        assert found[0] == pytest.approx(whole.intersection(inner).length, abs=1e-6)


def test_gaps_of_points_and_bases():
    shape = arena(TOWER).battlefield.solids[0].shape
    assert apart(shape, (12, 12)) == pytest.approx(-2)
    assert apart(shape, (16, 12), 0.5) == pytest.approx(1.5)


def crossed(shape, y):
    """The stretches of a line along x over a polygon, by shapely."""
    met = shapely.LineString([(-99, y), (99, y)]).intersection(shape)
    bounds = [part.bounds for part in shapely.get_parts(met) if part.length]
    return [x for x0, _, x1, _ in sorted(bounds) for x in (x0, x1)]


@pytest.mark.parametrize("y", [10.5, 11.5, 12.5, 13.5])
def test_ug_19_a_way_over_a_comb_lies_on_its_teeth_and_on_its_back(y):
    """UG-19: a shape may be of many parts: those that adjoin bear together, and no others."""
    tooth = ((1, 11), (1, 14), (0, 14), (0, 11))
    teeth = [(x + right, top) for x in (16, 14, 12, 10) for right, top in tooth]
    comb = outline("comb", [(10, 10), (17, 10), *teeth], 3)
    shape = arena(comb).battlefield.solids[0].shape
    line = Line(arena(comb), model("m", 0, 0), (5, y), (1.0, 0.0), 20)
    found = [5 + t for span in line.across(shape) for t in span]
    assert found == pytest.approx(crossed(shape.polygon, y), abs=1e-9)
    assert len(found) == (2 if y < 11 else 8)


def test_ug_19_stretches_end_where_shapes_do():
    """UG-19: tolerance lengthens a stretch only along a border that is all but followed."""
    place, mover = arena(TOWER), model("m", 0, 0, 5)
    (shape,) = (solid.shape for solid in place.battlefield.solids)
    for y in (10, 10.5, 12, 14):
        (span,) = Line(place, mover, (5, y), (1.0, 0.0), 20).across(shape)
        assert span == pytest.approx((5, 9), abs=1e-12)
    for below, above in ((5e-7, -5e-7), (-5e-7, 5e-7)):  # it crosses the border in the middle
        line = Line.between(place, mover, (10, 10 + below), (14, 10 + above))
        (span,) = line.across(shape)
        assert span == pytest.approx((0, 4), abs=1e-5)
        far = Line.between(place, mover, (5, 10 + 3.5 * below), (19, 10 + 3.5 * above))
        (span,) = far.across(shape)  # neither its beginning nor its end is over the shape
        assert span == pytest.approx((5, 9), abs=1e-5)


@pytest.mark.parametrize(
    ("at", "room"),
    [((1, 4), 0.75), ((11.5, 4), 0.25), ((5, 0.5), 0.25), ((5, 8.75), 0.0), ((12.5, 4), -0.75)],
)
def test_ug_20_how_far_a_base_is_inside_the_table(at, room):
    """UG-20: to the nearest of its four edges; less than nothing where the base sticks out."""
    assert arena(area=(12, 9)).inside(at, 0.25) == room


@pytest.mark.parametrize(
    ("x", "level", "top", "why"),
    [
        (9.5, 0, 0.25, None),  # beside a step that the base reaches over
        (9.5, 0, 0.26, "UG-20: the base would be 0.130 in inside block"),
        (9.5, 0, 3, "UG-20: the base would be 0.130 in inside block"),
        (10 - R, 0, 3, None),
        (10.5, 3, 3, None),
        (10.5, 2, 3, "UG-19: nothing bears a model at level 2 there; a level there is 0 or 3"),
        (0.5, 0, 3, "UG-20: the base sticks 0.130 in out of the table"),
    ],
)
def test_ug_20_why_the_ground_has_no_room(x, level, top, why):
    """UG-19, UG-20: a step is no wall; the reason says how deep, and where one could stand."""
    place = arena(box("block", (10, 5, 11, 15), top))
    assert why_no_ground(place, (x, 10), level, R, 1.5) == why


def test_ug_19_a_step_of_exactly_a_quarter_inch_bears():
    """UG-19: from 0.3 to 0.55 is one step, whatever the last digit of the difference."""
    low = box("low", (8, 8, 12, 12), 0.3)
    assert 0.55 - 0.3 > 0.25
    assert arena(low).surface_at((10, 10), 0.55).piece == "low"
    assert arena(low).surface_at((10, 10), 0.5501) is None
