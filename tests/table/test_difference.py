"""What differs between two tables."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tablesim.geometry import Disc, Pose
from tablesim.scene import Drawable
from tablesim.table import Changed, Moved, Piece, Question, Table, Terrain, loads

from .strategies import tables


@pytest.fixture
def table(good):
    return loads(good)


def test_nothing_differs(table):
    same = table.difference(loads(table.dumps()))
    assert not same
    assert str(same) == "nothing differs"
    assert same.scene().headline == "nothing differs"


@given(tables())
def test_a_table_does_not_differ_from_itself(table):
    assert not table.difference(table)


@given(tables(), tables())
def test_tables_that_differ_are_told_apart(a, b):
    there, back = a.difference(b), b.difference(a)
    assert bool(there) == bool(back)
    if not there:  # but for the order of things
        assert sorted(a.records(), key=str) == sorted(b.records(), key=str)
    assert (there.appeared, there.vanished) == (back.vanished, back.appeared)
    assert {(m.id, m.distance) for m in there.moved} == {(m.id, m.distance) for m in back.moved}


def test_moves_and_turns(table):
    found = table.difference(table.place("cart", at=(453, 304), heading=80).place("tun", heading=9))
    cart, tun = found.moved
    assert cart == Moved("cart", Pose(450, 300, 90), Pose(453, 304, 80))
    assert (cart.distance, cart.turn, tun.distance, tun.turn) == (5.0, -10.0, 0.0, 9.0)
    assert str(found).splitlines() == [
        "cart moved 5 mm and turned -10°",
        "tun turned 9°",
    ]
    assert not (found.changed or found.appeared or found.vanished)
    assert found


@pytest.mark.parametrize(
    ("before", "after", "turn"),
    [(350, 10, 20), (10, 350, -20), (0, 180, 180), (180, 0, 180), (90, 271, -179), (5, 5, 0)],
)
def test_turns_go_the_short_way(before, after, turn):
    assert Moved("a", Pose(0, 0, before), Pose(0, 0, after)).turn == pytest.approx(turn)


def test_changes(table):
    after = table.place("cart", tokens=2, driver=None, kind="barrel", seat=1)
    found = table.difference(after)
    assert found.changed == (
        Changed("cart", "kind", "cart", "barrel"),
        Changed("cart", "seat", 0, 1),
        Changed("cart", "driver", "bert", None),
        Changed("cart", "tokens", None, 2),
    )
    assert not found.moved
    assert "cart: driver bert -> none" in str(found)
    shaped = Table(area=(99, 99)).add(Piece("p", footprint=Disc(3), at=(9, 9)))
    (change,) = shaped.difference(shaped.place("p", footprint=Disc(4))).changed
    assert change == Changed("p", "footprint", {"disc": 3.0}, {"disc": 4.0})


def test_what_appeared_and_vanished(table):
    after = table.remove("tun").add(Terrain("wall", outline=[(0, 0), (9, 0), (9, 9)]))
    found = table.difference(after)
    assert (found.appeared, found.vanished) == (("wall",), ("tun",))
    assert "wall at (0, 0), heading 0° appeared" in str(found)
    assert "tun (barrel) at (450, 400.5), heading 0° vanished" in str(found)
    # A piece is no terrain, even if both bear one name.
    one = Table(area=(99, 99)).add(Piece("p", footprint=Disc(3), at=(9, 9)))
    two = Table(area=(99, 99)).add(Terrain("p", footprint=Disc(3), at=(9, 9)))
    found = one.difference(two)
    assert (found.appeared, found.vanished, found.moved) == (("p",), ("p",), ())


def test_the_table_itself_and_its_questions(table):
    other = Table(game="toy", title="Another", area=(800, 600), wind=3.0)
    other = other.add(*table.pieces, *table.terrain, Question("weather"))
    found = table.difference(other)
    assert found.changed == (
        Changed("", "title", "Can the cart push the barrel?", "Another"),
        Changed("", "area", [900.0, 600.0], [800.0, 600.0]),
        Changed("", "wind", None, 3.0),
        Changed("", "question", "push by=cart on=tun", None),
        Changed("", "question", None, "weather"),
    )
    assert "the table: title Can the cart push the barrel? -> Another" in str(found)


def test_terrain_moves_too(table):
    found = table.difference(table.place("pond", heading=45, deep=None))
    (moved,) = found.moved
    assert moved.id == "pond"
    assert found.changed == (Changed("pond", "deep", True, None),)
    roles = [mark.role for mark in found.scene().marks]
    assert roles.count("ghost") == 1 and "path" not in roles


def test_lengths_in_different_units_are_not_compared():
    mm, inches = Table(area=(9, 9), units="mm"), Table(area=(9, 9), units="in")
    with pytest.raises(ValueError, match=r"different units cannot be compared: \('mm', 'in'\)"):
        mm.difference(inches)


def test_plain_json(table):
    after = table.place("cart", at=(453, 304), tokens=1).remove("tun")
    data = table.difference(after).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["unit"] == "mm"
    assert data["moved"] == [
        {
            "id": "cart",
            "distance": 5.0,
            "turn": 0.0,
            "before": [450.0, 300.0, 90.0],
            "after": [453.0, 304.0, 90.0],
        }
    ]
    assert {"id": "cart", "key": "tokens", "before": None, "after": 1} in data["changed"]
    assert {"id": None, "key": "question", "before": "push by=cart on=tun", "after": None} in data[
        "changed"
    ]
    assert (data["appeared"], data["vanished"]) == ([], ["tun"])


def test_the_picture(table, tmp_path):
    after = table.place("cart", at=(550, 300), heading=0).remove("tun")
    found = table.difference(after.add(Piece("new", kind="barrel", at=(50, 50))))
    assert isinstance(found, Drawable)
    scene = found.scene()
    assert scene.headline == "1 moved, 1 changed, 1 appeared, 1 vanished"
    assert scene.desc == str(found)
    clear = [mark for mark in scene.marks if not mark.faint]
    ghosts = [mark for mark in clear if mark.role == "ghost"]
    assert [g.label for g in ghosts] == ["tun (gone)", ""]
    assert shapely.equals(ghosts[1].shape, table["cart"].polygon)
    (arrow,) = [mark for mark in clear if mark.role == "path"]
    assert arrow.label == "100 mm" and arrow.side == 0
    assert arrow.shape.coords[:] == [(470, 300), (530, 300)]  # from border to border
    head = clear[clear.index(arrow) + 1]
    assert head.role == "facing" and head.shape.bounds[2] == 530 and head.shape.bounds[0] < 530
    assert {m.label for m in clear if m.role == "base"} == {"cart", "new"}
    assert [mark.label for mark in scene.marks if mark.role == "obstacle" and mark.faint] == [
        "pond"
    ]
    assert "100 mm" in found.svg()
    assert found.save(tmp_path / "difference.svg").read_text().startswith("<svg")


def test_the_arrow_of_a_short_move_lies_upon_the_base(table):
    (arrow,) = [
        mark
        for mark in table.difference(table.place("cart", at=(455, 300))).scene().marks
        if mark.role == "path"
    ]
    assert arrow.shape.coords[:] == [(450, 300), (455, 300)]


@given(tables(), st.floats(-50, 50), st.floats(-50, 50))
def test_every_difference_can_be_drawn(table, dx, dy):
    shift = table.with_poses(table.poses() + np.array([dx, dy, 10.0]))
    scene = table.difference(shift).scene()
    assert len([mark for mark in scene.marks if mark.role == "ghost"]) == len(table.pieces)
