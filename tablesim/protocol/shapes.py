"""What is wrong with a value: whether it is as annotated, and one of those that are known.

What is decoded may hold anything.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

COUNTS: Final = range(sys.maxsize)
"""Whole numbers from 0 on."""


def misfit(thing: Any, *, skip: frozenset[str] = frozenset()) -> str | None:
    """Return which attribute does not hold what its annotation says, or None if all do.

    Attributes that are such things themselves, or tuples of them, are looked through as well.

    Parameters
    ----------
    thing
        An instance of a dataclass or a named tuple, with annotations of plain types, tuples,
        unions, and such classes.
    skip
        Attributes that are not looked at.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Ship:
    ...     id: str
    ...     at: tuple[float, float] | None = None
    >>> misfit(Ship("luke", (1, 2.5))), misfit(Ship("luke"))
    (None, None)
    >>> misfit(Ship("luke", (1, "2")))
    "at: expected tuple[float, float] | None, got (1, '2')"
    """
    for name, kind in _hints(thing.__class__).items():
        value = getattr(thing, name)
        if name not in skip and not _fits(value, kind):
            return _deeper(name, value) or f"{name}: expected {_words(kind)}, got {value!r:.80}"
    return None


def outsider(value: Any, known: Collection[Any]) -> str | None:
    """Return what would be right for a value that is none of those known, or None if it is one.

    A value that is equal but of another type is not meant: True equals 1, and so does 1.0.

    >>> outsider(7, range(5)), outsider(True, (0, 1)), outsider("end", ("end", "planning"))
    ('expected 0 to 4, got 7', 'expected one of 0, 1, got True', None)
    >>> outsider(-1, COUNTS)
    'expected 0 or more, got -1'
    """
    if isinstance(known, range):
        if type(value) is int and value in known:
            return None
        upward = "or more" if known.stop == COUNTS.stop else f"to {known[-1]}"
        right = f"{known[0]} {upward}" if len(known) > 1 else f"{known[0]}"
    else:
        if type(value) in set(map(type, known)) and value in known:
            return None
        right = f"one of {', '.join(map(repr, known))}"
    return f"expected {right}, got {value!r:.80}"


def _deeper(name: str, value: Any) -> str | None:
    """Return what is wrong inside of an attribute, if that can be told."""
    things = value if type(value) is tuple else (value,)
    told = ((n, misfit(thing)) for n, thing in enumerate(things) if _hints(thing.__class__))
    place = "[{}]" if type(value) is tuple else ""
    return next((f"{name}{place.format(n)}.{why}" for n, why in told if why), None)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    """Return the annotations of the attributes of a class; none of one that has no such."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: hints[field.name] for field in fields(kind)}
    return get_type_hints(kind) if issubclass(kind, tuple) and hasattr(kind, "_fields") else {}


def _fits(value: Any, kind: Any) -> bool:
    origin, inside = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inside)
    if origin is tuple:
        if type(value) is not tuple:
            return False
        kinds = inside[:1] * len(value) if inside[-1:] == (...,) else inside
        return len(kinds) == len(value) and all(map(_fits, value, kinds))
    if kind is float:
        return type(value) in (int, float) and math.isfinite(value)
    if kind in (int, str, bool):
        return type(value) is kind
    return isinstance(value, kind) and all(
        _fits(getattr(value, name), one) for name, one in _hints(value.__class__).items()
    )


def _words(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
