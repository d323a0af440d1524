"""Bands by the million: lengths at the edges to the last bit, and bases that are that far apart."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import tablesim as ts
from tablesim.games.xwing.bulk import attacks
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.rules import band as alone
from tablesim.geometry import batch

from . import places, plane
from .tiers import Worst, blocks, tiers

RULER = catalogue().ruler
EDGES = np.array(RULER.edges)
SLACK = 1e-8
"""XW-163: a length may exceed an edge by this much."""

NEAR = 1e-9
ULP = 2.0**-44
"""The distance from one float to the next at 300."""


def lengths(rng, count):
    """Lengths at, just below and just above edges and edges with their slack; and any others."""
    edge = np.append(EDGES, 0.0)[rng.integers(0, 4, count)]
    far = 10.0 ** rng.uniform(-320, 300, count)
    steps = rng.integers(-4, 5, count) * ULP
    choices = (
        edge + steps,
        edge + SLACK + steps,
        edge + places.trifles(rng, count),
        rng.uniform(0, 500, count),
        far,
    )
    return np.abs(np.choose(rng.integers(0, len(choices), count), choices))


@tiers(5000, 200_000, 1_000_000)
def test_bands_of_lengths(count, report):
    """XW-65, XW-163: against the differences from the edges, which floats have exactly."""
    rng, worst, differ = np.random.default_rng(7), Worst(), 0
    for _, size in blocks(count, [None]):
        given = lengths(rng, size)
        found = batch.band(given, EDGES, slack=SLACK)
        over = given[:, None].astype(plane.LONG) - EDGES
        want = 1 + (over > plane.LONG(SLACK)).sum(axis=1)
        last = np.abs(over - plane.LONG(SLACK)).min(axis=1) <= ULP
        assert np.array_equal(found.number[~last], want[~last])
        differ += int((found.number[last] != want[last]).sum())
        # The distance to the nearest edge that a change of bands lies at.
        nearest = np.where(want < 4, np.abs(over).min(axis=1), over[:, -1])
        clear = (over.min(axis=1) > 0) | (want < 4)
        worst.see(
            worst_margin=((np.abs(found.margin) - nearest) / np.maximum(nearest, 1))[clear & ~last]
        )
        assert [alone(v, RULER) or 4 for v in given[::100]] == found.number[::100].tolist()
    report("bands of lengths", count, **worst, differ_in_the_last_bit=differ)
    assert worst["worst_margin"] <= 1e-12


@pytest.mark.parametrize("edge", RULER.edges)
def test_rational_numbers_say_the_same(edge):
    """The oracle itself: a float is a fraction."""
    number = RULER.edges.index(edge) + 1
    for steps, slack in product(range(-9, 10), (0.0, SLACK)):
        length = edge + slack + steps * ULP
        exact = Fraction(length) - Fraction(edge)
        assert exact == Fraction(float(plane.LONG(length) - plane.LONG(edge)))
        if abs(exact - Fraction(SLACK)) > Fraction(ULP):
            found = batch.band(length, EDGES, slack=SLACK).number
            assert found == number + (exact > Fraction(SLACK))


def apart(rng, count):
    """Two small bases whose gap is an edge but for a trifle: corner to side, or to corner."""
    at = places.poses(rng, count)
    turn = np.where(rng.random(count) < 0.3, 0.0, rng.uniform(0, 90, count))
    turn += places.trifles(rng, count)
    gap = rng.choice(EDGES, count) + places.trifles(rng, count)
    # Straight ahead of the front, or in a direction from its corner: the nearest corner goes there.
    slant = np.where(rng.random(count) < 0.5, 0.0, rng.uniform(0, np.pi / 2, count))
    first = places.nearest_corner(turn, (40, 40), slant)
    from_ = np.where(slant > 0, 20 + 20j, 20 + 1j * rng.uniform(-20, 20, count))
    place = from_ + gap * np.exp(1j * slant) - first
    return at, places.steps(at, place.real, place.imag, turn)


@tiers(2000, 60_000, 1_000_000)
def test_bands_of_bases(count, report):
    """XW-65, XW-162, XW-163: by the judge in bulk, of bases an exact band's length apart."""
    rng, worst, unsure = np.random.default_rng(8), Worst(), 0
    table = ts.Table(game="xwing", area=(900, 900)).add(
        ts.Piece("a", base="small", at=(200, 200)), ts.Piece("b", base="small", at=(400, 400))
    )
    judge = ts.judge(table, attack_range="closest")
    for _, size in blocks(count, [None]):
        at, to = apart(rng, size)
        found = attacks(judge, "a", "b", {"a": at, "b": to})
        rings = (
            plane.placed(plane.box(40, 40), pose, by)
            for pose, by in ((at, 0), (to, plane.there(at, to)))
        )
        want = plane.separation(*rings)
        over = want[:, None] - EDGES - SLACK
        sure = np.abs(over).min(axis=1) > NEAR
        assert np.array_equal(found.band[sure], 1 + (over > 0).sum(axis=1)[sure])
        worst.see(worst_distance=found.distance - want)
        unsure += int((~sure).sum())
        for i in range(0, size, 500):
            moved = table.place("a", at=at[i, :2].tolist(), heading=float(at[i, 2]))
            moved = moved.place("b", at=to[i, :2].tolist(), heading=float(to[i, 2]))
            verdict = ts.judge(moved).range("a", "b")
            assert not sure[i] or (verdict.band or 4) == found.band[i]
            worst.see(worst_alone=verdict.distance - want[i])
    report("bands of bases", count, **worst, unsure=unsure)
    assert max(worst.values()) <= NEAR
    assert unsure < count / 5
