"""Lengths in other units than the game's go there and back without loss."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablesim.geometry import Rect
from tablesim.table import Piece, Table, loads, units

NAMES = sorted(units.UNITS)
lengths = st.floats(-1e12, 1e12)


@given(lengths, st.sampled_from(NAMES), st.sampled_from(NAMES))
@example(0.1 + 0.2, "in", "mm")
@example(2.0**9, "in", "mm")
@example(5e-324, "in", "mm")
@example(-0.0, "in", "mm")
def test_every_float_of_a_table_survives_its_file(length, file_unit, game_unit):
    said = units.to_file(length, file_unit=file_unit, game_unit=game_unit)
    assert units.to_game(said, file_unit=file_unit, game_unit=game_unit) == length
    assert units.to_game(Decimal(str(said)), file_unit=file_unit, game_unit=game_unit) == length


@given(
    st.decimals(-(10**6), 10**6, places=6, allow_nan=False),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)
def test_what_people_write_comes_back_as_they_wrote_it(said, file_unit, game_unit):
    length = units.to_game(said, file_unit=file_unit, game_unit=game_unit)
    assert Decimal(str(units.to_file(length, file_unit=file_unit, game_unit=game_unit))) == said


def test_the_decimal_context_of_others_does_not_matter():
    with localcontext() as context:
        context.prec = 3
        assert units.to_game(Decimal("17.7165354"), "in", "mm") == 449.99999916
        assert units.to_file(449.99999916, "in", "mm") == Decimal("17.7165354")


INCHES = """\
format = 1
game = "toy"
units = "in"
area = [36.1, 24.7]

[[piece]]
id = "a"
kind = "cart"
at = [17.71653543, 11.8]
height = 1.3

[[terrain]]
id = "w"
footprint = {disc = 0.7}
at = [0.1, 0.2]
top = 2.9

[[question]]
ask = "push"
by = "a"
on = "a"
distance = 3.3
"""


def test_all_lengths_are_converted_and_nothing_else():
    table = loads(INCHES)
    assert table.area == (916.94, 627.38)
    assert table["a"].pose.point == (449.999999922, 299.72)
    assert table["a"].state["height"] == 33.02
    assert table["w"].footprint.radius == 17.78
    assert table["w"].top == 73.66
    assert table.questions[0].parameters["distance"] == 83.82
    assert table.unit == "mm"


def test_the_file_comes_back_in_its_own_units_word_for_word():
    text = loads(INCHES).dumps()
    assert text == INCHES
    for _ in range(20):
        text = loads(text).dumps()
    assert text == INCHES


def test_a_table_after_a_move_survives_in_inches():
    table = loads(INCHES).place("a", at=(1 / 3, 299.7234567), heading=12.3)
    assert loads(table.dumps()) == table


def test_the_same_poses_in_inches_and_millimetres_give_the_same_answers():
    """Range read from the wrong scale: the same pair of poses, stated in both units."""
    poses = [(100.4, 200.7, 12.0), (430.15, 288.9, 77.0)]

    def text(unit: str, per_mm: float) -> str:
        head = f'format = 1\ngame = "toy"\nunits = "{unit}"\n'
        return head + "".join(
            f'[[piece]]\nid = "{i}"\nkind = "cart"\nat = [{x * per_mm!r}, {y * per_mm!r}]\n'
            f"heading = {h}\n"
            for i, (x, y, h) in enumerate(poses)
        )

    mm, inches = loads(text("mm", 1.0)), loads(text("in", 1 / 25.4))
    assert inches.gap("0", "1").distance == pytest.approx(mm.gap("0", "1").distance, abs=1e-9)
    assert inches.area == mm.area == (900.0, 600.0)


def test_without_a_game_the_stated_unit_is_the_unit_of_the_table():
    table = Table(area=(36, 24), units="in").add(Piece("a", footprint=Rect(1, 2), at=(3, 4)))
    assert table.unit == "in"
    assert loads(table.dumps()) == table
    assert table["a"].pose.x == 3.0
    assert table.scene().per_mm == pytest.approx(1 / 25.4)
