"""The odds of an attack that stands in a position file."""

from fractions import Fraction

import pytest

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.games.xwing.game.shots import odds_of
from tablesim.games.xwing.odds import odds


def shot(y=540, *, rock=False, weapon=None, luke=None, academy=None):
    table = ts.Table(game="xwing").add(
        ts.Piece("academy", kind="tie-fighter", at=(450, y), heading=270, seat=1, **academy or {}),
        ts.Piece("luke", kind="x-wing", at=(450, 300), heading=90, seat=0, **luke or {}),
    )
    if rock:
        table = table.add(ts.Terrain("rock", kind="asteroid-4", at=(450, (y + 300) / 2)))
    return ts.judge(table).attack("luke", "academy", weapon=weapon)


def test_tv_48_three_dice_against_three():
    found = odds_of(shot())
    assert found.damage[0] == Fraction(1093, 2048)
    assert found.expected == Fraction(345, 512)


@pytest.mark.parametrize(("y", "dice"), [(440, (4, 3)), (540, (3, 3)), (640, (3, 4))])
def test_tv_35_dice_by_range(y, dice):
    found = odds_of(shot(y))
    assert (found.attack_dice, found.defense_dice) == dice


def test_tokens_of_both_sides_count():
    found = odds_of(shot(luke={"focus": 1, "lock": "academy"}, academy={"evade": 2, "focus": 1}))
    assert found == odds(3, 3, focus=True, lock=True, evades=2, defender_focus=True)


def test_xw_214_an_obstructed_shot():
    """XW-214."""
    assert odds_of(shot(rock=True)).defense_dice == 4


def test_xw_208_xw_209_torpedoes():
    """XW-208, XW-209."""
    found = odds_of(shot(640, weapon="proton-torpedoes", luke={"lock": "academy"}))
    assert found == odds(4, 3)


def test_xw_235_a_cloak():
    """XW-235."""
    assert odds_of(shot(academy={"cloaked": True})).defense_dice == 5


def test_no_shot_no_odds():
    assert odds_of(shot(800)) is None


def test_a_bare_base_has_no_values():
    table = ts.Table(game="xwing").add(
        ts.Piece("a", base="small", at=(450, 300), heading=90),
        ts.Piece("b", base="small", at=(450, 500), heading=90),
    )
    with pytest.raises(UnknownName):
        odds_of(ts.judge(table).attack("a", "b"))
