"""The display list: what a picture shows, in the units of the table, before anyone draws it.

A :class:`Scene` says *what* stands where and in which role; the renderers know how a role looks.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapely.geometry.base import BaseGeometry

from .errors import expect

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
        ``end``, ``contact``, ``mat``, ``zone``, ``path``, ``contour``, ``clear``, ``blocked``; a
        length that is written beside a shape ``dimension``; of places to choose among ``easy``,
        ``usual``, ``hard`` and ``barred``; of a board of cells also ``cell``, ``tile``, ``secret``
        (face down) and ``mark`` (a highlight); the tones of a map, the strongest first, ``heat-1``,
        ``heat-2``, ``heat-3``, ``heat-4`` and ``heat-5``.
    side
        The seat that owns it (0, 1, ...), which picks the hue; None for nobody's.
    label
        Words that belong to it, drawn beside or upon it; line breaks are kept.
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


class Picture(ABC):
    """Whatever can be drawn: as text, on axes, in files, in notebooks."""

    __slots__ = ()

    @abstractmethod
    def _shown(self) -> Scene | Panels:
        """Return what the renderers draw."""

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

        return svg.draw(self._shown(), theme=theme, whole=whole)

    def plot(self, ax: Axes | None = None, *, theme: str = "light", whole: bool = False) -> Axes:
        """Draw the picture on matplotlib axes and return them.

        Parameters
        ----------
        ax
            Where to draw; None makes a figure of its own.  Several panels need one of their own;
            the axes of the first are returned.
        theme, whole
            As in :meth:`svg`.
        """
        from .render import mpl

        return mpl.draw(self._shown(), ax, theme=theme, whole=whole)

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

        return save(self._shown(), path, theme=theme, whole=whole)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Give notebooks the picture and the words."""
        return {"image/svg+xml": self._repr_svg_(), "text/plain": str(self)}


class Drawable(Picture):
    """Anything that can show itself: tables, verdicts, games.

    It needs only a ``scene()``; pictures in files, in notebooks and on axes follow from it.
    """

    __slots__ = ()

    @abstractmethod
    def scene(self) -> Scene:
        """Return the picture as a display list."""

    def _shown(self) -> Scene:
        return self.scene()


@dataclass(frozen=True, slots=True)
class Scene(Drawable):
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
    note
        Words below the picture, beside the scale bar: what its signs mean.
    """

    marks: tuple[Mark, ...]
    headline: str = ""
    detail: str = ""
    frame: Bounds | None = None
    unit: str = "mm"
    per_mm: float = 1.0
    desc: str = ""
    note: str = ""

    def scene(self) -> Scene:
        """Return the scene itself: it draws itself as everything else does."""
        return self

    def __str__(self) -> str:
        return "\n".join(words for words in (self.headline, self.detail) if words)

    def __add__(self, marks: tuple[Mark, ...]) -> Scene:
        """Return the scene with more marks on top."""
        return replace(self, marks=self.marks + tuple(marks))


@dataclass(frozen=True, slots=True)
class Panels(Picture):
    """Several pictures side by side at one scale, each with its caption.

    Attributes
    ----------
    scenes
        The pictures, row by row; headline and detail of each are its caption.
    columns
        How many stand in a row.
    headline, detail
        The words above all of them.
    """

    scenes: tuple[Scene, ...]
    columns: int
    headline: str = ""
    detail: str = ""

    @property
    def desc(self) -> str:
        """All that is shown, in words, for those who cannot see it."""
        return "; ".join(dict.fromkeys(scene.desc for scene in self.scenes if scene.desc))

    def _shown(self) -> Panels:
        return self

    def __str__(self) -> str:
        return "\n".join((self.headline, *(scene.headline for scene in self.scenes))).strip()


def panels(
    pictures: Iterable[Picture],
    *,
    columns: int | None = None,
    captions: Sequence[str] | None = None,
    headline: str = "",
    detail: str = "",
) -> Panels:
    """Put several pictures side by side, to be compared: readings, candidates, moments.

    Parameters
    ----------
    pictures
        Tables, verdicts, scenes, other panels.
    columns
        How many stand in a row; None makes about a square.
    captions
        The words above each, with its answer below them; None takes its answer and its detail.
    headline, detail
        The words above all of them.

    Returns
    -------
    Panels
        They draw and save themselves as any picture does.

    Raises
    ------
    TypeError
        If one is no picture.
    ValueError
        If there is no picture, if they count in different units, or if the captions or columns
        do not fit their number.

    >>> import tablesim as ts
    >>> table = ts.example("disputed-shot")
    >>> readings = [
    ...     ts.judge(table, attack_range=reading).attack("luke", "academy")
    ...     for reading in ("in_arc", "closest")
    ... ]
    >>> print(panels(readings, captions=["in arc", "closest"]))
    in arc
    closest
    """
    scenes: list[Scene] = []
    for picture in pictures:
        expect(picture, Picture, "panels are tables, verdicts, scenes or other pictures")
        shown = picture._shown()
        scenes += shown.scenes if isinstance(shown, Panels) else (shown,)
    if not scenes:
        raise ValueError("no picture to show: expected at least one")
    units = dict.fromkeys((scene.unit, scene.per_mm) for scene in scenes)
    if len(units) > 1:
        named = " and ".join(repr(unit) for unit, _ in units)
        raise ValueError(f"pictures side by side share one scale, these count in {named}")
    if captions is not None:
        if len(captions) != len(scenes):
            raise ValueError(f"{len(captions)} captions for {len(scenes)} pictures")
        scenes = [
            replace(scene, headline=words, detail=scene.headline)
            for scene, words in zip(scenes, captions, strict=True)
        ]
    if columns is None:
        columns = math.ceil(math.sqrt(len(scenes)))
    if not 1 <= columns <= len(scenes):
        raise ValueError(f"columns = {columns}: expected 1 to {len(scenes)}")
    return Panels(tuple(scenes), columns, headline, detail)
