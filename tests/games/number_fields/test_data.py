"""The data files: what they say, and that mistakes in them are found."""

import pickle
import re
from pathlib import Path

import pytest

from tablesim.errors import BadData
from tablesim.games.datafile import read
from tablesim.games.number_fields import GAME, data

DOCS = Path(__file__).parents[3] / "docs" / "rules" / "grid-games.md"


def changed(tmp_path, name, old, new):
    """Return a data file with one thing changed."""
    text = (data.folder() / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("blockers = 60", "blockers = 61", "box.blockers: expected 15 for each of 4, got 61"),
        ("lives = 100", "lives = 99", "box.lives: expected 25 for each of 4, got 99"),
        ("fewest_players = 2", "fewest_players = 1", "expected 2 or more players, got 1 to 4"),
        ("steps = 3", "step = 3", "piece.steps: missing"),
    ],
)
def test_counts_are_checked(tmp_path, old, new, wrong):
    """DS-1."""
    with pytest.raises(BadData, match=wrong):
        read(changed(tmp_path, "rules.toml", old, new), data.read_counts)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("S  3  5  3  S", "S  3  5  3", "boards.toml:8:1: default-5x5.cells: DS-5: .*equal length"),
        ("10", "13", "from 2 to 12, got '13'"),
        ("house = true", "home = true", "house: missing"),
    ],
)
def test_boards_are_checked(tmp_path, old, new, wrong):
    """DS-5."""
    with pytest.raises(BadData, match=wrong):
        read(changed(tmp_path, "boards.toml", old, new), data.read_boards)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("default = 500", "default = 0", "turn_limit.default: .*expected 1 to 100000, got 0"),
        ('default = "stay"', 'default = "go"', "failed_upgrade.default: unknown 'go'"),
        ("[eliminated]", "[out]", "eliminated: missing"),
    ],
)
def test_options_are_checked(tmp_path, old, new, wrong):
    with pytest.raises(BadData, match=wrong):
        read(changed(tmp_path, "options.toml", old, new), data.read_choices)


def test_every_option_has_its_rule_and_its_place_in_the_docs():
    text = DOCS.read_text(encoding="utf-8")
    part = text[text.index("# Part 3") :]
    for name, choice in data.choices().items():
        assert re.fullmatch(r"DS-\d+", choice.option.rule)
        assert f"`{name}" in part, f"{name} is not named in {DOCS.name}"
    house = {name for name, choice in data.choices().items() if choice.house}
    assert house == {
        *("board", "first_player", "setup_order", "eliminated", "last_player_wins"),
        *("target_fixed", "turn_limit"),
    }


def test_options_that_do_not_exist():
    with pytest.raises(ValueError, match="failed_upgrade: expected one of 'stay', 'corner'"):
        GAME.new(failed_upgrade="home")
    with pytest.raises(BadData, match="no board is named 'default'; did you mean 'default-5x5'"):
        GAME.new(board="default")


def test_settings_are_one_object_also_when_pickled():
    state = GAME.new(seats=3, straight_only=True)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.settings is state.settings is GAME.new(seats=3, straight_only=True).settings
    assert all(pickle.loads(pickle.dumps(m)) is m for m in state.legal_moves())
