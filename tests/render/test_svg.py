import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import shapely

from tablesim.render import THEMES, svg
from tablesim.scene import Mark, Scene

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d{1,2})?"
PATH = re.compile(rf"(?:M{NUMBER},{NUMBER}(?:L{NUMBER},{NUMBER})*Z?|[VH]{NUMBER})+")


def parse(scene, **options):
    return ET.fromstring(svg.draw(scene, **options))


@pytest.mark.parametrize("theme", THEMES)
def test_every_role_draws_as_well_formed_xml(every_role, theme):
    root = parse(every_role, theme=theme)
    groups = list(root.iterfind(f"{SVG}svg/{SVG}g"))
    assert len(groups) == len(every_role.marks)
    assert all(len(group) for group in groups)
    assert len({group.get("id") for group in groups}) == len(groups)
    for path in root.iter(f"{SVG}path"):
        assert PATH.fullmatch(path.get("d"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("whole", [False, True])
def test_same_bytes_twice(attack, theme, whole):
    assert svg.draw(attack, theme=theme, whole=whole) == svg.draw(attack, theme=theme, whole=whole)


def test_same_bytes_in_other_processes():
    program = (
        "import shapely; from tablesim.render import svg; from tablesim.scene import *;"
        "print(svg.draw(Scene(tuple(Mark(shapely.Point(i, i % 5).buffer(2), 'base', i % 3, f'n{i}')"
        " for i in range(12)))))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_numbers_have_two_decimals_and_no_negative_zero(attack, bump):
    for scene in (attack, bump):
        text = svg.draw(scene)
        assert not re.search(r"\d\.\d{3}", text)
        assert not re.search(r"[ML,\"]-0(?:\.0+)?[ML,Z\"]", text)


def test_a_picture_is_small_and_huge_arcs_are_cut():
    disc = shapely.Point(0, 0).buffer(1e7, quad_segs=20_000)
    marks = tuple(Mark(disc.buffer(i), role) for i, role in enumerate(("band", "arc", "zone")))
    text = svg.draw(Scene((*marks, Mark(disc.exterior, "band-edge")), frame=(0, 0, 300, 200)))
    assert len(text) < 5_000
    for x, y in re.findall(rf"({NUMBER}),({NUMBER})", text):
        assert -10 <= float(x) <= 810 and -10 <= float(y) <= 700


def test_typical_pictures_stay_under_200_kilobytes(attack, bump):
    assert all(
        len(svg.draw(scene, theme=theme, whole=True)) < 200_000
        for scene in (attack, bump)
        for theme in THEMES
    )


def test_y_points_up_on_the_table_and_down_on_the_page():
    low, high = shapely.Point(50, 0), shapely.Point(50, 100)
    root = parse(Scene((Mark(low, "end"), Mark(high, "end")), frame=(0, -10, 100, 110)))
    first, second = (float(circle.get("cy")) for circle in root.iter(f"{SVG}circle"))
    assert first > second
    assert first - second == pytest.approx(100 * 768 / 120, abs=0.011)


def test_words_are_escaped_and_controls_replaced():
    nasty = '<a & "b" \']]>\x00\x0b\ud800\ufffe'
    mark = Mark(shapely.box(0, 0, 9, 9), "base", 0, nasty, nasty)
    text = svg.draw(Scene((mark,), nasty, nasty, desc=nasty, unit="<mm>"))
    root = ET.fromstring(text.encode())
    shown = '<a & "b" \']]>\ufffd\ufffd\ufffd\ufffd'
    assert root.findtext(f"{SVG}title") == shown
    assert root.findtext(f"{SVG}desc") == shown
    assert next(root.iter(f"{SVG}g")).findtext(f"{SVG}title") == shown


def test_the_picture_says_what_it_shows(attack):
    root = parse(attack)
    assert root.findtext(f"{SVG}title") == attack.headline
    assert root.findtext(f"{SVG}desc") == attack.desc
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words[:2] == [attack.headline, attack.detail]
    for word in ("luke", "academy", "rock-1", "191.4 mm", "1", "2", "3", "100 mm"):
        assert words.count(word) == 1
    titles = [group.findtext(f"{SVG}title") for group in root.iter(f"{SVG}g")]
    assert "TIE <fighter>" in titles


def test_holes_stay_open():
    ring = shapely.box(0, 0, 30, 30) - shapely.box(10, 10, 20, 20)
    root = parse(Scene((Mark(ring, "obstacle"),)))
    (path,) = next(root.iter(f"{SVG}g"))
    assert path.get("d").count("Z") == 2
    panel = next(root.iterfind(f"{SVG}svg"))
    assert panel.get("fill-rule") == "evenodd"
    assert panel.get("overflow") == "hidden"


def test_hatching_stays_in_its_area_and_out_of_the_holes():
    ring = shapely.box(0, 0, 30, 30) - shapely.box(10, 10, 20, 20)
    root = parse(Scene((Mark(ring, "obstacle"),)), theme="print")
    outline, hatching = next(root.iter(f"{SVG}g"))
    rings = [
        [tuple(map(float, pair.split(","))) for pair in part.strip("MZ").split("L")]
        for part in outline.get("d").split("Z")[:-1]
    ]
    area = shapely.Polygon(rings[0], rings[1:]).buffer(0.02)
    strokes = hatching.get("d").split("M")[1:]
    assert len(strokes) > 50
    for stroke in strokes:
        line = shapely.LineString([tuple(map(float, p.split(","))) for p in stroke.split("L")])
        assert area.covers(line)


def test_pictures_without_marks_still_draw():
    assert parse(Scene((), "Nothing")).findtext(f"{SVG}title") == "Nothing"
    assert parse(Scene((Mark(shapely.Polygon(), "base", label="gone"),))) is not None
    assert parse(Scene((Mark(shapely.Point(3, 4), "end", label="here"),))) is not None


def test_a_shape_that_crosses_itself_still_draws():
    bow = shapely.Polygon([(0, 0), (10, 10), (10, 0), (0, 10)])
    scene = Scene((Mark(bow, "base", 0, "bow"),), frame=(0, 0, 8, 8))
    assert "base-1" in svg.draw(scene, theme="print")


def test_unknown_roles_and_broken_shapes_are_named():
    with pytest.raises(ValueError, match="unknown role 'rocket'"):
        svg.draw(Scene((Mark(shapely.Point(0, 0), "rocket"),)))
    with np.errstate(invalid="ignore"):
        broken = shapely.LineString([(0, 0), (float("nan"), 1)])
    with pytest.raises(ValueError, match=r"marks\[1\] \(path 'walk'\)"):
        svg.draw(Scene((Mark(shapely.Point(0, 0), "end"), Mark(broken, "path", label="walk"))))
    with pytest.raises(ValueError, match=r"frame \(0, 0, -1, 1\)"):
        svg.draw(Scene((), frame=(0, 0, -1, 1)))


def test_svg_needs_no_matplotlib():
    program = (
        "import sys; from tablesim.render import svg; from tablesim.scene import Scene;"
        "svg.draw(Scene(())); assert not any(m.startswith('matplotlib') for m in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
