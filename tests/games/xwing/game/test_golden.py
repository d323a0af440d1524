"""Golden files: games to replay, a picture; a game to read is beside the tests of the words.

A replay asks no player and rolls no die: every step of the file is judged by the rules, and the
result, the number of steps and the digest of the last position have to be those of the file.

After a wanted change of the rules or the look (and, for the rules, a higher ``rules_version``),
renew all of them, and read or look at every one before committing::

    TABLESIM_RENEW=1 python -m pytest tests/games/xwing/game/test_golden.py

Where ``CI`` is set, renewing is an error.  Wiser players play other games: then choose seeds whose
games hold what is wanted of them.
"""

import os
from pathlib import Path

import pytest

from tablesim.games.xwing.game import GAME
from tablesim.protocol import loads, play

from .scenes import battle, go, volley

TESTS = Path(__file__).resolve().parents[3]
TRANSCRIPTS = TESTS / "transcripts" / "xwing"

CLOSE = {"width": 600, "depth": 600}
GAMES = {
    "boosts-and-bumps": (
        ["greedy", "greedy"],
        0,
        {
            "rebel": "a-wing/green-squadron-pilot, x-wing/rookie-pilot",
            "imperial": "tie-interceptor/alpha-squadron-pilot, tie-fighter/academy-pilot",
            "asteroids": 6,
            **CLOSE,
        },
    ),
    "locks-and-torpedoes": (
        ["random", "greedy"],
        44,
        {
            "rebel": "x-wing/luke-skywalker + r2-d2 + proton-torpedoes",
            "imperial": "tie-advanced/darth-vader + concussion-missiles",
            "asteroids": 2,
            "rounds": 12,
            **CLOSE,
        },
    ),
    "breakthrough": (["greedy", "greedy"], 1, {"mission": "breakthrough"}),
}

HAPPENS = {
    "boosts-and-bumps": {
        "acts: boost",
        "acts: barrel-roll",
        "overlaps",
        "hits an asteroid",
        "stress",
        "takes a facedown card",
        "takes a faceup card",
        "destroyed",
    },
    "locks-and-torpedoes": {
        "acts: target-lock",
        "spends its lock",
        "rerolls",
        "regains a shield",
        "takes a faceup card",
        "destroyed",
    },
    "breakthrough": {"spends evade", "hull breach", "tries a repair", "overlaps"},
}
"""What makes each game worth keeping."""


def check(path, text):
    if "TABLESIM_RENEW" in os.environ:
        assert not os.environ.get("CI"), "golden files are renewed by people who read them"
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; see {__file__}"


@pytest.mark.parametrize("name", GAMES)
def test_transcripts(name):
    """Byte for byte, and all that the game was kept for happens in it."""
    path = TRANSCRIPTS / f"{name}.jsonl"
    if "TABLESIM_RENEW" in os.environ:
        players, seed, options = GAMES[name]
        check(path, play(GAME, players, seed=seed, options=options).dumps())
    text = path.read_text(encoding="utf-8")
    record = loads(text, game=GAME)
    assert record.dumps() == text
    assert record.result is not None
    kinds = {event.kind for state in record.states() for event in state.events}
    assert kinds >= HAPPENS[name]


def attacked():
    """A shot at range 1 that is about to be rolled; the target has an injured pilot."""
    state = battle().ship(0, focus=1, shields=1).ship(1, faceup=("injured-pilot",))
    return go(volley(state), "shoot rookie-pilot academy-pilot")


def test_the_picture_of_a_position():
    check(TESTS / "pictures" / "xwing-attack.svg", attacked().svg())
