"""States as JSON: what is refused, and with which words."""

import copy
import json
from random import Random

import pytest

from tablesim.errors import BadData
from tablesim.games.wild_patterns import GAME
from tablesim.protocol import play

from .positions import CARELESS, do, position, start


def whole(**options):
    """A position in which no card is missing."""
    return position(CARELESS, [["6-02", "5-01"], ["6-03"]], lock="a5", **options)


def test_positions_are_read_back():
    """T-8"""
    for state in (
        GAME.new(3),
        start(2),
        start(2).apply(("3-01",)),
        whole(),
        do(whole(), "draw 5"),
        do(whole(claims="ask"), "d2-e4"),
        do(whole(strict=False), "d2-e1"),
        whole().seen_by(0),
    ):
        assert GAME.decode(json.loads(json.dumps(state.encode()))) == state


def edited(path, value):
    data = copy.deepcopy(whole().encode())
    *keys, last = path
    place = data
    for key in keys:
        place = place[key]
    place[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["seat"], 2, "seat: expected 0 to 1, got 2"),
        (["seat"], True, "seat: expected 0 to 1"),
        (["turn"], -1, "turn: expected 0 or more"),
        (["idle"], 40, "stage: the game is over here"),
        (["pile"], 4, "pile: expected 0 to 3"),
        (["stage"], "late", "stage: expected one of 'layout', 'deal'"),
        (["stage"], "over", "stage: the game goes on here"),
        (["stage"], "layout", "layout: expected the rows"),
        (["stage"], "deal", "nothing was moved or laid before"),
        (["stage"], "claims", "T-42: seats are asked while a claim window is open"),
        (["layout"], None, "layout: expected the rows"),
        (["layout"], "BRKB./KBRK./RKBR./BR.../..K..", "T-14: these tiles do not have another"),
        (["layout"], "BRKB./KBRK./RKBR./BRR../.....", "T-2: expected 5 B"),
        (["lock"], "e1", "there is no tile on e1"),
        (["lock"], "e9", "lock: expected a cell"),
        (["pending"], [0], "expected seats that are asked"),
        (["pending"], [7], "pending[0]: expected 0 to 1, got 7"),
        (["hands", 1], ["6-04"], "card 6-04 stands there twice"),
        (["hands", 1], [], "expected 14 cards of mark 6 in all, got 13"),
        (["hands", 1], ["9-99"], "there is no card '9-99'"),
        (["hands", 0], ["6-02", "5-01"], "cards are sorted"),
        (["hands", 0], "6-02", "expected a list of cards"),
        (["hands"], [[]], "hands: expected a list of 2 lists of cards"),
        (["piles", 0], [], "expected 12 cards of mark 3 in all, got 0"),
        (["variant", "seats"], 9, "variant.seats"),
        (["variant", "claims"], "never", "option claims"),
        (["variant", "claims"], [], "option claims"),
        (["variant", "first_player"], 5, "option first_player"),
        (["variant"], {}, "variant: the key 'seats' is missing; expected the keys seats, decks"),
        (["variant"], 5, "variant: expected the keys seats, decks"),
    ],
)
def test_data_that_are_no_position(path, value, message):
    with pytest.raises(BadData) as error:
        GAME.decode(edited(path, value))
    assert message in str(error.value)


def test_more_data_that_are_no_position():
    """T-9, T-11, T-17, T-18, T-33"""
    for data in (None, [], {}, {"layout": None}, {**whole().encode(), "more": 1}):
        with pytest.raises(BadData, match=r"expected the keys|unknown 'more'"):
            GAME.decode(data)
    wrong = [
        (start(2), "hands", [["3-01", "4-01", "5-01"], []], "stands there twice"),
        (do(whole(), "draw 5"), "pile", 0, None),
        (do(whole(), "draw 5"), "stage", "turn", None),
    ]
    for state, key, value, message in wrong:
        data = {**state.encode(), key: value}
        if message is None:
            assert GAME.decode(data) != state
        else:
            with pytest.raises(BadData, match=message):
                GAME.decode(data)


def move_card(data, card, to):
    for key in ("piles", "hands", "scored"):
        for group in data[key]:
            if card in group:
                group.remove(card)
    key, place = to
    data[key][place] = sorted([*data[key][place], card])


def test_cards_in_wrong_places():
    """T-7, T-9, T-11, T-17, T-18"""
    data = whole().encode()
    move_card(data, "3-01", ("piles", 1))
    with pytest.raises(BadData, match="card 3-01 does not belong into pile 4"):
        GAME.decode(data)
    data = whole().encode()
    for card in ("3-01", "3-02", "3-03"):
        move_card(data, card, ("hands", 0))
    with pytest.raises(BadData, match="T-18"):
        GAME.decode(data)
    data = do(whole(), "draw 5").encode()
    for card in ("3-01", "3-03"):
        move_card(data, card, ("hands", 0))
    with pytest.raises(BadData, match="T-17"):
        GAME.decode(data)
    data = start(2).encode()
    move_card(data, "3-01", ("hands", 1))
    with pytest.raises(BadData, match="not dealt seat by seat"):
        GAME.decode(data)
    for card in ("4-01", "5-01"):
        move_card(data, card, ("hands", 1))
    for card in ("3-02", "4-02", "5-02"):
        move_card(data, card, ("hands", 0))
    with pytest.raises(BadData, match="all hands are dealt"):
        GAME.decode(data)
    data = GAME.new(2).encode()
    move_card(data, "3-01", ("hands", 0))
    with pytest.raises(BadData, match="after the tiles are laid"):
        GAME.decode(data)
    data = whole(removed_per_deck=3).encode()
    for card in list(data["piles"][0])[:10]:
        move_card(data, card, ("scored", 0))
    with pytest.raises(BadData, match="T-9"):
        GAME.decode(data)
    data = do(whole(claims="ask", strict=False), "d2-e4").encode()
    with pytest.raises(BadData, match="T-33: no claim window"):
        GAME.decode({**data, "layout": "BRKB./KBRK./RKBR./BR.../..K..", "lock": None})


def test_junk_in_any_place_is_refused_and_nothing_else_happens():
    """Every value of a real position replaced by junk: it is a position, or BadData."""
    rng = Random(3)
    junk = [None, -1, 10**30, 1.5, "", "é", "3-01", [], [[]], {}, True, [None], ["3-?"], "a1"]
    record = play(
        GAME, ["random"] * 2, seed=5, options={"claims": "ask", "strict": False}, limit=80
    )
    for state in list(record.states())[::8]:
        for _ in range(60):
            data = json.loads(json.dumps(state.encode()))
            place = data
            while True:
                key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
                if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
                    break
                place = place[key]
            place[key] = rng.choice(junk)
            try:
                again = GAME.decode(data)
            except BadData:
                continue
            again.legal_moves()
            assert str(again)
