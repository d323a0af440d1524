"""A page of the board with its session; both are asked what they show."""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path

import pytest

import tablesim as ts
from tablesim.explore.front import board_texts
from tablesim.explore.server import Server
from tablesim.explore.session import Session


class Page:
    """A page with its session; both are asked what they show."""

    def __init__(self, browser, table, **options):
        self.session = Session(table, ts.judge)
        self.saved = []
        texts = board_texts(table.title, file="shot.toml")
        self.server = Server(texts, {"/ask": self.session.reply, "/save": self.save})
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()
        self.tab = browser.open(self.server.address(), **options)
        self.tab.wait("document.querySelectorAll('.thing').length > 0")
        self.settle()

    def save(self, _):
        self.saved.append(self.session.table)
        return {"saved": "Saved shot.toml."}

    def close(self):
        own = (self.server.address(), f"blob:{self.server.address()}")
        outside = [url for url in self.tab.requested() if not url.startswith(own)]
        complaints = self.tab.complaints()
        self.tab.call("Page.close")
        self.stop()
        assert not outside
        assert not complaints

    def stop(self):
        if self.thread.is_alive():
            self.server.shutdown()
            self.server.server_close()
            self.thread.join()

    def settle(self):
        """Wait until the hand has rested and everything was answered."""
        self.tab.wait("document.querySelector('.ts').getAttribute('aria-busy') === 'false'", 30)

    def status(self):
        return self.tab.run("document.querySelector('.unseen').textContent")

    def poses(self):
        """Return the poses of all things as the page draws them."""
        drawn = self.tab.run(
            "[...document.querySelectorAll('.stage:not(.desk) .thing')].map(t => "
            "[t.dataset.id, t.getAttribute('transform')])"
        )
        numbers = {id: re.findall(r"-?[\d.]+(?:e-?\d+)?", text) for id, text in drawn}
        return {id: tuple(map(float, found)) for id, found in numbers.items()}

    def agree(self):
        """The page and Python agree to 1e-9."""
        self.settle()
        table = self.session.table
        drawn = self.poses()
        assert drawn.keys() == {thing.id for thing in (*table.pieces, *table.terrain)}
        for id, pose in drawn.items():
            there = table[id].pose
            assert pose == pytest.approx((there.x, there.y, there.heading), abs=1e-9)

    def focus(self, id):
        self.tab.run(f"document.querySelector('[data-id=\"{id}\"]').focus()")

    def text(self, selector):
        return self.tab.run(
            f"[...document.querySelectorAll({json.dumps(selector)})].map(n => n.textContent)"
        )

    def press(self, name):
        """Click the button of this name, or with this title."""
        found = self.tab.run(
            "(() => { const b = [...document.querySelectorAll('button')].find(b => !b.hidden && "
            f"(b.textContent === {json.dumps(name)} || b.title.startsWith({json.dumps(name)}))); "
            "b?.click(); return Boolean(b) })()"
        )
        assert found, name
        self.settle()

    def pick(self, *ids):
        for id in ids:
            self.tab.click(f"[data-id={id}] .area")
        self.settle()

    def on_page(self, x, y):
        """Return where a place of the table is on the page."""
        return self.tab.run(
            "(() => { const m = document.querySelector('.world').getScreenCTM(); "
            f"const p = new DOMPoint({x}, {y}).matrixTransform(m); return [p.x, p.y] }})()"
        )

    def press_at(self, x, y):
        """Click a place of the table."""
        at = self.on_page(x, y)
        self.tab.mouse("mousePressed", *at, button="left", clickCount=1)
        self.tab.mouse("mouseReleased", *at, button="left", clickCount=1)
        self.settle()

    def type(self, name, value):
        """Put a value into the field of this name, as if it were typed or chosen."""
        field = f"document.querySelector('[aria-label={json.dumps(name)}]')"
        event = f"'{'input' if self.tab.run(f'{field}.type') == 'range' else 'change'}'"
        self.tab.run(
            f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent(new Event({event}))"
        )
        self.settle()

    def shot(self, name):
        """Keep a screenshot, to be looked at, if a place for them was named."""
        if folder := os.environ.get("TABLESIM_SCREENSHOTS"):
            self.tab.screenshot(Path(folder) / f"{name}.png")
