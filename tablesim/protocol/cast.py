"""States of games whose decisions are about pieces with names: ships, models."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import fields
from functools import cache, cached_property
from typing import Any, ClassVar, Protocol, Self, TypeVar

from .agenda import AgendaState
from .move import Move
from .state import Event

M = TypeVar("M", bound=Move)


class Member(Protocol):
    """A piece of a seat, that keeps its name and its number for the whole game."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def seat(self) -> int:
        """Whose it is."""


class CastState(AgendaState[M]):
    """A state with an agenda and a cast.

    Attributes
    ----------
    member
        What the log calls one of the cast: ``"ship"``.
    unchanging
        What is worked out once, and is the same in all states of a game.
    """

    member: ClassVar[str]
    unchanging: ClassVar[tuple[str, ...]] = ("_numbers",)

    @property
    @abstractmethod
    def cast(self) -> Sequence[Member]:
        """All pieces by their numbers, those that are gone among them."""

    def number(self, id: str) -> int:
        """Return the number of the piece with an id; -1 if there is none."""
        return self._numbers.get(id, -1)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {piece.id: number for number, piece in enumerate(self.cast)}

    def but(self, **changes: Any) -> Self:
        """Return the state with some fields changed."""
        new = object.__new__(type(self))
        old = self.__dict__
        kept = {name: old[name] for name in _kept(type(self)) if name in old}
        new.__dict__.update(kept, **changes)
        return new

    def note(self, kind: str, rules: str, number: int = -1, /, **details: object) -> Self:
        """Return the state with one more event for the log.

        Parameters
        ----------
        kind
            What happened, in a word or two.
        rules
            The numbers of the rules, separated by blanks.
        number
            The piece that it happened to, or that did it; -1 for none.
        details
            What else is worth telling.
        """
        piece = None if number < 0 else self.cast[number]
        seat = None if piece is None else piece.seat
        who = () if piece is None else ((self.member, piece.id),)
        event = Event(kind, seat, tuple(rules.split()), (*who, *details.items()))
        return self.but(events=(*self.events, event))


@cache
def _kept(kind: type[CastState[Any]]) -> tuple[str, ...]:
    return (*(field.name for field in fields(kind)), *kind.unchanging)  # type: ignore[arg-type]
