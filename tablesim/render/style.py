"""The style sheet: how each role of a scene looks in each theme.

Widths, dashes, radii and font sizes are in points of the page, whatever the table measures in.
Colors are those of Okabe and Ito, safe for color-blind eyes; whatever two colors tell apart
is told apart by shape, dash, hatching or a label as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ..errors import did_you_mean

FONT = "DejaVu Sans, Arial, sans-serif"
"""The fonts to try, in order."""

HEADLINE_SIZE, DETAIL_SIZE = 16.0, 11.5
"""Font sizes of the two texts above the picture."""

_FAINT = 0.38
_GROUND = 2
"""Layers below this one are the ground that even faint things stand on."""


@dataclass(frozen=True, slots=True)
class Hatch:
    """Parallel lines that fill an area.

    Attributes
    ----------
    angle
        Their direction in degrees, counter-clockwise.
    spacing
        How far apart they are.
    """

    angle: float
    spacing: float


@dataclass(frozen=True, slots=True)
class Look:
    """How one mark is drawn. In the sheet the colors are words of the palette.

    Attributes
    ----------
    layer
        Areas are drawn in the order of their layers.
    line_layer
        The layer of lines and points; None takes ``layer``.
    fill, fill_opacity
        The color of the area, empty for none.
    stroke, stroke_opacity, width, dash
        The outline or line; ``dash`` holds the lengths of strokes and gaps.
    hatches
        Hatching of the area, in the color of the outline.
    radius, hollow
        The size of a point, and whether it is a ring instead of a dot.
    text, size, bold
        Color and font of the label.
    """

    layer: int
    line_layer: int | None = None
    fill: str = ""
    fill_opacity: float = 1.0
    stroke: str = ""
    stroke_opacity: float = 1.0
    width: float = 1.0
    dash: tuple[float, ...] = ()
    hatches: tuple[Hatch, ...] = ()
    radius: float = 2.6
    hollow: bool = False
    text: str = "help"
    size: float = 11.0
    bold: bool = False

    @property
    def ink(self) -> str:
        """The color of lines and points: that of outlines, or of areas that have none."""
        return self.stroke or self.fill


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors of a whole picture.

    Attributes
    ----------
    colors
        Hex colors of the words that the sheet uses; ``paper`` is the ground.
    hues
        One color per seat.
    sheet
        The look of each role.
    hatched
        True where hatching and not hue tells the sides apart.
    """

    colors: Mapping[str, str]
    hues: tuple[str, ...]
    sheet: Mapping[str, Look]
    hatched: bool = False


_SHEET = {
    "mat": Look(0, stroke="help", width=1.2),
    "zone": Look(
        1, fill="hue", fill_opacity=0.07, stroke="hue", stroke_opacity=0.7, width=0.9, dash=(2, 3)
    ),
    "cell": Look(1, fill="help", fill_opacity=0.06, stroke="help", width=0.9, size=9),
    "heat-1": Look(2, fill="heat", fill_opacity=0.72, stroke="heat", stroke_opacity=0.5, width=0.6),
    "heat-2": Look(2, fill="heat", fill_opacity=0.5, stroke="heat", stroke_opacity=0.5, width=0.6),
    "heat-3": Look(2, fill="heat", fill_opacity=0.33, stroke="heat", stroke_opacity=0.5, width=0.6),
    "heat-4": Look(2, fill="heat", fill_opacity=0.2, stroke="heat", stroke_opacity=0.5, width=0.6),
    "heat-5": Look(2, fill="heat", fill_opacity=0.1, stroke="heat", stroke_opacity=0.5, width=0.6),
    "band": Look(2, fill="hue", fill_opacity=0.06, text="hue-text", size=12),
    "arc": Look(3, fill="hue", fill_opacity=0.05, text="hue-text"),
    "clear": Look(4, 14, fill="clear", fill_opacity=0.3, stroke="clear", width=1.4, text="clear"),
    "blocked": Look(4, 14, fill="ink", fill_opacity=0.12, stroke="help", width=1.2, dash=(2, 2.5)),
    "template": Look(
        5, fill="template", fill_opacity=0.26, stroke="template-edge", text="template-edge"
    ),
    "band-edge": Look(6, stroke="hue", stroke_opacity=0.7, width=0.9, text="hue-text", size=12),
    "arc-edge": Look(7, stroke="hue", dash=(6, 4), text="hue-text"),
    "guide": Look(8, stroke="template-edge", width=0.9, dash=(4, 3)),
    "obstacle": Look(
        9, fill="stone", fill_opacity=0.55, stroke="stone-edge", width=1.1, text="stone-text"
    ),
    "contour": Look(9, stroke="stone-edge", width=0.9, text="stone-text", size=9),
    "ghost": Look(10, stroke="hue", width=1.2, dash=(3.5, 2.5)),
    "easy": Look(10, stroke="clear", width=1.5, dash=(9, 2.5), text="ink", size=10.5),
    "usual": Look(10, stroke="help", width=1.2, dash=(3, 3), text="ink", size=10.5),
    "barred": Look(10, stroke="help", stroke_opacity=0.6, width=0.9, dash=(2, 2), size=10.5),
    "hard": Look(10, stroke="hard", width=1.5, dash=(7, 2.5, 1.5, 2.5), text="ink", size=10.5),
    "base": Look(11, fill="hue", fill_opacity=0.16, stroke="hue", width=1.7, text="ink", bold=True),
    "tile": Look(
        11, fill="hue", fill_opacity=0.42, stroke="hue", width=1.4, text="ink", size=13, bold=True
    ),
    "secret": Look(
        11,
        fill="stone",
        fill_opacity=0.55,
        stroke="stone-edge",
        width=1.4,
        hatches=(Hatch(45, 5),),
        text="stone-text",
        bold=True,
    ),
    "mark": Look(
        12, fill="hue", fill_opacity=0.12, stroke="hue", width=2.8, text="hue-text", bold=True
    ),
    "facing": Look(12, fill="hue", stroke="hue", width=0.8),
    "path": Look(
        5,
        13,
        fill="hue",
        fill_opacity=0.1,
        stroke="hue",
        width=1.7,
        dash=(8, 2.5, 1.7, 2.5),
        text="hue-text",
    ),
    "measure": Look(15, stroke="ink", fill="ink", width=1.9, text="ink", size=14, bold=True),
    "dimension": Look(15, stroke="ink", width=1.0, text="ink", bold=True),
    "contact": Look(
        16,
        fill="contact",
        fill_opacity=0.35,
        stroke="contact",
        width=2.2,
        radius=4.4,
        hollow=True,
        text="contact-text",
        size=12,
        bold=True,
    ),
    "end": Look(17, fill="ink", stroke="ink", radius=3.0, text="ink", bold=True),
}

ROLES = tuple(_SHEET)
"""Every role that a mark may have."""

_PRINT_SHEET = _SHEET | {
    "zone": replace(_SHEET["zone"], fill="", stroke_opacity=1.0),
    "cell": replace(_SHEET["cell"], fill=""),
    "tile": replace(_SHEET["tile"], fill=""),
    "secret": replace(_SHEET["secret"], fill="", hatches=(Hatch(45, 3), Hatch(135, 3))),
    "mark": replace(_SHEET["mark"], fill=""),
    "band-edge": replace(_SHEET["band-edge"], stroke_opacity=1.0),
    "heat-1": replace(_SHEET["heat-1"], fill="", hatches=(Hatch(60, 2.5),)),
    "heat-2": replace(_SHEET["heat-2"], fill="", hatches=(Hatch(60, 4),)),
    "heat-3": replace(_SHEET["heat-3"], fill="", hatches=(Hatch(60, 6),)),
    "heat-4": replace(_SHEET["heat-4"], fill="", hatches=(Hatch(60, 9),)),
    "heat-5": replace(_SHEET["heat-5"], fill="", hatches=(Hatch(60, 13),)),
    "clear": replace(_SHEET["clear"], fill="", width=1.8),
    "blocked": replace(_SHEET["blocked"], fill="", hatches=(Hatch(0, 5),), dash=(2, 2.5)),
    "template": replace(_SHEET["template"], fill="", width=1.2),
    "obstacle": replace(_SHEET["obstacle"], fill="", hatches=(Hatch(45, 7), Hatch(135, 7))),
    "base": replace(_SHEET["base"], fill=""),
    "path": replace(_SHEET["path"], fill=""),
    "contact": replace(_SHEET["contact"], fill="", hatches=(Hatch(90, 3),)),
}

_LIGHT = {
    "paper": "#ffffff",
    "line": "#cfd5db",
    "ink": "#1f2933",
    "help": "#66727f",
    "clear": "#009e73",
    "heat": "#5b3f9e",
    "hard": "#d55e00",
    "stone": "#b9b0a4",
    "stone-edge": "#7d7468",
    "stone-text": "#5b544a",
    "template": "#e69f00",
    "template-edge": "#96701c",
    "contact": "#cc79a7",
    "contact-text": "#a8487f",
    "nobody": "#66727f",
}
_DARK = {
    "paper": "#141a21",
    "line": "#36424f",
    "ink": "#eef2f6",
    "help": "#94a1af",
    "clear": "#2fc79a",
    "heat": "#a893ee",
    "hard": "#ff8b3d",
    "stone": "#6b645b",
    "stone-edge": "#a59c8f",
    "stone-text": "#cfc7bb",
    "template": "#e69f00",
    "template-edge": "#c99a3c",
    "contact": "#e79bc6",
    "contact-text": "#f0b3d5",
    "nobody": "#94a1af",
}
_PRINT = dict.fromkeys(_LIGHT, "#000000") | {"paper": "#ffffff"}

THEMES: Mapping[str, Theme] = {
    "light": Theme(
        _LIGHT, ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"), _SHEET
    ),
    "dark": Theme(
        _DARK, ("#ff8b3d", "#5aaef0", "#2fc79a", "#e79bc6", "#f0b93a", "#8fd0f7"), _SHEET
    ),
    "print": Theme(_PRINT, ("#000000",) * 6, _PRINT_SHEET, hatched=True),
}
"""The themes by name."""

_SIDE_HATCHES = (
    (Hatch(45, 6),),
    (Hatch(135, 6),),
    (Hatch(0, 6),),
    (Hatch(90, 6),),
    (Hatch(20, 9), Hatch(110, 9)),
    (Hatch(45, 3.5),),
)


def theme_named(name: str) -> Theme:
    """Return a theme.

    Raises
    ------
    ValueError
        If there is none of that name.

    >>> theme_named("drak")
    Traceback (most recent call last):
    ...
    ValueError: unknown theme 'drak': expected 'light', 'dark' or 'print'; did you mean 'dark'?
    """
    try:
        return THEMES[name]
    except (KeyError, TypeError):
        hint = did_you_mean(name, THEMES)
        raise ValueError(
            f"unknown theme {name!r}: expected 'light', 'dark' or 'print'{hint}"
        ) from None


@lru_cache(maxsize=1024)
def look(role: str, side: int | None = None, faint: bool = False, theme: str = "light") -> Look:
    """Return how a mark is drawn, with colors in hex.

    Parameters
    ----------
    role
        One of :data:`ROLES`.
    side
        The seat whose hue is used; None is nobody's gray.
    faint
        True for a paler version.
    theme
        A name of :data:`THEMES`.

    Raises
    ------
    ValueError
        If the role or the theme is unknown.

    >>> look("base", side=1).stroke
    '#0072b2'
    >>> look("rocket")
    Traceback (most recent call last):
    ...
    ValueError: unknown role 'rocket': expected one of mat, zone, ...; did you mean 'blocked'?
    """
    palette = theme_named(theme)
    sheet = palette.sheet.get(role)
    if sheet is None:
        hint = did_you_mean(role, ROLES)
        raise ValueError(f"unknown role {role!r}: expected one of {', '.join(ROLES)}{hint}")
    hue = palette.colors["nobody"] if side is None else palette.hues[side % len(palette.hues)]
    colors = {**palette.colors, "hue": hue, "hue-text": hue, "": ""}
    drawn = replace(
        sheet, fill=colors[sheet.fill], stroke=colors[sheet.stroke], text=colors[sheet.text]
    )
    if palette.hatched and side is not None:
        drawn = _hatched(drawn, role, side, colors["paper"])
    return _paler(drawn, colors["help"]) if faint else drawn


def _hatched(drawn: Look, role: str, side: int, paper: str) -> Look:
    """Tell sides apart without hue: hatched bases and tiles, hollow facings for odd seats."""
    if role in {"base", "tile"}:
        return replace(drawn, hatches=_SIDE_HATCHES[side % len(_SIDE_HATCHES)])
    if role == "facing" and side % 2:
        return replace(drawn, fill=paper, width=1.2)
    return drawn


def _paler(drawn: Look, help_color: str) -> Look:
    """Return a look that steps back behind the question."""
    return replace(
        drawn,
        fill_opacity=drawn.fill_opacity * _FAINT,
        stroke_opacity=drawn.stroke_opacity * _FAINT,
        width=drawn.width * 0.8,
        text=help_color,
        size=min(drawn.size, 10.0),
        bold=False,
    )


def order(drawn: Look, *, faint: bool, area: bool) -> tuple[int, int]:
    """Return the sort key of drawing: the ground, then faint things, then those that matter.

    >>> order(look("mat"), faint=False, area=True) < order(look("base"), faint=True, area=True)
    True
    """
    layer = drawn.layer if area or drawn.line_layer is None else drawn.line_layer
    return (0 if layer < _GROUND else 1 if faint else 2), layer
