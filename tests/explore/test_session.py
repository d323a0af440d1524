"""The Python side of a board: requests in, JSON out."""

import base64
import json
import math
import zlib

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.explore import links
from tablesim.explore.answers import along
from tablesim.explore.contact import contact
from tablesim.explore.session import Session
from tablesim.geometry import Disc, Ellipse, Rect, depth, gap

SHOT = ts.example("disputed-shot")
RUIN = ts.example("ruin")
PAIR = {"picked": ["luke", "academy"]}


@pytest.fixture
def board():
    return Session(SHOT, ts.judge)


def ask(board, do, see=None, **parameters):
    """Ask, and see that the reply can travel as JSON."""
    reply = board.reply({"do": do, **parameters, "see": see or {}})
    return json.loads(json.dumps(reply, allow_nan=False))


def done(board, do, see=None, **parameters):
    reply = ask(board, do, see, **parameters)
    assert "error" not in reply, reply["error"]
    return reply


def refused(board, do, see=None, **parameters):
    before = board.table
    reply = ask(board, do, see, **parameters)
    assert board.table == before
    assert reply["things"]  # what is drawn comes all the same
    return reply["error"]


def focus(reply):
    return next(card for card in reply["cards"] if card["focus"])


# Moving


def test_a_move_in_a_hand_is_no_step_until_the_hand_lets_go(board):
    for x in (403.0, 404.0, 405.0):
        reply = done(board, "move", id="luke", x=x, done=False)
    assert board.table["luke"].pose == ts.Pose(405, 318, 68)
    done(board, "move", id="luke", x=406.0)
    reply = done(board, "undo")
    assert board.table == SHOT
    assert (reply["undo"], reply["redo"]) == (False, True)
    done(board, "redo")
    assert board.table["luke"].pose.x == 406.0


def test_what_a_hand_still_moves_is_given_up_by_undo(board):
    done(board, "move", id="luke", x=500, done=False)
    done(board, "undo")
    assert board.table == SHOT


def test_nudges_count_as_people_count(board):
    for _ in range(3):
        done(board, "nudge", id="luke", by=[0.1, -0.1], turn=0.1)
    assert board.table["luke"].pose == ts.Pose(402.3, 317.7, 68.3)  # and not 402.30000000000007
    done(board, "undo")
    assert board.table == SHOT  # one sitting is one step


def test_a_rest_ends_a_sitting_of_nudges(board):
    done(board, "nudge", id="luke", by=[1, 0])
    done(board, "look", {"rest": True})
    done(board, "nudge", id="luke", by=[1, 0])
    done(board, "undo")
    assert board.table["luke"].pose.x == 403.0


def test_a_step_after_undo_forgets_what_was_undone(board):
    done(board, "nudge", id="luke", by=[1, 0])
    done(board, "undo")
    assert not done(board, "nudge", id="academy", by=[1, 0])["redo"]


def test_terrain_can_be_moved_too(board):
    done(board, "move", id="rock-4", x=100, y=100, heading=10)
    assert board.table["rock-4"].pose == ts.Pose(100, 100, 10)


def test_adding_and_removing(board):
    reply = done(board, "add", kind="tie-fighter", what="piece", x=100, y=100, seat=1)
    assert reply["added"] == "tie-fighter"
    assert (
        done(board, "add", kind="tie-fighter", what="piece", x=200, y=1)["added"] == "tie-fighter-2"
    )
    done(board, "add", kind="asteroid-1", what="terrain", x=300, y=100)
    assert board.table["asteroid-1"].pose.point == (300, 100)
    done(board, "remove", id="tie-fighter")
    assert "tie-fighter" not in board.table


# Files and links


def test_file_to_board_to_file_changes_nothing_but_what_was_moved(board):
    text = SHOT.dumps()
    done(board, "open", text=text, name="shot.toml")
    assert done(board, "text")["text"] == text
    done(board, "nudge", id="academy", by=[0.1, 0])
    after = done(board, "text")["text"].splitlines()
    assert len(after) == len(text.splitlines())
    changed = [new for old, new in zip(text.splitlines(), after, strict=True) if old != new]
    assert changed == ["at = [558.4, 506.2]"]


@pytest.mark.parametrize("name", ts.examples())
def test_every_example_passes_a_board_unchanged(name):
    table = ts.example(name)
    board = Session(table, ts.judge)
    done(board, "look", {"rest": False})
    assert done(board, "text")["text"] == table.dumps()


def test_a_bad_file_is_refused_with_line_and_column(board):
    assert "bad.toml:1:" in refused(board, "open", text="format = what", name="bad.toml")


def test_a_link_holds_position_and_view(board):
    done(board, "nudge", id="luke", by=[5, 0])
    link = done(board, "link", view={"see": PAIR, "box": [0, 0, 9, 9]})["link"]
    other = Session(RUIN, ts.judge)
    reply = done(other, "follow", link=link)
    assert other.table == board.table
    assert reply["view"] == {"see": PAIR, "box": [0, 0, 9, 9]}
    assert done(other, "undo")["game"] == "unforged"


def bomb():
    return base64.urlsafe_b64encode(zlib.compress(b"0" * 50_000_000, 9)).decode()


@pytest.mark.parametrize("link", ["", "x", "ä", "AAAA", "[1]", "e30", "\ud800", bomb()])
def test_no_link_does_harm(board, link):
    assert "link" in refused(board, "follow", link=link)


@pytest.mark.parametrize("view", ["1e999", "NaN", '"\\ud800"', "[" * 150 + "]" * 150])
def test_a_view_that_no_answer_can_hold_is_not_followed(board, view):
    text = f'[{json.dumps(RUIN.dumps())}, {{"zoom": {view}}}]'
    link = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()
    assert "it holds something else" in refused(board, "follow", link=link)


def test_a_bomb_is_not_unpacked(board):
    assert "unpacks to more than 200,000 bytes" in refused(board, "follow", link=bomb())


def test_a_link_that_would_be_too_long_says_so():
    with pytest.raises(ValueError, match="a link takes 200,000"):
        links.link(ts.Table(area=(9, 9), title="x" * 200_000), {})


# Questions


def test_two_that_are_picked_are_measured_in_every_way(board):
    cards = done(board, "look", {**PAIR, "rest": True})["cards"]
    offered = [card["words"] for card in cards if card["offered"]]
    assert offered == [
        "attack luke academy",
        "attack academy luke",
        "range luke academy",
        "lock luke academy",
        "lock academy luke",
    ]
    judge = ts.judge(SHOT)
    assert cards[0]["answer"] == judge.attack("luke", "academy").answer
    assert cards[0]["detail"] == judge.attack("luke", "academy").detail
    assert cards[0]["close"] and not cards[1].get("refused")


def test_while_the_hand_moves_only_the_question_in_focus_is_asked_without_margin(board):
    see = {**PAIR, "rest": False}
    cards = done(board, "move", see, id="luke", x=410, done=False)["cards"]
    assert [card["words"] for card in cards if "answer" in card] == ["attack luke academy"]
    assert not any("detail" in card for card in cards)


def test_no_margin_is_searched_for_while_the_hand_moves(monkeypatch):
    from tablesim.games.unforged.verdicts.cover import Cover

    searched = []
    monkeypatch.setattr(Cover, "changes", property(lambda self: searched.append(self) or ()))
    board = Session(RUIN, ts.judge)
    see = {"picked": ["scout", "guard"], "rest": False}
    reply = done(board, "move", see, id="scout", x=7.5, done=False)
    assert focus(reply)["answer"] and reply["shown"]["marks"] and not searched
    assert "eye" not in reply["shown"]
    reply = done(board, "look", {**see, "rest": True})
    assert searched and reply["shown"]["eye"].startswith("<svg")


def test_the_page_and_python_agree_to_the_last_digit(board):
    done(board, "move", {**PAIR, "rest": False}, id="luke", x=411.25, y=301.5, heading=71.3)
    reply = done(board, "look", {**PAIR, "rest": True})
    verdict = ts.judge(SHOT.place("luke", at=(411.25, 301.5), heading=71.3)).attack(
        "luke", "academy"
    )
    assert focus(reply)["answer"] == verdict.answer
    ends = [mark["dots"][0] for mark in reply["shown"]["marks"] if mark["role"] == "end"]
    assert sorted(ends) == sorted(map(list, verdict.segment))


def test_a_maneuver_shows_ghost_back_off_and_contact(board):
    see = {"picked": ["luke"], "question": {"ask": "maneuver", "id": "luke", "text": "turn left 2"}}
    reply = done(board, "look", see)
    assert "backs off 14.24 mm and touches dark-curse" in focus(reply)["answer"]
    assert {"template", "ghost", "contact", "base"} <= {m["role"] for m in reply["shown"]["marks"]}
    done(board, "take", see)
    move = ts.judge(SHOT).maneuver("luke", "turn left 2")
    assert board.table == move.table


def test_the_dial_is_offered_with_its_colors(board):
    can = done(board, "look", {"picked": ["luke"]})["can"]
    dial = ts.judge(SHOT).dial(SHOT["luke"])
    assert {entry["text"]: entry["color"] for entry in can["dial"]} == {
        maneuver.notation(): color for maneuver, color in dial.items()
    }
    assert not can["others"]  # an X-wing rolls no barrels
    can = done(board, "look", {"picked": ["academy"]})["can"]
    assert [other["words"] for other in can["others"]] == ["barrel roll left", "barrel roll right"]


def test_a_tallon_roll_ends_where_it_is_said(board):
    table = SHOT.add(ts.Piece("bare", base="small", at=(200, 200), heading=0))
    board = Session(table, ts.judge)
    question = {"ask": "maneuver", "id": "bare", "text": "tallon left 2", "at": "back"}
    done(board, "take", {"question": question})
    expected = ts.judge(table).maneuver("bare", "tallon left 2", at="back").table
    assert board.table == expected


def test_a_barrel_roll_slides_over_the_legal_places_only():
    table = ts.example("barrel-roll")
    board = Session(table, ts.judge)
    asked = next(q for q in table.questions if q.ask == "barrel_roll")
    question = {"ask": asked.ask, **asked.parameters}
    verdict = ts.judge(table).ask(asked)
    size = done(board, "look", {"question": question})["shown"]["slide"]["size"]
    assert size == pytest.approx(sum(hi - lo for lo, hi in verdict.intervals))
    for n in range(21):
        shown = done(board, "look", {"question": question, "slide": size * n / 20})["shown"]
        verdict.end(shown["slide"]["value"])  # which refuses what is not legal
    done(board, "take", {"question": question, "slide": 0.0})
    assert board.table[verdict.id].pose == verdict.end(verdict.intervals[0][0])


def test_what_moves_nothing_cannot_be_done(board):
    question = {"ask": "range", "a": "luke", "b": "academy"}
    assert "moves nothing" in refused(board, "take", {"question": question})
    assert "no question" in refused(board, "take", {})
    flown = {"ask": "maneuver", "id": "luke", "text": "turn left 9"}
    assert "turn left 9" in refused(board, "take", {"question": flown})


def test_the_reach_of_a_dial_waits_for_the_hand_to_rest(board):
    see = {"question": {"ask": "reach", "id": "luke"}}
    assert "answer" not in focus(done(board, "look", {**see, "rest": False}))
    reply = done(board, "look", {**see, "rest": True})
    assert focus(reply)["answer"].startswith("Of the 15 maneuvers of luke")
    assert len(reply["shown"]["marks"]) > 15


def test_the_questions_of_the_file_are_there_to_be_asked(board):
    cards = done(board, "look")["cards"]
    assert [card["words"] for card in cards] == [
        "attack luke academy",
        "attack luke dark-curse",
        "maneuver luke turn left 3",
    ]


def test_a_table_without_a_game_is_measured():
    drums = [ts.Piece(n, footprint=Disc(10), at=(x, 0)) for n, x in (("a", 0), ("b", 50))]
    board = Session(ts.Table(area=(90, 90), units="cm").add(*drums), ts.judge)
    reply = done(board, "look", {"picked": ["a", "b"]})
    assert [mark["label"] for mark in reply["shown"]["marks"] if "label" in mark] == ["30 cm"]


def test_heights_of_terrain_are_on_the_ground():
    reply = done(Session(RUIN, ts.judge), "look")
    assert {"3 in", "6 in"} <= {mark.get("label") for mark in reply["ground"]}


def test_what_left_the_table_is_no_longer_asked_about(board):
    reply = done(board, "remove", {**PAIR, "rest": True}, id="academy")
    assert not any(card["offered"] and "academy" in card["words"] for card in reply["cards"])


# Snapping

FOOTPRINTS = st.sampled_from([Rect(40, 40), Disc(16), Rect(80, 40), Ellipse(30, 12)])
PLACES = st.tuples(st.floats(-300, 300), st.floats(-300, 300), st.floats(0, 360))


def drums(shapes):
    table = ts.Table(area=(900, 900))
    for name, (footprint, (x, y, heading)) in zip("abc", shapes, strict=False):
        table = table.add(ts.Piece(name, footprint=footprint, at=(x, y), heading=heading))
    return table


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FOOTPRINTS, PLACES), min_size=3, max_size=3))
def test_snapped_things_touch_and_overlap_nothing(shapes):
    table = drums(shapes)
    before = min(table.gap("a", other).distance for other in "bc")
    moved = table.place("a", contact(table, "a"))
    gaps = [moved.gap("a", other).distance for other in "bc"]
    assert min(gaps) <= 1e-7
    assert all(depth(moved["a"].placed, moved[other].placed) <= 1e-6 for other in "bc")
    if before > 0:
        way = math.dist(table["a"].pose.point, moved["a"].pose.point)
        assert way == pytest.approx(before, abs=1e-9)  # by the shortest way


def test_snapping_to_the_other_one_that_is_picked(board):
    done(board, "snap", id="luke", to="academy")
    assert gap(board.table["luke"].placed, board.table["academy"].placed).distance <= 1e-9
    assert "nothing that luke could touch" in refused(board, "snap", id="luke", to="luke")


# Slides along several intervals

INTERVALS = st.lists(st.tuples(st.floats(-20, 20), st.floats(0.01, 5)), min_size=1, max_size=4).map(
    lambda found: _apart(sorted(found))
)


def _apart(found):
    kept, last = [], -math.inf
    for start, size in found:
        lo, last = max(start, last + 0.5), max(start, last + 0.5) + size
        kept.append((lo, last))
    return tuple(kept)


@given(INTERVALS, st.floats(0, 1))
def test_every_place_of_the_slider_is_legal_and_in_order(intervals, part):
    size = sum(hi - lo for lo, hi in intervals)
    _, slide = along(intervals, part * size)
    assert any(lo - 1e-9 <= slide <= hi + 1e-9 for lo, hi in intervals)
    passed = sum(min(max(slide - lo, 0), hi - lo) for lo, hi in intervals)
    assert passed == pytest.approx(part * size, abs=1e-9)


@given(INTERVALS)
def test_the_slider_begins_at_the_legal_place_nearest_to_the_middle(intervals):
    at, slide = along(intervals, None)
    passed = sum(min(max(slide - lo, 0), hi - lo) for lo, hi in intervals)
    assert passed == pytest.approx(at, abs=1e-9)
    nearest = shapely.MultiLineString([[(lo, 0), (hi, 0)] for lo, hi in intervals])
    assert abs(slide) == pytest.approx(shapely.Point(0, 0).distance(nearest), abs=1e-9)


# Garbage

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
_DO = (
    "look",
    "move",
    "nudge",
    "snap",
    "take",
    "add",
    "remove",
    "undo",
    "redo",
    "open",
    "text",
    "link",
    "follow",
)
_KEYS = (
    "id",
    "to",
    "x",
    "y",
    "heading",
    "by",
    "turn",
    "kind",
    "what",
    "seat",
    "text",
    "link",
    "view",
    "done",
)
DO = st.sampled_from(_DO)
KEYS = st.sampled_from(_KEYS)
SEE = st.dictionaries(
    st.sampled_from(["picked", "question", "slide", "rest", "theme"]), JSON, max_size=3
)
VALUES = JSON | st.sampled_from(["luke", "rock-4", ["luke"], 1e308, -0.0, {"ask": "attack"}])
REQUESTS = JSON | st.builds(
    lambda do, said, see: {"do": do, **said, "see": see},
    DO | JSON,
    st.dictionaries(KEYS, VALUES, max_size=4),
    SEE | JSON,
)


@settings(max_examples=120, deadline=None)
@given(st.lists(REQUESTS, min_size=1, max_size=3))
def test_no_request_breaks_a_board(requests):
    board = Session(SHOT, ts.judge)
    for request in requests:
        reply = board.reply(request)
        json.dumps(reply, allow_nan=False)
        assert "fault of tablesim" not in reply.get("error", "")
    assert board.reply({"do": "look"})["things"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("hello", "a request is an object, got 'hello'"),
        ({}, "no request None; there are look, move"),
        ({"do": "mvoe"}, "no request 'mvoe'; did you mean 'move'?"),
        ({"do": "move", "id": "lukee"}, "nothing on the table is called 'lukee'; did you mean"),
        ({"do": "move", "id": 7}, "id takes text, got 7"),
        ({"do": "move", "id": "luke", "x": "4"}, "x takes a number, got '4'"),
        ({"do": "move", "id": "luke", "x": math.nan}, "x takes a number, got nan"),
        ({"do": "move", "id": "luke", "x": 1e300}, "a pose must lie within"),
        ({"do": "move", "id": "luke", "x": 10**400}, "x takes a number, got 1000"),
        ({"do": "nudge", "id": "luke", "by": 1}, "by takes [x, y], got 1"),
        ({"do": "add", "kind": "deathstar", "what": "piece", "x": 1, "y": 1}, "deathstar"),
        ({"do": "look", "see": 1}, "see takes an object, got 1"),
        ({"do": "look", "see": {"picked": ["a", "b", "c"]}}, "picked takes a list of up to two"),
        ({"do": "look", "see": {"question": 1}}, "question takes an object with ask, got 1"),
        ({"do": "look", "see": {"slide": "x"}}, "slide takes a number, got 'x'"),
        ({"do": "look", "see": {"slide": math.nan}}, "slide takes a number, got nan"),
        ({"do": "look", "see": {"slide": 10**400}}, "slide takes a number, got 1000"),
        ({"do": "link", "view": {"x": math.inf}}, "a view holds plain JSON values: Infinity is no"),
        ({"do": "link", "view": {"x": {1}}}, "a view holds plain JSON values: Object of type set"),
        ({"do": "link", "view": 1}, "view takes an object, got 1"),
    ],
)
def test_a_bad_request_is_told_what_would_be_right(board, request_, said):
    reply = board.reply(request_)
    assert said in reply["error"]
    assert board.table is SHOT


def test_a_question_that_cannot_be_answered_says_why(board):
    question = {"ask": "maneuver", "id": "luke", "text": "tunr left 2"}
    card = focus(done(board, "look", {"question": question}))
    assert card["refused"] and "did you mean 'turn left 2'?" in card["answer"]


def test_a_policy_decides_what_the_board_says():
    table = ts.example("closest-or-in-arc")
    said = set()
    for reading in ("in_arc", "closest"):
        board = Session(table, lambda t, r=reading: ts.judge(t, attack_range=r))
        question = {"ask": "attack", **table.questions[0].parameters}
        said.add(focus(done(board, "look", {"question": question}))["answer"])
    assert len(said) == 2


def test_the_table_can_be_set_from_python(board):
    version = board.version
    board.table = SHOT.remove("luke")
    assert board.version > version
    assert done(board, "look")["undo"]


def test_an_unknown_policy_is_refused_at_once():
    with pytest.raises(UnknownName, match="attack_rnage"):
        Session(SHOT, lambda t: ts.judge(t, attack_rnage="closest"))
