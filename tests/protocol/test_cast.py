"""States with a cast: names and numbers, what a change keeps, and the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

import pytest

from tablesim.protocol import Event
from tablesim.protocol.cast import CastState


class Boat(NamedTuple):
    id: str
    seat: int


@dataclass(frozen=True)
class Regatta(CastState):
    """Just what the methods under test need."""

    member: ClassVar[str] = "boat"
    unchanging: ClassVar[tuple[str, ...]] = (*CastState.unchanging, "course")

    boats: tuple[Boat, ...]
    wind: int = 0
    events: tuple[Event, ...] = field(default=(), compare=False)

    @property
    def cast(self):
        return self.boats

    @cached_property
    def course(self):
        return object()

    @cached_property
    def speed(self):
        return 10 * self.wind

    rulebook = lapsed = legal_moves = why_illegal = after = result = encode = scene = None


@pytest.fixture
def regatta():
    return Regatta((Boat("ruby", 0), Boat("pearl", 1)), wind=3)


def test_pieces_are_found_by_name(regatta):
    assert [regatta.number(id) for id in ("ruby", "pearl", "opal")] == [0, 1, -1]


def test_a_change_keeps_what_is_unchanging_and_works_out_the_rest_anew(regatta):
    course, speed = regatta.course, regatta.speed
    calm = regatta.but(wind=0)
    assert type(calm) is Regatta
    assert (calm.boats, calm.wind) == (regatta.boats, 0)
    assert calm.course is course
    assert (calm.speed, speed, regatta.wind) == (0, 30, 3)
    assert calm == Regatta(regatta.boats)


def test_the_log_names_who_it_is_about(regatta):
    state = regatta.note("the wind turns", "R-1").note("tacks", "R-2 R-3", 1, angle=45.0)
    assert state == regatta
    assert state.events == (
        Event("the wind turns", None, ("R-1",)),
        Event("tacks", 1, ("R-2", "R-3"), (("boat", "pearl"), ("angle", 45.0))),
    )
