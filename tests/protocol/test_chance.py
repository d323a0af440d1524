"""Dice, bags and picks: exact probabilities, fair samples, possible outcomes."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.protocol import Draw, Pick, Roll
from tablesim.testing import conformance

from .drift import Wind

RED = ("blank", "blank", "crit", "focus", "focus", "hit", "hit", "hit")

faces = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6).map(tuple)
rolls = st.builds(Roll, st.integers(0, 4), faces)
draws = faces.flatmap(lambda bag: st.builds(Draw, st.just(bag), st.integers(0, len(bag))))
picks = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 9), min_size=1).flatmap(
    lambda w: st.just(
        Pick(tuple(w), tuple(w.values()) if any(w.values()) else ())  # no weights: all equal
    )
)


@given(rolls | draws | picks)
def test_probabilities_are_exact_and_sum_to_one(chance):
    chances = chance.outcomes()
    assert sum(p for _, p in chances) == 1
    assert all(isinstance(p, Fraction) and p > 0 for _, p in chances)
    assert len({outcome for outcome, _ in chances}) == len(chances) == chance.size
    assert all(list(outcome) == sorted(outcome) for outcome, _ in chances)
    assert all(chance.why_impossible(outcome) is None for outcome, _ in chances)


@given(rolls)
def test_a_roll_counts_every_throw_of_single_dice(roll):
    throws = Counter(tuple(sorted(t)) for t in product(roll.faces, repeat=roll.count))
    total = len(roll.faces) ** roll.count
    assert dict(roll.outcomes()) == {t: Fraction(n, total) for t, n in throws.items()}


@given(draws)
def test_a_draw_counts_every_order_of_the_bag(draw):
    orders = list(permutations(draw.bag, draw.count))
    drawn = Counter(tuple(sorted(order)) for order in orders)
    assert dict(draw.outcomes()) == {d: Fraction(n, len(orders)) for d, n in drawn.items()}


@given(rolls | draws | picks, st.integers(0, 2**32))
def test_samples_are_listed(chance, seed):
    rng = Random(seed)
    listed = dict(chance.outcomes())
    assert all(chance.sample(rng) in listed for _ in range(20))


@pytest.mark.parametrize(
    "chance",
    [
        Roll(1, (1, 2, 3, 4, 5, 6)),
        Roll(3, RED),
        Draw(("a", "b", "b", "c", "c", "c")),
        Draw(("a", "b", "b", "c", "c", "c"), 3),
        Pick(("left", "right", "back")),
        Pick(("seen", "missed", "never"), (900, 100, 0)),
    ],
    ids=repr,
)
def test_samples_fit_the_probabilities(chance):
    rng, times = Random("fit"), 20_000
    found = Counter(chance.sample(rng) for _ in range(times))
    statistic = sum(
        (found[outcome] - float(p) * times) ** 2 / (float(p) * times)
        for outcome, p in chance.outcomes()
    )
    assert statistic < conformance._chi_squared_limit(max(1, chance.size - 1))


def test_samples_use_nothing_but_random():
    class Only(Random):
        def getrandbits(self, k):
            raise AssertionError("getrandbits is not promised to stay the same")

    rng = Only(3)
    for chance in (Roll(2, RED), Draw(tuple("abcde"), 3), Pick(tuple("abc")), Wind()):
        chance.sample(rng)


def test_three_dice_with_four_faces_have_20_outcomes():
    assert Roll(3, (1, 2, 3, 4)).size == 20


def test_a_large_hand_has_a_size_without_being_listed():
    assert Draw(tuple(range(52)), 13).size == 635_013_559_600


@pytest.mark.parametrize(
    ("chance", "outcome", "why"),
    [
        (Roll(2, (1, 2)), (1,), "expected 2 values"),
        (Roll(1, (1, 2)), (1, 2), "expected 1 value"),
        (Roll(1, (1, 2)), (3,), "3 is none of [1, 2]"),
        (Roll(1, (1, 2)), (1.0,), "1.0 is none of [1, 2]"),
        (Roll(1, (1, 2)), (True,), "True is none of [1, 2]"),
        (Roll(2, (1, 2)), (2, 1), "write [1, 2]"),
        (Draw(("a", "b", "b"), 2), ("a", "a"), "the bag has 1 of 'a'"),
        (Pick(("x", "y"), (1, 0)), ("y",), "its weight is 0"),
        (Pick(("x", "y")), ("z",), "'z' is none of ['x', 'y']"),
        (Wind(), (360.0,), "expected one direction"),
        (Wind(), ("north",), "expected one direction"),
        (Wind(), (float("nan"),), "expected one direction"),
    ],
)
def test_impossible_outcomes_are_told(chance, outcome, why):
    assert why in chance.why_impossible(outcome)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Draw(("a",), 2), "cannot draw 2 from a bag of 1"),
        (lambda: Draw((), 1), "cannot draw 1 from a bag of 0"),
        (lambda: Pick(("a", "b"), (1,)), "no weights for 2 options"),
        (lambda: Pick(("a",), (-1,)), "no weights"),
        (lambda: Pick(("a",), (0,)), "no weights"),
        (lambda: Pick(()), "nothing to pick from"),
        (lambda: Pick(("a", "a")), "stands twice"),
        (lambda: Roll(-1, (1,)), "cannot roll -1 dice"),
        (lambda: Roll(1, ()), "no faces"),
    ],
)
def test_chance_that_cannot_be_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_endless_chance_lists_nothing():
    assert Wind().size is None
    with pytest.raises(ValueError, match=r"Wind\(\) cannot be listed"):
        Wind().outcomes()
