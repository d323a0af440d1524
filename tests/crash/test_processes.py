"""Processes as people end them: from their first moment on, with all that they started."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import subprocess
import threading
import time

import pytest

from tablesim import example, game
from tablesim.protocol import load
from tablesim.table import loads

from .harness import ASKED, ENDING, SHELL, check_words, found, put, started

SHOT = {"shot.toml": example("disputed-shot").dumps().encode()}
MANY = int(os.environ.get("CRASHES", "100"))


def gone(group: int) -> bool:
    """Whether no process of a group is left, a moment later."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


# From the first moment on


def interrupted(folder, rng: random.Random, within: float, number: int) -> float:
    """End a command at a moment within so many seconds, and return how long it took."""
    put(folder, SHOT)
    begin = time.monotonic()
    with started("ask shot.toml --picture a.svg", folder) as process:
        time.sleep(rng.random() * within)
        process.send_signal(number)
        said = process.communicate(timeout=60)[0]
        seconds = time.monotonic() - begin
    check_words((process.returncode, said), number)
    left = found(folder)
    assert not left["hidden"]
    assert len(left["files"]) in (1, 4)
    return seconds


def undisturbed(folder) -> float:
    """Return how long the command takes when nobody ends it."""
    put(folder, SHOT)
    begin = time.monotonic()
    with started("ask shot.toml --picture a.svg", folder) as process:
        process.communicate(timeout=60)
    return time.monotonic() - begin


@pytest.mark.deep  # by what the moment meets
def test_a_command_is_ended_while_it_is_loaded(tmp_path):
    within, rng = undisturbed(tmp_path), random.Random(1)
    for number in ASKED * 4:
        interrupted(tmp_path, rng, within, number)


@pytest.mark.deep
def test_a_command_is_ended_while_it_is_loaded_many_times(tmp_path):
    within, rng = undisturbed(tmp_path), random.Random("deep")
    for _ in range(MANY):
        for number in ASKED:
            interrupted(tmp_path, rng, within, number)


# A study in several processes


STUDY = "study ladder guardians greedy random --games 80 --workers 2 --keep k.jsonl -o a.csv"


def ended_study(folder, seconds: float, number: int, *, all_of_it: bool) -> None:
    """End a study so many seconds after it kept its first part: before, it says nothing of them."""
    kept = max(1, len(parts(folder)))
    with started(STUDY, folder) as process:
        while process.poll() is None and len(parts(folder)) <= kept:
            time.sleep(0.01)
        time.sleep(seconds)
        (os.killpg if all_of_it else os.kill)(process.pid, number)
        said = process.communicate(timeout=60)[0]
    check_words((process.returncode, said), number)
    assert gone(process.pid), "a process that did parts lives on"
    if process.returncode == SHELL + number:
        assert "what is done is kept in k.jsonl: say the same again" in said
    assert not found(folder)["hidden"] or number == signal.SIGKILL


def parts(folder) -> list[bytes]:
    path = folder / "k.jsonl"
    return path.read_bytes().splitlines() if path.exists() else []


@pytest.mark.deep  # by what the moment meets
def test_a_study_ends_with_all_its_processes_and_goes_on(tmp_path):
    rng = random.Random(3)
    for number, all_of_it in [
        (signal.SIGKILL, False),
        (signal.SIGINT, True),  # as a terminal does it
        (signal.SIGTERM, False),
    ]:
        ended_study(tmp_path, rng.random() * 0.3, number, all_of_it=all_of_it)
    with started(STUDY, tmp_path) as process:
        said = process.communicate(timeout=120)[0]
    assert process.returncode == 0, said
    (tmp_path / "whole").mkdir()
    words = STUDY.replace("--workers 2 --keep k.jsonl", "--workers 1")
    with started(words, tmp_path / "whole") as process:
        whole = process.communicate(timeout=120)[0]
    assert process.returncode == 0, whole
    assert said == whole
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "whole" / "a.csv").read_bytes()


@pytest.mark.deep  # by what the moment meets
def test_a_study_is_interrupted_while_its_processes_start(tmp_path):
    """Ctrl-C reaches all of them, also before they can say what they do with it."""
    rng = random.Random(4)
    for _ in range(4):
        with started(STUDY.replace("80", "1998"), tmp_path) as process:
            while not parts(tmp_path):  # its first line stands there: now they are started
                assert process.poll() is None
                time.sleep(0.005)
            time.sleep(rng.random() * 0.3)
            os.killpg(process.pid, signal.SIGINT)
            said = process.communicate(timeout=60)[0]
        check_words((process.returncode, said), signal.SIGINT)
        assert process.returncode in (SHELL + signal.SIGINT, -signal.SIGINT)
        assert "Exception" not in said
        assert gone(process.pid)
        (tmp_path / "k.jsonl").unlink(missing_ok=True)


# A person


@pytest.mark.slow
@pytest.mark.parametrize("number", ENDING)
def test_what_a_person_has_played_is_kept(tmp_path, number):
    words = "play number_fields --seats human,random --seed 3 -o mine.jsonl"
    with started(words, tmp_path, stdin=subprocess.PIPE) as process:
        part = tmp_path / "mine.jsonl.part"
        for turn in range(3):
            process.stdin.write("1\n")
            process.stdin.flush()
            while not part.exists() or part.read_text().count('"seat":0') <= turn:
                assert process.poll() is None
                time.sleep(0.01)
        process.send_signal(number)
        said = process.communicate(timeout=60)[0]
    check_words((process.returncode, said), number)
    kept = load(part, game=game("number_fields"), unfinished=True)
    seats = [state.to_move for state in kept.states()][: len(kept.steps)]
    assert seats.count(0) >= 3
    with started("play --resume mine.jsonl", tmp_path, stdin=subprocess.PIPE) as process:
        said = process.communicate("quit\n", timeout=60)[0]
    assert process.returncode == 0
    assert "go on with: tablesim play --resume mine.jsonl" in said
    assert part.read_text().startswith(kept.dumps().rpartition('{"result"')[0])


# A board


class Page(threading.Thread):
    """A page that moves a piece and saves, again and again, until the server is gone."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port
        self.saved = 0

    def run(self) -> None:
        try:
            while True:
                self.post("/ask", {"do": "nudge", "id": "luke", "by": [1, 0]})
                self.saved += self.post("/save", {}) == {"saved": "Saved shot.toml."}
        except (OSError, http.client.HTTPException):
            pass

    def post(self, path, data):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(data), headers)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()


def ended_board(folder, seconds: float, number: int) -> None:
    """End a board while its page saves, and check that the last save that was told holds."""
    put(folder, SHOT)
    with started("serve shot.toml", folder) as process:
        found_port = re.match(r"open http://[\d.]+:(\d+)/", process.stdout.readline())
        page = Page(int(found_port[1]))
        page.start()
        time.sleep(seconds)
        process.send_signal(number)
        said = process.communicate(timeout=60)[0]
        page.join()
    assert process.returncode == (-number if number == signal.SIGKILL else 0), said
    assert "Traceback" not in said
    left = found(folder)
    assert not left["hidden"] or number == signal.SIGKILL
    table = loads(left["files"]["shot.toml"].decode())
    moved = round(table["luke"].pose.x - example("disputed-shot")["luke"].pose.x, 6)
    assert moved in (page.saved, page.saved + 1)  # one more may have been saved and not told


ENDS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]


@pytest.mark.deep  # by what the moment meets
@pytest.mark.parametrize("number", ENDS)
def test_a_board_is_ended_while_it_saves(tmp_path, number):
    rng = random.Random(number)
    for _ in range(2):
        ended_board(tmp_path, 0.05 + rng.random() * 0.4, number)


@pytest.mark.deep
def test_a_board_is_ended_many_times_while_it_saves(tmp_path):
    rng = random.Random("deep")
    for _ in range(MANY):
        for number in ENDS:
            ended_board(tmp_path, rng.random() * 0.5, number)
