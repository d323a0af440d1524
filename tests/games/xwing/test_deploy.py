"""Where a ship may be placed."""

import math

import pytest

import tablesim as ts

near = pytest.approx
AREA = (900.0, 900.0)


def deploy(x, y, heading=90.0, *others, what="small", seat=0, guides=False, **state):
    word = "base" if what in ("small", "large") else "kind"
    me = ts.Piece("me", at=(x, y), heading=heading, seat=seat, **{word: what})
    table = ts.Table(game="xwing", area=AREA, **state).add(me, *others)
    return ts.judge(table, guides=guides).deploy("me")


@pytest.mark.parametrize(
    ("seat", "edges", "at"),
    [
        (0, None, (450, 60)),
        (1, None, (450, 840)),
        (0, ["top", "bottom"], (450, 840)),
        (1, ["top", "bottom"], (450, 60)),
        (0, ["left", "right"], (60, 450)),
        (1, ["left", "right"], (840, 450)),
    ],
)
def test_XW_6_every_seat_has_its_edge(seat, edges, at):
    """XW-6, XW-8: the strip lies along the owner's edge and no other."""
    state = {"edges": edges} if edges else {}
    places = [(450, 60), (450, 840), (60, 450), (840, 450)]
    legal = [place for place in places if deploy(*place, seat=seat, **state).legal]
    assert legal == [at]


def test_XW_5_inside_the_play_area():
    """XW-5, XW-8, A-28: a base beyond a side edge is not inside the area."""
    assert deploy(20, 50).legal
    assert not deploy(19.9, 50).legal and "0.1 mm outside" in deploy(19.9, 50).answer
    assert not deploy(450, 19.9).legal


def test_XW_8_any_orientation():
    """XW-8."""
    for heading in range(0, 360, 15):
        assert deploy(450, 50, heading).legal
    assert deploy(450, 80.01).zone_margin == near(-0.01)


def test_XW_159_no_overlap_but_contact_is_allowed():
    """XW-159."""
    other = ts.Piece("other", base="small", at=(490, 50), heading=90)
    assert deploy(450, 50, 90, other).legal
    over = deploy(450.1, 50, 90, other)
    assert not over.legal and over.overlapped == ("other",)
    assert over.margin == near(-0.1) and over.too_close


def test_both_reasons_are_said_and_the_harder_one_decides():
    other = ts.Piece("other", base="small", at=(450.0, 115), heading=90)
    verdict = deploy(450, 80.1, 90, other)
    assert len(verdict.reasons) == 2
    assert verdict.margin == near(-5.1) and not verdict.too_close


def test_XW_225_a_base_too_deep_for_the_strip():
    """XW-225: must reach the edge and may stick out to the middle; never out of the area."""
    reach = 40 * math.sqrt(2)
    assert deploy(300, reach, 45, what="large").legal
    assert not deploy(300, reach + 1e-3, 45, what="large").legal
    assert not deploy(300, reach - 1e-3, 45, what="large").legal
    assert deploy(300, 50, what="large").legal  # unturned it fits: inside the strip
    assert not deploy(300, 60.01, what="large").legal
    assert deploy(300, 900 - reach, 45, what="large", seat=1).legal
    assert not deploy(reach - 1, reach, 45, what="large").legal


def test_XW_168_guides_count_for_overlap_only():
    """XW-168: a base flush with the edge stays inside; two bases nose to nose do not fit."""
    assert deploy(300, 20, guides=True).legal
    assert deploy(300, 80, guides=True).legal
    other = ts.Piece("other", base="small", at=(490, 50), heading=180)
    assert deploy(450, 50, 0, other).legal
    assert not deploy(450, 50, 0, other, guides=True).legal


def test_a_neighbor_close_by_is_near_a_limit_that_matters():
    """One more tenth of a millimetre to the right, and the place is not legal."""
    other = ts.Piece("other", base="small", at=(490.1, 50), heading=90)
    assert deploy(450, 50, 90, other).legal
    assert not deploy(450.2, 50, 90, other).legal
    assert deploy(450, 50, 90, other).margin == near(0.1)


def test_edges_that_the_seat_does_not_own():
    from tablesim.errors import UnknownName

    with pytest.raises(UnknownName, match="seat 2 of me owns no edge"):
        deploy(450, 50, seat=2, edges=["bottom", "top"])
