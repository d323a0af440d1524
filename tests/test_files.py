"""Files that appear whole or not at all, whatever fails in between."""

from __future__ import annotations

import ast
import errno
import fcntl
import io
import os
import re
import resource
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import shapely

import tablesim
from tablesim import example, game
from tablesim.cli import main
from tablesim.files import HIDDEN, Growing, alone, naming, replacing, write_whole
from tablesim.interop import geojson, tables, xws
from tablesim.protocol import play
from tablesim.render.animate import gif
from tablesim.scene import Mark, Scene
from tablesim.studies.columns import Columns

TABLE = example("disputed-shot")
SCENE = TABLE.scene()
COLUMNS = Columns(who=np.array(["luke", "biggs"]), hits=np.arange(2))

WRITERS = {
    "a.toml": TABLE.save,
    "a.svg": SCENE.save,
    "a.gif": lambda path: gif([Scene((Mark(shapely.Point(0, 0), "cell"),))], path),
    "a.jsonl": lambda path: play(game("number_fields"), ["random"] * 2, seed=1).save(path),
    "a.csv": COLUMNS.save,
    "a.NPZ": COLUMNS.save,
    "a.geojson": lambda path: geojson.save(TABLE, path),
    "rows.csv": lambda path: tables.save(TABLE, path),
    "a.xws": lambda path: xws.save(xws.squad_of("x-wing/rookie-pilot"), path),
}
"""All that writes a file, by what it writes."""


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def at_most(size: int):
    """Let no file of this process take more bytes: the system refuses, also where root asks."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Whole or not at all


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * n.endswith(".gif")) for n in WRITERS]
)
def test_every_writer_leaves_the_old_file_on_a_full_disk(tmp_path, name):
    path = tmp_path / name
    path.write_text("old")
    with at_most(20), pytest.raises(OSError, match=f"File too large: '.*/{name}'"):
        WRITERS[name](path)
    assert (path.read_text(), names(tmp_path)) == ("old", [name])
    WRITERS[name](path)
    assert path.stat().st_size > 20 and names(tmp_path) == [name]


@pytest.mark.parametrize("place", ["tablesim.files.os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("old", [None, "old"])
def test_a_failure_before_the_end_leaves_no_trace(tmp_path, monkeypatch, place, old):
    path = tmp_path / "a.txt"
    if old:
        path.write_text(old)
    monkeypatch.setattr(place, full)
    with pytest.raises(OSError, match=r"No space left on device: '.*/a\.txt'") as caught:
        write_whole(path, "new")
    assert caught.value.errno == errno.ENOSPC
    assert names(tmp_path) == (["a.txt"] if old else [])
    assert not old or path.read_text() == old


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), OSError("in words")])
def test_whatever_is_raised_passes_and_leaves_no_trace(tmp_path, error):
    path = tmp_path / "a.txt"
    with pytest.raises(type(error)) as caught, naming(path), replacing(path) as new:
        new.write_text("half")
        raise error
    assert caught.value is error
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["none/a.txt", "file/a.txt", "a" * 300, "folder"])
def test_a_place_that_cannot_be_written_is_named(tmp_path, name):
    (tmp_path / "file").write_text("here")
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    with pytest.raises(OSError, match=f"'{path}'$"):
        write_whole(path, "new")
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.parametrize(
    "write",
    [
        *(pytest.param(WRITERS[n], id=n) for n in WRITERS if not n.endswith(".gif")),
        pytest.param(Growing, id="growing"),
        pytest.param(lambda path: play("number_fields", ["random"] * 2, path=path), id="played"),
    ],
)
def test_a_missing_folder_is_said_to_be_missing(tmp_path, monkeypatch, request, write):
    monkeypatch.chdir(tmp_path)
    path = Path("no", request.node.callspec.id)
    with pytest.raises(FileNotFoundError) as caught:
        write(path)
    assert str(caught.value) == f"[Errno {errno.ENOENT}] there is no folder no: '{path}'"
    assert names(tmp_path) == []


def test_a_folder_that_goes_away_meanwhile(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    gone = pytest.raises(FileNotFoundError, match=r"folder/a\.txt'$")
    with gone, replacing(folder / "a.txt") as new:
        new.write_text("new")
        new.unlink()
        folder.rmdir()
    assert names(tmp_path) == []


def test_what_is_being_written_is_hidden_and_has_the_same_ending(tmp_path):
    with replacing(tmp_path / "a.toml") as new:
        new.write_text("new")
        (name,) = names(tmp_path)
        assert name.startswith(HIDDEN) and name.endswith(".toml")
    assert names(tmp_path) == ["a.toml"]


def test_several_write_the_same_file_at_once(tmp_path):
    path = tmp_path / "a.txt"
    contents = [letter * 100_000 for letter in "abcd"]
    threads = [threading.Thread(target=write_whole, args=(path, text)) for text in contents * 5]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in contents and names(tmp_path) == ["a.txt"]


# Line by line


def test_a_line_that_does_not_fit_is_not_there_by_half(tmp_path):
    path = tmp_path / "a.jsonl"
    with Growing(path) as file:
        file.add("first\n")
        with at_most(10), pytest.raises(OSError, match=r"File too large: '.*/a\.jsonl'"):
            file.add("second\n")
        assert path.read_text() == "first\n"
        file.add("third\n")
    assert path.read_text() == "first\nthird\n"


def test_a_line_is_there_when_it_was_added(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"

    class Slow(io.FileIO):
        def write(self, raw):
            return super().write(raw[:3])

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, *_, **__: Slow(path, "a"))
        file = Growing(path)
    with file:
        file.add("ein Stück\n")
        assert path.read_bytes().decode() == "ein Stück\n"


def test_what_was_cut_off_goes(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("first\nsec")
    with pytest.raises(KeyboardInterrupt), Growing(path, size=6) as file:
        file.add("second\n")
        raise KeyboardInterrupt
    assert path.read_text() == "first\nsecond\n"


def test_an_end_that_the_disk_does_not_take_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("tablesim.files.os.fsync", full)
    told = pytest.raises(OSError, match=r"No space left on device: '.*/a\.jsonl'")
    with told, Growing(tmp_path / "a.jsonl") as file:
        file.add("first\n")


# By one process


HOLDS = """\
import sys
from pathlib import Path
from tablesim.files import alone
with alone(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_by_another(path):
    """Let another process have a file, until it is killed."""
    words = [sys.executable, "-c", HOLDS, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"mine\n"
        yield
        process.kill()


STUDY = ["study", "ladder", "number_fields", "random", "random", "--games", "2", "--workers", "1"]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["play", "number_fields", "--seats", "random,random", "-o", "a.jsonl"], "a.jsonl.part"),
        ([*STUDY, "--keep", "k.jsonl"], "k.jsonl"),
    ],
)
def test_what_another_process_writes_is_left_alone(tmp_path, monkeypatch, capsys, words, name):
    monkeypatch.chdir(tmp_path)
    with held_by_another(tmp_path / name):
        assert main(words) == 2
        told = capsys.readouterr().err
        assert name.removesuffix(".part") in told and "another process is writing it" in told
        assert not Path(name).exists()
    assert main(words) == 0  # it was killed, and holds nothing
    assert not list(tmp_path.glob(f"{HIDDEN}*"))


def test_a_lock_that_was_taken_away_is_none(tmp_path, monkeypatch):
    """One that another process takes away just before it is locked."""
    path, lock = tmp_path / "a.jsonl", fcntl.flock
    left = [True, False]

    def late(file, how):
        if left.pop(0):
            Path(file.name).unlink()
        lock(file, how)

    monkeypatch.setattr("tablesim.files.fcntl.flock", late)
    with alone(path):
        (stand_in,) = tmp_path.iterdir()
        assert not left
    assert not stand_in.exists()


def test_a_disk_that_knows_no_locks_is_written_all_the_same(tmp_path, monkeypatch):
    def unknown(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("tablesim.files.fcntl.flock", unknown)
    with alone(tmp_path / "a.jsonl"):
        pass
    assert not list(tmp_path.iterdir())


def test_where_there_are_no_locks_nothing_stands_for_a_file(tmp_path, monkeypatch):
    """On Windows, where a file that is open cannot be taken away."""
    monkeypatch.setattr("tablesim.files.fcntl", None)
    with alone(tmp_path / "a.jsonl"), alone(tmp_path / "a.jsonl"):
        assert not list(tmp_path.iterdir())


def test_lines_go_to_the_disk_within_a_second(tmp_path, monkeypatch):
    times, flushed = iter([0.0, 0.5, 1.5, 1.5, 2.0]), []
    monkeypatch.setattr("tablesim.files.time.monotonic", lambda: next(times))
    monkeypatch.setattr("tablesim.files.os.fsync", lambda _: flushed.append(path.read_text()))
    path = tmp_path / "a.jsonl"
    with Growing(path) as file:
        for line in "123":
            file.add(f"{line}\n")
    assert flushed == ["1\n2\n", "1\n2\n3\n"]


# In one place


def test_nothing_else_writes_files():
    """What would leave half a file, were it killed; the driver only moves what has grown."""
    folder = Path(tablesim.__file__).parent
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py") if writes(path)}
    assert found == {"files.py", "protocol/driver.py"}


WORDS = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "touch"}
MAYBE = re.compile(rf"{'|'.join(WORDS)}|open\(|\.(replace|rename)\([^,()]*\)")


def writes(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    if not MAYBE.search(text):  # which is much faster
        return False
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return any(map(is_writing, calls))


def is_writing(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    values = [getattr(arg, "value", None) for arg in call.args]
    values += [word.value.value for word in call.keywords if isinstance(word.value, ast.Constant)]
    modes = [value for value in values if isinstance(value, str) and len(value) <= 3]
    return (
        name in WORDS
        or (name == "open" and any(set(mode) & set("wax+") for mode in modes))
        or (
            (name in {"replace", "rename"} and isinstance(call.func, ast.Attribute))
            and (len(call.args), len(call.keywords)) == (1, 0)
        )
    )


def test_a_writer_is_found():
    for text in ("p.open('w')", "open(p, 'ab')", "p.write_text(t)", "new.replace(path)"):
        assert MAYBE.search(text) and is_writing(ast.parse(text).body[0].value), text
    for text in ("p.open('rb')", "t.replace('a', 'b')", "replace(a, b=1)", "p.open(m)"):
        assert not is_writing(ast.parse(text).body[0].value), text
