"""Change the geometry and the judges in small ways, and see whether a test notices.

    python -m tests.mutation --sample 400 --seed 1
    python -m tests.mutation --sample 400 --seed 1 --again     # the survivors once more

Needs the package ``coverage`` besides the extra ``test``. Every mutant meets the quickest tests of
the nearest files that run its line; one that survives meets all others that do. Results are kept
as lines of JSON: a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from operator import itemgetter
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from tqdm import tqdm

from .mutants import Mutant, mutated, runs_on_import, sites
from .reach import Reach, Test, load
from .trial import ROOT, Session, apart

SCOPE = {
    "geometry": ("**/*",),
    "games/xwing": (
        *("judge", "shooting", "rules", "verdicts/*", "moves"),
        *("slides", "reposition", "flight", "maneuvers"),
    ),
    "games/unforged": ("judge", "pieces", "rules", "cover", "verdicts/*", "ground/*", "numbers/*"),
}
"""Folders of the package, and which of their modules are changed."""

NEAR_FILES = 3
NEAR_SECONDS, FAR_SECONDS = 3.0, 30.0
"""Of the processor, as the tests took when their lines were traced."""

PATIENCE = 10
"""Seconds beyond twice those: a mutant that takes longer counts as killed."""


class Disguise(MetaPathFinder, SourceFileLoader):
    """Imports one module as something else."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._module = module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self._tree = tree
        super().__init__(self._module, str(ROOT / module))

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != self._module:
            return None
        return spec_from_file_location(name, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec")


def meet(mutant: Mutant, tests: dict[str, float], files: list[str]) -> tuple[int, str | None]:
    """Run tests against a mutant; return pytest's exit code and which test failed."""
    tree = mutated((ROOT / mutant.module).read_text(encoding="utf-8"), mutant)
    sys.meta_path.insert(0, Disguise(mutant.module, tree))
    session = Session(order=tests)
    return session.run(files), session.failed


def judge(mutant: Mutant, reach: Reach) -> dict[str, str | None]:
    """Return what became of a mutant, and by which test."""
    for tests in stages(mutant, reach):
        files = list(dict.fromkeys(test.file for test in tests))
        order = {test.name: test.seconds for test in tests}
        seconds = PATIENCE + int(2 * sum(order.values()))
        met = apart(meet, mutant, order, files, seconds=seconds)
        if met is None:
            return {"outcome": "timeout", "by": None}
        if met[0] not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return {"outcome": "killed", "by": met[1] or "the end of the session"}
    return {"outcome": "survived", "by": None}


def stages(mutant: Mutant, reach: Reach) -> Iterator[list[Test]]:
    """Yield the tests for a mutant: first the quick ones in the nearest files, then the others."""
    # Whichever test imports a module first is the one that reaches such a line: all count.
    early = runs_on_import((ROOT / mutant.module).read_text(encoding="utf-8"), mutant.line)
    tests = [] if early else reach.of_line(mutant.module, mutant.line)
    tests = tests or reach.of_module(mutant.module)
    tests.sort(key=lambda test: test.seconds)
    number = Counter(test.file for test in tests)
    stem = Path(mutant.module).stem
    by_nearness = sorted(number, key=lambda file: (stem not in file, -number[file]))
    near = within([t for t in tests if t.file in by_nearness[:NEAR_FILES]], NEAR_SECONDS)
    met = set(near)
    far = within([t for t in tests if t not in met], FAR_SECONDS)
    yield from filter(None, (near, far))


def within(tests: list[Test], seconds: float) -> list[Test]:
    """Return the first of some tests that together take no longer than this, at least one."""
    chosen: list[Test] = []
    for test in tests:
        seconds -= test.seconds
        if seconds < 0 and chosen:
            break
        chosen.append(test)
    return chosen


def modules() -> tuple[str, ...]:
    """Return the files that are changed."""
    found = (
        path
        for folder, names in SCOPE.items()
        for name in names
        for path in (ROOT / "tablesim" / folder).glob(f"{name}.py")
    )
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


def sample(number: int, seed: int) -> list[Mutant]:
    """Return so many mutants, every site as likely as any other; more only adds to them.

    What is chosen depends on the seed, and for each site on what stands there alone: a change of
    the code elsewhere leaves it in the sample, or out of it.
    """
    ranked: list[tuple[int, Mutant]] = []
    for module in modules():
        alike: Counter[tuple[str, str]] = Counter()
        for site in sites((ROOT / module).read_text(encoding="utf-8")):
            what = site[0].kind, site[0].before
            alike[what] += 1
            text = repr((seed, module, what, alike[what]))
            rank = int.from_bytes(hashlib.sha256(text.encode()).digest())
            chosen = site[rank % len(site)]
            ranked.append((rank, Mutant(**{**asdict(chosen), "module": module})))
    return [mutant for _, mutant in sorted(ranked, key=itemgetter(0))[:number]]


def digest() -> str:
    """Return what the modules that are changed are known by: results hold for them as they are."""
    sources = b"".join((ROOT / module).read_bytes() for module in modules())
    return hashlib.sha256(sources).hexdigest()[:12]


def main() -> None:
    """Try all mutants of a sample that have no result yet."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--sample", type=int, default=400, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--folder", type=Path, help="where measurements and results are kept")
    words = parser.parse_args()
    folder = words.folder or Path(tempfile.gettempdir()) / "tablesim-mutation"
    results = folder / f"seed-{words.seed}-{digest()}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    kept = known(results)
    mutants = sample(words.sample, words.seed)
    if words.again:
        todo = [m for m in mutants if kept.get(m.name, {}).get("outcome") == "survived"]
    else:
        todo = [m for m in mutants if m.name not in kept]
    if todo:
        reach = Reach()
        for found in tqdm(load(modules(), folder / "reach"), desc="which tests reach what"):
            reach.add(found)
        with results.open("a", encoding="utf-8") as lines:
            for mutant in tqdm(todo, desc="mutants"):
                record = {"name": mutant.name, **asdict(mutant), **judge(mutant, reach)}
                lines.write(json.dumps(record) + "\n")
                lines.flush()
    report(mutants, known(results))


def known(results: Path) -> dict[str, dict[str, Any]]:
    """Return the last result of every mutant."""
    if not results.exists():
        return {}
    records = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    return {record["name"]: record for record in records}


def report(mutants: list[Mutant], kept: dict[str, dict[str, Any]]) -> None:
    """Print the survivors and the totals."""
    for mutant in mutants:
        if kept[mutant.name]["outcome"] == "survived":
            print(f"{mutant.name}: {mutant.kind}: {mutant.before}  ->  {mutant.after}")
    print(dict(Counter(kept[mutant.name]["outcome"] for mutant in mutants)))


if __name__ == "__main__":
    main()
