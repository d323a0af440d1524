"""The README is run: its commands, its position file, its picture.  (Its Python is doctested.)"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import tablesim as ts
from tablesim.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "pictures" / "disputed-shot.svg"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_console_blocks_print_what_they_say(capsys, monkeypatch, tmp_path):
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    monkeypatch.chdir(tmp_path)
    commands = [block.split("\n", 1) for block in blocks("console")]
    assert commands
    for command, expected in commands:
        program, *words = shlex.split(command.removeprefix("$ "))
        assert program == "tablesim"
        assert main(words) == 0
        said = capsys.readouterr().out
        assert expected.strip() in said
    assert (tmp_path / "shot.svg").read_text(encoding="utf-8") == PICTURE.read_text(
        encoding="utf-8"
    )


def test_the_second_picture_is_the_answer_that_stands_below_it(tmp_path):
    cover = ts.judge(ts.example("window")).cover("runner", "sniper")
    drawn = cover.save(tmp_path / "eye.svg").read_text(encoding="utf-8")
    assert drawn == (PICTURE.parent / "eye-view.svg").read_text(encoding="utf-8")


def test_the_shown_position_is_an_excerpt_of_the_real_one():
    shown = ts.loads(blocks("toml")[0])
    real = ts.example("disputed-shot")
    for piece in shown.pieces:
        assert piece.pose == real[piece.id].pose
    (question,) = shown.questions
    shot = ts.judge(shown).ask(question)
    assert shot.distance == ts.judge(real).attack("luke", "academy").distance


def test_the_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_the_two_commands_are_targets_of_the_makefile(command):
    target = command.removeprefix("make ")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
