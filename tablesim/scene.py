"""The display list: what a picture shows, in the units of the table, before anyone draws it.

A :class:`Scene` says *what* stands where and in which role; the renderers know how a role looks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapely.geometry.base import BaseGeometry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Bounds = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing of a picture.

    Attributes
    ----------
    shape
        A shapely geometry in table units: an area, a line or a point.
    role
        What it is, a key of the style sheet: ``base``, ``ghost``, ``facing``, ``arc``,
        ``arc-edge``, ``band``, ``band-edge``, ``template``, ``guide``, ``obstacle``, ``measure``,
        ``end``, ``contact``, ``mat``, ``zone``, ``path``, ``clear``, ``blocked``; of a board of
        cells also ``cell``, ``tile``, ``secret`` (face down) and ``mark`` (a highlight).
    side
        The seat that owns it (0, 1, ...), which picks the hue; None for nobody's.
    label
        Words that belong to it, drawn beside or upon it.
    title
        Words that a reader gets on hovering, and that a screen reader speaks.
    faint
        True for what does not belong to the question and only gives the setting.
    """

    shape: BaseGeometry
    role: str
    side: int | None = None
    label: str = ""
    title: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture as a list of marks: the ground, what is faint, then the rest by role, as listed.

    Attributes
    ----------
    marks
        What is shown.
    headline
        The answer in words: the first line of the picture.
    detail
        Margin, policy and rules: the second line, small and grey.
    frame
        The part of the table that the picture shows; None lets the marks that are not faint decide.
    unit
        The word for the unit of lengths, for the scale bar.
    per_mm
        Units of the table in one millimetre, for drawings at true scale (1 for millimetres).
    desc
        The position in words, for those who cannot see the picture.
    """

    marks: tuple[Mark, ...]
    headline: str = ""
    detail: str = ""
    frame: Bounds | None = None
    unit: str = "mm"
    per_mm: float = 1.0
    desc: str = ""

    def __add__(self, marks: tuple[Mark, ...]) -> Scene:
        """Return the scene with more marks on top."""
        return replace(self, marks=self.marks + tuple(marks))


class Drawable(ABC):
    """Anything that can show itself: tables, verdicts, games.

    It needs only a ``scene()``; pictures in files, in notebooks and on axes follow from it.
    """

    @abstractmethod
    def scene(self) -> Scene:
        """Return the picture as a display list."""

    def svg(self, *, theme: str = "light", whole: bool = False) -> str:
        """Return the picture as SVG text.

        Parameters
        ----------
        theme
            ``"light"``, ``"dark"`` or ``"print"``.
        whole
            True shows everything, not only what belongs to the question.
        """
        from .render import svg

        return svg.draw(self.scene(), theme=theme, whole=whole)

    def plot(self, ax: Axes | None = None, *, theme: str = "light", whole: bool = False) -> Axes:
        """Draw the picture on matplotlib axes and return them.

        Parameters
        ----------
        ax
            Where to draw; None makes a figure of its own.
        theme, whole
            As in :meth:`svg`.
        """
        from .render import mpl

        return mpl.draw(self.scene(), ax, theme=theme, whole=whole)

    def save(self, path: str | Path, *, theme: str = "light", whole: bool = False) -> Path:
        """Write the picture and return its path.

        The ending decides: ``.svg``, ``.png``, or ``.pdf`` at true scale (1:1).

        Parameters
        ----------
        path
            Where to write. A file that is there is replaced whole, or stays as it was.
        theme, whole
            As in :meth:`svg`.

        Raises
        ------
        ValueError
            If the ending is none of the three.
        OSError
            If the place cannot be written.
        """
        from .render import save

        return save(self.scene(), path, theme=theme, whole=whole)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Give notebooks the picture and the words."""
        return {"image/svg+xml": self._repr_svg_(), "text/plain": str(self)}
