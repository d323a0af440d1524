"""The zones of enemies on a level, as the search sees them: UG-22, HR-60."""

import math
from itertools import product

import pytest
import shapely

from tablesim.games.unforged.ground.decks import FINE, Deck
from tablesim.games.unforged.ground.melee import engaged_with, holds, placed
from tablesim.games.unforged.ground.surfaces import apart
from tablesim.games.unforged.ground.zones import Zone, within_reach, zones_on

from .arenas import R, arena, box, drum, model

REACH = 3.0


def enemy(**said):
    return model("e", 20, 20, heading=180, seat=1, reach=REACH, **said)


@pytest.mark.parametrize(
    ("start", "halts", "allowed"),
    [
        ((0, 0), False, {"past": True, "in": True, "through": False}),
        ((0, 0), True, {"past": True, "in": False, "through": False}),
        ((3, 0.5), False, {"past": False, "in": True, "through": False}),
    ],
)
def test_hr_60_ways_into_a_zone_and_through_it(start, halts, allowed):
    """UG-22, HR-60: one may come in and go on in it, not out; ways beside it never matter."""
    zone = Zone(shapely.box(2, -1, 4, 1), halts)
    ends = {"past": (3, 6), "in": (3, 0), "through": (6, 0)}
    lines = shapely.linestrings([[start, end] for end in ends.values()])
    assert dict(zip(ends, zone.allows(start, lines).tolist(), strict=True)) == allowed
    for i, word in enumerate(ends):
        assert zone.allows(start, lines[i : i + 1]).tolist() == [allowed[word]]


WALLS = {
    "none": (),
    "a wall before it": (box("w", (18.0, 19.5, 18.2, 22), 3),),
    "a post before it": (drum("w", 18.5, 20.5, 0.3, 3),),
    "a post that it stands in": (drum("w", 20, 20, 0.3, 3),),
    "a wall that it stands in": (box("w", (19.9, 19.9, 20.1, 20.1), 3),),
    "a wall whose corner is its middle": (box("w", (20, 20, 20.4, 20.4), 3),),
}


@pytest.mark.parametrize("walls", WALLS)
def test_ug_22_zones_against_striking_everywhere(walls):
    """UG-22, UG-25: a zone is where its enemy strikes, but for the hair that it is wider by."""
    foe, mover = enemy(), model("m", 10, 10)
    place = arena(foe, mover, *WALLS[walls])
    ground = Deck(tuple(place.under((1, 1))), shapely.box(0, 0, 48, 48))
    (zone,) = zones_on(place, mover, ground, ())
    hair = (REACH + 2 * R) * (1 / math.cos(FINE / 2) - 1) + 0.01
    rim = zone.area.boundary
    taken = [foe.base, *(solid.shape for solid in place.battlefield.solids)]
    seen = set()
    for at in product((15.03 + 0.37 * k for k in range(20)), repeat=2):
        stands = all(apart(shape, at, R) > 0.0 for shape in taken)
        if stands and rim.distance(shapely.Point(at)) > hair:
            assert holds(place, foe, placed(mover, at, 0.0)) == zone.holds(at), at
            seen.add(zone.holds(at))
    assert seen == {True, False}


def test_uf_76_who_is_near_enough_for_melee():
    """UF-74, UF-76: wherever there is a melee, it is looked for; far away it is not."""
    foe, mover = enemy(level=1.0), model("m", 10, 10)
    place = arena(foe, mover)
    met = 0
    for across, level in product((2 * R + 0.25 * k for k in range(16)), (-2.0, 0.0, 1.0, 3.5, 4.0)):
        point = foe.center[0] - across, foe.center[1]
        if engaged_with(place, placed(mover, point, level)):
            assert within_reach(place, mover, point, level), (across, level)
            met += 1
    assert met > 20
    assert not within_reach(place, mover, (10, 20), 1.0)
    assert not within_reach(place, mover, (18, 20), 9.0)
