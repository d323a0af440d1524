"""Cases D of public bug reports: round bases and sight lines, as far as there is geometry."""

import math

import pytest

from tablesim.geometry import (
    Disc,
    Family,
    Gap,
    Hull,
    Placed,
    Pose,
    crossing,
    depth,
    gap,
    separation,
)

NEAR = pytest.approx
FRAMES = [Pose(0, 0, 0), Pose(500, 300, 137), Pose(-1000, 1000, -190), Pose(900, 3, 359.999)]


def disc(radius, x, y, frame=FRAMES[0]):
    return Placed(Disc(radius), frame.then(Pose(x, y)))


@pytest.mark.parametrize("frame", FRAMES)
def test_D1_a_base_is_affected_by_its_edge_not_by_its_center(frame):
    blast, base = disc(50, 0, 0, frame), disc(15, 64, 0, frame)
    assert depth(blast, base) == NEAR(1, abs=1e-9)
    assert gap(blast, base).distance == 0
    assert math.dist(blast.pose.point, base.pose.point) - 50 == NEAR(14, abs=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
def test_D3_edge_to_edge(frame):
    """Never center to center, and never the greater of two coordinate differences."""
    found = gap(disc(25, 0, 0, frame), disc(16, 300, 400, frame)).distance
    assert found == NEAR(459, abs=1e-9)


@pytest.mark.parametrize(
    ("y", "inside"), [(103, True), (103.2, True), (103.3, False), (110, False)]
)
def test_D4_1_a_range_ring_is_measured_from_the_edge(y, inside):
    """A ring of 76.2 about a base of radius 13.5 reaches 89.7 from its center."""
    one, other = disc(13.5, 0, 0), disc(13.5, 0, y)
    assert gap(one, other).distance == NEAR(y - 27, abs=1e-12)
    assert (gap(one, other).distance <= 76.2 + 1e-9) is inside


def line(a, b):
    """A sight line as the one segment of a gap."""
    family = Family((a, b), (a, b))
    return Gap(math.dist(a, b), a, b, (family,))


def box(x0, x1, y0, y1, frame=FRAMES[0]):
    return Placed(Hull([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), frame)


@pytest.mark.parametrize(
    ("y", "blocked", "clearance"),
    [(5, "none", 0), (5.000001, "none", 1e-6), (4.999999, "all", -1e-6)],
)
@pytest.mark.parametrize("frame", FRAMES)
def test_D6_a_line_along_the_face_of_a_wall(frame, y, blocked, clearance):
    """To graze is not to cross; a millionth of the unit decides, and the margin says so."""
    wall = box(40, 60, -5, 5, frame)
    seen = crossing(line(*frame.to_world([(0, y), (100, y)])), [wall])
    assert seen.blocked == blocked
    assert seen.clearance == NEAR(clearance, abs=2e-9)


def test_D6_no_line_runs_outside_the_board():
    """The shortest lines of two bases stay between them, and a wall at the edge blocks them all."""
    wall = box(0, 40, 195, 205)
    seen = gap(disc(16, 20, 100), disc(16, 20, 300))
    found = crossing(seen, [wall])
    assert found.blocked == "all" and found.line == ((20, 116), (20, 284))
    assert all(0 <= x <= 36 for segment in (found.line,) for x, _ in segment)


@pytest.mark.parametrize("scale", [25.4, 1 / 25.4, 2.825])
def test_D7_lengths_scale_and_nothing_else_does(scale):
    """The same poses in another unit: all lengths are as many times as long."""
    for y in (103.0, 88.0, 20.0):
        one, other = disc(13.5, 0, 0), disc(16, 30, y)
        grown = [
            Placed(Disc(s.footprint.radius * scale), Pose(s.pose.x * scale, s.pose.y * scale))
            for s in (one, other)
        ]
        assert separation(*grown) == NEAR(separation(one, other) * scale, rel=1e-12)
