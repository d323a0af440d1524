"""Places and ways as people state them: by numbers, as text, or by who stands there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from numbers import Real

from ...errors import GeometryError, NotAMove, UnknownName, did_you_mean, expect
from ...geometry import Point
from .models import Model


def place(at: str | Sequence[float], models: Mapping[str, Model]) -> tuple[Point, float]:
    """Return a place and its level.

    Parameters
    ----------
    at
        The id of a model; or ``[x, y]`` or ``[x, y, level]``, or the same as text.
    models
        All models by id.

    Raises
    ------
    UnknownName
        If it is neither.
    TypeError
        If it is no text and no list.

    >>> place("10,5,3", {})
    ((10.0, 5.0), 3.0)
    """
    if isinstance(at, str) and at in models:
        return models[at].center, models[at].level
    expect(at, Sized, "a place is the id of a model, or x,y, or x,y,level")
    numbers = at.split(",") if isinstance(at, str) else at
    try:
        x, y, level = map(float, [*numbers, 0.0] if len(numbers) == 2 else numbers)
    except (TypeError, ValueError):
        x = y = level = math.nan
    if not all(map(math.isfinite, (x, y, level))):
        hint = did_you_mean(at, models)
        raise UnknownName(f"no model or place {at!r}{hint}; a place is x,y or x,y,level")
    return (x, y), level


def corners(points: str | Iterable[Sequence[float]]) -> list[tuple[float, ...]]:
    """Return the corners of a way, from numbers or from text.

    Raises
    ------
    NotAMove
        If they are none.
    TypeError
        If they are no text and no list.

    >>> corners("10,5 12,5,3")
    [(10.0, 5.0), (12.0, 5.0, 3.0)]
    """
    expect(points, Iterable, "a way is text, as '10,5 12,5,3', or a list of corners")
    rows = [row.split(",") for row in points.split()] if isinstance(points, str) else points
    found: list[tuple[float, ...]] = []
    try:
        found = [tuple(map(float, row)) for row in rows]
    except (TypeError, ValueError):
        found = []
    if not found or any(len(c) not in (2, 3) or not all(map(math.isfinite, c)) for c in found):
        form = "a way is written from corner to corner, as '10,5 12,5,3': x,y or x,y,level"
        raise NotAMove(f"no way {points!r}; {form}")
    return found


def number(value: float, right: str) -> float:
    """Return an angle or a length as a plain float.

    Parameters
    ----------
    value
        A number of any kind: those of numpy, too.
    right
        What would be right, in words.

    Raises
    ------
    TypeError
        If it is no number.
    GeometryError
        If it is NaN or infinite.

    >>> number(float("inf"), "an angle is a number of degrees")
    Traceback (most recent call last):
    ...
    tablesim.errors.GeometryError: an angle is a number of degrees, got inf
    """
    expect(value, Real, right)
    if not math.isfinite(value):
        raise GeometryError(f"{right}, got {value!r}")
    return float(value)
