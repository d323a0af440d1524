"""Processes and clusters: the same totals, also where a worker is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tablesim.errors import BadData, TablesimError
from tablesim.studies.workers import cluster, processes

from .squares import Squares

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow  # they start interpreters


@pytest.fixture(scope="module")
def pool():
    with processes(2) as pool:
        yield pool


def test_processes_give_the_same_total(pool):
    assert Squares(size=30).run(executor=pool) == Squares().run()


def test_an_error_in_a_process_comes_back_whole(pool):
    with pytest.raises(BadData) as caught:
        Squares(fails_at=700).run(executor=pool)
    assert str(caught.value) == "numbers.txt:3:1: the number is not square"


def test_a_process_that_dies_is_said_and_what_was_kept_goes_on(tmp_path):
    kept = tmp_path / "squares.jsonl"
    with (
        pytest.raises(TablesimError, match="a process died that did a part of the study"),
        processes(2) as pool,
    ):
        Squares(dies_at=900).run(executor=pool, keep=kept)
    assert len(kept.read_text().splitlines()) > 1
    assert Squares().run(keep=kept) == Squares().run()


def test_a_study_that_is_killed_goes_on(tmp_path):
    """At a moment of its own choosing, whole lines stand in the file but for the last one."""
    kept = tmp_path / "squares.jsonl"
    code = (
        "from tests.studies.squares import Squares;"
        f"Squares(size=7, seconds=0.02).run(keep={str(kept)!r})"
    )
    for length in (1, 40):
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
        while not kept.exists() or kept.read_bytes().count(b"\n") <= length:
            time.sleep(0.01)
        process.kill()
        process.wait()
    assert 40 < kept.read_bytes().count(b"\n") < 140
    assert Squares(size=7).run(keep=kept) == Squares().run()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", ""])
def test_a_cluster_that_is_not_there_is_said(address, monkeypatch):
    monkeypatch.setattr("tablesim.studies.workers.PATIENCE", 0.3)
    with pytest.raises(TablesimError, match="no scheduler answers"), cluster(address):
        pass


@contextmanager
def dask(log: Path, *words: str, told: str):
    """Start a scheduler or a worker, and wait until it says what it should."""
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with log.open("wb") as errors:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=errors)
    try:
        while not (found := re.search(told, log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield process, found[1]
    finally:
        process.kill()
        process.wait()


@contextmanager
def two_workers(folder: Path):
    with ExitStack() as stack:
        words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-jupyter")
        started = dask(folder / "scheduler", *words, told=r"Scheduler at:\s+(tcp://\S+)")
        _, address = stack.enter_context(started)
        workers = []
        for number in range(2):
            words = ("worker", address, "--nthreads", "1", "--no-nanny")
            started = dask(folder / f"worker-{number}", *words, told=r"(Registered to:)")
            workers.append(stack.enter_context(started)[0])
        yield address, workers


def test_a_cluster_gives_the_same_total_though_a_worker_is_killed(tmp_path):
    study = Squares(size=5, seconds=0.02)
    kept = tmp_path / "squares.jsonl"
    with two_workers(tmp_path) as (address, workers), cluster(address) as pool:

        def progress(done: int, total: int) -> None:
            if done >= 200 and workers[0].poll() is None:
                os.kill(workers[0].pid, signal.SIGKILL)
                workers[0].wait()

        assert study.run(executor=pool, keep=kept, progress=progress) == Squares().run()
        assert workers[0].poll() == -signal.SIGKILL
        assert workers[1].poll() is None
    assert kept.read_bytes().count(b"\n") == 201
