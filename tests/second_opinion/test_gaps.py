"""Gaps and depths against corners and sides in extended precision, by the million."""

from itertools import product

import numpy as np
import pytest

from tablesim.geometry import Disc, Hull, Placed, Pose, Rect, batch, separation

from . import places, plane
from .tiers import Worst, blocks, tiers

NEAR = 1e-9
"""Also where the places, or the gap, are a million: there a float has steps of 1.2e-10."""

TIE = 1e-8
"""Segments that are longer by less count as equally short, so that an end of one may lie beside."""

FAR = 1e5
"""From there rounding outweighs the trifle that tells which halves of parallel sides face."""

SIZES = [(40, 40), (80, 80), (60, 60), (12, 90)]
ROCK = [(-32, -20), (-20, -32), (20, -32), (32, -20), (32, 20), (20, 32), (-20, 32), (-32, 20)]


def ring_of(shape):
    """The corners of a shape and its radius, from what it was made of."""
    if isinstance(shape, Disc):
        return [plane.LONG(0)], shape.radius
    if isinstance(shape, Rect):
        return plane.box(shape.depth, shape.width), 0
    return [plane.LONG(x) + 1j * plane.LONG(y) for x, y in ROCK], 0


def wanted(a, at, b, to):
    (one, radius), (other, more) = ring_of(a), ring_of(b)
    rings = plane.placed(one, at), plane.placed(other, to, plane.there(at, to))
    return plane.separation(*rings) - radius - more, rings


def size(shape):
    """The depth and width about which the placements are made."""
    if isinstance(shape, Rect):
        return shape.depth, shape.width
    return (2 * shape.radius,) * 2 if isinstance(shape, Disc) else (64, 64)


def alone(a, at, b, to):
    """How far the scalar function is from a second opinion on every 50th pair."""
    rows = range(0, len(at), 50)
    found = [separation(Placed(a, Pose(*at[i])), Placed(b, Pose(*to[i]))) for i in rows]
    return found, rows


BASES = list(product([Rect(*size) for size in SIZES[:2]], [Rect(*size) for size in SIZES]))
ROUND = [(Rect(40, 40), Disc(16)), (Disc(12.5), Disc(25)), (Disc(0.5), Rect(12, 90))]


@tiers(4000, 100_000, 1_000_000)
def test_gaps_and_depths_of_bases(count, report):
    """XW-38, XW-156, XW-162, UF-47: all awkward placements; nearest points lie on both, too."""
    rng, worst = np.random.default_rng(1), Worst()
    deep = touching = 0
    for (a, b), cases in blocks(count, [*BASES, *ROUND]):
        at, to, _ = places.pairs(rng, cases, size(a), size(b))
        found = batch.gap(a, at, b, to)
        want, (one, other) = wanted(a, at, b, to)
        worst.see(worst_gap=found.separation - want)
        free = want > 1e-8
        p, q = (end[..., 0] + 1j * end[..., 1] - at[:, 0] - 1j * at[:, 1] for end in found[1:3])
        worst.see(worst_segment=(np.abs(p - q) - want)[free])
        off = plane.outside(one, p) - ring_of(a)[1], plane.outside(other, q) - ring_of(b)[1]
        worst.see(worst_point=np.maximum(np.maximum(*off), 0)[free])
        scalar, rows = alone(a, at, b, to)
        worst.see(worst_alone=scalar - want[rows])
        deep, touching = deep + (want < -1e-6).sum(), touching + (np.abs(want) <= 1e-6).sum()
    report("gaps of bases", count, **worst, overlapping=int(deep), touching=int(touching))
    assert max(worst["worst_gap"], worst["worst_alone"], worst["worst_segment"]) <= NEAR
    assert worst["worst_point"] <= TIE + NEAR
    assert min(deep, touching) > count / 40


@tiers(500, 20_000, 200_000)
def test_gaps_and_depths_of_obstacles(count, report):
    """XW-38: bases against octagons, which are measured by another kernel."""
    rng, worst = np.random.default_rng(2), Worst()
    for a, cases in blocks(count, [Rect(40, 40), Rect(80, 80), Disc(20)]):
        at, to, _ = places.pairs(rng, cases, size(a), (64, 64))
        want, _ = wanted(a, at, Hull(ROCK), to)
        off, far = batch.separation(a, at, Hull(ROCK), to) - want, want > FAR
        worst.see(worst_gap=off[~far], worst_share_afar=off[far] / want[far])
        scalar, rows = alone(a, at, Hull(ROCK), to)
        worst.see(worst_alone=scalar - want[rows])
    report("gaps of obstacles", count, **worst)
    assert worst.pop("worst_share_afar") <= 1e-10
    assert max(worst.values()) <= NEAR


def test_the_second_opinion_knows_what_anybody_knows():
    """The oracle itself: lengths that are plain numbers."""
    square = plane.box(40, 40)
    rings = [[corner + at for corner in square] for at in (0, 140 + 10j, 39 + 3j, 43 + 44j)]
    found = [float(plane.separation(rings[0], ring)) for ring in rings]
    assert found == pytest.approx([-40, 100, -1, 5], abs=1e-15)
