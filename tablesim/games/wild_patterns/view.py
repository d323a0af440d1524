"""How a state looks: in letters, and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from ...grid import text as grid_text
from ...scene import Mark, Scene
from ..printing import part
from .board import BOARD, CELLS, NO_LAYOUT, NOWHERE, sign_at
from .cards import cards, mark_of
from .data import MARKS, box
from .state import Stage, WildPatterns

_SIDES = {"R": 0, "B": 1, "K": None}
"""The hues of the style sheet that come nearest to red, blue and black."""

_NAMES = {"B": "blue", "R": "red", "K": "black"}


def text(state: WildPatterns) -> str:
    """Return the state in letters: the board, the piles, and what each seat has."""
    rows = _board_rows(state)
    side = [_headline(state), _piles(state), ""]
    side += [_seat(state, seat) for seat in range(state.variant.seats)]
    height = max(len(rows), len(side))
    rows += [" " * len(rows[0])] * (height - len(rows))
    side += [""] * (height - len(side))
    return "\n".join(f"{row}   {words}".rstrip() for row, words in zip(rows, side, strict=True))


def _board_rows(state: WildPatterns) -> list[str]:
    """Return the rows of the board with their numbers; the locked tile has a ``*`` (T-21)."""
    signs = dict.fromkeys(range(CELLS), ".")
    if state.layout != NO_LAYOUT:
        signs = {cell: sign_at(state.layout, cell) for cell in range(CELLS)}
    rows = []
    for number, row in zip(
        range(box().rows, 0, -1), grid_text(BOARD, signs).split("\n"), strict=True
    ):
        spaced = " ".join(row) + " "
        y, x = divmod(state.lock, box().columns)
        if state.lock != NOWHERE and y == number - 1:
            spaced = f"{spaced[: 2 * x + 1]}*{spaced[2 * x + 2 :]}"
        rows.append(f"{number} {spaced}")
    letters = " ".join(label[0] for label in BOARD.labels[: box().columns])
    return [*rows, f"  {letters} "]


def _headline(state: WildPatterns) -> str:
    result = state.result()
    if result is not None:
        return str(result)
    if state.stage is Stage.LAYOUT:
        return "before the tiles are laid"
    if state.stage is Stage.DEAL:
        return "the hands are dealt"
    words = f"turn {state.turn}: seat {state.seat}" if state.turn else "after the deal"
    if state.stage is Stage.DRAW:
        return f"{words} draws from {state.variant.pile_names[state.pile]}"
    if state.stage is Stage.CLAIMS:
        return f"{words}, claims of seat {state.pending[0]}"
    return f"{words} must mend the layout" if state.broken else words


def _piles(state: WildPatterns) -> str:
    names = state.variant.pile_names
    return "piles " + "  ".join(f"{name}: {state.left_in(i)}" for i, name in enumerate(names))


def _seat(state: WildPatterns, seat: int) -> str:
    """Return what a seat has, in one line."""
    hand = "  ".join(_card(card) for card in state.hands[seat]) or "no cards"
    turn = ">" if seat == state.to_move else " "
    return f"{turn}seat {seat}, {state.totals()[seat]:>3}: {hand} | laid {_laid(state, seat)}"


def _laid(state: WildPatterns, seat: int) -> str:
    """Return how many cards of each mark a seat has laid: ``"3x 4, 1x 5"``."""
    numbers = Counter(map(mark_of, state.scored[seat]))
    return ", ".join(f"{numbers[mark]}x {mark}" for mark in MARKS if mark in numbers) or "none"


def _card(card: str) -> str:
    return f"{card} {cards()[card].rows}" if card in cards() else card


# The picture, in cells


_GAP = 0.75
"""Between the board and the hands."""

_CARD = 1.3
"""The side of a card."""

_PITCH = 1.55
"""From one card to the next; for seats the height of a row."""

_TAG = 1.5
"""The width of what stands before the cards of a seat."""

_FACE = 1.06
"""The side of the square on a card that holds its pattern."""

_PILE = 0.9
"""The side of a pile."""


def scene(state: WildPatterns) -> Scene:
    """Return the board with tiles and lock, the piles below it, and the cards of each seat."""
    seats = range(state.variant.seats)
    marks = [*_tiles(state), *_pile_marks(state)]
    for seat in seats:
        marks += _seat_marks(state, seat)
    top, low = box().rows + 0.3, min(-_PILE - 0.9, box().rows - len(seats) * _PITCH - 0.1)
    right = box().columns + _GAP + _TAG + box().hand_limit * _PITCH
    headline = _headline(state)
    return BOARD.scene(
        marks,
        headline=headline[0].upper() + headline[1:],
        detail="" if state.result() is None else f"{state.turn - 1} turns",
        frame=(-0.3, low, right, top),
        unit="cells",
        desc=text(state),
    )


def _tile(x: float, y: float, size: float, color: str) -> BaseGeometry:
    """Return a tile around a point; the shape tells the colors apart as well."""
    half = size / 2
    if color == "B":
        return shapely.Point(x, y).buffer(half, quad_segs=8)
    if color == "K":
        return shapely.Polygon([(x - half, y), (x, y - half), (x + half, y), (x, y + half)])
    half *= 0.86
    return shapely.box(x - half, y - half, x + half, y + half)


def _tiles(state: WildPatterns) -> Iterator[Mark]:
    if state.layout == NO_LAYOUT:
        return
    for cell, (x, y) in enumerate(BOARD.centers):
        color = sign_at(state.layout, cell)
        if color != ".":
            title = f"a {_NAMES[color]} tile on {BOARD.labels[cell]}"
            yield Mark(_tile(x, y, 0.84, color), "tile", _SIDES[color], color, title)
        if cell == state.lock:
            cube = shapely.box(x + 0.2, y + 0.2, x + 0.42, y + 0.42)
            yield Mark(cube, "clear", title=f"the lock: {BOARD.labels[cell]} may not move (T-21)")


def _pile_marks(state: WildPatterns) -> Iterator[Mark]:
    for number, name in enumerate(state.variant.pile_names):
        left = state.left_in(number)
        x, y = number * (_PILE + 0.12), -_PILE - 0.5
        shape = shapely.box(x, y, x + _PILE, y + _PILE)
        role = "secret" if left else "cell"
        yield Mark(shape, role, label=f"{name}: {left}", title=f"pile {name}: {left} cards")


def _seat_marks(state: WildPatterns, seat: int) -> Iterator[Mark]:
    x, y = box().columns + _GAP, box().rows - _CARD - seat * _PITCH
    tag = shapely.box(x, y, x + _TAG - 0.2, y + _CARD)
    words = f"seat {seat}: {state.totals()[seat]}"
    role = "mark" if seat == state.to_move else "cell"
    yield Mark(tag, role, label=words, title=f"{words}; laid {_laid(state, seat)}")
    for number, card in enumerate(state.hands[seat]):
        yield from _card_marks(card, x + _TAG + number * _PITCH, y)


def _card_marks(name: str, x: float, y: float) -> Iterator[Mark]:
    """Return a card at a place: its pattern, or its back with the mark (T-4)."""
    shape = shapely.box(x, y, x + _CARD, y + _CARD)
    if name not in cards():
        yield Mark(shape, "secret", label=mark_of(name), title=f"a hidden card of mark {name[0]}")
        return
    card = cards()[name]
    yield Mark(shape, "cell", title=f"{name}, {card.value} points: {card.rows}")
    rows = card.rows.split("/")
    size = _FACE / max(3, len(rows), len(rows[0]))
    left = x + (_CARD - size * len(rows[0])) / 2
    top = y + (_CARD + size * len(rows)) / 2
    for down, row in enumerate(rows):
        for along, sign in enumerate(row):
            center = left + (along + 0.5) * size, top - (down + 0.5) * size
            if sign in _SIDES:
                yield Mark(_tile(*center, 0.84 * size, sign), "tile", _SIDES[sign])
            elif sign == "_":
                yield Mark(_tile(*center, 0.84 * size, "R"), "blocked", title="no tile here")


# Paper


_PLATE = 0.25
"""The height of the plate with the name of a printed card."""


def parts() -> Iterator[Scene]:
    """Yield what there is to print: the board, the tiles and all pattern cards (T-1 to T-4).

    >>> len(list(parts())) == 1 + 15 + 63
    True
    """
    yield part("wild_patterns", "board", BOARD.scene().marks)
    for color, number in box().tiles.items():
        for _ in range(number):
            tile = Mark(_tile(0.45, 0.45, 0.84, color), "tile", _SIDES[color], color)
            marks = Mark(shapely.box(0, 0, 0.9, 0.9), "cell"), tile
            yield part("wild_patterns", f"{_NAMES[color]} tile", marks)
    for name in cards():
        plate = Mark(shapely.box(0, -_PLATE, _CARD, 0), "cell", label=name)
        yield part("wild_patterns", name, (plate, *_card_marks(name, 0, 0)))
