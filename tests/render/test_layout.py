import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.render import THEMES
from tablesim.render.labels import place
from tablesim.render.layout import LONG_SIDE, MARGIN, frame_of, layout
from tablesim.render.text import width, wrap
from tablesim.scene import Mark, Scene


def labels_of(page):
    return place(page.items, page.view.panel)


def meet(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def on(box, x, y):
    return box[0] < x < box[2] and box[1] < y < box[3]


places = st.tuples(st.integers(30, 884), st.integers(30, 884))


@st.composite
def tables(draw):
    """Up to nine named bases and a rock on a mat, and a measured line between two bases."""
    spots = draw(st.lists(places, min_size=2, max_size=9, unique=True))
    names = draw(
        st.lists(
            st.text("abcdefgh ", min_size=1, max_size=12).filter(str.strip),
            min_size=len(spots),
            max_size=len(spots),
        )
    )
    marks = [
        Mark(shapely.box(x - 20, y - 20, x + 20, y + 20), "base", i % 2, name)
        for i, ((x, y), name) in enumerate(zip(spots, names, strict=True))
    ]
    x, y = draw(places)
    marks.append(Mark(shapely.Point(x, y).buffer(25), "obstacle", label="rock"))
    line = shapely.LineString(spots[:2])
    marks.append(Mark(line, "measure", label=f"{line.length:.1f} mm"))
    marks += [Mark(shapely.Point(spot), "end") for spot in spots[:2]]
    marks.append(Mark(shapely.Point(spots[-1]), "contact", label="touch"))
    return Scene((*marks, Mark(shapely.box(0, 0, 914, 914), "mat")))


@settings(max_examples=60, deadline=None)
@given(tables())
def test_labels_overlap_neither_each_other_nor_the_points_they_explain(scene):
    page = layout(scene)
    boxes = [label.box for label in labels_of(page)]
    assert len(boxes) == sum(bool(mark.label) for mark in scene.marks)
    for i, box in enumerate(boxes):
        assert not any(meet(box, other) for other in boxes[:i])
        left, top, right, bottom = page.view.panel
        assert left <= box[0] and box[2] <= right and top <= box[1] and box[3] <= bottom
    for item in page.items:
        if item.mark.role in {"end", "contact"}:
            for x, y in item.points.tolist():
                assert not any(on(box, x, y) for box in boxes)


@settings(max_examples=20, deadline=None)
@given(tables(), st.sampled_from(sorted(THEMES)))
def test_places_are_the_same_on_every_run_and_in_every_theme(scene, theme):
    assert [x.box for x in labels_of(layout(scene, theme=theme))] == [
        x.box for x in labels_of(layout(scene))
    ]


def test_a_base_carries_its_id_inside_if_it_fits():
    base = shapely.box(0, 0, 40, 40)
    big = layout(Scene((Mark(base, "base", 0, "luke"),)))
    (label,) = labels_of(big)
    x0, _, x1, _ = label.box
    mid = (big.view.panel[0] + big.view.panel[2]) / 2
    assert (x0 + x1) / 2 == pytest.approx(mid, abs=1)
    small = layout(Scene((Mark(base, "base", 0, "luke"),), frame=(-900, -900, 900, 900)))
    (label,) = labels_of(small)
    (item,) = small.items
    ring = item.areas[0][0]
    assert not meet(label.box, (*ring.min(axis=0), *ring.max(axis=0)))


def test_the_face_of_a_tile_stays_on_it_however_small_it_is():
    diamond = shapely.Polygon([(0, -1), (1, 0), (0, 1), (-1, 0)])
    page = layout(Scene((Mark(diamond, "tile", 2, "K"),), frame=(-90, -90, 90, 90)))
    (label,) = labels_of(page)
    x0, y0, x1, y1 = label.box
    left, top, right, bottom = page.view.panel
    assert x1 - x0 > 2 * page.view.scale
    assert (x0 + x1, y0 + y1) == pytest.approx((left + right, top + bottom), abs=1)


def test_an_id_makes_way_for_the_facing_arrow():
    base = shapely.box(0, 0, 40, 40)
    arrow = shapely.box(14, 14, 26, 26)
    page = layout(Scene((Mark(base, "base", 0, "luke"), Mark(arrow, "facing", 0))))
    (label,) = labels_of(page)
    (ring,) = next(item for item in page.items if item.mark.role == "facing").areas[0]
    assert not meet(label.box, (*ring.min(axis=0), *ring.max(axis=0)))


def test_a_measured_length_stands_beside_the_middle_of_its_line():
    line = shapely.LineString([(0, 0), (200, 80)])
    page = layout(Scene((Mark(line, "measure", label="215.4 mm"),)))
    (label,) = labels_of(page)
    (item,) = page.items
    drawn = shapely.LineString(item.lines[0])
    box = shapely.box(*label.box)
    assert 0 < drawn.distance(box) < 10
    assert drawn.project(box.centroid, normalized=True) == pytest.approx(0.5, abs=0.02)


def test_band_numbers_stand_in_their_bands(attack):
    page = layout(attack)
    placed = {label.lines[0]: label.box for label in labels_of(page)}
    for item in page.items:
        if item.mark.role == "band":
            box = placed[item.mark.label]
            assert shapely.Polygon(item.areas[0][0]).contains(shapely.box(*box))


def test_a_label_pushed_away_gets_a_leader():
    crowd = [Mark(shapely.Point(x, y), "end") for x in range(-8, 9) for y in range(-8, 9)]
    scene = Scene(
        (*crowd, Mark(shapely.Point(0, 0), "contact", label="touch")), frame=(-60,) * 2 + (60,) * 2
    )
    page = layout(scene)
    assert len(page.leaders) == 1
    x, y = page.leaders[0][2:]
    assert (x, y) == tuple(page.view.to_page(shapely.get_coordinates(shapely.Point(0, 0)))[0])


def test_labels_of_things_outside_the_frame_are_left_out():
    marks = (
        Mark(shapely.box(0, 0, 40, 40), "base", 0, "in"),
        Mark(shapely.box(500, 0, 540, 40), "base", 0, "out"),
    )
    page = layout(Scene(marks, frame=(-20, -20, 100, 100)))
    assert [label.lines for label in labels_of(page)] == [("in",)]


def test_cutting_an_area_leaves_no_stray_lines():
    """Neither where it touches the frame, nor where it had a spike."""
    spiked = shapely.Polygon([(0, 0), (50, 0), (50, 50), (90, 90), (50, 50), (0, 50)])
    beside = shapely.box(120, 0, 150, 50)
    frame = (10, 10, 120, 120)
    by = 8 * (frame[2] - frame[0]) / LONG_SIDE
    touching = shapely.box(120 + by, 0, 150, 50)
    marks = tuple(Mark(shape, "band") for shape in (spiked, beside, touching))
    page = layout(Scene(marks, frame=frame))
    assert [(len(item.areas), len(item.lines)) for item in page.items] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("scale", [None, 0.2])
def test_long_headlines_wrap_and_are_not_cut(scale):
    headline = " ".join(["a rather long answer in words"] * 12) + " " + "x" * 300
    scene = Scene((Mark(shapely.box(0, 0, 100, 60), "base"),), headline, headline)
    page = layout(scene, scale=scale)
    lines = [text for text in page.texts if not text.halo][:-1]
    assert "".join(text.words for text in lines).replace(" ", "") == 2 * headline.replace(" ", "")
    for text in lines:
        assert text.x + width(text.words, text.size, text.bold) <= page.width - MARGIN + 1e-9
        assert 0 < text.y < page.view.panel[1]


def test_the_frame_fits_what_is_asked_and_whole_shows_all():
    asked = Mark(shapely.box(100, 100, 200, 180), "base")
    mat = Mark(shapely.box(0, 0, 900, 900), "mat", faint=True)
    scene = Scene((asked, mat))
    assert frame_of(scene) == (92, 92, 208, 188)
    assert frame_of(scene, whole=True) == (-72, -72, 972, 972)
    framed = Scene((asked, mat), frame=(0, 0, 50, 40))
    assert frame_of(framed) == (0, 0, 50, 40)
    assert frame_of(framed, whole=True) == (-72, -72, 972, 972)
    assert frame_of(Scene((mat,))) == (-72, -72, 972, 972)
    thin = frame_of(Scene((Mark(shapely.LineString([(0, 0), (100, 0)]), "measure"),)))
    assert thin[3] - thin[1] == pytest.approx(40)


@given(st.floats(1e-3, 1e6), st.floats(0.1, 10))
def test_the_scale_bar_is_a_round_fifth_of_the_width(size, aspect):
    page = layout(Scene((), frame=(0, 0, size * aspect, size), unit="mm"))
    number, unit = page.bar.label.split()
    mantissa = float(number) / 10 ** math.floor(math.log10(float(number)) + 1e-9)
    assert round(mantissa, 6) in {1, 2, 5}
    assert unit == "mm"
    assert page.bar.length == pytest.approx(float(number) * page.view.scale)
    assert 0.12 < float(number) / (size * aspect) < 0.33


def test_inches_are_written_as_people_write_them():
    assert layout(Scene((), frame=(0, 0, 48, 48), unit='"')).bar.label == '10"'


def test_pages_are_800_wide():
    page = layout(Scene((), frame=(0, 0, 300, 100)))
    assert page.width == LONG_SIDE + 2 * MARGIN == 800


@settings(deadline=None)
@given(st.text(max_size=80), st.floats(5, 300), st.booleans())
def test_wrapped_lines_fit_and_lose_nothing(words, room, bold):
    lines = wrap(words, room, 10, bold)
    assert all(width(line, 10, bold) <= room for line in lines if len(line) > 1)
    assert sum(len(line.replace(" ", "")) for line in lines) == len("".join(words.split()))


def test_widths_err_on_the_safe_side():
    """Against the real font: never much too narrow, never far too wide."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    for words in ("In arc at range 2, obstructed by rock-1", "194.0 mm", "dark curse · XW-63"):
        for bold in (False, True):
            font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
            real = TextPath((0, 0), words, size=10, prop=font).get_extents().width
            assert 0.98 <= width(words, 10, bold) / real <= 1.1
