"""Awkward poses, by the million: two bases in all the ways that make measuring hard.

Each row is one pair: at random, flush, corner on side, corner on corner, or with sides that are
parallel but for a trifle; at headings about the wrap-around and the quarters, at origin and far
off.  What rounding makes of a pose that was meant to be exact does not matter: the second opinion
takes the same floats.
"""

import numpy as np

WRAPPED = np.array([0, 360, -1e-13, 359.9999999999, 1e-13, -360, 720, 90, 270 - 1e-13, 180 - 1e-8])
TRIFLES = np.array([0, 1e-15, 1e-13, 1e-11, 9e-11, 1.1e-10, 1e-9, 1e-8, 1e-7])
TRIFLES = np.append(TRIFLES, [9.9e-7, 1.01e-6, 1e-4, 1e-3])
PLACES = np.array([(0, 0), (0, 0), (914.4, 3.3), (1e6, 1e6), (-1e6, 1e6), (2.0**20, -7.7)])
KINDS = ("anywhere", "flush", "corner on side", "corner on corner", "nearly parallel", "far")


def trifles(rng, count):
    """Lengths that are nothing or almost nothing, of either sign."""
    return rng.choice(TRIFLES, count) * rng.choice([-1, 1], count)


def headings(rng, count):
    """A third at random, a third about the wrap-around, a third at quarters and a trifle more."""
    quarters = 90.0 * rng.integers(-8, 9, count) + trifles(rng, count)
    choices = rng.uniform(-720, 720, count), rng.choice(WRAPPED, count), quarters
    return np.choose(rng.integers(0, 3, count), choices)


def poses(rng, count):
    """Poses at the origin, on a table, and a million away."""
    places = PLACES[rng.integers(len(PLACES), size=count)] + rng.uniform(-300, 300, (count, 2))
    return np.column_stack([places, headings(rng, count)])


def steps(at, ahead, left, turn):
    """The poses reached by steps from others, in floats."""
    way = np.exp(1j * np.radians(at[:, 2] % 360))
    to = at[:, 0] + 1j * at[:, 1] + way * (ahead + 1j * left)
    return np.column_stack([to.real, to.imag, at[:, 2] + turn])


def pairs(rng, count, a, b):
    """Poses of two boxes of (depth, width) each, and the kinds of them, as indices of KINDS."""
    at, kind = poses(rng, count), rng.integers(len(KINDS), size=count)
    return at, beside(rng, at, kind, a, b), kind


def beside(rng, at, kind, a, b):
    """Poses of boxes that stand to others in ways of some kinds."""
    count = len(at)
    turned = 90.0 * rng.integers(-4, 5, count)
    tilt = np.choose(rng.integers(0, 3, count), (0, trifles(rng, count), headings(rng, count)))
    tilt = np.where(kind == 1, 0, np.where(kind == 4, 10.0 ** -rng.uniform(1, 14, count), tilt))
    turn = turned + tilt * rng.choice([-1, 1], count)
    # The other box as the first one sees it: its corners, and the one that is nearest to the front.
    first = nearest_corner(turn, b)
    near = rng.uniform(0, 99, count)
    near = a[0] / 2 + np.where(rng.random(count) < 0.7, trifles(rng, count), near)
    along = rng.uniform(-0.6, 0.6, count) * (a[1] + b[1])
    along = np.where(kind == 3, rng.choice([-1, 1], count) * a[1] / 2 + trifles(rng, count), along)
    ahead, left = near - first.real, along - np.where(kind == 3, first.imag, 0)
    anywhere = rng.uniform(-1, 1, (2, count)) * np.where(kind == 5, 1e6, 350)
    ahead, left = np.where((kind == 0) | (kind == 5), anywhere, (ahead, left))
    # Any of the four sides of the first may be the one that it happens at, if it is a square.
    quarter = 90.0 * rng.integers(0, 4, count) * (a[0] == a[1])
    seen = np.column_stack([at[:, :2], at[:, 2] + quarter])
    to = steps(seen, ahead, left, turn)
    to[:, 2] = np.where(rng.random(count) < 0.2, to[:, 2] % 360, to[:, 2])
    to[kind == 0, 2] = headings(rng, (kind == 0).sum())
    return to


def nearest_corner(turn, box, towards=0.0):
    """The corners of turned boxes that are farthest back, seen along a direction."""
    x, y = box[0] / 2, box[1] / 2
    way = np.exp(1j * np.radians(np.asarray(turn) % 360))
    corners = way[:, None] * np.array([x - 1j * y, x + 1j * y, -x + 1j * y, -x - 1j * y])
    back = (corners * np.exp(-1j * np.asarray(towards, dtype=float))[..., None]).real
    return corners[np.arange(len(corners)), back.argmin(axis=1)]
