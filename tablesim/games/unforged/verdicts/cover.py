"""The answers about seeing: line of sight, and the grade of cover with its margin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ....scene import Scene
from ....verdict import JSON, Margin, Outcome, listed
from ..cover import EYES, Look
from ..rules import GRADES
from .base import UnforgedVerdict

_STEPS = (*(n / 50 for n in range(1, 11)), *(n / 20 for n in range(5, 21)))
"""Where another grade is looked for, in inches: from what nobody sees on a table on."""

_EXACT = 1e-9
"""To so many inches the least displacement is found."""


@dataclass(frozen=True)
class Change:
    """The least displacement of a target that gives it another grade.

    Attributes
    ----------
    along
        Whether it is along the line of sight, not across it.
    distance
        How far the target is moved.
    grade
        What its cover would be there.
    """

    along: bool
    distance: float
    grade: str


@dataclass(frozen=True)
class Sight(UnforgedVerdict):
    """Whether one model sees another (UF-47, UG-10).

    Attributes
    ----------
    look
        What the viewer sees of the target.
    """

    look: Look

    @property
    def legal(self) -> bool:
        """Whether there is a line of sight."""
        return self.look.los

    @property
    def eye(self) -> int:
        """The eye that sees most, an index of :data:`~tablesim.games.unforged.cover.EYES`."""
        return max(range(len(self.look.seen)), key=self.look.seen.__getitem__)

    @property
    def share(self) -> float:
        """The share of the silhouette that this eye sees."""
        target = self.look.target
        return self.look.seen[self.eye] / (2 * target.radius * target.height)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        a, b = self.look.viewer.id, self.look.target.id
        if not self.legal:
            return f"{a} does not see {b}: no straight line reaches it."
        from_where = "" if self.eye == 0 else f" past {EYES[self.eye]} of its base"
        return f"{a} sees {b}{from_where}: {100 * self.share:.1f} % of the figure."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How much more of the figure shows than must."""
        least = self.look.around.numbers.silhouette_area
        return (
            Margin(
                "the silhouette that must show",
                max(self.look.seen) - least,
                "sq in",
                least,
                yes="more than",
                no="less than",
            ),
        )

    @property
    def too_close(self) -> bool:
        """True if the least that one sees at a table is all that shows, or hides."""
        width = 2 * self.look.target.radius
        return max(self.look.seen) < self.table_tolerance * width

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-47", "UG-6", "UG-10")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "a": self.look.viewer.id,
            "b": self.look.target.id,
            "sees": self.legal,
            "eye": self.eye,
            "seen": list(self.look.seen),
            "share": self.share,
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        return {"sight": "seen" if self.legal else "not seen"}

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """What a map shows: where it is seen."""
        return {"sight": ("seen",)}

    def scene(self) -> Scene:
        """Return the target as the viewer sees it."""
        from ..pictures import silhouette_scene

        return silhouette_scene(self)


@dataclass(frozen=True)
class Cover(UnforgedVerdict):
    """In which cover a target is from a viewer (UF-47 to UF-50, UG-9 to UG-13).

    Attributes
    ----------
    look
        What the viewer sees of the target.
    """

    look: Look

    @property
    def grade(self) -> str:
        """``"EXPOSED"``, ``"PARTIAL"``, ``"COVER"``, ``"HIDDEN"`` or ``"NO_LOS"``."""
        return self.look.grade

    @property
    def hidden(self) -> float:
        """The hidden share of the raised base, 0 to 1 (UG-9)."""
        return self.look.hidden.share

    @property
    def eye(self) -> int:
        """The eye that graded, an index of :data:`~tablesim.games.unforged.cover.EYES`."""
        return self.look.hidden.eye

    @property
    def between(self) -> tuple[str, ...]:
        """The pieces that lie between the two (UG-11)."""
        return self.look.between

    @property
    def touched(self) -> tuple[str, ...]:
        """The pieces that the target touches (UG-12)."""
        return self.look.touched

    @cached_property
    def blockers(self) -> tuple[tuple[str, float, float], ...]:
        """Who hides how much: id, the share hidden alone, and the share hidden by nobody else."""
        names = self.look.around.names
        return tuple((names[b.owner], b.share, b.marginal) for b in self.look.hidden.blockers)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        by, on = self.look.viewer.id, self.look.target.id
        match self.grade:
            case "NO_LOS":
                return f"{by} does not see {on}: no straight line reaches it."
            case "EXPOSED":
                return f"{on} is EXPOSED to {by}: no terrain lies between, and it touches none."
            case "PARTIAL":
                return f"{on} is in PARTIAL cover from {by}: {self._why}."
        how = "HIDDEN from" if self.grade == "HIDDEN" else "in COVER from"
        return f"{on} is {how} {by}: {self._hidden}."

    @property
    def _hidden(self) -> str:
        share = f"{100 * self.hidden:.1f} % of its raised base"
        match self.blockers:
            case ():
                return f"{share} is hidden"
            case ((id, _, _),):
                return f"{id} hides {share}"
        by = tuple(f"{id} ({100 * share:.0f} %)" for id, share, _ in self.blockers)
        return f"{share} is hidden, by {listed(by)}"

    @property
    def _why(self) -> str:
        touched = tuple(id for id in self.touched if id not in self.between)
        said = []
        if self.between:
            said.append(f"{listed(self.between)} {_lie(self.between)} between")
        if touched:
            said.append(f"it touches {listed(touched)}")
        return "; ".join([*said, self._hidden if self.hidden else "its raised base shows whole"])

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The least displacements of the target that change the grade, along and across the line.

        They are searched in steps of 0.02 inches, from 0.2 to 1 inch in steps of 0.05, and found
        to a billionth: a grade that lasts for less than a step may be stepped over.
        """
        found = (self._change(along=True), self._change(along=False))
        return tuple(change for change in found if change)

    def _change(self, *, along: bool) -> Change | None:
        (x0, y0), (x1, y1) = self.look.viewer.center, self.look.target.center
        dx, dy = x1 - x0, y1 - y0
        size = (dx * dx + dy * dy) ** 0.5
        ux, uy = (dx / size, dy / size) if size else (1.0, 0.0)
        way = (ux, uy) if along else (-uy, ux)
        for low, high in pairwise((0.0, *_STEPS)):
            signs = [s for s in (1.0, -1.0) if self._grade(way, s * high) != self.grade]
            if signs:
                found = [self._bisected(way, s, low, high, along=along) for s in signs]
                return min(found, key=lambda change: change.distance)
        return None

    def _grade(self, way: tuple[float, float], distance: float) -> str:
        return self.look.moved(distance * way[0], distance * way[1]).grade

    def _bisected(
        self, way: tuple[float, float], sign: float, low: float, high: float, *, along: bool
    ) -> Change:
        grade = self._grade(way, sign * high)
        while high - low > _EXACT:
            middle = (low + high) / 2
            there = self._grade(way, sign * middle)
            if there == self.grade:
                low = middle
            else:
                high, grade = middle, there
        return Change(along, high, grade)

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the target would have to be moved to get another grade."""
        return tuple(
            Margin(
                f"{change.grade}, moved {'along' if change.along else 'across'} the line",
                change.distance,
                "in",
                yes="from",
            )
            for change in self.changes
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        decided = {
            "NO_LOS": ("UF-47", "UG-10"),
            "EXPOSED": ("UF-48", "UG-11", "UG-12"),
            "PARTIAL": ("UF-48", "UG-11", "UG-12"),
            "COVER": ("UF-49", "UG-9"),
            "HIDDEN": ("UF-50", "UG-9", "HR-33"),
        }
        return (*decided[self.grade], "UG-13")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "by": self.look.viewer.id,
            "on": self.look.target.id,
            "grade": self.grade,
            "hidden": self.hidden,
            "eye": self.eye,
            "each_eye": list(self.look.hidden.each),
            "blockers": [
                {"id": id, "share": share, "marginal": marginal}
                for id, share, marginal in self.blockers
            ],
            "between": list(self.between),
            "touched": list(self.touched),
            "los": self.look.los,
            "notes": list(self.notes),
        }

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is odd about the position, in words."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        names, found = self.look.around.names, self.look.hidden
        if found.inside:
            inside = listed(tuple(names[owner] for owner in found.inside))
            yield f"the eye lies inside {inside}, which hides nothing up to where one leaves it"
        if self.look.hidden.touched:
            met = listed(tuple(names[owner] for owner in found.touched))
            yield f"the target's base touches or overlaps {met}"

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        return {"cover": self.grade}

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """The grades of cover, the least first."""
        return {"cover": GRADES}

    def scene(self) -> Scene:
        """Return the raised base as the viewer sees it, with what hides it."""
        from ..pictures import eye_scene

        return eye_scene(self)

    def plan(self) -> Scene:
        """Return the two models on the table, with the pieces that matter between them."""
        from ..pictures import cover_plan

        return cover_plan(self)


def _lie(names: tuple[str, ...]) -> str:
    return "lies" if len(names) == 1 else "lie"
