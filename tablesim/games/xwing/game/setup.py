"""Set-up (XW-2): asteroids, edges, ships on the table.

Places are endless.  The moves list a sample: asteroids on a grid that gets finer until a place is
free; ships in nine columns along their edge (more where many stand there), at two depths straight
ahead and at one turned by 30 degrees to either side.  Any other place that the rules allow may be
chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....geometry import Pose
from ...edges import EDGES, INWARD, OPPOSITE, length_of, point_at
from ..catalogue import catalogue
from . import board, cards
from .leaving import remove
from .moves import Edge, Move, Place
from .moves import Rock as PlaceRock
from .phases import acting
from .ships import Place as ShipPlace
from .state import Battle, Rock, Task
from .tasks import Decision, decision, step

COLUMNS = 9
CROWD = 4
"""So many own ships on the table double, triple, ... the columns of the sample."""
_TURNED = 30.0


@step("set-up")
def set_up(state: Battle, task: Task) -> Battle:
    """XW-2: the steps of the set-up; what this engine does not play is said first (XW-239)."""
    for number, ship in enumerate(state.ships):
        told = {"upgrades": ", ".join(ship.upgrades)} if ship.upgrades else {}
        state = state.note("joins", "XW-4 XW-10", number, pilot=ship.pilot, **told)
        for missing in cards.not_played(ship.kind, ship.pilot):
            state = state.note("not played by this engine", "XW-239", number, what=missing)
    state = state.note("initiative", "XW-88 XW-98", seat=state.initiative)
    state = state.but(order=tuple(range(len(state.ships))))
    then = (Task("place ships"), Task("round"))
    if state.settings.asteroids:
        return state.push(Task("asteroids"), Task("choose edge"), *then)
    return state.push(*then)


@step("asteroids")
def asteroids(state: Battle, task: Task) -> Battle:
    """XW-210: the players place asteroids in turn, until all lie there or none finds room."""
    if len(state.rocks) == state.settings.asteroids:
        return state
    if not board.free_rocks(board.area(state), state.rocks):
        return state.note("no room for more asteroids", "XW-210")
    return state.push(Task("place asteroid"), task)


@decision("place asteroid")
class PlaceAsteroid(Decision):
    """XW-210: one asteroid, far enough from edges and from other asteroids."""

    kinds = (PlaceRock,)
    asks = "XW-210: an asteroid is to be placed"

    def seat(self, state: Battle, task: Task) -> int:
        """XW-210: in turn, beginning with the player with initiative."""
        return (state.initiative + len(state.rocks)) % 2

    def samples(self, state: Battle, task: Task) -> bool:  # noqa: D102
        return True

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        free = board.free_rocks(board.area(state), state.rocks)
        return [PlaceRock(*rock) for rock in free]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, PlaceRock)
        if move.kind not in catalogue().obstacles:
            return f"XW-210: there is no asteroid {move.kind!r}"
        if any(rock[0] == move.kind for rock in state.rocks):
            return f"XW-210: {move.kind} lies in the area already"
        reasons = board.rock_reasons(board.area(state), state.rocks, _snapped(move))
        return f"XW-210: {'; '.join(reasons)}" if reasons else None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, PlaceRock)
        state = state.but(rocks=(*state.rocks, _snapped(move)))
        return state.note("an asteroid is placed", "XW-210", kind=move.kind)


def _snapped(move: PlaceRock) -> Rock:
    pose = Pose(move.x, move.y, move.heading).snapped()
    return move.kind, pose.x, pose.y, pose.heading


@decision("choose edge")
class ChooseEdge(Decision):
    """XW-210, XW-6: the player without initiative picks an edge, the other has the opposite."""

    kinds = (Edge,)
    asks = "XW-210: an edge is to be picked"

    def seat(self, state: Battle, task: Task) -> int:  # noqa: D102
        return 1 - state.initiative

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Edge(edge) for edge in EDGES]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Edge)
        return None if move.edge in EDGES else f"XW-6: the edges are {', '.join(EDGES)}"

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Edge)
        pair = [OPPOSITE[move.edge]] * 2
        pair[1 - state.initiative] = move.edge
        state = state.but(edges=(pair[0], pair[1]))
        return state.note("edges", "XW-6 XW-210", seat_0=pair[0], seat_1=pair[1])


@step("place ships")
def place_ships(state: Battle, task: Task) -> Battle:
    """XW-7: ships are placed in ascending skill, of equals those of the player with initiative."""
    if not state.order:
        return state
    group = acting(state, highest=False)
    if not any(_has_room(state, number) for number in group):
        state = state.note("finds no room", "XW-8", group[0])
        return remove(state.push(task), group[0], "destroyed", "XW-8")
    return state.push(Task("place ship", group[0]), task)


def _has_room(state: Battle, number: int) -> bool:
    """Whether a place of the sample is free; the rules do not say what happens where none is."""
    places = _places(state, number)
    return any(not board.deployment(state, number, place) for place in places)


@decision("place ship")
class PlaceShip(Decision):
    """XW-8, XW-159: a ship, in any orientation, inside range 1 of the own edge."""

    kinds = (Place,)
    asks = "XW-7: a ship is to be placed"

    def samples(self, state: Battle, task: Task) -> bool:  # noqa: D102
        return True

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [
            Place(state.ships[number].id, *place)
            for number in acting(state, highest=False)
            for place in _places(state, number)
        ]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Place)
        names = {state.ships[number].id: number for number in acting(state, highest=False)}
        if move.ship not in names:
            return f"XW-7: the next ship is {' or '.join(names)}, not {move.ship!r}"
        pose = Pose(move.x, move.y, move.heading).snapped()
        reasons = board.deployment(state, names[move.ship], (pose.x, pose.y, pose.heading))
        return f"XW-8, XW-159: {'; '.join(reasons)}" if reasons else None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Place)
        number = state.number(move.ship)
        pose = Pose(move.x, move.y, move.heading).snapped()
        state = state.but(order=tuple(n for n in state.order if n != number))
        state = state.ship(number, place=(pose.x, pose.y, pose.heading))
        return state.note("is placed", "XW-8", number, at=f"({pose.x:g}, {pose.y:g})")


def _places(state: Battle, number: int) -> Iterator[ShipPlace]:
    """Yield the sample of places along the owner's edge."""
    ship = state.ships[number]
    edge = state.edges[ship.seat]
    half = catalogue().bases[cards.ship_card(ship.kind).base].depth / 2
    strip = catalogue().ruler.edges[0]
    area = board.area(state)
    standing = sum(other.place is not None for other in state.ships if other.seat == ship.seat)
    columns = COLUMNS * (1 + standing // CROWD)
    for column in range(columns):
        along = round(length_of(area, edge) * (column + 0.5) / columns, 1)
        for far, turn in (
            (half, 0.0),
            (strip - half, 0.0),
            (strip / 2, _TURNED),
            (strip / 2, -_TURNED),
        ):
            yield *point_at(area, edge, along, far), (INWARD[edge] + turn) % 360.0
