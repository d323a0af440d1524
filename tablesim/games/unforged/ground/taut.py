"""The exact shortest way round the corners that a searched way bends at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from ....geometry import Convex, Point
from .search import Graph, Label
from .ways import Corner

ARC = math.radians(2.0)
"""A way round a corner is a chain of segments that turn by no more than this."""

_NEAR = 0.02
"""A corner of a search is this near to its circle, of the radius."""


class Round(NamedTuple):
    """A circle that a way goes round.

    Attributes
    ----------
    center, radius
        The circle; without a radius it is a corner.
    left
        1 if the circle is on the left of the way, -1 if it is on its right.
    """

    center: Point
    radius: float
    left: int


def taut(graph: Graph, label: Label) -> list[Corner]:
    """Return the corners of a way that is pulled tight round the circles that it bends at.

    Climbs, drops and stairs stay where they are.  The last place itself is left out.

    Parameters
    ----------
    graph
        What the way was found in.
    label
        How its end is reached.
    """
    corners: list[Corner] = []
    stretch: list[Label] = []
    for step in label.chain():
        if step.leg is not None:
            corners += _round_all(graph, stretch)
            corners += [
                (*step.leg.start, step.leg.start_level),
                (*step.leg.end, step.leg.end_level),
            ]
            stretch = []
        stretch.append(step)
    return corners + _round_all(graph, stretch)


def bends(label: Label) -> list[Corner]:
    """Return the corners of a way as it was found, the last place left out."""
    corners: list[Corner] = []
    for step in label.chain()[1:]:
        if step.leg is not None:
            corners += [
                (*step.leg.start, step.leg.start_level),
                (*step.leg.end, step.leg.end_level),
            ]
        elif step is not label:
            corners.append(step.point)
    return corners


def _round_all(graph: Graph, stretch: list[Label]) -> list[Corner]:
    """Return the corners of a walk on one deck, its end left out."""
    places = [label.point for label in stretch]
    bends = list(_rounds(graph, stretch[0].deck, places))
    tight = _tight([Round(places[0], 0.0, 1), *bends, Round(places[-1], 0.0, 1)])
    return list(places[1:-1]) if tight is None else tight


def _rounds(graph: Graph, deck: int, places: list[Point]) -> Iterator[Round]:
    """Yield the circles that a chain of places goes round, each once."""
    circles = list(_circles(graph, deck))
    found = []
    for before, (x, y), after in zip(places, places[1:], places[2:], strict=False):
        turn = (x - before[0]) * (after[1] - y) - (y - before[1]) * (after[0] - x)
        near = [
            (abs(math.dist((x, y), center) - radius) / radius, center, radius)
            for center, radius in circles
        ]
        off, center, radius = min(near, default=(math.inf, (x, y), 0.0))
        if off > _NEAR:
            center, radius = (x, y), 0.0
        found.append(Round(center, radius, 1 if turn > 0 else -1))
    for one, _ in groupby(found):
        yield one


def _circles(graph: Graph, deck: int) -> Iterator[tuple[Point, float]]:
    """Yield the circles about everything that bars the base on a deck."""
    model = graph.model
    low, high = graph.terrain.decks[deck].levels
    for solid in graph.arena.battlefield.solids:
        if solid.blocks_move and solid.top > low and solid.bottom < high + model.height:
            for part in solid.shape.parts:
                for point in part.points if isinstance(part, Convex) else ():
                    yield point, part.radius + model.radius
    for other in graph.arena.others(model):
        yield other.center, other.radius + model.radius


def _tight(rounds: list[Round]) -> list[Corner] | None:
    """Return the corners of the shortest way round some circles; None if they are in each other.

    Two circles are joined by the common tangent that leaves each on its side, and a circle is gone
    round on a chain of tangents, so that nothing of the way is inside it.
    """
    angles = []
    for one, other in pairwise(rounds):
        apart = math.dist(one.center, other.center)
        aside = other.left * other.radius - one.left * one.radius
        if abs(aside) >= apart:
            return None
        dx, dy = other.center[0] - one.center[0], other.center[1] - one.center[1]
        angles.append(math.atan2(dy, dx) - math.asin(aside / apart))
    corners: list[Corner] = []
    for bend, (first, last) in zip(rounds[1:-1], pairwise(angles), strict=True):
        turn = (bend.left * (last - first)) % math.tau
        if turn > math.pi:
            return None
        corners += _arc(bend, first, turn)
    return corners


def _arc(bend: Round, first: float, turn: float) -> Iterable[Corner]:
    if not bend.radius:
        return [bend.center]
    count = max(1, math.ceil(turn / ARC))
    half = turn / count / 2
    far = bend.radius / math.cos(half)
    chain = []
    for k in range(count):
        angle = first + bend.left * half * (2 * k + 1)
        x, y = bend.center
        aside = -bend.left * far
        chain.append((x - aside * math.sin(angle), y + aside * math.cos(angle)))
    return chain
