"""Positions as rows and arrays, there and back."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import GeometryError, UnknownName
from tablesim.geometry import Disc, Ellipse, Hull, Outline, Pose, Rect
from tablesim.table import Piece, Table, loads

from .strategies import tables


@pytest.fixture
def table(good):
    return loads(good)


class Frame:
    """What a pandas data frame can do, as far as the table knows it."""

    def __init__(self, rows):
        self.rows = rows

    def to_dict(self, orient):
        assert orient == "records"
        return self.rows


def test_a_row_for_each_piece(table):
    first, second = table.records()
    assert first == {
        "id": "cart",
        "kind": "cart",
        "base": "square",
        "seat": 0,
        "x": 450.0,
        "y": 300.0,
        "heading": 90.0,
        "driver": "bert",
    }
    assert (second["id"], second["kind"], second["base"]) == ("tun", "barrel", "round")
    assert second["seat"] is None
    assert json.loads(json.dumps(table.records())) == table.records()


def test_rows_are_plain_all_the_way_down():
    piece = Piece("a", kind="cart", at=(1, 2), notes={"list": ["x", {"deep": True}]}, escort=["a"])
    (row,) = Table(game="toy").add(piece).records()
    assert row["notes"] == {"list": ["x", {"deep": True}]} and type(row["notes"]) is dict
    assert row["escort"] == ["a"] and type(row["escort"]) is list


@given(tables())
def test_pieces_come_back_from_their_rows(table):
    words = {"area": table.area, "title": table.title, "units": table.units}
    again = Table.from_records(table.records(), game="toy", **words, **table.state)
    assert again.pieces == table.pieces
    assert [piece.placed for piece in again.pieces] == [piece.placed for piece in table.pieces]
    through_json = json.loads(json.dumps(table.records()))
    assert Table.from_records(through_json, game="toy", **words).pieces == table.pieces


@pytest.mark.parametrize(
    ("footprint", "said"),
    [
        (Disc(3), {"disc": 3.0}),
        (Ellipse(5, 3), {"ellipse": [5.0, 3.0]}),
        (Rect(4, 5), {"rect": [4.0, 5.0]}),
        (Hull([(0, 0), (4, 0), (4, 4)]), {"hull": [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]}),
        (
            Outline([(0, 0), (9, 0), (9, 9)], [[(5, 1), (6, 1), (6, 2)]]),
            {
                "outline": [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]],
                "holes": [[[5.0, 1.0], [6.0, 1.0], [6.0, 2.0]]],
            },
        ),
    ],
)
def test_own_footprints_have_a_column(footprint, said):
    table = Table(area=(99, 99)).add(Piece("p", footprint=footprint, at=(20, 20)))
    (row,) = table.records()
    assert row["footprint"] == said
    assert "kind" in row and row["kind"] is None and row["base"] is None
    assert Table.from_records([row], area=(99, 99)) == table


def test_cells_of_data_frames():
    """numpy's own numbers, whole numbers as floats, and cells without anything in them."""
    rows = [
        {
            "id": "a",
            "kind": "cart",
            "base": math.nan,
            "seat": 1.0,
            "x": np.float32(1.5),
            "y": np.int64(2),
            "heading": np.float64("nan"),
            "tokens": np.float64(3.0),
            "drawn": np.bool_(True),
            "driver": None,
        },
        {"id": "b", "kind": None, "base": "round", "x": 5, "y": 6, "seat": None},
    ]
    table = Table.from_records(Frame(rows), game="toy")
    assert table["a"] == Piece("a", kind="cart", at=(1.5, 2), seat=1, tokens=3, drawn=True).on(
        table.catalogue
    )
    assert type(table["a"].seat) is int and type(table["a"].state["tokens"]) is int
    assert table["b"].seat is None


def test_a_data_frame_of_pandas_there_and_back(table):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table.records())
    assert Table.from_records(frame, game="toy").pieces == table.pieces
    frame["seat"] = frame["seat"].astype("Int64")  # with pandas.NA
    assert Table.from_records(frame, game="toy").pieces == table.pieces


@pytest.mark.parametrize(
    ("row", "error", "message"),
    [
        ({"kind": "cart", "x": 1, "y": 2}, ValueError, "row 1: a piece needs an id"),
        ({"id": "a", "kind": "cart", "x": 1}, ValueError, "row 1: piece 'a' needs a place: x and"),
        ({"id": "a", "x": 1, "y": 2}, TypeError, "row 1: piece 'a' needs exactly one of kind"),
        ({"id": 7, "kind": "cart", "x": 1, "y": 2}, TypeError, "row 1: the id of a piece is text"),
        ({"id": "a", "kind": "crat", "x": 1, "y": 2}, UnknownName, "did you mean 'cart'"),
        ({"id": "a", "kind": "cart", "x": 1, "y": 2, "tokns": 1}, UnknownName, "key 'tokns'"),
        ({"id": "a", "kind": "cart", "x": math.inf, "y": 2}, GeometryError, "row 1: piece 'a'"),
        ({"id": "a", "kind": "cart", "x": "1", "y": 2}, TypeError, "at must be two numbers"),
        ({"id": "a", "kind": "cart", "x": 1, "y": 2, "seat": 0.5}, TypeError, "seat: expected a"),
        ({"id": "zero", "kind": "cart", "x": 1, "y": 2}, ValueError, "are called 'zero'"),
        (
            {"id": "a", "kind": "cart", "base": "round", "x": 1, "y": 2},
            TypeError,
            "row 1: piece 'a' needs exactly one of kind, base, footprint; got kind and base",
        ),
        (
            {"id": "a", "footprint": {"disc": -1}, "x": 1, "y": 2},
            ValueError,
            "row 1: piece 'a': footprint.disc: expected a number above 0, got -1",
        ),
        (
            {"id": "a", "footprint": {"disk": 1}, "x": 1, "y": 2},
            UnknownName,
            "row 1: piece 'a': footprint.disk: unknown key 'disk'; did you mean 'disc'",
        ),
        (["a", 1, 2], TypeError, "row 1: a row is a mapping"),
    ],
)
def test_rows_that_cannot_be_used(row, error, message):
    rows = [{"id": "zero", "kind": "cart", "x": 0, "y": 0}, row]
    with pytest.raises(error, match=message):
        Table.from_records(rows, game="toy")


def test_poses_as_an_array(table):
    assert table.poses().tolist() == [[450, 300, 90], [450, 400.5, 0]]
    assert table.poses(["pond", "cart"]).tolist() == [
        [*table["pond"].pose.point, table["pond"].pose.heading],
        [450, 300, 90],
    ]
    assert table.poses([]).shape == Table(game="toy").poses().shape == (0, 3)
    assert table.poses().dtype == np.float64
    with pytest.raises(UnknownName, match="did you mean 'cart'"):
        table.poses(["crat"])


def test_things_stand_where_an_array_says(table):
    shifted = table.with_poses(table.poses() + np.array([10, -5, 300]))
    assert shifted["cart"].pose == Pose(460, 295, 30)
    assert shifted["tun"].pose == Pose(460, 395.5, 300)
    assert shifted.questions == table.questions and shifted.terrain == table.terrain
    assert table.with_poses(table.poses()) == table
    moved = table.with_poses([(1, 2, 3)], ids=["pond"])
    assert moved["pond"].pose == Pose(1, 2, 3) and moved.pieces == table.pieces
    assert moved["pond"].placed != table["pond"].placed


@given(tables(), st.randoms())
def test_arrays_say_what_place_says(table, rng):
    ids = [piece.id for piece in table.pieces] + [terrain.id for terrain in table.terrain]
    rng.shuffle(ids)
    rows = [(rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(0, 359)) for _ in ids]
    one_by_one = table
    for id, row in zip(ids, rows, strict=True):
        one_by_one = one_by_one.place(id, Pose(*row))
    all_at_once = table.with_poses(np.array(rows).reshape(-1, 3), ids)
    assert all_at_once == one_by_one
    assert all_at_once.poses(ids).tolist() == [list(row) for row in rows]


@pytest.mark.parametrize(
    ("array", "ids", "message"),
    [
        ([[1, 2, 3]], None, r"of shape \(2, 3\): x, y and heading of each; got \(1, 3\)"),
        ([1, 2, 3], ["cart"], r"got \(3,\)"),
        ([[1, 2]], ["cart"], r"got \(1, 2\)"),
        ([[1, 2, math.nan]], ["cart"], "'cart': a pose needs finite numbers"),
        ([[1, 2, 3], [1, 2, 3]], ["cart", "cart"], "'cart' is given two poses"),
        ([[1e13, 2, 3]], ["cart"], "must lie within"),
    ],
)
def test_arrays_that_cannot_be_used(table, array, ids, message):
    with pytest.raises(ValueError, match=message):
        table.with_poses(array, ids)


def test_neither_needs_pandas():
    lines = [
        "import sys, tablesim as ts",
        "rows = [{'id': 'a', 'base': 'small', 'x': 1, 'y': 2}]",
        "table = ts.Table.from_records(rows, game='xwing')",
        "print(table.records()[0]['x'], 'pandas' in sys.modules)",
    ]
    code = [sys.executable, "-c", "; ".join(lines)]
    said = subprocess.run(code, check=True, capture_output=True, text=True)
    assert said.stdout == "1.0 False\n"
