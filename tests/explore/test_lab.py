"""The board in JupyterLab, in a real browser, with a real kernel."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

import tablesim as ts

from .chromium import Browser
from .test_photo import ABOVE, CORNERS, MAT, png

pytestmark = pytest.mark.slow

SHOW = "import tablesim as ts\nboard = ts.board(ts.example('%s'))\nboard"
NOTEBOOKS = {
    "board": (
        SHOW % "disputed-shot",
        "print('PYTHON', board.table['academy'].pose)",
        "board.table = board.table.place('luke', at=(300, 300))",
        "ts.board(ts.play(ts.game('number_fields'), ['random', 'random'], seed=1))",
    ),
    "tools": (
        SHOW % "over-the-wall",
        "print('PYTHON', board.table['runner'].pose)",
    ),
    "photo": (
        SHOW % "disputed-shot",
        "print('PYTHON', board.table.quantum.length)",
    ),
}
RUN = """(i => {
    window.jupyterapp.shell.currentWidget.content.activeCellIndex = i;
    return window.jupyterapp.commands.execute("notebook:run-cell").then(() => true);
})(%d)"""


def notebook(sources):
    cells = [
        {"id": f"cell-{i}", "cell_type": "code", "source": source, "metadata": {}, "outputs": [],
         "execution_count": None}
        for i, source in enumerate(sources)
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab of its own, with nobody's settings."""
    root = tmp_path_factory.mktemp("lab")
    for name, sources in NOTEBOOKS.items():
        (root / f"{name}.ipynb").write_text(notebook(sources), encoding="utf-8")
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


class Lab:
    """A notebook in a tab: its board, and the kernel behind it."""

    def __init__(self, browser, address, name):
        self.tab = browser.open(f"{address}/lab/tree/{name}.ipynb", width=1300, height=1200)
        self.address = address
        kernel = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status"
        self.tab.wait(f"{kernel} === 'idle'", 90)
        self.tab.run(RUN % 0)
        self.tab.wait("document.querySelectorAll('.ts .thing').length > 0", 60)
        self.settle()

    def settle(self):
        self.tab.wait("document.querySelector('.ts').getAttribute('aria-busy') === 'false'")

    def answer(self):
        return self.tab.run("document.querySelector('.ts .card .answer').textContent")

    def press(self, name):
        """Press the first button of this name in the board."""
        self.tab.run(
            "[...document.querySelectorAll('.ts button')].find(b => !b.hidden && "
            f"(b.textContent === {json.dumps(name)} || b.title.startsWith({json.dumps(name)})))"
            ".click()"
        )
        self.settle()

    def press_at(self, stage, x, y):
        """Press a place of the table, or of the photo on its own stage."""
        at = self.tab.run(
            f"(() => {{ const m = document.querySelector('.ts {stage} .world').getScreenCTM(); "
            f"const p = new DOMPoint({x}, {y}).matrixTransform(m); return [p.x, p.y] }})()"
        )
        self.tab.mouse("mousePressed", *at, button="left", clickCount=1)
        self.tab.mouse("mouseReleased", *at, button="left", clickCount=1)
        self.settle()

    def python(self, cell):
        """Run a cell, and return what Python says in it."""
        said = (
            "[...document.querySelectorAll('pre')].map(p => p.textContent)"
            ".filter(text => text.startsWith('PYTHON'))"
        )
        before = self.tab.run(f"{said}.join()")
        self.tab.run(RUN % cell)
        self.tab.wait(f"{said}.length && {said}.join() !== {json.dumps(before)}")
        return self.tab.run(f"{said}.at(-1)").removeprefix("PYTHON").strip()

    def shot(self, name):
        if folder := os.environ.get("TABLESIM_SCREENSHOTS"):
            self.tab.screenshot(Path(folder) / f"{name}.png")

    def asked_nobody_else(self):
        own = (self.address, self.address.replace("http", "ws"), "data:", "blob:")
        assert [url for url in self.tab.requested() if not url.startswith(own)] == []


def numbers(pose):
    """Return x, y and heading of a pose as Python prints it."""
    return tuple(float(part.split("=")[1].strip(") ")) for part in pose.split(","))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def test_a_board_in_jupyterlab(lab, browser):
    page = Lab(browser, lab, "board")
    tab = page.tab
    shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
    assert page.answer() == shot.answer

    tab.drag(".ts [data-id=academy] .area", 20, -40)
    page.settle()
    drawn = tab.run("document.querySelector('.ts [data-id=academy]').getAttribute('transform')")
    assert page.answer() != shot.answer
    x, y, heading = numbers(page.python(1))
    assert drawn == f"translate({x:.12g} {y:.12g}) rotate({heading:.12g})"

    # A key in the board is no command of the notebook: "x" would cut the cell.
    tab.run("document.querySelector('.ts [data-id=luke]').focus()")
    for key in ("Enter", "x", "ArrowUp"):
        tab.key(key)
    page.settle()
    cells = len(NOTEBOOKS["board"])
    assert tab.run("document.querySelectorAll('.jp-CodeCell').length") == cells
    y = "Number(document.querySelectorAll('.ts .fields input')[1].value)"
    assert tab.run(y) == 318.1

    tab.run(RUN % 2)  # what Python changes is seen at once
    tab.wait(
        "document.querySelector('.ts [data-id=luke]').getAttribute('transform')"
        ".startsWith('translate(300 300)')"
    )

    tab.run(RUN % 3)
    tab.wait("document.querySelector('.ts .replay .answer')?.textContent === '0: the start'", 30)
    page.shot("lab")
    page.asked_nobody_else()


def test_a_way_and_a_push_in_jupyterlab(lab, browser):
    page = Lab(browser, lab, "tools")
    table = ts.example("over-the-wall")
    page.tab.click(".ts [data-id=runner] .area")
    page.settle()
    page.press("Way")
    page.press_at(".stage", 9.6, 8.2)
    laid = page.tab.run("[...document.querySelectorAll('.ts .corner input')].map(i => i.value)")
    way = ts.judge(table).path("runner", [(float(laid[0]), float(laid[1]))])
    assert page.answer() == way.answer
    page.tab.run("document.querySelector('.ts .grip').focus()")
    page.tab.key("ArrowUp")
    page.tab.key("ArrowDown")  # keys of the board, and none of the notebook
    page.settle()
    page.shot("lab-way")
    page.press("Go there")
    assert numbers(page.python(1)) == pytest.approx((*way.way.end, way.way.heading), abs=1e-9)

    page.press("Push")
    page.tab.drag(".ts .grip .knob", 30, 10)
    page.settle()
    end = json.loads(page.tab.run("document.querySelector('.ts .end').title"))
    page.shot("lab-push")
    page.press("Push it")
    x, y, heading = numbers(page.python(1))
    assert (end["x"], end["y"], end["heading"]) == pytest.approx((x, y, heading), abs=1e-9)
    assert (x, y) != pytest.approx(way.way.end, abs=0.1)
    page.asked_nobody_else()


def test_a_photo_in_jupyterlab(lab, browser, tmp_path):
    """It is laid under the table in the plane that Python finds, and the table says how exactly."""
    page = Lab(browser, lab, "photo")
    size = (1000, 750)

    def spot_of(place):
        return tuple(0.25 * number for number in ABOVE.spot(place))

    path = tmp_path / "table.png"
    path.write_bytes(png(np.full((750, 1000, 3), 90)))
    page.tab.run("document.querySelector('.ts .photo').open = true")
    page.tab.upload(".ts .photo input[type=file]", path)
    page.tab.wait("document.querySelector('.ts .desk [data-id=\"4\"]') !== null")
    page.settle()
    page.press("One more point")
    page.tab.run("document.querySelector('.ts .point button').click()")
    for place in (*CORNERS, (MAT / 2, MAT / 2)):
        x, y = spot_of(place)
        page.press_at(".desk", x, size[1] - y)
    words = page.tab.run("document.querySelector('.ts .photo [role=status]').textContent")
    assert words.startswith("The 5 points miss by")
    page.shot("lab-photo-points")
    page.press("Lay it under the board")
    page.tab.wait("document.querySelector('.ts.photographed .under img') !== null")
    page.shot("lab-photo")
    # Each corner of the mat in the photo lies on the corner of the table.
    for place in CORNERS:
        drawn, there = page.tab.run(
            "(() => { const image = document.querySelector('.ts .under img');"
            "const m = new DOMMatrix(image.style.transform);"
            f"const p = m.transformPoint(new DOMPoint({spot_of(place)[0]}, {spot_of(place)[1]}));"
            "const box = document.querySelector('.ts .under').getBoundingClientRect();"
            "const c = document.querySelector('.ts .stage:not(.desk) .world').getScreenCTM();"
            f"const q = new DOMPoint({place[0]}, {place[1]}).matrixTransform(c);"
            "return [[box.left + p.x / p.w, box.top + p.y / p.w], [q.x, q.y]] })()"
        )
        assert drawn == pytest.approx(there, abs=1.0)  # as exactly as a press hits a pixel
    assert float(page.python(1)) > 0
    assert "too close to call from places that are rounded" in page.tab.run(
        "document.querySelector('.ts .card .detail').textContent"
    )
    page.asked_nobody_else()
