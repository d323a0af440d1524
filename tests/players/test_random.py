"""The random player: every move alike, nothing but its own stream."""

from collections import Counter
from random import Random

from tablesim.players.random import RandomPlayer, player
from tablesim.protocol import Player


def test_every_move_is_as_likely():
    rng, chooser = Random("random player"), RandomPlayer()
    found = Counter(chooser.choose(None, "abcde", rng) for _ in range(10_000))
    # Five cells: above 33.4 once in a million.
    assert sum((found[m] - 2000) ** 2 / 2000 for m in "abcde") < 33.4


def test_it_takes_one_number_for_each_choice():
    rng, same = Random(5), Random(5)
    RandomPlayer().choose(None, "abc", rng)
    same.random()
    assert rng.getstate() == same.getstate()


def test_it_is_a_player_that_can_be_asked_again():
    made: Player = player(None)
    assert made.deterministic
