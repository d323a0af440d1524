"""Position files under random tables, random damage and random values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import BadData, GeometryError
from tablesim.geometry import Disc, Hull, Outline, Pose, Rect
from tablesim.table import Piece, Question, Table, Terrain, files, loads

coordinates = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
points = st.tuples(coordinates, coordinates)
sizes = st.floats(1e-3, 1e5)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@st.composite
def rings(draw):
    """Return a simple ring: corners around a point at growing angles."""
    corners = draw(st.lists(st.floats(1, 100), min_size=3, max_size=9))
    poses = (Pose(0, 0, 360 * i / len(corners)).forward(r) for i, r in enumerate(corners))
    return [pose.point for pose in poses]


@st.composite
def footprints(draw):
    made = draw(
        st.builds(Disc, sizes)
        | st.builds(Rect, sizes, sizes)
        | rings()
        | st.lists(points, min_size=3)
    )
    if not isinstance(made, list):
        return made
    try:
        return draw(st.sampled_from([Hull, Outline]))(made)
    except GeometryError:
        return Disc(1)


@st.composite
def tables(draw):
    words = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "area": st.tuples(sizes, sizes),
                "title": st.text(st.characters(exclude_categories=["Cs"])),
                "units": st.sampled_from(["mm", "cm", "in"]),
                "edges": st.lists(st.sampled_from(["top", "bottom"])),
                "wind": coordinates,
            },
        )
    )
    ids = draw(st.lists(names, unique=True, max_size=6))
    placed = st.fixed_dictionaries(
        {"at": points}, optional={"heading": st.floats(-1e5, 1e5) | st.integers(-720, 720)}
    )
    own = st.fixed_dictionaries(
        {},
        optional={
            "seat": st.integers(0, 9),
            "tokens": st.integers(0, 5),
            "drawn": st.booleans(),
            "driver": st.just("anna"),
            "height": coordinates,
            "notes": st.dictionaries(names, st.text('ab\n"\\') | coordinates, max_size=2),
        },
    )
    shapes = (
        st.fixed_dictionaries({"kind": st.sampled_from(["cart", "barrel"])})
        | st.fixed_dictionaries({"base": st.sampled_from(["square", "round"])})
        | st.fixed_dictionaries({"footprint": footprints()})
    )
    grounds = st.fixed_dictionaries({"kind": st.just("pond")}) | st.fixed_dictionaries(
        {"footprint": footprints()}
    )
    things: list[Piece | Terrain | Question] = []
    pieces = ids[: draw(st.integers(0, len(ids)))]
    for id in ids:
        if id in pieces:
            lock = draw(st.none() | st.sampled_from(pieces))
            things.append(Piece(id, **draw(shapes), **draw(placed), **draw(own), lock=lock))
        else:
            top = draw(st.none() | st.floats(0, 100))
            things.append(Terrain(id, **draw(grounds), **draw(placed), top=top))
    if pieces:
        some = st.sampled_from(pieces)
        for _ in range(draw(st.integers(0, 2))):
            things.append(Question("push", by=draw(some), on=draw(some), distance=draw(sizes)))
    return Table(game="toy", **words).add(*things)


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
