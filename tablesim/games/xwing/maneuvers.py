"""Maneuvers: what stands on a dial, and how it is written.

A maneuver is a bearing, a speed and, for the bearings that have two sides, a side.  Its color
belongs to the dial of a ship, not to the maneuver.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import NotAMove, did_you_mean
from .components import BEARINGS, SIDES, ManeuverSet, maneuver_set

_SIGNS = {
    "straight": "↑",
    "bank": "↖↗",
    "turn": "↰↱",
    "koiogran": "K",
    "segnor": "S↖ S↗",
    "tallon": "T↰ T↱",
    "stationary": "■",
    "reverse straight": "↓",
    "reverse bank": "↙↘",
}
"""The sign of each bearing as on a dial; of those that have sides, left and right."""


@dataclass(frozen=True, slots=True, order=True)
class Maneuver:
    """One maneuver of a dial (XW-17 to XW-19, XW-230 to XW-233).

    Attributes
    ----------
    bearing
        ``"straight"``, ``"bank"``, ``"turn"``, ``"koiogran"``, ``"segnor"``, ``"tallon"``,
        ``"stationary"``, ``"reverse straight"`` or ``"reverse bank"``.
    speed
        The speed; 0 for ``"stationary"`` and no other.
    side
        ``"left"`` or ``"right"`` for the bearings that have sides, else None.

    >>> Maneuver.parse("turn left 2")
    Maneuver(bearing='turn', speed=2, side='left')
    """

    bearing: str
    speed: int
    side: str | None = None

    def notation(self) -> str:
        """Return the text that :meth:`parse` reads.

        >>> Maneuver("reverse bank", 1, "left").notation(), Maneuver("stationary", 0).notation()
        ('reverse bank left 1', 'stationary')
        """
        words = [self.bearing, *([self.side] if self.side else []), str(self.speed)]
        return " ".join(words if self.speed else words[:-1])

    @property
    def sign(self) -> str:
        """Speed and arrow, as a dial shows them, where there is no room for the notation.

        >>> [Maneuver.parse(m).sign for m in ("turn left 2", "koiogran 4", "segnor right 3")]
        ['2↰', '4K', '3S↗']
        """
        signs = _SIGNS[self.bearing]
        if self.side:
            signs = (signs.split() if " " in signs else signs)[SIDES.index(self.side)]
        return f"{self.speed or ''}{signs}"

    @classmethod
    def parse(cls, text: str) -> Maneuver:
        """Read a maneuver: bearing, side if it has one, speed; the words in any order.

        Raises
        ------
        NotAMove
            If no template makes that maneuver; the message says what is wrong.

        >>> Maneuver.parse("  Bank 1 LEFT ").notation()
        'bank left 1'
        >>> Maneuver.parse("tunr left 2")
        Traceback (most recent call last):
        ...
        tablesim.errors.NotAMove: 'tunr left 2' is not a maneuver; did you mean 'turn left 2'?
        """
        known = maneuver_set()
        words = text.casefold().split()
        numbers = [word for word in words if re.fullmatch(r"[0-9]{1,3}", word)]
        sides = [word for word in words if word in SIDES]
        bearing = " ".join(word for word in words if word not in (*numbers, *sides))
        if bearing not in BEARINGS or len(sides) > 1 or len(numbers) > 1:
            every = [maneuver.notation() for maneuver in every_maneuver(known)]
            hint = did_you_mean(" ".join(words), every)
            what = f"is not a maneuver{hint or '; a maneuver is for instance ' + repr(every[0])}"
            raise NotAMove(f"{text!r} {what}")
        side = sides[0] if sides else None
        speed = int(numbers[0]) if numbers else None
        problem = _problem(known, bearing, speed, side)
        if problem:
            raise NotAMove(f"{text!r} is not a maneuver: {problem}")
        return cls(bearing, speed or 0, side)


def every_maneuver(known: ManeuverSet) -> list[Maneuver]:
    """Return all maneuvers that there are templates for, in a fixed order.

    >>> len(every_maneuver(maneuver_set()))
    46
    """
    return [
        Maneuver(bearing, speed, side)
        for bearing in known.bearings
        for speed in known.speeds(bearing)
        for side in (SIDES if known.bearings[bearing].sided else (None,))
    ]


def _problem(known: ManeuverSet, bearing: str, speed: int | None, side: str | None) -> str:
    """Return what is wrong with a maneuver of a known bearing, or an empty text."""
    sided = known.bearings[bearing].sided
    speeds = known.speeds(bearing)
    rest = f" {speed}" if speed else ""
    if sided and side is None:
        return f"say the side, '{bearing} left{rest}' or '{bearing} right{rest}'"
    if side is not None and not sided:
        return f"{bearing} has no side; did you mean '{bearing}{rest}'?"
    if speed is None and speeds != (0,):
        return f"say the speed, {speeds[0]} to {speeds[-1]}"
    if speed is not None and speed not in speeds:
        if speeds == (0,):
            return f"{bearing} has no speed"
        return f"no such template: {bearing} has speeds {speeds[0]} to {speeds[-1]} (XW-152)"
    return ""
