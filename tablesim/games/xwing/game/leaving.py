"""Ships that leave play, and how the game ends (XW-36, XW-85, XW-91, XW-92)."""

from __future__ import annotations

from ....protocol import Draw, Outcome
from . import missions
from .state import Battle, Reason, Task
from .tasks import Accident, accident, step


def remove(state: Battle, number: int, fate: str, rules: str) -> Battle:
    """Take a ship out of play: its cards go to the discard pile, its tokens to the supply (XW-85).

    A-18: the locks of others on it go, too.
    """
    ship = state.ships[number]
    state = state.note(fate, rules, number)
    discards = (*state.discards, *ship.faceup, *ship.facedown)
    ships = tuple(other.but(lock=-1) if other.lock == number else other for other in state.ships)
    state = state.but(
        ships=ships,
        discards=tuple(sorted(discards)),
        order=tuple(waiting for waiting in state.order if waiting != number),
    ).ship(
        number,
        fate=fate,
        place=None,
        faceup=(),
        facedown=(),
        counters=0,
        shields=0,
        stress=0,
        focus=0,
        evade=0,
        lock=-1,
        dial="",
        cloaked=False,
        disarmed=False,
        doomed=False,
    )
    hidden = (Task("show hidden cards", number),) if ship.hidden else ()
    return state.push(*hidden, Task("victory"))


@accident("show hidden cards", outlives=True)
class ShowHiddenCards(Accident):
    """XW-85: the damage cards of a destroyed ship go faceup to the discard pile.

    What a facedown card is stays open until somebody may see it: all cards that nobody has seen are
    equally likely to lie there.
    """

    def chance(self, state: Battle, task: Task) -> Draw:  # noqa: D102
        return Draw(state.deck, state.ships[task.ship].hidden)

    def take(self, state: Battle, task: Task, outcome: Outcome) -> Battle:  # noqa: D102
        shown = tuple(map(str, outcome))
        state = state.but(
            deck=without(state.deck, shown), discards=tuple(sorted((*state.discards, *shown)))
        )
        return state.note("shows", "XW-85", task.ship, cards=", ".join(shown)).ship(
            task.ship, hidden=0
        )


def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards without some of them.

    >>> without(("a", "b", "b"), ("b",))
    ('a', 'b')
    """
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


@step("victory")
def victory(state: Battle, task: Task) -> Battle:
    """XW-91, XW-92: end the game if the rules or the mission say so."""
    ending = missions.of(state).ending(state)
    return state if ending is None else finish(state, *ending)


def finish(state: Battle, reason: Reason, winners: tuple[int, ...]) -> Battle:
    """End the game."""
    rules = "XW-92" if reason is Reason.TOGETHER else "XW-91"
    who = f"seat {winners[0]}" if winners else "nobody"
    state = state.note("over", rules, reason=reason.value, winner=who)
    return state.but(decided=(reason, winners), agenda=(), order=(), active=-1, shot=None)
