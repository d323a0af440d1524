"""Tools for the hand: questions whose parameters are set on the board, as data for the page.

The page knows no game.  It knows kinds of fields: a ``way`` that is laid corner by corner, a
``place`` that is aimed at, an ``angle`` with an arrow, a ``number``, a ``choice``.  A tool names a
question, the fields that set its parameters, and what can be done with the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..geometry import Point
from ..table import Judge
from ..verdict import JSON, Verdict, length, listed

if TYPE_CHECKING:
    from ..games.unforged.areas import Caught
    from ..games.unforged.ground.ways import Leg
    from ..games.unforged.judge import Judge as UnforgedJudge
    from ..games.unforged.models import Model

MOST_CORNERS = 50
"""How many corners a way may have that is laid by hand."""

_AHEAD = 4.0
"""How far before a model an aim begins, in inches; the hand moves it on."""

_NEAR = 2.0
"""Who is so far from an area, in inches, is told that he is not caught."""

_FARTHEST = 12.0
"""How far the slider of a push goes, in inches; more can be typed."""


def tools(judge: Judge, picked: Sequence[str]) -> list[JSON]:
    """Return the tools that a game offers for what is picked.

    Parameters
    ----------
    judge
        The judge of the table.
    picked
        The things that are picked; the last one is the one that acts.

    Returns
    -------
    list of dict
        For each tool its ``name``, a ``hint``, the ``question`` that it begins with, and its
        ``fields``: each with the ``key`` of the parameter that it sets, its ``kind`` and its
        ``name``.  Where the answer moves something, ``act`` says so in words; ``follow`` says what
        is asked next, where something is.

    >>> import tablesim as ts
    >>> judge = ts.judge(ts.example("roof-edge"))
    >>> [tool["name"] for tool in tools(judge, ["sentry"])]
    ['Way', 'Push', 'Area', 'Scatter']
    >>> [tool["name"] for tool in tools(judge, ["sentry", "brute"])]
    ['Way', 'Push', 'Area', 'Scatter', 'Shot']
    """
    if judge.table.game != "unforged":
        return []
    known: UnforgedJudge = judge  # type: ignore[assignment]
    models = [known.models[id] for id in picked if id in known.models]
    if not models or models[-1].id != picked[-1]:
        return []
    found = [_way(models[-1]), _push(models[-1], judge.table.unit), *_areas(known, models)]
    return found + ([_shot(known, *models)] if len(models) == 2 else [])


def told(game: str | None, verdict: Verdict, *, rest: bool) -> JSON:
    """Return what a tool shows of an answer beside its sentence and its picture.

    Parameters
    ----------
    game
        The game of the table.
    verdict
        The answer.
    rest
        Whether the hand rests: only then margins are told.

    Returns
    -------
    dict
        ``rows``, in words: the steps of what moves, or who is caught; ``margins``, in words;
        ``able``, whether it can be done; ``end``, where what moves comes to then; ``next``, a
        question that follows.  Empty for answers of no tool.
    """
    if game != "unforged":
        return {}
    from ..games.unforged.verdicts.areas import Area, Scatter
    from ..games.unforged.verdicts.moves import Path, Push

    said: JSON = {"margins": [str(margin) for margin in verdict.margins] if rest else []}
    match verdict:
        case Path(chosen=way):
            said["rows"] = list(_steps(way.legs))
            said["able"] = verdict.legal or verdict.needs_test
            if said["able"]:
                said["end"] = _end(way.end, way.level, way.heading)
        case Push(moved=moved, model=model):
            said |= {"rows": list(_steps(moved.legs)), "able": True}
            if not moved.removed:
                said["end"] = _end(moved.end, moved.level, model.pose.heading)
        case Area(caught=caught):
            return {"rows": list(_caught(caught))}
        case Scatter(on_table=True):
            return {"next": {"ask": "area", "at": [*verdict.end, verdict.level]}}
        case _:
            return {}
    return said


def _end(at: Point, level: float, heading: float) -> JSON:
    return {"x": at[0], "y": at[1], "level": level, "heading": heading}


def _steps(legs: Iterable[Leg]) -> Iterator[str]:
    """Yield in words what each part of a way is, over what it goes, and what it takes."""
    for leg in legs:
        if far := leg.rise or leg.fall or leg.length:
            over = f" over {listed(leg.over)}" if leg.over else ""
            takes = f", takes {length(leg.cost, 'in')}" if leg.cost else ""
            yield f"{leg.kind} {length(far, 'in')}{over}{takes}"


def _caught(found: Iterable[Caught]) -> Iterator[str]:
    """Yield in words who is caught, by how much, and whoever is near it and why he is not."""
    for one in found:
        if one.hit or one.depth > -_NEAR:
            far = length(abs(one.depth), "in")
            where = f"{far} under it" if one.depth > 0 else f"{far} short of it"
            why = "" if one.hit or one.depth <= 0 else f": {listed(one.reasons)}"
            yield f"{one.model.id} {'is' if one.hit else 'is not'} caught, {where}{why}"


# The tools of UNFORGED


def _way(model: Model) -> JSON:
    (x, y), (dx, dy) = model.center, model.pose.direction
    return {
        "name": "Way",
        "hint": "Press where it shall go, corner by corner. What is in the way is climbed or "
        "vaulted; a corner with a level is on that storey.",
        "question": {"ask": "path", "id": model.id, "points": []},
        "fields": [
            {
                "key": "points",
                "kind": "way",
                "name": "Corner",
                "from": [x, y],
                "ahead": [dx, dy],
                "most": MOST_CORNERS,
            }
        ],
        "act": "Go there",
    }


def _push(model: Model, unit: str) -> JSON:
    angle = {**_angle("angle", "Direction", [*model.center]), "length": "distance"}
    far = {"kind": "number", "least": 0.1, "most": _FARTHEST, "step": 0.1, "unit": unit}
    return {
        "name": "Push",
        "hint": "Drag the tip of the arrow, or say where to and how far.",
        "question": {"ask": "push", "id": model.id, "angle": model.pose.heading, "distance": 2.0},
        "fields": [angle, {"key": "distance", "name": "Distance", **far}],
        "act": "Push it",
    }


def _areas(judge: UnforgedJudge, models: Sequence[Model]) -> Iterator[JSON]:
    """Yield the tools for what comes down somewhere: whom it catches, and where a miss lands."""
    model, others = models[-1], models[:-1]
    (x, y), (dx, dy) = model.center, model.pose.direction
    place = [round(x + _AHEAD * dx, 2), round(y + _AHEAD * dy, 2)]
    aim = others[0].id if others else place
    aimed = {"kind": "place", "around": [x, y], "ids": list(judge.models)}
    weapons = {id: f"{w.name} ({w.area})" for id, w in judge.catalogue.missiles.items() if w.area}
    known = {**weapons, **{shape: shape for shape in judge.catalogue.areas}}
    yield {
        "name": "Area",
        "hint": "Press a model or a place to aim at it, drag the aim, or turn it around who fires.",
        "question": {"ask": "area", "weapon": next(iter(known)), "at": aim, "by": model.id},
        "fields": [_choice("weapon", "Weapon", known), {"key": "at", "name": "Aim", **aimed}],
    }
    yield {
        "name": "Scatter",
        "hint": "Say what the direction die shows, and where its tip points.",
        "question": {"ask": "scatter", "aim": aim, "raw": 5, "angle": 0.0, "die": "D10"},
        "fields": [
            {"key": "aim", "name": "Aim", **aimed},
            _choice("die", "Die", {die: die for die in ("D10", "D6", "D3")}),
            {"key": "raw", "kind": "number", "name": "It shows", "least": 0, "most": 9, "step": 1},
            _angle("angle", "Its tip points to", "aim"),
        ],
        "follow": "Whom it catches there",
    }


def _shot(judge: UnforgedJudge, by: Model, on: Model) -> JSON:
    weapons = {id: w.name for id, w in judge.catalogue.missiles.items() if not w.area}
    weapon = next(iter(weapons))
    return {
        "name": "Shot",
        "hint": f"What {by.id} needs to hit {on.id}.",
        "question": {"ask": "shot", "by": by.id, "on": on.id, "weapon": weapon},
        "fields": [_choice("weapon", "Weapon", weapons)],
    }


def _choice(key: str, name: str, choices: Mapping[str, str]) -> JSON:
    return {"key": key, "kind": "choice", "name": name, "choices": list(choices.items())}


def _angle(key: str, name: str, start: list[float] | str) -> JSON:
    """Return a field for a direction; its arrow starts at a place, or where another field is."""
    return {"key": key, "kind": "angle", "name": name, "from": start}
