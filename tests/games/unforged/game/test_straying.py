"""Stupid models and random movers (UF-20, UF-77, UF-123, HR-65, HR-68, HR-107 to HR-109)."""

import pytest

from tablesim.games.unforged.game.state import Task

from .scenes import OPEN, act, again, asked, go, model, one, phase, skirmish, terrain, texts, why

FAR = model("foe", 1, 45, 45)
REST = Task("choose strip", data=(0,))


def stupid(*more, dice=1, at=(10, 24), table=OPEN, options=None, level=0.0, **said):
    """A stupid model about to act in the Move phase."""
    a = model("a", 0, *at, 0.0, level=level, **({"rules": [f"stupidity {dice}"]} | said))
    return act(skirmish(a, *(more or (FAR,)), table=table, **(options or {})), "a")


def test_uf_123_the_dice_say_whether_it_goes_astray():
    """UF-123, TV-32: an odd die sends it where it points, an even one leaves it to its owner."""
    state = stupid()
    assert texts(state) == ["hold", "lurch"]
    assert why(state, "go 12.0,24.0 face 0.0").startswith("UF-123")
    astray = go(state, "lurch", (3, 90.0))
    assert one(astray, "a").place == pytest.approx((10.0, 27.0, 0.0, 90.0))
    free = go(state, "lurch", (0, 90.0))
    assert asked(free) == "act"
    assert why(free, "lurch").startswith("UF-123")
    assert one(go(free, "go 18.0,24.0 face 0.0"), "a").place[0] == 18.0


def test_tv_32_the_highest_die_decides():
    """TV-32: 4 and 7 at 180 degrees: 7 in that way."""
    state = go(stupid(dice=2), "lurch", (4, 0.0, 7, 180.0))
    assert one(state, "a").place[:2] == pytest.approx((3.0, 24.0))


def test_uf_123_of_equal_dice_the_owner_picks_one():
    state = go(stupid(dice=2), "lurch", (3, 0.0, 3, 180.0))
    assert texts(state) == ["push 0.0", "push 180.0"]
    assert why(state, "push 90.0").startswith("UF-123")
    assert one(go(state, "push 180.0"), "a").place[:2] == pytest.approx((7.0, 24.0))


def test_hr_107_how_far_it_goes():
    """HR-107: the number on the die, or its whole Move."""
    state = go(stupid(options={"stupid_move": "full_M"}), "lurch", (1, 0.0))
    assert one(state, "a").place[0] == pytest.approx(14.0)


def test_hr_108_it_need_not_be_moved_unless_so_chosen():
    """HR-108: `stupid_must_move`."""
    assert texts(stupid(options={"stupid_must_move": True})) == ["lurch"]
    assert why(stupid(options={"stupid_must_move": True}), "hold").startswith("HR-108")


def test_hr_68_a_stupid_model_let_go_moves_as_far_as_its_own_dice_show():
    """UF-123; HR-11; HR-68: its Move in D10 is rolled then, and not doubled."""
    state = go(stupid(profile="M2D10 S3 T5 C3"), "lurch", (0, 90.0))
    assert asked(state) == "roll move"
    state = go(state, (2, 3))
    assert asked(state) == "act"
    assert why(state, "go 15.1,24.0 face 0.0").startswith("UF-67")
    assert one(go(state, "go 15.0,24.0 face 0.0"), "a").place[0] == 15.0


def test_uf_123_with_a_move_in_d6_every_die_is_a_move():
    """UF-123: odd ones astray, even ones free, in the owner's order: 3 (raw 5) and 2 (raw 3)."""
    state = go(stupid(profile="M2D6 S3 T5 C2"), "lurch", (5, 90.0, 3, 0.0))
    assert texts(state) == ["push 0.0", "push 90.0"]
    state = go(state, "push 90.0")
    assert one(state, "a").place[:2] == pytest.approx((10.0, 27.0))
    assert asked(state) == "act"
    assert why(state, "go 12.0,27.0 face 0.0") is None
    assert why(state, "go 12.1,27.0 face 0.0").startswith("UF-67")


BLOCK = terrain(("block", 12, 20, 20, 28, 1.0))


def test_hr_109_a_height_takes_a_move_5_test():
    """UF-123, HR-109, TV-32: 5 or less takes any height, more knocks it down without a wound."""
    state = go(stupid(table=BLOCK), "lurch", (7, 0.0))
    assert asked(state) == "height test"
    up = go(state, (5,))
    assert one(up, "a").place[2] == 1.0
    down = go(state, (6,))
    assert one(down, "a").place[2] == 0.0
    assert one(down, "a").rises is not None
    assert one(down, "a").wounds == 1


def test_hr_65_straying_into_melee_gives_no_dice():
    """HR-65."""
    state = go(stupid(model("foe", 1, 15.5, 24, 180.0)), "lurch", (9, 0.0))
    assert one(state, "a").modifiers == ()
    assert one(state, "a").place[0] == pytest.approx(15.5 - 2 * 0.629921, abs=1e-5)


def wanderer(*more, profile="M2D10R S4 T5 C4", options=None, **said):
    a = model("a", 0, 10, 24, 0.0, profile=profile, **said)
    return skirmish(a, *(more or (FAR,)), **(options or {}))


def test_uf_77_random_movers_move_when_the_move_phase_ends():
    """UF-77: they are not activated."""
    state = phase(wanderer(), "move", REST)
    assert asked(state) == "act"
    assert state.fighters[state.active].id == "foe"
    state = again(wanderer(), "random movers", "react", REST)
    assert asked(state) == "stumble"


def test_tv_33_the_net_way_is_gone_in_one_straight_line():
    """TV-33: UF-20, HR-68: (3, 0) and (4, 90): 5 in straight; opposite ones cancel."""
    state = again(wanderer(), "random movers", "react", REST)
    moved = go(state, (3, 0.0, 4, 90.0))
    assert one(moved, "a").place[:2] == pytest.approx((13.0, 28.0))
    still = go(state, (6, 0.0, 6, 180.0))
    assert one(still, "a").place == (10.0, 24.0, 0.0, 0.0)


def test_hr_68_leg_by_leg():
    """HR-68: a block in the way of the first leg stops only that."""
    table = terrain(("wall", 11.5, 20, 12, 28, 9.0, {"climbable": False}))
    for path, x in (("net_vector", 10.0 + 0.870079), ("leg_by_leg", 10.0 + 0.870079)):
        state = again(
            wanderer(options={"random_path": path, "table": table}), "random movers", "react", REST
        )
        state = go(state, (3, 0.0, 4, 90.0))
        assert one(state, "a").place[0] == pytest.approx(x, abs=1e-4)
        y = one(state, "a").place[1]
        assert y == pytest.approx(28.0 if path == "leg_by_leg" else 24 + 0.870079 * 4 / 3, abs=1e-3)


def test_uf_63_several_random_movers_are_ordered():
    """UF-63, HR-69."""
    state = wanderer(model("b", 0, 30, 24, profile="M2D10R S4 T5 C4"), FAR)
    state = again(state, "random movers", "react", REST)
    assert texts(state) == ["next a stumble", "next b stumble"]


def test_hr_69_a_random_move_may_leave_the_table_by_option():
    """HR-69."""
    state = wanderer(options={"edge": "remove"})
    state = again(
        state.fighter(state.number("a"), place=(2.0, 24.0, 0.0, 0.0)),
        "random movers",
        "react",
        REST,
    )
    assert one(go(state, (9, 180.0, 0, 0.0)), "a").fate == "removed"


def test_hr_4_direction_dice_may_have_few_directions():
    """HR-4: `direction_dist`."""
    assert go(stupid(), "lurch").chance().size is None
    state = go(stupid(options={"direction_dist": "8_way"}), "lurch")
    assert state.chance().size == 80
    assert state.chance().why_impossible((3, 30.0))
