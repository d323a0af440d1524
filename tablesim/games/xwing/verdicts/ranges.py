"""Answers about ranges, locks and places to deploy at."""

from __future__ import annotations

from dataclasses import dataclass

from ....geometry import Gap, Segment
from ....scene import Scene
from ....verdict import JSON, Margin, length, listed
from .. import rules
from .base import XWingVerdict, band_margins, into


@dataclass(frozen=True)
class Range(XWingVerdict):
    """The range between two things, measured base to base (XW-162, XW-163).

    Attributes
    ----------
    a, b
        The ids of the two.
    gap
        The shortest distance, with its nearest points.
    depth
        How deep they penetrate each other; 0 if they do not.
    band
        1, 2, 3, or None beyond the ruler.
    edges
        The edges of the bands.
    """

    a: str
    b: str
    gap: Gap
    depth: float
    band: int | None
    edges: tuple[float, ...]

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: base to base."""
        return 2 * self.widest

    @property
    def distance(self) -> float:
        """The shortest distance; 0 if they touch or overlap."""
        return self.gap.distance

    @property
    def segment(self) -> Segment:
        """The measuring line."""
        return self.gap.a, self.gap.b

    @property
    def overlapping(self) -> bool:
        """Whether they overlap, which is no legal position of two bases (XW-156)."""
        return rules.MM.overlaps(self.depth)

    @property
    def touching(self) -> bool:
        """Whether they are in contact without overlap (XW-156)."""
        return rules.MM.touches(self.distance, self.depth)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if self.overlapping:
            ships = {piece.id for piece in self.position.pieces}
            # A ship may well lie on an obstacle (XW-211).
            legal = (self.a in ships) != (self.b in ships)
            how = ": range 1" if legal else ", which is no legal position"
            return f"{self.a} and {self.b} overlap by {length(self.depth, 'mm')}{how}."
        if self.touching:
            return f"{self.a} and {self.b} touch: range 1."
        far = length(self.distance, "mm")
        if self.band is None:
            return f"{self.a} and {self.b} are beyond range {len(self.edges)}: {far} apart."
        return f"{self.a} and {self.b} are at range {self.band}: {far} apart."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The edges of the band, and contact where it is near."""
        if self.overlapping:
            return (into(f"{self.a} and {self.b}", -self.depth),)
        found = band_margins(self.distance, self.band, self.edges)
        if not self.touching and self.distance < rules.MM.table:
            found.append(into("contact", self.distance))
        return tuple(found)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        contact = ("XW-156", "XW-220") if self.touching or self.overlapping else ()
        return ("XW-162", "XW-163", *contact)

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "a": self.a,
            "b": self.b,
            "distance": self.distance,
            "band": self.band,
            "touching": self.touching,
            "overlapping": self.overlapping,
            "segment": [list(point) for point in self.segment],
        }

    def scene(self) -> Scene:
        """Return the two things with the measuring line between them."""
        from ..pictures import range_scene

        return range_scene(self)


@dataclass(frozen=True)
class Lock(Range):
    """Whether a ship can get a target lock on another (XW-54).

    Attributes
    ----------
    reasons
        Why not, where it cannot.
    """

    reasons: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the lock is allowed."""
        return not self.reasons

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if self.legal:
            far = length(self.distance, "mm")
            return f"{self.a} can lock {self.b}: range {self.band}, {far} apart."
        return f"{self.a} cannot lock {self.b}: {'; '.join(self.reasons)}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the target is from the end of the ruler; nothing if it is no enemy."""
        beyond = self.band is None
        if len(self.reasons) > beyond:
            return ()
        return (
            Margin(
                f"range {len(self.edges)}", self.edges[-1] - self.distance, "mm", self.edges[-1]
            ),
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("XW-54", "XW-162", "XW-163")

    def details(self) -> JSON:
        """Return what was measured."""
        return {**super().details(), "legal": self.legal, "reasons": list(self.reasons)}


@dataclass(frozen=True)
class Deploy(XWingVerdict):
    """Whether a ship stands where its owner may place it (XW-8, XW-159, XW-225).

    Attributes
    ----------
    id
        The ship.
    edge
        Its owner's edge.
    zone_margin
        How far its base lies inside the zone; negative: how far outside.
    overlapped
        The ships that it overlaps.
    nearest, room
        The nearest other ship and the gap to it, or minus how deep it overlaps one.
    """

    id: str
    edge: str
    zone_margin: float
    overlapped: tuple[str, ...]
    nearest: str | None
    room: float

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: base to base."""
        return 2 * self.widest

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the place is not legal, where it is not."""
        found = []
        if self.zone_margin < -rules.MM.overlap:
            how = length(-self.zone_margin, "mm")
            found.append(f"its base is {how} outside the zone of the {self.edge} edge (XW-8)")
        if self.overlapped:
            found.append(f"its base overlaps {listed(self.overlapped)} (XW-159)")
        return tuple(found)

    @property
    def legal(self) -> bool:
        """Whether the place is allowed."""
        return not self.reasons

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if self.legal:
            return f"{self.id} may be deployed here: inside range 1 of the {self.edge} edge."
        return f"{self.id} may not be deployed here: {'; '.join(self.reasons)}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far it lies inside the zone, and how deep it overlaps others."""
        zone = Margin("the deployment zone", self.zone_margin, "mm")
        found = [zone] if self.nearest is None else [zone, into(self.nearest, self.room)]
        return tuple(found) if self.legal else (min(found, key=lambda margin: margin.value),)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("XW-8", "XW-159", "XW-225")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "id": self.id,
            "edge": self.edge,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "zone_margin": self.zone_margin,
            "overlapped": list(self.overlapped),
        }

    def scene(self) -> Scene:
        """Return the zone with the ship in it."""
        from ..pictures import deploy_scene

        return deploy_scene(self)
