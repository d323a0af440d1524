"""Replays for the browser: every moment of a game as a display list, each mark written once."""

from __future__ import annotations

from collections.abc import Callable

from ..protocol import Record
from ..render.animate import moments
from ..render.layout import frame_of
from ..scene import Mark
from ..verdict import JSON
from . import display


def replay_data(record: Record, *, progress: Callable[[int], None] | None = None) -> JSON:
    """Return a game as the replay of the browser takes it.

    Parameters
    ----------
    record
        The game.
    progress
        Called with the number of moments that are done, after each of them.

    Returns
    -------
    dict
        Title, detail, unit and frame; ``marks``, each one once; and ``moments``, each with its
        head, its detail, the log of its step and the indices of its marks.

    >>> import tablesim as ts
    >>> data = replay_data(ts.play(ts.game("number_fields"), ["random", "random"], seed=1))
    >>> data["moments"][0]["head"]
    '0: the start'
    """
    scenes = moments(record)
    known: dict[Mark, int] = {}
    told = []
    for number, (scene, state) in enumerate(zip(scenes, record.states(), strict=True), start=1):
        told.append(
            {
                "head": scene.headline,
                "detail": scene.detail,
                "log": [str(event) for event in state.events],
                "marks": [
                    known.setdefault(mark, len(known)) for mark in display.ordered(scene.marks)
                ],
            }
        )
        if progress is not None:
            progress(number)
    lefts, lows, rights, highs = zip(*map(frame_of, scenes), strict=True)
    return {
        "title": f"{record.game.name}: {record.result or 'broken off'}",
        "detail": f"{', '.join(record.players)}; seed {record.seed}",
        "unit": scenes[-1].unit,
        "frame": [min(lefts), min(lows), max(rights), max(highs)],
        "marks": [display.mark_json(mark, scenes[-1].per_mm) for mark in known],
        "moments": told,
    }
