"""The style sheet of the board: the looks of :mod:`tablesim.render.style` as CSS.

The browser draws marks by their roles.  Colors become custom properties, so that a theme is a set
of their values, and a side is one of them, the hue.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..render.style import FONT, THEMES, Look, look

SHOWN = ("light", "dark")
"""The themes of a board; the one for print is for pictures."""

_SHEET = THEMES["light"].sheet
"""The looks of all roles; light and dark share them and differ in their colors alone."""


def css() -> str:
    """Return the rules for every theme, side and role.

    >>> ".ts .role-ghost .area {" in css()
    True
    """
    return "\n".join([*_themes(), *_sides(), *_roles(), *_faint()]) + "\n"


def hatches(role: str) -> list[list[float]]:
    """Return the hatching of a role: the angle and the spacing of each of its lines.

    >>> hatches("secret"), hatches("base")
    ([[45, 5]], [])
    """
    return [[hatch.angle, hatch.spacing] for hatch in _SHEET[role].hatches]


def _themes() -> Iterator[str]:
    for name in SHOWN:
        theme = THEMES[name]
        hues = {f"hue-{seat}": hue for seat, hue in enumerate(theme.hues)}
        values = " ".join(f"--{word}: {value};" for word, value in {**theme.colors, **hues}.items())
        yield f'.ts[data-theme="{name}"] {{ color-scheme: {name}; {values} }}'
    yield f".ts {{ --hue: var(--nobody); --font: {FONT}; }}"


def _sides() -> Iterator[str]:
    for seat in range(len(THEMES["light"].hues)):
        yield f".ts .side-{seat} {{ --hue: var(--hue-{seat}); }}"


def _roles() -> Iterator[str]:
    for role, drawn in _SHEET.items():
        of_role = f".ts .role-{role}"
        fill = f"fill: {_color(drawn.fill)}; fill-opacity: {drawn.fill_opacity:g};"
        yield f"{of_role} .area {{ {fill} {_stroke(drawn, drawn.stroke)} }}"
        yield f"{of_role} .line {{ fill: none; {_stroke(drawn, drawn.ink)} }}"
        yield f"{of_role} .dot {{ r: {drawn.radius:g}px; {_dot(drawn)} }}"
        weight = "bold" if drawn.bold else "normal"
        font = f"font-size: {drawn.size:g}px; font-weight: {weight};"
        yield f".ts .label.role-{role} {{ fill: {_color(drawn.text)}; {font} }}"


def _faint() -> Iterator[str]:
    """Yield what steps back behind the question."""
    plain, pale = look("base"), look("base", faint=True)
    yield f".ts .mark.faint {{ opacity: {pale.stroke_opacity / plain.stroke_opacity:g}; }}"
    font = f"font-size: {pale.size:g}px; font-weight: normal;"
    yield f".ts .label.faint {{ fill: var(--help); {font} }}"


def _color(word: str) -> str:
    """Return a color of the sheet, which is a word of the palette."""
    if not word:
        return "none"
    return "var(--hue)" if word in ("hue", "hue-text") else f"var(--{word})"


def _stroke(drawn: Look, word: str) -> str:
    dash = " ".join(f"{length:g}" for length in drawn.dash) or "none"
    return (
        f"stroke: {_color(word)}; stroke-opacity: {drawn.stroke_opacity:g}; "
        f"stroke-width: {drawn.width:g}px; stroke-dasharray: {dash};"
    )


def _dot(drawn: Look) -> str:
    if drawn.hollow:
        return f"fill: none; stroke: {_color(drawn.stroke)}; stroke-width: {drawn.width:g}px;"
    return f"fill: {_color(drawn.ink)}; stroke: none;"
