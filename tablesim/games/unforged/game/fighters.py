"""The models of a game: what changes of them, and what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..catalogue import catalogue
from ..numbers.dice import Dice
from ..numbers.psychology import shaken
from ..numbers.weapons import Melee, Missile

if TYPE_CHECKING:
    from ..components import Size
    from ..numbers.armies import Army
    from ..numbers.profiles import Body
    from ..numbers.recruits import Recruit
    from ..options import Options

Place = tuple[float, float, float, float]
"""The middle of a base, the height that it stands on, and where it faces in degrees."""

PHASES: Final = ("move", "melee", "shooting")
"""The phases of a round, in their order (UF-6)."""


class When(NamedTuple):
    """The end of a phase of a round."""

    round: int
    phase: str


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that lasts one turn (UF-7).

    Attributes
    ----------
    name
        ``"shaken"``: the Combat is 1 (UF-57); ``"pinned"``: it is not activated (HR-40).
    until
        It ends with this phase.
    """

    name: str
    until: When


@dataclass(frozen=True, slots=True)
class Fighter:
    """A model, as far as the game changes it.

    Attributes
    ----------
    id, seat, recruit
        Its name, whose it is, and its line in the army.
    wounds
        How many it has left.
    place
        Where it stands or lies; None before it is deployed and when it is removed.
    weapon, both
        The melee weapon that is ready, and whether both hands hold it (HR-103).
    fate
        ``""``; ``"lying"`` for one that may regenerate (UF-122); ``"removed"``.
    rises
        When a model that is down stands up (UF-78); None for one that stands.
    lasting
        Effects of one turn.
    modifiers
        What is added to its combat dice in the coming melee phase (UF-75).
    rounds
        What is left of ammunition and weapons that are bought by the piece (HR-94).
    rolled
        The Move rolled for this round, if it is given in dice (UF-20); -1 before.
    braved
        The numbers of the terror-causers that it has been tested for in this round (HR-43).
    stubborn
        Whether it has not given up its rerolls (UF-13).
    shot
        Whether it has shot in the Move phase of this round (UF-98).
    """

    id: str
    seat: int
    recruit: str
    wounds: int
    place: Place | None = None
    weapon: str = ""
    both: bool = False
    fate: str = ""
    rises: When | None = None
    lasting: tuple[Lasting, ...] = ()
    modifiers: tuple[int, ...] = ()
    rounds: tuple[tuple[str, int], ...] = ()
    rolled: int = -1
    braved: tuple[int, ...] = ()
    stubborn: bool = True
    shot: bool = False

    def but(self, **changes: Any) -> Fighter:
        """Return the model with some attributes changed."""
        values = {name: getattr(self, name) for name in FIELDS}
        return Fighter(**(values | changes))

    @property
    def standing(self) -> bool:
        """Whether it is on the table, and neither down nor lying."""
        return not self.fate and self.rises is None

    def under(self, name: str) -> bool:
        """Whether an effect acts on it."""
        return any(effect.name == name for effect in self.lasting)

    def left(self, id: str) -> int | None:
        """Return how many pieces of something are left; None for what does not run out."""
        return dict(self.rounds).get(id)


FIELDS: Final = tuple(Fighter.__dataclass_fields__)


class Troop:
    """What never changes of a model: its line of the army, with all that follows from it.

    Attributes
    ----------
    recruit
        The line of the army.
    options
        The house rulings.
    """

    def __init__(self, recruit: Recruit, options: Options) -> None:
        self.recruit = recruit
        self.options = options
        self._bodies: dict[tuple[bool, int], Body] = {}

    @cached_property
    def rules(self) -> dict[str, int]:
        """Its special rules."""
        return dict(self.recruit.rules)

    @cached_property
    def melee(self) -> dict[str, Melee]:
        """The weapons that it strikes with, the first one ready at the start (HR-103)."""
        return {weapon.id: weapon for weapon in self.recruit.melee}

    @cached_property
    def missiles(self) -> dict[str, Missile]:
        """The weapons that it shoots and throws."""
        return {weapon.id: weapon for weapon in self.recruit.missiles}

    @cached_property
    def price(self) -> int:
        """Its points."""
        return self.recruit.price(self.options)

    @cached_property
    def grips(self) -> tuple[tuple[str, bool], ...]:
        """What it can have ready: each weapon in one hand, heavy ones in both, too (UF-104)."""
        return tuple(
            (weapon.id, both)
            for weapon in self.recruit.melee
            for both in ((False, True) if "heavy" in weapon.rules else (False,))
            if self.recruit.hands_used(weapon, two_handed=both) <= 2
        )

    @property
    def first_grip(self) -> tuple[str, bool]:
        """What is ready at the start: the first weapon, in both hands if that helps (HR-103)."""
        first = self.recruit.melee[0].id
        return next(grip for grip in reversed(self.grips) if grip[0] == first)

    @property
    def size(self) -> Size:
        """The size of its base and figure."""
        return catalogue().sizes[self.recruit.size]

    @property
    def dice(self) -> Dice | None:
        """Its Move, if it is given in dice (UF-20)."""
        move = self.recruit.profile.move
        return None if isinstance(move, int) else move

    def body(self, fighter: Fighter) -> Body:
        """Return its characteristics with all that acts on them now."""
        key = fighter.under("shaken"), fighter.rolled
        found = self._bodies.get(key)
        if found is None:
            found = self.recruit.body
            if fighter.under("shaken"):
                found = found.with_effects((shaken(),))
            if fighter.rolled >= 0:
                found = type(found)(
                    found.profile.rolled(fighter.rolled), found.size, found.effects, found.unit
                )
            self._bodies[key] = found
        return found

    def reach(self, fighter: Fighter) -> float:
        """Return how far it strikes with the weapon that is ready (UG-24)."""
        return self.melee[fighter.weapon].reach(self.size.reach)


def muster(armies: tuple[Army, Army], options: Options) -> Iterator[Fighter]:
    """Yield the models of both armies; those of one line are numbered."""
    lines = Counter(recruit.id for army in armies for recruit in army.recruits)
    for seat, army in enumerate(armies):
        for recruit in army.recruits:
            name = recruit.id if lines[recruit.id] == 1 else f"{recruit.id}-{'ab'[seat]}"
            weapon, both = Troop(recruit, options).first_grip
            for copy in range(recruit.count):
                yield Fighter(
                    id=name if recruit.count == 1 else f"{name}-{copy + 1}",
                    seat=seat,
                    recruit=recruit.id,
                    wounds=recruit.wounds,
                    weapon=weapon,
                    both=both,
                    rounds=tuple(sorted(recruit.rounds.items())),
                )
