"""Results: ranks, ties, words."""

from enum import Enum

import pytest

from tablesim.protocol import Result


class Reason(Enum):
    DONE = "done"


@pytest.mark.parametrize(
    ("scores", "winners", "ranks"),
    [
        ((5, 9, 5, 1), (1,), (2, 1, 2, 4)),
        ((5, 5), (0, 1), (1, 1)),
        ((5, 5), (1,), (2, 1)),  # a tie-break beyond points
        ((9, 3), (1,), (2, 1)),  # the last one left wins with fewer points
        ((4, 2), (), (1, 2)),  # nobody wins
    ],
)
def test_winners_are_first_and_the_rest_go_by_points(scores, winners, ranks):
    assert Result(Reason.DONE, scores, winners).ranks == ranks


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ((), "nobody wins 1-1: done"),
        ((1,), "seat 1 wins 1-1: done"),
        ((0, 1), "seats 0, 1 share the victory 1-1: done"),
    ],
)
def test_a_result_in_words(winners, words):
    assert str(Result(Reason.DONE, (1, 1), winners)) == words


def test_a_result_as_json():
    assert Result(Reason.DONE, (1, 2.5), (1,)).to_json() == {
        "reason": "done",
        "scores": [1, 2.5],
        "winners": [1],
    }
