"""The Move phase: what a model does that is activated in it (UF-67 to UF-76, UF-88, HR-46).

A move is declared; tests of fear come first, then those of leaving melee, then that of climbing;
then the model stands where it ends, and takes the tests of its drops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from ....geometry import Point
from ....protocol import Outcome, Roll
from ..ground import melee
from ..ground.ways import Leg, Way
from ..numbers.dice import RAW, die
from ..numbers.strikes import behind_obstacle, entering, leave_tests
from ..rules import INCH, plan_gap
from .board import Board, board, settled
from .damage import knock_down, remove, shove, suffer, wound
from .destinations import destinations
from .moves import HOLD, LURCH, Go, Hold, Leave, Lurch, Move, Ready, Stay
from .reactions import fears, frightened
from .shooting import SHOTS, declare, quick, shots, why_not_fired
from .state import Skirmish, Task
from .straying import is_stupid, lurch
from .tasks import Accident, Decision, accident, decision, step


@step("move")
def move(state: Skirmish, task: Task) -> Skirmish:
    """UF-20, HR-68: a Move that is given in dice is rolled first."""
    number = task.model
    if not state.fighters[number].standing:
        return state
    thrown = state.troops[number].dice
    if thrown is not None and state.fighters[number].rolled < 0 and not is_stupid(state, number):
        return state.push(Task("roll move", number), task)
    state = state.push(Task("act", number))
    return state.push(Task("ready", number)) if len(state.troops[number].grips) > 1 else state


@decision("ready")
class MakeReady(Decision):
    """HR-103: which melee weapon is ready, and in which hands, from this activation on."""

    kinds = (Ready,)
    asks = "HR-103: the melee weapon that is ready is to be named"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Ready(*grip) for grip in state.troops[task.model].grips]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        moves = list(self.moves(state, task))
        known = ", ".join(" ".join(one.words()) for one in moves)
        return None if move in moves else f"HR-103: what can be ready: {known}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Ready)
        fighter = state.fighters[task.model]
        if (fighter.weapon, fighter.both) == (move.weapon, move.both):
            return state
        state = state.fighter(task.model, weapon=move.weapon, both=move.both)
        hands = "both hands" if move.both else "one hand"
        return state.note("makes ready", "HR-103", task.model, weapon=move.weapon, grip=hands)


@accident("roll move")
class RollMove(Accident):
    """UF-20: the dice of a Move; what they show is the Move for this round (HR-11)."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        thrown = state.troops[task.model].dice
        assert thrown is not None
        return Roll(thrown.count, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        thrown = state.troops[task.model].dice
        assert thrown is not None
        rolled = thrown.total([int(raw) for raw in outcome])
        state = state.fighter(task.model, rolled=rolled)
        return state.note("rolls its Move", "UF-20", task.model, dice=str(thrown), move=rolled)


def pool(state: Skirmish, task: Task) -> float | None:
    """Return the inches of a move if they are not twice the Move: those of dice (HR-68)."""
    if task.data:
        return float(task.data[0])
    fighter = state.fighters[task.model]
    return float(fighter.rolled) if fighter.rolled >= 0 else None


@decision("act")
class Act(Decision):
    """UF-67, UF-73, UF-88, UF-98, UF-123, HR-50: what a model does in its Move activation.

    The task holds the inches of the move, if a stupid model was let go by its dice.
    """

    kinds = (Stay, Go, Leave, Lurch, Hold, *SHOTS)
    asks = "UF-60: the model that was activated moves, stays, or does nothing"

    def samples(self, state: Skirmish, task: Task) -> bool:  # noqa: D102
        return not self._must_lurch(state, task)

    @staticmethod
    def _must_lurch(state: Skirmish, task: Task) -> bool:
        return is_stupid(state, task.model) and not task.data

    def moves(self, state: Skirmish, task: Task) -> Iterator[Move]:  # noqa: D102
        number = task.model
        yield HOLD
        if self._must_lurch(state, task):
            yield LURCH
            return
        yield from destinations(state, number, pool(state, task))
        if quick(state, number):
            yield from shots(state, number)

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        number = task.model
        match move:
            case Hold():
                must = state.rulings.stupid_must_move and self._must_lurch(state, task)
                return "HR-108: a stupid model has to move" if must else None
            case Lurch():
                fits = self._must_lurch(state, task)
                return None if fits else "UF-123: only a stupid model lurches, and once"
            case Stay() | Go():
                if self._must_lurch(state, task):
                    return "UF-123: the dice say first whether a stupid model moves as it is told"
                return why_not_gone(state, number, move, pool(state, task))
        if not quick(state, number):
            return "UF-98: only a Quick shooter shoots in the Move phase, instead of moving"
        return why_not_fired(state, number, move)

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        number = task.model
        match move:
            case Hold():
                return state
            case Lurch():
                return lurch(state, number)
            case Stay():
                x, y, level, _ = state.place(number)
                state = state.fighter(number, place=settled(x, y, level, move.angle))
                return state.note("turns", "UF-73", number, facing=move.angle)
            case Go():
                return _declared(state, task, move)
        return declare(state.fighter(number, shot=True), number, move)


def why_not_gone(state: Skirmish, number: int, move: Stay | Go, inches: float | None) -> str | None:
    """Return why a model may not turn or move like this, with the rule; None if it may (UG-22)."""
    here = board(state)
    if isinstance(move, Go) and _strolls(state, number, move, inches):
        (end,) = move.corners
        return _why_too_close(state, number, (end[0], end[1]), here.models[number].level)
    if isinstance(move, Stay):
        if not here.engaged(number) and "turn" not in state.body(number).barred(state.rulings):
            return None
        way = here.way(number, (), facing=move.angle)
    else:
        leaves = isinstance(move, Leave)
        if leaves and not here.engaged(number):
            return f"UF-88: {state.fighters[number].id} is in no melee; write 'go'"
        way = _way(here, number, move, inches)
        if move.climb and not any(test.why == "climb" for test in way.tests):
            return "UF-70: there is nothing to climb by a Move test on this way"
    if not way.legal:
        first, *more = way.reasons
        said = str(first).removesuffix(f" ({first.rule})")
        return f"{first.rule}: {'; '.join((said, *map(str, more)))}"
    return _why_too_close(state, number, way.end, way.level)


def _way(here: Board, number: int, move: Go, inches: float | None) -> Way:
    return here.way(
        number,
        move.corners,
        facing=move.facing,
        climb=move.climb,
        leave=isinstance(move, Leave),
        pool=inches,
    )


def _strolls(state: Skirmish, number: int, move: Go, inches: float | None) -> bool:
    """Whether a move is a straight walk that is known to be legal."""
    if move.climb or isinstance(move, Leave) or len(move.corners) > 1:
        return False
    pool = float(state.body(number).pool(state.rulings)) if inches is None else inches
    x, y, *level = move.corners[0]
    return not level and board(state).stroll(number, (x, y), pool) is True


def _why_too_close(state: Skirmish, number: int, end: Point, level: float) -> str | None:
    """UF-57: a model may not come closer to whom it fears in this activation (HR-46)."""
    here = board(state)
    model = here.models[number]
    there = melee.placed(model, end, level)
    for foe in state.shunned:
        other = here.models.get(foe)
        if other and plan_gap(there, other) < plan_gap(model, other) - INCH.limit:
            return f"UF-57: {model.id} fears {other.id} and may not come closer"
    return None


# From the declaration to the end of a move


def _declared(state: Skirmish, task: Task, move: Go) -> Skirmish:
    """HR-46: who wants to move into melee with something fearful tests first."""
    number, inches = task.model, pool(state, task)
    here = board(state)
    way = _way(here, number, move, inches)
    met = _met(here, number, way)
    tests = [fears(state, number, foe, "charge") for foe in met]
    inch = -1.0 if inches is None else inches
    plain = (move.corners, move.facing, move.climb, isinstance(move, Leave), inch, task.data)
    return state.push(
        *(Task("test mind", number, (*test.plain[1:],)) for test in tests if test is not None),
        Task("depart", number, plain),
    )


def _met(here: Board, number: int, way: Way) -> list[int]:
    """Return the enemies that a model is in melee with at the end of a way, and was not before."""
    before = here.engaged(number)
    return [foe for foe in here.numbers(way.engaged) if foe not in before]


def _read(task: Task) -> tuple[Go, float | None, Task]:
    """Return the move of a task, its inches, and the task that asked for it."""
    corners, facing, climb, leaves, inches, data = task.data[:6]
    kind = Leave if leaves else Go
    move = kind(tuple(corners), facing, climb)
    return move, None if inches < 0 else inches, Task("act", task.model, data)


@step("depart")
def depart(state: Skirmish, task: Task) -> Skirmish:
    """UF-88, HR-46: fear may have changed the plan; then come the tests of leaving melee."""
    number = task.model
    move, inches, before = _read(task)
    here = board(state)
    way = _way(here, number, move, inches)
    if set(_met(here, number, way)) & set(state.shunned):
        return state.push(before)
    state = state.push(Task("travel", number, task.data))
    sizes = [here.models[foe].size.name for foe in here.numbers(way.left)]
    then = "stay" if state.rulings.fail_stays else "wound"
    for test in reversed(leave_tests(state.body(number), sizes, state.rulings)):
        state = shove(state, number, (test.die.name, False), then, "UF-88")
    return state


@step("travel")
def travel(state: Skirmish, task: Task) -> Skirmish:
    """UF-70: where the way climbs by a Move test, that is rolled; else the model arrives."""
    number = task.model
    move, inches, _ = _read(task)
    here = board(state)
    way = _way(here, number, move, inches)
    certain = state.body(number).test("M", die("D10"), state.rulings).immune
    if not certain and any(test.why == "climb" for test in way.tests):
        return state.push(Task("climb test", number, task.data))
    return _arrived(state, number, way, here)


@accident("climb test")
class ClimbTest(Accident):
    """UF-70, UF-71, HR-54: a Move test; who fails climbs at the full price, if at all."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        number = task.model
        move, inches, _ = _read(task)
        here = board(state)
        way = _way(here, number, move, inches)
        state, passed = _tested(state, number, int(outcome[0]), "UF-70")
        if passed:
            return _arrived(state, number, way, here)
        slow = _way(here, number, replace(move, climb=False), inches)
        foot = _to_foot(here, number, way)
        if not slow.legal or state.troops[number].recruit.unit:
            return _failed_climb(_arrived(state, number, foot, here), number)
        place = settled(*foot.end, foot.level, foot.heading)
        state = _failed_climb(state.fighter(number, place=place), number)
        return _arrived(state, number, slow, here)


def _to_foot(here: Board, number: int, way: Way) -> Way:
    """Return a way as far as the foot of its first climb."""
    legs = tuple(takewhile(lambda leg: not leg.rise, way.legs))
    foot = way.legs[len(legs)]
    there = melee.placed(here.models[number], foot.start, foot.start_level, way.heading)
    return replace(
        way,
        legs=legs,
        spent=sum(leg.cost for leg in legs),
        end=foot.start,
        level=foot.start_level,
        engaged=melee.engaged_with(here.arena_of(number), there),
        tests=(),
        obstacles=(),
        lost="",
    )


def _tested(state: Skirmish, number: int, raw: int, rules: str) -> tuple[Skirmish, bool]:
    """Return the state after a Move test, and whether it was passed (UF-30)."""
    test = state.body(number).test("M", die("D10"), state.rulings)
    passed = test.passes(raw)
    what = "passes a Move test" if passed else "fails a Move test"
    state = state.note(what, f"UF-30 {rules}", number, die=raw, needs=f"{test.value} or less")
    return state, passed


def _failed_climb(state: Skirmish, number: int) -> Skirmish:
    if state.rulings.climb_test_fail == "wound":
        return wound(state, number, 1, "UF-30 HR-54")
    if state.rulings.climb_test_fail == "down":
        return knock_down(state, number, "HR-54")
    return state


def _arrived(state: Skirmish, number: int, way: Way, before: Board) -> Skirmish:
    """Return the state where a model that still can has gone a way, judged on a board."""
    if not state.fighters[number].standing:
        return state
    start = state.place(number)
    met = _met(before, number, way)
    dice = _charging(state, number, way, met)
    place = settled(*way.end, way.level, way.heading)
    state = state.fighter(number, place=place)
    state = state.note(
        "moves",
        "UF-67",
        number,
        start=_place_text(start),
        end=_place_text(place),
        spent=round(way.spent, 3),
    )
    if met:
        state = _entered(state, number, way, met, dice)
    if way.lost == "removed":
        return remove(state, number, "UF-69")
    return _landed(state, number, way)


def _place_text(place: tuple[float, ...]) -> str:
    x, y, level, facing = place
    height = f" level {level:g}" if level else ""
    return f"({x:.2f}, {y:.2f}){height} facing {facing:.0f}"


def _entered(
    state: Skirmish, number: int, way: Way, met: list[int], dice: tuple[int, ...]
) -> Skirmish:
    """UF-74, UF-75: the melee that a model has moved into, and what that is worth in dice."""
    here = board(state)
    state = state.fighter(number, modifiers=dice)
    names = ", ".join(state.fighters[foe].id for foe in met)
    text = " ".join(f"{one:+d}" for one in dice)
    state = state.note("enters melee", "UF-74 UF-75", number, against=names, dice=text)
    for foe in met:
        wall = melee.defended(here.arena_of(foe), here.models[foe], here.models[number])
        if wall:
            fighter = state.fighters[foe]
            state = state.fighter(foe, modifiers=(*fighter.modifiers, *behind_obstacle()))
            state = state.note("defends an obstacle", "UF-75 UG-26", foe, what=wall)
    return frightened(state, number, met)


def _charging(state: Skirmish, number: int, way: Way, met: list[int]) -> tuple[int, ...]:
    """UF-75, HR-64: what entering melee is worth, by what was spent."""
    if not met:
        return state.fighters[number].modifiers
    spent = {
        "pool_spent": lambda: way.spent,
        "path_length": lambda: way.length,
        "at_contact": lambda: _spent_at_contact(board(state), number, way, met),
    }[state.rulings.charge_measure]()
    return entering(spent, state.value(number, "M"), obstacles=len(way.obstacles))


def _spent_at_contact(here: Board, number: int, way: Way, met: list[int]) -> float:
    """Return what a model has spent where it first is in melee with one of whom it meets."""
    spent = 0.0
    for leg in way.legs:
        if _meets(here, number, leg, 1.0, met):
            low, high = 0.0, 1.0
            while leg.kind == "walk" and (high - low) * leg.length > INCH.limit:
                middle = (low + high) / 2
                inside = _meets(here, number, leg, middle, met)
                low, high = (low, middle) if inside else (middle, high)
            return spent + high * leg.cost
        spent += leg.cost
    return spent


def _meets(here: Board, number: int, leg: Leg, share: float, met: list[int]) -> bool:
    (ax, ay), (bx, by) = leg.start, leg.end
    point: Point = (ax + share * (bx - ax), ay + share * (by - ay))
    there = melee.placed(here.models[number], point, leg.end_level)
    arena = here.arena_of(number)
    return any(melee.in_melee(arena, there, here.models[foe]).engaged for foe in met)


def _landed(state: Skirmish, number: int, way: Way) -> Skirmish:
    """UF-69, UF-71, UF-76, HR-55: the tests of drops, in their order; the first one on top."""
    if way.lost == "wound":
        state = wound(state, number, 1, "UF-71")
    then = "wound down" if state.rulings.failed_drop == "down" else "wound"
    for test in reversed(way.tests):
        certain = state.body(number).test("M", die("D10"), state.rulings).immune
        if test.why == "drop into melee" and not certain:
            state = state.push(Task("landing test", number))
        elif test.kind == "toughness":
            state = shove(state, number, (test.die, test.halved), then, test.rule)
    return state


@accident("landing test")
class LandingTest(Accident):
    """UF-76: a Move test to drop into melee; who fails falls down, and takes no wound."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        state, passed = _tested(state, task.model, int(outcome[0]), "UF-76")
        return state if passed else suffer(state, task.model, "down", "UF-76")
