"""Exact odds against the specification, against brute force, and against simulation."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablesim.games.unforged.numbers.dice import die
from tablesim.games.unforged.numbers.odds import (
    Side,
    Tally,
    pooled,
    shot_odds,
    strike_odds,
    volley,
    wound_chance,
)
from tablesim.games.unforged.numbers.profiles import Body, Profile, examples
from tablesim.games.unforged.numbers.shots import Aim, Shot, ToHit, shot
from tablesim.games.unforged.numbers.strikes import Blow, Combatant, Strike, strike
from tablesim.games.unforged.numbers.weapons import melee, missiles
from tablesim.games.unforged.options import options

DEFAULTS = options()
SOLDIER, TOUGH = (Combatant(Body(e.profile), melee()["fist"]) for e in examples().values())
TOUGH_STRIKES = strike(TOUGH, SOLDIER, DEFAULTS)
SOLDIER_STRIKES = strike(SOLDIER, TOUGH, DEFAULTS)


def test_TV_22_one_tough_guy_strikes_one_soldier():
    """TV-22: UF-79, UF-80, UF-81, UF-82, UF-125."""
    odds = strike_odds(TOUGH_STRIKES)
    assert float(odds.chance(lambda t: t.lost > 0 and not t.own_wounds)) == 0.79282385
    assert float(odds.chance(lambda t: t.lost > 0 and t.own_wounds > 0)) == 0.0286699
    assert float(odds.chance(lambda t: not t.lost and t.own_wounds > 0)) == 0.01073409
    assert float(odds.chance(lambda t: not t.lost and not t.own_wounds)) == 0.16777216
    assert odds.kills() == Fraction(131439, 160000) == 1 - Fraction(65, 100) ** 4
    # TV-24; UF-85: the expected push.
    assert sum(inches * chance for inches, chance in odds.pushes.items()) == Fraction(28, 10)


def test_TV_22_one_soldier_strikes_one_tough_guy():
    """TV-22: a Soldier's attack is break-even."""
    odds = strike_odds(SOLDIER_STRIKES)
    assert odds.kills() == odds.dies() == Fraction(975, 10000)
    assert odds.chance(lambda t: t.lost > 0 and t.own_wounds > 0) == Fraction(5, 1000)
    assert odds.chance(lambda t: not t.lost and not t.own_wounds) == Fraction(81, 100)


def test_UF_125_chances_of_each_die():
    """UF-125: 70 and 50 percent to hit, 50 and 10 percent to wound."""
    assert die("D10").over(TOUGH_STRIKES.over) == Fraction(7, 10)
    assert TOUGH_STRIKES.blow.chance == Fraction(5, 10)
    assert die("D10").over(SOLDIER_STRIKES.over) == Fraction(5, 10)
    assert SOLDIER_STRIKES.blow.chance == Fraction(1, 10)


@pytest.mark.parametrize(
    ("attack", "dice", "hits", "wounds"),
    [
        (TOUGH_STRIKES, 12, "8.4", "4.2"),
        (SOLDIER_STRIKES, 12, "6", "0.6"),
        (TOUGH_STRIKES, 8, "5.6", "2.8"),
        (SOLDIER_STRIKES, 6, "3", "0.3"),
        (SOLDIER_STRIKES, 20, "10", "1"),
        (SOLDIER_STRIKES, 14, "7", "0.7"),
        (TOUGH_STRIKES, 4, "2.8", "1.4"),
        (SOLDIER_STRIKES, 10, "5", "0.5"),
        (SOLDIER_STRIKES, 8, "4", "0.4"),
    ],
)
def test_TV_23_volleys_of_the_worked_examples(attack, dice, hits, wounds):
    """TV-23: UF-126; HR-111: exact expectation of every volley of both examples."""
    odds = strike_odds(replace(attack, dice=dice))
    assert odds.mean(lambda t: t.hits) == Fraction(hits)
    assert odds.mean(lambda t: t.lost) == Fraction(wounds)


def test_TV_23_pooled_fights():
    """TV-23: UF-126; HR-111: three Tough guys against ten Soldiers, with and without zeros."""
    expected = {False: (0.856862, 0.489599), True: (0.836646, 0.560591)}
    for zeros, (first, second) in expected.items():
        tough = Side.of(3, TOUGH_STRIKES, zeros=zeros)
        soldiers = Side.of(10, SOLDIER_STRIKES, zeros=zeros)
        assert pooled(tough, soldiers)[0] == pytest.approx(first, abs=6e-7)
        assert pooled(soldiers, tough)[1] == pytest.approx(second, abs=6e-7)
        if not zeros:
            assert sum(pooled(tough, soldiers)) == pytest.approx(1, abs=1e-12)


def test_TV_30_machine_gun():
    """TV-30: UF-93, UF-97: at 30 inches 1.8 hits are expected, at least one with .882351."""
    body = Body(Profile(4, 3, 5, 2))
    odds = shot_odds(shot(missiles()["machine-gun"], body, body, Aim(30, "EXPOSED"), DEFAULTS))
    assert odds.mean(lambda t: t.hits) == Fraction(18, 10)
    assert odds.chance(lambda t: t.hits > 0) == Fraction("0.882351") == odds.kills()


def test_TV_15_shotgun():
    """TV-15: HR-98: D10 + 2 x D6 against Toughness 5 and 11."""
    gun, shooter = missiles()["shotgun"], Body(Profile(4, 3, 5, 2))
    for toughness, percent in {5: 82, 11: 36}.items():
        target = Body(Profile(4, 3, toughness, 5))
        assert wound_chance(gun, shooter, target, DEFAULTS) == Fraction(percent, 100)


def test_TV_36_poison():
    """TV-36: UF-120; HR-105: 0.3 wounds beside those of the hits; none from the rear."""
    assassin = Combatant(Body(Profile(4, 3, 5, 3)), melee()["fist"], rules={"poison": 1})
    odds = strike_odds(strike(assassin, TOUGH, DEFAULTS))
    plain = strike_odds(strike(replace(assassin, rules={}), TOUGH, DEFAULTS))
    assert odds.mean(lambda t: t.poisoned) == Fraction(3, 10)
    assert odds.mean(lambda t: t.wounds) == plain.mean(lambda t: t.lost)
    assert odds.mean(lambda t: t.lost) == plain.mean(lambda t: t.lost) + Fraction(3, 10)
    behind = strike_odds(strike(assassin, TOUGH, DEFAULTS, rear=True))
    assert behind.mean(lambda t: t.poisoned) == 0


BLOWS = st.builds(
    Blow,
    st.sampled_from([die(name) for name in ("D10", "D6", "D3")]),
    st.integers(0, 6),
    st.integers(0, 10),
    st.sampled_from([0, 2, 4, 16]),
)
STRIKES = st.builds(
    Strike,
    st.integers(0, 2),
    st.one_of(st.none(), st.integers(0, 8)),
    st.sampled_from([die("D10"), die("D6")]),
    BLOWS,
    st.one_of(st.none(), BLOWS),
    poison=st.booleans(),
)
FACES = {
    "D10": tuple(range(10)),
    "D6": (0, 1, 1, 2, 2, 3, 3, 4, 5, 6),
    "D3": (0, 1, 1, 1, 2, 2, 2, 3, 3, 3),
}


def one_die_by_hand(attack, raw, damage):
    """Wounds, failures, poison, own wounds, own failures of one die, from the rulebook's words."""
    value, total = FACES[attack.die.name][raw], FACES[attack.blow.die.name][damage]
    if attack.over is None or value > attack.over:
        wounded = total + attack.blow.damage > attack.blow.toughness
        hit = (1, 0) if wounded else (0, 1)
    else:
        hit = (0, 0)
    if attack.over is None:
        return (*hit, 0, 0, 0)
    own = (0, 0)
    if value == 0 and attack.back:
        shown = FACES[attack.back.die.name][damage] + attack.back.damage
        own = (1, 0) if shown > attack.back.toughness else (0, 1)
    return (*hit, int(attack.poison and value == 1), *own)


@settings(max_examples=25)
@given(STRIKES)
def test_UF_81_82_strikes_agree_with_every_single_die(attack):
    """UF-80, UF-81, UF-82, UF-85, UF-120: against all faces of all dice."""
    faces = list(product(range(10), repeat=2))
    singles = Counter(one_die_by_hand(attack, *pair) for pair in faces)
    seen: Counter[Tally] = Counter()
    for several in product(singles.items(), repeat=attack.dice):
        total = [sum(numbers) for numbers in zip(*(tally for tally, _ in several), strict=True)]
        seen[Tally(*total)] += math.prod(weight for _, weight in several)
    found = strike_odds(attack).outcomes
    assert found == {tally: Fraction(n, 100**attack.dice) for tally, n in seen.items()}


@settings(max_examples=50)
@given(st.integers(1, 4), st.integers(0, 10), st.integers(0, 10), BLOWS)
def test_UF_89_94_shots_agree_with_binomials(dice, need, friend, hit):
    """UF-89, UF-92, UF-94: hits, wounds and friends are multinomial."""
    test = ToHit(need, friend=min(need, friend))
    odds = shot_odds(Shot(dice, test, hit))
    p, q = test.chances.hit * hit.chance, test.chances.hit * (1 - hit.chance)
    r = test.chances.friend
    for tally, chance in odds.outcomes.items():
        w, f, g = tally.wounds, tally.failed, tally.friends
        rest = dice - w - f - g
        ways = math.factorial(dice) // math.prod(map(math.factorial, (w, f, g, rest)))
        assert chance == ways * p**w * q**f * r**g * (1 - p - q - r) ** rest
    assert sum(odds.outcomes.values()) == 1


@settings(max_examples=25)
@given(STRIKES)
def test_odds_are_monotone_and_sum_to_one(attack):
    """UF-82: more dice, less Defence or less Toughness never help the target."""
    odds = strike_odds(attack)
    assert sum(odds.outcomes.values()) == 1
    for spread in (odds.wounds, odds.own_wounds, odds.pushes, odds.own_pushes):
        assert sum(spread.values()) == 1 and list(spread) == sorted(spread)
    assert max(odds.pushes) <= 16 and max(odds.own_pushes) <= 16
    assert odds.kills(2) <= odds.kills() and odds.kills(0) == 1
    assert strike_odds(replace(attack, dice=attack.dice + 1)).kills() >= odds.kills()
    tougher = replace(attack.blow, toughness=attack.blow.toughness + 1)
    assert strike_odds(replace(attack, blow=tougher)).kills() <= odds.kills()
    if attack.over is not None and not attack.poison:
        assert strike_odds(replace(attack, over=attack.over + 1)).kills() <= odds.kills()


def test_HR_74_own_wounds_need_zeros_that_count():
    """HR-74, HR-75: without them neither wounds nor pushes of the striker."""
    odds = strike_odds(replace(TOUGH_STRIKES, back=None))
    assert odds.own_wounds == {0: 1} and odds.own_pushes == {0: 1}
    assert strike_odds(TOUGH_STRIKES).own_pushes[2] > 0


def test_volley_is_the_convolution():
    """UF-84: two strikes and a shot on one target, against all pairs by hand."""
    body = Body(Profile(4, 3, 5, 2))
    bow = shot_odds(shot(missiles()["bow"], body, body, Aim(14, "PARTIAL"), DEFAULTS))
    attacks = [strike_odds(TOUGH_STRIKES), bow, strike_odds(SOLDIER_STRIKES)]
    seen: Counter[int] = Counter()
    for parts in product(*(attack.wounds.items() for attack in attacks)):
        seen[sum(n for n, _ in parts)] += math.prod(chance for _, chance in parts)
    assert volley(attacks) == seen and sum(volley(attacks).values()) == 1
    assert volley([]) == {0: 1}


def forward(first, second):
    """The pooled fight played forward: where all the probability goes, volley by volley."""
    alive, won = {(first.models, second.models): 1.0}, [0.0, 0.0]
    striker = 0
    while sum(alive.values()) > 1e-16:
        later: Counter[tuple[int, int]] = Counter()
        for left, weight in alive.items():
            side = (first, second)[striker]
            spread = {(0, 0): 1.0}
            for _ in range(left[striker] * side.dice):
                more: Counter[tuple[int, int]] = Counter()
                for (killed, fallen), p in spread.items():
                    more[killed + 1, fallen] += p * float(side.wound)
                    more[killed, fallen + 1] += p * float(side.own)
                    more[killed, fallen] += p * float(1 - side.wound - side.own)
                spread = more
            for (killed, fallen), p in spread.items():
                after = [max(0, left[0] - (fallen, killed)[striker])]
                after.append(max(0, left[1] - (killed, fallen)[striker]))
                if all(after):
                    later[after[0], after[1]] += weight * p
                elif any(after):
                    won[after[0] == 0] += weight * p
        alive, striker = later, 1 - striker
    return won


@settings(max_examples=15, deadline=None)
@given(
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.tuples(st.integers(1, 3), st.integers(1, 2)),
    st.tuples(*[st.integers(1, 5)] * 2),
    st.tuples(*[st.integers(0, 4)] * 2),
)
def test_HR_111_pooled_fights_agree_with_playing_them_forward(one, other, wounds, zeros):
    """HR-111; UF-126: against another method; worst difference 1e-11."""
    first, second = (
        Side(*shape, Fraction(wound, 10), Fraction(zero, 20))
        for shape, wound, zero in zip((one, other), wounds, zeros, strict=True)
    )
    assert pooled(first, second) == pytest.approx(forward(first, second), abs=1e-11)


def test_UF_126_striking_first_is_worth_something():
    """UF-126, UF-79: without zeros, the moral of the seed."""
    for tough, soldiers in product(range(1, 4), range(1, 8)):
        a = Side.of(tough, TOUGH_STRIKES, zeros=False)
        b = Side.of(soldiers, SOLDIER_STRIKES, zeros=False)
        assert pooled(a, b)[0] > pooled(b, a)[1]


def test_pooled_sides_that_cannot_hurt_each_other():
    harmless = Side(2, 2, Fraction(0))
    assert pooled(harmless, harmless) == (0.0, 0.0)
    assert pooled(Side(1, 1, Fraction(1)), harmless) == (1.0, 0.0)
    assert pooled(harmless, Side(0, 1, Fraction(1))) == (1.0, 0.0)


def close(counts, chances, n):
    """Whether simulated counts are within 4 sigma of exact chances (and nothing else happened)."""
    assert set(counts) <= set(chances)
    for value, chance in chances.items():
        sigma = math.sqrt(n * float(chance) * float(1 - chance))
        assert abs(counts[value] - n * float(chance)) <= 4 * sigma + 1e-9, value


def test_strikes_agree_with_simulation():
    """UF-81, UF-82: seeded, 4 sigma."""
    rng, n = random.Random("strike"), 20_000
    attack, odds = TOUGH_STRIKES, strike_odds(TOUGH_STRIKES)
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for _ in range(n):
        hits = attack.hits([rng.randrange(10) for _ in range(attack.rolled)])
        won[attack.blow.result(rng.randrange(10) for _ in range(hits.dealt)).wounds] += 1
        lost[attack.back.result(rng.randrange(10) for _ in range(hits.taken)).wounds] += 1
    close(won, odds.wounds, n)
    close(lost, odds.own_wounds, n)


def test_shots_and_volleys_agree_with_simulation():
    """UF-89, UF-94: seeded, 4 sigma."""
    rng, n = random.Random("shot"), 20_000
    body = Body(Profile(4, 3, 8, 4))
    fired = shot(missiles()["machine-gun"], body, body, Aim(30, "PARTIAL", melee=True), DEFAULTS)
    odds = shot_odds(fired)
    one: Counter[int] = Counter()
    two: Counter[int] = Counter()
    friends: Counter[int] = Counter()
    for _ in range(n):
        wounds = 0
        for _ in range(2):
            hits = fired.hits([rng.randrange(10) for _ in range(fired.rolled)])
            done = fired.blow.result(rng.randrange(10) for _ in range(hits.hits)).wounds
            wounds += done
        one[done] += 1
        friends[hits.friends] += 1
        two[wounds] += 1
    close(one, odds.wounds, n)
    close(friends, odds.spread(lambda t: t.friends), n)
    close(two, volley([odds, odds]), n)


def test_wound_chances_agree_with_simulation():
    """HR-98: seeded, 4 sigma: the shotgun."""
    rng, n = random.Random("shotgun"), 20_000
    body = Body(Profile(4, 3, 8, 4))
    exact = float(wound_chance(missiles()["shotgun"], body, body, DEFAULTS))
    hit = sum(rng.randrange(10) + 2 * FACES["D6"][rng.randrange(10)] > 8 for _ in range(n))
    assert abs(hit / n - exact) < 4 * math.sqrt(exact * (1 - exact) / n)


def test_pooled_fights_agree_with_simulation():
    """UF-126: seeded, 4 sigma: two Tough guys against five Soldiers, zeros counted."""
    rng, n = random.Random("pooled"), 4_000
    sides = Side.of(2, TOUGH_STRIKES), Side.of(5, SOLDIER_STRIKES)
    won = Counter()
    for _ in range(n):
        left, striker = [2, 5], 0
        while all(left):
            side, killed, fallen = sides[striker], 0, 0
            for _ in range(left[striker] * side.dice):
                shown = rng.random()
                killed += shown < side.wound
                fallen += side.wound <= shown < side.wound + side.own
            left[striker] = max(0, left[striker] - fallen)
            left[1 - striker] = max(0, left[1 - striker] - killed)
            striker = 1 - striker
        won["both" if not any(left) else left.index(0)] += 1
    first, second = pooled(*sides)
    close(won, {1: first, 0: second, "both": 1 - first - second}, n)


def test_odds_speak_and_write_themselves():
    odds = strike_odds(TOUGH_STRIKES)
    assert str(odds) == (
        "2.800 hits, 1.400 wounds, 0.040 wounds on the striker on average; 82.1% to wound"
    )
    written = odds.to_json()
    assert written["hits"] == 2.8 and Fraction(written["wounds"]["0"]) == 1 - odds.kills()
