"""How one game is played: the options, settled, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from .cards import Cards, Pattern, cards, patterns
from .moves import DrawCard

_DECKS = {"normal": "3456", "beginner": "345", "hard": "3456V"}
"""The marks of each kind of game (T-8)."""

_DEALT = 3
"""How many cards a hand begins with (T-11)."""

_TURNS_PER_SEAT = 20
"""How many turns without a draw or a claim end the game, unless the option says so (T-45)."""


@dataclass(frozen=True)
class Variant:
    """The options of a game and the number of its seats.

    Attributes
    ----------
    seats
        How many play.
    decks, removed_per_deck, excluded, piles, first_player, pattern_symmetry, claims, alertness, \
strict, v_must_run_out, hard_end, stall_limit
        See ``templates/wild_patterns/options.toml``.

    Raises
    ------
    ValueError
        If options do not fit together.
    """

    seats: int
    decks: str
    removed_per_deck: int
    excluded: str
    piles: str
    first_player: int
    pattern_symmetry: str
    claims: str
    alertness: str
    strict: bool
    v_must_run_out: bool
    hard_end: str
    stall_limit: int

    def __post_init__(self) -> None:
        if self.first_player >= self.seats:
            raise ValueError(
                f"option first_player: expected 0 to {self.seats - 1}, got {self.first_player}"
            )
        if self.hard_end == "decks_empty" and (self.decks != "hard" or self.v_must_run_out):
            raise ValueError(
                "option hard_end: 'decks_empty' is for decks='hard' with v_must_run_out=False"
            )
        for pile, number in Counter(self.deal).items():
            has, needs = len(self.bags[pile]) - self.removed_per_deck, number * self.seats
            if has < needs:
                name = self.pile_names[pile]
                raise ValueError(f"pile {name} has {has} cards; the deal takes {needs}")
        _ = self.alert  # refuses a text that is wrong

    @cached_property
    def marks(self) -> str:
        """The marks that are played (T-8, T-35)."""
        left_out = [] if self.excluded == "none" else self.excluded.split()
        marks = _DECKS[self.decks]
        if odd := [mark for mark in left_out if len(mark) != 1 or mark not in marks]:
            raise ValueError(
                f"option excluded: expected 'none' or some of {', '.join(marks)}, got {odd[0]!r}"
            )
        if left := "".join(mark for mark in marks if mark not in left_out):
            return left
        raise ValueError(f"option excluded: {self.excluded!r} leaves no deck")

    @cached_property
    def pile_names(self) -> tuple[str, ...]:
        """The piles by their marks: ``"3"`` or ``"3+4"`` (T-7, T-35)."""
        if self.piles == "single":
            return tuple(self.marks)
        names = tuple(self.piles.split())
        if sorted("+".join(names).split("+")) != sorted(self.marks):
            raise ValueError(
                f"option piles: expected 'single' or each of {', '.join(self.marks)} once, as in "
                f"'3+4 5+6', got {self.piles!r}"
            )
        return names

    @cached_property
    def bags(self) -> tuple[Cards, ...]:
        """The cards of each pile, sorted, those that are removed among them.

        Cards taken out unseen (T-9) are like cards that nobody ever comes to draw: a pile is empty
        when only so many are left.
        """
        return tuple(
            tuple(card.id for card in cards().values() if card.mark in name)
            for name in self.pile_names
        )

    @cached_property
    def draws(self) -> tuple[tuple[int, DrawCard], ...]:
        """Each pile with the move that draws from it, as moves are sorted."""
        names = sorted(enumerate(self.pile_names), key=lambda pile: pile[1])
        return tuple((pile, DrawCard(name)) for pile, name in names)

    @cached_property
    def deal(self) -> tuple[int, ...]:
        """The piles from which each hand is dealt (T-11, T-35); never V cards (A-T13)."""
        numbered = [pile for pile, name in enumerate(self.pile_names) if "V" not in name]
        match numbered[:_DEALT]:
            case []:
                raise ValueError("option piles: the hands are dealt from piles without V cards")
            case [only]:
                return (only,) * _DEALT
            case [first, second]:
                return first, first, second
            case first_three:
                return tuple(first_three)

    @cached_property
    def required(self) -> tuple[int, ...]:
        """The piles that must run out before the game can end (T-28, T-34)."""
        return tuple(
            pile for pile, name in enumerate(self.pile_names) if name != "V" or self.v_must_run_out
        )

    @cached_property
    def alert(self) -> tuple[int, ...]:
        """The alertness of each seat, per mille (T-43)."""
        words = self.alertness.split()
        numbers = [int(word) if word.isdecimal() else -1 for word in words]
        if len(numbers) not in {1, self.seats} or not all(0 <= n <= 1000 for n in numbers):
            raise ValueError(
                f"option alertness: expected 1 or {self.seats} numbers from 0 to 1000, "
                f"got {self.alertness!r}"
            )
        return tuple(numbers * self.seats if len(numbers) == 1 else numbers)

    @cached_property
    def patience(self) -> int:
        """How many turns may pass without a draw or a claim (T-45)."""
        return self.stall_limit or _TURNS_PER_SEAT * self.seats

    @cached_property
    def patterns(self) -> Mapping[str, Pattern]:
        """Where the pattern of each card can lie (T-36)."""
        return patterns(self.pattern_symmetry)

    @cached_property
    def clockwise(self) -> tuple[tuple[int, ...], ...]:
        """From each seat all seats clockwise (T-12)."""
        seats = range(self.seats)
        return tuple(tuple((start + i) % self.seats for i in seats) for start in seats)

    def lays_all(self, seat: int) -> bool:
        """Whether every card of a seat is laid as soon as its pattern is there (T-43)."""
        return self.claims == "auto" or (self.claims == "race" and self.alert[seat] == 1000)

    def is_asked(self, seat: int) -> bool:
        """Whether a seat, or chance for it, decides what is laid (T-43)."""
        return self.claims == "ask" or (self.claims == "race" and 0 < self.alert[seat] < 1000)

    def to_json(self) -> dict[str, Any]:
        """Return seats and options as plain JSON values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@lru_cache(maxsize=64)
def variant(**settled: Any) -> Variant:
    """Return the variant of a number of seats and settled options; equal ones are one object.

    Raises
    ------
    ValueError
        If options do not fit together.
    """
    return Variant(**settled)
