"""The test vectors TV-DS-1 to TV-DS-16 of the specification, in its order."""

from collections import Counter
from fractions import Fraction

import pytest

from tablesim.games.number_fields import GAME, Reason, Stage, chance_to_succeed
from tablesim.protocol import CHANCE, OVER, play

from .positions import go, held, points, position, texts, where


def score(state, seat=0):
    return points(state)[seat]


def chance_of(state, wins, seen=Fraction(1)):
    """Return the probability that a position, played on by chance alone, satisfies something."""
    if state.to_move != CHANCE:
        return seen if wins(state) else Fraction(0)
    return sum(
        (chance_of(state.apply(o), wins, seen * p) for o, p in state.chance().outcomes()),
        Fraction(0),
    )


def test_tv_ds_1_targets_and_pieces():
    """DS-1: DS-6, DS-7, DS-8."""
    for seats, target in ((2, 45), (3, 40), (4, 35)):
        state = go(GAME.new(seats=seats), *["corner a1"] * seats)
        assert f"target {target}" in str(state)
        assert state.supply == (14,) * seats
        assert state.lives == (25,) * seats


def test_tv_ds_2_destinations():
    """DS-2: DS-11."""
    moves = texts(position())
    assert len(moves) == 10
    assert not {"move e1", "move a5", "move e5"} & set(moves)
    assert len(texts(position(pieces=["c3", "e1"]))) - 1 == 20
    board = GAME.new().settings.layout
    reached = {"a1": 9, "b1": 12, "c1": 13, "b2": 16, "c2": 18, "c3": 20}
    assert {f: len(board.within(board.index[f], 3)) - 1 for f in reached} == reached
    middle = {board.labels[cell] for cell in board.within(board.index["c3"], 3)}
    assert set(board.labels) - middle == {"a1", "a5", "e1", "e5"}


def test_tv_ds_3_a_free_8():
    """DS-3: DS-17 to DS-21."""
    state = go(position(pieces=["b2", "e1"]), "move c2", "attempt")
    won = go(state, (2, 6))
    assert (held(won), score(won), won.stage) == ({"c2": (0, 1)}, 8, Stage.CORNER)
    assert go(won, "corner a5").supply[0] == 13
    near = go(state, (3, 4))
    assert texts(near) == ["add_lives 0", "add_lives 1"]
    added, kept = go(near, "add_lives 1"), go(near, "add_lives 0")
    assert (held(added), added.lives[0]) == ({"c2": (0, 1)}, 24)
    assert (held(kept), kept.lives[0]) == ({}, 24)
    assert where(go(kept, "corner a5"), 0) == "a5"
    far = go(state, (1, 3))
    assert (far.stage, far.lives[0]) == (Stage.CORNER, 24)


def attack_on_3(*steps, **changes):
    """Seat 0 attacks a 3 with 2 blockers of seat 1."""
    return go(position({"b1": (1, 2)}, **changes), "move b1", "attempt", *steps)


def test_tv_ds_4_defense():
    """DS-4: DS-16, DS-18."""
    assert attack_on_3("no_defense").need == 5
    assert attack_on_3("defend", (6, 6), "add_lives 0").need == 12
    assert attack_on_3("defend", (2, 2), "add_lives 0").need == 5
    state = attack_on_3("defend", (2, 2), "add_lives 2")
    assert (state.need, state.lives[1]) == (6, 23)


def test_tv_ds_5_the_field_changes_hands():
    """DS-5: DS-19, DS-22."""
    before = attack_on_3()
    state = go(before, "defend", (2, 2), "add_lives 0", (2, 3))
    assert held(state) == {"b1": (0, 1)}
    assert state.supply[1] == before.supply[1] + 2
    assert (score(before, 1), score(state, 1)) == (3, 0)
    assert state.lives[1] == 25


def test_tv_ds_6_a_defense_of_15():
    """DS-6: DS-16, DS-18."""
    state = attack_on_3("defend", (6, 6), "add_lives 3")
    assert state.need == 15
    outcomes = [o for o, _ in state.chance().outcomes() if go(state, o).stage is Stage.LIVES]
    assert outcomes == [(6, 6)]
    assert texts(go(state, (6, 6))) == ["add_lives 0", "add_lives 3"]
    assert chance_of(state, lambda s: s.stage is Stage.LIVES) == Fraction(1, 36)
    assert chance_to_succeed(15, spare=3) == Fraction(1, 36)


def test_tv_ds_7_an_upgrade_of_an_8():
    """DS-7: DS-26 to DS-28."""
    state = go(position({"c2": (0, 1)}, pieces=["b2", "d1"]), "move c2", "attempt")
    assert state.need == 7
    for steps, lives in (([(3, 4)], 25), ([(2, 4), "add_lives 1"], 24)):
        done = go(state, *steps)
        assert (held(done), score(done), done.lives[0]) == ({"c2": (0, 2)}, 8, lives)
        after = go(done, "corner a1", "move c2", "attempt", "no_defense")
        assert after.need == 10
    failed = go(state, (2, 4), "add_lives 0")
    assert (failed.lives[0], where(failed, 0), failed.seat) == (25, "c2", 1)


def test_tv_ds_8_a_sure_upgrade():
    """DS-8: DS-26."""
    state = go(position({"b1": (0, 1)}), "move b1", "attempt")
    assert state.need == 2
    assert chance_of(state, lambda s: held(s) == {"b1": (0, 2)}) == 1


@pytest.mark.parametrize("owner", [0, 1])
def test_tv_ds_9_four_blockers(owner):
    """DS-9: DS-15, DS-29."""
    full = {"b1": (owner, 4)}
    state = go(position(full), "move b1")
    assert (state.stage, state.seat, where(state, 0)) == (Stage.MOVE, 1, "b1")
    state = go(position(full, full_field_immune=False), "move b1")
    if owner == 1:
        assert go(state, "attempt", "no_defense").need == 3 + 4
    else:
        assert state.stage is Stage.MOVE


def test_tv_ds_10_out_of_blockers():
    """DS-10: DS-24, DS-25."""
    fields = {"c3": (0, 1), "b3": (0, 2), "b1": (0, 4), "c1": (0, 4), "a3": (0, 3)}  # 31
    state = position(fields, pieces=["a1", "e1"])
    assert (state.supply[0], score(state)) == (0, 31)
    state = go(state, "move a2", "attempt", (1, 2))  # 34 of 45, and no blocker in supply
    assert texts(state) == [f"take_blocker {f}" for f in sorted([*fields, "a2"])]
    state = go(state, "take_blocker c3")
    assert "c3" not in held(state)
    assert score(state) == 24
    assert set(go(state, "corner a1").invariants().values()) == {15}


def test_tv_ds_11_the_last_life():
    """DS-11: DS-31, DS-32, DS-34."""
    fields = {"b1": (0, 1), "d1": (1, 1)}
    state = position(fields, seats=3, lives=[1, 9, 9], pieces=["b3", "e1", "e5"])
    state = go(state, "move c3", "attempt", (1, 1))
    assert held(state) == {"d1": (1, 1)}
    assert state.to_move == 1
    assert "target 40" in str(state)
    state = go(position(fields, lives=[1, 9], pieces=["b3", "e1"]), "move c3", "attempt", (1, 1))
    assert state.result().winners == (1,)


FORTY = {"c3": (0, 1), "b3": (0, 1), "c2": (0, 1), "d3": (0, 1), "b2": (0, 1)}


def test_tv_ds_12_the_winning_conquest():
    """DS-12: DS-33."""
    assert score(position(FORTY)) == 40
    state = go(position(FORTY), "move c1", "attempt", (2, 3))
    assert (state.to_move, state.result().scores) == (OVER, (45, 0))
    assert where(state, 0) is None  # no new piece
    fields = dict.fromkeys(("c3", "b3", "c2", "d3", "a3"), (0, 1))  # 39
    state = go(position(fields), "move c1", "attempt", (2, 3))
    assert (score(state), state.result()) == (44, None)


def test_tv_ds_13_the_last_lives_as_eyes():
    """DS-13: DS-31, A-DS10."""
    state = position(FORTY, lives=[2, 9])
    state = go(state, "move c1", "attempt", (1, 2), "add_lives 2")
    assert (state.result().reason, state.result().winners) == (Reason.TARGET, (0,))
    thirty = {"c3": (0, 1), "b2": (0, 1), "b4": (0, 1), "d2": (0, 2), "a3": (1, 1)}  # 28
    state = position(thirty, lives=[2, 9])
    state = go(state, "move c1", "attempt", (1, 2), "add_lives 2")
    assert [event.kind for event in state.events][:3] == ["lives", "conquer", "eliminated"]
    assert held(state) == {"a3": (1, 1)}
    assert state.result().winners == (1,)


def test_tv_ds_14_odds():
    """DS-14: DS-16 to DS-18; the whole tables are in test_odds.py."""
    assert chance_to_succeed(7, defended=True) == Fraction(581, 1296)
    assert chance_to_succeed(8, spare=2, defended=True) == Fraction(831, 1296)
    assert chance_to_succeed(10, spare=3) == Fraction(21, 36)


def test_tv_ds_15_staying_and_coming_back():
    """DS-15: DS-12."""
    state = position(pieces=["c2", "e1"])
    assert go(state, "move c2").to_move == 1
    state = go(state, "move c3", "leave", "move e1", "move c2")
    assert (state.stage, state.to_move) == (Stage.ATTEMPT, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("who", ["random", "greedy"])
def test_tv_ds_16_a_whole_game(seats, who):
    """DS-16: DS-25, DS-32, DS-33."""
    record = play(GAME, [who] * seats, seed=16)
    lost = Counter()
    for event in record.log():
        if event["ev"] == "lives":
            lost[event["seat"]] += event["spent"]
        if event["ev"] == "fail" and event["rules"] == ["DS-21"]:
            lost[event["seat"]] += 1
    final, result = record.final, record.result
    assert [25 - lives for lives in final.lives] == [lost[seat] for seat in range(seats)]
    winner = result.winners[0]
    target = {2: 45, 3: 40, 4: 35}[seats]
    alone = [seat for seat in range(seats) if final.lives[seat]] == [winner]
    assert score(final, winner) >= target or alone
