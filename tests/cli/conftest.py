"""A position file to ask about, and the command line as a person meets it."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tablesim.cli import main
from tablesim.protocol import registry

from ..protocol.drift import DRIFT
from ..protocol.pennies import PENNIES
from ..protocol.pig import PIG

TOYS = (PIG, PENNIES, DRIFT)

SHOT = """\
format = 1
game = "xwing"

[[piece]]
id = "luke"
kind = "x-wing"
seat = 0
at = [450.0, 300.0]
heading = 90.0

[[piece]]
id = "biggs"
kind = "x-wing"
seat = 0
at = [300.0, 300.0]
heading = 90.0

[[piece]]
id = "academy"
kind = "tie-fighter"
seat = 1
at = [470.0, 530.0]
heading = 270.0

[[terrain]]
id = "rock"
kind = "asteroid-4"
at = [600.0, 420.0]
heading = 30.0
"""

QUESTIONS = """
[[question]]
ask = "attack"
by = "luke"
on = "academy"

[[question]]
ask = "maneuver"
id = "luke"
text = "turn left 2"
"""


class Said(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    """A folder with ``shot.toml`` (two questions) and ``bare.toml`` (none), to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shot.toml").write_text(SHOT + QUESTIONS, encoding="utf-8")
    (tmp_path / "bare.toml").write_text(SHOT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(place, capsys) -> Callable[..., Said]:
    """Run ``tablesim WORDS...`` in this process; the words may stand in one text."""

    def run(words: str, *more: str) -> Said:
        code = main([*words.split(), *more])
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def refused(run) -> Callable[..., str]:
    """Run a command that must be refused, and return its one sentence."""

    def refused(words: str, *more: str) -> str:
        code, out, err = run(words, *more)
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        assert err.endswith("\n")
        return err.removesuffix("\n")

    return refused


@pytest.fixture
def python(place) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python in a process of its own."""

    def python(*words: str, **options) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
            **options,
        )

    return python


@pytest.fixture
def toys(place, monkeypatch) -> Path:
    """Three small games (pig, pennies, drift) that are known by name; the folder to work in."""
    places = {game.name: f"{type(game).__module__}:{game.name.upper()}" for game in TOYS}
    monkeypatch.setattr(registry.GAMES, "built_in", places)
    return place


@pytest.fixture
def types(monkeypatch) -> Callable[..., None]:
    """Have a person type some lines; then the input ends."""

    def types(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return types
