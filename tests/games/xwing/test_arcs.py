"""All arcs, all sets of constants, at awkward headings, against clipping polygons.

The second method works in the frame of the attacker, where its base is a box along the axes and
every arc is a polygon in plain numbers; only the target is turned.
"""

import math
import random
from itertools import product

import numpy as np
import pytest
import shapely

import tablesim as ts
from tablesim.errors import GeometryError, UnknownName
from tablesim.games.xwing import rules
from tablesim.games.xwing.catalogue import catalogue
from tablesim.geometry import Placed

from .boards import MIDDLE, attack, board, judge, rock, ship

near = pytest.approx
XWING = catalogue()
HEADINGS = [0, 90, 359.999, -190, 720]
HALF = {"small": 20.0, "large": 40.0}
FAR = 3000.0
SHIPS = {
    ("small", "front"): ("x-wing", {}),
    ("large", "front"): ("lambda-class-shuttle", {}),
    ("small", "rear"): ("arc-170", {}),
    ("large", "rear"): ("firespray-31", {}),
    ("small", "auxiliary-180"): ("auzituck-gunship", {}),
    ("large", "auxiliary-180"): ("yv-666", {}),
    ("small", "turret"): ("k-wing", {}),
    ("large", "turret"): ("yt-1300", {}),
    ("small", "bullseye"): ("m12-l-kimogila-fighter", {}),
    ("large", "mobile front"): ("lancer-class-pursuit-craft", {"arc": "front"}),
    ("large", "mobile rear"): ("lancer-class-pursuit-craft", {"arc": "rear"}),
    ("large", "mobile left"): ("lancer-class-pursuit-craft", {"arc": "left"}),
    ("large", "mobile right"): ("lancer-class-pursuit-craft", {"arc": "right"}),
}
"""A ship of each size with each arc that the first edition has."""

OPENINGS = {
    "front": lambda half: (-half, half),
    "rear": lambda half: (180 - half, 180 + half),
    "auxiliary-180": lambda half: (-90, 90),
    "turret": lambda half: (-180, 180),
    "mobile front": lambda half: (-half, half),
    "mobile rear": lambda half: (180 - half, 180 + half),
    "mobile left": lambda half: (half, 180 - half),
    "mobile right": lambda half: (180 + half, 360 - half),
}


def region(size, arc, constants):
    """An arc as a polygon about (0, 0), looking along +x (XW-164, XW-237)."""
    if arc == "bullseye":
        half = constants.bullseye_width / 2
        return shapely.box(HALF[size], -half, FAR, half)
    if arc == "turret":
        return shapely.box(-FAR, -FAR, FAR, FAR)
    start, end = OPENINGS[arc](constants.front_half_angle[size])
    turns = np.radians(np.linspace(start, end, 5))
    rim = np.column_stack([FAR * np.cos(turns), FAR * np.sin(turns)])
    return shapely.Polygon([(0, 0), *rim])


class Clipped:
    """A shot by clipping: the target is given in the frame of the attacker."""

    def __init__(self, size, arc, constants, target, local, *, attack_from="base"):
        half = HALF[size]
        base = shapely.box(-half, -half, half, half)
        wedge = region(size, arc, constants)
        turn = math.radians(local.heading)
        c, s = math.cos(turn), math.sin(turn)
        t = HALF[target]
        ring = np.array([(t, -t), (t, t), (-t, t), (-t, -t)])
        there = shapely.Polygon(ring @ np.array([[c, s], [-s, c]]) + [local.x, local.y])
        inside = shapely.intersection(there, wedge)
        source = base
        if attack_from == "arc_edge":
            source = shapely.intersection(base.exterior, wedge)
        self.away = float(shapely.distance(there, wedge))
        self.margin = inside.area if self.away == 0 else -self.away
        self.distance = float(shapely.distance(source, inside))
        self.closest = shapely.distance(base, there)


def around(rng, size, target):
    """A pose of a target round an attacker, mostly where it matters and never in contact."""
    while True:
        turn = math.radians(rng.uniform(0, 360))
        far = rng.uniform(45, 390)
        x, y = far * math.cos(turn), far * math.sin(turn)
        if rng.random() < 0.2:  # across the bullseye
            x, y = rng.uniform(70, 350), rng.uniform(-50, 50)
        if math.hypot(x, y) > 1.5 * (HALF[size] + HALF[target]):
            return ts.Pose(x, y, rng.uniform(-400, 400))


def band_of(distance):
    return next((n for n in (1, 2, 3) if distance <= 100 * n + 1e-8), None)


@pytest.mark.parametrize("attack_from", ["base", "arc_edge"])
@pytest.mark.parametrize(("size", "arc"), SHIPS)
@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_XW_237_every_arc_of_every_set_at_every_heading(size, arc, attack_from, count):
    """XW-63, XW-164..166, XW-237: in arc or not, and how far, as clipping says."""
    kind, state = SHIPS[size, arc]
    rng = random.Random(f"{size} {arc} {attack_from}")
    seen = set()
    for heading, name in product(HEADINGS, XWING.arcs):
        for target in ("small", "large"):
            for _ in range(count):
                me = ts.Piece("a", kind=kind, at=(700, 650), heading=heading, **state)
                local = around(rng, size, target)
                pose = me.pose.then(local)
                other = ts.Piece("b", base=target, at=pose.point, heading=pose.heading)
                table = ts.Table(game="xwing", area=(1400, 1300)).add(me, other)
                judged = ts.judge(table, arc=name, attack_from=attack_from)
                shot = judged.attack("a", "b", arc=arc.split()[0])
                want = Clipped(size, arc, XWING.arcs[name], target, local, attack_from=attack_from)
                if abs(want.margin) < 1e-6:
                    continue
                seen.add(shot.in_arc)
                assert shot.in_arc is (want.margin > 0)
                assert shot.base_distance == near(want.closest, abs=1e-9)
                if shot.in_arc:
                    assert shot.distance == near(want.distance, abs=1e-9)
                    assert shot.band == band_of(want.distance)
                else:
                    assert -shot.arc_margin == near(want.away, abs=1e-9)
                assert shot.legal is (want.margin > 0 and want.distance <= 300 + 1e-8)
    assert seen == ({True} if arc == "turret" else {True, False})


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("size", ["small", "large"])
def test_XW_237_four_directions_of_a_mobile_arc_share_out_the_circle(size, heading):
    """XW-237, XW-238: front, left, rear and right meet at their edges and nowhere else."""
    for arcs in XWING.arcs.values():
        sectors = [
            rules.firing_arc("mobile", size, arcs, front=HALF[size], direction=looks)
            for looks in ("front", "left", "rear", "right")
        ]
        assert sum(sector.width for sector in sectors) == near(360)
        pose = ts.Pose(10, -20, heading)
        for bearing in np.arange(0.5, 360, 1.7):
            point = pose.turned(float(bearing)).forward(150).point
            assert sum(sector.at(pose).contains(point) for sector in sectors) == 1


@pytest.mark.parametrize("turned", [0, 33.3, 90, 200])
def test_XW_238_turning_the_arc_changes_the_targets(turned):
    """XW-238: the state ``arc`` of a piece; the front arc stays where it is."""
    four = {"front": (0, 160), "rear": (0, -160), "left": (-160, 0), "right": (160, 0)}
    frame = ts.Pose(MIDDLE, MIDDLE, 90 + turned)
    me = ts.Piece(
        "me", kind="lancer-class-pursuit-craft", at=frame.point, heading=frame.heading, seat=0
    )
    others = []
    for looks, (x, y) in four.items():
        at = frame.then(ts.Pose(y, -x)).point
        others.append(ts.Piece(looks, base="small", at=at, heading=frame.heading, seat=1))
    table = board(me, *others)
    for looks in four:
        judged = ts.judge(table.place("me", arc=looks))
        in_mobile = [id for id in four if judged.attack("me", id, arc="mobile").in_arc]
        assert in_mobile == [looks]
        legal = {shot.on for shot in judged.arcs("me").shots if shot.legal}
        assert legal == {looks, "front"}
    unsaid = ts.judge(table)  # not stated, it looks ahead
    assert {shot.on for shot in unsaid.arcs("me").shots if shot.legal} == {"front"}


def test_XW_238_only_four_directions_and_only_mobile_arcs_turn():
    """XW-238: a direction that there is not, and a ship that has no such arc."""
    table = board(ship("me", what="lancer-class-pursuit-craft"))
    for word in ("up", "front-left"):
        with pytest.raises(UnknownName, match="arc"):
            table.place("me", arc=word)
    with pytest.raises(ValueError, match="no mobile arc that could look left"):
        board(ship("me", what="x-wing", arc="left"))
    assert "rotate-arc" in XWING.ship("lancer-class-pursuit-craft").actions


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("name", XWING.arcs)
def test_XW_237_the_bullseye_is_as_wide_as_its_set_says(name, heading):
    """XW-237: from the front edge on, half its width to each side, guides not counted."""
    width = XWING.arcs[name].bullseye_width
    me = ts.Piece("a", kind="m12-l-kimogila-fighter", at=(700, 650), heading=heading)
    for aside, inside in ((width / 2 + 20 - 1e-3, True), (width / 2 + 20 + 1e-3, False)):
        for side in (1, -1):
            for ahead in (60.5, 200):
                pose = me.pose.then(ts.Pose(ahead, side * aside))
                other = ts.Piece("b", base="small", at=pose.point, heading=pose.heading)
                table = ts.Table(game="xwing", area=(1400, 1300)).add(me, other)
                for guides in (False, True):
                    shot = ts.judge(table, arc=name, guides=guides).attack("a", "b", arc="bullseye")
                    assert shot.in_arc is inside
                    assert abs(shot.arc_margin) == near(1e-3, abs=1e-9)


@pytest.mark.parametrize(
    ("kind", "x", "y", "arc"),
    [
        ("x-wing", 0, 200, "front"),
        ("yt-1300", 0, -200, "turret"),
        ("arc-170", 0, -200, "rear"),
        ("auzituck-gunship", 150, 30, "auxiliary-180"),
    ],
)
def test_XW_237_the_attacker_takes_the_arc_that_serves_it(kind, x, y, arc):
    """XW-237: without a word about the arc, whichever of its arcs has the target."""
    shot = attack(ship("a", what=kind), ship("b", x, y))
    assert shot.in_arc and shot.legal and shot.arc == arc


@pytest.mark.parametrize("heading", HEADINGS)
def test_XW_165_the_boundary_counts_for_every_arc(heading):
    """XW-165: within 1e-6 of the line a target is in arc, 2e-6 beyond it is not."""
    frame = ts.Pose(700, 650, heading)
    for (size, arc), (kind, state) in SHIPS.items():
        if arc in ("turret", "bullseye"):
            continue
        _, end = OPENINGS[arc](XWING.arc_set().front_half_angle[size])
        for off, inside in ((-1e-7, True), (5e-7, True), (2e-6, False)):
            # a base flush with the line from outside, then moved away from it
            line = frame.turned(end)
            pose = line.then(ts.Pose(180, 20 + off))
            me = ts.Piece("a", kind=kind, at=frame.point, heading=heading, **state)
            other = ts.Piece("b", base="small", at=pose.point, heading=pose.heading)
            table = ts.Table(game="xwing", area=(1400, 1300)).add(me, other)
            assert ts.judge(table).attack("a", "b", arc=arc.split()[0]).in_arc is inside


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_set_without_a_size_and_an_unknown_arc_are_refused(size):
    arcs = XWING.arc_set()
    with pytest.raises(GeometryError, match="no angle for a 'huge' base; known: small, large"):
        rules.firing_arc("front", "huge", arcs, front=40)
    with pytest.raises(GeometryError, match="no arc 'side'; known: mobile, front"):
        rules.firing_arc("side", size, arcs, front=HALF[size])


# ---- where large bases deploy -------------------------------------------------------------------


@pytest.mark.parametrize("edge", ["bottom", "top", "left", "right"])
def test_XW_225_large_bases_at_every_angle(edge):
    """XW-225: inside the strip where it fits in, at the edge where it does not."""
    inward = {"bottom": 90, "top": 270, "left": 0, "right": 180}[edge]
    origin = {"bottom": (450, 0), "top": (450, 900), "left": (0, 450), "right": (900, 450)}[edge]

    def legal(middle, turn):
        at = ts.Pose(*origin, inward).forward(middle).point
        me = ts.Piece("me", base="large", at=at, heading=inward + turn, seat=0)
        table = ts.Table(game="xwing", area=(900, 900), edges=[edge]).add(me)
        return ts.judge(table).deploy("me").legal

    for turn in (0, 7, 14.47, 15, 30, 45, 60, 75, 90, 133, 359.999, -190):
        angle = math.radians(turn)
        half = 40 * (abs(math.cos(angle)) + abs(math.sin(angle)))
        assert legal(half, turn) and not legal(half - 1e-3, turn)  # at the edge, over the edge
        deepest = 100 - half  # the middle of a base that ends with the strip
        assert legal(half + 1e-3, turn) is (half + 1e-3 <= deepest)
        if half <= 50:
            assert legal(deepest, turn) and not legal(deepest + 1e-3, turn)


def test_C5_arcs_do_not_depend_on_what_lies_between():
    """XW-64: neither ships nor obstacles cut an arc off."""
    pair = ship("a", what="m12-l-kimogila-fighter"), ship("b", 0, 250)
    for between in (ship("c", 0, 100), rock("r", -30, 30, 90, 130)):
        assert judge(*pair, between).attack("a", "b", arc="bullseye").in_arc


def test_the_second_method_itself():
    """A target ahead and one aside, in numbers that need no program."""
    ahead = Clipped("small", "front", XWING.arc_set(), "small", ts.Pose(140, 0))
    assert (ahead.distance, ahead.closest) == (100, 100) and ahead.margin > 0
    aside = Clipped("small", "auxiliary-180", XWING.arc_set(), "small", ts.Pose(-25, 90))
    assert aside.away == near(5) and aside.margin == near(-5)
    base = Placed(XWING.bases["small"], ts.Pose(0, 0))
    assert base.bounds == (-20, -20, 20, 20)
