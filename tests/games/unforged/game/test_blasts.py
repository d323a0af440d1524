"""Area weapons (UF-51, UF-99, UF-100, UF-102, UF-103, HR-90, HR-91, HR-97, HR-98)."""

import pytest

from .scenes import OPEN, act, asked, events, go, model, one, skirmish, terrain, texts, why

R = 32 / 25.4


def thrower(*more, gun="hand-grenade", far=5.0, table=OPEN, foe=None, options=None, **said):
    state = skirmish(
        model("a", 0, 10, 24, 0.0, weapons=[gun], **said),
        model("b", 1, 10 + far + R, 24, 180.0, **(foe or {})),
        *more,
        table=table,
        phase="shooting",
        **(options or {}),
    )
    return act(state, "a")


TOUGH = {"profile": "M4 S4 T8 C4", "wounds": 5}


def test_tv_29_no_scatter_within_the_automatic_range():
    """TV-29: UF-99, UF-100, HR-90: S 3 throws 6 in."""
    state = go(thrower(far=6.0, foe=TOUGH), "throw hand-grenade b")
    assert asked(state) == "blast damage"
    assert asked(go(thrower(far=6.1, foe=TOUGH), "throw hand-grenade b")) == "scatter"


def test_tv_29_the_farthest_throw():
    """TV-29: UF-99: 12 in at most for S 3."""
    state = thrower(far=12.1, options={"measuring": "open"})
    assert why(state, "throw hand-grenade b").startswith("UF-101")
    assert why(thrower(far=12.0, options={"measuring": "open"}), "throw hand-grenade b") is None


def test_tv_29_scatter_moves_the_burst():
    """UF-100, UF-11: in the open a D3; raw 9 is 3 in, at 90 degrees."""
    state = go(thrower(far=10.0, foe=TOUGH), "throw hand-grenade b")
    missed = go(state, (9, 90.0))
    assert "scatters" in events(missed)
    place = next(dict(e.details)["at"] for e in missed.events if e.kind == "bursts")
    assert str(place) == f"({20 + R:.2f}, 27.00) level 0"
    assert place == pytest.approx((20 + R, 27.0, 0.0))  # exact, for whoever draws it
    assert asked(missed) == "mind"  # it was aimed at (HR-42)
    assert asked(go(state, (3, 90.0))) == "blast damage"  # 1 in: still covered


def test_uf_102_full_strength_inside_and_half_outside():
    """UF-102, TV-14: 1.13 in is inner, 2.13 in outer; comrades and the thrower are hit, too."""
    near = model("near", 0, 15 + R, 24 + 2.0, **TOUGH)
    state = go(thrower(near, foe=TOUGH), "throw hand-grenade b")
    hits = {
        task.model: task.data[2] for task in state.agenda if task.name in ("caught", "blast damage")
    }
    assert hits == {state.number("b"): False, state.number("near"): True}
    assert one(go(state, (3,)), "near").wounds == 5


def test_hr_97_a_blast_pushes_outwards():
    """HR-97, UF-102: by the row of a normal base, 2 in; away from the middle."""
    near = model("near", 1, 15 + R, 24 + 1.6, **TOUGH)
    state = go(thrower(near, foe=TOUGH), "throw hand-grenade b")
    while asked(state) == "blast damage":
        state = go(state, (0,))
    assert one(state, "near").place[:2] == pytest.approx((15 + R, 24 + 1.6 + 2.0))


def test_uf_103_stun_grenades_knock_down():
    """UF-103: a Toughness test on D10; who fails falls, and suffers nothing else."""
    state = go(thrower(gun="stun-grenade"), "throw stun-grenade b")
    assert asked(state) == "toughness"
    assert state.agenda[0].data[0] == "D10"
    down = go(state, (6,))
    assert one(down, "b").rises is not None
    assert one(down, "b").wounds == 1
    assert one(go(state, (5,)), "b").rises is None


def test_hr_90_a_place_may_be_aimed_at():
    """HR-90: any that is seen."""
    state = thrower(foe=TOUGH)
    assert why(state, "throw hand-grenade 15.0,24.0,0.0") is None
    assert asked(go(state, "throw hand-grenade 15.5,24.0,0.0")) == "blast damage"
    for nowhere in ("15.5,24.0,3.0", "-1.0,24.0,0.0", "1000000.0,24.0,0.0"):
        assert why(state, f"throw hand-grenade {nowhere}").startswith("HR-90")
    hidden = thrower(table=terrain(("wall", 12, 10, 13, 38, 5.0)))
    assert why(hidden, "throw hand-grenade 15.0,24.0,0.0").startswith("UF-91")


def test_hr_91_scatter_over_an_edge_comes_down_below():
    """HR-91: the next lower surface."""
    table = terrain(("roof", 18, 20, 23, 28, 3.0))
    foe = {"level": 3.0} | TOUGH
    state = go(
        thrower(far=10.0, table=table, foe=foe, options={"measuring": "open"}),
        "throw hand-grenade b",
    )
    state = go(state, (9, 0.0))
    place = next(dict(e.details)["at"] for e in state.events if e.kind == "bursts")
    assert place.level == 0.0 or "24" in str(place)


@pytest.mark.parametrize(("walls", "x"), [(False, 24.26), (True, 22.5)])
def test_hr_91_walls_may_stop_a_scattering_grenade(walls, x):
    """HR-91: `scatter_walls`."""
    table = terrain(("wall", 22.5, 10, 23, 38, 2.0))
    options = {"scatter_walls": walls}
    state = go(thrower(far=10.0, table=table, foe=TOUGH, options=options), "throw hand-grenade b")
    state = go(state, (9, 0.0))
    place = next(dict(e.details)["at"] for e in state.events if e.kind == "bursts")
    assert str(place).startswith(f"({x:.2f}, 24.00)")


def shotgun(*more, **said):
    return thrower(*more, gun="shotgun", **said)


def test_hr_98_a_shotgun_rolls_its_strength_once_for_all_it_covers():
    """HR-98, UG-15: D6 x 2, cover ignored."""
    state = shotgun(model("c", 1, 10 + 5 + R, 25.0, **TOUGH), far=3.0, foe=TOUGH)
    assert "emit shotgun 0.0" in texts(state)
    state = go(state, "emit shotgun 0.0")
    assert asked(state) == "strength dice"
    state = go(state, (9,))
    assert state.agenda[0].data[5] == 12
    caught = [task.model for task in state.agenda if task.name in ("caught", "blast damage")]
    assert caught == [state.number("b"), state.number("c")]


def test_hr_39_only_into_the_front():
    """HR-39."""
    state = shotgun(far=3.0)
    assert why(state, "emit shotgun 90.0") is None
    assert why(state, "emit shotgun 91.0").startswith("HR-39")
    assert why(state, "shoot b shotgun").startswith("UF-91")


def test_uf_101_slugs_make_a_gun_of_a_shotgun():
    """UF-101, HR-99: slugs are shot at one model."""
    state = shotgun(far=10.0, ammunition=["slug"], rounds={"slug": 2}, foe=TOUGH)
    assert "shoot b shotgun slug" in texts(state)
    state = go(state, "shoot b shotgun slug")
    assert one(state, "a").left("slug") == 1
    assert asked(state) == "shot damage"


def test_hr_102_thermite_burns_who_lies():
    """HR-102, HR-106."""
    from tablesim.games.unforged.game.damage import wound

    state = thrower(gun="thermite-grenade", foe={"rules": ["regeneration 7"]})
    state = act(wound(state, state.number("b"), 1, "UF-82"), "a")
    assert "throw thermite-grenade b" in texts(state)
    state = go(state, "throw thermite-grenade b", (0,))
    assert one(state, "b").fate == "removed"


def test_uf_55_everybody_covered_comes_under_fire():
    """UF-55, HR-42: and only once, the target among them."""
    near = model("near", 1, 15 + R, 24 + 1.6, **TOUGH)
    state = go(thrower(near, foe=TOUGH), "throw hand-grenade b")
    raised = [trigger.model for trigger in state.raised if trigger.why == "fire"]
    assert sorted(raised) == sorted([state.number("b"), state.number("near")])
