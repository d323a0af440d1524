"""Verdicts as data, as words and as pictures.

The pictures of the example position are compared, as text, with those in ``tests/pictures``.  After
a wanted change of the look, renew them and look at every one of them before committing:

    TABLESIM_RENEW=1 python -m pytest tests/games/xwing/test_pictures.py

On a build server (where ``CI`` is set) renewing is an error, so that nothing passes there unseen.
"""

import json
import math
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
import shapely

import tablesim as ts
from tablesim.scene import Scene

from .boards import attack, board, fly, judge, rock, ship

PICTURES = Path(__file__).parents[2] / "pictures"
LIMIT = 200_000


def verdicts():
    """One verdict of each kind, and each of the ways in which it can end."""
    a, b = ship("a", what="x-wing", seat=0), ship("b", 40, 180, 30, what="tie-fighter", seat=1)
    stone = rock("r", 10, 40, 60, 90)
    j = judge(a, b, stone)
    k = judge(ship("k", what="k-wing"), b, ship("y", -150, 40, what="yv-666"))
    border = ts.judge(
        board(area=(900, 900)).add(
            ts.Piece("me", kind="x-wing", at=(450, 850), heading=90, seat=0),
            ts.Piece("o", kind="x-wing", at=(450, 60), heading=90, seat=0),
            ts.Piece("p", base="large", at=(480, 60), heading=45, seat=0),
        )
    )
    return {
        "attack": j.attack("a", "b"),
        "attack backwards": j.attack("b", "a"),
        "attack closest": judge(a, b, attack_range="closest", arc="flycasual").attack("a", "b"),
        "attack arc edge": judge(a, b, attack_from="arc_edge").attack("a", "b"),
        "attack turret": k.attack("k", "y"),
        "attack 180": k.attack("y", "k"),
        "attack far": attack(ship("a"), ship("b", 0, 500)),
        "attack in contact": attack(ship("a"), ship("b", 0, 40)),
        "attack overlapping": attack(ship("a"), ship("b", 0, 30)),
        "attack itself": j.attack("a", "a"),
        "attack mobile": judge(
            ship("a", what="lancer-class-pursuit-craft", arc="left"), ship("b", -150, 0)
        ).attack("a", "b", arc="mobile"),
        "arcs": j.arcs("a"),
        "arcs of several": k.arcs("k"),
        "arcs of one alone": judge(ship("a")).arcs("a"),
        "threats": j.threats("a"),
        "threats of one alone": judge(ship("a")).threats("a"),
        "range": j.range("a", "b"),
        "range to a rock": j.range("a", "r"),
        "range to itself": j.range("a", "a"),
        "range overlapping": judge(ship("a"), ship("b", 0, 30)).range("a", "b"),
        "lock": j.lock("a", "b"),
        "lock refused": judge(ship("a"), ship("b", 0, 400)).lock("a", "b"),
        "deploy": border.deploy("o"),
        "deploy outside": border.deploy("me"),
        "maneuver": j.maneuver("a", "straight 1"),
        "maneuver hit": j.maneuver("a", "straight 4"),
        "maneuver bump": fly("turn right 2", ship("b", 95, 70, -30)),
        "maneuver guides": fly("straight 2", ship("b", 0, 130), guides=True),
        "maneuver fled": border.maneuver("me", "straight 4"),
        "maneuver refused": j.maneuver("a", "straight 5"),
        "maneuver stays": fly("stationary"),
        "maneuver tallon": fly("tallon left 2", at="front"),
        "maneuver reverse": fly("reverse bank left 1"),
        "maneuver alone": fly("straight 2"),
        "reach": j.reach("a"),
        "reach of a bare base": judge(ship("a"), ship("b", 0, 120)).reach("a"),
        "reach at the border": border.reach("me"),
    }


VERDICTS = verdicts()
AGAIN = verdicts()
every_verdict = pytest.mark.parametrize("name", VERDICTS)


# ---- as data --------------------------------------------------------------------------------


@every_verdict
def test_json_is_plain(name):
    verdict = VERDICTS[name]
    data = verdict.to_json()
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text) == data  # no tuples, no keys that are not text
    assert data["answer"] == verdict.answer
    assert data["policy"] == dict(verdict.policy)
    assert data["rules"] == list(verdict.rules)
    assert all(rule.startswith("XW-") for rule in data["rules"])
    assert data["margin"] == verdict.margin and data["too_close"] is verdict.too_close
    assert [m["value"] for m in data["margins"]] == [m.value for m in verdict.margins]


@every_verdict
def test_margin_is_the_smallest_of_the_margins(name):
    verdict = VERDICTS[name]
    assert all(math.isfinite(m.value) and m.unit == "mm" for m in verdict.margins)
    if verdict.margins:
        assert abs(verdict.margin) == min(abs(m.value) for m in verdict.margins)
    else:
        assert verdict.margin is None and not verdict.too_close


@every_verdict
def test_words(name):
    verdict = VERDICTS[name]
    said = str(verdict)
    assert said.startswith(verdict.answer) and verdict.answer.endswith(".")
    assert all(rule in said for rule in verdict.rules)
    assert not verdict.detail.strip().endswith("·")
    assert "None" not in said and "inf" not in said.split() and "nan" not in said


@every_verdict
def test_verdicts_are_values(name):
    assert VERDICTS[name] == AGAIN[name]


# ---- as pictures ----------------------------------------------------------------------------


@every_verdict
def test_svg_is_small_well_formed_and_repeatable(name):
    verdict = VERDICTS[name]
    text = verdict.svg()
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert text == AGAIN[name].svg()
    assert len(text.encode()) < LIMIT
    assert "nan" not in text.lower().replace("nance", "")


@every_verdict
def test_scene_says_the_answer_and_shows_what_it_is_about(name):
    verdict = VERDICTS[name]
    scene = verdict.scene()
    assert isinstance(scene, Scene)
    assert scene.headline == verdict.answer and scene.detail == verdict.detail
    assert all(
        not mark.shape.is_empty or mark.role in ("band", "band-edge") for mark in scene.marks
    )
    x0, y0, x1, y1 = scene.frame
    assert all(math.isfinite(v) for v in scene.frame) and x0 < x1 and y0 < y1
    shown = shapely.box(*scene.frame)
    for mark in scene.marks:
        if mark.role in ("base", "ghost", "measure", "end", "contact") and not mark.faint:
            assert shown.covers(mark.shape), mark


def marks(verdict, role):
    return [mark for mark in verdict.scene().marks if mark.role == role]


@pytest.mark.parametrize(
    "name", [n for n in VERDICTS if n.split()[0] in ("attack", "range", "lock")]
)
def test_the_picture_is_the_verdict(name):
    """The measuring line that is drawn is the segment that was measured."""
    verdict = VERDICTS[name]
    ends = [mark.shape.coords[0] for mark in marks(verdict, "end")]
    assert ends == list(verdict.segment)
    lines = [tuple(mark.shape.coords) for mark in marks(verdict, "measure")]
    assert lines == ([verdict.segment] if verdict.segment[0] != verdict.segment[1] else [])
    assert math.dist(*verdict.segment) == pytest.approx(verdict.distance, abs=1e-9)


def test_the_line_that_is_drawn_is_the_one_the_attacker_picks():
    shot = attack(ship("a"), ship("b", 0, 200), rock("r", -30, 0, 95, 105))
    (line,) = marks(shot, "measure")
    assert shot.obstructed == "some"
    assert not line.shape.crosses(shot.position["r"].polygon)


def test_bands_are_the_bands():
    """A point in a drawn band is as far from the base as the band says, and in the arc."""
    shot = VERDICTS["attack"]
    base, cone = shot.position["a"].polygon, shot.sector
    bands = marks(shot, "band")
    assert [mark.label for mark in bands] == ["1", "2", "3"]
    for n, mark in enumerate(bands):
        for x, y in mark.shape.representative_point().coords:
            assert 100 * n <= base.distance(shapely.Point(x, y)) <= 100 * (n + 1)
            assert cone.contains((x, y))
        assert mark.shape.distance(base) == pytest.approx(100 * n, abs=0.05)


def test_bump_shows_intended_end_and_contact():
    move = VERDICTS["maneuver bump"]
    labels = [mark.label for mark in marks(move, "ghost")]
    assert labels == ["start", "intended"]
    (touch,) = marks(move, "contact")
    assert touch.shape.distance(move.position["b"].polygon) < 1e-6
    end = next(mark for mark in marks(move, "base") if mark.label == "me" and not mark.faint)
    assert end.shape.equals(move.position["me"].moved(move.end).polygon)
    (template,) = marks(move, "template")
    assert template.shape.equals(move.course.strip().polygon)


def test_deploy_shows_the_strip_of_range_1():
    (zone,) = marks(VERDICTS["deploy"], "zone")
    assert zone.shape.bounds == (0, 0, 900, 100)


def test_reach_shows_every_end():
    reach = VERDICTS["reach"]
    ends = [m for m in reach.scene().marks if m.role in ("easy", "usual", "hard", "barred")]
    assert [m.title for m in ends] == [move.answer for move in reach]


# ---- golden pictures ------------------------------------------------------------------------

EXAMPLE = ts.example("disputed-shot")
NAMES = [f"disputed-shot-{i}-{question.ask}.svg" for i, question in enumerate(EXAMPLE.questions, 1)]


@pytest.mark.parametrize(("name", "question"), list(zip(NAMES, EXAMPLE.questions, strict=True)))
def test_golden_picture(name, question):
    drawn = ts.judge(EXAMPLE).ask(question).svg()
    path = PICTURES / name
    if os.environ.get("TABLESIM_RENEW"):
        assert not os.environ.get("CI"), "golden pictures are renewed by hand, not on a server"
        fresh = path.with_suffix(".new")
        fresh.write_text(drawn, encoding="utf-8", newline="\n")
        fresh.replace(path)
    assert path.exists(), f"no {name}: see the head of this file for how to make it"
    assert drawn == path.read_text(encoding="utf-8")


def test_there_is_no_golden_picture_without_a_question():
    assert len(NAMES) == 3
    assert {path.name for path in PICTURES.glob("disputed-shot-*")} == set(NAMES)
