"""The search: it looks ahead, knows no more than its seat, and always answers alike."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import UnknownName
from tablesim.players import search
from tablesim.players.random import RandomPlayer
from tablesim.players.search import HORIZON, SearchPlayer, play_on, prospect
from tablesim.protocol import Player, play, registry, resume
from tablesim.studies.ladder import ladder

from ..protocol.drift import DRIFT, Walk
from ..protocol.pennies import PenniesGame
from ..protocol.pig import PIG, Choice, Pig


class Holder:
    """Holds at 20, the usual advice for this game."""

    deterministic = True

    def choose(self, view, moves, rng):
        enough = view.thrown >= 20 or view.banked[view.seat] + view.thrown >= view.target
        return Choice.HOLD if enough else Choice.ROLL


def chosen(game, view, seed=1, **how):
    return SearchPlayer(game, **how).choose(view, view.legal_moves(), Random(seed))


def test_it_takes_a_victory_and_avoids_a_defeat():
    ahead = Pig(target=20, turns=9, banked=(10, 19), thrown=12)
    assert chosen(PIG, ahead) is Choice.HOLD
    last_turn = Pig(target=100, turns=1, banked=(10, 26), thrown=12)
    assert chosen(PIG, last_turn) is Choice.ROLL


def test_it_walks_towards_the_middle_where_moves_cannot_be_listed():
    state = replace(DRIFT.new(seats=1), gusts=1)
    assert not state.complete_moves
    assert chosen(DRIFT, state, playouts=1000) == Walk(0.0, -3.0)


def test_it_beats_the_random_player():
    ours, theirs = ladder(DRIFT, [SearchPlayer(DRIFT, 60), "random"], 20)
    assert ours.wins >= 17 and theirs.wins <= 3


def test_it_asks_for_guesses_and_never_sees_what_is_hidden():
    """Its choice is the same whatever the other has laid; a game asks it with views alone."""
    asked = []

    class Watched(PenniesGame):
        def guess(self, view, seat, rng):
            asked.append((view.hidden, seat))
            return super().guess(view, seat, rng)

    game = Watched()
    moves = game.new().legal_moves()
    views = {game.new().apply(move).seen_by(1) for move in moves}
    assert len(views) == 1
    found = Counter(chosen(game, views.copy().pop(), seed) for seed in range(80))
    assert set(asked) == {("?", 1)}
    assert min(found[move] for move in moves) > 20  # there is nothing to know


def test_the_playouts_are_counted_and_never_more(monkeypatch):
    ends = []

    def counted(*arguments):
        ends.append(play_on(*arguments))
        return ends[-1]

    monkeypatch.setattr(search, "play_on", counted)
    for playouts in (2, 7, 25, 60, 125, 300):
        ends.clear()
        chosen(DRIFT, DRIFT.new(), playouts=playouts)
        assert playouts / 2 <= len(ends) <= playouts
    ends.clear()
    chosen(PIG, PIG.new())  # there is one move only
    chosen(DRIFT, DRIFT.new(), playouts=1)  # which compares nothing
    assert not ends


@given(st.integers(1, 40), st.integers(1, 200), st.integers(0, 10**6))
def test_candidates_are_different_moves_with_the_first_choice_among_them(count, playouts, seed):
    moves, rng = range(count), Random(seed)
    first = int(rng.random() * count)
    found = search._candidates(moves, playouts, first, rng)
    assert found[0] == first
    assert len(set(found)) == len(found) and set(found) <= set(moves)
    assert len(found) * search._rounds(len(found)) <= max(playouts, 1)
    if count * search._rounds(count) <= playouts:
        assert len(found) == count


def test_the_choice_of_the_policy_is_tried_though_it_is_not_listed():
    assert search._candidates("abc", 100, "z", Random(1)) == ["z", "a", "b", "c"]


def test_the_same_question_has_the_same_answer_and_costs_one_number():
    state = DRIFT.new(seats=2)
    rng, same = Random(4), Random(4)
    moves = state.legal_moves()
    first = SearchPlayer(DRIFT, 50).choose(state, moves, rng)
    same.random()
    assert rng.getstate() == same.getstate()
    search._best.cache_clear()
    assert SearchPlayer(DRIFT, 50).choose(state, moves, Random(4)) == first


def test_a_question_that_is_asked_again_is_not_thought_over_again(monkeypatch):
    state = DRIFT.new(seats=2)
    first = chosen(DRIFT, state, seed="again", playouts=50)
    monkeypatch.setattr(search, "play_on", None)
    assert chosen(DRIFT, state, seed="again", playouts=50) == first


def test_a_game_with_it_can_be_taken_up(tmp_path):
    options = {"target": 10, "turns": 4}
    whole = play(PIG, ["search", "random"], seed=2, options=options)
    half = play(PIG, ["search", "random"], seed=2, options=options, limit=5)
    assert resume(half.save(tmp_path / "half.jsonl"), game=PIG) == whole


def test_its_policy_is_the_game_s_own_greedy_or_random():
    class Greedy(type(PIG)):
        def players(self):
            return {"greedy": lambda game: Holder()}

    assert registry.player("search", PIG) == SearchPlayer(PIG, search.PLAYOUTS, "random")
    assert SearchPlayer(Greedy()).policy == "greedy"
    made: Player = search.player(PIG)
    assert made.deterministic


def test_what_cannot_search_is_refused():
    with pytest.raises(ValueError, match="a search needs 1 playout or more, not 0"):
        SearchPlayer(PIG, 0)
    with pytest.raises(UnknownName, match="pig has no player 'gredy'"):
        SearchPlayer(PIG, policy="gredy")


# How far it looks, and what it hopes for there


class Counting(Pig):
    """Pig that tells its points on the way."""

    def scores(self):
        return self.banked

    def after(self, step):
        then = super().after(step)
        return Counting(*(getattr(then, name) for name in then.__dataclass_fields__))


@pytest.mark.parametrize("seats", [2, 3])
def test_it_looks_some_steps_ahead_where_points_are_counted(seats):
    start = Counting(target=1000, turns=1000, banked=(0,) * seats)
    seen = []

    class Watching(RandomPlayer):
        def choose(self, view, moves, rng):
            seen.append(view)
            return super().choose(view, moves, rng)

    end = play_on(start, Watching(), Random(1))
    assert end.result() is None and end.scores() == end.banked
    # Of all the steps some are throws.
    assert HORIZON * seats / 2 <= len(seen) < HORIZON * seats


def test_it_plays_to_the_end_where_no_points_are_counted():
    assert play_on(PIG.new(), RandomPlayer(), Random(1)).result() is not None


def test_an_end_promises_the_victory_or_a_part_of_it():
    won = Pig(target=20, turns=3, banked=(22, 10, 3))
    assert [prospect(won, seat) for seat in range(3)] == [(1, 12), (0, -12), (0, -19)]
    shared = Pig(target=50, turns=0, banked=(12, 12, 3))
    assert [prospect(shared, seat) for seat in range(3)] == [(0.5, 0), (0.5, 0), (0, -9)]


def test_a_position_promises_its_lead_and_an_equal_share():
    state = Counting(target=100, turns=9, banked=(30, 10))
    assert [prospect(state, seat) for seat in (0, 1)] == [(0.5, 20), (0.5, -20)]
    alone = replace(DRIFT.new(seats=1), at=((3.0, 4.0),), gusts=0)
    assert prospect(alone, 0) == (1, -5.0)


def test_what_counts_nothing_promises_nothing():
    with pytest.raises(ValueError, match="neither points nor a result say what this is worth: 0-0"):
        prospect(PIG.new(), 0)
