"""Damage, damage cards, and what they do at once (XW-81 to XW-87, XW-206, XW-222)."""

from __future__ import annotations

from collections.abc import Iterable

from ....protocol import Draw, Outcome, Roll
from . import cards
from .actions import flip
from .leaving import remove, without
from .moves import Discard, Move
from .phases import faces
from .state import Battle, Task
from .tasks import Accident, Decision, accident, decision, step


@step("suffer")
def suffer(state: Battle, task: Task) -> Battle:
    """XW-81, XW-82: one point of damage: a shield, else a card; a critical point a faceup one."""
    ship = state.ships[task.ship]
    if ship.shields:
        state = state.ship(task.ship, shields=ship.shields - 1)
        return state.note("loses a shield", "XW-82", task.ship, left=ship.shields - 1)
    return state.push(Task("deal", task.ship, task.data))


@step("deal")
def deal(state: Battle, task: Task) -> Battle:
    """XW-82, XW-84, XW-222: a damage card from the deck, or from the shuffled discard pile."""
    number, ship = task.ship, state.ships[task.ship]
    if not state.deck_size and state.discards:
        hidden = [Task("look", n) for n, s in enumerate(state.ships) if s.hidden]
        return state.push(*hidden, Task("reshuffle"), task)
    if not state.deck_size:
        state = state.ship(number, counters=ship.counters + 1)
        state = state.note("takes damage without a card", "XW-222", number)
    elif task.data == ("crit",):
        return state.push(Task("faceup card", number))
    else:
        state = state.ship(number, hidden=ship.hidden + 1)
        state = state.note("takes a facedown card", "XW-82", number)
    return state.push(Task("hull", number))


@accident("look", outlives=True)
class Look(Accident):
    """XW-84: before the discards become the deck, it is noted what lies hidden on the ships.

    So all cards that nobody has seen stay equally likely everywhere.  Their text counts as little
    as before (XW-83).
    """

    def chance(self, state: Battle, task: Task) -> Draw:  # noqa: D102
        return Draw(state.deck, state.ships[task.ship].hidden)

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        seen = tuple(map(str, outcome))
        facedown = tuple(sorted((*state.ships[task.ship].facedown, *seen)))
        state = state.but(deck=without(state.deck, seen))
        return state.ship(task.ship, hidden=0, facedown=facedown)


@step("reshuffle")
def reshuffle(state: Battle, task: Task) -> Battle:
    """XW-84: the discard pile becomes the deck."""
    state = state.note("the discard pile is shuffled", "XW-84", cards=len(state.discards))
    return state.but(deck=state.discards, discards=())


@accident("faceup card")
class FaceupCard(Accident):
    """XW-82, XW-83: a faceup damage card, whose text is followed."""

    def chance(self, state: Battle, task: Task) -> Draw:  # noqa: D102
        return Draw(state.deck)

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        number, ship = task.ship, state.ships[task.ship]
        card = cards.damage_deck()[str(outcome[0])]
        state = state.but(deck=without(state.deck, (card.id,)))
        state = state.note("takes a faceup card", "XW-82", number, card=card.id)
        for name, effect in ship.effects:
            if effect.shrugs_off(card.trait):
                state = state.but(discards=tuple(sorted((*state.discards, card.id))))
                return state.note("discards it", "XW-205", number, by=name)
        cockpit = ship.cockpit or (state.round if card.when == "skill" else 0)
        state = state.ship(number, faceup=(*ship.faceup, card.id), cockpit=cockpit)
        at_once = {"explode": "explosion", "munitions": "munitions", "stress": "thrust fire"}
        then = [Task(at_once[card.when], number, (card.id,))] if card.when in at_once else []
        return state.push(Task("hull", number), *then)


@step("hull")
def hull(state: Battle, task: Task) -> Battle:
    """XW-85, XW-86, XW-87: a ship with as much damage as hull is destroyed at once, or doomed."""
    number, ship = task.ship, state.ships[task.ship]
    if ship.damage < ship.hull or ship.doomed:
        return state
    if simultaneous(state, number):
        state = state.note("doomed: may still attack", "XW-87", number)
        return state.ship(number, doomed=True)
    return remove(state, number, "destroyed", "XW-85")


def simultaneous(state: Battle, number: int) -> bool:
    """XW-87: whether a ship has the skill of the active one and has not had its opportunity."""
    if state.phase != "combat" or state.active < 0 or number not in state.order:
        return False
    now = state.ships[state.active].skill(state.round)
    return state.ships[number].skill(state.round) == now


@accident("explosion")
class Explosion(Accident):
    """XW-206, Minor Explosion: one attack die, a hit is one damage; then it turns facedown."""

    def chance(self, state: Battle, task: Task) -> Roll:  # noqa: D102
        return Roll(1, faces("attack"))

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        state = state.note("minor explosion", "XW-206", task.ship, die=outcome[0])
        state = flip(state, task.ship, str(task.data[0]))
        return state.push(Task("suffer", task.ship, ("hit",))) if outcome == ("hit",) else state


@step("thrust fire")
def thrust_fire(state: Battle, task: Task) -> Battle:
    """XW-206, Thrust Control Fire: one stress token; then it turns facedown."""
    stress = state.ships[task.ship].stress + 1
    state = state.note("thrust control fire", "XW-206", task.ship, stress=stress)
    return flip(state.ship(task.ship, stress=stress), task.ship, str(task.data[0]))


@step("munitions")
def munitions(state: Battle, task: Task) -> Battle:
    """XW-206, Munitions Failure: one secondary weapon is discarded; then it turns facedown."""
    state = flip(state, task.ship, str(task.data[0]))
    weapons = _weapons(state, task.ship)
    if len(weapons) > 1:
        return state.push(Task("lose a weapon", task.ship))
    return discard(state, task.ship, weapons[0], "XW-206") if weapons else state


def _weapons(state: Battle, number: int) -> list[str]:
    carried = state.ships[number].upgrades
    return list(dict.fromkeys(name for name in carried if cards.upgrades()[name].weapon))


def discard(state: Battle, number: int, card: str, rules: str) -> Battle:
    """Discard an upgrade card."""
    upgrades = without(state.ships[number].upgrades, (card,))
    return state.ship(number, upgrades=upgrades).note("discards", rules, number, card=card)


@decision("lose a weapon")
class LoseWeapon(Decision):
    """XW-206, Munitions Failure: the owner picks which secondary weapon goes."""

    kinds = (Discard,)
    asks = "XW-206: a secondary weapon is to be discarded"

    def moves(self, state: Battle, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Discard(name) for name in _weapons(state, task.ship)]

    def why(self, state: Battle, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Discard)
        if move.card not in _weapons(state, task.ship):
            return f"XW-206: {state.ships[task.ship].id} has no secondary weapon {move.card!r}"
        return None

    def take(self, state: Battle, task: Task, move: Move) -> Battle:  # noqa: D102
        assert isinstance(move, Discard)
        return discard(state, task.ship, move.card, "XW-206")
