"""The game's own player: exact geometry for maneuvers, exact odds for dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Final

from ....geometry import Pose
from ..catalogue import catalogue
from ..maneuvers import Maneuver
from ..odds import Odds, odds
from . import board, cards
from .actions import perform, slides
from .combat import attack_dice, beyond_reach, defense_dice, left_after
from .moves import Act, Dial, Done, Fly, Move, Pass, Place, Reroll, Shoot, Spend, Use
from .phases import color_of
from .ships import Place as ShipPlace
from .ships import Ship
from .state import Battle, Shot

FEAR: Final = 0.8
"""What a point of own damage counts against one of the enemy's."""

KILL: Final = Fraction(3, 2)
"""What the chance to destroy a ship counts, in points of damage."""

LOST: Final = 50.0
"""What it costs to leave the area; half of it where the next maneuver must."""

BUMP, ROCK, STRESS = 0.5, 1.5, 0.3
"""What it costs to overlap a ship, to hit an asteroid, to be stressed."""

AHEAD: Final = 82.5
"""Where a turn of speed 2 takes a small ship: so far ahead, and so far to the side (XW-153)."""

WIDEST: Final = 45.0
"""No front arc is wider to one side, in degrees (XW-164)."""

_GUESSES: Final = tuple(Maneuver("straight", speed) for speed in (2, 3, 1))
"""What an enemy is thought to fly: the first of these that is on its dial."""


class Greedy:
    """Looks one decision ahead.

    For a dial it measures from each end who could shoot whom, with the enemies one straight
    maneuver farther; rocks, edges, bumps and stress cost.  Tokens are spent where they count.
    What it holds equal it leaves to chance.
    """

    deterministic = True

    def choose(self, view: Battle, moves: Sequence[Move], rng: Random) -> Move:
        """Return the best move of the listed ones."""
        if len(moves) == 1:
            return moves[0]
        task = view.agenda[0]
        score = _SCORES.get(task.name, _willing)(view, task.ship)
        scores = [score(move) for move in moves]
        top = max(scores) - 1e-9
        best = [move for move, value in zip(moves, scores, strict=True) if value >= top]
        return best[int(rng.random() * len(best))]


Score = Callable[[Move], float]


def _willing(view: Battle, number: int) -> Score:
    """Rate what a card offers: better than to pass."""
    return lambda move: -1.0 if isinstance(move, Pass) else 0.0


def _placing(view: Battle, number: int) -> Score:
    """Rate a place of the set-up: straight ahead, far in front, opposite to the others."""
    placed = [ship.place for ship in view.ships if ship.place is not None]
    middle = (view.settings.width / 2, view.settings.depth / 2)
    x = sum(p[0] for p in placed) / len(placed) if placed else middle[0]
    y = sum(p[1] for p in placed) / len(placed) if placed else middle[1]

    def score(move: Move) -> float:
        assert isinstance(move, Place)
        far = math.dist((move.x, move.y), middle)
        return -round(math.dist((move.x, move.y), (x, y)) + far) - 300.0 * (move.heading % 90 != 0)

    return score


def _flying(view: Battle, number: int) -> Score:
    """Rate a maneuver for the own ship's dial."""
    scores = _maneuvers(view, number)
    return lambda move: scores[move.maneuver] if isinstance(move, Dial | Fly) else 0.0


def _overriding(view: Battle, number: int) -> Score:
    """Rate a maneuver for a stressed enemy: what is bad for it is good."""
    scores = _maneuvers(view, number)
    return lambda move: -scores[move.maneuver] if isinstance(move, Fly) else 0.0


def _maneuvers(view: Battle, number: int) -> dict[Maneuver, float]:
    """Return how good each maneuver of a ship's dial looks."""
    ship = view.ships[number]
    ahead = _moved_on(view, 1 - ship.seat)
    here = board.board(ahead)
    found = {}
    for maneuver in cards.ship_card(ship.kind).dial:
        color = color_of(view, number, maneuver)
        verdict = board.maneuver(here, ship.id, maneuver, "middle")
        value = -LOST if verdict.fled or (color == "red" and ship.stress) else 0.0
        if not verdict.fled:
            end = (verdict.end.x, verdict.end.y, verdict.end.heading)
            value += _position(ahead, number, end)
            value -= BUMP * (not verdict.completed) + ROCK * bool(verdict.obstacles)
            value -= STRESS * {"red": 1.0, "white": 0.0, "green": -bool(ship.stress)}[color]
        found[maneuver] = value
    return found


@lru_cache(maxsize=64)
def _moved_on(view: Battle, seat: int) -> Battle:
    """Return the state with a seat's ships one straight maneuver farther, if they are to fly."""
    here = board.board(view)
    moved = view
    for number in view.flying(seat):
        ship = view.ships[number]
        if view.phase == "activation" and number not in view.order:
            continue
        dial = cards.ship_card(ship.kind).dial
        guess = next((maneuver for maneuver in _GUESSES if maneuver in dial), None)
        if guess is not None:
            verdict = board.maneuver(here, ship.id, guess, "middle")
            if not verdict.fled:
                end = verdict.end.snapped()
                moved = moved.ship(number, place=(end.x, end.y, end.heading))
    return moved


def _position(view: Battle, number: int, place: ShipPlace) -> float:
    """Return how good a place is: shots, then how near and how ahead the enemies are, then room."""
    there = view.ship(number, place=place)
    value = _exchange(there, number)
    enemies = view.flying(1 - view.ships[number].seat)
    pose = Pose(*place)
    if enemies:
        places = [view.ships[n].place or place for n in enemies]
        near = min(places, key=lambda p: math.dist(p[:2], place[:2]))
        x, y = pose.to_local(near[:2])
        value -= math.hypot(x, y) / 1500.0 + abs(math.atan2(y, x)) / 8.0
    return value - (0.0 if _has_way_out(view, pose) else LOST / 2)


def _has_way_out(view: Battle, pose: Pose) -> bool:
    """Whether a turn to one side would stay in the area."""
    room = catalogue().bases["small"].depth / 2
    return any(
        room <= x <= view.settings.width - room and room <= y <= view.settings.depth - room
        for x, y in pose.to_world([(AHEAD, AHEAD), (AHEAD, -AHEAD)])
    )


def _exchange(view: Battle, number: int) -> float:
    """Return the damage that a ship deals with its best shot, less what it must expect."""
    ship = view.ships[number]
    enemies = view.flying(1 - ship.seat)
    deals = max((_expected(view, number, other) for other in enemies), default=0.0)
    return deals - FEAR * sum(_expected(view, other, number) for other in enemies)


def _expected(view: Battle, by: int, on: int) -> float:
    """Return the damage to expect of one ship's primary attack on another."""
    found = _odds(view, by, on, "") if _may_reach(view.ships[by], view.ships[on]) else None
    return 0.0 if found is None else found


def _may_reach(ship: Ship, target: Ship) -> bool:
    """Whether a ship could have another in arc and range: false only where it surely has not."""
    if ship.place is None or target.place is None or ship.disarmed or ship.cloaked:
        return False
    if beyond_reach(ship, target):
        return False
    x, y = Pose(*ship.place).to_local(target.place[:2])
    apart = math.hypot(x, y)
    if cards.ship_card(ship.kind).arcs != ("front",) or apart <= target.radius:
        return True
    return abs(math.atan2(y, x)) <= math.radians(WIDEST) + math.asin(target.radius / apart)


def _odds(view: Battle, by: int, on: int, weapon: str) -> float | None:
    """Return the damage to expect of an attack, and what a kill counts; None if it cannot be."""
    ship, target = view.ships[by], view.ships[on]
    verdict = board.attack(view, by, on, weapon)
    if not verdict.legal or verdict.band is None:
        return None
    shot = Shot(by, on, weapon, verdict.band, verdict.obstructed == "all")
    denied = {what for _, effect in target.effects for what in effect.denies()}
    found = _cached(
        attack_dice(ship, shot),
        defense_dice(ship, target, shot),
        focus=ship.focus > 0 and "focus" not in denied,
        lock=ship.lock == on and "reroll" not in denied and not weapon,
        defender_focus=target.focus > 0,
        evades=target.evade,
    )
    left = target.shields + target.hull - target.damage
    return float(found.expected + KILL * found.at_least(max(left, 1)))


@lru_cache(maxsize=4096)
def _cached(
    attack: int, defense: int, *, focus: bool, lock: bool, defender_focus: bool, evades: int
) -> Odds:
    return odds(
        attack, defense, focus=focus, lock=lock, defender_focus=defender_focus, evades=evades
    )


def _acting(view: Battle, number: int) -> Score:
    """Rate an action by what it changes in the exchange of fire, with enemies one step farther."""
    ahead = _moved_on(view, 1 - view.ships[number].seat)
    ship = view.ships[number]
    now = _position(ahead, number, ship.place or (0.0, 0.0, 0.0))

    def score(move: Move) -> float:
        if not isinstance(move, Act):
            return 0.0
        match move.action:
            case "focus" | "evade" | "target-lock" | "use":
                done = perform(ahead, number, move)
                done = done.ship(number, done=(*ship.done, move.how))
                worth = _position(done, number, ship.place or (0.0, 0.0, 0.0)) - now
                return worth + {"focus": 0.02, "target-lock": 0.015}.get(move.action, 0.01)
            case "barrel-roll" if move.slide is None:  # the side alone, declared (XW-217)
                return max(map(score, slides(view, number, move.action, [move.how])), default=-1.0)
            case "barrel-roll" | "boost":
                after = perform(view, number, move).ships[number].place
                return _position(ahead, number, after or (0.0, 0.0, 0.0)) - now - 0.05
            case "repair":
                return 0.1
        return -0.1

    return score


def _attacking(view: Battle, number: int) -> Score:
    """Rate an attack by its exact odds; to hold the fire is worth nothing."""

    def score(move: Move) -> float:
        if not isinstance(move, Shoot):
            return -1.0
        return _odds(view, view.number(move.ship), view.number(move.target), move.weapon) or 0.0

    return score


def _changing(view: Battle, number: int) -> Score:
    """Rate a change of dice by the damage that it makes or prevents."""
    shot = view.shot
    assert shot is not None
    role = str(view.agenda[0].data[0])
    return _improving(view, shot) if role == "attack" else _saving(shot)


def _improving(view: Battle, shot: Shot) -> Score:
    """Rerolls first, of all that does not hit; then cards, then focus where there is some."""
    faces = Counter(die.rstrip("*") for die in shot.attack)
    focused = view.ships[shot.by].focus > 0
    wanted = ("blank",) if focused else ("blank", "focus")
    best = tuple(sorted(die for die in shot.attack if die in wanted))

    def score(move: Move) -> float:
        match move:
            case Reroll(dice):
                return 3.0 if dice == best else -1.0
            case Use():
                return 2.0
            case Spend():
                return 1.0 if faces["focus"] else -1.0
        return 0.0

    return score


def _saving(shot: Shot) -> Score:
    """Spend what cancels more: cards cost nothing, then focus or evade, whichever suffices."""
    attack = Counter(die.rstrip("*") for die in shot.attack)
    defense = Counter(shot.defense)

    def left(more: int) -> int:
        return sum(left_after(attack["hit"], attack["crit"], defense["evade"] + more))

    now = left(0)

    def score(move: Move) -> float:
        if isinstance(move, Done) or not now:
            return 0.0 if isinstance(move, Done) else -1.0
        match move:
            case Use():
                return 10.0
            case Spend("focus"):
                return now - left(defense["focus"]) - 0.1 if defense["focus"] else -1.0
        return now - left(1) - 0.2

    return score


_SCORES: Final[dict[str, Callable[[Battle, int], Score]]] = {
    "place ship": _placing,
    "set dial": _flying,
    "slam": _flying,
    "override": _overriding,
    "act": _acting,
    "barrel roll": _acting,
    "choose attack": _attacking,
    "change dice": _changing,
}
"""How the moves of each decision are rated."""


def greedy(game: Any) -> Greedy:
    """Return a greedy player."""
    return Greedy()
