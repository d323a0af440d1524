"""How far many bases have to back off from others, along one template.

All walk back at once by the certified steps of :mod:`tablesim.geometry.collide`.  Of boxes, the
eight edges of a pair come as two ends of four axes, and behind each it is enough to follow the
corner that is deepest: when another one takes its place, the next step follows that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError
from ..collide import SOLVED
from ..footprint import Rect
from ..path import Guided
from .gaps import separation
from .motions import Motions, motions, pose
from .near import Bools
from .poses import CHUNK, Floats, Seen, checked, common_shape, few_turns

_Rows = NDArray[np.intp]


class BackOffs(NamedTuple):
    """Where many guided motions end.

    Attributes
    ----------
    pose
        The final poses on the table, shape ``(..., 3)``.
    travel
        The travels ``u`` of the final poses, shape ``(...)``.
    complete
        Which paths were travelled whole.
    contacts
        Which blockers are in contact at the final poses, shape ``(..., k)``.
    residual
        The least signed gap to any blocker at the final pose: the certificate that it is free.
        Infinite if there are no blockers.
    """

    pose: Floats
    travel: Floats
    complete: Bools
    contacts: Bools
    residual: Floats


def back_off(
    guided: Guided,
    a: Rect,
    at: ArrayLike,
    b: Rect | Sequence[Rect],
    to: ArrayLike,
    *,
    overlap: float = 1e-6,
    contact: float = 1e-4,
) -> BackOffs:
    """Return the last poses along one guided motion at which bases overlap none of their blockers.

    Every result is that of :func:`tablesim.geometry.back_off`, found in the same way: no free
    place is stepped over, and the contact is met to :data:`~tablesim.geometry.collide.SOLVED`.

    Parameters
    ----------
    guided
        The motion.
    a, at
        The moving base, and its poses at travel 0, shape ``(..., 3)``.
    b, to
        The base of all blockers, or one for each of ``k``, and their poses, shape ``(..., k, 3)``:
        the axes before ``k`` are broadcast against those of ``at``.
    overlap, contact
        Tolerances for poses that are given; see :class:`~tablesim.geometry.Tolerance`.

    Raises
    ------
    GeometryError
        If a base is no rectangle, there is not one for each blocker, something is no array of
        finite poses, or they cannot be broadcast.

    Notes
    -----
    The walk needs 1 kB for each pair that is worked on: 4 MB for ``CHUNK`` pairs, more only if a
    single base has more blockers than that.

    >>> from tablesim.geometry import Straight
    >>> square = Rect(40, 40)
    >>> found = back_off(Guided(Straight(120), 40), square, (0, 0, 90),
    ...                  square, [[(0, 150, 90), (90, 0, 0)], [(50, 0, 0), (0, 230, 45)]])
    >>> found.travel.round(6), found.complete
    (array([110.,  160.]), array([False,  True]))
    >>> found.contacts
    array([[ True, False],
           [False, False]])
    """
    starts, blockers = checked(at), checked(to)
    if blockers.ndim < 2:
        raise GeometryError(f"blockers need the shape (..., k, 3), got {blockers.shape}")
    shape = common_shape(starts.shape[:-1], blockers.shape[:-2])
    k = blockers.shape[-2]
    ride = _Ride(guided, a, _one_each(b, k))
    rows = math.prod(shape)
    found = BackOffs(
        np.empty((rows, 3)),
        np.empty(rows),
        np.empty(rows, dtype=np.bool_),
        np.empty((rows, k), dtype=np.bool_),
        np.empty(rows),
    )
    flat = shape or (1,)
    starts = np.broadcast_to(starts, (*flat, 3))
    blockers = np.broadcast_to(blockers, (*flat, k, 3))
    size = max(1, CHUNK // max(1, k))
    for first in range(0, rows, size):
        chunk = slice(first, min(first + size, rows))
        here = np.unravel_index(np.arange(chunk.start, chunk.stop), flat)
        results = ride.ended(starts[here], blockers[here], overlap, contact)
        for whole, part in zip(found, results, strict=True):
            whole[chunk] = part
    return BackOffs(
        found.pose.reshape(*shape, 3),
        found.travel.reshape(shape),
        found.complete.reshape(shape),
        found.contacts.reshape(*shape, k),
        found.residual.reshape(shape),
    )


def _one_each(b: Rect | Sequence[Rect], k: int) -> tuple[Rect, ...]:
    bases = tuple(b) if isinstance(b, Sequence) else (b,) * k
    if len(bases) != k:
        raise GeometryError(f"{k} blockers need as many bases, or one for all, got {len(bases)}")
    return bases


class _Ride:
    """The motion of a base past others, from many start poses at once."""

    def __init__(self, guided: Guided, a: Rect, others: tuple[Rect, ...]) -> None:
        for base in (a, *others):
            if not isinstance(base, Rect):
                raise GeometryError(f"only rectangles back off in batches, got {base}")
        self.guided = guided
        self.a = a
        self.others = others
        self.halves = np.array([(b.depth / 2, b.width / 2) for b in others]).reshape(-1, 2)
        self.reaches = np.hypot(*self.halves.T)
        self.phases = np.array(guided.phases)

    def ended(self, starts: Floats, to: Floats, overlap: float, contact: float) -> BackOffs:
        """Return where the motions end, from starts ``(n, 3)`` among blockers ``(n, k, 3)``."""
        travel = np.full(len(starts), self.guided.length)
        poses = pose(self.guided, starts, travel)
        gaps = self._gaps(poses, to)
        complete: Bools = np.all(gaps >= -overlap, axis=1)
        back = np.flatnonzero(~complete)
        if back.size:
            # Who is given to be flush with a blocker slides along it: see the scalar function.
            given = np.maximum(-self._gaps(starts[back], to[back]), 0.0)
            given[given > overlap] = 0.0
            travel[back] = self._last_free(starts[back], to[back], given)
            poses[back] = pose(self.guided, starts[back], travel[back])
            gaps[back] = self._gaps(poses[back], to[back])
        residual = gaps.min(axis=1, initial=np.inf)
        return BackOffs(poses, travel, complete, gaps <= contact, residual)

    def _gaps(self, poses: Floats, to: Floats) -> Floats:
        """Return the signed gaps of poses ``(n, 3)`` and blockers ``(n, k, 3)``."""
        gaps = np.empty(to.shape[:2])
        for base in set(self.others):
            same = [i for i, other in enumerate(self.others) if other == base]
            gaps[:, same] = separation(self.a, poses[:, None], base, to[:, same])
        return gaps

    def _last_free(self, starts: Floats, to: Floats, given: Floats) -> Floats:
        """Return the greatest travels at which no blocker is overlapped by more than is given.

        That is 0 where there is none.
        """
        x, y, heading = starts.T[:, :, None]
        seen = Seen.of(x, y, few_turns(heading), to[..., 0], to[..., 1], few_turns(to[..., 2]))
        travel = np.full(len(to), self.guided.length)
        rows = np.arange(len(to))
        while rows.size:
            here = travel[rows]
            phase = self.phases[np.searchsorted(self.phases[:, 0], here) - 1].T
            stretch = self._blocked_stretch(seen, rows, here, phase, given[rows])
            travel[rows] = np.maximum(here - stretch, phase[0])
            rows = rows[(travel[rows] < here) & (travel[rows] > 0.0)]
        return travel

    def _blocked_stretch(
        self, seen: Seen, rows: _Rows, travel: Floats, phase: Floats, given: Floats
    ) -> Floats:
        """Return lengths below travels in which bases surely overlap; 0 for those that are free.

        Of several blockers, any that is overlapped will do: the longest stretch counts.
        """
        now = motions(self.guided, travel)
        x, y = seen.x[rows] - now.x[:, None], seen.y[rows] - now.y[:, None]
        near = x * x + y * y < (self.a.reach + self.reaches) ** 2
        i, j = np.nonzero(near)
        pairs = _Pairs(
            Motions(*(v[i] for v in now)), x[near], y[near], seen.c[rows[i], j], seen.s[rows[i], j]
        )
        half = self.a.depth / 2, self.a.width / 2
        bends = pairs.bends(self.a.reach, self.reaches[j], travel[i], phase[:, i])
        longest = np.zeros(len(rows))
        values, slopes = pairs.tracks(half, self.halves[j].T)
        np.maximum.at(longest, i, _stretch(values + given[near], slopes, bends))
        return longest


class _Pairs(NamedTuple):
    """Moving bases and a blocker of each, in the frames of the start poses.

    Attributes
    ----------
    base
        How the bases move.
    x, y
        The way from the center of the base to that of the blocker.
    c, s
        The unit vector of the blocker's heading.
    """

    base: Motions
    x: Floats
    y: Floats
    c: Floats
    s: Floats

    def tracks(self, half: Sequence[float], other: Floats) -> tuple[Floats, Floats]:
        """Return distances of corners from edges, negative behind them, and their slopes.

        Parameters
        ----------
        half, other
            Half the depth and the width of the base, and those of the blockers.

        Returns
        -------
        values, slopes
            Shapes ``(2, 4, n)``: of the edge at either end of the two axes of the base and of the
            two of the blocker, and the other's corner that is deepest behind it.
        """
        (_, _, hx, hy, vx, vy, spin), x, y, c, s = self
        ahead, left = x * hx + y * hy, y * hx - x * hy
        v, w = vx * hx + vy * hy, vy * hx - vx * hy
        c, s = c * hx + s * hy, s * hx - c * hy  # from here on, as seen from the base
        upright, across = np.abs(c), np.abs(s)
        turn = np.copysign(1.0, c * s) * spin
        center = np.stack([ahead, left, ahead * c + left * s, left * c - ahead * s])
        speed = np.stack([spin * left - v, -spin * ahead - w, -v * c - w * s, v * s - w * c])
        size = np.stack(np.broadcast_arrays(*half, *other))
        size += _shadows(half, other, upright, across)
        growth = _shadows(half, other, turn * across, -turn * upright)
        values = np.stack([center - size, -center - size])
        return values, np.stack([speed - growth, -speed - growth])

    def bends(self, reach: float, other: Floats, travel: Floats, phase: Floats) -> Floats:
        """Return bounds on how fast the slopes of the tracks change, shape ``(4, n)``.

        Parameters
        ----------
        reach, other
            From the center of the base to its corners, and of the blockers.
        travel, phase
            The travels, and the columns of their :class:`~tablesim.geometry.path.Phase`.
        """
        start, _, speed, spin, acceleration, spin_change = phase
        curve = spin_change + spin * spin
        # A blocker's corner is no farther from the center of the base now, or earlier.
        far = np.hypot(self.x, self.y) + other + speed * (travel - start)
        own = acceleration + 2.0 * spin * speed + curve * far
        standing = acceleration + curve * reach
        return np.stack([own, own, standing, standing])


def _shadows(half: Sequence[float], other: Floats, along: Floats, across: Floats) -> Floats:
    """Return how far each box reaches along the axes of the other one, shape ``(4, n)``."""
    (ax, ay), (bx, by) = half, other
    return np.stack(
        [
            along * bx + across * by,
            across * bx + along * by,
            along * ax + across * ay,
            across * ax + along * ay,
        ]
    )


def _stretch(values: Floats, slopes: Floats, bends: Floats) -> Floats:
    """Return how far back all tracks surely stay negative; 0 if one is not."""
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.sqrt(slopes * slopes - 2.0 * bends * values) + np.abs(slopes)
        # Without bend or slope it is infinite: a straight path along an edge.
        safe = np.where(slopes > 0.0, roots / bends, -2.0 * values / roots)
    apart = (values >= -SOLVED).any(axis=(0, 1))
    return np.where(apart, 0.0, safe.min(axis=(0, 1)))
