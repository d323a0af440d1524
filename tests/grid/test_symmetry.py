"""Turns, mirrors and shifts of boards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.grid import (
    EIGHTHS,
    SIXTHS,
    from_polygons,
    hexes,
    placements,
    read,
    square,
    symmetries,
)

from .conftest import angles, boards, moved, shifts, voronoi

QUARTERS = EIGHTHS[::2]


@settings(max_examples=40, deadline=None)
@given(boards())
def test_symmetries_are_a_group_of_permutations_that_keep_contacts(board):
    grid = board.grid
    group = symmetries(grid)
    assert tuple(range(len(grid))) in group
    for p in group:
        assert sorted(p) == list(range(len(grid)))
        for i in range(len(grid)):
            assert {p[j] for j in grid.neighbors[i]} == set(grid.neighbors[p[i]])
            assert {p[j] for j in grid.diagonals[i]} == set(grid.diagonals[p[i]])
        for q in group:
            assert tuple(p[i] for i in q) in group
    assert set(symmetries(grid, mirrors=False)) <= set(group)


@settings(max_examples=15, deadline=None)
@given(angles, shifts)
def test_how_many_symmetries_boards_have(angle, shift):
    def count(polygons, **words):
        return len(symmetries(moved(polygons, angle, shift).grid, **words))

    assert count(square(5, 5).polygons) == 8
    assert count(square(5, 5).polygons, mirrors=False) == 4
    assert count(square(4, 6).polygons) == 4
    assert count(hexes(2).polygons) == 12
    assert count(hexes(2).polygons, mirrors=False) == 6
    assert count(voronoi(12, 3)) == 1
    corner_gone = square(3, 3).polygons[1:]
    assert count(corner_gone) == 2 and count(corner_gone, mirrors=False) == 1


def test_turns_of_a_square_board():
    grid = square(5, 5)
    turns = symmetries(grid, mirrors=False)
    quarter = {tuple((4 - y) + 5 * x for y in range(5) for x in range(5))}
    assert quarter < set(turns)


def pattern(grid, rows):
    """Lay a pattern card into the lower left corner."""
    said = rows.split("/")
    wide = [row.ljust(5, ".") for row in [*["....."] * (5 - len(said)), *said]]
    return read(grid, wide)


@pytest.mark.parametrize(
    ("rows", "count", "with_mirrors"),
    [
        ("RKR", 30, 30), ("RKB", 60, 60), ("BK/K.", 64, 64), ("RB/.B", 64, 128),
        ("KBRB", 40, 40), ("KR/RB", 64, 64), ("KBR/.B.", 48, 96), ("KRBBR", 20, 20),
        ("BRBR/K...", 32, 64), ("..B../BKKBR", 16, 32), ("....B/.RBKR/KK...", 12, 24),
        ("..B../KBR.B/..RRB/....R", 8, 16), ("RBK./..K./..BB/.RKK", 16, 32),
    ],
)  # fmt: skip
def test_placements_of_pattern_cards(rows, count, with_mirrors):
    """T-36 and the counts of T-39."""
    grid = square(5, 5)
    signs = pattern(grid, rows)
    colors = list(signs.values())

    def different(**words):
        found = placements(grid, list(signs), turns=QUARTERS, **words)
        return len({frozenset(zip(cells, colors, strict=True)) for cells in found})

    assert different() == count
    assert different(mirrors=True) == with_mirrors


@settings(max_examples=15, deadline=None)
@given(angles, shifts, st.sets(st.integers(0, 8), min_size=1, max_size=4))
def test_placements_keep_all_distances(angle, shift, cells):
    grid = moved(square(3, 4).polygons, angle, shift).grid
    shape = sorted(cells)
    found = placements(grid, shape, turns=QUARTERS, mirrors=True)
    assert tuple(shape) in found and len(set(found)) == len(found)
    for image in found:
        for i, a in zip(shape, image, strict=True):
            for j, b in zip(shape, image, strict=True):
                assert grid.distance[i][j] == grid.distance[a][b]


def test_placements_on_hexagons():
    grid = hexes(1)
    pair = [grid.cell("0,0"), grid.cell("1,0")]
    assert len(placements(grid, pair, turns=SIXTHS)) == 24  # 12 pairs of neighbors, both ways


def test_placements_pass_over_gaps():
    grid = from_polygons([p for i, p in enumerate(square(1, 5).polygons) if i != 2])
    assert placements(grid, [0, 1]) == ((0, 1), (2, 3))
