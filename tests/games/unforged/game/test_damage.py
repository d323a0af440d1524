"""Wounds, regeneration, removal (UF-18, UF-30, UF-122, HR-102, HR-106)."""

from tablesim.games.unforged.game.damage import remove, shove, wound
from tablesim.games.unforged.game.state import Task

from .scenes import act, again, asked, go, model, one, skirmish

REST = Task("pick", data=(0,))


def position(*more, **said):
    return skirmish(model("a", 0, 10, 10, **said), model("b", 1, 30, 30), *more)


def test_uf_18_the_last_wound_removes():
    """UF-18, UF-84: one with more wounds goes on."""
    state = position(wounds=2)
    a = state.number("a")
    state = wound(state, a, 1, "UF-82")
    assert (one(state, "a").wounds, one(state, "a").fate) == (1, "")
    state = wound(state, a, 5, "UF-82")
    assert (one(state, "a").wounds, one(state, "a").fate, one(state, "a").place) == (
        0,
        "removed",
        None,
    )


def test_uf_31_who_cannot_fail_does_not_roll():
    """UF-31: T 6 is immune to a D6 test."""
    state = position(profile="M4 S4 T6 C3")
    a = state.number("a")
    assert shove(state, a, ("D6", False), "wound", "UF-69").agenda == state.agenda
    assert shove(state, a, ("D10", False), "wound", "UF-69").agenda[0].name == "toughness"
    assert shove(state, a, ("D6", True), "wound", "UF-69").agenda[0].name == "toughness"


def test_uf_22_armor_does_not_help_in_tests():
    """UF-22, TV-7: a soldier in power armor tests on 5."""
    state = position(armor=["power-armor"])
    state = again(shove(state, state.number("a"), ("D10", False), "wound", "UF-87"), *(), REST)
    state = shove(
        position(armor=["power-armor"]), state.number("a"), ("D10", False), "wound", "UF-87"
    )
    state = again(state, state.agenda[0], REST)
    assert one(go(state, (6,)), "a").fate == "removed"
    assert one(go(state, (5,)), "a").fate == ""


def lying(**said):
    state = position(rules=["regeneration 7"], wounds=2, **said)
    return wound(state, state.number("a"), 2, "UF-82")


def test_uf_122_regeneration_keeps_a_model_on_the_table():
    """UF-122, HR-106: it lies where it fell, counts as a casualty, and rises on 7 and more."""
    state = lying()
    a = one(state, "a")
    assert (a.fate, a.place[:2]) == ("lying", (10.0, 10.0))
    price = state.troops[state.number("a")].price
    assert state.scores()[1] == position().scores()[1] + price
    state = again(state, Task("begin phase", data=("move",)), "react", REST)
    assert asked(state) == "regenerate"
    assert one(go(state, (6,)), "a").fate == "lying"
    up = go(state, (7,))
    assert (one(up, "a").fate, one(up, "a").wounds) == ("", 1)
    assert state.number("a") in up.waiting


def test_hr_102_fire_prevents_it_and_destroys_who_lies():
    """UF-122; HR-102, HR-106."""
    state = position(rules=["regeneration 7"])
    burnt = wound(state, state.number("a"), 1, "UF-94", fire=True)
    assert one(burnt, "a").fate == "removed"
    state = lying()
    assert one(wound(state, state.number("a"), 1, "UF-94"), "a").fate == "lying"
    assert one(wound(state, state.number("a"), 1, "UF-94", fire=True), "a").fate == "removed"


def test_hr_106_nobody_fights_who_lies():
    """HR-106: it cannot be engaged, and leaves no zone behind."""
    enemy = model("c", 1, 11.5, 10, 180.0)
    state = skirmish(model("a", 0, 10, 10, rules=["regeneration 7"]), enemy, phase="melee")
    state = wound(state, state.number("a"), 1, "UF-82")
    assert asked(act(state, "c")) == "pick"
    moving = act(state.but(phase="move"), "c")
    assert asked(go(moving, "go 14.0,10.0 face 0.0")) == "pick"


def test_uf_55_the_death_of_a_comrade_raises_tests_within_12():
    """UF-55, HR-40: 12 in from base to base; the cause is the killer."""
    near = model("near", 0, 10, 23.2)
    far = model("far", 0, 10 + 13.3, 10)
    state = position(near, far)
    state = remove(state, state.number("a"), "UF-84", by=state.number("b"))
    assert [state.fighters[t.model].id for t in state.raised] == ["near"]
    (trigger,) = state.raised
    assert (trigger.what, trigger.number, trigger.why) == ("panic", 5, "comrade")
    assert (trigger.x, trigger.y) == (30.0, 30.0)


def test_hr_106_no_panic_before_a_lying_model_is_removed():
    """HR-106."""
    state = lying()
    assert state.raised == ()


def test_uf_124_every_wound_is_told_with_its_rule():
    """UF-124: a campaign reads the injuries off the events."""
    state = position(wounds=3)
    (event,) = wound(state, state.number("a"), 2, "UF-94").events
    assert (event.kind, event.seat, event.rules) == ("wounded", 0, ("UF-94",))
    assert dict(event.details) == {"model": "a", "wounds": 2, "left": 1}
