"""Studies give one result, whoever does the parts and however often they were interrupted."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablesim.errors import BadData, TablesimError
from tablesim.files import Growing
from tablesim.studies.workers import cluster, processes

from .squares import Squares


class Noting:
    """An executor that notes which parts it is given."""

    def __init__(self, pool):
        self.pool = pool
        self.spans = []

    def submit(self, part, start, count):
        self.spans.append((start, count))
        return self.pool.submit(part, start, count)


@pytest.fixture(scope="module")
def plain():
    return Squares().run()


@pytest.mark.parametrize("size", [1, 7, 999, 1000, 5000])
def test_the_size_of_the_parts_changes_nothing(plain, size):
    assert Squares(size=size).run() == plain


def test_threads_give_the_same_and_get_each_part_once(plain):
    with ThreadPoolExecutor(3) as pool:
        noting = Noting(pool)
        assert Squares(size=3).run(executor=noting) == plain
    assert sorted(noting.spans) == [(n, min(3, 1000 - n)) for n in range(0, 1000, 3)]


def test_progress_counts_up_to_the_total():
    told = []
    Squares().run(progress=lambda *done: told.append(done))
    assert told == [(done, 1000) for done in (*range(70, 1000, 70), 1000)]


def test_a_study_of_nothing_has_a_result():
    assert Squares(numbers=0).run() == 0


def test_an_interrupted_study_goes_on_from_what_is_done(tmp_path, plain):
    kept = tmp_path / "squares.jsonl"
    with pytest.raises(BadData):
        Squares(fails_at=500).run(keep=kept)
    done = kept.read_text().splitlines()
    assert len(done) == 1 + 7  # the head, and what comes before 490
    told = []
    assert Squares().run(keep=kept, progress=lambda *done: told.append(done)) == plain
    assert told[0] == (560, 1000)
    assert kept.read_text().splitlines()[:8] == done
    told.clear()
    assert Squares().run(keep=kept, progress=lambda *done: told.append(done)) == plain
    assert not told


def test_a_full_disk_is_told_with_the_file_and_loses_nothing(tmp_path, plain, monkeypatch):
    kept = tmp_path / "squares.jsonl"

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tablesim.files.os.fsync", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*squares\.jsonl'"):
            Squares().run(keep=kept)
    assert not list(tmp_path.iterdir())  # not even its first line could be kept

    def stop(done, total):
        if done == 350:
            monkeypatch.setattr(Growing, "add", full)

    with pytest.raises(OSError, match="No space left"):
        Squares().run(keep=kept, progress=stop)
    monkeypatch.undo()
    assert len(kept.read_text().splitlines()) == 1 + 5
    assert Squares().run(keep=kept) == plain


def test_a_file_may_be_cut_off_anywhere(tmp_path, plain):
    kept = tmp_path / "squares.jsonl"
    Squares(size=300).run(keep=kept)
    whole = kept.read_bytes()
    for length in range(0, len(whole) + 1, 7):
        kept.write_bytes(whole[:length])
        assert Squares(size=300).run(keep=kept) == plain
        assert sorted(kept.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Squares(seed=6), "seed is 5 there, not 6"),
        (Squares(numbers=1001), "total is 1000 there, not 1001"),
        (Squares(size=71), "chunk is 70 there, not 71"),
    ],
)
def test_a_file_of_another_study_is_refused_and_stays(tmp_path, other, said):
    kept = tmp_path / "squares.jsonl"
    Squares().run(keep=kept)
    before = kept.read_bytes()
    with pytest.raises(BadData, match=f"{kept}:1:1: this file keeps another study: .*{said}"):
        other.run(keep=kept)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("no newline", 1),
        ("format = 1\n", 1),
        ('{"game": "guardians"}\n', 1),
        ("@\n[1]\n", 2),
        ('@\n{"from": 1, "part": {}}\n', 2),
        ('@\n{"from": 70.0, "part": {}}\n', 2),
        ('@\n{"from": 70}\n', 2),
        ('@\n\n{"from": 70, "part": {}}\n', 2),
    ],
)
def test_a_file_of_something_else_is_refused_and_stays(tmp_path, text, line):
    kept = tmp_path / "squares.jsonl"
    Squares().run(keep=kept)
    head = kept.read_text().splitlines()[0]
    kept.write_text(text.replace("@", head))
    with pytest.raises(BadData, match=f":{line}:1: "):
        Squares().run(keep=kept)
    assert kept.read_text() == text.replace("@", head)


def test_an_edited_part_is_refused_with_its_line(tmp_path, plain):
    """What a file keeps is taken as done, so that an edit would go into the result unseen."""
    kept = tmp_path / "squares.jsonl"
    Squares().run(keep=kept)
    lines = kept.read_text().splitlines(keepends=True)
    for edit in ('{"sum": 1}', '{"summ": 1}', "7", "null"):
        part = json.loads(lines[3])
        edited = json.dumps({**part, "part": json.loads(edit)}) + "\n"
        kept.write_text("".join([*lines[:3], edited, *lines[4:]]))
        with pytest.raises(BadData, match=f"{kept}:4:1: this part was edited: take its line away"):
            Squares().run(keep=kept)
    kept.write_text("".join(lines[:3] + lines[4:]))
    assert Squares().run(keep=kept) == plain


def test_the_file_says_what_decides_the_result(tmp_path):
    kept = tmp_path / "squares.jsonl"
    Squares().run(keep=kept)
    head = json.loads(kept.read_text().splitlines()[0])
    assert head.pop("tablesim")
    assert head == {"study": "squares", "seed": 5, "total": 1000, "chunk": 70}


def test_one_process_is_this_one():
    with processes(1) as pool:
        assert pool is None
    with pytest.raises(ValueError, match="expected one process or more, got 0"), processes(0):
        pass


def test_a_cluster_without_dask_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(TablesimError, match=r"pip install 'tablesim\[batch\]'"),
        cluster("tcp://a:1"),
    ):
        pass
