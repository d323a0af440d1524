"""Openings: ships placed as a position file has them, then played on by somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from ....geometry import Pose
from ....protocol import Player, names_of, registry
from ....table import Piece, Table
from .game import GAME
from .moves import Edge, Move, Place, Rock
from .state import Battle

EDGES_OF_SEATS: Final = ("bottom", "top")
"""The edges of the seats where a position file does not say (XW-6)."""

SQUADS: Final = ("rebel", "imperial")
"""The option with the squad of each seat."""


@dataclass(frozen=True)
class Opening:
    """Places asteroids and ships as a table has them, then plays on as another player.

    Attributes
    ----------
    name
        What a transcript calls it.
    table
        The table before the first round.  The area of a game has whole millimetres: what stands on
        an edge keeps its distance from it.
    then
        Who plays on: a name, or a player.
    """

    name: str
    table: Table
    then: str | Player = "greedy"

    deterministic: ClassVar[bool] = True

    def facts(self) -> dict[str, Any]:
        """Return all that decides its moves, as plain JSON values."""
        return {"table": self.table.dumps(), "then": names_of((self.then,))[0]}

    def options(self, seat: int) -> dict[str, Any]:
        """Return the options of the game that the table decides: area, asteroids and squad.

        Raises
        ------
        ValueError
            If a ship of that seat has no pilot.
        """
        width, depth = (int(side) for side in self.table.area)
        found = {"width": width, "depth": depth, "asteroids": len(self.table.terrain)}
        ships = self.ships(seat)
        for ship in ships:
            if "pilot" not in ship.state:
                raise ValueError(f"{self.name}: {ship.id} has no pilot, whom a squad needs to name")
        squad = ", ".join(f"{ship.kind}/{ship.state['pilot']}" for ship in ships)
        return {**found, SQUADS[seat]: squad} if squad else found

    def ships(self, seat: int) -> list[Piece]:
        """Return the ships of a seat, in the order of its squad."""
        return [piece for piece in self.table.pieces if piece.seat == seat]

    def choose(self, view: Battle, moves: Sequence[Move], rng: Random) -> Move:
        """Return the move that the table asks for; beyond that, the choice of the player."""
        seat = view.to_move
        match view.agenda[0].name:
            case "place asteroid":
                laid = {rock[0] for rock in view.rocks}
                rock = next(rock for rock in self.table.terrain if rock.kind not in laid)
                return Rock(str(rock.kind), *self._settled(rock.pose, ""))
            case "choose edge":
                return Edge(self._edge(seat))
            case "place ship" if ships := self.ships(seat):
                names = (ship.id for ship in view.ships if ship.seat == seat)
                there = dict(zip(names, ships, strict=True))
                name = next(move.ship for move in moves if isinstance(move, Place))
                return Place(name, *self._settled(there[name].pose, self._edge(seat)))
        player = registry.player(self.then, GAME) if isinstance(self.then, str) else self.then
        chosen: Move = player.choose(view, moves, rng)
        return chosen

    def _edge(self, seat: int) -> str:
        edges = self.table.state.get("edges", EDGES_OF_SEATS)
        assert isinstance(edges, tuple)
        return str(edges[seat])

    def _settled(self, pose: Pose, edge: str) -> tuple[float, float, float]:
        """Return a pose in the area of the game, as far from an edge as in that of the table."""
        (width, depth), (x, y) = self.table.area, pose.point
        dx, dy = int(width) - width, int(depth) - depth
        far = {"left": (0.0, 0.5), "right": (1.0, 0.5), "bottom": (0.5, 0.0), "top": (0.5, 1.0)}
        part_x, part_y = far.get(edge, (0.5, 0.5))
        return x + part_x * dx, y + part_y * dy, pose.heading
