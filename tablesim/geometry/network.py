"""The network of ways between corners, on which shortest ways are found."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from .corners import Corner, Hooks, Ring, tangents
from .elevation import FULL, Array, Indices, Levels, Profile
from .pose import Point

Chain = tuple[int, int]
"""A corner by its index, and the side on which ways keep the center of its circle; 0 at a point."""


@dataclass(frozen=True, slots=True)
class Tolls:
    """What a change of height costs for each unit, besides the length on the plane.

    >>> Tolls(climb=2.0, drop=0.0).along(((0.0, (0.0,)), (3.0, (2.0,)), (3.5, (0.0,))), 0.0, 0.0)
    (4.0, (0.0, 2.0, 0.0))
    """

    climb: float
    drop: float

    def step(self, low: float, high: float) -> float:
        """Return the toll from one height to another."""
        rise = high - low
        return self.climb * rise if rise > 0 else -self.drop * rise

    def along(self, profile: Profile, start: float, end: float) -> tuple[float, Levels]:
        """Return the least toll along a way between two heights, and the heights it takes."""
        costs: dict[float, tuple[float, Levels]] = {start: (0.0, ())}
        for _, levels in profile:
            costs = {
                level: min(
                    (cost + self.step(last, level), (*taken, level))
                    for last, (cost, taken) in costs.items()
                )
                for level in levels
            }
        return min((cost + self.step(last, end), taken) for last, (cost, taken) in costs.items())


class Plan(Protocol):
    """What a network is made on; see :class:`~tablesim.geometry.travel.Ground`."""

    @property
    def corners(self) -> Sequence[Corner]:
        """What ways bend round."""

    @property
    def rings(self) -> Mapping[int, Ring]:
        """The circles of the corners that have one, by their index."""

    @property
    def hooks(self) -> Hooks:
        """The corners with their sides."""

    @property
    def tolls(self) -> Tolls:
        """What heights cost."""

    @property
    def slack(self) -> float:
        """The length below which differences are rounding."""

    def ways(self, start: Array, end: Array) -> list[Profile | None]:
        """Return the heights along straight ways, None for blocked ones."""

    def levels(self, points: Array) -> list[Levels]:
        """Return the heights at points."""


class Station(NamedTuple):
    """A point of a way: where it bends, or meets or leaves a circle.

    ``chain`` is None away from corners; ``angle`` tells the place on a circle.
    """

    point: Point
    height: float
    chain: Chain | None = None
    angle: float = 0.0


Links = dict[int, list[tuple[int, float]]]
"""From a node to others, with costs."""


@dataclass(slots=True)
class _Stop:
    """The nodes at one place of a chain, one for each height there."""

    angle: float
    nodes: list[int]


@dataclass
class Network:
    """Nodes and the costs between them.

    Attributes
    ----------
    stations
        The place of each node.
    links
        The costs from each node to others.
    at_corner
        The nodes at each corner that is a point.
    hook
        The index of each corner and side among the hooks.
    """

    plan: Plan
    stations: list[Station] = field(default_factory=list)
    links: Links = field(default_factory=dict)
    at_corner: dict[int, list[int]] = field(default_factory=dict)
    hook: dict[Chain, int] = field(default_factory=dict)
    _chains: dict[Chain, list[_Stop]] = field(default_factory=dict)
    _angles: dict[Chain, list[float]] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: Plan) -> Network:
        """Return the network of all corners."""
        network = cls(plan)
        hooks = zip(plan.hooks.corner.tolist(), plan.hooks.side.astype(int).tolist(), strict=True)
        network.hook = {chain: i for i, chain in enumerate(hooks)}
        for i, corner in enumerate(plan.corners):
            if not corner.radius:
                at_each = [Station(corner.at, level, (i, 0)) for level in corner.levels]
                network.at_corner[i] = [network._add(station) for station in at_each]
        network._join()
        for chain, stops in network._chains.items():
            stops.sort(key=lambda stop: stop.angle)
            network._angles[chain] = [stop.angle for stop in stops]
        for chain in network._chains:
            network._close(chain)
        return network

    def _add(self, station: Station) -> int:
        self.stations.append(station)
        self.links[len(self.stations) - 1] = []
        return len(self.stations) - 1

    def _join(self) -> None:
        """Link all corners that see one another."""
        plan, hooks = self.plan, self.plan.hooks
        a, b = np.triu_indices(len(hooks.corner), 1)
        different = hooks.corner[a] != hooks.corner[b]
        a, b = a[different], b[different]
        start, end, keep = tangents(hooks.take(a), hooks.take(b), plan.slack)
        a, b, start, end = a[keep], b[keep], start[keep], end[keep]
        levels = [self._levels(hooks, *ends) for ends in ((a, start), (b, end))]
        sides, corners = hooks.side.astype(int).tolist(), hooks.corner.tolist()
        columns = (a.tolist(), b.tolist(), start.tolist(), end.tolist(), plan.ways(start, end))
        for i, j, p, q, profile, at_p, at_q in zip(*columns, *levels, strict=True):
            if profile is None:
                continue
            length = math.dist(p, q)
            for side, way in ((1, profile), (-1, profile[::-1])):
                one = self._nodes(corners[i], side * sides[i], p, at_p)
                other = self._nodes(corners[j], side * sides[j], q, at_q)
                self._link(*((one, other) if side > 0 else (other, one)), length, way)

    def _levels(self, hooks: Hooks, which: Indices, points: Array) -> list[Levels]:
        """Return the heights at the ends of ways on circles; none are asked at points."""
        found: list[Levels] = [()] * len(which)
        on_circle = np.flatnonzero(hooks.radius[which] > 0)
        levels = self.plan.levels(points[on_circle])
        for k, heights in zip(on_circle.tolist(), levels, strict=True):
            found[k] = heights
        return found

    def _nodes(self, corner: int, side: int, at: list[float], levels: Levels) -> list[int]:
        if not side:
            return self.at_corner[corner]
        ring = self.plan.rings[corner]
        point = (at[0], at[1])
        angle, chain = ring.direction(point), (corner, side)
        nodes = [self._add(Station(point, level, chain, angle)) for level in levels]
        self._chains.setdefault(chain, []).append(_Stop(angle, nodes))
        return nodes

    def _link(self, one: Iterable[int], other: Sequence[int], length: float, way: Profile) -> None:
        for i in one:
            for j in other:
                toll, _ = self.plan.tolls.along(way, self.height(i), self.height(j))
                self.links[i].append((j, length + toll))

    def _close(self, chain: Chain) -> None:
        """Link each stop on a circle with the next one, the way that a base rolls round it."""
        stops = self._chains[chain][:: chain[1]]
        for stop, after in zip(stops, [*stops[1:], stops[0]], strict=True):
            if stop is not after:
                for i in stop.nodes:
                    self.links[i] += self._rolled(self.stations[i], after)

    def _rolled(self, start: Station, stop: _Stop) -> list[tuple[int, float]]:
        found = []
        for j in stop.nodes:
            cost = self.arc_cost(start, self.stations[j])
            if cost < math.inf:
                found.append((j, cost))
        return found

    def height(self, node: int) -> float:
        """Return the height of a node."""
        return self.stations[node].height

    def arc(self, start: Station, end: Station) -> tuple[float, Profile | None]:
        """Return by how much a way turns round a circle between two stations, and its heights."""
        assert start.chain is not None
        corner, side = start.chain
        ring = self.plan.rings[corner]
        turn = (side * (end.angle - start.angle)) % FULL
        turn = 0.0 if turn > FULL - ring.blur else turn
        return turn, ring.arc(start.angle, turn, side)

    def arc_cost(self, start: Station, end: Station) -> float:
        """Return the cost from one station to another round their circle."""
        turn, way = self.arc(start, end)
        if way is None or start.chain is None:
            return math.inf
        toll, _ = self.plan.tolls.along(way, start.height, end.height)
        return self.plan.corners[start.chain[0]].radius * turn + toll

    def ahead(self, station: Station) -> list[tuple[int, float]]:
        """Return the nodes that come next on the circle of a station, with costs."""
        stop = self._beside(station, 1)
        return self._rolled(station, stop) if stop else []

    def behind(self, station: Station) -> list[tuple[int, float]]:
        """Return the nodes that come before a station on its circle, with costs."""
        stop = self._beside(station, -1)
        costs = [(i, self.arc_cost(self.stations[i], station)) for i in stop.nodes] if stop else []
        return [(i, cost) for i, cost in costs if cost < math.inf]

    def _beside(self, station: Station, way: int) -> _Stop | None:
        assert station.chain is not None
        angles, ring = self._angles.get(station.chain), self.plan.rings[station.chain[0]]
        if not angles:
            return None
        if way * station.chain[1] > 0:
            k = bisect_left(angles, station.angle - ring.blur)
        else:
            k = bisect_right(angles, station.angle + ring.blur) - 1
        return self._chains[station.chain][k % len(angles)]
