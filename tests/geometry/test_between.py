"""What stands between a viewer and a target (UG-11), against polygons and sampled points."""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Ellipse, Hull, Placed, Pose, Rect
from tablesim.geometry.between import _equally_far, between
from tablesim.geometry.terrain import Prism

from .oracles import reach_of_overlap
from .sight_oracles import Scene, box, mirrored, poly, shifted, turned

NEAR = pytest.approx
RADIUS, HEIGHT = 16 / 25.4, 40 / 25.4  # UG-1: a figure of normal size
LEVEL = {"viewer": (0.0, HEIGHT), "target": (0.0, HEIGHT)}


def from_above(floor):
    return {"viewer": (floor, floor + HEIGHT), "target": (0.0, HEIGHT)}


def asked(prism, *, distance=12.0, radius=RADIUS, **more):
    return between(prism, (0.0, 0.0), (distance, 0.0), radius, **(LEVEL | more))


# --- A second method ------------------------------------------------------------------------------


def slab_of(prism, viewer, target, distance):
    """Return the depths where the heights fit, by looking at very many; None if there are none."""
    share = np.linspace(0, 1, 4001)
    floor = viewer[0] + share * (target[0] - viewer[0])
    top = viewer[1] + share * (target[1] - viewer[1])
    fits = np.flatnonzero((prism.top > floor) & (prism.bottom < top))
    if not len(fits):
        return None
    first, last = share[fits[0]], share[fits[-1]]
    low = -100.0 if fits[0] == 0 else (first - 1 / 8000) * distance
    high = distance + 100.0 if fits[-1] == len(share) - 1 else (last + 1 / 8000) * distance
    return low, high


def fan_of(distance, radius, corners=1000):
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    ring = np.stack([distance + radius * np.cos(angles), radius * np.sin(angles)], axis=1)
    return shapely.MultiPoint(np.vstack([ring, [(0.0, 0.0)]])).convex_hull


def region_of(prism, viewer, target, distance, radius):
    slab = slab_of(prism, viewer, target, distance)
    if slab is None:
        return None
    return fan_of(distance, radius).intersection(shapely.box(slab[0], -99, slab[1], 99))


def any_case(rng, *, whole):
    """Return a prism before, beside, under or beyond two figures, and their heights."""
    distance, radius = rng.uniform(1, 12), rng.uniform(0.4, 1.2)
    x, y = rng.uniform(-2, distance + 2), rng.uniform(-2, 2)
    corners = [(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(6)]
    shape = rng.choice([Hull(corners), Rect(rng.uniform(0.2, 6), rng.uniform(0.2, 6))])
    bottom = rng.choice([0.0, 0.0, 1.0])
    prism = Prism(
        Placed(shape, Pose(x, y, rng.uniform(0, 360))), bottom, bottom + rng.uniform(0.2, 4)
    )
    one, other = (0.0, 0.0) if whole else (rng.uniform(0, 5), rng.uniform(0, 5))
    heights = {
        "viewer": (one, one + rng.uniform(1, 2.5)),
        "target": (other, other + rng.uniform(1, 2.5)),
    }
    return prism, distance, radius, heights


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_depths_agree_with_polygons(count, whole):
    """The shortest shift, or the distance, of a fine polygon; slabs to their grid."""
    rng, signs = random.Random(51), []
    for _ in range(count):
        prism, distance, radius, heights = any_case(rng, whole=whole)
        found = asked(prism, distance=distance, radius=radius, **heights)
        region = region_of(prism, **heights, distance=distance, radius=radius)
        if region is None:
            assert found <= 2e-3
            continue
        ring = np.array(prism.shape.polygon.exterior.coords[:-1])
        wanted = reach_of_overlap(ring, np.array(region.exterior.coords[:-1]))
        assert found == NEAR(wanted, abs=1e-5 if whole else 4e-3), (
            prism,
            distance,
            radius,
            heights,
        )
        signs.append(found > 0)
    assert 0.2 < np.mean(signs) < 0.95


@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_what_lies_under_the_bases_does_not_count(count):
    """UG-11: what one stands on counts only where it comes out from under both bases."""
    rng, signs = random.Random(52), []
    points = np.random.default_rng(5).random((6000, 2))
    for _ in range(count):
        prism, distance, radius, heights = any_case(rng, whole=rng.random() < 0.5)
        base = rng.uniform(0.4, 1.5)
        found = asked(prism, distance=distance, radius=radius, base=base, **heights)
        whole = asked(prism, distance=distance, radius=radius, **heights)
        assert found <= whole + 1e-12
        region = region_of(prism, **heights, distance=distance, radius=radius)
        common = region and region.intersection(prism.shape.polygon)
        if not common or common.area == 0:
            assert found <= 4e-3
            continue
        x0, y0, x1, y1 = common.bounds
        spots = points * [x1 - x0, y1 - y0] + [x0, y0]
        spots = np.vstack([spots, shapely.get_coordinates(common)])
        spots = spots[shapely.intersects(common.buffer(1e-9), shapely.points(spots))]
        away = np.minimum(
            np.hypot(*spots.T) - base, np.hypot(spots[:, 0] - distance, spots[:, 1]) - radius
        ).max()
        if abs(away) > 5e-3:
            assert (found > 0) == (away > 0), (prism, distance, radius, heights, base)
        assert found <= max(away, 0) + 0.05
        signs.append(found > 0)
    assert 0.2 < np.mean(signs) < 0.95


# --- By hand --------------------------------------------------------------------------------------


def test_distances_by_hand():
    """A fan from (0, 0) to a disc of radius 3 at (12, 0): from beside, before, behind."""
    assert asked(box(-5, -1, -2, 1, 0, 1), radius=3.0) == NEAR(-2)
    assert asked(box(-5, -1, 0, 1, 0, 1), radius=3.0) == NEAR(0, abs=1e-12)
    assert asked(box(15, -1, 17, 1, 0, 1), radius=3.0) == NEAR(0, abs=1e-12)
    assert asked(box(16, -1, 17, 1, 0, 1), radius=3.0) == NEAR(-1)
    assert asked(box(12, 3.5, 13, 5, 0, 1), radius=3.0) == NEAR(-0.5)
    assert asked(box(14.5, -9, 30, 9, 0, 1), radius=3.0) == NEAR(0.5)
    # Seen along its side, which rises by 1/4, the fan is as wide as this.
    side = math.asin(0.25)
    spot = Prism(Placed(Disc(0.5), Pose(6, 4)), 0, 1)
    assert asked(spot, radius=3.0) == NEAR(-(4 * math.cos(side) - 6 * math.sin(side) - 0.5))


def test_TV12_low_scatter_counts_and_a_kerb_below_a_tower_does_not():
    """TV-12, HR-30: [6, 6.25] up to .5 is between on level ground, not from z = 6."""
    kerb = box(6, -10, 6.25, 10, 0, 0.5)
    assert asked(kerb) > 1
    # The floors run from 6 down to 0: the kerb rises above them beyond 11 only.
    assert asked(kerb, **from_above(6.0)) == NEAR(-4.75)
    assert asked(box(11, -10, 11.25, 10, 0, 1), **from_above(6.0)) > 0
    # What hangs above the plane of the tops fails by its height there.
    assert asked(box(6, -1, 7, 1, HEIGHT + 0.25, 9)) == NEAR(-0.25)
    assert asked(box(6, -1, 7, 1, HEIGHT, 9)) == 0
    assert asked(box(6, -1, 7, 1, -3, 0)) == 0
    assert asked(box(6, -1, 7, 1, -3, -0.5)) == NEAR(-0.5)


def test_UG11_the_roof_one_stands_on():
    """TV-12: the target on a roof z = 3 of [10, 16] x [-3, 3], seen from the ground."""
    high = {"viewer": (0.0, HEIGHT), "target": (3.0, 3.0 + HEIGHT)}
    roof = box(10, -3, 16, 3, 0, 3)
    assert asked(roof, base=RADIUS, **high) > 0
    # No more of the roof than the target covers: its edge is under the base.
    for rim, out in ((0.2, 0.0), (RADIUS, 0.0), (RADIUS + 0.1, 0.1), (1.0, 1.0 - RADIUS)):
        ledge = box(12 - rim, -3, 16, 3, 0, 3)
        found = asked(ledge, base=RADIUS, **high)
        corner = RADIUS * (1 - RADIUS / 12) if rim <= RADIUS else None
        assert (found > 1e-9) == (out > 0 or (corner is not None and _sticks_out(rim)))
    # The same for a viewer on a roof: level ground behind its edge.
    down = {"viewer": (3.0, 3.0 + HEIGHT), "target": (0.0, HEIGHT)}
    assert asked(box(-3, -3, 0.5, 3, 0, 3), base=RADIUS, **down) <= 0
    assert asked(box(-3, -3, 0.8, 3, 0, 3), base=RADIUS, **down) == NEAR(
        0.8 / math.cos(math.asin(RADIUS / 12)) - RADIUS, abs=1e-9
    )


def _sticks_out(rim):
    """Whether the fan, at a distance before its disc's middle, is wider than the disc."""
    return rim > 0 and (12 - rim) * math.tan(math.asin(RADIUS / 12)) > math.sqrt(RADIUS**2 - rim**2)


def test_a_drum_comes_out_from_under_a_base_as_far_as_its_rim():
    """UG-11: about the viewer's middle, a little ahead of it, and wholly under the target."""
    for size in (0.7, 1.0, 1.3):
        drum = Prism(Placed(Disc(size), Pose(0, 0)), 0, 2)
        assert asked(drum, base=RADIUS) == NEAR(size - RADIUS, abs=1e-5)
        assert asked(drum, base=size) <= 1e-12
    for x, y, depth in ((0.3, 0.0, 0.3), (0.2, 0.01, 0.2), (12.0, 0.0, 0.0)):
        drum = Prism(Placed(Disc(RADIUS), Pose(x, y)), 0, 2)
        assert asked(drum, base=RADIUS) == NEAR(depth, abs=1e-3)


@pytest.mark.parametrize("base", [0.3, RADIUS, 1.1])
def test_a_roof_under_both_counts_where_both_bases_are_equally_far(base):
    """UG-11: the place is on the sides of the fan, and its distance has a closed form."""
    roof = dict.fromkeys(("viewer", "target"), (2.0, 2.0 + HEIGHT))
    for distance in (4.0, 12.0):
        side, more = math.sqrt(distance**2 - RADIUS**2), base - RADIUS
        farthest = (distance**2 - more**2) / (2 * (side - more)) - base
        whole = box(-30, -30, 50, 30, 0, 2 + HEIGHT / 2)
        assert asked(whole, distance=distance, base=base, **roof) == NEAR(farthest, abs=1e-9)


def test_places_that_are_equally_far_from_both_bases_are_all_found():
    """By walking along very many segments, where the difference changes its sign."""
    rng, shares, seen = random.Random(53), np.linspace(0, 1, 400), 0
    for _ in range(300):
        p, q = ((rng.uniform(-4, 9), rng.uniform(-4, 4)) for _ in range(2))
        distance, more = rng.uniform(1, 8), rng.choice([0.0, rng.uniform(-1, 1)])
        x, y = (p[i] + shares * (q[i] - p[i]) for i in (0, 1))
        differ = np.hypot(x, y) - np.hypot(x - distance, y) - more
        found = _equally_far(p, q, distance, more)
        assert len(found) <= 2 and all(0 < share < 1 for share in found)
        for i in np.flatnonzero(differ[:-1] * differ[1:] < 0):
            seen += 1
            assert any(shares[i] - 1e-9 <= share <= shares[i + 1] + 1e-9 for share in found)
    assert seen > 100


def test_viewer_and_target_in_one_place():
    """No way from the one to the other: the fan is the disc, and any height between will do."""
    assert asked(box(-9, -9, 9, 9, 2.9, 3), distance=0.0, viewer=(0, 1.6), target=(3, 4.6)) > 0
    assert asked(box(-9, -9, 9, 9, 5, 6), distance=0.0, viewer=(0, 1.6), target=(3, 4.6)) == NEAR(
        -0.4
    )
    wall = box(RADIUS + 1, -1, 9, 1, 0, 3)
    assert asked(wall, distance=0.0) == NEAR(asked(wall, distance=1e-12)) == NEAR(-1)
    inside = box(-0.1, -0.1, 0.1, 0.1, 0, 3)
    assert asked(inside, distance=0.3) > 0
    assert asked(inside, distance=0.3, base=RADIUS) <= 0


@given(st.integers(0, 10**6), st.floats(0, 6.3), st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_frames_and_units_change_nothing(seed, angle, dx, dy):
    rng = random.Random(seed)
    prism, distance, radius, heights = any_case(rng, whole=False)
    ring = prism.shape.polygon.exterior.coords[:-1]
    scene = Scene((poly(ring, prism.bottom, prism.top),), (0.0, 0.0, 0.0), (distance, 0.0))
    for base in (None, 0.7):
        wanted = asked(scene.prisms[0], distance=distance, radius=radius, base=base, **heights)
        for change in (mirrored, turned(angle), shifted(dx, dy)):
            moved = scene.moved(change)
            found = between(moved.prisms[0], moved.eye[:2], moved.at, radius, base=base, **heights)
            assert found == NEAR(wanted, abs=1e-9)
        grown = scene.scaled(25.4)
        found = between(
            grown.prisms[0],
            (0.0, 0.0),
            grown.at,
            25.4 * radius,
            base=base and 25.4 * base,
            **{name: (25.4 * a, 25.4 * b) for name, (a, b) in heights.items()},
        )
        assert found == NEAR(25.4 * wanted, abs=1e-9)


@given(st.integers(0, 10**6), st.floats(0, 2))
def test_more_of_a_solid_stands_in_no_less(seed, more):
    rng = random.Random(seed)
    prism, distance, radius, heights = any_case(rng, whole=False)
    found = asked(prism, distance=distance, radius=radius, **heights)
    higher = Prism(prism.shape, prism.bottom, prism.top + more)
    grown = asked(higher, distance=distance, radius=radius, **heights)
    assert grown >= found - 1e-12 or (found <= 0 and grown <= 0)
    wider = asked(prism, distance=distance, radius=radius + more, **heights)
    assert wider >= found - 1e-9 or found <= 0


def test_of_several_parts_the_deepest_counts():
    corner = [(4, 2), (9, 2), (9, 3), (5, 3), (5, 9), (4, 9)]
    whole = poly([(x, y - 2) for x, y in corner], 0, 3)
    parts = [poly(part.points, 0, 3) for part in whole.shape.parts]
    assert len(parts) > 1
    assert asked(whole) == max(asked(part) for part in parts)


def test_round_solids():
    for y, depth in ((2.0, -1.0), (0.9, None), (0.0, None)):
        drum = Prism(Placed(Disc(1), Pose(12, RADIUS + y)), 0, 2)
        found = asked(drum)
        assert found > 0 if depth is None else found == NEAR(depth, abs=1e-12)
    oval = Prism(Placed(Ellipse(4, 2), Pose(6, 3)), 0, 2)
    ring = affinity.scale(shapely.Point(6, 3).buffer(1, quad_segs=500), 2, 1)
    fine = poly(ring.exterior.coords[:-1], 0, 2)
    assert asked(oval) == NEAR(asked(fine), abs=1e-4)
    pillar = Prism(Placed(Disc(0.3), Pose(6, 0)), 0, 2)
    assert asked(pillar, base=RADIUS) == NEAR(asked(pillar)) and asked(pillar) > 0.3
    under = Prism(Placed(Disc(0.3), Pose(0, 0)), 0, 2)
    assert asked(under, base=RADIUS) <= 0 < asked(under)


def test_bad_questions_are_refused():
    wall = box(5, -1, 6, 1, 0, 1)
    with pytest.raises(GeometryError, match="finite numbers"):
        between(wall, (0, math.nan), (5, 0), 1, **LEVEL)
    with pytest.raises(GeometryError, match="a radius must be positive, got 0"):
        between(wall, (0, 0), (5, 0), 0, **LEVEL)
    with pytest.raises(GeometryError, match="a radius must be positive, got 1 and -2"):
        between(wall, (0, 0), (5, 0), 1, base=-2, **LEVEL)


# --- Where the heights fit only on a part of the way ----------------------------------------------

DOWN = {"viewer": (5.0, 6.6), "target": (0.0, 1.6)}


def low(x, size=0.4):
    """A block as high as 1 inch, which the plane of the floors from 5 to 0 passes at 4/5."""
    return Prism(Placed(Rect(size, 0.4), Pose(x, 0)), 0.0, 1.0)


def test_a_block_short_of_where_the_floors_come_down_to_it():
    """UG-11: an inch away as well as a foot: what lies before 4/5 of the way is too low."""
    for distance in (1.0, 12.0):
        block = low(0.8 * distance - 0.3)
        assert asked(block, distance=distance, **DOWN) == NEAR(-0.1, abs=1e-12)


def test_straight_above_the_heights_fit_everywhere_or_nowhere():
    """UG-11: without a way between them no side of the disc is nearer than the other."""
    for x in (-0.3, 0.3):
        assert asked(low(x, 0.2), distance=0.0, **DOWN) == NEAR(RADIUS - 0.2, abs=1e-3)


def test_a_roof_as_high_as_the_floor_of_the_target_ends_at_its_middle():
    """UG-11: beyond the target's middle the floors go on level, and the roof ends there."""
    heights = {"viewer": (0.0, HEIGHT), "target": (2.0, 2.0 + HEIGHT)}
    roof = Prism(Placed(Rect(0.2, 4), Pose(12.3, 0)), 0.0, 2.0)
    assert asked(roof, **heights) == NEAR(-0.2, abs=1e-12)
