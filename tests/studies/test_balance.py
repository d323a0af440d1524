"""Balance: forces meet in both seats, led alike; pairings have the same dice."""

import numpy as np
import pytest

from tablesim.protocol import play
from tablesim.studies import balance
from tablesim.studies.matches import Matches, Pairing, Tally

from ..protocol.pig import PIG

ROOKIE = "x-wing/rookie-pilot"
ACADEMY = "tie-fighter/academy-pilot"
SHORT = {"rounds": 6, "points": 60}


@pytest.fixture(scope="module")
def found():
    forces = {"one x-wing": ROOKIE, "two ties": f"{ACADEMY}, {ACADEMY}", "one tie": ACADEMY}
    return balance("xwing", forces, 4, player="random", seed=2, options=SHORT)


def test_every_two_forces_meet_as_often_in_either_seat(found):
    assert len(found.tallies) == 6 and all(t.games == 2 for t in found.tallies.values())
    assert [s.games for s in found.standings] == [8, 8, 8]
    assert found.first_seat.games == 12


def test_the_games_are_those_that_one_plays_alone(found):
    options = {"rebel": ROOKIE, "imperial": ACADEMY, **SHORT}
    records = [play("xwing", ["random"] * 2, seed=f"2/{n}", options=options) for n in range(2)]
    tally = found.tallies["one x-wing", "one tie"]
    assert tally.steps == sum(len(record.steps) for record in records)
    for seat in range(2):
        won = sum(record.result.winners == (seat,) for record in records)
        assert tally.winners.get((seat,), 0) == won


def test_wins_add_up(found):
    columns = found.columns()
    assert len(columns["force"]) == 6
    for standing in found.standings:
        own = columns["wins"][columns["force"] == standing.player]
        assert own.sum() == standing.wins
    assert sum(s.wins for s in found.standings) == sum(
        t.wins(0) + t.wins(1) for t in found.tallies.values()
    )
    assert np.all(columns["low"] <= columns["rate"]) and np.all(columns["rate"] <= columns["high"])


def test_words(found):
    said = str(found).splitlines()
    assert said[0].startswith("one x-wing won ") and said[-1].startswith("seat 0 won ")
    assert any(line.startswith("  one tie against two ties won ") for line in said)


@pytest.mark.parametrize(
    ("game", "forces", "games", "said"),
    [
        ("guardians", {"a": "", "b": ""}, 2, "guardians has no squads or armies to choose"),
        ("xwing", {"a": ROOKIE}, 2, "two forces or more .* got 1 and 2"),
        ("xwing", {"a": ROOKIE, "b": ACADEMY}, 3, "an even number of games .* got 2 and 3"),
        ("xwing", {"a": ROOKIE, "b": "tie-figter/academy-pilot"}, 2, "tie-figter"),
    ],
)
def test_what_cannot_be_compared_is_refused(game, forces, games, said):
    with pytest.raises(ValueError, match=said):
        balance(game, forces, games)


def test_a_shared_victory_is_shared():
    tally = Tally({(): 2, (0,): 3, (0, 1): 4, (0, 1, 2): 3}, 100)
    assert tally.games == 12
    assert [tally.wins(seat) for seat in range(4)] == [6.0, 3.0, 1.0, 0.0]


def test_parts_of_any_size_give_the_same_tallies():
    study = Matches(PIG, (Pairing(["random"] * 2), Pairing(["random"] * 3)), 5, seed="x")
    whole = study.whole([study.part(0, 10)])
    assert study.whole([study.part(n, 1) for n in range(10)]) == whole
    assert study.whole([study.part(0, 7), study.part(7, 3)]) == whole == study.run()
    assert [tally.games for tally in whole] == [5, 5]


@pytest.mark.parametrize(("pairings", "rounds"), [((), 3), ((Pairing(["random"]),), 0)])
def test_nothing_to_play_is_refused(pairings, rounds):
    with pytest.raises(ValueError, match="nothing to play"):
        Matches(PIG, pairings, rounds)
