"""A headless Chromium that is driven over a pipe, with nothing but the standard library.

It speaks the DevTools protocol: JSON texts, each ended by a zero byte, on file descriptors 3 and 4.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs that may be it, by preference."""

_FLAGS = (
    "--remote-debugging-pipe",
    "--headless",
    "--no-sandbox",  # needed as root, as in CI; the pages are our own
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def program() -> str:
    """The browser; without one the tests fail, for what is skipped for ever proves nothing."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise FileNotFoundError(f"no browser: install one of {', '.join(NAMES)}")


class Browser:
    """One browser; a context manager."""

    def __init__(self, home: Path) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def wire() -> None:
            # Through high numbers, so that none of the four is overwritten before it is used.
            os.dup2(os.dup(theirs_in), 100)
            os.dup2(os.dup(theirs_out), 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            [program(), *_FLAGS, f"--user-data-dir={home}"],
            pass_fds=(3, 4),
            preexec_fn=wire,  # noqa: PLW1509 - no thread runs yet
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._reader, self._writer = ours_in, ours_out
        self._rest = b""
        self._numbers = itertools.count(1)
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(10)
        os.close(self._reader)
        os.close(self._writer)

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Send one command and return its result; events on the way are kept."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        limit = time.monotonic() + 60
        while True:
            data = self._receive(limit)
            if data.get("id") == number:
                if "error" in data:
                    why = data["error"]["message"]
                    raise (Gone if "navigated" in why or "context" in why else RuntimeError)(why)
                return data["result"]
            if "method" in data:
                self.events.append(data)

    def _receive(self, limit: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reader], [], [], max(0, limit - time.monotonic()))
            part = os.read(self._reader, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("the browser does not answer")
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        return json.loads(text)

    def open(self, url: str, *, width: int = 1280, height: int = 860, touch: bool = False) -> Tab:
        """Open a page and wait until it is loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            tab.call(f"{domain}.enable")
        tab.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )
        if touch:
            tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        tab.call("Page.navigate", url=url)
        tab.wait("document.readyState === 'complete'")
        return tab


class Gone(RuntimeError):
    """The page that was asked is being replaced by another one."""


class Tab:
    """One page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser = browser
        self.session = session

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self.browser.call(method, self.session, **params)

    def run(self, script: str) -> Any:
        """Return the value of an expression on the page, waiting for promises."""
        result = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, script: str, seconds: float = 20.0) -> Any:
        """Wait until an expression is true, and return it; a page may be loaded again meanwhile."""
        limit = time.monotonic() + seconds
        while time.monotonic() <= limit:
            with suppress(Gone):
                if value := self.run(script):
                    return value
            time.sleep(0.03)
        raise TimeoutError(f"never true: {script}")

    def again(self, address: str) -> None:
        """Load the page again, with something else behind the # of its address."""
        self.run(f"location.hash = {json.dumps(address)}")
        self.call("Page.reload")

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element in CSS pixels."""
        box = self.run(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()"
        )
        return box[0], box[1]

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector: str) -> None:
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, selector: str, dx: float, dy: float, steps: int = 12) -> None:
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for step in range(1, steps + 1):
            at = step / steps
            self.mouse("mouseMoved", x + dx * at, y + dy * at, button="left", buttons=1)
        self.mouse("mouseReleased", x + dx, y + dy, button="left", clickCount=1)

    def touch(self, *paths: list[tuple[float, float]]) -> None:
        """Put fingers down, move each along its path, and lift them."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=_fingers(paths, 0))
        for step in range(1, len(paths[0])):
            points = _fingers(paths, step)
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=points)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str, *, ctrl: bool = False, shift: bool = False, code: str = "") -> None:
        modifiers = (2 if ctrl else 0) + (8 if shift else 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 and not ctrl else "")
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "Delete": 46, " ": 32}
        said = {
            "key": key,
            "code": code or key,
            "modifiers": modifiers,
            "windowsVirtualKeyCode": codes.get(key, 0),
        }
        kind = "keyDown" if text else "rawKeyDown"
        self.call("Input.dispatchKeyEvent", type=kind, text=text, **said)
        self.call("Input.dispatchKeyEvent", type="keyUp", **said)

    def upload(self, selector: str, path: Path) -> None:
        """Choose a file in a file field."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def screenshot(self, path: Path) -> Path:
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))
        return path

    def requested(self) -> list[str]:
        """Return the addresses that were asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self.browser.events
            if event["method"] == "Network.requestWillBeSent"
            and event.get("sessionId") == self.session
        ]

    def complaints(self) -> list[str]:
        """Return what the console says is wrong."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            params = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(params["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        return found


def _fingers(paths: tuple[list[tuple[float, float]], ...], step: int) -> list[dict[str, float]]:
    return [{"x": path[step][0], "y": path[step][1], "id": i} for i, path in enumerate(paths)]
