"""The greedy player, rule by rule (DS-37), and how much better it is than chance."""

from collections import Counter
from random import Random

import pytest

from tablesim.games.number_fields import GAME
from tablesim.protocol import play

from .positions import go, position

GREEDY = GAME.players()["greedy"](GAME)


def choices(state, times=200):
    """Return what the greedy player chooses, over many streams."""
    moves = state.legal_moves()
    chosen = (GREEDY.choose(state, moves, Random(seed)) for seed in range(times))
    return Counter(move.notation() for move in chosen)


def test_ds_37_goes_where_the_number_times_its_chance_is_greatest():
    """DS-37."""
    # From a1: 3 x 36/36, 5 x 33/36, 6 x 30/36 = 5, 8 x 21/36 = 4.67 (c2 and b3 are in reach).
    assert set(choices(position())) == {"move b2"}


def test_ds_37_an_opponents_field_counts_half_as_much_again():
    """DS-37."""
    # c3 defended, with 1 blocker: 10 x 213/1296 x 1.5 = 2.47; b2 with 1: 6 x 756/1296 x 1.5 = 5.25
    state = position({"b2": (1, 1)}, pieces=["b3", "e1"])
    assert set(choices(state)) == {"move b2"}
    # With 2 blockers it is 6 x 651/1296 x 1.5 = 4.52, less than 6 x 30/36 = 5 elsewhere.
    state = position({"b2": (1, 2)}, pieces=["b3", "e1"])
    assert set(choices(state)) == {"move b4", "move d2", "move d4"}


def test_ds_37_an_upgrade_is_worth_half_a_point_below_three_blockers():
    """DS-37."""
    board = "S 2 2 12 12 12 12"
    fields = {"b1": (0, 2), "c1": (0, 3), "d1": (1, 3)}
    # c1 with three is worth nothing, d1 12 x P(15, defended) = 0.0; b1 0.5.
    assert set(choices(position(fields, board=board, pieces=["a1", "a1"]))) == {"move b1"}


def test_ds_37_equals_are_decided_by_its_stream():
    """DS-37."""
    state = position(pieces=["c3", "e1"])
    chosen = choices(state, 400)
    assert set(chosen) == {"move b2", "move b4", "move d2", "move d4"}
    assert min(chosen.values()) > 60
    assert set(choices(go(GAME.new(), "corner a1"))) == {
        *("corner a1", "corner a5", "corner e1", "corner e5"),
    }


def test_ds_37_always_tries_always_defends_never_adds_to_a_defense():
    """DS-37."""
    state = go(position({"b1": (1, 3)}), "move b1")
    assert set(choices(state)) == {"attempt"}
    state = go(state, "attempt")
    assert set(choices(state)) == {"defend"}
    assert set(choices(go(state, "defend", (3, 3)))) == {"add_lives 0"}


def short(field, by, *, fields=None, lives=25):
    number = {"b1": 3, "c1": 5, "b2": 6, "c2": 8}[field]
    owner, blockers = (fields or {}).get(field, (1, 0))
    need = number - blockers if owner == 0 else number
    state = position(fields, pieces=[field, "e1"], stage="lives", need=need, total=need - by,
                     lives=[lives, 25])  # fmt: skip
    (chosen,) = choices(state, 5)
    return chosen


FORTY = {"c3": (0, 1), "b3": (0, 1), "c4": (0, 1), "d3": (0, 1), "b4": (0, 1)}


def test_ds_37_spends_lives_where_it_pays():
    """DS-37."""
    assert short("b2", 1) == "add_lives 1"
    assert short("b2", 2) == "add_lives 0"  # not for a 6
    assert short("c2", 2) == "add_lives 2"  # for an 8
    assert short("c2", 3) == "add_lives 3"
    assert short("c1", 3, fields=FORTY) == "add_lives 3"  # it wins
    assert short("c2", 1, lives=1) == "add_lives 0"  # the last life
    assert short("c1", 3, fields=FORTY, lives=3) == "add_lives 3"  # the last, but it wins
    upgrade = {"c2": (0, 1)}
    assert short("c2", 2, fields=upgrade) == "add_lives 2"
    assert short("c2", 2, fields={**FORTY, **upgrade, "c4": (1, 1)}, lives=2) == "add_lives 0"


def test_ds_37_takes_the_blocker_that_costs_least():
    """DS-37."""
    fields = {"b1": (0, 4), "c1": (0, 4), "d1": (0, 4), "a3": (0, 1), "a2": (0, 2)}
    state = position(fields, pieces=[None, "e1"], stage="take_blocker")
    assert "take_blocker a3" not in choices(state)


def ladder(seats, games, seed):
    """Return how many games a greedy player wins against random ones, from every seat."""
    won = 0
    for game in range(games):
        seat = game % seats
        players = ["greedy" if s == seat else "random" for s in range(seats)]
        won += play(GAME, players, seed=f"{seed}/{game}").result.winners == (seat,)
    return won


def test_greedy_beats_random():
    assert ladder(2, 60, "fast") >= 57


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "margin"), [(2, 0.98), (3, 0.97), (4, 0.95)])
def test_greedy_beats_random_by_far(seats, margin):
    assert ladder(seats, 1000, "slow") >= 1000 * margin
