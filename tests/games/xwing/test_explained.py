"""A shot explained: the lengths that decide are drawn, and are the margins of the verdict."""

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import tablesim as ts

from .boards import attack, board, judge, rock, ship


def dimensions(scene):
    return {mark.label: mark.shape for mark in scene.marks if mark.role == "dimension"}


def strokes(shape):
    """The two strokes of a dimension, as points on the table."""
    first, second = (line.interpolate(0.5, normalized=True) for line in list(shape.geoms)[:2])
    return first, second


@pytest.fixture(scope="module")
def example():
    return ts.judge(ts.example("disputed-shot"))


def test_a_miss_is_drawn_from_the_target_to_the_arc(example):
    shot = example.attack("luke", "dark-curse")
    drawn = dimensions(shot.explained())
    assert list(drawn) == ["0.87 mm outside the front arc"]
    (shape,) = drawn.values()
    on_arc, on_target = strokes(shape)
    assert on_arc.distance(on_target) == pytest.approx(-shot.arc_margin, abs=1e-9)
    assert on_target.distance(shot.position["dark-curse"].polygon) < 1e-9
    assert shot.sector.margin(shot.position["dark-curse"].placed) == shot.arc_margin


def test_a_band_edge_is_the_stretch_beyond_the_end_of_the_line(example):
    shot = example.attack("luke", "academy")
    end, edge = strokes(dimensions(shot.explained())["0.29 mm inside range 2"])
    assert end.coords[0] == pytest.approx(shot.segment[1])
    assert shot.position["luke"].polygon.distance(edge) == pytest.approx(200, abs=1e-6)


def test_a_rock_that_is_passed_and_a_rock_that_is_cut():
    passed = attack(ship("a"), ship("b", 60, 160), rock("r", 55, 65, 75, 85))
    (label,) = [name for name in dimensions(passed.explained()) if "clear" in name]
    on_line, on_rock = strokes(dimensions(passed.explained())[label])
    assert on_line.distance(shapely.LineString(passed.segment)) < 1e-9
    assert on_rock.distance(passed.position["r"].polygon) < 1e-9
    cut = attack(ship("a"), ship("b", 60, 160), rock("r", 25, 35, 75, 85))
    (label,) = [name for name in dimensions(cut.explained()) if "into r" in name]
    p, q = strokes(dimensions(cut.explained())[label])
    assert p.distance(q) == pytest.approx(-cut.clearance, abs=1e-6)


def test_a_bullseye_and_a_deep_shot():
    far = attack(ship("a"), ship("b", 0, 150))
    assert all("arc" not in label for label in dimensions(far.explained()))  # 30 mm are not near
    hunter = ship("k", what="m12-l-kimogila-fighter")
    graze = judge(hunter, ship("b", 27, 150)).attack("k", "b", arc="bullseye")
    (label,) = [name for name in dimensions(graze.explained()) if "bullseye" in name]
    assert label == "0.88 mm inside the bullseye arc"


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.floats(60, 350), st.floats(-180, 180)),
    st.tuples(st.floats(-180, 180), st.floats(-180, 180)),
    st.tuples(st.floats(-100, 100), st.floats(50, 150)),
)
def test_whatever_is_drawn_is_a_margin_of_its_length(place, headings, stone):
    (far, way), (turn, other), (rx, ry) = place, headings, stone
    x, y = far * math.cos(math.radians(way)), far * math.sin(math.radians(way))
    shot = attack(ship("a", h=turn), ship("b", x, y, other), rock("r", rx, rx + 20, ry, ry + 20))
    for label, shape in dimensions(shot.explained()).items():
        p, q = strokes(shape)
        assert p.distance(q) == pytest.approx(float(label.split()[0]), rel=0.06, abs=0.005)
        measured = [shot.arc_margin, shot.clearance, *(abs(shot.distance - e) for e in shot.edges)]
        assert min(abs(p.distance(q) - abs(m)) for m in measured) < 1e-5


def test_the_closeup_shows_the_least_length_large(example):
    shot = example.attack("luke", "dark-curse")
    x0, y0, x1, y1 = shot.explained(closeup=True).frame
    assert x1 - x0 == pytest.approx(24 * 0.8697, rel=0.01) and x1 - x0 == pytest.approx(y1 - y0)
    p, q = strokes(dimensions(shot.explained(closeup=True))["0.87 mm outside the front arc"])
    assert shapely.box(x0, y0, x1, y1).contains(p) and shapely.box(x0, y0, x1, y1).contains(q)


def test_a_shot_without_a_near_limit_is_its_own_picture():
    shot = attack(ship("a"), ship("b", 0, 190, 5))
    plain = shot.explained(closeup=True)
    assert plain.frame == shot.scene().frame


def test_bases_in_contact_are_explained_by_their_contact():
    shot = attack(ship("a"), ship("b", 0, 40))
    assert not [label for label in dimensions(shot.explained()) if "range" in label]


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_theme(example, theme):
    text = example.attack("luke", "academy").explained().svg(theme=theme)
    assert "0.29 mm inside range 2" in text and len(text.encode()) < 200_000


def test_a_board_of_bare_bases_is_explained_too():
    table = board(ship("a"), ship("b", 122.5, 100))
    shot = ts.judge(table).attack("a", "b")
    assert any("arc" in label for label in dimensions(shot.explained()))
