"""``tablesim serve``: the board in a browser, for this machine or the tables around it."""

from __future__ import annotations

import argparse
import signal
import socket
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import TablesimError
from .access import trying
from .command import PART, TRANSCRIPT, Command, UsageError, add_policy, count, file_name
from .source import read_judged

if TYPE_CHECKING:
    from ..explore.server import Server
    from ..explore.session import Session

_PORTS = 65536


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        type=file_name,
        help="a position file (TOML), or a transcript to replay",
    )
    parser.add_argument(
        "--port", type=count, default=0, metavar="N", help="the port; any that is free unless said"
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="also for other devices of the network, each by an address that works once",
    )
    add_policy(parser)


def run(args: argparse.Namespace) -> int:
    """Serve a board until Ctrl-C."""
    if args.port >= _PORTS:
        raise UsageError(f"--port takes up to {_PORTS - 1}, got {args.port}")
    if args.file.suffix in (TRANSCRIPT, PART):
        _until_interrupted(_replay(args))
        return 0
    file = PositionFile(args)
    _until_interrupted(_board(args, file))
    if file.unsaved:
        print("what was moved was not saved")
    return 0


class PositionFile:
    """The file on the board: read once, and written back when somebody asks for it.

    Parameters
    ----------
    args
        What was said on the command line.

    Attributes
    ----------
    path
        Where it is.
    session
        The board.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        from ..api import judge
        from ..explore.session import Session

        self.path: Path = args.file
        table, _ = read_judged(self.path, args.policy)
        self.session: Session = Session(table, partial(judge, **dict(args.policy)))
        self._saved = table
        self._content = self._now()

    @property
    def unsaved(self) -> bool:
        """Whether the board shows something else than the file holds."""
        return self.session.table != self._saved

    def save(self, _: Any) -> dict[str, str]:
        """Write the table whole, or leave the file as it is, and tell what was done.

        A file that somebody else has changed meanwhile is left alone.
        """
        name = self.path.name
        try:
            if self._now() != self._content:
                return {"error": f"{name} was changed by somebody else meanwhile: download instead"}
            table = self.session.table
            table.save(self.path)
            self._saved, self._content = table, self._now()
        except (OSError, UsageError) as error:
            return {"error": f"cannot write {name}: {error}"}
        return {"saved": f"Saved {name}."}

    def _now(self) -> bytes:
        with trying("read", self.path):
            return self.path.read_bytes()


def _board(args: argparse.Namespace, file: PositionFile) -> Server:
    from ..explore.front import board_texts

    title = file.session.table.title or file.path.stem
    texts = board_texts(title, file=file.path.name)
    return _served(args, texts, {"/ask": file.session.reply, "/save": file.save})


def _replay(args: argparse.Namespace) -> Server:
    from ..explore.front import replay_texts
    from ..explore.replayer import replay_data
    from .gaming import read_record

    if args.policy:
        raise UsageError("--policy is for positions; a transcript was judged when it was played")
    record = read_record(args.file, unfinished=args.file.suffix == PART)
    return _served(args, replay_texts(replay_data(record)), {})


def _served(args: argparse.Namespace, texts: Any, answers: Any) -> Server:
    """Return the server, and tell where it is."""
    from ..explore.server import Server

    def tell() -> None:
        address = server.address(_own_address()) if args.lan else server.address()
        once = "  (works once; the next one follows)" if args.lan else ""
        print(f"open {address}{once}", flush=True)

    try:
        server = Server(texts, answers, port=args.port, lan=args.lan, admitted=tell)
    except OSError as error:
        raise TablesimError(f"cannot use port {args.port}: {error.strerror or error}") from None
    tell()
    print("Ctrl-C ends it", flush=True)
    return server


def _until_interrupted(server: Server) -> None:
    """Serve until Ctrl-C or a request to terminate, also where a shell has them ignored."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    with server:
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            print()


def _own_address() -> str:
    """Return the address of this machine on its network; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nobody is there
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


COMMAND = Command(
    "serve",
    "show a board in the browser, to move pieces and ask",
    """The page asks this program alone: nothing leaves the machine.  The file changes only when
Save is pressed; comments in it are not kept then.  With --lan each device needs an address of its
own: it works once, and when it was used the next one is printed.

examples:
  tablesim serve shot.toml
  tablesim serve shot.toml --lan --port 8000
  tablesim serve game.jsonl""",
    _options,
    run,
)
