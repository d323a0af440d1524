"""Games as people type them: ts.game, ts.play, ts.replay, ts.resume."""

import pytest

import tablesim as ts


def test_a_game_is_played_saved_and_replayed(tmp_path):
    game = ts.game("guardians")
    record = ts.play(game, ["greedy", "random"], seed=7)
    path = record.save(tmp_path / "game.jsonl")
    assert ts.replay(path) == record
    assert ts.play("guardians", ["greedy", "random"], seed=7) == record


def test_a_game_that_was_broken_off_goes_on(tmp_path):
    whole = ts.play("number_fields", ["random"] * 3, seed=1)
    half = ts.play("number_fields", ["random"] * 3, seed=1, limit=20)
    assert ts.resume(half.save(tmp_path / "half.jsonl")) == whole


def test_the_names_of_all_games_are_told():
    assert {"guardians", "number_fields", "wild_patterns"} <= set(ts.game_names())
    with pytest.raises(LookupError, match="did you mean 'guardians'"):
        ts.game("gardians")
