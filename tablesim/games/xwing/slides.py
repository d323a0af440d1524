"""The answers of the X-Wing judge about actions that move a ship: where it may be set down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...errors import GeometryError
from ...geometry import Interval, Placed, Pose, Strip
from ...scene import Scene
from ...verdict import JSON, Margin, listed
from .moves import pose_json
from .verdicts import XWingVerdict

if TYPE_CHECKING:
    from .reposition import Places


@dataclass(frozen=True)
class Slide(XWingVerdict):
    """Where a ship may end a barrel roll, a boost or a decloak (XW-160, XW-161, XW-234, XW-235).

    Attributes
    ----------
    id
        The ship.
    action
        What it does, for instance ``"barrel roll right"``.
    kind
        ``"roll"``, sideways with its heading kept, or ``"boost"``, as a maneuver would.
    places
        Where the template may lie and where the ship may be set down.
    forbidden
        Why it is not legal whatever the place.
    on_bar
        Whether the action (for a decloak: to cloak) is in the ship's action bar; None for a bare
        base.
    """

    id: str
    action: str
    kind: str
    places: Places = field(repr=False)
    forbidden: tuple[str, ...]
    on_bar: bool | None

    @property
    def base(self) -> Placed:
        """The base in its new place at slide 0."""
        return self.places.base

    @property
    def strip(self) -> Strip:
        """The template where it lies for slide 0 in the middle of both bases."""
        return self.places.strip

    @property
    def play(self) -> float:
        """How far template and ship may each slide to either side: XW-160's ``d1`` and ``d2``."""
        return self.places.play

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The legal slides ``d1 + d2``, forward along the heading, as closed intervals (XW-161).

        Where there is no play, the one slide is 0.
        """
        return self.places.free[1]

    @property
    def in_the_way(self) -> tuple[str, ...]:
        """What takes away some of the slides or all."""
        return self.places.in_the_way

    @property
    def room(self) -> float:
        """How far the best place is clear of what would forbid it.

        Negative: the least depth by which every place fails.
        """
        return self.places.room

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not legal, where it is not."""
        if self.intervals:
            return self.forbidden
        rule = "XW-234" if self.kind == "boost" else "XW-52, XW-215, XW-216"
        return (*self.forbidden, f"no place is free of {listed(self.in_the_way)} ({rule})")

    @property
    def legal(self) -> bool:
        """Whether there is a place to end at, and nothing else against it."""
        return not self.reasons

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if not self.legal:
            return f"{self.id} cannot {self.action}: {'; '.join(self.reasons)}."
        card = " (its action bar has none)" if self.on_bar is False else ""
        if self.play == 0.0:
            x, y = self.base.pose.point
            return f"{self.id} can {self.action}, to ({x:.2f}, {y:.2f}){card}."
        said = " or ".join(f"{lo:.2f} to {hi:.2f} mm" for lo, hi in self.intervals)
        return f"{self.id} can {self.action}, sliding {said} forward{card}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How much room the best place has or lacks, if nothing else forbids it."""
        if self.forbidden:
            return ()
        return (Margin("for it", self.room, "mm", yes="of room", no="too little room"),)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        moved = ("XW-51", "XW-52", "XW-160", "XW-161", "XW-215", "XW-216")
        found = ("XW-234",) if self.kind == "boost" else moved
        return (*found, "XW-235") if self.action.startswith("decloak") else found

    def end(self, slide: float = 0.0) -> Pose:
        """Return the pose at a legal slide.

        Raises
        ------
        GeometryError
            If the slide is not legal.
        """
        self._check(slide)
        return self.base.pose.forward(slide)

    def template(self, slide: float = 0.0) -> Strip:
        """Return the template on the table at a legal slide, where it hits no obstacle.

        Raises
        ------
        GeometryError
            If the slide is not legal.
        """
        self._check(slide)
        return self.places.template(slide)

    def _check(self, slide: float) -> None:
        if not any(lo - 1e-9 <= slide <= hi + 1e-9 for lo, hi in self.intervals):
            legal = ", ".join(f"{lo:.4f} to {hi:.4f}" for lo, hi in self.intervals) or "none"
            raise GeometryError(
                f"a slide of {slide} is not legal for {self.action}; legal: {legal}"
            )

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "id": self.id,
            "action": self.action,
            "legal": self.legal,
            "reasons": list(self.reasons),
            "on_bar": self.on_bar,
            "intervals": [list(interval) for interval in self.intervals],
            "ends": [
                [pose_json(self.base.pose.forward(lo)), pose_json(self.base.pose.forward(hi))]
                for lo, hi in self.intervals
            ],
            "in_the_way": list(self.in_the_way),
        }

    def scene(self) -> Scene:
        """Return the ship, the template, and the legal places."""
        from .pictures import slide_scene

        return slide_scene(self)
