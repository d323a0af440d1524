"""Names of games and players: built in, installed, missing, twice."""

import pytest

from tablesim.errors import TablesimError, UnknownName
from tablesim.players.random import RandomPlayer
from tablesim.protocol import registry
from tablesim.protocol.registry import Registry

from .pig import PIG, PigGame

PLACE = f"{PIG.__module__}:PIG"


@pytest.fixture
def installed(monkeypatch):
    """Give the entry points of other packages, in place of those that are there."""
    entries = {}
    monkeypatch.setattr(registry, "_installed", lambda group: tuple(entries.get(group, ())))
    return entries


def test_a_built_in_name_is_loaded_when_it_is_asked_for(installed):
    games = Registry("game", {"pig": PLACE, "broken": "no.such.module:GAME"})
    assert games.load("pig") is PIG
    assert list(games.places()) == ["broken", "pig"]


def test_another_package_adds_a_game(installed):
    installed["tablesim.games"] = [("pig", PLACE)]
    assert registry.game("pig") is PIG


def test_real_entry_points_are_read():
    registry._installed.cache_clear()
    names = [name for name, _ in registry._installed("console_scripts")]
    assert "tablesim" in names


def test_two_games_with_one_name_are_refused_with_both_places(installed):
    installed["tablesim.games"] = [("pig", "other.farm:PIG")]
    games = Registry("game", {"pig": PLACE})
    with pytest.raises(TablesimError, match=f"two games are named 'pig': {PLACE} and other.farm:P"):
        games.load("pig")


def test_one_game_may_be_registered_in_both_ways(installed):
    installed["tablesim.games"] = [("pig", PLACE)]
    assert Registry("game", {"pig": PLACE}).load("pig") is PIG


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pgi", "there is no game 'pgi'; did you mean 'pig'"),
        ("chess", "there is no game 'chess'; there are pig"),
    ],
)
def test_an_unknown_name_is_refused_with_a_suggestion(installed, name, message):
    with pytest.raises(UnknownName, match=message):
        Registry("game", {"pig": PLACE}).load(name)


@pytest.mark.parametrize("place", ["no.such.module:GAME", "json:no_such_name"])
def test_what_cannot_be_loaded_says_where_from(installed, place):
    with pytest.raises(TablesimError, match=f"'broken' cannot be loaded from {place}"):
        Registry("game", {"broken": place}).load("broken")


class Farm(PigGame):
    def players(self):
        return {"holder": lambda game: (self, game)}


def test_players_are_general_or_a_game_s_own(installed):
    farm = Farm()
    assert isinstance(registry.player("random", farm), RandomPlayer)
    assert registry.player("holder", farm) == (farm, farm)
    with pytest.raises(UnknownName, match="pig has no player 'holdr'; did you mean 'holder'"):
        registry.player("holdr", farm)
    with pytest.raises(UnknownName, match="pig has no player 'x'; there are holder, random"):
        registry.player("x", farm)


def test_a_game_may_not_take_the_name_of_a_general_player(installed):
    installed["tablesim.players"] = [("holder", "other.farm:holder")]
    with pytest.raises(TablesimError, match=r"'holder': one of pig's own and other.farm:holder"):
        registry.player("holder", Farm())
