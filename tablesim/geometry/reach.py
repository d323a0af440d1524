"""What can be reached from a point, at what cost and by which way."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import shapely

from ..errors import GeometryError
from .corners import Hooks, tangents
from .elevation import FULL, Array, Profile
from .network import Chain, Links, Network, Station, Tolls
from .pose import Point
from .stars import drawn

if TYPE_CHECKING:
    from .travel import Ground

_ROWS = 400_000
"""How many pairs of a point and a corner are looked at together."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a way that is walked on one height, climbed or dropped.

    Attributes
    ----------
    kind
        ``"walk"``, ``"climb"`` or ``"drop"``.
    start, end
        Where it begins and ends; the same point for a climb and a drop.
    from_height, to_height
        At which heights.
    cost
        What it costs: the length of a walk, the toll of a climb or a drop.
    center, turn
        For a walk round a corner, the center of its circle and by how many degrees it turns,
        positive to the left; None and 0 for a straight one.
    """

    kind: Literal["walk", "climb", "drop"]
    start: Point
    end: Point
    from_height: float
    to_height: float
    cost: float
    center: Point | None = None
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Route:
    """A shortest way.

    Attributes
    ----------
    cost
        Its length on the plane and all tolls; infinite if there is none.
    legs
        Its stretches in order.
    """

    cost: float
    legs: tuple[Leg, ...] = ()

    @property
    def length(self) -> float:
        """Its length on the plane."""
        return math.fsum(leg.cost for leg in self.legs if leg.kind == "walk")


class Node(NamedTuple):
    """A corner that is reached: where, on which height, at what cost."""

    point: Point
    height: float
    cost: float


class _Link(NamedTuple):
    """The last stretch to a point: from a node, round a circle to ``leave`` or not, straight on."""

    cost: float
    node: int
    leave: Station | None


_NO_LINK = _Link(math.inf, -1, None)


class Reach:
    """All that can be reached from a point within a budget.

    Each point is decided by its own cost: the least, over all corners that see it, of the cost of
    the corner and of the straight way from it.

    Parameters
    ----------
    ground
        The ground.
    start
        Where it begins.
    budget
        The greatest cost.
    toward
        Only ways that lead on to this point within the budget are wanted; None for all.

    >>> from tablesim.geometry import Placed, Pose, Rect
    >>> from tablesim.geometry.travel import Ground
    >>> reach = Ground(impassable=[Placed(Rect(2, 2), Pose(0, 0))]).reach((-3, 0), 5.5)
    >>> reach.contains((1, 0)), reach.contains((2, 0)), round(reach.cost((1, 1)), 6)
    (True, False, 4.236068)
    """

    def __init__(
        self,
        ground: Ground,
        start: Point,
        budget: float = math.inf,
        toward: Point | None = None,
    ) -> None:
        if not budget >= 0:
            raise GeometryError(f"a budget is a number of 0 or more, got {budget}")
        self.ground = ground
        self.start = (float(start[0]), float(start[1]))
        self.budget = budget
        self._limit = budget + ground.slack
        self._toward = toward
        levels = ground.levels(finite([self.start]))[0]
        self._source = Station(self.start, levels[0]) if levels else None
        self._stations: list[Station] = []
        self._arrivals: dict[Chain, list[int]] = {}
        self._costs: dict[int, float] = {}
        self._parents: dict[int, int] = {}
        if self._source is not None:
            self._search(self._source)

    def _search(self, source: Station) -> None:
        """Find the costs of all nodes within the budget."""
        hooks = self.ground.hooks
        origin = self._add(source)
        seeds: Links = {origin: []}
        one = Hooks.free(finite([source.point] * len(hooks.corner)))
        start, end, keep = tangents(one, hooks, self.ground.slack)
        lengths = np.hypot(*(end - start).T)
        rest = 0.0 if self._toward is None else np.hypot(*(end - self._toward).T)
        which = np.flatnonzero(keep & (lengths + rest <= self._limit))
        profiles = self.ground.ways(start[which], end[which])
        for k, profile in zip(which.tolist(), profiles, strict=True):
            if profile is None:
                continue
            corner, side = int(hooks.corner[k]), int(hooks.side[k])
            point = (float(end[k, 0]), float(end[k, 1]))
            for node in self._arrive(seeds, corner, side, point):
                height = self._station(node).height
                toll, _ = self.ground.tolls.along(profile, source.height, height)
                seeds[origin].append((node, float(lengths[k]) + toll))
        self._spread(seeds, origin)

    def _spread(self, seeds: Links, origin: int) -> None:
        """Follow the links from the start in the order of cost (Dijkstra)."""
        self._costs[origin] = 0.0
        links, costs, heap = self._network.links, self._costs, [(0.0, origin)]
        while heap:
            cost, node = heapq.heappop(heap)
            if cost > costs[node]:
                continue
            for target, more in seeds[node] if node in seeds else links[node]:
                total = cost + more
                if (
                    total < costs.get(target, math.inf)
                    and total + self._rest(target) <= self._limit
                ):
                    costs[target] = total
                    self._parents[target] = node
                    heapq.heappush(heap, (total, target))

    def _rest(self, node: int) -> float:
        """Return the least cost from a node to where the ways are to lead."""
        return math.dist(self._station(node).point, self._toward) if self._toward else 0.0

    @property
    def _network(self) -> Network:
        return self.ground.network

    def _add(self, station: Station) -> int:
        self._stations.append(station)
        return len(self._network.stations) + len(self._stations) - 1

    def _station(self, node: int) -> Station:
        own = node - len(self._network.stations)
        return self._stations[own] if own >= 0 else self._network.stations[node]

    def _arrive(self, seeds: Links, corner: int, side: int, point: Point) -> list[int]:
        """Return the nodes at which a way reaches a corner; on a circle they are new ones."""
        if not side:
            return self._network.at_corner[corner]
        found = []
        for station in self._on_circle((corner, side), point):
            node = self._add(station)
            seeds[node] = self._network.ahead(station)
            self._arrivals.setdefault((corner, side), []).append(node)
            found.append(node)
        return found

    def _on_circle(self, chain: Chain, point: Point) -> list[Station]:
        ring = self.ground.rings[chain[0]]
        angle = ring.direction(point)
        levels = self.ground.levels(finite([point]))[0]
        return [Station(point, level, chain, angle) for level in levels]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The start, and the points at which shortest ways bend, in the order of their cost."""
        found = [(self._station(node), cost) for node, cost in self._costs.items()]
        nodes = [Node(station.point, station.height, cost) for station, cost in found]
        return tuple(sorted(self._shortest(nodes), key=lambda node: node.cost))

    def _shortest(self, nodes: Sequence[Node]) -> list[Node]:
        """Return the nodes to which no way is shorter than the one that is to bend there."""
        links = self._links(finite([node.point for node in nodes]), [n.height for n in nodes])
        slack = self.ground.slack
        return [n for n, link in zip(nodes, links, strict=True) if n.cost <= link.cost + slack]

    def cost(self, point: Point) -> float:
        """Return the cost of the shortest way to a point, infinite beyond the budget.

        Raises
        ------
        GeometryError
            If a coordinate is not finite.
        """
        return self._goals(finite([point]))[0].cost

    def costs(self, points: Array) -> Array:
        """Return the costs of many points, ``(n, 2)``; infinite for those beyond the budget."""
        return np.array([link.cost for link in self._goals(finite(points))], dtype=float)

    def contains(self, point: Point) -> bool:
        """Whether a point is reached; the border belongs to what is."""
        return self.cost(point) < math.inf

    def route(self, point: Point) -> Route:
        """Return the shortest way to a point."""
        at = finite([point])
        (link,) = self._goals(at)
        if link.cost == math.inf:
            return Route(math.inf)
        goal = Station((float(at[0, 0]), float(at[0, 1])), self.ground.levels(at)[0][0])
        stations = [goal] if link.leave is None else [goal, link.leave]
        node: int | None = link.node
        while node is not None:
            stations.append(self._station(node))
            node = self._parents.get(node)
        return Route(link.cost, _legs(self.ground, stations[::-1]))

    @cached_property
    def polygon(self) -> shapely.Geometry:
        """What is reached, as polygons for pictures; round borders are drawn by chords inside them.

        Nothing is decided on it: see :meth:`contains`.

        Raises
        ------
        GeometryError
            If neither the budget nor a table bounds it.
        """
        return drawn(self)

    def places(self, step: float) -> list[Node]:
        """Return points that see all that is reached; on circles one in every ``step``."""
        found: list[Node] = []
        for chain in self._bases[1]:
            points = [self.start]
            if chain is not None and chain[1]:
                ring = self.ground.rings[chain[0]]
                points = [ring.point(k * step) for k in range(math.ceil(FULL / step))]
            ways = [way for point in points for way in self._departures(chain, point)]
            found += [Node(station.point, station.height, cost) for cost, _, station in ways]
        return self._shortest(found)

    def _goals(self, points: Array) -> list[_Link]:
        """Return the last stretch to each point, on the lowest ground there."""
        levels = self.ground.levels(points)
        return self._links(points, [heights[0] if heights else math.inf for heights in levels])

    def _links(self, points: Array, heights: Sequence[float]) -> list[_Link]:
        """Return the last stretch to each point at its height."""
        size = max(1, _ROWS // (len(self.ground.hooks.corner) + 1))
        pieces = [slice(i, i + size) for i in range(0, len(points), size)]
        return [link for k in pieces for link in self._links_of(points[k], heights[k])]

    def _links_of(self, points: Array, heights: Sequence[float]) -> list[_Link]:
        """Try the corners for each point in the order of the least cost that they can give."""
        found = [_NO_LINK] * len(points)
        hooks, chains, bases = self._bases
        n, m = len(points), len(bases)
        others = hooks.take(np.tile(np.arange(m), n))
        free = Hooks.free(points.repeat(m, axis=0))
        start, end, keep = tangents(others, free, self.ground.slack)
        lengths = np.where(keep, np.hypot(*(end - start).T), math.inf)
        least = bases + lengths.reshape(n, m)
        least[np.array(heights) == math.inf] = math.inf
        order = least.argsort(axis=1)
        best = np.full(n, self._limit)
        for rank in range(m):
            k = order[:, rank]
            promise = least[np.arange(n), k]
            rows = np.flatnonzero((promise <= best) & (promise < math.inf))
            if not len(rows):
                break
            pairs = rows * m + k[rows]
            ways = self.ground.ways(start[pairs], end[pairs])
            for i, pair, way in zip(rows.tolist(), pairs.tolist(), ways, strict=True):
                if way is not None:
                    link = self._last(chains[pair % m], start[pair], end[pair], way, heights[i])
                    if link.cost <= best[i] and link.cost < found[i].cost:
                        best[i], found[i] = link.cost, link
        return found

    @cached_property
    def _bases(self) -> tuple[Hooks, list[Chain | None], Array]:
        """The corners that are reached and the start, and the least cost of each."""
        least: dict[Chain | None, float] = {}
        for node, cost in self._costs.items():
            chain = self._station(node).chain
            least[chain] = min(cost, least.get(chain, math.inf))
        chains = [chain for chain in least if chain]
        hooks = self.ground.hooks.take(np.array([self._network.hook[c] for c in chains], np.intp))
        start = Hooks.free(finite([self.start]))
        both = Hooks(*[np.concatenate(columns) for columns in zip(hooks, start, strict=True)])
        costs = np.array([*(least[chain] for chain in chains), least.get(None, math.inf)])
        return both, [*chains, None], costs

    def _last(
        self, chain: Chain | None, leave: Array, end: Array, way: Profile, height: float
    ) -> _Link:
        """Return the best link to a point by the straight way from one corner, or the start."""
        length = float(np.hypot(*(end - leave)))
        found = _NO_LINK
        for cost, node, station in self._departures(chain, (float(leave[0]), float(leave[1]))):
            toll, _ = self.ground.tolls.along(way, station.height, height)
            if cost + length + toll < found.cost:
                rolls = chain is not None and chain[1]
                found = _Link(cost + length + toll, node, station if rolls else None)
        return found

    def _departures(self, chain: Chain | None, leave: Point) -> list[tuple[float, int, Station]]:
        """Return from where a straight way sets out: cost so far, the node before, the place."""
        network = self._network
        if chain is not None and chain[1]:
            return self._rolling(chain, leave)
        nodes = [len(network.stations)] if chain is None else network.at_corner[chain[0]]
        return [(self._costs[n], n, self._station(n)) for n in nodes if n in self._costs]

    def _rolling(self, chain: Chain, leave: Point) -> list[tuple[float, int, Station]]:
        found = []
        for station in self._on_circle(chain, leave):
            own = self._arrivals.get(chain, ())
            before = [
                *self._network.behind(station),
                *((node, self._network.arc_cost(self._station(node), station)) for node in own),
            ]
            found += [
                (self._costs[node] + cost, node, station)
                for node, cost in before
                if node in self._costs and cost < math.inf
            ]
        return found


def finite(points: Sequence[Point] | Array) -> Array:
    """Return points as an array of shape ``(n, 2)``, none of them endless or undefined."""
    found = np.array(points, dtype=float).reshape(-1, 2)
    if not np.isfinite(found).all():
        raise GeometryError(f"a point needs finite coordinates, got {points}")
    return found


def _legs(ground: Ground, stations: Sequence[Station]) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    for one, other in pairwise(stations):
        rolls = one.chain is not None and one.chain[1] and one.chain == other.chain
        for leg in _rolled(ground, one, other) if rolls else _straight(ground, one, other):
            last = legs.pop() if leg.center and legs and legs[-1].center == leg.center else None
            legs.append(_joined(last, leg) if last else leg)
    return tuple(legs)


def _joined(one: Leg, other: Leg) -> Leg:
    """Return two walks round one corner as one."""
    cost, turn = one.cost + other.cost, one.turn + other.turn
    return replace(other, start=one.start, cost=cost, turn=turn)


def _straight(ground: Ground, one: Station, other: Station) -> Iterator[Leg]:
    (ax, ay), (bx, by) = one.point, other.point
    length = math.dist(one.point, other.point)
    (profile,) = ground.ways(finite([one.point]), finite([other.point]))
    for first, last, low, high in _steps(ground.tolls, profile, length, one, other):
        start, end = [(ax + t * (bx - ax), ay + t * (by - ay)) for t in (first, last)]
        walk = Leg("walk", start, end, low, high, (last - first) * length)
        yield walk if low == high else _climbed(ground.tolls, walk)


def _rolled(ground: Ground, one: Station, other: Station) -> Iterator[Leg]:
    assert one.chain is not None
    corner, side = one.chain
    ring = ground.rings[corner]
    turn, profile = ground.network.arc(one, other)
    for first, last, low, high in _steps(ground.tolls, profile, turn * ring.radius, one, other):
        start, end = [ring.point(one.angle + side * t * turn) for t in (first, last)]
        angle = (last - first) * turn
        degrees = math.degrees(side * angle)
        walk = Leg("walk", start, end, low, high, angle * ring.radius, ring.at, degrees)
        yield walk if low == high else _climbed(ground.tolls, walk)


def _steps(
    tolls: Tolls, profile: Profile | None, length: float, one: Station, other: Station
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the stretches and the changes of height: from and to, as shares, and both heights."""
    if length == 0:
        profile = ()
    elif not profile:  # too short to have heights of its own
        profile = ((0.0, (one.height,)),)
    _, levels = tolls.along(profile, one.height, other.height)
    shares = [s / length for s, _ in profile] + [1.0]
    height = one.height
    for (first, last), level in zip(pairwise(shares), levels, strict=True):
        if level != height:
            yield first, first, height, level
        yield first, last, level, level
        height = level
    if height != other.height:
        yield 1.0, 1.0, height, other.height


def _climbed(tolls: Tolls, leg: Leg) -> Leg:
    low, high = leg.from_height, leg.to_height
    kind: Literal["climb", "drop"] = "climb" if high > low else "drop"
    return Leg(kind, leg.start, leg.end, low, high, tolls.step(low, high))
