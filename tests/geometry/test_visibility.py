"""What is seen from a point, against two methods that know no triangles.

One unites the shadows of all sides and takes them from the table; the other looks along a ray in
every gap between the directions of two corners.
"""

import itertools
import math
import random

import numpy as np
import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Hull, Outline, Placed, Pose, Rect
from tablesim.geometry.visibility import Visibility

NEAR = pytest.approx
BOX = (-10.0, -10.0, 10.0, 10.0)
HERE = Pose(0, 0)
FRAMES = [HERE, Pose(0, 0, 40.107), Pose(1000, -700, 200), Pose(12345.678, 9876.5, 359.9)]


def block(x0, y0, x1, y1, pose=HERE):
    return Placed(Hull([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), pose)


def piece(ring, holes=()):
    return Placed(Outline(ring, holes), HERE)


def sides(polygon):
    """Return the sides of a polygon, holes included, as an array of shape (n, 2, 2)."""
    rings = (polygon.exterior, *polygon.interiors)
    return np.concatenate(
        [np.stack([(r := np.array(ring.coords))[:-1], r[1:]], axis=1) for ring in rings]
    )


def by_shadows(outlines, box, viewer):
    """Return what is seen as the table without all pieces and the shadows of their sides."""
    x, y = viewer
    pieces = [outline.polygon for outline in outlines]
    far = 4 * math.hypot(box[2] - box[0], box[3] - box[1])
    shadows = []
    for a, b in itertools.chain.from_iterable(sides(p) for p in pieces):
        start, turn = math.atan2(a[1] - y, a[0] - x), 0.0
        if math.dist(a, viewer) > 1e-12 and math.dist(b, viewer) > 1e-12:
            turn = math.remainder(math.atan2(b[1] - y, b[0] - x) - start, 2 * math.pi)
        if 1e-12 < abs(turn) < math.pi - 1e-12:  # else the viewer stands on it or sees its end
            angles = [start + turn * i / 8 for i in range(9)]
            rim = [(x + far * math.cos(t), y + far * math.sin(t)) for t in angles]
            shadows.append(shapely.Polygon([a, *rim, b]))
    return shapely.box(*box) - shapely.union_all(pieces) - shapely.union_all(shadows)


def by_rays(outlines, box, viewer):
    """Return the area of what is seen, from the nearest side in every gap between two corners."""
    solid = shapely.union_all([outline.polygon for outline in outlines])
    edges = [sides(p) for p in (shapely.box(*box), *shapely.get_parts(solid))]
    a, b = np.moveaxis(np.concatenate(edges) - viewer, 1, 0)
    points = np.concatenate([a, _crossings(a, b)])
    angles = np.unique(np.arctan2(points[:, 1], points[:, 0]))
    angles = np.append(angles, angles[0] + 2 * math.pi)
    middle = (angles[1:] + angles[:-1]) / 2
    nearest = np.argmin(_reach(a, b, middle), axis=1)
    first, last = (
        _reach(a[nearest], b[nearest], t, paired=True) for t in (angles[:-1], angles[1:])
    )
    return float(np.sum(first * last * np.sin(np.diff(angles))) / 2)


def _crossings(a, b):
    """Return where sides cross one another (those of pieces cross the edge of the table)."""
    found = []
    for (p, q), (r, s) in itertools.combinations(zip(a, b, strict=True), 2):
        d, e = q - p, s - r
        turn = d[0] * e[1] - d[1] * e[0]
        if turn:
            t = ((r - p)[0] * e[1] - (r - p)[1] * e[0]) / turn
            u = ((r - p)[0] * d[1] - (r - p)[1] * d[0]) / turn
            if 0 < t < 1 and 0 < u < 1:
                found.append(p + t * d)
    return np.array(found).reshape(-1, 2)


def _reach(a, b, angle, *, paired=False):
    """Return how far rays go to the lines of sides; infinity where they miss the side."""
    ux, uy = np.cos(angle), np.sin(angle)
    if not paired:
        ux, uy = ux[:, None], uy[:, None]
    d = b - a
    turn = ux * d[:, 1] - uy * d[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]) / turn
        s = (a[:, 0] * uy - a[:, 1] * ux) / turn
    if paired:
        return t
    return np.where((turn != 0) & (t > 0) & (s >= 0) & (s <= 1), t, np.inf)


def random_table(rng, count, *, lattice=False):
    """Return a table of 48 by 48 with blocks, walls, corners and courtyards."""
    size = rng.uniform(0.5, 2.5)

    def corner():
        return [(0, 0), (3, 0), (3, 0.4), (0.4, 0.4), (0.4, 3), (0, 3)]

    make = [
        lambda: Rect(rng.choice([0.2, 1, 2]), rng.choice([1, 3, 5])),
        lambda: Outline(corner()),
        lambda: Outline([(0, 0), (5, 0), (5, 5), (0, 5)], [[(1, 1), (4, 1), (4, 4), (1, 4)]]),
        lambda: Outline([(0, 0), (size, 0), (2 * size, size), (size, 0.5 * size)]),
    ]
    found = []
    for _ in range(count):
        turn = rng.choice([0, 90, 180]) if lattice else rng.uniform(0, 360)
        at = [rng.randint(0, 96) / 2 if lattice else rng.uniform(0, 48) for _ in "xy"]
        found.append(Placed(rng.choice(make)(), Pose(*at, turn)))
    return found, (0.0, 0.0, 48.0, 48.0)


def viewer_in(rng, outlines, box, *, lattice=False):
    """Return a point of the free ground, on the lattice often one of a border."""
    solid = shapely.union_all([outline.polygon for outline in outlines])
    free = shapely.difference(shapely.box(*box), solid)
    while True:
        x, y = (rng.randint(0, 96) / 2 if lattice else rng.uniform(box[0], box[2]) for _ in "xy")
        # Where a wall stands on the table's edge, its far side is no ground.
        if free.distance(shapely.Point(x, y)) <= 1e-9:
            return x, y


def check_ring(view):
    for polygon in shapely.get_parts(view):
        assert polygon.is_valid and not polygon.interiors and polygon.exterior.is_ccw


# The cases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pose", FRAMES)
def test_A1_several_wall_ends_on_one_ray(pose):
    """The order along the ray decides; there is no slit along y = 0."""
    walls = [
        block(3, 0, 3.2, 2, pose),
        block(5, -2, 5.2, 0, pose),
        block(7, 0, 7.2, 2, pose),
    ]
    eye, far = pose.to_world([(0, 0), (9.9, 0)])
    if pose == HERE:
        visibility = Visibility(walls, BOX)
        view = visibility.polygon(eye)
        assert view.area == NEAR(354.666667, abs=1e-6)
    else:
        visibility = Visibility(walls, (pose.x - 30, pose.y - 30, pose.x + 30, pose.y + 30))
        view = visibility.polygon(eye)
    check_ring(view)
    assert not visibility.sees(eye, far) and not visibility.sees(far, eye)


def test_A4_the_view_never_crosses_itself():
    bars = [
        piece([(2, -1), (2.1, -1), (4.1, 1), (4, 1)]),
        piece([(2, 1), (2.1, 1), (4.1, -1), (4, -1)]),
    ]
    view = Visibility(bars, BOX).polygon((0.1, 0.1))
    check_ring(view)
    assert view.area == NEAR(351.315789, abs=1e-6)
    assert view.area == NEAR(by_rays(bars, BOX, (0.1, 0.1)), abs=1e-9)


@pytest.mark.parametrize("pose", FRAMES)
def test_A11_nothing_is_seen_through_a_common_corner_or_a_seam(pose):
    box = (pose.x - 50, pose.y - 50, pose.x + 50, pose.y + 50)
    by_corner = [block(4, 0, 5, 1, pose), block(5, -1, 6, 0, pose)]
    by_seam = [block(4, 0, 5, 20, pose), block(4, -20, 5, 0, pose)]
    for walls in (by_corner, by_seam):
        visibility = Visibility(walls, box)
        for a, b in [((0, 0), (10, 0)), ((0, -0.5), (10, 0.5))]:
            assert not visibility.sees(*pose.to_world([a, b]))


def test_A17_a_courtyard_is_open_inside_and_closed_to_the_outside():
    yard = piece([(0, 0), (10, 0), (10, 10), (0, 10)], [[(3, 3), (7, 3), (7, 7), (3, 7)]])
    visibility = Visibility([yard], (-10, -10, 20, 20))
    assert visibility.polygon((5, 5)).equals(shapely.box(3, 3, 7, 7))
    assert visibility.sees((4, 5), (6.4, 5))
    assert not visibility.sees((-5, 5), (5, 5))
    with pytest.raises(GeometryError, match=r"\(1, 5\): it lies inside of piece 0"):
        visibility.polygon((1, 5))
    with pytest.raises(GeometryError, match="inside of piece 0"):
        visibility.sees((-5, 5), (1, 5))


def test_A20_a_piece_far_away_changes_nothing():
    walls = [block(3, -1, 4, 1), block(-5, 2, -4, 6)]
    seen = Visibility(walls, BOX).polygon((0, 0))
    more = Visibility([*walls, block(5, -0.5, 6, 0.5)], BOX).polygon((0, 0))  # behind the first
    assert seen.symmetric_difference(more).area < 1e-9


# Places -------------------------------------------------------------------------------------------


def test_an_empty_table_is_seen_from_everywhere():
    visibility = Visibility([], BOX)
    for point in [(0, 0), (10, 10), (-10, 3), (9.999999, -2)]:
        assert visibility.polygon(point).equals(shapely.box(*BOX))


@pytest.mark.parametrize("viewer", [(10.0001, 0), (0, -11), (math.inf, 0), (math.nan, 0)])
def test_off_the_table_nothing_is_seen(viewer):
    with pytest.raises(GeometryError, match="off the table"):
        Visibility([], BOX).polygon(viewer)


def test_on_a_table_without_free_ground_nothing_is_seen():
    with pytest.raises(GeometryError, match="inside of piece 0"):
        Visibility([block(-20, -20, 20, 20)], BOX).polygon((0, 0))


@pytest.mark.parametrize("box", [(0, 0, 0, 5), (0, 0, math.nan, 5), (3, 0, 2, 5)])
def test_a_table_needs_an_extent(box):
    with pytest.raises(GeometryError, match="a table needs an extent"):
        Visibility([], box)


def test_a_viewer_at_a_wall_sees_one_side_of_it():
    visibility = Visibility([block(0, -5, 1, 5)], BOX)
    at_face = visibility.polygon((0, 1))
    assert at_face.area == NEAR(200, abs=1e-9) and at_face.bounds == (-10, -10, 0, 10)
    at_corner = visibility.polygon((0, 5))
    assert at_corner.area == NEAR(20 * 10 + 10 * 5, abs=1e-9)
    assert visibility.sees((0, 5), (0, -5)), "along the face"
    assert visibility.sees((-3, 5), (9, 5)), "past the corners"
    assert not visibility.sees((0, 1), (1, 1))


def test_from_anywhere_at_a_wall_the_view_is_one_polygon():
    """However many triangles meet there, all ground round the point hangs together."""
    walls = [block(0, -5, 1, 5), block(-6, 2, -3, 4), block(4, -8, 5, -2), block(3, 6, 8, 7)]
    visibility = Visibility(walls, BOX)
    for wall in walls:
        for share in np.linspace(0, 1, 33):
            at = wall.polygon.exterior.interpolate(share, normalized=True)
            view = visibility.polygon((at.x, at.y))
            assert isinstance(view, shapely.Polygon)
            check_ring(view)


@pytest.mark.parametrize(("near", "far"), [(1e-3, 5), (1, 5), (100, 500)])
def test_a_slit_is_seen_through_if_it_is_wider_than_what_touches(near, far):
    """It runs between two screens; how wide it is at the farther one decides, however far that."""
    for width, open_ in ((1e-6, True), (1e-8, True), (1e-10, False)):
        for y0, y1 in ((0, width), (-width, 0)):  # first the one on the right is nearer
            right, left = (near, far) if y0 == 0 else (far, near)
            screens = [block(0.9 * right, -600, right, y0), block(0.9 * left, y1, left, 600)]
            visibility = Visibility(screens, (-600, -600, 1200, 600))
            assert visibility.sees((0, 0), (2 * far, y0 + y1)) is open_, (width, y0)


def test_a_viewer_on_a_corner_that_two_pieces_share_sees_both_sides():
    visibility = Visibility([block(0, 0, 5, 5), block(-5, -5, 0, 0)], BOX)
    view = visibility.polygon((0, 0))
    assert isinstance(view, shapely.MultiPolygon) and len(view.geoms) == 2
    check_ring(view)
    assert view.area == NEAR(200, abs=1e-9)
    assert visibility.sees((0, 0), (-3, 3)) and visibility.sees((0, 0), (3, -3))
    assert not visibility.sees((-3, 3), (3, -3))


def test_a_round_piece_counts_by_its_polygon():
    view = Visibility([Placed(Disc(2), Pose(5, 0))], BOX).polygon((0, 0))
    half = math.asin(2 / 5)
    hidden = 100 * math.tan(half) - (math.sqrt(21) * 2 - 4 * (math.pi / 2 - half))
    assert view.area == NEAR(400 - hidden, abs=2e-3)


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6])
def test_pieces_flush_at_an_angle_leave_no_slit(far):
    """Three blocks in a row, and one across: their faces differ in the last digits."""
    rng = random.Random(3)
    for _ in range(40):
        pose = Pose(far + rng.uniform(-1, 1), far - rng.uniform(-1, 1), rng.uniform(0, 360))
        row = [block(-30, -1, -4, 1, pose), block(-4, -1, 3, 1, pose), block(3, -1, 30, 1, pose)]
        row.append(block(-9, 1, 4, 2, pose))
        box = (pose.x - 20, pose.y - 20, pose.x + 20, pose.y + 20)
        visibility = Visibility(row, box)
        for x in (-4, 3, 0.1):
            below, above = pose.to_world([(x, -3), (x, 5)])
            assert not visibility.sees(below, above)
            check_ring(visibility.polygon(below))
            assert shapely.distance(visibility.polygon(below), shapely.Point(above)) > 3


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("wide", [1e-10, 1e-8])
def test_through_a_slit_narrower_than_a_billionth_nothing_is_seen(side, wide):
    """A block in front to one side of the line, one behind it to the other, a hair beside it."""
    if side == 1:
        blocks = [block(-9, 3, 0, 4), block(wide, 7, 9, 8)]
    else:
        blocks = [block(0, 3, 9, 4), block(-9, 7, -wide, 8)]
    visibility = Visibility(blocks, BOX)
    assert visibility.sees((0, 0), (side * wide / 4, 9.5)) == (wide > 1e-9)
    check_ring(visibility.polygon((0, 0)))


@pytest.mark.parametrize("off", [0.0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-6])
def test_a_hair_from_a_wall_or_a_corner_the_view_is_that_from_the_wall(off):
    walls = [block(0, 0, 3, 2), block(5, -1, 6, 8)]
    visibility = Visibility(walls, BOX)
    for x, y, dx, dy in [(1, 2, 0, 1), (0, 0, -1, -1), (3, 2, 1, 0), (3, 2, 1, 1), (5, 3, -1, 0)]:
        there, near = (x, y), (x + off * dx, y + off * dy)
        view = visibility.polygon(near)
        check_ring(view)
        same = visibility.polygon(there)
        assert view.symmetric_difference(same).area < 1e-8 + 2e3 * off


# Against the other methods ------------------------------------------------------------------------


def compare(seed, count, *, lattice):
    rng = random.Random(seed)
    outlines, box = random_table(rng, count, lattice=lattice)
    visibility = Visibility(outlines, box)
    for _ in range(3):
        viewer = viewer_in(rng, outlines, box, lattice=lattice)
        view = visibility.polygon(viewer)
        check_ring(view)
        shadows = by_shadows(outlines, box, viewer)
        assert view.area == NEAR(shadows.area, abs=1e-9), (seed, viewer)
        assert view.symmetric_difference(shadows).area < 1e-9
        yield view, viewer, outlines, box


@pytest.mark.parametrize("lattice", [False, True])
@pytest.mark.parametrize("count", [1, 4, 12])
def test_the_view_is_the_table_without_shadows(count, lattice):
    for seed in range(5):
        assert len(list(compare(seed, count, lattice=lattice))) == 3


def test_the_view_is_what_the_rays_between_all_corners_reach():
    for seed in range(4):
        for view, *scene in compare(seed, 5, lattice=False):
            viewer, outlines, box = scene
            assert view.area == NEAR(by_rays(outlines, box, viewer), abs=1e-9)


@pytest.mark.parametrize("lattice", [False, True])
@pytest.mark.parametrize(
    "tables",
    [pytest.param(20, marks=pytest.mark.slow), pytest.param(1000, marks=pytest.mark.deep)],
)
def test_the_view_is_the_table_without_shadows_many(tables, lattice):
    for seed in range(100, 100 + tables):
        for count in (20, 60):
            assert list(compare(seed, count, lattice=lattice))


def test_sight_is_mutual_and_agrees_with_the_straight_line():
    """Two points see each other if the line between them is clear of all pieces."""
    rng = random.Random(8)
    outlines, box = random_table(rng, 30)
    solid = shapely.union_all([outline.polygon for outline in outlines])
    visibility = Visibility(outlines, box)
    seen = 0
    for _ in range(150):
        a, b = (viewer_in(rng, outlines, box) for _ in "ab")
        clear = not shapely.intersects(solid, shapely.LineString([a, b]))
        assert visibility.sees(a, b) is visibility.sees(b, a) is clear
        seen += clear
    assert 20 < seen < 130


@pytest.mark.parametrize("pose", FRAMES[1:])
def test_moving_the_table_moves_the_view(pose):
    """The table's edge is behind walls here: a table cannot be turned."""
    rng = random.Random(5)
    round_ = piece([(-9, -9), (9, -9), (9, 9), (-9, 9)], [[(-8, -8), (8, -8), (8, 8), (-8, 8)]])
    inner = [
        Placed(Rect(1, 3), Pose(rng.uniform(-7, 7), rng.uniform(-7, 7), turn))
        for turn in (40, 80, 120)
    ]
    walls = [round_, *inner]
    moved = [Placed(w.footprint, pose.then(w.pose)) for w in walls]
    box = (pose.x - 20, pose.y - 20, pose.x + 20, pose.y + 20)
    here, there = Visibility(walls, (-20, -20, 20, 20)), Visibility(moved, box)
    for _ in range(10):
        while True:
            viewer = rng.uniform(-8, 8), rng.uniform(-8, 8)
            if not any(w.polygon.contains(shapely.Point(viewer)) for w in walls):
                break
        seen = here.polygon(viewer)
        ring = pose.to_world(seen.exterior.coords[:-1])
        other = there.polygon(pose.to_world([viewer])[0])
        assert other.area == NEAR(seen.area, abs=1e-9)
        assert shapely.hausdorff_distance(shapely.Polygon(ring), other) < 1e-6


def test_a_mirrored_table_has_the_mirrored_view():
    rng = random.Random(6)
    rings = [
        [(x + dx, y + dy) for dx, dy in ((0, 0), (2, 0.5), (1.5, 2), (0.2, 1))]
        for x, y in ((rng.uniform(-9, 7), rng.uniform(-9, 7)) for _ in range(12))
    ]
    one = Visibility([piece(r) for r in rings], BOX)
    other = Visibility([piece([(-x, y) for x, y in r]) for r in rings], BOX)
    for _ in range(20):
        x, y = rng.uniform(-10, 10), rng.uniform(-10, 10)
        try:
            area = one.polygon((x, y)).area
        except GeometryError:
            with pytest.raises(GeometryError):
                other.polygon((-x, y))
            continue
        assert other.polygon((-x, y)).area == NEAR(area, abs=1e-9)


def test_more_pieces_never_show_more():
    rng = random.Random(7)
    outlines, box = random_table(rng, 25)
    viewer = viewer_in(rng, outlines, box)
    areas = [Visibility(outlines[:n], box).polygon(viewer).area for n in range(0, 26, 5)]
    assert all(more >= less - 1e-9 for more, less in itertools.pairwise(areas))
