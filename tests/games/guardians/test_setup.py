"""Components and set-up: SK-1 to SK-11, and the computed facts of the specification."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest

from tablesim.errors import IllegalMove
from tablesim.games.guardians import GAME, board, data, rules, tokens
from tablesim.games.guardians.view import FIGHTERS, pieces
from tablesim.protocol import perft

from .positions import P1, do, legal, owned, position, rows

LAYOUT = ("1", "2", "3", "4", "5", "5") * 4


def laid(seats=2, **options):
    return GAME.new(seats=seats, **options).apply(LAYOUT)


def test_sk_1_the_board_has_six_columns_and_ten_rows():
    """SK-1."""
    assert (board.COLUMNS, board.ROWS) == (6, 10)
    assert board.LABELS[0], board.LABELS[-1] == ("0,0", "5,9")
    # 66 tokens are 11 rows; no other width lets four fighters stand and 56 monsters fill 4 rows.
    assert [width for width in range(4, 15) if 66 % width == 0] == [6, 11]


def test_sk_2_the_invaders_in_the_box():
    """SK-2."""
    box = data.tokens()
    assert box.monsters == (11, 11, 11, 11, 12)
    assert sum(box.monsters) == 56
    assert 2 * box.ships == 10
    points = sum(value * n for value, n in enumerate(box.monsters, 1))
    assert points == 170
    assert points + box.ships * box.half_value == 220
    start = GAME.new(seats=4)
    assert start.stack == (11, 11, 11, 11, 12, 5, 5)
    assert sum(start.invariants().values()) == 66


def test_sk_2_other_counts_can_be_chosen():
    """SK-2."""
    assert GAME.new(monster_counts=[12, 11, 11, 11, 11]).stack[:5] == (12, 11, 11, 11, 11)
    wrongs = {"five numbers": [5], "0 to 999": [1, 2, 3, 4, -5], "999, got": [10**30] * 5}
    for why, wrong in {**wrongs, "needs 24": [4] * 5}.items():
        with pytest.raises(ValueError, match=why):
            GAME.new(monster_counts=wrong)


@pytest.mark.parametrize("x", range(5))
def test_sk_3_a_monster_is_worth_its_eyes(x):
    """SK-3."""
    fighter = "." * x + "a" + "." * (4 - x) + "b"
    state = do(position(f"12345./....../{fighter}", phase="shoot", stack="1"), "shoot")
    assert owned(state)[0] == [x + 1]


def test_sk_4_four_colors_with_three_fighters_each():
    """SK-4."""
    assert GAME.seats == range(2, 5)
    stickers = data.MOST_SEATS * rules.BEST_LEVEL + 1
    assert stickers == 13
    with pytest.raises(ValueError, match="2 to 4 seats"):
        GAME.new(seats=5)


def test_sk_5_the_signs():
    """SK-5."""
    state = position(P1.replace("..5..1", "..5.)(").replace("......", "d.....", 1))
    assert "".join(rows(state)) == P1.replace("\n", "").replace("..5..1", "..5.)(").replace(
        "......", "d.....", 1
    )
    placed = dict(pieces(state))
    assert placed[board.GRID.cell("3,4")] == "*"
    assert [placed[cell] for cell in state.fighters] == list(FIGHTERS)
    assert "y8  1 2 [ ] 3 5\n" in str(state)


def test_sk_6_the_stack_has_no_order():
    """SK-6: Any token may come next, each with the probability of its share."""
    state = position("....../....../a.b...", phase="shoot", shots=1, filling=0, stack="1122[]")
    chances = dict(state.chance().outcomes())
    assert chances == {
        ("1",): Fraction(2, 6),
        ("2",): Fraction(2, 6),
        ("[",): Fraction(1, 6),
        ("]",): Fraction(1, 6),
    }


def test_sk_7_the_formation():
    """SK-7."""
    layout = tuple("112233445511223344551122")
    state = GAME.new().apply(layout)
    assert rows(state)[:5] == ["112233", "445511", "223344", "551122", "......"]
    assert state.stack == (11 - 6, 11 - 6, 11 - 4, 11 - 4, 12 - 4, 5, 5)
    chance = GAME.new().chance()
    for wrong, why in ((layout[1:], "24 monsters"), (("[", *layout[1:]), "no monster")):
        assert why in chance.why_impossible(wrong)
        with pytest.raises(IllegalMove, match="SK-7"):
            GAME.new().apply(wrong)
    assert "13 of '5', but there are 12" in chance.why_impossible(("5",) * 13 + ("1",) * 11)


def test_sk_7_every_space_gets_every_monster_by_its_share():
    """SK-7."""
    rng, chance, times = Random(7), GAME.new().chance(), 3000
    samples = [chance.sample(rng) for _ in range(times)]
    for space, sign in product((0, 11, 23), "12345"):
        share = data.tokens().monsters["12345".index(sign)] / 56
        seen = sum(sample[space] == sign for sample in samples)
        assert abs(seen - share * times) < 5 * sqrt(times * share * (1 - share))
    points = [sum(map(int, sample)) for sample in samples]
    # 24 of 170 / 56 each
    assert abs(sum(points) / times - Fraction(510, 7)) < 0.6
    assert max(Counter(sample.count("5") for sample in samples)) <= 12


def test_sk_7_setting_halves_aside_is_drawing_among_monsters():
    """SK-7: The halves among what is turned up until 24 monsters lie: 24 * 10 / 57 on average."""
    chance = Fraction(1)
    ways = {(56, 10): chance}
    expected = Fraction(0)
    for _ in range(24 + 10):
        following = {}
        for (monsters, halves), p in ways.items():
            if monsters == 56 - 24:
                expected += p * (10 - halves)
                continue
            total = monsters + halves
            for m, h, n in ((1, 0, monsters), (0, 1, halves)):
                if n:
                    key = monsters - m, halves - h
                    following[key] = following.get(key, 0) + p * Fraction(n, total)
        ways = following
    expected += sum(p * (10 - halves) for (_, halves), p in ways.items())
    assert expected == Fraction(24 * 10, 57)
    assert round(float(expected), 2) == 4.21


@pytest.mark.parametrize(("seats", "ways"), [(2, 30), (3, 120), (4, 360)])
def test_sk_8_fighters_are_placed_in_turn(seats, ways):
    """SK-8."""
    state = laid(seats)
    assert perft(state, seats) == ways
    assert legal(state) == [f"place_fighter {x},0" for x in range(6)]
    state = do(state, "place_fighter 2,0")
    assert state.to_move == 1
    assert "place_fighter 2,0" not in legal(state)
    with pytest.raises(IllegalMove, match="SK-8: 2,0 is not empty"):
        do(state, "place_fighter 2,0")
    with pytest.raises(IllegalMove, match="SK-8: 2,1 is not in the lowest row"):
        do(state, "place_fighter 2,1")


def test_sk_8_another_seat_may_begin():
    """SK-8."""
    state = do(laid(3, first_player=2), "place_fighter 5,0", "place_fighter 0,0")
    assert state.to_move == 1
    state = do(state, "place_fighter 1,0")
    assert (state.to_move, state.phase.name) == (1, "PLACE_MINE")
    state = do(state, "place_mine 0,4")
    assert (state.to_move, state.turn, state.phase.name) == (2, 1, "MOVE")
    with pytest.raises(ValueError, match="first_player: expected 0 to 1, got 2"):
        GAME.new(seats=2, first_player=2)


def test_sk_9_sk_10_the_last_one_places_the_mine():
    """SK-9, SK-10."""
    state = do(laid(3), "place_fighter 0,0", "place_fighter 2,0", "place_fighter 5,0")
    assert state.to_move == 2
    assert legal(state) == [f"place_mine 0,{y}" for y in (2, 3, 4, 5)]
    with pytest.raises(IllegalMove, match="SK-9: 0,0 is no mine space"):
        do(state, "place_mine 0,0")
    state = do(state, "place_mine 0,3")
    assert rows(state)[6] == "*....."
    assert (state.to_move, state.turn) == (0, 1)


def test_sk_11_what_is_in_play():
    """SK-11."""
    for seats in (2, 3, 4):
        basic = laid(seats)
        assert basic.rockets.bit_count() == seats
        assert basic.levels == (1,) * seats
        assert basic.markers == 0
        assert laid(seats, upgrades=True).markers.bit_count() == seats
        assert basic.tokens == (tokens.NO_TOKENS,) * seats
