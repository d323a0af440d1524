"""Games as pictures of many moments: a strip side by side, or an animated GIF."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import write_whole
from ..protocol import CHANCE, Record
from ..protocol.state import step_text
from ..scene import Panels, Scene, panels
from .layout import frame_of
from .style import theme_named

if TYPE_CHECKING:
    from PIL.Image import Image

_LAST = 3000
"""For how many milliseconds the last moment stands, before all begins again."""


def moments(record: Record, count: int | None = None) -> tuple[Scene, ...]:
    """Return moments of a game as pictures, each headed by the step that led there.

    Parameters
    ----------
    record
        The game.
    count
        How many moments at most, evenly spread, with start and end among them; None is all.

    Raises
    ------
    ValueError
        If the count is below 1.
    """
    states = list(record.states())
    heads = ["0: the start"]
    for n, (state, step) in enumerate(zip(states, record.steps, strict=False), start=1):
        who = "chance" if state.to_move == CHANCE else f"seat {state.to_move}"
        heads.append(f"{n}: {who}, {step_text(step)}")
    scenes = []
    for n in _spread(len(states), len(states) if count is None else count):
        scene = record.game.scene(states[n])
        scenes.append(replace(scene, headline=heads[n], detail=scene.headline))
    return tuple(scenes)


def _spread(size: int, count: int) -> list[int]:
    """Return evenly spread indexes, the last one always and the first one if there are two.

    >>> _spread(100, 4), _spread(3, 9), _spread(5, 1)
    ([0, 33, 66, 99], [0, 1, 2], [4])
    """
    if count < 1:
        raise ValueError(f"expected 1 moment or more, got {count}")
    if count >= size:
        return list(range(size))
    return [size - 1 - round(n * (size - 1) / max(1, count - 1)) for n in reversed(range(count))]


def strip(
    scenes: Iterable[Scene],
    captions: Sequence[str] | None = None,
    *,
    columns: int | None = None,
    headline: str = "",
) -> Panels:
    """Put moments side by side; all show the same part of the table.

    Parameters
    ----------
    scenes
        The moments, in order.
    captions
        The words above each; None takes its own headline.
    columns
        How many stand in a row; None makes about a square.
    headline
        The words above all of them.

    Raises
    ------
    ValueError
        If there is no moment, or not a caption for each.
    """
    return panels(_framed(scenes), captions=captions, columns=columns, headline=headline)


def gif(
    scenes: Iterable[Scene],
    path: str | Path,
    *,
    fps: float = 2.0,
    theme: str = "light",
    progress: Callable[[int], None] | None = None,
) -> Path:
    """Write moments as an animated GIF that begins again and again, and return its path.

    Parameters
    ----------
    scenes
        The moments, in order; all are drawn of the same part of the table and at the same size.
    path
        Where to write.  A file that is there is replaced whole, or stays as it was.
    fps
        Moments in a second, up to 50; the last one stands for three seconds.
    theme
        ``"light"``, ``"dark"`` or ``"print"``.
    progress
        Called with the number of moments that are drawn, after each of them.

    Raises
    ------
    ValueError
        If there is no moment, or the speed or the theme does not exist.
    OSError
        If the place cannot be written.
    """
    if not 0 < fps <= 50:
        raise ValueError(f"expected up to 50 moments in a second, got {fps:g}")
    drawn = []
    for scene in _framed(scenes):
        drawn.append(_image(scene, theme))
        if progress is not None:
            progress(len(drawn))
    if not drawn:
        raise ValueError("no moment to show: expected at least one")
    first, *others = _same_size(drawn, theme_named(theme).colors["paper"])
    times = [round(1000 / fps)] * len(others) + [max(_LAST, round(1000 / fps))]
    film = io.BytesIO()
    first.save(film, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return write_whole(Path(path), film.getvalue())


def _framed(scenes: Iterable[Scene]) -> list[Scene]:
    """Return scenes that all show the part of the table that one of them shows."""
    scenes = list(scenes)
    if not scenes:
        return scenes
    lefts, lows, rights, highs = zip(*map(frame_of, scenes), strict=True)
    frame = min(lefts), min(lows), max(rights), max(highs)
    return [replace(scene, frame=frame) for scene in scenes]


def _image(scene: Scene, theme: str) -> Image:
    """Draw one moment: a pixel for each point of the page."""
    from PIL import Image

    from . import mpl

    with Image.open(io.BytesIO(mpl.png(scene, theme=theme))) as drawn:
        return drawn.convert("RGB").reduce(math.ceil(mpl.PNG_DPI / 72))


def _same_size(images: Sequence[Image], paper: str) -> list[Image]:
    """Return images with paper below those that are lower than others, in at most 256 colors."""
    from PIL import Image

    size = max(image.width for image in images), max(image.height for image in images)
    sheets = []
    for image in images:
        sheet = Image.new("RGB", size, paper)
        sheet.paste(image)
        sheets.append(sheet.quantize(256, dither=Image.Dither.NONE))
    return sheets
