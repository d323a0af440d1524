"""What the invaders do, and the end of the game: SK-21 to SK-31, SK-37 to SK-42."""

import pytest

from tablesim.errors import BadData
from tablesim.games.guardians import GAME, board, invasion
from tablesim.games.guardians.phases import Reason
from tablesim.games.guardians.tokens import counts
from tablesim.protocol import CHANCE, OVER, play

from .positions import P1, do, owned, position, rows


def kinds(state):
    return [event.kind for event in state.events]


def shot(text, **others):
    """Return the position after seat 0 has shot."""
    return do(position(text, phase="shoot", **others), "shoot")


def test_sk_21_halves_of_different_ships_are_no_ship():
    """SK-21: A-SK6: both are damaged, and each is worth 10."""
    state = shot("2.()../..1.../....../a..b..", seat=1, stack="1")
    assert owned(state)[1] == [10]
    assert rows(state)[1] == "2.(..."
    with pytest.raises(BadData, match=r"the other half of '\[' on 2,9 is missing; write '\('"):
        position("1.[)../....../a.b...")


def test_sk_22_the_last_of_a_column_brings_an_advance_at_once():
    """SK-22."""
    still = shot("12..../1...../a..b..", stack="1")
    assert kinds(still) == ["shot", "gain"]
    assert rows(still)[:2] == ["12....", "......"]
    moved = shot("12..../....../a..b..", stack="1")
    assert kinds(moved) == ["shot", "gain", "advance"]
    assert rows(moved)[:2] == ["......", ".2...."]
    assert moved.to_move == CHANCE


def test_sk_22_the_mine_can_bring_an_advance_too():
    """SK-22: A-SK2."""
    state = do(position("12..../.*3.../b...../a.....", phase="mine", stack="1"), "mine_right")
    assert kinds(state) == ["mine", "explosion", "advance"]
    assert rows(state)[1] == "12...."


def test_sk_22_a_column_that_was_empty_brings_nothing():
    """SK-22."""
    state = shot("12..../1...../a..b..", stack="1")
    assert rows(state)[0] == "12...."  # columns 2 to 5 were empty all the time


def test_sk_23_the_end_is_tested_first():
    """SK-23."""
    state = shot("1...../....../a..b..")
    assert kinds(state) == ["shot", "gain", "end"]
    assert state.events[-1].rules == ("SK-23",)
    goes_on = shot("1...../....../a..b..", stack="3")
    assert kinds(goes_on) == ["shot", "gain", "advance"]


def test_sk_24_all_step_down_by_one():
    """SK-24."""
    state = shot("1[]4../...3../....../....5./....../a..b..", stack="1")
    assert rows(state)[:5] == ["......", ".[]4..", "...3..", "......", "....5."]


def test_sk_25_the_mine_takes_one_invader_in_an_advance():
    """SK-25."""
    state = shot("1.[].2/..*.../....../a....b", stack="1")
    assert rows(state)[1] == "...).2"
    assert state.mine < 0
    assert state.out == counts((10,))
    assert owned(state) == [[1], []]
    assert str(state.events[-1]) == "explosion, at 2,8, token [ (SK-25)"


def test_sk_26_an_invader_destroys_a_fighter_and_stays():
    """SK-26."""
    state = shot("1.2.../..b.../a.....", tokens=[[], [3, 3]], stack="1")
    assert rows(state)[1] == "..2..."
    assert state.fighters[1] == -1
    # Less than the price: all that there is, and nobody is asked (SK-33).
    assert owned(state)[1] == []
    assert state.out == counts((3, 3))
    assert kinds(state) == ["shot", "gain", "advance", "destroyed", "repair"]


def test_sk_26_several_fighters_pay_in_the_order_of_seats():
    """SK-26."""
    tokens = [[], [5, 5, 5], [10, 5]]
    state = shot("123.../.cb.../a.....", tokens=tokens, stack="1")
    assert state.owing == (1, 2)
    assert state.to_move == 1
    state = do(state, "pay 5+5")
    assert state.to_move == 2
    state = do(state, "pay 10")
    assert owned(state) == [[1], [5], [5]]
    assert state.to_move == CHANCE


def test_sk_27_an_invader_in_row_0_ends_it_without_reinforcements():
    """SK-27."""
    low = "1...../....../....../....../....../....../....../....../..3.../a....b"
    state = shot(low, stack="12345")
    assert state.to_move == OVER
    assert kinds(state) == ["shot", "gain", "advance", "end"]
    assert state.events[-1].rules == ("SK-27", "SK-37")
    assert state.encode()["stack"] == "12345"


def test_sk_27_a_fighter_hit_there_is_not_asked_to_pay():
    """SK-27."""
    low = "1...../....../....../....../....../....../....../....../..3.../a.b..."
    state = shot(low, stack="1", tokens=[[], [5, 5]])
    assert state.to_move == OVER
    assert owned(state)[1] == [5, 5]
    assert state.result().reason is Reason.PLANET_LOST


def filling(text, stack, **others):
    return position(text, phase="shoot", shots=1, filling=0, stack=stack, **others)


def test_sk_28_the_top_row_is_filled_from_left_to_right():
    """SK-28."""
    state = filling("....../1...../a..b..", "1234512")
    for n, sign in enumerate("152431"):
        assert (state.to_move, state.filling) == (CHANCE, n)
        state = do(state, (sign,))
        assert rows(state)[0] == "152431"[: n + 1] + "." * (5 - n)
    assert state.to_move >= 0
    assert state.encode()["stack"] == "2"


def test_sk_28_until_the_stack_is_finished():
    """SK-28."""
    state = do(filling("....../1...../a..b..", "12"), ("2",), ("1",))
    assert rows(state)[0] == "21...."
    assert state.to_move >= 0


def test_sk_29_a_ship_enters_intact():
    """SK-29."""
    state = filling("....../1...../a..b..", "1[[]]")
    other = do(state, ("]",))
    state = do(state, ("[",))
    assert rows(state)[0] == "[]...."
    assert state == other
    assert (state.encode()["stack"], state.filling) == ("1[]", 2)


def test_sk_29_the_last_space_stays_empty_without_a_monster():
    """SK-29."""
    state = position("1.34../1...../a..b..", phase="shoot", shots=1, filling=4, stack="1[]")
    state = do(state, ("1",))
    assert state.to_move >= 0  # only halves are left
    assert state.encode()["stack"] == "[]"


def test_sk_29_single_halves():
    """SK-29: The option: a half is laid like any token, and pairs with the other kind beside it."""
    options = {"ship_entry": "single"}
    state = filling("....../1...../a..b..", "1[[[]]]", options=options)
    state = do(state, ("]",), ("[",), ("[",), ("]",), ("]",), ("[",))
    assert rows(state)[0] == ")([])("
    assert state.encode()["stack"] == "1"
    last = position("12345./a..b..", phase="shoot", shots=1, filling=5, stack="[", options=options)
    assert rows(do(last, ("[",)))[0] == "12345("


def test_sk_30_reinforcements_meet_mine_and_fighters():
    """SK-30."""
    state = filling("*b..../1...../a.....", "12345", tokens=[[], [4]])
    state = do(state, ("5",))
    assert state.mine < 0
    assert state.out == counts((5,))
    state = do(state, ("3",))
    assert state.fighters[1] == -1
    assert rows(state)[0] == ".3...."
    assert owned(state)[1] == []


def test_sk_30_half_of_a_ship_meets_the_mine():
    """SK-30."""
    state = do(filling(".*..../1...../a..b..", "1[]"), ("[",))
    assert rows(state)[0] == "(....."
    assert state.out == counts((10,))


def test_sk_31_no_second_advance():
    """SK-31: The mine takes the only invader of its column: that was this action's advance."""
    state = shot("12..../.*..../a..b..", stack="345")
    assert kinds(state) == ["shot", "gain", "advance", "explosion"]
    state = do(state, ("3",), ("4",), ("5",))
    assert rows(state)[:2] == ["345...", "......"]


def test_sk_38_the_mine_can_take_the_last_invader_of_all():
    """SK-38."""
    state = shot("12..../.*..../a..b..")
    assert kinds(state) == ["shot", "gain", "advance", "explosion", "end"]
    assert state.to_move == OVER
    assert state.result().reason is Reason.DEFENDED


def test_sk_38_the_mine_can_take_the_last_reinforcement():
    """SK-38."""
    state = do(shot("*...../1...../....../a..b..", stack="3"), ("3",))
    assert kinds(state) == ["reinforce", "explosion", "end"]
    assert state.result().reason is Reason.DEFENDED


@pytest.mark.parametrize(
    ("tokens", "winners"),
    [
        ([[5, 5, 3], [10, 2]], (0,)),
        ([[5, 5, 2], [10, 2]], (1,)),
        ([[5, 4, 3], [5, 4, 2, 1]], (1,)),
        ([[5, 4], [5, 4]], (0, 1)),
        ([[5, 4], [5, 4], [10]], (2,)),
    ],
)
def test_sk_38_sk_39_who_wins(tokens, winners):
    """SK-38, SK-39: Most points, then more halves, then more tokens, then all of them."""
    seats = len(tokens)
    over = position("....../a..b..", phase="over", tokens=tokens, seats=seats)
    result = over.result()
    assert result.reason is Reason.DEFENDED
    assert result.scores == tuple(map(sum, tokens))
    assert result.winners == winners


def test_sk_40_the_turn_limit():
    """SK-40."""
    state = position(P1, phase="mine", turn=7, seat=2, options={"turn_limit": 7})
    state = do(state, "mine_stay")
    assert state.to_move == OVER
    assert state.result().reason is Reason.TURN_LIMIT
    assert state.result().winners == ()


@pytest.mark.parametrize("seed", range(6))
def test_sk_41_sk_42_invariants_of_whole_games(seed):
    """SK-41, SK-42: with a stack the board is not empty; a full row after seven advances."""
    record = play(GAME, ["random"] * 3, seed=seed)
    start = dict(record.start.invariants())
    bringing = 0
    for state in record.states():
        assert dict(state.invariants()) == start
        if state.phase is not record.start.phase and sum(state.stack) and state.to_move != CHANCE:
            assert state.invaders
        bringing += any(e.kind == "advance" for e in state.events) and state.filling == 0
    assert bringing <= 7


def test_sk_42_six_advances_from_the_lowest_starting_row():
    """SK-42."""
    state = position("....../....../....../3...../a....b", stack="")
    for _ in range(5):
        state = invasion.advance(state)
        assert state.to_move != OVER
    state = invasion.advance(state)
    assert state.invaders & board.ROW[0]
    assert state.to_move == OVER
