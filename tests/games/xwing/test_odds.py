"""Exact odds of an attack against published numbers, brute force and simulation."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from tablesim.games.xwing.odds import dice, odds, rolls

ATTACK = ["hit"] * 3 + ["crit"] + ["focus"] * 2 + ["blank"] * 2
DEFENSE = ["evade"] * 3 + ["focus"] * 2 + ["blank"] * 3


def test_TV_48_probabilities_of_unmodified_dice():
    """TV-48; XW-200, XW-201."""
    three = odds(3, 3)
    assert three.damage[0] == Fraction(1093, 2048) and three.expected == Fraction(345, 512)
    two = odds(2, 2)
    assert two.damage[0] == Fraction(151, 256) and two.expected == Fraction(65, 128)


def test_XW_200_201_the_faces():
    """XW-200, XW-201."""
    assert dice().attack == tuple(
        Fraction(ATTACK.count(f), 8) for f in ("hit", "crit", "focus", "blank")
    )
    assert dice().defense == tuple(
        Fraction(DEFENSE.count(f), 8) for f in ("evade", "focus", "blank")
    )


def test_TV_33_hits_are_canceled_before_crits():
    """TV-33, XW-79: with no chance in it, two hits and one crit against evades."""
    for evades, left in {1: (1, 1), 2: (0, 1), 3: (0, 0), 4: (0, 0)}.items():
        # Of all rolls, look at the one that shows two hits and one crit.
        share = rolls(3, dice().attack)[2, 1, 0, 0]
        found = odds(3, 0, evades=evades).uncanceled
        assert found[left] >= share


def by_hand(attack, defense, *, focus, lock, defender_focus, evades):
    """The same by walking through every single die, rerolls included."""
    total: dict[int, Fraction] = {}
    for roll in itertools.product(ATTACK, repeat=attack):
        again = [f for f in roll if f == "blank" or (f == "focus" and not focus)] if lock else []
        kept = list(roll)
        for face in again:
            kept.remove(face)
        for more in itertools.product(ATTACK, repeat=len(again)):
            faces = [("hit" if f == "focus" and focus else f) for f in [*kept, *more]]
            hits, crits = faces.count("hit"), faces.count("crit")
            for other in itertools.product(DEFENSE, repeat=defense):
                evaded = other.count("evade") + evades
                evaded += other.count("focus") if defender_focus else 0
                left = max(hits - evaded, 0) + max(crits - max(evaded - hits, 0), 0)
                share = Fraction(1, 8 ** (attack + len(again) + defense))
                total[left] = total.get(left, Fraction(0)) + share
    return total


@pytest.mark.parametrize("focus", [False, True])
@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize(("defender_focus", "evades"), [(False, 0), (True, 0), (True, 1)])
def test_XW_74_to_81_agree_with_every_single_die(focus, lock, defender_focus, evades):
    """XW-74, XW-75, XW-76, XW-77, XW-79, XW-81."""
    tokens = {"focus": focus, "lock": lock, "defender_focus": defender_focus, "evades": evades}
    found = {n: c for n, c in odds(2, 1, **tokens).damage.items() if c}
    assert found == by_hand(2, 1, **tokens)


def test_agrees_with_simulation():
    rng = random.Random("odds")
    total, n = 0, 20_000
    for _ in range(n):
        faces = [rng.choice(ATTACK) for _ in range(4)]
        evaded = sum(rng.choice(DEFENSE) in ("evade", "focus") for _ in range(3))
        hits = sum(f != "blank" for f in faces)
        total += max(hits - evaded, 0)
    exact = float(odds(4, 3, focus=True, defender_focus=True).expected)
    assert total / n == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize("attack", range(7))
@pytest.mark.parametrize("defense", [0, 3, 6])
def test_chances_are_fractions_that_sum_to_one(attack, defense):
    found = odds(attack, defense, focus=True, lock=True, evades=1)
    assert sum(found.uncanceled.values()) == 1 == sum(found.damage.values())
    assert found.at_least(0) == 1 and found.at_least(1) == found.hit


def test_XW_71_no_dice_no_damage():
    """XW-71."""
    assert odds(0, 3).damage == {0: 1} and odds(-1, 3).hit == 0


def test_tokens_never_hurt_their_owner():
    for attack, defense in itertools.product(range(1, 5), range(4)):
        plain = odds(attack, defense).expected
        assert odds(attack, defense, focus=True).expected >= plain
        assert odds(attack, defense, lock=True).expected >= plain
        assert odds(attack, defense, defender_focus=True).expected <= plain
        assert odds(attack, defense, evades=1).expected <= plain
