"""Every kind of input that people and programs give us; see :class:`~.check.Target`."""

from __future__ import annotations

from functools import partial

from tablesim.errors import BadData, TablesimError
from tablesim.explore import photo
from tablesim.interop import tts, vassal

from ..interop.squads import IMPERIALS, REBELS
from . import commands, exchange, games, mutate, page, positions
from .check import TESTS, Target, bytes_of, text_of

_DATA = TESTS / "interop" / "data"
_ON_PURPOSE = (TablesimError, ValueError, TypeError)

TARGETS = {
    target.name: target
    for target in (
        Target("position", positions.read, positions.samples, mutate.TOML, (BadData,)),
        Target("question", positions.ask, positions.questions, mutate.JSON, _ON_PURPOSE),
        Target("move", games.move, games.moves, mutate.TEXT),
        Target("transcript", games.replay, games.transcripts, mutate.LINES, (BadData,)),
        Target("state", games.decode, games.states, mutate.LINES, (BadData,)),
        Target(
            "xws",
            exchange.squad,
            lambda: [*map(bytes_of, (REBELS, IMPERIALS))],
            mutate.JSON,
            (BadData,),
        ),
        Target(
            "tts",
            lambda raw: exchange.imported(tts.loads, text_of(raw)),
            lambda: [(_DATA / "table.json").read_bytes()],
            mutate.JSON,
            (BadData,),
        ),
        Target(
            "vsav",
            partial(exchange.imported, vassal.loads),
            lambda: [(_DATA / "table.vsav").read_bytes()],
            mutate.SAVE,
            (BadData,),
        ),
        Target(
            "csv",
            exchange.rows,
            lambda: [(_DATA / "positions.csv").read_bytes()],
            mutate.TEXT,
            (BadData,),
        ),
        Target("parquet", exchange.parquet, exchange.parquets, mutate.RAW),
        Target(
            "board", exchange.board, lambda: [bytes_of(exchange.BOARD)], mutate.JSON, _ON_PURPOSE
        ),
        Target("page", page.page, page.requests, mutate.JSON, ()),
        Target("http", page.connection, page.connections, mutate.TEXT, ()),
        Target("link", page.link, page.all_links, mutate.LINK, (BadData, ValueError)),
        Target(
            "photo", page.picture, lambda: [page.PNG, page.JPEG], mutate.RAW, (photo.PhotoError,)
        ),
        Target("kept", commands.go_on, commands.kept_files, mutate.LINES, (BadData,)),
        Target("command", commands.run, commands.commands, mutate.TEXT, ()),
    )
}
"""All targets by name."""
