"""The answers about attacks: what a shot needs and what a strike throws, with their exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....errors import TablesimError
from ....scene import Scene
from ....verdict import JSON, Margin, Outcome, length, listed
from ..ground.melee import Strike as CanStrike
from ..models import Model
from ..numbers import shots, strikes
from ..numbers.odds import Odds, shot_odds, strike_odds
from ..numbers.profiles import Body
from ..numbers.strikes import Combatant
from ..numbers.weapons import Missile, Ranges
from ..options import Options
from .base import Sector, UnforgedVerdict
from .cover import Cover


def need(found: Body | None, model: Model) -> Body:
    """Return the characteristics of a model.

    Raises
    ------
    TablesimError
        If nobody said what they are.
    """
    if found is None:
        raise TablesimError(
            f"model {model.id!r} has no profile: give it a kind, or move, strength, toughness"
            " and combat"
        )
    return found


@dataclass(frozen=True)
class Shot(UnforgedVerdict):
    """What a shot needs to hit (UF-89 to UF-96).

    Attributes
    ----------
    cover
        The cover of the target from the shooter.
    sector
        In which sector of the shooter the target is (UF-90).
    weapon, ranges
        What is fired, and its distances in these hands.
    distance
        From base to base.
    engaged, melee
        With whom the shooter is in melee (UF-90), and with whom the target is (UF-89).
    shooter, target
        Their characteristics; None of a target that has no profile.
    options
        The house rulings.
    """

    cover: Cover
    sector: Sector
    weapon: Missile
    ranges: Ranges
    distance: float
    engaged: tuple[str, ...]
    melee: tuple[str, ...]
    shooter: Body = field(repr=False)
    target: Body | None = field(repr=False)
    options: Options = field(repr=False)

    @property
    def aim(self) -> shots.Aim:
        """What was measured."""
        rear = self.sector.sector == "rear"
        return shots.Aim(self.distance, self.cover.grade, rear, bool(self.melee))

    @property
    def reason(self) -> str | None:
        """Why the weapon cannot be fired at the target; None if it can."""
        look = self.cover.look
        if self.engaged:
            return f"UF-90: {look.viewer.id} is in melee with {listed(self.engaged)}"
        if not look.viewer.standing:
            return f"UF-78: {look.viewer.id} is down"
        if self.weapon.accuracy is None:
            return "UF-51: it hits whom its area covers; ask for the area"
        return shots.why_not(self.weapon, self.ranges, self.aim)

    @property
    def legal(self) -> bool:
        """Whether the weapon can be fired at the target."""
        return self.reason is None

    @property
    def needed(self) -> int | None:
        """The least face that hits; None if it hits without a roll, or cannot hit."""
        return shots.to_hit(self.weapon, self.ranges, self.aim).need if self.legal else None

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        by, on = self.cover.look.viewer.id, self.cover.look.target.id
        what = f"{by} cannot shoot {on} with its {self.weapon.id}"
        if self.reason:
            return f"{what}: {self.reason.partition(': ')[2]} ({self.reason.partition(':')[0]})."
        how = "without a roll" if self.needed is None else f"on {self.needed}+"
        where = " in its rear" if self.aim.rear else ""
        far = length(self.distance, "in")
        grade = self.cover.grade
        return f"{by} hits {on} with its {self.weapon.id} {how}: {grade}{where} at {far}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the target is from the limits of the range, and its cover from another grade."""
        limits = [("the range without a roll", float(self.ranges.auto))]
        if self.ranges.most is not None:
            limits.append(("the longest range", float(self.ranges.most)))
        found = [Margin(what, limit - self.distance, "in", limit) for what, limit in limits]
        if self.ranges.nearest:
            near = float(self.ranges.nearest)
            beyond = {"yes": "beyond", "no": "inside"}
            found.append(Margin("the least range", self.distance - near, "in", near, **beyond))
        return (*found, *self.sector.margins, *self.cover.margins)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-90", "UF-91", "UF-92", *self.cover.rules)

    def odds(self) -> Odds:
        """Return the exact odds of the shot (UF-93, UF-94).

        Raises
        ------
        TablesimError
            If it cannot be fired, or the target has no profile.
        """
        if self.reason:
            raise TablesimError(f"no odds: {self.answer}")
        target = need(self.target, self.cover.look.target)
        return shot_odds(shots.shot(self.weapon, self.shooter, target, self.aim, self.options))

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "by": self.cover.look.viewer.id,
            "on": self.cover.look.target.id,
            "weapon": self.weapon.id,
            "legal": self.legal,
            "reason": self.reason,
            "needed": self.needed,
            "distance": self.distance,
            "grade": self.cover.grade,
            "sector": self.sector.sector,
            "melee": list(self.melee),
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        word = "cannot" if not self.legal else "hits" if self.needed is None else f"{self.needed}+"
        return {"shot": word, **self.cover.outcome()}

    @property
    def scales(self) -> Mapping[str, tuple[str, ...]]:
        """What a map shows: what must be rolled, and the cover, the least first."""
        needed = ("hits", *(f"{least}+" for least in range(1, 10)))
        return {"shot": needed, **self.cover.scales}

    def scene(self) -> Scene:
        """Return the target as the shooter sees it."""
        from ..pictures import eye_scene

        return eye_scene(self.cover, self)


@dataclass(frozen=True)
class Strike(UnforgedVerdict):
    """Whether a model can strike another, and with how many dice (UF-79 to UF-83).

    Attributes
    ----------
    a, b
        Striker and target.
    can, back
        Whether the one can strike the other, and the other the one.
    behind
        Whether the striker is in the rear of the target (UF-80).
    striker, target
        Both as they stand; None where one has no profile.
    options
        The house rulings.
    """

    a: Model
    b: Model
    can: CanStrike
    back: CanStrike
    behind: bool
    striker: Combatant | None = field(repr=False)
    target: Combatant | None = field(repr=False)
    options: Options = field(repr=False)

    @property
    def legal(self) -> bool:
        """Whether it can strike."""
        return self.can.able

    @property
    def strike(self) -> strikes.Strike:
        """The attack before any die is rolled.

        Raises
        ------
        TablesimError
            If it cannot strike, or one of the two has no profile.
        """
        if not self.legal:
            raise TablesimError(f"no odds: {self.answer}")
        for one, model in ((self.striker, self.a), (self.target, self.b)):
            need(None if one is None else one.body, model)
        assert self.striker is not None and self.target is not None
        return strikes.strike(
            self.striker,
            self.target,
            self.options,
            rear=self.behind,
            answers=self.back.able,
        )

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        if not self.legal:
            return f"{self.a.id} cannot strike {self.b.id}: {'; '.join(self.can.reasons)}."
        if self.striker is None or self.target is None:
            return f"{self.a.id} can strike {self.b.id}."
        found = self.strike
        dice = f"{found.dice} {'die' if found.dice == 1 else 'dice'}"
        how = "all hit" if found.over is None else f"a hit on more than {found.over}"
        wound = f"{found.blow.die.name}+{found.blow.damage} against {found.blow.toughness}"
        return f"{self.a.id} can strike {self.b.id} with {dice}, {how}, each for {wound}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the target is within reach, and in front."""
        return (
            Margin(f"the reach of {self.a.id}", self.can.reach_margin, "in"),
            Margin(f"the front of {self.a.id}", self.can.front_margin, "in"),
            Margin(f"the front of {self.b.id}", self.back.front_margin, "in"),
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-79", "UF-81", "UF-83", "UG-25", *(("UF-80",) if self.behind else ()))

    def odds(self) -> Odds:
        """Return the exact odds of the strike, on both sides (UF-79 to UF-86).

        Raises
        ------
        TablesimError
            If it cannot strike, or one of the two has no profile.
        """
        return strike_odds(self.strike)

    def details(self) -> JSON:
        """Return what was measured."""
        known = self.legal and self.striker is not None and self.target is not None
        found = self.strike if known else None
        return {
            "by": self.a.id,
            "on": self.b.id,
            "legal": self.legal,
            "reasons": list(self.can.reasons),
            "behind": self.behind,
            "dice": found and found.dice,
            "over": found and found.over,
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        return {"strike": "can strike" if self.legal else "cannot", "behind": str(self.behind)}

    def scene(self) -> Scene:
        """Return the two with their reaches and fronts."""
        from ..pictures import engaged_scene

        return engaged_scene(self)
