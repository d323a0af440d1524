"""The Move phase (UF-67 to UF-76, UF-88, HR-54, HR-55, HR-61, HR-64, HR-80, HR-103)."""

import pytest

from tablesim.games.unforged.game.board import board
from tablesim.games.unforged.game.fighters import When

from .scenes import OPEN, SOLDIER, act, asked, events, go, model, one, skirmish, terrain, texts, why

FAR = model("foe", 1, 45, 45)
WALL = {"standable": False}


def mover(
    *others, table=OPEN, at=(10, 24), facing=0.0, profile=SOLDIER, level=0.0, options=None, **said
):
    """A model about to act in the Move phase, and others."""
    a = model("a", 0, *at, facing, level=level, profile=profile, **said)
    return act(skirmish(a, *(others or (FAR,)), table=table, **(options or {})), "a")


def test_uf_67_a_move_costs_its_length_and_is_at_most_twice_the_move():
    """UF-67: M 4 has 8 in."""
    state = mover()
    assert why(state, "go 18.0,24.0 face 0.0") is None
    assert why(state, "go 18.01,24.0 face 0.0").startswith("UF-67")
    moved = go(state, "go 15.0,24.0 face 90.0")
    assert one(moved, "a").place == (15.0, 24.0, 0.0, 90.0)
    assert why(state, "go 14.0,24.0 14.0,28.0 face 0.0") is None
    assert why(state, "go 14.0,24.0 14.0,28.1 face 0.0").startswith("UF-67")


def test_uf_73_turning_is_free_and_the_facing_is_any():
    """UF-73: turning is part of moving, and costs nothing."""
    state = mover()
    assert one(go(state, "stay 123.5"), "a").place == (10.0, 24.0, 0.0, 123.5)


def test_uf_4_units_have_a_pool_of_their_move():
    """UF-71: M, not 2M; HR-2: a unit has one base, of its size."""
    state = mover(unit=True, size="large")
    assert board(state).models[state.number("a")].radius == pytest.approx(20 / 25.4)
    assert why(state, "go 14.0,24.0 face 0.0") is None
    assert why(state, "go 14.01,24.0 face 0.0").startswith("UF-67")


THIN = terrain(("wall", 13.6299, 20, 13.8, 28, 2.0, WALL))
"""A 2 in wall whose face a base at (10, 24) touches after 3 in."""


def test_tv_16_walk_climb_and_drop():
    """TV-16: 3 + 4 + min(2, 1) = 8 for M 4; half an inch farther there is none left to drop."""
    state = mover(table=THIN)
    assert why(state, "go 14.4299213,24.0,0.0 face 0.0") is None
    moved = go(state, "go 14.4299213,24.0,0.0 face 0.0")
    assert events(moved)[0] == "moves"
    far = mover(table=THIN, at=(9.5, 24))
    assert why(far, "go 14.4299213,24.0,0.0 face 0.0").startswith("UF-68")


def test_uf_70_a_passed_move_test_halves_the_price_of_climbing():
    """UF-70, TV-16: 3.5 in away it takes the test, M 4 passes with 4 or less."""
    state = mover(table=THIN, at=(9.5, 24))
    state = go(state, "go 14.4299213,24.0,0.0 face 0.0 climb")
    assert asked(state) == "climb test"
    passed = go(state, (4,))
    assert one(passed, "a").place[0] == 14.4299213
    failed = go(state, (5,))  # HR-54: a wound, and no way at the full price
    assert one(failed, "a").fate == "removed"


@pytest.mark.parametrize(
    ("option", "wounds", "down"), [("wound", 1, False), ("no_effect", 2, False), ("down", 2, True)]
)
def test_hr_54_a_failed_climb(option, wounds, down):
    """HR-54: it stays at the foot if the full price is too much."""
    state = mover(table=THIN, at=(9.5, 24), wounds=2, options={"climb_test_fail": option})
    failed = go(state, "go 14.4299213,24.0,0.0 face 0.0 climb", (9,))
    a = one(failed, "a")
    assert (a.wounds, a.rises is not None) == (wounds, down)
    assert a.place[0] == pytest.approx(13.0, abs=1e-3)


def test_hr_54_who_can_pay_the_full_price_climbs_all_the_same():
    """HR-54: if it survives, the rate of 2 per inch applies."""
    state = mover(table=THIN, wounds=2)
    failed = go(state, "go 14.4299213,24.0,0.0 face 0.0 climb", (9,))
    assert one(failed, "a").place[0] == 14.4299213
    assert one(failed, "a").wounds == 1


def test_uf_70_no_test_without_a_climb():
    assert why(mover(), "go 12.0,24.0 face 0.0 climb").startswith("UF-70")


ROOF = terrain(("block", 2, 20, 12, 28, 5.0))


@pytest.mark.parametrize(
    ("top", "die", "need"), [(2.5, "D6", 5), (4.0, "D6", 5), (5.0, "D10", 5), (8.0, "D10", 5)]
)
def test_tv_18_drops_of_own_choice(top, die, need):
    """TV-18: UF-68, UF-69: over M/2 a D6 test, over M a D10 test; a failure wounds (HR-55)."""
    table = terrain(("block", 2, 20, 12, 28, top))
    state = mover(table=table, at=(11, 24), level=top, wounds=2)
    state = go(state, "go 12.6299213,24.0,0.0 face 0.0")
    assert asked(state) == "toughness"
    assert state.agenda[0].data[0] == die
    failing = (9,)
    after = go(state, failing)
    assert one(after, "a").place[2] == 0.0
    assert (one(after, "a").wounds, one(after, "a").rises) == (1, None)
    assert one(go(state, (need,)), "a").wounds == 2


def test_tv_18_short_and_deep_drops():
    """TV-18: 2 in is free for M 4, more than 8 in removes."""
    table = terrain(("block", 2, 20, 12, 28, 2.0))
    state = mover(table=table, at=(11, 24), level=2.0)
    assert asked(go(state, "go 12.6299213,24.0,0.0 face 0.0")) == "pick"
    table = terrain(("block", 2, 20, 12, 28, 8.5))
    state = mover(table=table, at=(11, 24), level=8.5)
    assert one(go(state, "go 12.6299213,24.0,0.0 face 0.0"), "a").fate == "removed"


def test_hr_55_a_failed_drop_may_knock_down():
    """HR-55: `failed_drop = "down"`."""
    table = terrain(("block", 2, 20, 12, 28, 3.0))
    state = mover(table=table, at=(11, 24), level=3.0, wounds=2, options={"failed_drop": "down"})
    after = go(state, "go 12.6299213,24.0,0.0 face 0.0", (9,))
    assert one(after, "a").rises == When(1, "shooting")


def test_uf_72_flyers_drop_without_a_test():
    """UF-72; UF-114: whatever the height, for 1 in."""
    state = mover(table=ROOF, at=(11, 24), level=5.0, rules=["flight"])
    assert asked(go(state, "go 12.6299213,24.0,0.0 face 0.0")) == "pick"


# Melee


def foe(x, y, facing=180.0, **said):
    return model("foe", 1, x, y, facing, **said)


CONTACT = "go 18.0,24.0 face 0.0"


def test_uf_75_entering_with_the_own_move_or_with_a_double_one():
    """UF-75, TV-19: +1 up to M, -1 beyond."""
    near = go(mover(foe(15.5, 24)), "go 14.0,24.0 face 0.0")
    assert one(near, "a").modifiers == (1,)
    assert "enters melee" in events(near)
    far = go(mover(foe(19.5, 24)), CONTACT)
    assert one(far, "a").modifiers == (-1,)


@pytest.mark.parametrize(
    ("measure", "dice"), [("pool_spent", (-1,)), ("path_length", (-1,)), ("at_contact", (1,))]
)
def test_hr_64_what_is_measured_of_a_charge(measure, dice):
    """HR-64: the whole 4.2 in, or only the 3.74 in as far as the contact."""
    state = mover(foe(15.5, 24), options={"charge_measure": measure})
    moved = go(state, "go 14.2,24.0 face 0.0")
    assert one(moved, "a").modifiers == dice


def test_hr_64_what_is_spent_or_gone():
    """HR-64: a climb costs more than it is long."""
    low = terrain(("low", 12.9, 20, 13.1, 28, 1.0, WALL))
    for measure, first in (("pool_spent", -1), ("path_length", 1)):
        options = {"charge_measure": measure}
        state = mover(foe(15.2, 24), table=low, at=(11.0, 24), options=options)
        moved = go(state, "go 13.8,24.0,0.0 face 0.0")
        assert one(moved, "a").modifiers == (first, -1)


def test_uf_75_obstacles_cost_dice_and_defend():
    """UF-75, UG-26: -1 for each obstacle crossed; a defender behind a low wall has +1."""
    low = terrain(("low", 12.9, 20, 13.1, 28, 1.0, WALL))
    state = mover(foe(15.2, 24), table=low, at=(11.5, 24))
    moved = go(state, "go 13.8,24.0,0.0 face 0.0")
    assert one(moved, "a").modifiers == (1, -1)  # 3.8 in with the climb, and an obstacle
    halberd = foe(15.6, 24, weapons=["halberd"])
    state = mover(halberd, table=terrain(("low", 14.0, 20, 14.2, 28, 1.0, WALL)), at=(12, 24))
    moved = go(state, "go 13.36,24.0 face 0.0")
    assert one(moved, "foe").modifiers == (1,)


def test_uf_76_one_cannot_climb_into_melee():
    """UF-76."""
    table = terrain(("block", 12, 20, 20, 28, 1.0))
    state = mover(foe(13.5, 24, level=1.0), table=table)
    assert why(state, "go 12.2,24.0,1.0 face 0.0").startswith("UF-76")


def test_uf_76_dropping_into_melee_takes_a_move_test():
    """UF-76; HR-67: a failure knocks down and does not wound; the test of the height follows."""
    table = terrain(("block", 2, 20, 12, 28, 3.0))
    state = mover(foe(14.2, 24), table=table, at=(11, 24), level=3.0)
    state = go(state, "go 12.6299213,24.0,0.0 face 0.0")
    assert asked(state) == "landing test"
    down = go(state, (9,))
    assert one(down, "a").rises == When(1, "shooting")
    assert one(down, "a").wounds == 1
    assert asked(down) == "toughness"
    up = go(state, (4,))
    assert one(up, "a").rises is None
    assert asked(up) == "toughness"


def test_uf_88_leaving_melee_takes_a_toughness_test_for_each_enemy():
    """UF-88, HR-80, TV-26: N from two N tests twice on D6; a failure wounds, and it leaves."""
    two = [foe(11.5, 24), model("foe-2", 1, 10, 25.5, 270.0)]
    state = mover(*two, wounds=3)
    assert "UF-88" in why(state, "go 6.0,22.0 face 0.0")
    state = go(state, "leave 6.0,22.0 face 0.0")
    assert asked(state) == "toughness"
    state = go(state, (9,))
    assert asked(state) == "toughness"
    state = go(state, (9,))
    assert one(state, "a").wounds == 1
    assert one(state, "a").place[:2] == (6.0, 22.0)
    assert why(mover(), "leave 6.0,22.0 face 0.0").startswith("UF-88")


def test_hr_80_only_the_hardest_test_and_a_failure_that_stays():
    """HR-80: both options."""
    two = [foe(11.5, 24), model("foe-2", 1, 10, 25.5, 270.0)]
    options = {"leave_tests": "hardest_only", "fail_stays": True}
    state = mover(*two, wounds=3, options=options)
    state = go(state, "leave 6.0,22.0 face 0.0", (9,))
    assert asked(state) == "pick"
    assert one(state, "a").wounds == 2
    assert one(state, "a").place[:2] == (10.0, 24.0)


def test_uf_88_no_test_for_who_cannot_strike():
    """HR-80, TV-26: an enemy that looks away does not prevent anything."""
    away = foe(11.5, 24, facing=0.0)
    state = go(mover(away), "leave 6.0,22.0 face 0.0")
    assert asked(state) == "pick"
    assert one(state, "a").place[:2] == (6.0, 22.0)


def test_hr_61_a_model_in_melee_turns_and_shuffles_freely():
    """HR-61: as long as it stays in melee with its opponents."""
    state = mover(foe(11.5, 24))
    assert why(state, "stay 90.0") is None
    assert why(state, "go 10.1,24.2 face 0.0") is None
    assert why(state, "go 8.0,24.0 face 0.0").startswith("U")


def test_hr_103_the_weapon_is_made_ready_first():
    """HR-103: it gives the reach (UG-24) for this activation already; once an activation."""
    state = mover(foe(15.5, 24), weapons=["knife", "pike"])
    assert (asked(state), texts(state)) == ("ready", ["ready knife", "ready pike"])
    assert why(state, "ready sword").startswith("HR-103")
    assert one(go(state, "ready knife"), "a").weapon == "knife"
    ready = go(state, "ready pike")
    assert one(ready, "a").weapon == "pike"
    assert asked(ready) == "act"
    assert why(ready, "ready knife").startswith("UF-60")


def test_hr_103_heavy_weapons_in_one_hand_or_both():
    """UF-104, HR-103: both hands from the start."""
    state = mover(weapons=["great-hammer", "knife"])
    assert one(state, "a").both
    assert texts(state) == ["ready great-hammer", "ready great-hammer both", "ready knife"]
    assert one(go(state, "ready great-hammer"), "a").both is False


def test_uf_23_a_model_with_move_0_stands_where_it_is():
    """UF-23, UF-73; HR-17: it may not turn; it may do nothing."""
    state = mover(profile="M2D3 S3 T5 C2")
    assert asked(state) == "roll move"
    state = go(state, (0, 0))
    assert one(state, "a").rolled == 0
    assert texts(state) == ["hold"]
    assert why(state, "stay 90.0").startswith("UF-23")


def test_uf_20_a_move_in_dice_is_rolled_and_not_doubled():
    """UF-20, HR-68: 2D3 of raw 7 and 9 are 6 in."""
    state = go(mover(profile="M2D3 S3 T5 C2"), (7, 9))
    assert why(state, "go 16.0,24.0 face 0.0") is None
    assert why(state, "go 16.1,24.0 face 0.0").startswith("UF-67")


def test_the_listed_moves_are_legal_and_not_too_many():
    """UG-22: the sample."""
    crowd = [model(f"b{n}", 1, 15 + 2 * n, 24, 180) for n in range(4)]
    state = mover(*crowd, table="crossroads")
    assert 20 < len(state.legal_moves()) < 250
    assert all(state.why_illegal(move) is None for move in state.legal_moves())


def test_bases_and_walls_bar_the_way():
    """UG-20, UG-22."""
    state = mover(model("b", 0, 13, 24), FAR)
    assert why(state, "go 16.0,24.0 face 0.0").startswith("UG-2")
    assert why(state, "go 13.5,24.0 face 0.0").startswith("UG-2")
    assert why(state, "go 10.0,0.5 face 0.0").startswith("U")


def test_uf_71_a_unit_climbs_by_a_move_test_alone():
    """UF-71, HR-56: from a pool of M; who fails stays at the foot."""
    table = terrain(("block", 12, 20, 20, 28, 1.0))
    state = mover(table=table, at=(11, 24), unit=True, wounds=2)
    state = go(state, "go 12.1,24.0,1.0 face 0.0")
    assert asked(state) == "climb test"
    assert one(go(state, (4,)), "a").place[2] == 1.0
    failed = go(state, (5,))
    assert one(failed, "a").place[2] == 0.0
    assert one(failed, "a").wounds == 1


@pytest.mark.parametrize(("top", "die", "halved"), [(2.0, "D10", False), (3.0, "D10", True)])
def test_tv_18_a_unit_tests_for_every_drop(top, die, halved):
    """TV-18: UF-71: up to M/2 on T, up to M on half of it."""
    table = terrain(("block", 2, 20, 12, 28, top))
    state = mover(table=table, at=(11.9, 24), level=top, unit=True, wounds=2)
    state = go(state, "go 12.6299213,24.0,0.0 face 0.0")
    assert state.agenda[0].data[:2] == (die, halved)


def test_tv_18_a_unit_fails_deeper_drops_without_a_roll():
    """TV-18: UF-71: more than M is an automatic wound."""
    table = terrain(("block", 2, 20, 12, 28, 5.0))
    state = mover(table=table, at=(11.9, 24), level=5.0, unit=True, wounds=2)
    state = go(state, "go 12.6299213,24.0,0.0 face 0.0")
    assert one(state, "a").wounds == 1


def test_uf_31_who_cannot_fail_a_move_test_does_not_roll():
    """UF-31: M 9."""
    state = mover(table=THIN, profile="M9 S5 T6 C3")
    state = go(state, "go 14.4299213,24.0,0.0 face 0.0 climb")
    assert asked(state) == "pick"


def test_hr_54_a_failed_climb_may_end_in_melee_at_the_foot():
    """HR-54, UF-74: whoever is at reach there."""
    guard = foe(13.0, 25.6, 90.0)
    state = mover(guard, table=THIN, at=(9.5, 24), wounds=2)
    state = go(state, "go 14.4299213,24.0,0.0 face 0.0 climb")
    assert asked(state) == "climb test"
    failed = go(state, (9,))
    assert "enters melee" in events(failed)


def test_odd_ways_have_defined_answers():
    """UG-22: far away, nowhere, in the air, there and back."""
    state = mover()
    assert why(state, "go 1000000.0,24.0 face 0.0").startswith("U")
    assert why(state, "go 14.0,24.0,3.0 face 0.0").startswith("U")
    assert why(state, "go 10.0,24.0 face 0.0") is None
    assert one(go(state, "go 13.0,24.0 10.0,24.0 face 0.0"), "a").place == (10.0, 24.0, 0.0, 0.0)
