"""The pattern cards, and where on the board each pattern can lie (T-36 to T-39)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...grid import EIGHTHS, bits, components, is_connected, mask_of, placements, spread
from ...protocol import UNKNOWN
from ..datafile import Section, read
from .board import BOARD, CELLS, FULL, NEAR, PLANES
from .data import COLORS, MARKS, Box, box, default_folder

Cards = tuple[str, ...]
"""Some cards, sorted; each is its name, ``"5-07"``, or ``"5-?"`` where the pattern is hidden."""

_TURNS = EIGHTHS[::2]


@dataclass(frozen=True, slots=True)
class Card:
    """A pattern card.

    Attributes
    ----------
    id
        Its name.
    mark
        What stands on its back, for all to see: 3, 4, 5, 6 or V (T-4).
    value
        What it scores (T-29).
    rows
        The pattern, the top row first: ``"K../BKR/R.."``; ``.`` is anything, ``_`` no tile.
    loose
        Whether the pattern may consist of several parts.
    """

    id: str
    mark: str
    value: int
    rows: str
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where the pattern of a card can lie.

    Attributes
    ----------
    places
        Each way in which it can lie, as the bits of a layout that it needs.
    shapes
        The same, those together that differ by a shift: the set of cells to which the shape may be
        shifted, and its bits as seen from there.
    """

    places: tuple[int, ...]
    shapes: tuple[tuple[int, tuple[int, ...]], ...]

    def lies_on(self, layout: int) -> bool:
        """Whether the pattern is on the board (T-25)."""
        for starts, shape in self.shapes:
            left = starts
            for bit in shape:
                left &= layout >> bit
                if not left:
                    break
            else:
                return True
        return False

    def lying(self, layout: int) -> list[int]:
        """Return the places where the pattern is on the board."""
        return [place for place in self.places if layout & place == place]


def mark_of(card: str) -> str:
    """Return the mark of a card, which everybody sees (T-4)."""
    return card[0]


HIDDEN = {mark: f"{mark}-{UNKNOWN}" for mark in MARKS}
"""What others see of a card in a hand or a deck, by its mark (T-4)."""


def hidden(cards: Cards) -> Cards:
    """Return what others see of some cards: their marks."""
    return tuple([HIDDEN[card[0]] for card in cards])


def ways(rows: str, symmetry: str) -> tuple[int, ...]:
    """Return each way in which a pattern can lie on the board, as the bits of a layout it needs.

    Parameters
    ----------
    rows
        As of :class:`Card`.
    symmetry
        ``"C4"``: turned by right angles; ``"D4"``: also mirrored; ``"none"``: as it is (T-36).

    Raises
    ------
    ValueError
        If the pattern is larger than the board, empty, or has an unknown sign.

    >>> len(ways("RKR", "C4")), len(ways("K../BKR/R..", "none"))
    (30, 9)
    """
    signs = _signs(rows)
    found = placements(
        BOARD,
        tuple(signs),
        turns=_TURNS if symmetry != "none" else _TURNS[:1],
        mirrors=symmetry == "D4",
    )
    planes = [PLANES["." if sign == "_" else sign] for sign in signs.values()]
    # A pattern that looks the same when it is turned comes back in another order of its cells.
    return tuple(
        sorted({sum(p << cell for p, cell in zip(planes, way, strict=True)) for way in found})
    )


def pattern(rows: str, symmetry: str) -> Pattern:
    """Return where a pattern can lie, ready for play; see :func:`ways`."""
    places = ways(rows, symmetry)
    starts: dict[tuple[int, ...], int] = {}
    for place in places:
        first = min(bit % CELLS for bit in bits(place))
        shape = tuple(bit - first for bit in bits(place))
        starts[shape] = starts.get(shape, 0) | 1 << first
    return Pattern(places, tuple((cells, shape) for shape, cells in starts.items()))


def _signs(rows: str) -> dict[int, str]:
    """Return the signs of a pattern that lies in the upper left corner of the board."""
    lines = rows.split("/")
    if len(lines) > box().rows or max(map(len, lines)) > box().columns:
        raise ValueError(f"the pattern {rows!r} is larger than {box().rows} x {box().columns}")
    signs = {}
    for y, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise ValueError(f"the rows of the pattern {rows!r} differ in length")
        for x, sign in enumerate(line):
            if sign not in f"{COLORS}._":
                raise ValueError(f"the pattern {rows!r} has a sign other than B, R, K, . and _")
            if sign != ".":
                signs[x + box().columns * (box().rows - 1 - y)] = sign
    if not set(signs.values()) & set(COLORS):
        raise ValueError(f"the pattern {rows!r} demands no tile")
    return signs


def witness(place: int) -> int | None:
    """Return a legal layout that shows a pattern lying in one way; None if none was found (T-38).

    The cells of the pattern are joined into one figure, which then grows cell by cell until it has
    room for all tiles; those that the pattern does not demand fill it in any order.
    """
    demanded = {color: place // PLANES[color] & FULL for color in COLORS}
    figure = sum(demanded.values())
    allowed = FULL ^ place // PLANES["."] & FULL
    left = {color: box().tiles[color] - cells.bit_count() for color, cells in demanded.items()}
    size = sum(box().tiles.values())
    while not is_connected(BOARD, figure):
        bridge = _bridge(figure, allowed)
        if not bridge:
            return None
        figure |= bridge
    while figure.bit_count() < size:
        rim = spread(BOARD, figure) & allowed & ~figure
        if not rim:
            return None
        figure |= rim & -rim
    if figure.bit_count() > size or min(left.values()) < 0:
        return None
    spare = [color for color in COLORS for _ in range(left[color])]
    fill = zip(bits(figure & ~sum(demanded.values())), spare, strict=True)
    layout = sum(cells * PLANES[color] for color, cells in demanded.items())
    layout += sum(PLANES[color] << cell for cell, color in fill)
    return layout | (FULL ^ figure) * PLANES["."]


def _bridge(figure: int, allowed: int) -> int:
    """Return the cells of a shortest way from the first part of a figure to another part."""
    first = components(BOARD, figure)[0]
    rings = [first]
    reached = first
    while not spread(BOARD, rings[-1]) & figure & ~reached:
        ring = spread(BOARD, rings[-1]) & allowed & ~reached
        if not ring:
            return 0
        rings.append(ring)
        reached |= ring
    goal = spread(BOARD, rings[-1]) & figure & ~reached
    bridge, cell = 0, (goal & -goal).bit_length() - 1
    for ring in reversed(rings[1:]):
        step = NEAR[cell] & ring
        bridge |= step & -step
        cell = (step & -step).bit_length() - 1
    return bridge


def read_cards(place: Path, contents: Box) -> Mapping[str, Card]:
    """Return the cards that ``cards.toml`` in a folder holds, by name.

    Raises
    ------
    BadData
        If a card breaks one of the demands of T-37, cannot be completed (T-38), or the number of
        cards of a mark is wrong (T-3).
    """

    def whole(top: Section) -> Mapping[str, Card]:
        top.text("source")
        top.flag("house")
        found = top.sections(lambda name, entry: _card(name, entry, contents))
        _require_different(top, found)
        numbers = Counter(card.mark for card in found.values())
        for mark, number in contents.cards.items():
            if numbers[mark] != number:
                message = f"T-3: expected {number} cards of mark {mark}, got {numbers[mark]}"
                raise top.wrong("", message)
        return dict(sorted(found.items()))

    return read(place / "cards.toml", whole)


def _card(name: str, entry: Section, contents: Box) -> Card:
    mark, value = entry.text("mark", tuple(MARKS)), entry.count("value")
    if not name.startswith(f"{mark}-") or name == HIDDEN[mark]:
        raise entry.wrong("mark", f"a card of mark {mark} is called {mark}-01 or the like")
    rows = entry.text("rows")
    loose = entry.has("loose") and entry.flag("loose")
    try:
        signs = _signs(rows)
    except ValueError as error:
        raise entry.wrong("rows", f"T-37: {error}") from None
    if why := _fault(mark, value, signs, loose, contents):
        raise entry.wrong("rows", f"T-37: {why}")
    if not any(map(witness, ways(rows, "none"))):
        raise entry.wrong("rows", "T-38: no layout was found that shows it")
    return Card(name, mark, value, rows, loose)


def _fault(
    mark: str, value: int, signs: Mapping[int, str], loose: bool, contents: Box
) -> str | None:
    """Return which demand of T-37 a pattern breaks."""
    numbers = Counter(sign for sign in signs.values() if sign != "_")
    if value != numbers.total():
        return f"the value is {value}, but the pattern has {numbers.total()} tiles"
    if mark.isdigit() and value != int(mark):
        return f"the value of mark {mark} is {mark}, not {value}"
    for color, number in numbers.items():
        if number > contents.tiles[color]:
            return f"it demands {number} tiles {color}; there are {contents.tiles[color]}"
    cells = mask_of(cell for cell, sign in signs.items() if sign != "_")
    if not loose and not is_connected(BOARD, cells):
        return "it has several parts; is loose = true missing?"
    return None


def _require_different(top: Section, cards: Mapping[str, Card]) -> None:
    """Raise an error if two patterns are one, turned or mirrored (T-37)."""
    seen: dict[int, str] = {}
    for card in cards.values():
        # Equal patterns can lie in the same ways, so the least of them tells.
        other = seen.setdefault(min(ways(card.rows, "D4")), card.id)
        if other != card.id:
            raise top.wrong(card.id, f"T-37: the pattern is that of {other}, turned or mirrored")


@cache
def cards() -> Mapping[str, Card]:
    """Return the cards of the game's own data files, by name.

    >>> cards()["5-07"]
    Card(id='5-07', mark='5', value=5, rows='K../BKR/R..', loose=False)
    """
    return read_cards(default_folder(), box())


@cache
def patterns(symmetry: str) -> Mapping[str, Pattern]:
    """Return where the pattern of each card can lie; that of a hidden card can lie nowhere."""
    nowhere = Pattern((), ())
    known = {card.id: pattern(card.rows, symmetry) for card in cards().values()}
    return {**known, **dict.fromkeys(HIDDEN.values(), nowhere)}
