"""Positions of all games that are read: what is of a wrong kind is told with its key."""

import pytest

import tablesim as ts
from tablesim.errors import BadData
from tablesim.protocol import registry

GAMES = tuple(registry.GAMES.built_in)
STARTS = {name: ts.play(ts.game(name), ["random"] * 2, seed=5, limit=9).final for name in GAMES}
PLACES = [(name, key) for name, state in STARTS.items() for key in state.encode()]


@pytest.mark.parametrize(("name", "key"), PLACES)
def test_a_value_of_a_wrong_kind_is_told_with_its_key(name, key):
    game, right = ts.game(name), STARTS[name].encode()
    assert game.decode(right) == STARTS[name]
    for wrong in (1.5, {"a": 1}, [7.5]):
        with pytest.raises(BadData) as caught:
            game.decode({**right, key: wrong})
        (mistake,) = caught.value.mistakes
        assert mistake.path.startswith(key), mistake.said


@pytest.mark.parametrize(
    ("name", "key", "row", "said"),
    [
        ("xwing", "rocks", ["asteroid-1", 2, 3], "rocks[0]: expected a list of 4 values, a kind"),
        ("xwing", "rocks", ["asteroid-1", 2, "x", 3], "rocks[0]: could not convert string"),
        ("xwing", "agenda", ["end"], "agenda[0]: expected a list of 3 values, a name, a ship"),
        ("unforged", "agenda", ["end"], "agenda[0]: expected a list of 3 values, a name, a model"),
        ("unforged", "raised", [1], "raised[0]: expected a list of 7 values, model, what"),
    ],
)
def test_a_row_that_is_cut_off_says_what_it_should_hold(name, key, row, said):
    with pytest.raises(BadData) as caught:
        ts.game(name).decode({**STARTS[name].encode(), key: [row]})
    assert caught.value.mistakes[0].said.startswith(said)
