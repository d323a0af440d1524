"""Putting things together: the nearest pose at which two of them touch."""

from __future__ import annotations

import math
from itertools import chain

from ..geometry import Placed, Point, Pose, depth, gap
from ..geometry.intervals import without
from ..geometry.slide import blocked
from ..table import Table


def contact(table: Table, id: str, to: str | None = None) -> Pose:
    """Return the pose at which a thing touches another, its heading kept.

    It comes along the shortest line between the two.  A thing that overlaps others is moved out of
    all of them, away from the other's center.

    Parameters
    ----------
    table
        The table.
    id
        What is moved.
    to
        What it shall touch; None takes what is nearest.

    Raises
    ------
    UnknownName
        If one of them is not on the table.
    ValueError
        If there is nothing to touch.

    >>> from tablesim.geometry import Disc
    >>> from tablesim.table import Piece, Table
    >>> drums = [Piece(n, footprint=Disc(10), at=(x, 0)) for n, x in (("a", 0), ("b", 100))]
    >>> contact(Table(area=(900, 900)).add(*drums), "a")
    Pose(x=80.0, y=0.0, heading=0.0)
    """
    moved = table[id].placed
    others = {t.id: t.placed for t in (*table.pieces, *table.terrain) if t.id != id}
    if to is not None:
        others = {table[to].id: table[to].placed} if to != id else {}
    if not others:
        raise ValueError(f"there is nothing that {id} could touch")
    found = {name: gap(moved, other) for name, other in others.items()}
    nearest = min(found, key=lambda name: (found[name].distance, -depth(moved, others[name])))
    (ax, ay), (bx, by) = found[nearest].a, found[nearest].b
    dx, dy = bx - ax, by - ay
    if found[nearest].distance == 0.0:
        dx, dy = _out(moved, others[nearest], list(others.values()))
    x, y = moved.pose.point
    return Pose(x + dx, y + dy, moved.pose.heading)


def _out(moved: Placed, other: Placed, others: list[Placed]) -> Point:
    """Return the shortest shift away from a thing's center that is clear of all."""
    (x, y), (ox, oy) = moved.pose.point, other.pose.point
    away = math.hypot(x - ox, y - oy)
    ux, uy = ((x - ox) / away, (y - oy) / away) if away else moved.pose.direction
    taken = chain.from_iterable(blocked(moved, (ux, uy), thing) for thing in others)
    shift = without([(0.0, math.inf)], taken)[0][0]
    return shift * ux, shift * uy
