"""Where labels stand: a greedy placing, the same on every run.

Each label tries its candidates in order of preference. A candidate costs its rank, plus the
ink that it would cover, plus far more for a label or a point that it would hide; the cheapest
wins. What matters most chooses first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from .style import Look, order
from .text import LINE_HEIGHT, width, wrap

if TYPE_CHECKING:
    from .layout import Item

Box = tuple[float, float, float, float]
"""Left, top, right and bottom on the page."""

Segment = tuple[float, float, float, float]
"""A straight line on the page: x and y of its two ends."""

_Spot = tuple[float, float]

_INK = {
    "measure": 6.0,
    "facing": 5.0,
    "contact": 4.0,
    "path": 2.0,
    "base": 2.0,
    "dimension": 4.0,
    "ghost": 1.5,
    "easy": 1.5,
    "usual": 1.5,
    "hard": 1.5,
    "barred": 1.0,
    "guide": 1.0,
    "obstacle": 1.0,
    "arc-edge": 1.0,
    "band-edge": 1.0,
    "clear": 0.7,
    "blocked": 0.7,
    "template": 0.7,
    "band": 0.5,
    "mat": 0.5,
    "zone": 0.5,
}
"""What it costs to cover a sample of the outline of each role."""

_SOLID = {
    "facing": 40.0,
    "base": 60.0,
    "ghost": 12.0,
    "easy": 12.0,
    "usual": 12.0,
    "hard": 12.0,
    "barred": 8.0,
    "obstacle": 18.0,
}
"""What it costs to stand within another thing, as if belonging to it."""

_SAMPLE = 4.0
"""Outlines are sampled this densely; also the cell size of the ink map."""

_MOST_SAMPLES = 2000

_RANK, _NEAR, _LABEL, _POINT = 1.5, 10.0, 2e3, 1e5
"""Costs: a step down the list, near a label, on a label, on a point."""

_BREATH = 6.0
"""Labels nearer to each other than this could be read as one."""

_GAP, _PAD = 5.0, 2.0
_LEADER = 13.0
"""A label farther than this from its shape gets a line that leads to it."""

_COMPASS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
_SIDES_FIRST = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
_CORNERS = np.array(((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)))
_GRID = np.stack(np.meshgrid(*[np.linspace(0, 1, 13)] * 2), axis=-1).reshape(-1, 2)
_FRACTIONS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75, 0.15, 0.85, 0.06, 0.94)


@dataclass(frozen=True, slots=True)
class Label:
    """A label in its place.

    Attributes
    ----------
    lines
        Its words.
    box
        The room that it takes, halo included.
    look
        Its font and color.
    leader
        A line to the shape it belongs to, if it had to stand away from it.
    """

    lines: tuple[str, ...]
    box: Box
    look: Look
    leader: Segment | None


def place(items: Sequence[Item], panel: Box) -> tuple[Label, ...]:
    """Return the labels of all items, placed within the panel.

    Parameters
    ----------
    items
        Everything on the page; labels keep clear of all of it as far as they can.
    panel
        The room that they must stay in.
    """
    crowd = _Crowd(items, panel)
    named = [item for item in items if item.mark.label.strip() and crowd.shows(item)]
    named.sort(key=lambda item: order(item.look, faint=item.mark.faint, area=bool(item.areas)))
    return tuple(crowd.settle(item) for item in reversed(named))


def _bounds(item: Item) -> Box:
    everything = np.concatenate([*item.curves, item.points])
    x0, y0 = everything.min(axis=0).tolist()
    x1, y1 = everything.max(axis=0).tolist()
    return x0, y0, x1, y1


class _Crowd:
    """What labels must keep clear of: ink, points, shapes, and the labels placed so far."""

    def __init__(self, items: Sequence[Item], panel: Box) -> None:
        self.panel = panel
        self.taken: list[Box] = []
        self.bounds = {item.name: _bounds(item) for item in items}
        self.points = [spot for item in items if not item.mark.faint for spot in _guarded(item)]
        self.solids = [
            (item.name, _SOLID[item.mark.role], self.bounds[item.name])
            for item in items
            if item.mark.role in _SOLID and not item.mark.faint
        ]
        self.samples = {item.name: _samples(item) for item in items}
        self.ink = self._ink_map(items)

    def _ink_map(self, items: Sequence[Item]) -> NDArray[np.float64]:
        """Return the summed-area table of all ink: any box costs four look-ups."""
        left, top, right, bottom = self.panel
        shape = int((bottom - top) / _SAMPLE) + 2, int((right - left) / _SAMPLE) + 2
        inked = [item for item in items if item.mark.role in _INK]
        if not inked:
            return np.zeros(shape)
        ink = [_INK[i.mark.role] * (0.3 if i.mark.faint else 1.0) for i in inked]
        weights = np.repeat(ink, [len(self.samples[i.name]) for i in inked])
        samples = np.concatenate([self.samples[i.name] for i in inked])
        column, row = np.floor((samples - (left, top)) / _SAMPLE).astype(int).T + 1
        on = (row > 0) & (row < shape[0]) & (column > 0) & (column < shape[1])
        cells = (row * shape[1] + column)[on]
        table = np.bincount(cells, weights[on], shape[0] * shape[1]).reshape(shape)
        return table.cumsum(axis=0).cumsum(axis=1)

    def shows(self, item: Item) -> bool:
        """Return whether the panel shows any of an item."""
        return _meet(self.bounds[item.name], self.panel)

    def settle(self, item: Item) -> Label:
        """Choose the place of one label."""
        drawn = item.look
        room = max(0.6 * (self.panel[2] - self.panel[0]), 60.0)
        lines = wrap(item.mark.label, room, drawn.size, drawn.bold)
        half = (
            max(width(line, drawn.size, drawn.bold) for line in lines) / 2 + _PAD,
            (1 + LINE_HEIGHT * (len(lines) - 1)) * drawn.size / 2 + _PAD / 2,
        )
        box, least = self.panel, math.inf
        for rank, (x, y) in enumerate(self._candidates(item, half)):
            if rank * _RANK >= least:
                break  # nothing later can be cheaper
            tried = self._clamped(x, y, *half)
            cost = rank * _RANK + self._cost(tried, item.name)
            if cost < least:
                box, least = tried, cost
        self.taken.append(box)
        return Label(lines, box, drawn, self._leader(box, item))

    def _clamped(self, x: float, y: float, half_w: float, half_h: float) -> Box:
        """Return the box about a point, pushed into the panel."""
        left, top, right, bottom = self.panel
        x = max(left + half_w + 1, min(x, right - half_w - 1))
        y = max(top + half_h + 1, min(y, bottom - half_h - 1))
        return x - half_w, y - half_h, x + half_w, y + half_h

    def _cost(self, box: Box, name: str) -> float:
        x0, y0, x1, y1 = box
        hidden = sum(x0 - r < x < x1 + r and y0 - r < y < y1 + r for x, y, r in self.points)
        roomy = x0 - _BREATH, y0 - _BREATH, x1 + _BREATH, y1 + _BREATH
        crowding = sum(_crowding(box, other) for other in self.taken if _meet(roomy, other))
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        within = sum(
            cost
            for other, cost, b in self.solids
            if other != name and b[0] < x < b[2] and b[1] < y < b[3]
        )
        return self._ink_under(box) + within + crowding + _POINT * hidden

    def _ink_under(self, box: Box) -> float:
        left, top = self.panel[:2]
        rows, columns = self.ink.shape
        i0 = min(max(int((box[0] - left) / _SAMPLE), 0), columns - 1)
        j0 = min(max(int((box[1] - top) / _SAMPLE), 0), rows - 1)
        i1 = min(max(int((box[2] - left) / _SAMPLE) + 1, 0), columns - 1)
        j1 = min(max(int((box[3] - top) / _SAMPLE) + 1, 0), rows - 1)
        ink = self.ink
        return float(ink[j1, i1] - ink[j0, i1] - ink[j1, i0] + ink[j0, i0])

    def _leader(self, box: Box, item: Item) -> Segment | None:
        """Return a line from a box to the nearest of its shape's outline, if that is far."""
        outer, samples = self.bounds[item.name], self.samples[item.name]
        if item.areas and outer[0] < box[0] < outer[2] and outer[1] < box[1] < outer[3]:
            return None
        nearest = np.clip(samples, box[:2], box[2:])
        away = np.hypot(*(samples - nearest).T)
        i = int(away.argmin())
        if away[i] <= _LEADER + (0 if item.areas or item.lines else item.look.radius):
            return None
        (x0, y0), (x1, y1) = nearest[i].tolist(), samples[i].tolist()
        return x0, y0, x1, y1

    def _candidates(self, item: Item, half: _Spot) -> Iterator[_Spot]:
        """Yield middles for a label, the best first."""
        if item.mark.role == "tile" and item.areas:
            yield _middle(item)  # beside it, it would be read as the face of another
        elif item.areas:
            if item.mark.role != "ghost":
                yield from _within(item, half, self.panel)
            yield from _around(self.bounds[item.name], half, _SIDES_FIRST, 2 * half[1])
        elif item.lines:
            line = max(item.lines, key=_extent)
            yield from _beside(_inside(line, self.panel), half)
        else:
            x, y = item.points[0].tolist()
            r = item.look.radius
            yield from _around((x - r, y - r, x + r, y + r), half, _COMPASS, half[1])


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _crowding(a: Box, b: Box) -> float:
    """Return the cost of two labels that are near each other, or even overlap."""
    if not _meet(a, b):
        return _NEAR
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return _LABEL * (1.0 + across * down / ((a[2] - a[0]) * (a[3] - a[1])))


def _guarded(item: Item) -> Iterator[tuple[float, float, float]]:
    """Yield the points, with a radius, that no label may cover."""
    if item.mark.role in {"end", "contact"}:
        for x, y in item.points.tolist():
            yield x, y, item.look.radius + 1
    if item.mark.role in {"measure", "dimension", "contact"}:
        for line in item.lines:
            for x, y in line[[0, -1]].tolist():
                yield x, y, 3.0


def _samples(item: Item) -> NDArray[np.float64]:
    """Return points all along the outlines and lines of an item, about ``_SAMPLE`` apart."""
    found = [item.points]
    for curve in item.curves:
        at = curve[:, 0] + 1j * curve[:, 1]
        ways = np.concatenate(([0.0], np.abs(np.diff(at)).cumsum()))
        count = min(int(ways[-1] / _SAMPLE) + 2, _MOST_SAMPLES)
        spots = np.interp(np.linspace(0.0, ways[-1], count), ways, at)
        found.append(spots.view(np.float64).reshape(-1, 2))
    return np.concatenate(found)


def _inside(line: NDArray[np.float64], panel: Box) -> NDArray[np.float64]:
    """Return the part of a line that the panel shows, or the line if none does."""
    cut = shapely.clip_by_rect(shapely.LineString(line), *panel)
    parts = [part for part in shapely.get_parts(cut) if part.geom_type == "LineString"]
    return shapely.get_coordinates(max(parts, key=shapely.length)) if parts else line


def _extent(curve: NDArray[np.float64]) -> float:
    """Return the width and height of a curve's bounds, added."""
    return float((curve.max(axis=0) - curve.min(axis=0)).sum())


def _largest(item: Item) -> Sequence[NDArray[np.float64]]:
    """Return the rings of the largest part of an area."""
    return max(item.areas, key=lambda rings: _extent(rings[0]))


def _middle(item: Item) -> _Spot:
    """Return the middle of an area."""
    shell, *holes = _largest(item)
    middle = shapely.Polygon(shell, holes).centroid
    return middle.x, middle.y


def _within(item: Item, half: _Spot, panel: Box) -> Iterator[_Spot]:
    """Yield places where the whole box lies in the area, the middle first."""
    shell, *holes = _largest(item)
    low = np.maximum(shell.min(axis=0), panel[:2])
    size = np.minimum(shell.max(axis=0), panel[2:]) - low
    if size[0] < 2 * half[0] or size[1] < 2 * half[1]:
        return
    polygon = shapely.Polygon(shell, holes)
    shapely.prepare(polygon)
    corners = _CORNERS * half
    middle = shapely.get_coordinates(polygon.centroid)
    if shapely.contains_xy(polygon, middle + corners).all():
        yield float(middle[0, 0]), float(middle[0, 1])
    spots = low + _GRID * size
    spots = spots[shapely.contains_xy(polygon, spots)]
    x, y = np.moveaxis(spots[:, None] + corners, -1, 0)
    spots = spots[shapely.contains_xy(polygon, x, y).all(axis=1)]
    far = np.hypot(*(spots - middle).T)
    near = np.argsort(far, kind="stable").tolist()
    for i in (*near[:8], *near[8 :: max(len(near) // 24, 1)]):
        yield float(spots[i, 0]), float(spots[i, 1])


def _around(box: Box, half: _Spot, ways: Sequence[tuple[int, int]], step: float) -> Iterator[_Spot]:
    """Yield places beside a box on eight sides, nearest first, then farther and farther out."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for ring in range(12):
        out = _GAP + ring * step
        reach_x = (box[2] - box[0]) / 2 + half[0] + out
        reach_y = (box[3] - box[1]) / 2 + half[1] + out
        for dx, dy in ways:
            yield x + dx * reach_x, y + dy * reach_y


def _beside(line: NDArray[np.float64], half: _Spot) -> Iterator[_Spot]:
    """Yield places beside a line, its middle and its upper side first."""
    steps = np.diff(line, axis=0)
    lengths = np.hypot(*steps.T)
    ways = np.concatenate(([0.0], np.cumsum(lengths)))
    for ring in range(4):
        for fraction in _FRACTIONS:
            at = fraction * ways[-1]
            i = min(int(np.searchsorted(ways, at, side="right")) - 1, len(steps) - 1)
            length = lengths[i] or 1.0
            nx, ny = -float(steps[i, 1]) / length, float(steps[i, 0]) / length
            if ny > 0 or (ny == 0 and nx < 0):
                nx, ny = -nx, -ny  # up the page, or to the right of an upright line
            x = float(np.interp(at, ways, line[:, 0]))
            y = float(np.interp(at, ways, line[:, 1]))
            out = abs(nx) * half[0] + abs(ny) * half[1] + 3.0 + ring * 2 * half[1]
            yield x + nx * out, y + ny * out
            yield x - nx * out, y - ny * out
