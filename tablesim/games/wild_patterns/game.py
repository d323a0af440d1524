"""The game as players and programs find it: options, notation, JSON, and fair guesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from ...protocol import Game, Option, Player
from ...protocol.state import JSON
from . import codec, moves
from .board import NO_LAYOUT, NOWHERE
from .cards import Cards, mark_of
from .chances import shuffled
from .data import box, options
from .moves import WildMove
from .players import Greedy
from .state import Stage, WildPatterns
from .variant import variant


class WildPatternsGame(Game[WildPatterns]):
    """Villit Kuviot: move tiles until the patterns on your cards appear."""

    name: ClassVar[str] = "wild_patterns"
    rules_version: ClassVar[int] = 1
    seats: ClassVar[range] = box().seats

    def options(self) -> Mapping[str, Option]:
        """Return what may be chosen before the game, see ``templates/wild_patterns``."""
        return {name: choice.option for name, choice in options().items()}

    def start(self, seats: int, **options: Any) -> WildPatterns:
        """Return the state before the tiles are laid (T-7 to T-13)."""
        how = variant(seats=seats, **options)
        _ = how.patterns  # worked out now, so that no geometry is asked during play
        none: tuple[Cards, ...] = ((),) * seats
        first = how.first_player
        return WildPatterns(how, NO_LAYOUT, NOWHERE, how.bags, none, none, Stage.LAYOUT, first)

    def parse(self, state: WildPatterns, text: str) -> WildMove:
        """Return the move that a text means.

        Raises
        ------
        NotAMove
            If it is the notation of none.
        """
        return moves.parse(text, state.variant.pile_names)

    def decode(self, data: JSON) -> WildPatterns:
        """Return the state that ``encode`` wrote.

        Raises
        ------
        BadData
            If the data are not those of a state.
        """
        return codec.decode(data)

    def bound(self, state: WildPatterns) -> int:
        """Return a number of steps that no game exceeds.

        T-45: there are never more turns without a draw or a claim than the limit; and every card is
        drawn and claimed at most once.
        """
        how = state.variant
        in_piles, in_hands = sum(map(len, state.piles)), sum(map(len, state.hands))
        turns = (2 * in_piles + in_hands + 1) * how.patience
        set_up = 1 + len(how.deal) * how.seats
        return set_up + (turns + 1) * (2 + how.seats)

    def guess(self, view: WildPatterns, seat: int, rng: Random) -> WildPatterns:
        """Return a state that a seat cannot tell from this one.

        All cards that the seat does not see are alike, but one thing is known: where cards are
        laid as soon as their pattern is there, no hand holds one whose pattern is there.
        """
        how = view.variant
        known = {card for pile in view.scored for card in pile} | set(view.hands[seat])
        left = [card for bag in how.bags for card in bag if card not in known]
        unseen = {
            mark: shuffled([card for card in left if mark_of(card) == mark], rng)
            for mark in how.marks
        }
        is_settled = view.stage in {Stage.TURN, Stage.DRAW, Stage.OVER} and not view.broken

        def take(mark: str, holder: int | None) -> str:
            cards = unseen[mark]
            if holder is not None and is_settled and how.lays_all(holder):
                for place, card in enumerate(cards):
                    if not how.patterns[card].lies_on(view.layout):
                        return cards.pop(place)
            return cards.pop()

        hands = tuple(
            hand if one == seat else tuple(sorted(take(mark_of(card), one) for card in hand))
            for one, hand in enumerate(view.hands)
        )
        piles = tuple(
            tuple(sorted(take(mark_of(card), None) for card in pile)) for pile in view.piles
        )
        return replace(view, piles=piles, hands=hands)

    def players(self) -> Mapping[str, Callable[[Game[Any]], Player]]:
        """Return the greedy player (T-46)."""
        return {"greedy": lambda game: Greedy()}


GAME = WildPatternsGame()
