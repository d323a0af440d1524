import math
import re
import struct
import subprocess
import sys
import zlib

import matplotlib
import pytest
import shapely
from matplotlib.figure import Figure

from tablesim.render import THEMES, mpl
from tablesim.render.layout import layout
from tablesim.scene import Mark, Scene


def media_box(content: bytes) -> list[float]:
    (box,) = re.findall(rb"/MediaBox \[([^\]]*)\]", content)
    return [float(number) for number in box.split()]


def page_operators(content: bytes) -> str:
    """Return the drawing operators of the only page."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    texts = []
    for stream in streams:
        try:
            texts.append(zlib.decompress(stream).decode("latin-1"))
        except zlib.error:
            continue
    return max((text for text in texts if " re" in text or " l\n" in text), key=len)


def straight_lines(operators: str) -> list[tuple[float, float, float, float]]:
    found = re.findall(r"([\d.-]+) ([\d.-]+) m\n([\d.-]+) ([\d.-]+) l\n", operators)
    return [tuple(map(float, line)) for line in found]


@pytest.mark.parametrize(
    ("unit", "per_mm", "size"), [("mm", 1.0, (380.0, 260.0)), ('"', 1 / 25.4, (15.0, 10.0))]
)
def test_a_pdf_is_at_true_scale(unit, per_mm, size):
    """The page is as long as the frame, and so is the bar, in points of 1/72 inch."""
    mark = Mark(shapely.box(0, 0, 2, 1), "base")
    scene = Scene((mark,), "True scale", frame=(0, 0, *size), unit=unit, per_mm=per_mm)
    content = mpl.pdf(scene)
    page = layout(scene, scale=72 / 25.4 / per_mm)
    x0, y0, x1, y1 = media_box(content)
    points = [side / per_mm / 25.4 * 72 for side in size]
    assert (x0, y0) == (0, 0)
    left, top, right, bottom = page.view.panel
    assert (right - left, bottom - top) == pytest.approx(points)
    assert (x1, y1) == (math.ceil(round(points[0] + 32, 6)), math.ceil(points[1] + top + 30))
    bar = float(re.match(r"[\d.]+", page.bar.label).group()) / per_mm / 25.4 * 72
    flat = [
        line[2] - line[0] for line in straight_lines(page_operators(content)) if line[1] == line[3]
    ]
    assert any(length == pytest.approx(bar, abs=0.001) for length in flat)


def test_a_base_on_paper_measures_like_the_base_on_the_table():
    scene = Scene((Mark(shapely.box(100, 100, 140, 140), "base", 0),), frame=(0, 0, 200, 200))
    operators = page_operators(mpl.pdf(scene))
    side = 40 / 25.4 * 72
    edges = re.findall(r"([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l\n([\d.]+) ([\d.]+) l", operators)
    assert any(
        abs(abs(x2 - x1) + abs(y2 - y1) - side) < 0.001
        and abs(abs(x3 - x2) + abs(y3 - y2) - side) < 0.001
        for x1, y1, x2, y2, x3, y3 in (map(float, edge) for edge in edges)
    )


def test_pages_above_five_meters_are_refused():
    with pytest.raises(ValueError, match=r"6\.00 m by 1\.00 m .* exceeds .* 5 m"):
        mpl.pdf(Scene((), frame=(0, 0, 6000, 1000)))
    with pytest.raises(ValueError, match="per_mm"):
        mpl.pdf(Scene((), frame=(0, 0, 1, 1), per_mm=0))


@pytest.mark.parametrize("theme", THEMES)
def test_every_role_draws(every_role, theme):
    assert mpl.png(every_role, theme=theme).startswith(b"\x89PNG")
    assert mpl.pdf(every_role, theme=theme).startswith(b"%PDF")


def test_bytes_are_the_same_whatever_the_users_style(attack):
    png, pdf = mpl.png(attack), mpl.pdf(attack)
    style = {
        "savefig.bbox": "tight",
        "lines.scale_dashes": False,
        "font.size": 30,
        "axes.facecolor": "red",
        "pdf.compression": 0,
    }
    with matplotlib.rc_context(style):
        assert mpl.png(attack) == png
        assert mpl.pdf(attack) == pdf
        assert matplotlib.rcParams["font.size"] == 30


def test_a_png_has_two_pixels_per_point(bump):
    width, height = struct.unpack(">II", mpl.png(bump)[16:24])
    page = layout(bump)
    assert (width, height) == (int(2 * page.width), int(2 * page.height))


def test_axes_count_in_table_units(attack):
    ax = mpl.draw(attack)
    assert ax.get_xlim() == pytest.approx((0, 380))
    assert ax.get_ylim() == pytest.approx((-10, 250))
    ax.figure.draw_without_rendering()
    patches = [patch for patch in ax.patches if patch.get_linestyle() not in {"-", "solid"}]
    page = layout(attack)
    apex = page.view.to_page(shapely.get_coordinates(shapely.Point(55, 60)))[0]
    on_screen = patches[0].get_transform().transform(apex)
    assert ax.transData.inverted().transform(on_screen) == pytest.approx((55, 60))


def test_drawing_on_given_axes_keeps_the_figure_and_the_users_artists(bump):
    figure = Figure(figsize=(6, 4))
    left, right = figure.subplots(1, 2)
    right.plot([20, 60], [20, 60])
    assert mpl.draw(bump, right, theme="dark") is right
    assert len(figure.axes) == 2
    assert len(right.lines) >= 1
    assert right.get_aspect() == 1
    assert not left.patches
    figure.draw_without_rendering()
    assert right.bbox.width / right.bbox.height == pytest.approx(1, rel=0.1)


def test_pyplot_is_never_imported():
    program = (
        "import sys; from tablesim.render import mpl; from tablesim.scene import Scene;"
        "mpl.png(Scene(())); mpl.pdf(Scene(())); assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_words_are_not_read_as_formulas():
    mark = Mark(shapely.box(0, 0, 99, 99), "base", 0, "$x_1$ costs 5$")
    ax = mpl.draw(Scene((mark,), r"$\frac{$ \x"))
    ax.figure.draw_without_rendering()
    assert "$x_1$ costs 5$" in [text.get_text() for text in ax.texts]


def test_forbidden_characters_do_no_harm():
    mark = Mark(shapely.box(0, 0, 99, 99), "base", 0, "a\x00\ud800b")
    scene = Scene((mark,), "head\ud800line", "de\x01tail", unit="m\x02m")
    assert mpl.png(scene)
    assert mpl.pdf(scene)
