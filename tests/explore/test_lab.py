"""The board in JupyterLab, in a real browser, with a real kernel."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import tablesim as ts

from .chromium import Browser

pytestmark = pytest.mark.slow

CELLS = (
    "import tablesim as ts\nboard = ts.board(ts.example('disputed-shot'))\nboard",
    "print('PYTHON', board.table['academy'].pose)",
    "board.table = board.table.place('luke', at=(300, 300))",
    "ts.board(ts.play(ts.game('number_fields'), ['random', 'random'], seed=1))",
)
RUN = """(i => {
    window.jupyterapp.shell.currentWidget.content.activeCellIndex = i;
    return window.jupyterapp.commands.execute("notebook:run-cell").then(() => true);
})(%d)"""


def notebook():
    cells = [
        {"id": f"cell-{i}", "cell_type": "code", "source": source, "metadata": {}, "outputs": [],
         "execution_count": None}
        for i, source in enumerate(CELLS)
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab of its own, with nobody's settings."""
    root = tmp_path_factory.mktemp("lab")
    (root / "board.ipynb").write_text(notebook(), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = ("CONFIG", "DATA", "RUNTIME")
    own = {f"JUPYTER_{name}_DIR": str(tmp_path_factory.mktemp(name)) for name in folders}
    own |= {
        f"JUPYTERLAB_{name}_DIR": str(tmp_path_factory.mktemp(name))
        for name in ("SETTINGS", "WORKSPACES")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
         "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=", f"--ServerApp.root_dir={root}",
         "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=",
         "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
        env={**os.environ, **own},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    limit = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"{address}/api", timeout=2).close()
            break
        except OSError:
            if process.poll() is not None or time.monotonic() > limit:
                raise
            time.sleep(0.2)
    yield address
    process.terminate()
    process.wait(20)


def test_a_board_in_jupyterlab(lab, tmp_path):
    with Browser(tmp_path) as browser:
        tab = browser.open(f"{lab}/lab/tree/board.ipynb", width=1300, height=1200)
        kernel = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status"
        tab.wait(f"{kernel} === 'idle'", 90)
        tab.run(RUN % 0)
        tab.wait("document.querySelectorAll('.ts .thing').length > 0", 60)
        settled = "document.querySelector('.ts').getAttribute('aria-busy') === 'false'"
        tab.wait(settled)
        shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
        answer = "document.querySelector('.ts .card .answer').textContent"
        assert tab.run(answer) == shot.answer

        tab.drag(".ts [data-id=academy] .area", 20, -40)
        tab.wait(settled)
        drawn = tab.run("document.querySelector('.ts [data-id=academy]').getAttribute('transform')")
        assert tab.run(answer) != shot.answer
        tab.run(RUN % 1)
        said = "[...document.querySelectorAll('pre')].find(p => p.textContent.startsWith('PYTHON'))"
        asked = tab.wait(f"{said}?.textContent")
        x, y, heading = (float(part.split("=")[1].strip(") \n")) for part in asked.split(","))
        assert drawn == f"translate({x:.12g} {y:.12g}) rotate({heading:.12g})"

        # A key in the board is no command of the notebook: "x" would cut the cell.
        tab.run("document.querySelector('.ts [data-id=luke]').focus()")
        for key in ("Enter", "x", "ArrowUp"):
            tab.key(key)
        tab.wait(settled)
        assert tab.run("document.querySelectorAll('.jp-CodeCell').length") == len(CELLS)
        y = "Number(document.querySelectorAll('.ts .fields input')[1].value)"
        assert tab.run(y) == 318.1

        tab.run(RUN % 2)  # what Python changes is seen at once
        tab.wait(
            "document.querySelector('.ts [data-id=luke]').getAttribute('transform')"
            ".startsWith('translate(300 300)')"
        )

        tab.run(RUN % 3)
        tab.wait(
            "document.querySelector('.ts .replay .answer')?.textContent === '0: the start'", 30
        )
        if folder := os.environ.get("TABLESIM_SCREENSHOTS"):
            tab.screenshot(Path(folder) / "lab.png")
        outside = [
            url
            for url in tab.requested()
            if not url.startswith((lab, lab.replace("http", "ws"), "data:", "blob:"))
        ]
        assert outside == []
