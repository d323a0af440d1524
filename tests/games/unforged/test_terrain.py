"""Terrain of position files as the rules see it: solids, storeys, stairs (UG-5)."""

import math

import pytest

import tablesim as ts
from tablesim.errors import BadData
from tablesim.games.unforged.catalogue import UnforgedCatalogue, catalogue
from tablesim.games.unforged.components import default_folder
from tablesim.games.unforged.terrain import battlefield

TRIANGLE = "outline = [[0, 0], [1, 0], [1, 1]]\n"
ROOM = "top = 1\nstoreys = [{{outline = {}, floor = {}, ceiling = 1}}]"
HEAD = 'format = 1\ngame = "unforged"\n'


def field(*terrain):
    table = ts.Table(game="unforged").add(*terrain)
    return battlefield(table, catalogue().terrain)


def test_ug_5_a_kind_is_placed_with_all_its_solids():
    """UG-5: turned by 90 degrees, the ruin's back wall stands at its west side."""
    ruin = field(ts.Terrain("r", kind="ruin", at=(10, 10), heading=90)).pieces["r"]
    back, side, floor = ruin.solids
    assert (back.name, back.bottom, back.top, back.standable) == ("back-wall", 0.0, 6.0, False)
    assert back.shape.bounds == pytest.approx((7.0, 7.0, 7.25, 13.0))
    assert side.shape.bounds == pytest.approx((7.25, 7.0, 13.0, 7.25))
    assert (floor.bottom, floor.top, floor.standable) == (2.9, 3.0, True)
    assert [storey.name for storey in ruin.storeys] == ["ground", "upper"]
    (stairs,) = ruin.links
    assert stairs.start == pytest.approx((11.2, 11.6))
    assert stairs.cost == pytest.approx(math.dist((1.6, -1.2, 0), (1.2, 0.9, 3)))


def test_a_stated_bottom_lifts_a_whole_kind():
    crate = field(ts.Terrain("c", kind="crate", at=(5, 5), bottom=3)).pieces["c"]
    assert (crate.solids[0].bottom, crate.solids[0].top) == (3.0, 4.25)
    upper = field(ts.Terrain("r", kind="ruin", at=(5, 5), bottom=1)).pieces["r"].storeys[1]
    assert (upper.floor, upper.ceiling) == (4.0, 7.0)


def test_an_outline_states_heights_and_flags_itself():
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    room = {"outline": square, "floor": 0.0, "ceiling": 2.0}
    piece = field(
        ts.Terrain("w", outline=square, bottom=0, top=2, climbable=False, storeys=[room])
    ).pieces["w"]
    (solid,) = piece.solids
    assert (solid.blocks_sight, solid.climbable, solid.standable) == (True, False, True)
    assert piece.storeys[0].holds(0.0) and not piece.storeys[0].holds(2.0)


def test_several_outlines_make_one_piece():
    """UG-5: what is part of one piece has one owner."""
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    found = field(
        ts.Terrain("sill", outline=square, top=1, part_of="house"),
        ts.Terrain("lintel", outline=square, bottom=2, top=3, part_of="house"),
        ts.Terrain("tree", outline=square, at=(9, 9), top=3),
    )
    assert found.names == ("house", "tree")
    assert [solid.prism.owner for solid in found.solids] == [0, 0, 1]
    assert [solid.piece for solid in found.solids] == ["house", "house", "tree"]


def test_ug_5_areas_never_block_sight():
    """UG-5: rubble and woods hide nothing, whatever a file says of their solids."""
    wood = field(ts.Terrain("w", kind="wood", at=(9, 9), blocks_sight=True)).pieces["w"]
    assert wood.area and not wood.solids[0].blocks_sight
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    bush = field(ts.Terrain("b", outline=square, top=1, area=True)).pieces["b"]
    assert not bush.solids[0].blocks_sight


def test_uf_52_big_ruins_have_big_storeys():
    """UF-52: the storeys of a big ruin count as big, those of a ruin do not."""
    big = field(ts.Terrain("b", kind="big-ruin", at=(20, 20)))
    assert [storey.big for storey in big.storeys] == [True]
    small = field(ts.Terrain("b", kind="ruin", at=(20, 20)))
    assert not any(storey.big for storey in small.storeys)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('kind = "wal"\nat = [1, 1]', "did you mean 'wall'?"),
        ('kind = "wall"\nat = [1, 1]\ntop = 3', "has its own heights; state only a bottom"),
        ("outline = [[0, 0], [1, 0], [1, 1]]", "missing key 'top'"),
        ("outline = [[0, 0], [1, 0], [1, 1]]\ntop = -1", "expected at least the bottom, 0, got -1"),
        (
            TRIANGLE + ROOM.format("[[0, 0], [1, 1], [1, 0], [0, 1]]", 0),
            "the outline of storey 0: an outline must not cross itself",
        ),
        (
            TRIANGLE + ROOM.format("[[0, 0], [1, 0], [1, 1]]", 2),
            "the ceiling of storey 0 does not lie above its floor",
        ),
        ('kind = "wall"\nat = [1, 1]\nclimable = true', "did you mean 'climbable'?"),
    ],
)
def test_bad_terrain_is_refused_at_its_place(said, words):
    with pytest.raises(BadData) as error:
        ts.loads(f'{HEAD}[[terrain]]\nid = "t"\n{said}\n')
    assert words in str(error.value)
    assert str(error.value).startswith("<text>:")


def test_models_stand_on_bases_of_the_game():
    with pytest.raises(BadData, match="a model of this game stands on a base; known: small"):
        ts.loads(f'{HEAD}[[piece]]\nid = "t"\nfootprint = {{disc = 1}}\nat = [1, 1]\n')


def test_terrain_comes_back_from_its_file():
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    room = {"outline": square, "floor": 0.0, "ceiling": 2.0}
    table = ts.Table(game="unforged", units="mm").add(
        ts.Terrain("w", outline=square, bottom=0.25, top=2, storeys=[room], part_of="x"),
        ts.Terrain("r", kind="ruin", at=(10, 10), bottom=1.5),
        ts.Piece("m", base="large", at=(20, 20), level=1.5, posture="down", height=2.5),
    )
    assert ts.loads(table.dumps()) == table
    assert "ceiling = 50.8" in table.dumps()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("top_in = 2.0", "top_in = -2.0", "expected at least the bottom, 0.0, got -2.0"),
        ("disc = 0.6", "disc = 0.0", "expected a positive number, got 0.0"),
        ("ceiling_in = 6.0", "ceiling_in = 3.0", "expected more than the floor, 3.0, got 3.0"),
        ("from = [1.6, -1.2]", "from = [1.6]", "expected 2 numbers, got [1.6]"),
        ("climbable = false", "climable = false", "did you mean 'climbable'?"),
        ("box = [-3.0, -0.25, 3.0, 0.25]", "box = [-3.0, 3.0]", "expected 4 numbers"),
        ("[[-3.75, -2.75], [3.75", "[[-9.75, -2.75], [3.75", "an outline must not cross itself"),
    ],
)
def test_a_wrong_data_file_names_the_place(tmp_path, old, new, words):
    text = (default_folder() / "terrain.toml").read_text()
    assert old in text
    (tmp_path / "terrain.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(BadData) as error:
        _ = UnforgedCatalogue(tmp_path).terrain
    assert words in str(error.value)
    assert str(error.value).startswith("terrain.toml:")
