"""The stages of a turn, the ways a game can end, and the words for nobody and nowhere."""

from __future__ import annotations

from enum import Enum
from typing import Final, Self

from ...protocol import CHANCE, OVER

NOBODY: Final = -1
"""The owner of a field without blockers (DS-23)."""

OFF: Final = -1
"""Where a moving piece is that is not on the board."""

ACTIVE: Final = 0
OWNER: Final = 1


class Stage(Enum):
    """What comes next (DS-36), and who decides it.

    Attributes
    ----------
    decides
        ``ACTIVE`` for the seat whose turn it is, ``OWNER`` for that of the field on which its
        piece stands, else ``CHANCE`` or ``OVER``.
    """

    SETUP = "setup", ACTIVE
    MOVE = "move", ACTIVE
    ATTEMPT = "attempt", ACTIVE
    DEFEND = "defend", OWNER
    DEFENSE_THROW = "defense_throw", CHANCE
    DEFENSE_LIVES = "defense_lives", OWNER
    THROW = "throw", CHANCE
    LIVES = "lives", ACTIVE
    TAKE_BLOCKER = "take_blocker", ACTIVE
    CORNER = "corner", ACTIVE
    OVER = "over", OVER

    decides: int

    def __new__(cls, word: str, decides: int) -> Self:
        """Make a member whose value is its word."""
        member = object.__new__(cls)
        member._value_ = word
        member.decides = decides
        return member


class Reason(Enum):
    """How a game can end (DS-32, DS-33, DS-35)."""

    TARGET = "target"
    LAST_PLAYER = "last_player"
    TURN_LIMIT = "turn_limit"
