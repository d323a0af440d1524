"""Distances and sectors: UF-39 to UF-46, UG-1 to UG-3, TV-10, TV-11."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablesim as ts
from tablesim.errors import TablesimError, UnknownName
from tablesim.games.unforged.catalogue import catalogue
from tablesim.games.unforged.rules import in_front


def table(*pieces):
    return ts.Table(game="unforged", area=(48, 48)).add(
        *(ts.Piece(id, base=base, at=at, **said) for id, base, at, said in pieces)
    )


def pair(distance, heights=0.0, bases=("normal", "normal"), **policies):
    position = table(
        ("a", bases[0], (20, 20), {"heading": 0}),
        ("b", bases[1], (20 + distance, 20), {"heading": 180, "level": heights}),
    )
    return ts.judge(position, **policies)


def test_ug_1_sizes_of_bases_and_figures():
    """UG-1: 25, 32, 40 and 60 mm bases; the eye at nine tenths of the figure."""
    sizes = catalogue().sizes
    assert [round(size.base.radius, 5) for size in sizes.values()] == [
        0.49213,
        0.62992,
        0.7874,
        1.1811,
    ]
    assert [round(0.9 * size.height, 5) for size in sizes.values()] == [
        0.88583,
        1.41732,
        1.94882,
        2.48031,
    ]


def test_uf_46_reach_by_base():
    """UF-46: 0.5, 0.5, 1 and 2 inches."""
    assert [size.reach for size in catalogue().sizes.values()] == [0.5, 0.5, 1.0, 2.0]


def test_tv_11_gaps():
    """TV-11 (UF-41, UG-2): from the base, in space."""
    assert pair(1.75).range("a", "b").distance == pytest.approx(0.490158, abs=1e-6)
    assert pair(1.76).range("a", "b").distance == pytest.approx(0.500157, abs=1e-6)
    assert pair(3, 2.0).range("a", "b").distance == pytest.approx(2.651065, abs=1e-6)
    huge = pair(3.8, bases=("normal", "huge")).range("a", "b")
    assert huge.distance == pytest.approx(1.988976, abs=1e-6)


def test_hr_24_distances_on_the_plane():
    """HR-24: gap_mode="plan" leaves the height out."""
    said = pair(3, 2.0, gap_mode="plan").range("a", "b")
    assert said.distance == pytest.approx(3 - 2 * 16 / 25.4)
    assert "height" not in said.answer


def test_hr_8_distances_rounded_up():
    """HR-8: measured distances are not rounded, unless the group wants it."""
    assert pair(3, 2.0, round_measurements=True).range("a", "b").distance == 3.0
    assert pair(2 + 32 / 25.4, round_measurements=True).range("a", "b").distance == 2.0


def test_uf_42_what_may_be_measured_is_a_margin():
    """UF-42: any model may measure 8 inches."""
    near, far = pair(9).range("a", "b"), pair(10).range("a", "b")
    assert [m.what for m in near.margins][-1] == "what may be measured"
    assert near.margins[-1].value > 0 > far.margins[-1].value


@pytest.mark.parametrize(
    ("at", "sector"), [((5, 0), "front"), ((5, -0.01), "rear"), ((2, -0.1), "rear")]
)
def test_tv_10_sectors(at, sector):
    """TV-10 (UF-39, UF-40, UG-3): the border is front; a base is where its center is."""
    position = table(
        ("a", "normal", (20, 20), {"heading": 90}),
        ("b", "normal", (20 + at[0], 20 + at[1]), {}),
    )
    judge = ts.judge(position)
    verdict = judge.sector("a", "b")
    assert verdict.sector == sector
    assert verdict.margin == pytest.approx(at[1])
    assert in_front(judge.models["a"], judge.models["b"], judge.options) is (sector == "front")


@pytest.mark.parametrize(
    ("test", "ahead", "sector"),
    [
        ("centre", -0.1, "rear"),
        ("any_part", -0.1, "front"),
        ("any_part", -0.7, "rear"),
        ("whole", 0.6, "rear"),
        ("whole", 0.64, "front"),
    ],
)
def test_hr_25_which_part_of_the_base_counts(test, ahead, sector):
    """HR-25: the center, any part, or the whole base."""
    position = table(
        ("a", "normal", (20, 20), {"heading": 0}), ("b", "normal", (20 + ahead, 24), {})
    )
    assert ts.judge(position, sector_test=test).sector("a", "b").sector == sector


angles = st.floats(0, 360, exclude_max=True)
places = st.tuples(st.floats(10, 38), st.floats(10, 38))


@given(places, places, st.floats(0, 6), angles, st.sampled_from(["small", "huge"]))
def test_gaps_are_symmetric_and_turn_with_the_table(a, b, level, turn, base):
    """UG-2: both ways the same; a rigid motion changes nothing."""

    def moved(at):
        x, y = at[0] - 24, at[1] - 24
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return 24 + cos * x - sin * y, 24 + sin * x + cos * y

    judge = ts.judge(table(("a", base, a, {}), ("b", "normal", b, {"level": level})))
    turned = ts.judge(table(("a", base, moved(a), {}), ("b", "normal", moved(b), {"level": level})))
    there = judge.range("a", "b").distance
    assert judge.range("b", "a").distance == there
    assert turned.range("a", "b").distance == pytest.approx(there, abs=1e-9)
    expected = math.hypot(
        max(0.0, math.dist(a, b) - sum(j.radius for j in judge.models.values())), level
    )
    assert there == pytest.approx(expected, abs=1e-12)


def test_the_judge_refuses_other_games_and_unknown_policies():
    with pytest.raises(TablesimError, match="needs a table of game 'unforged', got 'xwing'"):
        from tablesim.games.unforged.judge import Judge

        Judge(ts.Table(game="xwing"))
    with pytest.raises(UnknownName, match="no policy 'gapmode'; did you mean 'gap_mode'"):
        ts.judge(table(), gapmode="3d")
    with pytest.raises(UnknownName, match="no policy 'turn_mode'"):
        ts.judge(table(), turn_mode="A")
