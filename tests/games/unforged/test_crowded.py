"""Reach and best ways on random crowded tables, as the exact rules judge ways: UG-21 to UG-23.

Pieces overlap, stand on one another and hang in the air; some cannot be climbed or stood on; models
stand anywhere, some of them in melee.  What a region promises has to be so, and what is so has to
be promised.
"""

import math
import random
from dataclasses import replace

import pytest
import shapely

from tablesim.games.unforged.ground.melee import engaged_with
from tablesim.games.unforged.ground.movement import way
from tablesim.games.unforged.ground.region import best_way, reach
from tablesim.games.unforged.ground.surfaces import why_crowded, why_no_ground
from tablesim.geometry import Pose

from .arenas import arena, box, drum, model, outline

SIDE = 20.0
TOPS = (0.2, 0.25, 0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 3)
# In the last two somebody comes down on the border of a round top, which is no ground.
SOME = pytest.param((*range(16), 338, 384), marks=pytest.mark.slow, id="some")
MANY = pytest.param(range(16, 400), marks=pytest.mark.deep, id="many")

ZONES = 0.05
"""The zones of enemies are polygons a little wider than the circles: in inches (melee alone)."""

COUPLED = 0.1
"""Two slanting climbs in a row may miss more than the error that is stated for each: in inches."""


def piece(rng, name):
    """Return the blocks of a random piece."""
    x, y, top = rng.uniform(4, 16), rng.uniform(4, 16), rng.choice([*TOPS, rng.uniform(0.1, 3)])
    odds = {"climbable": (0.2, False), "standable": (0.25, False), "obstacle": (0.1, True)}
    said = {key: value for key, (odd, value) in odds.items() if rng.random() < odd}
    if (kind := rng.random()) < 0.2:
        return [drum(name, x, y, rng.uniform(0.3, 2), top, **said)]
    bottom = top - 0.2 if top > 1 and rng.random() < 0.1 else 0.0
    if kind < 0.45:
        half, thick, turn = rng.uniform(1, 3.5), rng.choice([0.125, 0.25, 0.5]), rng.uniform(0, 3)
        c, s = math.cos(turn), math.sin(turn)
        corners = [(-half, -thick), (half, -thick), (half, thick), (-half, thick)]
        ring = [(x + c * u - s * v, y + s * u + c * v) for u, v in corners]
        return [outline(name, ring, top, bottom, **said)]
    if kind < 0.85:
        corner = x + rng.uniform(0.5, 5), y + rng.uniform(0.5, 5)
        return [box(name, (x, y, *corner), top, bottom, **said)]
    corner = x + rng.uniform(2, 5), y + rng.uniform(2, 5)
    return [box(name, (x, y, *corner), 1), box(name, (x + 0.7, y + 0.7, *corner), top + 1, 1)]


def settled(thing, ground, others, rng):
    """Return a model where it can stand; None if a hundred places did not do."""
    for _ in range(100):
        at = rng.uniform(2, SIDE - 2), rng.uniform(2, SIDE - 2)
        level = rng.choice([surface.level for surface in ground.under(at)])
        figure = at, level, thing.radius, thing.height
        if why_no_ground(ground, *figure) is None and why_crowded(others, *figure) is None:
            return replace(thing, pose=Pose(*at, thing.pose.heading), level=level)
    return None


def tables(seeds):
    """Yield tables, each with the model that moves and the generator that made it."""
    for seed in seeds:
        rng = random.Random(f"crowded {seed}")
        blocks = [block for i in range(rng.randint(2, 6)) for block in piece(rng, f"p{i}")]
        ground = arena(*blocks, area=(SIDE, SIDE))
        said = {"flight": rng.random() < 0.1, "unit": rng.random() < 0.1}
        models = [model("m", 9, 9, move=rng.choice([3, 4, 5]), **said)]
        for i in range(rng.choice([0, 0, 1, 2])):
            long = rng.choice([0.5, 0.5, 1, 2])
            turn, seat = rng.uniform(0, 360), rng.choice([0, 1, 1])
            models.append(model(f"e{i}", 9, 9, heading=turn, seat=seat, reach=long))
        standing = []
        for thing in models:
            standing += filter(None, [settled(thing, ground, standing, rng)])
        if standing and standing[0].id == "m":
            yield arena(*blocks, *standing, area=(SIDE, SIDE)), standing[0], rng


def promised(patch, rng):
    """Return some places of a patch, which may consist of single points."""
    if not patch.area.area:
        points = [(p.x, p.y) for p in shapely.get_parts(patch.area)]
        return rng.sample(points, min(3, len(points)))
    x0, y0, x1, y1 = patch.area.bounds
    tries = [(rng.uniform(x0, x1), rng.uniform(y0, y1)) for _ in range(20)]
    return [p for p in tries if shapely.contains_xy(patch.area, *p)][:5]


@pytest.mark.parametrize("seeds", [SOME, MANY])
def test_ug_23_what_is_promised_has_a_legal_way(seeds):
    """UG-23: with the tests that are told; in a melee, there or next to it."""
    count = 0
    for place, mover, rng in tables(seeds):
        spared = ZONES if engaged_with(place, mover) else 0.0
        for patch in reach(place, mover).patches:
            for point in promised(patch, rng):
                around = [(spared * math.cos(a), spared * math.sin(a)) for a in range(7)]
                near = [point, *((point[0] + x, point[1] + y) for x, y in around if spared)]
                tested = "move" in patch.needs
                ways = (best_way(place, mover, p, patch.level, climb_test=tested) for p in near)
                assert any(found and found.legal for found in ways), (patch.piece, point)
                count += 1
    assert count > 3 * len(seeds)


def wander(place, mover, rng):
    """Return a random way that is legal without a test, or None."""
    corners, (x, y) = [], mover.center
    for _ in range(rng.randint(1, 3)):
        angle, size = rng.uniform(0, math.tau), rng.uniform(0.5, 7)
        corners.append((x := x + size * math.cos(angle), y := y + size * math.sin(angle)))
    found = way(place, mover, corners)
    return found if found.legal and not found.tests and not found.lost else None


@pytest.mark.parametrize("seeds", [SOME, MANY])
def test_ug_23_legal_ways_are_found(seeds):
    """UG-23: where any way leads, the region reaches and a best way is as short, but for the error.

    The error is stated for each change of levels.
    """
    count = 0
    for place, mover, rng in tables(seeds):
        region = reach(place, mover)
        for found in filter(None, (wander(place, mover, rng) for _ in range(30))):
            changes = sum(leg.kind not in ("walk", "link") for leg in found.legs)
            error = region.error * max(1, changes) + (COUPLED if changes > 1 else 1e-6)
            spot, level = shapely.Point(found.end), found.level
            patches = [p for p in region.patches if p.tag == "free" and abs(p.level - level) < 1e-6]
            assert min(p.area.distance(spot) for p in patches) <= error, found
            best = best_way(place, mover, found.end, level)
            assert best is not None and best.spent <= found.spent + error, found
            count += 1
    assert count > 2 * len(seeds)
