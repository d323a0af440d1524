"""Where the center of a base may be and where it changes levels, as the search sees it."""

import math

import pytest
import shapely

from tablesim.games.unforged.ground.decks import FINE, decks_for, grown
from tablesim.geometry import Convex

from .arenas import R, arena, box, drum, model

SQUARE = ((0, 0), (2, 0), (2, 2), (0, 2))


@pytest.mark.parametrize(
    "part",
    [
        Convex(SQUARE),
        Convex(((0, 0), (0.7, 0), (1.5, 0), *SQUARE[1:])),
        Convex(((0, 0), (3, 0), (1, 0.2))),
        Convex(((0, 0), (3, 1))),
        Convex(((1, 2),), 0.5),
    ],
    ids=["square", "corners on a side", "sharp", "segment", "disc"],
)
@pytest.mark.parametrize("radius", [0.2, R])
def test_ug_23_grown_parts_have_room_for_the_circles(part, radius):
    """UG-20, UG-23: about the exact shape, and no wider than round corners of that many sides."""
    core = shapely.convex_hull(shapely.MultiPoint(part.points))
    reach = part.radius + radius
    found = grown(part, radius)
    assert found.is_valid
    assert found.buffer(1e-9).covers(core.buffer(reach, quad_segs=64))
    assert core.buffer(reach / math.cos(FINE / 2) + 1e-4, quad_segs=256).covers(found)


def test_ug_23_no_change_of_levels_is_found_twice():
    """UG-23: not where solids share sides, nor for a longer way that comes out on top, too."""
    corners = (12, 8, 18, 12)
    house, cellar, upper = box("h", corners, 2), box("h", corners, 1), box("h", corners, 2, 1)
    barrels = [drum("barrel", 25, 10, 1.5, high) for high in (1, 2)]
    wall = box("wall", (12, 14, 12.3, 19), 1)
    mover = model("m", 10, 10)
    for things, levels in (
        ((house,), {0.0, 2.0}),
        ((cellar, upper), {0.0, 2.0}),
        (barrels, {0.0, 2.0}),
        ((wall,), {0.0, 1.0}),
    ):
        legs = [hop.leg for hop in decks_for(arena(*things, mover), mover).hops((18, 12), 20)]
        assert len(set(legs)) == len(legs) > 0
        assert {leg.end_level for leg in legs} == levels
