"""What people see: words, pictures, the log with dice and rules."""

import pytest
import shapely

from tablesim.games.unforged.game.board import board
from tablesim.games.unforged.game.fighters import Lasting, When
from tablesim.games.unforged.game.moves import Go
from tablesim.games.unforged.game.scenery import LEAST, ROOM
from tablesim.render.animate import strip

from .scenes import OPEN, act, events, go, model, skirmish, terrain

R = 32 / 25.4 / 2
TOUGH = {"profile": "M4 S4 T8 C4", "wounds": 5}


def marks(state, role):
    return [mark for mark in state.scene().marks if mark.role == role]


def thrower():
    """A thrower before two enemies that stand together."""
    state = skirmish(
        model("a", 0, 10, 14, weapons=["hand-grenade"]),
        model("b", 1, 20, 14, 180.0, **TOUGH),
        model("c", 1, 21.4, 15.0, 180.0, **TOUGH),
        phase="shooting",
        measuring="open",
    )
    return act(state, "a")


def roles(state):
    return {mark.role for mark in state.scene().marks}


def titles(state, role):
    return [mark.title for mark in state.scene().marks if mark.role == role]


def test_words_name_everything_that_matters():
    state = skirmish(
        model("a", 0, 10, 24, 30.0, wounds=2, weapons=["great-hammer"], now={"modifiers": (-1,)}),
        model("b", 1, 14, 24, level=2.0, now={"rises": When(2, "move")}),
        model("c", 1, 30, 24, now={"lasting": (Lasting("shaken", When(1, "shooting")),)}),
        table=terrain(("roof", 12, 20, 18, 28, 2.0)),
    )
    text = str(go(act(state, "a"), "ready great-hammer both"))
    assert text.startswith("round 1, move phase: seat 0 moves a")
    assert "facing 30, great-hammer in both hands, 2 wounds left, -1 combat dice" in text
    assert "level 2" in text
    assert "down until the end of move 2" in text
    assert "shaken until the end of shooting 1" in text
    assert "filler-a-1 (filler, M4 S3 T5 C2): removed" in text


def shooting():
    return act(
        skirmish(
            model("a", 0, 10, 24, 0.0, weapons=["crossbow", "shotgun"]),
            model("b", 1, 20, 24, 180.0),
            table=terrain(("low", 15, 20, 15.2, 28, 0.6)),
            phase="shooting",
        ),
        "a",
    )


def test_the_picture_shows_heights_reach_targets_and_their_cover():
    state = shooting()
    assert {"mat", "obstacle", "contour", "base", "facing", "arc", "measure"} <= roles(state)
    assert any("PARTIAL, 8.7 in" in title for title in titles(state, "measure"))
    assert titles(state, "template") == ["emit shotgun 0.0, catches nobody"]


def test_the_picture_shows_where_a_push_goes():
    state = skirmish(
        model("a", 0, 10, 24, 0.0, profile="M4 S3 T8 C4"),
        model("b", 1, 11.5, 24, 180.0),
        table=terrain(("roof", 6, 20, 12.4, 28, 3.0)),
        phase="melee",
    )
    for number in state.present():
        x, y, _, facing = state.place(number)
        state = state.fighter(number, place=(x, y, 3.0, facing))
    state = go(act(state, "a"), "strike b", (1, 2, 3, 9), (0, 0))
    assert any("falls 3 in" in title for title in titles(state, "path"))


def test_the_picture_shows_strips_and_markers():
    from tablesim.games.unforged.game import GAME

    state = go(GAME.new(scenario="three-wells"), (9,), (0,), "strip left")
    assert {"zone", "mark", "clear"} <= roles(state)


def test_the_log_tells_dice_and_rules():
    state = go(shooting(), "shoot b crossbow", (4,), (0,))
    said = [str(event) for event in state.events]
    assert said[0] == (
        "seat 0: damage, model a, against b, dice 0, plus 6, needs more than 5 (UF-94)"
    )
    assert any("removed" in line and "UF-84" in line for line in said)


def test_the_log_says_why_a_model_tests():
    """UF-55, HR-42: what is asked and what comes of it name the test and its cause."""
    state = skirmish(
        model("a", 0, 10, 24, weapons=["crossbow"]),
        model("b", 1, 20, 24, 180.0, profile="M4 S4 T8 C4"),
        phase="shooting",
    )
    state = go(act(state, "a"), "shoot b crossbow", (0,))
    assert str(state).startswith("round 1, shooting phase: panic test of b")
    assert titles(state, "guide") == ["why b tests: fire from a"]
    said = [str(event) for event in go(state, (2,)).events]
    assert said[0].startswith("seat 1: fails a panic test, model b, why fire from a, die 2, needs")


def test_the_log_says_who_had_nothing_to_do():
    """HR-50: a null activation leaves a line, so that nobody looks for what it did."""
    state = skirmish(
        model("a", 0, 10, 24),
        model("b", 1, 20, 24, 180.0, weapons=["crossbow"]),
        phase="shooting",
    )
    assert "cannot shoot" in events(act(state, "a"))


# What is drawn upon it


def moves_of(*more, at=(8, 24), **options):
    state = skirmish(
        model("a", 0, *at, weapons=["sword"]),
        model("b", 1, 18, 26, 180.0),
        table=terrain(("roof", 11, 20, 17, 28, 2.0), *more, area=36.0),
        **options,
    )
    return act(state, "a")


def test_the_picture_shows_where_a_model_may_come_to():
    """UG-23, UF-67, UF-70: the ground without a test, the far part of a roof only by one."""
    state = moves_of()
    free, tested = (marks(state, role) for role in ("clear", "blocked"))
    assert {mark.title for mark in free} == {
        "ground, the ground: no test",
        "roof, level 2: no test",
    }
    ground = next(mark.shape for mark in free if "ground" in mark.title)
    assert ground.contains(shapely.Point(1.0, 24.0))  # 7 of 8 inches
    assert not ground.intersects(shapely.Point(8.0, 33.0))
    roof = next(mark.shape for mark in tested if "roof" in mark.title)
    assert roof.area > 0.0
    assert not any(roof.intersection(mark.shape).area > 1e-9 for mark in free)
    (dots,) = marks(state, "usual")
    listed = {move.corners[-1][:2] for move in state.legal_moves() if isinstance(move, Go)}
    assert {point.coords[0] for point in dots.shape.geoms} == listed
    assert "error up to" in state.scene().note


def test_a_throw_shows_its_aims_and_whom_it_would_catch():
    """UF-99, UF-100: at each offered aim the area, with the scatter."""
    state = thrower()
    found = {mark.title: mark for mark in marks(state, "template")}
    assert sorted(found) == [
        "throw hand-grenade b: scatters by a D3, catches b, c",
        "throw hand-grenade c: scatters by a D3, catches b, c",
    ]
    assert all(mark.faint for mark in found.values())
    assert {mark.label for mark in found.values()} == {"b, c"}


def test_a_scatter_shows_the_aim_how_far_it_may_go_and_where_it_went():
    """UF-100, UF-11: a D3 goes 3 inches at most; raw 9 goes 3 inches, where the tip points."""
    state = go(thrower(), "throw hand-grenade b")
    (ring,) = marks(state, "guide")
    assert ring.label == "D3: up to 3 in"
    assert ring.shape.distance(shapely.Point(20, 14)) == pytest.approx(3.0, abs=0.01)
    state = go(state, (9, 90.0))
    (way,) = marks(state, "path")
    assert way.label == "scatters 3 in"
    assert list(way.shape.coords) == [(20.0, 14.0), (20.0, 17.0)]
    (end,) = marks(state, "end")
    assert end.shape.equals(shapely.Point(20, 17))
    (area,) = marks(state, "template")
    assert area.shape.contains(end.shape)


def test_a_burst_shows_who_is_hit():
    """UG-18: all that are still to suffer."""
    state = go(thrower(), "throw hand-grenade b", (0, 0.0))
    assert titles(state, "contact") == ["b: hit", "c: hit"]
    assert titles(go(state, (0,)), "contact") == ["c: hit"]


def test_a_shot_shows_cover_what_hides_the_target_and_its_rear():
    """UG-3, UG-9, UG-11: as in the cover picture of the judge."""
    state = skirmish(
        model("a", 0, 10, 24, weapons=["crossbow"]),
        model("b", 1, 24, 24, 0.0),
        table=terrain(("wall", 20, 24, 20.3, 30, 3.0)),
        phase="shooting",
    )
    state = go(act(state, "a"), "shoot b crossbow")
    assert "to-hit dice of a" in str(state)
    (line,) = marks(state, "measure")
    look = board(state).look(state.number("a"), state.number("b"))
    assert line.label == f"{look.grade}, rear, {14 - 2 * R:.1f} in"
    (hides,) = marks(state, "blocked")
    assert hides.title == f"wall hides {100 * look.hidden.share:.0f} %"
    assert "front · rear" in [mark.label for mark in marks(state, "arc-edge")]
    x0, y0, x1, y1 = state.scene().frame
    assert (x0, x1) == pytest.approx((10 - ROOM, 24 + R + ROOM), abs=0.01)
    assert y1 - y0 >= LEAST


def test_a_strike_shows_the_rear_of_whom_it_strikes():
    """UG-3, UF-83."""
    state = skirmish(model("a", 0, 10, 24), model("b", 1, 11.5, 24, 0.0), table=OPEN, phase="melee")
    for now in (act(state, "a"), go(act(state, "a"), "strike b")):
        assert "front and rear of b" in titles(now, "arc-edge")
        (gap,) = marks(now, "measure")
        assert gap.label == f"{1.5 - 2 * R:.1f} in"
        assert gap.shape.length == pytest.approx(1.5 - 2 * R)


def test_pictures_can_be_saved(tmp_path):
    path = shooting().save(tmp_path / "shot.svg")
    assert path.read_text(encoding="utf-8").startswith("<svg")


def test_a_strip_of_moments_shows_the_whole_table():
    """A close-up among others does not make the others smaller than the table."""
    state = thrower()
    scenes = [state.scene(), go(state, "throw hand-grenade b").scene()]
    assert scenes[0].frame is None
    assert scenes[1].frame is not None
    assert strip(scenes).svg().startswith("<svg")
