"""Actions (XW-44 to XW-58, XW-234 to XW-238), and decloaking.

Barrel rolls have endless places.  The moves list a sample: of each interval of legal slides the two
ends, and 0 or the middle; any other slide in them is as legal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ....geometry import Interval
from ....protocol import Outcome, Roll
from ..components import SIDES
from ..keys import ARC_DIRECTIONS
from ..maneuvers import Maneuver
from . import board, cards
from .moves import PASS, Act, Fly, Move, Pass
from .phases import color_of, faces
from .state import Battle, Task
from .tasks import Accident, Decision, accident, decision, step

BOOSTS = ("straight", "bank left", "bank right")
DECLOAKS = (*SIDES, "straight")
TOKENS = ("focus", "evade")
_STEP = 1e4
"""Slides are listed in steps of a ten-thousandth of a millimetre, so that they are short texts."""

_NEAR = 1e-9


@step("action step")
def action_step(state: Battle, task: Task) -> Battle:
    """XW-30, XW-46: the action, or a free one that is named, if there is any to perform."""
    ask = Task("act", task.ship, task.data)
    return state.push(ask) if any(_possible(state, ask)) else state


def _possible(state: Battle, task: Task) -> Iterator[Act]:
    """Yield the actions that a ship can perform."""
    if state.ships[task.ship].stress:
        return
    for act in _listed(state, task.ship):
        if why_not(state, task, act) is None:
            yield act


@decision("act")
class ChooseAction(Decision):
    """XW-30, XW-48: one action, or none."""

    kinds = (Act, Pass)
    asks = "XW-30: an action may be performed"

    def samples(self, state: Battle, task: Task) -> bool:
        """Whether the ship may roll: that has endless places, unless a side is declared first."""
        may_roll = "barrel-roll" in cards.ship_card(state.ships[task.ship].kind).actions
        return may_roll and not state.settings.strict_rolls

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [PASS, *_listed(state, task.ship)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        return why_not(state, task, move) if isinstance(move, Act) else None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        if not isinstance(move, Act):
            return state
        if move.action == "barrel-roll" and move.slide is None:
            return _declare(state, task, move.how)
        return _act(state, task.ship, move)


def _act(state: Battle, number: int, act: Act) -> Battle:
    state = state.ship(number, done=(*state.ships[number].done, _key(act)))
    told: dict[str, str | float] = {"how": act.how} if act.how else {}
    if act.slide is not None:
        told["slide"] = act.slide
    state = state.note(f"acts: {act.action}", _RULES.get(act.action, "XW-44"), number, **told)
    return perform(state, number, act)


def _declare(state: Battle, task: Task, side: str) -> Battle:
    """XW-217: the roll is completed on the declared side, or something else may be chosen."""
    state = state.note("declares a barrel roll", "XW-217", task.ship, side=side)
    here = board.board(state)
    if board.slide(here, state.ships[task.ship].id, "barrel-roll", side).legal:
        return state.push(Task("barrel roll", task.ship, (side,)))
    state = state.note("finds no place", "XW-217", task.ship)
    return state.push(Task("action step", task.ship, (*task.data, side)))


@decision("barrel roll")
class CompleteRoll(Decision):
    """XW-217: the place on the declared side; the roll can no longer be declined."""

    kinds = (Act,)
    asks = "XW-217: a barrel roll is to be completed"

    def samples(self, state: Battle, task: Task) -> bool:  # noqa: D102
        return True

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return slides(state, task.ship, "barrel-roll", map(str, task.data))

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Act)
        if (move.action, move.how) != ("barrel-roll", task.data[0]):
            return f"XW-217: a barrel roll to the {task.data[0]} is declared"
        return why_no_slide(state, task.ship, move, SIDES)

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Act)
        return _act(state, task.ship, move)


_RULES = {
    "focus": "XW-50",
    "evade": "XW-49",
    "target-lock": "XW-54",
    "barrel-roll": "XW-51",
    "boost": "XW-234",
    "cloak": "XW-235",
    "slam": "XW-236",
    "rotate-arc": "XW-238",
    "use": "XW-45",
    "repair": "XW-206",
}
"""The rule of each action."""


def _key(act: Act) -> str:
    """Return what stands for an action that is performed only once a round (XW-47)."""
    if act.action == "use":
        return act.how
    return f"repair {act.how}" if act.action == "repair" else act.action


def _listed(state: Battle, number: int) -> Iterator[Act]:
    """Yield the actions of bar, cards and damage cards, places sampled."""
    ship = state.ships[number]
    bar = {*cards.ship_card(ship.kind).actions, *(e.free_action("green") for _, e in ship.effects)}
    for action in TOKENS:
        if action in bar:
            yield Act(action)
    if "target-lock" in bar:
        for other in state.flying(1 - ship.seat):
            yield Act("target-lock", state.ships[other].id)
    if "barrel-roll" in bar and state.settings.strict_rolls:
        yield from (Act("barrel-roll", side) for side in SIDES)
    elif "barrel-roll" in bar:
        yield from slides(state, number, "barrel-roll", SIDES)
    if "boost" in bar:
        yield from (Act("boost", how) for how in BOOSTS)
    for action in ("cloak", "slam"):
        if action in bar:
            yield Act(action)
    if "rotate-arc" in bar:
        yield from (Act("rotate-arc", how) for how in ARC_DIRECTIONS)
    yield from (Act("use", card) for card, effect in ship.effects if effect.is_action)
    yield from (Act("repair", card.id) for card in ship.damaged if card.repair)


def slides(state: Battle, number: int, action: str, hows: Iterable[str]) -> Iterator[Act]:
    """Yield the sample of places of a ship's barrel rolls, or of its decloaking."""
    here = board.board(state)
    for how in hows:
        for interval in board.slide(here, state.ships[number].id, action, how).intervals:
            for slide in sampled(interval):
                yield Act(action, how, slide)


def sampled(interval: Interval) -> list[float]:
    """Return some slides of an interval: its ends as short numbers, and 0 or the middle.

    >>> sampled((-20.0, 5.00001))
    [-20.0, 0.0, 5.0]
    """
    low, high = math.ceil(interval[0] * _STEP) / _STEP, math.floor(interval[1] * _STEP) / _STEP
    if low >= high:
        return [round((interval[0] + interval[1]) / 2, 7) + 0.0]
    middle = 0.0 if low <= 0.0 <= high else round((low + high) / 2, 4)
    return sorted({low + 0.0, middle, high + 0.0})


def why_not(state: Battle, task: Task, act: Act) -> str | None:
    """Return why a ship cannot perform an action now; None if it can.

    Parameters
    ----------
    task
        Whose action it is; its data name the one free action that is granted, or have an empty
        text for it; then the sides on which a declared barrel roll has found no place (XW-217).
    """
    ship, free = state.ships[task.ship], str(task.data[0])
    if ship.stress:
        return f"XW-32: {ship.id} is stressed"
    if free and act.action != free:
        return f"XW-46: the free action is {free}, not {act.action}"
    if _key(act) in ship.done:
        return f"XW-47: {ship.id} has performed {_key(act)!r} in this round"
    if act.action in ("use", "repair"):
        return _why_no_card(state, task.ship, act)
    if not free:
        if act.action not in cards.ship_card(ship.kind).actions:
            return f"XW-44: {act.action} is not in the action bar of the {ship.kind}"
        if ship.has("bar"):
            return "XW-206: a Damaged Sensor Array takes away the actions of the action bar"
    if act.action in cards.UNPLAYED:
        return f"XW-239: this engine does not play the action {act.action}"
    return _why_not_so(state, task, act)


def _why_no_card(state: Battle, number: int, act: Act) -> str | None:
    ship = state.ships[number]
    if act.action == "use":
        if not any(card == act.how and effect.is_action for card, effect in ship.effects):
            return f"XW-45: {ship.id} has no card {act.how!r} with an action"
    elif not any(card.id == act.how and card.repair for card in ship.damaged):
        return f"XW-206: {ship.id} has no faceup {act.how!r} that an action repairs"
    return None


def _why_not_so(state: Battle, task: Task, act: Act) -> str | None:
    """Return what is against the how of an action."""
    number, ship = task.ship, state.ships[task.ship]
    match act.action:
        case "focus" | "evade":
            wrong = act.how != ""
        case "target-lock":
            return _why_no_lock(state, number, act.how)
        case "barrel-roll" if state.settings.strict_rolls:
            return _why_no_side(task, act)
        case "barrel-roll":
            return why_no_slide(state, number, act, SIDES)
        case "boost":
            if act.how in BOOSTS:
                verdict = board.slide(board.board(state), ship.id, "boost", act.how)
                return None if verdict.legal else f"XW-234: {verdict.answer}"
            wrong = True
        case "cloak":
            if ship.cloaked:
                return f"XW-235: {ship.id} is cloaked already"
            wrong = act.how != ""
        case "slam":
            if not _same_speed(state, number):
                return f"XW-236: {ship.id} has flown nothing in this round"
            wrong = act.how != ""
        case "rotate-arc":
            if act.how == ship.arc:
                return f"XW-238: the arc looks {act.how} already"
            wrong = not ship.arc or act.how not in ARC_DIRECTIONS
        case _:
            wrong = True
    return f"XW-44: there is no {act.notation()!r}" if wrong else None


def _why_no_side(task: Task, act: Act) -> str | None:
    """Return why the side of a barrel roll cannot be declared so (XW-217)."""
    if act.slide is not None:
        return "XW-217: the side is declared first: 'act barrel-roll left' or '... right'"
    if act.how not in SIDES:
        return f"XW-51: {act.notation()!r} needs one of {', '.join(SIDES)}"
    if act.how in task.data[1:]:
        return f"XW-217: a barrel roll to the {act.how} has found no place"
    return None


def _why_no_lock(state: Battle, number: int, target: str) -> str | None:
    """Return why a ship cannot be locked: it may be measured before it is chosen (XW-54, XW-55)."""
    other = state.number(target)
    if other < 0 or state.ships[other].fate:
        return f"XW-54: no ship {target!r} is in play"
    if other == number:
        return f"XW-54: {target} cannot lock itself"
    verdict = board.lock(state, number, other)
    return None if verdict.legal else f"XW-54: {verdict.answer}"


def why_no_slide(state: Battle, number: int, act: Act, ways: Iterable[str]) -> str | None:
    """Return why a ship cannot roll, or appear, at a slide (XW-52, XW-161, XW-215, XW-216)."""
    if act.how not in ways or act.slide is None:
        return f"XW-51: {act.notation()!r} needs one of {', '.join(ways)}, and a slide"
    verdict = board.slide(board.board(state), state.ships[number].id, act.action, act.how)
    if not verdict.legal:
        return f"XW-52, XW-216: {verdict.answer}"
    if any(low - _NEAR <= act.slide <= high + _NEAR for low, high in verdict.intervals):
        return None
    legal = ", ".join(f"{low:.4f} to {high:.4f}" for low, high in verdict.intervals)
    return f"XW-161: a slide of {act.slide} is not legal; legal: {legal}"


def perform(state: Battle, number: int, act: Act) -> Battle:
    """Return the state after a legal action; it has no color and causes no stress (XW-53)."""
    ship = state.ships[number]
    match act.action:
        case "focus" | "evade" as token:
            return state.ship(number, **{token: getattr(ship, token) + 1})
        case "target-lock":
            return state.ship(number, lock=state.number(act.how))
        case "barrel-roll" | "boost" | "decloak":
            verdict = board.slide(board.board(state), ship.id, act.action, act.how)
            end = verdict.end(act.slide or 0.0).snapped()
            return state.ship(number, place=(end.x, end.y, end.heading))
        case "cloak":
            return state.ship(number, cloaked=True)
        case "slam":
            return state.push(Task("slam", number))
        case "rotate-arc":
            return state.ship(number, arc=act.how)
        case "repair":
            return _repair(state, number, act.how)
    return state  # a card that was used as an action is remembered, and that is all


def flip(state: Battle, number: int, card: str) -> Battle:
    """Turn a faceup damage card facedown (XW-83, XW-206)."""
    ship = state.ships[number]
    faceup = list(ship.faceup)
    faceup.remove(card)
    facedown = tuple(sorted((*ship.facedown, card)))
    state = state.ship(number, faceup=tuple(faceup), facedown=facedown)
    return state.note("turns facedown", "XW-206", number, card=card)


def _repair(state: Battle, number: int, card: str) -> Battle:
    if cards.ANY in cards.damage_deck()[card].repair:
        return flip(state, number, card)
    return state.push(Task("repair", number, (card,)))


@accident("repair")
class Repair(Accident):
    """XW-206: one attack die says whether an action repairs a damage card."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(1, faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        card = str(task.data[0])
        state = state.note("tries a repair", "XW-206", task.ship, card=card, die=outcome[0])
        mended = outcome[0] in cards.damage_deck()[card].repair
        return flip(state, task.ship, card) if mended else state


def _same_speed(state: Battle, number: int) -> list[Maneuver]:
    """XW-236: the maneuvers of the dial with the speed of the one flown in this round."""
    ship = state.ships[number]
    if not ship.flown:
        return []
    speed = Maneuver.parse(ship.flown).speed
    return [m for m in cards.ship_card(ship.kind).dial if m.speed == speed]


@decision("slam")
class Slam(Decision):
    """XW-236: a second maneuver of the same speed, then no attack in this round."""

    kinds = (Fly,)
    asks = "XW-236: a maneuver of the same speed is to be picked"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Fly(maneuver) for maneuver in _same_speed(state, task.ship)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Fly)
        said = move.maneuver.notation()
        if move.maneuver not in _same_speed(state, task.ship):
            return f"XW-236: {said} is no maneuver of the dial with the same speed"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Fly)
        said = move.maneuver.notation()
        color = color_of(state, task.ship, move.maneuver)
        state = state.ship(task.ship, disarmed=True)
        state = state.note("slams", "XW-236", task.ship, maneuver=said, color=color)
        return state.push(Task("fly", task.ship, (said, "slam")))


@decision("decloak")
class Decloak(Decision):
    """XW-235: a cloaked ship may appear at the start of the Activation phase."""

    kinds = (Act, Pass)
    asks = "XW-235: a ship may decloak"

    def samples(self, state: Battle, task: Task) -> bool:
        """Whether its moves are a sample: they are."""
        return True

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [PASS, *slides(state, task.ship, "decloak", DECLOAKS)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        if not isinstance(move, Act):
            return None
        if move.action != "decloak":
            return "XW-235: a ship may decloak now, and nothing else"
        return why_no_slide(state, task.ship, move, DECLOAKS)

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        if not isinstance(move, Act):
            return state
        state = perform(state, task.ship, move).ship(task.ship, cloaked=False)
        return state.note("decloaks", "XW-235", task.ship, how=move.how)
