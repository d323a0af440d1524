"""The place of every value, and a writer that the standard library reads back."""

from __future__ import annotations

import tomllib
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.table import toml

TEXT = '''\
# a comment with = and [brackets]
title = "a # in \\"quotes\\""   # and after
"odd key".'b.c' = 1
wide = [ 1, [2, 3] , # two
   """x = ]""",
  { a = 1, "b" = [ 4 ] },
]
when = 1979-05-27 07:32:00
empty = []

[[piece]]
at = [450.0, 300]
foot = { disc = 16.0 , deep.er = true }
long = """
[[piece]]
not = "a key"
"""
[[piece]]
  at=[1,2]
[piece.notes]
x = 'C:\\'
[ other . "z" ]
y = 5
'''


def test_every_place_of_a_text_with_all_traps():
    document = toml.parse(TEXT)
    expected = {
        ("title",): (2, 9),
        ("odd key", "b.c"): (3, 19),
        ("wide",): (4, 8),
        ("wide", 0): (4, 10),
        ("wide", 1): (4, 13),
        ("wide", 1, 1): (4, 17),
        ("wide", 2): (5, 4),
        ("wide", 3): (6, 3),
        ("wide", 3, "a"): (6, 9),
        ("wide", 3, "b", 0): (6, 20),
        ("when",): (8, 8),
        ("empty",): (9, 9),
        ("piece", 0): (11, 1),
        ("piece", 0, "at"): (12, 6),
        ("piece", 0, "at", 1): (12, 14),
        ("piece", 0, "foot", "disc"): (13, 17),
        ("piece", 0, "foot", "deep", "er"): (13, 34),
        ("piece", 0, "long"): (14, 8),
        ("piece", 1): (18, 1),
        ("piece", 1, "at", 0): (19, 7),
        ("piece", 1, "notes"): (20, 1),
        ("piece", 1, "notes", "x"): (21, 5),
        ("other", "z", "y"): (23, 5),
    }
    assert {path: document.place(path) for path in expected} == expected
    assert document.place(("piece", 1, "at"), on_key=True) == (19, 3)
    assert document.place(("odd key", "b.c"), on_key=True) == (3, 11)
    assert document.place(("piece", 1, "notes"), on_key=True) == (20, 8)
    assert document.place(("no", "such")) == (1, 1)


def test_windows_line_ends_and_byte_order_mark_change_no_place():
    document = toml.parse("\ufeff" + TEXT.replace("\n", "\r\n"))
    assert document.place(("piece", 1, "at", 0)) == (19, 7)
    assert document.data == toml.parse(TEXT).data


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a = \n", 1, 5, "expected a value, got nothing: a text stands in straight quotes"),
        ("a = 1\nb 2\n", 2, 3, "expected KEY = VALUE, got '2' after the key"),
        ("a = 1\na = 2\n", 2, 6, "this key stands here for the second time"),
        ("\n[[piece]\n", 2, 8, "Expected ']]'"),
        ('a = "x', 1, 7, "Unterminated string"),
        ("a = 1\r\r\nb = 2", 1, 6, "the line should end here, got nothing"),
        ("\r\r\n", 1, 1, "expected KEY = VALUE"),
        ("a = [1,", 1, 8, "expected a value, got nothing"),
        ("a = luke", 1, 5, "expected a value, got 'luke': a text stands in straight quotes"),
        ("a = \u201cluke\u201d", 1, 5, "got '\u201cluke\u201d': a text stands in straight quotes"),
        ('a = "luke\nb = 1', 1, 10, "a text ends in the line in which it begins"),
        ("at = 4,5", 1, 7, "the line should end here, got ',5': several numbers stand in"),
        ("[piece]\n[piece]", 2, 7, r"each has two brackets: \[\[piece\]\]"),
        ("{'a': 1}", 1, 1, r"expected KEY = VALUE or \[\[piece\]\], got \"{'a':\""),
        ("a = " + "[" * 5000 + "]" * 5000, 1, 1, "nested too deeply"),
        ("a = " + "9" * 5000, 1, 1, "Exceeds the limit"),
    ],
)
def test_errors_of_syntax_have_their_place(text, line, column, message):
    with pytest.raises(BadData, match=message) as caught:
        toml.parse(text, "shot.toml")
    (mistake,) = caught.value.mistakes
    assert (mistake.line, mistake.column) == (line, column)
    assert "(at " not in mistake.message
    assert str(caught.value).startswith(f"shot.toml:{line}:{column}: ")


def test_floats_are_read_with_all_their_digits():
    assert toml.parse("a = 1_0.123456789012345678901").data["a"] == Decimal(
        "10.123456789012345678901"
    )
    assert toml.parse("a = 1e99999999999999999999").data["a"] == float("inf")


texts = st.text(max_size=12)
keys = st.text(min_size=0, max_size=8) | st.sampled_from(["a", "b-c", "at"])
plain = texts | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)
tables = st.dictionaries(keys, values, max_size=4)
documents = st.dictionaries(keys, values | st.lists(tables, min_size=1, max_size=3), max_size=5)


@given(documents)
@example({"": "\x00\x1f\x7f\x85\u2028\ufeff\\\"'\t\r\n\U0001f680"})
@example({"a": [], "b": {}, "c": [{}], "d": [[{}], [{"x": [1.0] * 60}]]})
def test_the_standard_library_reads_what_the_writer_writes(data):
    text = toml.dumps(data)
    assert tomllib.loads(text) == data
    assert tomllib.loads(text.replace("\n", "\r\n")) == data


@given(documents)
def test_every_value_has_a_place_and_the_place_is_right(data):
    """At each place that the walk found, the text goes on with that very value."""
    text = toml.dumps(data)
    lines = text.split("\n")
    document = toml.parse(text)

    def visit(value, path):
        line, column = document.values[path]
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        if isinstance(value, dict):
            assert rest.startswith(("{", "[["))
            for key, item in value.items():
                at, from_ = document.keys[(*path, key)]
                assert lines[at - 1][from_ - 1 :].startswith(
                    (toml._key(key), "[[" + toml._key(key))
                )
                visit(item, (*path, key))
        elif isinstance(value, list):
            assert rest.startswith("[")
            for i, item in enumerate(value):
                visit(item, (*path, i))
        else:
            assert rest.startswith(toml._written(value))

    for key, value in document.data.items():
        visit(value, (key,))


@given(st.text(alphabet="ab=[]{}.,#\"'\\\n 1-:", max_size=60))
def test_the_walk_reaches_the_end_of_all_that_is_valid(text):
    """Whatever the standard library accepts, the walk accepts, with a place for every value."""
    try:
        expected = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        with pytest.raises(BadData):
            toml.parse(text)
        return
    document = toml.parse(text)

    def paths(value, path):
        yield path
        if isinstance(value, dict):
            for key, item in value.items():
                yield from paths(item, (*path, key))
        elif isinstance(value, list):
            for i, item in enumerate(value):
                yield from paths(item, (*path, i))

    assert document.data == expected
    assert set(paths(expected, ())) <= set(document.values)


def test_long_lists_are_broken_and_short_ones_are_not():
    assert toml.dumps({"at": [1.0, 2.0]}) == "at = [1.0, 2.0]\n"
    ring = [[float(i), 1000.5] for i in range(12)]
    text = toml.dumps({"outline": ring})
    assert text.startswith("outline = [\n    [0.0, 1000.5],\n")
    assert tomllib.loads(text)["outline"] == ring


def test_what_toml_cannot_say_is_refused():
    with pytest.raises(TypeError, match="TOML has no form for None"):
        toml.dumps({"a": None})


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_decimals_are_written_with_all_their_digits(value):
    assert toml.parse(toml.dumps({"a": value})).data["a"] == value


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\n  " + "b." * 5000 + "b = 1", (2, 3)),
        ("[" + '"b" . ' * 5000 + "b]", (1, 2)),
        ("a = {" + "'b'." * 5000 + "b = 1}", (1, 6)),
    ],
)
def test_a_key_of_very_many_parts_is_refused_at_once(text, place):
    """tomllib takes a time that grows with their square: minutes for a file of 20 kB."""
    with pytest.raises(BadData, match="a key has up to twenty parts") as caught:
        toml.parse(text)
    (mistake,) = caught.value.mistakes
    assert (mistake.line, mistake.column) == place


@pytest.mark.parametrize(
    "value",
    [
        '"' + "b." * 30 + '"',
        "'" + "b." * 30 + "'",
        '"""\n' + "b." * 30 + '\n"""',
        "1 # " + "b." * 30,
    ],
)
def test_dots_in_texts_are_no_parts_of_keys(value):
    assert toml.parse(f"a = {value}\nb.c.d = 2").data["b"] == {"c": {"d": 2}}


def test_a_text_of_quotes_without_an_end_takes_no_time():
    with pytest.raises(BadData, match="Unterminated string"):
        toml.parse('a = "' + '\\"' * 40_000)


def test_very_deep_values_have_the_place_of_what_they_are_in():
    document = toml.parse("a = 1\nb = " + "[" * 40 + "1" + "]" * 40)
    deep = ("b", *[0] * 39)
    assert document.data["b"][0][0]
    assert document.place(deep) == document.place(deep[:12]) == (2, 16)
