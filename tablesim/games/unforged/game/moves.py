"""Moves: one small class for each decision, with a text that reads back.

=====================================================  ===========================================
``strip bottom``                                       set-up: the own deployment strip (HR-1)
``deploy rifle-1 10.0 3.0 0.0 90.0``                   set-up: a model at x, y, level, facing
``begin 0``                                            the seat that acts first (HR-49)
``activate rifle-1``                                   the next model to act (UF-60)
``stay 90.0``                                          Move: it turns where it stands
``go 12.0,5.0 14.0,5.0,2.0 face 90.0``                 Move: from corner to corner; a third number
                                                       is a level; ``... climb`` takes the Move test
                                                       that makes climbing cheap (UF-70)
``leave 12.0,5.0 face 90.0``                           Move: out of melee (UF-88)
``lurch``                                              Move: a stupid model moves (UF-123)
``ready spear``, ``ready great-sword both``            Move: the melee weapon and its hands (HR-103)
``strike troll``                                       Melee (UF-79)
``push 90.0``                                          where a model is pushed (UF-86)
``shoot troll bow``, ``shoot troll big-rifle           Shooting (UF-91), with special rounds, with
copper-cone``, ``shoot troll machine-gun x3``          fewer dice of a burst (UF-93)
``sweep troll machine-gun``, ``shift blade-1``         Shooting: a burst from model to model (UF-97)
``throw hand-grenade troll``,                          Shooting: an area weapon at a model, or at a
``throw hand-grenade 10.0,4.0,0.0``                    place (UF-99)
``emit shotgun 45.0``                                  Shooting: a shape along an angle (UG-15)
``hit blade-1``                                        which friend a shot into melee hits (UF-89)
``next rifle-1 panic``                                 which of several tests comes first (UF-63)
``reroll``, ``accept``                                 a failed test (UF-59)
``hold``                                               nothing (HR-50)
=====================================================  ===========================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from ....protocol.words import WordMove, read
from ....protocol.words import name as _name
from ....protocol.words import number as _number

Corner = tuple[float, ...]
"""A corner of a way: x and y, and the level if it matters."""


@dataclass(frozen=True, slots=True)
class Move(WordMove):
    """One decision of a seat; the subclasses say which."""


@dataclass(frozen=True, slots=True)
class _Named(Move):
    """A move with a single name."""

    name: str

    def words(self) -> tuple[str, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class _Turned(Move):
    """A move with a single angle, in degrees."""

    angle: float

    def words(self) -> tuple[str, ...]:
        return (repr(self.angle),)


@dataclass(frozen=True, slots=True)
class Strip(_Named):
    """Choose the own strip: the edge that it lies at (HR-1)."""

    word: ClassVar[str] = "strip"


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    """Put a model on the table (HR-1)."""

    word: ClassVar[str] = "deploy"
    model: str
    x: float
    y: float
    level: float
    facing: float

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.model, *map(repr, (self.x, self.y, self.level, self.facing)))


@dataclass(frozen=True, slots=True)
class Begin(Move):
    """Choose the seat that acts first (HR-49)."""

    word: ClassVar[str] = "begin"
    seat: int

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (str(self.seat),)


@dataclass(frozen=True, slots=True)
class Activate(_Named):
    """Pick the model that acts next (UF-60)."""

    word: ClassVar[str] = "activate"


@dataclass(frozen=True, slots=True)
class Stay(_Turned):
    """Turn where one stands (UF-73)."""

    word: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Go(Move):
    """Go from corner to corner, and face somewhere at the end (UF-67)."""

    word: ClassVar[str] = "go"
    corners: tuple[Corner, ...]
    facing: float
    climb: bool = False

    def words(self) -> tuple[str, ...]:  # noqa: D102
        test = ("climb",) if self.climb else ()
        return (*map(place_text, self.corners), "face", repr(self.facing), *test)


@dataclass(frozen=True, slots=True)
class Leave(Go):
    """Go out of melee (UF-88)."""

    word: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Lurch(Move):
    """Move a stupid model: its dice say how (UF-123)."""

    word: ClassVar[str] = "lurch"


@dataclass(frozen=True, slots=True)
class Ready(Move):
    """Make another melee weapon ready, in one hand or both (HR-103)."""

    word: ClassVar[str] = "ready"
    weapon: str
    both: bool = False

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.weapon, *(("both",) if self.both else ()))


@dataclass(frozen=True, slots=True)
class Strike(_Named):
    """Strike an enemy in melee (UF-79)."""

    word: ClassVar[str] = "strike"


@dataclass(frozen=True, slots=True)
class Push(_Turned):
    """Say where a model is pushed (UF-86)."""

    word: ClassVar[str] = "push"


@dataclass(frozen=True, slots=True)
class Shoot(Move):
    """Shoot or throw at one model (UF-91); dice 0 stands for all of the weapon's."""

    word: ClassVar[str] = "shoot"
    target: str
    weapon: str
    rounds: str = ""
    dice: int = 0

    def words(self) -> tuple[str, ...]:  # noqa: D102
        rounds = (self.rounds,) if self.rounds else ()
        return (self.target, self.weapon, *rounds, *((f"x{self.dice}",) if self.dice else ()))


@dataclass(frozen=True, slots=True)
class Sweep(Move):
    """Begin to sweep a burst from model to model (UF-97)."""

    word: ClassVar[str] = "sweep"
    target: str
    weapon: str
    rounds: str = ""

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return (self.target, self.weapon, *((self.rounds,) if self.rounds else ()))


@dataclass(frozen=True, slots=True)
class Shift(_Named):
    """Shift a sweep by a step towards another model (UF-97)."""

    word: ClassVar[str] = "shift"


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Use an area weapon on a model, or on a place (UF-99, HR-90)."""

    word: ClassVar[str] = "throw"
    weapon: str
    aim: str | Corner

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.weapon, self.aim if isinstance(self.aim, str) else place_text(self.aim)


@dataclass(frozen=True, slots=True)
class Emit(Move):
    """Fire a weapon that emits a shape along an angle (UG-15)."""

    word: ClassVar[str] = "emit"
    weapon: str
    angle: float

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.weapon, repr(self.angle)


@dataclass(frozen=True, slots=True)
class Hit(_Named):
    """Say which friend of the shooter a shot into melee hits (UF-89)."""

    word: ClassVar[str] = "hit"


@dataclass(frozen=True, slots=True)
class Next(Move):
    """Say which of several tests comes first (UF-63)."""

    word: ClassVar[str] = "next"
    model: str
    what: str

    def words(self) -> tuple[str, ...]:  # noqa: D102
        return self.model, self.what


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Reroll a failed test (UF-59, UF-13)."""

    word: ClassVar[str] = "reroll"


@dataclass(frozen=True, slots=True)
class Accept(Move):
    """Let a failed test stand."""

    word: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """Do nothing (HR-50)."""

    word: ClassVar[str] = "hold"


LURCH: Final = Lurch()
REROLL: Final = Reroll()
ACCEPT: Final = Accept()
HOLD: Final = Hold()


def place_text(place: Corner) -> str:
    """Return a place as text: ``"12.0,5.0"``."""
    return ",".join(map(repr, place))


@lru_cache(maxsize=4096)
def parse(text: str) -> Move:
    """Return the move that a text means.

    Raises
    ------
    NotAMove
        If the text is the notation of no move.

    >>> parse("go 12.0,5.0 14.0,5.0,2.0 face 90.0 climb")
    Go(corners=((12.0, 5.0), (14.0, 5.0, 2.0)), facing=90.0, climb=True)
    >>> parse("shot troll bow")
    Traceback (most recent call last):
        ...
    tablesim.errors.NotAMove: 'shot troll bow': no move begins with 'shot'; did you mean 'shoot'?
    """
    return read(text, _READERS)


def _angle(text: str) -> float:
    value = _number(text)
    if not 0.0 <= value < 360.0:
        raise ValueError
    return value


def _place(text: str, sizes: tuple[int, ...] = (2, 3)) -> Corner:
    place = tuple(map(_number, text.split(",")))
    if len(place) not in sizes:
        raise ValueError
    return place


def _go(kind: type[Go]) -> Callable[..., Move]:
    def read(*words: str) -> Move:
        climb = words[-1:] == ("climb",)
        *corners, face, facing = words[:-1] if climb else words
        if face != "face" or not corners:
            raise ValueError
        return kind(tuple(map(_place, corners)), _angle(facing), climb)

    return read


def _named(kind: type[_Named]) -> Callable[..., Move]:
    return lambda name: kind(_name(name))


def _turned(kind: type[_Turned]) -> Callable[..., Move]:
    return lambda angle: kind(_angle(angle))


def _ready(weapon: str, both: str = "") -> Move:
    return Ready(_name(weapon), both == "both")


def _shoot(target: str, weapon: str, *more: str) -> Move:
    words, dice = list(more), 0
    if words and re.fullmatch(r"x[1-9]\d?", words[-1]):
        dice = int(words.pop()[1:])
    (rounds,) = words or [""]
    return Shoot(_name(target), _name(weapon), _name(rounds) if rounds else "", dice)


def _sweep(target: str, weapon: str, rounds: str = "") -> Move:
    return Sweep(_name(target), _name(weapon), _name(rounds) if rounds else "")


def _throw(weapon: str, aim: str) -> Move:
    return Throw(_name(weapon), _place(aim, (3,)) if "," in aim else _name(aim))


_READERS: Final[Mapping[str, Callable[..., Move]]] = MappingProxyType(
    {
        "strip": _named(Strip),
        "deploy": lambda model, x, y, level, facing: Deploy(
            _name(model), _number(x), _number(y), _number(level), _angle(facing)
        ),
        "begin": lambda seat: Begin(int(seat)),
        "activate": _named(Activate),
        "stay": _turned(Stay),
        "go": _go(Go),
        "leave": _go(Leave),
        "lurch": lambda: LURCH,
        "ready": _ready,
        "strike": _named(Strike),
        "push": _turned(Push),
        "shoot": _shoot,
        "sweep": _sweep,
        "shift": _named(Shift),
        "throw": _throw,
        "emit": lambda weapon, angle: Emit(_name(weapon), _angle(angle)),
        "hit": _named(Hit),
        "next": lambda model, what: Next(_name(model), _name(what)),
        "reroll": lambda: REROLL,
        "accept": lambda: ACCEPT,
        "hold": lambda: HOLD,
    }
)
