"""The Activation phase: one ship after the other reveals, flies, and acts (XW-22 to XW-41).

The order of what is checked is that of part 12 of the rules: reveal, the opponent's choice, the
final place, fleeing, stress, obstacles and what cards say, the action.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....protocol import Outcome, Roll
from .. import rules
from ..catalogue import catalogue
from ..maneuvers import Maneuver
from ..moves import Move as Verdict
from . import board, cards, missions
from .leaving import remove
from .moves import Activate, EndAt, Fly, Move, Pass, Use
from .phases import acting, color_of, faces, in_initiative
from .state import Battle, Task
from .tasks import Accident, Decision, accident, decision, step


@step("activation")
def activation(state: Battle, task: Task) -> Battle:
    """XW-13: the Activation phase; XW-235: cloaked ships may decloak at its start."""
    state = state.but(phase="activation", order=tuple(state.flying()))
    cloaked = (n for n in in_initiative(state, state.flying()) if state.ships[n].cloaked)
    return state.push(*(Task("decloak", number) for number in cloaked), Task("next ship"))


@step("next ship")
def next_ship(state: Battle, task: Task) -> Battle:
    """XW-31: the lowest skill; of equals the player with initiative, who orders own ships."""
    if not state.order:
        return state.but(active=-1)
    group = acting(state, highest=False)
    if len(group) > 1:
        return state.push(Task("choose ship", group[0]))
    return _activate(state, group[0])


@decision("choose ship")
class ChooseShip(Decision):
    """XW-31: the owner picks among own ships of equal skill."""

    kinds = (Activate,)
    asks = "XW-31: a ship is to be activated"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Activate(state.ships[n].id) for n in acting(state, highest=False)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Activate)
        names = [state.ships[n].id for n in acting(state, highest=False)]
        if move.ship not in names:
            return f"XW-13, XW-31: {move.ship} is not next; it is {' or '.join(names)}"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Activate)
        return _activate(state, state.number(move.ship))


def _activate(state: Battle, number: int) -> Battle:
    waiting = tuple(other for other in state.order if other != number)
    state = state.but(order=waiting, active=number)
    return state.push(Task("reveal", number), Task("next ship"))


@step("reveal")
def reveal(state: Battle, task: Task) -> Battle:
    """XW-22, XW-27: what the dial shows is flown, unless it is red and the ship stressed, XW-33."""
    number, ship = task.ship, state.ships[task.ship]
    maneuver = Maneuver.parse(ship.dial)
    color = color_of(state, number, maneuver)
    state = state.ship(number, dial="")
    state = state.note("reveals", "XW-22", number, maneuver=ship.dial, color=color)
    if color == "red" and ship.stress and _not_red(state, number):
        return state.push(Task("override", number))
    return state.push(Task("fly", number, (ship.dial,)))


def _not_red(state: Battle, number: int) -> list[Maneuver]:
    dial = cards.ship_card(state.ships[number].kind).dial
    return [maneuver for maneuver in dial if color_of(state, number, maneuver) != "red"]


@decision("override")
class Override(Decision):
    """XW-33, A-24: the opponent picks any maneuver of the dial that is not red."""

    kinds = (Fly,)
    asks = "XW-33: a maneuver that is not red is to be picked for a stressed ship"

    def seat(self, state: Battle, task: Task) -> int:  # noqa: D102
        return 1 - state.ships[task.ship].seat

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Fly(maneuver) for maneuver in _not_red(state, task.ship)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Fly)
        if move.maneuver in _not_red(state, task.ship):
            return None
        said, kind = move.maneuver.notation(), state.ships[task.ship].kind
        if move.maneuver in cards.ship_card(kind).dial:
            return f"XW-33: {said} is red"
        return f"XW-17: the dial of the {kind} has no {said}"

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Fly)
        said = move.maneuver.notation()
        state = state.note("must fly", "XW-33", task.ship, maneuver=said)
        return state.push(Task("fly", task.ship, (said,)))


@step("fly")
def fly(state: Battle, task: Task) -> Battle:
    """XW-231: where a maneuver has several free places to end, the player picks one."""
    said, place = str(task.data[0]), "middle"
    if len(catalogue().maneuvers.bearings[Maneuver.parse(said).bearing].places) > 1:
        free = _free_ends(state, task.ship, said)
        if len(free) > 1:
            return state.push(Task("choose end", task.ship, task.data))
        place = free[0] if free else place
    return state.push(Task("execute", task.ship, (said, place, *task.data[1:])))


def _free_ends(state: Battle, number: int, said: str) -> list[str]:
    flown, here = Maneuver.parse(said), board.board(state)
    verdict = board.maneuver(here, state.ships[number].id, flown, "middle")
    return [end.place for end in verdict.ends if not end.overlapped]


@decision("choose end")
class ChooseEnd(Decision):
    """XW-231: a Tallon roll ends at any of its places that is free."""

    kinds = (EndAt,)
    asks = "XW-231: the end of a Tallon roll is to be picked"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [EndAt(place) for place in _free_ends(state, task.ship, str(task.data[0]))]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, EndAt)
        free = _free_ends(state, task.ship, str(task.data[0]))
        if move.place not in free:
            return f"XW-231: the {move.place} is not free; free: {', '.join(free)}"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, EndAt)
        said, *rest = task.data
        return state.push(Task("execute", task.ship, (said, move.place, *rest)))


@step("execute")
def execute(state: Battle, task: Task) -> Battle:
    """XW-24, XW-36, XW-38, XW-28: the ship is set down; it may flee; then its stress is checked."""
    number = task.ship
    said, place, *slam = map(str, task.data)
    flown = Maneuver.parse(said)
    color = color_of(state, number, flown)
    verdict = board.maneuver(board.board(state), state.ships[number].id, flown, place)
    end = verdict.end.snapped()
    stress = rules.stress_after(state.ships[number].stress, color)
    state = state.ship(number, place=(end.x, end.y, end.heading), flown=said)
    where = f"({end.x:.1f}, {end.y:.1f}) heading {end.heading:.1f}"
    state = state.note("flies", "XW-24", number, maneuver=said, to=where)
    if not verdict.completed:
        met = ", ".join(verdict.overlapped)
        state = state.note("overlaps", "XW-38", number, ships=met)
    if verdict.fled:
        fate, cited = missions.of(state).fate(state, number)
        return remove(state, number, fate, cited)
    if stress != state.ships[number].stress:
        state = state.note("stress", "XW-28", number, tokens=stress).ship(number, stress=stress)
    return state.push(*_after_flying(state, number, verdict, color, slam))


def _after_flying(
    state: Battle, number: int, verdict: Verdict, color: str, slam: list[str]
) -> list[Task]:
    """Return what follows a maneuver (XW-211, XW-206, XW-40, XW-30), free actions too (XW-218)."""
    ship = state.ships[number]
    tasks = []
    if verdict.obstacles:
        tasks.append(Task("asteroid", number))
    if verdict.overlapped or board.on_rock(state, number):
        stunned = sum(card.when == "overlap" for card in ship.damaged)
        tasks += [Task("stunned", number)] * stunned
    if color == "red":
        tasks += [Task("hull breach", number)] * sum(card.when == "red" for card in ship.damaged)
    for card, effect in ship.effects:
        if effect.regains_shield(color):
            tasks.append(Task("offer shield", number, (card,)))
        if effect.free_action(color):
            tasks.append(Task("action step", number, (effect.free_action(color),)))
    if verdict.completed and not verdict.obstacles and not slam:
        tasks.append(Task("action step", number, ("",)))
    return tasks


@accident("asteroid")
class Asteroid(Accident):
    """XW-211: one attack die for template or base on asteroids, however many."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(1, faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        state = state.note("hits an asteroid", "XW-211", task.ship, die=outcome[0])
        hurts = outcome[0] in ("hit", "crit")
        return state.push(Task("suffer", task.ship, outcome)) if hurts else state


@accident("hull breach")
class HullBreach(Accident):
    """XW-206, Minor Hull Breach: one attack die after a red maneuver; a hit is one damage."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(1, faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        state = state.note("hull breach", "XW-206", task.ship, die=outcome[0])
        return state.push(Task("suffer", task.ship, ("hit",))) if outcome == ("hit",) else state


@step("stunned")
def stunned(state: Battle, task: Task) -> Battle:
    """XW-206, Stunned Pilot: one damage after a maneuver that made the ship overlap something."""
    state = state.note("stunned pilot", "XW-206", task.ship)
    return state.push(Task("suffer", task.ship, ("hit",)))


@step("offer shield")
def offer_shield(state: Battle, task: Task) -> Battle:
    """XW-10, XW-205: a card may give back a shield, up to the shield value."""
    ship = state.ships[task.ship]
    if ship.shields >= ship.full_shields:
        return state
    return state.push(Task("regain shield", task.ship, task.data))


@decision("regain shield")
class RegainShield(Decision):
    """XW-205, R2-D2: the owner may take the shield."""

    kinds = (Use, Pass)
    asks = "XW-205: a shield may be regained"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Use(str(task.data[0])), Pass()]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        if isinstance(move, Use) and move.card != task.data[0]:
            return f"XW-205: it is {task.data[0]} that gives back a shield, not {move.card}"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        if isinstance(move, Pass):
            return state
        ship = state.ships[task.ship]
        state = state.ship(task.ship, shields=ship.shields + 1)
        return state.note("regains a shield", "XW-205", task.ship, by=str(task.data[0]))
