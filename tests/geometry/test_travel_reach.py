"""What is reached within a budget, point by point and as a picture."""

import math
import random

import numpy as np
import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Placed, Pose
from tablesim.geometry.terrain import Prism
from tablesim.geometry.travel import Ground

from .travel_oracles import any_point, any_polygons, box, face, grid_costs, outline

NEAR = pytest.approx
TABLE = shapely.box(0, 0, 12, 12)


def scene(seed, walls=2, faces=4, radius=0.0):
    """Return ground on which pieces keep apart, and a free point of it."""
    rng = random.Random(seed)
    pieces = any_polygons(rng, walls + faces, 12, 2, apart=0.5)
    solids = [
        Prism(outline(p.exterior.coords[:-1]), 0, rng.uniform(0.2, 1.5)) for p in pieces[walls:]
    ]

    ground = Ground(TABLE, pieces[:walls], solids, radius, climb=2, drop=0.5)
    x, y = any_point(rng, 12, [*pieces, TABLE.boundary], radius + 0.3)
    return ground, (round(x * 5) / 5, round(y * 5) / 5), rng


KINDS = pytest.mark.parametrize(
    ("walls", "faces", "radius"), [(6, 0, 0.0), (0, 6, 0.0), (3, 3, 0.0), (4, 2, 0.4)]
)


def points_agree(seed, count, walls, faces, radius):
    ground, start, rng = scene(seed, walls, faces, radius)
    budget = rng.uniform(3, 9)
    reach = ground.reach(start, budget)
    points = np.array([(rng.uniform(0, 12), rng.uniform(0, 12)) for _ in range(count)])
    costs = reach.costs(points)
    for point, cost in zip(points.tolist(), costs.tolist(), strict=True):
        direct = ground.path(start, point).cost
        assert cost == (NEAR(direct, abs=1e-9, rel=0) if direct <= budget else math.inf)
        assert reach.contains(point) == (direct <= budget)
    return np.count_nonzero(costs < math.inf)


@KINDS
def test_a_point_is_reached_if_the_way_to_it_is_paid(walls, faces, radius):
    assert 10 < points_agree(2, 60, walls, faces, radius) < 55


@pytest.mark.slow
@KINDS
def test_a_point_is_reached_if_the_way_to_it_is_paid_often(walls, faces, radius):
    assert sum(points_agree(seed, 100, walls, faces, radius) for seed in range(10, 22)) > 200


def covers_grid(seed, step, walls, faces, radius):
    ground, start, _ = scene(seed, walls, faces, radius)
    budget = 6.0
    cells = grid_costs(ground, start, step, 12, budget)
    costs = ground.reach(start, budget).costs(np.array(list(cells)))
    grid = np.array(list(cells.values()))
    assert (costs <= grid + 1e-9).all()
    assert np.mean(costs) > 0.85 * np.mean(grid)


@KINDS
def test_all_that_a_grid_reaches_is_reached(walls, faces, radius):
    covers_grid(2, 0.2, walls, faces, radius)


@pytest.mark.slow
@KINDS
def test_all_that_a_fine_grid_reaches_is_reached(walls, faces, radius):
    for seed in (3, 4):
        covers_grid(seed, 0.1, walls, faces, radius)


def test_TV_17_on_an_empty_table_a_disc_is_reached():
    """UG-23: the border belongs to what is reached."""
    ground = Ground(shapely.box(-20, -20, 20, 20), radius=0.62992)
    reach = ground.reach((1, 2), 8)
    assert reach.contains((9, 2))
    assert not reach.contains((9 + 1e-8, 2))
    assert reach.polygon.area == NEAR(math.pi * 64, rel=2e-3)
    assert reach.polygon.area < math.pi * 64
    assert [tuple(node) for node in reach.nodes] == [((1, 2), 0, 0)]


def test_TV_17_the_other_side_of_the_wall_is_reached_with_eight_and_not_with_six():
    """UG-20, UG-23: 6.8833 round the wall, more than twice M 3 and less than twice M 4."""
    ground = Ground(impassable=[box(2.9, -1, 3.1, 1)], radius=0.62992)
    assert not ground.reach((0, 0), 6).contains((6, 0))
    assert ground.reach((0, 0), 8).cost((6, 0)) == NEAR(6.8833, abs=1e-4)


def test_the_budget_counts_tolls_and_the_top_is_reached_before_it_is_crossed():
    ground = Ground(faces=[face(4, -50, 6, 50, 2)], drop=1)
    reach = ground.reach((1, 0), 8)
    assert reach.contains((4, 0))
    assert reach.contains((5, 0))
    assert not reach.contains((5.001, 0))
    assert not ground.reach((1, 0), 6.9).contains((4.001, 0))
    assert ground.reach((1, 0), 11).contains((6, 0))
    assert not ground.reach((1, 0), 10.9).contains((6, 0))


def test_from_a_roof_one_reaches_more_than_from_its_foot():
    ground = Ground(faces=[face(-2, -2, 2, 2, 3)])
    roof, foot = ground.reach((1.9, 0), 5), ground.reach((2, 0), 5)
    assert roof.contains((6, 0))
    assert not foot.contains((1.9, 0))
    assert roof.nodes[0] == ((1.9, 0), 3, 0)
    assert foot.nodes[0] == ((2, 0), 0, 0)


def test_more_budget_reaches_more_at_the_same_cost():
    ground, start, rng = scene(3)
    points = np.array([(rng.uniform(0, 12), rng.uniform(0, 12)) for _ in range(300)])
    last = np.full(len(points), math.inf)
    for budget in (0, 1, 2.5, 4, 8, math.inf):
        costs = ground.reach(start, budget).costs(points)
        known = last < math.inf
        assert costs[known] == NEAR(last[known], abs=1e-12)
        assert (costs[costs < math.inf] <= budget + 1e-8).all()
        last = costs


def test_nodes_come_in_the_order_of_their_cost_which_is_that_of_the_way_to_them():
    ground, start, _ = scene(4, walls=4, faces=0)
    nodes = ground.reach(start, 9).nodes
    assert len(nodes) > 5
    assert [node.cost for node in nodes] == sorted(node.cost for node in nodes)
    for node in nodes:
        assert ground.path(start, node.point).cost == NEAR(node.cost, abs=1e-9)


@KINDS
def test_the_picture_shows_what_is_reached(walls, faces, radius):
    ground, start, rng = scene(5, walls, faces, radius)
    reach = ground.reach(start, 5)
    polygon = reach.polygon
    assert polygon.is_valid
    points = np.array([(rng.uniform(0, 12), rng.uniform(0, 12)) for _ in range(1500)])
    near = shapely.distance(polygon.boundary, shapely.points(points)) < 0.03
    shown = shapely.contains_xy(polygon, *points.T)
    reached = reach.costs(points) < math.inf
    assert (shown == reached)[~near].all()
    assert 50 < shown.sum() < 1400


@pytest.mark.parametrize(
    ("wall", "radius", "corner"),
    [
        (Placed(Disc(1), Pose(4, 0)), 0.0, (27.25 / 8, math.sqrt(3.5**2 - (27.25 / 8) ** 2))),
        (Placed(Disc(0.6), Pose(4, 0)), 0.4, (27.25 / 8, math.sqrt(3.5**2 - (27.25 / 8) ** 2))),
        (box(3, -3, 5, 3), 0.0, (3, math.sqrt(3.5**2 - 3**2))),
        (box(3.4, -3, 5, 3), 0.4, (3, math.sqrt(3.5**2 - 3**2))),
    ],
)
def test_the_picture_reaches_to_where_the_budget_ends_on_a_border(wall, radius, corner):
    """Straight and round borders alike: the corner is drawn, up to a thousandth."""
    reach = Ground(impassable=[wall], radius=radius).reach((0, 0), 3.5)
    for x, y in (corner, (corner[0], -corner[1])):
        assert reach.cost((x - 1e-6, y)) == NEAR(3.5, abs=1e-6)
        assert reach.polygon.distance(shapely.Point(x, y)) < 1e-3


def test_the_picture_ends_at_the_table_without_a_budget_too():
    wall = box(4, 0, 6, 12)
    assert Ground(TABLE, [wall]).reach((1, 1)).polygon.area == NEAR(48, rel=1e-6)
    assert Ground(TABLE, radius=1).reach((1, 1)).polygon.area == NEAR(100, rel=1e-6)
    assert Ground(TABLE).reach((1, 1), 0).polygon.is_empty
    with pytest.raises(GeometryError, match="no bounds"):
        _ = Ground().reach((1, 1)).polygon


def test_nothing_is_reached_from_inside_a_piece():
    reach = Ground(TABLE, [box(4, 4, 6, 6)]).reach((5, 5), 9)
    assert reach.nodes == ()
    assert reach.cost((1, 1)) == math.inf
    assert not reach.contains((5, 5))
    assert reach.polygon.is_empty
    assert reach.route((1, 1)).cost == math.inf


def test_routes_of_a_reach_are_those_of_the_ground():
    ground, start, _ = scene(6, radius=0.3)
    reach = ground.reach(start, 20)
    for goal in [(1, 1), (11, 11), (1, 11), (11, 1)]:
        assert reach.route(goal).cost == NEAR(ground.path(start, goal).cost, abs=1e-12)
    assert reach.costs(np.zeros((0, 2))).shape == (0,)
