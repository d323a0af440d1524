"""Sheets to print: everything at exactly 1:1, packed without touching, measured in the PDF."""

import math
import os
import re
import shutil
import subprocess
import zlib
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import UnknownName
from tablesim.games.xwing.catalogue import catalogue
from tablesim.render import mpl, sheet
from tablesim.scene import Mark, Scene

POINT = 25.4 / 72
"""A point in mm."""

GAMES = tuple(sheet.SHEETS.places())
ROOM = 1e-6


@cache
def laid(game: str) -> tuple:
    return sheet.sheets(sheet.parts(game))


@cache
def printed(game: str, paper: str = "a4") -> bytes:
    return sheet.pdf(game, paper=paper)


def pages_of(content: bytes) -> list[tuple[list[float], str]]:
    """Return the media box and the drawing operators of each page of a PDF, in its order."""
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj", content, re.DOTALL))
    found = []
    for body in objects.values():
        if not re.search(rb"/Type /Page\b", body):
            continue
        box = [float(n) for n in re.search(rb"/MediaBox \[([^\]]*)\]", body)[1].split()]
        stream = objects[re.search(rb"/Contents (\d+) 0 R", body)[1]]
        data = re.search(rb"stream\r?\n(.*)\nendstream", stream, re.DOTALL)[1]
        found.append((box, zlib.decompress(data).decode("latin-1")))
    return found


def curves_of(operators: str) -> list[np.ndarray]:
    """Return every open or closed curve of a page in mm, as arrays of points."""
    curves: list[list[tuple[float, float]]] = []
    for x, y, operator in re.findall(r"([\d.-]+) ([\d.-]+) ([ml])\n", operators):
        if operator == "m":
            curves.append([])
        curves[-1].append((float(x) * POINT, float(y) * POINT))
    return [np.array(curve) for curve in curves]


def areas_of(curves: list[np.ndarray]) -> list[shapely.Polygon]:
    areas = [shapely.Polygon(curve) for curve in curves if len(curve) > 2]
    return [area for area in areas if area.area > 0.01]


def sides(shape) -> tuple[float, float]:
    """Return the short and the long side of the smallest box around a shape."""
    corners = shapely.get_coordinates(shapely.oriented_envelope(shape))
    return tuple(sorted(np.hypot(*np.diff(corners[:3], axis=0).T)))


def cut_areas(scene: Scene) -> list[shapely.Polygon]:
    """Return the areas of a thing in mm."""
    shapes = [mark.shape for mark in scene.marks if shapely.get_dimensions(mark.shape) == 2]
    scaled = shapely.transform(shapes, lambda xy: xy / scene.per_mm)
    return [part for shape in scaled for part in shapely.get_parts(shape)]


# ---- true scale, measured in the file -------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "paper"),
    [
        ("unforged", "a4"),
        ("xwing", "letter"),
        *(pytest.param(game, "a4", marks=pytest.mark.slow) for game in GAMES if game != "unforged"),
    ],
)
def test_every_page_is_paper_with_a_scale_of_100_mm_and_4_inches(game, paper):
    pages = pages_of(printed(game, paper))
    assert pages
    for box, operators in pages:
        assert [side * POINT for side in box] == pytest.approx([0, 0, *sheet.PAPERS[paper]])
        ends = [curve for curve in curves_of(operators) if len(curve) == 2]
        ((_, y),) = {tuple(c[0]) for c in ends if np.ptp(c[:, 0]) == pytest.approx(101.6, abs=1e-3)}
        above = [c[0][0] for c in ends if c[0][1] == y < c[1][1] and c[0][0] == c[1][0]]
        below = [c[0][0] for c in ends if c[0][1] == y > c[1][1] and c[0][0] == c[1][0]]
        assert np.diff(above) == pytest.approx([10.0] * 10, abs=1e-3)
        assert np.diff(below) == pytest.approx([25.4] * 4, abs=1e-3)


@pytest.mark.parametrize("game", GAMES)
def test_everything_stands_in_the_file_at_its_true_size(game):
    """Each area that is cut is found with its area and its circumference."""
    drawn = []
    for _, operators in pages_of(printed(game)):
        drawn += [(area.length, area.area) for area in areas_of(curves_of(operators))]
    drawn = np.array(drawn)
    longest = sheet.PAPERS["a4"][1] - 2 * sheet.MARGIN
    wanted = set()
    for scene in sheet.parts(game):
        whole = shapely.total_bounds([mark.shape for mark in scene.marks]) / scene.per_mm
        if max(whole[2] - whole[0], whole[3] - whole[1]) <= longest:
            wanted |= {(round(a.length, 9), round(a.area, 9)) for a in cut_areas(scene)}
    assert wanted
    for length, area in wanted:
        # Curves are drawn by corners that lie up to 0.04 points, 0.014 mm, beside them.
        error = np.abs(drawn - (length, area)) / (2 * math.pi, length)
        assert error.max(axis=1).min() < 0.014, (length, area)


def test_xw151_xw152_the_lengths_of_xwing_in_the_pdf():
    """XW-151, XW-152: bases of 40 and 80 mm, strips of 20 mm by 40 to 200, rings of the radii."""
    drawn = [
        area
        for _, operators in pages_of(printed("xwing"))
        for area in areas_of(curves_of(operators))
    ]
    boxes = {tuple(np.round(sides(area), 2)) for area in drawn}
    assert {(40.0, 40.0), (80.0, 80.0)} <= boxes
    assert {(20.0, 40.0 * speed) for speed in range(1, 6)} <= boxes
    areas = np.array([area.area for area in drawn])
    for template in catalogue().maneuvers.templates.values():
        # A ring of a constant width has the area of the straight strip of its center line.
        assert np.abs(areas / (template.length * template.width) - 1).min() < 2e-4


def test_uf51_uf53_the_lengths_of_unforged_in_the_pdf():
    """UF-51, UF-53, UG-15, UG-1: circles of 3 and 5 inches, the teardrop, bases of 25 to 60 mm."""
    drawn = [
        area
        for _, operators in pages_of(sheet.pdf("unforged"))
        for area in areas_of(curves_of(operators))
    ]
    for across in (25.0, 32.0, 40.0, 60.0, 3 * 25.4, 5 * 25.4):
        circle = math.pi * across**2 / 4
        assert any(
            area.area == pytest.approx(circle, rel=1e-3)
            and sides(area) == pytest.approx((across, across), abs=0.03)
            for area in drawn
        )
    assert any(area.area == pytest.approx(12.4182 * 25.4**2, rel=1e-3) for area in drawn)
    beams = [area for area in drawn if sides(area) == pytest.approx((25.4, 203.2), abs=0.01)]
    assert len(beams) == 3 + 1  # the beam of 24 inches in three lengths, the ruler of 8


def test_lines_are_hairlines_and_only_sides_are_hatched():
    for game in ("xwing", "wild_patterns"):
        for page in laid(game):
            for item in page.pages[0].items:
                assert item.look.width <= sheet.HAIRLINE
                assert not item.hatching or item.mark.side is not None


def test_the_same_sheet_has_the_same_bytes():
    assert sheet.pdf("unforged") == printed("unforged")


@pytest.mark.slow
@pytest.mark.parametrize("paper", sheet.PAPERS)
def test_a_rasterized_page_measures_right(tmp_path, paper):
    """An independent reader of PDF draws the page: 10 pixels are a millimetre."""
    if shutil.which("pdftoppm") is None:
        assert "CI" not in os.environ, "CI must install poppler-utils"
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    square = Scene((Mark(shapely.box(0, 0, 60, 40), "template"),))
    pages = sheet.sheets([square], paper=paper)
    (tmp_path / "a.pdf").write_bytes(mpl.pages(pages, title="a square"))
    command = ["pdftoppm", "-r", "254", "-gray", "-singlefile", "a.pdf", "a"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    from PIL import Image

    with Image.open(tmp_path / "a.pgm") as image:
        dark = np.asarray(image) < 200
    height, width = dark.shape
    assert (width / 10, height / 10) == pytest.approx(sheet.PAPERS[paper], abs=0.1)
    margin = round(10 * sheet.MARGIN)
    columns = np.flatnonzero(dark[3 * margin])  # a row through the square
    assert (columns[0] - margin, columns[-1] - columns[0]) == pytest.approx((0, 400), abs=1.5)
    rows = np.flatnonzero(dark[:, margin + 200])  # a column: the square, then the scale
    top = round(10 * (sheet.MARGIN + 8))
    rows = rows[(rows > top - 5) & (rows < height - 300)]
    assert (rows[0] - top, rows[-1] - rows[0]) == pytest.approx((0, 600), abs=1.5)
    scale = dark[height - 250 : height - 100].sum(axis=1).max()
    assert scale == pytest.approx(1016, abs=3)


# ---- packing --------------------------------------------------------------------------------

things = st.builds(
    lambda w, h, turn: Scene(
        (Mark(shapely.affinity.rotate(shapely.box(0, 0, w, h), turn), "template"),)
    ),
    st.floats(1, 180),
    st.floats(1, 250),
    st.floats(0, 360),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(things, min_size=1, max_size=12), st.sampled_from(list(sheet.PAPERS)))
def test_things_keep_their_size_and_lie_apart_within_the_margins(scenes, paper):
    width, height = sheet.PAPERS[paper]
    wanted = [sides(scene.marks[0].shape) for scene in scenes]
    drawn = []
    for page in sheet.sheets(scenes, paper=paper):
        (drawing,) = page.pages
        shapes = [shapely.Polygon(item.areas[0][0] * POINT) for item in drawing.items if item.areas]
        inside = shapely.box(10, 18, width - 10, height - 24).buffer(ROOM)
        assert all(inside.covers(shape) for shape in shapes)
        assert all(a.distance(b) >= 3 - ROOM for a, b in combinations(shapes, 2))
        drawn += map(sides, shapes)
    room = height - 2 * sheet.MARGIN - 22
    lengths = [
        (w, h / n) for w, h in wanted for n in [math.ceil(h / room - 1e-9)] for _ in range(n)
    ]
    assert len(drawn) == len(lengths)
    # What is cut in lengths may be wider than long then.
    assert np.sort(np.sort(drawn), axis=0) == pytest.approx(
        np.sort(np.sort(lengths), axis=0), abs=1e-5
    )


def test_a_long_thing_is_cut_into_equal_lengths_that_are_named():
    ruler = Scene((Mark(shapely.box(0, 0, 700, 20), "template", label="ruler"),), "ruler")
    (page,) = sheet.sheets([ruler])
    labels = [item.mark.label for item in page.pages[0].items if item.areas]
    assert sorted(labels) == ["ruler\n1 of 3", "ruler\n2 of 3", "ruler\n3 of 3"]
    lengths = [np.ptp(item.areas[0][0][:, 1]) * POINT for item in page.pages[0].items if item.areas]
    assert lengths == pytest.approx([700 / 3] * 3)


@pytest.mark.parametrize("size", [(200, 300), (191, 191), (400, 400)])
def test_what_fits_on_no_page_is_refused_with_its_size(size):
    slab = Scene((Mark(shapely.box(0, 0, *size), "template"),), "slab")
    with pytest.raises(ValueError, match=rf"'slab' takes {size[0]}\.0 x {size[1]}\.0 mm: a page"):
        sheet.sheets([slab])


def test_nothing_to_print_is_no_page():
    assert sheet.sheets([]) == ()


@pytest.mark.parametrize(
    "scene",
    [
        Scene((), "a hole"),
        Scene((Mark(shapely.Point(float("nan"), 0), "end"),), "a hole"),
        Scene((Mark(shapely.Point(0, 0), "end"),), "a hole", per_mm=0.0),
    ],
)
def test_what_has_no_shape_is_refused(scene):
    with pytest.raises(ValueError, match="'a hole' needs a finite shape and a scale above zero"):
        sheet.sheets([scene])


@pytest.mark.parametrize("shape", [shapely.Point(3, 4), shapely.LineString([(0, 0), (30, 40)])])
def test_points_and_lines_lie_on_the_page(shape):
    (page,) = sheet.sheets([Scene((Mark(shape, "guide"),))])
    (item, _) = page.pages[0].items
    drawn = np.concatenate([*item.lines, item.points]) * POINT
    assert math.dist(drawn[0], drawn[-1]) == pytest.approx(shape.length)
    assert (drawn[:, 0].min(), drawn[:, 1].min()) == pytest.approx((10, 18))


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_named(game):
    """Each thing has a name, and a word that is printed inside of it (UF-39, XW-152, T-3)."""
    for scene in sheet.parts(game):
        assert scene.headline
        assert scene.headline == "board" or any(mark.label for mark in scene.marks)


@pytest.mark.parametrize("game", GAMES)
def test_names_are_printed_inside_of_what_they_name(game):
    for page in laid(game):
        (drawing,) = page.pages
        areas = [shapely.Polygon(item.areas[0][0]) for item in drawing.items if item.areas]
        ground = shapely.union_all(shapely.make_valid(areas))
        words = [text for text in drawing.texts if text.halo]
        assert words
        for text in words:
            assert ground.covers(shapely.Point(text.x, text.y - text.size / 3)), text.words


def test_names_that_are_not_known():
    with pytest.raises(UnknownName, match="no sheet 'xwnig'; did you mean 'xwing'"):
        sheet.pdf("xwnig")
    with pytest.raises(ValueError, match="no paper 'A5': expected a4 or letter"):
        sheet.sheets([], paper="A5")
