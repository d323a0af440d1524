"""What shortest ways bend round at a point, and the stretches of the circles about corners."""

import math
import random

import pytest

from tablesim.geometry.corners import NO_CONE, Ring, corners_at
from tablesim.geometry.elevation import FULL, Wedge

NEAR = pytest.approx
WALL = math.inf
QUARTER = math.pi / 2


def wedges(*widths_and_heights, start=0.0):
    """Return what lies about a point, counter-clockwise from a direction; widths in quarters."""
    found = []
    for width, height in widths_and_heights:
        found.append(Wedge(start % FULL, width * QUARTER, height))
        start += width * QUARTER
    return found


def all_starts(around):
    """Return the same beginning with each of the wedges."""
    return [[*around[i:], *around[:i]] for i in range(len(around))]


def is_cone(corner, start, width):
    """Whether what is gone round lies between two directions, in quarters."""
    wanted = [
        (math.cos(turn * QUARTER), math.sin(turn * QUARTER)) for turn in (start, start + width)
    ]
    return all(a == NEAR(b, abs=1e-12) for a, b in zip(corner.cone, wanted, strict=True))


@pytest.mark.parametrize(
    ("around", "levels"),
    [
        ([(1, WALL), (3, 0)], (0,)),
        ([(1, WALL), (1, 0), (2, 3)], (0, 3)),
        ([(1, WALL), (2, 3), (1, 0)], (0, 3)),
        ([(1, WALL), (1, 1), (1, 2), (1, 3)], (1, 2, 3)),
        # Roof meets wall: what lies on its two sides is joined over it alone.
        ([(1, WALL), (1, 0), (1, 3), (1, 0)], (3,)),
        ([(1, WALL), (1, 2), (1, 3), (1, 1)], (3,)),
    ],
)
def test_a_wall_is_gone_round_whatever_ground_lies_about_its_corner(around, levels):
    """On the wide side, close to the wall, at the heights that lie there."""
    for some in all_starts(wedges(*around)):
        (corner,) = corners_at((5, 6), 0.0, some)
        assert corner.at == (5, 6) and corner.levels == levels and is_cone(corner, 0, 1)


@pytest.mark.parametrize(
    "around",
    [
        [(3, WALL), (1, 0)],
        [(3, WALL), (0.5, 0), (0.5, 3)],
        [(2, WALL), (1, 0), (1, 3)],
        [(2, WALL), (2, 0)],
        [(4, WALL)],
        [(2, 3), (2, 0)],
    ],
)
def test_no_way_bends_in_the_inner_corner_of_a_wall_or_along_a_straight_one(around):
    for some in all_starts(wedges(*around)):
        assert corners_at((0, 0), 0.0, some) == []


def test_between_two_heights_the_narrow_side_is_gone_round_on_the_height_of_the_wide_one():
    for narrow, wide in ((3, 0), (0, 3)):
        for some in all_starts(wedges((1, narrow), (3, wide))):
            (corner,) = corners_at((0, 0), 0.5, some)
            assert corner.levels == (wide,) and corner.radius == 0.5 and is_cone(corner, 0, 1)
    (free,) = corners_at((0, 0), 0.0, wedges((1, 0), (1, 2), (2, 3)))
    assert free.cone == NO_CONE and free.levels == (0, 2, 3)


# The circle about a corner


def any_ring(rng):
    cuts = sorted(rng.uniform(0.05, FULL - 0.05) for _ in range(rng.randrange(5)))
    heights = [(0.0,), (2.0,), (0.0, 2.0), (3.0,), ()]
    levels = [rng.choice(heights[: rng.choice([4, 5])]) for _ in range(len(cuts) + 1)]
    return Ring((1.0, 2.0), rng.uniform(0.5, 3), (0.0, *cuts), tuple(levels), 1e-9)


def at_direction(ring, direction):
    """Return the levels of a ring in a direction: those of the last cut before it."""
    return ring.levels[sum(cut <= direction % FULL for cut in ring.cuts) - 1]


@pytest.mark.parametrize("side", [1, -1])
def test_an_arc_has_the_heights_that_lie_in_each_of_its_directions(side):
    """By looking in very many directions, over the first one, and more than once all round."""
    rng, blocked, met = random.Random(7), 0, 0
    for _ in range(150):
        ring, start, turn = any_ring(rng), rng.uniform(0, FULL), rng.uniform(0, 1.5 * FULL)
        seen = [at_direction(ring, start + side * turn * (i + 0.5) / 500) for i in range(500)]
        found = ring.arc(start, turn, side)
        if found is None:
            blocked += 1
            assert () in ring.levels
            continue
        assert () not in seen and found[0][0] == NEAR(0, abs=1e-12)
        begins = [first for first, _ in found]
        assert begins == sorted(begins) and begins[-1] < turn * ring.radius
        met += len(found) > 2
        for i, levels in enumerate(seen):
            way = turn * ring.radius * (i + 0.5) / 500
            if min(abs(way - first) for first in begins) > 1e-6:
                assert [there for first, there in found if first <= way][-1] == levels
    assert blocked > 20 and met > 30


def test_an_arc_by_hand():
    ring = Ring((0, 0), 2.0, (0.0, 1.0, 3.0), ((0.0,), (3.0,), ()), 1e-9)
    assert ring.arc(0.5, 1.0, 1) == ((0.0, (0.0,)), (1.0, (3.0,)))
    assert ring.arc(1.5, 1.0, -1) == ((0.0, (3.0,)), (1.0, (0.0,)))
    assert ring.arc(2.5, 1.0, 1) is None and ring.arc(0.5, 1.0, -1) is None
    assert ring.arc(2.5, 0.5, 1) == ((0.0, (3.0,)),)
    assert ring.arc(2.5, 0.0, 1) == ()
