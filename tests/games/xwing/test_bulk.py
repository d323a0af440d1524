"""Attacks in bulk are, field by field, those of the judge."""

import tracemalloc

import numpy as np
import pytest

import tablesim as ts
from tablesim.errors import GeometryError, UnknownName
from tablesim.games.xwing.bulk import BLOCK, attacks
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.judge import POLICIES
from tablesim.games.xwing.verdicts import band_margins
from tablesim.geometry import Disc, Pose, batch

from .boards import board, rock, ship

# One ship for each set of arcs that there is, of each size of base, and a bare base of each size.
SHIPS = {(ship.arcs, ship.base): ship.id for ship in catalogue().ships.values()}
KINDS = ["small", "large", *SHIPS.values()]
WEAPONS = [None, None, None, None, "proton-torpedoes", "blaster-turret", "autoblaster"]


def table_of(rng):
    """A table with some attacker and target, and three asteroids."""
    kind = str(rng.choice(KINDS))
    state = {"lock": "b"} if rng.random() < 0.5 else {}
    if kind in catalogue().ships and "mobile" in catalogue().ships[kind].arcs:
        state["arc"] = str(rng.choice(["front", "left", "rear", "right"]))
    return board(
        ship("a", what=kind, seat=0, **state),
        ship("b", what=str(rng.choice(["small", "large"])), seat=int(rng.choice([0, 1, 1, 1]))),
        *(ts.Terrain(f"rock-{i}", kind=f"asteroid-{rng.integers(1, 7)}", at=(0, 0)) for i in "xyz"),
    )


def places(rng, table, count):
    """Places for all things on it: the target somewhere about, the asteroids on the way to it.

    In a third of the calls all sides are parallel; every eighth pair of bases touches.
    """
    flat = rng.random() < 0.35

    def headings():
        return 45.0 * rng.integers(-8, 9) + 90.0 * rng.integers(0, 4, count)

    a = rng.uniform((0, 0, -360), (500, 500, 720), (count, 3))
    a[:, 2] = headings() if flat else a[:, 2]
    bearing = np.radians(a[:, 2] + 90 * rng.integers(0, 4, count) * (rng.random(count) < 0.6))
    bearing += np.radians(rng.uniform(-60, 60, count))
    far = rng.uniform(20, 380, count)
    b = a + np.stack([far * np.cos(bearing), far * np.sin(bearing), rng.uniform(0, 360, count)], 1)
    b[:, 2] = a[:, 2] + 90 * rng.integers(0, 4, count) if flat else b[:, 2]
    for row in range(0, count, 8):
        ahead = sum(table[id].placed.footprint.depth / 2 for id in "ab")
        at = Pose(*a[row].tolist()).then(Pose(ahead, rng.uniform(-10, 10), 180))
        b[row] = at.x, at.y, at.heading
    poses = {"a": a, "b": b}
    for thing in table.terrain:
        spot = a + rng.uniform(0, 1, (count, 1)) * (b - a) + rng.normal(0, 30, (count, 3))
        spot[:, 2] = headings() if flat else spot[:, 2]
        poses[thing.id] = spot
    return poses


def check(table, poses, found, row, policies, **what):
    """Compare a row with the judge of a table that stands so.

    Returns how far the lengths are apart at most, and whether the same arc was picked.
    """
    for id, pose in poses.items():
        table = table.place(id, at=pose[row, :2].tolist(), heading=float(pose[row, 2]))
    shot = ts.judge(table, **policies).attack("a", "b", **what)
    words = (
        bool(found.in_arc[row]),
        int(found.band[row]),
        batch.BLOCKED[found.obstructed[row]],
        bool(found.touching[row]),
        bool(found.legal[row]),
    )
    assert words == (shot.in_arc, shot.band or 4, shot.obstructed, shot.touching, shot.legal)
    assert found.on_obstacle[row] == (shot.rock_clearance < -1e-6)
    assert found.overlapping[row] & ~found.touching[row] == shot.overlapping
    margins = [margin.value for margin in band_margins(shot.distance, shot.band, shot.edges)]
    lengths = [
        (found.distance[row], shot.distance),
        (found.base_distance[row], shot.base_distance),
        (found.band_margin[row], min(margins)),
    ]
    if shot.arc_margin != found.arc_margin[row]:  # also where both are infinite
        lengths.append((found.arc_margin[row], shot.arc_margin))
    same_arc = found.arcs[found.arc[row]] == shot.arc
    return max(abs(ours - theirs) for ours, theirs in lengths), same_arc


@pytest.mark.parametrize(
    ("calls", "count"), [(8, 16), pytest.param(250, 80, marks=pytest.mark.slow)]
)
def test_every_field_is_that_of_the_judge(calls, count):
    """XW-62 to XW-68, XW-164, XW-166, XW-167, XW-207, XW-237: all arcs, sizes and policies."""
    rng = np.random.default_rng(11)
    worst, ties, seen, blocked = 0.0, 0, set(), set()
    for _ in range(calls):
        policies = {name: rng.choice(choices).item() for name, choices in POLICIES.items()}
        policies["arc"] = str(rng.choice(list(catalogue().arcs)))
        table, weapon = table_of(rng), WEAPONS[rng.integers(len(WEAPONS))]
        poses, judge = places(rng, table, count), ts.judge(table, **policies)
        last = list(judge.firing_arcs(table["a"]))[-1]
        what = {"weapon": weapon, "arc": last if weapon is None and rng.random() < 0.5 else None}
        found = attacks(judge, "a", "b", poses, **what)
        for row in range(count):
            apart, same_arc = check(table, poses, found, row, policies, **what)
            worst, ties = max(worst, apart), ties + (not same_arc)
        seen |= {found.arcs[i] for i in found.arc[found.in_arc]}
        blocked |= set(found.obstructed.tolist())
    assert worst < 1e-9
    assert ties <= 0.01 * calls * count  # two arcs reach as far: rounding says which is picked
    assert blocked == {0, 1, 2}
    if calls > 100:
        assert seen == {"front", "rear", "auxiliary-180", "mobile", "turret", "bullseye"}


def test_what_is_not_named_stays_and_poses_are_broadcast():
    table = board(ship("a"), ship("b", y=150, h=180), rock("wall", -50, 50, 60, 70))
    judge = ts.judge(table)
    at = [table["a"].pose.x, table["a"].pose.y]
    turns = np.array([[*at, 90.0], [*at, 200.0]])
    walls = np.array([[0, 0, 0], [200, 0, 0], [1000, 1000, 0]], dtype=float)[:, None]
    found = attacks(judge, "a", "b", {"a": turns, "wall": walls + np.array((*at, 0))})
    assert found.in_arc.tolist() == [[True, False]] * 3
    assert found.obstructed.tolist() == [[2, 2], [0, 0], [0, 0]]
    alone = attacks(judge, "a", "b", {})
    assert alone.legal.shape == () and bool(alone.legal) and alone.distance == 110.0
    assert attacks(judge, "a", "b", {"a": np.empty((0, 3))}).band.shape == (0,)


def test_blocks_do_not_show():
    table = board(ship("a"), ship("b", y=150, h=170), rock("wall", 10, 50, 60, 70))
    rng = np.random.default_rng(3)
    poses = {"a": np.array((*table["a"].pose.point, 90)) + rng.normal(0, 3, (BLOCK + 5, 3))}
    whole = attacks(ts.judge(table), "a", "b", poses)
    end = attacks(ts.judge(table), "a", "b", {"a": poses["a"][-9:]})
    assert all(np.array_equal(p[-9:], q) for p, q in zip(whole[1:], end[1:], strict=True))


def test_memory_beside_the_results_is_that_of_a_block():
    table = board(ship("a"), ship("b", y=150, h=170), rock("wall", 10, 50, 60, 70))
    spread = np.random.default_rng(3).normal(0, 3, (2 * BLOCK, 3))
    spread += (*table["a"].pose.point, 90)
    tracemalloc.start()
    try:
        found = attacks(ts.judge(table), "a", "b", {"a": spread})
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - 2 * sum(field.nbytes for field in found[1:]) < 250 * BLOCK


def test_what_cannot_be_asked_is_named():
    table = board(ship("a"), ship("b", y=150), ts.Piece("c", footprint=Disc(9), at=(0, 0)))
    judge = ts.judge(table)
    with pytest.raises(UnknownName, match="'d'"):
        attacks(judge, "a", "b", {"d": (0, 0, 0)})
    with pytest.raises(UnknownName, match="no arc 'rear'"):
        attacks(judge, "a", "b", {}, arc="rear")
    with pytest.raises(UnknownName, match="c has no base"):
        attacks(judge, "a", "c", {})
    with pytest.raises(GeometryError, match="poses of a need the shape"):
        attacks(judge, "a", "b", {"a": (0, 0)})
    with pytest.raises(GeometryError, match=r"\(2, 3\) of a, \(3, 3\) of b"):
        attacks(judge, "a", "b", {"a": np.zeros((2, 3)), "b": np.zeros((3, 3))})
