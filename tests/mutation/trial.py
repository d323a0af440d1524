"""Run pytest in a process of its own, with its processor time and its memory bounded.

The processes are forked from one that has the libraries loaded but no part of tablesim: each
starts in milliseconds and imports the package afresh.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import hypothesis
import matplotlib  # noqa: F401  # loaded here, once for all processes
import numpy  # noqa: F401
import pytest
import shapely  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent.parent
MEMORY = 6 << 30
"""Bytes of address space: a mutant that allocates without end fails on its own."""

PATIENCE = 12
"""Seconds by the clock for each second of the processor, for a process that waits for nothing."""


def apart(work: Callable[..., Any], *arguments: Any, seconds: int) -> Any:
    """Return what ``work(*arguments)`` returns in a process of its own; None if it does not end.

    ``seconds`` are of processor time, so that a busy machine changes no result.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, seconds, work, arguments))
    process.start()
    theirs.close()
    try:
        found = ours.recv() if ours.poll(seconds * PATIENCE) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
    if isinstance(found, Exception):
        raise found
    return found


def _work(answer: Connection, seconds: int, work: Callable[..., Any], arguments: Any) -> None:
    """Bound the process, silence it, and send back what the work returns."""
    import resource  # not on every system, and needed only here

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        found = work(*arguments)
    except Exception as error:  # raised in the process that waits for the answer
        found = error
    answer.send(found)


@dataclass(eq=False)
class Session:
    """A pytest plugin: runs the chosen tests, the quick ones first, and keeps what happened."""

    order: dict[str, float] | None = None
    """Names of the tests to run, with their seconds; None: all, as they come."""

    before_each: Callable[[str], Any] = field(default=lambda test: None)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: str | None = None

    def pytest_configure(self) -> None:
        # As in tests/conftest.py, but without a search for a smaller example.
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile(
            "mutation", deadline=None, derandomize=True, database=None, phases=phases
        )
        hypothesis.settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.order is not None:
            order = self.order
            items[:] = sorted(
                (item for item in items if item.nodeid in order), key=lambda i: order[i.nodeid]
            )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.before_each(item.nodeid)
        start = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - start
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def run(self, files: Iterable[str]) -> int:
        """Run the fast tests of some files up to the first failure; return pytest's exit code."""
        os.chdir(ROOT)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer than most tests
        sys.path.insert(0, str(ROOT))
        # Rewriting assertions would need hypothesis and its plugins to be loaded later.
        words = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "--tb=no"]
        fast = ["-m", "not slow and not deep"]
        return int(pytest.main([*words, *fast, *files], plugins=[self]))
