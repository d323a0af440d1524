"""Balance: which of several squads or armies is the stronger one, led by the same player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Unpack

from ..protocol import Game, registry
from .columns import Columns
from .engine import Engine
from .ladder import Standing
from .matches import Matches, Pairing, Tally


@dataclass(frozen=True)
class Balance:
    """How forces did against each other.

    Attributes
    ----------
    forces
        Their names.
    games
        How many each pair played, both seatings together.
    tallies
        How the games of one force in seat 0 against another in seat 1 ended, by both names.
    """

    forces: tuple[str, ...]
    games: int
    tallies: Mapping[tuple[str, str], Tally]

    def wins(self, one: str, other: str) -> float:
        """Return how many games one force won against another."""
        return self.tallies[one, other].wins(0) + self.tallies[other, one].wins(1)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How each did against all others, in their order."""
        played = self.games * (len(self.forces) - 1)
        return tuple(
            Standing(
                one, played, sum(self.wins(one, other) for other in self.forces if other != one)
            )
            for one in self.forces
        )

    @property
    def first_seat(self) -> Standing:
        """How seat 0 did, whoever sat there: whether it is better to sit there."""
        tallies = self.tallies.values()
        return Standing("seat 0", sum(t.games for t in tallies), sum(t.wins(0) for t in tallies))

    def columns(self) -> Columns:
        """Return a row for each force against each other."""
        pairs = permutations(self.forces, 2)
        return Columns.of(
            {
                "force": one,
                "against": other,
                **Standing(one, self.games, self.wins(one, other)).row(),
            }
            for one, other in pairs
        )

    @property
    def lines(self) -> Iterator[str]:
        """All of it in words, line by line."""
        yield from map(str, self.standings)
        for one, other in permutations(self.forces, 2):
            if len(self.forces) > 2:
                yield f"  {Standing(f'{one} against {other}', self.games, self.wins(one, other))}"
        yield str(self.first_seat)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def balance(
    game: Game[Any] | str,
    forces: Mapping[str, str],
    games: int = 100,
    *,
    player: str = "greedy",
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    **engine: Unpack[Engine],
) -> Balance:
    """Let every two of several squads or armies meet, each as often in either seat.

    Parameters
    ----------
    game
        A game of two seats with an option for the force of each, or its name.
    forces
        By a name for each, what the option takes: a squad or an army.
    games
        How many games each pair plays: an even number.
    player
        Who leads all of them; the result holds for this player.
    seed
        Decides all games.
    options
        What else differs from the defaults of the game.
    **engine
        Who does it: ``executor``, ``keep`` and ``progress`` of :meth:`~.engine.Study.run`.

    Raises
    ------
    ValueError
        If there are fewer than two forces, the games are not even, the game has no forces to
        choose, or does not allow one of them.
    """
    game = registry.game(game) if isinstance(game, str) else game
    seats = {option.force: name for name, option in game.options().items()}
    if not seats.keys() >= {0, 1}:
        raise ValueError(f"{game.name} has no squads or armies to choose")
    if len(forces) < 2 or games < 2 or games % 2:
        raise ValueError(
            f"balance takes two forces or more and an even number of games of each pair, "
            f"got {len(forces)} and {games}"
        )
    pairs = list(permutations(forces, 2))
    pairings = [
        Pairing(
            (player, player),
            {**(options or {}), seats[0]: forces[one], seats[1]: forces[other]},
        )
        for one, other in pairs
    ]
    for pairing in pairings:
        game.new(seats=2, **pairing.options)  # says at once what is not allowed
    study = Matches(game, tuple(pairings), games // 2, seed)
    tallies = study.run(**engine)
    return Balance(tuple(forces), games, dict(zip(pairs, tallies, strict=True)))
