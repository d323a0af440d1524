"""The cheapest ways of a model to wherever it may come (UG-23).

On a deck the shortest ways bend only at corners of what bars the base; decks are joined by climbs,
vaults and drops at sampled places of their edges, and by stairs.  From each place that a way may
bend at, one looks for the next ones that a straight line leads to.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import shapely
from numpy.typing import NDArray

from ....geometry import Convex, Point
from ....geometry.convex import signed_separation
from ..models import Model
from ..rules import INCH, drop_band
from .decks import SLACK, Deck, Floats, Hop, decks_for, grown
from .melee import engaged_with, holds, placed
from .movement import LEAST_LEFT, climb_cost, drop_cost, full_pool, move_of
from .surfaces import Arena
from .tracing import heading
from .ways import Leg
from .zones import Zone, within_reach, zones_on

Indices = NDArray[np.intp]

_JUST = 1e-3
"""The share of a change of levels that is looked at beside its ends."""

MOVE = "move"
"""What a place asks for that takes a Move test to get to."""

OBLIQUE = 0.999
"""How far a slanting climb may go, of the farthest that is free."""


@dataclass(frozen=True, slots=True)
class Label:
    """How a place is reached.

    Attributes
    ----------
    deck, point
        The index of its deck, and the place.
    spent, left
        What the way there takes, and what is left of the pool; nothing where the move is over.
    needs
        The tests that the way takes: ``"move"``, ``"toughness D6"`` and so on.
    before
        How the place before it is reached; None at the start.
    leg
        The climb, drop or stairs from there; None for a walk.
    extended
        Whether a short drop has allowed a normal move besides (HR-52).
    """

    deck: int
    point: Point
    spent: float
    left: float
    needs: tuple[str, ...] = ()
    before: Label | None = None
    leg: Leg | None = None
    extended: bool = False

    def chain(self) -> list[Label]:
        """Return how all places of the way are reached, from its start on."""
        found: list[Label] = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return found[::-1]


class _Targets:
    """The places of one deck that straight ways may lead to: corners, feet of hops, a goal."""

    def __init__(self, deck: Deck, zones: list[Zone]) -> None:
        points, before, after = deck.corners
        rings = [zone.corners for zone in zones]
        self.points = np.vstack([points, *(p for p, _, _ in rings)])
        self.before = np.vstack([before, *(p for _, p, _ in rings)])
        self.after = np.vstack([after, *(p for _, _, p in rings)])
        self.bends = len(self.points)

    def add(self, places: Iterable[Point]) -> None:
        """Add places that no way bends at."""
        more = np.array(list(places), dtype=float).reshape(-1, 2)
        self.points = np.vstack([self.points, more])
        self.before = np.vstack([self.before, more])
        self.after = np.vstack([self.after, more])

    def seen_from(self, point: Point, at: int | None, within: float) -> Indices:
        """Return those that a shortest way may lead straight to, nothing being in between.

        Parameters
        ----------
        point
            From where.
        at
            The number of that place if it is a corner: a way that bends there hugs it.
        within
            How far at most.
        """
        to = self.points - point
        good = np.hypot(to[:, 0], to[:, 1]) <= within
        good &= _cross(to, self.before - point) * _cross(to, self.after - point) >= -_FLAT
        if at is not None:
            good &= _cross(to, self.before[at] - point) * _cross(to, self.after[at] - point) >= (
                -_FLAT
            )
            good[at] = False
        found: Indices = np.flatnonzero(good)
        return found


_FLAT = 1e-9
"""Corners that lie this near to a line are on it."""


def _cross(a: Floats, b: Floats) -> Floats:
    found: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return found


class Graph:
    """All places that the ways of one model may lead over.

    Parameters
    ----------
    arena
        The table.
    model
        The model.
    leave
        Whether it leaves the melee that it is in (UF-88).
    goal
        A place that ways are sought to, with its level; None for all that is in reach.
    """

    def __init__(
        self,
        arena: Arena,
        model: Model,
        *,
        leave: bool = False,
        goal: tuple[Point, float] | None = None,
    ) -> None:
        self.arena = arena
        self.model = model
        self.pool = full_pool(model)
        self.extra = move_of(model) if arena.options.drop_extra_move == "M_in_addition" else 0
        self.terrain = decks_for(arena, model)
        self.opponents = engaged_with(arena, model)
        self._waived = self.opponents if leave else ()
        self._decks: dict[int, Deck] = {}
        self._zones: dict[int, list[Zone]] = {}
        self.goal = goal
        self.goal_deck = self.terrain.deck_at(*goal) if goal else None
        self._look(self.pool + self.extra)

    def _look(self, within: float) -> None:
        """Find the changes of levels up to a distance from where the model stands."""
        self._within = within
        self._hops: dict[int, dict[Point, list[Hop]]] = {}
        for hop in self._free_hops(self.terrain.hops(self.model.center, within)):
            self._hops.setdefault(hop.start, {}).setdefault(hop.leg.start, []).append(hop)
        self._targets: dict[int, _Targets] = {}

    def deck(self, index: int) -> Deck:
        """Return a deck without the room that the bases of others take."""
        if index not in self._decks:
            deck = self.terrain.decks[index]
            low, high = deck.levels
            taken = [
                grown(other.base.parts[0], self.model.radius - SLACK)
                for other in self._in_the_way()
                if other.top > low and other.level < high + self.model.height
            ]
            touched = [base for base in taken if base.intersects(deck.free)]
            if touched:
                deck = Deck(deck.surfaces, deck.free.difference(shapely.union_all(touched)))
            self._decks[index] = deck
        return self._decks[index]

    def zones(self, index: int) -> list[Zone]:
        """Return the zones of enemies on a deck."""
        if index not in self._zones:
            deck = self.terrain.decks[index]
            self._zones[index] = zones_on(self.arena, self.model, deck, self._waived)
        return self._zones[index]

    def targets(self, index: int) -> _Targets:
        """Return the places of a deck that straight ways may lead to."""
        if index not in self._targets:
            targets = _Targets(self.deck(index), self.zones(index))
            targets.add(self._hops.get(index, ()))
            if self.goal is not None and index == self.goal_deck:
                targets.add([self.goal[0]])
            self._targets[index] = targets
        return self._targets[index]

    def _in_the_way(self) -> list[Model]:
        options = self.arena.options
        return [
            other
            for other in self.arena.others(self.model)
            if not (options.pass_enemies if self.model.foe(other) else options.pass_friends)
        ]

    def _free_hops(self, hops: Iterable[Hop]) -> Iterator[Hop]:
        """Yield the changes of levels that no base is in the way of, slanting ones and stairs."""
        others, paid = self._in_the_way(), self.arena.options.charge_shift
        for hop in (*self._slanting(hops, paid=paid), *self._links()):
            leg = hop.leg
            low, top = max(leg.start_level, leg.end_level), leg.start_level + leg.rise
            over = [o for o in others if o.top > low and o.level < top + self.model.height]
            ends = [
                o
                for o in others
                if o.top > min(leg.start_level, leg.end_level) and o.level < top + self.model.height
            ]
            if all(_room(leg, o, self.model.radius) for o in over) and all(
                math.dist(leg.end, o.center) >= self.model.radius + o.radius - SLACK for o in ends
            ):
                yield hop

    def _slanting(self, hops: Iterable[Hop], *, paid: bool) -> Iterator[Hop]:
        """Yield changes of levels from each place of an edge to the places beside the one opposite.

        What lies between two neighbors that both can be climbed can be climbed as well.
        """

        def kind(hop: Hop) -> tuple[object, ...]:
            leg = hop.leg
            return hop.side, leg.kind, leg.start_level, leg.end_level, hop.start, hop.end

        for _, group in groupby(sorted(hops, key=lambda hop: (*kind(hop)[:4], hop.place)), kind):
            row = list(group)
            for i, hop in enumerate(row):
                yield hop
                shift = self.arena.numbers.shift_radii * self.model.radius
                limit = OBLIQUE * (2 * hop.leg.length if hop.leg.kind == "vault" else shift)
                for step in (1, -1):
                    j, last = i + step, hop
                    while 0 <= j < len(row) and abs(row[j].place - last.place) == 1:
                        other = row[j].leg
                        if math.dist(hop.leg.start, other.end) > limit:
                            break
                        slant = self._slanted(hop, row[j], paid=paid)
                        if slant is not None:
                            yield slant
                        last, j = row[j], j + step

    def _slanted(self, hop: Hop, other: Hop, *, paid: bool) -> Hop | None:
        """Return the change of levels from where one begins to where another ends, if it is one."""
        end, wide = other.leg.end, (self.arena.numbers.shift_radii + 2) * self.model.radius
        if hop.leg.kind == "vault" and (
            math.dist(hop.leg.start, end) > wide or not _parallel(hop.leg, other.leg)
        ):
            vault = self.terrain.vault(hop.leg, end)
            return None if vault is None else replace(hop, leg=vault, end=other.end)
        slant = replace(hop, leg=_to(hop.leg, end, paid), end=other.end)
        return None if self._crosses(slant) else slant

    def _crosses(self, hop: Hop) -> bool:
        """Whether a change of levels would cross its own top, as it may where that is round.

        A climb ends where its line first comes to the top, and the rest is a walk.
        """
        (x, y), (ex, ey) = hop.leg.start, hop.leg.end
        near = _JUST * (ex - x), _JUST * (ey - y)
        inside = self.terrain.decks
        before = bool(shapely.intersects_xy(inside[hop.end].sight, ex - near[0], ey - near[1]))
        after = bool(shapely.intersects_xy(inside[hop.start].sight, x + near[0], y + near[1]))
        return (bool(hop.leg.rise) and not hop.leg.fall and before) or (
            bool(hop.leg.fall) and not hop.leg.rise and after
        )

    def _links(self) -> Iterator[Hop]:
        for number, link in enumerate(self.arena.battlefield.links):
            ends = (link.start, link.start_level), (link.end, link.end_level)
            for (a, low), (b, high) in (ends, ends[::-1]):
                decks = self.terrain.deck_at(a, low), self.terrain.deck_at(b, high)
                leg = Leg("link", a, low, b, high, charged=link.cost)
                if decks[0] is not None and decks[1] is not None and self._stands(b, decks[1]):
                    yield Hop(leg, decks[0], decks[1], -1 - number, 0)

    def _stands(self, point: Point, deck: int) -> bool:
        return bool(shapely.intersects_xy(self.terrain.decks[deck].sight, *point))

    # The search

    def labels(self, *, tested: bool = False) -> Iterator[Label]:
        """Yield how the places in reach are reached, the cheapest first.

        Parameters
        ----------
        tested
            Whether climbs take a passed Move test and are cheaper (UF-70).
        """
        start = self.terrain.deck_at(self.model.center, self.model.level)
        if start is None or not self.model.standing or self.pool <= 0:
            return
        first = Label(start, self.model.center, 0.0, self.pool)
        heap: list[tuple[float, int, Label, int | None]] = [(0.0, 0, first, None)]
        done: set[tuple[int, Point, tuple[str, ...], bool]] = set()
        count = 0
        while heap:
            _, _, label, corner = heapq.heappop(heap)
            key = label.deck, label.point, label.needs, label.extended
            if key in done:
                continue
            done.add(key)
            yield label
            far = math.dist(label.point, self.model.center) + label.left
            if far > self._within + INCH.limit:  # a climb or drop has led farther than it costs
                self._look(far + self.model.radius)
            following = [*self._walks(label, corner), *self._changes(label, tested=tested)]
            for after, at in following:
                if (after.deck, after.point, after.needs, after.extended) not in done:
                    count += 1
                    heapq.heappush(heap, (after.spent, count, after, at))
        return

    def _walks(self, label: Label, corner: int | None) -> Iterator[tuple[Label, int | None]]:
        """Yield the places that a straight walk leads to."""
        walked_to_foot = label.leg is None and label.before is not None and corner is None
        if label.left <= 0.0 or walked_to_foot:
            return
        targets, point = self.targets(label.deck), label.point
        seen = targets.seen_from(point, corner, label.left + INCH.limit)
        if not len(seen):
            return
        lines = self._lines(point, targets.points[seen])
        clear = np.asarray(shapely.covers(self.deck(label.deck).sight, lines))
        for zone in self.zones(label.deck):
            clear &= zone.allows(point, lines)
        for i in seen[clear]:
            x, y = targets.points[i]
            size = math.hypot(x - point[0], y - point[1])
            after = replace(
                label,
                point=(float(x), float(y)),
                spent=label.spent + size,
                left=max(0.0, label.left - size),
                before=label,
                leg=None,
            )
            yield after, int(i) if i < targets.bends else None

    @staticmethod
    def _lines(point: Point, ends: Floats) -> NDArray[np.object_]:
        starts = np.broadcast_to(np.array(point), ends.shape)
        return np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)), dtype=object)

    def _changes(self, label: Label, *, tested: bool) -> Iterator[tuple[Label, int | None]]:
        """Yield the places that a climb, a drop or stairs lead to."""
        for hop in self._hops.get(label.deck, {}).get(label.point, ()):
            after = self._paid(label, hop, tested=tested)
            if after is not None:
                yield after, None

    def _paid(self, label: Label, hop: Hop, *, tested: bool) -> Label | None:
        """Return where a change of levels leads to; None if it may not be made (UF-67 to UF-76)."""
        leg, model = hop.leg, self.model
        needs, left = set(label.needs), label.left - leg.charged
        if leg.rise:
            if model.unit and not model.flight and not tested:
                return None
            left -= climb_cost(model, leg.rise, tested=tested)
            if tested and not model.flight:
                needs.add(MOVE)
        extended, ends = label.extended, False
        if left < -INCH.limit or (leg.fall and left < LEAST_LEFT - INCH.limit):
            return None
        if leg.fall:
            left -= drop_cost(model, leg.fall, left, self.arena.options)
            band = drop_band(leg.fall, move_of(model), unit=model.unit)
            if not model.flight:
                if band.lost:
                    return None
                ends = band.ends
                if band.test:
                    needs.add(f"toughness {band.test}{' halved' if band.halved else ''}")
                if self.extra and not ends and not extended:
                    extended, left = True, left + self.extra
        held = self._entry(leg)
        if held is None:
            return None
        return Label(
            hop.end,
            leg.end,
            self.pool + (self.extra if extended else 0) - left,
            0.0 if ends else max(left, 0.0),
            tuple(sorted(needs | held)),
            label,
            leg,
            extended,
        )

    def _entry(self, leg: Leg) -> set[str] | None:
        """Return what the melees at the end of a climb or drop ask for; None if they forbid it."""
        if not (
            self._near_foe(leg.start, leg.start_level) or self._near_foe(leg.end, leg.end_level)
        ):
            return set()
        turned = heading(leg.start, leg.end)
        before = placed(self.model, leg.start, leg.start_level, turned)
        after = placed(self.model, leg.end, leg.end_level, turned)
        if self._held(before) - self._held(after):
            return None
        fresh = set(engaged_with(self.arena, after)) - set(self.opponents)
        if not fresh or leg.kind in ("link", "walk"):
            return set()
        return None if leg.kind == "climb" else {MOVE}

    def _near_foe(self, point: Point, level: float) -> bool:
        return within_reach(self.arena, self.model, point, level)

    def _held(self, model: Model) -> set[str]:
        """Return the enemies in whose zone a model is, and that it must not leave (UG-22)."""
        if self.arena.options.contact == "free":
            return set()
        foes = (other for other in self.arena.others(model) if model.foe(other))
        return {
            enemy.id
            for enemy in foes
            if enemy.id not in self._waived and holds(self.arena, enemy, model)
        }


def _parallel(a: Leg, b: Leg) -> bool:
    """Whether two legs lead over the same straight side, not over a round one."""
    (ax, ay), (bx, by) = ((leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]) for leg in (a, b))
    return abs(ax * by - ay * bx) <= _FLAT


def _to(leg: Leg, end: Point, paid: bool) -> Leg:
    """Return a climb or drop to another place, farther away; that may have to be paid for."""
    farther = math.dist(leg.start, end) - leg.length
    return replace(leg, end=end, charged=leg.charged + (farther if paid else 0.0))


def _room(leg: Leg, other: Model, radius: float) -> bool:
    """Whether a base passes that of another model on a leg."""
    swept = Convex((leg.start, leg.end))
    return signed_separation(swept, other.base.parts[0]) >= radius - SLACK
