"""Dial against dial: every pair is what the judge says of it, one move after the other."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import tablesim as ts
from tablesim.errors import TablesimError, UnknownName
from tablesim.games.xwing.duels import in_order
from tablesim.studies.dials import Pairs, dials

TABLE = ts.example("disputed-shot")


@pytest.fixture(scope="module")
def found():
    return dials(ts.judge, TABLE, "luke", "academy")


def by_hand(luke, academy):
    """XW-13: academy has the lower skill and moves first; luke bumps it where it ended."""
    first = ts.judge(TABLE).maneuver("academy", academy)
    if not first.legal or first.fled:
        return first, None, None
    second = ts.judge(first.table).maneuver("luke", luke)
    if not second.legal or second.fled:
        return first, second, None
    judge = ts.judge(second.table)
    return first, second, (judge.attack("luke", "academy"), judge.attack("academy", "luke"))


def test_every_pair_is_what_the_judge_says(found):
    assert len(found.rows) == len(found.maneuvers[0]) * len(found.maneuvers[1])
    for row in found.rows[::7]:
        first, second, shots = by_hand(row["maneuver_1"], row["maneuver_2"])
        assert row["end_2"] == ("fits" if first.completed else "bumps")
        assert row["end_1"] == ("fits" if second.completed else "bumps")
        for n, shot in enumerate(shots, 1):
            assert row[f"shot_{n}"] == shot.outcome()["shot"]
            odds = shot.odds()
            assert row[f"damage_{n}"] == (float(odds.expected) if odds else 0.0)


def test_dealt_is_by_own_maneuver_and_that_of_the_other(found):
    for row in found.rows:
        i = found.maneuvers[0].index(row["maneuver_1"])
        j = found.maneuvers[1].index(row["maneuver_2"])
        assert found.dealt[0][i, j] == row["damage_1"]
        assert found.dealt[1][j, i] == row["damage_2"]
    assert (found.exchange(0) == -found.exchange(1).T).all()


def test_the_order_of_the_names_changes_nothing_but_the_order(found):
    other = dials(ts.judge, TABLE, "academy", "luke")
    assert (other.dealt[0] == found.dealt[1]).all() and (other.dealt[1] == found.dealt[0]).all()
    assert other.ships == ("academy", "luke")


def test_the_summary_is_the_mean_over_the_other_dial(found):
    summary = found.summary(0)
    koiogran = summary["maneuver"].tolist().index("koiogran 4")
    assert summary["dealt"][koiogran] == pytest.approx(found.dealt[0][koiogran].mean())
    assert summary["taken"][koiogran] == pytest.approx(found.dealt[1][:, koiogran].mean())
    assert summary["worst"][koiogran] == found.exchange(0)[koiogran].min()
    assert found.best(0) == "koiogran 4"
    assert np.argmax(summary["mean"]) == koiogran


def test_parts_are_maneuvers_of_the_first(found):
    study = Pairs(ts.judge, TABLE, ("luke", "academy"))
    whole = study.whole([study.part(n, 1) for n in reversed(range(study.total))])
    assert whole == found and (whole.dealt[0] == found.dealt[0]).all()


def test_a_mirrored_table_gives_mirrored_dials(found):
    """Left and right change places; rocks are left out, which have no mirror image."""
    bare = TABLE.remove(*(rock.id for rock in TABLE.terrain))
    width = bare.area[0]
    mirrored = bare
    for piece in bare.pieces:
        x, y = piece.pose.point
        mirrored = mirrored.place(piece.id, at=(width - x, y), heading=180 - piece.pose.heading)
    one, other = (dials(ts.judge, table, "luke", "academy") for table in (bare, mirrored))

    def flipped(maneuver):
        swap = {"left": "right", "right": "left"}
        return " ".join(swap.get(word, word) for word in maneuver.split())

    rows = [other.maneuvers[0].index(flipped(m)) for m in one.maneuvers[0]]
    columns = [other.maneuvers[1].index(flipped(m)) for m in one.maneuvers[1]]
    assert other.dealt[0][np.ix_(rows, columns)] == pytest.approx(one.dealt[0])
    assert other.dealt[1][np.ix_(columns, rows)] == pytest.approx(one.dealt[1])
    assert one.dealt[0].any()


def test_who_flees_shoots_nobody():
    """XW-36: near the border some maneuvers leave the area; nobody is shot at then."""
    table = TABLE.place("academy", at=(100, 40), heading=270)
    found = dials(ts.judge, table, "luke", "academy")
    fled = [row for row in found.rows if row["end_2"] == "fled"]
    assert fled and all(row["shot_1"] == "nobody there" == row["shot_2"] for row in fled)
    assert all(row["end_1"] == "not flown" and row["damage_1"] == 0 for row in fled)


def test_equal_skill_moves_by_seat():
    """XW-31, as if seat 0 had the initiative; a ship without a pilot is the least of its kind."""
    table = ts.Table(game="xwing").add(
        ts.Piece("one", kind="tie-fighter", at=(300, 300), seat=1),
        ts.Piece("two", kind="tie-fighter", at=(600, 600), seat=0),
        ts.Piece("ace", kind="tie-fighter", pilot="howlrunner", at=(100, 600), seat=0),
    )
    judge = ts.judge(table)
    assert in_order(judge, "one", "two") == in_order(judge, "two", "one") == ("two", "one")
    assert in_order(judge, "ace", "one") == ("one", "ace")


def test_pictures_show_both_and_the_board(found):
    panels = found._shown()
    assert [scene.headline for scene in panels.scenes] == [
        "damage that luke deals; luke in rows, academy in columns",
        "damage that academy deals; luke in rows, academy in columns",
    ]
    for ship, scene in enumerate(panels.scenes):
        filled = [mark for mark in scene.marks if mark.role.startswith("heat-")]
        assert len(filled) == np.count_nonzero(found.dealt[ship])
    board = found.board()
    tones = {mark.title: mark.role for mark in board.marks if mark.role.startswith("heat-")}
    assert tones["4K +0.54"] == "heat-1"
    assert "luke" in found.svg()


def test_the_board_keeps_to_the_readings_of_the_study(found):
    """XW-168, A-6: with guides a ship meets the other one sooner, so its maneuver ends shorter."""
    guided = partial(ts.judge, guides=True)
    ends = guided(TABLE).reach("luke")
    assert ends["turn left 3"].end != ts.judge(TABLE).reach("luke")["turn left 3"].end
    board = Pairs(guided, TABLE, ("luke", "academy")).whole([found.rows]).board()
    shown = [mark.shape for mark in board.marks if mark.role.startswith("heat-")]
    assert shown == [TABLE["luke"].moved(m.end).polygon for m in ends if m.legal and not m.fled]
    assert board.marks != found.board().marks


def test_who_has_no_dial_is_refused():
    with pytest.raises(UnknownName, match="rock-4"):
        dials(ts.judge, TABLE, "luke", "rock-4")
    bare = TABLE.add(ts.Piece("bare", base="small", at=(800, 800)))
    with pytest.raises(TablesimError, match="bare is a bare base, which has no dial"):
        dials(ts.judge, bare, "luke", "bare")
