"""``tablesim sheet``: one PDF, whole or not at all."""

import pytest

from tablesim.render import sheet


def test_the_sheet_of_a_game_is_written(run, place):
    code, out, err = run("sheet unforged -o a.pdf --paper letter")
    assert (code, err) == (0, "")
    assert out.startswith("sheets: a.pdf; print at 100 %")
    assert (place / "a.pdf").read_bytes() == sheet.pdf("unforged", paper="letter")


def test_colors_are_asked_for(run, place):
    assert run("sheet unforged -o a.pdf --theme light").code == 0
    assert (place / "a.pdf").read_bytes() == sheet.pdf("unforged", theme="light")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("xwnig -o a.pdf", "there is no sheet 'xwnig'; did you mean 'xwing'?"),
        ("xwing -o a.png", "'a.png' is no sheet: expected a name that ends in .pdf"),
        ("xwing -o a.pdf --paper a5", "argument --paper: invalid choice: 'a5'"),
        ("xwing", "the following arguments are required: -o"),
    ],
)
def test_what_cannot_be_printed_is_refused(refused, place, words, said):
    (place / "a.pdf").write_text("old")
    assert refused(f"sheet {words}").startswith(f"tablesim sheet: {said}")
    assert (place / "a.pdf").read_text() == "old"
