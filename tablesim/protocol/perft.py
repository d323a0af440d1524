"""Perft: counting the ways a game can go, to compare two implementations of its rules.

One generator of moves proves nothing about itself; two that were written differently and count the
same millions of positions prove each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ..errors import BadData, Mistake
from .state import CHANCE, Game, State, digest, step_text

EXPANDED = 36
"""Chance with at most so many outcomes is tried in full: two dice of six faces."""


def perft(state: State[Any], depth: int) -> int:
    """Return the number of ways in which the next ``depth`` steps can go.

    Moves and chance are steps alike.  Chance with more than 36 outcomes, or endless, gives just one
    outcome: the one that ``Random(digest(state))`` samples.  A game that is over goes no way.
    """
    if depth <= 0:
        return 1
    if depth == 1:
        return _width(state)
    return sum(perft(state.apply(step, check=False), depth - 1) for step in branches(state))


def divide(state: State[Any], depth: int) -> dict[str, int]:
    """Return the count below each first step: where two implementations begin to differ."""
    return {
        step_text(step): perft(state.apply(step, check=False), depth - 1)
        for step in branches(state)
    }


def branches(state: State[Any]) -> list[Any]:
    """Return the steps that are counted: legal moves, or outcomes of chance."""
    if state.to_move != CHANCE:
        return list(state.legal_moves())
    chance = state.chance()
    if chance.size is None or chance.size > EXPANDED:
        return [chance.sample(Random(digest(state)))]
    return [outcome for outcome, _ in chance.outcomes()]


def _width(state: State[Any]) -> int:
    if state.to_move != CHANCE:
        return len(state.legal_moves())
    size = state.chance().size
    return 1 if size is None or size > EXPANDED else size


@dataclass(frozen=True, slots=True)
class Case:
    """One position of a perft file.

    Attributes
    ----------
    id
        Its name.
    state
        The position.
    nodes
        Depth to count.
    """

    id: str
    state: State[Any]
    nodes: Mapping[int, int]


def cases(game: Game[Any], text: str, *, source: str = "<text>") -> Iterator[Case]:
    """Yield the positions of a perft file, in the form that python-chess uses.

    Each has three kinds of lines; empty lines and ``#`` comments are left out::

        id start
        position {"banked":[0,0],"seat":0}
        perft 1 2
        perft 2 7

    Raises
    ------
    BadData
        If a line is none of these, or a position cannot be decoded.
    """
    name, state = "", None
    nodes: dict[int, int] = {}
    for number, line in enumerate([*text.splitlines(), "id"], start=1):
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "id":
                    if state is not None:
                        yield Case(name, state, nodes)
                    elif nodes:
                        raise ValueError(f"the position of {name!r} is missing before this line")
                    name, state, nodes = rest, None, {}
                case "position":
                    state = game.decode(json.loads(rest))
                case "perft":
                    depth, count = rest.split()
                    nodes[int(depth)] = int(count)
                case _ if word and not word.startswith("#"):
                    raise ValueError(f"expected id, position or perft, got {word!r}")
        except ValueError as error:  # BadData is one, too
            raise BadData([Mistake(str(error), number)], source) from error
