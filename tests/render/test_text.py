"""Where lines break."""

from hypothesis import given
from hypothesis import strategies as st

from tablesim.render.text import width, wrap

HEADLINE = "luke cannot shoot dark-curse: out of the front arc by 0.87 mm (XW-63)."


def test_a_number_and_its_unit_stay_together():
    for room in range(110, 700, 3):
        lines = wrap(HEADLINE, room, 16, bold=True)
        assert " ".join(lines) == HEADLINE
        assert sum("0.87 mm" in line for line in lines) == 1


def test_only_units_are_glued():
    """'range 2 in the arc' may break behind the number; 'inch' is not 'in'."""
    room = width("at range 2 inside", 10) - 1
    assert wrap("at range 2 inside", room, 10) == ("at range 2", "inside")
    assert wrap("by 2 inches", width("2 inches", 10) + 1, 10) == ("by", "2 inches")


def test_no_break_spaces_hold_and_are_written_as_spaces():
    assert wrap("one two\u00a0three", width("one two", 10) + 1, 10)[0] == "one"
    assert wrap("two\u00a0three", 500, 10) == ("two three",)


def test_a_dot_never_begins_a_line():
    for room in range(60, 400, 7):
        lines = wrap("0.29 mm inside range 2 · without guides · XW-63, XW-65", room, 11.5)
        assert not any(line.startswith("·") for line in lines)


def test_line_breaks_are_kept():
    assert wrap("2BL W\nacademy 1\n\nbumps", 500, 10) == ("2BL W", "academy 1", "bumps")


@given(st.floats(0.01, 9999).map(lambda v: f"{v:.2f} mm"), st.integers(80, 400))
def test_whatever_the_number(words, room):
    lines = wrap(f"in arc at range 2, {words} inside range 2 of something", room, 11.5)
    assert sum(words in line for line in lines) == 1
