"""Ends commands at chosen moments, and looks at what they leave."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tablesim.files import HIDDEN

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}

SHELL = 128
"""What a shell adds to the number of a signal for an exit code."""

ASKED = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
"""The signals that ask a command to end."""

ENDING = [signal.SIGKILL, *ASKED]
"""Those, and the one that ends it on the spot."""

Files = dict[str, bytes]
"""What stands in a folder: bytes by name."""


class Left(NamedTuple):
    """How a command ended, and what it left.

    Attributes
    ----------
    code
        The exit code; below zero the signal that killed it.
    said
        On standard output and standard error.
    steps
        How many things it did to files; 0 if it was killed.
    seconds
        How long it ran.
    files
        What stands in the folder, without what is hidden.
    hidden
        The names of what is hidden there.
    """

    code: int
    said: str
    steps: int
    seconds: float
    files: Files
    hidden: list[str]


class Forks:
    """Runs commands in forks of one process; see ``forks.py`` for the ways to end them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("forks.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            cwd=ROOT,
        )

    def run(self, words: str, before: Files | None, **end: Any) -> Left:
        """Run a command where these files stand and nothing else; None leaves all as it is."""
        if before is not None:
            put(self.folder, before)
        job = {"folder": str(self.folder), "words": words.split(), **end}
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        return Left(**json.loads(self.process.stdout.readline()), **found(self.folder))

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def put(folder: Path, files: Files) -> None:
    """Have a folder hold these files and nothing else."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def found(folder: Path) -> dict[str, Any]:
    """Return what stands in a folder, and apart from it what is hidden there."""
    paths = sorted(folder.iterdir())
    return {
        "files": {p.name: p.read_bytes() for p in paths if not p.name.startswith(HIDDEN)},
        "hidden": [p.name for p in paths if p.name.startswith(HIDDEN)],
    }


READY = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
from tablesim.__main__ import main
os.write(int(sys.argv.pop(1)), b"!")
sys.exit(main())
"""
"""Runs a command, and tells when it begins: before that, Python is ended and not tablesim."""


@contextmanager
def started(words: str, folder: Path, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command in a process group of its own, and give it when it begins."""
    source, told = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", READY, str(told), *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=ENVIRONMENT,
        pass_fds=[told],
        start_new_session=True,
        **options,
    )
    os.close(told)
    try:
        assert os.read(source, 1) == b"!", process.communicate()
        yield process
    finally:
        os.close(source)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def check_words(left: Left | tuple[int, str], number: int) -> None:
    """Check how a command that a signal asked to end did so: at once, or when all was done."""
    code, said = left[:2]
    assert "Traceback" not in said and "fault" not in said, said
    if number == signal.SIGKILL:
        assert code in (0, -number), said
    else:
        assert code in (0, SHELL + number, -number), said


def check_starved(left: Left) -> None:
    """Check how a command ended for which the disk was full: in words."""
    assert left.code == 2, left.said
    assert "File too large" in left.said, left.said
    assert "Traceback" not in left.said and "Exception" not in left.said, left.said
