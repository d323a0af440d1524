"""GeoJSON: what stands on a table, what an answer shows, in the coordinates of the table."""

import json

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import shape

import tablesim as ts
from tablesim.interop import geojson
from tablesim.render import ROLES


def features(picture, **wanted):
    """Return the features with some properties."""
    found = geojson.collection(picture)["features"]
    return [f for f in found if all(f["properties"].get(k) == v for k, v in wanted.items())]


def test_a_table_gives_its_mat_pieces_and_terrain():
    table = ts.example("disputed-shot")
    found = geojson.collection(table)
    assert (found["type"], found["units"], found["title"]) == (
        "FeatureCollection",
        "mm",
        table.title,
    )
    things = (*table.pieces, *table.terrain)
    assert [f["properties"]["id"] for f in found["features"]] == ["mat", *(t.id for t in things)]
    for thing, feature in zip(things, found["features"][1:], strict=True):
        assert shape(feature["geometry"]).equals(thing.polygon)
        properties = feature["properties"]
        assert ts.Pose(properties["x"], properties["y"], properties["heading"]) == thing.pose
    (luke,) = features(table, id="luke")
    assert luke["properties"] == {
        "id": "luke",
        "role": "piece",
        "kind": "x-wing",
        "base": "small",
        "seat": 0,
        "pilot": "luke-skywalker",
        "x": 402.0,
        "y": 318.0,
        "heading": 68.0,
    }


@pytest.mark.parametrize("name", ["disputed-shot", "ruin", "mobile-arc", "bump"])
def test_every_mark_of_an_answer_is_a_feature(name):
    table = ts.example(name)
    judge = ts.judge(table)
    for question in table.questions:
        verdict = judge.ask(question)
        found = geojson.collection(verdict)
        assert found["title"] == verdict.answer
        marks = verdict.scene().marks
        assert len(found["features"]) == len(marks)
        for mark, feature in zip(marks, found["features"], strict=True):
            drawn = shape(feature["geometry"])
            assert drawn.equals_exact(mark.shape, 1e-9, normalize=True)
            assert feature["properties"]["role"] == mark.role


def test_arcs_and_measuring_line_of_a_shot():
    shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
    (line,) = features(shot, role="measure")
    assert shape(line["geometry"]).length == pytest.approx(shot.distance)
    assert len(features(shot, role="arc-edge")) == 2
    assert [f["properties"]["label"] for f in features(shot, role="band")] == ["1", "2", "3"]


def test_outlines_run_counter_clockwise():
    """RFC 7946, 3.1.6: outer rings counter-clockwise, holes clockwise."""
    ring = shapely.box(0, 0, 9, 9, ccw=False) - shapely.box(3, 3, 6, 6)
    (feature,) = geojson.collection(ts.Scene((ts.Mark(ring, "zone"),)))["features"]
    outer, hole = feature["geometry"]["coordinates"]
    assert shapely.LinearRing(outer).is_ccw and not shapely.LinearRing(hole).is_ccw


@given(st.sampled_from(ROLES), st.text(max_size=9), st.floats(-1e6, 1e6), st.booleans())
def test_any_mark_is_json_that_comes_back(role, label, x, faint):
    point = shapely.Point(x, x / 3)
    parts = shapely.GeometryCollection([point, shapely.box(0, 0, 1, 1)])
    for one in (point, parts):
        scene = ts.Scene((ts.Mark(one, role, label=label, faint=faint),), "A scene")
        (feature,) = json.loads(geojson.dumps(scene))["features"]
        assert shape(feature["geometry"]).equals_exact(one, 1e-9, normalize=True)
        assert feature["properties"].get("label", "") == label


def test_what_is_not_finite_is_refused():
    scene = ts.Scene((ts.Mark(shapely.Point(float("nan"), 0), "end"),))
    with pytest.raises(ValueError, match=r"marks\[0\] \(end\) has a coordinate that is no number"):
        geojson.collection(scene)


def test_a_file_is_written_whole_and_is_the_same_each_time(tmp_path):
    table = ts.example("ruin")
    path = geojson.save(table, tmp_path / "ruin.geojson")
    assert path.read_text(encoding="utf-8") == geojson.dumps(table)
    assert json.loads(path.read_text(encoding="utf-8"))["units"] == "in"
    assert [place.name for place in tmp_path.iterdir()] == ["ruin.geojson"]
