"""JSON as every program understands it: RFC 7493, "I-JSON", for all that comes from outside.

Python's own reader takes more: NaN, numbers that no float holds, halves of characters that no file
holds, keys that stand twice.  Each of them would be found out only later, where its place is lost.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

DEEPEST = 100
"""Lists and objects within one another; no format of ours goes deeper than ten."""

_GREATEST = 309
"""Digits of the greatest float."""

_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""Where a half of a character may be: there the data are looked through."""


def read_json(text: str | bytes) -> Any:
    r"""Read JSON data.

    Parameters
    ----------
    text
        The text; bytes are UTF-8.

    Raises
    ------
    ValueError
        If it is no JSON (then a :class:`json.JSONDecodeError`, with the place), or not such that
        every program understands it alike.

    >>> read_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    >>> read_json('{"a": 1e999}')
    Traceback (most recent call last):
    ...
    ValueError: 1e999 is greater than any number of JSON may be
    >>> read_json(r'["\ud800"]')
    Traceback (most recent call last):
    ...
    ValueError: '\ud800' holds half a character, which no file can
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    try:
        data = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_float,
            parse_int=_int,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if text.count("[") + text.count("{") > DEEPEST or _HALF.search(text):
        _look_through(data)
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {twice!r:.60} stands there twice")
    return data


def _no_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits:.40} is greater than any number of JSON may be")
    return value


def _int(digits: str) -> int:
    if len(digits) >= _GREATEST:
        raise ValueError(f"a number of {len(digits)} digits is greater than any of JSON may be")
    return int(digits)


def _look_through(data: Any) -> None:
    """Refuse halves of characters, and what is nested too deeply."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        level = [item for value in level for item in _items(value)]
    if any(isinstance(value, list | dict) for value in level):
        raise ValueError(f"it is nested too deeply: more than {DEEPEST} lists and objects")
    for value in level:
        _items(value)


def _items(value: Any) -> Iterable[Any]:
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ValueError(f"{value!r:.60} holds half a character, which no file can")
        return ()
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list) else ()
