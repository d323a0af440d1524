"""What people wait for without noticing: the import, a picture, the answer to a drag."""

from __future__ import annotations

import itertools
import subprocess
import sys
from functools import cache

from ..api import Table, example, judge
from ..explore.session import Session
from ..games.xwing.verdicts import Attack
from .cases import Case


def import_case(inputs: int = 3) -> Case:
    """Time a new process that imports tablesim; the rival imports what it stands on."""

    def run(code: str) -> bool:
        return subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    return Case(
        "import tablesim, a new process",
        400.0,
        lambda _: run("import tablesim; tablesim.load"),
        lambda _: run("import numpy, shapely"),
        "import numpy, shapely",
        inputs,
        lambda a, b: bool(a and b),
    )


def picture_case(inputs: int = 20) -> Case:
    """Time the picture of a shot, as a notebook shows it; the rival draws a chess board."""
    import chess
    import chess.svg

    game = chess.Board()

    def ours(_: int) -> str:
        return _shot()._repr_svg_()

    def rival(_: int) -> str:
        return str(chess.svg.board(game))

    def drawn(a: object, b: object) -> bool:
        return all(isinstance(text, str) and text.rstrip().endswith("</svg>") for text in (a, b))

    return Case("one picture of a shot", 5.0, ours, rival, "python-chess, a board", inputs, drawn)


@cache
def _shot() -> Attack:
    shot: Attack = judge(example("disputed-shot")).attack("luke", "academy")
    return shot


def drag_case(inputs: int = 40) -> Case:
    """Time the board's answer while a ship is dragged: all that is drawn; the rival judges."""
    table = example("disputed-shot")
    session = Session(table, judge)
    see = {"picked": ["luke", "academy"]}
    steps = itertools.count()

    def place() -> float:
        """Return a place where the ship has not been, so that nothing is known of it."""
        return 402.0 + 1e-4 * next(steps)

    def ours(_: int) -> str:
        move = {"do": "move", "id": "luke", "x": place(), "done": False, "see": see}
        return str(session.reply(move)["cards"][0]["answer"])

    def rival(_: int) -> str:
        moved: Table = table.place("luke", at=(place(), table["luke"].pose.y))
        return str(judge(moved).attack("luke", "academy").answer)

    return Case("the board while dragging", 5.0, ours, rival, "the verdict alone", inputs, _same)


def _same(a: object, b: object) -> bool:
    return a == b
