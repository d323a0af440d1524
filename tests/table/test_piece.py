"""Pieces, terrain and questions are values that say clearly what is wrong with them."""

from __future__ import annotations

import copy
import pickle

import pytest
import shapely
from shapely.geometry import shape

from tablesim.errors import GeometryError, UnknownName
from tablesim.geometry import Disc, Outline, Placed, Pose, Rect
from tablesim.table import Piece, Question, State, Terrain

SQUARE = [(0, 0), (60, 0), (60, 3), (0, 3)]


def test_a_piece_keeps_what_was_said():
    piece = Piece("luke", kind="x-wing", at=(450, 300), heading=90, seat=0, pilot="luke-skywalker")
    assert piece.pose == Pose(450, 300, 90)
    assert (piece.kind, piece.seat, piece.state["pilot"]) == ("x-wing", 0, "luke-skywalker")
    assert repr(piece) == (
        "Piece('luke', kind='x-wing', at=(450.0, 300.0), heading=90.0, seat=0, "
        "pilot='luke-skywalker')"
    )
    assert eval(repr(piece)) == piece


def test_a_shape_is_there_when_it_is_given():
    piece = Piece("a", footprint=Rect(40, 20), at=(100, 0), heading=90)
    assert piece.placed == Placed(Rect(40, 20), Pose(100, 0, 90))
    assert piece.polygon.bounds == pytest.approx((90, -20, 110, 20))
    assert shape(piece.__geo_interface__).equals(piece.polygon)


def test_a_kind_has_no_shape_before_its_table_looked_it_up():
    with pytest.raises(GeometryError, match=r"piece 'a' \(kind='cart'\) has no shape yet"):
        _ = Piece("a", kind="cart", at=(0, 0)).polygon


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({}, TypeError, "'a' needs exactly one of kind, base, footprint; got none"),
        ({"kind": "x", "base": "y"}, TypeError, "got kind and base"),
        ({"base": "x", "at": (1, 2, 3)}, TypeError, r"at must be two numbers"),
        ({"base": "x", "at": 7}, TypeError, r"at must be two numbers"),
        ({"base": "x", "at": ("1", "b")}, TypeError, r"got \('1', 'b'\)"),
        ({"base": "x", "heading": "north"}, TypeError, r"'north'"),
        ({"base": "x", "at": (float("nan"), 2)}, GeometryError, "piece 'a': a pose needs finite"),
        ({"base": "x", "at": (1e13, 2)}, GeometryError, "piece 'a'.*1e\\+12"),
        ({"base": "x", "tokens": object()}, TypeError, "tokens must be text"),
        ({"base": "x", "wind": float("inf")}, ValueError, "wind must be finite, got inf"),
    ],
)
def test_a_wrong_piece_says_why(words, error, message):
    with pytest.raises(error, match=message):
        Piece("a", **{"at": (0, 0), **words})


def test_the_id_is_text():
    with pytest.raises(TypeError, match="the id of a piece is text, got 7"):
        Piece(7, base="small", at=(0, 0))


def test_nothing_changes_in_place():
    piece = Piece("a", footprint=Disc(16), at=(0, 0), focus=1)
    with pytest.raises(AttributeError, match="piece 'a' cannot be changed"):
        piece.pose = Pose(1, 1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del piece.pose
    with pytest.raises(TypeError):
        piece.state["focus"] = 2
    with pytest.raises(AttributeError):
        piece.state.new = 2
    with pytest.raises(AttributeError):
        Question("push").ask = "pull"


def test_a_moved_piece_is_measured_anew():
    piece = Piece("a", footprint=Disc(16), at=(0, 0))
    assert piece.placed.bounds == (-16, -16, 16, 16)
    moved = piece.moved(Pose(100, 0))
    assert moved.placed.bounds == (84, -16, 116, 16)
    assert piece.placed.bounds == (-16, -16, 16, 16)
    with pytest.raises(GeometryError, match="1e\\+12"):
        piece.moved(Pose(1e13, 0))


def test_changed_replaces_one_shape_by_another_and_none_takes_away():
    piece = Piece("a", kind="cart", at=(1, 2), heading=30, seat=1, focus=1)
    assert piece.changed(base="square").stated == {
        "base": "square",
        "at": (1.0, 2.0),
        "heading": 30.0,
        "seat": 1,
        "focus": 1,
    }
    assert piece.changed(focus=None, seat=None) == Piece("a", kind="cart", at=(1, 2), heading=30)
    assert piece.changed(id="b").id == "b"
    wall = Terrain("w", outline=SQUARE, holes=[[(1, 1), (2, 1), (2, 2)]])
    assert wall.changed(footprint=Disc(3), at=(0, 0)) == Terrain("w", footprint=Disc(3), at=(0, 0))
    assert wall.changed(top=5).footprint == wall.footprint


def test_equal_values_are_equal_and_hash_alike():
    one = Piece("a", kind="cart", at=(1, 2), focus=1, edges=["x", {"y": 2}])
    two = Piece("a", kind="cart", at=(1.0, 2.0), heading=360, edges=("x", {"y": 2}), focus=1)
    assert one == two
    assert hash(one) == hash(two)
    assert one != two.changed(focus=2)
    assert one != two.moved(Pose(1, 3))
    assert one != "a"
    assert Piece("a", base="b", at=(0, 0)) != Terrain("a", kind="b", at=(0, 0))
    assert Question("push", by="a") == Question("push", by="a")
    assert len({Question("push", by="a"), Question("push", by="a"), Question("push", by="b")}) == 2


def test_values_can_be_copied_and_sent_to_other_processes():
    things = [
        Piece("a", kind="cart", at=(1, 2), notes={"x": [1, 2]}),
        Terrain("w", outline=SQUARE, top=5.0, deep=True),
        Question("push", by="a"),
    ]
    assert pickle.loads(pickle.dumps(things)) == things
    assert copy.deepcopy(things) == things


def test_state_is_a_frozen_mapping():
    state = State({"a": [1, [2]], "b": {"c": True}, "none": None})
    assert state == {"a": (1, (2,)), "b": {"c": True}}
    assert hash(state) == hash(State({"b": {"c": True}, "a": [1, [2]]}))
    assert list(state) == ["a", "b"]


def test_terrain_by_outline_stands_in_place():
    wall = Terrain("wall", outline=SQUARE, bottom=0.0, top=50.0)
    assert wall.polygon.equals(shapely.Polygon(SQUARE))
    assert (wall.bottom, wall.top) == (0.0, 50.0)
    turned = Terrain("wall", outline=SQUARE, at=(100, 0), heading=90)
    assert turned.polygon.bounds == pytest.approx((97, 0, 100, 60))
    pierced = Terrain(
        "ring", outline=[(0, 0), (9, 0), (9, 9), (0, 9)], holes=[[(3, 3), (6, 3), (6, 6)]]
    )
    assert pierced.polygon.area == pytest.approx(81 - 4.5)
    assert eval(repr(pierced)) == pierced


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"outline": [(0, 0), (1, 1), (1, 0), (0, 1)]}, GeometryError, "terrain 'w'.*cross itself"),
        ({"outline": SQUARE, "top": 1, "bottom": 2}, ValueError, "top 1 lies below bottom 2"),
        ({"kind": "pond"}, TypeError, "terrain 'w' needs a place"),
        ({"kind": "pond", "outline": SQUARE}, TypeError, "got kind and outline"),
        ({"kind": "pond", "at": (0, 0), "holes": [SQUARE]}, TypeError, "holes"),
    ],
)
def test_wrong_terrain_says_why(words, error, message):
    with pytest.raises(error, match=message):
        Terrain("w", **words)


def test_the_game_gives_base_and_shape(toy_game):
    game = toy_game()
    cart = Piece("a", kind="cart", at=(0, 0)).on(game)
    assert (cart.base, cart.footprint) == ("square", Rect(40, 40))
    assert cart == Piece("a", kind="cart", at=(0, 0))
    assert Piece("a", base="round", at=(0, 0)).on(game).footprint == Disc(16)
    assert isinstance(Terrain("p", kind="pond", at=(0, 0)).on(game).footprint, Outline)
    with pytest.raises(UnknownName, match="no kind 'crat'; did you mean 'cart'"):
        Piece("a", kind="crat", at=(0, 0)).on(game)
