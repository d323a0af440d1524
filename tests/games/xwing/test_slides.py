"""Barrel roll, boost and decloak: every legal place and no other.

The second method knows the rules by their numbers alone: it lays template and base down for very
many pairs (d1, d2) with shapely, and looks whether they overlap anything.
"""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts
from tablesim.errors import GeometryError

from .boards import MIDDLE, close, judge, rock, ship

near = pytest.approx
few = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def roll(side, *things, what="small", at=(0.0, 0.0, 0.0), **state):
    return judge(ship("me", *at, what=what, **state), *things).barrel_roll("me", side)


def spans(slide):
    return [pytest.approx(span, abs=1e-9) for span in slide.intervals]


# ---- the test vectors ------------------------------------------------------------------------


@pytest.mark.parametrize("slide", [0, 20, -20, 7.5])
def test_TV_11_to_the_right(slide):
    """XW-51, XW-160: 80 sideways, the heading kept, d1 + d2 ahead or back."""
    free = roll("right")
    assert free.legal and free.intervals == ((-20, 20),) and free.play == 10
    assert close(free.end(slide), (80, slide, 0), 1e-9)
    x0, y0, x1, y1 = free.template(slide).polygon.bounds
    assert (x0 - MIDDLE, x1 - MIDDLE) == near((20, 60))
    assert (y0 - MIDDLE, y1 - MIDDLE) == near((slide / 2 - 10, slide / 2 + 10))


def test_TV_11_the_template_may_lie_ahead_where_the_ship_ends_level():
    """XW-160: d1 = 10, d2 = -10: the template at 0..20, as a rock behind it demands."""
    behind = roll("right", rock("r", 30, 50, -25, -0.5))
    assert behind.template(0).polygon.bounds[1] >= MIDDLE - 0.5 - 1e-9
    # the farthest ahead that d1 goes is 10: a rock up to there takes all places away
    assert roll("right", rock("r", 30, 50, -25, 0 - 1e-9)).template(0).pose.y == near(MIDDLE + 10)
    assert not roll("right", rock("r", 30, 50, -25, 1e-3)).legal


def test_TV_11_no_further():
    """XW-160: d1 = 10.1 is illegal, and with it any slide beyond 20."""
    free = roll("right")
    for slide in (20.1, -20.1, math.nan, math.inf):
        with pytest.raises(GeometryError, match=r"is not legal for barrel roll right; legal: -20"):
            free.end(slide)
        with pytest.raises(GeometryError):
            free.template(slide)


def test_TV_12():
    """XW-160: to the left from (100, 100, 90), d1 = 5, d2 = 0."""
    assert close(roll("left", at=(100, 100, 90)).end(5), (95, 20, 90), 1e-9)


def test_TV_13():
    """XW-52, XW-161: s = 5 touches, the rest overlaps; a ship there in full takes all."""
    some = roll("right", ship("b", 80, 45))
    assert some.intervals == ((-20, 5),) and some.in_the_way == ("b",)
    with pytest.raises(GeometryError, match=r"legal: -20\.0000 to 5\.0000"):
        some.end(5.001)
    none = roll("right", ship("b", 80, 0))
    assert not none.legal and none.intervals == ()
    assert none.reasons == ("no place is free of b (XW-52, XW-215, XW-216)",)
    assert roll("left", ship("b", 80, 0)).intervals == ((-20, 20),)


# ---- against looking at all pairs -------------------------------------------------------------


class Looking:
    """The places of a roll by brute force, from the numbers of XW-160, XW-170, XW-235."""

    def __init__(self, table, side, *, half=20.0, reach=40.0, across=20.0):
        me = table["me"]
        h = math.radians(me.pose.heading)
        self.f = np.array([math.cos(h), math.sin(h)])
        self.out = np.array([-self.f[1], self.f[0]]) * (1 if side == "left" else -1)
        self.old = np.array(me.pose.point)
        self.half, self.reach, self.across = half, reach, across / 2
        self.play = half - across / 2
        self.ships = [piece.polygon for piece in table.pieces if piece is not me]
        self.rocks = [rock.polygon for rock in table.terrain]
        self.area = shapely.box(0, 0, *table.area)

    def box(self, middles, deep, wide):
        """Boxes along the heading about many places: deep ahead, wide to the side."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        own = signs[:, :1] * deep * self.f + signs[:, 1:] * wide * self.out
        return shapely.polygons(middles[:, None] + own[None])

    def clear(self, boxes, others):
        free = np.ones(len(boxes), dtype=bool)
        for other in others:
            near = np.flatnonzero(shapely.intersects(boxes, other))
            area = shapely.area(shapely.intersection(boxes[near], other))
            free[near[area >= 1e-9]] = False
        return free

    def ends(self, slides):
        middles = self.old + self.out * (2 * self.half + self.reach) + np.outer(slides, self.f)
        boxes = self.box(middles, self.half, self.half)
        outside = shapely.area(boxes) - shapely.area(shapely.intersection(boxes, self.area))
        return self.clear(boxes, self.ships + self.rocks) & (outside < 1e-7)

    def templates(self, d1):
        middles = self.old + self.out * (self.half + self.reach / 2) + np.outer(d1, self.f)
        return self.clear(self.box(middles, self.across, self.reach / 2), self.rocks)

    def slides(self, step=0.1):
        """The slides of a grid that some pair (d1, d2) makes legal, each with whether it is."""
        count = round(self.play / step)
        d1 = np.linspace(-self.play, self.play, 2 * count + 1)
        slides = np.linspace(-2 * self.play, 2 * self.play, 4 * count + 1)
        usable = d1[self.templates(d1)]
        reached = np.abs(slides[:, None] - usable[None, :]).min(axis=1, initial=1e9)
        return slides, (reached <= self.play + 1e-9) & self.ends(slides)


def scatter(rng, side, area, what="small", **state):
    """A table with a ship somewhere, and things beside it where it would roll."""
    x, y = (rng.uniform(60, area - 60) for _ in "xy")
    if rng.random() < 0.4:
        x = rng.choice([rng.uniform(30, 130), area - rng.uniform(30, 130)])
    me = ts.Piece("me", base=what, at=(x, y), heading=rng.uniform(0, 360), **state)
    sign = 1 if side == "left" else -1
    things = []
    for i in range(rng.randint(1, 4)):
        where = me.pose.then(ts.Pose(rng.uniform(-90, 90), sign * rng.uniform(30, 140)))
        at, heading = where.point, rng.uniform(0, 360)
        if rng.random() < 0.5:
            size = rng.choice(["small", "small", "large"])
            things.append(ts.Piece(f"s{i}", base=size, at=at, heading=heading))
        else:
            kind = f"asteroid-{rng.randint(1, 6)}"
            things.append(ts.Terrain(f"r{i}", kind=kind, at=at, heading=heading))
    return ts.Table(game="xwing", area=(area, area)).add(me, *things)


def check_against_looking(slide, looking, grid=0.1):
    """Every grid slide farther than half a step from an end must agree."""
    slides, legal = looking.slides(grid)
    found = np.zeros(len(slides), dtype=bool)
    edge = np.zeros(len(slides), dtype=bool)
    for lo, hi in slide.intervals:
        found |= (slides >= lo - 1e-9) & (slides <= hi + 1e-9)
        edge |= (np.abs(slides - lo) < 0.11) | (np.abs(slides - hi) < 0.11)
    wrong = slides[(found != legal) & ~edge]
    assert not len(wrong), f"{wrong} of {slide.intervals}"
    return legal.mean()


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("what", ["small", "large"])
@pytest.mark.parametrize("count", [25, pytest.param(300, marks=pytest.mark.slow)])
def test_XW_161_the_intervals_are_what_brute_force_finds(side, what, count):
    """XW-160, XW-161, XW-170, XW-215, XW-216: with ships, asteroids and the border."""
    rng = random.Random(f"roll {side} {what}")
    sizes = {"small": {}, "large": {"half": 40.0, "reach": 20.0, "across": 40.0}}[what]
    shares = []
    for _ in range(count):
        table = scatter(rng, side, 400.0, what)
        slide = ts.judge(table).barrel_roll("me", side)
        shares.append(check_against_looking(slide, Looking(table, side, **sizes)))
    assert min(shares) == 0 and any(0.1 < share < 0.9 for share in shares)


@pytest.mark.parametrize("side", ["left", "right"])
def test_XW_235_the_decloak_intervals_are_what_brute_force_finds(side):
    """XW-235: the straight 2 template, 120 sideways."""
    rng = random.Random(f"decloak {side}")
    for _ in range(25):
        table = scatter(rng, side, 500.0, cloaked=True)
        slide = ts.judge(table).decloak("me", side)
        check_against_looking(slide, Looking(table, side, reach=80.0))


@pytest.mark.parametrize("count", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_every_legal_slide_has_a_template_that_fits(count):
    """XW-160, XW-215: within both bases' edges, and on no asteroid; ends of intervals too."""
    rng = random.Random("templates")
    seen = 0
    for _ in range(count):
        side = rng.choice(["left", "right"])
        table = scatter(rng, side, 600.0)
        slide = ts.judge(table).barrel_roll("me", side)
        for lo, hi in slide.intervals:
            for s in (lo, hi, rng.uniform(lo, hi), lo + 5e-10 * (lo < hi)):
                seen += 1
                strip = slide.template(s)
                d1 = table["me"].pose.to_local(strip.pose.point)[0]
                assert abs(d1) <= 10 + 1e-9 and abs(s - d1) <= 10 + 1e-9
                assert all(strip.clearance(rock.placed) >= -1e-6 for rock in table.terrain)
                placed = ts.judge(table.place("me", slide.end(s).snapped()))
                others = [thing.id for thing in (*table.pieces[1:], *table.terrain)]
                assert not any(placed.range("me", id).overlapping for id in others)
    assert seen > count


# ---- asteroids, borders, contact --------------------------------------------------------------


def test_XW_215_it_is_the_pair_that_matters_not_the_sum():
    """A rock that the base never meets leaves the template a part of its places only."""
    ahead = rock("r", 30, 50, 5, 15)  # under the template if d1 > -5
    slide = roll("right", ahead)
    assert slide.intervals == ((-20, 5),) and slide.in_the_way == ("r",)
    for s, d1 in ((5, -5), (0, -5), (-20, -10)):
        assert slide.template(s).pose.y - MIDDLE == near(d1)
    both = roll("right", ahead, rock("q", 30, 50, -15, -3))  # -5 and +7: nothing left between
    assert not both.legal and set(both.in_the_way) == {"r", "q"}


def test_XW_215_a_ship_under_the_template_is_no_matter():
    """The template may lie across a ship, it must only be clear of obstacles."""
    assert roll("right", ship("b", 40, 45)).intervals == ((-20, 20),)
    assert roll("right", rock("r", 20, 60, 25, 65)).intervals == ((-20, 20),)
    assert roll("right", rock("r", 25, 55, 5, 65)).intervals == ((-20, 5),)


def test_XW_52_an_asteroid_under_the_base():
    assert roll("right", rock("r", 70, 90, 25, 30)).intervals == ((-20, 5),)


@pytest.mark.parametrize("heading", [0, 30, 90, 137.5, 180, 270, 359.999])
def test_XW_216_off_the_area_is_forbidden(heading):
    """The base must stay inside, whatever the template does."""
    me = ts.Piece("me", base="small", at=(300, 300), heading=heading)
    roomy = ts.judge(ts.Table(game="xwing", area=(600, 600)).add(me)).barrel_roll("me", "right")
    assert roomy.intervals == ((-20, 20),)
    x = roomy.end(0).x
    # a board that ends at the base at slide 0, to the right or above
    half = 20 * sum(map(abs, me.pose.direction))
    tight = ts.judge(ts.Table(game="xwing", area=(x + half, 600)).add(me)).barrel_roll(
        "me", "right"
    )
    c = me.pose.direction[0]
    want = (-20, 20) if abs(c) < 1e-9 else ((-20, 0) if c > 0 else (0, 20))
    assert tight.legal and spans(tight) == [want]
    off = ts.judge(ts.Table(game="xwing", area=(x, 600)).add(me)).barrel_roll("me", "right")
    if abs(c) * 20 < half:
        assert not off.legal and off.in_the_way == ("the border",)
        assert off.reasons == ("no place is free of the border (XW-52, XW-215, XW-216)",)


@pytest.mark.parametrize("heading", [0, 90, 359.999, -190, 720, 33.3])
@pytest.mark.parametrize("side", ["left", "right"])
def test_A_13_contact_is_allowed_however_the_table_is_turned(heading, side):
    """XW-156, A-13: flush with a ship beside, ahead and behind; one place alone is a place."""
    me = ts.Piece("me", base="small", at=(500, 500), heading=heading)
    sign = 1 if side == "left" else -1

    def put(id, ahead, out, turn=0.0):
        pose = me.pose.then(ts.Pose(ahead, sign * out, turn))
        return ts.Piece(id, base="small", at=pose.point, heading=pose.heading)

    def after(*things):
        return ts.judge(ts.Table(game="xwing", area=(1000, 1000)).add(me, *things)).barrel_roll(
            "me", side
        )

    beside = after(put("b", 3, 120, 90))
    assert spans(beside) == [(-20, 20)] and beside.margin == near(0, abs=1e-9)
    slot = after(put("a", 45, 80), put("b", -35, 80, 180))
    assert slot.legal and slot.intervals == (near((5, 5), abs=2e-6),)
    end = slot.end(slot.intervals[0][0]).snapped()
    landed = ts.judge(slot.position.place("me", end))
    assert landed.range("me", "a").touching and landed.range("me", "b").touching
    assert not landed.attack("me", "a").legal  # XW-42
    narrow = after(put("a", 45, 80), put("b", -35 + 1e-5, 80, 180))
    assert not narrow.legal and narrow.margin == near(-5e-6, abs=1e-8) and narrow.too_close


def test_almost_parallel_neighbors_take_no_more_than_their_depth_allows():
    """XW-156: a base turned by a millionth of a degree, flush within 1e-7, leaves every slide."""
    for turn in (1e-9, 1e-7, 1e-6):
        beside = ship("b", 120 - 1e-7, 3, turn)
        assert spans(roll("right", beside)) == [(-20, 20)]


# ---- where it stands, mirror images, the room --------------------------------------------------

things = st.lists(
    st.tuples(
        st.floats(30, 150),
        st.floats(-80, 80),
        st.integers(0, 720).map(lambda half: half / 2),
        st.sampled_from(["ship", "rock"]),
    ),
    min_size=1,
    max_size=3,
)


def laid(frame, mirrored, specs):
    """Things right of a ship in a frame, or their mirror image left of it."""
    sign = 1 if mirrored else -1
    made = [ts.Piece("me", base="small", at=frame.point, heading=frame.heading)]
    for i, (out, ahead, turn, what) in enumerate(specs):
        pose = frame.then(ts.Pose(ahead, sign * out, sign * turn))
        if what == "ship":
            made.append(ts.Piece(f"s{i}", base="small", at=pose.point, heading=pose.heading))
        else:
            ring = [(12.0, sign * 3.0), (-10.0, sign * 9.0), (-8.0, sign * -11.0)]
            made.append(ts.Terrain(f"r{i}", outline=ring, at=pose.point, heading=pose.heading))
    return ts.Table(game="xwing", area=(4000, 4000)).add(*made)


@few
@given(things, st.floats(500, 3500), st.floats(500, 3500), st.floats(-720, 720))
def test_mirror_images_and_rigid_motions_change_nothing(specs, x, y, heading):
    here = ts.judge(laid(ts.Pose(2000, 2000, 0), False, specs)).barrel_roll("me", "right")
    for table, side in (
        (laid(ts.Pose(x, y, heading), False, specs), "right"),
        (laid(ts.Pose(x, y, heading), True, specs), "left"),
    ):
        there = ts.judge(table).barrel_roll("me", side)
        # the border is far away on both tables, and nearer than any ship on neither
        if abs(there.room) < 200 and abs(here.room) < 200:
            assert there.room == near(here.room, abs=1e-8)
        if abs(here.room) > 1e-6:
            assert len(there.intervals) == len(here.intervals)
            for a, b in zip(there.intervals, here.intervals, strict=True):
                assert a == near(b, abs=1e-6)
            assert there.in_the_way == here.in_the_way


@pytest.mark.parametrize("what", ["small", "large"])
def test_the_room_is_the_clearance_of_the_best_place(what):
    """Of all pairs (d1, d2), the one with most space round template and base."""
    rng = random.Random(f"room {what}")
    signs = set()
    for _ in range(12):
        table = scatter(rng, "left", 500.0, what)
        me, rocks = table["me"], [rock.placed for rock in table.terrain]
        around = [t.polygon for t in (*table.pieces[1:], *table.terrain)]
        slide = ts.judge(table).barrel_roll("me", "left")
        d1s = np.linspace(-slide.play, slide.play, 81)
        strips = [shifted(slide.strip, me.pose, d1) for d1 in d1s]
        laid = np.array([min((s.clearance(r) for r in rocks), default=9e9) for s in strips])
        best = -math.inf
        for s in np.linspace(-2 * slide.play, 2 * slide.play, 161):
            base = me.moved(slide.base.pose.forward(float(s))).polygon
            x0, y0, x1, y1 = base.bounds
            clear = min(x0, y0, 500 - x1, 500 - y1, *(signed(base, other) for other in around))
            best = max(best, min(clear, laid[abs(s - d1s) <= slide.play + 1e-9].max()))
        signs.add(best > 0)
        assert slide.room >= best - 1e-6
        assert slide.room <= best + 2 * slide.play / 80
        assert slide.margin == slide.room and slide.legal == (slide.room > 0)
    assert signs == {True, False}


def shifted(strip, pose, d):
    dx, dy = pose.direction
    at = ts.Pose(strip.pose.x + d * dx, strip.pose.y + d * dy, strip.pose.heading)
    return type(strip)(strip.path, strip.width, at)


def signed(a, b):
    """The distance of two convex polygons, or minus their depth, from the hull of differences."""
    p, q = (shapely.get_coordinates(s.exterior) for s in (a, b))
    hull = shapely.MultiPoint((p[:, None] - q[None]).reshape(-1, 2)).convex_hull
    size = hull.exterior.distance(shapely.Point(0, 0))
    return -size if hull.contains(shapely.Point(0, 0)) else size


# ---- large bases, guides -----------------------------------------------------------------------


@pytest.mark.parametrize(("side", "x"), [("left", -100), ("right", 100)])
def test_XW_170_a_large_base_lays_the_long_edge(side, x):
    """XW-170: 100 sideways, 40 back to 40 ahead."""
    free = roll(side, what="large")
    assert free.intervals == ((-40, 40),) and free.play == 20
    for slide in (-40, 0, 40):
        assert close(free.end(slide), (x, slide, 0), 1e-9)
    x0, y0, x1, y1 = free.template(40).polygon.bounds
    assert sorted((abs(x0 - MIDDLE), abs(x1 - MIDDLE))) == [near(40), near(60)]
    assert (y0 - MIDDLE, y1 - MIDDLE) == near((0, 40))


def test_XW_168_guides_count_between_ships_only():
    """XW-168: nose to tail it gets narrower by two guides; sides and border are as without."""
    ahead, beside = ship("b", 80, 45), ship("b", 120, 3)
    for other, plain, guided in ((ahead, (-20, 5), (-20, 1.8)), (beside, (-20, 20), (-20, 20))):
        assert spans(judge(ship("me"), other).barrel_roll("me", "right")) == [plain]
        found = judge(ship("me"), other, guides=True).barrel_roll("me", "right")
        assert spans(found) == [guided] and "with guides" in found.detail
    flush = ts.Piece("me", base="small", at=(500, 40), heading=90)  # 20 back, it ends at the border
    for guides in (False, True):
        table = ts.Table(game="xwing", area=(1000, 1000)).add(flush)
        rolled = ts.judge(table, guides=guides).barrel_roll("me", "left")
        assert rolled.intervals == ((-20, 20),)
