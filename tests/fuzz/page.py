"""What a page sends: requests, connections, links and photos."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import re
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import tablesim as ts
from tablesim.errors import TablesimError
from tablesim.explore import links, photo, session
from tablesim.explore.front import board_texts
from tablesim.explore.server import _Handler
from tablesim.explore.session import Session
from tablesim.table import Table

from .check import bytes_of, json_of, require, require_ours
from .positions import example

_ASKED = ("disputed-shot", "barrel-roll", "decloak", "ruin", "grenade", "roof-edge")


def requests() -> list[bytes]:
    one = {"picked": ["luke"]}
    pair = {"picked": ["luke", "academy"]}
    roll = {"ask": "barrel_roll", "id": "vader", "side": "left"}
    shot = ts.example("disputed-shot").dumps()
    asked: list[list[Any]] = [
        ["disputed-shot", {"do": "look", "see": {**pair, "rest": True, "theme": "dark"}}],
        [
            "disputed-shot",
            {"do": "move", "id": "luke", "x": 405.5, "y": 300, "heading": 10, "done": False},
        ],
        ["disputed-shot", {"do": "nudge", "id": "luke", "by": [0.1, -0.1], "turn": 1, "see": pair}],
        [
            "disputed-shot",
            {"do": "state", "id": "luke", "key": "stress", "value": 1},
            {"do": "undo"},
        ],
        ["disputed-shot", {"do": "snap", "id": "luke", "to": "academy"}, {"do": "redo"}],
        [
            "barrel-roll",
            {"do": "take", "see": {"question": roll, "slide": 3.5, "picked": ["vader"]}},
        ],
        [
            "disputed-shot",
            {"do": "add", "kind": "x-wing", "what": "piece", "x": 1, "y": 2, "seat": 1},
        ],
        ["disputed-shot", {"do": "add", "kind": "asteroid-4", "what": "terrain", "x": 9, "y": 2}],
        ["disputed-shot", {"do": "remove", "id": "rock-4"}, {"do": "text"}],
        ["ruin", {"do": "open", "text": shot, "name": "a.toml", "see": one}],
        ["ruin", {"do": "link", "view": {"theme": "dark"}}],
        ["ruin", {"do": "follow", "link": links.link(example("disputed-shot"), {"zoom": 2})}],
        ["ruin", {"do": "photo", "head": base64.b64encode(PNG).decode()}],
        [
            "disputed-shot",
            {
                "do": "rectify",
                "spots": [[0, 450], [450, 450], [450, 0], [0, 0], [225, 226]],
                "places": [[0, 0], [900, 0], [900, 900], [0, 900], [450, 450]],
                "size": [640, 480],
                "done": True,
            },
        ],
    ]
    for name in _ASKED:
        table = example(name)
        picked = [piece.id for piece in table.pieces][:2]
        for question in table.questions[:2]:
            said = {"ask": question.ask, **question.parameters}
            asked.append(
                [
                    name,
                    {
                        "do": "look",
                        "see": {"picked": picked, "question": said, "layers": ["arcs", "reach"]},
                    },
                ]
            )
    return [bytes_of(one) for one in asked]


def page(raw: bytes) -> None:
    """Answer what a page asks, one request after another."""
    data = json_of(raw)
    if not isinstance(data, list) or not data or data[0] not in ts.examples():
        return
    board = Session(example(data[0]), ts.judge)
    refused: list[Exception] = []

    def reason(error: Exception, say: Callable[[Exception], str] = session._reason) -> str:
        refused.append(error)
        return say(error)

    kept, session._reason = session._reason, reason
    try:
        for request in data[1:6]:
            before = board.table
            reply = board.reply(request)
            if "error" in reply:
                require(board.table == before, f"refused, and yet changed: {reply['error']}")
            json.dumps(reply, allow_nan=False)
    finally:
        session._reason = kept
    for error in refused:
        if not isinstance(error, TablesimError | ValueError | TypeError):
            raise error
        require_ours(error)


class _Socket:
    """A connection whose other end has said all it says."""

    def __init__(self, said: bytes) -> None:
        self.said, self.answer = io.BytesIO(said), b""

    def makefile(self, *_: Any) -> io.BytesIO:
        return self.said

    def sendall(self, data: bytes) -> None:
        self.answer += bytes(data)

    def settimeout(self, *_: Any) -> None:
        pass

    setsockopt = settimeout


@cache
def _server(lan: bool) -> Any:
    """What a handler needs of a server, which listens nowhere."""
    texts = board_texts("A shot", file="shot.toml")
    lock = contextlib.nullcontext()
    server: Any = SimpleNamespace(texts=texts, lan=lan, lock=lock, closed=False)
    server.answers = {"/ask": lambda request: {"got": True}}
    server.hosts = lambda: ("127.0.0.1:80",)
    server.admit = lambda token: "device" if token.encode() == b"right" else None
    server.knows = lambda device: bool(device.encode() == b"device")
    return server


def connection(raw: bytes) -> None:
    """Let the server answer what comes over a connection."""
    for lan in (False, True):
        link = _Socket(raw)
        _Handler(link, ("127.0.0.1", 1), _server(lan))  # type: ignore[arg-type]
        # To HTTP/0.9, and to what is no HTTP at all, an answer has no head.
        whole = len(raw.split(b"\n")[0].split()) > 2 and b"<!DOCTYPE" not in link.answer[:9]
        if link.answer and whole:
            status = re.match(rb"HTTP/1\.[01] (100|200|303|4\d\d|50[15]) ", link.answer)
            require(status, f"an odd answer: {link.answer[:60]!r}")


def connections() -> list[bytes]:
    host = "Host: 127.0.0.1:80\r\n"
    body = '{"do": "look", "see": {"picked": ["luke"]}}'
    size = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    origin, cookie = "Origin: http://127.0.0.1:80\r\n", "Cookie: tablesim=device; a=b\r\n"
    return [
        text.encode()
        for text in (
            f"GET / HTTP/1.1\r\n{host}\r\n",
            f"GET /board.js HTTP/1.1\r\n{host}{cookie}\r\n",
            f"GET /?token=right HTTP/1.1\r\n{host}\r\nGET / HTTP/1.1\r\n{host}\r\n",
            f"POST /ask HTTP/1.1\r\n{host}{origin}{size}\r\n{body}",
            f"POST /ask HTTP/1.1\r\n{host}{cookie}Expect: 100-continue\r\n{size}\r\n{body}",
        )
    ]


def link(raw: bytes) -> None:
    table, view = links.follow(raw.decode("latin-1"))
    require(links.follow(links.link(table, view))[0] == table, "the table does not come back")


def all_links() -> list[bytes]:
    tables = (example("disputed-shot"), example("ruin"), Table(area=(36, 36), units="in"))
    return [links.link(table, {"theme": "dark", "zoom": [1, 2]}).encode() for table in tables]


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x02\0\0\0" + bytes(4)
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
    b"\xff\xff\xdb\x00\x04\x00\x00\xff\xc0\x00\x11\x08\x01\xe0\x02\x80\x03" + bytes(9)
)


def picture(raw: bytes) -> None:
    """Tell what picture a file is."""
    found = photo.picture(raw)
    require(0 < found.width * found.height <= photo.PIXELS, f"too large: {found}")
