"""Positions to test on, made by hand: what is not said is as at the beginning of turn 1."""

from tablesim.games.number_fields import GAME


def position(fields=None, *, seats=2, **changes):
    """Return a position, decoded and so checked.

    Parameters
    ----------
    fields
        Label to ``(seat, blockers)``.
    seats
        How many play.
    **changes
        Keys of the encoded position (``pieces``, ``lives``, ``stage`` and so on) or options.
        Supplies follow from the rest.
    """
    options = GAME.settle({k: changes.pop(k) for k in list(changes) if k in GAME.options()})
    data = {
        "seats": seats,
        "options": options,
        "stage": "move",
        "turn": 1,
        "seat": 0,
        "pieces": ["a1", "e1", "e5", "a5"][:seats],
        "fields": {label: list(held) for label, held in (fields or {}).items()},
        "lives": [25] * seats,
        "need": 0,
        "total": 0,
        "reason": None,
    }
    data |= changes
    data.setdefault("supply", supply(data))
    return GAME.decode(data)


def supply(data):
    """Return what is left of 15 blockers (DS-25)."""
    return [
        15
        - (data["pieces"][seat] is not None)
        - sum(k for owner, k in data["fields"].values() if owner == seat)
        for seat in range(data["seats"])
    ]


def go(state, *steps):
    """Return the position after some steps: notations, and outcomes of dice as pairs."""
    for step in steps:
        state = state.apply(step if isinstance(step, tuple) else GAME.parse(state, step))
    return state


def texts(state):
    """Return the notations of the legal moves."""
    return [move.notation() for move in state.legal_moves()]


def held(state):
    """Return label to ``(seat, blockers)`` of all fields that belong to somebody."""
    return {label: tuple(held) for label, held in state.encode()["fields"].items()}


def where(state, seat):
    """Return the label of the field on which a seat's moving piece stands, or None."""
    return state.encode()["pieces"][seat]


def points(state):
    """Return the points of each seat, from its fields."""
    numbers, index = state.settings.numbers, state.settings.index
    return tuple(
        sum(numbers[index[f]] for f, (owner, _) in held(state).items() if owner == seat)
        for seat in range(state.settings.seats)
    )
