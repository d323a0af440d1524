"""States that were decoded hold what their annotations say, all the way down."""

from __future__ import annotations

import enum
import math
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from tablesim.protocol.shapes import misfit


class Color(enum.Enum):
    RED = 1


class When(NamedTuple):
    round: int
    phase: str


@dataclass(frozen=True)
class Ship:
    id: str
    at: tuple[float, float] | None = None
    rises: When | None = None
    names: tuple[tuple[str, int], ...] = ()
    more: Any = None


@dataclass(frozen=True)
class State:
    ships: tuple[Ship, ...] = ()
    over: bool = False
    color: Color | None = None
    settings: int = 1


@pytest.mark.parametrize(
    "state",
    [
        State(),
        State((Ship("a"), Ship("b", (1, 2.5), When(1, "end"), (("x", 1),), [3])), True, Color.RED),
    ],
)
def test_what_keeps_to_the_annotations(state):
    assert misfit(state) is None


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (State(over=1), "over: expected bool, got 1"),
        (State(color="RED"), "color: expected .*Color | None, got 'RED'"),
        (State([]), r"ships: expected tuple\[.*Ship, ...\], got \[\]"),
        (State((Ship("a"), Ship(2))), r"ships\[1\].id: expected str, got 2"),
        (State((Ship("a", (1, math.nan)),)), r"ships\[0\].at: expected tuple"),
        (State((Ship("a", (1, 2, 3)),)), r"ships\[0\].at: expected tuple"),
        (State((Ship("a", (True, 2)),)), r"ships\[0\].at: expected tuple"),
        (State((Ship("a", rises=When(1, 2)),)), r"ships\[0\].rises.phase: expected str, got 2"),
        (State((Ship("a", rises=(1, "end")),)), r"ships\[0\].rises: expected"),
        (State((Ship("a", names=(("x", "1"),)),)), r"ships\[0\].names: expected"),
        (State(settings=None), "settings: expected int, got None"),
    ],
)
def test_what_does_not_is_named_with_its_place(state, why):
    assert re.match(why, misfit(state))


def test_what_is_settled_elsewhere_is_not_looked_at():
    assert misfit(State(settings=None), skip=frozenset({"settings"})) is None
