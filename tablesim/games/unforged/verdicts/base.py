"""The answers of the UNFORGED judge about two models: what was measured, and what it means.

Each verdict is a frozen value.  Its fields are the measurements; the sentence, the margins, the
rules and the picture follow from them, so that none of these can disagree with another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....geometry import Segment
from ....scene import Scene
from ....table import TableVerdict
from ....verdict import JSON, Margin, length
from .. import rules
from ..options import policies

if TYPE_CHECKING:
    from ..models import Model


@dataclass(frozen=True)
class UnforgedVerdict(TableVerdict):
    """What all verdicts of this judge share."""

    unit = "in"
    table_tolerance = rules.INCH.table

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: round bases turn freely, terrain not."""
        return max((t.placed.footprint.reach for t in self.position.terrain if t.kind), default=0.0)

    def policy_words(self) -> tuple[str, ...]:
        """Return the rulings that were chosen differently: the usual ones need no words."""
        usual = policies()
        chosen = (
            (name, value) for name, value in self.policy.items() if value != usual[name].default
        )
        return tuple(f"{name}={value} ({usual[name].rule})" for name, value in chosen)


@dataclass(frozen=True)
class Range(UnforgedVerdict):
    """How far two models are apart, base to base (UF-41, UG-2).

    Attributes
    ----------
    a, b
        The two models.
    distance
        In space, or on the plane if the policy says so.
    plan
        On the plane.
    drop
        By how much the one stands higher than the other.
    segment
        From base to base, the shortest line on the plane.
    measurable
        How far any model may measure at any time (UF-42).
    """

    a: Model
    b: Model
    distance: float
    plan: float
    drop: float
    segment: Segment
    measurable: float

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        far = length(self.distance, "in")
        heights = ""
        if self.drop > rules.INCH.limit and self.policy["gap_mode"] == "3d":
            plan, drop = length(self.plan, "in"), length(self.drop, "in")
            heights = f" ({plan} on the plane, {drop} of height)"
        return f"{self.a.id} and {self.b.id} are {far} apart{heights}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far each is from the other's reach, and from what may be measured."""
        limits = [(f"the reach of {m.id}", m.reach) for m in (self.a, self.b) if m.reach]
        limits.append(("what may be measured", self.measurable))
        return tuple(Margin(what, limit - self.distance, "in", limit) for what, limit in limits)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-41", "UG-2", "HR-24")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "a": self.a.id,
            "b": self.b.id,
            "distance": self.distance,
            "plan": self.plan,
            "height": self.drop,
            "segment": [list(point) for point in self.segment],
        }

    def scene(self) -> Scene:
        """Return the two models with the measuring line between them."""
        from ..pictures import range_scene

        return range_scene(self)


@dataclass(frozen=True)
class Sector(UnforgedVerdict):
    """In which sector of a model another one stands (UF-39, UF-40, UG-3).

    Attributes
    ----------
    of
        The model whose sectors they are.
    seen_from
        The model that stands in one of them.
    ahead
        By how much it is in the front; negative: in the rear.
    """

    of: Model
    seen_from: Model
    ahead: float

    @property
    def lever(self) -> float:
        """How far from the centers lengths are measured: the line of the front turns."""
        return math.dist(self.of.center, self.seen_from.center)

    @property
    def sector(self) -> str:
        """``"front"`` or ``"rear"``; the border belongs to the front."""
        return "front" if self.ahead >= -rules.INCH.limit else "rear"

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        return f"{self.seen_from.id} is in the {self.sector} of {self.of.id}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far it is from the line between the sectors."""
        return (Margin(f"the front of {self.of.id}", self.ahead, "in"),)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-39", "UF-40", "UG-3", "HR-25")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "of": self.of.id,
            "seen_from": self.seen_from.id,
            "sector": self.sector,
            "ahead": self.ahead,
        }

    def scene(self) -> Scene:
        """Return the two models with the line between front and rear."""
        from ..pictures import sector_scene

        return sector_scene(self)
