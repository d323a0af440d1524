"""Barrel roll, boost and decloak: the exact set of places where a ship may be set down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from ...geometry import Interval, Placed, Pose, Rect, Straight, Strip, intervals, separation
from ...geometry.slide import beyond, blocked
from . import rules
from .components import Template
from .slides import Slide

if TYPE_CHECKING:
    from ...table import Piece
    from .judge import Judge

Free = tuple[Interval, ...]

_SLACK = rules.MM.overlap / 2
"""XW-156 forgives an overlap up to its tolerance; half of it leaves room to snap the pose."""

_SOLVED = 1e-10


@dataclass(frozen=True)
class Places:
    """A template laid against a ship, the ship at its other end, and how far both may slide.

    The template slides by ``d1`` along the old base, the ship by ``d2`` along the template, both
    along the heading of the ship, which a roll keeps (XW-160).

    Attributes
    ----------
    strip
        The template at ``d1 = 0``.
    base, counted
        The base in its new place at slide ``d1 + d2 = 0``: plain, and as it counts between ships.
    play
        The greatest size of ``d1`` and of ``d2``; 0 where the template fits in one place only.
    ships, rocks
        What the base must not overlap, by id; the template only has to be clear of the rocks.
    area
        The play area, which the base must not leave: least and greatest x and y.
    """

    strip: Strip
    base: Placed
    counted: Placed
    play: float
    ships: Mapping[str, Placed]
    rocks: Mapping[str, Placed]
    area: tuple[float, float, float, float]

    @cached_property
    def free(self) -> tuple[Free, Free]:
        """XW-161, XW-215: the ``d1`` that are free, and the slides ``d1 + d2``, up to contact."""
        (laid, slides), (tight_laid, tight_slides) = self._free(_SLACK), self._free(0.0)
        return (
            intervals.tightened(laid, tight_laid, rules.MM.contact),
            intervals.tightened(slides, tight_slides, rules.MM.contact),
        )

    @cached_property
    def in_the_way(self) -> tuple[str, ...]:
        """What takes away some of the slides or all."""
        over = {name: _meets(taken, 2 * self.play) for name, taken in self._over(_SLACK).items()}
        under = {name: _meets(taken, self.play) for name, taken in self._under(_SLACK).items()}
        return tuple(name for name in over if over[name] or under.get(name))

    @cached_property
    def room(self) -> float:
        """How far the best place is clear of everything; negative: how deep every place is in."""
        low = min(
            rules.inside(self.base, self.area),
            min((separation(self.counted, ship) for ship in self.ships.values()), default=math.inf),
            min((separation(self.base, rock) for rock in self.rocks.values()), default=math.inf),
            min((self.strip.clearance(rock) for rock in self.rocks.values()), default=math.inf),
        )
        high = low + 2 * self.play  # a slide changes no clearance by more than its length
        while high - low > _SOLVED:
            middle = (low + high) / 2
            if not low < middle < high:  # far out no float lies between
                break
            low, high = (middle, high) if self._free(-middle)[1] else (low, middle)
        return low

    def template(self, slide: float) -> Strip:
        """Return the template for a slide: half of it before, or as near to that as is free."""
        half = slide / 2
        places = (min(max(half, lo), hi) for lo, hi in self.free[0])
        dx, dy = self.base.pose.direction
        d1 = min(places, key=lambda place: abs(place - half))
        x, y = self.strip.pose.point
        pose = Pose(x + d1 * dx, y + d1 * dy, self.strip.pose.heading)
        return Strip(self.strip.path, self.strip.width, pose)

    def _free(self, overlap: float) -> tuple[Free, Free]:
        """Return the free places of template and ship if all may overlap by a depth."""
        under, over = self._under(overlap).values(), self._over(overlap).values()
        laid = intervals.without([(0.0 - self.play, self.play)], chain(*under))
        return laid, intervals.without(intervals.widened(laid, self.play), chain(*over))

    def _under(self, overlap: float) -> dict[str, Free]:
        """Return the ``d1`` at which the template lies on an obstacle, by its id."""
        if not self.play:
            clear = {id: self.strip.clearance(rock) for id, rock in self.rocks.items()}
            return {id: _always(away < -overlap) for id, away in clear.items()}
        length = self.strip.path.length
        card = Placed(Rect(length, self.strip.width), self.strip.pose.forward(length / 2))
        return self._taken(card, self.rocks, overlap)

    def _over(self, overlap: float) -> dict[str, Free]:
        """Return the slides at which the base overlaps a thing or leaves the area, by its name."""
        if not self.play:
            border = _always(rules.inside(self.base, self.area) < -overlap)
        else:
            border = tuple(beyond(self.base, self.base.pose.direction, self.area, overlap))
        return {
            **self._taken(self.counted, self.ships, overlap),
            **self._taken(self.base, self.rocks, overlap),
            "the border": border,
        }

    def _taken(
        self, shape: Placed, things: Mapping[str, Placed], overlap: float
    ) -> dict[str, Free]:
        """Return the slides at which a shape overlaps things, by their ids."""
        if not self.play:
            return {id: _always(separation(shape, t) < -overlap) for id, t in things.items()}
        along = self.base.pose.direction
        return {id: tuple(blocked(shape, along, t, overlap)) for id, t in things.items()}


class Reposition:
    """One such action of one ship.

    Parameters
    ----------
    judge, ship
        Who asks about whom.
    action
        ``"barrel-roll"``, ``"boost"`` or ``"decloak"``.
    words
        The whole of it in words, for instance ``"barrel roll right"``.
    """

    def __init__(self, judge: Judge, ship: Piece, action: str, words: str) -> None:
        self.judge = judge
        self.ship = ship
        self.action = action
        self.words = words

    def roll(self, template: Template, side: str) -> Slide:
        """XW-51, XW-160, XW-170: lay the template against a side, and the ship against it."""
        x0, y0, x1, y1 = self._extent
        along, across = template.width, template.length
        if self.judge.catalogue.actions.roll_edge[self.ship.base or ""] == "long":
            along, across = across, along
        sign = 1.0 if side == "left" else -1.0
        edge = y1 if side == "left" else y0
        laid = self.ship.pose.then(Pose((x0 + x1) / 2, edge, 90.0 * sign))
        end = self.ship.pose.then(Pose(0.0, sign * (y1 - y0 + across)))
        return self._slide(Strip(Straight(across), along, laid), end, (x1 - x0 - along) / 2, "roll")

    def boost(self, template: Template, side: str | None) -> Slide:
        """XW-234: fly the template as a maneuver would, without backing off."""
        bearing = self.judge.catalogue.maneuvers.bearings[template.family]
        x0, _, x1, _ = self._extent
        course = rules.Course.of(template, bearing, side, self.ship.pose, x1 - x0)
        return self._slide(course.strip(), course.pose(course.guided.length), 0.0, "boost")

    @property
    def _extent(self) -> tuple[float, float, float, float]:
        """The plain base in its own coordinates: least and greatest x and y."""
        return Placed(self.ship.placed.footprint, Pose(0, 0)).bounds

    def _slide(self, strip: Strip, end: Pose, play: float, kind: str) -> Slide:
        """Return the verdict on a template and an end pose."""
        judge, ship = self.judge, self.ship
        places = Places(
            strip,
            base=Placed(ship.placed.footprint, end),
            counted=Placed(judge.base_of(ship).footprint, end),
            play=play,
            ships={other.id: base for other, base in judge.others(ship)},
            rocks=dict(judge.obstacles),
            area=(0.0, 0.0, *judge.table.area),
        )
        card = judge.card(ship)
        on_card = "cloak" if self.action == "decloak" else self.action
        return Slide(
            judge.table,
            judge.said("guides"),
            id=ship.id,
            action=self.words,
            kind=kind,
            places=places,
            forbidden=tuple(self._forbidden()),
            on_bar=None if card is None else on_card in card.actions,
        )

    def _forbidden(self) -> Iterable[str]:
        """Yield what forbids the action whatever the place."""
        if self.ship.state.get("stress") and self.action != "decloak":
            yield f"{self.ship.id} is stressed (XW-32)"
        if self.action == "decloak" and not self.ship.state.get("cloaked"):
            yield f"{self.ship.id} is not cloaked (XW-235)"


def _always(taken: bool) -> Free:
    """Return all slides or none."""
    return ((-math.inf, math.inf),) if taken else ()


def _meets(taken: Free, reach: float) -> bool:
    """Whether open intervals take anything away from ``[-reach, reach]``."""
    return any(lo < reach and hi > -reach and (reach or lo < 0.0 < hi) for lo, hi in taken)
