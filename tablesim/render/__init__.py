"""Pictures of scenes: SVG by a small writer of our own, PNG and PDF by matplotlib.

Importing this package brings no matplotlib; only a PNG, a PDF or a plot does.
"""

from __future__ import annotations

from pathlib import Path

from ..files import write_whole
from ..scene import Panels, Scene
from . import svg
from .style import ROLES, THEMES

__all__ = ["ROLES", "THEMES", "save", "svg"]


def save(
    scene: Scene | Panels, path: str | Path, *, theme: str = "light", whole: bool = False
) -> Path:
    """Write the picture of a scene, or of several panels, and return its path.

    Parameters
    ----------
    scene
        What to show.
    path
        Where to write: ``.svg``, ``.png``, or ``.pdf`` at true scale (1:1 on paper).
        A file that is there is replaced whole, or stays as it was.
    theme
        ``"light"``, ``"dark"`` or ``"print"``.
    whole
        True shows everything, not only what belongs to the question.

    Raises
    ------
    ValueError
        If the ending, the theme or a role is unknown, or a page at true scale would exceed 5 m.
    OSError
        If the place cannot be written.
    """
    target = Path(path)
    return write_whole(target, _content(scene, target, theme=theme, whole=whole))


def _content(scene: Scene | Panels, target: Path, *, theme: str, whole: bool) -> bytes:
    match target.suffix.lower():
        case ".svg":
            return svg.draw(scene, theme=theme, whole=whole).encode()
        case ".png":
            from . import mpl

            return mpl.png(scene, theme=theme, whole=whole)
        case ".pdf":
            from . import mpl

            return mpl.pdf(scene, theme=theme, whole=whole)
        case ending:
            ends = f"ends in {ending!r}" if ending else "has no ending"
            raise ValueError(f"{target.name!r} {ends}: expected .svg, .png or .pdf")
