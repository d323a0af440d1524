"""The end, the points and the variants: T-28 to T-35, T-45."""

import pytest

from tablesim.errors import IllegalMove
from tablesim.games.wild_patterns import GAME, Reason, Stage
from tablesim.games.wild_patterns.cards import cards
from tablesim.games.wild_patterns.rules import points, winners
from tablesim.protocol import OVER

from .positions import (
    CARELESS,
    cell,
    do,
    draws,
    notations,
    position,
    shifts,
    start,
    variant,
)

OPEN = "BRKBR/KBRKB/RKBR./K..../....."


def test_the_game_ends_when_an_empty_hand_would_have_to_draw():
    """TV-T-11: T-28; seat 1 lays its last card in the turn of seat 0."""
    state = position(OPEN, [["6-02"], ["3-02"], ["6-03"]], left={}, lock="a5")
    after = do(state, "a2-e3")
    assert after.scored[1] == ("3-02",)
    assert after.to_move == OVER and after.result().reason is Reason.CARDS
    assert after.legal_moves() == ()
    assert [event.kind for event in after.events] == ["move", "claim", "end"]


def test_the_end_waits_for_the_turn_of_the_empty_hand():
    """TV-T-11: T-28; here seat 2 is empty, and seat 1 moves once more."""
    state = position(OPEN, [["6-02"], ["6-03"], ["3-02"]], left={}, lock="a5")
    after = do(state, "a2-e3")
    assert after.hands[2] == () and after.to_move == 1
    assert notations(after) == shifts(after)
    assert do(after, shifts(after)[0]).stage is Stage.OVER


def test_with_one_card_left_the_seat_must_move():
    """TV-T-11: T-28"""
    state = position(CARELESS, [["6-02"], ["6-03"]], left={}, seat=1)
    assert state.to_move == 1 and notations(state) == shifts(state)


def test_points():
    """TV-T-12: T-29, T-30"""
    assert points(("3-01", "4-01", "6-01", "6-02"), ("5-01", "6-03"), cards()) == 13
    assert points(("V-04",), ("V-01",), cards()) == 4
    assert points((), ("3-01", "4-01", "5-01", "6-01"), cards()) == -10


def test_the_highest_total_wins():
    """T-31"""
    assert winners([12, 15, 9], [("6-01",), ("3-01",), ()], cards()) == (1,)


@pytest.mark.parametrize(
    ("one", "other", "who"),
    [
        (["6-01", "4-01", "4-02", "4-03"], ["6-02", "5-01", "4-04", "3-01"], (1,)),
        (["6-01", "6-02", "3-01", "3-02"], ["6-03", "4-01", "4-02", "4-03"], (0,)),
        (["6-01", "3-01"], ["6-02", "3-02"], (0, 1)),
        (["V-01", "5-01"], ["6-01", "6-02"], (0,)),
        (["V-04"], ["V-01"], (0,)),
    ],
)
def test_ties(one, other, who):
    """TV-T-13: T-32"""
    assert winners([18, 18], [tuple(one), tuple(other)], cards()) == who


def test_cards_in_hand_do_not_break_ties():
    """T-32"""
    state = position(
        OPEN,
        [["6-03", "6-04"], ["3-02"]],
        left={},
        scored=[["6-01", "6-02"], ["4-01"]],
        lock="a5",
    )
    after = do(state, "a2-e3")
    assert after.result().scores == (4, 7) and after.result().winners == (1,)


def test_v_cards_need_not_run_out():
    """TV-T-14: T-34; the number decks are empty, the hand as well, V cards remain."""
    rest = {"V": ["V-01", "V-02", "V-03", "V-04", "V-05"]}
    hands = [["6-02"], ["3-02"]]
    state = position(OPEN, hands, left=rest, decks="hard", lock="a5")
    assert draws(state) == ["draw V"]
    after = do(state, "a2-e3")
    assert after.to_move == OVER and after.result().reason is Reason.CARDS
    must = position(OPEN, hands, left=rest, decks="hard", lock="a5", v_must_run_out=True)
    assert notations(do(must, "a2-e3")) == ["draw V"]


def test_the_hard_game_can_end_with_the_decks():
    """T-34"""
    rest = {"6": ["6-01"], "V": ["V-01"]}
    hands = [["5-01"], ["5-02"]]
    state = position(CARELESS, hands, left=rest, decks="hard", hard_end="decks_empty")
    after = do(state, "draw 6", ("6-01",))
    assert after.result().reason is Reason.DECKS
    usual = position(CARELESS, hands, left=rest, decks="hard")
    assert do(usual, "draw 6", ("6-01",)).to_move == 1


def test_nobody_moves_for_ever():
    """T-45"""
    state = position(CARELESS, [["6-02"], ["6-03"]], idle=39, stall_limit=0)
    assert variant(2).patience == 40 and variant(4).patience == 80
    after = do(state, shifts(state)[0])
    assert after.to_move == OVER and after.result().reason is Reason.STALLED
    assert after.result().scores == (-4, -4) and after.result().winners == (0, 1)
    assert do(state, "draw 6", ("6-04",)).idle == 0
    patient = position(CARELESS, [["6-02"], ["6-03"]], idle=39, stall_limit=41)
    assert do(patient, shifts(patient)[0]).to_move == 1


def test_a_claim_ends_the_waiting():
    """T-45"""
    state = position(OPEN, [["6-02"], ["3-02", "6-03"]], idle=39, lock="a5")
    after = do(state, "a2-e3")
    assert after.idle == 0 and after.to_move == 1


# Layouts that break the rules, T-33

LENIENT = "BRKB./KBRK./RKBR./BRK../....."


def broken(**options):
    state = position(LENIENT, [["3-01", "6-02"], ["6-03"]], strict=False, **options)
    return do(state, f"{cell(2, 1)}-{cell(2, 0)}")


def test_a_wrong_move_is_accepted_if_agreed():
    """TV-T-15: T-33"""
    after = broken()
    assert after.encode()["layout"] == "BRKB./KBRK./RKBR./BR.../..K.."
    assert after.lock == -1 and after.broken and after.to_move == 1
    assert len(shifts(after)) == 34 and draws(after) == []
    assert [event.kind for event in after.events] == ["illegal layout"]
    with pytest.raises(IllegalMove, match="T-33: the layout must be mended first"):
        do(after, "draw 3")
    with pytest.raises(IllegalMove, match=r"T-33: the layout must be mended \(T-14: "):
        do(after, "c1-d1")


def test_mending_is_the_whole_turn():
    """T-33: also with the tile that was moved wrongly; then the lock lies on what mended it."""
    after = broken()
    mended = do(after, f"{cell(2, 0)}-{cell(2, 1)}")
    assert not mended.broken and mended.to_move == 0 and mended.lock == 7
    assert mended.events[0].rules == ("T-19", "T-21")


def test_no_claims_on_an_illegal_layout():
    """T-33"""
    state = position(LENIENT, [["6-02"], ["3-02"]], strict=False, claims="ask")
    after = do(state, f"{cell(2, 1)}-{cell(2, 0)}")
    assert after.stage is Stage.TURN and after.to_move == 1
    assert do(after, f"{cell(2, 0)}-{cell(2, 1)}").stage is Stage.CLAIMS


def test_mending_goes_before_the_duty_to_draw():
    """T-33, T-16, T-28: a seat without a card mends first, even if no card is left."""
    state = position(LENIENT, [["6-02"], []], strict=False, left={})
    after = do(state, f"{cell(2, 1)}-{cell(2, 0)}")
    assert after.to_move == 1 and len(shifts(after)) == 34


def test_the_lock_stays_in_a_lenient_game():
    """T-33, T-21"""
    after = broken(lock="a5")
    assert after.lock == 20
    assert not any(move.startswith("a5") for move in shifts(after))


def test_a_strict_game_refuses():
    """T-33"""
    with pytest.raises(IllegalMove, match="T-14"):
        do(position(LENIENT), f"{cell(2, 1)}-{cell(2, 0)}")


# Short games and own variants, T-9 and T-35


@pytest.mark.parametrize("removed", [3, 4])
def test_removed_cards_are_never_drawn(removed):
    """T-9, T-35: they lie unseen among the others; the deck is empty when only they are left."""
    how = {"removed_per_deck": removed}
    few = {"3": ["3-01", "3-04", "3-05", "3-06", "3-09"][: removed + 1]}
    state = position(CARELESS, [["6-02"], ["6-03"]], left=few, **how)
    assert state.left_in(0) == 1 and draws(state) == ["draw 3"]
    after = do(state, "draw 3", (few["3"][0],))
    assert after.left_in(0) == 0 and draws(after) == []
    assert GAME.new(2, **how).left_in(0) == 12 - removed


def test_two_mixed_piles():
    """T-35: two cards from the first and one from the second."""
    state = start(2, CARELESS, piles="3+4 5+6")
    marks = []
    while state.stage is Stage.DEAL:
        marks.append({card[0] for card in state.chance().bag})
        state = state.apply((state.chance().bag[-1],))
    assert marks == [{"3", "4"}, {"3", "4"}, {"5", "6"}] * 2
    assert draws(state) == ["draw 3+4", "draw 5+6"]
    assert state.seen_by(0).piles[0][:2] == ("3-?", "3-?")


def test_without_the_3_cards():
    """T-35"""
    state = start(2, CARELESS, excluded="3")
    assert state.variant.pile_names == ("4", "5", "6")
    marks = []
    while state.stage is Stage.DEAL:
        marks.append(state.chance().bag[0][0])
        state = state.apply((state.chance().bag[0],))
    assert marks == ["4", "5", "6"] * 2


def test_v_cards_are_never_dealt():
    """T-11, T-34, T-35"""
    assert variant(2, decks="hard", excluded="3 4").deal == (0, 0, 1)
    assert variant(2, decks="hard", excluded="3 4 5").deal == (0, 0, 0)


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (2, {"excluded": "7"}, "option excluded: expected 'none' or some of 3, 4, 5, 6"),
        (2, {"excluded": "V"}, "option excluded"),
        (2, {"excluded": "3 4 5 6"}, "leaves no deck"),
        (2, {"piles": "3+4 5"}, "option piles: expected 'single' or each of 3, 4, 5, 6 once"),
        (2, {"piles": "3+3+4 5+6"}, "option piles"),
        (2, {"piles": "3+V", "excluded": "4 5 6", "decks": "hard"}, "piles without V cards"),
        (2, {"first_player": 2}, "option first_player: expected 0 to 1, got 2"),
        (2, {"hard_end": "decks_empty"}, "option hard_end"),
        (2, {"alertness": "1 2 3"}, "option alertness: expected 1 or 2 numbers"),
        (2, {"alertness": "1001"}, "option alertness"),
        (2, {"alertness": ""}, "option alertness"),
        (2, {"removed_per_deck": 5}, "option removed_per_deck: expected 0 to 4"),
        (6, {"piles": "3 4+5+6", "removed_per_deck": 1}, "pile 3 has 11 cards; the deal takes 12"),
        (7, {}, "for 2 to 6 seats"),
    ],
)
def test_options_that_do_not_fit(seats, options, message):
    """T-8, T-9, T-12, T-35, T-43"""
    with pytest.raises(ValueError, match=r"expected|leaves|without|deal|seats|is for") as error:
        GAME.new(seats, **options)
    assert message in str(error.value)


def test_mixed_piles_with_v():
    """T-35: a pile that has number cards as well must run out."""
    how = variant(2, decks="hard", piles="3+4 5+6+V")
    assert how.required == (0, 1) and how.deal == (0, 0, 0)
