"""Cases A and B of public bug reports about sight and cover, and TV-12, as tiny scenes.

The hidden shares are those of the reports' list; every scene is also asked mirrored, turned,
shifted, in another unit, and beside a piece far away.
"""

import math

import pytest

from tablesim.geometry import Disc, Placed, Pose
from tablesim.geometry.cover import cast, hidden
from tablesim.geometry.sightline import sightline
from tablesim.geometry.terrain import Prism, Relief

from .sight_oracles import Scene, box, mirrored, poly, shifted, strip_share, turned

NEAR = pytest.approx


def asked(scene, **more):
    return hidden(scene.relief(), [scene.eye], scene.at, scene.floor, scene.radius, **more)


def verdict(found):
    """Return the word of the list for an answer."""
    if found.share >= 1 - 1e-6:
        return "hidden"
    if found.share > 0.5 + 1e-9:
        return "covered"
    return "partly" if found.near or found.touched else "open"


def variants(scene):
    yield scene, 1e-9
    yield scene.moved(mirrored), 1e-9
    yield scene.moved(turned(0.7)), 1e-9
    yield scene.moved(shifted(1000, -700)), 1e-9
    yield scene.scaled(25.4), 1e-9
    # A20: what is far away changes nothing.
    far = box(scene.at[0] + 30, scene.at[1] - 4, scene.at[0] + 31, scene.at[1] + 4, 0, 9, 99)
    yield Scene((*scene.prisms, far), scene.eye, scene.at, scene.floor, scene.radius), 1e-12


def scene(*prisms, **more):
    owned = [Prism(p.shape, p.bottom, p.top, i) for i, p in enumerate(prisms)]
    return Scene(tuple(owned), **more)


WALL = (5, -3, 5.2, 3)
A1 = scene(box(3, 0, 3.2, 2, 0, 3), box(5, -2, 5.2, 0, 0, 3), box(7, 0, 7.2, 2, 0, 3))
A11 = scene(box(4, 0, 5, 1, 0, 3), box(5, -1, 6, 0, 0, 3))
A16 = poly([(0, 0), (10, 0), (10, 6), (8, 6), (8, 2), (2, 2), (2, 6), (0, 6)], 0, 3)
A17 = poly([(0, 0), (10, 0), (10, 10), (0, 10)], 0, 3, holes=[[(3, 3), (7, 3), (7, 7), (3, 7)]])
A19 = scene(box(3, -0.1, 6, 0.2, 0, 3))
B3_FLOOR = box(-5, -3, 1, 3, 3.9, 4), box(1, -3, 1.2, 3, 0, 3.9)
WINDOW = box(*WALL, 0, 1), box(*WALL, 1.5, 3)
ROOF = box(-3, -2, 0.7, 2, 0, 1)

CASES = {
    "A1 several wall ends on one ray": (A1, 1, "hidden"),
    "A2 wall face in line with the eye": (scene(box(3, 0, 6, 0.2, 0, 3)), 0.5, "partly"),
    "A5 target close to a wall": (scene(box(5, -3, 5.2, 3, 0, 3), at=(5.5, 0.0)), 1, "hidden"),
    "A7 coplanar with the raised base": (scene(box(10, -3, 14, 3, 0, 3)), 0, "partly"),
    "A7 a little before it": (scene(box(9.8, -3, 14, -0.1, 0, 3)), 0.373530039, "partly"),
    "A8 narrow corridor": (
        scene(box(8, 0.45, 12, 0.65, 0, 3), box(8, -0.65, 12, -0.45, 0, 3)),
        0.037386073,
        "partly",
    ),
    "A11 two pieces meet at a point": (A11, 1, "hidden"),
    "A13 the second adds nothing": (
        scene(box(5, -3, 5.2, -0.05, 0, 3), box(6, -3, 6.2, -0.05, 0, 3)),
        0.397766344,
        "partly",
    ),
    "A13 a union, not a sum": (
        scene(box(5, -3, 5.2, -0.05, 0, 3), box(6, 0.02, 6.2, 3, 0, 3)),
        0.837288234,
        "covered",
    ),
    "A14 a sliver decides": (
        scene(box(5, 0.05, 5.2, 3, 0, 3), box(5, -3, 5.2, -0.05, 0, 3)),
        0.756663933,
        "covered",
    ),
    "A16 viewer in a piece": (
        scene(A16, eye=(1.0, 5.0, 1.0), at=(12.0, 5.0)),
        1,
        "hidden",
    ),
    "A17 out of a courtyard": (scene(A17, eye=(5.0, 5.0, 1.0), at=(15.0, 5.0)), 1, "hidden"),
    "A17 within a courtyard": (scene(A17, eye=(4.0, 5.0, 1.0), at=(6.4, 5.0)), 0, "open"),
    "A17 into a courtyard": (scene(A17, eye=(-5.0, 5.0, 1.0), at=(5.0, 5.0)), 1, "hidden"),
    "A17 into it from above": (scene(A17, eye=(-5.0, 5.0, 6.0), at=(5.0, 5.0)), 1, "hidden"),
    "A19 a wall": (A19, 0.890448981, "covered"),
    "A22 flat ground": (scene(box(3, -2, 6, 2, 0, 0)), 0, "open"),
    "A22 on flat ground": (scene(box(3, -2, 6, 2, 0, 0), at=(5.0, 0.0)), 0, "open"),
    "A23 straight up, a floor between": (
        scene(box(0, 0, 10, 10, 2.9, 3), eye=(5.0, 5.0, 1.0), at=(5.0, 5.0), floor=3.0),
        1,
        "hidden",
    ),
    "A23 straight up, nothing between": (
        scene(eye=(5.0, 5.0, 1.0), at=(5.0, 5.0), floor=3.0),
        0,
        "open",
    ),
    "B2 the rim of the roof": (scene(box(9, -1, 11, 1, 0, 3), floor=3.0), 0.165467775, "partly"),
    "B2 far behind the rim": (
        scene(box(6, -2, 11, 2, 0, 3), at=(10.4, 0.0), floor=3.0),
        1,
        "hidden",
    ),
    "B3 over a lower wall": (scene(*B3_FLOOR, eye=(0.0, 0.0, 4.6), at=(8.0, 0.0)), 0, "open"),
    "B3 below one's own floor": (
        scene(*B3_FLOOR, eye=(0.0, 0.0, 4.6), at=(3.0, 0.0)),
        1,
        "hidden",
    ),
    "B3 high beyond a wall": (scene(box(*WALL, 0, 2), floor=4.0), 0, "open"),
    "B3 half high beyond a wall": (scene(box(*WALL, 0, 2), floor=2.0), 1, "hidden"),
    "B3 low beyond a wall": (scene(box(*WALL, 0, 2)), 1, "hidden"),
    "B5 below a floating piece": (scene(box(4, -2, 5, 2, 2, 4)), 0, "open"),
    "B5 through a window": (
        scene(*WINDOW, eye=(0.0, 0.0, 1.25), floor=0.6),
        0.111991848,
        "partly",
    ),
    "B8 at the edge": (
        scene(box(0, 9, 3, 10, 0, 7), eye=(0.5, 5.0, 1.0), at=(0.5, 15.0)),
        1,
        "hidden",
    ),
    "B8 a corner on the tangent": (
        scene(box(0.3, 9, 3, 10, 0, 7), eye=(0.5, 5.0, 1.0), at=(0.5, 15.0)),
        1,
        "hidden",
    ),
    "B8 a corner within": (
        scene(box(0.35, 9, 3, 10, 0, 7), eye=(0.5, 5.0, 1.0), at=(0.5, 15.0)),
        0.927853194,
        "covered",
    ),
    "B9 over a parapet": (
        scene(ROOF, box(0.5, -2, 0.7, 2, 0, 1.6), eye=(0.0, 0.0, 2.0), at=(9.0, 0.0)),
        0,
        "open",
    ),
    "B9 behind a parapet": (
        scene(ROOF, box(0.5, -2, 0.7, 2, 0, 1.95), eye=(0.0, 0.0, 2.0), at=(9.0, 0.0)),
        1,
        "hidden",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_share_and_the_word(name):
    """Cases A and B: the share to 1e-9, the word, whatever the frame and the unit."""
    where, share, word = CASES[name]
    for variant, tolerance in variants(where):
        found = asked(variant)
        assert found.share == NEAR(share, abs=max(tolerance, 5.1e-10)), name
        assert verdict(found) == word, name
    if where.eye[:2] != where.at:
        assert asked(where).share == NEAR(strip_share(where), abs=1e-13)


def test_A2_exactly_half_is_half():
    """A2: a face in line with the eye hides nothing, its body does; turned about the eye too."""
    wall = CASES["A2 wall face in line with the eye"][0]
    for angle in (0.0, 0.3, 1.0, 2.2):
        assert asked(wall.moved(turned(angle))).share == NEAR(0.5, abs=1e-12)


def test_A5_the_base_overlaps_terrain():
    """A5, A7: the flag that the flat base meets a piece at its own level."""
    assert asked(CASES["A5 target close to a wall"][0]).touched == (0,)
    assert asked(CASES["A7 coplanar with the raised base"][0]).touched == (0,)
    # B2: the roof that one stands on does not rise above one's feet.
    assert asked(CASES["B2 the rim of the roof"][0]).touched == ()


def test_A10_a_ray_through_a_corner_goes_on_inside():
    (found,) = sightline(Relief([box(4, 0, 5, 1, 0, 3)]), (0, 0.5, 1), (10, -0.5, 1)).stretches
    assert found.entered and (found.start, found.end) == NEAR((0.4, 0.5), abs=1e-12)


def test_A11_two_pieces_that_meet_at_a_point_leave_no_slit():
    line = sightline(A11.relief(), (0, -0.5, 1), (10, 0.5, 1))
    assert [s.side for s in line.stretches] == ["left", "right"]
    assert all(s.start == s.end == NEAR(0.5, abs=1e-12) for s in line.stretches)
    assert line.blocked and line.seams == (line.stretches,)
    assert not sightline(Relief(A11.prisms[:1]), (0, -0.5, 1), (10, 0.5, 1)).blocked


def test_A16_only_the_interval_with_the_eye_is_left_out():
    where = CASES["A16 viewer in a piece"][0]
    line = sightline(where.relief(), where.eye, (12, 5, 1))
    spans = [(s.start, s.end, s.side) for s in line.stretches]
    assert spans[0] == (0, NEAR(1 / 11), "inside")
    assert spans[1] == (NEAR(7 / 11), NEAR(9 / 11), "inside")
    found = asked(where)
    assert found.inside == (0,) and found.first == 0
    # Down the arm that the eye is in, nothing hides.
    inside = Scene(where.prisms, where.eye, (1.0, 1.0), 0.0, 0.5)
    assert asked(inside).share == 0 and asked(inside).inside == (0,)


def test_A19_a_long_way_off_the_origin():
    """A19: a difference below 1e-9 at 1e6, below 1e-11 at 12345."""
    share = asked(A19).share
    assert asked(A19.moved(shifted(1e6, 1e6))).share == NEAR(share, abs=1e-9)
    assert asked(A19.moved(shifted(12345.678, 9876.5))).share == NEAR(share, abs=1e-11)


def test_A23_a_line_of_no_length():
    """A23: inside, on the border, outside; never a division by zero."""
    relief = Relief([box(0, 0, 10, 10, 2, 3)])
    for spot, side in (((5, 5, 2.5), "inside"), ((5, 5, 3), "below"), ((10, 5, 2.5), "beside")):
        (found,) = sightline(relief, spot, spot).stretches
        assert (found.start, found.end, found.side) == (0, 1, side)
    assert sightline(relief, (5, 5, 1), (5, 5, 1)).stretches == ()
    assert sightline(relief, (5, 5, 1), (5, 5, 4)).blocked


def test_B2_from_as_high_as_the_roof_and_higher():
    where = CASES["B2 far behind the rim"][0]
    above = Scene(where.prisms, (0.0, 0.0, 4.0), where.at, 3.0)
    assert asked(above).share == 0


def test_B5_the_interval_in_a_floating_piece():
    relief = Relief([box(2, -1, 8, 1, 1, 2)])
    (found,) = sightline(relief, (0, 0, 0), (10, 0, 4)).stretches
    assert found.entered and (found.start, found.end) == NEAR((0.25, 0.5), abs=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_B9_the_picture_is_the_answer(name):
    """B9: exactly the blockers have images that cover a part of the disc, and they explain it."""
    found = asked(CASES[name][0])
    owners = {b.owner for b in found.blockers}
    drawn = {
        shadow.owner
        for shadow in found.shadows.shadows
        if hidden_of_disc(shadow.shape, found.floor + found.radius, found.radius) > 1e-6
    }
    assert owners == drawn
    assert bool(owners) == (found.share > 0)
    assert all(0 <= b.marginal <= b.share + 1e-12 for b in found.blockers)
    assert sum(b.share for b in found.blockers) >= found.share - 1e-12
    assert sum(b.marginal for b in found.blockers) <= found.share + 1e-12


def hidden_of_disc(shape, height, radius):
    circle = Placed(Disc(radius), Pose(0, height)).polygon
    return shape.intersection(circle).area / circle.area


def test_A13_who_hides_what():
    """A13: shares alone, and what would be seen if one were not there."""
    one, other = asked(CASES["A13 the second adds nothing"][0]).blockers
    assert (one.owner, other.owner) == (1, 0)
    assert one.share == NEAR(0.397766344, abs=1e-9)
    assert one.marginal == NEAR(one.share - other.share, abs=1e-12) and other.marginal == 0
    apart = asked(CASES["A13 a union, not a sum"][0])
    assert [b.marginal for b in apart.blockers] == NEAR([b.share for b in apart.blockers])


# --- TV-12: the viewer at the origin, the target at (12, 0) --------------------------------------

NORMAL, LARGE, HUGE = ((b / 50.8, h / 25.4) for b, h in ((32, 40), (40, 55), (60, 70)))


def segment(wall, eye, target=NORMAL, floor=0.0):
    """Return the hidden share behind a wide wall: the segment of the disc below its image."""
    (x0, x1, top), r = wall, target[0]
    below = max(eye + (top - eye) * 12 / x for x in (x0, x1)) - floor
    if below <= 0:
        return 0.0
    if below >= 2 * r:
        return 1.0
    area = r * r * math.acos((r - below) / r) - (r - below) * math.sqrt(2 * r * below - below**2)
    return area / (math.pi * r * r)


def against(*prisms, viewer=0.0, target=NORMAL, floor=0.0):
    eye = (0.0, 0.0, viewer + 0.9 * NORMAL[1])
    return Scene(prisms, eye, (12.0, 0.0), floor, target[0])


@pytest.mark.parametrize(
    ("x", "top", "share"),
    [
        (11, 0.25, 0.0822),
        (11, 0.5, 0.3099),
        (11, 0.75, 0.5762),
        (11, 1.0, 0.8280),
        (11, 1.25, 0.9964),
        (11, 1.5, 1),
        (11, 1.6, 1),
        (6, 0.5, 0),
        (6, 1.0, 0.4860),
        (6, 1.25, 0.9236),
        (6, 1.5, 1),
    ],
)
def test_TV12_wide_walls(x, top, share):
    """TV-12: to the printed digits, and to 1e-12 to the formula."""
    found = asked(against(box(x, -10, x + 0.25, 10, 0, top)))
    assert found.share == NEAR(share, abs=1e-4)
    assert found.share == NEAR(segment((x, x + 0.25, top), 0.9 * NORMAL[1]), abs=1e-12)


def figure(x, y):
    return Prism(Placed(Disc(NORMAL[0]), Pose(x, y)), 0, NORMAL[1])


@pytest.mark.parametrize(
    ("where", "share"),
    [
        (against(), 0),
        (against(box(11, -0.5, 11.25, 0.5, 0, 3)), 0.9423),
        (against(box(8, 0, 10, 5, 0, 6)), 0.5),
        (against(box(8, -0.2, 10, 5, 0, 6)), 0.7913),
        (against(box(5, -0.3, 6, 5, 0, 6)), 1),
        (against(box(11, -10, 11.25, 10, 0, 1), viewer=3.0), 0.6425),
        (against(box(11, -10, 11.25, 10, 0, 1), viewer=6.0), 0.4417),
        (against(box(6, -10, 6.25, 10, 0, 0.5), viewer=6.0), 0),
        (against(box(10, -3, 16, 3, 0, 3), floor=3.0), 0.1969),
        (against(box(11, -10, 11.25, 10, 0, 1), target=LARGE), 0.6480),
        (against(box(10.5, -10, 10.75, 10, 0, 1), target=HUGE), 0.3770),
        (against(figure(6, 0)), 1),
        (against(figure(10.5, 0.9)), 0.2012),
    ],
)
def test_TV12_other_rows(where, share):
    """TV-12, the column h(e0), in every frame."""
    for variant, _ in variants(where):
        assert asked(variant).share == NEAR(share, abs=1e-4)


def test_TV12_what_shows_of_the_silhouette():
    """TV-12: behind [11, 11.25] up to 1.5, 0.0848 square inches show; up to 1.6 nothing does."""
    radius, height = NORMAL
    for top, free in ((1.5, 0.0848), (1.6, 0.0)):
        where = against(box(11, -10, 11.25, 10, 0, top))
        window = {"half_width": radius, "low": 0.0, "high": height}
        seen = cast(where.relief(), where.eye, where.at, **window)
        assert seen.free(radius, 0, height) == NEAR(free, abs=1e-4)


def test_TV12_a_line_past_a_corner_from_the_side_eye():
    """TV-12, UG-6: the corner [5, 6] x [-.3, 5] hides all from the middle, not from one side."""
    radius, height = NORMAL
    relief, eye = Relief([box(5, -0.3, 6, 5, 0, 6)]), 0.9 * height
    window = {"half_width": radius, "low": 0.0, "high": height}
    free = [
        cast(relief, (0.0, side * 0.95 * radius, eye), (12.0, 0.0), **window).free(
            radius, 0, height
        )
        for side in (0, 1, -1)
    ]
    assert free[0] == free[1] == 0 and free[2] > 0.1
