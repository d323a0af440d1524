"""JSON with places: where each value begins, and what is no JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.interop.json_text import parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def walk(value, path=()):
    """Every path of a value with what stands there, found without the text."""
    yield path, value
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield from walk(inner, (*path, key))


@given(JSON, st.sampled_from([None, 0, 3]), st.booleans())
def test_a_value_is_where_its_place_says(value, indent, ascii_only):
    """Decoding the text anew from each place gives the value of that path."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only, allow_nan=True)
    if "Infinity" in text and any(
        abs(v) == float("inf") for _, v in walk(value) if v.__class__ is float
    ):
        with pytest.raises(BadData, match="is no number of JSON"):
            parse(text, "<text>")
        return
    document = parse(text, "<text>")
    found = dict(walk(value))
    assert document.values.keys() == {path for path in found if len(path) <= 8}
    decoder = json.JSONDecoder()
    for path, start in document.values.items():
        assert decoder.raw_decode(text, start)[0] == found[path]
        if path and isinstance(path[-1], str):
            assert decoder.raw_decode(text, document.keys[path])[0] == path[-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a:1:1: this is not JSON: Expecting value"),
        ('{"a": 1,\n "b" 2}', "a:2:6: this is not JSON: Expecting ':' delimiter"),
        ('{"a": NaN}', "a:1:1: this is not JSON: NaN is no number of JSON"),
        ("9" * 5000, "a:1:1: this is not JSON: Exceeds the limit"),
        ("[" * 100_000, "a:1:1: this is not JSON: maximum recursion depth"),
        ('{"a": 1, "b": {"c": 1, "c": 2},\n "a": 3}', "a:1:24: b.c: this key stands there twice"),
    ],
)
def test_what_is_no_json_is_said_in_its_place(text, said):
    with pytest.raises(BadData) as caught:
        parse(text, "a")
    assert str(caught.value).startswith(said)


def test_all_keys_that_stand_there_twice_are_told():
    with pytest.raises(BadData) as caught:
        parse('{"a": 1, "b": 2,\n "a": 3, "b": 4}', "a")
    assert [(m.line, m.column, m.path) for m in caught.value.mistakes] == [
        (2, 2, "a"),
        (2, 10, "b"),
    ]


def test_a_byte_order_mark_is_no_mistake():
    assert parse("\ufeff[1]", "a").data == [1]


def test_a_deep_and_wide_text_costs_little():
    """Places are kept only as deep as anybody asks."""
    text = "[" * 500 + ",".join("1" * 100_000) + "]" * 500
    assert len(parse(text, "a").values) == 9
