"""Golden games: transcripts, a playthrough, and counts by two generators.

After a wanted change of the rules (and a higher ``rules_version``), renew the files and read the
differences before committing:

    TABLESIM_RENEW=1 python -m pytest tests/games/wild_patterns/test_golden.py

On a build server (where ``CI`` is set) renewing is an error.
"""

import os
from pathlib import Path

import pytest

from tablesim.errors import BadData
from tablesim.games.wild_patterns import GAME
from tablesim.protocol import load, loads, perft, play, playthrough
from tablesim.protocol.perft import cases

from . import oracle

TESTS = Path(__file__).parents[2]
TRANSCRIPTS = TESTS / "transcripts" / "wild_patterns"
PLAYTHROUGH = TESTS / "playthroughs" / "wild_patterns.txt"
PERFT = TESTS / "perft" / "wild_patterns.perft"

GAMES = {
    "greedy-2": (["greedy", "greedy"], 11, {}),
    "hard-race-4": (
        ["greedy", "random", "greedy", "random"],
        12,
        {"decks": "hard", "claims": "race", "alertness": "1000 900 500 0", "removed_per_deck": 4},
    ),
    "lenient-ask-3": (
        ["greedy", "random", "random"],
        13,
        {"decks": "beginner", "claims": "ask", "strict": False, "removed_per_deck": 3},
    ),
}


def renews(path):
    if "TABLESIM_RENEW" in os.environ:
        assert "CI" not in os.environ
        path.parent.mkdir(parents=True, exist_ok=True)
        return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_transcripts_are_played_again(name):
    """The steps lead to the same end without a generator, and the seed to the same steps."""
    path = TRANSCRIPTS / f"{name}.jsonl"
    players, seed, options = GAMES[name]
    played = play(GAME, players, seed=seed, options=options)
    if renews(path):
        played.save(path)
    record = load(path, game=GAME)
    assert record.dumps() == path.read_text(encoding="utf-8")
    assert record.steps == played.steps and record.final == played.final


def test_an_edited_transcript_is_refused():
    """T-21: the line that is wrong is named."""
    text = (TRANSCRIPTS / "greedy-2.jsonl").read_text(encoding="utf-8")
    lines = text.splitlines()
    number = next(i for i, line in enumerate(lines) if "-" in line and '"move":"' in line)
    move = lines[number].split('"')[-2]
    locked = f"{move[3:]}-{move[:2]}"
    later = next(i for i in range(number + 1, len(lines)) if '"seat"' in lines[i])
    lines[later] = lines[later].replace(lines[later].split('"')[-2], locked)
    with pytest.raises(BadData, match=rf":{later + 1}:.*T-21: the tile on"):
        loads("\n".join(lines) + "\n", game=GAME)


def test_the_playthrough_is_as_it_was():
    record = play(
        GAME,
        ["greedy", "random"],
        seed=4,
        options={"removed_per_deck": 4, "decks": "beginner", "stall_limit": 8, "claims": "ask"},
        limit=70,
    )
    if renews(PLAYTHROUGH):
        PLAYTHROUGH.write_text(playthrough(record), encoding="utf-8", newline="\n")
    assert playthrough(record) == PLAYTHROUGH.read_text(encoding="utf-8")


COUNTED = [
    pytest.param(case, depth, nodes, id=f"{case.id}-{depth}")
    for case in cases(GAME, PERFT.read_text(encoding="utf-8"), source=PERFT.name)
    for depth, nodes in case.nodes.items()
]


@pytest.mark.parametrize(("case", "depth", "nodes"), COUNTED)
def test_perft(case, depth, nodes):
    """Counted by both where it is quick: the work is to list moves in the positions before."""
    work = case.nodes.get(depth - 1, 1)
    if work <= 2_000:
        assert perft(case.state, depth) == nodes
    if work <= 150:
        assert oracle.perft(case.state.encode(), depth) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth", "nodes"), COUNTED)
def test_deep_perft_by_both_generators(case, depth, nodes):
    assert perft(case.state, depth) == nodes
    assert oracle.perft(case.state.encode(), depth) == nodes
