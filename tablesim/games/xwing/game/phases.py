"""The round and its four phases (XW-12): what begins and ends them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import lcm

from ....protocol import Outcome, Roll
from .. import odds
from ..maneuvers import Maneuver
from . import cards
from .leaving import finish
from .moves import Dial, Move
from .state import Battle, Reason, Task
from .tasks import Accident, Decision, accident, decision, step

ONE_ROUND = (Task("planning"), Task("activation"), Task("combat"), Task("end"), Task("round"))


@step("round")
def begin_round(state: Battle, task: Task) -> Battle:
    """XW-12: a new round, or the end of the game where the rounds are used up."""
    if state.round == state.settings.rounds:
        return finish(state, Reason.ROUNDS, ())
    state = state.but(round=state.round + 1, phase="planning")
    return state.note("round", "XW-12", number=state.round).push(*ONE_ROUND)


def in_initiative(state: Battle, numbers: Iterable[int]) -> list[int]:
    """XW-89: ships with those of the player with initiative first."""
    return sorted(numbers, key=lambda n: (state.ships[n].seat != state.initiative, n))


def acting(state: Battle, *, highest: bool) -> list[int]:
    """XW-13, XW-31, XW-60: the ships of one seat that may be the next to act in this phase."""
    skill = {number: state.ships[number].skill(state.round) for number in state.order}
    turn = (max if highest else min)(skill.values())
    equal = [number for number in state.order if skill[number] == turn]
    first = [n for n in equal if state.ships[n].seat == state.initiative]
    return first or equal


# Planning


@step("planning")
def planning(state: Battle, task: Task) -> Battle:
    """XW-14: every ship gets a dial.

    The seats set their dials one after the other; as nobody sees any, they do it at once (XW-15).
    """
    return state.push(*(Task("set dial", number) for number in state.flying()))


@decision("set dial")
class SetDial(Decision):
    """XW-14, XW-17: the maneuver is one of the dial of the ship; it may be red (XW-33)."""

    kinds = (Dial,)
    asks = "XW-14: a dial is to be set"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        ship = state.ships[task.ship]
        return [Dial(ship.id, maneuver) for maneuver in cards.ship_card(ship.kind).dial]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Dial)
        ship = state.ships[task.ship]
        if move.ship != ship.id:
            return f"XW-14: the dial of {ship.id} is to be set, not that of {move.ship}"
        if move.maneuver not in cards.ship_card(ship.kind).dial:
            return f"XW-17: the dial of the {ship.kind} has no {move.maneuver.notation()}"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Dial)
        state = state.ship(task.ship, dial=move.maneuver.notation())
        return state.note("sets its dial", "XW-14", task.ship)


# Combat and End


@step("combat")
def combat(state: Battle, task: Task) -> Battle:
    """XW-59: the Combat phase; XW-206: Console Fire burns at its start."""
    state = state.but(phase="combat", order=tuple(state.flying()))
    burning = [
        Task("console fire", number)
        for number in in_initiative(state, state.flying())
        for card in state.ships[number].damaged
        if card.when == "combat"
    ]
    may_draw = [
        Task("offer fire", number)
        for number in in_initiative(state, state.flying())
        if state.settings.late_biggs and not state.ships[number].drawing
    ]
    return state.push(*may_draw, *burning, Task("volley"))


@accident("console fire")
class ConsoleFire(Accident):
    """XW-206: one attack die; a hit is one damage."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(1, faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        state = state.note("console fire", "XW-206", task.ship, die=outcome[0])
        return state.push(Task("suffer", task.ship, ("hit",))) if outcome == ("hit",) else state


@cache
def faces(kind: str) -> tuple[str, ...]:
    """Return the eight faces of an attack or a defense die (XW-200, XW-201).

    >>> faces("defense")
    ('evade', 'evade', 'evade', 'focus', 'focus', 'blank', 'blank', 'blank')
    """
    names = {"attack": odds.ATTACK_FACES, "defense": odds.DEFENSE_FACES}[kind]
    shares = {"attack": odds.dice().attack, "defense": odds.dice().defense}[kind]
    sides = lcm(*(share.denominator for share in shares))
    return tuple(
        name for name, share in zip(names, shares, strict=True) for _ in range(int(sides * share))
    )


@step("end")
def end_phase(state: Battle, task: Task) -> Battle:
    """XW-90: focus and evade tokens go; locks and stress stay (XW-35, XW-57)."""
    ships = tuple(
        ship if ship.fate else ship.but(focus=0, evade=0, done=(), flown="", disarmed=False)
        for ship in state.ships
    )
    return state.but(ships=ships, phase="end", active=-1).note("end phase", "XW-90")


def color_of(state: Battle, number: int, maneuver: Maneuver) -> str:
    """XW-20, XW-21, XW-206: the color of a maneuver of a dial; a Damaged Engine reddens turns."""
    ship = state.ships[number]
    if maneuver.bearing == "turn" and ship.has("turns"):
        return "red"
    return cards.ship_card(ship.kind).dial[maneuver]
