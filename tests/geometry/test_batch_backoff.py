"""Maneuvers and back-offs in bulk give, ship by ship, what the scalar ones give (XW-154 to 157)."""

import math
import random
import tracemalloc

import numpy as np
import pytest

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Guided, Placed, Pose, Rect, Turn, back_off, batch
from tablesim.geometry.batch.backoff import _Pairs, _Ride
from tablesim.geometry.batch.motions import Motions, motions
from tablesim.geometry.collide import SOLVED

from .oracles import LARGE, SMALL, TEMPLATES, any_skid, template

NEAR = 1e-9
GRAZING = 1e-6
"""Where edges slide along corners, places this far apart all have a gap of zero to ``SOLVED``."""

BLOCKERS = (SMALL, LARGE, Rect(12, 30))
BASES = [SMALL, LARGE]


def apart(headings, others):
    return np.abs((np.asarray(headings) - others + 180.0) % 360.0 - 180.0)


def crowd(name, base, count, seed=0):
    """Return a motion, starts, and three blockers of each along its way, one near its end."""
    rng = np.random.default_rng([*map(ord, f"{name}{base}"), seed])
    motion = Guided(template(*name), base.depth)
    starts = rng.uniform((-500, -500, -720.5), (500, 500, 720.5), (count, 3))
    way = rng.uniform(0.2, 1.05, (count, len(BLOCKERS))) * motion.length
    way[:, 0] = motion.length
    near = batch.pose(motion, starts[:, None], way)
    blockers = batch.then(near, rng.uniform((-45, -45, -180), (45, 45, 180), near.shape))
    return motion, starts, blockers


def alone(motion, base, start, bases, blockers):
    """Return what the scalar function says."""
    others = [Placed(other, Pose(*at)) for other, at in zip(bases, blockers, strict=True)]
    return back_off(motion, base, Pose(*start), others)


def check_alike(found, wanted, near=NEAR):
    """Compare one back-off with another; return whether it is one that only grazes."""
    assert found.complete == wanted.complete
    assert abs(found.residual - wanted.residual) <= max(near, 2 * SOLVED)
    off = abs(found.travel - wanted.travel)
    grazes = bool(off > near)
    if grazes:
        assert off <= GRAZING
        assert abs(found.residual) <= SOLVED + near and abs(wanted.residual) <= SOLVED + near
    return grazes


def each(found):
    """Yield the results of a flat batch one by one."""
    for values in zip(*found, strict=True):
        yield batch.BackOffs(*values)


# Poses in the middle of a maneuver


@pytest.mark.parametrize("depth", [40.0, 60.0, 80.0])
@pytest.mark.parametrize("name", TEMPLATES)
def test_poses_and_velocities_are_those_of_one_motion(name, depth):
    """XW-154: all templates, both sides, all bases; at the borders of phases, too."""
    motion = Guided(template(*name), depth)
    borders = [edge for phase in motion.phases for edge in (phase.start, phase.end)]
    travels = np.array([*borders, *np.linspace(0, motion.length, 21), motion.length + 9])
    starts = [Pose(0, 0, 90), Pose(1e6, -1e6, -720.5)]
    found = batch.pose(motion, batch.poses_of(starts)[:, None], travels)
    assert found.shape == (2, len(travels), 3)
    for start, row in zip(starts, found, strict=True):
        wanted = batch.poses_of(start.then(motion.pose(u)) for u in travels)
        assert np.abs(row[:, :2] - wanted[:, :2]).max() <= NEAR
        assert apart(row[:, 2], wanted[:, 2]).max() <= NEAR
        assert (row[:, 2] >= 0).all() and (row[:, 2] < 360).all()
    on_way = travels[:-1]
    wanted = np.transpose([motion.motion(u) for u in on_way])
    assert np.abs(np.array(motions(motion, on_way)) - wanted).max() <= NEAR


def test_travels_beyond_the_way_are_its_ends():
    motion = Guided(Turn(35, 90), 40)
    found = batch.pose(motion, (3, 4, 30), [-5, 0, motion.length, math.inf])
    assert found[0] == pytest.approx(found[1]) and found[1] == pytest.approx([3, 4, 30])
    assert (found[2:] == batch.end(motion, (3, 4, 30))).all()
    assert batch.pose(motion, np.empty((0, 3)), 5.0).shape == (0, 3)


def test_what_is_no_travel_is_named():
    motion = Guided(Turn(35, 90), 40)
    with pytest.raises(GeometryError, match=r"must be a number, got nan at \(1,\)"):
        batch.pose(motion, (0, 0, 0), [1, math.nan])
    with pytest.raises(GeometryError, match=r"shapes \(2,\) and \(3,\) do not go together"):
        batch.pose(motion, np.zeros((2, 3)), [1, 2, 3])


# Back-offs


@pytest.mark.parametrize(
    "count",
    [2, pytest.param(60, marks=pytest.mark.slow), pytest.param(600, marks=pytest.mark.deep)],
)
def test_back_offs_are_those_of_one_ship(count):
    """XW-155, XW-157: 20,400 crowded bumps, all templates and both bases, each with its twin."""
    grazing = back = 0
    for name in TEMPLATES:
        for base in BASES:
            motion, starts, blockers = crowd(name, base, count)
            found = batch.back_off(motion, base, starts, BLOCKERS, blockers)
            back += np.count_nonzero(~found.complete)
            for start, others, one in zip(starts, blockers, each(found), strict=True):
                wanted = alone(motion, base, start, BLOCKERS, others)
                assert tuple(np.flatnonzero(one.contacts)) == wanted.contacts
                if check_alike(one, wanted):
                    grazing += 1
                    continue
                assert one.pose[:2] == pytest.approx(wanted.pose.point, abs=NEAR)
                assert apart(one.pose[2], wanted.pose.heading) <= NEAR
    everything = count * len(TEMPLATES) * len(BASES)
    assert 0.9 * everything < back < everything
    assert grazing <= 1 + 1e-3 * everything


@pytest.mark.parametrize(
    "count",
    [2, pytest.param(40, marks=pytest.mark.slow), pytest.param(400, marks=pytest.mark.deep)],
)
def test_nothing_above_a_back_off_is_free(count):
    """XW-157: by measuring at 500 travels between, without the bounds that the walk trusts."""
    for name in TEMPLATES:
        for base in BASES:
            motion, starts, blockers = crowd(name, base, count, seed=1)
            found = batch.back_off(motion, base, starts, BLOCKERS, blockers)
            share = np.linspace(0, 1, 500)
            travels = found.travel[:, None] * (1 - share) + motion.length * share
            poses = batch.pose(motion, starts[:, None], travels)
            gaps = [
                batch.separation(base, poses, other, blockers[:, i, None])
                for i, other in enumerate(BLOCKERS)
            ]
            free = np.min(gaps, axis=0) >= 0.0
            back = ~found.complete
            assert not (free[back] & (travels[back] > found.travel[back, None] + NEAR)).any()
            assert (np.min(gaps, axis=0)[~back, -1] >= -1e-6).all()
            stopped = back & (found.travel > 0)
            assert (np.abs(found.residual[stopped]) <= 2 * SOLVED).all()
            assert found.contacts[stopped].any(axis=1).all()
            assert np.array_equal(found.pose[back], poses[back, 0])


@pytest.mark.parametrize(
    ("turn", "others", "travels"),
    [
        (("straight", "", 2), [(0, 130, 45)], [81.7157]),
        (("turn", "right", 2), [(90, 90, 0), (60, 100, 0)], [102.3170, 76.2714]),
        (("bank", "right", 2), [(60, 140, 0), (40, 130, -45)], [109.6179, 94.4288]),
        (("turn", "right", 1), [(45, 45, 0)], [19.2614]),
        (("turn", "left", 3), [(-110, 125, 0)], [140.1632]),
    ],
)
def test_known_back_offs(turn, others, travels):
    """TV-22 to TV-25; headings there are measured from +y."""
    at = [[(x, y, h + 90)] for x, y, h in others]
    found = batch.back_off(Guided(template(*turn), 40), SMALL, (0, 0, 90), SMALL, at)
    assert found.travel == pytest.approx(travels, abs=1e-4)
    assert not found.complete.any() and found.contacts.all()


@pytest.mark.parametrize("name", [("turn", "left", 1), ("bank", "right", 3), ("straight", "", 4)])
@pytest.mark.parametrize("base", BASES)
def test_mirrors_motions_and_order_change_nothing(name, base):
    count = 40
    motion, starts, blockers = crowd(name, base, count, seed=2)
    here = batch.back_off(motion, base, starts, BLOCKERS, blockers)
    order = [2, 0, 1]
    other = batch.back_off(
        motion, base, starts, [BLOCKERS[i] for i in order], np.stack(blockers)[:, order]
    )
    assert np.array_equal(other.contacts, here.contacts[:, order])
    flip = np.array([1, -1, -1])
    mirrored = batch.back_off(
        Guided(motion.path.mirrored(), base.depth), base, starts * flip, BLOCKERS, blockers * flip
    )
    assert np.abs(mirrored.pose[:, :2] - here.pose[:, :2] * flip[:2]).max() <= GRAZING
    shift = (311.5, -207.25, 133.7)
    moved = batch.back_off(
        motion, base, batch.then(shift, starts), BLOCKERS, batch.then(shift, blockers)
    )
    assert np.abs(moved.pose[:, :2] - batch.then(shift, here.pose)[:, :2]).max() <= GRAZING
    for variant in (other, mirrored, moved):
        assert sum(map(check_alike, each(variant), each(here))) <= 1


@pytest.mark.parametrize("base", BASES)
def test_more_blockers_never_let_a_ship_go_farther(base):
    motion, starts, blockers = crowd(("turn", "right", 2), base, 200, seed=3)
    both = batch.back_off(motion, base, starts, BLOCKERS, blockers).travel
    for i, other in enumerate(BLOCKERS):
        one = batch.back_off(motion, base, starts, other, blockers[:, [i]]).travel
        assert (both <= one + GRAZING).all()


@pytest.mark.parametrize("width", [1e-1, 1e-2, 1e-4, 1e-6, 1e-8])
def test_A4_planted_windows_on_straights_are_found(width):
    """XW-157: between two blockers that leave the ship free for exactly ``width``."""
    headings = [90, 0, 17.3, 359.999, -720.5]
    starts = np.array([(100, 50, h) for h in headings])
    others = batch.then(starts[:, None], [(209.3, 0, 0), (129.3 - width, 0, 0)])
    found = batch.back_off(Guided(template("straight", "", 4), 40), SMALL, starts, SMALL, others)
    assert found.travel == pytest.approx(169.3, abs=NEAR)
    assert found.contacts[:, 0].all() and (found.residual >= -NEAR).all()


@pytest.mark.parametrize("size", [40.0, 80.0])
@pytest.mark.parametrize("path", [Turn(62.5, 90), Turn(80, -45), Turn(180, 45), Turn(90, -90)])
def test_A4_planted_windows_on_curves_are_found(path, size):
    """One blocker before the middle of the front edge, one behind that of the rear edge."""
    motion, base, bar = Guided(path, size), Rect(size, size), Rect(30, 8)
    rng = np.random.default_rng(int(path.radius + size))
    widths = np.repeat([1e-1, 1e-3, 1e-5, 1e-6], 5)
    top = rng.uniform(0.5, 0.9, len(widths)) * motion.length
    start = (-40, 300, -720.5)
    first = batch.then(batch.pose(motion, start, top), (size / 2 + 15, 0, 0))
    second = batch.then(batch.pose(motion, start, top - widths), (-size / 2 - 15, 0, 0))
    found = batch.back_off(motion, base, start, bar, np.stack([first, second], axis=1))
    back = ~found.complete
    assert back.sum() > 12
    assert found.travel[back] == pytest.approx(top[back], abs=NEAR)
    assert found.contacts[back, 0].all() and (found.residual[back] >= -NEAR).all()


@pytest.mark.parametrize("given", [0.0, 1e-10, 5e-8, 9e-7, 2e-6])
def test_who_is_given_to_be_flush_with_another_slides_along_it(given):
    """XW-156, XW-157: as one by one; deeper than the tolerance, nobody moves."""
    motion, bases = Guided(template("straight", "", 3), 40), [Rect(300, 40), SMALL]
    starts = np.array([(300, 200, 37.3), (0, 0, 0), (1e6, -1e6, 359.9999999999)])
    others = batch.then(starts[:, None], [(60, given - 40, 0), (130, 3, 20)])
    found = batch.back_off(motion, SMALL, starts, bases, others)
    for start, at, one in zip(starts, others, each(found), strict=True):
        assert not check_alike(one, alone(motion, SMALL, start, bases, at))
        assert bool(one.travel > 0) is (given < 1e-6)


def test_a_ship_that_is_free_nowhere_stays():
    """XW-155: a blocker over the whole way, and the start overlapped."""
    motion = Guided(template("turn", "left", 1), 40)
    found = batch.back_off(motion, SMALL, (5, 6, 7), Rect(900, 900), [[(0, 0, 33)], [(9, 9, 9)]])
    assert (found.travel == 0).all() and not found.complete.any() and found.contacts.all()
    assert found.pose == pytest.approx(np.array([(5, 6, 7)] * 2), abs=NEAR)
    wanted = alone(motion, SMALL, (5, 6, 7), [Rect(900, 900)], [(9, 9, 9)])
    assert found.residual[1] == pytest.approx(wanted.residual, abs=NEAR) and wanted.residual < -400


@pytest.mark.parametrize("far", [1e6, -1e6])
@pytest.mark.parametrize("turns", [-720.0, 36000.0, -360e9])
def test_far_from_the_origin_and_after_many_turns(far, turns):
    """Their coordinates are known to 1e-10 there; so are the places."""
    motion, starts, blockers = crowd(("bank", "left", 1), SMALL, 60, seed=4)
    here = batch.back_off(motion, SMALL, np.round(starts), BLOCKERS, np.round(blockers))
    shift = np.array([far, -far, turns])
    away = batch.back_off(
        motion, SMALL, np.round(starts) + shift, BLOCKERS, np.round(blockers) + shift
    )
    assert sum(check_alike(a, b, 1e-8) for a, b in zip(each(away), each(here), strict=True)) <= 1
    assert np.array_equal(away.contacts, here.contacts)


def test_headings_of_very_many_turns():
    motion, starts, blockers = crowd(("turn", "left", 2), SMALL, 20, seed=8)
    starts[:, 2], blockers[:10, :, 2] = 1e17, -1e300
    few = [values.copy() for values in (starts, blockers)]
    for values in few:
        values[..., 2] %= 360.0
    found = batch.back_off(motion, SMALL, starts, BLOCKERS, blockers)
    same = batch.back_off(motion, SMALL, few[0], BLOCKERS, few[1])
    assert not sum(map(check_alike, each(found), each(same)))


@pytest.mark.parametrize("name", [("turn", "left", 1), ("turn", "right", 3), ("bank", "left", 2)])
@pytest.mark.parametrize("base", BASES)
def test_corners_stay_as_deep_as_the_walk_trusts(name, base):
    """XW-157: at earlier travels of the same phase, by value, slope and bend of now."""
    motion, other, count = Guided(template(*name), base.depth), Rect(3, 2), 4000
    ride = _Ride(motion, base, (other,))
    halves = (base.depth / 2, base.width / 2), np.repeat(ride.halves.T, count, axis=1)
    rng, closest = np.random.default_rng(9), 0.0
    for phase in motion.phases:
        span = phase.end - phase.start
        travel = phase.start + span * rng.uniform(0.0, 1.0, count) ** 2
        back = np.minimum(travel - phase.start, span * 10.0 ** rng.uniform(-4, 0, count))
        middle = batch.pose(motion, (0, 0, 0), travel)
        x, y, turn = batch.then(middle, rng.uniform((-60, -60, 0), (60, 60, 360), (count, 3))).T
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        now, then = (
            _Pairs(at, x - at.x, y - at.y, c, s)
            for at in (motions(motion, travel), motions(motion, travel - back))
        )
        columns = np.repeat(np.array(phase)[:, None], count, axis=1)
        bends = now.bends(base.reach, ride.reaches, travel, columns)
        (values, slopes), (earlier, _) = now.tracks(*halves), then.tracks(*halves)
        rise = earlier - (values - slopes * back)
        most = bends * back * back / 2
        assert (rise <= most + 1e-12).all()
        closest = max(closest, (rise / most)[:, :, back > 1e-2].max())
    assert closest > 0.3


def test_slopes_bend_no_more_than_the_walk_trusts_whatever_the_motion():
    """XW-157: on motions that exhaust the bounds; of the base's own edges they are met."""
    rng, closest = random.Random(10), np.zeros(4)
    half, other = (SMALL.depth / 2, SMALL.width / 2), np.array([[0.2], [0.1]])
    for _ in range(400):
        skid, h = any_skid(rng), 1e-3
        x, y = skid.pose(rng.uniform(0, 1) * skid.length).to_world(
            [(rng.uniform(-40, 40), rng.uniform(-40, 40))]
        )[0]
        turn, bends, slopes = rng.uniform(0, 7), [], []
        c, s = np.array([math.cos(turn)]), np.array([math.sin(turn)])
        phase, end = np.array(skid.phases).T, np.array([skid.length])
        for u in (skid.length, 2 * h, 0.0):
            now = Motions(*(np.array([v]) for v in skid.motion(u)))
            pairs = _Pairs(now, x - now.x, y - now.y, c, s)
            bends.append(pairs.bends(SMALL.reach, math.hypot(0.2, 0.1), end, phase)[:, 0])
            slopes.append(pairs.tracks(half, other)[1][:, :, 0])
        found = np.abs(slopes[1] - slopes[2]).max(axis=0) / (2 * h)
        jumps = found > 10  # another corner is the deepest
        assert (found[~jumps] <= bends[0][~jumps] * (1 + 1e-2) + 1e-6).all(), skid
        closest = np.maximum(closest, np.where(jumps, 0, found / (bends[0] + 1e-6)))
    assert closest.min() > 0.5


def test_tolerances_of_given_poses():
    """XW-156: an end that penetrates by no more than the tolerance is complete."""
    motion = Guided(template("straight", "", 1), 40)
    deep = [[(0, 120 - by, 0)] for by in (-2e-4, 0, 5e-7, 2e-6, 0.01)]
    found = batch.back_off(motion, SMALL, (0, 0, 90), SMALL, deep)
    assert found.complete.tolist() == [True, True, True, False, False]
    assert found.contacts.ravel().tolist() == [False, True, True, True, True]
    loose = batch.back_off(motion, SMALL, (0, 0, 90), SMALL, deep, overlap=0.1, contact=1e-3)
    assert loose.complete.all() and loose.contacts.all()


def test_who_is_as_far_as_the_tolerance_is_still_in_contact():
    """XW-156: the limit belongs to it, in lengths that are exact."""
    motion = Guided(template("straight", "", 2), 40)
    others = [[(160.5, 0, 0)], [(math.nextafter(160.5, 161), 0, 0)]]
    found = batch.back_off(motion, SMALL, (0, 0, 0), SMALL, others, contact=0.5)
    assert found.complete.all() and found.contacts.ravel().tolist() == [True, False]


def test_sides_along_the_axes_that_are_flush():
    """Of corners that are equally deep, any will do."""
    rng = random.Random("flush")
    for name in TEMPLATES:
        motion = Guided(template(*name), 40)
        end = motion.end
        poses = [
            (round(end.x) + rng.randrange(-40, 41, 10), round(end.y) + rng.randrange(-40, 41, 10))
            for _ in range(4)
        ]
        others = np.array([[(x, y, rng.choice([0, 90, 180, -90, 45]))] for x, y in poses])
        found = batch.back_off(motion, SMALL, (0, 0, 0), SMALL, others)
        for one, at in zip(each(found), others, strict=True):
            check_alike(one, alone(motion, SMALL, (0, 0, 0), [SMALL], at))


# Arrays


def test_ships_and_blockers_are_broadcast():
    motion, starts, blockers = crowd(("turn", "right", 3), LARGE, 5, seed=5)
    table = batch.back_off(motion, LARGE, starts[:, None], BLOCKERS, blockers[:4])
    assert table.pose.shape == (5, 4, 3) and table.contacts.shape == (5, 4, 3)
    assert table.travel.shape == table.complete.shape == table.residual.shape == (5, 4)
    for i, j in ((0, 0), (4, 3), (2, 1), (1, 1)):
        one = batch.back_off(motion, LARGE, starts[i], BLOCKERS, blockers[j])
        assert one.pose.shape == (3,) and one.travel.shape == () and one.contacts.shape == (3,)
        for alone_, many in zip(one, table, strict=True):
            assert np.array_equal(alone_, many[i, j])


def test_nothing_happens_at_the_borders_of_chunks():
    motion, starts, blockers = crowd(("bank", "right", 1), SMALL, 3000, seed=6)
    found = batch.back_off(motion, SMALL, starts, BLOCKERS, blockers)
    border = batch.CHUNK // len(BLOCKERS)
    assert len(starts) > 2 * border
    for first, last in ((border - 3, border + 3), (2 * border - 1, 2 * border + 1)):
        part = slice(first, last)
        some = batch.back_off(motion, SMALL, starts[part], BLOCKERS, blockers[part])
        whole = batch.BackOffs(*(values[part] for values in found))
        assert not sum(map(check_alike, each(some), each(whole)))
        assert np.array_equal(some.contacts, whole.contacts)


def test_more_blockers_than_a_chunk_holds():
    motion = Guided(template("straight", "", 3), 40)
    others = np.tile((500.0, 500.0, 0.0), (batch.CHUNK + 5, 1))
    others[-1] = (0, 150, 90)
    found = batch.back_off(motion, SMALL, [(0, 0, 90), (900, 0, 90)], SMALL, others)
    assert found.travel.tolist() == pytest.approx([110, 160])
    assert np.flatnonzero(found.contacts[0]).tolist() == [batch.CHUNK + 4]


def test_no_ships_and_no_blockers():
    motion = Guided(template("bank", "left", 2), 40)
    none = batch.back_off(motion, SMALL, np.empty((0, 3)), SMALL, np.zeros((2, 3)))
    assert none.pose.shape == (0, 3) and none.contacts.shape == (0, 2)
    free = batch.back_off(motion, SMALL, [(0, 0, 0), (1, 2, 3)], [], np.empty((0, 3)))
    assert free.complete.all() and (free.travel == motion.length).all()
    assert np.isinf(free.residual).all() and free.contacts.shape == (2, 0)
    assert np.array_equal(free.pose, batch.end(motion, [(0, 0, 0), (1, 2, 3)]))


@pytest.mark.parametrize(
    ("a", "b", "to", "message"),
    [
        (Disc(20), SMALL, [(0, 0, 0)], "only rectangles back off in batches, got Disc"),
        (SMALL, Disc(20), [(0, 0, 0)], "only rectangles back off in batches, got Disc"),
        (SMALL, [SMALL], np.zeros((2, 3)), "2 blockers need as many bases, or one for all, got 1"),
        (SMALL, SMALL, (0, 0, 0), r"shape \(\.\.\., k, 3\), got \(3,\)"),
        (SMALL, SMALL, [(0, math.inf, 0)], r"finite numbers, got .*inf.* at \(0,\)"),
        (SMALL, SMALL, np.zeros((5, 1, 3)), r"shapes \(4,\) and \(5,\) do not go together"),
    ],
)
def test_what_does_not_back_off_is_named(a, b, to, message):
    motion = Guided(template("straight", "", 1), 40)
    with pytest.raises(GeometryError, match=message):
        batch.back_off(motion, a, np.zeros((4, 3)), b, to)


def test_memory_does_not_grow_with_the_ships():
    """20,000 ships that all overlap their blocker: the results, and 4 MB."""
    motion = Guided(template("turn", "left", 3), 40)
    rng = np.random.default_rng(7)
    others = batch.then(batch.end(motion, (0, 0, 0)), rng.uniform(-9, 9, (20_000, 1, 3)))
    tracemalloc.start()
    try:
        found = batch.back_off(motion, SMALL, (0, 0, 0), SMALL, others)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not found.complete.any()
    assert peak - sum(values.nbytes for values in found) < 5e6
