"""Barrel roll, boost and decloak: the exact set of places where a ship may be set down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...geometry import Interval, Placed, Pose, Rect, Straight, Strip, intervals, separation
from ...geometry.slide import blocked, span
from . import rules
from .components import Template
from .slides import Slide
from .verdicts import listed

if TYPE_CHECKING:
    from ...table import Piece
    from .judge import Judge

_SAMPLES = 81
"""At how many slides an action without a legal place is asked how much it lacks."""


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
        self.footprint = judge.base_of(ship).footprint
        self.rocks = dict(judge.obstacles)
        self.others = {**{p.id: placed for p, placed in judge.others(ship)}, **self.rocks}
        self.area = (0.0, 0.0, *judge.table.area)

    def roll(self, template: Template, side: str) -> Slide:
        """XW-51, XW-160, XW-170: lay the template against a side, and the ship against it."""
        x0, y0, x1, y1 = self._extent
        along, across = template.width, template.length
        if self.judge.catalogue.actions.roll_edge[self.ship.base or ""] == "long":
            along, across = across, along
        sign = 1.0 if side == "left" else -1.0
        edge = y1 if side == "left" else y0
        strip = Strip(
            Straight(across), along, self.ship.pose.then(Pose((x0 + x1) / 2, edge, 90.0 * sign))
        )
        end = self.ship.pose.then(Pose(0.0, sign * (y1 - y0 + across)))
        play = (x1 - x0 - along) / 2
        rect = Placed(Rect(across, along), strip.pose.forward(across / 2))
        taken = {id: self._taken(rect, end, rock) for id, rock in self.rocks.items()}
        return self._slide(strip, end, play, taken)

    def boost(self, template: Template, side: str | None) -> Slide:
        """XW-234: fly the template as a maneuver would, without backing off."""
        bearing = self.judge.catalogue.maneuvers.bearings[template.family]
        x0, _, x1, _ = self._extent
        course = rules.Course.of(template, bearing, side, self.ship.pose, x1 - x0)
        strip = course.strip()
        taken = {
            id: [(-1.0, 1.0)]
            for id, rock in self.rocks.items()
            if rules.MM.overlaps(-strip.clearance(rock))
        }
        return self._slide(strip, course.pose(course.guided.length), 0.0, taken)

    @property
    def _extent(self) -> tuple[float, float, float, float]:
        """The plain base in its own coordinates: least and greatest x and y."""
        return Placed(self.ship.placed.footprint, Pose(0, 0)).bounds

    def _slide(
        self, strip: Strip, end: Pose, play: float, under: dict[str, list[Interval]]
    ) -> Slide:
        """Return the verdict: the slides that neither the template nor the base forbids."""
        base = Placed(self.footprint, end)
        slack = rules.MM.overlap
        over = {id: self._taken(base, end, other) for id, other in self.others.items()}
        places = _free([(-play, play)], under)
        lo, hi = span(base, end.direction, self.area)
        inside = intervals.common(intervals.widened(places, play), [(lo - slack, hi + slack)])
        legal = _free(inside, over)
        in_the_way = [
            id
            for id in self.others
            if _meets(over[id], 2 * play) or _meets(under.get(id, []), play)
        ]
        if lo - slack > -2 * play or hi + slack < 2 * play:
            in_the_way.append("the border")
        card = self.judge.card(self.ship)
        return Slide(
            self.judge.table,
            self.judge.said("guides"),
            id=self.ship.id,
            action=self.words,
            base=base,
            strip=strip,
            play=play,
            template_places=places,
            intervals=legal,
            in_the_way=tuple(in_the_way),
            room=self._room(base, strip, play, legal),
            reasons=tuple(self._reasons(legal, in_the_way)),
            on_bar=None if card is None else self.action in (*card.actions, "decloak"),
        )

    def _taken(self, shape: Placed, end: Pose, other: Placed) -> list[Interval]:
        """Return the slides along the heading at which a shape overlaps another."""
        return list(blocked(shape, end.direction, other, rules.MM.overlap))

    def _reasons(self, legal: tuple[Interval, ...], in_the_way: list[str]) -> list[str]:
        reasons = []
        if self.ship.state.get("stress") and self.action != "decloak":
            reasons.append(f"{self.ship.id} is stressed (XW-32)")
        if self.action == "decloak" and not self.ship.state.get("cloaked"):
            reasons.append(f"{self.ship.id} is not cloaked (XW-235)")
        if not legal:
            rule = {"boost": "XW-234"}.get(self.action, "XW-52, XW-215, XW-216")
            reasons.append(f"no place is free of {listed(tuple(in_the_way))} ({rule})")
        return reasons

    def _room(self, base: Placed, strip: Strip, play: float, legal: tuple[Interval, ...]) -> float:
        """Return the widest interval, or how much the best place has to spare or lacks."""
        if legal and play > 0.0:
            return max(hi - lo for lo, hi in legal)
        slides = [0.0]
        if play > 0.0:
            slides = [2 * play * (2 * i / (_SAMPLES - 1) - 1) for i in range(_SAMPLES)]
        return max(self._spare(base, strip, slide) for slide in slides)

    def _spare(self, base: Placed, strip: Strip, slide: float) -> float:
        """Return the least clearance at one slide, the template half way; negative: the lack."""
        there = Placed(base.footprint, base.pose.forward(slide))
        dx, dy = base.pose.direction
        at = strip.pose
        half = Pose(at.x + slide / 2 * dx, at.y + slide / 2 * dy, at.heading)
        laid = Strip(strip.path, strip.width, half)
        return min(
            rules.inside(there, self.area),
            *(separation(there, other) for other in self.others.values()),
            *(laid.clearance(rock) for rock in self.rocks.values()),
        )


def _free(whole: Sequence[Interval], taken: dict[str, list[Interval]]) -> tuple[Interval, ...]:
    """Return what is free; where nothing is, what is so within the tolerance (XW-156)."""
    found = [interval for intervals_ in taken.values() for interval in intervals_]
    slack = rules.MM.overlap
    return intervals.without(whole, found) or intervals.without(
        whole, [(lo + slack, hi - slack) for lo, hi in found]
    )


def _meets(found: list[Interval], reach: float) -> bool:
    """Whether an open interval takes anything away from ``[-reach, reach]``."""
    return any(lo < reach and hi > -reach and (reach or lo < 0.0 < hi) for lo, hi in found)
