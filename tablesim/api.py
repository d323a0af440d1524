"""What people type: load a position, ask its judge, look at the answer."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UnknownName, did_you_mean, expect
from .geometry import Disc, Ellipse, Gap, Hull, Outline, Pose, Rect
from .protocol import game, play, registry, resume
from .protocol import load as replay
from .resources import folder
from .scene import Mark, Panels, Scene, panels
from .table import Piece, Question, Table, Terrain, load, loads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Executor

    from .explore.widget import Board, Film
    from .protocol import Record
    from .studies import Confidence

_JUDGES = {
    "xwing": "tablesim.games.xwing.judge:Judge",
    "unforged": "tablesim.games.unforged.judge:Judge",
}
"""The judge of each game, as text, so that only the one that is asked is imported."""

__all__ = [
    "Disc",
    "Ellipse",
    "Gap",
    "Hull",
    "Mark",
    "Outline",
    "Panels",
    "Piece",
    "Pose",
    "Question",
    "Rect",
    "Scene",
    "Table",
    "Terrain",
    "board",
    "confidence",
    "example",
    "examples",
    "game",
    "game_names",
    "judge",
    "load",
    "loads",
    "panels",
    "play",
    "replay",
    "resume",
]


def game_names() -> tuple[str, ...]:
    """Return the names of all games that can be played, those of other packages included."""
    return tuple(registry.GAMES.places())


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
        hint = did_you_mean(name, examples()) or f"; there are {', '.join(examples())}"
        raise UnknownName(f"no example {name!r}{hint}")
    return load(folder("positions") / f"{name}.toml")


def judge(table: Table | str | Path, **policies: Any) -> Any:
    """Return the judge of a table's game: a :class:`~tablesim.table.Judge` with its questions.

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
    expect(table, Table, "a judge needs a table, or the path of a position file")
    if table.game not in _JUDGES:
        known = ", ".join(_JUDGES)
        raise UnknownName(f"game {table.game!r} has no judge; these have: {known}")
    module, _, name = _JUDGES[table.game].partition(":")
    return getattr(importlib.import_module(module), name)(table, **policies)


def board(shown: Table | Record | str | Path, **policies: Any) -> Board | Film:
    """Return a board for notebooks: to move pieces by hand and see what the judge says, live.

    Needs the extra ``notebook``.

    Parameters
    ----------
    shown
        A table, or the path of a position file; or the record of a game, which is replayed.
    **policies
        Readings where the rules leave room; see the judge of the game.

    Returns
    -------
    Board or Film
        The ``table`` of a board is the table as it stands.

    Raises
    ------
    TablesimError
        If anywidget is missing.
    UnknownName
        If the game has no judge, or there is no such policy.
    BadData
        If the file cannot be used.
    """
    from .explore.widget import Board, Film

    if isinstance(shown, str | Path):
        shown = load(shown)
    if isinstance(shown, Table):
        return Board(shown, partial(judge, **policies))
    return Film(shown)


def confidence(
    table: Table | str | Path,
    ask: str,
    /,
    *names: str,
    mm: float = 0.5,
    deg: float = 0.5,
    terrain: tuple[float, float] = (0.0, 0.0),
    each: Mapping[str, tuple[float, float]] | None = None,
    samples: int = 2000,
    seed: int = 0,
    policies: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    keep: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
    **parameters: Any,
) -> Confidence:
    """Return how often a table would read each answer to a question, given placement errors.

    It is no ruling: it tells how well the position would have to be known.

    Parameters
    ----------
    table
        A table, or the path of a position file.
    ask, *names, **parameters
        The question, as on the command line: a method of the judge, its parameters in their order
        or by name.
    mm, deg
        The error of each piece, one sigma: millimetres along x and along y, degrees of heading.
    terrain
        The same two for each obstacle.
    each
        Other errors for some things: millimetres and degrees by id.
    samples, seed
        How many positions to draw, and from which stream.
    policies
        Readings where the rules leave room; see the judge of the game.
    executor, keep, progress
        Who draws them, where those that are done are kept, and who is told how many: as in
        :meth:`tablesim.studies.Study.run`.

    Raises
    ------
    UnknownName
        If there is no such question, policy or thing.
    TypeError
        If a parameter is missing, given twice or too much.
    ValueError
        If an error is negative, or there are no samples.
    BadData
        If the file cannot be used.

    >>> sure = confidence(example("disputed-shot"), "attack", "luke", "academy", samples=100)
    >>> list(sure.shares["shot"])
    ['in arc at range 2', 'in arc at range 3']
    >>> sure.condition  # doctest: +NORMALIZE_WHITESPACE
    'Given placement errors of 0.5 mm and 0.5° (each piece), one sigma, this is how often a table
    would read it so; it is no ruling.'
    """
    from .studies import PlacementError, confidence, errors_of

    if isinstance(table, str | Path):
        table = load(table)
    errors = errors_of(
        table, pieces=PlacementError(mm, deg), terrain=PlacementError(*terrain), each=each
    )
    wanted = tuple(table.catalogue.questions.get(ask, ()))
    if len(names) > len(wanted) > 0:
        raise TypeError(f"{ask} takes {', '.join(wanted)}; got {len(names)} names")
    asked = Question(ask, **dict(zip(wanted, names, strict=False)), **parameters)
    question = table.add(asked).questions[-1]  # which checks it
    return confidence(
        partial(judge, **(policies or {})),
        table,
        question,
        errors=errors,
        samples=samples,
        seed=seed,
        executor=executor,
        keep=keep,
        progress=progress,
    )
