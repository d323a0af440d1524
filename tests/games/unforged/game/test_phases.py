"""Rounds, phases and turns (UF-6, UF-7, UF-60 to UF-66, UF-78; HR-3; HR-48; HR-50; HR-70)."""

import pytest

from tablesim.games.unforged.game.fighters import Lasting, When
from tablesim.games.unforged.game.state import Task

from .scenes import OPEN, act, again, asked, events, go, model, one, phase, skirmish, texts


def five(**options):
    """Three models against two, far apart."""
    return skirmish(
        *(model(f"a{n}", 0, 5 + 3 * n, 5) for n in range(3)),
        *(model(f"b{n}", 1, 5 + 3 * n, 40) for n in range(2)),
        **options,
    )


def order(state):
    """Which side acts, in the order of the activations of a phase that all hold."""
    sides = []
    while asked(state) in ("pick", "act"):
        if asked(state) == "pick":
            state = state.apply(state.legal_moves()[0])
        sides.append(state.fighters[state.active].seat + 1)
        state = go(state, "hold")
    return sides


REST = Task("choose strip", data=(0,))


@pytest.mark.parametrize(
    ("mode", "first", "expected"),
    [
        ("A", 0, [1, 2, 1, 2, 1]),
        ("A", 1, [2, 1, 2, 1, 1]),
        ("B", 0, [1, 1, 1, 2, 2]),
        ("B", 1, [2, 2, 1, 1, 1]),
    ],
)
def test_tv_35_order_of_activations(mode, first, expected):
    """TV-35: UF-60; HR-48; HR-50: the sides in turn, or in blocks; who has some left goes on."""
    state = phase(five(turn_mode=mode, priority=first), "move", REST)
    assert order(state) == expected


def test_uf_61_priority_swaps_after_each_round():
    """UF-61: who acted first now acts second."""
    state = again(five(), "round end", REST)
    assert state.priority == 1


def test_uf_66_a_round_has_three_phases_in_order():
    """UF-6, UF-66: Move, Melee, Shooting; phases in which nobody can do anything pass."""
    state = again(five(rounds=2), "round")
    assert (state.round, state.phase) == (2, "move")
    seen = []
    while state.decided is None:
        state = go(state, "hold" if asked(state) == "act" else texts(state)[0])
        seen += [dict(e.details)["name"] for e in state.events if e.kind == "phase"]
    assert seen == ["melee", "shooting"]
    assert state.result().reason.value == "the rounds are used up; points decide"


def test_hr_50_each_model_acts_once_a_phase_and_may_do_nothing():
    """HR-50: the one that acted is not offered again."""
    state = phase(five(), "move", REST)
    state = go(state, "activate a0", "hold", "activate b0", "hold")
    assert texts(state) == ["activate a1", "activate a2"]


@pytest.mark.parametrize(
    ("fell", "rises"),
    [
        (("move", 1), (1, "shooting")),
        (("melee", 1), (2, "move")),
        (("shooting", 1), (2, "melee")),
    ],
)
def test_tv_31_knock_down_and_standing_up(fell, rises):
    """TV-31: UF-78, UF-7, UF-66: down for one turn from the phase it fell in."""
    from tablesim.games.unforged.game.damage import knock_down

    name, number = fell
    state = five().but(phase=name, round=number)
    state = knock_down(
        state, 0 if one(state, "a0") is state.fighters[0] else state.number("a0"), "UF-78"
    )
    assert one(state, "a0").rises == When(*rises)
    round_, phase_ = rises
    up = again(state.but(round=round_, phase=phase_), "end phase", REST)
    assert one(up, "a0").rises is None
    assert "stands up" in events(up)
    other = {"move": "melee", "melee": "shooting", "shooting": "move"}[phase_]
    down = again(state.but(round=round_, phase=other), "end phase", REST)
    assert one(down, "a0").rises == When(*rises)


def test_hr_70_standing_up_by_the_glossary():
    """HR-70: `standup = "end_next_shooting"`."""
    from tablesim.games.unforged.game.damage import knock_down

    state = five(standup="end_next_shooting").but(phase="melee")
    state = knock_down(state, state.number("a0"), "UF-78")
    assert one(state, "a0").rises == When(2, "shooting")


def test_uf_78_who_is_down_does_not_act():
    """UF-78: it may not move, fight or shoot."""
    state = five()
    state = state.fighter(state.number("a0"), rises=When(1, "shooting"))
    state = phase(state, "move", REST)
    assert texts(state) == ["activate a1", "activate a2"]


def test_uf_7_effects_of_one_turn():
    """UF-7: an effect that begins in Melee ends with the Move phase of the next round."""
    state = five().but(phase="melee")
    assert state.lasts() == When(2, "move")
    assert state.but(phase="move").lasts() == When(1, "shooting")
    assert state.but(phase="shooting").lasts() == When(2, "melee")
    shaken = state.fighter(state.number("a0"), lasting=(Lasting("shaken", When(2, "move")),))
    assert shaken.value(shaken.number("a0"), "C") == 1
    after = again(shaken.but(round=2, phase="move"), "end phase", REST)
    assert one(after, "a0").lasting == ()
    assert after.value(after.number("a0"), "C") == 2


@pytest.mark.parametrize(("option", "left"), [("only_move_started", 1), ("all", 0)])
def test_hr_3_what_ends_when_the_move_phase_begins(option, left):
    """HR-3: effects that began in Melee go on, or end with all others."""
    state = five(start_of_move_expiry=option)
    number = state.number("a0")
    state = state.fighter(number, lasting=(Lasting("shaken", When(2, "move")),))
    state = again(state, Task("begin phase", data=("move",)), REST)
    assert len(one(state, "a0").lasting) == left


def test_hr_1_a_side_without_models_loses_at_once():
    """HR-1: whatever the points are."""
    from tablesim.games.unforged.game.damage import remove

    state = skirmish(model("a", 0, 5, 5), model("b", 1, 9, 40), table=OPEN)
    state = again(remove(state, state.number("b"), "UF-84"), "react", REST)
    result = state.result()
    assert result.winners == (0,)
    assert result.reason.name == "WIPED_OUT"
    assert state.scores()[0] > state.scores()[1]


def test_hr_1_points_of_removed_enemies_decide_after_the_last_round():
    """HR-1: each removed model gives its price to the other side."""
    from tablesim.games.unforged.game.damage import remove

    state = five(rounds=1)
    before = state.scores()
    state = remove(state, state.number("b0"), "UF-84")
    assert state.scores() == (before[0] + 6, before[1])
    state = again(state.but(raised=()), "round")
    assert state.result().winners == (0,)


def test_melee_dice_won_by_a_charge_last_for_one_melee_phase():
    """UF-75: modifiers are for the coming melee phase alone."""
    state = five().but(phase="melee")
    state = state.fighter(state.number("a0"), modifiers=(1,))
    assert one(again(state, "end phase", REST), "a0").modifiers == ()


def test_an_activation_ends_and_nobody_is_active():
    state = act(five(), "a0")
    assert asked(state) == "act"
    assert go(state, "hold").agenda[0].name == "pick"


def test_uf_65_what_lasts_until_melee_is_gone_when_it_begins():
    """UF-65, UF-7: an effect that ends with the Move phase does not reach the Melee phase."""
    state = five().but(phase="move")
    number = state.number("a0")
    state = state.fighter(number, lasting=(Lasting("shaken", When(1, "move")),))
    state = again(state, "end phase", Task("begin phase", data=("melee",)), REST)
    assert (state.phase, one(state, "a0").lasting) == ("melee", ())


def test_hr_71_standing_up_is_free_and_keeps_place_and_facing():
    """HR-71, UF-23: unless the Move is 0."""
    state = five().but(phase="melee")
    number = state.number("a0")
    down = state.fighter(number, rises=When(1, "melee"))
    up = again(down, "end phase", REST)
    assert one(up, "a0") == one(state, "a0")
    stuck = again(down.fighter(number, rolled=0), "end phase", REST)
    assert one(stuck, "a0").rises is not None
