"""What a table would read in very many positions: the words of :mod:`.outcomes`, in bulk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import GeometryError
from ...geometry import Ellipse, batch
from ...table import Survey
from . import rules
from .bulk import Attacks, attacks
from .outcomes import FORBIDDEN, LINES, band_words, ranged, ships

if TYPE_CHECKING:
    from ...table import Question
    from .judge import Judge

Poses = Mapping[str, NDArray[np.float64]]


class _Aspect(NamedTuple):
    """The words of one aspect, and which of them each position has."""

    name: str
    words: Sequence[str]
    which: NDArray[np.intp]


def survey(judge: Judge, question: Question, poses: Poses) -> Survey | None:
    """Return what a table would read of ranges, attacks and threats in many positions.

    Parameters
    ----------
    judge
        The judge of the table.
    question
        What is asked.
    poses
        Where things stand, by their ids, shape ``(count, 3)``.

    Returns
    -------
    Survey or None
        None for other questions, and where a shape is no polygon or disc.

    >>> import tablesim as ts
    >>> judge = ts.judge(ts.example("disputed-shot"))
    >>> found = survey(judge, ts.Question("range", a="luke", b="academy"),
    ...                {"luke": np.array([(402, 318, 68), (402, 317, 68)])})
    >>> [found.outcomes[i]["range"] for i in found.which]
    ['range 2', 'range 3']
    """
    asked = _QUESTIONS.get(question.ask)
    if asked is None:
        return None
    if any(isinstance(thing.placed.footprint, Ellipse) for thing in judge.table.terrain):
        return None
    given: dict[str, Any] = dict(question.parameters)
    count = max(map(len, poses.values()), default=1)
    try:
        return _joined(list(asked(judge, poses, **given)), count)
    except GeometryError:  # a base of another shape, which is asked one by one
        return None


def _range(judge: Judge, poses: Poses, a: str, b: str) -> Sequence[_Aspect]:
    """XW-162, XW-163."""
    edges = judge.catalogue.ruler.edges
    at, to = (poses.get(id, batch.poses_of([judge.table[id].pose])[0]) for id in (a, b))
    one, other = (judge.table[id].placed.footprint for id in (a, b))
    apart = batch.separation(one, at, other, to)
    band = batch.band(np.maximum(apart, 0.0), edges, slack=rules.MM.limit).number
    bands = [band_words(n, edges) for n in range(1, len(edges) + 1)]
    words = ("touching", "overlap", *bands, band_words(None, edges))
    touching = (apart <= rules.MM.contact) & (apart >= -rules.MM.overlap)
    which = np.select([touching, apart <= 0.0], [0, 1], 1 + band)
    return [_Aspect("range", words, which)]


def _attack(judge: Judge, poses: Poses, **asked: str | None) -> Sequence[_Aspect]:
    """XW-62 to XW-68, XW-207."""
    by, on, arc, weapon = (asked.get(name) for name in ("by", "on", "arc", "weapon"))
    assert by is not None and on is not None  # the table has checked its question
    found = attacks(judge, by, on, _needed(judge, poses, by, on), arc=arc, weapon=weapon)
    lines = np.where(found.legal, found.obstructed.astype(np.intp), len(LINES))
    shot = _shot(judge, "shot", found, weapon)
    return [shot, _Aspect("obstacles", (*LINES.values(), "no shot"), lines)]


def _needed(judge: Judge, poses: Poses, *ids: str) -> Poses:
    """Return the poses that a shot needs: those of the two ships and of all obstacles."""
    needed = (*ids, *(rock.id for rock in judge.table.terrain))
    return {id: poses[id] for id in needed if id in poses}


def _threats(judge: Judge, poses: Poses, id: str) -> Sequence[_Aspect]:
    """Who has the ship in an arc: nobody, or so many, and the range of the nearest."""
    edges = judge.catalogue.ruler.edges
    shots = {
        shot.by: attacks(judge, shot.by, id, _needed(judge, poses, shot.by, id))
        for shot in judge.threats(id).shots
    }
    if not shots:
        return [_Aspect(name, ("nobody",), np.zeros(1, np.intp)) for name in ("threat", "nearest")]
    legal = np.stack([found.legal for found in shots.values()])
    band = np.stack([np.where(found.legal, found.band, len(edges) + 1) for found in shots.values()])
    counts = [ships(n) for n in range(len(shots) + 1)]
    bands = [*(band_words(n, edges) for n in range(1, len(edges) + 1)), "nobody"]
    return [
        _Aspect("threat", counts, legal.sum(axis=0)),
        _Aspect("nearest", bands, band.min(axis=0) - 1),
        *(_shot(judge, by, found, None) for by, found in shots.items()),
    ]


def _shot(judge: Judge, name: str, found: Attacks, weapon: str | None) -> _Aspect:
    """Return the word of each shot: the first thing that forbids it, or its range."""
    edges = judge.catalogue.ruler.edges
    card = None if weapon is None else judge.catalogue.weapon(weapon)
    words = list(FORBIDDEN)
    for legal in (False, True):
        for n in range(1, len(edges) + 2):
            band = n if n <= len(edges) else None
            in_range = card.reaches(band) if card else band is not None
            words.append(ranged(band, edges, in_range, legal))
    forbidden = [found.touching, found.overlapping, found.on_obstacle, ~found.in_arc]
    at = len(FORBIDDEN) - 1 + found.band + np.where(found.legal, len(edges) + 1, 0)
    return _Aspect(name, words, np.select(forbidden, list(range(len(FORBIDDEN))), at))


_QUESTIONS: Mapping[str, Any] = {"range": _range, "attack": _attack, "threats": _threats}


def _joined(aspects: Sequence[_Aspect], count: int) -> Survey:
    """Return the outcomes that all aspects together make in so many positions."""
    sizes = [len(aspect.words) for aspect in aspects]
    code = np.ravel_multi_index(np.broadcast_arrays(*(a.which for a in aspects)), sizes)
    seen, which = np.unique(code, return_inverse=True)
    outcomes = [
        {a.name: a.words[i] for a, i in zip(aspects, np.unravel_index(one, sizes), strict=True)}
        for one in seen.tolist()
    ]
    # What moves may have no part in the answer, which then is one for all positions.
    return Survey(outcomes, np.broadcast_to(which, count))
