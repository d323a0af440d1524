"""The state: one moment of the game, and what is asked about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ...protocol import CHANCE, OVER, Event, Result, State
from ...protocol.chance import Chance
from . import invasion, legality, rules
from .board import BIT, COLUMNS, ROW
from .phases import Phase, Reason
from .tokens import HALF, KIND, VALUES, Counts, worth

if TYPE_CHECKING:
    from ...scene import Scene
    from .moves import Move


@dataclass(frozen=True, slots=True)
class Settings:
    """What was chosen before the game; see ``templates/guardians/options.toml``."""

    first_player: int
    directions: int
    ship_entry: str
    repair_cost: int
    rocket_cost: int
    rocket_gain: str
    upgrades: bool
    upgrade_cost: int
    turn_limit: int
    monster_counts: tuple[int, ...]


NOT_FILLING: Final = COLUMNS
"""``filling`` while no reinforcements arrive."""


_NO_SEAT: Final = {Phase.FORMATION: CHANCE, Phase.OVER: OVER}


@dataclass(frozen=True, repr=False)
class Guardians(State["Move"]):
    """One moment of the game.

    Attributes
    ----------
    settings
        What was chosen before the game.
    phase
        What is to be done, unless ``owing`` or ``filling`` interrupts it: those come first.
    turn, seat
        The number of the turn, 0 during set-up, and whose turn it is.
    board
        The code of the invader in each cell (see :mod:`~tablesim.games.guardians.tokens`).
    invaders
        The cells with an invader, as a mask.
    fighters
        The cell of each seat's fighter, -1 for one that is not on the board.
    mine
        Its cell, -1 if it is not on the board.
    stack
        How many tokens are left of each sign of ``12345[]``.
    tokens
        The tokens of each seat.
    out
        The tokens that are out of the game.
    rockets, markers
        The seats that still have their rocket, or their upgrade marker, as masks.
    levels
        The level of each fighter, 1 to 3.
    shots
        How many shots were fired in this turn; 4, which is more than any, after a rocket.
    owing
        The seats that must pay for a repair, the first one now (SK-33).
    filling
        The next space of the top row that reinforcements fill; 6 while none arrive (SK-28).
    events
        What the last step did.
    """

    settings: Settings
    phase: Phase
    turn: int
    seat: int
    board: bytes
    invaders: int
    fighters: tuple[int, ...]
    mine: int
    stack: Counts
    tokens: tuple[Counts, ...]
    out: Counts
    rockets: int
    levels: tuple[int, ...]
    markers: int
    shots: int = 0
    owing: tuple[int, ...] = ()
    filling: int = NOT_FILLING
    events: tuple[Event, ...] = field(default=(), compare=False)

    def but(self, **changes: Any) -> Guardians:
        """Return the state with some fields changed.

        It does what ``dataclasses.replace`` does, in a quarter of its time: play is made of this.
        """
        new = object.__new__(Guardians)
        new.__dict__.update(self.__dict__, **changes)
        return new

    def noting(self, *events: Event, **changes: Any) -> Guardians:
        """Return the state with more events, and some fields changed."""
        return self.but(events=self.events + events, **changes)

    @property
    def to_move(self) -> int:
        """Who decides: the seat that owes, then chance that fills, then the seat of the turn."""
        if self.owing:
            return self.owing[0]
        if self.filling != NOT_FILLING:
            return CHANCE
        return _NO_SEAT.get(self.phase, self.seat)

    def legal_moves(self) -> tuple[Move, ...]:  # noqa: D102
        return legality.legal_moves(self)

    def why_illegal(self, move: Move) -> str | None:  # noqa: D102
        return legality.why_illegal(self, move)

    def chance(self) -> Chance:  # noqa: D102
        if self.to_move != CHANCE:
            return super().chance()
        if self.phase is Phase.FORMATION:
            return rules.formation(self)
        return invasion.draw(self)

    def after(self, step: Any) -> Guardians:  # noqa: D102
        return rules.after(self.but(events=()), step)

    def result(self) -> Result | None:  # noqa: D102
        if self.phase is not Phase.OVER:
            return None
        scores = self.scores()
        if self.invaders & ROW[0]:
            return Result(Reason.PLANET_LOST, scores, ())
        if self.invaders or any(self.stack):
            return Result(Reason.TURN_LIMIT, scores, ())
        return Result(Reason.DEFENDED, scores, rules.winners(self.tokens))

    def scores(self) -> tuple[int, ...]:  # noqa: D102
        return tuple(map(worth, self.tokens))

    def occupied(self) -> int:
        """Return the cells with an invader, a fighter or the mine, as a mask."""
        return self.invaders | self.fighter_mask() | BIT[self.mine]

    def fighter_mask(self) -> int:
        """Return the cells with a fighter, as a mask."""
        mask = 0
        for cell in self.fighters:
            mask |= BIT[cell]
        return mask

    def encode(self) -> dict[str, Any]:  # noqa: D102
        from .codec import encode

        return encode(self)

    def invariants(self) -> Mapping[str, int]:
        """Return how many tokens of each value there are, wherever they are (SK-41)."""
        found = [sum(heap) for heap in zip(self.out, *self.tokens, strict=True)]
        for kind, number in enumerate(self.stack):
            found[min(kind, HALF)] += number
        for code in self.board:
            if code:
                found[KIND[code]] += 1
        return {f"tokens of {value}": n for value, n in zip(VALUES, found, strict=True)}

    def scene(self) -> Scene:  # noqa: D102
        from .view import scene

        return scene(self)

    def __str__(self) -> str:
        from .view import text

        return text(self)

    def __repr__(self) -> str:
        from .view import rows

        where = f"turn {self.turn}, seat {self.seat}, {self.phase.name.lower()}"
        return f"<guardians: {where}, {'/'.join(rows(self))}>"
