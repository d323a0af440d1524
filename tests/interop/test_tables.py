"""Tables of rows: CSV and Parquet there and back, mistakes in their line, and whatever comes."""

import csv
import importlib
import io
import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tablesim as ts
from tablesim.errors import BadData, TablesimError, UnknownName
from tablesim.interop import tables

SAMPLE = Path(__file__).parent / "data" / "positions.csv"

ids = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=8)
lengths = st.floats(-1e6, 1e6)


@st.composite
def positions(draw):
    """A table with ships, bare bases and shapes, some of which name one another."""
    table = ts.Table("xwing", area=(914.4, 914.4))
    names = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    for name in names:
        what = draw(
            st.sampled_from(
                [
                    {"kind": "x-wing", "pilot": "luke-skywalker"},
                    {"base": "large"},
                    {"footprint": ts.Rect(40.5, 20)},
                    {"footprint": ts.Hull([(0, 0), (9, 1), (3, 7)])},
                ]
            )
        )
        at = draw(lengths), draw(lengths)
        words = {"heading": draw(st.floats(0, 359)), "seat": draw(st.none() | st.integers(0, 3))}
        if draw(st.booleans()):
            words["stress"] = draw(st.integers(0, 3))
        table = table.add(ts.Piece(name, at=at, **what, **words))
    return table


@given(positions())
def test_csv_comes_back_as_it_was(table):
    (again,) = tables.loads(tables.dumps(table), game="xwing", area=table.area).values()
    assert again == table
    assert tables.dumps(again) == tables.dumps(table)


@given(st.dictionaries(ids, positions(), min_size=1, max_size=3))
def test_several_positions_come_back_by_name(named):
    text = tables.dumps(named)
    assert tables.loads(text, game="xwing", area=(914.4, 914.4)) == named
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(rows) == sum(len(table.pieces) for table in named.values())
    assert set(named) == {row["position"] for row in rows}


def test_a_sample_is_read():
    named = tables.load(SAMPLE, game="xwing")
    assert list(named) == ["before", "after"]
    before, after = named.values()
    assert before["luke"].state == {"stress": 1, "lock": "academy"}
    assert before["academy"].pose == ts.Pose(450, 540, 270)
    assert after["luke"].pose.y == 380.0 and "stress" not in after["luke"].state
    assert after["drum"].footprint == ts.Disc(16)


@pytest.mark.slow  # pyarrow is no part of the extra `test`
def test_parquet_comes_back_with_game_and_area(tmp_path):
    if "CI" in os.environ:
        importlib.import_module("pyarrow")  # CI has every extra
    parquet = pytest.importorskip("pyarrow.parquet")
    before, after = tables.load(SAMPLE, game="xwing").values()
    named = {"before": before, "after": after}
    path = tables.save(named, tmp_path / "a.parquet")
    assert tables.load(path) == named
    assert tables.load(tables.save(before, path)) == {"": before}
    (other,) = tables.load(path, area=(500, 500)).values()
    assert other.area == (500, 500)
    said = {"tablesim": '{"game": "xwong"}'}
    written = parquet.read_table(path).replace_schema_metadata(said)
    parquet.write_table(written, tmp_path / "b.parquet")
    with pytest.raises(BadData, match=r"says of its table cannot be: no game 'xwong'"):
        tables.load(tmp_path / "b.parquet")
    (tmp_path / "b.parquet").write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadData, match=r"b.parquet#rows:1:1: this is no Parquet file"):
        tables.load(tmp_path / "b.parquet")
    assert sorted(place.name for place in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    real = importlib.import_module

    def without(name, *more):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(TablesimError, match=r"Parquet needs pyarrow.*tablesim\[batch\]"):
        tables.save(ts.example("disputed-shot"), tmp_path / "a.parquet")
    assert not list(tmp_path.iterdir())


def test_files_are_written_whole_or_not_at_all(tmp_path):
    table = ts.example("disputed-shot")
    (tmp_path / "a.csv").write_text("old")
    with pytest.raises(ValueError, match="share game and area"):
        tables.save({"a": table, "b": ts.Table(area=(9, 9))}, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "old"
    assert tables.save(table, tmp_path / "a.csv").read_text(encoding="utf-8") == tables.dumps(table)
    with pytest.raises(ValueError, match=r"'a.txt': expected a name that ends in .csv or .parquet"):
        tables.save(table, tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "<text>:1:1: the file is empty; the first line names the columns"),
        ("id,id", "<text>:1:1: the column 'id' stands there twice"),
        ("id,x\nluke", "<text>:2:1: expected 2 cells, as in the first line, got 1"),
        ('id\n"luke', "<text>:2:1: this is no CSV: unexpected end of data"),
        ("kind,x,y\nx-wing,1,2", "<text>:2:1: a piece needs an id"),
        ("id,kind,x,y\n\nluke,x-wing,1,", "<text>:3:1: piece 'luke' needs a place: x and y"),
        ("id,kind,x,y\nluke,x-wing,a,2", "<text>:2:1: x: expected a number, got 'a'"),
        ("id,kind,x,y\nluke,x-wing,1,NaN", "<text>:2:1: y: expected a number, got 'NaN'"),
        (
            "id,kind,x,y,seat\nluke,x-wing,1,2,none",
            "<text>:2:1: seat: expected a whole number, got 'none'",
        ),
        (
            "id,kind,x,y\nluke,x-wing,1,2\nluke,x-wing,1,2",
            "<text>:3:1: two things on the table are called 'luke'",
        ),
        (
            "id,kind,x,y\na,x-wing,1,2\nb,x-wong,1,2",
            "<text>:3:1: piece 'b': kind: unknown kind 'x-wong'; did you mean 'x-wing'?",
        ),
        (
            "id,kind,x,y,lock\na,x-wing,1,2,c\nb,x-wing,1,2,",
            "<text>:2:1: piece 'a': lock: no piece 'c' on the table; known: a, b",
        ),
        (
            "id,kind,x,y,speed\na,x-wing,1,2,3",
            "<text>:2:1: piece 'a': speed: unknown key 'speed'; known: id, kind",
        ),
    ],
)
def test_mistakes_are_told_in_their_line(text, said):
    with pytest.raises(BadData) as caught:
        tables.loads(text, game="xwing")
    assert str(caught.value).splitlines()[0].startswith(said)


def test_the_mistakes_of_all_rows_are_told_at_once():
    with pytest.raises(BadData) as caught:
        tables.loads("id,kind,x,y\na,x-wing,b,2\nc,x-wing,3,d", game="xwing")
    assert [mistake.line for mistake in caught.value.mistakes] == [2, 3]
    with pytest.raises(UnknownName, match="no game 'chess'"):
        tables.loads("id", game="chess")


cells = st.sampled_from(
    [
        "",
        "a",
        "1",
        "-2.5",
        "1e400",
        "true",
        "[1]",
        '{"disc": 1}',
        '{"rect": [1]}',
        "x-wing",
        "9" * 400,
    ]
) | st.text(max_size=5)


@given(
    st.lists(
        st.fixed_dictionaries(
            dict.fromkeys(("id", "kind", "x", "y"), cells),
            optional=dict.fromkeys(("base", "footprint", "seat", "heading", "position"), cells),
        ),
        max_size=4,
    )
)
@example([{"id": "a", "kind": "x-wing", "x": "1", "y": "9" * 400}])
def test_whatever_the_cells_hold(rows):
    text = io.StringIO()
    columns = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(text, columns or ["id"])
    writer.writeheader()
    writer.writerows(rows)
    try:
        tables.loads(text.getvalue(), game="xwing")
    except BadData as error:
        assert all(mistake.line >= 2 for mistake in error.mistakes)


@given(st.text('"\n\r,ax1', max_size=40) | st.text(max_size=30))
def test_whatever_the_text_is(text):
    try:
        tables.loads(text, game="xwing")
    except BadData as error:
        assert error.mistakes
