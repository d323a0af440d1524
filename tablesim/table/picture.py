"""How pieces and terrain look in every picture: the marks that tables and verdicts share."""

from __future__ import annotations

import shapely

from ..geometry.footprint import Placed
from ..geometry.pose import Pose
from ..scene import Mark
from .piece import Piece, Terrain


def words(thing: Piece | Terrain) -> str:
    """Return a thing in words: what it is and where it stands.

    >>> words(Piece("luke", kind="x-wing", at=(450, 300), heading=90))
    'luke (x-wing) at (450, 300), heading 90°'
    """
    what = thing.kind or (thing.base if isinstance(thing, Piece) else None)
    pose = thing.pose
    kind = f" ({what})" if what else ""
    return f"{thing.id}{kind} at ({pose.x:g}, {pose.y:g}), heading {pose.heading:g}°"


def base(piece: Piece, *, faint: bool = False) -> tuple[Mark, ...]:
    """Return the base of a piece with its id, and the little triangle at its front."""
    mark = Mark(
        piece.polygon, "base", side=piece.seat, label=piece.id, title=words(piece), faint=faint
    )
    return (mark, *facing(piece, piece.pose, faint=faint))


def ghost(piece: Piece, pose: Pose, label: str) -> tuple[Mark, ...]:
    """Return the outline of a piece where it was or might have been."""
    there = piece.moved(pose)
    mark = Mark(there.polygon, "ghost", side=piece.seat, label=label, title=f"{piece.id}: {label}")
    return (mark, *facing(piece, pose, faint=True))


def facing(piece: Piece, pose: Pose, *, faint: bool = False) -> tuple[Mark, ...]:
    """Return the triangle that shows where the front of a piece is."""
    _, _, front, _ = Placed(piece.placed.footprint, Pose(0, 0)).bounds
    if front <= 0:
        return ()
    tip = [(0.88 * front, 0.0), (0.4 * front, 0.2 * front), (0.4 * front, -0.2 * front)]
    return (Mark(shapely.Polygon(pose.to_world(tip)), "facing", side=piece.seat, faint=faint),)


def obstacle(terrain: Terrain, *, faint: bool = False) -> Mark:
    """Return an obstacle with its id."""
    return Mark(terrain.polygon, "obstacle", label=terrain.id, title=words(terrain), faint=faint)
