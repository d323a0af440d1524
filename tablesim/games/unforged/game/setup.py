"""Set-up (HR-1): strips, deployment in turn, who begins.

Places are endless.  The moves list a sample: of the models that are still to be deployed the first
of each line of the army, each on a grid of places in the own strip, looking into the table; where
no place of it is free the grid gets finer.  Any other place that the rules allow may be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ....protocol import Outcome, Roll
from ...edges import EDGES, INWARD, OPPOSITE, length_of, point_at
from ..numbers.dice import RAW, choice_dice, choice_winner
from ..rules import INCH
from .board import settled, why_no_room
from .fighters import Place
from .moves import Begin, Deploy, Move, Strip
from .scenarios import area, inside, strip
from .state import Skirmish, Task
from .tasks import Accident, Decision, accident, decision, step

COLUMNS: Final = (10, 24, 60)
"""How many places stand along an edge in each grid that is tried."""

ROWS: Final = (0.35, 0.75)
"""How far into the strip they are, as shares of its depth."""


UNPLAYED: Final = frozenset({"hardiness", "psyker"})
"""Special rules that the rulebook names without saying what they do."""

UNPLAYED_RULES: Final = "UF-27 UF-121"


@step("set-up")
def set_up(state: Skirmish, task: Task) -> Skirmish:
    """HR-1: the strips, the models, and who begins."""
    for seat, army in enumerate(state.armies):
        points = army.price(state.rulings)
        state = state.note("musters", "UF-36", seat=seat, army=army.title, points=points)
    for number, troop in enumerate(state.troops):
        for rule in sorted(UNPLAYED & set(troop.rules)):
            state = state.note("not played by this engine", UNPLAYED_RULES, number, what=rule)
    state = state.but(waiting=tuple(range(len(state.fighters))))
    return state.push(Task("choice roll", data=("choose strip",)))


@accident("choice roll")
class ChoiceRoll(Accident):
    """UF-16, UF-17: seat 0 rolls, then seat 1; the higher chooses; a tie is rolled again (HR-5)."""

    def chance(self, state: Skirmish, task: Task) -> Roll:  # noqa: D102
        return Roll(1, RAW)

    def take(self, state: Skirmish, task: Task, outcome: Outcome) -> Skirmish:  # noqa: D102
        what, *rolled = task.data
        raws = (*rolled, int(outcome[0]))
        if len(raws) == 1:
            return state.push(Task("choice roll", data=(what, *raws)))
        kinds = choice_dice((has_tactician(state, 0), has_tactician(state, 1)))
        winner = choice_winner(kinds, raws)
        values = [kind.value(raw) for kind, raw in zip(kinds, raws, strict=True)]
        state = state.note("choice roll", "UF-16 UF-17", dice=f"{values[0]} against {values[1]}")
        if winner is None:
            return state.push(Task("choice roll", data=(what,)))
        return state.push(Task(what, data=(winner,)))


def has_tactician(state: Skirmish, seat: int) -> bool:
    """Whether a seat has a Master tactician that counts (UF-17, HR-9, HR-110)."""
    return any(
        "master-tactician" in troop.rules
        and (fighter.fate != "removed" or not state.rulings.tactician_alive)
        for fighter, troop in zip(state.fighters, state.troops, strict=True)
        if fighter.seat == seat
    )


class _Seated(Decision):
    """A decision of a seat as a whole, the first value of the task."""

    def seat(self, state: Skirmish, task: Task) -> int:
        """Return who decides."""
        return int(task.data[0])


@decision("choose strip")
class ChooseStrip(_Seated):
    """HR-1: the winner of the choice roll picks its strip; the other has the opposite one."""

    kinds = (Strip,)
    asks = "HR-1: a strip is to be picked"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Strip(edge) for edge in EDGES]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Strip)
        return None if move.name in EDGES else f"HR-1: the edges are {', '.join(EDGES)}"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Strip)
        seat = int(task.data[0])
        pair = [OPPOSITE[move.name]] * 2
        pair[seat] = move.name
        state = state.but(edges=(pair[0], pair[1]))
        state = state.note("takes a strip", "HR-1", seat=seat, edge=move.name)
        return state.push(
            Task("deployment", data=(seat,)),
            Task("choice roll", data=("choose first",)),
            Task("round"),
        )


@step("deployment")
def deployment(state: Skirmish, task: Task) -> Skirmish:
    """HR-1: the players deploy in turn; where one has nothing left the other goes on."""
    seats = {state.fighters[number].seat for number in state.waiting}
    if not seats:
        return state
    turn = int(task.data[0])
    seat = turn if turn in seats else 1 - turn
    return state.push(Task("deploy", data=(seat,)), Task("deployment", data=(1 - seat,)))


@decision("deploy")
class DeployModel(_Seated):
    """HR-1: one model, its whole base in the own strip, where it can stand."""

    kinds = (Deploy,)
    asks = "HR-1: a model is to be deployed"

    def samples(self, state: Skirmish, task: Task) -> bool:  # noqa: D102
        return True

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [
            Deploy(state.fighters[number].id, *place)
            for number in _next_of_each_line(state, int(task.data[0]))
            for place in _free(state, number)
        ]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Deploy)
        number, seat = state.number(move.model), int(task.data[0])
        if number not in state.waiting or state.fighters[number].seat != seat:
            names = [state.fighters[n].id for n in state.waiting if state.fighters[n].seat == seat]
            return f"HR-1: {move.model} is not to be deployed now; what is: {', '.join(names)}"
        return why_not_there(state, number, settled(move.x, move.y, move.level, move.facing))

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Deploy)
        number = state.number(move.model)
        place = settled(move.x, move.y, move.level, move.facing)
        state = state.fighter(number, place=place).spent(number)
        return state.note("is deployed", "HR-1", number, at=f"({place[0]:g}, {place[1]:g})")


def why_not_there(state: Skirmish, number: int, place: Place) -> str | None:
    """Return why a model cannot be deployed somewhere, with the rule; None if it can."""
    fighter, troop = state.fighters[number], state.troops[number]
    edge = state.edges[fighter.seat]
    out = -inside(strip(state, edge), place[:2], troop.size.base.radius)
    if out > INCH.limit:
        return f"HR-1: the base sticks {out:.3f} in out of the strip at the {edge}"
    return why_no_room(state, number, place)


def _next_of_each_line(state: Skirmish, seat: int) -> list[int]:
    lines: dict[str, int] = {}
    for number in state.waiting:
        fighter = state.fighters[number]
        if fighter.seat == seat:
            lines.setdefault(fighter.recruit, number)
    return list(lines.values())


def _free(state: Skirmish, number: int) -> list[Place]:
    """Return the free places of the coarsest grid that has any."""
    edge = state.edges[state.fighters[number].seat]
    for columns in COLUMNS:
        places = _grid(state, edge, columns)
        free = [place for place in places if why_not_there(state, number, place) is None]
        if free:
            return free
    return []


def _grid(state: Skirmish, edge: str, columns: int) -> Iterator[Place]:
    whole = area(state)
    for column in range(columns):
        along = round(length_of(whole, edge) * (column + 0.5) / columns, 2)
        for row in ROWS:
            far = round(state.scenario.strip * row, 2)
            yield *point_at(whole, edge, along, far), 0.0, INWARD[edge]


@decision("choose first")
class ChooseFirst(_Seated):
    """HR-49: the winner of the choice roll says who acts first in the first round."""

    kinds = (Begin,)
    asks = "HR-49: who acts first is to be said"

    def moves(self, state: Skirmish, task: Task) -> Iterable[Move]:  # noqa: D102
        return [Begin(0), Begin(1)]

    def why(self, state: Skirmish, task: Task, move: Move) -> str | None:  # noqa: D102
        assert isinstance(move, Begin)
        return None if move.seat in (0, 1) else "HR-49: the seats are 0 and 1"

    def take(self, state: Skirmish, task: Task, move: Move) -> Skirmish:  # noqa: D102
        assert isinstance(move, Begin)
        return state.but(priority=move.seat).note("acts first", "HR-49", seat=move.seat)
