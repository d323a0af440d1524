"""Quick judgments of straight walks agree with the judge of ways (UG-20, UG-22)."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.games.unforged.game.board import board
from tablesim.games.unforged.game.strolls import strolls

from .scenes import model, skirmish

places = st.tuples(st.floats(0.7, 23.3), st.floats(0.7, 23.3))


def crowd(others, where, **options):
    """A model on the smallest field among friends and foes, as far as there is room."""
    taken = [where]
    models = [model("a", 0, *where)]
    for n, (place, facing) in enumerate(others):
        if all(math.dist(place, other) > 1.3 for other in taken):
            taken.append(place)
            models.append(model(f"m{n}", n % 2, *place, facing))
    models.append(model("z", 1, 60, 60))  # nobody is near it
    return skirmish(*models, table="mill", **options)


@settings(max_examples=60, deadline=None)
@given(
    others=st.lists(st.tuples(places, st.floats(0, 359)), max_size=6),
    where=places,
    ends=st.lists(places, min_size=1, max_size=12),
    options=st.sampled_from([{}, {"contact": "free"}, {"pass_friends": True}, {"contact": "halt"}]),
)
def test_a_walk_without_doubt_is_what_the_judge_says(others, where, ends, options):
    state = crowd(others, where, **options)
    here, number = board(state), state.number("a")
    if here.engaged(number):
        return
    found = strolls(here.arena_of(number), here.models[number], ends, 8.0)
    for end, verdict in zip(ends, found, strict=True):
        if verdict is not None:
            assert here.way(number, (end,), facing=0.0).legal is verdict


@settings(max_examples=40, deadline=None)
@given(
    others=st.lists(st.tuples(places, st.floats(0, 359)), max_size=6),
    where=places,
    ends=st.lists(places, min_size=1, max_size=6),
    level=st.sampled_from([(), (0.0,), (2.0,)]),
    climb=st.booleans(),
)
def test_a_barred_way_is_illegal_and_another_one_fails_only_where_it_ends_or_by_enemies(
    others, where, ends, level, climb
):
    """UG-22: what is left to judge are zones, melees and the room at the end."""
    state = crowd(others, where)
    here, number = board(state), state.number("a")
    for end in ends:
        way = here.way(number, ((*end, *level),), facing=0.0, climb=climb, pool=8.0)
        if here.is_barred(number, (*end, *level), climb=climb, pool=8.0):
            assert not way.legal
        else:
            assert {reason.rule for reason in way.reasons} <= {"UG-22", "HR-60", "UF-76", "UF-88"}


def test_most_walks_are_without_doubt():
    state = skirmish(model("a", 0, 12, 12), model("b", 1, 60, 60))
    here, number = board(state), state.number("a")
    ends = [(12 + 5 * math.cos(t), 12 + 5 * math.sin(t)) for t in range(6)]
    assert strolls(here.arena_of(number), here.models[number], ends, 8.0) == [True] * 6
    assert strolls(here.arena_of(number), here.models[number], ends, 4.0) == [None] * 6
    assert strolls(here.arena_of(number), here.models[number], [(12.0, 0.5)], 80.0) == [False]


@pytest.mark.parametrize("level", [1.0])
def test_above_the_ground_the_judge_is_asked(level):
    state = skirmish(model("a", 0, 12, 12, level=level), model("b", 1, 60, 60))
    here, number = board(state), state.number("a")
    assert strolls(here.arena_of(number), here.models[number], [(13.0, 12.0)], 8.0) == [None]
