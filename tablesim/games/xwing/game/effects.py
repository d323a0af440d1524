"""What cards do: each effect is one small class, and stands in one place.

Cards name their effects in ``templates/xwing/`` with parameters, so that a card whose ability fits
an effect that is here is a change of data.  The rules ask a ship's effects at the moments that the
methods of :class:`Effect` name; each answers only where its card says something.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..odds import ATTACK_FACES, DEFENSE_FACES
from ..ships import ACTIONS
from ..weapons import RANGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...datafile import Section

ROLES: Final = MappingProxyType({"attack": ATTACK_FACES, "defense": DEFENSE_FACES})
"""Which dice a card turns: those of the own attack, or those of the own defense."""

DENIABLE: Final = ("focus", "reroll")
AFTER: Final = ("green",)


class Turn(NamedTuple):
    """Dice that a card turns to another face (XW-72)."""

    every: bool
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does; by itself it does nothing."""

    def attack_dice(self, band: int) -> int:
        """Return how many attack dice more the ship rolls (XW-69)."""
        return 0

    def lowers_agility(self) -> int:
        """Return by how much the agility of the ship's target is less (XW-70)."""
        return 0

    def turns(self, role: str, weapon: str, band: int, marked: bool) -> tuple[Turn, ...]:
        """Return how the owner may turn dice of an attack, once (XW-72, XW-73).

        Parameters
        ----------
        role
            ``"attack"`` for the own attack, ``"defense"`` for an enemy's.
        weapon, band
            With which weapon (empty: the primary one), at which range.
        marked
            Whether the card's action was used in this round.
        """
        return ()

    def denies(self) -> tuple[str, ...]:
        """Return what a ship cannot do while it attacks this one: ``"focus"``, ``"reroll"``."""
        return ()

    @property
    def is_action(self) -> bool:
        """Whether the card offers an action, whose use is remembered until the round ends."""
        return False

    def agility(self) -> int:
        """Return how much more agility the ship has while the card's action lasts."""
        return 0

    def free_action(self, color: str) -> str:
        """Return the free action after a maneuver of a color (XW-46); empty for none."""
        return ""

    def regains_shield(self, color: str) -> bool:
        """Whether a maneuver of a color may give back a shield."""
        return False

    def draws_fire(self, band: int | None) -> bool:
        """Whether enemies must choose this ship before a friend at a range of it."""
        return False

    def shrugs_off(self, trait: str) -> bool:
        """Whether faceup damage cards of a trait are discarded at once."""
        return False


@dataclass(frozen=True, slots=True)
class ExtraAttackDice(Effect):
    """So many attack dice more at some ranges."""

    more: int
    near: int
    far: int

    @classmethod
    def read(cls, row: Section) -> ExtraAttackDice:
        """Read its parameters."""
        return cls(row.count("more"), *RANGES[row.text("range", RANGES)])

    def attack_dice(self, band: int) -> int:  # noqa: D102
        return self.more if self.near <= band <= self.far else 0


@dataclass(frozen=True, slots=True)
class LowerAgility(Effect):
    """The target's agility is less, not below 0."""

    less: int

    @classmethod
    def read(cls, row: Section) -> LowerAgility:
        """Read its parameters."""
        return cls(row.count("less"))

    def lowers_agility(self) -> int:  # noqa: D102
        return self.less


@dataclass(frozen=True, slots=True)
class TurnDice(Effect):
    """The owner may turn dice: in a role, with a weapon if one is named, at some ranges."""

    role: str
    turned: tuple[Turn, ...]
    weapon: str
    near: int
    far: int

    @classmethod
    def read(cls, row: Section) -> TurnDice:
        """Read its parameters."""
        role = row.text("role", ROLES)
        return cls(
            role,
            _turns(row, role),
            row.text("weapon") if row.has("weapon") else "",
            *RANGES[row.text("range", RANGES) if row.has("range") else "1-3"],
        )

    def turns(self, role: str, weapon: str, band: int, marked: bool) -> tuple[Turn, ...]:  # noqa: D102
        fits = role == self.role and self.near <= band <= self.far
        return self.turned if fits and self.weapon in ("", weapon) else ()


@dataclass(frozen=True, slots=True)
class Deny(Effect):
    """Who attacks the ship cannot spend focus tokens, or cannot reroll dice."""

    what: tuple[str, ...]

    @classmethod
    def read(cls, row: Section) -> Deny:
        """Read its parameters."""
        return cls(row.texts("what", DENIABLE))

    def denies(self) -> tuple[str, ...]:  # noqa: D102
        return self.what


@dataclass(frozen=True, slots=True)
class FreeAction(Effect):
    """A free action after a maneuver of a color."""

    action: str
    after: str

    @classmethod
    def read(cls, row: Section) -> FreeAction:
        """Read its parameters."""
        return cls(row.text("action", ACTIONS), row.text("after", AFTER))

    def free_action(self, color: str) -> str:  # noqa: D102
        return self.action if color == self.after else ""


@dataclass(frozen=True, slots=True)
class RegainShield(Effect):
    """A shield comes back after a maneuver of a color, up to the shield value (XW-10)."""

    after: str

    @classmethod
    def read(cls, row: Section) -> RegainShield:
        """Read its parameters."""
        return cls(row.text("after", AFTER))

    def regains_shield(self, color: str) -> bool:  # noqa: D102
        return color == self.after


@dataclass(frozen=True, slots=True)
class ActionAgility(Effect):
    """An action that makes the ship more agile until the round ends."""

    more: int

    @classmethod
    def read(cls, row: Section) -> ActionAgility:
        """Read its parameters."""
        return cls(row.count("more"))

    @property
    def is_action(self) -> bool:  # noqa: D102
        return True

    def agility(self) -> int:  # noqa: D102
        return self.more


@dataclass(frozen=True, slots=True)
class ActionTurnDice(Effect):
    """An action after which the owner may turn dice of its attacks in this round."""

    turned: tuple[Turn, ...]

    @classmethod
    def read(cls, row: Section) -> ActionTurnDice:
        """Read its parameters."""
        return cls(_turns(row, "attack"))

    @property
    def is_action(self) -> bool:  # noqa: D102
        return True

    def turns(self, role: str, weapon: str, band: int, marked: bool) -> tuple[Turn, ...]:  # noqa: D102
        return self.turned if marked and role == "attack" else ()


@dataclass(frozen=True, slots=True)
class DrawFire(Effect):
    """Friends near the ship cannot be chosen as targets where it could be chosen instead (A-21)."""

    near: int
    far: int

    @classmethod
    def read(cls, row: Section) -> DrawFire:
        """Read its parameters."""
        return cls(*RANGES[row.text("range", RANGES)])

    def draws_fire(self, band: int | None) -> bool:  # noqa: D102
        return band is not None and self.near <= band <= self.far


@dataclass(frozen=True, slots=True)
class ShrugOff(Effect):
    """Faceup damage cards of a trait are discarded without effect."""

    trait: str

    @classmethod
    def read(cls, row: Section) -> ShrugOff:
        """Read its parameters."""
        return cls(row.text("trait", ("pilot", "ship")))

    def shrugs_off(self, trait: str) -> bool:  # noqa: D102
        return trait == self.trait


EFFECTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "extra-attack-dice": ExtraAttackDice,
        "lower-agility": LowerAgility,
        "turn-dice": TurnDice,
        "deny": Deny,
        "free-action": FreeAction,
        "regain-shield": RegainShield,
        "action-agility": ActionAgility,
        "action-turn-dice": ActionTurnDice,
        "draw-fire": DrawFire,
        "shrug-off": ShrugOff,
    }
)
"""The effects by the names that data files use."""


def turned(pool: tuple[str, ...], turns: tuple[Turn, ...]) -> tuple[str, ...]:
    """Return a pool of dice after a card has turned some of them (XW-72).

    A die that was rerolled, marked ``*``, may be turned like any other.

    >>> turned(("blank", "focus", "focus*"), (Turn(False, "focus", "crit"),))
    ('blank', 'crit', 'focus*')
    """
    dice = list(pool)
    for every, old, new in turns:
        found = [i for i, die in enumerate(dice) if die.rstrip("*") == old]
        for i in found if every else found[:1]:
            dice[i] = dice[i].replace(old, new)
    return tuple(sorted(dice))


def _turns(row: Section, role: str) -> tuple[Turn, ...]:
    faces = ROLES[role]
    known = {
        f"{much} {old} to {new}": Turn(much == "every", old, new)
        for much in ("one", "every")
        for old in faces
        for new in faces
    }
    return tuple(known[text] for text in row.texts("turns", known))
