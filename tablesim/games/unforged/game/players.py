"""The game's own player: exact odds of strikes and shots, falls, cover and threat."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

from ...edges import INWARD, distance_from
from ..models import Model
from ..numbers import shots as numbers
from ..numbers.dice import die
from ..numbers.odds import Odds, shot_odds, strike_odds, wound_chance
from ..numbers.shots import Aim
from ..numbers.weapons import Missile
from ..rules import INCH
from .board import board, settled
from .fighters import Place
from .fights import attack
from .moves import (
    HOLD,
    Accept,
    Activate,
    Begin,
    Deploy,
    Emit,
    Go,
    Hit,
    Leave,
    Move,
    Push,
    Ready,
    Reroll,
    Shoot,
    Stay,
    Strike,
    Sweep,
    Throw,
)
from .moving import pool
from .phases import could_act, reached
from .scenarios import area, markers
from .shooting import Arm, aim_on, arm_of, arms, gun_of, shot_of, why_wasted
from .state import Skirmish, Task

OWN: Final = 0.9
"""What a point of an own model counts against one of the enemy's."""

FRIGHT: Final = 0.05
"""What it counts to make a model test for panic, of its points."""

FIGHTER, SHOOTER = 0.8, 0.3
"""What an inch nearer to where a model wants to be counts, in points."""

RISK: Final = 0.3
"""What a test counts that may wound, of the points of the model."""

CHARGED, FIRED = 0.4, 0.4
"""What counts of the harm that enemies could do in the next round, who may do something else."""

BLAST: Final = 1.0
"""How near to the target of a blast a base is caught, too, in inches."""

EMITTED: Final = 8.0
"""How far a weapon reaches that emits a shape, in inches."""

BEST: Final = 5
"""For so many of the best places it is measured who would see the model there."""

COVERED: Final = {"EXPOSED": 1.0, "PARTIAL": 0.7, "COVER": 0.5, "HIDDEN": 0.25, "NO_LOS": 0.0}
"""What of an enemy's fire gets through, roughly, by cover."""

Score = Callable[[Move], float]


class Greedy:
    """Looks one decision ahead.

    It weighs what an attack is worth by its exact odds and the points of the models; places by
    what can be attacked from there, and by who could attack there.  What it holds equal it leaves
    to chance.
    """

    deterministic = True

    def choose(self, view: Skirmish, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move of the listed ones."""
        if len(moves) == 1:
            return moves[0]
        task = view.agenda[0]
        rating = _SCORES.get(task.name)
        if rating is None:
            return moves[int(rng.random() * len(moves))]
        scores = rating(view, task, moves)
        top = max(scores) - 1e-9
        best = [move for move, value in zip(moves, scores, strict=True) if value >= top]
        return best[int(rng.random() * len(best))]


def greedy(game: Any) -> Greedy:
    """Return a greedy player."""
    return Greedy()


# What attacks are worth


def price(view: Skirmish, number: int) -> float:
    """Return the points of a model."""
    return float(view.troops[number].price)


def worth(view: Skirmish, odds: Odds, by: int, on: int) -> float:
    """Return what an attack wins on average, less what it costs, in points.

    A wound that does not remove counts its share of the points.
    """
    won = _lost(view, on, odds.wounds)
    lost = _lost(view, by, odds.own_wounds)
    return won - OWN * lost


def _lost(view: Skirmish, number: int, wounds: Mapping[int, Fraction]) -> float:
    """Return the points that a model loses on average."""
    left = view.fighters[number].wounds
    share = sum(min(n, left) * float(p) for n, p in wounds.items()) / max(left, 1)
    return price(view, number) * share


def strike_worth(view: Skirmish, by: int, on: int) -> float:
    """Return what a strike is worth."""
    return worth(view, strike_odds(attack(view, by, on)), by, on)


def shot_worth(
    view: Skirmish, by: int, on: int, arm: Arm, aim: Aim, *, dice: int | None = None
) -> float:
    """Return what a shot is worth: wounds, the fright, and the friends that it may hit."""
    if why_wasted(view, by, gun_of(view, by, arm), aim) is not None:
        return 0.0
    shot = shot_of(view, by, on, arm, aim, dice=dice)
    odds = shot_odds(shot)
    friends = float(odds.mean(lambda tally: tally.friends))
    risk = OWN * friends * price(view, by)
    return worth(view, odds, by, on) + FRIGHT * price(view, on) - risk


def _rate_shot(view: Skirmish, number: int) -> Score:
    """Rate attacks from afar; to hold the fire is worth nothing."""

    def score(move: Move) -> float:
        match move:
            case Shoot() | Sweep():
                on = view.number(move.target)
                dice = move.dice or None if isinstance(move, Shoot) else 1
                aim = aim_on(view, number, on)
                return shot_worth(view, number, on, arm_of(move), aim, dice=dice)
            case Throw(weapon, str() as name):
                on = view.number(name)
                aim = aim_on(view, number, on)
                return _blast_worth(view, number, weapon, _near(view, on), aim)
            case Emit(weapon, angle):
                return _blast_worth(view, number, weapon, _under(view, number, weapon, angle), None)
        return 0.0

    return score


def _under(view: Skirmish, number: int, weapon: str, angle: float) -> list[int]:
    """Return the models whose bases lie under a shape."""
    here = board(view)
    zone = here.shape(number, view.troops[number].missiles[weapon].emits, angle)
    return [
        n for n in view.present() if n != number and zone.intersects(here.models[n].base.polygon)
    ]


def _near(view: Skirmish, number: int) -> list[int]:
    """Return the models about a model that a blast would catch, too."""
    here = board(view)
    return [n for n in view.present() if INCH.within(here.gap(number, n), BLAST)]


def _blast_worth(
    view: Skirmish, by: int, weapon: str, covered: list[int], aim: Aim | None
) -> float:
    """Return what an area weapon is worth on those whom it covers; scatter makes it less."""
    gun = view.troops[by].missiles[weapon]
    share = 1.0
    if aim is not None:
        if why_wasted(view, by, gun, aim) is not None:
            return 0.0
        kind = numbers.scatter_die(gun.ranges(view.body(by), view.rulings), aim)
        share = 1.0 if kind is None else float(kind.up_to(2))
    total = 0.0
    for number in covered:
        if gun.stuns:
            test = numbers.stun_test(gun, view.body(number), view.rulings)
            part = 0.3 * (1.0 - float(test.chance))
        else:
            chance = wound_chance(gun, view.body(by), view.body(number), view.rulings)
            part = float(chance) / max(1, view.fighters[number].wounds)
        own = view.fighters[number].seat == view.fighters[by].seat
        total += part * price(view, number) * (-OWN if own else 1.0)
    return share * total


# What each decision is rated by


def _shooting(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    return list(map(_rate_shot(view, task.model), moves))


def _striking(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate strikes by their exact odds, with what a push over an edge adds."""

    def score(move: Move) -> float:
        if not isinstance(move, Strike):
            return 0.0
        return strike_worth(view, task.model, view.number(move.name))

    return list(map(score, moves))


def _pushing(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate directions: a fall is best, then out of reach of those whom the model could strike."""
    number, (inches, seat) = task.model, task.data
    here = board(view)
    enemy = view.fighters[number].seat != seat

    def score(move: Move) -> float:
        assert isinstance(move, Push)
        way = here.pushed(number, move.angle, inches)
        hurt = 1.0 if way.removed else 0.0
        for fall in way.falls:
            if fall.band.test:
                kind, halved = die(fall.band.test), fall.band.halved
                test = view.body(number).test("T", kind, view.rulings, halved=halved)
                hurt += 1.0 - float(test.chance)
        away = 0.01 * way.travel
        return price(view, number) * hurt * (1.0 if enemy else -1.0) + away

    return list(map(score, moves))


def _picking(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate who acts: whose attack is worth most; in the Move phase those in front first."""

    def score(move: Move) -> float:
        assert isinstance(move, Activate)
        number = view.number(move.name)
        if not could_act(view, number):
            return -1.0
        if view.phase == "melee":
            return max(strike_worth(view, number, on) for on in reached(view, number))
        if view.phase == "shooting":
            return price(view, number)
        foes = view.present(1 - view.fighters[number].seat)
        return -min(board(view).gap(number, foe) for foe in foes)

    return list(map(score, moves))


def _acting(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate moves in two looks: all of them roughly, the best ones with who sees them there."""
    number = task.model
    shot = _rate_shot(view, number)
    position = _Position(view, number, pool(view, task))

    def rough(move: Move) -> float:
        match move:
            case Shoot() | Sweep() | Throw() | Emit():
                return shot(move) + position.rough(HOLD)
        return position.rough(move)

    scores = list(map(rough, moves))
    best = sorted(range(len(moves)), key=lambda place: -scores[place])[:BEST]
    return [
        score - position.fire(moves[place]) if place in best else -math.inf
        for place, score in enumerate(scores)
    ]


class _Position:
    """What the places are worth that one model may come to."""

    def __init__(self, view: Skirmish, number: int, inches: float | None) -> None:
        self.view = view
        self.number = number
        self.inches = inches
        self.here = board(view)
        self.model = self.here.models[number]
        self.foes = [self.here.models[foe] for foe in view.present(1 - view.fighters[number].seat)]
        guns = [gun for _, gun in arms(view, number) if gun.strength is not None]
        self.range = max((self._range(number, gun) for gun in guns), default=0.0)
        self._threats: dict[int, float] = {}

    def _range(self, number: int, gun: Missile) -> float:
        ranges = gun.ranges(self.view.body(number), self.view.rulings)
        return float(ranges.auto) or EMITTED

    def place(self, move: Move) -> Place:
        """Return where a move leads to."""
        x, y, level, facing = self.view.place(self.number)
        if isinstance(move, Stay):
            return settled(x, y, level, move.angle)
        if not isinstance(move, Go):
            return x, y, level, facing
        end = move.corners[-1]
        if len(end) == 2 and self.here.stroll(self.number, (end[0], end[1]), self._pool):
            return settled(end[0], end[1], level, move.facing)
        way = self.here.way(
            self.number,
            move.corners,
            facing=move.facing,
            climb=move.climb,
            leave=isinstance(move, Leave),
            pool=self.inches,
        )
        return settled(*way.end, way.level, move.facing)

    @property
    def _pool(self) -> float:
        full = float(self.view.body(self.number).pool(self.view.rulings))
        return full if self.inches is None else self.inches

    def _there(self, place: Place) -> Skirmish:
        return self.view.fighter(self.number, place=place)

    def rough(self, move: Move) -> float:
        """Return what a place is worth, whoever sees it."""
        place = self.place(move)
        value = self._goals(place)
        if isinstance(move, Leave) or (isinstance(move, Go) and move.climb):
            value -= RISK * price(self.view, self.number)
        gaps = [self._gap(foe, place) for foe in self.foes]
        reach = max([self.model.reach, *(foe.reach for foe in self.foes)])
        if gaps and min(gaps) <= reach + INCH.limit:
            there = self._there(place)
            met = board(there).engaged(self.number)
            if met:
                return value + self._melee(there, met)
        near = min(gaps, default=0.0)
        value -= (SHOOTER if self.range else FIGHTER) * max(0.0, near - self.range)
        return value - self._charges(gaps)

    def _gap(self, foe: Model, place: Place) -> float:
        return math.dist(place[:2], foe.center) - foe.radius - self.model.radius

    def _melee(self, there: Skirmish, met: tuple[int, ...]) -> float:
        """Return what the next melee is worth: the best strike, less those of the enemies."""
        number, here = self.number, board(there)
        own = [strike_worth(there, number, foe) for foe in met if here.strikes(number, foe)]
        theirs = [strike_worth(there, foe, number) for foe in met if here.strikes(foe, number)]
        return max(own, default=0.0) - 0.5 * OWN * max(0.0, sum(theirs))

    def _charges(self, gaps: list[float]) -> float:
        """Return what enemies could win who can come into melee in the next round."""
        total = 0.0
        for foe, gap in zip(self.foes, gaps, strict=True):
            number = self.view.number(foe.id)
            if foe.standing and gap <= 2 * (foe.move or 0) + foe.reach:
                if number not in self._threats:
                    self._threats[number] = strike_worth(self.view, number, self.number)
                total += max(0.0, self._threats[number])
        return (CHARGED if self.range else 0.5 * CHARGED) * total

    def _goals(self, place: Place) -> float:
        """Return what the scenario makes of a place."""
        (x, y), view = place[:2], self.view
        value, scenario = 0.0, view.scenario
        if scenario.markers:
            near = min(math.dist((x, y), marker) for marker in markers(view))
            held = scenario.marker_points if near <= scenario.marker_reach else 0
            value += held - SHOOTER * near
        if scenario.breakthrough:
            edge = view.edges[1 - view.fighters[self.number].seat]
            left = distance_from(area(view), edge, (x, y, x, y))
            value -= SHOOTER * max(0.0, left - scenario.strip)
        return value

    def fire(self, move: Move) -> float:
        """Return what the enemies' fire costs there, by cover, less what the own fire wins."""
        there = self._there(self.place(move))
        here = board(there)
        if here.engaged(self.number):
            return 0.0
        number, threats, targets = self.number, self._threatening(there), self._targets(there)
        here.looks([*((foe, number) for foe in threats), *((number, foe) for foe in targets)])
        cost = 0.0
        for foe, gun in threats.items():
            hurt = wound_chance(gun, there.body(foe), there.body(number), there.rulings)
            cost += float(hurt) * COVERED[here.look(foe, number).grade] * price(there, number)
        return FIRED * min(cost, price(there, number)) - self._own_fire(there, targets)

    def _threatening(self, there: Skirmish) -> dict[int, Missile]:
        """Return the enemies that may fire at a place, each with its gun."""
        here, found = board(there), {}
        for foe in here.numbers(foe.id for foe in self.foes):
            guns = [gun for _, gun in arms(there, foe) if gun.strength is not None]
            if not guns or here.engaged(foe) or not there.fighters[foe].standing:
                continue
            if here.gap(foe, self.number) <= 1.5 * self._range(foe, guns[0]):
                found[foe] = guns[0]
        return found

    def _targets(self, there: Skirmish) -> list[int]:
        """Return the enemies that the model may fire at from a place."""
        here, number = board(there), self.number
        if all(gun.accuracy is None for _, gun in arms(there, number)):
            return []
        foes = here.numbers(foe.id for foe in self.foes)
        return [foe for foe in foes if here.gap(number, foe) <= 1.5 * self.range]

    def _own_fire(self, there: Skirmish, targets: list[int]) -> float:
        """Return the best shot from a place."""
        number, guns = self.number, arms(there, self.number)
        aimed = [arm for arm, gun in guns if gun.accuracy is not None]
        aims = {foe: aim_on(there, number, foe) for foe in targets}
        worth = (shot_worth(there, number, foe, arm, aims[foe]) for arm in aimed for foe in targets)
        return max((0.0, *worth))


def _deploying(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate places: guns behind, blades in front, near the middle, not too close together."""
    seat = int(task.data[0])
    width, depth = area(view)
    others = [view.place(n) for n in view.present(seat)]
    facing = math.radians(INWARD[view.edges[seat]])

    def score(move: Move) -> float:
        assert isinstance(move, Deploy)
        number = view.number(move.model)
        forward = move.x * math.cos(facing) + move.y * math.sin(facing)
        middle = math.dist((move.x, move.y), (width / 2, depth / 2))
        crowd = sum(math.dist((move.x, move.y), other[:2]) < 2.5 for other in others)
        gun = bool(view.troops[number].missiles)
        return -0.3 * middle + (-0.5 if gun else 0.5) * forward - 3.0 * crowd

    return list(map(score, moves))


def _arming(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Rate weapons by a strike at the nearest enemy."""
    number = task.model
    foes = view.present(1 - view.fighters[number].seat)
    near = min(foes, key=lambda foe: board(view).gap(number, foe), default=number)

    def score(move: Move) -> float:
        assert isinstance(move, Ready)
        return strike_worth(view.fighter(number, weapon=move.weapon, both=move.both), number, near)

    return list(map(score, moves))


def _beginning(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    return [float(isinstance(move, Begin) and move.seat == task.data[0]) for move in moves]


def _rerolling(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    """Reroll once; the permission is worth more than a second time."""
    wanted = Accept if task.data[-1] else Reroll
    return [float(isinstance(move, wanted)) for move in moves]


def _hitting(view: Skirmish, task: Task, moves: Sequence[Move]) -> list[float]:
    return [price(view, view.number(move.name)) if isinstance(move, Hit) else 0.0 for move in moves]


_SCORES: Final[dict[str, Callable[[Skirmish, Task, Sequence[Move]], list[float]]]] = {
    "deploy": _deploying,
    "choose first": _beginning,
    "pick": _picking,
    "ready": _arming,
    "act": _acting,
    "strike": _striking,
    "push": _pushing,
    "shoot": _shooting,
    "pick friend": _hitting,
    "reroll": _rerolling,
}
"""How the moves of each decision are rated; of others any is as good."""
