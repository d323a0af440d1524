"""Pictures by matplotlib: on any axes, as PNG, and as PDF at true scale.

The artists stand in page coordinates and a transform takes them to the table, so that the axes
count in table units. Nothing here touches pyplot or the global style.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import matplotlib
import matplotlib.style
import numpy as np
import shapely
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Affine2D, Transform

from ..scene import Panels, Scene
from .layout import Bar, Item, Page, Points, Text, View, frame_of, layout
from .spread import Spread, spread
from .style import Look
from .text import clean

PNG_DPI = 144
"""Dots per inch of a PNG: two per point of the page."""

LARGEST_MM = 5000.0
"""The longest side of a page at true scale; PDF readers allow no more than 5.08 m."""

_POINTS_PER_INCH = 72.0
_POINTS_PER_MM = _POINTS_PER_INCH / 25.4


def draw(
    scene: Scene | Panels, ax: Axes | None = None, *, theme: str = "light", whole: bool = False
) -> Axes:
    """Draw a scene on axes that count in table units, and return them; of panels the first.

    Parameters
    ----------
    scene
        What to show.
    ax
        Where to draw: labels are placed for its present size, the headline stands above it as a
        title does, the scale bar below it. None makes a figure of its own that fits the page;
        several panels need one.
    theme
        ``"light"``, ``"dark"`` or ``"print"``.
    whole
        True shows everything, not only what belongs to the question.

    Raises
    ------
    ValueError
        If a role or the theme is unknown, a shape is not finite, or several panels are to stand
        on one pair of axes.

    >>> from tablesim.scene import Mark
    >>> ax = draw(Scene((Mark(shapely.box(0, 0, 100, 100), "base", 0, "luke"),)))
    >>> [round(float(x), 6) for x in ax.get_xlim()]
    [-8.0, 108.0]
    """
    if ax is None:
        return _own_figure(spread(scene, theme=theme, whole=whole)).axes[0]
    if isinstance(scene, Panels):
        raise ValueError(
            f"{len(scene.scenes)} panels do not fit on one pair of axes: leave out ax, or plot "
            "each scene on axes of its own"
        )
    x0, y0, x1, y1 = frame_of(scene, whole=whole)
    area = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    scale = min(area.width / (x1 - x0), area.height / (y1 - y0)) * _POINTS_PER_INCH
    page = layout(scene, theme=theme, whole=whole, scale=scale)
    # Headline and scale bar stand on the user's ground, in the color of the user's titles.
    _fill_axes(ax, page, outside=matplotlib.rcParams["text.color"])
    return ax


def png(scene: Scene | Panels, *, theme: str = "light", whole: bool = False) -> bytes:
    """Return a scene as PNG, two pixels per point. Parameters as in :func:`draw`."""
    sheet = spread(scene, theme=theme, whole=whole)
    return _saved(sheet, format="png", dpi=PNG_DPI, metadata={"Software": None})


def pdf(scene: Scene | Panels, *, theme: str = "light", whole: bool = False) -> bytes:
    """Return a scene as a PDF page at true scale: a millimeter of the table is one on paper.

    Parameters
    ----------
    scene, theme, whole
        As in :func:`draw`. ``scene.per_mm`` says how long a millimeter is on the table.

    Raises
    ------
    ValueError
        As :func:`draw`, and if ``scene.per_mm`` is not positive or a page would exceed 5 m.
    """
    scenes = scene.scenes if isinstance(scene, Panels) else (scene,)
    per_mm = scenes[0].per_mm
    if not per_mm > 0:
        raise ValueError(f"per_mm = {per_mm}: expected units of the table in a millimeter")
    for one in scenes:
        x0, y0, x1, y1 = frame_of(one, whole=whole)
        _check_size((x1 - x0) / per_mm, (y1 - y0) / per_mm)
    sheet = spread(scene, theme=theme, whole=whole, scale=_POINTS_PER_MM / per_mm)
    _check_size(sheet.width / _POINTS_PER_MM, sheet.height / _POINTS_PER_MM)
    about = {"CreationDate": None, "Title": clean(scene.headline)}
    return _saved(sheet, format="pdf", metadata=about)


def pages(sheets: Iterable[Spread], *, title: str) -> bytes:
    """Return several sheets as the pages of one PDF file, each at its own size, without frames.

    Parameters
    ----------
    sheets
        What is drawn on each page.
    title
        The title of the document.
    """
    buffer = io.BytesIO()
    about = {"CreationDate": None, "Title": clean(title)}
    with (
        matplotlib.style.context("default"),
        matplotlib.rc_context({"pdf.fonttype": 42}),
        PdfPages(buffer, metadata=about) as document,
    ):
        for sheet in sheets:
            figure = _own_figure(sheet)
            for ax in figure.axes:
                ax.set_axis_off()
            document.savefig(figure, facecolor=sheet.theme.colors["paper"])
    return buffer.getvalue()


def _check_size(width: float, height: float) -> None:
    if max(width, height) > LARGEST_MM:
        raise ValueError(
            f"a picture of {width / 1000:.2f} m by {height / 1000:.2f} m at true scale exceeds "
            f"the largest page of {LARGEST_MM / 1000:g} m: show a smaller frame, or save as .svg"
        )


def _saved(sheet: Spread, **options: Any) -> bytes:
    """Return the bytes of a sheet, whatever style the user has set."""
    buffer = io.BytesIO()
    with matplotlib.style.context("default"), matplotlib.rc_context({"pdf.fonttype": 42}):
        figure = _own_figure(sheet)
        figure.savefig(buffer, facecolor=sheet.theme.colors["paper"], **options)
    return buffer.getvalue()


def _own_figure(sheet: Spread) -> Figure:
    """Return a figure of exactly the size of the sheet, with axes for each of its pages."""
    w, h = sheet.width, sheet.height
    paper = sheet.theme.colors["paper"]
    figure = Figure(figsize=(w / _POINTS_PER_INCH, h / _POINTS_PER_INCH), facecolor=paper)
    for page in sheet.pages:
        x0, y0, x1, y1 = page.view.panel
        ax = figure.add_axes((x0 / w, 1 - y1 / h, (x1 - x0) / w, (y1 - y0) / h))
        _fill_axes(ax, page)
    to_figure = Affine2D().scale(1 / w, -1 / h).translate(0.0, 1.0) + figure.transFigure
    for text in sheet.texts:
        _write(figure, text, paper, to_figure)
    return figure


def _fill_axes(ax: Axes, page: Page, outside: str | None = None) -> None:
    """Draw a page; ``outside`` is the color of what stands outside the axes, if not its own."""
    x0, y0, x1, y1 = page.view.frame
    ax.set(xlim=(x0, x1), ylim=(y0, y1), xticks=[], yticks=[], aspect="equal")
    ax.set_facecolor(page.theme.colors["paper"])
    for spine in ax.spines.values():
        spine.set(color=page.theme.colors["line"], linewidth=0.8)
    to_axes = _to_table(page.view) + ax.transData
    below_the_users = np.linspace(1.0, 1.8, len(page.items)).tolist()
    for item, z in zip(page.items, below_the_users, strict=True):
        for artist in _artists(item):
            artist.set(transform=to_axes, zorder=z)
            ax.add_artist(artist)
    help_color = page.theme.colors["help"]
    for x0, y0, x1, y1 in page.leaders:
        leader = Line2D((x0, x1), (y0, y1), color=help_color, linewidth=0.7)
        leader.set(transform=to_axes, zorder=1.85)
        ax.add_artist(leader)
    if page.bar is not None:
        ax.add_artist(_scale_bar(page.bar, outside or page.theme.colors["ink"], to_axes))
    for text in page.texts:
        shown = replace(text, color=outside) if outside and not text.halo else text
        _write(ax, shown, page.theme.colors["paper"], to_axes)


def _to_table(view: View) -> Affine2D:
    """Return the way back from page to table, the inverse of :meth:`View.to_page`."""
    x0, _, _, y1 = view.frame
    back = Affine2D().translate(-view.left, -view.top)
    return back.scale(1 / view.scale, -1 / view.scale).translate(x0, y1)


def _artists(item: Item) -> Iterator[Artist]:
    drawn = item.look
    stroke = _stroke(drawn, drawn.stroke)
    if item.areas:
        fill = to_rgba(drawn.fill, drawn.fill_opacity) if drawn.fill else "none"
        yield PathPatch(_closed(item.areas), facecolor=fill, **stroke)
    if item.hatching:
        thin = {**stroke, "linewidth": 0.6, "linestyle": "-"}
        yield PathPatch(_open(item.hatching), facecolor="none", **thin)
    if item.lines:
        yield PathPatch(_open(item.lines), facecolor="none", **_stroke(drawn, drawn.ink))
    if len(item.points):
        color = to_rgba(drawn.ink, drawn.stroke_opacity)
        yield Line2D(
            *item.points.T,
            linestyle="none",
            marker="o",
            markersize=2 * drawn.radius,
            markerfacecolor="none" if drawn.hollow else color,
            markeredgecolor=color,
            markeredgewidth=drawn.width if drawn.hollow else 0.0,
        )


def _stroke(drawn: Look, color: str) -> dict[str, Any]:
    if not color:
        return {"edgecolor": "none", "linewidth": 0.0}
    # matplotlib multiplies dashes by the line width, if the style says so.
    unit = drawn.width if matplotlib.rcParams["lines.scale_dashes"] else 1.0
    return {
        "edgecolor": to_rgba(color, drawn.stroke_opacity),
        "linewidth": drawn.width,
        "linestyle": (0, tuple(part / unit for part in drawn.dash)) if drawn.dash else "-",
        "joinstyle": "round",
        "capstyle": "butt",
    }


def _closed(areas: Iterable[tuple[Points, ...]]) -> Curve:
    """Return a path of polygons; holes run the other way round, as matplotlib fills by winding."""
    curves = []
    for shell, *holes in areas:
        polygon = shapely.orient_polygons(shapely.Polygon(shell, holes))
        for ring in (polygon.exterior, *polygon.interiors):
            curves.append(Curve(shapely.get_coordinates(ring), closed=True))
    return Curve.make_compound_path(*curves)


def _open(lines: Iterable[Points]) -> Curve:
    return Curve.make_compound_path(*(Curve(line) for line in lines))


def _scale_bar(bar: Bar, color: str, to_axes: Transform) -> PathPatch:
    x0, x1, y = bar.x, bar.x + bar.length, bar.y
    lines = (((x0, y - 4), (x0, y + 4)), ((x1, y - 4), (x1, y + 4)), ((x0, y), (x1, y)))
    path = _open(np.array(line) for line in lines)
    style = {"edgecolor": color, "facecolor": "none", "linewidth": 1.4, "capstyle": "butt"}
    return PathPatch(path, transform=to_axes, clip_on=False, **style)


def _write(ground: Axes | Figure, text: Text, paper: str, placed: Transform) -> None:
    ground.text(
        text.x,
        text.y,
        text.words,
        transform=placed,
        fontsize=text.size,
        fontfamily="DejaVu Sans",
        fontweight="bold" if text.bold else "normal",
        color=text.color,
        horizontalalignment="center" if text.halo else "left",
        verticalalignment="baseline",
        parse_math=False,
        zorder=1.9,
        path_effects=[withStroke(linewidth=3, foreground=paper, alpha=0.9)] if text.halo else [],
    )
