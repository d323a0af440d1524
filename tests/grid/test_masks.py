"""Sets of cells: what the integers say is what the shapes say."""

import sys
from itertools import combinations, pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import GeometryError, UnknownName
from tablesim.grid import (
    CellSet,
    bits,
    components,
    flood,
    from_polygons,
    hexes,
    is_connected,
    mask_of,
    outline,
    read,
    spread,
    square,
    text,
)

from .conftest import boards, voronoi


def parts_of_union(polygons, cells):
    """How many pieces the cells make when glued along borders, not at corners."""
    grown = shapely.union_all([polygons[c].buffer(1e-6, join_style="mitre") for c in cells])
    glued = grown.buffer(-1e-5, join_style="mitre")
    return sum(not part.is_empty for part in shapely.get_parts(glued))


@settings(max_examples=60, deadline=None)
@given(boards(), st.data())
def test_connected_sets_are_connected_unions(board, data):
    """T-14 and G-2: corner contacts do not count."""
    grid = board.grid
    mask = data.draw(st.integers(1, grid.full))
    parts = components(grid, mask)
    assert len(parts) == parts_of_union(board.polygons, list(bits(mask)))
    assert is_connected(grid, mask) == (len(parts) == 1)
    assert sum(parts) == mask
    assert all(flood(grid, part & -part, mask) == part for part in parts)


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_spread_is_the_union_of_neighbors(board, data):
    mask = data.draw(st.integers(0, board.grid.full))
    near = {j for i in bits(mask) for j in board.grid.neighbors[i]}
    assert set(bits(spread(board.grid, mask))) == near


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_outlines_enclose_the_cells(board, data):
    """The signed areas of the rings add up, and the rings are the border of the union."""
    grid = board.grid
    mask = data.draw(st.integers(1, grid.full))
    rings = outline(grid, mask)
    x0, y0 = grid.corners[0]
    around = [[(grid.corners[c][0] - x0, grid.corners[c][1] - y0) for c in ring] for ring in rings]
    area = sum(
        (a[0] * b[1] - a[1] * b[0]) / 2 for ring in around for a, b in pairwise([*ring, ring[0]])
    )
    assert area == pytest.approx(sum(grid.polygons[i].area for i in bits(mask)), rel=1e-6)
    length = sum(shapely.LinearRing(ring).length for ring in around)
    assert length == pytest.approx(grid.polygon(mask).length, rel=1e-6)
    holes = sum(len(part.interiors) for part in shapely.get_parts(grid.polygon(mask)))
    clockwise = sum(not shapely.LinearRing(ring).is_ccw for ring in around)
    assert clockwise <= holes  # what closes only in a corner is a hole of the union alone


def test_outline_of_nothing_and_around_a_hole():
    grid = square(3, 3)
    assert outline(grid, 0) == ()
    outer, inner = sorted(outline(grid, grid.full & ~grid.bit[4]), key=len, reverse=True)
    assert (len(outer), len(inner)) == (12, 4)
    assert len(outline(grid, grid.bit[0] | grid.bit[4])) == 2


def test_the_empty_set_is_connected_and_has_no_parts():
    grid = square(5, 5)
    assert is_connected(grid, 0) and components(grid, 0) == [] and spread(grid, 0) == 0


def test_there_are_as_many_connected_sets_as_counted_elsewhere():
    """T.12: the connected sets of 1 to 5 cells on 5x5."""
    grid = square(5, 5)
    counts = [
        sum(is_connected(grid, sum(cells)) for cells in combinations(grid.bit, size))
        for size in range(1, 6)
    ]
    assert counts == [25, 40, 94, 228, 571]


def test_legal_layouts_of_wild_patterns():
    """TV-T-3."""
    grid = square(5, 5)

    def tiles(rows):
        return mask_of(read(grid, rows))

    assert is_connected(grid, tiles("BRKBR/KBRKB/RKBRK/...../....."))
    assert len(components(grid, tiles("BRKBR/KBRKB/...../RKBRK/....."))) == 2
    assert not is_connected(grid, tiles("BRKB./KBRK./RKBR./BR.../..K.."))
    assert is_connected(grid, tiles("BRKB./KBRK./RKBR./BRK../....."))


def test_play_asks_no_geometry():
    """Once the tables are there, no function of shapely runs."""
    grid = square(5, 5)
    asked = []

    def watch(frame, event, arg):
        if event == "call" and "shapely" in frame.f_code.co_filename:
            asked.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        for mask in range(1, 1 << 25, 99_991):
            components(grid, mask)
            outline(grid, mask)
            text(grid, read(grid, text(grid, dict.fromkeys(bits(spread(grid, mask)), "#"))))
            list(CellSet(grid, grid.within(12, 2)) - CellSet(grid, mask))
    finally:
        sys.setprofile(None)
    assert asked == []


@given(st.sets(st.integers(0, 24)), st.sets(st.integers(0, 24)))
def test_cell_sets_reckon_like_sets(a, b):
    grid = square(5, 5)
    left, right = CellSet.of(grid, *a), CellSet.of(grid, *b)
    assert list(left) == sorted(a) and len(left) == len(a)
    assert set(left | right) == a | b == set(left | b)
    assert set(left & right) == a & b
    assert set(left - right) == a - b
    assert set(left ^ right) == a ^ b
    assert set(~left) == set(range(25)) - a
    assert (left <= right) == (a <= b)
    assert (left == right) == (a == b)
    assert all((i in left) == (i in a) for i in range(-3, 30))
    assert hash(left) == hash(CellSet(grid, left.mask))


def test_cell_sets_show_themselves():
    assert repr(CellSet.of(square(2, 3), "a1", "c2")) == "..#\n#.."
    board = hexes(1)
    assert repr(CellSet.of(board, "0,0", "1,0")).splitlines() == [" . .", ". # #", " . ."]
    scattered = from_polygons(voronoi(9, 1))
    assert repr(CellSet.of(scattered, 2, 5)) == "CellSet(2, 5)"
    assert scattered.lines is None


def test_cell_sets_name_what_is_wrong():
    grid = square(2, 2)
    with pytest.raises(ValueError, match="no other bits, got 0x10"):
        CellSet(grid, 16)
    with pytest.raises(UnknownName, match="has no cell 4"):
        CellSet.of(grid, 4)
    with pytest.raises(ValueError, match="sets of different boards"):
        CellSet.of(grid, 0) | CellSet.of(square(2, 2), 0)


@given(st.dictionaries(st.integers(0, 18), st.sampled_from("BRK"), max_size=19))
def test_text_is_read_back(signs):
    for grid in (square(4, 5), hexes(2)):
        assert read(grid, text(grid, signs)) == signs
        assert read(grid, text(grid, signs).split("\n")) == signs


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("...", "the board has 2 rows, got 1"),
        (".../..", r"row 2: '..' does not fit the board, whose row is '...'"),
        ("..../...", r"row 1: '....' does not fit"),
        (". ./...", "row 1"),
    ],
)
def test_text_that_does_not_fit_is_named(rows, words):
    with pytest.raises(ValueError, match=words):
        read(square(2, 3), rows)


def test_boards_without_rows_have_no_text():
    with pytest.raises(GeometryError, match="do not stand in rows"):
        text(from_polygons(voronoi(9, 1)), {})
