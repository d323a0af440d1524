"""The rules of upgrading, of elimination and of the end, DS-26 to DS-35."""

import pytest

from tablesim.errors import BadData
from tablesim.games.number_fields import Reason, Stage, data
from tablesim.protocol import CHANCE, OVER

from .positions import go, held, points, position, where

# Upgrading.


def test_ds_26_an_upgrade_needs_the_number_less_the_blockers():
    """DS-26."""
    for blockers, need in {1: 7, 2: 6, 3: 5}.items():
        state = go(position({"c2": (0, blockers)}), "move c2", "attempt")
        assert (state.need, state.to_move) == (need, CHANCE)  # nobody defends against himself
        assert held(go(state, (6, 6)))["c2"] == (0, blockers + 1)  # at least
    state = go(position({"c2": (0, 2)}), "move c2", "attempt", (1, 4))
    assert held(go(state, "add_lives 1"))["c2"] == (0, 3)


def test_ds_27_the_piece_is_one_more_blocker_and_points_stay():
    """DS-27."""
    state = go(position({"c2": (0, 1)}), "move c2", "attempt", (3, 4))
    assert held(state) == {"c2": (0, 2)}
    assert points(state) == (8, 0)
    assert where(state, 0) is None
    state = go(state, "corner a5")
    assert (where(state, 0), state.supply[0], state.seat) == ("a5", 12, 1)


def test_ds_28_a_failed_upgrade_costs_nothing():
    """DS-28."""
    state = go(position({"c2": (0, 1)}), "move c2", "attempt", (1, 2))
    assert (where(state, 0), state.lives, state.seat) == ("c2", (25, 25), 1)
    state = position({"c2": (0, 1)}, failed_upgrade="corner")
    state = go(state, "move c2", "attempt", (1, 2))
    assert (state.stage, state.seat, state.lives) == (Stage.CORNER, 0, (25, 25))
    state = go(state, "corner e5")
    assert (where(state, 0), state.supply) == ("e5", (13, 14))
    assert state.events[0].rules == ("DS-28",)


@pytest.mark.parametrize("immune", [True, False])
def test_ds_29_there_is_no_fifth_spot(immune):
    """DS-29."""
    state = position({"c2": (0, 4)}, full_field_immune=immune)
    assert go(state, "move c2").to_move == 1


def test_ds_30_the_examples_of_the_rulebook():
    """DS-30."""
    for blockers, upgrade, attack in ((1, 7, 10), (2, 6, 11), (3, 5, 12)):
        state = position({"c2": (0, blockers)}, pieces=["b2", "d2"], full_field_immune=False)
        state = go(state, "move c2", "attempt")
        assert state.need == upgrade
        state = go(state, (6, 6), "corner a1", "move c2", "attempt", "no_defense")
        assert state.need == attack


# Elimination and end.

THREE = {"b1": (0, 1), "c2": (0, 2), "d1": (1, 1)}


def test_ds_31_who_has_no_lives_is_out_with_all_that_is_his():
    """DS-31."""
    state = position(THREE, seats=3, lives=[1, 9, 9], pieces=["b3", "e1", "e5"])
    state = go(state, "move c3", "attempt", (1, 1))
    assert held(state) == {"d1": (1, 1)}
    assert (where(state, 0), state.supply[0], state.seat) == (None, 15, 1)
    state = go(state, "move e1", "move e5")
    assert state.seat == 1  # he is passed over
    with pytest.raises(BadData, match="DS-31: seat 0 has no lives, but a field"):
        position(THREE, seats=3, lives=[0, 9, 9], pieces=[None, "e1", "e5"], seat=1)


def test_ds_31_blockers_that_stay_are_an_option():
    """DS-31."""
    state = position(THREE, seats=3, lives=[1, 9, 9], pieces=["b3", "e1", "e5"], eliminated="stay")
    state = go(state, "move c3", "attempt", (1, 1))
    assert held(state) == THREE
    state = go(state, "move e2", "leave", "move e5", "move c2", "attempt")
    assert (state.need, state.to_move) == (10, CHANCE)  # 8 + 2, and nobody defends
    state = go(state, (5, 5))
    assert held(state)["c2"] == (1, 1)
    assert state.supply[0] == 14  # one is still on b1


def test_ds_31_the_result_of_a_throw_comes_first():
    """DS-31: The last life as an eye wins the field; only then is the player out (A-DS10)."""
    state = position(seats=3, lives=[1, 9, 9], pieces=["b3", "e1", "e5"])
    state = go(state, "move c3", "attempt", (4, 5), "add_lives 1")
    kinds = [event.kind for event in state.events]
    assert kinds == ["lives", "conquer", "eliminated"]
    assert held(state) == {}


def test_ds_31_a_defender_can_spend_his_last_life():
    """DS-31: He is out before the attacker throws: the field is nobody's, his defense is gone."""
    state = position({"c2": (1, 2), "d1": (1, 1)}, seats=3, lives=[9, 1, 9])
    state = go(state, "move c2", "attempt", "defend", (6, 6), "add_lives 1")
    assert (state.to_move, state.need, held(state)) == (CHANCE, 8, {})
    state = position({"c2": (1, 2)}, seats=3, lives=[9, 1, 9], eliminated="stay")
    state = go(state, "move c2", "attempt", "defend", (6, 6), "add_lives 1")
    assert (state.to_move, state.need, held(state)) == (CHANCE, 13, {"c2": (1, 2)})
    state = position({"c2": (1, 2)}, lives=[9, 1])
    state = go(state, "move c2", "attempt", "defend", (6, 6), "add_lives 1")
    assert (state.result().reason, state.result().winners) == (Reason.LAST_PLAYER, (0,))


def test_ds_32_the_last_player_wins():
    """DS-32."""
    state = go(position(lives=[1, 9], pieces=["b3", "e1"]), "move c3", "attempt", (1, 1))
    assert state.to_move == OVER
    assert (state.result().reason, state.result().winners) == (Reason.LAST_PLAYER, (1,))


def test_ds_32_playing_on_alone_is_an_option():
    """DS-32."""
    state = position(lives=[1, 1], pieces=["b3", "e1"], last_player_wins=False)
    state = go(state, "move c3", "attempt", (1, 1))
    assert (state.stage, state.seat) == (Stage.MOVE, 1)
    state = go(state, "move e1")
    assert state.seat == 1
    state = go(state, "move e2", "attempt", (1, 1), "add_lives 0")
    assert (state.result().reason, state.result().winners) == (Reason.LAST_PLAYER, ())  # nobody


FORTY = {"c3": (0, 1), "b3": (0, 1), "c2": (0, 1), "d3": (0, 1), "b2": (0, 1)}  # 10+8+8+8+6


def test_ds_33_the_first_with_the_target_wins_at_once():
    """DS-33."""
    state = go(position(FORTY), "move c1", "attempt", (1, 4))  # 40 + 5
    assert state.to_move == OVER
    assert state.result().winners == (0,)
    assert state.result().scores == (45, 0)
    state = go(position(FORTY), "move b1", "attempt", (1, 4))  # 40 + 3
    assert state.result() is None


def test_ds_33_points_fall_with_the_fields():
    """DS-33."""
    state = position(FORTY, seat=1, pieces=["a1", "d2"])
    state = go(state, "move c3", "attempt", "no_defense", (5, 6), "corner a1")
    assert points(state) == (30, 10)
    assert go(state, "move c1", "attempt", (1, 4)).result() is None


def test_ds_34_the_target_stays_when_players_are_out():
    """DS-34."""
    thirty = {"c3": (0, 1), "b3": (0, 1), "c2": (0, 1), "d3": (0, 1)}  # 34
    out = {"seats": 3, "lives": [9, 0, 9], "pieces": ["a1", None, "e5"]}
    state = go(position(thirty, **out), "move b2", "attempt", (3, 3))
    assert state.result().reason is Reason.TARGET  # 40 of 40
    state = go(position(thirty, **out, target_fixed=False), "move b2", "attempt", (3, 3))
    assert state.result() is None  # 40 of 45
    last = {**out, "lives": [1, 9, 9], "pieces": ["a1", "e1", "e5"], "target_fixed": False}
    state = go(position(thirty, **last), "move b2", "attempt", (2, 3), "add_lives 1")
    assert state.result().reason is Reason.TARGET  # he was the third player until he had won


def test_ds_35_at_the_limit_points_decide_then_lives_and_equals_share():
    """DS-35."""

    def ending(fields, lives):
        state = position(fields, seats=3, lives=lives, turn=3, turn_limit=3, seat=2)
        return go(state, "move e5").result()

    b2, b4 = {"b2": (0, 1)}, {"b4": (1, 1)}
    result = ending({**b2, "b1": (1, 1)}, [3, 9, 9])
    assert (result.reason, result.winners, result.scores) == (Reason.TURN_LIMIT, (0,), (6, 3, 0))
    assert ending({**b2, **b4}, [3, 9, 9]).winners == (1,)
    assert ending({**b2, **b4}, [9, 9, 9]).winners == (0, 1)
    assert data.choices()["turn_limit"].option.default == 500
    state = position(turn=3, turn_limit=4, seat=1)
    assert go(state, "move e1").to_move == 0


def test_ds_35_who_is_out_does_not_share():
    """DS-35."""
    state = position(
        {"c3": (0, 2), "b1": (1, 1)}, seats=3, lives=[0, 9, 9], pieces=[None, "e1", "e5"],
        turn=3, turn_limit=3, seat=2, eliminated="stay",
    )  # fmt: skip
    assert go(state, "move e5").result().winners == (1,)
