"""One maneuver of one ship, from the template to the table after it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ...geometry import Placed, Pose, back_off, separation
from ...verdict import listed
from . import rules
from .maneuvers import Maneuver
from .moves import End, Move

if TYPE_CHECKING:
    from ...table import Piece, Table
    from .judge import Judge


class Flight:
    """One maneuver of one ship, from the template to the table after it."""

    def __init__(self, judge: Judge, ship: Piece, maneuver: Maneuver) -> None:
        self.judge = judge
        self.ship = ship
        self.maneuver = maneuver
        known = judge.catalogue.maneuvers
        self.bearing = known.bearings[maneuver.bearing]
        template = known.template(maneuver.bearing, maneuver.speed)
        self.base = judge.base_of(ship).footprint
        self.depth = _depth(ship)
        self.course = (
            rules.Course.of(template, self.bearing, maneuver.side, ship.pose, self.depth)
            if template
            else None
        )
        self.others = judge.others(ship)

    def move(self, at: str) -> Move:
        """Return the verdict, with the ship set down at one of the places of the rule."""
        ends = self._ends()
        chosen = next(end for end in ends if end.place == at)
        free = [end for end in ends if not end.overlapped]
        reasons = self._why_not()
        if chosen.overlapped and free:
            places = " or ".join(end.place for end in free)
            reasons.append(
                f"{' and '.join(chosen.overlapped)} stands at its {at} place; "
                f"it may end at the {places} (XW-231)"
            )
        end, travel = chosen.pose, self.course.guided.length if self.course else 0.0
        if self.course and not free:
            end, travel = self._back_off(self.course)
        return self._verdict(ends, chosen, (end, travel), reasons)

    def _why_not(self) -> list[str]:
        """Return why the ship may not fly this maneuver at all."""
        dial = self.judge.dial(self.ship)
        said = self.maneuver.notation()
        if dial and self.maneuver not in dial:
            like = [
                entry.notation()
                for entry in dial
                if (entry.bearing, entry.side) == (self.maneuver.bearing, self.maneuver.side)
            ]
            but = f", but {listed(tuple(like))}" if like else ""
            return [f"the dial of the {self.ship.kind} has no {said}{but} (XW-17)"]
        if self._colour() == "red" and self._stress:
            return [f"{said} is red and {self.ship.id} is stressed (XW-32)"]
        return []

    def _colour(self) -> str | None:
        return self.judge.dial(self.ship).get(self.maneuver)

    @property
    def _stress(self) -> int:
        stress = self.ship.state.get("stress", 0)
        return stress if isinstance(stress, int) else 0

    def _ends(self) -> tuple[End, ...]:
        """Return all places where the rule lets the maneuver end; only they may overlap (XW-37)."""
        if self.course is None:  # XW-232: it stays, and overlaps nothing anew
            return (End("middle", self.ship.pose, ()),)
        line_end = self.course.pose(self.course.guided.length)
        ends = []
        for place, share in self.bearing.places.items():
            shift = share * self.bearing.shift.get(self.ship.base or "", 0.0)
            pose = rules.finish(line_end, self.bearing, self.maneuver.side, shift)
            base = Placed(self.base, pose)
            in_way = (p.id for p, other in self.others if rules.overlapping(base, other))
            ends.append(End(place, pose, tuple(in_way)))
        return tuple(ends)

    def _back_off(self, course: rules.Course) -> tuple[Pose, float]:
        """XW-38, XW-39, XW-41, XW-155, XW-157: slide back on the template, not turning at last."""
        blockers = [placed for _, placed in self.others]
        found = back_off(
            course.guided,
            self.base,
            course.start,
            blockers,
            overlap=rules.MM.overlap,
            contact=rules.MM.contact,
        )
        return course.pose(found.travel), found.travel

    def _verdict(
        self,
        ends: tuple[End, ...],
        chosen: End,
        reached: tuple[Pose, float],
        reasons: list[str],
    ) -> Move:
        end, travel = reached
        base, intended = Placed(self.base, end), Placed(self.base, chosen.pose)
        plain = Placed(self.ship.placed.footprint, end)
        border = rules.inside(plain, (0.0, 0.0, *self.judge.table.area))
        fled = border < -rules.MM.overlap
        hits = self._obstacle_clearances(plain, travel)
        return Move(
            self.judge.table,
            self.judge.said("guides"),
            id=self.ship.id,
            maneuver=self.maneuver,
            colour=self._colour(),
            start=self.ship.pose,
            end=end,
            intended=chosen.pose,
            completed=not chosen.overlapped,
            travel=travel,
            whole=self.course.guided.length if self.course else 0.0,
            course=self.course,
            overlapped=chosen.overlapped,
            touching=tuple(p.id for p, other in self.others if rules.touching(base, other)),
            room=min((separation(intended, other) for _, other in self.others), default=math.inf),
            fled=fled,
            border=border,
            obstacles=tuple(id for id, clear in hits if clear < -rules.MM.overlap),
            clearance=min((clear for _, clear in hits), default=math.inf),
            ends=ends,
            reasons=tuple(reasons),
            table=self.judge.table if reasons else self._after(end, fled),
        )

    def _obstacle_clearances(self, base: Placed, travel: float) -> list[tuple[str, float]]:
        """XW-211, XW-213, A-14: how clear template and final base are of each obstacle."""
        strips = [self.course.strip(travel)] if self.course else []
        return [
            (id, min([separation(base, rock), *(strip.clearance(rock) for strip in strips)]))
            for id, rock in self.judge.obstacles
        ]

    def _after(self, end: Pose, fled: bool) -> Table:
        """XW-28, XW-36: the table with the ship at its new place and its stress, or without it."""
        table = self.judge.table
        if fled:
            return table.remove(self.ship.id)
        colour = self._colour()
        table = table.place(self.ship.id, end.snapped())
        after = rules.stress_after(self._stress, colour) if colour else self._stress
        if after != self._stress:
            table = table.place(self.ship.id, stress=after or None)
        return table


def _depth(ship: Piece) -> float:
    """Return the size of a base along its heading, which the guides hold."""
    behind, _, ahead, _ = Placed(ship.placed.footprint, Pose(0, 0)).bounds
    return ahead - behind
