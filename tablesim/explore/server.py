"""The board as a page: an HTTP server of the standard library, for this machine or a local network.

It serves four texts that it was given and answers requests about one session: it reads no file that
a request names.  On this machine it takes only requests that name this machine (``Host``) and come
from its own page (``Origin``); on a network every device needs an address that works once.
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..ijson import read_json
from ..table.files import LIMIT
from ..verdict import JSON
from .front import Text

MOST = 2 * LIMIT
"""Bytes that a request may have: a position file of the greatest size, as JSON."""

_THREADS = 32
"""Requests that are answered at the same time; more are turned away."""

_COOKIE = "tablesim"
_NAMES = ("localhost", "127.0.0.1", "[::1]")

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

Answer = Callable[[Any], JSON]
"""Answers a request with plain JSON values, for instance :meth:`Session.reply`."""


class Refused(Exception):
    """A request that is not answered: its status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Server(ThreadingHTTPServer):
    """Serves one board.

    Parameters
    ----------
    texts
        What is served, by path: ``"/"``, ``"/board.js"``.
    answers
        Who answers the POST requests, by path: ``"/ask"``.  They are called one at a time.
    port
        The port; 0 takes any that is free.
    lan
        True listens to the whole network, and lets in only devices that were given an address.
    admitted
        Called on a network when a device was let in: its address is used up, a new one is there.

    Raises
    ------
    OSError
        If the port is taken.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        texts: Mapping[str, Text],
        answers: Mapping[str, Answer],
        *,
        port: int = 0,
        lan: bool = False,
        admitted: Callable[[], object] = lambda: None,
    ) -> None:
        self.texts = texts
        self.answers = answers
        self.lan = lan
        self.admitted = admitted
        self.lock = threading.Lock()
        self.closed = False
        self._places = threading.BoundedSemaphore(_THREADS)
        self._token = secrets.token_urlsafe(9)
        self._devices: frozenset[str] = frozenset()
        super().__init__(("" if lan else "127.0.0.1", port), _Handler)

    @property
    def port(self) -> int:
        """The port that it listens to."""
        return int(self.server_address[1])

    def address(self, host: str = "127.0.0.1") -> str:
        """Return the address to open; on a network one that works once."""
        return f"http://{host}:{self.port}/{f'?token={self._token}' if self.lan else ''}"

    def admit(self, token: str) -> str | None:
        """Return the cookie for a device that shows the token, which is used up; else None."""
        with self.lock:
            if not hmac.compare_digest(token.encode(), self._token.encode()):
                return None
            self._token = secrets.token_urlsafe(9)
            device = secrets.token_urlsafe(24)
            self._devices |= {device}
        self.admitted()
        return device

    def knows(self, device: str) -> bool:
        """Whether a device was let in."""
        known = [hmac.compare_digest(device.encode(), each.encode()) for each in self._devices]
        return any(known)

    def hosts(self) -> tuple[str, ...]:
        """Return what the ``Host`` header may say on this machine."""
        return tuple(f"{name}:{self.port}" for name in _NAMES)

    def server_close(self) -> None:
        """Close it when the request that is being answered is done; no other one is begun."""
        with self.lock:
            self.closed = True
        super().server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, if there are not too many already."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and make place for the next one."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: who hangs up in the middle of a request is no concern of ours."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # two small writes would wait for each other: 40 ms
    timeout = 30.0
    server: Server
    server_version = "tablesim"
    sys_version = ""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def _answer(self, method: Callable[[], None]) -> None:
        try:
            self._check()
            method()
        except Refused as refused:
            self._send_json(refused.status, {"error": str(refused)})
        except OSError:  # who asked is gone
            self.close_connection = True

    def _check(self) -> None:
        """Refuse what does not come from the board's own page.

        A page of another site can make a browser send requests here.  It cannot set ``Host``, not
        even with a name that it lets point here, and its own name stands in ``Origin``.
        """
        host = self.headers.get("Host", "")
        if not self.server.lan and host not in self.server.hosts():
            raise Refused(403, f"this board answers to {' or '.join(self.server.hosts())}")
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{host}":
            raise Refused(403, "this board answers its own page alone")

    def _get(self) -> None:
        place = urlsplit(self.path)
        if self.server.lan and not self._admitted():
            token = parse_qs(place.query).get("token", [""])[0]
            device = self.server.admit(token)
            if device is None:
                raise Refused(403, "this address was used already, or is none: ask for a new one")
            cookie = f"{_COOKIE}={device}; HttpOnly; SameSite=Strict; Path=/"
            self._send(303, "", "text/plain", {"Location": "/", "Set-Cookie": cookie})
            return
        if place.path not in self.server.texts:
            raise Refused(404, "there is nothing here")
        self._send(200, *self.server.texts[place.path])

    def _post(self) -> None:
        body = self._body()
        if self.server.lan and not self._admitted():
            raise Refused(403, "open the address of the board first")
        answer = self.server.answers.get(self.path)
        if answer is None:
            raise Refused(404, "there is nothing here")
        try:
            request = read_json(body)
        except ValueError as error:
            raise Refused(400, f"a request is JSON: {error}") from None
        with self.server.lock:
            if self.server.closed:
                raise Refused(503, "this board was closed")
            reply = answer(request)
        self._send_json(200, reply)

    def _body(self) -> bytes:
        """Return what was posted, or close the connection: what is left in it is no request."""
        self.close_connection = True
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused(415, "a request is application/json")
        said = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (said.isascii() and said.isdigit()):
            raise Refused(411, "a request says its Content-Length")
        if len(said) > 12 or int(said) > MOST:
            raise Refused(413, f"a request has up to {MOST:,} bytes")
        body = self.rfile.read(int(said))
        if len(body) < int(said):
            raise Refused(400, "the request was cut off")
        self.close_connection = False
        return body

    def _admitted(self) -> bool:
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return False
        return _COOKIE in cookies and self.server.knows(cookies[_COOKIE].value)

    def _send_json(self, status: int, data: Mapping[str, Any]) -> None:
        self._send(status, json.dumps(data, allow_nan=False), "application/json")

    def _send(
        self, status: int, text: str, kind: str, headers: Mapping[str, str] | None = None
    ) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in {**_HEADERS, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
