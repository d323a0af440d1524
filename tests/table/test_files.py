"""Position files: every mistake in one go, each in its place, and nothing lost on the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablesim.errors import BadData
from tablesim.geometry import Ellipse, Pose
from tablesim.table import Piece, Question, Table, files, load, loads

HEAD = 'format = 1\ngame = "toy"\n'
CART = '[[piece]]\nid = "a"\nkind = "cart"\nat = [100, 100]\n'


def mistakes(text: str) -> list[str]:
    """Return the mistakes of a text as ``LINE:COLUMN: path: message``."""
    with pytest.raises(BadData) as caught:
        loads(text)
    return [mistake.at("")[1:] for mistake in caught.value.mistakes]


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_good_file(good):
    table = loads(good)
    assert table.title == "Can the cart push the barrel?"
    assert table["cart"].pose == Pose(450, 300, 90)
    assert table["cart"].state == {"driver": "bert"}
    assert table["tun"].seat is None
    assert table["pond"].state == {"deep": True}
    assert table.questions == (Question("push", by="cart", on="tun"),)
    assert table.warnings == ()


def test_a_good_file_comes_back_as_it_is(good):
    units = 'title = "Can the cart push the barrel?"\nunits = "mm"\n'
    assert loads(good).dumps() == good.replace('title = "Can the cart push the barrel?"\n', units)


def test_ten_mistakes_in_one_go():
    text = """\
format = 1
game = "toy"
titel = "x"
area = [900.0, -600.0]

[[piece]]
id = "cart"
kind = "crat"
at = [450.0, "300"]
headng = 90.0

[[piece]]
id = "cart"
kind = "barrel"
at = [450.0, 400.5, 7]
driver = "bert"
lock = "crat"

[[piece]]
id = "c"
seat = -1
"""
    assert mistakes(text) == [
        "3:1: titel: unknown key 'titel'; did you mean 'title'?",
        "4:16: area[1]: expected a number above 0, got -600.0",
        "8:8: piece[0].kind: unknown kind 'crat'; did you mean 'cart'?",
        "9:14: piece[0].at[1]: expected a number, got '300'",
        "10:1: piece[0].headng: unknown key 'headng'; did you mean 'heading'?",
        "13:6: piece[1].id: two things are called 'cart'; the first stands in line 7",
        "15:6: piece[1].at: expected 2 items, got 3",
        "16:10: piece[1].driver: 'bert' does not drive barrels",
        "17:8: piece[1].lock: no piece 'crat' on the table; did you mean 'cart'?",
        "19:1: piece[2]: missing key 'at': Where the center is, [x, y] from the lower left corner.",
        "19:1: piece[2]: missing: one of kind, base, footprint",
        "21:8: piece[2].seat: expected at least 0, got -1",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["1:1: the file is empty; a position file begins with 'format = 1'"]),
        ("\ufeff \r\n", ["1:1: the file is empty; a position file begins with 'format = 1'"]),
        ("# nothing", ["1:1: missing key 'format': The version of this format: format = 1."]),
        ("format = 1.0", ["1:10: format: expected a whole number, got 1.0"]),
        ("format = 0", ["1:10: format: expected at least 1, got 0"]),
        (
            'format = 2\ngame = "chess"\nhistory = []',
            ["1:10: format: format 2 is newer than 1, the newest known here: update tablesim"],
        ),
        (
            'format = 1\ngame = "tyo"',
            ["2:8: game: no game 'tyo'; known: toy; did you mean 'toy'?"],
        ),
        ("format = 1\ngame = 5", ["2:8: game: expected text, got 5"]),
        (
            "format = 1\n" + CART,
            ["1:1: missing key 'game': kinds, bases and questions belong to one; known: toy"],
        ),
        ('format = 1\nunits = "inch"', ["2:9: units: unknown units 'inch'; did you mean 'in'?"]),
        (
            "format = 1\narea = [nan, inf]",
            [
                "2:9: area[0]: expected a number between -1e+12 and 1e+12, got NaN",
                "2:14: area[1]: expected a number between -1e+12 and 1e+12, got Infinity",
            ],
        ),
        (
            "format = 1\narea = [0xffffffffffffffffffff, 1e999]",
            [
                (
                    "2:9: area[0]: expected a number between -1e+12 and 1e+12, "
                    "got a number of more than 64 bits"
                ),
                "2:33: area[1]: expected a number between -1e+12 and 1e+12, got 1E+999",
            ],
        ),
        ("format = 1\narea = 900", ["2:8: area: expected a list, got 900"]),
        ("format = 1\npiece = 5", ["2:9: piece: expected a list, got 5"]),
        ("format = 1\npiece = [5]", ["2:10: piece[0]: expected a table {...}, got 5"]),
        ("format = 1\n[piece]\nid = 'a'", ["2:1: piece: expected a list, got a table"]),
        ("format = 1\npieces = []", ["2:1: pieces: unknown key 'pieces'; did you mean 'piece'?"]),
        ("format = 1\ntitle = 1979-05-27", ["2:9: title: expected text, got 1979-05-27"]),
        (
            HEAD + CART + "notes = {a = [1, 2024-01-01]}",
            [
                (
                    "7:18: piece[0].notes.a[1]: expected text or true or false or a whole number "
                    "or a number or a list or a table {...}, got 2024-01-01"
                ),
            ],
        ),
        (HEAD + "wind = true", ["3:8: wind: expected a number, got true"]),
        (
            HEAD + 'edges = ["left", 3]',
            [
                "3:10: edges[0]: unknown edges 'left'; known: top, bottom",
                "3:18: edges[1]: expected text, got 3",
            ],
        ),
        (
            HEAD + CART + 'base = "square"',
            [
                "7:1: piece[0].base: 'base' and 'kind' exclude one another; give one of them",
            ],
        ),
        (HEAD + CART + "id = 7", ["7:7: this key stands here for the second time"]),
        (
            HEAD + CART.replace('"a"', '""'),
            [
                "4:6: piece[0].id: expected at least 1 character, got ''",
            ],
        ),
        (
            HEAD + CART + "[piece.footprint]\ndisc = -1",
            [
                (
                    "7:8: piece[0].footprint: 'footprint' and 'kind' exclude one another; "
                    "give one of them"
                ),
                "8:8: piece[0].footprint.disc: expected a number above 0, got -1",
            ],
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nat = [1, 2]\nfootprint = {rect = [1, 0], dics = 3}',
            [
                "6:25: piece[0].footprint.rect[1]: expected a number above 0, got 0",
                "6:29: piece[0].footprint.dics: unknown key 'dics'; did you mean 'disc'?",
            ],
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nat = [1, 2]\nfootprint = {ellipse = [105, -70]}',
            ["6:30: piece[0].footprint.ellipse[1]: expected a number above 0, got -70"],
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nat = [1, 2]\nfootprint = {elipse = [105, 70]}',
            [
                "6:13: piece[0].footprint: missing: one of disc, ellipse, rect, hull, outline",
                "6:14: piece[0].footprint.elipse: unknown key 'elipse'; did you mean 'ellipse'?",
            ],
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nat = [1, 2]\nfootprint = {hull = [[0,0],[1,1],[2,2]]}',
            [
                (
                    "6:13: piece[0].footprint: a hull needs points that do not lie on one line, "
                    "got ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0))"
                ),
            ],
        ),
        (
            HEAD + '[[terrain]]\nid = "w"\noutline = [[0, 0], [10, 10], [10, 0], [0, 10]]',
            [
                (
                    "5:11: terrain[0].outline: terrain 'w': an outline must not cross itself: "
                    "Self-intersection[5 5]"
                ),
            ],
        ),
        (
            HEAD + 'units = "in"\n[[terrain]]\nid = "w"\ntall = 1\n'
            "outline = [[0, 0], [10, 10], [10, 0], [0, 10]]",
            [
                (
                    "6:1: terrain[0].tall: unknown key 'tall'; known: id, kind, outline, holes, "
                    "footprint, at, heading, bottom, ..."
                ),
                (
                    "7:11: terrain[0].outline: terrain 'w': an outline must not cross itself: "
                    "Self-intersection[5 5]"
                ),
            ],
        ),
        (
            HEAD + '[[terrain]]\nid = "w"\noutline = [[0, 0], [10, 10]]',
            [
                "5:11: terrain[0].outline: expected at least 3 items, got 2",
            ],
        ),
        (
            HEAD + '[[terrain]]\nid = "w"\noutline = [[0, 0], [10, 10], [5, 5], [0, 0]]',
            [
                (
                    "5:11: terrain[0].outline: terrain 'w': an outline must not cross itself: "
                    "Self-intersection[5 5]"
                ),
            ],
        ),
        (
            HEAD + '[[terrain]]\nid = "w"\nkind = "pond"\nholes = [[[0, 0], [1, 0], [1, 1]]]',
            [
                "5:1: terrain[0].kind: 'kind' also needs 'at'",
                "6:1: terrain[0].holes: 'holes' also needs 'outline'",
            ],
        ),
        (
            HEAD + '[[terrain]]\nid = "w"\nkind = "pond"\nat = [1, 2]\nbottom = 3\ntop = 2',
            [
                "8:7: terrain[0].top: terrain 'w': top 2.0 lies below bottom 3.0",
            ],
        ),
        (
            HEAD + CART + '[[terrain]]\nid = "a"\nkind = "pond"\nat = [1, 2]',
            [
                "8:6: terrain[0].id: two things are called 'a'; the first stands in line 4",
            ],
        ),
        (
            HEAD + CART + '[[question]]\nask = "pusch"\nby = "zz"',
            [
                "8:7: question[0].ask: unknown ask 'pusch'; did you mean 'push'?",
            ],
        ),
        (
            HEAD + CART + '[[question]]\nby = "a"',
            ["7:1: question[0]: missing key 'ask': What it is."],
        ),
        (
            HEAD + CART + '[[question]]\nask = "push"\nby = "b"\nforce = 3\ndistance = -1',
            [
                "7:1: question[0]: missing key 'on': Who is pushed.",
                "9:6: question[0].by: no piece 'b' on the table; known: a",
                "10:1: question[0].force: unknown key 'force'; known: ask, by, on, distance",
                "11:12: question[0].distance: expected at least 0, got -1",
            ],
        ),
        (
            'format = 1\n[[question]]\nask = "push"',
            [
                "1:1: missing key 'game': kinds, bases and questions belong to one; known: toy",
            ],
        ),
        (HEAD + CART + "tokens = 6", []),
        (
            HEAD + CART.replace('"cart"', '"barrel"') + "tokens = 6",
            [
                "3:1: piece[0]: a round base has room for 5 tokens",
            ],
        ),
        (
            'format = 1\ngame = "zzz"\n[[piece]]\nid = "a"\nkind = "cart"\nat = [1, "2"]\nfoo = 3',
            [
                "2:8: game: no game 'zzz'; known: toy",
                "6:10: piece[0].at[1]: expected a number, got '2'",
            ],
        ),
    ],
)
def test_each_kind_of_mistake(text, expected):
    if expected:
        assert mistakes(text) == expected
    else:
        loads(text)


def test_oval_bases_in_a_file():
    """Case D4, from a file in centimeters: the gap of an oval and a round base."""
    text = """\
format = 1
game = "toy"
units = "cm"
area = [90.0, 60.0]

[[piece]]
id = "knight"
footprint = {ellipse = [10.5, 7.0]}
at = [30.0, 30.0]

[[piece]]
id = "scout"
footprint = {disc = 1.6}
at = [36.0, 36.0]
"""
    table = loads(text)
    assert table["knight"].footprint == Ellipse(105, 70)
    assert table.gap("knight", "scout").distance == pytest.approx(26.022131, abs=5e-7)
    assert table.dumps() == text
    assert table.warnings == ()
    over = loads(text.replace("at = [30.0, 30.0]", "at = [5.24, 30.0]"))
    assert "'knight' stands 0.1 mm over the edge" in over.warnings[0].message


def test_a_base_over_the_edge_is_a_warning_and_no_mistake():
    table = loads(HEAD + CART.replace("[100, 100]", "[895.0, 20]"))
    (warning,) = table.warnings
    assert (
        warning.at("x.toml") == "x.toml:6:6: warning: piece[0].at: 'a' stands 15 mm over the edge"
    )
    assert table == Table(game="toy").add(Piece("a", kind="cart", at=(895, 20)))
    assert table.place("a", at=(20, 20)).warnings == ()


def test_a_base_flush_with_the_edge_is_no_warning():
    for at, heading in (("[20, 20]", 0), ("[880, 580]", 90), ("[20.0, 580.0]", 450.0)):
        text = HEAD + CART.replace("[100, 100]", at) + f"heading = {heading}"
        assert loads(text).warnings == ()
    assert len(loads(HEAD + CART.replace("[100, 100]", "[19.999, 20]")).warnings) == 1


def test_windows_line_ends_and_byte_order_mark_are_fine(good, tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(("\ufeff" + good.replace("\n", "\r\n")).encode())
    assert load(path) == loads(good)
    assert load(str(path)) == loads(good)
    path.write_bytes(("\ufeff" + good.replace("\n", "\r\n").replace("= 90.0", "= 'up'")).encode())
    with pytest.raises(BadData, match=rf"^{path}:11:11: piece\[0\].heading: expected a number"):
        load(path)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "1:1: the file is empty"),
        (b'format = 1\ntitle = "caf\xe9"\n', "2:13: byte 0xe9 is not UTF-8"),
        ("format = 1".encode("utf-16"), "1:1: byte 0xff is not UTF-8"),
        (b"format = 1 # " + b"x" * files.LIMIT, "1:1: the file is larger than 5,000,000 bytes"),
        (b"format = \n", "1:10: expected a value, got nothing"),
        (b"format = 1\n\x00", "2:1: "),
        (
            b'{"transcript":1,"game":"toy"}\n',
            "1:1: this looks like the transcript of a game, which",
        ),
    ],
)
def test_files_that_hold_no_position(tmp_path, raw, message):
    path = tmp_path / "a.toml"
    path.write_bytes(raw)
    with pytest.raises(BadData) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}:{message}")


def test_a_folder_and_a_missing_file(tmp_path):
    with pytest.raises(BadData, match="this is a folder"):
        load(tmp_path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.toml")


def test_saving_and_loading(good, tmp_path):
    table = loads(good)
    path = table.save(tmp_path / "a.toml")
    assert path == tmp_path / "a.toml"
    assert load(path) == table
    assert path.read_bytes() == table.dumps().encode()
    assert names_in(tmp_path) == ["a.toml"]


def test_a_failing_save_leaves_the_old_file(good, tmp_path, monkeypatch):
    path = tmp_path / "a.toml"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tablesim.files.os.fsync", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*/a\.toml'"):
            loads(good).save(path)
    assert path.read_text() == "old"
    assert names_in(tmp_path) == ["a.toml"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_cannot_be_written_leaves_the_old_file(good, tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("old")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            loads(good).save(path)
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "old"


def test_a_folder_in_the_way_leaves_no_trace(good, tmp_path):
    path = tmp_path / "a.toml"
    (path / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match=r"a\.toml"):
        loads(good).save(path)
    assert names_in(tmp_path) == ["a.toml"]


def test_no_folder_no_file(good, tmp_path):
    with pytest.raises(OSError, match="none"):
        loads(good).save(tmp_path / "none" / "a.toml")


def test_of_very_many_mistakes_the_first_hundred_are_told():
    """A hint for each of them, out of as many names, would take minutes."""
    carts = ((CART.replace('"a"', f'"cart{n}"'), f"kart{n}") for n in range(120))
    many = "".join(f'{cart}escort = ["{name}"]\n' for cart, name in carts)
    found = mistakes(HEAD + many)
    assert len(found) == 101
    assert found[0].startswith(
        "7:11: piece[0].escort[0]: no piece 'kart0' on the table; did you mean"
    )
    assert found[-1].endswith(": more mistakes follow: these are the first 100")


def test_values_that_are_nested_too_deeply_are_refused():
    (said,) = mistakes(f"{HEAD}{CART}notes = {'{a = ' * 60}1{'}' * 60}")
    assert "nested too deeply: more than 50 lists and tables" in said
    with pytest.raises(ValueError, match="notes is nested too deeply"):
        deep = []
        for _ in range(5000):
            deep = [deep]
        Piece("a", kind="cart", at=(1, 2), notes=deep)
