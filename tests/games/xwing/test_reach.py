"""The whole dial at once."""

import pytest

from tablesim.errors import NotAMove

from .boards import fly, judge, rock, ship


def test_XW_203_one_verdict_for_each_entry():
    """XW-17, XW-203: X-wing 15, TIE fighter 16; a bare base flies every template."""
    assert len(judge(ship("me", what="x-wing")).reach("me")) == 15
    assert len(judge(ship("me", what="tie-fighter")).reach("me")) == 16
    assert len(judge(ship("me")).reach("me")) == 46


def test_each_is_the_maneuver_verdict():
    """A preview and a move cannot disagree."""
    things = ship("b", 95, 70, -30), rock("r", -10, 10, 90, 120)
    reach = judge(ship("me", what="tie-fighter"), *things).reach("me")
    for move in reach:
        text = move.maneuver.notation()
        assert reach[text] == move == fly(text, *things, what="tie-fighter")
    assert [m["maneuver"] for m in reach.to_json()["moves"]] == [
        m.maneuver.notation() for m in reach
    ]


def test_XW_32_stress_forbids_the_red_ones():
    """XW-32."""
    reach = judge(ship("me", what="x-wing", stress=1)).reach("me")
    forbidden = [m.maneuver.notation() for m in reach if not m.legal]
    assert forbidden == ["koiogran 4"]
    assert "1 are not allowed" in reach.answer


def test_counts_in_the_answer():
    j = judge(ship("me", 0, 880, what="x-wing"), ship("b", 0, 790), rock("r", -5, 5, 955, 956))
    reach = j.reach("me")
    said = dict.fromkeys(("fit", "bump", "flee", "hit an obstacle"), 0)
    for move in reach:
        said["fit"] += move.completed and not move.fled
        said["bump"] += not move.completed
        said["flee"] += move.fled
        said["hit an obstacle"] += bool(move.obstacles)
    assert said["flee"] and said["fit"] and said["hit an obstacle"]
    for what, n in said.items():
        assert (f"{n} {what}" in reach.answer) is bool(n)


def test_lookup_errors():
    reach = judge(ship("me", what="x-wing")).reach("me")
    with pytest.raises(NotAMove):
        reach["tunr left 2"]
    with pytest.raises(KeyError):
        reach["turn left 1"]
