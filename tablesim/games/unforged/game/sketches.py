"""What is drawn upon a position: what the acting model may do, what it is doing, what came of it.

A sketch is made of the same measurements as the rules use; what a seat may do is drawn from its
legal moves, what is under way from the task that is next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from ....geometry import Point, Pose
from ....protocol import CHANCE
from ....scene import Mark
from ..areas import Blast
from ..ground.region import Reach, reach
from ..ground.ways import inches
from ..numbers import shots as numbers
from ..numbers.dice import die
from ..numbers.weapons import Missile
from ..pictures.moves import front, patched, sectors
from .blasts import burst, spot_of, spray
from .board import Board, Spot, board
from .moves import Deploy, Emit, Go, Hit, Leave, Move, Push, Shift, Shoot, Strike, Sweep, Throw
from .moving import pool
from .reactions import why_tested
from .shooting import aim_for, why_wasted

if TYPE_CHECKING:
    from .state import Skirmish, Task

COARSE: Final = 0.05
"""By so many inches the region of a move is simplified: a drawing shows no more."""

_LISTED: Final = "dots: places that are listed"

_AREAS: Final = "yellow: what an area weapon covers, and the names of whom it catches"


class Sketch(NamedTuple):
    """Marks that belong together.

    Attributes
    ----------
    marks
        What is drawn.
    note
        What the signs mean.
    close
        Whether this, and what is near it, is all that the picture need show.
    """

    marks: tuple[Mark, ...]
    note: str = ""
    close: bool = False


def sketches(state: Skirmish) -> Iterator[Sketch]:
    """Yield what is drawn upon a position.

    * of the model that acts: how far it strikes in its front;
    * where it may come to, and the places that are listed; lines to all whom it may strike or
      shoot at, with their cover; the areas of throws and shapes with whom they would catch; the
      ways of a push;
    * of an attack under way: who is attacked, its front and rear, its cover and what hides it;
    * where a throw is aimed at, where it may come down or did, and whom it catches;
    * the cause of a psychology test.
    """
    acting = _acting(state)
    if acting >= 0:
        yield Sketch(tuple(front(board(state).models[acting])))
    if state.agenda:
        task = state.agenda[0]
        if state.to_move == CHANCE:
            yield from _under_way(state, task)
        else:
            yield from _offered(state, task)
    yield from _burst(state)


def _acting(state: Skirmish) -> int:
    """Return the model that acts; -1 for none."""
    number = state.active
    shown = number >= 0 and state.fighters[number].place is not None
    return number if shown and not state.fighters[number].fate else -1


# What may be done


def _offered(state: Skirmish, task: Task) -> Iterator[Sketch]:
    """Yield what may be decided, by the kinds of the moves that are listed."""
    kinds: dict[type[Move], list[Any]] = {}
    for move in state.legal_moves():
        kinds.setdefault(type(move), []).append(move)
    for kind, moves in kinds.items():
        draw = _OFFERED.get(kind)
        if draw is not None:
            yield draw(state, task, moves)


def _moves(state: Skirmish, task: Task, moves: list[Go]) -> Sketch:
    """Return where a model may come to, and the places that are listed.

    There is no region where dice say how far it goes (HR-68), nor of moves within a melee that it
    may leave as well.
    """
    here, number, leaves = board(state), task.model, isinstance(moves[0], Leave)
    ends = {move.corners[-1][:2] for move in moves}
    dots = Mark(shapely.MultiPoint(sorted(ends)), "usual", title=_LISTED)
    if pool(state, task) is not None or (here.engaged(number) and not leaves):
        return Sketch((dots,), _LISTED)
    found = _reach(here, number, leave=leaves)
    note = (
        "green: where the middle of the base may come to, gray: only by a test "
        f"(error up to {found.error:.2f} in); {_LISTED}"
    )
    return Sketch((*_apart(found), dots), note)


@lru_cache(maxsize=64)
def _reach(here: Board, number: int, *, leave: bool) -> Reach:
    return reach(here.arena_of(number), here.models[number], leave=leave, coarse=COARSE)


def _apart(found: Reach) -> Iterator[Mark]:
    """Yield the parts of a region so that none lies upon another: the one with fewer tests wins."""
    taken: dict[tuple[str, float], BaseGeometry] = {}
    for patch in sorted(found.patches, key=lambda patch: len(patch.needs)):
        surface = patch.piece, patch.level
        before = taken.get(surface, shapely.Polygon())
        area = patch.area.difference(before)
        taken[surface] = patch.area.union(before)
        if not area.is_empty:
            yield patched(replace(patch, area=area))


def _deployments(state: Skirmish, task: Task, moves: list[Deploy]) -> Sketch:
    ends = {(move.x, move.y) for move in moves}
    return Sketch((Mark(shapely.MultiPoint(sorted(ends)), "usual", title=_LISTED),), _LISTED)


def _targets(state: Skirmish, task: Task, moves: list[Shoot | Sweep]) -> Sketch:
    """Return lines to all whom a model may shoot at."""
    names = dict.fromkeys(move.target for move in moves)
    lines = (_sight(state, task.model, state.number(name)) for name in names)
    return Sketch(tuple(replace(line, faint=True) for line in lines))


def _throws(state: Skirmish, task: Task, moves: list[Throw]) -> Sketch:
    """Return where throws may be aimed at, with whom they would catch there."""
    here, marks = board(state), list[Mark]()
    for move in moves:
        gun = state.troops[task.model].missiles[move.weapon]
        area = burst(here, gun.area, spot_of(state, move.aim))
        mark = _area(area, f"{move.notation()}: {_flight(state, task.model, gun, move)}")
        at = shapely.Point(area.origin[:2])
        marks += [replace(mark, faint=True), Mark(at, "usual", title=mark.title)]
    return Sketch(tuple(marks), _AREAS)


def _flight(state: Skirmish, number: int, gun: Missile, move: Throw) -> str:
    """Return how surely a throw comes down where it is aimed (UF-100)."""
    aim = aim_for(state, number, move.aim)
    why = why_wasted(state, number, gun, aim)
    if why is not None:
        return why
    kind = numbers.scatter_die(gun.ranges(state.body(number), state.rulings), aim)
    return f"scatters by a {kind.name}" if kind else "does not scatter"


def _shapes(state: Skirmish, task: Task, moves: list[Emit]) -> Sketch:
    marks = (_shape(state, task.model, move.weapon, move.angle) for move in moves)
    return Sketch(tuple(replace(mark, faint=True) for mark in marks), _AREAS)


def _strikes(state: Skirmish, task: Task, moves: list[Strike]) -> Sketch:
    marks = []
    for move in moves:
        on = state.number(move.name)
        marks += [_gap(state, task.model, on), _line(state, on)]
    return Sketch(tuple(marks), close=True)


def _shifts(state: Skirmish, task: Task, moves: list[Shift]) -> Sketch:
    lines = (_gap(state, int(task.data[2]), state.number(move.name)) for move in moves)
    return Sketch(tuple(lines), close=True)


def _hits(state: Skirmish, task: Task, moves: list[Hit]) -> Sketch:
    return Sketch(tuple(_contact(state, state.number(move.name), "?") for move in moves))


def _pushes(state: Skirmish, task: Task, moves: list[Push]) -> Sketch:
    """Return where a model may be pushed to; the dice of a stupid one only name directions."""
    if task.name != "push":
        return Sketch(())
    here, far, marks = board(state), float(task.data[0]), []
    model = here.models[task.model]
    for move in moves:
        way = here.pushed(task.model, move.angle, far)
        if way.travel:
            fall = f"falls {inches(way.falls[0].height)}" if way.falls else ""
            title = ", ".join(filter(None, (move.notation(), fall)))
            line = shapely.LineString([model.center, way.end])
            marks.append(Mark(line, "path", side=model.seat, label=fall, title=title))
    return Sketch(tuple(marks), close=True)


_OFFERED: Final[Mapping[type[Move], Callable[[Skirmish, Task, list[Any]], Sketch]]] = {
    Deploy: _deployments,
    Go: _moves,
    Leave: _moves,
    Shoot: _targets,
    Throw: _throws,
    Emit: _shapes,
    Strike: _strikes,
    Shift: _shifts,
    Hit: _hits,
    Push: _pushes,
}


# What is under way


def _under_way(state: Skirmish, task: Task) -> Iterator[Sketch]:
    """Yield what dice are about to be rolled for."""
    match task.name:
        case "shot dice":
            yield from _shot(state, task.model, int(task.data[0]))
        case "shot damage" if state.fighters[int(task.data[0])].place is not None:
            yield from _shot(state, int(task.data[0]), task.model)
        case "combat dice" | "damage dice" | "back dice":
            on = int(task.data[0])
            yield Sketch((_gap(state, task.model, on), _line(state, on)), close=True)
        case "scatter":
            yield _scatter(state, task)
        case "strength dice":
            weapon, angle = task.data
            yield Sketch((_shape(state, task.model, weapon, angle),), _AREAS, close=True)
        case "mind":
            yield from _cause(state, task)


def _shot(state: Skirmish, by: int, on: int) -> Iterator[Sketch]:
    """Yield a shot: between whom, what hides the target, and where its rear is."""
    here = board(state)
    look, viewer, target = here.look(by, on), here.models[by], here.models[on]
    fan = shapely.MultiPoint([viewer.center, *target.base.polygon.exterior.coords]).convex_hull
    marks = [Mark(fan, "arc", side=viewer.seat, title="what lies between (UG-11)")]
    shares = {look.around.names[one.owner]: one.share for one in look.hidden.blockers}
    for id in dict.fromkeys((*shares, *look.between, *look.touched)):
        marks += _hiding(here, id, shares.get(id, 0.0))
    marks += [_line(state, on), _sight(state, by, on)]
    hides = "gray with %: what hides the target, and how much of its raised base"
    yield Sketch(tuple(marks), hides if shares else "", close=True)


def _hiding(here: Board, id: str, share: float) -> Iterator[Mark]:
    """Yield the outline of what gives cover, with the share of the raised base that it hides."""
    model = next((model for model in here.models.values() if model.id == id), None)
    if model is not None:
        shapes = [model.base.polygon]
    else:
        shapes = [solid.shape.polygon for solid in here.field.terrain.pieces[id].solids]
    label = f"{100 * share:.0f} %" if share else ""
    title = f"{id} hides {label}" if share else f"{id} lies between, or is touched"
    yield Mark(shapely.union_all(shapes), "blocked", label=label, title=title)


def _sight(state: Skirmish, by: int, on: int) -> Mark:
    """Return the line of a shot, with the cover and the distance."""
    here = board(state)
    rear = ", rear" if here.rear(on, by) else ""
    return _gap(state, by, on, f"{here.look(by, on).grade}{rear}, ")


def _gap(state: Skirmish, one: int, other: int, said: str = "") -> Mark:
    here = board(state)
    a, b = here.models[one], here.models[other]
    label = f"{said}{here.gap(one, other):.1f} in"
    line = shapely.LineString([a.center, b.center])
    if line.length > a.radius + b.radius:
        ends = a.radius, line.length - b.radius
        line = shapely.LineString([line.interpolate(far) for far in ends])
    return Mark(line, "measure", label=label, title=f"{a.id} to {b.id}: {label}")


def _line(state: Skirmish, number: int) -> Mark:
    model = board(state).models[number]
    title = f"front and rear of {model.id}"
    return sectors(model, 2 * model.radius, label="front · rear", title=title)


def _shape(state: Skirmish, number: int, weapon: str, angle: float) -> Mark:
    """Return a shape that is emitted."""
    shape = state.troops[number].missiles[weapon].emits
    return _area(spray(board(state), shape, number, angle), Emit(weapon, angle).notation())


def _area(blast: Blast, title: str) -> Mark:
    """Return what an area weapon covers, with whom it catches."""
    hit = ", ".join(caught.model.id for caught in blast.caught if caught.hit)
    title = f"{title}, catches {hit or 'nobody'}"
    return Mark(blast.zone.polygon, "template", label=hit, title=title)


def _cause(state: Skirmish, task: Task) -> Iterator[Sketch]:
    """Yield a line from what a model is frightened of."""
    x, y = task.data[3:5]
    model, why = board(state).models[task.model], why_tested(state, task)
    if (x, y) != model.center:
        line = shapely.LineString([(x, y), model.center])
        yield Sketch((Mark(line, "guide", label=why, title=f"why {model.id} tests: {why}"),))


# Throws


def _scatter(state: Skirmish, task: Task) -> Sketch:
    """Return where a throw is aimed at, and how far off it may come down (UF-100)."""
    weapon, kind, x, y, level = task.data
    here = board(state)
    far = die(kind).highest
    area = burst(here, state.troops[task.model].missiles[weapon].area, Spot(x, y, level))
    ring = shapely.Point(x, y).buffer(far, quad_segs=32).exterior
    thrown = shapely.LineString([here.models[task.model].center, (x, y)])
    title = f"it comes down up to {far} in from its aim"
    return Sketch(
        (
            replace(_area(area, weapon), label="", faint=True),
            Mark(ring, "guide", label=f"{kind}: up to {far} in", title=title),
            Mark(thrown, "measure", title="the throw", faint=True),
            Mark(shapely.Point(x, y), "end", label="aim", title="the aim"),
        ),
        close=True,
    )


def _burst(state: Skirmish) -> Iterator[Sketch]:
    """Yield where an area weapon has just gone off, how it missed, and who is still to suffer.

    Only the log of the last step knows where.
    """
    told: dict[str, dict[str, Any]] = {e.kind: dict(e.details) for e in state.events}
    marks: list[Mark] = []
    if "bursts" in told:
        number = state.number(str(told["bursts"]["model"]))
        gun = state.troops[number].missiles[str(told["bursts"]["what"])]
        at = told["bursts"]["at"]
        area = _area(burst(board(state), gun.area, at), f"the {gun.id} has burst")
        marks.append(replace(area, label=""))
        aim = told["scatters"]["off"] if "scatters" in told else at
        thrown = shapely.LineString([state.place(number)[:2], aim[:2]])
        marks.append(Mark(thrown, "measure", title="the throw", faint=True))
        marks += _missed(aim[:2], at[:2], state.fighters[number].seat)
        marks.append(Mark(shapely.Point(at[:2]), "end", title="where it came down"))
    suffering = (task.model for task in state.agenda if task.name in ("caught", "blast damage"))
    there = board(state).models.keys()
    marks += [_contact(state, number, "hit") for number in suffering if number in there]
    if marks:
        yield Sketch(tuple(marks), close=True)


def _missed(aim: Point, end: Point, seat: int) -> Iterator[Mark]:
    """Yield an arrow from the aim of a throw to where it came down."""
    far = math.dist(aim, end)
    if far:
        yield Mark(shapely.Point(aim), "usual", label="aim", title="the aim")
        turned = math.degrees(math.atan2(end[1] - aim[1], end[0] - aim[0]))
        head = Pose(*end, turned).to_world([(0.0, 0.0), (-0.6, 0.25), (-0.6, -0.25)])
        label = f"scatters {inches(far)}"
        yield Mark(shapely.LineString([aim, end]), "path", side=seat, label=label, title=label)
        yield Mark(shapely.Polygon(head), "facing", side=seat, title=label)


def _contact(state: Skirmish, number: int, label: str) -> Mark:
    model = board(state).models[number]
    return Mark(shapely.Point(model.center), "contact", label=label, title=f"{model.id}: {label}")
