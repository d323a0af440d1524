"""Games: moves as text, transcripts, states as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

from tablesim.protocol import CHANCE, OVER, registry, transcript

from .check import TESTS, bytes_of, json_of, require, text_of

GAMES = ("guardians", "number_fields", "unforged", "wild_patterns", "xwing")


@cache
def _states(game: str) -> Sequence[Any]:
    """States in which somebody decides, from the first 80 steps of a game that is kept."""
    path = min((TESTS / "transcripts" / game).glob("*"))
    lines = path.read_text(encoding="utf-8").split("\n")[:80]
    record = transcript.loads("\n".join(lines).rstrip() + "\n", unfinished=True)
    waiting = [state for state in record.states() if state.to_move >= 0]
    return waiting[:: max(1, len(waiting) // 30)]


def moves() -> list[bytes]:
    """Legal moves: the game, the number of a state, and the notation."""
    found = []
    for game in GAMES:
        for number, state in list(enumerate(_states(game)))[::3]:
            moves = list(islice(state.legal_moves(), 60))
            for move in (moves[0], moves[len(moves) // 2], moves[-1]):
                found.append(f"{game} {number}\n{move.notation()}".encode())
    return found


def move(raw: bytes) -> None:
    """Read a move, and make it if it is legal."""
    head, _, notation = text_of(raw).partition("\n")
    game, _, number = head.partition(" ")
    if game not in GAMES or not (number.isascii() and number.isdigit() and len(number) < 4):
        return
    states = _states(game)
    state = states[int(number) % len(states)]
    rules = registry.game(game)
    move = rules.parse(state, notation)
    again = rules.parse(state, move.notation())
    require(again == move, f"{move!r} comes back as {again!r}")
    if state.why_illegal(move) is None:
        state.apply(move).encode()


def transcripts() -> list[bytes]:
    """Whole games that are short, and the beginnings of all."""
    found = []
    for path in sorted((TESTS / "transcripts").glob("*/*")):
        raw = path.read_bytes()
        lines = raw.split(b"\n")
        found.append(b"\n".join(lines[:12]))
        if len(lines) < 200:
            found.append(raw)
    return found


def replay(raw: bytes) -> None:
    """Replay a transcript, first as one that is still played."""
    text = text_of(raw)
    record = transcript.loads(text, unfinished=True)
    again = transcript.loads(record.dumps())
    require(again.digest == record.digest, "the game does not come back from its transcript")
    transcript.loads(text)


def states() -> list[bytes]:
    found = []
    for game in GAMES:
        for state in _states(game)[::4]:
            found.append(f"{game}\n".encode() + bytes_of(state.encode()))
    return found


def decode(raw: bytes) -> None:
    """Read the position of a game, and look at it from all sides."""
    head, _, rest = raw.partition(b"\n")
    data, game = json_of(rest), head.decode("latin-1")
    if game not in GAMES or not isinstance(data, dict):
        return
    rules = registry.game(game)
    state = rules.decode(data)
    require(rules.decode(state.encode()) == state, "the state does not come back")
    str(state)
    state.result()
    if state.to_move == CHANCE:
        repr(state.chance())
    elif state.to_move != OVER:
        for move in islice(state.legal_moves(), 3):
            state.apply(move).encode()
