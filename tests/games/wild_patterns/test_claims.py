"""Completing patterns: T-23 to T-27, T-36, T-41 to T-44."""

from itertools import permutations
from random import Random

import pytest

from tablesim.errors import IllegalMove
from tablesim.games.wild_patterns import GAME, Stage
from tablesim.games.wild_patterns.cards import cards, patterns
from tablesim.games.wild_patterns.chances import FirstLayout, Notice
from tablesim.games.wild_patterns.moves import Claim
from tablesim.protocol import CHANCE, play

from .positions import CARELESS, FULL_ROWS, do, notations, position, shifts, start

BEFORE = "BRKBR/KBRKB/RKBR./K..../....."
"""From here a2-e3 gives the layout of TV-T-2."""


def matches(rows, symmetry="C4"):
    layout = position(rows).layout
    found = {name: len(patterns(symmetry)[name].lying(layout)) for name in cards()}
    return {name: number for name, number in found.items() if number}


def test_matches_of_the_whole_deck():
    """TV-T-6: T-25, T-36"""
    assert matches(FULL_ROWS) == {
        "3-02": 5,
        "3-05": 3,
        "3-07": 2,
        "3-08": 3,
        "3-11": 2,
        "3-12": 3,
        "4-03": 2,
        "5-07": 1,
        "6-01": 1,
    }


def test_mirror_images_only_if_agreed():
    """TV-T-8: T-36"""
    rows = "RR.K./BRRK./RBKK./BB.../KB..."
    assert "3-08" not in matches(rows) and "3-08" in matches(rows, "D4")
    assert set(matches(rows, "none")) <= set(matches(rows))
    assert len(shifts(position(rows))) == 95


def test_cells_beside_the_pattern_do_not_count():
    """T-25: 3-01 RKR lies in a row of five tiles."""
    assert "3-01" in matches("BRKRB/KBRKB/RKBRK/...../.....")


def test_the_difficulty_of_the_decks():
    """T-40: the chance that a random layout shows a card, on the average of each deck."""
    rng, times = Random(40), 1500
    layouts = [position(FirstLayout().sample(rng)[0]).layout for _ in range(times)]
    expected = {
        "C4": {"3": (0.447, 0.03), "4": (0.0974, 0.015), "5": (0.0176, 0.006)},
        "D4": {"3": (0.525, 0.03), "4": (0.1398, 0.02), "5": (0.0331, 0.008)},
    }
    for symmetry, decks in expected.items():
        for mark, (mean, error) in decks.items():
            deck = [patterns(symmetry)[name] for name in cards() if name[0] == mark]
            shown = sum(one.lies_on(layout) for layout in layouts for one in deck)
            assert abs(shown / times / len(deck) - mean) < error


@pytest.mark.slow
def test_the_difficulty_of_the_decks_closely():
    """T-40"""
    rng, times = Random(41), 20_000
    layouts = [position(FirstLayout().sample(rng)[0]).layout for _ in range(times)]
    expected = {
        "C4": (0.447, 0.0974, 0.0176, 0.0026, 0.00017),
        "D4": (0.525, 0.1398, 0.0331, 0.0051, 0.00033),
    }
    for symmetry, means in expected.items():
        for mark, mean in zip("3456V", means, strict=True):
            deck = [patterns(symmetry)[name] for name in cards() if name[0] == mark]
            shown = sum(one.lies_on(layout) for layout in layouts for one in deck)
            found = shown / times / len(deck)
            assert abs(found - mean) < 6 * (mean / times / len(deck)) ** 0.5 + 0.0015 * (
                mean > 0.01
            )


def test_cards_are_laid_during_anybodys_turn():
    """TV-T-10: T-23, T-24, T-26"""
    hands = [["6-02"], ["6-03"], ["3-02", "4-03", "6-04"]]
    state = position(BEFORE, hands, lock="a5")
    after = do(state, "a2-e3")
    assert after.encode()["layout"] == FULL_ROWS
    assert after.scored == ((), (), ("3-02", "4-03"))
    assert after.hands[2] == ("6-04",)
    assert after.piles == state.piles and after.to_move == 1
    assert after.idle == 0
    assert [event.kind for event in after.events] == ["move", "claim", "claim"]
    assert after.events[1].rules == ("T-23", "T-26") and after.events[1].seat == 2


def test_the_chance_that_is_lost():
    """TV-T-7: T-42, T-43"""
    holds, card = [["6-02"], ["5-07", "6-03"]], patterns("C4")["5-07"]
    dull = position(FULL_ROWS, holds, claims="race", alertness="0")
    after = do(dull, "e3-a2")
    assert card.lies_on(dull.layout) and not card.lies_on(after.layout)
    assert after.hands == dull.hands
    laid = do(position(BEFORE, holds), "a2-e3")  # the layout before the move of TV-T-5 arises
    assert laid.scored[1] == ("5-07",)
    assert do(laid, "d3-e2").scored[1] == ("5-07",)


def test_a_window_opens_after_the_deal():
    """T-42"""
    state = start(2, FULL_ROWS)
    for card in ("3-02", "4-01", "5-01", "3-01", "4-03", "5-02"):
        state = state.apply((card,))
    assert state.scored == (("3-02",), ("4-03",)) and state.to_move == 0
    assert state.hands == (("4-01", "5-01"), ("3-01", "5-02"))


def test_a_card_drawn_now_can_be_laid_now():
    """T-42, T-26"""
    state = position(FULL_ROWS, [["6-02"], ["6-03"]])
    after = do(state, "draw 3", ("3-02",))
    assert after.scored == (("3-02",), ()) and after.hands[0] == ("6-02",)
    assert after.to_move == 1


def test_claims_do_not_compete():
    """T-41: whoever sits where, the same cards are laid by those who hold them."""
    hands = [["3-02", "6-02"], ["4-03"], ["5-01", "5-07"]]
    for order in permutations(range(3)):
        for seat in range(3):
            state = position(BEFORE, [hands[i] for i in order], seat=seat, lock="a5")
            after = do(state, "a2-e3")
            laid = {i: after.scored[place] for place, i in enumerate(order)}
            assert laid == {0: ("3-02",), 1: ("4-03",), 2: ("5-07",)}


def ask(**options):
    hands = [["6-02"], ["3-02", "4-03", "6-03"], []]
    return position(BEFORE, hands, lock="a5", claims="ask", **options)


def test_seats_are_asked_in_turn():
    """T-42, T-43: everybody with a card, so that being asked tells nothing."""
    state = do(ask(), "a2-e3")
    assert state.stage is Stage.CLAIMS and state.pending == (0, 1)
    assert state.to_move == 0 and notations(state) == ["decline"]
    state = do(state, "decline")
    assert state.to_move == 1
    assert notations(state) == ["decline", "claim 3-02", "claim 3-02 4-03", "claim 4-03"]


def test_a_claim_is_optional():
    """T-27, T-43"""
    state = do(ask(), "a2-e3", "decline", "claim 4-03")
    assert state.scored[1] == ("4-03",) and state.hands[1] == ("3-02", "6-03")
    assert state.to_move == 1 and state.stage is Stage.TURN and state.idle == 0
    declined = do(ask(), "a2-e3", "decline", "decline")
    assert declined.scored == ((), (), ()) and declined.idle == 1


def test_a_declined_card_can_be_laid_in_a_later_window():
    """T-42: the window stays open, in effect, until the next move; here after a draw."""
    state = do(ask(), "a2-e3", "decline", "decline", "draw 6", ("6-05",))
    assert state.pending == (1, 0)
    assert "claim 3-02" in notations(state)


def test_claims_that_are_not_allowed():
    """T-44, T-23, T-42"""
    state = do(ask(), "a2-e3", "decline")
    assert state.why_illegal(Claim(("6-03",))) == "T-44: the pattern of 6-03 is not on the board"
    assert state.why_illegal(Claim(("6-02",))) == "T-23: seat 1 has no card 6-02"
    with pytest.raises(IllegalMove, match="T-42: seat 1 is asked for claims first"):
        do(state, "draw 5")
    auto = position(FULL_ROWS, [["6-02"], ["6-03"]])
    assert auto.why_illegal(Claim(("6-02",))) == "T-42: no seat is asked for claims now"


def test_a_claim_changes_nothing_else():
    """T-26"""
    before = do(ask(), "a2-e3", "decline")
    after = do(before, "claim 3-02 4-03")
    assert (after.layout, after.lock, after.piles) == (before.layout, before.lock, before.piles)
    assert after.to_move == 1


def race(alertness, hands=(("6-02",), ("3-02", "4-03", "6-03"))):
    return position(BEFORE, hands, lock="a5", claims="race", alertness=alertness)


def test_what_is_noticed_is_laid():
    """T-43: chance says which cards a seat looks at; of these the patterns must be there."""
    state = do(race("0 700"), "a2-e3")
    assert state.to_move == CHANCE and state.pending == (1,)
    assert state.chance() == Notice(3, 700)
    assert state.apply((0, 2)).scored[1] == ("3-02",)
    assert state.apply(()).scored[1] == () and state.apply(()).idle == 1
    assert state.apply((0, 1, 2)).hands[1] == ("6-03",)


def test_what_was_missed_can_be_noticed_later():
    """T-43: cards stay claimable in later windows while the pattern stays."""
    state = do(race("0 700"), "a2-e3", (), "draw 6", ("6-05",))
    assert state.to_move == CHANCE
    assert state.apply((0,)).scored[1] == ("3-02",)


def test_alertness_of_a_thousand_is_auto():
    """T-43"""
    games = [
        play(GAME, ["greedy", "random", "random"], seed=8, options=options)
        for options in ({}, {"claims": "race", "alertness": "1000"})
    ]
    assert games[0].steps == games[1].steps
    assert games[0].result == games[1].result
    assert list(games[0].log()) == list(games[1].log())


def test_the_bernoulli_draw():
    """T-43"""
    rng = Random(1)
    seen = [Notice(4, 250).sample(rng) for _ in range(4000)]
    assert abs(sum(map(len, seen)) / 16000 - 0.25) < 0.02
    assert Notice(4, 250).size == 16 and Notice(2, 1000).outcomes() == (((0, 1), 1),)
    assert "T-43" in Notice(2, 500).why_impossible((0, 2))
    assert "T-43" in Notice(2, 500).why_impossible((True,))
    assert "T-43" in Notice(2, 500).why_impossible((1, 0))


def test_the_deal_window_in_ask_mode_begins_with_the_first_player():
    """T-42"""
    state = start(3, CARELESS, claims="ask", first_player=2)
    while state.stage is Stage.DEAL:
        state = state.apply((state.chance().bag[0],))
    assert state.pending == (2, 0, 1)
