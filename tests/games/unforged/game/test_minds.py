"""Psychology and the order of tests (UF-54 to UF-64, HR-40 to HR-47)."""

import pytest

from tablesim.games.unforged.game.fighters import When
from tablesim.games.unforged.game.state import Task, Trigger

from .scenes import OPEN, act, again, asked, events, go, model, one, skirmish, terrain, texts, why

REST = Task("pick", data=(0,))


def panicking(rules=(), *more, at=(10, 24), table=OPEN, **options):
    """A model that tests for panic of an enemy at its right."""
    said = {"rules": list(rules)} if rules else {}
    state = skirmish(
        model("a", 0, *at, 0.0, **said), model("b", 1, 20, 24, 180.0), *more, table=table, **options
    )
    raised = Trigger(state.number("a"), "panic", 5, state.number("b"), 20.0, 24.0, "fire")
    return again(state.raising(raised), "react", REST)


@pytest.mark.parametrize(
    ("rules", "least"), [((), 6), (("veteran",), 5), (("cowardly",), 7), (("fearless",), 6)]
)
def test_tv_13_panic_5(rules, least):
    """TV-13: UF-54, UF-59: more than 5, with the modifiers of the special rules."""
    state = panicking(rules)
    assert asked(state) == "mind"
    assert events(go(state, (least,)))[0] == "passes a panic test"
    assert events(go(state, (least - 1,)))[0] == "fails a panic test"


def test_hr_40_a_failure_falls_back():
    """HR-40: straight away from the cause, up to M, facing away."""
    state = go(panicking(), (0,))
    assert one(state, "a").place == (6.0, 24.0, 0.0, 180.0)


def test_hr_40_it_stops_at_walls_bases_heights_and_the_zones_of_enemies():
    """HR-40: no climb, no drop."""
    wall = terrain(("wall", 7, 20, 7.5, 28, 1.0))
    assert one(go(panicking(table=wall), (0,)), "a").place[0] == pytest.approx(
        7.5 + 0.629921, abs=1e-6
    )
    enemy = model("c", 1, 6, 24, 0.0)
    state = go(panicking((), enemy), (0,))
    assert one(state, "a").place[0] == pytest.approx(6 + 2 * 0.629921 + 0.5, abs=1e-4)
    assert one(go(panicking(at=(2, 24)), (0,)), "a").place[0] == pytest.approx(0.629921, abs=1e-6)


def test_hr_40_it_loses_its_activation_of_the_phase():
    """HR-40: if it has not been used yet."""
    state = panicking()
    number = state.number("a")
    state = again(state.but(waiting=(number,)), *state.agenda)
    assert number not in go(state, (0,)).waiting
    assert number in go(state, (9,)).waiting


def test_hr_40_in_melee_it_stays_and_its_combat_becomes_1():
    """HR-40, UF-57, HR-44."""
    state = go(panicking((), model("c", 1, 11.5, 24, 180.0)), (0,))
    assert one(state, "a").place[:2] == (10.0, 24.0)
    assert state.value(state.number("a"), "C") == 1


def test_hr_40_pinned_rout_and_none():
    """HR-40: the other readings of a failed panic test."""
    pinned = go(panicking(panic_result="pinned"), (0,))
    assert one(pinned, "a").under("pinned")
    assert one(pinned, "a").place[:2] == (10.0, 24.0)
    rout = go(panicking(panic_result="rout"), (0,))
    assert one(rout, "a").place[0] == 2.0
    assert one(go(panicking(panic_result="rout", at=(5, 24)), (0,)), "a").fate == "removed"
    assert one(go(panicking(panic_result="none"), (0,)), "a").place[:2] == (10.0, 24.0)


def test_hr_40_panic_does_nothing_to_who_is_down():
    """HR-40."""
    state = skirmish(
        model("a", 0, 10, 24, now={"rises": When(1, "shooting")}), model("b", 1, 20, 24)
    )
    raised = Trigger(state.number("a"), "panic", 5, state.number("b"), 20.0, 24.0, "fire")
    assert asked(again(state.raising(raised), "react", REST)) == "pick"


def test_uf_59_stupid_models_take_no_tests():
    """UF-59, UF-123."""
    assert asked(panicking(["stupidity 1"])) == "pick"


def test_uf_59_stubborn_models_may_reroll_and_hr_112_once_more():
    """UF-59, UF-13, HR-112: a second reroll gives the permission up for the game."""
    state = go(panicking(["stubborn"]), (0,))
    assert texts(state) == ["accept", "reroll"]
    assert one(go(state, "accept"), "a").place[0] == 6.0
    again_ = go(state, "reroll")
    assert asked(again_) == "mind"
    assert one(go(again_, (9,)), "a").stubborn
    second = go(again_, (0,), "reroll", (0,))
    assert not one(second, "a").stubborn
    assert one(second, "a").place[0] == 6.0  # there is no third


def charging(rules, mover=(), *more, options=None):
    """A model about to move that has somebody fearful near."""
    said = {"rules": list(mover)} if mover else {}
    state = skirmish(
        model("a", 0, 10, 24, 0.0, **said),
        model("b", 1, 14, 24, 180.0, rules=list(rules)),
        *more,
        **(options or {}),
    )
    return act(state, "a")


CHARGE = "go 12.5,24.0 face 0.0"


@pytest.mark.parametrize(("mover", "least"), [((), 5), (("fearless",), 4), (("cowardly",), 6)])
def test_tv_13_fear_4_before_an_own_charge(mover, least):
    """TV-13: UF-56, HR-46: on declaration, before moving."""
    state = go(charging(["fear 4"], mover), CHARGE)
    assert asked(state) == "mind"
    assert one(state, "a").place[0] == 10.0
    passed = go(state, (least,))
    assert one(passed, "a").place[0] == 12.5
    failed = go(state, (least - 1,))
    assert one(failed, "a").place[0] == 10.0


def test_uf_57_failed_fear():
    """UF-57, HR-46, HR-44: Combat 1 for a turn, Panic 8, and not closer to that enemy."""
    state = go(charging(["fear 4"]), CHARGE, (0,))
    assert state.value(state.number("a"), "C") == 1
    assert asked(state) == "mind"
    assert state.agenda[0].data[:2] == ("panic", 8)
    brave = go(state, (9,))
    assert asked(brave) == "act"
    assert why(brave, CHARGE).startswith("UF-57")
    assert why(brave, "go 9.0,24.0 face 0.0") is None
    fled = go(state, (8,))  # HR-40: the activation is lost
    assert asked(fled) == "pick"
    assert one(fled, "a").place[0] == 6.0


def test_uf_56_fear_causers_are_immune():
    """UF-56."""
    assert one(go(charging(["fear 4"], ["fear 3"]), CHARGE), "a").place[0] == 12.5


def test_hr_46_who_is_charged_tests_at_contact():
    """HR-46, UF-56: a fall-back here needs no leaving test."""
    state = skirmish(model("a", 0, 10, 24, 0.0, rules=["fear 4"]), model("b", 1, 14, 24, 180.0))
    state = go(act(state, "a"), CHARGE)
    assert one(state, "a").place[0] == 12.5
    assert asked(state) == "mind"
    state = go(state, (4,))
    assert state.value(state.number("b"), "C") == 1
    state = go(state, (8,))
    assert one(state, "b").place[:2] == (18.0, 24.0)


def test_uf_58_a_success_against_terror_is_rerolled():
    """UF-58, TV-13: both must succeed; a fear-causer rolls once."""
    state = go(charging(["terror 4"]), CHARGE, (9,))
    assert asked(state) == "mind"
    assert one(go(state, (9,)), "a").place[0] == 12.5
    assert one(go(state, (4,)), "a").place[0] == 10.0
    fearful = go(charging(["terror 4"], ["fear 3"]), CHARGE, (5,))
    assert one(fearful, "a").place[0] == 12.5


def test_uf_55_terror_within_12_causes_panic_once_a_round():
    """UF-55, HR-43: of either side; the causer itself does not test."""
    state = skirmish(
        model("t", 0, 10, 24, rules=["terror 4"]),
        model("a", 0, 10, 30),
        model("b", 1, 20, 24),
        model("far", 1, 30, 40),
    )
    state = again(state, Task("begin phase", data=("move",)), "react", REST)
    assert asked(state) == "order"
    assert texts(state) == ["next a panic", "next b panic"]
    state = go(state, "next b panic", (9,), (9,))
    assert asked(state) == "pick"
    assert asked(again(state, "react", REST)) == "pick"
    nxt = again(state.but(raised=()), Task("begin phase", data=("move",)), "react", REST)
    assert asked(nxt) == "order"


def test_hr_43_or_when_first_coming_near_later():
    """HR-43."""
    state = skirmish(model("t", 0, 10, 24, rules=["terror 4"]), model("b", 1, 26, 24, 180.0))
    state = go(act(state, "t"), "go 13.0,24.0 face 0.0")
    assert asked(state) == "mind"
    assert state.agenda[0].data[5] == "terror"


@pytest.mark.parametrize(("scope", "rerolled"), [("fear_part", False), ("all", True)])
def test_hr_45_whether_the_panic_part_is_rerolled(scope, rerolled):
    """HR-45."""
    state = skirmish(
        model("t", 0, 10, 24, rules=["terror 4"]),
        model("b", 1, 20, 24),
        terror_reroll_scope=scope,
    )
    state = go(again(state, "react", REST), (9,))
    assert (asked(state) == "mind") is rerolled


def ordering(last=None, **options):
    """Two models of each side that test; who is first in turn order names the first."""
    state = skirmish(
        model("a1", 0, 10, 10),
        model("a2", 0, 13, 10),
        model("b1", 1, 10, 40),
        model("b2", 1, 13, 40),
        priority=1,
        **options,
    )
    triggers = [
        Trigger(state.number(id), "panic", 5, -1, 11.0, 25.0, "comrade")
        for id in ("a1", "a2", "b1", "b2")
    ]
    return again(state.raising(*triggers), "react", REST)


def test_uf_63_the_first_player_names_the_first_model_then_the_sides_alternate():
    """UF-63, HR-47: of either side; then each among its own."""
    state = ordering()
    assert state.to_move == 1
    assert len(texts(state)) == 4
    state = go(state, "next a1 panic", (9,))
    assert (state.to_move, texts(state)) == (1, ["next b1 panic", "next b2 panic"])
    assert why(state, "next a2 panic").startswith("UF-63")
    state = go(state, "next b2 panic", (9,))
    assert asked(state) == "mind"  # a2 alone is left on its side
    assert state.agenda[0].model == state.number("a2")


def test_uf_64_all_tests_of_the_start_of_a_round_are_put_in_one_order():
    """UF-64: rolls to regenerate and panic of terror; the first player says who starts."""
    state = skirmish(
        model("t", 1, 10, 24, rules=["terror 4"]),
        model("a", 0, 10, 30, rules=["regeneration"], now={"fate": "lying", "wounds": 0}),
        model("b", 1, 20, 24),
        priority=1,
    )
    state = again(state, Task("begin phase", data=("move",)), "react", REST)
    assert (asked(state), state.to_move) == ("order", 1)
    assert sorted(texts(state)) == ["next a regenerate", "next b panic"]
    state = go(state, "next a regenerate")
    assert asked(state) == "regenerate"
    assert asked(go(state, (6,))) == "mind"


def test_uf_62_what_a_test_triggers_comes_before_the_other_tests():
    """UF-62: resolved at once."""
    state = skirmish(
        model("a1", 0, 10, 10),
        model("a2", 0, 11.5, 10),
        model("b", 1, 40, 40),
        panic_result="rout",
    )
    triggers = [
        Trigger(state.number(id), "panic", 5, -1, 10.0, 40.0, "fire") for id in ("a1", "a2")
    ]
    state = again(
        state.fighter(state.number("a1"), place=(10.0, 5.0, 0.0, 0.0)).raising(*triggers),
        "react",
        REST,
    )
    state = go(state, "next a1 panic", (0,))  # over the edge: a comrade is gone
    assert one(state, "a1").fate == "removed"
    assert state.agenda[0].data[5] == "comrade"
    state = go(state, (9,))
    assert state.agenda[0].data[5] == "fire"


@pytest.mark.parametrize("number", [5, 8])
def test_hr_41_the_panic_of_a_comrades_death(number):
    """HR-41: 5, or 8 as the introduction says."""
    from tablesim.games.unforged.game.damage import remove

    state = skirmish(
        model("a", 0, 10, 24), model("b", 0, 12, 24), model("c", 1, 30, 24), panic_comrade=number
    )
    state = remove(state, state.number("a"), "UF-84")
    assert [trigger.number for trigger in state.raised] == [number]


def test_hr_69_who_falls_back_is_stopped_by_comrades_it_might_have_passed():
    """HR-40, HR-69: a forced move stops at bases, whatever a chosen move may cross (HR-58)."""
    friend = model("c", 0, 6.5, 24)
    state = go(panicking((), friend, pass_friends=True), (0,))
    assert one(state, "a").place[0] == pytest.approx(6.5 + 2 * 0.629921, abs=1e-4)
