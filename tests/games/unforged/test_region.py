"""Where a model can come to, and the best way there: UG-23."""

import heapq
import math
import random
from itertools import pairwise

import pytest
import shapely

from tablesim.games.unforged.ground.decks import Deck
from tablesim.games.unforged.ground.melee import holds, placed
from tablesim.games.unforged.ground.movement import way
from tablesim.games.unforged.ground.region import best_way, reach
from tablesim.games.unforged.ground.search import Graph
from tablesim.games.unforged.ground.taut import bends

from .arenas import NUMBERS, H, Motion, R, arena, box, drum, model, outline

WALL = box("wall", (22.9, 19, 23.1, 21), 2, climbable=False)


def test_tv_17_round_a_wall():
    """TV-17 (UG-20, UG-23): 6.8833 round a wall that cannot be climbed: M 3 cannot, M 4 can."""
    slow, fast = model("m", 20, 20, move=3), model("m", 20, 20, move=4)
    assert best_way(arena(WALL, slow), slow, (26, 20)) is None
    found = best_way(arena(WALL, fast), fast, (26, 20))
    length, beta = math.hypot(2.9, 1), math.radians(30.8755)
    exact = 2 * math.sqrt(length**2 - R * R) + 2 * R * beta + 0.2
    assert found.legal and exact == pytest.approx(6.8833, abs=1e-4)
    assert found.spent == pytest.approx(exact, abs=1e-3)
    assert found.spent >= exact - 1e-6
    region = reach(arena(WALL, fast), fast)
    assert region.holds((26, 20), 0, "free")
    assert not reach(arena(WALL, slow), slow).holds((26, 20), 0)


def test_tv_17_an_empty_table():
    """TV-17: a disc of radius 2M, cut at the edge of the table."""
    mover = model("m", 24, 24)
    (patch,) = reach(arena(mover), mover).patches
    assert (patch.piece, patch.level, patch.tag) == ("ground", 0.0, "free")
    disc = shapely.Point(24, 24).buffer(8, quad_segs=256)
    assert patch.area.difference(disc).area < 1e-4
    assert disc.difference(patch.area).area < 0.003 * disc.area
    corner = model("m", 2, 3)
    (patch,) = reach(arena(corner), corner).patches
    cut = shapely.Point(2, 3).buffer(8, quad_segs=256).intersection(shapely.box(R, R, 48, 48))
    assert patch.area.symmetric_difference(cut).area < 0.003 * disc.area


def test_ug_23_a_coarse_region_is_off_by_what_it_says():
    """UG-23: its borders lie within so many inches of the exact ones, and its error says so."""
    mover, coarse = model("m", 20, 20), 0.05
    field = arena(WALL, box("roof", (14, 10, 19, 18), 1), mover)
    exact, rough = reach(field, mover), reach(field, mover, coarse=coarse)
    assert rough.error == pytest.approx(exact.error + coarse)
    assert sum(map(corners, rough.patches)) < sum(map(corners, exact.patches)) / 3
    for a, b in zip(exact.patches, rough.patches, strict=True):
        assert (a.piece, a.level, a.needs) == (b.piece, b.level, b.needs)
        assert a.area.difference(b.area.buffer(coarse + 1e-6)).is_empty
        assert b.area.difference(a.area.buffer(coarse + 1e-6)).is_empty


def corners(patch):
    return int(shapely.get_num_coordinates(patch.area))


def test_uf_67_up_a_roof():
    """UF-67: after walking to it and climbing 1 inch for 2, the rest of the pool on top."""
    mover = model("m", 20, 20)
    roof = box("roof", (22, 10, 40, 30), 1)
    region = reach(arena(roof, mover), mover)
    left = 8 - (2 - R) - 2
    assert region.holds((22 + left - 0.02, 20), 1, "free")
    assert not region.holds((22 + left + 0.001, 20), 1, "free")
    tested = left + 1
    assert region.holds((22 + tested - 0.02, 20), 1, "needs_move_test")
    assert not region.holds((22 + tested + 0.001, 20), 1)
    assert not region.holds((21.9, 20), 0)  # nobody stands in the wall


def test_uf_69_drops_with_tests_end_the_move():
    """UF-69: the places where tested drops land, with their dice."""
    mover = model("m", 20, 20, 3)
    region = reach(arena(box("roof", (18, 18, 22, 22), 3), mover), mover)
    tags = {(patch.piece, patch.tag) for patch in region.patches}
    assert tags == {("roof", "free"), ("ground", "needs_T_test(D6)")}
    (ground,) = [patch for patch in region.patches if patch.piece == "ground"]
    assert ground.area.area == 0
    distances = {round(p.distance(shapely.box(18, 18, 22, 22)), 6) for p in ground.area.geoms}
    assert distances == {round(R, 6)}
    deep = reach(
        arena(box("roof", (18, 18, 22, 22), 9), model("m", 20, 20, 9)), model("m", 20, 20, 9)
    )
    assert {patch.piece for patch in deep.patches} == {"roof"}  # it would be lost


def test_uf_71_uf_72_units_and_flyers():
    """UF-71, UF-72: units climb only with a test; flyers pay half and need none."""
    roof = box("roof", (22, 10, 40, 30), 3)
    unit = model("m", 20, 20, unit=True, move=6)
    low = box("roof", (22, 10, 40, 30), 1)
    tags = {(p.piece, p.tag) for p in reach(arena(low, unit), unit).patches}
    back = ("ground", "needs_move_test+needs_T_test(D10)")
    assert tags == {("ground", "free"), ("roof", "needs_move_test"), back}
    flyer = model("m", 20, 20, flight=True)
    region = reach(arena(roof, flyer), flyer)
    assert region.holds((22 + 8 - (2 - R) - 1.5 - 0.02, 20), 3, "free")
    assert {p.tag for p in region.patches} == {"free"}


def test_ug_23_over_a_round_top():
    """A barrel is climbed on one side, walked over and left on the other."""
    mover = model("m", 20, 20)
    barrel = drum("barrel", 23, 20, 1.5, 0.8)
    place = arena(barrel, mover)
    region = reach(place, mover)
    far = 23 + 1.5 + R
    assert region.holds((23, 20), 0.8, "free") and region.holds((23.9, 20.3), 0.8, "free")
    found = best_way(place, mover, (far, 20))
    assert found.spent <= 1.5 - R + 1.6 + 3 + 0.8  # straight over it; aslant it is thinner
    assert region.holds((far + 0.3, 20), 0, "free")
    for turn in (25, 130):  # from whatever side
        motion = Motion(turn, about=(23, 20))
        turned = arena(barrel, mover, motion=motion)
        there = reach(turned, turned.models[0])
        top = [patch.area.area for patch in there.patches if patch.tag == "free" and patch.level]
        assert sum(top) == pytest.approx(math.pi * 1.5**2, rel=0.01)


def test_ug_21_stairs():
    """UG-21 LINK: a deck that nobody can climb is reached by its ladder."""
    deck = box("deck", (22, 17, 27, 23), 2, bottom=1.9)
    mover = model("m", 20, 20)
    ladder = [("deck", (21.5, 20), 0.0, (22.5, 20), 2.0, 2.5)]
    assert not reach(arena(deck, mover), mover).holds((24, 20), 2)
    place = arena(deck, mover, links=ladder)
    assert reach(place, mover).holds((24, 20), 2, "free")
    found = best_way(place, mover, (24, 20), 2)
    assert found.legal and found.spent == pytest.approx(1.5 + 2.5 + 1.5)


def test_hr_52_a_normal_move_besides_reaches_farther():
    """HR-52: with M_in_addition a short drop adds M to what is left."""
    mover = model("m", 20, 20, 1)
    roof = box("roof", (15, 15, 21, 25), 1)
    normal = reach(arena(roof, mover), mover)
    longer = reach(arena(roof, mover, drop_extra_move="M_in_addition"), mover)
    far = 21 + R + 8 - 1 - 1
    assert normal.holds((far - 0.05, 20), 0) and not normal.holds((far + 0.05, 20), 0)
    assert longer.holds((far + 3.9, 20), 0) and not longer.holds((far + 4.05, 20), 0)


def test_hr_60_zones_are_not_left():
    """UG-22, HR-60: what lies behind an enemy's reach is only reached round it."""
    mover = model("m", 20, 20)
    enemy = model("e", 24, 20, heading=180, seat=1)
    region = reach(arena(mover, enemy), mover)
    assert region.holds((22.4, 20), 0)  # into its reach
    assert not region.holds((27.9, 20), 0)
    assert reach(arena(mover, enemy, contact="free"), mover).holds((27.4, 20), 0)
    assert region.holds((24, 22.5), 0)
    halted = reach(arena(mover, enemy, contact="halt"), mover)
    assert not halted.holds((22.4, 20), 0) and halted.holds((22.2, 20), 0)


def test_uf_88_from_within_a_melee():
    """HR-61, UF-88: without leaving it one may only shuffle; leaving opens the table."""
    mover = model("m", 22.4, 20)
    enemy = model("e", 24, 20, heading=180, seat=1)
    place = arena(mover, enemy)
    held, free = reach(place, mover), reach(place, mover, leave=True)
    assert held.area() < 3 and free.area() > 100
    assert not held.holds((20, 20), 0) and free.holds((20, 20), 0)


def test_hr_58_nobody_ends_on_a_base():
    """HR-58: bases that may be crossed are no place to stop."""
    mover, mate = model("m", 20, 20), model("f", 23, 20)
    region = reach(arena(mover, mate, pass_friends=True), mover)
    assert region.holds((27.9, 20), 0) and not region.holds((23, 20), 0)
    assert not region.holds((23 - 2 * R + 0.01, 20), 0)


def test_uf_23_who_cannot_move_reaches_nothing():
    for said in ({"move": 0}, {"standing": False}):
        mover = model("m", 20, 20, **said)
        assert reach(arena(mover), mover).patches == ()


# A second method: a visibility graph over finely polygonized obstacles


def shortest(place, mover, goal):
    """Return the length of the shortest walk by brute force; infinite if there is none."""
    grown = [
        solid.shape.polygon.buffer(mover.radius, quad_segs=24) for solid in place.battlefield.solids
    ]
    taken = shapely.union_all(grown)
    width, depth = place.area
    free = shapely.box(R, R, width - R, depth - R).difference(taken).buffer(1e-9)
    hull = [p for g in shapely.get_parts(taken) for p in g.exterior.coords[:-1]]
    points = [mover.center, goal, *hull]
    if not all(free.covers(shapely.Point(p)) for p in points[:2]):
        return math.inf
    shapely.prepare(free)
    costs, heap = {}, [(0.0, 0)]
    while heap:
        cost, i = heapq.heappop(heap)
        if i in costs:
            continue
        costs[i] = cost
        if i == 1:
            return cost
        rest = [j for j in range(len(points)) if j not in costs]
        lines = shapely.linestrings([[points[i], points[j]] for j in rest])
        for j in (j for j, ok in zip(rest, free.covers(lines), strict=True) if ok):
            heapq.heappush(heap, (cost + math.dist(points[i], points[j]), j))
    return math.inf


def walls(seed, count=3):
    rng = random.Random(seed)
    found = []
    for i in range(count):
        x, y = rng.uniform(6, 12), rng.uniform(4, 14)
        said = {"climbable": False}
        if i % 2:
            found.append(drum(f"w{i}", x, y, rng.uniform(0.5, 1.5), 2, **said))
        else:
            found.append(
                box(f"w{i}", (x, y, x + rng.uniform(0.3, 2), y + rng.uniform(1, 4)), 2, **said)
            )
    return found


@pytest.mark.parametrize(
    "seed", [0, 2, *(pytest.param(i, marks=pytest.mark.slow) for i in range(3, 12))]
)
def test_ug_23_shortest_walks_against_brute_force(seed):
    """The best way is as long as that of a visibility graph over fine polygons, to a thousandth."""
    things = walls(seed)
    mover = model("m", 3, 9, move=14)
    place = arena(*things, mover, area=(18, 18))
    goal = (15.0, 9.0 + seed % 3)
    found = best_way(place, mover, goal)
    expected = shortest(place, mover, goal)
    if math.isinf(expected):
        assert found is None
        return
    assert found.length == pytest.approx(expected, abs=2e-3)
    assert found.length >= expected - 1e-3


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_removing_a_piece_never_makes_a_walk_longer(seed):
    """Without one of the pieces the way is at most as long."""
    things = walls(seed)
    mover = model("m", 3, 9, move=14)
    whole = best_way(arena(*things, mover, area=(18, 18)), mover, (15, 9))
    for piece in things:
        rest = [thing for thing in things if thing is not piece]
        found = best_way(arena(*rest, mover, area=(18, 18)), mover, (15, 9))
        assert found is not None and found.spent <= whole.spent + 1e-4


# Properties of regions

TABLE = (
    box("roof", (22, 21, 27, 26), 1.5),
    box("low", (18, 14, 21, 17), 0.2),
    box("fence", (14, 18, 14.3, 24), 1, standable=False),
    drum("drum", 24, 17, 1, 2, climbable=False),
    outline(
        "rock", [(16, 25), (19, 24.5), (20, 27), (17, 28)], 2.5, standable=False, climbable=False
    ),
)


def crowd(rng):
    return [
        model("f", 21.5, 18.5),
        model("e", 17 + rng.uniform(-1, 1), 21.5, heading=rng.uniform(0, 360), seat=1),
    ]


def sampled(patch, rng, count):
    x0, y0, x1, y1 = patch.area.bounds
    found = []
    while len(found) < count:
        point = rng.uniform(x0, x1), rng.uniform(y0, y1)
        if shapely.contains_xy(patch.area, *point):
            found.append(point)
    return found


@pytest.mark.parametrize("seed", [1])
def test_ug_23_what_the_region_promises_is_legal(seed, count=3):
    """Sampled places of the region have a legal way with the tests that the region tells."""
    rng = random.Random(seed)
    mover = model("m", 19.5, 20.5)
    place = arena(*TABLE, mover, *crowd(rng))
    for patch in reach(place, mover).patches:
        tested = "move" in patch.needs
        for point in sampled(patch, rng, count if patch.area.area > 0.05 else 0):
            found = best_way(place, mover, point, patch.level, climb_test=tested)
            assert found is not None and found.legal, (patch.piece, patch.tag, point)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_ug_23_what_more_regions_promise_is_legal(seed):
    test_ug_23_what_the_region_promises_is_legal(seed, count=40)


def wander(place, mover, rng):
    """Return a random way that is legal without tests, or None."""
    corners, (x, y) = [], mover.center
    for _ in range(rng.randint(1, 3)):
        angle, size = rng.uniform(0, math.tau), rng.uniform(0.5, 6)
        x, y = x + size * math.cos(angle), y + size * math.sin(angle)
        corners.append((x, y))
    found = way(place, mover, corners)
    return found if found.legal and not found.tests else None


@pytest.mark.parametrize("seed", [0])
def test_ug_23_legal_ways_end_in_the_region(seed, count=60):
    """A legal way ends in the region grown by its stated error for each change of levels."""
    rng = random.Random(seed)
    mover = model("m", 19.5, 20.5)
    place = arena(*TABLE, mover, *crowd(rng))
    region = reach(place, mover)
    legal = [found for _ in range(count) if (found := wander(place, mover, rng))]
    assert len(legal) > count / 10
    for found in legal:
        changes = sum(leg.kind not in ("walk", "link") for leg in found.legs)
        spot = shapely.Point(found.end)
        apart = min(
            patch.area.distance(spot)
            for patch in region.patches
            if patch.tag == "free" and abs(patch.level - found.level) < 1e-6
        )
        assert apart <= region.error * max(1, changes) + 1e-6, found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_ug_23_more_legal_ways_end_in_the_region(seed):
    test_ug_23_legal_ways_end_in_the_region(seed, count=2000)


def test_ug_23_more_move_reaches_more():
    """Monotone in M: the region of a slower model lies in that of a faster one."""
    regions = []
    for move in (2, 4):
        mover = model("m", 19.5, 20.5, move=move)
        free = [p for p in reach(arena(*TABLE, mover), mover).patches if p.tag == "free"]
        regions.append(
            {p.level: shapely.union_all([q.area for q in free if q.level == p.level]) for p in free}
        )
    for slower, faster in pairwise(regions):
        for level, area in slower.items():
            # chords of the rim of the disc lie a little inside of it
            assert area.difference(faster[level].buffer(0.02)).area < 1e-6


@pytest.mark.parametrize(
    ("angle", "mirrored", "shift"),
    [(33, True, (3, -8)), pytest.param(211.5, False, (-17.3, 0.1), marks=pytest.mark.slow)],
)
def test_ug_23_regions_do_not_depend_on_where_the_table_lies(angle, mirrored, shift):
    """Mirrored, turned and shifted tables give regions of the same size, up to their samples."""
    found = []
    for motion in (
        Motion(shift=(80, 80)),
        Motion(angle, mirrored, (20, 20), (80 + shift[0], 80 + shift[1])),
    ):
        place = arena(*TABLE, model("m", 19.5, 20.5), area=(200, 200), motion=motion)
        found.append(reach(place, place.models[0]))
    here, there = found
    assert there.area() == pytest.approx(here.area(), rel=0.01)
    tags = [{(p.piece, p.tag) for p in region.patches} for region in found]
    assert tags[0] == tags[1]


def test_best_way_prefers_what_is_cheaper():
    """Case D5: over a low wall, round a high one."""
    for height, legs in ((0.5, ["walk", "vault", "walk"]), (3.0, None)):
        mover = model("m", 18, 20, move=6)
        place = arena(box("fence", (22, 17, 22.5, 23), height, standable=False), mover)
        found = best_way(place, mover, (26, 20))
        kinds = [leg.kind for leg in found.legs]
        assert kinds == legs if legs else set(kinds) == {"walk"}
    assert best_way(place, mover, (22.2, 20)) is None


def test_uf_75_best_ways_into_melee():
    """The best way to a place within reach ends in melee, and is held there."""
    mover, enemy = model("m", 20, 20), model("e", 25, 20, heading=180, seat=1)
    place = arena(mover, enemy)
    found = best_way(place, mover, (23.4, 20))
    assert found.engaged == ("e",) and not found.doubled(4)
    assert holds(place, enemy, placed(mover, found.end, found.level))
    assert best_way(place, mover, (25, 20)) is None  # the enemy stands there


def test_ug_23_patches_of_one_deck_do_not_overlap():
    """UG-20, UG-23: a slab that is walked onto takes its place from the ground."""
    mover, slab = model("m", 20, 20), box("slab", (21, 18, 25, 22), 0.2)
    patches = reach(arena(slab, mover), mover).patches
    assert {patch.level for patch in patches} == {0.0, 0.2}
    whole = shapely.union_all([patch.area for patch in patches])
    assert sum(patch.area.area for patch in patches) == pytest.approx(whole.area, abs=1e-6)


def test_ug_21_what_is_as_high_as_the_head_does_not_bar():
    """UG-21, UG-22: a slab from the top of the figure on; not one that begins a little lower."""
    mover = model("m", 20, 20)
    for lower, free in ((0.0, True), (0.01, False)):
        slab = box("slab", (21, 14, 25, 26), 4, bottom=H - lower)
        assert reach(arena(slab, mover), mover).holds((23, 20), 0) is free
        assert way(arena(slab, mover), mover, [(23, 20)]).legal is free


def test_uf_67_what_is_spent_and_what_is_left_make_the_pool():
    """UF-67, UF-69: at every place that is come to, unless the move ended there."""
    mover = model("m", 19.5, 20.5)
    labels = list(Graph(arena(*TABLE, mover), mover).labels())
    assert len(labels) > 100
    for label in labels:
        ended = label.leg is not None and label.leg.fall and not label.left
        assert ended or label.spent + label.left == pytest.approx(8, abs=1e-9)
        assert 0 <= label.spent <= 8 + 1e-6


def test_ug_23_the_error_tells_how_far_the_rim_lies_inside():
    """UG-23: the region of an empty table is a polygon; its error grows as its sides fall short."""
    errors, short = [], []
    for move in (4, 20):
        mover = model("m", 50, 50, move=move)
        found = reach(arena(mover, area=(100, 100)), mover)
        (patch,) = found.patches
        errors.append(found.error)
        short.append(2 * move - patch.area.exterior.distance(shapely.Point(50, 50)))
    assert errors[1] - errors[0] == pytest.approx(short[1] - short[0], rel=1e-6)
    assert short[0] < errors[0] < 2 * NUMBERS.sample


@pytest.mark.parametrize("east", [True, False])
def test_hr_57_best_ways_slant_to_either_side(east):
    """UG-23, HR-57: up a roof the base shifts by up to 2r for nothing, 60 degrees aside at most.

    Against the exact cost: the rest is walked straight, up to the spacing of places.
    """
    mover = model("m", 20, 20, move=6)
    place = arena(box("roof", (22, 10, 26, 30) if east else (10, 22, 30, 26), 1), mover)
    for aside in (1.0, 2.5, 4.0):
        exact = 2 + math.hypot(2.5 - R, max(0.0, aside - math.sqrt(3) * R))
        goals = [(22.5, 20 + side) if east else (20 + side, 22.5) for side in (aside, -aside)]
        left, right = (best_way(place, mover, goal, 1) for goal in goals)
        assert left.legal and left.spent == pytest.approx(right.spent, abs=1e-9)
        assert exact - 1e-6 <= left.spent <= exact + NUMBERS.sample / 3


@pytest.mark.parametrize("shift", [0.0, 400.0])
def test_ug_23_climbs_and_drops_do_not_cross_a_round_top(shift):
    """UG-23: they end where the top begins, and begin where it ends, wherever it stands.

    The free shift of a huge base would do for a line across the top of a barrel.
    """
    mover = model("m", 18.5 + shift, 20 + shift, size="huge")
    barrel = drum("barrel", 22 + shift, 20.1 + shift, 1.2, 0.5)
    labels = Graph(arena(barrel, mover, area=(999, 999)), mover).labels()
    legs = [label.leg for label in labels if label.leg is not None]
    assert len({leg.end for leg in legs}) > 10 and {leg.kind for leg in legs} == {"climb", "drop"}
    for leg in legs:
        for share in (0.05, 0.5, 0.95):
            at = [a + share * (b - a) for a, b in zip(leg.start, leg.end, strict=True)]
            assert math.dist(at, barrel.ring[0]) > barrel.radius - 1e-3


# Changes of levels that a search may miss, or sell too cheap


def test_ug_21_free_shifts_lead_farther_than_the_pool():
    """UG-21: the shift of a vault is free, so that six inches lead nearly eight inches far."""
    fences = [
        box(f"f{i}", (12 + 1.6 * i, 19.5, 12.25 + 1.6 * i, 21), 0.3, standable=False)
        for i in range(6)
    ]
    mover, goal = model("m", 12 - R, 20.47, move=3), (19.3, 20.47)
    place = arena(*fences, mover)
    found = way(place, mover, [goal])
    assert found.legal and found.length > 7.9 and found.pool == 6
    farthest = max(label.point[0] for label in Graph(place, mover).labels() if label.leg)
    assert farthest == pytest.approx(found.legs[-2].end[0])  # no sixth fence
    posted = arena(*fences, drum("post", 12.95, 19.755, 0.1, 3, climbable=False), mover)
    assert not way(posted, mover, [goal]).legal and best_way(posted, mover, goal).legal


def test_ug_21_a_cheap_lift_leads_farther_than_the_pool():
    """UG-21 LINK: what a link costs has nothing to do with how far it leads."""
    mover, drums = model("m", 10, 10), drum("d", 32, 10, 0.5, 3, climbable=False)
    place = arena(mover, drums, links=[("rope", (12, 10), 0.0, (30, 10), 0.0, 1.0)])
    assert best_way(place, mover, (33.5, 10)).legal and reach(place, mover).holds((33.5, 10), 0)


def test_ug_21_a_slanting_vault_is_paid_for_where_it_is_wider_than_a_base():
    """UG-21: aslant a ditch of one inch is wider than the free shift, and no place is cheaper."""
    mover = model("m", 12 - R, 20)
    place = arena(box("ditch", (12, 19, 13, 30), 1, standable=False), mover)
    region, x = reach(place, mover), 13 + R + 0.01
    found = {}
    for y in (25, 28, 28.4, 28.8, 30):
        best = best_way(place, mover, (x, y))
        found[y] = best is not None
        assert region.holds((x, y), 0, "free") <= found[y]
    assert found[25] and not found[30]


def test_ug_21_no_vault_passes_beside_a_post():
    """UG-21: from one tangent of a thin post to another the line may miss it."""
    mover = model("m", 10, 20, flight=True)
    place = arena(drum("post", 12, 20, 0.4, 2.5), mover)
    graph = Graph(place, mover)
    for label in graph.labels():
        if label.leg is not None and label.before is not None:
            assert way(place, mover, [*bends(label), (*label.point, label.leg.end_level)]).legal


def test_ug_19_one_drops_from_a_floor_that_no_solid_bears():
    """UG-19, UG-23: the floor of a storey is a surface, and so its edge is one to drop from."""
    ring, mover = ((10, 10), (14, 10), (14, 14), (10, 14)), model("m", 12, 12, 2.0)
    wall = box("wall", (14.9, 11, 15.1, 13), 4, climbable=False)
    place = arena(wall, mover, rooms=[("house", ring, 2.0, 4.0)])
    assert reach(place, mover).holds((16, 12), 0, "free")
    found = best_way(place, mover, (16, 12))
    assert found.legal and [leg.kind for leg in found.legs][:2] == ["walk", "drop"]


STAIRS = [box("stairs", (10 + i, 9, 11 + i, 12), 0.25 * (i + 1)) for i in range(12)]


def test_ug_20_a_gallery_above_the_ground_is_another_deck():
    """UG-19, UG-20: steps lead up to a gallery; who walks below it has not come up."""
    gallery = box("gallery", (14, 12, 22, 16), 3, bottom=2.8)
    below, above = model("m", 18, 20), model("m", 21.5, 10, 3)
    place = arena(*STAIRS, gallery, below)
    region = reach(place, below)
    assert region.holds((18, 14), 0) and not region.holds((18, 14), 3)
    assert best_way(place, below, (18, 14), 0).legal
    assert best_way(place, below, (18, 14), 3) is None
    upstairs = arena(*STAIRS, gallery, above)
    walked = reach(upstairs, above)
    assert walked.holds((16, 14), 3) and not walked.holds((16, 14), 0)
    found = best_way(upstairs, above, (20.5, 14), 3)
    assert found.legal and {leg.kind for leg in found.legs} == {"walk"}


def test_ug_22_zones_on_stairs_reach_as_far_as_on_each_step():
    """UG-2, UG-22: an enemy on the top step strikes up there, not at the foot of the stairs."""
    mover = model("m", 17.5, 9, 2.0, move=3)
    enemy = model("e", 20.5, 11.3, 2.75, heading=270, seat=1, reach=1.0)
    place = arena(*STAIRS, mover, enemy)
    region = reach(place, mover)
    (top,) = (p for p in region.patches if (p.level, p.tag) == (3.0, "free"))
    for point in sampled(top, random.Random(2), 6):
        assert best_way(place, mover, point, 3.0) is not None, point


def test_ug_21_nobody_drops_past_a_base_that_hangs_over_the_landing():
    """UG-21, UG-22: a base on a balcony, between the roof and the ground, whatever its height."""
    for level, size in ((2.0, "normal"), (3.0, "small")):
        roof, balcony = box("roof", (10, 10, 14, 11), 4), box("b", (14, 11, 18, 15), level)
        mover = model("m", 13, 10.5, 4, move=5)
        other = model("o", 14.7, 11.01, level, size=size)
        region = reach(arena(roof, balcony, mover, other), mover)
        (ground,) = (p for p in region.patches if p.level == 0)
        for point in ground.area.geoms:
            assert math.dist((point.x, point.y), other.center) >= R + other.radius - 1e-6


def test_ug_21_a_base_far_above_or_below_is_in_nobodys_way():
    """UG-21: a drop beneath a bridge, and one onto a deck, with somebody on it and under it."""
    roof, mover = box("roof", (10, 10, 14, 11), 4), model("m", 13, 10.5, 4, move=5)
    over, deck = box("b", (14, 9, 18, 12), 6, bottom=5.8), box("b", (14, 9, 18, 12), 2, bottom=1.9)
    for slab, level, other in ((over, 0, 6.0), (deck, 2, 0.0)):
        place = arena(roof, slab, mover, model("o", 14.7, 10.5, other))
        assert reach(place, mover).holds((14 + R, 10.5), level)


def test_ug_23_the_corners_of_a_way_as_it_was_found():
    """UG-23: a way that is not pulled tight keeps its bends, its climbs with both of their ends."""
    mover, goal = model("m", 20, 20), (24.0, 20.0)
    place = arena(box("roof", (22, 17, 27, 23), 1), mover)
    graph = Graph(place, mover, goal=(goal, 1.0))
    label = next(found for found in graph.labels() if found.point == goal and found.deck)
    climbed = next(step for step in label.chain() if step.leg is not None)
    foot, top = climbed.leg.start, climbed.leg.end
    assert bends(label)[-2:] == [(*foot, 0.0), (*top, 1.0)]
    found = way(place, mover, [*bends(label), (*goal, 1.0)])
    assert found.legal and found.spent == pytest.approx(label.spent)


def test_ug_23_ways_bend_at_corners_with_their_neighbors():
    """UG-23: the corners of a deck that jut into it, each with the ones beside it on its border."""
    hole = [(4, 4), (4, 6), (6, 6), (7, 5), (6, 4)]
    deck = Deck((), shapely.Polygon([(0, 0), (10, 0), (10, 10), (5, 8), (0, 10)], [hole]))
    ring = {(5, 8): {(10, 10), (0, 10)}}
    ring |= {p: {hole[i - 1], hole[(i + 1) % 5]} for i, p in enumerate(hole)}
    found = [tuple(map(tuple, corner)) for corner in zip(*deck.corners, strict=True)]
    assert {point: {before, after} for point, before, after in found} == ring


def test_hr_61_behind_a_wall_one_is_in_no_melee():
    """HR-61, UG-25, UG-27: who shuffles in a melee stays in it: within reach, and past no wall."""
    wall = box("wall", (18.4, 21.2, 19.4, 21.3), 3, climbable=False)
    mover, enemy = model("m", 18, 20, reach=3), model("e", 20, 20, heading=0, seat=1)
    place = arena(wall, mover, enemy)
    region = reach(place, mover)
    for point, stays in (((18.9, 22.1), False), ((17.2, 21), True), ((15, 20), False)):
        assert region.holds(point, 0) is stays
        assert (best_way(place, mover, point) is not None) is stays
    long, away = model("e", 20, 20, heading=0, seat=1, reach=4), model("m", 18.3, 20)
    for rears in (True, False):  # beyond its own reach it can only turn its back
        place = arena(long, away, rear_to_rear=rears)
        assert reach(place, away).holds((16.5, 20), 0) is rears
        assert (best_way(place, away, (16.5, 20)) is not None) is rears


def test_ug_20_one_drops_from_the_higher_of_two_flush_tops():
    """UG-20, UF-68: a slab on a roof, their sides flush: the drop is that from the slab."""
    roof, slab = box("roof", (8, 8, 14, 12), 1), box("slab", (10, 8, 14, 12), 1.2, bottom=1)
    mover = model("m", 13, 10, 1.2)
    legs = [label.leg for label in Graph(arena(roof, slab, mover), mover).labels() if label.leg]
    falls = {
        (leg.start_level, round(leg.fall, 6))
        for leg in legs
        if leg.kind == "drop" and leg.start[0] > 10
    }
    assert falls == {(1.2, 1.2)}
