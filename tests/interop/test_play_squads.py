"""``tablesim play xwing --squad``: squad files as people give them on the command line."""

import json

import pytest

from tablesim.cli import main
from tablesim.protocol import load

from .squads import IMPERIALS, REBELS, edited, text

PLAY = "play xwing --seats random,random --option rounds=1"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rebels.xws").write_text(text(REBELS), encoding="utf-8")
    (tmp_path / "imperials.json").write_text(text(IMPERIALS), encoding="utf-8")

    def run(words):
        code = main(words.split())
        return (code, *capsys.readouterr())

    run.place = tmp_path
    return run


def test_two_squads_are_played_and_stand_in_the_transcript(run):
    code, out, err = run(f"{PLAY} --squad imperials.json --squad rebels.xws -o game.jsonl --json")
    assert code == 0
    options = json.loads(out)["options"]
    assert options["rebel"].startswith("x-wing/luke-skywalker + r2-f2 + proton-torpedoes, ")
    assert options["imperial"].startswith("tie-fighter/mauler-mithel + marksmanship, ")
    assert load("game.jsonl").options["rebel"] == options["rebel"]
    assert err.splitlines()[0] == (
        "rebels.xws:28:3: warning: obstacles[2]: the shape of 'core2asteroid1' is not known here: "
        "it cannot be placed (XW-169)"
    )


def test_one_squad_plays_the_default_forces(run):
    """XW-3."""
    code, out, _ = run(f"{PLAY} --squad imperials.json --json")
    assert code == 0
    assert json.loads(out)["options"]["rebel"] == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"{PLAY} --squad none.xws", "cannot read none.xws: No such file or directory"),
        (f"{PLAY} --squad rebels.xs", "did you mean 'rebels.xws'?"),
        (f"{PLAY} --squad .", "cannot read .: Is a directory"),
        (f"{PLAY} --squad bad.xws", "bad.xws:1:13: faction: no faction 'rebl'; did you mean"),
        (f"{PLAY} --squad rich.xws", "option rebel: XW-95: it costs 116, more than 100"),
        (f"{PLAY} --squad rebels.xws --option points=50", "XW-95: it costs 56, more than 50"),
        (f"{PLAY}{' --squad rebels.xws' * 3}", "for two squads, not for 3"),
        (
            f"{PLAY} --squad rebels.xws --option rebel=x-wing/rookie-pilot",
            "--squad and --option rebel say two different things: leave one out",
        ),
        ("play guardians --seats random,random --squad rebels.xws", "guardians has no squads"),
        ("play --resume game.jsonl --squad rebels.xws", "leave them out"),
    ],
)
def test_what_cannot_be_played_is_refused(run, words, said):
    (run.place / "bad.xws").write_text('{"faction": "rebl", "pilots": []}', encoding="utf-8")
    four = [{"name": "wedgeantilles", "ship": "xwing"}] * 4
    (run.place / "rich.xws").write_text(text(edited(REBELS, "pilots", to=four)), encoding="utf-8")
    code, out, err = run(words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
