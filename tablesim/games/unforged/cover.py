"""Line of sight and cover: what a viewer sees of a target, and what grade that makes (part 7)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...geometry import Convex, Hull, Index, Placed, Point, Pose, gap_of_parts, separation
from ...geometry.between import between
from ...geometry.cover import Hidden, free_areas, hidden
from ...geometry.sightline import Sightline, sightline
from ...geometry.terrain import Relief
from .rules import INCH, grade

if TYPE_CHECKING:
    from ...geometry.terrain import Spot
    from .catalogue import UnforgedCatalogue
    from .models import Model
    from .options import Options
    from .terrain import Battlefield, Solid, TerrainPiece

EYES = ("the middle", "the left side", "the right side")
"""The eyes of a viewer, as it looks at its target (UG-6)."""


class Surroundings:
    """All that can hide something on a table: terrain that blocks sight, and standing models.

    Parameters
    ----------
    battlefield
        The terrain.
    models
        All models.
    catalogue, options
        What the measuring rules need, and the house rulings.

    Attributes
    ----------
    numbers, shapes
        The numbers of the measuring rules, and the areas named in words.
    """

    def __init__(
        self,
        battlefield: Battlefield,
        models: Mapping[str, Model],
        catalogue: UnforgedCatalogue,
        options: Options,
    ) -> None:
        self.battlefield = battlefield
        self.models = models
        self.numbers = catalogue.measuring
        self.shapes = catalogue.areas
        self.options = options

    @cached_property
    def relief(self) -> Relief:
        """The solids that hide, each owned by its piece or model (UG-8, HR-29)."""
        figures = [
            replace(model.body, owner=self.owner(model.id))
            for model in self.models.values()
            if model.standing and self.options.models_obscure
        ]
        return Relief([*self.walls.prisms, *figures])

    @cached_property
    def walls(self) -> Relief:
        """The terrain that hides, each solid owned by its piece."""
        return self.battlefield.walls

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The id of each owner of prisms: pieces first, then models."""
        return (*self.battlefield.names, *self.models)

    @cached_property
    def _owners(self) -> Mapping[str, int]:
        first = len(self.battlefield.names)
        return {id: first + number for number, id in enumerate(self.models)}

    def owner(self, model: str) -> int:
        """Return the number that owns the body of a model."""
        return self._owners[model]

    def eyes(self, viewer: Model, target: Model) -> tuple[Spot, Spot, Spot]:
        """Return the eyes of a viewer: the middle one and those at its sides (UG-6)."""
        (x, y), height = viewer.center, viewer.eye(self.numbers)
        dx, dy = target.center[0] - x, target.center[1] - y
        size = (dx * dx + dy * dy) ** 0.5
        out = self.numbers.side_eye_share * viewer.radius / size if size else 0.0
        sides = ((x - out * dy, y + out * dx, height), (x + out * dy, y - out * dx, height))
        return ((x, y, height), *sides)

    @cached_property
    def _index(self) -> Index:
        return Index([solid.shape for solid in self.battlefield.solids])

    def near(self, viewer: Model, target: Model) -> Iterator[Solid]:
        """Yield the solids that may lie between two models: those near the line between them."""
        line = Placed(Hull(_around(viewer.center, target)), Pose(0, 0))
        for number in self._index.near(line):
            yield self.battlefield.solids[number]

    def look(self, viewer: Model, target: Model) -> Look:
        """Return what a viewer sees of a target."""
        return Look(self, viewer, target)


@dataclass(frozen=True)
class Look:
    """What a viewer sees of a target; everything is measured when it is first asked for.

    Attributes
    ----------
    around
        What can hide.
    viewer, target
        Who looks at whom.
    """

    around: Surroundings
    viewer: Model
    target: Model

    @cached_property
    def _skip(self) -> tuple[int, int]:
        return self.around.owner(self.viewer.id), self.around.owner(self.target.id)

    @cached_property
    def eyes(self) -> tuple[Spot, ...]:
        """The eyes of the viewer (UG-6)."""
        return self.around.eyes(self.viewer, self.target)

    @cached_property
    def seen(self) -> tuple[float, ...]:
        """How many square inches of the silhouette each eye sees (UG-10)."""
        target = self.target
        return free_areas(
            self.around.relief,
            self.eyes,
            target.center,
            half_width=target.radius,
            low=target.level,
            high=target.top,
            skip=self._skip,
            plumb=self.around.numbers.above_below,
        )

    @cached_property
    def los(self) -> bool:
        """Whether there is a line of sight (UF-47, UG-10)."""
        target, least = self.target, self.around.numbers.silhouette_area
        # The raised base is a part of the silhouette, so that what shows of it is enough.
        if 2 * target.radius <= target.height:
            shows = (1.0 - self._middle.share) * math.pi * target.radius**2
            if shows > 2 * least:
                return True
        return max(self.seen) > least

    @cached_property
    def line(self) -> Sightline:
        """The straight line from the middle eye to the middle of the target's raised base."""
        target = self.target
        end = (*target.center, target.level + target.radius)
        return sightline(self.around.relief, self.eyes[0], end, skip=self._skip)

    @cached_property
    def _middle(self) -> Hidden:
        return self._hidden(self.eyes[:1])

    @cached_property
    def hidden(self) -> Hidden:
        """How much of the raised base is hidden from the eye that grades (UG-9, HR-28)."""
        chosen = self.around.options.cover_eye
        if chosen == "centre":
            return self._middle
        eyes = self.eyes
        found = self._hidden(eyes)
        if chosen == "worst_of_3":
            worst = max(range(len(eyes)), key=found.each.__getitem__)
            return replace(self._hidden((eyes[worst],)), eye=worst, each=found.each)
        return found

    def _hidden(self, eyes: tuple[Spot, ...]) -> Hidden:
        target = self.target
        return hidden(
            self.around.relief,
            eyes,
            target.center,
            target.level,
            target.radius,
            skip=self._skip,
            plumb=self.around.numbers.above_below,
        )

    @cached_property
    def touched(self) -> tuple[str, ...]:
        """The pieces that the target touches (UG-12)."""
        pieces = self.around.battlefield.pieces.values()
        return tuple(piece.id for piece in pieces if self._touches(self.target, piece))

    def _touches(self, model: Model, piece: TerrainPiece) -> bool:
        if piece.area:
            middle = (Convex((model.center,)),)
            return any(
                INCH.within(gap_of_parts(middle, solid.shape.parts).distance, 0.0)
                and solid.bottom <= model.level + INCH.limit
                for solid in piece.solids
            )
        reach = self.around.numbers.touch
        return any(
            self._rises_at(model, solid) and separation(model.base, solid.shape) <= reach
            for solid in piece.solids
        )

    def _rises_at(self, model: Model, solid: Solid) -> bool:
        """Whether a solid stands beside a model: not only below its feet, nor above its head."""
        above = solid.top > model.level + self.around.numbers.step + INCH.limit
        return above and solid.bottom < model.top - INCH.limit

    @cached_property
    def between(self) -> tuple[str, ...]:
        """The pieces that lie between viewer and target (UF-48, UG-11, HR-30, HR-32)."""
        pieces, found = self.around.battlefield.pieces, {}
        for solid in self.around.near(self.viewer, self.target):
            piece = pieces[solid.piece]
            if piece.id not in found and self._depth(piece, solid) > INCH.overlap:
                found[piece.id] = piece
        if self.around.options.ignore_viewer_contact:
            found = {id: p for id, p in found.items() if not self._touches(self.viewer, p)}
        return tuple(id for id in pieces if id in found)

    def _depth(self, piece: TerrainPiece, solid: Solid) -> float:
        """Return by how much a solid lies between the two; negative: it does not (UG-11)."""
        viewer, target = self.viewer, self.target
        if self.around.options.between_mode == "centre_line":
            return _length_inside(solid, viewer.center, target.center)
        prism = solid.prism
        if piece.area:
            nominal = solid.bottom + self.around.numbers.area_height
            prism = replace(prism, top=max(solid.top, nominal))
        here, there = (viewer.level, viewer.top), (target.level, target.top)
        if self.around.options.between_mode == "fan2d":  # whatever the heights
            here = there = (prism.bottom - 1.0, prism.top + 1.0)
        stood_on = any(_supports(solid, model) for model in (viewer, target))
        return between(
            prism,
            viewer.center,
            target.center,
            target.radius,
            viewer=here,
            target=there,
            base=viewer.radius if stood_on else None,
        )

    @cached_property
    def grade(self) -> str:
        """The grade of the cover (UF-48 to UF-50, UG-13)."""
        touched = self.touched if self.around.options.touch_side == "any" else ()
        return grade(
            self.hidden.share,
            los=self.los,
            terrain=bool(self.between or touched),
            tolerance=self.around.options.hidden_tol,
        )

    def moved(self, dx: float, dy: float) -> Look:
        """Return what the viewer would see if the target stood elsewhere."""
        x, y = self.target.center
        there = replace(self.target, pose=Pose(x + dx, y + dy, self.target.pose.heading))
        return Look(self.around, self.viewer, there)


def _around(eye: Point, target: Model) -> tuple[Point, ...]:
    """Return an eye and the corners of the square about a target's base."""
    (x, y), r = target.center, target.radius
    return (eye, (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))


def _supports(solid: Solid, model: Model) -> bool:
    """Whether a model stands on a solid (UG-19)."""
    middle = (Convex((model.center,)),)
    level = abs(solid.top - model.level) <= INCH.limit
    return level and gap_of_parts(middle, solid.shape.parts).distance <= INCH.limit


def _length_inside(solid: Solid, a: Point, b: Point) -> float:
    """Return the length of a line on the plane inside of a solid."""
    flat = Relief([replace(solid.prism, bottom=-1.0, top=1.0)])
    line = sightline(flat, (*a, 0.0), (*b, 0.0))
    inside = sum(stretch.end - stretch.start for stretch in line.stretches if stretch.entered)
    return inside * math.dist(a, b)
