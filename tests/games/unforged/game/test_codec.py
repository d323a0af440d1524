"""Positions and transcripts: written, read back, refused if they were changed."""

import json

import pytest

from tablesim.errors import BadData, NotAMove
from tablesim.games.unforged.game import GAME, moves
from tablesim.protocol import loads, play
from tablesim.protocol.state import canonical

from .scenes import act, model, skirmish


def position():
    return act(skirmish(model("a", 0, 10, 24), model("b", 1, 14, 24, 180.0, wounds=2)), "a")


def changed(**changes):
    return json.loads(canonical(position().encode())) | changes


def test_positions_come_back():
    state = position()
    again = GAME.decode(json.loads(canonical(state.encode())))
    assert again == state
    assert again.legal_moves() == state.legal_moves()


def test_the_options_that_were_chosen_are_written():
    state = act(
        skirmish(model("a", 0, 10, 24), model("b", 1, 14, 24), turn_mode="B", panic_comrade=8), "a"
    )
    settings = state.encode()["settings"]
    assert settings["turn_mode"] == "B"
    assert settings["panic_comrade"] == 8
    assert "gap_mode" not in settings
    assert GAME.decode(state.encode()).rulings == state.rulings


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phase": "tea"}, "phase: expected one of"),
        ({"priority": 2}, "priority"),
        ({"agenda": []}, "has an agenda"),
        ({"agenda": [["dance", -1, []]]}, r"agenda\[0\]: expected one of .* got 'dance'"),
        ({"agenda": [["react", -1, []]]}, r"agenda\[0\]: expected one of .* got 'react'"),
        ({"agenda": [["shot", 1, []]]}, "agenda"),
        ({"agenda": [["toughness", 8, []]]}, "cannot be done here"),
        ({"waiting": [999]}, r"waiting: expected -1 to \d+, got 999"),
        ({"held": ["1", 0]}, r"held: expected tuple\[int, int\], got \('1', 0\)"),
        ({"round": True}, "round: expected int, got True"),
        ({"extra": 1}, "unknown 'extra'"),
        ({"settings": {"scenario": "war"}}, "scenario"),
    ],
)
def test_impossible_positions_are_refused(changes, says):
    with pytest.raises(BadData, match=says):
        GAME.decode(changed(**changes))


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("wounds", 7, "wounds"),
        ("seat", 5, "seat"),
        ("recruit", "dragon", "recruit"),
        ("fate", "asleep", "fate"),
        ("fate", "lying", "its fate is 'lying'"),
        ("weapon", "pike", "ready"),
        ("place", [14.5, 24.0, 0.0, 0.0], "UG-22"),
        ("place", [20.0, 24.0, 3.0, 0.0], "UG-22"),
        ("lasting", [["sleepy", 1, "move"]], "lasting"),
        ("rises", [1, "dinner"], "a phase"),
        ("hat", "red", "unknown 'hat'"),
        ("id", 5, "expected"),
        ("modifiers", [[1, -1]], r"fighters\[\d\].modifiers: expected tuple\[int, ...\]"),
        ("rounds", [["arrow", "2"]], "rounds: expected"),
        ("place", [14.5, 24.0, 0.0, float("inf")], "place: expected"),
        ("braved", [1.5], "braved: expected"),
    ],
)
def test_impossible_models_are_refused(key, value, says):
    data = changed()
    row = next(fighter for fighter in data["fighters"] if fighter["id"] == "a")
    row[key] = value
    with pytest.raises(BadData, match=says):
        GAME.decode(data)


@pytest.mark.parametrize("missing", ["settings", "fighters", "agenda", "round"])
def test_what_is_missing_is_named(missing):
    data = changed()
    del data[missing]
    with pytest.raises(BadData, match=missing):
        GAME.decode(data)


def test_an_edited_transcript_is_refused_with_the_rule():
    """A move that is longer than its model can go."""
    record = play(GAME, ["random"] * 2, seed=4, options={"scenario": "break-out", "rounds": 1})
    text = record.dumps()
    lines = text.splitlines()
    place = next(n for n, line in enumerate(lines) if '"go ' in line)
    step = next(word for word in lines[place].split('"') if word.startswith("go "))
    lines[place] = lines[place].replace(step, "go 0.7,0.7 23.0,23.0 face 0.0")
    with pytest.raises(BadData, match=r"U[FG]-\d+"):
        loads("\n".join(lines) + "\n", game=GAME)
    assert loads(text, game=GAME) == record


@pytest.mark.parametrize(
    "text",
    [
        "strip bottom",
        "deploy rifle-1 10.0 3.0 0.0 90.0",
        "begin 1",
        "activate a",
        "stay 90.0",
        "go 12.0,5.0 14.0,5.0,2.0 face 90.0 climb",
        "leave 12.0,5.0 face 0.0",
        "lurch",
        "ready great-sword both",
        "strike troll",
        "push 22.5",
        "shoot troll big-rifle copper-cone x3",
        "sweep troll machine-gun",
        "shift a",
        "throw hand-grenade troll",
        "throw hand-grenade 10.0,4.0,0.0",
        "emit shotgun 45.0",
        "hit a",
        "next a panic",
        "reroll",
        "accept",
        "hold",
    ],
)
def test_moves_are_read_back(text):
    assert moves.parse(text).notation() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "go face 90.0",
        "go 1.0 face 90.0",
        "go 1.0,2.0 face 360.0",
        "go 1.0,nan face 0.0",
        "push -5.0",
        "stay 1e400",
        "shoot a",
        "throw grenade 1.0,2.0",
        "deploy a 1 2 3 4",
        "ready spear twice",
        "begin one",
    ],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(NotAMove):
        moves.parse(text)
