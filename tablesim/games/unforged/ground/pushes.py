"""Moves that are not the owner's choice: pushes with their falls, and forced or random moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ....errors import NotAMove
from ....geometry import Point, unit
from ....verdict import Margin
from ..models import Model
from ..rules import INCH, Band, drop_band
from .lines import EDGE, Bar, Line
from .melee import engaged_with, held_stretches, placed
from .movement import LEAST_LEFT, climb_cost, drop_cost, move_of, settled
from .surfaces import Arena, Surface
from .tracing import heading, landing, straight, walk, walk_legs
from .ways import Fall, Leg, Reason, inches


@dataclass(frozen=True, slots=True)
class Displacement:
    """Where a model comes to that is pushed or has to move (UG-28, HR-69).

    Attributes
    ----------
    model
        Its id.
    angle, distance
        In which direction, in degrees, and how far it should go.
    legs
        How it goes: walks, falls (as ``"drop"``) and climbs.
    end, level, surface
        Where it ends, and what bears it there.
    falls
        Its falls and drops.
    stop
        What stops it; None if it goes all the way.
    removed
        Whether it leaves the table (HR-69).
    margins
        How far the closest calls are from changing.
    """

    model: str
    angle: float
    distance: float
    legs: tuple[Leg, ...]
    end: Point
    level: float
    surface: Surface | None
    falls: tuple[Fall, ...] = ()
    stop: Reason | None = None
    removed: bool = False
    margins: tuple[Margin, ...] = ()

    @property
    def travel(self) -> float:
        """How far it goes on the plane."""
        return math.fsum(leg.length for leg in self.legs)


def push(arena: Arena, model: Model, angle: float, distance: float) -> Displacement:
    """Push a model in a straight line (UF-85 to UF-87, UG-28).

    It stops at walls higher than a step, at other bases and at the edge of the table.  Where its
    center leaves what bears it, it falls: as far beyond the edge as its radius, or to the first
    place from there on that is free.

    Parameters
    ----------
    arena
        The table.
    model
        The model.
    angle, distance
        In which direction, in degrees counter-clockwise from +x, and how far, in inches.

    Raises
    ------
    TablesimError
        If it goes back, or falls and has no Move to compare the height with.

    >>> import tablesim as ts
    >>> scout = ts.Piece("scout", base="normal", at=(10, 10), move=4)
    >>> wall = ts.Terrain("wall", kind="low-wall", at=(13, 10), heading=90)
    >>> judge = ts.judge(ts.Table(game="unforged").add(scout, wall))
    >>> moved = push(judge.arena, judge.models["scout"], 0, 6)
    >>> round(moved.travel, 3), str(moved.stop)
    (2.245, 'wall stops it, 3.75 in of the way are lost at (12.25, 10), level 0 (UG-28)')
    """
    if distance < 0:
        raise NotAMove(f"a push goes on by 0 or more inches, got {distance:g}; turn its angle")
    arena = _with_solid_bases(arena)
    line = _line(arena, model, angle, distance)
    legs: list[Leg] = []
    falls: list[Fall] = []
    margins: list[Margin] = []
    t, level, stop = 0.0, model.level, None
    while t < distance - INCH.limit:
        end, levels, bar = walk(line, t, level)
        legs += walk_legs(line, t, levels)
        if levels:
            t, level = end, levels[-1][1]
        margins += _stop_margins(line, t, bar)
        if bar is not None:
            stop = _stopped(line, t, level, bar)
            break
        if t >= distance - INCH.limit:
            margins += _edge_margins(line, t, level)
            break
        fall = _fall(line, t, level)
        if fall is None:
            off = arena.inside(line.at(t + model.radius), model.radius) < -INCH.overlap
            what = EDGE if off else ""
            stop = Reason("there is no room to fall to", "UG-28", line.at(t), level, what=what)
            break
        legs.append(Leg("drop", fall.edge, level, fall.landing, fall.level, fall=fall.height))
        falls.append(fall)
        # How high it falls is the terrain's: only where things stand can be off.
        margins.append(Margin("the edge", distance - t, "in", yes="beyond", no="short of"))
        t, level = math.dist(line.start, fall.landing), fall.level
        if arena.options.push_after_fall == "stop":
            break
    aim = angle, distance
    return _ended(arena, model, aim, legs, falls=falls, stop=stop, margins=margins)


def _with_solid_bases(arena: Arena) -> Arena:
    """Return the table with bases that stop forced moves, whatever a move may pass (HR-58)."""
    options = arena.options
    if not (options.pass_friends or options.pass_enemies):
        return arena
    return replace(arena, options=replace(options, pass_friends=False, pass_enemies=False))


def _line(arena: Arena, model: Model, angle: float, distance: float) -> Line:
    """Return the way of a model that may fall, or be carried on, anywhere on the table."""
    across = math.hypot(*arena.area)
    return Line(arena, model, model.center, unit(angle), distance, beyond=across)


def _ended(
    arena: Arena,
    model: Model,
    aim: tuple[float, float],
    legs: Sequence[Leg],
    *,
    falls: Sequence[Fall],
    stop: Reason | None,
    margins: Sequence[Margin] = (),
) -> Displacement:
    end, level = (legs[-1].end, legs[-1].end_level) if legs else (model.center, model.level)
    off = stop is not None and stop.what == EDGE
    return Displacement(
        model.id,
        *aim,
        tuple(legs),
        end,
        level,
        arena.surface_at(end, level),
        tuple(falls),
        stop,
        off and arena.options.edge == "remove",
        tuple(margins),
    )


def _stopped(line: Line, t: float, level: float, bar: Bar) -> Reason:
    lost = line.length - t
    rule = "HR-69" if bar.what == EDGE else "UG-28"
    text = f"{bar.what} stops it, {inches(lost)} of the way are lost"
    return Reason(text, rule, line.at(t), level, lost, bar.what)


def _fall(line: Line, t: float, level: float) -> Fall | None:
    """Return the fall over the edge that the center has come to (UF-87, UG-28)."""
    found = landing(line, (t + line.mover.radius, line.far), level, beside=True)
    if found is None:
        return None
    end, end_level = found
    height = level - end_level
    band = drop_band(height, move_of(line.mover), pushed=True)
    return Fall(line.at(t), line.at(end), end_level, height, band)


def _stop_margins(line: Line, t: float, bar: Bar | None) -> Iterator[Margin]:
    """Yield how much farther it would have gone without what stops it."""
    if bar is not None:
        yield Margin(bar.what, settled(t - line.length), "in", yes="short of", no="stopped by")


def _edge_margins(line: Line, t: float, level: float) -> Iterator[Margin]:
    """Yield how far it stops short of an edge to fall over."""
    held = [b.end for b in line.bearings if b.surface.level == level and b.covers(t)]
    if held and math.isfinite(max(held)):
        yield Margin("the edge", settled(max(held) - t), "in", yes="short of", no="beyond")


def forced(
    arena: Arena,
    model: Model,
    angle: float,
    distance: float,
    *,
    climbs: bool = True,
    shy: bool = False,
) -> Displacement:
    """Move a model in a straight line by the rules of forced and random moves (HR-68, HR-69).

    It stops at what it cannot climb, at other bases, at drops that would need a test, and at the
    edge of the table.  Climbs and drops are paid from the distance at their usual rates.

    Parameters
    ----------
    arena
        The table.
    model
        The model.
    angle, distance
        In which direction, in degrees counter-clockwise from +x, and how far, in inches.
    climbs
        Whether it climbs and drops at all; who falls back does not (HR-40).
    shy
        Whether it stops short of the zones of enemies (HR-40).

    Raises
    ------
    TablesimError
        If it comes to a drop and has no Move to compare the height with.

    >>> import tablesim as ts
    >>> scout = ts.Piece("scout", base="normal", at=(10, 10), move=4)
    >>> wall = ts.Terrain("wall", kind="low-wall", at=(13, 10), heading=90)
    >>> judge = ts.judge(ts.Table(game="unforged").add(scout, wall))
    >>> moved = forced(judge.arena, judge.models["scout"], 0, 6)
    >>> [(leg.kind, round(leg.cost, 2)) for leg in moved.legs]
    [('walk', 2.25), ('vault', 3.0), ('walk', 0.75)]
    """
    arena = _with_solid_bases(arena)
    line = _line(arena, model, angle, distance + math.hypot(*arena.area))
    legs: list[Leg] = []
    falls: list[Fall] = []
    left, stop = distance, None
    for step in straight(line, model.level):
        if left <= INCH.limit:
            break
        stop = step if isinstance(step, Reason) else _forbidden(arena, model, step, left, climbs)
        if isinstance(step, Reason) or stop is not None:
            break
        leg, stop = _paid(arena, model, step, left, shy=shy)
        legs += [leg] if leg.length or leg.rise or leg.fall else []
        left -= leg.cost
        if leg.fall and not model.flight:
            band = drop_band(leg.fall, move_of(model))
            falls.append(Fall(leg.start, leg.end, leg.end_level, leg.fall, band))
        if stop is not None:
            break
    if stop is not None and stop.what == EDGE:
        stop = replace(stop, text=f"{EDGE} stops it", rule="HR-69", missing=left)
    return _ended(arena, model, (angle, distance), legs, falls=falls, stop=stop)


def _forbidden(arena: Arena, model: Model, leg: Leg, left: float, climbs: bool) -> Reason | None:
    """Return why a forced move may not go on with a leg; None if it may (UF-77, HR-69)."""
    if not (leg.rise or leg.fall):
        return None
    rise = climb_cost(model, leg.rise) if leg.rise else 0.0
    tested = bool(leg.rise) and model.unit and not model.flight
    band = Band()
    if leg.fall and not model.flight:
        band = drop_band(leg.fall, move_of(model), unit=model.unit)
    if not climbs:
        text, rule = f"it does not {leg.kind}", "HR-40"
    elif tested or band.test:
        text, rule = f"the {leg.kind} would need a test", "UF-77"
    elif band.lost:
        text, rule = f"no test would save it from a drop of {inches(leg.fall)}", "HR-69"
    elif rise > left + INCH.limit:
        text, rule = f"the climb takes {inches(rise)}, there is {inches(left)}", "UF-67"
    elif leg.fall and left - rise < LEAST_LEFT - INCH.limit:
        text, rule = (
            f"a drop needs {inches(LEAST_LEFT)} left, there is {inches(left - rise)}",
            "UF-68",
        )
    elif engaged_with(arena, placed(model, leg.end, leg.end_level, heading(leg.start, leg.end))):
        text, rule = f"the {leg.kind} would end in melee", "UF-76"
    else:
        return None
    return Reason(text, rule, leg.start, leg.start_level)


def _paid(
    arena: Arena, model: Model, leg: Leg, left: float, *, shy: bool
) -> tuple[Leg, Reason | None]:
    """Return a leg with what it takes, cut where the distance or the courage ends."""
    if leg.rise or leg.fall:
        cost = leg.charged + climb_cost(model, leg.rise)
        cost += drop_cost(model, leg.fall, left - cost, arena.options) if leg.fall else 0.0
        return replace(leg, cost=min(cost, left)), None
    reach, stop = min(leg.length, left), None
    for enemy in arena.others(model) if shy else ():
        spans = held_stretches(arena, enemy, model, leg) if model.foe(enemy) else []
        if spans and spans[0][0] < reach:
            reach = spans[0][0]
            text = f"it stops short of the reach of {enemy.id}"
            stop = Reason(text, "HR-40", leg.start, leg.start_level, leg.length - reach)
    share = reach / leg.length
    (ax, ay), (bx, by) = leg.start, leg.end
    end = (ax + share * (bx - ax), ay + share * (by - ay)) if share < 1.0 else leg.end
    return replace(leg, end=end, charged=reach, cost=reach), stop
