"""Several pictures on one sheet."""

import re
import xml.etree.ElementTree as ET

import pytest
import shapely
from matplotlib.figure import Figure

import tablesim as ts
from tablesim import render
from tablesim.render import THEMES, mpl, svg
from tablesim.render.labels import place
from tablesim.render.layout import MARGIN
from tablesim.render.spread import spread
from tablesim.scene import Mark, Scene, panels

SVG = "{http://www.w3.org/2000/svg}"


def scene(width=100.0, height=60.0, headline="", **more):
    marks = (Mark(shapely.box(10, 10, 50, 50), "base", 0, "luke"),)
    return Scene(marks, headline, frame=(0, 0, width, height), **more)


@pytest.fixture
def three(attack, bump):
    return panels([attack, bump, scene(headline="small")], columns=2, headline="Three")


def test_panels_share_one_scale_and_do_not_overlap(three):
    sheet = spread(three)
    assert len({page.view.scale for page in sheet.pages}) == 1
    boxes = [shapely.box(*page.view.panel) for page in sheet.pages]
    for i, box in enumerate(boxes):
        assert not any(box.distance(other) < MARGIN - 1e-9 for other in boxes[:i])
        x0, y0, x1, y1 = box.bounds
        assert x0 >= MARGIN and y0 > 0
        assert x1 <= sheet.width - MARGIN + 1e-9 and y1 < sheet.height


@pytest.mark.parametrize("game", ["guardians", "number_fields"])
def test_on_a_strip_a_board_has_its_words_in_their_places(game):
    strip = spread(panels([ts.game(game).new(seats=2).scene()] * 6, columns=3))
    page = strip.pages[0]
    labels = place(page.items, page.view.panel)
    named = [item for item in page.items if item.mark.role == "band" and item.mark.label]
    assert len(named) > 10
    for item in named:
        x0, y0, x1, y1 = shapely.MultiPoint(item.areas[0][0]).bounds
        boxes = [label.box for label in labels if label.lines == (item.mark.label,)]
        assert any(x0 < (a + c) / 2 < x1 and y0 < (b + d) / 2 < y1 for a, b, c, d in boxes), (
            item.mark.label
        )


def test_panels_of_a_row_begin_at_one_height():
    words = "a rather long caption that runs over several lines in its narrow column"
    sheet = spread(panels([scene(headline=words * 2), scene(headline="short")], columns=2))
    assert len({page.view.top for page in sheet.pages}) == 1


def test_every_panel_has_its_words_and_there_is_one_scale_bar(three):
    root = ET.fromstring(svg.draw(three))
    assert root.findtext(f"{SVG}title") == "Three"
    words = [text.text for text in root.iter(f"{SVG}text")]
    for caption in ("Three", "small"):
        assert words.count(caption) == 1
    assert sum(path.get("class") == "scale-bar" for path in root.iter(f"{SVG}path")) == 1
    assert sum(bool(re.fullmatch(r"\d+ mm", word)) for word in words) == 1


def test_ids_are_unique_on_the_sheet(three):
    root = ET.fromstring(svg.draw(three))
    ids = [group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")]
    assert len(ids) == len(set(ids)) == sum(len(s.marks) for s in three.scenes)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_panels_save_in_every_form_with_the_same_bytes(three, theme, ending, tmp_path):
    first = three.save(tmp_path / f"a.{ending}", theme=theme).read_bytes()
    assert render.save(three, tmp_path / f"b.{ending}", theme=theme).read_bytes() == first


def test_a_pdf_of_panels_is_at_true_scale():
    sheet = mpl.pdf(panels([scene(200, 100), scene(200, 100)], columns=2))
    (box,) = re.findall(rb"/MediaBox \[([^\]]*)\]", sheet)
    width = float(box.split()[2])
    assert width == pytest.approx(2 * 567 + 3 * MARGIN)  # 200 mm are 566.9 points


def test_plots_of_panels_make_axes_of_their_own(three):
    ax = three.plot()
    assert len(ax.figure.axes) == 3
    assert [round(x, 9) for x in ax.get_xlim()] == [0, 380]
    with pytest.raises(ValueError, match="3 panels do not fit on one pair of axes"):
        three.plot(Figure().subplots())


def test_columns_default_to_about_a_square():
    for count, columns in ((1, 1), (2, 2), (4, 2), (5, 3), (9, 3)):
        assert panels([scene()] * count).columns == columns


def test_captions_stand_above_the_answers():
    made = panels([scene(headline="answer"), scene()], captions=["one", "two"])
    assert [(s.headline, s.detail) for s in made.scenes] == [("one", "answer"), ("two", "")]


def test_panels_of_panels_are_laid_out_flat(three):
    assert len(panels([three, scene()]).scenes) == 4


@pytest.mark.parametrize(
    ("pictures", "options", "message"),
    [
        ([], {}, "no picture"),
        ([scene(), scene(unit='"')], {}, "share one scale"),
        ([scene()], {"captions": ["a", "b"]}, "2 captions for 1 pictures"),
        ([scene()], {"columns": 2}, "columns = 2: expected 1 to 1"),
        ([scene()], {"columns": 0}, "columns = 0"),
    ],
)
def test_mistakes_are_named(pictures, options, message):
    with pytest.raises(ValueError, match=message):
        panels(pictures, **options)


def test_scenes_and_panels_draw_themselves(three):
    for picture in (scene(headline="alone"), three):
        bundle = picture._repr_mimebundle_()
        assert bundle["image/svg+xml"] == picture.svg()
        assert bundle["text/plain"] == str(picture)
    assert str(scene(headline="alone")) == "alone"
    assert "small" in str(three)


def test_a_note_stands_beside_the_scale_bar_and_makes_room():
    note = "what all these signs mean, at some length " * 6
    plain, noted = spread(scene()), spread(scene(note=note))
    assert noted.height > plain.height
    (page,) = noted.pages
    lines = [text for text in page.texts if text.words in note and not text.halo]
    assert " ".join(line.words for line in lines) == note.strip()
    for line in lines:
        assert line.x > page.bar.x + page.bar.length
        assert page.view.panel[3] < line.y < noted.height


def test_a_hundred_labels_stay_under_200_kilobytes():
    marks = [
        Mark(
            shapely.box(90 * i, 90 * j, 90 * i + 40, 90 * j + 40),
            role,
            (i + j) % 2,
            f"{role} {i}.{j}",
            "a title",
        )
        for i in range(10)
        for j, role in enumerate(("base", "ghost", "easy", "usual", "hard", "barred") * 2)
        if j < 10
    ]
    crowd = Scene(tuple(marks), "A hundred labels", frame=(-50, -50, 950, 950))
    for theme in THEMES:
        text = svg.draw(crowd, theme=theme)
        assert text.count("<text") >= 100
        assert len(text.encode()) < 200_000
