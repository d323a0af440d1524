"""Line of sight and cover: what a viewer sees of a target, and what grade that makes (part 7)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...geometry import Convex, Point, Pose, gap_of_parts, separation
from ...geometry.between import between
from ...geometry.cover import Hidden, free_areas, hidden, hidden_shares
from ...geometry.sightline import Sightline, sightline
from ...geometry.terrain import Floats, Relief
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

    def near(self, viewer: Model, target: Model) -> list[Solid]:
        """Return the solids that may lie between two models: those near the line between them."""
        (ax, ay), (bx, by), r = viewer.center, target.center, target.radius
        box = min(ax, bx - r), min(ay, by - r), max(ax, bx + r), max(ay, by + r)
        return [self.battlefield.solids[i] for i in self.battlefield.index.meeting(box)]

    def beside(self, model: Model) -> list[Solid]:
        """Return the solids that a model may touch."""
        field, within = self.battlefield, self.numbers.touch + INCH.limit
        return [field.solids[i] for i in field.index.near(model.base, within)]

    def look(self, viewer: Model, target: Model) -> Look:
        """Return what a viewer sees of a target."""
        return Look(self, viewer, target)

    def looks(self, pairs: Iterable[tuple[Model, Model]]) -> list[Look]:
        """Return what viewers see of their targets, all that takes long measured in one go."""
        looks = [self.look(viewer, target) for viewer, target in pairs]
        if looks:
            for look, share, los in zip(looks, *_measured(self, looks), strict=True):
                vars(look).update(share=share, los=los)  # as if somebody had asked for them
        return looks


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
    def skip(self) -> tuple[int, int]:
        """The owners of the two bodies, which hide nothing from each other."""
        return self.around.owner(self.viewer.id), self.around.owner(self.target.id)

    @cached_property
    def eyes(self) -> tuple[Spot, ...]:
        """The eyes of the viewer (UG-6)."""
        return self.around.eyes(self.viewer, self.target)

    @cached_property
    def seen(self) -> tuple[float, ...]:
        """How many square inches of the silhouette each eye sees (UG-10)."""
        target = self.target
        areas = free_areas(
            self.around.relief,
            self.eyes,
            target.center,
            half_width=target.radius,
            low=target.level,
            high=target.top,
            skip=self.skip,
            plumb=self.around.numbers.above_below,
        )
        return tuple(areas.tolist())

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
        return sightline(self.around.relief, self.eyes[0], end, skip=self.skip)

    @cached_property
    def _middle(self) -> Hidden:
        return self._hidden(self.eyes[:1])

    @cached_property
    def hidden(self) -> Hidden:
        """How much of the raised base is hidden from the eye that grades (UG-7, UG-9, HR-28)."""
        chosen = self.around.options.cover_eye
        if chosen == "centre":
            return self._middle
        eyes = self.eyes
        found = self._hidden(eyes)
        if chosen == "worst_of_3":
            worst = max(range(len(eyes)), key=found.each.__getitem__)
            return replace(self._hidden((eyes[worst],)), eye=worst, each=found.each)
        return found

    @cached_property
    def share(self) -> float:
        """The share of the raised base that is hidden."""
        return self.hidden.share

    def _hidden(self, eyes: tuple[Spot, ...]) -> Hidden:
        target = self.target
        return hidden(
            self.around.relief,
            eyes,
            target.center,
            target.level,
            target.radius,
            skip=self.skip,
            plumb=self.around.numbers.above_below,
        )

    @cached_property
    def touched(self) -> tuple[str, ...]:
        """The pieces that the target touches (UG-12)."""
        return self._touched_by(self.target)

    def _touched_by(self, model: Model) -> tuple[str, ...]:
        pieces = self.around.battlefield.pieces
        found = {
            solid.piece
            for solid in self.around.beside(model)
            if self._touches(model, pieces[solid.piece], solid)
        }
        return tuple(id for id in pieces if id in found)

    def _touches(self, model: Model, piece: TerrainPiece, solid: Solid) -> bool:
        if piece.area:
            middle = (Convex((model.center,)),)
            return solid.bottom <= model.level + INCH.limit and INCH.within(
                gap_of_parts(middle, solid.shape.parts).distance, 0.0
            )
        reach = self.around.numbers.touch
        return self._rises_at(model, solid) and separation(model.base, solid.shape) <= reach

    def _rises_at(self, model: Model, solid: Solid) -> bool:
        """Whether a solid stands beside a model: not only below its feet, nor above its head."""
        above = solid.top > model.level + self.around.numbers.step + INCH.limit
        return above and solid.bottom < model.top - INCH.limit

    @cached_property
    def between(self) -> tuple[str, ...]:
        """The pieces that lie between viewer and target (UF-48, UG-11, HR-30, HR-32)."""
        found = set(self._between())
        return tuple(id for id in self.around.battlefield.pieces if id in found)

    def _between(self) -> Iterator[str]:
        """Yield the pieces that lie between the two as they are found."""
        pieces, options = self.around.battlefield.pieces, self.around.options
        found = set(self._touched_by(self.viewer) if options.ignore_viewer_contact else ())
        for solid in self.around.near(self.viewer, self.target):
            id = solid.piece
            if id not in found and self._depth(pieces[id], solid) > INCH.overlap:
                found.add(id)
                yield id

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
        found = self.graded(terrain=False)
        return self.graded(terrain=self._meets_terrain) if found == "EXPOSED" else found

    def graded(self, *, terrain: bool) -> str:
        """Return the grade if terrain lies between, or is touched, or if none is."""
        tolerance = self.around.options.hidden_tol
        return grade(self.share, los=self.los, terrain=terrain, tolerance=tolerance)

    @property
    def _meets_terrain(self) -> bool:
        touched = self.around.options.touch_side == "any" and bool(self.touched)
        return touched or any(True for _ in self._between())

    def moved(self, dx: float, dy: float) -> Look:
        """Return what the viewer would see if the target stood elsewhere."""
        x, y = self.target.center
        there = replace(self.target, pose=Pose(x + dx, y + dy, self.target.pose.heading))
        return Look(self.around, self.viewer, there)


def _measured(around: Surroundings, looks: list[Look]) -> tuple[list[float], list[bool]]:
    """Return the hidden share and the line of sight of looks, as each of them alone has them."""
    relief, plumb = around.relief, around.numbers.above_below
    eyes = np.array([look.eyes for look in looks])
    skip = np.array([look.skip for look in looks])
    targets = [look.target for look in looks]
    at = np.array([target.center for target in targets])
    low, height, radius = np.array([(t.level, t.height, t.radius) for t in targets]).T

    def shares(eye: int) -> Floats:
        return hidden_shares(relief, eyes[:, eye], at, low, radius, skip=skip, plumb=plumb)

    middle, chosen = shares(0), around.options.cover_eye
    each = [middle] if chosen == "centre" else [middle, shares(1), shares(2)]
    share = np.max(each, axis=0) if chosen == "worst_of_3" else np.min(each, axis=0)
    least = around.numbers.silhouette_area
    los = (2 * radius <= height) & ((1.0 - middle) * math.pi * radius**2 > 2 * least)
    doubt = np.flatnonzero(~los)
    of = doubt.repeat(len(EYES))
    seen = free_areas(
        relief,
        eyes[doubt].reshape(-1, 3),
        at[of],
        half_width=radius[of],
        low=low[of],
        high=(low + height)[of],
        skip=skip[of],
        plumb=plumb,
    )
    los[doubt] = seen.reshape(-1, len(EYES)).max(axis=1) > least
    return share.tolist(), los.tolist()


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
