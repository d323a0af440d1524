"""The picture of a confidence: one bar for each word, on a scale of percent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import shapely

from ..scene import Mark, Scene

if TYPE_CHECKING:
    from .confidence import Confidence, Share

_ROW, _BAR, _GAP = 7.5, 5.0, 4.0
"""From one bar to the next, how thick it is, and the room between two aspects, in percent."""


def bars(study: Confidence) -> Scene:
    """Return the shares as bars from 0 to 100 %, with the Wilson interval across their ends."""
    marks: list[Mark] = []
    y = 0.0
    for aspect, seen in study.shares.items():
        for word, share in seen.items():
            stated = word == study.stated.get(aspect)
            marks += _row(f"{aspect}: {word}, {100 * share.p:.1f} %", share, y, stated=stated)
            y -= _ROW
        y -= _GAP
    return Scene(
        marks=tuple(marks),
        headline=study.verdict.answer,
        detail=f"{study.condition} Green is as stated · {study.linear}",
        frame=(-4.0, y + _GAP + _ROW - _BAR, 104.0, _BAR),
        unit="%",
        desc=str(study),
    )


def _row(words: str, share: Share, y: float, *, stated: bool) -> Iterator[Mark]:
    """Yield a bar on its ground, and the interval on top."""
    title = f"{words.rpartition(',')[0]}: {share}"
    yield Mark(shapely.box(0.0, y - _BAR / 2, 100.0, y + _BAR / 2), "cell", label=words)
    if share.count:
        bar = shapely.box(0.0, y - _BAR / 2, 100.0 * share.p, y + _BAR / 2)
        yield Mark(bar, "clear" if stated else "template", title=title)
    low, high = share.interval
    yield Mark(shapely.LineString([(100 * low, y), (100 * high, y)]), "measure", title=title)
