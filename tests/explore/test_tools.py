"""The tools of a board: questions whose parameters are set with the hand."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts
from tablesim.explore import answers
from tablesim.explore.session import Session
from tablesim.explore.tools import MOST_CORNERS, told, tools
from tablesim.table import Question

WALL = ts.example("over-the-wall")
ROOF = ts.example("roof-edge")
GRENADE = ts.example("grenade")
ROUND = {"ask": "path", "id": "runner", "points": [[9.6, 8.2], [10.5, 8.2]]}
OVER = {"ask": "path", "id": "runner", "points": [[11, 12]]}
TOO_FAR = {"ask": "path", "id": "runner", "points": [[11, 12], [16, 7]]}
PUSH = {"ask": "push", "id": "sentry", "angle": 180.0, "distance": 4.0}


def ask(board, do="look", *, picked=(), question=None, rest=True, layers=(), **parameters):
    """Ask, and see that the reply can travel as JSON."""
    see = {"picked": list(picked), "question": question, "rest": rest, "layers": list(layers)}
    reply = board.reply({"do": do, **parameters, "see": see})
    return json.loads(json.dumps(reply, allow_nan=False))


def answer(reply):
    return next(card["answer"] for card in reply["cards"] if card["focus"])


def asked(question):
    return Question(question["ask"], **{k: v for k, v in question.items() if k != "ask"})


# What is offered


@pytest.mark.parametrize(
    ("table", "picked", "names"),
    [
        (WALL, ["runner"], ["Way", "Push", "Area", "Scatter"]),
        (WALL, ["runner", "guard"], ["Way", "Push", "Area", "Scatter", "Shot"]),
        (WALL, ["wall"], []),
        (WALL, [], []),
        (ts.example("disputed-shot"), ["luke"], []),
    ],
)
def test_a_game_says_which_tools_there_are(table, picked, names):
    assert [tool["name"] for tool in tools(ts.judge(table), picked)] == names


@pytest.mark.parametrize("table", [WALL, GRENADE], ids=["wall", "grenade"])
def test_every_tool_begins_with_a_question_that_has_an_answer(table):
    board = Session(table, ts.judge)
    pair = [piece.id for piece in table.pieces[:2]]
    for tool in ask(board, picked=pair, rest=False)["can"]["tools"]:
        question, fields = tool["question"], {field["key"]: field for field in tool["fields"]}
        assert fields.keys() <= question.keys()
        if question["ask"] == "path":
            question = {**question, "points": [fields["points"]["from"]]}
        cards = ask(board, question=question, rest=False)["cards"]
        card = next(card for card in cards if card["focus"])
        if card.get("refused"):  # these models have no profile, and some no Move
            assert question["ask"] in ("path", "shot")
            assert "has no profile" in card["answer"] or "has no Move" in card["answer"]


def test_every_choice_of_a_tool_can_be_asked():
    judge = ts.judge(GRENADE)
    area = tools(judge, ["near", "thrower"])[2]
    assert area["question"]["at"] == "near"  # the other one that is picked
    for field in area["fields"]:
        for value, _ in field.get("choices", ()):
            judge.ask(asked({**area["question"], field["key"]: value}))


# Ways


def test_a_way_tells_its_steps_and_where_it_ends():
    """UG-21, UG-22: legs, what each takes, climbs; margins when the hand rests."""
    board = Session(WALL, ts.judge)
    reply = ask(board, picked=["runner"], question=OVER, rest=False)
    way = ts.judge(WALL).path("runner", [[11, 12]]).chosen
    shown = reply["shown"]
    assert shown["rows"] == [
        "walk 3.12 in, takes 3.12 in",
        "vault 2 in over wall, takes 4 in",
        "walk 0.12 in, takes 0.12 in",
    ]
    assert shown["margins"] == []
    assert shown["end"] == {"x": way.end[0], "y": way.end[1], "level": 0.0, "heading": way.heading}
    rested = ask(board, picked=["runner"], question=OVER)["shown"]["margins"]
    assert rested == [str(margin) for margin in way.margins]


def test_a_way_that_may_not_be_gone_says_why_and_by_which_rule():
    board = Session(WALL, ts.judge)
    reply = ask(board, picked=["runner"], question=TOO_FAR)
    assert "cannot go there" in answer(reply) and "(UF-67)" in answer(reply)
    assert reply["shown"]["able"] is False and "end" not in reply["shown"]
    marks = reply["shown"]["marks"]
    places = [mark["dots"][0] for mark in marks if mark.get("label") == "no"]
    reasons = ts.judge(WALL).path("runner", TOO_FAR["points"]).way.reasons
    assert places == [list(reason.at) for reason in reasons]
    assert "cannot go there" in ask(board, "take", question=TOO_FAR)["error"]
    assert board.table is WALL


@pytest.mark.parametrize("question", [ROUND, OVER], ids=["round", "with a Move test"])
def test_a_way_is_gone_and_taken_back(question):
    """What only a passed Move test makes legal (UF-70) is done as if it were passed."""
    board = Session(WALL, ts.judge)
    ask(board, "take", picked=["runner"], question=question)
    verdict = ts.judge(WALL).ask(asked(question))
    assert board.table == verdict.table
    assert board.table["runner"].pose.point == tuple(question["points"][-1])
    assert board.table.questions == WALL.questions  # the file still asks what it asked
    assert [p.id for p in board.table.pieces] == [p.id for p in WALL.pieces]
    ask(board, "undo")
    assert board.table == WALL


def test_a_way_up_a_storey_keeps_its_level():
    table = ts.Table(game="unforged", area=(24, 24)).add(
        ts.Piece("scout", base="normal", at=(8, 8), heading=0, move=6),
        ts.Terrain("crate", kind="crate", at=(11, 8)),
    )
    board = Session(table, ts.judge)
    way = {"ask": "path", "id": "scout", "points": [[11, 8, 1.25]]}
    assert ask(board, question=way)["shown"]["end"]["level"] == 1.25
    ask(board, "take", question=way)
    assert board.table["scout"].state["level"] == 1.25
    ask(board, "take", question={"ask": "path", "id": "scout", "points": [[14, 8]]})
    assert "level" not in board.table["scout"].state


# Pushes


def test_a_push_shows_where_it_ends_and_what_falls():
    """UF-87, UG-28: over the roof's edge, onto the crate."""
    board = Session(ROOF, ts.judge)
    reply = ask(board, picked=["sentry"], question=PUSH)
    moved = ts.judge(ROOF).push("sentry", 180, 4).moved
    end = reply["shown"]["end"]
    assert (end["x"], end["y"], end["level"]) == (*moved.end, moved.level)
    assert end["heading"] == ROOF["sentry"].pose.heading
    assert any(row.startswith("drop 3.75 in") for row in reply["shown"]["rows"])
    assert "falls 3.75 in" in {mark.get("label") for mark in reply["shown"]["marks"]}
    ask(board, "take", picked=["sentry"], question=PUSH)
    assert board.table["sentry"].pose.point == moved.end
    assert board.table["sentry"].state["level"] == moved.level
    assert board.table.questions == ROOF.questions


def test_a_push_off_the_table_is_told_and_done():
    """HR-69: with edge="remove" it leaves the table."""
    board = Session(ROOF, lambda table: ts.judge(table, edge="remove"))
    push = {"ask": "push", "id": "attacker", "angle": 180.0, "distance": 9.0}
    reply = ask(board, question=push)
    assert answer(reply) == "attacker is pushed off the table."
    assert reply["shown"]["able"] and "end" not in reply["shown"]
    ask(board, "take", question=push)
    assert "attacker" not in board.table
    ask(board, "undo")
    assert board.table == ROOF


# Areas


def test_an_area_tells_whom_it_catches_and_by_how_much():
    """UG-14, UG-18: those near it, too, and why they are spared."""
    board = Session(GRENADE, ts.judge)
    question = {"ask": "area", "weapon": "teardrop", "at": "near", "by": "thrower"}
    rows = ask(board, question=question)["shown"]["rows"]
    caught = {
        c.model.id: c for c in ts.judge(GRENADE).area("teardrop", "near", by="thrower").caught
    }
    (why,) = caught["upstairs"].reasons
    assert why == "its level is 3 in off (UG-18)"
    assert rows == [
        f"near is caught, {caught['near'].depth:.2f} in under it",
        f"sheltered is caught, {caught['sheltered'].depth:.2f} in under it",
        f"upstairs is not caught, {caught['upstairs'].depth:.2f} in under it: {why}",
    ]


def test_what_scatters_is_followed_to_where_it_comes_down():
    """UF-11, UF-100: the next question is whom it catches there."""
    board = Session(GRENADE, ts.judge)
    question = {"ask": "scatter", "aim": "near", "raw": 7, "angle": 100.0, "die": "D3"}
    verdict = ts.judge(GRENADE).scatter("near", 7, 100.0, die="D3")
    shown = ask(board, question=question)["shown"]
    assert shown["next"] == {"ask": "area", "at": [*verdict.end, verdict.level]}
    assert "next" not in ask(board, question={**question, "aim": [0, 9], "angle": 180})["shown"]
    assert "moves nothing" in ask(board, "take", question=question)["error"]


def test_answers_of_no_tool_have_nothing_beside_them():
    shot, cover = ts.example("disputed-shot"), ts.judge(ROOF).cover("attacker", "sentry")
    assert told("xwing", ts.judge(shot).attack("luke", "academy"), rest=True) == {}
    assert told("unforged", cover, rest=False) == {}


# Layers


def test_the_reach_lies_below_the_answer_and_waits_for_the_hand_to_rest():
    """UG-23: the region of the thing that was picked last."""
    board = Session(WALL, ts.judge)
    assert ask(board, picked=["runner"])["can"]["layers"] == ["reach"]
    moving = {"picked": ["runner"], "question": ROUND, "layers": ["reach"]}
    plain = ask(board, picked=["runner"], question=ROUND)["shown"]["marks"]
    assert ask(board, **moving, rest=False)["shown"]["marks"] == plain
    rested = ask(board, **moving)["shown"]["marks"]
    assert rested[-len(plain) :] == plain  # and the rest below it
    below = {mark["title"] for mark in rested[: -len(plain)]}
    assert any(title.endswith("no test") for title in below)
    assert ask(board, **moving, rest=False)["shown"]["marks"] == rested  # it is known by now
    other = ask(board, picked=["runner"], layers=["reach", "nonsense"])["shown"]["marks"]
    assert {mark["title"] for mark in other} == below


def test_a_layer_is_drawn_for_any_game():
    board = Session(ts.example("disputed-shot"), ts.judge)
    reply = ask(board, picked=["luke"], layers=["reach"])
    assert len(reply["shown"]["marks"]) > 15
    assert "reach" in reply["can"]["layers"]


# What a piece is, beside its place


def test_the_level_of_a_model_is_set_and_taken_back():
    board = Session(ROOF, ts.judge)
    reply = ask(board, "state", id="attacker", key="level", value=1.25)
    thing = next(thing for thing in reply["things"] if thing["id"] == "attacker")
    assert thing["state"] == {"level": 1.25} == dict(board.table["attacker"].state)
    ask(board, "state", id="attacker", key="posture", value="down")
    assert board.table["attacker"].state["posture"] == "down"
    ask(board, "undo")
    ask(board, "undo")
    assert board.table == ROOF
    assert ask(Session(ts.example("disputed-shot"), ts.judge))["states"] == []


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"id": "attacker", "key": "level", "value": "x"}, "level: expected a number, got 'x'"),
        ({"id": "attacker", "key": "level", "value": math.nan}, "nan"),
        ({"id": "attacker", "key": "level", "value": [1]}, "level: expected a number"),
        ({"id": "attacker", "key": "posture", "value": "up"}, "posture"),
        ({"id": "attacker", "key": "seat", "value": 1}, "no state 'seat' can be set here"),
        ({"id": "attacker", "key": 3, "value": 1}, "key takes text, got 3"),
        ({"id": "tower", "key": "level", "value": 1}, "tower"),
        ({"id": "nobody", "key": "level", "value": 1}, "nobody"),
    ],
)
def test_a_bad_state_is_refused(request_, said):
    board = Session(ROOF, ts.judge)
    assert said in ask(board, "state", **request_)["error"]
    assert board.table is ROOF


# Hostile questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({**ROUND, "points": [[math.nan, 1]]}, "points must be finite, got nan"),
        ({**ROUND, "points": [[1e308, 1]]}, "expected a number between -1e+12 and 1e+12"),
        ({**ROUND, "points": [[0, 0]] * (MOST_CORNERS + 1)}, "points takes up to 50, got 51"),
        ({**ROUND, "points": "1,2 " * 600}, "points takes up to 2000, got 2400"),
        ({**ROUND, "points": []}, "no way ()"),
        ({**ROUND, "points": [[1]]}, "points[0]"),
        ({**ROUND, "points": [["a", "b"]]}, "expected a number, got 'a'"),
        ({**ROUND, "points": {"x": 1}}, "expected text or a list, got a table"),
        ({**ROUND, "points": None}, "points"),
        ({**ROUND, "id": "nobody"}, "nobody"),
        ({**ROUND, "id": "wall"}, "wall"),
        ({**ROUND, "speed": 9}, "speed"),
        ({"ask": "push", "id": "runner", "angle": math.inf, "distance": 1}, "angle must be finite"),
        ({"ask": "push", "id": "runner", "angle": 0, "distance": -1}, "distance"),
        ({"ask": "push", "id": "runner", "angle": 0, "distance": "far"}, "expected a number"),
        ({"ask": "push", "id": "runner", "angle": True, "distance": 1}, "expected a number"),
        ({"ask": "area", "weapon": "nuke", "at": [1, 2]}, "no area 'nuke'"),
        ({"ask": "area", "weapon": "bow", "at": [1, 2]}, "Bow is no area weapon"),
        ({"ask": "area", "weapon": "fan", "at": [1, 2]}, "emitted by a model"),
        ({"ask": "area", "weapon": "9" * 2001, "at": [1, 2]}, "weapon takes up to 2000"),
        ({"ask": "area", "weapon": "9" * 400, "at": [1, 2]}, "a circle must be"),
        ({"ask": "area", "weapon": "3/5", "at": [1]}, "no model or place"),
        ({"ask": "area", "weapon": "3/5", "at": "nobody"}, "no model or place 'nobody'"),
        ({"ask": "scatter", "aim": [1, 2], "raw": 10, "angle": 0}, "10"),
        ({"ask": "scatter", "aim": [1, 2], "raw": 2.5, "angle": 0}, "expected a whole number"),
        ({"ask": "scatter", "aim": [1, 2], "raw": 1, "angle": 0, "die": "D4"}, "D4"),
    ],
)
def test_a_hostile_question_is_told_what_would_be_right(question, said):
    board = Session(WALL, ts.judge)
    reply = ask(board, picked=["runner"], question=question)
    taken = ask(board, "take", picked=["runner"], question=question)
    cards = [card["answer"] for card in reply["cards"] if card.get("refused")]
    words = " ".join([reply.get("error", ""), *cards])
    assert said in words
    assert taken["error"] and "fault of tablesim" not in words + taken["error"]
    assert board.table is WALL


@pytest.mark.parametrize("layers", ["reach", 1, [1], {"reach": 1}, [["reach"]]])
def test_layers_that_are_none_are_refused(layers):
    board = Session(WALL, ts.judge)
    reply = board.reply({"do": "look", "see": {"layers": layers}})
    assert "layers takes a list of questions" in reply["error"] and reply["things"]


NUMBERS = st.floats(-30, 30) | st.sampled_from([0, 6.0, 12.0, 1e6, -1e12, math.nan, "6", None])
PLACES = st.lists(NUMBERS, max_size=4) | st.sampled_from(["runner", "wall", "9,8", "ä", ""])
QUESTIONS = st.one_of(
    st.builds(lambda points: {**ROUND, "points": points}, st.lists(PLACES, max_size=4) | PLACES),
    st.builds(lambda a, d: {**PUSH, "id": "runner", "angle": a, "distance": d}, NUMBERS, NUMBERS),
    st.builds(
        lambda weapon, at, by: {"ask": "area", "weapon": weapon, "at": at, "by": by},
        st.sampled_from(["3/5", "beam", "fan", "0/1", "1/0", "9/storey", "hand-grenade", 3]),
        PLACES,
        st.sampled_from(["runner", "guard", None, "wall"]),
    ),
    st.builds(
        lambda aim, raw, angle: {"ask": "scatter", "aim": aim, "raw": raw, "angle": angle},
        PLACES,
        st.integers(-2, 11) | NUMBERS,
        NUMBERS,
    ),
)


@settings(max_examples=25)
@given(QUESTIONS, st.booleans())
def test_no_question_of_a_tool_breaks_a_board(question, rest):
    board = Session(WALL, ts.judge)
    reply = ask(board, picked=["runner"], question=question, rest=rest)
    words = json.dumps(reply)
    assert "fault of tablesim" not in words
    assert board.table is WALL
    shown = reply["shown"]
    reply = ask(board, "take", picked=["runner"], question=question)
    assert "fault of tablesim" not in reply.get("error", "")
    assert ("error" not in reply) == shown.get("able", False)
    if "end" in shown:  # what was shown is what was done, to the last digit
        end = shown["end"]
        assert board.table["runner"].pose == ts.Pose(end["x"], end["y"], end["heading"])


def test_whoever_drags_an_aim_fills_no_memory(monkeypatch):
    monkeypatch.setattr(answers, "_MOST_TOLD", 5)
    board = Session(GRENADE, ts.judge)
    for n in range(20):
        question = {"ask": "area", "weapon": "1", "at": [n, 2], "by": "thrower"}
        ask(board, question=question, rest=False)
        assert len(board._told) <= 5
    assert answer(ask(board, question={**question, "at": "near"})) == "1 catches near."
