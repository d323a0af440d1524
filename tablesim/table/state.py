"""Read-only values of a game on a piece or a table: what TOML can say, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TypeAlias

DEEPEST = 50
"""Lists and tables within one another; no key of a game takes more than five."""

Value: TypeAlias = "str | bool | int | float | tuple[Value, ...] | State"
"""What a key of a file may hold, made read-only: lists become tuples, tables become states."""


class State(Mapping[str, Value]):
    """A read-only, hashable mapping of plain values.

    Parameters
    ----------
    items
        Texts, booleans, integers, finite floats, and lists and mappings of them.  Keys whose
        value is None are left out: a file cannot say "nothing".

    Raises
    ------
    TypeError
        If a value is of another type.
    ValueError
        If a float is not finite, or values are nested too deeply.

    >>> state = State({"focus": 1, "edges": ["bottom", "top"], "lock": None})
    >>> state
    {'focus': 1, 'edges': ('bottom', 'top')}
    >>> state["focus"] = 2
    Traceback (most recent call last):
    ...
    TypeError: 'State' object does not support item assignment
    """

    __slots__ = ("_items",)
    _items: dict[str, Value]

    def __init__(self, items: Mapping[str, object] | None = None, /, _depth: int = 0) -> None:
        kept = {k: _frozen(k, v, _depth) for k, v in (items or {}).items() if v is not None}
        object.__setattr__(self, "_items", kept)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state cannot be changed: {name} = {value!r}")

    def __getitem__(self, key: str) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[type[State], tuple[dict[str, Value]]]:
        return State, (self._items,)


def _frozen(key: str, value: object, depth: int) -> Value:
    if depth > DEEPEST:
        raise ValueError(f"{key} is nested too deeply: more than {DEEPEST} lists and tables")
    if isinstance(value, Mapping):
        return State(value, depth + 1)
    if isinstance(value, list | tuple):
        return tuple(_frozen(key, item, depth + 1) for item in value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{key} must be finite, got {value}")
        return float(value)
    if isinstance(value, str | bool | int):
        return value
    kinds = "text, a number, true or false, or a list or mapping of them"
    raise TypeError(f"{key} must be {kinds}, got {value!r}")
