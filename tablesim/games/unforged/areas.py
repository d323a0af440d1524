"""Area weapons: how large, cut by which room, and who is caught (part 8)."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...errors import NotAMove, did_you_mean
from ...geometry import Convex, Point, Pose, gap_of_parts, unit
from ...geometry.area import Bar, Circle, Fan, Teardrop, Template, Zone
from ...geometry.cover import cast
from ...geometry.terrain import Relief
from .rules import INCH

if TYPE_CHECKING:
    from ...geometry.terrain import Spot
    from .cover import Surroundings
    from .models import Model
    from .terrain import Storey

_PAIR = re.compile(r"(?P<open>\d+(?:\.\d+)?)(?:/(?P<enclosed>\d+(?:\.\d+)?|storey))?")

STOREY = "storey"
"""The second size of a weapon that fills a whole room or level (UF-51)."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of an area weapon: ``3/5``, ``3/storey``, ``1``, or a shape by its name (UF-51).

    Attributes
    ----------
    text
        As it is written.
    open
        The diameter in the open; 0 for a named shape.
    enclosed
        The diameter in a room; 0 for a whole storey, and for a named shape.
    shape
        ``"teardrop"``, ``"beam"`` or ``"fan"``; empty for a circle (UF-53).
    """

    text: str
    open: float = 0.0
    enclosed: float = 0.0
    shape: str = ""

    @property
    def storey(self) -> bool:
        """Whether it fills a whole room."""
        return not self.shape and not self.enclosed

    @classmethod
    def parse(cls, text: str, shapes: Mapping[str, object], weapons: Collection[str] = ()) -> Size:
        """Read a size.

        Parameters
        ----------
        text
            As it is written.
        shapes
            The shapes by their names.
        weapons
            The weapons that could have been named in its place, for the message.

        Raises
        ------
        NotAMove
            If it is none.

        >>> Size.parse("3/storey", {}).storey, Size.parse("1", {}).enclosed
        (True, 1.0)
        """
        if text in shapes:
            return cls(text, shape=text)
        found = _PAIR.fullmatch(text)
        if found is None or float(found["open"]) <= 0 or found["enclosed"] in ("0", "0.0"):
            hint = did_you_mean(text, [*shapes, *weapons])
            known = ", ".join([*shapes, *weapons])
            raise NotAMove(f"no area {text!r}{hint}; write it as 3/5, 3/storey, 1, or {known}")
        enclosed = found["enclosed"] or found["open"]
        return cls(text, float(found["open"]), 0.0 if enclosed == STOREY else float(enclosed))


@dataclass(frozen=True, slots=True)
class Caught:
    """How an area stands to one model (UG-18).

    Attributes
    ----------
    model
        The model.
    depth
        By how much its base lies under the area; negative: minus the gap.
    share
        The share of its base that is covered.
    reasons
        Why it is not affected, where it is not.
    """

    model: Model
    depth: float
    share: float
    reasons: tuple[str, ...]

    @property
    def hit(self) -> bool:
        """Whether it is affected."""
        return not self.reasons


@dataclass(frozen=True)
class Blast:
    """An area on the table: where it spreads from, what it covers, whom it catches.

    Attributes
    ----------
    around
        What can stop it.
    size
        How large the weapon makes it.
    zone
        What it covers on the plane.
    origin
        The point in space that it spreads from.
    level
        The level that it lies on (UG-18).
    storey
        The room that cuts it; None in the open.
    whole
        Whether it fills the whole room.
    firer
        The model that emits it; None for circles, which catch everybody.
    """

    around: Surroundings
    size: Size
    zone: Zone
    origin: Spot
    level: float
    storey: Storey | None = None
    whole: bool = False
    firer: Model | None = None

    @cached_property
    def caught(self) -> tuple[Caught, ...]:
        """Every model but the firer of a shape, with why it is not affected (UG-18)."""
        return tuple(
            self._caught(model)
            for model in self.around.models.values()
            if self.firer is None or model.id != self.firer.id
        )

    def _caught(self, model: Model) -> Caught:
        depth = self.zone.depth_of(model.center, model.radius)
        near = depth > -INCH.limit
        share = self.zone.share_under(model.center, model.radius) if near else 0.0
        return Caught(model, depth, share, tuple(self._why_not(model, depth, share)))

    def _why_not(self, model: Model, depth: float, share: float) -> Iterator[str]:
        hit = self.around.options.template_hit
        if depth < -INCH.limit:
            yield f"{-depth:.4g} in outside (UG-18)"
            return
        if hit == "centre" and depth < model.radius - INCH.limit:
            yield "its middle is not under it (HR-37)"
        if hit == "half" and share < 0.5 - INCH.limit:
            yield f"only {100 * share:.0f} % of its base is under it (HR-37)"
        if self.whole:
            if self.storey is not None and not self.storey.holds(model.level):
                yield "it does not stand in that storey (UG-18)"
            return
        vertical = self.around.numbers.template_vertical
        if not INCH.within(abs(model.level - self.level), vertical):
            yield f"its level is {abs(model.level - self.level):.4g} in off (UG-18)"
        elif self.around.options.blast_walls and not self._in_line(model):
            yield "it is walled off (HR-38)"

    def _in_line(self, model: Model) -> bool:
        """Whether some of the silhouette is in line with where the area spreads from (UG-18)."""
        seen = cast(
            self.walls,
            self.origin,
            model.center,
            half_width=model.radius,
            low=model.level,
            high=model.top,
            plumb=self.around.numbers.above_below,
        )
        shows = seen.free(model.radius, model.level, model.top)
        return shows > self.around.numbers.silhouette_area

    @property
    def walls(self) -> Relief:
        """The terrain that stops it; models do not."""
        return self.around.walls


def blast(around: Surroundings, size: Size, at: Point, level: float) -> Blast:
    """Return a circle about a point, or what a room makes of it (UG-14, UF-51, UF-52, HR-35).

    Parameters
    ----------
    around
        What can stop it.
    size
        A size that is no named shape.
    at, level
        The point and its level.
    """
    origin = (*at, level + around.numbers.blast_center)
    room = storey_at(around, at, level)
    if room is None or around.options.pair_meaning == "always_first":
        return Blast(around, size, Circle(size.open / 2).at(Pose(*at)), origin, level)
    diameter = _enclosed(around, size, room)
    if diameter is None:
        return Blast(around, size, Zone.of(room.room), origin, level, room, whole=True)
    zone = Circle(diameter / 2).within(room.room, at)
    return Blast(around, size, zone, origin, level, room)


def storey_at(around: Surroundings, at: Point, level: float) -> Storey | None:
    """Return the room or level that holds a point, the smallest of several (UG-14)."""
    middle = (Convex((at,)),)
    holding = [
        storey
        for storey in around.battlefield.storeys
        if storey.holds(level) and gap_of_parts(middle, storey.room.parts).distance <= INCH.limit
    ]
    return min(holding, key=lambda storey: storey.room.polygon.area, default=None)


def _enclosed(around: Surroundings, size: Size, room: Storey) -> float | None:
    """Return the diameter of a circle in a room; None if it fills the room (UF-52, HR-36)."""
    option, times = around.options.big_ruin, around.numbers.big_ruin_factor
    if size.storey:
        tripled = times * size.open
        larger = room.room.polygon.area > math.pi * (tripled / 2) ** 2
        return tripled if option != "off" and (room.big or larger) else None
    if option == "all_pairs" and room.big:
        return times * min(size.open, size.enclosed)
    return size.enclosed


def emitted(around: Surroundings, size: Size, firer: Model, angle: float) -> Blast:
    """Return a shape that a model emits, its tip on the edge of the base (UG-15 to UG-17, HR-39).

    Parameters
    ----------
    around
        What can stop it.
    size
        A named shape.
    firer, angle
        Who emits it, in which direction in degrees.
    """
    (x, y), (c, s) = firer.center, unit(angle)
    tip = Pose(x + firer.radius * c, y + firer.radius * s, angle)
    origin = (x, y, firer.eye(around.numbers))
    zone = shape(around.shapes[size.shape], size.shape).at(tip)
    return Blast(around, size, zone, origin, firer.level, firer=firer)


def shape(numbers: Mapping[str, float], name: str) -> Template:
    """Return an area named in words (UF-53, UG-15, UG-16, UG-17)."""
    match name:
        case "teardrop":
            return Teardrop(numbers["length"], numbers["wide"], numbers["narrow"])
        case "beam":
            return Bar(numbers["length"], numbers["width"])
    return Fan(numbers["length"], numbers["opening"])
