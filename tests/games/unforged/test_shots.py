"""Shooting without a table: to-hit rolls, damage, pushes, scatter, sweeps (UF-89 to UF-100)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.games.unforged.components import SIZES
from tablesim.games.unforged.numbers.dice import die
from tablesim.games.unforged.numbers.profiles import Body, Profile
from tablesim.games.unforged.numbers.shots import (
    Aim,
    HitChances,
    Shot,
    ShotHits,
    ToHit,
    blow,
    may_shoot,
    scatter_die,
    shot,
    sniper_levels,
    sweep,
    to_hit,
    why_not,
)
from tablesim.games.unforged.numbers.tables import GRADES
from tablesim.games.unforged.numbers.weapons import missiles
from tablesim.games.unforged.options import options

DEFAULTS = options()
BODY = Body(Profile(4, 3, 5, 2))


def ranges(id_):
    return missiles()[id_].ranges(BODY, DEFAULTS)


def needs(id_, distance, grade, *, snipers=0, **where):
    return to_hit(missiles()[id_], ranges(id_), Aim(distance, grade, **where), snipers=snipers)


def chance(id_, distance, grade, **how):
    """The chance to hit; 0 where the target cannot be hit."""
    aim = Aim(distance, grade)
    if why_not(missiles()[id_], ranges(id_), aim):
        return 0
    return needs(id_, distance, grade, **how).chances.hit


@pytest.mark.parametrize(
    ("id_", "tenths"),
    [
        ("crossbow", (6, 5, 4)),
        ("throwing-spear", (5, 4, 3)),
        ("bow", (4, 3, 2)),
        ("machine-gun", (3, 2, 1)),
    ],
)
def test_TV_27_accuracy(id_, tenths):
    """TV-27: UF-92: n+ with 0, -1 and -2."""
    beyond = ranges(id_).auto + 1
    found = [chance(id_, beyond, grade) for grade in ("EXPOSED", "PARTIAL", "COVER")]
    assert found == [Fraction(n, 10) for n in tenths]


@pytest.mark.parametrize(
    ("snipers", "distance", "chances"),
    [
        (0, 12, ("1", ".6", ".5", ".4")),
        (0, 20, (".6", ".5", ".4", "0")),
        (1, 12, ("1", "1", ".6", ".5")),
        (1, 20, ("1", ".6", ".5", "0")),
        (2, 12, ("1", "1", "1", ".6")),
        (2, 20, ("1", "1", ".6", "0")),
    ],
)
def test_TV_27_crossbow(snipers, distance, chances):
    """TV-27: UF-91, UF-96, UF-119: the crossbow, range 16, 4+, with levels of Sniper."""
    found = [chance("crossbow", distance, grade, snipers=snipers) for grade in GRADES]
    assert found == [Fraction(text) for text in chances]


def test_UF_91_range_is_inclusive():
    """UF-91: at 16 inches the crossbow still is in range; not a hair beyond."""
    assert needs("crossbow", 16 + 9e-7, "EXPOSED").need is None
    assert needs("crossbow", 16 + 2e-6, "EXPOSED").need == 4


def test_TV_27_rear_sector():
    """TV-27: UF-90; HR-93: a roll always; 6 inches at most; no sniper changes that."""
    assert needs("crossbow", 5, "EXPOSED", rear=True).chances.hit == Fraction(6, 10)
    assert needs("crossbow", 5, "EXPOSED", rear=True, snipers=3).chances.hit == Fraction(6, 10)
    assert needs("crossbow", 5, "COVER", rear=True, snipers=1).chances.hit == Fraction(6, 10)
    assert needs("crossbow", 5, "COVER", rear=True).chances.hit == Fraction(5, 10)
    why = why_not(missiles()["crossbow"], ranges("crossbow"), Aim(7, "EXPOSED", rear=True))
    assert why == 'UF-90: into the own rear 6" at most, the target is at 7"'


@pytest.mark.parametrize(
    ("distance", "grade", "chances"),
    [
        (12, "EXPOSED", (".6", ".4", "0")),
        (20, "EXPOSED", (".4", ".2", ".4")),
        (12, "COVER", (".3", ".2", ".5")),
    ],
)
def test_TV_28_into_melee(distance, grade, chances):
    """TV-28: UF-89; HR-83: enemy, own model, miss."""
    found = needs("crossbow", distance, grade, melee=True).chances
    assert found == HitChances(*map(Fraction, chances))


def test_HR_93_snipers_fire_into_melee_without_a_roll():
    """HR-93; UF-89, UF-96."""
    assert needs("crossbow", 12, "EXPOSED", melee=True, snipers=1).need is None
    # -2 and one level: without the melee it would need no roll, so every miss hits a friend.
    found = needs("crossbow", 20, "EXPOSED", melee=True, snipers=1).chances
    assert found == HitChances(Fraction(5, 10), Fraction(5, 10), Fraction(0))


def test_HR_82_armies_may_not_shoot_into_melee():
    """HR-82; UF-89."""
    bow = missiles()["bow"], ranges("bow"), Aim(8, "EXPOSED", melee=True)
    assert why_not(*bow).startswith("UF-89")
    assert why_not(*bow, into_melee=True) is None


@pytest.mark.parametrize(
    ("id_", "distance", "grade", "rule"),
    [
        ("machine-gun", 10, "EXPOSED", "UF-95"),
        ("machine-gun", 12 - 9e-7, "EXPOSED", None),
        ("machine-gun", 400, "EXPOSED", None),
        ("pistol", 16, "EXPOSED", None),
        ("pistol", 16.1, "EXPOSED", "UF-101"),
        ("bow", 24.5, "EXPOSED", "UF-101"),
        ("throwing-spear", 24, "EXPOSED", None),
        ("throwing-axe", 12.5, "EXPOSED", "UF-101"),
        ("crossbow", 17, "HIDDEN", "UF-91"),
        ("crossbow", 15, "HIDDEN", None),
        ("crossbow", 5, "NO_LOS", "UF-91"),
    ],
)
def test_UF_90_95_99_what_cannot_be_fired_at(id_, distance, grade, rule):
    """UF-91, UF-95, UF-99, UF-101; HR-84, HR-92."""
    why = why_not(missiles()[id_], ranges(id_), Aim(distance, grade))
    assert (why is None) if rule is None else why.startswith(rule)
    if rule:
        with pytest.raises(ValueError, match=rule):
            needs(id_, distance, grade)


def test_area_weapons_have_no_to_hit_roll():
    """HR-98; UF-99."""
    with pytest.raises(ValueError, match="what its region covers"):
        needs("hand-grenade", 5, "EXPOSED")


def test_TV_24_guns_push():
    """TV-24: UF-94; HR-86, HR-78."""
    table = {"pistol": (2, 1, 0, 0), "bow": (2, 1, 0, 0), "bazooka": (4, 2, 2, 1)}
    for id_, row in table.items():
        found = [blow(missiles()[id_], BODY, Body(BODY.profile, size), DEFAULTS) for size in SIZES]
        assert tuple(hit.push for hit in found) == row
    small, huge = (Body(BODY.profile, size) for size in ("small", "huge"))
    assert blow(missiles()["pistol"], BODY, small, DEFAULTS).pushed(3) == 6
    assert blow(missiles()["machine-gun"], BODY, BODY, DEFAULTS).pushed(2) == 4
    assert blow(missiles()["machine-gun"], BODY, huge, DEFAULTS).pushed(2) == 2
    assert blow(missiles()["machine-gun"], BODY, small, DEFAULTS).pushed(6) == 16


def test_UF_94_only_the_strength_of_the_weapon_counts():
    """UF-94: 4 + 8 wounds Toughness 11, for anybody."""
    target = Body(Profile(4, 3, 10, 5))
    for strength in (1, 9):
        hit = blow(missiles()["musket"], Body(Profile(4, strength, 5, 4)), target, DEFAULTS)
        assert [hit.wounds(raw) for raw in (2, 3)] == [False, True]


def test_HR_79_damage_die_of_guns():
    """HR-79: both sides of shooting_die."""
    huge = Body(BODY.profile, "huge")
    assert blow(missiles()["musket"], BODY, huge, DEFAULTS).die.name == "D10"
    by_size = options(shooting_die="size_table")
    assert blow(missiles()["musket"], BODY, huge, by_size).die.name == "D3"


def test_UF_102_grenades():
    """UF-102; HR-97: full and half Strength, pushing like a normal base in both parts."""
    grenade = missiles()["hand-grenade"]
    inner = blow(grenade, BODY, BODY, DEFAULTS)
    outer = blow(grenade, BODY, BODY, DEFAULTS, outer=True)
    assert (inner.damage, outer.damage) == (6, 3)
    assert inner.push == outer.push == 2
    odd = blow(missiles()["thermite-grenade"], BODY, BODY, DEFAULTS, outer=True)
    assert odd.damage == 8 and odd.push == 1  # UF-14; HR-86


@pytest.mark.parametrize(
    ("grade", "name", "on_disc", "inner"),
    [("EXPOSED", "D3", 7, 4), ("PARTIAL", "D6", 5, 3), ("COVER", "D10", 3, 2)],
)
def test_TV_29_scatter(grade, name, on_disc, inner):
    """TV-29: UF-99, UF-100; HR-90: Strength 3, a normal target, scatter up to 2.13 and 1.13."""
    far = ranges("hand-grenade")
    assert far == (0, 6, 12)
    kind = scatter_die(far, Aim(6.5, grade))
    assert kind == die(name)
    assert kind.up_to(2) == Fraction(on_disc, 10) and kind.up_to(1) == Fraction(inner, 10)
    assert scatter_die(far, Aim(6, grade)) is None  # whatever the cover
    assert why_not(missiles()["hand-grenade"], far, Aim(12.5, grade)).startswith("UF-101")


def test_HR_90_hidden_aims():
    """HR-90: none beyond the range, no scatter within."""
    far = ranges("hand-grenade")
    assert scatter_die(far, Aim(5, "HIDDEN")) is None
    with pytest.raises(ValueError, match="UF-91"):
        scatter_die(far, Aim(8, "HIDDEN"))
    assert why_not(missiles()["hand-grenade"], far, Aim(8, "HIDDEN")).startswith("UF-91")


@pytest.mark.parametrize(
    ("gap", "found"), [(3.0, (1, 0, 1, 0, 1, 0)), (1.5, (1, 1, 1, 1, 1, 1)), (2.0, (1,) * 6)]
)
def test_TV_30_sweep(gap, found):
    """TV-30: UF-97; HR-89: dice without a target are lost."""
    assert sweep([gap] * 9, 6) == tuple(map(bool, found))


def test_UF_97_a_sweep_runs_out_of_models():
    """UF-97; HR-89: shifts add up from the last base; after the last model all is lost."""
    assert sweep([5.0], 6) == (True, False, False, True, False, False)
    assert sweep([], 3) == (True, False, False)


def test_TV_30_machine_gun():
    """TV-30: UF-93, UF-95: six hits without a roll at 18 inches, .3 and .2 behind cover."""
    gun = missiles()["machine-gun"]
    assert shot(gun, BODY, BODY, Aim(18, "EXPOSED"), DEFAULTS).hits([]) == ShotHits(6, 0)
    assert needs("machine-gun", 18, "PARTIAL").chances.hit == Fraction(3, 10)
    assert needs("machine-gun", 18, "COVER").chances.hit == Fraction(2, 10)
    burst = shot(gun, BODY, BODY, Aim(30, "EXPOSED"), DEFAULTS, dice=4)
    assert burst.rolled == 4 and burst.hits([6, 7, 9, 0]) == ShotHits(2, 0)
    assert burst.blow.chance == 1  # D10 + 10 against 5
    tough = Body(Profile(4, 3, 9, 5))
    assert blow(gun, BODY, tough, DEFAULTS).chance == 1
    with pytest.raises(ValueError, match="UF-93: the machine-gun has 1 to 6 dice, not 7"):
        shot(gun, BODY, BODY, Aim(18, "EXPOSED"), DEFAULTS, dice=7)
    with pytest.raises(ValueError, match="rolls 4 dice"):
        burst.hits([1])


def test_UF_89_hits_on_friends_are_counted():
    """UF-89; HR-83: natural 4 and 5 hit a friend, 6 the enemy."""
    into = Shot(
        3,
        needs("crossbow", 20, "EXPOSED", melee=True),
        blow(missiles()["crossbow"], BODY, BODY, DEFAULTS),
    )
    assert into.hits([3, 4, 6]) == ShotHits(1, 1)


def test_UF_96_levels_of_weapon_and_shooter_add_up():
    """UF-96; UF-119."""
    scoped = replace(missiles()["musket"], rules={"sniper": 1})
    assert sniper_levels(scoped, {"sniper": 2}) == 3 and sniper_levels(scoped, {}) == 1
    assert sniper_levels(missiles()["musket"], {"veteran": 1}) == 0


def test_UF_98_quick_shooters():
    """UF-98, UF-115; HR-88: both sides of quick_shooter_twice."""
    once = options(quick_shooter_twice=False)
    quick = {"quick-shooter": 1}
    assert may_shoot("move", quick, DEFAULTS) and not may_shoot("move", {}, DEFAULTS)
    assert may_shoot("shooting", quick, DEFAULTS, shot_in_move=True)
    assert not may_shoot("shooting", quick, once, shot_in_move=True)
    assert may_shoot("shooting", quick, once) and may_shoot("shooting", {}, once)
    assert not may_shoot("melee", quick, DEFAULTS)


AIMS = st.builds(
    Aim,
    st.floats(0, 40, allow_nan=False),
    st.sampled_from(GRADES),
    rear=st.booleans(),
    melee=st.booleans(),
)


@given(AIMS, st.integers(0, 3), st.sampled_from(sorted(missiles())))
def test_hit_chances_are_monotone(aim, snipers, id_):
    """UF-91, UF-96: snipers never hurt, cover and distance never help, chances sum to 1."""
    weapon, at = missiles()[id_], ranges(id_)
    if weapon.accuracy is None or why_not(weapon, at, aim, into_melee=True):
        return
    found = to_hit(weapon, at, aim, snipers=snipers).chances
    assert sum(found) == 1 and all(0 <= part <= 1 for part in found)
    assert to_hit(weapon, at, aim, snipers=snipers + 1).chances.hit >= found.hit
    clear = to_hit(weapon, at, Aim(aim.distance, aim.grade, rear=aim.rear), snipers=snipers)
    assert clear.chances.hit >= found.hit and clear.chances.friend == 0
    if aim.melee:  # what misses for the melee alone hits a friend (HR-83)
        assert found.friend == clear.chances.hit - found.hit
    if aim.grade != "EXPOSED":
        better = GRADES[GRADES.index(aim.grade) - 1]
        nearer = Aim(aim.distance, better, aim.rear, aim.melee)
        # Into melee an automatic hit becomes a plain roll, so it never falls behind cover.
        assert to_hit(weapon, at, nearer, snipers=snipers).chances.hit >= found.hit


@given(st.integers(0, 9), st.integers(0, 9))
def test_to_hit_counts_faces(need, friend):
    """UF-92: the chances against counting."""
    test = ToHit(need, friend=min(need, friend))
    assert test.chances.hit == Fraction(10 - need, 10)
    assert test.chances.friend == Fraction(need - min(need, friend), 10)
