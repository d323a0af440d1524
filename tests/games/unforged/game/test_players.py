"""The greedy player (part 22): better than chance, and why it does what it does."""

import pytest

from tablesim.games.unforged.game import GAME
from tablesim.games.unforged.game.players import Greedy
from tablesim.protocol import play
from tablesim.studies.ladder import ladder

from .scenes import TOUGH, act, go, model, skirmish, terrain


class NoChance:
    """A stream that always gives the first of equals."""

    def random(self):
        return 0.0


def choice(state):
    """What the greedy player does."""
    return Greedy().choose(state, state.legal_moves(), NoChance()).notation()


def test_it_strikes_where_the_odds_times_the_points_are_best():
    state = skirmish(
        model("a", 0, 10, 24, 0.0, profile=TOUGH),
        model("soft", 1, 11.5, 24, 180.0),
        model("hard", 1, 10.5, 25.4, 180.0, profile="M4 S3 T8 C4", armor=["power-armor"]),
        phase="melee",
    )
    assert choice(act(state, "a")) == "strike soft"


def test_it_does_not_strike_who_costs_more_than_is_won():
    """TV-22: a Soldier's attack on a Tough guy of the same price as itself is break-even."""
    state = skirmish(
        model("a", 0, 10, 24, 0.0, profile="M4 S3 T5 C2", extra=40),
        model("b", 1, 11.5, 24, 180.0, profile=TOUGH),
        phase="melee",
    )
    assert choice(act(state, "a")) == "hold"


def test_it_pushes_over_edges():
    """UF-87: the fall of 9 in against M 4 takes a D10 test with half the Toughness."""
    table = terrain(("roof", 6, 20, 12.4, 28, 9.0))
    state = skirmish(
        model("a", 0, 10, 24, 0.0, level=9.0, profile=TOUGH),
        model("b", 1, 11.5, 24, 180.0, level=9.0, wounds=2),
        table=table,
        phase="melee",
    )
    state = go(act(state, "a"), "strike b", (1, 2, 3, 9), (0, 0))
    angle = float(choice(state).split()[1])
    assert go(state, f"push {angle}").fighters[state.number("b")].place[2] == 0.0


def test_it_shoots_at_the_worthiest_it_can_hit():
    state = skirmish(
        model("a", 0, 10, 24, 0.0, weapons=["crossbow"]),
        model("near", 1, 20, 24, 180.0, extra=20),
        model("far", 1, 40, 24, 180.0, extra=20),
        phase="shooting",
    )
    assert choice(act(state, "a")) == "shoot near crossbow"


def test_it_makes_the_better_weapon_ready():
    state = skirmish(
        model("a", 0, 10, 24, 0.0, profile=TOUGH, weapons=["knife", "sword"]),
        model("b", 1, 14, 24, 180.0),
    )
    assert choice(act(state, "a")) == "ready sword"


@pytest.mark.slow
def test_greedy_beats_random():
    """The ladder on the smallest field, seats and armies swapped."""
    options = {"table": "mill", "rounds": 4}
    first, second = ladder(GAME, ["greedy", "random"], 2, seed="ladder", options=options)
    assert (first.wins, second.wins) == (2, 0)


@pytest.mark.deep
def test_greedy_beats_random_on_the_full_field():
    first, _ = ladder(GAME, ["greedy", "random"], 40, seed="ladder")
    assert first.interval[0] > 0.6


@pytest.mark.slow
def test_a_greedy_game_is_the_same_again():
    options = {"scenario": "break-out", "rounds": 1}
    texts = [play(GAME, ["greedy"] * 2, seed=5, options=options).dumps() for _ in range(2)]
    assert texts[0] == texts[1]
