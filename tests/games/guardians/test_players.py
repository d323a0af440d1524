"""The greedy player: SK-43, and how much better than random it is."""

from random import Random

import pytest

from tablesim.games.guardians import GAME
from tablesim.games.guardians.players import Greedy
from tablesim.protocol import play

from .positions import P1, do, position


def chosen(state, seed=1):
    return Greedy().choose(state, state.legal_moves(), Random(seed)).notation()


def choices(state):
    return {chosen(state, seed) for seed in range(40)}


def test_sk_43_the_destination_whose_shot_scores_most():
    """SK-43."""
    assert chosen(position(P1)) == "move 2,0"  # the 5 on (2, 6)


def test_sk_43_a_damaged_half_counts_10_and_an_intact_one_little():
    """SK-43."""
    columns = {move.removeprefix("move ")[0] for move in choices(position("51()../51..../a....b"))}
    assert columns == {"2", "3"}
    assert "move 2,6" not in choices(position("5.[].1/5....1/....../a....b", stack="1"))


def test_sk_43_stealing_counts_half_as_much_again():
    """SK-43."""
    steals = position("5.1.4./4.1.b./....../....../a.....", tokens=[[], [4]])
    assert {move.removeprefix("move ")[0] for move in choices(steals)} == {"4"}


def test_sk_43_no_advance_while_invaders_stand_in_row_1():
    """SK-43."""
    low = "5.1.../..1.../....../....../....../....../....../....../..4.../a....b"
    assert "move 0,0" not in choices(position(low))


def test_sk_43_a_rocket_if_every_shot_would_lose():
    """SK-43."""
    low = "1.2.../....../....../....../....../....../....../....../.44.../a....b"
    hemmed = position(low, phase="shoot", tokens=[[5, 5, 4], []], stack="1")
    assert chosen(hemmed) == "rocket 1 5+5"
    poor = position(low, phase="shoot", tokens=[[5, 4], []], stack="1")
    assert chosen(poor) == "shoot"
    safe = position(low.replace(".44...", "......"), phase="shoot", tokens=[[5, 5], []], stack="1")
    assert chosen(safe) == "shoot"


def test_sk_43_the_mine_spares_what_is_dear():
    """SK-43."""
    dear = "1..5../....../....../..*5../....../....../....../....../....../ab...."
    assert chosen(position(dear, phase="mine")) == "mine_stay"
    cheap = dear.replace("*5", "*4")
    assert chosen(position(cheap, phase="mine")) == "mine_right"


def test_sk_43_the_mine_does_not_lose_the_planet():
    """SK-43."""
    low = "2...../....../....../..*1../....../....../....../....../.3..../ab...."
    assert chosen(position(low, phase="mine", stack="1")) == "mine_stay"


def test_sk_43_pays_by_default_and_does_not_improve():
    """SK-43."""
    state = position(
        "1...../a.....", phase="turn_ends", owing=[1], tokens=[[], [10, 5, 4, 2]], stack=""
    )
    assert chosen(state) == "pay 10"
    asked = position(P1, phase="upgrade", tokens=[[5, 5], [], []], options={"upgrades": True})
    assert chosen(asked) == "no_upgrade"


def test_in_the_variant_it_shoots_on_while_that_gains():
    options = {"upgrades": True}
    vain = position(
        "..2.../..3.../....../*.b.../a.....", phase="shoot", shots=1, levels=[2, 1], options=options
    )
    assert chosen(vain) == "stop_shooting"
    gain = position("4.2.../1...../3...../a.b...", phase="shoot", levels=[2, 1], options=options)
    assert chosen(do(gain, "shoot")) == "shoot"


def margin(games):
    """Return in how many games the greedy player has more points than all others, and the means."""
    ahead, mine, theirs = 0, 0.0, 0.0
    for seed in range(games):
        seats = 2 + seed % 3
        at = seed % seats
        players = ["greedy" if seat == at else "random" for seat in range(seats)]
        scores = play(GAME, players, seed=seed).final.result().scores
        others = [score for seat, score in enumerate(scores) if seat != at]
        ahead += scores[at] > max(others)
        mine += scores[at] / games
        theirs += sum(others) / len(others) / games
    return ahead, mine, theirs


def test_greedy_beats_random():
    """The planet falls in most games; so points are compared, which are reported in any case."""
    ahead, mine, theirs = margin(15)
    assert ahead == 15
    assert mine > 3 * theirs


@pytest.mark.slow
def test_greedy_beats_random_in_two_hundred_games():
    ahead, mine, theirs = margin(200)
    assert ahead >= 198
    assert mine > 4 * theirs
