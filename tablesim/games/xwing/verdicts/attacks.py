"""Answers about shots: one, all that a ship has, all that it may suffer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....geometry import Gap, PlacedBeam, PlacedSector, Segment
from ....scene import Scene
from ....verdict import JSON, Margin, listed
from .. import rules
from .base import XWingVerdict, band_margins, into

if TYPE_CHECKING:
    from ..odds import Odds
    from ..weapons import Weapon


@dataclass(frozen=True)
class Attack(XWingVerdict):
    """Whether a ship can shoot at another, and at which range (XW-62 to XW-68).

    Attributes
    ----------
    by, on
        The ids of attacker and target.
    arc
        The arc that was fired from, for instance ``"front"``.
    weapon
        The secondary weapon that was fired; None for the primary one.
    sector
        That arc on the table.
    measured
        The gap that the range is read from: in arc if the target is, else base to base.
    in_arc
        Whether any part of the target's base lies in the arc (XW-63).
    arc_margin
        How far the target reaches into the arc; negative: by how much it misses it.
    band
        1, 2, 3, or None beyond the ruler.
    edges
        The edges of the bands.
    base_distance
        The shortest distance base to base, whatever the arc.
    touching, overlapping
        Whether the bases touch (XW-42), or overlap, which is no legal position (XW-156).
    obstructed
        Whether ``"all"``, ``"some"`` or ``"none"`` of the shortest lines cross an obstacle.
    obstructed_by
        The obstacles that do.
    clearance
        By how much the line passes the obstacles; negative: how deep it cuts into one.
    segment
        The measuring line: the one that the attacker picks (XW-167).
    rock, rock_clearance
        The obstacle nearest to the attacker's base, and how far it is; negative: it lies on it.
    measurable
        Whether only lengths decide; False for friends, cloaked attackers, and bases in contact.
    reasons
        Why the attack is not legal, where it is not.
    """

    by: str
    on: str
    arc: str
    weapon: Weapon | None
    sector: PlacedSector | PlacedBeam = field(repr=False)
    measured: Gap = field(repr=False)
    in_arc: bool
    arc_margin: float
    band: int | None
    edges: tuple[float, ...]
    base_distance: float
    touching: bool
    overlapping: bool
    obstructed: str
    obstructed_by: tuple[str, ...]
    clearance: float
    segment: Segment
    rock: str | None
    rock_clearance: float
    measurable: bool
    reasons: tuple[str, ...]

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: the arc turns with the attacker."""
        return self.base_distance + 4 * self.widest

    @property
    def distance(self) -> float:
        """The length that the range is read from."""
        return self.measured.distance

    @property
    def legal(self) -> bool:
        """Whether the attack may be declared."""
        return not self.reasons

    @property
    def in_range(self) -> bool:
        """Whether the range is one that the weapon has (XW-65, XW-207)."""
        return self.band is not None if self.weapon is None else self.weapon.reaches(self.band)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        what = self.on if self.weapon is None else f"{self.on} with its {self.weapon.name}"
        if not self.legal:
            return f"{self.by} cannot shoot {what}: {'; '.join(self.reasons)}."
        return f"{self.by} can shoot {what}: in arc at range {self.band}{self._obstacles}."

    @property
    def _obstacles(self) -> str:
        if self.obstructed == "all":
            return f", obstructed by {listed(self.obstructed_by)}"
        if self.obstructed == "some":
            return f", past {listed(self.obstructed_by)} if the attacker picks a clear line"
        return ""

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The limits that matter.

        Of a shot: all of them.  Of no shot: the failed condition that is hardest to mend, since
        only that one could turn the answer.
        """
        arc = Margin(f"the {self.arc} arc", self.arc_margin, "mm")
        if self.weapon is None:
            band = band_margins(self.distance, self.band, self.edges)
        else:
            band = self.weapon.margins(self.distance, self.edges)
        rock = into(self.rock or "", self.rock_clearance)
        if not self.legal:
            failed = [arc] * (not self.in_arc)
            failed += [m for m in band if not self.in_range and m.value <= rules.MM.limit]
            failed += [rock] * rules.MM.overlaps(-self.rock_clearance)
            return tuple(sorted(failed, key=lambda m: m.value)[:1]) if self.measurable else ()
        found = [arc] if abs(self.arc_margin) < self.edges[-1] else []
        found += band
        if self.base_distance < rules.MM.table:
            found.append(into("contact", self.base_distance))
        if self.rock_clearance < rules.MM.table:
            found.append(rock)
        if abs(self.clearance) < self.edges[-1]:
            found.append(into(listed(self.obstructed_by) or "all obstacles", self.clearance))
        return tuple(found)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        weapon = () if self.weapon is None else self.weapon.rules
        contact = ("XW-42",) if self.touching else ()
        if not self.in_arc:
            return ("XW-63", "XW-165", *weapon, *contact)
        rocks = ("XW-167", "XW-214") if self.obstructed != "none" else ()
        return ("XW-63", "XW-65", "XW-163", "XW-166", *weapon, *contact, *rocks)

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "by": self.by,
            "on": self.on,
            "arc": self.arc,
            "weapon": None if self.weapon is None else self.weapon.id,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "in_arc": self.in_arc,
            "arc_margin": None if abs(self.arc_margin) == float("inf") else self.arc_margin,
            "distance": self.distance,
            "band": self.band,
            "base_distance": self.base_distance,
            "touching": self.touching,
            "obstructed": self.obstructed,
            "obstructed_by": list(self.obstructed_by),
            "segment": [list(point) for point in self.segment],
        }

    def scene(self) -> Scene:
        """Return attacker, arc, bands, target and the measuring line."""
        from ..pictures import attack_scene

        return attack_scene(self)

    def odds(self) -> Odds | None:
        """Return the exact odds of the shot with the tokens of the position; None if not legal.

        Raises
        ------
        UnknownName
            If a ship is a bare base, which has no values.

        >>> import tablesim as ts
        >>> shot = ts.judge(ts.example("disputed-shot")).attack("luke", "academy")
        >>> print(shot.odds())
        3 attack dice against 4 defense dice: 0.499 damage on average (0: 64.2%, ...)
        """
        from ..game.shots import odds_of

        return odds_of(self)

    def explained(self, *, closeup: bool = False) -> Scene:
        """Return the picture with the lengths that decide: to the arc, to the band, to rocks.

        Parameters
        ----------
        closeup
            True shows only the surroundings of the least of them, much enlarged.

        >>> import tablesim as ts
        >>> shot = ts.judge(ts.example("disputed-shot")).attack("luke", "dark-curse")
        >>> [mark.label for mark in shot.explained().marks if mark.role == "dimension"]
        ['0.87 mm outside the front arc']
        """
        from ..pictures import explained_scene

        return explained_scene(self, closeup=closeup)


@dataclass(frozen=True)
class Arcs(XWingVerdict):
    """Whom a ship has in which of its arcs, and at which range.

    Attributes
    ----------
    id
        The ship.
    shots
        One attack verdict for each other ship that is not its friend, nearest first.
    """

    id: str
    shots: tuple[Attack, ...] = field(repr=False)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        return f"{self.id} can shoot {self._others or 'nobody'}."

    def _other(self, shot: Attack) -> str:
        return shot.on

    @property
    def _others(self) -> str:
        """The other ship of each shot that is allowed, with its range; empty if there is none."""
        legal = [shot for shot in self.shots if shot.legal]
        return listed(tuple(f"{self._other(shot)} at range {shot.band}" for shot in legal))

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The deciding margin of each shot."""
        decided = ((self._other(shot), shot.deciding) for shot in self.shots)
        return tuple(replace(m, what=f"{m.what} ({other})") for other, m in decided if m)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return tuple(sorted({rule for shot in self.shots for rule in shot.rules}))

    def details(self) -> JSON:
        """Return every shot as its own verdict."""
        return {"id": self.id, "shots": [shot.to_json() for shot in self.shots]}

    def scene(self) -> Scene:
        """Return the arcs with everybody who is in them."""
        from ..pictures import arcs_scene

        return arcs_scene(self)


@dataclass(frozen=True)
class Threats(Arcs):
    """Who has a ship in which arc, and at which range.

    Attributes
    ----------
    id
        The ship.
    shots
        One attack verdict of each other ship that is not its friend, nearest first.
    """

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if by := self._others:
            return f"{self.id} can be shot by {by}."
        return f"Nobody can shoot {self.id}."

    def _other(self, shot: Attack) -> str:
        return shot.by

    def scene(self) -> Scene:
        """Return the arcs of all who can shoot it, with the lines of their shots."""
        from ..pictures import threats_scene

        return threats_scene(self)
