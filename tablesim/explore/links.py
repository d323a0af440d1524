"""Links: a position and what is shown of it as a word that fits behind the ``#`` of an address."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from ..ijson import read_json
from ..table import Table, loads
from ..verdict import JSON

MOST = 200_000
"""Bytes that a link may unpack to; positions have a few thousand."""


def link(table: Table, view: JSON) -> str:
    """Return a word that stands for a table and a view of it.

    Parameters
    ----------
    table
        The position.
    view
        What the page shows of it, as plain JSON values.

    Raises
    ------
    ValueError
        If it would be too long for :func:`follow`, or the view is none.
    """
    try:
        text = json.dumps([table.dumps(), view], separators=(",", ":"))
        read_json(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"a view holds plain JSON values: {error}") from None
    data = text.encode()
    if len(data) > MOST:
        raise ValueError(f"the position has {len(data):,} bytes, a link takes {MOST:,}; save it")
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def follow(word: str) -> tuple[Table, JSON]:
    """Return the table and the view that a link stands for.

    Raises
    ------
    ValueError
        If it is no such link, or unpacks to more than :data:`MOST` bytes.
    BadData
        If its position cannot be used.

    >>> table, view = follow(link(Table(area=(36, 36), units="in"), {"theme": "dark"}))
    >>> table.area, view
    ((36.0, 36.0), {'theme': 'dark'})
    """
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        opened = zlib.decompressobj()
        data = opened.decompress(packed, MOST + 1)
    except (binascii.Error, UnicodeEncodeError, ValueError, zlib.error) as error:
        raise ValueError(f"this is no link to a position: {error}") from None
    if len(data) > MOST:
        raise ValueError(f"this link unpacks to more than {MOST:,} bytes; no position does")
    try:
        text, view = _parsed(data)
    except (ValueError, TypeError):
        raise ValueError("this is no link to a position: it holds something else") from None
    return loads(text, source="<link>"), view


def _parsed(data: bytes) -> tuple[str, JSON]:
    found: Any = read_json(data)
    text, view = found
    if not (isinstance(text, str) and isinstance(view, dict)):
        raise TypeError
    return text, view
