"""Transcripts: a game as lines of JSON, which can be replayed without any generator.

The first line is the header, then there is one line for each step, and the last line holds the
result, a digest of the final state, and one of all lines before it, which finds out every edit::

    {"transcript":1,"game":"pig","rules":1,"seats":2,"options":{"target":100},"seed":7,...}
    {"seat":0,"move":"roll"}
    {"chance":[5]}
    ...
    {"result":{"reason":"...","scores":[100,31],...},"steps":211,"digest":"...","lines":"..."}

A game that was broken off on purpose has ``"result":null``; a file without a last line was cut off.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from ..errors import BadData, IllegalMove, Mistake, NotAMove, UnknownName
from ..files import write_whole
from ..ijson import read_json
from . import registry
from .result import Result
from .state import CHANCE, OVER, Game, State, canonical, digest

FORMAT = 1
"""The version of the lines."""

_POSITION = re.compile(r"^format[ \t]*=", re.MULTILINE)
"""What a position file has, which is taken for a transcript by mistake."""


@dataclass(frozen=True)
class Record:
    """A game as it was played: a start and the steps from there.

    Attributes
    ----------
    game, options, seed
        What was played; all options, also those at their defaults.
    players
        The names of the players, seat by seat.
    start, final
        The first and the last state.
    steps
        Moves and outcomes of chance, in order.
    """

    game: Game[Any]
    options: Mapping[str, Any]
    seed: int | str
    players: tuple[str, ...]
    start: State[Any]
    steps: tuple[Any, ...]
    final: State[Any]

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it was broken off."""
        return self.final.result()

    @property
    def digest(self) -> str:
        """The SHA-256 of the final state."""
        return digest(self.final)

    def states(self) -> Iterator[State[Any]]:
        """Yield every state from the start to the end, one more than there are steps."""
        state = self.start
        yield state
        for step in self.steps:
            state = state.apply(step, check=False)
            yield state

    def log(self) -> Iterator[dict[str, Any]]:
        """Yield one record for each event: its number ``n``, the ``step`` that did it, and it."""
        n = 0
        for step, state in enumerate(self.states()):
            for event in state.events:
                n += 1
                yield {"n": n, "step": step, **event.to_json()}

    def extended(self, steps: Sequence[Any], final: State[Any]) -> Record:
        """Return the record with all its steps and its last state replaced."""
        return replace(self, steps=tuple(steps), final=final)

    def dumps(self) -> str:
        """Return the transcript as text."""
        lines = body(self)
        return lines + footer(self, lines)

    def save(self, path: str | Path) -> Path:
        """Write the transcript and return its path; a file that is there is replaced whole.

        Raises
        ------
        OSError
            If the place cannot be written; what was there stays.
        """
        return write_whole(Path(path), self.dumps())

    def __repr__(self) -> str:
        how = self.result or "broken off"
        return f"<{self.game.name}, seed {self.seed!r}: {len(self.steps)} steps, {how}>"


def load(path: str | Path, *, game: Game[Any] | None = None, unfinished: bool = False) -> Record:
    """Read a transcript and replay it, without any generator.

    Every step is checked against the rules, and the end against the result and the digest.

    Parameters
    ----------
    path
        The file.
    game
        The rules; None looks up the name in the header.
    unfinished
        True takes a file that was cut off, without the last line if that is not whole.

    Raises
    ------
    BadData
        If it is no transcript, was made by other rules, was edited or cut off: with the line.
    OSError
        If it cannot be read at all.
    """
    raw = Path(path).read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        at = raw.count(b"\n", 0, error.start) + 1
        raise BadData([Mistake("this is not UTF-8 text", at)], str(path)) from None
    return loads(text, source=str(path), game=game, unfinished=unfinished)


def loads(
    text: str,
    *,
    source: str = "<text>",
    game: Game[Any] | None = None,
    unfinished: bool = False,
) -> Record:
    """Read a transcript from text; see :func:`load`."""
    if _POSITION.search(text):
        message = "this looks like a position file, which is asked and drawn, but not replayed"
        wanted = 'a transcript is lines of JSON, the first begins with {"transcript":'
        raise BadData([Mistake(f"{message}; {wanted}")], source)
    lines = text.split("\n")
    cut = lines[-1] != "" and not _is_json(lines[-1])
    if cut and not unfinished:
        raise BadData([Mistake("the last line is cut off", len(lines))], source)
    if cut or lines[-1] == "":
        lines.pop()
    reader = _Reader(source, unfinished)
    record = reader.header(lines[0] if lines else "", game)
    return reader.steps(record, lines[1:])


def body(record: Record) -> str:
    """Return the lines of a transcript without the last one, which says how the game ended."""
    from .. import __version__

    header = {
        "transcript": FORMAT,
        "game": record.game.name,
        "rules": record.game.rules_version,
        "seats": len(record.players),
        "options": dict(record.options),
        "seed": record.seed,
        "players": list(record.players),
        "tablesim": __version__,
    }
    steps = zip(record.states(), record.steps, strict=False)
    return "".join([_text(header), *(line(state, step) for state, step in steps)])


def line(state: State[Any], step: Any) -> str:
    """Return the line for the step that is taken in a state."""
    if state.to_move == CHANCE:
        return _text({"chance": list(step)})
    return _text({"seat": state.to_move, "move": step.notation()})


def footer(record: Record, lines: str) -> str:
    """Return the last line, which comes after these lines."""
    return _text(_ending(record, hashlib.sha256(lines.encode()).hexdigest()))


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n"


def _ending(record: Record, lines: str) -> dict[str, Any]:
    result = record.result
    return {
        "result": None if result is None else result.to_json(),
        "steps": len(record.steps),
        "digest": record.digest,
        "lines": lines,
    }


_HEADER: dict[str, type | tuple[type, ...]] = {
    "transcript": int,
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "seed": (int, str),
    "players": list,
    "tablesim": str,
}


class _Reader:
    """Reads the lines of one transcript; every refusal names the line."""

    def __init__(self, source: str, unfinished: bool) -> None:
        self.source = source
        self.unfinished = unfinished
        self.at = 0
        self.hash = hashlib.sha256()
        """Of all lines before the one that is read."""

    def fail(self, message: str, *, column: int = 1, path: str = "") -> NoReturn:
        raise BadData([Mistake(message, self.at, column, path)], self.source) from None

    def read(self, text: str) -> dict[str, Any]:
        self.at += 1
        try:
            data = read_json(text)
        except json.JSONDecodeError as error:
            self.fail(f"this is not JSON: {error.msg}", column=error.colno)
        except ValueError as error:
            self.fail(f"this is not JSON: {error}")
        if not isinstance(data, dict):
            self.fail(f"expected a JSON object, got {text[:40]!r}")
        return data

    def header(self, text: str, game: Game[Any] | None) -> Record:
        data = self.read(text)
        self.hash.update(f"{text}\n".encode())
        if data.get("transcript") != FORMAT:
            found = data.get("transcript", "nothing")
            self.fail(f"expected a transcript of format {FORMAT}, got {found!r}", path="transcript")
        for key, kind in _HEADER.items():
            if key not in data:
                self.fail("this key is missing", path=key)
            if not isinstance(data[key], kind) or isinstance(data[key], bool):
                self.fail(f"{data[key]!r} is of the wrong kind", path=key)
        if odd := sorted(data.keys() - _HEADER.keys()):
            self.fail("this key is unknown", path=odd[0])
        game = self.game(data, game)
        players, seats = data["players"], data["seats"]
        if len(players) != seats or not all(isinstance(name, str) for name in players):
            self.fail(f"expected the names of {seats} players, got {players!r}", path="players")
        try:
            options = game.settle(data["options"])
            start = game.new(seats=seats, **options)
        except (ValueError, UnknownName) as error:
            self.fail(str(error), path="options")
        return Record(game, options, data["seed"], tuple(players), start, (), start)

    def game(self, data: Mapping[str, Any], game: Game[Any] | None) -> Game[Any]:
        name, version = data["game"], data["rules"]
        if game is None:
            try:
                game = registry.game(name)
            except UnknownName as error:
                self.fail(str(error), path="game")
        if name != game.name:
            self.fail(f"this is a game of {name}, not of {game.name}", path="game")
        if version != game.rules_version:
            self.fail(
                f"it was played by version {version} of the rules; "
                f"these are version {game.rules_version}",
                path="rules",
            )
        return game

    def steps(self, record: Record, lines: Sequence[str]) -> Record:
        state, steps = record.start, list(record.steps)
        for number, text in enumerate(lines, start=1):
            data = self.read(text)
            if "result" in data:
                done = record.extended(steps, state)
                self.ending(done, data)
                if number < len(lines):
                    self.at += 1
                    self.fail("nothing may follow the result")
                return done
            step = self.step(record.game, state, data)
            try:
                state = state.apply(step)
            except IllegalMove as error:
                self.fail(f"{error.step!r} is illegal: {error.why}")
            self.hash.update(f"{text}\n".encode())
            steps.append(step)
        if not self.unfinished:
            self.fail("the transcript ends here without a result: it was cut off")
        return record.extended(steps, state)

    def step(self, game: Game[Any], state: State[Any], data: Mapping[str, Any]) -> Any:
        mover = state.to_move
        if mover == OVER:
            self.fail("the game is over: expected the result")
        if mover == CHANCE:
            outcome = data.get("chance")
            if data.keys() != {"chance"} or not isinstance(outcome, list):
                self.fail('chance decides here: expected {"chance":[...]}')
            if not all(type(value) in (str, int, float) for value in outcome):
                self.fail(f"expected texts and numbers, got {outcome!r}", path="chance")
            return tuple(outcome)
        if data.keys() != {"seat", "move"} or not isinstance(data["move"], str):
            self.fail(f'seat {mover} decides here: expected {{"seat":{mover},"move":"..."}}')
        if data["seat"] != mover:
            self.fail(f"seat {mover} decides here, not seat {data['seat']!r}", path="seat")
        try:
            return game.parse(state, data["move"])
        except (NotAMove, IllegalMove) as error:
            self.fail(str(error), path="move")

    def ending(self, record: Record, data: Mapping[str, Any]) -> None:
        expected = _ending(record, self.hash.hexdigest())
        if data.keys() != expected.keys():
            self.fail(f"expected the keys {', '.join(expected)}, got {', '.join(data)}")
        for key, value in expected.items():
            if canonical({key: data[key]}) == canonical({key: value}):
                continue
            if key == "lines":
                self.fail("the lines before this one were edited", path=key)
            self.fail(f"the steps lead to {value!r}, not to {data[key]!r}", path=key)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
