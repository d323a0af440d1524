"""One moment of the game: who decides, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any

from ...protocol import CHANCE, OVER, Chance, Draw, Event, Face, Result, State
from ...scene import Scene
from . import rules
from .board import (
    CELLS,
    FULL,
    LABELS,
    NO_LAYOUT,
    NOWHERE,
    PLANES,
    layout_of,
    occupied,
    rows_of,
    shifted,
)
from .cards import Cards, cards, hidden
from .chances import FirstLayout, Notice
from .data import box
from .fast import destinations
from .moves import Claim, DrawCard, MoveTile, WildMove, shifts_to
from .variant import Variant


class Stage(Enum):
    """What is decided now."""

    LAYOUT = "layout"
    """Chance lays the tiles (T-10)."""
    DEAL = "deal"
    """Chance deals the hands, card by card (T-11)."""
    TURN = "turn"
    """A seat draws or moves (T-15)."""
    DRAW = "draw"
    """Chance says which card was drawn (T-17)."""
    CLAIMS = "claims"
    """A claim window is open (T-42): seats say what they lay, or chance says what they notice."""
    OVER = "over"


class Reason(Enum):
    """Why the game ended."""

    CARDS = "a seat without a card had to draw and no card was left"
    DECKS = "the decks were used up"
    STALLED = "stalled"


@dataclass(frozen=True)
class WildPatterns(State[WildMove]):
    """One moment of the game.

    Attributes
    ----------
    variant
        The options.
    layout
        The tiles, see :mod:`.board`; 0 before they are laid.
    lock
        The cell of the tile that was moved last and bears the lock (T-5, T-21); -1 for none (T-13).
    piles
        The cards in each pile, sorted: a bag, of which ``removed_per_deck`` are never drawn.
    hands, scored
        The cards of each seat, sorted.
    stage
        What is decided now.
    seat
        Whose turn it is; during the set-up, and its claims, the first player.
    turn
        Its number, from 1; 0 during the set-up.
    pile
        The pile that a card is drawn from, at that stage.
    pending
        The seats whose claims are still to be decided in this window, in order.
    idle
        Turns in a row without a draw or a claim (T-45).
    events
        What the last step did.
    """

    variant: Variant
    layout: int
    lock: int
    piles: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    scored: tuple[Cards, ...]
    stage: Stage
    seat: int
    turn: int = 0
    pile: int = 0
    pending: tuple[int, ...] = ()
    idle: int = 0
    events: tuple[Event, ...] = field(default=(), compare=False)

    # Who decides among what

    @property
    def to_move(self) -> int:
        """Who decides: a seat, or ``CHANCE``, or ``OVER``."""
        stage = self.stage
        if stage is Stage.TURN:
            return self.seat
        if stage is Stage.CLAIMS and self.variant.claims == "ask":
            return self.pending[0]
        return OVER if stage is Stage.OVER else CHANCE

    @property
    def broken(self) -> bool:
        """Whether the layout is illegal and must be mended (T-33)."""
        if self.variant.strict or self.layout == NO_LAYOUT:
            return False
        return rules.fault(occupied(self.layout)) is not None

    def left_in(self, pile: int) -> int:
        """Return how many cards can still be drawn from a pile (T-9)."""
        return max(0, len(self.piles[pile]) - self.variant.removed_per_deck)

    def legal_moves(self) -> tuple[WildMove, ...]:
        """Return the moves of the seat that decides, sorted."""
        if self.stage is Stage.TURN:
            return tuple(self._turn_moves())
        if self.stage is Stage.CLAIMS and self.variant.claims == "ask":
            there = self._present(self.pending[0])
            return tuple(
                sorted(
                    Claim(some) for n in range(len(there) + 1) for some in combinations(there, n)
                )
            )
        return ()

    def _turn_moves(self) -> list[WildMove]:
        found: list[WildMove] = []
        hand = self.hands[self.seat]
        broken = self.broken
        if rules.may_hold_more(hand) and not broken:
            found += [draw for pile, draw in self.variant.draws if self.left_in(pile)]
        if rules.must_draw(hand) and not broken:
            return found
        return found + shifts_to(self._targets(broken), self.lock)

    def _targets(self, broken: bool) -> Sequence[int]:
        """Return for each cell where its tile may go, whether it is locked or not (T-19).

        Where it is agreed that a wrong move stands, that is any free cell, until the layout is
        broken and must be mended (T-33).
        """
        tiles = occupied(self.layout)
        if self.variant.strict:
            return destinations(tiles)
        free = FULL & ~tiles
        return [
            (rules.landings(tiles, cell) if broken else free) if tiles >> cell & 1 else 0
            for cell in range(CELLS)
        ]

    def why_illegal(self, move: WildMove) -> str | None:
        """Return the rule that is against a move, None if there is none."""
        if self.stage is Stage.OVER:
            return "T-28: the game is over"
        if self.stage is Stage.CLAIMS and self.variant.claims == "ask":
            return self._why_not_claim(move)
        if self.stage is not Stage.TURN:
            return "T-15: it is no seat's turn"
        if isinstance(move, MoveTile):
            return self._why_not_move(move)
        if isinstance(move, DrawCard):
            return self._why_not_draw(move)
        return "T-42: no seat is asked for claims now"

    def _why_not_claim(self, move: WildMove) -> str | None:
        seat = self.pending[0]
        if not isinstance(move, Claim):
            return f"T-42: seat {seat} is asked for claims first"
        for card in move.cards:
            if card not in self.hands[seat]:
                return f"T-23: seat {seat} has no card {card}"
            if not self.variant.patterns[card].lies_on(self.layout):
                return f"T-44: the pattern of {card} is not on the board"
        return None

    def _why_not_draw(self, move: DrawCard) -> str | None:
        names = self.variant.pile_names
        if move.pile not in names:
            return f"T-8: there is no pile {move.pile}, but {', '.join(names)}"
        if self.broken:
            return "T-33: the layout must be mended first"
        if not rules.may_hold_more(self.hands[self.seat]):
            return f"T-18: a hand holds no more than {box().hand_limit} cards"
        if not self.left_in(names.index(move.pile)):
            return f"T-17: pile {move.pile} is empty"
        return None

    def _why_not_move(self, move: MoveTile) -> str | None:
        tiles = occupied(self.layout)
        source, target = move.source, move.target
        broken = self.broken
        if rules.must_draw(self.hands[self.seat]) and not broken:
            return "T-16: a seat without a card must draw"
        if not tiles >> source & 1:
            return f"T-19: there is no tile on {LABELS[source]}"
        if source == self.lock:
            return f"T-21: the tile on {LABELS[source]} was moved last"
        if source == target:
            return f"T-19: the tile may not be put back on {LABELS[source]}"
        if tiles >> target & 1:
            return f"T-19: there is a tile on {LABELS[target]}"
        if self._targets(broken)[source] >> target & 1:
            return None
        why = rules.fault(tiles & ~(1 << source) | 1 << target)
        return f"T-33: the layout must be mended ({why})" if broken else why

    def chance(self) -> Chance:
        """Return what chance must decide: the layout, a card, or what a seat notices."""
        match self.stage:
            case Stage.LAYOUT:
                return FirstLayout()
            case Stage.DEAL:
                return Draw(self.piles[self._dealing()[1]])
            case Stage.DRAW:
                return Draw(self.piles[self.pile])
            case Stage.CLAIMS if self.variant.claims == "race":
                seat = self.pending[0]
                return Notice(len(self.hands[seat]), self.variant.alert[seat])
        return super().chance()

    def _dealing(self) -> tuple[int, int]:
        """Return the seat that gets the next card of the deal, and from which pile (T-11)."""
        seat, number = divmod(sum(map(len, self.hands)), len(self.variant.deal))
        return seat, self.variant.deal[number]

    # What comes of a step

    def after(self, step: Any) -> WildPatterns:
        """Return the state after a legal step."""
        if isinstance(step, MoveTile):
            return self._moved(step)
        if isinstance(step, DrawCard):
            pile = self.variant.pile_names.index(step.pile)
            return self._with(stage=Stage.DRAW, pile=pile)
        match self.stage:
            case Stage.LAYOUT:
                event = self._event("setup", None, "T-10", layout=step[0])
                return self._with(layout=layout_of(step[0]), stage=Stage.DEAL, events=(event,))
            case Stage.DEAL:
                return self._dealt(step[0])
            case Stage.DRAW:
                taken = self._taken("draw", self.seat, self.pile, step[0], "T-17")
                return taken._with(idle=0, pile=0, events=taken.events)._opened()
            case _:
                return self._answered(step)

    def _with(self, **changes: Any) -> WildPatterns:
        """Return the state with some fields changed, and no events unless given."""
        state = object.__new__(WildPatterns)  # half the time that the constructor takes
        state.__dict__.update({**self.__dict__, "events": (), **changes})
        return state

    def _event(self, kind: str, seat: int | None, *rules: str, **details: Face) -> Event:
        return Event(kind, seat, rules, (("turn", self.turn), *details.items()))

    def _moved(self, move: MoveTile) -> WildPatterns:
        source, target = move.source, move.target
        layout = shifted(self.layout, source, target)
        legal = self.variant.strict or rules.fault(occupied(layout)) is None
        event = Event(
            "move" if legal else "illegal layout",
            self.seat,
            ("T-19", "T-21") if legal else ("T-33",),
            (("turn", self.turn), ("from", LABELS[source]), ("to", LABELS[target])),
        )
        lock = target if legal else self.lock
        moved = self._with(layout=layout, lock=lock, idle=self.idle + 1, events=(event,))
        return moved._opened() if legal else moved._closed()

    def _dealt(self, card: str) -> WildPatterns:
        seat, pile = self._dealing()
        dealt = self._taken("deal", seat, pile, card, "T-11")
        if seat == self.variant.seats - 1 and len(dealt.hands[seat]) == len(self.variant.deal):
            return dealt._opened()
        return dealt

    def _taken(self, kind: str, seat: int, pile: int, card: str, rule: str) -> WildPatterns:
        """Return the state after a card has gone from a pile into a hand."""
        bag = list(self.piles[pile])
        bag.remove(card)
        name = self.variant.pile_names[pile]
        return self._with(
            piles=_replaced(self.piles, pile, tuple(bag)),
            hands=_replaced(self.hands, seat, tuple(sorted((*self.hands[seat], card)))),
            events=(self._event(kind, seat, rule, pile=name, card=card),),
        )

    # Claims, T-41 to T-43

    def _present(self, seat: int) -> Cards:
        return rules.present(self.hands[seat], self.layout, self.variant.patterns)

    def _opened(self) -> WildPatterns:
        """Return the state after a claim window has opened, as far as no seat is to be asked."""
        state, variant = self, self.variant
        pending = []
        for seat in variant.clockwise[self.seat]:
            if variant.lays_all(seat):
                if there := self._present(seat):
                    state = state._laid(seat, there)
            elif self.hands[seat] and variant.is_asked(seat):
                pending.append(seat)
        if pending:
            return state._with(stage=Stage.CLAIMS, pending=tuple(pending), events=state.events)
        return state._closed()

    def _answered(self, step: Any) -> WildPatterns:
        """Return the state after a seat has claimed, or chance has said what it noticed."""
        seat, *pending = self.pending
        there: Cards
        if isinstance(step, Claim):
            there = step.cards
        else:
            there = tuple([c for c in self._present(seat) if self.hands[seat].index(c) in step])
        state = self._with(pending=tuple(pending))
        state = state._laid(seat, there) if there else state
        return state if pending else state._closed()

    def _laid(self, seat: int, there: Cards) -> WildPatterns:
        """Return the state after a seat has laid cards; nothing else changes (T-26)."""
        events = tuple(
            self._event("claim", seat, "T-23", "T-26", card=card, value=cards()[card].value)
            for card in there
        )
        return self._with(
            hands=_replaced(
                self.hands, seat, tuple(card for card in self.hands[seat] if card not in there)
            ),
            scored=_replaced(self.scored, seat, tuple(sorted((*self.scored[seat], *there)))),
            idle=0,
            events=(*self.events, *events),
        )

    def _closed(self) -> WildPatterns:
        """Return the state after the last claim of a window: the next turn begins, or the end."""
        seat = self.seat if self.turn == 0 else (self.seat + 1) % self.variant.seats
        state = self._with(
            stage=Stage.TURN, seat=seat, turn=self.turn + 1, pending=(), events=self.events
        )
        reason = state.ending()
        if reason is None:
            return state
        rule = {Reason.CARDS: "T-28", Reason.DECKS: "T-34", Reason.STALLED: "T-45"}[reason]
        event = self._event("end", None, rule, reason=reason.value)
        return state._with(stage=Stage.OVER, events=(*self.events, event))

    # The end

    def ending(self) -> Reason | None:
        """Return why the game ends at the start of this turn (T-28, T-34, T-45)."""
        variant = self.variant
        must_draw = rules.must_draw(self.hands[self.seat]) and not self.broken
        used_up = not any(map(self.left_in, variant.required))
        if used_up and (must_draw or variant.hard_end == "decks_empty"):
            return Reason.CARDS if must_draw else Reason.DECKS
        return Reason.STALLED if self.idle >= variant.patience else None

    def totals(self) -> tuple[int, ...]:
        """Return what each seat has if the game ends now (T-29, T-30)."""
        return tuple(
            rules.points(scored, hand, cards())
            for scored, hand in zip(self.scored, self.hands, strict=True)
        )

    def result(self) -> Result | None:
        """Return how the game ended; None until it is over."""
        if self.stage is not Stage.OVER:
            return None
        reason = self.ending()
        assert reason is not None
        totals = self.totals()
        return Result(reason, totals, rules.winners(totals, self.scored, cards()))

    def scores(self) -> tuple[int, ...]:
        """Return the same as :meth:`totals`."""
        return self.totals()

    # What is seen

    def seen_by(self, seat: int) -> WildPatterns:
        """Return what a seat may know: of other hands and of the piles only the marks (T-4)."""
        return WildPatterns(
            self.variant,
            self.layout,
            self.lock,
            tuple(map(hidden, self.piles)),
            tuple([hand if one == seat else hidden(hand) for one, hand in enumerate(self.hands)]),
            self.scored,
            self.stage,
            self.seat,
            self.turn,
            self.pile,
            self.pending,
            self.idle,
            tuple([_seen(event, seat) for event in self.events]),
        )

    def encode(self) -> dict[str, Any]:
        """Return the state as plain JSON values."""
        return {
            "variant": self.variant.to_json(),
            "layout": rows_of(self.layout) if self.layout else None,
            "lock": None if self.lock == NOWHERE else LABELS[self.lock],
            "piles": [list(pile) for pile in self.piles],
            "hands": [list(hand) for hand in self.hands],
            "scored": [list(scored) for scored in self.scored],
            "stage": self.stage.value,
            "seat": self.seat,
            "turn": self.turn,
            "pile": self.pile,
            "pending": list(self.pending),
            "idle": self.idle,
        }

    def invariants(self) -> Mapping[str, int]:
        """Return the number of tiles of each color (T-2), and of all cards."""
        tiles = {
            color: (self.layout & PLANES[color] * FULL).bit_count() if self.layout else number
            for color, number in box().tiles.items()
        }
        return {**tiles, "cards": sum(map(len, (*self.piles, *self.hands, *self.scored)))}

    def scene(self) -> Scene:
        """Return the board, the piles and the cards of each seat."""
        from .view import scene

        return scene(self)

    def __str__(self) -> str:
        from .view import text

        return text(self)


def _replaced(cards: tuple[Cards, ...], place: int, new: Cards) -> tuple[Cards, ...]:
    return (*cards[:place], new, *cards[place + 1 :])


def _seen(event: Event, seat: int) -> Event:
    """Return an event as a seat sees it: of a card that another took, only the mark (T-4)."""
    if event.kind not in {"deal", "draw"} or event.seat == seat:
        return event
    details = dict(event.details)
    details["card"] = hidden((str(details["card"]),))[0]
    return Event(event.kind, event.seat, event.rules, tuple(details.items()))
