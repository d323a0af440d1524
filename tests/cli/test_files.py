"""``tablesim new``, ``move`` and ``draw``, and what all commands do to files."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import tablesim as ts
from tablesim.cli.command import PICTURES, THEMES
from tablesim.cli.output import Outputs
from tablesim.render import THEMES as DRAWN_THEMES


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


# new


def test_a_new_file_passes_check_and_answers(run, place):
    assert run("new xwing -o mine.toml") == (
        0,
        "mine.toml: written; next: tablesim ask mine.toml\n",
        "",
    )
    assert run("check mine.toml") == (0, "mine.toml: ok, 2 ships, 1 obstacle, 2 questions\n", "")
    assert run("ask mine.toml").code == 0
    assert "# " in (place / "mine.toml").read_text(encoding="utf-8")


def test_what_the_comments_of_a_new_file_show_is_true(run, place):
    run("new xwing -o FILE.toml")
    text = (place / "FILE.toml").read_text(encoding="utf-8")
    commands = [line[1:].split("  ")[1:] for line in text.splitlines() if "tablesim " in line[:15]]
    assert len(commands) == 5
    for words, *_ in commands:
        assert run(words.strip().removeprefix("tablesim ").replace("FILE", "FILE.toml")).code == 0
    for line in ('units = "in"', "stress = 1"):
        changed = text.replace(f"# {line}", line)
        assert changed != text
        assert ts.loads(changed).pieces


def test_new_replaces_a_file_only_by_force(run, refused, place):
    old = (place / "shot.toml").read_text()
    assert refused("new xwing -o shot.toml") == (
        "tablesim new: shot.toml is there already; --force replaces it"
    )
    assert (place / "shot.toml").read_text() == old
    assert run("new xwing -o shot.toml --force").code == 0
    assert (place / "shot.toml").read_text() != old


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("new xwnig -o a.toml", "no position files of a game 'xwnig'; did you mean 'xwing'?"),
        ("new go -o a.toml", "of a game 'go'; there are some of unforged, xwing"),
        ("new xwing -o a.svg", "'a.svg' ends in '.svg'; a position file ends in .toml"),
        ("new xwing", "required: -o"),
        ("new xwing -o no/a.toml", "cannot write no/a.toml: there is no folder no"),
    ],
)
def test_new_says_what_would_be_right(refused, place, words, right):
    assert right in refused(words)
    assert names(place) == ["bare.toml", "shot.toml"]


# move


def test_a_move_is_answered(run):
    move = ts.judge("shot.toml").maneuver("luke", "turn left 2")
    said = (0, f"{move.answer}\n{move.detail}\n", "")
    assert run("move shot.toml luke turn left 2") == said
    assert run("move shot.toml luke", "turn left 2") == said
    assert run("move shot.toml luke turn left 2 --at middle") == said


def test_the_table_after_a_move_is_written(run, place):
    code, out, _ = run("move shot.toml luke koiogran 4 -o after.toml --picture move.svg --json")
    move = ts.judge("shot.toml").maneuver("luke", "koiogran 4")
    assert code == 0
    assert ts.load("after.toml") == move.table
    assert ts.load("after.toml").piece("luke").state["stress"] == 1  # XW-28, a red maneuver
    assert (place / "move.svg").read_text(encoding="utf-8") == move.svg()
    assert json.loads(out) == {
        "tablesim": ts.__version__,
        "file": "shot.toml",
        **json.loads(json.dumps(move.to_json())),
        "after": "after.toml",
        "picture": "move.svg",
    }


def test_a_move_that_is_not_legal_is_answered_but_not_written(run, refused, place):
    answer = ts.judge("shot.toml").maneuver("luke", "turn left 1").answer
    code, out, _ = run("move shot.toml luke turn left 1")
    assert (code, out.splitlines()[0]) == (0, answer)
    said = refused("move shot.toml luke turn left 1 -o after.toml --picture a.svg --json")
    assert said == f"tablesim move: after.toml is not written: {answer}"
    assert names(place) == ["bare.toml", "shot.toml"]


def test_a_move_can_be_written_over_its_own_file(run):
    after = ts.judge("shot.toml").maneuver("luke", "straight 2").table
    assert run("move shot.toml luke straight 2 -o shot.toml").code == 0
    assert ts.load("shot.toml") == after


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("lukee straight 1", "nothing on the table is called 'lukee'; did you mean 'luke'?"),
        ("luke tunr left 2", "did you mean 'turn left 2'?"),
        ("luke straight 1 --at front", "cannot end at 'front'"),
        ("luke", "required: MANEUVER"),
        ("luke straight 1 -o after.svg", "a position file ends in .toml"),
        ("luke straight 1 -o after", "'after' has no ending; a position file ends in .toml"),
        ("luke straight 1 --policy giudes=true", "no policy 'giudes'"),
    ],
)
def test_move_says_what_would_be_right(refused, words, right):
    assert right in refused(f"move shot.toml {words}")


# draw


@pytest.mark.parametrize("ending", PICTURES)
def test_the_table_is_drawn(run, place, ending):
    assert run(f"draw shot.toml -o out{ending}") == (0, f"picture: out{ending}\n", "")
    assert (place / f"out{ending}").stat().st_size > 1000


def test_the_picture_is_that_of_the_table(run, place):
    run("draw shot.toml -o a.svg --theme print --whole")
    table = ts.load("shot.toml")
    drawn = (place / "a.svg").read_text(encoding="utf-8")
    assert drawn == table.svg(theme="print", whole=True)


def test_a_part_of_the_table_is_drawn_around_things(run, place):
    run("draw shot.toml -o all.svg")
    run("draw shot.toml academy rock -o part.svg")
    scale = [
        (place / name).read_text().split('class="scale-bar"')[1] for name in ("all.svg", "part.svg")
    ]
    assert scale[0] != scale[1]


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("draw shot.toml -o a", "'a' has no ending; a picture ends in .svg, .png or .pdf"),
        ("draw shot.toml -o a.jpg", "'a.jpg' ends in '.jpg'; a picture ends in .svg, .png or .pdf"),
        ("draw shot.toml", "required: -o"),
        ("draw shot.toml lukee -o a.svg", "did you mean 'luke'?"),
        ("draw shot.toml luke --whole -o a.svg", "--whole shows everything; leave out luke"),
        ("draw shoot.toml -o a.svg", "cannot read shoot.toml: No such file or directory; did you"),
        ("draw shot.toml -o no/a.svg", "cannot write no/a.svg: there is no folder no"),
    ],
)
def test_draw_says_what_would_be_right(refused, place, words, right):
    assert right in refused(words)
    assert names(place) == ["bare.toml", "shot.toml"]


def test_a_picture_too_large_for_paper_is_refused_in_words(refused, place):
    (place / "huge.toml").write_text("format = 1\narea = [9000, 9000]\nunits = 'mm'\n")
    assert "exceeds the largest page" in refused("draw huge.toml -o a.pdf")


def test_the_themes_are_those_of_the_renderer():
    assert tuple(DRAWN_THEMES) == THEMES


# What a failure leaves


WRITING = [
    "ask shot.toml --picture {}.svg",
    "ask shot.toml attack luke academy --picture {}.png",
    "move shot.toml luke straight 1 -o {}.toml",
    "draw shot.toml -o {}.pdf",
    "new xwing -o {}.toml --force",
]


@pytest.mark.parametrize("words", WRITING)
@pytest.mark.parametrize("target", ["missing/a", "shot.toml/a"])
def test_a_place_that_cannot_be_written_is_named(refused, place, words, target):
    said = refused(words.format(target))
    assert f"cannot write {target}" in said
    assert f"there is no folder {target[:-2]}" in said
    assert names(place) == ["bare.toml", "shot.toml"]


@pytest.mark.parametrize("words", WRITING[1:])
def test_a_folder_is_not_replaced(refused, place, words):
    target = words.format("a").split(" -o ")[-1].split("--picture ")[-1].split()[0]
    (place / target).mkdir()
    assert refused(words.format("a")).endswith(f"cannot write {target}: it is a folder")
    assert names(place) == sorted([target, "bare.toml", "shot.toml"])


@pytest.mark.parametrize("words", WRITING[1:])
def test_old_files_stay_when_the_disk_is_full(refused, place, monkeypatch, words):
    target = place / words.format("a").split(" -o ")[-1].split("--picture ")[-1].split()[0]
    target.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    said = refused(words.format("a"))
    assert said.endswith(f"cannot write {target.name}: No space left on device")
    assert target.read_text() == "old"
    assert names(place) == sorted([target.name, "bare.toml", "shot.toml"])


def test_several_pictures_appear_together_or_not_at_all(refused, place):
    (place / "a-1.svg").write_text("old")
    (place / "a-2.svg").mkdir()
    assert "a-2.svg: it is a folder" in refused("ask shot.toml --picture a.svg")
    assert (place / "a-1.svg").read_text() == "old"
    assert names(place) == ["a-1.svg", "a-2.svg", "bare.toml", "shot.toml"]


def test_a_fault_between_two_files_leaves_both_as_they_were(place):
    (place / "a.txt").write_text("old")
    with pytest.raises(ZeroDivisionError), Outputs() as outputs:
        outputs.add(place / "a.txt", lambda path: path.write_text("new"))
        raise ZeroDivisionError
    assert (place / "a.txt").read_text() == "old"
    assert names(place) == ["a.txt", "bare.toml", "shot.toml"]


@pytest.mark.parametrize("words", ["move shot.toml luke straight 1 -o a.toml --picture b.svg"])
def test_ctrl_c_between_two_files_waits_for_both(run, place, monkeypatch, words):
    def replace_and_interrupt(self, target, replace=Path.replace):
        replace(self, target)
        if target.name in ("a.toml", "b.svg"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Path, "replace", replace_and_interrupt)
    assert run(words) == (130, "", "interrupted\n")
    assert names(place) == ["a.toml", "b.svg", "bare.toml", "shot.toml"]
