"""Legal layouts and the moves of tiles, against other programs and exact counts."""

import random
from itertools import pairwise

import numpy as np
import pytest

from tablesim.games.wild_patterns.board import BOARD, FULL, labels, layout_of, occupied, rows_of
from tablesim.games.wild_patterns.fast import destinations
from tablesim.games.wild_patterns.rules import fault, landings, lone_tiles
from tablesim.grid import bits, components, symmetries

from . import oracle
from .positions import FULL_ROWS, cell, position, shifts

FEWEST = "##..#/.#..#/##..#/#...#/#####"
MOST = "...../#####/#...#/###.#/.####"


def tiles_of(rows):
    return occupied(layout_of(rows.replace("#", "B")))


def number_of_moves(tiles, lock=None):
    targets = destinations(tiles)
    return sum(t.bit_count() for source, t in enumerate(targets) if source != lock)


def test_a_figure_of_rows():
    """TV-T-2: T-14, T-19"""
    state = position(FULL_ROWS)
    moves = shifts(state)
    assert fault(occupied(state.layout)) is None
    assert len(moves) == 70
    for x in range(5):
        for y, number in ((4, 5), (3, 5), (2, 4)):
            assert sum(move.startswith(cell(x, y)) for move in moves) == number
    expected = {f"{cell(4, 2)}-{cell(x, 1)}" for x in range(4)}
    assert {move for move in moves if move.startswith(cell(4, 2))} == expected


def test_two_groups_are_illegal():
    """TV-T-3: T-14b"""
    tiles = tiles_of("BRKBR/KBRKB/...../RKBRK/.....")
    assert not lone_tiles(tiles)
    assert fault(tiles) == "T-14: the tiles form 2 figures: a2 b2 c2 d2 e2, " + labels(
        tiles_of("BRKBR/KBRKB/...../...../.....")
    )


def test_a_corner_counts_for_nothing():
    """TV-T-3: T-14a"""
    tiles = tiles_of("BRKB./KBRK./RKBR./BR.../..K..")
    assert labels(lone_tiles(tiles)) == cell(2, 0)
    assert fault(tiles) == "T-14: these tiles do not have another at its side: c1"
    state = position("BRKB./KBRK./RKBR./BRK../.....")
    assert fault(occupied(state.layout)) is None
    assert len(shifts(state)) == 99
    locked = position("BRKB./KBRK./RKBR./BRK../.....", lock=cell(2, 1))
    assert len(shifts(locked)) == 93


def test_fewest_and_most_moves():
    """TV-T-4"""
    assert number_of_moves(tiles_of(FEWEST)) == 26
    assert number_of_moves(tiles_of(FEWEST), lock=BOARD.cell(cell(0, 4))) == 16
    assert number_of_moves(tiles_of(MOST)) == 145


def random_figure(rng, size=15):
    tiles = 1 << rng.randrange(25)
    while tiles.bit_count() < size:
        rim = [c for c in range(25) if BOARD.near_mask[c] & tiles and not tiles >> c & 1]
        tiles |= 1 << rng.choice(rim)
    return tiles


def test_three_programs_find_the_same_moves():
    """T-14, T-19: the fast one, the plain one, and one that tries every cell."""
    rng = random.Random(4)
    for _ in range(60):
        tiles = random_figure(rng)
        cells = {(c % 5, c // 5) for c in bits(tiles)}
        targets = destinations(tiles)
        for source in range(25):
            if not tiles >> source & 1:
                assert targets[source] == 0
                continue
            tried = {
                c
                for c in range(25)
                if (c % 5, c // 5) not in cells
                and oracle.is_one_figure(cells - {(source % 5, source // 5)} | {(c % 5, c // 5)})
            }
            assert set(bits(targets[source])) == set(bits(landings(tiles, source))) == tried


def test_legal_is_connected_and_connected_has_no_lone_tile():
    """T-14: (b) implies (a), and both are what the geometry of the cells says."""
    rng = random.Random(5)
    for _ in range(300):
        tiles = sum(1 << c for c in rng.sample(range(25), 15))
        union = BOARD.polygon(tiles)
        assert (fault(tiles) is None) == (union.geom_type == "Polygon")
        if fault(tiles) is None:
            assert not lone_tiles(tiles)


def test_layouts_are_read_back():
    rng = random.Random(6)
    for _ in range(50):
        signs = ["B"] * 5 + ["R"] * 5 + ["K"] * 5 + ["."] * 10
        rng.shuffle(signs)
        rows = "/".join("".join(signs[i : i + 5]) for i in range(0, 25, 5))
        assert rows_of(layout_of(rows)) == rows
    with pytest.raises(ValueError, match="a tile is one of B, R, K, got 'X'"):
        layout_of("X..../...../...../...../.....")


# Exact counts, by array programs that share nothing with the package


def spread(masks):
    left = np.uint32(0b11110_11110_11110_11110_11110)
    right = np.uint32(0b01111_01111_01111_01111_01111)
    return (
        masks << np.uint32(5)
        | masks >> np.uint32(5)
        | (masks & right) << np.uint32(1)
        | (masks & left) >> np.uint32(1)
    ) & np.uint32(FULL)


def is_connected(masks):
    """For an array of sets of cells whether each is connected."""
    reached = masks & (~masks + np.uint32(1))
    while True:
        grown = reached | spread(reached) & masks
        if (grown == reached).all():
            return reached == masks
        reached = grown


def sets_of_size(size):
    found = [
        block[np.bitwise_count(block) == size]
        for block in (
            np.arange(first, first + (1 << 21), dtype=np.uint32)
            for first in range(0, 1 << 25, 1 << 21)
        )
    ]
    return np.concatenate(found)


@pytest.fixture(scope="module")
def layouts():
    """All legal layouts as sets of cells, and how many sets have no lone tile."""
    sets = sets_of_size(15)
    assert len(sets) == 3_268_760
    connected = is_connected(sets)
    without_lone = (spread(sets) & sets) == sets
    return sets[connected], int(without_lone.sum())


def test_number_of_layouts(layouts):
    """T-14, T-10: 378,190 legal layouts; 883,284 more have no lone tile but several figures."""
    legal, without_lone = layouts
    assert len(legal) == 378_190
    assert without_lone - len(legal) == 883_284
    assert len(legal) * 756_756 == 286_197_551_640


def test_number_of_layouts_but_for_symmetry(layouts):
    legal, _ = layouts
    least = legal.copy()
    for permutation in symmetries(BOARD):
        image = np.zeros_like(legal)
        for one, other in enumerate(permutation):
            image |= (legal >> np.uint32(one) & np.uint32(1)) << np.uint32(other)
        least = np.minimum(least, image)
    assert len(np.unique(least)) == 47_560


def test_number_of_moves_by_what_is_left(layouts):
    """T-19: 29,115,528 moves: a tile leaves 14 cells, and comes back where they are one figure."""
    legal, _ = layouts
    lifted = [
        legal[legal >> np.uint32(c) & np.uint32(1) == 1] & ~np.uint32(1 << c) for c in range(25)
    ]
    _, ways = np.unique(np.concatenate(lifted), return_counts=True)
    assert int((ways * (ways - 1)).sum()) == 29_115_528
    # With the lock on any of the 15 tiles, each tile may move in 14 cases of 15: the exact mean.
    assert 29_115_528 * 189_095 == 14_557_764 * 378_190
    assert 67_936_232 * 15 * 189_095 == 14_557_764 * 14 * 945_475


@pytest.mark.slow
def test_number_of_moves_by_the_generator(layouts):
    """T-19, T-22: the generator itself, over all layouts; a move always exists."""
    legal, _ = layouts
    total, least, most, least_locked = 0, 99, 0, 99
    for tiles in map(int, legal):
        numbers = [t.bit_count() for t in destinations(tiles)]
        moves = sum(numbers)
        total += moves
        least, most = min(least, moves), max(most, moves)
        least_locked = min(least_locked, moves - max(numbers))
    assert (total, least, most, least_locked) == (29_115_528, 26, 145, 16)


@pytest.mark.slow
def test_numbers_of_connected_sets():
    """T-14: connected sets of each size, grown cell by cell."""
    grown = {1 << c for c in range(25)}
    numbers = [len(grown)]
    for _ in range(24):
        grown = {s | 1 << c for s in grown for c in bits(around(s) & ~s)}
        numbers.append(len(grown))
    assert numbers == [
        *(25, 40, 94, 228, 571, 1436, 3546, 8409, 18874, 39622, 76876, 136217, 217531, 307864),
        *(378190, 392525, 332580, 221076, 111180, 41288, 11195, 2188, 296, 25, 1),
    ]


def around(cells):
    left, right = 0b11110_11110_11110_11110_11110, 0b01111_01111_01111_01111_01111
    return (cells << 5 | cells >> 5 | (cells & right) << 1 | (cells & left) >> 1) & FULL


@pytest.mark.slow
def test_plain_and_fast_moves_agree_everywhere(layouts):
    legal, _ = layouts
    for tiles in map(int, legal[::7]):
        for source, targets in enumerate(destinations(tiles)):
            assert targets == (landings(tiles, source) if tiles >> source & 1 else 0)


def test_two_moves_never_give_the_same_position():
    """T-19"""
    state = position(FULL_ROWS)
    after = sorted(state.apply(move).layout for move in state.legal_moves()[4:])
    assert all(a != b for a, b in pairwise(after))


def test_a_bridge_must_join_what_it_has_joined():
    """T-19: the tile in the air may leave several figures."""
    tiles = tiles_of("##.##/##.##/###../##.##/.....")
    assert fault(tiles) is not None
    tiles = tiles_of("##.##/##.##/#####/##.../.....")
    bridge = BOARD.cell("c3")
    assert len(components(BOARD, tiles & ~(1 << bridge))) == 2
    assert labels(landings(tiles, bridge)) == "c4 c5"
