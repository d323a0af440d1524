"""What all answers of the X-Wing judge share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ....table import TableVerdict
from ....verdict import Margin, Outcome
from .. import rules
from ..catalogue import catalogue

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
        from ..outcomes import outcome

        return outcome(self)

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """The words of an aspect that a map shows, the strongest first; of others it shows all."""
        from ..outcomes import scales

        return scales(self)
