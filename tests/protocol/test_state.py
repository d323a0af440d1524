"""States and games: refusals, options, views, words."""

import pickle
from fractions import Fraction

import pytest

from tablesim.errors import IllegalMove, NotAMove, UnknownName
from tablesim.protocol import CHANCE, OVER, Event, Option, digest
from tablesim.protocol.state import canonical

from .drift import DRIFT, Walk
from .pennies import PENNIES, Penny
from .pig import PIG, Choice


def test_a_turn_of_pig_named_outcome_by_outcome():
    state = PIG.new().apply(Choice.ROLL)
    assert state.to_move == CHANCE
    state = state.apply((6,)).apply(Choice.ROLL).apply((4,)).apply(Choice.HOLD)
    assert (state.banked, state.to_move) == ((10, 0), 1)
    state = state.apply(Choice.ROLL).apply((1,))
    assert (state.banked, state.to_move) == ((10, 0), 0)
    assert [str(event) for event in state.events] == ["seat 1: lost, points 0 (PIG-3)"]


def test_events_are_neither_compared_nor_encoded():
    new = PIG.new()
    lost = new.apply(Choice.ROLL).apply((1,))
    plain = PIG.decode(lost.encode())
    assert lost.events and not plain.events
    assert lost == plain and hash(lost) == hash(plain) and digest(lost) == digest(plain)


@pytest.mark.parametrize(
    ("state", "step", "why"),
    [
        (PIG.new(), (6,), "seat 0 decides now: expected a move"),
        (PIG.new().apply(Choice.ROLL), Choice.ROLL, "chance decides now"),
        (PIG.new().apply(Choice.ROLL), (7,), "7 is none of"),
        (PIG.decode({**PIG.new().encode(), "turns": 0}), Choice.ROLL, "the game is over"),
        (PIG.new(), Choice.HOLD, "PIG-2: a turn begins with a throw"),
        (DRIFT.new(), Walk(3.0, 1.0), "DRIFT-2: 3.16228 is more than 3"),
    ],
)
def test_illegal_steps_say_why_and_where(state, step, why):
    before = state.encode()
    with pytest.raises(IllegalMove, match=why) as caught:
        state.apply(step)
    assert caught.value.position == str(state)
    assert str(state) in str(caught.value)
    assert state.encode() == before


def test_illegal_moves_name_their_rule_and_travel_between_processes():
    with pytest.raises(IllegalMove) as caught:
        DRIFT.new().apply(Walk(0.0, -9.0))
    assert caught.value.rule == "DRIFT-2"
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.rule) == (str(caught.value), "DRIFT-2")


def test_endless_moves_are_judged_not_looked_up():
    state, walk = DRIFT.new(), Walk(0.1, -2.9)
    assert not state.complete_moves
    assert walk not in state.legal_moves()
    assert state.apply(walk).at[0] == (0.1, 0.1)
    assert DRIFT.parse(state, "walk 0.1 -2.9") == walk


@pytest.mark.parametrize("text", ["walk", "walk 1 2 3", "run 1 2", "walk nan 0", "walk 0 inf"])
def test_texts_that_are_no_moves(text):
    with pytest.raises(NotAMove, match="expected"):
        DRIFT.parse(DRIFT.new(), text)


def test_chance_is_asked_only_when_it_decides():
    with pytest.raises(ValueError, match="chance has nothing to decide here: to_move is 0"):
        PENNIES.new().chance()


def test_a_view_hides_the_penny_from_the_other_seat():
    state = PENNIES.new().apply(Penny.TAIL)
    assert state.seen_by(0).hidden == "tail"
    assert state.seen_by(1).hidden == "?"
    assert state.seen_by(1) == PENNIES.new().apply(Penny.HEAD).seen_by(1)
    assert PENNIES.scene(state, seat=1).marks[0].label == "?"
    assert PENNIES.scene(state).marks[0].label == "tail"


def test_options_have_defaults_and_limits():
    assert PIG.new().target == 100
    assert PIG.new(seats=3, target=50).banked == (0, 0, 0)
    assert PIG.settle({"target": 50}) == {"target": 50, "turns": 200}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seats": 1}, ValueError, "pig is for 2 to 10 seats, not for 1"),
        ({"seats": True}, ValueError, "pig is for 2 to 10 seats, not for True"),
        ({"targt": 50}, UnknownName, "pig has no option 'targt'; did you mean 'target'"),
        ({"target": 9}, ValueError, "option target: expected 10 to 1000, got 9"),
        ({"target": 50.0}, ValueError, r"option target: expected 10 to 1000, got 50\.0"),
        ({"target": "50"}, ValueError, "got '50'"),
    ],
)
def test_wrong_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        PIG.new(**options)


@pytest.mark.parametrize(
    ("option", "good", "bad", "expected"),
    [
        (Option("auto", "", ("auto", "ask")), "ask", "race", "'auto', 'ask'"),
        (Option(True, ""), False, 1, "expected bool"),
        (Option(0, "", (0, 1)), 1, True, "expected one of 0, 1"),
        (Option("", ""), "anything", None, "expected str"),
        (Option(None, "", (None, 5)), 5, 6, "expected one of None, 5"),
    ],
)
def test_an_option_knows_its_values(option, good, bad, expected):
    option.require("claims", good)
    with pytest.raises(ValueError, match=expected):
        option.require("claims", bad)


def test_states_draw_themselves():
    state = PIG.new()
    assert state._repr_svg_().startswith("<svg ")
    assert "0-0, seat 0 has thrown 0" in state._repr_mimebundle_()["text/plain"]


def test_equal_rules_are_equal_in_every_process():
    assert pickle.loads(pickle.dumps(PIG)) == PIG != DRIFT
    assert repr(PIG) == "<game pig>"


def test_an_event_without_seat_or_rule():
    assert str(Event("deal")) == "deal"
    assert Event("deal").to_json() == {"ev": "deal", "rules": []}


def test_an_event_tells_things_by_their_words_and_keeps_them():
    half = Fraction(1, 2)
    event = Event("lands", 0, (), (("at", half), ("by", "d4"), ("stones", 3)))
    assert event.to_json() == {
        "ev": "lands", "seat": 0, "at": "1/2", "by": "d4", "stones": 3, "rules": []
    }  # fmt: skip
    assert str(event) == "seat 0: lands, at 1/2, by d4, stones 3"
    assert dict(event.details)["at"] is half


def test_nan_has_no_canonical_text():
    with pytest.raises(ValueError, match="JSON"):
        canonical({"x": float("nan")})


def test_the_end_is_told_by_a_number_of_its_own():
    assert (CHANCE, OVER) == (-1, -2)
