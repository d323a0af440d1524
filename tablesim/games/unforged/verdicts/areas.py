"""The answers about area weapons: whom an area catches, and where a miss comes down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ....geometry import Point
from ....scene import Scene
from ....verdict import JSON, Margin, Outcome, length, listed
from ..areas import Blast, Caught
from .base import UnforgedVerdict


@dataclass(frozen=True)
class Area(UnforgedVerdict):
    """Whom an area weapon catches (UF-51 to UF-53, UG-14 to UG-18).

    Attributes
    ----------
    weapon
        The weapon in words, or the size that was asked for.
    blast
        The area on the table.
    inner
        The part where the weapon has its full Strength, where it has one (UF-102).
    """

    weapon: str
    blast: Blast
    inner: Blast | None = None

    @property
    def caught(self) -> tuple[Caught, ...]:
        """How the area stands to every model."""
        return self.blast.caught

    @cached_property
    def hit(self) -> tuple[str, ...]:
        """The models that are affected."""
        return tuple(found.model.id for found in self.caught if found.hit)

    @cached_property
    def inside(self) -> tuple[str, ...]:
        """Those of them that the inner part catches, too (UF-102)."""
        inner = self.inner.caught if self.inner else ()
        return tuple(found.model.id for found in inner if found.hit)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if not self.hit:
            return f"{self.weapon}{self._where} catches nobody."
        inside = f"; {listed(self.inside)} in the inner part" if self.inside else ""
        return f"{self.weapon}{self._where} catches {listed(self.hit)}{inside}{self._spared}."

    @property
    def _where(self) -> str:
        storey = self.blast.storey
        if storey is None:
            return ""
        return (
            f", all of {storey.piece}'s {storey.name},"
            if self.blast.whole
            else (f" within {storey.piece}'s {storey.name}")
        )

    @property
    def _spared(self) -> str:
        """Those who lie under it and yet are not affected, with the reason."""
        spared = [c for c in self.caught if not c.hit and c.depth > 0]
        return "".join(f"; not {c.model.id}: {listed(c.reasons)}" for c in spared)

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far each base lies under the area, or outside of it."""
        inner = {c.model.id: c for c in self.inner.caught} if self.inner else {}
        found = [
            Margin(f"{c.model.id} under the area", c.depth, "in", yes="of", no="short of")
            for c in self.caught
            if c.hit or c.depth <= 0
        ]
        found += [
            Margin(f"{id} under the inner part", c.depth, "in", yes="of", no="short of")
            for id, c in inner.items()
            if id in self.hit
        ]
        return tuple(found)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        if self.blast.firer is not None:
            return ("UF-53", "UG-15", "UG-18")
        room = ("UG-14", "HR-35") if self.blast.storey else ("UG-14",)
        return ("UF-51", *room, "UG-18")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "weapon": self.weapon,
            "size": self.blast.size.text,
            "area": self.blast.zone.area,
            "origin": list(self.blast.origin),
            "level": self.blast.level,
            "storey": self.blast.storey and [self.blast.storey.piece, self.blast.storey.name],
            "hit": list(self.hit),
            "inside": list(self.inside),
            "models": [
                {
                    "id": c.model.id,
                    "depth": c.depth,
                    "share": c.share,
                    "hit": c.hit,
                    "reasons": list(c.reasons),
                }
                for c in self.caught
            ],
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        return {"catches": listed(self.hit) or "nobody"}

    def scene(self) -> Scene:
        """Return the area on the table, and whom it catches."""
        from ..pictures import area_scene

        return area_scene(self)


@dataclass(frozen=True)
class Scatter(UnforgedVerdict):
    """Where an area weapon comes down that scatters (UF-100, UF-11, HR-91).

    Attributes
    ----------
    aim
        Where it was aimed.
    die, raw, angle
        The die, what it shows, and where its tip points, in degrees.
    distance
        By how many inches it misses.
    end
        Where it comes down.
    level
        The level there (HR-91).
    on_table
        False if it leaves the table.
    stopped_by
        The piece that stopped the flight, where the ruling lets walls do so.
    """

    aim: Point
    die: str
    raw: int
    angle: float
    distance: float
    end: Point
    level: float
    on_table: bool
    stopped_by: str | None = None

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        x, y = self.end
        if not self.distance:
            return f"It comes down where it was aimed: the {self.die} shows 0 inches."
        if not self.on_table:
            return f"It leaves the table: {length(self.distance, 'in')} toward {self.angle:g}°."
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        high = f", level {self.level:g}" if self.level else ""
        far = length(self.distance, "in")
        return f"It comes down {far} away, at ({x:.2f}, {y:.2f}){high}{stopped}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """Nothing is near a limit: dice decide."""
        return ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-11", "UF-100", "HR-91")

    def details(self) -> JSON:
        """Return what came of it."""
        return {
            "aim": list(self.aim),
            "die": self.die,
            "raw": self.raw,
            "angle": self.angle,
            "distance": self.distance,
            "end": list(self.end),
            "level": self.level,
            "on_table": self.on_table,
            "stopped_by": self.stopped_by,
        }

    def scene(self) -> Scene:
        """Return the way from the aim to where it comes down."""
        from ..pictures import scatter_scene

        return scatter_scene(self)
