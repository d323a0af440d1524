"""Every entry of every dial, from every heading: where it ends, in closed form.

The closed form is written out here from the tables of the rules, in their own coordinates (h = 0
looks along +y, counter-clockwise), and knows nothing of templates and center lines.
"""

import math
import random
import re
from xml.etree import ElementTree

import pytest

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.maneuvers import Maneuver

near = pytest.approx
XWING = catalogue()
HEADINGS = range(0, 360, 7)
AREA = (1600.0, 1400.0)
HALF = {"small": 20.0, "large": 40.0}
RADIUS = {"bank": (80.0, 130.0, 180.0), "turn": (35.0, 62.5, 90.0)}
SHIFT = {"small": 10.0, "large": 20.0}
C = math.sqrt(0.5)


def right_hand_end(bearing, speed, size, at="middle"):
    """Where a maneuver to the right ends from (0, 0, 0): XW-153, XW-230 to XW-233."""
    a = HALF[size]
    if bearing.startswith("reverse"):
        x, y, h = right_hand_end(bearing.removeprefix("reverse "), speed, size)
        return x, -y, -h
    if bearing == "stationary":
        return 0.0, 0.0, 0.0
    if bearing in ("straight", "koiogran"):
        return 0.0, 40.0 * speed + 2 * a, 180.0 if bearing == "koiogran" else 0.0
    if bearing in ("bank", "segnor"):
        r = RADIUS["bank"][speed - 1]
        return r - (r - a) * C, a + (r + a) * C, -45.0 - 180.0 * (bearing == "segnor")
    r = RADIUS["turn"][speed - 1]
    if bearing == "turn":
        return r + a, r + a, -90.0
    # a Tallon roll looks back along -y: ahead is down
    ahead = {"front": 1, "middle": 0, "back": -1}[at] * SHIFT[size]
    return r + a, r + a - ahead, -180.0


def closed_form(maneuver, size, start, at="middle"):
    """Where a maneuver ends, in the coordinates of the table."""
    x, y, h = right_hand_end(maneuver.bearing, maneuver.speed, size, at)
    if maneuver.side == "left":
        x, h = -x, -h
    turn = math.radians(start.heading - 90.0)  # of the rules' frame
    c, s = math.cos(turn), math.sin(turn)
    return start.x + x * c - y * s, start.y + x * s + y * c, start.heading + h


def is_there(pose, want):
    x, y, h = want
    turn = (pose.heading - h + 180.0) % 360.0 - 180.0
    return math.dist(pose.point, (x, y)) <= 1e-9 and abs(turn) <= 1e-9


def start_of(ship, heading):
    """A judge of one ship in the middle of a board."""
    me = ts.Piece("me", kind=ship.id, at=(801.3, 698.7), heading=heading)
    return ts.judge(ts.Table(game="xwing", area=AREA).add(me))


def check_dial(ship, heading):
    """Check all entries of a dial from one heading, and return how many ends that were."""
    judge = start_of(ship, heading)
    pose = judge.table["me"].pose
    reach, ends = judge.reach("me"), 0
    assert list(reach.moves) == list(ship.dial)
    for maneuver, move in reach.moves.items():
        assert move.legal and move.completed and move.colour == ship.dial[maneuver]
        for end in move.ends:
            ends += 1
            want = closed_form(maneuver, ship.base, pose, end.place)
            assert is_there(end.pose, want), (ship.id, maneuver, heading, end, want)
        assert is_there(move.end, closed_form(maneuver, ship.base, pose))
        assert is_there(move.table["me"].pose, (*move.end.snapped().point, move.end.heading))
    return ends


SAMPLE = random.Random("dials").sample(
    [(ship.id, heading) for ship in XWING.ships.values() for heading in HEADINGS], 49 * 52 // 20
)


def test_XW_153_a_sample_of_all_dials_and_headings():
    """XW-153, XW-230 to XW-233: one in twenty."""
    assert len(SAMPLE) == 127
    ends = sum(check_dial(XWING.ship(id), heading) for id, heading in SAMPLE)
    assert ends > 1500
    assert {id for id, _ in SAMPLE} | {"x-wing"} <= set(XWING.ships)


@pytest.mark.slow
@pytest.mark.parametrize("ship", XWING.ships.values(), ids=lambda ship: ship.id)
def test_XW_153_every_entry_of_every_dial_from_every_heading(ship):
    """XW-153, XW-230 to XW-233: every multiple of seven degrees, to 1e-9."""
    for heading in HEADINGS:
        check_dial(ship, heading)


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("heading", [0, 90, 359.999, -190, 720])
def test_XW_153_every_maneuver_there_is_on_both_sizes(size, heading):
    """XW-153, XW-230 to XW-233: also those that no dial of that size has."""
    me = ts.Piece("me", base=size, at=(801.3, 698.7), heading=heading)
    judge = ts.judge(ts.Table(game="xwing", area=AREA).add(me))
    reach = judge.reach("me")
    assert len(reach) == 46
    for maneuver, move in reach.moves.items():
        for place in [end.place for end in move.ends]:
            found = judge.maneuver("me", maneuver, at=place).end
            assert is_there(found, closed_form(maneuver, size, me.pose, place))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("segnor right 1", (37.5736, 90.7107, 135)),
        ("tallon right 2", (82.5, 82.5, -180)),
        ("stationary", (0, 0, 0)),
        ("reverse straight 1", (0, -80, 0)),
        ("reverse bank right 1", (37.5736, -90.7107, 45)),
    ],
)
def test_the_closed_form_is_that_of_the_rules(text, end):
    """XW-230 to XW-233: the numbers that are printed there."""
    maneuver = Maneuver.parse(text)
    x, y, h = right_hand_end(maneuver.bearing, maneuver.speed, "small")
    assert (x, y) == near(end[:2], abs=1e-4) and (h - end[2]) % 360 == 0


def test_XW_231_three_places_along_the_new_heading():
    """XW-231: +10, 0, -10 on a small base, +20, 0, -20 on a large one."""
    for size, shift in SHIFT.items():
        places = {at: right_hand_end("tallon", 2, size, at) for at in ("front", "middle", "back")}
        me = ts.Piece("me", base=size, at=(800, 700), heading=90)
        judge = ts.judge(ts.Table(game="xwing", area=AREA).add(me))
        middle = judge.maneuver("me", "tallon right 2").end
        for at, (x, y, _) in places.items():
            end = judge.maneuver("me", "tallon right 2", at=at).end
            assert (end.x - 800, end.y - 700) == (near(x), near(y))
            ahead = {"front": shift, "middle": 0, "back": -shift}[at]
            assert end.point == near(middle.forward(ahead).point)


# ---- what a bump makes of them ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("koiogran 3", "straight 3"),
        ("segnor left 2", "bank left 2"),
        ("segnor right 3", "bank right 3"),
        ("tallon left 1", "turn left 1"),
        ("tallon right 3", "turn right 3"),
    ],
)
def test_XW_230_231_a_bumped_maneuver_is_the_plain_one(text, plain):
    """XW-41, XW-230, XW-231: backed off as the plain template, without the turn at the end."""
    me = ts.Piece("me", base="small", at=(800, 700), heading=23)
    free = ts.judge(ts.Table(game="xwing", area=AREA).add(me)).maneuver("me", plain).end
    there = free.then(ts.Pose(9, 4, 31))
    wall = ts.Piece("wall", base="large", at=there.point, heading=there.heading)
    judge = ts.judge(ts.Table(game="xwing", area=AREA).add(me, wall))
    turned, straight = judge.maneuver("me", text), judge.maneuver("me", plain)
    assert not turned.completed and turned.end == straight.end
    assert turned.touching == straight.touching == ("wall",)


def test_XW_232_a_stationary_ship_stays_in_contact():
    """XW-232: it moves nowhere, overlaps nothing anew, and counts as executed in its color."""
    me = ts.Piece("me", kind="tie-reaper", at=(800, 700), heading=40)
    there = me.pose.then(ts.Pose(40, 3, 90))
    other = ts.Piece("other", base="small", at=there.point, heading=there.heading)
    move = ts.judge(ts.Table(game="xwing", area=AREA).add(me, other)).maneuver("me", "stationary")
    assert move.end == me.pose and move.completed and move.touching == ("other",)
    assert move.colour == "red" and move.table["me"].state["stress"] == 1
    assert move.travel == 0 and "XW-232" in move.rules


def test_XW_233_a_reverse_maneuver_backs_off_forwards():
    """XW-233: the mirror image through the side axis, also of a bump."""
    me = ts.Piece("me", base="small", at=(800, 700), heading=90)
    for text, mirror, aside in (
        ("reverse straight 1", "straight 1", 17),
        ("reverse bank left 1", "bank left 1", -25),
        ("reverse bank right 1", "bank right 1", 25),
    ):
        at = ts.Pose(800 + aside, 700 + 95, 77)
        behind = ts.Piece("b", base="small", at=(at.x, 1400 - at.y), heading=-at.heading)
        ahead = ts.Piece("b", base="small", at=at.point, heading=at.heading)
        back = ts.judge(ts.Table(game="xwing", area=AREA).add(me, behind)).maneuver("me", text)
        forth = ts.judge(ts.Table(game="xwing", area=AREA).add(me, ahead)).maneuver("me", mirror)
        assert not back.completed and back.travel == near(forth.travel, abs=1e-9)
        assert back.end.point == near((forth.end.x, 1400 - forth.end.y), abs=1e-9)
        assert (back.end.heading + forth.end.heading) % 360 == near(180, abs=1e-9)


def test_B8_a_device_is_dropped_behind_and_not_off_the_board():
    """Case B8, XW-240: the token keeps the heading of the ship; off the board it is refused."""
    me = ts.Piece("me", base="small", at=(457, 20), heading=90)
    table = ts.Table(game="xwing", area=(914.4, 914.4)).add(me)
    drop = ts.judge(table).drop("me")
    assert drop.at == ts.Pose(457, -40, 90) and not drop.legal
    assert drop.answer == (
        "me cannot drop a device with straight 1: off the board by 40 mm (XW-240)."
    )
    higher = ts.judge(table.place("me", at=(457, 80))).drop("me")
    assert higher.legal and higher.at == ts.Pose(457, 20, 90) and higher.margin == near(20)
    flush = ts.judge(table.place("me", at=(457, 60))).drop("me")
    assert flush.legal and flush.too_close
    turned = ts.judge(table.place("me", at=(457, 300), heading=0)).drop("me", speed=2)
    assert turned.at.point == near((457 - 20 - 80, 300)) and turned.at.heading == 0
    large = ts.Table(game="xwing").add(ts.Piece("l", base="large", at=(450, 450), heading=90))
    assert ts.judge(large).drop("l").at.point == near((450, 450 - 40 - 40))
    with pytest.raises(UnknownName, match="no straight template has speed 9; there are 1, 2"):
        ts.judge(table).drop("me", speed=9)
    assert "device" in drop.svg() and drop.to_json()["legal"] is False


# ---- the fans -----------------------------------------------------------------------------------


def crowded(ship, seed):
    """A ship near a corner, with ships and asteroids where it might go."""
    rng = random.Random(f"{ship.id} {seed}")
    me = ts.Piece("me", kind=ship.id, at=(230, 260), heading=rng.uniform(0, 360), seat=0)
    things = [me]
    for i in range(4):
        pose = me.pose.then(ts.Pose(rng.uniform(70, 260), rng.uniform(-190, 190)))
        what = rng.choice(["small", "small", "large"])
        heading = rng.uniform(0, 360)
        things.append(ts.Piece(f"s{i}", base=what, at=pose.point, heading=heading, seat=1))
        at = me.pose.then(ts.Pose(rng.uniform(60, 260), rng.uniform(-190, 190))).point
        things.append(ts.Terrain(f"r{i}", kind=f"asteroid-{i + 1}", at=at, heading=heading))
    return ts.judge(ts.Table(game="xwing", area=(900, 900)).add(*things))


def check_picture(svg):
    """A picture must be well-formed, and must hold no number that is none."""
    for element in ElementTree.fromstring(svg).iter():
        for name in ("d", "points", "transform", "viewBox", "x", "y", "width", "height"):
            assert not re.search("nan|inf", element.attrib.get(name, ""))


def check_fan(ship):
    """Compute and draw the fan of a ship, alone and in a crowd."""
    for judge in (start_of(ship, 33), crowded(ship, 1), crowded(ship, 2)):
        reach = judge.reach("me")
        assert len(reach) == len(ship.dial) and reach.answer.startswith("Of the ")
        check_picture(reach.svg())
        for move in reach:
            assert math.isfinite(move.end.x + move.end.y + move.travel)
            assert move.completed or move.overlapped
            assert 0 <= move.travel <= move.whole


@pytest.mark.parametrize(
    "id", ["tie-striker", "lancer-class-pursuit-craft", "tie-reaper", "x-wing"]
)
def test_some_fans_are_computed_and_drawn(id):
    check_fan(XWING.ship(id))


@pytest.mark.slow
@pytest.mark.parametrize("ship", XWING.ships.values(), ids=lambda ship: ship.id)
def test_every_fan_is_computed_and_drawn(ship):
    check_fan(ship)
