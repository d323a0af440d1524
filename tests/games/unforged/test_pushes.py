"""Pushes with their falls, forced and random moves: UF-85 to UF-87, UG-28, HR-68, HR-69, HR-76."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablesim.games.unforged.ground.pushes import forced, push
from tablesim.geometry import Disc, Placed, Pose, separation
from tablesim.geometry.push import slide_disc

from .arenas import Motion, R, arena, box, drum, model, outline

ROOF = box("roof", (10, 7, 14, 13), 3)


def small(id, x, y, level=0.0, **said):
    """A model with a base of half an inch of radius, as the cases have."""
    known = model(id, x, y, level, **said)
    return replace(known, size=replace(known.size, base=Disc(0.5)))


def test_tv_25_pushed_off_a_roof():
    """TV-25 (UF-87, UG-28): lands clear of the edge, falls 3 with a D6; the rest is lost."""
    mover = model("m", 13, 10, 3)
    found = push(arena(ROOF, mover), mover, 0, 4)
    assert found.end == pytest.approx((14 + R, 10)) and found.level == 0
    (fall,) = found.falls
    assert (fall.height, fall.band.test, fall.band.halved) == (3, "D6", False)
    assert found.stop is None and found.travel == pytest.approx(1 + R)
    assert [str(margin) for margin in found.margins] == [
        "3 in beyond the edge",
    ]


def test_tv_25_a_parapet_stops_it():
    """TV-25: a wall face 0.9 ahead that rises 1 above the roof."""
    mover = model("m", 13, 10, 3)
    found = push(arena(ROOF, box("wall", (13.9, 7, 14, 13), 4, bottom=3), mover), mover, 0, 4)
    assert found.end == pytest.approx((13.270079, 10), abs=1e-6) and found.falls == ()
    assert found.stop.what == "wall" and found.stop.missing == pytest.approx(4 - 0.270079, abs=1e-6)


@pytest.mark.parametrize(
    ("height", "die", "halved"),
    [(0.3, "D6", False), (1, "D6", False), (4, "D6", False), (5, "D10", False), (8.5, "D10", True)],
)
def test_tv_18_pushed_falls(height, die, halved):
    """TV-18 (UF-87): pushed, any drop takes a test; beyond 2M at half Toughness."""
    mover = model("m", 13.5, 10, height)
    (fall,) = push(arena(replace(ROOF, top=height), mover), mover, 0, 1).falls
    assert (fall.band.test, fall.band.halved) == (die, halved)


def test_uf_87_a_step_is_no_fall():
    mover = model("m", 13.5, 10, 0.25)
    found = push(arena(replace(ROOF, top=0.25), mover), mover, 0, 2)
    assert found.falls == () and found.end == pytest.approx((15.5, 10)) and found.level == 0


@pytest.mark.parametrize(("distance", "falls"), [(0.999, 0), (1.0, 0), (1.001, 1)])
def test_ug_28_the_center_decides(distance, falls):
    """UG-28: on the very edge it still stands."""
    mover = model("m", 13, 10, 3)
    assert len(push(arena(ROOF, mover), mover, 0, distance).falls) == falls


def test_d7_from_roof_to_roof():
    """Case D7: old surface less new one: from 6 to 2 is 4, a D6 for Move 4."""
    roofs = box("a", (10, 8, 14, 12), 6), box("b", (14, 8, 18, 12), 2)
    mover = model("m", 13.5, 10, 6)
    found = push(arena(*roofs, mover), mover, 0, 2)
    assert found.level == 2 and found.surface.piece == "b"
    assert [(fall.height, fall.band.test) for fall in found.falls] == [(4, "D6")]


def test_d7_from_the_ground_against_a_house():
    """Case D7: from the ground it stops, there is no fall and no climb."""
    mover = model("m", 8, 10)
    found = push(arena(box("b", (10, 8, 18, 12), 2), mover), mover, 0, 9)
    assert found.end == pytest.approx((10 - R, 10)) and found.falls == () and found.stop.what == "b"


def test_d8_contacts():
    """Case D8: at 2.2 against a base, 2.6 against a corner, 2.5 against a face."""
    mover = small("m", 10, 10)
    other = small("o", 13, 10.6)
    corner = outline("corner", [(13, 10.3), (14, 10.6), (14, 12), (13, 12)], 2)
    for thing, travel in ((other, 2.2), (corner, 2.6), (box("face", (13, 5, 14, 15), 2), 2.5)):
        found = push(arena(mover, thing), mover, 0, 4)
        assert found.travel == pytest.approx(travel, abs=1e-9)
        assert found.stop.what in ("o", "corner", "face")


def test_ug_28_an_occupied_landing_place():
    """UG-28: it moves on to the first free place; walls count like bases."""
    mover, other = model("m", 13, 10, 3), model("o", 14.8, 10)
    found = push(arena(ROOF, mover, other), mover, 0, 4)
    assert found.end == pytest.approx((14.8 + 2 * R, 10))
    crate = box("crate", (14, 9, 15, 11), 1)
    on_it = push(arena(ROOF, crate, mover), mover, 0, 4)
    assert on_it.level == 1 and on_it.end == pytest.approx((14 + R, 10))
    crates = crate, box("more", (14.5, 9, 16, 11), 2.5)
    assert push(arena(ROOF, *crates, mover), mover, 0, 4).level == 2.5


@pytest.mark.parametrize(("roof", "stops"), [(1.4, True), (1.5, True), (1.6, False)])
@pytest.mark.parametrize("move", [push, forced])
def test_ug_20_a_base_stops_at_a_head_that_rises_above_the_roof(move, roof, stops):
    """UG-20: figures bar on overlapping heights; a head is no step."""
    mover, below = model("m", 12, 10, roof), model("o", 14 + R, 10)
    found = move(arena(box("roof", (10, 8, 14, 12), roof), mover, below), mover, 0, 1.9)
    assert found.end == pytest.approx((14 - R if stops else 13.9, 10))
    assert (found.stop is not None) is stops
    assert not stops or str(found.stop).startswith(("o stops it", "the base of o"))


def test_ug_28_pushed_aslant_over_an_edge():
    """The base must be clear of the roof, and so it lands farther on where it comes aslant."""
    mover = model("m", 13.5, 10, 3)
    angle = 40
    found = push(arena(ROOF, mover), mover, angle, 4)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    along = (0.5 + R) / c
    assert found.end == pytest.approx((13.5 + along * c, 10 + along * s))


def test_hr_76_the_push_goes_on():
    """HR-76: push_after_fall="continue" uses up what is left, with further falls."""
    roofs = box("a", (10, 8, 14, 12), 6), box("b", (14, 8, 18, 12), 2)
    mover = model("m", 13.5, 10, 6)
    found = push(arena(*roofs, mover, push_after_fall="continue"), mover, 0, 7)
    assert [fall.height for fall in found.falls] == [4, 2]
    assert found.end == pytest.approx((20.5, 10)) and found.travel == pytest.approx(7)


def test_hr_69_the_edge_of_the_table():
    """HR-69: edge="stop" or "remove"; falling off a roof at the edge is the same."""
    mover = model("m", 2, 10)
    for edge, removed in (("stop", False), ("remove", True)):
        found = push(arena(mover, edge=edge), mover, 180, 5)
        assert found.removed == removed and found.end == pytest.approx((R, 10))
        roof = box("roof", (0, 7, 4, 13), 3)
        high = model("m", 2, 10, 3)
        # the edge of the roof is that of the table: the base stops before its center leaves it
        assert push(arena(roof, high, edge=edge), high, 180, 5).removed == removed
        near = box("roof", (1, 7, 4, 13), 3)
        off = push(arena(near, high, edge=edge), high, 180, 5)
        assert off.removed == removed and off.falls == ()


# Against a second method, and under motions

spots = st.tuples(st.floats(2, 18), st.floats(2, 18))


@given(
    spots,
    st.floats(0, 360),
    st.floats(0.1, 16),
    st.lists(st.tuples(spots, st.floats(0.2, 2), st.booleans()), max_size=5),
    st.lists(spots, max_size=3),
)
def test_uf_86_pushes_on_the_ground_against_sliding_a_disc(start, angle, distance, walls, bases):
    """On level ground a push is a disc that slides until it touches something."""
    things = [
        drum(f"w{i}", x, y, size, 2) if round_ else box(f"w{i}", (x, y, x + size, y + 1), 2)
        for i, ((x, y), size, round_) in enumerate(walls)
    ]
    mover = model("m", *start)
    others = [model(f"o{i}", *at, seat=1) for i, at in enumerate(bases)]
    place = arena(*things, mover, *others, area=(20, 20))
    shapes = [solid.shape for solid in place.battlefield.solids]
    discs = [(other.center, R) for other in others]
    base = Placed(Disc(R), Pose(*start))
    assume(all(separation(base, shape) > 1e-3 for shape in shapes))
    assume(all(math.dist(start, center) > 2 * R + 1e-3 for center, _ in discs))
    found = push(place, mover, angle, distance)
    slid = slide_disc(start, R, angle, distance, shapes, discs=discs, box=(0, 0, 20, 20))
    if abs(found.travel - slid.travel) > 1e-6:  # only a graze within the tolerance is let through
        met = Placed(Disc(R), Pose(*found.end))
        things_met = [*shapes, *(other.base for other in others)]
        assert found.travel > slid.travel
        assert min(separation(met, shape) for shape in things_met) >= -1e-5
    else:
        assert found.end == pytest.approx(slid.end, abs=1e-6)
        assert (found.stop is None) == (slid.what == "nothing" or slid.travel >= distance - 1e-6)


@given(
    st.floats(0, 360),
    st.floats(0.2, 12),
    st.builds(
        Motion,
        angle=st.floats(0, 360),
        mirrored=st.booleans(),
        about=st.just((100.0, 100.0)),
        shift=st.tuples(st.floats(-20, 20), st.floats(-20, 20)),
    ),
)
@settings(deadline=None)
def test_pushes_do_not_depend_on_where_the_table_lies(angle, distance, motion):
    """Mirrored, turned and shifted tables give the same falls and stops."""
    things = (
        box("a", (98, 98, 102, 102), 4),
        drum("b", 103.5, 99, 1.7, 2),
        box("wall", (96, 103, 104, 103.4), 5),
        model("o", 97, 101, seat=1),
    )
    mover = model("m", 100.5, 99.8, 4)
    here = push(arena(*things, mover, area=(200, 200)), mover, angle, distance)
    moved = arena(*things, mover, area=(200, 200), motion=motion)
    there = push(moved, moved.models[1], motion.heading(angle), distance)
    if any(abs(margin.value) < 1e-4 for margin in here.margins):
        return
    assert there.end == pytest.approx(motion.point(here.end), abs=1e-6)
    assert there.level == here.level
    assert [f.height for f in there.falls] == [f.height for f in here.falls]
    assert (there.stop and there.stop.what) == (here.stop and here.stop.what)


@given(st.floats(0, 360), st.floats(0.1, 8), st.floats(0.01, 3))
def test_more_push_never_goes_less_far(angle, distance, more):
    """Monotone: as long as it does not fall, a longer push goes at least as far."""
    things = box("a", (12, 6, 13, 14), 2), drum("b", 7, 9, 1, 2), model("o", 10, 13)
    mover = model("m", 10, 10)
    place = arena(*things, mover, area=(20, 20))
    one, other = push(place, mover, angle, distance), push(place, mover, angle, distance + more)
    assert other.travel >= one.travel - 1e-9
    assert one.travel <= distance + 1e-9


# Forced and random moves


def test_tv_33_the_net_vector():
    """TV-33 (UF-20, UF-77): 3 along 0 and 4 along 90 degrees: one straight move of 5."""
    mover = model("m", 10, 10)
    found = forced(arena(mover), mover, math.degrees(math.atan2(4, 3)), 5)
    assert found.end == pytest.approx((13, 14)) and found.stop is None
    assert forced(arena(mover), mover, 0, 0).end == (10, 10)


def test_hr_69_climbs_and_drops_are_paid_from_the_distance():
    """HR-69: a roof of 1 inch costs 2 up and 1 down, if they are left."""
    low = box("low", (10, 7, 14, 13), 1)
    mover = model("m", 8, 10)
    place = arena(low, mover)
    walk = 2 - R
    ends = {
        1: (9, 0),
        walk + 1.9: (10 - R, 0),  # too little for the climb
        walk + 2: (10, 1),
        walk + 5: (13, 1),
        walk + 6.9: (14, 1),  # too little for the drop
        walk + 7: (14 + R, 0),
        walk + 8: (15 + R, 0),
    }
    for distance, (x, level) in ends.items():
        found = forced(place, mover, 0, distance)
        assert (found.end[0], found.level) == pytest.approx((x, level)), distance
    assert forced(place, mover, 0, walk + 1.9).stop.rule == "UF-67"


def test_uf_77_only_without_tests():
    """UF-77: no drop that needs a test, no climb of a unit, nothing into melee."""
    mover = model("m", 12, 10, 3)
    found = forced(arena(ROOF, mover), mover, 0, 9)
    assert found.end == pytest.approx((14, 10)) and found.stop.rule == "UF-77"
    flyer = model("m", 12, 10, 3, flight=True)
    assert forced(arena(ROOF, flyer), flyer, 0, 9).level == 0
    unit = model("m", 8, 10, unit=True)
    assert forced(arena(box("low", (10, 7, 14, 13), 1), unit), unit, 0, 9).stop.rule == "UF-77"
    walker, enemy = model("m", 8, 10), model("e", 12, 10, 1, heading=180, seat=1, reach=2.0)
    into = forced(arena(box("low", (10, 7, 14, 13), 1), walker, enemy), walker, 0, 9)
    assert into.stop.rule == "UF-76"


def test_hr_69_no_forced_move_goes_down_where_no_test_would_save_it():
    """UF-77; HR-69: neither deeper than 2 M, nor, with a unit, deeper than M."""
    deep = model("m", 12, 10, 3, move=1)
    found = forced(arena(ROOF, deep), deep, 0, 9)
    assert found.end == pytest.approx((14, 10)) and found.level == 3
    assert found.stop.rule == "HR-69" and not found.falls
    unit = model("m", 12, 10, 3, move=2, unit=True)
    assert forced(arena(ROOF, unit), unit, 0, 9).stop.rule == "HR-69"


def test_hr_40_falling_back():
    """HR-40: who falls back neither climbs nor drops, and stops short of enemies' reach."""
    mover = model("m", 8, 10)
    back = forced(arena(box("low", (10, 7, 14, 13), 1), mover), mover, 0, 9, climbs=False)
    assert back.end == pytest.approx((10 - R, 10)) and back.stop.rule == "HR-40"
    enemy = model("e", 14, 10, heading=180, seat=1)
    shy = forced(arena(mover, enemy), mover, 0, 9, shy=True)
    assert shy.end == pytest.approx((14 - 2 * R - 0.5, 10), abs=1e-5) and shy.stop.rule == "HR-40"
    bold = forced(arena(mover, enemy), mover, 0, 9)
    assert bold.end == pytest.approx((14 - 2 * R, 10)) and bold.stop.what == "e"


def test_hr_69_forced_moves_at_the_edge():
    mover = model("m", 2, 10)
    for edge, removed in (("stop", False), ("remove", True)):
        found = forced(arena(mover, edge=edge), mover, 180, 5)
        assert found.removed == removed and found.stop.missing == pytest.approx(5 - 2 + R)


def test_hr_58_forced_moves_stop_at_bases_that_a_move_may_pass():
    """HR-58, HR-69: who may move through comrades is not pushed or driven into their bases."""
    mover, comrade = model("m", 10, 10, 0), model("c", 13, 10, 0)
    lax = arena(mover, comrade, pass_friends=True, pass_enemies=True)
    strict = arena(mover, comrade)
    for moved in (push, forced):
        assert moved(lax, mover, 0, 3).end == moved(strict, mover, 0, 3).end
        assert moved(lax, mover, 0, 3).end[0] == pytest.approx(13 - 2 * R)


def test_uf_77_a_forced_move_over_an_edge_is_a_fall():
    """UF-77, UF-68: a drop that takes no test is named with its height and where it ends."""
    mover = model("m", 13, 10, 1)
    found = forced(arena(replace(ROOF, top=1), mover), mover, 0, 4)
    (fall,) = found.falls
    assert (fall.height, fall.level, fall.band.test) == (1, 0, "")
    assert fall.landing == pytest.approx((14 + R, 10))


def test_ug_28_the_edge_is_that_of_the_last_roof_that_bears():
    """UG-28: of two roofs on one level that overlap, the farther edge is the one to fall over."""
    other = box("other", (12, 8, 13.6, 12), 3)
    mover = model("m", 13, 10, 3)
    (margin,) = push(arena(ROOF, other, mover), mover, 0, 0.25).margins
    assert (margin.what, margin.value) == ("the edge", pytest.approx(0.75))
