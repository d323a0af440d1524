"""One shot: what is measured from one arc of a ship, and what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...geometry import Beam, Sector, gap, nearest_of
from ...verdict import length
from . import rules
from .verdicts import Attack

if TYPE_CHECKING:
    from ...table import Piece
    from .components import Ruler
    from .judge import Judge
    from .weapons import Weapon


def shot(
    judge: Judge,
    attacker: Piece,
    target: Piece,
    arc: tuple[str, Sector | Beam],
    weapon: Weapon | None,
) -> Attack:
    """Judge a shot out of one arc (XW-62 to XW-68, XW-207).

    Parameters
    ----------
    judge
        The judge of the table.
    attacker, target
        Who shoots at whom.
    arc
        The name of the arc, and what it covers from the middle of the attacker's base.
    weapon
        The secondary weapon; None for the primary one.
    """
    a, b = attacker.placed, target.placed
    name, sector = arc[0], arc[1].at(attacker.pose)
    margin = sector.margin(b)
    closest = gap(a, b)
    measured = None
    if rules.in_arc(margin):
        measured = rules.attack_gap(
            a,
            b,
            sector,
            attack_range=judge.policies["attack_range"],
            attack_from=judge.policies["attack_from"],
        )
    found = measured or closest
    ids = [id for id, _ in judge.obstacles]
    crossed = rules.obstruction(found, [placed for _, placed in judge.obstacles])
    band = rules.band(found.distance, judge.catalogue.ruler)
    contact = _contact(judge, attacker, target, closest.distance)
    overlapping = not contact and closest.distance == 0.0 and rules.overlapping(a, b)
    reasons = why_no_attack(attacker, target, weapon)
    measurable = not (reasons or contact or closest.distance == 0.0)
    rock, nearest = nearest_of(a, [placed for _, placed in judge.obstacles])
    if nearest is not None and rules.MM.overlaps(-rock):
        reasons.append(f"the attacker's base lies on {ids[nearest]} (XW-212)")
    if contact:
        reasons.append("their bases touch (XW-42)")
    elif overlapping:
        reasons.append("their bases overlap, which is no legal position (XW-156)")
    if measured is None:
        reasons.append(f"out of the {name} arc by {length(-margin, 'mm')} (XW-63)")
    elif why := _why_no_range(band, found.distance, judge.catalogue.ruler, weapon):
        reasons.append(f"in arc, but {why}")
    # Guides count for contact alone (XW-162, XW-168): a shot names them only if they do.
    guides = ("guides",) if judge.policies["guides"] else ()
    return Attack(
        judge.table,
        judge.said("attack_range", "attack_from", "arc", *guides),
        by=attacker.id,
        on=target.id,
        arc=name,
        weapon=weapon,
        sector=sector,
        measured=found,
        in_arc=measured is not None,
        arc_margin=margin,
        band=band,
        edges=judge.catalogue.ruler.edges,
        base_distance=closest.distance,
        touching=contact,
        overlapping=overlapping,
        obstructed=crossed.blocked,
        obstructed_by=tuple(ids[i] for i in crossed.crossed),
        clearance=crossed.clearance,
        segment=crossed.line,
        rock=None if nearest is None else ids[nearest],
        rock_clearance=rock,
        measurable=measurable,
        reasons=tuple(reasons),
    )


def _contact(judge: Judge, a: Piece, b: Piece, distance: float) -> bool:
    """XW-42: whether two bases touch; with guides, if the policy counts them."""
    if judge.policies["guides"]:
        return rules.touching(judge.base_of(a), judge.base_of(b))
    return distance <= rules.MM.contact and rules.touching(a.placed, b.placed)


def _why_no_range(
    band: int | None, distance: float, ruler: Ruler, weapon: Weapon | None
) -> str | None:
    """XW-65, XW-207: what is wrong with a range, by the ruler and by the card."""
    if band is None:
        return f"beyond range {len(ruler.edges)}: {length(distance, 'mm')} (XW-65)"
    if weapon and not weapon.reaches(band):
        return f"at range {band}, not {weapon.range} as its card says (XW-207)"
    return None


def why_no_attack(attacker: Piece, target: Piece, weapon: Weapon | None) -> list[str]:
    """Return the reasons against an attack that no ruler shows."""
    reasons = []
    if attacker is target or friends(attacker, target):
        reasons.append(f"{target.id} is no enemy (XW-62)")
    if attacker.state.get("cloaked"):
        reasons.append("the attacker is cloaked (XW-235)")
    if weapon and weapon.needs == "lock" and attacker.state.get("lock") != target.id:
        reasons.append(f"no lock on {target.id}, which its card needs (XW-58, XW-207)")
    if weapon and weapon.needs == "focus" and not attacker.state.get("focus"):
        reasons.append("no focus token, which its card needs (XW-207)")
    return reasons


def friends(a: Piece, b: Piece) -> bool:
    """Whether two ships are of one seat (XW-1); without seats nobody is friend or foe."""
    return a.seat is not None and a.seat == b.seat
