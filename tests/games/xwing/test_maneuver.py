"""Maneuvers: dials, colors, bumps, places, borders, obstacles, and the table after them."""

import math

import pytest

import tablesim as ts
from tablesim.errors import NotAMove, UnknownName
from tablesim.games.xwing.maneuvers import Maneuver

from .boards import board, close, fly, judge, rock, ship, xw

near = pytest.approx


# ---- dial and stress ------------------------------------------------------------------------


def test_XW_17_not_on_the_dial():
    """XW-17."""
    move = fly("straight 5", what="x-wing")
    assert not move.legal and "XW-17" in move.answer and move.colour is None
    assert not fly("turn left 1", what="x-wing").legal
    assert fly("turn left 1", what="tie-fighter").legal


def test_XW_17_near_miss_is_suggested():
    """XW-17."""
    assert "has no koiogran 3, but koiogran 4 (XW-17)" in fly("koiogran 3", what="x-wing").answer


def test_a_bare_base_flies_everything():
    assert all(m.legal and m.colour is None for m in judge(ship("me")).reach("me"))


@pytest.mark.parametrize(
    ("kind", "text", "before", "after"),
    [
        ("x-wing", "koiogran 4", 0, 1),  # red
        ("x-wing", "straight 3", 0, 0),  # white
        ("x-wing", "straight 3", 2, 2),
        ("x-wing", "straight 1", 0, 0),  # green
        ("x-wing", "straight 1", 1, 0),
        ("x-wing", "straight 1", 3, 2),
        ("small", "straight 1", 2, 2),  # no dial, no color
    ],
)
def test_XW_28_stress(kind, text, before, after):
    """XW-28, XW-34: red adds one, green takes exactly one, never below none."""
    state = {"stress": before} if before else {}
    move = judge(ship("me", what=kind, **state)).maneuver("me", text)
    assert move.legal
    assert move.table["me"].state.get("stress", 0) == after


def test_XW_32_red_while_stressed():
    """XW-32."""
    j = judge(ship("me", what="x-wing", stress=1))
    move = j.maneuver("me", "koiogran 4")
    assert not move.legal and "XW-32" in move.answer
    assert j.maneuver("me", "turn left 2").legal


def test_XW_41_color_is_kept_on_a_bump():
    """XW-38, XW-41: a green one that bumps still takes stress away."""
    j = judge(ship("me", what="x-wing", stress=1), ship("b", 0, 60))
    move = j.maneuver("me", "straight 1")
    assert not move.completed and "stress" not in move.table["me"].state


def test_tokens_move_with_the_ship():
    """XW-26."""
    j = judge(ship("me", what="x-wing", focus=2, shields=1))
    after = j.maneuver("me", "straight 1").table["me"]
    assert after.state["focus"] == 2 and after.state["shields"] == 1


# ---- bearings -------------------------------------------------------------------------------


def test_XW_18_headings():
    """XW-18: by how much each bearing changes the heading."""
    turns = {"straight": 0, "bank": 45, "turn": 90, "koiogran": 180, "segnor": 225, "tallon": 180}
    for move in judge(ship("me")).reach("me"):
        turn = turns.get(move.maneuver.bearing)
        if turn is None:
            continue
        sign = -1 if move.maneuver.side == "right" else 1
        assert (xw(move.end)[2] - sign * turn) % 360 == near(0, abs=1e-9)


def test_XW_27_left_is_left():
    """XW-27."""
    for text in ("bank left 2", "turn left 3", "segnor left 2", "tallon left 1"):
        assert xw(fly(text).end)[0] < 0 < xw(fly(text.replace("left", "right")).end)[0]


def test_XW_23_template_lies_flush_with_the_front_edge():
    """XW-23, XW-24: it begins at the front edge, and ends at the rear edge of the end pose."""
    for text in ("straight 3", "bank left 2", "turn right 1"):
        for what, half in (("small", 20), ("large", 40)):
            move = fly(text, what=what)
            line = move.course.strip().centre_line
            assert line.coords[0] == near(move.start.forward(half).point)
            assert line.coords[-1] == near(move.end.forward(-half).point)


def test_XW_230_segnors_loop():
    """XW-230: the bank, then turned; with a bump the bank alone."""
    bank, loop = fly("bank right 2"), fly("segnor right 2")
    assert loop.end.point == near(bank.end.point)
    assert (loop.end.heading - bank.end.heading) % 360 == near(180)
    blocker = ship("b", 60, 140)
    bank, loop = fly("bank right 2", blocker), fly("segnor right 2", blocker)
    assert not loop.completed and loop.end == bank.end
    assert close(loop.end, (30.7612, 101.7307, -39.1594))


def test_XW_230_color_is_kept():
    """XW-230."""
    move = judge(ship("me", what="aggressor"), ship("b", -60, 200)).maneuver("me", "segnor left 3")
    assert not move.completed and move.colour == "red"
    assert move.table["me"].state["stress"] == 1


@pytest.mark.parametrize("what", ["small", "large"])
def test_XW_231_three_places(what):
    """XW-231: shifted by +10, 0, -10 along the new heading; 20 on a large base."""
    shift = 10 if what == "small" else 20
    ends = {at: fly("tallon right 2", at=at, what=what).end for at in ("front", "middle", "back")}
    x, y, h = xw(fly("turn right 2", what=what).end)
    assert close(ends["middle"], (x, y, 180), 1e-9)
    assert close(ends["front"], (x, y - shift, 180), 1e-9)
    assert close(ends["back"], (x, y + shift, 180), 1e-9)
    offered = {end.place: end.pose for end in fly("tallon right 2", what=what).ends}
    assert offered == ends
    assert h == near(-90)


def test_XW_231_to_the_left():
    """XW-231."""
    assert close(fly("tallon left 2", at="front").end, (-82.5, 72.5, 180), 1e-9)


def test_XW_231_one_place_blocked():
    """XW-231: a free one must be picked; a blocked one is refused, and the others named."""
    blocker = ship("b", 82.5, 42.5 - 15)  # reaches to y = 47.5: front ends at 52.5
    assert fly("tallon right 2", blocker, at="front").legal
    blocker = ship("b", 82.5, 42.5 - 5)  # reaches to y = 57.5
    front = fly("tallon right 2", blocker, at="front")
    assert not front.legal and "middle or back" in front.answer and "XW-231" in front.answer
    for at in ("middle", "back"):
        move = fly("tallon right 2", blocker, at=at)
        assert move.legal and move.completed
    assert [end.overlapped for end in front.ends if end.place == "front"] == [("b",)]


def test_XW_231_all_places_blocked():
    """XW-231: it becomes the turn, backed off, without the further 90 degrees."""
    blocker = ship("b", 95, 70, -30)
    turn = fly("turn right 2", blocker)
    for at in ("front", "middle", "back"):
        move = fly("tallon right 2", blocker, at=at)
        assert move.legal and not move.completed
        assert move.end == turn.end and move.touching == ("b",)


def test_XW_231_a_place_blocked_by_another_ship_each():
    """XW-231."""
    move = fly("tallon right 2", ship("b", 82.5, 115), ship("c", 82.5, 50))
    assert [end.overlapped for end in move.ends] == [("b", "c"), ("c",), ("b",)]
    assert not move.completed


def test_XW_232_stationary():
    """XW-232: it stays, overlaps nothing anew, keeps contact, and counts as its color."""
    move = judge(ship("me", what="u-wing"), ship("b", 0, 60)).maneuver("me", "stationary")
    assert move.end == move.start and move.completed and move.legal
    assert move.touching == ("b",) and move.colour == "red"
    assert move.table["me"].state["stress"] == 1
    assert move.travel == 0 and move.course is None


def test_XW_232_stationary_on_an_asteroid_hits_it():
    """XW-211, XW-213, XW-232: it executes a maneuver, and its final base overlaps the asteroid."""
    move = fly("stationary", rock("r", -5, 5, -5, 5))
    assert move.obstacles == ("r",) and "XW-211" in move.rules
    assert fly("stationary", rock("r", 20, 30, -5, 5)).obstacles == ()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("reverse straight 1", (0, -80, 0)),
        ("reverse bank right 1", (37.5736, -90.7107, 45)),
        ("reverse bank left 1", (-37.5736, -90.7107, -45)),
    ],
)
def test_XW_233_reverse(text, end):
    """XW-233: the mirror image of the forward one through the side axis."""
    move = fly(text)
    assert close(move.end, end)
    forward = xw(fly(text.removeprefix("reverse ")).end)
    assert close(move.end, (forward[0], -forward[1], -forward[2]), 1e-9)


def test_XW_233_reverse_bumps_like_its_mirror_image():
    """XW-233, XW-38."""
    for text, x, y, h in (("straight 3", 0, 150, 0), ("bank right 2", 60, 140, 0)):
        ahead = xw(fly(text, ship("b", x, y, h)).end)
        back = fly(f"reverse {text}", ship("b", x, -y, -h))
        assert not back.completed and back.touching == ("b",)
        assert close(back.end, (ahead[0], -ahead[1], -ahead[2]), 1e-9)


def test_XW_233_reverse_off_the_dial():
    """XW-233."""
    assert fly("reverse straight 1", what="quadjumper").legal
    assert fly("reverse straight 1", what="quadjumper").colour == "red"
    assert not fly("reverse straight 1", what="x-wing").legal


# ---- bumps ----------------------------------------------------------------------------------


def test_XW_155_nowhere_to_go():
    """XW-155, A-8: it stays, and has executed the maneuver."""
    j = judge(ship("me", what="x-wing"), ship("b", 0, 40), ship("c", 0, 190))
    move = j.maneuver("me", "koiogran 4")
    assert move.completed is False and move.overlapped == ("c",)
    assert move.end.point == near(move.start.forward(150).point)
    j = judge(ship("me", what="x-wing"), ship("b", 0, 75), ship("c", 0, 40.0), ship("d", 0, 110))
    move = j.maneuver("me", "straight 1")
    assert move.travel == 0 and move.end == move.start and not move.completed
    assert "stays where it is" in move.answer


def test_XW_39_back_over_several():
    """XW-39, A-10: it slides until it overlaps none, and touches the last one met."""
    blockers = [ship(f"b{i}", 0, 50 + 35 * i) for i in range(5)]  # no room between them
    move = fly("straight 4", *blockers)
    assert close(move.end, (0, 10, 0), 1e-9)
    assert move.touching == ("b0",)


def test_XW_37_template_and_flight_over_ships_cost_nothing():
    """XW-37."""
    crowd = [ship("b", -40, 60), ship("c", 40, 60), ship("d", 0, 70)]
    assert fly("straight 4", *crowd).completed


def test_XW_40_only_a_bump_cites_it():
    """XW-40."""
    assert "XW-40" not in fly("straight 1", ship("b", 0, 120)).rules
    assert "XW-40" in fly("straight 1", ship("b", 0, 119)).rules


def test_XW_156_ending_flush_is_no_bump():
    """XW-156: turned and shifted bases edge to edge."""
    for shift in (-39.9, -10, 0, 20, 39.9):
        move = fly("straight 1", ship("b", shift, 120))
        assert move.completed and move.touching == ("b",), shift


def test_answer_names_what_is_touched():
    move = fly("straight 3", ship("b", 0, 150))
    assert move.answer == "straight 3 does not fit: me backs off 50 mm and touches b."


def test_XW_168_guides_block_the_way_past():
    """XW-168, A-6: as policy says, and the verdict prints it."""
    past = ship("b", 0, 40)
    plain, guided = fly("straight 1", past), fly("straight 1", past, guides=True)
    assert plain.completed and not guided.completed
    assert plain.policy == {"guides": False} and guided.policy == {"guides": True}
    assert "without guides" in str(plain) and "with guides" in str(guided)


def test_XW_168_guides_stop_short_by_their_length():
    """XW-168: nose to rear, the tabs of both stand between the bases."""
    move = fly("straight 2", ship("b", 0, 130), guides=True)
    assert close(move.end, (0, 90 - 3.2, 0), 1e-6) and move.touching == ("b",)


def test_XW_158_guides_do_not_flee():
    """XW-158, XW-168: guides count for overlap only."""
    table = ts.Table(game="xwing", area=(900, 900))
    table = table.add(ts.Piece("me", base="small", at=(450, 800), heading=90))
    move = ts.judge(table, guides=True).maneuver("me", "straight 1")
    assert not move.fled and move.border == near(0, abs=1e-9)


# ---- the border -----------------------------------------------------------------------------


def corner_board(x, y, heading=90.0, *more):
    me = ts.Piece("me", base="small", at=(x, y), heading=heading)
    return ts.Table(game="xwing", area=(900, 900)).add(me, *more)


def test_XW_36_fled_is_off_the_table_with_its_locks():
    """XW-36, A-18: it is destroyed; nobody keeps a lock on it."""
    table = board(area=(900, 900)).add(
        ts.Piece("me", kind="x-wing", at=(450, 850), heading=90),
        ts.Piece("tie", kind="tie-fighter", at=(450, 500), heading=90, lock="me", focus=1),
        ts.Question("attack", by="tie", on="me"),
    )
    move = ts.judge(table).maneuver("me", "straight 4")
    assert move.fled and "it has fled" in move.answer and "XW-36" in move.rules
    assert "me" not in move.table
    assert "lock" not in move.table["tie"].state and move.table["tie"].state["focus"] == 1
    assert move.table.questions == ()
    assert "me" in table


def test_XW_36_only_the_end_counts():
    """XW-36: XW-158: template and flight may leave the area; the end after the back-off decides."""
    move = ts.judge(corner_board(30, 450, 135)).maneuver("me", "turn right 1")
    assert not move.fled
    blocker = ts.Piece("b", base="small", at=(450, 870), heading=90)
    move = ts.judge(corner_board(450, 780, 90, blocker)).maneuver("me", "straight 1")
    assert move.intended.y == 860 and move.end.y == near(830)
    assert not move.fled
    move = ts.judge(corner_board(450, 820, 90, blocker)).maneuver("me", "straight 1")
    assert move.intended.y == 900 and not move.fled  # backed off to the edge


def test_XW_36_every_edge():
    """XW-36."""
    for heading, x, y in ((0, 879.9, 450), (90, 450, 879.9), (180, 20.1, 450), (270, 450, 20.1)):
        back = ts.Pose(x, y, heading).forward(-80)
        near_edge = ts.judge(corner_board(back.x, back.y, heading)).maneuver("me", "straight 1")
        assert not near_edge.fled and near_edge.border == near(0.1, abs=1e-9)
        out = ts.judge(corner_board(x, y, heading)).maneuver("me", "straight 1")
        assert out.fled and out.border == near(-79.9, abs=1e-9)


# ---- obstacles ------------------------------------------------------------------------------


def test_XW_211_template_or_final_base():
    """XW-211."""
    on_template, at_end = rock("t", -5, 5, 50, 60), rock("e", 15, 30, 110, 120)
    assert fly("straight 2", on_template).obstacles == ("t",)
    assert fly("straight 2", at_end).obstacles == ("e",)
    both = fly("straight 2", on_template, at_end)
    assert both.obstacles == ("t", "e") and "hits t and e" in both.answer
    assert "XW-211" in both.rules and both.completed and both.legal


def test_XW_213_only_the_strip_counts_on_the_way():
    """XW-213: the base sweeps over it, the template does not."""
    assert fly("straight 3", rock("r", 10.5, 19, 60, 80)).obstacles == ()
    assert fly("straight 3", rock("r", 9.5, 19, 60, 80)).obstacles == ("r",)


def test_XW_211_contact_is_no_hit():
    """XW-211."""
    assert fly("straight 3", rock("r", 10, 19, 60, 80)).obstacles == ()
    assert fly("straight 1", rock("r", 20, 30, 70, 80)).obstacles == ()


def test_XW_211_only_the_used_part_of_the_template_counts():
    """XW-211: A-14: the part up to the back-off."""
    stone = rock("r", -1, 1, 115, 116)
    assert fly("straight 4", stone).obstacles == ("r",)
    # backed off to y = 70: front edge at 90; the template from 20 to 180 was used to u = 70
    move = fly("straight 4", stone, ship("b", 0, 200), ship("c", 0, 165), ship("d", 0, 130))
    assert close(move.end, (0, 90, 0), 1e-9) and move.travel == near(90)
    assert move.obstacles == ()
    assert fly(
        "straight 4",
        rock("r", -1, 1, 108, 109),
        ship("b", 0, 200),
        ship("c", 0, 165),
        ship("d", 0, 130),
    ).obstacles == ("r",)


def test_XW_211_a_ship_that_stays_hits_only_under_its_base():
    """XW-211."""
    crowd = ship("c", 0, 40), ship("b", 0, 75), ship("d", 0, 110)
    assert fly("straight 1", *crowd, rock("r", -5, 5, 25, 30)).obstacles == ()
    assert fly("straight 1", *crowd, rock("r", -5, 5, 15, 18)).obstacles == ("r",)


def test_XW_211_reverse_template_lies_behind():
    """XW-211."""
    assert fly("reverse straight 1", rock("r", -5, 5, -50, -30)).obstacles == ("r",)
    assert fly("reverse straight 1", rock("r", -5, 5, 30, 50)).obstacles == ()
    bend = fly("reverse bank right 1").course.strip().centre_line.interpolate(0.5, normalized=True)
    x, y = bend.x - 1000, bend.y - 1000
    assert x > 0 > y
    assert fly("reverse bank right 1", rock("r", x - 1, x + 1, y - 1, y + 1)).obstacles == ("r",)


def test_XW_211_tallon_places_differ():
    """XW-211: B4 of the geometry cases: the place that is chosen decides; the template is clear."""
    stone = rock("r", 81.5, 83.5, 62.6, 64.6)
    hit = {at: fly("tallon right 2", stone, at=at).obstacles for at in ("front", "middle", "back")}
    assert hit == {"front": ("r",), "middle": ("r",), "back": ()}


# ---- the table after it ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["turn right 2", "bank left 3", "koiogran 4", "segnor left 2"])
def test_table_after_is_snapped_and_equal_on_reload(text):
    j = judge(ship("me", 1 / 3, 0.1, 33.3), ship("b", 95, 70, -30), rock("r", 300, 310, 0, 9))
    move = j.maneuver("me", text)
    pose = move.table["me"].pose
    assert pose == move.end.snapped()
    assert math.dist(pose.point, move.end.point) < 1e-7
    again = ts.loads(move.table.dumps())
    assert again == move.table and again["me"].pose == pose
    assert j.table["me"].pose.point == (1000 + 1 / 3, 1000.1)


def test_a_bump_stays_a_bump_on_the_snapped_table():
    """XW-42: contact survives the snap, the file, and the next question."""
    for i in range(60):
        b = ship("b", 60 + i, 100 - 0.9 * i, 7.3 * i)
        move = fly("turn right 2", b)
        if move.completed or not move.touching:
            continue
        after = ts.judge(ts.loads(move.table.dumps()))
        assert after.range("me", "b").touching
        assert not after.attack("me", "b").legal and not after.attack("b", "me").legal


def test_maneuver_may_be_given_as_a_value():
    assert judge(ship("me")).maneuver("me", Maneuver("turn", 2, "left")) == fly("turn left 2")


# ---- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["tunr left 2", "turn 2", "turn left 4", "straight left 1", ""])
def test_no_such_maneuver(text):
    with pytest.raises(NotAMove):
        fly(text)


def test_wrong_place():
    with pytest.raises(UnknownName, match="'turn left 2' cannot end at 'front'; it can at middle"):
        fly("turn left 2", at="front")
    with pytest.raises(UnknownName, match="middle, front, back"):
        fly("tallon left 2", at="left")


def test_unknown_ship():
    with pytest.raises(UnknownName, match="did you mean 'me'"):
        judge(ship("me")).maneuver("mee", "straight 1")


def test_XW_42_a_bump_with_guides_is_contact_for_attacks_too():
    """XW-38, XW-42, XW-168: with one policy, the move and the attack agree on who touches."""
    move = fly("straight 2", ship("b", 0, 130), guides=True)
    assert move.touching == ("b",)
    shot = ts.judge(move.table, guides=True).attack("me", "b")
    assert shot.touching and not shot.legal
