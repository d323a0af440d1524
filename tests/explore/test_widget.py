"""The board in a notebook, without a kernel and without a browser."""

import subprocess
import sys

import pytest

import tablesim as ts
from tablesim.errors import UnknownName

SHOT = ts.example("disputed-shot")


def test_without_anywidget_the_error_says_what_to_install():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import tablesim as ts\n"
        "from tablesim.errors import TablesimError\n"
        "try: ts.board(ts.example('disputed-shot'))\n"
        "except TablesimError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith("the board in a notebook needs anywidget: pip install 'tablesim[")
    assert "tablesim serve" in done.stdout


@pytest.fixture
def sent():
    """What the board sends to its views."""
    return []


@pytest.fixture
def board(sent, monkeypatch):
    shown = ts.board(SHOT)
    monkeypatch.setattr(shown, "send", lambda content, buffers=None: sent.append(content))
    return shown


@pytest.mark.slow  # they need the extra notebook
class TestBoard:
    def test_a_request_is_answered_to_all_views(self, board, sent):
        content = {"id": "7", "request": {"do": "nudge", "id": "luke", "by": [0.1, 0]}}
        board._handle_custom_msg(content, [])
        (answer,) = sent
        assert answer["id"] == "7" and answer["reply"]["undo"]
        assert board.table["luke"].pose.x == 402.1

    def test_python_can_change_the_table(self, board, sent):
        board.table = board.table.place("luke", at=(10, 10))
        assert sent == [{"version": 1}]

    @pytest.mark.parametrize("content", [None, 7, {}, {"request": None}, {"id": 1, "request": {}}])
    def test_garbage_does_no_harm(self, board, content):
        board._handle_custom_msg(content, [])
        assert board.table == SHOT

    def test_who_cannot_show_a_widget_gets_the_picture(self, board):
        bundle = board._repr_mimebundle_()[0]
        assert "application/vnd.jupyter.widget-view+json" in bundle
        assert bundle["image/svg+xml"].startswith("<svg")
        assert bundle["text/plain"] == str(SHOT)

    def test_policies_reach_the_judge(self):
        with pytest.raises(UnknownName, match="attack_rnage"):
            ts.board(SHOT, attack_rnage="closest")

    def test_a_record_is_replayed(self):
        record = ts.play(ts.game("number_fields"), ["random", "random"], seed=1)
        film = ts.board(record)
        assert len(film.replay["moments"]) == len(record.steps) + 1

    def test_a_path_is_loaded(self, tmp_path):
        SHOT.save(tmp_path / "shot.toml")
        assert ts.board(tmp_path / "shot.toml").table == SHOT
