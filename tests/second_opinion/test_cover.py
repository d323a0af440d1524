"""Cover on a lattice: lines of sight along faces and through corners, tops level with the eye.

Most scenes have several of these at once.  They are looked at again from a million away, at an
angle, and with the eye a trifle higher or lower.
"""

import math
import random
from dataclasses import replace

from tablesim.geometry import Outline, Placed
from tablesim.geometry.cover import hidden
from tablesim.geometry.terrain import Prism

from ..geometry.sight_oracles import HERE, Scene, shifted, strip_share, turned
from .tiers import Worst, tiers

NEAR = 1e-9
TRIFLES = (1e-15, -1e-13, 1e-11, -1e-9, 1e-7)


def block(rng, size):
    """A piece on the lattice: a box, a corner or a triangle, thin or thick, some floating."""
    x, y = rng.randint(0, size), rng.randint(0, size)
    a, b = rng.choice([(1, 1), (2, 1), (1, 3), (4, 0.25), (0.25, 4), (3, 3)])
    kind = rng.random()
    if kind < 0.7:
        ring = [(x, y), (x + a, y), (x + a, y + b), (x, y + b)]
    elif kind < 0.85:
        corner = [(0, 0), (a + 1, 0), (a + 1, 0.5), (0.5, 0.5), (0.5, b + 1), (0, b + 1)]
        ring = [(x + p, y + q) for p, q in corner]
    else:
        ring = [(x, y), (x + a, y), (x, y + b)]
    bottom = rng.choice([0, 0, 0, 0.5, 1, 1.5])
    return ring, bottom, bottom + rng.choice([0.5, 1, 1, 1.5, 3])


def scene(rng, pieces, size):
    """Pieces, an eye outside of them, and a target on a line, a diagonal or anywhere."""
    blocks = [block(rng, size) for _ in range(pieces)]
    prisms = tuple(Prism(Placed(Outline(r), HERE), z, t, i) for i, (r, z, t) in enumerate(blocks))
    while True:
        eye = rng.randint(0, 2 * size) / 2, rng.randint(0, 2 * size) / 2
        dx, dy = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (3, 4), (-1, 3)])
        far = rng.choice([1.5, 2, 3, 4])
        at = eye[0] + far * dx, eye[1] + far * dy
        height = rng.choice([0.5, 1.0, 1.0, 1.5, 2.0])
        found = Scene(prisms, (*eye, height), at, rng.choice([0.0, 0.0, 0.5, 1.0]), 0.5)
        if not any(holds(ring, eye) for ring, _, _ in blocks):
            return found


def holds(ring, point):
    """Whether a point lies in or on a ring: by how often it goes round it."""
    x, y = point
    turns = 0.0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        cross = (ax - x) * (by - y) - (bx - x) * (ay - y)
        dot = (ax - x) * (bx - x) + (ay - y) * (by - y)
        if cross == 0 and dot <= 0:
            return True
        turns += math.atan2(cross, dot)
    return abs(turns) > 1


def lifted(rng, given):
    """The same scene, with an eye that is a trifle above or below what it was level with."""
    x, y, z = given.eye
    return replace(given, eye=(x, y, z + rng.choice(TRIFLES)))


def asked(scene):
    return hidden(scene.relief(), [scene.eye], scene.at, scene.floor, scene.radius).share


@tiers(20, 600, 10_000)
def test_shares_on_a_lattice(count, report):
    """UG-7 to UG-10: against strips, where half of all lines graze something."""
    rng, worst, partly = random.Random(14), Worst(), 0
    far, oblique = shifted(2.0**20, -(2.0**20)), turned(0.7)
    for _ in range(count):
        given = scene(rng, rng.choice([2, 5, 12]), 6)
        want, other = strip_share(given), lifted(rng, given)
        worst.see(
            worst_share=asked(given) - want,
            worst_far=asked(given.moved(far)) - want,
            worst_turned=asked(given.moved(oblique)) - want,
            worst_level=asked(other) - strip_share(other),
        )
        partly += 0 < want < 1
        assert max(worst.values()) <= NEAR, (given, other, want)
    report("cover on a lattice", count, **worst, partly_hidden=partly)
    assert partly > count / 20
