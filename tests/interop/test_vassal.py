"""Saves of VASSAL: the hidden text, lists in lists, places and turns, and whatever comes."""

import io
import math
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.games.xwing.components import default_folder
from tablesim.interop import vassal
from tablesim.interop.board import from_pixels
from tablesim.verdict import Quantum

SAVE = Path(__file__).parent / "data" / "table.vsav"
SHIP, ROCK = vassal.words().ship, vassal.words().obstacle
ESCAPE = "\x1b"


def joined(items, delimiter):
    """Write a list as VASSAL does: the delimiter within an item gets a backslash."""
    written = []
    for item in items:
        quoted = item.endswith("\\") or (len(item) > 1 and item[0] == item[-1] == "'")
        escaped = item.replace(delimiter, f"\\{delimiter}")
        written.append(f"'{escaped}'" if quoted else escaped)
    return delimiter.join(written)


def piece(id, traits, name, place):
    """Write a piece: its traits from the outside in, each with its type and its state."""
    type, state = f"piece;;;{name}.png;{name}", joined([*map(str, place), "7", "0"], ";")
    for kind, now in reversed(traits):
        type, state = joined([kind, type], "\t"), joined([now, state], "\t")
    return joined(["+", id, type, state], "/")


def ship(id, pilot, place, turn=0.0):
    traits = [
        ("rotate;1;65,130;Rotate;;;;", str(turn)),
        ("PROP;Pilot Name;false,0;", pilot),
        ("mark;Kind,Note", joined([SHIP, "a, b"], ",")),
        ("label;76,130;Label/Text\\;", "x/y"),
    ]
    return piece(id, traits, "ship", ("Contested Sector", *place))


def rock(id, name, place, turn=0):
    traits = [("rotate;360;93,130;91,130;;", str(turn)), ("mark;Kind", ROCK)]
    return piece(id, traits, name, ("Contested Sector", *place))


def game(*commands):
    inner = joined(["", "NULL"], ESCAPE)  # a command within a command
    return joined(["begin_save", inner, *commands, "end_save"], ESCAPE)


def vsav(text, member="savedGame", key=0x5C):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo(member), vassal.hidden(text, key), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


TABLE = game(
    joined(["+", "1", "stack", "Contested Sector;1291;1800;2"], "/"),
    ship("2", "Luke Skywalker", (1291, 1800), turn=-90.0),
    ship("3", "Academy Pilot", (1291, 700), turn=180.0),
    ship("4", "Academy Pilot", (1500, 700), turn=181.0),
    rock("5", "Asteroid 4", (1300, 1200), turn=330),
    rock("6", "Debris 1", (1000, 1000)),
    ship("7", "Wedge Antilles", (-400, 100)),
    ship("8", "Nobody", (1, 1)),
    piece("9", [("mark;Kind", "a card")], "Luke Skywalker", ("Hand", 10, 10)),
    piece("10", [("mark;Kind", SHIP)], "X-Wing", ("null", 10, 10)),
)


def test_the_sample_is_what_this_test_writes():
    assert vassal.revealed(vassal._member(SAVE.read_bytes(), "")) == TABLE


def test_a_save_is_read():
    """2.825 pixels are a mm, y grows downwards, turns are counter-clockwise from the top."""
    read = vassal.load(SAVE)
    table = read.table
    assert (table.game, table.area) == ("xwing", (2583 / 2.825, 2583 / 2.825))
    assert table.quantum == Quantum(1 / 2.825, 1.0)
    assert {thing.id: thing.pose.heading for thing in (*table.pieces, *table.terrain)} == {
        "luke-skywalker": 0.0,
        "academy-pilot": 270.0,
        "academy-pilot-2": 271.0,
        "asteroid-4": pytest.approx(90.0 + 30.0),  # the 330th of 360 headings, clockwise
    }
    luke = table["luke-skywalker"].pose
    assert (luke.x, luke.y) == pytest.approx((1291 / 2.825, (2583 - 1800) / 2.825))
    assert table["academy-pilot"].kind == "tie-fighter"


def test_it_agrees_with_the_reader_of_boards():
    row = {"id": "luke-skywalker", "kind": "x-wing", "x": 1291, "y": 1800, "heading": -90}
    board = from_pixels([row], size=(2583, 2583))
    luke = vassal.load(SAVE).table["luke-skywalker"].pose
    other = board["luke-skywalker"].pose
    assert (luke.x, luke.y, luke.heading) == pytest.approx((other.x, other.y, other.heading))
    assert vassal.load(SAVE).table.quantum == board.quantum


def test_what_was_left_out_is_said_with_place_and_reason():
    assert [(note.path, note.message) for note in vassal.load(SAVE).notes] == [
        ("command 9", "'Debris 1' is no obstacle that is known here: left out"),
        ("command 10", "'Wedge Antilles' lies beside the mat, at (-400, 100) px: left out"),
        ("command 11", "'Nobody' is no ship that is known here: left out"),
        ("command 13", "'X-Wing' is on no map: left out"),
        ("savedGame", "left out, neither ship nor obstacle: 1 of the pieces"),
    ]


@given(st.lists(st.text("ab\\'\t;,/", max_size=6).filter(lambda s: s != "'"), min_size=1))
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "/"])
def test_lists_come_back_as_they_were_written(delimiter, items):
    assert vassal.split(joined(items, delimiter), delimiter) == items


@given(st.text(st.characters(codec="utf-8"), max_size=30), st.integers(0, 255))
def test_what_is_hidden_is_revealed(text, key):
    assert vassal.revealed(vassal.hidden(text, key)) == text.removeprefix("\ufeff")


@given(st.integers(0, 2583), st.integers(0, 2583), st.integers(-720, 720))
def test_places_are_those_of_the_pixels(x, y, turn):
    """Half a turn of the board about its middle is half a turn of the table."""
    text = game(ship("1", "Luke Skywalker", (x, y), turn))
    one = vassal.loads(vsav(text)).table["luke-skywalker"].pose
    text = game(ship("1", "Luke Skywalker", (2583 - x, 2583 - y), turn + 180))
    half = vassal.loads(vsav(text)).table["luke-skywalker"].pose
    assert (one.x * 2.825, one.y * 2.825) == pytest.approx((x, 2583 - y))
    assert (half.x + one.x, half.y + one.y) == pytest.approx((2583 / 2.825,) * 2)
    assert math.cos(math.radians(half.heading - one.heading)) == pytest.approx(-1)


def test_another_board_and_another_scale():
    text = game(ship("1", "Luke Skywalker", (100, 100)))
    table = vassal.loads(vsav(text), size=(400, 200), px_per_mm=2.0).table
    assert table.area == (200, 100) and table["luke-skywalker"].pose.point == (50, 50)
    with pytest.raises(ValueError, match="px_per_mm = 0: expected a number above zero"):
        vassal.loads(vsav(text), px_per_mm=0)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "this is no zip that can be read"),
        (b"PK\x03\x04", "this is no zip that can be read"),
        (vsav(TABLE)[:-30], "this is no zip that can be read"),
        (vsav(TABLE, member="game"), "holds no 'savedGame'"),
    ],
)
def test_what_is_no_save_is_refused(raw, said):
    with pytest.raises(BadData, match=said):
        vassal.loads(raw)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("begin_save", "begins with !VCSK"),
        ("!VCSK", "come hex digits"),
        ("!VCSK00zz", "come hex digits"),
        ("!VCSK00ff", "byte 0xff is not UTF-8"),
        (vassal.hidden("moduledata"), "holds no saved game"),
    ],
)
def test_a_hidden_text_that_is_none_is_refused(text, said):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("savedGame", text)
    with pytest.raises(BadData, match=said):
        vassal.loads(buffer.getvalue())


def test_a_zip_bomb_is_refused(monkeypatch):
    monkeypatch.setattr(vassal, "LIMIT", 10_000)
    raw = vsav(game("x" * 50_000))
    assert len(raw) < 10_000
    with pytest.raises(BadData, match="unpacked it is larger than 10,000 bytes"):
        vassal.loads(raw)


def test_a_damaged_file_of_words_is_refused(tmp_path):
    text = (default_folder() / "vassal.toml").read_text(encoding="utf-8")
    (tmp_path / "vassal.toml").write_text(text.replace("mat_px", "mat"), encoding="utf-8")
    with pytest.raises(BadData, match=r"vassal.toml:.*mat_px: missing"):
        vassal.words(tmp_path)


messy = st.text("+/\t;,\\'x0.-9ae" + ESCAPE, max_size=40)


@given(st.lists(messy | messy.map(lambda text: f"+/1/{text}/{SHIP}{text}"), max_size=5))
@example([joined(["+", "1", "rotate;0;", SHIP], "/")])
@example([joined(["+", "1", "rotate;1;", f"nan\t{SHIP}"], "/")])
@example([ship("1", "Luke Skywalker", ("nan", 1)), ship("1", "Luke Skywalker", (1, "1e999"))])
@example([ship("1", "Luke Skywalker", (1, 1), turn="inf")])
@example(["\\\x1b" * 300])
def test_whatever_the_commands_are(commands):
    read = vassal.loads(vsav(game(*commands)))
    assert all(note.warning and note.message for note in read.notes)
    for thing in read.table.pieces:
        assert math.isfinite(thing.pose.x + thing.pose.y + thing.pose.heading)


def _spoiled(n):
    raw = bytearray(vsav(TABLE))
    raw[n] ^= 0xFF
    return bytes(raw)


@given(st.binary(max_size=80) | st.integers(0, len(vsav(TABLE)) - 1).map(_spoiled))
def test_whatever_the_bytes_are(raw):
    try:
        vassal.loads(raw)
    except BadData as error:
        assert error.mistakes


def test_headings_of_very_many_digits_are_left_out_with_a_note():
    text = game(
        ship("1", "Luke Skywalker", (1, 1)), rock("2", "Asteroid 4", (9, 9), turn="9" * 400)
    )
    read = vassal.loads(vsav(text))
    assert [thing.id for thing in read.table.pieces] == ["luke-skywalker"]
    assert read.table.terrain[0].pose.heading == (90 - int("9" * 400)) % 360
    many = rock("2", "Asteroid 4", (9, 9)).replace("rotate;360;", f"rotate;{'9' * 400};")
    assert many != rock("2", "Asteroid 4", (9, 9))
    (note,) = vassal.loads(vsav(game(many))).notes
    assert "expected 1 to 36,000 headings, got a number of more than 64 bits" in note.message


def test_a_zip_that_is_packed_otherwise_and_damaged_is_refused():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as file:
        file.writestr(vassal.MEMBER, vassal.hidden(TABLE))
    raw = bytearray(buffer.getvalue())
    raw[45:60] = bytes(15)
    with pytest.raises(BadData, match="this is no zip that can be read"):
        vassal.loads(bytes(raw))
