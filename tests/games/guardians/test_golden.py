"""Golden files: counts, a game to read, games to replay, pictures.

After a wanted change of the rules or the look (and, for the rules, a higher ``rules_version``),
renew playthrough, transcripts and pictures, and read or look at every one of them before
committing::

    TABLESIM_RENEW=1 python -m pytest tests/games/guardians/test_golden.py

Where ``CI`` is set, renewing is an error.  The counts in the perft file are renewed by hand.
"""

import os
from pathlib import Path

import pytest

from tablesim.errors import BadData
from tablesim.games.guardians import GAME
from tablesim.protocol import loads, perft, play, playthrough
from tablesim.protocol.perft import cases

from .oracle import Oracle
from .oracle import perft as oracle_perft
from .positions import P1, do, position

TESTS = Path(__file__).resolve().parents[2]
FAST, SLOW = 2_500, 90_000
"""Nodes that are counted by both in the fast and in the slow tests."""

PERFT = TESTS / "perft" / "guardians.perft"
CASES = list(cases(GAME, PERFT.read_text(encoding="utf-8"), source=PERFT.name))

GAMES = {
    "2-greedy-random": (["greedy", "random"], 11, {}),
    "3-first-player-single": (
        ["greedy", "greedy", "greedy"],
        2,
        {"first_player": 2, "ship_entry": "single"},
    ),
    "4-upgrades": (["random"] * 4, 3, {"upgrades": True, "upgrade_cost": 4}),
}


def check(path, text):
    if "TABLESIM_RENEW" in os.environ:
        assert not os.environ.get("CI"), "golden files are renewed by people who read them"
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; see {__file__}"


def counted(smallest, largest):
    return [
        pytest.param(case, depth, id=f"{case.id}-{depth}")
        for case in CASES
        for depth, nodes in case.nodes.items()
        if smallest < nodes <= largest
    ]


@pytest.mark.parametrize(("case", "depth"), counted(0, FAST))
def test_both_generators_count_the_same(case, depth):
    assert perft(case.state, depth) == case.nodes[depth]
    assert oracle_perft(Oracle(case.state.encode()), depth) == case.nodes[depth]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth"), counted(FAST, SLOW))
def test_both_generators_count_the_same_far_on(case, depth):
    test_both_generators_count_the_same(case, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("case", "depth"), counted(SLOW, 10**9))
def test_the_fast_generator_counts_as_recorded(case, depth):
    assert perft(case.state, depth) == case.nodes[depth]


def test_a_game_to_read():
    """A short game in which everything happens that can happen in the basic game."""
    record = play(GAME, ["greedy", "random"], seed=72)
    check(TESTS / "playthroughs" / "guardians.txt", playthrough(record))
    kinds = {event.kind for state in record.states() for event in state.events}
    assert len(kinds) == 14


@pytest.mark.parametrize("name", GAMES)
def test_transcripts(name):
    """The same seed gives the same bytes, and the transcript alone the same game."""
    players, seed, options = GAMES[name]
    record = play(GAME, players, seed=seed, options=options)
    path = TESTS / "transcripts" / "guardians" / f"{name}.jsonl"
    check(path, record.dumps())
    again = loads(path.read_text(encoding="utf-8"), game=GAME)
    assert again == record
    assert again.result is not None


def test_an_edited_transcript_is_refused():
    text = (TESTS / "transcripts" / "guardians" / "2-greedy-random.jsonl").read_text("utf-8")
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if '"shoot"' in line)
    lines[at] = lines[at].replace("shoot", "mine_right")
    with pytest.raises(BadData, match=rf":{at + 1}.*SK-15"):
        loads("\n".join(lines), game=GAME)


def shown():
    state = position(P1, tokens=[[5, 5, 1], [10, 5, 2], []], stack="11223[[]]")
    return do(state, "move 2,0", "shoot")


def damaged():
    text = "351242/12(.35/4.[].3/....)1/....../..*.../....../....b./....../.a.d.."
    options = {"upgrades": True}
    return position(text, tokens=[[5, 5, 1], [10, 5, 2], [], [3]], seats=4, options=options)


PICTURES = {"guardians": (shown, "light"), "guardians-damaged": (damaged, "print")}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    make, theme = PICTURES[name]
    check(TESTS / "pictures" / f"{name}.svg", make().svg(theme=theme, whole=True))


def test_every_piece_is_in_the_picture_once():
    marks = shown().scene().marks
    titles = [mark.title for mark in marks]
    for title in ("fighter a on 2,0", "fighter b on 4,2", "fighter c on 5,0", "mine 3,4"):
        assert titles.count(title) == 1
    # The 5 on (2, 6) was shot, the ship of P1 is drawn in two halves.
    assert sum(title.startswith("monster") for title in titles) == 15
    assert [title for title in titles if title.startswith("ship")] == ["ship on 2,8", "ship on 3,8"]
    assert sum(mark.role == "path" for mark in marks) == 1
    assert "y6  . . . . . 1" in shown().scene().desc
