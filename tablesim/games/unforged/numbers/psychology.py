"""Psychology: panic, fear and terror (UF-54 to UF-59)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from .dice import Die, die
from .profiles import Effect
from .skills import immune, skills
from .tables import tables
from .values import Change

if TYPE_CHECKING:
    from ..options import Options
    from .skills import Rules


@dataclass(frozen=True, slots=True)
class Ordeal:
    """A psychology test: the modified roll must exceed a number (UF-54).

    Attributes
    ----------
    kind
        ``"panic"``, ``"fear"`` or ``"terror"``.
    number
        What must be exceeded.
    modifier
        What is added to the roll (UF-59).
    may_reroll
        Whether a failure may be rerolled (UF-59).
    must_reroll
        Whether a success must be rerolled (UF-58).
    die
        The die.
    """

    kind: str
    number: int
    modifier: int
    may_reroll: bool
    must_reroll: bool
    die: Die

    def passes(self, raw: int) -> bool:
        """Whether a raw face succeeds."""
        return self.die.value(raw) + self.modifier > self.number

    def rerolled(self, raw: int) -> bool:
        """Whether a raw face has to be, or may be, rolled again."""
        return self.must_reroll if self.passes(raw) else self.may_reroll

    @property
    def chance(self) -> Fraction:
        """The chance to pass, every failure being rerolled that may be."""
        once = self.die.over(self.number - self.modifier)
        if self.must_reroll:
            return once * once
        return 1 - (1 - once) ** 2 if self.may_reroll else once


def causes_fear(rules: Rules) -> bool:
    """Whether a model causes fear; terror is like it, and more (UF-56, UF-58).

    >>> causes_fear({"terror": 4}), causes_fear({"fearless": 1})
    (True, False)
    """
    return "fear" in rules or "terror" in rules


def dread(causer: Rules) -> tuple[str, int] | None:
    """Return the kind and number of the test that a model makes others take in melee.

    None if it frightens nobody; terror takes the place of fear (UF-56, UF-58).

    >>> dread({"fear": 3, "terror": 4}), dread({"fear": 3}), dread({"veteran": 1})
    (('terror', 4), ('fear', 3), None)
    """
    for kind in ("terror", "fear"):
        if kind in causer:
            return kind, causer[kind]
    return None


def ordeal(
    kind: str,
    number: int,
    rules: Rules,
    options: Options,
    *,
    by_terror: bool = False,
    kind_of_die: str = "D10",
) -> Ordeal | None:
    """Return the psychology test of a model; None if it is immune (UF-54 to UF-59).

    Parameters
    ----------
    kind
        ``"panic"``, ``"fear"`` or ``"terror"``.
    number
        What must be exceeded.
    rules
        The special rules of the model.
    options
        The house rulings.
    by_terror
        Whether a panic test comes of a terror-causing model (UF-55, HR-45).
    kind_of_die
        The die that the rule asks for.

    >>> from tablesim.games.unforged.options import options
    >>> test = ordeal("fear", 4, {"stubborn": 1}, options())
    >>> str(test.chance) if test else None
    '3/4'
    >>> ordeal("fear", 4, {"fear": 3}, options())
    """
    if immune(rules, kind):
        return None
    terrified = kind == "terror" or (by_terror and options.terror_reroll_scope == "all")
    # Who causes no fear gets nothing against terror but the reroll of a success (UF-58, UF-59).
    daunted = terrified and not causes_fear(rules)
    modifiers = [skills()[name].rolls.get(kind, 0) for name in rules]
    if kind == "terror" and daunted:
        modifiers = [plus for plus in modifiers if plus < 0]
    return Ordeal(
        kind,
        number,
        sum(modifiers),
        may_reroll=not daunted and any(skills()[name].rerolls for name in rules),
        must_reroll=daunted,
        die=die(kind_of_die),
    )


def panic_number(cause: str, options: Options) -> int:
    """Return the number of a panic test (UF-55, UF-57, HR-41).

    Parameters
    ----------
    cause
        ``"fire"``, ``"comrade"``, ``"terror"``, or ``"fear"`` for the one after a failed fear test.
    options
        The house rulings.

    Raises
    ------
    ValueError
        If nothing of that name causes panic.

    >>> from tablesim.games.unforged.options import options
    >>> [panic_number(cause, options()) for cause in ("fire", "comrade", "terror", "fear")]
    [5, 5, 5, 8]
    """
    numbers = {
        "fire": tables().panic,
        "comrade": options.panic_comrade,
        "terror": tables().panic,
        "fear": tables().after_fear,
    }
    if cause not in numbers:
        raise ValueError(f"{cause!r} causes no panic; what does: {', '.join(numbers)}")
    return numbers[cause]


def shaken() -> Effect:
    """Return what a failed fear test does to the Combat of a model for one turn (UF-57, HR-44).

    >>> str(shaken().change)
    '1'
    """
    return Effect("C", Change(becomes=tables().shaken_combat))


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a failed panic test does (HR-40).

    Attributes
    ----------
    inches
        How far the model falls back, straight away from the cause.
    effect
        What happens to a characteristic for one turn; None for nothing.
    loses
        The activation that it loses: ``""`` for none, ``"phase"`` for that of this phase if it is
        not used yet, ``"turn"`` for all of one turn.
    off_edge
        Whether reaching the edge of the table removes it.
    """

    inches: int = 0
    effect: Effect | None = None
    loses: str = ""
    off_edge: bool = False


def panicked(
    move: int, options: Options, *, in_melee: bool = False, down: bool = False
) -> Reaction:
    """Return what a failed panic test does to a model (HR-40).

    Parameters
    ----------
    move
        Its Move.
    options
        The house rulings.
    in_melee, down
        How it stands.

    >>> from tablesim.games.unforged.options import options
    >>> panicked(4, options()).inches, panicked(4, options(panic_result="rout")).inches
    (4, 8)
    """
    if down or options.panic_result == "none":
        return Reaction()
    if options.panic_result == "pinned":
        return Reaction(loses="turn")
    if in_melee:
        return Reaction(effect=shaken())
    rout = options.panic_result == "rout"
    inches = max(0, move)
    return Reaction(2 * inches if rout else inches, loses="phase", off_edge=rout)
