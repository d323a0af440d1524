"""The server of a board: it answers its own page, and survives everybody else."""

import http.client
import json
import socket
import threading
import time

import pytest

import tablesim as ts
from tablesim.explore.front import board_texts
from tablesim.explore.server import MOST, Server
from tablesim.explore.session import Session


def running(lan=False, **more):
    session = Session(ts.example("disputed-shot"), ts.judge)
    texts = board_texts('A <shot> & "more"', file="shot.toml")
    return Server(texts, {"/ask": session.reply, **more}, lan=lan)


@pytest.fixture
def serve():
    servers = []

    def start(**options):
        server = running(**options)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def server(serve):
    return serve()


def fetch(server, method, path, body=None, **headers):
    """Return status, headers and text; header names are written with _ for -."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request(method, path, body, said)
        reply = connection.getresponse()
        return reply.status, dict(reply.getheaders()), reply.read().decode()
    finally:
        connection.close()


def ask(server, request, **headers):
    body = request if isinstance(request, bytes) else json.dumps(request).encode()
    return fetch(server, "POST", "/ask", body, **{"Content_Type": "application/json", **headers})


def raw(server, data, wait=5.0):
    """Send bytes as they are; return what comes back before the connection ends."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as link:
        link.sendall(data)
        found = b""
        try:
            while part := link.recv(65536):
                found += part
        except (TimeoutError, ConnectionResetError):
            pass
        return found


def alive(server):
    status, _, text = ask(server, {"do": "look"})
    return status == 200 and json.loads(text)["title"].startswith("Luke")


def test_the_page_and_its_parts_are_served(server):
    for path, kind in (
        ("/", "text/html"),
        ("/start.js", "text/javascript"),
        ("/board.js", "text/javascript"),
        ("/board.css", "text/css"),
    ):
        status, headers, text = fetch(server, "GET", path)
        assert (status, headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store" and text
    page = fetch(server, "GET", "/")[2]
    assert "<title>A &lt;shot&gt; &amp; &quot;more&quot;</title>" in page
    assert "http://" not in page and "https://" not in page


def test_a_request_is_answered(server):
    status, headers, text = ask(server, {"do": "nudge", "id": "luke", "by": [0.1, 0]})
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert next(t["x"] for t in json.loads(text)["things"] if t["id"] == "luke") == 402.1


def test_many_ask_at_once_and_nothing_is_lost(server):
    def nudge():
        for _ in range(5):
            assert ask(server, {"do": "nudge", "id": "luke", "by": [1, 0]})[0] == 200

    threads = [threading.Thread(target=nudge) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    things = json.loads(ask(server, {"do": "look"})[2])["things"]
    assert next(t["x"] for t in things if t["id"] == "luke") == 432.0


def test_one_connection_serves_many_requests(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for _ in range(5):
        connection.request("POST", "/ask", '{"do":"look"}', {"Content-Type": "application/json"})
        assert json.loads(connection.getresponse().read())["things"]
    assert threading.active_count() <= 4
    connection.close()


# Who may ask


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", ""])
def test_only_this_machine_is_answered(server, host):
    host = host.format(port=server.port)
    assert fetch(server, "GET", "/", Host=host)[0] == 403
    assert ask(server, {"do": "look"}, Host=host)[0] == 403


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machine_has_three_names(server, host):
    assert fetch(server, "GET", "/", Host=f"{host}:{server.port}")[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://localhost:{port}"]
)
def test_pages_of_other_sites_are_refused(server, origin):
    assert ask(server, {"do": "undo"}, Origin=origin.format(port=server.port))[0] == 403


def test_the_own_page_is_answered(server):
    assert ask(server, {"do": "look"}, Origin=f"http://127.0.0.1:{server.port}")[0] == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_forms_of_other_sites_cannot_ask(server, kind):
    assert ask(server, {"do": "look"}, Content_Type=kind)[0] == 415


@pytest.mark.parametrize("path", [
    "/../pyproject.toml", "/..%2f..%2fetc/passwd", "//etc/passwd", "/board.js/../../x",
    "/session.py", "/%00", "/?file=/etc/passwd/..", "file:///etc/passwd", "/" + "a" * 9000,
])  # fmt: skip
def test_no_path_leads_to_a_file(server, path):
    status, _, text = fetch(server, "GET", path)
    assert status == 404 or text == fetch(server, "GET", "/")[2]  # a query changes nothing
    assert alive(server)


# Bad requests


def test_a_body_of_a_hundred_megabytes_is_refused_unread(server):
    head = (
        f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 104857600\r\n\r\n"
    )
    begin = time.perf_counter()
    reply = raw(server, head.encode() + b"x" * 100_000)
    assert reply.startswith(b"HTTP/1.1 413") or reply == b""  # the rest is not listened to
    assert time.perf_counter() - begin < 3
    assert alive(server)


@pytest.mark.parametrize("length", [str(MOST + 1), "9" * 5000, "-1", "1e3", "", "１", "0x10"])
def test_odd_lengths_are_refused(server, length):
    head = (
        f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{}}"
    )
    assert raw(server, head.encode()).split()[1] in (b"411", b"413")
    assert alive(server)


def test_chunks_are_refused_so_that_no_request_hides_in_one(server):
    head = (
        f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 3\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    )
    reply = raw(server, head.encode())
    assert reply.split()[1] == b"411" and reply.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"do": NaN}' * 2,
        b'{"a":1}x',
        b"NaN",
        b'{"a":1e999}',
    ],
)
def test_malformed_json_is_refused(server, body):
    assert ask(server, body)[0] == 400
    assert alive(server)


@pytest.mark.parametrize("body", [b"[]", b"null", b'"x"', b"7", b'{"do":"nothing"}'])
def test_json_that_is_no_request_is_told_why(server, body):
    status, _, text = ask(server, body)
    assert status == 200 and json.loads(text)["error"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "BREW", "get"])
def test_unknown_methods_are_refused(server, method):
    assert fetch(server, method, "/ask")[0] == 501
    assert alive(server)


@pytest.mark.parametrize("data", [
    b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\r\n" * 50, b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
    b"POST /ask HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
])  # fmt: skip
def test_garbage_does_no_harm(server, data):
    raw(server, data, wait=0.3)
    assert alive(server)


def test_who_hangs_up_in_the_middle_does_no_harm(server, capsys):
    head = (
        f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(head.encode())
    assert alive(server)
    assert capsys.readouterr().err == ""


def test_a_crowd_of_idle_connections_cannot_take_more_than_its_places(server):
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
    time.sleep(0.3)
    assert threading.active_count() < 60
    for link in idle:
        link.close()
    limit = time.monotonic() + 10
    while time.monotonic() < limit:
        try:
            assert alive(server)
            return
        except OSError:  # the places are not free yet
            time.sleep(0.1)
    pytest.fail("the server does not come back")


# On a network


def test_a_network_is_listened_to_only_when_asked(serve):
    assert serve().server_address[0] == "127.0.0.1"
    assert serve(lan=True).server_address[0] in ("0.0.0.0", "")


def token_of(server):
    return server.address().partition("token=")[2]


def admitted(server):
    status, headers, _ = fetch(server, "GET", f"/?token={token_of(server)}", Host="board:1")
    assert (status, headers["Location"]) == (303, "/")
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    return cookie.partition(";")[0]


def test_an_address_works_once_and_for_one_device(serve):
    server = serve(lan=True)
    first = token_of(server)
    cookie = admitted(server)
    assert fetch(server, "GET", f"/?token={first}")[0] == 403
    assert fetch(server, "GET", "/", Cookie=cookie)[0] == 200
    assert ask(server, {"do": "look"}, Cookie=cookie)[0] == 200
    other = admitted(server)
    assert other != cookie
    assert ask(server, {"do": "look"}, Cookie=cookie)[0] == 200  # both stay


@pytest.mark.parametrize(
    "cookie", ["", "tablesim=", "tablesim=x", "tablesim=ä", "=;;;", "a=b; tablesim=\x7f", "\xff"]
)
def test_without_an_address_nobody_is_let_in(serve, cookie):
    server = serve(lan=True)
    for path in ("/", "/board.js", "/?token=", "/?token=x", "/?token=%ff%fe", "/?token=%D1%8F"):
        assert fetch(server, "GET", path, Cookie=cookie.encode("latin-1"))[0] == 403
    assert ask(server, {"do": "look"}, Cookie=cookie.encode("latin-1"))[0] == 403


def test_on_a_network_other_sites_are_refused_too(serve):
    server = serve(lan=True)
    cookie = admitted(server)
    headers = {"Cookie": cookie, "Host": "board:80", "Origin": "http://evil.example"}
    assert ask(server, {"do": "look"}, **headers)[0] == 403
    assert ask(server, {"do": "look"}, **{**headers, "Origin": "http://board:80"})[0] == 200


def test_a_board_closes_when_what_it_answers_is_done(serve):
    """What the page saves is saved, and nothing is begun that the end would cut off."""
    begun, go_on, done = threading.Event(), threading.Event(), []

    def save(_):
        begun.set()
        go_on.wait(10)
        done.append("saved")
        return {"saved": "it"}

    server = serve(**{"/save": save})
    body = {"method": "POST", "path": "/save", "body": "{}", "Content_Type": "application/json"}
    saving = threading.Thread(target=fetch, args=(server,), kwargs=body)
    saving.start()
    assert begun.wait(10)
    closing = threading.Thread(target=server.server_close)
    closing.start()
    closing.join(0.05)
    assert closing.is_alive() and not done
    go_on.set()
    closing.join(10)
    saving.join(10)
    assert done == ["saved"]
    assert server.closed
