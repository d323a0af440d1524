"""The rules one by one: set-up, movement and conquest (DS-1 to DS-25), decisions (DS-36).

Upgrades and the end (DS-26 to DS-35) are in test_end.py, the greedy player (DS-37) in
test_players.py.
"""

import re

import pytest

from tablesim.errors import BadData, IllegalMove
from tablesim.games.number_fields import GAME, Stage, data
from tablesim.protocol import CHANCE

from .positions import go, held, points, position, texts, where


def refusal(state, text):
    with pytest.raises(IllegalMove) as caught:
        state.apply(GAME.parse(state, text))
    return caught.value.why


# Components and set-up.


def test_ds_1_the_box_holds_pieces_for_four_and_two_dice():
    """DS-1."""
    counts = data.counts()
    assert (4 * counts.blockers, 4 * counts.lives, counts.dice) == (60, 100, 2)
    state = go(GAME.new(), "corner a1", "corner a1", "move b1", "attempt")
    assert state.chance().size == 21
    assert state.chance().outcomes()[-1] == ((6, 6), pytest.approx(1 / 36))


def test_ds_2_two_to_four_play():
    """DS-2."""
    assert [seats for seats in range(1, 7) if seats in GAME.seats] == [2, 3, 4]
    with pytest.raises(ValueError, match="2 to 4 seats, not for 5"):
        GAME.new(seats=5)


def test_ds_3_a_field_has_four_spots_and_its_number_counts_once():
    """DS-3."""
    assert points(position({"c3": (0, 4)})) == (10, 0)
    with pytest.raises(BadData, match=r"fields\.c3: DS-3: expected 1 to 4 blockers"):
        position({"c3": (0, 5)})


def test_ds_4_start_fields_carry_no_number():
    """DS-4."""
    state = position(pieces=["b1", "e1"])
    assert state.settings.numbers[state.settings.index["a1"]] == 0
    after = go(state, "move a1")  # lands, but there is nothing to try
    assert (after.stage, after.seat) == (Stage.MOVE, 1)


def test_ds_5_the_default_board():
    """DS-5."""
    layout = GAME.new().settings.layout
    assert ["".join(f"{word:>3}" for word in row) for row in layout.rows] == [
        "  S  3  5  3  S",
        "  3  6  8  6  3",
        "  5  8 10  8  5",
        "  3  6  8  6  3",
        "  S  3  5  3  S",
    ]
    numbers = [number for number in layout.numbers if number]
    assert (len(numbers), sum(numbers)) == (21, 110)
    assert max(numbers) + 3 <= 12 + 3  # with 3 blockers still attackable with 3 lives
    assert data.choices()["board"].house


def test_ds_5_any_other_board_can_be_given_by_its_rows():
    """DS-5."""
    state = GAME.new(board="S 12 12 S / 11 . 12 3")
    assert state.settings.layout.labels == ("a1", "c1", "d1", "a2", "b2", "c2", "d2")
    assert texts(state) == ["corner a2", "corner d2"]


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("3 12 12 12 12", "at least one start field"),
        ("S 1 12 12 12 12", "from 2 to 12, got '1'"),
        ("S 13 12 12 12 12", "from 2 to 12, got '13'"),
        ("S . 12 12 12 12", "do not hang together"),
        ("S 12 12 12 8", "sum to 45 at least, got 44"),
        ("S 12 12 / 12 12", "equal length"),
    ],
)
def test_ds_5_boards_that_cannot_be_played_on(rows, wrong):
    """DS-5."""
    with pytest.raises(BadData, match=f"DS-5: .*{wrong}"):
        GAME.new(board=rows)
    if "44" in wrong:
        assert GAME.new(board="S 12 12 12 9").to_move == 0


def test_ds_6_everybody_begins_with_15_blockers_and_25_lives():
    """DS-6."""
    for seats in GAME.seats:
        state = GAME.new(seats=seats)
        assert state.supply == (15,) * seats
        assert state.lives == (25,) * seats


def test_ds_7_each_puts_a_blocker_on_a_corner_and_corners_can_be_shared():
    """DS-7."""
    state = GAME.new(seats=3)
    assert texts(state) == ["corner a1", "corner a5", "corner e1", "corner e5"]
    assert "no start field" in refusal(state, "corner c3")
    state = go(state, "corner e5", "corner e5", "corner a1")
    assert [where(state, seat) for seat in range(3)] == ["e5", "e5", "a1"]
    assert state.supply == (14, 14, 14)


def test_ds_7_the_order_of_the_setup_is_an_option():
    """DS-7."""
    for order, seats in {"clockwise": [1, 2, 0], "reverse": [0, 2, 1]}.items():
        state = GAME.new(seats=3, first_player=1, setup_order=order)
        chose = []
        while state.stage is Stage.SETUP:
            chose.append(state.to_move)
            state = go(state, "corner a1")
        assert chose == seats
        assert state.to_move == 1


def test_ds_8_the_target_is_45_and_5_less_for_each_further_player():
    """DS-8."""
    need = {2: 45, 3: 40, 4: 35}
    for seats, target in need.items():
        assert f"target {target}" in str(GAME.new(seats=seats))
    six = dict.fromkeys(("b2", "d2", "b4", "d4"), (0, 1))  # 24
    state = position({**six, "c2": (0, 1)}, seats=4, pieces=["b1", "e1", "e5", "a5"])
    state = go(state, "move b1")  # 32 points of 35 are not enough
    assert state.to_move == 1
    state = position({**six, "c2": (0, 1)}, seats=4, pieces=["a1", "e1", "e5", "a5"])
    assert go(state, "move b1", "attempt", (1, 2)).result().scores[0] == 35
    state = position({**six, "c2": (0, 1)}, seats=3, pieces=["a1", "e1", "e5"])
    assert go(state, "move b1", "attempt", (1, 2)).result() is None  # of 40


def test_ds_9_turns_go_clockwise_from_the_first_player():
    """DS-9."""
    state = GAME.new(seats=3, first_player=2)
    seats = []
    for step in ("corner a1",) * 3 + ("move a1",) * 4:
        seats.append(state.to_move)
        state = go(state, step)
    assert seats == [2, 0, 1, 2, 0, 1, 2]
    with pytest.raises(ValueError, match="first_player: expected 0 to 1, got 2"):
        GAME.new(seats=2, first_player=2)


# Movement.


def test_ds_10_one_moving_piece_each():
    """DS-10."""
    state = go(position(), "move b1", "attempt", (3, 3))
    assert where(state, 0) is None  # the piece is a blocker now, the next is not yet there
    state = go(state, "corner e5")
    assert where(state, 0) == "e5"
    with pytest.raises(BadData, match="DS-10: expected a field, seat 1 has a moving piece"):
        position(pieces=["a1", None])


def test_ds_11_up_to_three_fields_in_all_directions_but_diagonally():
    """DS-11."""
    state = position({"b1": (1, 4)}, pieces=["a1", "b2"])  # nothing blocks the way
    expected = {"a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2", "d1"}
    assert {text.removeprefix("move ") for text in texts(state)} == expected
    why = refusal(state, "move c3")  # 2 diagonal steps, but 4 sides
    assert why == "DS-11: c3 is 4 fields from a1; a piece moves up to 3"


def test_ds_11_straight_lines_as_an_option():
    """DS-11."""
    state = position(straight_only=True, pieces=["b2", "e1"])
    expected = {"b2", "a2", "c2", "d2", "e2", "b1", "b3", "b4", "b5"}
    assert {text.removeprefix("move ") for text in texts(state)} == expected
    assert refusal(state, "move c3") == "DS-11: c3 does not lie in a straight line with b2"


def test_ds_11_no_piece_jumps_over_a_hole():
    """DS-11."""
    board = "S 12 12 12 / 2 . 12 2"
    state = position(board=board, straight_only=True, pieces=["a1", "a2"])
    assert texts(state) == ["move a1", "move a2"]
    state = position(board=board, pieces=["a1", "a2"])
    assert texts(state) == ["move a1", "move a2", "move b2", "move c2"]


def test_ds_12_who_stays_tries_nothing():
    """DS-12."""
    state = go(position(pieces=["c3", "e1"]), "move c3")
    assert (state.stage, state.seat) == (Stage.MOVE, 1)


def test_ds_13_an_attempt_may_be_left():
    """DS-13."""
    state = go(position(), "move b2")
    assert texts(state) == ["attempt", "leave"]
    state = go(state, "leave")
    assert (where(state, 0), state.seat, state.lives) == ("b2", 1, (25, 25))
    assert held(state) == {}


# Conquering.


def test_ds_14_the_number_and_the_blockers_of_the_owner_are_needed():
    """DS-14."""
    assert go(position(), "move b2", "attempt").need == 6
    for blockers in (1, 2, 3):
        state = position({"b2": (1, blockers)})
        assert go(state, "move b2", "attempt", "no_defense").need == 6 + blockers


def test_ds_15_a_field_with_four_blockers_is_safe():
    """DS-15."""
    full = {"b2": (1, 4)}
    assert go(position(full), "move b2").to_move == 1
    after = go(position(full, full_field_immune=False), "move b2", "attempt", "no_defense")
    assert after.need == 10


def test_ds_16_the_owner_may_throw_first_and_the_higher_number_counts():
    """DS-16."""
    state = go(position({"b2": (1, 2)}), "move b2", "attempt")
    assert state.to_move == 1
    assert texts(state) == ["defend", "no_defense"]
    assert go(state, "defend", (6, 6), "add_lives 0").need == 12
    assert go(state, "defend", (1, 2), "add_lives 0").need == 8
    assert go(state, "defend", (4, 4), "add_lives 0").need == 8
    assert go(state, "defend", (4, 5), "add_lives 0").need == 9


def test_ds_16_nobody_defends_a_free_field():
    """DS-16."""
    assert go(position(), "move b2", "attempt").to_move == CHANCE


def test_ds_17_equal_is_enough():
    """DS-17."""
    state = go(position(), "move b2", "attempt")
    assert held(go(state, (3, 3))) == {"b2": (0, 1)}
    assert held(go(state, (6, 6))) == {"b2": (0, 1)}
    assert held(go(state, (1, 1))) == {}


def test_ds_18_lives_are_eyes_for_who_is_short():
    """DS-18."""
    state = go(position(pieces=["b3", "e1"]), "move d3", "attempt")  # 8
    for dice, short in {(1, 6): 1, (1, 5): 2, (1, 4): 3}.items():
        assert texts(go(state, dice)) == ["add_lives 0", f"add_lives {short}"]
        after = go(state, dice, f"add_lives {short}")
        assert held(after) == {"d3": (0, 1)}
        assert after.lives[0] == 25 - short
    assert go(state, (1, 3)).stage is Stage.CORNER  # 4 short: nothing can be added
    assert go(state, (2, 6)).stage is Stage.CORNER  # not short: nothing is asked
    assert "0 or 2 lives" in refusal(go(state, (1, 5)), "add_lives 1")


def test_ds_18_nobody_adds_lives_that_he_has_not():
    """DS-18."""
    state = go(position(pieces=["b3", "e1"], lives=[2, 25]), "move c3", "attempt")
    assert go(state, (4, 4)).stage is Stage.LIVES
    assert go(state, (3, 4)).stage is Stage.CORNER


def test_ds_18_the_defender_adds_up_to_three_after_his_own_throw():
    """DS-18."""
    state = go(position({"b2": (1, 2)}, lives=[25, 2]), "move b2", "attempt", "defend", (3, 4))
    assert state.to_move == 1
    assert texts(state) == ["add_lives 0", "add_lives 1", "add_lives 2"]
    after = go(state, "add_lives 1")
    assert (after.need, after.lives) == (8, (25, 1))
    state = go(position({"b2": (1, 2)}), "move b2", "attempt", "defend", (3, 4))
    assert texts(state)[-1] == "add_lives 3"
    assert refusal(state, "add_lives 4").startswith("DS-18: 0 or 1 or 2 or 3 lives")
    assert go(state, "add_lives 3").need == 10


def test_ds_19_the_former_owner_takes_his_blockers_back():
    """DS-19."""
    state = position({"b2": (1, 3)}, pieces=["b1", "e1"])
    assert state.supply == (14, 11)
    state = go(state, "move b2", "attempt", "no_defense", (4, 5))
    assert held(state) == {"b2": (0, 1)}
    assert state.supply == (14, 14)
    assert points(state) == (6, 0)


def test_ds_20_the_next_piece_comes_from_the_supply_to_any_corner():
    """DS-20."""
    state = go(position(pieces=["b1", "e1"]), "move b2", "attempt", (3, 3))
    assert texts(state) == ["corner a1", "corner a5", "corner e1", "corner e5"]
    state = go(state, "corner e5")
    assert (where(state, 0), state.supply, state.seat) == ("e5", (13, 14), 1)


def test_ds_21_failure_costs_a_life_and_the_way_back():
    """DS-21."""
    state = go(position(), "move b2", "attempt", (1, 1))
    assert state.lives == (24, 25)
    state = go(state, "corner e5")
    assert (where(state, 0), state.supply, state.seat) == ("e5", (14, 14), 1)
    state = go(position(), "move b2", "attempt", (1, 4), "add_lives 0")  # not forced to add
    assert state.lives == (24, 25)


def test_ds_22_a_defender_who_loses_the_field_loses_no_life():
    """DS-22."""
    state = position({"b2": (1, 1)})
    state = go(state, "move b2", "attempt", "defend", (1, 1), "add_lives 2", (5, 5))
    assert held(state) == {"b2": (0, 1)}
    assert state.lives == (25, 23)  # only what he chose to add


def test_ds_23_a_field_without_blockers_is_nobodys():
    """DS-23."""
    with pytest.raises(BadData, match="expected 1 to 4 blockers"):
        position({"b2": (1, 0)})
    state = position({"b2": (0, 1), "b1": (0, 4), "c1": (0, 4), "d1": (0, 4), "a2": (0, 2)},
                     pieces=[None, "e1"], stage="take_blocker")  # fmt: skip
    assert "b2" not in held(go(state, "take_blocker b2"))


FULL = {"b1": (0, 4), "c1": (0, 4), "d1": (0, 4), "a3": (0, 1)}


def test_ds_24_who_is_out_of_blockers_takes_one_of_his_own():
    """DS-24."""
    state = position({**FULL, "e3": (1, 1)}, pieces=["a1", "e1"], seat=0)
    state = go(state, "move b2", "attempt", (3, 3))
    assert state.supply[0] == 1
    state = go(state, "corner a1", "move e1", "move b3", "attempt", (4, 4))
    assert (state.stage, state.supply[0]) == (Stage.TAKE_BLOCKER, 0)
    own = ["a3", "b1", "b2", "b3", "c1", "d1"]
    assert texts(state) == [f"take_blocker {label}" for label in own]
    assert refusal(state, "take_blocker e3") == "DS-24: e3 is no field of seat 0"
    taken = go(state, "take_blocker b1")
    assert held(taken)["b1"] == (0, 3)
    taken = go(state, "take_blocker a3")
    assert "a3" not in held(taken)
    taken = go(taken, "corner e5")
    assert (where(taken, 0), taken.supply[0], taken.to_move) == ("e5", 0, 1)


def test_ds_24_also_after_an_upgrade():
    """DS-24."""
    state = position({**FULL, "a3": (0, 2)}, pieces=["b3", "e1"])
    state = go(state, "move a3", "attempt", (4, 4))
    assert (held(state)["a3"], state.stage) == ((0, 3), Stage.TAKE_BLOCKER)


def test_ds_25_blockers_are_15_for_ever_and_lives_never_increase():
    """DS-25."""
    with pytest.raises(BadData, match="DS-25: expected 15 blockers of seat 0, got 16"):
        position(supply=[15, 14])
    state = position({"b2": (1, 2)}, pieces=["b1", "e1"])
    before = state.invariants()
    assert before == {"blockers of seat 0": 15, "blockers of seat 1": 15}
    steps = ("move b2", "attempt", "defend", (1, 2), "add_lives 1", (3, 4), "add_lives 1")
    lives = state.lives
    for step in (*steps, "corner a1"):
        state = go(state, step)
        assert state.invariants() == before
        assert all(now <= then for now, then in zip(state.lives, lives, strict=True))
        lives = state.lives


# Decisions and events.


def test_ds_36_every_decision_has_its_moves_and_no_others():
    """DS-36: The decision points, who decides, and what is refused there."""
    state = GAME.new()
    game = ["corner a1", "corner e1", "move b2", "attempt", (3, 3), "corner a1", "move c2"]
    game += ["leave", "move a1", "move b2", "attempt", "defend", (2, 2), "add_lives 0", (1, 5)]
    asked = []
    every = {"corner a1", "move c2", "attempt", "leave", "defend", "no_defense", "add_lives 0"}
    for step in [*game, "add_lives 1"]:
        if state.to_move != CHANCE:
            asked.append((state.stage.value, state.to_move))
            kinds = {text.split()[0] for text in texts(state)}
            for text in sorted(every | {"take_blocker b2"}):
                if text.split()[0] not in kinds:
                    assert re.match(r"DS-36: seat \d decides on ", refusal(state, text))
        state = go(state, step)
    assert asked == [
        ("setup", 0), ("setup", 1), ("move", 0), ("attempt", 0), ("corner", 0), ("move", 1),
        ("attempt", 1), ("move", 0), ("move", 1), ("attempt", 1), ("defend", 0),
        ("defense_lives", 0), ("lives", 1),
    ]  # fmt: skip
    assert state.stage is Stage.CORNER


def test_every_event_names_its_rules():
    """The words of the log, and the rules beside them."""
    state = position({"b2": (1, 1), "c2": (0, 1)})
    told = []
    steps = ["move b2", "attempt", "defend", (3, 3), "add_lives 1", (1, 6), "corner a1"]
    steps += ["move e1", "move c2", "attempt", (1, 1)]
    for step in steps:
        state = go(state, step)
        told += [str(event) for event in state.events]
    assert told == [
        "seat 0: move, from a1, to b2 (DS-11)",
        "seat 0: attack, at b2, need 7 (DS-14)",
        "seat 1: lives, spent 1 (DS-18)",
        "seat 1: defense, total 7, need 7 (DS-16)",
        "seat 0: conquer, at b2, points 14 (DS-19)",
        "seat 0: new_piece, at a1 (DS-20)",
        "seat 1: move, stays e1 (DS-11, DS-12)",
        "seat 0: move, from a1, to c2 (DS-11)",
        "seat 0: upgrade, at c2, need 7 (DS-26)",
        "seat 0: fail, at c2 (DS-28)",
    ]
