"""Shooting (UF-89 to UF-98, HR-26, HR-42, HR-82 to HR-94)."""

import pytest

from tablesim.games.unforged.game.fighters import When
from tablesim.games.unforged.game.shooting import Arm, shot_of
from tablesim.games.unforged.game.state import Task

from .scenes import OPEN, act, asked, events, go, model, one, skirmish, terrain, texts, why

LOW = {"standable": False}


def shooter(*more, gun=("crossbow",), far=12.0, table=OPEN, foe=None, options=None, **said):
    """A model with a gun about to shoot, and one enemy at a gap of so many inches."""
    r = 32 / 25.4
    state = skirmish(
        model("a", 0, 10, 24, 0.0, weapons=list(gun), **said),
        model("b", 1, 10 + far + r, 24, 180.0, **(foe or {})),
        *more,
        table=table,
        phase="shooting",
        **(options or {}),
    )
    return act(state, "a")


def test_uf_91_within_range_in_the_open_it_hits_without_a_roll():
    """UF-91, UF-94: then a D10 + 6 against T 5."""
    state = go(shooter(), "shoot b crossbow")
    assert asked(state) == "shot damage"
    assert one(go(state, (0,)), "b").fate == "removed"


def test_uf_91_beyond_the_range_it_is_rolled():
    """UF-91, UF-92: 4+ at 20 in."""
    state = go(shooter(far=20.0), "shoot b crossbow")
    assert asked(state) == "shot dice"
    assert asked(go(state, (4,))) == "shot damage"
    assert asked(go(state, (3,))) == "mind"  # under fire all the same (UF-55, HR-42)


def test_uf_94_failed_damage_dice_push_straight_away():
    """UF-94, HR-85: a small gun pushes a normal model 1 in."""
    state = go(shooter(foe={"profile": "M4 S4 T7 C4"}), "shoot b crossbow", (1,))
    assert one(state, "b").place[0] == pytest.approx(10 + 12 + 32 / 25.4 + 1)
    assert "is pushed" in events(state)


def test_hr_85_the_shooter_may_say_where():
    """HR-85: `gun_push_dir = "shooter_choice"`."""
    options = {"gun_push_dir": "shooter_choice"}
    state = go(shooter(foe={"profile": "M4 S4 T7 C4"}, options=options), "shoot b crossbow", (1,))
    assert (asked(state), state.to_move) == ("push", 0)


def test_uf_90_who_may_shoot():
    """UF-90: not in melee, not down, and with something to shoot."""
    assert asked(shooter()) == "shoot"
    assert asked(shooter(gun=("knife",))) == "pick"
    assert asked(shooter(model("c", 1, 11.5, 24, 180.0))) == "pick"
    assert asked(shooter(now={"rises": When(2, "melee")})) == "pick"
    assert why(shooter(), "shoot b musket").startswith("UF-101")
    assert why(shooter(), "shoot a crossbow").startswith("UF-91")


def test_uf_90_into_the_own_rear_6_in_at_most_and_always_with_a_roll():
    """UF-90, TV-27."""
    behind = model("c", 1, 3.7, 24)
    state = shooter(behind)
    assert asked(go(state, "shoot c crossbow")) == "shot dice"
    far = shooter(model("c", 1, 1.5, 24), options={"measuring": "open"})
    assert why(far, "shoot c crossbow").startswith("UF-90")


def test_hr_26_shots_beyond_what_may_be_measured_may_be_wasted():
    """HR-26, UF-42, UF-44, HR-27: measured is when the target is chosen, beyond 8 in not before."""
    state = shooter(gun=("pistol",), far=17.0)
    assert "shoot b pistol" in texts(state)
    state = go(state, "shoot b pistol")
    assert "wasted" in events(state)
    assert asked(state) == "pick"  # no attack, no panic
    known = shooter(gun=("pistol",), far=17.0, options={"measuring": "open"})
    assert why(known, "shoot b pistol").startswith("UF-101")


def test_uf_43_a_master_tactician_measures_anything():
    """UF-43; HR-110: so its player is not allowed what cannot be."""
    state = shooter(gun=("pistol",), far=17.0, rules=["master-tactician"])
    assert why(state, "shoot b pistol").startswith("UF-101")


def test_uf_45_in_the_move_phase_one_may_measure_as_far_as_one_can_move():
    """UF-45, HR-27: M 6 measures 12 in, though not in the Shooting phase."""
    gear = {"gun": ("machine-gun",), "far": 11.0, "rules": ["quick-shooter"]}
    state = shooter(profile="M6 S4 T5 C3", **gear)
    assert why(state, "shoot b machine-gun") is None
    assert why(act(state.but(phase="move"), "a"), "shoot b machine-gun").startswith("UF-95")


def test_uf_95_clumsy_weapons_cannot_fire_close():
    """UF-95; UF-113: the machine gun not below 12 in; at 7 in that may be measured."""
    state = shooter(gun=("machine-gun",), far=7.0)
    assert why(state, "shoot b machine-gun").startswith("UF-95")
    assert texts(state) == ["hold"]


def test_uf_91_who_is_not_seen_is_no_target():
    """UF-91, UF-47."""
    state = shooter(table=terrain(("wall", 15, 10, 16, 38, 5.0)))
    assert texts(state) == ["hold"]
    assert why(state, "shoot b crossbow").startswith("UF-91")


def test_uf_48_terrain_between_takes_a_roll():
    """UF-48, UF-91."""
    state = go(shooter(table=terrain(("low", 15, 20, 15.2, 28, 0.6, LOW))), "shoot b crossbow")
    assert asked(state) == "shot dice"
    note = next(dict(e.details) for e in state.events if e.kind == "aims")
    assert note["grade"] == "PARTIAL"


def test_uf_93_burst_and_fewer_dice():
    """UF-93, UF-97: six dice, or fewer if so declared."""
    state = shooter(gun=("machine-gun",), far=18.0)
    assert go(state, "shoot b machine-gun").agenda[0].data[3] == 6
    assert go(state, "shoot b machine-gun x2").agenda[0].data[3] == 2
    assert why(state, "shoot b machine-gun x6").startswith("UF-93")
    assert why(shooter(), "shoot b crossbow x1").startswith("UF-93")


def test_tv_30_a_sweep_along_models_3_in_apart():
    """TV-30: UF-97, HR-89: dice 1, 3 and 5 are rolled, 2, 4 and 6 are lost."""
    tough = {"profile": "M4 S4 T8 C4", "wounds": 9}
    state = shooter(
        *(model(f"c{n}", 1, 10 + 18 + 1.26, 24 + 4.2598 * n, **tough) for n in (1, 2, 3)),
        gun=("machine-gun",),
        far=18.0,
        foe=tough,
    )
    state = go(state, "sweep b machine-gun", (0,))
    rolled = [True]
    for target in ("c1", "c1", "c2", "c2"):
        state = go(state, f"shift {target}")
        rolled.append(asked(state) == "shot damage")
        if rolled[-1]:
            state = go(state, (0,))
    assert rolled == [True, False, True, False, True]
    assert asked(state) == "order"  # the sixth die reaches nobody


def test_uf_97_a_sweep_goes_on_from_a_model_that_it_killed():
    """UF-97, HR-89: whatever comes of a die, the aim shifts on from where that model stood."""
    state = shooter(
        model("c", 1, 10 + 18 + 1.26, 24 + 2.76), gun=("machine-gun",), far=18.0, foe={}
    )
    state = go(state, "sweep b machine-gun", (9,))
    assert one(state, "b").fate == "removed"
    assert texts(state) == ["hold", "shift c"]
    assert one(go(state, "shift c", (9,)), "c").fate == "removed"


def test_uf_97_a_sweep_shifts_from_where_it_aimed():
    """UF-97, HR-89: a model that the shot pushed away takes the aim with it no farther."""
    tough = {"profile": "M4 S8 T10 C8", "armor": ["light-mech"], "wounds": 9, "size": "small"}
    behind = model("c", 1, 10 + 18 + 1.26, 24 + 1.9, wounds=9)
    state = shooter(behind, gun=("machine-gun",), far=18.0, foe=tough)
    state = go(state, "sweep b machine-gun", (0,))
    assert one(state, "b").place[0] == pytest.approx(10 + 18 + 32 / 25.4 + 4)
    assert texts(state) == ["hold", "shift c"]
    assert asked(go(state, "shift c")) == "shot damage"


def test_uf_97_close_models_get_a_die_each():
    """UF-97, TV-30: with 1.5 in between all six are rolled."""
    tough = {"profile": "M4 S4 T8 C4", "wounds": 9}
    state = shooter(
        model("c1", 1, 10 + 18 + 1.26, 24 + 2.76, **tough),
        gun=("machine-gun",),
        far=18.0,
        foe=tough,
    )
    state = go(state, "sweep b machine-gun", (0,))
    count = 1
    for target in ("c1", "b", "c1", "b", "c1"):
        state = go(state, f"shift {target}")
        if asked(state) == "shot damage":
            count += 1
            state = go(state, (0,))
    assert count == 6
    assert asked(state) != "shift"


def test_uf_97_a_sweep_may_hit_comrades_and_must_move_on():
    """UF-97, HR-89: the next model differs from the last, and may be a friend."""
    friend = model("f", 0, 10 + 18 + 1.26, 24 + 2.7, wounds=3)
    state = shooter(friend, gun=("machine-gun",), far=18.0, foe={"wounds": 3})
    state = go(state, "sweep b machine-gun", (0,))
    assert texts(state) == ["hold", "shift f"]
    assert why(state, "shift b").startswith("UF-97")
    assert why(shooter(), "sweep b crossbow").startswith("UF-97")


def test_hr_89_a_sweep_may_have_to_keep_its_line():
    """HR-89: `sweep_line`."""
    tough = {"profile": "M4 S4 T8 C4", "wounds": 9}
    others = [model("up", 1, 29.26, 26.7, **tough), model("on", 1, 29.26, 29.4, **tough)]
    side = model("side", 1, 31.96, 26.7, **tough)
    for line, after in ((False, {"b", "on", "side"}), (True, {"on"})):
        state = shooter(
            *others, side, gun=("machine-gun",), far=18.0, foe=tough, options={"sweep_line": line}
        )
        state = go(state, "sweep b machine-gun", (0,), "shift up", (0,))
        found = {text.split()[1] for text in texts(state) if text != "hold"}
        assert found == after


def melee(into=True, **said):
    """A shooter, an enemy in melee with one or two of its friends."""
    r = 10 + 12 + 32 / 25.4
    friends = [model("f1", 0, r, 25.5, 270.0, wounds=2), model("f2", 0, r, 22.5, 90.0, wounds=2)]
    return shooter(*friends, options={"into_melee": into}, **said)


def test_uf_89_shooting_into_melee():
    """UF-89, HR-82, TV-28: not unless the army may; then with a roll, and a friend may be hit."""
    assert why(melee(into=False), "shoot b crossbow").startswith("UF-89")
    state = go(melee(), "shoot b crossbow")
    assert asked(state) == "shot dice"
    missed = go(state, (3,))
    assert (asked(missed), missed.to_move) == ("pick friend", 1)
    assert texts(missed) == ["hit f1", "hit f2"]
    assert why(missed, "hit b").startswith("UF-89")
    struck = go(missed, "hit f2")
    assert struck.agenda[0] == Task(
        "shot damage", struck.number("f2"), (struck.number("a"), "crossbow", "", 1)
    )
    assert asked(go(state, (4,))) == "shot damage"


def test_uf_96_snipers():
    """UF-96: levels of weapon and shooter add up; COVER at 12 in needs 5+, or 4+ with one."""
    from tablesim.games.unforged.numbers.shots import Aim

    for rules, need in (((), 5), (("sniper 1",), 4), (("sniper 2",), None)):
        state = shooter(rules=list(rules)) if rules else shooter()
        a, b = state.number("a"), state.number("b")
        found = shot_of(state, a, b, Arm("crossbow"), Aim(12, "COVER"))
        assert found.to_hit.need == need


def test_uf_98_quick_shooters_shoot_in_the_move_phase():
    """UF-98, HR-88: instead of moving; and again in the Shooting phase, if so chosen."""
    for twice, after in ((True, "shoot"), (False, "pick")):
        state = shooter(
            rules=["quick-shooter"], options={"quick_shooter_twice": twice}, foe={"wounds": 3}
        )
        state = act(state.but(phase="move"), "a")
        assert "shoot b crossbow" in texts(state)
        state = go(state, "shoot b crossbow", (9,), (9,))
        assert asked(state) == "pick"
        assert asked(act(state.but(phase="shooting"), "a")) == after
    slow = act(shooter().but(phase="move"), "a")
    assert why(slow, "shoot b crossbow").startswith("UF-98")


def test_uf_55_panic_of_coming_under_fire():
    """UF-55, HR-42: after the attack, hit or miss, once."""
    state = go(shooter(far=20.0), "shoot b crossbow", (0,))
    assert asked(state) == "mind"
    assert state.agenda[0].data[5] == "fire"
    before = go(shooter(far=20.0, options={"panic_fire_timing": "before"}), "shoot b crossbow")
    assert asked(before) == "mind"
    after = go(before, (9,))
    assert asked(after) == "shot dice"
    assert asked(go(after, (0,))) == "pick"


def test_hr_94_special_rounds_run_out():
    """HR-94, UF-101: copper cones are bought by the round."""
    state = shooter(
        gun=("light-rifle",),
        ammunition=["copper-cone"],
        rounds={"copper-cone": 1},
        foe={"wounds": 9},
    )
    assert "shoot b light-rifle copper-cone" in texts(state)
    state = go(state, "shoot b light-rifle copper-cone", (0,), (9,))
    assert one(state, "b").wounds == 8
    state = act(state, "a")
    assert why(state, "shoot b light-rifle copper-cone").startswith("HR-94")
    assert why(state, "shoot b light-rifle slug").startswith("UF-101")
    assert why(state, "shoot b light-rifle") is None


def test_uf_99_thrown_weapons_that_are_no_area_weapons():
    """UF-99, HR-93: a throwing spear within 2xS in the open hits without a roll."""
    state = go(shooter(gun=("throwing-spear",), far=6.0), "shoot b throwing-spear")
    assert asked(state) == "shot damage"
    assert (
        asked(go(shooter(gun=("throwing-spear",), far=7.0), "shoot b throwing-spear"))
        == "shot dice"
    )


def test_uf_90_pistols_are_fired_and_grenades_thrown():
    state = shooter(gun=("hand-grenade", "crossbow"), far=5.0)
    assert why(state, "throw crossbow b").startswith("UF-91")
    assert why(state, "shoot b hand-grenade").startswith("UF-91")


def test_shots_at_a_target_that_is_gone_come_to_nothing():
    """UF-62, HR-42: a test before the dice may take the target off the table."""
    options = {"panic_fire_timing": "before", "panic_result": "rout"}
    state = skirmish(
        model("a", 0, 20, 24, 0.0, weapons=["crossbow"]),
        model("b", 1, 41, 24, 180.0),
        phase="shooting",
        **options,
    )
    state = go(act(state, "a"), "shoot b crossbow", (0,))
    assert one(state, "b").fate == "removed"
    assert state.decided is not None


def test_hr_42_one_test_for_each_attack_however_often_it_comes_back():
    """HR-42: a sweep that returns to a model does not frighten it again."""
    tough = {"profile": "M4 S4 T8 C4", "wounds": 9}
    state = shooter(
        model("c", 1, 10 + 18 + 1.26, 24 + 2.76, **tough),
        gun=("machine-gun",),
        far=18.0,
        foe=tough,
        options={"panic_fire_timing": "before"},
    )
    state = go(state, "sweep b machine-gun", (9,), (0,), "shift c", (9,), (0,), "shift b")
    assert asked(state) == "shot damage"
