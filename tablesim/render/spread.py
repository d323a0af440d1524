"""Several pictures on one sheet: rows of panels at one scale, with one scale bar."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..scene import Panels, Scene
from .layout import (
    HEAD_SIZES,
    LONG_SIDE,
    MARGIN,
    Page,
    Text,
    View,
    foot_of,
    frame_of,
    header,
    layout,
    page_at,
    whole_points,
)
from .style import Theme, theme_named

LEAST_PANEL = 340.0
"""No panel of several is narrower, so that its labels find room; the sheet grows instead."""

_CAPTION_SIZES = (12.5, 10.0)

_TALL = 1.25
"""The height of a panel by its width, at most, where the scale is free."""


@dataclass(frozen=True, slots=True)
class Spread:
    """All there is to draw: a page alone, or several panels.

    Attributes
    ----------
    width, height
        The size of the sheet in points.
    theme
        Its colors.
    pages
        The panels, each where it stands on the sheet.
    texts
        The words above all of them.
    """

    width: float
    height: float
    theme: Theme
    pages: tuple[Page, ...]
    texts: tuple[Text, ...] = ()


def spread(
    picture: Scene | Panels,
    *,
    theme: str = "light",
    whole: bool = False,
    scale: float | None = None,
) -> Spread:
    """Return the sheet of a picture.

    Parameters
    ----------
    picture
        What to show.
    theme
        ``"light"``, ``"dark"`` or ``"print"``.
    whole
        True shows everything.
    scale
        Points per unit of the table; None makes it fit the usual page.

    Raises
    ------
    ValueError
        If a role or the theme is unknown, or a shape or a frame is not finite.

    >>> two = Panels((Scene((), "one"), Scene((), "two")), columns=2)
    >>> [round(page.view.left) for page in spread(two).pages]
    [16, 400]
    """
    if isinstance(picture, Scene):
        page = layout(picture, theme=theme, whole=whole, scale=scale)
        return Spread(page.width, page.height, page.theme, (page,))
    colors = theme_named(theme)
    frames = [frame_of(scene, whole=whole) for scene in picture.scenes]
    widest = max(x1 - x0 for x0, _, x1, _ in frames)
    highest = max(y1 - y0 for _, y0, _, y1 in frames)
    if scale is None:
        room = max(LONG_SIDE / picture.columns - MARGIN, LEAST_PANEL)
        scale = min(room / widest, _TALL * room / highest)
    cell = max(whole_points(widest * scale), LEAST_PANEL / 2)
    width = MARGIN + picture.columns * (cell + MARGIN)
    texts, top = header(picture, colors, HEAD_SIZES, (MARGIN, MARGIN), width - 2 * MARGIN)
    cells = list(zip(picture.scenes, frames, strict=True))
    pages: list[Page] = []
    for first in range(0, len(cells), picture.columns):
        row = []
        for column, (scene, frame) in enumerate(cells[first : first + picture.columns]):
            left = MARGIN + column * (cell + MARGIN)
            words, below = header(scene, colors, _CAPTION_SIZES, (left, top), cell)
            row.append((scene, words, View(frame, scale, left, below)))
        below = max(view.top for *_, view in row)
        pages += [page_at(s, theme, replace(view, top=below), words) for s, words, view in row]
        top = max(page.height for page in pages[first:]) + MARGIN
    return _with_foot(Spread(width, top, colors, tuple(pages), tuple(texts)), picture)


def _with_foot(sheet: Spread, picture: Panels) -> Spread:
    """Return a sheet with the scale bar of all its panels at its foot."""
    first, *others = sheet.pages
    lowest = max(page.height for page in sheet.pages)
    down = lowest - first.view.panel[3]
    view = replace(first.view, top=first.view.top + down)
    foot = foot_of(view, picture.scenes[0], sheet.theme, sheet.width - MARGIN)
    first = replace(first, bar=foot.bar, texts=(*first.texts, *foot.texts))
    return replace(sheet, height=foot.bottom, pages=(first, *others))
