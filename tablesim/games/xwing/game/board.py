"""What the rules measure: every question goes to the judge, and every answer is kept.

A position is a small value, so that the answers, which follow from it alone, are remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from ....geometry import Placed, Pose, gap
from ....table import Piece, Table, Terrain
from .. import rules
from ..catalogue import catalogue
from ..judge import Judge
from ..maneuvers import Maneuver
from ..moves import Move as Verdict
from ..slides import Slide
from ..verdicts import Attack, Lock
from . import cards
from .ships import Place, Ship
from .state import Battle, Rock

GRIDS: Final = (100.0, 40.0, 15.0)
"""The steps of the grids on which places for asteroids are looked for, in mm."""


class Standing(NamedTuple):
    """A ship as far as measuring goes: no tokens but those that an attack asks for."""

    id: str
    kind: str
    seat: int
    place: Place
    arc: str
    cloaked: bool
    lock: str
    focus: bool


class Board(NamedTuple):
    """A position as far as measuring goes."""

    area: tuple[float, float]
    edges: tuple[str, str]
    rocks: tuple[Rock, ...]
    ships: tuple[Standing, ...]


def board(state: Battle) -> Board:
    """Return the position of all ships of a state."""
    standing = tuple([_standing(s, s.place) for s in state.ships if s.place is not None])
    return Board(area(state), state.edges, state.rocks, standing)


def pair(state: Battle, one: int, other: int) -> Board:
    """Return the position of two ships alone: no third one matters between them (XW-64).

    So an answer is remembered until one of the two moves.
    """
    a, b = state.ships[one], state.ships[other]
    assert a.place is not None
    assert b.place is not None
    lock = b.id if a.lock == other else ""
    standing = (_standing(a, a.place, lock, a.focus > 0), _standing(b, b.place))
    return Board(area(state), state.edges, state.rocks, standing)


def area(state: Battle) -> tuple[float, float]:
    """Return width and depth of the play area (XW-5)."""
    return float(state.settings.width), float(state.settings.depth)


def _standing(ship: Ship, place: Place, lock: str = "", focus: bool = False) -> Standing:
    return Standing(ship.id, ship.kind, ship.seat, place, ship.arc, ship.cloaked, lock, focus)


@lru_cache(maxsize=256)
def table(board: Board) -> Table:
    """Return the table of a position."""
    found = _lined_up(board.area, board.edges, board.rocks, tuple(s[:3] for s in board.ships))
    for ship in board.ships:
        found = found.place(ship.id, Pose(*ship.place))
        said: dict[str, Any] = {
            "arc": ship.arc or None,
            "cloaked": ship.cloaked or None,
            "lock": ship.lock or None,
            "focus": int(ship.focus) or None,
        }
        if any(said.values()):
            found = found.place(ship.id, **said)
    return found


@lru_cache(maxsize=64)
def _lined_up(
    area: tuple[float, float],
    edges: tuple[str, str],
    rocks: tuple[Rock, ...],
    ships: tuple[tuple[str, str, int], ...],
) -> Table:
    """Return a table with the right things in the wrong places: moving them costs little."""
    things: list[Piece | Terrain] = [
        Terrain(kind, kind=kind, at=(x, y), heading=heading) for kind, x, y, heading in rocks
    ]
    things += [Piece(id, kind=kind, seat=seat, at=(0, 0)) for id, kind, seat in ships]
    return Table(game="xwing", area=area, edges=list(edges)).add(*things)


@lru_cache(maxsize=256)
def judge(board: Board) -> Judge:
    """Return the judge of a position."""
    return Judge(table(board))


def attack(state: Battle, by: int, on: int, weapon: str) -> Attack:
    """Return the verdict on an attack (XW-62 to XW-68, XW-207); tokens count for its weapon."""
    two = pair(state, by, on)
    if not weapon:
        two = two._replace(ships=tuple(s._replace(lock="", focus=False) for s in two.ships))
    return _attack(two, weapon)


@lru_cache(maxsize=2048)
def _attack(two: Board, weapon: str) -> Attack:
    by, on = two.ships
    return judge(two).attack(by.id, on.id, weapon=weapon or None)


@lru_cache(maxsize=1024)
def maneuver(board: Board, id: str, flown: Maneuver, at: str) -> Verdict:
    """Return the verdict on a maneuver (XW-22 to XW-41)."""
    return judge(board).maneuver(id, flown, at=at)


def lock(state: Battle, by: int, on: int) -> Lock:
    """Return the verdict on a target lock (XW-54)."""
    return judge(pair(state, by, on)).lock(state.ships[by].id, state.ships[on].id)


@lru_cache(maxsize=1024)
def slide(board: Board, id: str, action: str, how: str) -> Slide:
    """Return the verdict on a barrel roll, a boost or a decloak."""
    ask = judge(board)
    ways = {"barrel-roll": ask.barrel_roll, "boost": ask.boost, "decloak": ask.decloak}
    return ways[action](id, how)


def band(state: Battle, one: int, other: int) -> int | None:
    """Return the range between two ships (XW-68, XW-162)."""
    return judge(pair(state, one, other)).range(state.ships[one].id, state.ships[other].id).band


def deployment(state: Battle, number: int, place: Place) -> tuple[str, ...]:
    """Return why a ship may not be placed there (XW-8, XW-159)."""
    id = state.ships[number].id
    anywhere = table(board(state.ship(number, place=(0.0, 0.0, 0.0))))
    return Judge(anywhere.place(id, Pose(*place))).deploy(id).reasons


@lru_cache(maxsize=4096)
def placed_rock(rock: Rock) -> Placed:
    """Return an asteroid where it lies."""
    kind, x, y, heading = rock
    return Placed(catalogue().obstacles[kind], Pose(x, y, heading))


def on_rock(state: Battle, number: int) -> bool:
    """Whether the base of a ship overlaps an asteroid: its template does not count (XW-156)."""
    ship = state.ships[number]
    assert ship.place is not None
    base = Placed(catalogue().bases[cards.ship_card(ship.kind).base], Pose(*ship.place))
    return any(rules.overlapping(base, placed_rock(rock)) for rock in state.rocks)


def rock_reasons(area: tuple[float, float], rocks: tuple[Rock, ...], rock: Rock) -> tuple[str, ...]:
    """Return why an asteroid may not be placed beside others (XW-210)."""
    new, ruler = placed_rock(rock), catalogue().ruler
    from_edge = rules.inside(new, (0.0, 0.0, *area))
    reasons = []
    if from_edge < 0 or rules.band(from_edge, ruler) in (1, 2):
        reasons.append(f"{rock[0]} is {from_edge:.2f} mm from an edge, within range 2 (XW-210)")
    for other in rocks:
        apart = gap(new, placed_rock(other)).distance
        if rules.band(apart, ruler) == 1:
            reasons.append(f"{rock[0]} is {apart:.2f} mm from {other[0]}, at range 1 (XW-210)")
    return tuple(reasons)


@lru_cache(maxsize=64)
def free_rocks(area: tuple[float, float], rocks: tuple[Rock, ...]) -> tuple[Rock, ...]:
    """Return places for another asteroid: the free ones of the coarsest grid that has any."""
    left = [kind for kind in catalogue().obstacles if kind not in {rock[0] for rock in rocks}]
    for grid in GRIDS:
        free = tuple(
            rock
            for x in _steps(area[0], grid)
            for y in _steps(area[1], grid)
            for rock in [(kind, x, y, 0.0) for kind in left]
            if not rock_reasons(area, rocks, rock)
        )
        if free:
            return free
    return ()


def _steps(size: float, step: float) -> list[float]:
    """Return numbers around the middle of a length, as far as an asteroid may lie."""
    reach = int((size / 2 - catalogue().ruler.edges[1]) / step)
    return [size / 2 + step * k for k in range(-reach, reach + 1)]
