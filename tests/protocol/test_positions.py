"""Positions that are read: whatever is wrong is told with its key, and values come back."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData, Mistake, UnknownName
from tablesim.protocol import positions
from tablesim.protocol.positions import among, keyed, listed, named, reading, several, within
from tablesim.protocol.shapes import COUNTS


def mistake(read):
    with pytest.raises(BadData) as caught, reading("pig"):
        read()
    assert caught.value.source == "<position of pig>"
    (only,) = caught.value.mistakes
    return only.said


def half(key, value):
    return among(key, value, range(7)) / 2


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: {}["seat"], "the key 'seat' is missing"),
        (lambda: tuple(5), "'int' object is not iterable"),
        (lambda: (5).items, "'int' object has no attribute 'items'"),
        (lambda: float(10**400), "int too large to convert to float"),
        (lambda: among("seat", True, (0, 1)), "seat: expected one of 0, 1, got True"),
        (lambda: among("seat", 1.0, range(2)), "seat: expected 0 to 1, got 1.0"),
        (lambda: among("seat", 1, range(1)), "seat: expected 0, got 1"),
        (lambda: among("turn", -1, COUNTS), "turn: expected 0 or more, got -1"),
        (lambda: named("stage", [], {"roll": 1}), "stage: expected one of 'roll', got []"),
        (lambda: listed("won", (1, 2)), "won: expected a list of values, got (1, 2)"),
        (lambda: listed("won", [1], 2), "won: expected a list of 2 values, got [1]"),
        (lambda: several("won", [1, 9], range(5)), "won[1]: expected 0 to 4, got 9"),
        (lambda: positions.each("at", [1, "x"], half), "at[1]: expected 0 to 6, got 'x'"),
        (
            lambda: positions.each("at", [[]], lambda key, row: row[1]),
            "at[0]: list index out of range",
        ),
        (lambda: positions.each("at", "12", half), "at: expected a list of values, got '12'"),
        (lambda: positions.distinct("ids", "abca"), "ids: 'a' stands there twice"),
        (lambda: keyed("", [], ("seat",)), "expected the keys seat, got []"),
        (lambda: keyed("die", {}, "a", "b"), "die: the key 'a' is missing; expected the keys a, b"),
        (lambda: keyed("", {"x": 1}, ("seat",)), "unknown 'x'; expected the keys seat"),
        (lambda: keyed("", {"saet": 1}, ("seat",)), "unknown 'saet'; did you mean 'seat'?"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(read, said):
    assert mistake(read) == said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (UnknownName("pig has no option 'x'"), "options: pig has no option 'x'"),
        (KeyError("x"), "options: the key 'x' is missing"),
        (BadData([Mistake("no army", 3)], "army"), "options: army:3:1: no army"),
    ],
)
def test_what_others_read_is_told_with_the_key_it_was_read_at(error, said):
    def read():
        with within("options"):
            raise error

    assert mistake(read) == said


def test_a_key_that_is_known_is_kept():
    def read():
        with within("options"):
            positions.wrong("options.target", "too high")

    assert mistake(read) == "options.target: too high"


def test_other_errors_are_no_mistakes_of_a_position():
    with pytest.raises(ZeroDivisionError), reading("pig"):
        raise ZeroDivisionError


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(plain)
def test_tuples_come_back(value):
    assert positions.tuples(json.loads(json.dumps(positions.lists(value)))) == value


@dataclass(frozen=True)
class Ship:
    id: str
    at: tuple[float, float] | None = None
    stress: int = 0
    locks: tuple[tuple[str, int], ...] = ()


@given(
    st.builds(
        Ship,
        st.text(max_size=2),
        st.none() | st.just((1.0, 2.5)),
        st.integers(0, 2),
        st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2)), max_size=2).map(tuple),
    )
)
def test_what_is_unusual_is_enough(ship):
    said = positions.unusual(ship, Ship(""), ("id",))
    assert Ship(**positions.tuples(keyed("ship", said, ("id",), ("at", "stress", "locks")))) == ship
    assert set(said) - {"id"} == {
        name for name in ("at", "stress", "locks") if getattr(ship, name) != getattr(Ship, name)
    }
