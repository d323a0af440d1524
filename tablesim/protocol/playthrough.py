"""Playthroughs: a whole game for people to read, and for a golden file to keep."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from .state import CHANCE, State, step_text
from .transcript import Record


def playthrough(record: Record) -> str:
    """Return a game as text: each state, who decides among what, the step, and what it did.

    Two programs that play by the same rules write the same text, and a change of the rules shows
    in the comparison of two texts as what it is.
    """
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    options = "".join(f", {name} {value}" for name, value in record.options.items())
    seats = ", ".join(record.players)
    yield f"{record.game.name}, rules {record.game.rules_version}{options}"
    yield f"seed {record.seed}: {seats}"
    for number, state in enumerate(record.states()):
        yield ""
        yield f"# {number}"
        yield from (str(event) for event in state.events)
        yield str(state)
        if number < len(record.steps):
            yield from _question(state)
            yield f"> {step_text(record.steps[number])}"
    yield ""
    yield str(record.result or "broken off")


def _question(state: State[Any]) -> Iterator[str]:
    if state.to_move == CHANCE:
        yield f"chance: {state.chance()!r}"
        return
    moves = state.legal_moves()
    some = "" if state.complete_moves else ", for instance"
    listed = "  ".join(move.notation() for move in moves)
    yield f"seat {state.to_move} has {len(moves)}{some}:"
    yield from textwrap.wrap(listed, 100, initial_indent="  ", subsequent_indent="  ")
