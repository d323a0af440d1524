"""Range base to base, and target locks."""

import math

import pytest

import tablesim as ts
from tablesim.errors import UnknownName

from .boards import MIDDLE, board, judge, rock, ship

near = pytest.approx


def measure(a, b):
    return judge(a, b).range(a.id, b.id)


def test_XW_162_is_symmetric_and_in_any_direction():
    """XW-162: the shortest distance of the two squares, wherever they look."""
    for x, y, h in ((0, -150, 0), (150, 0, 30), (-70, 140, 77), (100, 120, 0)):
        one, other = measure(ship("a"), ship("b", x, y, h)), measure(ship("b", x, y, h), ship("a"))
        assert one.distance == near(other.distance, abs=1e-9) and one.band == other.band
        shape = ship("a", 0, 0), ship("b", x, y, h)
        table = board(*shape)
        assert one.distance == near(table["a"].polygon.distance(table["b"].polygon), abs=1e-9)


def test_XW_162_guides_do_not_count():
    """XW-162: the two measurements do not know the policy."""
    pair = ship("a"), ship("b", 0, 140.5)
    assert judge(*pair, guides=True).range("a", "b") == measure(*pair)
    assert measure(*pair).band == 2


def test_range_to_an_obstacle():
    r = judge(ship("a"), rock("r", 0, 10, 120, 130)).range("a", "r")
    assert (r.distance, r.band) == (near(100), 1)
    assert r.to_json()["b"] == "r"


def test_XW_220_touching_is_range_1_and_self_is_range_1():
    """XW-220."""
    touch = measure(ship("a"), ship("b", 0, 40))
    assert (touch.touching, touch.band) == (True, 1) and "range 1" in touch.answer
    assert "XW-220" in touch.rules
    assert judge(ship("a")).range("a", "a").band == 1


def test_XW_156_overlap_touch_and_gap():
    """XW-156: the borders of the three states."""
    for y, overlaps, touches in (
        (39.9, True, False),
        (40 - 2e-6, True, False),
        (40 - 5e-7, False, True),
        (40, False, True),
        (40 + 9e-5, False, True),
        (40 + 2e-4, False, False),
    ):
        r = measure(ship("a"), ship("b", 0, y))
        assert (r.overlapping, r.touching) == (overlaps, touches), y
        assert r.distance >= 0


def test_XW_163_upper_limits_are_inclusive_within_1e_8():
    """XW-163: an exact 100 stays 100 after a rotation; 100.0000001 is range 2."""
    for h in range(0, 360, 7):
        rad = math.radians(h)
        for gap, band in ((100, 1), (200, 2), (300, 3), (100 + 1e-7, 2), (300 + 1e-7, None)):
            far = gap + 40
            b = ship("b", -far * math.sin(rad), far * math.cos(rad), h)
            assert measure(ship("a", 0, 0, h), b).band == band, (h, gap)


def test_segment_joins_the_bases_and_is_as_long_as_the_distance():
    r = measure(ship("a", 0, 0, 20), ship("b", 170, 95, 50))
    table = board(ship("a", 0, 0, 20), ship("b", 170, 95, 50))
    from shapely import Point

    assert math.dist(*r.segment) == near(r.distance)
    assert table["a"].polygon.exterior.distance(Point(r.segment[0])) < 1e-9
    assert table["b"].polygon.exterior.distance(Point(r.segment[1])) < 1e-9


def test_margins_of_a_range():
    r = measure(ship("a"), ship("b", 0, 145))
    assert {(m.what, round(m.value, 9)) for m in r.margins} == {("range 2", 95), ("range 1", 5)}
    assert r.margin == near(5) and not r.too_close
    assert measure(ship("a"), ship("b", 0, 345)).margin == near(-5)
    close = measure(ship("a"), ship("b", 0, 40.2))
    assert close.margin == near(0.2) and close.too_close


# ---- locks ----------------------------------------------------------------------------------


def test_XW_54_an_enemy_at_range_1_to_3():
    """XW-54: whatever the arc; not a friend, not oneself."""
    j = judge(
        ship("a", seat=0), ship("b", 0, -150, seat=1), ship("c", 0, 150, seat=0), ship("d", 150, 0)
    )
    assert j.lock("a", "b").legal and j.lock("a", "b").band == 2
    assert not j.lock("a", "c").legal and "no enemy" in j.lock("a", "c").answer
    assert not j.lock("a", "a").legal
    assert j.lock("a", "d").legal


def test_XW_54_touching_ships_may_lock():
    """XW-54."""
    assert judge(ship("a"), ship("b", 0, 40)).lock("a", "b").legal


def test_XW_55_measuring_before_deciding_changes_nothing():
    """XW-55: a lock that is judged is not a lock that is made."""
    table = board(ship("a"), ship("b", 0, 150))
    ts.judge(table).lock("a", "b")
    assert "lock" not in table["a"].state


def test_lock_does_not_use_the_arc_range():
    """XW-166: locks use the distance base to base, whatever the policy of attacks."""
    pair = ship("a"), ship("b", 237, 252, -197)
    j = judge(*pair)
    assert j.lock("a", "b").legal and not j.attack("a", "b").legal
    assert j.lock("a", "b").distance == near(j.range("a", "b").distance)


def test_lock_on_nothing():
    with pytest.raises(UnknownName):
        judge(ship("a")).lock("a", "zeb")


def test_lock_margin():
    lock = judge(ship("a"), ship("b", 0, 339.8)).lock("a", "b")
    assert lock.margin == near(0.2) and lock.too_close
    assert judge(ship("a"), ship("b", 0, 341)).lock("a", "b").margin == near(-1)


def test_positions_are_those_of_the_table():
    (x, y), _ = measure(ship("a"), ship("b", 60, 160)).segment
    assert (x, y) == (MIDDLE + 20, MIDDLE + 20)


def test_XW_211_a_ship_may_lie_on_an_obstacle():
    """XW-156, XW-211: two bases that overlap are no legal position, a base on an asteroid is."""
    on_it, bump = (
        measure(ship("a"), rock("r", -5, 5, 15, 30)),
        measure(ship("a"), ship("b", 10, 10, 3)),
    )
    assert on_it.overlapping and on_it.band == 1 and on_it.answer.endswith(" mm: range 1.")
    assert bump.overlapping and bump.answer.endswith(", which is no legal position.")


def test_XW_54_a_friend_beyond_range_has_no_margin():
    """XW-54: no length could make it an enemy; an enemy beyond range is told what is missing."""
    for seat, count in ((0, 0), (1, 1)):
        lock = judge(ship("a", seat=0), ship("b", 0, 400, seat=seat)).lock("a", "b")
        assert not lock.legal and len(lock.margins) == count
