import re

import pytest

from tablesim.render.style import ROLES, THEMES, look, order
from tablesim.scene import Mark


def test_the_sheet_has_exactly_the_roles_that_marks_promise():
    words = re.findall(r"``([a-z0-9-]+)``", Mark.__doc__.split("side\n")[0])
    assert sorted(words) == sorted(ROLES)


def test_sides_have_the_hues_of_okabe_and_ito():
    assert [look("base", side).stroke for side in range(6)] == [
        "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
    ]  # fmt: skip
    assert look("base", 6).stroke == look("base", 0).stroke
    assert look("base").stroke == "#66727f"


def test_print_has_no_color_and_tells_sides_apart_by_hatching_and_shape():
    looks = [look(role, side, False, "print") for role in ROLES for side in (None, 0, 1, 2, 3, 4)]
    used = {color for one in looks for color in (one.fill, one.stroke, one.text)}
    assert used <= {"", "#000000", "#ffffff"}
    assert len({look("base", side, False, "print").hatches for side in (None, *range(6))}) == 7
    assert look("facing", 0, False, "print").fill != look("facing", 1, False, "print").fill


@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_different_meaning_differ_in_more_than_hue(theme):
    roles = ("arc-edge", "band-edge", "guide", "ghost", "path", "measure", "blocked", "zone")
    shapes = {(look(r, 0, False, theme).dash, look(r, 0, False, theme).width) for r in roles}
    assert len(shapes) == len(roles)
    assert look("contact", 0, False, theme).hollow is not look("end", 0, False, theme).hollow


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ROLES)
def test_faint_is_paler(theme, role):
    strong, faint = look(role, 0, False, theme), look(role, 0, True, theme)
    assert faint.stroke_opacity < strong.stroke_opacity
    assert faint.fill_opacity < strong.fill_opacity
    assert not faint.bold


@pytest.mark.parametrize("theme", THEMES)
def test_words_have_contrast(theme):
    """4.5 to 1 is what WCAG 2 asks for small text, 3 to 1 for what is drawn."""

    def luminance(color):
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    def contrast(a, b):
        low, high = sorted((luminance(a), luminance(b)))
        return (high + 0.05) / (low + 0.05)

    colors = THEMES[theme].colors
    for word in ("ink", "help", "stone-text", "contact-text"):
        assert contrast(colors[word], colors["paper"]) >= 4.5, word
    for hue in THEMES[theme].hues[:2]:
        assert contrast(hue, colors["paper"]) >= 3


def test_lines_of_sight_are_drawn_above_bases_and_seen_areas_below():
    clear, base = look("clear"), look("base")
    key = order(base, faint=False, area=True)
    assert order(clear, faint=False, area=True) < key < order(clear, faint=False, area=False)


def test_unknown_names_are_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"unknown role 'bse'.*mat, zone.*did you mean 'base'"):
        look("bse")
    with pytest.raises(ValueError, match=r"unknown theme 'sepia'.*'light', 'dark' or 'print'"):
        look("base", theme="sepia")
