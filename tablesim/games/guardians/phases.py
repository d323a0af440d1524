"""What can be to do in the game, and how it can end."""

from __future__ import annotations

from enum import Enum, IntEnum


class Phase(IntEnum):
    """What the game goes on with, once nothing interrupts it."""

    FORMATION = 0
    """Chance lays the starting formation (SK-7)."""
    PLACE_FIGHTER = 1
    PLACE_MINE = 2
    RETURN = 3
    """A destroyed fighter comes back (SK-34)."""
    UPGRADE = 4
    """The variant's decision before step 1 (SK-36)."""
    MOVE = 5
    """Step 1."""
    SHOOT = 6
    """Step 2."""
    MINE = 7
    """Step 3."""
    TURN_ENDS = 8
    """All three steps are done, but what they caused is not."""
    OVER = 9


class Reason(Enum):
    """How the game ended."""

    PLANET_LOST = "the planet is lost"
    DEFENDED = "the fleet is destroyed"
    TURN_LIMIT = "the turns are used up"
