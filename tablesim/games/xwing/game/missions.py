"""What wins, and what becomes of a ship that leaves the area: the usual rules, and missions.

A mission replaces the forces, the fate of ships that flee, and the end of the game (XW-224).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ....geometry import Placed, Pose
from ...datafile import Section, read
from ...edges import distance_from
from ..catalogue import catalogue
from ..components import default_folder
from . import cards
from .board import area

if TYPE_CHECKING:
    from .state import Battle, Reason

Ending = tuple["Reason", tuple[int, ...]]
"""Why the game ends, and who wins."""


class Skirmish:
    """The usual rules: who has destroyed all enemies wins (XW-91)."""

    def fate(self, state: Battle, number: int) -> tuple[str, str]:
        """Return what becomes of a ship beyond the border, and by which rule (XW-36)."""
        return "fled", "XW-36"

    def ending(self, state: Battle) -> Ending | None:
        """Return how the game ends now, if it does (XW-91, XW-92, A-19)."""
        from .state import Reason

        left = [state.flying(0), state.flying(1)]
        if all(left):
            return None
        if not any(left):
            return Reason.TOGETHER, (state.initiative,)
        winner = 0 if left[0] else 1
        if all(state.ships[number].doomed for number in left[winner]):
            return None  # they go in the same step, so that both sides count as gone together
        return Reason.DESTROYED, (winner,)


@dataclass(frozen=True, slots=True)
class Breakthrough(Skirmish):
    """Rebel ships escape across the imperial edge; destroying everything is not enough.

    Attributes
    ----------
    name, briefing
        What it is called, and what it is about.
    rebel, imperial, asteroids, rounds
        What it sets; see :class:`~tablesim.games.xwing.game.state.Settings`.
    escapes
        How many ships must escape.
    """

    name: str
    briefing: str
    rebel: str
    imperial: str
    asteroids: int
    rounds: int
    escapes: int

    def fate(self, state: Battle, number: int) -> tuple[str, str]:  # noqa: D102
        ship = state.ships[number]
        if ship.seat == 0 and _beyond(state, number, state.edges[1]):
            return "escaped", "XW-224"
        return "fled", "XW-36"

    def ending(self, state: Battle) -> Ending | None:  # noqa: D102
        from .state import Reason

        out = sum(ship.fate == "escaped" for ship in state.ships)
        if out >= self.escapes:
            return Reason.MISSION, (0,)
        if out + len(state.flying(0)) < self.escapes:
            return Reason.FAILED, (1,)
        return None


def _beyond(state: Battle, number: int, edge: str) -> bool:
    """Whether any part of a base is beyond an edge."""
    ship = state.ships[number]
    assert ship.place is not None
    base = catalogue().bases[cards.ship_card(ship.kind).base]
    return distance_from(area(state), edge, Placed(base, Pose(*ship.place)).bounds) < 0


@cache
def missions(folder: Path | None = None) -> Mapping[str, Breakthrough]:
    """Read ``missions.toml``: the missions by id.

    Raises
    ------
    BadData
        If the file cannot be used.

    >>> missions()["breakthrough"].escapes
    1
    """

    def mission(id_: str, row: Section) -> Breakthrough:
        return Breakthrough(
            name=row.text("name"),
            briefing=row.text("briefing"),
            rebel=row.text("rebel"),
            imperial=row.text("imperial"),
            asteroids=row.count("asteroids"),
            rounds=row.count("rounds"),
            escapes=row.count("escapes"),
        )

    def reader(top: Section) -> Mapping[str, Breakthrough]:
        top.text("source")
        return top.sections(mission)

    return read((folder or default_folder()) / "missions.toml", reader)


_USUAL = Skirmish()


def of(state: Battle) -> Skirmish:
    """Return the mission that is played, or the usual rules."""
    name = state.settings.mission
    return missions()[name] if name else _USUAL
