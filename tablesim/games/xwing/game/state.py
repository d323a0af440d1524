"""The state: one moment of the game, as a value, and what it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from ....protocol import UNKNOWN, Event, Face, Result
from ....protocol.agenda import Rulebook
from ....protocol.cast import CastState
from . import cards
from .moves import Move
from .ships import Place, Ship

if TYPE_CHECKING:
    from ....scene import Scene


class Reason(Enum):
    """How the game ended."""

    DESTROYED = "the other side has no ships left"
    TOGETHER = "the last ships went at the same time; initiative decides"
    MISSION = "the mission is fulfilled"
    FAILED = "the mission can no longer be fulfilled"
    ROUNDS = "the rounds are used up"


@dataclass(frozen=True, slots=True)
class Settings:
    """What was chosen before the game; see :meth:`XWingGame.options`."""

    rebel: str
    imperial: str
    points: int
    boxes: int
    width: int
    depth: int
    asteroids: int
    rounds: int
    mission: str
    late_biggs: bool
    strict_rolls: bool


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that is to be done: a step of the rules, a decision, or chance.

    Attributes
    ----------
    name
        What, a key of the tables in :mod:`~tablesim.games.xwing.game.tasks`.
    ship
        The number of the ship that it is about; -1 for none.
    data
        What else it needs to know.
    """

    name: str
    ship: int = -1
    data: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """The attack that is going on (XW-61).

    Attributes
    ----------
    by, on
        The numbers of attacker and defender.
    weapon
        The secondary weapon; empty for the primary one.
    band
        The range.
    obstructed
        Whether the defender rolls a die more (XW-214).
    attack, defense
        The dice as they lie, sorted; one that was rerolled has a ``*``, and is not rerolled again
        in this attack (XW-72).
    used
        The cards that were used in it.
    """

    by: int
    on: int
    weapon: str
    band: int
    obstructed: bool
    attack: tuple[str, ...] = ()
    defense: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


Rock = tuple[str, float, float, float]
"""The kind of an asteroid, its x, y and heading."""


@dataclass(frozen=True, repr=False)
class Battle(CastState[Move]):
    """One moment of the game.

    Attributes
    ----------
    settings
        What was chosen before the game.
    initiative
        The seat that has it (XW-88).
    ships
        All ships of both seats, those that are gone among them.
    agenda
        What is to be done, the next thing first.
    edges
        The edge of each seat (XW-6).
    rocks
        The asteroids.
    deck
        The damage cards that nobody has seen: the deck, and those that lie hidden on ships.
    discards
        The faceup discard pile (XW-85), sorted.
    round
        The number of the round; 0 during set-up.
    phase
        ``"set-up"``, ``"planning"``, ``"activation"``, ``"combat"``, ``"end"``.
    order
        The ships that are still to act in this phase.
    active
        The ship whose activation or attack is going on; -1 for none.
    shot
        The attack that is going on.
    decided
        How the game ended, and who won; None before.
    events
        What the last step did.
    """

    nobody: ClassVar[str] = "XW-12: it is no seat's turn to decide"
    member: ClassVar[str] = "ship"

    settings: Settings
    initiative: int
    ships: tuple[Ship, ...]
    agenda: tuple[Task, ...]
    edges: tuple[str, str] = ("bottom", "top")
    rocks: tuple[Rock, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    round: int = 0
    phase: str = "set-up"
    order: tuple[int, ...] = ()
    active: int = -1
    shot: Shot | None = None
    decided: tuple[Reason, tuple[int, ...]] | None = None
    events: tuple[Event, ...] = field(default=(), compare=False)

    # Changing it

    def ship(self, number: int, **changes: Any) -> Battle:
        """Return the state with one ship changed."""
        ships = list(self.ships)
        ships[number] = ships[number].but(**changes)
        return self.but(ships=tuple(ships))

    def lapsed(self, task: Task) -> bool:
        """Whether the ship of a task is gone."""
        return task.ship >= 0 and bool(self.ships[task.ship].fate)

    # Asking it

    @property
    def cast(self) -> tuple[Ship, ...]:
        """The ships."""
        return self.ships

    def flying(self, seat: int | None = None) -> list[int]:
        """Return the numbers of the ships in play, of one seat or of both."""
        return [
            number
            for number, ship in enumerate(self.ships)
            if not ship.fate and seat in (None, ship.seat)
        ]

    @property
    def deck_size(self) -> int:
        """How many cards the deck has: the unseen ones that lie on no ship."""
        return len(self.deck) - sum(ship.hidden for ship in self.ships)

    @property
    def rulebook(self) -> Rulebook[Any, Task, Move]:
        """All that can stand on the agenda."""
        from .tasks import RULEBOOK

        return RULEBOOK

    def result(self) -> Result | None:  # noqa: D102
        if self.decided is None:
            return None
        reason, winners = self.decided
        return Result(reason, self.scores(), winners)

    def scores(self) -> tuple[int, ...]:
        """Return the squad points that each seat has won of the other's ships, damaged ones too.

        They do not decide who wins (XW-91); they say how close it was.
        """
        lost = [sum(ship.loss for ship in self.ships if ship.seat == seat) for seat in (0, 1)]
        return lost[1], lost[0]

    def seen_by(self, seat: int) -> Battle:
        """Return the state as a seat sees it: without the other's facedown dials (XW-9, XW-15)."""
        if not any(ship.dial and ship.seat != seat for ship in self.ships):
            return self
        ships = (
            ship.but(dial=UNKNOWN) if ship.dial and ship.seat != seat else ship
            for ship in self.ships
        )
        return self.but(ships=tuple(ships))

    def encode(self) -> dict[str, Any]:  # noqa: D102
        from .codec import encode

        return encode(self)

    def invariants(self) -> Mapping[str, int]:
        """Return what never changes: damage cards in all, and ships (XW-222)."""
        seen = sum(len(ship.faceup) + len(ship.facedown) for ship in self.ships)
        return {
            "damage cards": len(self.deck) + len(self.discards) + seen,
            "ships": len(self.ships),
            "cards in the deck": len(cards.deck()),
        }

    def scene(self) -> Scene:  # noqa: D102
        from .view import scene

        return scene(self)

    def __str__(self) -> str:
        from .view import text

        return text(self)

    def __repr__(self) -> str:
        task = self.agenda[0].name if self.agenda else "over"
        ships = ", ".join(f"{ship.id} {ship.place}" for ship in self.ships if not ship.fate)
        return f"<xwing: round {self.round}, {self.phase}, {task}: {ships}>"


__all__ = ["Battle", "Place", "Reason", "Rock", "Settings", "Ship", "Shot", "Task"]
