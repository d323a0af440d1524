"""What is played for and where: scenarios, battlefields, and how points are won (HR-1, UF-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ....errors import BadData, Mistake, UnknownName, did_you_mean
from ....table import Table
from ....table.files import load, loads
from ... import edges
from ...datafile import Section, read
from ..catalogue import catalogue
from ..components import default_folder
from ..rules import INCH
from ..terrain import Battlefield, battlefield

if TYPE_CHECKING:
    from ....geometry import Point
    from .state import Skirmish


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario (HR-1).

    Attributes
    ----------
    name, briefing
        What it is called, and what it is about.
    battlefield
        Where it is played unless another one is chosen.
    strip
        How deep the strips are in which the sides deploy, in inches.
    rounds
        After so many rounds points decide.
    markers
        Places to hold, as shares of width and depth.
    marker_reach, marker_points
        How near one must be to hold one, in inches, and what that gives at the end of each round.
    breakthrough
        Whether who stands in the enemy's strip at the end scores its own points.
    """

    name: str
    briefing: str
    battlefield: str
    strip: float
    rounds: int
    markers: tuple[Point, ...] = ()
    marker_reach: float = 0.0
    marker_points: int = 0
    breakthrough: bool = False


@cache
def scenarios(folder: Path | None = None) -> Mapping[str, Scenario]:
    """Read ``scenarios.toml``: the scenarios by id.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> scenarios()["skirmish"].strip
    8.0
    """
    return read((folder or default_folder()) / "scenarios.toml", lambda top: top.sections(_one))


def _one(_: str, row: Section) -> Scenario:
    marked = row.has("markers")
    return Scenario(
        name=row.text("name"),
        briefing=row.text("briefing"),
        battlefield=row.text("battlefield", fields()),
        strip=row.positive("strip_in"),
        rounds=row.count("rounds"),
        markers=row.points("markers") if marked else (),
        marker_reach=row.positive("marker_in") if marked else 0.0,
        marker_points=row.count("marker_points") if marked else 0,
        breakthrough=row.has("breakthrough") and row.flag("breakthrough"),
    )


class Field(NamedTuple):
    """A battlefield: its name, its table without models, the terrain as the rules see it."""

    name: str
    table: Table
    terrain: Battlefield


def fields() -> tuple[str, ...]:
    """Return the names of the battlefields that come with the game.

    >>> fields()
    ('crossroads', 'meadow', 'mill', 'quarry')
    """
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


def _folder() -> Path:
    return default_folder() / "battlefields"


@cache
def field(said: str) -> Field:
    """Return a battlefield.

    Parameters
    ----------
    said
        Its name, or the text of a position file with terrain.

    Raises
    ------
    UnknownName
        If there is no battlefield of that name.
    BadData
        If the text is no table of this game.
    """
    if "\n" in said:
        table = loads(said, source="table")
        if table.game != "unforged":
            raise BadData([Mistake(f"a table of unforged is wanted, not of {table.game}")], "table")
        table = table.remove(*(piece.id for piece in table.pieces))
    elif said in fields():
        table = load(_folder() / f"{said}.toml")
    else:
        hint = did_you_mean(said, fields()) or f"; there are {', '.join(fields())}"
        raise UnknownName(f"no battlefield {said!r}{hint}")
    return Field(said, table, battlefield(table, catalogue().terrain))


def area(state: Skirmish) -> tuple[float, float]:
    """Return width and depth of the table."""
    return field(state.settings.table).table.area


def strip(state: Skirmish, edge: str) -> tuple[float, float, float, float]:
    """Return the strip at an edge: least x and y, greatest x and y."""
    return edges.strip(area(state), edge, state.scenario.strip)


def inside(box: tuple[float, float, float, float], point: Point, radius: float) -> float:
    """Return how far a base is inside a strip; negative: how far it sticks out."""
    (x, y), (x0, y0, x1, y1) = point, box
    return min(x - x0, y - y0, x1 - x, y1 - y) - radius


def markers(state: Skirmish) -> Iterator[Point]:
    """Yield the places to hold."""
    width, depth = area(state)
    return ((x * width, y * depth) for x, y in state.scenario.markers)


def holder(state: Skirmish, marker: Point) -> int | None:
    """Return which seat holds a marker: it alone has standing models near it (HR-1)."""
    from .board import Spot, board

    here, reach = board(state), state.scenario.marker_reach
    near = {
        state.fighters[number].seat
        for number, model in here.models.items()
        if model.standing and INCH.within(here.gap_to(number, Spot(*marker, model.level)), reach)
    }
    return near.pop() if len(near) == 1 else None


def scored(state: Skirmish) -> Skirmish:
    """Return the state with what a round gives, at its end (HR-1)."""
    held = list(state.held)
    for number, marker in enumerate(markers(state), 1):
        seat = holder(state, marker)
        if seat is not None:
            held[seat] += state.scenario.marker_points
            state = state.note("holds a marker", "HR-1", marker=number, seat=seat)
    if state.scenario.breakthrough and state.round == state.settings.rounds:
        for number in list(state.present()):
            if _through(state, number):
                held[state.fighters[number].seat] += state.troops[number].price
                state = state.note("is through", "HR-1", number)
    return state.but(held=(held[0], held[1]))


def _through(state: Skirmish, number: int) -> bool:
    """Whether a standing model has its whole base in the enemy's strip."""
    from .board import board

    fighter, model = state.fighters[number], board(state).models[number]
    box = strip(state, state.edges[1 - fighter.seat])
    return fighter.standing and inside(box, model.center, model.radius) >= -INCH.limit
