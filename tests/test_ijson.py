"""JSON from outside is such that every program understands it alike (RFC 7493)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.ijson import DEEPEST, read_json


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NaN", "NaN is no number of JSON"),
        ('{"a": [-Infinity]}', "-Infinity is no number of JSON"),
        ("[1e999]", "1e999 is greater than any number of JSON may be"),
        ("9" * 400, "a number of 400 digits"),
        ("9" * 5000, "a number of 5000 digits"),
        ('{"a": 1, "b": 1, "a": 2}', "the key 'a' stands there twice"),
        (r'"\ud800"', "half a character"),
        (r'{"\udfff": 1}', "half a character"),
        ("[" * 101 + "]" * 101, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ("[1,]", "Expecting value|trailing comma"),
        (b"\xff", "utf-8"),
    ],
)
def test_what_others_may_read_otherwise_is_refused(text, said):
    with pytest.raises(ValueError, match=said):
        read_json(text)


def test_whole_characters_of_two_halves_and_many_lists_beside_each_other_are_fine():
    assert read_json(r'"\ud83d\ude00"') == "\U0001f600"
    assert read_json(json.dumps([[]] * 500)) == [[]] * 500
    assert read_json("[" * DEEPEST + "]" * DEEPEST)


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
    | st.integers(-(10**300), 10**300) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
)  # fmt: skip


@given(VALUES)
def test_what_we_write_is_read(value):
    text = json.dumps(value, ensure_ascii=False)
    assert read_json(text) == value
    assert read_json(text.encode()) == value
