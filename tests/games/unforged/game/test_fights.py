"""The Melee phase (UF-79 to UF-87, UF-120, HR-72 to HR-78, HR-101)."""

import pytest

from tablesim.games.unforged.game.board import board
from tablesim.games.unforged.game.fighters import When
from tablesim.games.unforged.game.fights import attack

from .scenes import (
    OPEN,
    SOLDIER,
    TOUGH,
    act,
    asked,
    events,
    go,
    model,
    one,
    skirmish,
    terrain,
    texts,
    why,
)


def duel(
    *more, a=None, b=None, at=(10, 24), gap=1.5, table=OPEN, facing=180.0, level=0.0, **options
):
    """Two models face to face; the first is about to fight."""
    one_, other = a or {"profile": TOUGH}, b or {"profile": SOLDIER}
    x, y = at
    state = skirmish(
        model("a", 0, x, y, 0.0, level=level, **one_),
        model("b", 1, x + gap, y, facing, level=level, **other),
        *more,
        table=table,
        phase="melee",
        **options,
    )
    return act(state, "a")


def number(state, id):
    return state.number(id)


def test_uf_79_one_enemy_at_reach_in_front_is_struck():
    """UF-79: not behind, not out of reach; it may hold."""
    behind = model("c", 1, 8.5, 24, 0.0)
    state = duel(behind)
    assert texts(state) == ["hold", "strike b"]
    assert why(state, "strike c").startswith("UF-79")
    assert asked(duel(gap=1.77)) == "pick"  # 0.51 apart: nothing to do
    assert asked(duel(gap=1.75)) == "strike"


def test_tv_22_a_strike_and_its_damage():
    """TV-22: UF-81, UF-82: dice over DEF 2 hit, a D6 + 3 over 5 wounds."""
    state = go(duel(), "strike b")
    assert asked(state) == "combat dice"
    state = go(state, (1, 2, 3, 9))
    assert asked(state) == "damage dice"
    dead = go(state, (4, 5))  # 2 and 3 on a D6: 6 > 5
    assert one(dead, "b").fate == "removed"
    assert events(dead)[0] == "damage"
    pushed = go(state, (3, 4))
    assert asked(pushed) == "push"
    assert pushed.agenda[0].data[0] == 4  # UF-85, UF-86: two failed dice, 2 in each


def test_uf_81_zeros_hit_the_striker_at_once_with_the_damage_dealt():
    """UF-81, UF-82, HR-74: damage is simultaneous; both may die."""
    state = go(duel(a={"profile": SOLDIER}), "strike b", (0, 9))
    state = go(state, (9,))
    assert asked(state) == "back dice"
    assert one(state, "b").fate == ""  # not before the zeros have counted
    both = go(state, (9,))
    assert [one(both, id).fate for id in "ab"] == ["removed", "removed"]
    assert both.result().winners == (0, 1)  # as many points each


def test_hr_74_zeros_count_only_at_reach_if_so_chosen():
    """HR-74: `zeros_need_reach`: who could not strike back deals nothing by zeros."""
    far = {"a": {"profile": SOLDIER, "weapons": ["spear"]}, "gap": 2.8}
    for option, back in ((False, True), (True, False)):
        state = duel(**far, zeros_need_reach=option)
        found = attack(state, number(state, "a"), number(state, "b"))
        assert (found.back is not None) is back


def test_uf_80_from_the_rear_all_dice_hit():
    """UF-80: and none is rolled."""
    state = go(duel(facing=0.0), "strike b")
    assert asked(state) == "damage dice"
    assert state.agenda[0].data[1] == 4


def test_uf_78_all_dice_hit_who_is_down():
    """UF-78."""
    state = duel(b={"profile": SOLDIER, "now": {"rises": When(1, "shooting")}})
    assert asked(go(state, "strike b")) == "damage dice"


def test_uf_75_modifiers_change_the_number_of_dice():
    """UF-75, HR-15: +1 die; a lost die lowers the Defence, too."""
    state = duel(a={"profile": TOUGH, "now": {"modifiers": (1,)}})
    assert attack(state, number(state, "a"), number(state, "b")).dice == 5
    weak = {"profile": TOUGH, "now": {"modifiers": (-1,)}}
    for option, over in ((True, 3), (False, 4)):
        state = duel(b=weak, dice_penalty_hits_defence=option)
        assert attack(state, number(state, "a"), number(state, "b")).over == over


def test_uf_104_hands_and_pistols():
    """UF-104, UF-106, HR-101, HR-103: both hands lessen the penalty; a pistol needs one of them."""
    gear = {"profile": TOUGH, "weapons": ["great-hammer", "pistol"]}
    state = duel(a=gear)
    assert attack(state, number(state, "a"), number(state, "b")).dice == 3
    one_handed = duel(a=gear | {"now": {"both": False}})
    assert attack(one_handed, number(state, "a"), number(state, "b")).dice == 3  # 2 and the pistol


def test_uf_120_poison_wounds_by_ones():
    """UF-120, UF-111, TV-36: each 1 on a combat die; not the immune."""
    gear = {"profile": TOUGH, "rules": ["poison"]}
    state = go(duel(a=gear, b={"profile": SOLDIER, "wounds": 3}), "strike b", (1, 1, 2, 2))
    assert one(state, "b").wounds == 1
    immune = {"profile": SOLDIER, "rules": ["immunity"]}
    state = go(duel(a=gear, b=immune), "strike b", (1, 1, 2, 2))
    assert one(state, "b").wounds == 1


def test_uf_84_several_wounds():
    """UF-84: one for each die that exceeds the Toughness."""
    state = go(duel(b={"profile": SOLDIER, "wounds": 3}), "strike b", (3, 3, 3, 3), (0, 0, 9, 9))
    assert one(state, "b").wounds == 1
    assert asked(state) == "push"


def shoved(inches=1, **options):
    """A model about to be pushed by the other side."""
    return go(duel(**options), "strike b", (0, 1, 2, 9), (0,), (0,))


def test_hr_75_zeros_that_fail_push_the_striker():
    """HR-75: the opponent says where."""
    state = shoved()
    assert (asked(state), state.to_move) == ("push", 0)
    state = go(state, "push 90.0")
    assert (asked(state), state.to_move) == ("push", 1)
    state = go(state, "push 90.0")
    assert one(state, "a").place[:2] == pytest.approx((10.0, 26.0))
    assert one(state, "b").place[:2] == pytest.approx((11.5, 26.0))


def test_hr_77_where_a_push_may_go():
    """HR-77: all around, or straight away only."""
    state = shoved()
    assert len(texts(state)) == 16
    assert not state.complete_moves
    assert why(state, "push 12.25") is None
    away = shoved(push_direction="away_only")
    assert one(away, "b").place[:2] == pytest.approx((13.5, 24.0))


ROOF = terrain(("roof", 6, 20, 12.4, 28, 3.0))


def test_tv_25_a_push_over_an_edge_is_a_fall():
    """TV-25: UF-87, UG-28, HR-76: landing clear of the edge, a D6 test, the rest is lost."""
    options = {"at": (10, 24), "table": ROOF, "level": 3.0}
    state = shoved(b={"profile": SOLDIER, "wounds": 2}, **options)
    assert "push 0.0" in texts(state)
    state = go(state, "push 0.0")
    b = one(state, "b")
    assert b.place[:3] == pytest.approx((13.029921, 24.0, 0.0), abs=1e-6)
    assert asked(state) == "toughness"
    assert state.agenda[0].data[0] == "D6"
    assert one(go(state, (9,)), "b").wounds == 1
    assert one(go(state, (8,)), "b").wounds == 2  # 5 on a D6


def test_tv_25_a_wall_stops_a_push():
    """UG-28: a wall that rises above the step."""
    table = terrain(("wall", 13, 20, 13.5, 28, 2.0))
    state = go(shoved(table=table), "push 0.0")
    assert one(state, "b").place[0] == pytest.approx(13 - 0.629921, abs=1e-6)
    assert asked(state) == "push"


def test_hr_69_the_edge_of_the_table_stops_or_removes():
    """HR-69: `edge`."""
    options = {"at": (45.5, 24)}
    stopped = go(shoved(**options), "push 0.0")
    assert one(stopped, "b").place[0] == pytest.approx(48 - 0.629921, abs=1e-6)
    assert one(go(shoved(edge="remove", **options), "push 0.0"), "b").fate == "removed"


def test_hr_78_a_push_may_knock_down():
    """HR-78: `push_knocks_down`."""
    assert one(go(shoved(), "push 0.0"), "b").rises is None
    down = go(shoved(push_knocks_down=True), "push 0.0")
    assert one(down, "b").rises == When(2, "move")


def test_pushes_to_the_nearest_edges_are_listed():
    """HR-77: so that a player sees them."""
    state = shoved(at=(10, 23.3), table=ROOF, level=3.0)
    assert len(texts(state)) >= 16


@pytest.mark.parametrize(("option", "die"), [("damage", "D6"), ("hit", "D10"), ("both", "D6")])
def test_hr_72_which_dice_the_size_tables_choose(option, die):
    """HR-72, TV-21: fists of normal models roll D6."""
    state = duel(size_die=option)
    found = attack(state, number(state, "a"), number(state, "b"))
    assert found.blow.die.name == die
    assert found.die.name == ("D10" if option == "damage" else "D6")


def test_hr_73_the_threshold_is_defence_or_dice():
    """HR-73: a pistol adds a die, and nothing to the Defence."""
    armed = {"profile": TOUGH, "weapons": ["knife", "pistol"]}
    for option, over in (("DEF", 4), ("current_dice", 5)):
        state = duel(b=armed, threshold=option)
        assert attack(state, number(state, "a"), number(state, "b")).over == over


@pytest.mark.parametrize(("option", "engaged"), [("weapon", True), ("base", False)])
def test_hr_62_a_long_weapon_strikes_and_may_engage(option, engaged):
    """HR-62, UG-24: a pike reaches 8 in; whether that is a melee is the group's choice."""
    pike = {"profile": SOLDIER, "weapons": ["pike"]}
    state = duel(a=pike, gap=6.0, engage_reach=option)
    assert texts(state) == ["hold", "strike b"]
    assert bool(board(state).engaged(number(state, "b"))) is engaged
