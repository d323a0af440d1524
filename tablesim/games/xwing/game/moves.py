"""Moves: one small class for each decision, with a text that reads back.

=================================================  ===============================================
``place luke-skywalker 450.0 60.0 90.0``           set-up: a ship at a pose (XW-8)
``rock asteroid-3 450.0 450.0 0.0``                set-up: an asteroid at a pose (XW-210)
``edge bottom``                                    set-up: the own edge (XW-210)
``dial luke-skywalker turn left 2``                planning: a secret maneuver (XW-14)
``activate luke-skywalker``                        the next of equal skill (XW-31)
``fly straight 2``                                 for a stressed enemy (XW-33), or a SLAM (XW-236)
``end front``                                      where a Tallon roll ends (XW-231)
``act focus``, ``act barrel-roll left 20.0``,      the action (XW-30, XW-44); ``act target-lock
``act repair console-fire``                        academy-pilot-1``, ``act use r2-f2``;
                                                   ``act barrel-roll left`` declares it (XW-217)
``pass``                                           what is optional is not done (XW-48)
``shoot luke-skywalker academy-pilot-1``           an attack, perhaps ``... proton-torpedoes``
``hold luke-skywalker``                            no attack (XW-59)
``spend focus``, ``spend evade``                   a token (XW-75, XW-76, XW-77)
``reroll blank focus``                             a lock, and which dice it rerolls (XW-74)
``use luke-skywalker``                             a card
``discard proton-torpedoes``                       a card that goes
``done``                                           no more changes to these dice
=================================================  ===============================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from ....protocol.words import WordMove, read
from ....protocol.words import name as _name
from ....protocol.words import number as _number
from ..maneuvers import Maneuver
from ..odds import ATTACK_FACES


@dataclass(frozen=True, slots=True)
class Move(WordMove):
    """One decision of a seat; the subclasses say which."""


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Place a ship at a pose (XW-8, XW-159)."""

    word: ClassVar[str] = "place"
    ship: str
    x: float
    y: float
    heading: float

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.ship, repr(self.x), repr(self.y), repr(self.heading)


@dataclass(frozen=True, slots=True)
class Rock(Move):
    """Place an asteroid at a pose (XW-210)."""

    word: ClassVar[str] = "rock"
    kind: str
    x: float
    y: float
    heading: float

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.kind, repr(self.x), repr(self.y), repr(self.heading)


@dataclass(frozen=True, slots=True)
class Edge(Move):
    """Choose the own edge (XW-210)."""

    word: ClassVar[str] = "edge"
    edge: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.edge,)


@dataclass(frozen=True, slots=True)
class Dial(Move):
    """Set the dial of a ship (XW-14)."""

    word: ClassVar[str] = "dial"
    ship: str
    maneuver: Maneuver

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.ship, self.maneuver.notation()


@dataclass(frozen=True, slots=True)
class Activate(Move):
    """Activate a ship before others of the same skill (XW-31)."""

    word: ClassVar[str] = "activate"
    ship: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.ship,)


@dataclass(frozen=True, slots=True)
class Fly(Move):
    """Choose the maneuver that the active ship flies (XW-33, XW-236)."""

    word: ClassVar[str] = "fly"
    maneuver: Maneuver

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.maneuver.notation(),)


@dataclass(frozen=True, slots=True)
class EndAt(Move):
    """Choose where a Tallon roll ends (XW-231)."""

    word: ClassVar[str] = "end"
    place: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.place,)


@dataclass(frozen=True, slots=True)
class Act(Move):
    """Perform an action (XW-44): its name, then how, or whom, or which card; then the slide."""

    word: ClassVar[str] = "act"
    action: str
    how: str = ""
    slide: float | None = None

    def words(self) -> tuple[str, ...]:  # noqa: D102
        how = (self.how,) if self.how else ()
        return (self.action, *how, *(() if self.slide is None else (repr(self.slide),)))


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing (XW-48)."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Shoot(Move):
    """Attack (XW-62), with a secondary weapon if one is named (XW-207)."""

    word: ClassVar[str] = "shoot"
    ship: str
    target: str
    weapon: str = ""

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.ship, self.target, *((self.weapon,) if self.weapon else ()))


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """Let the opportunity to attack pass (XW-59)."""

    word: ClassVar[str] = "hold"
    ship: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.ship,)


@dataclass(frozen=True, slots=True)
class Spend(Move):
    """Spend a token on the dice (XW-75 to XW-77)."""

    word: ClassVar[str] = "spend"
    token: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.token,)


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Spend the lock on the defender to reroll some dice (XW-74)."""

    word: ClassVar[str] = "reroll"
    dice: tuple[str, ...]

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.dice


@dataclass(frozen=True, slots=True)
class Use(Move):
    """Use a card."""

    word: ClassVar[str] = "use"
    card: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a card (XW-206, Munitions Failure)."""

    word: ClassVar[str] = "discard"
    card: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Done(Move):
    """Change no more dice."""

    word: ClassVar[str] = "done"


PASS: Final = Pass()
DONE: Final = Done()


@lru_cache(maxsize=4096)
def parse(text: str) -> Move:
    """Return the move that a text means.

    Raises
    ------
    NotAMove
        If the text is the notation of no move.

    >>> parse("dial academy-pilot-1 turn left 2")
    Dial(ship='academy-pilot-1', maneuver=Maneuver(bearing='turn', speed=2, side='left'))
    >>> parse("shot luke academy")
    Traceback (most recent call last):
        ...
    tablesim.errors.NotAMove: 'shot luke academy': no move begins with 'shot'; did you mean 'shoot'?
    """
    return read(text, _READERS)


def _pose(kind: type[Place] | type[Rock]) -> Callable[..., Move]:
    def read(name: str, x: str, y: str, heading: str) -> Move:
        return kind(_name(name), _number(x), _number(y), _number(heading))

    return read


def _act(action: str, *rest: str) -> Move:
    words, slide = list(rest), None
    if len(words) > 1 and action in ("barrel-roll", "decloak"):
        slide = _number(words.pop())
    return Act(_name(action), " ".join(map(_name, words)), slide)


def _reroll(*dice: str) -> Move:
    if not dice or not set(dice) <= set(ATTACK_FACES) or list(dice) != sorted(dice):
        raise ValueError
    return Reroll(dice)


def _maneuver(words: tuple[str, ...]) -> Maneuver:
    return Maneuver.parse(" ".join(words))


_READERS: Final[Mapping[str, Callable[..., Move]]] = MappingProxyType(
    {
        "place": _pose(Place),
        "rock": _pose(Rock),
        "edge": lambda edge: Edge(_name(edge)),
        "dial": lambda ship, *words: Dial(_name(ship), _maneuver(words)),
        "activate": lambda ship: Activate(_name(ship)),
        "fly": lambda *words: Fly(_maneuver(words)),
        "end": lambda place: EndAt(_name(place)),
        "act": _act,
        "pass": lambda: PASS,
        "shoot": lambda ship, target, weapon="": Shoot(
            _name(ship), _name(target), _name(weapon) if weapon else ""
        ),
        "hold": lambda ship: Hold(_name(ship)),
        "spend": lambda token: Spend(_name(token)),
        "reroll": _reroll,
        "use": lambda card: Use(_name(card)),
        "discard": lambda card: Discard(_name(card)),
        "done": lambda: DONE,
    }
)
