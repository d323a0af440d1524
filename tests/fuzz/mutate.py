"""Odd inputs from good ones: bytes, words, JSON values and lines, changed at random."""

from __future__ import annotations

import base64
import binascii
import io
import json
import math
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tablesim.errors import BadData
from tablesim.interop import vassal

Change = Callable[[bytes, Random], bytes]
"""Returns an input that differs a little; raises ``ValueError`` where it cannot be applied."""

LONGEST = 20_000
"""Bytes that an input may have, so that one that doubles itself comes to an end."""

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 0.5, -0.0, 90, 359.9999999, 1e-9, 5e-324),
    *(math.nan, math.inf, -math.inf, 1e6, 1e12, -1e12, 1.1e12, 1e300, -1e308, 2**53, 2**63),
    *(-(10**30), 10**400, "", " ", "nan", "-inf", "1e999", "0", "-1", "null", "true"),
    *("\ud800", "\x00", "\u202e", "\uff11", "\u00b2", "\u0661", "\u0130", "a\nb", "x" * 500),
    *("..", "../x", "a=b", "'", '"', "\\", "%s", "{0}", "[]", "{}", "1,2", "1,2,3 4,5"),
    *([], {}, [[]], [0], [0, 0], [1, 2, 3], [[0, 0], [4, 0], [4, 4]], {"a": 1}, {"disc": 3}),
    *([[0, 0], [4, 4], [4, 0], [0, 4]], {"rect": [1, 2]}, {"ellipse": [3, 1e9]}, [[[0]]]),
]
"""What somebody may write in the place of any value."""

SCRAPS = [
    *(b"\n", b"\r", b"\r\n", b"\t", b" ", b"\0", b"\x7f", b"\xff", b"\x1b", b"\\\x1b", b"%00"),
    *(b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc3\xa9", b"\xc2\xb2", b"\xe2\x80\xae", b"\\ud800"),
    *(b"#", b"=", b",", b'"', b"'", b'"""', b"[", b"]]", b"{", b"}", b":", b";", b"/", b"\\"),
    *(b"[" * 30, b'{"a":' * 30, b"9" * 30, b"-", b"1e400", b"nan", b"-inf", b"true"),
    *(b"0x" + b"f" * 40, b"1979-05-27", b"a.b.c = 1\n", b"[[piece]]\n"),
]

_WORD = re.compile(r"[\w.+-]+|\s+|.", re.DOTALL)


def _span(length: int, rng: Random) -> tuple[int, int]:
    begin = rng.randrange(length + 1)
    return begin, min(length, begin + int(rng.expovariate(0.1)))


def some_bytes(raw: bytes, rng: Random) -> bytes:
    """Cut, double, overwrite, or put something in."""
    begin, end = _span(len(raw), rng)
    piece = raw[begin:end]
    new = rng.choice([b"", piece * 2, rng.choice(SCRAPS), rng.randbytes(rng.randrange(4))])
    return raw[:begin] + new + raw[end if rng.random() < 0.7 else begin :]


def cut(raw: bytes, rng: Random) -> bytes:
    """Leave only the beginning."""
    return raw[: rng.randrange(len(raw) + 1)]


def a_word(raw: bytes, rng: Random) -> bytes:
    """Replace a word by another one of the text, or by an odd one."""
    words = _WORD.findall(raw.decode("utf-8", "surrogateescape"))
    if not words:
        raise ValueError
    at = rng.randrange(len(words))
    odd = rng.choice(VALUES)
    new = rng.choice(words) if rng.random() < 0.5 else odd if isinstance(odd, str) else _json(odd)
    words[at : at + rng.choice((0, 1, 1, 1, 2))] = [new]
    return "".join(words).encode("utf-8", "surrogatepass")


def a_line(raw: bytes, rng: Random) -> bytes:
    """Drop, double, move or join lines."""
    lines = raw.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    return b"\n".join(lines)


def a_value(raw: bytes, rng: Random) -> bytes:
    """Replace, drop, double or nest a value of a JSON text."""
    data = json.loads(raw)
    places = list(_places(data))
    holder, key = rng.choice(places)
    values = [there[at] for there, at in places]
    match rng.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list) and len(holder) < 100:
            holder.insert(rng.randrange(len(holder) + 1), holder[key])
        case 2:
            holder[key] = json.loads(_json(rng.choice(values)))
        case 3:
            for _ in range(rng.choice((1, 2, 300))):
                holder[key] = [holder[key]]
        case 4 if isinstance(holder, dict):
            holder[str(rng.choice([*holder, *VALUES]))] = rng.choice([*values, *VALUES])
        case _:
            holder[key] = _near(holder[key], rng)
    return _json(data).encode()


def a_setting(raw: bytes, rng: Random) -> bytes:
    """Replace what stands behind the ``=`` of a line of TOML, or add such a line."""
    lines = raw.decode("utf-8", "surrogateescape").split("\n")
    settings = [n for n, line in enumerate(lines) if "=" in line]
    if not settings:
        raise ValueError
    at, other = rng.choice(settings), rng.choice(settings)
    key, value = lines[at].split("=", 1)[0], lines[other].split("=", 1)[1]
    odd = _json(rng.choice([value for value in VALUES if value is not None]))
    odd = odd.replace("NaN", "nan").replace("Infinity", "inf")
    new = f"{key}= {value if rng.random() < 0.3 else odd}"
    lines[at : at + rng.randrange(2)] = [new]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def in_a_line(change: Change) -> Change:
    """Apply a change to one line."""

    def changed(raw: bytes, rng: Random) -> bytes:
        lines = raw.split(b"\n")
        at = rng.randrange(len(lines))
        lines[at] = change(lines[at], rng)
        return b"\n".join(lines)

    return changed


def within(
    unpack: Callable[[bytes], bytes], pack: Callable[[bytes], bytes], change: Change
) -> Change:
    """Apply a change to what is packed in an input."""
    return lambda raw, rng: pack(change(unpack(raw), rng))


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return every value of JSON data, as its holder and its key."""
    found: list[tuple[Any, Any]] = [([data], 0)]
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        if not isinstance(holder, dict | list):
            continue
        for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
            found.append((holder, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    return found[1:] or found


def _near(value: Any, rng: Random) -> Any:
    """Return an odd value, or one that differs a little."""
    if isinstance(value, float | int) and not isinstance(value, bool) and rng.random() < 0.4:
        return value + rng.choice((-1, 1, 1e-6, -1e-12, 1e3, 0.5))
    if isinstance(value, str) and rng.random() < 0.3:
        return value + rng.choice(("s", " ", "-2", "\ud800", "\n", "1"))
    return rng.choice(VALUES)


def _json(data: Any) -> str:
    return json.dumps(data)


def _unzipped(raw: bytes) -> bytes:
    try:
        return vassal.revealed(vassal._member(raw, "")).encode()
    except BadData as error:
        raise ValueError(str(error)) from None


def _zipped(raw: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        hidden = vassal.hidden(raw.decode("utf-8", "replace"), 0x5C)
        file.writestr(zipfile.ZipInfo(vassal.MEMBER), hidden, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _linked(raw: bytes) -> bytes:
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).rstrip(b"=")


def _unlinked(raw: bytes) -> bytes:
    try:
        return zlib.decompress(base64.urlsafe_b64decode(raw + b"=" * (-len(raw) % 4)))
    except (zlib.error, binascii.Error) as error:
        raise ValueError(str(error)) from None


TEXT: Sequence[Change] = (a_word, a_word, some_bytes, a_line, cut)
TOML: Sequence[Change] = (a_setting, a_setting, a_setting, *TEXT)
JSON: Sequence[Change] = (a_value, a_value, a_value, a_value, a_word, some_bytes, cut)
LINES: Sequence[Change] = (in_a_line(a_value), in_a_line(a_value), in_a_line(a_word), *TEXT)
RAW: Sequence[Change] = (some_bytes, some_bytes, some_bytes, cut)
SAVE: Sequence[Change] = (*(within(_unzipped, _zipped, one) for one in TEXT), some_bytes)
LINK: Sequence[Change] = (
    *(within(_unlinked, _linked, one) for one in (a_value, *TEXT)),
    some_bytes,
)


def changed(raw: bytes, changes: Sequence[Change], rng: Random, times: int = 1) -> bytes:
    """Return an input that differs from a good one.

    Parameters
    ----------
    raw
        The good one.
    changes
        The changes that suit it, each as often as it is to be made.
    rng
        Which of them, and where.
    times
        How many are made, one after the other.
    """
    for _ in range(times):
        try:
            raw = rng.choice(changes)(raw, rng)
        except (ValueError, OverflowError, RecursionError):
            raw = some_bytes(raw, rng)
        raw = raw[:LONGEST]
    return raw
