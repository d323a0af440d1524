"""The words of the command line, and the files that studies keep."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tablesim import __version__
from tablesim.cli import main
from tablesim.cli.command import UsageError
from tablesim.cli.program import COMMANDS
from tablesim.errors import BadData
from tablesim.studies.finished import Finished

from ..interop.squads import IMPERIALS
from ..studies.squares import Squares
from .check import TESTS, bytes_of, require, require_numbers

VERSION = b"VERSION"
"""Stands for the version of tablesim, which a file must name: the corpus outlives it."""


def _study() -> Squares:
    return Squares(numbers=30, size=7)


def kept_files() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.jsonl"
        _study().run(keep=path)
        whole = path.read_bytes().replace(__version__.encode(), VERSION, 1)
    lines = whole.splitlines(keepends=True)
    return [b"", whole[:20], b"".join(lines[:3]), b"".join(lines[:3]) + lines[3][:9]]


def go_on(raw: bytes) -> None:
    """Go on from a file; one that is refused stays as it was."""
    study, raw = _study(), raw.replace(VERSION, __version__.encode(), 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.jsonl"
        path.write_bytes(raw)
        try:
            found = study.run(keep=path)
        except BadData:
            require(path.read_bytes() == raw, "the file was refused, and yet changed")
            raise
        require(found == study.run(), "the file changed the result")
        with Finished(study, path) as finished:
            require(len(finished.parts) == 5, "the file does not hold what is done")


@cache
def _folder() -> dict[str, bytes]:
    """The files of the folder in which commands run."""
    record = TESTS / "transcripts" / "xwing" / "locks-and-torpedoes.jsonl"
    data = TESTS / "interop" / "data"
    return {
        "shot.toml": (TESTS.parent / "positions" / "disputed-shot.toml").read_bytes(),
        "ruin.toml": (TESTS.parent / "positions" / "ruin.toml").read_bytes(),
        "bad.toml": b'format = 1\ngame = "xwing"\n[[piece]]\nid = 3\n',
        "game.jsonl": record.read_bytes(),
        "rows.csv": (data / "positions.csv").read_bytes(),
        "save.json": (data / "table.json").read_bytes(),
        "save.vsav": (data / "table.vsav").read_bytes(),
        "squad.xws": bytes_of(IMPERIALS),
    }


_COMMANDS = """
ask shot.toml
ask shot.toml --json --policy attack_range=closest
ask shot.toml attack luke academy arc=front --odds --error-mm 0.5 --samples 20 --seed 3
ask shot.toml maneuver luke turn left 2 --picture out.svg --theme dark --whole
ask ruin.toml cover scout guard --json
check shot.toml
check bad.toml --json
new xwing -o new.toml
move shot.toml luke bank right 2 -o after.toml --json
draw shot.toml -o out.svg --theme print
convert save.json table.toml
convert save.vsav table.geojson
convert rows.csv table.csv --game xwing
report shot.toml -o out.html
play guardians --seats greedy,random --seed 7 -o played.jsonl
play number_fields --seats human,random
play xwing --seats random,random --squad squad.xws --option rounds=1 --json
play --resume game.jsonl
replay game.jsonl --step 3 --state
replay game.jsonl --json
replay game.jsonl --step 4 -o out.svg
perft guardians --depth 1 --divide --seats 2
study confidence shot.toml attack luke academy --error-mm 0.5 --samples 20 --keep kept.jsonl
study map shot.toml luke attack academy luke --step 300 -o map.csv
study ladder guardians greedy random --games 2 --seed 4 --json
games
games xwing --json
sheet xwing -o out.pdf
serve shot.toml --port 0 --lan
bench back-off --repeat 2
"""


def commands() -> list[bytes]:
    return [line.replace(" ", "\n").encode() for line in _COMMANDS.strip().split("\n")]


_WORK = re.compile(r"\d{3,}|\d+e\d+|human|search|unforged|tcp:|\.(gif|pdf|png)$", re.IGNORECASE)
"""Words that make a command do much work, as it should."""


_SIZES = {"confidence": "--samples", "map": "--step", "ladder": "--games"}
"""What keeps a study small; without it, it is a long one."""


def _words(raw: bytes) -> list[str] | None:
    """Return words of a command, one a line; None if it would leave its folder or work long."""
    words = os.fsdecode(raw).split("\n")
    if any(word.startswith("/") or ".." in word or "=/" in word for word in words):
        return None
    long = words[0] in ("play", "perft", "study", "replay", "sheet") or "--samples" in words
    if long and any(map(_WORK.search, words[1:])):
        return None
    if words[0] == "study":
        size = _SIZES.get("".join(words[1:2]), "")
        if size and size not in words:
            return None
        words += ["--workers", "1"]
    if words[0] == "perft":
        words = ["1" if word.isdigit() else word for word in words]
    return words


def run(raw: bytes) -> None:
    """Run a command in a folder of its own: if it fails, no file there has changed."""
    words = _words(raw)
    if words is None or "\0" in "".join(words):  # which no system hands over
        return
    if words[0] in ("serve", "bench"):  # which do not come to an end, or take long
        with contextlib.suppress(SystemExit, UsageError), _quiet():
            COMMANDS[words[0]].parse(words[1:])
        return
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name), _quiet() as said:
        folder = Path(name)
        for file, content in _folder().items():
            (folder / file).write_bytes(content)
        code = main(words)
        left = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        error = said.err.getvalue()
        require(code in (0, 2), f"exit code {code}: {error[-500:]}")
        require("Traceback" not in error, error[-500:])
        if code:
            require((error + said.out.getvalue()).strip(), "it fails and says nothing")
            growing = {name for name in left if name.endswith(".part")}
            same = {name: content for name, content in left.items() if name not in growing}
            same.pop("kept.jsonl", None)  # a study that is broken off keeps what is done
            require(same == _folder(), f"it fails, and yet writes {sorted(left)}: {error[-300:]}")
        elif "--json" in words and "--help" not in words:
            require_numbers(json.loads(said.out.getvalue()), "the JSON")
        for file, content in _folder().items():
            if code == 0 and file not in words[2:]:
                require(left.get(file) == content, f"{file} was changed")


@contextlib.contextmanager
def _quiet() -> Any:
    """Keep what is printed; whoever asks a person meets the end of the input."""
    said = SimpleNamespace(out=io.StringIO(), err=io.StringIO())
    kept, sys.stdin = sys.stdin, io.StringIO("")
    try:
        with contextlib.redirect_stdout(said.out), contextlib.redirect_stderr(said.err):
            yield said
    finally:
        sys.stdin = kept
