"""The game: what may be chosen, how it starts, and how texts and positions are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from ...protocol import Game, Option, Player
from . import codec, data, moves
from .board import COLUMNS, FORMATION, ROWS
from .moves import Move
from .phases import Phase
from .players import greedy
from .state import Guardians, Settings
from .tokens import NO_TOKENS

CHOICES: Mapping[str, Sequence[Any] | None] = {
    "first_player": range(data.MOST_SEATS),
    "directions": (8, 4),
    "ship_entry": data.SHIP_ENTRIES,
    "repair_cost": range(1, 21),
    "rocket_cost": range(1, 21),
    "rocket_gain": data.ROCKET_GAINS,
    "upgrades": (False, True),
    "upgrade_cost": range(1, 21),
    "turn_limit": range(1, 10_001),
}
"""What each option allows; how it is set, and whether that is a house rule, stands in the data."""


class GuardiansGame(Game[Guardians]):
    """Guardians of space: fighters shoot at invaders that step down towards the planet.

    >>> state = GuardiansGame().new(seats=3, directions=4)
    >>> state.chance()
    Formation((11, 11, 11, 11, 12), 24)
    """

    name: ClassVar[str] = "guardians"
    seats: ClassVar[range] = range(2, data.MOST_SEATS + 1)

    def options(self) -> Mapping[str, Option]:
        """Return the options of ``templates/guardians/options.toml``, and the monsters (SK-2)."""
        monsters = list(data.tokens().monsters)
        counts = Option(monsters, "how many monsters have 1, 2, 3, 4, 5 eyes", rule="SK-2")
        return {**_options(), "monster_counts": counts}

    def start(self, seats: int, **options: Any) -> Guardians:
        """Return the state before the formation is laid.

        Raises
        ------
        ValueError
            If the first player is no seat, or the monsters are too few.
        """
        settings = _settings(options, seats)
        ships = data.tokens().ships
        return Guardians(
            settings=settings,
            phase=Phase.FORMATION,
            turn=0,
            seat=settings.first_player,
            board=bytes(COLUMNS * ROWS),
            invaders=0,
            fighters=(-1,) * seats,
            mine=-1,
            stack=(*settings.monster_counts, ships, ships),
            tokens=(NO_TOKENS,) * seats,
            out=NO_TOKENS,
            rockets=(1 << seats) - 1,
            levels=(1,) * seats,
            markers=(1 << seats) - 1 if settings.upgrades else 0,
        )

    def parse(self, state: Any, text: str) -> Move:
        """Return the move that a text means, see :mod:`~tablesim.games.guardians.moves`."""
        return moves.parse(text)

    def decode(self, data: Any) -> Guardians:
        """Return the state that ``encode`` wrote."""
        return codec.decode(data, self._settled)

    def _settled(self, options: Mapping[str, Any], seats: int) -> Settings:
        if seats not in self.seats:
            raise ValueError(f"the game is for {self.seats[0]} to {self.seats[-1]} seats")
        missing = sorted(set(self.options()) - set(options))
        if missing:
            raise ValueError(f"{missing[0]!r} is missing")
        return _settings(self.settle(options), seats)

    def bound(self, state: Any) -> int:
        """Return a number of steps that no game from this state exceeds.

        A turn has at most nine decisions (return, upgrade, move, five about shots, mine), and each
        seat repairs its fighter at most once between two of its turns; every draw takes a token.
        """
        seats = len(state.fighters)
        turns = state.settings.turn_limit - state.turn + 1
        most: int = 1 + seats + 1 + (9 + 1) * turns + seats + sum(state.stack)
        return most

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the greedy player (SK-43)."""
        return {"greedy": greedy}


MOST_ALIKE = 999
"""How many monsters may have the same number of eyes: a position names each of them."""


@cache
def _options() -> Mapping[str, Option]:
    return {
        name: Option(
            setting.default,
            f"{setting.meaning} (house rule)" if setting.house else setting.meaning,
            CHOICES[name],
            setting.rule,
        )
        for name, setting in data.settings().items()
    }


def _settings(options: Mapping[str, Any], seats: int) -> Settings:
    counts = options["monster_counts"]
    if options["first_player"] >= seats:
        raise ValueError(
            f"option first_player: expected 0 to {seats - 1}, got {options['first_player']}"
        )
    right = [type(number) is int and 0 <= number <= MOST_ALIKE for number in counts]
    if len(counts) != len(data.MONSTERS) or not all(right):
        expected = f"expected five numbers of 0 to {MOST_ALIKE}"
        raise ValueError(f"option monster_counts: {expected}, got {counts!r:.80}")
    if sum(counts) < len(FORMATION):
        raise ValueError(
            f"option monster_counts: the formation needs {len(FORMATION)}, got {sum(counts)}"
        )
    return Settings(**{**options, "monster_counts": tuple(counts)})


GAME = GuardiansGame()
