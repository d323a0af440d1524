"""Ladders: fair seats, fair dice, and intervals that say how sure it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.players.random import RandomPlayer
from tablesim.rates import wilson
from tablesim.studies.ladder import Standing, ladder

from ..protocol.drift import DRIFT, Walk
from ..protocol.pig import PIG


class Homing:
    """Walks towards the middle."""

    deterministic = True
    name = "homing"

    def choose(self, view, moves, rng):
        x, y = view.at[view.seat]
        far = max(1.0, (x * x + y * y) ** 0.5 / 3)
        return Walk(-x / far * 0.999, -y / far * 0.999)


class Noting(RandomPlayer):
    """Notes where it sits and which wind blew first."""

    def __init__(self):
        self.seats = []

    def choose(self, view, moves, rng):
        if view.gusts == 5:
            self.seats.append(view.seat)
        return super().choose(view, moves, rng)


def test_the_stronger_player_wins_more():
    homing, other = ladder(DRIFT, [Homing(), "random"], 40, seed=3)
    assert (homing.player, other.player) == ("homing", "random")
    assert homing.games == other.games == 40
    assert homing.wins + other.wins == pytest.approx(40)
    assert homing.interval[0] > 0.8


def test_players_change_seats_evenly():
    players = [Noting(), Noting(), Noting()]
    ladder(DRIFT, players, 6)
    assert [p.seats for p in players] == [
        [0, 2, 1, 0, 2, 1],
        [1, 0, 2, 1, 0, 2],
        [2, 1, 0, 2, 1, 0],
    ]


def test_equal_players_with_swapped_seats_and_equal_dice_share_the_wins():
    """Two players that never ask chance meet each deal once from each seat."""
    one, two = ladder(DRIFT, [Homing(), Homing()], 20)
    assert one.wins == two.wins == 10


def test_the_same_seed_gives_the_same_standings():
    first, again = (ladder(PIG, ["random"] * 2, 4, options={"target": 20}) for _ in range(2))
    assert first == again


def test_progress_is_told_after_each_game():
    told = []
    ladder(DRIFT, ["random", "random"], 4, progress=lambda *done: told.append(done))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("games", [0, 1, 3, -2])
def test_games_that_cannot_be_shared_out_are_refused(games):
    with pytest.raises(ValueError, match=f"often in {games} games: expected a multiple of 2"):
        ladder(DRIFT, ["random", "random"], games)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_rate_and_is_symmetric(games, data):
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-12 and wins / games - 1e-12 <= high <= 1
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low))


def test_known_intervals():
    # Wilson's score interval with z = 1.96, as in Newcombe (1998), table I: 81/263 and 15/148.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert Standing("x", 10, 5.0).rate == 0.5
