"""Perft: counts against a count by hand, chance in full or by digest, files."""

from itertools import product
from random import Random

import pytest

from tablesim.errors import BadData
from tablesim.protocol import CHANCE, OVER, digest, divide, perft
from tablesim.protocol.perft import branches, cases

from .drift import DRIFT, SAMPLE
from .pennies import PENNIES
from .pig import PIG, Choice


def pig_by_hand(point: str, depth: int) -> int:
    """Count pig far from its target; what matters is only whether a turn has begun."""
    if depth == 0:
        return 1
    if point == "rolling":  # a 1 ends the turn, five faces do not
        return pig_by_hand("new turn", depth - 1) + 5 * pig_by_hand("thrown", depth - 1)
    rolling = pig_by_hand("rolling", depth - 1)
    return rolling if point == "new turn" else rolling + pig_by_hand("new turn", depth - 1)


@pytest.mark.parametrize("depth", range(8))
def test_pig_counts_as_by_hand(depth):
    assert perft(PIG.new(), depth) == pig_by_hand("new turn", depth)


def test_a_game_that_is_over_goes_no_way():
    assert [perft(PENNIES.new(), depth) for depth in (9, 10, 11)] == [512, 1024, 0]
    over = PIG.decode({**PIG.new().encode(), "turns": 0})
    assert over.to_move == OVER and perft(over, 1) == 0 and perft(over, 0) == 1


def test_divide_splits_the_count_by_the_first_step():
    state = PIG.new()
    assert divide(state, 3) == {"roll": 11}
    assert sum(divide(state, 5).values()) == perft(state, 5)
    assert list(divide(state.apply(Choice.ROLL), 1)) == [f"[{face}]" for face in range(1, 7)]


def test_endless_chance_gives_one_outcome_that_the_position_decides():
    state = DRIFT.new(seats=1).apply(SAMPLE[0])
    assert state.to_move == CHANCE
    (outcome,) = branches(state)
    assert outcome == state.chance().sample(Random(digest(state)))
    assert perft(DRIFT.new(seats=1), 2) == perft(DRIFT.new(seats=1), 1) == len(SAMPLE)
    assert perft(DRIFT.new(seats=1), 3) == len(SAMPLE) ** 2


def test_the_position_after_each_way_is_counted():
    def leaves(state, depth):
        if depth == 0:
            return [state]
        return [leaf for s in branches(state) for leaf in leaves(state.apply(s), depth - 1)]

    assert len(leaves(PENNIES.new(), 4)) == len(list(product("ht", repeat=4)))


FILE = """\
# pig, counted by hand
id start
position {"target": 100, "turns": 200, "banked": [0, 0], "seat": 0, "thrown": 0, "rolling": false}
perft 1 1
perft 3 11

id the last turn
position {"target": 100, "turns": 1, "banked": [7, 9], "seat": 1, "thrown": 4, "rolling": true}
perft 2 10
"""


def test_a_perft_file_holds():
    read = list(cases(PIG, FILE))
    assert [(case.id, case.nodes) for case in read] == [
        ("start", {1: 1, 3: 11}),
        ("the last turn", {2: 10}),
    ]
    for case in read:
        for depth, nodes in case.nodes.items():
            assert perft(case.state, depth) == nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id a\nposition {}\n", ":2:1: <position of pig>:1:1: the key 'banked' is missing"),
        ("id a\nposition {\n", ":2:1: "),
        ("id a\ncount 1 2\n", ":2:1: expected id, position or perft, got 'count'"),
        ("perft one 2\n", ":1:1: "),
        ("id a\nperft 1 2\n", ":3:1: the position of 'a' is missing"),
    ],
)
def test_a_wrong_perft_file_is_refused_with_its_line(text, message):
    with pytest.raises(BadData, match=f"pig.perft{message}"):
        list(cases(PIG, text, source="pig.perft"))
