"""``tablesim games``."""

import json

import pytest

from tablesim.protocol import registry


def test_it_lists_the_games_with_seats_and_players(run, toys):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["drift", "pennies", "pig"]
    assert "2 to 10 seats; players: random, search, human" in out
    assert "pennies          2 seats;" in out


def test_it_tells_the_options_of_a_game(run, toys):
    out = run("games pig").out
    assert "  target=100: points to win; 10 to 1000\n" in out
    assert "drift" not in out


def test_an_empty_text_is_told_as_a_shell_takes_it(run):
    out = run("games xwing").out
    assert "mission='': the mission that is played (XW-224); one of '', breakthrough" in out


def test_json_has_the_same(run, toys):
    data = json.loads(run("games pig --json").out)
    (game,) = data["games"]
    assert (game["game"], game["rules"], game["seats"]) == ("pig", 1, [2, 10])
    assert game["options"]["turns"] == {
        "default": 200,
        "meaning": "turns of all seats together",
        "choices": {"least": 1, "most": 1000},
        "rule": "",
    }


def test_an_unknown_game_is_refused(refused, toys):
    assert refused("games pgi") == "tablesim games: there is no game 'pgi'; did you mean 'pig'?"


def test_a_game_that_cannot_be_loaded_hides_no_other(run, toys, monkeypatch):
    monkeypatch.setitem(registry.GAMES.built_in, "broken", "no.such.module:GAME")
    code, out, err = run("games")
    assert code == 0 and len(out.splitlines()) == 3
    assert err.startswith("tablesim games: the game 'broken' cannot be loaded from no.such.module")


@pytest.mark.parametrize("name", ["wild_patterns", "guardians", "number_fields"])
def test_the_built_in_games_are_told_in_full(run, name):
    code, out, err = run(f"games {name}")
    assert (code, err) == (0, "")
    assert out.startswith(name) and "greedy" in out
