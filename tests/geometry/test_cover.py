"""Hidden shares against strips, rays and closed formulas, and what must hold for all of them."""

import math
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import Compound, Disc, Ellipse, Outline, Placed, Pose, Rect
from tablesim.geometry.cover import cast, free_areas, hidden, hidden_shares, looks
from tablesim.geometry.terrain import Prism, Relief

from .sight_oracles import (
    Scene,
    any_prism,
    any_scene,
    box,
    mirrored,
    partly_hidden,
    poly,
    ray_share,
    rectangle_share,
    shifted,
    strip_share,
    turned,
)

NEAR = pytest.approx


def asked(scene, **more):
    return hidden(scene.relief(), [scene.eye], scene.at, scene.floor, scene.radius, **more)


def tiers(fast, slow, deep):
    return pytest.mark.parametrize(
        "count",
        [
            fast,
            pytest.param(slow, marks=pytest.mark.slow),
            pytest.param(deep, marks=pytest.mark.deep),
        ],
    )


# --- Second methods -------------------------------------------------------------------------------


@tiers((60, 30, 2), (400, 300, 60), (4000, 3000, 1000))
def test_shares_agree_with_strips(count):
    """Two exact methods, one with hulls and unions, one with neither: equal to 1e-12."""
    rng, partly = random.Random(31), 0
    for pieces, scenes in zip((1, 10, 100), count, strict=True):
        for _ in range(scenes):
            scene = any_scene(rng, pieces)
            wanted = strip_share(scene)
            partly += 0 < wanted < 1
            assert asked(scene).share == NEAR(wanted, abs=1e-12), scene
    assert partly > 0.05 * sum(count)


@tiers(2, 20, 333)
def test_shares_agree_with_rays(count):
    """One ray in each cell of a polar grid: on 1, 10 and 100 pieces within the error of rays."""
    for pieces in (1, 10, 100):
        for scene, _ in partly_hidden(32 + pieces, count, pieces):
            assert asked(scene).share == NEAR(ray_share(scene, 100), abs=3e-3), scene


@tiers(15, 200, 1000)
def test_no_grade_is_wrong(count):
    """Every partly hidden disc on the right side of one half and of all, as strips have it."""
    for scene, wanted in partly_hidden(33, count, 60):
        found = asked(scene)
        assert found.near
        for limit in (0.5, 0.98, 1 - 1e-6):
            if abs(wanted - limit) > 1e-6:
                assert (found.share > limit) == (wanted > limit), scene


@tiers(300, 3000, 20000)
def test_nothing_that_is_asked_fails(count):
    """Half of it on a lattice, so that eyes stand in, on and beside pieces, and faces line up."""
    rng = random.Random(34)
    size = 48
    prisms = [any_prism(rng, size, i) for i in range(60)]
    for i in range(60, 100):
        x, y, z = rng.randint(0, size), rng.randint(0, size), rng.choice([0, 0, 0, 1.5])
        shape = Rect(rng.randint(1, 4), rng.randint(1, 4))
        if i % 10 == 0:
            shape = Disc(rng.randint(1, 2))
        prisms.append(Prism(Placed(shape, Pose(x, y)), z, z + rng.randint(1, 6) / 2, i))
    relief = Relief(prisms)
    eyes, targets = np.empty((count, 3)), np.empty((count, 2))
    for i in range(count):
        half = (lambda: rng.randint(0, 2 * size) / 2) if i % 2 else (lambda: rng.uniform(0, size))
        eyes[i] = half(), half(), rng.choice([0.0, 0.5, 1.0, 1.4, 2.0, 5.0])
        near = i % 20 < 4  # also targets very near to the eye, and in the same place
        targets[i] = eyes[i, :2] if near else (half(), half())
        if i % 20 == 1:
            targets[i, 0] += 10.0 ** -rng.randint(1, 15)
    floors = np.array([rng.choice([0.0, 0.5, 1.0, 3.0]) for _ in range(count)])
    shares = hidden_shares(relief, eyes, targets, floors, 0.5)
    assert ((shares >= 0) & (shares <= 1)).all()
    assert (shares == 0).any() and (shares == 1).any() and ((shares > 0) & (shares < 1)).any()


def test_many_at_once_are_the_same_as_one_by_one():
    rng = random.Random(35)
    scene = any_scene(rng, 40)
    relief = scene.relief()
    eyes = [(rng.uniform(0, 36), rng.uniform(0, 36), rng.uniform(0.5, 3)) for _ in range(1300)]
    targets = [(rng.uniform(0, 36), rng.uniform(0, 36)) for _ in range(1300)]
    radii = [rng.uniform(0.4, 1.2) for _ in range(1300)]
    together = hidden_shares(relief, eyes, targets, 0.0, radii)
    for i in range(0, 1300, 13):
        alone = hidden(relief, [eyes[i]], targets[i], 0.0, radii[i]).share
        assert together[i] == NEAR(alone, abs=1e-12)
    one_eye = hidden_shares(relief, eyes[0], targets[:5], 0.0, 0.5)
    assert one_eye.shape == (5,)
    assert hidden_shares(relief, eyes[0], targets[0], 0.0, 0.5).shape == (1,)
    assert hidden_shares(relief, np.zeros((0, 3)), np.zeros((0, 2)), 0.0, 0.5).shape == (0,)


# --- What must hold -------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.floats(0, 6.3), st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_frames_and_units_change_nothing(seed, angle, dx, dy):
    scene = any_scene(random.Random(seed), 4)
    share = asked(scene).share
    assert asked(scene.moved(mirrored)).share == NEAR(share, abs=1e-12)
    assert asked(scene.moved(turned(angle)).moved(shifted(dx, dy))).share == NEAR(share, abs=1e-9)
    assert asked(scene.scaled(25.4)).share == NEAR(share, abs=1e-12)


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_more_terrain_hides_more(seed):
    """A piece more, or one that is higher, never shows more (while it does not hold the eye)."""
    rng = random.Random(seed)
    scene = any_scene(rng, 6, size=12)
    shares = [asked(replace(scene, prisms=scene.prisms[:n])).share for n in range(7)]
    assert all(one <= other + 1e-12 for one, other in pairwise(shares))
    grown = [replace(p, top=p.top + 1) for p in scene.prisms]
    if not asked(replace(scene, prisms=tuple(grown))).inside:
        assert asked(replace(scene, prisms=tuple(grown))).share >= shares[-1] - 1e-12


@given(st.integers(0, 10**6))
def test_shares_of_blockers_add_up(seed):
    """None hides more than all; what each adds alone is no more than the whole; near if any."""
    found = asked(any_scene(random.Random(seed), 8, size=12))
    blockers = found.blockers
    assert all(0 <= b.marginal <= b.share <= found.share + 1e-12 for b in blockers)
    assert found.share <= sum(b.share for b in blockers) + 1e-12
    assert sum(b.marginal for b in blockers) <= found.share + 1e-12
    assert found.near or not blockers
    assert [b.share for b in blockers] == sorted((b.share for b in blockers), reverse=True)


def test_leaving_a_piece_out_frees_its_marginal_share():
    for scene, share in partly_hidden(36, 10, 12):
        for blocker in asked(scene).blockers:
            without = asked(scene, skip=[blocker.owner])
            assert share - without.share == NEAR(blocker.marginal, abs=1e-12)
            assert blocker.owner not in {b.owner for b in without.blockers}


def test_half_is_half_to_the_last_bit():
    """In a scene that is symmetric about the line of sight nothing is more than half hidden."""
    for top in (3, 5, 9):
        for x in (1.0, 2.5, 7.0, 9.999):
            for y in (-3.0, 3.0):
                wall = box(x, min(0, y), x + 0.5, max(0, y), 0, top)
                assert asked(Scene((wall,))).share == NEAR(0.5, abs=1e-15)
    lower = box(4.8, -3, 5, 3, 0, 0.75)  # its image ends at half the height of the disc
    low = asked(Scene((lower,), eye=(0.0, 0.0, 1.0), at=(10.0, 0.0)))
    assert low.share == NEAR(0.5, abs=1e-15)


# --- Eyes -----------------------------------------------------------------------------------------


def test_the_eye_that_sees_most_counts():
    wall = box(5, -3, 5.2, 0, 0, 3)
    relief = Relief([wall])
    eyes = [(0, -0.5, 1.0), (0, 0.5, 1.0), (0, 0, 1.0), (0, 0.5, 1.0)]
    found = hidden(relief, eyes, (10, 0), 0, 0.5)
    assert found.eye == 1 and found.share == min(found.each)
    assert found.each == NEAR([hidden(relief, [e], (10, 0), 0, 0.5).share for e in eyes])
    assert found.shadows.eye == eyes[1]


def test_an_eye_in_or_on_a_block_looks_out_of_it():
    """The solid that holds the eye hides nothing; the flag says so."""
    block, wall = box(-1, -1, 1, 1, 0, 2, 1), box(5, -3, 5.2, 0, 0, 3, 2)
    for eye in ((0, 0, 1), (1, 0, 1), (0, 0, 2), (-1, -1, 0), (1 + 1e-12, 0, 1)):
        found = asked(Scene((block, wall), tuple(map(float, eye)), (10.0, 0.0)))
        assert found.inside == (1,)
        assert {b.owner for b in found.blockers} == {2}
    above = asked(Scene((block,), (0.0, 0.0, 2.1), (3.0, 0.0)))
    assert above.inside == () and above.share > 0.9


def test_an_eye_in_a_courtyard_wall_sees_the_other_wall():
    ring = [(0, 0), (10, 0), (10, 10), (0, 10)]
    court = poly(ring, 0, 3, holes=[[(2, 2), (8, 2), (8, 8), (2, 8)]])
    for eye in ((1.0, 5.0), (0.0, 5.0), (2.0, 5.0), (1.0, 1.0), (0.0, 0.0)):
        inner = asked(Scene((court,), (*eye, 1.0), (5.0, 5.0)))
        outer = asked(Scene((court,), (*eye, 1.0), (15.0, 9.0)))
        assert inner.inside == outer.inside == (0,)
        assert inner.share == 0 and outer.share == 1
    # Straight on in the same wall nothing hides; what is low is looked over from inside.
    assert asked(Scene((court,), (1.0, 1.0, 1.0), (1.0, 9.0))).share == 0
    low = poly(ring, 0, 1, holes=[[(2, 2), (8, 2), (8, 8), (2, 8)]])
    assert 0 < asked(Scene((low,), (1.0, 5.0, 1.0), (20.0, 5.0), radius=1.0)).share < 1


def test_eyes_in_concave_pieces_agree_with_strips():
    rng, checked = random.Random(37), 0
    while checked < 12:
        scene = any_scene(rng, 6, size=8)
        found = asked(scene)
        if any(len(scene.prisms[i].shape.parts) > 1 for i in found.inside):
            checked += 1
            assert found.share == NEAR(strip_share(scene), abs=1e-12), scene


def test_straight_up_and_down_only_what_is_between_counts():
    """D = 0: a solid at that place between the eye and the floor hides all, nothing else does."""
    at, slab = (5.0, 5.0), box(0, 0, 10, 10, 2.9, 3, 4)
    up = Scene((slab,), (5.0, 5.0, 1.0), at, 3.0)
    assert asked(up).share == 1 and asked(up).near
    assert [b.owner for b in asked(up).blockers] == [4]
    assert asked(replace(up, eye=(5.0, 5.0, 9.0))).share == 0  # it is what the target stands on
    assert asked(replace(up, eye=(5.0, 5.0, 2.95))).inside == (4,)
    assert asked(replace(up, prisms=(box(6, 0, 10, 10, 2, 3),))).share == 0
    assert asked(replace(up, prisms=(box(0, 0, 5, 10, 2, 3),))).share == 1
    tower = Prism(Placed(Disc(2), Pose(6, 5)), 2, 2.5)
    assert asked(replace(up, prisms=(tower,))).share == 1
    down = Scene((slab,), (5.0, 5.0, 9.0), at, 0.0)
    assert asked(down).share == 1


def test_straight_up_beside_a_round_solid_nothing_is_hidden():
    """Its box, or the hull of its corners, is not what counts."""
    for shape in (Disc(2), Ellipse(8, 1), Compound((Disc(2), Rect(1, 1)))):
        solid = Prism(Placed(shape, Pose(6.5, 6.5, 45)), 2, 2.5, 4)
        for (x, y), hides in (((5.0, 5.0), shape.reach > 2), ((5.3, 5.3), True), ((4.9, 8), False)):
            up = Scene((solid,), (x, y, 1.0), (x, y), 3.0)
            assert asked(up).share == hides and asked(up).near is hides
            assert asked(replace(up, eye=(x, y, 2.25))).inside == ((4,) if hides else ())


def test_nearly_straight_down_is_for_the_caller_to_name():
    slab = box(0, 0, 10, 10, 2.9, 3)
    scene = Scene((slab,), (5.0, 5.04, 1.0), (5.0, 5.0), 3.0)
    assert asked(scene).share == asked(scene, plumb=0.05).share == 1
    beside = Scene((box(6, 6, 7, 7, 0, 9),), (5.0, 5.04, 1.0), (5.0, 5.0), 0.0)
    assert asked(beside, plumb=0.05).share == 0
    window = {"half_width": 0.5, "low": 3.0, "high": 4.5}
    shadows = cast(scene.relief(), scene.eye, scene.at, plumb=0.05, **window)
    assert shadows.free(0.5, 3.0, 4.5) == 0


# --- Touching, planes, slivers --------------------------------------------------------------------


def test_an_image_that_touches_the_rim_is_near():
    """Closed sets: tangent is near, a millionth off is not."""
    for off, near in ((0.0, True), (1e-6, False)):
        wall = box(4.9, -3, 5, -0.25 - off, 0, 3)
        found = asked(Scene((wall,)))
        assert found.near is near and found.share == NEAR(0, abs=1e-12)
        assert found.blockers == ()
        for angle in range(10, 360, 25):  # up to rounding
            seen = asked(Scene((wall,)).moved(turned(math.radians(angle))).moved(shifted(30, 7)))
            assert seen.near is near, angle
    over = box(5, -3, 5.2, 3, 1, 3)  # its lower edge is as high as the eye and as the disc's top
    assert asked(Scene((over,))).near


def test_what_is_not_nearer_than_the_disc_hides_nothing():
    """A7: in its plane, behind it, behind the eye."""
    for x in (10.0, 10.0 + 1e-9, 11.0, -3.0):
        assert asked(Scene((box(x, -3, x + 2, 3, 0, 3),))).share == 0
    assert asked(Scene((box(10 - 1e-6, -3, 12, 3, 0, 3),))).share == 1


def test_the_base_is_touched_by_what_rises_above_its_floor():
    for prism, touched in (
        (box(10.5, -1, 12, 1, 0, 3, 7), (7,)),
        (box(10.5 + 1e-6, -1, 12, 1, 0, 3, 7), ()),
        (box(9, -1, 12, 1, -1, 0, 7), ()),
        (box(9, -1, 12, 1, 0.5, 3, 7), ()),
    ):
        assert asked(Scene((prism,))).touched == touched
        assert asked(Scene((prism,)), skip=[7]).touched == ()


def test_a_hidden_sliver_has_its_area():
    for width in (1e-3, 1e-6, 1e-9):
        post = box(5, -width / 2, 5.0001, width / 2, 0, 9)
        assert asked(Scene((post,))).share == NEAR(2 * width / (math.pi / 4), rel=1e-4)


@pytest.mark.parametrize(
    ("prisms", "eye", "at", "floor"),
    [
        ([poly([(0, 1), (0.25, 1), (0, 5)], 0, 0.5)], (1.5, 0.5, 1.0), (0.0, 5.0), 0.0),
        (
            [box(4, 0, 7, 3, 1, 1.5, 0), box(6, 0, 6.25, 4, 1.5, 4.5, 1)],
            (4.0, 5.0, 1.0),
            (6.0, 3.0),
            1.0,
        ),
    ],
)
def test_an_image_with_a_corner_in_the_middle_of_the_disc(prisms, eye, at, floor):
    """From there the corner may lie in any direction, by rounding: a half of the disc at stake."""
    scene = Scene(tuple(prisms), eye, at, floor)
    assert asked(scene).share == NEAR(strip_share(scene), abs=1e-12)
    assert asked(scene).share == NEAR(ray_share(scene, 100), abs=3e-3)


def test_the_first_on_the_axis():
    one, other = box(4, 0.01, 5, 3, 0, 3, 8), box(6, -3, 7, 3, 0, 0.9, 9)
    found = asked(Scene((one, other)))
    assert found.first == 9 and {b.owner for b in found.blockers} == {8, 9}
    assert asked(Scene((one, other)), skip=[9]).first is None


@pytest.mark.parametrize("floor", [0.0, 3.0, -2.0])
def test_the_axis_ends_in_the_middle_of_the_disc_whatever_that_stands_on(floor):
    """From an eye as high as the middle, 0.5 above the floor: a sill below it, a beam above it."""
    sill = box(4, -3, 5, 3, floor - 1, floor + 0.45, 7)
    beam = box(6, -3, 7, 3, floor + 0.55, floor + 2, 8)
    wall = box(8, -3, 9, 3, floor + 0.45, floor + 0.55, 9)
    scene = Scene((sill, beam, wall), (0.0, 0.0, floor + 0.5), (10.0, 0.0), floor)
    found = asked(scene)
    assert found.first == 9 and {b.owner for b in found.blockers} == {7, 8, 9}
    assert asked(scene, skip=[9]).first is None


# --- Round solids ---------------------------------------------------------------------------------


def fine(center, p, q, heights, corners=6000):
    """Return a cylinder as a fine polygon."""
    x, y = center
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    grow = 1 + math.pi**2 / (3 * corners**2)  # as large as the circle
    ring = [
        (
            x + grow * (math.cos(t) * p[0] + math.sin(t) * q[0]),
            y + grow * (math.cos(t) * p[1] + math.sin(t) * q[1]),
        )
        for t in angles
    ]
    return poly(ring, *heights)


@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(i, marks=pytest.mark.slow) for i in range(10, 60))]
)
def test_cylinders_hide_as_fine_polygons_do(seed):
    """Figures, pillars and drums, between the two or partly beyond: within a millionth."""
    rng = random.Random(400 + seed)
    radius, bottom = rng.uniform(0.2, 2), rng.choice([0, 0, 0.8])
    x, y = rng.uniform(radius, 10 + radius), rng.uniform(-1.5, 1.5)
    while math.hypot(x, y) <= 1.5 * radius:
        x += 0.5
    top = bottom + rng.uniform(0.2, 1.6)
    eye, at, r = (0.0, 0.0, rng.choice([1.0, 1.4, 2.5])), (10.0, 0.0), rng.uniform(0.5, 1)
    disc = Prism(Placed(Disc(radius), Pose(x, y)), bottom, top)
    wanted = asked(Scene((fine((x, y), (radius, 0), (0, radius), (bottom, top)),), eye, at, 0.0, r))
    assert asked(Scene((disc,), eye, at, 0.0, r)).share == NEAR(wanted.share, abs=1e-6)
    turn = rng.uniform(0, 360)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    oval = Prism(Placed(Ellipse(2 * radius, radius), Pose(x, y, turn)), bottom, top)
    axes = (radius * c, radius * s), (-radius / 2 * s, radius / 2 * c)
    wanted = asked(Scene((fine((x, y), *axes, (bottom, top)),), eye, at, 0.0, r))
    assert asked(Scene((oval,), eye, at, 0.0, r)).share == NEAR(wanted.share, abs=1e-6)


def test_a_high_pillar_is_as_wide_as_its_tangents():
    """What is higher than the window hides a strip: exact, since its sides are."""
    for x, y, radius in ((5.0, 0.0, 0.2), (3.0, 0.1, 0.1), (9.0, -0.4, 0.5)):
        pillar = Prism(Placed(Disc(radius), Pose(x, y)), -9, 99)
        away, middle = math.hypot(x, y), math.atan2(y, x)
        half = math.asin(radius / away)
        sides = [10 * math.tan(middle + turn) / 0.5 for turn in (-half, half)]
        area = [u * math.sqrt(max(0, 1 - u * u)) + math.asin(max(-1, min(1, u))) for u in sides]
        if all(abs(u) < 1 for u in sides) or x < 9:
            assert asked(Scene((pillar,))).share == NEAR((area[1] - area[0]) / math.pi, abs=1e-12)


def test_a_pillar_through_the_plane_is_cut_by_it():
    for y in (0.0, 0.3, -0.6):
        pillar = Prism(Placed(Disc(0.5), Pose(10.2, y)), 0, 9)
        wanted = asked(Scene((fine((10.2, y), (0.5, 0), (0, 0.5), (0, 9)),)))
        assert 0 < wanted.share < 1
        assert asked(Scene((pillar,))).share == NEAR(wanted.share, abs=2e-6)
    behind = Prism(Placed(Disc(0.5), Pose(10.5, 0)), 0, 9)
    assert asked(Scene((behind,))).share == 0


def test_an_eye_in_a_cylinder_looks_out_of_it():
    drum = Prism(Placed(Disc(2), Pose(0, 0)), 0, 3, 6)
    for x in (0.0, 1.0, -2.0, 2.0):
        found = asked(Scene((drum,), (x, 0.0, 1.0), (10.0, 0.0)))
        assert found.share == 0 and found.inside == ((6,) if x != 2.0 else found.inside)
    both = Compound((Rect(4, 4), Disc(2.5)))
    joined = Prism(Placed(both, Pose(0, 0)), 0, 3, 6)
    found = asked(Scene((joined,), (0.0, 0.0, 1.0), (10.0, 0.0)))
    assert found.share == 0 and found.inside == (6,)


# --- Rectangles -----------------------------------------------------------------------------------


def test_the_free_area_of_a_rectangle_agrees_with_rays():
    """UG-10: what shows of a silhouette."""
    checked = 0
    for scene, _ in partly_hidden(38, 8, 6):
        height = 2.5 * scene.radius
        shadows = cast(
            scene.relief(),
            scene.eye,
            scene.at,
            half_width=scene.radius,
            low=scene.floor,
            high=scene.floor + height,
        )
        free = shadows.free(scene.radius, scene.floor, scene.floor + height)
        area = 2 * scene.radius * height
        seen = 1 - rectangle_share(scene, scene.radius, height, 150)
        assert free / area == NEAR(seen, abs=5e-3)
        checked += 0.01 < seen < 0.99
        assert shadows.shape.area >= 0
    assert checked > 3


def test_the_free_areas_of_several_eyes_are_those_of_each():
    """One call for all eyes is the same as one for each."""
    for scene, _ in partly_hidden(39, 6, 6):
        x, y, z = scene.eye
        eyes = [scene.eye, (x + 0.4, y - 0.3, z), (x, y, z + 1.5)]
        window = {"half_width": scene.radius, "low": scene.floor, "high": scene.floor + 1.7}
        each = [
            cast(scene.relief(), eye, scene.at, **window).free(*window.values()) for eye in eyes
        ]
        assert free_areas(scene.relief(), eyes, scene.at, **window) == NEAR(each, abs=1e-12)


def test_in_bulk_each_question_skips_owners_of_its_own():
    """Hidden shares and free areas of many views are those of each, whoever it does not see."""
    rng = random.Random(36)
    relief = any_scene(rng, 25).relief()
    count, owners = 60, sorted({prism.owner for prism in relief.prisms})
    eyes = [(rng.uniform(0, 36), rng.uniform(0, 36), rng.uniform(0.5, 3)) for _ in range(count)]
    targets = [(rng.uniform(0, 36), rng.uniform(0, 36)) for _ in range(count)]
    targets[7] = eyes[7][:2]
    floors = [rng.choice([0.0, 1.0]) for _ in range(count)]
    radii = [rng.uniform(0.4, 1.2) for _ in range(count)]
    skip = [rng.sample(owners, 5) for _ in range(count)]
    shares = hidden_shares(relief, eyes, targets, floors, radii, skip=skip, plumb=0.1)
    window = {"half_width": radii, "low": floors, "high": [floor + 1.7 for floor in floors]}
    areas = free_areas(relief, eyes, targets, **window, skip=skip, plumb=0.1)
    for i in range(count):
        alone = {"skip": skip[i], "plumb": 0.1}
        found = hidden(relief, [eyes[i]], targets[i], floors[i], radii[i], **alone)
        assert shares[i] == NEAR(found.share, abs=1e-12)
        own = {name: values[i] for name, values in window.items()}
        seen = cast(relief, eyes[i], targets[i], **own, **alone).free(*own.values())
        assert areas[i] == NEAR(seen, abs=1e-12)
    every = hidden_shares(relief, eyes, targets, floors, radii, plumb=0.1)
    assert (shares <= every + 1e-12).all() and (shares < every - 0.1).any()


def test_the_free_area_behind_a_wall():
    wall = box(5, -9, 5.0001, 9, 0, 0.75)
    window = {"half_width": 1.0, "low": 0.0, "high": 2.0}
    shadows = cast(Relief([wall]), (0, 0, 1), (10, 0), **window)
    assert shadows.free(1, 0, 2) == NEAR(3, abs=1e-4)
    assert shadows.free(0.5, 1, 2) == NEAR(1, abs=1e-12)
    assert cast(Relief([]), (0, 0, 1), (10, 0), **window).free(1, 0, 2) == 4


def test_left_is_left_as_the_eye_sees_it():
    wall = box(5, 0.5, 5.2, 2, 0, 3)
    (shadow,) = asked(Scene((wall,), radius=2.0)).shadows.shadows
    assert shadow.shape.bounds[0] > 0
    assert isinstance(shadow.shape, shapely.Polygon)


# --- Errors ---------------------------------------------------------------------------------------


def test_bad_questions_are_refused():
    relief = Relief([])
    with pytest.raises(GeometryError, match="at least one eye"):
        hidden(relief, [], (0, 0), 0, 1)
    with pytest.raises(GeometryError, match="an eye needs finite numbers, got nan"):
        hidden(relief, [(0, 0, math.nan)], (0, 0), 0, 1)
    with pytest.raises(GeometryError, match="a target needs finite numbers, got inf"):
        hidden_shares(relief, (0, 0, 1), [(1, 1), (1, math.inf)], 0, 1)
    with pytest.raises(GeometryError, match="must be a positive number, got 0"):
        hidden(relief, [(0, 0, 1)], (5, 0), 0, 0)
    with pytest.raises(GeometryError, match="a window must be higher than 3"):
        cast(relief, (0, 0, 1), (5, 0), half_width=1, low=3, high=2)


def test_an_outline_may_stand_anywhere():
    """A19: the same scene at a million, within the digits that are left there."""
    rng = random.Random(39)
    for _ in range(40):
        scene = any_scene(rng, 8)
        moved = scene.moved(shifted(1e6, -1e6))
        assert all(isinstance(p.shape.footprint, Outline) for p in moved.prisms)
        assert asked(moved).share == NEAR(asked(scene).share, abs=1e-7)


def test_every_eye_with_every_target():
    """UG-9, UG-11: shares and nearness in bulk are those of one look each."""
    prisms = [
        Prism(Placed(Rect(2, 5), Pose(9, 2.5)), 0, 6, 1),
        Prism(Placed(Disc(1), Pose(5, -2)), 0, 1.2, 2),
        Prism(Placed(Rect(0.2, 9), Pose(3, 1, 20)), 0, 1, 3),
    ]
    relief = Relief(prisms)
    rng = np.random.default_rng(1)
    eyes = rng.uniform((0, -4, 0.5), (2, 4, 3), (9, 3))
    targets, radii = rng.uniform((4, -6), (14, 6), (130, 2)), rng.uniform(0.4, 1, 130)
    found = looks(relief, eyes[:, None], targets, 0.0, radii, skip=[3])
    assert found.share.shape == found.near.shape == (9, 130)
    assert 0.1 < found.near.mean() < 0.9
    for i, j in ((0, 0), (3, 7), (7, 113), (7, 114), (8, 129)):  # beyond the first chunk, too
        one = hidden(relief, [tuple(eyes[i])], tuple(targets[j]), 0.0, radii[j], skip=[3])
        assert (found.share[i, j], found.near[i, j]) == (one.share, one.near)
    assert looks(relief, eyes[0], targets[0], 0.0, 0.6).share.shape == ()
    assert looks(relief, np.empty((0, 3)), targets[0], 0.0, 0.6).near.shape == (0,)
