"""Transcripts: replayed without a generator; whatever is wrong is refused with its line."""

import hashlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.protocol import load, loads, play

from .drift import DRIFT
from .pennies import PENNIES
from .pig import PIG

RECORD = play(PIG, ["random", "random"], seed=7, options={"target": 20})
TEXT = RECORD.dumps()
LINES = TEXT.splitlines()


def edited(line, **changes):
    """The transcript with some keys of one line changed; None removes a key."""
    lines = list(LINES)
    data = json.loads(lines[line - 1])
    data = {key: value for key, value in {**data, **changes}.items() if value is not None}
    lines[line - 1] = json.dumps(data)
    return "\n".join(lines) + "\n"


def test_the_lines_of_a_transcript():
    header, first, *_ = map(json.loads, LINES)
    assert header == {
        "transcript": 1,
        "game": "pig",
        "rules": 1,
        "seats": 2,
        "options": {"target": 20, "turns": 200},
        "seed": 7,
        "players": ["random", "random"],
        "tablesim": header["tablesim"],
    }
    assert first == {"seat": 0, "move": "roll"}
    assert {"chance": [6]} in map(json.loads, LINES)
    last = json.loads(LINES[-1])
    assert last["result"] == RECORD.result.to_json()
    assert last["steps"] == len(RECORD.steps) == len(LINES) - 2
    assert last["digest"] == RECORD.digest and len(last["digest"]) == 64
    before = "".join(f"{line}\n" for line in LINES[:-1])
    assert last["lines"] == hashlib.sha256(before.encode()).hexdigest()


@pytest.mark.parametrize("game", [PIG, DRIFT, PENNIES], ids=repr)
@pytest.mark.parametrize("seed", [0, 1, "two"])
def test_a_saved_game_is_read_back(tmp_path, game, seed):
    record = play(game, ["random", "random"], seed=seed)
    path = record.save(tmp_path / "game.jsonl")
    assert load(path, game=game) == record
    assert tuple(load(path, game=game).states())[-1] == record.final


def test_replay_asks_no_generator(monkeypatch):
    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr("tablesim.protocol.driver.Random", refuse)
    monkeypatch.setattr(random, "random", refuse)
    assert loads(TEXT, game=PIG) == RECORD


def test_states_run_from_start_to_end():
    states = list(RECORD.states())
    assert len(states) == len(RECORD.steps) + 1
    assert (states[0], states[-1]) == (RECORD.start, RECORD.final)


def test_the_log_numbers_the_events():
    log = list(RECORD.log())
    assert [entry["n"] for entry in log] == list(range(1, len(log) + 1))
    assert log[0] == {
        "n": 1,
        "step": 4,
        "ev": "lost",
        "seat": 0,
        "points": 6,
        "rules": ["PIG-3"],
    }


def test_saving_replaces_whole_or_not_at_all(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("older")
    with pytest.raises(FileNotFoundError):
        RECORD.save(tmp_path / "no such folder" / "game.jsonl")
    RECORD.save(path)
    assert path.read_bytes() == TEXT.encode()
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


CHANCE_LINE = next(n for n, line in enumerate(LINES, 1) if "chance" in line)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "this is not JSON"),
        ("# A shot\nformat = 1\n", "1:1", "this looks like a position file, which is asked and"),
        ("[1]\n", "1:1", "expected a JSON object"),
        (edited(1, transcript=2), "1:1", "transcript: expected a transcript of format 1, got 2"),
        (edited(1, game="chess"), "1:1", "game: this is a game of chess, not of pig"),
        (edited(1, rules=2), "1:1", "version 2 of the rules; these are version 1"),
        (edited(1, seats=None), "1:1", "seats: this key is missing"),
        (edited(1, seats=3), "1:1", "players: expected the names of 3 players"),
        (edited(1, seats=True), "1:1", "seats: True is of the wrong kind"),
        (edited(1, seed=1.5), "1:1", "seed: 1.5 is of the wrong kind"),
        (edited(1, players=[1, 2]), "1:1", "players: expected the names of 2 players"),
        (edited(1, options={"target": 5}), "1:1", "options: option target: expected 10 to 1000"),
        (edited(1, options={"tarjet": 5}), "1:1", "did you mean 'target'"),
        (edited(1, seats=11, players=["x"] * 11), "1:1", "pig is for 2 to 10 seats"),
        (edited(1, colour="red"), "1:1", "colour: this key is unknown"),
        (edited(2, move="hodl"), "2:1", "move: expected hold or roll, got 'hodl'"),
        (edited(2, seat=1), "2:1", "seat: seat 0 decides here, not seat 1"),
        (edited(2, seat=None), "2:1", "seat 0 decides here: expected"),
        (edited(2, move=5), "2:1", "seat 0 decides here: expected"),
        (edited(2, move="hold"), "2:1", "'hold' is illegal: PIG-2: a turn begins with a throw"),
        (edited(CHANCE_LINE, chance=[7]), f"{CHANCE_LINE}:1", "'[7]' is illegal: a roll of [7]"),
        (edited(CHANCE_LINE, chance=[[1]]), f"{CHANCE_LINE}:1", "expected texts and numbers"),
        (edited(CHANCE_LINE, chance=6), f"{CHANCE_LINE}:1", "chance decides here"),
        (edited(CHANCE_LINE, chance=[True]), f"{CHANCE_LINE}:1", "expected texts and numbers"),
        (edited(len(LINES), steps=1), f"{len(LINES)}:1", "steps: the steps lead to 26, not to 1"),
        (edited(len(LINES), digest="0"), f"{len(LINES)}:1", "digest: the steps lead to"),
        (edited(len(LINES), digest=None), f"{len(LINES)}:1", "expected the keys result, steps"),
        (edited(len(LINES), result={"winners": [0]}), f"{len(LINES)}:1", "result: the steps lead"),
        (TEXT + "{}\n", f"{len(LINES) + 1}:1", "nothing may follow the result"),
        (TEXT.replace("{", "[", 1), "1:14", "this is not JSON"),
        ('{"a":1,"a":2}\n', "1:1", "the key 'a' stands there twice"),
        ('{"a":NaN}\n', "1:1", "NaN is no number of JSON"),
        ("[" * 100_000 + "\n", "1:1", "this is not JSON"),
        (TEXT.replace('"steps":', '"steps":1e999,"x":'), f"{len(LINES)}:1", "1e999 is greater"),
        (TEXT.replace('"seed":', '"seed":"\\ud800","x":'), "1:1", "holds half a character"),
        (TEXT[:-20], f"{len(LINES)}:1", "the last line is cut off"),
        ("\n".join(LINES[:9]) + "\n", "9:1", "ends here without a result: it was cut off"),
        ("\n".join([*LINES[:-1], LINES[2], LINES[-1], ""]), f"{len(LINES)}:1", "the game is over"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text, place, message):
    with pytest.raises(BadData) as caught:
        loads(text, source="game.jsonl", game=PIG)
    assert str(caught.value).startswith(f"game.jsonl:{place}: ")
    assert message in str(caught.value)


def test_an_illegal_move_names_line_and_rule():
    text = play(DRIFT, ["random"], seed=1).dumps()
    lines = text.splitlines()
    lines[1] = '{"seat":0,"move":"walk 9.0 0.0"}'
    with pytest.raises(BadData, match=r"<text>:2:1: 'walk 9.0 0.0' is illegal: DRIFT-2: 9 is more"):
        loads("\n".join(lines), game=DRIFT)


@pytest.mark.parametrize(
    "text",
    [
        edited(CHANCE_LINE, chance=[5]),  # a 1 follows, so that it ends all the same
        edited(1, seed=8),
        edited(1, players=["random", "expert"]),
    ],
)
def test_an_edit_that_ends_alike_is_found_out(text):
    with pytest.raises(BadData, match=f":{len(LINES)}:1: lines: the lines before this one were"):
        loads(text, game=PIG)


def test_an_unknown_game_is_refused_with_its_line():
    with pytest.raises(BadData, match=r":1:1: game: there is no game 'pig'"):
        loads(TEXT)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes("\n".join([*LINES[:4], ""]).encode() + b"\xff\xfe\n")
    with pytest.raises(BadData, match=r"game\.jsonl:5:1: this is not UTF-8 text"):
        load(path, game=PIG)


@given(
    st.integers(0, len(TEXT) - 1),
    st.integers(0, 12),
    st.text(alphabet=st.sampled_from('{}[]":,0123456789holdreat\n\\ué'), max_size=6),
)
def test_an_edited_transcript_is_refused_or_is_the_same(at, length, put):
    text = TEXT[:at] + put + TEXT[at + length :]
    try:
        record = loads(text, game=PIG)
    except BadData as error:
        assert all(mistake.line >= 1 for mistake in error.mistakes)
        return
    assert record == RECORD
