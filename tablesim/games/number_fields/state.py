"""One moment of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from ...protocol import CHANCE, Chance, Event, Result, State
from ...protocol.state import canonical
from . import rules
from .moves import Move
from .stage import ACTIVE, NOBODY, OFF, Reason, Stage

if TYPE_CHECKING:
    from ...protocol.state import JSON
    from ...scene import Scene
    from ...table import Table
    from .settings import Settings


@dataclass(frozen=True, repr=False)
class NumberFields(State[Move]):
    """A position; what stands on the fields is in tuples with one entry for each field.

    Attributes
    ----------
    settings
        Board, players and options.
    stage
        What comes next.
    turn, seat
        The number of the turn, from 1 (0 while pieces are placed), and whose it is.
    pieces
        The field of each seat's moving piece, ``OFF`` for none (DS-10).
    owners, blockers
        Whose each field is, and how many blockers stand on it (DS-23).
    supply, lives
        The blockers and the life pieces that each seat has left (DS-25).
    need
        What the throw must reach, 0 while nothing is tried (DS-14, DS-26).
    total
        The eyes of the throw that lives may be added to, else 0 (DS-18).
    reason
        How the game ended; None until it has.
    happened
        The arguments of the events of the last step; see :attr:`events`.
    """

    settings: Settings
    stage: Stage
    turn: int
    seat: int
    pieces: tuple[int, ...]
    owners: tuple[int, ...]
    blockers: tuple[int, ...]
    supply: tuple[int, ...]
    lives: tuple[int, ...]
    need: int = 0
    total: int = 0
    reason: Reason | None = None
    happened: rules.Log = field(default=(), compare=False)

    @property
    def to_move(self) -> int:
        """Who decides: a seat, ``CHANCE`` or ``OVER``."""
        decides = self.stage.decides
        if decides == ACTIVE:
            return self.seat
        return decides if decides < 0 else self.owners[self.pieces[self.seat]]

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step did; made when somebody asks."""
        return tuple(Event(*told) for told in self.happened)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, sorted."""
        return rules.choices(self)

    def why_illegal(self, move: Move) -> str | None:
        """Return None if the move is legal, else the reason, with its rule before it."""
        return None if move in rules.choices(self) else rules.objection(self, move)

    def chance(self) -> Chance:
        """Return the two dice (DS-1)."""
        return self.settings.throw if self.stage.decides == CHANCE else super().chance()

    def after(self, step: Any) -> Self:
        """Return the state after a step that is known to be legal."""
        following: Self = rules.FOLLOW[self.stage](self, step)
        return following

    def but(self, **changes: Any) -> Self:
        """Return the state with some attributes changed, and nothing told unless it is given."""
        other = object.__new__(type(self))
        # Twice as fast as dataclasses.replace: nothing else than this makes so many objects.
        object.__setattr__(other, "__dict__", {**self.__dict__, "happened": (), **changes})
        return other

    def result(self) -> Result | None:
        """Return how the game ended; None until it is over."""
        if self.reason is None:
            return None
        return Result(self.reason, self.scores(), rules.winners(self))

    def scores(self) -> tuple[int, ...]:
        """Return the sum of each seat's fields."""
        return tuple(rules.points(self, seat) for seat in range(self.settings.seats))

    def invariants(self) -> dict[str, int]:
        """Return the blockers of each seat (DS-25)."""
        return {
            f"blockers of seat {seat}": supply
            + (self.pieces[seat] != OFF)
            + sum(k for owner, k in zip(self.owners, self.blockers, strict=True) if owner == seat)
            for seat, supply in enumerate(self.supply)
        }

    def encode(self) -> JSON:
        """Return the state as plain JSON values."""
        labels = self.settings.layout.labels
        return {
            "seats": self.settings.seats,
            "options": self.settings.options,
            "stage": self.stage.value,
            "turn": self.turn,
            "seat": self.seat,
            "pieces": [None if cell == OFF else labels[cell] for cell in self.pieces],
            "fields": {
                labels[cell]: [owner, self.blockers[cell]]
                for cell, owner in enumerate(self.owners)
                if owner != NOBODY
            },
            "supply": list(self.supply),
            "lives": list(self.lives),
            "need": self.need,
            "total": self.total,
            "reason": None if self.reason is None else self.reason.value,
        }

    def scene(self) -> Scene:
        """Return the picture."""
        from .view import scene

        return scene(self)

    def table(self) -> Table:
        """Return the pieces on a real table, to be measured like those of any game."""
        from .view import table

        return table(self)

    def __str__(self) -> str:
        from .view import text

        return text(self)

    def __repr__(self) -> str:
        return f"<number_fields {canonical(self.encode())}>"
