"""Shots and strikes as questions: what they need, why not, and their exact odds."""

from fractions import Fraction

import pytest

import tablesim as ts
from tablesim.errors import TablesimError, UnknownName
from tablesim.games.unforged.numbers.weapons import missiles


def judge(*pieces, terrain=(), **policies):
    table = ts.Table(game="unforged", area=(48, 48)).add(*pieces, *terrain)
    return ts.judge(table, **policies)


def soldier(id, x, y, heading=0, **more):
    return ts.Piece(id, kind="soldier", at=(x, y), heading=heading, **{"seat": 0, **more})


def tough(id, x, y, heading=180, **more):
    return ts.Piece(id, kind="tough-guy", at=(x, y), heading=heading, **{"seat": 1, **more})


R = 16 / 25.4


@pytest.mark.parametrize(
    ("gap", "weapon", "needed"),
    [
        (12, "crossbow", None),
        (20, "crossbow", 4),
        (11.9, "bow", None),
        (20, "bow", 6),
        (15, "machine-gun", None),
    ],
)
def test_tv_27_shots_in_the_open(gap, weapon, needed):
    """TV-27 (UF-91, UF-92): in range without a roll, beyond it on the accuracy."""
    verdict = judge(soldier("a", 5, 20), tough("b", 5 + gap + 2 * R, 20)).shot("a", "b", weapon)
    assert verdict.legal and verdict.needed == needed
    assert verdict.distance == pytest.approx(gap)


def test_uf_91_cover_makes_it_harder():
    """UF-91: behind a wall that hides more than half, one more to hit than the accuracy."""
    wall = ts.Terrain("w", outline=[(16, 10), (16.25, 10), (16.25, 30), (16, 30)], top=0.9)
    verdict = judge(soldier("a", 5, 20), tough("b", 17, 20), terrain=(wall,)).shot(
        "a", "b", "crossbow"
    )
    assert verdict.cover.grade == "COVER" and verdict.needed == 5
    assert verdict.answer == "a hits b with its crossbow on 5+: COVER at 10.74 in."
    assert verdict.odds().kills() == Fraction(5, 10) * Fraction(7, 10)  # D10+6 against 8


@pytest.mark.parametrize(
    ("pieces", "weapon", "why"),
    [
        ((soldier("a", 5, 20), tough("b", 10, 20)), "machine-gun", "cannot fire closer"),
        ((soldier("a", 5, 20), tough("b", 40, 20)), "bow", "reaches 24"),
        ((soldier("a", 5, 20, 180), tough("b", 20, 20)), "crossbow", "into the own rear"),
        ((soldier("a", 5, 20), tough("b", 6.5, 20)), "crossbow", "a is in melee with b (UF-90)"),
        ((soldier("a", 5, 20, posture="down"), tough("b", 20, 20)), "bow", "a is down (UF-78)"),
        ((soldier("a", 5, 20), tough("b", 9, 20)), "hand-grenade", "ask for the area (UF-51)"),
        (
            (soldier("a", 5, 20), tough("b", 20, 20), soldier("c", 20, 18.5)),
            "crossbow",
            "the target is in melee",
        ),
    ],
)
def test_uf_90_why_a_weapon_cannot_be_fired(pieces, weapon, why):
    """UF-89, UF-90, UF-95: the reason with its rule; there are no odds then."""
    verdict = judge(*pieces).shot("a", "b", weapon)
    assert not verdict.legal and verdict.needed is None
    assert why in verdict.answer
    with pytest.raises(TablesimError, match="no odds: a cannot shoot b"):
        verdict.odds()


def test_uf_90_rear_fire_needs_a_roll():
    """UF-90: up to 6 inches into the rear, and a roll is always needed."""
    verdict = judge(soldier("a", 20, 20, 180), tough("b", 25 + 2 * R, 20)).shot(
        "a", "b", "crossbow"
    )
    assert verdict.needed == 4
    assert "EXPOSED in its rear at 5 in" in verdict.answer


def test_tv_22_a_strike_as_a_question():
    """TV-22 (UF-79 to UF-83): four dice, more than 2, D6+3 against 5."""
    verdict = judge(tough("t", 20, 20, 0), soldier("s", 20.3 + 2 * R, 20, 180)).strike("t", "s")
    assert verdict.answer == (
        "t can strike s with 4 dice, a hit on more than 2, each for D6+3 against 5."
    )
    assert verdict.odds().kills() == Fraction(131439, 160000)


def test_uf_80_from_the_rear_all_dice_hit():
    """UF-80: the striker is in the rear of the target."""
    verdict = judge(tough("t", 20, 20, 0), soldier("s", 20.3 + 2 * R, 20, 0)).strike("t", "s")
    assert verdict.behind and "all hit" in verdict.answer
    assert "UF-80" in verdict.rules


def test_uf_79_no_strike_into_the_own_rear():
    """UF-79: it cannot strike what is behind it, nor out of reach."""
    behind = judge(tough("t", 20, 20, 180), soldier("s", 20.3 + 2 * R, 20)).strike("t", "s")
    assert not behind.legal and "behind the front of t (UF-79)" in behind.answer
    far = judge(tough("t", 20, 20, 0), soldier("s", 25, 20)).strike("t", "s")
    assert "out of reach (UF-46)" in far.answer
    with pytest.raises(TablesimError, match="no odds"):
        far.odds()


def test_profiles_of_kinds_or_as_stated():
    bare = ts.Piece("b", base="large", at=(21, 20), heading=180, seat=1)
    said = bare.changed(move=5, strength=6, toughness=7, combat=3)
    reach = judge(tough("t", 19.2, 20, 0), bare).strike("t", "b")
    assert reach.answer == "t can strike b." and reach.details()["dice"] is None
    with pytest.raises(TablesimError, match="model 'b' has no profile: give it a kind, or move"):
        reach.odds()
    full = judge(tough("t", 19.2, 20, 0), said).strike("t", "b")
    assert "against 7" in full.answer
    with pytest.raises(UnknownName, match="nothing to shoot is called 'bo'"):
        judge(tough("t", 19.2, 20, 0), said).shot("t", "b", "bo")


def test_shots_and_strikes_draw_and_speak():
    shot = judge(soldier("a", 5, 20), tough("b", 20, 20)).shot("a", "b", "crossbow")
    strike = judge(tough("t", 20, 20, 0), soldier("s", 20.3 + 2 * R, 20)).strike("t", "s")
    for verdict in (shot, strike):
        assert verdict.svg().startswith("<svg") and verdict.rules[0] in verdict.svg()
        assert verdict.to_json()["rules"] == list(verdict.rules)
        assert verdict.outcome()
    assert [m.what for m in shot.margins][:1] == ["the range without a roll"]


def test_what_a_table_would_read_of_a_strike():
    """UF-79, UF-80: whether it can strike, and whether from behind."""
    can = judge(tough("t", 20, 20, 0), soldier("s", 20.3 + 2 * R, 20)).strike("t", "s")
    assert can.outcome() == {"strike": "can strike", "behind": "True"}
    cannot = judge(tough("t", 20, 20, 0), soldier("s", 25, 20, 180)).strike("t", "s")
    assert cannot.outcome() == {"strike": "cannot", "behind": "False"}


def test_uf_91_the_margins_of_a_shot():
    """UF-91: how far it is from both ranges, where the weapon has two."""
    verdict = judge(soldier("a", 5, 20), tough("b", 25 + 2 * R, 20)).shot("a", "b", "bow")
    found = {margin.what: margin.value for margin in verdict.margins}
    assert found["the range without a roll"] == pytest.approx(12 - 20)
    assert found["the longest range"] == pytest.approx(24 - 20)


def test_uf_92_a_map_shows_whatever_must_be_rolled():
    """UF-91, UF-92, TV-27: accuracy 7+ and hidden takes a 9; the words of a map hold that, too."""
    found = judge(soldier("a", 10, 10), tough("b", 40, 10)).shot("a", "b", weapon="musket")
    assert found.scales["shot"] == ("hits", *(f"{face}+" for face in range(1, 10)))
    needs = {
        weapon.accuracy + less
        for weapon in missiles().values()
        if weapon.accuracy is not None
        for less in (0, 1, 2)
    }
    assert max(needs) == 9 and {f"{need}+" for need in needs} <= set(found.scales["shot"])
