"""Weapons, ammunition, armor and special rules (UF-99, UF-101 to UF-123; HR-84 to HR-112)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablesim.errors import BadData
from tablesim.games.unforged.components import SIZES, default_folder, read_sizes
from tablesim.games.unforged.numbers.dice import die
from tablesim.games.unforged.numbers.gear import ammunition, armors, loaded
from tablesim.games.unforged.numbers.profiles import Body, Effect, Profile, examples
from tablesim.games.unforged.numbers.shots import stun_test
from tablesim.games.unforged.numbers.skills import immune, parse_rules, skills
from tablesim.games.unforged.numbers.tables import tables
from tablesim.games.unforged.numbers.values import Change
from tablesim.games.unforged.numbers.weapons import (
    Melee,
    Missile,
    Strength,
    melee,
    missiles,
    weapons,
)
from tablesim.games.unforged.options import options

DEFAULTS = options()
SOLDIER = Profile(4, 3, 5, 2)
BODY = Body(SOLDIER)

PRINTED_MELEE = {
    # strength in the hands of S 3, reach with a normal base, price
    "fist": (3, 0.5, None),
    "knife": (3, 0.5, None),
    "short-sword": (4, 0.5, None),
    "sword": (5, 0.5, None),
    "great-hammer": (9, 1, 5),
    "great-sword": (7, 1, 5),
    "spear": (4, 2, 3),
    "halberd": (5, 1, 3),
    "pike": (4, 8, 5),
    "power-fist": (9, 0.5, 10),
    "plasma-spear": (12, 0.5, 5),
}
PRINTED_MISSILES = {
    # strength in the hands of S 3, nearest, range, longest, accuracy, price
    "hand-grenade": (6, 0, 6, 12, None, 2),
    "stun-grenade": (None, 0, 6, 12, None, 5),
    "thermite-grenade": (15, 0, 6, 12, None, 15),
    "throwing-spear": (4, 0, 6, 24, 5, 2),
    "throwing-axe": (5, 0, 6, 12, 6, 1),
    "throwing-star": (3, 0, 9, 18, 4, 1),
    "bow": (4, 0, 12, 24, 6, 4),
    "crossbow": (6, 0, 16, None, 4, 6),
    "musket": (8, 0, 16, None, 4, 8),
    "light-rifle": (8, 0, 16, None, 4, 8),
    "big-rifle": (10, 0, 20, None, 4, 12),
    "pistol": (5, 0, 8, 16, 6, 8),
    "anti-tank-rifle": (12, 12, 20, None, 4, 20),
    "shotgun": (0, 0, 0, None, None, 20),
    "bazooka": (15, 12, 24, None, 6, 35),
    "machine-gun": (10, 12, 24, None, 7, 35),
}


def test_UF_101_the_printed_melee_weapons():
    """UF-101, UF-37; HR-21."""
    assert list(melee()) == list(PRINTED_MELEE)
    for id_, (damage, reach, price) in PRINTED_MELEE.items():
        weapon = melee()[id_]
        assert weapon.damage(BODY, DEFAULTS) == damage
        assert (weapon.reach(0.5), weapon.price) == (reach, price)


def test_UF_101_the_printed_missile_weapons():
    """UF-101, UF-92, UF-95, UF-99, UF-113; HR-84, HR-92."""
    assert list(missiles()) == list(PRINTED_MISSILES)
    for id_, (damage, nearest, auto, most, accuracy, price) in PRINTED_MISSILES.items():
        weapon = missiles()[id_]
        if damage is not None:
            assert weapon.damage(BODY, DEFAULTS) == damage
        assert weapon.ranges(BODY, DEFAULTS) == (nearest, auto, most)
        assert (weapon.accuracy, weapon.price) == (accuracy, price)
        assert ("clumsy" in weapon.rules) is (nearest > 0)


def test_UF_46_101_reach_by_base_and_weapon():
    """UF-46; TV-34: a spear is 2 with a normal base and 8 with a huge one; a pike 8 for all."""
    reach = {name: size.reach for name, size in read_sizes(default_folder()).items()}
    assert reach == {"small": 0.5, "normal": 0.5, "large": 1.0, "huge": 2.0}
    spear, pike = melee()["spear"], melee()["pike"]
    assert spear.reach(reach["normal"]) == 2 and spear.reach(reach["huge"]) == 8
    assert {pike.reach(reach[size]) for size in SIZES} == {8}


def test_TV_34_strengths():
    """TV-34: UF-101, UF-107; HR-96: the greater of +6 and twice, of the Strength as it is."""
    fist = melee()["power-fist"]
    strong = Body(Profile(4, 8, 8, 4))
    mech = Body(SOLDIER, effects=armors()["heavy-mech"].effects)
    assert [fist.damage(body, DEFAULTS) for body in (BODY, strong, mech)] == [9, 16, 24]
    assert melee()["sword"].damage(mech, DEFAULTS) == 14  # TV-6


def test_HR_7_ranges_and_fists_of_a_changed_strength():
    """HR-7: both sides: with S 3 + 2 a grenade flies 10 inches, or 2 x 3 + 2."""
    literal = options(derived_multiplier="literal")
    body = Body(SOLDIER, effects=(Effect("S", Change(plus=2)),))
    grenade = missiles()["hand-grenade"]
    assert grenade.ranges(body, DEFAULTS).auto == 10 and grenade.ranges(body, literal).auto == 8
    strong = Body(Profile(4, 8, 8, 4), effects=(Effect("S", Change(plus=2)),))
    fist = melee()["power-fist"]
    assert fist.damage(strong, DEFAULTS) == 20 and fist.damage(strong, literal) == 18


def test_HR_95_fixed_strength():
    """HR-95: both sides of add_user_S, for the plasma spear only."""
    both = options(add_user_S=True)
    assert melee()["plasma-spear"].damage(BODY, both) == 15
    assert melee()["sword"].damage(BODY, both) == 5


def test_HR_87_bows_and_throws_use_the_strength_of_the_user():
    """HR-87; UF-94: guns do not."""
    weak, strong = Body(Profile(4, 2, 4, 2)), Body(Profile(4, 6, 6, 4))
    for id_, difference in {"bow": 4, "throwing-star": 4, "musket": 0, "hand-grenade": 0}.items():
        weapon = missiles()[id_]
        assert weapon.damage(strong, DEFAULTS) - weapon.damage(weak, DEFAULTS) == difference


def test_UF_99_thrown_weapons_need_strength():
    """UF-99: with no Strength nothing flies."""
    limp = Body(SOLDIER, effects=(Effect("S", Change(plus=-4)),))
    assert missiles()["bow"].ranges(limp, DEFAULTS) == (0, 0, 0)


def test_UF_104_105_heavy_weapons():
    """UF-104, UF-105: the table, one less with two hands, one less if balanced, never below 0."""
    hammer, sword = melee()["great-hammer"], melee()["great-sword"]
    assert [hammer.penalty(size) for size in SIZES] == [3, 2, 1, 0]
    assert [hammer.penalty(size, two_handed=True) for size in SIZES] == [2, 1, 0, 0]
    assert [sword.penalty(size) for size in SIZES] == [2, 1, 0, 0]
    assert [sword.penalty(size, two_handed=True) for size in SIZES] == [1, 0, 0, 0]
    assert melee()["sword"].penalty("small") == 0


def test_HR_86_gun_sizes():
    """HR-86; UF-94: 13.2.8 is big; thrown weapons push like small guns."""
    big = {id_ for id_, weapon in missiles().items() if weapon.gun_size == "big"}
    assert big == {"bazooka", "machine-gun"}
    assert missiles()["hand-grenade"].push_row == "normal"  # UF-102


def test_UF_93_118_burst():
    """UF-93, UF-118."""
    assert missiles()["machine-gun"].dice == 6
    assert {w.dice for id_, w in missiles().items() if id_ != "machine-gun"} == {1}


def test_UF_51_areas():
    """UF-51, UF-102, UF-103: the sizes of areas; UF-53: the shotgun emits a teardrop."""
    assert {id_: (w.area, w.inner) for id_, w in missiles().items() if w.area} == {
        "hand-grenade": ("3/5", "1/3"),
        "stun-grenade": ("3/storey", ""),
        "thermite-grenade": ("1", ""),
    }
    assert {id_: w.emits for id_, w in missiles().items() if w.emits} == {"shotgun": "teardrop"}


def test_UF_103_stun_grenade():
    """UF-103: a Toughness test on D10, without armor."""
    body = Body(SOLDIER, effects=armors()["flak-suit"].effects)
    test = stun_test(missiles()["stun-grenade"], body, DEFAULTS)
    assert (test.value, test.die) == (5, die("D10"))
    with pytest.raises(ValueError, match="UF-103"):
        missiles()["stun-grenade"].damage(BODY, DEFAULTS)
    with pytest.raises(ValueError, match="does not stun"):
        stun_test(missiles()["bow"], BODY, DEFAULTS)


def test_HR_102_fire():
    """HR-102: thermite and plasma; thermite is 5 each or 15 for good."""
    fire = {id_ for id_, weapon in weapons().items() if "fire" in weapon.rules}
    assert fire == {"thermite-grenade", "plasma-spear"}
    thermite = missiles()["thermite-grenade"]
    assert (thermite.price, thermite.price_each) == (15, 5)


def test_UF_101_ammunition():
    """UF-101; HR-99, HR-100."""
    slug, cone, fast = (ammunition()[id_] for id_ in ("slug", "copper-cone", "high-velocity"))
    assert [(a.price, a.each) for a in (slug, cone, fast)] == [(1, True), (5, True), (5, False)]
    slugged = loaded(missiles()["shotgun"], slug)
    assert slugged.damage(BODY, DEFAULTS) == 8 and slugged.accuracy == 4 and not slugged.emits
    assert slugged.ranges(BODY, DEFAULTS) == (0, 20, None)
    rifle = missiles()["big-rifle"]
    assert loaded(rifle, cone).damage(BODY, DEFAULTS) == 15
    assert loaded(rifle, fast).damage(BODY, DEFAULTS) == 12
    assert loaded(rifle, fast).ranges(BODY, DEFAULTS) == rifle.ranges(BODY, DEFAULTS)
    assert loaded(missiles()["pistol"], fast).damage(BODY, DEFAULTS) == 7
    assert "breaking" in loaded(rifle, cone).rules and "breaking" not in slugged.rules


def test_UF_101_what_ammunition_fits():
    """UF-101: cones all rifles but muskets, high velocity pistols and rifles."""
    fits = {
        id_: {w.id for w in missiles().values() if w.family in rounds.fits}
        for id_, rounds in ammunition().items()
    }
    rifles = {"light-rifle", "big-rifle", "anti-tank-rifle"}
    assert fits == {
        "slug": {"shotgun"},
        "copper-cone": rifles,
        "high-velocity": rifles | {"pistol"},
    }
    with pytest.raises(ValueError, match="UF-101: copper-cone fits rifle, not the musket"):
        loaded(missiles()["musket"], ammunition()["copper-cone"])


@pytest.mark.parametrize(
    ("id_", "price", "changed"),
    [
        ("light-vest", 0, (4, 3, 6)),
        ("heavy-vest", 1, (4, 3, 7)),
        ("flak-suit", 4, (4, 3, 9)),
        ("power-armor", 10, (5, 5, 11)),
        ("battle-suit", 20, (10, 5, 12)),
        ("light-mech", 20, (4, 6, 13)),
        ("heavy-mech", 40, (6, 12, 15)),
    ],
)
def test_UF_109_armor(id_, price, changed):
    """UF-109; HR-104: on M4 S3 T5; the Combat stays, and armor is not magical."""
    armor = armors()[id_]
    body = Body(SOLDIER, effects=armor.effects)
    assert armor.price == price
    assert tuple(body.value(stat, DEFAULTS) for stat in "MST") == changed
    assert body.value("C", DEFAULTS) == body.defence(DEFAULTS) == 2
    assert ("flight" in armor.rules) is (id_ == "battle-suit")


def test_HR_104_a_mech_slows_the_fast():
    """HR-104."""
    fast = Body(Profile(9, 5, 5, 5), effects=armors()["heavy-mech"].effects)
    assert fast.value("M", DEFAULTS) == 6


def test_UF_110_to_123_special_rules_are_all_there():
    """UF-110, UF-111, UF-112, UF-113, UF-114, UF-115, UF-116, UF-117, UF-118, UF-119.

    And UF-120, UF-121, UF-122, UF-123.
    """
    rules = {skill.rule for skill in skills().values()}
    assert {f"UF-{n}" for n in range(110, 124)} <= rules


def test_UF_121_122_numbers_of_special_rules():
    """UF-121, UF-122; HR-13, HR-106: regeneration needs 7 unless it says otherwise."""
    texts = ["psyker 3", "regeneration", "sniper 2", "stupidity", "hardiness 6"]
    assert dict(parse_rules(texts, on="models")) == {
        "psyker": 3,
        "regeneration": 7,
        "sniper": 2,
        "stupidity": 1,
        "hardiness": 6,
    }
    assert parse_rules(["regeneration 5"], on="models")["regeneration"] == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("veterann", "did you mean 'veteran'"),
        ("veteran 2", "has no number"),
        ("psyker", "needs a number"),
        ("fear x", "needs a number"),
        ("clumsy", "no special rule 'clumsy' of models"),
    ],
)
def test_wrong_special_rules_are_refused(text, said):
    with pytest.raises(ValueError, match=said):
        parse_rules([text], on="models")


def test_UF_111_immunity():
    """UF-111."""
    assert immune(parse_rules(["immunity"], on="models"), "poison")
    assert not immune(parse_rules(["stubborn"], on="models"), "poison")


@pytest.mark.parametrize("text", ["user", "+2", "12", "+6 or x2", "D6x2"])
def test_strength_reads_what_it_writes(text):
    assert str(Strength.parse(text)) == text


def test_UF_101_dice_as_strength():
    """UF-101; HR-98: the shotgun."""
    strength = Strength.parse("D6x2")
    assert strength.fixed and strength.value(BODY, DEFAULTS, rolled=8) == 8
    assert strength.dice.chances()[12] == Fraction(1, 10)


BAD = [
    ("weapons", 'range = "12-20"', 'range = "20-12"', "nearer end first"),
    ("weapons", 'range = "4xS"', 'range = "4xT"', "expected a range as"),
    ("weapons", 'strength = "+1"', 'strength = "plus 1"', "no change 'plus 1'"),
    ("weapons", 'area = "1"', 'area = "1 by 2"', "expected diameters"),
    ("weapons", "[gun.bow]", "[gun.pike]", "stands under another kind"),
    ("weapons", "[gun.bow]", "[bows.bow]", "unknown kind 'bows'"),
    ("weapons", 'rules = ["clumsy"]', 'rules = ["clumsie"]', "did you mean 'clumsy'"),
    ("weapons", "reach = 2", "range = 2", "unknown key"),
    ("ammunition", 'per = "round"', 'per = "gun"', "unknown 'gun'"),
    ("armor", 'T = "+6"', 'T = "6+"', "no change '6\\+'"),
    ("special_rules", "rolls = { panic = 1 }", "rolls = { panik = 1 }", "unknown test 'panik'"),
    ("tables", '["-", "D6", "D10", "D6"]', '["-", "D6", "D10"]', "expected one for each"),
    ("tables", "into_melee = -2", "into_melee = -1.5", "expected a whole number"),
    ("tables", 'HIDDEN = "never"', 'HIDDEN = "no"', "unknown 'no'"),
    ("profiles", '"M4 S3 T5 C2"', '"M4 S3 T5"', "no profile"),
]
READERS = {
    "weapons": weapons,
    "ammunition": ammunition,
    "armor": armors,
    "special_rules": skills,
    "tables": tables,
    "profiles": examples,
}


@pytest.mark.parametrize(("name", "old", "new", "said"), BAD)
def test_bad_data_files_are_refused_with_the_line(tmp_path, name, old, new, said):
    text = (default_folder() / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / f"{name}.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=said) as caught:
        READERS[name](tmp_path)
    assert caught.value.source == f"{name}.toml" and caught.value.mistakes[0].line > 1


def test_all_weapons_are_of_one_of_two_kinds():
    assert all(isinstance(weapon, Melee | Missile) for weapon in weapons().values())
