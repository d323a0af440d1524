"""What people see: the board as text, as a picture, and as pieces on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from ...protocol import CHANCE
from ...scene import Mark, Scene
from ...table import Piece, Table
from ..printing import part
from . import data
from .board import CELLS, COLUMNS, GRID, LABELS, MINE_SPACES, ROWS
from .phases import Phase
from .tokens import IN_STACK, LEFT, OTHER_HALF, SIGNS, values, worth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Guardians

FIGHTERS: Final = "abcd"
"""The sign of each seat's fighter (SK-5)."""

MINE: Final = "*"
"""The sign of the mine (SK-5)."""


_SIGN_BYTES: Final = SIGNS.encode().ljust(256)
"""The sign of each code, for ``bytes.translate``."""


def pieces(state: Guardians) -> list[tuple[int, str]]:
    """Return cell and sign of the fighters and the mine that are on the board (SK-5)."""
    placed = (*zip(state.fighters, FIGHTERS, strict=False), (state.mine, MINE))
    return [(cell, sign) for cell, sign in placed if cell >= 0]


def rows(state: Guardians) -> list[str]:
    """Return the board as rows of signs, the top row first."""
    line = bytearray(state.board.translate(_SIGN_BYTES))
    for cell, sign in pieces(state):
        line[cell] = ord(sign)
    return [line[y : y + COLUMNS].decode() for y in reversed(range(0, CELLS, COLUMNS))]


def text(state: Guardians) -> str:
    """Return what lies on the table: who is to decide, the board, tokens and stack."""
    numbered = zip(reversed(range(ROWS)), rows(state), strict=True)
    board = [f"y{y}  {' '.join(row)}" for y, row in numbered]
    below = f"x   {' '.join(map(str, range(COLUMNS)))}"
    return "\n".join([_headline(state), *board, below, *_heaps(state)])


_ASKS: Final = {
    Phase.PLACE_FIGHTER: "places its fighter",
    Phase.PLACE_MINE: "places the mine",
    Phase.RETURN: "puts its fighter back",
    Phase.UPGRADE: "may improve its fighter",
    Phase.MOVE: "moves its fighter",
    Phase.SHOOT: "shoots",
    Phase.MINE: "moves the mine",
}


def _headline(state: Guardians) -> str:
    result = state.result()
    if result is not None:
        return f"over after turn {state.turn}: {result}"
    turn = f"turn {state.turn}: " if state.turn else "set-up: "
    if state.owing:
        return f"{turn}seat {state.owing[0]} pays for its fighter"
    if state.to_move == CHANCE:
        what = (
            "the formation is laid" if state.phase is Phase.FORMATION else "reinforcements arrive"
        )
        return turn + what
    return f"{turn}seat {state.seat} {_ASKS[state.phase]}"


def _heaps(state: Guardians) -> list[str]:
    lines = []
    for seat, owned in enumerate(state.tokens):
        heap = " ".join(map(str, values(owned)))
        has = [f"level {state.levels[seat]}"] if state.settings.upgrades else []
        has += ["marker"] if state.markers >> seat & 1 else []
        has += ["rocket"] if state.rockets >> seat & 1 else []
        points = f"{FIGHTERS[seat]} {worth(owned)}" + (f" = {heap}" if heap else "")
        lines.append(", ".join([points, *has]))
    stack = " ".join(f"{n}x{sign}" for sign, n in zip(IN_STACK, state.stack, strict=True) if n)
    return [*lines, f"stack {sum(state.stack)}" + (f" = {stack}" if stack else "")]


def scene(state: Guardians) -> Scene:
    """Return the picture: invaders as tiles, ships in halves, fighters as darts, the last shot."""
    marks = [
        *_numbers(),
        *(_disc(cell, 0.14, "ghost", "mine space") for cell in MINE_SPACES if cell != state.mine),
        *_invader_marks(state),
        *(_fighter(state, seat) for seat, cell in enumerate(state.fighters) if cell >= 0),
        *(_disc(cell, 0.3, "contact", "mine") for cell in [state.mine] if cell >= 0),
        *_shot_marks(state),
    ]
    detail = " | ".join(_heaps(state))
    return GRID.scene(
        marks, headline=_headline(state), detail=detail, unit="cells", desc=text(state)
    )


def _numbers() -> list[Mark]:
    """Return the numbers of rows and columns, as moves name them."""
    left = [(-0.34, y + 0.5, y) for y in range(ROWS)]
    below = [(x + 0.5, -0.34, x) for x in range(COLUMNS)]
    return [Mark(_round(x, y, 0.3), "band", label=str(n)) for x, y, n in left + below]


def _disc(cell: int, radius: float, role: str, what: str) -> Mark:
    return Mark(_round(*GRID.centers[cell], radius), role, title=f"{what} {LABELS[cell]}")


def _round(x: float, y: float, radius: float) -> shapely.Polygon:
    return shapely.Point(x, y).buffer(radius)


def _invader_marks(state: Guardians) -> list[Mark]:
    marks = []
    for cell, code in enumerate(state.board):
        if not code:
            continue
        if code < LEFT:
            title = f"monster {SIGNS[code]} on {LABELS[cell]}"
            marks.append(GRID.mark([cell], "tile", label=SIGNS[code], title=title, inset=0.16))
        elif code in OTHER_HALF:
            title = f"ship on {LABELS[cell]}"
            marks.append(Mark(_half(cell, code == LEFT), "obstacle", title=title))
        else:
            left = SIGNS[code] == "("
            title = f"damaged ship on {LABELS[cell]}"
            marks.append(Mark(_half(cell, left, gap=0.12), "obstacle", label="10", title=title))
    return marks


def _half(cell: int, left: bool, gap: float = 0.0) -> BaseGeometry:
    """Return a half of a ship: round outside, and straight where the other half joins."""
    x, y = GRID.centers[cell]
    inner = 0.5 if left else -0.5
    hull = shapely.affinity.scale(_round(x + inner, y, 1.0), 0.88, 0.36)
    away = -gap if left else gap
    return hull & shapely.affinity.translate(shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5), away)


def _fighter(state: Guardians, seat: int) -> Mark:
    x, y = GRID.centers[state.fighters[seat]]
    title = f"fighter {FIGHTERS[seat]} on {LABELS[state.fighters[seat]]}"
    level = str(state.levels[seat]) if state.settings.upgrades else ""
    return _dart(x, y, seat, FIGHTERS[seat] + level, title)


def _dart(x: float, y: float, seat: int, label: str, title: str = "") -> Mark:
    points = ((0.0, 0.38), (0.3, -0.34), (0.0, -0.18), (-0.3, -0.34))
    dart = shapely.Polygon([(x + dx, y + dy) for dx, dy in points])
    return Mark(dart, "base", seat, label, title)


def _shot_marks(state: Guardians) -> list[Mark]:
    """Draw the line of the last shot, from the fighter to what it hit."""
    for event in state.events:
        told = dict(event.details)
        if event.kind == "shot" and event.seat is not None and "at" in told:
            start = state.fighters[event.seat]
            if start >= 0:
                ends = [GRID.centers[start], GRID.centers[GRID.cell(str(told["at"]))]]
                return [Mark(shapely.LineString(ends), "path", event.seat, title=str(event))]
    return []


def table(state: Guardians) -> Table:
    """Return the position as pieces on a table, to be measured like any other.

    Fighters head up the board; an invader's piece is named by its cell.
    """
    placed: list[Piece] = []
    for cell, sign in pieces(state):
        if sign == MINE:
            placed.append(GRID.piece("mine", cell))
        else:
            seat = FIGHTERS.index(sign)
            placed.append(GRID.piece(f"fighter-{sign}", cell, heading=90, seat=seat))
    for cell, code in enumerate(state.board):
        if code:
            placed.append(GRID.piece(f"invader-{LABELS[cell].replace(',', '-')}", cell))
    return GRID.table(placed, title=_headline(state))


def parts() -> Iterator[Scene]:
    """Yield what there is to print: the board, all tokens, fighters and the mine (SK-1 to SK-4).

    >>> len(list(parts())) == 1 + 66 + data.MOST_SEATS + 1
    True
    """
    spaces = [_disc(cell, 0.14, "ghost", "mine space") for cell in MINE_SPACES]
    yield part("guardians", "board", (*GRID.scene().marks, *_numbers(), *spaces))
    box, side = data.tokens(), shapely.box(0, 0, 1, 1)
    for sign, number in zip(data.MONSTERS, box.monsters, strict=True):
        for _ in range(number):
            yield part("guardians", f"monster {sign}", [Mark(side, "cell", label=sign)])
    for _ in range(box.ships):
        for left in (True, False):
            marks = Mark(side, "cell"), Mark(_half(0, left), "obstacle", label=f"{box.half_value}")
            yield part("guardians", f"{'left' if left else 'right'} half of a ship", marks)
    for seat, sign in enumerate(FIGHTERS):
        marks = Mark(side, "cell"), _dart(0.5, 0.5, seat, sign)
        yield part("guardians", f"fighter {sign}", marks)
    yield part("guardians", "mine", [Mark(side, "cell", label="mine")])
