"""A table is a value: each change gives a new one, and nothing wrong gets onto it."""

from __future__ import annotations

import dataclasses
import pickle

import pytest
import shapely

from tablesim.errors import GeometryError, UnknownName
from tablesim.geometry import Disc, Ellipse, Hull, Outline, Pose, Rect
from tablesim.scene import Drawable, Scene
from tablesim.table import KeySpec, Piece, Question, Table, Terrain, loads
from tablesim.table.catalogue import catalogue, known_games, register


def cart(id: str = "cart", **words) -> Piece:
    return Piece(id, **{"kind": "cart", "at": (100, 100), **words})


@pytest.fixture
def table() -> Table:
    return Table(game="toy").add(
        cart(seat=1, lock="tun"),
        Piece("tun", kind="barrel", at=(100, 220), heading=90, seat=0),
        Terrain("pond", kind="pond", at=(500, 300)),
        Question("push", by="cart", on="tun"),
        Question("weather"),
    )


def test_what_is_on_it(table):
    assert [piece.id for piece in table.pieces] == ["cart", "tun"]
    assert [thing.id for thing in table.terrain] == ["pond"]
    assert table["pond"] is table.terrain[0]
    assert "pond" in table
    assert "lake" not in table
    assert table.seats == (0, 1)
    assert table.area == (900.0, 600.0)
    assert (table.unit, table.units) == ("mm", "mm")
    assert table["cart"].footprint == Rect(40, 40)
    assert table.piece("tun").base == "round"
    assert table.gap("cart", "tun").distance == pytest.approx(120 - 20 - 16)
    assert table.gap("tun", "pond").distance > 0


def test_unknown_ids_are_named_with_the_nearest(table):
    with pytest.raises(
        UnknownName, match="nothing on the table is called 'crat'; did you mean 'cart'"
    ):
        table["crat"]
    with pytest.raises(UnknownName, match="is called 'zzz'; known: cart, "):
        table["zzz"]
    with pytest.raises(UnknownName, match="'crat'"):
        table.gap("tun", "crat")
    with pytest.raises(UnknownName, match="'crat'"):
        table.place("crat", at=(0, 0))
    with pytest.raises(UnknownName, match="'crat'"):
        table.remove("cart", "crat")
    with pytest.raises(UnknownName, match="'pond' is terrain; a piece is wanted"):
        table.piece("pond")


def test_nothing_changes_in_place(table):
    before = table.dumps()
    table.add(cart("two"))
    table.place("cart", at=(1, 2), tokens=3)
    table.remove("cart")
    assert table.dumps() == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.title = "other"


def test_place_moves_turns_and_changes(table):
    assert table.place("cart", at=(1, 2))["cart"].pose == Pose(1, 2)
    assert table.place("tun", at=(1, 2))["tun"].pose == Pose(1, 2, 90)
    assert table.place("tun", heading=80)["tun"].pose == Pose(100, 220, 80)
    assert table.place("tun", Pose(3, 4, 5))["tun"].pose == Pose(3, 4, 5)
    assert table.place("pond", Pose(3, 4, 5))["pond"].pose == Pose(3, 4, 5)
    changed = table.place("cart", tokens=2, kind="barrel", lock=None)
    assert changed["cart"].footprint == Disc(16)
    assert changed["cart"].state == {"tokens": 2}
    assert [piece.id for piece in changed.pieces] == ["cart", "tun"]
    with pytest.raises(UnknownName, match="unknown key 'tokns'; did you mean 'tokens'"):
        table.place("cart", tokns=1)
    with pytest.raises(GeometryError, match="within"):
        table.place("cart", at=(1e13, 0))


def test_remove_takes_along_all_that_speaks_of_a_piece(table):
    left = table.add(cart("third", escort=["tun", "cart"])).remove("tun")
    assert [piece.id for piece in left.pieces] == ["cart", "third"]
    assert "lock" not in left["cart"].state
    assert "escort" not in left["third"].state
    assert left.questions == (Question("weather"),)
    assert left["cart"].placed == table["cart"].placed
    assert loads(left.dumps()) == left
    assert table.remove("pond").terrain == ()


@pytest.mark.parametrize(
    ("thing", "error", "message"),
    [
        (cart("tun"), ValueError, "two things on the table are called 'tun'"),
        (Terrain("tun", kind="pond", at=(0, 0)), ValueError, "are called 'tun'"),
        (cart("a", kind="crat"), UnknownName, "piece 'a': kind: unknown kind 'crat'; did you mean"),
        (Piece("a", base="squre", at=(0, 0)), UnknownName, "unknown base 'squre'"),
        (Terrain("a", kind="pod", at=(0, 0)), UnknownName, "terrain 'a': kind: unknown kind 'pod'"),
        (cart("a", headng=90), UnknownName, "unknown key 'headng'; did you mean 'heading'"),
        (cart("a", tokens="two"), TypeError, "tokens: expected a whole number, got 'two'"),
        (cart("a", tokens=True), TypeError, "tokens: expected a whole number, got true"),
        (cart("a", tokens=-1), ValueError, "tokens: expected at least 0, got -1"),
        (cart("a", drawn=1), TypeError, "drawn: expected true or false, got 1"),
        (cart("a", driver="carl"), UnknownName, "unknown driver 'carl'; known: anna, bert"),
        (
            cart("a", lock="nun"),
            UnknownName,
            "lock: no piece 'nun' on the table; did you mean 'tun'",
        ),
        (cart("a", lock="pond"), UnknownName, "no piece 'pond'"),
        (cart("a", escort=["cart", "x"]), UnknownName, r"escort\[1\]: no piece 'x'"),
        (cart("a", seat="left"), TypeError, "seat: expected a whole number, got 'left'"),
        (
            cart("a", kind="barrel", driver="bert"),
            ValueError,
            "driver: 'bert' does not drive barrels",
        ),
        (cart(""), ValueError, "id: expected at least 1 character, got ''"),
        (cart("a\ud800"), ValueError, "half a character"),
        (cart("a", notes={"x": 1e13}), ValueError, r"notes.x: expected a number between"),
        (cart("a", tokens=7, base="round", kind=None), ValueError, "has room for 5"),
        (
            Piece("a", footprint="disc", at=(0, 0)),
            TypeError,
            "a footprint is a Disc, an Ellipse, a Rect",
        ),
        (
            Question("pusch"),
            UnknownName,
            "question 'pusch': ask: unknown ask 'pusch'; did you mean 'push'",
        ),
        (Question("push", by="cart"), ValueError, "missing key 'on': Who is pushed"),
        (Question("push", by="cart", on="x"), UnknownName, "on: no piece 'x'"),
        ("cart", TypeError, "a table holds pieces, terrain and questions, got 'cart'"),
    ],
)
def test_nothing_wrong_gets_onto_a_table(table, thing, error, message):
    with pytest.raises(error, match=message):
        table.add(thing)


def test_several_mistakes_of_a_piece_are_told_together(table):
    with pytest.raises(UnknownName, match=r"unknown kind 'crat'.*tokens: expected at least 0"):
        table.add(cart("a", kind="crat", tokens=-1))


def test_things_added_together_may_name_one_another():
    table = Table(game="toy").add(cart("a", lock="b"), cart("b", lock="a"))
    assert table["a"].state["lock"] == "b"


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"game": "tyo"}, UnknownName, "no game 'tyo'; known: toy; did you mean 'toy'"),
        (
            {"game": "toy", "area": (0, 5)},
            ValueError,
            r"area\[0\]: expected a number above 0, got 0",
        ),
        ({"game": "toy", "area": (1, 2, 3)}, ValueError, "area: expected 2 items, got 3"),
        ({"game": "toy", "area": (float("nan"), 2)}, ValueError, "got nan"),
        ({"game": "toy", "units": "inch"}, UnknownName, "unknown units 'inch'"),
        ({"game": "toy", "titel": "x"}, UnknownName, "unknown key 'titel'; did you mean 'title'"),
        ({"game": "toy", "edges": ["left"]}, UnknownName, r"edges\[0\]: unknown edges 'left'"),
        ({"game": "toy", "title": 5}, TypeError, "title: expected text, got 5"),
    ],
)
def test_a_wrong_table_says_why(words, error, message):
    with pytest.raises(error, match=message):
        Table(**words)


def test_state_of_the_whole_table():
    table = Table(game="toy", edges=["bottom", "top"], wind=90)
    assert table.state == {"edges": ("bottom", "top"), "wind": 90}
    assert loads(table.dumps()) == table


def test_without_a_game_there_are_only_bare_shapes():
    table = Table(area=(10, 20)).add(
        Piece("a", footprint=Disc(1), at=(1, 1)), Terrain("b", outline=[(2, 2), (3, 2), (3, 3)])
    )
    assert table.unit == ""
    assert table.gap("a", "b").distance == pytest.approx(2**0.5 - 1)
    with pytest.raises(UnknownName, match="unknown kind 'cart'; there are none"):
        table.add(cart())


def test_equality_and_hash(table):
    again = loads(table.dumps())
    assert again == table
    assert hash(again) == hash(table)
    assert again != table.place("cart", at=(1, 1))
    assert Table(game="toy") != Table(game="toy", title="x")


def test_pickle(table):
    assert pickle.loads(pickle.dumps(table)) == table


def test_repr_and_words(table):
    assert repr(table) == "<Table toy 900 x 600 mm: 2 pieces, 1 terrain>"
    assert repr(Table(area=(3, 4))) == "<Table 3 x 4: 0 pieces, 0 terrain>"
    assert "tun (barrel) at (100, 220), heading 90°" in str(table).splitlines()


def test_the_scene_shows_everything(table):
    scene = table.scene()
    assert isinstance(table, Drawable)
    assert isinstance(scene, Scene)
    roles = [mark.role for mark in scene.marks]
    assert roles == ["mat", "zone", "obstacle", "base", "facing", "base", "facing"]
    mat, _, pond, square, facing, tun, _ = scene.marks
    assert mat.shape.bounds == (0, 0, 900, 600)
    assert (square.label, square.side, tun.label) == ("cart", 1, "tun")
    assert pond.label == "pond"
    assert square.shape.equals(table["cart"].polygon)
    assert square.shape.contains(facing.shape)
    assert facing.shape.centroid.x > square.shape.centroid.x
    assert (scene.unit, scene.per_mm) == ("mm", 1.0)
    assert "tun (barrel)" in scene.desc


def test_geo_interface(table):
    shapes = [shapely.geometry.shape(thing) for thing in (*table.pieces, *table.terrain)]
    assert shapes[0].equals(table["cart"].polygon)


@pytest.mark.parametrize(
    "footprint",
    [
        Disc(3),
        Ellipse(5, 3),
        Rect(4, 5),
        Hull([(0, 0), (4, 0), (4, 4), (1, 3)]),
        Outline([(0, 0), (4, 0), (4, 4), (2, 1)]),
        Outline([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (2, 1), (2, 2)]]),
    ],
)
def test_every_footprint_has_a_form_in_files(footprint):
    table = Table(area=(99, 99)).add(
        Piece("p", footprint=footprint, at=(20, 20)),
        Terrain("t", footprint=footprint, at=(50, 50), heading=20),
        Terrain("u", footprint=footprint, at=(0, 0)),
    )
    assert loads(table.dumps()) == table


def test_games_are_registered_by_name(toy_game):
    assert "toy" in known_games()
    assert isinstance(catalogue("toy"), toy_game)
    assert catalogue("toy") is catalogue("toy")
    assert catalogue(None).game == catalogue("").game == ""
    with pytest.raises(ValueError, match=r"'package\.module:attribute', got 'toy_game'"):
        register("other", "toy_game")


def test_keyspec_types():
    assert KeySpec(int, "").types == (int,)
    assert KeySpec((int, str), "").types == (int, str)
