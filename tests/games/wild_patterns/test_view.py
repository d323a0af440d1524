"""What people see: letters, pictures, and what is hidden from whom.

The pictures are compared, as text, with those in ``tests/pictures``.  After a wanted change of the
look, renew them and look at every one of them before committing:

    TABLESIM_RENEW=1 python -m pytest tests/games/wild_patterns/test_view.py

On a build server (where ``CI`` is set) renewing is an error, so that nothing passes there unseen.
"""

import os
from pathlib import Path
from random import Random

import pytest

from tablesim.games.wild_patterns import GAME, view
from tablesim.games.wild_patterns import cards as module
from tablesim.games.wild_patterns.cards import HIDDEN
from tablesim.protocol import play

from .positions import do, position, start

PICTURES = Path(__file__).parents[2] / "pictures"

HANDS = [["3-01", "5-02", "V-07"], ["4-02", "6-02"], ["5-04"]]
SCORED = [["3-02", "4-03"], [], ["V-01"]]


def shown():
    state = position(
        "BRKBR/KBRKB/RKBR./K..../.....", HANDS, scored=SCORED, lock="a2", seat=1, decks="hard"
    )
    return {
        "wild_patterns": state,
        "wild_patterns-seat-1": state.seen_by(1),
        "wild_patterns-draw": do(state, "draw V"),
    }


@pytest.mark.parametrize("name", shown())
def test_pictures_are_as_they_were(name):
    """T-1, T-4, T-5"""
    path, drawn = PICTURES / f"{name}.svg", shown()[name].svg()
    if "TABLESIM_RENEW" in os.environ:
        assert "CI" not in os.environ
        path.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == path.read_text(encoding="utf-8")
    assert len(drawn) < 60_000


def test_letters():
    """T-1, T-5, T-21: the lock is the star beside the tile."""
    assert str(shown()["wild_patterns-seat-1"]) == (
        "5 B R K B R    turn 1: seat 1\n"
        "4 K B R K B    piles 3: 10  4: 12  5: 12  6: 13  V: 7\n"
        "3 R K B R .\n"
        "2 K*. . . .     seat 0,  -1: 3-?  5-?  V-? | laid 1x 3, 1x 4\n"
        "1 . . . . .    >seat 1,  -6: 4-02 KBKR  6-02 B../RKB/.RR | laid none\n"
        "  a b c d e     seat 2,   5: 5-? | laid 1x V"
    )


def test_what_happens_is_said():
    states = {
        "before the tiles are laid": GAME.new(2),
        "the hands are dealt": start(2),
        "turn 1: seat 1 draws from V": shown()["wild_patterns-draw"],
        "turn 1: seat 0, claims of seat 0": do(
            position("BRKBR/KBRKB/RKBR./K..../.....", claims="ask"), "a2-e3"
        ),
        "turn 2: seat 1 must mend the layout": do(position(strict=False), "a5-a1"),
    }
    for words, state in states.items():
        assert words in str(state)
        assert state.scene().headline == words[0].upper() + words[1:]


def test_a_demanded_gap_is_drawn(monkeypatch):
    """T-37: the sign ``_`` of the format."""
    known = dict(module.cards()) | {"3-01": module.Card("3-01", "3", 3, "RK_/..R")}
    monkeypatch.setattr(view, "cards", lambda: known)
    roles = [mark.role for mark in view.scene(position(hands=[["3-01"], []])).marks]
    assert roles.count("blocked") == 1


def test_only_marks_of_other_hands_are_seen():
    """T-4"""
    state = shown()["wild_patterns"]
    view = state.seen_by(1)
    assert view.hands == (("3-?", "5-?", "V-?"), ("4-02", "6-02"), ("5-?",))
    assert view.piles[4] == ("V-?",) * 7 and view.scored == state.scored
    assert view.totals() == state.totals()
    roles = [mark.role for mark in GAME.scene(state, 1).marks]
    assert roles.count("secret") == 4 + 5
    for secret in ("3-01", "5-02", "V-07", "5-04"):
        assert secret not in view.svg() and secret not in str(view)


def test_cards_that_others_draw_are_hidden_in_the_log():
    """T-4"""
    state = do(shown()["wild_patterns-draw"], ("V-02",))
    assert dict(state.events[0].details)["card"] == "V-02"
    assert dict(state.seen_by(1).events[0].details)["card"] == "V-02"
    assert dict(state.seen_by(0).events[0].details)["card"] == "V-?"


def test_guesses_fit_what_is_known():
    """T-4, T-43: no hidden card of a hand is one that would have been laid."""
    record = play(GAME, ["random"] * 3, seed=2, limit=150)
    rng, different = Random(1), 0
    for state in list(record.states())[12::6]:
        if state.to_move < 0:
            continue
        view = state.seen_by(0)
        guess = GAME.guess(view, 0, rng)
        assert guess.seen_by(0) == view
        assert GAME.decode(guess.encode()) == guess
        different += guess != state
        for hand in guess.hands[1:]:
            assert not any(guess.variant.patterns[card].lies_on(guess.layout) for card in hand)
        assert not set(HIDDEN.values()) & {card for hand in guess.hands for card in hand}
    assert different > 5
