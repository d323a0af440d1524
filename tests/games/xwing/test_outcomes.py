"""The outcomes of the X-Wing judge: what a table would read, without lengths."""

import pytest

import tablesim as ts
from tablesim.games.xwing.outcomes import outcome
from tablesim.table import Question

from .boards import MIDDLE, attack, board, fly, judge, rock, ship

EDGE_OF_ARC = 122.33  # beyond the right line of a front arc at y = 100 (TV-16)


@pytest.mark.parametrize(
    ("y", "word"),
    [
        (140, "range 1"),
        (200, "range 2"),
        (340.01, "beyond range 3"),
        (40, "touching"),
        (39.9, "overlap"),
    ],
)
def test_range(y, word):
    found = judge(ship("a"), ship("b", 0, y)).range("a", "b")
    assert found.outcome() == {"range": word}


@pytest.mark.parametrize(
    ("target", "shot", "obstacles"),
    [
        (ship("b", 0, 140), "in arc at range 1", "clear"),
        (ship("b", 0, 340.01), "in arc, beyond range 3", "no shot"),
        (ship("b", EDGE_OF_ARC, 100), "out of arc", "no shot"),
        (ship("b", 0, 40), "touching", "no shot"),
        (ship("b", 0, 39), "overlap", "no shot"),
    ],
)
def test_attack(target, shot, obstacles):
    assert attack(ship("a"), target).outcome() == {"shot": shot, "obstacles": obstacles}


def test_attack_past_obstacles():
    """XW-167, XW-212."""
    a, b = ship("a"), ship("b", 0, 200)
    whole, half = rock("r", -25, 25, 95, 105), rock("r", -30, 0, 95, 105)
    assert attack(a, b, whole).outcome()["obstacles"] == "obstructed"
    assert attack(a, b, half).outcome()["obstacles"] == "a clear line to pick"
    assert attack(a, b, rock("r", -5, 5, 15, 30)).outcome()["shot"] == "on an obstacle"


def test_attack_that_no_length_forbids():
    a, b = ship("a", seat=0), ship("b", 0, 200, seat=0)
    assert attack(a, b).outcome()["shot"] == "not legal"


def test_attack_with_a_weapon():
    """XW-207."""
    table = board(ship("a", lock="b"), ship("b", 0, 120))
    shot = ts.judge(table).attack("a", "b", weapon="proton-torpedoes")
    assert shot.outcome()["shot"] == "in arc, range 1 (not of its card)"
    shot = ts.judge(table.place("b", at=(MIDDLE, MIDDLE + 240))).attack(
        "a", "b", weapon="proton-torpedoes"
    )
    assert shot.outcome()["shot"] == "in arc at range 2"


def test_arcs_and_lock():
    asked = judge(ship("a"), ship("b", 0, 140), ship("c", 0, -200), ship("d", 0, -400))
    assert asked.arcs("a").outcome() == {
        "b": "in arc at range 1",
        "c": "out of arc",
        "d": "out of arc",
    }
    assert asked.lock("a", "c").outcome() == {"lock": "legal"}
    assert asked.lock("a", "d").outcome() == {"lock": "not legal"}
    assert judge(ship("a"), ship("b", 0, 39)).lock("a", "b").outcome() == {"lock": "overlap"}


def test_deploy():
    """XW-8, XW-159."""
    me = ts.Piece("me", base="small", at=(100, 79), heading=90)
    other = ts.Piece("other", base="small", at=(130, 79), heading=90)
    assert judge(me).deploy("me").outcome() == {"zone": "inside", "ships": "clear"}
    both = judge(me, other).deploy("me")
    assert both.outcome() == {"zone": "inside", "ships": "overlaps other"}
    out = judge(ts.Piece("me", base="small", at=(100, 81), heading=90)).deploy("me")
    assert out.outcome()["zone"] == "outside"


def test_move():
    clear = {"start": "clear", "end": "fits", "border": "stays inside", "obstacles": "clear"}
    assert fly("straight 2").outcome() == clear
    assert fly("straight 2", ship("b", 0, 100)).outcome() == clear | {"end": "bumps b"}
    assert fly("straight 2", rock("r", -5, 5, 60, 70)).outcome() == clear | {"obstacles": "hits r"}
    assert fly("straight 4", ship("b", 0, -39)).outcome() == clear | {"start": "overlaps b"}
    assert fly("straight 2", ship("b", 0, -40)).outcome() == clear, "contact is no overlap"
    edge = judge(ship("me"), area=(2 * MIDDLE, MIDDLE + 100)).maneuver("me", "straight 3")
    assert edge.outcome() == clear | {"border": "flees"}
    tie = judge(ship("me", what="tie-fighter")).maneuver("me", "straight 1")
    assert tie.outcome() == clear | {"end": "not legal"}


def test_reach_has_a_word_for_each_maneuver():
    table = board(ship("me", what="x-wing"), ship("b", 0, 125), rock("r", -200, -100, 0, 200))
    found = ts.judge(table).reach("me").outcome()
    assert len(found) == 15
    assert found["straight 1"] == "fits" and found["straight 2"] == "bumps b"
    assert found["turn left 3"] == "fits, hits an obstacle"


def test_threats_count_who_can_shoot_and_say_the_nearest_range():
    table = board(ship("me", seat=0), ship("a", 0, 90, 180, seat=1), ship("b", 0, 350, 180, seat=1))
    found = ts.judge(table).threats("me")
    assert found.outcome() == {
        "threat": "1 ship",
        "nearest": "range 1",
        "a": "in arc at range 1",
        "b": "in arc, beyond range 3",
    }
    assert found.scales["threat"] == ("2 ships", "1 ship")
    assert judge(ship("me")).threats("me").outcome() == {"threat": "nobody", "nearest": "nobody"}


def test_slide():
    """XW-52."""
    me = ship("me")
    assert judge(me).barrel_roll("me", "left").outcome() == {"start": "clear", "action": "legal"}
    walled = judge(me, rock("r", -90, -30, -200, 200)).barrel_roll("me", "left")
    assert walled.outcome()["action"] == "not legal"


def test_every_question_has_an_outcome_of_words_without_lengths():
    table = ts.example("disputed-shot")
    asked = [
        Question("range", a="luke", b="academy"),
        Question("attack", by="luke", on="academy"),
        Question("arcs", id="luke"),
        Question("threats", id="luke"),
        Question("lock", by="luke", on="academy"),
        Question("deploy", id="luke"),
        Question("maneuver", id="luke", text="turn left 3"),
        Question("reach", id="luke"),
        Question("barrel_roll", id="luke", side="left"),
        Question("boost", id="luke", how="straight"),
        Question("decloak", id="luke", how="straight"),
        Question("drop", id="luke"),
    ]
    assert {question.ask for question in asked} == set(table.catalogue.questions)
    for question in asked:
        found = ts.judge(table).ask(question).outcome()
        assert found
        assert all(word and " mm" not in word for word in found.values())


def test_other_verdicts_are_refused():
    with pytest.raises(TypeError, match="no outcome of a str"):
        outcome("a verdict")
