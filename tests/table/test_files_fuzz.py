"""Position files under random tables, random damage and random values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.table import files, loads

from .strategies import tables


@given(tables())
def test_a_table_comes_back_from_its_text_and_the_text_from_it(table):
    text = table.dumps()
    again = loads(text)
    assert again == table
    assert again.dumps() == text
    assert [thing.placed for thing in again.pieces] == [thing.placed for thing in table.pieces]


SCRAPS = [
    *(b"\n", b"\r", b"\x00", b"\xff", b"\xef\xbb\xbf", b"#", b"=", b",", b'"', b"'"),
    *(b"[", b"]]", b"{", b"}", b"[[[[[[", b"true", b"nan", b"-inf", b"1e400", b"1979-05-27"),
    *(b"9" * 30, b"0x" + b"f" * 40, b"[[piece]]\n", b"[[terrain]]\n", b"a.b.c = 1\n"),
    *(b'id = "cart"\n', b"footprint = {disc = 1}\n", b"units = 'in'\n"),
    b"outline = [[0,0],[1,0],[1,1]]\n",
]


@settings(max_examples=400)
@given(data=st.data())
def test_loading_raises_nothing_but_bad_data(data, good):
    """Cut, double, swap and inject: whatever comes of a file, it loads or says why it cannot."""
    raw = good.encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 12)))
        scrap = data.draw(
            st.sampled_from(SCRAPS) | st.binary(max_size=4) | st.just(raw[start:end] * 2)
        )
        raw = raw[:start] + scrap + raw[end:]
    try:
        table = loads(files._decoded(raw, "x.toml"))
    except BadData as error:
        assert error.mistakes
        lines = raw.count(b"\n") + 1
        assert all(1 <= m.line <= lines and m.column >= 1 and m.message for m in error.mistakes)
        assert not any(m.warning for m in error.mistakes)
    else:
        assert loads(table.dumps()) == table


VALUES = [
    *("1", "-1", "0", "1.5", "nan", "1e300", "1e-300", "99999999999999999999", "2024-01-01"),
    *("true", '"cart"', '"tun"', '""', '"in"', "[]", "{}", "[1, 2]", "[1e12, -1e12]"),
    *("[[0, 0], [4, 0], [4, 4]]", "[[[0, 0], [4, 0], [4, 4]]]", "{disc = 3}", "{rect = [1, 2]}"),
    *("{ellipse = [3, 2]}", "{ellipse = [3]}"),
    "{outline = [[0, 0], [4, 0], [4, 4]], holes = [[[3, 1], [3.5, 1], [3, 2]]]}",
    "{hull = [[0, 0], [0, 0], [1e-200, 0]]}",
]
KEYS = [
    *("format", "game", "title", "units", "area", "piece", "terrain", "question", "zzz"),
    *("id", "kind", "base", "footprint", "seat", "at", "heading", "tokens", "notes", "lock"),
    *("escort", "outline", "holes", "bottom", "top", "ask", "by", "on", "distance"),
]


@settings(max_examples=400)
@given(data=st.data())
def test_any_value_may_stand_in_any_place(data, good):
    """Well-formed TOML with wrong contents."""
    lines = good.split("\n")
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(lines) - 1))
        key = data.draw(st.sampled_from(KEYS))
        value = data.draw(st.sampled_from(VALUES))
        if data.draw(st.booleans()):
            lines.insert(at, f"{key} = {value}")
        elif "=" in lines[at]:
            lines[at] = f"{lines[at].split('=')[0]}= {value}"
    try:
        table = loads("\n".join(lines))
    except BadData as error:
        assert error.mistakes
    else:
        assert loads(table.dumps()) == table
