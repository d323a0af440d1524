"""The roll that settles what the players cannot agree on (XW-93)."""

from __future__ import annotations

from collections.abc import Sequence


def settled(attack: Sequence[str], defense: Sequence[str]) -> int | None:
    """Return who decides a dispute (XW-93, A-23).

    The engine has no disputes; a table may.  The answer stands for the same situation in the rest
    of the game.

    Parameters
    ----------
    attack, defense
        Three attack dice, rolled by one player, and three defense dice, rolled by the other.

    Returns
    -------
    int or None
        0 if the player with the attack dice decides, 1 for the other; None: roll again.

    >>> settled(("focus", "hit", "focus"), ("focus", "evade", "blank"))
    0
    """
    one, other = (sum(die == "focus" for die in dice) for dice in (attack, defense))
    return None if one == other else int(other > one)
