"""Area weapons: throws with their scatter, emitted shapes, and whom they catch (UF-51, UF-99)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....geometry import Point
from ....protocol import Chance, Outcome, Roll
from ..areas import Blast, Size, blast, emitted
from ..numbers import shots as numbers
from ..numbers.dice import RAW, TipRoll, die
from ..numbers.weapons import Missile
from .board import Board, Spot, board
from .damage import shove, wound
from .shooting import aim_for, knocked, under_fire, why_wasted
from .state import Skirmish, Task
from .tasks import Accident, accident, step


class Burst(NamedTuple):
    """Where an area weapon has gone off.

    Attributes
    ----------
    weapon
        Which.
    hit, inner
        The numbers of the models that it catches, and of those in its inner part (UF-102).
    middle
        What they are pushed away from (HR-97).
    rolled
        What the dice of its Strength came to (HR-98).
    """

    weapon: str
    hit: tuple[int, ...]
    inner: tuple[int, ...]
    middle: Point
    rolled: int = 0


def _gun(state: Skirmish, number: int, weapon: str) -> Missile:
    return state.troops[number].missiles[weapon]


@step("throw")
def throw(state: Skirmish, task: Task) -> Skirmish:
    """UF-99, UF-100: an area weapon lands where it is aimed, or scatters from there."""
    number, (weapon, said) = task.model, task.data
    gun = _gun(state, number, weapon)
    aim = aim_for(state, number, said)
    why = why_wasted(state, number, gun, aim)
    if why is not None:
        return state.note("wasted", "HR-26", number, why=why)
    if isinstance(said, str):
        state = under_fire(state, number, (state.number(said),))
    spot = spot_of(state, said)
    kind = numbers.scatter_die(gun.ranges(state.body(number), state.rulings), aim)
    state = state.note(
        "throws", "UF-99", number, what=weapon, at=spot, distance=round(aim.distance, 3)
    )
    if kind is None:
        return _burst(state, number, weapon, spot)
    return state.push(Task("scatter", number, (weapon, kind.name, *spot)))


def spot_of(state: Skirmish, said: Any) -> Spot:
    """Return the place that a throw is aimed at: that of a model by its id, or the place itself."""
    if isinstance(said, str):
        return Spot(*state.place(state.number(said))[:3])
    return Spot(*said)


@accident("scatter")
class Scatter(Accident):
    """UF-100, UF-11: one direction die says how far it lands from its aim, and where."""

    def chance(self, state: Skirmish, task: Task) -> Chance:  # noqa: D102
        return TipRoll.of(1, state.rulings)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        weapon, kind, x, y, level = task.data
        (tip,) = TipRoll.tips(outcome)
        inches, aim = die(kind).value(tip.raw), Spot(x, y, level)
        state = state.note(
            "scatters",
            "UF-100",
            task.model,
            off=aim,
            die=kind,
            inches=inches,
            angle=round(tip.angle, 1),
        )
        spot = board(state).scattered(aim, inches, tip.angle)
        return _burst(state, task.model, weapon, spot)


def _burst(state: Skirmish, number: int, weapon: str, spot: Spot) -> Skirmish:
    """Return the state where everybody in a circle is hit (UF-51, UF-102, UF-103, UG-14)."""
    here, gun = board(state), _gun(state, number, weapon)
    hit = _hit(here, burst(here, gun.area, spot))
    inner = _hit(here, burst(here, gun.inner, spot)) if gun.inner else hit
    state = state.note("bursts", "UF-51 UG-14", number, what=weapon, at=spot)
    return _catch(state, number, Burst(weapon, hit, inner, (spot[0], spot[1])))


def burst(here: Board, size: str, spot: Spot) -> Blast:
    """Return what a circle of a size covers about a place, and whom it catches (UG-14)."""
    x, y, level = spot
    return blast(here.around, _size(here, size), (x, y), level)


def spray(here: Board, shape: str, number: int, angle: float) -> Blast:
    """Return what a shape covers that a model emits, and whom it catches (UG-15)."""
    return emitted(here.around, _size(here, shape), here.models[number], angle)


def _size(here: Board, text: str) -> Size:
    return Size.parse(text, here.around.shapes)


def _hit(here: Board, area: Blast) -> tuple[int, ...]:
    return here.numbers(caught.model.id for caught in area.caught if caught.hit)


def _catch(state: Skirmish, by: int, burst: Burst) -> Skirmish:
    """Return the state where each model in turn suffers what an area weapon does (UG-18)."""
    names = ", ".join(state.fighters[n].id for n in burst.hit) or "nobody"
    state = under_fire(state.note("catches", "UG-18", by, models=names), by, burst.hit)
    return state.push(
        *(
            Task(
                "caught",
                number,
                (by, burst.weapon, number not in burst.inner, *burst.middle, burst.rolled),
            )
            for number in burst.hit
        )
    )


@step("emit")
def emit(state: Skirmish, task: Task) -> Skirmish:
    """UG-15, HR-98: a shape from the edge of the base; dice for Strength are rolled once."""
    weapon, angle = task.data
    strength = _gun(state, task.model, weapon).strength
    if strength is not None and strength.dice is not None:
        return state.push(Task("strength dice", task.model, task.data))
    return _emitted(state, task.model, weapon, angle, 0)


@accident("strength dice")
class StrengthDice(Accident):
    """HR-98: the dice that are the Strength of a weapon, once for each shot."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        strength = _gun(state, task.model, task.data[0]).strength
        assert strength is not None
        assert strength.dice is not None
        return Roll(strength.dice.count, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        weapon, angle = task.data
        strength = _gun(state, task.model, weapon).strength
        assert strength is not None
        assert strength.dice is not None
        rolled = strength.dice.total([int(raw) for raw in outcome])
        state = state.note(
            "rolls its Strength", "HR-98", task.model, dice=str(strength.dice), strength=rolled
        )
        return _emitted(state, task.model, weapon, angle, rolled)


def _emitted(state: Skirmish, number: int, weapon: str, angle: float, rolled: int) -> Skirmish:
    here = board(state)
    hit = _hit(here, spray(here, _gun(state, number, weapon).emits, number, angle))
    return _catch(state, number, Burst(weapon, hit, hit, state.place(number)[:2], rolled))


@step("caught", outlives=True)
def caught(state: Skirmish, task: Task) -> Skirmish:
    """UF-102, UF-103: what an area weapon does to one model."""
    by, weapon, *_ = task.data
    gun, fate = _gun(state, by, weapon), state.fighters[task.model].fate
    if fate == "removed" or (fate == "lying" and "fire" not in gun.rules):
        return state
    if gun.stuns:
        return shove(state, task.model, (gun.stuns, False), "down", "UF-103")
    return state.push(Task("blast damage", task.model, task.data))


@accident("blast damage", outlives=True)
class BlastDamage(Accident):
    """UF-94, UF-102, HR-97: one hit on each model; who is not wounded is pushed outwards."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        by, weapon, outer, x, y, rolled = task.data
        gun = _gun(state, by, weapon)
        blow = numbers.blow(
            gun, state.body(by), state.body(task.model), state.rulings, rolled=rolled, outer=outer
        )
        done = blow.result(map(int, outcome))
        state = state.note(
            "damage",
            "UF-94 UF-102",
            by,
            against=state.fighters[task.model].id,
            dice=blow.die.value(int(outcome[0])),
            plus=blow.damage,
            needs=f"more than {blow.toughness}",
        )
        fire = "fire" in gun.rules
        state = wound(state, task.model, done.wounds, "UF-94", by=by, fire=fire)
        return knocked(state, task.model, by, (x, y), blow.pushed(done.failed))
