"""The same attack for very many places of everything: arrays of poses in, arrays of verdicts out.

It is what :meth:`~.judge.Judge.attack` says of one position, by the same rules and policies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError, UnknownName
from ...geometry import Beam, Footprint, Rect, Sector, batch
from ...geometry.batch import Floats
from . import rules
from .shooting import why_no_attack

if TYPE_CHECKING:
    from ...table import Piece
    from .judge import Judge
    from .weapons import Weapon

Bools = NDArray[np.bool_]

BLOCK = 1 << 16
"""How many positions are worked on at once."""


class Attacks(NamedTuple):
    """Whether a ship can shoot at another, and at which range, in many positions.

    Attributes
    ----------
    arcs
        The arcs that were tried.
    arc
        The index of the one that was fired from.
    in_arc
        Whether any part of the target's base lies in the arc (XW-63).
    arc_margin
        How far the target reaches into the arc; negative: by how much it misses it.
    distance
        The length that the range is read from: in arc if the target is, else base to base.
    band
        The section of the ruler, from 1; one more than it has is beyond it.
    band_margin
        How far the distance is from the nearest edge that ends its band; beyond the ruler, minus
        the way back.
    obstructed
        How many of the shortest lines cross an obstacle: an index into
        :data:`tablesim.geometry.batch.BLOCKED`, which says ``"none"``, ``"some"``, ``"all"``.
    legal
        Whether the attack may be declared.
    base_distance
        The shortest distance base to base, whatever the arc.
    touching
        Whether the bases touch (XW-42).
    overlapping
        Whether they overlap, which is no legal position (XW-156).
    on_obstacle
        Whether the attacker's base lies on an obstacle (XW-212).
    """

    arcs: tuple[str, ...]
    arc: NDArray[np.intp]
    in_arc: Bools
    arc_margin: Floats
    distance: Floats
    band: NDArray[np.intp]
    band_margin: Floats
    obstructed: NDArray[np.int8]
    legal: Bools
    base_distance: Floats
    touching: Bools
    overlapping: Bools
    on_obstacle: Bools


def attacks(
    judge: Judge,
    by: str,
    on: str,
    poses: Mapping[str, ArrayLike],
    *,
    arc: str | None = None,
    weapon: str | None = None,
) -> Attacks:
    """Judge whether a ship can shoot at another in many positions (XW-62 to XW-68, XW-207).

    Beside arguments and results it needs some 200 bytes for each of ``BLOCK`` positions.

    Parameters
    ----------
    judge
        The judge of the table, with its policies.
    by, on
        Ids of attacker and target; both need a base of the game.
    poses
        By the ids of ships and obstacles, where they stand: arrays of shape ``(..., 3)``, each
        ``x, y, heading``, which are broadcast against each other.  What is not named stays where
        it is; further ships do not matter.
    arc, weapon
        As for :meth:`~.judge.Judge.attack`.

    Returns
    -------
    Attacks
        Each field as in the single verdict.

    Raises
    ------
    UnknownName
        If something that is named is not on the table, a ship has no base, there is no such
        weapon, or it has no such arc.
    GeometryError
        If something is no array of finite poses, or they cannot be broadcast.

    >>> import tablesim as ts
    >>> judge = ts.judge(ts.example("disputed-shot"))
    >>> found = attacks(judge, "luke", "academy", {"luke": [(450, 300, 85), (450, 200, 90)]})
    >>> found.in_arc, found.band
    (array([ True,  True]), array([2, 3]))
    """
    shot = _Shot.of(judge, by, on, arc, weapon)
    placed = shot.placed(poses)
    try:
        shape = np.broadcast_shapes(*(pose.shape[:-1] for pose in placed.values()))
    except ValueError:
        shapes = ", ".join(f"{pose.shape} of {id}" for id, pose in placed.items())
        raise GeometryError(f"poses of these shapes do not go together: {shapes}") from None
    blocks = [shot.judged(block) for block in _blocks(placed, shape)]
    columns = (np.concatenate(column).reshape(shape) for column in zip(*blocks, strict=True))
    return Attacks(tuple(shot.arcs), *columns)


_Poses = dict[str, Floats]


def _blocks(poses: _Poses, shape: tuple[int, ...]) -> Iterator[_Poses]:
    """Yield the poses as rows, block by block; what stands still has one row."""
    count = math.prod(shape)
    for start in range(0, max(count, 1), BLOCK):
        rows = slice(start, min(start + BLOCK, count))
        yield {id: _rows(pose, shape, rows) for id, pose in poses.items()}


def _rows(pose: Floats, shape: tuple[int, ...], rows: slice) -> Floats:
    if pose.shape[:-1] == shape:
        return pose.reshape(-1, 3)[rows]
    if pose.ndim == 1:
        return pose
    at = np.unravel_index(np.arange(rows.start, rows.stop), shape)
    found: Floats = np.broadcast_to(pose, (*shape, 3))[at]
    return found


class _FromArc(NamedTuple):
    """The fields of :class:`Attacks` that depend on the arc."""

    in_arc: Bools
    arc_margin: Floats
    distance: Floats
    band: NDArray[np.intp]
    band_margin: Floats
    obstructed: NDArray[np.int8]
    legal: Bools


class _Shot(NamedTuple):
    """Who shoots at whom, with what, from which arcs."""

    judge: Judge
    attacker: Piece
    target: Piece
    weapon: Weapon | None
    arcs: Mapping[str, Sector | Beam]

    @classmethod
    def of(cls, judge: Judge, by: str, on: str, arc: str | None, weapon: str | None) -> _Shot:
        attacker, target = judge.table.piece(by), judge.table.piece(on)
        card = None if weapon is None else judge.catalogue.weapon(weapon)
        if not target.base:
            raise UnknownName(f"{on} has no base of the game: it is shot at one by one only")
        return cls(judge, attacker, target, card, judge.firing_arcs(attacker, card, arc))

    def placed(self, poses: Mapping[str, ArrayLike]) -> _Poses:
        """Return where attacker, target and obstacles stand: as given, or on the table."""
        table = self.judge.table
        given = {table[id].id: np.asarray(pose, dtype=np.float64) for id, pose in poses.items()}
        for id, pose in given.items():
            if pose.ndim == 0 or pose.shape[-1] != 3:
                raise GeometryError(f"the poses of {id} need the shape (..., 3), got {pose.shape}")
        things = (self.attacker, self.target, *table.terrain)
        return {thing.id: given.get(thing.id, batch.poses_of([thing.pose])[0]) for thing in things}

    def judged(self, poses: _Poses) -> tuple[NDArray[Any], ...]:
        """Judge rows of positions: all fields of :class:`Attacks` but the first."""
        aims = [self._aim(poses, arc) for arc in self.arcs.values()]
        apart = aims[0].separation
        touching, overlapping = self._touching(poses, apart), apart < -rules.MM.overlap
        on_obstacle = self._on_obstacle(poses)
        forbidden = touching | overlapping | on_obstacle
        if why_no_attack(self.attacker, self.target, self.weapon):
            forbidden = np.full_like(forbidden, True)
        shots = [self._from_arc(poses, aim, forbidden) for aim in aims]
        arc = _picked(shots)
        fields = (_of_arc(arc, column) for column in zip(*shots, strict=True))
        base = np.maximum(apart, 0.0), touching, overlapping, on_obstacle
        count = max((len(pose) for pose in poses.values() if pose.ndim == 2), default=1)
        return tuple(np.broadcast_to(field, count) for field in (arc, *fields, *base))

    @property
    def _bases(self) -> tuple[Rect, Rect]:
        bases = self.judge.catalogue.bases
        return bases[str(self.attacker.base)], bases[str(self.target.base)]

    def _aim(self, poses: _Poses, arc: Sector | Beam) -> batch.Aims:
        """XW-65, XW-166: measure arc and range, by the policies."""
        (a, b), at, to = self._bases, poses[self.attacker.id], poses[self.target.id]
        if self.judge.policies["attack_range"] == "closest":
            gaps, margin = batch.gap(a, at, b, to), batch.margin(arc, at, b, to)
            return batch.Aims(margin, gaps.separation, gaps, margin >= -rules.MM.overlap)
        rim = self.judge.policies["attack_from"] == "arc_edge"
        return batch.aim(a, at, b, to, arc, slack=rules.MM.overlap, rim=rim)

    def _from_arc(self, poses: _Poses, aim: batch.Aims, forbidden: Bools) -> _FromArc:
        """XW-63, XW-65, XW-167, XW-207: read range and obstruction, and whether it is legal."""
        ruler = self.judge.catalogue.ruler
        distance = aim.gaps.distance
        band, band_margin = batch.band(distance, ruler.edges, slack=rules.MM.limit)
        rocks = self.judge.table.terrain
        obstructed = batch.obstructed(
            aim.gaps, [rock.placed.footprint for rock in rocks], [poses[rock.id] for rock in rocks]
        )
        nearest, farthest = 1, len(ruler.edges)
        if self.weapon:
            nearest, farthest = self.weapon.nearest, self.weapon.farthest
        legal = aim.within & (nearest <= band) & (band <= farthest) & ~forbidden
        return _FromArc(aim.within, aim.margin, distance, band, band_margin, obstructed, legal)

    def _touching(self, poses: _Poses, apart: Floats) -> Bools:
        """XW-42, XW-156: whether two bases touch; with guides, if the policy counts them."""
        if self.judge.policies["guides"]:
            guided = self.judge.catalogue.guided_bases
            a, b = (guided[str(ship.base)] for ship in (self.attacker, self.target))
            apart = _near(a, poses[self.attacker.id], b, poses[self.target.id])
        return (apart <= rules.MM.contact) & (apart >= -rules.MM.overlap)

    def _on_obstacle(self, poses: _Poses) -> Bools:
        """XW-212: whether the attacker's base lies on an obstacle."""
        base, at = self._bases[0], poses[self.attacker.id]
        found: Bools = np.zeros(at.shape[:-1], dtype=np.bool_)
        for rock in self.judge.table.terrain:
            apart = _near(base, at, rock.placed.footprint, poses[rock.id])
            found = found | (apart < -rules.MM.overlap)
        return found


def _near(a: Footprint, at: Floats, b: Footprint, to: Floats) -> Floats:
    """Return separations; infinite where the discs of both about their poses are apart."""
    dx, dy = at[..., 0] - to[..., 0], at[..., 1] - to[..., 1]
    reach = a.reach + b.reach + 1.0
    close = np.asarray(dx * dx + dy * dy <= reach * reach)
    found = np.full(close.shape, np.inf)
    one, other = (np.broadcast_to(pose, (*close.shape, 3))[close] for pose in (at, to))
    found[close] = batch.separation(a, one, b, other)
    return found


def _picked(shots: Sequence[_FromArc]) -> NDArray[np.intp]:
    """Return the arc that the attacker picks: the shortest range; of none in arc, nearest miss."""
    if len(shots) == 1:
        return np.zeros(shots[0].legal.shape, dtype=np.intp)
    in_arc, margin, distance, legal = (
        np.stack(np.broadcast_arrays(*(getattr(shot, name) for shot in shots)))
        for name in ("in_arc", "arc_margin", "distance", "legal")
    )
    pool = legal | ~legal.any(axis=0)
    hits = pool & in_arc
    far = np.where(hits, distance, np.inf)
    best = hits & (far <= far.min(axis=0) + rules.MM.limit)
    pool = np.where(best.any(axis=0), best, pool)
    return np.asarray(np.argmax(np.where(pool, margin, -np.inf), axis=0))


def _of_arc(arc: NDArray[np.intp], columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the values of the arcs that were picked."""
    if len(columns) == 1:
        return columns[0]
    stacked = np.stack([np.broadcast_to(column, arc.shape) for column in columns])
    return np.asarray(np.take_along_axis(stacked, arc[None], axis=0)[0])
