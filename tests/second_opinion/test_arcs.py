"""Arcs by the million: how far a base reaches in, and how near it is in there.

Where sides are all but parallel to an arc line, or a corner all but on it, the range in arc may
jump with the last digit of anything.  So it is held against the ranges in two arcs, of which one
is narrower and the other wider by a trifle: what is measured must lie between.
"""

import numpy as np
import pytest

from tablesim.games.xwing.catalogue import catalogue
from tablesim.geometry import Beam, Placed, Pose, Rect, Sector, batch, gap_within

from . import places, plane
from .tiers import Worst, blocks, tiers

NEAR = 1e-9
SLACK = 1e-6
"""XW-165: what misses an arc by no more than this is in it; what grazes it counts to this depth."""

MOVED = 1e-12, 1e-9
"""By how much arc lines may lie elsewhere: seen from a base; in coordinates of up to a million."""

SMALL, LARGE = Rect(40, 40), Rect(80, 80)
HALVES = sorted(
    {half for arcs in catalogue().arcs.values() for half in arcs.front_half_angle.values()}
)
SECTORS = [Sector.around(bearing, half) for half in HALVES for bearing in (0, 180)]
SECTORS += [Sector(HALVES[0], 180 - 2 * HALVES[0]), Sector.around(0, 180 - HALVES[0])]
SECTORS += [Sector.around(0, 90), Sector(0, 90), Sector(-90, 270), Sector.around(33, 179.5)]
SECTORS += [Sector(-45, 90, (19.0, 0.0)), Sector(170, 200, (-3.0, 5.0))]
NEEDLES = [Sector.around(bearing, half) for bearing in (0, 0.1) for half in (0.5, 1e-3, 1e-6, 1e-9)]
BEAMS = [Beam(15.76, 20), Beam(14, 20), Beam(1e-6, 0)]


def opening(region, heading, grown=0.0):
    """The wedges of a sector or beam, about the place of who carries it."""
    if isinstance(region, Beam):
        return plane.beam(heading, region.start, region.width, grown)
    apex = region.apex[0] + 1j * region.apex[1]
    return plane.sector(heading, region.start, region.width, apex, grown)


def wanted_margin(region, heading, ring):
    if isinstance(region, Sector) and region.width > 180:
        apex = region.apex[0] + 1j * region.apex[1]
        return plane.out_of_hole(heading, region.start, region.width, apex, ring)
    return plane.margin(*opening(region, heading), ring)


class Shots:
    """Bases that have others in arc, and what is measured: from where, and to which part."""

    def __init__(self, region, at, ring, margin, rimmed):
        self.region, self.at, self.ring, self.margin, self.rimmed = region, at, ring, margin, rimmed

    def taken(self, rows):
        """Some of them."""
        ring = [corner[rows] for corner in self.ring]
        return Shots(self.region, self.at[rows], ring, self.margin[rows], self.rimmed)

    @property
    def sources(self):
        """What is measured from: the sides of the base, or what of them lies in the arc."""
        way = plane.turn(self.at[:, 2])
        own = plane.sides(plane.box(SMALL.depth, SMALL.width))
        if self.rimmed:
            wedges = opening(self.region, np.zeros(1))
            own = [wedge.part_of(*side) for wedge in wedges for side in own]
        return [(p * way, q * way) for p, q in own if not np.isnan(p).any()]

    def ranges(self, moved=0.0):
        """The distances to what lies in arc; no number where nothing does.

        Of who only grazes the arc, that is an arc that is wider by the slack.  All arcs are wider
        by some more.
        """
        grown = np.where(np.abs(self.margin) <= SLACK, SLACK, plane.LONG(0)) + moved
        wedges = opening(self.region, self.at[:, 2], grown)
        pieces = [piece for wedge in wedges for piece in wedge.pieces(self.ring)]
        return plane.span(self.sources, pieces)

    def beyond(self, found, moved):
        """How far ranges are beyond those in arcs that are wider, or narrower, by a trifle."""
        low, high = self.ranges(moved), self.ranges(-moved)
        return np.maximum(np.maximum(low - found, found - high), 0)


def targets(rng, count, region, base):
    """Poses of carriers and of bases about them: on the lines of the arc, and anywhere.

    On a line: with one corner on it, or a side along it, but for a trifle in place and turn.
    """
    at = places.poses(rng, count)
    line = rng.choice([-1, 1], count)
    if isinstance(region, Beam):
        bearing, x, y = 0.0, region.start, line * region.width / 2
    else:
        bearing, (x, y) = region.start + (line > 0) * region.width, region.apex
    turned = 90.0 * rng.integers(0, 4, count)
    along = rng.random(count) < 0.4
    turned += np.where(along, places.trifles(rng, count), rng.uniform(0, 90, count))
    corner = places.nearest_corner(turned, (base.depth, base.width), line * np.pi / 2)
    step = places.steps(at, x, y, bearing)
    far = rng.uniform(-60, 360, count)
    to = places.steps(step, far - corner.real, places.trifles(rng, count) - corner.imag, turned)
    loose = rng.random(count) < 0.3
    anywhere = places.steps(at, *rng.uniform(-380, 380, (2, count)), places.headings(rng, count))
    return at, np.where(loose[:, None], anywhere, to)


def cases(rng, count, region, base):
    """The same, without those that overlap: they have no range; and their rings."""
    at, to = targets(rng, count, region, base)
    free = batch.separation(SMALL, at, base, to) > 1e-7
    at, to = at[free], to[free]
    return at, to, plane.placed(plane.box(base.depth, base.width), to, plane.there(at, to))


@tiers(4000, 100_000, 1_000_000)
def test_margins(count, report):
    """XW-63, XW-164, XW-165, XW-237: all arcs of all sets, needles and beams."""
    rng, worst, on_line = np.random.default_rng(3), Worst(), 0
    for region, size in blocks(count, [*SECTORS, *NEEDLES, *BEAMS]):
        base = SMALL if rng.random() < 0.5 else LARGE
        at, to = targets(rng, size, region, base)
        ring = plane.placed(plane.box(base.depth, base.width), to, plane.there(at, to))
        want = wanted_margin(region, at[:, 2], ring)
        found = batch.margin(region, at, base, to)
        # The corner of a needle, or of a narrow hole, moves much if its sides move by a rounding.
        sharp = 1
        if isinstance(region, Sector):
            sharp = min(1, 2 * np.sin(np.radians(region.width / 2)))
        worst.see(worst_margin=(found - want) * (sharp if region.width > 180 else 1))
        rows = range(0, size, 50)
        one = [region.at(Pose(*at[i])).margin(Placed(base, Pose(*to[i]))) for i in rows]
        worst.see(worst_alone=(one - want[rows]) * sharp)
        on_line += (np.abs(want) < 2e-6).sum()
    report("margins of arcs", count, **worst, on_a_line=int(on_line))
    assert max(worst.values()) <= NEAR
    assert on_line > count / 4


@pytest.mark.parametrize("policy", ["base", "arc_edge"])
@tiers(1000, 60_000, 1_000_000)
def test_ranges_in_arc(policy, count, report):
    """XW-63, XW-65, XW-165, XW-166: who is in arc, and how near; with the slack where it grazes."""
    rng, worst, inside, sharp, unsure = np.random.default_rng(4), Worst(), 0, 0, 0
    rimmed = policy == "arc_edge"
    regions = SECTORS + BEAMS[:2]
    for region, size in blocks(count, regions if count > 1000 else regions[1::6]):
        base = SMALL if rng.random() < 0.5 else LARGE
        at, to, ring = cases(rng, size, region, base)
        found = batch.aim(SMALL, at, base, to, region, slack=SLACK, rim=rimmed)
        margin = wanted_margin(region, at[:, 2], ring)
        sure = np.abs(np.abs(margin) - SLACK) > NEAR
        assert np.array_equal(found.within[sure], margin[sure] >= -SLACK)
        hits = np.flatnonzero(found.within & sure)
        shots = Shots(region, at[hits], [corner[hits] for corner in ring], margin[hits], rimmed)
        got = found.gaps.separation[hits]
        off = np.abs(got - shots.ranges())
        again = np.flatnonzero(~(off <= 1e-10))
        worst.see(worst_range=np.delete(off, again))
        worst.see(worst_beyond=shots.taken(again).beyond(got[again], MOVED[0]))
        rows = np.arange(0, len(hits), 50)
        scalar = [alone(at[i], base, to[i], region, rimmed) for i in hits[rows]]
        worst.see(worst_alone=shots.taken(rows).beyond(np.array(scalar), MOVED[1]))
        inside, sharp, unsure = inside + len(hits), sharp + len(again), unsure + (~sure).sum()
    counts = {"in_arc": inside, "unsure": int(unsure), "sharp": sharp}
    report(f"ranges in arc, from {policy}", count, **worst, **counts)
    assert max(worst.values()) <= NEAR
    assert inside > count / 4


def alone(at, base, to, region, rimmed):
    """The range in arc by the scalar function."""
    me, placed = Placed(SMALL, Pose(*at)), region.at(Pose(*at))
    start = placed.rim(me) if rimmed else me.parts
    return gap_within(start, Placed(base, Pose(*to)), placed, SLACK).distance
