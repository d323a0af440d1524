"""Maps: each cell says what the judge says of the thing that stands there."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.studies.maps import Cells, survey_map
from tablesim.table import Question

THREAT = Question("attack", by="academy", on="luke")
COVER = Question("cover", by="scout", on="guard")


@pytest.fixture(scope="module")
def threat():
    return survey_map(ts.judge, ts.example("disputed-shot"), "luke", THREAT, step=60)


@pytest.fixture(scope="module")
def cover():
    return survey_map(ts.judge, ts.example("ruin"), "guard", COVER, step=1.5)


def test_each_cell_is_what_the_judge_says_there(threat):
    assert threat.shape == (15, 15) and len(threat.centers) == 225
    seen = set()
    for (x, y), shot, rocks in zip(
        threat.centers.tolist(), threat.words(), threat.words("obstacles"), strict=True
    ):
        table = threat.table.place("luke", at=(x, y))
        assert ts.judge(table).ask(THREAT).outcome() == {"shot": shot, "obstacles": rocks}
        seen.add(str(shot))
    assert seen >= {"out of arc", "in arc at range 2", "in arc at range 3"}


def test_a_model_stands_on_the_highest_that_bears_it(cover):
    """UG-19: on the floor of the ruin, not below it; nowhere inside a wall or another model."""
    judge = ts.judge(cover.table)
    for (x, y), word in zip(cover.centers.tolist(), cover.words(), strict=True):
        table = judge.standing("guard", (x, y))
        if table is None:
            assert word == ""
            continue
        assert word == ts.judge(table).ask(COVER).grade
        level = table["guard"].state["level"]
        assert level == max(s.level for s in judge.arena.under((x, y)))
    assert judge.standing("guard", (12, 14))["guard"].state["level"] == 3.0
    assert judge.standing("guard", (7, 4.2)) is None, "the scout stands there"
    assert judge.standing("guard", (0.2, 12)) is None, "it would stick out of the table"
    assert judge.standing("guard", (9, 7.05)) is None or cover.words()[0] == ""


def test_parts_of_any_size_give_the_same_map(cover):
    study = Cells(ts.judge, ts.example("ruin"), COVER, "guard", 1.5)
    parts = [study.part(n, min(37, study.total - n)) for n in range(0, study.total, 37)]
    found = study.whole(parts)
    assert (found.words() == cover.words()).all()
    assert found.shares() == cover.shares()


def test_shares_are_of_the_cells_where_it_can_stand(cover):
    words = cover.words()
    shares = cover.shares()
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["EXPOSED"] == (words == "EXPOSED").sum() / (words != "").sum()


def test_columns_have_a_row_for_each_cell(threat):
    columns = threat.columns()
    assert list(columns) == ["x", "y", "shot", "obstacles"]
    assert (columns["x"][:2] == (30, 90)).all() and (columns["y"][:16] == [30] * 15 + [90]).all()


def test_the_picture_paints_the_words_of_the_scale(threat):
    """XW-163: the nearest range in the strongest tone; what is out of arc stays white."""
    scale = ("in arc at range 1", "in arc at range 2", "in arc at range 3")
    assert threat.verdict.scales["shot"] == scale
    tones = [mark for mark in threat.scene().marks if mark.role.startswith("heat-")]
    seen = [word for word in scale if word in threat.shares()]
    assert [mark.label for mark in tones] == seen
    assert [mark.role for mark in tones] == [f"heat-{n}" for n, _ in enumerate(seen, 1)]
    for mark in tones:
        assert mark.shape.area == pytest.approx((threat.words() == mark.label).sum() * 60**2)
    points = shapely.points(threat.centers)
    for mark in tones:
        inside = shapely.contains(mark.shape, points)
        assert (inside == (threat.words() == mark.label)).all()


def test_another_aspect_has_its_own_scale(threat):
    tones = [m.label for m in threat.scene("obstacles").marks if m.role.startswith("heat-")]
    assert tones == ["clear", "obstructed"]
    with pytest.raises(UnknownName, match="attack has no aspect 'shots'; did you mean 'shot'"):
        threat.scene("shots")


def test_a_map_turns_with_its_table():
    """A half turn of the whole table turns the map: cells are the same ones backwards."""
    table = ts.Table(game="xwing", area=(900, 900)).add(
        ts.Piece("luke", base="small", at=(450, 300), heading=90),
        ts.Piece("academy", base="small", at=(500, 520), heading=250),
    )
    turned = ts.Table(game="xwing", area=(900, 900)).add(
        ts.Piece("luke", base="small", at=(450, 600), heading=270),
        ts.Piece("academy", base="small", at=(400, 380), heading=70),
    )
    one, other = (survey_map(ts.judge, t, "luke", THREAT, step=50) for t in (table, turned))
    assert (one.words() == other.words()[::-1]).all()


@pytest.mark.parametrize("step", [0, -1, math.nan, math.inf, 0.5])
def test_steps_that_make_no_map_are_refused(step):
    with pytest.raises(ValueError, match="a step"):
        survey_map(ts.judge, ts.example("disputed-shot"), "luke", THREAT, step=step)


def test_what_is_not_there_cannot_move():
    with pytest.raises(UnknownName, match="luk"):
        survey_map(ts.judge, ts.example("disputed-shot"), "luk", THREAT)


def test_json_and_words_name_question_and_shares(threat):
    data = threat.to_json()
    assert data["question"] == {"ask": "attack", "by": "academy", "on": "luke"}
    assert (data["columns"], data["rows"]) == (15, 15)
    assert str(threat).splitlines()[0] == "attack academy luke, wherever luke stands"
    assert np.isclose(sum(data["shares"]["shot"].values()), 1)
