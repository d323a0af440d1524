"""Shortest ways against plain searches, and the laws that they obey."""

import math
import random
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.geometry.terrain import Prism
from tablesim.geometry.travel import Ground

from .travel_oracles import (
    VIEWS,
    Plain,
    View,
    any_point,
    any_polygon,
    any_polygons,
    face,
    outline,
    ring,
)

NEAR = pytest.approx


def random_scene(seed, walls, faces):
    rng = random.Random(seed)
    tolls = dict(
        zip(("climb", "drop"), rng.choice([(2, 0), (2, 1), (1, 1), (0.5, 0.5)]), strict=True)
    )
    polygons = any_polygons(rng, rng.randint(1, walls), 12, 2.5) if walls else []
    tops = [
        (any_polygon(rng, rng.uniform(2, 10), rng.uniform(2, 10), 3), rng.choice([0.3, 0.5, 1, 2]))
        for _ in range(rng.randint(1, faces) if faces else 0)
    ]
    solids = [Prism(outline(p.exterior.coords[:-1]), 0, h) for p, h in tops]
    a = b = any_point(rng, 12, polygons)
    while math.dist(a, b) < 7:
        a, b = any_point(rng, 12, polygons), any_point(rng, 12, polygons)
    return Ground(None, polygons, solids, **tolls), Plain(polygons, tops, **tolls), a, b


def agrees(seed, walls, faces):
    ground, plain, a, b = random_scene(seed, walls, faces)
    route, cost = ground.path(a, b), plain.shortest(a, b)
    assert route.cost == NEAR(cost, abs=1e-9, rel=0), seed
    assert math.fsum(leg.cost for leg in route.legs) == NEAR(cost, abs=1e-9, rel=0)
    return len(route.legs) > 1


SCENES = pytest.mark.parametrize(("walls", "faces"), [(5, 0), (0, 3), (3, 2)])


@SCENES
def test_ways_are_as_short_as_those_of_a_plain_search(walls, faces):
    assert sum(agrees(seed, walls, faces) for seed in range(5)) >= 1


@pytest.mark.slow
@SCENES
def test_ways_are_as_short_as_those_of_a_plain_search_often(walls, faces):
    assert sum(agrees(seed, walls, faces) for seed in range(100, 130)) >= 10


def any_box(rng):
    x, y = rng.randint(1, 8), rng.randint(1, 8)
    return ring(x, y, x + rng.randint(1, 3), y + rng.randint(1, 3))


def fat(box):
    return shapely.Polygon(box).buffer(1e-6, join_style="mitre")


def lattice_agrees(seed, faces):
    """Compare on boxes of a lattice, which touch and overlap in every way."""
    rng = random.Random(seed)
    walls = [any_box(rng) for _ in range(rng.randint(2, 9 - 2 * faces))]
    tops = [(any_box(rng), rng.choice([0.25, 0.5, 1])) for _ in range(faces)]
    tolls = {"climb": 1, "drop": rng.choice([0, 0.5])}
    a, b = [(rng.randint(0, 11) + 0.5, rng.randint(0, 11) + 0.5) for _ in range(2)]
    solid = shapely.union_all([fat(wall) for wall in walls])
    plain = Plain(shapely.get_parts(solid), [(fat(r), h) for r, h in tops], **tolls)
    shut = any(shapely.contains_xy(solid, *p) for p in (a, b))
    cost = math.inf if shut else plain.shortest(a, b)
    for name in ("plain", "turned", "far"):
        view = VIEWS[name]
        found = view.ground(walls, tops, **tolls).path(view.point(a), view.point(b)).cost
        assert found == NEAR(cost, abs=2e-5, rel=0), (seed, name)


LATTICES = pytest.mark.parametrize("faces", [0, 2])


@LATTICES
def test_pieces_on_a_lattice_are_one_where_they_touch(faces):
    for seed in range(8):
        lattice_agrees(seed, faces)


@pytest.mark.slow
@LATTICES
def test_pieces_on_a_lattice_are_one_where_they_touch_often(faces):
    for seed in range(100, 160):
        lattice_agrees(seed, faces)


def gaps_agree(seed):
    """Compare a base that just fits with one that is a little smaller, and with other views."""
    rng = random.Random(seed)
    walls = [any_box(rng) for _ in range(rng.randint(1, 6))]
    tops = [(any_box(rng), 0.25)] if seed % 2 else []
    a, b = [(rng.randint(0, 11) + 0.5, rng.randint(0, 11) + 0.5) for _ in range(2)]
    costs = [
        view.ground(walls, tops, ring(0, 0, 12, 12), radius, drop=0.5)
        .path(view.point(a), view.point(b))
        .cost
        for view, radius in [(VIEWS["plain"], 0.5 - 1e-7)]
        + [(VIEWS[name], 0.5) for name in ("plain", "turned", "shifted", "far")]
        + [(VIEWS["plain"], 0.5 + 1e-7)]
    ]
    for cost in costs[1:5]:
        assert cost == NEAR(costs[0], abs=1e-5, rel=0), seed
    assert costs[5] >= costs[4] - 1e-6


def test_gaps_as_wide_as_the_base_are_passed_from_every_view():
    for seed in (1, 2, 10, 53, 63):
        gaps_agree(seed)


@pytest.mark.slow
def test_gaps_as_wide_as_the_base_are_passed_from_every_view_often():
    for seed in range(100, 200):
        gaps_agree(seed)


def round_agrees(seed):
    """Compare circles with fine polygons inside them, which shorten an arc by 1e-4."""
    rng = random.Random(seed)
    walls, radius = any_polygons(rng, rng.randint(1, 4), 12, 2.5), rng.uniform(0.2, 1)
    tops = [face(*rng.choice([(2, 2, 6, 5), (5, 4, 11, 9)]), 0.2)]
    a, b = (any_point(rng, 12, walls, radius) for _ in range(2))
    route = Ground(None, walls, tops, radius, drop=1).path(a, b)
    fine = shapely.union_all([wall.buffer(radius, quad_segs=32) for wall in walls])
    cost = Ground(None, list(shapely.get_parts(fine)), tops, drop=1).path(a, b).cost
    assert cost - 1e-9 <= route.cost <= cost * (1 + 2e-4) or route.cost == cost, seed
    return any(leg.center for leg in route.legs)


def test_circles_agree_with_fine_polygons():
    assert sum(round_agrees(seed) for seed in range(5, 11)) >= 1


@pytest.mark.slow
def test_circles_agree_with_fine_polygons_often():
    assert sum(round_agrees(seed) for seed in range(100, 150)) >= 10


def test_circles_lie_between_coarse_polygons_inside_and_outside():
    walls, radius, a, b = (
        [shapely.box(3, 2, 6, 7), shapely.box(6.5, 0, 8, 4)],
        0.7,
        (1, 4),
        (9.5, 3),
    )
    cost = Ground(impassable=walls, radius=radius).path(a, b).cost
    grown = [radius, radius / math.cos(math.pi / 16)]
    inner, outer = [
        Plain([shapely.union_all([w.buffer(r, quad_segs=4) for w in walls])]).shortest(a, b)
        for r in grown
    ]
    assert inner < cost < outer < inner * 1.01


# Laws.

seeds = st.integers(0, 10_000)


@settings(max_examples=8, deadline=None)
@given(seeds, st.floats(0, 6.3), st.booleans())
def test_costs_do_not_change_under_rigid_motions(seed, turn, mirrored):
    rng = random.Random(seed)
    walls = [list(p.exterior.coords[:-1]) for p in any_polygons(rng, 3, 12, 2)]
    faces = [(list(any_polygon(rng, 6, 6, 4).exterior.coords[:-1]), 0.5)]
    a, b = (any_point(rng, 12, [shapely.Polygon(w) for w in walls], 0.4) for _ in range(2))
    view = View(turn, (rng.uniform(-99, 99), rng.uniform(-99, 99)), 1.0, mirrored)
    for radius in (0.0, 0.4):
        plain, moved = [
            v.ground(walls, faces, radius=radius, drop=1.0).path(v.point(a), v.point(b)).cost
            for v in (View(), view)
        ]
        assert moved == NEAR(plain, abs=1e-9, rel=0)


@settings(max_examples=8, deadline=None)
@given(seeds, st.sampled_from([0.0, 0.4]))
def test_with_equal_tolls_the_way_back_costs_the_same_and_detours_do_not_pay(seed, radius):
    rng = random.Random(seed)
    walls = any_polygons(rng, 3, 12, 2)
    faces = [Prism(outline(any_polygon(rng, 6, 6, 4).exterior.coords[:-1]), 0, 0.5)]
    ground = Ground(None, walls, faces, radius, climb=1, drop=1)
    a, b, c = (any_point(rng, 12, walls, radius) for _ in range(3))
    ab, ba, bc, ac = (ground.path(*pair).cost for pair in ((a, b), (b, a), (b, c), (a, c)))
    assert ab == NEAR(ba, abs=1e-9, rel=0)
    assert ac <= ab + bc + 1e-9
    assert ab >= math.dist(a, b) - 1e-9


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_more_terrain_never_shortens_a_way_and_a_wider_base_neither(seed):
    rng = random.Random(seed)
    walls = any_polygons(rng, 4, 12, 2)
    a, b = (any_point(rng, 12, walls, 0.5) for _ in range(2))
    costs = [Ground(impassable=walls[:k]).path(a, b).cost for k in range(5)]
    costs += [Ground(impassable=walls, radius=r).path(a, b).cost for r in (0.1, 0.3, 0.5)]
    assert all(one <= other + 1e-9 for one, other in pairwise(costs))
