"""A ship in play: its cards, its place, its tokens, and what they make of its values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ..catalogue import catalogue
from . import cards
from .cards import DamageCard
from .effects import Effect

Place = tuple[float, float, float]
"""x, y and heading."""

CLOAK: Final = 2
"""XW-235: the agility that a cloak adds."""


@dataclass(frozen=True, slots=True)
class Ship:
    """One ship of one seat, as a value.

    Attributes
    ----------
    id
        Its name in this game; several copies of a pilot are numbered (XW-97).
    seat, kind, pilot
        Whose it is, its type, its pilot.
    points
        What it costs with all that it had at the start (XW-94).
    upgrades
        The upgrade cards that it still has.
    place
        Where it stands; None before it is placed and after it is gone.
    shields, stress, focus, evade
        Its tokens, which go where it goes (XW-26); several of a kind may be held (XW-219).
    faceup, facedown
        Its damage cards that all have seen, by side up.
    hidden
        How many damage cards it has that nobody has seen; what they are is open until then.
    counters
        Damage points for which there was no card (XW-222).
    lock
        The number of the one ship that it has locked (XW-56); -1 for none.
    dial
        The maneuver on its facedown dial; empty if that was revealed.
    flown
        The maneuver that it has executed in this round, open to both (XW-29).
    done
        The actions that it has performed in this round (XW-47); cards used as an action by their
        id, which is what makes their effect last until the round ends.
    cockpit
        The round in which it got its first Damaged Cockpit; 0 for none.
    drawing
        The round for which it has chosen to draw fire, with the erratum of A-21; 0 for none yet.
    cloaked, disarmed
        Whether it is cloaked (XW-235), and whether a SLAM has disabled its weapons (XW-236).
    arc
        Where its mobile arc looks (XW-237); empty if it has none.
    doomed
        Whether it is destroyed after its opportunity to attack (XW-87); until then it has all its
        abilities (XW-221).
    fate
        ``""`` while it is in play, else ``"destroyed"``, ``"fled"`` or ``"escaped"``.
    """

    id: str
    seat: int
    kind: str
    pilot: str
    points: int = 0
    upgrades: tuple[str, ...] = ()
    place: Place | None = None
    shields: int = 0
    stress: int = 0
    focus: int = 0
    evade: int = 0
    faceup: tuple[str, ...] = ()
    facedown: tuple[str, ...] = ()
    hidden: int = 0
    counters: int = 0
    lock: int = -1
    dial: str = ""
    flown: str = ""
    done: tuple[str, ...] = ()
    cockpit: int = 0
    drawing: int = 0
    cloaked: bool = False
    disarmed: bool = False
    arc: str = ""
    doomed: bool = False
    fate: str = ""

    def but(self, **changes: Any) -> Ship:
        """Return the ship with some fields changed."""
        new = object.__new__(Ship)
        for name in _FIELDS:
            object.__setattr__(new, name, changes[name] if name in changes else getattr(self, name))
        return new

    @property
    def damage(self) -> int:
        """XW-85, A-20: damage points: cards, and what faceup Direct Hits count beyond one."""
        worth = sum(_worth(name) for name in self.faceup)
        return worth + len(self.facedown) + self.hidden + self.counters

    @property
    def hull(self) -> int:
        """The printed hull value."""
        return cards.pilot_card(self.kind, self.pilot).hull

    @property
    def full_shields(self) -> int:
        """The printed shield value, which is also the most it may have (XW-10)."""
        return cards.pilot_card(self.kind, self.pilot).shields

    @property
    def loss(self) -> int:
        """The squad points that the enemy has won of it (XW-91): all, or the share shot away.

        Of a ship in play each lost shield and each damage point counts alike, rounded down.

        >>> luke = Ship("luke", 0, "x-wing", "luke-skywalker", points=28, shields=1, hidden=1)
        >>> luke.loss
        11
        """
        if self.fate:
            return 0 if self.fate == "escaped" else self.points
        whole = self.full_shields + self.hull
        gone = min(self.full_shields - self.shields + self.damage, whole)
        return self.points * gone // whole

    @property
    def radius(self) -> float:
        """Half the diagonal of its base: nothing of it is farther from its center."""
        base = catalogue().bases[cards.ship_card(self.kind).base]
        return math.hypot(base.width, base.depth) / 2

    @property
    def attack(self) -> int:
        """XW-69: the value of the primary weapon after damage, not below 0 (XW-206)."""
        lost = sum(card.attack for card in self.damaged)
        return max(0, cards.pilot_card(self.kind, self.pilot).attack - lost)

    @property
    def agility(self) -> int:
        """XW-70: agility after damage (not below 0), cards and cloak."""
        lost = sum(card.agility for card in self.damaged)
        more = sum(effect.agility() for card, effect in self.effects if card in self.done)
        printed = cards.pilot_card(self.kind, self.pilot).agility
        return max(0, printed - lost) + more + CLOAK * self.cloaked

    def skill(self, round: int) -> int:
        """XW-13, A-22: the pilot skill in a round; 0 from the round after a Damaged Cockpit."""
        printed = cards.pilot_card(self.kind, self.pilot).skill or 0
        return 0 if 0 < self.cockpit < round else printed

    @property
    def damaged(self) -> tuple[DamageCard, ...]:
        """Its faceup damage cards (XW-83)."""
        deck = cards.damage_deck()
        return tuple([deck[name] for name in self.faceup])

    @property
    def draws_fire(self) -> bool:
        """Whether it can draw fire that is meant for friends (XW-204, A-21)."""
        return any(effect.draws_fire(1) for _, effect in self.effects)

    def has(self, moment: str) -> bool:
        """Whether it has a faceup damage card that does something at a moment."""
        return any(card.when == moment for card in self.damaged)

    @property
    def effects(self) -> tuple[tuple[str, Effect], ...]:
        """Its effects with their cards: those of the pilot, and of its upgrades.

        XW-206: an Injured Pilot mutes the pilot and the elite upgrades.
        """
        return _effects(self.kind, self.pilot, self.upgrades, self.has("mute"))


_FIELDS: Final = tuple(Ship.__dataclass_fields__)


@lru_cache(maxsize=1024)
def _effects(
    kind: str, pilot: str, upgrades: tuple[str, ...], muted: bool
) -> tuple[tuple[str, Effect], ...]:
    own = () if muted else cards.ability(kind, pilot).effects
    carried = (cards.upgrades()[name] for name in upgrades)
    return (
        *((pilot, effect) for effect in own),
        *(
            (card.id, effect)
            for card in carried
            if not (muted and card.slot == "elite")
            for effect in card.effects
        ),
    )


def _worth(name: str) -> int:
    return cards.damage_deck()[name].worth
