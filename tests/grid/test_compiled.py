"""The compiled tables say what the polygons say (G-2), wherever the board lies."""

from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError, UnknownName
from tablesim.grid import EIGHTHS, SIXTHS, from_polygons, hexes, square

from .conftest import angles, boards, moved, shifts

CLEAR = 2e-3
"""Borders shorter than this are left to the tolerance; cells are about one unit wide."""


def common_border(a, b):
    """The length of border that two cells have in common, up to about a thousandth."""
    return shapely.intersection(a.boundary, b.buffer(1e-5)).length


@settings(max_examples=40, deadline=None)
@given(boards())
def test_neighbors_share_border_and_diagonals_share_points(board):
    grid = board.grid
    for i, j in combinations(range(len(grid)), 2):
        a, b = board.polygons[i], board.polygons[j]
        is_near, is_diagonal = j in grid.neighbors[i], j in grid.diagonals[i]
        assert is_near == (i in grid.neighbors[j]) == bool(grid.near_mask[i] & grid.bit[j])
        assert is_diagonal == (i in grid.diagonals[j])
        gap, border = a.distance(b), common_border(a, b)
        if gap > CLEAR:
            assert not is_near and not is_diagonal
        elif border > CLEAR:
            assert is_near and not is_diagonal
        elif gap < 1e-8 and border < 1e-4:
            assert is_diagonal and not is_near


@settings(max_examples=25, deadline=None)
@given(boards())
def test_distances_are_shortest_ways(board):
    grid, far = board.grid, len(board.grid)
    way = np.full((far, far), far)
    np.fill_diagonal(way, 0)
    for i, near in enumerate(grid.neighbors):
        way[i, list(near)] = 1
    for k in range(far):
        way = np.minimum(way, way[:, k : k + 1] + way[k])
    assert np.array_equal(np.minimum(way, far), grid.distance)
    for steps in range(4):
        assert grid.within(0, steps) == sum(1 << int(j) for j in np.flatnonzero(way[0] <= steps))


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 6), angles, shifts)
def test_rays_of_squares_are_steps_by_columns_and_rows(rows, columns, angle, shift):
    """G-2: a diagonal passes between two side neighbors."""
    grid = moved(square(rows, columns).polygons, angle, shift, EIGHTHS).grid
    ways = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    for cell in range(len(grid)):
        for d, (dx, dy) in enumerate(ways):
            y, x = divmod(cell, columns)
            ray = []
            while 0 <= (x := x + dx) < columns and 0 <= (y := y + dy) < rows:
                ray.append(x + columns * y)
            assert grid.rays[cell][d] == tuple(ray)


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 3), angles, shifts)
def test_rays_of_hexagons_are_steps_along_axes(radius, angle, shift):
    plain = hexes(radius)
    grid = moved(plain.polygons, angle, shift, SIXTHS).grid
    place = [tuple(map(int, label.split(","))) for label in plain.labels]
    number = {at: cell for cell, at in enumerate(place)}
    for cell, at in enumerate(place):
        for d, (dq, dr) in enumerate(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))):
            ray, (q, r) = [], at
            while (q + dq, r + dr) in number:
                q, r = q + dq, r + dr
                ray.append(number[q, r])
            assert grid.rays[cell][d] == tuple(ray)


@settings(max_examples=25, deadline=None)
@given(boards(), st.data())
def test_rays_meet_the_cells_that_lie_on_the_line(board, data):
    """Samples along the line meet the same cells, in the same order, but for short corners."""
    grid = board.grid
    cell = data.draw(st.integers(0, len(grid) - 1))
    d = data.draw(st.integers(0, len(grid.directions) - 1))
    turn = np.radians(grid.directions[d])
    steps = np.arange(0, 12, 0.005)[:, None]
    places = shapely.points(grid.centers[cell] + steps * (np.cos(turn), np.sin(turn)))
    met = []
    for place in places:
        for i, shape in enumerate(board.polygons):
            if i != cell and shape.contains(place) and shape.boundary.distance(place) > 1e-3:
                met.append(i)
    met = list(dict.fromkeys(met))
    ray = grid.rays[cell][d]
    assert [i for i in ray if i in met] == met
    line = shapely.LineString((places[0], places[-1]))
    assert all((board.polygons[i] & line).length < 0.5 for i in set(ray) - set(met))


def test_wrapped_rays_go_round_once():
    ring = square(2, 4, wrap=(True, False))
    assert ring.rays[1][0] == (2, 3, 0)
    assert ring.rays[1][1] == (6,)  # up and out
    assert ring.rays[0][2] == (4,)
    assert ring.neighbors[0] == (1, 3, 4) and ring.diagonals[0] == (5, 7)
    assert ring.distance[0][3] == 1
    torus = square(10, 6, wrap=(True, True))
    assert len(torus.rays[0][1]) == 29  # 30 steps lead back, the least common multiple
    assert all(len(near) == 4 for near in torus.neighbors)
    assert all(len(diagonal) == 4 for diagonal in torus.diagonals)


@settings(max_examples=10, deadline=None)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 5)),
    st.tuples(st.booleans(), st.booleans()),
    angles,
    shifts,
)
def test_wrapped_tables_are_those_of_reckoning_modulo(size, wrapped, angle, shift):
    (rows, columns), (right, up) = size, wrapped
    plain = square(rows, columns)
    wrap = [v for v, asked in (((columns, 0), right), ((0, rows), up)) if asked]
    grid = moved(plain.polygons, angle, shift, EIGHTHS, wrap).grid
    ways = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

    def step(cell, way):
        y, x = (cell // columns + way[1], cell % columns + way[0])
        x, y = x % columns if right else x, y % rows if up else y
        return x + columns * y if 0 <= x < columns and 0 <= y < rows else None

    for cell in range(len(grid)):
        near = {step(cell, way) for way in ways[::2]} - {None, cell}
        corners = {step(cell, way) for way in ways[1::2]} - {None, cell} - near
        assert set(grid.neighbors[cell]) == near
        assert set(grid.diagonals[cell]) == corners
        for d, way in enumerate(ways):
            ray, there = [], step(cell, way)
            while there is not None and there != cell and there not in ray:
                ray.append(there)
                there = step(there, way)
            assert grid.rays[cell][d] == tuple(ray)


@settings(max_examples=15, deadline=None)
@given(angles, shifts)
def test_bricks_meet_in_t_joints(angle, shift):
    bricks = [
        shapely.box(2 * x + y % 2, y, 2 * x + y % 2 + 2, y + 1) for y in range(3) for x in range(3)
    ]
    grid = moved(bricks, angle, shift, (0, 90)).grid
    assert grid.neighbors[4] == (1, 2, 3, 5, 7, 8)
    assert grid.diagonals == ((),) * 9
    assert grid.rays[1] == ((2,), (7,))  # up, along a joint that belongs to neither side


def test_a_cell_in_the_hole_of_another_is_its_neighbor():
    frame = shapely.box(0, 0, 3, 3) - shapely.box(1, 1, 2, 2)
    grid = from_polygons([frame, shapely.box(1, 1, 2, 2)], directions=[0])
    assert grid.neighbors == ((1,), (0,))
    assert grid.polygons[0].contains(shapely.Point(grid.centers[0]))
    assert grid.rays[1][0] == (0,)


def test_borders_that_differ_in_their_last_digits_become_one():
    left, right = shapely.box(0, 0, 1, 1), shapely.box(1 + 3e-7, -2e-7, 2, 1 + 4e-7)
    grid = from_polygons([left, right])
    assert grid.neighbors == ((1,), (0,))
    assert len(grid.corners) == 6
    assert from_polygons([left, shapely.box(1.00001, 0, 2, 1)]).neighbors == ((), ())


def test_the_boards_of_the_games():
    """T-1, SK-1, DS-5 and DS-11."""
    five, space = square(5, 5), square(10, 6)
    assert sum(map(len, five.neighbors)) == 2 * 40 and sum(map(len, five.diagonals)) == 2 * 32
    up = EIGHTHS.index(90)
    assert space.rays[2][up] == tuple(range(8, 60, 6))  # SK-15: up the column
    moves = {"a1": 9, "b1": 12, "c1": 13, "b2": 16, "c2": 18, "c3": 20}  # DS.9
    for label, count in moves.items():
        assert five.within(five.cell(label), 3).bit_count() - 1 == count


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([[(0, 0), (1, 1), (1, 0), (0, 1)]], "cell 0 is no polygon: Self-intersection"),
        ([[(0, 0), (1, 0), (float("nan"), 1)]], "cell 0 needs finite coordinates"),
        ([[(0, 0), (1, 0)]], "cell 0 needs at least three points"),
        ([shapely.Polygon()], "cell 0 encloses no area"),
        ([shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)], "'0' and '1' overlap.* area of 1 in"),
        ([shapely.box(0, 0, 9, 9), shapely.box(0, 0, 9, 9)], "overlap"),
        ([shapely.box(0, 0, 9, 9), shapely.box(9, 0, 18, 9), shapely.box(18, 0, 18 + 1e-7, 9)],
         "cell 2 is no wider than the tolerance"),
    ],
)  # fmt: skip
def test_cells_that_make_no_board_are_named(cells, words):
    with pytest.raises(GeometryError, match=words):
        from_polygons(cells)


def test_other_mistakes_are_named():
    box = shapely.box(0, 0, 1, 1)
    with pytest.raises(ValueError, match="at least one cell"):
        from_polygons([])
    with pytest.raises(ValueError, match="1 cells need 1 labels, got 2"):
        from_polygons([box], ["a", "b"])
    with pytest.raises(ValueError, match="two cells are called 'a'"):
        from_polygons([box, shapely.box(1, 0, 2, 1)], ["a", "a"])
    for wrap in ([(0, 0)], [(1, 0), (2, 0)], [(1, 0), (0, 1), (1, 1)]):
        with pytest.raises(GeometryError, match="wraps by one translation"):
            from_polygons([box], wrap=wrap)
    with pytest.raises(GeometryError, match="'0' and '0' overlap"):
        from_polygons([box], wrap=[(0.5, 0)])
    with pytest.raises(ValueError, match="got 0 x 3"):
        square(0, 3)
    with pytest.raises(ValueError, match="got -1"):
        hexes(-1)
    with pytest.raises(UnknownName, match=r"no cell is called 'f10'; did you mean 'f1'"):
        square(6, 6).cell("f10")


def test_many_columns_have_labels_of_several_letters():
    labels = square(1, 54).labels
    assert [labels[i] for i in (0, 25, 26, 51, 52)] == ["a1", "z1", "aa1", "az1", "ba1"]
