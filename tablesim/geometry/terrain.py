"""Solids with upright walls: what stands on a table with heights."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from ..errors import GeometryError
from .convex import edges
from .footprint import Convex, Part, Placed
from .oval import Oval
from .pose import Point

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Spot = tuple[float, float, float]
"""A point in space: x, y, and its height."""
Ring = tuple[Point, ...]
"""The corners of a convex polygon, counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Prism:
    """A solid with upright walls: a shape on the plane between two heights.

    A piece of terrain is one prism or several: a wall with a window is a sill, a lintel and two
    jambs, a ruin its walls and floors.  A figure is one too, a cylinder.

    Attributes
    ----------
    shape
        What it covers on the plane; it may have holes.
    bottom, top
        Between which heights it stands.  A flat one (``bottom == top``) hides nothing.
    owner
        The piece that it is a part of, as any number: prisms of one piece share it.

    Raises
    ------
    GeometryError
        If a height is not finite, or the top lies below the bottom.

    >>> from tablesim.geometry import Pose, Rect
    >>> Prism(Placed(Rect(4, 2), Pose(0, 0)), 0, 3).height
    3
    """

    shape: Placed
    bottom: float
    top: float
    owner: int = 0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.bottom) and math.isfinite(self.top)):
            msg = f"a prism stands between finite heights, got {self.bottom} and {self.top}"
            raise GeometryError(msg)
        if self.top < self.bottom:
            raise GeometryError(f"the top of a prism, {self.top}, lies below {self.bottom}")

    @property
    def height(self) -> float:
        """How high it is."""
        return self.top - self.bottom


class Rings(NamedTuple):
    """Convex polygons, their corners counter-clockwise, one after another in one array.

    Attributes
    ----------
    corners
        All corners, shape (m, 2).
    after
        The index of the next corner of the same ring, shape (m,).
    first, length
        Where each ring begins, and how many corners it has, shape (k,).
    """

    corners: Floats
    after: Indices
    first: Indices
    length: Indices

    @classmethod
    def of(cls, rings: Iterable[Iterable[Point]]) -> Rings:
        """Put rings together.

        >>> Rings.of([[(0, 0), (2, 0), (0, 2)], [(5, 5), (6, 5), (6, 6), (5, 6)]]).after
        array([1, 2, 0, 4, 5, 6, 3])
        """
        held = [list(ring) for ring in rings]
        corners = np.array([p for ring in held for p in ring], dtype=np.float64).reshape(-1, 2)
        length = np.array([len(ring) for ring in held], dtype=np.intp)
        first = np.cumsum(length) - length
        after = np.arange(1, len(corners) + 1)
        after[first + length - 1] = first
        return cls(corners, after, first, length)

    def ring(self, which: int) -> list[Point]:
        """Return the corners of one ring."""
        first = int(self.first[which])
        return [(x, y) for x, y in self.corners[first : first + int(self.length[which])].tolist()]

    def take(self, which: Indices) -> Rings:
        """Return some of the rings, repeated as often as they are named."""
        length = self.length[which]
        first = np.cumsum(length) - length
        shift = np.repeat(self.first[which] - first, length)
        index = np.arange(len(shift)) + shift
        return Rings(self.corners[index], self.after[index] - shift, first, length)


class Ovals(NamedTuple):
    """Discs and ellipses: the points ``center + cos(t) * p + sin(t) * q`` and what they enclose.

    Attributes
    ----------
    center, p, q
        Shape (j, 2) each.
    """

    center: Floats
    p: Floats
    q: Floats

    def take(self, which: Indices) -> Ovals:
        """Return some of them, repeated as often as they are named."""
        return Ovals(self.center[which], self.p[which], self.q[which])


@dataclass(frozen=True, eq=False)
class Relief:
    """All solids of a table, split once into convex parts that are quick to find.

    Flat prisms hide nothing and have no part here.  A relief never changes; whoever asks often
    keeps it.

    Attributes
    ----------
    prisms
        The solids; answers are their indices.
    rings, ovals
        The convex parts, those with corners and the round ones.
    prism, owner, bottom, top
        Of each part: the index of its prism, its piece, its heights; rings first, then ovals.
    tree
        The index of the parts by what they cover on the plane (round ones: by their boxes).

    >>> from tablesim.geometry import Disc, Pose, Rect
    >>> wall = Prism(Placed(Rect(4, 2), Pose(0, 0)), 0, 3, owner=7)
    >>> figure = Prism(Placed(Disc(1), Pose(9, 0)), 0, 2, owner=8)
    >>> relief = Relief([wall, figure])
    >>> relief.owner, relief.top
    (array([7, 8]), array([3., 2.]))
    """

    prisms: tuple[Prism, ...]
    rings: Rings = field(init=False, repr=False)
    ovals: Ovals = field(init=False, repr=False)
    prism: Indices = field(init=False, repr=False)
    owner: NDArray[np.int64] = field(init=False, repr=False)
    bottom: Floats = field(init=False, repr=False)
    top: Floats = field(init=False, repr=False)
    tree: shapely.STRtree = field(init=False, repr=False)

    def __init__(self, prisms: Iterable[Prism]) -> None:
        put = object.__setattr__
        put(self, "prisms", tuple(prisms))
        high = [(i, _split(p.shape)) for i, p in enumerate(self.prisms) if p.height > 0.0]
        rings = [(ring, i) for i, split in high for ring in split.rings]
        ovals = [(oval, i) for i, split in high for oval in split.ovals]
        index = np.array([i for _, i in (*rings, *ovals)], dtype=np.intp)
        put(self, "rings", Rings.of(ring for ring, _ in rings))
        put(self, "ovals", _ovals([oval for oval, _ in ovals]))
        put(self, "prism", index)
        put(self, "owner", np.array([p.owner for p in self.prisms], dtype=np.int64)[index])
        put(self, "bottom", np.array([p.bottom for p in self.prisms], dtype=np.float64)[index])
        put(self, "top", np.array([p.top for p in self.prisms], dtype=np.float64)[index])
        outlines = [outline for _, split in high for outline in split.outlines]
        boxes = [box for _, split in high for box in split.boxes]
        put(self, "tree", shapely.STRtree(outlines + boxes))

    def without(self, owners: Collection[int] | Sequence[Collection[int]]) -> NDArray[np.bool_]:
        """Return which parts belong to none of some pieces, shape (parts,).

        Of several collections of pieces, as long as one another, for each: shape (n, parts).
        """
        skipped = np.array([*owners], dtype=np.int64)
        kept: NDArray[np.bool_] = (skipped[..., None] != self.owner).all(axis=-2)
        return kept


class _Split(NamedTuple):
    """The convex parts of a shape, and what an index knows of them."""

    rings: tuple[Ring, ...]
    outlines: tuple[shapely.Polygon, ...]
    ovals: tuple[Oval, ...]
    boxes: tuple[shapely.Polygon, ...]


@lru_cache(maxsize=4096)
def _split(shape: Placed) -> _Split:
    """Split a shape; terrain stays where it is while reliefs come and go with the models."""
    plain = [part for whole in shape.parts for part in _plain(whole)]
    rings = _merged([part.points for part in plain if isinstance(part, Convex)])
    ovals = [part for part in plain if isinstance(part, Oval)]
    boxes = [shapely.box(*oval.bounds) for oval in ovals]
    return _Split(tuple(rings), tuple(map(shapely.Polygon, rings)), tuple(ovals), tuple(boxes))


def _merged(rings: list[Ring]) -> list[Ring]:
    """Return fewer convex rings of the same union: two that share an edge, while that is convex.

    A shape that is not convex comes in triangles; about half of the edges between them go.
    """
    kept = dict(enumerate(rings))
    home = {edge: i for i, ring in kept.items() for edge in _edges(ring)}
    for p, q in list(home):
        i, j = home.get((p, q)), home.get((q, p))
        if i is None or j is None or i == j:
            continue
        one, other = _from(kept[i], q), _from(kept[j], p)  # from q round to p, from p round to q
        if _turns_left(one[-2], p, other[1]) and _turns_left(other[-2], q, one[1]):
            kept[i] = one + other[1:-1]
            del kept[j], home[p, q], home[q, p]
            home |= {edge: i for edge in _edges(other) if edge in home}
    return list(kept.values())


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(ring, ring[1:] + ring[:1], strict=True)


def _from(ring: Ring, first: Point) -> Ring:
    at = ring.index(first)
    return ring[at:] + ring[:at]


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0


def _plain(part: Part) -> Iterator[Part]:
    """Yield polygons and ellipses whose union is a part; what has no area has none."""
    if isinstance(part, Oval):
        yield part
        return
    if part.radius:
        for point in part.points:
            yield Oval(point, (1.0, 0.0), part.radius, part.radius)
    if len(part.points) > 2 or (part.radius and len(part.points) > 1):
        yield Convex(_straight_sides(part)) if part.radius else part


def _straight_sides(part: Convex) -> Ring:
    """Return the hull of the straight sides of a grown part."""
    n, r, ring = len(part.points), part.radius, []
    for i, (nx, ny, _) in enumerate(edges(part.points)):
        for x, y in (part.points[i], part.points[(i + 1) % n]):
            ring.append((x + r * nx, y + r * ny))
    return tuple(ring)


def _ovals(parts: list[Oval]) -> Ovals:
    center = [oval.center for oval in parts]
    p = [(oval.a * oval.axis[0], oval.a * oval.axis[1]) for oval in parts]
    q = [(-oval.b * oval.axis[1], oval.b * oval.axis[0]) for oval in parts]
    return Ovals(*(np.array(v, dtype=np.float64).reshape(-1, 2) for v in (center, p, q)))
