"""The answers about moving: ways, reach, pushes, and who is in melee with whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....geometry import Pose
from ....scene import Scene
from ....verdict import JSON, Margin, Outcome, listed
from ..ground.melee import Melee
from ..ground.ways import Leg, Test, Way, inches
from ..models import Model
from ..rules import INCH
from .base import UnforgedVerdict

if TYPE_CHECKING:
    from ....table import Table
    from ..ground.pushes import Displacement
    from ..ground.region import Reach


def leg_data(leg: Leg) -> JSON:
    """Return a leg of a way as plain values."""
    return {
        "kind": leg.kind,
        "from": [*leg.start, leg.start_level],
        "to": [*leg.end, leg.end_level],
        "rise": leg.rise,
        "fall": leg.fall,
        "over": list(leg.over),
        "cost": leg.cost,
    }


@dataclass(frozen=True)
class Engaged(UnforgedVerdict):
    """Whether two models are in melee, and who can strike whom (UF-74, UG-25, UG-27).

    Attributes
    ----------
    a, b
        The two.
    melee
        What was judged.
    """

    a: Model
    b: Model
    melee: Melee

    @property
    def engaged(self) -> bool:
        """Whether they are in melee."""
        return self.melee.engaged

    @property
    def strikers(self) -> tuple[str, ...]:
        """Who can strike the other."""
        return tuple(strike.by for strike in self.melee.strikes if strike.able)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        pair = f"{self.a.id} and {self.b.id}"
        if not self.engaged:
            return f"{pair} are not in melee: {'; '.join(self.melee.reasons)}."
        if not self.strikers:
            return f"{pair} are in melee back to back: neither can strike."
        if len(self.strikers) == 2:
            return f"{pair} are in melee: each can strike the other."
        (why,) = (strike.reasons for strike in self.melee.strikes if not strike.able)
        return f"{pair} are in melee: only {self.strikers[0]} can strike; {listed(why)}."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the two are within reach, and within each other's front."""
        reach = Margin("the longer reach", self.melee.reach_margin, "in")
        fronts = (
            Margin(f"the front of {strike.by}", strike.front_margin, "in")
            for strike in self.melee.strikes
        )
        own = (
            Margin(f"the reach of {strike.by}", strike.reach_margin, "in")
            for strike in self.melee.strikes
        )
        return (reach, *own, *fronts)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-74", "UG-25", "UG-27", "HR-62")

    def details(self) -> JSON:
        """Return what was measured."""
        return {
            "a": self.a.id,
            "b": self.b.id,
            "engaged": self.engaged,
            "strikers": list(self.strikers),
            "reasons": list(self.melee.reasons),
            "walls": [strike.wall for strike in self.melee.strikes],
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        return {
            "melee": "in melee" if self.engaged else "not in melee",
            "strikers": listed(self.strikers) or "nobody",
        }

    def scene(self) -> Scene:
        """Return the two with their reaches and fronts."""
        from ..pictures import engaged_scene

        return engaged_scene(self)


@dataclass(frozen=True)
class Path(UnforgedVerdict):
    """Whether a model may go a way, and what it takes (UF-67 to UF-77, UG-21, UG-22).

    Attributes
    ----------
    model
        The model, where it stands.
    way
        What was judged, leg by leg.
    tested
        The same with a passed Move test, where that changes the answer (UF-70).
    """

    model: Model
    way: Way
    tested: Way | None = None

    @property
    def legal(self) -> bool:
        """Whether it may be gone without a Move test."""
        return self.way.legal

    @property
    def needs_test(self) -> bool:
        """Whether only a passed Move test makes it legal (UF-70)."""
        return not self.way.legal and self.tested is not None and self.tested.legal

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not legal, where it is not."""
        return tuple(str(reason) for reason in self.way.reasons)

    @property
    def chosen(self) -> Way:
        """The way that is told: with the test if that makes it legal."""
        return self.tested if self.needs_test and self.tested else self.way

    @property
    def table(self) -> Table:
        """The table after it."""
        way = self.chosen
        end = Pose(*way.end, way.heading)
        return self.position.place(self.model.id, end, level=way.level or None)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        way, who = self.chosen, self.model.id
        if not (self.legal or self.needs_test):
            return f"{who} cannot go there: {'; '.join(self.reasons)}."
        needs = "with a passed Move test " if self.needs_test else ""
        spent = f"{who} can go there {needs}for {inches(way.spent)} of {inches(way.pool)}"
        tests = tuple(_in_words(test) for test in way.tests if test.why != "climb")
        said = [f"{spent}: {self._steps(way)}"]
        if tests:
            said.append(f"it takes {listed(tests)}")
        if way.lost:
            said.append("removed" if way.lost == "removed" else "an automatic wound")
        if way.engaged:
            said.append(f"it ends in melee with {listed(way.engaged)}")
        if way.left:
            said.append(f"it leaves the melee with {listed(way.left)}")
        return "; ".join(said) + "."

    def _steps(self, way: Way) -> str:
        steps = [
            f"{leg.kind} {inches(leg.rise or leg.fall or leg.length)}"
            for leg in way.legs
            if leg.length > INCH.limit or leg.rise or leg.fall
        ]
        return ", ".join(steps) or "stay"

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the closest calls are from changing."""
        return self.chosen.margins

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        way = self.chosen
        found = ["UF-67", "UG-21", "UG-22"]
        found += ["UF-70"] if self.needs_test else []
        found += [test.rule for test in way.tests]
        found += [reason.rule for reason in way.reasons]
        return tuple(dict.fromkeys(found))

    def details(self) -> JSON:
        """Return what was measured."""
        way = self.chosen
        return {
            "id": self.model.id,
            "legal": self.legal,
            "needs_test": self.needs_test,
            "reasons": list(self.reasons),
            "spent": way.spent,
            "pool": way.pool,
            "legs": [leg_data(leg) for leg in way.legs],
            "tests": [_in_words(test) for test in way.tests],
            "end": [*way.end, way.level],
            "heading": way.heading,
            "obstacles": list(way.obstacles),
            "engaged": list(way.engaged),
            "left": list(way.left),
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        word = "legal" if self.legal else "with a Move test" if self.needs_test else "not legal"
        return {"way": word, "melee": listed(self.chosen.engaged) or "nobody"}

    def scene(self) -> Scene:
        """Return the way on the table, leg by leg."""
        from ..pictures import path_scene

        return path_scene(self)


def _in_words(test: Test) -> str:
    """Return a test in words."""
    if test.kind == "move":
        return f"a Move test ({test.why}, {test.rule})"
    halved = " at half Toughness" if test.halved else ""
    return f"a Toughness test on {test.die}{halved} (a drop of {inches(test.height)}, {test.rule})"


@dataclass(frozen=True)
class Push(UnforgedVerdict):
    """Where a pushed model ends, and how deep it falls (UF-85 to UF-87, UG-28).

    Attributes
    ----------
    model
        The model, where it stands.
    moved
        What was judged.
    """

    model: Model
    moved: Displacement

    @property
    def table(self) -> Table:
        """The table after it; without the model if it leaves the table."""
        if self.moved.removed:
            return self.position.remove(self.model.id)
        end, level = self.moved.end, self.moved.level
        return self.position.place(self.model.id, at=end, level=level or None)

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        who, (x, y) = self.model.id, self.moved.end
        if self.moved.removed:
            return f"{who} is pushed off the table."
        said = [f"{who} is pushed {inches(self.moved.travel)}, to ({x:.2f}, {y:.2f})"]
        for fall in self.moved.falls:
            band = fall.band
            half = " at half Toughness" if band.halved else ""
            said.append(f"falls {inches(fall.height)}: Toughness test on {band.test}{half}")
        if self.moved.stop is not None:
            said.append(f"stopped: {self.moved.stop}")
        return "; ".join(said) + "."

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How far the closest calls are from changing."""
        return self.moved.margins

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UF-86", "UG-28", *(("UF-87",) if self.moved.falls else ()))

    def details(self) -> JSON:
        """Return what came of it."""
        return {
            "id": self.model.id,
            "angle": self.moved.angle,
            "distance": self.moved.distance,
            "travel": self.moved.travel,
            "end": [*self.moved.end, self.moved.level],
            "removed": self.moved.removed,
            "stop": None if self.moved.stop is None else str(self.moved.stop),
            "falls": [
                {"height": f.height, "landing": [*f.landing, f.level], "die": f.band.test}
                for f in self.moved.falls
            ],
            "legs": [leg_data(leg) for leg in self.moved.legs],
        }

    def outcome(self) -> Outcome:
        """Return what a table would read."""
        fell = f"falls to {self.moved.level:g}" if self.moved.falls else "does not fall"
        return {"push": "removed" if self.moved.removed else fell}

    def scene(self) -> Scene:
        """Return the way of the push, where it ends, and where it falls."""
        from ..pictures import push_scene

        return push_scene(self)


def needed(needs: tuple[str, ...]) -> str:
    """Return the tests that a place takes, in words.

    >>> needed(("move", "toughness D6"))
    'a Move test and a Toughness test on D6'
    """
    words = [
        "a Move test" if need == "move" else f"a Toughness test on {need.split(maxsplit=1)[1]}"
        for need in needs
    ]
    return " and ".join(words)


@dataclass(frozen=True)
class Region(UnforgedVerdict):
    """Where a model may come to with one move (UG-23).

    Attributes
    ----------
    model
        The model, where it stands.
    reach
        What was found: patches by surface and by the tests that they take.
    """

    model: Model
    reach: Reach

    @property
    def answer(self) -> str:
        """The answer in one sentence."""
        areas: dict[str, float] = {}
        for patch in self.reach.patches:
            needs = needed(patch.needs) or "no test"
            areas[needs] = areas.get(needs, 0.0) + patch.area.area
        free = areas.pop("no test", 0.0)
        levels = sorted({patch.level for patch in self.reach.patches})
        more = "".join(
            f", {area:.1f} more with {needs}" for needs, area in areas.items() if area > 0.05
        )
        where = f" on levels {', '.join(f'{level:g}' for level in levels)}"
        return (
            f"{self.model.id} can come to {free:.1f} square inches without a test{more}"
            f"{where if len(levels) > 1 else ''}."
        )

    @property
    def margins(self) -> tuple[Margin, ...]:
        """Nothing is near a limit: a place is judged by :meth:`Judge.path`."""
        return ()

    @property
    def detail(self) -> str:
        """The second line, with how much the region may fall short."""
        error = f"within {inches(self.reach.error)} for each change of levels"
        return " · ".join([error, *self.policy_words(), ", ".join(self.rules)])

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decided."""
        return ("UG-19", "UG-20", "UG-23")

    def details(self) -> JSON:
        """Return what was found, with the areas as GeoJSON."""
        return {
            "id": self.model.id,
            "error": self.reach.error,
            "patches": [
                {
                    "piece": patch.piece,
                    "level": patch.level,
                    "needs": list(patch.needs),
                    "area": dict(patch.area.__geo_interface__),
                }
                for patch in self.reach.patches
            ],
        }

    def scene(self) -> Scene:
        """Return the region on the table."""
        from ..pictures import region_scene

        return region_scene(self)
