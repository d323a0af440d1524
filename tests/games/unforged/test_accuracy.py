"""The judge against a slow second judge that sends rays and looks at many points of the plan.

The tables carry terrain of all kinds; models stand on the ground and on top of things.  What is
nearer to a limit than the slow one can tell is set aside, and counted.
"""

import itertools
import math
import random

import numpy as np
import pytest
import shapely

import tablesim as ts
from tablesim.games.unforged.ground.melee import engaged_with
from tablesim.games.unforged.ground.region import best_way
from tablesim.geometry import Disc, Outline, Placed, Pose
from tablesim.geometry.sightline import sightline
from tablesim.geometry.sightline_batch import blocked
from tablesim.geometry.terrain import Prism

from ...geometry.sight_oracles import Scene, ray_share, rectangle_share

SIZE = 24.0
KINDS = sorted(ts.judge(ts.Table(game="unforged")).catalogue.terrain)
TURNS = np.linspace(0, math.tau, 49)[:-1]
CIRCLE = 1.00143 * np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)  # a circle's area
MANY = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 60))]


def any_table(seed):
    """Return a table with seven pieces and four models, none of them inside a solid."""
    rng = random.Random(f"accuracy {seed}")
    table = ts.Table(game="unforged", area=(SIZE, SIZE))
    for i in range(7):
        at = rng.uniform(2, SIZE - 2), rng.uniform(2, SIZE - 2)
        piece = ts.Terrain(f"t{i}", kind=rng.choice(KINDS), at=at, heading=rng.uniform(0, 360))
        table = table.add(piece)
    solids = ts.judge(table).terrain.solids
    while len(table.pieces) < 4:
        at = rng.uniform(1, SIZE - 1), rng.uniform(1, SIZE - 1)
        below = [s.top for s in solids if s.standable and distance(s, at) == 0]
        level = rng.choice([0.0, *below])
        size = rng.choice(["normal", "normal", "large"])
        id = f"m{len(table.pieces)}"
        more = table.add(ts.Piece(id, base=size, at=at, level=level or None, move=4))
        others = [more.gap(id, piece.id).distance for piece in table.pieces]
        if not any(inside(s, more[id], level) for s in solids) and min(others, default=1) > 0:
            table = more
    return table


def distance(solid, point):
    return solid.shape.polygon.distance(shapely.Point(point))


def inside(solid, model, level):
    heights = solid.bottom < level + 2 and solid.top > level
    return heights and solid.blocks_sight and solid.shape.polygon.intersects(model.polygon)


# --- The slow judge -------------------------------------------------------------------------------


def plain(prism):
    """Return a prism without a round part."""
    if not isinstance(prism.shape.footprint, Disc):
        return prism
    (x, y), radius = prism.shape.pose.point, prism.shape.footprint.radius
    ring = [(x + radius * c, y + radius * s) for c, s in CIRCLE]
    return Prism(Placed(Outline(ring), Pose(0, 0)), prism.bottom, prism.top)


def scenes(judge, viewer, target):
    """Return what each of the three eyes looks at (UG-6, UG-8)."""
    hiding = [s.prism for s in judge.terrain.solids if s.blocks_sight]
    hiding += [m.body for m in judge.models.values() if m.id not in (viewer.id, target.id)]
    (x, y), (tx, ty) = viewer.center, target.center
    far, height = math.dist((x, y), (tx, ty)), viewer.level + 0.9 * viewer.height
    nx, ny = (y - ty) / far, (tx - x) / far
    fan = shapely.union(viewer.base.polygon, target.base.polygon).convex_hull.buffer(0.1)
    prisms = tuple(plain(p) for p in hiding if p.shape.polygon.intersects(fan))
    return [
        Scene(
            prisms,
            (x + k * viewer.radius * nx, y + k * viewer.radius * ny, height),
            (tx, ty),
            target.level,
            target.radius,
        )
        for k in (0, 0.95, -0.95)
    ]


def room_between(judge, viewer, target, solid, piece):
    """Return by how much height a solid fits between two, at its best point (UG-11)."""
    fan = shapely.union(shapely.Point(viewer.center), target.base.polygon).convex_hull
    region = fan.intersection(solid.shape.polygon)
    for model in (viewer, target):
        on_it = solid.shape.polygon.intersects(shapely.Point(model.center))
        if on_it and abs(solid.top - model.level) < 1e-6:
            region -= viewer.base.polygon.union(target.base.polygon)
    if region.area < 0.01:
        return None if region.area > 1e-6 else -math.inf
    x0, y0, x1, y1 = region.bounds
    grid = np.stack(np.meshgrid(np.linspace(x0, x1, 80), np.linspace(y0, y1, 80)), axis=-1)
    points = grid[shapely.contains_xy(region, grid[..., 0], grid[..., 1])]
    points = np.vstack([points, shapely.get_coordinates(region)])
    way = np.subtract(target.center, viewer.center)
    share = np.clip((points - viewer.center) @ way / (way @ way), 0, 1)
    floor = viewer.level + share * (target.level - viewer.level)
    top = viewer.top + share * (target.top - viewer.top)
    high = max(solid.top, solid.bottom + 0.5) if piece.area else solid.top
    return float(np.minimum(high - floor, top - solid.bottom).max())


def touch_room(target, solid, piece):
    """Return by how much a solid is touched by a target's base; negative: not (UG-12)."""
    if piece.area:
        gap = distance(solid, target.center)
        return 1.0 if gap == 0 and solid.bottom <= target.level else -gap - 1e-9
    beside = min(solid.top - target.level - 0.25, target.top - solid.bottom)
    gap = solid.shape.polygon.distance(target.base.polygon)
    return min(0.05 - gap, beside)


def slow_grade(judge, viewer, target):
    """Return grade and hidden share by UG-9 to UG-13; no grade where rays and grids cannot tell."""
    looks = scenes(judge, viewer, target)
    share = ray_share(looks[0], 100)
    area = 2 * target.radius * target.height
    seen = [area * (1 - rectangle_share(s, target.radius, target.height, 40)) for s in looks]
    if max(seen) < 0.03:  # a few rays, or a sliver between them
        return ("NO_LOS" if max(seen) == 0 else None), share
    if min(abs(share - 0.5), abs(share - 0.98)) < 5e-3:
        return None, share
    if share > 0.5:
        return ("HIDDEN" if share > 0.98 else "COVER"), share
    pieces = judge.terrain.pieces
    rooms = [
        (room_between(judge, viewer, target, s, pieces[s.piece]), 0.02)
        for s in judge.terrain.solids
    ]
    rooms += [(touch_room(target, s, pieces[s.piece]), 2e-3) for s in judge.terrain.solids]
    if any(room is not None and room > near for room, near in rooms):
        return "PARTIAL", share
    sure = all(room is not None and room < -near for room, near in rooms)
    return ("EXPOSED" if sure else None), share


def pairs(judge):
    return itertools.permutations(judge.models.values(), 2)


# --- What must agree ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", MANY)
def test_ug_13_grades_are_those_of_rays(seed):
    """UG-9 to UG-13 (UF-47 to UF-50): the share to the error of rays, the grade if it is clear."""
    judge = ts.judge(any_table(seed))
    for viewer, target in pairs(judge):
        cover = judge.cover(viewer.id, target.id)
        grade, share = slow_grade(judge, viewer, target)
        assert cover.hidden == pytest.approx(share, abs=4e-3), (viewer.id, target.id)
        if grade == "NO_LOS":  # what shows may be less than a ray finds
            assert max(cover.look.seen) < 0.02
        elif grade:
            assert cover.grade == grade, (viewer.id, target.id)


@pytest.mark.parametrize("eye", ["centre", "best_of_3", "worst_of_3"])
@pytest.mark.parametrize("seed", range(3))
def test_many_looks_in_one_go_are_those_of_each(seed, eye):
    """UG-9, UG-10, HR-28: what is measured in bulk is what each look alone has."""
    around = ts.judge(any_table(seed), cover_eye=eye).surroundings
    found = list(itertools.permutations(around.models.values(), 2))
    for look, pair in zip(around.looks(found), found, strict=True):
        alone = around.look(*pair)
        assert (look.viewer, look.target) == (alone.viewer, alone.target)
        assert look.share == pytest.approx(alone.share, abs=1e-12)
        assert look.los is alone.los
        assert look.grade == alone.grade
    assert around.looks([]) == []


@pytest.mark.slow
def test_most_grades_are_clear_and_all_of_them_occur():
    """The tables ask something: few cases are set aside, and every grade is given."""
    found = []
    for seed in range(12):
        judge = ts.judge(any_table(seed))
        found += [slow_grade(judge, *pair)[0] for pair in pairs(judge)]
    assert found.count(None) < 0.15 * len(found)
    assert {"EXPOSED", "PARTIAL", "COVER", "HIDDEN", "NO_LOS"} <= set(found)


def meets(prism, a, b):
    """Return the share of a line in space that runs inside of a prism."""
    shape = plain(prism).shape.polygon
    inside = shape.intersection(shapely.LineString([a[:2], b[:2]]))
    size, found = math.dist(a[:2], b[:2]), 0.0
    for part in shapely.get_parts(inside) if inside.length else ():
        ends = [math.dist(a[:2], p) / size for p in part.coords]
        low, high = min(ends), max(ends)
        if a[2] != b[2]:
            levels = sorted((z - a[2]) / (b[2] - a[2]) for z in (prism.bottom, prism.top))
            low, high = max(low, levels[0]), min(high, levels[1])
        elif not prism.bottom < a[2] < prism.top:
            continue
        found += max(0.0, high - low)
    return found


@pytest.mark.parametrize("seed", MANY)
def test_ug_10_a_bare_line_is_free_both_ways_or_neither(seed):
    """The same stretches from either end, and as shapely cuts the line on the plan."""
    judge, rng = ts.judge(any_table(seed)), random.Random(seed)
    relief = judge.surroundings.relief
    for viewer, target in pairs(judge):
        skip = [judge.surroundings.owner(m.id) for m in (viewer, target)]
        a, b = ((*m.center, m.level + rng.uniform(0.1, 1) * m.height) for m in (viewer, target))
        there, back = sightline(relief, a, b, skip=skip), sightline(relief, b, a, skip=skip)
        assert there.blocked is back.blocked
        ends = sorted((s.prism, s.start, s.end) for s in there.stretches)
        same = sorted((s.prism, 1 - s.end, 1 - s.start) for s in back.stretches)
        assert np.abs(np.subtract(ends, same)).max(initial=0) < 1e-12
        assert blocked(relief, [a, b], [b, a], skip=skip).tolist() == [there.blocked] * 2
        inside = sum(meets(p, a, b) for p in relief.prisms if p.owner not in skip)
        if not 0 < inside < 1e-3:  # a disc is a polygon here
            assert there.blocked is (inside > 0)


@pytest.mark.parametrize(
    "seed",
    [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))],
)
def test_ug_23_what_a_region_holds_is_come_to_by_a_legal_way(seed):
    """UG-22, UG-23: three places of the region, wherever they lie, and what tests they take."""
    judge, rng = ts.judge(any_table(seed)), random.Random(seed)
    model = rng.choice(list(judge.models.values()))
    leaves = bool(engaged_with(judge.arena, model))  # it moves as the judge lets it
    patches = [p for p in judge.reach(model.id).reach.patches if p.area.area > 0.05]
    assert patches, "wherever it stands, it may stay"
    for patch in rng.sample(patches, min(3, len(patches))):
        point = anywhere_in(patch.area, rng)
        tested = "move" in patch.needs
        found = best_way(judge.arena, model, point, patch.level, climb_test=tested, leave=leaves)
        assert found is not None and found.legal, (model.id, patch.piece, patch.tag, point)
        assert judge.reach(model.id).reach.holds(found.end, found.level)


def anywhere_in(area, rng):
    x0, y0, x1, y1 = area.bounds
    while True:
        point = rng.uniform(x0, x1), rng.uniform(y0, y1)
        if shapely.contains_xy(area, *point):
            return point
