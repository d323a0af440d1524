"""What goes straight over the table, and what stops it: pushed bases and flights.

A round base meets a convex part when its center meets the part's core grown by both radii.  The
distance of a center on a straight way to a convex core has a single valley, so that one look at the
whole way tells whether it goes in at all, and the place where it does is the nearest of a few:
the circles about the corners and the edges moved outwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..errors import GeometryError
from .convex import edges, signed_separation
from .footprint import Convex, Disc, Part, Placed
from .intervals import Interval
from .measure import gap_of_parts
from .oval import Oval
from .parting import chord, parting, seen_from, support
from .pose import Point, Pose, unit

GRAZE = 1e-9
"""What goes into something by no more than this only grazes it."""

What = Literal["nothing", "obstacle", "disc", "edge"]


@dataclass(frozen=True, slots=True)
class Contact:
    """How far something gets on a straight way.

    Attributes
    ----------
    travel
        How far it gets.
    end
        Where its center is then.
    what
        What stops it: ``"nothing"`` (it goes all the way), an ``"obstacle"``, another ``"disc"``,
        or the ``"edge"`` of the table.
    index
        Which obstacle or disc it is, the first one of several at once; None for the others.
    point
        Where the two touch; None if nothing stops it.
    """

    travel: float
    end: Point
    what: What = "nothing"
    index: int | None = None
    point: Point | None = None


def slide_disc(
    center: Point,
    radius: float,
    angle: float,
    length: float,
    obstacles: Sequence[Placed] = (),
    *,
    discs: Sequence[tuple[Point, float]] = (),
    box: Sequence[float] | None = None,
) -> Contact:
    """Return how far a round base can be pushed along a straight line.

    It is stopped by what it would go into; moving along something, or away from it, is free.  What
    it is in already stops it only if it would go in deeper, and then at once.

    Parameters
    ----------
    center, radius
        The base before the push.
    angle, length
        Its direction in degrees, and how far it is pushed.
    obstacles
        Shapes of any kind.
    discs
        Other round bases, as center and radius.
    box
        The table: least x, least y, greatest x, greatest y.  The whole base stays on it.

    Raises
    ------
    GeometryError
        If the radius is not positive, or a number is not finite, or the length is negative.

    >>> slide_disc((0, 0), 0.5, 0, 4, discs=[((3, 0.6), 0.5)])
    Contact(travel=2.2, end=(2.2, 0.0), what='disc', index=0, point=(2.6, 0.3))
    """
    way = _Way(Pose(*center).point, unit(angle), _length(length))
    disc = Placed(Disc(radius), Pose(*center)).parts[0]
    shapes: list[tuple[What, int, Placed]] = [("obstacle", i, o) for i, o in enumerate(obstacles)]
    shapes += [("disc", i, Placed(Disc(r), Pose(*c))) for i, (c, r) in enumerate(discs)]
    found = Contact(way.length, way.at(way.length))
    for what, index, shape in shapes:
        if way.distance(shape.pose.point) > shape.footprint.reach + radius:
            continue
        for part in shape.parts:
            travel = _travel_to(disc, part, way)
            if travel is not None and travel < found.travel:
                end = way.at(travel)
                touched = gap_of_parts((Convex((end,), radius),), (part,)).b
                found = Contact(travel, end, what, index, touched)
    return _within(found, way, radius, box)


def scattered(aim: Point, distance: float, angle: float) -> Point:
    """Return where something comes down that misses its aim.

    Parameters
    ----------
    aim
        Where it should have gone.
    distance, angle
        By how much it misses, and in which direction, in degrees.

    Raises
    ------
    GeometryError
        If the distance is negative, or a number is not finite.

    >>> scattered((10, 20), 3, 90)
    (10.0, 23.0)
    """
    return Pose(*aim, angle).forward(_length(distance)).point


def flight(
    start: Point, to: Point, blockers: Sequence[Placed], box: Sequence[float] | None = None
) -> Contact:
    """Return how far something without extent flies before it meets a wall.

    A flight along a face or past a corner is free, but none gets through between two blockers that
    touch.  One that leaves the table is stopped at its edge.

    Parameters
    ----------
    start, to
        From where to where it would go.
    blockers
        The walls, shapes of any kind.
    box
        The table: least x, least y, greatest x, greatest y.

    >>> from tablesim.geometry import Rect
    >>> flight((0, 0), (10, 0), [Placed(Rect(1, 6), Pose(5, 0))])
    Contact(travel=4.5, end=(4.5, 0.0), what='obstacle', index=0, point=(4.5, 0.0))
    """
    turned = math.degrees(math.atan2(to[1] - start[1], to[0] - start[0]))
    way = _Way(Pose(*start).point, unit(turned), math.dist(start, Pose(*to).point))
    met = [(way.length, -1)]
    left: list[tuple[Interval, int]] = []
    right: list[tuple[Interval, int]] = []
    for index, blocker in enumerate(blockers):
        for (lo, hi), (low, high) in _stretches(blocker, way):
            if low >= -GRAZE:
                left.append(((lo, hi), index))
            elif high <= GRAZE:
                right.append(((lo, hi), index))
            elif hi - lo > GRAZE:
                met.append((lo, index))
    met += [
        (max(a, c), min(i, j))
        for (a, b), i in left
        for (c, d), j in right
        if max(a, c) <= min(b, d) + GRAZE
    ]
    travel, index = min(met)
    end = way.at(travel) if index >= 0 else Pose(*to).point
    found = Contact(travel, end, "obstacle", index, end) if index >= 0 else Contact(travel, end)
    return _within(found, way, 0.0, box)


def leaves(center: Point, angle: float, length: float, support: Placed) -> float | None:
    """Return where a point on a straight way leaves the face that it stands on.

    The border belongs to the face; over its holes there is nothing to stand on.

    Parameters
    ----------
    center
        Where the point is at first.
    angle, length
        In which direction it goes, in degrees, and how far.
    support
        The face.

    Returns
    -------
    float or None
        How far it gets; 0 if it does not stand on the face at all.  None if it stays on it.

    >>> from tablesim.geometry import Rect
    >>> leaves((3, 0), 0, 4, Placed(Rect(4, 6), Pose(2, 0)))
    1.0
    """
    way = _Way(Pose(*center).point, unit(angle), _length(length))
    reached = -math.inf
    for lo, hi in sorted(stretch for stretch, _ in _stretches(support, way)):
        if lo <= max(reached, 0.0) + GRAZE:
            reached = max(reached, hi)
    return None if reached >= way.length - GRAZE else max(reached, 0.0)


class _Way(NamedTuple):
    """A straight way.

    Attributes
    ----------
    start
        Where it begins.
    direction
        The unit vector along it.
    length
        How long it is.
    """

    start: Point
    direction: Point
    length: float

    def at(self, travel: float) -> Point:
        """Return the point after some travel."""
        (x, y), (dx, dy) = self.start, self.direction
        return x + travel * dx, y + travel * dy

    def distance(self, point: Point) -> float:
        """Return how far a point is from the way."""
        (x, y), (dx, dy) = self.start, self.direction
        along = (point[0] - x) * dx + (point[1] - y) * dy
        return math.dist(point, self.at(min(max(along, 0.0), self.length)))


def _length(value: float) -> float:
    if not (math.isfinite(value) and value >= 0.0):
        raise GeometryError(f"a way needs a length that is not negative, got {value}")
    return float(value)


def _travel_to(disc: Part, part: Part, way: _Way) -> float | None:
    """Return after which travel a disc is stopped by a part; None if it is not."""
    swept = Convex((way.start, way.at(way.length)), disc.radius)
    depth = max(0.0, -signed_separation(disc, part))
    if way.length == 0.0 or -signed_separation(swept, part) <= depth + GRAZE:
        return None
    if depth:
        return 0.0
    if isinstance(part, Oval):
        return _entry_into_oval(disc, part, way)
    return max(0.0, min(_entries(seen_from(part, way.start), way, disc.radius), default=0.0))


def _entries(part: Part, way: _Way, radius: float) -> Iterator[float]:
    """Yield the travels at which a disc may first touch a part, which is seen from its start.

    All of them are places where it touches the part or is in it, and the first touch is one.
    """
    assert isinstance(part, Convex)
    dx, dy = way.direction
    reach = radius + part.radius
    for x, y in part.points:
        along, off = x * dx + y * dy, x * dy - y * dx
        if abs(off) <= reach:
            yield along - math.sqrt((reach - off) * (reach + off))
    n = len(part.points)
    for i, (ax, ay) in enumerate(part.points if n > 1 else ()):
        bx, by = part.points[(i + 1) % n]
        size = math.hypot(bx - ax, by - ay)
        ex, ey = (bx - ax) / size, (by - ay) / size
        rate = ex * dy - ey * dx  # inwards, to the left of the edge
        if rate > 0.0:
            travel = (ay * ex - ax * ey - reach) / rate
            if 0.0 <= (travel * dx - ax) * ex + (travel * dy - ay) * ey <= size:
                yield travel


def _entry_into_oval(disc: Part, oval: Oval, way: _Way) -> float:
    """Return the travel at which a disc touches an ellipse that it goes into.

    The gap falls ever more slowly on the way there, so that Newton's steps never go too far.
    """
    travel = 0.0
    while True:
        apart, (nx, ny) = parting(Convex((way.at(travel),), disc.radius), oval)
        rate = nx * way.direction[0] + ny * way.direction[1]
        step = apart / rate if rate > 0.0 else 0.0
        if step <= 0.0 or travel + step == travel:
            return travel
        travel += step


def _within(found: Contact, way: _Way, radius: float, box: Sequence[float] | None) -> Contact:
    """Return the same contact, or the one with the edge of the table if that comes first."""
    if box is None:
        return found
    x0, y0, x1, y1 = box
    for nx, ny, limit in ((1, 0, x1), (-1, 0, -x0), (0, 1, y1), (0, -1, -y0)):
        room = limit - nx * way.start[0] - ny * way.start[1] - radius
        rate = nx * way.direction[0] + ny * way.direction[1]
        if way.length * rate - room <= max(0.0, -room) + GRAZE:
            continue
        travel = max(0.0, room / rate)
        if travel < found.travel:
            x, y = end = way.at(travel)
            found = Contact(travel, end, "edge", None, (x + nx * radius, y + ny * radius))
    return found


def _stretches(shape: Placed, way: _Way) -> Iterator[tuple[Interval, Interval]]:
    """Yield the closed stretches of a way in the parts of a shape, and how far those reach.

    The latter across the way, from its right to its left.
    """
    if way.distance(shape.pose.point) > shape.footprint.reach + GRAZE:
        return
    dx, dy = way.direction
    for placed in shape.parts:
        part = seen_from(placed, way.start)
        lo, hi = _stretch(part, way)
        if lo <= hi + GRAZE:
            (px, py), (qx, qy) = support(part, (dy, -dx)), support(part, (-dy, dx))
            yield (lo, max(lo, hi)), (py * dx - px * dy, qy * dx - qx * dy)


def _stretch(part: Part, way: _Way) -> Interval:
    """Return the stretch of a way in a part, which is seen from its start; empty if from > to."""
    dx, dy = way.direction
    lo, hi = 0.0, way.length
    if isinstance(part, Oval) or part.radius:
        ends = chord(part, (-dy, dx), 0.0)
        if ends is None:
            return math.inf, -math.inf
        first, last = sorted(x * dx + y * dy for x, y in ends)
        return max(lo, first), min(hi, last)
    for nx, ny, room in edges(part.points):
        rate = nx * dx + ny * dy
        if abs(rate) * way.length <= GRAZE:  # along the edge
            if room < -GRAZE:
                return math.inf, -math.inf
        elif rate > 0.0:
            hi = min(hi, room / rate)
        else:
            lo = max(lo, room / rate)
    return lo, hi
