"""Words on a page: how wide they are, where lines break, what may stand in a file.

Widths are estimated from the advance widths of DejaVu Sans, so that both renderers agree on
the layout without loading a font.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WIDTHS = {
    "'ijl": 0.28,
    "IJ": 0.3,
    "\u00a0 ,./:;\\f|·": 0.34,
    '()-[]rt!"″': 0.41,
    "*?_sz`°–": 0.53,
    "ckvxy": 0.58,
    "EFLPSTYZabdeghnopqu0123456789${}": 0.635,
    "ABCKRVX": 0.69,
    "DGHNOQU&": 0.77,
    "#+<=>^~w×≤≥→M": 0.86,
    "%@Wm—…½": 1.0,
}
_WIDTH = {char: width for chars, width in _WIDTHS.items() for char in chars}
_BOLD = 1.12
_SPACES = re.compile(r"[^\S\u00a0]+")
_GLUED = re.compile(r"(?<=\d) (?=(?:mm|cm|inch|inches|degrees?)\b)| (?=·)")
"""Spaces that do not break: before the unit of a number, and before a dot that parts two words."""

LINE_HEIGHT = 1.25
"""Distance of two lines of text, in font sizes."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""All that XML 1.0 forbids: control characters, lone surrogates, two non-characters."""


def clean(words: str) -> str:
    r"""Return text that may stand in any file: forbidden characters become U+FFFD.

    >>> clean("a\x00b")
    'a\ufffdb'
    """
    return _FORBIDDEN.sub("\ufffd", words)


@lru_cache(maxsize=4096)
def width(words: str, size: float, bold: bool = False) -> float:
    """Return about how wide a line of text is, in the unit of its font size.

    >>> width("194.0 mm", 10) < width("194.0 mm", 10, bold=True) < 70
    True
    """
    ems = sum(_WIDTH.get(char) or _other(char) for char in words)
    return ems * size * (_BOLD if bold else 1.0)


def _other(char: str) -> float:
    """Return the width of a character that the table lacks."""
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    base = unicodedata.normalize("NFD", char)[0]
    return _WIDTH.get(base, 0.75)


@lru_cache(maxsize=1024)
def wrap(words: str, room: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of a text that fit into a width; words too long for it are cut in pieces.

    A number stays with its unit, and a dot between words with the first of them; no-break spaces
    do not break; line breaks do.

    >>> wrap("In arc at range 2, obstructed by rock-1", 150, 12)
    ('In arc at range 2,', 'obstructed by rock-1')
    >>> wrap("out of the arc by 0.87 mm", 150, 12)
    ('out of the arc by', '0.87 mm')
    >>> wrap("abcdefgh", 20, 10)
    ('abc', 'def', 'gh')
    >>> wrap("", 20, 10)
    ()
    """
    kept = (_paragraph(part, room, size, bold) for part in words.split("\n"))
    return tuple(line.replace("\u00a0", " ") for lines in kept for line in lines)


def _paragraph(words: str, room: float, size: float, bold: bool) -> list[str]:
    """Return the lines of a text without line breaks; no-break spaces are still such."""
    lines: list[str] = []
    line = ""
    glued = _GLUED.sub("\u00a0", words)
    for word in filter(None, map(clean, _SPACES.split(glued))):
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, room, size, bold)
        lines += full
    return [*lines, line] if line else lines


def _pieces(word: str, room: float, size: float, bold: bool) -> list[str]:
    """Cut one word so that each piece fits, at least a character each."""
    pieces = [""]
    for char in word:
        if pieces[-1] and width(pieces[-1] + char, size, bold) > room:
            pieces.append("")
        pieces[-1] += char
    return pieces
