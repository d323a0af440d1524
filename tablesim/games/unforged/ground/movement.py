"""Whether a way may be gone, what it costs, and what it asks for (UF-67 to UF-76, UG-21, UG-22)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ....errors import TablesimError
from ....geometry import Convex, Placed, Point
from ....geometry.convex import signed_separation
from ....verdict import Margin
from ..models import Model
from ..options import Options
from ..rules import INCH, Band, drop_band
from .lines import EDGE, Line
from .melee import can_strike, engaged_with, held_stretches, holds, placed
from .surfaces import Arena, apart
from .tracing import heading as heading_of
from .tracing import trace
from .ways import Corner, Fall, Leg, Reason, Test, Way, inches

FLOWN_CLIMB = 0.5
"""What a flyer pays for an inch of height (UF-72)."""

CLIMB = 2.0
"""What others pay (UF-67)."""

TESTED_CLIMB = 1.0
"""What they pay after a passed Move test (UF-70)."""

LEAST_LEFT = 1.0
"""How many inches must be left to drop (UF-68), and what the drop of a flyer costs (UF-72)."""


def full_pool(model: Model) -> float:
    """Return how many inches a model may spend: twice its Move, of a unit once (UF-67, UF-71).

    Raises
    ------
    TablesimError
        If nobody said how far it moves.
    """
    return float(move_of(model) * (1 if model.unit else 2))


def move_of(model: Model) -> int:
    """Return the Move of a model.

    Raises
    ------
    TablesimError
        If nobody said how far it moves.
    """
    if model.move is None:
        raise TablesimError(f"model {model.id!r} has no Move: give it `move` or a profile")
    return model.move


def way(
    arena: Arena,
    model: Model,
    corners: Iterable[Corner],
    *,
    heading: float | None = None,
    climb_test: bool = False,
    leave: bool = False,
    pool: float | None = None,
) -> Way:
    """Judge a way from where a model stands to each corner in turn (UG-22).

    Where the straight line to a corner meets something, it is climbed or vaulted; where it leaves
    what bears the model, it drops.

    Parameters
    ----------
    arena
        The table.
    model
        The model, where it stands.
    corners
        Points, with a level as third number where it matters.
    heading
        Where the model faces at the end; if not given, along its last leg, or so that it stays in
        the melees that it does not leave.
    climb_test
        Whether it has passed a Move test to climb at the lower price (UF-70).
    leave
        Whether it leaves the melee that it is in (UF-88).
    pool
        How many inches it may spend, if not what its Move allows.

    Raises
    ------
    TablesimError
        If the model has no Move.

    >>> import tablesim as ts
    >>> scout = ts.Piece("scout", base="normal", at=(10, 10), move=4)
    >>> wall = ts.Terrain("wall", kind="low-wall", at=(13, 10), heading=90)
    >>> judge = ts.judge(ts.Table(game="unforged").add(scout, wall))
    >>> found = way(judge.arena, judge.models["scout"], [(15, 10)])
    >>> [(leg.kind, round(leg.cost, 2)) for leg in found.legs], found.legal
    ([('walk', 2.25), ('vault', 3.0), ('walk', 1.25)], True)
    >>> print(way(judge.arena, judge.models["scout"], [(18, 10)]).reasons[0])
    the pool of 8 in is 1.49 in short at (18, 10), level 0 (UF-67)
    """
    record = _Record(arena, model, full_pool(model) if pool is None else pool, climb_test)
    for step in trace(arena, model, corners):
        record.take(step)
    return record.finish(heading, leave=leave)


def is_barred(
    arena: Arena,
    model: Model,
    corners: Iterable[Corner],
    *,
    climb_test: bool = False,
    pool: float | None = None,
) -> bool:
    """Whether a way cannot be gone, whoever is near it: for what bars it, or for its price.

    Arguments and errors are those of :func:`way`, which takes far longer: it also judges the zones
    that a way goes through and the place that it comes to.
    """
    record = _Record(arena, model, full_pool(model) if pool is None else pool, climb_test)
    for step in trace(arena, model, corners):
        if record.reasons:
            break
        record.take(step)
    return bool(record.reasons)


def climb_cost(model: Model, rise: float, *, tested: bool = False) -> float:
    """Return what it costs to go up (UF-67, UF-70, UF-72); of units HR-56.

    Parameters
    ----------
    model
        The model.
    rise
        How far up, in inches.
    tested
        Whether it has passed a Move test: that makes it cheaper, but not for units.
    """
    if model.flight:
        return FLOWN_CLIMB * rise
    return rise * (TESTED_CLIMB if tested and not model.unit else CLIMB)


def drop_cost(model: Model, fall: float, left: float, options: Options) -> float:
    """Return what it costs to go down when so much is left of the pool (UF-68, UF-72, HR-51)."""
    if model.flight or options.drop_cost == "flat1":
        return LEAST_LEFT
    return min(fall, max(left, 0.0))


def _toughness(leg: Leg, band: Band, *, unit: bool) -> Test:
    """Return the Toughness test of a drop (UF-69), of a unit UF-71."""
    at, rule = leg.end, "UF-71" if unit else "UF-69"
    return Test("toughness", band.test, band.halved, "drop", at, leg.end_level, leg.fall, rule)


def settled(value: float) -> float:
    """Return a measured length without the dust of rounding about zero."""
    return 0.0 if abs(value) < 1e-9 else value


@dataclass
class _Record:
    """A way while it is judged leg by leg."""

    arena: Arena
    model: Model
    pool: float
    climb_test: bool
    spent: float = 0.0
    legs: list[Leg] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    tests: list[Test] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)
    margins: list[Margin] = field(default_factory=list)
    lost: str = ""
    ended: bool = False
    extended: bool = False
    overdrawn: bool = False

    @property
    def here(self) -> tuple[Point, float]:
        """Where the model is now."""
        if self.legs:
            return self.legs[-1].end, self.legs[-1].end_level
        return self.model.center, self.model.level

    def object(self, text: str, rule: str, at: Point, level: float, missing: float = 0.0) -> None:
        """Take down a reason against the way."""
        self.reasons.append(Reason(text, rule, at, level, missing))

    def __post_init__(self) -> None:
        """See whether the model may move at all."""
        model, (point, level) = self.model, self.here
        if not model.standing:
            self.object(f"{model.id} is down", "UF-78", point, level)
        if move_of(model) <= 0:
            self.object(f"{model.id} has a Move of {model.move}", "UF-23", point, level)

    def take(self, step: Leg | Reason) -> None:
        """Go the next leg."""
        if isinstance(step, Reason):
            self.reasons.append(step)
            return
        if self.ended:
            text = "the drop before needed a test and ended the move"
            self.object(text, "UF-69", step.start, step.start_level)
            self.ended = False  # it is said once
        before = self.spent
        spent = before + step.charged
        if step.rise:
            spent = self._climb(step, spent)
        if step.fall:
            spent = self._drop(step, spent)
        if spent > self.pool + INCH.limit and not self.overdrawn:
            missing = spent - self.pool
            text = f"the pool of {inches(self.pool)} is {inches(missing)} short"
            self.object(text, "UF-67", step.end, step.end_level, missing)
            self.overdrawn = True
        self.spent = spent
        self.legs.append(replace(step, cost=spent - before))

    def _climb(self, leg: Leg, spent: float) -> float:
        """Pay for going up (UF-67, UF-70 to UF-72)."""
        model = self.model
        tested = (self.climb_test or model.unit) and not model.flight
        if tested and not any(test.why == "climb" for test in self.tests):
            rule = "UF-71" if model.unit else "UF-70"
            at, level = leg.start, leg.start_level
            self.tests.append(Test("move", "", False, "climb", at, level, leg.rise, rule))
        cost, left = climb_cost(model, leg.rise, tested=tested), settled(self.pool - spent)
        if cost > left + INCH.limit and left > -INCH.limit:
            text = f"the climb of {inches(leg.rise)} takes {inches(cost)}, there is {inches(left)}"
            rule = "UF-72" if model.flight else "UF-67"
            self.object(text, rule, leg.start, leg.start_level, cost - left)
            self.overdrawn = True
        return spent + cost

    def _drop(self, leg: Leg, spent: float) -> float:
        """Pay for going down, and see what it asks for (UF-68 to UF-72)."""
        model, options, left = self.model, self.arena.options, self.pool - spent
        self.margins.append(Margin("the inch that a drop needs", settled(left - LEAST_LEFT), "in"))
        if left < LEAST_LEFT - INCH.limit and not self.overdrawn:
            text = f"a drop needs {inches(LEAST_LEFT)} left, there is {inches(max(left, 0.0))}"
            self.object(text, "UF-68", leg.start, leg.start_level, LEAST_LEFT - left)
        spent += drop_cost(model, leg.fall, left, options)
        if model.flight:
            return spent
        band = drop_band(leg.fall, move_of(model), unit=model.unit)
        self.falls.append(Fall(leg.start, leg.end, leg.end_level, leg.fall, band))
        if band.test:
            self.tests.append(_toughness(leg, band, unit=model.unit))
        self.ended = band.ends
        self.lost = self.lost or band.lost
        if options.drop_extra_move == "M_in_addition" and not band.ends and not self.extended:
            self.extended = True
            self.pool += move_of(model)
        return spent

    def finish(self, heading: float | None, *, leave: bool) -> Way:
        """Judge where the way comes out, and what it passes through on the way."""
        arena, model = self.arena, self.model
        end, level = self.here
        opponents = engaged_with(arena, model)
        if heading is None:
            heading = self._facing(() if leave else opponents)
        waived = opponents if leave else ()
        self._check_zones(waived)
        self._check_entries(heading, opponents)
        self._check_end()
        goal = placed(model, end, level, heading)
        engaged = engaged_with(arena, goal)
        for foe in opponents:
            if not leave and foe not in engaged:
                self.object(f"{model.id} would leave the melee with {foe}", "UF-88", end, level)
        left = [foe for foe in waived if foe not in engaged and self._tested_by(foe)]
        margins = [
            Margin("its pool", settled(self.pool - self.spent), "in", self.pool),
            *self.margins,
        ]
        return Way(
            model.id,
            tuple(self.legs),
            self.pool,
            self.spent,
            tuple(self.reasons),
            end,
            level,
            arena.surface_at(end, level),
            heading,
            margins=(*margins, *_clearance(arena, model, self.legs)),
            tests=tuple(self.tests),
            falls=tuple(self.falls),
            lost=self.lost,
            obstacles=obstacles_crossed(arena, model, self.legs),
            engaged=engaged,
            left=tuple(left),
            climb_test=self.climb_test,
        )

    def _facing(self, kept: tuple[str, ...]) -> float:
        """Return where the model looks at the end: along its last leg, if that keeps its melees.

        Otherwise it looks at an opponent, or away from it, if one of these does.
        """
        (end, level), along = self.here, _heading(self.model, self.legs)
        if kept:
            towards = heading_of(end, self._named(kept[0]).center)
            for facing in (along, towards, towards + 180.0):
                at = placed(self.model, end, level, facing)
                if set(kept) <= set(engaged_with(self.arena, at)):
                    return facing % 360.0
        return along

    def _tested_by(self, foe: str) -> bool:
        """Whether an enemy can strike the model that leaves it (UF-88, HR-80)."""
        return can_strike(self.arena, self._named(foe), self.model).able

    def _named(self, id: str) -> Model:
        (found,) = (other for other in self.arena.models if other.id == id)
        return found

    def _check_zones(self, waived: tuple[str, ...]) -> None:
        """See whether the way leaves the zone of an enemy that it has come into (UG-22, HR-60)."""
        if self.arena.options.contact == "free":
            return
        for enemy in self.arena.others(self.model):
            if self.model.foe(enemy) and enemy.standing and enemy.id not in waived:
                found = _zone_left(self.arena, enemy, self.model, self.legs)
                if found is not None:
                    self.reasons.append(found)

    def _check_entries(self, heading: float, opponents: tuple[str, ...]) -> None:
        """See whether a climb or a drop comes out in a new melee (UF-76, HR-67)."""
        for i, leg in enumerate(self.legs):
            if leg.kind not in ("climb", "drop", "vault"):
                continue
            last = i + 1 == len(self.legs)
            facing = heading if last else _heading(self.model, [leg])
            at = placed(self.model, leg.end, leg.end_level, facing)
            for foe in engaged_with(self.arena, at):
                if foe in opponents:
                    continue
                if leg.kind == "climb":
                    text = f"the climb would end in melee with {foe}"
                    self.object(text, "UF-76", leg.end, leg.end_level)
                else:
                    self._test_entry(leg)
                    break

    def _test_entry(self, leg: Leg) -> None:
        """Take the Move test of a drop into melee, before that of its height (HR-67)."""
        why, at = "drop into melee", leg.end
        test = Test("move", "", False, why, at, leg.end_level, leg.fall, "UF-76")
        places = [i for i, other in enumerate(self.tests) if other.at == at and other.why == "drop"]
        self.tests.insert(places[0] if places else len(self.tests), test)

    def _check_end(self) -> None:
        """See whether the base has room where the way ends (UG-22)."""
        end, level = self.here
        for other in self.arena.others(self.model):
            depth = self.model.radius + other.radius - math.dist(end, other.center)
            apart_in_height = other.top <= level or other.level >= level + self.model.height
            if self.legs and depth > INCH.overlap and not apart_in_height:
                text = f"the way ends {inches(depth)} inside the base of {other.id}"
                self.object(text, "UG-22", end, level, depth)


def _heading(model: Model, legs: list[Leg]) -> float:
    """Return where a model faces that looks along its last leg."""
    for leg in reversed(legs):
        if leg.length:
            return heading_of(leg.start, leg.end)
    return model.pose.heading


def _zone_left(arena: Arena, enemy: Model, model: Model, legs: list[Leg]) -> Reason | None:
    """Return where a way leaves the zone of an enemy, or goes on in it where it should halt."""
    inside = holds(arena, enemy, model)
    halts = arena.options.contact == "halt"
    halted = False
    for leg in legs:
        if leg.length <= INCH.limit:
            continue
        start, end = _held(arena, enemy, model, leg, inside=inside)
        if start is not None and (
            halted or (halts and not inside and leg.length - start > 2 * INCH.limit)
        ):
            past = leg.length - start
            text = f"the way goes on for {inches(past)} within reach of {enemy.id}"
            return Reason(text, "HR-60", _along(leg, start), leg.start_level, past)
        if start is None and not inside:
            continue
        if end < leg.length - INCH.limit:
            text = f"the way leaves the reach of {enemy.id}"
            return Reason(text, "UG-22", _along(leg, end), leg.start_level)
        halted = halts and not inside
        inside = True
    return None


def _held(
    arena: Arena, enemy: Model, model: Model, leg: Leg, *, inside: bool
) -> tuple[float | None, float]:
    """Return from where to where a leg first lies in the zone of an enemy.

    A leg that begins inside starts with 0, even if it leaves the zone at once.
    """
    if leg.kind == "walk":
        spans = held_stretches(arena, enemy, model, leg)
    else:  # between the two ends it is in the air
        lands = holds(arena, enemy, placed(model, leg.end, leg.end_level))
        spans = [(0.0 if inside else leg.length, leg.length)] if lands else []
    if inside:
        return 0.0, spans[0][1] if spans and spans[0][0] <= INCH.limit else 0.0
    return spans[0] if spans else (None, 0.0)


def _along(leg: Leg, t: float) -> Point:
    share = t / leg.length if leg.length else 0.0
    (ax, ay), (bx, by) = leg.start, leg.end
    return ax + share * (bx - ax), ay + share * (by - ay)


def obstacles_crossed(arena: Arena, model: Model, legs: Iterable[Leg]) -> tuple[str, ...]:
    """Return the pieces that a way crosses as obstacles, each once (UF-75, UG-26).

    That is what it climbs or vaults, and the pieces that are obstacles by nature and lie under the
    line of its center, also where that climbs or drops; stairs lead past them.
    """
    found: dict[str, None] = {}
    for leg in legs:
        found.update(dict.fromkeys(leg.over))
        if leg.kind != "link" and leg.length:
            line = Line.between(arena, model, leg.start, leg.end)
            low = min(leg.start_level, leg.end_level) - arena.numbers.step
            high = leg.start_level + leg.rise + model.height
            for solid in line.solids:
                piece = arena.battlefield.pieces[solid.piece]
                beside = solid.top < low or solid.bottom > high
                if piece.obstacle and not beside and _runs_through(line, solid.shape):
                    found[piece.id] = None
    return tuple(found)


def _runs_through(line: Line, shape: Placed) -> bool:
    """Whether a line runs through the inside of a shape, not only along its border."""
    for lo, hi in line.across(shape):
        a, b = max(lo, 0.0), min(hi, line.length)
        if b - a > INCH.limit and apart(shape, line.at((a + b) / 2)) < -INCH.overlap:
            return True
    return False


def _clearance(arena: Arena, model: Model, legs: Iterable[Leg]) -> list[Margin]:
    """Return how far the walks of a way keep from what they come nearest to.

    What a way climbs it has to touch, and so it is left out.
    """
    walks = [leg for leg in legs if leg.kind == "walk"]
    climbed = {what for leg in legs for what in leg.over}
    best: Margin | None = None
    for leg in walks:
        for what, room in _rooms(arena, model, leg):
            if what not in climbed and (best is None or room < best.value):
                best = Margin(what, settled(room), "in", yes="clear of", no="into")
    return [best] if best else []


def _rooms(arena: Arena, model: Model, leg: Leg) -> Iterator[tuple[str, float]]:
    """Yield what is beside a walk, and how much room is left between."""
    level, radius = leg.start_level, model.radius
    swept = Convex((leg.start, leg.end))
    line = Line.between(arena, model, leg.start, leg.end)
    low, high = level + arena.numbers.step, level + model.height
    for solid in line.solids:
        if solid.blocks_move and solid.top > low + INCH.limit and solid.bottom < high - INCH.limit:
            parts = solid.shape.parts
            yield solid.piece, min(signed_separation(swept, part) for part in parts) - radius
    for other in arena.others(model):
        if not line.passes(other) and other.top > level and other.level < high:
            (part,) = other.base.parts
            yield other.id, signed_separation(swept, part) - radius
    yield EDGE, min(arena.inside(leg.start, radius), arena.inside(leg.end, radius))
