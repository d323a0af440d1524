"""Games and studies that were ended go on, and come out as if nothing had happened.

Also those of people: what was typed is kept.
"""

from __future__ import annotations

import os
import random
import signal

import pytest

from .harness import ASKED, ENDING, SHELL, check_starved, check_words

PLAY = "play number_fields --seats greedy,random --seed 3 -o g.jsonl"
RESUME = "play --resume g.jsonl"
STUDY = "study ladder number_fields random random --games 10 --workers 1 --keep k.jsonl -o a.csv"


@pytest.fixture(scope="module")
def game(forks):
    """A whole game, undisturbed."""
    left = forks.run(PLAY, {})
    assert (left.code, list(left.files)) == (0, ["g.jsonl"])
    return left


@pytest.fixture(scope="module")
def study(forks):
    """A whole study, undisturbed."""
    left = forks.run(STUDY, {})
    assert (left.code, list(left.files)) == (0, ["a.csv", "k.jsonl"])
    return left


def check_game(forks, game, left) -> None:
    """Check that a game is over or goes on, and is the same then."""
    whole = game.files["g.jsonl"]
    match left.files:
        case {"g.jsonl.part": part, **others}:
            assert not others
            assert whole.startswith(part)
            done = forks.run(RESUME, None)
        case {"g.jsonl": _, **others}:
            assert not others
            done = left
        case nothing:
            assert not nothing
            done = forks.run(PLAY, None)
    assert done.files == {"g.jsonl": whole}, done.said
    assert done.code == 0 or done is left


def check_study(forks, study, left) -> None:
    """Check that what is kept of a study is true, and that it goes on from there."""
    kept = left.files.get("k.jsonl", b"")
    assert study.files["k.jsonl"].startswith(kept)
    assert left.files.get("a.csv", study.files["a.csv"]) == study.files["a.csv"]
    done = forks.run(STUDY, None)
    assert (done.code, done.files) == (0, study.files), done.said


CHECKS = {PLAY: check_game, STUDY: check_study}


@pytest.fixture(scope="module", params=CHECKS)
def undisturbed(request, forks, game, study):
    """Disturb a command as is said, and check that it goes on; gives how it was left."""
    words, whole = request.param, {PLAY: game, STUDY: study}[request.param]

    def disturbed(**end):
        left = forks.run(words, {}, **end)
        assert not left.hidden or left.code < 0
        CHECKS[words](forks, whole, left)
        return left

    disturbed.whole = whole
    disturbed.size = max(map(len, whole.files.values()))
    return disturbed


@pytest.mark.slow
def test_ended_before_each_step(undisturbed):
    for step in range(1, undisturbed.whole.steps + 1):
        assert undisturbed(step=step, signal=signal.SIGKILL).code == -signal.SIGKILL
        number = ASKED[step % len(ASKED)]
        left = undisturbed(step=step, signal=number)
        check_words(left, number)
        assert left.code in (0, SHELL + number)
        check_advice(left)


def check_advice(left) -> None:
    """Check that one that was asked to end says how to go on, if there is something to go on from.

    The first step of a file makes it, and it is empty then.
    """
    if left.code <= SHELL:
        return
    if left.files.get("g.jsonl.part"):
        assert f"go on with: tablesim {RESUME}" in left.said
    if left.files.get("k.jsonl"):
        assert "what is done is kept in k.jsonl: say the same again" in left.said


def killed_at(undisturbed, size: int) -> None:
    """Kill it in the middle of a line."""
    assert undisturbed(bytes=size, fatal=True).code == -signal.SIGXFSZ


def starved_at(undisturbed, size: int) -> None:
    """Leave no room for the next line, which then does not stand there by half."""
    left = undisturbed(bytes=size)
    check_starved(left)
    assert ".jsonl" in left.said, left.said
    for content in left.files.values():
        assert content.endswith(b"\n")
    if "g.jsonl.part" in left.files:
        steps = left.files["g.jsonl.part"].count(b"\n") - 1
        assert f"stopped after {steps} steps; go on with: tablesim {RESUME}" in left.said


def ended_at(undisturbed, seconds: float, number: int) -> None:
    left = undisturbed(seconds=seconds, signal=number)
    check_words(left, number)
    check_advice(left)


@pytest.mark.slow
def test_ended_at_any_size(undisturbed):
    rng = random.Random(undisturbed.size)
    for size in (0, 1, *(rng.randrange(undisturbed.size) for _ in range(6)), undisturbed.size - 1):
        killed_at(undisturbed, size)
        starved_at(undisturbed, size)


@pytest.mark.deep  # by what the moment meets
def test_ended_at_a_random_moment(undisturbed):
    rng = random.Random(undisturbed.size)
    for number in ENDING * 2:
        ended_at(undisturbed, rng.random() * undisturbed.whole.seconds, number)


@pytest.mark.deep
def test_ended_at_many_sizes_and_moments(undisturbed):
    rng = random.Random("deep")
    for _ in range(int(os.environ.get("CRASHES", "100"))):
        killed_at(undisturbed, rng.randrange(undisturbed.size))
        starved_at(undisturbed, rng.randrange(undisturbed.size))
        for number in ENDING:
            ended_at(undisturbed, rng.random() * undisturbed.whole.seconds, number)


@pytest.mark.slow
def test_ended_again_and_again(forks, game, study):
    """One that is ended again and again comes to its end all the same."""
    rng = random.Random(7)
    for words, whole in ((PLAY, game), (STUDY, study)):
        left, end = forks.run(words, {}, bytes=300, fatal=True), 300
        while left.code != 0:
            end += rng.randrange(1, 2000)
            again = RESUME if "g.jsonl.part" in left.files else words
            left = forks.run(again, None, bytes=end, fatal=True)
        assert left.files == whole.files
