"""The front end: its files as one module, and the pages that hold it.

There is no build step: the parts are plain scripts that share one scope, in this order.
"""

from __future__ import annotations

import html
import json
import re
from functools import cache
from pathlib import Path

from ..verdict import JSON
from . import looks

_PARTS = (
    "stage.js",
    "grips.js",
    "board.js",
    "panel.js",
    "tools.js",
    "photo.js",
    "replay.js",
    "hosts.js",
)
_HERE = Path(__file__).parent

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
@HEAD@
<style>body { margin: 0; }</style>
</head>
<body>
<main class="ts page" id="board"@DATA@></main>
@SCRIPT@
</body>
</html>
"""

_STYLED = '<link rel="stylesheet" href="board.css">'
_JS = "text/javascript"
_START = """import board from "./board.js";
board.page(document.getElementById("board"));
"""
_REPLAY = """replay(document.getElementById("board"),
  JSON.parse(document.getElementById("data").textContent));
"""

Text = tuple[str, str]
"""A text, and its media type."""


@cache
def script() -> str:
    """Return the whole front end as one JavaScript module.

    >>> script().rstrip().endswith("export default { render, page, replay };")
    True
    """
    return "\n".join((_HERE / part).read_text(encoding="utf-8") for part in _PARTS)


@cache
def styles() -> str:
    """Return its style sheet: layout, then the looks of marks.

    >>> ".ts .role-base .area" in styles()
    True
    """
    return (_HERE / "board.css").read_text(encoding="utf-8") + looks.css()


def board_texts(title: str, *, file: str = "") -> dict[str, Text]:
    """Return what a server serves to show a board, by path.

    Parameters
    ----------
    title
        What the window is called.
    file
        The name of the file that can be saved; empty for none.
    """
    data = f' data-file="{html.escape(file)}"' if file else ""
    text = '<script type="module" src="start.js"></script>'
    return {
        "/": (_page(title, _STYLED, data, text), "text/html"),
        "/start.js": (_START, _JS),
        "/board.js": (script(), _JS),
        "/board.css": (styles(), "text/css"),
    }


def replay_page(data: JSON) -> str:
    """Return a page that holds a replay and all it needs: it asks nobody for anything.

    Parameters
    ----------
    data
        What :func:`~tablesim.explore.replayer.replay_data` makes.
    """
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{styles()}</style>'
    )
    text = f'<script type="module">{script()}\n{_REPLAY}</script>'
    return _page(data["title"], head, "", f"{_held(data)}\n{text}")


def replay_texts(data: JSON) -> dict[str, Text]:
    """Return what a server serves to show a replay, by path."""
    text = f'{_held(data)}\n<script type="module" src="start.js"></script>'
    return {
        "/": (_page(data["title"], _STYLED, "", text), "text/html"),
        "/start.js": (
            f'import board from "./board.js";\nconst {{ replay }} = board;\n{_REPLAY}',
            _JS,
        ),
        "/board.js": (script(), _JS),
        "/board.css": (styles(), "text/css"),
    }


def _held(data: JSON) -> str:
    """Return data as an element; a "<" could end it, so JSON writes it as a number."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="data">{text}</script>'


def _page(title: str, head: str, data: str, text: str) -> str:
    parts = {"TITLE": html.escape(title), "HEAD": head, "DATA": data, "SCRIPT": text}
    return re.sub("@([A-Z]+)@", lambda found: parts[found[1]], _PAGE)
