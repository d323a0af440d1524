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
from . import cards
from .ships import Ship

DEFAULT: Final = (
    "x-wing/luke-skywalker",
    "tie-fighter/dark-curse, tie-fighter/academy-pilot",
)
"""XW-3: the forces without squad building; no upgrades."""

ALLIED: Final = {"resistance": "rebel", "first-order": "imperial"}
"""Factions that fly with another one."""


class Entry(NamedTuple):
    """One ship of a squad: its type, its pilot, its upgrades."""

    kind: str
    pilot: str
    upgrades: tuple[str, ...]

    @property
    def points(self) -> int:
        """XW-94: what it costs."""
        own = cards.pilot_card(self.kind, self.pilot).points or 0
        return own + sum(cards.upgrades()[name].points for name in self.upgrades)


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
        yield f"no ship {kind!r}{did_you_mean(kind, pilots)}, write for instance {DEFAULT[0]!r}"
    elif pilot not in pilots[kind]:
        known = ", ".join(pilots[kind])
        yield f"no pilot {pilot!r} of {kind}{did_you_mean(pilot, pilots[kind]) or f'; {known}'}"
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
    wrong = []
    total = sum(entry.points for entry in squad)
    if total > points:
        wrong.append(f"XW-95: it costs {total}, more than {points}")
    pilots = [cards.pilot_card(entry.kind, entry.pilot) for entry in squad]
    upgrades = [cards.upgrades()[name] for entry in squad for name in entry.upgrades]
    names = [card.name for card in pilots if card.unique]
    names += [card.name for card in upgrades if card.unique]
    unique = Counter(names)
    wrong += [f"XW-96: {name} is unique, here {n} times" for name, n in unique.items() if n > 1]
    factions = {ALLIED.get(card.faction, card.faction) for card in pilots}
    if len(factions) > 1:
        wrong.append(f"XW-1: its ships are of several factions: {', '.join(sorted(factions))}")
    for upgrade in upgrades:
        if upgrade.faction and factions != {upgrade.faction}:
            wrong.append(f"XW-101: {upgrade.name} is only for the faction {upgrade.faction}")
    for card, entry in zip(pilots, squad, strict=True):
        if card.points is None:
            wrong.append(f"XW-94: {card.name} has no points of its own")
        bar = Counter(cards.ability(entry.kind, entry.pilot).slots)
        taken = Counter(cards.upgrades()[name].slot for name in entry.upgrades)
        for slot in taken - bar:
            wrong.append(f"XW-101: {card.name} has no room for so many {slot} upgrades")
    return tuple(wrong)


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
