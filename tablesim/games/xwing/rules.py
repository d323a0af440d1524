"""The measuring rules of X-Wing, in the order of the rulebook.

Every function is one rule or one definition of ``docs/rules/xwing.md`` and names its number.  They
say what is measured and what the length means; the geometry measures.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import GeometryError
from ...geometry import (
    Beam,
    Crossing,
    Gap,
    Guided,
    Part,
    Placed,
    Pose,
    Region,
    Sector,
    Straight,
    Strip,
    Tolerance,
    Turn,
    containment,
    crossing,
    depth,
    gap_within,
    separation,
)
from ...geometry import gap as gap_between
from .. import edges

if TYPE_CHECKING:
    from .components import ArcSet, Bearing, Ruler, Template

MM = Tolerance(overlap=1e-6, contact=1e-4, limit=1e-8, table=0.5)
"""XW-156, XW-163: what overlaps, touches and is within a limit, in millimetres."""


# Set-up


def inside(base: Placed, box: Sequence[float]) -> float:
    """XW-158, XW-159: how far a base lies inside a box; negative: how far it sticks out."""
    return containment(base, box)


def deployment(base: Placed, area: tuple[float, float], edge: str, ruler: Ruler) -> float:
    """XW-159, XW-225: how far a base lies inside the area where its owner may place it.

    A base that fits into the strip must lie inside it.  One that is too deep for the strip must
    reach the edge, and may stick out towards the middle.
    """
    strip = ruler.edges[0]
    x0, y0, x1, y1 = base.bounds
    deep = (y1 - y0) if edge in ("bottom", "top") else (x1 - x0)
    in_area = inside(base, (0.0, 0.0, *area))
    if deep <= strip + MM.overlap:
        return min(in_area, inside(base, edges.strip(area, edge, strip)))
    from_edge = edges.distance_from(area, edge, base.bounds)
    return min(in_area, -abs(from_edge)) if abs(from_edge) > MM.overlap else in_area


# Maneuvers


def path(template: Template, side: str | None) -> Straight | Turn:
    """XW-152: the center line of a template; left turns are positive."""
    if not template.radius:
        return Straight(template.length)
    return Turn(template.radius, template.angle if side == "left" else -template.angle)


@dataclass(frozen=True, slots=True)
class Course:
    """A maneuver as a motion: XW-23 to XW-25, XW-153, XW-154, XW-230 to XW-233.

    Attributes
    ----------
    start
        The pose that the template is laid from; a reverse maneuver starts facing backwards.
    guided
        The motion along the template.
    width
        The width of the template.
    reverse
        Whether the base rides it backwards.
    """

    start: Pose
    guided: Guided
    width: float
    reverse: bool

    @classmethod
    def of(
        cls, template: Template, bearing: Bearing, side: str | None, pose: Pose, depth: float
    ) -> Course:
        """XW-23, XW-233: lay the template between the front guides, or between the rear ones."""
        laid = path(template, side)
        if bearing.reverse:  # seen from a ship that looks back, its right is on the left
            return cls(pose.turned(180.0), Guided(laid.mirrored(), depth), template.width, True)
        return cls(pose, Guided(laid, depth), template.width, False)

    def pose(self, travel: float) -> Pose:
        """XW-154: the pose of the ship when it has travelled ``u`` along the template."""
        pose = self.start.then(self.guided.pose(travel))
        return pose.turned(180.0) if self.reverse else pose

    def strip(self, travel: float | None = None) -> Strip:
        """XW-152, A-14: the template on the table, or the part of it that was used."""
        laid = self.guided.path
        used = laid if travel is None else laid.upto(min(travel, laid.length))
        return Strip(used, self.width, self.start.forward(self.guided.depth / 2))


def finish(pose: Pose, bearing: Bearing, side: str | None, shift: float) -> Pose:
    """XW-25, XW-230, XW-231: the turn on the spot at the end, and the shift of a Tallon roll."""
    turn = bearing.then_turn if side != "right" else -bearing.then_turn
    return pose.turned(turn).forward(shift)


def stress_after(stress: int, color: str) -> int:
    """XW-28, XW-34: stress tokens after a maneuver of a color."""
    return stress + 1 if color == "red" else max(0, stress - (color == "green"))


# Firing arcs


def firing_arc(
    name: str, size: str, arcs: ArcSet, *, front: float, direction: str = "front"
) -> Sector | Beam:
    """XW-164, XW-237: an arc of a base of a size, in the coordinates of the base.

    Parameters
    ----------
    name
        ``"front"``, ``"rear"``, ``"auxiliary-180"``, ``"mobile"``, ``"turret"``, ``"bullseye"``.
    size
        The size of the base, which the half angle belongs to.
    arcs
        The set of constants.
    front
        How far the front edge of the base is from its center: the bullseye begins there.
    direction
        Where a mobile arc looks.

    Raises
    ------
    GeometryError
        If the set has no constant for the size, or there is no such arc.
    """
    if size not in arcs.front_half_angle:
        known = ", ".join(arcs.front_half_angle)
        raise GeometryError(f"arcs {arcs.name!r} have no angle for a {size!r} base; known: {known}")
    half = arcs.front_half_angle[size]
    if name == "mobile":
        bearing = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": 270.0}[direction]
        return Sector.around(bearing, half if direction in ("front", "rear") else 90.0 - half)
    known_arcs: dict[str, Sector | Beam] = {
        "front": Sector.around(0.0, half),
        "rear": Sector.around(180.0, half),
        "auxiliary-180": Sector.around(0.0, 90.0),
        "turret": Sector(0.0, 360.0),
        "bullseye": Beam(arcs.bullseye_width, front),
    }
    if name not in known_arcs:
        raise GeometryError(f"no arc {name!r}; known: mobile, {', '.join(known_arcs)}")
    return known_arcs[name]


def in_arc(margin: float) -> bool:
    """XW-63, XW-67, XW-165: in arc, at any range, is of whom any part is; the border counts."""
    return margin >= -MM.overlap


# Range


def band(distance: float, ruler: Ruler) -> int | None:
    """XW-65, XW-66, XW-163: the section of the ruler, upper edges included; None beyond it."""
    for number, edge in enumerate(ruler.edges, 1):
        if MM.within(distance, edge):
            return number
    return None


def attack_gap(
    attacker: Placed, target: Placed, arc: Region, *, attack_range: str, attack_from: str
) -> Gap | None:
    """XW-65, XW-166: the gap that the attack range is read from; None if out of arc.

    By default from any point of the attacker's base to the part of the target's base in arc.
    """
    if attack_range == "closest":
        return gap_between(attacker, target)
    start: Iterable[Part] = attacker.parts
    if attack_from == "arc_edge":
        start = arc.rim(attacker)
    return gap_within(tuple(start), target, arc, slack=MM.overlap)


def obstruction(measured: Gap, obstacles: Sequence[Placed]) -> Crossing:
    """XW-167, XW-214: which obstacles the segments of the attack range pass through."""
    return crossing(measured, obstacles)


# Contact


def touching(a: Placed, b: Placed) -> bool:
    """XW-42, XW-156: bases touch if they do not overlap and their gap is within tolerance."""
    apart = separation(a, b)
    return MM.touches(apart, -apart)


def overlapping(a: Placed, b: Placed) -> bool:
    """XW-38, XW-156: bases overlap if they penetrate each other; contact is no overlap."""
    return MM.overlaps(depth(a, b))
