"""Surveys: of very many positions a table reads what it reads of each one alone."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import tablesim as ts
from tablesim.studies import PlacementError, confidence
from tablesim.studies.survey import placed
from tablesim.table import Question

TABLE = (
    ts.example("disputed-shot")
    .add(ts.Piece("big", kind="yt-1300", seat=0, at=(600, 600), heading=45))
    .add(ts.Piece("slave-1", kind="firespray-31", seat=1, at=(300, 600)))
    .place("luke", lock="academy", focus=1)
)
QUESTIONS = [
    Question("range", a="luke", b="academy"),
    Question("range", a="luke", b="rock-4"),
    Question("range", a="rock-4", b="rock-5"),
    Question("attack", by="luke", on="academy"),
    Question("attack", by="luke", on="academy", weapon="proton-torpedoes"),
    Question("attack", by="academy", on="luke"),
    Question("attack", by="big", on="slave-1"),
    Question("attack", by="slave-1", on="big"),
    Question("attack", by="slave-1", on="big", arc="rear"),
    Question("attack", by="luke", on="big"),
    Question("threats", id="luke"),
    Question("threats", id="academy"),
]
POLICIES = [{}, {"attack_range": "closest", "arc": "flycasual"}, {"guides": True}]


def scattered(count, seed):
    """Everything near one place, a third of it edge to edge or on a rock."""
    rng = np.random.default_rng(seed)
    things = [*TABLE.pieces, *TABLE.terrain]
    poses = {thing.id: rng.uniform((330, 330, 0), (650, 650, 360), (count, 3)) for thing in things}
    flush = rng.random(count) < 0.2
    turned = rng.choice([0.0, 90.0, 180.0], count)
    beside = poses["luke"] + np.column_stack((np.full(count, 40.0), np.zeros(count), turned))
    poses["luke"][flush, 2] = 90.0
    poses["academy"][flush] = beside[flush]
    poses["academy"][flush, 2] = turned[flush]
    far = rng.random(count) < 0.3
    poses["academy"][far, :2] += rng.uniform(-320, 320, (far.sum(), 2))
    return poses


def check(question, policies, count, seed):
    poses = scattered(count, seed)
    judge = partial(ts.judge, **policies)
    found = judge(TABLE).survey(question, poses)
    for n in range(count):
        outcome = judge(placed(TABLE, poses, n)).ask(question).outcome()
        assert found.outcomes[found.which[n]] == outcome, (n, question)
    return {tuple(found.outcomes[i].items()) for i in set(found.which.tolist())}


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_a_survey_says_what_the_judge_says_of_each_position(question):
    assert len(check(question, {}, 60, 1)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("policies", POLICIES, ids=str)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_surveys_of_many_positions(question, policies):
    check(question, policies, 1500, 2)


def test_every_word_comes_up():
    """XW-42, XW-63, XW-65, XW-156, XW-212: each reason that a shot is not legal was compared."""
    seen = check(QUESTIONS[3], {}, 400, 3)
    words = {dict(outcome)["shot"] for outcome in seen}
    assert words >= {
        "touching",
        "overlap",
        "on an obstacle",
        "out of arc",
        "in arc, beyond range 3",
        *(f"in arc at range {n}" for n in (1, 2, 3)),
    }


LONELY = ts.Table(game="xwing").add(
    ts.Piece("luke", kind="x-wing", at=(450, 300)),
    ts.Terrain("rock-4", kind="asteroid-4", at=(560, 390)),
)
"""Luke has nobody to be shot by."""


@pytest.mark.parametrize(
    ("table", "question", "moved"),
    [
        (TABLE, Question("attack", by="academy", on="dark-curse"), "luke"),
        (TABLE, Question("range", a="academy", b="dark-curse"), "luke"),
        (LONELY, Question("threats", id="luke"), "rock-4"),
    ],
)
def test_what_moves_may_have_no_part_in_the_answer(table, question, moved):
    poses = scattered(3, 5)[moved]
    found = ts.judge(table).survey(question, {moved: poses})
    assert found.which.shape == (3,)
    for n in range(3):
        outcome = ts.judge(placed(table, {moved: poses}, n)).ask(question).outcome()
        assert found.outcomes[found.which[n]] == outcome


def test_other_questions_and_shapes_are_asked_one_by_one():
    poses = {"luke": np.array([(450.0, 300.0, 90.0)])}
    judge = ts.judge(TABLE)
    assert judge.survey(Question("maneuver", id="luke", text="straight 1"), poses) is None
    pillar = ts.Terrain("pillar", footprint=ts.Ellipse(30, 20), at=(500, 400))
    assert ts.judge(TABLE.add(pillar)).survey(QUESTIONS[3], poses) is None
    bare = TABLE.add(ts.Piece("bare", footprint=ts.Rect(30, 30), at=(700, 300)))
    odd = ts.Piece("odd", footprint=ts.Ellipse(30, 20), at=(700, 300))
    asked = Question("range", a="luke", b="bare")
    assert ts.judge(bare).survey(asked, poses) is not None
    assert ts.judge(TABLE.add(odd)).survey(Question("range", a="luke", b="odd"), poses) is None


def test_confidence_is_the_same_at_once_and_one_by_one():
    class Patient:
        """The judge without its survey."""

        def __init__(self, table):
            self.judge = ts.judge(table)
            self.table, self.policies, self.ask = table, self.judge.policies, self.judge.ask

    table = ts.example("disputed-shot")
    errors = {id: PlacementError(1.0, 1.0) for id in ("luke", "academy", "rock-4")}
    question = Question("attack", by="luke", on="academy")
    how = {"errors": errors, "samples": 400, "seed": 3}
    assert confidence(ts.judge, table, question, **how) == confidence(
        Patient, table, question, **how
    )
