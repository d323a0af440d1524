"""Which obstacles cross the shortest segments of many gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError
from ..footprint import Footprint
from ..sight import GRAZE
from .gaps import Gaps
from .near import Bools, Place
from .poses import Floats, Indices, in_chunks, units
from .rings import Ring, rings

BLOCKED = ("none", "some", "all")
"""How many of the equally short segments cross an obstacle: the words for the numbers."""

_SURE = 1e-6
"""A segment that comes nearer to the middle of an obstacle by this crosses it without a doubt."""


class Crossings(NamedTuple):
    """How obstacles stand to the shortest segments of many gaps.

    Attributes
    ----------
    blocked
        How many of the equally short segments cross an obstacle, as an index into ``BLOCKED``.
    clearance
        The distance to the nearest obstacle of the segment that somebody takes who wants a clear
        one.  Negative: it crosses one; minus the lesser of the sideways shift that frees it and
        the length of the crossing.  Infinite if there is no obstacle, or no segment.
    """

    blocked: NDArray[np.int8]
    clearance: Floats


def obstructed(
    gaps: Gaps, obstacles: Sequence[Footprint], poses: Sequence[ArrayLike]
) -> NDArray[np.int8]:
    """Return how many of the shortest segments of gaps cross an obstacle.

    Obstacles that are far from a segment are not measured, nor are those that it crosses near
    their middle: this is several times faster than :func:`crossing`.

    Parameters
    ----------
    gaps
        The gaps, as :func:`gap` and :func:`gap_within` return them.  Where shapes touch or overlap
        there is no segment to cross.
    obstacles
        The obstacles.
    poses
        The poses of each, shape ``(..., 3)``: one for all gaps, or one for each.

    Returns
    -------
    ndarray
        Indices into ``BLOCKED``.

    Raises
    ------
    GeometryError
        If an obstacle has an elliptic part, there is not one array of poses for each obstacle,
        something is no array of finite poses, they cannot be broadcast, or they are too many.

    >>> from tablesim.geometry import Rect
    >>> from tablesim.geometry.batch import gap
    >>> found = gap(Rect(40, 40), (0, 0, 90), Rect(40, 40), (0, 200, 90))
    >>> rocks = [(-15, 100, 90), (0, 100, 90), (60, 100, 90)]
    >>> [BLOCKED[i] for i in obstructed(found, [Rect(10, 50)], [rocks])]
    ['some', 'all', 'none']
    """
    things = _things(obstacles, poses)

    def kernel(*columns: Floats) -> tuple[Floats]:
        lines = _Lines.of(*columns[-6:])
        places = [_Pose(*columns[i : i + 3]) for i in range(0, 3 * len(things), 3)]
        state = _crossed(things, places, lines)
        at = np.flatnonzero(lines.width > 0.0)
        if at.size:
            some = lines.taken(at)
            shadows = _shadows(things, [place.taken(at) for place in places], some)
            state[at] = _state(shadows, some.width)
        return (state,)

    return np.asarray(in_chunks(kernel, poses, 1, _columns(gaps))[0], dtype=np.int8)


def crossing(gaps: Gaps, obstacles: Sequence[Footprint], poses: Sequence[ArrayLike]) -> Crossings:
    """Return which obstacles cross the shortest segments of gaps, and by how much.

    Parameters and errors are those of :func:`obstructed`.

    >>> from tablesim.geometry import Rect
    >>> from tablesim.geometry.batch import gap
    >>> found = gap(Rect(40, 40), (0, 0, 90), Rect(40, 40), (0, 200, 90))
    >>> crossing(found, [Rect(10, 50)], [[(-15, 100, 90), (0, 100, 0), (0, 100, 90)]])
    Crossings(blocked=array([1, 1, 2], dtype=int8), clearance=array([10., 15., -5.]))
    """
    things = _things(obstacles, poses)

    def kernel(*columns: Floats) -> tuple[Floats, Floats]:
        lines = _Lines.of(*columns[-6:])
        places = [_Pose(*columns[i : i + 3]) for i in range(0, 3 * len(things), 3)]
        shadows = _shadows(things, places, lines)
        state = _state(shadows, lines.width)
        clearance = np.full_like(state, np.inf)
        for at, measure in (
            (np.flatnonzero(state == 2.0), _depth),
            (np.flatnonzero((state < 2.0) & (lines.size > 0.0)), _distance),
        ):
            if at.size and things:
                here = [place.taken(at) for place in places]
                clearance[at] = measure(things, here, lines.taken(at), shadows[:, :, at])
        return state, clearance

    found = in_chunks(kernel, poses, 2, _columns(gaps))
    return Crossings(found[0].astype(np.int8), found[1])


def _columns(gaps: Gaps) -> list[Floats]:
    return [v[..., i] for v in (gaps.a, gaps.b, gaps.shift) for i in (0, 1)]


class _Thing(NamedTuple):
    """An obstacle: its parts, and discs about its pose in which it lies and which lie in it."""

    parts: tuple[Ring, ...]
    reach: float
    inner: float

    @classmethod
    def of(cls, shape: Footprint) -> _Thing:
        parts = rings(shape)
        return cls(parts, shape.reach, max(_inner(ring) for ring in parts))


def _inner(ring: Ring) -> float:
    """Return the radius of the disc about the pose that lies in a part; negative if none does."""
    center = float(np.hypot(ring.x[0, 0], ring.y[0, 0]))
    return min((side.plane[2] for side in ring.sides), default=-center) + ring.radius


def _things(obstacles: Sequence[Footprint], poses: Sequence[ArrayLike]) -> list[_Thing]:
    if len(obstacles) != len(poses):
        raise GeometryError(f"{len(obstacles)} obstacles need as many poses, got {len(poses)}")
    return [_Thing.of(shape) for shape in obstacles]


class _Pose(NamedTuple):
    """Where an obstacle lies."""

    x: Floats
    y: Floats
    heading: Floats

    def taken(self, at: Indices) -> _Pose:
        return _Pose(*(v[at] for v in self))


class _Lines(NamedTuple):
    """The first of the shortest segments of some gaps.

    Attributes
    ----------
    x, y
        Where they begin.
    dx, dy, size
        Their unit vectors and lengths; a length of minus infinity where there is no segment.
    ex, ey, width
        The unit vectors across, and how far they can be moved there.
    """

    x: Floats
    y: Floats
    dx: Floats
    dy: Floats
    size: Floats
    ex: Floats
    ey: Floats
    width: Floats

    @classmethod
    def of(cls, *columns: Floats) -> _Lines:
        ax, ay, bx, by, sx, sy = columns
        dx, dy = bx - ax, by - ay
        size = np.sqrt(dx * dx + dy * dy)
        is_one = size > GRAZE
        length = np.where(is_one, size, 1.0)
        dx, dy = dx / length, dy / length
        across = sx * dy - sy * dx
        side = np.copysign(1.0, across)
        width = np.where(is_one, np.abs(across), 0.0)
        return cls(ax, ay, dx, dy, np.where(is_one, size, -np.inf), side * dy, -side * dx, width)

    def taken(self, at: Indices) -> _Lines:
        return _Lines(*(v[at] for v in self))

    def to(self, place: _Pose) -> Place:
        """Return where obstacles lie, along the segments and across."""
        ox, oy = place.x - self.x, place.y - self.y
        return self.dx * ox + self.dy * oy, self.ex * ox + self.ey * oy

    def corners(self, ring: Ring, place: _Pose, along: Floats, across: Floats) -> Place:
        """Return where the corners of a part lie, along the segments and across."""
        c, s = units(place.heading)
        x, y = c * ring.x - s * ring.y, s * ring.x + c * ring.y
        return along + self.dx * x + self.dy * y, across + self.ex * x + self.ey * y


def _crossed(things: list[_Thing], places: list[_Pose], lines: _Lines) -> Floats:
    """Return 2 where the first segments cross an obstacle, else 0; gaps with several are left out.

    Whether they do is measured only where the discs of an obstacle leave it open.
    """
    state = np.zeros_like(lines.size)
    for thing, place in zip(things, places, strict=True):
        along, across = lines.to(place)
        beside = np.abs(across)
        open_ = (beside < thing.reach) & (along > -thing.reach) & (along < lines.size + thing.reach)
        at = np.flatnonzero(open_ & (state == 0.0) & (lines.width == 0.0))
        sure = (beside[at] < thing.inner - _SURE) & (along[at] > 0.0) & (along[at] < lines.size[at])
        state[at[sure]] = 2.0
        at = at[~sure]
        if at.size:
            low, high = _shadow(thing, place.taken(at), lines.taken(at))
            state[at] = 2.0 * ((low < 0.0) & (high > 0.0)).any(axis=0)
    return state


# Shadows: what of obstacles lies between the ends of the segments, across them


def _shadows(things: list[_Thing], places: list[_Pose], lines: _Lines) -> Floats:
    """Return the shadows of the parts of all obstacles, shape (2, parts, n): from and to."""
    shadows = np.full((2, sum(len(thing.parts) for thing in things), len(lines.size)), np.inf)
    row = 0
    for thing, place in zip(things, places, strict=True):
        rows = slice(row, row + len(thing.parts))
        along, _ = lines.to(place)
        at = np.flatnonzero((along > -thing.reach) & (along < lines.size + thing.reach))
        if at.size:
            shadows[:, rows, at] = _shadow(thing, place.taken(at), lines.taken(at))
        row = rows.stop
    return shadows


def _shadow(thing: _Thing, place: _Pose, lines: _Lines) -> Floats:
    """Return the shadows of the parts of an obstacle, shape (2, parts, n).

    Those that meet are one: a segment along their common side runs inside.  Infinite for a part
    that does not lie between the ends.
    """
    along, across = lines.to(place)
    inside = (along >= thing.reach) & (along <= lines.size - thing.reach)
    cut = np.flatnonzero(~inside)
    shadow = np.empty((2, len(thing.parts), len(along)))
    for row, ring in enumerate(thing.parts):
        ahead, aside = lines.corners(ring, place, along, across)
        shadow[:, row] = aside.min(axis=0) - ring.radius, aside.max(axis=0) + ring.radius
        if cut.size:
            measure = _cut if ring.sides else _cut_disc
            shadow[:, row, cut] = measure(ring, ahead[:, cut], aside[:, cut], lines.size[cut])
    if len(thing.parts) > 1:
        shadow = _merged(shadow)
    low, high = shadow
    return np.stack([low + GRAZE, high - GRAZE])


def _cut(ring: Ring, along: Floats, across: Floats, size: Floats) -> Floats:
    """Return the shadow of a polygon that is cut at both ends of the segments."""
    inside = (along >= 0.0) & (along <= size)
    further, beside = np.roll(along, -1, axis=0), np.roll(across, -1, axis=0)
    places, depths, counts = [across], [along], [inside]
    for limit in (np.zeros_like(size), size):
        before, after = along - limit, further - limit
        passes = before * after < 0.0
        share = before / np.where(passes, before - after, 1.0)
        places.append(across + share * (beside - across))
        depths.append(np.broadcast_to(limit, along.shape))
        counts.append(passes)
    return _extent(np.concatenate(places), np.concatenate(depths), np.concatenate(counts))


def _cut_disc(ring: Ring, along: Floats, across: Floats, size: Floats) -> Floats:
    """Return the shadow of a disc that is cut at both ends of the segments."""
    radius, inside = ring.radius, (along >= 0.0) & (along <= size)
    ends = (along - radius >= 0.0) & (along - radius <= size), (along + radius <= size)
    places = [across - radius, across + radius, across, across]
    depths = [along, along, along - radius, along + radius]
    counts = [inside, inside, ends[0], ends[1] & (along + radius >= 0.0)]
    for limit in (np.zeros_like(size), size):
        off = limit - along
        half = np.sqrt(np.maximum(radius * radius - off * off, 0.0))
        places += [across - half, across + half]
        depths += [limit + 0.0 * along] * 2
        counts += [np.abs(off) <= radius] * 2
    return _extent(np.concatenate(places), np.concatenate(depths), np.concatenate(counts))


def _extent(places: Floats, depths: Floats, counts: Bools) -> Floats:
    """Return from where to where the points that count lie; infinite if they only touch."""
    (low, back), (high, front) = (
        [reduce_.reduce(np.where(counts, v, fill), axis=0) for v in (places, depths)]
        for reduce_, fill in ((np.minimum, np.inf), (np.maximum, -np.inf))
    )
    enters = (front - back > GRAZE) & (high - low > 2 * GRAZE)
    return np.where(enters, np.stack([low, high]), np.inf)


def _merged(shadow: Floats) -> Floats:
    """Return the same with shadows that meet grown to one: each reaches back to its beginning."""
    order = np.argsort(shadow[0], axis=0)
    lows, highs = (np.take_along_axis(v, order, axis=0) for v in shadow)
    rows: list[Place] = [(lows[0], highs[0])]
    for low, high in zip(lows[1:], highs[1:], strict=True):
        start, top = rows[-1]
        meets = low <= top + GRAZE
        rows.append((np.where(meets, start, low), np.where(meets, np.maximum(top, high), high)))
    return np.stack([np.stack(column) for column in zip(*rows, strict=True)])


# What the shadows leave free


def _state(shadows: Floats, width: Floats) -> Floats:
    """Return how many of the segments the shadows cover: 0 none, 1 some, 2 all."""
    low, high = shadows
    crossed = np.where(width > 0.0, (low < width) & (high > 0.0), (low < 0.0) & (high > 0.0))
    any_ = crossed.any(axis=0)
    state = 2.0 * any_
    at = np.flatnonzero(any_ & (width > 0.0))
    if at.size:
        free = reduce(
            np.logical_or, (is_free for is_free, _, _ in _windows(shadows[:, :, at], width[at]))
        )
        state[at] = 2.0 - free
    return np.asarray(state)


def _windows(shadows: Floats, width: Floats) -> Iterator[tuple[Bools, Floats, Floats]]:
    """Yield closed stretches of the segments that no shadow covers: whether it is one, from, to."""
    order = np.argsort(shadows[0], axis=0)
    lows, highs = (np.take_along_axis(v, order, axis=0) for v in shadows)
    at = np.zeros_like(width)
    for low, high in zip(lows, highs, strict=True):
        yield (at <= width) & (low >= at), at, np.minimum(low, width)
        at = np.maximum(at, np.where(low < np.inf, high, -np.inf))
    yield at <= width, at, width


def _clearest(shadows: Floats, width: Floats) -> Floats:
    """Return the place of the free segment that is farthest from all shadows."""
    low, high = shadows
    best, place = np.full_like(width, -np.inf), np.zeros_like(width)
    for is_free, start, end in _windows(shadows, width):
        left = np.where(high <= start + GRAZE, high, -np.inf).max(axis=0)
        right = np.where(low >= end - GRAZE, low, np.inf).min(axis=0)
        # What no shadow bounds on one side is clearest there; what none bounds, in the middle.
        from_left, from_right = np.isinf(left), np.isinf(right)
        middle = np.where(from_left, start, np.where(from_right, end, left) * 0.5 + right * 0.5)
        middle = np.where(from_right, np.where(from_left, (start + end) / 2.0, end), middle)
        at = np.clip(middle, start, end)
        room = np.where(is_free, np.minimum(at - left, right - at), -np.inf)
        place = np.where(room > best, at, place)
        best = np.maximum(best, room)
    return place


def _distance(things: list[_Thing], places: list[_Pose], lines: _Lines, shadows: Floats) -> Floats:
    """Return how far the clearest of the free segments are from the nearest obstacle."""
    best, aside = np.full_like(lines.size, np.inf), np.zeros_like(lines.size)
    at = np.flatnonzero(lines.width > 0.0)
    if at.size:
        aside[at] = _clearest(shadows[:, :, at], lines.width[at])
    for thing, place in zip(things, places, strict=True):
        along, across = lines.to(place)
        beyond = along - np.clip(along, 0.0, lines.size)
        near = np.hypot(beyond, across - aside) - thing.reach < best
        at = np.flatnonzero(near)
        here, there = lines.taken(at), place.taken(at)
        for ring in thing.parts:
            ends = here.corners(ring, there, along[at], across[at] - aside[at])
            best[at] = np.minimum(best[at], _to_ring(ring, *ends, here.size))
    return best


def _to_ring(ring: Ring, along: Floats, across: Floats, size: Floats) -> Floats:
    """Return the distances of segments from a part that they do not cross."""
    beyond = along - np.clip(along, 0.0, size)
    square = (beyond * beyond + across * across).min(axis=0)
    if ring.sides:
        length = np.array([[side.length] for side in ring.sides])
        ux, uy = (np.roll(v, -1, axis=0) - v for v in (along, across))
        ux, uy = ux / length, uy / length
        for end in (0.0, size):
            px, py = end - along, -across
            share = np.clip(px * ux + py * uy, 0.0, length)
            px, py = px - share * ux, py - share * uy
            square = np.minimum(square, (px * px + py * py).min(axis=0))
    return np.asarray(np.maximum(np.sqrt(square) - ring.radius, 0.0))


def _depth(things: list[_Thing], places: list[_Pose], lines: _Lines, shadows: Floats) -> Floats:
    """Return minus the lesser of the shifts that free blocked segments and of their way inside."""
    (low, high), width = shadows, lines.width
    start, end = np.zeros_like(width), width
    for _ in low:  # grow over overlapping shadows until nothing changes
        start = np.minimum(start, np.where(high > start, low, np.inf).min(axis=0))
        end = np.maximum(end, np.where(low < end, high, -np.inf).max(axis=0))
    first = -start <= end - width
    at, shift = np.where(first, 0.0, width), np.where(first, -start, end - width)
    met = (low < at) & (high > at)
    met = np.where(met.any(axis=0), met, (low < width) & (high > 0.0))
    inside, row = np.zeros_like(width), 0
    for thing, place in zip(things, places, strict=True):
        rows = slice(row, row + len(thing.parts))
        on = np.flatnonzero(met[rows].any(axis=0))
        here = lines.taken(on)
        along, across = here.to(place.taken(on))
        for ring in thing.parts:
            ends = here.corners(ring, place.taken(on), along, across - at[on])
            inside[on] += _way_inside(ring, *ends, here.size)
        row = rows.stop
    return -np.minimum(shift, inside)


def _way_inside(ring: Ring, along: Floats, across: Floats, size: Floats) -> Floats:
    """Return the lengths of segments inside a part."""
    if not ring.sides:
        half = np.sqrt(np.maximum(ring.radius**2 - across[0] ** 2, 0.0))
        start, end = along[0] - half, along[0] + half
    else:
        further, beside = np.roll(along, -1, axis=0), np.roll(across, -1, axis=0)
        passes = (across > 0.0) != (beside > 0.0)
        share = across / np.where(passes, across - beside, 1.0)
        place = along + share * (further - along)
        start = np.where(passes, place, np.inf).min(axis=0)
        end = np.where(passes, place, -np.inf).max(axis=0)
    return np.asarray(np.maximum(np.minimum(end, size) - np.maximum(start, 0.0), 0.0))
