"""Faults of other programs as small scenes, asked of the judge: storeys, levels, drawing."""

import math

import pytest

import tablesim as ts
from tablesim.games.unforged.areas import storey_at


def square(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def judge(*things, **policies):
    return ts.judge(ts.Table(game="unforged", area=(48, 48)).add(*things), **policies)


def model(id, x, y, **more):
    return ts.Piece(id, base="normal", at=(x, y), **more)


HALL = ts.Terrain(
    "hall",
    outline=square(0, 0, 4, 4),
    bottom=5.9,
    top=6,
    at=(10, 10),
    storeys=[
        {"outline": square(0, 0, 4, 4), "floor": 0.0, "ceiling": 3.0},
        {"outline": square(0, 0, 4, 4), "floor": 3.0, "ceiling": 6.0},
    ],
)
DECK = ts.Terrain("deck", outline=square(10, 10, 14, 14), bottom=2.9, top=3, part_of="hall")


@pytest.mark.parametrize(("level", "name"), [(0.0, "hall 1"), (2.99, "hall 1"), (3.0, "hall 2")])
def test_B6_a_storey_is_that_of_the_floor_one_stands_on(level, name):
    """Case B6 (UG-5, UG-14): half-open above, whatever the figure's head reaches."""
    around = judge(HALL, DECK).surroundings
    assert storey_at(around, (12, 12), level).name == name


def test_B6_on_the_roof_one_is_in_no_storey_and_by_the_door_one_stays_below():
    """Case B6 (UG-19): the roof is outside; who walks in stays on the ground."""
    asked = judge(HALL, DECK, model("m", 8, 12, move=4))
    assert storey_at(asked.surroundings, (12, 12), 6.0) is None
    inside = asked.path("m", [(12, 12)])
    assert inside.legal and inside.way.level == 0.0
    assert asked.area("3/storey", [12, 12, 6]).blast.storey is None


def test_C1_figures_on_other_levels_and_walls_above_do_not_matter():
    """Case C1 (UG-18): a template has its levels; a wall of another storey cuts nothing."""
    slab = ts.Terrain("slab", outline=square(24, 22, 30, 28), bottom=2.9, top=3)
    wall = ts.Terrain("wall", outline=square(26.2, 24, 26.4, 26), bottom=3, top=6)
    below, above = model("low", 26.5, 25), model("high", 26.5, 25, level=3)
    assert judge(slab, wall, below).area("5", [25, 25]).hit == ("low",)
    assert judge(slab, wall, above).area("5", [25, 25]).hit == ()


def test_C5_distances_are_from_base_to_base_in_the_metric_that_is_named():
    """Case C5 (UG-2, HR-24): the height counts in space, and the policy says which it is."""
    small, high = model("a", 10, 10), model("b", 20, 10, level=6)
    plan = 10 - 2 * 16 / 25.4
    space = judge(small, high).range("a", "b")
    assert space.distance == pytest.approx(math.hypot(plan, 6))
    flat = judge(small, high, gap_mode="plan").range("a", "b")
    assert flat.distance == pytest.approx(plan)
    assert (space.policy["gap_mode"], flat.policy["gap_mode"]) == ("3d", "plan")


@pytest.mark.parametrize("high", [1.2, 1.6, 1.95])
def test_B9_the_picture_marks_the_pieces_that_hide(high):
    """Case B9: the drawing is made of the verdict's own data."""
    roof = ts.Terrain("roof", outline=square(7, 8, 10.7, 12), top=1)
    parapet = ts.Terrain("parapet", outline=square(10.5, 8, 10.7, 12), bottom=1, top=high)
    far = ts.Terrain("far", outline=square(30, 8, 31, 12), top=3)
    asked = judge(roof, parapet, far, model("a", 10, 10, level=1), model("b", 19, 10))
    cover = asked.cover("a", "b")
    labels = [mark.label for mark in cover.scene().marks if mark.role == "obstacle" and mark.label]
    drawn = {label.rsplit(" ", 2)[0] for label in labels}
    assert drawn == {id for id, _, _ in cover.blockers}
    assert "far" not in drawn
