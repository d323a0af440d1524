"""The answers of the X-Wing judge about actions that move a ship: where it may be set down."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...errors import GeometryError
from ...geometry import Interval, Placed, Pose, Strip, intervals
from ...scene import Scene
from ...verdict import JSON, Margin
from .moves import pose_json
from .verdicts import XWingVerdict


@dataclass(frozen=True)
class Slide(XWingVerdict):
    """Where a ship may end a barrel roll, a boost or a decloak (XW-160, XW-161, XW-234, XW-235).

    Attributes
    ----------
    id
        The ship.
    action
        What it does, for instance ``"barrel roll right"``.
    base
        The base in its new place at slide 0.
    strip
        The template where it lies for slide 0.
    play
        By how much the template may slide along the old base, and the new base along the
        template, to either side: ``d1`` and ``d2`` of XW-160.
    template_places
        Where the template may lie: the ``d1`` at which it is clear of obstacles.
    intervals
        The legal slides ``s = d1 + d2``, forward along the heading, as closed intervals; a boost
        has none but 0.
    in_the_way
        What takes away some of the slides or all.
    room
        Of a legal action the length of the widest interval, of a legal boost the distance to the
        nearest thing that would forbid it; if no place is legal, minus the least depth by which
        one fails.
    reasons
        Why it is not legal, where it is not.
    on_bar
        Whether the action is in the ship's action bar; None for a bare base.
    """

    id: str
    action: str
    base: Placed = field(repr=False)
    strip: Strip = field(repr=False)
    play: float
    template_places: tuple[Interval, ...]
    intervals: tuple[Interval, ...]
    in_the_way: tuple[str, ...]
    room: float
    reasons: tuple[str, ...]
    on_bar: bool | None

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
        """How much room there is, or how much every place lacks."""
        if not self.intervals or self.legal:
            return (Margin("for it", self.room, "mm", yes="of room", no="too little room"),)
        return ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        first = ("XW-235",) if self.action.startswith("decloak") else ()
        if self.play == 0.0:
            return ("XW-234", *first)
        return ("XW-51", "XW-52", "XW-160", "XW-161", "XW-215", "XW-216", *first)

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
        window = [(slide - self.play, slide + self.play)]
        places = intervals.common(self.template_places, window)
        # Half the slide before and half after the template, or as near to that as is free.
        lo, hi = min(places, key=lambda p: abs(min(max(slide / 2, p[0]), p[1]) - slide / 2))
        shift = min(max(slide / 2, lo), hi)
        dx, dy = self.base.pose.direction
        at = self.strip.pose
        return replace(self.strip, pose=Pose(at.x + shift * dx, at.y + shift * dy, at.heading))

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
