"""``tablesim check``: every mistake in its place."""

from __future__ import annotations

import json

import pytest

from tablesim.cli.source import located
from tablesim.errors import Mistake
from tablesim.resources import folder
from tablesim.table import json_schema

BAD = """\
format = 1
game = "xwing"
titel = "x"
[[piece]]
id = "luke"
\tkind = "x-wnig"
at = [450.0, "300"]
headng = 90
"""

SAID = """\
bad.toml:3:1: titel: unknown key 'titel'; did you mean 'title'?
    titel = "x"
    ^
bad.toml:6:9: piece[0].kind: unknown kind 'x-wnig'; did you mean 'x-wing'?
    \tkind = "x-wnig"
    \t       ^
bad.toml:7:14: piece[0].at[1]: expected a number, got '300'
    at = [450.0, "300"]
                 ^
bad.toml:8:1: piece[0].headng: unknown key 'headng'; did you mean 'heading'?
    headng = 90
    ^
"""


@pytest.fixture
def bad(place):
    path = place / "bad.toml"
    path.write_text(BAD)
    return path


def test_a_right_file_is_counted(run):
    code, out, err = run("check shot.toml bare.toml")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "shot.toml: ok, 3 ships, 1 obstacle, 2 questions",
        "bare.toml: ok, 3 ships, 1 obstacle, 0 questions",
    ]


@pytest.mark.parametrize("path", sorted(folder("positions").glob("*.toml")), ids=lambda p: p.stem)
def test_the_examples_are_right(run, path):
    code, out, err = run("check", str(path))
    assert (code, err) == (0, "")
    assert ": ok, " in out


def test_every_mistake_is_shown_with_its_line_and_a_caret(run, bad):
    assert run("check bad.toml shot.toml") == (
        2,
        "shot.toml: ok, 3 ships, 1 obstacle, 2 questions\n",
        f"{SAID}bad.toml: 4 mistakes\n",
    )


@pytest.mark.parametrize("command", ["ask", "ask bad.toml attack", "move", "draw -o a.svg"])
def test_every_command_shows_the_mistakes_of_a_bad_file(run, bad, place, command):
    words = {
        "ask": "ask bad.toml",
        "ask bad.toml attack": "ask bad.toml attack luke luke",
        "move": "move bad.toml luke straight 1 -o after.toml",
        "draw -o a.svg": "draw bad.toml -o a.svg",
    }[command]
    assert run(words) == (2, "", SAID)
    assert sorted(p.name for p in place.iterdir()) == ["bad.toml", "bare.toml", "shot.toml"]


def test_a_question_that_the_judge_refuses_is_a_mistake(run, place):
    text = (place / "shot.toml").read_text().replace("turn left 2", "turn left 9")
    (place / "wrong.toml").write_text(text)
    code, out, err = run("check wrong.toml")
    assert (code, out) == (2, "")
    assert "question[1].text: 'turn left 9' is not a maneuver: no such template" in err
    assert err.endswith("\nwrong.toml: 1 mistake\n")


def test_a_warning_leaves_the_file_right(run, place):
    text = (place / "bare.toml").read_text().replace("[300.0, 300.0]", "[5.0, 300.0]")
    (place / "edge.toml").write_text(text)
    code, out, err = run("check edge.toml")
    assert (code, out) == (0, "edge.toml: ok, 3 ships, 1 obstacle, 0 questions, 1 warning\n")
    assert err == (
        "edge.toml:15:6: warning: piece[1].at: 'biggs' stands 15 mm over the edge\n"
        "    at = [5.0, 300.0]\n"
        "         ^\n"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "x.toml:1:1: the file is empty"),
        (b"format = 1\nx = = 3\n", "x.toml:2:5: expected a value, got '=': a text stands in"),
        (b"format = 1\nx = = 3\n", ", a list in [ ]\n    x = = 3\n        ^\n"),
        (b"format = 1\n# \xff\n", "x.toml:2:3: byte 0xff is not UTF-8"),
        (
            b'\xef\xbb\xbfformt = 1\r\ngame = "xwing"\r\n',
            "key 'formt'; did you mean 'format'?\n    formt =",
        ),
        (b'format = 1\ngame = "xwnig"\n', "x.toml:2:8: game: no game 'xwnig'"),
    ],
)
def test_files_that_hold_no_position(run, place, content, said):
    (place / "x.toml").write_bytes(content)
    code, out, err = run("check x.toml")
    assert (code, out) == (2, "")
    assert said in err


def test_files_that_cannot_be_read_do_not_hide_the_others(run, place):
    (place / "folder").mkdir()
    code, out, err = run("check shoot.toml folder shot.toml/inside shot.toml")
    assert (code, out) == (2, "shot.toml: ok, 3 ships, 1 obstacle, 2 questions\n")
    assert "cannot be read: No such file or directory; did you mean 'shot.toml'?" in err
    assert "folder:1:1: this is a folder" in err
    assert "cannot be read: Not a directory\n" in err


def test_json_holds_every_file_and_every_mistake(run, bad):
    code, out, err = run("check --json bad.toml shot.toml")
    assert (code, err) == (2, "")
    wrong, right = json.loads(out)["files"]
    assert (wrong["file"], wrong["ok"], len(wrong["mistakes"])) == ("bad.toml", False, 4)
    assert wrong["mistakes"][1] == {
        "message": "unknown kind 'x-wnig'; did you mean 'x-wing'?",
        "line": 6,
        "column": 9,
        "path": "piece[0].kind",
        "warning": False,
    }
    assert right == {
        "file": "shot.toml",
        "ok": True,
        "game": "xwing",
        "pieces": 3,
        "terrain": 1,
        "questions": 2,
        "mistakes": [],
    }


def test_the_schema_is_printed_alone(run, refused):
    code, out, err = run("check --schema xwing")
    assert (code, err) == (0, "")
    assert json.loads(out) == json_schema("xwing")
    assert "did you mean 'xwing'?" in refused("check --schema xwnig")
    assert "leave out shot.toml" in refused("check --schema xwing shot.toml")
    assert "say which files" in refused("check")


def test_a_long_line_is_shown_around_the_mistake(place):
    (place / "long.toml").write_text("title = '" + "-" * 300 + "X" + "-" * 300 + "'\n")
    _, line, caret = located([Mistake("here", 1, 310)], "long.toml").splitlines()
    assert len(line) < 120
    assert line[caret.index("^")] == "X"


def test_what_a_terminal_would_obey_is_not_printed(place):
    (place / "odd.toml").write_text("title = '\x1b[31m' X\n")
    _, line, caret = located([Mistake("here", 1, 17)], "odd.toml").splitlines()
    assert "\x1b" not in line
    assert line[caret.index("^")] == "X"
