"""Margins: what they say is the least change that turns the answer, and nothing else is."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts

from .boards import MIDDLE, attack, board, fly, judge, rock, ship

near = pytest.approx
ROUND = [(math.cos(t), math.sin(t)) for t in np.arange(64) * math.tau / 64]

places = st.tuples(
    st.floats(-320, 320),
    st.floats(-320, 320),
    st.floats(0, 360),
    st.sampled_from(["small", "large"]),
)
COMMON = settings(max_examples=60, deadline=None, derandomize=True)


def shifted(thing, direction, length):
    x, y = thing.pose.point
    return thing.moved(
        ts.Pose(x + length * direction[0], y + length * direction[1], thing.pose.heading)
    )


def by(verdict, what):
    """The value of a margin by its words; None if it is not among the margins."""
    return next((m.value for m in verdict.margins if m.what == what), None)


def normals(thing):
    """The directions across the edges of a base."""
    return [thing.pose.turned(90 * k).direction for k in range(4)]


# ---- bands ----------------------------------------------------------------------------------


@COMMON
@given(places, st.sampled_from(["range", "lock", "closest", "turret"]))
def test_band_margin_is_the_shift_that_flips_it(place, how):
    x, y, h, size = place
    a = ship("a", 0, 0, 11, what="k-wing")
    b = ship("b", x, y, h, what=size)
    ask = {
        "range": lambda b: judge(a, b).range("a", "b"),
        "lock": lambda b: judge(a, b).lock("a", "b"),
        "closest": lambda b: attack(a, b, attack_range="closest", arc="turret"),
        "turret": lambda b: attack(a, b, arc="turret"),
    }[how]
    verdict = ask(b)
    if verdict.distance < 1:
        return
    (ax, ay), (bx, by_) = verdict.segment
    out = ((bx - ax) / verdict.distance, (by_ - ay) / verdict.distance)
    for margin in verdict.margins:
        if not margin.what.startswith("range") or abs(margin.value) < 0.05:
            continue
        # inside its own band the target flips outwards, beyond the one below it inwards
        sign = 1 if verdict.distance <= margin.limit else -1
        here = verdict.distance <= margin.limit
        before = ask(shifted(b, out, sign * abs(margin.value) * (1 - 1e-6))).distance
        after = ask(shifted(b, out, sign * abs(margin.value) * (1 + 1e-6))).distance
        assert (before <= margin.limit) is here and (after <= margin.limit) is not here
    if verdict.margins and how != "lock":
        smallest = min(abs(m.value) for m in verdict.margins if m.what.startswith("range"))
        for direction in ROUND[::4]:
            assert ask(shifted(b, direction, smallest * (1 - 1e-6))).band == verdict.band


# ---- arcs -----------------------------------------------------------------------------------


ARCS = [
    ("arc-170", "front", "front"),
    ("arc-170", "rear", "front"),
    ("yv-666", "auxiliary-180", "front"),
    ("lancer-class-pursuit-craft", "mobile", "left"),
    ("firespray-31", "front", "front"),
]


@pytest.mark.parametrize(("kind", "arc", "looks"), ARCS)
def test_arc_margin_is_the_shift_that_flips_it(kind, arc, looks):
    rng = np.random.default_rng(5)
    state = {"arc": looks} if arc == "mobile" else {}
    a = ship("a", 0, 0, 17, what=kind, **state)
    for _ in range(12):
        angle, far = rng.uniform(0, math.tau), rng.uniform(70, 250)
        size = ("small", "large")[int(rng.integers(2))]
        b = ship("b", far * math.cos(angle), far * math.sin(angle), rng.uniform(0, 360), what=size)
        table = board(a, b)

        def ask(direction, length, table=table):
            moved = shifted(table["b"], direction, length)
            return ts.judge(table.place("b", moved.pose)).attack("a", "b", arc=arc)

        shot = ask((1, 0), 0.0)
        margin = abs(shot.arc_margin)
        best = [*normals(table["b"]), (0.0, 0.0)]
        best += [(s * uy, -s * ux) for ux, uy in shot.sector.rays for s in (1, -1)]
        best.append(towards(table["b"].polygon, shot.sector))
        assert not all(ask(d, margin + 2e-6).in_arc is shot.in_arc for d in best)
        for direction in [*ROUND[::2], *best]:
            assert ask(direction, margin - 2e-6).in_arc is shot.in_arc


def towards(base, sector):
    """The direction from a base to the nearest point of a sector."""
    apex = np.array(sector.apex)
    start = sector.pose.heading + sector.sector.start
    turns = np.radians(start + np.linspace(0, sector.sector.width, 9))
    wedge = shapely.Polygon(
        [apex, *(apex + 5000 * np.column_stack((np.cos(turns), np.sin(turns))))]
    )
    line = shapely.shortest_line(base, wedge)
    if line.length == 0:
        return (0.0, 0.0)
    (ax, ay), (bx, by_) = line.coords
    return (bx - ax) / line.length, (by_ - ay) / line.length


# ---- the border, other ships, obstacles -----------------------------------------------------


@COMMON
@given(
    st.floats(40, 860),
    st.floats(40, 860),
    st.floats(0, 360),
    st.sampled_from(
        ["straight 2", "bank left 1", "turn right 3", "koiogran 4", "reverse bank left 2"]
    ),
)
def test_border_margin_is_the_shift_that_flips_it(x, y, heading, text):
    me = ts.Piece("me", base="small", at=(x, y), heading=heading)
    table = ts.Table(game="xwing", area=(900, 900)).add(me)

    def ask(direction, length):
        return ts.judge(table.place("me", shifted(me, direction, length).pose)).maneuver("me", text)

    move = ask((1, 0), 0.0)
    axes = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    size = abs(move.border)
    for direction in [*ROUND[::4], *axes]:
        assert ask(direction, size - 2e-6).fled is move.fled
    flipped = [ask(d, size + 2e-6).fled is not move.fled for d in axes]
    # a base that sticks out over two sides needs more than one shift
    west, south, east, north = move.position["me"].moved(move.end).placed.bounds
    sides = sum(v < 0 for v in (west, south, 900 - east, 900 - north))
    assert any(flipped) or sides > 1


@pytest.mark.parametrize("text", ["straight 3", "bank right 2", "turn left 2", "segnor left 1"])
def test_room_is_the_shift_that_flips_a_bump(text):
    rng = np.random.default_rng(8)
    end = fly(text).intended
    for _ in range(15):
        angle, far = rng.uniform(0, math.tau), rng.uniform(5, 75)
        b = ship(
            "b",
            end.x - MIDDLE + far * math.cos(angle),
            end.y - MIDDLE + far * math.sin(angle),
            rng.uniform(0, 360),
        )
        table = board(ship("me"), b)

        def ask(direction, length, table=table):
            moved = shifted(table["b"], direction, length)
            return ts.judge(table.place("b", moved.pose)).maneuver("me", text)

        move = ask((1, 0), 0.0)
        best = [*normals(b), *(end.turned(90 * k).direction for k in range(4))]
        line = shapely.shortest_line(
            b.moved(b.pose) and table["b"].polygon, table["me"].moved(end).polygon
        )
        if line.length:
            (ax, ay), (bx, by_) = line.coords
            best.append(((bx - ax) / line.length, (by_ - ay) / line.length))
        assert any(ask(d, abs(move.room) + 2e-6).completed is not move.completed for d in best)
        for direction in ROUND[::4]:
            assert ask(direction, abs(move.room) - 2e-6).completed is move.completed


def test_clearance_is_the_shift_that_makes_a_hit():
    rng = np.random.default_rng(9)
    seen = 0
    for text in ("straight 3", "turn left 3", "bank right 2"):
        for _ in range(25):
            x, y = rng.uniform(-120, 120), rng.uniform(30, 200)
            stone = rock("r", -4, 4, -7, 7, at=(x, y), heading=rng.uniform(0, 360))
            table = board(ship("me")).add(stone)
            move = ts.judge(table).maneuver("me", text)
            if move.obstacles:
                continue
            seen += 1

            def ask(direction, length, table=table, text=text):
                moved = shifted(table["r"], direction, length)
                return ts.judge(table.place("r", moved.pose)).maneuver("me", text)

            for direction in ROUND[::4]:
                assert not ask(direction, move.clearance - 2e-6).obstacles
            line = min(
                (
                    shapely.shortest_line(table["r"].polygon, shape)
                    for shape in (move.course.strip().polygon, table["me"].moved(move.end).polygon)
                ),
                key=shapely.length,
            )
            (ax, ay), (bx, by_) = line.coords
            way = (bx - ax) / line.length, (by_ - ay) / line.length
            assert ask(way, move.clearance + 0.01).obstacles == ("r",)  # the polygon is drawn
    assert seen > 20


def test_obstruction_clearance_is_the_shift_that_flips_it():
    """Of a shot with one shortest line, seen from a rock beside it."""
    rng = np.random.default_rng(10)
    pair = ship("a", 0, 0, 3), ship("b", 60, 200, 40)
    line = attack(*pair).segment
    (ax, ay), (bx, by_) = line
    size = math.dist(*line)
    dx, dy = (bx - ax) / size, (by_ - ay) / size
    for _ in range(40):
        along, off = rng.uniform(0.3, 0.7) * size, rng.uniform(-14, 14)
        x, y = ax + along * dx - off * dy - MIDDLE, ay + along * dy + off * dx - MIDDLE
        table = board(*pair).add(rock("r", -5, 5, -5, 5, at=(x, y), heading=rng.uniform(0, 360)))

        def ask(sign, length, table=table):
            moved = shifted(table["r"], (-sign * dy, sign * dx), length)
            return ts.judge(table.place("r", moved.pose)).attack("a", "b")

        shot = ts.judge(table).attack("a", "b")
        states = [ask(sign, abs(shot.clearance) + 1e-6).obstructed for sign in (1, -1)]
        assert any(state != shot.obstructed for state in states)
        for sign in (1, -1):
            assert ask(sign, abs(shot.clearance) - 1e-5).obstructed == shot.obstructed


# ---- the same position elsewhere ------------------------------------------------------------

SIDES = {"left": "right", "right": "left"}


def scattered(rng, mirror=False, turn=0.0, center=(0.0, 0.0), to=(0.0, 0.0)):
    """Four ships and three asteroids, moved as one body."""

    def pose(x, y, h):
        if mirror:
            x, h = -x, -h
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = x - center[0], y - center[1]
        x, y = c * x - s * y + center[0] + to[0], s * x + c * y + center[1] + to[1]
        return x, y, h + turn

    def place():
        return rng.uniform(-160, 160), rng.uniform(-160, 160), rng.uniform(0, 360)

    kinds = ["arc-170", "tie-fighter", "yt-1300", "lancer-class-pursuit-craft"]
    looks = ["left", "right"][int(rng.integers(2))]
    looks = SIDES[looks] if mirror else looks
    things = [
        ship(f"s{i}", *pose(*place()), what=kind, **({"arc": looks} if i == 3 else {}))
        for i, kind in enumerate(kinds)
    ]
    for i in (1, 4, 6):
        x, y, h = pose(*place())
        things.append(ts.Terrain(f"r{i}", kind=f"asteroid-{i}", at=(5000 + x, 5000 + y), heading=h))
    moved = [
        t.moved(ts.Pose(t.pose.x + 4000, t.pose.y + 4000, t.pose.heading))
        if isinstance(t, ts.Piece)
        else t
        for t in things
    ]
    return board(*moved, area=(10000, 10000)), pose


LENGTHS = ("margin", "arc_margin", "distance", "base_distance", "travel")
WORDS = (
    "band",
    "in_arc",
    "obstructed",
    "obstructed_by",
    "touching",
    "legal",
    "arc",
    "completed",
    "overlapped",
    "obstacles",
    "fled",
    "too_close",
    "rules",
)


def same(one, other, where):
    for key in WORDS:
        if key in one:
            assert one[key] == other[key], (where, key)
    for key in LENGTHS:
        if one.get(key) is not None:
            assert one[key] == near(other[key], abs=2e-9), (where, key)


def poses_match(move, other, pose):
    for name in ("end", "intended"):
        a, b = getattr(move, name), getattr(other, name)
        x, y, h = pose(a.x - 5000, a.y - 5000, a.heading - 90)
        assert (b.x - 5000, b.y - 5000) == near((x, y), abs=2e-9), name
        assert (b.heading - 90 - h + 180) % 360 == near(180, abs=2e-9), name


MOVES = [
    "turn left 2",
    "bank right 3",
    "straight 4",
    "tallon left 3",
    "segnor right 1",
    "reverse bank left 1",
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("mirror", [False, True], ids=["moved", "mirrored"])
def test_verdicts_do_not_depend_on_where_the_table_lies(seed, mirror):
    rng = np.random.default_rng(100 + seed)
    motion = (
        {}
        if mirror
        else {
            "turn": rng.uniform(0, 360),
            "center": tuple(rng.uniform(-300, 300, 2)),
            "to": tuple(rng.uniform(-700, 700, 2)),
        }
    )
    one, _ = scattered(np.random.default_rng(seed))
    other, pose = scattered(np.random.default_rng(seed), mirror, **motion)
    for policies in ({}, {"attack_from": "arc_edge"}, {"attack_range": "closest"}):
        j, k = ts.judge(one, **policies), ts.judge(other, **policies)
        for a in ("s0", "s2", "s3"):
            for b in ("s0", "s1", "s2", "s3"):
                if a != b:
                    same(j.attack(a, b).to_json(), k.attack(a, b).to_json(), (a, b, policies))
    for guides in (False, True):
        j, k = ts.judge(one, guides=guides), ts.judge(other, guides=guides)
        for text in MOVES:
            there = text
            if mirror:
                there = " ".join(SIDES.get(word, word) for word in text.split())
            move = replace_dial(j, "s1", text)
            twin = replace_dial(k, "s1", there)
            same(move.to_json(), twin.to_json(), (text, guides))
            poses_match(move, twin, pose)


def replace_dial(j, id, text):
    """Fly it on a bare base, which may fly anything."""
    piece = j.table[id]
    table = j.table.remove(id).add(
        ts.Piece(id, base="small", at=piece.pose.point, heading=piece.pose.heading)
    )
    return ts.judge(table, guides=j.policies["guides"]).maneuver(id, text)


# ---- relations ------------------------------------------------------------------------------


@COMMON
@given(places)
def test_XW_166_in_arc_is_never_nearer_than_base_to_base(place):
    """XW-166."""
    x, y, h, size = place
    pair = ship("a"), ship("b", x, y, h, what=size)
    shot = attack(*pair)
    edge = attack(*pair, attack_from="arc_edge")
    closest = attack(*pair, attack_range="closest")
    assert shot.in_arc is edge.in_arc is closest.in_arc
    assert closest.distance == shot.base_distance
    assert shot.distance >= shot.base_distance - 1e-12
    assert edge.distance >= shot.distance - 1e-12
    if not shot.in_arc:
        assert shot.distance == shot.base_distance == edge.distance
    assert math.dist(*shot.segment) == near(shot.distance, abs=1e-9)


# ---- no is not close because of what does not decide ----------------------------------------


def just_out(y, by=0.1, **state):
    """A target that misses the front arc by a hair."""
    x = 20 + (y + 20) * math.tan(math.radians(40.45)) + by / math.cos(math.radians(40.45))
    return ship("b", x, y, **state)


def test_a_hair_out_of_arc_is_too_close():
    shot = attack(ship("a"), just_out(100))
    assert shot.margin == near(-0.1) and shot.too_close


def test_out_of_arc_and_far_beyond_range_3_is_a_clear_no():
    """It misses the arc by a hair, but nothing within 100 mm makes it a shot."""
    shot = attack(ship("a"), just_out(400))
    assert shot.base_distance > 400
    assert not shot.legal and not shot.too_close


def test_beyond_range_3_by_a_hair_but_far_out_of_arc_is_a_clear_no():
    shot = attack(ship("a"), ship("b", 0, -340.1))
    assert not shot.too_close


@pytest.mark.parametrize("y", [100, 340.1])
def test_friends_are_a_clear_no(y):
    b = just_out(y, seat=0) if y == 100 else ship("b", 0, y, seat=0)
    shot = attack(ship("a", seat=0), b)
    assert not shot.legal and not shot.too_close


def test_a_cloaked_ship_is_a_clear_no():
    shot = attack(ship("a", cloaked=True), just_out(100))
    assert not shot.legal and not shot.too_close


def test_a_lock_on_a_friend_is_a_clear_no():
    lock = judge(ship("a", seat=0), ship("b", 0, 339.9, seat=0)).lock("a", "b")
    assert not lock.legal and not lock.too_close


def test_a_forbidden_maneuver_is_a_clear_no():
    """XW-17, XW-32: how near it would end to another ship does not matter."""
    other = ship("b", 0, 240.1)
    stressed = judge(ship("me", what="x-wing", stress=1), other).maneuver("me", "koiogran 4")
    assert not stressed.legal and not stressed.too_close
    off = judge(ship("me", what="x-wing"), ship("b", 0, 280.1)).maneuver("me", "straight 5")
    assert not off.legal and not off.too_close


@pytest.mark.parametrize("room", [-5.0, -0.1, 0.1])
def test_XW_231_a_place_is_as_close_to_being_free_as_its_overlap_is_deep(room):
    """XW-231: of a tallon roll that must end elsewhere, the room at the place that was said."""
    move = fly("tallon right 2", ship("b", 82.5, 32.5 - room), at="front")
    assert move.legal == (room > 0) and move.too_close == (abs(room) < 0.5)
    assert move.margins[0].value == near(room)
    if not move.legal:
        assert [margin.what for margin in move.margins] == ["b"]


@pytest.mark.parametrize(
    ("text", "stress", "place", "elsewhere"),
    [
        ("koiogran 4", 1, (0, 200), False),  # red: XW-32
        ("straight 5", 0, (0, 240), False),  # not on the dial: XW-17
        ("tallon right 2", 0, (82.5, 37.5), True),
        ("tallon right 2", 0, (82.5, 82.5), False),
    ],
)
def test_no_length_turns_a_maneuver_that_may_not_be_flown_anyway(text, stress, place, elsewhere):
    """XW-17, XW-32, XW-231: not its overlap, either, whether or not another place is free."""
    ships = ship("me", what="x-wing", stress=stress), ship("b", *place)
    move = judge(*ships).maneuver("me", text, at="front" if "tallon" in text else "middle")
    assert not move.legal and move.overlapped == ("b",)
    assert any(not end.overlapped for end in move.ends) == elsewhere
    assert move.margins == ()


def test_the_nearest_miss_of_several_arcs_decides():
    """A ship with a rear arc that the target misses by a hair: the answer is close."""
    b = just_out(100)
    behind = ship("b", b.pose.x - MIDDLE, -(b.pose.y - MIDDLE))
    assert attack(ship("a", what="arc-170"), behind, arc="rear").margin == near(-0.1)
    shot = attack(ship("a", what="arc-170"), behind)
    assert shot.margin == near(-0.1) and shot.too_close


def test_an_attacker_barely_on_a_rock_is_close():
    """XW-212: a shift of 0.1 mm frees the attacker; clear by 0.1 mm, the same shift stops it."""
    pair = ship("a"), ship("b", 0, 160)
    on = attack(*pair, rock("r", 19.9, 40, -3, 3))
    assert not on.legal and on.too_close and on.margin == near(-0.1)
    off = attack(*pair, rock("r", 20.1, 40, -3, 3))
    assert off.legal and off.too_close and off.margin == near(0.1)


def test_contact_margin_of_a_shot():
    """XW-42: 0.2 mm from contact, where the shot would not be allowed."""
    shot = attack(ship("a"), ship("b", 0, 40.2))
    assert shot.legal and shot.margin == near(0.2) and shot.too_close


def test_room_with_guides_is_no_less_than_without():
    """XW-168: bases that grow by their guides overlap at least as deep, on either side."""
    for h in (0, 10, 20):
        left, right = ship("b", -10, 140, h), ship("b", 10, 140, -h)
        plain = fly("straight 2", left).room
        assert fly("straight 2", left, guides=True).room <= plain
        assert fly("straight 2", left, guides=True).room == near(
            fly("straight 2", right, guides=True).room, abs=1e-9
        )
