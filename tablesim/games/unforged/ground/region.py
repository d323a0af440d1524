"""Where a model can come to, and the best way to one place (UG-23).

The region is found by searching; whether one way is legal, the exact rules decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ....geometry import Point
from ..models import Model
from ..rules import INCH
from .decks import FINE, Floats, grown
from .movement import way
from .search import Graph, Label
from .surfaces import Arena
from .taut import bends, taut
from .ways import Corner, Way
from .zones import Zone, melee_area

_RAYS = 72
"""Into so many directions one looks from each place, besides those of corners."""

_ASIDE = 1e-6
"""A look past a corner misses it by this angle, in radians."""

_HERE = 5e-5
"""Borders that are crossed nearer than this are those that a place lies on."""


@dataclass(frozen=True)
class Patch:
    """A part of the region on one surface.

    Attributes
    ----------
    piece, level
        The surface: the id of its piece or ``"ground"``, and its height.
    needs
        The tests that it takes to come there: none, ``"move"``, ``"toughness D6"``, ...
    area
        Where the center of the base may come to: polygons; where a drop with a test ends the move,
        the points where it may land.
    """

    piece: str
    level: float
    needs: tuple[str, ...]
    area: BaseGeometry

    @property
    def tag(self) -> str:
        """The tests as one word, ``"free"`` if there are none (UG-23).

        >>> Patch("ground", 0.0, ("toughness D6",), shapely.Point(0, 0)).tag
        'needs_T_test(D6)'
        """
        words = [
            f"needs_T_test({need.split(maxsplit=1)[1]})" if need != "move" else "needs_move_test"
            for need in self.needs
        ]
        return "+".join(words) or "free"


@dataclass(frozen=True)
class Reach:
    """All places that a model may come to with one move (UG-23).

    Attributes
    ----------
    patches
        The region, surface by surface and test by test.
    error
        By how many inches it may fall short of what is really in reach, for each change of levels
        on the way; it does not promise more than there is.
    """

    patches: tuple[Patch, ...]
    error: float

    def area(self, tag: str = "free") -> float:
        """Return the area of all patches with a tag, in square inches."""
        return math.fsum(patch.area.area for patch in self.patches if patch.tag == tag)

    def holds(self, point: Point, level: float, tag: str | None = None) -> bool:
        """Whether a place is in the region, or in the part of it with a tag."""
        spot = shapely.Point(point)
        return any(
            abs(patch.level - level) <= INCH.limit
            and tag in (None, patch.tag)
            and float(patch.area.distance(spot)) <= INCH.contact
            for patch in self.patches
        )


def reach(arena: Arena, model: Model, *, leave: bool = False, coarse: float = 0.0) -> Reach:
    """Return where a model may come to with one move.

    Parameters
    ----------
    arena
        The table.
    model
        The model, where it stands.
    leave
        Whether it leaves the melee that it is in (UF-88).
    coarse
        By how many inches the borders of what is found may be simplified, in and out, which is
        faster; it is added to the error.

    Raises
    ------
    TablesimError
        If the model has no Move.

    >>> import tablesim as ts
    >>> scout = ts.Piece("scout", base="normal", at=(10, 10), move=4)
    >>> wall = ts.Terrain("wall", kind="low-wall", at=(13, 10), heading=90)
    >>> judge = ts.judge(ts.Table(game="unforged").add(scout, wall))
    >>> region = reach(judge.arena, judge.models["scout"])
    >>> region.holds((16, 10), 0, "free"), region.holds((18, 10), 0)
    (True, False)
    """
    graph = Graph(arena, model, leave=leave)
    found: dict[tuple[int, tuple[str, ...]], list[BaseGeometry]] = {}
    labels = list(graph.labels())
    tested = list(graph.labels(tested=True)) if not model.flight else []
    for label in (*labels, *(label for label in tested if "move" in label.needs)):
        star = _star(graph, label)
        if star is not None:
            star = star.simplify(coarse) if coarse else star
            found.setdefault((label.deck, label.needs), []).append(star)
    patches = [
        patch
        for (deck, needs), stars in sorted(found.items())
        for patch in _patches(graph, deck, needs, stars, leave=leave)
    ]
    return Reach(tuple(patches), _error(arena, model) + coarse)


def _error(arena: Arena, model: Model) -> float:
    """Return how much longer a searched way may be than the best one, for each change of levels.

    Places along edges are a sample apart, and so a way may have to go half of that aside before
    and after; round corners take the outside of a polygon, and the rim of a disc its chords.
    """
    corners = math.pi * model.radius * (math.tan(FINE / 2) / (FINE / 2) - 1.0)
    rim = 2 * (model.move or 0) * (1.0 - math.cos(math.pi / _RAYS))
    return arena.numbers.sample + corners + rim


def _patches(
    graph: Graph,
    index: int,
    needs: tuple[str, ...],
    stars: Sequence[BaseGeometry],
    *,
    leave: bool,
) -> Iterable[Patch]:
    """Yield what was found on one deck, surface by surface."""
    deck = graph.deck(index)
    whole = _flat(shapely.union_all([s for s in stars if s.area]).intersection(deck.free))
    spots = list(shapely.get_parts(shapely.union_all([s for s in stars if not s.area])))
    kept = _room_to_end(graph, index)
    covered: BaseGeometry = shapely.Polygon()
    for surface in sorted(deck.surfaces, key=lambda s: -s.level):
        room = kept
        if graph.opponents and not leave:
            room = room.intersection(_melee_kept(graph, surface.level))
        face = room.difference(covered)
        if surface.shape is not None:
            own = surface.shape.polygon
            face, covered = face.intersection(own), covered.union(own)
        part = _flat(whole.intersection(face))
        # One on the border of a higher surface, also of a round one, stands there and not below.
        borne = [surface.bears((spot.x, spot.y)) for spot in spots]
        here = list(compress(spots, borne))
        spots = [spot for spot, bears in zip(spots, borne, strict=True) if not bears]
        lone = shapely.MultiPoint(
            [spot for spot in here if spot.intersects(room) and not spot.intersects(part)]
        )
        for area in (part, lone):
            if not area.is_empty:
                yield Patch(surface.piece, surface.level, needs, area)


def _flat(shape: BaseGeometry) -> BaseGeometry:
    """Return the polygons of a shape, without the lines and points that cutting may leave."""
    return shapely.union_all([part for part in shapely.get_parts(shape) if part.area])


def _room_to_end(graph: Graph, index: int) -> BaseGeometry:
    """Return where no base stands, not even one that may be crossed (UG-22)."""
    model, (low, high) = graph.model, graph.deck(index).levels
    bases = [
        grown(other.base.parts[0], model.radius)
        for other in graph.arena.others(model)
        if other.top > low and other.level < high + model.height
    ]
    table = shapely.box(0, 0, *graph.arena.area)
    return table.difference(shapely.union_all(bases))


def _melee_kept(graph: Graph, level: float) -> BaseGeometry:
    """Return where on a level the model still is in the melees that it does not leave (HR-61)."""
    kept: BaseGeometry = shapely.box(0, 0, *graph.arena.area)
    for other in graph.arena.models:
        if other.id in graph.opponents:
            kept = kept.intersection(melee_area(graph.arena, other, graph.model, level))
    return kept


# What is seen from one place


def _star(graph: Graph, label: Label) -> BaseGeometry | None:
    """Return where one may walk straight to from a place; None if that adds nothing."""
    if label.left <= INCH.limit:
        return shapely.Point(label.point) if label.leg is not None else None
    if label.leg is None and label.before is not None and not _bends(graph, label):
        return None
    deck = graph.deck(label.deck)
    directions = _directions(graph, label)
    hits = _crossings(label.point, directions, deck.sides, label.left)
    far = np.minimum(label.left, hits.min(axis=1, initial=np.inf))
    far = np.where(_halfway_in(deck.sight, label.point, directions, far), far, 0.0)
    for zone in graph.zones(label.deck):
        far = np.minimum(far, _kept_in(zone, label, directions))
    rim = np.array(label.point) + far[:, None] * directions
    star = shapely.Polygon(rim).buffer(0)
    return star if star.area else shapely.Point(label.point)


def _bends(graph: Graph, label: Label) -> bool:
    targets = graph.targets(label.deck)
    return bool((targets.points[: targets.bends] == label.point).all(axis=1).any())


def _directions(graph: Graph, label: Label) -> Floats:
    """Return the unit vectors to look along, in order: all around, and past every corner."""
    deck, targets = graph.deck(label.deck), graph.targets(label.deck)
    points = np.vstack([targets.points[: targets.bends], deck.pockets])
    to = points - np.array(label.point)
    size = np.hypot(to[:, 0], to[:, 1])
    to = to[(size <= label.left) & (size > INCH.limit)]
    corners = np.arctan2(to[:, 1], to[:, 0])
    around = np.arange(_RAYS) * (2 * math.pi / _RAYS)
    angles = np.concatenate([around, corners - _ASIDE, corners, corners + _ASIDE])
    angles = np.unique(angles % (2 * math.pi))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _crossings(point: Point, directions: Floats, sides: Floats, within: float) -> Floats:
    """Return how far along each ray each side is crossed, a row for each ray; inf if it is not."""
    x, y = point
    a, b = sides[:, :2] - (x, y), sides[:, 2:] - (x, y)
    near = (np.maximum(a, b) >= -within).all(axis=1) & (np.minimum(a, b) <= within).all(axis=1)
    a, b = a[near], b[near]
    ux, uy = directions[:, 0][:, None], directions[:, 1][:, None]
    left_a, left_b = ux * a[:, 1] - uy * a[:, 0], ux * b[:, 1] - uy * b[:, 0]
    along_a, along_b = ux * a[:, 0] + uy * a[:, 1], ux * b[:, 0] + uy * b[:, 1]
    apart = left_a - left_b
    with np.errstate(divide="ignore", invalid="ignore"):
        t = along_a + (along_b - along_a) * (left_a / apart)
    crossed = (left_a * left_b <= 0.0) & (apart != 0.0) & (t > _HERE)
    found: Floats = np.where(crossed, t, np.inf)
    return found


def _halfway_in(
    area: BaseGeometry, point: Point, directions: Floats, far: Floats
) -> NDArray[np.bool_]:
    """Return which rays are in an area half way to where they first cross its border.

    A ray that begins on the border may lead inside or outside, at however flat an angle.
    """
    halfway = np.array(point) + (far / 2)[:, None] * directions
    return np.asarray(shapely.intersects_xy(area, halfway[:, 0], halfway[:, 1]))


def _kept_in(zone: Zone, label: Label, directions: Floats) -> Floats:
    """Return how far along each ray one may go before one leaves a zone that one has come into."""
    hits = np.sort(_crossings(label.point, directions, zone.sides, label.left), axis=1)
    if not hits.shape[1]:  # its border is out of reach
        return np.full(len(directions), np.inf)
    hits = np.pad(hits, ((0, 0), (0, 2)), constant_values=np.inf)
    far = np.minimum(label.left, hits[:, 0])
    enters = _halfway_in(zone.inside, label.point, directions, far)
    if zone.halts:
        first = np.where(enters, 0.0, hits[:, 0])
        return hits[:, 0] if zone.holds(label.point) else first
    return np.where(enters, hits[:, 0], hits[:, 1])


# One destination


def best_way(
    arena: Arena,
    model: Model,
    to: Point,
    level: float = 0.0,
    *,
    heading: float | None = None,
    climb_test: bool = False,
    leave: bool = False,
) -> Way | None:
    """Return the cheapest legal way to one place that is found; None if there is none.

    Parameters
    ----------
    arena
        The table.
    model
        The model, where it stands.
    to, level
        The place.
    heading, climb_test, leave
        As in :func:`~tablesim.games.unforged.ground.movement.way`, which judges the way.

    Raises
    ------
    TablesimError
        If the model has no Move.

    >>> import tablesim as ts
    >>> scout = ts.Piece("scout", base="normal", at=(10, 10), move=4)
    >>> wall = ts.Terrain("wall", kind="low-wall", at=(13, 10), heading=90)
    >>> judge = ts.judge(ts.Table(game="unforged").add(scout, wall))
    >>> found = best_way(judge.arena, judge.models["scout"], (15, 10))
    >>> [leg.kind for leg in found.legs], round(found.spent, 2)
    (['walk', 'vault', 'walk'], 6.49)
    """
    graph = Graph(arena, model, leave=leave, goal=(to, level))
    goal: Corner = (*to, level)

    def judged(corners: Sequence[Corner]) -> Way | None:
        found = way(arena, model, corners, heading=heading, climb_test=climb_test, leave=leave)
        return found if found.legal and not found.lost else None

    best = judged([goal])
    for label in graph.labels(tested=climb_test):
        if best is not None and label.spent >= best.spent - INCH.limit:
            break
        if label.point == to and label.deck == graph.goal_deck:
            for corners in (taut(graph, label), bends(label)):
                found = judged([*corners, goal])
                if found is not None and (best is None or found.spent < best.spent):
                    best = _straightened(judged, [*corners, goal], found)
                    break
    return best


def _straightened(
    judged: Callable[[Sequence[Corner]], Way | None], corners: list[Corner], found: Way
) -> Way:
    """Return a way without the places to climb and drop at that a straight line does without."""
    i = 0
    while i + 2 < len(corners):
        if len(corners[i]) == len(corners[i + 1]) == 3:
            fewer = [*corners[:i], *corners[i + 2 :]]
            other = judged(fewer)
            if other is not None and other.spent <= found.spent:
                corners, found = fewer, other
                continue
        i += 1
    return found
