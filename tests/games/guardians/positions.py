"""Positions to begin a test with."""

from tablesim.games.guardians import GAME
from tablesim.games.guardians.tokens import IN_STACK, counts, values

P1 = """\
351242
12[]35
4.21.3
..5..1
......
...*..
......
....b.
......
.a...c"""
"""The position of the test vectors in docs/rules/grid-games.md."""


def position(
    rows, *, seat=0, phase="move", tokens=(), stack="", seats=None, options=None, **others
):
    """Return a state: rows from the top, missing ones below the last; tokens as lists of values."""
    listed = rows.replace("/", "\n").split("\n")
    listed += ["......"] * (10 - len(listed))
    signs = "".join(listed)
    seats = seats or max(2, *(1 + "abcd".index(sign) for sign in signs if sign in "abcd"))
    owned = [sorted(heap, reverse=True) for heap in tokens] or [[] for _ in range(seats)]
    settings = GAME.settle(options or {})
    data = {
        "settings": settings,
        "phase": phase,
        "turn": 1,
        "seat": seat,
        "rows": listed,
        "stack": "".join(sorted(stack, key=IN_STACK.index)),
        "tokens": owned,
        "out": [],
        "rockets": list(range(seats)),
        "levels": [1] * seats,
        "markers": list(range(seats)) if settings["upgrades"] else [],
        "shots": 0,
        "owing": [],
        "filling": 6,
    }
    return GAME.decode(data | others)


def do(state, *steps):
    """Return the state after steps: texts of moves, or outcomes of chance."""
    for step in steps:
        state = state.apply(GAME.parse(state, step) if isinstance(step, str) else step)
    return state


def legal(state):
    """Return the texts of the legal moves."""
    return [move.notation() for move in state.legal_moves()]


def owned(state):
    """Return the values of the tokens of each seat."""
    return [list(values(heap)) for heap in state.tokens]


def rows(state):
    """Return the rows of the board as text, the top one first."""
    return state.encode()["rows"]


def heap(*listed):
    """Return tokens as the state counts them."""
    return counts(tuple(listed))
