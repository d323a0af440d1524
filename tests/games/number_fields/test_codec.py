"""Positions from JSON: what cannot occur is refused, with its key; and so are odd moves."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.errors import BadData, NotAMove
from tablesim.games.number_fields import GAME
from tablesim.protocol import play

from .positions import go, position

STATES = [s for seats in (2, 4) for s in play(GAME, ["random"] * seats, seed=seats).states()]
FIELDS = {"c2": (1, 2), "b1": (0, 1)}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"seats": 5}, "seats: expected 2 to 4, got 5"),
        ({"options": {"board": "S"}}, "options: .*DS-5"),
        ({"options": {"bored": "S"}}, "no option 'bored'; did you mean 'board'"),
        ({"stage": "sleep"}, "stage: expected one of 'setup', 'move'"),
        ({"turn": 501}, "turn: expected 0 to 500, got 501"),
        ({"turn": 0}, "turn: expected 1 or more"),
        ({"seat": True}, "seat: expected 0 to 1, got True"),
        ({"seat": 2}, "seat: expected 0 to 1, got 2"),
        ({"pieces": ["a1"]}, "pieces: expected a list of 2 values"),
        ({"pieces": ["a1", "z9"]}, r"pieces\[1\]: expected one of None, 'a1', .* got 'z9'"),
        ({"fields": {"a1": [0, 1]}}, "fields: unknown 'a1'; expected the keys b1, c1, d1, a2"),
        ({"fields": {"b1": [2, 1]}}, r"fields\.b1: expected 0 to 1, got 2"),
        (
            {"fields": {"b1": [0, 1, 1]}},
            r"fields\.b1: expected a list of 2 numbers",
        ),
        ({"supply": [14]}, "supply: expected a list of 2 values"),
        ({"lives": [26, 25]}, r"lives\[0\]: expected 0 to 25, got 26"),
        ({"lives": [0, 25]}, "DS-31"),
        ({"lives": [1.0, 25]}, r"lives\[0\]: expected 0 to 25, got 1\.0"),
        ({"need": 3}, "expected need and total 0, nothing is tried"),
        ({"stage": "over"}, "reason: expected a reason when the game is over"),
        ({"reason": "target"}, "reason: expected a reason when the game is over, and only then"),
        ({"reason": "tired"}, "reason: expected one of 'target', 'last_player', 'turn_limit'"),
        ({"stage": "over", "reason": "target"}, "the game has not ended by target"),
        ({"stage": "attempt"}, "DS-13: there is nothing to try for"),
        ({"stage": "take_blocker"}, "DS-24"),
        ({"stage": "setup"}, "DS-7"),
        ({"stage": "throw", "pieces": ["c2", "e1"], "need": 9}, "expected 10 to 15, got 9"),
        ({"stage": "throw", "pieces": ["c2", "e1"], "need": 16}, "expected 10 to 15, got 16"),
        ({"stage": "throw", "need": 9}, "DS-15, DS-29: this field cannot be thrown for"),
        ({"stage": "defend", "pieces": ["b1", "e1"], "need": 2}, "DS-16: .*no defender"),
        ({"stage": "lives", "pieces": ["c2", "e1"], "need": 10}, "DS-18: 0 is not what two dice"),
        (
            {"stage": "lives", "pieces": ["c2", "e1"], "need": 10, "total": 6},
            "DS-18: expected to be 1 to 3 short",
        ),
        ({"stage": "corner", "pieces": [None, "e1"], "fields": {}}, "DS-25"),
    ],
)
def test_positions_that_cannot_occur(changes, wrong):
    data = copy.deepcopy(position(FIELDS).encode())
    with pytest.raises(BadData, match=wrong):
        GAME.decode({**data, **changes})


def test_a_game_that_should_be_over():
    """DS-33."""
    with pytest.raises(BadData, match="DS-33: with 45 points the game is over"):
        position(dict.fromkeys(("c3", "b3", "c2", "d3", "b2", "c1"), (1, 1)))


@pytest.mark.parametrize("data", [None, [], {}, {"seats": 2}, "x"])
def test_other_things_are_no_positions(data):
    with pytest.raises(BadData, match="expected the keys seats, options"):
        GAME.decode(data)


many = settings(max_examples=150, deadline=None, derandomize=True, database=None)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@many
@given(st.sampled_from(STATES), st.data())
def test_a_position_with_something_else_in_it_is_refused_or_sound(state, draw):
    data = json.loads(json.dumps(state.encode()))
    key = draw.draw(st.sampled_from(sorted(data)))
    data[key] = draw.draw(json_values)
    try:
        decoded = GAME.decode(data)
    except BadData:
        return
    if key != "options":  # those that are not said have their defaults
        assert json.loads(json.dumps(decoded.encode()))[key] == data[key]
    assert (decoded.to_move >= 0) == bool(decoded.legal_moves())
    str(decoded), decoded.scene()


@many
@given(st.text(max_size=20))
def test_any_text_is_a_move_or_not(text):
    state = position()
    try:
        move = GAME.parse(state, text)
    except NotAMove:
        return
    assert move.notation() == text


def test_texts_that_are_nearly_moves():
    state = position()
    for text in ("move", "move  b1", "Move b1", "move b1 ", "add_lives 03", "add_lives ٣", "b1"):
        with pytest.raises(NotAMove):
            GAME.parse(state, text)
    with pytest.raises(NotAMove, match="the board has no field 'e9'"):
        GAME.parse(state, "move e9")
    assert repr(GAME.parse(state, "move b1")) == "<move b1>"


def test_a_move_of_another_board():
    small = GAME.new(board="S 12 12 12 12")
    move = GAME.parse(position(pieces=["c3", "e1"]), "move e5")
    why = go(small, "corner a1", "corner a1").why_illegal(move)
    assert why == "DS-5: the board has no field e5"


def test_a_repr_is_the_position():
    state = position(FIELDS)
    shown = repr(state).removeprefix("<number_fields ").removesuffix(">")
    assert GAME.decode(json.loads(shown)) == state
