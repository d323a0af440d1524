"""The ladder: the search beats the greedy player of each game that comes with tablesim.

Measured with the playouts below, two seats: guardians 15 of 20 games (greedy none, five times the
planet fell), number_fields 89 of 100, wild_patterns 10 of 10.  The player ``search`` has 100.
"""

import pytest

from tablesim.players.search import SearchPlayer
from tablesim.protocol import game, play, registry
from tablesim.studies.ladder import ladder

MATCHES = {
    # game: playouts, games, the least wins
    "guardians": (24, 8, 5),
    "number_fields": (40, 40, 32),
    "wild_patterns": (40, 6, 5),
}


def beaten(name, playouts, games):
    rules = game(name)
    search, greedy = ladder(rules, [SearchPlayer(rules, playouts), "greedy"], games, seed="t2")
    assert search.wins > greedy.wins
    return search.wins


EVERY = [
    pytest.param(name, marks=pytest.mark.slow) if name == "unforged" else name
    for name in registry.GAMES.built_in
]
"""All games; the longest one among the slow tests."""


def test_the_search_beats_greedy_in_a_short_match():
    assert beaten("number_fields", 40, 8) >= 6


@pytest.mark.deep  # some minutes for each game
@pytest.mark.parametrize("name", MATCHES)
def test_the_search_beats_greedy(name):
    playouts, games, least = MATCHES[name]
    assert beaten(name, playouts, games) >= least


@pytest.mark.parametrize("name", EVERY)
def test_the_search_plays_every_game(name):
    """Views, guesses and points fit together in the middle of real games, too."""
    rules = game(name)
    others = ["random"] * (max(2, rules.seats[0]) - 1)
    record = play(rules, [SearchPlayer(rules, 4), *others], seed=3, limit=30)
    assert record.result is not None or len(record.steps) == 30


@pytest.mark.parametrize("name", EVERY)
def test_points_on_the_way_are_those_of_the_result(name):
    rules = game(name)
    final = play(rules, ["random"] * rules.seats[-1], seed=1).final
    assert final.scores() in (None, final.result().scores)
