"""Which tests reach which lines of the package, measured once for each file of tests and kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .trial import ROOT, Session, apart

TESTS = ("tests/geometry", "tests/games/xwing", "tests/games/unforged")
SECONDS = 600


@dataclass(frozen=True)
class Test:
    """A test as pytest names it, the file it stands in, and how long it took."""

    name: str
    file: str
    seconds: float


class Reach:
    """The tests of some files, by the lines that they reach."""

    def __init__(self) -> None:
        self._tests: list[Test] = []
        self._lines: dict[tuple[str, int], set[int]] = {}
        self._modules: dict[str, set[int]] = {}

    def add(self, measured: dict[str, dict]) -> None:
        """Take in what `measure` found in a file of tests."""
        for name, found in measured.items():
            number = len(self._tests)
            self._tests.append(Test(name, name.split("::")[0], found["seconds"]))
            for module, lines in found["lines"].items():
                self._modules.setdefault(module, set()).add(number)
                for line in lines:
                    self._lines.setdefault((module, line), set()).add(number)

    def of_line(self, module: str, line: int) -> list[Test]:
        """Return the tests that run a line; none for a line that runs on import."""
        return [self._tests[number] for number in sorted(self._lines.get((module, line), ()))]

    def of_module(self, module: str) -> list[Test]:
        """Return the tests that run any line of a module."""
        return [self._tests[number] for number in sorted(self._modules.get(module, ()))]


def files(modules: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield what is measured in one go: each file of tests, then the examples of each folder."""
    for folder in TESTS:
        for path in sorted((ROOT / folder).glob("test_*.py")):
            yield (path.relative_to(ROOT).as_posix(),)
    folders: dict[str, list[str]] = {}
    for module in modules:
        folders.setdefault(module.rpartition("/")[0], []).append(module)
    yield from (tuple(group) for group in folders.values())


def measure(group: tuple[str, ...], modules: tuple[str, ...]) -> dict[str, dict]:
    """Return, for each fast test of some files, its seconds and the lines it reaches."""
    import coverage

    paths = {str(ROOT / module): module for module in modules}
    tracer = coverage.Coverage(data_file=None, config_file=False, include=list(paths))
    session = Session(before_each=tracer.switch_context)
    tracer.start()
    session.run(group)
    tracer.stop()
    if session.failed:
        raise RuntimeError(f"{session.failed} fails as it is: mutants would tell nothing")
    data = tracer.get_data()
    found: dict[str, dict] = {
        name: {"seconds": seconds, "lines": {}} for name, seconds in session.seconds.items()
    }
    for path in data.measured_files():
        for line, tests in data.contexts_by_lineno(path).items():
            for test in filter(None, tests):
                found[test]["lines"].setdefault(paths[path], []).append(line)
    return found


def load(modules: tuple[str, ...], folder: Path) -> Iterator[dict[str, dict]]:
    """Yield what `measure` finds in all tests; it is kept in a folder while nothing changes."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = hashlib.sha256()
    for path in sorted((ROOT / "tablesim").rglob("*.py")):
        sources.update(path.read_bytes())
    for group in files(modules):
        key = sources.copy()
        for file in group:
            key.update(file.encode() + (ROOT / file).read_bytes())
        kept = folder / f"{key.hexdigest()[:24]}.json"
        if not kept.exists():
            found = apart(measure, group, modules, seconds=SECONDS)
            if found is None:
                raise RuntimeError(f"the tests of {group[0]} did not end within {SECONDS} s")
            kept.write_text(json.dumps(found), encoding="utf-8")
        yield json.loads(kept.read_text(encoding="utf-8"))
