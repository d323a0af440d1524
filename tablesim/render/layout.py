"""The page: where everything stands, worked out once for both renderers.

Page coordinates are points, x to the right and y **down**, as SVG has them. The one place where
y is turned over is :meth:`View.to_page`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..scene import Bounds, Mark, Panels, Scene
from .labels import Box, Label, Segment, place
from .style import DETAIL_SIZE, HEADLINE_SIZE, Hatch, Look, Theme, look, order, theme_named
from .text import LINE_HEIGHT, clean, width, wrap

Points = NDArray[np.float64]
"""Page coordinates, shape ``(n, 2)``."""

LONG_SIDE = 768.0
"""The longer side of the picture in points, without the margins; pages are 800 wide."""

MARGIN, FOOTER = 16.0, 30.0
"""Room around the picture, and below it for the scale bar."""

NOTE_SIZE = 10.5
"""Font size of the note beside the scale bar."""

HEAD_SIZES = (HEADLINE_SIZE, DETAIL_SIZE)
"""Font sizes of headline and detail."""

_LEAST_WIDTH = 360.0
"""No page is narrower, so that the headline keeps a readable measure."""

_BLEED = 8.0
"""How far beyond the frame shapes are kept, so that no cut edge shows."""

_FINE = 0.04
"""Vertices that change a curve by less than this are left out."""


@dataclass(frozen=True, slots=True)
class View:
    """The map from the table to the page.

    Attributes
    ----------
    frame
        The part of the table that is shown.
    scale
        Points of the page per unit of the table.
    left, top
        Where the upper left corner of the frame stands on the page.
    """

    frame: Bounds
    scale: float
    left: float
    top: float

    @property
    def panel(self) -> Box:
        """The frame on the page: left, top, right, bottom."""
        x0, y0, x1, y1 = self.frame
        return (
            self.left,
            self.top,
            self.left + (x1 - x0) * self.scale,
            self.top + (y1 - y0) * self.scale,
        )

    def to_page(self, table: Points) -> Points:
        """Return table coordinates, shape ``(n, 2)``, as page coordinates.

        >>> View((0, 0, 100, 50), 2.0, 10.0, 20.0).to_page(np.array([[0.0, 0.0]])).tolist()
        [[10.0, 120.0]]
        """
        corner = (self.frame[0], self.frame[3])
        flipped = (self.scale, -self.scale)
        page: Points = (table - corner) * flipped + (self.left, self.top)
        return page


@dataclass(frozen=True, slots=True)
class Item:
    """One mark as it stands on the page.

    Attributes
    ----------
    name
        A stable name, unique on the page: ``"base-2"`` is the second base.
    mark, look
        What it is and how it looks.
    areas
        Polygons, each a tuple of rings: the outline, then the holes.
    lines, hatching
        Open curves; the hatching is already cut to the areas.
    points
        Single points, shape ``(n, 2)``.
    """

    name: str
    mark: Mark
    look: Look
    areas: tuple[tuple[Points, ...], ...]
    lines: tuple[Points, ...]
    points: Points
    hatching: tuple[Points, ...] = ()

    @property
    def curves(self) -> Iterator[Points]:
        """All rings and lines."""
        return chain(chain.from_iterable(self.areas), self.lines)


@dataclass(frozen=True, slots=True)
class Text:
    """One line of words.

    Attributes
    ----------
    x, y
        Where it starts (labels: its middle), and its baseline.
    words, size, color, bold
        What it says and how.
    halo
        True for labels: centered on ``x``, legible by a rim of the ground's color.
    """

    x: float
    y: float
    words: str
    size: float
    color: str
    bold: bool = False
    halo: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """The scale bar.

    Attributes
    ----------
    x, y, length
        Its left end and its length on the page.
    label
        What it measures, with unit.
    """

    x: float
    y: float
    length: float
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """A picture, ready to be written down.

    Attributes
    ----------
    width, height
        The size of the page in points.
    theme, view
        Its colors and its map.
    items
        The marks in the order of drawing.
    leaders
        Thin lines from labels to shapes that they stand away from.
    texts
        All words.
    bar
        The scale bar; None for a panel that leaves it to another.
    """

    width: float
    height: float
    theme: Theme
    view: View
    items: tuple[Item, ...]
    leaders: tuple[Segment, ...]
    texts: tuple[Text, ...]
    bar: Bar | None


def frame_of(scene: Scene, *, whole: bool = False) -> Bounds:
    """Return the part of the table that a picture shows.

    Parameters
    ----------
    scene
        Its ``frame`` counts, else the bounds of the marks that are not faint, with a margin.
    whole
        True takes the bounds of all marks, with a margin.

    Raises
    ------
    ValueError
        If the frame of the scene is empty or not finite.

    >>> frame_of(Scene((Mark(shapely.box(0, 0, 100, 100), "base"),)))
    (-8.0, -8.0, 108.0, 108.0)
    """
    if scene.frame is not None and not whole:
        x0, y0, x1, y1 = scene.frame
        if not (math.isfinite(x0 + y0 + x1 + y1) and x0 < x1 and y0 < y1):
            raise ValueError(
                f"frame {scene.frame} shows nothing: expected finite (least x, least y, "
                "greatest x, greatest y) with room between"
            )
        return float(x0), float(y0), float(x1), float(y1)
    shown = [mark.shape for mark in scene.marks if whole or not mark.faint]
    bounds = shapely.GeometryCollection(shown or [mark.shape for mark in scene.marks]).bounds
    if not np.isfinite(bounds).all():  # nothing to see: a postcard of empty table
        bounds = (0.0, 0.0, 100.0 * scene.per_mm, 100.0 * scene.per_mm)
    x0, y0, x1, y1 = bounds
    long = max(x1 - x0, y1 - y0) or 10.0 * scene.per_mm
    # A lone line still gets a picture and not a slit.
    dx = max(0.08 * long, (0.4 * long - (x1 - x0)) / 2)
    dy = max(0.08 * long, (0.4 * long - (y1 - y0)) / 2)
    return x0 - dx, y0 - dy, x1 + dx, y1 + dy


def layout(
    scene: Scene, *, theme: str = "light", whole: bool = False, scale: float | None = None
) -> Page:
    """Return the page of a scene.

    Parameters
    ----------
    scene
        What to show.
    theme
        ``"light"``, ``"dark"`` or ``"print"``.
    whole
        True shows everything.
    scale
        Points per unit of the table; None makes the longer side :data:`LONG_SIDE`.

    Raises
    ------
    ValueError
        If a role or the theme is unknown, or a shape or the frame is not finite.
    """
    frame = frame_of(scene, whole=whole)
    if scale is None:
        scale = LONG_SIDE / max(frame[2] - frame[0], frame[3] - frame[1])
    wide = max(whole_points((frame[2] - frame[0]) * scale + 2 * MARGIN), _LEAST_WIDTH)
    colors = theme_named(theme)
    head, top = header(scene, colors, HEAD_SIZES, (MARGIN, MARGIN), wide - 2 * MARGIN)
    page = page_at(scene, theme, View(frame, scale, MARGIN, top), head)
    foot = foot_of(page.view, scene, colors, wide - MARGIN)
    texts = (*page.texts, *foot.texts)
    return replace(page, width=wide, height=foot.bottom, texts=texts, bar=foot.bar)


def page_at(scene: Scene, theme: str, view: View, head: Sequence[Text]) -> Page:
    """Return the page of a scene at a place, without its foot."""
    items = _items(scene.marks, view, theme)
    labels = place(items, view.panel)
    leaders = tuple(label.leader for label in labels if label.leader is not None)
    texts = (*head, *chain.from_iterable(map(_label_texts, labels)))
    _, _, right, bottom = view.panel
    return Page(right, bottom, theme_named(theme), view, items, leaders, texts, None)


def whole_points(length: float) -> float:
    """Round up to whole points, so that a picture of pixels has no half-covered edge."""
    return float(math.ceil(length - 1e-6))


def header(
    shown: Scene | Panels,
    theme: Theme,
    sizes: tuple[float, float],
    at: tuple[float, float],
    room: float,
) -> tuple[list[Text], float]:
    """Return headline and detail, wrapped, and where the picture begins below them."""
    texts = []
    left, y = at
    for words, size, bold, color in (
        (shown.headline, sizes[0], True, theme.colors["ink"]),
        (shown.detail, sizes[1], False, theme.colors["help"]),
    ):
        lines = wrap(words, room, size, bold)
        for line in lines:
            y += size * LINE_HEIGHT
            texts.append(Text(left, y - 0.25 * size, line, size, color, bold))
        if lines:
            y += 4.0
    return texts, y + 4.0 if texts else y


def _items(marks: Sequence[Mark], view: View, theme: str) -> tuple[Item, ...]:
    """Return the marks that the frame shows, in the order of drawing."""
    shapes = [mark.shape for mark in marks]
    if not np.isfinite(shapely.get_coordinates(shapes)).all():
        _complain(marks)
    counts: dict[str, int] = {}
    found = []
    kept = _grown(view.frame, _BLEED / view.scale)
    for mark, bounds in zip(marks, shapely.bounds(shapes).tolist(), strict=True):
        drawn = look(mark.role, mark.side, mark.faint, theme)
        counts[mark.role] = count = counts.get(mark.role, 0) + 1
        name = f"{mark.role}-{count}"
        shape = mark.shape if _lies_in(bounds, kept) else _cut(mark.shape, kept)
        if not shape.is_empty:
            key = order(drawn, faint=mark.faint, area=shapely.get_dimensions(shape) == 2)
            found.append((key, _item(name, mark, drawn, shape, view)))
    found.sort(key=lambda pair: pair[0])
    return tuple(item for _, item in found)


def _complain(marks: Sequence[Mark]) -> None:
    """Name the first mark whose shape is not finite."""
    for i, mark in enumerate(marks):
        if not np.isfinite(shapely.get_coordinates(mark.shape)).all():
            words = mark.label or mark.title
            raise ValueError(
                f"marks[{i}] ({mark.role} {words!r}) has a coordinate that is no number"
            )


def _lies_in(bounds: Sequence[float], frame: Bounds) -> bool:
    return (
        frame[0] <= bounds[0]
        and frame[1] <= bounds[1]
        and bounds[2] <= frame[2]
        and bounds[3] <= frame[3]
    )


def _grown(bounds: Bounds, by: float) -> Bounds:
    return bounds[0] - by, bounds[1] - by, bounds[2] + by, bounds[3] + by


def _cut(shape: BaseGeometry, frame: Bounds) -> BaseGeometry:
    """Return what of a shape lies in the frame, so that huge arcs do not blow up the file."""
    if shape.geom_type == "GeometryCollection":
        return shapely.GeometryCollection([_cut(part, frame) for part in _parts(shape)])
    dimension = shapely.get_dimensions(shape)
    if dimension == 2 and not shape.is_valid:
        shape = shapely.make_valid(shape)
    cut = shapely.intersection(shape, shapely.box(*frame))
    # An area that only touches the frame, or is mended, leaves lines and points: no part of it.
    return shapely.GeometryCollection(
        [part for part in _parts(cut) if shapely.get_dimensions(part) == dimension]
    )


def _item(name: str, mark: Mark, drawn: Look, shape: BaseGeometry, view: View) -> Item:
    if shapely.get_num_coordinates(shape) > 40:
        shape = shapely.simplify(shape, _FINE / view.scale)
    parts = list(_parts(shape))
    areas = tuple(
        tuple(view.to_page(shapely.get_coordinates(ring)) for ring in shapely.get_rings(part))
        for part in parts
        if part.geom_type == "Polygon"
    )
    lines = tuple(
        view.to_page(shapely.get_coordinates(part))
        for part in parts
        if part.geom_type in {"LineString", "LinearRing"}
    )
    spots = [part for part in parts if part.geom_type == "Point"]
    points = view.to_page(shapely.get_coordinates(spots))
    hatching = tuple(
        view.to_page(shapely.get_coordinates(line))
        for hatch in drawn.hatches
        for part in parts
        if part.geom_type == "Polygon"
        for line in _hatched(part, hatch, view.scale)
    )
    return Item(name, mark, drawn, areas, lines, points, hatching)


def _parts(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    """Yield the polygons, lines and points of a shape, however deeply it nests them."""
    parts = getattr(shape, "geoms", None)
    if parts is not None:
        for part in parts:
            yield from _parts(part)
    elif not shape.is_empty:
        yield shape


def _hatched(area: BaseGeometry, hatch: Hatch, scale: float) -> list[BaseGeometry]:
    """Return the pieces of parallel lines that lie in an area."""
    if not area.is_valid:
        area = shapely.make_valid(area)
    x0, y0, x1, y1 = area.bounds
    center = np.array(((x0 + x1) / 2, (y0 + y1) / 2))
    reach = math.hypot(x1 - x0, y1 - y0) / 2
    along = np.array((math.cos(math.radians(hatch.angle)), math.sin(math.radians(hatch.angle))))
    across = np.array((-along[1], along[0]))
    count = int(reach * scale / hatch.spacing)
    steps = np.arange(-count, count + 1)[:, None] * (hatch.spacing / scale)
    middles = center + steps * across
    lines = shapely.linestrings(np.stack((middles - reach * along, middles + reach * along), 1))
    cut = shapely.intersection(area, lines)
    return [
        part
        for part in shapely.get_parts(cut)
        if part.geom_type == "LineString" and not part.is_empty
    ]


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands below a picture.

    Attributes
    ----------
    bar, texts
        The scale bar; its label and the note.
    bottom
        Where the paper ends.
    """

    bar: Bar
    texts: tuple[Text, ...]
    bottom: float


def foot_of(view: View, scene: Scene, theme: Theme, right: float) -> Foot:
    """Return what stands below a picture: the scale bar, and beside it the note, wrapped."""
    y = view.panel[3] + FOOTER / 2
    bar = _bar(view, scene.unit, y)
    color = theme.colors["help"]
    label = Text(bar.x + bar.length + 8, y + 4, bar.label, 11.0, color)
    x = label.x + width(label.words, label.size) + 2 * MARGIN
    step = NOTE_SIZE * LINE_HEIGHT
    notes = [
        Text(x, y + 4 + i * step, line, NOTE_SIZE, color)
        for i, line in enumerate(wrap(scene.note, max(right - x, 60.0), NOTE_SIZE))
    ]
    lowest = max(text.y for text in (label, *notes))
    bottom = whole_points(max(view.panel[3] + FOOTER, lowest + 0.6 * MARGIN))
    return Foot(bar, (label, *notes), bottom)


def _bar(view: View, unit: str, y: float) -> Bar:
    """Return the scale bar: 1, 2 or 5 times a power of ten, about a fifth of the width."""
    goal = (view.frame[2] - view.frame[0]) / 5
    power = 10.0 ** math.floor(math.log10(goal))
    length = min((power, 2 * power, 5 * power, 10 * power), key=lambda n: abs(math.log(n / goal)))
    gap = "" if unit in {'"', "″"} else " "
    return Bar(view.left, y, length * view.scale, f"{length:.10g}{gap}{clean(unit)}".strip())


def _label_texts(label: Label) -> Iterator[Text]:
    """Yield the lines of a label, centered in its box."""
    x0, y0, x1, y1 = label.box
    drawn = label.look
    first = (y0 + y1) / 2 + (0.72 - LINE_HEIGHT * (len(label.lines) - 1)) * drawn.size / 2
    for i, line in enumerate(label.lines):
        y = first + i * LINE_HEIGHT * drawn.size
        yield Text((x0 + x1) / 2, y, line, drawn.size, drawn.text, drawn.bold, halo=True)
