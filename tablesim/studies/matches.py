"""Many games: who won how often, in every pairing of players and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..protocol import Game, Player, names_of, play, registry
from ..verdict import JSON
from .engine import Study


@dataclass(frozen=True)
class Pairing:
    """Who sits where, and what is played.

    Attributes
    ----------
    players
        Seat by seat: names, or players; what a player's ``facts()`` say decides the result, too.
    options
        What differs from the defaults of the game.
    """

    players: Sequence[str | Player]
    options: Mapping[str, Any] = field(default_factory=dict)

    def facts(self) -> JSON:
        """Return it as plain JSON values."""
        told = [player.facts() for player in self.players if hasattr(player, "facts")]
        facts = {"players": list(names_of(self.players)), "options": dict(self.options)}
        return {**facts, "told": told} if told else facts


@dataclass(frozen=True)
class Tally:
    """How the games of one pairing ended.

    Attributes
    ----------
    winners
        How often each group of seats won; nobody is the empty group.
    steps
        How many steps all games took together.
    """

    winners: Mapping[tuple[int, ...], int]
    steps: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.winners.values())

    def wins(self, seat: int) -> float:
        """Return how many games a seat won; of a victory that several share, each has its part."""
        return sum(n / len(won) for won, n in self.winners.items() if seat in won)


@dataclass(frozen=True)
class Matches(Study[tuple[Tally, ...]]):
    """Every pairing plays as many games, and chance has the same seed in each round of pairings.

    So no pairing has the better dice.

    Attributes
    ----------
    game
        The game, or its name.
    pairings
        Who plays what.
    rounds
        How many games each pairing plays.
    seed
        Decides all games.
    """

    name: ClassVar[str] = "matches"
    unit: ClassVar[str] = "games"

    game: Game[Any] | str
    pairings: Sequence[Pairing]
    rounds: int
    seed: int | str = 0

    def __post_init__(self) -> None:
        if self.rounds < 1 or not self.pairings:
            raise ValueError(
                f"nothing to play: {self.rounds} rounds, {len(self.pairings)} pairings"
            )

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.pairings)

    @property
    def chunk(self) -> int:
        """A two-hundredth of all games: one of them may take seconds, or milliseconds."""
        return max(1, self.total // 200)

    def facts(self) -> JSON:
        """Return game, pairings and seed."""
        game = self._rules
        return {
            "game": game.name,
            "rules": game.rules_version,
            "pairings": [pairing.facts() for pairing in self.pairings],
            "seed": self.seed,
        }

    @property
    def _rules(self) -> Game[Any]:
        return registry.game(self.game) if isinstance(self.game, str) else self.game

    def part(self, start: int, count: int) -> list[Any]:
        """Play some games: for each pairing that had any, who won how often, and the steps."""
        game = self._rules
        won: Counter[tuple[int, tuple[int, ...]]] = Counter()
        steps: Counter[int] = Counter()
        for n in range(start, start + count):
            at, which = divmod(n, len(self.pairings))
            pairing = self.pairings[which]
            seed = f"{self.seed}/{at}"
            record = play(game, pairing.players, seed=seed, options=pairing.options)
            winners = record.result.winners if record.result else ()
            won[which, tuple(winners)] += 1
            steps[which] += len(record.steps)
        return [
            [which, [[winners, n] for (w, winners), n in won.items() if w == which], steps[which]]
            for which in steps
        ]

    def whole(self, parts: Sequence[Any]) -> tuple[Tally, ...]:
        """Return how the games of each pairing ended."""
        won: list[Counter[tuple[int, ...]]] = [Counter() for _ in self.pairings]
        steps = [0] * len(self.pairings)
        for part in parts:
            for which, seen, walked in part:
                for winners, n in seen:
                    won[which][tuple(winners)] += n
                steps[which] += walked
        return tuple(
            Tally(dict(sorted(seen.items())), walked)
            for seen, walked in zip(won, steps, strict=True)
        )
