"""Templates on the table: areas, edges, and clearances against fine polygons."""

import math
import random

import numpy as np
import pytest
import shapely

from tablesim.geometry import Disc, Placed, Pose, Rect, Straight, Strip, Turn

from .oracles import TEMPLATES, any_hull, polygon, pose_in, star, template

NEAR = pytest.approx
STEPS = 4000


def fine_polygon(strip):
    """Return the strip as a polygon with so many corners that nobody could tell."""
    if isinstance(strip.path, Straight):
        return shapely.box(0, -strip.width / 2, strip.path.length, strip.width / 2)
    side = math.copysign(1, strip.path.angle)
    t = np.radians(np.linspace(0, abs(strip.path.angle), STEPS))
    rings = []
    for r in (strip.path.radius + strip.width / 2, max(strip.path.radius - strip.width / 2, 0)):
        rings.append(np.stack([r * np.sin(t), side * (strip.path.radius - r * np.cos(t))], axis=1))
    return shapely.Polygon(np.concatenate([rings[0], rings[1][::-1]]))


def on_table(strip):
    h = math.radians(strip.pose.heading)
    c, s = math.cos(h), math.sin(h)
    return shapely.affinity.affine_transform(
        fine_polygon(strip), (c, -s, s, c, strip.pose.x, strip.pose.y)
    )


def sagitta(path, width):
    if isinstance(path, Straight):
        return 0.0
    angle = math.radians(abs(path.angle)) / (STEPS - 1)
    return (path.radius + width / 2) * (1 - math.cos(angle / 2))


def any_path(rng):
    if rng.random() < 0.6:
        return template(*rng.choice(TEMPLATES))
    return Turn(rng.uniform(12, 200), rng.choice([-1, 1]) * rng.uniform(5, 175))


@pytest.mark.parametrize(
    ("name", "area"),
    [
        (("straight", "", 2), 1600),
        (("turn", "right", 1), math.pi / 4 * (45**2 - 25**2)),
        (("bank", "left", 2), math.pi / 8 * (140**2 - 120**2)),
    ],
)
def test_TV8_areas_of_templates(name, area):
    """XW-152: 20 wide; curves are sectors of rings."""
    found = Strip(template(*name), 20, Pose(5, 6, 77)).polygon.area
    assert found == NEAR(area, rel=1e-12 if name[0] == "straight" else 5e-3)


@pytest.mark.parametrize("name", TEMPLATES)
def test_drawings_follow_the_template(name):
    strip = Strip(template(*name), 20, Pose(100, -40, 123))
    assert strip.polygon.hausdorff_distance(on_table(strip)) < 0.05
    assert strip.centre_line.length == NEAR(strip.path.length, rel=1e-3)
    assert strip.polygon.buffer(1e-6).contains(strip.centre_line)


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["rect", "disc", "hull", "star"])
def test_clearances_agree_with_fine_polygons(kind, count):
    rng = random.Random(41)
    make = {
        "rect": lambda: Rect(rng.uniform(2, 80), rng.uniform(2, 80)),
        "disc": lambda: Disc(rng.uniform(1, 40)),
        "hull": lambda: any_hull(rng),
        "star": lambda: star(rng, 50, hole=True),
    }[kind]
    apart = together = 0
    for _ in range(count if kind != "star" else count // 3):
        strip = Strip(any_path(rng), 20, pose_in(rng, 50))
        shape = Placed(make(), pose_in(rng, 150))
        error = 2 * sagitta(strip.path, 20) + 1e-9
        if kind == "disc":
            center, radius = shapely.Point(shape.pose.point), shape.footprint.radius
            gap = shapely.distance(on_table(strip), center) - radius
            overlapping = gap < -error
        else:
            gap = shapely.distance(on_table(strip), polygon(shape))
            overlapping = on_table(strip).intersection(polygon(shape)).area > 0.01
        found = strip.clearance(shape)
        apart += gap > error
        together += overlapping
        if gap > error:
            assert found == NEAR(gap, abs=error)
        elif overlapping:
            assert found < 0
        else:
            assert found == NEAR(0, abs=1)
    assert apart > 10 and together > 10


def test_the_hole_of_a_ring_is_free():
    """A shape round the turning center, within the inner edge, touches nothing."""
    strip = Strip(Turn(90, 90), 20, Pose(0, 0))
    assert strip.clearance(Placed(Disc(30), Pose(0, 90))) == NEAR(80 - 30)
    assert strip.clearance(Placed(Disc(79.9), Pose(0, 90))) == NEAR(0.1)
    assert strip.clearance(Placed(Disc(80.1), Pose(0, 90))) == NEAR(-0.1)
    assert strip.clearance(Placed(Rect(20, 20), Pose(0, 90))) == NEAR(80 - 10 * math.sqrt(2))


def test_depth_over_the_outer_inner_and_short_edges():
    strip = Strip(Turn(90, 90), 20, Pose(0, 0))  # center (0, 90), inner 80, outer 100
    direction = math.sqrt(0.5)
    for radius, expected in [(104, -1), (106, 1), (76, -1), (74, 1)]:
        where = Pose(radius * direction, 90 - radius * direction)
        assert strip.clearance(Placed(Disc(5), where)) == NEAR(expected)
    assert strip.clearance(Placed(Disc(5), Pose(-4, 0))) == NEAR(-1)
    assert strip.clearance(Placed(Disc(5), Pose(-6, 0))) == NEAR(1)
    assert strip.clearance(Placed(Rect(10, 10), Pose(-5, 0))) == NEAR(0, abs=1e-12)


def test_flush_with_the_end_of_a_template_is_contact():
    """A base stands against both short edges of its template without overlap."""
    for name in TEMPLATES:
        path = template(*name)
        for heading in (0, 90, 33.3, 359.999):
            pose = Pose(200, 100, heading)
            strip = Strip(path, 20, pose)
            end = pose.then(path.at(path.length))
            for shape in (
                Placed(Rect(40, 40), pose.forward(-20)),
                Placed(Rect(80, 80), end.forward(40)),
            ):
                assert strip.clearance(shape) == NEAR(0, abs=1e-9)


def test_a_template_of_no_length_is_nowhere():
    assert Strip(Straight(0), 20, Pose(0, 0)).clearance(Placed(Disc(5), Pose(0, 0))) == math.inf


def test_mirror_image_and_rigid_motion():
    rng = random.Random(42)
    for _ in range(200):
        path, where, turn = any_path(rng), pose_in(rng, 100), pose_in(rng, 900)
        shape = Rect(30, 45)
        want = Strip(path, 20, Pose(3, 4, 50)).clearance(Placed(shape, where))
        flipped = Strip(path.mirrored(), 20, Pose(3, -4, -50)).clearance(
            Placed(shape, Pose(where.x, -where.y, -where.heading))
        )
        moved = Strip(path, 20, turn.then(Pose(3, 4, 50))).clearance(
            Placed(shape, turn.then(where))
        )
        assert flipped == NEAR(want, abs=1e-9) and moved == NEAR(want, abs=1e-9)
