"""Games and pictures that were kept: any change of the rules or of the look shows here.

After a wanted change, renew them and read or look at every one of them before committing:

    TABLESIM_RENEW=1 python -m pytest tests/games/number_fields/test_golden.py

On a build server (where ``CI`` is set) renewing is an error, so that nothing passes there unseen.
"""

import os
from pathlib import Path

import pytest

from tablesim.games.number_fields import GAME
from tablesim.protocol import load, play, playthrough

from .positions import go, position

TESTS = Path(__file__).parents[2]
TRANSCRIPTS = {
    "two-greedy": (["greedy", "greedy"], 7, {}),
    "three-with-other-rules": (
        ["random", "greedy", "random"],
        11,
        {"straight_only": True, "failed_upgrade": "corner", "eliminated": "stay"},
    ),
    "four-to-the-limit": (["random"] * 4, 5, {"turn_limit": 40, "setup_order": "reverse"}),
}
SHORT = "S 12 12 . / 2 . 12 S / 11 3 3 5"


def same(path, text):
    """Compare a text with the one that was kept."""
    if os.environ.get("TABLESIM_RENEW"):
        assert not os.environ.get("CI"), "golden files are renewed by people who read them"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcripts(name):
    players, seed, options = TRANSCRIPTS[name]
    record = play(GAME, players, seed=seed, options=options)
    path = TESTS / "transcripts" / "number_fields" / f"{name}.jsonl"
    same(path, record.dumps())
    assert load(path, game=GAME) == record


def test_a_playthrough():
    options = {"board": SHORT, "turn_limit": 30}
    record = play(GAME, ["greedy", "random"], seed=3, options=options)
    same(TESTS / "playthroughs" / "number_fields.txt", playthrough(record))


def under_attack():
    """A position with everything that a picture can show."""
    fields = {"b2": (0, 2), "b3": (0, 1), "c2": (1, 3), "c3": (1, 1), "d4": (2, 4), "e3": (3, 1)}
    state = position(fields, seats=4, pieces=["b3", "e1", "e1", "d4"], turn=12)
    return go(state, "move c3", "attempt", "defend", (3, 5))


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_pictures(theme):
    ending = "" if theme == "light" else f"-{theme}"
    picture = under_attack().svg(theme=theme)
    same(TESTS / "pictures" / f"number_fields{ending}.svg", picture)


def test_a_board_with_holes_as_text():
    assert str(go(GAME.new(board=SHORT), "corner a3")) == "\n".join(
        [
            "Set-up: seat 1 chooses a corner; target 45",
            "3  S @0  12  12  .",
            "2  2     .   12  S",
            "1  11    3   3   5",
            "   a     b   c   d",
            "seat 0: 0 points, 25 lives, 14 blockers",
            "seat 1: 0 points, 25 lives, 15 blockers",
        ]
    )


def test_every_stage_has_its_words():
    state = under_attack()
    said = [str(state).split(";")[0]]
    for step in ("add_lives 0", (5, 6), "corner a1"):
        state = go(state, step)
        said.append(str(state).split(";")[0])
    assert said == [
        "Turn 12: seat 1 has thrown 8 for c3 and may add lives",
        "Turn 12: seat 0 throws for c3 and needs 11",
        "Turn 12: seat 0 chooses a corner",
        "Turn 13: seat 1 moves from e1",
    ]
    state = go(position(lives=[1, 9], pieces=["b3", "e1"]), "move c3", "attempt", (1, 1))
    assert str(state).startswith("After turn 1: seat 1 wins, nobody else is left; target 45")
    assert "seat 0: 0 points, 0 lives, out" in str(state)
    state = go(position(turn=9, turn_limit=9), "move a1")
    assert str(state).startswith("After turn 9: seats 0 and 1 share the victory, no turns are left")


def test_the_picture_has_every_piece_once():
    """DS-3: blockers stand on spots within their field, pieces between them."""
    state = under_attack()
    marks = state.scene().marks
    blockers = [mark for mark in marks if mark.role == "tile"]
    pieces = [mark for mark in marks if mark.role == "base"]
    assert len(blockers) == 2 + 1 + 3 + 1 + 4 + 1
    assert sorted(mark.side for mark in pieces) == [0, 1, 2, 3]
    everything = [mark.shape for mark in (*blockers, *pieces)]
    for n, one in enumerate(everything):
        assert all(one.distance(other) > 0 for other in everything[:n])


def test_the_table_stands_as_the_game_does():
    state = under_attack()
    table = state.table()
    layout = state.settings.layout
    assert len(table.pieces) == 12 + 4
    for piece in table.pieces:
        cell = layout.grid.cell_at(piece.pose.point)
        if piece.id.startswith("piece"):
            assert cell == state.pieces[piece.seat]
        else:
            assert state.owners[cell] == piece.seat
        assert layout.grid.polygons[cell].covers(piece.polygon)


def test_nothing_is_secret():
    state = under_attack()
    assert all(state.seen_by(seat) is state for seat in range(4))
