"""Maneuvers by the million: do the guides of a base lie where they must, after any travel?

No pose is computed here.  The middles of the front and the rear edge of a found pose are held
against the center line of the template: the front at the travel, the rear behind it.
"""

from itertools import product

import numpy as np
import pytest

import tablesim as ts
from tablesim.geometry import Guided, Placed, Pose, Rect, batch, containment

from ..geometry.oracles import TEMPLATES, template
from . import places, plane
from .lines import Line
from .plane import LONG
from .tiers import Worst, blocks, tiers

NEAR = 1e-9
"""Also a million away from the origin, where floats have steps of 1.2e-10."""

DEPTHS = {"small": 40.0, "large": 80.0}
TEMPLATES_AND_DEPTHS = list(product(TEMPLATES, DEPTHS.values()))


def off_the_line(line, depth, starts, travel, poses):
    """How far the guides of bases are from where they must be: front, and rear."""
    ahead = plane.turn(poses[:, 2]) * LONG(depth) / 2
    back = plane.turn(starts[:, 2])
    center = plane.there(starts, poses)
    front, rear = ((center + sign * ahead) / back - LONG(depth) / 2 for sign in (1, -1))
    off, where = line.behind(rear)
    assert (where <= travel - depth + 1e-9).all()  # the chord is shorter than the line
    assert (where >= travel - 1.6 * depth).all()
    return np.abs(front - line.at(travel)), off


def travels(rng, count, motion):
    """Travels anywhere, and at the borders of the phases, but for a trifle."""
    borders = np.array([0, motion.length, motion.path.length, motion.depth])
    near = rng.choice(borders, count) + places.trifles(rng, count)
    travel = np.where(rng.random(count) < 0.5, near, rng.uniform(0, motion.length, count))
    return np.clip(travel, 0, motion.length)


@tiers(4000, 100_000, 1_000_000)
def test_guides_lie_on_the_line(count, report):
    """XW-152 to XW-154: all templates and bases, after any travel; the end is that of the whole."""
    rng, worst = np.random.default_rng(9), Worst()
    for (name, depth), size in blocks(count, TEMPLATES_AND_DEPTHS):
        motion, line = Guided(template(*name), depth), Line(*name)
        starts, travel = places.poses(rng, size), travels(rng, size, motion)
        found = batch.pose(motion, starts, travel)
        front, rear = off_the_line(line, depth, starts, np.asarray(travel, dtype=LONG), found)
        worst.see(worst_front=front, worst_rear=rear)
        rows = slice(None, None, 25)
        lone = [
            Pose(*s).then(motion.pose(u)) for s, u in zip(starts[rows], travel[rows], strict=True)
        ]
        lone = np.array([(p.x, p.y, p.heading) for p in lone])
        errors = off_the_line(line, depth, starts[rows], np.asarray(travel[rows], dtype=LONG), lone)
        worst.see(worst_alone=np.maximum(*errors))
    report("poses in maneuvers", count, **worst)
    assert max(worst.values()) <= NEAR


@tiers(4000, 100_000, 1_000_000)
def test_ends_of_maneuvers(count, report):
    """XW-153: both guides on the straight line that the template ends in."""
    rng, worst = np.random.default_rng(10), Worst()
    for (name, depth), size in blocks(count, TEMPLATES_AND_DEPTHS):
        motion, line = Guided(template(*name), depth), Line(*name)
        starts = places.poses(rng, size)
        whole = np.full(size, line.length + LONG(depth))
        errors = off_the_line(line, depth, starts, whole, batch.end(motion, starts))
        worst.see(worst_end=np.maximum(*errors))
    report("ends of maneuvers", count, **worst)
    assert worst["worst_end"] <= NEAR


SPINS = {"straight": "koiogran", "bank": "segnor"}
"""What ends with a turn on the spot (XW-25, XW-230)."""


@tiers(30, 1000, 20_000)
def test_maneuvers_of_the_judge(count, report):
    """XW-25, XW-153, XW-158, XW-230: free maneuvers by the judge, and who leaves the table."""
    rng, worst, fled = np.random.default_rng(11), Worst(), 0
    area = (914.4, 914.4)
    for _ in range(count):
        name, size = TEMPLATES[rng.integers(len(TEMPLATES))], str(rng.choice(list(DEPTHS)))
        (kind, side, speed), depth = name, DEPTHS[size]
        word = kind if rng.random() < 0.6 else SPINS.get(kind, kind)
        heading = float(places.headings(rng, 1)[0])
        at = rng.uniform(45, 870, 2)
        end = batch.end(Guided(template(*name), depth), (*at, heading))
        if rng.random() < 0.5:  # so that it ends flush with the border, but for a trifle
            half = plane.turn(end[2]) * depth / 2
            reach = float(abs(half.real) + abs(half.imag))
            at[0] += reach - end[0] + float(places.trifles(rng, 1)[0])
        me = ts.Piece("me", base=size, at=at.tolist(), heading=heading)
        judge = ts.judge(ts.Table(game="xwing", area=area).add(me))
        move = judge.maneuver("me", f"{word} {side} {speed}")
        start, found = np.array([(*at, heading)]), np.array([(*move.end.point, move.end.heading)])
        found[:, 2] -= 180 * (word in SPINS.values())
        line = Line(*name)
        errors = off_the_line(line, depth, start, line.length + LONG(depth), found)
        worst.see(worst_end=np.maximum(*errors))
        room = inside(found, depth, area)[0]
        if abs(room + 1e-6) > NEAR:
            assert move.fled is bool(room < -1e-6), move
        fled += move.fled
    report("maneuvers by the judge", count, **worst, fled=fled)
    assert worst["worst_end"] <= NEAR and fled > count / 10


def inside(poses, size, area):
    """How far the corners of square bases are inside a table, or by what shift they come in."""
    at = np.asarray(poses, dtype=LONG)
    ring = plane.placed(plane.box(size, size), poses, at[:, 0] + 1j * at[:, 1])
    x, y = (np.stack([v(corner) for corner in ring]) for v in (np.real, np.imag))
    across = np.minimum(x.min(axis=0), LONG(area[0]) - x.max(axis=0))
    along = np.minimum(y.min(axis=0), LONG(area[1]) - y.max(axis=0))
    both = (across < 0) & (along < 0)
    return np.where(both, -np.hypot(across, along), np.minimum(across, along))


@tiers(4000, 100_000, 1_000_000)
def test_bases_at_the_border(count, report):
    """XW-38, XW-158: flush with the border, over an edge and over a corner."""
    rng, worst = np.random.default_rng(12), Worst()
    for depth, size in blocks(count, DEPTHS.values()):
        area = (914.4, 1e6)
        poses = np.column_stack([rng.uniform(-50, 964, (size, 2)), places.headings(rng, size)])
        half = plane.turn(poses[:, 2]) * depth / 2
        reach = (np.abs(half.real) + np.abs(half.imag)).astype(float) + places.trifles(rng, size)
        side = rng.integers(0, 5, size)
        poses[:, 0] = np.choose(side, (reach, area[0] - reach, poses[:, 0], reach, poses[:, 0]))
        poses[:, 1] = np.choose(side, (poses[:, 1], poses[:, 1], reach, reach, area[1] - reach))
        want = inside(poses, depth, area)
        found = batch.containment(Rect(depth, depth), poses, (0, 0, *area))
        worst.see(worst_room=found - want)
        lone = [
            containment(Placed(Rect(depth, depth), Pose(*p)), (0, 0, *area)) for p in poses[::50]
        ]
        worst.see(worst_alone=lone - want[::50])
    report("bases at the border", count, **worst)
    assert max(worst.values()) <= NEAR


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_line_is_the_one_of_the_rules(name):
    """The oracle itself: a point of the line is on it, where it is."""
    line = Line(*name)
    s = np.linspace(-90, float(line.length) + 90, 200).astype(LONG)
    off, where = line.behind(line.at(s))
    assert np.abs(off).max() < 1e-15 and np.abs(where - s).max() < 1e-15
