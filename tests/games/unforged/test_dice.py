"""Dice, directions, rerolls and choice rolls (UF-8 to UF-17, UF-20, UF-123)."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.games.unforged.numbers.dice import (
    NAMES,
    Dice,
    Throw,
    Tip,
    TipRoll,
    choice_chance,
    choice_dice,
    choice_winner,
    dice,
    die,
    displacement,
    straying,
    typical,
)
from tablesim.games.unforged.options import options

D3 = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
D6 = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6]


def test_TV_1_faces():
    """TV-1: UF-8, UF-9, UF-10."""
    assert [die("D10").value(raw) for raw in range(10)] == list(range(10))
    assert [die("D6").value(raw) for raw in range(10)] == D6
    assert [die("D3").value(raw) for raw in range(10)] == D3


def test_TV_1_modifiers_act_on_the_value():
    """TV-1: UF-12: D6+1 with raw 7 is 5, not D6 of 8."""
    assert Dice.parse("D6+1").total([7]) == 5


def test_chances_of_the_specification():
    """UF-8, UF-9, UF-10: the chances above the test vectors."""
    tenths = {
        "D10": [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        "D6": [9, 7, 5, 3, 2, 1, 0],
        "D3": [9, 6, 3, 0],
    }
    for name, over in tenths.items():
        assert [die(name).over(n) for n in range(len(over))] == [Fraction(n, 10) for n in over]
        assert [die(name).up_to(n) for n in range(len(over))] == [
            Fraction(10 - n, 10) for n in over
        ]
    assert [float(die(name).mean) for name in NAMES] == [4.5, 2.7, 1.8]
    assert [die(name).highest for name in NAMES] == [9, 6, 3]


@pytest.mark.parametrize("raw", [-1, 10, 2.5, "7"])
def test_UF_8_other_faces_are_refused(raw):
    """UF-8."""
    with pytest.raises(ValueError, match="0 to 9"):
        die("D10").value(raw)


@given(
    st.integers(1, 3),
    st.sampled_from(NAMES),
    st.integers(1, 3),
    st.integers(-2, 2),
)
def test_dice_agree_with_every_single_throw(count, name, times, plus):
    """UF-12, UF-15: the chances of sums, against all throws."""
    thrown = Dice(count, die(name), times, plus)
    assert Dice.parse(str(thrown)) == thrown
    faces = {"D10": list(range(10)), "D6": D6, "D3": D3}[name]
    seen = Counter(sum(shown) * times + plus for shown in product(faces, repeat=count))
    chances = thrown.chances()
    assert chances == {total: Fraction(n, 10**count) for total, n in seen.items()}
    assert list(chances) == sorted(chances) and sum(chances.values()) == 1
    assert thrown.mean == sum(total * chance for total, chance in chances.items())
    assert thrown.most == max(chances)
    assert thrown.over(3) == sum(p for total, p in chances.items() if total > 3)


def test_HR_11_what_random_moves_count_as():
    """HR-11: the mean of the sum, rounded up; or the most."""
    expected = {"2D10": (9, 18), "D10": (5, 9), "D6": (3, 6), "2D6": (6, 12), "3D3": (6, 9)}
    for text, (mean, most) in expected.items():
        assert typical(Dice.parse(text), options()) == mean
        assert typical(Dice.parse(text), options(random_move_value="max")) == most


@pytest.mark.parametrize("text", ["", "D4", "0D6", "2d10", "D6x0", "D6x", "RD10", "2D10r", "7"])
def test_what_are_no_dice_is_refused(text):
    with pytest.raises(ValueError, match="write for instance '2D10'"):
        Dice.parse(text)


def test_UF_20_suffix_R():
    """UF-20: each die of 2D10R also shows a direction."""
    assert Dice.parse("2D10R").random and not Dice.parse("2D10").random
    with pytest.raises(ValueError, match="2D10R needs 2 faces"):
        Dice.parse("2D10R").total([1])


def test_TV_2_choice_rolls():
    """TV-2: UF-16, UF-17; HR-5."""
    even = choice_dice((False, False))
    both = choice_dice((True, True))
    assert [kind.name for kind in even] == [kind.name for kind in both] == ["D10", "D10"]
    assert choice_chance(even) == Fraction(1, 2)
    better = choice_dice((True, False))
    assert [kind.name for kind in better] == ["D10", "D6"]
    assert [kind.name for kind in choice_dice((False, True))] == ["D6", "D10"]
    for kinds, counts in ((even, (45, 10, 45)), (better, (63, 10, 27))):
        found = Counter(choice_winner(kinds, pair) for pair in product(range(10), repeat=2))
        assert (found[0], found[None], found[1]) == counts
    assert choice_chance(better) == Fraction(7, 10)
    assert choice_chance(choice_dice((False, True))) == Fraction(3, 10)


def test_UF_11_direction_die():
    """UF-11; TV-29: D6 scatter raw 8 at 90 degrees goes 5 inches."""
    x, y = displacement([Tip(8, 90.0)], die("D6"))
    assert (round(x, 9), round(y, 9)) == (0.0, 5.0)
    assert displacement([Tip(8, 0.0)], die("D10")) == (8.0, 0.0)
    assert displacement([Tip(0, 77.0)], die("D3")) == (0.0, 0.0)


def test_TV_33_random_moves_add_up():
    """TV-33: UF-20; HR-68: (3, 0 deg) and (4, 90 deg) is one straight move of 5 inches."""
    move = displacement([Tip(3, 0.0), Tip(4, 90.0)], die("D10"))
    assert math.hypot(*move) == pytest.approx(5.0, abs=1e-12)
    none = displacement([Tip(6, 0.0), Tip(6, 180.0)], die("D10"))
    assert math.hypot(*none) < 1e-12


@given(
    st.lists(st.tuples(st.integers(0, 9), st.floats(0, 359.9)), min_size=1, max_size=4),
    st.floats(-180, 180),
)
def test_UF_20_displacement_turns_with_its_dice(shown, turn):
    """UF-20: rigid motion, and the order of the dice means nothing."""
    tips = [Tip(*pair) for pair in shown]
    x, y = displacement(tips, die("D10"))
    assert displacement(tips[::-1], die("D10")) == (x, y)
    angle = math.radians(turn)
    turned = displacement([Tip(t.raw, t.angle + turn) for t in tips], die("D10"))
    expected = (
        x * math.cos(angle) - y * math.sin(angle),
        x * math.sin(angle) + y * math.cos(angle),
    )
    assert turned == pytest.approx(expected, abs=1e-9)


def test_HR_4_directions_are_uniform_or_of_so_many_ways():
    """HR-4: both sides of direction_dist."""
    free = TipRoll.of(1, options())
    assert free.size is None
    with pytest.raises(ValueError, match="sample"):
        free.outcomes()
    eight = TipRoll.of(1, options(direction_dist="8_way"))
    listed = eight.outcomes()
    assert eight.size == len(listed) == 80 and sum(p for _, p in listed) == 1
    assert all(eight.why_impossible(outcome) is None for outcome, _ in listed)
    assert eight.why_impossible((3, 44.0)) is not None and free.why_impossible((3, 44.0)) is None
    two = TipRoll(2, ways=2)
    assert two.size == len(two.outcomes()) == 400


def test_HR_4_sampled_directions_are_possible_and_independent_of_the_face():
    """HR-4: seeded; mean angle and mean of face times angle within 4 sigma."""
    rng = random.Random("tips")
    n = 20_000
    for roll in (TipRoll(1), TipRoll(1, ways=16)):
        tips = [TipRoll.tips(roll.sample(rng))[0] for _ in range(n)]
        assert all(roll.why_impossible((tip.raw, tip.angle)) is None for tip in tips[:200])
        share = sum(tip.angle < 180 for tip in tips if tip.raw >= 5) / sum(t.raw >= 5 for t in tips)
        assert abs(share - 0.5) < 4 * 0.5 / math.sqrt(n / 2)
        assert abs(sum(t.raw for t in tips) / n - 4.5) < 4 * 2.9 / math.sqrt(n)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ((3,), "expected 1 times"),
        ((10, 0.0), "no face"),
        ((True, 0.0), "no face"),
        ((3, 360.0), "no angle"),
        ((3, 90), "no angle"),
        ((3, float("nan")), "no angle"),
    ],
)
def test_UF_11_impossible_throws(outcome, said):
    """UF-11."""
    assert said in TipRoll(1).why_impossible(outcome)


def test_UF_13_one_die_or_all_of_them():
    """UF-13: the new result stands, even if it is worse."""
    throw = Throw((9, 3, 1))
    assert throw.choices() == ((0,), (1,), (2,), (0, 1, 2))
    assert throw.again((2,), (0,)).raws == (9, 3, 0)
    assert throw.again((0, 1, 2), (4, 5, 6)).raws == (4, 5, 6)
    with pytest.raises(ValueError, match="UF-13"):
        throw.again((0, 1), (4, 5))
    with pytest.raises(ValueError, match="as many faces"):
        throw.again((0,), (4, 5))
    assert Throw((4,)).choices() == ((0,),)


def test_HR_112_once_more_for_the_permission():
    """HR-112; UF-13: the same dice once more, and then never again."""
    once = Throw((9, 3)).again((1,), (0,))
    assert once.choices() == ((1,),)
    with pytest.raises(ValueError, match="UF-13"):
        once.again((0,), (5,))
    twice = once.again((1,), (7,))
    assert twice.raws == (9, 7) and twice.choices() == ()
    with pytest.raises(ValueError, match="none any more"):
        twice.again((1,), (8,))


@pytest.mark.parametrize(
    ("number", "name", "chance"),
    [
        (1, "D10", Fraction(1, 2)),
        (2, "D10", Fraction(11, 20)),
        (3, "D10", Fraction(23, 40)),
        (1, "D6", Fraction(1, 2)),
        (2, "D6", Fraction(49, 100)),
        (1, "D3", Fraction(3, 5)),
        (2, "D3", Fraction(33, 50)),
    ],
)
def test_TV_32_stupid_models_go_astray(number, name, chance):
    """TV-32: UF-123; HR-107."""
    throws = list(product(range(10), repeat=number))
    odd = sum(bool(straying([die(name).value(raw) for raw in throw])) for throw in throws)
    assert Fraction(odd, len(throws)) == chance


def test_TV_32_which_die_sends_it():
    """TV-32: UF-123: 4 and 7 go where the 7 points; a 0 is even; ties leave a choice."""
    assert straying([4, 7]) == (1,)
    assert straying([0]) == () and straying([0, 0]) == ()
    assert straying([7, 2, 7]) == (0, 2)
    assert straying([1, 2, 3], each=True) == (0, 2) and straying([0, 2], each=True) == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"0112233456"', '"011223345"', "expected ten digits"),
        ("[D6]", "[D8]", "unknown die"),
        ('[D3]\nfaces = "0111222333"', "", "the D3 is missing"),
    ],
)
def test_bad_dice_files_are_refused(tmp_path, old, new, said):
    from tablesim.games.unforged.components import default_folder

    text = (default_folder() / "dice.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "dice.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadData, match=said):
        dice(tmp_path)
