"""Saves of Tabletop Simulator: places, turns and names, what is left out, and whatever comes."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData, UnknownName
from tablesim.games.xwing.components import default_folder
from tablesim.interop import tts
from tablesim.verdict import Quantum

SAVE = Path(__file__).parent / "data" / "table.json"
HALF = 914.4 / 2


def save(*things, **more):
    return json.dumps({"ObjectStates": list(things), **more})


def model(name, x=0.0, z=0.0, turn=0.0, **more):
    transform = {"posX": x, "posZ": z, "rotY": turn, "rotX": 0.0, "rotZ": 0.0}
    return {"Name": "Custom_Model", "Nickname": name, "Transform": transform, **more}


def test_a_save_is_read():
    """1 mm is 0.036125 units; a ship of rotY 180 looks away from the near edge, to our 90."""
    table = tts.load(SAVE).table
    assert (table.game, table.area) == ("xwing", (914.4, 914.4))
    assert table.quantum == Quantum(0.001, 0.001)
    places = {
        thing.id: (thing.kind, *thing.pose.point, thing.pose.heading)
        for thing in (*table.pieces, *table.terrain)
    }
    assert places == {
        "luke-skywalker": ("x-wing", HALF, HALF - 200, 90.0),
        "academy-pilot": ("tie-fighter", HALF + 100, HALF + 100, pytest.approx(270.0001)),
        "academy-pilot-2": ("tie-fighter", HALF - 100, HALF + 100, 240.0),
        "biggs-darklighter": (
            "x-wing",
            pytest.approx(HALF + 5 / 0.036125),
            pytest.approx(HALF - 2 / 0.036125),
            180.0,
        ),
        "asteroid-4": ("asteroid-4", pytest.approx(HALF + 1 / 0.036125), HALF, 30.0),
    }
    assert table.piece("luke-skywalker").state["pilot"] == "luke-skywalker"


def test_what_was_left_out_is_said_with_place_and_reason():
    notes = [(note.path, note.line, note.message) for note in tts.load(SAVE).notes]
    assert notes == [
        (
            "ObjectStates[4]",
            30,
            "'Wedge Antilles' lies beside the mat, at (1066, 457) mm: left out",
        ),
        (
            "ObjectStates[5]",
            36,
            "'Biggs Darklighter' is tilted by 40°: its place is that of its middle",
        ),
        ("ObjectStates[9]", 47, "'Yacht' is the name of no ship, pilot or obstacle"),
        (
            "ObjectStates[10]",
            48,
            "'Rookie Pilot' is left out: its Transform needs numbers posX, posZ and rotY",
        ),
        (
            "ObjectStates",
            4,
            "left out, neither ship nor obstacle: 2 of Card, 1 of Custom_Model_Bag",
        ),
    ]
    assert all(note.warning for note in tts.load(SAVE).notes)


def test_the_mod_decides_how_long_a_unit_is():
    thing = model("Luke Skywalker", x=3.637)
    later = tts.loads(save(thing, GameMode="X-Wing 2.0")).table
    assert later["luke-skywalker"].pose.x == HALF + 100
    assert tts.loads(save(thing), mod="x-wing-2").table["luke-skywalker"].pose.x == HALF + 100
    assert tts.loads(save(thing)).table["luke-skywalker"].pose.x > HALF + 100.6
    with pytest.raises(UnknownName, match="no mod 'x-wing'; did you mean 'x-wing-2'"):
        tts.loads(save(), mod="x-wing")


@given(
    st.floats(-450, 450), st.floats(-450, 450), st.floats(-720, 720), st.sampled_from([1.0, -1.0])
)
def test_turning_the_whole_table_turns_what_is_read(x, y, turn, side):
    """A mirror of the save is a mirror of the table; half a turn of it is one of the table."""
    k = 0.036125
    one = tts.loads(save(model("Luke Skywalker", x * k, y * k, turn))).table["luke-skywalker"].pose
    there = tts.loads(save(model("Luke Skywalker", -x * k, -y * k, turn + 180)))
    half = there.table["luke-skywalker"].pose
    assert (half.x, half.y) == pytest.approx((914.4 - one.x, 914.4 - one.y), abs=1e-5)
    assert math.cos(math.radians(half.heading - one.heading)) == pytest.approx(-1)
    there = tts.loads(save(model("Luke Skywalker", -x * k, y * k, -turn)))
    mirrored = there.table["luke-skywalker"].pose
    assert (mirrored.x, mirrored.y) == pytest.approx((914.4 - one.x, one.y), abs=1e-5)
    # Left and right change: a heading becomes its mirror image about the line ahead.
    ahead = math.radians(mirrored.heading), math.radians(180 - one.heading)
    assert math.cos(ahead[0] - ahead[1]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("X-Wing", "x-wing"),
        ("xwing", "x-wing"),
        ("T65 X-Wing", "x-wing"),
        ("TIE Fighter (Obsidian 1)", "tie-fighter"),
        ("[44aaff]Howlrunner[-]", "tie-fighter"),
        ("tie-fighter: nobody", "tie-fighter"),
    ],
)
def test_ships_are_known_by_their_names(name, kind):
    ((piece),) = tts.loads(save(model(name))).table.pieces
    assert piece.kind == kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not JSON"),
        ("[]", "this is no save of Tabletop Simulator"),
        ('{"ObjectStates": {}}', "this is no save of Tabletop Simulator"),
        ('{"ObjectStates": [NaN]}', "NaN is no number of JSON"),
        ('{"ObjectStates": [], "ObjectStates": []}', "this key stands there twice"),
    ],
)
def test_what_is_no_save_is_refused(text, said):
    with pytest.raises(BadData, match=said):
        tts.loads(text)


def test_files_that_are_no_text(tmp_path):
    (tmp_path / "a.json").write_bytes(b'{"a":\n "\xff"}')
    with pytest.raises(BadData, match=r"a.json:2:3: byte 0xff is not UTF-8"):
        tts.load(tmp_path / "a.json")
    with pytest.raises(BadData, match="this is a folder"):
        tts.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        tts.load(tmp_path / "b.json")


def test_a_damaged_file_of_words_is_refused(tmp_path):
    text = (default_folder() / "tts.toml").read_text(encoding="utf-8")
    (tmp_path / "tts.toml").write_text(text.replace("heading_deg", "heading", 1), encoding="utf-8")
    with pytest.raises(BadData, match=r"tts.toml:.*mods.tts-xwing.heading_deg: missing"):
        tts.words(tmp_path)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["Name", "Nickname", "Transform", "Tags", "posX", "posZ", "rotY", "rotX"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
names = st.sampled_from(["Luke Skywalker", "Asteroid 1", "TIE Fighter", "", "[", "x" * 99])
things = st.fixed_dictionaries(
    {},
    optional={
        "Name": st.sampled_from(["Custom_Model", "Card"]) | json_values,
        "Nickname": names | json_values,
        "Tags": st.lists(st.sampled_from(["Ship", "x"])) | json_values,
        "Transform": st.dictionaries(
            st.sampled_from(["posX", "posZ", "rotY", "rotX", "rotZ"]),
            st.floats(allow_nan=False, allow_infinity=False) | json_values,
        )
        | json_values,
    },
)


@given(st.lists(things | json_values, max_size=4))
def test_whatever_the_objects_are_they_are_placed_or_noted(objects):
    text = json.dumps({"ObjectStates": objects}, allow_nan=True)
    try:
        read = tts.loads(text)
    except BadData as error:
        assert error.mistakes
        return
    placed = len(read.table.pieces) + len(read.table.terrain)
    assert placed + len(read.notes) >= min(1, len(objects))
    for thing in (*read.table.pieces, *read.table.terrain):
        assert 0 <= thing.pose.x <= 914.4 and 0 <= thing.pose.y <= 914.4


@given(st.text(max_size=60) | st.just(save(model("X-Wing"))).map(lambda text: text[:-3] + "]"))
def test_whatever_the_text_is(text):
    try:
        tts.loads(text)
    except BadData as error:
        assert error.mistakes
