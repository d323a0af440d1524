"""Where a thing stands and which way it looks.

Angles are degrees, counter-clockwise, heading 0 looks along +x.  The plane has no unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import GeometryError

Point = tuple[float, float]
"""A place on the plane, ``(x, y)``."""

_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
_POSITION_STEP = 1e7
_HEADING_STEP = 1e9


def normalized(degrees: float) -> float:
    """Return the same angle in ``[0, 360)``.

    >>> normalized(-90), normalized(720), normalized(-1e-20)
    (270.0, 0.0, 0.0)
    """
    if 0.0 <= degrees < 360.0:
        return degrees
    turned = degrees % 360.0
    return 0.0 if turned == 360.0 else turned  # -1e-20 % 360 is 360.0 in floats


def unit(degrees: float) -> Point:
    """Return the unit vector of a direction, exact at the multiples of 90 degrees.

    >>> unit(90), unit(-180)
    ((0.0, 1.0), (-1.0, 0.0))
    """
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return _QUARTERS[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a heading.

    Attributes
    ----------
    x, y
        Where the origin of the thing is, in the units of the table.
    heading
        Where its front looks: degrees, counter-clockwise from +x, kept in ``[0, 360)``.

    Raises
    ------
    GeometryError
        If a value is not a finite number.

    >>> Pose(10, 20, -90)
    Pose(x=10.0, y=20.0, heading=270.0)
    """

    x: float
    y: float
    heading: float = 0.0

    def __post_init__(self) -> None:
        try:
            x, y, heading = float(self.x), float(self.y), float(self.heading)
        except OverflowError:  # an integer of hundreds of digits
            raise GeometryError("a pose needs numbers that a float can hold") from None
        except (TypeError, ValueError):
            given = f"({self.x!r:.40}, {self.y!r:.40}, {self.heading!r:.40})"
            raise TypeError(f"a pose needs numbers, got {given}") from None
        # NaN and infinity poison a sum, so that one test serves for all three.
        if not math.isfinite(x + y + heading):
            raise GeometryError(f"a pose needs finite numbers, got ({x}, {y}, {heading})")
        put = object.__setattr__
        put(self, "x", x)
        put(self, "y", y)
        put(self, "heading", normalized(heading))

    @property
    def point(self) -> Point:
        """The place alone, ``(x, y)``."""
        return self.x, self.y

    @property
    def direction(self) -> Point:
        """The unit vector that the heading points along."""
        return unit(self.heading)

    def forward(self, distance: float) -> Pose:
        """Return the pose after a straight step along the heading (negative: backwards).

        >>> Pose(1, 1, 90).forward(5)
        Pose(x=1.0, y=6.0, heading=90.0)
        """
        c, s = unit(self.heading)
        return Pose(self.x + distance * c, self.y + distance * s, self.heading)

    def turned(self, degrees: float) -> Pose:
        """Return the pose turned on the spot, counter-clockwise.

        >>> Pose(1, 1, 350).turned(20)
        Pose(x=1.0, y=1.0, heading=10.0)
        """
        return Pose(self.x, self.y, self.heading + degrees)

    def then(self, step: Pose) -> Pose:
        """Return the pose reached by a step that is written in this pose's own frame.

        Parameters
        ----------
        step
            A pose relative to this one: x ahead, y to the left, heading turned by.

        >>> Pose(100, 0, 90).then(Pose(10, 0, 45))
        Pose(x=100.0, y=10.0, heading=135.0)
        """
        c, s = unit(self.heading)
        return Pose(
            self.x + step.x * c - step.y * s,
            self.y + step.x * s + step.y * c,
            self.heading + step.heading,
        )

    def to_world(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return points of this pose's own frame as points of the table.

        >>> Pose(100, 0, 90).to_world([(1, 0), (0, 1)])
        ((100.0, 1.0), (99.0, 0.0))
        """
        c, s = unit(self.heading)
        x, y = self.x, self.y
        return tuple([(x + px * c - py * s, y + px * s + py * c) for px, py in points])

    def to_local(self, point: Point) -> Point:
        """Return a point of the table as a point of this pose's own frame.

        >>> Pose(100, 0, 90).to_local((99, 0))
        (0.0, 1.0)
        """
        c, s = unit(self.heading)
        dx, dy = point[0] - self.x, point[1] - self.y
        return dx * c + dy * s, dy * c - dx * s

    def snapped(self) -> Pose:
        """Return the pose on the grid that tables are kept on: 1e-7 and 1e-9 degrees.

        Sines differ in their last digit between machines; snapped poses do not.

        >>> Pose(0.1 + 0.2, 1 / 3, 359.9999999999)
        Pose(x=0.30000000000000004, y=0.3333333333333333, heading=359.9999999999)
        >>> Pose(0.1 + 0.2, 1 / 3, 359.9999999999).snapped()
        Pose(x=0.3, y=0.3333333, heading=0.0)
        """
        return Pose(
            round(self.x * _POSITION_STEP) / _POSITION_STEP,
            round(self.y * _POSITION_STEP) / _POSITION_STEP,
            round(self.heading * _HEADING_STEP) / _HEADING_STEP,
        )
