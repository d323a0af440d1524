"""What people see: the position in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import shapely

from ....protocol import CHANCE
from ....scene import Mark, Scene
from ....table import picture
from .board import board
from .board import table as table_of
from .moves import Emit, Push, Shoot
from .scenarios import markers, strip

if TYPE_CHECKING:
    from .state import Skirmish

_ASKS: Final = {
    "choose strip": "picks its strip",
    "choose first": "says who acts first",
    "deploy": "deploys a model",
    "pick": "picks the model to activate",
    "ready": "makes a weapon ready of",
    "act": "moves",
    "strike": "may strike with",
    "push": "says where is pushed",
    "shoot": "may shoot with",
    "shift": "sweeps on with",
    "pick friend": "says which friend is hit of",
    "order": "says which test comes first",
    "reroll": "may reroll a test of",
    "pick leg": "says which die counts for",
}
"""What a seat does in each decision; the model follows where there is one."""

_NOTE: Final = "W wounds, L level, +n or -n combat dice"


def text(state: Skirmish) -> str:
    """Return the position in words: what is asked, then each model."""
    lines = [headline(state)]
    for seat, army in enumerate(state.armies):
        edge = f", strip at the {state.edges[seat]}" if state.edges[seat] else ""
        lines.append(f"seat {seat}, {army.title}{edge}: {state.scores()[seat]} points")
        lines += [
            f"  {model_text(state, n)}" for n, f in enumerate(state.fighters) if f.seat == seat
        ]
    return "\n".join(lines)


def headline(state: Skirmish) -> str:
    """Return what goes on in one line."""
    result = state.result()
    if result is not None:
        return f"over in round {state.round}: {result}"
    when = f"round {state.round}, {state.phase} phase" if state.round else "set-up"
    task = state.agenda[0]
    model = f" {state.fighters[task.model].id}" if task.model >= 0 else ""
    if state.to_move == CHANCE:
        return f"{when}: {task.name}{' of' if model else ''}{model}"
    return f"{when}: seat {state.to_move} {_ASKS[task.name]}{model}"


def model_text(state: Skirmish, number: int) -> str:
    """Return a model in one line."""
    fighter, recruit = state.fighters[number], state.troops[number].recruit
    name = f"{fighter.id} ({recruit.name}, {recruit.profile})"
    if fighter.fate == "removed":
        return f"{name}: removed"
    if fighter.place is None:
        return f"{name}: not deployed"
    x, y, level, facing = fighter.place
    said = [f"at ({x:.2f}, {y:.2f})", *([f"level {level:g}"] if level else [])]
    said += [f"facing {facing:.0f}", f"{fighter.weapon}{' in both hands' if fighter.both else ''}"]
    return ", ".join([f"{name}: {said[0]}", *said[1:], *_conditions(state, number)])


def _conditions(state: Skirmish, number: int) -> Iterator[str]:
    fighter = state.fighters[number]
    if state.troops[number].recruit.wounds > 1:
        yield f"{fighter.wounds} wounds left"
    if fighter.fate:
        yield fighter.fate
    if fighter.rises is not None:
        yield f"down until the end of {fighter.rises.phase} {fighter.rises.round}"
    for effect in fighter.lasting:
        yield f"{effect.name} until the end of {effect.until.phase} {effect.until.round}"
    if fighter.modifiers:
        yield f"{' '.join(f'{one:+d}' for one in fighter.modifiers)} combat dice"
    if fighter.rolled >= 0:
        yield f"Move {fighter.rolled}"
    for what, left in fighter.rounds:
        yield f"{left} {what} left"
    if number in state.waiting and state.round:
        yield "to act"


def scene(state: Skirmish) -> Scene:
    """Return the picture.

    It shows the table with heights, all models, and of the model that acts: what it reaches, its
    front, and what it may do (lines to targets with their cover, templates, ways of a push).
    """
    table = table_of(state)
    drawn = table.scene()
    marks = [m for m in drawn.marks if m.role in ("mat", "zone", "obstacle", "contour")]
    marks += [*_strips(state), *_markers(state), *_reach(state)]
    for piece in table.pieces:
        number = state.number(piece.id)
        base, *facing = picture.base(piece, faint=not state.fighters[number].standing)
        label = "\n".join(filter(None, (piece.id, _short(state, number))))
        marks += [replace(base, label=label, title=model_text(state, number)), *facing]
    marks += [*_shots(state), *_pushes(state)]
    return replace(
        drawn,
        marks=tuple(marks),
        headline=headline(state),
        detail="; ".join(map(str, state.events[-2:])),
        desc=text(state),
        note=_NOTE if table.pieces else "",
    )


def _short(state: Skirmish, number: int) -> str:
    """Return the conditions of a model beside its base."""
    fighter = state.fighters[number]
    many = state.troops[number].recruit.wounds > 1
    level = fighter.place[2] if fighter.place else 0.0
    said = [f"W{fighter.wounds}"] if many and not fighter.fate else []
    said += [f"L{level:g}"] if level else []
    said += [fighter.fate] if fighter.fate else ["down"] if fighter.rises else []
    said += [effect.name for effect in fighter.lasting]
    return " ".join([*said, *(f"{one:+d}" for one in fighter.modifiers)])


def _strips(state: Skirmish) -> Iterator[Mark]:
    """Yield the strips, as long as they matter (HR-1)."""
    if (state.round and not state.scenario.breakthrough) or not all(state.edges):
        return
    for seat, edge in enumerate(state.edges):
        title = f"the strip of seat {seat}"
        yield Mark(shapely.box(*strip(state, edge)), "zone", side=seat, label=title, title=title)


def _markers(state: Skirmish) -> Iterator[Mark]:
    """Yield the places to hold."""
    for count, point in enumerate(markers(state), 1):
        ring = shapely.Point(point).buffer(state.scenario.marker_reach, quad_segs=32)
        yield Mark(ring, "clear", title=f"marker {count}", faint=True)
        yield Mark(shapely.Point(point).buffer(0.4), "mark", label=str(count))


def _acting(state: Skirmish) -> int:
    """Return the model that acts; -1 for none."""
    number = state.active
    shown = number >= 0 and state.fighters[number].place is not None
    return number if shown and not state.fighters[number].fate else -1


def _reach(state: Skirmish) -> Iterator[Mark]:
    """Yield what the active model reaches in its front, and the line between front and rear."""
    number = _acting(state)
    if number < 0:
        return
    model = board(state).models[number]
    far = 4 * (model.radius + model.reach)
    half = shapely.Polygon(model.pose.to_world([(0, -far), (far, -far), (far, far), (0, far)]))
    reached = model.base.polygon.buffer(model.reach, quad_segs=48)
    title = f"what {model.id} reaches: {model.reach:g} in"
    yield Mark(shapely.intersection(reached, half), "arc", side=model.seat, title=title)
    ends = model.pose.to_world([(0.0, 2 * model.radius), (0.0, -2 * model.radius)])
    yield Mark(shapely.LineString(ends), "arc-edge", side=model.seat)


def _shots(state: Skirmish) -> Iterator[Mark]:
    """Yield lines to all whom the active model may shoot at, and to whom it does, with cover."""
    number, task = _acting(state), state.agenda[0] if state.agenda else None
    if number < 0 or task is None:
        return
    if task.name in ("shot", "shot dice"):
        yield _line(state, number, task.data[0])
    if task.name == "shot damage":
        yield _line(state, number, task.model)
    if task.name == "shoot":
        moves = state.legal_moves()
        targets = dict.fromkeys(move.target for move in moves if isinstance(move, Shoot))
        for target in targets:
            yield replace(_line(state, number, state.number(target)), faint=True)
        yield from _templates(state, number, [m for m in moves if isinstance(m, Emit)])


def _line(state: Skirmish, number: int, target: int) -> Mark:
    here = board(state)
    one, other = here.models[number], here.models[target]
    label = f"{here.look(number, target).grade}, {here.gap(number, target):.1f} in"
    line = shapely.LineString([one.center, other.center])
    return Mark(line, "measure", label=label, title=f"{one.id} to {other.id}: {label}")


def _templates(state: Skirmish, number: int, moves: list[Emit]) -> Iterator[Mark]:
    """Yield the shapes that may be emitted."""
    here = board(state)
    for move in moves:
        zone = here.shape(number, state.troops[number].missiles[move.weapon].emits, move.angle)
        yield Mark(zone, "template", title=move.notation(), faint=True)


def _pushes(state: Skirmish) -> Iterator[Mark]:
    """Yield where a model may be pushed to."""
    task = state.agenda[0] if state.agenda else None
    if task is None or task.name != "push":
        return
    here, inches = board(state), float(task.data[0])
    model = here.models[task.model]
    for move in state.legal_moves():
        if isinstance(move, Push):
            way = here.pushed(task.model, move.angle, inches)
            if way.travel:
                falls = f", falls {way.falls[0].height:g} in" if way.falls else ""
                title = f"{move.notation()}{falls}"
                line = shapely.LineString([model.center, way.end])
                yield Mark(line, "path", side=model.seat, label="fall" * bool(falls), title=title)
