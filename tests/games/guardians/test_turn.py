"""The three steps of a turn, what is paid for, and the variant: SK-12 to SK-20, SK-32 to SK-36."""

import pytest
import shapely

from tablesim.errors import IllegalMove
from tablesim.games.guardians import board
from tablesim.games.guardians.tokens import counts, payments

from .positions import P1, do, legal, owned, position, rows


def refused(state, text, why):
    with pytest.raises(IllegalMove, match=why):
        do(state, text)
    assert text not in legal(state)


def test_sk_12_one_straight_move_in_eight_directions():
    """SK-12."""
    lone = position("1...../....../....../....../" + "/".join(["......"] * 5) + "/a....b")
    # The empty area has six rows above the lowest of this formation.
    assert "move 5,5" in legal(lone)
    refused(lone, "move 2,1", "SK-12: no straight or diagonal line leads from 0,0 to 2,1")
    four = position("/".join(rows(lone)), options={"directions": 4})
    refused(four, "move 1,1", "SK-12: no straight line leads from 0,0 to 1,1")
    moved = do(lone, "move 3,3")
    assert rows(moved)[6] == "...a.."
    assert [str(event) for event in moved.events] == ["seat 0: move, by 0,0, to 3,3 (SK-12)"]


@pytest.mark.parametrize("x", range(6))
def test_sk_12_fifteen_destinations_below_the_formation(x):
    """SK-12."""
    full = "/".join(["123451"] * 4)
    state = position(f"{full}/{'/'.join(['......'] * 5)}/{'.' * x}a{'.' * (5 - x)}")
    assert len(legal(state)) - 1 == 15


def test_sk_13_only_over_and_onto_empty_spaces():
    """SK-13."""
    state = position(P1)
    refused(state, "move 5,0", "SK-13: 5,0 is not empty")
    refused(state, "move 1,8", "SK-13: 1,8 is not empty")
    refused(state, "move 1,9", "SK-13: 1,9 is not empty")
    behind = position("1...../....../....../....../....../....../....../.*..../b...../.a....")
    refused(behind, "move 1,3", "SK-13: something stands between 1,0 and 1,3")


def test_sk_13_a_diagonal_passes_between_two_pieces():
    """SK-13."""
    tight = position("1...../....../....../....../....../....../....../....../.b..../*a....")
    assert "move 0,1" in legal(tight)  # past the mine on 0,0 and the fighter on 1,1


def test_sk_14_up_among_the_invaders_and_to_the_top():
    """SK-14."""
    high = position("12.451/12.451/..a.../..b...")
    assert "move 2,9" in legal(high)
    up = do(high, "move 2,9", "shoot")
    assert [str(event) for event in up.events] == ["seat 0: shot, hit nothing (SK-15)"]
    # A fighter faces the top: what stands below it is not hit.
    assert owned(up) == [[], []]
    assert "move 1,7" in legal(position(P1))


def test_sk_15_the_shot_is_compulsory():
    """SK-15."""
    state = do(position(P1), "move 1,0")
    assert legal(state) == ["shoot"]
    refused(state, "stop_shooting", "SK-15: the first shot is compulsory")
    refused(state, "mine_stay", "SK-15: step 2 is to shoot: expected .*, got mine_stay")


def test_sk_15_the_first_object_above():
    """SK-15: The table of what lies above agrees with the geometry of the board."""
    for cell, (x, y) in enumerate(board.GRID.centers):
        line = shapely.LineString([(x, y), (x, 100)])
        crossed = [
            other
            for other, polygon in enumerate(board.GRID.polygons)
            if other != cell and line.intersection(polygon).length > 1e-6
        ]
        assert sum(board.BIT[other] for other in crossed) == board.ABOVE[cell]


def test_sk_16_a_monster_goes_to_the_shooter():
    """SK-16."""
    state = do(position(P1, phase="shoot", tokens=[[3], [], []]), "shoot")
    assert owned(state)[0] == [3, 2]
    assert rows(state)[1] == "1.[]35"
    assert state.out == counts(())


def test_sk_17_sk_18_a_ship_needs_two_hits():
    """SK-17, SK-18."""
    board_ = "1.[].2/....../....../a.b..."
    hit = do(position(board_, seat=1, stack="1"), "move 2,6", "shoot")
    assert owned(hit) == [[], []]
    assert hit.out == counts((10,))
    assert "SK-17" in str(hit.events[0])
    damaged = do(position("1.(..2/1...../....../a.b...", seat=1, stack="1"), "move 2,6", "shoot")
    assert owned(damaged) == [[], [10]]
    assert [str(event) for event in damaged.events[:2]] == [
        "seat 1: shot, hit damaged ship, at 2,9 (SK-18)",
        "seat 1: gain, value 10 (SK-18)",
    ]


def test_sk_19_stealing_takes_the_lowest():
    """SK-19."""
    for has, taken in (([5, 2, 2], 2), ([10], 10), ([10, 1], 1)):
        state = do(position("1.2.../....../b...../a.....", tokens=[[], has]), "move 0,6", "shoot")
        assert owned(state)[0] == [taken]
        assert sum(owned(state)[1]) == sum(has) - taken
        assert rows(state)[2] == "b....."


def test_sk_20_the_mine_is_hit_in_vain():
    """SK-20."""
    state = position("1.2.../....../*...../a.b...")
    after = do(state, "move 0,6", "shoot")
    assert rows(after) == rows(state)
    assert after.events[-1].rules == ("SK-20",)


# Step 3


def test_sk_32_the_mine_moves_one_to_the_right():
    """SK-32."""
    state = do(position(P1, phase="mine"), "mine_right")
    assert rows(state)[5] == "....*."
    assert (state.to_move, state.turn) == (1, 2)
    stays = do(position(P1, phase="mine"), "mine_stay")
    assert rows(stays)[5] == "...*.."
    refused(
        position(P1, phase="mine"), "mine_enter 0,2", "SK-32: the mine on 3,4 is not at the right"
    )


def test_sk_32_at_the_right_edge():
    """SK-32."""
    edge = position(
        "2...../3....2/....../....../b...../.....*/....../....../....../a.....", phase="mine"
    )
    refused(edge, "mine_right", "SK-32: beyond the right edge")
    refused(edge, "mine_enter 0,5", "SK-32: a fighter stands on 0,5")
    refused(edge, "mine_enter 1,2", "SK-32: 1,2 is no mine space")
    assert rows(do(edge, "mine_enter 0,2"))[7] == "*....."


def test_sk_32_entering_on_an_invader_explodes():
    """SK-32: A-SK3."""
    edge = position(
        "2...../3....2/....../....../4...../.....*/....../....../....../ab....", phase="mine"
    )
    state = do(edge, "mine_enter 0,5")
    assert rows(state)[4] == "......"
    assert state.mine < 0
    assert state.out == counts((4,))
    assert owned(state) == [[], []]
    assert [event.kind for event in state.events] == ["mine", "explosion"]


def test_sk_32_a_fighter_stops_the_mine():
    """SK-32."""
    blocked = position(
        "2...../....../....../....../....../..*a../....../....../....../b.....", phase="mine"
    )
    refused(blocked, "mine_right", "SK-32: a fighter stands on 3,4")


def test_sk_32_without_a_mine_step_3_falls_away():
    """SK-32."""
    state = position(P1.replace("*", "."), phase="shoot")
    assert do(state, "shoot").to_move == 1


# Paying


def test_sk_33_payments_have_no_token_too_many():
    """SK-33."""
    assert payments(counts((5, 5, 1)), 10) == ((5, 5),)
    assert payments(counts((5, 4, 2)), 10) == ((5, 4, 2),)
    assert payments(counts((10, 4, 4, 4, 3)), 10) == ((4, 4, 3), (4, 4, 4), (10,))
    assert payments(counts((5, 4)), 10) == ()


def test_sk_33_the_owner_chooses_what_he_pays():
    """SK-33."""
    state = position(
        "1...../....../....../....../....../....../....../....../....../a.....",
        phase="turn_ends",
        owing=[1],
        tokens=[[], [10, 5, 4, 1]],
    )
    assert state.to_move == 1
    assert legal(state) == ["pay 5+4+1", "pay 10"]
    refused(state, "mine_stay", "SK-33: seat 1 pays for its fighter first")
    refused(state, "pay 5+5", r"SK-33: seat 1 does not own 5\+5")
    refused(state, "pay 5+4", r"SK-33: 5\+4 is 9, but the price is 10")
    refused(state, "pay 10+5", r"SK-33: without the 5 10\+5 is still enough for 10")
    paid = do(state, "pay 5+4+1")
    assert owned(paid)[1] == [10]
    assert paid.out == counts((5, 4, 1))
    assert (paid.to_move, paid.turn) == (1, 2)


def test_sk_34_the_fighter_returns_at_the_owners_next_turn():
    """SK-34."""
    state = position(
        "1.2.../....../....../....../....../....../....../.*..../....../.a....",
        phase="return",
        seat=1,
    )
    refused(state, "return_fighter 1,0", "SK-34: 1,0 is not empty")
    refused(state, "return_fighter 2,1", "SK-34: 2,1 is not in the lowest row")
    refused(state, "move 2,0", "SK-34: the destroyed fighter returns first")
    state = do(state, "return_fighter 2,0")
    assert "move 3,1" in legal(state)
    state = do(state, "move 2,0", "shoot")
    assert owned(state)[1] == [2]


# The rocket


def test_sk_35_a_rocket_spares_fighters_and_the_mine():
    """SK-35."""
    high = P1.replace("4.21.3", "4b21*3").replace("...*..", "......").replace("....b.", "......")
    state = do(position(high, phase="shoot", tokens=[[10], [], []]), "rocket 7 10")
    assert rows(state)[2] == ".b..*."
    assert owned(state)[0] == []
    assert state.out == counts((10, 4, 2, 1, 3))
    assert state.rockets == 0b110


def test_sk_35_options_price_and_gain():
    """SK-35."""
    cheap = position(
        P1, phase="shoot", tokens=[[2], [], []], options={"rocket_cost": 2, "rocket_gain": "owner"}
    )
    assert legal(cheap) == ["shoot", *(f"rocket {y} 2" for y in (6, 7, 8, 9))]
    assert owned(do(cheap, "rocket 8 2"))[0] == [10, 10, 5, 3, 2, 1]


def test_sk_35_what_forbids_a_rocket():
    """SK-35."""
    state = position(P1, phase="shoot", tokens=[[5, 5, 1], [], []])
    refused(state, "rocket 5 5+5", "SK-35: there is no invader in row 5")
    refused(state, "rocket 8 5+1", r"SK-35: 5\+1 is 6, but the price is 10")
    refused(state, "rocket 8 10", "SK-35: seat 0 does not own 10")
    options = {"upgrades": True}
    fired = position(
        P1, phase="shoot", tokens=[[5, 5], [], []], levels=[2, 1, 1], shots=1, options=options
    )
    refused(fired, "rocket 8 5+5", "SK-35: a rocket replaces the shots")


def test_sk_35_a_rocket_may_clear_a_column():
    """SK-35: One advance, however many columns it empties (SK-22)."""
    board_ = "1...../....../2.34../....../....../....../....../....../....../ab...."
    state = do(position(board_, phase="shoot", tokens=[[10], []]), "rocket 7 10")
    assert [event.kind for event in state.events] == ["rocket", "advance"]
    assert rows(state)[1] == "1....."


def test_sk_35_columns_that_were_empty_before_do_not_count():
    """SK-35: SK-22: a rocket that empties no column brings no advance, though others are empty."""
    board_ = "1.34../....../2.34../....../....../....../....../....../....../ab...."
    state = do(position(board_, phase="shoot", tokens=[[10], []], stack="1"), "rocket 7 10")
    assert [event.kind for event in state.events] == ["rocket"]
    assert rows(state)[0] == "1.34.."


# The variant


UPGRADES = {"upgrades": True}


def test_sk_36_raising_the_level():
    """SK-36."""
    asked = position(P1, phase="upgrade", tokens=[[5, 5, 4], [], []], options=UPGRADES)
    assert legal(asked) == ["no_upgrade", "upgrade 5+5"]
    better = do(asked, "upgrade 5+5")
    assert better.levels == (2, 1, 1)
    assert owned(better)[0] == [4]
    assert better.phase.name == "MOVE"
    same = do(asked, "no_upgrade")
    assert (same.levels, same.phase.name) == ((1, 1, 1), "MOVE")
    refused(asked, "upgrade 5+4", r"SK-36: 5\+4 is 9, but the price is 10")
    refused(asked, "move 2,0", "SK-36: before step 1")


def test_sk_36_who_is_asked():
    """SK-36."""

    def next_turn(**others):
        before = position(P1, seat=2, phase="mine", options=UPGRADES, **others)
        return do(before, "mine_stay").phase.name

    assert next_turn(tokens=[[5, 5], [], []]) == "UPGRADE"
    assert next_turn(tokens=[[5, 4], [], []]) == "MOVE"
    assert next_turn(tokens=[[5, 5], [], []], levels=[3, 1, 1]) == "MOVE"
    before = position(P1, seat=2, phase="mine", tokens=[[5, 5], [], []])
    assert do(before, "mine_stay").phase.name == "MOVE"


def test_sk_36_levels_and_the_marker_give_shots():
    """SK-36."""
    tall = "1..1../2...../3...../4...../....../....../....../....../....../a.b..."
    state = position(tall, phase="shoot", levels=[2, 1], options=UPGRADES)
    state = do(state, "shoot")
    refused(state, "extra_shot", "SK-36: the shots of the fighter's level come first")
    state = do(state, "shoot")
    assert owned(state)[0] == [4, 3]
    assert legal(state) == ["extra_shot", "stop_shooting"]
    refused(state, "shoot", "SK-36: a fighter of level 2 has no more than 2 shots")
    assert do(state, "stop_shooting").to_move == 1
    last = do(state, "extra_shot")
    assert owned(last)[0] == [4, 3, 2]
    assert last.markers == 0b10
    assert last.to_move == 1
    used = position(tall, phase="shoot", levels=[2, 1], shots=1, markers=[1], options=UPGRADES)
    refused(used, "extra_shot", "SK-36: the upgrade marker is gone")
    assert do(used, "shoot").to_move == 1


def test_sk_36_stopping_early_keeps_the_marker():
    """SK-36."""
    state = position(P1, phase="shoot", levels=[3, 1, 1], options=UPGRADES)
    state = do(state, "shoot", "stop_shooting")
    assert (state.phase.name, state.markers) == ("MINE", 0b111)


def test_sk_36_a_destroyed_fighter_keeps_its_level():
    """SK-36."""
    before = "2...../..1.../..b.../....../....../....../....../....../....../a....."
    state = position(before, phase="shoot", levels=[1, 3], stack="1", options=UPGRADES)
    state = do(state, "shoot")
    assert state.fighters[1] == -1
    assert state.levels == (1, 3)


def test_sk_36_a_rocket_replaces_all_shots():
    """SK-36."""
    state = position(P1, phase="shoot", tokens=[[10], [], []], levels=[3, 1, 1], options=UPGRADES)
    assert do(state, "rocket 8 10").phase.name == "MINE"
