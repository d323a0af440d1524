"""Whatever ends a command, and whenever: each file is whole and as it was, or as it should be.

Each command is killed, terminated, interrupted and starved of disk at each thing that it does to a
file, after so many bytes, and at moments in between.  What is whole is what an undisturbed run
writes, to the byte.
"""

from __future__ import annotations

import os
import random
import signal

import pytest

from tablesim import example, game
from tablesim.files import HIDDEN
from tablesim.protocol import play

from .harness import ASKED, ENDING, SHELL, Forks, check_starved, check_words

WRITING = [
    "new xwing --force -o a.toml",
    "move shot.toml luke straight 1 -o a.toml --picture b.svg",
    "draw shot.toml -o a.svg",
    "draw shot.toml luke -o a.png",
    "draw shot.toml -o a.pdf",
    "ask shot.toml --picture a.svg",
    "sheet number_fields -o a.pdf",
    "report shot.toml -o a.html",
    "convert shot.toml a.toml",
    "convert shot.toml a.csv",
    "convert shot.toml a.geojson",
    "convert shot.toml a.parquet",
    "replay game.jsonl -o a.svg --moments 3",
    "replay game.jsonl -o a.gif --moments 1",
    "replay game.jsonl -o a.html",
    "study ladder number_fields random random --games 2 --workers 1 -o a.csv",
    "study ladder number_fields random random --games 2 --workers 1 -o a.npz",
]
"""Commands that write files, and nothing but whole ones."""

OLD = b"what stood there before"


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """What the commands read: a position with questions, and a short game."""
    path = tmp_path_factory.mktemp("inputs") / "game.jsonl"
    play(game("number_fields"), ["random", "random"], seed=1, path=path)
    shot = example("disputed-shot").dumps()
    return {"shot.toml": shot.encode(), "game.jsonl": path.read_bytes()}


class Case:
    """A command, what it reads, and what it writes when nothing disturbs it."""

    def __init__(self, forks: Forks, words: str, inputs: dict[str, bytes]) -> None:
        self.forks, self.words, self.inputs = forks, words, inputs
        self.whole = forks.run(words, inputs)
        assert (self.whole.code, self.whole.hidden) == (0, []), self.whole.said
        self.outputs = self.whole.files.keys() - inputs.keys()
        assert self.outputs

    def run(self, *, old: bool, **end):
        """Run it disturbed, where old files stand or none, and check what it leaves of each."""
        before = self.inputs | (dict.fromkeys(self.outputs, OLD) if old else {})
        left = self.forks.run(self.words, before, **end)
        assert left.files.keys() <= before.keys() | self.outputs
        assert before.keys() <= left.files.keys()
        for name, content in left.files.items():
            assert content == before.get(name) or content == self.whole.files[name], name
        if left.code >= 0:
            assert left.hidden == []  # it ended in order
            complete = left.files == self.whole.files
            assert complete if left.code == 0 else complete or left.files == before
        return left


@pytest.fixture(scope="module", params=WRITING)
def case(request, forks, inputs):
    if "parquet" in request.param:
        pytest.importorskip("pyarrow")
    return Case(forks, request.param, inputs)


@pytest.mark.slow
def test_killed_before_each_step(case):
    """What it leaves does not disturb the next run, which takes nothing of it for a result."""
    for step in range(1, case.whole.steps + 1):
        left = case.run(old=step % 2 == 0, signal=signal.SIGKILL, step=step)
        assert left.code == -signal.SIGKILL
    (case.forks.folder / f"{HIDDEN}0.toml").write_bytes(OLD)
    again = case.forks.run(case.words, None)
    assert (again.code, again.files) == (0, case.whole.files)
    assert again.hidden == [f"{HIDDEN}0.toml"]


def asked_at(case, step: int, number: int) -> None:
    left = case.run(old=step % 2 == 0, signal=number, step=step)
    check_words(left, number)
    assert left.code in (0, SHELL + number)


@pytest.mark.slow
def test_asked_to_end_before_each_step(case):
    for step in range(1, case.whole.steps + 1):
        asked_at(case, step, ASKED[step % len(ASKED)])


def starved(case, size: int, *, old: bool) -> None:
    left = case.run(old=old, bytes=size)
    check_starved(left)
    assert left.said.rstrip().endswith("File too large"), left.said
    assert any(f"cannot write {name}: " in left.said for name in case.outputs), left.said


def largest(case) -> int:
    return max(len(case.whole.files[name]) for name in case.outputs)


@pytest.mark.slow
def test_a_disk_that_is_full(case):
    starved(case, 0, old=False)
    starved(case, largest(case) - 1, old=True)


@pytest.mark.slow
def test_killed_in_the_middle_of_writing(case):
    left = case.run(old=True, bytes=largest(case) // 2, fatal=True)
    assert left.code == -signal.SIGXFSZ
    assert case.forks.run(case.words, None).files == case.whole.files


def ended(case, rng: random.Random, number: int) -> None:
    """End a command at a random moment."""
    seconds = rng.random() * case.whole.seconds
    check_words(case.run(old=rng.random() < 0.5, signal=number, seconds=seconds), number)


@pytest.mark.deep  # by what the moment meets
def test_ended_at_a_random_moment(case):
    rng = random.Random(f"slow {case.words}")
    for number in (signal.SIGKILL, rng.choice(ASKED)):
        ended(case, rng, number)


@pytest.mark.deep
def test_ended_at_many_moments_and_sizes(case):
    rng = random.Random(f"deep {case.words}")
    for _ in range(int(os.environ.get("CRASHES", "100"))):
        for number in ENDING:
            ended(case, rng, number)
        for number in ASKED:
            asked_at(case, rng.randint(1, case.whole.steps), number)
        starved(case, rng.randrange(largest(case)), old=rng.random() < 0.5)
        case.run(old=True, bytes=rng.randrange(largest(case)), fatal=True)
