"""The answers of the X-Wing judge: what was measured, and what it means in words.

Each verdict is a frozen value.  Its fields are the measurements; the sentence, the margins, the
rules and the picture follow from them, so that none of these can disagree with another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...geometry import Gap, PlacedBeam, PlacedSector, Segment
from ...scene import Scene
from ...table import TableVerdict
from ...verdict import JSON, Margin, Outcome, length, listed
from . import rules
from .catalogue import catalogue

if TYPE_CHECKING:
    from .odds import Odds
    from .weapons import Weapon

Policy = Mapping[str, Any]

_POLICY_WORDS: dict[str, Callable[[Any], str]] = {
    "attack_range": {"in_arc": "range in arc", "closest": "range base to base"}.__getitem__,
    "attack_from": {"base": "from the whole base", "arc_edge": "from the arc's edge"}.__getitem__,
    "arc": "{} arcs".format,
    "guides": {False: "without guides", True: "with guides"}.__getitem__,
}


def band_margins(distance: float, band: int | None, edges: tuple[float, ...]) -> list[Margin]:
    """XW-163: how far a distance is from the edges of the band that it lies in.

    >>> [str(m) for m in band_margins(194.0, 2, (100.0, 200.0, 300.0))]
    ['6 mm inside range 2', '94 mm beyond range 1']
    """
    if band is None:
        return [Margin(f"range {len(edges)}", edges[-1] - distance, "mm", edges[-1])]
    found = [Margin(f"range {band}", edges[band - 1] - distance, "mm", edges[band - 1])]
    if band > 1:
        edge = edges[band - 2]
        beyond = {"yes": "beyond", "no": "inside"}
        found.append(Margin(f"range {band - 1}", distance - edge, "mm", edge, **beyond))
    return found


def into(what: str, value: float) -> Margin:
    """Return how far something is clear of a thing, or how deep it is in it.

    >>> str(into("rock-4", -1.5))
    '1.5 mm into rock-4'
    """
    return Margin(what, value, "mm", yes="clear of", no="into")


@dataclass(frozen=True)
class XWingVerdict(TableVerdict):
    """What all verdicts of this judge share."""

    unit = "mm"
    table_tolerance = rules.MM.table

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: to the end of the ruler, if need be."""
        return catalogue().ruler.edges[-1] + 2 * self.widest

    @property
    def widest(self) -> float:
        """How far anything on the table reaches from its center at most."""
        things = (*self.position.pieces, *self.position.terrain)
        return max((thing.placed.footprint.reach for thing in things), default=0.0)

    def policy_words(self) -> tuple[str, ...]:
        """Return the policy in words, for the second line."""
        return tuple(_POLICY_WORDS[name](value) for name, value in self.policy.items())

    def outcome(self) -> Outcome:
        """Return what a table would read: a word for each aspect, without lengths."""
        from .outcomes import outcome

        return outcome(self)

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """The words of an aspect that a map shows, the strongest first; of others it shows all."""
        from .outcomes import scales

        return scales(self)


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
        """Whether they overlap, which is no legal position for two bases (XW-156)."""
        return rules.MM.overlaps(self.depth)

    @property
    def touching(self) -> bool:
        """Whether they are in contact without overlap (XW-156)."""
        return rules.MM.touches(self.distance, self.depth)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if self.overlapping:
            how = length(self.depth, "mm")
            return f"{self.a} and {self.b} overlap by {how}, which is no legal position."
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
        from .pictures import range_scene

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
        if self.reasons and self.band is not None:
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
            failed += [rock] * (self.rock_clearance < 0)
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
        from .pictures import attack_scene

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
        from .game.shots import odds_of

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
        from .pictures import explained_scene

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
        legal = [shot for shot in self.shots if shot.legal]
        if not legal:
            return f"{self.id} can shoot nobody."
        return f"{self.id} can shoot {listed(tuple(f'{s.on} at range {s.band}' for s in legal))}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The deciding margin of each shot."""
        decided = ((shot.on, shot.deciding) for shot in self.shots)
        return tuple(replace(m, what=f"{m.what} ({on})") for on, m in decided if m)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return tuple(sorted({rule for shot in self.shots for rule in shot.rules}))

    def details(self) -> JSON:
        """Return every shot as its own verdict."""
        return {"id": self.id, "shots": [shot.to_json() for shot in self.shots]}

    def scene(self) -> Scene:
        """Return the arcs with everybody who is in them."""
        from .pictures import arcs_scene

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
        legal = [shot for shot in self.shots if shot.legal]
        if not legal:
            return f"Nobody can shoot {self.id}."
        by = listed(tuple(f"{shot.by} at range {shot.band}" for shot in legal))
        return f"{self.id} can be shot by {by}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """The deciding margin of each shot."""
        decided = ((shot.by, shot.deciding) for shot in self.shots)
        return tuple(replace(m, what=f"{m.what} ({by})") for by, m in decided if m)

    def scene(self) -> Scene:
        """Return the arcs of all who can shoot it, with the lines of their shots."""
        from .pictures import threats_scene

        return threats_scene(self)


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
        from .pictures import deploy_scene

        return deploy_scene(self)
