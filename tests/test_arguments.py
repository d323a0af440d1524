"""Arguments of a wrong kind: a TypeError that names the value and what would be right."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import tablesim as ts
from tablesim.errors import GeometryError, NotAMove, UnknownName
from tablesim.games.unforged.judge import Judge as UnforgedJudge
from tablesim.games.xwing.judge import Judge as XWingJudge

PROFILE = {"move": 4, "strength": 3, "toughness": 3, "combat": 4}
SHOT = ts.example("disputed-shot")
RUIN = ts.example("ruin").place("scout", **PROFILE).place("guard", **PROFILE)

ANSWERED = {
    XWingJudge: {
        "ask": {"question": ts.Question("reach", id="luke")},
        "range": {"a": "luke", "b": "academy"},
        "attack": {"by": "luke", "on": "academy", "arc": "front", "weapon": "proton-torpedoes"},
        "arcs": {"id": "luke"},
        "threats": {"id": "luke"},
        "lock": {"by": "luke", "on": "academy"},
        "deploy": {"id": "luke"},
        "maneuver": {"id": "luke", "text": "turn left 2", "at": "middle"},
        "reach": {"id": "luke"},
        "barrel_roll": {"id": "luke", "side": "left"},
        "boost": {"id": "luke", "how": "straight"},
        "decloak": {"id": "luke", "how": "left"},
        "drop": {"id": "luke", "speed": 1},
        "card": {"ship": SHOT.piece("luke")},
        "dial": {"ship": SHOT.piece("luke")},
        "base_of": {"ship": SHOT.piece("luke")},
        "others": {"ship": SHOT.piece("luke")},
    },
    UnforgedJudge: {
        "ask": {"question": ts.Question("reach", id="guard")},
        "range": {"a": "scout", "b": "guard"},
        "sector": {"of": "scout", "seen_from": "guard"},
        "sight": {"a": "scout", "b": "guard"},
        "cover": {"by": "scout", "on": "guard"},
        "shot": {"by": "scout", "on": "guard", "weapon": "crossbow"},
        "strike": {"by": "scout", "on": "guard"},
        "engaged": {"a": "scout", "b": "guard"},
        "path": {"id": "scout", "points": "7,5"},
        "reach": {"id": "scout"},
        "push": {"id": "scout", "angle": 0.0, "distance": 2.0},
        "area": {"weapon": "teardrop", "at": "guard", "by": "scout"},
        "scatter": {"aim": "guard", "raw": 3, "angle": 90.0, "die": "D10"},
        "standing": {"id": "guard", "at": (12, 14)},
        "model": {"id": "guard"},
    },
    ts.Table: {
        "piece": {"id": "luke"},
        "__getitem__": {"id": "luke"},
        "place": {"id": "luke", "pose": ts.Pose(400, 300), "at": (1, 2), "heading": 90.0},
        "gap": {"a": "luke", "b": "academy"},
        "poses": {"ids": ["luke"]},
        "with_poses": {"array": [[1, 2, 3]], "ids": ["luke"]},
        "difference": {"other": SHOT},
    },
}
"""Each method with arguments that it takes."""

ASKED = {XWingJudge: ts.judge(SHOT), UnforgedJudge: ts.judge(RUIN), ts.Table: SHOT}


class Odd:
    """Of no kind that anything takes."""

    __hash__ = None

    def __repr__(self):
        return "<odd>"


CASES = [
    pytest.param(kind, method, name, id=f"{kind.__module__.split('.')[-2]}-{method}-{name}")
    for kind, methods in ANSWERED.items()
    for method, words in methods.items()
    for name in words
]


@pytest.mark.parametrize(("kind", "method", "name"), CASES)
def test_a_wrong_kind_is_named(kind, method, name):
    ask, words = getattr(ASKED[kind], method), ANSWERED[kind][method]
    ask(**words)
    for wrong in (Odd(), 3.5j):
        with pytest.raises(TypeError, match=f"got .*{re.escape(repr(wrong))}"):
            ask(**{**words, name: wrong})


def test_every_question_is_among_them():
    for kind in (XWingJudge, UnforgedJudge):
        assert ASKED[kind].catalogue.questions.keys() <= ANSWERED[kind].keys()


@pytest.mark.parametrize(
    ("ask", "right"),
    [
        (lambda: ts.judge(SHOT).maneuver("luke", 3), "text, for instance 'turn left 2', got 3"),
        (lambda: ts.judge(SHOT).dial("luke"), "a ship is a piece of the table, got 'luke'"),
        (lambda: ts.judge(SHOT).ask("reach"), "a judge is asked a Question, got 'reach'"),
        (lambda: ts.judge(3), "a table, or the path of a position file, got 3"),
        (lambda: SHOT.place("luke", (450, 300)), r"a Pose, or at=\(x, y\), got \(450, 300\)"),
        (lambda: SHOT.place("luke", at=(450,)), r"at must be two numbers, got \(450,\)"),
        (lambda: SHOT.poses("luke"), "ids are a list of texts, got 'luke'"),
        (lambda: SHOT.difference(None), "a table is compared with a table, got None"),
        (lambda: ts.panels([SHOT, 3]), "panels are tables, verdicts, scenes or other pict"),
        (lambda: ts.play("guardians", "greedy"), "a list, one for each seat, got 'greedy'"),
        (lambda: ts.play(3, ["greedy"]), "a game is one of ts.game, or its name, got 3"),
        (lambda: ts.judge(RUIN).push("guard", "north", 2), "a number of degrees, got 'north'"),
    ],
)
def test_what_newcomers_type(ask, right):
    with pytest.raises(TypeError, match=right):
        ask()


def test_numbers_of_numpy_are_numbers():
    judge = ts.judge(RUIN)
    pushes = judge.push("scout", np.float32(90), np.int64(2)), judge.push("scout", 90, 2)
    throws = judge.scatter("guard", np.int64(3), np.int32(90)), judge.scatter("guard", 3, 90)
    xwing = ts.judge(SHOT)
    drops = xwing.drop("luke", speed=np.int64(1)), xwing.drop("luke", speed=1)
    for of_numpy, plain in (pushes, throws, drops):
        assert json.dumps(of_numpy.to_json()) == json.dumps(plain.to_json())


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_what_is_not_finite_is_named(wrong):
    judge = ts.judge(RUIN)
    with pytest.raises(GeometryError, match=f"a number of degrees, got {wrong}"):
        judge.push("scout", wrong, 2)
    with pytest.raises(GeometryError, match=f"a number of inches, got {wrong}"):
        judge.push("scout", 90, wrong)
    with pytest.raises(GeometryError, match=f"a number of degrees, got {wrong}"):
        judge.scatter("guard", 3, wrong)


def test_no_die_of_that_name():
    with pytest.raises(UnknownName, match="no die 'D5'; there are D10, D6, D3"):
        ts.judge(RUIN).scatter("guard", 3, 90, die="D5")


def test_a_push_does_not_go_back():
    with pytest.raises(NotAMove, match="a push goes on by 0 or more inches, got -2; turn its"):
        ts.judge(RUIN).push("guard", 90, -2)


def test_no_area_is_no_area():
    with pytest.raises(NotAMove, match="no area ''"):
        ts.judge(RUIN).area("", "guard")


def test_what_is_no_id_is_not_on_the_table():
    assert "luke" in SHOT and 3 not in SHOT and ["luke"] not in SHOT
