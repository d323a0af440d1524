"""From the integers back to the plane."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Rect
from tablesim.grid import bits, from_polygons, square
from tablesim.table import Table

from .conftest import Board, boards, moved, voronoi


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(0, 10**6))
def test_cell_at_finds_the_cell_around_a_point(board, seed):
    x0, y0, x1, y1 = shapely.total_bounds(board.polygons)
    rng = np.random.default_rng(seed)
    for x, y in rng.uniform((x0 - 1, y0 - 1), (x1 + 1, y1 + 1), (60, 2)):
        place = shapely.Point(x, y)
        if min(shape.boundary.distance(place) for shape in board.polygons) < 1e-5:
            continue
        around = [i for i, shape in enumerate(board.polygons) if shape.contains(place)]
        assert [board.grid.cell_at((x, y))] == (around or [None])


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_points_on_a_border_belong_to_the_lowest_cell_there(board, data):
    grid = board.grid
    cell = data.draw(st.integers(0, len(grid) - 1))
    ring = grid.rings[cell][0]
    a, b = grid.corners[ring[0]], grid.corners[ring[1]]
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    assert grid.cell_at(a) == min(i for i, r in enumerate(grid.rings) if ring[0] in r[0])
    if grid.tolerance * 10 < np.hypot(b[0] - a[0], b[1] - a[1]):
        across = grid.borders.get((ring[1], ring[0]), (cell, 0))[0]
        assert grid.cell_at(middle) == min(cell, across)


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_the_area_of_an_outline_is_the_sum_of_areas(board, data):
    grid = board.grid
    mask = data.draw(st.integers(0, grid.full))
    cells = list(bits(mask))
    shape = grid.polygon(mask)
    assert shape.is_valid and shape.equals(grid.polygon(cells))
    assert shape.area == pytest.approx(sum(board.polygons[i].area for i in cells), rel=1e-6)


@settings(max_examples=40, deadline=None)
@given(boards())
def test_pieces_stand_within_their_cells(board):
    """By default anywhere; the true disc reaches to the rim of the cell at most."""
    grid = board.grid
    for cell, shape in enumerate(board.polygons):
        piece = grid.piece("it", cell, heading=30, seat=1)
        assert shape.contains(piece.polygon) and piece.seat == 1
        assert grid.cell_at(piece.pose.point) == cell
        grid.piece("it", cell, footprint=Disc(grid.clearance[cell]))
        with pytest.raises(GeometryError, match=r"piece 'it' .* sticks out of cell"):
            grid.piece("it", cell, footprint=Disc(grid.clearance[cell] + 1e-4))


def test_pieces_of_other_shapes_stand_where_they_fit():
    """DS-3: four spots in a cell."""
    grid = square(2, 2, size=40)
    spots = [(10, 10), (30, 10), (10, 30), (30, 30)]
    pieces = [grid.piece(f"b{i}", 0, at=at, footprint=Disc(9)) for i, at in enumerate(spots)]
    table = grid.table(pieces)
    assert table.gap("b0", "b1").distance == pytest.approx(2)
    grid.piece("full", 3, footprint=Rect(40, 40))
    with pytest.raises(GeometryError, match="sticks out of cell 'b2'"):
        grid.piece("full", 3, footprint=Rect(40, 40), heading=1)
    with pytest.raises(GeometryError, match="sticks out of cell 'a1'"):
        grid.piece("off", 0, at=(35, 10), footprint=Disc(9))


def test_a_piece_must_not_bridge_a_notch():
    """All corners inside are not enough."""
    notched = shapely.box(0, 0, 4, 4) - shapely.box(1.9, 1, 2.1, 4)
    grid = from_polygons([notched])
    with pytest.raises(GeometryError, match="sticks out"):
        grid.piece("bridge", 0, at=(2, 3), footprint=Rect(3, 1))


def test_a_table_of_a_board_is_a_table():
    grid = square(5, 5, size=40)
    table = grid.table([grid.piece("luke", 0, seat=0), grid.piece("mine", 4)], title="on a board")
    assert isinstance(table, Table) and table.area == (200, 200)
    assert table.gap("luke", "mine").distance == pytest.approx(4 * 40 - 2 * 14)
    assert table["luke"].placed.footprint == Disc(14)
    assert {mark.role for mark in table.scene().marks} == {"mat", "base", "facing"}
    with pytest.raises(GeometryError, match=r"begins at \(-7, 0\): move its cells"):
        moved(grid.polygons, 0, (-7, 0)).grid.table()


def test_scenes_show_cells_and_what_stands_on_them():
    grid = square(5, 5, size=40)
    tile = grid.mark([12], "tile", side=0, label="B", inset=0.1)
    where = grid.mark(grid.within(12, 1), "mark", title="where to")
    scene = grid.scene([tile, where, grid.mark([0], "secret")], headline="A board", unit="")
    assert [mark.role for mark in scene.marks] == ["cell"] * 25 + ["tile", "mark", "secret"]
    assert scene.marks[12].title == "c3"
    assert tile.shape.area == pytest.approx(36**2) and where.shape.area == pytest.approx(5 * 1600)
    from tablesim.render import svg

    for theme in ("light", "dark", "print"):
        assert svg.draw(scene, theme=theme).count('class="cell') == 25


def test_a_scattered_board_works_like_any_other():
    cells = voronoi(30, 7)
    board = Board(from_polygons(cells), tuple(cells))
    assert board.grid.polygon(board.grid.full).area == pytest.approx(30)
    assert not shapely.get_parts(board.grid.polygon(board.grid.full))[0].interiors
