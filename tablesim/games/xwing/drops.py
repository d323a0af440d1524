"""Devices that are dropped: where the token comes to lie, and whether that is on the board."""

from __future__ import annotations

from dataclasses import dataclass, field

import shapely

from ...geometry import Pose
from ...scene import Mark, Scene
from ...table import picture
from ...verdict import JSON, Margin, Outcome, length
from . import rules
from .components import Template
from .verdicts import XWingVerdict


@dataclass(frozen=True)
class Drop(XWingVerdict):
    """Where a dropped device comes to lie (XW-240).

    The specification knows no device and no token's size, so it is the place at the end of the
    template that is judged: where the token's edge meets it.

    Attributes
    ----------
    id
        The ship.
    template
        The straight template that is laid from the middle of its rear edge.
    start, at
        Where it begins and where it ends, with the heading of the ship.
    inside
        How far the end lies inside of the play area; negative: outside.
    """

    id: str
    template: Template
    start: Pose
    at: Pose
    inside: float = field(default=0.0)

    @property
    def legal(self) -> bool:
        """Whether the device can be dropped."""
        return self.inside >= -rules.MM.limit

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it cannot, where it cannot."""
        if self.legal:
            return ()
        return (f"off the board by {length(-self.inside, 'mm')} (XW-240)",)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        how = f"{self.template.family} {self.template.speed}"
        if not self.legal:
            return f"{self.id} cannot drop a device with {how}: {self.reasons[0]}."
        x, y = self.at.point
        where = f"({x:.2f}, {y:.2f}), heading {self.at.heading:g}°"
        return f"{self.id} drops its device with {how} at {where}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the place is from the edge of the board."""
        return (Margin("the play area", self.inside, "mm"),)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("XW-152", "XW-240")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "id": self.id,
            "template": f"{self.template.family} {self.template.speed}",
            "at": [*self.at.point, self.at.heading],
            "legal": self.legal,
            "reasons": list(self.reasons),
        }

    def outcome(self) -> Outcome:
        """Return what a table would read: a word for each aspect, without lengths."""
        return {"drop": "on the board" if self.legal else "off the board"}

    def scene(self) -> Scene:
        """Return the ship, the template behind it, and the place at its end."""
        table = self.position
        half = self.template.width / 2
        back = -self.template.length
        strip = shapely.Polygon(
            self.start.to_world([(0.0, -half), (0.0, half), (back, half), (back, -half)])
        )
        marks = [
            *picture.setting(table, (self.id,)),
            Mark(strip, "template", side=table.piece(self.id).seat, title="the template"),
            *picture.things(table, (self.id,)),
            Mark(shapely.Point(self.at.point), "contact", label="device", title="the device"),
        ]
        return picture.framed(self, table, marks, (self.id,), strip)
