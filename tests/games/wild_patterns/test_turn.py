"""The set-up and a turn: T-7 to T-22."""

from collections import Counter
from random import Random

import pytest

from tablesim.errors import IllegalMove, NotAMove
from tablesim.games.wild_patterns import GAME, Stage
from tablesim.games.wild_patterns.board import BOARD, occupied
from tablesim.games.wild_patterns.chances import FirstLayout
from tablesim.games.wild_patterns.fast import destinations
from tablesim.games.wild_patterns.moves import Claim, parse
from tablesim.protocol import CHANCE

from .positions import CARELESS, FULL_ROWS, cell, do, draws, notations, position, shifts, start

SHORT = {"3": ["3-02"], "4": [], "5": ["5-01", "5-02"], "6": ["6-01"]}


def why(state, text):
    move = parse(text, state.variant.pile_names)
    with pytest.raises(IllegalMove) as error:
        state.apply(move)
    assert error.value.why == state.why_illegal(move)
    return error.value.why


def test_decks_are_sorted_by_mark_and_hidden():
    """T-7, T-4"""
    state = GAME.new(2)
    assert [{card[0] for card in pile} for pile in state.piles] == [{"3"}, {"4"}, {"5"}, {"6"}]
    assert state.seen_by(0).piles[0] == ("3-?",) * 12


def test_which_decks_are_played():
    """T-8"""
    names = {d: GAME.new(2, decks=d).variant.pile_names for d in ("normal", "beginner", "hard")}
    assert names == {
        "normal": ("3", "4", "5", "6"),
        "beginner": ("3", "4", "5"),
        "hard": ("3", "4", "5", "6", "V"),
    }


def test_the_first_layout_is_random_and_legal():
    """T-10: all legal layouts alike, so that the number of moves has its exact mean 76.99."""
    rng, moves = Random(7), []
    sampled = [FirstLayout().sample(rng) for _ in range(1500)]
    for (rows,) in sampled:
        assert FirstLayout().why_impossible((rows,)) is None
        moves.append(sum(t.bit_count() for t in destinations(occupied(state_of(rows)))))
        assert Counter(rows) == {"B": 5, "R": 5, "K": 5, ".": 10, "/": 4}
    assert abs(sum(moves) / len(moves) - 76.9865) < 2.0
    blue_corners = sum(rows[0] == "B" for (rows,) in sampled)
    red_corners = sum(rows[0] == "R" for (rows,) in sampled)
    assert abs(blue_corners - red_corners) < 90
    assert len(set(sampled)) == len(sampled)


def state_of(rows):
    return start(2, rows).layout


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (("BRKBR/KBRKB/...../RKBRK/.....",), "T-14: the tiles form 2 figures"),
        (("BRKBR/KBRKB/RKBRB/...../.....",), "T-2: expected 5 B, 5 R, 5 K"),
        (("BRKBR/KBRKB/RKBRK/....",), "T-10: the board has 5 rows"),
        (("BRKBR/KBRKB/RKBRX/...../.....",), "T-10: a tile is one of B, R, K, got 'X'"),
        (("BRKBR\nKBRKB\nRKBRK\n.....\n.....",), "T-10: write 'BRKBR/KBRKB/RKBRK/...../.....'"),
        ((7,), "T-10: expected the rows"),
        ((), "T-10: expected the rows"),
    ],
)
def test_impossible_layouts(outcome, message):
    """T-2, T-10, T-14"""
    with pytest.raises(IllegalMove) as error:
        GAME.new(2).apply(outcome)
    assert error.value.why.startswith(message)


def test_every_seat_is_dealt_one_card_of_3_4_and_5():
    """T-11"""
    state, taken = start(3, CARELESS), []
    while state.stage is Stage.DEAL:
        assert state.to_move == CHANCE
        bag = state.chance().bag
        taken.append({card[0] for card in bag})
        state = state.apply((bag[0],))
    assert taken == [{"3"}, {"4"}, {"5"}] * 3
    drawn = [sorted(state.hands[seat] + state.scored[seat]) for seat in range(3)]
    assert [[card[0] for card in cards] for cards in drawn] == [["3", "4", "5"]] * 3
    assert len(state.piles[0]) == 9 and len(state.piles[3]) == 14


@pytest.mark.parametrize("first", [0, 1, 2])
def test_turns_go_clockwise_from_the_first_player(first):
    """T-12"""
    state = start(3, CARELESS, first_player=first, claims="race", alertness="0")
    while state.to_move == CHANCE:
        state = state.apply((state.chance().bag[0],))
    seats = []
    for _ in range(4):
        seats.append(state.to_move)
        state = do(state, "draw 6") if len(state.hands[state.seat]) < 4 else do_any_shift(state)
        while state.to_move == CHANCE:
            state = state.apply((state.chance().bag[0],))
    assert seats == [first, (first + 1) % 3, (first + 2) % 3, first]


def do_any_shift(state):
    return do(state, shifts(state)[0])


def test_at_the_start_no_tile_is_locked():
    """T-13"""
    state = start(2)
    assert state.lock == -1 and state.encode()["lock"] is None
    assert {move[:2] for move in shifts(position(FULL_ROWS))} == {
        label for label in BOARD.labels if label[1] in "345"
    }


def test_a_turn_is_one_draw_or_one_move_and_never_a_pass():
    """T-15"""
    state = position(CARELESS, [["6-01"], ["6-02"]])
    moved = do(state, shifts(state)[0])
    assert moved.to_move == 1 and moved.hands == state.hands
    drawn = do(state, "draw 6", ("6-03",))
    assert drawn.to_move == 1 and drawn.layout == state.layout
    with pytest.raises(NotAMove):
        GAME.parse(state, "pass")
    assert state.why_illegal(Claim()).startswith("T-42")
    assert all(text.startswith("draw") or "-" in text for text in notations(state))


def test_an_empty_hand_must_draw():
    """TV-T-9: T-16, T-20"""
    state = position(CARELESS, [[], ["6-02"]], left=SHORT | {"3": []})
    assert notations(state) == ["draw 5", "draw 6"]
    assert why(state, "d2-e2") == "T-16: a seat without a card must draw"


def test_an_empty_hand_never_moves_even_with_empty_piles():
    """T-20, T-28"""
    state = position(CARELESS, [["6-01"], []], left={})
    assert do_any_shift(state).stage is Stage.OVER


def test_drawing():
    """T-17"""
    state = position(CARELESS, [["6-02"], ["6-03"]], left=SHORT)
    assert draws(state) == ["draw 3", "draw 5", "draw 6"]
    assert why(state, "draw 4") == "T-17: pile 4 is empty"
    asked = do(state, "draw 5")
    assert asked.to_move == CHANCE and asked.chance().bag == ("5-01", "5-02")
    assert asked.legal_moves() == ()
    drawn = asked.apply(("5-02",))
    assert drawn.hands[0] == ("5-02", "6-02") and drawn.piles[2] == ("5-01",)
    assert drawn.to_move == 1 and drawn.lock == state.lock
    with pytest.raises(IllegalMove, match="is none of"):
        asked.apply(("5-03",))


def test_the_hand_limit():
    """TV-T-9: T-17, T-18"""
    full = position(CARELESS, [["6-01", "6-02", "6-03", "6-04"], ["6-05"]])
    assert draws(full) == [] and len(shifts(full)) > 0
    assert why(full, "draw 3") == "T-18: a hand holds no more than 4 cards"


def test_actions_of_a_hand_of_three():
    """TV-T-9: T-15..18; with three piles that have cards 73 actions on the layout of TV-T-2."""
    state = position(FULL_ROWS, [["6-02", "6-03", "6-04"], ["6-05"]], left=SHORT)
    assert len(notations(state)) == 73


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e1-e2", "T-19: there is no tile on e1"),
        ("a5-b5", "T-19: there is a tile on b5"),
        ("a5-a5", "T-19: the tile may not be put back on a5"),
        ("a5-a1", "T-14: these tiles do not have another at its side: a1"),
    ],
)
def test_illegal_moves_of_tiles(text, reason):
    """T-19, T-14"""
    assert why(position(FULL_ROWS), text) == reason


def test_a_move_that_breaks_the_figure_apart():
    """T-19, T-14"""
    state = position("BRK../..B../..RKB/..R../.KBRK/".rstrip("/").replace(".KBRK", "KBRK."))
    assert why(state, "c4-d4").startswith("T-14: the tiles form 2 figures")


def test_no_path_is_needed():
    """T-19: the tile is lifted off; here it leaves a place that is shut in."""
    state = position("BRKBR/KBRKB/RKBRK/...../.....")
    assert do(state, "c4-a2").to_move == 1


def test_the_tile_moved_last_is_locked():
    """TV-T-5: T-5, T-19, T-21"""
    hands = [["6-08"], ["6-02"], ["6-03"], ["6-04"]]
    state = do(position(FULL_ROWS, hands), f"{cell(4, 2)}-{cell(0, 1)}")
    assert state.encode()["layout"] == "BRKBR/KBRKB/RKBR./K..../....."
    assert BOARD.labels[state.lock] == cell(0, 1) and state.to_move == 1
    assert len(shifts(state)) == 64
    unlocked = position("BRKBR/KBRKB/RKBR./K..../.....", hands, seat=1)
    assert len(shifts(unlocked)) == 68
    drawn = do(state, "draw 6", ("6-05",), "draw 6", ("6-06",), "draw 6", ("6-07",))
    assert drawn.to_move == 0
    assert why(drawn, "a2-b2") == "T-21: the tile on a2 was moved last"
    assert not any(move.startswith(cell(0, 1)) for move in shifts(drawn))
    again = do(drawn, "d3-e3")
    assert BOARD.labels[again.lock] == "e3"
    assert any(move.startswith(cell(0, 1)) for move in shifts(again))
    assert not any(move.startswith("e3") for move in shifts(again))


def test_only_moves_are_left_without_cards_to_draw():
    """T-22"""
    state = position(FULL_ROWS, [["6-01"], ["6-02"]], left={}, lock="a5")
    assert notations(state) == shifts(state) and len(shifts(state)) >= 16


@pytest.mark.parametrize(
    "text",
    [
        *("", "draw", "draw 7", "draw  5", "draw 5 ", "A1-B1"),
        *("a1", "a1-f1", "a1-b1-c1", "a1 - b1"),
        *("claim", "claim 9-01", "claim 3-02 3-02", "claim 3-03 3-02"),
        *("decline ", "decline 3-02"),
    ],
)
def test_texts_that_are_no_moves(text):
    """T-15"""
    with pytest.raises(NotAMove, match="expected for instance 'draw 3'"):
        GAME.parse(position(), text)


def test_a_seat_and_chance_do_not_decide_at_once():
    """T-15"""
    state = position(CARELESS, [["6-02"], ["6-03"]])
    with pytest.raises(ValueError, match="chance has nothing to decide"):
        state.chance()
    asked = do(state, "draw 6")
    assert asked.why_illegal(parse("d2-e4", ("6",))) == "T-15: it is no seat's turn"
