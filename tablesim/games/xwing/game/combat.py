"""Attacks in seven steps (XW-59 to XW-81), from the highest skill to the lowest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from ....protocol import Outcome, Roll
from ..catalogue import catalogue
from . import board, cards
from .actions import flip
from .damage import discard
from .effects import Turn, turned
from .leaving import remove
from .moves import DONE, PASS, Done, Hold, Move, Pass, Reroll, Shoot, Spend, Use
from .phases import acting, faces
from .ships import Ship
from .state import Battle, Shot, Task
from .tasks import Accident, Decision, accident, decision, step

SPENT = ("torpedo", "missile")
"""The slots whose weapons are discarded when they are fired (XW-205)."""


@step("volley")
def volley(state: Battle, task: Task) -> Battle:
    """XW-59, XW-60: the highest skill; of equals the player with initiative, in any order.

    Ships that cannot attack anybody have had their opportunity.
    """
    if not state.order:
        return state.but(active=-1)
    group = acting(state, highest=True)
    idle = [number for number in group if not any(_shots(state, number))]
    if idle:
        state = state.but(order=tuple(n for n in state.order if n not in idle))
        return state.push(*(Task("opportunity ends", number) for number in idle), task)
    return state.push(Task("choose attack", group[0]), task)


def weapons(ship: Ship) -> list[str]:
    """Return what a ship may fire: its primary weapon, ``""``, and its secondary ones (XW-69)."""
    carried = (name for name in ship.upgrades if cards.upgrades()[name].weapon)
    return ["", *dict.fromkeys(carried)]


def beyond_reach(ship: Ship, target: Ship) -> bool:
    """XW-65: whether the centers alone say that a ruler cannot reach from one base to the other."""
    if ship.place is None or target.place is None:
        return True
    apart = math.dist(ship.place[:2], target.place[:2])
    return apart > catalogue().ruler.edges[-1] + ship.radius + target.radius


def _shots(state: Battle, number: int) -> Iterator[Shoot]:
    """Yield the attacks of a ship that are allowed."""
    ship = state.ships[number]
    for other in state.flying(1 - ship.seat):
        target = state.ships[other]
        if beyond_reach(ship, target):
            continue
        for weapon in weapons(ship):
            if why_no_shot(state, number, other, weapon) is None:
                yield Shoot(ship.id, target.id, weapon)


def why_no_shot(state: Battle, by: int, on: int, weapon: str) -> str | None:
    """Return why a ship cannot attack another with a weapon (XW-62, XW-207); None if it can."""
    why = _why_not_alone(state, by, on, weapon)
    if why is not None:
        return why
    for other in state.flying(state.ships[on].seat):
        draws = other != on and _protects(state, other, on)
        if draws and _why_not_alone(state, by, other, weapon) is None:
            return f"XW-204: {state.ships[other].id} draws the fire (A-21)"
    return None


def _why_not_alone(state: Battle, by: int, on: int, weapon: str) -> str | None:
    ship = state.ships[by]
    if ship.seat == state.ships[on].seat:
        return f"XW-62: {state.ships[on].id} is no enemy"
    if ship.disarmed:
        return f"XW-236: the weapons of {ship.id} are disabled"
    if weapon not in weapons(ship):
        return f"XW-207: {ship.id} carries no {weapon!r}"
    verdict = board.attack(state, by, on, weapon)
    return None if verdict.legal else f"XW-62: {verdict.answer}"


def _protects(state: Battle, number: int, friend: int) -> bool:
    """XW-204, A-21: whether a ship draws the fire that is meant for a friend."""
    ship = state.ships[number]
    if not ship.draws_fire or (state.settings.late_biggs and ship.drawing != state.round):
        return False
    band = board.band(state, number, friend)
    return any(effect.draws_fire(band) for _, effect in ship.effects)


@step("offer fire")
def offer_fire(state: Battle, task: Task) -> Battle:
    """A-21: with the erratum, a ship chooses one Combat phase of the game to draw fire in."""
    ship = state.ships[task.ship]
    return state.push(Task("draw fire", task.ship)) if ship.draws_fire else state


@decision("draw fire")
class DrawFire(Decision):
    """A-21: the owner may choose this round."""

    kinds = (Use, Pass)
    asks = "XW-204: a ship may choose to draw fire (A-21)"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Use(state.ships[task.ship].pilot), PASS]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        if isinstance(move, Use) and move.card != state.ships[task.ship].pilot:
            return f"XW-204: {move.card} does not draw fire"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        if isinstance(move, Pass):
            return state
        state = state.ship(task.ship, drawing=state.round)
        return state.note("draws fire", "XW-204", task.ship)


@decision("choose attack")
class ChooseAttack(Decision):
    """XW-59, XW-60, step 1 of an attack: who attacks whom, with what; or nobody."""

    kinds = (Shoot, Hold)
    asks = "XW-59: an attack may be declared"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        group = acting(state, highest=True)
        holds = [Hold(state.ships[number].id) for number in group]
        return [*holds, *(shot for number in group for shot in _shots(state, number))]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Shoot | Hold)
        number = state.number(move.ship)
        group = acting(state, highest=True)
        if number not in group:
            names = " or ".join(state.ships[n].id for n in group)
            return f"XW-60: it is not the turn of {move.ship!r} to attack, but of {names}"
        if isinstance(move, Hold):
            return None
        target = state.number(move.target)
        if target < 0 or state.ships[target].fate:
            return f"XW-62: no ship {move.target!r} is in play"
        return why_no_shot(state, number, target, move.weapon)

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Shoot | Hold)
        number = state.number(move.ship)
        state = state.but(order=tuple(n for n in state.order if n != number), active=number)
        state = state.push(Task("opportunity ends", number))
        if isinstance(move, Hold):
            return state.note("holds its fire", "XW-59", number)
        return declare(state, number, state.number(move.target), move.weapon)


@step("opportunity ends")
def opportunity_ends(state: Battle, task: Task) -> Battle:
    """XW-87: a doomed ship is removed right after its opportunity to attack."""
    state = state.but(active=-1)
    doomed = state.ships[task.ship].doomed
    return remove(state, task.ship, "destroyed", "XW-87") if doomed else state


def declare(state: Battle, by: int, on: int, weapon: str) -> Battle:
    """Step 1: target and weapon are declared, what the weapon needs is spent (XW-58, XW-207)."""
    ship, target = state.ships[by], state.ships[on]
    verdict = board.attack(state, by, on, weapon)
    assert verdict.band is not None
    shot = Shot(by, on, weapon, verdict.band, verdict.obstructed == "all")
    dice = attack_dice(ship, shot)
    told = {"weapon": weapon} if weapon else {}
    if shot.obstructed:
        told["past"] = ", ".join(verdict.obstructed_by)
    state = state.but(shot=shot).note(
        "attacks", "XW-61", by, target=target.id, range=shot.band, dice=dice, **told
    )
    if weapon:
        state = _pay(state, by, weapon)
    if not dice:  # it has used its opportunity, and that is all
        return state.push(Task("attack ends", by))
    return state.push(
        Task("roll attack", by, (dice,)),
        Task("modify", on, ("attack",)),
        Task("modify", by, ("attack",)),
        Task("roll defense", on),
        Task("modify", by, ("defense",)),
        Task("modify", on, ("defense",)),
        Task("compare", by),
        Task("attack ends", by),
    )


def _pay(state: Battle, by: int, weapon: str) -> Battle:
    """XW-58, XW-205, XW-209: what firing a secondary weapon costs."""
    card = catalogue().weapons[weapon]
    if card.needs == "lock":
        state = state.ship(by, lock=-1).note("spends its lock", "XW-58", by)
    elif card.needs == "focus":
        state = state.ship(by, focus=state.ships[by].focus - 1).note("spends focus", "XW-58", by)
    return discard(state, by, weapon, "XW-205") if card.slot in SPENT else state


def attack_dice(ship: Ship, shot: Shot) -> int:
    """XW-69, XW-71, XW-208: how many attack dice are rolled."""
    if ship.has("next attack"):
        return 0
    primary = ship.attack + (shot.band == 1)
    dice = catalogue().weapons[shot.weapon].dice if shot.weapon else primary
    return max(0, dice + sum(effect.attack_dice(shot.band) for _, effect in ship.effects))


def defense_dice(attacker: Ship, ship: Ship, shot: Shot) -> int:
    """XW-70, XW-208, XW-214, A-16: how many defense dice are rolled."""
    lowered = sum(effect.lowers_agility() for _, effect in attacker.effects)
    far = shot.band == 3 and not shot.weapon
    return max(0, ship.agility - lowered) + far + shot.obstructed


@accident("roll attack")
class RollAttack(Accident):
    """Step 2: the attack dice (XW-69)."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[0]), faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        dice = tuple(map(str, outcome))
        state = state.note("rolls", "XW-69", task.ship, dice=" ".join(dice))
        return _set(state, attack=dice)


@step("roll defense")
def defense(state: Battle, task: Task) -> Battle:
    """Step 4: the defense dice, if there are any (XW-70)."""
    shot = _shot(state)
    dice = defense_dice(state.ships[shot.by], state.ships[shot.on], shot)
    return state.push(Task("defense dice", task.ship, (dice,))) if dice else state


@accident("defense dice")
class RollDefense(Accident):
    """Step 4: the defense dice (XW-70)."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[0]), faces("defense"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        dice = tuple(map(str, outcome))
        state = state.note("rolls", "XW-70", task.ship, dice=" ".join(dice))
        return _set(state, defense=dice)


# Steps 3 and 5: modifying dice


@step("modify")
def modify(state: Battle, task: Task) -> Battle:
    """XW-73: each side may change the dice, in any order, as often as it can."""
    return state.push(Task("change dice", task.ship, task.data)) if _changes(state, task) else state


def _changes(state: Battle, task: Task) -> list[Move]:
    """Return what a ship's owner may do to the attack or to the defense dice."""
    shot, role, number = _shot(state), str(task.data[0]), task.ship
    if (number == shot.by) != (role == "attack"):
        return []  # no card here changes the dice of the other side
    ship = state.ships[number]
    denied = _denied(state, shot) if role == "attack" else set()
    found: list[Move] = []
    if ship.focus and "focus" not in denied:
        found.append(Spend("focus"))
    if ship.evade and role == "defense":
        found.append(Spend("evade"))
    if role == "attack" and ship.lock == shot.on and "reroll" not in denied:
        found += [Reroll(dice) for dice in _rerolls(shot.attack)]
    pool = shot.attack if role == "attack" else shot.defense
    for card, turns in _turning(state, number, role):
        if turned(pool, turns) != pool:
            found.append(Use(card))
    return found


def _denied(state: Battle, shot: Shot) -> set[str]:
    effects = state.ships[shot.on].effects
    return {what for _, effect in effects for what in effect.denies()}


def _turning(state: Battle, number: int, role: str) -> Iterator[tuple[str, tuple[Turn, ...]]]:
    """Yield the cards that may turn dice now, and how; each is used once in an attack."""
    shot, ship = _shot(state), state.ships[number]
    for card, effect in ship.effects:
        turns = effect.turns(role, shot.weapon, shot.band, card in ship.done)
        if turns and card not in shot.used:
            yield card, turns
    # A weapon card that was discarded when it was fired still counts for this attack.
    if role == "attack" and shot.weapon and shot.weapon not in (*ship.upgrades, *shot.used):
        for effect in cards.upgrades()[shot.weapon].effects:
            turns = effect.turns(role, shot.weapon, shot.band, False)
            if turns:
                yield shot.weapon, turns


def _rerolls(pool: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all different choices of dice that may be rerolled: at least one, none twice (XW-72).

    >>> list(_rerolls(("blank", "blank", "hit*")))
    [('blank',), ('blank', 'blank')]
    """
    fresh = sorted(Counter(die for die in pool if not die.endswith("*")).items())
    for counts in product(*(range(number + 1) for _, number in fresh)):
        dice = [f for (f, _), number in zip(fresh, counts, strict=True) for _ in range(number)]
        if dice:
            yield tuple(dice)


@decision("change dice")
class ChangeDice(Decision):
    """Steps 3 and 5: spend a token, use a card, or leave the dice as they are (XW-74 to XW-77)."""

    kinds = (Spend, Reroll, Use, Done)
    asks = "XW-73: dice may be changed"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [DONE, *_changes(state, task)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        if isinstance(move, Done) or move in _changes(state, task):
            return None
        ship, shot = state.ships[task.ship], _shot(state)
        match move:
            case Spend() if "focus" in _denied(state, shot) and ship.focus:
                return f"XW-204: who attacks {state.ships[shot.on].id} cannot spend focus tokens"
            case Spend(token):
                return f"XW-75, XW-76, XW-77: {ship.id} cannot spend {token!r} on these dice"
            case Reroll() if "reroll" in _denied(state, shot):
                return f"XW-204: who attacks {state.ships[shot.on].id} cannot reroll dice"
            case Reroll(dice):
                why = f"{' '.join(dice)} of {' '.join(shot.attack)}"
                return f"XW-72, XW-74: {ship.id} cannot reroll {why}"
        return f"XW-72: {move.notation()!r} changes none of these dice"

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        if isinstance(move, Done):
            return state
        state = state.push(Task("modify", task.ship, task.data))
        role = str(task.data[0])
        match move:
            case Spend(token):
                return _spend(state, task.ship, token, role)
            case Reroll(dice):
                kept = _shot(state).attack
                for die in dice:
                    kept = kept[: kept.index(die)] + kept[kept.index(die) + 1 :]
                state = _set(state.ship(task.ship, lock=-1), attack=kept)
                state = state.note("spends its lock", "XW-74", task.ship, rerolls=" ".join(dice))
                return state.push(Task("reroll", task.ship, (len(dice),)))
            case Use(card):
                return _use(state, task.ship, card, role)
        raise AssertionError(f"no other move changes dice: {move!r}")


def _spend(state: Battle, number: int, token: str, role: str) -> Battle:
    shot, ship = _shot(state), state.ships[number]
    if token == "evade":
        state = _set(state, defense=tuple(sorted((*shot.defense, "evade"))))
        state = state.ship(number, evade=ship.evade - 1)
        return state.note("spends evade", "XW-77", number, dice=_said(state, role))
    new = "hit" if role == "attack" else "evade"
    pool = turned(_pool(state, role), (Turn(True, "focus", new),))
    state = _set(state, **{role: pool}).ship(number, focus=ship.focus - 1)
    rule = "XW-75" if role == "attack" else "XW-76"
    return state.note("spends focus", rule, number, dice=_said(state, role))


def _use(state: Battle, number: int, card: str, role: str) -> Battle:
    turns = next(turns for name, turns in _turning(state, number, role) if name == card)
    pool, used = turned(_pool(state, role), turns), (*_shot(state).used, card)
    state = _set(state, **{role: pool}, used=used)
    return state.note("turns dice", "XW-72", number, by=card, dice=_said(state, role))


@accident("reroll")
class RerollDice(Accident):
    """XW-72, XW-74: the dice that a lock rerolls; they are not rerolled again in this attack."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(int(task.data[0]), faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        new = (f"{die}*" for die in outcome)
        state = _set(state, attack=tuple(sorted((*_shot(state).attack, *new))))
        return state.note("rerolls", "XW-74", task.ship, dice=" ".join(map(str, outcome)))


# Steps 6 and 7


@step("compare")
def compare(state: Battle, task: Task) -> Battle:
    """XW-79, XW-80, XW-81: evades cancel hits, then critical hits; what is left is damage."""
    shot = _shot(state)
    faces_of = Counter(die.rstrip("*") for die in shot.attack)
    evades = sum(die.rstrip("*") == "evade" for die in shot.defense)
    hits, crits = left_after(faces_of["hit"], faces_of["crit"], evades)
    if not hits + crits:
        return state.note("misses", "XW-80", shot.by)
    state = state.note("is hit", "XW-80 XW-81", shot.on, hits=hits, crits=crits)
    points = ("hit",) * hits + ("crit",) * crits
    return state.push(*(Task("suffer", shot.on, (point,)) for point in points))


def left_after(hits: int, crits: int, evades: int) -> tuple[int, int]:
    """XW-79: each evade cancels one result, every hit before any critical hit.

    >>> left_after(2, 1, 2)
    (0, 1)
    """
    return max(0, hits - evades), max(0, crits - max(0, evades - hits))


@step("attack ends", outlives=True)
def attack_ends(state: Battle, task: Task) -> Battle:
    """End the attack, which was the next one of every Blinded Pilot (XW-206)."""
    state = state.but(shot=None)
    ship = state.ships[task.ship]
    for card in ship.damaged if not ship.fate else ():
        if card.when == "next attack":
            state = flip(state, task.ship, card.id)
    return state


def _shot(state: Battle) -> Shot:
    assert state.shot is not None
    return state.shot


def _set(state: Battle, **changes: tuple[str, ...]) -> Battle:
    shot = _shot(state)
    old = {name: getattr(shot, name) for name in Shot.__slots__}
    return state.but(shot=Shot(**{**old, **changes}))


def _pool(state: Battle, role: str) -> tuple[str, ...]:
    shot = _shot(state)
    return shot.attack if role == "attack" else shot.defense


def _said(state: Battle, role: str) -> str:
    return " ".join(_pool(state, role))
