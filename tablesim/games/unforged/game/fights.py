"""The Melee phase: strikes, their damage, and pushes with falls (UF-79 to UF-87)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

import shapely

from ....protocol import Face, Outcome, Roll
from ..numbers import strikes
from ..numbers.dice import RAW
from ..numbers.psychology import shaken
from ..numbers.strikes import Combatant, Damage, Hits
from ..rules import INCH
from .board import board, settled
from .damage import knock_down, remove, shove, wound
from .moves import HOLD, Hold, Move, Push, Strike
from .phases import reached
from .state import Skirmish, Task
from .tasks import Accident, Decision, accident, decision, step

DIRECTIONS: Final = 16
"""How many directions of a push are listed, beside those to the nearest edges (HR-77)."""


MOST_SIDES: Final = 16
"""A roof with more sides than that is round."""


def combatant(state: Skirmish, number: int) -> Combatant:
    """Return a model as it fights now."""
    fighter, troop = state.fighters[number], state.troops[number]
    return troop.recruit.combatant(
        weapon=troop.melee[fighter.weapon],
        two_handed=fighter.both,
        modifiers=fighter.modifiers,
        effects=(shaken(),) if fighter.under("shaken") else (),
        down=not fighter.standing,
    )


def attack(state: Skirmish, by: int, on: int) -> strikes.Strike:
    """Return the attack of one model on another where both are (UF-79 to UF-83)."""
    here = board(state)
    return strikes.strike(
        combatant(state, by),
        combatant(state, on),
        state.rulings,
        rear=here.rear(on, by),
        answers=here.strikes(on, by),
    )


@step("fight")
def fight(state: Skirmish, task: Task) -> Skirmish:
    """UF-79: a model with an enemy at its reach may strike it."""
    if state.fighters[task.model].standing and reached(state, task.model):
        return state.push(Task("strike", task.model))
    return state.note("has nobody to strike", "UF-79", task.model)


@decision("strike")
class Striking(Decision):
    """UF-79: one of the enemies that can be reached is struck, or none (HR-50)."""

    kinds = (Strike, Hold)
    asks = "UF-79: an enemy at reach is to be struck, or none"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [HOLD, *(Strike(state.fighters[n].id) for n in reached(state, task.model))]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        if isinstance(move, Hold):
            return None
        assert isinstance(move, Strike)
        near = reached(state, task.model)
        if state.number(move.name) in near:
            return None
        names = ", ".join(state.fighters[n].id for n in near)
        return f"UF-79: {move.name} cannot be struck; who can: {names}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        if isinstance(move, Hold):
            return state
        assert isinstance(move, Strike)
        on = state.number(move.name)
        state = state.note("strikes", "UF-79", task.model, target=move.name)
        rolled = attack(state, task.model, on).rolled
        if rolled:
            return state.push(Task("combat dice", task.model, (on,)))
        return _hits(state, task.model, on, ())


@accident("combat dice")
class CombatDice(Accident):
    """UF-81: one die for each point of Combat; a 0 hits the striker."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(attack(state, task.model, int(task.data[0])).rolled, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        return _hits(state, task.model, int(task.data[0]), tuple(map(int, outcome)))


def _hits(state: Skirmish, by: int, on: int, raws: tuple[int, ...]) -> Skirmish:
    """Return the state after the combat dice (UF-80, UF-81, UF-120)."""
    blow = attack(state, by, on)
    hits: Hits = blow.hits(raws)
    said: dict[str, Face] = {}
    if raws:
        said = {"dice": " ".join(map(str, raws)), "needs": f"more than {blow.over or 0}"}
    rules = "UF-81 UF-120" if hits.poisoned else "UF-81" if raws else "UF-80"
    state = state.note("hits", rules, by, **said, dealt=hits.dealt, taken=hits.taken)
    if not any(hits):
        return state
    return state.push(Task("damage", by, (on, *hits)))


@step("damage")
def damage(state: Skirmish, task: Task) -> Skirmish:
    """UF-82: both sides roll for the hits that they dealt; damage is simultaneous (HR-74)."""
    on, dealt, taken, poisoned = task.data
    if dealt:
        return state.push(Task("damage dice", task.model, (on, dealt, taken, poisoned)))
    return _back(state, task.model, on, taken, Damage(poisoned, 0))


@accident("damage dice")
class DamageDice(Accident):
    """UF-82, UF-83: the damage dice of the striker."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[1]), RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        on, _, taken, poisoned = task.data
        blow = attack(state, task.model, on).blow
        done = blow.result(map(int, outcome))
        state = _note_damage(state, (task.model, on), blow, outcome)
        dealt = Damage(poisoned + done.wounds, done.failed)
        return _back(state, task.model, on, taken, dealt)


def _back(state: Skirmish, by: int, on: int, taken: int, dealt: Damage) -> Skirmish:
    if taken:
        return state.push(Task("back dice", by, (on, taken, *dealt)))
    return _settled(state, by, on, dealt, Damage(0, 0))


@accident("back dice")
class BackDice(Accident):
    """UF-82, HR-74: the damage dice of the opponent for the zeros of the striker."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[1]), RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        on, _, wounds, failed = task.data
        back = attack(state, task.model, on).back
        assert back is not None, "zeros were counted against the striker"
        done = back.result(map(int, outcome))
        state = _note_damage(state, (on, task.model), back, outcome)
        return _settled(state, task.model, on, Damage(wounds, failed), done)


def _note_damage(
    state: Skirmish, pair: tuple[int, int], blow: strikes.Blow, outcome: Outcome
) -> Skirmish:
    by, on = pair
    values = " ".join(str(blow.die.value(int(raw))) for raw in outcome)
    needs = f"more than {blow.toughness}"
    return state.note(
        "damage",
        "UF-82 UF-83",
        by,
        against=state.fighters[on].id,
        die=blow.die.name,
        dice=values,
        plus=blow.damage,
        needs=needs,
    )


def _settled(state: Skirmish, by: int, on: int, dealt: Damage, taken: Damage) -> Skirmish:
    """Return the state after the damage of both: wounds at once, then pushes (UF-84 to UF-86)."""
    blow = attack(state, by, on)
    pushes = []
    for victim, dealer, done, one in ((on, by, dealt, blow.blow), (by, on, taken, blow.back)):
        inches = one.pushed(done.failed) if one is not None else 0
        if inches:
            pushes.append(Task("shoved", victim, (inches, state.fighters[dealer].seat, dealer)))
    fire = ["fire" in combatant(state, number).weapon.rules for number in (by, on)]
    state = wound(state, on, dealt.wounds, "UF-82", by=by, fire=fire[0])
    state = wound(state, by, taken.wounds, "UF-82", by=on, fire=fire[1])
    return state.push(*pushes)


# Pushes


@step("shoved")
def shoved(state: Skirmish, task: Task) -> Skirmish:
    """UF-86, HR-77: who pushes says where, unless the direction is fixed."""
    inches, seat, dealer = task.data
    if state.rulings.push_direction == "free" or state.fighters[dealer].place is None:
        return state.push(Task("push", task.model, (inches, seat)))
    return pushed(state, task.model, away(state, task.model, state.place(dealer)[:2]), inches)


def away(state: Skirmish, number: int, cause: tuple[float, float]) -> float:
    """Return the direction straight away from a place; ahead if the model stands on it."""
    x, y, _, facing = state.place(number)
    dx, dy = x - cause[0], y - cause[1]
    return math.degrees(math.atan2(dy, dx)) % 360.0 if dx or dy else facing


@decision("push")
class Pushing(Decision):
    """UF-86: the direction of a push, all around (HR-77).

    Listed are 16 directions, and those to the nearest edges of what the model stands on.
    """

    kinds = (Push,)
    asks = "UF-86: a direction is to be said"

    def seat(self, state: Skirmish, task: Task) -> int:  # noqa: D102
        return int(task.data[1])

    def samples(self, state: Skirmish, task: Task) -> bool:  # noqa: D102
        return True

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        yield from (Push(360.0 * way / DIRECTIONS) for way in range(DIRECTIONS))
        yield from map(Push, _to_edges(state, task.model, float(task.data[0])))

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        return None

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Push)
        return pushed(state, task.model, move.angle, int(task.data[0]))


def _to_edges(state: Skirmish, number: int, inches: float) -> Iterator[float]:
    """Yield the directions to the nearest point of each side that the model could fall over."""
    here = board(state)
    model = here.models[number]
    surface = here.arena_of(number).surface_at(model.center, model.level)
    if surface is None or surface.shape is None:
        return
    middle = shapely.Point(model.center)
    ring = surface.shape.polygon.exterior
    corners = ring.coords
    round_ = len(corners) > MOST_SIDES  # then its nearest edge is enough
    sides = [ring] if round_ else [shapely.LineString(pair) for pair in pairwise(corners)]
    for side in sides:
        near = side.interpolate(side.project(middle))
        if INCH.limit < near.distance(middle) < inches:
            angle = math.degrees(math.atan2(near.y - middle.y, near.x - middle.x)) % 360.0
            yield round(angle, 3) % 360.0


def pushed(state: Skirmish, number: int, angle: float, inches: float) -> Skirmish:
    """Return the state after a push, with the tests of its falls to come (UF-85 to UF-87)."""
    way = board(state).pushed(number, angle, inches)
    place = settled(*way.end, way.level, state.place(number)[3])
    state = state.fighter(number, place=place)
    gone = round(way.travel, 3)
    state = state.note("is pushed", "UF-85 UG-28", number, angle=round(angle, 1), inches=gone)
    if way.removed:
        return remove(state, number, "HR-69")
    then = "wound down" if state.rulings.failed_drop == "down" else "wound"
    for fall in reversed(way.falls):
        state = state.note("falls", "UF-87", number, height=round(fall.height, 3))
        state = shove(state, number, (fall.band.test, fall.band.halved), then, "UF-87")
    if state.rulings.push_knocks_down and inches:
        state = knock_down(state, number, "HR-78")
    return state
