"""Prices, limits and every refusal of an army (UF-34 to UF-38; HR-18 to HR-23, HR-94, HR-101)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablesim.errors import BadData, UnknownName
from tablesim.games.unforged.components import default_folder
from tablesim.games.unforged.numbers.armies import Army, army, army_names, read_army
from tablesim.games.unforged.numbers.gear import ammunition, armors
from tablesim.games.unforged.numbers.profiles import Profile
from tablesim.games.unforged.numbers.recruits import Recruit, limits
from tablesim.games.unforged.numbers.weapons import melee, missiles
from tablesim.games.unforged.options import options

DEFAULTS = options()
SOLDIER = Profile.parse("M4 S3 T5 C2")
TOUGH = Profile.parse("M4 S3 T8 C4")
CHEAP = Profile.parse("M3 S2 T4 C3")  # 9 - 2 - 2 - 2 = 3, so 5


def recruit(id_="soldier", profile=SOLDIER, **kind):
    return Recruit(id_, id_, profile, **kind)


def whys(*recruits, **chosen):
    return [flaw.why for flaw in Army("test", recruits).flaws(options(**chosen))]


@pytest.mark.parametrize(
    ("profile", "formula", "price"),
    [
        ("M4 S3 T5 C2", 6, 6),
        ("M4 S3 T8 C4", 16, 16),
        ("M3 S4 T5 C4", 9, 9),
        ("M1 S1 T1 C1", -12, 5),
        ("M20 S10 T10 C8", 67, 67),
    ],
)
def test_TV_4_prices(profile, formula, price):
    """TV-4: UF-34, UF-35; HR-19."""
    one = recruit(profile=Profile.parse(profile))
    assert limits().price(one.profile, DEFAULTS) == formula
    assert one.price(DEFAULTS) == price


def test_TV_4_printed_prices():
    """TV-4: UF-38; HR-19: both sides of price_mode."""
    assert recruit(profile=TOUGH).price(DEFAULTS) == 16
    printed = options(price_mode="printed")
    assert recruit(profile=TOUGH).price(printed) == 20
    assert recruit().price(printed) == 6
    assert recruit(profile=Profile(3, 4, 5, 4)).price(printed) == 9


def test_TV_4_the_dearest_profile_is_never_a_special():
    """TV-4: UF-36."""
    giant = recruit("giant", Profile(20, 10, 10, 8), special=True)
    assert "UF-36: a special costs 50 at most, this one 67" in whys(giant)


def test_UF_36_ordinary_models_may_be_dear():
    """UF-36: the cap of 50 is that of specials."""
    giant = recruit("giant", Profile(20, 10, 10, 8))
    assert whys(giant, recruit("cheap", CHEAP, count=7)) == []


def test_UF_34_random_moves_have_a_price():
    """UF-34, UF-20; HR-11: 2D10 counts as 9, or as 18."""
    wild = recruit(profile=Profile.parse("M2D10 S4 T5 C4"))
    assert wild.price(DEFAULTS) == 21
    assert wild.price(options(random_move_value="max")) == 39


FIFTY = recruit("special", Profile(10, 6, 9, 8), special=True, count=2, extra=9)
CHEAPS = recruit("cheap", CHEAP, count=20)


def test_TV_5_a_full_team():
    """TV-5: UF-36; HR-22."""
    assert FIFTY.price(DEFAULTS) == 50 and CHEAPS.price(DEFAULTS) == 5
    full = Army("full", (FIFTY, CHEAPS))
    assert full.price(DEFAULTS) == 200 and full.flaws(DEFAULTS) == ()
    assert full.size(special=True) == 2 and full.size(special=False) == 20


def test_TV_5_what_is_too_much_or_too_little():
    """TV-5: UF-36: each of them, and no other complaint."""
    special = replace(FIFTY, count=1)
    cases = [
        ((replace(special, extra=10), replace(CHEAPS, count=8)), "this one 51"),
        ((special, replace(CHEAPS, count=7)), "8 to 22 ordinary models besides the specials"),
        ((replace(CHEAPS, count=23),), "here are 23"),
        ((FIFTY, CHEAPS, recruit("one", CHEAP, extra=-4)), "it costs 201, 1 more than 200"),
        ((replace(special, count=3), replace(CHEAPS, count=8)), "2 specials at most, here are 3"),
    ]
    for recruits, said in cases:
        found = whys(*recruits)
        assert len(found) == 1 and "UF-36" in found[0] and said in found[0]


def test_HR_22_units_count_as_one():
    """HR-22; UF-4."""
    crew = recruit("crew", unit=True, count=8)
    assert whys(crew) == [] and crew.body.unit


def test_HR_22_special_cap_and_spend_all():
    """HR-22: both sides of special_cap_includes_gear and of spend_all."""
    armed = recruit("special", Profile(10, 6, 9, 8), special=True, weapons=(melee()["power-fist"],))
    others = replace(CHEAPS, count=8)
    assert whys(armed, others) == ["UF-36: a special costs 50 at most, this one 51"]
    assert whys(armed, others, special_cap_includes_gear=False) == []
    assert whys(others) == []
    assert whys(others, spend_all=True) == ["HR-22: it costs 40; all 200 points must be spent"]
    assert whys(FIFTY, CHEAPS, spend_all=True) == []


def test_HR_20_what_the_minimum_is_of():
    """HR-20; UF-35, UF-37: both sides of min_price_scope."""
    armed = recruit(profile=CHEAP, weapons=(missiles()["bow"],))
    assert armed.price(DEFAULTS) == 5 + 4
    assert armed.price(options(min_price_scope="total")) == 3 + 4
    assert recruit(profile=CHEAP).price(options(min_price_scope="total")) == 5


def test_UF_37_gear_is_added():
    """UF-37; HR-21: knives and swords are free, extra pays for what has no price."""
    armed = recruit(
        weapons=(melee()["sword"], missiles()["big-rifle"]),
        armors=(armors()["flak-suit"],),
        ammunition=(ammunition()["high-velocity"],),
        extra=2,
    )
    assert armed.gear_price() == 0 + 12 + 4 + 5 + 2 and armed.price(DEFAULTS) == 29


def test_HR_94_102_what_is_bought_by_the_piece():
    """HR-94, HR-102: thermite 5 each or 15 for good; rounds by their number."""
    thermite = recruit(weapons=(missiles()["thermite-grenade"],))
    assert thermite.gear_price() == 15
    assert replace(thermite, rounds={"thermite-grenade": 2}).gear_price() == 10
    shotgun = recruit(
        weapons=(missiles()["shotgun"],), ammunition=(ammunition()["slug"],), rounds={"slug": 4}
    )
    assert shotgun.gear_price() == 24
    cheap = replace(CHEAPS, count=8)
    assert whys(shotgun, cheap) == []
    assert "rounds = { slug = 1 }" in whys(replace(shotgun, rounds={}), cheap)[0]
    wrong = whys(recruit(weapons=(missiles()["bow"],), rounds={"bow": 3}), cheap)
    assert wrong == [
        "HR-94: bow is not bought by the piece here; what is: none of what these carry"
    ]


def test_UF_101_ammunition_that_nothing_takes():
    """UF-101."""
    found = whys(recruit(ammunition=(ammunition()["high-velocity"],), count=8))
    assert found == [
        "UF-101: nothing takes high-velocity; it fits weapons of the family pistol, rifle"
    ]


def test_HR_23_one_armor():
    """HR-23: both sides of one_armour; two of them add up."""
    two = recruit(armors=(armors()["light-vest"], armors()["flak-suit"]), count=8)
    assert whys(two) == ["HR-23: one armor at most, not light-vest, flak-suit"]
    assert whys(two, one_armour=False) == []
    assert two.body.value("T", DEFAULTS) == 10


def test_UF_19_21_profiles_out_of_range():
    """UF-19, UF-21; HR-18: each mistake is named, armor does not matter."""
    wrong = recruit(profile=Profile(21, 10, 11, 4), armors=(armors()["flak-suit"],), count=8)
    assert whys(wrong)[:3] == [
        "UF-19: M is 21, expected 1 to 20",
        "UF-19: T is 11, expected 1 to 10",
        "UF-21: S 10 is more than twice the next largest, C 4; expected at most 8",
    ]


def test_UF_106_107_hands():
    """UF-106, UF-107; HR-23, HR-101, HR-103: two hands, one of them in the fist."""
    pistol, hammer, fist = missiles()["pistol"], melee()["great-hammer"], melee()["power-fist"]
    assert recruit().combatant().weapon.id == "fist"
    assert recruit(weapons=(pistol,)).combatant().dice(DEFAULTS) == 3
    gunman = recruit(profile=TOUGH, weapons=(hammer, pistol))
    assert gunman.combatant().weapon is hammer  # the first one is ready
    assert gunman.combatant().dice(DEFAULTS) == 4 - 2 + 1
    assert gunman.combatant(two_handed=True).dice(DEFAULTS) == 4 - 1  # no hand for the pistol
    assert gunman.combatant().defence(DEFAULTS) == 2  # the pistol raises no Defence
    boxer = recruit(profile=TOUGH, weapons=(hammer, fist, pistol))
    with pytest.raises(ValueError, match="UF-107: the soldier has no two hands"):
        boxer.combatant(two_handed=True)
    assert boxer.combatant().extra_dice == 0  # hammer and fist fill both hands
    assert boxer.combatant(weapon=fist).extra_dice == 1
    assert replace(boxer, weapons=(hammer, fist)).combatant().extra_dice == 0


def test_HR_104_armor_gives_rules():
    """HR-104: the battle suit flies."""
    pilot = recruit(armors=(armors()["battle-suit"],), own_rules={"veteran": 1})
    assert dict(pilot.rules) == {"veteran": 1, "flight": 1}
    assert pilot.combatant().rules == pilot.rules


def test_HR_21_a_unit_may_have_more_wounds():
    """HR-21: size and wounds are free unless the army says otherwise."""
    assert recruit(size="huge", wounds=3).price(DEFAULTS) == recruit().price(DEFAULTS) == 6


@pytest.mark.parametrize("name", army_names())
def test_HR_1_ready_armies_are_legal(name):
    """HR-1; UF-2, UF-36; HR-82: ten to fifteen models a side, none may shoot into melee."""
    found = army(name)
    assert found.flaws(DEFAULTS) == ()
    models = found.size(special=True) + found.size(special=False)
    assert 10 <= models <= 15 and 190 <= found.price(DEFAULTS) <= 200
    assert not found.into_melee


def test_HR_1_ready_armies_contrast():
    """HR-1: one has the blades, the other the guns."""
    heron, iron = (army(name).recruits for name in ("heron-company", "ironworks"))

    def guns(recruits):
        return sum(r.count for r in recruits if any(not m.range_times for m in r.missiles))

    assert guns(heron) == 0 and guns(iron) == 8
    move = [
        sum(r.count * r.profile.move for r in rs) / sum(r.count for r in rs) for rs in (heron, iron)
    ]
    assert move[0] > move[1]


def test_army_by_path_and_wrong_names(tmp_path):
    copy = tmp_path / "copy.toml"
    text = (default_folder() / "armies" / "ironworks.toml").read_text(encoding="utf-8")
    copy.write_text(text, encoding="utf-8")
    assert army(str(copy)) == army("ironworks")
    with pytest.raises(UnknownName, match="did you mean 'ironworks'"):
        army("ironwork")
    with pytest.raises(UnknownName, match=r"no army 'zzz'; known: .*ironworks.*, or a .toml file"):
        army("zzz")
    with pytest.raises(UnknownName, match="no army file"):
        army(str(tmp_path / "none.toml"))


WRONG = """\
title = "Everything wrong"
into_mele = true

[weapons.melee.cutlass]
name = "Cutlass"
strength = "+2"

[models.boss]
profile = "M21 S10 T10 C5"
special = true
weapons = ["cutlass"]

[models.thief]
profile = "M4 S3 T9 C4"
count = 0

[models.guard]
profile = "tough-gui"
weapons = ["sward", "bow", "bazoka"]
armor = ["light-vest", "flak-suit"]
size = "normall"
rules = ["veterann"]
extra = -1
hat = "feathers"

[models.archer]
profile = "soldier"
count = 6
weapons = ["bow"]
armor = ["light-vest", "flak-suit"]
ammunition = ["high-velocity"]
rounds = { bow = 1.5 }
"""


def test_UF_36_every_refusal_with_its_line(tmp_path):
    """UF-19, UF-21, UF-36, UF-101: every mistake of a file at once, each on its line."""
    path = tmp_path / "wrong.toml"
    path.write_text(WRONG, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        read_army(path, DEFAULTS)
    found = [(m.line, m.message) for m in caught.value.mistakes]
    lines = WRONG.splitlines()
    expected = [
        ("into_mele =", "did you mean 'into_melee'"),
        ("M21", "UF-19: M is 21"),
        ("M21", "UF-21: M 21 is more than twice the next largest, S 10"),
        ("special = true", "UF-36: a special costs 50 at most"),
        ("count = 0", "expected 1 or more, got 0"),
        ("tough-gui", "no profile 'tough-gui'"),
        ("sward", "no weapon 'sward'; did you mean 'sword'"),
        ("sward", "no weapon 'bazoka'; did you mean 'bazooka'"),
        ("normall", "did you mean 'normal'"),
        ("veterann", "did you mean 'veteran'"),
        ("extra = -1", "expected zero or more"),
        ("hat =", "unknown key"),
        ("bow = 1.5", "expected a whole number of bow"),
    ]
    for text, said in expected:
        line = next(number for number, row in enumerate(lines, 1) if text in row)
        assert any(at == line and said in message for at, message in found), (text, said, found)
    assert len(found) == len(expected)
    assert str(caught.value).count("wrong.toml:") == len(expected)


def test_UF_36_flaws_of_a_readable_army_have_lines_too(tmp_path):
    """UF-36; HR-23: the rules are checked when everything can be read."""
    path = tmp_path / "small.toml"
    path.write_text(
        'title = "Small"\n[models.a]\nprofile = "soldier"\ncount = 3\n'
        'armor = ["light-vest", "flak-suit"]\nammunition = ["slug"]\n',
        encoding="utf-8",
    )
    with pytest.raises(BadData) as caught:
        read_army(path, DEFAULTS)
    assert [(m.line, m.message.split(":")[0]) for m in caught.value.mistakes] == [
        (5, "HR-23"),
        (6, "UF-101"),
    ]
    path.write_text('title = "Small"\n[models.a]\nprofile = "soldier"\ncount = 3\n', "utf-8")
    with pytest.raises(BadData, match="models: UF-36: 8 to 22 ordinary models"):
        read_army(path, DEFAULTS)
    path.write_text('title = "None"\n', "utf-8")
    with pytest.raises(BadData, match="models: missing"):
        read_army(path, DEFAULTS)


def test_UF_101_armies_bring_their_own_weapons(tmp_path):
    """UF-101."""
    path = tmp_path / "own.toml"
    path.write_text(
        'title = "Own"\n[weapons.melee.cutlass]\nname = "Cutlass"\nstrength = "+3"\nprice = 1\n'
        '[models.a]\nprofile = "soldier"\ncount = 8\nweapons = ["cutlass"]\n',
        encoding="utf-8",
    )
    found = read_army(path, DEFAULTS)
    assert found.price(DEFAULTS) == 8 * 7
    assert found.recruits[0].melee[0].damage(found.recruits[0].body, DEFAULTS) == 6
