"""What may be asked on a board: by what is picked, and by what a piece can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..table import Judge, Piece, Question, Table
from ..table.records import plain
from ..verdict import JSON

if TYPE_CHECKING:
    from ..games.xwing.judge import Judge as XWingJudge


_STATES: Mapping[str | None, tuple[str, ...]] = {"unforged": ("level", "posture", "move")}
"""What of the state of a piece a hand sets, by game: what its moves and its cover rest on."""


def about(table: Table, ids: Sequence[str]) -> list[Question]:
    """Return every question that needs nothing but the picked things, in the order of the game.

    Of two things each question is asked from the first to the second; one whose parameters have
    roles of their own (who fires on whom) also the other way around.

    >>> import tablesim as ts
    >>> [q.ask for q in about(ts.example("disputed-shot"), ["luke", "academy"])]
    ['attack', 'attack', 'range', 'lock', 'lock']
    """
    return list(_about(table, ids))


def _about(table: Table, ids: Sequence[str]) -> Iterator[Question]:
    for ask, specs in table.catalogue.questions.items():
        needed = [name for name, spec in specs.items() if spec.required]
        if len(needed) != len(ids) or not all(specs[name].names for name in needed):
            continue
        if any(specs[name].names == "piece" for name in needed) and not all(
            isinstance(table[id], Piece) for id in ids
        ):
            continue
        yield Question(ask, **dict(zip(needed, ids, strict=True)))
        if len(ids) == 2 and needed != ["a", "b"]:
            yield Question(ask, **dict(zip(needed, reversed(ids), strict=True)))


def words(question: Question) -> str:
    """Return a question in words: its method, then its parameters.

    >>> words(Question("barrel_roll", id="luke", side="left"))
    'barrel roll luke left'
    >>> words(Question("path", id="scout", points=[[10.5, 5], [12, 5, 3]]))
    'path scout 10.5,5 12,5,3'
    """
    said = (_said(value) for value in question.parameters.values())
    return " ".join([question.ask.replace("_", " "), *said])


def _said(value: Any) -> str:
    """Return a value as people write it: places as ``x,y``, ways from place to place."""
    if isinstance(value, tuple):
        return (" " if any(isinstance(v, tuple) for v in value) else ",").join(map(_said, value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def states(table: Table) -> list[JSON]:
    """Return the fields for what a hand sets of a piece beside its place.

    >>> import tablesim as ts
    >>> [(field["key"], field["kind"]) for field in states(ts.example("ruin"))]
    [('level', 'number'), ('posture', 'choice'), ('move', 'number')]
    """
    specs = table.catalogue.piece_keys
    found: list[JSON] = []
    for key in _STATES.get(table.game, ()):
        field = {"key": key, "doc": specs[key].doc}
        choices = specs[key].choices
        found.append(
            field | ({"kind": "choice", "choices": choices} if choices else {"kind": "number"})
        )
    return found


def moves(judge: Judge, piece: Piece) -> JSON:
    """Return what a piece can do that the board offers by name: its dial, and its other moves.

    Returns
    -------
    dict
        ``dial``, an entry for each maneuver, and ``others``, an entry for each action that moves
        it; both empty for games without.
    """
    if judge.table.game != "xwing" or not piece.base:
        return {"dial": [], "others": []}
    known: Any = judge
    return {"dial": _dial(known, piece), "others": _others(known, piece)}


def _dial(judge: XWingJudge, ship: Piece) -> list[JSON]:
    from ..games.xwing.maneuvers import every_maneuver

    known = judge.catalogue.maneuvers
    dial = judge.dial(ship) or dict.fromkeys(every_maneuver(known))
    return [
        {
            "text": maneuver.notation(),
            "bearing": maneuver.bearing,
            "speed": maneuver.speed,
            "side": maneuver.side,
            "color": color,
            "places": list(known.bearings[maneuver.bearing].places),
        }
        for maneuver, color in dial.items()
    ]


def _others(judge: XWingJudge, ship: Piece) -> list[JSON]:
    """Return barrel rolls, boosts and decloaks: those of the ship's bar, of a bare base all."""
    from ..games.xwing.components import SIDES

    card = judge.card(ship)
    found = []
    for action, known in judge.catalogue.actions.moves.items():
        on_bar = card is None or ("cloak" if action == "decloak" else action) in card.actions
        if not on_bar:
            continue
        ask = action.replace("-", "_")
        key = "side" if ask == "barrel_roll" else "how"
        for way in (*(SIDES if known.roll else ()), *known.boosts):
            question = Question(ask, **{"id": ship.id, key: way})
            found.append({"words": f"{ask.replace('_', ' ')} {way}", "question": asked(question)})
    return found


def asked(question: Question) -> JSON:
    """Return a question as plain JSON values, as a position file states it."""
    return {"ask": question.ask, **plain(question.parameters)}
