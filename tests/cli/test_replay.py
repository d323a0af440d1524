"""``tablesim replay``: words, JSON, strips and films of games that were played."""

import json
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from tablesim.protocol import play, playthrough

from ..protocol.drift import DRIFT
from ..protocol.pig import PIG


@pytest.fixture
def record(toys):
    return play(PIG, ["random", "random"], seed=7, options={"target": 20}, path="game.jsonl")


@pytest.fixture
def walk(toys):
    return play(DRIFT, ["random"] * 3, seed=1, path="walk.jsonl")


def test_a_game_as_words_is_its_playthrough(run, record):
    assert run("replay game.jsonl") == (0, playthrough(record), "")


def test_one_step_as_words(run, record):
    assert run("replay game.jsonl --step 3").out.splitlines() == [
        "# 3 of 26",
        "0-0, seat 0 has thrown 6",
        "next: chance, [1]",
    ]
    assert run("replay game.jsonl --step 4").out.splitlines()[1] == "seat 0: lost, points 6 (PIG-3)"
    assert run("replay game.jsonl --step 26").out.splitlines()[-1] == str(record.result)


def test_json_of_a_game_and_of_a_step(run, record):
    data = json.loads(run("replay game.jsonl --json").out)
    assert data["digest"] == record.digest and data["steps"] == 26
    assert data["log"] == list(record.log())
    data = json.loads(run("replay game.jsonl --step 4 --json").out)
    assert (data["step"], data["to_move"], data["state"]["seat"]) == (4, 1, 1)
    assert data["events"][0]["ev"] == "lost"


def words_of(path):
    return [e.text for e in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_a_strip_is_one_svg_with_so_many_panels(run, walk):
    assert run("replay walk.jsonl -o strip.svg") == (0, "picture: strip.svg\n", "")
    assert sum("gusts to come" in words for words in words_of("strip.svg")) == 6
    assert run("replay walk.jsonl -o three.svg --moments 3").code == 0
    words = words_of("three.svg")
    assert sum("gusts to come" in w for w in words) == 3
    middle = f"10: seat 1, {walk.steps[9].notation()}"
    assert {"0: the start", middle, "20: chance, [156.843753]"} <= set(words)
    assert words[0].startswith("drift: seat 0 wins")


def test_one_step_as_a_picture_is_that_state(run, walk, toys):
    run("replay walk.jsonl --step 5 -o five.svg")
    state = next(s for n, s in enumerate(walk.states()) if n == 5)
    assert (toys / "five.svg").read_text() == state.svg()


def test_a_film_has_a_frame_for_each_moment(run, walk):
    code, out, err = run("replay walk.jsonl -o walk.gif --moments 4 --fps 5 --json")
    assert (code, err) == (0, "") and json.loads(out)["picture"] == "walk.gif"
    with Image.open("walk.gif") as film:
        assert film.n_frames == 4


def test_a_game_that_is_still_played_is_shown_as_far_as_it_went(run, record, toys):
    lines = (toys / "game.jsonl").read_text().splitlines(keepends=True)
    (toys / "half.jsonl.part").write_text("".join(lines[:9]) + '{"cha')
    out = run("replay half.jsonl.part").out
    assert out.endswith("broken off\n") and "# 8" in out and "# 9" not in out


@pytest.mark.parametrize(
    ("edit", "right"),
    [
        (lambda lines: lines[:9], "game.jsonl:9:1: the transcript ends here without a result"),
        (lambda lines: [*lines[:9], '{"cha'], "game.jsonl:10:1: the last line is cut off"),
        (lambda lines: ["{", *lines[1:]], "game.jsonl:1:"),
        (
            lambda lines: [*lines[:1], '{"seat":0,"move":"hold"}\n', *lines[2:]],
            "game.jsonl:2:1: 'hold' is illegal: PIG-2: a turn begins with a throw",
        ),
        (
            lambda lines: [*lines[:1], '{"seat":0,"move":"rol"}\n', *lines[2:]],
            "game.jsonl:2:1: move: expected hold or roll, got 'rol'",
        ),
        (lambda lines: [lines[0].replace('"rules":1', '"rules":2'), *lines[1:]], "version 2 of"),
    ],
)
def test_a_transcript_that_was_changed_is_refused_with_the_line(refused, record, toys, edit, right):
    path = toys / "game.jsonl"
    path.write_text("".join(edit(path.read_text().splitlines(keepends=True))))
    assert right in refused("replay game.jsonl")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("gme.jsonl", "cannot read gme.jsonl: No such file or directory; did you mean 'game.jso"),
        (".", "cannot read .: Is a directory"),
        ("game.jsonl --step 27", "game.jsonl has 26 steps: expected --step 0 to 26, got 27"),
        ("game.jsonl --step -1", "expected a whole number from 0 on, got '-1'"),
        ("game.jsonl -o a.pdf", "'a.pdf' ends in '.pdf'; a replay ends in .svg, .gif or .html"),
        ("game.jsonl -o game", "'game' has no ending; a replay ends in .svg, .gif or .html"),
        ("game.jsonl -o a.gif --step 3", "a.gif would be a film of one moment"),
        ("game.jsonl --moments 3", "--moments says how many are drawn: add -o OUT"),
        ("game.jsonl -o a.svg --moments 0", "--moments takes 1 or more, got 0"),
        ("game.jsonl -o a.gif --fps 0", "--fps takes a number up to 50, got 0"),
        ("game.jsonl -o a.gif --fps nan", "--fps takes a number up to 50, got nan"),
        ("game.jsonl --state", "--state prints the position of --step N"),
        ("game.jsonl -o no/a.svg", "cannot write no/a.svg: there is no folder no"),
    ],
)
def test_what_cannot_be_shown_is_refused(refused, record, toys, words, right):
    assert right in refused(f"replay {words}")
    assert not list(toys.glob("*.svg")) and not list(toys.glob("*.gif"))
