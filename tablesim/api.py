"""What people type: load a position, ask its judge, look at the answer."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UnknownName, did_you_mean
from .geometry import Disc, Gap, Hull, Outline, Pose, Rect
from .resources import folder
from .table import Piece, Question, Table, Terrain, load, loads

if TYPE_CHECKING:
    from .games.xwing.judge import Judge

_JUDGES = {"xwing": "tablesim.games.xwing.judge:Judge"}
"""The judge of each game, as text, so that only the one that is asked is imported."""

__all__ = [
    "Disc",
    "Gap",
    "Hull",
    "Outline",
    "Piece",
    "Pose",
    "Question",
    "Rect",
    "Table",
    "Terrain",
    "example",
    "examples",
    "judge",
    "load",
    "loads",
]


def examples() -> tuple[str, ...]:
    """Return the names of the example positions that come with tablesim.

    >>> "disputed-shot" in examples()
    True
    """
    return tuple(sorted(path.stem for path in folder("positions").glob("*.toml")))


def example(name: str) -> Table:
    """Load an example position by name.

    Raises
    ------
    UnknownName
        If there is none of that name.

    >>> example("disputed-shot").game
    'xwing'
    """
    if name not in examples():
        near = did_you_mean(name, examples())
        raise UnknownName(f"no example {name!r}{near}; there are {', '.join(examples())}")
    return load(folder("positions") / f"{name}.toml")


def judge(table: Table | str | Path, **policies: Any) -> Judge:
    """Return the judge of a table's game.

    Parameters
    ----------
    table
        A table, or the path of a position file.
    **policies
        Readings where the rules leave room; see the judge of the game.

    Raises
    ------
    UnknownName
        If the game has no judge, or there is no such policy.
    BadData
        If the file cannot be used.

    >>> table = example("disputed-shot")
    >>> judge(table).attack("luke", "academy").band
    2
    """
    if isinstance(table, str | Path):
        table = load(table)
    if table.game not in _JUDGES:
        known = ", ".join(_JUDGES)
        raise UnknownName(f"game {table.game!r} has no judge; these have: {known}")
    module, _, name = _JUDGES[table.game].partition(":")
    made: Judge = getattr(importlib.import_module(module), name)(table, **policies)
    return made
