"""Golden files: games to replay, a game to read, a picture.

A replay asks no player and rolls no die: every step of the file is judged by the rules, and the
result, the number of steps and the digest of the last position have to be those of the file.

After a wanted change of the rules or the look (and, for the rules, a higher ``rules_version``),
renew all of them, and read or look at every one before committing::

    TABLESIM_RENEW=1 python -m pytest tests/games/unforged/game/test_golden.py -m ""

Where ``CI`` is set, renewing is an error.
"""

import os
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from tablesim.errors import BadData
from tablesim.games.unforged.game import GAME
from tablesim.protocol import loads, play
from tablesim.protocol.state import step_text

from .brawlers import FIELD, FORGE, MARSH, Brawler
from .scenes import act, go, model, skirmish, terrain

TESTS = Path(__file__).resolve().parents[3]
TRANSCRIPTS = TESTS / "transcripts" / "unforged"
RENEW = "TABLESIM_RENEW" in os.environ

BOTH = {"army_1": MARSH, "army_2": FORGE, "table": FIELD}
GAMES = {
    "pushed-off-the-stage": (3, {"scenario": "break-out", "rounds": 3}),
    "scattered-grenades": (37, {"scenario": "three-wells", "rounds": 2, "turn_mode": "B"}),
    "breaking-through": (12, {"scenario": "break-out", "rounds": 3}),
}

HAPPENS = {
    "pushed-off-the-stage": {
        "bursts",
        "defends an obstacle",
        "fails a fear test",
        "falls",
        "is pushed",
    },
    "scattered-grenades": {"holds a marker", "is moved", "lurches", "rerolls", "scatters"},
    "breaking-through": {"gives up its rerolls", "is through", "stands up", "sweeps over nothing"},
}
"""What makes each game worth keeping."""


def check(path, text):
    if RENEW:
        assert not os.environ.get("CI"), "golden files are renewed by people who read them"
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; see {__file__}"


@cache
def replayed(name):
    path = TRANSCRIPTS / f"{name}.jsonl"
    if RENEW:
        seed, options = GAMES[name]
        record = play(GAME, [Brawler(), Brawler()], seed=seed, options=BOTH | options)
        check(path, record.dumps())
    return loads(path.read_text(encoding="utf-8"), game=GAME)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_transcripts(name):
    """Byte for byte, and all that the game was kept for happens in it."""
    record = replayed(name)
    text = (TRANSCRIPTS / f"{name}.jsonl").read_text(encoding="utf-8")
    assert record.dumps() == text
    assert record.result is not None
    kinds = {event.kind for state in record.states() for event in state.events}
    assert kinds >= HAPPENS[name]


@pytest.mark.slow
def test_a_game_to_read():
    """What a player reads of a game: before each step what is asked, after it what came of it."""
    record = replayed("pushed-off-the-stage")
    lines = [f"{GAME.name}: {record.result}"]
    for number, (state, step) in enumerate(zip_longest(record.states(), record.steps)):
        lines += [f"    {event}" for event in state.events]
        asked = str(state).partition("\n")[0]
        lines.append(f"{number} {asked}" + (f" > {step_text(step)}" if step else ""))
    check(TESTS / "playthroughs" / "unforged.txt", "\n".join(lines) + "\n")


def test_an_edited_transcript_is_refused():
    """HR-1: a model is deployed ten inches into the table, out of its strip."""
    lines = (TRANSCRIPTS / "pushed-off-the-stage.jsonl").read_text("utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if '"deploy' in line)
    words = lines[at].split(" ")
    words[3] = "10.0"
    lines[at] = " ".join(words)
    with pytest.raises(BadData, match=rf":{at + 1}.*HR-1: the base sticks"):
        loads("\n".join(lines), game=GAME)


def thrown():
    """A grenade that has scattered between two models, beside a roof."""
    tough = {"profile": "M4 S4 T8 C4", "wounds": 5}
    state = skirmish(
        model("a", 0, 10, 14, weapons=["hand-grenade"]),
        model("b", 1, 20, 14, 180.0, **tough),
        model("c", 1, 21.4, 15.0, 180.0, **tough),
        model("e", 1, 16, 22, 180.0, level=3.0),
        table=terrain(("roof", 14, 20, 22, 28, 3.0)),
        phase="shooting",
        measuring="open",
    )
    return go(act(state, "a"), "throw hand-grenade b", (2, 30.0))


def moving():
    """A model that may climb a roof, or walk around it."""
    state = skirmish(
        model("a", 0, 8, 24, weapons=["sword"]),
        model("b", 1, 18, 26, 180.0),
        table=terrain(("roof", 11, 20, 17, 28, 2.0), ("wall", 4, 28, 9, 28.4, 4.0), area=36.0),
    )
    return act(state, "a")


PICTURES = {"unforged-throw": (thrown, "light"), "unforged-move": (moving, "light")}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    make, theme = PICTURES[name]
    check(TESTS / "pictures" / f"{name}.svg", make().svg(theme=theme))
