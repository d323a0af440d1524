"""Texts, positions and data files that are read: what is right, and what is refused and why."""

import contextlib
import json
import shutil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData, IllegalMove, NotAMove
from tablesim.games.guardians import GAME, data, moves
from tablesim.games.guardians.moves import Kind, Move
from tablesim.games.guardians.phases import Phase
from tablesim.games.guardians.tokens import VALUES, cheapest, counts, payments, values, worth
from tablesim.games.guardians.view import table
from tablesim.protocol import CHANCE, OVER

from .positions import P1, position

START = GAME.new()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fly 1,0", "expected one of place_fighter, place_mine"),
        ("move", "expected a cell, such as 'move 0,0'"),
        ("move 6,0", "expected a cell"),
        ("move 01,0", "expected a cell"),
        ("pay", "expected tokens, such as 'pay 5[+]5'"),
        ("pay 6", "expected tokens"),
        ("pay 5+10", "from high to low: 10[+]5"),
        ("rocket 5+5", "expected tokens, such as 'rocket 8 5"),
        ("rocket 10 5+5", "expected tokens"),
        ("shoot 1,0", "nothing follows 'shoot'"),
        ("", "expected one of"),
    ],
)
def test_garbled_moves_say_what_would_be_right(text, why):
    with pytest.raises(NotAMove, match=why):
        GAME.parse(START, text)


heaps = st.lists(st.sampled_from(VALUES), max_size=9).map(lambda v: tuple(sorted(v, reverse=True)))


@given(st.sampled_from(list(Kind)), st.integers(0, 9), heaps.filter(bool))
def test_notation_is_read_back(kind, at, paid):
    """Every move that the rules know; simple ones are always the same object."""
    if kind in moves.AT_CELLS:
        move = Move(kind, at)
    elif kind in moves.PAYING:
        move = Move(kind, at if kind is Kind.ROCKET else -1, paid)
    else:
        move = Move(kind)
    again = GAME.parse(START, move.notation())
    assert again == move
    if kind not in moves.PAYING:
        assert again is GAME.parse(START, move.notation())


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_refused(text):
    with contextlib.suppress(NotAMove):
        assert GAME.parse(START, text).notation() == text


@given(heaps, st.integers(1, 20))
def test_payments_are_all_that_have_no_token_too_many(heap, cost):
    """SK-33."""
    ways = payments(counts(heap), cost)
    assert bool(ways) == (sum(heap) >= cost)
    for paid in ways:
        assert sum(paid) >= cost > sum(paid) - min(paid)
        assert not any(n > m for n, m in zip(counts(paid), counts(heap), strict=True))
    assert worth(counts(heap)) == sum(heap)
    assert values(counts(heap)) == heap
    if ways:
        assert sum(cheapest(counts(heap), cost)) == min(map(sum, ways))


@given(st.integers(0, 2**60 - 1))
def test_flights_list_the_cells_of_a_mask(mask):
    assert [move.at for move in moves.flights(mask)] == [c for c in range(60) if mask >> c & 1]


def changed(**changes):
    return json.loads(json.dumps(position(P1).encode())) | changes


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"phase": "flee"}, "phase: expected one of 'formation', 'place_fighter'"),
        ({"turn": -1}, "turn: expected 0 to 400, got -1"),
        ({"seat": 3}, "seat: expected 0 to 2, got 3"),
        ({"seat": True}, "seat: expected 0 to 2, got True"),
        ({"rows": ["......"]}, "rows: expected a list of 10 texts of 6 signs"),
        ({"rows": ["123456", *["......"] * 9]}, "rows: '6' on 5,9 is none of"),
        ({"rows": ["aa....", *["......"] * 9]}, "rows: 'a' is on the board more than once"),
        ({"rows": ["....[.", *["a....."] * 1, *["......"] * 8]}, "other half of"),
        ({"rows": [*["......"] * 9, "1a...."]}, "in the lowest row, so the phase must be 'over'"),
        ({"rows": ["......"] * 10}, "seat 0 has no fighter"),
        ({"stack": "21"}, "stack: expected signs"),
        ({"stack": 5}, "<position of guardians>:1:1: stack: expected signs .* got 5"),
        ({"tokens": [[1, 5], [], []]}, "from high to low"),
        ({"tokens": [[7], [], []]}, r"tokens\[0\]\[0\]: expected one of 1, 2, 3, 4, 5, 10, got 7"),
        ({"tokens": [[]]}, "2 to 4 seats"),
        ({"out": None}, "out: expected a list of values, got None"),
        ({"rockets": [3]}, r"rockets\[0\]: expected 0 to 2, got 3"),
        ({"levels": [1, 4, 1]}, r"levels\[1\]: expected 1 to 3, got 4"),
        ({"levels": [1]}, r"levels: expected a list of 3 values, got \[1\]"),
        ({"rockets": [1, 0]}, "rockets: expected seats in order"),
        ({"owing": [1, 1]}, "owing: 1 stands there twice"),
        ({"owing": [0], "phase": "shoot"}, "the fighter of seat 0 is there, or it cannot pay"),
        ({"shots": 1, "phase": "shoot"}, "shots: seat 0 has none left after 1"),
        ({"stack": "1["}, "as many left as right halves"),
        ({"phase": "place_mine"}, "there is no mine on the board"),
        ({"phase": "formation", "rows": ["......"] * 10}, "monsters in the stack"),
        ({"phase": "mine", "filling": 3, "stack": "1"}, "filling: nothing can be laid there"),
        ({"owing": [0]}, "nothing can interrupt 'move'"),
        ({"phase": "turn_ends"}, "only for what owing or filling interrupt"),
        ({"phase": "return"}, "is on the board already"),
        ({"filling": 7}, "filling: expected 0 to 6"),
        ({"speed": 1}, "unknown 'speed'; expected the keys settings"),
        ({"settings": {}}, "settings: 'directions' is missing"),
    ],
)
def test_impossible_positions_are_refused(change, why):
    with pytest.raises(BadData, match=why):
        GAME.decode(changed(**change))


def test_an_unknown_option_is_refused_too():
    settings = {**changed()["settings"], "directoins": 8}
    with pytest.raises(BadData, match="no option 'directoins'; did you mean 'directions'"):
        GAME.decode(changed(settings=settings))


def test_a_missing_key_is_named():
    with pytest.raises(BadData, match="the key 'out' is missing"):
        GAME.decode({key: value for key, value in changed().items() if key != "out"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(st.sampled_from(sorted(position(P1).encode())), JSON)
def test_any_json_is_a_position_or_refused(key, value):
    try:
        state = GAME.decode(changed(**{key: value}))
    except BadData:
        return
    assert GAME.decode(state.encode()) == state
    plays_on(state, Random(1))


NUMBERS = st.integers(0, 6)
LISTS = st.lists(st.integers(0, 2), max_size=2)
BOARDS = st.lists(st.sampled_from("." * 20 + "123[])(abc*"), min_size=60, max_size=60)


@given(
    st.fixed_dictionaries(
        {
            "phase": st.sampled_from([phase.name.lower() for phase in Phase]),
            "rows": BOARDS.map(lambda signs: ["".join(signs[n : n + 6]) for n in range(0, 60, 6)]),
            "stack": st.sampled_from(["", "1", "1235", "12[]", "[]", "[["]),
            "tokens": st.lists(heaps.map(list), min_size=3, max_size=3),
            "shots": NUMBERS,
            "filling": NUMBERS,
            "owing": LISTS,
            "markers": LISTS,
            "levels": st.lists(st.integers(1, 3), min_size=3, max_size=3),
        }
    ),
    st.sets(st.sampled_from(["phase", "rows", "shots", "filling", "owing", "markers"]), max_size=5),
    st.randoms(use_true_random=False),
)
def test_a_position_that_is_read_can_be_played(change, unchanged, rng):
    for key in unchanged:
        del change[key]
    try:
        state = GAME.decode(changed(**change))
    except BadData:
        return
    plays_on(state, rng)


def plays_on(state, rng):
    """Play some steps at random; the list and the judge of moves agree all the way."""
    for _ in range(12):
        if state.to_move == OVER:
            return
        if state.to_move == CHANCE:
            state = state.apply(state.chance().sample(rng))
            continue
        listed = state.legal_moves()
        assert listed
        assert all(state.why_illegal(move) is None for move in listed)
        state = state.apply(rng.choice(listed))


@pytest.mark.parametrize("value", [None, 5, [], "text"])
def test_other_json_is_refused(value):
    with pytest.raises(BadData):
        GAME.decode(value)


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("board.toml", "columns = 6", "columns = 3", "a column for each fighter, got 3"),
        ("board.toml", "rows = 4 ", "rows = 9 ", "expected 1 to 8 of 10 rows, got 9"),
        ("board.toml", '"0,5"]', '"0,6"]', "unknown '0,6'"),
        ("board.toml", '"0,5"]', '"0,4"]', "names one of its texts twice"),
        ("board.toml", '["0,2", "0,3", "0,4", "0,5"]', "[]", "at least one space"),
        ("board.toml", "house = true", "house = 1", "true or false"),
        ("tokens.toml", "5 = 12", "5 = 11", "are 65 tokens, not 66"),
        ("tokens.toml", "half_value = 10", "half_value = 4", "more than any monster"),
        ("options.toml", "default = 8", "", "missing; expected a whole number"),
        ("options.toml", '"pair"', '"pairs"', "did you mean 'pair'"),
        ("options.toml", "[turn_limit]", "[turns_limit]", "unknown option"),
    ],
)
def test_wrong_data_are_refused(tmp_path, file, old, new, why):
    """SK-1, SK-2, SK-10 and the house rules: the loader checks what the specification says."""
    folder = tmp_path / "guardians"
    shutil.copytree(data.default_folder(), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=why):
        {"board.toml": data.board, "tokens.toml": data.tokens, "options.toml": data.settings}[file](
            folder
        )


def test_options_say_which_are_house_rules():
    options = GAME.options()
    house = {name for name, setting in data.settings().items() if setting.house}
    assert house == {
        "ship_entry",
        "rocket_cost",
        "rocket_gain",
        "upgrades",
        "upgrade_cost",
        "turn_limit",
    }
    for name, setting in data.settings().items():
        assert ("(house rule)" in options[name].meaning) == setting.house
        options[name].require(name, options[name].default)


def test_moves_of_another_phase_are_refused():
    with pytest.raises(IllegalMove, match="SK-12: step 1 is to move the fighter or to stay"):
        position(P1).apply(moves.SHOOT)


def test_a_position_is_a_table():
    """The pieces of a position are measured by the same functions as any others."""
    pieces = table(position(P1))
    assert pieces["fighter-a"].pose.point == (1.5, 0.5)
    assert pieces["fighter-a"].pose.heading == 90
    radius = 0.7 * 0.5
    assert pieces.gap("fighter-a", "invader-1-8").distance == pytest.approx(8 - 2 * radius)
    assert pieces.gap("mine", "invader-3-7").distance == pytest.approx(3 - 2 * radius)
