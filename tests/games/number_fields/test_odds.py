"""The tables of DS.9, by two ways: the function, and the positions of the game themselves."""

from fractions import Fraction
from itertools import product

import pytest

from tablesim.games.number_fields import GAME, Stage, chance_to_succeed
from tablesim.protocol import CHANCE

from .positions import go, held, position

FREE = {  # DS-17, DS-18: spare -> numerators over 36 for 2 to 16
    0: (36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0, 0, 0, 0),
    1: (36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0, 0, 0),
    2: (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0, 0),
    3: (36, 36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0),
}
DEFENDED = {  # DS-16: spare -> numerators over 1296 for 3 to 15
    0: (720, 714, 696, 656, 581, 455, 325, 205, 106, 36, 0, 0, 0),
    1: (861, 858, 846, 816, 756, 651, 495, 345, 213, 108, 36, 0, 0),
    2: (986, 986, 980, 960, 915, 831, 701, 521, 356, 216, 108, 36, 0),
    3: (1090, 1090, 1090, 1080, 1050, 987, 883, 733, 535, 360, 216, 108, 36),
}
ADDED = {  # DS-18: lives of the defender -> numerators over 1296 for 3 to 13
    1: (575, 573, 564, 540, 490, 400, 295, 191, 101, 35, 0),
    2: (435, 435, 432, 420, 390, 330, 255, 171, 93, 33, 0),
    3: (310, 310, 310, 306, 291, 255, 205, 145, 82, 30, 0),
}


@pytest.mark.parametrize("spare", FREE)
def test_table_of_free_fields_and_upgrades(spare):
    for need, ways in enumerate(FREE[spare], 2):
        assert chance_to_succeed(need, spare=spare) == Fraction(ways, 36)
    assert chance_to_succeed(1, spare=spare) == 1


@pytest.mark.parametrize("spare", DEFENDED)
def test_table_of_defended_fields(spare):
    for need, ways in enumerate(DEFENDED[spare], 3):
        assert chance_to_succeed(need, spare=spare, defended=True) == Fraction(ways, 1296)


@pytest.mark.parametrize("added", ADDED)
def test_table_of_defenders_who_add_lives(added):
    for need, ways in enumerate(ADDED[added], 3):
        odds = chance_to_succeed(need, defended=True, added=added)
        assert odds == Fraction(ways, 1296)


def test_tables_by_counting_every_throw():
    """The same once more from all 36 x 36 throws, without the game."""
    dice = [a + b for a, b in product(range(1, 7), repeat=2)]
    for need, spare, added in product(range(3, 16), range(4), range(4)):
        ways = sum(total + spare >= max(need, d + added) for d in dice for total in dice)
        odds = chance_to_succeed(need, spare=spare, defended=True, added=added)
        assert odds == Fraction(ways, 1296)


def conquest(state, added, spare):
    """Return the probability that seat 0 gets the field, both sides adding lives as told."""
    if state.to_move == CHANCE:
        outcomes = state.chance().outcomes()
        return sum((p * conquest(state.apply(o), added, spare) for o, p in outcomes), Fraction(0))
    if state.stage is Stage.DEFENSE_LIVES:
        return conquest(go(state, f"add_lives {added}"), added, spare)
    if state.stage is Stage.LIVES:
        short = state.need - state.total
        lives = short if short <= spare else 0
        return conquest(go(state, f"add_lives {lives}"), added, spare)
    return Fraction(all(owner == 0 for owner, _ in held(state).values()))


@pytest.mark.parametrize("blockers", [1, 2, 3])
@pytest.mark.parametrize("field", ["b1", "c1", "b2", "c2", "c3"])
def test_the_game_has_the_same_odds(field, blockers):
    """DS-14 to DS-18 played out: every number of the default board."""
    state = position({field: (1, blockers)}, pieces=["b3", "e1"])
    state = go(state, f"move {field}", "attempt")
    number = state.need - blockers
    for added, spare in ((0, 0), (0, 2), (3, 1)):
        odds = chance_to_succeed(number + blockers, spare=spare, defended=True, added=added)
        assert conquest(go(state, "defend"), added, spare) == odds
    assert conquest(go(state, "no_defense"), 0, 1) == chance_to_succeed(state.need, spare=1)


def test_consequences():
    """What DS.9 states below its tables."""
    for need, spare in product(range(2, 17), range(4)):
        free = chance_to_succeed(need, spare=spare)
        defended = chance_to_succeed(need, spare=spare, defended=True)
        assert defended <= free  # a defense never helps the attacker
        if need >= 12:
            assert defended == free
    assert chance_to_succeed(8) == Fraction(5, 12)
    ways = [chance_to_succeed(8 + k, defended=True) * 1296 for k in (1, 2, 3)]
    assert ways == [325, 205, 106]
    ways = [chance_to_succeed(8 - k) * 36 for k in (1, 2, 3)]
    assert ways == [21, 26, 30]


@pytest.mark.parametrize(
    ("spare", "expected"), [(0, (7, 12)), (1, (7, 12)), (2, (13, 18)), (3, (17, 18))]
)
def test_expected_lives_lost_on_a_free_8(spare, expected):
    """DS-18, DS-21: who is one short loses a life in either case."""

    def lost(state):
        if state.to_move == CHANCE:
            return sum((p * lost(state.apply(o)) for o, p in state.chance().outcomes()), Fraction())
        if state.stage is Stage.LIVES:
            short = state.need - state.total
            return lost(go(state, f"add_lives {short if short <= spare else 0}"))
        return Fraction(25 - state.lives[0])

    state = go(position(pieces=["b2", "e1"]), "move c2", "attempt")
    assert lost(state) == Fraction(*expected)


def test_odds_that_are_not_asked_rightly():
    with pytest.raises(ValueError, match=r"spare: expected 0 to 3 life pieces \(DS-18\), got 4"):
        chance_to_succeed(8, spare=4)
    with pytest.raises(ValueError, match="a defense that is not thrown"):
        chance_to_succeed(8, added=1)


@pytest.mark.parametrize(("seats", "least"), [(2, 89), (3, 118), (4, 137)])
def test_how_much_a_board_must_hold(seats, least):
    """DS-5: with so many points on the board, all fields owned, somebody has won (DS-8)."""
    target = GAME.new(seats=seats).settings.counts.target(seats)
    assert seats * (target - 1) + 1 == least
    assert (sum(GAME.new().settings.numbers) >= least) == (seats == 2)
