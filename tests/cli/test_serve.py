"""``tablesim serve`` and ``replay -o game.html``."""

import http.client
import json
import re
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tablesim.cli.serve import PositionFile
from tablesim.protocol import play
from tablesim.table import load

from ..protocol.pig import PIG


@pytest.fixture
def serving(place):
    """Start ``tablesim serve WORDS`` in a process of its own; give the process and its port."""
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "tablesim", "serve", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        said = process.stdout.readline()
        found = re.match(r"open http://[\d.]+:(\d+)/", said)
        assert found, said
        return process, int(found[1])

    yield start
    for process in started:
        process.kill()
        process.wait(10)
        process.stdout.close()


def post(port, path, data):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("POST", path, json.dumps(data), {"Content-Type": "application/json"})
    reply = json.loads(connection.getresponse().read())
    connection.close()
    return reply


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_board_is_served_saved_when_asked_and_left_with_ctrl_c(serving, place, ending):
    before = load(place / "bare.toml")
    process, port = serving("bare.toml")
    assert post(port, "/ask", {"do": "nudge", "id": "luke", "by": [0.1, 0]})["undo"]
    assert load(place / "bare.toml") == before
    assert post(port, "/save", {}) == {"saved": "Saved bare.toml."}
    assert load(place / "bare.toml") == before.place("luke", at=(450.1, 300))
    post(port, "/ask", {"do": "nudge", "id": "luke", "by": [0.1, 0]})
    process.send_signal(ending)
    assert process.wait(20) == 0
    said = process.stdout.read()
    assert said.splitlines() == ["Ctrl-C ends it", "", "what was moved was not saved"]


@pytest.fixture
def file(place):
    return PositionFile(SimpleNamespace(file=place / "bare.toml", policy=[]))


def test_a_file_that_somebody_else_changed_is_left_alone(file, place):
    file.session.reply({"do": "nudge", "id": "luke", "by": [1, 0]})
    other = (place / "bare.toml").read_text() + "# mine\n"
    (place / "bare.toml").write_text(other)
    assert "changed by somebody else" in file.save({})["error"]
    assert (place / "bare.toml").read_text() == other
    assert file.unsaved


def test_a_file_that_cannot_be_written_stays_as_it_was(file, place, monkeypatch):
    before = (place / "bare.toml").read_bytes()
    file.session.reply({"do": "nudge", "id": "luke", "by": [1, 0]})

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablesim.files.os.fsync", full)
    assert "No space left on device" in file.save({})["error"]
    assert (place / "bare.toml").read_bytes() == before
    assert [path.name for path in place.iterdir() if path.name.startswith(".")] == []


def test_a_file_that_is_gone_is_told(file, place):
    (place / "bare.toml").unlink()
    assert file.save({})["error"].startswith("cannot write bare.toml")


def test_a_transcript_is_served_as_a_replay(serving, place):
    from tablesim import game

    play(game("number_fields"), ["random", "random"], seed=1, path=place / "game.jsonl")
    _, port = serving("game.jsonl")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/")
    page = connection.getresponse().read().decode()
    connection.close()
    assert "<title>number_fields: seat" in page and '"moments":' in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("serve", "FILE"),
        ("serve shto.toml", "cannot read shto.toml: No such file or directory; did you mean"),
        ("serve bare.toml --port 99999", "--port takes up to 65535, got 99999"),
        ("serve bare.toml --port -1", "--port"),
        ("serve bare.toml --policy arc=nowhere", "policy arc: expected one of '1e-measured'"),
    ],
)
def test_what_cannot_be_served_is_refused(refused, words, said):
    assert said in refused(words)


def test_a_taken_port_is_told(refused, place):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot use port {port}" in refused(f"serve bare.toml --port {port}")


def test_a_replay_as_one_page(run, toys):
    record = play(PIG, ["random", "random"], seed=7, options={"target": 20}, path="game.jsonl")
    assert run("replay game.jsonl -o game.html") == (0, "picture: game.html\n", "")
    page = (toys / "game.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
    assert len(data["moments"]) == len(record.steps) + 1
    assert re.findall(r"https?://[^\"']+", page) == ["http://www.w3.org/2000/svg"]
    assert "src=" not in page and "href=" not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [("--step 3", "a film of one moment"), ("--moments 3", "takes every moment")],
)
def test_a_page_takes_the_whole_game(refused, toys, words, said):
    play(PIG, ["random", "random"], seed=7, options={"target": 20}, path="game.jsonl")
    assert said in refused(f"replay game.jsonl -o game.html {words}")
