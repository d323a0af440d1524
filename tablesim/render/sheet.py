"""Sheets to print at 1:1: templates, rulers, bases, boards, cards and tokens, packed on paper.

A game tells what there is to print as scenes, one for each thing that is cut out, in its own unit;
see :data:`SHEETS`.  Here they are turned, packed and drawn with hairlines, a scale to check the
print by on every page.  All lengths here are millimetres of paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from ..errors import did_you_mean
from ..protocol.registry import Registry
from ..scene import Mark, Scene
from .layout import Page, Text, View, page_at
from .spread import Spread
from .style import theme_named

SHEETS = Registry(
    "sheet",
    {
        "guardians": "tablesim.games.guardians.view:parts",
        "number_fields": "tablesim.games.number_fields.view:parts",
        "unforged": "tablesim.games.unforged.printing:parts",
        "wild_patterns": "tablesim.games.wild_patterns.view:parts",
        "xwing": "tablesim.games.xwing.printing:parts",
    },
)
"""What a game has to print: each attribute is a function without arguments.

It yields a :class:`~tablesim.scene.Scene` for each thing that is cut out, in the unit of the game:
``headline`` is its name, ``per_mm`` its scale.  The areas that it shows are what is cut.
"""

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper."""

MARGIN = 10.0
"""What printers cannot print on, with some room to spare."""

HAIRLINE = 0.3
"""The width of every line in points: a cut has no width of its own."""

CONTROL_MM, CONTROL_IN = 100, 4
"""The lengths of the scale on every page: the upper one in millimetres, the lower in inches."""

_HEAD, _FOOT = 8.0, 14.0
"""The height of the words above and of the scale below, margins aside."""

_GAP = 3.0
"""Between two things, so that a cut spoils neither."""

_SLACK = 1e-6
"""Rounding, by which a thing may seem larger than the room that it fits into."""

_SPARED = 0.98
"""A thing is laid askew only if its box is then smaller than this share of it."""

_POINTS = 72.0 / 25.4
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Part:
    """One thing on paper.

    Attributes
    ----------
    marks
        What is drawn, its lower left corner at the origin.
    width, height
        How much paper it takes.
    """

    marks: tuple[Mark, ...]
    width: float
    height: float

    @classmethod
    def of(cls, marks: Iterable[Mark]) -> Part:
        """Return marks moved to the origin."""
        kept = tuple(marks)
        x0, y0, x1, y1 = shapely.total_bounds([mark.shape for mark in kept]).tolist()
        return cls(tuple(_moved(mark, -x0, -y0) for mark in kept), x1 - x0, y1 - y0)


def parts(game: str) -> tuple[Scene, ...]:
    """Return what a game has to print, a scene for each thing that is cut out.

    Raises
    ------
    UnknownName
        If there is no such game, or it has nothing to print.

    >>> [scene.headline for scene in parts("xwing")][:2]
    ['straight 1', 'straight 2']
    """
    return tuple(SHEETS.load(game)())


def sheets(
    things: Iterable[Scene], *, paper: str = "a4", title: str = "", theme: str = "print"
) -> tuple[Spread, ...]:
    """Return pages with things to print on them, at exactly 1:1.

    What is longer than a page is cut across into equal lengths.

    Parameters
    ----------
    things
        A scene for each thing that is cut out.
    paper
        ``"a4"`` or ``"letter"``.
    title
        What stands above each page.
    theme
        ``"print"`` (black and white, hatched) or ``"light"``.

    Raises
    ------
    ValueError
        If there is no such paper or theme, a thing has no finite shape, or fits on no page.

    >>> beam = Mark(shapely.box(0, 0, 24, 1), "template")
    >>> (page,) = sheets([Scene((beam,), "beam", unit="in", per_mm=1 / 25.4)])
    >>> len(page.pages[0].items)  # three lengths of 8 inches, and the scale
    4
    """
    width, height = _size(paper)
    room = width - 2 * MARGIN, height - 2 * MARGIN - _HEAD - _FOOT
    cut = [part for scene in things for part in _fitting(scene, room, paper)]
    packed = _packed(cut, room)
    return tuple(
        _page(marks, paper, f"{title}, sheet {number} of {len(packed)}".lstrip(", "), theme)
        for number, marks in enumerate(packed, 1)
    )


def pdf(game: str, *, paper: str = "a4", theme: str = "print") -> bytes:
    """Return all that a game has to print as a PDF file.

    Parameters
    ----------
    game
        The name of the game.
    paper, theme
        As of :func:`sheets`.

    Raises
    ------
    UnknownName
        If there is no such game.
    ValueError
        As :func:`sheets`.
    """
    from . import mpl

    return mpl.pages(sheets(parts(game), paper=paper, title=game, theme=theme), title=game)


def _size(paper: str) -> tuple[float, float]:
    try:
        return PAPERS[paper]
    except KeyError:
        hint = did_you_mean(paper, PAPERS)
        raise ValueError(f"no paper {paper!r}: expected {' or '.join(PAPERS)}{hint}") from None


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    return replace(mark, shape=affinity.translate(mark.shape, dx, dy))


# ---- one thing ------------------------------------------------------------------------------


def _fitting(scene: Scene, room: tuple[float, float], paper: str) -> Iterator[Part]:
    """Yield a thing as it lies on paper, in several lengths if it is too long."""
    name = repr(scene.headline or "a thing")
    points = shapely.get_coordinates([mark.shape for mark in scene.marks])
    if not (points.size and np.isfinite(points).all() and scene.per_mm > 0):
        raise ValueError(f"{name} needs a finite shape and a scale above zero")
    part = _upright(scene)
    if part.width > room[0] + _SLACK:
        raise ValueError(
            f"{name} takes {part.width:.1f} x {part.height:.1f} mm: "
            f"a page of {paper} has room for {room[0]:.1f} x {room[1]:.1f} mm"
        )
    count = math.ceil((part.height - _SLACK) / room[1])
    yield from _lengths(part, count) if count > 1 else (part,)


def _upright(scene: Scene) -> Part:
    """Return a thing at its true size, turned so that it takes least room and stands upright."""
    scale = 1 / scene.per_mm
    marks = [
        replace(mark, shape=affinity.scale(mark.shape, scale, scale, origin=(0, 0)))
        for mark in scene.marks
    ]
    hull = shapely.convex_hull(shapely.GeometryCollection([mark.shape for mark in marks]))
    corners = shapely.get_coordinates(shapely.oriented_envelope(hull))
    x, y = (corners[1] - corners[0]).tolist() if len(corners) > 1 else (1.0, 0.0)
    tilt = -math.degrees(math.atan2(y, x))
    boxes = [(turn, *_box(hull, turn)) for turn in (0.0, 90.0, tilt, tilt + 90.0)]
    least = min(w * h for _, w, h in boxes)
    turn = next(turn for turn, w, h in boxes if _SPARED * w * h <= least and w <= h + _SLACK)
    return Part.of(
        replace(mark, shape=affinity.rotate(mark.shape, turn, origin=(0, 0))) for mark in marks
    )


def _box(hull: BaseGeometry, turn: float) -> tuple[float, float]:
    """Return the width and height of a shape that is turned by some degrees."""
    x0, y0, x1, y1 = affinity.rotate(hull, turn, origin=(0, 0)).bounds
    return x1 - x0, y1 - y0


def _lengths(part: Part, count: int) -> Iterator[Part]:
    """Yield a thing in equal lengths, the lowest first; what was named says which one it is."""
    cuts = [part.height * i / count for i in range(count + 1)]
    for number, (low, high) in enumerate(pairwise(cuts), 1):
        slab = shapely.box(0, low, part.width, high)
        kept = []
        for mark in part.marks:
            shape = _within(mark.shape, slab)
            if not shape.is_empty:
                label = f"{mark.label}\n{number} of {count}" if mark.label else ""
                kept.append(replace(mark, shape=shape, label=label))
        yield Part.of(kept)


def _within(shape: BaseGeometry, slab: BaseGeometry) -> BaseGeometry:
    """Return what of a shape lies in a slab, without what only touches it."""
    found = shapely.get_parts(shapely.intersection(shape, slab))
    dimension = shapely.get_dimensions(shape)
    same = [part for part in found if shapely.get_dimensions(part) == dimension]
    return same[0] if len(same) == 1 else shapely.GeometryCollection(same)


# ---- a page ---------------------------------------------------------------------------------


def _packed(cut: Sequence[Part], room: tuple[float, float]) -> list[list[Mark]]:
    """Return the marks of each page: the highest things first, each where there is room first.

    The upper left corner of the room is the origin.  What a thing leaves of a free rectangle is
    two of them: the one beside it, as high as the thing, and the one below.
    """
    pages: list[list[Mark]] = []
    free: list[tuple[int, float, float, float, float]] = []  # page, top, left, width, height
    for part in sorted(cut, key=lambda part: (-part.height, -part.width)):
        w, h = part.width, part.height
        fits = [place for place in free if w <= place[3] + _SLACK and h <= place[4] + _SLACK]
        if fits:
            place = min(fits)
            free.remove(place)
        else:
            place = (len(pages), 0.0, 0.0, *room)
            pages.append([])
        page, top, left, wide, high = place
        pages[page] += [_moved(mark, left, -top - h) for mark in part.marks]
        free.append((page, top, left + w + _GAP, wide - w - _GAP, h))
        free.append((page, top + h + _GAP, left, wide, high - h - _GAP))
    return pages


def _page(marks: Iterable[Mark], paper: str, title: str, theme: str) -> Spread:
    """Return a page of paper with marks from the upper left corner of its room on."""
    width, height = PAPERS[paper]
    top = height - MARGIN - _HEAD
    placed = tuple(_moved(mark, MARGIN, top) for mark in marks)
    view = View((0.0, 0.0, width, height), _POINTS, 0.0, 0.0)
    scene = Scene((*placed, _control()))
    page = page_at(scene, theme, view, list(_words(title, height, theme)))
    return Spread(width * _POINTS, height * _POINTS, page.theme, (_fine(page),))


def _control() -> Mark:
    """Return the scale of every page: millimetres above its line, inches below."""
    x, y = MARGIN, MARGIN + _FOOT / 2 - 2
    centimetres = range(CONTROL_MM // 10 + 1)
    inches = range(CONTROL_IN + 1)
    ticks = [(10.0 * i, 4.0 if i in (0, centimetres[-1]) else 2.0) for i in centimetres]
    ticks += [(_INCH * i, -4.0 if i in (0, inches[-1]) else -2.0) for i in inches]
    line = [(x, y), (x + max(CONTROL_MM, CONTROL_IN * _INCH), y)]
    marks = [[(x + at, y), (x + at, y + long)] for at, long in ticks]
    return Mark(shapely.MultiLineString([line, *marks]), "dimension", title="control scale")


def _words(title: str, height: float, theme: str) -> Iterator[Text]:
    """Yield the words above and below a page."""
    color = theme_named(theme).colors["ink"]
    left, line = MARGIN * _POINTS, (height - MARGIN - _FOOT / 2 + 2) * _POINTS
    right = left + (CONTROL_IN * _INCH + 2) * _POINTS
    yield Text(left, (MARGIN + 4) * _POINTS, title, 10.0, color, bold=True)
    yield Text(right, line - 5, f"{CONTROL_MM} mm", 8.0, color)
    yield Text(right, line + 10, f"{CONTROL_IN} inches", 8.0, color)
    yield Text(right + 60, line - 5, "Print at 100 % (actual size),", 8.0, color)
    yield Text(right + 60, line + 10, "then measure this scale.", 8.0, color)


def _fine(page: Page) -> Page:
    """Return a page whose lines are hairlines, hatched only where that tells sides apart."""
    items = tuple(
        replace(
            item,
            look=replace(item.look, width=min(item.look.width, HAIRLINE)),
            hatching=() if item.mark.side is None else item.hatching,
        )
        for item in page.items
    )
    return replace(page, items=items)
