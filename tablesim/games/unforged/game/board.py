"""What the rules measure: every question goes to the judge's functions, and answers are kept.

A position is a small value, so that the answers, which follow from it alone, are remembered.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from shapely.geometry.base import BaseGeometry

from ....geometry import Point, Pose
from ....geometry.push import flight, scattered
from ....table import Piece, Table
from .. import rules
from ..areas import Size, emitted
from ..catalogue import catalogue
from ..cover import Look, Surroundings
from ..ground import melee, movement, pushes, surfaces
from ..ground.pushes import Displacement
from ..ground.ways import Corner, Way
from ..models import Model
from ..options import Options
from ..rules import INCH
from .fighters import Place
from .scenarios import Field, field
from .state import Skirmish
from .strolls import strolls


class Spot(NamedTuple):
    """A place on the table or on a level of its terrain; the log writes it as its text.

    >>> str(Spot(12.0, 7.25, 3.0))
    '(12.00, 7.25) level 3'
    """

    x: float
    y: float
    level: float

    def __str__(self) -> str:
        return f"({self.x:.2f}, {self.y:.2f}) level {self.level:g}"


class Standing(NamedTuple):
    """A model as far as measuring goes."""

    number: int
    id: str
    seat: int
    size: str
    place: Place
    standing: bool
    lying: bool
    move: int
    toughness: int
    reach: float
    flight: bool
    unit: bool


class Board:
    """A position as far as measuring goes.

    Parameters
    ----------
    name
        The battlefield.
    rulings
        The house rulings.
    here
        The models on the table.
    """

    def __init__(self, name: str, rulings: Options, here: tuple[Standing, ...]) -> None:
        self.field: Field = field(name)
        self.rulings = rulings
        self.here = here
        self.models: Mapping[int, Model] = {one.number: _model(one) for one in here}
        self.lying = frozenset(one.number for one in here if one.lying)
        self._numbers = {one.id: one.number for one in here}
        self._arenas: dict[int, surfaces.Arena] = {}
        self._strikes: dict[tuple[int, int], bool] = {}
        self._engaged: dict[int, tuple[int, ...]] = {}
        self._ways: dict[tuple[object, ...], Way] = {}
        self._strolls: dict[tuple[int, Point, float], bool | None] = {}
        self._looks: dict[tuple[int, int], Look] = {}

    def numbers(self, ids: Iterable[str]) -> tuple[int, ...]:
        """Return the numbers of models by their ids."""
        return tuple(self._numbers[id] for id in ids)

    def arena(self, seat: int) -> surfaces.Arena:
        """Return the table as a seat's models meet it.

        Nobody fights models that lie to regenerate, so they count as comrades (HR-106).
        """
        found = self._arenas.get(seat)
        if found is None:
            models = tuple(
                _model(one._replace(seat=seat)) if one.lying else self.models[one.number]
                for one in self.here
            )
            found = self._arenas[seat] = _bare(self.field.name, self.rulings).with_models(models)
        return found

    def arena_of(self, number: int) -> surfaces.Arena:
        """Return the table as a model meets it."""
        return self.arena(self.models[number].seat or 0)

    def _beside(self, number: int, other: int) -> surfaces.Arena:
        """Return the table as a model meets it while another one is no enemy of it yet (HR-46)."""
        arena = self.arena_of(number)
        if other not in self.models:
            return arena
        id, seat = self.models[other].id, self.models[number].seat
        models = tuple(replace(m, seat=seat) if m.id == id else m for m in arena.models)
        return arena.with_models(models)

    # Melee

    def strikes(self, by: int, on: int) -> bool:
        """Whether a model can strike another one (UG-25)."""
        key = by, on
        found = self._strikes.get(key)
        if found is None:
            a, b = self.models[by], self.models[on]
            near = on not in self.lying and rules.plan_gap(a, b) <= a.reach + 1.0
            found = near and melee.can_strike(self.arena_of(by), a, b).able
            self._strikes[key] = found
        return found

    def engaged(self, number: int) -> tuple[int, ...]:
        """Return the enemies that a model is in melee with (UG-27)."""
        found = self._engaged.get(number)
        if found is None:
            model = self.models[number]
            ids = () if number in self.lying else melee.engaged_with(self.arena_of(number), model)
            found = self._engaged[number] = self.numbers(ids)
        return found

    def rear(self, of: int, seen_from: int) -> bool:
        """Whether a model stands in the rear sector of another one (UG-3)."""
        return not rules.in_front(self.models[of], self.models[seen_from], self.rulings)

    def gap(self, one: int, other: int) -> float:
        """Return the distance of two models (UG-2)."""
        return rules.gap(self.models[one], self.models[other], self.rulings)

    def gap_to(self, number: int, spot: Spot) -> float:
        """Return the distance of a model and a place (UG-2)."""
        model, (x, y, level) = self.models[number], spot
        plan = max(0.0, math.dist(model.center, (x, y)) - model.radius)
        height = 0.0 if self.rulings.gap_mode == "plan" else level - model.level
        return math.hypot(plan, height)

    def behind(self, number: int, spot: Spot) -> bool:
        """Whether a place is in the rear sector of a model (UG-3)."""
        model = self.models[number]
        (x, y), (fx, fy) = model.center, model.front
        return (spot[0] - x) * fx + (spot[1] - y) * fy < -INCH.limit

    # Movement

    def way(
        self,
        number: int,
        corners: tuple[Corner, ...],
        *,
        facing: float | None = None,
        climb: bool = False,
        leave: bool = False,
        pool: float | None = None,
    ) -> Way:
        """Judge a way (UG-22)."""
        key = number, corners, facing, climb, leave, pool
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = movement.way(
                self.arena_of(number),
                self.models[number],
                corners,
                heading=facing,
                climb_test=climb,
                leave=leave,
                pool=pool,
            )
        return found

    def strolls(self, number: int, ends: Iterable[Point], pool: float) -> None:
        """Find out which of many straight walks are legal, as far as there is no doubt."""
        new = [end for end in ends if (number, end, pool) not in self._strolls]
        if new and not self.engaged(number):
            found = strolls(self.arena_of(number), self.models[number], new, pool)
            keys = ((number, end, pool) for end in new)
            self._strolls.update(zip(keys, found, strict=True))

    def stroll(self, number: int, end: Point, pool: float) -> bool | None:
        """Whether a straight walk is legal; None if nobody asked, or it is in doubt."""
        return self._strolls.get((number, end, pool))

    def is_barred(
        self, number: int, corner: Corner, *, climb: bool = False, pool: float | None = None
    ) -> bool:
        """Whether the straight way to a place cannot be gone, whoever is near it."""
        arena, model = self.arena_of(number), self.models[number]
        return movement.is_barred(arena, model, (corner,), climb_test=climb, pool=pool)

    def pushed(self, number: int, angle: float, inches: float) -> Displacement:
        """Return where a push takes a model (UG-28)."""
        return pushes.push(self.arena_of(number), self.models[number], angle, inches)

    def forced(
        self,
        number: int,
        angle: float,
        inches: float,
        *,
        climbs: bool = True,
        flies: bool = False,
        beside: int | None = None,
    ) -> Displacement:
        """Return where a model comes that has to move in a straight line (HR-68, HR-69).

        Parameters
        ----------
        number, angle, inches
            The model, the direction in degrees, and how far.
        climbs
            Whether it climbs and drops where that takes no test.
        flies
            Whether no height stops it.
        beside
            It falls back, short of the zones of enemies; but this model's is none yet (-1: there
            is no such model).
        """
        arena = self.arena_of(number) if beside is None else self._beside(number, beside)
        model = self.models[number]
        model = replace(model, flight=True) if flies else model
        shy = beside is not None
        return pushes.forced(arena, model, angle, inches, climbs=climbs, shy=shy)

    # Sight

    @cached_property
    def around(self) -> Surroundings:
        """All that can hide something."""
        models = {model.id: model for model in self.models.values()}
        return Surroundings(self.field.terrain, models, catalogue(), self.rulings)

    def look(self, by: int, on: int) -> Look:
        """Return what a model sees of another one (UG-6 to UG-13)."""
        found = self._looks.get((by, on))
        if found is None:
            found = self.around.look(self.models[by], self.models[on])
            self._looks[by, on] = found
        return found

    def looks(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Measure what models see of other ones, many in one go; then :meth:`look` knows it."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._looks]
        found = self.around.looks((self.models[by], self.models[on]) for by, on in new)
        self._looks.update(zip(new, found, strict=True))

    def look_at(self, by: int, spot: Spot) -> Look:
        """Return what a model sees of a small base that stood on a place (HR-90)."""
        mark = _mark(spot)
        models = {model.id: model for model in self.models.values()} | {mark.id: mark}
        around = Surroundings(self.field.terrain, models, catalogue(), self.rulings)
        return around.look(self.models[by], mark)

    def ground(self, spot: Spot) -> bool:
        """Whether a place lies on a surface of the table (UG-19)."""
        x, y, level = spot
        arena = self.arena(0)
        surface = arena.surface_at((x, y), level) if arena.inside((x, y), 0.0) >= 0.0 else None
        return surface is not None and abs(surface.level - level) <= INCH.limit

    def shape(self, number: int, name: str, angle: float) -> BaseGeometry:
        """Return what a shape covers that a model emits (UG-15)."""
        size = Size.parse(name, self.around.shapes)
        return emitted(self.around, size, self.models[number], angle).zone.polygon

    def scattered(self, aim: Spot, inches: float, angle: float) -> Spot:
        """Return where something comes down that misses its aim (UF-100, HR-91)."""
        place, level = aim[:2], aim[2]
        end = scattered(place, inches, angle)
        if self.rulings.scatter_walls:
            solids = self.field.terrain.solids
            walls = [solid.shape for solid in solids if solid.blocks_move and solid.top > level]
            end = flight(place, end, walls).end
        below = self.arena(0).highest_below(end, level)
        return Spot(*end, 0.0 if below is None else below.level)


def board(state: Skirmish) -> Board:
    """Return the position of all models of a state."""
    found: Board | None = state.__dict__.get("_board")
    if found is None:
        here = tuple([_standing(state, number) for number in _on_table(state)])
        found = _board(state.settings.table, state.rulings, here)
        state.__dict__["_board"] = found
    return found


def table(state: Skirmish) -> Table:
    """Return the table of a state, as people draw it, save it, and ask the judge about it."""
    found = field(state.settings.table).table
    for one in board(state).here:
        x, y, level, facing = one.place
        said: dict[str, Any] = {
            "level": level or None,
            "posture": None if one.standing else "down",
            "flight": one.flight or None,
            "unit": one.unit or None,
        }
        piece = Piece(
            one.id,
            base=one.size,
            seat=one.seat,
            at=(x, y),
            heading=facing,
            move=max(0, one.move),
            toughness=one.toughness,
            **{key: value for key, value in said.items() if value is not None},
        )
        found = found.add(piece)
    return found


@lru_cache(maxsize=256)
def _board(name: str, rulings: Options, here: tuple[Standing, ...]) -> Board:
    return Board(name, rulings, here)


def _on_table(state: Skirmish) -> list[int]:
    return [n for n, fighter in enumerate(state.fighters) if fighter.place is not None]


def _standing(state: Skirmish, number: int) -> Standing:
    fighter, troop = state.fighters[number], state.troops[number]
    body = troop.body(fighter)
    return Standing(
        number,
        fighter.id,
        fighter.seat,
        troop.recruit.size,
        state.fighters[number].place or (0.0, 0.0, 0.0, 0.0),
        fighter.standing,
        fighter.fate == "lying",
        body.value("M", state.rulings),
        body.value("T", state.rulings),
        troop.reach(fighter),
        "flight" in troop.rules,
        troop.recruit.unit,
    )


@lru_cache(maxsize=4096)
def _model(one: Standing) -> Model:
    size = catalogue().sizes[one.size]
    x, y, level, facing = one.place
    return Model(
        one.id,
        one.seat,
        size,
        Pose(x, y, facing),
        level=level,
        height=size.height,
        standing=one.standing,
        move=one.move,
        toughness=one.toughness,
        reach=one.reach,
        flight=one.flight,
        unit=one.unit,
    )


def _mark(spot: Spot) -> Model:
    x, y, level = spot
    size = catalogue().sizes["small"]
    return Model("", None, size, Pose(x, y, 0.0), level, size.height, standing=False)


@lru_cache(maxsize=16)
def _bare(name: str, rulings: Options) -> surfaces.Arena:
    """Return a battlefield without models."""
    ground = field(name)
    return surfaces.Arena(ground.terrain, (), rulings, catalogue().measuring, ground.table.area)


def why_no_room(state: Skirmish, number: int, place: Place) -> str | None:
    """Return why a model cannot stand somewhere, with the rule; None if it can (UG-19, UG-22)."""
    x, y, level, _ = place
    here, size = board(state), state.troops[number].recruit.size
    why = _why_no_ground(here.field.name, here.rulings, size, (x, y, level))
    if why:
        return why
    figure = catalogue().sizes[size]
    own = state.fighters[number].id
    others = (other for other in here.models.values() if other.id != own)
    return surfaces.why_crowded(others, (x, y), level, figure.base.radius, figure.height)


@lru_cache(maxsize=16384)
def _why_no_ground(name: str, rulings: Options, size: str, spot: Spot) -> str | None:
    """Return why the ground has no room for a base, whoever else stands there (UG-19, UG-20)."""
    arena, figure = _bare(name, rulings), catalogue().sizes[size]
    x, y, level = spot
    return surfaces.why_no_ground(arena, (x, y), level, figure.base.radius, figure.height)


def misplaced(state: Skirmish) -> list[str]:
    """Return which models are where none can be: in the air, in walls, in one another.

    Tolerances are those of the table, not of a single step: places are rounded after each.
    """
    return [
        fighter.id
        for number, fighter in enumerate(state.fighters)
        if fighter.place is not None and why_no_room(state, number, fighter.place)
    ]


def settled(x: float, y: float, level: float, facing: float) -> Place:
    """Return a place as the game keeps it: rounded, so that all machines agree."""
    pose = Pose(x, y, facing).snapped()
    return pose.x, pose.y, round(level, 7) + 0.0, pose.heading
