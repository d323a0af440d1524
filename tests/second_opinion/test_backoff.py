"""Back-offs among blockers that are tangent, flush and grazing, with a proof that none is better.

The gap of two bases changes by no more than some length for each length of travel.  So a base that
is deep enough in a blocker in the middle of a stretch is in it all along; stretches where it is not
are halved until they are shorter than what would matter.  What is left over is free.
"""

from itertools import product

import numpy as np

from tablesim.geometry import Guided, Placed, Pose, Rect, back_off, batch

from ..geometry.oracles import TEMPLATES, template
from . import places, plane
from .lines import Line
from .plane import LONG
from .tiers import Worst, blocks, tiers

OVERLAP, CONTACT = 1e-6, 1e-4
SOLVED = 1e-10
NEAR = 1e-9
MISSED = 1e-6
"""Free places that are nearer to the end of a back-off, or more narrow, are not looked for."""

OPEN = 100
"""So many stretches of one way that cannot be told to be blocked mean that the base slides."""

BLOCKERS = [(40, 40), (80, 80), (12, 90)]
RIDES = list(product(TEMPLATES, (40.0, 80.0)))


class Ride:
    """A base that follows a template from many starts among three blockers of each."""

    def __init__(self, name, depth, starts, others):
        self.line, self.depth = Line(*name), depth
        self.start = plane.turn(starts[:, 2])
        self.rings = [
            plane.placed(plane.box(*size), to, plane.there(starts, to))
            for size, to in zip(BLOCKERS, np.moveaxis(others, 1, 0), strict=True)
        ]
        self.length = self.line.length + LONG(depth)
        grid = np.linspace(0, self.length, 999)
        at, way = self.line.poses(depth, grid)
        corners = [at + corner * way for corner in plane.box(depth, depth)]
        steps = np.max([np.abs(np.diff(corner)) for corner in corners])
        self.speed = 1.05 * steps / (grid[1] - grid[0])

    def gaps(self, travel, rows):
        """The signed gaps to the blockers after some travels, shape ``(3, n)``."""
        center, way = self.line.poses(self.depth, travel)
        at, way = center * self.start[rows], way * self.start[rows]
        base = [at + corner * way for corner in plane.box(self.depth, self.depth)]
        return np.stack([plane.separation(base, [p[rows] for p in ring]) for ring in self.rings])

    def free_above(self, travel, given, room):
        """The greatest travels above some at which the bases are free; else these; and who slides.

        ``given`` is how deep in each blocker they may be, ``room`` by how much they must be free
        beyond that.  Who slides along a blocker, hardly in it, is looked at in some hundred
        places: the bound says nothing there.
        """
        best, slides = travel.copy(), np.zeros(len(travel), dtype=bool)
        rows = np.arange(len(travel))
        low, high = travel + MISSED, np.full(len(travel), self.length)
        while len(rows):
            middle, half = (low + high) / 2, (high - low) / 2
            gaps = self.gaps(middle, rows) + given[:, rows] - room
            found = (gaps >= 0).all(axis=0)
            np.maximum.at(best, rows[found], middle[found])
            may = (gaps.min(axis=0) >= -self.speed * half) & (half > MISSED / 4)
            may &= (high > best[rows]) & ~slides[rows]
            rows, low, middle, high = (v[may] for v in (rows, low, middle, high))
            slides |= np.bincount(rows, minlength=len(travel)) > OPEN
            rows = np.concatenate((rows, rows))
            low, high = np.concatenate((low, middle)), np.concatenate((middle, high))
        return best, slides


def scenes(rng, count, motion, depth):
    """Starts, and three blockers of each: at its end, on its way, and where it comes from.

    Each touches the base in one of the awkward ways where that comes to be; some leave it a window.
    """
    starts = places.poses(rng, count)
    base = depth, depth
    shares = np.ones(count), rng.uniform(0.3, 1, count), rng.choice([0, 0.2, 0.6, 1], count)
    others = []
    for size, share in zip(BLOCKERS, shares, strict=True):
        at = batch.pose(motion, starts, share * motion.length)
        kind = rng.choice([1, 1, 2, 3, 4], count)
        to = places.beside(rng, at, kind, base, size)
        ahead, left = rng.uniform(-depth / 2, depth / 2, (2, count))
        deeper = places.steps(at, ahead, left, rng.uniform(0, 360, count))
        blocks_end = (rng.random(count) < 0.5) & (share == 1)
        others.append(np.where(blocks_end[:, None], deeper, to))
    # A window: one blocker flush before the front, another behind the rear but for a trifle.
    window = np.flatnonzero(rng.random(count) < 0.15)
    at = batch.pose(motion, starts[window], rng.uniform(0.4, 0.9, len(window)) * motion.length)
    none = np.zeros(len(window))
    others[0][window] = places.steps(at, none + (depth + BLOCKERS[0][0]) / 2, none, none)
    behind = (depth + BLOCKERS[1][0]) / 2 + places.trifles(rng, len(window))
    others[1][window] = places.steps(at, -behind, none, none)
    return starts, np.stack(others, axis=1)


def alone(motion, depth, start, others):
    """The scalar function."""
    placed = [Placed(Rect(*b), Pose(*p)) for b, p in zip(BLOCKERS, others, strict=True)]
    found = back_off(motion, Rect(depth, depth), Pose(*start), placed)
    return found.travel, found.complete


@tiers(20, 700, 10_000)
def test_back_offs_are_free_in_contact_and_the_last(count, report):
    """XW-38, XW-154 to XW-157: in bulk and one by one, all templates and both bases."""
    rng, worst = np.random.default_rng(13), Worst()
    back = stayed = slid = other = unsure = 0
    rides = RIDES[20:21] if count < 100 else RIDES[:: 5 if count < 5000 else 1]
    for (name, depth), size in blocks(count, rides):
        motion = Guided(template(*name), depth)
        starts, others = scenes(rng, size, motion, depth)
        ride, everyone = Ride(name, depth, starts, others), np.arange(size)
        bases = [Rect(*b) for b in BLOCKERS]
        bulk = batch.back_off(motion, Rect(depth, depth), starts, bases, others)
        lone = np.array([alone(motion, depth, *row) for row in zip(starts, others, strict=True)])

        at_start = np.maximum(-ride.gaps(np.zeros(size, dtype=LONG), everyone), 0)
        given = np.where(at_start <= OVERLAP, at_start, 0)
        at_end = ride.gaps(np.full(size, ride.length), everyone).min(axis=0)
        sure = np.abs(at_end + OVERLAP) > NEAR
        unsure += (~sure).sum()
        differ = np.abs(bulk.travel - lone[:, 0]) > NEAR
        other += int((np.abs(bulk.travel - lone[:, 0]) > MISSED).sum())
        for ended, complete, asked, room in (
            (bulk.travel, bulk.complete, True, 0),
            (*lone.T, differ, NEAR),  # in coordinates of a million
        ):
            assert np.array_equal(complete[sure], at_end[sure] >= -OVERLAP)
            travel = ended.astype(LONG)
            gaps = ride.gaps(travel, everyone) + given
            moved = (complete == 0) & (travel > 0)
            worst.see(worst_depth=np.minimum(gaps, 0)[:, moved])
            worst.see(worst_gap=np.abs(gaps).min(axis=0)[moved])
            stops = np.flatnonzero((complete == 0) & asked)
            some = Ride(name, depth, starts[stops], others[stops])
            best, slides = some.free_above(travel[stops], given[:, stops], room)
            worst.see(worst_missed=best - travel[stops])
            slid += int(slides.sum())
        apart = ride.gaps(bulk.travel.astype(LONG), everyone).T
        clear = np.abs(apart - CONTACT) > NEAR
        assert np.array_equal(bulk.contacts[clear], (apart <= CONTACT)[clear])
        back, stayed = back + (~bulk.complete).sum(), stayed + (bulk.travel == 0).sum()
    counts = {
        "stopped": int(back),
        "stayed": int(stayed),
        "sliding": slid,
        "other_window": other,
        "unsure": int(unsure),
    }
    report("back-offs", count, **worst, **counts)
    assert max(worst["worst_depth"], worst["worst_gap"]) <= SOLVED + NEAR
    assert worst["worst_missed"] == 0
    assert count / 2 < back and stayed < count / 2
