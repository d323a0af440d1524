"""Lengths on the plane in extended precision, by corners and sides; nothing of tablesim is used.

Points are complex numbers and shapes are lists of corners, all of them arrays over the cases.
Where a machine has extended precision, every length is right to a few 1e-17 at the size of a table,
so that what differs from it by more is the error of what it is held against.  Everything is
measured about the first of two poses; the difference of their places loses nothing.
"""

import numpy as np

LONG = np.longdouble
EPSILON = np.finfo(LONG).eps
DEGREE = LONG("3.14159265358979323846264338327950288") / 180


def turn(degrees):
    """The unit vectors of directions; whole turns are taken off first, which loses nothing."""
    angle = np.fmod(np.asarray(degrees, dtype=LONG), 360) * DEGREE
    return np.cos(angle) + 1j * np.sin(angle)


def dot(a, b):
    return a.real * b.real + a.imag * b.imag


def cross(a, b):
    return a.real * b.imag - a.imag * b.real


def box(depth, width):
    """The corners of a rectangle about its middle, counter-clockwise."""
    x, y = LONG(depth) / 2, LONG(width) / 2
    return [x - 1j * y, x + 1j * y, -x + 1j * y, -x - 1j * y]


def there(at, to):
    """Where poses are from the places of others."""
    at, to = np.asarray(at, dtype=LONG), np.asarray(to, dtype=LONG)
    return (to[..., 0] - at[..., 0]) + 1j * (to[..., 1] - at[..., 1])


def placed(ring, pose, at=0):
    """The corners of a shape that is turned by the heading of a pose and laid at a place."""
    way = turn(pose[..., 2])
    return [at + corner * way for corner in ring]


def sides(ring):
    """The sides of a ring: none of a point."""
    return [(ring[i - 1], ring[i]) for i in range(len(ring))] if len(ring) > 1 else []


def to_segment(point, start, end):
    """The distances from points to segments, of which some may have no length."""
    way = end - start
    size = dot(way, way)
    share = np.clip(dot(point - start, way) / np.where(size > 0, size, 1), 0, 1)
    return np.abs(point - start - share * way)


def least(values):
    """The least of many arrays; what is no number counts for nothing."""
    return np.fmin.reduce(np.broadcast_arrays(*values))


def apart(a, b):
    """How far a side of either has the whole other shape before it, at best: the greatest."""
    best = -np.inf
    for one, other in ((a, b), (b, a)):
        for p, q in sides(one):
            normal = -1j * (q - p) / np.abs(q - p)
            nearest = least([dot(normal, corner - p) for corner in other])
            best = np.maximum(best, nearest)
    return best


def separation(a, b):
    """The distances of convex rings, or minus the depths of those that overlap."""
    if len(a) == len(b) == 1:
        return np.abs(a[0] - b[0])
    room = apart(a, b)
    both = (a, b), (b, a)
    gaps = [to_segment(p, *side) for one, other in both for p in one for side in sides(other)]
    return np.where(room > 0, least(gaps), room)


def outside(ring, point):
    """The distances of points from the farthest of the sides that they are before; 0 inside."""
    return np.maximum(separation(ring, [point]), 0)


# ---- Sectors and beams ------------------------------------------------------------------------


class Wedge:
    """A convex area between two rays: all of it lies to the left of the first, right of the other.

    They begin at a corner each (of a sector, the same one); a ray between them stays inside.
    """

    def __init__(self, first, second, way, back, between):
        self.first, self.second, self.way, self.back = first, second, way, back
        self.between = between

    @property
    def corners(self):
        return [self.first] if self.second is self.first else [self.first, self.second]

    @property
    def planes(self):
        """Points and inward normals of the borders; a beam has a third one where it begins."""
        found = [(self.first, 1j * self.way), (self.second, -1j * self.back)]
        if len(self.corners) > 1:
            found.append((self.first, -1j * (self.second - self.first)))
        return found

    def part_of(self, start, end):
        """The stretches of segments in it; no number where there is none."""
        return clipped(start, end - start, LONG(0), LONG(1), self.planes)

    def pieces(self, ring):
        """The border of what it has in common with a convex ring: segments."""
        inner = [(p, 1j * (q - p)) for p, q in sides(ring)]
        found = [self.part_of(p, q) for p, q in sides(ring)]
        for start, way in ((self.first, self.way), (self.second, self.back)):
            found.append(clipped(start, way, LONG(0), LONG(np.inf), inner))
        if len(self.corners) > 1:
            found.append(clipped(self.first, self.second - self.first, LONG(0), LONG(1), inner))
        return found


def clipped(start, way, low, high, planes):
    """The stretches of lines that lie in all half-planes, as segments; else no numbers."""
    low, high = low + 0 * np.abs(start), high + 0 * np.abs(start)
    for point, normal in planes:
        value, slope = dot(normal, start - point), dot(normal, way)
        at = -value / np.where(slope == 0, 1, slope)
        low = np.where(slope > 0, np.maximum(low, at), low)
        high = np.where(slope < 0, np.minimum(high, at), high)
        high = np.where((slope == 0) & (value < 0), -np.inf, high)
    empty = ~(low <= high)
    low, high = (np.where(empty | np.isinf(v), np.nan, v) for v in (low, high))
    return start + low * way, start + high * way


def sector(heading, start, width, at=0.0, grown=0.0):
    """The wedges of sectors: one, or two of those that open by more than 180 degrees.

    Their rays begin at a place in the frame of who carries them; ``grown`` moves them outwards.
    """
    half = LONG(width) / 2
    middle = np.asarray(heading, dtype=LONG) + LONG(start) + half
    apex = at * turn(heading) - turn(middle) * grown / turn(half).imag
    first, last = turn(middle - half), turn(middle + half)
    if width <= 180:
        return [Wedge(apex, apex, first, last, turn(middle))]
    halves = (first, turn(middle)), (turn(middle), last)
    return [Wedge(apex, apex, *ways, sum(ways)) for ways in halves]


def beam(heading, start, width, grown=0.0):
    """The wedge of a strip straight ahead that begins at a distance."""
    ahead, side, begin = turn(heading), LONG(width) / 2 + grown, LONG(start) - grown
    return [Wedge((begin - 1j * side) * ahead, (begin + 1j * side) * ahead, ahead, ahead, ahead)]


def margin(wedge, ring):
    """How far convex rings reach into a wedge: the least shift that parts them; or minus the gap.

    The differences of their points are a convex area with two rays; what parts the two is the way
    from the origin to its border.
    """
    rays = (wedge.way, wedge.back)
    points = [corner - p for corner in wedge.corners for p in ring]
    pairs = [(p, q) for i, p in enumerate(points) for q in points[:i]]
    best = np.full(np.broadcast_shapes(*map(np.shape, (*points, *rays))), -np.inf, dtype=LONG)
    for way in (*rays, *(q - p for p, q in pairs)):
        size = np.abs(way)
        for normal in (s * 1j * way / np.where(size > 0, size, 1) for s in (1, -1)):
            room = least([dot(normal, p) for p in points])
            leads = least([dot(normal, ray) for ray in (*rays, wedge.between)])
            # A ray along the border leads neither way, but for rounding.
            room = np.where((leads >= -4 * EPSILON) & (size > 0), room, -np.inf)
            best = np.maximum(best, room)
    gaps = [to_segment(0, *pair) for pair in pairs]
    gaps += [to_ray(0, p, ray) for p in points for ray in rays]
    return np.where(best > 0, -least(gaps), -best)


def to_ray(point, start, way):
    """The distances from points to rays."""
    ahead = np.maximum(dot(point - start, way), 0)
    return np.abs(point - start - ahead * way)


def out_of_hole(heading, start, width, at, ring):
    """The same for what opens by more than 180 degrees: the least shift that takes it out of it.

    Out of it is in the hole: in both half-planes.  The shifts that do are a wedge, too.
    """
    half = LONG(width) / 2
    middle = np.asarray(heading, dtype=LONG) + LONG(start) + half
    first, last = turn(middle - half), turn(middle + half)
    # Inward normals of the hole, and how far the farthest corner is from being inside of each.
    n, m = -1j * first, 1j * last
    ring = [p - at * turn(heading) for p in ring]
    short, other = (np.maximum.reduce([-dot(v, p) for p in ring]) for v in (n, m))
    corner = (short * (-1j * m) - other * (-1j * n)) / cross(n, m)
    ways = np.minimum(to_ray(0, corner, first), to_ray(0, corner, last))
    inside = (short <= 0) & (other <= 0)
    return np.where(inside, -ways, ways)


def span(sources, pieces):
    """The least distances of segments from segments that they do not cross."""
    found = []
    for p, q in sources:
        for r, s in pieces:
            found += [to_segment(r, p, q), to_segment(s, p, q)]
            found += [to_segment(p, r, s), to_segment(q, r, s)]
    return least(found)
