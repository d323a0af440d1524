"""Scenarios of our own (UF-3, HR-1): markers, breakthrough, battlefields."""

import pytest

from tablesim.errors import BadData, UnknownName
from tablesim.games.unforged.game import GAME
from tablesim.games.unforged.game.fighters import When
from tablesim.games.unforged.game.scenarios import field, fields, markers, scenarios, strip
from tablesim.games.unforged.game.state import Task

from .scenes import OPEN, again, model, one, skirmish

REST = Task("choose strip", data=(0,))


def test_every_scenario_has_its_battlefield():
    """HR-1: three scenarios of our own, so that a game starts with one command."""
    assert len(scenarios()) == 3
    for name, scenario in scenarios().items():
        state = GAME.new(scenario=name)
        assert state.settings.table == scenario.battlefield
        assert field(scenario.battlefield).terrain.pieces
        assert state.settings.rounds == scenario.rounds


@pytest.mark.parametrize("name", fields())
def test_no_terrain_of_a_battlefield_overlaps_or_hangs_over_the_edge(name):
    table = field(name).table
    width, depth = table.area
    shapes = [terrain.polygon for terrain in table.terrain]
    for n, shape in enumerate(shapes):
        x0, y0, x1, y1 = shape.bounds
        assert min(x0, y0, width - x1, depth - y1) >= 0.0
        assert not any(shape.intersects(other) for other in shapes[:n])


def wells(*more, **options):
    """The wells at 12, 24 and 36 along the middle."""
    return skirmish(
        model("a", 0, 12, 22, **options),
        model("b", 1, 24, 22),
        model("c", 0, 24, 26),
        model("d", 1, 36, 20.3),
        *more,
        scenario="three-wells",
        table=OPEN,
    )


def test_hr_1_markers_are_held_by_who_alone_is_near():
    """HR-1: standing, within 3 in, no enemy there."""
    state = wells()
    assert list(markers(state)) == [(12.0, 24.0), (24.0, 24.0), (36.0, 24.0)]
    after = again(state, "round end", REST)
    assert after.held == (5, 0)  # the second is contested, the third out of reach
    down = again(wells(now={"rises": When(1, "shooting")}), "round end", REST)
    assert down.held == (0, 0)
    assert after.scores()[0] == state.scores()[0] + 5


@pytest.mark.parametrize(("last", "points"), [(6, 6), (5, 0)])
def test_hr_1_who_breaks_through_scores_its_points_at_the_end(last, points):
    """UF-3; HR-1: the whole base in the enemy's strip, after the last round, and points for it."""
    state = skirmish(
        model("a", 0, 12, 43.7),
        model("b", 0, 20, 43.6),
        model("c", 1, 24, 20),
        scenario="break-out",
        table=OPEN,
        round=last,
    )
    assert strip(state, "top") == (0.0, 43.0, 48.0, 48.0)
    assert again(state, "round end", REST).held == (points, 0)
    assert one(state, "a").fate == ""


def test_battlefields_are_named_or_written_out():
    """UF-2: models of a position file are left out."""
    text = OPEN + '\n[[piece]]\nid = "x"\nbase = "small"\nat = [1.0, 1.0]\n'
    assert field(text).table.pieces == ()
    with pytest.raises(UnknownName, match="did you mean 'mill'"):
        field("mil")
    with pytest.raises(BadData, match="a table of unforged is wanted"):
        field(OPEN.replace("unforged", "xwing"))
