"""A model on the table, as the measuring rules see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...geometry import Placed, Point, Pose, unit
from ...geometry.terrain import Prism

if TYPE_CHECKING:
    from .components import Measuring, Size


@dataclass(frozen=True)
class Model:
    """A model: its base, where it stands, and what the measuring rules ask of it (UG-1).

    Attributes
    ----------
    id
        Its name on the table.
    seat
        Whose it is; None for nobody's.
    size
        Of base and figure.
    pose
        The center of its base, and where it faces.
    level
        The height of the surface that it stands on.
    height
        Of the figure.
    standing
        False if it is down (UF-78).
    move
        Its Move M; None if nobody said.
    toughness
        Its Toughness T; None if nobody said.
    reach
        How far it strikes with its ready weapon (UG-24).
    flight
        Whether it flies (UF-72).
    unit
        Whether it is a unit of several figures (UF-71); they have one base (HR-2).
    """

    id: str
    seat: int | None
    size: Size
    pose: Pose
    level: float
    height: float
    standing: bool = True
    move: int | None = None
    toughness: int | None = None
    reach: float = 0.0
    flight: bool = False
    unit: bool = False

    @property
    def center(self) -> Point:
        """The middle of its base."""
        return self.pose.point

    @property
    def radius(self) -> float:
        """Of its base."""
        return self.size.base.radius

    @cached_property
    def base(self) -> Placed:
        """Its base on the plane."""
        return Placed(self.size.base, self.pose)

    @property
    def top(self) -> float:
        """The height of the top of the figure."""
        return self.level + self.height

    @property
    def front(self) -> Point:
        """The unit vector that it faces along."""
        return unit(self.pose.heading)

    def eye(self, numbers: Measuring) -> float:
        """Return the height of its eye (UG-6)."""
        return self.level + numbers.eye_share * self.height

    @cached_property
    def body(self) -> Prism:
        """The figure as a cylinder, as it hides others (UG-8)."""
        return Prism(self.base, self.level, self.top)

    def foe(self, other: Model) -> bool:
        """Whether another one is an enemy: without seats nobody is friend or foe."""
        return other is not self and (self.seat is None or self.seat != other.seat)
