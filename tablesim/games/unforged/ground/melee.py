"""Who can strike whom, who is in melee, and the zones that enemies hold (UG-24 to UG-27)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ....geometry import Convex, Point, Pose, gap
from ....geometry.intervals import Interval
from ....geometry.push import flight
from ..models import Model
from ..rules import INCH, front_margin, plan_gap
from ..rules import gap as distance
from ..terrain import Solid
from .lines import stretch
from .surfaces import Arena
from .ways import Leg, inches


@dataclass(frozen=True, slots=True)
class Strike:
    """Whether one model can strike another (UG-25).

    Attributes
    ----------
    by, on
        The ids of the two.
    standing
        Whether the striker stands.
    reach_margin
        By how much the gap is within its reach; negative: how much is missing.
    front_margin
        By how much the other is in its front (UG-3).
    wall
        The id of the piece between the two that is higher than its eye; empty if there is none.
    """

    by: str
    on: str
    standing: bool
    reach_margin: float
    front_margin: float
    wall: str

    @property
    def able(self) -> bool:
        """Whether it can strike."""
        return not self.reasons

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it cannot, in words; empty if it can."""
        found = []
        if not self.standing:
            found.append(f"{self.by} is down (UF-78)")
        if self.reach_margin < -INCH.limit:
            found.append(f"{self.on} is {inches(-self.reach_margin)} out of reach (UF-46)")
        if self.front_margin < -INCH.limit:
            behind = inches(-self.front_margin)
            found.append(f"{self.on} is {behind} behind the front of {self.by} (UF-79)")
        if self.wall:
            found.append(f"{self.wall} is between the two (UG-25)")
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Melee:
    """Whether two models are in melee (UG-27).

    Attributes
    ----------
    foes
        Whether they are enemies.
    reach_margin
        By how much their gap is within the longer of their reaches; negative: what is missing.
    strikes
        Whether the one can strike the other, and the other the one.
    back_to_back
        Whether each is in the rear of the other, no wall between them.
    """

    foes: bool
    reach_margin: float
    strikes: tuple[Strike, Strike]
    back_to_back: bool

    @property
    def engaged(self) -> bool:
        """Whether they are in melee."""
        return not self.reasons

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why they are not, in words; empty if they are."""
        one, other = self.strikes
        if not self.foes:
            return (f"{one.by} and {one.on} are comrades (UF-5)",)
        if self.reach_margin < -INCH.limit:
            missing = inches(-self.reach_margin)
            return (f"{one.by} and {one.on} are {missing} out of reach (UF-74)",)
        if one.able or other.able or self.back_to_back:
            return ()
        return (*one.reasons, *other.reasons)


def engaging_reach(model: Model, arena: Arena) -> float:
    """Return the reach that makes a melee: that of the weapon or of the bare base (HR-62)."""
    return model.reach if arena.options.engage_reach == "weapon" else model.size.reach


def can_strike(arena: Arena, a: Model, b: Model) -> Strike:
    """Judge whether a model can strike another where both are (UG-25)."""
    return Strike(
        a.id,
        b.id,
        a.standing,
        a.reach - distance(a, b, arena.options),
        front_margin(a, b, arena.options),
        wall_between(arena, a, b),
    )


def in_melee(arena: Arena, a: Model, b: Model) -> Melee:
    """Judge whether two models are in melee where both are (UF-74, UG-27).

    >>> import tablesim as ts
    >>> judge = ts.judge(
    ...     ts.Table(game="unforged").add(
    ...         ts.Piece("scout", base="normal", at=(10, 10), heading=0, seat=0),
    ...         ts.Piece("guard", base="normal", at=(11.7, 10), heading=0, seat=1),
    ...     )
    ... )
    >>> found = in_melee(judge.arena, judge.models["scout"], judge.models["guard"])
    >>> found.engaged, found.strikes[1].reasons
    (True, ('scout is 1.7 in behind the front of guard (UF-79)',))
    """
    reach = max(engaging_reach(a, arena), engaging_reach(b, arena))
    strikes = can_strike(arena, a, b), can_strike(arena, b, a)
    turned = all(strike.front_margin < -INCH.limit and not strike.wall for strike in strikes)
    back_to_back = arena.options.rear_to_rear and turned and a.standing and b.standing
    return Melee(a.foe(b), reach - distance(a, b, arena.options), strikes, back_to_back)


def engaged_with(arena: Arena, model: Model) -> tuple[str, ...]:
    """Return the ids of the enemies that a model is in melee with."""
    near = (
        other
        for other in arena.others(model)
        if model.foe(other)
        and plan_gap(model, other)
        <= max(engaging_reach(model, arena), engaging_reach(other, arena)) + 1.0
    )
    return tuple(other.id for other in near if in_melee(arena, model, other).engaged)


def wall_between(arena: Arena, a: Model, b: Model) -> str:
    """Return the piece on the straight gap of two bases that is above the eye of the first.

    What hangs above the heads of both is not between them.  Empty if there is none (UG-25).
    """
    walls = sight_walls(arena, a, max(a.top, b.top))
    if not walls:
        return ""
    nearest = gap(a.base, b.base)
    met = flight(nearest.a, nearest.b, [wall.shape for wall in walls])
    return walls[met.index].piece if met.index is not None else ""


def sight_walls(arena: Arena, model: Model, heads: float) -> list[Solid]:
    """Return the solids about a model that rise above its eye and begin below some heads."""
    eye = model.eye(arena.numbers)
    return [
        solid
        for solid in arena.solids_near(model.base, model.reach + 2 * model.radius)
        if solid.blocks_move and solid.top > eye + INCH.limit and solid.bottom < heads
    ]


def defended(arena: Arena, defender: Model, attacker: Model) -> str:
    """Return the obstacle that a defender stands behind and can strike over (UF-75, UG-26).

    It crosses the straight gap of the two, rises more than a step above the defender's level, and
    not above its eye.  Empty if there is none, or the defender cannot strike.
    """
    if not can_strike(arena, defender, attacker).able:
        return ""
    low = defender.level + arena.numbers.step
    eye = defender.eye(arena.numbers)
    solids = [
        solid
        for solid in arena.solids_near(defender.base, defender.reach)
        if (solid.blocks_move or arena.battlefield.pieces[solid.piece].obstacle)
        and low + INCH.limit < solid.top <= eye + INCH.limit
    ]
    nearest = gap(defender.base, attacker.base)
    met = flight(nearest.a, nearest.b, [solid.shape for solid in solids])
    return solids[met.index].piece if met.index is not None else ""


# The zones in which enemies strike (UG-22)


def placed(model: Model, point: Point, level: float, heading: float | None = None) -> Model:
    """Return a model somewhere else."""
    turned = model.pose.heading if heading is None else heading
    return replace(model, pose=Pose(*point, turned), level=level)


def holds(arena: Arena, enemy: Model, mover: Model) -> bool:
    """Whether a model is in the zone of an enemy: where that can strike it (UG-22)."""
    within = engaging_reach(enemy, arena) - distance(enemy, mover, arena.options)
    return within >= -INCH.limit and can_strike(arena, enemy, mover).able


def zone_radius(arena: Arena, enemy: Model, mover: Model, level: float) -> float | None:
    """Return how far from an enemy's center its zone reaches at a level; None if it does not."""
    reach = min(engaging_reach(enemy, arena), enemy.reach)
    return _across(arena, reach, (enemy, mover), level - enemy.level)


def melee_radius(arena: Arena, enemy: Model, mover: Model, level: float) -> float | None:
    """Return within how far from an enemy's center a model at a level may be in melee with it.

    None if the level is out of reach.
    """
    reach = max(engaging_reach(enemy, arena), engaging_reach(mover, arena))
    return _across(arena, reach, (enemy, mover), level - enemy.level)


def _across(arena: Arena, reach: float, models: tuple[Model, Model], height: float) -> float | None:
    """Return the distance of two centers on the plane at which their gap is a reach (UG-2)."""
    if arena.options.round_measurements:
        reach = math.floor(reach + INCH.limit)
    if arena.options.gap_mode == "plan":
        height = 0.0
    if abs(height) > reach + INCH.limit:
        return None
    across = math.sqrt(max(0.0, reach * reach - height * height))
    return models[0].radius + models[1].radius + across


def held_stretches(arena: Arena, enemy: Model, mover: Model, leg: Leg) -> list[Interval]:
    """Return the stretches of a walk that lie in the zone of an enemy.

    The zone ends at its radius, at the border of the front, and at the shadows of walls; between
    two such places a point in the middle tells for all.
    """
    length = leg.length
    radius = zone_radius(arena, enemy, mover, leg.start_level)
    if radius is None or not enemy.standing or not length:
        return []
    ux, uy = (leg.end[0] - leg.start[0]) / length, (leg.end[1] - leg.start[1]) / length
    reached = stretch(Convex((enemy.center,), radius), leg.start, (ux, uy), INCH.limit)
    if reached is None or reached[1] <= 0.0 or reached[0] >= length:
        return []

    def at(t: float) -> Model:
        point = leg.start[0] + t * ux, leg.start[1] + t * uy
        return placed(mover, point, leg.start_level)

    borders = [*reached, *_turns(arena, enemy, at(0.0), (ux, uy))]
    ends = sorted({0.0, length, *(t for t in borders if 0.0 < t < length)})
    found: list[Interval] = []
    for lo, hi in pairwise(ends):
        if hi - lo > INCH.limit and holds(arena, enemy, at((lo + hi) / 2)):
            if found and lo - found[-1][1] <= INCH.limit:
                found[-1] = (found[-1][0], hi)
            else:
                found.append((lo, hi))
    return found


def _turns(arena: Arena, enemy: Model, mover: Model, direction: Point) -> Iterator[float]:
    """Yield where a way crosses the border of a front, and the lines of sight past walls."""
    (x, y), (fx, fy) = enemy.center, enemy.front
    (ux, uy) = direction
    rate = ux * fx + uy * fy
    if rate:
        yield -(front_margin(enemy, mover, arena.options) + INCH.limit) / rate
    px, py = mover.center[0] - x, mover.center[1] - y
    for solid in sight_walls(arena, enemy, max(enemy.top, mover.top)):
        for part in solid.shape.parts:
            for cx, cy in _silhouette(part, (x, y)) if isinstance(part, Convex) else ():
                across = ux * cy - uy * cx
                if across:
                    yield (cx * py - cy * px) / across


def _silhouette(part: Convex, eye: Point) -> Iterator[Point]:
    """Yield the directions in which the outline of a part may lie, seen from a point."""
    for px, py in part.points:
        dx, dy = px - eye[0], py - eye[1]
        size = math.hypot(dx, dy)
        if part.radius < size:
            sine = part.radius / size
            cosine = math.sqrt(1.0 - sine * sine)
            yield dx * cosine - dy * sine, dy * cosine + dx * sine
            yield dx * cosine + dy * sine, dy * cosine - dx * sine
