"""What the commands about games share: options, starts, transcripts, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import BadData, TablesimError
from ..ijson import read_json
from ..protocol import Game, Option, Record, State, load
from .access import trying
from .command import UsageError


def chosen(game: Game[Any], settings: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the options of a game from ``NAME=VALUE`` words, those not named at their defaults.

    Raises
    ------
    UsageError
        If the game does not allow a value.
    UnknownName
        If it has no such option.
    """
    known = game.options()
    given = {n: _value(text, known[n]) if n in known else text for n, text in settings}
    try:
        return game.settle(given)
    except ValueError as error:
        raise UsageError(f"{game.name}: {error}") from None


def _value(text: str, option: Option) -> Any:
    """Return a value as its option counts it: as text, or as JSON writes it."""
    if isinstance(option.default, str):
        return text
    try:
        return read_json(text.lower() if isinstance(option.default, bool) else text)
    except ValueError:
        return text


def begin(game: Game[Any], seats: int, options: dict[str, Any]) -> State[Any]:
    """Return the state before the first step.

    Raises
    ------
    UsageError
        If the game is not for so many seats, or the options do not fit together.
    """
    try:
        state: State[Any] = game.new(seats=seats, **options)
    except TablesimError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None
    return state


def position(game: Game[Any], text: str) -> State[Any]:
    """Return the state that is written as JSON, as ``replay --step N --json`` shows it.

    Raises
    ------
    UsageError
        If it is no position of the game.
    """
    try:
        data = read_json(text)
    except ValueError as error:
        raise UsageError(f"--position is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise UsageError(f"--position takes a JSON object, not {text[:40]!r}")
    try:
        state: State[Any] = game.decode(data)
    except BadData as error:
        said = "; ".join(mistake.said for mistake in error.mistakes)
        raise UsageError(f"--position: {said}") from None
    return state


def read_record(path: Path, *, unfinished: bool) -> Record:
    """Read a transcript.

    Raises
    ------
    UsageError
        If it cannot be read at all.
    BadData
        If it cannot be used.
    """
    with trying("read", path):
        return load(path, unfinished=unfinished)


def told(record: Record) -> dict[str, Any]:
    """Return what there is to say of a game as plain JSON values."""
    return {
        "game": record.game.name,
        "rules": record.game.rules_version,
        "options": dict(record.options),
        "seed": record.seed,
        "players": list(record.players),
        "steps": len(record.steps),
        "result": None if record.result is None else record.result.to_json(),
        "digest": record.digest,
    }


def bar(unit: str, total: int | None = None) -> Any:
    """Return a progress bar on standard error; only a terminal shows it."""
    from tqdm import tqdm

    return tqdm(total=total, unit=f" {unit}", leave=False, disable=None, file=sys.stderr)
