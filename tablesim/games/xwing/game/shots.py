"""The exact odds of an attack on a table: what a position file says, joined to the dice."""

from __future__ import annotations

from ....table import Piece
from ..catalogue import catalogue
from ..odds import Odds, odds
from ..ships import Pilot, Ship
from ..verdicts import Attack
from .ships import CLOAK


def odds_of(shot: Attack) -> Odds | None:
    """Return the exact odds of an attack; None if it is not legal.

    Counted are the printed values, the range (XW-69, XW-70, XW-208), obstruction (XW-214), a cloak
    (XW-235), and the tokens that stand in the position: focus and lock of the attacker (a lock that
    the weapon costs rerolls nothing, XW-209), focus and evade of the defender.  Card effects and
    faceup damage are not.

    Parameters
    ----------
    shot
        The verdict of the judge on the attack.

    Raises
    ------
    UnknownName
        If a ship is a bare base, which has no values.

    >>> import tablesim as ts
    >>> table = ts.Table(game="xwing").add(
    ...     ts.Piece("luke", kind="x-wing", at=(450, 300), heading=90, seat=0),
    ...     ts.Piece("academy", kind="tie-fighter", at=(450, 540), heading=270, seat=1),
    ... )
    >>> found = odds_of(ts.judge(table).attack("luke", "academy"))
    >>> found.attack_dice, found.defense_dice, str(found.damage[0])
    (3, 3, '1093/2048')
    """
    attacker, target = shot.position.piece(shot.by), shot.position.piece(shot.on)
    card, enemy = _card(attacker), _card(target)
    if not shot.legal:
        return None
    primary = shot.weapon is None
    attack = card.attack + (shot.band == 1) if shot.weapon is None else shot.weapon.dice
    far = primary and shot.band == 3
    cloak = CLOAK * bool(target.state.get("cloaked"))
    paid = "" if shot.weapon is None else shot.weapon.needs
    return odds(
        attack,
        enemy.agility + cloak + far + (shot.obstructed == "all"),
        focus=_count(attacker, "focus") > (paid == "focus"),
        lock=attacker.state.get("lock") == target.id and paid != "lock",
        defender_focus=_count(target, "focus") > 0,
        evades=_count(target, "evade"),
    )


def _card(piece: Piece) -> Pilot | Ship:
    """Return the pilot of a ship, or where none is named the type of the ship."""
    known = catalogue()
    ship = known.ship(piece.kind or "")
    return known.pilots[ship.id].get(str(piece.state.get("pilot")), ship)


def _count(piece: Piece, token: str) -> int:
    value = piece.state.get(token, 0)
    return value if isinstance(value, int) else 0
