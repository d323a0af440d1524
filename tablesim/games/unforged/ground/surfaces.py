"""Where a model can stand: the ground, roofs and floors, and what bears the middle of a base."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ....geometry import Convex, Disc, Index, Placed, Point, Pose
from ....geometry.convex import signed_separation
from ..components import Measuring
from ..models import Model
from ..options import Options
from ..rules import INCH
from ..terrain import Battlefield, Solid

GROUND = "ground"
"""The name of the surface that is everywhere (UG-19)."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A face that bears models: the ground, a roof, a floor (UG-19).

    Attributes
    ----------
    piece
        The id of the piece that it belongs to, or :data:`GROUND`.
    level
        Its height.
    shape
        What it covers; None for the ground, which is everywhere.
    floor
        Whether it is the floor of a storey: nobody's head goes through it.
    """

    piece: str
    level: float
    shape: Placed | None = None
    floor: bool = False

    def bears(self, point: Point) -> bool:
        """Whether a point lies on it; its border belongs to it."""
        return self.shape is None or apart(self.shape, point) <= INCH.contact


def apart(shape: Placed, point: Point, radius: float = 0.0) -> float:
    """Return the gap of a shape and a disc, or minus the depth of the one in the other."""
    disc = Convex((point,), radius)
    return min(signed_separation(disc, part) for part in shape.parts)


@dataclass(frozen=True)
class Arena:
    """All that bears, bars and fights a model that moves: one table under one set of rulings.

    Attributes
    ----------
    battlefield
        The terrain.
    models
        All models on the table, the one that moves among them: it never bars itself.
    options
        The house rulings.
    numbers
        The numbers of the measuring rules.
    area
        Width and depth of the table.
    """

    battlefield: Battlefield
    models: tuple[Model, ...]
    options: Options
    numbers: Measuring
    area: tuple[float, float]

    @cached_property
    def surfaces(self) -> tuple[Surface, ...]:
        """The ground, and the tops of all solids and all floors that one can stand on (UG-19)."""
        tops = [Surface(s.piece, s.top, s.shape) for s in self.battlefield.solids if s.standable]
        floors = [
            Surface(storey.piece, storey.floor, storey.room, floor=True)
            for storey in self.battlefield.storeys
            if storey.floor > self.numbers.step
        ]
        return (Surface(GROUND, 0.0), *tops, *floors)

    @cached_property
    def _surfaces_by_place(self) -> Index:
        return Index([s.shape for s in self.surfaces if s.shape is not None])

    def with_models(self, models: tuple[Model, ...]) -> Arena:
        """Return the same table with other models, without working out its surfaces again."""
        found = replace(self, models=models)
        vars(found).update(surfaces=self.surfaces, _surfaces_by_place=self._surfaces_by_place)
        return found

    def solids_near(self, spot: Placed, within: float) -> list[Solid]:
        """Return the solids that may come within a distance of a shape."""
        field = self.battlefield
        return [field.solids[i] for i in field.index.near(spot, within)]

    def surfaces_near(self, spot: Placed, within: float = 0.0) -> list[Surface]:
        """Return the surfaces that may lie within a distance of a shape, the ground first."""
        if len(self.surfaces) == 1:
            return list(self.surfaces)
        above = self._surfaces_by_place.near(spot, within)
        return [self.surfaces[0], *(self.surfaces[1 + i] for i in above)]

    def under(self, point: Point) -> Iterator[Surface]:
        """Yield the surfaces that a point lies on, at whatever height."""
        spot = Placed(_SPOT, Pose(*point))
        return (s for s in self.surfaces_near(spot, INCH.contact) if s.bears(point))

    def surface_at(self, point: Point, level: float) -> Surface | None:
        """Return the surface that bears a model at a level; None if it is in the air (UG-19).

        Of several within a step of that level it is the nearest one, the higher of two.
        """
        step = self.numbers.step
        near = [s for s in self.under(point) if INCH.within(abs(s.level - level), step)]
        return min(near, key=lambda s: (abs(s.level - level), -s.level), default=None)

    def highest_below(self, point: Point, level: float) -> Surface | None:
        """Return the highest surface at a point that is not above a level (UG-19, UG-28)."""
        below = [s for s in self.under(point) if s.level <= level + INCH.limit]
        return max(below, key=lambda s: s.level, default=None)

    def others(self, model: Model) -> list[Model]:
        """Return all models but one."""
        return [other for other in self.models if other.id != model.id]

    def inside(self, point: Point, radius: float) -> float:
        """Return how far a base is inside the table; negative: how far it sticks out."""
        (x, y), (width, depth) = point, self.area
        return min(x, y, width - x, depth - y) - radius


_SPOT = Disc(1e-9)


def why_no_ground(
    arena: Arena, at: Point, level: float, radius: float, height: float
) -> str | None:
    """Return why the ground has no room for a figure, whoever else stands there; None if it has.

    By UG-19 something must bear its middle (HR-57), by UG-20 no wall may bar it.
    """
    out = -arena.inside(at, radius)
    if out > INCH.limit:
        return f"UG-20: the base sticks {out:.3f} in out of the table"
    surface = arena.surface_at(at, level)
    if surface is None or abs(surface.level - level) > INCH.limit:
        known = sorted({found.level for found in arena.under(at)})
        levels = " or ".join(f"{found:g}" for found in known)
        return f"UG-19: nothing bears a model at level {level:g} there; a level there is {levels}"
    for solid in arena.solids_near(Placed(Disc(radius), Pose(*at)), radius):
        barred = solid.top > level + arena.numbers.step + INCH.limit
        if solid.blocks_move and barred and solid.bottom < level + height:
            depth = -apart(solid.shape, at, radius)
            if depth > INCH.overlap:
                return f"UG-20: the base would be {depth:.3f} in inside {solid.piece}"
    return None


def why_crowded(
    others: Iterable[Model], at: Point, level: float, radius: float, height: float
) -> str | None:
    """Return why other models leave no room for a figure (UG-22); None if they do."""
    for other in others:
        depth = radius + other.radius - math.dist(at, other.center)
        away = other.top <= level or other.level >= level + height
        if depth > INCH.overlap and not away:
            return f"UG-22: the base would be {depth:.3f} in inside that of {other.id}"
    return None
