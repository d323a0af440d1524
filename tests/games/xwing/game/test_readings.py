"""Rules that the players may read more strictly: declared barrel rolls, what the boxes hold."""

from random import Random

import pytest

from tablesim.errors import BadData
from tablesim.games.xwing.components import default_folder
from tablesim.games.xwing.game import GAME
from tablesim.games.xwing.game.box import core_set, why_lacking
from tablesim.games.xwing.game.cards import upgrades
from tablesim.games.xwing.game.players import Greedy
from tablesim.games.xwing.game.squads import parse
from tablesim.games.xwing.game.state import Task
from tablesim.protocol import loads, play

from .scenes import (
    BLACK,
    LUKE,
    MAULER,
    ROOKIE,
    again,
    asked,
    battle,
    flights,
    go,
    kinds,
    texts,
    why,
)

APART = ((300.0, 300.0, 90.0), (600.0, 600.0, 270.0))
AT_THE_EDGE = ((300.0, 300.0, 90.0), (50.0, 600.0, 270.0))
"""The imperial ship has no room on its right, which is the left edge of the area."""


def rolls(places=APART, **options):
    """The academy pilot before its action."""
    return flights(battle(places=places, **options), "straight 1", "straight 2")


# XW-217


def test_xw_217_as_usual_side_and_place_are_one_choice():
    state = rolls()
    assert "act barrel-roll left 20.0" in texts(state)
    assert "act barrel-roll left" not in texts(state)
    assert why(state, "act barrel-roll left").startswith("XW-51")


def test_xw_217_strictly_the_side_is_declared_first():
    state = rolls(strict_rolls=True)
    listed = [text for text in texts(state) if "roll" in text]
    assert listed == ["act barrel-roll left", "act barrel-roll right"]
    assert state.complete_moves
    assert why(state, "act barrel-roll left 20.0").startswith("XW-217")
    assert why(state, "act barrel-roll up").startswith("XW-51")


def test_xw_217_a_declared_roll_that_has_a_place_is_completed():
    """XW-160: there any place of the side may be picked, and nothing else done."""
    state = go(rolls(strict_rolls=True), "act barrel-roll left")
    assert (asked(state), state.to_move, state.complete_moves) == ("barrel roll", 1, False)
    assert texts(state) == [f"act barrel-roll left {s}" for s in ("-20.0", "0.0", "20.0")]
    assert why(state, "pass").startswith("XW-217")
    assert why(state, "act focus").startswith("XW-217")
    assert why(state, "act barrel-roll right 0.0").startswith("XW-217")
    assert why(state, "act barrel-roll left 20.5").startswith("XW-161")
    x, y, heading = state.ships[1].place
    rolled = go(state, "act barrel-roll left 12.5")
    assert rolled.ships[1].place == (x + 80, y - 12.5, heading)
    assert rolled.ships[1].done == ("barrel-roll",)


def test_xw_217_without_a_place_the_action_is_not_spent():
    """The declared side is closed: another side, another action, or none."""
    state = rolls(AT_THE_EDGE, strict_rolls=True)
    assert "act barrel-roll right" in texts(state)  # nothing was measured yet
    state = go(state, "act barrel-roll right")
    assert kinds(state) == ["declares a barrel roll", "finds no place"]
    assert asked(state) == "act"
    assert state.ships[1].done == ()
    assert why(state, "act barrel-roll right").startswith("XW-217")
    assert {"act barrel-roll left", "act focus", "act evade", "pass"} == set(texts(state))
    assert go(state, "act evade").ships[1].evade == 1
    state = go(state, "act barrel-roll left", "act barrel-roll left 0.0")
    assert state.ships[1].place[0] == 50.0 + 80.0


def test_xw_217_both_sides_may_be_closed():
    """XW-52, XW-216: a ship on one side, the border on the other, and no other action is left."""
    state = rolls(((300, 300, 90), (50, 600, 270)), strict_rolls=True)
    x, y, _ = state.ships[1].place
    state = state.ship(1, done=("focus", "evade")).ship(0, place=(x + 80.0, y, 90.0))
    state = go(state, "act barrel-roll left", "act barrel-roll right")
    assert state.active == 0  # it is the rookie's turn
    assert state.ships[1].place == (x, y, 270.0)


def test_xw_217_transcripts_and_positions_read_back():
    record = play(GAME, ["greedy", "random"], seed=2, options={"strict_rolls": True})
    assert loads(record.dumps(), game=GAME).dumps() == record.dumps()
    state = go(rolls(strict_rolls=True), "act barrel-roll left")
    assert GAME.decode(state.encode()) == state
    data = {**state.encode(), "agenda": [["barrel roll", 1, ["up"]]]}
    with pytest.raises(BadData, match="cannot be done"):
        GAME.decode(data)


def test_xw_217_greedy_declares_the_side_that_is_free():
    state = rolls(AT_THE_EDGE, strict_rolls=True).ship(1, done=("focus", "evade"))
    state = again(state, Task("act", 1, ("",)), "round")
    moves = [move for move in state.legal_moves() if move.notation() != "pass"]
    assert Greedy().choose(state, moves, Random(0)).notation() == "act barrel-roll left"


# XW-222


def test_xw_103_the_core_set_has_three_ships_and_18_cards():
    """XW-103, XW-222: 13 ship cards and 5 upgrades."""
    held = core_set()
    ships = {name: n for name, n in held.items() if "/" not in name and name not in upgrades()}
    assert ships == {"x-wing": 1, "tie-fighter": 2}
    assert sum(n for name, n in held.items() if "/" in name) == 13
    assert sum(n for name, n in held.items() if name in upgrades()) == 5


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("r2-d2 = 1", "r2-d3 = 1", "r2-d3"),
        ("r2-d2 = 1", "r2-d2 = -1", "zero or more"),
        ("source =", "colour = 1\nsource =", "colour"),
    ],
)
def test_a_damaged_core_set_is_refused(tmp_path, old, new, words):
    text = (default_folder() / "core_set.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "core_set.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=words):
        core_set(tmp_path)


@pytest.mark.parametrize(
    ("rebel", "imperial", "boxes", "lacking"),
    [
        (f"{LUKE} + r2-d2", f"{MAULER} + marksmanship, {BLACK} + determination", 1, []),
        (ROOKIE, f"{BLACK}, {BLACK}", 1, []),
        (f"{LUKE}, {ROOKIE}", BLACK, 1, ["2 x-wing are needed, 1 core set holds 1"]),
        (f"{LUKE}, {ROOKIE}", BLACK, 2, []),
        (f"{ROOKIE}, {ROOKIE}", BLACK, 2, []),
        (
            f"{ROOKIE} + r2-f2",
            f"{BLACK} + marksmanship, {BLACK} + marksmanship",
            1,
            ["2 marksmanship are needed, 1 core set holds 1"],
        ),
        ("a-wing/prototype-pilot", BLACK, 3, ["1 a-wing are needed", "1 a-wing/prototype-pilot"]),
    ],
)
def test_xw_222_forces_are_limited_to_the_boxes(rebel, imperial, boxes, lacking):
    found = why_lacking([parse(rebel), parse(imperial)], boxes)
    assert len(found) == len(lacking)
    assert all(words in said for words, said in zip(lacking, found, strict=True))
    options = {"rebel": rebel, "imperial": imperial, "boxes": boxes}
    if lacking:
        with pytest.raises(ValueError, match="option boxes: XW-222"):
            GAME.new(**options)
    else:
        assert len(GAME.new(**options).ships) >= 2


def test_xw_222_without_a_limit_anything_flies():
    """XW-99: and no more boxes than that are asked for."""
    state = GAME.new(rebel=f"{ROOKIE}, {ROOKIE}, {ROOKIE}", points=100)
    assert len(state.flying(0)) == 3
    with pytest.raises(ValueError, match="option boxes: expected 0 to 10"):
        GAME.new(boxes=11)
