"""Who can strike whom, who is in melee, and zones on the way: UF-74, UF-75, UG-22 to UG-27."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablesim.games.unforged.ground.melee import (
    can_strike,
    defended,
    engaged_with,
    held_stretches,
    holds,
    in_melee,
    placed,
)
from tablesim.games.unforged.ground.surfaces import apart
from tablesim.games.unforged.ground.ways import Leg
from tablesim.geometry import Convex
from tablesim.geometry.convex import signed_separation

from .arenas import R, arena, box, drum, model


def pair(distance, *things, facing=(0, 180), sizes=("normal", "normal"), level=0.0, **chosen):
    a = model("a", 20, 20, heading=facing[0], size=sizes[0])
    b = model("b", 20 + distance, 20, level, heading=facing[1], size=sizes[1], seat=1)
    return arena(a, b, *things, **chosen), a, b


def test_tv_11_reach():
    """TV-11 (UF-46, UF-74): centers 1.75 apart are at reach 0.5, 1.76 are not."""
    place, a, b = pair(1.75)
    assert in_melee(place, a, b).engaged and can_strike(place, a, b).able
    assert can_strike(place, a, b).reach_margin == pytest.approx(0.5 - 0.490158, abs=1e-6)
    place, a, b = pair(1.76)
    found = in_melee(place, a, b)
    assert not found.engaged
    assert found.reasons == ("a and b are 0.00016 in out of reach (UF-74)",)


def test_tv_11_only_the_huge_one_strikes():
    """TV-11 (UG-27): face to face at 3.8, both are in melee, only the huge one can strike."""
    place, a, b = pair(3.8, sizes=("normal", "huge"))
    assert in_melee(place, a, b).engaged
    assert not can_strike(place, a, b).able and can_strike(place, b, a).able
    assert engaged_with(place, a) == ("b",) and engaged_with(place, b) == ("a",)


@pytest.mark.parametrize(
    ("facing", "rear_to_rear", "engaged"),
    [
        ((0, 180), True, True),
        ((180, 180), True, True),
        ((180, 0), True, True),
        ((180, 0), False, False),
    ],
)
def test_hr_63_back_to_back(facing, rear_to_rear, engaged):
    """UF-74; HR-63: somebody must be able to strike; back to back counts unless ruled out."""
    place, a, b = pair(1.7, facing=facing, rear_to_rear=rear_to_rear)
    assert in_melee(place, a, b).engaged == engaged


def test_hr_63_one_behind_the_other_who_looks_away():
    """One turned away behind another one at its longer reach: nobody can strike."""
    place, a, b = pair(3.8, facing=(0, 0), sizes=("normal", "huge"))
    found = in_melee(place, a, b)
    assert not found.engaged and len(found.reasons) == 2


def test_uf_78_who_is_down_does_not_strike():
    place, _, b = pair(1.7)
    down = model("a", 20, 20, standing=False)
    assert can_strike(place, down, b).reasons == ("a is down (UF-78)",)
    assert in_melee(place, down, b).engaged  # the other one still can


def test_comrades_are_never_in_melee():
    place, a, _ = pair(1.7)
    mate = model("c", 21.5, 20, heading=180)
    assert in_melee(place, a, mate).reasons == ("a and c are comrades (UF-5)",)


@pytest.mark.parametrize(("top", "barred"), [(1.4, False), (1.42, True), (9, True)])
def test_ug_25_walls_between(top, barred):
    """UG-25: a wall bars the strike if it is higher than the eye, at 1.417."""
    fence = box("fence", (20.8, 15, 20.9, 25), top)
    place, a, b = pair(1.7, fence)
    assert (can_strike(place, a, b).wall == "fence") == barred
    assert in_melee(place, a, b).engaged != barred


def test_ug_25_what_does_not_bar():
    """Nor a roof above the heads, nor a wall beside the gap or along it."""
    for thing in (
        box("roof", (15, 15, 25, 25), 4, bottom=2),
        box("beside", (20.8, 20.01, 20.9, 25), 4),
        box("along", (15, 20, 25, 21), 4),
        box("bush", (20.8, 15, 20.9, 25), 4, blocks_move=False),
    ):
        place, a, b = pair(1.7, thing)
        assert can_strike(place, a, b).able, thing.name
    split = [box("left", (15, 20, 25, 21), 4), box("right", (15, 19, 25, 20), 4)]
    assert not can_strike(*pair(1.7, *split)).able  # nothing gets between two that touch


def test_hr_62_reach_of_the_weapon_or_the_base():
    """HR-62: a pike holds enemies at 8 inches, unless bare bases make the melee."""
    a = model("a", 20, 20, reach=8.0)
    b = model("b", 26, 20, seat=1, heading=180)
    assert in_melee(arena(a, b), a, b).engaged
    assert not in_melee(arena(a, b, engage_reach="base"), a, b).engaged
    assert can_strike(arena(a, b, engage_reach="base"), a, b).able


def test_uf_75_behind_an_obstacle():
    """UG-26: higher than a step and not above the eye, between the two, the defender can strike."""
    for top, expected in ((0.25, ""), (1.0, "fence"), (1.4, "fence"), (1.5, "")):
        place, a, b = pair(1.7, box("fence", (20.8, 15, 20.9, 25), top))
        assert defended(place, b, a) == expected
    place, a, b = pair(1.7, box("fence", (20.8, 15, 20.9, 25), 1), facing=(0, 0))
    assert defended(place, b, a) == ""
    soft = box("hedge", (20.8, 15, 20.9, 25), 1, blocks_move=False)
    assert defended(*[pair(1.7, soft)[i] for i in (0, 2, 1)]) == ""
    flagged = box("hedge", (20.8, 15, 20.9, 25), 1, blocks_move=False, obstacle=True)
    assert defended(*[pair(1.7, flagged)[i] for i in (0, 2, 1)]) == "hedge"


spots = st.tuples(st.floats(17, 23), st.floats(17, 23))


@given(
    a=spots,
    b=spots,
    facing=st.floats(0, 360),
    level=st.sampled_from([0.0, 0.4, 1.5]),
    mode=st.sampled_from(["3d", "plan"]),
    sector=st.sampled_from(["centre", "any_part", "whole"]),
    wall=st.one_of(
        st.none(),
        st.tuples(
            st.tuples(st.floats(17, 24), st.sampled_from([17.0, 21.0])),
            st.floats(0.1, 0.8),
            st.sampled_from([1.0, 3.0]),
        ),
    ),
)
@settings(deadline=None)
def test_ug_22_zones_on_a_way_against_looking_everywhere(
    *, a, b, facing, level, mode, sector, wall
):
    """The stretches of a way in a zone are where the enemy can strike, point by point."""
    assume(math.dist(a, b) > 0.1)
    things = []
    if wall is not None:
        (x, y), size, top = wall
        things = [box("w", (x, y, x + size, y + 1.5), top), drum("d", x - 1, y, size, top)]
    mover = model("m", *a, level)
    enemy = model("e", 20, 20, heading=facing, seat=1, reach=2.0)
    place = arena(mover, enemy, *things, gap_mode=mode, sector_test=sector)
    assume(all(apart(solid.shape, enemy.center) >= R for solid in place.battlefield.solids))
    assume(signed_separation(Convex((a, b)), Convex((enemy.center,))) >= 2 * R)
    leg = Leg("walk", a, level, b, level)
    spans = held_stretches(place, enemy, mover, leg)
    for k in range(1, 60):
        t = k / 60 * leg.length
        point = tuple(p + k / 60 * (q - p) for p, q in zip(a, b, strict=True))
        base = placed(mover, point, level)
        if any(
            s.top > level + 0.25 and apart(s.shape, point) < R for s in place.battlefield.solids
        ):
            continue  # nobody stands there
        if any(abs(t - end) < 1e-4 for span in spans for end in span):
            continue
        assert holds(place, enemy, base) == any(lo < t < hi for lo, hi in spans)


@pytest.mark.parametrize(("beyond", "held"), [(-1e-5, True), (0.0, True), (1e-5, False)])
def test_ug_22_the_rim_of_a_zone_belongs_to_it(beyond, held):
    """UF-74, UG-22: who is exactly at reach can be struck, and is held."""
    place, a, b = pair(2 * R + 0.5 + beyond)
    assert holds(place, b, a) is can_strike(place, b, a).able is held
