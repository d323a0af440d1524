"""Everything that ``templates/xwing/`` holds, in one place.

Each file is read when it is first asked for, and once.  Whoever changes a number there changes it
everywhere: no number of the game is repeated in the program.
"""

from __future__ import annotations

from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import shapely

from ...errors import UnknownName, did_you_mean, expect
from ...scene import Mark
from ..edges import strip
from . import components, keys, odds
from .ships import Pilot, Ship, read_pilots, read_ships
from .weapons import Weapon, read_weapons

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ...geometry.footprint import Footprint, Hull, Rect
    from ...table.catalogue import KeySpec
    from ...table.piece import Piece, Terrain
    from ...table.table import Table

T = TypeVar("T")


class XWingCatalogue:
    """The ships, pilots, bases, templates, arcs, obstacles and the ruler of X-Wing.

    All values are immutable.  Every attribute raises :class:`~tablesim.errors.BadData` when it is
    first used and its file is wrong.

    Parameters
    ----------
    folder
        Where the data files are; those of the game if None.

    Attributes
    ----------
    game, unit
        The id of the game, and the unit of all its lengths.

    >>> xwing = catalogue()
    >>> xwing.ship("x-wing").hull, xwing.bases["small"].width, xwing.ruler.edges
    (3, 40.0, (100.0, 200.0, 300.0))
    """

    game = "xwing"
    unit = "mm"

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or components.default_folder()

    @cached_property
    def default_area(self) -> tuple[float, float]:
        """Width and depth of the play area (XW-5)."""
        return components.read_area(self.folder)

    @cached_property
    def bases(self) -> Mapping[str, Rect]:
        """The plain bases by size (XW-151)."""
        return components.read_bases(self.folder)

    @cached_property
    def guided_bases(self) -> Mapping[str, Footprint]:
        """The bases with their guides, by size (XW-168)."""
        return components.read_guided_bases(self.folder, self.bases)

    @cached_property
    def obstacles(self) -> Mapping[str, Hull]:
        """The stand-in shapes of obstacles by id (XW-169)."""
        return components.read_obstacles(self.folder)

    @cached_property
    def ruler(self) -> components.Ruler:
        """The range ruler (XW-163)."""
        return components.read_ruler(self.folder)

    @cached_property
    def maneuvers(self) -> components.ManeuverSet:
        """The maneuver templates and the bearings (XW-152)."""
        return components.maneuver_set(self.folder)

    @cached_property
    def actions(self) -> components.Actions:
        """The actions that move a ship (XW-51, XW-234, XW-235)."""
        return components.read_actions(self.folder, self.maneuvers, tuple(self.bases))

    @cached_property
    def dice(self) -> odds.Dice:
        """The faces of the dice (XW-200, XW-201)."""
        return odds.dice(self.folder)

    @cached_property
    def arcs(self) -> Mapping[str, components.ArcSet]:
        """The sets of arc constants by name, the default one first (XW-164)."""
        return components.read_arcs(self.folder, tuple(self.bases))

    @cached_property
    def ships(self) -> Mapping[str, Ship]:
        """The ships by id."""
        return read_ships(self.folder, self.bases, self.maneuvers)

    @cached_property
    def pilots(self) -> Mapping[str, Mapping[str, Pilot]]:
        """The pilots by ship and by id: ``pilots["x-wing"]["luke-skywalker"]``."""
        return read_pilots(self.folder, self.ships)

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """The secondary weapons by id (XW-102, XW-207)."""
        return read_weapons(self.folder)

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The size of the base of each ship, by the id of the ship."""
        return MappingProxyType({ship.id: ship.base for ship in self.ships.values()})

    @cached_property
    def piece_keys(self) -> Mapping[str, KeySpec]:
        """What a ``[[piece]]`` of a position file may say beyond place and kind."""
        pilots = {id_ for pilots in self.pilots.values() for id_ in pilots}
        return keys.piece_keys(tuple(sorted(pilots)))

    @property
    def terrain_keys(self) -> Mapping[str, KeySpec]:
        """Nothing: an obstacle is its kind and its place."""
        return MappingProxyType({})

    @property
    def table_keys(self) -> Mapping[str, KeySpec]:
        """What the top level of a position file may say."""
        return keys.TABLE_KEYS

    @cached_property
    def questions(self) -> Mapping[str, Mapping[str, KeySpec]]:
        """What may be asked about a table, and the parameters of each question."""
        return keys.questions(tuple(self.weapons))

    def check(self, thing: Piece | Terrain) -> Iterable[str]:
        """Return the mistakes of a piece that take more than one key to see.

        A pilot must fly that ship, a ship must not have more shields than printed (XW-10), and
        only a ship with a mobile arc can turn it (XW-237).
        """
        if thing.word == "terrain":  # an obstacle is its kind and its place
            return
        state = thing.state
        ship = self.ships.get(thing.kind or "")
        if ship is None:
            yield from (
                f"{key}: needs a kind, a bare base has none"
                for key in ("pilot", "shields", "arc")
                if key in state
            )
            return
        card: Ship | Pilot = ship
        if "pilot" in state:
            pilots, name = self.pilots[ship.id], str(state["pilot"])
            if name in pilots:
                card = pilots[name]
            else:
                hint = did_you_mean(name, pilots) or f"; it has {', '.join(pilots)}"
                yield f"pilot: {name!r} does not fly the {ship.name}{hint}"
        shields = state.get("shields")
        if isinstance(shields, int) and shields > card.shields:
            yield f"shields: {shields} are more than the {card.shields} of the {card.name}"
        if "arc" in state and "mobile" not in ship.arcs:
            yield f"arc: the {ship.name} has no mobile arc that could look {state['arc']}"

    def zones(self, table: Table) -> Iterable[Mark]:
        """Return the strips along the edges that the seats own, where they deploy (XW-8)."""
        edges = table.state.get("edges", ())
        for seat, edge in enumerate(edges if isinstance(edges, tuple) else ()):
            title = f"where seat {seat} deploys: range 1 of the {edge} edge (XW-8)"
            zone = shapely.box(*strip(table.area, str(edge), self.ruler.edges[0]))
            yield Mark(zone, "zone", side=seat, title=title, faint=True)

    def ship(self, id_: str) -> Ship:
        """Return a ship.

        Raises
        ------
        UnknownName
            If there is none of that id.

        >>> catalogue().ship("xwing")
        Traceback (most recent call last):
        ...
        tablesim.errors.UnknownName: no ship 'xwing'; did you mean 'x-wing'?
        """
        return _find("ship", id_, self.ships)

    def pilot(self, ship: str, id_: str) -> Pilot:
        """Return a pilot of a ship.

        Raises
        ------
        UnknownName
            If there is no such ship, or it has no pilot of that id.

        >>> catalogue().pilot("x-wing", "luke-skywalker").skill
        8
        """
        return _find(f"pilot of {self.ship(ship).name}", id_, self.pilots[ship])

    def weapon(self, id_: str) -> Weapon:
        """Return a secondary weapon.

        Raises
        ------
        UnknownName
            If there is none of that id.

        >>> catalogue().weapon("proton-torpedoes").dice
        4
        """
        return _find("secondary weapon", id_, self.weapons)

    def arc_set(self, name: str | None = None) -> components.ArcSet:
        """Return a set of arc constants, the default one if no name is given.

        Raises
        ------
        UnknownName
            If there is none of that name.

        >>> catalogue().arc_set().front_half_angle["small"]
        40.45
        """
        return _find("set of arcs", name or next(iter(self.arcs)), self.arcs)


@cache
def catalogue() -> XWingCatalogue:
    """Return the catalogue of the game's own data files."""
    return XWingCatalogue()


def _find(what: str, name: str, known: Mapping[str, T]) -> T:
    expect(name, str, f"a {what} is text, for instance {next(iter(known))!r}")
    if name not in known:
        hint = did_you_mean(name, known)
        raise UnknownName(f"no {what} {name!r}{hint or '; known: ' + ', '.join(known)}")
    return known[name]
