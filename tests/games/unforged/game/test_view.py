"""What people see: words, pictures, the log with dice and rules."""

from tablesim.games.unforged.game.fighters import Lasting, When

from .scenes import act, go, model, skirmish, terrain


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
    assert titles(state, "template") == ["emit shotgun 0.0"]


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
    assert said[0] == ("seat 1: damage, model b, dice 0, plus 6, needs more than 5 (UF-94)")
    assert any("removed" in line and "UF-84" in line for line in said)


def test_pictures_can_be_saved(tmp_path):
    path = shooting().save(tmp_path / "shot.svg")
    assert path.read_text(encoding="utf-8").startswith("<svg")
