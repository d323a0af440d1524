"""Moves that dice decide: stupid models (UF-123) and those that move only at random (UF-77)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ....protocol import Chance, Outcome, Roll
from ..ground.pushes import Displacement
from ..numbers.dice import RAW, Tip, TipRoll, die, displacement, straying
from ..numbers.profiles import Test
from ..numbers.tables import tables
from ..rules import INCH
from .board import board, settled
from .damage import knock_down, remove
from .moves import Move, Push
from .phases import may_stray
from .reactions import frightened
from .state import Skirmish, Task, Trigger
from .tasks import Accident, Decision, accident, decision, step


def is_stupid(state: Skirmish, number: int) -> bool:
    """Whether a model is stupid (UF-123)."""
    return "stupidity" in state.troops[number].rules


def lurch(state: Skirmish, number: int) -> Skirmish:
    """Return the state where the dice of a stupid model are to be rolled."""
    return state.push(Task("lurch", number))


def _each(state: Skirmish, number: int) -> bool:
    """Whether every die of a stupid model is a move of its own (UF-123)."""
    thrown = state.troops[number].dice
    return thrown is not None and thrown.die.name != "D10"


def _kind(state: Skirmish, number: int) -> str:
    thrown = state.troops[number].dice
    return thrown.die.name if thrown is not None and _each(state, number) else "D10"


@accident("lurch")
class LurchDice(Accident):
    """UF-123: so many dice as its Stupidity, or those of its Move; the highest decides."""

    def chance(self, state: Skirmish, task: Task) -> Chance:  # noqa: D102
        troop = state.troops[task.model]
        count = troop.rules["stupidity"]
        if troop.dice is not None and _each(state, task.model):
            count = troop.dice.count
        return TipRoll.of(count, state.rulings)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number, each = task.model, _each(state, task.model)
        kind, tips = die(_kind(state, number)), TipRoll.tips(outcome)
        values = [kind.value(tip.raw) for tip in tips]
        said = " ".join(map(str, values))
        astray = straying(values)
        then = "each die moves" if each else "astray" if astray else "as told"
        state = state.note("lurches", "UF-123", number, dice=said, goes=then)
        if each:
            legs = tuple((v, tip.angle) for v, tip in zip(values, tips, strict=True))
            return state.push(Task("lurch legs", number, legs))
        if not astray:
            dice = state.troops[number].dice is not None and state.fighters[number].rolled < 0
            first = (Task("roll move", number),) if dice else ()
            return state.push(*first, Task("let go", number))
        ways = tuple((values[place], tips[place].angle) for place in astray)
        if len(ways) == 1:
            return state.push(Task("stagger", number, ways[0]))
        return state.push(Task("pick leg", number, ways))


@step("let go")
def let_go(state: Skirmish, task: Task) -> Skirmish:
    """UF-123, HR-68: it moves as its owner wishes, as far as its Move or the dice of it allow."""
    rolled = state.fighters[task.model].rolled
    inches = rolled if rolled >= 0 else state.body(task.model).pool(state.rulings)
    return state.push(Task("act", task.model, (float(inches),)))


@step("lurch legs")
def lurch_legs(state: Skirmish, task: Task) -> Skirmish:
    """UF-123: with a Move in D6 or D3 every die is a move, in an order that the owner chooses."""
    if len(task.data) > 1:
        return state.push(Task("pick leg", task.model, task.data))
    return state.push(_leg(task.model, *task.data[0]))


def _leg(number: int, value: int, angle: float) -> Task:
    """Return one leg: astray if its die is odd, as the owner wishes if it is even."""
    return Task("stagger", number, (value, angle)) if value % 2 else Task("act", number, (value,))


@decision("pick leg")
class PickLeg(Decision):
    """UF-123: the owner says which die sends the model astray, or which one comes first."""

    kinds = (Push,)
    asks = "UF-123: the die that counts is to be named by its direction"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Push(angle) for _, angle in task.data]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        moves = self.moves(state, task)
        known = " or ".join(one.notation() for one in moves)
        return None if move in moves else f"UF-123: the dice point along {known}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Push)
        legs = list(task.data)
        chosen = next(leg for leg in legs if leg[1] == move.angle)
        if not _each(state, task.model):
            return state.push(Task("stagger", task.model, chosen))
        legs.remove(chosen)
        rest = Task("lurch legs", task.model, tuple(legs))
        return state.push(_leg(task.model, *chosen), Task("react"), rest)


@step("stagger")
def stagger(state: Skirmish, task: Task) -> Skirmish:
    """UF-123, HR-107: a stupid model moves where its die points; a height takes a test."""
    number = task.model
    value, angle = int(task.data[0]), float(task.data[1])
    whole = state.rulings.stupid_move == "full_M" and not _each(state, number)
    inches = state.value(number, "M") if whole else value
    flat, over = _staggers(state, number, angle, inches)
    if math.dist(flat.end, over.end) <= INCH.limit and flat.level == over.level:
        return _moved(state, number, flat, "UF-123")
    return state.push(Task("height test", number, (angle, inches)))


def _staggers(
    state: Skirmish, number: int, angle: float, inches: float
) -> tuple[Displacement, Displacement]:
    """Return where it comes on the flat, and where it comes if no height stops it."""
    here = board(state)
    flat = here.forced(number, angle, inches, climbs=False)
    return flat, here.forced(number, angle, inches, flies=True)


@accident("height test")
class HeightTest(Accident):
    """UF-123, HR-109: a "Move 5" test; success takes any height, failure knocks down."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number, raw = task.model, int(outcome[0])
        angle, inches = task.data
        passed = Test(tables().height_test, die("D10")).passes(raw)
        flat, over = _staggers(state, number, angle, inches)
        what = "passes a height test" if passed else "fails a height test"
        needs = f"{tables().height_test} or less"
        state = state.note(what, "UF-123 HR-109", number, die=raw, needs=needs)
        if passed:
            return _moved(state, number, over, "UF-123")
        return knock_down(_moved(state, number, flat, "UF-123"), number, "UF-123")


def _moved(state: Skirmish, number: int, way: Displacement, rules: str) -> Skirmish:
    """Return the state after a forced move: no dice are won or lost by it (HR-65)."""
    before = board(state).engaged(number)
    facing = way.angle if way.travel > INCH.limit else state.place(number)[3]
    state = state.fighter(number, place=settled(*way.end, way.level, facing % 360.0))
    angle, inches = round(way.angle, 1), round(way.travel, 3)
    state = state.note("is moved", rules, number, angle=angle, inches=inches)
    if way.removed:
        return remove(state, number, "HR-69")
    met = [foe for foe in board(state).engaged(number) if foe not in before]
    return frightened(state, number, met)


# Models that move only at random


@step("random movers")
def random_movers(state: Skirmish, task: Task) -> Skirmish:
    """UF-77: where the Move phase ends, whoever moves only at random moves; order by UF-63."""
    state = state.but(active=-1)
    return state.raising(*(Trigger(n, "stumble") for n in state.present() if may_stray(state, n)))


@accident("stumble")
class Stumble(Accident):
    """UF-20, UF-77, HR-68: the dice of a random Move, and the way that they add up to."""

    def chance(self, state: Skirmish, task: Task) -> Chance:  # noqa: D102
        thrown = state.troops[task.model].dice
        assert thrown is not None
        return TipRoll.of(thrown.count, state.rulings)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number, tips = task.model, TipRoll.tips(outcome)
        thrown = state.troops[number].dice
        assert thrown is not None
        said = ", ".join(f"{thrown.die.value(tip.raw)} at {tip.angle:.1f}" for tip in tips)
        state = state.note("moves at random", "UF-20 UF-77", number, dice=said)
        together = state.rulings.random_path == "net_vector"
        for group in [tips] if together else [(tip,) for tip in tips]:
            state = self._leg(state, number, group, thrown.die.name)
        return state

    @staticmethod
    def _leg(state: Skirmish, number: int, tips: tuple[Tip, ...], kind: str) -> Skirmish:
        dx, dy = displacement(tips, die(kind))
        inches, angle = math.hypot(dx, dy), math.degrees(math.atan2(dy, dx)) % 360.0
        if inches <= INCH.limit or state.fighters[number].fate:
            return state
        return _moved(state, number, board(state).forced(number, angle, inches), "UF-77")
