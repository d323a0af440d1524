"""Pictures as SVG text: our own small writer, the same bytes on every run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..scene import Panels, Scene
from .layout import Bar, Item, Page, Points, Text
from .spread import Spread, spread
from .style import FONT, Look
from .text import clean


def draw(scene: Scene | Panels, *, theme: str = "light", whole: bool = False) -> str:
    """Return a scene, or several panels, as SVG text.

    Parameters
    ----------
    scene
        What to show.
    theme
        ``"light"``, ``"dark"`` or ``"print"`` (black and white, hatched).
    whole
        True shows everything, not only what belongs to the question.

    Returns
    -------
    str
        One ``<svg>`` element, its size in points. Coordinates have two decimals.

    Raises
    ------
    ValueError
        If a role or the theme is unknown, or a shape is not finite.

    >>> import shapely
    >>> from tablesim.scene import Mark
    >>> text = draw(Scene((Mark(shapely.box(0, 0, 40, 40), "base", 0, "luke"),), "A base"))
    >>> text.startswith("<svg "), "<title>A base</title>" in text
    (True, True)
    """
    sheet = spread(scene, theme=theme, whole=whole)
    return "\n".join(_document(sheet, scene)) + "\n"


def _document(sheet: Spread, scene: Scene | Panels) -> Iterator[str]:
    w, h = _n(sheet.width), _n(sheet.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}" role="img" font-family="{FONT}">'
    )
    yield f"<title>{_escaped(scene.headline)}</title>"
    yield f"<desc>{_escaped(scene.desc)}</desc>"
    yield f'<rect width="{w}" height="{h}" fill="{sheet.theme.colors["paper"]}"/>'
    yield from map(_text, sheet.texts)
    for number, page in enumerate(sheet.pages, 1):
        yield from _panel(page, f"panel-{number}-" if len(sheet.pages) > 1 else "")
    yield "</svg>"


def _panel(page: Page, prefix: str) -> Iterator[str]:
    """Yield one page; the prefix keeps the ids of several apart."""
    paper = page.theme.colors["paper"]
    x0, y0, x1, y1 = page.view.panel
    box = f'x="{_n(x0)}" y="{_n(y0)}" width="{_n(x1 - x0)}" height="{_n(y1 - y0)}"'
    # A nested svg element clips its content without an id, which could clash in a web page.
    yield (
        f'<svg {box} viewBox="{_n(x0)} {_n(y0)} {_n(x1 - x0)} {_n(y1 - y0)}" overflow="hidden" '
        'stroke-linejoin="round" fill-rule="evenodd">'
    )
    for item in page.items:
        yield _group(item, prefix)
    help_color = page.theme.colors["help"]
    for ax, ay, bx, by in page.leaders:
        d = f"M{_n(ax)},{_n(ay)}L{_n(bx)},{_n(by)}"
        yield f'<path d="{d}" fill="none" stroke="{help_color}" stroke-width="0.7"/>'
    yield "</svg>"
    yield f'<rect {box} fill="none" stroke="{page.theme.colors["line"]}" stroke-width="0.8"/>'
    if page.bar is not None:
        yield _scale_bar(page.bar, page.theme.colors["ink"])
    yield from (_text(text) for text in page.texts if not text.halo)
    yield (
        f'<g class="labels" text-anchor="middle" stroke="{paper}" stroke-width="3" '
        'stroke-opacity="0.9" stroke-linejoin="round" paint-order="stroke">'
    )
    yield from (_text(text) for text in page.texts if text.halo)
    yield "</g>"


def _group(item: Item, prefix: str) -> str:
    """Return one mark: its title, areas, hatching, lines and points."""
    drawn, mark = item.look, item.mark
    side = "" if mark.side is None else f" side-{mark.side}"
    stroke = _stroke(drawn, drawn.stroke)
    parts = [f'<g id="{prefix}{item.name}" class="{mark.role}{side}">']
    if mark.title:
        parts.append(f"<title>{_escaped(mark.title)}</title>")
    if item.areas:
        d = "".join(_path(ring[:-1]) + "Z" for rings in item.areas for ring in rings)
        parts.append(f'<path d="{d}"{_fill(drawn)}{stroke}/>')
    if item.hatching:
        d = "".join(map(_path, item.hatching))
        hatch = f' stroke="{drawn.stroke}" stroke-width="0.6"{_opacity("stroke", drawn)}'
        parts.append(f'<path d="{d}" fill="none"{hatch}/>')
    if item.lines:
        d = "".join(map(_path, item.lines))
        parts.append(f'<path d="{d}" fill="none"{_stroke(drawn, drawn.ink)}/>')
    for x, y in item.points.tolist():
        circle = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(drawn.radius)}"'
        if drawn.hollow:
            parts.append(f'{circle} fill="none"{stroke}/>')
        else:
            parts.append(f'{circle} fill="{drawn.ink}"{_opacity("fill", drawn)}/>')
    return "".join(parts) + "</g>"


def _fill(drawn: Look) -> str:
    if not drawn.fill:
        return ' fill="none"'
    return f' fill="{drawn.fill}" fill-opacity="{_n(drawn.fill_opacity)}"'


def _stroke(drawn: Look, color: str) -> str:
    if not color:
        return ""
    dash = f' stroke-dasharray="{" ".join(map(_n, drawn.dash))}"' if drawn.dash else ""
    return f' stroke="{color}" stroke-width="{_n(drawn.width)}"{_opacity("stroke", drawn)}{dash}'


def _opacity(what: str, drawn: Look) -> str:
    value = drawn.stroke_opacity
    return "" if value == 1 else f' {what}-opacity="{_n(value)}"'


def _text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    return (
        f'<text x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}" '
        f'fill="{text.color}"{weight}>{_escaped(text.words)}</text>'
    )


def _scale_bar(bar: Bar, ink: str) -> str:
    x0, x1, y = _n(bar.x), _n(bar.x + bar.length), bar.y
    top, bottom = _n(y - 4), _n(y + 4)
    d = f"M{x0},{top}V{bottom}M{x1},{top}V{bottom}M{x0},{_n(y)}H{x1}"
    return f'<path class="scale-bar" d="{d}" fill="none" stroke="{ink}" stroke-width="1.4"/>'


def _path(points: Points) -> str:
    """Return the path data of an open curve."""
    numbers = (np.round(points, 2) + 0.0).ravel().tolist()  # + 0.0 turns -0.0 into 0.0
    return ("M" + "L".join(["%g,%g"] * (len(numbers) // 2))) % tuple(numbers)


def _n(value: float) -> str:
    """Return a number with at most two decimals.

    >>> _n(-0.001), _n(2.50), _n(3)
    ('0', '2.5', '3')
    """
    return f"{round(value, 2) + 0.0:.10g}"


def _escaped(words: str) -> str:
    """Return words as XML text."""
    return clean(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
