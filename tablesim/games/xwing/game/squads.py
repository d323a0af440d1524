"""Squads: how they are written, what makes them legal, and the ships they become (XW-94 to XW-98).

A squad is a text: ships separated by commas, each a ship type and a pilot, with upgrades after
``+``: ``x-wing/luke-skywalker + r2-f2, x-wing/rookie-pilot``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ....errors import did_you_mean
from ..catalogue import catalogue
from ..ships import Pilot
from . import cards
from .ships import Ship

DEFAULT: Final = (
    "x-wing/luke-skywalker",
    "tie-fighter/dark-curse, tie-fighter/academy-pilot",
)
"""XW-3: the forces without squad building; no upgrades."""

ALLIED: Final = {"resistance": "rebel", "first-order": "imperial"}
"""Factions that fly with another one."""


def side(faction: str) -> str:
    """Return the faction that a faction flies with (A-31).

    >>> side("resistance"), side("scum")
    ('rebel', 'scum')
    """
    return ALLIED.get(faction, faction)


class Entry(NamedTuple):
    """One ship of a squad: its type, its pilot, its upgrades."""

    kind: str
    pilot: str
    upgrades: tuple[str, ...]

    @property
    def card(self) -> Pilot:
        """The ship card."""
        return cards.pilot_card(self.kind, self.pilot)

    @property
    def equipped(self) -> tuple[cards.Upgrade, ...]:
        """The upgrade cards."""
        return tuple(cards.upgrades()[name] for name in self.upgrades)

    @property
    def points(self) -> int:
        """XW-94: what it costs."""
        return (self.card.points or 0) + sum(card.points for card in self.equipped)

    def __str__(self) -> str:
        return " + ".join((f"{self.kind}/{self.pilot}", *self.upgrades))


def text(squad: Iterable[Entry]) -> str:
    """Return a squad as :func:`parse` reads it.

    >>> text(parse("x-wing/luke-skywalker+r2-f2,x-wing/rookie-pilot"))
    'x-wing/luke-skywalker + r2-f2, x-wing/rookie-pilot'
    """
    return ", ".join(map(str, squad))


def parse(text: str) -> tuple[Entry, ...]:
    """Read a squad.

    Raises
    ------
    ValueError
        If it names a ship, a pilot or an upgrade that there is not: all of them in one message.

    >>> parse("x-wing/luke-skywalker + r2-f2")[0].points
    31
    """
    entries: list[Entry] = []
    wrong: list[str] = []
    for part in text.split(","):
        ship, *upgrades = (word.strip() for word in part.split("+"))
        kind, _, pilot = ship.partition("/")
        wrong += _unknown(kind, pilot, upgrades)
        entries.append(Entry(kind, pilot, tuple(upgrades)))
    if wrong:
        raise ValueError(f"squad {text!r}: {'; '.join(wrong)}")
    return tuple(entries)


def _unknown(kind: str, pilot: str, upgrades: Iterable[str]) -> Iterator[str]:
    pilots = catalogue().pilots
    if kind not in pilots:
        right = f"; write for instance {DEFAULT[0]!r}"
        yield f"no ship {kind!r}{did_you_mean(kind, pilots) or right}"
    elif pilot not in pilots[kind]:
        known = f"; there are {', '.join(pilots[kind])}"
        yield f"no pilot {pilot!r} of {kind}{did_you_mean(pilot, pilots[kind]) or known}"
    for name in upgrades:
        if name not in cards.upgrades():
            known = ", ".join(cards.upgrades())
            hint = did_you_mean(name, cards.upgrades()) or f"; this engine plays {known}"
            yield f"no upgrade {name!r}{hint}"


def why_illegal(squad: tuple[Entry, ...], points: int) -> tuple[str, ...]:
    """Return everything that is wrong with a squad (XW-95, XW-96, XW-101).

    >>> why_illegal(parse("x-wing/luke-skywalker + r2-d2"), 31)
    ('XW-95: it costs 32, more than 31',)
    """
    total = sum(entry.points for entry in squad)
    wrong = [f"XW-95: it costs {total}, more than {points}"] if total > points else []
    printed: list[Pilot | cards.Upgrade] = []
    for entry in squad:
        printed += (entry.card, *entry.equipped)
    unique = Counter(card.name for card in printed if card.unique)
    wrong += [f"XW-96: {name} is unique, here {n} times" for name, n in unique.items() if n > 1]
    sides: dict[str, list[str]] = {}
    for entry in squad:
        sides.setdefault(side(entry.card.faction), []).append(entry.card.name)
    if len(sides) > 1:
        said = (f"{', '.join(sides[faction])} ({faction})" for faction in sorted(sides))
        wrong.append(f"XW-1: its ships are of several factions: {'; '.join(said)}")
    return (*wrong, *(reason for entry in squad for reason in _why_illegal_ship(entry)))


def _why_illegal_ship(entry: Entry) -> Iterator[str]:
    """Yield what is wrong with a ship and its upgrades, whatever else is in the squad."""
    pilot = entry.card
    if pilot.points is None:
        yield f"XW-94: {pilot.name} has no points of its own"
    for card in entry.equipped:
        if card.faction and card.faction != side(pilot.faction):
            yield f"XW-101: {card.name} is only for the faction {card.faction}, not {pilot.name}"
    bar = Counter(pilot.slots)
    taken = Counter(card.slot for card in entry.equipped)
    for slot in taken - bar:
        found = ", ".join(card.name for card in entry.equipped if card.slot == slot)
        room = f"{bar[slot]} {slot} slot{'s' * (bar[slot] > 1)}" if bar[slot] else f"no {slot} slot"
        yield f"XW-101: {pilot.name} has {room}, so no room for {found}"


def ships(squads: tuple[tuple[Entry, ...], tuple[Entry, ...]]) -> tuple[Ship, ...]:
    """Return the ships of both squads; copies of a pilot are numbered (XW-10, XW-97)."""
    copies = Counter(entry.pilot for squad in squads for entry in squad)
    seen: Counter[str] = Counter()
    made = []
    for seat, squad in enumerate(squads):
        for entry in squad:
            seen[entry.pilot] += 1
            many = copies[entry.pilot] > 1
            card = cards.pilot_card(entry.kind, entry.pilot)
            made.append(
                Ship(
                    id=f"{entry.pilot}-{seen[entry.pilot]}" if many else entry.pilot,
                    seat=seat,
                    kind=entry.kind,
                    pilot=entry.pilot,
                    points=entry.points,
                    upgrades=entry.upgrades,
                    shields=card.shields,
                    arc="front" if "mobile" in cards.ship_card(entry.kind).arcs else "",
                )
            )
    return tuple(made)


def initiative(squads: tuple[tuple[Entry, ...], tuple[Entry, ...]]) -> int:
    """XW-88, XW-98: the seat of the cheaper squad, of equals the Imperial one.

    >>> initiative((parse("x-wing/luke-skywalker"), parse("tie-fighter/academy-pilot")))
    1
    """
    rebel, imperial = (sum(entry.points for entry in squad) for squad in squads)
    return 0 if rebel < imperial else 1
