"""Two scenes built by hand: a shot through a rock, and a turn that ends in a bump."""

import numpy as np
import pytest
import shapely

from tablesim.geometry.pose import Pose
from tablesim.scene import Mark, Scene


def _base(pose: Pose, side: int, label: str, **more: object) -> tuple[Mark, Mark]:
    square = shapely.Polygon(pose.to_world([(20, -20), (20, 20), (-20, 20), (-20, -20)]))
    arrow = shapely.Polygon(pose.to_world([(18, 0), (8, 3.6), (8, -3.6)]))
    return Mark(square, "base", side, label, **more), Mark(arrow, "facing", side, **more)


def attack_scene() -> Scene:
    """A shot at range 2: arc, bands, rock, measuring line."""
    luke, academy = Pose(55, 60, 40), Pose(278, 140, 205)
    shooter, target = _base(luke, 0, "luke"), _base(academy, 1, "academy", title="TIE <fighter>")
    rays = [luke.turned(turn).forward(900).point for turn in (40, 20, 0, -20, -40)]
    arc = shapely.Polygon([luke.point, *rays])
    marks = [Mark(shapely.LineString([luke.point, rays[i]]), "arc-edge", 0) for i in (0, -1)]
    nearer = shapely.Polygon()
    for band in (1, 2, 3):
        disc = shooter[0].shape.buffer(100 * band, quad_segs=64)
        marks.append(Mark((disc & arc) - nearer, "band", 0, str(band)))
        marks.append(Mark(disc.exterior & arc, "band-edge", 0))
        nearer = disc
    rock = shapely.Polygon([(165, 70), (192, 62), (212, 78), (207, 102), (182, 112), (163, 96)])
    line = shapely.shortest_line(shooter[0].shape, target[0].shape)
    marks += [Mark(rock, "obstacle", label="rock-1"), *shooter, *target]
    marks += [Mark(line, "measure", label=f"{line.length:.1f} mm")]
    marks += [Mark(shapely.Point(end), "end") for end in line.coords]
    marks += _base(Pose(330, 40, 120), 1, "obsidian", faint=True)
    marks.append(Mark(shapely.box(0, 0, 914.4, 914.4), "mat", faint=True))
    return Scene(
        tuple(marks),
        "In arc at range 2, obstructed by rock-1",
        "6.0 mm inside the range 2 line · XW-63, 65",
        frame=(0, -10, 380, 250),
        desc="luke at (55, 60) heading 40; academy at (278, 140) heading 205",
    )


def bump_scene() -> Scene:
    """A turn that does not fit: template, ghosts, contact."""
    start, stop, intended = Pose(50, 40, 90), Pose(99, 118, 15), Pose(133, 123, 0)
    angles = np.radians(np.linspace(180, 90, 40))
    center = np.array((113.0, 60.0))
    inner, middle, outer = (
        center + r * np.column_stack((np.cos(angles), np.sin(angles))) for r in (53, 63, 73)
    )
    ghosts = [(_base(pose, 0, word)) for pose, word in ((start, "start"), (intended, "intended"))]
    return Scene(
        (
            Mark(shapely.Polygon([*outer, *inner[::-1]]), "template", title="turn right 2"),
            Mark(shapely.LineString(middle), "guide"),
            *(Mark(base.shape, "ghost", 0, base.label) for base, _ in ghosts),
            *(Mark(arrow.shape, "facing", 0, faint=True) for _, arrow in ghosts),
            *_base(Pose(140, 130, 90), 1, "dark curse"),
            *_base(stop, 0, "luke"),
            Mark(shapely.Point(120, 110), "contact", label="touch"),
        ),
        "turn right 2 does not fit: luke backs off and touches dark curse",
        "stops 35.86 mm before the end · XW-38, 40, 154",
    )


@pytest.fixture(scope="session")
def attack() -> Scene:
    return attack_scene()


@pytest.fixture(scope="session")
def bump() -> Scene:
    return bump_scene()


@pytest.fixture(scope="session")
def every_role() -> Scene:
    """Each role as an area with a hole, a line, a point and a nested collection."""
    from tablesim.render.style import ROLES

    ring = shapely.Point(20, 20).buffer(15) - shapely.Point(20, 20).buffer(5)
    line, point = shapely.LineString([(0, 0), (40, 10), (40, 40)]), shapely.Point(5, 35)
    several = shapely.GeometryCollection(
        [shapely.MultiPoint([(1, 1), (9, 9)]), shapely.MultiPolygon([ring]), line]
    )
    marks = []
    for i, role in enumerate(ROLES):
        for j, shape in enumerate((ring, line, point, several)):
            moved = shapely.transform(shape, lambda xy, by=(60 * i, 60 * j): xy + by)
            marks.append(Mark(moved, role, (None, 0, 1, 7)[j], f"{role} {j}", faint=j == 3))
    return Scene(tuple(marks), "Every role")
