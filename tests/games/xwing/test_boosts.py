"""Boost and decloak, who may move by an action, and how it is asked and answered."""

import json

import pytest

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.games.xwing.catalogue import catalogue

from .boards import MIDDLE, board, close, judge, rock, ship, xw

near = pytest.approx


def roll(side, *things, what="small"):
    return judge(ship("me", what=what), *things).barrel_roll("me", side)


# ---- boost --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("straight", "straight 1"),
        ("bank left", "bank left 1"),
        ("bank right", "bank right 1"),
    ],
)
@pytest.mark.parametrize("what", ["small", "large"])
def test_XW_234_a_boost_ends_as_the_maneuver_of_its_template(how, text, what):
    """XW-234: straight 1 and banks 1, from any pose."""
    j = judge(ship("me", 30, -40, 77, what=what))
    boost = j.boost("me", how)
    assert boost.legal and boost.intervals == ((0, 0),) and boost.play == 0
    assert boost.end() == j.maneuver("me", text).end
    assert boost.template().polygon.equals(j.maneuver("me", text).course.strip().polygon)
    assert boost.rules == ("XW-234",)


def test_XW_234_what_forbids_a_boost():
    """XW-234: a ship or rock under the end, a rock under the template, the border; no back-off."""
    in_way = judge(ship("me"), ship("b", 0, 119.9)).boost("me", "straight")
    assert not in_way.legal and in_way.intervals == ()
    assert in_way.reasons == ("no place is free of b (XW-234)",)
    assert in_way.margin == near(-0.1) and in_way.too_close
    assert judge(ship("me"), ship("b", 0, 120)).boost("me", "straight").legal  # contact
    under = judge(ship("me"), rock("r", -5, 5, 30, 50)).boost("me", "straight")
    assert under.in_the_way == ("r",) and under.margin == near(-15)
    bend = rock("r", 12, 14, 50, 52)  # inside the curve of the template, clear of the base
    assert not judge(ship("me"), bend).boost("me", "bank right").legal
    assert judge(ship("me"), bend).boost("me", "bank left").legal
    assert not judge(ship("me"), rock("r", 0, 9, 95, 110)).boost("me", "straight").legal


def test_XW_234_the_template_may_cross_a_ship():
    """The ship under the template fills the whole way; only the end base counts."""
    assert judge(ship("me"), ship("b", 0, 40)).boost("me", "straight").legal
    assert not judge(ship("me"), ship("b", 0, 41)).boost("me", "straight").legal


@pytest.mark.parametrize(("y", "legal"), [(500, True), (500.01, False)])
def test_XW_234_leaving_the_area_is_forbidden(y, legal):
    me = ts.Piece("me", base="small", at=(300, y), heading=90)
    boost = ts.judge(ts.Table(game="xwing", area=(600, 600)).add(me)).boost("me", "straight")
    assert boost.legal is legal and boost.margin == near(500 - y, abs=1e-9)
    assert boost.in_the_way == (() if legal else ("the border",))


# ---- decloak ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "end"), [("left", (-120, 0, 0)), ("right", (120, 0, 0)), ("straight", (0, 120, 0))]
)
def test_XW_235_where_a_cloaked_ship_appears(how, end):
    """XW-235: the straight 2 template, 120 sideways or ahead, by the tests of roll and boost."""
    found = judge(ship("me", what="tie-phantom", cloaked=True)).decloak("me", how)
    assert found.legal and found.on_bar and "XW-235" in found.rules
    assert close(found.end(0), end, 1e-9)
    assert found.intervals == (((0, 0),) if how == "straight" else ((-20, 20),))
    assert ("XW-234" in found.rules) == (how == "straight")
    blocker = judge(
        ship("me", what="tie-phantom", cloaked=True), ship("b", end[0], end[1])
    ).decloak("me", how)
    assert not blocker.legal and blocker.in_the_way == ("b",)


def test_XW_235_only_a_cloaked_ship_decloaks_and_stress_does_not_matter():
    """XW-235: it is no action, so that XW-32 does not forbid it."""
    bare = judge(ship("me", what="tie-phantom")).decloak("me", "left")
    assert not bare.legal and bare.reasons == ("me is not cloaked (XW-235)",)
    stressed = judge(ship("me", what="tie-phantom", cloaked=True, stress=2)).decloak("me", "left")
    assert stressed.legal
    other = judge(ship("me", what="x-wing", cloaked=True)).decloak("me", "left")
    assert other.legal and other.on_bar is False


def test_XW_235_a_large_base_has_one_place():
    """Eight centimeters of template along eight of base: no play at all."""
    found = judge(ship("me", what="large", cloaked=True)).decloak("me", "right")
    assert found.play == 0 and found.intervals == ((0, 0),) and "XW-160" in found.rules
    assert close(found.end(), (100, 0, 0)) and "to (1100.00, 1000.00)" in found.answer


# ---- who may, and what one may ask ------------------------------------------------------------


def test_XW_32_stress_forbids_the_actions():
    """XW-30, XW-32: whatever room there is, and no length could turn the answer."""
    j = judge(ship("me", what="tie-interceptor", stress=1))
    for verdict in (j.barrel_roll("me", "left"), j.boost("me", "straight")):
        assert not verdict.legal and verdict.reasons == ("me is stressed (XW-32)",)
        assert verdict.intervals and verdict.margin is None
    both = judge(ship("me", stress=1), ship("b", 80, 0)).barrel_roll("me", "right")
    assert len(both.reasons) == 2 and both.margin is None
    assert both.answer == f"me cannot barrel roll right: {both.reasons[0]}; {both.reasons[1]}."


def test_XW_53_a_barrel_roll_is_no_maneuver():
    """XW-53: it has no color and no stress, and stands on no dial."""
    rolled = judge(ship("me", what="tie-fighter")).barrel_roll("me", "left")
    assert "colour" not in rolled.to_json() and rolled.position["me"].state.get("stress") is None
    assert all("roll" not in m.notation() or m.bearing == "tallon" for m in TIE.dial)


TIE = catalogue().ship("tie-fighter")


@pytest.mark.parametrize(
    ("kind", "ask", "on_bar"),
    [
        ("tie-fighter", ("barrel_roll", "left"), True),
        ("x-wing", ("barrel_roll", "left"), False),
        ("a-wing", ("boost", "straight"), True),
        ("tie-fighter", ("boost", "straight"), False),
        ("small", ("boost", "straight"), None),
    ],
)
def test_XW_44_whether_the_action_is_in_the_bar(kind, ask, on_bar):
    """XW-44: a card may offer it besides, so that the place is judged all the same."""
    method, how = ask
    found = getattr(judge(ship("me", what=kind)), method)("me", how)
    assert found.on_bar is on_bar and found.legal
    assert ("its action bar has none" in found.answer) is (on_bar is False)


def test_XW_217_each_side_is_judged_for_itself():
    """XW-217: where one side is closed the other may still be open."""
    j = judge(ship("me"), ship("b", 80, 0))
    assert not j.barrel_roll("me", "right").legal and j.barrel_roll("me", "left").legal


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (("barrel_roll", "lfet"), "me cannot barrel roll 'lfet'; did you mean 'left'?"),
        (("barrel_roll", "up"), "it can do so left, right"),
        (("boost", "back"), "it can do so straight, bank left, bank right"),
        (("boost", "bank lft"), "did you mean 'bank left'?"),
        (("decloak", "up"), "it can do so left, right, straight"),
    ],
)
def test_wrong_words(ask, words):
    method, how = ask
    with pytest.raises(UnknownName) as caught:
        getattr(judge(ship("me")), method)("me", how)
    assert words in str(caught.value)


def test_who_cannot_be_asked():
    with pytest.raises(UnknownName, match="nobody"):
        judge(ship("me")).boost("nobody", "straight")
    disc = ts.Piece("d", footprint=ts.Disc(20), at=(100, 100))
    with pytest.raises(UnknownName, match="d has no base of the game, so no template fits it"):
        ts.judge(board(disc)).barrel_roll("d", "left")


def test_the_answer_in_words_in_json_and_as_a_picture():
    some = roll("right", ship("b", 80, 45), rock("r", 30, 50, -25, -14))
    assert some.answer == "me can barrel roll right, sliding -14.00 to 5.00 mm forward."
    assert str(some).splitlines()[1].startswith("9.5 mm of room for it")
    data = some.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["intervals"] == [[near(-14), near(5)]] and data["in_the_way"] == ["b", "r"]
    (low, high) = data["ends"][0]
    assert (low["at"][1] - MIDDLE, high["at"][1] - MIDDLE) == (near(-14), near(5))
    assert low["heading"] == 90 and data["legal"] is True and data["on_bar"] is None
    for verdict in (some, roll("right", ship("b", 80, 0)), roll("left", what="large")):
        assert verdict.svg().startswith("<svg") and xw(verdict.base.pose)[2] == 0


def test_verdicts_of_equal_tables_are_equal():
    """A preview and the action cannot differ."""
    assert roll("right", ship("b", 80, 45)) == roll("right", ship("b", 80, 45))
    assert roll("right", ship("b", 80, 45)) != roll("right", ship("b", 80, 46))
